"""Linear objectives at every ratio of an interval: optimal bases written out in t, each on the piece where it is optimal.

A basis is solved over Q(t). It is optimal as long as its basic unknowns are at least 0 and all profits at most 0. These are
rational functions of t, so that the piece ends at the nearest t on each side where a numerator or a denominator changes its
sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpz_poly

from rropt.engine.asks import Asked, Condition
from rropt.engine.basis import write_out
from rropt.engine.found import Found
from rropt.engine.linear import Posed, Weights, found_of
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import INFINITY
from rropt.exact.isolate import Root, isolate, narrow
from rropt.exact.patience import require_time
from rropt.exact.spelling import root_cut
from rropt.solvers.program import Infeasible, Program
from rropt.solvers.rational import fraction, rational
from rropt.solvers.simplex import solve

__all__ = ["Cut", "Piece", "Reader", "cut_at", "pieces"]

MOST_PIECES = 200
MOST_TRIES = 60
FINE = Fraction(1, 1 << 100)
Reader = Callable[[fmpq], Asked]


@dataclass(frozen=True, slots=True)
class Cut:
    """A point of the axis of t between two rationals, and how a certificate states it."""

    low: fmpq
    high: fmpq
    stated: Any


@dataclass(frozen=True, slots=True)
class Piece:
    """An answer for every t from `start` to `end`, its numbers functions of t; without `end` the piece has no end.

    A piece that ends where it starts is one point, which its neighbours then do not contain.
    """

    start: Cut
    end: Cut | None
    found: Found

    @property
    def is_point(self) -> bool:
        """Whether it is one point."""
        return self.end == self.start


def pieces(
    asked_at: Reader, weights: Sequence[Weights], ends: tuple[Cut, Cut | None], conditions: Sequence[Condition] = ()
) -> list[Piece]:
    """Cover the interval by pieces, from its start on. `asked_at` reads the demand at a rational t."""
    start, end = ends
    found: list[Piece] = []
    while not found or found[-1].end is not end:
        if len(found) == MOST_PIECES:
            raise InputError(
                f"the optimum has more than {MOST_PIECES} pieces here; give a smaller range, or ask for a sweep"
            )
        found.append(_piece_from(found[-1].end or start if found else start, end, asked_at, weights, conditions))
    return found


def _piece_from(
    start: Cut, end: Cut | None, asked_at: Reader, weights: Sequence[Weights], conditions: Sequence[Condition]
) -> Piece:
    """The piece that begins at `start`: try points nearer and nearer to it, until the basis found there reaches back to it."""
    t = start.high + start.high / 16
    if end is not None:
        t = min(t, (start.high + end.low) / 2)
    for _ in range(MOST_TRIES):
        require_time()
        found, left, right = _at(t, asked_at, weights, conditions)
        if left is None or left.low <= start.high:
            is_last = right is None or (end is not None and end.low <= right.high)
            return Piece(start, end if is_last else right, found)
        t = (start.high + left.low) / 2
    raise InputError(
        "the pieces of the optimum are too short to be told apart; give a smaller range, or ask for a sweep"
    )


def _at(
    t: fmpq, asked_at: Reader, weights: Sequence[Weights], conditions: Sequence[Condition]
) -> tuple[Found, Cut | None, Cut | None]:
    """The answer around t, and the ends of its piece where it has some."""
    asked = asked_at(t)
    posed = Posed(asked, weights, conditions, above=False)
    best = solve(posed.program)
    if isinstance(best, Infeasible):
        raise InputError(
            f"at e^epsilon = {float(t):.6g} nothing meets the conditions; give a range of budgets where they can be met"
        )
    exact = posed.exact(posed.program)
    written = write_out(exact.of(best.basis))
    if written is None:
        raise InputError("the formulas of this optimum are too long; ask for a sweep of budgets")
    point, prices = dict(zip(best.basis.columns, written[0], strict=True)), written[1]
    watched, middle = _watched(exact, point, prices, best.basis.slacks), fraction(t)
    before, after = (isolate(watched, side) for side in (Free(Fraction(1), middle), Free(middle, INFINITY)))
    left, right = (cut_at(roots[n]) if roots else None for roots, n in ((before, -1), (after, 0)))
    return found_of(posed, (point, prices), lambda x: x), left, right


def _watched(program: Program[Number], point: Any, prices: Any, slacks: Iterable[int]) -> list[fmpz_poly]:
    """The polynomials where numbers change their signs that make the basis optimal."""
    numbers: list[Number] = [*point.values(), *prices.values()]
    for r in slacks:
        numbers.append(program.right[r] - sum(v * point[n] for n, v in program.rows[r].items() if n in point))
    profits = list(program.gains)
    for name, row in zip(program.names, program.rows, strict=True):
        if price := prices.get(name):
            for n, v in row.items():
                profits[n] = profits[n] - price * v
    numbers += profits
    # W_ij − y_j is the profit of q_ij at no price of q_ij ≤ (T − 1)·u_i; a certificate wants one sign of it
    for name, row in zip(program.names, program.rows, strict=True):
        if name[0] == "within":  # type: ignore[index]
            numbers.append(profits[next(iter(row))] + prices.get(name, 0))
    polynomials = [p for x in numbers if isinstance(x, Element) for p in (x.num, x.den)]
    return [factor for p in polynomials for factor, times in p.factor()[1] if times % 2]


def cut_at(root: Root) -> Cut:
    """A root between rationals that are 2^−100 apart, or equal to it."""
    if len(root.polynomial) == 2:
        x = fmpq(-root.polynomial[0], root.polynomial[1])
        return Cut(x, x, str(x))
    root = narrow(root, FINE)
    return Cut(rational(root.lower), rational(root.upper), root_cut(root.polynomial, root.lower, root.upper))
