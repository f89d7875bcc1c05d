"""At most m answers: against brute force in floats, and what is told of it."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Design, Divergence, Information, InputError, PairwiseLDP, Problem, Vulnerability, design, verify
from rropt.checker import check
from rropt.problem import worst
from tests.over_rows import information

CHAIN = PairwiseLDP({(0, 1): "ln3", (1, 0): "ln3", (1, 2): "ln3", (2, 1): "ln3"})
Asked = list[tuple[int, int, float, float]]


def brute(k: int, asked: Asked, f: Callable[[Any], float], averages: Sequence[tuple[Any, float]] = ()) -> float:
    """The most that r and 1 - r have together where k of the half-spaces meet in one point of all; averages are gains and most."""
    sides = [(sign * np.eye(k)[j], max(sign, 0)) for j in range(k) for sign in (1, -1)]
    for j, n, ratio, delta in asked:
        normal = np.eye(k)[j] - ratio * np.eye(k)[n]
        sides += [(normal, delta), (-normal, ratio - 1 + delta)]
    for planes, most in averages:
        sides += [(a - b, most - sum(b)) for a, b in itertools.permutations(np.array(planes, dtype=float), 2)]
    normals, ends = np.array([a for a, _ in sides]), np.array([b for _, b in sides])
    best = 0.0
    for chosen in map(list, itertools.combinations(range(len(sides)), k)):
        if abs(np.linalg.det(normals[chosen])) > 1e-9:
            r = np.linalg.solve(normals[chosen], ends[chosen])
            if (normals @ r <= ends + 1e-9).all():
                best = max(best, f(np.clip(r, 0, 1)) + f(np.clip(1 - r, 0, 1)))
    return best


@pytest.mark.parametrize("seed", range(6))
def test_two_answers_are_the_best_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    k, weights = 3, [rng.randint(1, 5) for _ in range(3)]
    ratios = {
        pair: Fraction(rng.randint(11, 60), 10) for pair in itertools.permutations(range(k), 2) if rng.random() < 0.8
    }
    slack = Fraction(rng.randint(0, 3), 20)
    demand = PairwiseLDP({pair: f"log({x})" for pair, x in ratios.items()}) & LDP("ln8", delta=slack)
    asked = [(j, n, float(x), 0.0) for (j, n), x in ratios.items()]
    asked += [(j, n, 8.0, float(slack)) for j, n in itertools.permutations(range(k), 2)]
    prior = [Fraction(w, sum(weights)) for w in weights]
    found = design(Information(prior), demand, inputs=k, outputs=2)
    best = brute(k, asked, partial(information, [float(w) for w in prior]))
    assert float(found.lower) == pytest.approx(best, abs=1e-9) and found.upper - found.lower < Fraction(1, 10**15)
    assert len(found.mechanism.rows) == 2


@pytest.mark.slow_at("1")
@pytest.mark.parametrize("seed", range(6))
def test_two_answers_under_a_vulnerability_are_the_best_of_brute_force(seed: int) -> None:
    """Of one guess, or of gains; alone, beside an epsilon with a slack, or beside another one."""
    rng = random.Random(seed)
    k = 3 + seed % 2
    weights = [rng.randint(1, 5) for _ in range(k)]
    prior = [Fraction(w, sum(weights)) for w in weights]
    gain = (
        [[Fraction(rng.randint(-2, 4), 4) for _ in range(k)] for _ in range(3)]
        if seed % 3 == 0
        else np.eye(k, dtype=int).tolist()
    )
    planes = [[g * w for g, w in zip(row, prior, strict=True)] for row in gain]
    most = max(map(sum, planes)) + Fraction(rng.randint(1, 8), 40)
    demand: Any = Vulnerability(most, prior, gain)
    asked: Asked = []
    if seed % 2:
        demand = demand & LDP("ln4", delta="1/20")
        asked = [(j, n, 4.0, 0.05) for j, n in itertools.permutations(range(k), 2)]
    found = design(Information(prior), demand, inputs=k, outputs=2)
    best = brute(k, asked, partial(information, [float(w) for w in prior]), [(planes, float(most))])
    assert float(found.lower) == pytest.approx(best, abs=1e-9) and found.upper - found.lower < Fraction(1, 10**15)
    assert demand.holds(found.mechanism) and check(found.certificate).status == "accepted"
    assert Design.from_json(found.to_json()).to_json() == found.to_json()


def test_an_irrational_vulnerability_is_rounded_on_both_sides() -> None:
    found = design(Information(), Vulnerability("exp(-1/2)"), inputs=3, outputs=2)
    low = design(Information(), Vulnerability("0.60653065"), inputs=3, outputs=2)
    high = design(Information(), Vulnerability("0.60653066"), inputs=3, outputs=2)
    assert low.lower < found.lower < found.upper < high.upper and found.upper - found.lower < Fraction(1, 10**15)


def test_more_answers_under_a_vulnerability_lie_below_any_number_of_them() -> None:
    prior = [Fraction(w, 10) for w in (4, 3, 2, 1)]
    demand = Vulnerability("1/2", prior) & LDP("ln5")
    two, three, free = (design(Information(prior), demand, inputs=4, outputs=m) for m in (2, 3, "free"))
    assert two.lower <= three.lower <= three.upper <= free.upper and demand.holds(three.mechanism)
    assert three.mechanism.m <= 3 and "at most 3 outputs" in check(three.certificate).sentence


@pytest.mark.slow
def test_several_objectives_together_with_two_answers() -> None:
    """Their sum is the best vertex; the least of them is enclosed by the best vertex and a mean."""
    prior = [0.5, 0.3, 0.2]
    one, f = Information(["1/2", "3/10", "1/5"]), partial(information, prior)
    asked = [(j, n, 3.0, 0.0) for j, n in itertools.permutations(range(3), 2)]

    def tv(row: Any) -> float:
        return float(abs(row[0] - row[2]) / 2)

    found = design(one + 2 * Divergence("tv", 0, 2), LDP("ln3"), inputs=3, outputs=2)
    assert float(found.lower) == pytest.approx(brute(3, asked, lambda r: f(r) + 2 * tv(r)), abs=1e-9)
    least = design(worst(one, Divergence("tv", 0, 2)), LDP("ln3"), inputs=3, outputs=2)
    means = [brute(3, asked, lambda r, w=w: w * f(r) + (1 - w) * tv(r)) for w in np.linspace(0, 1, 101)]
    assert float(least.upper) <= min(means) + 1e-9 and least.lower <= least.upper
    assert Design.from_json(least.to_json()).to_json() == least.to_json()


@pytest.mark.some(objective=2)
@pytest.mark.first(k=2)
@pytest.mark.parametrize(("k", "m"), [(3, 2), (3, 3), (5, 3)])
@pytest.mark.parametrize(
    "objective", [Information(), Divergence("chi2"), Divergence("tv", 0, 1), Information() + Divergence("tv")]
)
@pytest.mark.slow_at("objective0-5-3", "objective3-5-3")
def test_a_free_epsilon_with_few_answers(objective: Any, k: int, m: int) -> None:
    found = design(objective, LDP("ln2..ln3"), inputs=k, outputs=m)
    assert Design.from_json(found.to_json()).to_json() == found.to_json()
    for place in ("ln2", "ln(9/4)", "ln(14/5)", "ln3"):
        one, at = design(objective, LDP(place), inputs=k, outputs=m), found.at(epsilon=place)
        assert one.lower <= at.upper and at.lower <= one.upper
        assert LDP(place).holds(at.mechanism) and at.mechanism.m <= m


def test_a_chain_of_pairs_has_other_vertices_than_the_patterns() -> None:
    found = design(Information(), CHAIN, inputs=3, outputs=2)
    assert {tuple(sorted(row)) for row in found.mechanism.rows} >= {(Fraction(1, 12), Fraction(3, 12), Fraction(9, 12))}
    assert round(float(found.lower), 3) == 0.184
    patterns = design(Information(), LDP("ln3"), inputs=3, outputs=2)
    assert round(float(patterns.lower), 3) == 0.117


@pytest.mark.slow
def test_three_answers_of_four_inputs_are_a_merged_vertex() -> None:
    """By ascents: the sum of f is convex, so at its tangent some mechanism is as good; from many starts, by HiGHS."""
    from scipy.optimize import linprog

    found = design(Information(), LDP("ln3"), inputs=4, outputs=3)
    rng, k, m, T = np.random.default_rng(1), 4, 3, 3.0
    A = [
        np.concatenate([np.zeros(i * k), np.eye(k)[j] - T * np.eye(k)[n], np.zeros((m - 1 - i) * k)])
        for i in range(m)
        for j, n in itertools.permutations(range(k), 2)
    ]
    best = 0.0
    for _ in range(40):
        P, last = rng.dirichlet(np.ones(m), k).T, -1.0
        for _ in range(30):
            q = np.maximum(P.mean(axis=1, keepdims=True), 1e-12)
            gain = np.log(np.maximum(P, 1e-12) / q) / k
            step = linprog(-gain.ravel(), A_ub=A, b_ub=np.zeros(len(A)), A_eq=np.tile(np.eye(k), m), b_eq=np.ones(k))
            P = step.x.reshape(m, k)
            now = information([0.25] * k, P).sum()
            if now <= last + 1e-12:
                break
            last = now
        best = max(best, last)
    assert float(found.lower) == pytest.approx(best, abs=1e-9) and float(found.upper) == pytest.approx(best, abs=1e-9)
    two = design(Information(), LDP("ln3"), inputs=4, outputs=2)
    assert two.upper < found.lower


@pytest.mark.parametrize(
    ("objective", "demand", "k", "m"),
    [
        (Divergence("tv", 0, 1), LDP("1", delta="1/10"), 3, 2),
        (Divergence("chi2"), LDP("1"), 5, 2),
        (Divergence("renyi", 0, 1, order=2), LDP("ln3"), 4, 2),
        (Information(), LDP("1"), 3, 3),
        (Information([["1/2", "1/4", "1/4"], ["1/4", "1/4", "1/2"]], worst=True), LDP("1"), 3, 2),
        (Information(), LDP("1"), 5, 3),
        (Divergence("tv"), LDP("ln2", delta="1/10"), 4, 3),
    ],
)
@pytest.mark.slow_at("objective6-demand6-4-3")
def test_a_file_reads_back_and_tells_of_how_many(objective: Any, demand: Any, k: int, m: int) -> None:
    found = design(objective, demand, inputs=k, outputs=m)
    free = design(objective, demand, inputs=k)
    assert found.lower <= free.upper and found.lower <= found.upper and len(found.mechanism.rows) <= m
    assert f"at most {m} outputs" in check(found.certificate).sentence
    text = found.to_json()
    assert Design.from_json(text).to_json() == text
    changed = json.loads(text)
    changed["problem"]["outputs"] = str(m + 1)
    with pytest.raises(InputError):
        Design.from_json(json.dumps(changed))


@pytest.mark.parametrize("m", [2, 3])
@pytest.mark.parametrize("slack", ["0", "1/10"])
def test_irrational_chances_are_answered_with_few_answers_too(slack: str, m: int) -> None:
    root = math.sqrt(2) / 4
    stated, demand = ["2^(1/2)/4", "2^(1/2)/4", "1-2^(1/2)/2"], LDP("ln3", delta=slack)
    p, q = np.array([root, root, 1 - 2 * root]), np.array([1 / 2, 1 / 4, 1 / 4])
    asked = [(j, n, 3.0, float(Fraction(slack))) for j, n in itertools.permutations(range(3), 2)]
    given = [str(Fraction(x)) for x in q]
    of_rows: list[tuple[Any, Callable[[Any], float]]] = [
        (Information(stated), partial(information, p)),
        (Divergence("tv", stated, given), lambda row: abs(float(p @ row - q @ row)) / 2),
        (Divergence("hellinger", stated, given), lambda row: (math.sqrt(p @ row) - math.sqrt(q @ row)) ** 2 / 2),
    ]
    for objective, f in of_rows:
        found = design(objective, demand, outputs=m)
        best = brute(3, asked, f)
        assert found.lower is not None and found.upper is not None
        assert float(found.lower) >= best - 1e-9 if m > 2 else float(found.lower) == pytest.approx(best, abs=1e-9)
        assert found.upper <= (design(objective, demand).upper or 0) + Fraction(1, 10**9)
        assert Design.from_json(found.to_json()).to_json() == found.to_json()


def test_labels_of_answers_are_kept() -> None:
    found = design(Information(), LDP("ln3"), inputs=["a", "b", "c"], outputs=["no", "yes"])
    assert found.mechanism.outputs == ("no", "yes") and '("no", "yes")' in found.sentence
    four = design(Information(), LDP("ln3"), inputs=2, outputs=["a", "b", "c", "d"])
    assert len(four.mechanism.rows) == 4


def most_in_one_bit(chances: Sequence[Fraction], ratio: float) -> float:
    """The largest information of two answers, by sums over all sets of inputs in floats: each set is told by its chance."""
    sums = np.zeros(1)
    for p in chances:
        sums = np.concatenate([sums, sums + float(p)])

    def entropy(x: Any) -> Any:
        return -x * np.log(x) - (1 - x) * np.log(1 - x)

    high, low = ratio / (1 + ratio), 1 / (1 + ratio)
    return float(np.max(entropy(sums * high + (1 - sums) * low)) - entropy(high))


@pytest.mark.slow_at("ln3-13")
@pytest.mark.first(epsilon=1)
@pytest.mark.first(k=1)
@pytest.mark.full_at("1-14", "ln3-14")
@pytest.mark.parametrize("k", [13, 14])
@pytest.mark.parametrize("epsilon", ["ln3", "1"])
def test_one_bit_of_so_many_different_inputs_is_certified(k: int, epsilon: str) -> None:
    weights = [n + 2 for n in range(k)]
    chances = [Fraction(w, sum(weights)) for w in weights]
    found = design(Information(chances), LDP(epsilon), outputs=2)
    assert found.lower is not None and found.upper is not None and not found.is_bounded
    assert found.upper - found.lower < Fraction(1, 10**20) and verify(found.to_json()).is_accepted
    assert float(found.upper) == pytest.approx(most_in_one_bit(chances, 3 if epsilon == "ln3" else math.e), rel=1e-12)


@pytest.mark.full
def test_more_than_the_checker_lists_is_bounded() -> None:
    weights = [n * n + 7 for n in range(16)]
    chances = [Fraction(w, sum(weights)) for w in weights]
    found = design(Information(chances), LDP("1"), inputs=16, outputs=2)
    assert found.value is None and found.lower < found.upper
    found = design(Information(chances) + Divergence("hellinger", 0, 1), LDP("1"), inputs=16, outputs=2)
    assert 0 <= float(found.upper - found.lower) < 1e-15
    with pytest.raises(InputError, match="at most 4096 are allowed"):
        design(Information([chances, chances[::-1]], worst=True), LDP("1"), outputs=2)


def test_one_bit_of_64_alike() -> None:
    one = design(Information(), LDP("1"), inputs=64, outputs=2)
    assert one.upper - one.lower < Fraction(1, 10**20)


def test_what_is_no_question_is_refused() -> None:
    for asked, words in ((1, "tells nothing"), (0, "tells nothing")):
        with pytest.raises(InputError, match=words):
            Problem(Information(), LDP("1"), inputs=3, outputs=asked)
    problem = Problem(Information(), LDP("1"), inputs=3, outputs=2)
    for pose in (problem.as_cvxpy, problem.solve_cvxpy, problem.as_sympy):
        with pytest.raises(InputError, match="convex program"):
            pose()
    with pytest.raises(InputError, match="both of its ends"):
        design(Information(), LDP("every"), inputs=3, outputs=2)
    with pytest.raises(InputError, match="rule out"):
        design(Divergence("kl", 0, 1), LDP("1", delta="1/10"), inputs=2, outputs=2)
    with pytest.raises(InputError, match="CLARABEL cannot design with at most"):
        design(Information(), LDP("1"), inputs=3, outputs=2, solver="CLARABEL")


@pytest.mark.slow
def test_a_free_epsilon_with_a_slack_in_two_answers() -> None:
    """The mechanism of a part has excesses that begin or end inside: the checker is asked on each side, and accepts the whole."""
    found = design(Information(["1/3", "2/3"]), LDP("ln2..ln50", delta="1/50"), outputs=2)
    assert len(found.pieces) == 16 and verify(json.dumps(found.to_dict())).is_accepted
    for asked in ("ln3", "ln20"):
        piece = next(p for p in found.pieces if p.covers(asked))
        fixed = design(found.problem.objective, LDP(asked, delta="1/50"), outputs=2)
        assert fixed.lower is not None and fixed.upper is not None
        assert piece.value.lower <= fixed.lower and fixed.upper <= piece.value.upper  # type: ignore[union-attr]
    with pytest.raises(InputError, match="only if delta = 0; drop delta, fix epsilon, or give outputs = 2"):
        design(Information(["1/3", "2/3"]), LDP("ln2..ln50", delta="1/50"), outputs=3)


def test_the_least_of_two_is_bounded_by_the_fairest_mean() -> None:
    """Against every weight of a grid: no mean has a smaller largest value over the 2^k sets than the one that is certified."""
    priors = [[Fraction(x, 10) for x in prior] for prior in ([7, 2, 1], [1, 3, 6])]
    found = design(worst(*map(Information, priors)), LDP("ln3"), outputs=2)

    def told(inside: tuple[int, ...], prior: list[Fraction]) -> float:
        return float(information(prior, np.array([np.where(inside, a, 1 - a) for a in (0.75, 0.25)])).sum())

    every = [[told(inside, prior) for prior in priors] for inside in itertools.product((0, 1), repeat=3)]
    least_bound = min(max(x * n / 1000 + y * (1 - n / 1000) for x, y in every) for n in range(1001))
    assert found.lower is not None and found.upper is not None
    assert max(map(min, every)) * (1 - 1e-9) <= float(found.lower)
    assert float(found.upper) <= least_bound * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_least_of_several_is_as_large_as_on_a_grid(seed: int) -> None:
    """No vertex is best: for the total variation distances of all three pairs the best r is a mean of two vertices."""
    rng = random.Random(seed)
    ratios = {pair: Fraction(rng.randint(15, 60), 10) for pair in itertools.permutations(range(3), 2)}
    delta = Fraction(rng.randint(0, 2), 20)
    demand = PairwiseLDP({pair: f"log({x})" for pair, x in ratios.items()}) & LDP("ln6", delta=delta)
    kind = rng.choice(["tv", "hellinger"])
    pairs = list(itertools.combinations(range(3), 2))
    found = design(worst(*(Divergence(kind, *pair) for pair in pairs)), demand, inputs=3, outputs=2)
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, 61)] * 3, indexing="ij"), -1).reshape(-1, 3)
    asked = [(j, n, float(x), 0.0) for (j, n), x in ratios.items()] + [
        (j, n, 6.0, float(delta)) for j, n in itertools.permutations(range(3), 2)
    ]
    for j, n, ratio, slack in asked:
        for flip in (0, 1):
            r = abs(flip - grid)
            grid = grid[r[:, j] <= ratio * r[:, n] + slack + 1e-12]
    both = [grid, 1 - grid]
    far = {
        "tv": lambda a, b: sum(abs(r[:, a] - r[:, b]) for r in both) / 2,
        "hellinger": lambda a, b: 1 - sum(np.sqrt(r[:, a] * r[:, b]) for r in both),
    }[kind]
    best = float(np.min([far(*pair) for pair in pairs], axis=0).max())
    assert found.lower is not None and found.upper is not None
    assert best * (1 - 1e-3) <= float(found.lower) <= float(found.upper)
    assert verify(found.to_json()).is_accepted


def test_three_distances_in_one_bit_are_a_quarter() -> None:
    """The longest of three is the sum of the others, and at most 1/2 = (3 - 1)/(3 + 1): the least is at most 1/4."""
    found = design(
        worst(*(Divergence("tv", *pair) for pair in ((0, 1), (1, 2), (0, 2)))), LDP("ln3"), inputs=3, outputs=2
    )
    assert found.lower == Fraction(1, 4) and sorted(found.mechanism.rows[0]) == [Fraction(n, 4) for n in (1, 2, 3)]


def test_a_sum_that_an_answer_makes_infinite_is_refused() -> None:
    of_all = [Divergence("kl", *pair) for pair in ((0, 1), (1, 2), (0, 2))]
    with pytest.raises(InputError, match="may rule out an input"):
        design(worst(*of_all), LDP("ln3", delta="1/10"), inputs=3, outputs=2)


def test_one_bit_has_no_more_than_ln_2_of_information() -> None:
    found = design(Information([Fraction(n, 45) for n in range(1, 10)]), LDP("ln3", delta="1/10"), outputs=2)
    assert found.upper is not None and math.log(2) <= float(found.upper) < math.log(2) + 1e-9


@pytest.mark.parametrize(("epsilon", "most", "value"), [("ln3", 2, 121 / 400), ("1/100", 3, 1 / 10), ("ln3", 3, None)])
def test_the_least_of_an_exact_and_an_enclosed_divergence_is_enclosed(
    epsilon: str, most: int, value: float | None
) -> None:
    """Le Cam's alone decides, which is exact; the checker encloses both, as it encloses Hellinger's."""
    aim = worst(Divergence("le_cam", 1, 0), 2 * Divergence("hellinger", 0, 1))
    found = design(aim, LDP(epsilon, delta="1/10"), inputs=2, outputs=most)
    assert found.verdict == "within" and found.gap < Fraction(1, 10**18) and not found.is_bounded
    if value is not None:
        assert float(found.lower) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("order", ["1/2", "2"])
@pytest.mark.parametrize(
    ("k", "demand", "most", "asked"),
    [
        (14, LDP(1), 16, []),
        (14, LDP(1), 3, []),
        (4, LDP(2), 5, ["P[0,0] >= 1/10"]),
        (3, LDP("ln3"), 3, ["P[0,0] >= 1/2"]),
    ],
)
def test_renyi_between_stated_bounds_is_that_of_the_mechanism(
    order: str, k: int, demand: Any, most: int, asked: list[str]
) -> None:
    """By its definition, in floats; the bounds are those that rropt states itself."""
    p, q = ([(a * j * j + b * j + 5) % n + 1 for j in range(k)] for a, b, n in ((7, 3, 41), (11, 5, 37)))
    of = [[Fraction(x, sum(one)) for x in one] for one in (p, q)]
    found = design(Divergence("renyi", *of, order=order), demand, outputs=most, subject_to=asked)
    alpha, rows = (
        float(Fraction(order)),
        np.array([[float(x) for x in row] for row in found.mechanism.rows if any(row)]),
    )
    first, second = (rows @ [float(x) for x in one] for one in of)
    value = math.log(np.sum(first**alpha * second ** (1 - alpha))) / (alpha - 1)
    assert found.is_bounded and found.lower is not None and found.upper is not None
    assert found.lower <= found.upper and float(found.lower) == pytest.approx(value, rel=1e-9)
    assert found.upper - found.lower < Fraction(1, 10**12)


@pytest.mark.full
def test_three_answers_at_a_huge_ratio_are_the_best_merged_truths() -> None:
    """At a ratio of 10^10 the best three answers of four equal truths nearly are those truths, two of them in one group."""
    merged = math.log(4) - math.log(2) / 2
    for epsilon in ("ln10000000000", "40", "100"):
        found = design(Information(), LDP(epsilon), inputs=4, outputs=3)
        assert float(found.lower) == pytest.approx(merged, abs=1e-7) and float(found.upper) == pytest.approx(
            merged, abs=1e-7
        )


def test_floats_of_the_least_of_several_say_why_there_is_no_value() -> None:
    least = Information([["1/3", "2/3"], ["3/4", "1/4"]], worst=True)
    numeric = design(least, LDP("1"), outputs=2).fast_legs[1]
    assert numeric.value is None and numeric.status == "not solved: a mixture of mechanisms may be better than each"
