"""Each demand over random mechanisms: `holds` is what its bounds say, and its definition; it is closed under post-processing and
monotone in Blackwell's order; `tightest` agrees with `holds` on both sides; its text makes it again."""

import itertools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from sympy import sympify

from rropt import InputError, Mechanism, from_spec, privacy, verify
from rropt.certificate.statements import satisfies, text_of
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.privacy import (
    CSIP,
    LDP,
    SIP,
    All,
    BayesFactor,
    BetaFactor,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
    piecewise_linear,
    profile,
    read_demand,
)
from rropt.privacy.boundary import (
    BoundaryPiece,
    BreachFunction,
    broken_at,
    infimum,
    minimum,
    odds_after,
    odds_boundary,
    read_boundary,
)
from rropt.privacy.pairs import ByPair
from rropt.privacy.words import demand_in_words, percent, read_demand_name
from rropt.values import Between
from tests.definitions import excess, largest_planes

Draw = Callable[[Random, int], Notion]
GAP = Fraction(1, 10**30)
BUDGETS = ("0", "ln2", "ln3", "1/2", "2", "inf")
TABLES = (
    "0=1/5,8/9=1,1=1",
    "0=0,1/2=9/10,1=1",
    "0=1/2,1/5=1/2,1/5=1,1=1",
    "odds:3",
    "0=0,1=1",
    "0=1/2,1/5=1/2,1/5=1,1/5=1,1=1",
    "0=3/5,2/5=1,2/5=19/25,1=1",
    "0=0,0=1,1=1",
    "0=3/4,1/4=3/4,1/4=1,1/4=4/5,1=1",
)
STEPS = "0=0,1/3=1/2,2/3=3/4,1=1"
LOWERS = ("0=0,1=0", "0=0,1=1/2", "0=0,1/2=0,1/2=0,1/2=1/5,1=1/5", "odds:1/4", "0=0,1=1")


def share(rng: Random) -> Fraction:
    return Fraction(rng.randint(1, 12), 12)


def matrix(rng: Random, m: int, k: int) -> Mechanism:
    columns = [[rng.randint(0, 3) + (rng.random() < 0.7) for _ in range(m)] for _ in range(k)]
    columns = [c if any(c) else [1] * m for c in columns]
    return Mechanism([[Fraction(c[i], sum(c)) for c in columns] for i in range(m)])


def of_pairs(rng: Random, k: int) -> PairwiseLDP:
    asked = [pair for pair in itertools.permutations(range(k), 2) if rng.random() < 0.6]
    return PairwiseLDP(
        {pair: rng.choice(BUDGETS) for pair in asked},
        deltas={x: rng.choice((1, share(rng), share(rng))) for x in asked if rng.random() < 0.4},
    )


def metric(rng: Random, k: int) -> Metric:
    some = {pair: rng.choice(("0", "1", "3/2", "inf")) for pair in itertools.combinations(range(k), 2)}
    return Metric("line" if rng.random() < 0.5 else some, rng.choice(BUDGETS))


def vulnerability(rng: Random, k: int) -> Vulnerability:
    weights = [rng.randint(1, 5) for _ in range(k)]
    prior = None if rng.random() < 0.5 else [Fraction(w, sum(weights)) for w in weights]
    gain = None if rng.random() < 0.5 else [[rng.randint(-2, 3) for _ in range(k)] for _ in range(rng.randint(1, 3))]
    return Vulnerability(share(rng) * 2, prior, gain)


def rho(rng: Random, k: int) -> RhoBreach:
    low, high = sorted(rng.sample(range(1, 12), 2))
    return RhoBreach(Fraction(low, 12), Fraction(high, 12))


def factor(rng: Random) -> Fraction:
    return 1 + Fraction(rng.randint(0, 20), 5)


PARTS = ("LDP", "LDP", "Parity", "PairwiseLDP", "Sensitive", "Vulnerability")
DRAWS: dict[str, Draw] = {
    "LDP": lambda rng, k: LDP(rng.choice(BUDGETS), delta=rng.choice((0, 1, share(rng)))),
    "Parity": lambda rng, k: Parity(rng.choice(("inf", factor(rng), factor(rng)))),
    "BetaFactor": lambda rng, k: BetaFactor(rng.choice(("inf", factor(rng), factor(rng)))),
    "BayesFactor": lambda rng, k: BayesFactor(rng.choice(("inf", factor(rng), factor(rng)))),
    "RhoBreach": rho,
    "CSIP": lambda rng, k: CSIP(rng.choice(TABLES)),
    "SIP": lambda rng, k: SIP(rng.choice(LOWERS), rng.choice(TABLES)),
    "PairwiseLDP": of_pairs,
    "Metric": metric,
    "Sensitive": lambda rng, k: Sensitive(
        rng.sample(range(k), 1), rng.choice(BUDGETS), delta=rng.choice((0, 1, share(rng)))
    ),
    "Vulnerability": vulnerability,
    "All": lambda rng, k: All(*(DRAWS[rng.choice(PARTS)](rng, k) for _ in range(rng.randint(1, 3)))),
}


def drawn(name: str, n: int) -> Iterator[tuple[Random, Mechanism, Notion]]:
    for seed in range(n):
        rng = Random(f"{name}/{seed}")
        p = matrix(rng, rng.randint(2, 4), rng.randint(2, 4))
        yield rng, p, DRAWS[name](rng, p.k)


def test_every_demand_is_drawn() -> None:
    kinds = (getattr(privacy, name) for name in privacy.__all__)
    assert {x.__name__ for x in kinds if isinstance(x, type) and issubclass(x, Notion) and x is not Notion} == set(
        DRAWS
    )


@pytest.mark.parametrize("name", DRAWS)
def test_holds_is_what_the_bounds_say_and_violations_are_what_fails(name: str) -> None:
    for _, p, demand in drawn(name, 40):
        bounds = demand.bounds(p.k)
        kept = all(excess(p, *place[:2], ratio) <= delta for place, (ratio, delta) in bounds.places())
        kept &= all(largest_planes(p, x.planes) <= x.most for x in bounds.averages().values())
        violations = demand.violations(p)
        assert demand.holds(p) == kept == (violations == ()), (demand, p.rows)
        # the checker reads the demand from its statement
        if bounds.asks_anything() or isinstance(demand, ByPair):
            assert verify(text_of(satisfies(p, demand))).is_accepted == kept, demand
        assert all(v.amount > 0 and str(v) and v.describe(p) for v in violations)
        assert [v.amount for v in violations] == sorted((v.amount for v in violations), reverse=True)


@pytest.mark.parametrize("name", DRAWS)
def test_a_demand_is_closed_under_post_processing_and_its_text_makes_it_again(name: str) -> None:
    for rng, p, demand in drawn(name, 40):
        coarser = matrix(rng, 3, p.m) @ p
        assert not demand.holds(p) or demand.holds(coarser)
        assert read_demand_name(repr(demand)) == demand
        parts = getattr(demand, "demands", (demand,))
        assert all(demand_in_words(x) in demand_in_words(demand) and str(x) in str(demand) for x in parts)
        for said in (demand.sentence(), demand.sentence(p.k), demand_in_words(demand)):
            assert said and "\n" not in said and type(demand).__name__ + "(" not in said


# words of distances and of gains leave out some of their numbers
@pytest.mark.parametrize("name", [x for x in DRAWS if x not in ("Metric", "Vulnerability")])
def test_the_same_words_promise_the_same(name: str) -> None:
    told: dict[tuple[int, str], object] = {}
    for _, p, demand in drawn(name, 60):
        asked = {(place[:2], bound) for place, bound in demand.bounds(p.k).places()}
        for said in (demand.sentence(p.k), demand_in_words(demand)):
            assert told.setdefault((p.k, said), asked) == asked, said


def test_to_ask_all_or_nothing_is_said_alike_by_all_demands_of_one_ratio() -> None:
    for stated in ("1", "inf"):
        (said,) = {make(stated).sentence() for make in (Parity, BetaFactor, BayesFactor)}
        assert (said == LDP("inf").sentence()) == (stated == "inf") != (said == LDP(0).sentence())


def test_a_matrix_of_distances_or_budgets_has_as_many_inputs_as_rows() -> None:
    apart = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    assert Metric(np.array(apart), 1) == Metric(apart, 1)
    for demand in (Metric(apart, 1), PairwiseLDP(apart)):
        again = read_demand_name(repr(demand))
        assert again == demand and again.size == demand.size == 3
        with pytest.raises(InputError):
            demand.bounds(4)
    assert {x.size for x in (Metric("line", 1), Metric({(0, 1): 1}, 1), PairwiseLDP({(0, 1): 1}))} == {None}


def test_the_narrowest_boundaries_that_a_mechanism_keeps_allow_its_own_parity() -> None:
    for p in (matrix(Random(seed), 3, 3) for seed in range(20)):
        sides, upper = SIP("odds:1", "odds:1").tightest(p), CSIP("odds:1").tightest(p)
        assert SIP(*sides).parity() == CSIP(upper).parity() == Parity(1).tightest(p)


def both_sides(p: Mechanism) -> Iterator[tuple[Notion | None, Notion]]:
    """For each number of a demand: the tightest demand that p meets, and before it one just too strong (None if none is)."""
    gamma, epsilon = Parity(1).tightest(p), LDP.tightest_epsilon(p, "1/10").t
    for make in (Parity, BetaFactor, BayesFactor, lambda t: LDP(Epsilon(t)), lambda t: CSIP(odds_boundary(t))):
        if not is_infinite(gamma):
            yield (make(gamma - (gamma - 1) * GAP) if gamma > 1 else None), make(gamma)
    if not is_infinite(epsilon):
        yield (LDP(Epsilon(epsilon - GAP), delta="1/10") if epsilon > 1 else None), LDP(Epsilon(epsilon), delta="1/10")
    delta = profile(p).delta("ln2")
    yield (LDP("ln2", delta=delta * (1 - GAP)) if delta else None), LDP("ln2", delta=delta)
    v = Vulnerability(1).tightest(p)
    yield Vulnerability(v - GAP), Vulnerability(v)
    rho2 = RhoBreach.tightest_rho2(p, "1/5")
    if Fraction(1, 5) < rho2 < 1:
        yield RhoBreach("1/5", rho2 - (rho2 - Fraction(1, 5)) * GAP), RhoBreach("1/5", rho2)
        assert RhoBreach.tightest_rho1(p, rho2) == Fraction(1, 5)
    for make_scaled in (
        lambda c: Metric("line", c),
        lambda c: Sensitive([0], c, delta="1/10"),
        lambda c: LDP(c) & LDP(2 * c),
    ):
        found = make_scaled(Fraction(1)).tightest(p)
        if not is_infinite(found):
            low, high = (found.lower, found.upper) if isinstance(found, Between) else (found, found)
            yield (make_scaled(low * (1 - Fraction(1, 10**9))) if low else None), make_scaled(high)


def test_tightest_agrees_with_holds_on_both_sides() -> None:
    for seed in range(25):
        p = matrix(Random(seed), 3, 3)
        for strong, tight in both_sides(p):
            assert tight.holds(p), tight
            assert strong is None or (not strong.holds(p) and strong.violations(p)), strong


@pytest.mark.parametrize(
    ("demand", "spec", "least"),
    [
        (Metric("line", "ln2"), "geometric:k=3,alpha=1/4", Fraction(2)),
        (Metric("line", "ln4"), "geometric:k=3,alpha=1/8", Fraction(3, 2)),
        (Metric("line", "1/2"), "geometric:k=3,epsilon=2", Fraction(2)),
        (LDP("ln2") & LDP("ln4"), "warner:epsilon=ln8", Fraction(3)),
        (Metric("line", 0), "generalised_binary:p00=1/2,p11=1/2", Fraction(0)),
        (LDP(1) & LDP(2, delta="1/2"), "generalised_binary:p00=3/4,p11=1/4", Fraction(0)),
        (Metric("line", 0), "warner:p=3/4", INFINITY),
        (LDP("ln3") & Vulnerability("3/4"), "warner:p=3/4", Fraction(1)),
        (LDP("ln3") & Vulnerability("5/8"), "warner:p=3/4", INFINITY),
        (LDP("1") & LDP("2", delta="1/10"), "direct_question:", INFINITY),
        (Metric("line", "ln2"), "geometric:k=3,alpha=1/3", None),
        (Metric("line", "1"), "geometric:k=3,alpha=1/3", None),
    ],
)
def test_the_least_multiple_of_budgets_is_exact_where_it_is_a_quotient(
    demand: Any, spec: str, least: Fraction | float | None
) -> None:
    found = demand.tightest(from_spec(spec))
    if least is not None:
        assert found == least
    else:
        logarithm = math.log(3) / math.log(2) if demand.epsilon.t == 2 else math.log(3)
        assert float(found.lower) == pytest.approx(logarithm, rel=1e-15) == float(found.upper)
        assert found.lower < found.upper


GRID = [Fraction(n, 12) for n in range(13)]


def beliefs(p: Mechanism) -> Iterator[tuple[Fraction, Fraction]]:
    """(prior, posterior) of every input under priors on a grid on two inputs, by Bayes' theorem."""
    for j, n in itertools.permutations(range(p.k), 2):
        for w, row in itertools.product(GRID, p.rows):
            total = w * row[j] + (1 - w) * row[n]
            if total:
                yield w, w * row[j] / total


def is_breached(demand: Notion, before: Fraction, after: Fraction) -> bool:
    """The definitions of Chai and Nayak (2018), word for word."""
    if isinstance(demand, RhoBreach):
        return (before < demand.rho1 and after > demand.rho2) or (before > demand.rho2 and after < demand.rho1)
    if isinstance(demand, BetaFactor):
        return before > 0 and (after / demand.beta > before or after < before / demand.beta)
    if not 0 < before < 1:
        return False
    if isinstance(demand, BayesFactor):
        return after * (1 - before) / demand.factor > before * (1 - after)
    lower, upper = demand.boundaries()  # type: ignore[attr-defined]
    return after > upper(before) or after < lower(before)


@pytest.mark.parametrize("name", ["RhoBreach", "BetaFactor", "BayesFactor", "CSIP", "SIP"])
def test_no_belief_is_breached_where_the_demand_holds_and_one_is_shown_where_it_does_not(name: str) -> None:
    for _, p, demand in drawn(name, 30):
        assert not (demand.holds(p) and any(is_breached(demand, *x) for x in beliefs(p)))
        for v in demand.violations(p):
            b = v.breach
            assert b is not None and is_breached(demand, b.before, b.after), (demand, b)
            assert ("lifts" in v.describe(p)) == (b.after > b.before) == ("lowers" not in v.describe(p))
            told = v.to_dict()
            assert (told["name"], told["outputs"], told["event"]) == (v.name, list(v.outputs), list(b.event))
            assert (told["input"], told["against"]) == (v.input, v.against) and len(told["prior"]) == p.k
            shown = {"before": b.before, "after": b.after, "limit": b.limit, "amount": v.amount}
            assert all(told[x]["lower"] <= float(y) <= told[x]["upper"] for x, y in shown.items())
            joint = [w * x for w, x in zip(b.prior, p.rows[b.output], strict=True)]
            assert sum(b.prior) == 1 and b.before == sum(b.prior[j] for j in b.event)
            assert b.after == sum((joint[j] for j in b.event), Fraction(0)) / sum(joint)


@pytest.mark.parametrize("name", ["RhoBreach", "BetaFactor", "BayesFactor"])
def test_the_boundaries_of_a_demand_with_a_name_are_its_definition(name: str) -> None:
    for _, _, demand in drawn(name, 20):
        lower, upper = demand.boundaries()  # type: ignore[attr-defined]
        for before, after in itertools.product(GRID[1:-1], (Fraction(n, 60) for n in range(61))):
            events = [(before, after), (1 - before, 1 - after)][: 1 + (name == "BayesFactor")]
            assert (lower(before) <= after <= upper(before)) != any(is_breached(demand, *x) for x in events), demand


SPECS = {
    "ldp:ln3": LDP("ln3"),
    "ldp:epsilon=ln3,delta=1/100": LDP("ln3", delta="1/100"),
    "parity:3": Parity(3),
    "rho:1/5,1/2": RhoBreach("1/5", "1/2"),
    "beta:2 & bayes:factor=3": BetaFactor(2) & BayesFactor(3),
    "csip:0=1/5,8/9=1,1=1": CSIP("0=1/5,8/9=1,1=1"),
    "sip:odds:1/3..odds:3": SIP("odds:1/3", "odds:3"),
    "sip:odds:1/3,odds:3": SIP("odds:1/3", "odds:3"),
    "metric:line,ln2": Metric("line", "ln2"),
    "metric:a/b=1,b/c=1/2,epsilon=ln2": Metric({("a", "b"): 1, ("b", "c"): "1/2"}, "ln2"),
    "pairs:a/b=1,b/a=ln2,delta=1/9": PairwiseLDP(
        {("a", "b"): 1, ("b", "a"): "ln2"}, deltas={("a", "b"): "1/9", ("b", "a"): "1/9"}
    ),
    "sensitive:yes+maybe,1,delta=1/10": Sensitive(["yes", "maybe"], 1, delta="1/10"),
    "vulnerability:3/4,prior=1/2,1/4,1/4": Vulnerability("3/4", ["1/2", "1/4", "1/4"]),
    "Vulnerability:at-most=3/4,gain=1,0:0,2": Vulnerability("3/4", gain=[[1, 0], [0, 2]]),
    "pairs:a/b=1,1/9": PairwiseLDP({("a", "b"): 1}, deltas={("a", "b"): "1/9"}),
}


@pytest.mark.parametrize("free", ["every", "0..1/10", "1/7..1", "1/9..1/3", "1/20"])
def test_the_text_of_a_free_number_makes_it_again(free: str) -> None:
    for demand in (LDP("ln3", delta=free), Sensitive([0], "ln3", delta=free), LDP(free), Metric("line", free)):
        assert read_demand_name(repr(demand)) == demand and free in repr(demand)


@pytest.mark.parametrize("text", SPECS)
def test_a_spec_is_read_as_the_demand(text: str) -> None:
    assert read_demand(text) == SPECS[text]


HOSTILE = [
    "",
    "ldp",
    "ldp:",
    "ldp:1,2,3",
    "ldp:epsilon=1,epsilon=2",
    "rho:1/2",
    "parity:1/2",
    "laplace:1",
    "ldp:__import__('os')",
    "ldp:10**10**10",
    "pairs:a/b",
    "metric:ln2",
    "vulnerability:1,prior=x",
    "csip:0=1",
    "ldp:1 &",
    "x" * 20_000,
    "ldp:1 & " * 2000 + "ldp:1",
    3,
    "csip:odds",
    "csip:even:3",
    "sensitive:yes",
    "sip:odds:1/3",
    "sip:0=0,1/2=1/3,1=1",
    "sip:",
    "csip:",
    "metric:line",
    "metric:epsilon=1",
    "pairs:",
    "vulnerability:gain=1,0:0,1",
    "ldp:every,delta=1/(1+t)",
    "csip:odds:3;0=1/5,1=1",
    "pairs:delta=1/9",
    "metric:line,a/b=1,epsilon=2",
    "metric:a/b=1,a/b=2,epsilon=1",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_spec_is_refused_in_one_sentence(text: Any) -> None:
    with pytest.raises(InputError) as refusal:
        read_demand(text)
    assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 700


def test_a_share_of_people_is_a_decimal_rounded_up() -> None:
    assert all(
        f"up to {told} %" in LDP(1, delta=delta).say_slack() for delta, told in {"1/3": "33.34", "1/10": "10"}.items()
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda e: LDP(e, delta="1/10"),
        lambda e: Metric("line", e),
        lambda e: Metric({(0, 1): "3/2"}, e),
        lambda e: Sensitive([0, 2], e, delta="1/7"),
    ],
)
def test_a_demand_at_another_epsilon_is_the_same_but_for_it(make: Callable[[object], Notion]) -> None:
    assert make("ln2").with_epsilon("ln5") == make("ln5")  # type: ignore[attr-defined]


def test_a_boundary_is_written_as_it_is_read() -> None:
    for text in TABLES:
        assert read_boundary(text).formula == CSIP(text).h.formula == text
    for seed in range(60):
        rng = Random(seed)
        # one value at a point, two with a jump, or three of which the middle one is that of h
        rows = [(p, rng.randint(4, 6)) for p in (0, 1, 2, 2, 3, 3, 3, 4) if p in (0, 4) or rng.random() < 0.7]
        h = read_boundary([(Fraction(p, 4), Fraction(x, 6)) for p, x in rows])
        assert read_boundary(h.formula) == h and read_boundary(h) is h


@pytest.mark.parametrize(
    ("points", "named"),
    [
        ([(0, 1)], "0 pieces"),
        ([(0, 0), ("1/2", 1)], "0 to 1/2"),
        ([("1/4", 1), (1, 1)], "1/4 to 1"),
        ([(0, 0), ("1/2", 1), ("1/3", 1), (1, 1)], "1/2 to 1/3"),
        ([(0, 0), ("1/2", "3/2"), (1, 1)], "3/2"),
        ([(0, 0), (1, "-1/2")], "-1/2"),
        ([(0, 0), *[("1/2", "3/4")] * 4, (1, 1)], "p = 1/2"),
        ([(0, 0), (1, 1, 1)], "(1, 1, 1)"),
        ([(0, 0), "11"], "11"),
        ([3, 4], "not 3"),
        ("0=0,1=1", "0=0,1=1"),
        ([(Fraction(n, 4097), 1) for n in range(4098)], "4097"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_points_that_are_no_boundary_are_refused_by_what_is_wrong(points: Any, named: str) -> None:
    with pytest.raises(InputError) as refusal:
        piecewise_linear(points)
    assert named in str(refusal.value)


def test_a_boundary_is_called_by_its_name_and_is_its_own_minimum() -> None:
    for text in (*TABLES, "0=0,1/2=1,1=1"):
        h = read_boundary(text)
        assert minimum(h, h) == h and str(h) == repr(h) == h.formula
        assert str(replace(h, name="mine")) == "mine" and replace(h, name="mine") == h


def test_the_ratio_of_odds_at_an_end_is_its_limit_from_inside() -> None:
    for text in (*TABLES, "0=0,1/2=1,1=1", STEPS, "0=1,1/2=3/4,1=1", "0=sqrt(2)/2,1=1"):
        for piece in read_boundary(text).pieces:
            at = float(sympify(piece.formula).subs("p", "3/10"))
            assert at == pytest.approx(float(piece.at(Fraction(3, 10))))
            assert re.search(r"\([\d/]+\)\*|[-+] -", piece.formula) is None
            for end, inside in ((piece.start, piece.end), (piece.end, piece.start)):
                near, limit = piece.ratio(end + (inside - end) / 10**12), piece.ratio(end)
                assert (near is None) == (piece.top == piece.below)
                assert near is None or (near > 10**9 if limit is None else abs(near - limit) <= limit / 10**9)


@pytest.mark.parametrize("root", ["sqrt(2)", "sqrt(3)", "exp(1/2)"])
def test_a_bound_that_is_no_root_of_a_rational_is_enclosed(root: str) -> None:
    h = piecewise_linear([(0, f"{root}/10"), (f"1/({root}+1)", "9/10"), (1, 1)])
    found = infimum(h)
    grid = [Fraction(n, 300) for n in range(1, 300)]
    assert all((1 - p) * h(p) >= found.lower * p * (1 - h(p)) for p in grid)
    assert broken_at(h, found.lower) is None and found.upper <= found.lower * (1 + Fraction(1, 10**14))
    prior = broken_at(h, found.upper * (1 + Fraction(1, 10**12)))
    assert prior is not None and odds_after(prior, found.upper * (1 + Fraction(1, 10**12))) > h(prior)


def test_a_share_near_1_is_told_from_1() -> None:
    for n, digit in itertools.product(range(3, 15), (1, 2, 5, 9)):
        left = Fraction(digit, 10**n) * Fraction(101, 100)
        shown = Fraction(percent(1 - left).removesuffix(" %"))
        assert 100 * left <= 100 - shown <= 200 * left
        near = Fraction(percent(left).removesuffix(" %"))
        assert abs(near - 100 * left) <= 50 * left and near > 0


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations((*TABLES, STEPS, "odds:5", "0=0,1/2=1,1=1"), 2)])
def test_the_minimum_of_two_boundaries_is_the_smaller_value_everywhere(one: str, other: str) -> None:
    f, g = (read_boundary(text) for text in (one, other))
    least = minimum(f, g)
    for p in (Fraction(n, 120) for n in range(121)):
        assert least(p) == min(f(p), g(p)), (one, other, p)
    # two pieces of one formula stand side by side only around another value
    for a, b in itertools.pairwise(least.pieces):
        is_one = all(a.at(Fraction(n, 1009)) == b.at(Fraction(n, 1009)) for n in (17, 401, 907))
        assert not is_one or least(b.start) != b.left
    # points and odds are read again; of other pieces each is written
    told = least.formula
    assert told.count(" on (") == len(least.pieces) if " on (" in told else read_boundary(told) == least


def test_a_belief_that_a_sentence_protects_is_below_rho1_and_one_that_it_forbids_above_rho2() -> None:
    demand = RhoBreach("1/exp(2)", "1/exp(1)")
    for shares, told in (("1/8", "1/2"), ("12.5%", "50%")), (("1/7", "33333/100003"), ("1/7", "33333/100003")):
        assert all(f"{x} probable" in RhoBreach(*shares).sentence() for x in told)
    low, high = (Fraction(x.rstrip(",")) for x in demand.sentence().split() if x[0] == "0")
    assert low < demand.rho1 < low + GAP * 10**26 and high - GAP * 10**26 < demand.rho2 < high


@pytest.mark.parametrize("name", ["Metric", "Sensitive"])
def test_a_sentence_says_whether_some_truths_are_not_protected(name: str) -> None:
    for _, p, demand in drawn(name, 60):
        said, bounded = demand.sentence(p.k), len(dict(demand.bounds(p.k).places()))
        assert said == LDP("inf").sentence() or ("not protected" in said) == (bounded < p.k * (p.k - 1)), demand
        assert not demand.remark(p.k) or demand.remark(p.k) in said or said == LDP("inf").sentence()


@pytest.mark.parametrize("delta", ["0", "1/4", "1/7", "1/1000003", "1/exp(3)"])
@pytest.mark.parametrize("budget", ["0", "ln2", "ln(22/7)", "1/2", "3"])
def test_the_numbers_of_a_sentence_are_those_of_the_demand_or_a_little_more(budget: str, delta: str) -> None:
    for demand in (LDP(budget, delta=delta), Sensitive(["b"], budget, delta=delta), PairwiseLDP({("b", "c"): budget})):
        asked = demand.bounds(3, ("a", "b", "c")).of(1, 2)
        meant = [float(x) for x, silent in zip(asked, (1, 0), strict=True) if x != silent]
        told = [
            float(Fraction(x)) for x in re.findall(r"\d[\d./]*(?:e-\d+)?(?=[ ,.;]|$)", demand.sentence().rstrip("."))
        ]
        assert len(told) == len(meant) and all(
            x * (1 - 1e-12) <= y <= x * 1.001 for x, y in zip(meant, told, strict=True)
        )
        assert (demand.say_slack() != "") == (isinstance(demand, LDP) and delta != "0")


@pytest.mark.parametrize(("epsilon", "delta", "letter"), [("every", "0", "t = e^epsilon"), ("ln3", "0..1/10", "delta")])
def test_a_sentence_says_what_its_letter_means(epsilon: str, delta: str, letter: str) -> None:
    demands: list[Notion] = [LDP(epsilon, delta=delta), Sensitive([0], epsilon, delta=delta)]
    for demand in [*demands, *([Metric("line", epsilon)] if delta == "0" else [])]:
        told, _, meant = demand.sentence(2).partition(", where ")
        assert demand.holds(Mechanism([["1/2"] * 2] * 2))
        assert meant.startswith(letter) and letter[0] in told.split("at most ")[1] and "None" not in told + meant
    assert ", where" not in LDP("ln3", delta="1/10").sentence() + Metric("line", 1).sentence()
    assert demands[0].say_slack() == ("delta is a chance of no protection at all." if letter == "delta" else "")


@pytest.mark.parametrize("t", ["1", "3", "exp(1)", "1000003"])
def test_what_was_even_chances_stays_between_the_numbers_of_a_sentence(t: str) -> None:
    demand = SIP(f"odds:1/({t})", f"odds:{t}")
    low, high = (float(sympify(x)) for x in demand.sentence().rstrip(".").partition("between ")[2].split(" and "))
    meant = float(demand.h_l("1/2")), float(demand.h_u("1/2"))
    assert meant[0] - 2e-4 < low <= meant[0] * (1 + 1e-15) and meant[1] * (1 - 1e-15) <= high < meant[1] + 2e-4
    assert ("1 - " in demand.sentence()) == (len(t) > 3)


def test_words_say_who_guesses_and_what_an_upper_boundary_limits() -> None:
    for gain, kind, verb in ((None, "Bayes ", "guesses yours with a chance of"), ([[1, 0], [0, 1]], "g-", "gains")):
        found = Vulnerability("3/4", gain=gain)
        assert f"a {kind}vulnerability of at most 0.75" in demand_in_words(found)
        assert f" {verb} at most 0.75" in found.sentence() and ("gains" in found.statement(2)) == (gain is not None)
    for shares, told in (("1/2,1/4,1/4", "0.5, 0.25, 0.25"), ([Fraction(1, 8)] * 8, ", ".join(["0.125"] * 6 + ["…"]))):
        assert f"({told})" in Vulnerability("3/4", shares).sentence()
    assert CSIP("0=1/2,1/2=1,1=1").sentence().endswith("of what was even chances, for one, to at most 1.")
    assert CSIP("odds:3").sentence().endswith("the odds of anything about you by a factor of at most 3.")


@pytest.mark.parametrize(
    "gain", [[1, 2], ["12", "34"], [[1, 2], [3]], [], "1,0:0,1", [[[1], [2]]], b"12", [[]], 3, [b"12"]]
)
def test_gains_that_are_no_matrix_are_refused(gain: object) -> None:
    with pytest.raises(InputError, match="the gain must"):
        Vulnerability("3/4", gain=gain)  # type: ignore[arg-type]


def test_a_boundary_made_of_pieces_has_no_pole_no_gap_and_a_value_at_each_breakpoint() -> None:
    half = Fraction(1, 2)
    whole = BoundaryPiece(Fraction(0), Fraction(1), (Fraction(0), Fraction(1)))
    pole = BoundaryPiece(Fraction(0), Fraction(1), (Fraction(1), Fraction(0)), (Fraction(-1), Fraction(2)))
    first, last = replace(whole, end=half), replace(whole, start=Fraction(3, 4))
    with pytest.raises(InputError, match="denominator of h must be positive"):
        BreachFunction((pole,), (Fraction(0), Fraction(1)))
    with pytest.raises(InputError, match="without gaps"):
        BreachFunction((first, last), (Fraction(0), half, Fraction(1)))
    for values in [Fraction(0)], [Fraction(0), half, Fraction(1)]:
        with pytest.raises(InputError, match=f"{len(values)} values for 1 pieces"):
            BreachFunction((whole,), tuple(values))
