"""`rropt plan`: sample sizes, a comparison of devices at the same privacy, and the effect of noncompliance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from rropt import survey
from rropt.cli.shown import Together
from rropt.engine.sets import answers_of
from rropt.errors import InputError, Undecided
from rropt.exact.infinity import is_infinite
from rropt.families import from_spec
from rropt.given import MechanismLike
from rropt.mechanism import require_matrix
from rropt.objectives.covariance import TotalVariance
from rropt.privacy import LDP
from rropt.privacy.words import warnings_of_proof
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.rankings.candidates import candidates_at
from rropt.show import Result
from rropt.survey.plans import Plan, best_at, own_prevalence
from rropt.survey.tables import devices_at_equal_privacy, noncompliance

__all__ = ["plan"]

# Families are planned for so many inputs, and with so many outputs, at most.
MOST_INPUTS, MOST_OUTPUTS = 12, 4096
NO_GOAL = "For a number of people add --margin, --standard-error, --difference or -n."
ADD_UP = "Other randomized questions to the same person add their epsilon: a study shares one budget among them."
ALONE = "Devices are compared without the design effect: their people are those that count as independent, each drawn alone."
BEST = (
    "The mechanism is the best one of its inputs at epsilon = {}, as `rropt design` finds it. For k categories give all shares as "
    "--prevalence, or a mechanism such as krr:k=5,epsilon=1."
)
OWN = "Planned at the prevalence that the design was made for; --prevalence states another, such as worst, for any."


def plan(
    mechanism: MechanismLike | None = None,
    *,
    prevalence: str | None = None,
    margin: str | None = None,
    standard_error: str | None = None,
    difference: str | None = None,
    n: int | None = None,
    scores: Sequence[str] | None = None,
    epsilon: str | None = None,
    untruthful: Sequence[str] | None = None,
    **how: Any,
) -> Result:
    """Plan how many people a survey with a mechanism needs. Devices of the same privacy are planned beside it.

    Args:
        mechanism: A file, or a spec such as warner:p=3/4.
        prevalence: A number, a range 1/10..2/5, worst (of all), or k shares; the design's own, or else worst, unless given.
        margin: The wanted half-length of the interval.
        standard_error: The wanted standard error.
        difference: The difference of two groups' prevalences to detect.
        n: How many people there are; tells the margin and the error that they give, or the power to detect --difference.
        scores: Plan for the mean of a scale: a score for each input, such as 1,2,3,4,5.
        epsilon: Without a mechanism, the best one at this epsilon; of a range A..B or a list what each costs and reveals.
        untruthful: Tell the bias if such a share of those with the trait, or of all, protects itself, such as 0.05,0.1.

    Returns:
        The plan, with what was asked for beside it.
    """
    goals: dict[str, Any] = {"margin": margin, "standard_error": standard_error, "difference": difference, "n": n}
    how |= goals
    if epsilon is not None and (".." in epsilon or "," in epsilon):
        return survey.plan_epsilons(epsilon, prevalence=prevalence, **how)
    is_for_goal = any(x is not None for x in goals.values())
    if epsilon is not None:
        if not is_for_goal and untruthful is None:
            return Together(
                Plan.schema, (devices_at_equal_privacy(epsilon, prevalence or "worst"),), (), (NO_GOAL, ADD_UP)
            )
        prevalence = prevalence or ("worst" if scores is None else None)
        mechanism = best_at(epsilon, prevalence, scores)
    p, at = answers_of(mechanism), prevalence or own_prevalence(mechanism)
    notes = [OWN] if prevalence is None and at != "worst" else []
    parts: list[Result] = [survey.plan(p, prevalence=at, scores=scores, **how)] if is_for_goal else []
    if scores is not None:
        return Together(Plan.schema, tuple(parts), (), tuple(notes))
    effects: dict[str, Any] = {name: how.pop(name, None) for name in ("deff", "deff_truth")}
    try:
        parts.append(_compare(mechanism, at, how if is_for_goal else how | {"standard_error": "0.01"}))
        compared = [ALONE] if any(effects.values()) else []
    except InputError as error:
        compared = [f"No devices are compared: {error}."]
    if untruthful is not None:
        matrix = require_matrix(p, f"--untruthful {','.join(untruthful)}")
        effects |= {} if n is None else {"n": n}
        parts.append(noncompliance(matrix, at, shares=untruthful, share_of=how.get("share_of"), **effects))
    if not parts:
        raise InputError(compared[0])
    first = [BEST.format(epsilon)] if epsilon is not None else [] if is_for_goal else [NO_GOAL]
    return Together(
        Plan.schema,
        tuple(parts),
        () if is_for_goal else warnings_of_proof(p),
        (*first, *notes, ADD_UP, *compared),
    )


# devices beside the plan


def _compare(given: object, prevalence: str, goal: Mapping[str, Any]) -> Result:
    """Compare the mechanism with other devices of the same privacy, or raise an InputError that says why they cannot be compared.

    Of a design with two inputs the other devices must satisfy its demand. In any other case they must have the mechanism's tight ε,
    the least one that it satisfies.
    """
    p = answers_of(given)
    if p.k > MOST_INPUTS:
        raise InputError(
            f"families are planned for up to {MOST_INPUTS} inputs, and this mechanism has {p.k}; `rropt rank` lists them"
        )
    if p.k == 2 and goal.get("share_of") == p.input_labels[0]:
        raise InputError(
            f"the devices estimate the share of the last input, {p.input_labels[1]}, not of {p.input_labels[0]}"
        )
    if isinstance(given, Design) and p.k == 2:
        return devices_at_equal_privacy(given.problem.demand, prevalence, mechanism=p)
    epsilon = LDP.tightest_epsilon(p.pair)
    if is_infinite(epsilon.t) or epsilon.t <= 1:
        raise InputError(f"this mechanism's tight epsilon is {epsilon}, and the devices have a finite one above 0")
    if p.k == 2:
        return devices_at_equal_privacy(epsilon, prevalence, mechanism=p)
    listed = [x for x in candidates_at(p.k, epsilon) if x.spec and x.outputs <= MOST_OUTPUTS]
    devices: dict[str, Any] = {"this mechanism": p}
    devices |= {x.name: from_spec(x.spec).relabel(inputs=p.input_labels) for x in listed}
    shares = prevalence.split(",") if "," in prevalence else ()
    with suppress(InputError, Undecided):  # beyond what can be certified there is no such row
        best = design(TotalVariance(shares), LDP(epsilon), inputs=p.input_labels)
        devices["certified optimum of the total variance" if shares else "optimum of the sum at equal shares"] = (
            best.mechanism or best.sets
        )
    return survey.compare_plans(
        {name: x for name, x in devices.items() if x is not None},
        prevalence=prevalence,
        **{name: x for name, x in goal.items() if name != "clusters"},
    )
