"""Demands beside what they mean: sets of answers, guessers and everything revealed, each counted out by another route."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from rropt import InputError, Mechanism, from_spec
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.privacy import (
    CSIP,
    LDP,
    SIP,
    All,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
    leakage,
    read_demand,
)
from rropt.privacy.bounds import spell_factor
from rropt.privacy.notion import promises_nothing, range_of
from tests.privacy.test_demands import BUDGETS, DRAWS, drawn, matrix, of_pairs

LOGARITHMS = {"0": 0.0, "ln2": math.log(2), "ln3": math.log(3), "1/2": 0.5, "2": 2.0, "inf": math.inf}
Asked = Iterator[tuple[int, int, float, Fraction]]


def budgets_by_pair(rng: Random, k: int) -> tuple[Notion, Asked]:
    """A demand with budgets of pairs, and for each ordered pair (j, l) what it asks: ε and δ."""
    pairs, epsilon, delta = (
        list(itertools.permutations(range(k), 2)),
        rng.choice(BUDGETS),
        Fraction(rng.randint(0, 6), 12),
    )
    kind = rng.randrange(5)
    if kind == 0:
        return LDP(epsilon, delta=delta), ((j, n, LOGARITHMS[epsilon], delta) for j, n in pairs)
    if kind == 1:
        return Metric("line", epsilon), ((j, n, abs(j - n) * LOGARITHMS[epsilon], Fraction(0)) for j, n in pairs)
    if kind == 2:
        # one order of a pair holds for both, unless the other is stated too
        epsilon = rng.choice(BUDGETS[:-1])
        apart = {pair: rng.choice((0, 1, Fraction(3, 2), math.inf)) for pair in pairs if rng.random() < 0.7}
        both = {**{(n, j): d for (j, n), d in apart.items()}, **apart}
        named = {(str(j), str(n)): str(d) for (j, n), d in apart.items()}
        asked = (
            (j, n, math.inf if d == math.inf else d * LOGARITHMS[epsilon], Fraction(0)) for (j, n), d in both.items()
        )
        return Metric(named, epsilon), asked
    if kind == 3:
        shielded = rng.sample(range(k), rng.randint(1, k))
        return Sensitive(shielded, epsilon, delta=delta), (
            (j, n, LOGARITHMS[epsilon], delta) for j, n in pairs if j in shielded
        )
    found = of_pairs(rng, k)
    return found, ((int(j), int(n), float(e), Fraction(str(d))) for (j, n), (e, d) in found.budgets)


def test_budgets_of_pairs_bound_the_chance_of_every_set_of_answers() -> None:
    for seed in range(150):
        rng = Random(seed)
        p = matrix(rng, rng.randint(2, 4), rng.randint(2, 4))
        if seed % 2:
            p = p.mix(Mechanism([[Fraction(1, p.m)] * p.k] * p.m), Fraction(1, 2))
        demand, listed = budgets_by_pair(rng, p.k)
        asked = {(j, n): (math.exp(epsilon), float(delta)) for j, n, epsilon, delta in listed if epsilon < math.inf}
        sets = [x for n in range(p.m + 1) for x in itertools.combinations(range(p.m), n)]
        chance = {(x, j): float(sum(p[i, j] for i in x)) for x in sets for j in range(p.k)}
        over = {
            (x, j, n): chance[x, j] - t * chance[x, n] - delta for (j, n), (t, delta) in asked.items() for x in sets
        }
        violations = demand.violations(p)
        assert demand.holds(p) == (max(over.values(), default=0) <= 1e-12) == (violations == ()), demand
        for v in violations:
            assert float(v.amount) == pytest.approx(over[v.outputs, v.input, v.against], rel=1e-9)
            assert v.describe(p).count("Pr(") == 2


@pytest.mark.parametrize("name", DRAWS)
def test_what_asks_nothing_is_kept_by_a_mechanism_that_reveals_all_and_by_no_other_demand(name: str) -> None:
    for _, p, demand in drawn(name, 40):
        asks_nothing = demand.holds(from_spec(f"direct_question:k={p.k}"))
        assert promises_nothing(demand, p.k) == asks_nothing
        assert (demand.sentence(p.k) == LDP("inf").sentence()) == asks_nothing, demand
        assert not asks_nothing or (demand.say_slack() == "" and demand.holds(p))
        asked = len(dict(demand.bounds(p.k).places()))
        assert not isinstance(demand, PairwiseLDP) or demand.sentence(p.k).count("as likely if") == asked


@pytest.mark.parametrize("name", DRAWS)
def test_a_demand_of_one_parity_is_kept_up_to_it_alone(name: str) -> None:
    for rng, p, demand in drawn(name, 30):
        if name == "All":
            demand = All(*(DRAWS[rng.choice(["Parity", "LDP", "BetaFactor", "RhoBreach"])](rng, p.k) for _ in range(3)))
        gamma = demand.parity()
        for own in (Fraction(1), Fraction(3, 2), Fraction(4)) if is_infinite(gamma) else (gamma,):
            # of two answers one is given with all chances, a ratio of γ between the first two
            for by in (1 - Fraction(1, 10**9), Fraction(1), 1 + Fraction(1, 10**9)):
                low = 1 / (2 * own * by)
                q = Mechanism([[Fraction(1, 2), *[low] * (p.k - 1)], [Fraction(1, 2), *[1 - low] * (p.k - 1)]])
                if not is_infinite(gamma):
                    assert demand.holds(q) == (max(own * by, 1 / (own * by)) <= gamma), (demand, by)
        if not is_infinite(gamma):
            assert demand.holds(p) == Parity(gamma).holds(p)


NUMBERS = [("2", 2), ("sqrt(7)", math.sqrt(7)), ("exp(1)", math.e), ("exp(5/4)", math.exp(1.25)), ("inf", math.inf)]


@pytest.mark.parametrize(("one", "other"), [*itertools.permutations(NUMBERS, 2)])
def test_of_two_ratios_the_smaller_is_asked_whatever_their_fields_and_order(
    one: tuple[str, float], other: tuple[str, float]
) -> None:
    least = min(one, other, key=lambda x: x[1])
    both = Parity(one[0]) & Parity(other[0])
    assert [*both.asked(3)] == [Parity(least[0])] and both.bounds(3) == Parity(least[0]).bounds(3)
    assert both.parity() == Parity(least[0]).parity() and both.statement(3)["name"] == "parity"
    # a ratio that is free is above no number for sure
    free = Parity(one[0]) & LDP("every")
    assert [*free.asked(3)] == ([LDP("every")] if one[0] == "inf" else [Parity(one[0]), LDP("every")])
    assert range_of(free) == range_of(LDP("every")) != range_of(both) is None


def test_joined_demands_promise_what_each_does_and_together_that_nobody_is_unmasked() -> None:
    for most in itertools.permutations(("1/2", "3/4")):
        assert [*All(*map(Vulnerability, most)).asked(3)] == [Vulnerability("1/2")]
    pure, slack, some, nothing = LDP("ln3"), LDP("ln2", delta="1/10"), Sensitive([0], 1), LDP("inf")
    assert (nothing & pure & pure).sentence() == pure.sentence() and (
        nothing & nothing
    ).sentence() == nothing.sentence()
    for joined, adds in ((slack & some, False), (pure & Parity(2), False), (pure & slack, True), (pure & some, True)):
        said = joined.sentence().lower()
        assert ("; and nobody is ever unmasked" in said) == adds and ("not protected" in said) == (
            pure not in joined.demands
        )
        assert all(x.sentence().lower().partition(";")[0].rstrip(".") in said for x in joined.demands)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.first(seed=20)
def test_a_leakage_is_bounded_as_it_is_measured(seed: int) -> None:
    rng = Random(seed)
    p = matrix(rng, 3, 3)
    weights = [rng.randint(1, 5) for _ in range(3)]
    prior = rng.choice([None, [Fraction(w, sum(weights)) for w in weights]])
    gain = rng.choice([None, [[rng.randint(0, 3) for _ in range(3)] for _ in range(2)] + [[1, 1, 1]]])
    shares = prior or [Fraction(1, 3)] * 3
    gains = gain or [[int(j == n) for n in range(3)] for j in range(3)]
    # every way to act after each of three answers
    after = max(
        sum(shares[j] * p[i, j] * gains[act[i]][j] for i in range(3) for j in range(3))
        for act in itertools.product(range(len(gains)), repeat=3)
    )
    before = max(sum(w * x for w, x in zip(shares, own, strict=True)) for own in gains)
    found = leakage(p, prior=prior, gain=gain)
    assert (found.before, found.after) == (before, after)
    assert (found.multiplicative, found.additive) == (after / before, after - before)
    inputs = 3 if prior is None and gain is None else None
    for make, of in ((Vulnerability.multiplicative, after / before), (Vulnerability.additive, after - before)):
        for off in (-Fraction(1, 10**9), 0, Fraction(1, 10**9)):
            assert make(of + off, prior, gain, inputs=inputs).holds(p) == (off >= 0)
    assert Vulnerability(after, prior, gain).tightest(p) == after


def test_an_input_is_protected_alone_by_the_largest_ratio_of_its_own_answers() -> None:
    for seed in range(20):
        p = matrix(Random(seed), 3, 3)
        for j, found in enumerate(Sensitive.tightest_epsilons(p)):
            ratios = [row[j] / x if x else math.inf if row[j] else 1 for row in p.rows for x in row]
            assert (found.t == max(ratios)) if math.inf not in ratios else is_infinite(found.t)


def test_a_short_number_in_a_sentence_is_exact_and_a_longer_one_rounded_up() -> None:
    found = " ".join(
        map(spell_factor, map(Fraction, ["7/5", "7/3", "22/7", "22/17", "3", "100000", "1.2345", "100/77"]))
    )
    assert (found, spell_factor(INFINITY)) == ("1.4 7/3 22/7 22/17 3 100000 1.235 1.299", "inf")


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Vulnerability("3/4", ["1/2", "1/4"]), "3/4"),
        (lambda: Vulnerability("3/4", ["3/2", "-1/2"]), "-1/2"),
        (lambda: Vulnerability("3/4", ["1"], [[1, 2]]), "1 inputs"),
        (lambda: Vulnerability("3/4", 3), "not '3'"),
        (lambda: Vulnerability("3/4", b"1"), "not \"b'1'\""),
        (lambda: RhoBreach.tightest_rho2(from_spec("warner:p=3/4"), 0), "rho1 = 0"),
        (lambda: RhoBreach.tightest_rho1(from_spec("warner:p=3/4"), 1), "rho2 = 1"),
        (lambda: Vulnerability("every"), "every"),
        (lambda: Vulnerability("1/2..1"), "1/2..1 must be one number"),
        (lambda: Vulnerability("3/4", ["1/2", "1/2"]).bounds(3), "3 inputs"),
        (lambda: Vulnerability.multiplicative(2), "inputs=3"),
        (lambda: Vulnerability.additive(2, inputs=0), "0"),
        (lambda: Vulnerability.multiplicative(2, ["1/2", "1/2"], inputs=3), "3 inputs"),
        (lambda: All(), "no demand"),
        (lambda: LDP(1) & 3, "'3'"),
        (lambda: LDP(1) | Parity(2), "&"),
        (lambda: LDP("every") & LDP("1/2..2"), "interval"),
        (lambda: Parity("1/2"), "1/2"),
        (lambda: Sensitive([], 1), "[]"),
        (lambda: Sensitive([True], 1), "True"),
        (lambda: Sensitive([1.5], 1), "1.5"),  # type: ignore[list-item]
        (lambda: Sensitive(["a", "a"], 1), "twice"),
        (lambda: Sensitive(["a", 0], 1).bounds(2, ("a", "b")), "twice"),
        (lambda: Sensitive(["c"], 1).bounds(2, ("a", "b")), "'c'"),
        (lambda: Sensitive([2], 1).bounds(2), "2"),
        (lambda: LDP("1", delta="every"), "every"),
        (lambda: LDP("1", delta="5/4"), "5/4"),
        (lambda: Metric({("a", "b"): -1}, 1), "-1"),
        (lambda: Metric({("a", "b"): "1/4097"}, 1), "1/4097"),
        (lambda: Metric({("a", "b"): 33}, "every"), "33"),
        (lambda: Metric({("a", "b"): "1/2"}, "every"), "1/2"),
        (lambda: Metric({("a", "b"): 1001}, 1), "1001"),
        (lambda: Metric([[1, 1], [1, 0]], 1), "distance = 1"),
        (lambda: Metric("lines", 1), "square"),
        (lambda: CSIP("0=sqrt(2)/10,1/(sqrt(2)+1)=9/10,1=1").parity(), "root of an irrational"),
        (lambda: SIP("0=0,1/2=3/4,1=1", "odds:3"), "downward breach boundary has h(p) <= p, but h(1/2) = 3/4"),
        (lambda: SIP("0=0,1/2=0,1/2=3/4,1=1", "odds:3"), "but h is"),
        (lambda: CSIP("0=0,1/2=1/4,1=1"), "upward breach boundary has h(p) >= p, but h(1/2) = 1/4"),
        (lambda: CSIP("even"), "as a boundary; give points"),
        (lambda: Vulnerability.additive(1, inputs=4097), "4097"),
        (lambda: Metric([[0, 1, 2], [1, 0, 1]], 1), "square"),
        (lambda: Metric([[0]], 1), "square"),
        (lambda: Metric({("a", "a"): 0}, 1), "different"),
        (lambda: Metric({("a", "b", "c"): 0}, 1), "different"),
        (lambda: PairwiseLDP({("a", "b"): "every"}), "free"),
        (lambda: PairwiseLDP({("a", "b"): 1}, deltas={("b", "a"): "1/2"}), "'b', 'a'"),
        (lambda: PairwiseLDP({(0, 1): 1, (1, 0): 1}, deltas=[[0, "1/2"], [0, 0]]), "matrix for 2"),
        (lambda: PairwiseLDP([[0, 1], [1, 0]]).bounds(2, ("1", "0")), "numbers that differ"),
        (lambda: read_demand("sip:odds:2..odds:3"), "odds = 2"),
        (lambda: read_demand("sip:odds:-1..odds:3"), "odds = -1 must lie between"),
    ],
)
def test_numbers_that_state_no_demand_are_refused_by_what_is_wrong(make: object, named: str) -> None:
    with pytest.raises(InputError) as refusal:
        make()  # type: ignore[operator]
    assert named in str(refusal.value) and "\n" not in str(refusal.value)


def test_the_largest_numbers_that_state_a_demand_are_read() -> None:
    for distances, epsilon in (({("a", "b"): 32}, "every"), ({("a", "b"): 1000}, 1), ({("a", "b"): "1/4096"}, 1)):
        assert Metric(distances, epsilon).bounds(2, ("a", "b")).asks_anything()
    assert read_demand("sip:odds:0..odds:3").parity() == read_demand("csip:odds:3").parity() == 3
    assert read_demand("sip:odds:1..odds:3").parity() == 1
    assert [Vulnerability.additive(1, inputs=k).at_most for k in (1, 4096)] == [2, Fraction(4097, 4096)]
    assert PairwiseLDP([[0, 1], [1, 0]]).bounds(2, ("0", "1")).asks_anything()
    assert Vulnerability("3/4", "1/2,1/2") == Vulnerability("3/4", ["1/2", "1/2"])
