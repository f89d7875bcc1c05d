"""A weighted sum of linear objectives.

The sum is itself linear. If objective a has the weight w_a and the matrix W_a, the sum has the matrix Σ_a w_a W_a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.cost import Linear
from rropt.designs.objectives.linear import Factors, LinearObjective, cut
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.problem.contract import Sense
from rropt.problem.terms import OfTerms, common_inputs, read_terms, say_terms

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["LinearSum", "agree_on_outputs"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LinearSum(OfTerms, LinearObjective):
    """A weighted sum of linear objectives, all maximised or all minimised, such as `Trace() + 2*Utility(…)`.

    Args:
        terms: Pairs of a weight above 0 and an objective: `Trace`, `Utility` or `Linear`.

    Raises:
        InputError: There is no term, a weight is not above 0, or the objectives differ in sense or in their number of inputs.

    Example:
        >>> from rropt import LDP, Trace, Utility, design
        >>> print(design(Trace() + 2 * Utility([[1, 0], [0, 1]]), LDP("ln3")).value)
        3

    Reference: SPEC.md, 5.1.
    """

    terms: tuple[tuple[Number, LinearObjective], ...]
    name: ClassVar[str] = "linear-sum"
    such_as: ClassVar[str] = "trace + 2*utility"

    def __init__(self, *terms: tuple[object, object]) -> None:
        object.__setattr__(self, "terms", read_terms(terms, LinearObjective))

    @property
    def sense(self) -> Sense:
        """Whether the terms are maximised or minimised, which is the same for all of them."""
        return self.terms[0][1].sense

    @property
    def inputs(self) -> int | None:
        """The number of inputs that the terms ask for; None if no term asks for a certain number."""
        return common_inputs([x for _, x in self.terms])

    def natural_outputs(self, k: int) -> int:
        """The usual number of outputs for k inputs, which must be the same for all terms."""
        return agree_on_outputs([x for _, x in self.terms], k)

    def factors(self, k: int, m: int) -> Factors:
        """Return the weighted sum of the terms' matrices. Each entry is given as a pair of factors, the entry itself and 1."""
        scaled = [[[w * a * b for a, b in row] for row in x.factors(k, m)] for w, x in self.terms]
        one = Fraction(1)
        return [[(total_of(xs), one) for xs in zip(*rows, strict=True)] for rows in zip(*scaled, strict=True)]

    def weighted_factors(self, k: int, m: int) -> Sequence[tuple[Number, Factors]]:
        """Return each term's weight with the factors of the term's matrix."""
        return [(w, x.factors(k, m)) for w, x in self.terms]

    def rational_near(self) -> LinearSum:
        """The same sum, with rational numbers near the given ones; the weights are rounded down."""
        return LinearSum(*((cut(w), x.rational_near()) for w, x in self.terms))

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The sum as a certificate states it: one linear objective with one matrix."""
        return Linear(self.matrix(problem.k, problem.m), sense=self.sense).statement(problem, scope)

    def __str__(self) -> str:
        return say_terms(self.terms)


def agree_on_outputs(objectives: Sequence[LinearObjective], k: int) -> int:
    """Return the number of outputs that all objectives share for k inputs; refuse objectives that differ."""
    counts = {x.natural_outputs(k) for x in objectives}
    if len(counts) > 1:
        raise InputError(
            f"these objectives are about {' and '.join(map(str, sorted(counts)))} outputs; give tables with equally many actions, "
            "and if one objective is the trace, with one action for each input"
        )
    return counts.pop()
