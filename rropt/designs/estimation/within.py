"""Prove bounds from both sides if the optimum is no rational function of t; all numbers in the proof except t are rational.

Upper bound. A pattern s is t on a set S of inputs, and 1 elsewhere. The mechanism has rational shares w_S of the sets S, which sum
to 1. The shares of the sets that contain an input sum to the same number c for every input. The rows are w_S s/κ with
κ = 1 + (t − 1)c. Let the estimate from answer S be a + (κ/(t − 1))β_S with rational a and β_S. It is unbiased for the contrasts K
if Σ w_S β_S = 0 and, for every input l, a + Σ_{S holds l} w_S β_S is column l of K. These equations do not contain t.
Let π_S be the sum of the prevalences in S. The second moment is ‖a‖² + 2 Σ w_S π_S a·β_S + κ Σ w_S (1 + (t − 1)π_S)‖β_S‖²/(t − 1)².
Near the best estimator an error of β_S increases the moment only in proportion to w_S and to the error's square. So β needs half as
many bits as w.

Lower bound. X_a is a rational matrix for each list π_a of prevalences, whose rows sum to 0. y are rational prices, to which a
multiple of π_0 is added so that Σ_a w_a‖X_a s‖²/(sᵀπ_a) ≤ yᵀs at every pattern s. w_a is the weight of the list π_a. The checker
reads X_a + Kπ_aπ_aᵀ in place of X_a, and y + Σ_a w_a (2X_aᵀKπ_a + ‖Kπ_a‖²π_a) in place of y. The inequality and the bound are the
same. If the contrasts have weights, every term of a contrast is multiplied by its weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.certificate import Proof, ProofAt
from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import ACTIVE, Solution
from rropt.designs.estimation.prices import FINE, MARGIN, Form, Prices, Raise, prices_above
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.rounding import nearby_solutions, round_relative, short_solutions
from rropt.designs.reductions.labelled import Labelled
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.supports import Pattern, cover_alike, indicators_of, thin_floats
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, kernel, product, rank, transpose

__all__ = [
    "BEYOND_FLOATS",
    "DIGITS",
    "MARGINS",
    "Dual",
    "Upper",
    "bound_variances",
    "centre_rows",
    "choose_shares",
    "lower_bound",
    "rational_weights",
    "upper_bound",
]

Array: TypeAlias = Any
BEYOND_FLOATS = (
    "floats do not tell what is best here, because answers depend so little on the truth; give a larger epsilon"
)
MOST_CANDIDATES = 6000
DIGITS = 18
AT_LIMIT = 1e-5  # a slack counts as used up if less than this part of it is left
# the part of the weight that all patterns share, if those of the optimum do not identify what is estimated
SPARE = 2.0**-31
ROUGH = 36  # bits of shares and estimators, on which little depends near the optimum
# tried in turn: where answers tell little, the images X s are small differences, of which rounding errors are a larger part
MARGINS = (MARGIN, 1e-11, 1e-8)


@dataclass(frozen=True, slots=True)
class Upper:
    """An unbiased estimator L at one list of prevalences, its value, and the second moment of the estimate of each contrast."""

    estimator: Matrix
    value: Number
    moments: tuple[Number, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dual:
    """The evidence of the lower bound: the matrix X for each list of prevalences, and the prices y of the inputs.

    If the objective is the largest value over the lists, a weighted mean over the lists bounds it from below. Then `weights` are
    the weights of that mean. Otherwise they are None.
    """

    matrices: tuple[Matrix, ...]
    columns: tuple[Number, ...]
    weights: tuple[Fraction, ...] | None = None
    limits: tuple[Fraction, ...] = ()
    """The price of the slack, for each ordered pair of inputs; empty if there is no slack."""


def bound_variances(solution: Solution, shares: dict[Pattern, Fraction], *, margin: float = MARGIN) -> Proof:
    """Prove bounds from both sides of the objective, which is a weighted mean of sums of variances, or the largest such sum.

    The upper bound is for the mechanism in which each set of inputs has its share in `shares`; in a program over extreme rows,
    `shares` has their weights.
    """
    program, places = solution.program, range(len(solution.program.prevalences))
    uppers = [upper_bound(solution, shares, place) for place in places]
    upper = Fraction(decimal(program.combine([x.value for x in uppers]), digits=DIGITS, direction="upper"))
    lower, dual = lower_bound(solution, margin=margin)
    return Proof(
        bounds=(lower, upper),
        places=tuple(ProofAt(estimator=uppers[n].estimator, matrix=dual.matrices[n]) for n in places),
        columns=dual.columns,
        limits=dual.limits,
        weights=dual.weights,
    )


def choose_shares(solution: Solution) -> dict[Pattern, Fraction]:
    """Choose rational shares of a few sets of inputs near the optimum, which give nearly the same value.

    A set stands for the row that is e^ε on it and 1 elsewhere. In a program over extreme rows, weights of a few are chosen.
    """
    if isinstance(solution.program.rows, Generators):
        if not (found := _choose_rays(solution, solution.program.rows)):
            raise InputError(BEYOND_FLOATS)
        return found
    program, active, bits = solution.program, solution.active(), ROUGH + solution.more_bits
    count = sum(program.classes.size_of(counts) for counts, _ in active)
    if count > MOST_CANDIDATES:
        raise InputError(
            f"the optimum has {count} answers, but rropt can choose a few from at most {MOST_CANDIDATES}; give fewer inputs, or "
            "give more of them the same prevalence"
        )
    listed = [
        (pattern, share / program.classes.size_of(counts))
        for counts, share in active
        for pattern in program.classes.patterns_of(counts)
    ]
    patterns, shares = [p for p, _ in listed], np.array([w for _, w in listed])
    chosen = thin_floats(_features(solution, patterns), shares)
    if not _identify([patterns[n] for n, _ in chosen], program):  # floats lost a pattern of little weight
        chosen = list(enumerate(shares))
    kept, near = [patterns[n] for n, _ in chosen], [float(w) for _, w in chosen]
    if not _identify(kept, program):  # for instance, if weights of a contrast differ by a factor of a billion
        even = [p for c in solution.patterns.counts for p in program.classes.patterns_of(tuple(map(int, c)))]
        mixed = dict.fromkeys(even, SPARE / len(even))
        for pattern, w in zip(kept, near, strict=True):
            mixed[pattern] += (1 - SPARE) * w
        kept, near, bits = list(mixed), list(mixed.values()), FINE
    covering = cover_alike(kept, program.k, near, bits=bits)
    if covering is None:
        raise InputError("no rational weights were found near the numeric optimum; give prevalences with fewer digits")
    return covering


def _identify(patterns: Sequence[Pattern], program: EstimationProgram) -> bool:
    """Whether answers whose rows are large on these sets of inputs (`patterns`) determine everything that is estimated."""
    one, zero, k = Fraction(1), Fraction(0), program.k
    rows = [[one] * k, *([one if j in pattern else zero for j in range(k)] for pattern in map(set, patterns))]
    return rank(rows) == (k if program.is_total else rank([*rows, *program.contrast]))


def _choose_rays(solution: Solution, generators: Generators) -> dict[Pattern, Fraction]:
    """Choose rational weights of a few extreme rows near the optimum.

    If the demand limits sums over the rows (as with δ > 0), the few rows have the same information matrix M as the optimum, and use
    as much of each limit as it does.
    """
    near = _weights_of_rays(solution, generators)
    if not generators.has_budgets:
        return generators.weights(near)
    # rows that use slack have probabilities of about its size
    units = np.where(generators.taken.any(axis=0), min(1.0, generators.room()), 1.0)
    kept = np.flatnonzero(solution.optimum.chances > ACTIVE * units)
    # for rows 1 + gain·v of probability 1, the sums of 1, v and vvᵀ determine M; floats keep them apart even if the gain is small
    rays, upper = solution.patterns.counts[kept], np.triu_indices(solution.program.k)
    products = rays[:, upper[0]] * rays[:, upper[1]]
    chances = generators.floats[kept] @ floats(solution.program.prevalences[0])
    used = generators.taken[:, kept].T / chances[:, None] / generators.room()
    tilted = [products / q[kept, None] for q in solution.patterns.chances]
    parts = np.hstack([*tilted, np.ones((len(kept), 1)), rays, used])
    most = np.ones(1 + solution.program.k + len(generators.taken))
    scales = units[kept] / chances
    thin = thin_floats(parts * units[kept, None], solution.optimum.chances[kept] / units[kept], most)
    thinned, chosen = np.zeros_like(near), [n for n, _ in thin]
    places, weights = kept[chosen], np.array([w for _, w in thin]) * scales[chosen]
    thinned[places] = _settle(generators.floats[places].T, generators.taken[:, places], generators.room(), weights)
    return generators.weights(thinned)


def _settle(rays: Array, over: Array, room: float, weights: Array) -> Array:
    """Move the weights, relatively as little as possible, so that every input's probabilities sum to 1 and every used-up limit is
    met exactly.

    A limit is used up if the given weights use nearly all of it. `rays` has the rows, indexed [input, row]. `over` has the slack
    that each row uses, indexed [limit, row]. `room` is the slack that each limit allows.
    """
    for _ in range(3):
        active = over @ weights > room * (1 - AT_LIMIT)
        rows = np.vstack([rays, over[active] / room]) * weights
        right = np.ones(len(rows))
        weights = weights * (1 + np.linalg.lstsq(rows, right - rows.sum(axis=1), rcond=None)[0])
    return np.maximum(weights, 0)


def _weights_of_rays(solution: Solution, generators: Generators) -> Array:
    """Convert the solver's probabilities of answers to weights of the listed extreme rows.

    Each probability is divided by sᵀπ, where s is the listed row and π is the first list of prevalences.
    """
    return solution.optimum.chances / (generators.floats @ floats(solution.program.prevalences[0]))


def _upper_of_rows(solution: Solution, rows: Sequence[Sequence[Fraction]], place: int) -> Upper:
    """Find an exact unbiased estimator L near the efficient one, for the mechanism P with these rows.

    With the contrasts K, L is unbiased if LP = K. The column of the efficient estimator for a row s is Kπ + K C s/(sᵀπ), where C is
    the numeric covariance at the list of prevalences π of index `place`.
    """
    if not rows:
        raise InputError(BEYOND_FLOATS)
    program, pi = solution.program, solution.program.prevalences[place]
    p, near_rows, contrast = floats(pi), floats(rows), floats(program.contrast)
    near = (contrast @ p)[:, None] + solution.contrasts_of_covariance(place) @ (near_rows / (near_rows @ p)[:, None]).T
    turned = [list(column) for column in zip(*rows, strict=True)]
    sums = [float(sum(row)) for row in rows]
    found = nearby_solutions(turned, program.contrast, near.tolist(), sums, bits=FINE)
    if found is None:
        raise InputError("these answers do not identify the shares or contrasts; take others, or leave outputs free")
    chances = [sum((x * q for x, q in zip(row, pi, strict=True)), Fraction(0)) for row in rows]
    moments = [sum((x * x * q for x, q in zip(row, chances, strict=True)), Fraction(0)) for row in found]
    return Upper(freeze(found), _value(program, moments, place), tuple(moments))


def _value(program: EstimationProgram, moments: Sequence[Number], place: int) -> Number:
    """Compute the weighted sum of the contrasts' variances from the second moments of their estimates."""
    pi = program.prevalences[place]
    means = [sum((x * p for x, p in zip(row, pi, strict=True)), Fraction(0)) for row in program.contrast]
    return program.add_up([x - m * m for x, m in zip(moments, means, strict=True)], place)


def _features(solution: Solution, patterns: Sequence[Pattern]) -> Array:
    """List for each pattern (set of inputs) what one unit of its weight adds to some totals.

    For each input, one total is the share of the patterns that contain it. For each list of prevalences, the other totals are the
    entries of K C M: the contrasts K, times the covariance C, times the information matrix M. If there are many contrasts, the
    entries of M are used instead.
    """
    indicators = indicators_of(patterns, solution.program.k)
    upper = np.triu_indices(solution.program.k)
    parts = [indicators]
    for place, pi in enumerate(solution.program.prevalences):
        scaled = indicators / (1 + solution.patterns.gain * indicators @ floats(pi))[:, None]
        x = solution.contrasts_of_covariance(place)
        if solution.program.is_total or len(x) * 2 >= solution.program.k:
            parts.append(indicators[:, upper[0]] * scaled[:, upper[1]])
        else:
            image = indicators @ x.T
            parts += [image[:, [n]] * scaled for n in range(len(x))]
    return np.hstack(parts)


def upper_bound(solution: Solution, shares: dict[Pattern, Fraction], place: int) -> Upper:
    """Round the efficient estimator at one list of prevalences so that it stays unbiased."""
    program, pi = solution.program, solution.program.prevalences[place]
    if isinstance(program.rows, Generators | Labelled):
        return _upper_of_rows(solution, program.rows.weigh(shares), place)
    weights = list(shares.values())
    gain, indicators = solution.patterns.gain, indicators_of(list(shares), program.k)
    contrast, w, p = (floats(x) for x in (program.contrast, weights, pi))
    chances = 1 + gain * indicators @ p
    covered = sum((x for pattern, x in shares.items() if 0 in pattern), Fraction(0))
    # the efficient estimate from each pattern, near which the rational one should be
    x = solution.contrasts_of_covariance(place)
    wanted = (contrast @ p)[:, None] + gain * (x @ indicators.T) / chances
    means = wanted @ w
    betas = (wanted - means[:, None]) * gain / (1 + gain * float(covered))
    rows = [weights, *([x * int(b) for x, b in zip(weights, column, strict=True)] for column in indicators.T)]
    middles = _middles(rows, program.contrast, means)
    rights = [[Fraction(0), *(v - a for v in row)] for a, row in zip(middles, program.contrast, strict=True)]
    found = short_solutions(rows, rights, betas.tolist(), [float(x) for x in w], bits=ROUGH)
    if found is None:
        raise InputError(
            "the patterns of the numeric optimum do not identify the shares or contrasts to be estimated; give prevalences, or "
            "weights of a contrast, that differ by smaller factors"
        )
    return _reached(program, shares, middles, found, place, covered)


def _middles(rows: Sequence[Sequence[Fraction]], contrast: Sequence[Sequence[Fraction]], near: Array) -> list[Fraction]:
    """Choose a constant for each contrast. The estimate of the contrast from answer S is this constant plus a multiple of β_S.

    Let K be one contrast, a its constant, and w_S the share of the set S. `rows` has the coefficients of the unknowns β_S in the
    equations Σ w_S β_S = 0 and Σ_{S holds l} w_S β_S = K_l − a for each input l. If y·rows = 0 for a vector y, they have a solution
    only if y·(0, K) = a·y·(0, 1, …, 1). If some such y determines a, this number is taken. For instance, if all patterns have size
    s, then y = (−s, 1, …, 1), and a is the mean of K. If no such y determines a, the number in `near` is rounded and taken.
    """
    for y in kernel(transpose(rows)):
        if whole := sum(y[1:]):
            return [Fraction(sum(map(mul, y[1:], row)) / whole) for row in contrast]
    return round_relative(list(near), ROUGH)


def _reached(
    program: EstimationProgram,
    shares: dict[Pattern, Fraction],
    means: Sequence[Fraction],
    betas: Sequence[Sequence[Fraction]],
    place: int,
    covered: Fraction,
) -> Upper:
    """Compute an estimator, its value and its second moments.

    For each contrast, `means` has a number a, and `betas` has a number β_S for each answer S. From the answer S, the contrast is
    estimated as a + c·β_S with a constant c. `covered` is the total share of the sets that contain a given input.
    """
    pi, gain = program.prevalences[place], program.ratio - 1
    scale = 1 + gain * covered
    weights, common = list(shares.values()), scale / gain
    estimator = freeze([a + common * b if b else a for b in row] for a, row in zip(means, betas, strict=True))
    of_pattern = [sum((pi[j] for j in pattern), Fraction(0)) for pattern in shares]
    tilted = [w * q for w, q in zip(weights, of_pattern, strict=True)]
    once = product(betas, [[x] for x in tilted])
    squares = product([[b * b for b in row] for row in betas], [*zip(weights, tilted, strict=True)])
    moments = [
        a * a + 2 * a * mixed + scale * (plain + gain * bent) / (gain * gain)
        for a, (mixed,), (plain, bent) in zip(means, once, squares, strict=True)
    ]
    return Upper(estimator, _value(program, moments, place), tuple(moments))


def lower_bound(solution: Solution, raise_by: Raise | None = None, *, margin: float = MARGIN) -> tuple[Fraction, Dual]:
    """Compute a lower bound on the objective of every mechanism of the program, and the matrices X and prices y that prove it.

    The matrices and prices are in the form that the checker reads. The prices are made by `prices_above`; `raise_by` says how much
    they are raised where they are too small, and `margin` allows for the rounding of floats.
    """
    program = solution.program
    weights = rational_weights(solution)
    matrices = [centre_rows(solution.contrasts_of_covariance(a), FINE) for a in range(len(program.prevalences))]
    forms = [
        Form(x, [w * d for d in program.scales_at(place)])
        for place, (w, x) in enumerate(zip(weights, matrices, strict=True))
    ]
    prices = prices_above(solution, forms, solution.multipliers(), margin=margin, raise_by=raise_by)
    lower, dual = _shift(program, matrices, weights, prices)
    if lower < 0:  # no variance is negative: X = 0 and y = 0 show the bound 0
        zeros = Prices((Fraction(0),) * program.k, (Fraction(0),) * len(prices.limits))
        lower, dual = _shift(program, [[zeros.columns] * len(x) for x in matrices], weights, zeros)
    return Fraction(decimal(lower, digits=DIGITS, direction="lower")), dual


def _shift(
    program: EstimationProgram,
    matrices: Sequence[Sequence[Sequence[Fraction]]],
    weights: Sequence[Fraction],
    prices: Prices,
) -> tuple[Fraction, Dual]:
    """Compute the lower bound that the matrices X and the prices prove, and a `Dual` that has both as the checker reads them.

    The rows of each X sum to 0. The head of this file says how the checker's form differs.
    """
    lower = -prices.bound(program)
    shifted, shifted_columns = [], list(prices.columns)
    for place, (w, x, pi) in enumerate(zip(weights, matrices, program.prevalences, strict=True)):
        scales = program.scales_at(place)
        inner = (
            d * a * b
            for d, row, k in zip(scales, x, program.contrast, strict=True)
            for a, b in zip(row, k, strict=True)
        )
        lower += w * 2 * sum(inner, Fraction(0))
        expected = [sum((a * p for a, p in zip(row, pi, strict=True)), Fraction(0)) for row in program.contrast]
        square = sum((d * m * m for d, m in zip(scales, expected, strict=True)), Fraction(0))
        shifted.append(
            freeze([a + m * p for a, p in zip(row, pi, strict=True)] for row, m in zip(x, expected, strict=True))
        )
        for j, p in enumerate(pi):
            along = sum((d * row[j] * m for d, row, m in zip(scales, x, expected, strict=True)), Fraction(0))
            shifted_columns[j] += w * (2 * along + square * p)
    dual = Dual(
        matrices=tuple(shifted),
        columns=tuple(shifted_columns),
        weights=tuple(weights) if program.weights is None else None,
        limits=prices.limits,
    )
    return lower, dual


def rational_weights(solution: Solution) -> list[Fraction]:
    """Return the weights of the lists of prevalences as rationals.

    If the objective states no weights, they are near the weights that the numeric optimum has.
    """
    if solution.program.weights is not None:
        return list(solution.program.weights)
    rounded = [max(Fraction(0), w) for w in round_relative(solution.optimum.weights, FINE)]
    return [w / sum(rounded) for w in rounded]


def centre_rows(x: Array, bits: int) -> list[list[Fraction]]:
    """Round the matrix to rationals of `bits` bits, then subtract from each row its mean, so that the row sums to 0."""
    width = x.shape[1]
    flat = round_relative(x.ravel(), bits)
    rows = [flat[n * width : (n + 1) * width] for n in range(len(x))]
    return [[v - sum(row) / width for v in row] for row in rows]
