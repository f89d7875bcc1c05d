"""Searches for counterexamples that a grid of points misses: roots on lines, and closed forms near a numerical minimum.

Floats only say where to look. A point counts only if exact evaluation finds all hypotheses true and the conclusion false there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from typing import TypeAlias

from rropt.claims.evaluate import holds
from rropt.claims.language.show import text
from rropt.claims.language.syntax import (
    And,
    Call,
    Compare,
    Formula,
    Node,
    Num,
    Term,
    free_variables,
    negative,
    number,
    substitute,
    subtract,
    walk,
)
from rropt.claims.normal import difference
from rropt.claims.provers.turns import zeros_and_turns
from rropt.claims.refuters.guided import approximate, minima
from rropt.claims.refuters.points import Domain, pool
from rropt.claims.refuters.roots import Root, find_failure, is_rational
from rropt.exact.errors import InputError

__all__ = ["ExactPoint", "search_exact"]

ExactPoint: TypeAlias = tuple[tuple[str, str], ...]
MOST_LINES = 80
MOST_PLACES = 12
MOST_COMBINED = 30
NEAR = 1e-6
EXTREMES = [Fraction(sign * 10**n) ** way for n in (3, 5) for sign in (1, -1) for way in (1, -1)]


def search_exact(domain: Domain, conclusion: Formula, held: list[dict[str, Fraction]]) -> ExactPoint | None:
    """Search for a counterexample on lines through the domain, then near numerical minima; return its coordinates as text, or None.

    `held` lists points at which the statement held.
    """
    found = _search_lines(domain, conclusion, held)
    if found is not None or domain.integers or not _may_fail_at_a_point(conclusion):
        return found
    return _search_closed_forms(domain, conclusion, held)


def _may_fail_at_a_point(conclusion: Formula) -> bool:
    """Whether the conclusion may be false at a single point and true all around it.

    The answer is False for a comparison by >=, <= or = without floor and ceil, and for several of them joined by `and`. If such a
    conclusion is false at a point, it is also false near the point.
    """
    parts = conclusion.items if isinstance(conclusion, And) else (conclusion,)
    return any(map(_jumps, walk(conclusion))) or any(
        not isinstance(x, Compare) or x.relation in ("<", ">", "!=") for x in parts
    )


def _jumps(node: Node) -> bool:
    return isinstance(node, Call) and node.name in ("floor", "ceil")


# lines


def _search_lines(domain: Domain, conclusion: Formula, held: list[dict[str, Fraction]]) -> ExactPoint | None:
    """Find a counterexample on a line on which all variables but one are fixed.

    None if none of the first `MOST_LINES` lines of `_lines` shows one, if the statement is not rational, or if it has fewer than
    two variables.
    """
    formulas = (*domain.hypotheses, conclusion)
    if len(domain.names) < 2 or not is_rational(formulas):
        return None
    for name, fixed in islice(_lines(domain, held), MOST_LINES):
        values = {x: Num(v) for x, v in fixed.items()}
        hypotheses: list[Formula] = [substitute(h, values) for h in domain.hypotheses]  # type: ignore[misc]
        aim: Formula = substitute(conclusion, values)  # type: ignore[assignment]
        at = find_failure(tuple(hypotheses), aim, name, name in domain.integers)
        if at is not None:
            shown = {**{x: str(v) for x, v in fixed.items()}, name: _shown(at, name)}
            return tuple((x, shown[x]) for x in domain.names)
    return None


def _shown(at: Fraction | Root, name: str) -> str:
    return str(at) if isinstance(at, Fraction) else at.text(name)


def _lines(domain: Domain, held: list[dict[str, Fraction]]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Yield lines on which to search for a counterexample, as pairs (variable that runs along the line, values of the others).

    The values of the other variables are those of a point in `held`, except that one of them is changed. The changed variable gets
    a value from `pool` or an extreme value. If the changed variable is a whole number, it gets no extreme value.
    """
    for base in held[:2]:
        for name in domain.names:
            others = [x for x in domain.names if x != name]
            for x in others:
                telling = pool(domain, x)[:4] + ([] if x in domain.integers else EXTREMES)
                for value in telling:
                    yield name, {**{y: base[y] for y in others}, x: value}


# closed forms


def _search_closed_forms(domain: Domain, conclusion: Formula, held: list[dict[str, Fraction]]) -> ExactPoint | None:
    for place in islice(_places(domain, conclusion, held), MOST_PLACES):
        if not place.keys() >= set(domain.names):  # a variable that an equality determines has no value here
            continue
        choices = [list(_closed_forms(place[x])) for x in domain.names]
        for terms in islice(product(*choices), MOST_COMBINED):
            values = dict(zip(domain.names, terms, strict=True))
            if _fails(domain, conclusion, values):
                return tuple((x, text(t)) for x, t in values.items())
    return None


def _fails(domain: Domain, conclusion: Formula, values: dict[str, Term]) -> bool:
    def at(formula: Formula) -> bool | None:
        try:
            return holds(substitute(formula, values), {})  # type: ignore[arg-type]
        except InputError:
            return None

    return all(at(h) is True for h in domain.hypotheses) and at(conclusion) is False


def _places(domain: Domain, conclusion: Formula, held: list[dict[str, Fraction]]) -> Iterator[dict[str, float]]:
    """Yield points, in floats, at which the conclusion may be false or nearly false.

    If there is just one variable, the first points are zeros, local minima and local maxima of the terms from `_telling`. Then come
    the points where the conclusion is nearest to false.
    """
    if len(domain.names) == 1:
        (x,) = domain.names
        for term in _telling(conclusion, x, held):
            for value in zeros_and_turns(term, x, domain.ranges[x]):
                yield {x: value}
    yield from minima(domain, conclusion, held)


def _telling(conclusion: Formula, x: str, held: list[dict[str, Fraction]]) -> Iterator[Term]:
    """Yield terms in x such that the conclusion may become true or false where a term is 0.

    The first terms are differences: an argument of floor or ceil minus a whole number to which it is near at a point in `held`.
    Then, for each comparison, comes the difference of its two sides.
    """
    nodes = [node for node in walk(conclusion) if free_variables(node) == (x,)]
    for node in filter(_jumps, nodes):
        (argument,) = node.arguments  # type: ignore[union-attr]
        near = set[int]()
        for p in held[:MOST_LINES]:
            with suppress(ArithmeticError, ValueError, KeyError):  # the argument has no value here
                near.add(round(approximate(argument, {x: float(p[x])})))
        yield from (subtract(argument, number(k)) for k in sorted(near, key=abs))
    yield from (difference(node) for node in nodes if isinstance(node, Compare))


def _closed_forms(value: float) -> Iterator[Term]:
    """Yield simple terms nearly equal to the value: fractions, and square roots, exponentials and logarithms of fractions."""
    yield from (number(x) for x in _near(value, 1000))
    square = _near(value * value, 100)
    for x in square:
        root = Call("sqrt", (number(x),))
        yield root if value > 0 else negative(root)
    if value > 0:
        yield from (Call("exp", (number(x),)) for x in _near(math.log(value), 12))
    if abs(value) < math.log(1000):
        yield from (Call("log", (number(x),)) for x in _near(math.exp(value), 100))


def _near(value: float, most: int) -> list[Fraction]:
    """Return a list of one simple fraction very near the value; the list is empty if there is none.

    The denominator of the fraction is at most `most`.
    """
    if not math.isfinite(value):
        return []
    found = (Fraction(value).limit_denominator(n) for n in (1, 12, 100, most) if n <= most)
    return next(([x] for x in found if abs(float(x) - value) < NEAR * max(1.0, abs(value))), [])
