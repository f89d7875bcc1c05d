"""The base of every φ, a function that is convex on x > 0 with φ(1) = 0.

Let an output have the probability a under one distribution of the inputs, and b under another. Then the output adds b·φ(a/b) to the
divergence. If a = 0, the term is its limit b·φ(0). If b = 0, it is its limit a·φ′(∞), where φ′(∞) is the limit of φ(x)/x for x → ∞.
If both are 0, the term is 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, ClassVar, Self, TypeAlias

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError

__all__ = ["Array", "Phi", "bend"]

Array: TypeAlias = Any


class Phi(ABC):
    """Base of the functions φ that define divergences. Each is a frozen dataclass whose only field is the parameter of φ, if it
    has one."""

    __slots__ = ()
    name: ClassVar[str]
    """The kind of the divergence, as the public call, the command line and a certificate spell it."""
    parameter_name: ClassVar[str] = ""
    such_as: ClassVar[str] = ""
    """An example of the parameter, as a person would give it."""
    is_exact: ClassVar[bool] = False
    """Whether b·φ(a/b), if finite, is an exact number whenever a and b are, so that `exact` returns it."""
    is_rational: ClassVar[bool] = False
    """Whether b·φ(a/b) is one rational function of a and b."""
    has_outer: ClassVar[bool] = False
    """Whether the divergence is an increasing function (the outer step) of the sum over rows, and not this sum itself.

    Such a divergence is between two distributions, never summed over pairs of inputs.
    """

    @classmethod
    def read(cls, given: object) -> Self:
        """Read the function φ from the parameter that a person gave."""
        return cls()

    @property
    def parameter(self) -> Number | str | None:
        """The parameter of φ, a number or a text; None if there is none."""
        return None

    @property
    @abstractmethod
    def words(self) -> str:
        """The name of the divergence, worded so that it fits into a sentence."""

    @property
    def is_unbounded(self) -> bool:
        """Whether φ(x)/x grows without bound for x → ∞. Then b·φ(a/b), a term of the divergence, is infinite if b = 0 and a > 0."""
        return False

    @property
    def is_infinite_at_zero(self) -> bool:
        """Whether φ(0) is infinite. Then b·φ(a/b), a term of the divergence, is infinite if a = 0 and b > 0."""
        return False

    def is_infinite_at(self, a: Any, b: Any) -> bool:
        """Whether b·φ(a/b) is infinite, for numbers or sympy expressions a, b ≥ 0. Every expression but 0 counts as positive."""
        return (b == 0 != a and self.is_unbounded) or (a == 0 != b and self.is_infinite_at_zero)

    @property
    def bends(self) -> tuple[Fraction, ...]:
        """The values of x at which φ has a corner."""
        return ()

    @property
    def largest_ratio(self) -> Fraction | None:
        """The largest ratio between two entries of one row for which rropt still certifies designs; None if there is no limit."""
        return None

    def exact(self, a: Number, b: Number) -> Bound:
        """Return b·φ(a/b) as an exact number, or infinity. If the divergence has no exact values, raise an InputError."""
        raise InputError(
            f"rropt cannot write the value of the {self.words} exactly; use `value_bounds`, which gives bounds on it"
        )

    @abstractmethod
    def ball(self, a: Any, b: Any) -> Any:
        """Return a ball of python-flint that contains b·φ(a/b).

        The arguments are balls too, and b·φ(a/b) must be finite on them.
        """

    @abstractmethod
    def floats(self, a: Array, b: Array) -> Array:
        """Compute b·φ(a/b) for the entries of two arrays. Where this is infinite, the result is an arbitrary number."""

    def floats_of_positive(self, a: Array, b: Array) -> Array:
        """Compute b·φ(a/b) for two arrays of positive floats. The precision is that of the arrays, which may be longer than
        doubles."""
        return self.floats(a, b)

    @abstractmethod
    def floats_near_silence(self, p: Array, q: Array, apart: Array) -> Array:
        """Compute q·φ(p/q) without cancellation for arrays p and q of numbers near 1.

        A mechanism that reveals almost nothing gives such numbers.

        `apart` is p − q. The term φ′(1)·apart may be left out, because its sum over the rows of a mechanism is 0.
        """

    @abstractmethod
    def symbols(self, a: Any, b: Any) -> Any:
        """Return b·φ(a/b) as a sympy expression, where φ is the function of this divergence."""

    def outer_ball(self, x: Any) -> Any:
        """Convert the sum of b·φ(a/b) over all outputs (a ball) to the divergence. It is returned unchanged unless a subclass
        overrides this."""
        return x

    def outer_float(self, x: float) -> float:
        """Convert the sum of b·φ(a/b) over all outputs (a float) to the divergence. It is returned unchanged unless a subclass
        overrides this."""
        return x

    def outer_symbols(self, x: Any) -> Any:
        """Convert the sum of b·φ(a/b) over all outputs (a sympy expression) to the divergence.

        It is returned unchanged unless a subclass overrides this.
        """
        return x

    def outer_cvxpy(self, x: Any) -> Any:
        """Convert the sum of b·φ(a/b) over all outputs (a cvxpy expression) to the divergence, as a concave expression that cvxpy
        maximises.

        It is returned unchanged unless a subclass overrides this. If the divergence is not a concave function of the sum, an
        InputError is raised.
        """
        return x

    def error(self, ratio: float) -> float:
        """Return a factor that bounds the rounding errors of `floats` for arguments from 1 to `ratio`.

        These errors are at most this factor times those of a plain sum. If no such factor is known, an InputError is raised.
        """
        return 1.0


def bend(x: Array) -> Array:
    """Compute (1 + x)·log(1 + x) − x for small x by its series, without cancellation."""
    return x * x * (1 / 2 - x * (1 / 6 - x * (1 / 12 - x * (1 / 20 - x / 30))))
