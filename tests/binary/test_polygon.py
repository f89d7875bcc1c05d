import random
from fractions import Fraction

import pytest
from scipy.optimize import minimize

from rropt import LDP, Design, InputError, Variance, Vulnerability, design
from rropt.engine.found import Found, Minimisers
from rropt.exact import read_number
from rropt.exact.sign import enclose
from tests.binary import brute
from tests.engine.battery import seed_of_commits

HALF = Fraction(1, 2)


def minimisers(found: Design) -> list[tuple[Fraction, Fraction]]:
    assert isinstance(found.found, Found) and isinstance(found.found.prices, Minimisers)
    return [(rows[0][0], rows[1][1]) for rows, _ in found.found.prices.faces]


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(60))
def test_all_minimisers_are_the_best_vertices_of_the_entries(seed: int) -> None:
    check_minimisers(random.Random(seed), is_extreme=seed % 4 == 3)


@pytest.mark.parametrize("n", range(6))
def test_all_minimisers_of_questions_of_this_commit(n: int) -> None:
    check_minimisers(random.Random(1000 * seed_of_commits() + n), is_extreme=n % 2 == 1)


def check_minimisers(rng: random.Random, *, is_extreme: bool) -> None:
    demand, sides = brute.draw_demand(rng, is_extreme=is_extreme)
    pi = brute.draw_share(rng)
    found = design(Variance(pi), demand)
    corners = brute.vertices(brute.lines(sides))
    least = min(brute.variance(p, pi) for p in corners)
    assert found.value == least
    assert sorted(minimisers(found)) == sorted(p for p in corners if brute.variance(p, pi) == least)
    assert all(brute.variance(p, pi) >= least for p in brute.grid(brute.lines(sides), 24))


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(40))
def test_under_conditions_no_point_of_a_grid_is_better(seed: int) -> None:
    rng = random.Random(seed)
    demand, sides = brute.draw_demand(rng)
    pi, a, b, c = brute.draw_share(rng), rng.randint(-4, 4), rng.randint(-4, 4), rng.randint(-4, 8)
    condition = f"{a}*P[0,0] {b:+}*P[1,1] <= {c}/2"
    asked = [*brute.lines(sides), (Fraction(a), Fraction(b), Fraction(c, 2))]
    found = design(Variance(pi), demand, subject_to=[condition])
    allowed = brute.grid(asked, 24)
    if found.verdict == "infeasible":
        assert not allowed and not brute.vertices(asked)
        return
    (best,) = minimisers(found)[:1]
    assert brute.meets(best, asked)
    assert brute.variance(best, pi) == found.value <= min((brute.variance(p, pi) for p in allowed), default=found.value)


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(25))
def test_the_worst_of_a_range_agrees_with_scipy(seed: int) -> None:
    rng = random.Random(seed)
    demand, sides = brute.draw_demand(rng)
    low, high = sorted(Fraction(n, 20) for n in rng.sample(range(21), 2))
    found = design(Variance((low, high)), demand)
    asked = brute.lines(sides)

    def worst(p: list[float]) -> float:
        d = p[0] + p[1] - 1
        if d < 1e-6:
            return 1e12
        pi = min(max((p[0] - 0.5) / d, float(low)), float(high))
        q = 1 - p[0] + pi * d
        return q * (1 - q) / d**2

    rows = [
        {"type": "ineq", "fun": lambda p, line=line: float(line[2] - line[0] * p[0] - line[1] * p[1])} for line in asked
    ]
    starts = [tuple(map(float, p)) for p in brute.grid(asked, 12)] + [
        tuple(map(float, p)) for p in brute.vertices(asked)
    ]
    reached = [
        minimize(worst, start, constraints=rows, method="SLSQP") for start in rng.sample(starts, min(12, len(starts)))
    ]
    allowed = [
        x.fun for x in reached if all(float(a) * x.x[0] + float(b) * x.x[1] <= float(c) + 1e-9 for a, b, c in asked)
    ]
    assert min(allowed) >= float(found.value) * (1 - 1e-6)
    assert min(worst(list(map(float, p))) for p in minimisers(found)) == pytest.approx(float(found.value))


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/10"), ("1/1000", "1/2"), ("3", "0"), ("20", "1/1000000")])
def test_an_irrational_ratio_lies_between_rational_ones(epsilon: str, delta: str, positive: int) -> None:
    low, high = enclose(read_number(f"exp({epsilon})"), width=Fraction(1, 10**12))
    below, between, above = (
        design(Variance("3/10", positive=positive), LDP(x, delta=delta)).value
        for x in (f"ln({low})", epsilon, f"ln({high})")
    )
    assert above <= between <= below
    assert float(below - above) < 1e-8 * float(below)


def test_vertices_that_tie_are_all_listed() -> None:
    # π = g = δ(T + δ)/(T − 1 + 2δ)² at T = 2, δ = 1/10, and π = 1/2 where both one-sided mechanisms are best
    assert len(minimisers(design(Variance("7/48"), LDP("ln2", delta="1/10")))) == 2
    assert len(minimisers(design(Variance(HALF), LDP("0", delta="1/5")))) == 2
    assert design(Variance("7/48"), LDP("ln2", delta="1/10")).is_only is False
    assert design(Variance("1/2"), LDP("ln2", delta="1/10")).is_only is True


@pytest.mark.parametrize(("pi", "limit"), [("0", ((1, 1), (0, 0))), ("1", ((0, 0), (1, 1)))])
def test_a_half_line_of_mechanisms_of_variance_0_is_told(pi: str, limit: object) -> None:
    found = design(Variance(pi), LDP("1", delta="1/10")).found
    assert isinstance(found, Found) and isinstance(found.prices, Minimisers)
    ((best, towards),) = found.prices.faces
    assert towards == limit and found.lower == 0
    for share in (Fraction(1, 3), Fraction(9, 10)):
        (p00, _), (_, p11) = [
            [(1 - share) * a + share * b for a, b in zip(x, y, strict=True)] for x, y in zip(best, towards, strict=True)
        ]
        assert p00 + p11 > 1 and brute.variance((p00, p11), Fraction(pi)) == 0
    assert len(minimisers(design(Variance(pi, warner=True), LDP("1", delta="1/10")))) == 1


def test_conditions_may_leave_one_point_or_none() -> None:
    one = design(Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] == 7/10", "P[1,1] == 3/5"])
    assert one.verdict == "optimal" and minimisers(one) == [(Fraction(7, 10), Fraction(3, 5))]
    for conditions, said in (
        (["P[0,0] <= 1/2", "P[1,1] <= 1/2"], "optimal"),
        (["P[0,0] >= 4/5", "P[0,1] <= 1/5"], "infeasible"),
    ):
        none = design(Variance("1/4"), LDP("ln3"), subject_to=conditions)
        assert none.verdict == "infeasible" and f'"claim":"{said}"' in none.certificate
    own = design(Variance("1/4", warner=True), LDP("1"), subject_to=["P[0,0] <= 3/5", "P[1,1] >= 7/10"])
    assert own.verdict == "infeasible" and own.value is None


def test_what_tells_nothing_is_unattained_and_what_tells_all_is_the_truth() -> None:
    assert design(Variance("1/4"), LDP("0")).verdict == "unattained"
    assert design(Variance("1/4"), LDP("0") & LDP("1", delta="1/2")).verdict == "unattained"
    truth = design(Variance("1/4"), LDP("0", delta=1))
    assert minimisers(truth) == [(1, 1)] and truth.value == Fraction(3, 16)


def test_a_vulnerability_is_refused() -> None:
    with pytest.raises(InputError, match="7/10"):
        design(Variance("1/4"), Vulnerability("7/10"), 2)
