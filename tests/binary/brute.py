"""Least variances by other routes: the vertices in the plane of p00 and p11, by Fractions, and demands drawn at random."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

from rropt import LDP, PairwiseLDP
from rropt.privacy.notion import Notion

ONE, SMALL = Fraction(1), Fraction(1, 10**6)
Sides = list[tuple[int, Fraction, Fraction]]  # (input, T, δ): p_input,input ≤ T·(1 − p_other,other) + δ
Line = tuple[Fraction, Fraction, Fraction]  # a·p00 + b·p11 ≤ c
Plane = tuple[Fraction, Fraction]


def draw_demand(rng: random.Random, *, is_extreme: bool = False) -> tuple[Notion, Sides]:
    """One or two demands joined, each with one ratio for both inputs or one for each; at least one with T > 1 or δ > 0."""
    demand, sides = None, []
    for _ in range(rng.choice([1, 1, 2])):
        ratios = [ONE + Fraction(rng.randint(1, 30), rng.randint(1, 10)) for _ in range(2)]
        slacks = [rng.choice([Fraction(0), Fraction(rng.randint(1, 9), 20)]) for _ in range(2)]
        if is_extreme:
            ratios = [rng.choice([ONE + SMALL, 1 / SMALL, x]) for x in ratios]
            slacks = [rng.choice([SMALL, 1 - SMALL, x]) for x in slacks]
        if rng.random() < 0.5:
            t, d = ratios[0], slacks[0]
            one: Notion = LDP(f"ln({t})", delta=d)
            sides += [(0, t, d), (1, t, d)]
        else:
            (s, t), (c, d) = ratios, slacks
            one = PairwiseLDP([["0", f"ln({s})"], [f"ln({t})", "0"]], deltas=[["0", str(c)], [str(d), "0"]])
            sides += [(0, s, c), (1, t, d)]
        demand = one if demand is None else demand & one
    assert demand is not None
    return demand, sides


def draw_share(rng: random.Random) -> Fraction:
    return rng.choice([Fraction(0), ONE, Fraction(1, 2), Fraction(rng.randint(1, 39), 40)])


def lines(sides: Sides) -> list[Line]:
    """All that is asked of p00 and p11, and p00 ≤ 1, p11 ≤ 1."""
    found = [(ONE, Fraction(0), ONE), (Fraction(0), ONE, ONE)]
    return found + [(ONE, t, t + d) if j == 0 else (t, ONE, t + d) for j, t, d in sides]


def meets(point: Plane, asked: list[Line]) -> bool:
    return all(a * point[0] + b * point[1] <= c for a, b, c in asked)


def vertices(asked: list[Line]) -> set[Plane]:
    """The vertices with p00 + p11 > 1."""
    found = set()
    for (a, b, c), (d, e, f) in combinations(asked, 2):
        if (det := a * e - b * d) != 0:
            point = (c * e - b * f) / det, (a * f - c * d) / det
            if sum(point) > 1 and meets(point, asked):
                found.add(point)
    return found


def variance(point: Plane, pi: Fraction) -> Fraction:
    """q(1 − q)/D², with the probability q of the second answer."""
    d = sum(point) - 1
    q = 1 - point[0] + pi * d
    return q * (1 - q) / d**2


def grid(asked: list[Line], steps: int) -> list[Plane]:
    """All points of a grid that meet what is asked, with p00 + p11 > 1."""
    places = [Fraction(n, steps) for n in range(steps + 1)]
    return [(p, q) for p in places for q in places if p + q > 1 and meets((p, q), asked)]
