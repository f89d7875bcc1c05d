"""The battery every notion passes, exactly and over random mechanisms.

Closed under post-processing and monotone in the Blackwell order; `tightest` agrees with `holds` at, just below and just
above; every conversion agrees with Bayes' theorem by hand; products, repetitions, mixtures, merging and relabelling
do what they should; every text form reads back. A notion joins the battery by joining `NOTIONS` and `ladders`.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt import Mechanism
from rropt.exact.element import Number
from rropt.exact.grammar import read_number
from rropt.exact.matrix import product
from rropt.privacy import CSIP, LDP, SIP, BayesFactor, BetaFactor, Notion, Parity, RhoBreach, largest_factor, profile
from rropt.privacy.boundary.algebra import reflect
from rropt.privacy.boundary.function import BreachFunction
from rropt.privacy.boundary.named import everything, precise
from rropt.privacy.notion import Bound

GAP = Fraction(1, 10**30)
BATTERY = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def krr(k: int, epsilon: str) -> Mechanism:
    """k-ary randomized response over Q(e^ε)."""
    return Mechanism(
        [[f"t/(t+{k - 1})" if i == j else f"1/(t+{k - 1})" for j in range(k)] for i in range(k)], epsilon=epsilon
    )


@st.composite
def stochastic(draw: st.DrawFn, m: int, k: int, *, least: int = 0) -> Mechanism:
    """A rational m×k mechanism with small weights, zeros included unless `least` is 1."""
    weights = [draw(st.lists(st.integers(least, 6), min_size=m, max_size=m).filter(any)) for _ in range(k)]
    return Mechanism([[Fraction(weights[j][i], sum(weights[j])) for j in range(k)] for i in range(m)])


@st.composite
def mechanisms(draw: st.DrawFn, *, k: int | None = None) -> Mechanism:
    """Rational mechanisms and, one in four, garbled randomized response over Q(e) or Q(e^(1/3))."""
    inputs, m = k or draw(st.integers(1, 3)), draw(st.integers(1, 4))
    if draw(st.integers(0, 3)) == 0 and inputs > 1:
        return draw(stochastic(m, inputs)) @ krr(inputs, draw(st.sampled_from(["1", "1/3"])))
    return draw(stochastic(m, inputs, least=draw(st.integers(0, 1))))


fractions = st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)
factors = st.fractions(min_value=1, max_value=12, max_denominator=5)
budgets = st.sampled_from(["0", "ln2", "ln3", "ln(7/2)", "1/2", "1", "2", "inf"])
tables = st.sampled_from(
    ["0=1/5,8/9=1,1=1", "0=0,1/2=9/10,1=1", "0=1/2,1/5=1/2,1/5=1,1=1", "odds:3", "0=0,1=1", "0=1,1=1"]
)
lowers = st.sampled_from(["0=0,1=0", "0=0,1=1/2", "rho:1/5,1/2", "odds:1/4", "0=0,1=1"])
rhos = st.tuples(fractions, fractions).filter(lambda r: r[0] < r[1])
NOTIONS: dict[str, st.SearchStrategy[Notion]] = {
    "LDP": budgets.map(LDP),
    "LDP with delta": st.builds(lambda e, d: LDP(e, delta=d), budgets, fractions),
    "Parity": factors.map(Parity),
    "RhoBreach": rhos.map(lambda r: RhoBreach(*r)),
    "BetaFactor": factors.map(BetaFactor),
    "BayesFactor": factors.map(BayesFactor),
    "CSIP": tables.map(CSIP),
    "SIP": st.builds(SIP, lowers, tables),
}
every_notion = pytest.mark.parametrize("name", NOTIONS)


def excesses(p: Mechanism, t: Bound) -> Iterator[Number]:
    """Σ_i max(0, p_ij − t·p_il) for all ordered pairs, straight from the definition."""
    for j, low in itertools.permutations(range(p.k), 2):
        gaps = (Fraction(0) if isinstance(t, float) else p[i, j] - t * p[i, low] for i in range(p.m))
        yield sum((gap for gap in gaps if gap > 0), Fraction(0))


@every_notion
@given(data=st.data())
@BATTERY
def test_holds_is_the_reduced_inequality_and_violations_are_what_fails(name: str, data: st.DataObject) -> None:
    notion, p = data.draw(NOTIONS[name]), data.draw(mechanisms())
    t, delta = notion.reduced()
    assert notion.holds(p) == all(x <= delta for x in excesses(p, t))
    violations = notion.violations(p)
    assert notion.holds(p) == (violations == ())
    assert all(v.amount > 0 for v in violations)


@every_notion
@given(data=st.data())
@BATTERY
def test_post_processing_never_breaks_a_demand(name: str, data: st.DataObject) -> None:
    notion, p = data.draw(NOTIONS[name]), data.draw(mechanisms())
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


@every_notion
@given(data=st.data())
@BATTERY
def test_merging_splitting_and_relabelling_change_nothing(name: str, data: st.DataObject) -> None:
    notion, p = data.draw(NOTIONS[name]), data.draw(mechanisms())
    outputs = data.draw(st.permutations(range(p.m)))
    inputs = data.draw(st.permutations(range(p.k)))
    moved = p.reorder(inputs=inputs, outputs=outputs)
    split = Mechanism([*([x / 3 for x in p.rows[0]], [2 * x / 3 for x in p.rows[0]]), *p.rows[1:]])
    for q in (moved, p.minimal(), split, p.relabel(outputs=[f"a{i}" for i in range(p.m)])):
        assert notion.holds(q) == notion.holds(p)
        assert notion.tightest(q) == notion.tightest(p)
    amounts = [v.amount for v in notion.violations(p)]
    assert amounts == [v.amount for v in notion.violations(moved)] or name in ("CSIP", "SIP")


def odds(gamma: Bound) -> BreachFunction:
    """h_γ, which forbids nothing where γ is infinite."""
    return everything() if isinstance(gamma, float) else precise(gamma)


def ladders() -> dict[str, Callable[[Mechanism], tuple[Notion | None, Notion, Notion | None]]]:
    """For each kind of notion: the demand just too strong, the tightest that holds, and one just weaker."""

    def scale(make: Callable[[Number], Notion], gamma: Bound) -> tuple[Notion | None, Notion, Notion | None]:
        if isinstance(gamma, float):
            return make(Fraction(10**30)), make(gamma), None  # type: ignore[arg-type]
        strong = gamma - (gamma - 1) * GAP
        return (make(strong) if gamma > 1 else None), make(gamma), make(gamma + GAP)

    def rho2(p: Mechanism) -> tuple[Notion | None, Notion, Notion | None]:
        top = RhoBreach.tightest_rho2(p, "1/5")
        if top == Fraction(1, 5):
            return None, RhoBreach("1/5", top + GAP), None
        if top == 1:
            return RhoBreach("1/5", 1 - GAP), LDP("inf"), None
        return (
            RhoBreach("1/5", top - (top - Fraction(1, 5)) * GAP),
            RhoBreach("1/5", top),
            RhoBreach("1/5", top + GAP * (1 - top)),
        )

    def rho1(p: Mechanism) -> tuple[Notion | None, Notion, Notion | None]:
        low = RhoBreach.tightest_rho1(p, "1/2")
        if low == Fraction(1, 2):
            return None, RhoBreach(low - GAP, "1/2"), None
        if low == 0:
            return RhoBreach(GAP, "1/2"), LDP("inf"), None
        return (
            RhoBreach(low + (Fraction(1, 2) - low) * GAP, "1/2"),
            RhoBreach(low, "1/2"),
            RhoBreach(low * (1 - GAP), "1/2"),
        )

    def delta(p: Mechanism) -> tuple[Notion | None, Notion, Notion | None]:
        d = LDP.tightest_delta(p, "ln2")
        return (
            (LDP("ln2", delta=d * (1 - GAP)) if d else None),
            LDP("ln2", delta=d),
            LDP("ln2", delta=d + (1 - d) * GAP),
        )

    def approximate(p: Mechanism) -> tuple[Notion | None, Notion, Notion | None]:
        t = LDP.tightest_epsilon(p, "1/10").t
        return scale(lambda s: LDP(f"ln({s})", delta="1/10") if isinstance(s, Fraction) else _ldp(s, "1/10"), t)

    return {
        "parity": lambda p: scale(Parity, Parity(1).tightest(p)),
        "epsilon": lambda p: scale(lambda s: _ldp(s, "0"), LDP(1).tightest(p).t),
        "epsilon given delta": approximate,
        "delta given epsilon": delta,
        "beta": lambda p: scale(BetaFactor, BetaFactor(1).tightest(p)),
        "Bayes factor": lambda p: scale(BayesFactor, BayesFactor(1).tightest(p)),
        "rho2 given rho1": rho2,
        "rho1 given rho2": rho1,
        "h": lambda p: scale(lambda s: CSIP(odds(s)), largest_factor(CSIP("odds:1").tightest(p))),
        "h_l and h_u": lambda p: scale(
            lambda s: SIP(reflect(odds(s)), odds(s)), largest_factor(SIP("odds:1", "odds:1").tightest(p)[1])
        ),
    }


def _ldp(t: Bound, delta: str) -> LDP:
    from rropt import Epsilon

    return LDP(Epsilon(t), delta=delta)


@pytest.mark.parametrize("name", ladders())
@given(p=mechanisms())
@BATTERY
def test_tightest_agrees_with_holds_at_just_below_and_just_above(name: str, p: Mechanism) -> None:
    too_strong, tightest, weaker = ladders()[name](p)
    assert tightest.holds(p) and tightest.violations(p) == ()
    if weaker is not None:
        assert weaker.holds(p)
    if too_strong is not None:
        assert not too_strong.holds(p) and too_strong.violations(p)


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


@pytest.mark.parametrize("name", BAYESIAN)
@given(data=st.data())
@settings(BATTERY, max_examples=40)
def test_no_breach_is_found_where_the_notion_holds_and_one_is_shown_where_it_does_not(
    name: str, data: st.DataObject
) -> None:
    notion, k = data.draw(NOTIONS[name]), data.draw(st.integers(2, 3))
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
        _ldp(gamma, "0"),
        BetaFactor(gamma),
        BayesFactor(gamma),
        CSIP(precise(gamma)),
    ]
    demands += [CSIP(f"beta:{gamma}") if gamma == 1 else SIP(f"beta:{gamma}", f"beta:{gamma}")]
    rho1 = Fraction(1, 3)
    if gamma > 1:
        demands.append(RhoBreach(rho1, precise(gamma)(rho1)))
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
    assert LDP.tightest_delta(both, "ln6") <= LDP.tightest_delta(p, "ln2") + LDP.tightest_delta(q, "ln3")


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
        parts = [LDP.tightest_delta(x, epsilon) for x in (p, q)]
        assert LDP.tightest_delta(mixed, epsilon) <= weight * parts[0] + (1 - weight) * parts[1]


@given(st.data())
@BATTERY
def test_kronecker_products_respect_composition_and_post_processing(data: st.DataObject) -> None:
    p, q = data.draw(mechanisms(k=2)), data.draw(stochastic(2, 2))
    c, d = data.draw(stochastic(2, p.m)), data.draw(stochastic(2, q.m))
    assert (c @ p).kron(d @ q).rows == (c.kron(d) @ p.kron(q)).rows
    assert product(c.kron(d).rows, p.kron(q).rows) == (c @ p).kron(d @ q).rows


@given(mechanisms())
@BATTERY
def test_the_minimal_form_is_reached_and_kept_by_garbling_back(p: Mechanism) -> None:
    small = p.minimal()
    assert small.minimal() == small and small.m <= p.m
    assert profile(small).breakpoints == profile(p).breakpoints and profile(small).deltas == profile(p).deltas


@given(mechanisms())
@BATTERY
def test_every_text_form_reads_back(p: Mechanism) -> None:
    assert Mechanism.from_csv(p.to_csv()) == p and Mechanism.from_json(p.to_json()) == p
    transposed = Mechanism.from_design_matrix(p.design_matrix)
    assert transposed == p
    assert Mechanism([[str(x) for x in row] for row in p.rows]) == p
    curve = profile(p).to_dict()
    assert tuple(map(read_number, curve["breakpoints"])) == profile(p).breakpoints
