"""`rropt regress`: regression of a truth, which is known only by randomized answers, on the covariates in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.reading.answers import naming_rows, with_meanings
from rropt.cli.reading.covariates import with_numbers
from rropt.cli.reading.data_file import reading, scan, with_missing
from rropt.cli.reading.meanings import read_map, refuse_strange_targets
from rropt.cli.reading.named import read_named
from rropt.cli.reading.respondents import FileArgument, MapOption, OutputsOption, Respondents
from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import ConfidenceOption, RowsAreInputs, fields, read_mechanism, relabel_as_asked
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism
    from rropt.survey.regression.hypotheses import CoefficientTest
    from rropt.survey.regression.prediction import Predictions
    from rropt.survey.regression.result import Regression

__all__ = ["regress"]

MechanismsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--mechanism", "-m", metavar="M", help="A file, or a spec such as warner:p=3/4; with --by, VALUE=M each."
    ),
]
UnrelatedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--unrelated",
        metavar="VALUE=P",
        help="In place of -m: for each --by VALUE the chance of the sensitive question; the unrelated one's share is unknown.",
    ),
]
FormulaOption = Annotated[
    str, typer.Option("--formula", "-f", metavar="F", help='Such as "said ~ age + C(region)": answers on the left.')
]
ByOption = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="COLUMN", help="The column that says by which of several mechanisms somebody was asked."
    ),
]
PositiveOption = Annotated[
    str | None, typer.Option("--positive", metavar="X", help="Of two truths, the one whose odds are explained.")
]
ModelOption = Annotated[
    str | None,
    typer.Option("--model", help="logit (two truths), multinomial, ordinal; with --answer linear or logistic."),
]
AnswerOption = Annotated[
    str | None,
    typer.Option(
        "--answer", "-a", metavar="COLUMN", help="The column of randomized answers, if it stands on the right side."
    ),
]
EffectsOption = Annotated[bool, typer.Option("--effects", help="Add average marginal effects on the shares.")]
OddsRatiosOption = Annotated[
    bool, typer.Option("--odds-ratios", help="Add exp(coefficient) with its interval, without constants.")
]
TestOption = Annotated[
    list[str] | None,
    typer.Option(
        "--test",
        metavar="H",
        help='Add Wald\'s test: "age", "age = 0.5", all of a term "C(region)"; several at once by ;',
    ),
]
AgainstOption = Annotated[
    list[str] | None,
    typer.Option(
        "--against", metavar="F", help='Add the likelihood ratio test of a smaller formula, such as "said ~ 1".'
    ),
]
PredictOption = Annotated[
    Path | None,
    typer.Option("--predict", metavar="FILE", help="Add predicted shares with errors, for the covariates of each row."),
]


def regress(
    file: FileArgument,
    formula: FormulaOption,
    mechanism: MechanismsOption = None,
    unrelated: UnrelatedOption = None,
    positive: PositiveOption = None,
    model: ModelOption = None,
    column: AnswerOption = None,
    by: ByOption = None,
    people: Respondents = Respondents(),
    cov_type: Annotated[
        str | None, typer.Option("--cov-type", help="Errors: expected, observed, HC0 or cluster.")
    ] = None,
    effects: EffectsOption = False,
    odds_ratios: OddsRatiosOption = False,
    test: TestOption = None,
    against: AgainstOption = None,
    predict: PredictOption = None,
    other: Annotated[str, typer.Option(help="Answers that are no output: error, or drop.")] = "error",
    missing: Annotated[str, typer.Option(help="Rows with missing values: drop, and say how many, or error.")] = "drop",
    confidence: ConfidenceOption = "0.95",
    outputs: OutputsOption = None,
    mapping: MapOption = None,
    rows_are_inputs: RowsAreInputs = False,
) -> Answer:
    """Explain the truth behind randomized answers by covariates.

    With --answer, use that truth to explain something that was asked directly.

    Needs the extra `analysis` (statsmodels). Mixed effects and Bayesian models stay with R; `rropt show M --as csv` writes the
    matrix that such tools read.

    Example: rropt regress people.csv --mechanism design.json --formula "said ~ age" --cluster school
    """
    from rropt.survey.regression.formulas import explained_column, require_statsmodels

    require_statsmodels()
    given = _given(mechanism, unrelated, by, outputs, rows_are_inputs=rows_are_inputs)
    options = {"positive": positive, "model": model, "by": by, "answer": column, "cov_type": cov_type}
    options |= {**asdict(people), "other": other, "missing": missing, "confidence": confidence}
    asked = column or explained_column(formula)
    if stray := [x for x in against or () if explained_column(x) != explained_column(formula)]:
        raise InputError(
            f"--against {stray[0]} and {formula} have different columns before the ~; give both the same column there"
        )
    found, ratios = _fit(file, asked, given, formula, read_map(mapping), options, against or [])
    more: dict[str, list[Any]] = {
        "odds_ratios": [found.odds_ratios()] if odds_ratios else [],
        "effects": [found.marginal_effects()] if effects else [],
        "tests": [*(found.wald_test([x.strip() for x in h.split(";")]) for h in test or []), *ratios],
        "predictions": [] if predict is None else [_predicted(found, predict)],
    }
    warned = people.warnings(file, asked, found.covariates, named=True)
    parts = [found, *(x for some in more.values() for x in some)]
    return Answer(
        words=lambda: "\n\n".join([*warned, *map(repr, parts)]),
        document=lambda: {**found.to_dict(), "attention": [*warned, *found.attention()], **_documents(more)},
    )


def _given(
    mechanism: Sequence[str] | None,
    unrelated: list[str] | None,
    by: str | None,
    outputs: str | None,
    *,
    rows_are_inputs: bool,
) -> dict[str, Any]:
    """Read how people were asked, and return it as keyword arguments.

    If an unrelated question was asked, they are `unrelated` and `outputs`. Otherwise `mechanism` is the only one.
    """
    if bool(mechanism) == bool(unrelated):
        raise InputError(
            "give either --mechanism M or, for an unrelated question, --unrelated VALUE=P for each half-sample"
        )
    if mechanism:
        return {"mechanism": _mechanisms(mechanism, by, outputs, rows_are_inputs=rows_are_inputs)}
    names = None if outputs is None else fields(outputs, "--outputs")
    return {"unrelated": read_named(unrelated, "--unrelated"), "outputs": names}


def _mechanisms(
    typed: Sequence[str], by: str | None, outputs: str | None, *, rows_are_inputs: bool
) -> Mechanism | dict[str, Mechanism]:
    """Read the mechanism that all people used. With --by, return instead a dictionary from each value of that column to a
    mechanism.
    """
    if by is None:
        if len(typed) > 1:
            raise InputError("several mechanisms need --by COLUMN, the column that says which of them each person used")
        return relabel_as_asked(read_mechanism(typed[0], rows_are_inputs=rows_are_inputs), None, outputs)
    return {
        value: relabel_as_asked(read_mechanism(source, rows_are_inputs=rows_are_inputs), None, outputs)
        for value, source in read_named(typed, "--mechanism").items()
    }


def _fit(
    file: Path,
    column: str,
    given: Mapping[str, Any],
    formula: str,
    pairs: Mapping[str, str],
    options: Mapping[str, Any],
    against: Sequence[str],
) -> tuple[Regression, list[CoefficientTest]]:
    """Fit the regression of the answers in `column`, and test smaller formulas by likelihood ratio on the same rows."""
    from rropt.survey.regression.fit import regress as fit
    from rropt.survey.tally import refuse_weighted_counts

    one = given.get("mechanism")
    if one is not None and not isinstance(one, dict):
        refuse_strange_targets(pairs, one.output_labels)
    kept = [x for x in (column, options["by"], options["cluster"], options["stratum"]) if x]
    weights, counts = options["weights"], options["counts"]
    refuse_weighted_counts(weights, counts)
    with reading(file), naming_rows(file, column, weights, counts):
        data = scan(file, numeric=weights or counts)
        data = with_missing(file, data, [x for x in data.collect_schema().names() if x != column])
        data = with_meanings(data, column, pairs)
        frame = with_numbers(file, data, " ".join([formula, *against]), kept)
        found = fit(formula, frame, **given, **options)
        # all people of one row of a table of counts have that row's index
        rows = frame[found.people.index.unique().to_list()]
        return found, [found.lr_test(fit(f, rows, **given, **options)) for f in against]


def _predicted(found: Regression, file: Path) -> Predictions:
    """Predict the outcome for each row of a file, which must have the columns of the covariates."""
    from rropt.exact.reading import list_near
    from rropt.exact.spelling import counted

    with reading(file):
        data = with_missing(file, scan(file), list(found.covariates))
        frame = with_numbers(file, data, found.formula, [])
    for name in found.covariates:
        if name not in frame.columns:
            raise InputError(f"the data of --predict {file} have no column '{name}'; {list_near(name, frame.columns)}")
        if n := frame[name].null_count():
            raise InputError(
                f"the column '{name}' of {file} lacks {counted(n, 'value')}, and a prediction needs all covariates; fill "
                + ("it, or leave this row out" if n == 1 else "them, or leave these rows out")
            )
    return found.get_prediction(frame)


def _documents(more: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """Write the further results for JSON: the tests as a list, and each other result under its own key."""
    documents = {name: [x.to_dict() for x in some] for name, some in more.items() if some}
    return {name: some if name == "tests" else some[0] for name, some in documents.items()}
