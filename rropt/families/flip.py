"""Randomized response as the lecture notes write it: flip the bit with probability p."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.families.parameters import Given, larger_ratio, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["flip", "tight_parity"]


def _p(p: object, epsilon: object) -> Given:
    return read_or_solve("flip", "p", p, epsilon, lambda t: 1 / (1 + t))


def tight_parity(*, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max(p/(1−p), (1−p)/p).

    p is the probability that the bit is flipped. The parity is infinite at p = 0 and p = 1.
    """
    b = _p(p, epsilon).value
    return larger_ratio(b, 1 - b)


@family("flip:p=1/4", parity=tight_parity)
def flip(*, p: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs b, the answer is 1 − b with probability p and b with probability 1 − p.

    This is RR_p of the lecture notes, and `flip(p=p)` is `warner(p=1−p)`. The notes take 0 ≤ p ≤ 1/2; here p may be any
    probability. epsilon stands for p = 1/(1 + e^ε).

    Ziani, Lectures 3 and 4: The randomized response and Laplace mechanisms, section 1 and Theorem 2.

    Args:
        p: The probability of the opposite.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import flip
        >>> " ".join(map(str, flip(p="1/4")[0]))
        '3/4 1/4'
    """
    flipped = _p(p, epsilon)
    a, b = 1 - flipped.value, flipped.value
    return Mechanism([[a, b], [b, a]], said=flipped.said)
