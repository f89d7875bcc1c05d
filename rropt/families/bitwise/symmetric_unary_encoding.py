"""Symmetric unary encoding: every bit is kept with the same probability."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.exact.grammar import read_integer
from rropt.families.bitwise.bits import bit_strings
from rropt.families.bitwise.unary_encoding import MOST_CATEGORIES, unary_parity, unary_rows
from rropt.families.parameters import Given, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["symmetric_unary_encoding", "tight_parity"]


def _p(p: object, epsilon: object) -> Given:
    return read_or_solve("symmetric_unary_encoding", "p", p, epsilon, lambda s: s / (1 + s), answers=2)


def tight_parity(*, k: object, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): the larger of (p/(1−p))² and its inverse.

    p is the probability that a bit is kept.
    """
    read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    a = _p(p, epsilon).value
    return unary_parity(a, 1 - a)


@family("symmetric_unary_encoding:k=3,epsilon=1", parity=tight_parity)
def symmetric_unary_encoding(*, k: object, p: object = None, epsilon: object = None) -> Mechanism:
    """For each of k inputs, the answer is its unary code with every bit kept with probability p and flipped otherwise.

    `unary_encoding` with q = 1 − p; epsilon stands for p = s/(1 + s), s = e^(ε/2), because two bits tell two inputs
    apart. It is Rappor's permanent step on one-bit codes.

    Wang, Blocki, Li & Jha (2017), Locally differentially private protocols for frequency estimation, USENIX Security
    (SUE); Duchi, Jordan & Wainwright (2013), Local privacy and statistical minimax rates, FOCS.

    Args:
        k: The number of inputs.
        p: The probability that a bit is kept.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import symmetric_unary_encoding
        >>> " ".join(map(str, symmetric_unary_encoding(k=2, p="3/4")[0]))
        '3/16 3/16'
    """
    n = read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    kept = _p(p, epsilon)
    return Mechanism(unary_rows(n, kept.value, 1 - kept.value), outputs=bit_strings(n), said=kept.said)
