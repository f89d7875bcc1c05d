"""The normal form of an estimation problem: t, the classes of inputs that may be exchanged, prevalences and contrasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.designs.objectives.estimation import estimation_of
from rropt.designs.reductions.labelled import Labelled
from rropt.designs.reductions.merging import Merging, merge
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import MOST_ORBITS, MOST_PRICED
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Rows, total_of
from rropt.problem.advice import refuse_unidentified
from rropt.problem.problem import Problem

__all__ = ["EstimationProgram", "classes_of", "normal_form", "program_over", "require_size"]

# with more inputs, equal ones are not merged if orbits can be used: the matrices of a merged problem are written out whole
MOST_WRITTEN = 64
# bounds the largest weight of a contrast, and the inverse of it, so that floats hold its square and products with the square
MOST_SIZE = Fraction(10) ** 100


@dataclass(frozen=True, slots=True)
class EstimationProgram:
    """What is minimised over the weights of `rows`: the variances of contrasts, at one or several lists of prevalences.

    If the rows are patterns, inputs with the same prevalences and contrasts form a class. `weights` are the weights of the lists
    in a mean over them; None if the largest value over the lists is minimised. `is_total` says that every share is a contrast.
    """

    rows: Orbits | Generators | Labelled
    prevalences: tuple[tuple[Fraction, ...], ...]
    weights: tuple[Fraction, ...] | None
    contrast: tuple[tuple[Fraction, ...], ...]
    is_total: bool
    scales: tuple[tuple[Fraction, ...], ...] | None = None
    """D: how much the variance of each contrast counts at each list of prevalences; None if all count once."""
    merging: Merging | None = None
    """How the inputs here were merged from those of the problem; None if they are the same."""

    @property
    def ratio(self) -> Number:
        """The ratio T of the patterns, whose entries are 1 and T."""
        assert isinstance(self.rows, Orbits)
        return self.rows.ratio

    @property
    def classes(self) -> Classes:
        """The classes of inputs that may be exchanged."""
        return self.rows.classes

    @property
    def is_tried(self) -> bool:
        """Whether the problem has few enough inputs for the checker to try all patterns."""
        exchangeable = self.exchangeable
        return self.rows.is_listed and (exchangeable is self.classes or exchangeable.number_of_orbits <= MOST_ORBITS)

    @property
    def exchangeable(self) -> Classes:
        """The classes of the problem's own inputs, before any were merged."""
        return self.classes if self.merging is None else self.merging.exchangeable

    def combine(self, values: Sequence[Number]) -> Number:
        """The weighted mean, or the largest, of the values at the lists of prevalences."""
        if self.weights is None:
            return max(values)
        return total_of([w * x for w, x in zip(self.weights, values, strict=True)])

    def add_up(self, values: Sequence[Number], place: int) -> Number:
        """Sum the contrasts' values, each with its weight at the list of prevalences of index `place`."""
        return total_of([d * x for d, x in zip(self.scales_at(place), values, strict=True)])

    def scales_at(self, place: int) -> tuple[Fraction, ...]:
        """The weight of each contrast at the list of prevalences of index `place`."""
        return (Fraction(1),) * len(self.contrast) if self.scales is None else self.scales[place]

    def scale_rows(self, rows: Rows, place: int) -> Rows:
        """Compute DX for an X with one row per contrast, with D at the list of prevalences of index `place`."""
        if self.scales is None:
            return rows
        return [[d * x for x in row] for d, row in zip(self.scales[place], rows, strict=True)]

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self.classes.k


def program_over(problem: Problem, rows: Orbits | Generators | Labelled) -> EstimationProgram:
    """Write the program of a problem over these rows."""
    objective, k = estimation_of(problem), problem.k
    lists, contrast = objective.prevalences.at(k), objective.contrast_of(k)
    weights, is_total = objective.prevalences.weights, objective.contrasts_every_share
    return EstimationProgram(rows, lists, weights, contrast, is_total, objective.scales_of(k))


def classes_of(problem: Problem) -> Classes:
    """Group the inputs into classes of equal prevalences and contrasts, whose inputs may be exchanged."""
    objective, k = estimation_of(problem), problem.k
    contrast = () if objective.contrasts_every_share else objective.contrast_of(k)
    told = (*objective.prevalences.at(k), *contrast)
    return Classes.by([tuple(row[j] for row in told) for j in range(k)])


def normal_form(problem: Problem) -> EstimationProgram:
    """Write the program of a problem over extreme rows if the demand needs them, else over patterns; refuse too large problems."""
    require_size(problem)
    called = estimation_of(problem).called
    generators = generators_of(problem.demand, problem.bounds, aim=called)
    if generators is not None:
        _require_identified(problem, generators)
        return program_over(problem, generators)
    ratio, delta = problem.ratio_and_delta
    if delta != 0:
        raise InputError(f"with delta > 0 the {called} of two inputs is designed at one epsilon; give one, such as 1/2")
    found = program_over(problem, Orbits(classes_of(problem), ratio))
    found = found if found.is_total else _merge(found)
    if not found.rows.is_listed and found.k > MOST_PRICED:
        raise InputError(
            f"{found.k} inputs have {found.classes.number_of_orbits} patterns that differ; give at most {MOST_PRICED} inputs, or "
            f"let so many of them have equal prevalences and contrasts that at most {MOST_ORBITS} patterns differ"
        )
    return found


def _merge(found: EstimationProgram) -> EstimationProgram:
    """Merge equal inputs if there are any. If their orbits can be listed and the inputs are very many, nothing is merged."""
    merging = merge(found.prevalences, found.contrast, found.classes)
    if merging is None or (found.rows.is_listed and found.k > MOST_WRITTEN):
        return found
    lists, contrast = merging.merge_lists(found.prevalences), merging.merge_columns(found.contrast)
    single = Orbits(Classes.single(len(lists[0])), found.ratio)
    return replace(found, rows=single, prevalences=lists, contrast=contrast, merging=merging)


def require_size(problem: Problem) -> None:
    """Refuse a contrast whose weights are beyond floats."""
    size = max(abs(x) for row in estimation_of(problem).contrast_of(problem.k) for x in row)
    if size and not 1 / MOST_SIZE <= size <= MOST_SIZE:
        raise InputError(
            f"the largest weight of a contrast is {decimal(size, digits=3)}, and its square is beyond floats; multiply all weights "
            "by one number, so that the largest is between 10^-100 and 10^100 (the variance is multiplied by the square)"
        )


def _require_identified(problem: Problem, generators: Generators) -> None:
    if not generators.identifies_all:
        raise refuse_unidentified(problem)
