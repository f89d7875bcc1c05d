"""Divergences between the distributions of answers under two truths, or under two distributions of the truth.

Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, JMLR 17.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.divergences import KINDS, find_phi, list_kinds
from rropt.designs.objectives.divergences.phi import Phi
from rropt.designs.objectives.information import read_distribution
from rropt.designs.objectives.row_function import Function
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.exact.element import Number
from rropt.exact.errors import Argument, Either, InputError, Received
from rropt.exact.reading import place_of
from rropt.exact.spelling import show

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.problem.problem import Problem

__all__ = ["Divergence"]

PARAMETERS = ("order", "gamma", "phi")
Place = str | tuple[Number, ...]
"""An input, as its label or (if no label reads so) its index as text; or a distribution of the inputs."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Divergence(SublinearObjective):
    """The divergence between the answers under p and under q; each is an input (index or label) or a distribution of the inputs.

    A sum Σ runs over the outputs, with the probabilities a under p and b under q. `kind` is "kl" (Kullback–Leibler, nats), "chi2",
    "hellinger" (squared, 1 − Σ√(ab)), "tv", "hockey_stick" (Σ max(a − gamma·b, 0)), "jensen_shannon" (nats), "le_cam" (Σ (a −
    b)²/(2(a + b))), "power" (Σ (a^order b^(1 − order) − b)/(order − 1)) or "renyi" (log(Σ a^order b^(1 − order))/(order − 1),
    nats). Without p and q the divergences of all ordered pairs of different inputs are summed; "renyi" needs p and q. In place of a
    kind, `phi` states any divergence Σ b·φ(a/b), where φ is convex on x > 0 with φ(1) = 0.

    Args:
        kind: The name of a kind; None if `phi` is given.
        p: An input, by label or index, or a probability for each input.
        q: The input or distribution that p is compared with.
        order: For the kinds "power" and "renyi": a rational number above 0 other than 1.
        gamma: For the kind "hockey_stick": a rational number of at least 1.
        phi: φ as a text such as "max(x - 2, 0)": a quotient of polynomials in x, or linear functions with max and abs.

    Raises:
        InputError: There is no such kind, its parameter is missing, wrong or of another kind, φ is not convex or not 0 at 1, only
            one of p and q is given, one of them is no distribution, "renyi" comes without them, or their lengths differ.

    Example:
        >>> from rropt import LDP, Divergence, design
        >>> print(design(Divergence("tv", 0, 1), LDP("ln3"), inputs=3, outputs="free").value)
        1/2

    Reference: Kairouz, Oh and Viswanath (2016), Extremal mechanisms for local differential privacy, section 3.
    """

    phi: Phi
    p: Place | None
    q: Place | None
    given_by_input: ClassVar[str] = "chances"
    name: ClassVar[str] = "divergence"
    options: ClassVar[frozenset[str]] = frozenset({"kind", "between", *PARAMETERS})

    def __init__(
        self,
        kind: str | None = None,
        p: object = None,
        q: object = None,
        *,
        order: object = None,
        gamma: object = None,
        phi: object = None,
    ) -> None:
        kind = "stated" if kind is None and phi is not None else kind
        if not isinstance(kind, str) or kind not in KINDS:
            raise InputError(f"the kind of a divergence must be {list_kinds()}, not {str(kind)[:40]!r}")
        if (p is None) != (q is None):
            raise InputError(
                "a divergence is between two inputs or distributions; give both p and q, or neither for all ordered pairs of inputs"
            )
        if p is None and find_phi(kind).has_outer:
            raise InputError(
                f"a divergence of the kind {kind} is between two inputs or distributions; give ",
                Either("p and q", "--between"),
                ', or take the kind "power"',
            )
        places = [None if x is None else _read_place(x) for x in (p, q)]
        if isinstance(places[0], tuple) and isinstance(places[1], tuple) and len(places[0]) != len(places[1]):
            raise InputError(f"p has {len(places[0])} chances and q {len(places[1])}; give one per input in both")
        object.__setattr__(self, "phi", _read_phi(kind, {"order": order, "gamma": gamma, "phi": phi}))
        object.__setattr__(self, "p", places[0])
        object.__setattr__(self, "q", places[1])

    @property
    def kind(self) -> str:
        """The kind of divergence, such as "kl"."""
        return self.phi.name

    @property
    def is_sum(self) -> bool:
        """Whether the divergence is a plain sum over the mechanism's rows. Rényi's is not: it is a function of such a sum."""
        return not self.phi.has_outer

    def function(self, labels: tuple[str, ...]) -> Function:
        """Return the function that maps a row of a mechanism to its term b·φ(a/b), where a and b are its chances under p and q.
        Without p and q, this is the sum over all ordered pairs of inputs."""
        if self.p is None or self.q is None:
            return Function(self.phi, len(labels), ())
        return Function(self.phi, len(labels), tuple(_distribution(x, labels) for x in (self.p, self.q)))

    @property
    def words(self) -> str:
        """The name of the divergence, for use in a sentence."""
        return self.phi.words

    def between(self, p: Iterable[object], q: Iterable[object]) -> Divergence:
        """The same divergence between two other distributions of the inputs."""
        return Divergence(self.kind, tuple(p), tuple(q), **self.arguments()[1])

    def labelled(self, labels: tuple[str, ...]) -> Divergence:
        """The same divergence, with p and q given by label. If p or q is the index of an input, that input's label replaces it."""
        places = [(x, place_of(x, labels, len(labels), as_text=True)) for x in (self.p, self.q)]
        return Divergence(self.kind, *(x if n is None else labels[n] for x, n in places), **self.arguments()[1])

    @property
    def inputs(self) -> int | None:
        """The number of inputs, read from p or q if one of them is a distribution; None if neither is."""
        return next((len(x) for x in (self.p, self.q) if isinstance(x, tuple)), None)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        stated = self.phi.parameter
        parameter: dict[str, object] = {}
        if stated is not None:
            parameter[self.phi.parameter_name] = stated if isinstance(stated, str) else show(stated)
        return (self.kind,) if self.p is None else (self.kind, self.p, self.q), parameter

    def to_fields(self) -> dict[str, Any]:
        """Return the kind with its parameter, and p and q as labels or lists, in the form that JSON stores."""
        return {"kind": self.kind, "p": _show_place(self.p), "q": _show_place(self.q), **self.arguments()[1]}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Divergence:
        """Read the objective that `to_fields` wrote."""
        return cls(data["kind"], data["p"], data["q"], **{name: data.get(name) for name in PARAMETERS})

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Divergence:
        """Build the divergence that the command-line options state: its kind or φ, its parameter, and the inputs of --between."""
        if given.get("kind") is None and given.get("phi") is None:
            raise InputError(f"the divergence needs --kind: {list_kinds()}; or --phi")
        between = given.get("between")
        if between is not None and len(between) != 2:
            raise InputError(f"--between names two inputs, such as no,yes, not {len(between)}")
        return cls(given.get("kind"), *(between or (None, None)), **{name: given.get(name) for name in PARAMETERS})

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The kind with its parameter, and the two distributions if given, as a certificate states them."""
        vectors = self.function(problem.input_labels).vectors
        lists = {"between": [scope.numbers(v) for v in vectors]} if vectors else {}
        stated = self.phi.parameter
        parameter = {}
        if stated is not None:
            parameter[self.phi.parameter_name] = stated if isinstance(stated, str) else scope.number(stated)
        return {"name": "divergence", "kind": self.kind, **parameter, **lists}

    def __str__(self) -> str:
        if self.p is None:
            return f"sum over ordered pairs of inputs of the {self.phi.words}"
        names = [x if isinstance(x, str) else f"({', '.join(map(show, x))})" for x in (self.p, self.q) if x is not None]
        return f"{self.phi.words} between {names[0]} and {names[1]}"


def _read_phi(kind: str, given: Mapping[str, object]) -> Phi:
    """Read the function φ of a kind of divergence. `given` maps the name of each parameter to the value passed for it.

    A missing parameter raises an InputError, and so does a parameter that belongs to another kind.
    """
    phi = find_phi(kind)
    if stranger := next((name for name, x in given.items() if x is not None and name != phi.parameter_name), None):
        raise InputError(
            Received(stranger, str(given[stranger])[:40]), f" does not go with a divergence of the kind {kind}; drop it"
        )
    if phi.parameter_name and given[phi.parameter_name] is None:
        raise InputError(
            f"a divergence of the kind {kind} has a parameter; give it, such as ",
            Argument(phi.parameter_name, phi.such_as, repr(phi.such_as)),
        )
    return phi.read(given.get(phi.parameter_name))


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
    """Return the distribution over the inputs that `x` states.

    If `x` is a distribution, it is returned unchanged. If `x` is an input, the distribution has probability 1 at this input. An
    unknown input and a distribution of the wrong length raise an InputError.
    """
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
