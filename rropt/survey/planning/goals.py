"""The goals of a plan: a standard error, a margin, or a power, each as a test of whether n answers are enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from rropt.exact.decimal import decimal
from rropt.exact.errors import Either, InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.survey.intervals.interval import Method
from rropt.survey.intervals.quantile import percent
from rropt.survey.planning.power import (
    GroupTest,
    enumerated_power,
    enumerated_size,
    power_met,
    read_power,
    second_group,
)
from rropt.survey.planning.result import Enumerated
from rropt.survey.planning.size import Wanted, least_margin, margin_met, smallest
from rropt.survey.planning.spread import Spread, spread_of
from rropt.survey.sampling import Sampling

__all__ = [
    "Goal",
    "allows_worst_mixture",
    "behind_interval",
    "enumerated_at",
    "error_goal",
    "least_size",
    "margin_goal",
    "power_goal",
    "require_one_goal",
    "require_used",
]

UNUSED: Mapping[str, Mapping[str, str | None]] = {
    "standard_error": {"power": "0.8", "confidence": "0.95", "method": None},
    "margin": {"power": "0.8"},
    "difference": {"method": None},
    "n": {"power": "0.8"},
}
"""The arguments of `plan` that a goal does not use, with their default values."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A wanted precision of a plan.

    `sentence` states the goal in words. `verb` is the word before it in an error message, such as "reach" in "even 9 answers do not
    reach a margin of 0.1". The other three fields are functions. Each of them takes a mechanism, the linear weights, and a
    `Spread`, which is n times the variance as a function of the share.

    - `met` returns a function that takes n and says whether n answers are enough.
    - `enumerated` also takes a number n, and returns the power and the level of the test as enumerated near n. It returns None if
      the goal is not a power, or if the power is not enumerated.
    - `reached` returns a function that takes n and writes, for an error message, what n answers give.
    """

    sentence: str
    met: Callable[[Mechanism, Matrix, Spread], Callable[[int], bool]]
    enumerated: Callable[[Mechanism, Matrix, Spread, int], Enumerated | None] = lambda _p, _w, _s, _n: None
    reached: Callable[[Mechanism, Matrix, Spread], Callable[[int], str]] = lambda _p, _w, _s: lambda _n: ""
    verb: str = "reach"


def require_one_goal(*goals: object) -> None:
    """Refuse unless exactly one of the goals is given (is not None)."""
    if sum(x is not None for x in goals) != 1:
        raise InputError(
            "a plan has one goal: give ",
            Either(
                "standard_error, or margin, or difference (with power), or n",
                "--margin, --standard-error, --difference or --people",
            ),
        )


def require_used(given: Mapping[str, object]) -> None:
    """Refuse an argument of `plan` that the given goal does not use, unless it has its default value."""
    for goal, unused in UNUSED.items():
        for name, default in unused.items():
            if given[goal] is not None and not _is_default(given[name], default):
                beside = Received(goal, str(given[goal]))
                raise InputError(Received(name, str(given[name])), " is not used beside ", beside, "; leave it out")


def _is_default(x: object, default: str | None) -> bool:
    """Whether an argument has its default value, which may be written in another way, or is None."""
    return x in (None, default) or (default is not None and read_rational(x) == Fraction(default))


def least_size(
    goal: Goal, p: Mechanism, weights: Matrix, spread: Spread, model: Sampling
) -> tuple[int, Enumerated | None]:
    """Find the least n that meets the goal's criterion; if the goal is a power, also enumerate the power near this n.

    Return n, and the enumeration (None if there is none).
    """
    told = {"goal": goal.sentence, "verb": goal.verb}
    n = smallest(goal.met(p, weights, spread), model, **told, reached=goal.reached(p, weights, spread))
    return n, goal.enumerated(p, weights, spread, n)


def error_goal(standard_error: object, model: Sampling) -> Goal:
    """Return the goal that the standard error is at most `standard_error`."""
    wanted = _positive(standard_error, "standard_error")
    square = wanted * wanted
    return Goal(
        f"a standard error of at most {decimal(wanted)}",
        lambda _p, _w, spread: lambda n: bool(spread.variance(n, model) <= square),
    )


def margin_goal(margin: object, model: Sampling, j: int, wanted: Wanted) -> Goal:
    """Return the goal that half the length of the wanted interval is at most `margin`."""
    most = _positive(margin, "margin")

    def reached(p: Mechanism, w: Matrix, spread: Spread, n: int) -> str:
        least = least_margin(p, behind_interval(p, spread, j, w, wanted.method), model, j, wanted, n)
        return "" if least is None else f"; they give a margin of ± {decimal(least, direction='upper')}"

    return Goal(
        f"a {wanted.named} of at most {decimal(most)}",
        lambda p, w, spread: margin_met(p, behind_interval(p, spread, j, w, wanted.method), model, j, most, wanted),
        reached=lambda p, w, spread: partial(reached, p, w, spread),
    )


def power_goal(difference: object, power: object, model: Sampling, j: int, test: GroupTest) -> Goal:
    """Return the goal that a test of two groups detects a difference of their shares with the given power."""
    wanted, chance = read_rational(difference), read_power(power)
    by = ""
    if test.clusters is not None:
        by = f" of Student's t with {counted(test.clusters - 1, 'degree', 'degrees')} of freedom"
    return Goal(
        f"to detect a difference of {decimal(wanted)} between two groups of n with power {decimal(chance)} "
        f"at the nominal two-sided {percent(1 - test.level)}% level{by}",
        lambda p, weights, spread: power_met(spread, p, model, j, wanted, test, chance, weights),
        lambda p, weights, spread, near: enumerated_at(p, weights, j, spread, wanted, near, test, model, chance),
        verb="suffice",
    )


def behind_interval(p: Mechanism, spread: Spread, j: int, weights: Matrix, method: Method) -> Spread:
    """Return the variance on which an interval by this method is based, as a `Spread`. That is n times the variance of the
    estimate, as a function of the share of input j.

    If there are more than two inputs, the variance also depends on how the other inputs share the rest. Wilson's and Chebyshev's
    intervals do not know this. So for these two methods, the result is the largest variance over all shares of the other inputs. In
    all other cases the result is `spread` itself.
    """
    return (
        spread_of(p, spread.region, j=j, weights=weights, at_worst=True) if allows_worst_mixture(p, method) else spread
    )


def allows_worst_mixture(p: Mechanism, method: Method) -> bool:
    """Whether an interval by this method is based on the largest variance that any shares of the other inputs give.

    This is so for Wilson's and Chebyshev's intervals if there are more than two inputs.
    """
    return p.k > 2 and method in (Method.WILSON, Method.CHEBYSHEV)


def enumerated_at(
    p: Mechanism,
    weights: Matrix,
    j: int,
    spread: Spread,
    difference: Fraction,
    n: int,
    test: GroupTest,
    model: Sampling,
    power: Fraction | None = None,
) -> Enumerated | None:
    """Enumerate the power and the true level of a test that compares two groups of n answers each.

    If `power` is given, the number n is only approximate. Then look for the least number near n that has this power. If there is
    one, use it in place of n.

    None if draws are not independent, if the number of clusters is given, or if `enumerated_power` returns None.
    """
    if model.kind != "replacement" or test.clusters is not None:
        return None
    level = float(test.level)
    x, y = float(spread.region.lower), float(second_group(spread.region, difference).lower)
    least = None if power is None else enumerated_size(p, weights, j, x, y, n, level, float(power))
    found, true_level = (enumerated_power(p, weights, j, x, z, least or n, level) for z in (y, x))
    return None if found is None or true_level is None else Enumerated(found, true_level, least)


def _positive(x: object, name: str) -> Fraction:
    value = read_rational(x)
    if not 0 < value < 1:
        hint = "; per cent are written with their sign, as 3%" if value >= 1 else ""
        raise InputError(Received(name, str(x)), " must lie strictly between 0 and 1, such as 0.03", hint)
    return value
