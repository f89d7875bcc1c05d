"""B(h) against its definition on a dense grid, other programs, and formulas whose bound is known."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product
from typing import Any

import pytest
import sympy
from flint import arb, ctx
from scipy.optimize import linprog

from rropt import (
    CSIP,
    LDP,
    SIP,
    BayesFactor,
    BetaFactor,
    InputError,
    Mechanism,
    Parity,
    RhoBreach,
    Sensitive,
    from_spec,
    verify,
)
from rropt.breach import (
    breach_bound,
    canonical_region,
    compare_demands,
    demand,
    problem,
    protected_region,
    tightest_precise,
)
from rropt.breach.boundaries import where_below
from rropt.breach.curved import _least, _range, enclose_formula
from rropt.breach.formulas import as_pieces, read_formula
from rropt.errors import Disagreement
from rropt.exact.enclosure import ball
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.ordering import order_of
from rropt.privacy.boundary import infimum, piecewise_linear, read_boundary
from rropt.show import Figure, Table

P = sympy.Symbol("p", real=True)
GOLDEN = [(0, "1/5"), ("8/9", 1), (1, 1)]
GRID = [Fraction(n, 360) for n in range(1, 360)]
# B(h) is 1 + 1/h where the line begins, at p = 0.55^2; from there it soon reaches 1
STEEP = sympy.Min(1, sympy.Max(sympy.sqrt(P), sympy.Rational(31, 5) * P - sympy.Rational(2651, 2000)))
# formulas that sympy gives no value at 0, and none at 1
NONE_AT_0 = P - P * sympy.log(P)
NONE_AT_1 = 1 - (1 - P) ** 2 * (1 - sympy.log(1 - P))


def draw_points(rng: random.Random) -> list[tuple[Fraction, Fraction]]:
    """Points of a boundary above the diagonal, at times with a jump, or with a value of its own there."""
    found = [(Fraction(0), Fraction(rng.randint(0, 3), 4))]
    for p in sorted({Fraction(rng.randint(1, 11), 12) for _ in range(rng.randint(1, 3))}):
        found += [(p, p + (1 - p) * Fraction(rng.randint(1, 4), 4)) for _ in range(rng.choice([1, 2, 3]))]
    return [*found, (Fraction(1), Fraction(1))]


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(40))
def test_a_table_s_bound_is_the_least_ratio_of_a_dense_grid(seed: int) -> None:
    h = piecewise_linear(draw_points(random.Random(seed)))
    found = breach_bound(h, proof=seed < 3)
    least = min(float("inf") if h(p) == 1 else (1 - p) / p * h(p) / (1 - h(p)) for p in GRID)
    # the grid comes near to it
    assert found.value is not None and float(least) * 0.93 <= float(found.value) <= least * (1 + 1e-12)
    assert not found.certificate or verify(found.certificate).status == "accepted"
    assert bool(found.certificate) != bool(found.uncertified) == ("not certified" in str(found))
    assert str(found).count("B(h)") == 1


def test_the_golden_table_has_the_root_that_calculus_gives() -> None:
    found = breach_bound(GOLDEN)
    assert found.value.to_sympy().equals((23 + 3 * sympy.sqrt(5)) / 16)
    assert problem(GOLDEN).as_sympy().closed_form.equals((23 + 3 * sympy.sqrt(5)) / 16)
    assert 1 / problem(GOLDEN).as_cvxpy().solve(solver="CLARABEL") == pytest.approx(float(found.value), rel=1e-6)


def test_a_wrong_bound_has_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    found = infimum(piecewise_linear(GOLDEN))
    wrong = replace(found.least, value=found.least.value + 1)
    monkeypatch.setattr("rropt.breach.bound.infimum", lambda h: replace(found, least=wrong))
    with pytest.raises(Disagreement):
        breach_bound(GOLDEN)


@pytest.mark.parametrize(
    ("h", "expected"),
    [
        (sympy.sqrt(P), 2),
        (sympy.Min(1, sympy.sqrt(2 * P)), 4 + 2 * 2**0.5),
        (sympy.Min(1, sympy.E * P), 2.718281828459045),
        (sympy.sin(sympy.pi * P / 2), 1.5707963267948966),
        (1 - (1 - P) ** 2, 2),
        # a circle; an enclosure of its root's argument begins below 0
        (sympy.sqrt(2 * P - P**2), 3 + 2 * 2**0.5),
        # with a lower boundary, whose mirror image, the circle above, is the stronger
        ((1 - sympy.sqrt(1 - P**2), sympy.Min(1, 8 * P)), 3 + 2 * 2**0.5),
        (P + P * (1 - P) ** 2, 1),
        (sympy.log(1 + P) / sympy.log(2), 1.3862943611198906),
        (sympy.Piecewise((sympy.sqrt(P), sympy.Rational(1, 4) >= P), (1, True)), 3),
        # the slope has the tenth root of 0 at p = 1
        (1 - (1 - P) ** sympy.Rational(11, 10), 1.1),
        (STEEP, 31 / 11),
    ],
)
@pytest.mark.parametrize("most", [3, 16, 600])
def test_a_curved_formula_s_bound_is_enclosed(
    h: sympy.Expr, expected: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rropt.breach.curved.MOST_CELLS", most)
    found = breach_bound(h)
    assert found.value is None and not found.certificate and "does not judge" in found.uncertified
    assert float(found.lower) <= expected <= float(found.upper)
    assert float(found.upper) <= float(found.lower) * 1.001 or most < 600
    told = enclose_formula(read_formula(h)).near
    assert float(found.where.rpartition(" ")[2]) == pytest.approx(float(told), rel=1e-3)
    ratio = sympy.N(((1 - P) / P * found.h / (1 - found.h)).subs(P, sympy.Rational(str(told))), 30)
    assert float(found.lower) <= ratio <= float(found.upper)


@pytest.mark.parametrize(
    "h", [*STEEP.args, sympy.sqrt(2 * P), sympy.sin(sympy.pi * P / 2), 1 - (1 - P) ** 2, NONE_AT_0, NONE_AT_1], ids=str
)
def test_a_cell_s_bound_is_at_most_the_ratio_of_odds_everywhere_in_it(h: sympy.Expr) -> None:
    slope, value = sympy.diff(h, P), sympy.lambdify(P, h, "math")
    for a, b in (x for n in range(7) for x in pairwise(Fraction(i, 2**n) for i in range(2**n + 1))):
        least = _least(h, slope, a, b, _range(h, (a + b) / 2, (a + b) / 2)[0])
        for p in (float(a + (b - a) * i / 16) for i in range(17)):
            # an h that is 1 or more forbids nothing
            if 0 < p < 1 and (at := value(p)) < 1:
                assert float(least) <= (1 - p) / p * at / (1 - at) * (1 + 1e-9)


@pytest.mark.parametrize(
    ("h", "of"),
    [
        (sympy.exp(P), arb.exp),
        (sympy.log(P), arb.log),
        (sympy.sin(P), arb.sin),
        (sympy.cos(P), arb.cos),
        (P**3, lambda x: x**3),
        (P**-2, lambda x: 1 / (x * x)),
        (sympy.cbrt(P), lambda x: x.root(3)),
        (1 / sympy.sqrt(P), lambda x: 1 / x.sqrt()),
        (P ** sympy.sqrt(2), lambda x: x ** arb(2).sqrt()),
        (sympy.pi * P - sympy.E, lambda x: arb.pi() * x - arb.const_e()),
        (sympy.Heaviside(P - 1), lambda x: arb((x > 1) + (x >= 1)) / 2),
    ],
    ids=["exp", "log", "sin", "cos", "cube", "square", "cube root", "root", "irrational", "constants", "step"],
)
def test_an_interval_has_the_values_of_more_digits(h: sympy.Expr, of: Any) -> None:
    rng = random.Random(7)
    drawn = [Fraction(10 ** rng.uniform(-9, 2)) for _ in range(300)]
    cells = [(x, x + Fraction(rng.choice([0, 1e-9, rng.random()]))) for x in drawn]
    for low, high in [*cells, (Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))]:
        found = _range(h, low, high)
        # the logarithm and powers below 0 have no value at 0, and the step is at 1
        for x in (low or high / 3, (low + high) / 2, high):
            with ctx.workprec(400):
                assert found[0] <= of(ball(x)) <= found[1]
        assert low < high or low == 1 or found[1] - found[0] <= 1e-12 * (1 + abs(found[0]))


@pytest.mark.parametrize("h", [1 / P + sympy.log(P), 1 / P - sympy.log(P)])
def test_what_is_not_bounded_has_all_numbers_as_its_values(h: sympy.Expr) -> None:
    assert _range(h, Fraction(0), Fraction(0)) == (arb("-inf"), arb("inf"))


@pytest.mark.parametrize("n", [2, 3, -1, -2])
def test_a_power_of_an_interval_that_reaches_below_0_has_all_its_values(n: int) -> None:
    for low, high in combinations_with_replacement([Fraction(x, 4) for x in range(-8, 9) if x or n > 0], 2):
        found, values = _range(P**n, low, high), [x**n for x in (low, low + (high - low) / 3, high) if x or n > 0]
        assert all(found[0] <= ball(y) <= found[1] for y in values)
        # where the power does not turn, no more than what lies between them
        assert low < 0 < high or found[1] - found[0] <= ball(max(values) - min(values)) * (1 + 1e-9) + 1e-12


@pytest.mark.parametrize("seed", range(10))
def test_a_formula_of_pieces_has_the_bound_of_its_table_within_its_enclosure(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    gamma, c = Fraction(rng.randint(3, 12), 2), sympy.Rational(rng.randint(1, 7), 8)
    low, high = (sympy.Rational(str(x)) * P / (1 + (sympy.Rational(str(x)) - 1) * P) for x in (gamma, gamma + 2))
    for first in (low, low.subs(P, c)):
        pieces = [sympy.Piecewise((first, c > P), (high, True)), sympy.Piecewise((first, c >= P), (high, True))]
        pieces += [sympy.Piecewise((high, c <= P), (first, True)), sympy.Piecewise((high, c < P), (first, True))]
        exact = [as_pieces(read_formula(h)) for h in pieces]
        assert exact[0] and all(h is None or infimum(h).value == gamma for h in exact)
        # not bisected to the end it is bounded by all its cells
        for h, most in product(pieces, (2, 3, 40)):
            monkeypatch.setattr("rropt.breach.curved.MOST_CELLS", most)
            found = enclose_formula(read_formula(h))
            assert found.lower <= gamma <= found.upper
            # where h has the lower value at c itself, it is seen there
            assert found.upper <= gamma * (1 + 1e-9) or h in pieces[::2] or most < 40


@pytest.mark.parametrize(
    "h",
    [
        *((P, P, P), (P / 2, sympy.sqrt(P), 1)),
        *(
            P / 2,
            P**2,
            2 * P,
            P * (2 - P**3),
            sympy.sqrt((P + sympy.Symbol("q")) / 2),
            sympy.gamma(P + 1),
            1 / sympy.sqrt(2),
        ),
        *(
            sympy.log(P - 2),
            (1 + sympy.sqrt(2 * P - 1)) / 2,
            sympy.Piecewise((sympy.sqrt(P), sympy.Rational(1, 2) > P)),
            sympy.Piecewise((sympy.sqrt(P), (sympy.Rational(1, 3) < P) & (sympy.Rational(1, 2) > P)), (1, True)),
        ),
        # too near to 1, and too long
        1 - sympy.sqrt(P) * (1 - P) / 10**40,
        sum(P ** sympy.Rational(1, n) / 100 for n in range(2, 102)),
        *(LDP(1, delta="1/10"), Sensitive("yes", "ln3")),
    ],
)
def test_what_is_no_boundary_is_refused(h: sympy.Expr) -> None:
    with pytest.raises(InputError):
        breach_bound(h)


@pytest.mark.parametrize(("h", "side"), [(P**2, "below p"), (2 * sympy.sqrt(P), "above 1")])
def test_on_which_side_a_formula_is_no_boundary_is_told(h: sympy.Expr, side: str) -> None:
    with pytest.raises(InputError, match=side):
        breach_bound(h)


def test_a_formula_that_is_1_forbids_nothing() -> None:
    found = breach_bound(sympy.Max(1, P))
    assert found.lower == found.upper == INFINITY and "forbids nothing" in str(found) and not found.where


def test_a_bound_that_is_no_known_root_is_enclosed_and_an_infinite_one_is_told() -> None:
    found, a = breach_bound([(0, "sqrt(2)/8"), ("8/9", 1), (1, 1)]), 2**0.5 / 8
    least = min((9000 - n) / n / (1 / (a + (1 - a) * n / 8000) - 1) for n in range(1, 8000))
    assert found.lower * (1 - 1e-12) <= least <= found.upper * (1 + 1e-7) and found.upper - found.lower < 1e-12
    assert f"bound,{float(found)}\n" in found.to_csv() and found.lower <= float(found) <= found.upper
    assert found.value is None and "only enclosed" in found.uncertified
    assert "infinite" in breach_bound([(0, 1), (1, 1)]).uncertified


def test_the_tightest_precise_demand_has_the_bound_as_its_factor() -> None:
    boundary, bound = found = tightest_precise(RhoBreach("1/5", "1/2"))
    assert bound.value == 4 and str(bound) in str(found)
    assert boundary("1/5") == Fraction(1, 2) and boundary.formula in str(found)


@pytest.mark.parametrize(
    ("first", "second", "relation", "regions"),
    [
        (Parity(4), BayesFactor(4), "equivalent", "equal"),
        (Parity(4), Parity(2), "weaker", "first inside second"),
        (Parity(2), Parity(4), "stronger", "second inside first"),
        (RhoBreach("1/5", "1/2"), RhoBreach("1/3", "2/3"), "equivalent", "overlapping"),
        (Parity(4), RhoBreach("1/5", "1/2"), "equivalent", "second inside first"),
        (BetaFactor(2), RhoBreach("1/5", "1/2"), "stronger", "second inside first"),
        # one forbids only large posteriors, one only small ones
        (
            SIP([(0, 0), (1, 0)], [(0, "1/2"), (1, 1)]),
            SIP([(0, 0), (1, "1/2")], [(0, 1), (1, 1)]),
            "equivalent",
            "overlapping",
        ),
        (sympy.sqrt(2 * P - P**2), Parity(6), "stronger", "unknown"),
    ],
)
def test_demands_are_compared_by_their_bounds_and_their_regions(
    first: Any, second: Any, relation: str, regions: str
) -> None:
    found = compare_demands(first, second)
    told, rows = found.to_dict(), dict(line.split(",")[:2] for line in found.to_csv().splitlines())
    assert (told["relation"], told["regions"]) == (relation, regions)
    for key, x in (("first", found.first), ("second", found.second)):
        assert float(rows[key]) == float(x) and (told[key]["exact"] is None) == (x.value is None)


@pytest.mark.parametrize(
    "demand",
    [
        *(CSIP(GOLDEN), BetaFactor(2), RhoBreach("1/5", "1/2"), SIP([(0, 0), (1, "1/2")], GOLDEN)),
        # a bound at one prior alone, and a jump
        SIP([(0, 0), ("1/2", 0), ("1/2", "1/4"), ("1/2", 0), (1, 0)], [(0, 1), (1, 1)]),
        SIP([(0, 0), ("2/3", 0), ("2/3", "1/2"), (1, "1/2")], [(0, "4/5"), (1, 1)]),
    ],
    ids=str,
)
def test_the_canonical_region_has_the_same_bound_and_forbids_no_less(demand: Any) -> None:
    found = canonical_region(demand)
    (region, above, below), (lower, upper) = found, demand.boundaries()
    assert breach_bound(region.upper).value == breach_bound(demand).value
    assert all(region.upper(p) == 1 - region.lower(1 - p) for p in GRID[::40])
    for p in GRID:
        for places, is_more in ((above, region.upper(p) < upper(p)), (below, lower(p) < region.lower(p))):
            assert is_more == any(a < p < b or a == p == b for a, b in places) or any(p in place for place in places)
    formula = breach_bound(demand).to_dict().get("canonical")
    assert bool(formula) == bool(above or below) and read_boundary(formula or found.formula) == region.upper
    told = re.findall(r"\(([^(),]+), ([^()]+)\)|\{([^}]+)\}", " ".join(str(found).split()))
    assert told == [(str(a), str(b), "") if a < b else ("", "", str(a)) for a, b in (*above, *below)]


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(20))
def test_where_one_boundary_is_below_another_is_where_its_values_are(seed: int) -> None:
    rng = random.Random(seed)
    f, g = (piecewise_linear(draw_points(rng)) for _ in range(2))
    places = where_below(f, g)
    assert all(a < b or (a == b and f(a) < g(a)) for a, b in places)
    assert all(b < c or f(b) >= g(b) for (_, b), (c, _) in pairwise(places))
    for p in (Fraction(n, 720) for n in range(721)):
        inside = any(a < p < b for a, b in places)
        at_an_end = any(p in place for place in places)
        assert inside == (f(p) < g(p)) or at_an_end


@pytest.mark.parametrize(("n", "more"), [(5, []), (6, []), (7, ["1"]), (9, ["3"])])
def test_a_boundary_is_told_by_six_pieces_and_the_number_of_further_ones(n: int, more: list[str]) -> None:
    told = " ".join(str(breach_bound([(Fraction(i, n), 1 - Fraction(n - i, n) ** 2) for i in range(n + 1)])).split())
    assert told.count(" < p < ") == min(n, 6) and re.findall(r"(\d+) further", told) == more


@pytest.mark.parametrize(
    ("ask", "h"),
    [
        *product((breach_bound, canonical_region), (GOLDEN, RhoBreach("1/5", "1/2"))),
        (breach_bound, NONE_AT_0),
        (breach_bound, NONE_AT_1),
    ],
)
def test_a_picture_has_the_boundary_from_end_to_end(ask: Any, h: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[Any]()
    for name in ("rropt.breach.bound.draw_beliefs", "rropt.breach.boundaries.draw_beliefs"):
        monkeypatch.setattr(name, lambda _, boundary, factor: drawn.append((boundary, factor)))
    found = breach_bound(h)
    next(x for x in ask(h).show() if isinstance(x, Figure)).draw(None)
    ((places, values), factor) = drawn[0]
    assert factor == float(found.lower) and places == sorted(places)
    assert 0 <= places[0] < 1e-6 and 1 - 1e-6 < places[-1] <= 1
    if isinstance(h, sympy.Expr):
        assert len({*places}) == len(places) > 50 and values == pytest.approx([float(h.subs(P, x)) for x in places])
    else:
        ends = {float(x) for x in found.h.breakpoints}
        assert ends <= {*places} and all(0 <= x <= 1 for x in values)


@pytest.mark.parametrize(
    "found",
    [
        breach_bound(GOLDEN),
        breach_bound(sympy.sqrt(P)),
        compare_demands(BetaFactor(2), RhoBreach("1/5", "1/2")),
        tightest_precise(BetaFactor(2)),
        canonical_region(BetaFactor(2)),
        enclose_formula(sympy.sqrt(P)),
        protected_region(from_spec("warner:p=3/4")),
        demand("sensitive:yes,ln3"),
    ],
    ids=lambda x: type(x).__name__,
)
def test_a_result_stays_as_it_is(found: Any) -> None:
    for field in fields(found):
        with pytest.raises(FrozenInstanceError):
            setattr(found, field.name, None)
    assert not hasattr(found, "__dict__")
    # what a program reads is in the document alone
    assert {"True", "False", "None"}.isdisjoint(str(found).split()) and '":' not in str(found)


def some_prior_attains(row: Sequence[Fraction], event: Sequence[int], p: Fraction, after: Fraction) -> bool:
    """Whether under some prior, found by scipy, an output of these chances takes the event from p to `after`."""
    inside = [j in event for j in range(len(row))]
    moved = [float(x * (1 - after) if held else -x * after) for x, held in zip(row, inside, strict=True)]
    equal = [[float(held) for held in inside], [1.0] * len(row), moved]
    found = linprog([-float(x) for x in row], A_eq=equal, b_eq=[float(p), 1.0, 0.0], bounds=(0, None))
    return bool(found.status == 0 and -found.fun > 1e-9)


RNG = random.Random(3)
COLUMNS = [
    [[2, 1, 1], [0, 1, 2], [0, 1, 2]],  # the first answer is possible for one input alone
    [[2, 1, 1], [1, 2, 1]],
    [[1, 0, 1], [1, 0, 1], [1, 0, 3]],
    [[1, 1, 1]],
    *([[RNG.choice([1, 1, 2, 3]), RNG.choice([0, 1, 2]), 1] for _ in range(n)] for n in (3, 3, 4)),
]


@pytest.mark.parametrize("columns", COLUMNS, ids=str)
def test_a_protected_region_has_a_belief_for_each_pair_that_is_attained(columns: list[list[int]]) -> None:
    found = protected_region(Mechanism([[Fraction(x[i], sum(x)) for x in columns] for i in range(3)]))
    assert all(order_of(b, c) < 0 for (_, b), (c, _) in pairwise(found.ratios))
    p, k = Fraction(2, 5), found.mechanism.k
    events = [event for size in range(1, k) for event in combinations(range(k), size)]
    rows: Any = found.mechanism.rows
    assert float(found.parity) == max(float(a / b) if b else float("inf") for x in rows for a in x for b in x if a)
    factors = {Fraction(a, b) for a in (0, 1, 2, 3, 4) for b in (1, 2, 3)}
    assert [x.rows for x in found.show() if isinstance(x, Table)] == [found.ratios]
    assert found.definitions_agree == all(
        found.attains(p, x * p / (1 - p + x * p))
        for x in factors
        if is_infinite(found.parity) or 1 / found.parity <= x <= found.parity
    )
    for after in {Fraction(1), *(x * p / (1 - p + x * p) for x in factors)}:
        seen = any(some_prior_attains(row, event, p, after) for row in rows for event in events)
        assert seen == found.attains(p, after)
        # what is sure or impossible stays so
        assert [found.attains(x, after) for x in (0, 1)] == [after == 0, after == 1]


@pytest.mark.parametrize(
    "demand", [RhoBreach("1/5", "1/2"), BetaFactor(2), BayesFactor("7/3"), RhoBreach("1/7", "3/5")]
)
def test_the_epsilon_that_a_demand_allows_keeps_it_as_it_is_told(demand: Any) -> None:
    # a number that is rounded up would ask for a mechanism that the demand forbids
    told = re.search(r"with epsilon = ([0-9.]+)\.\s", str(breach_bound(demand)))
    assert told is not None and demand.holds(from_spec(f"krr:k=2,epsilon={told[1]}"))
