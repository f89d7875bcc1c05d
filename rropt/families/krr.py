"""k-ary randomized response: the gamma-diagonal matrix."""

from __future__ import annotations

from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_number
from rropt.exact.spelling import show
from rropt.families.parameters import Given, larger_ratio, read_or_solve, require_one
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["krr", "tight_parity"]

MOST = 512


def _p(k: int, p: object, epsilon: object, gamma: object) -> Given:
    if require_one("krr", p=p, epsilon=epsilon, gamma=gamma) != "gamma":
        return read_or_solve("krr", "p", p, epsilon, lambda t: t / (t + k - 1))
    weight = read_number(gamma)
    if weight < 0:
        raise InputError(f"gamma = {show(weight)} must be at least 0")
    return Given(weight / (weight + k - 1))


def tight_parity(*, k: object, p: object = None, epsilon: object = None, gamma: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max(γ, 1/γ) with γ = (k−1)·p/(1−p).

    p is the probability of the truth.
    """
    n = read_integer(k, name="k", least=2, most=MOST)
    a = _p(n, p, epsilon, gamma).value
    return larger_ratio((n - 1) * a, 1 - a)


@family("krr:k=8,epsilon=1", parity=tight_parity)
def krr(*, k: object, p: object = None, epsilon: object = None, gamma: object = None) -> Mechanism:
    """For each of k inputs, the answer is the truth with probability p and each other value with (1−p)/(k−1).

    With gamma = γ the matrix is γ·x on the diagonal and x elsewhere, x = 1/(γ + k − 1); epsilon stands for γ = e^ε.

    Agrawal & Haritsa (2005), A framework for high-accuracy privacy-preserving mining, ICDE; Kairouz, Oh & Viswanath
    (2016), Extremal mechanisms for local differential privacy, JMLR 17; Chai & Nayak, section 4.

    Args:
        k: The number of inputs.
        p: The probability of the truth.
        epsilon: The budget of every answer, in place of p.
        gamma: The ratio of the diagonal to the rest, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import krr
        >>> " ".join(map(str, krr(k=3, epsilon="ln3")[0]))
        '3/5 1/5 1/5'
    """
    n = read_integer(k, name="k", least=2, most=MOST)
    truth = _p(n, p, epsilon, gamma)
    a, b = truth.value, (1 - truth.value) / (n - 1)
    return Mechanism([[a if i == j else b for j in range(n)] for i in range(n)], said=truth.said)
