"""Sums over rows and estimates: certificates are accepted, and values agree with formulas and with each other."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import arb

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Divergence,
    Information,
    InputError,
    LargestVariance,
    Mechanism,
    PairwiseLDP,
    TotalVariance,
    design,
    from_spec,
)
from rropt.checker import check
from rropt.engine.asks import Asked
from rropt.engine.equal import equal_shares, symmetric_sum
from rropt.engine.estimates import find
from rropt.engine.found import Found
from rropt.exact.sign import enclose
from rropt.objectives.base import Objective
from rropt.objectives.phi import FIXED, phi_of
from tests.engine.rows import KINDS, Random


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_answers_are_proved_or_refused_in_one_sentence(kind: str, seed: int) -> None:
    try:
        found = design(**KINDS[kind](Random(f"{kind} {seed}")))
    except InputError as error:
        assert str(error) and "\n" not in str(error)
        return
    assert found.sentence


def test_a_ratio_next_to_1_beside_a_slack_is_answered() -> None:
    """One row of the optimum has a weight of 1e-12, so that floats drop it, and what they keep meets no demand."""
    demand = PairwiseLDP({(3, 1): "log(1000000000001/1000000000000)", (1, 3): "ln10"}, deltas={(1, 3): "1e-6"})
    kind = Divergence("jensen_shannon", ["1/4"] * 4, ["1/10", "2/5", "1/10", "2/5"])
    assert near(design(kind, demand).value) == pytest.approx(0.0506718369856, rel=1e-9)


def near(x: object) -> float:
    return float(x)  # type: ignore[arg-type]


@pytest.mark.parametrize(("k", "epsilon"), [(2, "ln3"), (3, "1"), (5, "ln2"), (6, "3")])
@pytest.mark.parametrize("objective", [TotalVariance, Determinant, LargestVariance])
def test_interior_point_meets_the_theorem_of_equal_shares(k: int, epsilon: str, objective: type) -> None:
    asked = Asked.of(LDP(epsilon), k)
    own = objective()
    exact, found = equal_shares(own.name, asked), find(asked, own.criterion(k))
    assert exact is not None
    low, high = enclose(exact.lower, width=Fraction(1, 10**30))
    assert found.lower <= high and low <= found.upper
    assert near(found.upper - found.lower) <= 1e-10 * near(found.upper)


@pytest.mark.parametrize("objective", [TotalVariance, Determinant, LargestVariance])
def test_values_of_a_mechanism_are_those_of_its_covariance(objective: type) -> None:
    shares = ["1/2", "1/3", "1/6"]
    mechanism = from_spec("krr:k=3,epsilon=ln5")
    P = np.array([[near(x) for x in row] for row in mechanism.rows])
    pi = np.array([1 / 2, 1 / 3, 1 / 6])
    C = np.linalg.inv(P.T @ (P / (P @ pi)[:, None])) - np.outer(pi, pi)
    expected = {
        "total variance": np.trace(C),
        "determinant": np.linalg.det(C[:2, :2]),
        "largest variance": np.linalg.eigvalsh(C)[-1],
    }
    low, high = objective(shares).value_bounds(mechanism)
    assert low <= high
    assert near(low) == pytest.approx(expected[objective.name], rel=1e-10)
    assert near(high) == pytest.approx(expected[objective.name], rel=1e-10)


@pytest.mark.parametrize(
    "objective",
    [
        Information(["1/2", "1/3", "1/6"]),
        Divergence("kl", 0, 1),
        Divergence("tv", ["1/2", "1/2", "0"], 2),
        Divergence("le_cam"),
        Contrast([1, 2, 3], ["1/2", "1/3", "1/6"]),
        TotalVariance(["1/2", "1/3", "1/6"]) + 2 * Contrast([0, 0, 1], ["1/2", "1/3", "1/6"]),
    ],
)
def test_the_mechanism_has_the_value_and_no_other_one_is_better(objective: Objective) -> None:
    found = design(objective, LDP("ln3"), inputs=3)
    low, high = objective.value_bounds(Mechanism(found.found.mechanism))  # type: ignore[union-attr,arg-type]
    assert found.found.lower <= high and low <= found.found.upper  # type: ignore[union-attr]
    better = 1 if objective.sense == "max" else -1
    r = random.Random(3)
    patterns = [row for row in product((1.0, 3.0), repeat=3) if 1.0 in row]
    for _ in range(30):
        weights = [Fraction(r.randint(0, 20), 100) for _ in patterns]
        rows = [[w * int(x) for x in row] for w, row in zip(weights, patterns, strict=True) if w]
        top = max(sum(column) for column in zip(*rows, strict=True))
        rows = [[x / top for x in row] for row in rows]
        rest = [1 - sum(column) for column in zip(*rows, strict=True)]
        if max(rest) > 3 * min(rest):
            continue
        try:
            _, other = objective.value_bounds(Mechanism([*rows, rest] if any(rest) else rows))
        except InputError:
            continue
        assert better * other <= better * (found.found.upper if better > 0 else found.found.lower) + Fraction(1, 10**9)  # type: ignore[union-attr]


def test_total_variation_of_two_inputs_is_that_of_randomized_response() -> None:
    found = design(Divergence("tv", 0, 1), LDP("1"), inputs=2)
    assert found.verdict == "optimal"
    assert near(found.found.lower) == pytest.approx((np.e - 1) / (np.e + 1))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("prior", "demand"),
    [
        ([Fraction(j + 1, 78) for j in range(12)], LDP("1")),
        # rows with one large entry, beside which floats must not lose the small ones
        (["1e-9", "1e-9", "999999997/1000000000", "1e-9"], LDP(20, delta="1/10")),
    ],
)
def test_information_is_as_near_as_of_two_even_inputs(prior: list[object], demand: LDP) -> None:
    found = design(Information(prior), demand).found
    assert near(found.upper - found.lower) <= 1e-20 * near(found.upper)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("objective", "demand", "k"),
    [
        (Divergence("kl", 0, 1), LDP("1", delta="1/10"), 3),
        (TotalVariance([Fraction(1, 13)] * 12 + [Fraction(1, 13)]) + Contrast(list(range(13))), LDP(1), 13),
    ],
)
def test_what_is_beyond_is_refused_in_one_sentence(objective: Objective, demand: LDP, k: int) -> None:
    with pytest.raises(InputError) as refused:
        design(objective, demand, inputs=k)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("seed", range(6))
def test_two_answers_are_the_best_of_all_vertices(seed: int) -> None:
    """A cube of k chances of the first answer has 2^k corners; no random mechanism of two answers is better than the best one."""
    r = random.Random(seed)
    k = r.choice([2, 3, 4])
    objective = r.choice([Information(random_prior(r, k)), Divergence("kl", 0, 1), Divergence("tv", 0, k - 1)])
    found = design(objective, LDP("ln3"), k, outputs=2)
    assert isinstance(found, Design) and found.upper and found.mechanism is not None and found.mechanism.m == 2
    for _ in range(30):
        row = [Fraction(r.randint(100, 300), 400) for _ in range(k)]
        assert objective.value_bounds(Mechanism([row, [1 - p for p in row]]))[0] <= found.upper


def random_prior(r: random.Random, k: int) -> list[Fraction]:
    parts = [r.randint(1, 9) for _ in range(k)]
    return [Fraction(n, sum(parts)) for n in parts]


def test_two_answers_need_one_epsilon_which_may_be_tiny() -> None:
    # the values of some sets differ by less than floats tell apart
    assert design(
        Divergence("chi2", ["0.999999998", "1e-9", "1e-9"], ["1e-9", "0.999999998", "1e-9"]), LDP("1e-6"), 3, outputs=2
    )
    with pytest.raises(InputError):
        design(Divergence("kl", 0, 1), LDP("ln3", delta="1/10"), 3, outputs=2)


def test_many_inputs_that_are_treated_alike() -> None:
    """Twelve inputs by all patterns; from thirteen on by the best size of sets, which is the best of twelve too."""
    for objective in (Information(), Divergence("hellinger")):
        asked = Asked.of(LDP("ln3"), 12)
        found, by_sets = objective.solve(asked, None, ()), symmetric_sum(asked, objective.summands(12)[0])
        assert isinstance(found, Found) and by_sets is not None
        assert found.lower <= by_sets.upper and by_sets.lower <= found.upper
        many = design(objective, LDP("ln3"), 40)
        assert isinstance(many, Design) and many.verdict == "within"


@pytest.mark.parametrize(
    ("kind", "number"), [*((kind, None) for kind in FIXED), ("hockey_stick", Fraction(2)), ("power", Fraction(5, 3))]
)
def test_a_divergence_of_equal_balls_is_a_ball_around_0(kind: str, number: Fraction | None) -> None:
    """Entries over Q(e) are balls; python-flint's x**2 of a ball that contains 0 is not a number."""
    found = phi_of(kind, number).at(arb(0.1, 1e-30), arb(0.1, 1e-30))
    assert abs(arb(found)) < 1e-10


def test_a_divergence_that_is_infinite_has_no_value() -> None:
    """Where an answer is impossible for the input in the denominator alone; the other way round it has one."""
    p = Mechanism([["1", "1/2"], ["0", "1/2"]])
    for kind in ("chi2", "kl"):
        with pytest.raises(InputError, match="infinite"):
            Divergence(kind, 1, 0).value(p)
    assert Divergence("chi2", 0, 1).value(p) == 1


@pytest.mark.parametrize(
    ("objective", "classes"),
    [
        (Information(), [0] * 5),
        (Information(["1/8", "1/4", "1/8", "1/4", "1/4"]), [0, 1, 0, 1, 1]),
        (Information([["1/4", "1/4", "1/4", "1/8", "1/8"], ["1/5"] * 5], worst=True), [0, 0, 0, 1, 1]),
        (Divergence("le_cam", 0, 3), [0, 1, 1, 2, 1]),
        (Divergence("hellinger") + Information(["1/3", "1/3", "1/9", "1/9", "1/9"]), [0, 0, 1, 1, 1]),
        (Information(["1/15", "2/15", "3/15", "4/15", "5/15"]), None),
    ],
)
def test_inputs_that_nothing_tells_apart_are_a_class(objective: Objective, classes: list[int] | None) -> None:
    """The bounds are those of the certificate without classes, with a price for each input, which the checker accepts as well."""
    found = design(objective, LDP("ln3"), inputs=5)
    told = json.loads(found.certificate)
    assert told.get("classes") == (classes and list(map(str, classes)))
    if classes is not None:
        prices = [told["prices"]["column"][c] for c in classes]
        whole = {key: x for key, x in told.items() if key != "classes"} | {
            "prices": {**told["prices"], "column": prices}
        }
        assert check(json.dumps(whole)).sentence == found.sentence
    assert not json.loads(design(objective, LDP("ln3", delta="1/10"), inputs=5).certificate).get("classes")
