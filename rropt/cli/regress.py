"""`rropt regress`: explain the truths behind a file's randomized answers by covariates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rropt import survey
from rropt.cli.counts import warn_of_counts
from rropt.cli.readers import read_matrix
from rropt.cli.together import Together
from rropt.cli.values import read_value
from rropt.errors import InputError
from rropt.given import MechanismLike
from rropt.markers import Whole
from rropt.show import Block, Col, Result, Say, Table
from rropt.survey.covariates import read_people_file
from rropt.survey.effects import CoefficientTest

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["regress"]


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
    mechanism: Sequence[Whole] = (),
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
    explained, *smaller = [x.partition("~")[0].strip() for x in (formula, *against)]
    if stray := next((x for x, left in zip(against, smaller, strict=True) if left != explained), None):
        raise InputError(
            f"--against {stray} and {formula} have different columns before the ~; give both the same column there"
        )
    column = answer or explained
    how |= {"mechanism": _read_asked(mechanism, by), "by": by, "answer": answer}
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
    covariates = [x for x in frame.columns if x in formula]
    warned = [] if "counts" in how else warn_of_counts(file, column, covariates, named=True)
    return Together(found.schema, tuple(parts), tuple(warned))


def _read_asked(mechanism: Sequence[str], by: str | None) -> Any:
    """Read the mechanism by which people were asked, or that of each value of --by; None if an unrelated question was asked."""
    if by is not None and mechanism:
        return read_value(Mapping[str, MechanismLike], mechanism, "--mechanism")
    if len(mechanism) > 1:
        raise InputError(
            f"the {len(mechanism)} mechanisms need --by COLUMN, the column that says which of them each person used"
        )
    return read_matrix(mechanism[0]) if mechanism else None
