"""The options that describe a file of answers: what its cells and rows stand for, and how people were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.reading.answers import warn_of_counts

__all__ = ["AnswerOption", "FileArgument", "MapOption", "MissingOption", "OutputsOption", "Respondents"]

FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="CSV (UTF-8, with a header) or Parquet; one row per respondent, or a table with --counts."
    ),
]
AnswerOption = Annotated[str, typer.Option("--answer", "-a", metavar="COLUMN", help="The column of answers.")]
MissingOption = Annotated[str, typer.Option(help="Rows with a missing answer: error, or drop them and no others.")]
MapOption = Annotated[
    str | None,
    typer.Option("--map", metavar="A=B,…", help='What cells stand for: "Yes=yes,yes =yes,NA=" (NA is missing).'),
]
OutputsOption = Annotated[
    str | None,
    typer.Option(
        "--outputs",
        metavar="A,B,…",
        help="What the file calls the mechanism's outputs, in their order: of a named "
        "family for yes and no first the no (output 0), then the yes (output 1).",
    ),
]
WeightsOption = Annotated[
    str | None, typer.Option("--weights", metavar="COLUMN", help="Respondents' weights (linearised variance).")
]
CountsOption = Annotated[
    str | None,
    typer.Option(
        "--counts", metavar="COLUMN", help="The column of a table of counts: how many people a row stands for."
    ),
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="COLUMN", help="The clusters drawn (schools): linearised variance.")
]
StratumOption = Annotated[
    str | None,
    typer.Option("--stratum", metavar="COLUMN", help="Strata that clusters (or, without these, people) were drawn in."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Respondents:
    """The columns of a file that describe its respondents.

    They say how many people a row stands for, and from which cluster and stratum these people were drawn.
    """

    weights: WeightsOption = None
    counts: CountsOption = None
    cluster: ClusterOption = None
    stratum: StratumOption = None

    def warnings(self, file: Path, column: str, used: Sequence[str], *, named: bool = False) -> list[str]:
        """Warn of a column that seems to hold numbers of respondents. There is no warning if a column of counts was stated.

        If `named` is true, or if a column of weights was stated, only columns with a usual name for counts are examined. Otherwise
        weights or covariates that are whole numbers could be taken for counts.
        """
        return [] if self.counts else warn_of_counts(file, column, used, named=named or self.weights is not None)
