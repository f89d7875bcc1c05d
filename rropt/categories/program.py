"""The normal form of an estimation problem: t, the classes of inputs that may be exchanged, prevalences and contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.categories.classes import Classes
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

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self.classes.k


def normal_form(problem: Problem) -> EstimationProgram:
    """The program of a problem; a slack in the demand is refused."""
    objective = problem.objective
    assert isinstance(objective, Estimation)
    ratio, delta = problem.one_ratio_and_delta
    if delta != 0:
        raise InputError(
            f"the {objective.name} is designed for delta = 0, where every optimum is made of two-valued rows; drop delta"
        )
    lists, contrast = objective.prevalences.at(problem.k), objective.contrast_of(problem.k)
    is_total = objective.contrasts_every_share
    keys = [
        (tuple(pi[j] for pi in lists), () if is_total else tuple(row[j] for row in contrast)) for j in range(problem.k)
    ]
    return EstimationProgram(ratio, Classes.by(keys), lists, objective.prevalences.weights, contrast, is_total)
