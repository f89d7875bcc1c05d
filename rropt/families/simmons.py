"""Simmons' unrelated-question device, with the prevalence of the unrelated attribute known."""

from __future__ import annotations

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.families.bitwise.bits import bit
from rropt.families.parameters import Given, read_or_solve, read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import ratio

__all__ = ["simmons", "tight_parity"]


def _rarer(unrelated: object) -> Number:
    b = read_probability(unrelated, name="unrelated")
    return min(b, 1 - b)


def _p(p: object, epsilon: object, rarer: Number) -> Given:
    def solve(t: Number) -> Number:
        if not rarer and t != 1:
            raise InputError(
                "if the unrelated prevalence is 0 or 1, epsilon is 0 or infinite for every p; give an unrelated prevalence "
                "strictly between 0 and 1"
            )
        return rarer * (t - 1) / (1 + rarer * (t - 1))

    return read_or_solve("simmons", "p", p, epsilon, solve)


def tight_parity(*, unrelated: object, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): 1 + p/((1−p)·min(π, 1−π)).

    p is the probability of the sensitive question, and π is `unrelated`, the prevalence of the unrelated attribute.
    """
    rarer = _rarer(unrelated)
    a = _p(p, epsilon, rarer).value
    return ratio(a + (1 - a) * rarer, (1 - a) * rarer)


@family("simmons:unrelated=1/4,p=2/3", parity=tight_parity)
def simmons(*, unrelated: object, p: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs x, the answer is x with probability p, else an independent bit that is 1 with probability π_B.

    With probability p the respondent answers the sensitive question, otherwise an unrelated one whose prevalence
    `unrelated` = π_B is known: Pr(1 | 1) = p + (1−p)π_B and Pr(1 | 0) = (1−p)π_B.

    Greenberg, Abul-Ela, Simmons & Horvitz (1969), The unrelated question randomized response model, JASA 64, 520–539;
    Sun et al., An improved Christofides mechanism, Theorem 5.2 (the privacy).

    Args:
        unrelated: The prevalence of the unrelated question.
        p: The probability of the sensitive question.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import simmons
        >>> " ".join(map(str, simmons(unrelated="1/4", p="2/3")[0]))
        '11/12 1/4'
    """
    b = read_probability(unrelated, name="unrelated")
    sensitive = _p(p, epsilon, _rarer(b))
    a = sensitive.value
    return Mechanism(bit((1 - a) * b, a + (1 - a) * b), said=sensitive.said)
