"""Mutual information between the truth, drawn from a prior, and the answer, in nats.

Reference: Kairouz, Oh and Viswanath (2016), JMLR 17; Wang et al. (2016), arXiv:1607.08025, for equal priors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.row_function import Function
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.exact.stochastic import advice_on_thirds
from rropt.exact.weights import name_weights, read_weights

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism
    from rropt.problem.problem import Problem

__all__ = ["Information", "read_distribution"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Information(SublinearObjective):
    """The mutual information in nats between the input, drawn from `prior`, and the output; the prior is uniform if not given.

    For several priors the value is the mean of the information with `weights`, or the least information under any of them.

    Args:
        prior: A probability for each input, or several such lists; uniform if not given.
        weights: A weight for each of several priors; equal weights if not given.
        worst: Whether the value is the least information under any of several priors, in place of the mean.

    Raises:
        InputError: A prior is no distribution, lengths differ, `weights` or `worst` come without several priors, or both are given.

    Example:
        >>> from rropt import LDP, Information, design
        >>> found = design(Information(), LDP("ln3"), inputs=3, outputs="free")
        >>> found.verdict.value, round(float(found.lower), 6)
        ('within', 0.148342)

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, section 4.
    """

    priors: tuple[tuple[Number, ...], ...]
    weights: tuple[Fraction, ...] | None
    given_by_input: ClassVar[str] = "chances"
    name: ClassVar[str] = "information"
    options: ClassVar[frozenset[str]] = frozenset({"prior", "prevalences", "worst"})

    def __init__(
        self,
        prior: Iterable[object] | None = None,
        *,
        weights: Iterable[object] | None = None,
        worst: bool = False,
    ) -> None:
        priors = _read_priors(prior)
        if worst and weights is not None:
            raise InputError(
                "the arguments weights and worst cannot be combined, because worst takes the least of several informations; drop "
                "one of the two"
            )
        if (worst or weights is not None) and len(priors) < 2:
            raise InputError(
                "the arguments weights and worst need several priors; give a list of priors, or drop weights and worst"
            )
        object.__setattr__(self, "priors", priors)
        object.__setattr__(self, "weights", None if worst else read_weights(weights, max(1, len(priors))))

    @property
    def prior(self) -> tuple[Number, ...] | None:
        """The single prior that was given; None if none was given (it is then uniform), or if several were."""
        return self.priors[0] if len(self.priors) == 1 else None

    @property
    def assumed_shares(self) -> tuple[Number, ...] | None:
        """The single prior that was given; None if none was given (it is then uniform), or if several were."""
        return self.prior

    def planned_shares(self, mechanism: Mechanism | SetMechanism) -> None:
        """Return None, because no shares are estimated."""

    @property
    def is_worst(self) -> bool:
        """Whether the least information under one of several priors is meant."""
        return self.weights is None

    @property
    def is_sum(self) -> bool:
        """Whether the objective's value is a sum over the mechanism's rows.

        It is not if the objective is the least information under several priors.
        """
        return not self.is_worst

    def function(self, labels: tuple[str, ...]) -> Function:
        """Return f(r) = Σ_j w_j r_j log(r_j/q) for a row r, where w is the prior and q = Σ_j w_j r_j.

        For several priors f is the weighted mean of the functions of the priors. If `worst` was asked for, the result has all
        these functions instead. Each is then summed over the rows, and the value is the least of these sums.
        """
        k = len(labels)
        if self.inputs not in (None, k):
            raise InputError(f"a prior of {self.inputs} numbers was given for {k} inputs; give one per input")
        priors = self.priors or ((Fraction(1, k),) * k,)
        return Function(None, k, priors, self.weights or (), is_least=self.is_worst)

    @property
    def inputs(self) -> int | None:
        """The number of inputs, the length of the prior; None if no prior was given."""
        return len(self.priors[0]) if self.priors else None

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        return self.priors if len(self.priors) < 2 else (self.priors,), name_weights(self.weights)

    def to_fields(self) -> dict[str, Any]:
        """The prior; if there are several, all of them with their weights."""
        if len(self.priors) < 2:
            return {"prior": list(map(show, self.priors[0])) if self.priors else None}
        weights = None if self.weights is None else list(map(show, self.weights))
        return {"prior": [list(map(show, prior)) for prior in self.priors], "weights": weights}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Information:
        """Read the objective that `to_fields` wrote."""
        if "weights" not in data:
            return cls(data["prior"])
        return cls(data["prior"], weights=data["weights"], worst=data["weights"] is None)

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Information:
        """Make the objective from command-line options: a prior, or a file with several priors."""
        one, several, worst = given.get("prior"), given.get("prevalences"), bool(given.get("worst"))
        if several is None:
            if worst:
                raise InputError("--worst is about several priors; give them with --prevalences FILE")
            return cls(one)
        if one is not None:
            raise InputError("--prior and --prevalences FILE both state priors; drop one of the two")
        lists, weights = several
        return cls(lists) if len(lists) < 2 else cls(lists, weights=None if worst else weights, worst=worst)

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """Return the name and the prior or priors. The weights are added if the value is a mean over several priors."""
        function = self.function(problem.input_labels)
        if len(function.vectors) == 1:
            return {"name": "information", "prior": scope.numbers(function.vectors[0])}
        weights = {} if self.weights is None else {"weights": scope.numbers(self.weights)}
        return {"name": "information", "several": [scope.numbers(prior) for prior in function.vectors], **weights}

    def __str__(self) -> str:
        if not self.priors:
            return "information in nats under equal chances of the inputs"
        said = [", ".join(map(show, prior[:8])) + (", …" if len(prior) > 8 else "") for prior in self.priors]
        if len(said) == 1:
            return f"information in nats under the prior {said[0]}"
        several = " and ".join(f"({x})" for x in said)
        if self.weights is None:
            return f"least information in nats under one of the priors {several}"
        return f"mean information in nats under the priors {several} with weights {', '.join(map(show, self.weights))}"


def _read_priors(given: object) -> tuple[tuple[Number, ...], ...]:
    """Read one prior, or several of equal length; return no prior if None is given."""
    if given is None:
        return ()
    listed = given if isinstance(given, str | bytes) or not isinstance(given, Iterable) else list(given)
    is_nested = (
        isinstance(listed, list)
        and listed
        and not any(isinstance(x, str) or not isinstance(x, Iterable) for x in listed)
    )
    many: list[Any] = listed if is_nested else [listed]  # type: ignore[assignment]
    priors = tuple(read_distribution(prior, "prior") for prior in many)
    if len({len(prior) for prior in priors}) > 1:
        raise InputError(
            f"the priors have {', '.join(str(len(x)) for x in priors)} numbers; give one per input in each"
        )
    return priors


def read_distribution(given: Iterable[object], name: str) -> tuple[Number, ...]:
    """Read nonnegative numbers that sum to 1. Error messages call these numbers `name`."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(
            Received(name, repr(given)), " is not a list; give chances that sum to 1, such as ['1/2', '1/2']"
        )
    found = tuple(map(read_number, given))
    said = f"the {name} {', '.join(map(show, found[:12]))}"
    if any(w < 0 for w in found):
        raise InputError(f"{said} has a negative entry; give numbers of 0 or more that sum to 1")
    if sum(found, Fraction(0)) != 1:
        whole = sum(found, Fraction(0))
        raise InputError(f"{said} sums to {show(whole)}, not 1{advice_on_thirds(whole)}")
    return found
