"""Rényi divergences, trade-off functions, total variation and Bayes measures against closed forms and other routes."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, InputError, Mechanism, Trace, Utility, Variance, check, design, from_spec, measure, profile
from rropt.privacy import renyi_divergence, shuffled, total_variation, trade_off
from rropt.privacy.leakage import shannon_capacity, worst_prior

SPECS = [
    "warner:p=3/4",
    "krr:k=4,epsilon=ln3",
    "krr:k=3,epsilon=1/2",
    "kuk:p=2/3,q=1/3",
    "four_output:epsilon=1/2,delta=1/10",
]


@pytest.mark.parametrize("order", [2, 3, 7, "3/2", "1/2", 1, 60])
@pytest.mark.parametrize("p", ["3/4", "51/100"])
def test_renyi_of_randomized_response_is_its_closed_form(order: Any, p: str) -> None:
    """Mironov (2017), Proposition 5: log(p^α(1−p)^(1−α) + (1−p)^α p^(1−α))/(α−1)."""
    found = renyi_divergence(from_spec(f"warner:p={p}"), order)
    with mpmath.workdps(60):
        a, q = (
            mpmath.mpf(Fraction(order).numerator) / Fraction(order).denominator,
            mpmath.mpf(Fraction(p).numerator) / Fraction(p).denominator,
        )
        if a == 1:
            exact = (2 * q - 1) * mpmath.log(q / (1 - q))
        else:
            exact = mpmath.log(q**a * (1 - q) ** (1 - a) + (1 - q) ** a * q ** (1 - a)) / (a - 1)
        near = Fraction(mpmath.nstr(exact, 50))
    assert found.lower - Fraction(1, 10**40) <= near <= found.upper + Fraction(
        1, 10**40
    ) and found.upper - found.lower < Fraction(1, 10**14)
    if order == 2:
        assert found.argument == Fraction(p) ** 2 / (1 - Fraction(p)) + (1 - Fraction(p)) ** 2 / Fraction(p)


@pytest.mark.parametrize("k", [3, 5])
def test_renyi_of_krr_is_its_closed_form(k: int) -> None:
    found = renyi_divergence(from_spec(f"krr:k={k},gamma=4"), 3)
    a, b = Fraction(4, k + 3), Fraction(1, k + 3)
    assert found.argument == a**3 / b**2 + b**3 / a**2 + (k - 2) * b and found.upper < found.lower + Fraction(1, 10**14)
    assert float(found.lower) == pytest.approx(math.log(found.argument) / 2, rel=1e-12)


def test_renyi_grows_with_its_order_up_to_the_largest_ratio() -> None:
    p = from_spec("krr:k=3,epsilon=1/2")
    values = [renyi_divergence(p, a).lower for a in ("1/4", "1/2", 1, 2, 5, 50, "inf")]
    assert all(a < b for a, b in itertools.pairwise(values)) and abs(values[-1] - Fraction(1, 2)) < Fraction(1, 10**12)
    certain = from_spec("mangat:p=1/3")
    assert renyi_divergence(certain, 2).upper == math.inf and renyi_divergence(certain, "inf").upper == math.inf
    assert renyi_divergence(from_spec("warner:p=1/2"), 2).upper == 0
    for order in (0, -1, 10**6):
        with pytest.raises(InputError, match="must lie above 0"):
            renyi_divergence(p, order)


@pytest.mark.parametrize("spec", SPECS)
def test_a_trade_off_is_the_least_error_that_any_test_makes(spec: str) -> None:
    """Of a pair, by a linear program over tests: minimise Σ_i p_ij·(1 − φ_i) with Σ_i p_il·φ_i ≤ α."""
    p = from_spec(spec)
    matrix = p.to_numpy()
    for j, low in itertools.permutations(range(min(p.k, 3)), 2):
        found = trade_off(p, (j, low))
        assert found.corners[0][0] == 0 and found.corners[-1] == (1, 0)
        for alpha in ("0", "1/10", "1/3", "1/2", "9/10", "1"):
            program = linprog(
                -matrix[:, j], A_ub=[matrix[:, low]], b_ub=[float(Fraction(alpha))], bounds=[(0, 1)] * p.m
            )
            assert float(found.at(alpha)) == pytest.approx(1 + program.fun, abs=1e-9)


def test_the_trade_off_of_randomized_response_is_its_closed_form() -> None:
    """Dong, Roth and Su (2022): f(α) = max(0, 1 − e^ε α, e^−ε(1 − α)) at δ = 0."""
    found = trade_off(from_spec("warner:p=3/4"))
    assert found.corners == ((0, 1), (Fraction(1, 4), Fraction(1, 4)), (1, 0))
    for a in (Fraction(i, 40) for i in range(41)):
        assert found.at(a) == max(1 - 3 * a, (1 - a) / 3)


@pytest.mark.parametrize("spec", SPECS)
def test_the_trade_off_of_all_pairs_is_convex_and_below_each_and_says_delta(spec: str) -> None:
    """δ(ε) = 1 + sup_α (−e^ε α − f(α)): the conjugate of f, which convexifying leaves as it is."""
    p = from_spec(spec)
    whole = trade_off(p)
    each = [trade_off(p, pair) for pair in itertools.permutations(range(p.k), 2)]
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(whole.corners)]
    assert all(a < b for a, b in itertools.pairwise(slopes))
    for a in (Fraction(i, 20) for i in range(21)):
        assert all(whole.at(a) <= f.at(a) for f in each)
    for t in (Fraction(1), Fraction(3, 2), Fraction(4)):
        assert max(1 - t * a - b for a, b in whole.corners) == profile(p).at(t)


def test_a_convex_minorant_lies_below_the_least_of_crossing_pairs() -> None:
    p = Mechanism([["9/10", "1/2", "1/2"], ["1/10", "1/2", "0"], ["0", "0", "1/2"]])
    whole = trade_off(p)
    least = [
        min(trade_off(p, pair).at(a) for pair in itertools.permutations(range(3), 2))
        for a in (Fraction(i, 60) for i in range(61))
    ]
    own = [whole.at(Fraction(i, 60)) for i in range(61)]
    assert all(a <= b for a, b in zip(own, least, strict=True))


@pytest.mark.parametrize("spec", SPECS)
def test_total_variation_and_bayes_measures_are_their_sums(spec: str) -> None:
    p = from_spec(spec)
    matrix = p.to_numpy()
    found = measure(p, prior=[Fraction(1, 2), *[Fraction(1, 2 * (p.k - 1))] * (p.k - 1)])
    widest = max(np.abs(matrix[:, j] - matrix[:, low]).sum() / 2 for j, low in itertools.combinations(range(p.k), 2))
    assert float(found.total_variation) == pytest.approx(widest) and total_variation(p) == profile(p).at(1)
    weights = np.array([float(x) for x in found.prior])
    assert float(found.bayes_vulnerability) == pytest.approx((matrix * weights).max(axis=1).sum())
    assert float(found.bayes_capacity) == pytest.approx(matrix.max(axis=1).sum())
    even = measure(p)
    assert even.bayes_vulnerability * p.k == even.bayes_capacity  # equal shares attain it
    text = json.loads(even.to_json())
    assert (
        text["schema"] == "rropt/measures/1" and text["total_variation"]["exact"] and text["renyi"][0]["order"] == "2"
    )
    assert "Bayes capacity" in even.explain() and len(even.to_pandas()) == 11


def test_wrong_questions_are_refused() -> None:
    p = from_spec("warner:p=3/4")
    with pytest.raises(InputError, match="one per input, that sum to 1"):
        measure(p, prior=["1/2", "1/3"])
    with pytest.raises(InputError, match="two different inputs"):
        trade_off(p, (0, 0))
    with pytest.raises(InputError, match="must lie between 0 and 1"):
        trade_off(p).at(2)
    free = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
    with pytest.raises(InputError, match="need one value"):
        measure(free)


def test_one_order_is_an_order_and_what_is_no_mechanism_is_told() -> None:
    p = from_spec("warner:p=3/4")
    assert measure(p, orders=2).renyi == measure(p, orders=[2]).renyi
    assert measure(p, orders="inf").renyi == measure(p, orders=["inf"]).renyi
    found = design(Trace(), LDP("ln3"), inputs=2)
    assert check(found).met and check(found) == check(found.mechanism, LDP("ln3"), objective=Trace())
    for ask in (measure, profile, check):
        assert ask is check or ask(found) == ask(found.mechanism)  # type: ignore[operator]
        with pytest.raises(InputError, match=r"give a Mechanism, such as from_spec\('warner:p=3/4'\)"):
            ask("warner:p=3/4")  # type: ignore[operator]


def test_a_text_and_an_infeasible_design_in_place_of_a_mechanism_are_told_what_to_give() -> None:
    with pytest.raises(InputError, match="such as from_spec"):
        measure("3/4")  # type: ignore[arg-type]
    nothing = design(Utility([[1, 0], [0, 1]]), LDP(1), subject_to=["P[0,0] >= 9/10", "P[1,1] >= 9/10"])
    with pytest.raises(
        InputError, match="this design is infeasible, so it has no mechanism; make a design that asks for less"
    ):
        measure(nothing)  # type: ignore[arg-type]


def test_a_design_for_each_delta_or_prevalence_is_told_how_to_fix_it() -> None:
    of_prevalences = design(Variance("every"), LDP("ln3", delta="1/10"))
    with pytest.raises(InputError, match=r"epsilon, delta or the prevalence; .* or design\.at\(prevalence='1/4'\)"):
        measure(of_prevalences)  # type: ignore[arg-type]
    assert measure(of_prevalences.at(prevalence="1/4")) is not None  # type: ignore[arg-type]
    of_deltas = design(Trace(), LDP("ln3", delta="every"), inputs=2)
    for ask in (measure, worst_prior, shannon_capacity, lambda p: profile(p, times=2), lambda p: shuffled(p, 5)):
        with pytest.raises(
            InputError, match=r"epsilon or delta is free, but .* one value; fix it with mechanism\.at\(…\)"
        ):
            ask(of_deltas)  # type: ignore[operator]
    assert measure(of_deltas.mechanism.at("1/10")).total_variation == Fraction(11, 20)
