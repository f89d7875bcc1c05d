"""Labels of answers that have none, by what they disclose.

Of two inputs an answer is "surely no" if it is possible only under "no", "perhaps yes" if it is likelier under "yes", or "either".
Of more inputs an answer whose row has two entries alone is the set of inputs that have the larger one, such as {monthly,weekly}.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.exact.reading import label_set
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism

__all__ = ["name_answers"]

Row: TypeAlias = Sequence[Number]


def name_answers(mechanism: Mechanism) -> Mechanism:
    """Label the answers by what they disclose; return the mechanism unchanged if they have labels, or cannot be told so.

    If each answer is one input, they are also told in the order of the inputs.

    Answers with one name are numbered from the second on: of two inputs by their evidence, of more by how often they are given.
    """
    if mechanism.outputs is not None or mechanism.is_free or not all(map(any, mechanism.rows)):
        return mechanism
    if mechanism.k == 2:
        if mechanism.m == 2:
            return mechanism
        # an answer's evidence is its larger entry as a part of the row's sum
        stems = _numbered(mechanism, _stem, lambda row: float(enclose(max(row) / total_of(row))[0]))
        return mechanism.relabel(outputs=stems)
    is_told = all(len(set(row)) <= 2 for row in mechanism.rows)
    if not is_told or any("," in label for label in mechanism.input_labels):
        return mechanism
    names = _numbered(mechanism, _set, lambda row: float(enclose(total_of(row))[0]))
    if sorted(names) != sorted(mechanism.input_labels):
        return mechanism.relabel(outputs=names)
    # each answer is one input, so they are told in the order of the inputs
    rows = [mechanism.rows[names.index(label)] for label in mechanism.input_labels]
    return Mechanism(rows, mechanism.inputs, mechanism.input_labels)


def _numbered(
    mechanism: Mechanism, name: Callable[[Row, Sequence[str]], str], rank: Callable[[Row], float]
) -> list[str]:
    """Name each answer by its row. Answers with one name are numbered from the second on, by decreasing rank."""
    names, used = [name(row, mechanism.input_labels) for row in mechanism.rows], Counter[str]()
    for i in sorted(range(mechanism.m), key=lambda i: -rank(mechanism.rows[i])):
        stem = names[i]
        used[stem] += 1
        names[i] = stem if used[stem] == 1 else f"{stem} ({used[stem]})"
    return names


def _stem(row: Row, labels: Sequence[str]) -> str:
    a, b = row
    if not a or not b:
        return f"surely {labels[0 if a else 1]}"
    return "either" if a == b else f"perhaps {labels[0 if a > b else 1]}"


def _set(row: Row, labels: Sequence[str]) -> str:
    return label_set([label for label, x in zip(labels, row, strict=True) if x != min(row)])
