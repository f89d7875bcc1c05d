"""Warner's device: everybody tells the truth with the same probability, whether the truth is yes or no."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.families.parameters import Given, larger_ratio, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["tight_parity", "warner"]


def _p(p: object, epsilon: object) -> Given:
    return read_or_solve("warner", "p", p, epsilon, lambda t: t / (1 + t))


def tight_parity(*, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max(p/(1−p), (1−p)/p), infinite at p = 0 and p = 1.

    p is the probability of the truth; if `epsilon` is given instead, p = e^ε/(1 + e^ε).
    """
    a = _p(p, epsilon).value
    return larger_ratio(a, 1 - a)


@family("warner:p=3/4", parity=tight_parity)
def warner(*, p: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs, the answer is the truth with probability p and its opposite with probability 1 − p.

    The respondent answers the question with probability p and its negation otherwise, so
    P = [[p, 1−p], [1−p, p]]; epsilon stands for p = e^ε/(1 + e^ε).

    Warner, S. L. (1965), Randomized response: a survey technique for eliminating evasive answer bias, JASA 60, 63–69.

    Args:
        p: The probability of the truth.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import warner
        >>> " ".join(map(str, warner(epsilon="ln3")[0]))
        '3/4 1/4'
    """
    truth = _p(p, epsilon)
    a, b = truth.value, 1 - truth.value
    return Mechanism([[a, b], [b, a]], said=truth.said)
