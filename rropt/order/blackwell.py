"""Compare two mechanisms in Blackwell's order at one epsilon, or one with all others of its parity."""

from __future__ import annotations

from rropt.errors import InputError
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.given import MechanismLike, match_inputs
from rropt.order.admissibility import Admissibility, judge_admissible
from rropt.order.comparison import Comparison, compare_matched
from rropt.order.dominance import Dominance, dominates_matched, require_one_epsilon
from rropt.order.le_cam import Deficiency, deficiency_matched
from rropt.order.staircase import read_bounded
from rropt.poses.order import AdmissibilityProblem, GarblingProblem

__all__ = ["admissibility_problem", "admissible", "compare", "deficiency", "dominates", "garbling_problem"]


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
            return judge_admissible(first, parity, proof=proof)
        if parity is not None:
            raise InputError(f"parity = {parity} is for a single mechanism, but two are given; drop one of them")
        first, matched = match_inputs(first, second)
        require_one_epsilon(first, matched)
        return compare_matched(first, matched, proof=proof)


def admissible(
    mechanism: MechanismLike, parity: object = None, *, seconds: float | None = 60, proof: bool = False
) -> Admissibility:
    """Say whether a mechanism is admissible. It is if no mechanism of the same parity, or of the one given, is strictly more
    informative.

    If ε is free, the verdict "admissible" holds for every ε. If it is free and a row fails the condition of admissibility as a
    function of t = e^ε, `Undecided` is raised, because the row may still meet the condition at single values of t.

    Args:
        mechanism: A mechanism of parity at most γ.
        parity: The bound γ ≥ 1 on the ratios within a row, such as 3 or "e"; the mechanism's own unless given. For an ε-LDP demand,
            γ is e^ε.
        seconds: The time limit (None for no limit in Python).
        proof: Also ask sympy and cvxpy, and compare their answers with what is certified.

    Returns:
        The verdict, with a better mechanism where there is one.

    Raises:
        InputError: The mechanism's parity is above γ, γ is below 1, or there is one input. Undecided: see above, or no proof found.

    Examples:
        >>> from rropt import admissible, from_spec
        >>> admissible(from_spec("warner:p=3/4"), 3).admissible
        True

    Reference: Chai and Nayak (2018), section 4; Blackwell (1953), Equivalent comparisons of experiments.
    """
    with limit_seconds(read_seconds(seconds)):
        return judge_admissible(mechanism, parity, proof=proof)


def dominates(first: MechanismLike, second: MechanismLike, *, seconds: float | None = None) -> Dominance:
    """Whether `first` is at least as informative as `second`: whether some garbling C has C·first = second.

    Args:
        first: A mechanism.
        second: Another of the same inputs, matched by label where both have labels, else by position.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        A verdict: `holds`, with C or with a decision problem on which `second` is worth more.

    Raises:
        InputError: The inputs differ, or epsilon is free. Undecided: The question is too large, or too near to a tie.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import dominates
        >>> dominates(from_spec("warner:p=3/4"), from_spec("warner:p=2/3")).holds
        True

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    first, matched = match_inputs(first, second)
    require_one_epsilon(first, matched)
    with limit_seconds(read_seconds(seconds)):
        return dominates_matched(first, matched)


def deficiency(first: MechanismLike, second: MechanismLike, *, seconds: float | None = None) -> Deficiency:
    """The largest total variation that remains between `second` and the best garbling of `first`.

    It is exact. If entries are irrational and its optimum has a high degree in t, it is enclosed within some 1e-38 instead.

    Args:
        first: A mechanism.
        second: Another of the same inputs, matched by label where both have labels, else by position.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        The deficiency: `value` (None unless exact), `lower`, `upper`, the garbling that attains `upper`, and the certificate.

    Raises:
        InputError: The inputs differ, or epsilon is free. Undecided: The linear program is too large to be solved exactly.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import deficiency
        >>> print(deficiency(from_spec("kuk:p=2/3,q=1/3"), from_spec("warner:p=3/4")).value)
        1/12

    Reference: Le Cam (1964), Sufficiency and approximate sufficiency; Torgersen (1991), Comparison of statistical experiments.
    """
    first, matched = match_inputs(first, second)
    require_one_epsilon(first, matched)
    with limit_seconds(read_seconds(seconds)):
        return deficiency_matched(first, matched)


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
    return GarblingProblem(*match_inputs(first, second))


def admissibility_problem(mechanism: object, parity: object) -> AdmissibilityProblem:
    """Pose for cvxpy and sympy whether a mechanism is admissible among the mechanisms of parity at most γ.

    Args:
        mechanism: A mechanism, or a design that has one.
        parity: The bound γ on the ratio of two entries of a row, such as 3.

    Returns:
        The problem, with `as_cvxpy` and `as_sympy`.

    Raises:
        InputError: `mechanism` is not a mechanism, γ is not a number of at least 1, or some ratio in a row is above γ.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import admissibility_problem
        >>> print(f"{admissibility_problem(from_spec('warner:p=2/3'), 3).as_cvxpy().solve():.6f}")
        0.138889

    Reference: Chai and Nayak (2018), section 4.
    """
    form, gamma = read_bounded(mechanism, parity)
    return AdmissibilityProblem(form.original, gamma)
