"""Unary encoding: there is one bit for each category, and each bit is randomized by itself."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.grammar import read_integer
from rropt.exact.matrix import Matrix
from rropt.families.bitwise.bits import bit_strings
from rropt.families.parameters import larger_ratio, read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["MOST_CATEGORIES", "tight_parity", "unary_encoding", "unary_parity", "unary_rows"]

MOST_CATEGORIES = 12


def unary_rows(k: int, p: Number, q: Number) -> Matrix:
    """The 2^k × k matrix of unary encoding: one row per string of k bits, one column per truth.

    The bits are independent. The bit in the place of the truth is 1 with probability p, every other bit with probability q.
    """
    weights = [[_weight(k, ones, own, p, q) for own in (0, 1)] for ones in range(k + 1)]
    return tuple(
        tuple(weights[code.count("1")][int(own)] for own in code)  # one entry per input, chosen by the input's bit
        for code in bit_strings(k)
    )


def _weight(k: int, ones: int, own: int, p: Number, q: Number) -> Number:
    """Compute the probability of one string of k bits, of which `ones` bits are 1.

    One bit is in the place of the truth; its value in the string is `own`, and it is 1 with probability p. Every other bit is 1
    with probability q. If `ones` and `own` fit no string of k bits, the result is 0.
    """
    others = ones - own
    if not 0 <= others <= k - 1:
        return Fraction(0)
    return (p if own else 1 - p) * q**others * (1 - q) ** (k - 1 - others)


def tight_parity(*, k: object, p: object, q: object) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): the larger of p(1−q)/(q(1−p)) and its inverse.

    A bit is 1 with probability p in the place of the truth, and with probability q elsewhere.
    """
    read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    return unary_parity(read_probability(p, name="p"), read_probability(q, name="q"))


@family("unary_encoding:k=3,p=3/4,q=1/3", parity=tight_parity)
def unary_encoding(*, k: object, p: object, q: object) -> Mechanism:
    """For each of k inputs, the answer is k independent bits, 1 with probability p for the truth and q for the others.

    The truth j is written as the string with a single 1 in place j (the first place is input 0) and every bit is then
    randomized: there are 2^k outputs, labelled by their strings.

    Wang, Blocki, Li & Jha (2017), Locally differentially private protocols for frequency estimation, USENIX Security.

    Args:
        k: The number of inputs.
        p: The probability of 1 in the place of the truth.
        q: The probability of 1 elsewhere.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import unary_encoding
        >>> " ".join(map(str, unary_encoding(k=2, p="1/2", q="1/4")[0]))
        '3/8 3/8'
    """
    n = read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    rows = unary_rows(n, read_probability(p, name="p"), read_probability(q, name="q"))
    return Mechanism(rows, outputs=bit_strings(n))


def unary_parity(p: Number, q: Number) -> Bound:
    """The parity of unary encoding: the larger of p(1−q)/(q(1−p)) and its inverse.

    A bit is 1 with probability p in the place of the truth, and with probability q elsewhere. If two inputs are compared, only the
    bits in their two places have different probabilities.
    """
    return larger_ratio(p * (1 - q), q * (1 - p))
