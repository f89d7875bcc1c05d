"""Hadamard response: report a column of a Hadamard matrix.

Each input has a row of the matrix. With probability p the entry of the reported column in the row of the true input is +1;
otherwise it is −1.
"""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.exact.grammar import read_integer
from rropt.families.parameters import Given, larger_ratio, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["hadamard_response", "tight_parity"]

MOST = 511


def _p(p: object, epsilon: object) -> Given:
    return read_or_solve("hadamard_response", "p", p, epsilon, lambda t: t / (1 + t))


def tight_parity(*, k: object, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max(p/(1−p), (1−p)/p).

    With probability p the answer lies in the half of the outputs that belongs to the true input. The halves of two inputs share
    exactly half of their outputs, so some output lies in the half of one input and not in the half of the other.
    """
    read_integer(k, name="k", least=2, most=MOST)
    a = _p(p, epsilon).value
    return larger_ratio(a, 1 - a)


@family("hadamard_response:k=5,epsilon=ln3", parity=tight_parity)
def hadamard_response(*, k: object, p: object = None, epsilon: object = None) -> Mechanism:
    """For each of k inputs, the answer is uniform on the truth's half of K outputs with probability p and on the other
    half otherwise.

    K is the smallest power of 2 above k; the half that belongs to input j holds the y with H[j+1, y] = +1, where
    H[x, y] = (−1)^(number of common ones of x and y) is Sylvester's K×K matrix. epsilon stands for p = e^ε/(1 + e^ε).

    Acharya, Sun & Zhang (2019), Hadamard response: estimating distributions privately, efficiently, and with little
    communication, AISTATS.

    Args:
        k: The number of inputs.
        p: The probability of the truth's half.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import hadamard_response
        >>> " ".join(map(str, hadamard_response(k=3, epsilon="ln3")[0]))
        '3/8 3/8 3/8'
    """
    n = read_integer(k, name="k", least=2, most=MOST)
    inside = _p(p, epsilon)
    order = 1 << n.bit_length()
    values = (inside.value * 2 / order, (1 - inside.value) * 2 / order)
    rows = [[values[((j + 1) & y).bit_count() % 2] for j in range(n)] for y in range(order)]
    return Mechanism(rows, said=inside.said)
