"""Regions: attained pairs against a brute force over beliefs, the two definitions, canonical and precise regions."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as F

import pytest
import sympy

from rropt.breach.boundaries import is_at_most
from rropt.breach.canonical import canonical_region, stated_region
from rropt.breach.regions import compare_demands, protected_region, tightest_precise
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.privacy import SIP, BayesFactor, BetaFactor, RhoBreach
from rropt.privacy.boundary import piecewise_linear, precise_boundary


def random_mechanism(rng: random.Random, m: int, k: int, *, zeros: float = 0.0) -> Mechanism:
    columns = []
    for _ in range(k):
        column = [F(0) if rng.random() < zeros else F(rng.randint(1, 9)) for _ in range(m)]
        column[rng.randrange(m)] += 1
        columns.append([x / sum(column) for x in column])
    return Mechanism(list(zip(*columns, strict=True)))


def pairs_by_force(mechanism: Mechanism, denominator: int) -> set[tuple[F, F]]:
    """Every (prior, posterior) over all events, outputs and beliefs with this denominator."""
    found = set()
    k = mechanism.k
    for cuts in itertools.combinations_with_replacement(range(denominator + 1), k - 1):
        steps = [0, *sorted(cuts), denominator]
        belief = [F(b - a, denominator) for a, b in itertools.pairwise(steps)]
        for size in range(1, k):
            for event in itertools.combinations(range(k), size):
                prior = sum((belief[j] for j in event), F(0))
                for row in mechanism.rows:
                    total = sum((w * x for w, x in zip(belief, row, strict=True)), F(0))
                    if total:
                        found.add((prior, sum((belief[j] * row[j] for j in event), F(0)) / total))
    return found


@pytest.mark.slow_at("0.5-4", "0.0-4")
@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("zeros", [0.0, 0.5])
def test_every_pair_met_by_force_is_attained_and_witnessed(k: int, zeros: float) -> None:
    rng = random.Random(10 * k)
    for _ in range(6):
        mechanism = random_mechanism(rng, rng.randint(1, 4), k, zeros=zeros)
        region = protected_region(mechanism)
        for p, after in pairs_by_force(mechanism, 5):
            assert region.attains(p, after), (mechanism, p, after)
            assert not region.breaches(p, after) and not region.by_bounds.breaches(p, after)
            if 0 < p < 1:
                check_witness(mechanism, region.witness(p, after))


def check_witness(mechanism: Mechanism, pair: object) -> None:
    assert pair is not None
    weights, event, i = pair.prior, pair.event, pair.output  # type: ignore[attr-defined]
    assert sum(weights) == 1 and all(w >= 0 for w in weights)
    assert sum(weights[j] for j in event) == pair.before  # type: ignore[attr-defined]
    total = sum(w * x for w, x in zip(weights, mechanism.rows[i], strict=True))
    assert total and sum(weights[j] * mechanism.rows[i][j] for j in event) / total == pair.after  # type: ignore[attr-defined]


def test_attained_ratios_have_witnesses_at_random_and_at_the_ends() -> None:
    rng = random.Random(3)
    for _ in range(60):
        k = rng.randint(2, 5)
        mechanism = random_mechanism(rng, 3, k, zeros=rng.choice([0.0, 0.4]))
        region = protected_region(mechanism)
        for low, high in region.ratios:
            ends = [r for r in (low, high) if not isinstance(r, float)]
            middle = [(ends[0] + ends[-1]) / 2, 2 * ends[-1]] if ends else []
            for r in ends + [x for x in middle if low <= x <= high]:
                p = F(rng.randint(1, 9), 10)
                after = r * p / (1 + (r - 1) * p)
                check_witness(mechanism, region.witness(p, after))
            if high == math.inf:
                check_witness(mechanism, region.witness(F(1, 3), 1))
        outside = region.ratios[-1][1]
        if not isinstance(outside, float):
            r = outside + F(1, 10**9)
            after = r * F(1, 2) / (1 + (r - 1) * F(1, 2))
            assert region.breaches(F(1, 2), after) and region.witness(F(1, 2), after) is None


def test_two_inputs_attain_only_curves_so_the_definitions_differ() -> None:
    region = protected_region(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))
    assert region.parity == 3 and region.ratios == ((F(1, 3), F(1, 3)), (F(3), F(3)))
    assert not region.definitions_agree
    assert region.attains("1/2", "3/4") and not region.attains("1/2", "1/2")
    assert region.breaches("1/2", "1/2") and not region.by_bounds.breaches("1/2", "1/2")


def test_three_inputs_attain_the_whole_region_unless_an_output_singles_one_out() -> None:
    krr = Mechanism([[F(3, 5) if i == j else F(1, 5) for j in range(3)] for i in range(3)])
    assert protected_region(krr).definitions_agree and protected_region(krr).ratios == ((F(1, 3), F(3)),)
    direct = Mechanism([[int(i == j) for j in range(3)] for i in range(3)])
    assert protected_region(direct).ratios == ((F(0), F(0)), (math.inf, math.inf))
    assert not protected_region(direct).definitions_agree and protected_region(direct).parity == math.inf


@pytest.mark.parametrize(
    ("device", "least", "parity"),
    [
        ("krr:k=3,epsilon=1", "1/e ≈ 0.367879", "e ≈ 2.71829"),
        ("krr:k=3,gamma=1234567/100000", "100000/1234567 ≈ 0.081", "1234567/100000 ≈ 12.3457"),
    ],
)
def test_its_bounds_are_rounded_to_the_safe_side(device: str, least: str, parity: str) -> None:
    """e = 2.718281…, and 100000/1234567 = 0.08100006…"""
    rows = dict(protected_region(from_spec(device)).as_table()[1])
    assert rows == {"parity": parity, "attained (odds after)/(odds before)": f"{least} to {parity}"}


def test_one_input_and_constant_answers() -> None:
    assert protected_region(Mechanism([["1/2"], ["1/2"]])).ratios == ()
    constant = protected_region(Mechanism([["1/2"] * 3, ["1/2"] * 3]))
    assert constant.parity == 1 and constant.definitions_agree and not constant.attains("1/3", "1/2")


def test_canonical_region_is_stronger_only_where_the_pair_is_lopsided() -> None:
    lopsided = SIP([(0, 0), ("1/2", 0), (1, 1)], [(0, 0), ("1/4", 1), (1, 1)])
    region, above, below = canonical_region(lopsided)
    stated = stated_region(lopsided)
    assert stated.inside(region) and not region.inside(stated)
    assert above and not below
    p = F(1, 5)
    assert above[0][0] < p < above[0][1]
    assert region.upper(p) < stated.upper(p)
    table = [(0, 0), ("1/4", 1), (1, 1)]
    assert canonical_region(table) == canonical_region(piecewise_linear(table))
    symmetric, more, less = canonical_region(BayesFactor(3))
    assert not more and not less and symmetric.upper == precise_boundary(3)


def test_canonical_region_is_stronger_at_a_single_prior() -> None:
    upper = [(0, "1/5"), ("1/2", "3/5"), ("1/2", "4/5"), ("1/2", "3/5"), (1, 1)]
    found, stated = canonical_region(([(0, 0), (1, "4/5")], upper)), stated_region(([(0, 0), (1, "4/5")], upper))
    assert found.region.breaches("1/2", "7/10") and not stated.breaches("1/2", "7/10")
    assert found.is_stronger and found.above == ((F(1, 2), F(1, 2)),) and found.below == ()
    assert found.explain().endswith("forbids more than was stated above for p in {1/2}; below, nowhere")


@pytest.mark.parametrize(
    "demand", [RhoBreach("1/5", "1/2"), BetaFactor("3/2"), BayesFactor(4), [(0, "1/5"), ("8/9", 1), (1, 1)]]
)
def test_the_tightest_precise_demand_contains_the_stated_one_and_no_weaker_does(demand: object) -> None:
    h, bound = tightest_precise(demand)
    stated = piecewise_linear(demand) if isinstance(demand, list) else canonical_region(demand).region.upper
    gamma = bound.rational_lower()
    assert isinstance(gamma, F)
    assert is_at_most(precise_boundary(gamma), stated) and not is_at_most(precise_boundary(gamma + F(1, 10**6)), stated)
    assert h.pieces[0].top[1] == bound.value


def test_overlapping_regions_are_compared_by_their_bound() -> None:
    found = compare_demands(RhoBreach("1/5", "1/2"), BetaFactor(3))
    assert (found.relation, found.regions) == ("weaker", "overlapping")
    assert compare_demands(RhoBreach("1/5", "1/2"), BetaFactor(2)).regions == "first inside second"
    assert compare_demands(BetaFactor(2), BetaFactor(3)).relation == "stronger"
    assert compare_demands(BetaFactor(3), BetaFactor(2)).regions == "first inside second"
    same = compare_demands(RhoBreach("1/5", "1/2"), BayesFactor(4))
    assert (same.relation, same.regions) == ("equivalent", "first inside second")
    assert "asks exactly as much as" in str(same)


def test_two_demands_of_one_name_have_a_row_each() -> None:
    found = compare_demands(RhoBreach("1/5", "1/2"), RhoBreach("1/5", "1/2"))
    assert [row[1] for row in found.as_table()[1]] == ["B(h) = 4", "B(h) = 4", "equivalent", "equal"]


def test_irrational_bounds_of_different_fields_are_compared() -> None:
    first, second = [(0, "1/5"), ("8/9", 1), (1, 1)], [(0, "1/5"), ("6/7", 1), (1, 1)]
    found = compare_demands(first, second)
    assert found.relation == "stronger" and str(found.first.value) != str(found.second.value)


@pytest.mark.slow
def test_bounds_that_are_roots_without_a_formula_are_compared() -> None:
    p = sympy.Symbol("p")
    first, second = (p + p * (1 - p) * (1 + p**2 - p / 2 + p**3 / n) / 3 for n in (7, 8))
    found = compare_demands(first, first)
    assert found.relation == "equivalent" and found.first.value is None
    nearer = compare_demands(second, first)
    assert nearer.relation == "stronger" and compare_demands(first, second).relation == "weaker"
    grid = [F(n, 1000) for n in range(1, 1000)]
    least = [min(float((1 - x) / x * (y := h.subs(p, x)) / (1 - y)) for x in grid) for h in (second, first)]
    assert least == pytest.approx([float(nearer.first.lower), float(nearer.second.lower)], rel=1e-4)
    assert least[0] < least[1]


def test_boundaries_that_are_not_read_exactly_are_refused() -> None:
    for asked in (sympy.sqrt(sympy.Symbol("p", positive=True)), "beta:2"):
        with pytest.raises(InputError, match="cannot read exact breach boundaries"):
            canonical_region(asked)


def test_pairs_out_of_range_are_refused() -> None:
    region = protected_region(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))
    with pytest.raises(InputError, match="strictly between"):
        region.witness(0, 0)
    with pytest.raises(InputError, match="between 0 and 1"):
        stated_region(BetaFactor(2)).breaches(2, 1)
    three = protected_region(Mechanism([["1/2", "1/3", "1/6"], ["1/2", "2/3", "5/6"]]))
    for prior, posterior in ((2, 3), ("-1/2", "1/2"), ("1/2", 2), ("1/2", "-1/2")):
        for asked in (three.attains, three.breaches, three.witness, three.by_bounds.breaches):
            with pytest.raises(InputError, match="must lie between 0 and 1"):
                asked(prior, posterior)
