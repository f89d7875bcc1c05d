"""A function phi of x > 0, with phi(1) = 0, that the certificate states. It is piecewise linear or a quotient of polynomials.

Lines. Let phi be piecewise linear. If neighbouring lines meet, and the slopes do not fall from one line to the next, phi is convex
and it is the largest of its lines. For a line with the slope `rise` and the value `height` at 0, b phi(a/b) is rise a + height b.
So b phi(a/b) is the largest of these sums, also where a = 0 or b = 0.

Quotients. If phi = N/D and D has no root above 0, phi is twice differentiable there. `_slope` writes a derivative as a quotient
whose denominator is the square of the given one. So phi' has the denominator D^2, and phi'' has the denominator D^4 > 0. The sign
of phi'' is that of its numerator. A polynomial changes its sign only at roots of odd multiplicity. So phi'' >= 0 if the numerator
has a positive leading coefficient, and no root of odd multiplicity above 0. phi(0) is the limit, as x goes to 0, of the quotient of
the terms of least degree of N and D. phi'(inf) is the limit of phi(x)/x as x grows; there N and D may be replaced by their terms of
highest degree. These limits are never -infinity, as a convex function lies above its tangents.
"""

from dataclasses import dataclass
from itertools import pairwise

from ...arithmetic.pieces import Pieces, absolute, divide, largest_of, whole
from ...arithmetic.polynomial import Polynomial, add, degree, multiply, scale
from ...arithmetic.quotient import ZERO, Quotient, constant, largest, total
from ...arithmetic.roots import count_changes_of_sign, count_positive_roots, dense, derivative
from ...refusals import require
from ...rows.numbers import Exact
from ...text.grammar import Values, parse_values, raise_to
from ...text.part import Part
from ...text.spelling import quote

WORDS = "divergence with phi(x) = {}"
FORMULA = "b phi(a/b)"
EXACT = True
PARAMETER = "phi"
X = Quotient({1: 1}, {0: 1})
LANGUAGE = Values(
    names={"x": whole(X)},
    divide=divide,
    number=lambda n: whole(constant(n)),
    size=Pieces.size,
    functions={"max": largest_of, "abs": absolute},
)


@dataclass(frozen=True, slots=True)
class Stated:
    """A function phi that the certificate states as a text.

    `number` is the function. `part` is the part of the certificate that has the text.
    """

    number: Pieces
    part: Part


def read_parameter(part: Part) -> Stated:
    """Read the function phi that the text at this part of the file denotes."""
    return Stated(parse_values(part.string(), LANGUAGE), part)


def spell_parameter(stated: Stated) -> str:
    """Spell the text of phi as written, without spaces; if it is too long, give its place and digest."""
    return quote(stated.part, lambda: stated.part.string().replace(" ", ""))


def require_parameter(phi: Pieces) -> None:
    """Reject unless phi is convex on x > 0, is 0 at x = 1, and can be computed at every x > 0 without a division by 0.

    No intermediate step of the computation may divide by 0 either.
    """
    no_pole = not any(count_positive_roots(dense(divisor)) for divisor in phi.divisors)
    require(no_pole, "divergence-parameter", "a phi that may be divided by 0 at some x > 0")
    if len(phi.parts) > 1:
        rises = [rise for rise, _ in phi.lines()]
        require(all(a <= b for a, b in pairwise(rises)), "divergence-parameter", "a phi whose slopes fall")
        value = max(rise + height for rise, height in phi.lines())
        require(value == 0, "divergence-parameter", "a phi that is not 0 at 1")
        return
    (part,) = phi.parts
    # D(1) is not 0, as D has no root above 0; so phi(1) = N(1)/D(1) is 0 iff N(1), the sum of the coefficients of N, is 0
    require(sum(part.num.values()) == 0, "divergence-parameter", "a phi that is not 0 at 1")
    bend = dense(_slope(_slope(part)).num)
    convex = not bend or (bend[-1] > 0 and not count_changes_of_sign(bend))
    require(convex, "divergence-parameter", "a phi whose second derivative may be below 0")


def _slope(f: Quotient) -> Quotient:
    """Compute the derivative of a quotient N/D as (N' D - N D')/D^2, without cancelling."""
    above = add(multiply(_derived(f.num), f.den), scale(multiply(f.num, _derived(f.den)), -1))
    return Quotient(above, multiply(f.den, f.den))


def _derived(p: Polynomial) -> Polynomial:
    """Compute the derivative of a polynomial."""
    return {e: c for e, c in enumerate(derivative(dense(p))) if c}


def between(_: Exact, a: Quotient, b: Quotient, phi: Pieces) -> Quotient:
    """Compute b phi(a/b), or its limit if a = 0 or b = 0; reject the certificate if the limit is infinite.

    If a = b, the result is 0, because phi(1) = 0. This holds for a = b = 0 too.
    """
    if len(phi.parts) > 1:
        lines = [[constant(*x.as_integer_ratio()) for x in line] for line in phi.lines()]
        return largest([rise * a + height * b for rise, height in lines])
    if (a - b).is_zero():
        return ZERO
    (part,) = phi.parts
    above, below = part.num, part.den
    if not above:
        return ZERO
    if a.is_zero():
        least, other = min(above), min(below)
        return b * _limit(least - other, above[least], below[other])
    if b.is_zero():
        most, other = degree(above), degree(below)
        return a * _limit(other + 1 - most, above[most], below[other])
    power = max(degree(above), degree(below))
    return b * _homogeneous(above, a, b, power) / _homogeneous(below, a, b, power)


def _limit(order: int, above: int, below: int) -> Quotient:
    """Compute the limit of (above/below) x^order as x > 0 goes to 0; `above` and `below` are not 0.

    Reject the certificate if `order` is negative, because the limit is infinite then.
    """
    require(order >= 0, "infinite", "the divergence is infinite at a row")
    return constant(above, below) if order == 0 else ZERO


def _homogeneous(p: Polynomial, a: Quotient, b: Quotient, power: int) -> Quotient:
    """Compute b^power p(a/b) as a polynomial in a and b; `power` must be at least the degree of p."""
    return total([constant(c) * raise_to(a, e) * raise_to(b, power - e) for e, c in p.items()])
