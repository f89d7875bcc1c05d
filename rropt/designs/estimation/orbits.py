"""Certify optima and bounds of variances for hundreds of inputs, by one weight for each orbit of patterns.

A pattern is a row with entries 1 and t = e^ε. Equal inputs form a class. An orbit has the patterns that differ only by exchanging
inputs of a class. If all patterns of an orbit share its weight equally, exchanging inputs of a class changes neither the matrix
M = Σ r rᵀ/(rᵀπ), summed over the rows r of the mechanism, nor its inverse W (`rropt.designs.rows.classes`). The variances of the
contrasts K sum to Tr W KᵀK − ‖Kπ‖². The matrix X = KW proves the lower bound together with prices y, of which each class has one.
Let f(s) = ‖Xs‖²/(sᵀπ). The prices follow from f(s) = yᵀs at the patterns s of the orbits that carry weight.

KᵀK may be 0 on all vectors that sum to 0 in every class. Then W is needed only on the vectors that are constant on classes, and M
may be 0 on the vectors that sum to 0 in every class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from rropt.certificate.orbits import write_orbits
from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import Solution
from rropt.designs.estimation.prices import FINE, MARGIN, lift
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.rounding import round_relative
from rropt.designs.rows.classes import ClassMatrix
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import shares_near, thin_floats
from rropt.engine.sets import Classes, Counts
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import freeze, total_of
from rropt.problem.answers import Evidence
from rropt.problem.problem import Problem

__all__ = [
    "bounds_by_orbits",
    "has_few_sets",
    "square_of",
    "sums_by_orbits",
    "uniform_columns",
]

DIGITS = 18
MOST_CYCLIC = 300


def square_of(program: EstimationProgram) -> ClassMatrix | None:
    """Return KᵀK for the contrasts K, with blocks by classes of equal inputs. For the total variance it is the unit matrix.

    Return None if K has different columns for inputs of one class, or if contrasts have weights.
    """
    classes, r = program.classes, range(len(program.classes.members))
    zero, one = Fraction(0), Fraction(1)
    if program.is_total:
        return ClassMatrix(classes, freeze([one if a == b else zero for b in r] for a in r), (one,) * len(r))
    columns = list(zip(*program.contrast, strict=True))
    if program.scales is not None or any(
        columns[j] != columns[inputs[0]] for inputs in classes.members for j in inputs[1:]
    ):
        return None
    first, sizes = [columns[inputs[0]] for inputs in classes.members], classes.sizes
    acts = [
        [n * sum((x * y for x, y in zip(a, b, strict=True)), zero) for b, n in zip(first, sizes, strict=True)]
        for a in first
    ]
    return ClassMatrix(classes, freeze(acts), (zero,) * len(r))


def form_of(matrix: ClassMatrix, counts: Counts, t: Number) -> Number:
    """Compute sᵀAs for a symmetric matrix A (`matrix`). The result is the same for every pattern s of an orbit.

    `counts` says how many inputs of each class the patterns of the orbit contain. A pattern s is t at its inputs and 1 elsewhere.
    """
    sizes = matrix.classes.sizes
    s = [n + (t - 1) * c for c, n in zip(counts, sizes, strict=True)]
    terms = [
        x * u * v / n for u, row in zip(s, matrix.acts, strict=True) for x, v, n in zip(row, s, sizes, strict=True)
    ]
    spread = [(t - 1) * (t - 1) * Fraction(c * (n - c), n) for c, n in zip(counts, sizes, strict=True)]
    return total_of([*terms, *(x * y for x, y in zip(matrix.diagonal, spread, strict=True))])


Columns = Callable[[Sequence[Counts], Sequence[Number]], Sequence[Number] | None]


def sums_by_orbits(
    problem: Problem,
    program: EstimationProgram,
    shares: Mapping[Counts, Fraction],
    square: ClassMatrix,
    columns: Columns,
) -> Evidence | None:
    """Certify that these shares of orbits are optimal for a sum of variances, which is the trace of KᵀK times the covariance.

    K are the contrasts, and `square` is KᵀK. An orbit has the rows with entries 1 and e^ε that differ only by exchanging equal
    inputs. `columns` is a function that finds the price y of each class of equal inputs, or returns None if there are no prices.
    Its arguments are the orbits and, for each orbit, the number ‖Xs‖²/(sᵀπ) at a row s of the orbit. Here π are the prevalences,
    and X is the matrix that proves the lower bound. If `columns` returns None, the result is None.
    """
    classes, t = program.classes, program.ratio
    pi = classes.collect(program.prevalences[0])
    weights = PatternWeights.of_shares(classes, t, shares)
    back = weights.information(pi).inverse()
    mean = _mean(pi, classes, square)
    value = square.times(back).trace() - mean
    # back is symmetric, and so is the product
    form = back.times(square).times(back)
    orbits = list(shares)
    y = columns(orbits, [form_of(form, counts, t) / weights.image(counts, pi) for counts in orbits])
    if y is None:
        return None
    matrices = {"inverse": back, "matrix": back}
    few = has_few_sets(classes)
    certificate = write_orbits(problem, weights, (value, value), y, matrices=matrices, triangle=None, has_blocks=few)
    return Evidence.without_rows(certificate, (value, value), source="exact on the orbits that carry weight")


def has_few_sets(classes: Classes) -> bool:
    """Whether a certificate can list a few sets of inputs in place of all sets of one size.

    It can if all inputs form one class, and they are few enough.
    """
    return len(classes.members) == 1 and classes.k <= MOST_CYCLIC


def uniform_columns(k: int, t: Number) -> Columns:
    """Return the argument `columns` of `sums_by_orbits` for k inputs that form one class and so have the same dual price y.

    It is a function of a list of orbits and of a list of numbers, which has for each orbit the value that yᵀs must have at its rows
    s. The function uses only the first orbit.
    """

    def columns(orbits: Sequence[Counts], rights: Sequence[Number]) -> Sequence[Number]:
        return (rights[0] / (k + (t - 1) * orbits[0][0]),)

    return columns


def bounds_by_orbits(problem: Problem, solution: Solution, square: ClassMatrix) -> Evidence:
    """Certify bounds from both sides, for a mechanism given by one weight for each orbit, not by its rows.

    `square` is KᵀK for the contrasts K. An orbit has the rows s with entries 1 and t that differ only by exchanging equal inputs.
    The mechanism gives the orbits rational weights that are near those of the optimum. Its value, rounded up, is the upper bound.
    Let M be Σ r rᵀ/(rᵀπ) over its rows r, where π are the prevalences. The lower bound follows from the matrix X = KV and from
    rational prices y, where V is M⁻¹ rounded. The prices are raised until yᵀs ≥ ‖Xs‖²/(sᵀπ) at every orbit.
    """
    program, t = solution.program, solution.program.ratio
    classes, near = program.classes, _few(solution)
    shares = shares_near(classes, [counts for counts, _ in near], [w for _, w in near])
    if shares is None:
        raise InputError("no rational weights were found near the numeric optimum; give prevalences with fewer digits")
    pi = [program.prevalences[0][inputs[0]] for inputs in classes.members]
    weights = PatternWeights.of_shares(classes, t, shares)
    back = weights.information(pi).inverse()
    mean = _mean(pi, classes, square)
    reached = square.times(back).trace() - mean
    rounded = ClassMatrix(
        classes,
        freeze([round_relative([float(x) for x in row], FINE) for row in back.acts]),
        tuple(round_relative([float(x) for x in back.diagonal], FINE)),
    )
    y = _raise_columns(solution, rounded, square, pi)
    summed = total_of([n * v for n, v in zip(classes.sizes, y, strict=True)])
    least = 2 * square.times(rounded).trace() - mean - summed
    bounds = (
        Fraction(decimal(least, digits=DIGITS, direction="lower")),
        Fraction(decimal(reached, digits=DIGITS, direction="upper")),
    )
    matrices = {"inverse": back, "matrix": rounded}
    certificate = write_orbits(problem, weights, bounds, y, matrices=matrices, triangle=None)
    return Evidence.without_rows(certificate, bounds, source="an interior point over orbits, rounded")


def _few(solution: Solution) -> list[tuple[Counts, float]]:
    """Choose a few of the orbits that have positive weight in the numeric optimum, and give them new shares.

    An orbit has the sets of inputs that differ only by exchanging equal inputs. With the new shares the chosen orbits have the same
    information matrix M as the optimum. Every input is contained in them with the same total share as before.
    """
    active, sizes = solution.active(), np.array(solution.program.classes.sizes, float)
    counts, shares = np.array([c for c, _ in active], float), np.array([w for _, w in active])
    pi = [float(solution.program.prevalences[0][inputs[0]]) for inputs in solution.program.classes.members]
    q = 1 + solution.patterns.gain * counts @ np.array(pi)
    upper = np.triu_indices(len(sizes))
    parts = [counts, counts[:, upper[0]] * counts[:, upper[1]], counts * (sizes - counts)]
    features = np.hstack([parts[0], *(part / q[:, None] for part in parts)])
    return [(active[n][0], w) for n, w in thin_floats(features, shares)]


def _mean(pi: Sequence[Number], classes: Classes, square: ClassMatrix) -> Number:
    """Compute πᵀSπ, where S is `square`; for S = KᵀK this is ‖Kπ‖².

    The vector π has one prevalence for every input. Inputs of one class have equal prevalences, so `pi` has one number for each
    class.
    """
    weighted = [n * p for p, n in zip(pi, classes.sizes, strict=True)]
    return total_of(
        [w * x * q for w, row in zip(weighted, square.acts, strict=True) for x, q in zip(row, pi, strict=True)]
    )


def _raise_columns(
    solution: Solution, matrix: ClassMatrix, square: ClassMatrix, pi: Sequence[Fraction]
) -> list[Fraction]:
    """Return rational prices y, one for each class of equal inputs, with yᵀs ≥ ‖Xs‖²/(sᵀπ) at every row s with entries 1 and e^ε.

    X is K times `matrix`, where K are the contrasts, and `square` is KᵀK. The prices of the numeric optimum are rounded. Then the
    multiple of π that makes the inequality hold is added to the rounded prices. The two sides are compared in floats, with a margin
    for rounding errors.
    """
    sizes, counts = np.array(solution.program.classes.sizes, float), solution.patterns.counts
    gain = solution.patterns.gain
    acts, diagonal = np.array(matrix.acts, float), np.array(matrix.diagonal, float)
    middle, inner = np.array(square.acts, float), np.array(square.diagonal, float)
    # how the transposed matrix acts on vectors that are constant on classes
    turned = acts.T * sizes[None, :] / sizes[:, None]
    form = turned @ middle @ acts / sizes[None, :]
    every = np.vstack([np.zeros_like(sizes), counts])
    s = sizes + gain * every
    spread = gain**2 * every * (sizes - every) / sizes
    left = np.einsum("na,ab,nb->n", s, form, s) + spread @ (diagonal**2 * inner)
    q = s @ floats(pi)
    y = round_relative([float(solution.near_columns()[inputs[0]]) for inputs in solution.program.classes.members], FINE)
    more = lift(left / q, s @ floats(y), q, MARGIN)
    return [v + more * p for v, p in zip(y, pi, strict=True)]
