"""The efficiency of a mechanism: a number in [0, 1], which compares its value with the certified optimum of the same protection. If
there is no efficiency, a reason is given."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import Direction, decimal, show_with_decimal, spell_decimals
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, Either, InputError, OutOfTime
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import have_common_field
from rropt.exact.patience import limit_seconds, not_in_time
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show
from rropt.mechanism import Answers, Mechanism
from rropt.privacy import LDP, Notion
from rropt.privacy.words import warnings_of_proof
from rropt.problem.contract import Objective, Sense, has_equal_diagonal
from rropt.problem.design import design
from rropt.problem.problem import Outputs, Problem, takes_averages
from rropt.problem.result import Design
from rropt.problem.words import mechanism_table, warning_lines
from rropt.results import Result, Table, fact_table, number_fields

__all__ = [
    "Efficiency",
    "efficiency_lines",
    "efficiency_of",
    "ratio_to_optimum",
    "say_ratio",
    "table_unless_long",
    "value_fields",
]

N = TypeVar("N", Fraction, Number)
FINE = 120
MOST_CELLS = 400
UNASKED = "no objective is assumed for a mechanism of this shape; state one, such as total-variance (the error of every share)"
UNEQUAL = "the optimum is asked for among mechanisms with p00 = p11, and this one is not among them; leave that restriction out"
UNIDENTIFIED = "the mechanism does not identify all that is estimated, so its value is infinite"
IN_PIECES = "the optimum depends on epsilon or delta, so it is no single number; ask at one epsilon and delta"
UNEXCEEDED = "the value of this mechanism is infinite already, so no design does better"
NEXT_TO_ONE = Fraction(1, 10**9)
"""If an efficiency certainly lies less than this below 1, no design counts as noticeably better."""


@dataclass(frozen=True, slots=True, repr=False)
class Efficiency(Result):
    """The efficiency of a mechanism: the ratio of its value and the optimum, in [0, 1]; it is 1 if no design is better.

    `better` is the design found for the optimum, or None. `bounds` has two bounds of the ratio, and `values` two bounds of the
    mechanism's own value; they are equal if the number is known exactly. If no ratio is known, `bounds` is None and `reason` says
    why.
    """

    bounds: tuple[Number, Number] | None
    objective: str
    values: tuple[Bound, Bound] | None
    better: Design | None
    reason: str = ""
    own: Epsilon | None = None
    """The mechanism's tight epsilon if a demand was stated, because the optimum then keeps that demand; None if the optimum keeps
    this epsilon itself."""

    @property
    def ratio(self) -> Number | None:
        """The ratio of the value and the optimum, in [0, 1], if it is known exactly; else None."""
        return self.bounds[0] if self.bounds is not None and self.bounds[0] == self.bounds[1] else None

    @property
    def value(self) -> Bound | None:
        """The mechanism's own value if it is known exactly; else None."""
        return self.values[0] if self.values is not None and self.values[0] == self.values[1] else None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {
            "ratio": None if self.bounds is None else number_fields(self.ratio, *self.bounds),
            "objective": self.objective,
            "value": None if self.values is None else value_fields(self.value, *self.values),
            "reason": self.reason or None,
            "better": None if self.better is None else self.better.to_dict(),
        }

    @property
    def _protection(self) -> str:
        """Say for which protection the optimum was computed: that of the stated demand, or the mechanism's own epsilon."""
        return "the same epsilon" if self.own is None else "the protection asked for"

    @property
    def is_next_to_one(self) -> bool:
        """Whether the bounds show that no design is noticeably better."""
        return self.bounds is not None and not is_free(self.bounds[0]) and self.bounds[0] > 1 - NEXT_TO_ONE

    @property
    def said(self) -> str:
        """Say in one line the ratio of the mechanism's value and the optimum, or why there is none.

        If no design is better, the line says so.
        """
        if self.bounds is None:
            about = f" for the {spell_decimals(self.objective)}" if self.objective else ""
            return f"Efficiency{about}: none; {self.reason}."
        better = self.better
        assert better is not None and better.lower is not None and better.upper is not None and self.values is not None
        values = f"this design {_plainly_between(*self.values)}, optimum {_plainly_between(better.lower, better.upper)}"
        ratio = _plainly_between(*self.bounds, direction="lower")
        line = f"Efficiency for the {spell_decimals(self.objective)}: {ratio} ({values})."
        if self.ratio == 1:
            return f"{line} No design of {self._protection} does better."
        if self.is_next_to_one and (better.mechanism or better.sets) is not None:
            return f"{line} No design of {self._protection} does better by more than these bounds leave open."
        return line

    def explain(self) -> str:
        """Write the efficiency, and a better design if there is one. If the efficiency is not known, say why."""
        return "\n".join(efficiency_lines(self))

    def as_table(self) -> Table:
        """A table of the efficiency, the objective and the mechanism's own value, with one row for each."""
        value = "none" if self.values is None else _say_between(*self.values)
        return fact_table({"efficiency": say_ratio(self), "objective": self.objective or "none", "value": value})


def table_unless_long(p: Mechanism | SetMechanism) -> str:
    """Write the mechanism's table. If it would fill several screens, write instead where to find it."""
    if p.matrix is None or p.k * p.m <= MOST_CELLS:
        return mechanism_table(p)
    whole = Either("`mechanism` has", "--json has, and rropt show of a file or a family")
    return f"(a table of {p.m} answers by {p.k} truths, which {whole})"


def efficiency_lines(found: Efficiency) -> list[str]:
    """Return lines that state the efficiency and, if a design is better, show this design.

    If the efficiency is not known, the only line says why.
    """
    better = found.better
    if found.bounds is None or better is None or found.ratio == 1 or found.is_next_to_one:
        return [found.said]
    rival = better.mechanism or better.sets
    if rival is None:
        return [found.said]
    return [
        found.said,
        "",
        f"A better design of {found._protection}{_compare_epsilons(found.own, better.mechanism)}:",
        *(warning_lines(warnings_of_proof(rival.pair)) if not rival.pair.is_free else []),
        table_unless_long(rival),
        "",
        "The design that was checked:",
    ]


def _compare_epsilons(own: Epsilon | None, rival: Mechanism | None) -> str:
    """Say the epsilon of the better design, and the epsilon `own` of the design that is checked. The text is empty if both are
    equal, or if one of them is free or not known."""
    if own is None or own.is_free or rival is None or rival.is_free:
        return ""
    theirs, said = (x.shown(direction="upper") for x in (LDP.tightest_epsilon(rival), own))
    return "" if theirs == said else f", with epsilon {theirs} where the design checked has {said}"


def _plainly_between(lower: Bound, upper: Bound, *, direction: Direction = "nearest") -> str:
    """If both bounds are equal, write the number as a decimal, or as a function of t if it is one. Else write both bounds."""
    if lower == upper:
        return show(lower) if is_free(lower) else decimal(lower, direction=direction)
    return _say_between(lower, upper)


def say_ratio(found: Efficiency) -> str:
    """Say the ratio or its bounds, or the reason why there is none."""
    return f"none; {found.reason}" if found.bounds is None else _say_between(*found.bounds, direction="lower")


def _say_between(lower: Bound, upper: Bound, *, direction: Direction = "nearest") -> str:
    if lower == upper:
        return show_with_decimal(lower, direction=direction)
    return f"between {decimal(lower, direction='lower')} and {decimal(upper, direction='upper')}"


def value_fields(value: Bound | None, lower: Bound, upper: Bound) -> dict[str, Any] | None:
    """A number and its bounds as JSON; "inf" for all three if a bound is infinite."""
    if is_infinite(lower) or is_infinite(upper):
        return {"exact": "inf", "lower": "inf", "upper": "inf"}
    return number_fields(None if is_infinite(value) else value, lower, upper)


def efficiency_of(
    mechanism: Mechanism | SetMechanism,
    demand: Notion | None,
    epsilon: Epsilon,
    objective: Objective | None,
    breached: bool,
    known: Design | None = None,
) -> Efficiency:
    """Compute the efficiency of a mechanism under a demand. If no demand is given, the demand is ε-LDP at the mechanism's own tight
    epsilon.

    If `breached` is True, the mechanism does not keep the demand, and there is no ratio. The result then has the reason instead. It
    also has a reason instead of a ratio if there is no objective, if the tight epsilon is infinite and no demand is given, if time
    runs out, or if `_compare_with_optimum` finds no ratio.

    `known` is the design that the mechanism comes from, if there is one. If its problem is the one whose optimum is sought, its
    bounds are used for the mechanism's value and for the optimum.
    """
    name = "" if objective is None else str(objective)
    if objective is None:
        return Efficiency(None, name, None, None, UNASKED)
    if breached:
        return Efficiency(None, name, None, None, "the stated demand is not met, so its optimum is no yardstick")
    if demand is None and is_infinite(epsilon.t):
        return Efficiency(None, name, None, None, "the tight epsilon is infinite, and no demand was stated")
    try:
        # half of the time is left for what follows
        with limit_seconds(math.inf, share=0.5):
            found = _compare_with_optimum(mechanism, demand or LDP(epsilon), objective, known)
            return found if demand is None else replace(found, own=epsilon)
    except OutOfTime:
        return Efficiency(None, name, None, None, not_in_time())


def _compare_with_optimum(mechanism: Answers, demand: Notion, objective: Objective, known: Design | None) -> Efficiency:
    """Compare a mechanism that keeps the demand with the certified optimum under this demand.

    The result has a reason instead of a ratio in five cases: the objective does not allow the mechanism, its value is infinite,
    there is no optimum, `design` refuses to look for one, or `ratio_to_optimum` gives no ratio. If the mechanism is better than the
    optimum, raise `Disagreement`.
    """
    name, outputs = str(objective), _outputs_against(mechanism, objective, demand)
    if has_equal_diagonal(objective) and not _is_symmetric(mechanism):
        return Efficiency(None, name, None, None, UNEQUAL)
    averages = demand.bounds(mechanism.k, mechanism.inputs).averages()
    asked = None
    if not averages or takes_averages(objective, 2 if outputs is None else outputs):
        asked = Problem(objective, demand, outputs=outputs, inputs=mechanism.inputs or mechanism.k)
    own = known if known is not None and known.problem == asked else None
    low: Bound | None = None if own is None else own.lower
    high: Bound | None = None if own is None else own.upper
    if low is None or high is None:
        low, high = mechanism.value(objective)
    if is_infinite(low) or is_infinite(high):
        return Efficiency(None, name, (low, high), None, UNIDENTIFIED if objective.sense == "min" else UNEXCEEDED)
    values = (low, high)
    if asked is None:
        return Efficiency(None, name, values, None, f"the {objective.called} cannot be designed under a vulnerability")
    try:
        better = own or design(asked, seconds=None)
    except InputError as error:  # such as an optimum that is infinite
        return Efficiency(None, name, values, None, f"no optimum is found, as {error}")
    if better.lower is None or better.upper is None:
        reason = IN_PIECES if better.pieces else f"the optimum is {better.verdict.value}"
        return Efficiency(None, name, values, better, reason)
    values, optimum = _in_one_field(values, (better.lower, better.upper))
    ratio = ratio_to_optimum(values, optimum, objective.sense)
    reason = "" if ratio is not None else "a ratio of values that are not positive means nothing"
    if ratio is not None and ratio[0] > 1:
        raise Disagreement(
            f"the {name} of the mechanism is {_plainly_between(*values)}, which is better than the certified optimum, "
            f"{_plainly_between(*optimum)}; nothing is concluded"
        )
    return Efficiency(ratio, name, values, better, reason)


def _is_symmetric(p: Answers) -> bool:
    """Whether the mechanism has two outputs, and its two diagonal entries are equal."""
    return p.matrix is not None and p.m == 2 and p.matrix.rows[0][0] == p.matrix.rows[1][1]


def _outputs_against(mechanism: Answers, objective: Objective, demand: Notion) -> Outputs | None:
    """Return the number of outputs with which the optimum is computed. If the mechanism has more outputs than is usual for the
    objective, this is "free" (any number); else None (the usual number)."""
    usual = Problem(objective, demand, inputs=mechanism.inputs or mechanism.k).outputs
    return "free" if usual != "free" and mechanism.m > usual else None


def _in_one_field(value: tuple[N, N], optimum: tuple[N, N]) -> tuple[tuple[N, N], tuple[N, N]]:
    """Return both pairs of bounds so that they can be compared. If all four numbers lie in a common number field, they stay as they
    are. Else each lower bound is rounded down, and each upper bound up, to rationals."""
    if have_common_field([value, optimum]):
        return value, optimum
    return _outward(*value), _outward(*optimum)


def _outward(lower: N, upper: N) -> tuple[N, N]:
    """Round the lower number down and the upper one up, to rationals."""
    return enclose_relative(lower, bits=FINE)[0], enclose_relative(upper, bits=FINE)[1]


def ratio_to_optimum(value: tuple[N, N], optimum: tuple[N, N], sense: Sense) -> tuple[N, N] | None:
    """Bound the efficiency by means of bounds of the value and of the optimum. The efficiency is optimum ÷ value if `sense` is
    "min", else value ÷ optimum.

    If the two bounds of the efficiency differ, an upper bound above 1 is lowered to 1. If they are equal, the efficiency is known
    exactly, and is left as it is. None if the divisor may be 0 or less, or the dividend less than 0.
    """
    value, optimum = _in_one_field(value, optimum)
    top, below = (optimum, value) if sense == "min" else (value, optimum)
    if below[0] <= 0 or top[0] < 0:
        return None
    least, most = top[0] / below[1], top[1] / below[0]
    return least, most if most == least or most < 1 else Fraction(1)
