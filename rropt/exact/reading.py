"""Matrices of exact numbers, read from rows of whatever `read_number` reads, and the labels of their rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show

__all__ = ["Labels", "brief", "pair_labels", "read_labels", "read_matrix"]

Labels = tuple[str, ...]


def read_matrix(rows: Iterable[Iterable[object]], *, epsilon: object = None) -> Matrix:
    """A rectangular, nonempty exact matrix; in text, t stands for e^epsilon."""
    t = None if epsilon is None else _finite(read_epsilon(epsilon))
    if hasattr(rows, "iterrows"):
        raise InputError("a data frame is read by Mechanism.from_pandas, which knows its labels; use that")
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputError(
            f"a matrix is rows of numbers, one row an output, not {str(rows)[:40]!r}; a name is read by from_spec"
        )
    matrix = tuple(tuple(read_number(x, t=t) for x in row) for row in rows)
    if not matrix or not matrix[0]:
        raise InputError("a matrix needs at least one row and one column")
    widths = {len(row) for row in matrix}
    if len(widths) > 1:
        raise InputError(f"the rows of a matrix must be equally long, not of lengths {sorted(widths)}")
    return matrix


def _finite(epsilon: Epsilon) -> Number:
    if isinstance(epsilon.t, float):
        raise InputError("epsilon = inf gives t no value; give a finite epsilon")
    return epsilon.t


def brief(x: Number) -> str:
    """A number in a sentence: exact where it is short or a function, else about how much it is."""
    text = show(x)
    free = isinstance(x, Element) and isinstance(x.field, Free)
    return text if free or len(text) <= 40 else f"about {decimal(x)}"


def read_labels(labels: Sequence[str] | None, n: int, what: str) -> Labels | None:
    """The labels as a tuple of so many different texts; None where none are given."""
    if labels is None:
        return None
    names = tuple(map(str, labels))
    if len(names) != n:
        raise InputError(f"{len(names)} {what} labels {names} were given for {n} {what}s")
    if len(set(names)) != n:
        raise InputError(f"{what} labels must differ from one another, unlike {names}")
    return names


def pair_labels(a: Labels, b: Labels) -> list[str]:
    """The labels of pairs, the first varying slowest."""
    return [f"{x},{y}" for x in a for y in b]
