"""`rropt rank`: the named families for k categories at one epsilon, best first."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.design import count_or_labels
from rropt.cli.reading.objectives import OfCategories, find_stated
from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import fields, picture_place
from rropt.exact.errors import InputError

__all__ = ["rank"]


def rank(
    inputs: Annotated[
        str, typer.Option("--inputs", metavar="K|A,B,…", help="How many categories, 2 to 1024, or their names.")
    ],
    epsilon: Annotated[str, typer.Option("--epsilon", metavar="ε", help="The privacy of one answer: 1/2, ln3.")],
    prevalence: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help="The shares planned for, one a category; else the prior's, or equal ones."),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            help="What rows are ordered by: total-variance, contrast, determinant, largest-variance, information or divergence."
        ),
    ] = None,
    about: OfCategories = OfCategories(),
    standard_error: Annotated[
        str, typer.Option(metavar="E", help="The standard error of every share that the column `people` plans for.")
    ] = "0.01",
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", callback=picture_place, help="Also draw efficiency against epsilon (.svg or .png)."
        ),
    ] = None,
) -> Answer:
    """Rank the named families for k categories at one epsilon.

    They are ordered by exact variances, with the people needed, the bits sent and the certified efficiency.

    Example: rropt rank --inputs 5 --epsilon 1/2 --prevalence 0.4,0.3,0.15,0.1,0.05
    Example: rropt rank --inputs 5 --epsilon 1/2 --objective contrast --scores 1,2,3,4,5
    """
    from rropt.rankings.ranking import rank as ranked

    if objective is None and (stray := next((name for name, x in asdict(about).items() if x is not None), None)):
        raise InputError(f"--{stray} belongs to an objective; name that objective with --objective")
    shares = None if prevalence is None else fields(prevalence, "--prevalence")
    asked, aim = count_or_labels(inputs, "inputs"), None
    if objective is not None:
        takes = "prevalence" in find_stated(objective).options
        aim = about.read(objective, prevalence if takes else None, inputs=asked if isinstance(asked, list) else None)
        aim = None if objective == "total-variance" else aim  # as if it was not typed: every estimator has a row
    found = ranked(asked, epsilon, prevalence=shares, objective=aim, standard_error=standard_error)

    def draw(file: Path) -> None:
        from rropt.plots import plot_efficiencies

        plot_efficiencies(found.inputs, file, prevalence=shares, objective=aim)

    return answer_result(found, files=[(plot, draw)])
