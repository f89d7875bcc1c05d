"""Plain designs, and the best of them. In a plain design each answer names a category. People of that category give this answer at
least as often as the others do, and all the others give it equally often.

A respondent can then follow one rule: tell the truth with probability a, else draw an answer. As a matrix the design is
P = a·1 + c(1, …, 1). Here 1 is the identity matrix, c is a column with the entries c_i, and a = 1 − Σ c_i ≥ 0. Category i is drawn
with chance c_i/(1 − a).

* *Pure demands.* Let T_jl ≥ 1 be the ratio that the demand asks of inputs j and l, with slack 0, and ∞ if it asks none. Let T_i be
  the least of the ratios T_il over all l. Row i of P has a + c_i at its own category and c_i elsewhere. So all that the demand asks
  of row i is a ≤ (T_i − 1)c_i. Now let c_i = a/(T_i − 1), with 1/a = 1 + Σ 1/(T_i − 1). This gives a plain design in which every
  row is tight; call it P*. Any other plain design, with a' and c', has c'_i ≥ a'/(T_i − 1). The sum over all i is
  1 − a' ≥ a'(1/a − 1), so b = a'/a is at most 1. Let g_i = c'_i − b c_i. These numbers are ≥ 0, and their sum is 1 − b. The other
  design is then (b·1 + g(1, …, 1))P* = ba·1 + (b c + g)(1, …, 1): it keeps an answer of P* with probability b, and else replaces it
  by answer i, with probability g_i. So every plain design is a post-processing of P*. Therefore P* is best for objectives that
  post-processing never improves: variances, determinants, information, divergences. Under one ε, with t = e^ε and k categories, P*
  is k-ary randomized response, with a = (t − 1)/(t − 1 + k).
* *Fewer answers than categories.* If category l is no answer, column l of P has no truthful entry and sums to Σ c_i = 1, so a = 0.
  So a plain design of fewer answers never depends on the truth.
* *A sum Σ W_ij P_ij.* Post-processing may improve such a sum. It is a Σ W_ii + Σ c_i w_i, with w_i = Σ_j W_ij. For a given a, every
  c_i is at least a/(T_i − 1), and all c_i sum to 1 − a. It is best to give all that is left of this sum to the c_i with the best
  w_i. The objective is then affine in a, so either P* or a constant answer is best.
* *One (T, δ) for all pairs, δ > 0.* For inputs j and l the demand asks a − (T − 1)c_j ≤ δ. If all c_i are equal, this means
  a(T − 1 + k) ≤ T − 1 + kδ. The design with the largest such a yields every design with a smaller a by post-processing, as above.
  So it is the best plain design that treats all categories alike. A plain design that treats categories differently may be better;
  that is not decided here.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.decimal import decimal, say_more
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.problem.known import is_linear
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    from rropt.problem.result import Design

__all__ = [
    "has_slack",
    "is_plain_itself",
    "plain_mechanism",
    "say_best_plain",
    "say_bound_of_all",
    "say_none_reaches",
    "say_price_of_plain",
]

DIGITS = 6
NOTHING = Fraction(1, 10**DIGITS)
"""If the value of a plain design and the bound on all designs differ by at most this part of the smaller, the plain design is said
to cost nothing."""


def say_best_plain(problem: Problem) -> str:
    """Say that no plain design (each answer names a category) is better than the design at hand. If the demand has slack, the
    sentence is only about plain designs that treat all categories alike."""
    return f"no plain design{_alike(problem)} is better"


def say_none_reaches(problem: Problem) -> str:
    """Say that no plain design reaches the required value. If the demand has slack, say so only of plain designs that treat all
    categories alike."""
    return f"no plain design{_alike(problem)} reaches"


def _alike(problem: Problem) -> str:
    return " that treats all categories alike" if has_slack(problem) else ""


def has_slack(problem: Problem) -> bool:
    """Whether some pair of inputs that the demand bounds has a slack δ > 0; a pair with δ = 1 is not bounded."""
    return any(slack != 0 for _, (_, slack) in problem.bounds.places())


def is_plain_itself(problem: Problem) -> bool:
    """Whether every design of the problem's size is plain (each answer names a category). That is so with two answers to two
    inputs, if the order of the answers does not matter. It matters for sums of entries, and for the worst of several such sums."""
    return problem.k == 2 and problem.outputs == 2 and not is_linear(problem.objective)


def plain_mechanism(problem: Problem) -> Mechanism:
    """Return the best plain design, in which each answer names a category, and all people of other categories give it equally
    often.

    If the demand has no slack δ, this is the design P* that the head of this file describes. If it has slack, it is the best plain
    design that treats all categories alike. But if the objective is a sum of entries, and a constant answer is better than that
    design, the constant answer is returned.
    """
    k, bounds = problem.k, problem.bounds
    one, zero = Fraction(1), Fraction(0)
    if bounds.common is not None and bounds.common[1] != 0:
        ratio, slack = bounds.common
        assert not is_infinite(ratio)
        a = (ratio - 1 + k * slack) / (ratio - 1 + k)
        drawn = [(1 - a) / k] * k
    else:
        asked = list(bounds.places())
        ratios = [min((t for (j, *_), (t, _) in asked if j == i), default=INFINITY) for i in range(k)]
        if any(x == 1 for x in ratios):
            a, drawn = zero, [Fraction(1, k)] * k
        else:
            odds = [zero if is_infinite(x) else 1 / (x - 1) for x in ratios]
            a = 1 / (1 + total_of(odds))
            drawn = [a * x for x in odds]
    rows = [[a + c if i == j else c for j in range(k)] for i, c in enumerate(drawn)]
    chosen = problem.inputs if problem.outputs == "free" and problem.chooses_labels else None
    best = Mechanism(rows, problem.inputs, problem.output_labels or chosen)
    weights = problem.objective.matrix(k, k)
    if weights is None:
        return best
    sign = 1 if problem.objective.sense == "max" else -1
    sums = [sign * total_of(row) for row in weights]
    first = max(range(k), key=sums.__getitem__)
    constant = replace(best, rows=tuple((one if i == first else zero,) * k for i in range(k)))
    return max(best, constant, key=lambda p: sign * problem.objective.value_bounds(p)[0])


def say_price_of_plain(found: Design) -> str:
    """Say how much worse the value of a plain design (each answer names a category) is than the best of all designs.

    The text is empty if plain designs were not asked for, if every design is plain, or if no bounds are known.
    """
    problem = found.problem
    if not problem.plain or is_plain_itself(problem) or found.lower is None or found.upper is None:
        return ""
    if found.lower == found.upper:
        return "Plain: each answer names a category, which costs nothing: no design of any answers is better."
    name = str(problem.objective)
    low, high = enclose(found.lower)[0], enclose(found.upper)[1]
    if 0 < high - low <= NOTHING * low:
        return f"Plain: each answer names a category, which costs nothing in the first {DIGITS} digits of the {name}."
    if problem.objective.sense == "max":
        share = decimal(100 * low / high, digits=3, direction="lower") if low > 0 else "0"
        return f"Plain: each answer names a category, which keeps at least {share} % of the largest {name}."
    if low <= 0:
        return f"Plain: each answer names a category; what it costs against the smallest {name} is not bounded."
    more = say_more(high / low, "", f"the smallest {name}")
    if problem.objective.is_paid_in_people:
        more = f"{say_more(high / low, 'people', 'the best design of any answers')}, for the same error"
    return f"Plain: each answer names a category, which costs at most {more}."


def say_bound_of_all(found: Design) -> str:
    """Say the value of a plain design (each answer names a category), and the bound on all designs."""
    assert found.lower is not None and found.upper is not None
    if found.problem.objective.sense == "min":
        least = decimal(found.lower, direction="lower")
        return f"{decimal(found.upper)}; the smallest of all designs is at least {least}"
    return f"{decimal(found.lower)}; the largest of all designs is at most {decimal(found.upper, direction='upper')}"
