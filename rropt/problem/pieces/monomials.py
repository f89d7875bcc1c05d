"""Possible rows of mechanisms whose entries are monomials in t, and the t at which such a row begins or ceases to satisfy the
demand. Here t ranges over an interval.

A row by a tree (SPEC.md, 4.3) has entries s_j that are 0 outside some set of inputs. Inside this set, a tree joins the inputs. Each
edge of the tree is an inequality s_j ≤ T_c s_i that holds with equality, where T_c is a ratio that the demand states. If the demand
bounds a vulnerability, an edge may also join two inputs whose guesses gain the same. Each ratio is a number times a power of t, and
so is each entry of the row.

The objective is a sum of a function f over rows. The checker compares f with the prices (linear-programming dual variables) at rows
by trees. It compares them on the whole domain of a certificate, even if the row satisfies the demand only at some t of the domain.
Where the row breaks the demand, the comparison may fail. So a domain should end where a row begins or ceases to satisfy the demand.
That happens only where one of the inequalities holds with equality.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from flint import fmpz_poly

from rropt.designs.rows.averages import is_one_guess
from rropt.exact.element import Element, Number
from rropt.exact.infinity import is_infinite
from rropt.privacy.bounds import PairBounds
from rropt.problem.problem import Problem

__all__ = ["MonomialRow", "crossings_of", "rows_inside", "sum_at"]

MOST_INPUTS = 4  # trees are listed for at most so many inputs
NEAR = 1e-9  # a ratio this near to 1, in floats, may be on either side of it
Monomial = tuple[Fraction, int]
"""The number c and the power n of c·t^n."""
MonomialRow = dict[int, Monomial]
"""A row of a mechanism up to scale: its entries that are not 0, by input."""


def rows_inside(problem: Problem) -> list[MonomialRow]:
    """List the rows by trees (see the head of this file) that may satisfy the demand at some t of the interval.

    A row is left out if one of the demand's inequalities fails at every t of the interval. A row may be listed although at no t it
    satisfies all the inequalities together. If there are more than `MOST_INPUTS` inputs, the list is empty.
    """
    if problem.k > MOST_INPUTS:
        return []
    low, high = _ends(problem)
    found: list[MonomialRow] = []
    for row in _rows(problem.bounds):
        over = list(_over(row, problem.bounds))
        is_outside = any(x is None or min(float(x[0]) * t ** x[1] for t in (low, high)) > 1 + NEAR for x in over)
        if not is_outside:
            found.append(row)
    return found


def crossings_of(problem: Problem) -> list[fmpz_poly]:
    """List polynomials in t at whose roots a row may begin or cease to satisfy the demand.

    Only the rows that `rows_inside` lists are examined. If the demand does not consist of several demands, the list is empty.
    """
    found: dict[Monomial, None] = {}
    if not problem.bounds.others:  # then all entries are powers of t, and no row enters or leaves at a t > 1
        return []
    for row in rows_inside(problem):
        found |= dict.fromkeys(x for x in _over(row, problem.bounds) if x is not None and x[1])
    return [sum_at([c.numerator, -c.denominator], {0: (Fraction(1), n), 1: (Fraction(1), 0)}) for c, n in found]


def sum_at(factors: Sequence[Fraction | int], row: MonomialRow) -> fmpz_poly:
    """Return Σ_j factors_j·s_j for the row s, multiplied by a power of t and an integer so that it is a polynomial over the
    integers."""
    low = min(n for _, n in row.values())
    terms = [Fraction(0)] * (1 + max(n for _, n in row.values()) - low)
    for j, (c, n) in row.items():
        terms[n - low] += factors[j] * c
    under = math.lcm(*(x.denominator for x in terms))
    return fmpz_poly([int(x * under) for x in terms])


def _ends(problem: Problem) -> tuple[float, float]:
    interval = problem.interval
    assert interval is not None and not is_infinite(interval.upper)
    return float(interval.lower), float(interval.upper)


def _over(row: MonomialRow, bounds: PairBounds) -> Iterator[Monomial | None]:
    """For each inequality s_j ≤ T_c s_i of the demand without slack, yield s_j/(T_c s_i) as a monomial in t. The row s breaks the
    inequality at each t where this monomial is above 1.

    If s_i is 0, yield None: the row breaks the inequality at every t. Inequalities with s_j = 0 are skipped.
    """
    for (j, i, *_), (ratio, slack) in bounds.places():
        if slack != 0 or j not in row:
            continue
        if i not in row:
            yield None
            continue
        (d, m), (e, k), (c, n) = row[j], row[i], _monomial(ratio)
        yield d / (e * c), m - k - n


def _rows(bounds: PairBounds) -> Iterator[MonomialRow]:
    """Yield each row by a tree (see the head of this file) once.

    Every nonempty set of inputs is taken in turn. For each set, the rows are yielded that are positive on the set and 0 elsewhere.
    """
    steps, seen = _steps(bounds), set[tuple[tuple[int, Monomial], ...]]()
    for size in range(1, bounds.k + 1):
        for inside in combinations(range(bounds.k), size):
            for row in _grown({inside[0]: (Fraction(1), 0)}, set(inside[1:]), steps):
                key = tuple(sorted(row.items()))
                if key not in seen:
                    seen.add(key)
                    yield row


def _grown(row: MonomialRow, left: set[int], steps: dict[tuple[int, int], list[Monomial]]) -> Iterator[MonomialRow]:
    """Extend a row to all inputs in `left`, in every way: each input j is joined to an input i of the row by one of the ratios
    s_j/s_i that `steps` lists under (j, i)."""
    if not left:
        yield row
        return
    for j, (i, (c, n)) in product(left, row.items()):
        for d, m in steps.get((j, i), ()):
            yield from _grown({**row, j: (c * d, n + m)}, left - {j}, steps)


def _steps(bounds: PairBounds) -> dict[tuple[int, int], list[Monomial]]:
    """For each ordered pair of inputs (j, i), list the ratios s_j/s_i of two entries of a row at which an inequality of the demand
    holds with equality.

    Each ratio is a monomial in t. If the demand bounds the gain of a guesser who names one input, the ratio at which the guesses i
    and j gain the same is listed too.
    """
    found: dict[tuple[int, int], dict[Monomial, None]] = {}
    for (j, i, *_), (ratio, _) in bounds.places():
        c, n = _monomial(ratio)
        found.setdefault((j, i), {})[c, n] = None
        found.setdefault((i, j), {})[1 / c, -n] = None
    for average in bounds.averages().values():
        for (a, g), (b, h) in combinations(enumerate(average.planes), 2):
            if is_one_guess(average) and g[a] and h[b]:
                weight = Fraction(h[b]) / Fraction(g[a])  # type: ignore[arg-type]
                found.setdefault((a, b), {})[weight, 0] = None
                found.setdefault((b, a), {})[1 / weight, 0] = None
    return {pair: list(some) for pair, some in found.items()}


def _monomial(ratio: Number) -> Monomial:
    if isinstance(ratio, Fraction):
        return ratio, 0
    assert isinstance(ratio, Element)
    n = ratio.num.degree()
    return Fraction(int(ratio.num[n]), int(ratio.den[0])), n
