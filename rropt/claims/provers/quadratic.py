"""Completing the square: 4a·f = (2ax + b)² + (4ac − b²) for f = ax² + bx + c."""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.provers.signs import assemble, establish
from rropt.claims.provers.task import Poly, Task, degree_in, in_powers_of, variables
from rropt.claims.replay.proof import Contradiction, Proof, Summand

__all__ = ["complete_square"]


def complete_square(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f from the signs of its leading coefficient and of its discriminant in some variable."""
    n = len(task.conditions)
    for x in sorted(variables(f)):
        if degree_in(f, x) != 2:
            continue
        c, b, a = in_powers_of(f, x)
        rest = 4 * a * c - b * b
        value, tail = task.ring.value(a), task.ring.value(rest)
        if (value is not None and value <= 0) or (tail is not None and (tail < 0 or (strict and tail == 0))):
            continue
        known = [] if value is not None else [(a, True)]
        known += [] if tail is not None else [(rest, strict)]
        proofs = [establish(task, g, sharp) for g, sharp in known]
        cuts = [(g, sharp, p) for (g, sharp), p in zip(known, proofs, strict=True) if p is not None]
        if len(cuts) < len(known):
            continue
        leading = (4 * value, ()) if value is not None else (Fraction(4), (n + 1,))
        summands = [
            Summand(leading[0], (n, *leading[1])),
            Summand(Fraction(1), (), (task.to_plain(2 * a * task.ring.context.gen(x) + b),)),
        ]
        if tail is None:
            summands.append(Summand(Fraction(1), (n + len(cuts),)))
        elif tail > 0:
            summands.append(Summand(tail, ()))
        return assemble(task, cuts, Contradiction(tuple(summands), (), "completing the square"))
    return None
