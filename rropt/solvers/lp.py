"""Linear programs in rational numbers: HiGHS proposes a basis in floats, and exact simplex steps lead from it to the
optimum."""

from __future__ import annotations

from contextlib import suppress

from flint import fmpq

from rropt.solvers.highs import Floats
from rropt.solvers.program import Basis, Infeasible, Optimum, Program
from rropt.solvers.simplex import Search, improve
from rropt.solvers.system import Singular

__all__ = ["solve"]

MOST_ROUNDS = 4


def solve(program: Program[fmpq]) -> Optimum | Infeasible:
    """Find an optimum with its prices, or prices that show that nothing is feasible."""
    floats = Floats(program)
    # presolving takes longer than it saves here
    for presolve in (False, True):
        basis = floats.propose(presolve=presolve)
        if basis is not None:
            with suppress(Singular):
                return _refined(program, floats, basis)
    return improve(program, Basis((), frozenset(range(len(program.rows)))))


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
    return best.finish(fewest)
