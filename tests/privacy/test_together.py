"""Several demands together: each of them, by definition, and read back from what they write."""

import json
import math
from fractions import Fraction
from random import Random

import pytest

from rropt import CSIP, LDP, SIP, InputError, Mechanism, Metric, PairwiseLDP, Parity, RhoBreach, Sensitive, from_spec
from rropt.exact import Undecided
from rropt.privacy import All, BayesFactor, BetaFactor, Notion, Vulnerability
from rropt.privacy.boundary.named import Side, odds_boundary
from rropt.privacy.enclosure import Enclosure
from rropt.privacy.together import is_open
from tests.privacy.pairs.test_pairwise import keeps, random_mechanism

F = Fraction


@pytest.mark.parametrize("seed", range(25))
def test_all_holds_where_each_does_and_fails_where_one_does(seed: int) -> None:
    rng = Random(seed)
    p = random_mechanism(rng, 3, 2)
    ratios, delta = [F(rng.randrange(2, 13), 2) for _ in range(2)], F(rng.randrange(1, 6), 10)
    demand = LDP(f"ln({ratios[0]})", delta=delta) & Parity(ratios[1])
    first = all(keeps(p, j, 1 - j, ratios[0], delta) for j in (0, 1))
    second = all(keeps(p, j, 1 - j, ratios[1], F(0)) for j in (0, 1))
    assert demand.holds(p) == (first and second) == (demand.violations(p) == ())
    amounts = [v.amount for v in demand.violations(p)]
    assert amounts == sorted(amounts, reverse=True)
    found = demand.tightest(p)
    if not isinstance(found, float):
        low, high = (found.lower, found.upper) if isinstance(found, Enclosure) else (found, found)
        assert (high <= 1) <= demand.holds(p) <= (low <= 1)


def test_a_demand_that_implies_the_others_is_the_whole_demand() -> None:
    demand = LDP(1) & RhoBreach("1/5", "1/2") & LDP(2, delta="1/9")
    assert demand.bounds(3) == LDP(1).bounds(3) and demand.statement(3) == LDP(1).statement(3)
    assert demand.parity() == LDP(1).parity()
    assert len(list(demand.bounds(3).places())) == 6
    both = LDP("1/2", delta="1/10") & LDP(3)
    assert both.bounds(2).common is None and len(list(both.bounds(2).places())) == 4
    assert both.bounds(2).sides()[0] == tuple(x.bounds(2).common for x in both.demands)


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        (LDP("1/30"), LDP(10)),
        (LDP(1), LDP("ln3")),
        (LDP("ln(3)/2"), LDP(1)),  # √3 and e have no common field
        (LDP(1, delta="1/9"), LDP(1, delta="1/8")),
        (LDP(1), Metric("line", 1)),
        (Metric("line", 1), Sensitive([0], 2)),
        (PairwiseLDP([[0, 1, 1], [1, 0, 1], [1, 1, 0]]), LDP(2)),
    ],
)
def test_a_demand_that_another_implies_is_left_out(strong: Notion, weak: Notion) -> None:
    for together in (All(strong, weak), All(weak, strong)):
        assert together.asked(3) == (strong,) and together.bounds(3) == strong.bounds(3)
    assert All(strong, strong).asked(3) == (strong,)
    slack = LDP("1/40", delta="1/5")
    assert set(All(weak, slack, strong).asked(3)) == {slack, strong}


@pytest.mark.parametrize(
    ("one", "other", "parity"),
    [
        (LDP(1), Metric("line", 1), LDP(1).t),
        (LDP(1), Metric([[0, 1], [1, 0]], 1), LDP(1).t),
        (LDP(2), Metric("line", 1), math.inf),  # of four inputs, the line does not imply LDP(2)
        (Parity(3), PairwiseLDP([[0, "ln3"], ["ln3", 0]]), F(3)),
        (Parity(3), LDP("1/2", delta="1/10"), math.inf),
        (RhoBreach("1/5", "1/2"), LDP("inf"), F(4)),
        (Parity(3), Sensitive([2], 1), math.inf),
    ],
)
def test_the_parity_does_not_depend_on_the_order(one: Notion, other: Notion, parity: object) -> None:
    assert All(one, other).parity() == All(other, one).parity() == parity


def test_numbers_that_range_over_an_interval_are_found_in_every_demand() -> None:
    free = LDP("every").t
    for demand in (
        *(kind(free) for kind in (Parity, BetaFactor, BayesFactor)),
        RhoBreach("1/10", "t/(1 + t)"),
        CSIP(odds_boundary(free, Side.UPPER)),
        Vulnerability("1/t"),
        Sensitive([0], 1, delta="1/t") & Parity("t"),
    ):
        assert is_open(demand) and not is_open(Parity(LDP(1).t))
        with pytest.raises(InputError, match="both range over an interval"):
            All(demand, LDP("1/2..2"))
        with pytest.raises(InputError, match="ranges over an interval, which its dictionary does not contain"):
            type(demand).from_dict(demand.to_dict())  # type: ignore[attr-defined]


def test_what_asks_nothing_is_left_out_of_the_statement() -> None:
    assert (LDP("inf") & LDP(3)).statement(2) == LDP(3).statement(2)
    assert not list((LDP("inf") & LDP("inf")).bounds(2).places())
    assert [x["name"] for x in (LDP(1, delta="1/9") & Parity(3)).statement(2)["demands"]] == ["ldp", "parity"]


def test_it_says_that_nobody_is_unmasked_where_that_is_so() -> None:
    assert "nobody is ever unmasked" in (LDP("1/2", delta="1/10") & LDP(3)).sentence()
    assert "unmasked" not in (LDP("1/2", delta="1/10") & Sensitive([1], 1)).sentence()
    assert "unmasked" not in (LDP("1/2") & LDP(3)).sentence()
    assert str(LDP("1/2", delta="1/10") & LDP(3)) == "LDP('1/2', delta='1/10') & LDP('3')"


@pytest.mark.parametrize(
    "empty", [Vulnerability(1), Vulnerability(1, ["1/2", "1/3", "1/6"]), LDP(0, delta=1), Sensitive([1], "inf")]
)
def test_a_demand_that_promises_nothing_is_not_said_beside_one_that_promises_something(empty: Notion) -> None:
    for demand in (LDP(3), LDP("1/2", delta="1/10"), Vulnerability("1/2"), Sensitive([1], 1)):
        assert All(empty, demand).sentence() == All(demand, empty).sentence() == demand.sentence()
    assert All(empty, empty).sentence() == "This demand promises nothing: an answer may reveal the truth."


EVERY = [
    LDP("ln3", delta="1/10"),
    LDP("inf"),
    LDP("ln3/2"),
    Parity("7/2"),
    RhoBreach("1/5", "1/2"),
    BetaFactor(2),
    BayesFactor(3),
    CSIP("odds:3"),
    SIP("odds:1/4", "odds:3"),
    PairwiseLDP({("yes", "no"): "ln3", ("no", "yes"): "inf"}, deltas={("yes", "no"): "1/8"}),
    PairwiseLDP([[0, "1/2"], ["1/3", 0]]),
    Metric("line", "1/2"),
    Metric({("a", "b"): "3/2", ("a", "c"): "inf"}, "ln3"),
    Sensitive(["yes"], "1/2", delta="1/10"),
    LDP(1) & Sensitive([0], "ln3") & Metric("line", 2),
]


@pytest.mark.parametrize("demand", EVERY, ids=str)
def test_a_demand_is_read_back_from_its_json(demand: All) -> None:
    told = json.loads(json.dumps(demand.to_dict()))
    assert type(demand).from_dict(told).to_dict() == told
    assert All.from_dict(All(demand, demand).to_dict()).to_dict() == All(demand, demand).to_dict()


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: LDP(1) & 3, "is not a demand"),
        (lambda: All(), "no demand was given"),
        (lambda: LDP("every") & LDP("1..2"), "both range over an interval"),
        (lambda: LDP.from_dict({"name": "parity", "gamma": "3"}), "not of the class LDP"),
        (lambda: All.from_dict({"name": "other"}), "from JSON; construct it again"),
        (lambda: LDP.from_dict({"name": "ldp"}), "does not have the fields"),
        (lambda: LDP.from_dict(LDP("every").to_dict()), "ranges over an interval"),
        (lambda: LDP.from_dict("ldp"), "does not have the fields"),
        (lambda: LDP.from_dict({"name": "ldp", "ratio": "1/2", "delta": "0"}), "must be at least 1"),
        (lambda: Metric([[0, -1], [1, 0]], 1), "at least 0"),
        (lambda: Metric("cube", 1), "neither a mapping of pairs nor a square matrix"),
        (lambda: Metric("line", "every") & LDP("ln3", delta="every"), "both range over an interval"),
        (lambda: Metric({(0, 1): "1/2"}, "every"), "whole number"),
        (lambda: Sensitive([], 1), "must be a list of one or more labels"),
        (lambda: Sensitive(["a", "a"], 1), "named twice"),
    ],
)
def test_what_is_no_demand_is_refused_in_a_sentence(ask: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        ask()  # type: ignore[operator]


def test_metric_and_sensitive_by_their_definitions() -> None:
    p = Mechanism([["4/7", "2/7", "1/7"], ["2/7", "3/7", "2/7"], ["1/7", "2/7", "4/7"]])
    assert Metric("line", "ln2").holds(p) and not Metric("line", "ln(3/2)").holds(p)
    assert Metric([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "ln2").bounds(3).each == Metric("line", "ln2").bounds(3).each
    assert Metric({(0, 2): "1/2"}, "ln9").bounds(3).each == {(0, 2): (3, 0), (2, 0): (3, 0)}
    assert not Metric({(0, 2): "1/2"}, "ln9").holds(p) and Metric({(0, 2): 1}, "ln9").holds(p)
    told = Mechanism([["2/3", "0"], ["1/3", "1"]], ["no", "yes"])
    assert Sensitive(["yes"], "ln3").holds(told) and not Sensitive(["no"], "ln3").holds(told)
    assert list(Sensitive([1], "ln3").bounds(3).pairs()) == [(1, 0), (1, 2)]


def test_one_or_another_is_no_demand() -> None:
    with pytest.raises(InputError, match=r"cannot join LDP\('1'\) and LDP\('3'\) with \|; join them with &"):
        LDP(1) | LDP(3)


def test_what_fails_at_every_epsilon_fails_whatever_else_is_undecided() -> None:
    """Warner's device at 3/4 keeps LDP(ε) only from ln 3 on, and LDP(0) nowhere."""
    p, some = from_spec("warner:p=3/4"), LDP("1/2..2")
    assert not (some & LDP(0)).holds(p) and not (LDP(0) & some).holds(p)
    with pytest.raises(Undecided):
        (some & LDP(2)).holds(p)
