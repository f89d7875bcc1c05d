"""The numeric optimum of an estimation program, and what the exact legs need of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.categories.numeric.floats import contrast_of, measure_of, patterns_of
from rropt.categories.numeric.interior_point import FloatPatterns, Measure, Optimum, optimise
from rropt.categories.numeric.rounding import round_relative
from rropt.categories.program import EstimationProgram
from rropt.problem.classes import Counts

__all__ = ["ACTIVE", "Solution", "float_weights", "solve", "solve_over"]

Array: TypeAlias = Any
FAR = 1e-6  # of the size of the dual, from which a slack is no matter of rounding
MOST_SPAN = 1e6  # of the eigenvalues of a covariance, beyond which products with it are mostly rounding
FINE = 56  # bits of multipliers
SAME = 1e-12  # relative, of values in floats
IDLE = 1e-5  # of a list's weight, below which it is taken for one of none
CLOSED = 1e-9  # relative, a gap at which the iterates came to the optimum
CARRIED = (1e-5, 1e-4, 1e-3)  # probabilities above which a cone program may not have made one by rounding
INDEPENDENT = 1e-6  # of the largest singular value, above which a direction is one that patterns span
ACTIVE = 1e-7  # of the probability of an orbit, below which it is taken for one of none


@dataclass(frozen=True, slots=True)
class Solution:
    """Floats: the optimum over orbits, with arrays by class."""

    program: EstimationProgram
    patterns: FloatPatterns
    optimum: Optimum
    images: tuple[Array, ...]
    """Of contrasts, K C in the basis of contrasts, without 1/(t − 1)², for each list of prevalences."""
    bounds: Array
    """The multipliers of the dual that goes with them."""

    @property
    def value(self) -> float:
        """The least value."""
        return self.optimum.value / self.patterns.gain**2

    @property
    def places(self) -> Array:
        """The class of each input."""
        return np.array(self.program.classes.places)

    def active(self) -> list[tuple[Counts, float]]:
        """The orbits with a weight, and their shares of the weights, which sum to 1."""
        theta = self.optimum.chances / self.patterns.chances[0]
        kept = np.flatnonzero(self.optimum.chances > ACTIVE)
        scale = theta[kept].sum()
        return [(tuple(int(c) for c in self.patterns.counts[n]), float(theta[n] / scale)) for n in kept]

    def is_strict(self, orbits: Sequence[Counts]) -> bool:
        """Whether the dual inequality is far from an equality at every other orbit."""
        carried = set(orbits)
        slacks = self.optimum.slacks * self.patterns.chances[0]
        others = [x for x, c in zip(slacks, self.patterns.counts, strict=True) if tuple(map(int, c)) not in carried]
        return not others or min(others) > FAR * abs(self.optimum.multipliers[0])

    def contrasts_of_covariance(self, place: int) -> Array:
        """K C for the covariance C at one list of prevalences, as it is for inputs of each class: rows of K × k.

        Inputs of one class have equal numbers, to the last bit.
        """
        block, singles = self.optimum.inverses[place]
        sizes = np.array(self.program.classes.sizes, float)
        basis = self.patterns.basis
        blocks = basis @ block @ basis.T / np.sqrt(np.outer(sizes, sizes))
        diagonal = np.zeros(len(sizes))
        diagonal[self.patterns.several] = singles
        several = self.patterns.several
        blocks[several, several] -= singles / sizes[several]
        at = self.places
        if self.program.is_total:
            return (blocks[np.ix_(at, at)] + np.diag(diagonal[at])) / self.patterns.gain**2
        return (self.images[place] @ basis.T / np.sqrt(sizes))[:, at] / self.patterns.gain**2

    @property
    def limits(self) -> list[Fraction]:
        """Multipliers of what ordered pairs take of δ, rounded; none where δ = 0."""
        found = [] if self.optimum.limits is None else self.optimum.limits / self.patterns.gain**2
        return [max(Fraction(0), x) for x in round_relative(list(found), FINE)]

    def paid(self, limits: Sequence[Fraction]) -> Array:
        """What these multipliers give for what each orbit takes of δ."""
        return np.array([float(x) for x in limits]) @ self.patterns.limits

    def multipliers(self) -> Array:
        """The list y beside the centred X = K C."""
        lam, gain = self.bounds, self.patterns.gain
        sizes = np.array(self.program.classes.sizes, float)
        first = [members[0] for members in self.program.classes.members]
        pi = np.array([float(self.program.prevalences[0][j]) for j in first])
        return ((lam[0] * pi + self.patterns.basis @ lam[1:] / np.sqrt(sizes) / gain) / gain**2)[self.places]

    def near_columns(self) -> Array:
        """The list y beside X = K M⁻¹, by input."""
        pi = np.array([float(p) for p in self.program.prevalences[0]])
        means = np.array([[float(x) for x in row] for row in self.program.contrast]) @ pi
        return self.multipliers() + 2 * means @ self.contrasts_of_covariance(0) + means @ means * pi


def solve(program: EstimationProgram) -> Solution:
    """The optimum in floats."""
    return solve_over(program, patterns_of(program), measure_of(program))


def float_weights(program: EstimationProgram) -> Array | None:
    """The weights of the lists of prevalences; None where the worst is meant."""
    return None if program.weights is None else np.array([float(w) for w in program.weights])


def solve_over(program: EstimationProgram, patterns: FloatPatterns, measure: Measure) -> Solution:
    """The optimum in floats over these patterns."""
    optimum = _optimise(patterns, measure, float_weights(program))
    if program.is_total:
        return Solution(program, patterns, optimum, (), optimum.multipliers)
    is_limited = bool(len(patterns.limits))
    spans = [np.linalg.eigvalsh(block) for block, _ in optimum.inverses]
    if max(x[-1] / x[0] for x in spans) < MOST_SPAN and (is_limited or optimum.gap <= CLOSED * abs(optimum.value)):
        contrast = contrast_of(program) @ patterns.basis
        images = tuple(contrast @ x for x, _ in optimum.inverses)
        return Solution(program, patterns, optimum, images, optimum.multipliers)
    from rropt.categories.numeric.cvxpy import solve_dual

    duals = solve_dual(program, patterns, optimum.weights, optimum.value)
    found = Solution(program, patterns, replace(optimum, limits=duals.limits), duals.images, duals.bounds)
    return found if is_limited else _polish(found, measure, duals.chances)


def _optimise(patterns: FloatPatterns, measure: Measure, weights: Array | None) -> Optimum:
    """The optimum; for the worst of several lists, where some weights tend to 0 and keep the iterates from closing the gap, with
    the others as they are, if the lists without weight have no larger values then."""
    found = optimise(patterns, measure, weights)
    if weights is not None or found.gap <= SAME * abs(found.value):
        return found
    kept = np.where(found.weights > IDLE, found.weights, 0)
    if kept.all():
        return found
    settled = optimise(patterns, measure, kept / kept.sum())
    is_worst = max(settled.values) <= settled.value + CLOSED / 10 * abs(settled.value)
    return settled if is_worst and settled.gap < found.gap else found


def _polish(found: Solution, measure: Measure, near: Array) -> Solution:
    """Where J tends to a singular matrix the iterates stop early: the optimum over the patterns that carry weight, in their own
    span, where it is regular, from probabilities near it. Beyond the span X and y are those that leave most room at all others."""
    tried = []
    for least in CARRIED:
        kept = np.flatnonzero(near > least)
        span = _span_of(found.patterns.vectors[kept])
        try:
            best = _optimise_within(found, measure, kept, span, near[kept])
        except np.linalg.LinAlgError:
            continue
        # else some pattern was kept that carries none, or left out that the optimum needs
        if best.gap <= CLOSED * abs(best.value) and best.value <= found.optimum.value * (1 + SAME):
            tried.append((best, kept, span))
    return _put_back(found, *min(tried, key=lambda x: x[0].gap)) if tried else found


def _span_of(vectors: Array) -> Array:
    """An orthonormal basis, by columns."""
    _, sizes, turned = np.linalg.svd(vectors, full_matrices=False)
    found: Array = turned[: int((sizes > INDEPENDENT * sizes[0]).sum())].T
    return found


def _optimise_within(found: Solution, measure: Measure, kept: Array, span: Array, start: Array) -> Optimum:
    """The optimum over some patterns, with contrasts in their span alone."""
    patterns = found.patterns
    own = replace(
        patterns,
        counts=patterns.counts[kept],
        chances=tuple(g[kept] for g in patterns.chances),
        vectors=patterns.vectors[kept] @ span,
        # contrasts of shares alike in a class say nothing of what is told apart within it
        spreads=patterns.spreads[kept][:, :0],
        several=patterns.several[:0],
        basis=patterns.basis @ span,
        limits=patterns.limits[:, kept],
        start=start,
    )
    return _optimise(own, replace(measure, singles=measure.singles[:0]), float_weights(found.program))


def _put_back(found: Solution, best: Optimum, kept: Array, span: Array) -> Solution:
    """The solution with the optimum over some patterns in their span."""
    chances, beyond = np.zeros_like(found.optimum.chances), np.eye(len(span)) - span @ span.T
    outside = np.linalg.norm(found.patterns.vectors @ beyond, axis=1) > INDEPENDENT
    chances[kept] = best.chances
    contrast = contrast_of(found.program) @ found.patterns.basis @ span
    images = [contrast @ x @ span.T + old @ beyond for (x, _), old in zip(best.inverses, found.images, strict=True)]
    bounds = np.concatenate([best.multipliers[:1], span @ best.multipliers[1:] + beyond @ found.bounds[1:]])
    optimum = replace(found.optimum, chances=chances, weights=best.weights, value=best.value, gap=best.gap)
    if outside.any():
        from rropt.categories.numeric.cvxpy import widen_dual

        rest = np.linalg.svd(span, full_matrices=True)[0][:, span.shape[1] :]
        images, bounds = widen_dual(found.patterns, best.weights, (images, bounds), rest, outside)
    return replace(found, optimum=optimum, images=tuple(images), bounds=bounds)
