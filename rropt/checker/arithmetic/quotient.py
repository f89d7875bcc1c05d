"""Quotients of integer polynomials, and comparisons of them that hold on a whole domain."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, prod
from operator import ge, le

from ..limits import MOST_BITS, hold, spend
from ..refusals import require
from ..speed import STEP, Range, enclose_in_steps, is_on
from .domain import Domain
from .polynomial import (
    ONE_POLYNOMIAL,
    Polynomial,
    add,
    bits_of_longest,
    bring_over_one,
    common_divisor,
    common_multiple,
    is_constant,
    key_of,
    multiply,
    scale,
)
from .roots import sign

# The most products that are kept. The rows of powers of T for six inputs (`_by_levels` in rows/rays.py) need some 3,000; the rows
# that trees make there share no entries, and would fill the memory.
MOST_KEPT = 1 << 13


@dataclass(slots=True, eq=False)
class Quotient:
    """The quotient num/den, which need not be in lowest terms.

    `domain` is the set in which t lies; it may be None if the quotient is a constant. The denominator has no root in the domain:
    reading and dividing ensure this. `range` keeps the result of `in_steps`.

    A comparison of two quotients is true only if it holds for every t of the domain. It may be false although it holds, if the
    difference has a double root inside (see `signs`). The order may change with t, so a <= b and a > b may both be false. (Python
    evaluates a > b as b < a, and a >= b as b <= a.)

    In an implication a quotient has several variables in place of t, and no domain. A statement of an implication is about those
    values of the variables at which both of its sides are defined.
    """

    num: Polynomial
    den: Polynomial
    domain: Domain | None = None
    range: Range | None = None

    def __add__(self, other: "Quotient") -> "Quotient":
        """Add two quotients. If their denominators differ, the new denominator is the product of the two.

        In this case all coefficients are divided by their greatest common divisor. If `other` is 0 and its denominator is an
        integer, the denominator of `self` is kept.
        """
        domain = self.domain or other.domain
        if self.den == other.den or (not other.num and is_constant(other.den)):
            return Quotient(add(self.num, other.num), self.den, domain)
        num = add(multiply(self.num, other.den), multiply(other.num, self.den))
        den = multiply(self.den, other.den)
        content = common_divisor([*num.values(), *den.values()])
        return Quotient(_divide_by(num, content), _divide_by(den, content), domain)

    def __neg__(self) -> "Quotient":
        """Negate the numerator, and keep the denominator."""
        return Quotient(scale(self.num, -1), self.den, self.domain)

    def __sub__(self, other: "Quotient") -> "Quotient":
        """Subtract `other` by adding its negative."""
        return self + -other

    def __mul__(self, other: "Quotient") -> "Quotient":
        """Multiply numerators and denominators, without cancelling common factors."""
        domain = self.domain or other.domain
        return Quotient(multiply(self.num, other.num), multiply(self.den, other.den), domain)

    def __truediv__(self, other: "Quotient") -> "Quotient":
        """Divide by a number that is positive on the whole domain, or negative on the whole domain; reject any other divisor."""
        require(other.has_one_sign(), "division", "a division by what may be 0 or changes its sign; split the domain")
        return self.over(other)

    def over(self, other: "Quotient") -> "Quotient":
        """Divide without a check by a number that the caller knows to be 0 nowhere on the domain."""
        return Quotient(multiply(self.num, other.den), multiply(self.den, other.num), self.domain or other.domain)

    def power_zero(self) -> "Quotient":
        """Return this quotient to the power 0, as den/den.

        It is 1, but the denominator is kept, because the power is undefined where this quotient is undefined.
        """
        return Quotient(self.den, self.den, self.domain)

    def is_constant(self) -> bool:
        """Whether no variable occurs in the numerator or in the denominator, which is not 0."""
        return len(self.den) == 1 and 0 in self.den and (not self.num or (len(self.num) == 1 and 0 in self.num))

    def has_one_sign(self) -> bool:
        """Whether the quotient is positive on the whole domain, or negative on the whole domain."""
        return self.signs() in ({1}, {-1})

    def is_zero(self) -> bool:
        """Whether the quotient is 0 on the whole domain."""
        return self.signs() == {0}

    def signs(self) -> frozenset[int]:
        """Find which of the signs -1, 0, 1 the quotient takes on the domain.

        If the domain is an interval and the numerator has a root strictly inside it, all three signs are returned, even if not all
        of them are taken.
        """
        if self.is_constant():
            return frozenset({sign(self.fraction()[0])})
        low, high = self.range or (-inf, inf)
        if low > 0 or high < 0:
            return frozenset({1 if low > 0 else -1})
        above, below = (_signs(p, self.domain) for p in (self.num, self.den))
        if below == {0}:  # no reader lets such a denominator pass
            raise ZeroDivisionError
        return frozenset(a * b for a in above for b in below)

    def in_steps(self) -> Range:
        """Find (low, high), integers or infinite, with low <= 2^128 x <= high for every value x of the quotient on its domain."""
        if self.range is None:
            self.range = enclose_in_steps(self.num, self.den, self.domain.steps() if self.domain else None)
        return self.range

    def fraction(self) -> tuple[int, int]:
        """Return (numerator, denominator) of a constant quotient as integers, with denominator > 0."""
        n, d = self.num.get(0, 0), self.den[0]
        return (n, d) if d > 0 else (-n, -d)

    def __lt__(self, other: "Quotient") -> bool:
        """Whether this quotient is less than `other` at every t of the domain."""
        return self._is_below(other, {-1})

    def __le__(self, other: "Quotient") -> bool:
        """Whether this quotient is at most `other` at every t of the domain."""
        # equal texts of a file are one object
        return self is other or self._is_below(other, {-1, 0})

    def _is_below(self, other: "Quotient", allowed: set[int]) -> bool:
        """Whether all signs that self - other takes on the domain are in `allowed`, which is {-1} or {-1, 0}.

        If enclosures of the two numbers show the answer, the difference is not computed.
        """
        # 0 may have a denominator, by which the difference would be the longer
        if not other.num:
            return self.signs() <= allowed
        if not self.num:
            return {-s for s in other.signs()} <= allowed
        (low, high), (other_low, other_high) = self.in_steps(), other.in_steps()
        if high < other_low or (high == other_low and 0 in allowed):
            return True
        if low > other_high:  # self is larger at every t
            return False
        return (self - other).signs() <= allowed

    def __eq__(self, other: object) -> bool:
        """Whether this quotient and `other` are equal at every t of the domain."""
        return isinstance(other, Quotient) and (
            (self.num == other.num and self.den == other.den) or (self - other).is_zero()
        )


def _signs(p: Polynomial, domain: Domain | None) -> frozenset[int]:
    """Find which of the signs -1, 0, 1 a polynomial takes on the domain. If there is no domain, the polynomial must be constant."""
    if is_constant(p):
        return frozenset({sign(p.get(0, 0))})
    if domain is None:
        raise TypeError("the sign of a polynomial without a domain")
    return domain.signs(p)


def _divide_by(p: Polynomial, content: int) -> Polynomial:
    """Divide a polynomial by an integer that divides all its coefficients."""
    return {e: c // content for e, c in p.items()}


def size_of(x: Quotient) -> int:
    """Estimate from above how many bytes a quotient takes."""
    return 300 + sum(160 + (c.bit_length() >> 2) for p in (x.num, x.den) for c in p.values())


class Products:
    """A cache of products, so that the product of the same two objects need not be computed again.

    A product is found by the `id` of its two factors. The cache keeps the factors too, so that no other object gets the same `id`.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[Quotient, Quotient, Quotient]] = {}

    def times(self, a: Quotient, b: Quotient) -> Quotient:
        """Multiply two numbers, or return their product if it is in the cache."""
        found = self.known.get((id(a), id(b)))
        if found is not None:
            return found[2]
        product = a * b
        if is_on() and len(self.known) < MOST_KEPT:
            hold(200 + size_of(product))
            self.known[id(a), id(b)] = a, b, product
        return product


def constant(n: int, den: int = 1) -> Quotient:
    """Make the rational number n/den."""
    return Quotient({0: n} if n else {}, ONE_POLYNOMIAL if den == 1 else {0: den})


def variable(domain: Domain) -> Quotient:
    """Make the number t. If the domain is one rational number, t is this number. Otherwise t is a variable on the domain."""
    if domain.point is None:
        return Quotient({1: 1}, ONE_POLYNOMIAL, domain)
    return constant(domain.point.numerator, domain.point.denominator)


# All checks of a process share these. So their ranges are given here: a range that the first check computed would make the later
# ones cheaper, and a plain check, which encloses nothing, would make them dearer.
ZERO, ONE, TWO, FOUR = (Quotient({0: n} if n else {}, ONE_POLYNOMIAL, range=(n * STEP, n * STEP)) for n in (0, 1, 2, 4))


def total(items: list[Quotient]) -> Quotient:
    """Add the items in two steps.

    First, those items are added to each other whose denominators are equal up to a positive rational factor. So if all denominators
    are multiples of t + 1 by positive integers, the denominator of the sum has the factor t + 1 only once. Then these partial sums
    are added, beginning with those whose denominators have the fewest terms.
    """
    items = [x for x in items if x.num]
    if items and all(x.den == items[0].den for x in items):
        return Quotient(add(*(x.num for x in items)), items[0].den, _domain_of(items))
    if (fractions := fractions_of(items)) is not None:
        return _sum_of_fractions(fractions)
    # equal texts of a file are one object, which is multiplied by how often it is among the items
    counts = Counter(map(id, items))
    spend(8 * len(items))
    groups: dict[str, list[tuple[int, int, Quotient]]] = {}
    for x in distinct(items):
        content = common_divisor(list(x.den.values()))
        groups.setdefault(key_of(_divide_by(x.den, content)), []).append((counts[id(x)], content, x))
    found = ZERO
    for same in sorted(groups.values(), key=lambda same: len(same[0][2].den)):
        found = found + _sum_of_like(same) if found.num else _sum_of_like(same)
    return found


def _sum_of_fractions(fractions: list[tuple[int, int]]) -> Quotient:
    """Add rational numbers, given as (numerator, denominator), over the least common multiple of their denominators."""
    nums, over = bring_over_one(fractions)
    return constant(sum(nums), over)


def _sum_of_like(items: list[tuple[int, int, Quotient]]) -> Quotient:
    """Add the products n x over all `items`, which are triples (n, content, x) of two integers and a quotient.

    The denominator of x is `content` times a polynomial. This polynomial is the same for all items.
    """
    over = common_multiple(content for _, content, _ in items)
    nums = [scale(x.num, n * (over // content)) if n * over != content else x.num for n, content, x in items]
    _, content, first = items[0]
    domain = _domain_of([x for _, _, x in items])
    den = first.den if content == over else scale(first.den, over // content)
    return Quotient(nums[0] if len(nums) == 1 else add(*nums), den, domain)


def _domain_of(items: list[Quotient]) -> Domain | None:
    """Find the domain of the first item that has one; None if all items are constants."""
    return next((x.domain for x in items if x.domain), None)


def dot(a: list[Quotient], b: list[Quotient]) -> Quotient:
    """Add up a[i] b[i] over the two lists, which must be equally long."""
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x.num and y.num]
    fractions = fractions_of([x for pair in pairs for x in pair])
    bits = 0 if fractions is None else bits_of_longest([n for both in fractions for n in both])
    if fractions is None or 2 * bits >= MOST_BITS:
        return total([x * y for x, y in pairs])
    spend(40 * len(pairs), bits, 2 * bits * len(pairs))
    return _sum_of_fractions([(n * m, d * e) for (n, d), (m, e) in zip(fractions[::2], fractions[1::2], strict=True)])


def product(items: list[Quotient]) -> Quotient:
    """Multiply all items; the result is 1 if there are none."""
    return prod(items, start=ONE)


def distinct(items: list[Quotient]) -> list[Quotient]:
    """Leave out every item that is the same object as an earlier item."""
    # equal texts of a certificate are read as one object
    return list({id(x): x for x in items}.values())


def largest(items: list[Quotient]) -> Quotient:
    """Find the item that at every t of the domain is at least all others; reject the certificate if no item is."""
    best, is_known = _extreme(items, le)
    require(is_known, "largest", "which of some numbers is the largest changes with t; split the domain")
    return best


def smallest(items: list[Quotient]) -> Quotient:
    """Find the item that at every t of the domain is at most all others; reject the certificate if no item is."""
    best, is_known = _extreme(items, ge)
    require(is_known, "smallest", "which of some numbers is the smallest changes with t; split the domain")
    return best


def _extreme(items: list[Quotient], is_before: Callable[[Quotient, Quotient], bool]) -> tuple[Quotient, bool]:
    """Find the last item in the order `is_before`, and tell whether it is so at every t."""
    items = distinct(items)
    best = items[0]
    for item in items[1:]:
        if is_before(best, item):
            best = item
    return best, all(is_before(x, best) for x in items)


def bring_to_one_denominator(rows: list[list[Quotient]]) -> list[list[Quotient]]:
    """Write all numbers over one denominator, so that sums stay short. If any number depends on t, return the rows unchanged."""
    fractions = fractions_of([x for row in rows for x in row])
    if fractions is None:
        return rows
    nums, over = bring_over_one(fractions)
    spend(20 * len(nums))
    of_all = iter([Quotient({0: n} if n else {}, {0: over}) for n in nums])
    return [[next(of_all) for _ in row] for row in rows]


def fractions_of(items: list[Quotient]) -> list[tuple[int, int]] | None:
    """List the items as `fraction` returns each; return None if one of them depends on t."""
    return [x.fraction() for x in items] if all(x.is_constant() for x in items) else None
