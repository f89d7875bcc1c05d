"""Certified information and divergences against scipy's linear program over all patterns, and published facts."""

import itertools
import json
import math
import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import (
    LDP,
    Divergence,
    Information,
    InputError,
    Mechanism,
    Metric,
    Parity,
    Sensitive,
    design,
    from_spec,
    verify,
)
from rropt.certificate.judge import judge
from rropt.problem.contract import Objective
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.over_rows import information, largest_over, patterns

F = Fraction
GAP = F(1, 10**12)


def chances(k: int, rng: random.Random) -> list[Fraction]:
    numbers = [rng.randint(1, 30) for _ in range(k)]
    return [F(n, sum(numbers)) for n in numbers]


def divergence(kind: str, a: float, b: float) -> float:
    if kind == "kl":
        return a * math.log(a / b)
    if kind == "chi2":
        return (a - b) ** 2 / b
    return (math.sqrt(a) - math.sqrt(b)) ** 2 / 2 if kind == "hellinger" else abs(a - b) / 2


def by_scipy(k: int, t: float, f: object) -> float:
    rows = patterns(k, t)
    return largest_over(rows, [f(s) for s in rows])  # type: ignore[operator]


def require_optimum(objective: Objective, k: int, epsilon: str, expected: float) -> None:
    found = design(objective, LDP(epsilon), inputs=k)
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    assert found.upper - found.lower <= GAP * found.upper
    assert math.isclose(float(found.lower), expected, rel_tol=1e-7)
    assert LDP(epsilon).holds(found.mechanism) and found.mechanism.m <= k
    low, high = objective.value_bounds(found.mechanism)
    assert found.lower <= high and low <= found.upper


@pytest.mark.parametrize("k", [*range(3, 9), *(pytest.param(k, marks=pytest.mark.slow) for k in range(9, 13))])
@pytest.mark.parametrize("epsilon", ["1/10", "1/2", "ln3", "4"])
def test_information_is_that_of_all_patterns(k: int, epsilon: str) -> None:
    prior = chances(k, random.Random(k))
    rows = patterns(k, 3.0 if epsilon == "ln3" else math.exp(float(F(epsilon))))
    require_optimum(Information(prior), k, epsilon, largest_over(rows, information(prior, rows)))


@pytest.mark.parametrize("kind", ["kl", "chi2", "hellinger", "tv"])
@pytest.mark.first(k=3)
@pytest.mark.then(k=1)
@pytest.mark.parametrize("k", [3, 5, 8, 10, 12])
def test_divergences_are_those_of_all_patterns(kind: str, k: int) -> None:
    rng = random.Random(k)
    p, q = chances(k, rng), chances(k, rng)
    a, b = (np.array([float(x) for x in v]) for v in (p, q))
    expected = by_scipy(k, math.e, lambda s: divergence(kind, float(a @ s), float(b @ s)))
    require_optimum(Divergence(kind, p, q), k, "1", expected)
    of_pairs = by_scipy(
        k, math.e, lambda s: sum(divergence(kind, s[i], s[j]) for i, j in itertools.permutations(range(k), 2))
    )
    require_optimum(Divergence(kind), k, "1", of_pairs)


@pytest.mark.parametrize("k", [16, 40])
def test_many_inputs_of_equal_chances_are_subset_selection(k: int) -> None:
    """Wang et al. (2016): at equal chances some size of sets is best; its value in closed form, sizes tried one by one."""
    t = math.e

    def kept(d: int) -> float:
        mean = (d * t + k - d) / k
        return (d * t * math.log(t / mean) + (k - d) * math.log(1 / mean)) / (k * mean)

    require_optimum(Information(), k, "1", max(kept(d) for d in range(1, k)))


@pytest.mark.parametrize("epsilon", ["1/100", "1/2", "ln3", "3", "10"])
def test_the_binary_design_is_optimal_for_total_variation_at_every_epsilon(epsilon: str) -> None:
    """Kairouz, Oh and Viswanath (2016); the certificate rests on the theorem's rows, and without it on the program's."""
    found = design(Divergence("tv", 0, 2), LDP(epsilon), inputs=4)
    bare = design(Divergence("tv", 0, 2), LDP(epsilon), inputs=4, closed_forms=False)
    t = found.problem.ratio_and_delta[0]
    assert found.verdict is bare.verdict is Verdict.OPTIMAL
    assert found.value == bare.value == (t - 1) / (t + 1)
    assert found.mechanism is not None and found.mechanism.m == 2


@pytest.mark.parametrize("k", [3, 4, 6])
def test_randomized_response_is_optimal_for_information_at_large_epsilon_and_not_at_small(k: int) -> None:
    for objective in (Information(), Divergence("kl")):
        large, small = (design(objective, LDP(e), inputs=k) for e in ("6", "1/10"))
        here = objective.value_bounds(from_spec(f"krr:k={k},epsilon=6"))
        assert large.upper is not None and large.upper - here[0] <= GAP * large.upper
        there = objective.value_bounds(from_spec(f"krr:k={k},epsilon=1/10"))
        assert small.lower is not None and (there[1] < small.lower or k == 3)


def test_two_inputs_with_delta_are_served_by_the_dominating_design() -> None:
    demand = LDP("1", delta="1/10")
    dominating = from_spec("four_output:epsilon=1,delta=1/10")
    for objective in (
        Information(),
        Information(["1/3", "2/3"]),
        Divergence("hellinger", 0, 1),
        Divergence("tv", 0, 1),
    ):
        found = design(objective, demand, inputs=2)
        low, high = objective.value_bounds(dominating)
        assert found.lower is not None and found.upper is not None
        assert found.lower <= high and low <= found.upper and found.upper - found.lower <= GAP * found.upper
        assert judge_document(json.loads(found.to_json()))[0] == "accepted"


def test_random_mechanisms_never_beat_a_bound() -> None:
    rng = random.Random(3)
    best = design(Information(["1/2", "1/3", "1/6"]), LDP("ln3"), inputs=3).upper
    assert best is not None
    tried = 0
    while tried < 200:
        rows = [[F(rng.randint(2, 6)) for _ in range(3)] for _ in range(rng.randint(2, 5))]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        p = Mechanism([[x / s for x, s in zip(row, sums, strict=True)] for row in rows])
        if LDP("ln3").holds(p):
            tried += 1
            assert Information(["1/2", "1/3", "1/6"]).value_bounds(p)[1] <= best


def test_epsilon_zero_keeps_nothing() -> None:
    assert design(Divergence("tv", 0, 1), LDP(0), inputs=3).value == 0
    lists = [["1/2", "1/3", "1/6"], ["1/3", "1/3", "1/3"]]
    for aim in (
        *(Information(), Information(lists[0]), Information(lists), Information(lists, worst=True)),
        *(Divergence("kl"), Divergence("kl", 0, 1), Divergence("hellinger"), Divergence("chi2", 0, 2)),
    ):
        for demand in (LDP(0), Metric("line", 0)) if not getattr(aim, "is_worst", False) else (LDP(0),):
            found = design(aim, demand, inputs=3)
            assert found.value == 0 and found.verdict is Verdict.OPTIMAL, aim
    assert design(Information(), LDP(0), inputs=300).value == 0


@pytest.mark.parametrize("kind", ["kl", "chi2", "hellinger", "tv"])
@pytest.mark.parametrize("p", [["1/2", "1/2"], [1, 0], ["1/2", "1/3", "1/6"], ["1/2", "1/2", 0]], ids=str)
def test_the_divergence_of_a_distribution_from_itself_is_zero(kind: str, p: list[object]) -> None:
    for demand in (LDP("ln3"), LDP("ln3", delta="1/10"), LDP("1/2", delta="1/10"), LDP(1, delta=1), Sensitive([1], 1)):
        found = design(Divergence(kind, p, p), demand)
        assert found.value == 0 and found.verdict is Verdict.OPTIMAL


def test_a_certificate_of_zero_is_refused_where_the_two_are_not_one() -> None:
    """A zero is accepted only where both lists are one, or all entries of a row, not where enclosures do not tell them apart."""
    found = json.loads(design(Divergence("kl", ["1/2", "1/2"], ["1/2", "1/2"]), LDP("ln3", delta="1/10")).certificate)
    assert judge(json.dumps(found)).is_accepted
    tiny = F(1, 10**300)
    for other in (["1/3", "2/3"], [str(F(1, 2) + tiny), str(F(1, 2) - tiny)]):
        changed = {**found, "objective": {**found["objective"], "between": [["1/2", "1/2"], other]}}
        assert not judge(json.dumps(changed)).is_accepted
    silent = json.loads(design(Information(["1/2", "1/2"]), LDP(0)).certificate)
    assert judge(json.dumps(silent)).is_accepted
    for ratio in ("3", str(1 + tiny)):
        assert not judge(json.dumps({**silent, "notion": {"name": "ldp", "ratio": ratio}})).is_accepted


def test_labels_name_the_inputs_of_a_divergence() -> None:
    found = design(Divergence("kl", "yes", "no"), Parity(3), inputs=("no", "yes", "perhaps"))
    assert "between yes and no" in str(found.problem.objective)
    assert found.mechanism is not None and found.mechanism.inputs == ("no", "yes", "perhaps")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: design(Information(), LDP("1", delta="1/10"), inputs=300), "cannot be bounded"),
        (lambda: design(Divergence("kl", 0, 1), LDP("1", delta="1/10"), inputs=2), "is infinite"),
        (lambda: design(Divergence("chi2", 0, 1), LDP("1", delta="1/10"), inputs=2), "is infinite"),
        (lambda: design(Information(), LDP("every"), inputs=3), "give both of its ends"),
        (
            lambda: design(Information(chances(25, random.Random(0))), LDP("1"), inputs=25),
            "different patterns, more than 4096; give at most 24",
        ),
        (lambda: design(Information(["1/2", "1/2"]), LDP("1"), inputs=3), "inputs"),
        (lambda: design(Divergence("tv", "a", "b"), LDP("1"), inputs=3), "no input 'a'"),
        (lambda: design(Information(), LDP("1"), inputs=3, outputs=1), "tells nothing"),
        (lambda: Information(["1/2", "1/4"]), "sums to 3/4"),
        (lambda: Divergence("js", 0, 1), "must be chi2, hellinger, hockey_stick, .* not 'js'"),
        (lambda: Divergence("tv", 0), "both p and q"),
    ],
)
def test_what_is_not_answered_is_refused_in_a_sentence(ask: object, said: str) -> None:
    with pytest.raises(InputError, match=said) as refusal:
        ask()  # type: ignore[operator]
    assert "\n" not in str(refusal.value)


@pytest.mark.slow
def test_the_command_line_states_both() -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rropt", "design", "--epsilon", "1/2", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)

    first = run("--objective", "information", "--prior", "1/2,1/3,1/6", "--json")
    assert json.loads(first.stdout)["verdict"] == "within"
    second = run("--objective", "divergence", "--kind", "tv", "--between", "yes,no", "--inputs", "no,yes")
    assert second.returncode == 0 and "total variation distance between yes and no" in second.stdout
    wrong = run("--objective", "divergence", "--inputs", "3")
    assert wrong.returncode == 2 and "--kind" in wrong.stderr and not wrong.stdout


@pytest.mark.parametrize("kind", ["kl", "chi2", "hellinger", "tv"])
@pytest.mark.parametrize("demand", [LDP("ln3"), LDP(1)], ids=str)
def test_a_distribution_is_not_told_from_itself(kind: str, demand: LDP) -> None:
    found = design(Divergence(kind, ["2/5", "1/5", "2/5"], ["2/5", "1/5", "2/5"]), demand, inputs=3)
    assert found.lower == 0 and found.upper is not None and 0 <= found.upper < Fraction(1, 10**50)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"


def entropy(prior: list[str]) -> float:
    return -sum(float(F(p)) * math.log(float(F(p))) for p in prior)


@pytest.mark.parametrize("epsilon", ["100", "200", "ln(1e100)", "ln(1e150)", "ln(1e300)"])
@pytest.mark.parametrize("prior", [["1/2", "1/3", "1/6"], ["1/2", "1/2"], ["1/10"] * 10, ["9/10", "1/20", "1/20"]])
def test_at_a_large_epsilon_nearly_the_whole_entropy_is_kept(prior: list[str], epsilon: str) -> None:
    found = design(Information(prior), LDP(epsilon))
    assert found.upper - found.lower < F(1, 10**25) and float(found.upper) == pytest.approx(entropy(prior), rel=1e-14)
    assert verify(found.certificate).is_accepted and LDP(epsilon).holds(found.mechanism)
    assert found.fast_legs[1].value == pytest.approx(float(found.upper), rel=1e-8)


@pytest.mark.parametrize("epsilon", ["1e-6", "1e-8", "1e-9", "1e-20", "1e-44", "1e-50", "1e-55", "1e-100"])
@pytest.mark.parametrize("prior", [["1/2", "1/3", "1/6"], ["3/5", "3/10", "1/10"], ["1/7"] * 7, ["1/2", "1/2"]])
def test_at_a_small_epsilon_information_is_that_of_the_evenest_question(prior: list[str], epsilon: str) -> None:
    """To leading order (t − 1)²/2·S(1 − S) for the chance S of a set, by telling whether the truth is in it."""
    chances = [float(F(p)) for p in prior]
    sets = itertools.chain.from_iterable(itertools.combinations(chances, n) for n in range(1, len(chances)))
    best = max(sum(s) * (1 - sum(s)) for s in sets) / 2
    found, size = design(Information(prior), LDP(epsilon)), F(epsilon) ** 2
    assert found.lower <= found.upper and verify(found.certificate).is_accepted
    if F(epsilon) > F(1, 10**45):
        assert float(found.lower / size) == pytest.approx(best, rel=1e-5)
        assert float(found.upper / size) == pytest.approx(best, rel=1e-5)
    else:  # within what the checker tells from 0
        assert found.upper < F(1, 10**100)
    assert found.fast_legs[1].value == pytest.approx(best * float(size), rel=1e-5)


UNEVEN = (["1/2", "1/4", "1/4"], ["1/2", "1/3", "1/6"])
# two answers are best between these, fewer than the three inputs whose prices they are to give
DEGENERATE = (["1/2", "1/4", "1/4"], ["1/10", "1/5", "7/10"])


@pytest.mark.parametrize("kind", ["kl", "chi2", "hellinger", "tv", "power"])
@pytest.mark.parametrize("pair", [UNEVEN, DEGENERATE, (None, None)])
def test_divergences_at_a_small_epsilon_are_those_to_leading_order(kind: str, pair: Any) -> None:
    """kl and chi2 of 1 + ga and 1 + gb are (ga − gb)²/2 and (ga − gb)², hellinger an eighth of that, a power its order times the
    first, tv |ga − gb|/2, a row."""
    g, (p, q) = 1e-9, pair
    factor = {"kl": g * g / 2, "chi2": g * g, "hellinger": g * g / 8, "tv": g / 2, "power": g * g * 3 / 4}[kind]
    power = 1 if kind == "tv" else 2
    stated = {"order": "3/2"} if kind == "power" else {}
    found = design(Divergence(kind, p, q, **stated), LDP("1e-9"), inputs=3)
    patterns = list(itertools.product((0, 1), repeat=3))[1:-1]
    worth = [0.0 for _ in patterns]
    for n, s in enumerate(patterns):
        pairs = [(p, q)] if p else [(u, v) for u in np.eye(3) for v in np.eye(3) if (u != v).any()]
        for u, v in pairs:
            apart = sum(float(F(x) - F(y)) * z for x, y, z in zip(u, v, s, strict=True))
            worth[n] += factor * abs(apart) ** power
    rows = [[1.0] * len(patterns), *[[s[0] - s[j] for s in patterns] for j in (1, 2)]]
    best = linprog(-np.array(worth) / max(worth), A_eq=rows, b_eq=[1, 0, 0])
    assert float(found.upper) == pytest.approx(-best.fun * max(worth), rel=1e-6)
    assert float(found.lower) == pytest.approx(float(found.upper), rel=1e-12)


def test_the_least_of_several_informations_at_a_small_epsilon_and_by_another_solver() -> None:
    priors = [["1/2", "1/3", "1/6"], ["1/3", "1/3", "1/3"]]
    for epsilon in ("1e-9", "1"):
        plain = design(Information(priors, worst=True), LDP(epsilon))
        found = design(Information(priors, worst=True), LDP(epsilon), solver="CLARABEL")
        assert found.lower == plain.lower and plain.fast_legs[1].value == pytest.approx(float(plain.lower), rel=1e-8)
        assert found.fast_legs[1].value == pytest.approx(float(found.lower), rel=1e-5)
    two = design(Information([priors[0], priors[1]], worst=True), LDP("1e-9"))
    assert 0 < two.lower <= two.upper <= min(design(Information(p), LDP("1e-9")).upper for p in priors)
