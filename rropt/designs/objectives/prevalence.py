"""The prevalence π of one of two inputs: one number, the worst of an interval, or every number of an interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, spell_range
from rropt.exact.spelling import show

__all__ = ["Prevalence", "Quantifier", "least_favourable", "read_prevalence"]


class Quantifier(Enum):
    """The meaning of a prevalence: one number, the worst of an interval, or every number of an interval."""

    AT = "at"
    WORST = "worst"
    EVERY = "every"


@dataclass(frozen=True, slots=True)
class Prevalence:
    """The prevalences from `lower` to `upper`, and their meaning; a single prevalence has lower = upper."""

    lower: Number
    upper: Number
    quantifier: Quantifier = Quantifier.AT

    def __post_init__(self) -> None:
        if not (0 <= self.lower <= self.upper <= 1):
            hint = "; per cent are written with their sign, as 15%" if self.upper > 1 else ""
            raise InputError(f"prevalence {self} must lie between 0 and 1{hint}")

    @property
    def is_worst(self) -> bool:
        """Whether the value is taken at the worst prevalence of an interval."""
        return self.quantifier is Quantifier.WORST

    @property
    def point(self) -> Number:
        """The prevalence if it is one number; an interval is refused."""
        if self.lower != self.upper:
            raise InputError(f"prevalence {self} is an interval; give one number")
        return self.lower

    def mirrored(self) -> Prevalence:
        """The prevalence 1 − π of the other input."""
        return Prevalence(1 - self.upper, 1 - self.lower, self.quantifier)

    def __str__(self) -> str:
        if self.quantifier is Quantifier.AT:
            return show(self.lower)
        if self.quantifier is Quantifier.EVERY and self._is_everything():
            return "every"
        interval = f"{show(self.lower)}..{show(self.upper)}"
        return interval if self.quantifier is Quantifier.WORST else f"every:{interval}"

    def to_fields(self) -> dict[str, Any]:
        """Return the prevalence in the form that JSON stores.

        A single prevalence is under the key "at". For an interval, both ends are under the key "worst" or "every".
        """
        if self.quantifier is Quantifier.AT:
            return {"at": show(self.point)}
        return {self.quantifier.value: [show(self.lower), show(self.upper)]}

    @staticmethod
    def from_fields(data: Mapping[str, Any]) -> Prevalence:
        """The prevalence that `to_fields` wrote."""
        ((name, x),) = data.items()
        quantifier = Quantifier(name)
        lower, upper = (x, x) if quantifier is Quantifier.AT else x
        return Prevalence(read_number(lower), read_number(upper), quantifier)

    def _is_everything(self) -> bool:
        return self.lower == 0 and self.upper == 1

    def in_words(self) -> str:
        """Say the prevalence in a sentence."""
        if self.quantifier is Quantifier.AT:
            return f"prevalence {show(self.lower)}"
        interval = f"from {show(self.lower)} to {show(self.upper)}"
        if self.quantifier is Quantifier.WORST:
            return f"the worst prevalence {interval}"
        return "every prevalence" if self._is_everything() else f"every prevalence {interval}"


def read_prevalence(x: object) -> Prevalence:
    """Read a prevalence: one number, the worst of an interval, or every number of an interval.

    The text `1/4` stands for one prevalence, and `1/10..2/5` for the worst of this interval. The text `every:1/10..2/5` stands for
    every prevalence of the interval, and `every` for every prevalence from 0 to 1. A pair of numbers is read as the worst of the
    interval between them.
    """
    if isinstance(x, Prevalence):
        return x
    if isinstance(x, tuple) and len(x) == 2:
        x = "..".join(show(read_number(end)) for end in x)
    text = spell_range(x.strip()) if isinstance(x, str) else None
    if text == "every":
        return Prevalence(Fraction(0), Fraction(1), Quantifier.EVERY)
    if text is not None and ".." in text:
        every = text.startswith("every:")
        left, _, right = text.removeprefix("every:").partition("..")
        quantifier = Quantifier.EVERY if every else Quantifier.WORST
        if not left.strip() or not right.strip():
            raise InputError(f"prevalence {text} lacks an end; give both, such as 1/10..2/5")
        lower, upper = read_number(left), read_number(right)
        if lower == upper:
            raise InputError(f"prevalence {text} is a point, not an interval; give {left.strip()}")
        if not lower < upper:
            raise InputError(f"prevalence {text} is an empty interval; give lower..upper with lower < upper")
        return Prevalence(lower, upper, quantifier)
    if text is not None and "," in text:
        raise InputError(
            f"prevalence {text} has a comma; give one number, the share of the second input, with a decimal point (0.25), or a "
            "range such as 0.05..0.3"
        )
    value = read_number(x if text is None else text)
    return Prevalence(value, value)


def least_favourable(prevalence: Prevalence) -> Prevalence:
    """If the worst prevalence of an interval is meant, return the point of the interval nearest to 1/2; else return the argument.

    If all inputs share one ε and δ, and the number of outputs is free, this point is the least favourable prevalence. The variance
    is convex in the weights of rows and concave in the prevalence, so the best weights at this point are minimax.
    """
    if prevalence.quantifier is not Quantifier.WORST:
        return prevalence
    nearest = min(max(Fraction(1, 2), prevalence.lower), prevalence.upper)
    return Prevalence(nearest, nearest)
