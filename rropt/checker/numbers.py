"""Refusals, signs of integer polynomials at real points and between them, and quotients of polynomials."""

from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import groupby, pairwise
from math import gcd, inf
from typing import Any, NamedTuple

MOST_TEXT, MOST_TERMS, MOST_BITS, MOST_WORK, MOST_LABELS, SHIFT, HIGH, STEP, FINE = (
    5 << 22,
    20000,
    1 << 18,
    11 << 22,
    1024,
    10,
    sum(512 << 10 * i for i in range(6)),  # a degree of 512 or more in some variable
    1 << 64,
    512,
)
WORK: ContextVar[list[int]] = ContextVar("WORK")
Dense = tuple[int, ...]  # coefficients, constant first, the last not 0
Poly = dict[int, int]  # x^a y^b z^c has the key a + b 2^10 + c 2^20; t is the first variable
UNIT: Poly = {0: 1}


class Rejected(Exception):
    """The certificate does not show what it claims; any other error says that it is malformed."""


def require(condition: bool, why: str, error: type[Exception] = Rejected) -> None:
    if not condition:
        raise error(why)


expect = partial(require, error=SyntaxError)


# Take from the budget of the running check, also for a product of integers of a and b bits; a unit is about 0.2 us.
def spend(work: int, a: int = 0, b: int = 0) -> None:
    left = WORK.get()
    left[0] -= work + (a * b >> 16)
    if left[0] < 0:
        raise SyntaxError("it asks for more work than any honest certificate")


# The only root of the polynomial `root` in (low, high), of odd multiplicity, or e^low where `root` is empty.
Cut = NamedTuple("Cut", [("low", Fraction), ("high", Fraction), ("root", Dense)])


def sign(x: int) -> int:
    return (x > 0) - (x < 0)


# The bits of the longest of the integers.
def size(integers: Any) -> int:
    return max(map(int.bit_length, integers), default=0)


def divisor(*integers: int) -> int:
    spend(len(integers), bits := size(integers), bits * len(integers))
    return gcd(*integers)


# The remainder of a by b, up to a positive factor.
def remainder(a: Dense, b: Dense) -> Dense:
    rest = list(a)
    while len(rest) >= len(b):
        spend(len(rest), bits := size([*rest, *b]), bits * len(rest))
        shifted = [0] * (len(rest) - len(b)) + [rest[-1] * sign(b[-1]) * c for c in b]
        rest = [c * abs(b[-1]) - d for c, d in zip(rest, shifted, strict=True)][:-1]
    return dense({e: c // content for content in [divisor(*rest)] for e, c in enumerate(rest) if c})


# p(x) times a positive integer.
def value(p: Dense, x: Fraction) -> int:
    found, scale = 0, 1
    spend(
        30 + len(p) * (1 + (len(p) * (bits := size([*x.as_integer_ratio()])) >> 10)),
        bits,
        len(p) * (len(p) * bits + size(p)),
    )
    for c in reversed(p):
        found, scale = found * x.numerator + c * scale, scale * x.denominator
    return found


# Euclid's remainders of a and b, each negated; the last is their greatest common divisor.
def chain(a: Dense, b: Dense) -> list[Dense]:
    out = [a, b]
    while out[-1]:
        out.append(tuple(-c for c in remainder(out[-2], out[-1])))
    return out[:-1]


# How many different roots p has between low and high, where it is not 0, by Sturm's theorem.
def roots(p: Dense, low: Fraction, high: Fraction) -> int:
    parts = chain(p, tuple(i * c for i, c in enumerate(p))[1:])
    rows = [[s for q in parts if (s := sign(value(q, x)))] for x in (low, high)]
    return sum(a != b for a, b in pairwise(rows[0])) - sum(a != b for a, b in pairwise(rows[1]))


# Rationals low < cut <= high that close in as the precision grows.
@lru_cache(maxsize=256)
def bracket(cut: Cut, precision: int = 64) -> tuple[Fraction, Fraction]:
    low, high = cut[:2] if cut.root else exponential(cut.low, precision)
    while (high - low) * 2**precision > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if value(cut.root, low) * value(cut.root, middle) <= 0 else (middle, high)
    return low, high


# Around e^x: num/scale = sum of |x|^i/i! up to n, power/scale its last term, which bounds the rest where n >= 2|x|. That
# holds when the term is below 1/3: for n < 2|x| it is above (n/2)^n/n!, and so above (n/(n+1))^n > 1/e.
def exponential(x: Fraction, precision: int) -> tuple[Fraction, Fraction]:
    n, num, power, scale = 0, 1, 1, 1
    while power << precision > scale:
        n, power, scale = n + 1, power * abs(x.numerator), scale * x.denominator * (n + 1)
        num = num * x.denominator * n + power
        spend(1 + (scale.bit_length() >> 10), size([x.numerator, x.denominator]), 4 * scale.bit_length())
    return (
        (Fraction(num, scale), Fraction(num + power, scale))
        if x > 0
        else (Fraction(scale, num + power), Fraction(scale, num))
    )


# Whether p is 0 at the cut; never at e^rational, by Lindemann, and there low = high.
def vanishes(p: Dense, cut: Cut) -> bool:
    return roots(chain(cut.root, p)[-1], cut.low, cut.high) == 1


# A rational after the cut (side 1) or before it (0), with no root of p from the cut (without it) to there.
def beside(p: Dense, cut: Cut, side: int) -> Fraction:
    for n in range(6, 17):
        ends = [x + way * Fraction(1, 2**2**n) for x, way in zip(bracket(cut, 2**n), (-1, 1), strict=True)]
        if value(p, ends[0]) and value(p, ends[1]) and roots(p, *ends) == vanishes(p, cut):
            return ends[side]
    raise Rejected("a sign that is not decided within the limits")


# Where t may lie: from lower to upper (None: infinity), as `data` says; with the texts and signs found already, and
# a range in steps of 2^-64 where it is bounded.
class Domain(
    NamedTuple(
        "Fields",
        [
            ("lower", Any),
            ("upper", Any),
            ("closed", list[Any]),
            ("data", Any),
            ("seen", dict[Any, Any]),
            ("ends", tuple[int, ...]),
        ],
    )
):
    # The signs that p may take; all three where it has a root inside.
    def signs(self, p: Poly) -> set[int]:
        spend(len(p) * (1 + (size(p.values()) >> 9)))
        if (key := (",".join(f"{e}:{c:x}" for e, c in sorted(p.items())),)) not in self.seen:  # a tuple, as no text is
            a, found = beside(q := dense(p), self.lower, 1), {0 for x in self.closed if vanishes(q, x)}
            b = beside(q, self.upper, 0) if self.upper else abs(a) + 2 + (2 << size(q) - size(q[-1:]))
            inside = {-1, 0, 1} if a < b and roots(q, a, b) else {sign(value(q, a))}
            self.seen[key] = found or inside if self.upper == self.lower else found | inside
        return set(self.seen[key])


def dense(p: Poly) -> Dense:
    return tuple(p.get(e, 0) for e in range(max(p, default=-1) + 1))


def add(*polys: Poly) -> Poly:
    spend(len(polys) * (16 + len(exponents := set().union(*polys)) * (1 + (max(size(p.values()) for p in polys) >> 8))))
    return {e: c for e in exponents if (c := sum(p.get(e, 0) for p in polys))}


# Terms that may take 256 MB cost all there is.
def mul(a: Poly, b: Poly) -> Poly:
    if UNIT in (a, b):
        return b if a == UNIT else a
    spend(
        16
        + ((x := size(a.values())) + (y := size(b.values())) >> 6)
        + (n := len(a) * len(b)) * (1 + (n >> 20) + (x + y >> 7))
        + (n * (x + y) >> 31) * MOST_WORK,
        x,
        y * n,
    )
    out: Poly = {}
    for e, c in a.items():
        for f, d in b.items():
            out[e + f] = out.get(e + f, 0) + c * d
    expect(
        len(out) <= MOST_TERMS and size(out.values()) <= MOST_BITS and not any(map(HIGH.__and__, out)),
        "a polynomial of too many terms, too long numbers or too high a degree",
    )
    return {e: c for e, c in out.items() if c}


# num / den, never cancelled; a comparison holds if it holds for every t of the domain.
@dataclass(slots=True, eq=False)
class Ratio:
    num: Poly
    den: Poly
    domain: Domain | None = None
    near: Any = ()

    def __add__(self, other: "Ratio") -> "Ratio":
        domain = self.domain or other.domain
        if self.den == other.den or not (other.num or other.den.keys() - {0}):
            return Ratio(add(self.num, other.num), self.den, domain)
        num, den = add(mul(self.num, other.den), mul(other.num, self.den)), mul(self.den, other.den)
        content = divisor(*num.values(), *den.values())
        return Ratio({e: c // content for e, c in num.items()}, {e: c // content for e, c in den.items()}, domain)

    def __neg__(self) -> "Ratio":
        return Ratio(mul(self.num, {0: -1}), self.den, self.domain)

    def __sub__(self, other: "Ratio") -> "Ratio":
        return self + -other

    def __mul__(self, other: "Ratio") -> "Ratio":
        return Ratio(mul(self.num, other.num), mul(self.den, other.den), self.domain or other.domain)

    def __truediv__(self, other: "Ratio") -> "Ratio":
        expect(bool(other.num and (other.domain is None or other.signs())), "a division by zero")
        return self * Ratio(other.den, other.num, other.domain)

    # The signs it may take on the domain.
    def signs(self) -> set[int]:
        if self.place()[0] > 0 or self.place()[1] < 0:
            return {sign(self.place()[0])}
        above, below = (
            self.domain.signs(p) if self.domain and p.keys() - {0} else {sign(p.get(0, 0))}
            for p in (self.num, self.den)
        )
        require(below in ({1}, {-1}), "a division by something that is 0 or changes its sign; split the domain")
        return {a * b for a in above for b in below}

    # A range in steps of 2^-64 that holds all its values, where one is easily seen: of a constant, or from bounds of
    # 2^(64 n) num and of 2^(64 n) den, n at least their degree, for t in a range that is not below 0.
    def place(self) -> tuple[Any, Any]:
        if not self.near:
            n, ends = max(*self.num, *self.den, 0), self.domain.ends if self.domain else ()
            spend(
                16 + 2 * (terms := len(self.num) + len(self.den)),
                bits := size([*self.num.values(), *self.den.values()]) + 64 + (n and n * size(ends)),
                bits * terms,
            )
            if not n:
                self.near = (x := self.num.get(0, 0) << 64) // self.den[0], -(-x // self.den[0])
                return self.near  # type: ignore[no-any-return]
            (a, b), (c, d) = (
                [
                    sum(c * ends[(c > 0) ^ side] ** e << 64 * (n - e) for e, c in p.items()) if ends else 0
                    for side in (1, 0)
                ]
                for p in (self.num, self.den)
            )
            corners = [(x << 64, y) for x in {a, b} for y in {c, d}] if c * d > 0 else []
            self.near = (
                (min(x // y for x, y in corners), max(-(-x // y) for x, y in corners)) if corners else (-inf, inf)
            )
        return self.near  # type: ignore[no-any-return]

    def __lt__(self, other: "Ratio") -> bool:
        (a, b), (c, d) = self.place(), other.place()
        return bool(b < c or (a < d and (self - other).signs() == {-1}))

    def __le__(self, other: "Ratio") -> bool:
        (a, b), (c, d) = self.place(), other.place()
        return bool(self is other or b <= c or (a <= d and (self - other).signs() <= {-1, 0}))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and (self - other).signs() == {0}


def constant(n: int, den: int = 1) -> Ratio:
    return Ratio({0: n} if n else {}, {0: den} if den != 1 else UNIT)


ZERO, ONE, TWO = map(constant, range(3))


# The sum; the numbers of one denominator that follow one another, shorter denominators first, are added at once.
def total(items: list[Ratio]) -> Ratio:
    return reduce(
        Ratio.__add__,
        [
            Ratio(add(*(x.num for x in run)), den, next((x.domain for x in run if x.domain), None))
            for kept in [sorted((x for x in items if x.num), key=lambda x: len(x.den)) or [ZERO]]
            for den, same in groupby(kept, key=lambda x: x.den)
            for run in [[*same]]
        ],
    )


# The sum of a_i b_i; the factors of a number that is repeated in b, as reading gives it back, are added first.
def dot(a: list[Ratio], b: list[Ratio]) -> Ratio:
    groups: dict[int, tuple[Ratio, list[Ratio]]] = {}
    for x, y in zip(a, b, strict=True):
        groups.setdefault(id(y), (y, []))[1].append(x)
    return total([total(xs) * y for y, xs in groups.values()])


# The one of the items that is largest on the whole domain.
def largest(items: list[Ratio]) -> Ratio:
    best = reduce(lambda x, y: y if x <= y else x, items)
    require(all(x <= best for x in items), "which of some numbers is the largest changes; split the domain")
    return best
