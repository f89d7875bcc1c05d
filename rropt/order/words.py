"""What a decision problem is worth with each of two mechanisms, in words."""

from __future__ import annotations

from rropt.exact.element import Number
from rropt.order.decision import Witness
from rropt.show import digits, near

__all__ = ["tell_worth"]

MORE_DIGITS = (8, 16, 32, 64)


def tell_worth(found: Witness, first: str, second: str) -> str:
    """Say what a decision problem is worth with each of two mechanisms, with as many digits as tell the two apart."""
    worth = {first: found.first, second: found.second}
    better, other = (first, second) if found.first > found.second else (second, first)
    high, low = _tell_apart(worth[better], worth[other])
    return f"There is a decision that {better} serves better: it is worth {high} with {better}, {low} with {other}."


def _tell_apart(a: Number, b: Number) -> tuple[str, str]:
    told = near(a), near(b)
    for n in MORE_DIGITS:
        if told[0] == told[1]:
            with digits(n):
                told = near(a), near(b)
    return told
