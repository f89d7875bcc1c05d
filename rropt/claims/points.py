"""Points at which hypotheses hold: near a model of z3, and drawn from a fixed seed.

A point that refutes is looked for among both. The audit also tries what counts as shown at some of the drawn ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product

from rropt.claims.language import Node, conjunction, difference, known_value, number, substitute, variable
from rropt.claims.numbers import holds

__all__ = ["near", "sampled"]

MOST_ROUNDED = 7  # variables of a model whose values are also tried rounded
TRIED = (
    200  # points that are drawn, at some of which the hypotheses hold; with corners as many more, ever more at the ends
)
SEED = 67


def near(
    model: Mapping[str, Fraction], names: frozenset[str], integers: frozenset[str]
) -> Iterator[dict[str, Fraction]]:
    """List the point of a model and points near it with small denominators; whole numbers stay whole."""
    point = {x: model.get(x, Fraction(0)) for x in sorted(names)}
    if any(point[x].denominator != 1 for x in integers & names):
        return
    yield point
    if len(point) <= MOST_ROUNDED:
        choices = [list(dict.fromkeys(v.limit_denominator(n) for n in (10, 1000))) for v in point.values()]
        for values in product(*choices):
            yield dict(zip(point, values, strict=True))


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
        least = -int(-low // 1)
        whole = Fraction(rng.randint(least, max(int(high // 1), least)))
        part = min(max(rng.randint(-ends, 60 + ends), 0), 60)
        point[name] = whole if name in integers else low + (high - low) * Fraction(part, 60)
    return point


def _ends_of(name: str, hypotheses: Sequence[Node]) -> tuple[Fraction | None, Fraction | None]:
    """Return the greatest lower and the least upper end that hypotheses give a variable as numbers; None for no end."""
    lows, highs = list[Fraction](), list[Fraction]()
    for x in chain.from_iterable(h.args if h.op == "and" else (h,) for h in hypotheses):
        if x.op == "=" and x.free == {name}:
            a, b, c = (known_value(substitute(difference(*x.args), {name: number(i)})) for i in range(3))
            is_linear = a is not None and b is not None and c is not None and c - b == b - a != 0
            lows, highs = ([*lows, -a / (b - a)], [*highs, -a / (b - a)]) if is_linear else (lows, highs)
        elif x.op in ("<", "<=", ">", ">="):
            left, right = x.args if x.op in ("<", "<=") else reversed(x.args)
            lows += [known_value(left)] if right == variable(name) else []
            highs += [known_value(right)] if left == variable(name) else []
    return max((x for x in lows if x is not None), default=None), min((x for x in highs if x is not None), default=None)
