"""`rropt demand`: what a privacy demand asks of a mechanism.

The answer gives the demand in a sentence and, if the demand amounts to a bound on the parity, this bound and the equivalent
epsilon. The parity of a mechanism is the largest ratio of two entries of a row of its matrix.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.reading.demands import StatedDemands
from rropt.cli.reading.utility_file import read_utility
from rropt.cli.terminal.answer import Answer, answer_result
from rropt.cli.terminal.common import ProofOption, picture_place, place, read_mechanism, write_text
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
    asked: StatedDemands = StatedDemands(),
    prior: Annotated[
        str | None, typer.Option(help="With --vulnerability: the prior of the inputs, 1/2,1/4,1/4.")
    ] = None,
    mechanism: Of = None,
    certificate: Certificate = None,
    plot: Plot = None,
    proof: ProofOption = False,
) -> Answer:
    """Say what a privacy demand asks: its bound B(h) on the parity.

    The parity of a mechanism is the largest ratio of two entries of a row of its matrix. The answer also gives the epsilon that
    asks the same, and the demand in words.

    Example: rropt demand --rho 1/5 1/2
    """
    if asked.vulnerability is None and (prior or asked.gain):
        raise InputError("--prior and --gain need --vulnerability; give it too, or drop them")
    gains = None if asked.gain is None else read_utility(asked.gain).for_inputs(None)
    stated, _ = replace(asked, prior=prior, gains=gains).read()
    from rropt.exact.decimal import spell_decimals
    from rropt.privacy import LDP, All, Vulnerability
    from rropt.privacy.pairs import ByPair
    from rropt.privacy.words import demand_in_words
    from rropt.problem.stored.demands import fields_of

    if stated is None:
        raise InputError(
            "state one demand: --rho 1/5 1/2, --beta 2, --bayes-factor 3, --parity 3, --epsilon ln3 or --piecewise FILE"
        )
    if isinstance(stated, ByPair | All | Vulnerability) or (isinstance(stated, LDP) and stated.delta != 0):
        beside = {"certificate": certificate, "plot": plot, "mechanism": mechanism}
        if option := next((name for name, x in beside.items() if x is not None), None):
            raise InputError(
                f"--{option} needs a bound B(h), but rropt computes none for {stated}; drop --{option} {beside[option]}"
            )
        told = {
            "schema": "rropt/demand/1",
            "demand": fields_of(stated),
            "sentence": stated.sentence(),
        }
        said = f"{spell_decimals(stated.sentence())} {stated.say_slack()}".rstrip()
        return Answer(words=lambda: f"{said}\nThat is {demand_in_words(stated)}.", document=lambda: told)
    from rropt.breach.bound import breach_bound

    if mechanism is not None and plot is None:
        raise InputError(f"--mechanism {mechanism} is drawn into the plot; give --plot FILE as well")
    drawn = None if mechanism is None else read_mechanism(mechanism)
    bound = breach_bound(stated)
    # to read the legs is to compute them, also by sympy and cvxpy; the answer prints those that were computed
    _ = bound.legs if proof else ()
    if certificate is not None and bound.certificate is None:
        raise InputError(
            f"rropt has no certificate of the bound B(h), because {bound.uncertified}; drop --certificate {certificate}"
        )

    def draw(file: Path) -> None:
        from rropt.plots.regions_plot import plot_regions

        plot_regions(stated, file, mechanism=drawn)

    return answer_result(
        bound, files=[(plot, draw), (certificate, lambda file: write_text(file, bound.certificate or ""))]
    )
