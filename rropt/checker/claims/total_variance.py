"""optimal, within: the least sum of the asymptotic variances of estimated shares, or contrasts of them, any number of outputs.

Statement: with M(P) = sum_i r_i r_i^T/(r_i^T pi) over the rows r_i of P that are not 0, all pi_j > 0 with sum 1, and a matrix K
(the unit matrix for the total variance), the asymptotic covariance of the estimate of K times the shares is K (M^- - pi pi^T) K^T,
M^- any generalised inverse, and lower <= the least trace of it over the mechanisms of the demand <= upper; where no L has
L P = K nothing estimates K times the shares without bias, and the trace is infinite. With several lists pi_a, the mean of
the traces with given weights, or the largest of them. Evidence: for each pi_a a matrix X_a; one list y; and for each pi_a an
estimator L_a with L_a P = K, or Z_a with Z_a M = K.

Proof of the upper bound. L P = K says that L estimates K times the shares without bias; its covariance for one answer is
L D L^T - K pi pi^T K^T with D the diagonal of P pi. Among these L the least is Z P^T D^-1 with Z M = K, of value Z K^T.
Proof of the lower bound. Let L P = K. For every X, Tr L D L^T >= 2 Tr K X^T - Tr X M X^T, as Tr (L - X P^T D^-1) D (...)^T >= 0
and M = P^T D^-1 P. Tr X M X^T = sum_i |X r_i|^2/(r_i^T pi), which is convex and homogeneous in the rows, and a row with
max <= T min is a nonnegative combination of rows of {1, T}^k (under demands by pairs: of extreme rows, model/cone.py). So if
|X s|^2 <= (y^T s)(s^T pi) for all these s, the sum is at most sum_i y^T r_i = sum_j y_j. Weighted sums over a likewise; the
largest of some numbers is at least a weighted mean. With delta > 0 there are multipliers of the slack beside y (model/slack.py).
SPEC.md, sections 7 and 9.2.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, dot, total
from ..model.cone import expect_listable_rows, require_inequality
from ..model.demand import Demand
from ..model.mechanism import Rows, are_equal, identity_matrix, multiply_matrices, require_probabilities
from ..model.orbits import read_classes
from ..model.slack import Slack, read_slack
from ..refusals import expect, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from ..text.spelling import spell
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = ("total variance", "contrast variance")
# The proofs of an upper bound, of which one is given.
PROOFS = "estimator inverse"


@dataclass(frozen=True, slots=True)
class Place:
    """What the evidence says at one list of prevalences: the matrix X, and an estimator L or else Z as `proof`."""

    shares: Vector
    matrix: Matrix
    proof: Matrix
    is_estimator: bool


@dataclass(frozen=True, slots=True)
class TotalVariance:
    """The answer, the contrast K (None for the unit matrix), the places with their weights, y, multipliers, the classes.

    `is_worst` says that the largest trace is meant, and that the evidence chose the weights.
    """

    answer: Answer
    contrast: Matrix | None
    places: list[Place]
    weights: Vector | None
    is_worst: bool
    columns: Vector
    slack: Slack | None
    classes: list[int]


def read(part: Part, claim: str) -> TotalVariance:
    """All vectors and matrices are about the inputs of the mechanism, and there is as much evidence as prevalences."""
    contrast = "contrast" if part.at("objective").at("name").data == "contrast variance" else ""
    stated, parts, evidence = take_places(part, claim, contrast, "matrix", PROOFS)
    several = "several" in stated
    is_worst = several and "weights" not in stated
    dual = parts["dual"].take("column weights" if is_worst else "column", "slack")
    weights = dual["weights"] if is_worst else stated.get("weights")
    answer = read_answer(parts)
    expect_listable_rows(answer.demand, parts)
    found = TotalVariance(
        answer,
        read_matrix(stated["contrast"]) if "contrast" in stated else None,
        [_read_place(*both) for both in evidence],
        None if weights is None else read_vector(weights),
        is_worst,
        read_vector(dual["column"]),
        read_slack(dual, answer.demand, parts),
        read_classes(parts.get("classes"), len(answer.inputs)),
    )
    _expect_sizes(found)
    return found


def take_places(
    part: Part, claim: str, of_objective: str, required: str, optional: str = "", of_several: str = ""
) -> tuple[dict[str, Part], dict[str, Part], list[tuple[Part, dict[str, Part]]]]:
    """The keys of the objective, those of the certificate, and each list of prevalences with the keys of the evidence at it.

    The arguments name keys. `of_objective` are further ones of the objective; `required` and `optional` are the evidence at a
    list of prevalences, which stands beside the other keys of the certificate where there is one list, and under `places` where
    there are several; `of_several` are what each item of `places` has besides.
    """
    objective = part.at("objective")
    if "several" in objective.data:
        stated = objective.take(f"name several {of_objective}", "weights")
        parts = part.take(f"{keys_of(claim)} dual places", "classes")
        places = [item.take(f"{required} {of_several}", optional) for item in parts["places"].items()]
        shares = stated["several"].items()
    else:
        stated = objective.take(f"name prevalences {of_objective}")
        parts = part.take(f"{keys_of(claim)} dual {required}", f"classes {optional}")
        shares, places = [stated["prevalences"]], [parts]
    expect(len(shares) == len(places) > 0, "there should be evidence for each list of prevalences")
    return stated, parts, list(zip(shares, places, strict=True))


def _read_place(shares: Part, parts: dict[str, Part]) -> Place:
    """The evidence at one list of prevalences, with one of the two proofs of the upper bound."""
    given = [parts[key] for key in PROOFS.split() if key in parts]
    expect(len(given) == 1, f"{shares.where()} should have one of: {PROOFS}")
    return Place(read_vector(shares), read_matrix(parts["matrix"]), read_matrix(given[0]), "estimator" in parts)


def _expect_sizes(claim: TotalVariance) -> None:
    """What is about inputs has as many columns, and what stands for a contrast as many rows."""
    m, k = claim.answer.mechanism.size()
    rows = k if claim.contrast is None else claim.contrast.size()[0]
    fits = len(claim.columns.numbers) == k and (claim.contrast is None or claim.contrast.size()[1] == k)
    for place in claim.places:
        fits = fits and len(place.shares.numbers) == k and place.matrix.size() == (rows, k)
        fits = fits and place.proof.size() == (rows, m if place.is_estimator else k)
    expect(fits, f"the prevalences, the matrices and the dual should be about {k} inputs")
    expect(
        claim.weights is None or len(claim.weights.numbers) == len(claim.places),
        "there should be a weight for each list of prevalences",
    )


def check(claim: TotalVariance) -> None:
    """lower <= the weighted mean of 2 Tr K X^T - |K pi|^2, less sum y; and the value of the mechanism <= upper."""
    require_feasible(claim.answer)
    for place in claim.places:
        require_probabilities(place.shares)
        require(all(x > ZERO for x in place.shares.numbers), "share-positive", "a prevalence that is not positive")
    if claim.weights is not None:
        require_probabilities(claim.weights)
    weights = [ONE] if claim.weights is None else claim.weights.numbers
    _require_dual(claim, weights)
    contrast = _contrast(claim)
    means = [_mean(contrast, place.shares.numbers) for place in claim.places]
    places = list(zip(claim.places, means, strict=True))
    shown = [TWO * _inner(contrast, place.matrix.rows) - dot(mean, mean) for place, mean in places]
    least = dot(weights, shown) - sum_of_multipliers(claim.columns, claim.slack, claim.answer.demand)
    reached = [_second_moment(claim, place, contrast) - dot(mean, mean) for place, mean in places]
    for most in reached if claim.is_worst else [dot(weights, reached)]:
        require_bounds(claim.answer, least, most)


def sum_of_multipliers(columns: Vector, slack: Slack | None, demand: Demand) -> Quotient:
    """What the multipliers say that the dual inequality sums to at most: sum y, and with those of the slack delta sum m more."""
    found = total(columns.numbers)
    return found if slack is None else found + slack.cost(demand)


def _contrast(claim: TotalVariance) -> Rows:
    """K."""
    return identity_matrix(len(claim.answer.inputs)) if claim.contrast is None else claim.contrast.rows


def _mean(contrast: Rows, pi: list[Quotient]) -> list[Quotient]:
    """K pi."""
    return [dot(row, pi) for row in contrast]


def _inner(a: Rows, b: Rows) -> Quotient:
    """Tr A B^T."""
    return total([dot(r, s) for r, s in zip(a, b, strict=True)])


def _second_moment(claim: TotalVariance, place: Place, contrast: Rows) -> Quotient:
    """Tr L D L^T with L P = K, or Tr Z K^T with Z M = K."""
    rows, pi = claim.answer.mechanism.rows, place.shares.numbers
    proof = place.proof.rows
    if not place.is_estimator:
        made = multiply_matrices(proof, _information_matrix(rows, pi))
        require(are_equal(made, contrast), "inverse", "Z times the information is not the contrast")
        return _inner(proof, contrast)
    require(are_equal(multiply_matrices(proof, rows), contrast), "estimator", "the estimator is not unbiased")
    chances = [dot(row, pi) for row in rows]
    return total([dot([x * x for x in row], chances) for row in proof])


def _information_matrix(rows: Rows, pi: list[Quotient]) -> Rows:
    """M, the sum of r r^T/(r^T pi) over the rows r that are not 0."""
    kept = [row for row in rows if not all(x.is_zero() for x in row)]
    weights = [dot(pi, row) for row in kept]
    k = range(len(pi))
    return [[total([r[a] * r[b] / w for r, w in zip(kept, weights, strict=True)]) for b in k] for a in k]


def _require_dual(claim: TotalVariance, weights: list[Quotient]) -> None:
    """sum_a w_a |X_a s|^2/(s^T pi_a) <= y^T s at every pattern s."""
    forms = []
    for w, place in zip(weights, claim.places, strict=True):
        transposed = place.matrix.transpose()
        squares = multiply_matrices(transposed, place.matrix.rows)
        forms.append([[w * x for x in row] for row in squares])
    shares = [place.shares.numbers for place in claim.places]
    require_inequality(forms, shares, claim.columns.numbers, claim.classes, claim.answer.demand, claim.slack)


def sentence(claim: TotalVariance) -> str:
    """What is summed, at which prevalences, and of which estimate n*Var is."""
    shares = [place.shares for place in claim.places]
    aim, meant = aim_of(shares, claim.contrast, claim.weights, claim.is_worst)
    return f"{spell_answer(claim.answer, aim, 'min', free_outputs=True)}{meant}"


def spell_shares(shares: list[Vector]) -> str:
    """The lists of prevalences; two numbers in brackets would else be read as an interval."""
    return f"{' and '.join(map(spell, shares))} (one for each input)"


def aim_of(
    shares: list[Vector], contrast: Matrix | None, weights: Vector | None = None, is_worst: bool = False
) -> tuple[str, str]:
    """What is summed, at which prevalences, and of which estimate n*Var is."""
    where = spell_shares(shares)
    each = "the share of each input" if contrast is None else "each of these combinations"
    meant = f", where n*Var is the sum of n times the asymptotic variances of the best regular estimates, from n answers, of {each}"
    what = "total asymptotic n*Var" + (
        "" if contrast is None else f" of the linear combinations {spell(contrast)} of the shares"
    )
    if is_worst:
        return f"minimum of the largest, over the prevalences {where}, of the {what}", meant
    if weights is not None:
        return f"minimum of the mean, over the prevalences {where} with weights {spell(weights)}, of the {what}", meant
    return f"minimum of the {what} at prevalences {where}", meant
