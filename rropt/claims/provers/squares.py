"""Sums of squares by semidefinite programming (cvxpy), made rational and exact.

To prove f ≥ 0 or f > 0, an equation m·f = η + Σ_j σ_j · g_j is sought:

- m is 1, or a sum of squares that is never zero.
- η is a number ≥ 0; for the goal f > 0 it is > 0.
- g_0 = 1, and every other g_j is a product of conditions.
- σ_j = zᵀ Q_j z, where z is a vector of polynomials that may differ with j, and the matrix Q_j is positive semidefinite.

A semidefinite program finds η and the Q_j in floats. The Q_j are rounded to rational numbers. An exact least-squares step then
corrects them so that the equation holds exactly. Last, an exact LDLᵀ writes each σ_j as a sum of squares.

A Q_j that is nearly singular would lose its positivity by rounding. In that case its kernel is guessed to be rational, and z is
replaced by fewer combinations of its entries, which leave out the kernel.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from rropt.claims.provers.task import Poly, Task, as_fraction, degree_in, variables
from rropt.claims.replay.proof import Contradiction, Proof, Summand

__all__ = ["search"]

MOST_BASIS = 36
MOST_ROWS = 330
MOST_ENTRIES = 1500
MOST_WEIGHTS = 12
MOST_REDUCTIONS = 4
ROUNDINGS = (10**3, 10**6, 10**9)
Matrix = list[list[Fraction]]


class _Block(NamedTuple):
    """One summand weight · zᵀQz in a sum of squares, where Q is a matrix to be found.

    `weight` is the product of the conditions whose indices are in `cited`; it is 1 if there are none. `basis` lists the entries of
    the vector z.
    """

    weight: Poly
    cited: tuple[int, ...]
    basis: list[Poly]


def search(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f by a sum of squares; None if no proof is found.

    The squares may be multiplied by conditions and by products of two conditions. The degree of the sum exceeds that of f by at
    most 2, or by at most 3 if the degree of f is odd.
    """
    one = task.ring.constant(Fraction(1))
    ball = one
    for i in sorted(variables(f)):
        ball = ball + task.ring.context.gen(i) ** 2
    for multiplier, more, weighted in ((one, 0, False), (one, 0, True), (ball, 2, False), (one, 2, True)):
        if not task.effort.spend("squares"):
            return None
        proof = _attempt(task, f, strict, multiplier, more, weighted)
        if proof is not None:
            return proof
    return None


def _attempt(task: Task, f: Poly, strict: bool, multiplier: Poly, more: int, weighted: bool) -> Proof | None:
    target = f * multiplier
    degree = f.total_degree() + more
    blocks = _blocks(task, f, target, degree + degree % 2, weighted)
    if len(blocks) == 1 and weighted:
        return None
    columns = [(j, a, b) for j, x in enumerate(blocks) for a in range(len(x.basis)) for b in range(a, len(x.basis))]
    if any(len(b.basis) > MOST_BASIS for b in blocks) or len(columns) > MOST_ENTRIES:
        return None
    solved = _program(blocks, target, strict)
    if solved is None:
        return None
    eta, grams = solved
    for _ in range(MOST_REDUCTIONS):
        smaller = _reduce(task, blocks, grams)
        if smaller is None:
            break
        solved = _program(smaller, target, strict) if smaller else None
        if solved is None:
            return None
        blocks, (eta, grams) = smaller, solved
    floor = _simple(eta) if strict else Fraction(0)
    if strict and floor <= 0:
        return None
    for size in ROUNDINGS:
        exact = _exact(
            blocks, target - target.context().constant(fmpq(floor.numerator, floor.denominator)), grams, size
        )
        if exact is not None:
            return _certificate(task, blocks, exact, multiplier, floor)
    return None


def _simple(eta: float) -> Fraction:
    return Fraction(0) if eta < 1e-5 else Fraction(eta / 2).limit_denominator(int(8 / eta) + 8)


def _blocks(task: Task, f: Poly, target: Poly, degree: int, weighted: bool) -> list[_Block]:
    """List the blocks of a sum of squares; each has a weight, and a vector z of monomials.

    The weights are 1 and, if `weighted`, conditions and products of two conditions. Weights with the fewest and simplest conditions
    come first, and only a fixed number of weights is used. For each monomial in z, weight · monomial² has at most the given degree.
    """
    found = variables(f)
    atoms: list[tuple[int, Poly]] = []
    for i, (poly, relation) in enumerate(task.conditions if weighted else ()):
        known = any(poly == p for _, p in atoms)
        if relation in (">", ">=") and not poly.is_constant() and variables(poly) <= found and not known:
            atoms.append((i, poly))
    weights: list[tuple[Poly, tuple[int, ...]]] = [(task.ring.constant(Fraction(1)), ())]
    weights += [(p, (i,)) for i, p in atoms]
    weights += [(p * q, (i, j)) for (i, p), (j, q) in combinations(atoms, 2)]
    most = {x: degree_in(target, x) for x in found}
    blocks = []
    for weight, cited in sorted(weights, key=lambda w: (len(w[1]), w[0].total_degree()))[:MOST_WEIGHTS]:
        room = degree - weight.total_degree()
        if room < 0:
            continue
        basis = _monomials(task, sorted(found), room // 2, most if not atoms else None)
        blocks.append(_Block(weight, cited, basis))
    return blocks


def _monomials(task: Task, found: list[int], degree: int, most: dict[int, int] | None) -> list[Poly]:
    ranges = [range(min(degree, most[x] // 2 if most else degree) + 1) for x in found]
    monomials = []
    for exponents in product(*ranges):
        if sum(exponents) <= degree:
            p = task.ring.constant(Fraction(1))
            for x, n in zip(found, exponents, strict=True):
                p = p * task.ring.context.gen(x) ** n
            monomials.append(p)
    return monomials


def _equations(blocks: list[_Block], target: Poly) -> tuple[list[dict[tuple[int, int, int], fmpq]], list[fmpq]]:
    """Write Σ zᵀQz·g = target as linear equations in the entries of the matrices Q, one equation for each monomial.

    The sum has one summand for each block: z is the block's `basis`, g is its `weight`, and Q is a symmetric matrix to be found.
    Return two lists: the left sides and the right sides of the equations. A left side maps (j, a, b) to the coefficient of the
    entry (a, b) of the j-th block's matrix, where a ≤ b.
    """
    rows: dict[tuple[int, ...], dict[tuple[int, int, int], fmpq]] = {}
    for j, block in enumerate(blocks):
        for a, p in enumerate(block.basis):
            for b in range(a, len(block.basis)):
                entry = p * block.basis[b] * block.weight
                for e, c in entry.to_dict().items():
                    rows.setdefault(tuple(e), {})[(j, a, b)] = c * (1 if a == b else 2)
    wanted = {tuple(e): c for e, c in target.to_dict().items()}
    keys = sorted({*rows, *wanted})
    return [rows.get(k, {}) for k in keys], [wanted.get(k, fmpq(0)) for k in keys]


def _program(blocks: list[_Block], target: Poly, strict: bool) -> tuple[float, list[np.ndarray]] | None:
    """Find in floats a number η ≥ 0 and the Gram matrices of the blocks such that the sum of squares plus η equals `target`.

    Each block stands for a sum of squares. η is 0 unless the goal is strict. The solver maximises the least eigenvalue of the
    matrices, plus η if the goal is strict; each of the two is bounded by 1. Return η and the matrices. None if there is no
    solution, if the least eigenvalue is clearly below 0, or if there are too many equations.
    """
    import warnings

    import cvxpy

    rows, right = _equations(blocks, target)
    if len(rows) > MOST_ROWS or any(not row and value != 0 for row, value in zip(rows, right, strict=True)):
        return None
    constant = next((k for k, key in enumerate(_keys(blocks, target)) if not any(key)), None)
    grams = [cvxpy.Variable((len(b.basis),) * 2, symmetric=True) for b in blocks]
    room, eta = cvxpy.Variable(), cvxpy.Variable(nonneg=True)
    constraints = [g - room * np.eye(g.shape[0]) >> 0 for g in grams] + [room <= 1, eta <= 1]
    lines = []
    for k, (row, value) in enumerate(zip(rows, right, strict=True)):
        scale = max([abs(float(as_fraction(c))) for c in row.values()] + [1.0])
        form = sum(grams[j][a, b] * (float(as_fraction(c)) / scale) for (j, a, b), c in row.items())
        shifted = form + (eta / scale if k == constant else 0)
        lines.append(shifted == float(as_fraction(value)) / scale)
    goal = cvxpy.Maximize(room + eta if strict else room)
    extra = [] if strict else [eta == 0]
    problem = cvxpy.Problem(goal, constraints + lines + extra)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            problem.solve(solver=cvxpy.CLARABEL)
    except cvxpy.error.SolverError:
        return None
    if grams[0].value is None or room.value is None or float(room.value) < -1e-4:
        return None
    return float(eta.value or 0), [np.atleast_2d(g.value) for g in grams]


def _keys(blocks: list[_Block], target: Poly) -> list[tuple[int, ...]]:
    found = {tuple(e) for e in target.to_dict()}
    for block in blocks:
        for a, p in enumerate(block.basis):
            for q in block.basis[a:]:
                found |= {tuple(e) for e in (p * q * block.weight).to_dict()}
    return sorted(found)


def _reduce(task: Task, blocks: list[_Block], grams: list[np.ndarray]) -> list[_Block] | None:
    """Shorten the vector z of each block whose Gram matrix is nearly singular.

    A block stands for a sum of squares zᵀQz, and `grams` has its Gram matrix Q in floats. The new entries of z are linear
    combinations of the old ones, with coefficient vectors that are orthogonal to the kernel of Q. Return None if no Gram matrix is
    nearly singular, or if a kernel cannot be rounded to rational numbers.
    """
    changed, found = False, []
    for block, gram in zip(blocks, grams, strict=True):
        values, vectors = np.linalg.eigh(gram)
        null = vectors[:, values < 1e-5 * max(1.0, float(values[-1]))]
        if null.shape[1] == 0:
            found.append(block)
            continue
        changed = True
        complement = _orthogonal(null)
        if complement is None:
            return None
        basis = []
        for row in complement:
            p = task.ring.constant(Fraction(0))
            for c, m in zip(row, block.basis, strict=True):
                p = p + m * fmpq(c.numerator, c.denominator)
            basis.append(p)
        if basis:
            found.append(_Block(block.weight, block.cited, basis))
    return found if changed else None


def _orthogonal(null: np.ndarray) -> Matrix | None:
    """Round a kernel to rational numbers, and return a rational basis of its orthogonal complement.

    The columns of `null` span the kernel. None if rounding would change its reduced echelon form too much.
    """
    rows = null.T.copy()
    pivots: list[int] = []
    for r in range(rows.shape[0]):
        rest = [j for j in range(rows.shape[1]) if j not in pivots]
        pivot = max(rest, key=lambda j: abs(rows[r, j]))
        if abs(rows[r, pivot]) < 1e-7:
            return None
        rows[r] /= rows[r, pivot]
        for k in range(rows.shape[0]):
            if k != r:
                rows[k] -= rows[k, pivot] * rows[r]
        pivots.append(pivot)
    exact = [[Fraction(float(x)).limit_denominator(60) for x in row] for row in rows]
    if any(abs(float(e) - x) > 2e-3 for er, row in zip(exact, rows, strict=True) for e, x in zip(er, row, strict=True)):
        return None
    free = [j for j in range(rows.shape[1]) if j not in pivots]
    complement = []
    for j in free:
        vector = [Fraction(0)] * rows.shape[1]
        vector[j] = Fraction(1)
        for r, pivot in enumerate(pivots):
            vector[pivot] = -exact[r][j]
        complement.append(vector)
    return _perpendicular_check(exact, complement)


def _perpendicular_check(null: Matrix, complement: Matrix) -> Matrix | None:
    ok = all(sum(a * b for a, b in zip(u, v, strict=True)) == 0 for u in null for v in complement)
    return complement if ok else None


def _exact(blocks: list[_Block], target: Poly, grams: list[np.ndarray], size: int) -> list[Matrix] | None:
    """Make the Gram matrices of a sum of squares rational, such that the sum equals `target` exactly.

    The entries of `grams` are rounded to multiples of 1/size, and then moved to the nearest solution of the linear equations that
    the entries must satisfy. None if there is no solution, or if a matrix in the solution is not positive semidefinite.
    """
    rows, right = _equations(blocks, target)
    columns = [(j, a, b) for j, x in enumerate(blocks) for a in range(len(x.basis)) for b in range(a, len(x.basis))]
    start = {c: Fraction(round(float(grams[c[0]][c[1], c[2]]) * size), size) for c in columns}
    moved = _onto(rows, right, columns, start)
    if moved is None:
        return None
    found = []
    for j, block in enumerate(blocks):
        n = len(block.basis)
        gram = [[moved[(j, min(a, b), max(a, b))] for b in range(n)] for a in range(n)]
        if _split(gram) is None:
            return None
        found.append(gram)
    return found


def _onto(
    rows: list[dict[tuple[int, int, int], fmpq]],
    right: list[fmpq],
    columns: list[tuple[int, int, int]],
    start: dict[tuple[int, int, int], Fraction],
) -> dict[tuple[int, int, int], Fraction] | None:
    """Find the exact solution of linear equations that is nearest to `start`; None if there is no solution or no equation.

    `rows` has the left sides of the equations, and `right` has the right sides. Let x be `start` as a vector, and let Ax = b be a
    largest set of independent equations. The solution is x + Aᵀ(AAᵀ)⁻¹(b − Ax).
    """
    place = {c: k for k, c in enumerate(columns)}
    kept = _independent(rows, place)
    if not kept:
        return None
    gaps = []
    for r in kept:
        value = sum((as_fraction(c) * start[x] for x, c in rows[r].items()), Fraction(0))
        gap = as_fraction(right[r]) - value
        gaps.append([fmpq(gap.numerator, gap.denominator)])
    normal = [[_inner(rows[r], rows[s]) for s in kept] for r in kept]
    try:
        weights = fmpq_mat(normal).solve(fmpq_mat(gaps))
    except ZeroDivisionError:
        return None
    moved = dict(start)
    for k, r in enumerate(kept):
        for x, c in rows[r].items():
            moved[x] += as_fraction(c * weights[k, 0])
    fits = all(
        sum((as_fraction(c) * moved[x] for x, c in row.items()), Fraction(0)) == as_fraction(value)
        for row, value in zip(rows, right, strict=True)
    )
    return moved if fits else None


def _inner(a: dict[tuple[int, int, int], fmpq], b: dict[tuple[int, int, int], fmpq]) -> fmpq:
    if len(b) < len(a):
        a, b = b, a
    return sum((c * b[x] for x, c in a.items() if x in b), fmpq(0))


def _independent(rows: list[dict[tuple[int, int, int], fmpq]], place: dict[tuple[int, int, int], int]) -> list[int]:
    """List the indices of a largest set of linearly independent rows. `place` maps each unknown to its column."""
    table = [[fmpq(0)] * len(rows) for _ in place]
    for r, row in enumerate(rows):
        for x, c in row.items():
            table[place[x]][r] = c
    reduced, rank = fmpq_mat(table).rref()
    return [next(k for k in range(len(rows)) if reduced[i, k] != 0) for i in range(int(rank))]


def _split(gram: Matrix) -> list[tuple[Fraction, list[Fraction]]] | None:
    """Split a matrix Q exactly as Σ d·l·lᵀ: return pairs of d > 0 and l (found by LDLᵀ); None if Q is not positive semidefinite."""
    n = len(gram)
    rest = [list(row) for row in gram]
    found = []
    for k in range(n):
        d = rest[k][k]
        if d < 0 or (d == 0 and any(rest[k][k:])):
            return None
        if d == 0:
            continue
        vector = [rest[k][j] / d for j in range(n)]
        found.append((d, vector))
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                rest[i][j] -= d * vector[i] * vector[j]
        for i in range(n):
            rest[i][k] = rest[k][i] = Fraction(0)
    return found


def _certificate(task: Task, blocks: list[_Block], grams: list[Matrix], multiplier: Poly, floor: Fraction) -> Proof:
    n = len(task.conditions)
    summands = []
    value = task.ring.value(multiplier)
    if value is not None:
        summands.append(Summand(value, (n,)))
    else:
        summands.append(Summand(Fraction(1), (n,)))
        summands += [
            Summand(Fraction(1), (n,), (task.to_plain(task.ring.context.gen(i)),))
            for i in sorted(variables(multiplier))
        ]
    if floor > 0:
        summands.append(Summand(floor, ()))
    for block, gram in zip(blocks, grams, strict=True):
        for d, vector in _split(gram) or []:
            p = task.ring.constant(Fraction(0))
            for c, m in zip(vector, block.basis, strict=True):
                p = p + m * fmpq(c.numerator, c.denominator)
            summands.append(Summand(d, block.cited, (task.to_plain(p),)))
    return Contradiction(tuple(summands), (), "sums of squares by semidefinite programming")
