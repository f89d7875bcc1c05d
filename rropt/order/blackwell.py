"""Compare two mechanisms in Blackwell's order at one epsilon, or one with all others of its parity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt import poses
from rropt.errors import InputError
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.given import MechanismLike, match_inputs
from rropt.order.admissibility import Admissibility, admissible
from rropt.order.comparison import Comparison, compare_both_ways
from rropt.order.le_cam import match_at_one_epsilon

if TYPE_CHECKING:
    from rropt.poses.order import GarblingProblem

__all__ = ["admissible", "compare", "garbling_problem"]


def compare(
    first: MechanismLike,
    second: MechanismLike | None = None,
    *,
    parity: object = None,
    seconds: float | None = 60,
    proof: bool = False,
) -> Comparison | Admissibility:
    """Say which of two mechanisms is more informative, exactly. Of one, say whether it can be improved within its parity.

    Each direction of the comparison has its witness, a garbling or a decision problem, and the deficiency says how far the best
    imitation of one by the other stays from it. What exact arithmetic does not decide is `undecided`, with the reason.

    Args:
        first: A mechanism, called A, or its spec, such as warner:p=3/4.
        second: Another of the same inputs, called B, matched by label where both have labels, else by position. Without it, the
            answer is that of `admissible`.
        parity: Without a second mechanism: the largest allowed ratio within a row; the first mechanism's own unless given.
        seconds: The time limit (None for no limit in Python).
        proof: Also ask sympy and cvxpy, and compare their answers with what is certified.

    Returns:
        The relation, with its witnesses.

    Raises:
        InputError: The inputs differ, or epsilon is free. Disagreement: Another program contradicts the certificate.

    Examples:
        >>> from rropt import compare, from_spec
        >>> compare(from_spec("warner:p=3/4"), from_spec("warner:p=7501/10000")).sentence
        'B is more informative than A'

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    with limit_seconds(read_seconds(seconds)):
        if second is None:
            return admissible(first, parity, seconds=None, proof=proof)
        if parity is not None:
            raise InputError(f"parity = {parity} is for a single mechanism, but two are given; drop one of them")
        return compare_both_ways(*match_at_one_epsilon(first, second), proof=proof)


def garbling_problem(first: object, second: object) -> GarblingProblem:
    """Pose the question whether one mechanism is a garbling of another, as a problem for cvxpy and sympy.

    Args:
        first: A mechanism, or a design that has one.
        second: Another over the same inputs, matched by label where both have labels, else by position.

    Returns:
        The problem, with `as_cvxpy` and `as_sympy`.

    Raises:
        InputError: The inputs differ.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import garbling_problem
        >>> print(f"{garbling_problem(from_spec('warner:p=2/3'), from_spec('warner:p=3/4')).as_cvxpy().solve():.6f}")
        0.083333

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    return poses.order.GarblingProblem(*match_inputs(first, second))
