"""Lists the mechanisms that have to be tried to find a best one of at most m outputs.

The demand asks one ratio T of all pairs of inputs. The objective is the sum of f(r_i) over the rows r_1, ..., r_m, where f is
convex and homogeneous. k is the number of inputs. SPEC.md, section 9.12.

No slack. Let C be the cone of the rows that the demand allows. The lists (r_1, ..., r_m) of rows in C that sum to (1, ..., 1) form
a polytope. The objective is convex, so that it is largest at one of the vertices. Take a vertex, and let F_i be the least face of C
that holds r_i. The spans of F_1, ..., F_m are independent, for the following reason. Suppose that there were x_1, ..., x_m, with
x_i in the span of F_i, that are not all 0 and have the sum 0. Then the vertex would be the mean of two other lists of the polytope,
(r_i + e x_i) and (r_i - e x_i), for a small e > 0. But a vertex is no such mean.

Every r_i is a sum of independent extreme rays of F_i, with weights > 0. So the rays of all r_i together are independent, and there
are at most k of them. Each row r_i of the vertex is the sum of a group of these weighted rays. The extreme rays of C are among the
patterns, which are the rows of {1, T}^k.

Hence the following lists are tried. Take every set of independent patterns that sum to (1, ..., 1) with weights > 0. Put the
weighted patterns, in every way, into m groups that are not empty. If there are fewer than m patterns, put each into a group of its
own. The sums of the groups are the rows of one list. It is not necessary to try fewer groups: to split a group never lessens the
objective, as f(r) + f(s) >= f(r + s).

Two inputs and a slack d, with T >= 1 and d at most 1. Let A be the mechanism with the rows (d, 0), (0, d), (1 - d) (T, 1)/(1 + T)
and (1 - d) (1, T)/(1 + T). A satisfies the demand, and every mechanism that satisfies it is S A, with a stochastic matrix S
(section 9.4). The objective is convex in S. So it is largest at some S whose entries are 0 and 1, and such an S puts the four rows
into groups.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from math import comb

from ..arithmetic.polynomial import bits_of_longest
from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import MOST_RAYS, spend
from ..refusals import expect_at_most

Row = tuple[Fraction, ...]


def merged(k: int, ratio: Fraction, outputs: int) -> Iterator[list[Row]]:
    """List mechanisms with at most `outputs` outputs, one of which is optimal; each is given as the list of its rows.

    The mechanisms have k inputs. The demand is that no entry of a row is more than `ratio` times another entry. The objective is
    the sum of f over the rows, where f is a convex and homogeneous function of a row. For every such f, one of the listed
    mechanisms has the largest sum of all mechanisms that satisfy the demand and have at most `outputs` outputs.
    """
    patterns = 1 if ratio == 1 else 1 << k
    # each pattern alone is a set: this bounds the work before anything is listed
    expect_at_most(patterns, MOST_RAYS, "sets of patterns")
    expect_at_most(sum(comb(patterns, n) for n in range(1, k + 1)), MOST_RAYS, "sets of patterns")
    rows = [(Fraction(1),) * k] if ratio == 1 else list(product((Fraction(1), ratio), repeat=k))
    for size in range(1, k + 1):
        for chosen in combinations(rows, size):
            weights = _weights(chosen)
            if weights is not None and all(w > 0 for w in weights):
                weighed = [tuple(w * x for x in row) for w, row in zip(weights, chosen, strict=True)]
                for groups in _groups(len(weighed), outputs):
                    yield [_sum([weighed[n] for n in group]) for group in groups]


def merged_of_two(ratio: Quotient, slack: Quotient, outputs: int) -> Iterator[list[list[Quotient]]]:
    """List mechanisms with two inputs and at most `outputs` outputs, one of which is optimal under a ratio T and a slack d.

    Put the four rows (d, 0), (0, d), (1 - d) (T, 1)/(1 + T) and (1 - d) (1, T)/(1 + T) into min(4, `outputs`) groups that are not
    empty, in all ways. The sums of the groups are the rows of one mechanism. A slack of 1 or more counts as 1. Then the rows (1, 0)
    and (0, 1) reveal the input.
    """
    spend(400)
    kept = ZERO if slack >= ONE else (ONE - slack) / (ONE + ratio)
    told = ONE if slack >= ONE else slack
    rows = [[told, ZERO], [ZERO, told], [ratio * kept, kept], [kept, ratio * kept]]
    for groups in _groups(4, outputs):
        yield [[total([rows[n][j] for n in group]) for j in range(2)] for group in groups]


def _weights(rows: tuple[Row, ...]) -> list[Fraction] | None:
    """Find the only weights with which the rows, each times its weight, sum to (1, ..., 1).

    Return None if the rows are linearly dependent, or if (1, ..., 1) is no combination of them.
    """
    n, bits = len(rows), bits_of_longest(part for x in chain(*rows) for part in x.as_integer_ratio())
    spend(40 * n * n * len(rows[0]), bits, n * bits)
    lines = [[*column, Fraction(1)] for column in zip(*rows, strict=True)]
    for step in range(n):
        pivot = next((line for line in lines[step:] if line[step]), None)
        if pivot is None:
            return None
        lines.remove(pivot)
        pivot = [x / pivot[step] for x in pivot]
        lines = [[x - line[step] * y for x, y in zip(line, pivot, strict=True)] for line in lines]
        lines.insert(step, pivot)
    if any(line[n] for line in lines[n:]):
        return None
    return [line[n] for line in lines[:n]]


def _groups(n: int, most: int) -> Iterator[list[list[int]]]:
    """List all partitions of 0, ..., n - 1 into min(n, most) groups, none of them empty."""
    wanted = min(n, most)

    def extend(groups: list[list[int]], first: int) -> Iterator[list[list[int]]]:
        """Put the numbers `first`, ..., n - 1 into the groups or into new groups, in all ways.

        List each way that ends with exactly `wanted` groups, where `wanted` is min(n, most).
        """
        if first == n:
            if len(groups) == wanted:
                yield groups
            return
        for g in range(len(groups)):
            yield from extend([*groups[:g], [*groups[g], first], *groups[g + 1 :]], first + 1)
        if len(groups) < wanted:
            yield from extend([*groups, [first]], first + 1)

    return extend([], 0)


def _sum(rows: list[Row]) -> Row:
    """Add rows entry by entry."""
    return tuple(sum(entries, Fraction(0)) for entries in zip(*rows, strict=True))
