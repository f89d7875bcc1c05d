"""The commands that draw answers, `rropt draw`, and that read a file of them: `rropt estimate`, `associate` and `regress`."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy

from rropt import survey
from rropt.cli.readers import read_given, refuse_beside
from rropt.cli.shown import Together, Told
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError, one_line, require_known
from rropt.exact.matrix import rank
from rropt.exact.reading import place_of
from rropt.exact.spelling import counted
from rropt.files import read_text
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof
from rropt.show import Block, Col, Fact, Result, Say, Table, Warn
from rropt.specs import Whole
from rropt.survey.answers import JOIN, Labels, meaning, text_of
from rropt.survey.covariates import read_people_file
from rropt.survey.data_file import MOST_NAMED, DataTable, number_of, read_table
from rropt.survey.effects import CoefficientTest
from rropt.survey.estimates import Estimate
from rropt.survey.groups import Means, means_of

__all__ = ["associate", "draw", "estimate", "regress"]

# The column of a file of strata that has their sizes.
SIZE = "size"
# This word in the place of a mechanism says that the item was asked directly.
DIRECT = "direct"
# A file with more rows is not suspected to be a table of counts.
MOST_ROWS = 1000
NAMES_OF_COUNTS = (
    "count",
    "counts",
    "n",
    "freq",
    "frequency",
    "number",
    "total",
    "people",
    "respondents",
    "cases",
    "answers",
)
YES_AND_NO = (
    "Answers: yes and true are read as 1, the second output of the mechanism, no and false as 0, the first; a spec names them, as "
    "in warner:p=3/4,inputs=no/yes."
)
# The name of the column of answers to inputs that stand in no column of a file.
LINES = "answer"
ONCE = (
    "draw once: answers drawn again for the same people, from the truths or from these answers, cost epsilon again or bias the "
    "estimate."
)


# answers that are drawn


def _tell_drawn(table: DataTable, column: str | None, bits: str, notes: Sequence[str]) -> Iterator[Block]:
    """Yield drawn answers, one a line for programs, or a file's rows with answers in a column, after what a second draw would cost.

    `bits` says where the random bits come from. An answer is None where there is none.
    """
    yield Fact("bits", "bits", bits, shown=False)
    if column is not None:
        answers = table.column(column)
        left = f", {empty} left empty" if (empty := answers.count(None)) else ""
        said = f"{counted(len(answers) - empty, 'answer')} drawn into the column '{column}'{left}; {ONCE}"
        yield from map(Warn, (*notes, said))
    yield Table("answers", [Col(x, x) for x in table.names], table.rows, shown=column is not None)
    if column is None:
        yield from (Say(x, key="", is_wrapped=False) for (x,) in table.rows)


def draw(
    mechanism: MechanismLike,
    *,
    input: Sequence[Whole] = (),
    file: Path | None = None,
    column: str | None = None,
    meanings: Mapping[str, str] | None = None,
    missing: Literal["error", "keep"] = "error",
    seed: int | None = None,
) -> Told:
    """Randomize inputs with exactly the stated probabilities. They are given by --input, or in a file.

    Args:
        mechanism: A file, or a spec such as warner:p=3/4.
        input: An input's label or index; repeatable.
        file: Read the inputs from a file, one a line; with --column a CSV or Parquet file.
        column: Randomize this column of the file; the others stay.
        meanings: What cells stand for: "Yes=yes,yes =yes,NA=" (NA is missing).
        missing: What becomes of a missing value in the column: an error, or it is kept empty.
        seed: Reproducible draws, for simulations only: never a person's.

    Returns:
        The answers.
    """
    p = answers_of(mechanism)
    notes, bits, rng = [*filter(None, (p.said,)), *warnings_of_proof(p)], "operating system", None
    if seed is not None:
        if seed < 0:
            raise InputError(f"--seed {seed} must be at least 0")
        rng, bits = numpy.random.default_rng(seed), f"numpy generator seeded {seed}, for simulations only"
        notes.append(f"seeded ({seed}), for simulations only; these draws protect nobody")
    if column is None or file is None:
        lines = input if file is None else read_text(file).removeprefix("\ufeff").splitlines()
        table = DataTable((LINES,), [(x.strip() or None,) for x in lines])
        truths = _truths(p, table.column(LINES), "input" if input else "line")
        if empty := truths.count(None):
            notes.append(f"{counted(empty, 'empty line')} skipped; they have no answers")
        # the output has answers alone
        for note in notes:
            print(f"rropt: {one_line(note)}", file=sys.stderr)
    else:
        table = read_table(file, printed=False)  # not printed: the other columns are written as they are
        require_known([column], table.names, f"the data of {file} have no column")
        truths = _truths(p, table.column(column), "row", meanings)
        if missing == "error" and None in truths:
            raise InputError(
                f"row {truths.index(None) + 2} has no value; fill it, or give --missing keep to leave it empty"
            )
    drawn = map(str, survey.draw(p, [x for x in truths if x is not None], rng=rng))
    answers = [None if x is None else next(drawn) for x in truths]
    place = table.names.index(column or LINES)
    rows = [(*row[:place], x, *row[place + 1 :]) for row, x in zip(table.rows, answers, strict=True) if column or x]
    return Told("rropt/draw/1", partial(_tell_drawn, DataTable(table.names, rows), column, bits, notes))


def _truths(
    p: Mechanism | SetMechanism, cells: Sequence[Any], where: str, meanings: Mapping[str, str] | None = None
) -> list[str | None]:
    """Return the label of the input that each cell means; None for a missing value.

    `where` says what has a cell: a row below the header of a column, a line, or an option. In a column a cell is a label, elsewhere
    it may also be an index. What is no input is refused: of lines only the first is told, as each is the truth of one person.
    """
    labels, is_column = Labels(p.input_labels), where == "row"
    texts = ["" if cell is None else str(cell) for cell in cells]
    meant = {text: meaning(text, meanings) or "" for text in texts}
    places = {text: labels.place(x) for text, x in meant.items()}
    if not is_column:
        places |= {x: place_of(meant[x], p.inputs, p.k, as_text=True) for x, place in places.items() if place is None}
    strange = [x for x, place in places.items() if place is None and meant[x].strip()]
    if strange:
        start, most = (2, MOST_NAMED) if is_column else (1, 1)
        named = ", ".join(f"{where} {texts.index(x) + start} ({x!r})" for x in strange[:most])
        more = f" and {len(strange) - most} more different texts" if len(strange) > most else ""
        way = (
            f'say what each stands for, such as --meanings "{strange[0]}={p.input_labels[0]}", or "{strange[0]}=" for a missing '
            "value"
            if is_column
            else f"give their labels, or the indices 0 to {p.k - 1}; of a table name its --file, and the --column to randomize"
        )
        raise InputError(
            f"these are not inputs of the mechanism (inputs: {', '.join(p.input_labels[:8])}): {named}{more}; {way}"
        )
    return [None if (place := places[text]) is None else p.input_labels[place] for text in texts]


# answers that are read


def estimate(
    file: Path,
    *,
    answer: str,
    mechanism: MechanismLike | None = None,
    by: Sequence[str] = (),
    difference: bool = False,
    scores: Sequence[str] | None = None,
    strata: Path | None = None,
    half: str | None = None,
    cheating: Mapping[str, MechanismLike] | None = None,
    unrelated: Mapping[str, str] | None = None,
    **how: Any,
) -> Together:
    """Estimate the shares of the inputs from randomized answers. Each share has its standard error and its interval.

    Args:
        file: CSV (UTF-8, with a header) or Parquet; a row per respondent, or a table with --counts.
        mechanism: A file, or a spec such as warner:p=3/4.
        answer: The column of answers.
        by: One estimate for each value of a column, or of several.
        difference: Add how the groups of --by differ (also in the mean of --scores), with tests.
        scores: Add the mean of a scale: a score for each input, such as 1,2,3,4,5.
        strata: Add means and totals over strata: a CSV with the columns of --by, and size (--stratum tells how people were drawn).
        half: The column that says who is in which of two half-samples asked with different chances; with --cheating or --unrelated.
        cheating: HALF=M: estimate how many always say no; give each half-sample's device, a file or a spec.
        unrelated: HALF=P: the share of an unrelated question is unknown; give each half-sample's chance of the sensitive question.

    Returns:
        The estimate, with what was asked for beside it.
    """
    warned = _warn_of_counts(file, (answer, *by, half), how)
    if half is not None:
        how |= {"answer": answer, "by": half, "groups": by}
        halves = survey.two_samples(file, cheating=cheating, unrelated=unrelated, **how)
        return Together(halves.schema, (halves,), tuple(warned))
    p = answers_of(mechanism)
    how |= {"mechanism": p, "answer": answer, "by": by}
    sizes = None if strata is None else _read_strata(strata, by)
    if sizes is not None and how.get("sampling") == "srs":
        how.setdefault("population", sizes)
    notes = [YES_AND_NO] if isinstance(p, Mechanism) and p.outputs is None and p.m == 2 else []
    parts: list[Result] = []
    if isinstance(p, Mechanism) and scores is not None and not p.is_free and rank(p.rows) < p.k:
        refuse_beside(
            "answers that tell the mean of scores alone",
            {"difference": difference or None, "method": how.get("method")},
        )
        parts += _with_strata(survey.estimate_mean(file, scores=scores, **how), sizes)
        notes.insert(0, "These answers tell the mean of the scores, and not the shares of its values.")
    else:
        one = survey.estimate(file, **how)
        parts += [] if scores is None else _with_strata(means_of(one, scores), sizes)
        parts += [survey.compare_estimates(one)] if difference else []
        parts += [survey.compare_estimates(one, scores=scores)] if difference and scores is not None else []
        parts += _with_strata(one, sizes)
    return Together(parts[-1].schema, tuple(parts), (*warnings_of_proof(p), *warned), tuple(notes))


def _with_strata(found: Estimate | Means, sizes: Mapping[str, Any] | None) -> list[Result]:
    """Put an estimate of strata together, if their sizes are given; the estimate itself stands below."""
    return [found] if sizes is None else [survey.over_strata(found, sizes), found]


def _read_strata(file: Path, columns: Sequence[str]) -> dict[str, str]:
    """Read the number of people in each stratum, as text. Return a dictionary from the name of the stratum's group to it."""
    table = read_table(file, holds="sizes of strata")
    if lacking := [x for x in (*columns, SIZE) if x not in table.names]:
        raise InputError(f"{file} has no column '{lacking[0]}'; it needs {', '.join(columns)} and {SIZE}")
    names = [JOIN.join(map(text_of, cells)) for cells in zip(*map(table.column, columns), strict=True)]
    if repeated := [name for name, times in Counter(names).items() if times > 1]:
        raise InputError(f"{file} names the stratum '{repeated[0]}' twice; give it one size")
    return dict(zip(names, map(text_of, table.column(SIZE)), strict=True))


def associate(
    file: Path,
    first: str,
    second: str,
    *,
    mechanism: Sequence[Whole],
    **how: Any,
) -> Together:
    """Relate two items of a survey, and test their independence. The answer has the shares of the crossed categories, phi and the
    odds ratio.

    Args:
        file: CSV (UTF-8, with a header) or Parquet; a row per respondent, or a table with --counts.
        first: The column of the answers to one item.
        second: The column of the answers to the other.
        mechanism: A file, or a spec such as warner:p=3/4: once for both items, or once for each; direct if asked directly.

    Returns:
        The association.
    """
    given = [None if text == DIRECT else read_given(text) for text in mechanism]
    warned = _warn_of_counts(file, (first, second), how)
    found = survey.associate(file, (first, second), mechanisms=given if given[1:] else given * 2, **how)
    return Together(found.schema, (found,), tuple(warned))


def _tell_tests(tests: Sequence[CoefficientTest]) -> Iterator[Block]:
    """Yield each test of coefficients in a sentence, and the numbers of all."""
    yield from (Say(x.sentence, key="") for x in tests)
    yield Table(
        "tests",
        tuple(Col(x, x) for x in ("test", "hypothesis", "statistic", "law", "degrees", "p_value")),
        [(x.name, x.hypothesis, *x.row) for x in tests],
        shown=False,
    )


def regress(
    file: Path,
    formula: str,
    *,
    mechanism: Mapping[str, MechanismLike] | MechanismLike | None = None,
    by: str | None = None,
    answer: str | None = None,
    effects: bool = False,
    odds_ratios: bool = False,
    test: Sequence[Whole] = (),
    against: Sequence[Whole] = (),
    predict: Path | None = None,
    **how: Any,
) -> Together:
    """Explain the truth behind randomized answers by covariates. With --answer, explain something asked directly by that truth.

    Args:
        file: CSV (UTF-8, with a header) or Parquet; a row per respondent, or a table with --counts.
        formula: Such as "said ~ age + C(region)": answers on the left.
        mechanism: A file, or a spec such as warner:p=3/4; with --by, VALUE=M each.
        by: The column that says by which of several mechanisms somebody was asked.
        odds_ratios: Add exp(coefficient) with its interval, without constants.
        effects: Add average marginal effects on the shares.
        answer: The column of randomized answers, if it stands on the right side.
        test: Add Wald's test: "age", "age = 0.5", all of a term "C(region)"; several at once by ;
        against: Add the likelihood ratio test of a smaller formula, such as "said ~ 1".
        predict: Add predicted shares with errors, for the covariates of each row of a file.

    Returns:
        The regression, with what was asked for beside it.
    """
    column = answer or formula.partition("~")[0].strip()
    how |= {"mechanism": mechanism, "by": by, "answer": answer}
    frame = read_people_file(
        file, " ".join([formula, *against]), labels=(by, how.get("cluster"), how.get("stratum")), answer=column
    )
    found = survey.regress(formula, frame, **how)
    tests = [found.wald_test([x.strip() for x in h.split(";")]) for h in test]
    # a smaller formula has no more rows
    tests += [
        found.lr_test(survey.regress(f, frame.dropna(subset=[*found.people.frame.columns]), **how)) for f in against
    ]
    parts: list[Result] = [
        found,
        *([found.odds_ratios()] if odds_ratios else []),
        *([found.marginal_effects()] if effects else []),
        *([Told("rropt/tests/1", partial(_tell_tests, tests))] if tests else []),
        *([] if predict is None else [found.get_prediction(predict)]),
    ]
    return Together(
        found.schema, tuple(parts), tuple(_warn_of_counts(file, (column, *re.findall(r"\w+", formula)), how))
    )


def _warn_of_counts(file: Path, used: Collection[str | None], how: Mapping[str, Any]) -> list[str]:
    """Warn of a column that seems to hold numbers of respondents, although each row is taken as one respondent.

    Such a column has a usual name, is not used otherwise, and has whole numbers of at least 0 whose sum exceeds the number of rows,
    no two of which agree in all other columns. A file with more than MOST_ROWS rows gets no warning.
    """
    table = read_table(file, most=MOST_ROWS + 1)
    height = len(table.rows)
    named = [x for x in table.names if x.strip().casefold() in NAMES_OF_COUNTS and x not in used]
    for name in named if height <= MOST_ROWS and "counts" not in how else ():
        numbers = list(map(number_of, table.column(name)))  # a text is NaN, which is none
        others = zip(*(table.column(x) for x in table.names if x != name), strict=True)
        if all(x >= 0 and x % 1 == 0 for x in numbers) and sum(numbers) > height == len({*others}):
            return [
                f"Each row (of {height}) is taken as one respondent, but the column '{name}' looks like counts; if it says how "
                f"many gave each answer, add --counts {name}."
            ]
    return []
