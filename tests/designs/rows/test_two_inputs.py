"""The four rows against mechanisms of their demand, through what each tells of two inputs at every threshold."""

from __future__ import annotations

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Mechanism
from rropt.designs.rows.two_inputs import dominating_rows, four_rows


def told(rows: Any, s: F) -> F:
    """Σ max(0, p − s·q) over the rows (p, q)."""
    return sum((max(F(0), p - s * q) for p, q in rows), F(0))


@pytest.mark.parametrize(("t", "delta"), [(F(3), F(1, 10)), (F(3, 2), F(1, 5)), (F(2), F(0)), (F(1), F(1, 4))])
def test_no_mechanism_of_the_demand_tells_more(t: F, delta: F) -> None:
    demand, rng = LDP(f"ln{t}" if t > 1 else "0", delta=str(delta)), random.Random(11)
    best = dominating_rows(t, delta)
    assert demand.holds(Mechanism(best))
    if delta < F(1, 5):
        assert not demand.holds(Mechanism(dominating_rows(t, delta + F(1, 100))))
    found = 0
    while found < 60:
        columns = [[rng.randint(1, 40) * rng.choice((0, 1, 1, 1)) for _ in range(4)] for _ in range(2)]
        rest = F(rng.randint(0, 10), 10)
        if not all(map(sum, columns)):
            continue
        base = [[F(x, sum(column)) for x in column] for column in columns]
        # the nearer the columns are to each other, the more likely the demand holds
        second = [rest * x + (1 - rest) * y for x, y in zip(*base, strict=True)]
        rows = list(zip(base[0], second, strict=True))
        if not all(told(x, t) <= delta for x in (rows, [row[::-1] for row in rows])):
            continue
        found += 1
        bends = {p / q for p, q in [*rows, *best] if q}
        assert all(told(rows, s) <= told(best, s) for s in {F(0), *bends, max(bends) + 1})


def test_the_four_rows_sum_to_one_and_empty_ones_are_left_out() -> None:
    for t, delta, many in ((F(3), F(1, 10), 4), (F(3), F(0), 2), (F(3), F(1), 2), (F(1), F(1, 2), 4)):
        rows = four_rows(t, delta)
        assert [sum(column) for column in zip(*rows, strict=True)] == [1, 1]
        assert dominating_rows(t, delta) == tuple(row for row in rows if any(row))
        assert len(dominating_rows(t, delta)) == many
