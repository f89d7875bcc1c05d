import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, InputError, Mechanism, design
from rropt.objectives.variance import AsymptoticVariance, Variance
from tests.binary import brute

ENDS = [(1.0, 0.0), (0.0, 1.0)]


def most_information(sides: brute.Sides, pi: float) -> float:
    """The largest information by a linear program over the weights of rows, those at the ratios among them."""
    at = sorted({*np.geomspace(1e-3, 1e3, 200), *(float(t) if j == 0 else 1 / float(t) for j, t, _ in sides)})
    rows = np.array([*ENDS, *((s, 1.0) for s in at)])
    gains = (rows[:, 1] - rows[:, 0]) ** 2 / ((1 - pi) * rows[:, 0] + pi * rows[:, 1])
    used = [np.maximum(0, rows[:, j] - float(t) * rows[:, 1 - j]) for j, t, _ in sides]
    found = linprog(-gains, A_ub=used, b_ub=[float(d) for *_, d in sides], A_eq=rows.T, b_eq=[1, 1])
    return float(-found.fun)


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(40))
def test_no_weights_of_rows_have_more_information(seed: int) -> None:
    rng = random.Random(seed)
    demand, sides = brute.draw_demand(rng)
    pi = Fraction(rng.randint(1, 39), 40)
    found = design(Variance(pi, positive=rng.choice([0, 1])), demand, outputs="free")
    at = found.problem.objective.of_second.lower  # type: ignore[attr-defined]
    assert found.verdict == "optimal" and demand.holds(found.mechanism)
    assert float(found.value) == pytest.approx(1 / most_information(sides, float(at)), rel=1e-7)
    assert found.problem.objective.value_bounds(found.mechanism) == (found.value, found.value)
    assert found.value <= design(Variance(at), demand).value


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(20))
def test_the_worst_of_a_range_is_the_worst_of_the_best_mechanism(seed: int) -> None:
    rng = random.Random(seed)
    demand, _ = brute.draw_demand(rng)
    low, high = sorted(Fraction(n, 20) for n in rng.sample(range(21), 2))
    found = design(Variance((low, high)), demand, outputs="free")
    shares = [low + (high - low) * Fraction(n, 200) for n in range(201)]
    worst = max(AsymptoticVariance(pi).value_bounds(found.mechanism)[0] for pi in shares)
    assert worst <= found.upper and float(found.lower) <= float(worst) * (1 + 1e-3)
    assert found.upper - found.lower <= Fraction(1, 10**11) * found.upper


def test_at_one_ratio_the_worst_share_is_the_nearest_to_a_half() -> None:
    for share, worst in (("1/20..7/10", "1/2"), ("1/20..2/5", "2/5"), ("7/10..1", "7/10")):
        found = design(Variance(share), LDP("1/2", delta="1/10"), outputs="free")
        assert (
            found.verdict == "optimal"
            and found.value == design(Variance(worst), LDP("1/2", delta="1/10"), outputs="free").value
        )


def test_where_one_input_is_absent_two_answers_suffice() -> None:
    found = design(Variance("1"), LDP("1/2", delta="1/10"), outputs="free")
    assert found.value == 0 and isinstance(found.mechanism, Mechanism) and found.mechanism.m == 2
    assert design(Variance("1"), LDP("ln3"), outputs="free").value == Fraction(3, 4)
    assert design(Variance("1/4"), LDP("0"), outputs="free").verdict == "unattained"


@pytest.mark.parametrize("options", [{"outputs": 3}, {"outputs": "free", "subject_to": ["P[0,0] <= 3/5"]}])
def test_other_numbers_of_answers_and_conditions_on_any_number_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InputError):
        design(Variance("1/4"), LDP("ln3", delta="1/10"), **options)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="warner"):
        design(Variance("1/4", warner=True), LDP("ln3"), outputs="free")
