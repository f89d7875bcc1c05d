"""The normal form of an estimation problem: t, the classes of inputs that may be exchanged, prevalences and contrasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.categories.cone import Cone, cone_of
from rropt.categories.merging import Merging, merge
from rropt.categories.objective import Estimation
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.problem.classes import Classes
from rropt.problem.patterns import MOST_PRICED
from rropt.problem.problem import Problem

__all__ = ["MOST_ORBITS", "EstimationProgram", "normal_form"]

MOST_ORBITS = 1 << 12  # that the checker tries
MOST_WRITTEN = 64  # inputs of which matrices are written down whole, where orbits would do
MOST_SIZE = (
    Fraction(10) ** 100
)  # of a contrast, and the inverse of the least: floats hold its square, and products with it


@dataclass(frozen=True, slots=True)
class EstimationProgram:
    """Minimise over the weights of patterns of {1, t}^k; inputs with the same prevalences and contrasts form a class.

    `weights` are those of the lists of prevalences, None where the worst is meant.
    """

    ratio: Number
    classes: Classes
    prevalences: tuple[tuple[Fraction, ...], ...]
    weights: tuple[Fraction, ...] | None
    contrast: tuple[tuple[Fraction, ...], ...]
    is_total: bool
    cone: Cone | None = None
    """Where rows are not patterns, but extreme rays; then `ratio` is not used."""

    merging: Merging | None = None
    """Where the inputs here are parts of those of the problem."""

    @property
    def rows_said(self) -> str:
        """What the rows of mechanisms are sums of."""
        if self.cone is not None and self.cone.has_slack:
            return "rows by levels"
        return "patterns" if self.cone is None else "extreme rows"

    @property
    def slack(self) -> Fraction:
        """δ, where there are multipliers of it."""
        return Fraction(0) if self.cone is None else self.cone.delta

    @property
    def is_listed(self) -> bool:
        """Whether the patterns are listed; else they are priced by column generation."""
        return self.cone is not None or self.ratio == 1 or self.classes.number_of_orbits <= MOST_ORBITS

    @property
    def is_tried(self) -> bool:
        """Whether the patterns of the problem's inputs are few enough for the checker to try them all."""
        exchangeable = self.exchangeable
        return self.is_listed and (exchangeable is self.classes or exchangeable.number_of_orbits <= MOST_ORBITS)

    @property
    def exchangeable(self) -> Classes:
        """The classes of the problem's inputs."""
        return self.classes if self.merging is None else self.merging.exchangeable

    def combine(self, values: Sequence[Number]) -> Number:
        """The weighted mean, or the largest, of a value at each list of prevalences."""
        if self.weights is None:
            return max(values)
        return total_of([w * x for w, x in zip(self.weights, values, strict=True)])

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self.classes.k


def normal_form(problem: Problem) -> EstimationProgram:
    """The program of a problem."""
    objective = problem.objective
    assert isinstance(objective, Estimation)
    lists, contrast = objective.prevalences.at(problem.k), objective.contrast_of(problem.k)
    _require_size(contrast)
    is_total, weights, cone = objective.contrasts_every_share, objective.prevalences.weights, cone_of(problem)
    if cone is not None:
        _require_identified(problem, cone)
        return EstimationProgram(Fraction(2), Classes.single(problem.k), lists, weights, contrast, is_total, cone)
    ratio, delta = problem.ratio_and_delta
    if delta != 0:
        raise InputError(f"with delta > 0 the {objective.name} of two inputs is designed at one epsilon; fix it")
    keys = [
        (tuple(pi[j] for pi in lists), () if is_total else tuple(row[j] for row in contrast)) for j in range(problem.k)
    ]
    found = EstimationProgram(ratio, Classes.by(keys), lists, weights, contrast, is_total)
    found = found if is_total else _merge(found)
    if not found.is_listed and found.k > MOST_PRICED:
        raise InputError(
            f"{found.k} inputs have {found.classes.number_of_orbits} patterns that differ; give at most {MOST_PRICED} inputs, or "
            f"let so many of them have equal prevalences and contrasts that no more than {MOST_ORBITS} differ"
        )
    return found


def _merge(found: EstimationProgram) -> EstimationProgram:
    """The program of parts of the inputs, where these are fewer; not where the checker tries the orbits of very many inputs."""
    merging = merge(found.prevalences, found.contrast, found.classes)
    if merging is None or (found.is_listed and found.k > MOST_WRITTEN):
        return found
    lists, contrast = merging.merge_lists(found.prevalences), merging.merge_columns(found.contrast)
    single = Classes.single(len(lists[0]))
    return replace(found, classes=single, prevalences=lists, contrast=contrast, merging=merging)


def _require_size(contrast: Sequence[Sequence[Fraction]]) -> None:
    size = max(abs(x) for row in contrast for x in row)
    if size and not 1 / MOST_SIZE <= size <= MOST_SIZE:
        raise InputError(
            f"the largest weight of a contrast is {decimal(size, digits=3)}, and its square is beyond floats; multiply all weights "
            "by one number, so that the largest is between 10^-100 and 10^100 (the variance is multiplied by the square)"
        )


def _require_identified(problem: Problem, cone: Cone) -> None:
    if not cone.identifies_all:
        raise InputError(
            f"under {problem.demand} no answers tell all inputs apart, so that the {problem.objective} is infinite"
        )
