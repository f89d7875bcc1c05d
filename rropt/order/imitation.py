"""The linear program that says how nearly a mechanism P imitates another, Q: it decides the order, and its optimum is the
deficiency.

A garbling C, a matrix whose columns are distributions, makes of P's output an output of C·P. Its error under input j is the total
variation Σ_i max(0, (C·P − Q)_ij). The deficiency δ is the least largest error; it is 0 exactly if Q is a garbling of P (Le Cam
1964):

    minimise e  over C ≥ 0, E ≥ 0:   Σ_i C_iu = 1,   (C·P)_ij − E_ij ≤ Q_ij,   Σ_i E_ij ≤ e.

Let z_ij and w_j be the prices of the last two kinds of rows. They satisfy 0 ≤ z_ij ≤ w_j and Σ w_j = 1 (if δ > 0). On the decision
problem with the prior w and the gains G_ij = 1 − z_ij/w_j, Q is worth δ more than P. So the optimum comes with both witnesses: C
shows that the deficiency is at most δ, and the decision problem that it is at least δ.

HiGHS proposes the basis, and exact simplex steps end it (`solvers.simplex`). Where entries are irrational, a rational within 10^-40
takes the place of t. The basis that is optimal there is then written out in t itself. This is needed because an equality such as
C·P = Q at t is decided by no rational beside t. If the basis is too long to be written out, C and the decision problem at the
rational still bound δ, as neither has to be optimal to do so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from rropt.engine.basis import write_out
from rropt.errors import Undecided
from rropt.exact.element import Number, generator
from rropt.exact.fields import Field
from rropt.exact.matrix import Matrix, common_field
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision, no_decision
from rropt.solvers.program import Infeasible, Program
from rropt.solvers.rational import fraction, rational
from rropt.solvers.simplex import solve
from rropt.solvers.system import Singular

__all__ = ["Imitation", "imitate", "is_small"]

ZERO, ONE = Fraction(0), Fraction(1)
BESIDE = Fraction(1, 10**40)
MOST_ROWS, MOST_IRRATIONAL = 600, 150
"""The most rows of a program that is solved exactly; with irrational entries its basis is written out in t too."""


@dataclass(frozen=True, slots=True)
class Imitation:
    """A garbling of the first mechanism that comes as near to the second as any, and a decision problem that shows it.

    Both bound the deficiency, the garbling from above and the decision problem from below. With irrational entries the bounds may
    differ a little.
    """

    garbling: Matrix
    decision: Decision


def is_small(p: Mechanism, q: Mechanism) -> bool:
    """Whether the program for imitating q by p is small enough to be solved exactly."""
    rows = p.m + q.m * q.k + q.k
    return rows <= (MOST_ROWS if p.is_rational and q.is_rational else MOST_IRRATIONAL)


def imitate(p: Mechanism, q: Mechanism) -> Imitation:
    """Find the garbling of p that comes nearest to q, and the decision problem that no garbling comes nearer.

    Epsilon must not be free. `Undecided` is raised if the program is too large (`is_small`).
    """
    if not is_small(p, q):
        raise Undecided(
            f"the linear program for mechanisms with {p.m} and {q.m} outputs over {p.k} inputs is too large to be solved exactly; "
            "compare smaller mechanisms"
        )
    program, field = _program(p, q), common_field(p.rows, q.rows)
    found = solve(program.turned(_beside(field), {}))
    assert not isinstance(found, Infeasible)  # each C with a large e is feasible
    if field is not None and (written := _write_out(program, found.basis, p, q)) is not None:
        return written
    point = {n: fraction(x) for n, x in found.point.items()}
    return _read(p, q, point, {name: fraction(x) for name, x in found.prices.items()})


def _program(p: Mechanism, q: Mechanism) -> Program[Number]:
    """Pose the program, to maximise −e. The entry (i, u) of C is the variable i·m + u, where m is the number of p's outputs."""
    program = Program[Number]()
    c = program.variables([ZERO] * (q.m * p.m))
    above = program.variables([ZERO] * (q.m * q.k))
    (e,) = program.variables([-ONE])
    for u in range(p.m):
        program.add(("output", u), {c[i * p.m + u]: ONE for i in range(q.m)}, ONE, equal=True)
    for i, row in enumerate(q.rows):
        for j, x in enumerate(row):
            made = {c[i * p.m + u]: p.rows[u][j] for u in range(p.m)}
            program.add(("entry", i, j), {**made, above[i * q.k + j]: -ONE}, x)
    for j in range(q.k):
        program.add(("input", j), {**{above[i * q.k + j]: ONE for i in range(q.m)}, e: -ONE}, ZERO)
    return program


def _beside(field: Field | None) -> Callable[[Number], fmpq]:
    """Return the function that turns an exact number into a rational, with a rational beside t in place of an irrational t."""
    if field is None:
        return rational  # type: ignore[return-value]
    t = sum(enclose(generator(field), width=BESIDE), ZERO) / 2
    return lambda x: rational(at_point(x, field, t))


def _write_out(program: Program[Number], basis: Any, p: Mechanism, q: Mechanism) -> Imitation | None:
    """Write out a basis in t; None if it is too long, or if at t itself it is no optimum."""
    try:
        found = write_out(program.of(basis))
    except Singular:
        return None
    if found is None:
        return None
    point, prices = found
    made = _read(p, q, dict(zip(basis.columns, point, strict=True)), prices)
    told = [*made.garbling, made.decision.prior, *made.decision.gains]
    return made if all(x >= 0 for row in told for x in row) else None


def _read(p: Mechanism, q: Mechanism, point: Mapping[int, Number], prices: Mapping[Any, Number]) -> Imitation:
    """Read the garbling and the decision problem from the program's solution."""
    c = tuple(tuple(point.get(i * p.m + u, ZERO) for u in range(p.m)) for i in range(q.m))
    w = tuple(prices.get(("input", j), ZERO) for j in range(q.k))
    if sum(w, ZERO) != 1:  # nothing is lost by imitation, so that errors have no price
        return Imitation(c, no_decision(q.k))
    gains = [[ONE - prices.get(("entry", i, j), ZERO) / x if x else ZERO for j, x in enumerate(w)] for i in range(q.m)]
    return Imitation(c, Decision(w, tuple(dict.fromkeys(map(tuple, gains)))))
