"""`rropt rank`: what people use for k categories at one privacy, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from rropt.cli.common import JsonOption, OutputOption, answer, fields

__all__ = ["rank"]


def rank(
    inputs: Annotated[int, typer.Option("--inputs", metavar="K", help="How many categories, 2 to 64.")],
    epsilon: Annotated[str, typer.Option("--epsilon", metavar="ε", help="The privacy of one answer: 1/2, ln3.")],
    prevalence: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The shares planned for, one a category; equal unless given.")
    ] = None,
    standard_error: Annotated[
        str, typer.Option(metavar="E", help="The standard error that `people` is for, of every share.")
    ] = "0.01",
    json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Rank every named family for k categories at one epsilon: exact variances, people needed, bits sent.

    Example: rropt rank --inputs 5 --epsilon 1/2 --prevalence 0.4,0.3,0.15,0.1,0.05
    """
    from rropt.rankings.ranking import rank as ranked

    shares = None if prevalence is None else fields(prevalence, "--prevalence")
    found = ranked(inputs, epsilon, prevalence=shares, standard_error=standard_error)
    answer(found.to_json() if json else found.explain(), output)
