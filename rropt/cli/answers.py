"""The commands that read a file of answers: `rropt estimate`, `rropt associate` and `rropt regress`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rropt import survey
from rropt.cli.readers import read_given, refuse_beside
from rropt.cli.together import Together
from rropt.engine.sets import SetMechanism, answers_of
from rropt.errors import InputError
from rropt.exact.matrix import rank
from rropt.given import MechanismLike
from rropt.markers import Whole
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof
from rropt.show import Block, Col, Result, Say, Table
from rropt.survey.answers import JOIN, text_of
from rropt.survey.covariates import read_people_file
from rropt.survey.data_file import number_of, read_table
from rropt.survey.effects import CoefficientTest
from rropt.survey.estimates import Estimate
from rropt.survey.groups import Means, means_of

__all__ = ["associate", "estimate", "regress"]

SIZE = "size"
"""The column of a file of strata that has their sizes."""
DIRECT = "direct"
"""This word in the place of a mechanism says that the item was asked directly."""
MOST_ROWS = 1000
"""A file with more rows is not suspected to be a table of counts."""
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
YES_AND_NO = "Answers: yes and true are read as 1, the second output of the mechanism, no and false as 0, the first."


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
        if len(by) > 1:
            raise InputError(f"--half takes one column of groups; name one of --by {','.join(by)}")
        how |= {"answer": answer, "by": half, "groups": next(iter(by), None)}
        halves = survey.two_samples(file, cheating=cheating, unrelated=unrelated, **how)
        return Together(halves.schema, (halves,), tuple(warned))
    p = answers_of(mechanism)
    how |= {"mechanism": p, "answer": answer, "by": by}
    sizes = None if strata is None else _read_strata(strata, by)
    if sizes is not None and how.get("sampling") == "srs":
        how.setdefault("population", sizes)
    notes = [YES_AND_NO] if isinstance(p, Mechanism) and p.outputs is None and p.m == 2 else []
    parts: list[Result] = []
    if isinstance(p, SetMechanism):
        refuse_beside(
            "answers that are sets, which have no matrix",
            {"difference": difference or None, "scores": scores, "strata": strata},
        )
    if isinstance(p, Mechanism) and scores is not None and not p.is_free and rank(p.rows) < p.k:
        alone = {"difference": difference or None, "method": how.get("method")}
        refuse_beside("answers that tell the mean of scores alone", alone)
        parts += _with_strata(survey.estimate_mean(file, scores=scores, **how), sizes)
        notes.insert(0, "These answers tell the mean of the scores, and not the shares of its values.")
    else:
        one = survey.estimate(file, **how)
        parts += [] if scores is None else _with_strata(means_of(one, scores), sizes)
        parts += [survey.compare_estimates(one)] if difference else []
        parts += [survey.compare_estimates(one, scores=scores)] if difference and scores is not None else []
        parts += _with_strata(one, sizes)
    return Together(parts[-1].schema, tuple(parts), (*warnings_of_proof(p.pair), *warned), tuple(notes))


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


@dataclass(frozen=True, slots=True, repr=False)
class Tests(Result):
    """Tests of coefficients, a row for each."""

    schema: ClassVar[str] = "rropt/tests/1"
    tests: tuple[CoefficientTest, ...]

    def show(self) -> Iterator[Block]:
        """Yield each test in a sentence, and the numbers of all."""
        yield from (Say(x.sentence, key="") for x in self.tests)
        cols = tuple(Col(x, x) for x in ("test", "hypothesis", "statistic", "law", "degrees", "p_value"))
        rows = [(x.name, x.hypothesis, *x.row) for x in self.tests]
        yield Table("tests", cols, rows, shown=False)


def regress(
    file: Path,
    *,
    formula: str,
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
    same = frame.dropna(subset=[*found.people.frame.columns])
    tests += [found.lr_test(survey.regress(f, same, **how)) for f in against]
    parts: list[Result] = [found]
    parts += [found.odds_ratios()] if odds_ratios else []
    parts += [found.marginal_effects()] if effects else []
    parts += [Tests(tuple(tests))] if tests else []
    parts += [] if predict is None else [found.get_prediction(predict)]
    warned = _warn_of_counts(file, (column, *re.findall(r"\w+", formula)), how)
    return Together(found.schema, tuple(parts), tuple(warned))


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
