"""The two-coin form of randomized response: a fair coin decides whether a second, biased coin may flip the bit."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.families.parameters import Given, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import ratio

__all__ = ["tight_parity", "two_coin"]


def _q(q: object, epsilon: object) -> Given:
    return read_or_solve("two_coin", "q", q, epsilon, lambda t: 2 / (1 + t))


def tight_parity(*, q: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): (2−q)/q, infinite at q = 0.

    q is the probability of the opposite of the truth if the fair coin does not call for the truth.
    """
    value = _q(q, epsilon).value
    return ratio(2 - value, value)


@family("two_coin:q=1/2", parity=tight_parity)
def two_coin(*, q: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs b, the answer is b if a fair coin says so; if not, 1 − b with probability q and b otherwise.

    `two_coin(q=q)` is `flip(p=q/2)`; epsilon stands for q = 2/(1 + e^ε).

    Ziani, Lectures 3 and 4: The randomized response and Laplace mechanisms, Remark 1.

    Args:
        q: The probability of the opposite if the fair coin does not call for the truth.
        epsilon: The budget of every answer, in place of q.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import two_coin
        >>> " ".join(map(str, two_coin(q="1/2")[0]))
        '3/4 1/4'
    """
    second = _q(q, epsilon)
    b = second.value / 2
    return Mechanism([[1 - b, b], [b, 1 - b]], said=second.said)
