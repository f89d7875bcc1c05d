"""Refinement: each round is nearer to the exact optimum, far beyond the precision of doubles."""

import random
from fractions import Fraction as F

import pytest

from rropt.designs.linear.pure import refinement as staircase_refinement
from rropt.designs.linear.pure.basis import Column, solve_basis, start
from rropt.designs.linear.pure.exact import exact_basis
from rropt.designs.linear.pure.refinement import price, refine
from rropt.solvers.highs import HighsAnswer


@pytest.mark.parametrize("t", [1 + F(1, 1000), F(3), F(10) ** 9], ids=str)
def test_the_multipliers_converge_to_the_exact_value(t: F) -> None:
    rng = random.Random(11)
    w = tuple(tuple(F(rng.randint(-99, 99), 100) for _ in range(4)) for _ in range(5))
    basis = exact_basis(w, t, start(4))
    assert basis is not None
    value = sum(solve_basis(w, t, basis).columns, F(0))
    errors = [abs(sum(found.multipliers, F(0)) - value) for found in refine(w, t, start(4))]
    assert min(errors) < F(1, 10**40) and errors[0] > F(1, 10**25)


def test_a_column_is_priced_by_its_reduced_profit() -> None:
    w = ((F(1), F(0), F(0)), (F(0), F(0), F(0)))
    assert price(w, F(3), [F(0)] * 3, 0) == Column(0, frozenset({0}))
    assert price(w, F(3), [F(0)] * 3, 1) is None
    assert price(w, F(3), [F(1, 2), F(1), F(1)], 0) is None


def test_the_rounds_end_where_the_solver_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    none = HighsAnswer("Infeasible", 0.0, np.zeros(4), np.zeros(4), (), ())
    monkeypatch.setattr(staircase_refinement, "minimise", lambda *a, **b: none)
    assert list(refine(((F(1), F(2), F(3)),), F(2), start(3))) == []
