"""Read the weights of several priors or prevalences for which one design is planned, and write them as keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.exact.spelling import show

__all__ = ["read_weights", "show_list"]


def read_weights(given: Iterable[object] | None, count: int) -> tuple[Fraction, ...]:
    """Read `count` weights and scale them so that they sum to 1.

    If `given` is None, all weights are equal. Refuse a list of another length, a negative weight, and a list of zeros.
    """
    if given is None:
        return (Fraction(1, count),) * count
    found = tuple(map(read_rational, given))
    if len(found) != count:
        raise InputError(f"{len(found)} weights were given for {count} lists; give one weight for each list")
    wrong = next((w for w in found if w < 0), None)
    if wrong is not None or not any(found):
        raise InputError(f"the weights {show_list(found)} must be at least 0, and one of them must be above 0")
    return tuple(w / sum(found) for w in found)


def show_list(numbers: Sequence[Fraction]) -> str:
    """Write the numbers in parentheses; if there are more than twelve, write the first twelve, then "…"."""
    return f"({', '.join(map(show, numbers[:12]))}{', …' if len(numbers) > 12 else ''})"
