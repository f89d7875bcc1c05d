"""The truncated geometric mechanism on the counts 0, …, k − 1."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Bound
from rropt.exact.grammar import read_integer
from rropt.families.parameters import Given, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import ratio

__all__ = ["geometric", "tight_parity"]

MOST = 256


def _alpha(alpha: object, epsilon: object, k: int) -> Given:
    return read_or_solve("geometric", "alpha", alpha, epsilon, lambda s: 1 / s, answers=k - 1)


def tight_parity(*, k: object, alpha: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): α^−(k−1), infinite at α = 0.

    For two neighbouring counts, the ratio of an output's probabilities is α or 1/α.
    """
    n = read_integer(k, name="k", least=2, most=MOST)
    return ratio(Fraction(1), _alpha(alpha, epsilon, n).value ** (n - 1))


@family("geometric:k=4,alpha=1/2", parity=tight_parity)
def geometric(*, k: object, alpha: object = None, epsilon: object = None) -> Mechanism:
    """For each count j in 0, …, k − 1, the answer is j plus two-sided geometric noise, clamped to 0, …, k − 1.

    Pr(i | j) = α^|i−j|·(1−α)/(1+α) for 0 < i < k − 1, and α^|i−j|/(1+α) at the two ends. Its privacy is graded: counts
    at distance d are told apart by a ratio of at most α^−d, so -ln α is what is usually called its ε. Here, as in every
    family, epsilon is the demand for *all* pairs of inputs and stands for α = e^(−ε/(k−1)).

    Ghosh, Roughgarden & Sundararajan (2012), Universally utility-maximizing privacy mechanisms, SIAM J. Comput. 41,
    1673–1693.

    Args:
        k: The number of counts.
        alpha: The ratio of neighbouring chances.
        epsilon: The budget of every answer, in place of alpha.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import geometric
        >>> " ".join(map(str, geometric(k=3, alpha="1/2")[0]))
        '2/3 1/3 1/6'
    """
    n = read_integer(k, name="k", least=2, most=MOST)
    noise = _alpha(alpha, epsilon, n)
    a = noise.value
    powers = [Fraction(1) if d == 0 else a**d for d in range(n)]
    ends = [1 / (1 + a) if i in (0, n - 1) else (1 - a) / (1 + a) for i in range(n)]
    return Mechanism([[ends[i] * powers[abs(i - j)] for j in range(n)] for i in range(n)], said=noise.said)
