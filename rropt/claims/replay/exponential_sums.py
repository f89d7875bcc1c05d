"""Functions of one variable that are sums of c·x^i·e^(m·x + n)·(log x)^k: their products, derivatives, limits and signs.

c, i, m and n are rational, and k is a whole number that is not negative. A sum is a table from (i, m, n, k) to c. If k > 0 or i <
0, a summand is defined for x > 0 alone. If k = 0 and i is positive but not whole, a summand is defined for x ≥ 0, and is 0 at x =
0.

The sign at a rational point x = a is found as follows. Suppose that all powers a^i are rational. The summands at a are then
rational multiples of e^u·(log a)^k with u = m·a + n. Numbers e^u with distinct rational u are linearly independent over the
rationals (Lindemann and Weierstrass). So the sum is 0 at a if, for each pair (u, k), the multiples add up to 0. Without logarithms
the converse holds as well. Enclosures show that a sum is positive or negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from rropt.claims.language.syntax import Add, Call, Mul, Num, Pow, Term, Var
from rropt.claims.replay import intervals
from rropt.claims.replay.intervals import Interval
from rropt.exact.errors import Undecided

__all__ = ["ExponentialSum", "Key", "as_term", "limit_at_high", "limit_at_low", "mirror", "sign_at", "slope", "times"]

PRECISIONS = (48, 160)


class Key(NamedTuple):
    """The function x^power · e^(rate·x + shift) · (log x)^logs."""

    power: Fraction
    rate: Fraction
    shift: Fraction
    logs: int

    def is_natural(self) -> bool:
        """Whether the function has a value, and a derivative, at every real x."""
        return not self.logs and self.power.denominator == 1 and self.power >= 0


ExponentialSum: TypeAlias = dict[Key, Fraction]


def collect(parts: Iterator[tuple[Key, Fraction]]) -> ExponentialSum:
    """Add up the coefficients that belong to the same key; drop keys whose coefficients add up to 0."""
    found: ExponentialSum = {}
    for key, c in parts:
        found[key] = found.get(key, Fraction(0)) + c
    return {key: c for key, c in found.items() if c}


def times(
    f: ExponentialSum, power: Fraction, rate: Fraction, shift: Fraction, c: Fraction = Fraction(1)
) -> ExponentialSum:
    """Multiply f by c · x^power · e^(rate·x + shift)."""
    return {Key(k.power + power, k.rate + rate, k.shift + shift, k.logs): c * v for k, v in f.items()}


def slope(f: ExponentialSum) -> ExponentialSum:
    """Differentiate f. If f is defined for x > 0 alone, so is the derivative."""

    def parts() -> Iterator[tuple[Key, Fraction]]:
        for k, c in f.items():
            lower = k._replace(power=k.power - 1)
            yield lower, c * k.power
            yield k, c * k.rate
            if k.logs:
                yield lower._replace(logs=k.logs - 1), c * k.logs

    return collect(parts())


def mirror(f: ExponentialSum) -> ExponentialSum | None:
    """Return the function f(−x); None if some term of f is not defined, or has no derivative, at some real number."""
    if not all(k.is_natural() for k in f):
        return None
    return {k._replace(rate=-k.rate): c if k.power % 2 == 0 else -c for k, c in f.items()}


def sign_at(f: ExponentialSum, x: Fraction) -> int | None:
    """Return the sign of f(x); None if f has no value at x or enclosures do not decide the sign."""
    if not all(k.is_natural() for k in f) and (x < 0 or (x == 0 and any(k.power < 0 or k.logs for k in f))):
        return None
    if x in (0, 1):  # the powers and logarithms that are 0 there
        f = {k: c for k, c in f.items() if not (k.logs if x else k.power)}
    if all(_has_rational_power(k, x) for k in f) and not collect(
        (Key(Fraction(0), Fraction(0), k.rate * x + k.shift, k.logs), c * _power(x, k.power)) for k, c in f.items()
    ):
        return 0
    for bits in PRECISIONS:
        try:
            low, high = _enclose(f, x, bits)
        except Undecided:
            return None
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    return None


def _has_rational_power(k: Key, x: Fraction) -> bool:
    return x in (0, 1) or k.power.denominator == 1


def _power(x: Fraction, power: Fraction) -> Fraction:
    return Fraction(1) if x in (0, 1) else x ** int(power)


def _enclose(f: ExponentialSum, x: Fraction, bits: int) -> Interval:
    total = intervals.point(Fraction(0))
    is_log_used = any(k.logs or not _has_rational_power(k, x) for k in f)
    log = intervals.round_outward(intervals.logarithm(intervals.point(x), bits), bits) if is_log_used else total
    for k, c in f.items():
        exponent = intervals.point(k.rate * x + k.shift)
        value = intervals.point(c)
        if _has_rational_power(k, x):
            value = intervals.point(c * _power(x, k.power))
        else:
            exponent = intervals.add(exponent, intervals.multiply(intervals.point(k.power), log))
        if any(exponent):
            value = intervals.multiply(value, intervals.exponential(exponent, bits))
        value = intervals.multiply(value, intervals.power(log, k.logs))
        total = intervals.round_outward(intervals.add(total, value), bits)
    return total


def limit_at_low(f: ExponentialSum, low: Fraction | None) -> int | None:
    """Return the sign of the limit of f(x) as x falls to `low`.

    None if `low` is None (the range has no lower end), if the limit is infinite, or if its sign is not decided.
    """
    if low is None or low != 0 or all(k.is_natural() for k in f):
        return None if low is None else sign_at(f, low)
    if any(k.power < 0 or (k.power == 0 and k.logs) for k in f):
        return None
    return sign_at({k: c for k, c in f.items() if not k.logs}, low)  # x^i·(log x)^k tends to 0 for i > 0


def limit_at_high(f: ExponentialSum, high: Fraction | None) -> int | None:
    """Return the sign of the limit of f(x) as x rises to `high`, or to infinity if `high` is None.

    None if the limit is infinite or its sign is not decided.
    """
    if high is not None:
        return sign_at(f, high)
    kept = {k: c for k, c in f.items() if k.rate > 0 or (k.rate == 0 and k.power >= 0)}  # the others tend to 0
    if any(k.rate or k.power or k.logs for k in kept):
        return None
    return sign_at(kept, Fraction(0))


def as_term(f: ExponentialSum, x: str) -> Term:
    """Write the sum as a term in the variable x."""
    return Add(tuple(Mul((Num(c), *_factors(k, x))) for k, c in f.items()))


def _factors(k: Key, x: str) -> Iterator[Term]:
    if k.power.denominator == 1 and k.power > 0:
        yield Pow(Var(x), int(k.power))
    elif k.power:
        yield Call("power", (Var(x), Num(k.power)))
    if k.rate or k.shift:
        yield Call("exp", (Add((Mul((Num(k.rate), Var(x))), Num(k.shift))),))
    yield from [Call("log", (Var(x),))] * k.logs
