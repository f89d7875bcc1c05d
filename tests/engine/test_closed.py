"""Estimates in exact numbers, and inputs that are merged, against the same questions without either."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Divergence,
    InputError,
    LargestVariance,
    Mechanism,
    Sensitive,
    TotalVariance,
    design,
)
from rropt.engine.asks import Asked
from rropt.engine.criteria import VariancesOf
from rropt.engine.estimates import find
from rropt.exact.sign import enclose
from rropt.objectives.base import worst
from rropt.objectives.estimates import Estimates
from rropt.privacy.notion import Notion
from rropt.solvers.rational import rational


def best(objective: Estimates, demand: Notion) -> tuple[Design, tuple[Fraction, Fraction]]:
    """The design, and rationals around its value; the value of its mechanism meets them."""
    found = design(objective, demand)
    assert isinstance(found, Design) and found.lower is not None and found.upper is not None
    ends = enclose(found.lower)[0], enclose(found.upper)[1]
    if found.mechanism is not None:  # mechanisms by orbits are told otherwise
        low, high = objective.value_bounds(found.mechanism)
        assert low <= ends[1] and ends[0] <= high
    return found, ends


def shares(r: random.Random, k: int) -> list[Fraction]:
    parts = [r.randint(1, 9) for _ in range(k)]
    return [Fraction(n, sum(parts)) for n in parts]


@pytest.mark.parametrize("epsilon", ["ln3", "1"])
@pytest.mark.parametrize("pi", ["1/2", "1/5"])
def test_two_inputs_have_the_variance_of_warner(epsilon: str, pi: str) -> None:
    """V = (x − π)(y − 1 + π) with x = y = T/(T − 1): all criteria are multiples of V."""
    p = Fraction(pi)
    low, high = enclose(Asked.of(LDP(epsilon), 2).asks[0].ratio.exact, width=Fraction(1, 10**20))
    one = [1 - p, p]
    objectives: list[Estimates] = [Contrast([0, 1], one), TotalVariance(one), Determinant(one), LargestVariance(one)]
    x = (low + high) / (low + high - 2)
    for times, objective in zip([1, 2, 1, 2], objectives, strict=True):
        found, (value, _) = best(objective, LDP(epsilon))
        assert found.verdict == "optimal"
        assert float(value) == pytest.approx(float(times * (x - p) * (x - 1 + p)), rel=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_merging_inputs_loses_nothing(seed: int) -> None:
    """The interior point on all inputs, which knows of no groups, finds the same value."""
    r = random.Random(seed)
    k = r.choice([3, 4, 5])
    line = [r.randint(0, 1) for _ in range(k - 2)] + [0, 1]
    demand = LDP("ln3", delta="1/20") if k < 5 and seed % 2 else LDP("1")
    objective = Contrast(line, shares(r, k))
    _, (lower, upper) = best(objective, demand)
    own = objective.criterion(k)
    apart = find(Asked.of(demand, k), Unmerged(own.contrasts, own.lists, own.weights, own.form))
    assert lower <= enclose(apart.upper)[1] and enclose(apart.lower)[0] <= upper


class Unmerged(VariancesOf):
    def merged(self, asked: Asked) -> None:
        return None


def test_lists_are_merged_by_equal_parts_alone() -> None:
    """At two lists whose parts of a group differ, inputs stay apart."""
    lists = [tuple(map(rational, map(Fraction, pi))) for pi in (["1/2", "1/4", "1/4"], ["1/2", "1/8", "3/8"])]
    line = [list(map(rational, map(Fraction, [1, 0, 0])))]
    asked = Asked.of(LDP("ln3"), 3)
    weights = [rational(Fraction(1, 2))] * 2
    assert VariancesOf([line] * 2, lists, weights, "places").merged(asked) is None
    merged = VariancesOf([line] * 2, lists[:1] * 2, weights, "places").merged(asked)
    assert merged is not None and merged[0].many == 2


@pytest.mark.parametrize("seed", range(8))
def test_an_exact_value_is_that_of_its_mechanism(seed: int) -> None:
    """Designs of unequal shares in exact numbers: the value of the mechanism, enclosed by balls, contains them."""
    r = random.Random(seed)
    k = r.choice([2, 3, 4])
    make: list[Callable[[list[Fraction]], Estimates]] = [TotalVariance, Determinant]
    best(r.choice(make)(shares(r, k)), r.choice([LDP("ln2"), LDP("ln10"), LDP("1/2")]))


def test_a_contrast_has_a_variance_where_it_alone_is_told() -> None:
    """Two answers that tell the first of three inputs from the others: as for two inputs. The others are not told apart."""
    rows = [["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]]
    mechanism = Mechanism(rows)
    low, high = Contrast([1, 0, 0], ["1/2", "1/4", "1/4"]).value_bounds(mechanism)
    assert low <= 1 <= high
    with pytest.raises(InputError):
        Contrast([1, 2, 3]).value_bounds(mechanism)


@pytest.mark.parametrize(
    ("objective", "demand", "gap"),
    [
        (LargestVariance(["8/29", "9/29", "5/29", "7/29"], of="shares"), LDP("1/1000", delta="1/10"), 1e-9),
        (LargestVariance(["1/4", "1/8", "1/2", "1/8"], of="shares"), Sensitive([0], 5, delta="1/1000"), 1e-11),
        (TotalVariance(["1/3"] * 3), LDP(1, delta="1e-13"), 1e-11),
        (
            worst(TotalVariance(["2/11", "5/11", "4/11"]), Contrast([0, 3, 4], ["1/4", "5/8", "1/8"])),
            LDP("1/1000", delta="1/100"),
            1e-11,
        ),
    ],
)
def test_the_worst_of_several_lists_keeps_those_that_do_not_count(
    objective: Estimates, demand: Notion, gap: float
) -> None:
    """With this much slack the best design for one share need not tell the others; the answer does. Of the second question all rows
    are within 4e-6 of the best, at prices of floats that are far from those of a basis."""
    _, (lower, upper) = best(objective, demand)
    assert upper - lower < upper * Fraction(gap)


def test_answers_that_tell_nothing_may_be_best() -> None:
    """No answer is γ = 3/2 times as probable, so that the constant row is a basis; e^ε is irrational."""
    found = design(Divergence("hockey_stick", 0, 1, gamma="3/2"), LDP("1/1000000"), 2)
    assert isinstance(found, Design) and found.verdict == "optimal" and found.upper == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_worst_determinant_is_that_of_cvxpy(seed: int) -> None:
    r = random.Random(seed)
    k = r.choice([2, 3, 3])
    objective = Determinant([shares(r, k), shares(r, k)], worst=True)
    demand = r.choice([LDP("ln3"), LDP("1", delta="1/10")])
    found, (lower, upper) = best(objective, demand)
    assert upper - lower < upper / 10**11
    least_log = float(found.problem.as_cvxpy().solve())
    assert math.exp(least_log) / k == pytest.approx(float(upper), rel=1e-5)


def test_a_factor_in_the_worst_of_variances_is_refused() -> None:
    """It would say nothing: the largest variance was found as if it stood alone. A larger contrast has the factor in it."""
    one, other = Contrast([1, 2, 4]), TotalVariance(["1/2", "1/4", "1/4"])
    with pytest.raises(InputError, match="without a factor; for 4 times a variance give the contrast"):
        design(worst(4 * one, other), LDP(1))
    found, value = best(worst(Contrast([2, 4, 8]), other), LDP(1))
    assert found.mechanism is not None
    assert float(value[0]) == pytest.approx(4 * float(one.value(found.mechanism)), rel=1e-9)
