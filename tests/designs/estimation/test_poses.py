"""The two poses of estimation: one convex program for a sweep of ratios and shares, and subset selection derived."""

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction as F

import numpy as np
import pytest
import sympy

from rropt import LDP, Contrast, Design, Determinant, InputError, LargestVariance, Problem, TotalVariance, design
from rropt.designs.closed_forms.subset_selection import derive_subset_selection
from rropt.designs.estimation.theorems import best_sizes, largest_variance
from rropt.designs.objectives.covariances import in_cvxpy
from rropt.exact.conversion import sympy_of
from rropt.exact.errors import Disagreement

T = sympy.Symbol("t", positive=True)
SHARES = ["1/2", "1/3", "1/6"]


def test_one_program_serves_other_ratios_and_shares() -> None:
    posed = Problem(TotalVariance(SHARES), LDP(1)).as_cvxpy()
    assert posed.is_dpp() and {"ratio", "prevalence"} < set(posed.param_dict)
    posed.param_dict["ratio"].value = 3.0
    posed.param_dict["prevalence"].value = [0.2, 0.3, 0.5]
    known = design(TotalVariance(["1/5", "3/10", "1/2"]), LDP("ln3"))
    assert posed.solve() == pytest.approx(float(known.lower), rel=1e-6)


@pytest.mark.parametrize("k", [2, 3, 4, 6, 9])
def test_the_closed_form_at_equal_shares_is_its_derivation(k: int) -> None:
    derived = derive_subset_selection(k, T, lambda e: (k - 1) * e)
    n, d, w = sympy.symbols("k d w", positive=True)
    for t in (F(3, 2), F(3), F(20)):
        contrast = derived.steps[2].result.subs(T, sympy_of(t))
        for size in range(1, k):
            assert contrast.subs({n: k, d: size}) == sympy_of(largest_variance(k, size, t))
        best = largest_variance(k, best_sizes(k, t)[0], t)
        assert derived.closed_form.subs(T, sympy_of(t)) == sympy_of((k - 1) * best)
    assert derived.steps[3].result == [n / (T + 1)] and w.is_positive


@pytest.mark.parametrize("objective", [TotalVariance(), Determinant(), LargestVariance()])
def test_it_is_the_certified_value_of_each_objective(objective: TotalVariance | Determinant | LargestVariance) -> None:
    problem = Problem(objective, LDP("ln3"), inputs=4)
    assert problem.as_sympy().value == sympy_of(design(problem).value)


def test_contrasts_that_do_not_need_every_share_are_posed_too() -> None:
    problem = Problem(Contrast([[0, 1, 0], [1, 1, 0]], SHARES), LDP("ln3"))
    assert problem.solve_cvxpy().value == pytest.approx(float(design(problem).upper), rel=1e-6)


def singular_contrasts(seed: int) -> Iterator[Design]:
    """Designs of random contrasts whose best answers do not tell all inputs apart, so that M is singular."""
    rng = random.Random(seed)
    while True:
        k = rng.choice([3, 3, 4, 5])
        rows = [[rng.randint(-3, 3) for _ in range(k)] for _ in range(rng.choice([1, 2]))]
        drawn = [rng.randint(1, 4) for _ in range(k)]
        if all(len(set(row)) == 1 for row in rows):
            continue
        objective = Contrast(rows, [F(x, sum(drawn)) for x in drawn])
        found = design(objective, LDP(rng.choice(["1/2", "ln2", "ln3", "ln5", "3"])), inputs=k)
        if np.linalg.matrix_rank(np.array(found.mechanism.rows, dtype=float), tol=1e-9) < k:
            yield found


@pytest.mark.slow_at("3")
@pytest.mark.parametrize("many", [3, pytest.param(100, marks=pytest.mark.full)])
def test_contrasts_at_whose_optimum_nothing_estimates_every_share(many: int) -> None:
    for found in itertools.islice(singular_contrasts(seed=many), many):
        leg = next(leg for leg in found.legs if leg.name == "cvxpy")
        assert leg.status == "optimal"
        # relative to the value itself: that it is small hides nothing
        assert float(found.lower) * (1 - 1e-7) <= leg.value <= float(found.upper) * (1 + 1e-7), found.problem


def test_two_contrasts_that_a_semidefinite_cone_misses_by_its_tolerance() -> None:
    found = design(Contrast([[1, -3, 1], [3, 1, 3]], ["1/7", "3/7", "3/7"]), LDP("ln3"), inputs=3, check="full")
    assert found.value == F(975, 49)
    assert found.problem.solve_cvxpy().value == pytest.approx(975 / 49, rel=1e-8)


def test_estimators_of_other_contrasts_are_another_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pose that is wrong by a hundred-thousandth is still an error."""
    honest = in_cvxpy._estimate
    monkeypatch.setattr(in_cvxpy, "_estimate", lambda contrast, *rest: honest(contrast * (1 + 1e-5), *rest))
    found = design(Contrast([[1, -3, 1], [3, 1, 3]], ["1/7", "3/7", "3/7"]), LDP("ln3"), inputs=3)
    with pytest.raises(Disagreement, match="cvxpy contradicts"):
        _ = found.legs


def test_a_program_of_contrasts_serves_other_ratios_and_shares() -> None:
    rows = [[0, 1, 0], [1, 1, 0]]
    posed = Problem(Contrast(rows, SHARES), LDP(1)).as_cvxpy()
    assert posed.is_dpp()
    posed.param_dict["ratio"].value = 3.0
    posed.param_dict["prevalence"].value = [0.2, 0.3, 0.5]
    known = design(Contrast(rows, ["1/5", "3/10", "1/2"]), LDP("ln3"))
    assert posed.solve() == pytest.approx(float(known.lower), rel=1e-6)


def test_so_many_inputs_that_rows_are_not_listed_are_refused() -> None:
    with pytest.raises(InputError, match="at most 12"):
        Problem(TotalVariance(), LDP(1), inputs=20).as_cvxpy()


def test_a_mechanism_of_another_demand_has_no_weights_of_its_rows() -> None:
    stranger = design(TotalVariance(), LDP("ln2"), inputs=3).mechanism
    with pytest.raises(InputError):
        Problem(TotalVariance(), LDP("ln3"), inputs=3).as_sympy().at(stranger)
