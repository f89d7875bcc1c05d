"""`rropt estimate`: shares of the population from a file of randomized answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import JsonOption, OutputOption, RowsAreInputs, answer, fields, read_mechanism
from rropt.cli.data_file import reading, scan
from rropt.exact.counted import counted
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism
    from rropt.survey.result import Estimate, Estimates

__all__ = ["estimate"]

MechanismOption = Annotated[
    str, typer.Option("--mechanism", "-m", metavar="M", help="A file, or a spec such as warner:p=3/4.")
]
AnswerOption = Annotated[str, typer.Option("--answer", "-a", metavar="COLUMN", help="The column of answers.")]
ByOption = Annotated[str | None, typer.Option("--by", metavar="COLUMN", help="One estimate for each value of COLUMN.")]
WeightsOption = Annotated[
    str | None, typer.Option("--weights", metavar="COLUMN", help="Respondents' weights (linearised variance).")
]
OutputsOption = Annotated[
    str | None,
    typer.Option("--outputs", metavar="A,B,…", help="What the file calls the mechanism's outputs, in their order."),
]
InputsOption = Annotated[str | None, typer.Option("--inputs", metavar="A,B,…", help="Names for the inputs.")]


def estimate(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV (UTF-8, with a header) or Parquet; one row a respondent.")
    ],
    mechanism: MechanismOption,
    column: AnswerOption,
    by: ByOption = None,
    sampling: Annotated[str, typer.Option(help="replacement, census or srs.")] = "replacement",
    population: Annotated[
        str | None, typer.Option(metavar="N", help="The population's size, for srs; with --by a=N,b=N,… by group.")
    ] = None,
    weights: WeightsOption = None,
    other: Annotated[str, typer.Option(help="Answers that are no output: error, or drop.")] = "error",
    method: Annotated[str | None, typer.Option(help="chebyshev, normal, wilson or clopper-pearson.")] = None,
    confidence: Annotated[str, typer.Option(help="The intervals' confidence.")] = "0.95",
    working: Annotated[
        str | None, typer.Option(metavar="π", help="Where linear weights are best, if outputs outnumber inputs.")
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage",
            help="Add the intervals' true coverage: enumerated for small surveys, simulated for large ones.",
        ),
    ] = False,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of a coverage that is simulated.")] = 1,
    covariance: Annotated[
        bool, typer.Option("--covariance", help="Add the estimated covariance matrix of the shares.")
    ] = False,
    outputs: OutputsOption = None,
    inputs: InputsOption = None,
    rows_are_inputs: RowsAreInputs = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Estimate the shares of the inputs from answers given through a mechanism, with errors and intervals.

    Example: rropt estimate answers.csv --mechanism warner:p=3/4 --answer said --outputs no,yes
    """
    from rropt.survey.estimate import estimate as estimated

    if seed < 0:
        raise InputError(f"--seed {seed} must be at least 0")
    p = _labelled(read_mechanism(mechanism, rows_are_inputs=rows_are_inputs), inputs, outputs)
    with reading(file):
        found = estimated(
            scan(file, numeric=weights),
            mechanism=p,
            answer=column,
            by=by,
            sampling=sampling,
            population=_population(population),
            weights=weights,
            other=other,  # type: ignore[arg-type]
            method=method,  # type: ignore[arg-type]
            confidence=confidence,
            working=working,
        )
    _print(found, coverage=seed if coverage else None, covariance=covariance, as_json=as_json, output=output)


def _print(
    found: Estimate | Estimates, *, coverage: int | None, covariance: bool, as_json: bool, output: Path | None
) -> None:
    from rropt.cli.estimate_more import covariance_lines, coverage_lines
    from rropt.survey.result import Estimates

    document, lines = found.to_dict(), [repr(found)]
    grouped = isinstance(found, Estimates)
    for name, one in found.groups if isinstance(found, Estimates) else (("", found),):
        place = document["groups"][name] if grouped else document
        if covariance:
            lines += covariance_lines(name, one, place)
        if coverage is not None:
            lines += coverage_lines(name, one, place, seed=coverage, grouped=grouped)
    answer(json.dumps(document, ensure_ascii=False, indent=1) if as_json else "\n".join(lines), output)


def _population(text: str | None) -> int | dict[str, int] | None:
    from rropt.exact.grammar import read_integer

    def size(number: str) -> int:
        return read_integer(number, least=1, most=10**15, name="a population")

    if text is None or "=" not in text:
        return None if text is None else size(text)
    pairs = [part.rpartition("=") for part in text.split(",")]
    if bad := [name or number for name, sign, number in pairs if not (sign and name)]:
        raise InputError(f"'{bad[0]}' names no group's population; write --population north=5000,south=7000")
    names = [name for name, _, _ in pairs]
    if twice := next((name for n, name in enumerate(names) if name in names[:n]), None):
        raise InputError(f"--population names the group '{twice}' twice; give it one size")
    return {name: size(number) for name, _, number in pairs}


def _labelled(p: Mechanism, inputs: str | None, outputs: str | None) -> Mechanism:
    names = fields(outputs, "--outputs") if outputs else None
    if names and len(names) != p.m:
        raise InputError(
            f"--outputs {outputs} has {counted(len(names), 'label')} for {counted(p.m, 'output')} of the "
            "mechanism; give one for each"
        )
    if names and len(set(names)) < len(names):
        raise InputError(f"--outputs {outputs} names one output twice; give each its own label")
    truths = fields(inputs, "--inputs") if inputs else (names if names and p.k == p.m and p.inputs is None else None)
    return p.relabel(inputs=truths, outputs=names)
