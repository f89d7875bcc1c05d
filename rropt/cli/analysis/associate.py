"""`rropt associate`: test whether two items of one file are related. Each item was randomized or asked directly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.estimate import IntervalOption
from rropt.cli.reading.answers import naming_rows, with_meanings
from rropt.cli.reading.data_file import reading, scan, with_missing
from rropt.cli.reading.meanings import read_map, refuse_strange_targets
from rropt.cli.reading.respondents import FileArgument, MapOption, MissingOption, Respondents
from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import ConfidenceOption, RowsAreInputs, read_mechanism, relabel_as_asked
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism
    from rropt.survey.relations.association import Association

__all__ = ["associate"]

DIRECT = "direct"
"""This word in the place of a mechanism says that the item was asked directly."""

FirstArgument = Annotated[str, typer.Argument(metavar="COLUMN", help="The answers to one item.")]
SecondArgument = Annotated[str, typer.Argument(metavar="COLUMN", help="The answers to the other.")]
MechanismsOption = Annotated[
    list[str],
    typer.Option(
        "--mechanism",
        "-m",
        metavar="M",
        help=f"A file, or a spec such as warner:p=3/4: one for both items, or one each; `{DIRECT}` if asked directly.",
    ),
]


def associate(
    file: FileArgument,
    first: FirstArgument,
    second: SecondArgument,
    mechanism: MechanismsOption,
    people: Respondents = Respondents(),
    missing: MissingOption = "error",
    confidence: ConfidenceOption = "0.95",
    method: IntervalOption = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option(
            "--outputs",
            metavar="A,B,…",
            help="What the file calls a mechanism's outputs, in its order: once for both items, or once for each.",
        ),
    ] = None,
    mapping: MapOption = None,
    rows_are_inputs: RowsAreInputs = False,
) -> Answer:
    """Relate two items of a survey, and test their independence.

    The answer has the shares of the crossed categories, phi and the odds ratio.

    Example: rropt associate answers.csv used sold --mechanism design.json --cluster school
    """
    given = _relabelled(
        [None if text == DIRECT else read_mechanism(text, rows_are_inputs=rows_are_inputs) for text in mechanism],
        outputs or [],
    )
    options = {**asdict(people), "missing": missing, "confidence": confidence, "method": method}
    found = _relate(file, (first, second), _one_each(given), read_map(mapping), options)
    warned = people.warnings(file, first, [second])
    return Answer(words=lambda: "\n".join([*warned, repr(found)]), document=found.to_dict)


def _relabelled(given: Sequence[Mechanism | None], outputs: Sequence[str]) -> list[Mechanism | None]:
    """Rename the outputs of the mechanisms by --outputs. An item that was asked directly is None here, and stays None.

    If --outputs was given once, its list serves all mechanisms. If it was given several times, each list serves one mechanism.
    """
    asked = [p for p in given if p is not None]
    if len(outputs) <= 1 and len({p.m for p in asked}) > 1 and outputs:
        numbers = " and ".join(str(p.m) for p in asked)
        raise InputError(
            f"--outputs {outputs[0]} is one list, but the mechanisms have {numbers} outputs; give --outputs for each"
        )
    if len(outputs) > 1 and len(outputs) != len(asked):
        from rropt.exact.spelling import counted

        raise InputError(
            f"--outputs was given {len(outputs)} times for {counted(len(asked), 'mechanism')}; give it once, or once for each"
        )
    # one list serves all mechanisms; without a list they keep their own labels
    names = iter(outputs if len(outputs) == len(asked) else [*outputs, None][:1] * len(asked))
    return [None if p is None else relabel_as_asked(p, None, next(names)) for p in given]


def _one_each(given: Sequence[Mechanism | None]) -> tuple[Mechanism | None, Mechanism | None]:
    """Return the mechanism of each of the two items; None for an item that was asked directly."""
    if len(given) > 2:
        raise InputError(
            f"{len(given)} mechanisms were given for two items; give --mechanism once for both items, or once for each"
        )
    if set(given) == {None}:
        raise InputError(
            f"--mechanism {DIRECT} for both items leaves nothing randomized; name the mechanism of at least one of them"
        )
    return given[0], given[-1]


def _relate(
    file: Path,
    items: tuple[str, str],
    given: tuple[Mechanism | None, Mechanism | None],
    pairs: Mapping[str, str],
    options: Mapping[str, Any],
) -> Association:
    """Estimate the association of two items from the answers of the file. The map `pairs` first translates the texts of the
    answers.
    """
    from rropt.survey.frames import tallies_of_frame
    from rropt.survey.relations.association import associate as related

    data, missing = scan(file, numeric=options["weights"] or options["counts"]), options["missing"]
    direct = [item for item, p in zip(items, given, strict=True) if p is None]
    data = with_missing(file, data, [*direct, options["cluster"], options["stratum"]])
    with reading(file), naming_rows(file, items[1], options["weights"], options["counts"]):
        refuse_strange_targets(pairs, [label for p in given if p is not None for label in p.output_labels])
        for item, p in zip(items, given, strict=True):
            if p is not None:
                data = with_meanings(data, item, pairs)
                # tally each item by itself first, so that a refusal names that item's rows
                with naming_rows(file, item, options["weights"], options["counts"], can_drop=False):
                    tallies_of_frame(data, p.output_labels, answer=item, counts=options["counts"], missing=missing)
        return related(data, items, mechanisms=given, **options)
