"""The vertices of {r : r and 1 - r keep a demand}: the first rows of all mechanisms of two outputs. SPEC.md, section 9.12.

The sum of the positive parts of two numbers is the largest of 0, each of the two and both together. So r and 1 - r keep what is
asked of j against l, with a ratio T and a slack d, iff 1 - T <= d, which holds where any mechanism keeps it, and

    r_j - T r_l <= d   and   T r_l - r_j <= T - 1 + d,

two half-spaces. Of a vulnerability with the planes g_a the two rows take max_a g_a r + max_c g_c (1 - r), which is at most v iff

    (g_a - g_c) r <= v - g_c 1   for all actions a and c.

With 0 <= r <= 1 they are a polytope. Its vertices are found by the double description: from those of the cube,
one half-space after another. If a polytope is the hull of its vertices, then its part in a half-space is the hull of those inside
and of the points where the border meets an edge from one inside to one outside. Two vertices are joined by an edge only if they
lie on k - 1 common half-spaces' borders at least, and if no third vertex lies on all borders on which both lie.

Under one ratio T >= 1 for all pairs and no slack the vertices are 0, 1 and, for every set of inputs, T/(1 + T) in it and
1/(1 + T) outside of it: with a the least entry and b the largest, all that is asked is b <= T a and 1 - a <= T (1 - b). For such
a <= b every row of the box [a, b]^k will do; it is a mean of the rows that are a or b at each input, which are linear in (a, b);
and (a, b) is a mean of the corners (0, 0), (1, 1) and (1, T)/(1 + T) of its triangle.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, product
from math import gcd

from ..arithmetic.polynomial import bits_of_longest, common_multiple
from ..limits import MOST_RAYS, spend
from ..refusals import expect_at_most

# Numbers (w, v_1, ..., v_k) with w > 0 stand for the row v/w; the second is a set of half-spaces on whose border it lies, as bits.
Point = tuple[tuple[int, ...], int]
# (j, l, T, d): what is asked of the input j against l.
OfPair = tuple[int, int, Fraction, Fraction]
# Planes g_a, and v.
OfVulnerability = tuple[list[list[Fraction]], Fraction]
# a and numbers b_j by places j: a + b v >= 0.
HalfSpace = tuple[Fraction, dict[int, Fraction]]


def vertices_of_two(
    k: int, asked: Iterable[OfPair], vulnerabilities: Iterable[OfVulnerability] = ()
) -> list[tuple[int, ...]]:
    """List the vertices as (w, v_1, ..., v_k); empty if no mechanism satisfies the demand."""
    expect_at_most(k, MOST_RAYS.bit_length() - 1, "inputs whose cube is cut")
    spend(k << k)
    points: list[Point] = [
        ((1, *corner), sum(1 << 2 * j + x for j, x in enumerate(corner))) for corner in product((0, 1), repeat=k)
    ]
    bit = 1 << 2 * k
    for first, numbers in chain(_of_pairs(asked), _of_vulnerabilities(vulnerabilities)):
        spend(20 * (1 + len(numbers)))
        over = common_multiple(x.denominator for x in (first, *numbers.values()))
        spend(
            0, over.bit_length(), bits_of_longest(x.numerator for x in (first, *numbers.values())) * (1 + len(numbers))
        )
        places = {j + 1: int(x * over) for j, x in numbers.items()}
        points = _cut(points, {0: int(first * over), **places}, bit, k)
        expect_at_most(len(points), MOST_RAYS, "vertices")
        bit <<= 1
    return [point for point, _ in points]


def _of_pairs(asked: Iterable[OfPair]) -> Iterator[HalfSpace]:
    """The two half-spaces of each pair with a bound."""
    for j, against, ratio, slack in asked:
        yield Fraction(slack), {j: Fraction(-1), against: Fraction(ratio)}
        yield ratio - 1 + Fraction(slack), {j: Fraction(1), against: -Fraction(ratio)}


def _of_vulnerabilities(vulnerabilities: Iterable[OfVulnerability]) -> Iterator[HalfSpace]:
    """A half-space for every ordered pair of actions of each vulnerability; equal actions only ask that v is large enough."""
    for planes, most in vulnerabilities:
        for a, c in product(planes, repeat=2):
            spend(20 * len(a))
            yield most - sum(c), {j: y - x for j, (x, y) in enumerate(zip(a, c, strict=True)) if x != y}


def _cut(points: list[Point], numbers: dict[int, int], bit: int, k: int) -> list[Point]:
    """Keep the part with w a + b v >= 0 (for numbers (a, b) by index), including where its border meets edges."""
    kept: list[Point] = []
    inside, outside = [], []
    size = max(x.bit_length() for x in numbers.values())
    for v, borders in points:
        spend(20 + 5 * len(numbers), max(x.bit_length() for x in v), size)
        height = sum(b * v[place] for place, b in numbers.items())
        if height > 0:
            inside.append((v, borders, height))
        elif height < 0:
            outside.append((v, borders, height))
        if height >= 0:
            kept.append((v, borders if height else borders | bit))
    all_borders = [borders for _, borders in points]
    for v, first, high in inside:
        spend(4 + len(outside))
        for u, second, low in outside:
            common = first & second
            if common.bit_count() >= k - 1 and _is_edge(common, all_borders):
                kept.append((_between(v, u, high, low), common | bit))
    return kept


def _is_edge(common: int, all_borders: list[int]) -> bool:
    """Whether only two points lie on all of these borders."""
    spend(4 + len(all_borders) // 4)
    return sum(borders & common == common for borders in all_borders) == 2


def _between(v: tuple[int, ...], u: tuple[int, ...], high: int, low: int) -> tuple[int, ...]:
    """The point of the edge from v (height high > 0) to u (height low < 0) with height 0."""
    spend(8 * len(v), max(x.bit_length() for x in (*v, *u)), max(high.bit_length(), low.bit_length()) * 2 * len(v))
    found = [high * y - low * x for x, y in zip(v, u, strict=True)]
    divisor = gcd(*found)
    return tuple(x // divisor for x in found)
