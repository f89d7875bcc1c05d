"""An inequality at all rows r >= 0, with multipliers of the slack delta > 0 that a demand gives to each pair. SPEC.md, section 3.3.

What a row r is over T at an ordered pair (j, l) of inputs is max(0, r_j - T r_l): of a mechanism the sum of it is at most delta.

The inequality is f(r) <= y^T r + E(r), E(r) = sum_jl m_jl max(0, r_j - T r_l) over ordered pairs j != l with m_jl >= 0, f convex
and homogeneous. Summed over the rows of a mechanism of the demand, y^T r gives sum y, as the rows sum to 1, and E at most delta
times the sum of the m_jl: so the sum of f is at most sum y + delta sum m.

Rows by levels. The planes r_j = T r_l cut the rows r >= 0 into cones without a line, on each of which E is linear. On an extreme
ray of such a cone let U be the inputs with r_j > 0, joined where r_j = T r_l. If that left U in two parts, one part could be
multiplied by 1 + c and by 1 - c for a small c > 0 within the cone, and the ray would be the mean of two others. So a tree joins U,
and the ray is a multiple of a row whose entries are 0 or powers 1, T, ..., T^n, of which none is left out. Each row is a sum of the
rays of its cone with weights >= 0, where E adds up and f is at most the sum: it is enough that f <= y^T r + E at rows by levels.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, largest, total
from ..limits import MOST_CONE_INPUTS, spend
from ..refusals import expect, expect_at_most, require
from ..text.part import Matrix, Part, read_matrix
from .demand import Demand
from .divergence import CountedRow
from .mechanism import Rows
from .patterns import bring_to_one_denominator, require_at_row


@dataclass(frozen=True, slots=True)
class Slack:
    """The multipliers m_jl, of which those with j = l are not used."""

    multipliers: Matrix

    def numbers(self) -> list[Quotient]:
        """Those that are used."""
        rows = self.multipliers.rows
        return [rows[j][n] for j, n in permutations(range(len(rows)), 2)]

    def cost(self, demand: Demand) -> Quotient:
        """delta times their sum."""
        return demand.delta() * total(self.numbers())

    def require_inequality(self, forms: list[Rows], denominators: Rows, right: list[Quotient], ratio: Quotient) -> None:
        """sum_a r^T Q_a r/(r^T pi_a) <= y^T r + E(r) at every row by levels, for symmetric Q_a."""
        require(all(m >= ZERO for m in self.numbers()), "dual-sign", "a multiplier that may be negative")
        k = len(right)
        values, over = levels_of(k, ratio)
        products = [[a * b for b in values] for a in values]
        # s^T Q s is the sum over j <= l, in which the entries with j < l count twice
        whole = [
            bring_to_one_denominator(
                [[x * (ONE if j == n else TWO) for n, x in enumerate(row)] for j, row in enumerate(q)]
            )
            for q in forms
        ]
        denominators, (right,) = bring_to_one_denominator(denominators), bring_to_one_denominator([right])
        for levels in rows_by_levels(k):
            inside = [j for j, n in enumerate(levels) if n > 0]
            pairs = [(j, n, products[levels[j]][levels[n]]) for j, n in combinations_with_replacement(inside, 2)]
            squares = [total([q[j][n] * x for j, n, x in pairs]) for q in whole]
            lines = [total([line[j] * values[levels[j]] for j in inside]) for line in (*denominators, right)]
            require_at_row(squares, lines[:-1], lines[-1] + self._over(levels, over))

    def _over(self, levels: tuple[int, ...], over: Rows) -> Quotient:
        """E of a row by levels; over[a][b] is what the level a is over T against the level b."""
        rows = self.multipliers.rows
        spend(4 * len(levels) * len(levels))
        found = ((rows[j][n], over[a][b]) for (j, a), (n, b) in permutations(enumerate(levels), 2))
        return total([m * x for m, x in found if not x.is_zero() and not m.is_zero()])


def levels_of(k: int, ratio: Quotient) -> tuple[list[Quotient], Rows]:
    """The numbers that a row by levels has, 0 and the powers of T; and how much each is over T against each, max(0, a - T b)."""
    values = [ZERO, ONE]
    for _ in range(k - 1):
        values.append(values[-1] * ratio)
    return values, [[largest([ZERO, a - ratio * b]) for b in values] for a in values]


def rows_by_levels(k: int) -> Iterator[tuple[int, ...]]:
    """Every row by levels: the level 0 is the number 0, and n the power T^(n - 1)."""
    for levels in product(range(k + 1), repeat=k):
        spend(4)
        used = set(levels) - {0}
        if used and len(used) == max(used):
            yield levels


def counted_rows_by_levels(
    k: int, ratio: Quotient, convert: Callable[[Quotient], Any]
) -> Iterator[tuple[CountedRow, CountedRow]]:
    """What stands on both sides of the inequality for each row by levels: its entries, and what it is over T at ordered pairs.

    Both are lists of triples (x, 1, place), as in model/divergence.py; at the place stands the multiplier of x. The places 0 to
    k - 1 are those of y, for the entries; after them come those of the m_jl, for the ordered pairs in the order of `permutations`,
    as `Slack.numbers` has them. Pairs at which nothing is over are left out.
    """
    values, over = levels_of(k, ratio)
    converted = [convert(x) for x in values]
    exceeding = [[None if x.is_zero() else convert(x) for x in row] for row in over]
    for levels in rows_by_levels(k):
        spend(4 * k * k)
        taken = [(exceeding[a][b], 1, k + n) for n, (a, b) in enumerate(permutations(levels, 2))]
        yield [(converted[n], 1, j) for j, n in enumerate(levels)], [x for x in taken if x[0] is not None]


def read_slack(dual: dict[str, Part], demand: Demand, parts: dict[str, Part]) -> Slack | None:
    """The multipliers of the dual, if there are any: at one point t, for few inputs, of which none are exchanged."""
    if "slack" not in dual:
        return None
    k = len(parts["inputs"].strings())
    expect_at_most(k, MOST_CONE_INPUTS, "inputs of a demand with multipliers of its slack")
    plain = dual["slack"].domain.is_point() and "classes" not in parts and not demand.has_pairs()
    expect(plain, "multipliers of the slack are about one demand and one point t here, and without classes of inputs")
    found = read_matrix(dual["slack"])
    expect(found.size() == (k, k), f"multipliers of the slack should be about {k} inputs")
    return Slack(found)
