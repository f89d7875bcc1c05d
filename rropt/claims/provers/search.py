"""Decides which methods are tried to prove the sign of a polynomial, in which order, and with how much effort.

No other module lists all methods.
"""

from __future__ import annotations

from rropt.claims.normal import Condition
from rropt.claims.provers import elimination, products, quadratic, reduction, signs, splits, squares
from rropt.claims.provers.leaf import refute
from rropt.claims.provers.task import Effort, FlintRing, Floats, Method, Strategy, Task
from rropt.claims.replay.proof import Proof

__all__ = ["STRATEGY", "refute_leaf"]

ALWAYS: list[Method] = [
    signs.cite,
    reduction.reduce_modulo,
    signs.factor,
    signs.prove_on_line,
    products.search_small,
    elimination.eliminate,
    quadratic.complete_square,
]
MODES = (0, 1, 2)


def methods(task: Task) -> list[Method]:
    """List the methods for proving the sign of one polynomial, the cheapest first.

    The task's mode and its depth of recursion decide which methods are in the list.
    """
    found = list(ALWAYS)
    if task.mode >= 1 and task.effort.level <= 3:
        found += [splits.split_on_faces, products.search]
    if task.mode >= 2 and task.effort.level <= 2:
        found += [squares.search, splits.split_on_signs]
    return found


STRATEGY = Strategy(methods, refute)


def refute_leaf(ring: FlintRing, leaf: list[Condition], samples: Floats, shared: Effort | None = None) -> Proof | None:
    """Prove that no point satisfies all conditions in `leaf`. None if no proof is found.

    The search runs up to three times, and tries more methods each time. It ends early if the effort `shared` is used up.
    """
    for mode in MODES:
        if shared is not None and shared.attempts <= 0:
            return None
        effort = Effort(shared=shared)
        try:
            proof = refute(Task(ring, leaf, samples, effort, mode=mode, own=len(leaf), strategy=STRATEGY))
        except OverflowError:  # a coefficient is beyond the floats that guide the search
            return None
        if proof is not None:
            return proof
    return None
