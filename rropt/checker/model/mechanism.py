"""Stochastic matrices (mechanisms and garblings), priors, products of matrices, and the mean gain of a decision maker."""

from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, distinct, dot, largest, size_of, total
from ..limits import hold, spend
from ..refusals import expect, require
from ..speed import multiply_rational
from ..text.part import Matrix, Vector

Line = list[Quotient]
Rows = list[Line]


def require_stochastic(matrix: Matrix) -> None:
    """Reject unless each column of the matrix, a mechanism or a garbling, is a distribution."""
    where = matrix.part.where()
    entries = distinct([x for row in matrix.rows for x in row])
    require(all(x >= ZERO for x in entries), "entry-sign", f"{where} has an entry that may be negative")
    # the columns of inputs that are alike have the same numbers in another order
    columns = {tuple(sorted(map(id, column))): column for column in zip(*matrix.rows, strict=True)}
    for column in columns.values():
        require(total(list(column)) == ONE, "column-sum", f"{where} has a column that does not sum to 1")


def require_probabilities(vector: Vector) -> None:
    """Reject unless the numbers are a distribution: none is negative, and they sum to 1."""
    where = vector.part.where()
    require(all(x >= ZERO for x in vector.numbers), "prior-sign", f"{where} has a number that may be negative")
    require(total(vector.numbers) == ONE, "prior-sum", f"{where} does not sum to 1")


def expect_garbling(garbling: Matrix, of: Matrix) -> None:
    """Call the text malformed unless the garbling has a column for every output of the mechanism `of`.

    A garbling is a stochastic matrix that is applied to the answers of a mechanism.
    """
    expect(garbling.size()[1] == of.size()[0], f"{garbling.part.where()} should have a column for every output")


def multiply_matrices(a: Rows, b: Rows) -> Rows:
    """Multiply two matrices; `a` must have as many columns as `b` has rows."""
    # a garbling that passes most answers on has few entries that are not 0, so that zeros of a row are left out
    filled = [[u for u, x in enumerate(row) if x.num] for row in a]
    spend(20 * len(a) * len(b[0]) + (len(a) * len(b) + sum(map(len, filled)) * len(b[0])) // 4)
    if all(x.is_constant() for matrix in (a, b) for row in matrix for x in row):
        fractions = [[[x.fraction() for x in row] for row in matrix] for matrix in (a, b)]
        quick = multiply_rational(*fractions)
        if quick is not None:
            return [[_hold_number(constant(*entry)) for entry in row] for row in quick]
    columns = [list(column) for column in zip(*b, strict=True)]
    rows = [[row[u] for u in kept] for row, kept in zip(a, filled, strict=True)]
    return [
        [_hold_number(dot(row, [column[u] for u in kept])) for column in columns]
        for row, kept in zip(rows, filled, strict=True)
    ]


def _hold_number(x: Quotient) -> Quotient:
    """Count the bytes of the number x as if it were kept until the end of the check, and return x."""
    hold(size_of(x))
    return x


def identity_matrix(k: int) -> Rows:
    """Make the k x k unit matrix."""
    return [[ONE if a == b else ZERO for b in range(k)] for a in range(k)]


def are_equal(a: Rows, b: Rows) -> bool:
    """Whether two matrices have the same size and equal entries on the whole domain."""
    if (len(a), len(a[0])) != (len(b), len(b[0])):
        return False
    return all(x == y for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True))


def worth(mechanism: Matrix, prior: list[Quotient], gains: Rows) -> Quotient:
    """Compute V(P) = sum_i max_a sum_j w_j G_aj P_ij, the mean gain if the best action a is taken after each output i.

    P is the mechanism, w the prior on the inputs j, and G has the gains, one row per action.
    """
    weighted = [[_hold_number(g * w) for g, w in zip(row, prior, strict=True)] for row in gains]
    by_action = multiply_matrices(weighted, mechanism.transpose())
    return total([largest(list(of_output)) for of_output in zip(*by_action, strict=True)])
