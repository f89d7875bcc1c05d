"""optimal, within: the least determinant, or the least largest eigenvalue, of the covariance of estimated shares.

Statement: with M(P) = sum_i r_i r_i^T/(r_i^T pi) over the rows r_i of P that are not 0, all pi_j > 0 with sum 1, n times the
asymptotic covariance of the k estimated shares is C = M^-1 - pi pi^T, and the determinant of that of any k - 1 of them is 1/det M.
"determinant": lower <= the least 1/det M over the mechanisms of the demand <= upper. "largest variance": the same of
the largest eigenvalue of C, the variance of the worst contrast of length 1. With several lists pi_a, the geometric mean of the
determinants with given weights, or the largest of them; the largest of the largest eigenvalues. Evidence: a list y, and for each
pi_a an estimator L, matrices R and X; for a determinant also numbers d and m, and weights w where the largest is meant.

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
Several lists. Determinant: if sum_a w_a s^T N_a s/(s^T pi_a) <= y^T s at every pattern, then sum_a w_a Tr N_a M_a <= sum y, and
prod_a (det N_a M_a)^w_a <= (sum_a w_a Tr N_a M_a/k)^k, as a geometric mean is at most the arithmetic one: the mean of the 1/det M_a
is at least prod_a (det N_a)^w_a (k/sum y)^k, and so is the largest. These numbers are compared by enclosures of their logarithms.
Largest variance: if sum_a |X_a s|^2/(s^T pi_a) <= y^T s, then sum_a |X_a|^2 <= sum_a v_a Tr X_a M_a X_a^T <= v sum y.
SPEC.md, sections 7 and 9.8.
"""

from dataclasses import dataclass
from functools import reduce

from ..arithmetic.interval import Interval, logarithm, minus, plus, times, to_interval
from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, dot, largest, product, total
from ..model.cone import expect_listable_rows, require_inequality
from ..model.mechanism import Rows, are_equal, identity_matrix, multiply_matrices, require_probabilities
from ..model.orbits import read_classes
from ..model.slack import Slack, read_slack
from ..refusals import expect, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from ..text.spelling import spell
from .optimum import Answer, read_answer, require_bounds, require_feasible, spell_answer
from .total_variance import spell_shares, sum_of_multipliers, take_places

OBJECTIVES = ("determinant", "largest variance")
AIMS = {
    "determinant": "determinant of n times the asymptotic covariance of all estimated shares but one",
    "largest variance": "largest asymptotic n*Var of a contrast of length 1 of the estimated shares",
}


@dataclass(frozen=True, slots=True)
class Place:
    """What the evidence says at one list of prevalences: L, R, X; for a determinant also d, the weights of X, and m."""

    shares: Vector
    estimator: Matrix
    triangle: Matrix
    matrix: Matrix
    diagonal: Vector | None
    moments: Vector | None


@dataclass(frozen=True, slots=True)
class ShareCovariance:
    """The answer, the objective's name, the places, y with multipliers of the slack, the classes.

    Of several determinants there are the weights of the lists. `is_worst` says that the largest at one of the lists is meant, and
    that the evidence chose the weights.
    """

    answer: Answer
    name: str
    places: list[Place]
    weights: Vector | None
    is_worst: bool
    columns: Vector
    slack: Slack | None
    classes: list[int]


def read(part: Part, claim: str) -> ShareCovariance:
    """All vectors and matrices are about the inputs of the mechanism."""
    name = part.at("objective").at("name").word(*OBJECTIVES)
    is_determinant = name == "determinant"
    at_a_place, of_several = ("estimator triangle matrix", "")
    if is_determinant:
        at_a_place, of_several = ("estimator triangle matrix moments", "diagonal")
    stated, parts, evidence = take_places(part, claim, "", at_a_place, of_several=of_several)
    several = "several" in stated
    is_worst = several and "weights" not in stated
    if is_determinant:
        expect(not several or part.domain.is_point(), "several determinants are about one point t")
    else:
        expect("weights" not in stated, "a largest variance at several prevalences has no weights")
    # two meanings of one key of the dual: of one list d, and of several, of which the largest is meant, the weights of these
    weighted = "weights" if is_determinant and (is_worst or not several) else ""
    dual = parts["dual"].take(f"column {weighted}", "slack")
    weights = dual.get("weights") if several and is_worst else stated.get("weights")
    answer = read_answer(parts)
    expect_listable_rows(answer.demand, parts)
    found = ShareCovariance(
        answer,
        name,
        [
            _read_place(shares, keys, keys.get("diagonal") if several else dual.get("weights"))
            for shares, keys in evidence
        ],
        None if weights is None else read_vector(weights),
        is_worst,
        read_vector(dual["column"]),
        read_slack(dual, answer.demand, parts),
        read_classes(parts.get("classes"), len(answer.inputs)),
    )
    _expect_sizes(found)
    return found


def expect_two_inputs(k: int) -> None:
    """One input has neither a share beside it nor a contrast of length 1."""
    expect(k > 1, "the covariance of estimated shares is about two inputs or more")


def _read_place(shares: Part, keys: dict[str, Part], diagonal: Part | None) -> Place:
    """The evidence at one list of prevalences, and d, which a largest variance does not have."""
    return Place(
        read_vector(shares),
        read_matrix(keys["estimator"]),
        read_matrix(keys["triangle"]),
        read_matrix(keys["matrix"]),
        None if diagonal is None else read_vector(diagonal),
        read_vector(keys["moments"]) if "moments" in keys else None,
    )


def _expect_sizes(claim: ShareCovariance) -> None:
    """What is about inputs has as many numbers, and of weights there is one for each list of prevalences."""
    m, k = claim.answer.mechanism.size()
    expect_two_inputs(k)
    fits = len(claim.columns.numbers) == k
    for place in claim.places:
        lists = [x for x in (place.shares, place.diagonal, place.moments) if x is not None]
        fits = fits and all(len(x.numbers) == k for x in lists) and place.estimator.size() == (k, m)
        fits = fits and place.triangle.size() == (k, k) and place.matrix.size()[1] == k
        fits = fits and (place.diagonal is None or place.matrix.size()[0] == k)
    expect(fits, f"the prevalences, the matrices and the dual should be about {k} inputs")
    expect(
        claim.weights is None or len(claim.weights.numbers) == len(claim.places),
        "there should be a weight for each list of prevalences",
    )


def check(claim: ShareCovariance) -> None:
    """The bounds of the docstring."""
    require_feasible(claim.answer)
    for place in claim.places:
        require_probabilities(place.shares)
        require(all(x > ZERO for x in place.shares.numbers), "share-positive", "a prevalence that is not positive")
        require_unit_triangle(place.triangle.rows)
        _require_estimator(claim, place)
    if claim.weights is not None:
        require_probabilities(claim.weights)
    _require_dual(claim)
    summed = sum_of_multipliers(claim.columns, claim.slack, claim.answer.demand)
    if claim.name == "largest variance":
        shown = total([dot(row, row) for place in claim.places for row in place.matrix.rows])
        for place in claim.places:
            _require_largest(claim, place)  # which shows `upper`, so that it is passed on as what is shown
        require_bounds(claim.answer, shown / summed, claim.answer.upper.number)
    elif claim.weights is None:
        k = len(claim.columns.numbers)
        (place,) = claim.places
        least = product([*_diagonal(place), *([constant(k) / summed] * k)])
        require_bounds(claim.answer, least, product(_moments(place)))
    else:
        _require_mean(claim, claim.weights.numbers, summed)


def _diagonal(place: Place) -> list[Quotient]:
    """d."""
    return [] if place.diagonal is None else place.diagonal.numbers


def _moments(place: Place) -> list[Quotient]:
    """m."""
    return [] if place.moments is None else place.moments.numbers


def _require_estimator(claim: ShareCovariance, place: Place) -> None:
    """L P = R, and the diagonal of L D L^T is at most m; for the largest variance L P = 1."""
    rows, pi = claim.answer.mechanism.rows, place.shares.numbers
    estimated = place.triangle.rows if place.moments else identity_matrix(len(pi))
    made = multiply_matrices(place.estimator.rows, rows)
    require(are_equal(made, estimated), "estimator", "the estimator is not unbiased")
    if place.moments:
        chances = [dot(row, pi) for row in rows]
        for row, most in zip(place.estimator.rows, place.moments.numbers, strict=True):
            require(dot([x * x for x in row], chances) <= most, "moment", "a second moment of the estimator is larger")


def _require_dual(claim: ShareCovariance) -> None:
    """sum_a w_a s^T X_a^T diag(d_a) X_a s/(s^T pi_a) <= y^T s at every pattern, with X and d of the form that bounds need.

    sum y is positive: it is not 0, as it divides, and not negative, as y^T s >= 0 at all patterns, of which the rows of the
    mechanism are sums, and these sum to the row of ones. So is, likewise, what multipliers of the slack add to.
    """
    forms = []
    weights = [ONE] * len(claim.places) if claim.weights is None else claim.weights.numbers
    for w, place in zip(weights, claim.places, strict=True):
        rows, transposed = place.matrix.rows, place.matrix.transpose()
        if place.diagonal:
            require_unit_triangle(transposed)
            positive = all(x > ZERO for x in place.diagonal.numbers)
            require(positive, "dual-weight", "a weight of the dual that is not positive")
            weighted = [[w * d * x for x in row] for d, row in zip(place.diagonal.numbers, rows, strict=True)]
        else:
            zero = all(total(row).is_zero() for row in rows)
            require(zero, "contrast-sum", "a row of the dual's matrix whose sum is not 0")
            weighted = rows
        forms.append(multiply_matrices(transposed, weighted))
    shares = [place.shares.numbers for place in claim.places]
    require_inequality(forms, shares, claim.columns.numbers, claim.classes, claim.answer.demand, claim.slack)


def _require_mean(claim: ShareCovariance, weights: list[Quotient], summed: Quotient) -> None:
    """The bounds of the mean of the logarithms of several determinants, or of the largest of them."""
    k = constant(len(claim.columns.numbers))
    least = times(to_interval(k), minus(_logarithm([k]), _logarithm([summed])))
    least = plus(least, _mean(weights, [_logarithm(_diagonal(place)) for place in claim.places]))
    reached = [_logarithm(_moments(place)) for place in claim.places]
    lower, upper = _logarithm([claim.answer.lower.number]), _logarithm([claim.answer.upper.number])
    require(lower[1] <= least[0], "lower-bound", "the lower bound, or the value, is not shown")
    for most in reached if claim.is_worst else [_mean(weights, reached)]:
        require(most[1] <= upper[0], "upper-bound", "the upper bound, or the value, is not shown")


def _logarithm(numbers: list[Quotient]) -> Interval:
    """The logarithm of the product of positive numbers."""
    return reduce(plus, [logarithm(to_interval(x)) for x in numbers])


def _mean(weights: list[Quotient], numbers: list[Interval]) -> Interval:
    """The mean of numbers with these weights."""
    return reduce(plus, [times(to_interval(w), x) for w, x in zip(weights, numbers, strict=True)])


def _require_largest(claim: ShareCovariance, place: Place) -> None:
    """upper 1 + pi pi^T - L D L^T is positive semidefinite."""
    pi, upper = place.shares.numbers, claim.answer.upper.number
    estimator, chances = place.estimator.rows, [dot(row, place.shares.numbers) for row in claim.answer.mechanism.rows]
    scaled = [[x * q for x, q in zip(row, chances, strict=True)] for row in estimator]
    moments = multiply_matrices(scaled, place.estimator.transpose())
    rest = [
        [total([p * q, -moments[a][b], *([upper] if a == b else [])]) for b, q in enumerate(pi)]
        for a, p in enumerate(pi)
    ]
    triangle = place.triangle.rows
    turned = multiply_matrices(multiply_matrices(triangle, rest), place.triangle.transpose())
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


def aim_of(name: str, shares: list[Vector], weights: Vector | None = None, is_worst: bool = False) -> tuple[str, str]:
    """What is least, at which prevalences, and of which estimate."""
    where, what = spell_shares(shares), AIMS[name]
    meant = ", where the estimated shares are the best regular estimates of them from n answers"
    if is_worst:
        return f"minimum of the largest, over the prevalences {where}, of the {what},", meant
    if weights is None:
        return f"minimum of the {what}, at prevalences {where},", meant
    return (
        f"minimum of the geometric mean over the prevalences {where} with weights {spell(weights)} of the {what},",
        meant,
    )


def sentence(claim: ShareCovariance) -> str:
    """What is least, at which prevalences, and of which estimate."""
    aim, meant = aim_of(claim.name, [place.shares for place in claim.places], claim.weights, claim.is_worst)
    return f"{spell_answer(claim.answer, aim, 'min', free_outputs=True)}{meant}"
