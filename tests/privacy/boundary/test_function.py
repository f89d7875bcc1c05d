"""Exact boundaries: evaluation, jumps, refusals, mirror images, minima, order, tables and named demands."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.ordering import order_of
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Parity, RhoBreach
from rropt.privacy.boundary.algebra import is_at_most, minimum, reflect, star, where_below
from rropt.privacy.boundary.function import (
    BoundaryPiece,
    BreachFunction,
    piecewise_linear,
    require_lower,
    require_upper,
)
from rropt.privacy.boundary.named import beta_boundaries, everything, odds_boundary, precise_boundary, rho_boundaries
from rropt.privacy.boundary.reading import as_boundary, boundaries_of, from_csv

GRID = [F(n, 60) for n in range(61)]


def random_boundary(rng: random.Random) -> BreachFunction:
    if rng.random() < 0.3:
        return precise_boundary(1 + F(rng.randint(1, 30), 7))
    cuts = sorted(rng.sample(range(1, 15), rng.randint(0, 4)))
    points = [(F(c, 15), F(c, 15) + F(15 - c, 15) * F(rng.randint(0, 10), 10)) for c in [0, *cuts] for _ in (0, 1)]
    return piecewise_linear([*points, (F(1), F(1))])


def test_jumps_and_their_values() -> None:
    h = piecewise_linear([(0, "1/2"), ("1/3", "1/2"), ("1/3", "3/4"), ("1/2", 1), ("1/2", "2/3"), ("1/2", 1), (1, 1)])
    assert [h(p) for p in ("1/4", "1/3", "5/12", "1/2", "3/4", 1)] == [F(1, 2), F(1, 2), F(7, 8), F(2, 3), 1, 1]
    assert h.is_linear and len(h.breakpoints) == 4


@pytest.mark.slow
def test_mirror_images_minima_and_order_agree_with_values() -> None:
    rng = random.Random(1)
    for _ in range(60):
        f, g = random_boundary(rng), random_boundary(rng)
        least = minimum(f, g)
        for p in GRID:
            assert order_of(least(p), min(f(p), g(p))) == 0
            assert reflect(f)(p) == 1 - f(1 - p)
        assert reflect(reflect(f)) == f
        assert is_at_most(least, f) and is_at_most(least, g)
        below = where_below(f, g)
        for p in GRID:
            if any(order_of(u, p) < 0 < order_of(v, p) for u, v in below):
                assert f(p) < g(p)
            elif not any(order_of(u, p) == 0 or order_of(v, p) == 0 for u, v in below):
                assert f(p) >= g(p)
        assert is_at_most(g, f) == (not below)


def test_a_single_point_below_is_listed() -> None:
    low = piecewise_linear([(0, "1/5"), ("1/2", "3/5"), (1, 1)])
    high = piecewise_linear([(0, "1/5"), ("1/2", "3/5"), ("1/2", "4/5"), ("1/2", "3/5"), (1, 1)])
    assert where_below(low, high) == [(F(1, 2), F(1, 2))] and where_below(high, low) == []
    assert where_below(everything(), piecewise_linear([(0, 1), (1, 1)])) == [(F(0), F(0))]
    assert where_below(piecewise_linear([(0, 0), (1, 0)]), reflect(everything())) == [(F(1), F(1))]


def test_a_crossing_of_curved_boundaries_is_a_radical() -> None:
    crossed = minimum(precise_boundary(3), piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)]))
    assert any(not isinstance(p, F) for p in crossed.breakpoints)
    with pytest.raises(Undecided, match="cross at a point that rropt cannot write exactly"):
        minimum(precise_boundary("sqrt(5)"), piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)]))


def test_star_is_lemma_3_1() -> None:
    lower, upper = rho_boundaries("1/5", "1/2")
    joined = star(lower, upper)
    for p in GRID:
        assert joined(p) == min(upper(p), 1 - lower(1 - p))


def test_named_boundaries_are_their_definitions() -> None:
    lower, upper = rho_boundaries("1/5", "1/2")
    assert (upper("1/5"), upper("19/100"), lower("1/2"), lower("51/100")) == (1, F(1, 2), 0, F(1, 5))
    lower, upper = beta_boundaries(3)
    assert all(upper(p) == min(3 * p, F(1)) and lower(p) == p / 3 for p in GRID)
    lower, upper = odds_boundary(3, "lower"), odds_boundary(3, "upper")
    assert all(upper(p) == 3 * p / (1 + 2 * p) and lower(p) == p / (3 - 2 * p) for p in GRID)
    assert everything()(F(1, 9)) == 1 and precise_boundary(1)(F(1, 9)) == F(1, 9)
    assert beta_boundaries(1)[1](F(2, 9)) == F(2, 9)


@pytest.mark.parametrize(
    "demand",
    [
        RhoBreach("1/5", "1/2"),
        BetaFactor(2),
        BayesFactor(3),
        Parity(3),
        LDP("ln3"),
        CSIP([(0, "1/5"), ("8/9", 1), (1, 1)]),
        SIP([(0, 0), ("1/2", 0), (1, 1)], [(0, 0), ("1/4", 1), (1, 1)]),
    ],
)
def test_every_notion_becomes_a_function(demand: object) -> None:
    pair, joined = boundaries_of(demand), as_boundary(demand)
    assert pair is not None and joined is not None
    assert require_lower(pair[0]) == pair[0] and require_upper(pair[1]) == pair[1]
    assert all(joined(p) == min(pair[1](p), 1 - pair[0](1 - p)) for p in GRID)


def test_what_is_no_demand_is_none_and_delta_is_refused() -> None:
    assert as_boundary("rho") is None and as_boundary(3) is None
    with pytest.raises(InputError, match="delta"):
        as_boundary(LDP("ln3", delta="1/10"))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: (
                piecewise_linear([(0, 0), ("1/2", "1/4"), (1, 1)])
                and require_upper(piecewise_linear([(0, 0), ("1/2", "1/4"), (1, 1)]))
            ),
            "h\\(p\\) >= p",
        ),
        (lambda: require_lower(piecewise_linear([(0, 0), ("1/2", "3/4"), (1, 1)])), "h\\(p\\) <= p"),
        (lambda: require_upper(piecewise_linear([(0, 0), (0, "1/2"), (1, "1/2"), (1, 1), (1, 1)])), "but h is"),
        (lambda: piecewise_linear([(0, -1), (1, 1)]), "between 0 and 1"),
        (lambda: piecewise_linear([(0, 0), ("1/2", 1)]), "cover 0 to 1"),
        (lambda: piecewise_linear([(0, 0), "ab", (1, 1)]), "pair"),
        (lambda: precise_boundary("1/2"), "at least 1"),
        (lambda: beta_boundaries(0), "at least 1"),
        (lambda: rho_boundaries("1/2", "1/2"), "rho1 < rho2"),
        (lambda: precise_boundary(3)(2), "between 0 and 1"),
        (lambda: BreachFunction((BoundaryPiece(F(0), F(1), (F(0), F(1)), (F(0), F(1))),), (F(0), F(1))), "denominator"),
        (lambda: BreachFunction((), ()), "one value at each breakpoint"),
    ],
)
def test_refusals(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()  # type: ignore[operator]


def test_a_csv_table_reads_as_its_points() -> None:
    h = from_csv("p,h\n 0, 1/5\n8/9,1\n\n1,1\n")
    assert h == piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])
    assert from_csv("\ufeff0,sqrt(2)/2\n1,1")(0) == read_number("sqrt(2)/2")


def test_a_function_is_shown_by_its_formula() -> None:
    assert str(piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])) == "0=1/5,8/9=1,1=1"
    assert str(precise_boundary(3)) == "odds:3" and str(reflect(precise_boundary(3))) == "odds:1/3"
