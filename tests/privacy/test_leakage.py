"""Leakage, worst priors and Shannon's capacity against closed forms, linear programs, grids of priors and other solvers."""

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import cvxpy as cp
import mpmath
import numpy as np
import pytest

from rropt import InputError, Mechanism, from_spec, measure
from rropt.privacy import leakage, shannon_capacity, worst_prior


def random_mechanism(rng: random.Random, m: int, k: int) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randint(0, 6) for _ in range(m)]
        weights[rng.randrange(m)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


def random_gain(rng: random.Random, actions: int, k: int) -> list[list[Fraction]]:
    return [[Fraction(rng.randint(0, 8), 4) for _ in range(k)] for _ in range(actions)]


def priors_of(k: int, parts: int) -> list[list[Fraction]]:
    grid = (x for x in itertools.product(range(parts + 1), repeat=k) if sum(x) == parts)
    return [[Fraction(n, parts) for n in x] for x in grid]


def test_a_guesser_with_gains_is_the_best_action_for_each_answer() -> None:
    """By all strategies, which choose an action for each answer."""
    rng = random.Random(1)
    for _ in range(20):
        p, gain = random_mechanism(rng, 3, 3), random_gain(rng, 3, 3)
        prior = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
        found = leakage(p, prior=prior, gain=gain)
        strategies = itertools.product(range(3), repeat=3)
        after = max(
            sum(Fraction(p[i, j]) * prior[j] * gain[w[i]][j] for i in range(3) for j in range(3)) for w in strategies
        )
        before = max(sum(g * w for g, w in zip(row, prior, strict=True)) for row in gain)
        assert (found.before, found.after, found.additive) == (before, after, after - before)
        assert found.multiplicative == (after / before if before else None)


@pytest.mark.parametrize("of", ["additive", "multiplicative"])
@pytest.mark.parametrize("own", [False, True])
def test_no_prior_of_a_grid_leaks_more_than_the_worst(of: str, own: bool) -> None:
    rng = random.Random(f"{of} {own}")
    grid = priors_of(3, 24)
    for _ in range(6):
        p, gain = random_mechanism(rng, 3, 3), random_gain(rng, 3, 3) if own else None
        if gain is not None:
            gain = [[g + Fraction(1, 4) for g in row] for row in gain]
        worst = getattr(worst_prior(p, of, gain=gain), of)
        assert max(getattr(leakage(p, prior=x, gain=gain), of) for x in grid) <= worst
        near = worst_prior(p, of, gain=gain).prior
        assert getattr(leakage(p, prior=near, gain=gain), of) == worst


def test_one_guess_as_gains_of_ones_own_has_the_same_worst_prior() -> None:
    rng = random.Random(3)
    for k in (2, 3, 4):
        p = random_mechanism(rng, 4, k)
        one = [[int(i == j) for j in range(k)] for i in range(k)]
        for of in ("additive", "multiplicative"):
            assert getattr(worst_prior(p, of, gain=one), of) == getattr(worst_prior(p, of), of)
        assert worst_prior(p, "multiplicative").multiplicative == measure(p).bayes_capacity


@pytest.mark.parametrize("k", [2, 3, 6])
def test_the_capacity_of_k_ary_response_is_its_closed_form(k: int) -> None:
    found = shannon_capacity(from_spec(f"krr:k={k},gamma=5"))
    p, q = 5 / (k + 4), 1 / (k + 4)
    exact = math.log(k) + p * math.log(p) + (k - 1) * q * math.log(q)
    assert found.lower - 1e-15 <= exact <= found.upper + 1e-15 and found.upper - found.lower < 1e-12


def test_the_capacity_of_a_channel_that_erases() -> None:
    erasing = Mechanism([["2/3", 0], [0, "2/3"], ["1/3", "1/3"]])
    found = shannon_capacity(erasing)
    assert (
        found.lower <= Fraction(2, 3) * Fraction(math.log(2)) + Fraction(1, 10**15)
        and abs(float(found.upper) - 2 / 3 * math.log(2)) < 1e-12
    )


@pytest.mark.slow_at("0", "1", "2", "3", "4")
@pytest.mark.parametrize("seed", range(5))
def test_the_capacity_of_two_hundred_channels_of_two_inputs_by_bisection_at_sixty_digits(seed: int) -> None:
    """Both inputs are as far from the mean where the capacity is, and the difference falls with the share of the first."""
    rng = random.Random(f"bisection {seed}")
    for _ in range(40):
        p = random_mechanism(rng, rng.randint(2, 5), 2)
        with mpmath.workdps(60):
            first, second = ([mpmath.mpf(x.numerator) / x.denominator for x in column] for column in p.columns)

            def apart(w: mpmath.mpf, own: list[mpmath.mpf], a: Any = first, b: Any = second) -> mpmath.mpf:
                cells = zip(own, a, b, strict=True)
                return mpmath.fsum(x * mpmath.log(x / (w * y + (1 - w) * z)) for x, y, z in cells if x)

            low, high = mpmath.mpf(0), mpmath.mpf(1)
            for _ in range(190):
                w = (low + high) / 2
                low, high = (w, high) if apart(w, first) > apart(w, second) else (low, w)
            expected = w * apart(w, first) + (1 - w) * apart(w, second)
            found = shannon_capacity(p)
            least, most = (mpmath.mpf(x.numerator) / x.denominator for x in (found.lower, found.upper))
            assert least <= expected + mpmath.mpf(10) ** -50 and expected <= most + mpmath.mpf(10) ** -50
            assert most - least < 1e-9


@pytest.mark.slow
def test_the_capacity_of_a_hundred_square_channels_by_linear_equations_at_sixty_digits() -> None:
    """Where every input is used, Σ_i p_ij (log q_i + C) = Σ_i p_ij log p_ij for every j, and Σ q = 1. (Muroga, 1953.)"""
    rng, tried = random.Random(1953), 0
    while tried < 100:
        k = rng.randint(3, 5)
        columns = [[Fraction(rng.randint(1, 4) + 12 * (i == j)) for i in range(k)] for j in range(k)]
        p = Mechanism(list(zip(*([x / sum(c) for x in c] for c in columns), strict=True)))
        with mpmath.workdps(60):
            chances = mpmath.matrix([[mpmath.mpf(x.numerator) / x.denominator for x in c] for c in p.columns])
            own = mpmath.matrix([mpmath.fsum(x * mpmath.log(x) for x in chances[j, :]) for j in range(k)])
            u = mpmath.lu_solve(chances, own)
            expected = mpmath.log(mpmath.fsum(mpmath.exp(x) for x in u))
            used = mpmath.lu_solve(chances.T, mpmath.matrix([mpmath.exp(x - expected) for x in u]))
            if min(used) < 0:
                continue
            tried += 1
            found = shannon_capacity(p)
            least, most = (mpmath.mpf(x.numerator) / x.denominator for x in (found.lower, found.upper))
            assert least <= expected + mpmath.mpf(10) ** -50 and expected <= most + mpmath.mpf(10) ** -50
            assert most - least < 1e-9


def test_what_tells_nothing_has_no_capacity() -> None:
    found = shannon_capacity(Mechanism([["1/3", "1/3"], ["2/3", "2/3"]]))
    assert found.lower == 0 and found.upper < 1e-12


@pytest.mark.parametrize("exponent", [8, 17, 30, 400])
def test_an_input_that_is_next_to_never_used_has_an_answer_of_its_own(exponent: int) -> None:
    """Without the last input the capacity is log 16, and with it larger by at most x·log 17/x or so."""
    x = Fraction(1, 10**exponent)
    units = [[Fraction(int(i == j)) for j in range(16)] for i in range(16)]
    found = shannon_capacity(Mechanism([*([*row, (1 - x) / 16] for row in units), [*[0] * 16, x]]))
    assert abs(float(found.lower) - math.log(16)) < 1e-6 and found.lower <= found.upper < found.lower + Fraction(
        1, 10**6
    )


def test_no_prior_tells_more_than_the_capacity_and_one_reaches_it() -> None:
    rng = random.Random(5)
    for k, m in [(2, 2), (3, 4), (5, 3), (6, 6)] * 3:
        p = random_mechanism(rng, m, k)
        found = shannon_capacity(p)
        rows = np.array([[float(x) for x in row] for row in p.rows if any(row)])

        own = np.sum(np.where(rows > 0, rows * np.log(np.where(rows > 0, rows, 1)), 0), axis=0)
        w = cp.Variable(k, nonneg=True)
        best = cp.Problem(cp.Maximize(own @ w + cp.sum(cp.entr(rows @ w))), [cp.sum(w) == 1]).solve(solver="CLARABEL")
        assert float(found.lower) - 1e-6 <= best <= float(found.upper) + 1e-6
        assert found.upper - found.lower < 1e-8


def test_measures_have_the_leakage_of_the_gains_given() -> None:
    p, gain = from_spec("warner:p=3/4"), [[2, 0], [0, 1]]
    found = measure(p, prior=["1/3", "2/3"], gain=gain)
    assert found.leakage == leakage(p, prior=["1/3", "2/3"], gain=gain) and found.bayes_vulnerability == Fraction(3, 4)
    assert found.to_dict()["leakage"]["additive"]["exact"] == str(found.leakage.additive)
    assert "additive leakage" in str(found) and "Shannon's capacity" in str(found)


@pytest.mark.parametrize(
    ("gain", "words"),
    [
        ([[1, 2, 3]], "one number for each of 2 inputs"),
        ("ab", "must be a list of rows"),
        ([], "one number for each of 2 inputs"),
    ],
)
def test_gains_that_are_refused(gain: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        leakage(from_spec("warner:p=3/4"), gain=gain)  # type: ignore[arg-type]


def test_worst_priors_that_are_refused() -> None:
    with pytest.raises(InputError, match="at most 16"):
        worst_prior(from_spec("krr:k=17,epsilon=1"))
    with pytest.raises(InputError, match="at most 6 inputs"):
        worst_prior(from_spec("krr:k=7,epsilon=1"), gain=[[1] * 7, [0] * 7])
    with pytest.raises(InputError, match="is not positive; give of='additive'"):
        worst_prior(from_spec("warner:p=3/4"), "multiplicative", gain=[[1, -1]])
    with pytest.raises(InputError, match="is not positive; give of='additive'"):
        worst_prior(from_spec("warner:p=3/4"), "multiplicative", gain=[[0, 0]])
    with pytest.raises(InputError, match="of='both' is unknown"):
        worst_prior(from_spec("warner:p=3/4"), "both")


@pytest.mark.parametrize("seed", range(20))
def test_a_truth_from_which_nothing_is_gained_leaves_the_worst_prior(seed: int) -> None:
    """The factor has no value where that truth is certain; near there it is no larger than away from it."""
    rng = random.Random(seed)
    gain = [[0, *(rng.randint(0, 4) for _ in range(2))] for _ in range(3)]
    gain[0][1] += 1
    rows = [[Fraction(rng.randint(1, 9)) for _ in range(3)] for _ in range(3)]
    sums = [sum(row[j] for row in rows) for j in range(3)]
    p = Mechanism([[x / s for x, s in zip(row, sums, strict=True)] for row in rows])
    worst = worst_prior(p, "multiplicative", gain=gain).multiplicative
    assert worst is not None
    for prior in itertools.product(range(7), repeat=3):
        if sum(prior):
            found = leakage(p, prior=[Fraction(x, sum(prior)) for x in prior], gain=gain).multiplicative
            assert found is None or found <= worst


def test_a_gain_without_rows_is_called_so() -> None:
    with pytest.raises(
        InputError, match="the gain has no rows; give one per action, with one number for each of 2 inputs"
    ):
        leakage(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), gain=[])
