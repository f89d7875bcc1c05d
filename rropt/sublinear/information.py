"""Mutual information between the truth, drawn from a prior, and the answer, in nats.

Reference: Kairouz, Oh and Viswanath (2016), JMLR 17; Wang et al. (2016), arXiv:1607.08025, for equal priors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.sublinear.function import Function, Kind
from rropt.sublinear.objective import SublinearObjective

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Information", "read_distribution"]


@dataclass(frozen=True, slots=True, init=False)
class Information(SublinearObjective):
    """The mutual information in nats between the input, drawn from `prior`, and the output; the prior is uniform if not given.

    Args:
        prior: The chances of the inputs; equal ones if not given.

    Raises:
        InputError: The chances are negative, or do not sum to 1.

    Example:
        >>> from rropt import LDP, Information, design
        >>> found = design(Information(), LDP("ln3"), inputs=3, outputs="free")
        >>> found.verdict.value, round(float(found.lower), 6)
        ('within', 0.148342)

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, section 4.
    """

    prior: tuple[Number, ...] | None
    name: ClassVar[str] = "information"
    options: ClassVar[frozenset[str]] = frozenset({"prior"})

    def __init__(self, prior: Iterable[object] | None = None) -> None:
        object.__setattr__(self, "prior", None if prior is None else read_distribution(prior, "prior"))

    def function(self, labels: tuple[str, ...]) -> Function:
        """Σ_j w_j r_j log(r_j/q)."""
        k = len(labels)
        if self.prior is not None and len(self.prior) != k:
            raise InputError(f"a prior of {len(self.prior)} numbers was given for {k} inputs; give one per input")
        return Function(Kind.INFORMATION, k, (self.prior or (Fraction(1, k),) * k,))

    @property
    def inputs(self) -> int | None:
        """One a chance of the prior."""
        return None if self.prior is None else len(self.prior)

    def to_fields(self) -> dict[str, Any]:
        """The prior."""
        return {"prior": None if self.prior is None else list(map(show, self.prior))}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Information:
        """The objective that `to_fields` wrote."""
        return cls(data["prior"])

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Information:
        """The information at the stated prior."""
        return cls(given.get("prior"))

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The name and the prior."""
        prior = self.function(problem_labels(problem)).vectors[0]
        return {"name": "information", "prior": scope.numbers(prior)}

    def __str__(self) -> str:
        if self.prior is None:
            return "information in nats under equal chances of the inputs"
        more = ", …" if len(self.prior) > 8 else ""
        return f"information in nats under the prior {', '.join(map(show, self.prior[:8]))}{more}"


def problem_labels(problem: Problem) -> tuple[str, ...]:
    """The labels of a problem's inputs; their numbers where there are none."""
    return problem.inputs or tuple(map(str, range(problem.k)))


def read_distribution(given: Iterable[object], name: str) -> tuple[Number, ...]:
    """Numbers of at least 0 that sum to 1."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(Received(name, repr(given)), " is no list; give chances that sum to 1, such as ['1/2', '1/2']")
    found = tuple(map(read_number, given))
    said = f"the {name} {', '.join(map(show, found[:12]))}"
    if any(w < 0 for w in found):
        raise InputError(f"{said} has a negative entry")
    if sum(found, Fraction(0)) != 1:
        raise InputError(f"{said} sums to {show(sum(found, Fraction(0)))}, not 1")
    return found
