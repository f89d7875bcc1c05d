"""Mangat's device: people who have the attribute say so, and all others use Warner's device."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import INFINITY
from rropt.families.parameters import read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["mangat", "tight_delta", "tight_parity"]


def tight_parity(*, p: object) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): infinite for p > 0, and 1 at p = 0.

    p is the probability of the answer 0 for input 0. The answer 0 is impossible for input 1.
    """
    return INFINITY if read_probability(p, name="p") else Fraction(1)


@family("mangat:p=1/2", parity=tight_parity)
def mangat(*, p: object) -> Mechanism:
    """For input 1 the answer is 1, and for input 0 it is 0 with probability p and 1 otherwise.

    P = [[p, 0], [1−p, 1]]. The answer 0 proves the input 0, so no finite ε holds for p > 0; at every ε ≥ 0 the
    mechanism is (ε, p)-private and no smaller δ will do (`tight_delta`).

    Mangat (1994), An improved randomized response strategy, JRSS B 56, 93–95.

    Args:
        p: The probability of the answer 0 for input 0.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import mangat
        >>> " ".join(map(str, mangat(p="2/3")[0]))
        '2/3 0'
    """
    a = read_probability(p, name="p")
    return Mechanism([[a, 0], [1 - a, 1]])


def tight_delta(*, p: object) -> Number:
    """Return the least δ for which the mechanism is (ε, δ)-private. For every ε ≥ 0 this is p, the probability of the answer 0
    for input 0."""
    return read_probability(p, name="p")
