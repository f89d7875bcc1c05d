"""The unrelated-question device with a fair coin in place of the unrelated question."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.families.parameters import Given, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import ratio

__all__ = ["tight_parity", "unrelated_coin"]


def _p(p: object, epsilon: object) -> Given:
    return read_or_solve("unrelated_coin", "p", p, epsilon, lambda t: 2 / (1 + t))


def tight_parity(*, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): (2−p)/p, infinite at p = 0.

    p is the probability that the answer is a fair coin instead of the truth.
    """
    value = _p(p, epsilon).value
    return ratio(2 - value, value)


@family("unrelated_coin:p=1/2", parity=tight_parity)
def unrelated_coin(*, p: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs x, the answer is a fair coin with probability p and x otherwise.

    Here p is the probability of the *unrelated* question, as in the reference (in `simmons`, p is the probability of
    the sensitive question); the matrix is bisymmetric with diagonal (2−p)/2. epsilon stands for p = 2/(1 + e^ε).

    Vinterbo, A simple algorithm for estimating distribution parameters from n-dimensional randomized binary
    responses, section 5.1.

    Args:
        p: The probability of the coin.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import unrelated_coin
        >>> " ".join(map(str, unrelated_coin(p="1/2")[0]))
        '3/4 1/4'
    """
    coin = _p(p, epsilon)
    b = coin.value / 2
    return Mechanism([[1 - b, b], [b, 1 - b]], said=coin.said)
