"""`check` measures a mechanism that somebody already uses: how well it protects, and how far it is from the certified optimum.

The efficiency lies in [0, 1]. It is optimum ÷ value if a smaller value is better, and value ÷ optimum if a larger one is. The
optimum is the best value under the stated demand. If no demand is stated, it is the best value under ε-LDP at the mechanism's own
tight ε. If this ε or the value is infinite, the efficiency is None, and a reason is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import common_field
from rropt.exact.patience import limit_seconds, not_in_time, read_seconds
from rropt.exact.spelling import show
from rropt.mechanism import Answers, Mechanism
from rropt.privacy import All, Notion, Parity, Profile, Violation, profile
from rropt.privacy.excess import Enclosure
from rropt.privacy.notion import is_open
from rropt.privacy.pairs import ByPair
from rropt.privacy.words import demand_in_words, warnings_of_proof
from rropt.problem.advice import refuse_objective
from rropt.problem.contract import Objective
from rropt.problem.efficiency import (
    Efficiency,
    efficiency_lines,
    efficiency_of,
    say_ratio,
    table_unless_long,
    value_fields,
)
from rropt.problem.every_notion import NAMES, epsilons_alone, say_alone, tight_notions
from rropt.problem.known import StatedDemand, find_objective, read_demand
from rropt.problem.result import Design
from rropt.problem.stored.demands import fields_of
from rropt.problem.tight import show_factor, tight_in_words
from rropt.problem.words import say_beliefs, say_what_to_do, warning_lines
from rropt.results import Result, Table, fact_table

__all__ = ["Checkup", "Efficiency", "check"]

SCHEMA = "rropt/check/1"
DELTA = "delta, the chance up to which the promise fails, that is needed at each epsilon:"


@dataclass(frozen=True, slots=True, repr=False)
class Checkup(Result):
    """The tight privacy of a mechanism under every notion, its efficiency, and whether it keeps the demand.

    `profile` is None if time ran out before it was computed; `unfinished` then says so.
    """

    mechanism: Mechanism | SetMechanism
    parity: Bound
    epsilon: Epsilon
    profile: Profile | None
    notions: dict[str, dict[str, str]]
    demand: Notion | None
    violations: tuple[Violation, ...]
    efficiency: Efficiency
    said: str = ""
    unfinished: str = ""

    @property
    def met(self) -> bool:
        """Whether the mechanism keeps the stated demand. True if no demand was stated."""
        return not self.violations

    @property
    def warnings(self) -> list[str]:
        """Warnings of what the mechanism discloses with certainty."""
        return list(warnings_of_proof(self.mechanism.pair))

    @property
    def factor(self) -> tuple[Bound, Bound] | None:
        """Bounds (lower, upper) of the least factor by which all budgets of the demand must be multiplied, so that the mechanism
        keeps the demand.

        None if the demand has no budgets, or is neither a demand on pairs of inputs nor several demands joined by `&`.
        """
        pair = self.mechanism.pair
        if not isinstance(self.demand, ByPair | All) or not any(self.demand.bounds(pair.k, pair.inputs).places()):
            return None
        found = self.demand.tightest(pair)
        return (found.lower, found.upper) if isinstance(found, Enclosure) else (found, found)

    @property
    def alone(self) -> dict[str, Epsilon]:
        """Map each input's label to the least ε with which the mechanism protects this input alone, as the demand `Sensitive` does.
        The result is empty in three cases: all these ε are equal, there are many inputs, or the mechanism is a function of an ε
        or δ that ranges over an interval."""
        p = self.mechanism.matrix
        return {} if p is None else epsilons_alone(p)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        alone = {label: str(epsilon) for label, epsilon in self.alone.items()}
        return {
            "schema": SCHEMA,
            "parity": show(self.parity),
            "epsilon": str(self.epsilon),
            **({"epsilon_alone": alone} if alone else {}),
            "delta_profile": None if self.profile is None else _profile_fields(self.profile),
            **({"delta_profile_reason": self.unfinished} if self.profile is None else {}),
            "notions": self.notions,
            "demand": None if self.demand is None else fields_of(self.demand),
            "met": self.met if self.demand is not None else None,
            "demand_said": self.said or None,
            **({} if self.factor is None else {"factor": value_fields(None, *self.factor)}),
            "violations": [v.to_dict() for v in self.violations],
            "efficiency": self.efficiency.to_dict(),
            "warnings": self.warnings,
        }

    def as_table(self) -> Table:
        """A table of the tight numbers under each notion, whether the demand is kept, and the efficiency."""
        facts: dict[str, Any] = {
            "parity": self.parity,
            "epsilon": self.epsilon,
            **{n: tight_in_words(n, x, self.parity) for n, x in self.notions.items()},
        }
        if self.demand is not None:
            facts[str(self.demand)] = "met" if self.met else "NOT met"
        return fact_table(facts | {"efficiency": say_ratio(self.efficiency)})

    def explain(self) -> str:
        """Show whether the demand is met (or the tight ε), the efficiency and a better design, the mechanism, and its profile."""
        tight = (
            f"Tight epsilon (delta = 0): {self.epsilon.shown(direction='upper')}; largest ratio in a row (the parity): "
            f"{show_factor(self.parity)}."
        )
        lines = [tight] if self.demand is None else _demand_lines(self)
        lines += warning_lines(self.warnings)
        said = efficiency_lines(self.efficiency)
        lines += [*said, *([] if len(said) > 1 else [""]), table_unless_long(self.mechanism), ""]
        lines.append(f"Respondents: {say_what_to_do(self.mechanism)}")
        lines += [] if self.demand is None else [tight]
        lines += filter(None, [say_alone(self.alone), say_beliefs(self.mechanism)])
        if self.profile is None:
            return "\n".join([*lines, "", f"Delta by epsilon: {self.unfinished}."])
        return "\n".join([*lines, "", DELTA, str(self.profile)])

    def explain_notions(self) -> str:
        """Say the tight numbers of the mechanism under every notion."""
        every = (
            "Under every notion, with t = e^epsilon:"
            if is_free(self.parity)
            else "Under every notion (bounds, rounded up):"
        )
        said = [f"  {NAMES[name]}: {tight_in_words(name, x, self.parity)}" for name, x in self.notions.items()]
        return "\n".join([every, *said])


def _demand_lines(found: Checkup) -> list[str]:
    assert found.demand is not None
    said = [f"Note: {found.said}."] if found.said else []
    asked = demand_in_words(found.demand)
    if found.factor is not None:
        said.append(_say_factor(*found.factor))
    if found.met:
        return [f"Met: {asked}.", *said]
    n = len(found.violations)
    fail = "1 inequality fails" if n == 1 else f"{n} inequalities fail, worst first"
    shown_first = [f"  {v.describe(found.mechanism.pair)}" for v in found.violations[:5]]
    return [f"NOT met: {asked}; {fail}:", *shown_first, *said]


def _say_factor(lower: Bound, upper: Bound) -> str:
    """Say the least factor by which all budgets must be multiplied so that the demand is kept; `lower` and `upper` bound it."""
    if is_infinite(lower):
        return "It holds with no budgets, however large."
    said = show(upper) if lower == upper else f"≈ {decimal(upper, digits=6, direction='upper')}"
    return f"It holds with all budgets times a factor from {said} on." if upper else "It holds with all budgets 0."


def check(
    mechanism: Mechanism | SetMechanism | Design,
    demand: object = None,
    *,
    objective: Objective | None = None,
    seconds: float | None = 60,
) -> Checkup:
    """Measure a mechanism in use under every notion, and against the certified optimum of the same privacy.

    Args:
        mechanism: The mechanism, a design, or a mechanism whose answers are sets of inputs (`Design.sets`).
        demand: As in `design`. If it is left out, a design at one ε and δ is checked against its own demand. A mechanism, or a
            design for a range of ε or δ, is then checked against no demand.
        objective: The objective of the efficiency. The default for a design at one ε and δ is its own objective. Else it is
            the variance at prevalence 1/2 if there are two inputs, and the trace if the matrix is square with more inputs.
        seconds: The time limit; None for no limit. When it is reached, the profile and the efficiency may be missing, and the
            answer says so. If time runs out before it is known whether the demand is met, `OutOfTime` is raised.

    Returns:
        The tight numbers of every notion, such as ε; the privacy profile; whether the demand is met; the efficiency in [0, 1].

    Raises:
        InputError: The demand or the objective does not fit the mechanism.

    Example:
        >>> from rropt import LDP, check, from_spec
        >>> found = check(from_spec("warner:p=3/4"), LDP("ln2"))
        >>> found.met, str(found.epsilon)
        (False, 'log(3)')

    Reference: the manual, "Is my RAPPOR setting any good?" (docs/howto/rappor.md).
    """
    with limit_seconds(read_seconds(seconds)):
        return _check(mechanism, demand, objective)


def _check(mechanism: Mechanism | SetMechanism | Design, demand: object, objective: Objective | None) -> Checkup:
    """Check a mechanism as `check` does, within the time limit that the caller has set."""
    known = mechanism if isinstance(mechanism, Design) and mechanism.problem.interval is None else None
    if known is not None:
        demand = known.problem.demand if demand is None else demand
        objective = known.problem.objective if objective is None else objective
    mechanism = answers_of(mechanism)
    pair = mechanism.pair
    if objective is not None and not isinstance(objective, Objective):
        raise refuse_objective(objective)
    gamma = Parity(1).tightest(pair)
    epsilon = Epsilon(gamma)
    stated = None if demand is None else read_demand(demand)
    notion = None if stated is None else stated.notion
    if notion is not None:
        _require_one(notion, pair)
    violations = () if notion is None else notion.violations(pair)
    notions, unfinished = tight_notions(pair, notion), ""
    curve: Profile | None = None
    try:
        curve = profile(pair)
    except OutOfTime:
        unfinished = not_in_time()
    found = efficiency_of(mechanism, notion, epsilon, objective or _natural(mechanism), bool(violations), known)
    said = "" if stated is None else _say_reading(stated, gamma)
    return Checkup(mechanism, gamma, epsilon, curve, notions, notion, violations, found, said, unfinished)


def _require_one(notion: Notion, mechanism: Mechanism) -> None:
    """Refuse a demand with a number, such as epsilon, that ranges over an interval, unless the mechanism depends on such a number
    too."""
    common = notion.bounds(mechanism.k, mechanism.inputs).common
    if isinstance(common_field(mechanism.rows), Free):
        return
    if common is None or not is_free(common[0]):
        if is_open(notion):
            raise InputError(f"{notion} ranges over an interval; state one number")
        return
    delta = common[1]
    least = profile(mechanism).epsilon(delta)
    if is_infinite(least.t):
        met = "meets it for no epsilon"
    else:
        met = f"meets it if and only if epsilon is at least {least.shown(direction='upper')}"
    raise InputError(f"{notion} ranges over an interval of epsilon, and this mechanism {met}; state one epsilon")


def _say_reading(stated: StatedDemand, gamma: Bound) -> str:
    """Say how the demand was read. If the demand is a boundary h, it is read as an upper bound B(h) on the parity of the mechanism.

    The number B(h) may be known only by a lower and an upper bound. If the parity `gamma` lies between these two bounds, the text
    adds that it is not decided whether the mechanism keeps h.
    """
    if not stated.open_for(gamma):
        return stated.said
    return f"{stated.said}; the parity of this mechanism lies between the bounds of B(h), so h itself is not decided"


def _natural(mechanism: Answers) -> Objective | None:
    """The default objective for the mechanism: the variance at prevalence 1/2 if there are two inputs, the trace if the matrix is
    square and larger, else None."""
    if (matrix := mechanism.matrix) is None:
        return None
    if matrix.k == 2:
        return find_objective("variance").from_options("variance", {"prevalence": "1/2"})
    return find_objective("trace").from_options("trace", {}) if matrix.k == matrix.m else None


def _profile_fields(profile: Profile) -> dict[str, Any]:
    """The breakpoints, the values there, and the pieces, as text."""
    pieces = [
        {
            "from": show(x.start),
            "to": show(x.end),
            "intercept": show(x.intercept),
            "slope": show(-x.slope),
            "pair": None if x.pair is None else list(map(str, x.pair)),
        }
        for x in profile.pieces
    ]
    values = {"breakpoints": [show(x) for x in profile.breakpoints], "deltas": [show(x) for x in profile.deltas]}
    return {**values, "pieces": pieces}
