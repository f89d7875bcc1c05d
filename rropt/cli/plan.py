"""`rropt plan`: sample sizes, a comparison of devices at the same privacy, and the effect of noncompliance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rropt import survey
from rropt.cli.readers import refuse_beside
from rropt.cli.together import Together, beliefs_of, proofs_of
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError, Undecided
from rropt.exact.epsilon import Epsilon
from rropt.exact.grammar import read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import rank
from rropt.exact.spelling import show
from rropt.families import from_spec
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism, require_matrix
from rropt.objectives.covariance import TotalVariance
from rropt.objectives.variance import Prevalence
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Design
from rropt.rankings.candidates import candidates_at
from rropt.show import Result
from rropt.survey.plans import Plan, best_at, has_goal
from rropt.survey.tables import devices_at_equal_privacy, devices_under_promise, noncompliance

__all__ = ["plan"]

MOST_INPUTS, MOST_OUTPUTS = 12, 4096
"""Families are planned for so many inputs, and with so many outputs, at most."""
NO_GOAL = "For a number of people name a mechanism, and --margin, --standard-error, --difference or -n."
ADD_UP = "Other randomized questions to the same person add their epsilon: a study shares one budget among them."
ALONE = "Devices are compared without the design effect: their people are those that count as independent, each drawn alone."
BEST = (
    "The mechanism is the best one of its inputs at epsilon = {}, as `rropt design` finds it. For k categories give all shares as "
    "--prevalence, or a mechanism such as krr:k=5,epsilon=1."
)
OWN = "Planned at the prevalence that the design was made for; --prevalence states another."


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
) -> Together:
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
        untruthful: Tell the bias if such shares of respondents protect themselves, such as 0.05,0.1.

    Returns:
        The plan, with what was asked for beside it.
    """
    goals: dict[str, Any] = {"margin": margin, "standard_error": standard_error, "difference": difference, "n": n}
    is_for_goal = has_goal(is_needed=False, **goals)
    if mechanism is None:
        if epsilon is None:
            raise InputError(
                "a plan needs a mechanism, such as warner:p=3/4, krr:k=5,epsilon=1 or a design's file, or --epsilon for the best"
            )
        if ".." in epsilon or "," in epsilon:
            alone = {name.replace("_", "-"): how.get(name) for name in ("method", "share_of", "sampling", "population")}
            refuse_beside("several epsilons", {"scores": scores, "untruthful": untruthful, **alone})
            if prevalence is None:
                raise InputError("several epsilons need the prevalence planned for; give --prevalence, such as 1/10")
            along = survey.plan_epsilons(epsilon, prevalence=prevalence, **goals, **how)
            return Together(along.schema, (along,))
        if not is_for_goal and untruthful is None:
            found = devices_at_equal_privacy(epsilon, prevalence or "worst")
            return Together(Plan.schema, (found,), (), (NO_GOAL, ADD_UP))
        prevalence = prevalence or ("worst" if scores is None else None)
        mechanism = best_at(epsilon, prevalence, scores)
    else:
        refuse_beside("a mechanism, which is compared at its own epsilon,", {"epsilon": epsilon})
    p = answers_of(mechanism)
    if scores is not None:
        refuse_beside(
            "--scores", {"difference": difference, "method": how.get("method"), "share-of": how.get("share_of")}
        )
        return _of_scores(require_matrix(p, "--scores"), scores, {"prevalence": prevalence, **goals, **how})
    at = prevalence or _own(mechanism) or "worst"
    share_of = how.get("share_of")
    effects: dict[str, Any] = {name: how.get(name) for name in ("deff", "deff_truth")}
    parts: list[Result] = [survey.plan(p, prevalence=at, **goals, **how)] if is_for_goal else []
    reason = ""
    try:
        goal = {name: x for name, x in how.items() if name not in ("share_of", "clusters", *effects)}
        goal |= goals if is_for_goal else {"standard_error": "0.01"}
        parts.append(_compare(mechanism, at, share_of, goal))
    except InputError as error:
        reason = str(error)
    if untruthful is not None:
        people: dict[str, Any] = {} if n is None else {"n": n}
        matrix = require_matrix(p, f"--untruthful {','.join(untruthful)}")
        parts.append(noncompliance(matrix, at, shares=untruthful, share_of=share_of, **effects, **people))
    if not parts:
        raise InputError(f"no devices are compared: {reason}")
    notes = [BEST.format(epsilon)] if epsilon is not None else [] if is_for_goal else [NO_GOAL]
    notes += [OWN] if prevalence is None and at != "worst" else []
    notes += [*_beliefs(p, at), ADD_UP]
    notes += [ALONE] if not reason and any(effects.values()) else []
    notes += [f"No devices are compared: {reason}."] if reason else []
    return Together(Plan.schema, tuple(parts), proofs_of(p), tuple(notes))


def _of_scores(p: Mechanism, scores: Sequence[str], how: dict[str, Any]) -> Together:
    """Plan for the mean of a scale."""
    found = survey.plan(p, scores=scores, **how)
    own = [OWN] if how["prevalence"] is None and p.planned is not None else []
    believed = beliefs_of(p) if how["prevalence"] is None else _beliefs(p, how["prevalence"])
    return Together(found.schema, (found,), proofs_of(p), (*own, *believed))


def _own(given: Mechanism | SetMechanism | Design) -> str | None:
    """Return the prevalence for which a mechanism was designed, as it is typed after --prevalence; None if there is none."""
    if isinstance(given, Design) and isinstance(objective := given.problem.objective, Prevalence):
        share = objective.prevalence
        if share.lower < share.upper:
            return f"{show(share.lower)}..{show(share.upper)}"
    if (p := answers_of(given)).planned is None:
        return None
    return ",".join(map(show, p.planned if len(p.planned) > 2 else p.planned[1:]))


def _beliefs(p: Mechanism | SetMechanism, prevalence: str) -> list[str]:
    """Say what answers reveal at the planned shares.

    Of a range for two inputs they are both ends, but for 0 and 1. If one share of more inputs is planned for, or answers are sets,
    they are the shares for which the mechanism was designed.
    """
    matrix = p.matrix
    if matrix is None or (p.k > 2 and "," not in prevalence):
        return [*beliefs_of(p)]
    if prevalence.strip() == "worst":
        return []
    shares = [*map(read_rational, re.split(r",|\.\.", prevalence))]
    if "," in prevalence:
        return [*beliefs_of(matrix.planned_for(tuple(shares)))]
    told = " ".join(x for y in dict.fromkeys(shares) if 0 < y < 1 for x in beliefs_of(matrix.planned_for((1 - y, y))))
    return [told] if told else []


# devices beside the plan


def _compare(
    given: Mechanism | SetMechanism | Design, prevalence: str, share_of: str | None, goal: dict[str, Any]
) -> Result:
    """Compare the mechanism with other devices of the same privacy, or raise an InputError that says why they cannot be compared.

    Of a design with two inputs the other devices must satisfy its demand. In any other case they must have the mechanism's tight ε,
    the least one that it satisfies.
    """
    p = answers_of(given)
    if p.k > MOST_INPUTS:
        raise InputError(
            f"families are planned for up to {MOST_INPUTS} inputs, and this mechanism has {p.k}; `rropt rank` lists them"
        )
    if p.k == 2 and share_of == p.input_labels[0]:
        raise InputError(f"the devices estimate the share of the last input, {p.input_labels[1]}, not of {share_of}")
    if p.k > 2 and p.matrix is not None and rank(p.matrix.rows) < p.k:
        raise InputError(f"this mechanism's answers do not tell {p.k} shares apart")
    if isinstance(given, Design) and p.k == 2:
        return devices_under_promise(given.problem.demand, prevalence, mechanism=p)
    epsilon = LDP.tightest_epsilon(p.pair)
    if is_infinite(epsilon.t) or epsilon.t <= 1:
        raise InputError(f"this mechanism's tight epsilon is {epsilon}, and the devices have a finite one above 0")
    if p.k == 2:
        return devices_at_equal_privacy(epsilon, prevalence, mechanism=p)
    return survey.compare_plans(_families(p, epsilon, prevalence), prevalence=prevalence, share_of=share_of, **goal)


def _families(p: Mechanism | SetMechanism, epsilon: Epsilon, prevalence: str) -> dict[str, Any]:
    """Return the mechanism, the named families at one ε, and the certified optimum of the total variance, by their names."""
    found: dict[str, Any] = {"this mechanism": p}
    for x in candidates_at(p.k, epsilon):
        if x.spec and x.outputs <= MOST_OUTPUTS:
            found[x.name] = from_spec(x.spec).relabel(inputs=p.input_labels)
    shares = prevalence.split(",") if "," in prevalence else None
    try:
        best = design(TotalVariance(shares or ()), LDP(epsilon), inputs=p.input_labels)
        found["certified optimum of the total variance"] = best.mechanism or best.sets
    except (InputError, Undecided):
        pass  # beyond what can be certified there is no such row
    return {name: x for name, x in found.items() if x is not None}
