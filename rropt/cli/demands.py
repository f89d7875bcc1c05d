"""The options by which a command line states a privacy demand, and the demand they state."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import read_text
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.privacy import Notion
    from rropt.privacy.boundary.function import BreachFunction

__all__ = ["Bayes", "Beta", "Delta", "Epsilon", "Gamma", "Piecewise", "Rho", "read_demand"]

Epsilon = Annotated[str | None, typer.Option("--epsilon", metavar="E", help="Budget: 1/2, ln3, every, or 1/2..2.")]
Delta = Annotated[
    str | None, typer.Option("--delta", metavar="D", help="Delta: the chance of no protection at all; 0 unless given.")
]
Gamma = Annotated[str | None, typer.Option("--parity", metavar="G", help="Largest ratio within a row.")]
Rho = Annotated[
    tuple[str, str] | None,
    typer.Option("--rho", metavar="R1 R2", help="No event of prior at most R1 gets a posterior above R2."),
]
Beta = Annotated[str | None, typer.Option("--beta", metavar="B", help="No posterior exceeds B times the prior.")]
Bayes = Annotated[str | None, typer.Option("--bayes-factor", metavar="B", help="No Bayes factor exceeds B.")]

Piecewise = Annotated[
    Path | None,
    typer.Option("--piecewise", metavar="FILE", help="CSV of points p,h from p = 0 to 1; h is linear between them."),
]


def read_demand(
    epsilon: str | None,
    delta: str | None,
    parity: str | None,
    rho: tuple[str, str] | None,
    beta: str | None,
    bayes_factor: str | None,
    piecewise: Path | None = None,
) -> Notion | BreachFunction | None:
    """The one demand that was stated; None if none was."""
    from rropt.privacy import LDP, BayesFactor, BetaFactor, Parity, RhoBreach

    stated = [x for x in (epsilon, parity, rho, beta, bayes_factor, piecewise) if x is not None]
    if len(stated) > 1:
        raise InputError(
            "several demands were stated; keep one of --epsilon, --parity, --rho, --beta, --bayes-factor, --piecewise"
        )
    if delta is not None and epsilon is None:
        raise InputError(f"--delta {delta} goes with --epsilon; give both")
    if epsilon is not None:
        return LDP(epsilon, delta="0" if delta is None else delta)
    if parity is not None:
        return Parity(parity)
    if rho:
        return RhoBreach(*rho)
    if beta is not None:
        return BetaFactor(beta)
    if piecewise is not None:
        from rropt.privacy.boundary.reading import from_csv

        return from_csv(read_text(piecewise), name=f"piecewise-linear h of {piecewise.name}")
    return None if bayes_factor is None else BayesFactor(bayes_factor)
