"""Linear programs in rational numbers. HiGHS proposes a basis in floats, and exact simplex steps lead from it to the optimum.

From any basis they never fail: they end with an optimum, or show that there is none.

Let x_B be the basic unknowns, slacks among them. A basis has its point (all other unknowns are 0), its prices y (the gains of
basic unknowns equal their costs at these prices) and, for each other unknown, the profit: its gain less its cost. The basis is
optimal if its point is feasible and no profit is positive. From a basis that is neither, *dual steps* lead to a feasible point:
positive profits count as 0 there, so that each step keeps all profits at most 0. From a feasible point *primal steps* lead to
the optimum.

After some steps without progress the point, or the profits, are shifted a little at random, so that the steps make progress and
end; the shifts are taken back, which leaves few numbers of the wrong sign. The slack of an equality may be basic. It has to be
0, so that it leaves the basis as soon as it is not, and it never enters.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from flint import fmpq

from rropt.exact.errors import InputError
from rropt.exact.patience import require_time
from rropt.solvers.highs import Floats
from rropt.solvers.program import Basis, Infeasible, Optimum, Program
from rropt.solvers.rational import ONE, ZERO
from rropt.solvers.system import Singular, System, solve_dense

__all__ = ["Search", "solve"]

MOST_ROUNDS = 4  # of refining a proposed basis
MOST_STEPS = 5000
PATIENT = 12  # steps without progress, before something is shifted
LITTLE = 160  # shifts are multiples of 2^-160

# An unknown is a variable n of the program, told as n, or the slack of row r, told as −1 − r.
Vector = Mapping[int, fmpq]


def solve(program: Program[fmpq]) -> Optimum | Infeasible:
    """Find an optimum with its prices, or prices that show that nothing is feasible."""
    floats = Floats(program)
    if (basis := floats.propose()) is not None:
        with suppress(Singular):
            return _refined(program, floats, basis)
    return Search(program, Basis((), frozenset(range(len(program.rows))))).finish()


def _refined(program: Program[fmpq], floats: Floats, basis: Basis) -> Optimum | Infeasible:
    """Have the basis refined while numbers of it have the wrong sign; take exact steps from the best basis."""
    best = search = Search(program, basis)
    fewest = search.count_wrong()
    for _ in range(MOST_ROUNDS if fewest else 0):
        better = floats.refine(search.values, search.profits())
        if better is None:
            break
        try:
            search = Search(program, better)
        except Singular:
            break
        if (wrong := search.count_wrong()) < fewest:
            best, fewest = search, wrong
        if not wrong:
            break
    return best.finish()


class Search:
    """The state between steps: the basis, its system and the values of its unknowns.

    `Singular` is raised if the given unknowns are no basis; every basis that a step reaches is one.
    """

    def __init__(self, program: Program[fmpq], basis: Basis) -> None:
        self.program = program
        self.basic = list(basis.columns)
        self.slacks = set(basis.slacks)
        self.right = program.right
        self.stalled = 0
        self.draw = random.Random(0)
        self._solve()

    @cached_property
    def columns(self) -> list[dict[int, fmpq]]:
        """The coefficients of each variable by rows."""
        columns: list[dict[int, fmpq]] = [{} for _ in self.program.gains]
        for r, row in enumerate(self.program.rows):
            for n, v in row.items():
                columns[n][r] = v
        return columns

    def finish(self) -> Optimum | Infeasible:
        """Take exact steps to the end."""
        names = self.program.names
        while self.count_wrong():
            shown = self.reach_feasible()
            if shown is not None:
                return Infeasible({names[r]: v for r, v in shown.items() if v})
            self.reach_optimal()
        point = {n: v for n, v in self.values.items() if n >= 0 and v}
        prices = {names[r]: v for r, v in self.prices().items() if v}
        return Optimum(point, prices, Basis(tuple(self.basic), frozenset(self.slacks)), self.profits())

    def count_wrong(self) -> int:
        """The number of values and profits that keep the basis from being optimal."""
        # a sign is found quicker in the numerator, and most numbers are 0
        return len(self._lacking()) + sum(v.p > 0 for v in self.profits().values() if v)

    def _lacking(self) -> dict[int, fmpq]:
        """The values that keep the point from being feasible."""
        return {n: v for n, v in self.values.items() if v and (v.p < 0 or self._has_to_be_0(n))}

    def _solve(self) -> None:
        """Set up the system of the rows whose slack is 0, and find the values of the basic unknowns."""
        require_time()
        self.known_prices = self.known_profits = dict[int, fmpq]()
        self.tight = [r for r in range(len(self.program.rows)) if r not in self.slacks]
        if len(self.tight) != len(self.basic):
            raise Singular
        tight = self.program.of(Basis(tuple(self.basic), frozenset(self.slacks)))
        self.system: System[fmpq] = System(tight.rows, ZERO, solve_dense)
        found = self.system.solve([self.right[r] for r in self.tight])
        self.values = dict(zip(self.basic, found, strict=True))
        self.values |= self._slacks_at(self.values, self.right)

    def _slacks_at(self, vector: Vector, right: Sequence[fmpq]) -> dict[int, fmpq]:
        """For each basic slack, what the vector leaves of the right side of its row."""
        others, found = {n: v for n, v in vector.items() if v}, {}
        for r in self.slacks:
            left = right[r]
            for n, v in self.program.rows[r].items():
                if n in others:
                    left -= others[n] if v is ONE else v * others[n]
            found[-1 - r] = left
        return found

    def prices(self) -> dict[int, fmpq]:
        """The prices of the tight rows, at which the gains of basic variables equal their costs."""
        if not self.known_prices:
            found = self.system.solve_transposed([self.program.gains[n] for n in self.basic])
            self.known_prices = dict(zip(self.tight, found, strict=True))
        return self.known_prices

    def profits(self) -> dict[int, fmpq]:
        """The profit of every unknown that is not basic and may become it."""
        if not self.known_profits:
            self.known_profits = self._less(self.program.gains, self.prices())
        return self.known_profits

    def _less(self, gains: list[fmpq] | None, prices: Vector) -> dict[int, fmpq]:
        """For each unknown that may enter: its gain (0 if None) less its cost at the prices."""
        basic = set(self.basic)
        found = {n: ZERO if gains is None else gains[n] for n in range(len(self.program.gains)) if n not in basic}
        for r, price in prices.items():
            if price:
                for n, v in self.program.rows[r].items():
                    if n in found:
                        found[n] -= price if v is ONE else v * price
        for r in self.tight:
            if not self.program.equal[r]:
                found[-1 - r] = -prices.get(r, ZERO)
        return found

    def reach_optimal(self) -> None:
        """Take primal steps until no profit is positive."""
        self.stalled = 0
        for _ in _steps():
            better = {n: v for n, v in self.profits().items() if v > 0}
            if not better:
                break
            if self.stalled > PATIENT:
                self._shift_point()
            enters = max(better, key=lambda n: better[n])
            change = self._change(enters)
            falls = [(self.values[n] / -v, n) for n, v in change.items() if v < 0 and not self._has_to_be_0(n)]
            falls += [(ZERO, n) for n, v in change.items() if v and self._has_to_be_0(n)]
            if not falls:
                raise InputError("the linear program has no optimum, as its value grows without limit")
            by, leaves = min(falls)
            self._exchange(enters, leaves, progress=by > 0)
        if self.right is not self.program.right:
            self.right = self.program.right
            self._solve()

    def _shift_point(self) -> None:
        """Raise each basic unknown that is 0 a little at random, by other right sides, so that steps make progress."""
        self.right = list(self.right)
        for unknown, value in self.values.items():
            if value == 0 and not self._has_to_be_0(unknown):
                column = self.columns[unknown] if unknown >= 0 else {-1 - unknown: ONE}
                shift = self._little()
                for r, v in column.items():
                    self.right[r] += shift * v
        self.stalled = 0
        self._solve()

    def _little(self) -> fmpq:
        return fmpq(self.draw.randint(1, 1 << 20), 1 << LITTLE)

    def reach_feasible(self) -> dict[int, fmpq] | None:
        """Take dual steps until the point is feasible; return prices that show that no point is, if this is so."""
        profits: dict[int, fmpq] = {}
        for _ in _steps():
            lacking = self._lacking()
            if not lacking:
                return None
            if not profits:
                profits = {n: min(v, ZERO) for n, v in self.profits().items()}
            if self.stalled > PATIENT:
                profits = {n: v or -self._little() for n, v in profits.items()}
                self.stalled = 0
            leaves = max(lacking, key=lambda n: abs(lacking[n]))
            row = self._row(leaves)
            if lacking[leaves] > 0:
                row = {r: -v for r, v in row.items()}
            # what one unit of each unknown adds to the one that leaves, in the direction that it lacks
            adds = self._less(None, row)
            choice = [(-profits[n] / v, n) for n, v in adds.items() if v > 0]
            if not choice:
                return row
            by, enters = min(choice)
            profits = {n: v + by * adds[n] for n, v in profits.items() if n != enters}
            if not self._has_to_be_0(leaves):
                profits[leaves] = -by
            self._exchange(enters, leaves, progress=by > 0)
        return None

    def _has_to_be_0(self, unknown: int) -> bool:
        return unknown < 0 and self.program.equal[-1 - unknown]

    def _change(self, enters: int) -> dict[int, fmpq]:
        """The amount that one unit of an entering unknown adds to each basic one."""
        column = self.columns[enters] if enters >= 0 else {-1 - enters: ONE}
        found = self.system.solve([-column.get(r, ZERO) for r in self.tight])
        change = dict(zip(self.basic, found, strict=True))
        return change | self._slacks_at(change, [-column.get(r, ZERO) for r in range(len(self.right))])

    def _row(self, leaves: int) -> dict[int, fmpq]:
        """Factors of the rows whose sum has the basic unknown with the factor 1, and no other basic one."""
        if leaves >= 0:
            right = [ONE if n == leaves else ZERO for n in self.basic]
            return dict(zip(self.tight, self.system.solve_transposed(right), strict=True))
        own = -1 - leaves
        found = self.system.solve_transposed([self.columns[n].get(own, ZERO) for n in self.basic])
        return {own: ONE} | {r: -v for r, v in zip(self.tight, found, strict=True)}

    def _exchange(self, enters: int, leaves: int, *, progress: bool) -> None:
        self.stalled = 0 if progress else self.stalled + 1
        if leaves >= 0:
            self.basic.remove(leaves)
        else:
            self.slacks.remove(-1 - leaves)
        if enters >= 0:
            self.basic.append(enters)
        else:
            self.slacks.add(-1 - enters)
        self._solve()


def _steps() -> Iterator[int]:
    yield from range(MOST_STEPS)
    raise InputError("the exact simplex method takes too many steps here; give numbers nearer to each other in size")
