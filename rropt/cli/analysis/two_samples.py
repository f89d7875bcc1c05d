"""`rropt two-samples`: estimate shares from two half-samples in one file, which were asked with different chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.reading.answers import naming_rows, with_meanings
from rropt.cli.reading.data_file import reading, scan
from rropt.cli.reading.meanings import read_map, refuse_strange_targets
from rropt.cli.reading.named import read_named
from rropt.cli.reading.respondents import AnswerOption, FileArgument, MapOption, MissingOption, Respondents
from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import ConfidenceOption, RowsAreInputs, fields, read_mechanism, relabel_as_asked
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.survey.halves.groups import TwoSamplesByGroup
    from rropt.survey.halves.result import TwoSamples

__all__ = ["two_samples"]

ByOption = Annotated[
    str, typer.Option("--by", metavar="COLUMN", help="The column that says who is in which half-sample.")
]
GroupsOption = Annotated[
    str | None, typer.Option("--groups", metavar="COLUMN", help="Shares of their own for each value of COLUMN.")
]
CheatingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cheating",
        metavar="HALF=M",
        help="Estimate how many always say no; give each half-sample's device, a file or a spec.",
    ),
]
UnrelatedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--unrelated",
        metavar="HALF=P",
        help="The unrelated question's share is unknown; give each half-sample's chance of the sensitive question.",
    ),
]
DifferenceOption = Annotated[
    bool, typer.Option("--difference", help="Add how the groups of --groups differ, with tests.")
]


def two_samples(
    file: FileArgument,
    by: ByOption,
    column: AnswerOption,
    cheating: CheatingOption = None,
    unrelated: UnrelatedOption = None,
    groups: GroupsOption = None,
    difference: DifferenceOption = False,
    people: Respondents = Respondents(),
    missing: MissingOption = "error",
    confidence: ConfidenceOption = "0.95",
    outputs: Annotated[
        str | None,
        typer.Option("--outputs", metavar="NO,YES", help="What the file calls the two answers, the no first."),
    ] = None,
    mapping: MapOption = None,
    rows_are_inputs: RowsAreInputs = False,
) -> Answer:
    """Estimate cheaters or an unrelated share by two half-samples.

    Each half-sample has chances of its own.

    Example: rropt two-samples people.csv --by half --answer said --unrelated a=3/4 --unrelated b=1/4
    """
    from rropt.survey.halves.groups import TwoSamplesByGroup

    given: dict[str, Any] = {
        "unrelated": read_named(unrelated, "--unrelated"),
        "cheating": {
            half: relabel_as_asked(read_mechanism(source, rows_are_inputs=rows_are_inputs), None, outputs)
            for half, source in read_named(cheating, "--cheating").items()
        },
    }
    chosen = {name: of for name, of in given.items() if of}
    if len(chosen) != 1:
        raise InputError(
            "give --cheating HALF=M for each half-sample, or --unrelated HALF=P for each, but not both options"
        )
    names = None if outputs is None else fields(outputs, "--outputs")
    options: dict[str, Any] = {"by": by, "groups": groups, "answer": column, **asdict(people)}
    options |= {"missing": missing, "confidence": confidence, "outputs": names}
    if difference and groups is None:
        raise InputError("--difference compares groups; name their column with --groups")
    found = _found(file, chosen, read_map(mapping), options)
    used = [by] if groups is None else [by, groups]
    warned = people.warnings(file, column, used)
    of_groups = found if difference and isinstance(found, TwoSamplesByGroup) else None
    return Answer(
        words=lambda: "\n".join([*warned, of_groups.explain(compared=True) if of_groups else repr(found)]),
        document=lambda: {**found.to_dict(), **(of_groups.compared_to_dict() if of_groups else {})},
    )


def _found(
    file: Path,
    given: Mapping[str, Any],
    pairs: Mapping[str, str],
    options: Mapping[str, Any],
) -> TwoSamples | TwoSamplesByGroup:
    """Estimate from the answers of two half-samples in the file. The map `pairs` first translates the texts of the answers."""
    from rropt.survey.halves.estimate import two_samples as estimated

    column, weights, counts = options["answer"], options["weights"], options["counts"]
    answers = dict.fromkeys(x for device in given.get("cheating", {}).values() for x in device.output_labels)
    refuse_strange_targets(pairs, tuple(answers) or options["outputs"] or ("no", "yes"))
    with reading(file), naming_rows(file, column, weights, counts, can_drop=False):
        data = with_meanings(scan(file, numeric=weights or counts), column, pairs)
        return estimated(data, **given, **options)
