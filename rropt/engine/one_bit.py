"""The best mechanisms of two answers under one pure demand with the ratio T (SPEC.md, 7, `most_outputs`).

The rows r and 1 − r lie between 1/(1 + T) and T/(1 + T). A convex function Σ f is largest at a corner of this cube: T/(1 + T) at a
set of inputs and 1/(1 + T) elsewhere. A set and all other inputs make the same mechanism.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from flint import arb

from rropt.engine.asks import Asked
from rropt.engine.cone import generators
from rropt.engine.found import Compared, Found
from rropt.engine.reals import precise
from rropt.engine.sums import Summand
from rropt.exact.errors import InputError
from rropt.solvers.rational import ONE

__all__ = ["two_answers"]

COMPARED_BITS = 128


def two_answers(asked: Asked, f: Summand) -> Found:
    """The largest Σ f of mechanisms with two answers, by comparing all sets of inputs."""
    if asked.only_pure is None:
        raise InputError(
            "two answers may be asked for under one epsilon for all pairs of inputs and no delta alone; leave outputs out"
        )
    t = asked.only_pure.exact
    generators(asked)  # it refuses too many inputs
    low = asked.only_pure.low

    def at(has_t: Sequence[bool]) -> arb:
        s = [tuple(low if own == side else ONE for own in has_t) for side in (True, False)]
        return arb(f.of(s[0]) + f.of(s[1])) / arb(1 + low)

    with precise(COMPARED_BITS):
        sets = [(False, *rest) for rest in product((False, True), repeat=asked.k - 1)]
        best = max(sets, key=lambda has_t: at(has_t).mid())
    one = 1 / (1 + t)
    rows = tuple(tuple(t * one if own == side else one for own in best) for side in (True, False))
    return Found(rows, *f.bounds(rows), Compared())
