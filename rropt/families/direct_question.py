"""The direct question: every respondent tells the truth."""

from __future__ import annotations

from rropt.exact.grammar import read_integer
from rropt.exact.infinity import INFINITY, Infinity
from rropt.exact.matrix import identity
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["direct_question", "tight_parity"]

MOST = 512


def tight_parity(*, k: object = 2) -> Infinity:
    """The parity (largest ratio of an output's probabilities under two inputs), which is infinite."""
    read_integer(k, name="k", least=2, most=MOST)
    return INFINITY


@family("direct_question:k=2", parity=tight_parity)
def direct_question(*, k: object = 2) -> Mechanism:
    """For each of k inputs, the answer is the input.

    P is the k×k identity: no privacy, and no mechanism tells more about the input.

    Holohan, Leith & Mason, Optimal differentially private mechanisms for randomised response, section II-B (remark).

    Args:
        k: The number of inputs.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import direct_question
        >>> " ".join(map(str, direct_question(k=2)[0]))
        '1 0'
    """
    return Mechanism(identity(read_integer(k, name="k", least=2, most=MOST)))
