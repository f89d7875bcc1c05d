"""Bases of the pair form: judged at rational T by definitions, and solved over the field as functions of T."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.exact.element import Element
from rropt.exact.epsilon import read_epsilon
from rropt.linear.delta import basis as pair_field
from rropt.linear.delta.basis import _Newton, solve_at, solve_over_field
from rropt.linear.delta.exact import propose_basis
from rropt.linear.program import LinearProgram
from rropt.linear.trace import Trace
from rropt.linear.utility import Utility
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Verdict
from tests import brute_force
from tests.pieces import at


def dense(seed: int, m: int, k: int) -> Any:
    rng = random.Random(seed)
    return tuple(tuple(F(rng.randint(-9, 9)) for _ in range(k)) for _ in range(m))


def proposed(w: Any, t: F, delta: F) -> list[int]:
    basis = propose_basis(LinearProgram(t, delta, w, True))
    assert basis is not None
    return basis


@pytest.mark.parametrize("seed", range(8))
def test_an_optimal_basis_gives_the_optimum_and_a_feasible_point(seed: int) -> None:
    m, k, t, delta = 2 + seed % 3, 2 + seed % 2, F(seed + 4, 3), F(1, 9)
    w = dense(seed, m, k)
    found = solve_at(w, t, delta, proposed(w, t, delta))
    assert found is not None
    rows = [found[0][i * k : (i + 1) * k] for i in range(m)]
    assert brute_force.satisfies(rows, t, delta)
    assert brute_force.total(w, rows) == brute_force.best_linear(w, t, delta)


def test_a_basis_that_is_not_optimal_or_singular_is_refused() -> None:
    w, t, delta = dense(3, 3, 3), F(2), F(1, 9)
    best = proposed(w, t, delta)
    assert solve_at(w, t, delta, best) is not None
    assert solve_at(tuple(tuple(-x for x in row) for row in w), t, delta, best) is None
    assert solve_at(w, t, delta, [best[0], *best[:-1]]) is None
    assert solve_over_field(w, read_epsilon("1/2").t, delta, [best[0], *best[:-1]]) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_the_functions_of_t_take_the_values_of_the_basis_at_rational_t(seed: int) -> None:
    t, delta, w = read_epsilon("1/2").t, F(1, 10), dense(seed, 4, 3)
    assert isinstance(t, Element)
    basis = proposed(w, F(5, 3), delta)
    over, here = solve_over_field(w, t, delta, basis), solve_at(w, F(5, 3), delta, basis)
    assert over is not None and here is not None
    for functions, numbers in zip(over, here, strict=True):
        assert [at(x, F(5, 3)) for x in functions] == numbers


def test_interpolation_settles_when_two_samples_change_nothing() -> None:
    from flint import fmpq

    newton = _Newton()
    for n, place in enumerate((2, 3, 5, 6, 9)):
        assert not newton.settled if n < 5 and newton.places else True
        newton.add(place, [fmpq(place * place - 3), fmpq(7)])
    assert newton.settled and newton.at(F(10)) == [F(97), F(7)]


def test_a_degree_beyond_the_checker_is_left_to_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_field, "MOST_DEGREE", 0)
    found = design(Trace([3, 2, 1]), LDP("1/2", delta="1/10"), closed_forms=False)
    assert found.verdict is Verdict.WITHIN and found.gap is not None and 0 < found.gap < F(1, 10**20)


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "3"])
@pytest.mark.parametrize(("m", "k"), [(4, 4), (8, 4), (6, 6)])
def test_irrational_ratios_are_exact_with_delta(epsilon: str, m: int, k: int) -> None:
    rng = random.Random(m * k)
    utility = Utility([[F(rng.randint(0, 100), 100) + 2 * (i == j) for j in range(k)] for i in range(m)])
    found = design(utility, LDP(epsilon, delta="1/10"), closed_forms=False)
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
