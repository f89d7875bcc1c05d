"""Information and divergences put together: a weighted sum, or the least of several.

The function f = Σ_a w_a f_a with w_a > 0 is convex and homogeneous because each f_a is. So all bounds that rest on these two
properties alone hold for f too.

Now let the objective be the least of several sums. Give the sums weights that sum to 1, and take their mean. The least sum is at
most this mean. So the largest mean over all mechanisms is an upper bound of the objective. By duality of linear programs, for some
weights this bound is equal to the optimum. These weights are the certificate's witness.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.row_function import Function
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.problem.terms import OfSeveral, OfTerms, common_inputs, read_rational_terms, read_several, say_terms

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["ConvexSum", "ConvexWorst", "add", "take_worst"]


class Together(SublinearObjective):
    """Base of objectives that combine several others, each of them a sum over rows: information, a divergence or a sum of these."""

    __slots__ = ()

    @property
    @abstractmethod
    def _of(self) -> tuple[SublinearObjective, ...]:
        """The objectives that are combined."""

    @property
    def inputs(self) -> int | None:
        """The number of inputs that the objectives ask for; None if no objective asks for a certain number."""
        return common_inputs(self._of)

    def _function(self, labels: tuple[str, ...], weights: Sequence[Number], *, is_least: bool) -> Function:
        """Combine the functions of all objectives into one `Function`.

        It is their sum with the given `weights`. If `is_least`, each function is instead summed over the rows on its own, and the
        objective is the least of these sums.
        """
        parts = tuple(x.function(labels) for x in self._of)
        vectors = tuple(v for part in parts for v in part.vectors)
        return Function(None, len(labels), vectors, tuple(weights), is_least=is_least, parts=parts)

    def _require_sums(self) -> None:
        """Refuse an objective that is no plain sum over rows, such as a function of a sum or the least of several sums."""
        for x in self._of:
            if not x.is_sum:
                raise InputError(
                    f"the {x} is not a sum over answers, so it cannot be combined with another objective; take a kind that is a "
                    "sum, such as power in place of renyi"
                )


@dataclass(frozen=True, slots=True, init=False, repr=False)
class ConvexSum(OfTerms, Together):
    """A weighted sum of information and divergences, such as `Information() + 2*Divergence("tv", 0, 1)`; larger is better.

    Args:
        terms: Pairs of a rational weight above 0 and an objective: `Information` or `Divergence`.

    Raises:
        InputError: There is no term, a weight is no rational number above 0, an objective is no sum over answers, or the
            objectives differ in their number of inputs.

    Example:
        >>> from rropt import LDP, Divergence, design
        >>> print(design(Divergence("tv", 0, 1) + 2 * Divergence("le_cam", 0, 1), LDP("ln3"), inputs=2).value)
        1

    Reference: SPEC.md, 5.10.
    """

    terms: tuple[tuple[Number, SublinearObjective], ...]
    name: ClassVar[str] = "convex-sum"
    such_as: ClassVar[str] = "information + 2*divergence"

    def __init__(self, *terms: tuple[object, object]) -> None:
        found = read_rational_terms(terms, SublinearObjective)  # type: ignore[type-abstract]
        object.__setattr__(self, "terms", found)
        self._require_sums()

    @property
    def _of(self) -> tuple[SublinearObjective, ...]:
        return tuple(x for _, x in self.terms)

    def function(self, labels: tuple[str, ...]) -> Function:
        """The weighted sum of the functions of all terms."""
        return self._function(labels, [w for w, _ in self.terms], is_least=False)

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """State, for a certificate, each objective as if it stood alone, and the weights of the objectives."""
        of = [x.statement(problem, scope) for x in self._of]
        return {"name": "together", "of": of, "weights": scope.numbers([w for w, _ in self.terms])}

    def __str__(self) -> str:
        return say_terms(self.terms)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class ConvexWorst(OfSeveral, Together):
    """The least of the values of several objectives (information, divergences and sums of these); larger is better.

    `worst(Information(), Divergence("tv", 0, 1))` makes such an objective.

    Args:
        objectives: Two or more of `Information`, `Divergence` and their sums.

    Raises:
        InputError: Fewer than two objectives are given, one is no sum over answers, or they differ in their number of inputs.

    Example:
        >>> from rropt import LDP, Divergence, design
        >>> from rropt.problem import worst
        >>> found = design(worst(Divergence("tv", 0, 1), Divergence("tv", 1, 2)), LDP("ln3"), inputs=3)
        >>> found.verdict.value, round(float(found.lower), 6)
        ('within', 0.5)

    Reference: SPEC.md, 5.10.
    """

    objectives: tuple[SublinearObjective, ...]
    name: ClassVar[str] = "convex-worst"
    such_as: ClassVar[str] = "worst(information, divergence)"
    together: ClassVar[str] = ""

    def __init__(self, *objectives: object) -> None:
        object.__setattr__(self, "objectives", read_several(objectives, SublinearObjective))
        self._require_sums()

    @property
    def is_sum(self) -> bool:
        """False: the least of several sums is no sum over the mechanism's rows."""
        return False

    @property
    def _of(self) -> tuple[SublinearObjective, ...]:
        return self.objectives

    def function(self, labels: tuple[str, ...]) -> Function:
        """Combine the functions of all objectives; each is summed over the rows on its own, and the least sum counts."""
        return self._function(labels, (), is_least=True)

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """State each objective as if it stood alone, for a certificate."""
        return {"name": "together", "of": [x.statement(problem, scope) for x in self.objectives]}

    def __str__(self) -> str:
        return f"least of {' and '.join(f'({x})' for x in self.objectives)}"


def add(terms: Sequence[tuple[object, object]]) -> ConvexSum:
    """Make the weighted sum of terms, pairs of a weight and an objective."""
    return ConvexSum(*terms)


def take_worst(objectives: Sequence[object]) -> ConvexWorst:
    """Make the objective whose value is the least of the values of several objectives."""
    return ConvexWorst(*objectives)
