"""The numeric optimum of an estimation program, with the numbers from which exact proofs are made.

K are the contrasts, and C = M⁻¹ − ππᵀ is the covariance of the shares, with M = Σ r rᵀ/(rᵀπ) over the rows r.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.numeric.floats import contrast_of, floats, measures_of, patterns_of, roots_of, scales_of
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.interior_point import Measure, Optimum, optimise
from rropt.designs.floats.polish import Limits, Polished, polish
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.engine.sets import Counts
from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.patience import limit_seconds
from rropt.problem.answers import NumericAnswer

__all__ = ["ACTIVE", "POLISHING", "Solution", "say", "solve", "solve_over"]

Array: TypeAlias = Any
FAR = 1e-6  # relative to the dual: a larger slack is no rounding error
MOST_SPAN = 1e6  # of eigenvalues: if those of a covariance differ by more, products with it are mostly rounding errors
CLOSED = 1e-8  # relative: a larger gap is reported
SAME = 1e-12  # relative: two values in floats that differ by less are taken for equal
ABOVE = 1e-10  # relative: by so much the value at a list without weight may exceed that of the others
POLISHING = 0.5  # the part of the time left that Newton's steps may take
IDLE = 1e-5  # a list of prevalences with less weight counts as one without
MORE_BITS = 24
ACTIVE = 1e-7  # an orbit of smaller probability counts as one without weight
LEAST_GAIN = 1e-140  # variances divide by its square, which must stay far above the smallest float


@dataclass(frozen=True, slots=True)
class Solution:
    """The numeric optimum of an estimation program.

    It has a probability for each orbit of rows (the rows that differ only by exchanging equal inputs), or for each single row.
    Arrays about inputs have one entry for each class of equal inputs.
    """

    program: EstimationProgram
    patterns: FloatPatterns
    optimum: Optimum
    images: tuple[Array, ...]
    """For each list of prevalences, the contrasts K times the covariance C, in the basis of contrasts and without the factor 1/(t −
    1)². Empty if every share is estimated."""
    duals: tuple[Array, ...] = ()
    """The dual matrix W of each largest variance that is minimised, in the basis of contrasts. There is one for each list of
    prevalences or, for several criteria together, for each criterion that is a largest variance."""
    is_polished: bool = False
    """Whether Newton's steps made the optimum so exact that even the smallest probabilities are real, not rounding errors."""

    @property
    def value(self) -> float:
        """The least value of the objective. It is `optimum.value` divided by `patterns.gain`²."""
        return float(self.optimum.value / self.patterns.gain**2)

    @property
    def gap(self) -> float:
        """A bound on the distance of the value from the optimum."""
        return float(self.optimum.gap / self.patterns.gain**2)

    @property
    def is_closed(self) -> bool:
        """Whether the gap is too small to be reported."""
        return _is_closed(self.optimum.gap, self.optimum.value)

    @property
    def more_bits(self) -> int:
        """The number of bits beyond the usual ones that are kept when the weights are rounded."""
        return MORE_BITS if self.is_polished else 0

    @property
    def places(self) -> Array:
        """The index of each input's class; inputs of one class have equal prevalences and contrasts."""
        return np.array(self.program.classes.places)

    def active(self) -> list[tuple[Counts, float]]:
        """List the orbits with positive weight, each with its share; the shares sum to 1.

        An orbit contains the sets of inputs that have the same number of inputs of each class. It is named by these numbers.
        """
        theta = self.optimum.chances / self.patterns.chances[0]
        kept = np.flatnonzero(self.optimum.chances > (0 if self.is_polished else ACTIVE))
        scale = theta[kept].sum()
        return [(tuple(int(c) for c in self.patterns.counts[n]), float(theta[n] / scale)) for n in kept]

    def is_strict(self, orbits: Sequence[Counts]) -> bool:
        """Whether floats show that only the given orbits of rows can have positive weight at an optimum.

        This is so if the dual inequality of every other orbit is far from an equality.
        """
        carried = set(orbits)
        slacks = self.optimum.slacks * self.patterns.chances[0]
        others = [x for x, c in zip(slacks, self.patterns.counts, strict=True) if tuple(map(int, c)) not in carried]
        return not others or min(others) > FAR * abs(self.optimum.value)

    def contrasts_of_covariance(self, place: int) -> Array:
        """Compute K C, indexed [contrast, input], for the contrasts K and the covariance C at one list of prevalences.

        If two inputs of one class are exchanged, the numbers stay the same, to the last bit.
        """
        if abs(self.patterns.gain) < LEAST_GAIN:
            raise InputError(
                f"variances at e^epsilon - 1 = {self.patterns.gain:.3g} are too large for floats; give a larger epsilon"
            )
        sizes, basis, at = floats(self.program.classes.sizes), self.patterns.basis, self.places
        if not self.program.is_total:
            return (self.images[place] @ basis.T / np.sqrt(sizes))[:, at] / self.patterns.gain**2
        block, singles = self.optimum.inverses[place]
        blocks = basis @ block @ basis.T / np.sqrt(np.outer(sizes, sizes))
        diagonal = np.zeros(len(sizes))
        diagonal[self.patterns.several] = singles
        several = self.patterns.several
        blocks[several, several] -= singles / sizes[several]
        return (blocks[np.ix_(at, at)] + np.diag(diagonal[at])) / self.patterns.gain**2

    def paid(self, limits: Sequence[Fraction]) -> Array:
        """Compute, for each orbit of rows, the sum over all limits of the amount that it uses times the limit's dual price in
        `limits`.
        """
        return floats(limits) @ self.patterns.limits

    def multipliers(self) -> Array:
        """Return the dual prices y of the optimum, one for each input, that prove the lower bound together with X = K C.

        K are the contrasts, and C is the covariance. The rows of X sum to 0.
        """
        lam, gain = self.optimum.multipliers, self.patterns.gain
        sizes = floats(self.program.classes.sizes)
        pi = floats([self.program.prevalences[0][members[0]] for members in self.program.classes.members])
        return ((lam[0] * pi + self.patterns.basis @ lam[1:] / np.sqrt(sizes) / gain) / gain**2)[self.places]

    def near_columns(self) -> Array:
        """Return the dual prices y, one for each input, that prove the lower bound together with X = K M⁻¹.

        There must be only one list π of prevalences. K are the contrasts, and M⁻¹ is the covariance of the shares plus ππᵀ.
        """
        pi = floats(self.program.prevalences[0])
        means = floats(self.program.contrast) @ pi
        scaled = scales_of(self.program, 0) * means
        return self.multipliers() + 2 * scaled @ self.contrasts_of_covariance(0) + scaled @ means * pi


def _is_closed(gap: float, value: float) -> bool:
    return gap <= CLOSED * abs(value)


def say(value: float, gap: float, source: str) -> NumericAnswer:
    """Report the value of a method that stops when its gap (a bound on the error) is negligible or no longer shrinks."""
    status = "optimal" if _is_closed(gap, value) else f"stopped at a gap of {gap:.1e}"
    return NumericAnswer(status=status, value=value, source=source, resolution=gap)


def solve(program: EstimationProgram) -> Solution:
    """Compute the optimum in floats over all possible rows."""
    return solve_over(program, patterns_of(program), measures_of(program))


def solve_over(program: EstimationProgram, patterns: FloatPatterns, measures: Sequence[Measure]) -> Solution:
    """Compute the optimum in floats over the mechanisms that have these rows, by the interior point method.

    If not every share is estimated, Newton's steps may improve the optimum. They are taken if the information matrix M is nearly
    singular or the gap between the bounds is still too large. If rows have limits but there are no conditions, only a nearly
    singular M leads to these steps.
    """
    kept = [place for place, w in enumerate(program.weights or ()) if w]
    # the first list cannot be left out: rows are scaled by their probabilities at it
    if not program.is_total and 0 in kept and len(kept) < len(program.prevalences):
        return _without_idle_lists(program, patterns, measures, kept)
    optimum = (_optimise if program.is_total else optimise)(patterns, measures, program.weights)
    if program.is_total:
        return Solution(program, patterns, optimum, ())
    contrast = contrast_of(program) @ patterns.basis

    def begin(at: Optimum) -> Solution:
        return Solution(program, patterns, at, tuple(contrast @ x for x, _ in at.inverses))

    found = begin(optimum)
    spans = [np.linalg.eigvalsh(block) for block, _ in optimum.inverses]
    is_regular = max(x[-1] / x[0] for x in spans) < MOST_SPAN
    is_closed = optimum.gap <= SAME * abs(optimum.value)
    # with budgets but no conditions the interior point's optimum is near enough, because the rows are made for budgets
    if is_regular and (is_closed or (len(patterns.limits) and patterns.equal is None)):
        return found
    # if the time is too short for Newton's steps, the interior point's optimum is the answer
    best = found
    with suppress(OutOfTime, np.linalg.LinAlgError), limit_seconds(math.inf, share=POLISHING):
        best = _polish(found, contrast)
        # rounding errors of the covariance beside the contrasts mislead Newton's steps: start again from where they are smaller,
        # then from a cone program
        if not best.is_closed:
            other = _polish(begin(optimise(patterns, measures, program.weights, growth=1.0)), contrast)
            best = other if other.is_closed else best
        if not best.is_closed:
            with suppress(InputError):
                best = min(
                    best, _polish(replace(found, images=_pose_images(found)), contrast), key=lambda x: x.optimum.gap
                )
    return best


def _without_idle_lists(
    program: EstimationProgram, patterns: FloatPatterns, measures: Sequence[Measure], kept: Sequence[int]
) -> Solution:
    """Compute the solution if some lists of prevalences have weight 0 in the objective. `kept` has the indices of the other lists.

    Lists of weight 0 do not change the optimum. So the optimum is computed for the other lists alone. The numbers that belong to
    the lists of weight 0 are then computed from it. This is needed if the information matrix M is singular, because Newton's steps
    for the covariances of all lists would fail.
    """

    def of_kept(items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(items[place] for place in kept)

    assert program.weights is not None
    scales = None if program.scales is None else of_kept(program.scales)
    lists, weights = of_kept(program.prevalences), of_kept(program.weights)
    smaller = replace(program, prevalences=lists, weights=weights, scales=scales)
    found = solve_over(smaller, replace(patterns, chances=of_kept(patterns.chances)), of_kept(measures))
    optimum, contrast = found.optimum, contrast_of(program) @ patterns.basis
    images, inverses, values = [], [], []
    for place, q in enumerate(patterns.chances):
        if place in kept:
            at = kept.index(place)
            images.append(found.images[at])
            inverses.append(optimum.inverses[at])
            values.append(optimum.values[at])
            continue
        scaled = optimum.chances / (patterns.chances[0] * q)
        inverse = np.linalg.pinv((patterns.vectors.T * scaled) @ patterns.vectors, hermitian=True)
        images.append(contrast @ inverse)
        inverses.append((inverse, 1 / (patterns.spreads.T @ scaled)))
        values.append(float(np.trace(scales_of(program, place)[:, None] * contrast @ inverse @ contrast.T)))
    optimum = replace(optimum, inverses=tuple(inverses), weights=floats(program.weights), values=tuple(values))
    return replace(found, program=program, patterns=patterns, optimum=optimum, images=tuple(images))


def _pose_images(near: Solution) -> tuple[Array, ...]:
    """Compute the contrasts times the covariance, for each list of prevalences, by the cone program of `solve_images`."""
    from rropt.designs.estimation.numeric.cvxpy import solve_images

    found = solve_images(near.program, near.patterns, near.optimum.weights, near.optimum.value)
    return tuple(_unscale(near.program, place, x) for place, x in enumerate(found))


def _unscale(program: EstimationProgram, place: int, images: Array) -> Array:
    """Compute K C from `images`, which is √D K C at the list of prevalences with the index `place`.

    The rows of K are the contrasts, the diagonal matrix D has their weights, and C is the covariance. Each row of `images` is
    divided by the square root of the contrast's weight. If the weight is 0, the row is 0.
    """
    roots = roots_of(program, place)[:, None]
    return np.divide(images, roots, out=np.zeros_like(images), where=roots > 0)


def _polish(near: Solution, contrast: Array) -> Solution:
    """Improve the optimum by Newton's steps on the rows that have positive weight.

    Return `near`, the optimum before these steps, if they do not make the gap smaller.
    """
    roots = [roots_of(near.program, place)[:, None] for place in range(len(near.images))]
    # many contrasts are replaced by at most as many as there are shares, with the same KᵀDK
    turns, shorts = zip(*(np.linalg.qr(x * contrast) for x in roots), strict=True)
    optimum, patterns = near.optimum, near.patterns
    begun = Polished(
        images=tuple(turn.T @ (root * x) for turn, root, x in zip(turns, roots, near.images, strict=True)),
        multipliers=np.concatenate([optimum.multipliers, optimum.limits]),
        weights=floats(optimum.weights),
        chances=optimum.chances,
        slacks=optimum.slacks,
        away=optimum.gap,
    )
    is_worst = near.program.weights is None
    best = polish(
        np.array(shorts),
        patterns.vectors,
        patterns.chances,
        begun,
        is_worst=is_worst,
        value=optimum.value,
        limits=Limits(patterns.limits, patterns.room, patterns.may_fall_short),
    )
    base = len(optimum.multipliers)
    lam, limits = best.multipliers[:base], best.multipliers[base:]
    value = float(lam[0] + patterns.room * limits.sum())
    # the equations' residual bounds the error of the value only if it is as small as a rounding error
    gap = best.away if _is_closed(best.away, value) else best.away + abs(value - optimum.value)
    if not gap < optimum.gap:
        return near
    found = replace(
        optimum,
        chances=best.chances,
        weights=best.weights,
        multipliers=lam,
        limits=limits,
        slacks=best.slacks,
        value=value,
        gap=gap,
    )
    turned = [turn @ x for turn, x in zip(turns, best.images, strict=True)]
    images = tuple(_unscale(near.program, place, x) for place, x in enumerate(turned))
    return Solution(near.program, patterns, found, images, is_polished=True)


def _optimise(patterns: FloatPatterns, measures: Sequence[Measure], weights: Array | None) -> Optimum:
    """Solve by the interior point method.

    If the objective is the worst of several lists of prevalences, the weights of some lists may tend to 0. This can keep the gap
    between the bounds open. If the gap is open and there are such tiny weights, these are set to 0, the other weights are fixed,
    and the program is solved again. The second solution is returned if it has a smaller gap, and if none of its values at the lists
    exceeds the weighted mean. Otherwise the first solution is returned.
    """
    found = optimise(patterns, measures, weights)
    if weights is not None or found.gap <= SAME * abs(found.value):
        return found
    kept = np.where(found.weights > IDLE, found.weights, 0)
    if kept.all():
        return found
    settled = optimise(patterns, measures, kept / kept.sum())
    is_worst = max(settled.values) <= settled.value + ABOVE * abs(settled.value)
    return settled if is_worst and settled.gap < found.gap else found
