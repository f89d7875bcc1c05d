"""Finds a garbling, or computes the deficiency, in floats by HiGHS or by projections, and makes the result exact.

No answer in floats is trusted. A function that returns a `Proposal` has verified it exactly; it returns None if that fails. Other
results (a basis, a garbling C, a prior, gains) are only near the exact ones.

The error of floats may hide whether a mechanism Q is a garbling of a mechanism P. This happens if Q is not a garbling of P but a
small change of Q makes it one, or if Q is a garbling of P but a small change of Q ends that.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.order.numeric.face import find_face, repair
from rropt.order.numeric.program import GarblingProgram, Oracle, Proposal
from rropt.order.numeric.projections import meet, separate_row
from rropt.order.numeric.rounding import round_gains
from rropt.solvers.highs import Floats, SparseRows, minimise, sparse_rows

__all__ = ["NearDeficiency", "by_numeric", "by_projections", "near_basis", "near_deficiency"]

BY_CROSSOVER = (("solver", "ipm"),)
INTERIOR = (*BY_CROSSOVER, ("run_crossover", "off"))
MANY = 5_000  # unknowns from which on a vertex is found several times faster by crossover than by the simplex method
INSIDE = 1e-3  # the least entry that is looked for, as a part of 1/m, m the number of rows of C
BLIND = 1e-12  # differences of earnings below this part of the largest gain are lost in floats
POSITIVE = 1e-9  # entries above this are taken as positive


@dataclass(frozen=True, slots=True)
class NearDeficiency:
    """The optimum, in floats, of the linear program that defines the deficiency. `c` is a garbling C nearest to the second
    mechanism Q. `w` and `y` are Lagrange multipliers: w_j ≥ 0 for each input j, and −w_j ≤ y_ij ≤ 0 for each output i of Q and each
    input j.

    The multipliers make a decision problem: its prior is w/Σw, and action i gains 1 + y_ij/w_j at input j. Up to rounding, this
    problem proves a lower bound on the deficiency.
    """

    c: Floats
    w: Floats
    y: Floats


def near_deficiency(first: Mechanism, second: Mechanism, *, interior: bool = False) -> NearDeficiency | None:
    """Find in floats the garbling C of P = `first` that is nearest to Q = `second`. Return None if HiGHS fails.

    The program is: the least τ with C·P − R ≤ Q, Σ_i R_ij ≤ τ for every j, Σ_i C_iu = 1, C ≥ 0 and R ≥ 0, where R holds the excess
    of each entry. C is a vertex of the optimal face; with `interior`, it is a point inside that face, found less exactly.
    """
    from scipy.sparse import csr_array, hstack, identity, kron, vstack

    p, q = first.to_numpy(), second.to_numpy()
    (mp, k), mq = p.shape, len(q)
    actions = np.ones((1, mq))
    near = [kron(identity(mq), csr_array(p.T)), -identity(mq * k), csr_array((mq * k, 1))]
    far = [csr_array((k, mq * mp)), kron(actions, identity(k)), csr_array(-np.ones((k, 1)))]
    sums = [kron(actions, identity(mp)), csr_array((mp, mq * k + 1))]
    a = csr_array(vstack([hstack(block) for block in (near, far, sums)]))
    lower = np.concatenate([np.full(mq * k + k, -np.inf), np.ones(mp)])
    upper = np.concatenate([q.ravel(), np.zeros(k), np.ones(mp)])
    rows = SparseRows(a.indptr.astype(np.int32), a.indices.astype(np.int32), a.data, lower, upper)
    options = INTERIOR if interior else BY_CROSSOVER if a.shape[1] > MANY else ()
    answer = minimise(np.append(np.zeros(a.shape[1] - 1), 1.0), rows, options=options)
    if not answer.is_solved:
        return None
    y, w = answer.multipliers[: mq * k].reshape(mq, k), -answer.multipliers[mq * k : mq * k + k]
    return NearDeficiency(answer.point[: mq * mp].reshape(mq, mp), w.clip(min=0.0), y)


def by_projections(program: GarblingProgram) -> Proposal | None:
    """Decide by projections in floats whether the second mechanism is a garbling of the first, and make the answer exact.

    The answer is either a garbling C, or gains on which the second mechanism earns more. Three ways are tried in turn. First, a
    single row of the second mechanism may show that there is no C. Second, a C whose entries are all positive is sought, because
    its entries can be rounded without becoming negative. Third, a C that may have entries 0 is sought. None if no answer can be
    made exact.
    """
    row = separate_row(program)
    gains = None if row is None else _as_gains(program, np.array([row, np.zeros(len(row))]))
    if gains is not None:
        return Proposal(Oracle.PROJECTIONS, gains=gains)
    least = INSIDE / program.second.m
    near, apart = meet(program, least)
    c, gains = (repair(program, near), None) if apart is None else (None, _as_gains(program, apart))
    if c is None and gains is None:
        near, apart = meet(program, 0.0)
        gains = None if apart is None else _as_gains(program, apart)
        c = _on_face(program, near, least) if gains is None else None
    if c is not None:
        return Proposal(Oracle.PROJECTIONS, garbling=c)
    return None if gains is None else Proposal(Oracle.PROJECTIONS, gains=gains)


def _on_face(program: GarblingProgram, near: Floats, least: float) -> Matrix | None:
    """Make an exact garbling from the floats `near`. Entries that are about 0 in the floats are set to 0, and other entries are
    computed from the equations where these determine them.

    If rounding the remaining entries gives no exact garbling, they are sought once more in floats, now with values ≥ `least`, and
    rounded again. None if that fails too.
    """
    face = find_face(program, near > POSITIVE)
    c = repair(program, near, face)
    if c is None and face.open.any():
        known = np.array([[float(x) for x in row] for row in face.known])
        inside, apart = meet(program, np.where(face.open, least, known), np.where(face.open, np.inf, known))
        c = repair(program, inside, face) if apart is None else None
    return c


def _as_gains(program: GarblingProgram, near: Floats) -> Matrix | None:
    """Round gains to rationals on which the second mechanism earns strictly more than the first.

    That it earns more is verified in exact arithmetic. None if the second mechanism clearly earns less in floats, or if no such
    rationals are found.
    """
    earned = [(m.to_numpy() @ near.T).max(axis=1).sum() for m in (program.first, program.second)]
    if not earned[1] - earned[0] > -BLIND * np.abs(near).max():  # the second surely earns less
        return None
    return round_gains([[Fraction(x) for x in row] for row in near.tolist()], program.first, program.second)


def by_numeric(program: GarblingProgram) -> Proposal | None:
    """Solve the deficiency's program in floats, and decide with its answer whether the second mechanism is a garbling of the first.
    Return exact gains on which the second mechanism earns more, or an exact garbling. None if HiGHS fails, or if neither can be
    made exact.
    """
    near = near_deficiency(program.first, program.second, interior=True)
    if near is None:
        return None
    gains = _as_gains(program, near.y)
    if gains is not None:
        return Proposal(Oracle.HIGHS, gains=gains)
    c = repair(program, near.c)
    return None if c is None else Proposal(Oracle.HIGHS, garbling=c)


def near_basis(a: Matrix, b: tuple[Number, ...]) -> list[int] | None:
    """Return the optimal basis that HiGHS finds for a linear program: minimise Σ_i e_i subject to A·x + e = b, x ≥ 0 and e ≥ 0.

    The basis is a list of indices. An index j ≥ 0 is column j of A; an index −1−i is the column of e_i, which is a unit vector.
    None if HiGHS does not solve the program, or if the basis does not have one index for each row of A.
    """
    rows, right = np.array([[float(x) for x in row] for row in a]), [float(x) for x in b]
    m, n = rows.shape
    cost = np.concatenate([np.zeros(n), np.ones(m)])
    answer = minimise(cost, sparse_rows(np.hstack([rows, np.eye(m)]), right, right))
    if not answer.is_solved:
        return None
    basis = [j if j < n else n - 1 - j for j in answer.basic_columns] + [-1 - i for i in answer.basic_rows]
    return basis if len(basis) == m else None
