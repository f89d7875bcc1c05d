"""optimal, within: the least variance of estimated shares, of which no exchange of two inputs of one class changes anything.

The statements are those of `total_variance.py` (total, contrasts K) and of `share_covariance.py` (determinant, largest variance)
at one list pi of prevalences; the mechanism is one by orbits, and all matrices are invariant. G = K^T K, the unit matrix for all
but a contrast. Evidence: W; but for the determinant also X; y by class; for the last two a triangle R.

Upper bounds. G W M = G says that K W M = K, as |K(W M - 1)|^2 = 0: so K M^- K^T = K W K^T, of trace Tr W G. Where W M = 1, W is
the inverse of M. Largest variance: upper 1 + pi pi^T - W is positive semidefinite if its numbers of classes of several inputs are
nowhere negative and its form F on vectors constant on classes is, as R F R^T shows (Gershgorin). Determinant: with R F R^T
diagonal, F the form of W, det W is the product of its diagonal over that of the sizes, and of the numbers of W, n - 1 times each.
Lower bounds. For the total and contrasts, K X in place of X. For the largest variance X as there. For the determinant N = W, whose
determinant is known. All as there, at one pattern of each orbit. SPEC.md, sections 4.2, 7 and 9.10.
"""

from dataclasses import dataclass
from itertools import pairwise

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, constant, dot, largest, total
from ..model.mechanism import Line, Rows, multiply_matrices, require_probabilities
from ..model.orbits import (
    InvariantMatrix,
    collect,
    collect_form,
    information_matrix,
    invariant_identity,
    members_of,
    read_invariant,
)
from ..model.patterns import Inequality, require_at_patterns, require_exchangeable
from ..refusals import expect, require
from ..text.part import Matrix, Part, Vector, read_matrix, read_vector
from . import share_covariance, total_variance
from .optimum import (
    AnswerByOrbits,
    keys_of,
    read_answer_by_orbits,
    require_bounds,
    require_feasible_orbits,
    spell_answer_by_orbits,
)

SUMS = total_variance.OBJECTIVES
DETERMINANT, LARGEST = share_covariance.OBJECTIVES


@dataclass(frozen=True, slots=True)
class VarianceByOrbits:
    """The answer, the objective's name with pi and K (None for the unit matrix), and the evidence: a determinant has no X."""

    answer: AnswerByOrbits
    name: str
    shares: Vector
    contrast: Matrix | None
    inverse: InvariantMatrix
    matrix: InvariantMatrix | None
    columns: Line
    triangle: Rows


def read(part: Part, claim: str) -> VarianceByOrbits:
    """The numbers of the evidence are about classes, those of the objective about inputs."""
    name = part.at("objective").at("name").word(*SUMS, DETERMINANT, LARGEST)
    extra = {DETERMINANT: "triangle", LARGEST: "matrix triangle"}.get(name, "matrix")
    parts = part.take(f"{keys_of(claim, by_orbits=True)} inverse dual {extra}")
    stated = parts["objective"].take("name prevalences contrast" if name == "contrast variance" else "name prevalences")
    answer = read_answer_by_orbits(parts)
    sizes = answer.orbits.sizes
    inverse = read_invariant(parts["inverse"], sizes)
    triangle = read_matrix(parts["triangle"]) if "triangle" in parts else None
    columns = read_vector(parts["dual"].take("column")["column"])
    found = VarianceByOrbits(
        answer,
        name,
        read_vector(stated["prevalences"]),
        read_matrix(stated["contrast"]) if "contrast" in stated else None,
        inverse,
        read_invariant(parts["matrix"], sizes) if "matrix" in parts else None,
        columns.numbers,
        [] if triangle is None else triangle.rows,
    )
    _expect_sizes(found)
    return found


def _expect_sizes(claim: VarianceByOrbits) -> None:
    """What is about inputs has as many numbers, and what is about classes as many as there are of these."""
    k, r = len(claim.answer.inputs), len(claim.answer.orbits.sizes)
    fits = len(claim.shares.numbers) == k and (claim.contrast is None or claim.contrast.size()[1] == k)
    fits = fits and len(claim.columns) == r
    fits = fits and (not claim.triangle or (len(claim.triangle), len(claim.triangle[0])) == (r, r))
    expect(fits, f"the objective should be about {k} inputs, and the evidence about {r} classes")
    if claim.name not in SUMS:
        share_covariance.expect_two_inputs(k)


def check(claim: VarianceByOrbits) -> None:
    """The bounds of the docstring."""
    require_feasible_orbits(claim.answer, of_pairs=True)
    require_probabilities(claim.shares)
    require(all(x > ZERO for x in claim.shares.numbers), "share-positive", "a prevalence that is not positive")
    orbits, ratio = claim.answer.orbits, claim.answer.demand.ratio()
    shares = collect(claim.shares.numbers, orbits.classes)
    square = invariant_identity(orbits.sizes) if claim.contrast is None else _square(claim.contrast, orbits.classes)
    made = square.times(claim.inverse).times(information_matrix(orbits, shares, ratio))
    require(made.is_equal(square), "inverse", "the inverse times the information matrix does not give the contrasts")
    summed = total([constant(n) * y for n, y in zip(orbits.sizes, claim.columns, strict=True)])
    if claim.name in SUMS:
        bounds = _sums(claim, square, shares, summed)
    elif claim.name == LARGEST:
        bounds = _largest_variance(claim, shares, summed)
    else:
        bounds = _determinant(claim, shares, summed)
    require_bounds(claim.answer, *bounds)


def _square(contrast: Matrix, classes: list[int]) -> InvariantMatrix:
    """K^T K, after it is shown that exchanges inside of classes leave it as it is."""
    columns = contrast.transpose()
    neighbours = [both for inputs in members_of(classes) for both in pairwise(inputs)]
    # inputs with equal columns are exchanged without a look at others
    differing = [(j, i) for j, i in neighbours if any(x != y for x, y in zip(columns[j], columns[i], strict=True))]
    if differing:
        full = multiply_matrices(columns, contrast.rows)
        for j, i in differing:
            require_exchangeable([full], j, i)
        return collect_form(full, classes)
    return _square_of_equal(columns, members_of(classes))


def _square_of_equal(columns: Rows, members: list[list[int]]) -> InvariantMatrix:
    """K^T K where the columns of a class are equal."""
    first = [columns[inputs[0]] for inputs in members]
    acts = [[constant(len(inputs)) * dot(a, b) for b, inputs in zip(first, members, strict=True)] for a in first]
    return InvariantMatrix([len(inputs) for inputs in members], acts, [ZERO] * len(members))


def _require_dual(claim: VarianceByOrbits, form: InvariantMatrix, shares: Line) -> None:
    """s^T Q s <= (y^T s)(s^T pi) at one pattern of each orbit."""
    inequality = Inequality(form.sizes, [form], [shares], claim.columns)
    require_at_patterns(inequality, claim.answer.demand.ratio())


def _matrix(claim: VarianceByOrbits) -> InvariantMatrix:
    """X."""
    assert claim.matrix is not None, "every objective but the determinant has an X"
    return claim.matrix


def _sums(
    claim: VarianceByOrbits, square: InvariantMatrix, shares: Line, summed: Quotient
) -> tuple[Quotient, Quotient]:
    """2 Tr G X - sum y and Tr W G, less |K pi|^2."""
    x = _matrix(claim)
    _require_dual(claim, x.transpose().times(square).times(x), shares)
    mean = dot(shares, [dot(row, shares) for row in square.form()])
    return TWO * square.times(x).trace() - mean - summed, claim.inverse.times(square).trace() - mean


def _largest_variance(claim: VarianceByOrbits, shares: Line, summed: Quotient) -> tuple[Quotient, Quotient]:
    """|X|^2/sum y, and the upper bound where what it exceeds is shown."""
    x, upper, sizes = _matrix(claim), claim.answer.upper.number, claim.inverse.sizes
    for row in x.acts:
        require(total(row).is_zero(), "contrast-sum", "a row of the dual's matrix whose sum is not 0")
    form = x.transpose().times(x)
    _require_dual(claim, form, shares)
    outer = [[p * constant(n) * q for n, q in zip(sizes, shares, strict=True)] for p in shares]
    rest = invariant_identity(sizes).scale(upper).plus(InvariantMatrix(sizes, outer, [ZERO] * len(sizes)))
    rest = rest.plus(claim.inverse.scale(-ONE))
    shown = all(n == 1 or d >= ZERO for n, d in zip(sizes, rest.diagonal, strict=True))  # n = 1: d means nothing
    for a, row in enumerate(_apply_triangle(claim, rest)):
        beside = total([largest([y, -y]) for b, y in enumerate(row) if b != a])
        shown = shown and beside <= row[a]
    require(shown, "semidefinite", "the largest variance of the mechanism is not shown to be at most that")
    return form.trace() / summed, upper


def _determinant(claim: VarianceByOrbits, shares: Line, summed: Quotient) -> tuple[Quotient, Quotient]:
    """det W (k/sum y)^k and det W; W is symmetric, as W M = 1 for a symmetric M."""
    sizes = claim.inverse.sizes
    _require_dual(claim, claim.inverse, shares)
    found = ONE
    for a, row in enumerate(_apply_triangle(claim, claim.inverse)):
        fits = all(x.is_zero() for b, x in enumerate(row) if b != a)
        require(fits, "triangle", "the triangle does not make the inverse diagonal")
        found = found * row[a] / constant(sizes[a]) * _power(claim.inverse.diagonal[a], sizes[a] - 1)
    k = sum(sizes)
    return found * _power(constant(k) / summed, k), found


def _apply_triangle(claim: VarianceByOrbits, matrix: InvariantMatrix) -> Rows:
    """R F R^T with F the form on vectors that are constant on classes."""
    share_covariance.require_unit_triangle(claim.triangle)
    columns = [list(column) for column in zip(*claim.triangle, strict=True)]
    return multiply_matrices(multiply_matrices(claim.triangle, matrix.form()), columns)


def _power(x: Quotient, n: int) -> Quotient:
    """x^n; the short products first."""
    if n == 0:
        return ONE
    half = _power(x, n // 2)
    return half * half * x if n % 2 else half * half


def sentence(claim: VarianceByOrbits) -> str:
    """What is least, and at which prevalences."""
    if claim.name in SUMS:
        aim, meant = total_variance.aim_of([claim.shares], claim.contrast)
    else:
        aim, meant = share_covariance.aim_of(claim.name, [claim.shares])
    return spell_answer_by_orbits(claim.answer, aim, "min", meant)
