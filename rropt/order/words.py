"""What answers about the order say: matrices as tables, and what a decision problem is worth."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.order.decision import Witness
from rropt.show import Block, Col, Heading, Table, digits, near

__all__ = ["show_matrix", "tell_worth"]

MOST_INPUTS, MOST_OUTPUTS = 8, 20
MORE_DIGITS = (8, 16, 32, 64)


def show_matrix(key: str, p: Mechanism, *, shown: bool = True) -> Iterator[Block]:
    """Yield a mechanism as a table; words have it only if it is small and to be shown."""
    corner = "" if "output" in p.input_labels else "output"
    cols = [Col(corner, "output \\ input"), *(Col(x, x) for x in p.input_labels)]
    rows = [(label, *row) for label, row in zip(p.output_labels, p.rows, strict=True)]
    is_shown = shown and p.k <= MOST_INPUTS and p.m <= MOST_OUTPUTS
    if is_shown:
        yield Heading("Pr(output | input)")
    yield Table(key, cols, rows, shown=is_shown)


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
