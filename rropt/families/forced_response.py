"""Forced response: a die sometimes dictates `yes` or `no`."""

from __future__ import annotations

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.families.bitwise.bits import bit
from rropt.families.parameters import read_finite_epsilon, read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import ratio

__all__ = ["forced_response", "tight_parity"]


def _forced(yes: object, no: object, epsilon: object) -> tuple[Number, Number, str]:
    if epsilon is None:
        if yes is None or no is None:
            raise InputError(
                f"forced_response needs both yes and no, or epsilon, or epsilon and yes, but got yes={yes} and no={no}"
            )
        forced_yes, forced_no = read_probability(yes, name="yes"), read_probability(no, name="no")
        if forced_yes + forced_no > 1:
            raise InputError(f"yes = {show(forced_yes)} and no = {show(forced_no)} sum to more than 1; lower one")
        return forced_yes, forced_no, ""
    if no is not None:
        raise InputError(
            f"forced_response cannot take both no={no} and epsilon={epsilon}, because epsilon determines no; drop one of them"
        )
    budget, t = read_finite_epsilon(epsilon, family="forced_response")
    forced_yes = 1 / (1 + t) if yes is None else read_probability(yes, name="yes")
    return forced_yes, max(1 - t * forced_yes, (1 - forced_yes) / t), budget.said


def tight_parity(*, yes: object = None, no: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max((1−no)/yes, (1−yes)/no).

    `yes` and `no` are the probabilities of the two forced answers.
    """
    forced_yes, forced_no, _ = _forced(yes, no, epsilon)
    return max((ratio(1 - forced_no, forced_yes), ratio(1 - forced_yes, forced_no)))


@family("forced_response:yes=1/6,no=1/6", parity=tight_parity)
def forced_response(*, yes: object = None, no: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs, the answer is 1 with probability `yes`, 0 with probability `no`, and the truth otherwise.

    Pr(1 | 1) = 1 − no and Pr(1 | 0) = yes, with yes + no ≤ 1. epsilon alone stands for yes = no = 1/(1 + e^ε); epsilon
    with yes stands for the smallest `no` at which the parity is at most e^ε.

    Boruch (1971), Assuring confidentiality of responses in social research, Am. Sociologist 6, 308–311; Fox & Tracy
    (1986), Randomized response: a method for sensitive surveys.

    Args:
        yes: The probability of the forced answer 1.
        no: The probability of the forced answer 0.
        epsilon: The budget, alone or beside `yes`.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import forced_response
        >>> " ".join(map(str, forced_response(yes="1/6", no="1/6")[0]))
        '5/6 1/6'
    """
    forced_yes, forced_no, said = _forced(yes, no, epsilon)
    return Mechanism(bit(forced_yes, 1 - forced_no), said=said)
