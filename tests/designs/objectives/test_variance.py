"""The variance on a mechanism against the definitions of the papers, and its bad input."""

import math
import random
from fractions import Fraction as F

import pytest

from rropt.designs.objectives.one_share.value import binary_variance, information, worst_binary_variance
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from tests import brute_force


def random_binary(rng: random.Random) -> Mechanism:
    a, b = F(rng.randint(0, 20), 20), F(rng.randint(0, 20), 20)
    return Mechanism([[a, 1 - b], [1 - a, b]])


def test_equals_the_papers_formula_and_one_over_the_information() -> None:
    rng = random.Random(1)
    for _ in range(200):
        p, pi = random_binary(rng), F(rng.randint(1, 19), 20)
        (p00, _), (_, p11) = p.rows
        if p00 + p11 == 1:
            assert binary_variance(p, pi) == math.inf and information(p, pi) == 0
            continue
        found = binary_variance(p, pi)
        assert found == brute_force.binary_variance(p00, p11, pi) == Variance(pi).value(p)
        if found:
            assert information(p, pi) * found == 1


def test_is_the_variance_of_the_estimator_it_is_named_for() -> None:
    """n = 1: the unbiased estimator (z − (1−p00))/D of the answer z has mean π and this variance."""
    p, pi = Mechanism([["4/5", "1/10"], ["1/5", "9/10"]]), F(1, 3)
    yes = (1 - pi) * F(1, 5) + pi * F(9, 10)
    estimates = [(z - F(1, 5)) / F(7, 10) for z in (0, 1)]
    mean = (1 - yes) * estimates[0] + yes * estimates[1]
    assert mean == pi
    assert Variance(pi).value(p) == (1 - yes) * (estimates[0] - pi) ** 2 + yes * (estimates[1] - pi) ** 2


def test_the_other_input_is_the_mirrored_prevalence() -> None:
    p = Mechanism([["4/5", "1/10"], ["1/5", "9/10"]])
    assert Variance("1/4", positive=0).value(p) == Variance("3/4").value(p) != Variance("1/4").value(p)
    assert Variance("1/10..2/5", positive=0).of_second.upper == F(9, 10)


def test_post_processing_and_splitting_outputs_follow_the_information() -> None:
    rng = random.Random(2)
    for _ in range(50):
        p, pi = random_binary(rng), F(rng.randint(1, 9), 10)
        split = Mechanism([p.rows[0], *[[x / 3 for x in p.rows[1]]] * 3])
        assert information(split, pi) == information(p, pi)
        c = Mechanism([[F(3, 4), F(1, 5)], [F(1, 4), F(4, 5)]])
        assert information(c @ p, pi) <= information(p, pi)


def test_worst_case_is_the_largest_over_a_fine_grid_and_attained() -> None:
    rng = random.Random(3)
    for _ in range(100):
        p = random_binary(rng)
        (p00, _), (_, p11) = p.rows
        low, high = sorted((F(rng.randint(0, 30), 30), F(rng.randint(0, 30), 30)))
        if low == high or p00 + p11 == 1:
            continue
        worst = worst_binary_variance(p, low, high)
        grid = [low + (high - low) * n / 40 for n in range(41)]
        assert worst >= max(binary_variance(p, pi) for pi in grid)
        if p00 + p11 > 1:
            assert worst == brute_force.worst_variance(p00, p11, low, high)
        assert Variance((low, high)).value(p) == worst


def test_certain_outputs_give_infinite_information_and_constant_ones_none() -> None:
    assert information(Mechanism([[1, "1/2"], [0, "1/2"]]), F(0)) == math.inf
    assert Variance(0).value(Mechanism([[1, "1/2", 0][:2], [0, "1/4"], [0, "1/4"]])) == 0
    assert Variance("1/4").value(Mechanism([["1/3"] * 2, ["1/3"] * 2, ["1/3"] * 2])) == math.inf
    for prevalence in ("1/4", "1/10..2/5"):
        assert Variance(prevalence).value(Mechanism([[1, 1]])) == math.inf
        assert Variance(prevalence).value_bounds(Mechanism([[1, 1]])) == (math.inf, math.inf)


def test_over_e_to_the_half_the_value_is_exact() -> None:
    t = read_epsilon("1/2").t
    p = Mechanism([[t / (t + 1), 1 / (t + 1)], [1 / (t + 1), t / (t + 1)]])
    found = Variance("1/4").value(p)
    assert found == t / (t - 1) ** 2 + F(3, 16)
    low, high = enclose(found)
    assert float(low) == pytest.approx(math.exp(0.5) / math.expm1(0.5) ** 2 + 3 / 16) and high - low < F(1, 10**14)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Variance("1/4", positive=2), "positive = 2"),
        (lambda: Variance("3/2"), "3/2"),
        (lambda: Variance("1/4").value(Mechanism([["1/3"] * 3] * 3)), "two inputs, not 3"),
        (lambda: Variance("every").value(Mechanism([[1, 0], [0, 1]])), "function, not a number"),
        (lambda: Variance("1/4..1/2").value(Mechanism([["1/3"] * 2] * 3)), "two outputs"),
    ],
)
def test_bad_input_is_one_sentence(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        make()  # type: ignore[operator]
    assert "\n" not in str(caught.value)
