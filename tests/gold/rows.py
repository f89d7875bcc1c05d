"""Small data sets as text, and the devices that made them: what questions write and readers read; nothing of rropt is imported.

A column is `{"values": [...], "rows": "0110…"}`: its distinct values, and for each row one character that says which (0–9, then
a–z); the value null is a missing one. A device is `{"spec": "warner:p=3/4"}` or `{"rows": [["3/4", "1/4"], …]}` (a row for each
output, a column for each input), both with the labels `inputs` and `outputs`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
Column = dict[str, Any]


def pack(values: Iterable[Any]) -> Column:
    """Write a column of at most 36 distinct values."""
    found = list(values)
    distinct = list(dict.fromkeys(found))
    return {"values": distinct, "rows": "".join(SIGNS[distinct.index(x)] for x in found)}


def unpack(column: Column) -> list[Any]:
    """Read a column."""
    return [column["values"][int(sign, 36)] for sign in column["rows"]]


def device(rows: Sequence[Sequence[object]], inputs: str, outputs: str, spec: str = "") -> dict[str, Any]:
    """Write a device as data; labels are separated by commas."""
    how: dict[str, Any] = {"spec": spec} if spec else {"rows": [list(map(str, row)) for row in rows]}
    return {**how, "inputs": inputs.split(","), "outputs": outputs.split(",")}


def equal_chances(k: int, t: float | Fraction) -> list[list[Any]]:
    """The matrix of k-ary randomized response at the ratio t."""
    return [[(t if i == j else 1) / (t + k - 1) for j in range(k)] for i in range(k)]


E = math.e
# name: (matrix, the device as data); the matrices of specs are there to draw answers
MATRICES: dict[str, list[list[Any]]] = {
    "warner": [["3/4", "1/4"], ["1/4", "3/4"]],
    "warner1": [["1/4", "3/4"], ["3/4", "1/4"]],
    "simmons": [["11/12", "1/4"], ["1/12", "3/4"]],
    "skew": [["5/6", "1/10"], ["1/6", "9/10"]],
    "e": equal_chances(2, E),
    "direct": [[1, 0], [0, 1]],
    "three": [["1/2", "1/10", "1/5"], ["3/10", "7/10", "1/5"], ["1/5", "1/5", "3/5"]],
    "krr3": equal_chances(3, E),
    "krr4": equal_chances(4, 3),
    "krr5": equal_chances(5, 4),
    "wide": [["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]],
    "wide3": [["1/2", "1/8", "1/8"], ["1/4", "1/2", "1/8"], ["1/8", "1/4", "1/4"], ["1/8", "1/8", "1/2"]],
}
SPECS = {
    "warner": "warner:p=3/4",
    "warner1": "warner:p=1/4",
    "e": "warner:epsilon=1",
    "direct": "direct_question",
    "krr3": "krr:k=3,epsilon=1",
    "krr4": "krr:k=4,epsilon=ln3",
    "krr5": "krr:k=5,epsilon=ln4",
}


def chances(name: str) -> list[list[float]]:
    """A device's matrix in floats."""
    return [[float(Fraction(x)) if isinstance(x, str) else float(x) for x in row] for row in MATRICES[name]]


def named(name: str) -> dict[str, Any]:
    """A device as data, its inputs and outputs labelled no, yes, or by letters."""
    m, k = len(MATRICES[name]), len(MATRICES[name][0])
    inputs = "no,yes" if k == 2 else ",".join("abcde"[:k])
    outputs = inputs if m == k else ",".join("uvwxyz"[:m])
    return device(MATRICES[name], inputs, outputs, SPECS.get(name, ""))


def draw(rng: random.Random, of: str, truth: int) -> str:
    """Draw the label of an answer, in floats."""
    labels = named(of)["outputs"]
    return str(rng.choices(labels, [row[truth] for row in chances(of)])[0])


def draw_all(rng: random.Random, of: str, truths: Iterable[int]) -> list[str]:
    """Draw an answer for each truth."""
    return [draw(rng, of, x) for x in truths]


def sets_of_size(k: int, size: int, t: int) -> dict[str, Any]:
    """A mechanism whose answers are all sets of so many of k inputs, those with one's own truth t times as likely."""
    weight = 1 / (1 + (t - 1) * Fraction(size, k))
    inputs = [f"x{j}" for j in range(k)] if k > 26 else list("abcdefghijklmnopqrstuvwxyz"[:k])
    return {
        "members": [list(range(k))],
        "counts": [[size]],
        "weights": [str(weight)],
        "ratio": str(t),
        "inputs": inputs,
    }
