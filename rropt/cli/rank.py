"""`rropt rank`: what people use for k categories at one privacy, best first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.design import (
    BetweenOption,
    ContrastOption,
    GammaOption,
    KindOption,
    OfOption,
    OrderOption,
    PhiOption,
    PriorOption,
    ScoresOption,
    count_or_labels,
)
from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import fields, picture_place
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.problem.contract import Objective

__all__ = ["rank"]


def rank(
    inputs: Annotated[
        str, typer.Option("--inputs", metavar="K|A,B,…", help="How many categories, 2 to 1024, or their names.")
    ],
    epsilon: Annotated[str, typer.Option("--epsilon", metavar="ε", help="The privacy of one answer: 1/2, ln3.")],
    prevalence: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The shares planned for, one a category; equal unless given.")
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            help="What rows are ordered by: total-variance, contrast, determinant, largest-variance, information or divergence."
        ),
    ] = None,
    prior: PriorOption = None,
    kind: KindOption = None,
    between: BetweenOption = None,
    order: OrderOption = None,
    gamma: GammaOption = None,
    phi: PhiOption = None,
    scores: ScoresOption = None,
    contrast: ContrastOption = None,
    of: OfOption = None,
    standard_error: Annotated[
        str, typer.Option(metavar="E", help="The standard error that `people` is for, of every share.")
    ] = "0.01",
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", callback=picture_place, help="Also draw efficiency against epsilon (.svg or .png)."
        ),
    ] = None,
) -> Answer:
    """Rank the named families for k categories at one epsilon.

    The order is that of exact variances; people needed, bits sent and the certified efficiency stand beside them.

    Example: rropt rank --inputs 5 --epsilon 1/2 --prevalence 0.4,0.3,0.15,0.1,0.05
    Example: rropt rank --inputs 5 --epsilon 1/2 --objective contrast --scores 1,2,3,4,5
    """
    from rropt.rankings.ranking import rank as ranked

    options: dict[str, Any] = {
        "prior": prior,
        "kind": kind,
        "between": between,
        "order": order,
        "gamma": gamma,
        "phi": phi,
    }
    options |= {"scores": scores, "contrast": contrast, "of": of}
    if objective is None and (stray := next((name for name, x in options.items() if x is not None), None)):
        raise InputError(f"--{stray} belongs to an objective; name it with --objective")
    shares = None if prevalence is None else fields(prevalence, "--prevalence")
    named = None if objective in (None, "total-variance") else objective
    aim = None if named is None else _read(named, prevalence, options)
    asked = count_or_labels(inputs, "inputs")
    found = ranked(asked, epsilon, prevalence=shares, objective=aim, standard_error=standard_error)

    def draw(file: Path) -> None:
        from rropt.plots import plot_efficiencies

        plot_efficiencies(found.inputs, file, prevalence=shares, objective=aim)

    return answer_result(found, files=[(plot, draw)])


def _read(name: str, prevalence: str | None, options: dict[str, Any]) -> Objective:
    """Read the objective at the planned shares, if it is about shares."""
    from rropt.cli.reading.objectives import find_stated, read_objective

    stated = prevalence if "prevalence" in find_stated(name).options else None
    return read_objective(name, stated, **options)
