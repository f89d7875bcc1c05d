"""Reduces the sign of f to that of a remainder, by an equality h = 0.

Divide f by h: f = q·h + r. Where h = 0, f equals the remainder r, and has its sign.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.provers.signs import assemble, establish
from rropt.claims.provers.task import Poly, Task, degree_in, in_powers_of, variables
from rropt.claims.replay.proof import Contradiction, Proof, Summand

__all__ = ["reduce_modulo"]


def reduce_modulo(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f from the sign of its remainder, which is left when f is divided by the polynomial of an equality.

    In some variable, the leading coefficient of that polynomial must be a number.
    """
    n = len(task.conditions)
    for i, (h, relation) in enumerate(task.conditions):
        if relation != "=" or h.is_constant():
            continue
        for x in sorted(variables(h)):
            leading = task.ring.value(in_powers_of(h, x)[-1])
            if leading is None or degree_in(f, x) < degree_in(h, x):
                continue
            quotient, remainder = _divide(task, f, h, x)
            value = task.ring.value(remainder)
            multiples = ((i, task.to_plain(quotient)),)
            if value is not None:
                if value < 0 or (strict and value == 0):
                    return None
                tail = (Summand(value, ()),) if value > 0 else ()
                return Contradiction((Summand(Fraction(1), (n,)), *tail), multiples)
            proof = establish(task, remainder, strict)
            if proof is None:
                return None
            last = Contradiction((Summand(Fraction(1), (n,)), Summand(Fraction(1), (n + 1,))), multiples)
            return assemble(task, [(remainder, strict, proof)], last)
    return None


def _divide(task: Task, f: Poly, h: Poly, x: int) -> tuple[Poly, Poly]:
    gen = task.ring.context.gen(x)
    size = degree_in(h, x)
    leading = in_powers_of(h, x)[-1].leading_coefficient()
    quotient = f * 0
    while not f.is_zero() and degree_in(f, x) >= size:
        step = in_powers_of(f, x)[-1] / leading * gen ** (degree_in(f, x) - size)
        quotient = quotient + step
        f = f - step * h
    return quotient, f
