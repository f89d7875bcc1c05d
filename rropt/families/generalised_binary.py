"""Generalised binary randomized response: any two probabilities of a truthful answer."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.families.bitwise.bits import bit_parity
from rropt.families.parameters import read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["generalised_binary", "tight_parity"]


def tight_parity(*, p00: object, p11: object) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs).

    It is the largest of p00/(1−p11), p11/(1−p00) and their inverses. Here p00 is the probability of the answer 0 for input 0, and
    p11 is that of the answer 1 for input 1.
    """
    a, d = read_probability(p00, name="p00"), read_probability(p11, name="p11")
    return bit_parity(1 - a, d)


@family("generalised_binary:p00=3/4,p11=2/3", parity=tight_parity)
def generalised_binary(*, p00: object, p11: object) -> Mechanism:
    """For input 0 the answer is 0 with probability p00, and for input 1 the answer is 1 with probability p11.

    P = [[p00, 1−p11], [1−p00, p11]]; it identifies the prevalence exactly when p00 + p11 ≠ 1.

    Holohan, Leith & Mason, Optimal differentially private mechanisms for randomised response, equation (2).

    Args:
        p00: The probability of the answer 0 for input 0.
        p11: The probability of the answer 1 for input 1.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import generalised_binary
        >>> " ".join(map(str, generalised_binary(p00="3/4", p11="2/3")[0]))
        '3/4 1/3'
    """
    a, d = read_probability(p00, name="p00"), read_probability(p11, name="p11")
    return Mechanism([[a, 1 - d], [1 - a, d]])
