"""(ε, δ)-LDP against brute force over every set of outputs, at both sides of the tightest numbers, and at the edges."""

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import pytest

from rropt import InputError, Mechanism, from_spec
from rropt.exact import Undecided
from rropt.exact.element import Number
from rropt.exact.grammar import read_number
from rropt.privacy import LDP, Sensitive
from tests.calls import within_calls

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DIRECT = Mechanism([[1, 0], [0, 1]])
LEAK = Mechanism([["1/10", 0], ["9/20", "1/2"], ["9/20", "1/2"]])
FLAT = Mechanism([["1/3", "1/3"], ["2/3", "2/3"]])
ONE_OUTPUT = Mechanism([[1, 1, 1]])
ONE_INPUT = Mechanism([["1/2"], ["1/2"]])
EPSILON = Mechanism([["t/(t+2)", "1/(t+2)"], ["2/(t+2)", "(t+1)/(t+2)"]], epsilon=1)
FREE = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
GAP = Fraction(1, 10**30)


def random_mechanism(rng: random.Random, k: int, m: int, top: int = 6) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randint(0, top) for _ in range(m)]
        weights[rng.randrange(m)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


def worst_event(p: Mechanism, t: Number) -> Number:
    """max over inputs j, l and sets S of outputs of Pr(S | j) − t·Pr(S | l), by trying all."""
    best: Number = Fraction(0)
    for j, low in itertools.permutations(range(p.k), 2):
        for n in range(1, p.m + 1):
            for s in itertools.combinations(range(p.m), n):
                excess = sum((p[i, j] - t * p[i, low] for i in s), Fraction(0))
                best = max(best, excess)
    return best


def test_delta_is_the_worst_excess_over_all_events() -> None:
    rng = random.Random(1)
    for _ in range(40):
        p = random_mechanism(rng, rng.randint(1, 3), rng.randint(1, 4))
        for text in ("0", "ln2", "ln3.5", "1/2"):
            t = LDP(text).t
            assert not isinstance(t, float)
            worst = worst_event(p, t)
            assert LDP.tightest_delta(p, text) == worst
            if worst <= 1:
                assert LDP(text, delta=worst).holds(p)
            if worst > 0:
                assert not LDP(text, delta=worst - worst * GAP).holds(p)
            else:
                assert LDP(text).holds(p)


def test_holds_changes_exactly_at_the_tightest_epsilon() -> None:
    rng = random.Random(2)
    for _ in range(40):
        p = random_mechanism(rng, rng.randint(2, 3), rng.randint(1, 4))
        for delta in (Fraction(0), Fraction(1, 20), Fraction(1, 3), Fraction(1)):
            tightest = LDP.tightest_epsilon(p, delta)
            assert LDP(tightest, delta=delta).holds(p)
            if isinstance(tightest.t, float):
                assert not LDP(f"ln({10**30})", delta=delta).holds(p)
            elif tightest.t > 1:
                below = tightest.t * (1 - GAP)
                assert worst_event(p, below) > delta
                assert worst_event(p, tightest.t) <= delta


@pytest.mark.parametrize(
    ("p", "delta", "t"),
    [
        (WARNER, "0", "3"),
        (WARNER, "1/10", "13/5"),
        (WARNER, "1/2", "1"),
        (WARNER, "1", "1"),
        (FLAT, "0", "1"),
        (ONE_OUTPUT, "0", "1"),
        (ONE_INPUT, "0", "1"),
        (EPSILON, "0", "(e+1)/2"),
        (LEAK, "1/10", "1"),
    ],
)
def test_the_tightest_epsilon_is_the_log_of_a_number_of_the_field(p: Mechanism, delta: str, t: str) -> None:
    tightest = LDP.tightest_epsilon(p, delta)
    expected = read_number(t)
    if p is EPSILON:
        expected = max(expected, read_number("e"))
    assert tightest.t == expected
    assert LDP("1", delta=delta).tightest(p) == tightest


def test_no_finite_epsilon_is_enough_where_an_output_gives_an_input_away() -> None:
    assert LDP.tightest_epsilon(DIRECT).t == math.inf == LDP.tightest_epsilon(DIRECT, "999/1000").t
    assert LDP.tightest_epsilon(DIRECT, 1).t == 1
    assert LDP.tightest_epsilon(LEAK).t == LDP.tightest_epsilon(LEAK, "1/11").t == math.inf
    assert str(LDP.tightest_epsilon(DIRECT)) == "inf"


def test_infinity_and_delta_one_demand_nothing() -> None:
    for demand in (LDP("inf"), LDP(math.inf, delta="1/2"), LDP("0", delta=1)):
        assert demand.holds(DIRECT) and demand.violations(DIRECT) == ()
    assert LDP.tightest_delta(DIRECT, "inf") == 0 and LDP.tightest_delta(DIRECT, "ln1000") == 1
    assert "promises nothing" in LDP("inf").sentence()


def test_epsilon_zero_demands_equal_columns() -> None:
    assert LDP(0).holds(FLAT) and not LDP(0).holds(WARNER) and LDP.tightest_delta(WARNER, 0) == Fraction(1, 2)
    assert "nothing at all" in LDP(0).sentence()


def test_violations_name_the_row_inequality_or_the_pair() -> None:
    p = Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"], ["1/4", "1/2", "1/4"]])
    first, *_ = LDP("ln1.5").violations(p)
    assert (first.name, first.amount, first.outputs, first.input) == ("upper[0,0]", Fraction(1, 8), (0,), 0)
    assert [v.name for v in LDP("ln1.5").violations(p)] == ["upper[0,0]", "upper[1,2]", "upper[2,1]"]
    q = Mechanism([["1/2", "1/8"], ["1/4", "1/8"], ["1/4", "3/4"]])
    first, second = LDP("ln1.5", delta="1/10").violations(q)
    assert (first.name, first.amount, first.outputs) == ("pair[0,1]", Fraction(11, 40), (0, 1))
    assert (second.name, second.amount, second.outputs) == ("pair[1,0]", Fraction(11, 40), (2,))


def test_each_violation_cites_an_event_that_breaks_the_demand() -> None:
    rng = random.Random(5)
    for _ in range(30):
        p = random_mechanism(rng, 3, 4)
        for demand in (LDP("1/3"), LDP("ln2", delta="1/8"), LDP("1/3", delta="1/8")):
            assert demand.holds(p) == (demand.violations(p) == ())
            for v in demand.violations(p):
                sides = [sum((p[i, j] for i in v.outputs), Fraction(0)) for j in (v.input, v.against)]
                assert sides[0] - demand.t * sides[1] - demand.delta == v.amount > 0  # type: ignore[operator]


def test_free_epsilon_is_decided_for_all_t_or_not_at_all() -> None:
    assert LDP("every").holds(FREE) and LDP("every").tightest(FREE).t == FREE[0, 0] / FREE[0, 1]
    assert LDP("every", delta="1/2").holds(FREE)
    with pytest.raises(Undecided):
        LDP("every").holds(WARNER)
    steep = Mechanism([["t^2/(t^2+1)", "1/(t^2+1)"], ["1/(t^2+1)", "t^2/(t^2+1)"]], epsilon="every")
    assert not LDP("every").holds(steep) and len(LDP("every").violations(steep)) == 2
    assert LDP.tightest_delta(FREE, 0) == read_number("(t-1)/(t+1)")
    assert LDP("1/2..2").holds(Mechanism(FREE.to_pandas().to_numpy(), epsilon="1/2..2"))


def test_a_rational_mechanism_meets_every_epsilon_above_its_tightest_or_is_undecided() -> None:
    assert LDP("every", delta="1/2").holds(WARNER) and LDP("ln3..ln5").holds(WARNER) and LDP("2..inf").holds(WARNER)
    assert not LDP("0..1").holds(WARNER) and not LDP("every").holds(DIRECT) and LDP("every").holds(FLAT)
    assert not LDP("0..1/2", delta="1/10").holds(WARNER) and LDP("1..2", delta="1/10").holds(WARNER)
    for demand in (LDP("0..ln3"), LDP("every", delta="1/10")):
        with pytest.raises(Undecided):
            demand.holds(WARNER)


def test_the_set_of_likelier_outputs_may_change_with_epsilon() -> None:
    """The excess of krr is at most (e − 2)/(e + 1), and that of Warner's design t(3 − t)/4 ≤ 9/16 times 1/t."""
    krr = from_spec("krr:k=2,epsilon=1/2..1")
    assert LDP("ln2", delta="1/2").holds(krr) and LDP("ln2", delta="1/2").violations(krr) == ()
    for demand in (
        LDP("every", delta="1/t"),
        Sensitive([0], "every", delta="1/t"),
        Sensitive([1], "1/2..2", delta="2/3"),
    ):
        assert demand.holds(WARNER) and demand.violations(WARNER) == ()
    for demand in (LDP("ln2", delta="1/10"), LDP("every", delta="1/(2*t)")):
        with pytest.raises(Undecided):
            demand.holds(krr if demand.epsilon.t == 2 else WARNER)


@pytest.mark.parametrize("seed", range(30))
def test_what_holds_for_every_epsilon_holds_at_each(seed: int) -> None:
    """Drawn mechanisms and slacks: `holds` is the answer at fifty ε, or undecided, and is decided where all fifty leave room."""
    rng = random.Random(f"every {seed}")
    p = random_mechanism(rng, rng.randint(2, 3), rng.randint(2, 4))
    delta = f"{rng.randint(1, 9)}/(10*t^{rng.randint(0, 2)})"
    excess = [
        tightest - Fraction(LDP(f"ln({t})", delta=delta).delta)  # type: ignore[arg-type]
        for t in (1 + Fraction(n, 50) for n in range(1, 51))
        for tightest in [Fraction(LDP.tightest_delta(p, f"ln({t})"))]  # type: ignore[arg-type]
    ]
    for demand in (LDP("0..ln2", delta=delta), Sensitive(list(range(p.k)), "0..ln2", delta=delta)):
        try:
            assert demand.holds(p) == (max(excess) <= 0)
            assert max(excess) <= 0 or min(excess) > 0
        except Undecided:
            assert max(excess) > Fraction(-1, 40)


@pytest.mark.parametrize("of", [lambda e, d: LDP(e, delta=d), lambda e, d: Sensitive([0], e, delta=d)])
def test_a_slack_that_is_a_function_of_t_moves_with_epsilon(of: Any) -> None:
    demand = of("every", "1/t")
    assert demand.with_epsilon("ln3") == of("ln3", "1/3") and demand.with_epsilon(2) == of(2, "e^(-2)")
    assert demand.with_epsilon("1..2") == of("1..2", "1/t") and of(1, "1/t").with_epsilon(2) == of(2, "1/e")
    with pytest.raises(InputError, match=r"epsilon = 0 lies outside the interval .* \[e, e\^2\]"):
        of("1..2", "1/(t-1)").with_epsilon(0)


def test_a_definite_breach_decides_although_another_comparison_is_undecided() -> None:
    p = Mechanism([["1/2", "1/5", "1/5*1/t^2"], ["1/2", "4/5", "1-1/5*1/t^2"]], epsilon="every")
    assert not LDP("every").holds(p)


def test_numbers_without_a_common_field_are_refused_in_one_sentence() -> None:
    with pytest.raises(InputError, match="cannot combine numbers"):
        LDP("ln3/2").holds(EPSILON)


def test_delta_may_be_a_number_of_the_field_and_spell_t() -> None:
    demand = LDP("1", delta="1/(t+1)")
    assert demand.delta == read_number("1/(e+1)") and demand.holds(WARNER)
    assert LDP("1", delta="e^(-1)").holds(WARNER) and not LDP("0", delta="e^(-1)").holds(WARNER)


def test_conversions() -> None:
    assert LDP("ln3").parity() == 3 and LDP("1").parity() == read_number("e") and LDP("inf").parity() == math.inf
    assert LDP("ln3", delta="1/10").parity() == math.inf
    assert LDP("ln3", delta="1/10").reduced() == (3, Fraction(1, 10))
    assert LDP("1/2").to_dict() == {"name": "ldp", "ratio": "e^(1/2)", "delta": "0"}
    assert repr(LDP("every")) == "LDP('every')" and repr(LDP("ln3", delta=0.1)) == "LDP('log(3)', delta='1/10')"


def test_the_sentence_rounds_up() -> None:
    assert "at most 3 times" in LDP("ln3").sentence() and "1.649 times" in LDP("1/2").sentence()
    assert "plus 0.1" in LDP("ln3", delta="1/10").sentence()
    assert "times" not in LDP("0", delta="1/10").sentence()


@pytest.mark.slow
def test_64_inputs_and_outputs_are_quick() -> None:
    p = random_mechanism(random.Random(3), 64, 64, top=1000)
    assert not within_calls(5_000, lambda: LDP("1").holds(p))
    within_calls(1_500_000, lambda: LDP("1", delta="9/10").holds(p))


def test_a_free_delta_is_read_where_the_ratio_is_rational_and_refused_elsewhere() -> None:
    for delta in ("every", "0..1/10", "1/3..1"):
        assert repr(LDP("ln3", delta=delta)) == f"LDP('log(3)', delta='{delta}')"
    warner = from_spec("warner:p=4/5")  # delta is 1/5 at t = 3
    assert not LDP("ln3", delta="0..1/10").holds(warner) and LDP("ln3", delta="1/5..1").holds(warner)
    with pytest.raises(Undecided):
        LDP("ln3", delta="every").holds(warner)
    with pytest.raises(InputError, match="tightest epsilon"):
        LDP("ln3", delta="every").tightest(warner)
    for epsilon, delta in [
        ("1/2", "every"), ("every", "every"), ("inf", "every"), ("1..2", "0..1"),
        ("ln3", "1/10..1/10"), ("ln3", "1/2..1/10"), ("ln3", "0..2"), ("ln3", "..1"), ("ln3", "0..e^(-1)"),
    ]:  # fmt: skip
        with pytest.raises(InputError):
            LDP(epsilon, delta=delta)
    with pytest.raises(InputError, match="interval"):
        LDP("ln3", delta="every") & LDP("every")
