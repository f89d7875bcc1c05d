"""Read what commands about surveys are given: mechanisms with the labels of a file, and the file itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rropt.cli.readers import read_matrix
from rropt.cli.reading.labels import relabel
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.families import FAMILIES
from rropt.mechanism import Mechanism
from rropt.problem.result import Design
from rropt.survey.answers import MOST_ANSWERS

__all__ = [
    "label_answers",
    "read_by_value",
    "read_population",
]


def label_answers(
    given: Mechanism | SetMechanism | Design, inputs: Sequence[str] | None, outputs: Sequence[str] | None
) -> Mechanism | SetMechanism:
    """Give a mechanism the labels of --inputs and --outputs; answers that are sets have those of the inputs."""
    p = answers_of(given)
    if not isinstance(p, SetMechanism):
        return relabel(p, inputs, outputs)
    if outputs:
        raise InputError(
            f"--outputs {','.join(outputs)} names answers, but these answers are sets of inputs; name those by --inputs"
        )
    return p.relabel(inputs=inputs or None)


def read_by_value(named: Mapping[str, str], outputs: Sequence[str] | None) -> dict[str, Mechanism]:
    """Read the mechanism of each value of a column."""
    if specs := [f"{name}={source}" for name, source in named.items() if name.partition(":")[0] in FAMILIES]:
        raise InputError(f"{specs[0]} names no value of a column; write VALUE={specs[0]} for each value")
    return {name: relabel(read_matrix(source), None, outputs) for name, source in named.items()}


def read_population(text: str) -> int | dict[str, int]:
    """Read the size of a population, or one for each group: north=5000,south=7000."""

    def size(number: str) -> int:
        return read_integer(number, least=1, most=MOST_ANSWERS, name="a population")

    if "=" not in text:
        return size(text)
    pairs = [part.rpartition("=") for part in text.split(",")]
    if bad := [name or number for name, sign, number in pairs if not (sign and name)]:
        raise InputError(f"the size {bad[0]} has no group's name; write --population north=5000,south=7000")
    found: dict[str, int] = {}
    for name, _, number in pairs:
        if name in found:
            raise InputError(f"the group '{name}' has two sizes; give it one")
        found[name] = size(number)
    return found
