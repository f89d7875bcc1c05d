"""Near ties: HiGHS with iterative refinement proposes a basis, and two exact linear solves decide.

The program is the elastic one, min Σ (e⁺ + e⁻) with A·x + e⁺ − e⁻ = b, which always has an optimum: zero exactly where
a garbling exists, else its duals are a Farkas vector. Floats see no gap of 1e-30, so the program is solved again for
the exact residuals, scaled up, as often as it takes (Gleixner, Steffy & Wolter 2012); each round gains about nine
digits, and the basis of the last one is optimal in exact arithmetic once the gap has come into sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mat

from rropt.exact.matrix import from_flint, is_rational, to_flint
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_program import GarblingProgram

if TYPE_CHECKING:
    import numpy

    from rropt.oracles.garbling import Proposal
    from rropt.solvers.highs import HighsAnswer

    Array = numpy.ndarray[Any, Any]

__all__ = ["by_basis", "by_single_rows"]

ROUNDS = 12
MOST_SINGLE = 16
FAR = 1e12
COSTLY = 1e6
Exact = list[fmpq]


@dataclass(slots=True)
class _Elastic:
    """The program in floats for HiGHS, in exact numbers for the residuals, and the refined point and duals so far."""

    program: GarblingProgram
    p: fmpq_mat
    q: fmpq_mat
    model: Any
    x: Exact = field(default_factory=list)
    y: Exact = field(default_factory=list)
    basis: tuple[int, ...] = ()

    @property
    def m(self) -> int:
        return self.program.rows

    @property
    def n(self) -> int:
        return self.program.columns


def by_basis(program: GarblingProgram) -> Proposal | None:
    """An exact proposal from the basis at which refinement ends; None where none is optimal, or the field is not Q."""
    if not is_rational(program.first.rows, program.second.rows):
        return None
    state = _start(program)
    tried: set[tuple[int, ...]] = set()
    for _ in range(ROUNDS):
        basis = _refine(state)
        if basis is None:
            return None
        if basis not in tried:
            tried.add(basis)
            found = _decided(state, basis)
            if found is not None:
                return found
    return None


def by_single_rows(program: GarblingProgram, point: Array) -> Proposal | None:
    """Gains found by asking for one row of Q against all the others, where floats left an exact row unreached.

    The mechanism with the two outputs "row i" and "another" is a garbling of Q, so what separates it separates Q.
    """
    from rropt.oracles.garbling_face import failing_rows

    if not is_rational(program.first.rows, program.second.rows):
        return None
    for i in failing_rows(program, point)[:MOST_SINGLE]:
        row = program.second.rows[i]
        pair = Mechanism([row, [1 - x for x in row]])
        found = by_basis(GarblingProgram(program.first, pair, program.span))
        if found is not None and found.gains is not None:
            return found
    return None


def _start(program: GarblingProgram) -> _Elastic:
    import numpy

    from rropt.solvers.highs import SparseRows, hot_model

    span, mp, mq = list(program.span), program.first.m, program.second.m
    p = to_flint([[row[j] for j in span] for row in program.first.rows])
    q = to_flint([[row[j] for j in span] for row in program.second.rows[:-1]])
    floats, m, n = program.first.to_numpy()[:, span], program.rows, program.columns
    starts, indices, values = [0], [], []
    for r in range(m):
        i, j = divmod(r, len(span))
        gains = i < mq - 1
        u = r - (mq - 1) * len(span)
        indices += [*(range(i * mp, (i + 1) * mp) if gains else range(u, n, mp)), n + r, n + m + r]
        values += [*(floats[:, j] if gains else [1.0] * mq), 1.0, -1.0]
        starts.append(len(indices))
    zero = numpy.zeros(m)
    rows = SparseRows(
        numpy.array(starts, numpy.int32), numpy.array(indices, numpy.int32), numpy.array(values), zero, zero
    )
    model = hot_model(numpy.concatenate([numpy.zeros(n), numpy.ones(2 * m)]), rows)
    model.setOptionValue("presolve", "off")
    return _Elastic(program, p, q, model, [fmpq(0)] * (n + 2 * m), [fmpq(0)] * m)


def _residual(state: _Elastic) -> Exact:
    """b − A·x − e⁺ + e⁻, exactly."""
    mp, mq, m, n = state.program.first.m, state.program.second.m, state.m, state.n
    c = fmpq_mat(mq, mp, state.x[:n])
    left = (state.q - fmpq_mat(mq - 1, mp, state.x[: n - mp]) * state.p).entries()
    sums = (fmpq_mat(1, mq, [fmpq(1)] * mq) * c).entries()
    b = [*left, *(1 - s for s in sums)]
    return [r - state.x[n + i] + state.x[n + m + i] for i, r in enumerate(b)]


def _reduced_costs(state: _Elastic, y: Exact) -> Exact:
    """c − Aᵀ·y, exactly."""
    mp, mq = state.program.first.m, state.program.second.m
    r = state.p.ncols()
    gains = fmpq_mat(mq, r, [*y[: (mq - 1) * r], *[fmpq(0)] * r])
    spent, z = (gains * state.p.transpose()).entries(), y[(mq - 1) * r :]
    return [-g - z[n % mp] for n, g in enumerate(spent)] + [1 - v for v in y] + [1 + v for v in y]


def _refine(state: _Elastic) -> tuple[int, ...] | None:
    """One round: solve for the scaled residuals, add the correction, and return the basis."""
    import numpy

    from rropt.solvers.highs import run

    residual, costs = _residual(state), _reduced_costs(state, state.y)
    below = max((abs(r) for r in residual), default=fmpq(0))
    below = max(below, max((-x for x in state.x), default=fmpq(0)))
    above = max((-c for c in costs), default=fmpq(0))
    above = max([above, *(abs(costs[j]) for j in state.basis if j >= 0)])
    up, over = _scale(below), _scale(above) if above else fmpq(1)
    width = state.n + 2 * state.m
    lower = numpy.array([max(-FAR, _float(-x * up)) for x in state.x]).clip(max=FAR)
    lower[lower <= -FAR] = -numpy.inf
    cost = numpy.array([min(COSTLY, _float(c * over)) for c in costs])
    right = numpy.array([_float(r * up) for r in residual])
    every, places = numpy.arange(width, dtype=numpy.int32), numpy.arange(state.m, dtype=numpy.int32)
    state.model.changeColsBounds(width, every, lower, numpy.full(width, numpy.inf))
    state.model.changeColsCost(width, every, cost)
    state.model.changeRowsBounds(state.m, places, right, right)
    answer = run(state.model)
    if not answer.solved:
        return None
    state.basis = _basic(answer)
    state.x = [x + _exact(v) / up for x, v in zip(state.x, answer.point, strict=True)]
    state.y = [y + _exact(v) / over for y, v in zip(state.y, answer.multipliers, strict=True)]
    return state.basis


def _basic(answer: HighsAnswer) -> tuple[int, ...]:
    """The basic columns; −1−i stands for the slack of row i, which is fixed at zero and costs nothing."""
    return (*answer.basic_columns, *(-1 - i for i in answer.basic_rows))


def _scale(error: fmpq) -> fmpq:
    """A power of two that brings an error to the order of 1."""
    power = 1
    while error * power < 1 and power < 2**400:
        power *= 2
    return fmpq(power)


def _float(x: fmpq) -> float:
    return float(Fraction(int(x.p), int(x.q)))


def _exact(x: float) -> fmpq:
    f = Fraction(float(x))
    return fmpq(f.numerator, f.denominator)


def _columns(state: _Elastic, basis: Sequence[int]) -> fmpq_mat:
    """The basic columns of the elastic program, exactly."""
    mp, mq, m, n = state.program.first.m, state.program.second.m, state.m, state.n
    r = state.p.ncols()
    b = fmpq_mat(m, m)
    for place, j in enumerate(basis):
        if j >= n or j < 0:
            row, sign = (-1 - j, 1) if j < 0 else (j - n, 1) if j < n + m else (j - n - m, -1)
            b[row, place] = fmpq(sign)
            continue
        i, u = divmod(j, mp)
        if i < mq - 1:
            for s in range(r):
                b[i * r + s, place] = state.p[u, s]
        b[(mq - 1) * r + u, place] = fmpq(1)
    return b


def _decided(state: _Elastic, basis: Sequence[int]) -> Proposal | None:
    """The proposal of a basis that is optimal in exact arithmetic, else None."""
    from rropt.oracles.garbling import Proposal

    if len(basis) != state.m:
        return None
    matrix, n = _columns(state, basis), state.n
    right = fmpq_mat(state.m, 1, [*state.q.entries(), *[fmpq(1)] * state.program.first.m])
    costs = fmpq_mat(state.m, 1, [fmpq(int(j >= n)) for j in basis])
    try:
        values = matrix.solve(right).entries()
        duals = matrix.transpose().solve(costs).entries()
    except ZeroDivisionError:
        return None
    if all(v >= 0 if 0 <= j < n else v == 0 for v, j in zip(values, basis, strict=True)):
        point: Exact = [fmpq(0)] * n
        for j, v in zip(basis, values, strict=True):
            if 0 <= j < n:
                point[j] = v
        found = from_flint(fmpq_mat(1, n, point))[0]
        return Proposal(garbling=state.program.as_rows(found), leg="HiGHS, refined to an exact basis")
    worth = (fmpq_mat(1, state.m, duals) * right).entries()[0]
    if worth <= 0 or min(_reduced_costs(state, duals)) < 0:
        return None
    farkas = from_flint(fmpq_mat(1, state.m, duals))[0]
    return Proposal(gains=state.program.as_gains(farkas), leg="HiGHS, refined to an exact basis")
