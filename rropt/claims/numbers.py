"""Numbers such as exp(1/2), enclosed by the ball arithmetic of python-flint (Arb), the truth of a formula at a point, and points.

A truth is True, False, or None: the formula has no value there, or the enclosures do not tell two numbers apart. Nothing here
rounds to nearest, so that True and False are certain. Points at which hypotheses hold are drawn from a fixed seed. One that
refutes is looked for among them, too; the audit also tries what counts as shown at some.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from math import ceil, floor
from typing import Any

from flint import arb

from rropt.claims.language import Node, conjunction, evaluate, known_value, number, operation, substitute, variable
from rropt.claims.operations import MOST_BITS, NoValueError, Operation, exactly
from rropt.errors import InputError
from rropt.exact.enclosure import ball, enclose_coarsely, precision

__all__ = ["enclose", "holds", "sampled", "value_near"]

BITS = 1600  # of the balls
LARGEST, SMALLEST = 10**300, 1100  # what is made a float, and the binary places of the smallest one
PLACES = 90  # enclosures are rounded outward to so many binary places, which z3 takes well

TRIED = (
    200  # points that are drawn, at some of which the hypotheses hold; with corners as many more, ever more at the ends
)
SEED = 67


def enclose(term: Node, *, places: int = PLACES) -> tuple[Fraction, Fraction]:
    """Return rationals below and above the value of a term without variables; they are equal if the value is known exactly.

    Args:
        term: The term.
        places: Ends that are not the value itself are rounded outward to so many binary places.

    Raises:
        InputError: The term has no value, a variable, or a value that is too long to be written out.
    """
    with precision(BITS), suppress(NoValueError):
        value = evaluate(term, {}, _enclosed)
        if abs(value) < 2**MOST_BITS:
            return (value, value) if isinstance(value, Fraction) else enclose_coarsely(value, places)
    raise InputError(f"{str(term)[:60]} has no value that can be enclosed, or too long a one")


def value_near(term: Node) -> Fraction | float | None:
    """Return the value of a term without variables: a rational, or a float near it; None where it has none, or too long a one."""
    try:
        low, high = enclose(term, places=SMALLEST)
    except InputError:
        return None
    return low if low == high or abs(high) > LARGEST else float(low + high) / 2


def holds(formula: Node, point: Mapping[str, Fraction] | None = None) -> bool | None:
    """Compute whether a formula is true at a rational point; None where this is not known."""
    with precision(BITS), suppress(NoValueError):
        return bool(evaluate(formula, point or {}, _enclosed))
    return None


def _enclosed(known: Operation, *x: Fraction | arb) -> Any:
    """Compute an operation exactly where it can be, else by balls.

    Raises:
        NoValueError: An argument may lie outside the domain.
    """
    if all(isinstance(y, Fraction) for y in x):
        with suppress(NoValueError):
            return exactly(known, *x)
    found = known.balls(*(ball(y) if isinstance(y, Fraction) else y for y in x)) if known.balls else None
    if found is None or (isinstance(found, arb) and not found.is_finite()):
        raise NoValueError
    return found


# points at which hypotheses hold


def sampled(
    variables: frozenset[str], hypotheses: Sequence[Node], integers: frozenset[str], *, corners: bool
) -> Iterator[dict[str, Fraction]]:
    """Draw points at which the hypotheses hold, from a fixed seed; few where they are thin, such as x^2 + y^2 = 1.

    One variable is drawn after another, between the ends that those before it leave; last those that a hypothesis `x = …` gives.
    """
    rng = random.Random(SEED)
    given = [h.args[0].name for h in hypotheses if h.op == "=" and h.args[0].op == "variable"]
    names = [*sorted(variables.difference(given)), *dict.fromkeys(given)]
    ends = [0] * TRIED + [n // 8 for n in range(TRIED)] * corners
    drawn = (_draw(rng, names, hypotheses, integers, n) for n in (ends if names else [0]))
    return (p for p in drawn if holds(conjunction(hypotheses), p))


def _draw(
    rng: random.Random, names: Sequence[str], hypotheses: Sequence[Node], integers: frozenset[str], ends: int
) -> dict[str, Fraction]:
    point: dict[str, Fraction] = {}
    for name in names:
        known = {x: number(value) for x, value in point.items()}
        low, high = _ends_of(name, [substitute(h, known) for h in hypotheses])
        width = rng.choice((1, 10 * (1 + ends)))
        low = low if low is not None else (high - width if high is not None else Fraction(-width, 2))
        high = high if high is not None else low + width
        whole = Fraction(rng.randint(ceil(low), max(floor(high), ceil(low))))
        part = min(max(rng.randint(-ends, 60 + ends), 0), 60)
        point[name] = whole if name in integers else low + (high - low) * Fraction(part, 60)
    return point


def _ends_of(name: str, hypotheses: Sequence[Node]) -> tuple[Fraction | None, Fraction | None]:
    """Return the greatest lower and the least upper end that hypotheses give a variable as numbers; None for no end."""
    lows, highs = list[Fraction](), list[Fraction]()
    for x in chain.from_iterable(h.args if h.op == "and" else (h,) for h in hypotheses):
        if x.op == "=" and x.free == {name}:
            a, b, c = (known_value(operation("-", *x.args), {name: Fraction(i)}) for i in range(3))
            is_linear = a is not None and b is not None and c is not None and c - b == b - a != 0
            lows, highs = ([*lows, -a / (b - a)], [*highs, -a / (b - a)]) if is_linear else (lows, highs)
        elif x.op in ("<", "<=", ">", ">="):
            left, right = x.args if x.op in ("<", "<=") else reversed(x.args)
            lows += [known_value(left)] if right == variable(name) else []
            highs += [known_value(right)] if left == variable(name) else []
    return max((x for x in lows if x is not None), default=None), min((x for x in highs if x is not None), default=None)
