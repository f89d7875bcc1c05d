"""The trace Σ_i w_i p_ii of a mechanism p that has as many outputs as inputs, with a weight w_i for each input.

If all weights are 1, it is k times the probability of an honest answer under the uniform prior.

Reference: Chai and Nayak, Section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.linear import Factors, LinearObjective, cut
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.problem.contract import Sense

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.posed.symbols import Derivation
    from rropt.problem.problem import Problem

__all__ = ["Trace"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Trace(LinearObjective):
    """Σ_i w_i p_ii for a mechanism p, with one weight w_i per input (1 unless given); larger is better.

    Args:
        weights: One number per input; 1 each if not given.

    Raises:
        InputError: A weight is no number, or `weights` is no list or an empty one.

    Example:
        >>> from rropt import Trace, from_spec
        >>> print(Trace().value(from_spec("krr:k=3,epsilon=ln3")))
        9/5

    Reference: Chai and Nayak (2018), section 4; SPEC.md, 5.1.
    """

    weights: tuple[Number, ...] | None
    given_by_input: ClassVar[str] = "weights"
    name: ClassVar[str] = "trace"
    sense: ClassVar[Sense] = "max"
    options: ClassVar[frozenset[str]] = frozenset({"weights"})
    outputs_are_inputs: ClassVar[bool] = True

    def __init__(self, weights: Iterable[object] | None = None) -> None:
        if weights is not None and (isinstance(weights, str | bytes) or not isinstance(weights, Iterable)):
            raise InputError(f"weights = {weights!r} is not a list; give one weight per input, such as [1, '1/2']")
        found = None if weights is None else tuple(map(read_number, weights))
        if found == ():
            raise InputError("an empty list of weights was given; give one weight per input, or none for weights of 1")
        object.__setattr__(self, "weights", found)

    def factors(self, k: int, m: int) -> Factors:
        """Return the matrix with the weights on its diagonal. Each entry is given as a pair of factors, the entry and 1."""
        if m != k:
            raise InputError(f"the trace needs as many outputs as inputs, not {m} outputs for {k} inputs")
        if self.weights is not None and len(self.weights) != k:
            raise InputError(f"{len(self.weights)} trace weights were given for {k} inputs; give one per input")
        w = self.weights or (Fraction(1),) * k
        one, zero = Fraction(1), Fraction(0)
        return [[(w[i] if i == j else zero, one) for j in range(k)] for i in range(k)]

    @property
    def inputs(self) -> int | None:
        """The number of weights, which is the number of inputs; None if no weights are given."""
        return None if self.weights is None else len(self.weights)

    def natural_outputs(self, k: int) -> int:
        """The number k of inputs, because an answer reports an input."""
        return k

    def derive_form(self, k: int, t: Any, d: Any) -> Callable[[], Derivation]:
        """Return a function that derives the closed form, or that says why there is none.

        If weights are given, a closed form is known only for δ = 0 and for weights that are all at least 0.
        """
        from rropt.designs.closed_forms.trace import derive_trace, derive_weighted_trace
        from rropt.problem.posed.symbols import no_form

        if self.weights is None:
            return lambda: derive_trace(k, t, d)
        weights = self.weights
        if d != 0:
            return no_form("a weighted trace has no closed form where delta > 0")
        if any(w < 0 for w in weights):
            return no_form("a weighted trace has no closed form where a weight is negative")
        return lambda: derive_weighted_trace([sympy_of(w) for w in weights], t)

    def rational_near(self) -> Trace:
        """The trace with its weights rounded down to rationals; without weights, the trace itself."""
        return self if self.weights is None else Trace([cut(w) for w in self.weights])

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        return () if self.weights is None else (self.weights,), {}

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """Return the objective as a certificate states it: the name, the sense, and the weights if they were given."""
        if self.weights is None:
            return {"name": "trace", "sense": "max"}
        return {"name": "weighted trace", "sense": "max", "weights": scope.numbers(self.weights)}

    def __str__(self) -> str:
        return "trace" if self.weights is None else f"trace weighted by {', '.join(map(show, self.weights))}"
