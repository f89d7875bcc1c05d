"""`rropt frontier`: the least variance of an estimated prevalence, as a function of ε and δ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.terminal.answer import Answer
from rropt.cli.terminal.common import picture_place
from rropt.exact.errors import InputError

__all__ = ["frontier"]


def frontier(
    prevalence: Annotated[str, typer.Option(metavar="π", help="The share that is planned for: 1/4.")],
    outputs: Annotated[str | None, typer.Option(help="2 (unless given), or free: as many as help.")] = None,
    epsilon: Annotated[str | None, typer.Option(metavar="ε", help="One of the three: 1/2, ln3.")] = None,
    delta: Annotated[str | None, typer.Option(metavar="δ", help="One of the three, from 0 to 1.")] = None,
    variance: Annotated[str | None, typer.Option(metavar="V", help="One of the three: n·Var.")] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", callback=picture_place, help="Also draw the standard error (.svg or .png)."),
    ] = None,
) -> Answer:
    """Trade the least variance against epsilon and delta, exactly.

    The least variance is a function in exact pieces. If two of the three numbers are given, the answer is the third.

    Example: rropt frontier --prevalence 1/10 --epsilon ln3 --variance 1/2
    """
    from rropt.designs.variance.frontier import frontier as find

    if None not in (epsilon, delta, variance):
        raise InputError("epsilon, delta and variance were all given; give two of them, and the third is the answer")
    found = find(prevalence, outputs=outputs)
    given = {"epsilon": epsilon, "delta": delta, "variance": variance}
    known = {name: x for name, x in given.items() if x is not None}
    if len(known) == 1:
        raise InputError(f"--{next(iter(known))} alone is not enough; give two of --epsilon, --delta and --variance")
    said, point = _point(found, given) if known else (found.explain(), None)
    document = {"schema": "rropt/frontier/1", **found.to_dict(), **({"point": point} if point else {})}
    return Answer(words=lambda: said, document=lambda: document, files=[(plot, lambda file: _draw(found, file))])


def _draw(found: Any, plot: Path) -> None:
    from rropt.plots import plot_frontier

    plot_frontier(found, plot)


def _point(found: Any, given: dict[str, str | None]) -> tuple[str, dict[str, Any]]:
    """Compute one of the numbers epsilon, delta and n·Var from the two that are given.

    Return a sentence with the result, and all three numbers for JSON.
    """
    from rropt.exact.decimal import decimal, show_with_decimal
    from rropt.exact.element import is_free
    from rropt.exact.spelling import show
    from rropt.results import exact_fields

    place = f"at prevalence {show(found.prevalence)}"
    epsilon, delta, variance = given.values()
    if variance is None:
        value = found.at(epsilon, delta)
        assert not is_free(value)
        said = f"The least n·Var {place} is {show_with_decimal(value)}, at epsilon = {epsilon} and delta = {delta}."
        return said, {"epsilon": epsilon, "delta": delta, "variance": exact_fields(value)}
    if delta is None:
        name, other, (low, high) = "delta", f"epsilon = {epsilon}", found.least_delta(epsilon, variance)
    else:
        name, other, (low, high) = "epsilon", f"delta = {delta}", found.least_epsilon(delta, variance)
    upper = decimal(high, digits=15, direction="upper")
    said = f"The least {name} for n·Var = {variance} {place} and {other} is {upper}, rounded up."
    bounds = {"lower": decimal(low, digits=17, direction="lower"), "upper": decimal(high, digits=17, direction="upper")}
    return said, {**{key: x for key, x in given.items() if x is not None}, name: bounds}
