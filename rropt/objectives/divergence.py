"""Divergences between the distributions of answers under two distributions of the truth, or summed over all pairs of inputs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from flint import arb, fmpq

from rropt import poses
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Found, Impossible
from rropt.engine.reals import end, precise
from rropt.engine.sums import Summand
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError, require_known
from rropt.exact.grammar import read_rational
from rropt.mechanism import Mechanism
from rropt.objectives.base import Document, read_prior
from rropt.objectives.phi import KINDS, Phi, phi_of
from rropt.objectives.sums import RowSum, total, weigh
from rropt.show import set_fields
from rropt.solvers.rational import ZERO, fraction, rational

if TYPE_CHECKING:
    from rropt.poses.sympy import Formula

__all__ = ["Divergence"]

Place = int | tuple[Fraction, ...]
Between = tuple[Place, Place] | None


@dataclass(frozen=True, slots=True)
class Divergence(RowSum):
    """Σ_i b_i φ(a_i/b_i), a and b the probabilities of the answers under p and q; without these the sum over all ordered pairs.

    Args:
        kind: chi2, hellinger, hockey_stick, jensen_shannon, kl, le_cam, power, renyi or tv.
        p: An input, counted from 0, or a probability for each.
        q: The same.
        order: The order of power and renyi.
        gamma: The γ ≥ 1 of hockey_stick.

    Raises:
        InputError: The kind is not known, only one of p and q is given, or a number is missing.

    Examples:
        >>> from rropt import from_spec
        >>> print(Divergence("tv", 0, 1).value(from_spec("warner:p=3/4")))
        1/2

    Reference: SPEC.md, 5.8.
    """

    name: ClassVar[str] = "divergence"
    may_have_two_outputs: ClassVar[bool] = True
    kind: str
    between: Between
    number: Fraction | None

    def __init__(
        self, kind: str, p: object = None, q: object = None, *, order: object = None, gamma: object = None
    ) -> None:
        require_known([kind], KINDS, "there is no divergence of the kind")
        if (p is None) != (q is None) or (kind == "renyi" and p is None):
            raise InputError(f"the divergence {kind} needs both p and q here; give two inputs, or two distributions")
        between = None if p is None else (_read_place(p), _read_place(q))
        if between is not None and len({len(x) for x in between if isinstance(x, tuple)}) > 1:
            raise InputError("p and q have different numbers of probabilities; give one for each input in both")
        set_fields(self, kind=kind, between=between, number=_read_number(kind, order, gamma))

    @property
    def inputs(self) -> int | None:
        """As many inputs as a distribution has probabilities."""
        return next((len(x) for x in self.between or () if isinstance(x, tuple)), None)

    @property
    def may_be_combined(self) -> bool:
        """Rényi's is a function of a sum."""
        return self.kind != "renyi"

    @property
    def words(self) -> str:
        """Its name, with the number of its kind if there is one."""
        return f"divergence {self.kind}{'' if self.number is None else f' of {self.number}'}"

    def of_inputs(self, one: int, other: int) -> Divergence:
        """The same divergence between two inputs, counted from 0."""
        name = "gamma" if self.kind == "hockey_stick" else "order"
        return Divergence(self.kind, one, other, **({} if self.number is None else {name: self.number}))

    def summands(self, k: int) -> tuple[Summand, ...]:
        """φ of two distributions, or the sum over pairs."""
        phi = phi_of(self.kind, self.number)
        if self.between is None:
            return (Summand(partial(_over_pairs, phi), (ZERO,) * k, phi.is_rational),)
        p, q = (list(map(rational, _distribution(x, k))) for x in self.between)
        slopes = tuple(phi.slope * (x - y) for x, y in zip(p, q, strict=True))
        return (Summand(partial(_between, phi, p, q), slopes, phi.is_rational),)

    def formula(self, asked: Asked) -> Formula | None:
        """That of the best pattern over all pairs, or of the two kinds of answers that two inputs need."""
        pure = asked.only_pure
        if pure is None or pure.exact == 1:
            return None
        t = sympy_of(pure.exact)
        if self.between is None:
            return poses.sympy.best_symmetric(self.summands(asked.k)[0].of, asked.k, t)
        if not all(isinstance(x, int) for x in self.between) or self.between[0] == self.between[1]:
            return None
        import sympy

        found = poses.sympy.best_of_two(phi_of(self.kind, self.number).at, t)
        if self.kind != "renyi" or self.number is None:
            return found
        less = sympy_of(self.number) - 1
        return replace(found, value=sympy.log(1 + less * found.value) / less)

    def solve(self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]) -> Found | Impossible:
        """Solve the linear program over rows; of Rényi's divergence take the logarithm of the bounds."""
        found = RowSum.solve(self, asked, outputs, conditions)
        if isinstance(found, Impossible) or self.kind != "renyi":
            return found
        return replace(found, lower=self._renyi(found.lower, up=False), upper=self._renyi(found.upper, up=True))

    def of_posed(self, optimum: float, k: int) -> float:
        """Rényi's divergence is the logarithm of the sum that is posed."""
        if self.kind != "renyi":
            return optimum
        assert self.number is not None
        order = float(self.number)
        return math.log1p((order - 1) * optimum) / (order - 1)

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """The divergence of a mechanism."""
        low, high = RowSum.value_bounds(self, mechanism)
        return (self._renyi(low, up=False), self._renyi(high, up=True)) if self.kind == "renyi" else (low, high)

    def _renyi(self, x: Number, *, up: bool) -> Fraction:
        """log(1 + (α − 1)x)/(α − 1) for the order α, on one side of it."""
        assert isinstance(x, Fraction) and self.number is not None
        if x == 0:
            return x
        o = rational(self.number)
        with precise():
            inside = arb(1 + (o - 1) * rational(x))
            if not inside > 0:
                raise InputError(
                    "the bounds of Renyi's divergence are too near to infinity; give an order nearer to 1, or a smaller epsilon"
                )
            return fraction(end(inside.log() / (o - 1), up=up))

    def stated(self, k: int) -> Document:
        """The kind, its number, and two distributions if it is between such."""
        own: dict[str, object] = {"name": "divergence", "kind": self.kind}
        if self.number is not None:
            own["gamma" if self.kind == "hockey_stick" else "order"] = self.number
        return own | ({"between": [_distribution(x, k) for x in self.between]} if self.between else {})


def _read_place(x: object) -> Place:
    if isinstance(x, int) and not isinstance(x, bool) and x >= 0:
        return x
    return read_prior(x, "a distribution of the inputs")


def _read_number(kind: str, order: object, gamma: object) -> Fraction | None:
    name, given, other = ("gamma", gamma, order) if kind == "hockey_stick" else ("order", order, gamma)
    wanted = kind in ("hockey_stick", "power", "renyi")
    if other is not None or (given is None) == wanted:
        takes = f"needs its {name}, such as {name}=2" if wanted else "takes neither an order nor gamma"
        raise InputError(f"the divergence {kind} {takes}")
    if given is None:
        return None
    found = read_rational(given, name)
    if found < 1 if name == "gamma" else found <= 0 or found == 1:
        rule = "at least 1" if name == "gamma" else "above 0, and not 1"
        raise InputError(f"{name} = {found} must be {rule}")
    return found


def _distribution(x: Place, k: int) -> tuple[Fraction, ...]:
    if isinstance(x, tuple):
        return x
    if x >= k:
        raise InputError(f"the divergence is between inputs up to {x}, counted from 0, but there are {k} inputs")
    return tuple(Fraction(int(j == x)) for j in range(k))


def _between(phi: Phi, p: Sequence[fmpq], q: Sequence[fmpq], s: Sequence[Any]) -> Any:
    """φ of two distributions."""
    if p == q:
        return 0 * s[0]
    found = phi.at(weigh(p, s), weigh(q, s))
    # the checker knows an enclosed f to be 0 at constant rows alone
    is_enclosed = not phi.is_rational and isinstance(found, fmpq) and any(x != s[0] for x in s)
    return arb(found) if is_enclosed else found


def _over_pairs(phi: Phi, s: Sequence[Any]) -> Any:
    """The sum over ordered pairs of inputs, whose tangents cancel. Pairs of equal entries are gathered."""
    values, many = {id(x): x for x in s}, Counter(map(id, s))
    pairs = [(a, b, n * m) for a, n in many.items() for b, m in many.items() if a != b]
    pairs += [(a, a, n * (n - 1)) for a, n in many.items() if n > 1]
    return total([n * phi.at(values[a], values[b]) for a, b, n in pairs])
