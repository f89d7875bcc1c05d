"""Decides whether Q is a garbling of P at any distance from a tie, by refining the program of the deficiency.

Its optimum τ is 0 exactly where a garbling exists. The refined multipliers are a decision problem: as soon as they are
known to more digits than τ has zeros, Q earns strictly more on them, and so do they rounded to those digits. Where τ is
0 the refined point tends to the centre of all garblings, so the places that stay above their reduced costs are the
largest support a garbling has; on it the equations are solved exactly. One of the two must come to pass.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpz_mat

from rropt.exact.matrix import Matrix
from rropt.oracles.garbling_face import Failure, face, residues_of
from rropt.oracles.garbling_program import GarblingProgram
from rropt.order.decision import normalised

if TYPE_CHECKING:
    from rropt.oracles.garbling import Proposal
    from rropt.oracles.order_refined import Refined

__all__ = ["by_refinement"]

PRECISIONS = (320, 1280, 5120)
SPARE = 40
LEG = "interior point, refined"


def by_refinement(program: GarblingProgram) -> Proposal | None:
    """An exact proposal; None where 5000 bits decide nothing."""
    from rropt.oracles.garbling import Proposal
    from rropt.oracles.order_refined import refine, start

    failed: set[bytes] = set()
    residues = residues_of(program)
    state: Refined | None = None
    for bits in PRECISIONS:
        begun = start(program.first, program.second, bits, after=state)
        for state in refine(begun):
            gains = separating(state, program)
            if gains is not None:
                return Proposal(gains=gains, leg=LEG)
            c = _garbling(state, program, failed, residues)
            if c is not None:
                return Proposal(garbling=c, leg=LEG)
    return None


def separating(state: Refined, program: GarblingProgram) -> Matrix | None:
    """The gains in as few digits as separate; None where Q earns no more on them."""
    whole = state.gains()
    if not _leads(state, whole, state.bits):
        return None
    bits = 8
    while bits < state.bits:
        shift = state.bits - bits
        rounded = (whole + (1 << shift - 1)) >> shift
        if _leads(state, rounded, bits):
            gains = tuple(tuple(Fraction(int(x), 1 << bits) for x in row) for row in rounded)
            problem = normalised(gains)
            if problem.value(program.second) > problem.value(program.first):
                return gains
        bits *= 2
    return None


def _leads(state: Refined, gains: Any, bits: int) -> bool:
    """Whether V(Q) > V(P) by more than rounding the data can explain; gains are in multiples of 2^−bits."""
    actions = fmpz_mat([[int(x) for x in row] for row in dict.fromkeys(map(tuple, gains))]).transpose()
    width = actions.ncols()
    if width < 2:
        return False
    values = []
    for rows, exponents in ((state.q, state.f), (state.p, state.e)):
        entries = [int(x) for x in (rows * actions).entries()]
        values.append(sum(max(entries[i * width : (i + 1) * width]) >> int(n) for i, n in enumerate(exponents)))
    largest = max(abs(int(x)) for x in actions.entries())
    return values[0] - values[1] > (largest + 1) * actions.nrows() * (state.p.nrows() + state.q.nrows())


def _garbling(state: Refined, program: GarblingProgram, failed: set[bytes], residues: list[list[int]]) -> Matrix | None:
    """The exact garbling on the support that the state shows."""
    import numpy

    support = state.interior
    key = support.tobytes()
    if key in failed or not support.any(axis=0).all():
        return None
    c = state.garbling()
    point = numpy.array([[float(x) for x in row] for row in c])
    least = min(c[i][u] for i, u in zip(*numpy.nonzero(support), strict=True))
    if least <= 0:
        return None
    bits = SPARE + max(0, least.denominator.bit_length() - least.numerator.bit_length())
    here = face(program, support, point, residues)
    for more in (0, SPARE):
        found = here.exact(lambda i, u: c[i][u], bits + more)
        if not isinstance(found, Failure):
            return found
        if found is Failure.EQUATIONS:
            failed.add(key)
            return None
    return None
