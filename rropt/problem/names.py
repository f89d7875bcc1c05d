"""Labels of answers that have none, by what they disclose.

Of two inputs an answer is "surely no" if it is possible only under "no", "perhaps yes" if it is likelier under "yes", or "either".
Of more inputs an answer whose row has two entries alone is the set of inputs that have the larger one, such as {monthly,weekly}.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.exact.reading import label_set
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism

__all__ = ["name_answers"]


def name_answers(mechanism: Mechanism) -> Mechanism:
    """Label the answers by what they disclose; return the mechanism unchanged if they have labels, or cannot be told so.

    Answers of two inputs with one name are numbered from the second on, by decreasing evidence.
    """
    if mechanism.outputs is not None or mechanism.is_free or not all(map(any, mechanism.rows)):
        return mechanism
    if mechanism.k == 2:
        return mechanism if mechanism.m == 2 else mechanism.relabel(outputs=_of_two(mechanism))
    labels = mechanism.input_labels
    sets = [[label for label, x in zip(labels, row, strict=True) if x != min(row)] for row in mechanism.rows]
    names = [label_set(chosen) for chosen in sets if chosen]
    is_told = all(len(set(row)) == 2 for row in mechanism.rows) and not any("," in label for label in labels)
    return mechanism.relabel(outputs=names) if is_told and len(set(names)) == mechanism.m else mechanism


def _of_two(mechanism: Mechanism) -> list[str]:
    stems = [_stem(row, mechanism.input_labels) for row in mechanism.rows]
    names, used = list(stems), Counter[str]()
    for i in sorted(range(mechanism.m), key=lambda i: -_evidence(mechanism.rows[i])):
        used[stems[i]] += 1
        names[i] = stems[i] if used[stems[i]] == 1 else f"{stems[i]} ({used[stems[i]]})"
    return names


def _stem(row: Sequence[Number], labels: Sequence[str]) -> str:
    a, b = row
    if not a or not b:
        return f"surely {labels[0 if a else 1]}"
    return "either" if a == b else f"perhaps {labels[0 if a > b else 1]}"


def _evidence(row: Sequence[Number]) -> float:
    """The larger entry as a part of the row's sum."""
    return float(enclose(max(row) / total_of(row))[0])
