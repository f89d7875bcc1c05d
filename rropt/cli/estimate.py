"""`rropt estimate`: shares of the population from a file of randomized answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from rropt.cli.mean_of_scores import Means, answer_mean, mean_alone, scan_answers, tells_mean_alone
from rropt.cli.reading.answers import naming_rows
from rropt.cli.reading.data_file import reading
from rropt.cli.reading.given import given
from rropt.cli.reading.meanings import read_map, refuse_strange_targets
from rropt.cli.reading.respondents import (
    AnswerOption,
    FileArgument,
    MapOption,
    MissingOption,
    OutputsOption,
    Respondents,
)
from rropt.cli.reading.strata_file import read_strata
from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import (
    ConfidenceOption,
    PictureOption,
    RowsAreInputs,
    SamplingOption,
    WorkingOption,
    beliefs_of,
    fields,
    read_any_mechanism,
    relabel_as_asked,
    require_seed,
    warn_of_proof,
)
from rropt.cli.terminal.estimate_facts import answer_of
from rropt.cli.terminal.repeated import first_repeated
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.engine.sets import SetMechanism
    from rropt.mechanism import Mechanism
    from rropt.survey.groups import Estimates
    from rropt.survey.relations.comparison import GroupComparison
    from rropt.survey.result import Estimate
    from rropt.survey.sets.result import SetEstimate
    from rropt.survey.strata import Stratified

    Found: TypeAlias = Estimate | SetEstimate | Estimates

__all__ = ["estimate"]

MechanismOption = Annotated[
    str, typer.Option("--mechanism", "-m", metavar="M", help="A file, or a spec such as warner:p=3/4.")
]
ByOption = Annotated[
    str | None,
    typer.Option("--by", metavar="COLUMN,…", help="One estimate for each value of COLUMN, or of several columns."),
]
StrataOption = Annotated[
    Path | None,
    typer.Option(
        "--strata",
        metavar="FILE",
        help="Add means and totals over strata: a CSV with the columns of --by, and size (--stratum tells how people were drawn).",
    ),
]
DifferenceOption = Annotated[
    bool,
    typer.Option(
        "--difference",
        help="Add how the groups of --by differ (also in the mean of --scores), with tests.",
    ),
]
PopulationsOption = Annotated[
    str | None,
    typer.Option("--population", metavar="N", help="The population's size, for srs; with --by a=N,b=N,… by group."),
]
CoverageOption = Annotated[
    bool,
    typer.Option(
        "--coverage", help="Add the intervals' true coverage: enumerated for small surveys, simulated for large ones."
    ),
]
ScoresOption = Annotated[
    str | None,
    typer.Option(
        "--scores", metavar="A,B,…", help="Add the mean of a scale: a score for each input, such as 1,2,3,4,5."
    ),
]
IntervalOption = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="METHOD",
        help="chebyshev, normal, wilson, clopper-pearson, or likelihood-ratio (never empty; covers at least as often as stated).",
    ),
]
# options for mechanisms with a matrix: refused if answers are sets
OF_MATRICES = ("counts", "cluster", "stratum")
InputsOption = Annotated[str | None, typer.Option("--inputs", metavar="A,B,…", help="Names for the inputs.")]


def estimate(
    context: typer.Context,
    file: FileArgument,
    mechanism: MechanismOption,
    column: AnswerOption,
    by: ByOption = None,
    strata: StrataOption = None,
    difference: DifferenceOption = False,
    sampling: SamplingOption = "replacement",
    population: PopulationsOption = None,
    people: Respondents = Respondents(),
    other: Annotated[str, typer.Option(help="Answers that are no output: error, or drop.")] = "error",
    missing: MissingOption = "error",
    method: IntervalOption = None,
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
) -> Answer:
    """Estimate the shares of the inputs from randomized answers.

    Each share has its standard error and its interval.

    Mixed models and calibration are left to other tools; `rropt show M --as csv` writes the matrix that they read.

    Example: rropt estimate answers.csv --mechanism warner:p=3/4 --answer said --outputs no,yes
    """
    require_seed(seed)
    if "seed" in given(context) and not coverage:
        raise InputError(f"--seed {seed} sets the draws of a simulated coverage; add --coverage, or drop --seed")
    units = {name: x for name, x in asdict(people).items() if name in OF_MATRICES}
    only = {**units, "coverage": coverage, "covariance": covariance, "outputs": outputs, "scores": scores}
    p = _read_mechanism(read_any_mechanism(mechanism, rows_are_inputs=rows_are_inputs), inputs, outputs, only)
    common: dict[str, Any] = {"answer": column, "sampling": sampling, "population": _population(population)}
    common |= {"other": other, "missing": missing, "method": method, "confidence": confidence, **units}
    columns = None if by is None else _columns(by)
    sizes = None if strata is None else read_strata(strata, columns)
    group = columns[0] if columns is not None and len(columns) == 1 else columns
    common |= {"by": group, "weights": people.weights, "working": working}
    if sampling == "srs" and population is None:
        common["population"] = sizes
    if scores is not None and tells_mean_alone(p):
        asked = {
            **common,
            "by": group,
            "difference": difference,
            "coverage": coverage,
            "covariance": covariance,
            "plot": plot,
        }
        alone = mean_alone(file, p, asked, read_map(mapping), fields(scores, "--scores"), sizes)
        warn_of_proof(p)
        return answer_mean(alone, [*_taken_as(p, outputs), *_planned_beliefs(p)])
    found = _estimate_file(file, p, common, read_map(mapping))
    warn_of_proof(p)
    said, drawn = [*_taken_as(p, outputs), *_planned_beliefs(p)], seed if coverage else None
    means = None if scores is None else Means.of(found, fields(scores, "--scores"), sizes)
    compared = _compare(found, scores) if difference else {}
    warned = people.warnings(file, column, columns or ())
    whole = None if sizes is None else _over_strata(found, sizes)

    def document() -> dict[str, Any]:
        told, _ = answer_of(found, drawn, covariance=covariance, as_json=True)
        if warned:
            told["attention"] = [*warned, *told.get("attention", [])]
        if means is not None:
            means.add_to(told)
        told |= {key: x.to_dict() for key, x in compared.items()}
        return told if whole is None else {**told, "over_strata": whole.to_dict()}

    def words() -> str:
        from rropt.exact.decimal import write_few_digits

        _, lines = answer_of(found, drawn, covariance=covariance, as_json=False)
        first = [] if means is None else [*means.lines(), ""]
        first += [line for x in (*compared.values(), whole) if x is not None for line in (repr(x), "")]
        with write_few_digits():
            told = found.attention() if first else []
        rest = "\n".join([*first, *lines, *said]).split("\n")
        return "\n".join([*warned, *told, *(line for line in rest if line not in told)])

    return Answer(words=words, document=document, files=[(plot, lambda file: _draw(found, file))])


def _columns(by: str) -> list[str]:
    """Split --by into the names of columns; refuse a name that stands twice."""
    names = fields(by, "--by")
    if (twice := first_repeated(names)) is not None:
        raise InputError(f"--by {by} names the column '{twice}' twice; name it once")
    return names


def _estimate_file(file: Path, p: Mechanism | SetMechanism, common: dict[str, Any], pairs: Mapping[str, str]) -> Found:
    """Estimate the shares from the answers of the file. The map `pairs` first translates the texts of the answers."""
    from rropt.engine.sets import SetMechanism
    from rropt.survey.estimate import estimate as estimated
    from rropt.survey.sets.estimate import estimate_sets
    from rropt.survey.tally import refuse_weighted_counts

    column, weights, counts = common["answer"], common["weights"], common.get("counts")
    refuse_weighted_counts(weights, counts)
    if not isinstance(p, SetMechanism):
        refuse_strange_targets(pairs, p.output_labels)
    with reading(file), naming_rows(file, column, weights, counts):
        data = scan_answers(file, common, pairs)
        if isinstance(p, SetMechanism):
            return estimate_sets(data, mechanism=p, **{key: x for key, x in common.items() if key not in OF_MATRICES})
        return estimated(data, mechanism=p, **common)


def _read_mechanism(
    read: Mechanism | SetMechanism, inputs: str | None, outputs: str | None, of_matrices: Mapping[str, object]
) -> Mechanism | SetMechanism:
    """Give the mechanism the labels of --inputs and --outputs.

    If the answers are sets of inputs, the mechanism has no matrix. Then only its inputs are labelled, and typed options that need a
    matrix are refused. The dictionary `of_matrices` has the values of these options.
    """
    from rropt.engine.sets import SetMechanism

    if not isinstance(read, SetMechanism):
        return relabel_as_asked(read, inputs, outputs)
    if stray := next((name for name, x in of_matrices.items() if x), None):
        raise InputError(
            f"--{stray} needs the matrix of the mechanism, which is too large where answers are sets of inputs; drop --{stray}"
        )
    return read.relabel(inputs=fields(inputs, "--inputs") if inputs else None)


def _compare(found: Found, scores: str | None) -> dict[str, GroupComparison]:
    """Compare groups by their shares and, if there are scores, by the mean of the scores; refuse an estimate without groups.

    The keys of the result are `comparison` and `comparison_of_means`.
    """
    from rropt.survey.groups import Estimates
    from rropt.survey.relations.comparison import compare_estimates

    if not isinstance(found, Estimates):
        raise InputError("--difference compares groups; name their column with --by")
    means = (
        {} if scores is None else {"comparison_of_means": compare_estimates(found, scores=fields(scores, "--scores"))}
    )
    return means | {"comparison": compare_estimates(found)}


def _draw(found: Found, plot: Path) -> None:
    """Draw the estimates with their intervals."""
    from rropt.plots.pictures import plot_estimates

    plot_estimates(found, plot)


def _planned_beliefs(p: Mechanism | SetMechanism) -> list[str]:
    """Say what an answer reveals at the shares for which the design was made.

    The first line says that these shares are not the estimate. Return an empty list if the mechanism was not designed for given
    shares.
    """
    said = beliefs_of(p)
    return ["At the prevalence that the design was made for, which is not the estimate:", *said] if said else []


def _taken_as(p: Mechanism | SetMechanism, outputs: str | None) -> list[str]:
    """Say which answer of the file is read as which output, if --outputs is given."""
    labels: Sequence[str] = p.output_labels if outputs else ()  # type: ignore[union-attr]  # sets were refused before
    pairs = ", ".join(f'"{label}" is output {i}' for i, label in enumerate(labels))
    return [f"Answers, as --outputs says: {pairs} of the mechanism."] if labels else []


def _over_strata(found: Found, sizes: dict[str, int]) -> Stratified:
    from rropt.survey.groups import Estimates
    from rropt.survey.strata import over_strata

    assert isinstance(found, Estimates)
    return over_strata(found, sizes)


def _population(text: str | None) -> int | dict[str, int] | None:
    from rropt.exact.grammar import read_integer

    def size(number: str) -> int:
        return read_integer(number, least=1, most=10**15, name="a population")

    if text is None or "=" not in text:
        return None if text is None else size(text)
    pairs = [part.rpartition("=") for part in text.split(",")]
    if bad := [name or number for name, sign, number in pairs if not (sign and name)]:
        raise InputError(
            f"--population gives the size {bad[0]} without a group's name; write --population north=5000,south=7000"
        )
    names = [name for name, _, _ in pairs]
    if (twice := first_repeated(names)) is not None:
        raise InputError(f"--population names the group '{twice}' twice; give it one size")
    return {name: size(number) for name, _, number in pairs}
