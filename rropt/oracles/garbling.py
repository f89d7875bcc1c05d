"""Proposes, for two mechanisms over the same inputs, a garbling C with C·P = Q or gains on which Q earns more.

Tried in order, each exact where it answers: the kernel of P; the only C there can be where the rows of P are linearly
independent; the exact simplex method on small programs; on large ones the numeric optimum, repaired into exact numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, common_field, inverse, is_rational, product, solve, transpose
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.oracles.exact_simplex import Solution, minimise
from rropt.oracles.garbling_program import GarblingProgram, spanning_columns
from rropt.oracles.rounding import rounded_gains
from rropt.order.decision import normalised

__all__ = ["Proposal", "propose"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_CELLS = 4_000
MOST_CELLS_ELEMENTS = 2_000
MOST_ROWS = 1_000
NEARBY = Fraction(1, 10**40)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Exactly one of the two: the matrix C, or the gains of a decision problem at the uniform prior."""

    garbling: Matrix | None = None
    gains: Matrix | None = None
    leg: str = ""


def propose(first: Mechanism, second: Mechanism) -> Proposal:
    """C or gains for minimal forms over one point field; raises `Undecided` where no method reached an answer."""
    span, kernel = spanning_columns(first)
    found = _by_kernel(second, kernel)
    if found is None and len(span) == first.m:
        found = _by_inverse(first, second, span)
    if found is not None:
        return found
    program = GarblingProgram(first, second, span)
    cells = program.rows * program.columns
    rational = is_rational(first.rows, second.rows)
    if cells <= (MOST_CELLS if rational else MOST_CELLS_ELEMENTS):
        return by_simplex(program)
    from rropt.oracles.garbling_numeric import by_numeric
    from rropt.oracles.garbling_refined import by_refinement

    return by_numeric(program) or by_refinement(program) or _near_tie(program)


def _by_kernel(second: Mechanism, kernel: Matrix) -> Proposal | None:
    """A direction g that P cannot see, P·g = 0, and Q can: the gains g and 0."""
    for g in kernel:
        if any(x for (x,) in product(second.rows, [(x,) for x in g])):
            return Proposal(gains=(g, (ZERO,) * len(g)), leg="kernel")
    return None


def _by_inverse(first: Mechanism, second: Mechanism, span: tuple[int, ...]) -> Proposal:
    """The only C there can be, Q_J·P_J⁻¹; where its entry (i, u) is negative, g with P_J·g = −e_u gains C_iu·(−1)."""
    inverted = inverse([[row[j] for j in span] for row in first.rows])
    c = product([[row[j] for j in span] for row in second.rows], inverted)
    _, u, value = min(((i, u, x) for i, row in enumerate(c) for u, x in enumerate(row)), key=lambda place: place[2])
    if value >= 0:
        return Proposal(garbling=c, leg="inverse")
    g: list[Number] = [ZERO] * first.k
    for n, j in enumerate(span):
        g[j] = -inverted[n][u]
    return Proposal(gains=(tuple(g), (ZERO,) * first.k), leg="inverse")


def by_simplex(program: GarblingProgram, *, most: int = 100_000) -> Proposal:
    """The exact simplex method, over Q(t) started where it ends at a rational close to t."""
    a, b = program.standard_form()
    zero = (ZERO,) * program.columns
    field = common_field(a, [b])
    if field is None:
        return _read(program, minimise(zero, a, b, most=most))
    assert not isinstance(field, Free)
    lower, upper = enclose(generator(field), width=NEARBY)
    nearby = minimise(
        zero,
        [[at_point(x, field, (lower + upper) / 2) for x in row] for row in a],
        [at_point(x, field, (lower + upper) / 2) for x in b],
        most=most,
    )
    if nearby.status == "infeasible":
        gains = _separating(program, program.as_gains(nearby.farkas))
        if gains is not None:
            return Proposal(gains=gains, leg="exact simplex")
        garbling = _at_basis(program, a, b, nearby.basis)
        if garbling is not None:
            return Proposal(garbling=garbling, leg="exact simplex")
        return _read(program, minimise(zero, a, b, most=most))
    try:
        return _read(program, minimise(zero, a, b, basis=nearby.basis, most=most))
    except ValueError:  # the basis is singular at t itself
        return _read(program, minimise(zero, a, b, most=most))


def _at_basis(program: GarblingProgram, a: Matrix, b: Sequence[Number], basis: Sequence[int]) -> Matrix | None:
    """C of the basis at which phase one ended close to t, where at t itself its artificial unknowns are all 0."""
    size = range(len(a))
    columns = [[row[j] for row in a] if j >= 0 else [ONE if i == -1 - j else ZERO for i in size] for j in basis]
    try:
        values = solve(transpose(columns), [(x,) for x in b])
    except InputError:  # singular at t itself
        return None
    if any(x < 0 or (j < 0 and x > 0) for j, (x,) in zip(basis, values, strict=True)):
        return None
    point: list[Number] = [ZERO] * program.columns
    for j, (x,) in zip(basis, values, strict=True):
        if j >= 0:
            point[j] = x
    return program.as_rows(point)


def _read(program: GarblingProgram, solution: Solution) -> Proposal:
    if solution.status == "infeasible":
        return Proposal(gains=program.as_gains(solution.farkas), leg="exact simplex")
    return Proposal(garbling=program.as_rows(solution.x), leg="exact simplex")


def _separating(program: GarblingProgram, gains: Matrix) -> Matrix | None:
    """Gains on which the second earns strictly more at t itself: rounded, or as they are; None if neither do."""
    rounded = rounded_gains(gains, program.first, program.second)
    if rounded is not None:
        return rounded
    problem = normalised(gains)
    return gains if problem.value(program.second) > problem.value(program.first) else None


def _near_tie(program: GarblingProgram) -> Proposal:
    from rropt.oracles.garbling_basis import by_basis

    found = by_basis(program) if program.rows <= MOST_ROWS else None
    if found is not None:
        return found
    rational = is_rational(program.first.rows, program.second.rows)
    if program.rows * program.columns > (MOST_CELLS if rational else MOST_CELLS_ELEMENTS) * 20:
        raise Undecided(
            f"no exact answer was reached for {program.first.m} and {program.second.m} outputs over {program.first.k} "
            "inputs; the two mechanisms are too close to a tie for a program of this size"
        )
    return by_simplex(program)
