"""One budget a pair: against the definition, summed over every set of outputs with Fractions."""

import itertools
import math
from fractions import Fraction
from random import Random

import pytest

from rropt import (
    LDP,
    InputError,
    Mechanism,
    Metric,
    Sensitive,
    Trace,
    Variance,
    check,
    design,
    from_spec,
    frontier,
)
from rropt.privacy import PairwiseLDP
from rropt.privacy.enclosure import Enclosure
from rropt.privacy.pairs.pairwise import PairTable

F = Fraction


def random_mechanism(rng: Random, m: int, k: int) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randrange(0, 6) for _ in range(m)]
        weights[rng.randrange(m)] += 1
        columns.append([F(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


def keeps(p: Mechanism, j: int, against: int, ratio: Fraction, delta: Fraction) -> bool:
    """Pr(S | j) ≤ ratio·Pr(S | against) + delta, over all sets S of outputs."""
    sets = itertools.chain.from_iterable(itertools.combinations(range(p.m), n) for n in range(p.m + 1))
    return all(sum(p[i, j] for i in s) <= ratio * sum(p[i, against] for i in s) + delta for s in sets)


@pytest.mark.parametrize("seed", range(40))
def test_holds_violations_and_tightest_agree_with_every_set_of_outputs(seed: int) -> None:
    rng = Random(seed)
    k = rng.choice([2, 3])
    p = random_mechanism(rng, rng.choice([2, 3, 4]), k)
    ratios = {pair: F(rng.randrange(2, 13), 2) for pair in itertools.permutations(range(k), 2) if rng.random() < 0.8}
    deltas = {pair: F(rng.randrange(0, 4), 10) for pair in ratios}
    demand = PairwiseLDP({pair: f"ln({r})" for pair, r in ratios.items()}, deltas=deltas)
    broken = {pair for pair, r in ratios.items() if not keeps(p, *pair, r, deltas[pair])}
    assert demand.holds(p) == (not broken)
    assert {(v.input, v.against) for v in demand.violations(p)} == broken
    factor = demand.tightest(p)
    if isinstance(factor, float):
        assert broken
        return
    factor = (factor.lower, factor.upper) if isinstance(factor, Enclosure) else (factor, factor)
    assert (factor[1] < 1) <= (not broken) and (factor[0] > 1) <= bool(broken)
    for c, kept in ((factor[1] + F(1, 10**6), True), (factor[0] - F(1, 10**6), False)):
        if c > 0 and factor[1] > 0:
            scaled = [(pair, math.exp(float(c) * math.log(r))) for pair, r in ratios.items()]
            assert all(keeps(p, *pair, F(r), deltas[pair]) for pair, r in scaled) == kept


def test_the_same_budget_for_every_pair_is_ldp() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"))
    for budget in ("ln2", "ln3", "1", "2"):
        demand = PairwiseLDP({("no", "yes"): budget, ("yes", "no"): budget})
        assert demand.holds(p) == LDP(budget).holds(p)
    assert PairwiseLDP([["0", "ln3"], ["ln3", "0"]]).holds(p)


def test_the_bounds_of_the_factor_are_those_of_every_pair() -> None:
    """Of two quotients that no enclosure tells apart, 1 and 1 + 1.05e-18, the larger is the factor."""
    near = F(11, 10) * (1 + F(1, 10**19))
    rows = [[F(1, 2), F(1, 4), F(1, 2) / near], [F(1, 2), F(3, 4), 1 - F(1, 2) / near]]
    found = PairwiseLDP({(0, 1): "ln2", (0, 2): "ln(11/10)"}).tightest(Mechanism(rows))
    assert isinstance(found, Enclosure)
    lower, upper = found.lower, found.upper
    assert lower <= 1 + F(11, 10**19) and upper >= 1 + F(10, 10**19)
    # decimals are rounded outward
    for low, high in ([text for _, text in found.as_table()[1]], str(found).removeprefix("between ").split(" and ")):
        assert F(low.rpartition("≈ ")[2]) <= lower and upper <= F(high.rpartition("≈ ")[2])


def test_a_label_is_found_among_the_inputs_and_inf_demands_nothing() -> None:
    p = Mechanism([["1", "1/2"], ["0", "1/2"]], ("no", "yes"))
    assert PairwiseLDP({("no", "yes"): "ln2", ("yes", "no"): "inf"}).holds(p)
    assert not PairwiseLDP({("yes", "no"): "ln2"}).holds(p)
    assert PairwiseLDP({("yes", "no"): "ln2"}).tightest(p) == math.inf
    bounds = PairwiseLDP({("yes", "no"): "ln2"}).bounds(2, ("no", "yes"))
    assert bounds.of(1, 0) == (2, 0) and bounds.of(0, 1)[0] == math.inf and list(bounds.pairs()) == [(1, 0)]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: PairwiseLDP({("a", "a"): 1}), "not a pair of different inputs"),
        (lambda: PairwiseLDP({("a", "b"): 1}, deltas={("b", "a"): 0}), "no epsilon"),
        (lambda: PairwiseLDP([["0", "1"]]), "square matrix"),
        (lambda: PairwiseLDP([["0"]]), "square matrix"),
        (lambda: PairwiseLDP([[0] * 3] * 3, deltas=[[0] * 2] * 2), "a matrix for 2 inputs, but epsilons is not"),
        (
            lambda: PairwiseLDP({(0, 1): 1, (1, 0): 1}, deltas=[[0] * 2] * 2),
            "a matrix for 2 inputs, but epsilons is not",
        ),
        (lambda: PairwiseLDP({("a", "b"): 1}, deltas={(0, 1): 0}), "has a delta but no epsilon; give it an epsilon"),
        (lambda: PairwiseLDP({(0, 1): "every"}), "epsilon is free"),
        (lambda: PairwiseLDP({("maybe", "no"): 1}).bounds(2, ("no", "yes")), "the inputs are no, yes"),
        (lambda: PairwiseLDP({(0, 5): 1}).bounds(2), "the inputs are 0 to 1"),
    ],
)
def test_bad_budgets_are_refused_in_a_sentence(ask, said: str) -> None:
    with pytest.raises(InputError, match=said):
        ask()


def test_a_row_of_a_matrix_is_a_place_and_a_name_is_a_label() -> None:
    """Inputs that are numbers in another order have their demand by name, and a matrix for them is refused, not read as names."""
    matrix, named = [["0", "ln3"], ["ln9", "0"]], {("1", "0"): "ln3", (0, 1): "ln9"}
    by_place = PairwiseLDP(matrix).bounds(2, ("a", "b"))
    assert PairwiseLDP(named).bounds(2, ("1", "0")) == by_place == PairwiseLDP(matrix).bounds(2)
    for demand in (PairwiseLDP(matrix), Metric([[0, 1], [1, 0]], 1)):
        with pytest.raises(
            InputError, match="are numbers that differ from the row numbers of the demand's matrix; instead"
        ):
            demand.bounds(2, ("1", "0"))
    with pytest.raises(InputError, match="names the input 0, but the inputs are 1, 2"):
        PairwiseLDP({(0, 1): 1}).bounds(2, ("1", "2"))


TWICE = [
    (
        PairwiseLDP({("no", "yes"): "ln3", (0, 1): "ln9", ("yes", "no"): "ln3"}),
        ("no", "yes"),
        r"\('no', 'yes'\) and as \(0, 1",
    ),
    (PairwiseLDP({(0, 1): "ln9", ("no", "yes"): "ln3"}), ("no", "yes"), r"twice, as \(0, 1\) and as \('no', 'yes'\)"),
    (PairwiseLDP({("0", "1"): "ln3", (0, 1): "ln3"}), None, "names one pair of inputs twice"),
    (Metric({("no", "yes"): 1, (0, 1): 2}, "ln3"), ("no", "yes"), "names one pair of inputs twice"),
    (Metric({(0, 1): 2, ("no", "1"): "inf"}, "ln3"), ("no", "yes"), "names one pair of inputs twice"),
    (Sensitive(["yes", 1], "ln3"), ("no", "yes"), "names one input twice, as 'yes' and as 1"),
    (PairwiseLDP({("no", 0): "ln3"}), ("no", "yes"), "names one input twice, in the pair"),
]


@pytest.mark.parametrize(("demand", "inputs", "said"), TWICE, ids=str)
def test_what_is_named_twice_is_refused_wherever_labels_are_known(demand, inputs, said: str) -> None:
    """Of two budgets of one pair neither may win silently, whichever is named last."""
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs)
    asks = (
        lambda: design(Trace(), demand, inputs=inputs or 2),
        lambda: design(Trace(), demand & LDP(3), inputs=inputs or 2),
        lambda: check(p, demand),
        lambda: demand.holds(p),
        lambda: demand.violations(p),
        lambda: demand.statement(2, inputs),
    )
    for ask in asks:
        with pytest.raises(InputError, match=said):
            ask()


def test_a_matrix_leaves_no_input_out() -> None:
    square = [[0, 1], [1, 0]]
    for demand in (Metric(square, "ln3"), PairwiseLDP(square), PairwiseLDP(PairTable(("a", "b"), square))):
        for sizes in ({"inputs": 3}, {"inputs": ("a", "b", "c")}):
            with pytest.raises(
                InputError, match="the demand has a matrix for 2 inputs, but there are 3 inputs; give 3 rows"
            ):
                design(Trace(), demand, **sizes)
        with pytest.raises(InputError, match="a matrix for 2 inputs, but there are 3"):
            demand.holds(from_spec("krr:k=3,epsilon=1"))
    with pytest.raises(InputError, match="a matrix for 3 inputs, but there are 2"):
        design(Variance("1/4"), Metric([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "ln3"))
    with pytest.raises(InputError, match="a matrix for 2 inputs, but there are 3"):
        frontier(Trace(), along="epsilon", distances=square, inputs=3)
    assert design(Trace(), PairwiseLDP({(0, 1): "ln3", (1, 0): "ln3"}), inputs=3).value == Fraction(5, 2)


def test_a_matrix_says_how_many_inputs_there_are() -> None:
    table = [[0, "ln2", "ln3"], ["ln2", 0, "ln2"], ["ln3", "ln2", 0]]
    assert PairwiseLDP(table).size == Metric([[0, 1, 2], [1, 0, 1], [2, 1, 0]], 1).size == 3
    assert PairwiseLDP({(0, 1): 1}).size is None and Metric("line", 1).size is None
    assert design(Trace(), PairwiseLDP(table)).problem.k == 3
    assert design(Trace(), PairwiseLDP(table) & LDP("ln2")).problem.k == 3
    with pytest.raises(InputError, match="the trace needs the number of inputs"):
        design(Trace(), PairwiseLDP({(0, 1): 1}))


@pytest.mark.parametrize("given", [None, lambda x: x, 1.5, object(), [], [True]])
def test_what_names_no_sensitive_input_is_refused(given) -> None:
    with pytest.raises(InputError, match="must be a list of one or more labels or indices"):
        Sensitive(given, 1)


@pytest.mark.parametrize(
    ("demand", "spec", "factor"),
    [
        (Sensitive([1], "ln3"), "warner:p=3/4", "1"),
        (Sensitive([1], "ln9"), "warner:p=3/4", "1/2"),
        (Metric("line", "1/2"), "krr:k=3,epsilon=1", "2"),
        (Metric("line", "ln2"), "krr:k=3,epsilon=ln8", "3"),
        (LDP(1) & Sensitive([1], "1/3"), "warner:epsilon=1", "3"),
        (Sensitive([1], "ln2"), "warner:p=3/4", None),
    ],
)
def test_a_factor_that_is_rational_is_told_exactly(demand, spec: str, factor: str | None) -> None:
    p = from_spec(spec)
    found = demand.tightest(p)
    if factor is None:  # log 3 / log 2 is irrational
        low, high = found.lower, found.upper
        assert low < Fraction(math.log(3) / math.log(2)).limit_denominator(10**12) < high + Fraction(1, 10**9)
        assert 0 < high - low < Fraction(1, 10**15)
        return
    assert found == Fraction(factor)
    if isinstance(demand, Sensitive):
        assert Sensitive([1], f"{factor}*{demand.epsilon}").holds(p)
        assert not Sensitive([1], f"{factor}*{demand.epsilon}*999/1000").holds(p)
