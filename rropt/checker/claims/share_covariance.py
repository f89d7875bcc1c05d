"""optimal, within: the least determinant, or the least largest eigenvalue, of the covariance of estimated shares.

Statement: with M(P) = sum_i r_i r_i^T/(r_i^T pi) over the rows r_i of P that are not 0, all pi_j > 0 with sum 1, n times the
asymptotic covariance of the k estimated shares is C = M^-1 - pi pi^T, and the determinant of that of any k - 1 of them is 1/det M.
"determinant": lower <= the least 1/det M over the mechanisms of the demand (delta = 0) <= upper. "largest variance": the same of
the largest eigenvalue of C, the variance of the worst contrast of length 1. Evidence: an estimator L, matrices R and X, a list y;
for a determinant also numbers d and m.

Determinant. X is upper triangular with a diagonal of ones and has weights d > 0: N = X^T diag(d) X has det N = d_1 ... d_k. If
s^T N s <= (y^T s)(s^T pi) at every pattern, then Tr N M <= sum y for every mechanism (as for the total variance), and
det N M <= (Tr N M/k)^k: so 1/det M >= det N (k/sum y)^k. L P = R is lower triangular with a diagonal of ones: R M^-1 R^T is at most
L D L^T, D the diagonal of P pi (Gauss and Markov), and 1/det M = det R M^-1 R^T is at most the product of the diagonal of L D L^T
(Hadamard), whose entries are at most m.

Largest variance. X 1 = 0, weights 1: if |X s|^2 <= (y^T s)(s^T pi) at every pattern, then Tr X M X^T <= sum y. For a row u of X,
u 1 = 0 says u = C M u, so |u|^2 <= v u^T M C M u = v u^T M u with v the largest eigenvalue of C (as M C M = M - 1 1^T), and
|X|^2 <= v sum y.
L P = 1: M^-1 is at most L D L^T, so v <= upper if upper 1 + pi pi^T - L D L^T is positive semidefinite, which it is if R times it
times R^T has no diagonal entry below the sum of the absolute values beside it, R triangular with a diagonal of ones (Gershgorin).
SPEC.md, sections 7 and 9.8.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, dot, largest, product, total
from ..model.cone import expect_point, require_inequality
from ..model.mechanism import Rows, are_equal, identity, multiply_matrices, require_probabilities
from ..model.orbits import read_classes
from ..refusals import expect, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from ..text.spelling import spell
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = ("determinant", "largest variance")
AIMS = {
    "determinant": "minimum of the determinant of n times the asymptotic covariance of all estimated shares but one",
    "largest variance": "minimum of the largest asymptotic n*Var of a contrast of length 1 of the estimated shares",
}


@dataclass(frozen=True, slots=True)
class ShareCovariance:
    """The answer, the objective's name, the shares pi, L, R, X, the weights d of a determinant, y and the classes."""

    answer: Answer
    name: str
    shares: Vector
    estimator: Matrix
    triangle: Matrix
    matrix: Matrix
    weights: Vector | None
    moments: Vector | None
    columns: Vector
    classes: list[int]


def read(part: Part, claim: str) -> ShareCovariance:
    """All vectors and matrices are about the inputs of the mechanism."""
    name = part.at("objective").at("name").word(*OBJECTIVES)
    is_determinant = name == "determinant"
    moments = "moments" if is_determinant else ""
    parts = part.take(f"{keys_of(claim)} estimator triangle matrix dual {moments}", "classes")
    dual = parts["dual"].take("column weights" if is_determinant else "column")
    answer = read_answer(parts, by_pair=True)
    expect_point(answer.demand, parts)
    m, k = answer.mechanism.size()
    found = ShareCovariance(
        answer,
        name,
        read_vector(parts["objective"].take("name prevalences")["prevalences"]),
        read_matrix(parts["estimator"]),
        read_matrix(parts["triangle"]),
        read_matrix(parts["matrix"]),
        read_vector(dual["weights"]) if is_determinant else None,
        read_vector(parts["moments"]) if is_determinant else None,
        read_vector(dual["column"]),
        read_classes(parts.get("classes"), k),
    )
    lists = [x for x in (found.shares, found.columns, found.weights, found.moments) if x is not None]
    fits = all(len(x.numbers) == k for x in lists) and found.estimator.size() == (k, m)
    fits = fits and found.triangle.size() == (k, k) and found.matrix.size()[1] == k
    fits = fits and (not is_determinant or found.matrix.size()[0] == k)
    expect(fits, f"the prevalences, the matrices and the dual should be about {k} inputs")
    return found


def check(claim: ShareCovariance) -> None:
    """The bounds of the docstring."""
    require_feasible(claim.answer)
    require_probabilities(claim.shares)
    pure = claim.answer.demand.has_pairs() or claim.answer.demand.is_pure()
    require(pure, "delta-zero", "a demand with delta > 0")
    require(all(x > ZERO for x in claim.shares.numbers), "share-positive", "a prevalence that is not positive")
    require_unit_triangle(claim.triangle.rows)
    least = _require_dual(claim)
    estimated = claim.triangle.rows if claim.weights else identity(len(claim.shares.numbers))
    made = multiply_matrices(claim.estimator.rows, claim.answer.mechanism.rows)
    require(are_equal(made, estimated), "estimator", "the estimator is not unbiased")
    chances = [dot(row, claim.shares.numbers) for row in claim.answer.mechanism.rows]
    if claim.moments:
        for row, most in zip(claim.estimator.rows, claim.moments.numbers, strict=True):
            require(dot([x * x for x in row], chances) <= most, "moment", "a second moment of the estimator is larger")
        require_bounds(claim.answer, least, product(claim.moments.numbers))
        return
    require_bounds(claim.answer, least, claim.answer.upper.number)
    _require_largest(claim, chances)


def _require_dual(claim: ShareCovariance) -> Quotient:
    """The bound that X and y prove: d_1 ... d_k (k/sum y)^k, or |X|^2/sum y.

    sum y is positive: it is not 0, as it divides, and not negative, as y^T s >= 0 at all patterns, of which the rows of the
    mechanism are sums, and these sum to the row of ones.
    """
    rows, transposed, columns = claim.matrix.rows, claim.matrix.columns(), claim.columns.numbers
    summed, k = total(columns), len(columns)
    if claim.weights:
        weights = claim.weights.numbers
        require_unit_triangle(transposed)
        require(all(w > ZERO for w in weights), "dual-weight", "a weight of the dual that is not positive")
        least = product([*weights, *([constant(k) / summed] * k)])
    else:
        weights = [ONE] * len(rows)
        zero = all(total(row).is_zero() for row in rows)
        require(zero, "contrast-sum", "a row of the dual's matrix whose sum is not 0")
        least = total([dot(row, row) for row in rows]) / summed
    weighted = [[w * x for x in row] for w, row in zip(weights, rows, strict=True)]
    form = multiply_matrices(transposed, weighted)  # X^T diag(d) X
    require_inequality([form], [claim.shares.numbers], columns, claim.classes, claim.answer.demand)
    return least


def _require_largest(claim: ShareCovariance, chances: list[Quotient]) -> None:
    """upper 1 + pi pi^T - L D L^T is positive semidefinite."""
    pi, upper = claim.shares.numbers, claim.answer.upper.number
    estimator = claim.estimator.rows
    scaled = [[x * q for x, q in zip(row, chances, strict=True)] for row in estimator]
    moments = multiply_matrices(scaled, claim.estimator.columns())
    rest = [
        [total([p * q, -moments[a][b], *([upper] if a == b else [])]) for b, q in enumerate(pi)]
        for a, p in enumerate(pi)
    ]
    triangle = claim.triangle.rows
    turned = multiply_matrices(multiply_matrices(triangle, rest), claim.triangle.columns())
    for a, row in enumerate(turned):
        beside = total([largest([x, -x]) for b, x in enumerate(row) if b != a])
        require(
            beside <= row[a], "semidefinite", "the largest variance of the mechanism is not shown to be at most that"
        )


def require_unit_triangle(rows: Rows) -> None:
    """Ones on the diagonal and zeros to its right."""
    for a, row in enumerate(rows):
        fits = row[a] == ONE and all(x.is_zero() for x in row[a + 1 :])
        require(fits, "triangle", "a matrix that is not triangular with a diagonal of ones")


def aim_of(name: str, shares: Vector) -> tuple[str, str]:
    """What is least, at which prevalences, and of which estimate."""
    meant = ", where the estimated shares are the best regular estimates of them from n answers"
    return f"{AIMS[name]}, at prevalences {spell(shares)},", meant


def sentence(claim: ShareCovariance) -> str:
    """What is least, at which prevalences, and of which estimate."""
    aim, meant = aim_of(claim.name, claim.shares)
    return f"{spell_answer(claim.answer, aim, 'min', free_outputs=True)}{meant}"
