"""Options for samples in which people are not drawn independently. They state a design effect, which is a factor of the variance.

The design effect may be given for the answers or for the true values. With it, the number of clusters may be given too.
"""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["CLUSTERED", "EFFECTS", "ClustersOption", "DeffOption", "DeffTruthOption"]

EFFECTS = {"deff", "deff_truth"}
CLUSTERED = EFFECTS | {"clusters"}
DeffOption = Annotated[
    str | None, typer.Option("--deff", metavar="D", help="Design effect of clusters or weights: n people count as n/D.")
]
DeffTruthOption = Annotated[
    str | None,
    typer.Option("--deff-truth", metavar="D", help="Design effect of clusters on the truth, 1 + (size − 1)·ICC."),
]
ClustersOption = Annotated[
    int | None,
    typer.Option(
        "--clusters",
        metavar="C",
        min=2,
        help="With a design effect, the number of clusters drawn (in each group, for --difference): margins and tests are then by "
        "Student's t with C − 1 degrees of freedom.",
    ),
]
