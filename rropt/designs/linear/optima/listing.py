"""List the optimal mechanisms of a linear design as far as the search asks for, and say how complete the list is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from rropt.designs.linear.optima.face import ALL, FEW, SOME, FaceEffort
from rropt.exact.errors import OutOfTime
from rropt.exact.matrix import Matrix
from rropt.problem.answers import Face, Search
from rropt.problem.verdicts import Optima

__all__ = ["list_optima"]

Find = Callable[[FaceEffort], list[Matrix] | None]


def list_optima(rows: Matrix, weights: Matrix, search: Search, find: Find) -> tuple[tuple[Face, ...], Optima | None]:
    """List the optimal mechanisms that `find` finds, and say how complete the list is.

    Return the list, and the statement of how complete it is. Each item of the list is a pair of a mechanism and None. For an
    objective whose optima are listed as segments, the pair would have both ends of a segment.

    The known optimum `rows` comes first, if it is among those that `find` lists. If `find` would take too much effort, or if only
    one optimum is asked for, the list has only `rows`.
    """
    if search == "one":
        return ((rows, None),), Optima.UNASKED
    # if all outputs have equal weights, every mechanism has the value Σ_j W_0j, as columns sum to 1
    every = all(row == weights[0] for row in weights)
    found = None
    with suppress(OutOfTime):
        found = find(FEW if search != "all" else SOME if every else ALL)
    if found is None and every:
        return ((rows, None),), Optima.EVERY
    if found is None:
        return ((rows, None),), Optima.UNFINISHED if search == "all" else Optima.UNLISTED
    vertices = sorted(found, key=lambda other: other != rows)
    return tuple((other, None) for other in vertices), Optima.ONLY if found == [rows] else Optima.MIXTURES
