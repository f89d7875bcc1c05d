"""The normal form of an estimation problem: t, the classes of inputs that may be exchanged, prevalences and contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.categories.classes import Classes
from rropt.categories.cone import Cone, cone_of
from rropt.categories.objective import Estimation
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.problem.problem import Problem

__all__ = ["EstimationProgram", "normal_form"]


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

    @property
    def rows_said(self) -> str:
        """What the rows of mechanisms are sums of."""
        return "patterns" if self.cone is None else "extreme rows"

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self.classes.k


def normal_form(problem: Problem) -> EstimationProgram:
    """The program of a problem; a slack in the demand is refused."""
    objective = problem.objective
    assert isinstance(objective, Estimation)
    lists, contrast = objective.prevalences.at(problem.k), objective.contrast_of(problem.k)
    is_total, weights, cone = objective.contrasts_every_share, objective.prevalences.weights, cone_of(problem)
    if cone is not None:
        _require_identified(problem, cone)
        return EstimationProgram(Fraction(2), Classes.single(problem.k), lists, weights, contrast, is_total, cone)
    ratio, delta = problem.ratio_and_delta
    if delta != 0:
        raise InputError(
            f"the {objective.name} is designed for delta = 0, where every optimum is made of two-valued rows; drop delta"
        )
    keys = [
        (tuple(pi[j] for pi in lists), () if is_total else tuple(row[j] for row in contrast)) for j in range(problem.k)
    ]
    return EstimationProgram(ratio, Classes.by(keys), lists, weights, contrast, is_total)


def _require_identified(problem: Problem, cone: Cone) -> None:
    if not cone.identifies_all:
        raise InputError(
            f"under {problem.demand} no answers tell all inputs apart, so that the {problem.objective} is infinite"
        )
