"""The unrelated-question device for one bit: with some probability another, innocent question is answered instead."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.mechanism import Mechanism

__all__ = ["unrelated_question"]


def unrelated_question(p: object, *, innocent: object = Fraction(1, 2)) -> Mechanism:
    """The bit randomizer that asks an unrelated question, true of a known share `innocent`, with probability p.

    C = [[1 − p·u, p·(1 − u)], [p·u, 1 − p·(1 − u)]] with u = innocent; for a coin, u = 1/2, it is the bisymmetric
    C_{1 − p/2} (Vinterbo 2018, section 5.1; Greenberg et al. 1969). At equal ε the coin's device is Warner's.
    """
    weight, u = read_number(p), read_number(innocent)
    for name, x in (("p", weight), ("innocent", u)):
        if x < 0 or x > 1:
            raise InputError(f"{name} = {x} is not a probability; give a number from 0 to 1")
    return Mechanism([[1 - weight * u, weight * (1 - u)], [weight * u, 1 - weight * (1 - u)]])
