"""Measures beside their definitions: enumeration by fractions, sums in floats, and grids of priors."""

import itertools
import math
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules
from random import Random

import pytest

from rropt import Divergence, InputError, Mechanism, from_spec, privacy
from rropt.errors import OutOfTime
from rropt.exact.patience import limit_seconds
from rropt.privacy import (
    RhoBreach,
    compose,
    leakage,
    measure,
    piecewise_linear,
    profile,
    renyi_divergence,
    shannon_capacity,
    shuffled,
    total_variation,
    trade_off,
    worst_prior,
)
from rropt.privacy.boundary import infimum, read_boundary
from tests.privacy.test_demands import matrix

MECHANISMS = [matrix(Random(seed), 3, 3) for seed in range(6)] + [
    from_spec("krr:k=3,gamma=4"),
    from_spec("warner:p=3/4"),
    from_spec("direct_question:k=3"),
]
every = pytest.mark.parametrize("p", MECHANISMS, ids=str)


@every
def test_total_variation_is_the_largest_difference_of_an_event(p: Mechanism) -> None:
    events = [e for n in range(p.m + 1) for e in itertools.combinations(range(p.m), n)]
    gaps = [abs(sum(p.rows[i][j] - p.rows[i][n] for i in e)) for e in events for j in range(p.k) for n in range(p.k)]
    assert total_variation(p) == max(gaps) == profile(p).delta(0)


@every
def test_no_test_is_better_than_the_trade_off_and_some_are_as_good(p: Mechanism) -> None:
    f = trade_off(p, (0, 1))
    events = [e for n in range(p.m + 1) for e in itertools.combinations(range(p.m), n)]
    errors = [(sum(p.rows[i][1] for i in e), 1 - sum(p.rows[i][0] for i in e)) for e in events]
    assert all(beta >= f.at(alpha) for alpha, beta in errors)
    assert set(f.corners) <= {(Fraction(a), Fraction(b)) for a, b in errors}
    assert all(trade_off(p).at(a) <= f.at(a) for a in (0, "1/3", 1))


# at 0 φ has limits of its own
@pytest.mark.parametrize("p", [p for p in MECHANISMS if not any(0 in row for row in p.rows)], ids=str)
@pytest.mark.parametrize(
    ("divergence", "phi"),
    [
        (Divergence("kl"), lambda x: x * math.log(x)),
        (Divergence("chi2"), lambda x: (x - 1) ** 2),
        (Divergence("tv"), lambda x: abs(x - 1) / 2),
        (Divergence("hockey_stick", gamma="3/2"), lambda x: max(x - 1.5, 0)),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_divergences_are_the_largest_of_their_sums(
    p: Mechanism, divergence: Divergence, phi: Callable[[float], float]
) -> None:
    (found,) = measure(p, divergences=[divergence]).divergences
    sums = [
        sum(float(row[n]) * phi(float(row[j]) / float(row[n])) for row in p.rows)
        for j, n in itertools.permutations(range(p.k), 2)
    ]
    assert float(found.lower) == pytest.approx(max(sums), rel=1e-9) == float(found.upper)


@every
@pytest.mark.parametrize("order", ["1/2", "1", "5/3", "2", "7"])
def test_renyi_divergences_are_their_sums(p: Mechanism, order: str) -> None:
    a, found = float(Fraction(order)), renyi_divergence(p, order)
    sizes = []
    for j, n in itertools.permutations(range(p.k), 2):
        cells = [(float(row[j]), float(row[n])) for row in p.rows if row[j]]
        if (a >= 1 and any(y == 0 for _, y in cells)) or not any(y for _, y in cells):
            sizes.append(math.inf)
        elif a == 1:
            sizes.append(sum(x * math.log(x / y) for x, y in cells))
        else:
            sizes.append(math.log(sum(x**a * y ** (1 - a) for x, y in cells if y)) / (a - 1))
    assert float(found.lower) == pytest.approx(max(sizes), abs=1e-12) == float(found.upper)
    attained = dict(zip(itertools.permutations(range(p.k), 2), sizes, strict=True))[found.pair]
    assert attained == pytest.approx(max(sizes), abs=1e-12)


@pytest.mark.parametrize("epsilon", ["3/2", "1"])
def test_the_divergence_of_order_infinity_is_epsilon_itself(epsilon: str) -> None:
    assert renyi_divergence(from_spec(f"krr:k=3,epsilon={epsilon}"), "inf").value == Fraction(epsilon)


@every
def test_no_prior_leaks_more_than_the_worst_one(p: Mechanism) -> None:
    rng = Random(7)
    gain = [[2, 0, 1], [0, 1, 1]] if p.k == 3 else None
    for of in ("additive", "multiplicative"):
        worst = worst_prior(p, of), worst_prior(p, of, gain=gain)
        assert all(min(x.prior) >= 0 and sum(x.prior) == 1 for x in worst)
        for _ in range(40):
            weights = [rng.randint(0, 5) + (j == 0) for j in range(p.k)]
            prior = [Fraction(w, sum(weights)) for w in weights]
            for most, own in zip(worst, (None, gain), strict=True):
                assert getattr(leakage(p, prior=prior, gain=own), of) <= getattr(most, of)
    assert worst_prior(p, "multiplicative").multiplicative == measure(p).bayes_capacity


@every
def test_capacity_is_between_the_information_of_priors_and_their_bounds(p: Mechanism) -> None:
    found = shannon_capacity(p)
    assert 0 <= found.lower <= found.upper <= found.lower + 1e-9

    def information(prior: tuple[float, ...]) -> float:
        means = [sum(w * float(x) for w, x in zip(prior, row, strict=True)) for row in p.rows]
        cells = (
            (w, float(x), mean)
            for row, mean in zip(p.rows, means, strict=True)
            for w, x in zip(prior, row, strict=True)
        )
        return sum(w * x * math.log(x / mean) for w, x, mean in cells if w and x)

    assert sum(found.prior) == pytest.approx(1)
    assert information(found.prior) == pytest.approx(found.lower, abs=1e-12)
    for weights in itertools.product((1, 2, 5), repeat=p.k):
        assert information(tuple(w / sum(weights) for w in weights)) <= found.upper


@every
def test_a_document_has_all_that_is_measured(p: Mechanism) -> None:
    shares = [Fraction(j + 1, p.k * (p.k + 1) // 2) for j in range(p.k)]
    gain = [[j + 1 if j == n else 0 for j in range(p.k)] for n in range(p.k)]
    found = measure(p, prior=shares, gain=gain, orders=("1/2", 2, "inf"), divergences=[Divergence("tv")])
    told = found.to_dict()
    most = sum((max(row) for row in p.rows), Fraction(0))
    guessed = sum((max(w * x for w, x in zip(shares, row, strict=True)) for row in p.rows), Fraction(0))
    assert (
        Fraction(told["bayes_capacity"]["exact"]) == most and Fraction(told["bayes_vulnerability"]["exact"]) == guessed
    )
    for name in ("before", "after", "additive", "multiplicative"):
        assert Fraction(told[name]["exact"]) == getattr(leakage(p, prior=shares, gain=gain), name)
    assert [Fraction(x["exact"]) for x in told["prior"]] == shares
    assert Fraction(told["total_variation"]["exact"]) == total_variation(p)
    assert told["shannon_capacity"] == found.shannon_capacity.upper
    assert tuple((Fraction(x["alpha"]["exact"]), Fraction(x["beta"]["exact"])) for x in told["trade_off"]) == (
        trade_off(p).corners
    )
    kinds = [x["divergence"] for x in told["divergences"]]
    assert len(kinds) == 4 and [kind.rpartition(" ")[2] for kind in kinds[:3]] == ["1/2", "2", "inf"]
    assert Fraction(told["divergences"][3]["value"]["exact"]) == total_variation(p)


def test_what_is_found_is_told_in_words() -> None:
    p = from_spec("warner:p=3/4,inputs=no/yes")
    measures, (violation,) = measure(p), RhoBreach("1/5", "1/4").violations(p)[:1]
    results = [measures, measures.leakage, measures.trade_off, measures.shannon_capacity, profile(p), profile(p, 2)]
    for result in (*results, violation):
        assert repr(result) == str(result) and type(result).__name__ + "(" not in str(result)
        assert str(result) and result.to_dict()["schema"]
    assert str(measures).startswith("No event tells two truths apart by more than 0.5.")
    assert all({*x["pair"]} == {"no", "yes"} for x in measures.to_dict()["divergences"])


def test_nothing_that_is_made_can_be_changed() -> None:
    modules = [import_module(x.name) for x in iter_modules(privacy.__path__, "rropt.privacy.")]
    named = [x for module in modules for x in vars(module).values() if getattr(x, "__module__", "") == module.__name__]
    made = [x for x in named if is_dataclass(x)]
    assert len(made) > 20
    for kind in made:
        one = object.__new__(kind)
        with pytest.raises(FrozenInstanceError):
            setattr(one, fields(kind)[0].name, None)
        # nor has it room for anything else
        assert not hasattr(one, "__dict__"), kind


def test_a_mechanism_that_tells_nothing_measures_nothing() -> None:
    for p in (Mechanism([["1/3"] * 3, ["2/3"] * 3]), Mechanism([["1/4"], ["3/4"]])):
        found = measure(p, divergences=[Divergence("kl")])
        assert str(found) and all(x.lower == 0 <= x.upper < 1e-30 for x in (*found.renyi, *found.divergences))
        assert found.total_variation == found.leakage.additive == found.shannon_capacity.lower == 0
        assert all(x.pair is None for x in found.renyi)
        assert [found.trade_off.at(a) for a in (0, "1/4", 1)] == [1, Fraction(3, 4), 0]
        assert p.k > 1 or all(x["pair"] is None for x in found.to_dict()["divergences"])
        alone = profile(p)
        assert alone.delta(0) == 0 and alone.epsilon(0).t == 1 and str(alone)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: measure(from_spec("warner:p=3/4"), orders=0), "order = 0"),
        (lambda: measure(from_spec("warner:p=3/4"), orders=1001), "1001"),
        (lambda: measure(from_spec("warner:p=3/4"), prior=["1/2"]), "1/2"),
        (lambda: measure(from_spec("warner:p=3/4"), prior=["1/2", "1/4"]), "3/4"),
        (lambda: measure(from_spec("warner:p=3/4"), divergences="kl"), "'k'"),
        (lambda: measure(from_spec("warner:p=3/4"), divergences=Divergence), "Divergence"),
        (lambda: measure(from_spec("warner:p=3/4"), gain=[[1]]), "1 numbers"),
        (lambda: measure(from_spec("warner:p=3/4"), gain=[[1, 0], [1]]), "[2, 1]"),
        (lambda: trade_off(from_spec("warner:p=3/4"), (0, 2)), "from 0 to 1"),
        (lambda: trade_off(from_spec("warner:p=3/4"), (1, 1)), "(1, 1)"),
        (lambda: worst_prior(from_spec("warner:p=3/4"), "both"), "both"),
        (lambda: worst_prior(from_spec("krr:k=17,gamma=2")), "17 inputs"),
        (lambda: worst_prior(from_spec("krr:k=7,gamma=2"), gain=[[1] * 7]), "7 inputs"),
        (lambda: worst_prior(from_spec("warner:p=3/4"), gain=[[n, 1] for n in range(141)]), "141 actions"),
        (lambda: worst_prior(from_spec("warner:p=3/4"), "multiplicative", gain=[[-1, 1]]), "additive"),
        (lambda: worst_prior(from_spec("warner:p=3/4"), "multiplicative", gain=[[0, 0]]), "additive"),
        # under the prior 3/7, 4/7 a loss of 2/7 becomes 0
        (lambda: worst_prior(from_spec("warner:p=7/12"), "multiplicative", gain=[[2, -2], [-2, 1]]), "additive"),
    ],
)
def test_a_wrong_question_or_one_beyond_limits_is_refused_in_a_sentence(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(InputError) as refusal:
        ask()
    assert "\n" not in str(refusal.value) and named in str(refusal.value)


def test_the_largest_measures_are_answered() -> None:
    assert worst_prior(from_spec("krr:k=6,gamma=2"), gain=[[1] * 6]).additive == 0
    assert renyi_divergence(from_spec("warner:p=3/4"), 1000).upper < Fraction(11, 10)


@pytest.mark.parametrize(("value", "is_taken"), [("3/4", True), ("9/10", False)])
def test_the_least_factor_at_a_jump_is_attained_only_if_the_boundary_has_that_value_there(
    value: str, is_taken: bool
) -> None:
    # below even chances the factor is 3(1 − p)/p, which comes down to 3; above them all is allowed
    h = piecewise_linear([(0, "3/4"), ("1/2", "3/4"), ("1/2", value), ("1/2", 1), (1, 1)])
    found, least = infimum(h), infimum(h).least
    assert found.lower == found.upper == found.value == 3
    assert least is not None and (least.value, least.point, least.attained) == (3, Fraction(1, 2), is_taken)
    # at 0 and 1, which are no priors in question, the factor has limits alone
    assert [infimum(read_boundary(x)).least.attained for x in ("0=0,1/2=9/10,1=1", "0=1/10,1/2=1/2,1=1")] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    "ask",
    [
        *(shannon_capacity, worst_prior, lambda p: worst_prior(p, gain=[[1, 0, 0], [0, 1, 2]])),
        *(lambda p: renyi_divergence(p, 3), lambda p: profile(p), lambda p: profile(p, 300), lambda p: compose([p, p])),
        *(lambda p: shuffled(p, 9), lambda p: shuffled(p, 400)),
    ],
)
def test_a_limit_of_time_ends_whatever_may_take_long(ask: Callable[[Mechanism], object]) -> None:
    with pytest.raises(OutOfTime), limit_seconds(1e-9):
        ask(from_spec("krr:k=3,gamma=4"))
