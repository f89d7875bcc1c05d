"""The battery every notion passes, exactly and over random mechanisms.

Closed under post-processing and monotone in the Blackwell order; `holds` is what `bounds` says, and `violations` are what
fails; `tightest` agrees with `holds` at, just below and just above; a certificate that states the demand is judged;
conversions agree with Bayes' theorem by hand; products, repetitions, mixtures, merging and relabelling do what they should.
A notion is here because `rropt.privacy` names it, and needs its lines in `tests.strategies.demands`.
"""

import itertools
import math
import pickle
from collections.abc import Iterator
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

import rropt
from rropt import InputError, Mechanism, privacy
from rropt.certificate.judge import Status, judge
from rropt.certificate.statements import satisfies, text_of
from rropt.exact.element import Element, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import have_common_field
from rropt.order.minimal import minimal_form
from rropt.privacy import (
    CSIP,
    LDP,
    SIP,
    All,
    BayesFactor,
    BetaFactor,
    Boundaries,
    BreachFunction,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    profile,
)
from rropt.privacy.boundary import odds_boundary
from rropt.values import Between
from tests.definitions import excess, largest_planes
from tests.strategies.demands import DEMANDS, LADDERS, factors, fractions, ldp
from tests.strategies.draws import BATTERY, drawn
from tests.strategies.mechanisms import mechanisms, stochastic

NOTIONS = sorted(
    name
    for name in privacy.__all__
    if isinstance(kind := getattr(privacy, name), type) and issubclass(kind, Notion) and kind is not Notion
)
every_notion = pytest.mark.parametrize("name", NOTIONS)


def test_every_notion_has_its_strategies() -> None:
    assert len(NOTIONS) >= 8 and set(DEMANDS) == set(LADDERS) == set(NOTIONS)


@pytest.mark.some(name=6)
@every_notion
@drawn(20, 60)
def test_holds_is_what_the_bounds_say_and_violations_are_what_fails(name: str, data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    notion = data.draw(DEMANDS[name](p.k))
    asked = list(notion.bounds(p.k).places())
    if not have_common_field(
        p.rows, [[x for bound in dict(asked).values() for x in bound]]
    ):  # a B(h) with a root, and Q(e)
        return
    of_pairs = all(excess(p, *place[:2], ratio) <= delta for place, (ratio, delta) in asked)
    averages = notion.bounds(p.k).averages().values()
    assert notion.holds(p) == (of_pairs and all(largest_planes(p, x.planes) <= x.most for x in averages))
    violations = notion.violations(p)
    assert notion.holds(p) == (violations == ())
    assert all(v.amount > 0 for v in violations)


@every_notion
@drawn(10, 30)
def test_a_certificate_that_states_the_demand_is_judged(name: str, data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    notion = data.draw(DEMANDS[name](p.k))
    if not notion.bounds(p.k).asks_anything():
        return
    try:
        kept = judge(text_of(satisfies(p, notion)))
    except InputError as refusal:  # a B(h) with a root, and entries over Q(e)
        assert "cannot combine numbers" in str(refusal) and not p.is_rational
        return
    assert kept.status is (Status.ACCEPTED if notion.holds(p) else Status.REJECTED), kept.reason
    for v in notion.violations(p):
        broken = satisfies(p, notion) | {"claim": "violates"}
        if v.input is not None:  # else the demand bounds a vulnerability
            broken["event"] = {"rows": [*map(str, sorted(v.outputs))], "input": str(v.input), "against": str(v.against)}
        text = text_of(broken)
        assert judge(text).is_accepted, judge(text).reason


@every_notion
@given(data=st.data())
@settings(BATTERY, max_examples=10)
def test_a_demand_says_itself_in_words_and_in_text_alone(name: str, data: st.DataObject) -> None:
    notion = data.draw(DEMANDS[name](3))
    assert notion.sentence().endswith(".") and "\n" not in notion.sentence()
    assert str(notion).startswith(name) or name == "All"
    assert "object at" not in str(notion)


PUBLIC = {name: getattr(module, name) for module in (rropt, privacy) for name in dir(module) if name[0] != "_"}


@every_notion
@given(data=st.data())
@settings(BATTERY, max_examples=25)
def test_its_repr_is_a_call_that_makes_it_again(name: str, data: st.DataObject) -> None:
    notion = data.draw(DEMANDS[name](data.draw(st.integers(1, 5))))
    assert eval(repr(notion), dict(PUBLIC)) == notion  # noqa: S307 (its own words, in a test)


LARGE = [
    *(LDP("every"), LDP("1/2..2"), LDP("ln3", delta="every"), LDP("ln3", delta="0..1/10"), LDP("ln(7/2)"), LDP("inf")),
    *(Parity("exp(1)"), Parity("inf"), BetaFactor("inf"), BayesFactor("inf"), RhoBreach("1/exp(2)", "1/exp(1)")),
    *(PairwiseLDP([["inf"] * 6] * 6), PairwiseLDP([[1, 2, 3], ["1/2", 0, 5], [1, "inf", 0]])),
    PairwiseLDP(dict.fromkeys(itertools.permutations("abcdef", 2), 1), deltas={("a", "b"): "1/3"}),
    *(Metric([[abs(i - j) for i in range(7)] for j in range(7)], "ln2"), Metric({("no", "yes"): "3/2"}, 1)),
    *(Metric("line", "every"), Sensitive(["yes"], "every"), Sensitive([0], "ln2", delta="every")),
    *(Sensitive(["yes", 2], 1, delta="1/exp(1)"), All(LDP(1)), LDP(1) & (LDP(2) & Parity(3))),
]


@pytest.mark.parametrize("notion", LARGE, ids=str)
def test_the_repr_of_what_is_large_or_free_is_a_call_too(notion: Notion) -> None:
    made = eval(repr(notion), dict(PUBLIC))  # noqa: S307 (its own words, in a test)
    assert made == notion and repr(made) == repr(notion)
    assert getattr(made, "size", None) == getattr(notion, "size", None)


@pytest.mark.some(name=6)
@every_notion
@drawn(20, 60)
def test_post_processing_never_breaks_a_demand(name: str, data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    notion = data.draw(DEMANDS[name](p.k))
    c = data.draw(stochastic(data.draw(st.integers(1, 4)), p.m))
    if notion.holds(p):
        assert notion.holds(c @ p)


@given(st.data())
@BATTERY
def test_every_tightest_number_is_monotone_in_the_blackwell_order(data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    q = data.draw(stochastic(data.draw(st.integers(1, 4)), p.m)) @ p
    assert Parity(1).tightest(q) <= Parity(1).tightest(p)
    assert RhoBreach.tightest_rho2(q, "1/5") <= RhoBreach.tightest_rho2(p, "1/5")
    assert RhoBreach.tightest_rho1(q, "1/2") >= RhoBreach.tightest_rho1(p, "1/2")
    assert LDP.tightest_epsilon(q, "1/10").t <= LDP.tightest_epsilon(p, "1/10").t
    above, below = profile(p), profile(q)
    assert all(below.at(t) <= above.at(t) for t in (*above.breakpoints, *below.breakpoints))


@pytest.mark.some(name=6)
@every_notion
@drawn(20, 60)
def test_merging_splitting_and_relabelling_change_nothing(name: str, data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    notion = data.draw(DEMANDS[name](p.k))
    parts = getattr(notion, "demands", (notion,))  # violations are told of each, also of one that another implies
    alike = all(part.bounds(p.k).common is not None for part in parts)
    outputs = data.draw(st.permutations(range(p.m)))
    inputs = data.draw(st.permutations(range(p.k))) if alike else range(p.k)
    moved = p.reorder(inputs=inputs, outputs=outputs)
    split = Mechanism([*([x / 3 for x in p.rows[0]], [2 * x / 3 for x in p.rows[0]]), *p.rows[1:]])
    for q in (moved, minimal_form(p).mechanism, split, p.relabel(outputs=[f"a{i}" for i in range(p.m)])):
        assert notion.holds(q) == notion.holds(p)
        assert notion.tightest(q) == notion.tightest(p)
    amounts = [v.amount for v in notion.violations(p)]
    assert amounts == [v.amount for v in notion.violations(moved)] or name in ("CSIP", "SIP")


@pytest.mark.some(name=4)
@pytest.mark.parametrize(("name", "number"), [(name, number) for name in NOTIONS for number in LADDERS.get(name, {})])
@given(p=mechanisms())
@BATTERY
def test_tightest_agrees_with_holds_at_just_below_and_just_above(name: str, number: str, p: Mechanism) -> None:
    too_strong, tightest, weaker = LADDERS[name][number](p)
    assert tightest.holds(p) and tightest.violations(p) == ()
    if weaker is not None:
        assert weaker.holds(p)
    if too_strong is not None:
        assert not too_strong.holds(p) and too_strong.violations(p)


@every_notion
@drawn(13, 40)
def test_the_tightest_is_an_exact_number_or_an_enclosure(name: str, data: st.DataObject) -> None:
    """Never a tuple, nor a float that may have been rounded: infinity is one number, and what it is told of is exact."""
    p = data.draw(mechanisms())
    found = data.draw(DEMANDS[name](p.k)).tightest(p)
    assert type(found) is not float
    if isinstance(found, Between | Boundaries):
        kind = Fraction if isinstance(found, Between) else BreachFunction
        assert isinstance(found.lower, kind) and isinstance(found.upper, kind)
        assert found.lower < found.upper if isinstance(found, Between) else name == "SIP"
    else:
        assert isinstance(found, Epsilon | Fraction | Element | BreachFunction) or found is INFINITY
    assert str(found) and pickle.loads(pickle.dumps(found)) == found


GRID = [Fraction(n, 24) for n in range(25)]


def beliefs(p: Mechanism) -> Iterator[tuple[Number, Number]]:
    """(prior, posterior) of every event under every prior on a grid and every possible output, by Bayes' theorem."""
    grid = (
        [w for w in itertools.product(GRID[::4], repeat=p.k) if sum(w) == 1] if p.k > 2 else [(x, 1 - x) for x in GRID]
    )
    events = [e for n in range(1, p.k) for e in itertools.combinations(range(p.k), n)]
    for prior, row in itertools.product(grid, p.rows):
        joint = [a * x for a, x in zip(prior, row, strict=True)]
        total = sum(joint, Fraction(0))
        if total:
            for event in events:
                yield sum((prior[j] for j in event), Fraction(0)), sum((joint[j] for j in event), Fraction(0)) / total


def breached(notion: Notion, before: Number, after: Number) -> bool:
    """The definitions of Chai and Nayak (2018), word for word."""
    if isinstance(notion, RhoBreach):
        low, high = notion.rho1, notion.rho2
        return (before < low and after > high) or (before > high and after < low)
    if isinstance(notion, BetaFactor):
        return before > 0 and (after > notion.beta * before or after * notion.beta < before)  # type: ignore[operator]
    if not 0 < before < 1:
        return False
    if isinstance(notion, BayesFactor):
        return after * (1 - before) > notion.factor * before * (1 - after)  # type: ignore[operator]
    if isinstance(notion, CSIP):
        return after > notion.h(before)
    assert isinstance(notion, SIP)
    return after > notion.h_u(before) or after < notion.h_l(before)


BAYESIAN = ["RhoBreach", "BetaFactor", "BayesFactor", "CSIP", "SIP"]


@pytest.mark.slow_at("RhoBreach")
@pytest.mark.parametrize("name", BAYESIAN)
@given(data=st.data())
@settings(BATTERY, max_examples=40)
def test_no_breach_is_found_where_the_notion_holds_and_one_is_shown_where_it_does_not(
    name: str, data: st.DataObject
) -> None:
    k = data.draw(st.integers(2, 3))
    notion = data.draw(DEMANDS[name](k))
    p = data.draw(stochastic(data.draw(st.integers(1, 3)), k))
    found = any(breached(notion, before, after) for before, after in beliefs(p))
    assert not (found and notion.holds(p))
    for v in notion.violations(p):
        b = v.breach
        assert b is not None and breached(notion, b.before, b.after)
        joint = [a * x for a, x in zip(b.prior, p.rows[b.output], strict=True)]
        assert sum(b.prior) == 1 and min(b.prior) >= 0
        assert sum((b.prior[j] for j in b.event), Fraction(0)) == b.before
        assert sum((joint[j] for j in b.event), Fraction(0)) == b.after * sum(joint, Fraction(0)) != 0 or b.after == 0


@given(factors, mechanisms())
@BATTERY
def test_notions_with_one_parity_bound_are_one_demand(gamma: Fraction, p: Mechanism) -> None:
    demands: list[Notion] = [
        Parity(gamma),
        ldp(gamma),
        BetaFactor(gamma),
        BayesFactor(gamma),
        CSIP(odds_boundary(gamma)),
    ]
    demands.append(SIP(*BetaFactor(gamma).boundaries()))
    rho1 = Fraction(1, 3)
    if gamma > 1:
        demands.append(RhoBreach(rho1, odds_boundary(gamma)(rho1)))
    assert {d.parity() for d in demands} == {gamma}
    assert len({d.holds(p) for d in demands}) == 1


@given(mechanisms(), st.data())
@settings(BATTERY, max_examples=40)
def test_independent_questions_multiply_parities_and_add_deltas(p: Mechanism, data: st.DataObject) -> None:
    q = data.draw(stochastic(data.draw(st.integers(1, 2)), data.draw(st.integers(1, 2))))
    gammas = [Parity(1).tightest(x) for x in (p, q)]
    expected = math.inf if math.inf in gammas else gammas[0] * gammas[1]  # type: ignore[operator]
    both = p.kron(q)
    assert Parity(1).tightest(both) == expected
    assert profile(both).delta("ln6") <= profile(p).delta("ln2") + profile(q).delta("ln3")


@given(mechanisms(), st.integers(1, 3))
@settings(BATTERY, max_examples=40)
def test_repeated_answers_multiply_the_parity(p: Mechanism, n: int) -> None:
    gamma = Parity(1).tightest(p)
    assert Parity(1).tightest(p.repeat(n)) == (gamma if isinstance(gamma, float) else gamma**n)


@given(st.data(), fractions)
@BATTERY
def test_a_mixture_is_no_worse_than_its_parts(data: st.DataObject, weight: Fraction) -> None:
    k, m = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    p, q = data.draw(stochastic(m, k)), data.draw(stochastic(m, k))
    mixed = p.mix(q, weight)
    assert Parity(1).tightest(mixed) <= max(Parity(1).tightest(x) for x in (p, q))
    for epsilon in ("0", "ln2", "1/2"):
        parts = [profile(x).delta(epsilon) for x in (p, q)]
        assert profile(mixed).delta(epsilon) <= weight * parts[0] + (1 - weight) * parts[1]
