"""`rropt check`: what a mechanism in use protects, after many answers and in a crowd too, and how far it is from the optimum."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rropt.cli.shown import Together
from rropt.engine.sets import answers_of
from rropt.errors import InputError
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism, require_matrix
from rropt.privacy import compose, measure, shuffled as disclosed_by_crowd
from rropt.problem.checkup import Checkup, check as check_mechanism
from rropt.problem.design import Demands, Numbers, choose_demand, choose_objective, read_numbers
from rropt.show import Result
from rropt.survey.blackbox import SampleCheck, check_samples
from rropt.survey.data_file import pairs_of_texts

__all__ = ["check"]


def check(
    mechanism: MechanismLike | None = None,
    *,
    demand: Demands = None,
    epsilon: str | None = None,
    delta: str | None = None,
    objective: str | None = None,
    times: int = 1,
    with_: Sequence[MechanismLike] = (),
    shuffled: int | None = None,
    samples: Path | None = None,
    prevalence: Numbers = None,
    scores: Numbers = None,
    utility: Numbers = None,
    prior: Numbers = None,
    measures: bool = False,
) -> Together | SampleCheck:
    """Check what a mechanism protects, and how efficient it is. If a demand is stated, exit code 1 says that it is not met.

    Args:
        mechanism: A file, or a spec such as warner:p=3/4.
        demand: The demand that it is to keep, such as ldp:ln3 or rho:1/5,1/2; repeatable; a design's own unless given.
        epsilon: Short for the demand ldp:EPSILON.
        objective: What the data are for, such as trace; a design's own, or else a natural one, unless given.
        times: Tell what so many answers of one person disclose together.
        with_: Count one more answer of the same person, by this mechanism; repeatable.
        shuffled: Tell what the shuffled answers of so many people disclose of one of them.
        samples: In place of a mechanism, check a black box by a CSV of inputs and the answers that it gave, at 95 % confidence.
        delta: The slack of epsilon.
        prevalence: The prevalence of the variance: 1/4, or 1/10..2/5 for the worst case; of more inputs a share each.
        scores: A number for each input, whose mean is wanted.
        utility: A row for each action, a column for each input: a CSV file, or 1,0:0,1.
        prior: A probability for each input, for an objective or for --measures.
        measures: Tell total variation, Rényi divergences, leakage, capacities and the trade-off of errors.

    Returns:
        The checkup, with what was asked for beside it.
    """
    if samples is not None:
        return check_samples(pairs_of_texts(samples), delta=delta or 0, claimed=epsilon)
    p = answers_of(mechanism)
    given = read_numbers(
        {"prevalence": prevalence, "scores": scores, "utility": utility, "prior": prior},
        p.input_labels,
        p.output_labels if isinstance(p, Mechanism) else None,
    )[0]
    law: Any = given.pop("prior", None) if measures else None
    goal = choose_objective(objective, p.input_labels, given) if given or objective is not None else None
    asked = None if demand is epsilon is delta is None else choose_demand(demand, epsilon, delta)
    parts: list[Result] = []
    if measures:
        parts.append(measure(require_matrix(p, "--measures"), prior=law))
    if times < 1:
        raise InputError(f"--times {times} should be at least 1")
    if times > 1 or with_:
        # what the answers of one person disclose together
        parts.append(compose([require_matrix(p, "--with") if with_ else p.pair] * times + [*with_]))
    if shuffled is not None:
        parts.append(disclosed_by_crowd(require_matrix(p, "--shuffled"), shuffled))
    # whether a demand is kept stands before all else, and what was asked beside a mechanism's own numbers before these
    parts.insert(len(parts) if asked is None else 0, check_mechanism(mechanism, asked, objective=goal))
    said = (
        (
            "A demand and the least epsilon are told of one answer alone; what several answers or a crowd disclose is told apart.",
        )
        if times > 1 or with_ or shuffled is not None
        else ()
    )
    # a demand that is met by one answer alone is no promise for several
    return Together(Checkup.schema, tuple(parts), () if asked is None else said, said if asked is None else ())
