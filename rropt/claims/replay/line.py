"""Sign conditions on one real variable, decided in plain Python by Sturm sequences over the rationals."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm

__all__ = ["isolate", "solution_exists"]

Coefficients = list[Fraction]


def _trim(p: Coefficients) -> Coefficients:
    while p and p[-1] == 0:
        p.pop()
    return p


def _whole(p: Coefficients) -> list[int]:
    """Multiply p by a positive number that makes all coefficients integers."""
    scale = lcm(*(c.denominator for c in p))
    return [c.numerator * (scale // c.denominator) for c in p]


def _primitive(p: Coefficients) -> Coefficients:
    """Multiply p by a positive number that makes the coefficients coprime integers."""
    whole = _whole(p)
    content = gcd(*whole)
    return [Fraction(c // content) for c in whole]


def _remainder(a: Coefficients, b: Coefficients) -> Coefficients:
    """Compute a positive multiple of the remainder of a divided by b, in integers only.

    The coefficients of the result are coprime integers.
    """
    rest, divisor = _whole(a), _whole(b)
    lead, sign = abs(divisor[-1]), 1 if divisor[-1] > 0 else -1
    while len(rest) >= len(divisor):
        factor, shift = sign * rest[-1], len(rest) - len(divisor)
        rest = [lead * c for c in rest]
        for i, c in enumerate(divisor):
            rest[shift + i] -= factor * c
        while rest and rest[-1] == 0:
            rest.pop()
    content = gcd(*rest)
    return [Fraction(c // content) for c in rest]


def _divide(a: Coefficients, b: Coefficients) -> tuple[Coefficients, Coefficients]:
    rest, quotient = list(a), [Fraction(0)] * max(0, len(a) - len(b) + 1)
    while len(rest) >= len(b):
        factor = rest[-1] / b[-1]
        shift = len(rest) - len(b)
        quotient[shift] = factor
        for i, c in enumerate(b):
            rest[shift + i] -= factor * c
        rest.pop()
        _trim(rest)
    return _trim(quotient), rest


def _derivative(p: Coefficients) -> Coefficients:
    return [i * c for i, c in enumerate(p)][1:]


def _common(a: Coefficients, b: Coefficients) -> Coefficients:
    while b:
        a, b = b, _remainder(a, b)
    return _primitive(a)


def _at(p: Coefficients, x: Fraction) -> int:
    """Compute, in integers, a positive multiple of p(x), of which only the sign is used."""
    top, below, total, power = x.numerator, x.denominator, 0, 1
    for c in reversed(_whole(p)):
        total = total * top + c * power
        power *= below
    return total


def _product(a: Coefficients, b: Coefficients) -> Coefficients:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, c in enumerate(a):
        for j, d in enumerate(b):
            found[i + j] += c * d
    return found


def _sturm(p: Coefficients) -> list[Coefficients]:
    chain = [p, _primitive(_derivative(p))]
    while chain[-1]:
        chain.append([-c for c in _remainder(chain[-2], chain[-1])])
    return chain[:-1]


def _changes(chain: list[Coefficients], x: Fraction) -> int:
    signs = [s for s in (_at(p, x) for p in chain) if s != 0]
    return sum(1 for a, b in pairwise(signs) if (a > 0) != (b > 0))


def isolate(p: Coefficients) -> list[tuple[Fraction, Fraction]]:
    """Isolate the real roots of a squarefree p: return increasing half-open intervals (a, b], each with one root."""
    if len(p) < 2:
        return []
    chain = _sturm(p)
    bound = 1 + max(abs(c / p[-1]) for c in p[:-1])
    work = [(-bound, bound, _changes(chain, -bound), _changes(chain, bound))]
    found = []
    while work:
        low, high, at_low, at_high = work.pop()
        if at_low - at_high == 1:
            found.append((low, high))
        elif at_low - at_high > 1:
            middle = (low + high) / 2
            at_middle = _changes(chain, middle)
            work += [(middle, high, at_middle, at_high), (low, middle, at_low, at_middle)]
    return sorted(found)


def _squarefree(polynomials: list[Coefficients]) -> Coefficients:
    total: Coefficients = [Fraction(1)]
    for p in polynomials:
        own = _divide(p, _common(p, _derivative(p)))[0] if len(p) > 1 else [Fraction(1)]
        total = _product(total, _divide(own, _common(own, total))[0])
    return _primitive(total)


def _fits(sign: int, relation: str) -> bool:
    return {">": sign > 0, ">=": sign >= 0, "=": sign == 0, "!=": sign != 0}[relation]


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)


def solution_exists(conditions: list[tuple[Coefficients, str]]) -> bool:
    """Whether some real x satisfies every `p(x) relation 0`."""
    conditions = [(_trim(list(p)), relation) for p, relation in conditions]
    polynomials = [p for p, _ in conditions if p]
    if any(not _fits(0, relation) for p, relation in conditions if not p):
        return False
    total = _squarefree(polynomials)
    roots = isolate(total)
    between = [Fraction(0)] if not roots else _samples(total, roots)
    if any(all(_fits(_sign(_at(p, x)), r) for p, r in conditions if p) for x in between):
        return True
    return any(all(_fits(_sign_at_root(p, total, root), r) for p, r in conditions if p) for root in roots)


def _samples(total: Coefficients, roots: list[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """Choose a point between each two neighbouring roots, one below all roots and one above all.

    Each root is given by an interval that contains it.
    """
    points = [roots[0][0] - 1]
    for (_, high), (low, upper) in pairwise(roots):
        points.append(_between(total, high, low, upper))
    return [*points, roots[-1][1] + 1]


def _between(total: Coefficients, high: Fraction, low: Fraction, upper: Fraction) -> Fraction:
    """Find a point between two neighbouring roots of `total`.

    The first root lies in an interval that ends at `high`. The second root lies in (low, upper].
    """
    if low > high:
        return (low + high) / 2
    chain = _sturm(total)
    end = upper
    while _changes(chain, high) - _changes(chain, end) > 0 or _at(total, end) == 0:
        end = (high + end) / 2
    return end


def _sign_at_root(p: Coefficients, total: Coefficients, root: tuple[Fraction, Fraction]) -> int:
    """Find the sign of p at the root of `total` in the half-open interval `root`, which has no other root of `total`."""
    low, high = root
    shared = _common(p, total)
    if len(shared) > 1:
        chain = _sturm(shared)
        if _changes(chain, low) - _changes(chain, high) > 0:
            return 0
    if _at(total, high) == 0:
        return _sign(_at(p, high))
    chain, own = _sturm(total), _sturm(_divide(p, _common(p, _derivative(p)))[0]) if len(p) > 1 else []
    while own and (_changes(own, low) - _changes(own, high) > 0 or _at(p, low) == 0):
        middle = (low + high) / 2
        if _changes(chain, low) - _changes(chain, middle) > 0:
            high = middle
            if _at(total, high) == 0:
                return _sign(_at(p, high))
        else:
            low = middle
    return _sign(_at(p, high))
