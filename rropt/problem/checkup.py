"""`checkup`: what a mechanism that somebody already uses protects, and how far it is from the certified optimum.

Efficiency lies in [0, 1]: optimum ÷ value where smaller is better, value ÷ optimum where larger is. The optimum is that of
the stated demand, or of ε-LDP at the mechanism's own tight ε; where that is infinite, or the value is not finite, it is
None with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import decimal, show_with_decimal, spell_decimals
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Either, InputError
from rropt.exact.fields import Free
from rropt.exact.matrix import common_field, have_common_field
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import (
    LDP,
    All,
    Notion,
    Parity,
    Profile,
    Violation,
    profile,
)
from rropt.privacy.disclosed import warnings_of_proof
from rropt.privacy.in_words import demand_in_words, tight_in_words
from rropt.privacy.pairs.by_pair import ByPair
from rropt.problem.advice import refuse_objective
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.every_notion import NAMES, tight_notions
from rropt.problem.kinds import OBJECTIVES
from rropt.problem.known import find_objective, read_demand
from rropt.problem.result import Design
from rropt.problem.sets import SetMechanism, answers_of
from rropt.problem.words import mechanism_table, say_beliefs, say_what_to_do, warning_lines
from rropt.results import Result, Table, fact_table, number_fields

if TYPE_CHECKING:
    from rropt.breach.demand import StatedDemand

__all__ = ["Checkup", "Efficiency", "checkup"]

SCHEMA = "rropt/check/1"
FINE = 120
MOST_CELLS = 400
DELTA = "delta, the chance up to which the promise fails, that is needed at each epsilon:"
UNASKED = "no objective fits the shape of this mechanism unasked; state one, such as total-variance (the error of every share)"
NEXT_TO_ONE = Fraction(1, 10**9)
"""An efficiency within this of 1 is that of an optimum found between bounds."""


@dataclass(frozen=True, slots=True, repr=False)
class Efficiency(Result):
    """A ratio in [0, 1] with the better design, or None with the reason.

    `value` is the mechanism's own. Each is given by its bounds, which are equal where it is known exactly.
    """

    bounds: tuple[Number, Number] | None
    objective: str
    values: tuple[Number | float, Number | float] | None
    better: Design | None
    reason: str = ""

    @property
    def ratio(self) -> Number | None:
        """The ratio where it is known exactly."""
        return self.bounds[0] if self.bounds is not None and self.bounds[0] == self.bounds[1] else None

    @property
    def value(self) -> Number | float | None:
        """The value where it is known exactly."""
        return self.values[0] if self.values is not None and self.values[0] == self.values[1] else None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary."""
        return {
            "ratio": None if self.bounds is None else number_fields(self.ratio, *self.bounds),
            "objective": self.objective,
            "value": None if self.values is None else _value_fields(self.value, *self.values),
            "reason": self.reason or None,
            "better": None if self.better is None else self.better.to_dict(),
        }

    @property
    def is_next_to_one(self) -> bool:
        """Whether the bounds leave next to nothing for a better design."""
        return self.bounds is not None and not is_free(self.bounds[0]) and self.bounds[0] > 1 - NEXT_TO_ONE

    @property
    def said(self) -> str:
        """The ratio and whether it can be better, or the reason there is none, in a line."""
        if self.bounds is None:
            return f"Efficiency: none; {self.reason}."
        better = self.better
        assert better is not None and better.lower is not None and better.upper is not None and self.values is not None
        values = f"this design {_plainly_between(*self.values)}, optimum {_plainly_between(better.lower, better.upper)}"
        line = f"Efficiency for the {spell_decimals(self.objective)}: {_plainly_between(*self.bounds)} ({values})."
        if self.ratio == 1:
            return f"{line} No design of the same protection does better."
        if self.is_next_to_one and (better.mechanism or better.sets) is not None:
            return f"{line} No design of the same protection does better by more than these bounds leave open."
        return line

    def explain(self) -> str:
        """The ratio with the better design, or the reason there is none."""
        return "\n".join(_efficiency_lines(self))

    def as_table(self) -> Table:
        """The ratio, the objective and its value."""
        value = "none" if self.values is None else _say_between(*self.values)
        return fact_table({"efficiency": _say_ratio(self), "objective": self.objective or "none", "value": value})


@dataclass(frozen=True, slots=True, repr=False)
class Checkup(Result):
    """The tight privacy of a mechanism under every notion, the demand's verdict, and its efficiency."""

    mechanism: Mechanism | SetMechanism
    parity: Number | float
    epsilon: Epsilon
    profile: Profile
    notions: dict[str, dict[str, str]]
    demand: Notion | None
    violations: tuple[Violation, ...]
    efficiency: Efficiency
    said: str = ""

    @property
    def met(self) -> bool:
        """Whether the stated demand, if any, is met."""
        return not self.violations

    @property
    def factor(self) -> tuple[Number | float, Number | float] | None:
        """Bounds on the least factor by which all budgets of a demand by pairs, or of several demands, could be multiplied."""
        if not isinstance(self.demand, ByPair | All):
            return None
        found = self.demand.tightest(_pair_of(self.mechanism))
        return (found, found) if isinstance(found, float) else found

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {
            "schema": SCHEMA,
            "parity": show(self.parity),
            "epsilon": str(self.epsilon),
            "delta_profile": self.profile.to_dict(),
            "notions": self.notions,
            "demand": None if self.demand is None else self.demand.to_dict(),
            "met": self.met if self.demand is not None else None,
            "demand_said": self.said or None,
            **({} if self.factor is None else {"factor": _value_fields(None, *self.factor)}),
            "violations": [v.to_dict() for v in self.violations],
            "efficiency": self.efficiency.to_dict(),
            "warnings": list(warnings_of_proof(_pair_of(self.mechanism))),
        }

    def as_table(self) -> Table:
        """The tight numbers under each notion, the demand's verdict and the efficiency."""
        facts: dict[str, Any] = {
            "parity": self.parity,
            "epsilon": self.epsilon,
            **{n: tight_in_words(n, x, self.parity) for n, x in self.notions.items()},
        }
        if self.demand is not None:
            facts[str(self.demand)] = "met" if self.met else "NOT met"
        return fact_table(facts | {"efficiency": _say_ratio(self.efficiency)})

    def explain(self) -> str:
        """The mechanism, what it protects, whether the demand is met, and its efficiency."""
        lines = [] if self.demand is None else _demand_lines(self)
        lines += warning_lines(warnings_of_proof(_pair_of(self.mechanism)))
        lines.append(f"Respondents: {say_what_to_do(self.mechanism)}")
        lines.append(
            f"Tight epsilon (delta = 0): {self.epsilon.shown()}; largest ratio in a row (the parity): "
            f"{show_with_decimal(self.parity)}."
        )
        lines += filter(None, [say_beliefs(self.mechanism)])
        said = _efficiency_lines(self.efficiency)
        lines += [*said, *([] if len(said) > 1 else [""]), _table(self.mechanism), ""]
        every = (
            "Under every notion, with t = e^epsilon:"
            if is_free(self.parity)
            else "Under every notion (bounds, rounded up):"
        )
        lines.append(every)
        lines += [f"  {NAMES[name]}: {tight_in_words(name, x, self.parity)}" for name, x in self.notions.items()]
        return "\n".join([*lines, "", DELTA, str(self.profile)])


def _table(p: Mechanism | SetMechanism) -> str:
    """The mechanism as a person reads it, unless it fills screens."""
    if isinstance(p, SetMechanism) or p.k * p.m <= MOST_CELLS:
        return mechanism_table(p)
    whole = Either("`mechanism` has", "--json has, and rropt show of a file or a family")
    return f"(a table of {p.m} answers by {p.k} truths, which {whole})"


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
    shown_first = [f"  {v.describe(_pair_of(found.mechanism))}" for v in found.violations[:5]]
    return [f"NOT met: {asked}; {fail}:", *shown_first, *said]


def _say_factor(lower: Number | float, upper: Number | float) -> str:
    """How much stronger, or weaker, the demand could be."""
    if isinstance(lower, float):
        return "With no budgets, however large, are its slacks kept."
    said = show(upper) if lower == upper else f"≈ {decimal(upper, digits=6, direction='upper')}"
    return f"It holds with all budgets times a factor from {said} on." if upper else "It holds with all budgets 0."


def _efficiency_lines(found: Efficiency) -> list[str]:
    better = found.better
    if found.bounds is None or better is None or found.ratio == 1 or found.is_next_to_one:
        return [found.said]
    rival = better.mechanism or better.sets
    if rival is None:
        return [found.said]
    return [
        found.said,
        "",
        "A better design of the same protection:",
        _table(rival),
        "",
        "The design that was checked:",
    ]


def _plainly_between(lower: Number | float, upper: Number | float) -> str:
    """A number as a decimal, or its bounds."""
    if lower == upper:
        return show(lower) if is_free(lower) else decimal(lower)
    return _say_between(lower, upper)


def _say_ratio(found: Efficiency) -> str:
    return f"none; {found.reason}" if found.bounds is None else _say_between(*found.bounds)


def _say_between(lower: Number | float, upper: Number | float) -> str:
    if lower == upper:
        return show_with_decimal(lower)
    return f"between {decimal(lower, digits=15, direction='lower')} and {decimal(upper, digits=15, direction='upper')}"


def _value_fields(value: Number | float | None, lower: Number | float, upper: Number | float) -> dict[str, Any] | None:
    if isinstance(lower, float) or isinstance(upper, float):
        return {"exact": "inf", "lower": "inf", "upper": "inf"}
    return number_fields(None if isinstance(value, float) else value, lower, upper)


def checkup(
    mechanism: Mechanism | SetMechanism | Design, demand: object = None, *, objective: Objective | None = None
) -> Checkup:
    """What a mechanism in use protects under every notion, and how far it is from the certified optimum of the same privacy.

    Args:
        mechanism: The mechanism, a design, or one whose answers are sets of inputs (`Design.sets`).
        demand: A notion or, as in `design`, a table, a boundary, a pair, a sympy expression or a `BreachBound`; if not given
            that of the design, else none.
        objective: What efficiency is measured by; if not given that of the design, else the variance at prevalence 1/2 of two
            inputs, the trace of a square mechanism.

    Returns:
        The tight parity, ε, δ-profile and numbers of every notion, whether the demand is met, and the efficiency in [0, 1].

    Raises:
        InputError: The demand or the objective does not fit the mechanism.

    Example:
        >>> from rropt import LDP, checkup, from_spec
        >>> found = checkup(from_spec("warner:p=3/4"), LDP("ln2"))
        >>> found.met, str(found.epsilon)
        (False, 'log(3)')

    Reference: the manual, "Is my RAPPOR setting any good?" (docs/howto/rappor.md).
    """
    if isinstance(mechanism, Design) and mechanism.problem.interval is None:
        demand = mechanism.problem.demand if demand is None else demand
        objective = mechanism.problem.objective if objective is None else objective
    mechanism = answers_of(mechanism)
    pair = _pair_of(mechanism)
    if objective is not None and not isinstance(objective, Objective):
        raise refuse_objective(objective)
    gamma = Parity(1).tightest(pair)
    epsilon = Epsilon(gamma)
    stated = None if demand is None else read_demand(demand)
    notion = None if stated is None else stated.notion
    if notion is not None:
        _require_one(notion, pair)
    violations = () if notion is None else notion.violations(pair)
    found = _efficiency(mechanism, notion, epsilon, objective or _natural(mechanism), bool(violations))
    said = "" if stated is None else _say_reading(stated, gamma)
    return Checkup(
        mechanism, gamma, epsilon, profile(pair), tight_notions(pair, notion), notion, violations, found, said
    )


def _pair_of(p: Mechanism | SetMechanism) -> Mechanism:
    """What privacy is judged by: the mechanism, or where its answers are sets what it tells of two inputs."""
    return p.pair if isinstance(p, SetMechanism) else p


def _require_one(notion: Notion, mechanism: Mechanism) -> None:
    """A demand with a free epsilon is answered by where it is met, unless the mechanism is a function of it too."""
    common = notion.bounds(mechanism.k, mechanism.inputs).common
    if common is None or not is_free(common[0]) or isinstance(common_field(mechanism.rows), Free):
        return
    delta = common[1]
    least = profile(mechanism).epsilon(delta)
    if isinstance(least.t, float):
        met = "meets it for no epsilon"
    else:
        met = f"meets it exactly from epsilon = {least.shown()} on"
    raise InputError(f"{notion} is a demand for each epsilon of a range; this mechanism {met}; state one epsilon")


def _say_reading(stated: StatedDemand, gamma: Number | float) -> str:
    """How the demand was read, and whether what it became leaves the stated one open."""
    if not stated.open_for(gamma):
        return stated.said
    return f"{stated.said}; the parity of this mechanism lies between the bounds of B(h), so h itself is not decided"


def _natural(mechanism: Mechanism | SetMechanism) -> Objective | None:
    """The first kind of objective that fits the shape: the variance of two inputs, the trace of a square mechanism."""
    if isinstance(mechanism, SetMechanism):
        return None
    kinds = dict.fromkeys(find_objective(name) for name in OBJECTIVES)
    found = (kind.natural_for(mechanism) for kind in kinds)
    return next((objective for objective in found if objective is not None), None)


def _efficiency(
    mechanism: Mechanism | SetMechanism,
    demand: Notion | None,
    epsilon: Epsilon,
    objective: Objective | None,
    breached: bool,
) -> Efficiency:
    name = "" if objective is None else str(objective)
    if objective is None:
        return Efficiency(None, name, None, None, UNASKED)
    if breached:
        return Efficiency(None, name, None, None, "the stated demand is not met, so its optimum is no yardstick")
    if demand is None and isinstance(epsilon.t, float):
        return Efficiency(None, name, None, None, "the tight epsilon is infinite, and no demand was stated")
    if isinstance(mechanism, SetMechanism):
        (low, high), rivals = objective.value_of_sets(mechanism), None
    else:
        (low, high), rivals = objective.value_bounds(mechanism), objective.rival_outputs(mechanism)
    if isinstance(low, float) or isinstance(high, float):
        return Efficiency(
            None, name, (low, high), None, "the mechanism does not identify the prevalence, so its variance is infinite"
        )
    values = (low, high)
    better = design(
        objective,
        demand or LDP(epsilon),
        outputs=rivals,
        inputs=mechanism.inputs or mechanism.k,
    )
    if better.lower is None or better.upper is None:
        return Efficiency(None, name, values, better, f"the optimum is {better.verdict.value}")
    optimum = (better.lower, better.upper)
    if not have_common_field([values, optimum]):
        values, optimum = _outward(*values), _outward(*optimum)
    top, below = (optimum, values) if objective.sense == "min" else (values, optimum)
    if below[0] <= 0 or top[0] < 0:
        return Efficiency(None, name, values, better, "a ratio of values that are not positive means nothing")
    least, most = top[0] / below[1], top[1] / below[0]
    return Efficiency((least, most if most == least or most < 1 else Fraction(1)), name, values, better)


def _outward(lower: Number, upper: Number) -> tuple[Number, Number]:
    """Rational bounds around two numbers."""
    return enclose_relative(lower, bits=FINE)[0], enclose_relative(upper, bits=FINE)[1]
