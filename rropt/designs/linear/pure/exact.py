"""Find the exact optimum of a linear design with δ = 0, by the revised simplex method over patterns (rows of entries 1 and
T = e^ε).

The program is that of `basis`, with the weights W_ij of m outputs and k inputs. Given the multipliers y of the inputs, the best
pattern of output i has T exactly where W_ij > y_j. Its reduced profit is Σ_j φ(W_ij − y_j), where φ(c) = T·max(c,0) − max(−c,0). So
m·k operations find the largest reduced profit of all m·2^k columns.

The first basis comes from the last basis of the float solver HiGHS. Each output that is used gives a chain of patterns. In a row,
let u be the least entry. The first pattern of the chain has T at the inputs where the row's entry is T·u. The inputs with an entry
between u and T·u follow, from the highest entry down. Each further pattern has T at one more of these inputs.

This basis is solved over the field of T (`basis.solve_basis`). The signs of the exact numbers tell whether the basis is feasible
and optimal. If it is not both, the simplex method with the lexicographic rule looks for another basis, in rational arithmetic. In
this search a rational near T takes the place of an irrational T. The method starts from HiGHS's basis if this is feasible at that
rational. The checker judges the result.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq, fmpq_mat

from rropt.designs.linear.balances import balances_of
from rropt.designs.linear.numeric import solve_linear
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure.basis import Basis, Column, SolvedBasis, chain_basis, solve_basis, start
from rropt.exact.matrix import Matrix
from rropt.exact.patience import require_time

__all__ = ["exact_basis", "optimal_basis", "optimal_staircase"]

MOST_EXACT_STEPS = 400


def optimal_staircase(program: LinearProgram, near: Callable[[], Fraction]) -> SolvedBasis | None:
    """Find an optimal basis, and compute its exact solution.

    Let T be the program's ratio e^ε. If the last basis of the float solver HiGHS is optimal at T, it is taken. Otherwise the exact
    simplex method finds a basis that is optimal at the rational `near()`. This basis need not be optimal at T. None if the simplex
    method exceeds its number of steps.
    """
    proposed = propose_basis(program)
    found = None if proposed is None else solve_optimally(program, proposed)
    if found is not None:
        return found
    basis = exact_basis(program.gains, near(), proposed or start(program.k))
    return None if basis is None else solve_basis(program.gains, program.ratio, basis)


def optimal_basis(program: LinearProgram, ratio: Fraction) -> Basis | None:
    """Find a basis that is optimal at the rational `ratio` > 1, by the exact simplex method. None if the method exceeds its limit
    of steps.

    The method starts from the last basis of the float solver HiGHS, if this basis is feasible."""
    return exact_basis(program.gains, ratio, propose_basis(program) or start(program.k))


def propose_basis(program: LinearProgram) -> Basis | None:
    """Return the last basis of the float solver HiGHS, as columns. None if it has not as many columns as there are inputs.

    It comes from floats, and may be neither feasible nor optimal.
    """
    return chain_basis(solve_linear(program).chains, program.k)


def solve_optimally(program: LinearProgram, basis: Basis) -> SolvedBasis | None:
    """Compute the exact solution of a basis, and check that it is optimal at the ratio T. None if the columns are no basis, or if
    the basis is not feasible or not optimal at T.

    Let θ be the weights of the columns, y_j the multipliers of the inputs, and W_ij the gains of the outputs. Feasible means that
    no θ is negative, and that θ = 0 for a column with `alone` set, which belongs to an output whose row is zero. Optimal means that
    no output has a positive balance. The balance of output i is the sum of the numbers c_j = W_ij − y_j over all inputs j, with
    each positive c_j multiplied by T. For most outputs, arithmetic in doubles already shows that the balance is negative. For some
    others the balance is known to be 0. These are the outputs with a pattern in the basis such that c_j ≥ 0 where the pattern has
    T, and c_j ≤ 0 where it has 1. There the balance is the reduced profit of the pattern, and a pattern in the basis has reduced
    profit 0. The remaining balances are computed exactly.
    """
    try:
        found = solve_basis(program.gains, program.ratio, basis)
    except ZeroDivisionError:
        return None
    if not all(x == 0 if c.alone else x >= 0 for c, x in zip(basis, found.theta, strict=True)):
        return None
    balances, patterns = (
        balances_of(program.gains, found.columns, program.ratio),
        {c.output: c for c in basis if not c.alone},
    )
    for i in range(program.m):
        if balances.negative[i]:
            continue
        signs, pattern = balances.signs(i), patterns.get(i)
        agrees = pattern is not None and all(s >= 0 if j in pattern.high else s <= 0 for j, s in enumerate(signs))
        if not agrees and balances.exact(i, signs) > 0:
            return None
    return found


def exact_basis(gains: Matrix, ratio: Fraction, basis: Basis) -> Basis | None:
    """Find a basis that is optimal at the rational `ratio` > 1, by the exact simplex method. None after `MOST_EXACT_STEPS` steps.

    The method starts from `basis` if that is feasible, else from the basis that `start` returns.
    """
    w = [[fmpq(x.numerator, x.denominator) for x in row] for row in gains]  # type: ignore[union-attr]
    t = fmpq(ratio.numerator, ratio.denominator)
    ones = fmpq_mat(len(basis), 1, [1] * len(basis))
    inverse = _inverse_if_feasible(basis, t, ones)
    if inverse is None:
        basis = start(len(basis))
        inverse = _matrix(basis, t).inv()
    for _ in range(MOST_EXACT_STEPS):
        require_time()
        entering = _price(w, t, basis, inverse)
        if entering is None:
            return basis
        leaving = _leaving(basis, inverse, _column(entering, t, len(basis)), ones)
        basis = (*basis[:leaving], entering, *basis[leaving + 1 :])
        inverse = _matrix(basis, t).inv()
    return None


def _entries(column: Column, t: fmpq, k: int) -> list[fmpq]:
    high, low = (t - 1, fmpq(0)) if column.alone else (t, fmpq(1))
    return [high if j in column.high else low for j in range(k)]


def _column(column: Column, t: fmpq, k: int) -> fmpq_mat:
    return fmpq_mat(k, 1, _entries(column, t, k))


def _matrix(basis: Basis, t: fmpq) -> fmpq_mat:
    k = len(basis)
    return fmpq_mat(k, k, [x for c in basis for x in _entries(c, t, k)]).transpose()


def _inverse_if_feasible(basis: Basis, t: fmpq, ones: fmpq_mat) -> fmpq_mat | None:
    """Return the inverse of the basis matrix. None if there is no inverse, or if the basis is not feasible.

    The inverse times `ones` gives the weights θ of the columns. Feasible means that no θ is negative, and that θ = 0 for a column
    with `alone` set. Such a column belongs to an output whose row is zero.
    """
    try:
        inverse = _matrix(basis, t).inv()
    except ZeroDivisionError:
        return None
    theta = (inverse * ones).entries()
    return inverse if all(x == 0 if c.alone else x >= 0 for c, x in zip(basis, theta, strict=True)) else None


def _price(w: list[list[fmpq]], t: fmpq, basis: Basis, inverse: fmpq_mat) -> Column | None:
    """Return the column with the largest reduced profit. None if no reduced profit is positive, that is, at an optimum.

    The reduced profit of a column is the rate at which the objective grows with the column's weight. `w` has the gains, one row for
    each output.
    """
    k = len(basis)
    profits = [sum((a * b for a, b in zip(w[c.output], _entries(c, t, k), strict=True)), fmpq(0)) for c in basis]
    y = (fmpq_mat(1, k, profits) * inverse).entries()
    best, found = fmpq(0), None
    for i, row in enumerate(w):
        c = [a - b for a, b in zip(row, y, strict=True)]
        reduced = sum((t * x if x > 0 else x for x in c), fmpq(0))
        if reduced > best:
            best, found = reduced, Column(i, frozenset(j for j, x in enumerate(c) if x > 0))
    return found


def _leaving(basis: Basis, inverse: fmpq_mat, entering: fmpq_mat, ones: fmpq_mat) -> int:
    """Choose the column that leaves the basis, and return its place in the basis.

    A column with `alone` set belongs to an output whose row is zero, and its weight must stay 0. If the entering column would
    change the weights of some of these columns, the first of them leaves. Otherwise the lexicographic rule decides. Let B⁻¹ be the
    inverse of the basis matrix, θ = B⁻¹·1, and d the product of B⁻¹ and the entering column. For each i with d_i > 0, form the list
    of θ_i and of the entries of row i of B⁻¹, all divided by d_i. The column with the lexicographically least list leaves.
    """
    direction = (inverse * entering).entries()
    for i, column in enumerate(basis):
        if column.alone and direction[i] != 0:
            return i
    theta, table = (inverse * ones).entries(), inverse.tolist()
    candidates = [i for i, d in enumerate(direction) if d > 0]
    return min(candidates, key=lambda i: [theta[i] / direction[i], *(x / direction[i] for x in table[i])])
