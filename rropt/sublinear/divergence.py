"""Divergences between what two truths, or two distributions of the truth, make people answer.

Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.reading import place_of
from rropt.exact.spelling import show
from rropt.sublinear.function import Function, Kind
from rropt.sublinear.information import problem_labels, read_distribution
from rropt.sublinear.objective import SublinearObjective

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Divergence"]

KINDS = tuple(kind for kind in Kind if kind is not Kind.INFORMATION)
Place = str | tuple[Number, ...]
"""An input by its label, or by its index where no input is called that; or a distribution of the inputs."""


@dataclass(frozen=True, slots=True, init=False)
class Divergence(SublinearObjective):
    """How far apart the answers are under p and under q: each an input, by index or label, or a distribution of the inputs.

    `kind` is "kl" (Kullback–Leibler, nats), "chi2", "hellinger" (squared, 1 − Σ√(ab)) or "tv". Without p and q it is summed over
    all ordered pairs of different inputs.

    Args:
        kind: "kl", "chi2", "hellinger" or "tv".
        p: An input, by label or index, or the chances of all.
        q: What p is told apart from.

    Raises:
        InputError: The kind is another, one of p and q is missing, or both have different lengths.

    Example:
        >>> from rropt import LDP, Divergence, design
        >>> print(design(Divergence("tv", 0, 1), LDP("ln3"), inputs=3, outputs="free").value)
        1/2

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, section 3.
    """

    kind: Kind
    p: Place | None
    q: Place | None
    name: ClassVar[str] = "divergence"
    options: ClassVar[frozenset[str]] = frozenset({"kind", "between"})

    def __init__(self, kind: str, p: object = None, q: object = None) -> None:
        if kind not in KINDS:
            raise InputError(
                f"the kind of a divergence is {str(kind)[:40]!r}; give {', '.join(KINDS[:-1])} or {KINDS[-1]}"
            )
        if (p is None) != (q is None):
            raise InputError(
                "a divergence is between two; give both p and q, or neither for all ordered pairs of inputs"
            )
        places = [None if x is None else _read_place(x) for x in (p, q)]
        if isinstance(places[0], tuple) and isinstance(places[1], tuple) and len(places[0]) != len(places[1]):
            raise InputError(f"p has {len(places[0])} chances and q {len(places[1])}; give one per input in both")
        object.__setattr__(self, "kind", Kind(kind))
        object.__setattr__(self, "p", places[0])
        object.__setattr__(self, "q", places[1])

    def function(self, labels: tuple[str, ...]) -> Function:
        """The divergence of pᵀr and qᵀr."""
        if self.p is None or self.q is None:
            return Function(self.kind, len(labels), ())
        return Function(self.kind, len(labels), tuple(_distribution(x, labels) for x in (self.p, self.q)))

    @property
    def inputs(self) -> int | None:
        """One a chance, where distributions are given."""
        return next((len(x) for x in (self.p, self.q) if isinstance(x, tuple)), None)

    def to_fields(self) -> dict[str, Any]:
        """The kind, and p and q as labels or lists."""
        return {"kind": self.kind.value, "p": _show_place(self.p), "q": _show_place(self.q)}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Divergence:
        """The objective that `to_fields` wrote."""
        return cls(data["kind"], data["p"], data["q"])

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Divergence:
        """The divergence of --kind, --between two inputs."""
        if given.get("kind") is None:
            raise InputError(f"the divergence needs --kind: {', '.join(KINDS[:-1])} or {KINDS[-1]}")
        between = given.get("between")
        if between is not None and len(between) != 2:
            raise InputError(f"--between names two inputs, such as no,yes, not {len(between)}")
        return cls(given["kind"], *(between or (None, None)))

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The kind, and the two distributions."""
        vectors = self.function(problem_labels(problem)).vectors
        lists = {"between": [scope.numbers(v) for v in vectors]} if vectors else {}
        return {"name": "divergence", "kind": self.kind.value, **lists}

    def __str__(self) -> str:
        if self.p is None:
            return f"sum over ordered pairs of inputs of the {self.kind.words}"
        names = [x if isinstance(x, str) else f"({', '.join(map(show, x))})" for x in (self.p, self.q) if x is not None]
        return f"{self.kind.words} between {names[0]} and {names[1]}"


def _read_place(x: object) -> Place:
    if isinstance(x, str):
        return x
    if isinstance(x, int) and not isinstance(x, bool):
        return str(x)
    if isinstance(x, Iterable):
        return read_distribution(x, "distribution")
    raise InputError(
        f"{str(x)[:40]!r} is neither an input nor a distribution of the inputs; give an index, a label or chances"
    )


def _distribution(x: Place, labels: tuple[str, ...]) -> tuple[Number, ...]:
    """The distribution itself, or all at one input."""
    k = len(labels)
    if isinstance(x, str):
        if (place := place_of(x, labels, k, as_text=True)) is None:
            raise InputError(f"there is no input '{x[:60]}'; the inputs are {', '.join(labels[:12])}")
        return tuple(Fraction(int(j == place)) for j in range(k))
    if len(x) != k:
        raise InputError(f"a distribution of {len(x)} chances was given for {k} inputs; give one per input")
    return x


def _show_place(x: Place | None) -> Any:
    return list(map(show, x)) if isinstance(x, tuple) else x
