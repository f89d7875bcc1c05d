"""`rropt estimate`: shares of the population from a file of randomized answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from rropt.cli.reading.answers import naming_rows, with_meanings
from rropt.cli.reading.data_file import reading, scan
from rropt.cli.reading.meanings import read_map, refuse_strange_targets
from rropt.cli.reading.strata_file import read_strata
from rropt.cli.terminal.common import (
    ConfidenceOption,
    JsonOption,
    OutputOption,
    PictureOption,
    RowsAreInputs,
    SamplingOption,
    WorkingOption,
    answer,
    beliefs_of,
    fields,
    read_any_mechanism,
    relabel_as_asked,
    require_different,
    require_seed,
    warn_of_proof,
)
from rropt.cli.terminal.progress import Progress
from rropt.exact.errors import InputError
from rropt.surface.screen import fit_table

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism
    from rropt.problem.sets import SetMechanism
    from rropt.survey.groups import Estimates
    from rropt.survey.intervals.coverage import Coverage
    from rropt.survey.result import Estimate
    from rropt.survey.scale import ScaleMean
    from rropt.survey.sets.result import SetEstimate
    from rropt.survey.strata import Stratified

    Found: TypeAlias = Estimate | SetEstimate | Estimates

__all__ = ["estimate"]

MechanismOption = Annotated[
    str, typer.Option("--mechanism", "-m", metavar="M", help="A file, or a spec such as warner:p=3/4.")
]
AnswerOption = Annotated[str, typer.Option("--answer", "-a", metavar="COLUMN", help="The column of answers.")]
ByOption = Annotated[
    str | None,
    typer.Option("--by", metavar="COLUMN,…", help="One estimate for each value of COLUMN, or of several columns."),
]
StrataOption = Annotated[
    Path | None,
    typer.Option(
        "--strata", metavar="FILE", help="Add means and totals over strata: a CSV with the columns of --by, and size."
    ),
]
WeightsOption = Annotated[
    str | None, typer.Option("--weights", metavar="COLUMN", help="Respondents' weights (linearised variance).")
]
CoverageOption = Annotated[
    bool,
    typer.Option(
        "--coverage", help="Add the intervals' true coverage: enumerated for small surveys, simulated for large ones."
    ),
]
OutputsOption = Annotated[
    str | None,
    typer.Option("--outputs", metavar="A,B,…", help="What the file calls the mechanism's outputs, in their order."),
]
ScoresOption = Annotated[
    str | None,
    typer.Option(
        "--scores", metavar="A,B,…", help="Add the mean of a scale: a score for each input, such as 1,2,3,4,5."
    ),
]
MapOption = Annotated[
    str | None,
    typer.Option("--map", metavar="A=B,…", help='What cells stand for: "Yes=yes,yes =yes,NA=" (NA is missing).'),
]
InputsOption = Annotated[str | None, typer.Option("--inputs", metavar="A,B,…", help="Names for the inputs.")]


def estimate(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV (UTF-8, with a header) or Parquet; one row a respondent.")
    ],
    mechanism: MechanismOption,
    column: AnswerOption,
    by: ByOption = None,
    strata: StrataOption = None,
    sampling: SamplingOption = "replacement",
    population: Annotated[
        str | None, typer.Option(metavar="N", help="The population's size, for srs; with --by a=N,b=N,… by group.")
    ] = None,
    weights: WeightsOption = None,
    other: Annotated[str, typer.Option(help="Answers that are no output: error, or drop.")] = "error",
    missing: Annotated[str, typer.Option(help="Missing answers: error, or drop them and no others.")] = "error",
    method: Annotated[str | None, typer.Option(help="chebyshev, normal, wilson or clopper-pearson.")] = None,
    confidence: ConfidenceOption = "0.95",
    working: WorkingOption = None,
    coverage: CoverageOption = False,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of a coverage that is simulated.")] = 1,
    covariance: Annotated[
        bool, typer.Option("--covariance", help="Add the estimated covariance matrix of the shares.")
    ] = False,
    scores: ScoresOption = None,
    outputs: OutputsOption = None,
    mapping: MapOption = None,
    inputs: InputsOption = None,
    rows_are_inputs: RowsAreInputs = False,
    plot: PictureOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Estimate the shares of the inputs from answers given through a mechanism, with errors and intervals.

    Left to others: clusters, regression, models of cheating; `rropt show M --as csv` writes the matrix that such tools read.

    Example: rropt estimate answers.csv --mechanism warner:p=3/4 --answer said --outputs no,yes
    """
    from rropt.problem.sets import SetMechanism

    require_seed(seed)
    read = read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs)
    common: dict[str, Any] = {"answer": column, "sampling": sampling, "population": _population(population)}
    common |= {"other": other, "missing": missing, "method": method, "confidence": confidence}
    if isinstance(read, SetMechanism):
        _refuse_of_sets({"coverage": coverage, "covariance": covariance, "outputs": outputs, "scores": scores})
        p: Mechanism | SetMechanism = read.relabel(inputs=fields(inputs, "--inputs") if inputs else None)
    else:
        p = relabel_as_asked(read, inputs, outputs)
    columns = None if by is None else fields(by, "--by")
    sizes = None if strata is None else read_strata(strata, columns)
    group = columns[0] if columns is not None and len(columns) == 1 else columns
    common |= {"by": group, "weights": weights, "working": working}
    if sampling == "srs" and population is None:
        common["population"] = sizes
    found = _estimate_file(file, p, common, read_map(mapping))
    warn_of_proof(p)
    _draw(found, plot, output)
    named = p.output_labels if outputs and not isinstance(p, SetMechanism) else ()
    said, drawn = [*_taken_as(named), *beliefs_of(p)], seed if coverage else None
    means = None if scores is None else _Means.of(found, fields(scores, "--scores"), sizes)
    _print(found, sizes, means, said, drawn, covariance=covariance, as_json=as_json, output=output)


def _estimate_file(file: Path, p: Mechanism | SetMechanism, common: dict[str, Any], pairs: Mapping[str, str]) -> Found:
    """From the answers of the file, each text standing for what the map makes of it."""
    from rropt.problem.sets import SetMechanism
    from rropt.survey.estimate import estimate as estimated
    from rropt.survey.sets.estimate import estimate_sets

    column, weights = common["answer"], common["weights"]
    if not isinstance(p, SetMechanism):
        refuse_strange_targets(pairs, p.output_labels)
    with Progress("estimating"), reading(file), naming_rows(file, column, weights):
        data = scan(file, numeric=weights)
        data = with_meanings(data, column, pairs)
        if isinstance(p, SetMechanism):
            return estimate_sets(data, mechanism=p, **common)
        return estimated(data, mechanism=p, **common)


def _refuse_of_sets(options: dict[str, object]) -> None:
    """What is not worked out where answers are sets."""
    if stray := next((name for name, x in options.items() if x), None):
        raise InputError(f"--{stray} is not worked out for answers that are sets, too many for a matrix; drop it")


def _print(
    found: Found,
    sizes: dict[str, int] | None,
    means: _Means | None,
    said: list[str],
    coverage: int | None,
    *,
    covariance: bool,
    as_json: bool,
    output: Path | None,
) -> None:
    whole = None if sizes is None else _over_strata(found, sizes)
    with Progress("estimating"):
        document, lines = _answer_of(found, coverage, covariance=covariance, as_json=as_json)
    if as_json:
        if means is not None:
            means.add_to(document)
        answer(document if whole is None else {**document, "over_strata": whole.to_dict()}, output)
    else:
        first = [] if means is None else [*means.lines(), ""]
        answer("\n".join([*first, *([] if whole is None else [repr(whole), ""]), *lines, *said]), output)


@dataclass(frozen=True, slots=True)
class _Means:
    """The mean of the scores: of all answers, or of every group and of the strata together where their sizes are known."""

    by: str | None
    groups: dict[str, ScaleMean]
    whole: ScaleMean | None

    @classmethod
    def of(cls, found: Found, scores: list[str], sizes: dict[str, int] | None) -> _Means:
        from rropt.survey.groups import Estimates
        from rropt.survey.strata import mean_over_strata

        if not isinstance(found, Estimates):
            return cls(None, {}, found.mean(scores))  # type: ignore[union-attr]  # sets were refused before
        means = found.means(scores)
        return cls(found.by, means, None if sizes is None else mean_over_strata(means, sizes))

    def lines(self) -> list[str]:
        """What is said before the shares."""
        from rropt.exact.spelling import counted

        lines = [] if self.whole is None else [repr(self.whole)]
        if self.by is None:
            return lines
        header = next(iter(self.groups.values())).as_table()[0]
        rows = [[name, *x.as_table()[1][0]] for name, x in self.groups.items()]
        head = f"The mean of the scores in {counted(len(rows), 'group')}, each with its error:"
        return [*lines, *([""] if lines else []), head, fit_table([self.by, *header], rows)]

    def add_to(self, document: dict[str, Any]) -> None:
        """Into the document of an estimate, or of its groups."""
        if self.whole is not None:
            document["mean_of_scores"] = self.whole.to_dict()
        for name, found in self.groups.items():
            document["groups"][name]["mean_of_scores"] = found.to_dict()


def _draw(found: Found, plot: Path | None, output: Path | None) -> None:
    """The estimates with their intervals, where a picture is asked for."""
    require_different(plot, output)
    if plot is not None:
        from rropt.plots.pictures import plot_estimates

        plot_estimates(found, plot)


def _taken_as(labels: Sequence[str]) -> list[str]:
    """Which answer of the file is taken for which output, where --outputs says so."""
    pairs = ", ".join(f'"{label}" is output {i}' for i, label in enumerate(labels))
    return [f"Answers, as --outputs says: {pairs} of the mechanism."] if labels else []


def _over_strata(found: Found, sizes: dict[str, int]) -> Stratified:
    from rropt.survey.groups import Estimates
    from rropt.survey.strata import over_strata

    assert isinstance(found, Estimates)
    return over_strata(found, sizes)


def _answer_of(
    found: Found, coverage: int | None, *, covariance: bool, as_json: bool
) -> tuple[dict[str, Any], list[str]]:
    """The document, and the lines; only the one that is asked for is complete."""
    from rropt.survey.groups import Estimates
    from rropt.survey.sets.result import SetEstimate

    document: dict[str, Any] = found.to_dict() if as_json else {"groups": defaultdict(_inputs)} | _inputs()
    lines = [] if as_json else [repr(found)]
    grouped = isinstance(found, Estimates)
    for name, one in found.groups if isinstance(found, Estimates) else (("", found),):
        if isinstance(one, SetEstimate):  # of which no more is asked
            continue
        place = document["groups"][name] if grouped else document
        if covariance:
            lines += _covariance_lines(name, one, place)
        if coverage is not None:
            lines += _coverage_lines(name, one, place, seed=coverage, grouped=grouped)
    return document, lines


def _inputs() -> dict[str, Any]:
    return {"inputs": defaultdict(dict)}


def _covariance_lines(name: str, one: Estimate, place: dict[str, Any]) -> list[str]:
    """The matrix as a table; into `place` the one of many inputs, which the JSON leaves out without the option."""
    if one.variances is None:
        return [f"{_head(name)}covariance of the shares: none, because one answer has no covariance estimate."]
    place["covariance"] = one.covariance_document()
    how = "linearised" if one.is_weighted else "unbiased; a variance on its diagonal can be negative"
    return [f"{_head(name)}covariance of the shares, estimated ({how}):", fit_table(*one.covariance_table())]


def _coverage_lines(name: str, one: Estimate, place: dict[str, Any], *, seed: int, grouped: bool) -> list[str]:
    """A line for every input, and where the shares stand; a group that has no coverage has a note instead."""
    import numpy

    try:
        found = {
            label: one.true_coverage(label, rng=numpy.random.default_rng(seed)) for label in one.mechanism.input_labels
        }
    except InputError as error:
        if not grouped:
            raise
        place["true_coverage"], place["true_coverage_note"] = None, str(error)
        return [f"{_head(name)}true coverage: none ({error})."]
    return _say_group(name, one, place, found)


def _say_group(name: str, one: Estimate, place: dict[str, Any], found: dict[str, Coverage]) -> list[str]:
    from rropt.exact.decimal import show_with_decimal
    from rropt.exact.spelling import show

    lines, shares = [], one.coverage_shares()
    to = "millionths" if one.sampling.kind == "replacement" else "whole people"
    rounded = "" if shares == one.likelihood.prevalence else f" rounded to {to}"
    for label, covers in found.items():
        lines.append(
            f"{_head(name)}true coverage of the {one.method} interval of {label} at the maximum likelihood shares"
            f"{rounded}: {covers.explain()}."
        )
        place["inputs"][label]["true_coverage"] = _document(covers)
        place["true_coverage"] = {"input": label, **_document(covers)}
    place["true_coverage"]["shares"] = [show(x) for x in shares]
    if rounded:
        place["true_coverage_note"] = f"the maximum likelihood shares were{rounded}"
        lines.append(f"{_head(name)}the shares{rounded}: {', '.join(map(show_with_decimal, shares))}.")
    return lines


def _document(covers: Coverage) -> dict[str, Any]:
    from rropt.survey.enclosures import bounds_text

    lower, upper = bounds_text((covers.lower, covers.upper))
    bounds = {"exact": None, "lower": lower, "upper": upper, "source": covers.source.value}
    if covers.confidence is None:
        return bounds
    return bounds | {key: str(getattr(covers, key)) for key in ("confidence", "surveys", "hits")}


def _head(name: str) -> str:
    return f"{name}: " if name else ""


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
