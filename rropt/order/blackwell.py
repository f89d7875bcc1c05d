"""Compare two mechanisms in Blackwell's order at one epsilon."""

from __future__ import annotations

from rropt.exact.patience import limit_seconds, read_seconds
from rropt.mechanism import Mechanism
from rropt.order.comparison import Comparison, compare_at_point
from rropt.order.dominance import Dominance, dominates_at_point, require_one_epsilon
from rropt.privacy.given import match_inputs

__all__ = ["compare", "dominates"]


def dominates(first: Mechanism, second: Mechanism, *, seconds: float | None = None) -> Dominance:
    """Whether `first` is at least as informative as `second`: whether some garbling C has C·first = second.

    Args:
        first: A mechanism.
        second: Another of the same inputs, matched by label where both have labels, else by position.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        A verdict: `holds`, with C or with a decision problem on which `second` earns more.

    Raises:
        InputError: The inputs differ, or epsilon is free.
        Undecided: Floats give no answer, and the problem is too large for exact arithmetic.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import dominates
        >>> dominates(from_spec("warner:p=3/4"), from_spec("warner:p=2/3")).holds
        True

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    first, matched = match_inputs(first, second)
    require_one_epsilon(first, matched)
    with limit_seconds(read_seconds(seconds)):
        return dominates_at_point(first, matched)


def compare(first: Mechanism, second: Mechanism, *, seconds: float | None = None) -> Comparison:
    """Compare two mechanisms exactly: which is more informative, with garblings and decision problems as proof.

    Args:
        first: A mechanism.
        second: Another of the same inputs, matched by label where both have labels, else by position.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        The relation, with its witnesses.

    Raises:
        InputError: The inputs differ, or epsilon is free.
        Undecided: Floats give no answer, and the problem is too large for exact arithmetic.

    Example:
        >>> from rropt import compare, from_spec
        >>> compare(from_spec("warner:p=3/4"), from_spec("warner:p=7501/10000")).sentence
        'B is more informative than A'

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    first, matched = match_inputs(first, second)
    require_one_epsilon(first, matched)
    with limit_seconds(read_seconds(seconds)):
        return compare_at_point(first, matched)
