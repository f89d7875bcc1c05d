"""optimal, within: the least sum of the asymptotic variances of all estimated shares, any number of outputs.

Statement: with M(P) = sum_i r_i r_i^T/(r_i^T pi) over the rows r_i of P that are not 0, all pi_j > 0 with sum 1,
lower <= the least Tr M^-1 - |pi|^2 over the mechanisms of the demand (delta = 0) <= upper. Evidence: N with M N = 1; a matrix X
and a list y.

Proof of the lower bound. For every X, Tr M^-1 >= 2 Tr X - Tr(X M X^T), and Tr(X M X^T) = sum_i |X r_i|^2/(r_i^T pi). The function
|X r|^2/(r^T pi) is convex and homogeneous, and a row with max <= T min is a nonnegative combination of rows of {1, T}^k. So if
|X s|^2 <= (y^T s)(s^T pi) for all these patterns s, then it is so for all rows, and the sum is at most sum_i y^T r_i = sum_j y_j.
The upper bound is evaluated. SPEC.md, sections 7 and 9.2.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, dot, total
from ..limits import MOST_PATTERN_INPUTS
from ..model.mechanism import Rows, are_equal, multiply_matrices, require_probabilities
from ..refusals import expect, expect_at_most, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from ..text.spelling import spell
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = ("total variance",)


@dataclass(frozen=True, slots=True)
class TotalVariance:
    """The answer, the shares pi, the inverse N, the matrix X and the list y."""

    answer: Answer
    shares: Vector
    inverse: Matrix
    matrix: Matrix
    columns: Vector


def read(part: Part, claim: str) -> TotalVariance:
    """N, X, y and the shares are about the inputs of the mechanism, of which there are few enough."""
    parts = part.take(f"{keys_of(claim)} inverse matrix dual")
    answer = read_answer(parts)
    k = len(answer.inputs)
    expect_at_most(k, MOST_PATTERN_INPUTS, "inputs to try all patterns")
    shares = read_vector(parts["objective"].take("name prevalences")["prevalences"])
    inverse, matrix = read_matrix(parts["inverse"]), read_matrix(parts["matrix"])
    columns = read_vector(parts["dual"].take("column")["column"])
    fits = len(shares.numbers) == len(columns.numbers) == k and inverse.size() == matrix.size() == (k, k)
    expect(fits, f"the prevalences, the inverse, the matrix and the dual should be about {k} inputs")
    return TotalVariance(answer, shares, inverse, matrix, columns)


def check(claim: TotalVariance) -> None:
    """lower <= 2 Tr X - sum y - |pi|^2 and Tr N - |pi|^2 <= upper."""
    require_feasible(claim.answer)
    require_probabilities(claim.shares)
    require(claim.answer.demand.is_pure(), "delta-zero", "a demand with delta > 0")
    pi = claim.shares.numbers
    require(all(share > ZERO for share in pi), "share-positive", "a prevalence that is not positive")
    k = len(pi)
    identity = [[ONE if a == b else ZERO for b in range(k)] for a in range(k)]
    made = multiply_matrices(_information(claim.answer.mechanism.rows, pi), claim.inverse.rows)
    require(are_equal(made, identity), "inverse", "the inverse is not the inverse of the information")
    _require_dual(claim)
    squares = dot(pi, pi)
    least = TWO * _trace(claim.matrix.rows) - total(claim.columns.numbers) - squares
    require_bounds(claim.answer, least, _trace(claim.inverse.rows) - squares)


def _trace(rows: Rows) -> Quotient:
    return total([row[j] for j, row in enumerate(rows)])


def _information(rows: Rows, pi: list[Quotient]) -> Rows:
    """M, the sum of r r^T/(r^T pi) over the rows r that are not 0."""
    kept = [row for row in rows if not all(x.is_zero() for x in row)]
    weights = [dot(pi, row) for row in kept]
    k = range(len(pi))
    return [[total([r[a] * r[b] / w for r, w in zip(kept, weights, strict=True)]) for b in k] for a in k]


def _require_dual(claim: TotalVariance) -> None:
    """|X s|^2 <= (y^T s)(s^T pi) for every pattern s."""
    ratio = claim.answer.demand.ratio()
    rows = [claim.columns.numbers, claim.shares.numbers, *claim.matrix.rows]
    choices = [[(x, ratio * x) for x in row] for row in rows]
    for below, above, image in _patterns(choices):
        bounded = dot(image, image) <= below * above
        require(bounded, "dual-pattern", "the dual inequality fails on a pattern")


def _patterns(choices: list[list[tuple[Quotient, Quotient]]]) -> Iterator[tuple[Quotient, Quotient, list[Quotient]]]:
    """y^T s, pi^T s and X s for every s of {1, T}^k, where a choice is a number and T times it."""
    for pattern in product(range(2), repeat=len(choices[0])):
        below, above, *image = (total([both[e] for both, e in zip(row, pattern, strict=True)]) for row in choices)
        yield below, above, image


def sentence(claim: TotalVariance) -> str:
    aim = f"minimum of the total asymptotic n*Var at prevalences {spell(claim.shares)}"
    said = spell_answer(claim.answer, aim, "min", free_outputs=True)
    return f"{said}, where n*Var is the sum over all inputs of the asymptotic variances of their shares for one answer"
