"""Whether an optimum of a linear objective is the only one.

Among all optimal mechanisms a sum Σ D·P with whole random D is made largest, and least. If both are equal, all optima lie in a
hyperplane across a random direction, which holds only if there is one optimum, but for a chance of some 10^−6.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from flint import fmpq

from rropt.engine.asks import Asked, Condition
from rropt.engine.linear import Posed, Weights
from rropt.solvers.program import Infeasible
from rropt.solvers.rational import ZERO
from rropt.solvers.simplex import solve

__all__ = ["is_only_optimum"]

LARGEST = 10**6


def is_only_optimum(asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition] = ()) -> bool:
    """Tell whether one mechanism alone maximises Σ W·P, or the least of several, for the ratios below."""
    posed = Posed(asked, weights, conditions, above=False)
    program = posed.program
    best = solve(program)
    if isinstance(best, Infeasible):
        return False
    if all(best.profits.values()):
        return True  # every other unknown would lose
    gains = list(program.gains)
    value = sum((gains[n] * v for n, v in best.point.items()), ZERO)
    program.add("optimal", dict(enumerate(gains)), value, equal=True)
    draw = random.Random(0)
    entries = [(i, j) for i in range(posed.outputs) for j in range(asked.k)]
    direction = posed.sum((entry, fmpq(draw.randint(1, LARGEST))) for entry in entries)
    ends = []
    for sign in (1, -1):
        program.gains = [sign * direction.get(n, ZERO) for n in range(len(gains))]
        far = solve(program)
        if isinstance(far, Infeasible):
            return False
        ends.append(sign * sum((program.gains[n] * v for n, v in far.point.items()), ZERO))
    return bool(ends[0] == ends[1])
