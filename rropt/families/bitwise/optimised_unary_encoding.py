"""Optimised unary encoding: the truth's bit is a fair coin, the others are mostly 0."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Bound
from rropt.exact.grammar import read_integer
from rropt.families.bitwise.bits import bit_strings
from rropt.families.bitwise.unary_encoding import MOST_CATEGORIES, unary_rows
from rropt.families.parameters import Given, larger_ratio, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["optimised_unary_encoding", "tight_parity"]


def _q(q: object, epsilon: object) -> Given:
    return read_or_solve("optimised_unary_encoding", "q", q, epsilon, lambda t: 1 / (1 + t))


def tight_parity(*, k: object, q: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max((1−q)/q, q/(1−q)), whatever k is.

    q is the probability of 1 in a place that is not the truth's.
    """
    read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    value = _q(q, epsilon).value
    return larger_ratio(value, 1 - value)


@family("optimised_unary_encoding:k=3,epsilon=ln3", parity=tight_parity)
def optimised_unary_encoding(*, k: object, q: object = None, epsilon: object = None) -> Mechanism:
    """For each of k inputs, the answer is k bits: a fair coin for the truth, and 1 with probability q elsewhere.

    `unary_encoding` with p = 1/2; epsilon stands for q = 1/(1 + e^ε). The name is the literature's: the choice
    minimises an approximate variance among unary encodings; rropt claims no optimality.

    Wang, Blocki, Li & Jha (2017), Locally differentially private protocols for frequency estimation, USENIX Security
    (OUE).

    Args:
        k: The number of inputs.
        q: The probability of 1 in a place that is not the truth's.
        epsilon: The budget of every answer, in place of q.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import optimised_unary_encoding
        >>> " ".join(map(str, optimised_unary_encoding(k=2, epsilon="ln3")[0]))
        '3/8 3/8'
    """
    n = read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    other = _q(q, epsilon)
    return Mechanism(unary_rows(n, Fraction(1, 2), other.value), outputs=bit_strings(n), said=other.said)
