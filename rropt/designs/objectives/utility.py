"""Expected utility (or loss) Σ_ij prior_j U_ij p_ij, where U_ij is the worth of action i when the truth is j.

Each output is an action, and p_ij is its probability. More outputs than actions never help. To act on an output is post-processing.
So merging all outputs that lead to the same action keeps every demand that is closed under post-processing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.linear import Factors, LinearObjective, cut
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.reading import read_matrix
from rropt.exact.spelling import show
from rropt.exact.stochastic import advice_on_thirds
from rropt.problem.contract import Sense

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Utility"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Utility(LinearObjective):
    """Σ_ij prior_j U_ij p_ij for a mechanism p and an m×k matrix U with one row per action; the prior is uniform if not given.

    `sense="min"` makes U a loss: its least expectation is the Bayes risk under the demand.

    Args:
        utilities: m rows of k exact numbers, with one row per action and one column per input.
        prior: The probabilities of the inputs; equal ones if not given.
        sense: "max" for a utility, "min" for a loss.

    Raises:
        InputError: The utilities are no matrix, the prior is no distribution over its columns, or the sense is neither of the two.

    Example:
        >>> from rropt import Utility, from_spec
        >>> print(Utility([[0, 1], [1, 0]], sense="min").value(from_spec("warner:p=3/4")))
        1/4

    Reference: Alvim, Chatzikokolakis, Palamidessi and Smith (2012), Measuring information leakage using generalized gain
    functions; SPEC.md, 5.1.
    """

    matrix_of_utilities: Matrix
    prior: tuple[Number, ...]
    sense: Sense
    given_by_input: ClassVar[str] = "columns"
    name: ClassVar[str] = "utility"
    options: ClassVar[frozenset[str]] = frozenset({"utility", "prior"})

    def __init__(
        self,
        utilities: Iterable[Iterable[object]],
        prior: Iterable[object] | None = None,
        *,
        sense: Sense = "max",
    ) -> None:
        matrix = read_matrix(utilities)
        k = len(matrix[0])
        weights = (Fraction(1, k),) * k if prior is None else tuple(map(read_number, prior))
        _check_prior(weights, k)
        if sense not in ("max", "min"):
            raise InputError(f"sense = {sense!r} must be max (utility) or min (loss)")
        object.__setattr__(self, "matrix_of_utilities", matrix)
        object.__setattr__(self, "prior", weights)
        object.__setattr__(self, "sense", sense)

    def factors(self, k: int, m: int) -> Factors:
        """Return the weights W_ij = prior_j·U_ij, each given as the pair of factors (prior_j, U_ij)."""
        u = self.matrix_of_utilities
        if (len(u), len(u[0])) != (m, k):
            raise InputError(
                f"a utility matrix of {len(u)} rows and {len(u[0])} columns does not fit {m} outputs and {k} inputs; give one row "
                "per output and one column per input"
            )
        return [list(zip(self.prior, row, strict=True)) for row in u]

    @property
    def inputs(self) -> int:
        """The number of inputs, the length of the prior."""
        return len(self.prior)

    def natural_outputs(self, k: int) -> int:
        """The number of outputs, one for each action."""
        return len(self.matrix_of_utilities)

    def rational_near(self) -> Utility:
        """The utility with its numbers rounded down to rationals; the prior's largest entry is raised until the prior sums to 1."""
        prior = [cut(x) for x in self.prior]
        largest = max(range(len(prior)), key=prior.__getitem__)
        prior[largest] += 1 - sum(prior, Fraction(0))
        return Utility([[cut(x) for x in row] for row in self.matrix_of_utilities], prior, sense=self.sense)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        given: tuple[object, ...] = (self.matrix_of_utilities,)
        if any(x != self.prior[0] for x in self.prior):
            given = (*given, self.prior)
        return given, {} if self.sense == "max" else {"sense": self.sense}

    def to_fields(self) -> dict[str, Any]:
        """The matrix and the prior, in JSON."""
        matrix = [list(map(show, row)) for row in self.matrix_of_utilities]
        return {"utility": matrix, "prior": list(map(show, self.prior))}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Utility:
        """Read the objective that `to_fields` wrote."""
        return cls(data["utility"], data["prior"], sense=data["sense"])

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Utility:
        """Build the utility from the table of the option --utility; if `name` is "loss", build the loss instead."""
        if given.get("utility") is None:
            raise InputError(f"the {name} needs --utility FILE, a CSV with one row per action and one column per input")
        return cls(given["utility"], given.get("prior"), sense="min" if name == "loss" else "max")

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The name, the sense, the matrix and the prior, as a certificate states them."""
        utility, prior = scope.matrix(self.matrix_of_utilities), scope.numbers(self.prior)
        return {"name": "utility", "sense": self.sense, "utility": utility, "prior": prior}

    def __str__(self) -> str:
        what = "expected utility" if self.sense == "max" else "expected loss"
        shape = f"{len(self.matrix_of_utilities)}×{len(self.prior)}"
        return f"{what} ({shape}) under the prior {', '.join(map(show, self.prior[:8]))}{', …' if len(self.prior) > 8 else ''}"


def _check_prior(weights: tuple[Number, ...], k: int) -> None:
    if len(weights) != k:
        raise InputError(f"a prior of {len(weights)} numbers was given for {k} inputs; give one per input")
    if any(w < 0 for w in weights):
        raise InputError(
            f"the prior {', '.join(map(show, weights))} has a negative entry; give numbers of 0 or more that sum to 1"
        )
    if (whole := sum(weights, Fraction(0))) != 1:
        raise InputError(f"the prior sums to {show(whole)}, not 1{advice_on_thirds(whole)}")
