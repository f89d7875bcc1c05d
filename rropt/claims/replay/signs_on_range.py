"""Checks a tree of steps that shows the sign of a sum of powers, exponentials and logarithms of one variable on a range.

The aim is f ≥ 0, or f > 0, on a range. Each step proves the aim if the condition beside it is true. There, f' is the derivative of
f, "the sign" is the sign in the aim, and the inside is the range without its ends:

    ["terms"]                 no term of f is negative and, for f > 0, some term is positive
    ["polynomial"]            f is a polynomial (in a root of x), and isolation of real roots shows the sign
    ["boxes"]                 interval arithmetic shows the sign, on a bounded range
    ["times", i, m, n, …]     f·x^i·e^(m·x + n) has the sign, where x > 0 on the range or i = 0
    ["mirror", …]             f(−x) has the sign on the range mirrored
    ["cut", c, …, …]          f has the sign on the part with x ≤ c, and on the part with x ≥ c
    ["low", …]                f tends to a limit of at least 0 at the lower end, and f' ≥ 0 on the inside
    ["high", …]               f tends to a limit of at least 0 at the upper end, which may be infinite, and −f' ≥ 0 on the inside

Each … is the tree for an aim that the step leaves to show. In the steps "low" and "high", f is at least the limit on the whole
range, by the mean value theorem. For f > 0, the limit must be positive. A limit of 0 is enough if f' (for "high", −f') is positive
on the inside and the end does not belong to the range.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from rropt.claims.language.syntax import Compare, Var, number
from rropt.claims.replay.boxes import show_by_boxes
from rropt.claims.replay.exponential_sums import (
    ExponentialSum,
    as_term,
    limit_at_high,
    limit_at_low,
    mirror,
    slope,
    times,
)
from rropt.claims.replay.line import solution_exists

__all__ = ["Aim", "Range", "has_sign", "step_parts"]

MOST_DEPTH = 60
MOST_DEGREE = 60
MOST_EXPONENT = 200
MOST_BOXES = 24
X = "x"


class Range(NamedTuple):
    """The real numbers between `low` and `high`. An end that is None is infinite.

    `has_low` and `has_high` say whether the end belongs to the range.
    """

    low: Fraction | None
    has_low: bool
    high: Fraction | None
    has_high: bool

    def is_positive(self) -> bool:
        """Whether all numbers of the range are positive."""
        return self.low is not None and (self.low > 0 or (self.low == 0 and not self.has_low))

    def is_empty(self) -> bool:
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and not (self.has_low and self.has_high))

    def inside(self) -> Range:
        return Range(self.low, False, self.high, False)

    def mirror(self) -> Range:
        low, high = (None if x is None else -x for x in (self.high, self.low))
        return Range(low, self.has_high, high, self.has_low)

    def below(self, c: Fraction) -> Range:
        """Return the part of the range with x ≤ c."""
        return self if self.high is not None and self.high <= c else Range(self.low, self.has_low, c, True)

    def above(self, c: Fraction) -> Range:
        """Return the part of the range with x ≥ c."""
        return self if self.low is not None and self.low >= c else Range(c, True, self.high, self.has_high)


class Aim(NamedTuple):
    """A statement to prove about a function f of one variable: f > 0 (strict) or f ≥ 0 everywhere on a range."""

    f: ExponentialSum
    range: Range
    strict: bool

    def has_a_value(self) -> bool:
        """Whether f is surely defined and continuous on the whole range."""
        if self.range.is_positive() or all(k.is_natural() for k in self.f):
            return True
        return self.range.low == 0 and all(k.power >= 0 and not k.logs for k in self.f)


def has_sign(aim: Aim, tree: Any, depth: int = MOST_DEPTH) -> bool:
    """Whether the tree of steps proves the aim, a sign of a function on a range. Trees more than `depth` steps deep are refused."""
    if aim.range.is_empty():
        return True
    if depth == 0 or not aim.has_a_value():
        return False
    match tree:
        case ["terms"]:
            return _has_sign_by_terms(aim)
        case ["polynomial"]:
            return _has_sign_by_roots(aim)
        case ["boxes"]:
            return _has_sign_by_boxes(aim)
        case [_, *_]:
            parts = step_parts(aim, tree)
            return parts is not None and all(has_sign(part, inner, depth - 1) for part, inner in parts)
    return False


def step_parts(aim: Aim, tree: list[Any]) -> list[tuple[Aim, Any]] | None:
    """List the aims that the first step of a tree leaves to prove, each with its own tree.

    None if the step cannot be applied to the aim.
    """
    f, where, strict = aim
    match tree:
        case ["times", i, m, n, inner]:
            power, rate, shift = Fraction(i), Fraction(m), Fraction(n)
            if max(map(abs, (power, rate, shift))) > MOST_EXPONENT or (power and not where.is_positive()):
                return None
            return [(Aim(times(f, power, rate, shift), where, strict), inner)]
        case ["mirror", inner]:
            turned = mirror(f)
            return None if turned is None else [(Aim(turned, where.mirror(), strict), inner)]
        case ["cut", c, below, above]:
            at = Fraction(c)
            return [(Aim(f, where.below(at), strict), below), (Aim(f, where.above(at), strict), above)]
        case ["low", inner]:
            return _from_end(aim, limit_at_low(f, where.low), 1, where.has_low, inner)
        case ["high", inner]:
            return _from_end(aim, limit_at_high(f, where.high), -1, where.has_high, inner)
    return None


def _from_end(aim: Aim, limit: int | None, way: int, has_end: bool, inner: Any) -> list[tuple[Aim, Any]] | None:
    if limit is None or limit < 0 or (aim.strict and limit == 0 and has_end):
        return None
    steep = {k: way * c for k, c in slope(aim.f).items()}
    return [(Aim(steep, aim.range.inside(), aim.strict and limit == 0), inner)]


def _has_sign_by_terms(aim: Aim) -> bool:
    """Whether every term is clearly not negative on the range and, if the aim is strict, some term is positive."""
    where = aim.range
    from_0 = where.low is not None and where.low >= 0
    logs_known = where.low is not None and where.low >= 1
    for k, c in aim.f.items():
        even_power = k.power.denominator == 1 and k.power % 2 == 0
        if c < 0 or not (from_0 or even_power) or not (logs_known or k.logs % 2 == 0):
            return False
    above_1 = logs_known and (where.low != 1 or not where.has_low)
    return not aim.strict or any((not k.power or where.is_positive()) and (not k.logs or above_1) for k in aim.f)


def _has_sign_by_roots(aim: Aim) -> bool:
    """Whether the isolation of real roots shows that the function f of the aim is > 0 (strict) or ≥ 0 on the range.

    f must be a polynomial in x, or in a root of x such as sqrt(x). If it is not, the answer is False.
    """
    where = aim.range
    if any(k.rate or k.shift or k.logs or k.power < 0 for k in aim.f):
        return False
    q = lcm(*(k.power.denominator for k in aim.f))
    if any(k.power * q > MOST_DEGREE for k in aim.f) or (q > 1 and (where.low is None or where.low < 0)):
        return False
    conditions = [([Fraction(0), Fraction(1)], ">=")] if q > 1 else []
    for end, has_end, sign in ((where.low, where.has_low, 1), (where.high, where.has_high, -1)):
        if end is not None:
            bound = [-sign * end, *[Fraction(0)] * (q - 1), Fraction(sign)]
            conditions.append((bound, ">=" if has_end else ">"))
    against = [Fraction(0)] * (1 + max((int(k.power * q) for k in aim.f), default=0))
    for k, c in aim.f.items():
        against[int(k.power * q)] = -c
    return not solution_exists([*conditions, (against, ">=" if aim.strict else ">")])


def _has_sign_by_boxes(aim: Aim) -> bool:
    low, high = aim.range.low, aim.range.high
    if low is None or high is None:
        return False
    hypotheses = (Compare(Var(X), ">=", number(low)), Compare(Var(X), "<=", number(high)))
    conclusion = Compare(as_term(aim.f, X), ">" if aim.strict else ">=", number(0))
    return show_by_boxes(hypotheses, conclusion, most=MOST_BOXES) is not None
