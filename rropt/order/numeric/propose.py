"""Decides whether Q is a garbling of P, for two mechanisms over the same inputs. Each method proposes a matrix C with C·P = Q, or
gains on which Q earns more than P.

The methods are tried in this order, and each answer is exact:

    1. If inputs may be exchanged, entries of C share one unknown, which makes the program small (`orbits.py`).
    2. Find a vector g with P·g = 0 and Q·g ≠ 0.
    3. If the rows of P are linearly independent, only one C is possible: compute it.
    4. If the program is small, use the exact simplex method.
    5. If it is larger, use projections in floats, then the optimum in floats; make each answer exact.
    6. Take the basis at which HiGHS ends. If the size allows, go on from it by the exact simplex method.

If all fail, P and Q are near a tie: Q is almost a garbling of P, or is one but only just. The order is undecided then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, common_field, inverse, product
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.order.decision import normalise
from rropt.order.numeric.floats import by_numeric, by_projections, near_basis
from rropt.order.numeric.orbits import OrbitProgram, orbit_program
from rropt.order.numeric.program import GarblingProgram, Oracle, Proposal, spanning_columns
from rropt.order.numeric.rounding import round_gains
from rropt.solvers.simplex import SimplexSolution, minimise

__all__ = ["by_basis", "by_simplex", "propose"]

ZERO = Fraction(0)
# Cells of the tableau that the simplex method takes on at once; elements of Q(t) are costlier than rationals.
QUICK, QUICK_ELEMENTS = 4_000, 2_000
# Cells where it goes on from a basis of HiGHS: 16 outputs against 16 over 8 inputs have 35,000 and take some ten seconds
# at a near tie, 18 against 18 over 9 a minute.
MOST = 40_000
MOST_ROWS = 1_000  # the most equations of a program of which a basis is solved for exactly
NEARBY = Fraction(1, 10**40)


def propose(first: Mechanism, second: Mechanism) -> Proposal:
    """Find a garbling that makes the second mechanism from the first, or gains on which the second earns more. Both mechanisms must
    be in minimal form, at one epsilon. Raise `Undecided` if no method succeeds.
    """
    found = _by_orbits(first, second)
    if found is not None:
        return found
    span, kernel = spanning_columns(first)
    found = _by_kernel(second, kernel)
    if found is None and len(span) == first.m:
        found = _by_inverse(first, second, span)
    if found is not None:
        return found
    program = GarblingProgram(first, second, span)
    cells, rational = program.rows * program.columns, common_field(first.rows, second.rows) is None
    if cells <= (QUICK if rational else QUICK_ELEMENTS):
        return by_simplex(program)
    found = by_projections(program) or by_numeric(program)
    found = found or (by_basis(program) if rational and program.rows <= MOST_ROWS else None)
    if found is None and cells <= MOST:
        found = by_simplex(program)
    if found is None:
        require_time()  # a solver that was stopped says nothing of a tie
        raise Undecided(
            f"rropt found no exact answer for mechanisms with {first.m} and {second.m} outputs over {first.k} inputs, because "
            "they are too close to a tie for a linear program of this size; call deficiency(P, Q) for bounds on how far apart "
            "they are"
        )
    return found


def _by_orbits(first: Mechanism, second: Mechanism) -> Proposal | None:
    """Decide by the exact simplex method whether the second mechanism is a garbling of the first, on a program made smaller by
    symmetry.

    If exchanging inputs carries entries of the garbling into each other, these entries share one unknown. None if `orbit_program`
    makes no such program, or if this program is still too large.
    """
    program = orbit_program(first, second)
    most = QUICK if common_field(first.rows, second.rows) is None else QUICK_ELEMENTS
    if program is None or program.rows * program.columns > most:
        return None
    return replace(by_simplex(program), oracle=Oracle.ORBITS)


def _by_kernel(second: Mechanism, kernel: Matrix) -> Proposal | None:
    """Propose a decision problem that shows that the second mechanism Q is no garbling of the first mechanism P.

    Each vector g in `kernel` satisfies P·g = 0. If some g has Q·g ≠ 0, the problem has two actions, with the gains g and 0. None if
    there is no such g.
    """
    for g in kernel:
        if any(x for (x,) in product(second.rows, [(x,) for x in g])):
            return Proposal(Oracle.KERNEL, gains=(g, (ZERO,) * len(g)))
    return None


def _by_inverse(first: Mechanism, second: Mechanism, span: tuple[int, ...]) -> Proposal:
    """Propose the only C that is possible, which is C = Q_J·P_J⁻¹, where J = `span` are columns that span all columns of P. If an
    entry of C is negative, propose gains instead.

    Let C_iu be the least entry of C, and e_u the unit vector of row u. The gains are g with P_J·g = −e_u for one action, and 0 for
    the other. Then P earns nothing, and row i of Q earns −C_iu > 0.
    """
    inverted = inverse([[row[j] for j in span] for row in first.rows])
    c = product([[row[j] for j in span] for row in second.rows], inverted)
    _, u, value = min(((i, u, x) for i, row in enumerate(c) for u, x in enumerate(row)), key=lambda place: place[2])
    if value >= 0:
        return Proposal(Oracle.INVERSE, garbling=c)
    g: list[Number] = [ZERO] * first.k
    for n, j in enumerate(span):
        g[j] = -inverted[n][u]
    return Proposal(Oracle.INVERSE, gains=(tuple(g), (ZERO,) * first.k))


def by_basis(program: GarblingProgram) -> Proposal | None:
    """Solve the equations exactly at the basis at which HiGHS ends, and propose the matrix C that they give. If C ≥ 0, it is a
    garbling exactly. None if HiGHS finds no basis, if the equations cannot be solved at it, or if C has a negative entry.
    """
    a, b = program.standard_form()
    basis = near_basis(a, b)
    c = None if basis is None else program.at_basis(a, b, basis)
    return Proposal(Oracle.HIGHS, garbling=c) if c is not None and _is_nonnegative(c) else None


def by_simplex(program: GarblingProgram | OrbitProgram, *, most: int = 100_000) -> Proposal:
    """Decide by the exact simplex method, and propose a garbling or gains. `most` is the largest number of steps.

    If the coefficients contain an irrational number t, the program is first solved with a rational near t in its place. If the
    basis found there does not decide the question at t, the method starts at t from this basis.
    """
    a, b = program.standard_form()
    field = common_field(a, [b])
    if field is None:
        return _read(program, _solve(program, a, b, most))
    assert not isinstance(field, Free)
    t = sum(enclose(generator(field), width=NEARBY), ZERO) / 2
    near_a = tuple(tuple(at_point(x, field, t) for x in row) for row in a)
    nearby = _solve(program, near_a, tuple(at_point(x, field, t) for x in b), most)
    if nearby.status == "infeasible":
        gains = _separating(program, program.as_gains(nearby.farkas))
        if gains is not None:
            return Proposal(Oracle.SIMPLEX, gains=gains)
        c = program.at_basis(a, b, nearby.basis)
        if c is not None and _is_nonnegative(c):
            return Proposal(Oracle.SIMPLEX, garbling=c)
    try:
        return _read(program, minimise((ZERO,) * program.columns, a, b, basis=nearby.basis, most=most))
    except InputError:  # the basis is singular at t itself
        return _read(program, minimise((ZERO,) * program.columns, a, b, most=most))


def _solve(program: GarblingProgram | OrbitProgram, a: Matrix, b: tuple[Number, ...], most: int) -> SimplexSolution:
    """Look for a solution x ≥ 0 of A·x = b by the exact simplex method, in at most `most` steps.

    If A has more than `QUICK` entries, the method starts from the basis at which HiGHS ends.
    """
    costs = (ZERO,) * program.columns
    basis = near_basis(a, b) if program.rows * program.columns > QUICK else None
    try:
        return minimise(costs, a, b, basis=basis, most=most)
    except InputError:  # the basis is singular in exact arithmetic
        return minimise(costs, a, b, most=most)


def _is_nonnegative(c: Matrix) -> bool:
    return all(x >= 0 for row in c for x in row)


def _read(program: GarblingProgram | OrbitProgram, solution: SimplexSolution) -> Proposal:
    if solution.status == "infeasible":
        return Proposal(Oracle.SIMPLEX, gains=program.as_gains(solution.farkas))
    return Proposal(Oracle.SIMPLEX, garbling=program.as_rows(solution.x))


def _separating(program: GarblingProgram | OrbitProgram, gains: Sequence[Sequence[Number]]) -> Matrix | None:
    """Round gains to rationals on which the second mechanism still earns strictly more than the first.

    If no rounding works, the gains are returned exactly, only scaled into [0, 1]. None if the second mechanism does not earn more
    on the scaled gains either.
    """
    rounded = round_gains(gains, program.first, program.second)
    if rounded is not None:
        return rounded
    problem = normalise(gains)
    return problem.gains if problem.value(program.second) > problem.value(program.first) else None
