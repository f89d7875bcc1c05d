"""`rropt demand`: what a privacy demand asks of a mechanism, as one number B(h), an epsilon and a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rropt.cli.common import (
    JsonOption,
    OutputOption,
    answer,
    picture_place,
    place,
    read_mechanism,
    read_text,
    require_different,
    write_text,
)
from rropt.cli.demands import Bayes, Beta, Epsilon, Gamma, Rho, read_demand
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.privacy import Notion
    from rropt.privacy.breach_function import BreachFunction

__all__ = ["demand"]

Piecewise = Annotated[
    Path | None,
    typer.Option("--piecewise", metavar="FILE", help="CSV of points p,h from p = 0 to 1; h is linear between them."),
]
Certificate = Annotated[
    Path | None,
    typer.Option("--certificate", metavar="FILE", callback=place, help="Also write the certificate to FILE."),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", callback=picture_place, help="Also draw the privacy-breach regions (.svg or .png)."
    ),
]
Of = Annotated[
    str | None, typer.Option("--mechanism", "-m", metavar="M", help="Draw what this mechanism attains into the plot.")
]


def demand(
    rho: Rho = None,
    beta: Beta = None,
    bayes_factor: Bayes = None,
    parity: Gamma = None,
    epsilon: Epsilon = None,
    piecewise: Piecewise = None,
    mechanism: Of = None,
    certificate: Certificate = None,
    plot: Plot = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """What a privacy demand asks: the bound B(h) on the parity of a mechanism, the epsilon it equals, and in words.

    Example: rropt demand --rho 1/5 1/2
    """
    require_different(certificate, output, plot)
    stated = _stated(read_demand(epsilon, None, parity, rho, beta, bayes_factor), piecewise)
    from rropt.designs.breach_bound import breach_bound

    if mechanism is not None and plot is None:
        raise InputError(f"--mechanism {mechanism} is drawn into the plot; give --plot FILE as well")
    drawn = None if mechanism is None else read_mechanism(mechanism)
    bound = breach_bound(stated)
    if certificate is not None and bound.certificate is None:
        raise InputError(f"this B(h) is uncertified, because {bound.uncertified}; leave --certificate out")
    if plot is not None:
        from rropt.reports.regions_plot import plot_regions

        plot_regions(stated, plot, mechanism=drawn)
    if certificate is not None and bound.certificate is not None:
        write_text(certificate, bound.certificate)
    answer(json.dumps(bound.to_dict(), ensure_ascii=False, indent=1) if as_json else str(bound), output)


def _stated(named: Notion | None, piecewise: Path | None) -> Notion | BreachFunction:
    """The one demand that was stated."""
    if (named is None) == (piecewise is None):
        raise InputError(
            "state one demand: --rho 1/5 1/2, --beta 2, --bayes-factor 3, --parity 3, --epsilon ln3 or --piecewise FILE"
        )
    if piecewise is not None:
        from rropt.privacy.breach_table import from_csv

        return from_csv(read_text(piecewise), name=f"piecewise-linear h of {piecewise.name}")
    assert named is not None
    return named
