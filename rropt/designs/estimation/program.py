"""The normal form of an estimation problem: t, the classes of inputs that may be exchanged, prevalences and contrasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from rropt.designs.objectives.estimation import estimation_of
from rropt.designs.reductions.labelled import Labelled
from rropt.designs.reductions.merging import Merging, merge
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import MOST_ORBITS, MOST_PRICED
from rropt.engine.sets import Classes
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import rank, total_of
from rropt.problem.advice import refuse_unidentified
from rropt.problem.problem import Problem

__all__ = ["EstimationProgram", "classes_of", "normal_form", "program_over", "require_own_solver", "require_size"]

# with more inputs, equal ones are not merged if orbits can be used: the matrices of a merged problem are written out whole
MOST_WRITTEN = 64
# bounds the largest weight of a contrast, and the inverse of it, so that floats hold its square and products with the square
MOST_SIZE = Fraction(10) ** 100


@dataclass(frozen=True, slots=True)
class EstimationProgram:
    """The variances of contrasts, at one or several lists of prevalences, to be minimised over the weights of `rows`.

    If rows have the entries 1 and e^ε, inputs with the same prevalences and contrasts may form a class. If a weighted mean over the
    lists is minimised, `weights` are the weights of that mean; they are None if the largest value over the lists is minimised.
    `is_total` says that every share is a contrast.
    """

    rows: Orbits | Generators | Labelled
    prevalences: tuple[tuple[Fraction, ...], ...]
    weights: tuple[Fraction, ...] | None
    contrast: tuple[tuple[Fraction, ...], ...]
    is_total: bool
    scales: tuple[tuple[Fraction, ...], ...] | None = None
    """The weight that the variance of each contrast has at each list of prevalences, indexed [list, contrast]; None if all
    are 1."""
    merging: Merging | None = None
    """How the inputs here were merged from those of the problem; None if they are the same."""

    @property
    def ratio(self) -> Number:
        """The number T = e^ε, if the program is over rows with entries 1 and T. Other programs do not have it."""
        assert isinstance(self.rows, Orbits)
        return self.rows.ratio

    @property
    def classes(self) -> Classes:
        """The classes of the program's inputs: inputs of one class may be exchanged without changing the problem."""
        return self.rows.classes

    @property
    def is_tried(self) -> bool:
        """Whether the checker can try all possible rows.

        It can if they are listed, and if the problem's own inputs (before any were merged) have few enough orbits. An orbit has the
        rows that differ only by exchanging equal inputs.
        """
        exchangeable = self.exchangeable
        return self.rows.is_listed and (exchangeable is self.classes or exchangeable.number_of_orbits <= MOST_ORBITS)

    @property
    def exchangeable(self) -> Classes:
        """The classes of exchangeable inputs of the problem itself, before any inputs were merged."""
        return self.classes if self.merging is None else self.merging.exchangeable

    def combine(self, values: Sequence[Number]) -> Number:
        """Return the weighted mean of the values at the lists of prevalences or, if the lists have no weights, the largest
        value."""
        if self.weights is None:
            return max(values)
        return total_of([w * x for w, x in zip(self.weights, values, strict=True)])

    def add_up(self, values: Sequence[Number], place: int) -> Number:
        """Return the weighted sum of `values`, one for each contrast, with the contrasts' weights at the list of index `place`."""
        return total_of([d * x for d, x in zip(self.scales_at(place), values, strict=True)])

    def scales_at(self, place: int) -> tuple[Fraction, ...]:
        """Return the weight of each contrast at the list of prevalences of index `place`. If no weights are given, each is 1."""
        return (Fraction(1),) * len(self.contrast) if self.scales is None else self.scales[place]

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self.classes.k


def program_over(problem: Problem, rows: Orbits | Generators | Labelled) -> EstimationProgram:
    """Build the estimation program of a problem over these rows, with the prevalences, weights and contrasts of its objective."""
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
    """Choose the rows of a problem, and build the program over them.

    The rows are extreme rows if the demand needs them, else the rows with entries 1 and e^ε. A problem is refused if it has too
    many inputs, if the weights of a contrast are too large or too small for floats, if δ > 0 and there are no extreme rows, or if
    every mechanism answers alike for some two inputs.
    """
    require_size(problem)
    called = estimation_of(problem).called
    generators = generators_of(problem.demand, problem.bounds, aim=called)
    if generators is not None:
        _require_identified(problem, generators)
        return program_over(problem, generators)
    ratio, delta = problem.ratio_and_delta
    if delta != 0:
        raise InputError(f"with delta > 0, the {called} of two inputs needs one epsilon; give a number, such as 1/2")
    found = program_over(problem, Orbits(classes_of(problem), ratio))
    found = found if found.is_total else _merge(found)
    if not found.rows.is_listed and found.k > MOST_PRICED:
        raise InputError(
            f"{found.k} inputs have {found.classes.number_of_orbits} different patterns, more than {MOST_ORBITS}; give at most "
            f"{MOST_PRICED} inputs, or give more of them the same prevalence and contrast weights"
        )
    return found


def _merge(found: EstimationProgram) -> EstimationProgram:
    """Merge the inputs that the function `merge` treats as equal, and return the program over the merged inputs.

    The program is returned unchanged in two cases. The first is that there are no such inputs. The second is that its orbits can be
    listed, but it has more than MOST_WRITTEN inputs, too many for the matrices of a merged problem to be written down. An orbit has
    the rows that differ only by exchanging equal inputs.
    """
    merging = merge(found.prevalences, found.contrast, found.classes)
    if merging is None or (found.rows.is_listed and found.k > MOST_WRITTEN):
        return found
    lists, contrast = merging.merge_lists(found.prevalences), merging.merge_columns(found.contrast)
    single = Orbits(Classes.single(len(lists[0])), found.ratio)
    return replace(found, rows=single, prevalences=lists, contrast=contrast, merging=merging)


def require_size(problem: Problem) -> None:
    """Raise an error if the largest weight of the contrasts is too large or too small for floats."""
    size = max(abs(x) for row in estimation_of(problem).contrast_of(problem.k) for x in row)
    if size and not 1 / MOST_SIZE <= size <= MOST_SIZE:
        raise InputError(
            f"the largest weight of a contrast is {decimal(size, digits=3)}, and must lie from 10^-100 to 10^100, where floats "
            "hold squares of weights; multiply all weights by one number (the variance is multiplied by that number's square)"
        )


def require_own_solver(solver: str | None, problem: Problem) -> None:
    """Raise an error if a solver of cvxpy is named, because there are too many possible rows to list for it."""
    if solver is not None:
        raise InputError(
            f"{solver} needs a list of all possible rows, which is too long for {problem.k} inputs; leave the solver out"
        )


def _require_identified(problem: Problem, generators: Generators) -> None:
    """Raise an error if every mechanism of the demand answers alike for two inputs.

    In this case the rows that mechanisms may have do not span all vectors. If they do not span the contrasts either, the value is
    infinite.
    """
    rows = [row for row in generators.rows if generators.may_have(row)]
    spanned = rank(rows)
    if rank([*rows, *estimation_of(problem).contrast_of(problem.k)]) > spanned:
        raise refuse_unidentified(problem)
    if spanned < problem.k:
        pairs = combinations(range(problem.k), 2)
        a, b = next(
            (problem.input_labels[j], problem.input_labels[n])
            for j, n in pairs
            if all(row[j] == row[n] for row in rows)
        )
        raise InputError(
            f"under {problem.demand} every mechanism answers alike for the inputs {a} and {b}, so rropt cannot optimise the "
            f"{estimation_of(problem).called}; join the two into one input, with the sum of their prevalences"
        )
