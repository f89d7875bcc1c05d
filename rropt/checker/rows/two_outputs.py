"""Lists the vertices of the polytope of all rows r such that a mechanism with the rows r and 1 - r satisfies a demand.

Such a mechanism has two outputs. In 1 - r, and wherever a row is expected, 1 stands for the row (1, ..., 1). The number of inputs
is k. SPEC.md, section 9.12.

Suppose that a demand bounds the input j against the input l, with a ratio T and a slack d. This means that the positive parts of
r_j - T r_l and of (1 - r_j) - T (1 - r_l) sum to at most d. The positive parts of two numbers sum to the largest of 0, the first
number, the second number, and the sum of both. In this case the sum of both is 1 - T. So r and 1 - r satisfy the bound iff two
things hold. One is 1 - T <= d, which is true if any mechanism satisfies the bound. The other is that r lies in the two half-spaces

    r_j - T r_l <= d   and   T r_l - r_j <= T - 1 + d.

A vulnerability bounds a guesser's mean gain by v. Let g_a r be what his action a gains from the row r. The two rows together give
him the mean gain max_a g_a r + max_c g_c (1 - r). This is at most v iff

    (g_a - g_c) r <= v - g_c 1   for all actions a and c.

These half-spaces and 0 <= r <= 1 make a polytope. Its vertices are found by the double description method: it begins with the
vertices of the cube and cuts with one half-space after another. Each cut keeps the vertices inside of the half-space. It adds the
points where the border of the half-space meets an edge from a vertex inside to a vertex outside. The rest of the polytope is the
hull of these points. Two vertices are joined by an edge only if they lie on at least k - 1 common borders of half-spaces, and no
third vertex lies on all the borders that they share.

If the demand asks one ratio T >= 1 of all pairs and has no slack, this search is not needed. Then every vertex is the row 0, the
row 1, or a row that is T/(1 + T) in some set of inputs and 1/(1 + T) outside of the set. To see this, let a be the least entry of r
and b the largest. The demand asks only that b <= T a and 1 - a <= T (1 - b). If a <= b satisfy this, every row of the box [a, b]^k
satisfies the demand. Each row of the box is a mean of the rows that are a or b at each input. The rows that are a or b are linear
in (a, b). And each such pair (a, b) is a mean of the corners (0, 0), (1, 1) and (1, T)/(1 + T) of the triangle of all such pairs.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, product
from math import gcd

from ..arithmetic.polynomial import bits_of_longest, common_multiple
from ..limits import MOST_RAYS, spend
from ..refusals import expect_at_most

# A vertex: the numbers (w, v_1, ..., v_k) with w > 0 stand for the row v/w; the bits of the integer say on the borders of which
# half-spaces it lies.
Point = tuple[tuple[int, ...], int]
# (j, l, T, d): what is asked of the input j against l.
OfPair = tuple[int, int, Fraction, Fraction]
# The planes g_a of a vulnerability, and the largest value v.
OfVulnerability = tuple[list[list[Fraction]], Fraction]
# The half-space a + sum_j b_j r_j >= 0: the number a, and the numbers b_j by inputs j.
HalfSpace = tuple[Fraction, dict[int, Fraction]]


def vertices_of_two(
    k: int, asked: Iterable[OfPair], vulnerabilities: Iterable[OfVulnerability] = ()
) -> list[tuple[int, ...]]:
    """List the vertices of the polytope of all rows r such that a mechanism with the rows r and 1 - r satisfies a demand.

    The demand consists of the bounds in `asked` and `vulnerabilities`, and k is the number of inputs. A vertex v is given as a
    tuple of integers (w, w v_1, ..., w v_k) with w > 0. The caller must make sure that some mechanism satisfies the demand.
    Otherwise the half-spaces that bound r would not express everything that the demand asks.
    """
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
    """Yield two half-spaces of rows r for each (j, l, T, d) in `asked`: r_j - T r_l <= d and T r_l - r_j <= T - 1 + d.

    Here j and l are two inputs, T is the ratio that the demand asks of them, and d is the slack.
    """
    for j, against, ratio, slack in asked:
        yield Fraction(slack), {j: Fraction(-1), against: Fraction(ratio)}
        yield ratio - 1 + Fraction(slack), {j: Fraction(1), against: -Fraction(ratio)}


def _of_vulnerabilities(vulnerabilities: Iterable[OfVulnerability]) -> Iterator[HalfSpace]:
    """Yield a half-space of rows r for every ordered pair (a, c) of a guesser's actions, in each vulnerability.

    The mechanism has two outputs with the rows r and 1 - r. The guesser takes the action a after the first output, and c after the
    second. The half-space says that his mean gain is at most v, the largest that the vulnerability allows. Let g_a be the prior
    times the gains of a. Then the half-space is g_a r + g_c (1 - r) <= v. If a = c, this says that g_a sums to at most v, whatever
    r is.
    """
    for planes, most in vulnerabilities:
        for a, c in product(planes, repeat=2):
            spend(20 * len(a))
            yield most - sum(c), {j: y - x for j, (x, y) in enumerate(zip(a, c, strict=True)) if x != y}


def _cut(points: list[Point], numbers: dict[int, int], bit: int, k: int) -> list[Point]:
    """List the vertices of the part of a polytope that lies in a half-space a w + sum_j b_j v_j >= 0.

    `points` are the vertices of the polytope. Each is a pair: integers (w, v_1, ..., v_k) with w > 0, which stand for the row v/w,
    and the set of borders on which the vertex lies, as bits. `numbers` describes the half-space: numbers[0] is a, and numbers[j] is
    b_j, or is left out if b_j = 0. `bit` is the bit of the border of this half-space.
    """
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
    """Whether no third vertex lies on all the borders that two vertices share.

    The bits of `common` are these borders. `all_borders` has the borders of every vertex, as bits.
    """
    spend(4 + len(all_borders) // 4)
    return sum(borders & common == common for borders in all_borders) == 2


def _between(v: tuple[int, ...], u: tuple[int, ...], high: int, low: int) -> tuple[int, ...]:
    """Find the point where the edge from v to u crosses the border of a half-space.

    v is inside of the half-space, at the height `high` > 0 above the border. u is outside, at the height `low` < 0.
    """
    spend(8 * len(v), max(x.bit_length() for x in (*v, *u)), max(high.bit_length(), low.bit_length()) * 2 * len(v))
    found = [high * y - low * x for x, y in zip(v, u, strict=True)]
    divisor = gcd(*found)
    return tuple(x // divisor for x in found)
