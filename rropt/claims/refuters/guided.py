"""Searches for counterexamples in floats.

The search starts at sampled points and descends to points where the conclusion is nearest to false. The points found are rounded to
rational numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims.language.syntax import Add, And, Call, Compare, Div, Formula, Implies, Mul, Num, Or, Pow, Term, Var
from rropt.claims.refuters.points import Domain

__all__ = ["approximate", "minima", "search_downhill"]

MOST_STARTS = 3
DENOMINATORS = (2, 5, 10, 60, 1000, 10**6)
FUNCTIONS = {
    "abs": abs,
    "min": min,
    "max": max,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "erf": math.erf,
    "power": math.pow,
    "normal_cdf": lambda x: (1 + math.erf(x / math.sqrt(2))) / 2,
    "floor": math.floor,
    "ceil": math.ceil,
}


def approximate(term: Term, where: dict[str, float]) -> float:
    """Compute the value of a term in floats. It only guides the search; no verdict rests on it."""
    match term:
        case Num(value):
            return float(value)
        case Var(name):
            return where[name]
        case Add(items):
            return sum(approximate(x, where) for x in items)
        case Mul(items):
            return math.prod(approximate(x, where) for x in items)
        case Div(a, b):
            return approximate(a, where) / approximate(b, where)
        case Pow(base, n):
            return float(approximate(base, where) ** n)
        case Call(name, arguments):
            return float(FUNCTIONS[name](*(approximate(x, where) for x in arguments)))  # type: ignore[operator]


def margin(formula: Formula, where: dict[str, float]) -> float:
    """Measure how far a formula is from changing between true and false: at least 0 where it is true, at most 0 where it is false.

    For <, <=, > and >=, the margin is the difference of the two sides. For !=, it is the absolute difference, and for =, minus the
    absolute difference. `and`, `or` and `implies` combine the margins of their parts. For any other formula the margin is 0.
    """
    match formula:
        case Compare(a, relation, b):
            gap = approximate(a, where) - approximate(b, where)
            if relation in ("=", "!="):
                return -abs(gap) if relation == "=" else abs(gap)
            return gap if relation in (">", ">=") else -gap
        case And(items):
            return min(margin(x, where) for x in items)
        case Or(items):
            return max(margin(x, where) for x in items)
        case Implies(a, b):
            return max(-margin(a, where), margin(b, where))
    return 0.0


def minima(domain: Domain, conclusion: Formula, held: list[dict[str, Fraction]]) -> Iterator[dict[str, float]]:
    """Yield local minima of the conclusion's margin over the domain, as values of the free variables in floats.

    The margin is at least 0 where the conclusion holds, at most 0 where it fails.
    """
    from scipy.optimize import minimize

    names = domain.free
    if not names or not held:
        return

    def objective(x: list[float]) -> float:
        where = {n: float(v) for n, v in zip(names, x, strict=True)}
        try:
            point = domain.complete({n: Fraction(v).limit_denominator(10**9) for n, v in where.items()})
            if point is None:
                return 1e9
            where = {n: float(v) for n, v in point.items()}
            outside = sum(max(0.0, -margin(h, where)) for h in domain.hypotheses)
            return margin(conclusion, where) + 1e3 * outside
        except (ArithmeticError, ValueError, KeyError):
            return 1e9

    starts = sorted(held, key=lambda p: objective([float(p[n]) for n in names]))[:MOST_STARTS]
    for start in starts:
        options = {"maxiter": 150 * len(names), "xatol": 1e-9, "fatol": 1e-15}
        found = minimize(objective, [float(start[n]) for n in names], method="Nelder-Mead", options=options)
        if all(math.isfinite(v) for v in found.x):
            yield {n: float(v) for n, v in zip(names, found.x, strict=True)}


def search_downhill(
    domain: Domain, conclusion: Formula, held: list[dict[str, Fraction]]
) -> Iterator[dict[str, Fraction]]:
    """Yield possible counterexamples: local minima of the conclusion's margin, rounded to fractions of several denominators."""
    for place in minima(domain, conclusion, held):
        for size in DENOMINATORS:
            point = domain.complete({n: Fraction(v).limit_denominator(size) for n, v in place.items()})
            if point is not None:
                yield point
