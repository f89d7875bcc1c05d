"""`rropt demand`: what a privacy demand asks of a mechanism, as one number B(h), an epsilon and a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.common import (
    JsonOption,
    OutputOption,
    answer,
    picture_place,
    place,
    read_mechanism,
    require_different,
    write_text,
)
from rropt.cli.demands import Bayes, Beta, Epsilon, Gamma, Piecewise, Rho, read_demand
from rropt.exact.errors import InputError

__all__ = ["demand"]

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
    stated = read_demand(epsilon, None, parity, rho, beta, bayes_factor, piecewise)
    if stated is None:
        raise InputError(
            "state one demand: --rho 1/5 1/2, --beta 2, --bayes-factor 3, --parity 3, --epsilon ln3 or --piecewise FILE"
        )
    from rropt.breach.bound import breach_bound

    if mechanism is not None and plot is None:
        raise InputError(f"--mechanism {mechanism} is drawn into the plot; give --plot FILE as well")
    drawn = None if mechanism is None else read_mechanism(mechanism)
    bound = breach_bound(stated)
    if certificate is not None and bound.certificate is None:
        raise InputError(f"this B(h) is uncertified, because {bound.uncertified}; leave --certificate out")
    if plot is not None:
        from rropt.plots.regions_plot import plot_regions

        plot_regions(stated, plot, mechanism=drawn)
    if certificate is not None and bound.certificate is not None:
        write_text(certificate, bound.certificate)
    answer(json.dumps(bound.to_dict(), ensure_ascii=False, indent=1) if as_json else str(bound), output)
