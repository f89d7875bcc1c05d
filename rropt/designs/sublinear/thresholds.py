"""Find the least ε from which on k-ary randomized response is optimal, exactly or between two bounds.

Let f be the objective's function of a row, and let t = e^ε. The ε is found exactly if f is rational in t. For each input j let s_j
be the pattern that is t at j and 1 at all other inputs. These patterns are the rows of k-ary randomized response; each has the
weight 1/(t + k − 1) > 0. So if randomized response is optimal, the optimal multipliers y have yᵀs_j = f(s_j) for all j. These
equations have only one solution: y_j = (f(s_j) − Σ_l f(s_l)/(t + k − 1))/(t − 1). So randomized response is optimal iff f(s) ≤ yᵀs
for this y at all other patterns s too.

At a rational t this is decided in balls (numbers with error bounds). Bisection leads to a short interval. At its lower end f(s) >
yᵀs at some pattern s; at its upper end f(s) < yᵀs at all patterns other than the s_j.

Reference: Kairouz, Oh and Viswanath (2016), JMLR 17 (randomized response at large ε).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from rropt.certificate.read import read_cut
from rropt.designs.objectives.row_function import BITS, Function, ball_near
from rropt.designs.sublinear.program import SublinearProgram
from rropt.engine.sets import Counts
from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, generator
from rropt.exact.epsilon import Epsilon
from rropt.exact.fields import Algebraic, Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import isolate
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.problem.pieces.span import spell_end

__all__ = ["Threshold", "say_threshold", "threshold_between"]

HALVINGS = 44
NEAR = Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Threshold:
    """Bounds for the t = e^ε from which on k-ary randomized response is optimal: it is not optimal at `lower`, and it is optimal at
    `upper`.

    `exact` is that t itself, if it is known.
    """

    lower: Fraction
    upper: Fraction
    exact: Number | None = None


def _exceeds(function: Function, t: Fraction) -> Counts | bool | None:
    """Decide at a rational t whether k-ary randomized response is optimal.

    Let f be `function`, and let y be the prices with yᵀs = f(s) at the rows s of randomized response. If f(s) > yᵀs at some pattern
    s, it is not optimal; return the orbit of this pattern. If f(s) < yᵀs at all patterns other than its rows, it is optimal; return
    False. Return None if neither could be decided.
    """
    program = SublinearProgram.of_ratio(function, t)
    orbits, several = program.rows.names(), range(len(program.classes.sizes))
    single = {tuple(int(a == b) for b in several) for a in several}
    undecided = False
    with flint.ctx.workprec(BITS):
        worth = {counts: function.ball(list(map(ball_near, program.rows.row(counts)))) for counts in orbits}
        y = _multipliers(program, [worth[tuple(int(a == b) for b in several)] for a in several])
        for counts, f in worth.items():
            if counts not in single:
                more = f - sum(
                    (ball_near(x) * b for x, b in zip(program.rows.sums(counts), y, strict=True)), flint.arb(0)
                )
                if more > 0:
                    return counts
                undecided = undecided or not more < 0
    return None if undecided else False


def _multipliers(program: SublinearProgram, worth: list[Any]) -> list[Any]:
    """Compute the dual prices y, one for each class of inputs, with yᵀs = f(s) at the rows s of k-ary randomized response.

    `worth` has, for each class, the value f(s) of the objective's function at one such row. The result is in balls (numbers with
    error bounds) if t is rational, else in exact numbers.
    """
    k, t = program.function.k, program.ratio
    a, b = (ball_near(t + k - 1), ball_near(t - 1)) if isinstance(t, Fraction) else (t + k - 1, t - 1)
    summed = sum((f * n for f, n in zip(worth, program.classes.sizes, strict=True)), worth[0] * 0)
    return [(f - summed / a) / b for f in worth]


def threshold_between(function: Function, low: Number, high: Number) -> Threshold | bool | None:
    """Enclose the t = e^ε from which on k-ary randomized response is optimal, between two given values of t.

    Return True if randomized response is optimal already at `low`, and False if it is not optimal at `high`. Return None if one of
    these questions could not be decided.
    """
    lower, upper = enclose(low, width=NEAR)[1], enclose(high, width=NEAR)[0]
    at_end = _exceeds(function, upper)
    if at_end is not False:
        return None if at_end is None else False
    pattern = None if lower <= 1 else _exceeds(function, lower)
    if lower <= 1:  # at t = 1 no answer depends on the truth: begin a little above
        lower = 1 + (upper - 1) * NEAR
        pattern = _exceeds(function, lower)
    if not isinstance(pattern, tuple):
        return None if pattern is None else True
    for _ in range(HALVINGS):
        require_time()
        middle = (lower + upper) / 2
        found = _exceeds(function, middle)
        if found is None:
            break
        lower, upper, pattern = (lower, middle, pattern) if found is False else (middle, upper, found)
    return Threshold(lower, upper, _exact(function, pattern, lower, upper))


def _exact(function: Function, pattern: Any, lower: Fraction, upper: Fraction) -> Number | None:
    """Find the one t = e^ε between `lower` and `upper` at which f(s) = yᵀs, where f is `function` and s is a pattern of the orbit
    `pattern`.

    The prices y are those for which the same equation holds at all rows of k-ary randomized response. Both s and y depend on t.
    None if f is not rational in t, or if there is not exactly one such t.
    """
    if function.phi is None or not function.phi.is_rational:
        return None
    program = SublinearProgram.of_ratio(function, generator(Free(lower, upper)))
    several = range(len(program.classes.sizes))
    y = _multipliers(program, [function.exact(program.rows.row(tuple(int(a == b) for b in several))) for a in several])
    worth: Any = function.exact(program.rows.row(pattern))
    more = worth - sum((x * b for x, b in zip(program.rows.sums(pattern), y, strict=True)), Fraction(0))
    roots = isolate([more.num], Free(lower, upper)) if isinstance(more, Element) else []
    found = read_cut(spell_end(roots[0])) if len(roots) == 1 else None
    return None if is_infinite(found) else found


def say_threshold(found: Threshold | bool | None) -> tuple[str, ...]:
    """Write a note on the ε above which k-ary randomized response is optimal; empty if nothing is known."""
    if found is None:
        return ()
    name = "k-ary randomized response"
    if isinstance(found, bool):
        return (f"{name} is optimal at both ends",) if found else (f"{name} is not optimal at the upper end",)
    low, high = (
        decimal(Epsilon(t).bounds(width=Fraction(1, 10**20))[0], digits=12, direction=direction)  # type: ignore[arg-type]
        for t, direction in ((found.lower, "lower"), (found.upper, "upper"))
    )
    exact = found.exact
    named = exact is not None and not (isinstance(exact, Element) and isinstance(exact.field, Algebraic))
    where = f", at t = {show(exact)}" if named and exact is not None else ""
    return (f"{name} becomes optimal at an epsilon between {low} and {high}{where}",)
