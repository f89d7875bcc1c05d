"""The worst of several linear objectives: the least if larger values are better, the largest if smaller values are better.

Suppose that larger values are better; otherwise all inequalities are reversed. Let objective a have the value ΣW_a·P, and take
weights w_a ≥ 0 that sum to 1. The mean Σ_a w_a ΣW_a·P is at least the least of the values. So an upper bound of the mean is an
upper bound of the least value. By duality of linear programs there are weights for which the largest mean over all mechanisms
equals the largest least value. These weights are the certificate's witness.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.linear import LinearObjective, OfEntries
from rropt.designs.objectives.linear_sum import agree_on_outputs
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Sense
from rropt.problem.terms import OfSeveral, common_inputs, read_several

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["LinearWorst"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LinearWorst(OfSeveral, OfEntries):
    """The worst of several linear objectives, all maximised or all minimised, such as `worst(Trace([1, 0]), Trace([0, 1]))`.

    Args:
        objectives: Two or more of `Trace`, `Utility`, `Linear` and their sums.

    Raises:
        InputError: Fewer than two objectives are given, or they differ in sense or in their number of inputs.

    Example:
        >>> from rropt import LDP, Utility, design
        >>> from rropt.problem import worst
        >>> guess, spare = [[1, 0], [0, 1]], [[1, 1], [0, 0]]
        >>> print(design(worst(Utility(guess), Utility(spare)), LDP("ln3")).value)
        2/3

    Reference: SPEC.md, 5.9.
    """

    objectives: tuple[LinearObjective, ...]
    name: ClassVar[str] = "linear-worst"
    such_as: ClassVar[str] = "worst(trace, utility)"
    legs: ClassVar[str] = "rropt.designs.linear.worst"
    together: ClassVar[str] = ""
    # the best plain design for the worst of several sums may lie between P* and a constant answer (`rropt.problem.plain`)
    takes: ClassVar[frozenset[Further]] = frozenset({"conditions", "averages"})

    def __init__(self, *objectives: object) -> None:
        object.__setattr__(self, "objectives", read_several(objectives, LinearObjective))

    @property
    def sense(self) -> Sense:
        """Whether the objectives are maximised or minimised, which is the same for all of them."""
        return self.objectives[0].sense

    @property
    def inputs(self) -> int | None:
        """The number of inputs that the objectives ask for; None if no objective asks for a certain number."""
        return common_inputs(self.objectives)

    def natural_outputs(self, k: int) -> int:
        """The usual number of outputs for k inputs, which must be the same for all objectives."""
        return agree_on_outputs(self.objectives, k)

    def matrices(self, k: int, m: int) -> tuple[Matrix, ...]:
        """The weights W of each objective, one matrix for each."""
        return tuple(x.matrix(k, m) for x in self.objectives)

    def value(self, mechanism: Mechanism) -> Number:
        """The least of the objectives' values if larger is better, else the largest."""
        values = [x.value(mechanism) for x in self.objectives]
        return min(values) if self.sense == "max" else max(values)

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """State each objective as if it stood alone, for a certificate."""
        return {"name": "worst", "of": [x.statement(problem, scope) for x in self.objectives]}

    def __str__(self) -> str:
        said = "least" if self.sense == "max" else "largest"
        return f"{said} of {' and '.join(f'({x})' for x in self.objectives)}"
