"""The order of two exact numbers, which need not share a field, and a simple number between them."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.exact.element import Bound, Element, Number, generator, is_free
from rropt.exact.enclosure import rational_root
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free, Radical
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose, enclose_relative, sign

__all__ = ["number_between", "order_of", "simplest_between"]

MOST_BITS = 1 << 14


def order_of(a: Bound, b: Bound) -> int:
    """Compare a and b: −1, 0 or 1 for a < b, a = b, a > b, even if no known field contains both, such as e and √2. Both may be
    infinite; infinity equals itself.

    If a and b are irrational numbers of two different quadratic fields, or if one is algebraic and the other transcendental, they
    are different, so narrow enclosures of them are disjoint. If the enclosures still overlap at 2^14 bits, `Undecided` is raised.
    """
    if is_infinite(a) or is_infinite(b):
        left, right = ((x > 0) - (x < 0) if is_infinite(x) else 0 for x in (a, b))
        return (left > right) - (left < right)
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    try:
        return sign(a - b)
    except InputError:
        assert isinstance(a, Element) and isinstance(b, Element)
    if isinstance(a.field, Free) or isinstance(b.field, Free):
        raise Undecided(f"cannot compare {a} with {b} while epsilon or delta is free; fix epsilon or delta")
    if (moved := _move_to_field_of(a, b)) is not None:
        return sign(a - moved)
    bits = 64
    while bits <= MOST_BITS:
        require_time()
        (a0, a1), (b0, b1) = (enclose_relative(x, bits=bits) for x in (a, b))
        if a1 < b0 or b1 < a0:
            return -1 if a1 < b0 else 1
        bits *= 2
    raise Undecided(
        f"rropt cannot decide whether {a} or {b} is larger, because they agree to {MOST_BITS} bits; use rational numbers"
    )


def _move_to_field_of(a: Element, b: Element) -> Element | None:
    """Write b as a number of the field of a, if both are irrational numbers of one quadratic field.

    For example, if a has √5 and b has √20, then √20 is written as 2·√5. None for any other a and b.
    """
    f, g = a.field, b.field
    if not (isinstance(f, Radical) and isinstance(g, Radical) and f.degree == g.degree == 2):
        return None
    common = rational_root(f.radicand * g.radicand)
    if common is None:
        return None
    c0, c1, below = int(b.num[0]), int(b.num[1]), int(b.den[0])
    moved = Fraction(c0, below) + Fraction(c1, below) * common / f.radicand * generator(f)
    return moved if isinstance(moved, Element) else None


def number_between(lower: Number, upper: Number) -> Number:
    """Find a number strictly between `lower` and `upper`, where lower < upper.

    If one of the two is a function of a free t, the result is their mean. Otherwise rationals a < b with lower ≤ a and b ≤ upper
    are found. The result is the rational of least denominator strictly between a and b.
    """
    if any(is_free(x) for x in (lower, upper)):
        return (lower + upper) / 2
    assert order_of(lower, upper) < 0
    width = Fraction(1, 2**20)
    while True:
        a, b = enclose(lower, width=width)[1], enclose(upper, width=width)[0]
        if a < b:
            return simplest_between(a, b)
        width /= 2**20


def simplest_between(a: Fraction, b: Fraction) -> Fraction:
    """The fraction of least denominator strictly between a and b, by continued fractions."""
    whole = math.floor(a)
    if whole + 1 < b:
        return Fraction(whole + 1)
    a, b = a - whole, b - whole
    if a == 0:
        return whole + Fraction(1, math.floor(1 / b) + 1)
    return whole + 1 / simplest_between(1 / b, 1 / a)
