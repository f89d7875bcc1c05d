"""Labels of the outputs of a mechanism on two inputs, by what they disclose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism

__all__ = ["name_outputs"]


def disclosing_names(mechanism: Mechanism) -> tuple[str, ...]:
    """Name every output of a mechanism on two inputs by what it discloses: "surely no", "perhaps yes" or "either".

    "surely no" marks an output that is possible only if the truth is "no". "perhaps yes" marks an output that is likelier if the
    truth is "yes" than if it is "no". Outputs with the same name are numbered by decreasing evidence; the strongest has no number.
    """
    no, yes = mechanism.input_labels
    kinds: list[tuple[str, int]] = []
    for a, b in mechanism.rows:
        if not a or not b:
            kinds.append((f"surely {no}", 0) if a else (f"surely {yes}", 1))
        else:
            kinds.append(("either", 1) if a == b else (f"perhaps {no}", 0) if a > b else (f"perhaps {yes}", 1))
    names = [stem for stem, _ in kinds]
    for stem, side in dict.fromkeys(kinds):
        places = [i for i, x in enumerate(kinds) if x == (stem, side)]
        if len(places) > 1 and mechanism.is_free:
            raise Undecided(
                f"{len(places)} outputs share the name '{stem}', and rropt cannot order them by their evidence while epsilon or "
                "delta is free; fix it with mechanism.at(…)"
            )
        if len(places) > 1:
            places.sort(key=lambda i, side=side: -_weight(mechanism.rows[i], side))  # type: ignore[misc]
        for n, i in enumerate(places[1:], start=2):
            names[i] = f"{stem} ({n})"
    return tuple(names)


def _weight(row: Sequence[Number], side: int) -> Fraction:
    """The entry of the input `side` (0 or 1) as a fraction of the row's sum, rounded down."""
    return enclose(row[side] / total_of(row))[0]


def name_outputs(mechanism: Mechanism) -> Mechanism:
    """Label the outputs of a mechanism on two inputs by what they disclose, as `disclosing_names` does.

    The mechanism is returned unchanged if it has more or fewer than two inputs, if it has just two outputs, if its outputs have
    labels already, or if some output never occurs. It is also unchanged if ε is free and some name depends on ε or fits several
    outputs.
    """
    silent = any(not any(row) for row in mechanism.rows)
    if silent or mechanism.outputs is not None or mechanism.k != 2 or mechanism.m == 2:
        return mechanism
    try:
        return mechanism.relabel(outputs=disclosing_names(mechanism))
    except Undecided:
        return mechanism
