"""The simplex method in exact arithmetic: minimise c·x over A·x = b, x ≥ 0, over Q or any field of exact numbers.

It ends, because after a run of degenerate steps Bland's rule is followed until a step makes progress (Bland 1977). Every answer
has a proof:

* If c·x has a minimum, the proof is dual multipliers y with yᵀA ≤ c and yᵀb = c·x.
* If there is no feasible x, it is a Farkas vector y with yᵀA ≤ 0 < yᵀb.
* If c·x has no minimum, it is a direction d ≥ 0 with A·d = 0 and c·d < 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.matrix import Rows, solve
from rropt.exact.patience import require_time
from rropt.solvers.tableau import Tableau, start

__all__ = ["SimplexSolution", "minimise"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_STALLED = 8  # degenerate steps in a row before Bland's rule is followed


@dataclass(frozen=True, slots=True)
class SimplexSolution:
    """The simplex method's answer and its proof. For an optimum the proof is the dual multipliers `duals`. If no x is feasible, it
    is a Farkas vector `farkas`. If the costs have no minimum, it is a direction `ray` along which they fall without limit.

    `basis` lists the basic columns by their indices. An entry −1−i means the unit column of row i; this column is added by the
    method and belongs to no variable of the program.
    """

    status: Literal["optimal", "infeasible", "unbounded"]
    basis: tuple[int, ...]
    x: tuple[Number, ...] = ()
    value: Number = ZERO
    duals: tuple[Number, ...] = ()
    farkas: tuple[Number, ...] = ()
    ray: tuple[Number, ...] = ()


@dataclass(slots=True)
class _State:
    """The state of the simplex method: the tableau, the basis at the start (`begun`) and the current basis (`basis`).

    Each row i has an artificial column `artificial[i]`. It is the column that was basic in row i at the start. If the sign of row i
    was changed, so was the sign of this column. An entry −1−i of `basis` means this artificial column. `n` is the number of columns
    of the program's own matrix. `most` is the number of steps allowed, and `pivots` the number of steps made.
    """

    tableau: Tableau
    begun: Sequence[int]
    basis: list[int]
    artificial: list[list[Number]]
    n: int
    most: int
    pivots: int = 0

    @property
    def rows(self) -> int:
        return len(self.basis)

    @property
    def named(self) -> tuple[int, ...]:
        """The current basis in the form that callers use. In place of an artificial column it lists the column that was basic in
        the same row at the start."""
        return tuple(j if j >= 0 else self.begun[-1 - j] for j in self.basis)

    def step(self, i: int, j: int) -> None:
        require_time()
        self.pivots += 1
        if self.pivots > self.most:
            raise Undecided(f"the exact simplex method stopped after {self.most} steps")
        self.tableau.pivot(i, j)
        self.basis[i] = j


def minimise(
    c: Sequence[Number], a: Rows, b: Sequence[Number], *, basis: Sequence[int] | None = None, most: int = 100_000
) -> SimplexSolution:
    """Minimise c·x over a·x = b, x ≥ 0, in at most `most` steps. If `basis` is given, the method starts from it.

    A basis is a list of linearly independent columns, as many as there are rows. An entry j ≥ 0 means column j of a. An entry −1−i
    means the unit column of row i, which is no column of a.
    """
    rows = range(len(a))
    begun = [-1 - i for i in rows] if basis is None else basis
    columns: list[list[Number]] = [
        [row[j] for row in a] if j >= 0 else [ONE if i == -1 - j else ZERO for i in rows] for j in begun
    ]
    first = [j if j >= 0 else -1 - i for i, j in enumerate(begun)]
    state = _State(start(a, b, basis), begun, first, columns, len(c), most)
    _make_feasible_start(state)
    if any(j < 0 for j in state.basis) and not _phase_one(state):
        return SimplexSolution("infeasible", state.named, farkas=_multipliers(state, a, [ZERO] * len(c), ONE))
    return _phase_two(state, c, a)


def _make_feasible_start(state: _State) -> None:
    """Make the right side of every row nonnegative. Each row with a negative right side gets the opposite sign, and so does its
    artificial column. Then the artificial column becomes the basic column of this row."""
    for i in range(state.rows):
        if state.tableau.at(i, state.n) < 0:
            state.tableau.negate(i)
            state.artificial[i] = [-x for x in state.artificial[i]]
            state.basis[i] = -1 - i


def _phase_one(state: _State) -> bool:
    """Minimise the sum of the artificial variables, and return whether the minimum is zero.

    If the minimum is zero, each artificial column that is still basic is exchanged for a column of the program's own matrix. It
    stays basic only if its row has no nonzero entry to exchange it for.
    """
    total: list[Number] = [ZERO] * (state.n + 1)
    for i, j in enumerate(state.basis):
        if j < 0:
            total = [x - y for x, y in zip(total, state.tableau.row(i), strict=True)]
    state.tableau.set_row(state.rows, total)
    _iterate(state)
    if state.tableau.at(state.rows, state.n) != 0:
        return False
    for i, j in enumerate(state.basis):
        if j < 0:
            row = state.tableau.row(i)
            column = next((n for n in range(state.n) if row[n]), None)
            if column is not None:
                state.step(i, column)
    return True


def _phase_two(state: _State, c: Sequence[Number], a: Rows) -> SimplexSolution:
    """Minimise c·x from the tableau's feasible basis. Return the optimum with its multipliers. If c·x has no minimum, return a
    direction along which it falls without limit."""
    costs: list[Number] = [*c, ZERO]
    for i, j in enumerate(state.basis):
        if j >= 0 and c[j]:
            costs = [x - c[j] * y for x, y in zip(costs, state.tableau.row(i), strict=True)]
    state.tableau.set_row(state.rows, costs)
    entering = _iterate(state)
    point: list[Number] = [ZERO] * state.n
    for i, j in enumerate(state.basis):
        if j >= 0:
            point[j] = state.tableau.at(i, state.n)
    value = sum((p * q for p, q in zip(c, point, strict=True) if q), ZERO)
    if entering is not None:
        return SimplexSolution("unbounded", state.named, x=tuple(point), value=value, ray=_direction(state, entering))
    duals = _multipliers(state, a, c, ZERO)
    return SimplexSolution("optimal", state.named, x=tuple(point), value=value, duals=duals)


def _direction(state: _State, entering: int) -> tuple[Number, ...]:
    """Return how much each variable changes if the variable of the column `entering` rises by 1 and the other nonbasic variables
    stay 0."""
    ray: list[Number] = [ZERO] * state.n
    ray[entering] = ONE
    for j, x in zip(state.basis, state.tableau.column(entering), strict=False):
        if j >= 0:
            ray[j] = -x
    return tuple(ray)


def _multipliers(state: _State, a: Rows, c: Sequence[Number], artificial: Number) -> tuple[Number, ...]:
    """Solve yᵀB = c_B for y. B has the basic columns, and c_B has their costs. The cost of every artificial column is
    `artificial`."""
    columns = [[row[j] for row in a] if j >= 0 else state.artificial[-1 - j] for j in state.basis]
    costs = [(c[j] if j >= 0 else artificial,) for j in state.basis]
    return tuple(y for (y,) in solve(columns, costs)) if columns else ()


def _iterate(state: _State) -> int | None:
    """Pivot until no reduced cost is negative, and then return None. If the costs fall without limit along some column, return this
    column's index."""
    stalled = 0
    while True:
        costs = state.tableau.row(state.rows)
        entering = _entering(costs[: state.n], bland=stalled > MOST_STALLED)
        if entering is None:
            return None
        leaving = _leaving(state, state.tableau.column(entering))
        if leaving is None:
            return entering
        stalled = stalled + 1 if state.tableau.at(leaving, state.n) == 0 else 0
        state.step(leaving, entering)


def _entering(costs: Sequence[Number], *, bland: bool) -> int | None:
    """Choose a column with a negative reduced cost. If `bland`, it is the first such column (Bland's rule), else the one with the
    least reduced cost. None if there is no such column."""
    negative = [j for j, x in enumerate(costs) if x < 0]
    if not negative:
        return None
    return negative[0] if bland else min(negative, key=costs.__getitem__)


def _leaving(state: _State, column: Sequence[Number]) -> int | None:
    """Choose the row whose right side divided by its entry in `column` is least, among the rows where this entry is positive.

    If several rows have that ratio, choose one whose basic column is artificial, else the one whose basic column is first (Bland).
    None if no entry of the column is positive.
    """
    rows = [i for i in range(state.rows) if column[i] > 0]
    if not rows:
        return None
    ratio = {i: state.tableau.at(i, state.n) / column[i] for i in rows}
    least = min(ratio.values())
    return min((i for i in rows if ratio[i] == least), key=lambda i: state.basis[i])
