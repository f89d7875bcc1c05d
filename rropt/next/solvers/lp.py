"""Linear programs in rational numbers: HiGHS proposes a basis in floats, and exact simplex steps lead from it to the
optimum."""

from __future__ import annotations

from contextlib import suppress

from flint import fmpq

from rropt.next.solvers.highs import propose
from rropt.next.solvers.program import Basis, Infeasible, Optimum, Program
from rropt.next.solvers.simplex import improve
from rropt.next.solvers.system import Singular

__all__ = ["solve"]


def solve(program: Program[fmpq]) -> Optimum | Infeasible:
    """Find an optimum with its prices, or prices that show that nothing is feasible."""
    for presolve in (True, False):
        basis = propose(program, presolve=presolve)
        if basis is not None:
            with suppress(Singular):
                return improve(program, basis)
    return improve(program, Basis((), frozenset(range(len(program.rows)))))
