"""Iterated bisymmetric randomizers: n bits, each kept with the same probability."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.exact.grammar import read_integer
from rropt.families.bitwise.bits import MOST_BITS, bit_strings
from rropt.families.bitwise.bits import bits as independent_bits
from rropt.families.parameters import Given, larger_ratio, ratio_power, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["iterated_bisymmetric", "tight_parity"]


def _a(a: object, epsilon: object, n: int) -> Given:
    return read_or_solve("iterated_bisymmetric", "a", a, epsilon, lambda s: s / (1 + s), answers=n)


def tight_parity(*, bits: object, a: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max(a/(1−a), (1−a)/a)^n.

    a is the probability that a bit is kept, and n = `bits`.
    """
    n = read_integer(bits, name="bits", least=1, most=MOST_BITS)
    value = _a(a, epsilon, n).value
    return ratio_power(larger_ratio(value, 1 - value), n)


@family("iterated_bisymmetric:bits=2,epsilon=1", parity=tight_parity)
def iterated_bisymmetric(*, bits: object, a: object = None, epsilon: object = None) -> Mechanism:
    """For each string of n bits, every bit is independently kept with probability a and flipped otherwise.

    P is the n-fold Kronecker product of [[a, 1−a], [1−a, a]], so Pr(r | x) = a^(n−d)·(1−a)^d where r and x differ in d
    bits; the first bit is the most significant. epsilon stands for a = s/(1 + s), s = e^(ε/n), because two inputs
    may differ in all n bits. If inputs differ in at most d bits, the tight parity is that of d bits.

    Vinterbo, A simple algorithm for estimating distribution parameters from n-dimensional randomized binary
    responses, Definition 4.1 and Theorem 4.4.

    Args:
        bits: The number of bits.
        a: The probability that a bit is kept.
        epsilon: The budget of every answer, in place of a.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import iterated_bisymmetric
        >>> " ".join(map(str, iterated_bisymmetric(bits=2, a="3/4")[0]))
        '9/16 3/16 3/16 1/16'

    Reference: Vinterbo, a simple algorithm, Theorem 4.4 (above).
    """
    n = read_integer(bits, name="bits", least=1, most=MOST_BITS)
    kept = _a(a, epsilon, n)
    names = bit_strings(n)
    one_bit = ((kept.value, 1 - kept.value), (1 - kept.value, kept.value))
    return Mechanism(independent_bits(one_bit, n), names, names, said=kept.said)
