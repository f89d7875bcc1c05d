"""Rows by trees in powers of t: at a number they are the checker's own, and they enter or leave the cone at crossings alone."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest

from rropt import LDP, Information, Metric, PairwiseLDP, Problem, Sensitive
from rropt.exact.fields import Free
from rropt.exact.isolate import isolate
from rropt.problem.pieces.monomials import crossings_of, rows_inside
from rropt.problem.pieces.sampled import at_ratio
from tests.checker.rays import brute_rays

DEMANDS: list[Any] = [
    Metric("line", "ln2..ln3"),
    Sensitive([0], "ln2..ln3"),
    LDP("ln2..ln3") & Metric("line", "ln1.5"),
    LDP("ln2..ln3") & PairwiseLDP({(0, 1): "ln2.5", (2, 1): "ln1.5"}),
]


def valued(problem: Problem, t: F) -> set[tuple[F, ...]]:
    """The rows that lie in the cone at t, their first entry that is not 0 being 1."""
    asked = [(place[0], place[1], ratio) for place, (ratio, _) in at_ratio(problem, t).bounds.places()]
    found = set()
    for row in rows_inside(problem):
        s = [row[j][0] * t ** row[j][1] if j in row else F(0) for j in range(problem.k)]
        if all(s[j] <= ratio * s[i] for j, i, ratio in asked):
            first = next(x for x in s if x)
            found.add(tuple(x / first for x in s))
    return found


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
@pytest.mark.parametrize("t", [F(9, 4), F(5, 2), F(14, 5)])
def test_extreme_rows_are_among_the_rows_by_trees(demand: Any, t: F) -> None:
    problem = Problem(Information(), demand, inputs=3)
    ratios: dict[tuple[int, int], F] = {}
    for (j, i, *_), (ratio, _) in at_ratio(problem, t).bounds.places():
        ratios[j, i] = min(ratio, ratios.get((j, i), ratio))
    extreme = {tuple(x / next(y for y in row if y) for x in row) for row in brute_rays(3, ratios)}
    assert extreme <= valued(problem, t)


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_between_crossings_the_same_rows_lie_in_the_cone(demand: Any) -> None:
    problem = Problem(Information(), demand, inputs=3)
    roots = isolate(crossings_of(problem), Free(F(2), F(3)))
    ends = [F(2), *((root.lower + root.upper) / 2 for root in roots), F(3)]
    for a, b in pairwise(ends):
        counts = {len(valued(problem, a + (b - a) * share)) for share in (F(1, 9), F(1, 2), F(8, 9))}
        assert len(counts) == 1
