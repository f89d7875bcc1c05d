"""From which ε on k-ary randomized response keeps most: against designs and a linear program at ε on both sides."""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Divergence, Information, design, families
from rropt.designs.objectives.divergences.kl import KullbackLeibler
from rropt.designs.objectives.row_function import Function
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.sublinear.thresholds import Threshold, threshold_between
from rropt.exact import read_epsilon
from rropt.exact.epsilon import Epsilon
from tests.over_rows import information, largest_over, patterns

LOW, HIGH = (read_epsilon(x).t for x in ("1/10", "4"))
PRIOR = (F(1, 2), F(1, 3), F(1, 6))
CASES: list[tuple[SublinearObjective, int]] = [
    (Information(), 4),
    (Information(PRIOR), 3),
    (Divergence("kl"), 5),
    (Divergence("hellinger"), 4),
    (Divergence("chi2"), 4),
    (Divergence("chi2"), 6),
]


def between(objective: SublinearObjective, k: int) -> Any:
    assert not isinstance(LOW, float) and not isinstance(HIGH, float)
    return threshold_between(objective.function(tuple(map(str, range(k)))), LOW, HIGH)


@pytest.mark.parametrize(("objective", "k"), CASES, ids=str)
def test_below_it_others_keep_more_and_above_it_none(objective: SublinearObjective, k: int) -> None:
    found = between(objective, k)
    assert isinstance(found, Threshold) and found.upper - found.lower < F(1, 10**10)
    for t, is_best in ((found.lower * F(99, 100), False), (found.upper * F(101, 100), True)):
        best = design(objective, LDP(Epsilon(t)), inputs=k)
        own = objective.value_bounds(families.krr(k=k, epsilon=Epsilon(t)))
        assert best.lower is not None and best.upper is not None
        assert (own[1] < best.lower) is not is_best
        assert not is_best or best.upper - own[0] <= best.upper / 10**12


def test_it_is_exact_where_f_is_rational() -> None:
    assert between(Divergence("chi2"), 4).exact == 3
    for k in (3, 5, 6):
        found = between(Divergence("chi2"), k)
        if isinstance(found, Threshold):
            assert found.exact is not None and found.lower <= found.exact <= found.upper
    assert between(Information(), 4).exact is None


def test_of_three_alike_and_of_two_it_is_always_best() -> None:
    assert between(Information(), 2) is True
    assert between(Information(), 3) is True


def test_where_it_never_becomes_best() -> None:
    """Two of four inputs are to be told apart: those that are the same answer should be one."""
    function = Function(KullbackLeibler(), 4, ((F(1), F(0), F(0), F(0)), (F(0), F(1), F(0), F(0))))
    assert not isinstance(LOW, float) and not isinstance(HIGH, float)
    assert threshold_between(function, LOW, HIGH) is False


def test_as_a_program_over_all_patterns_says() -> None:
    found = between(Information(PRIOR), 3)
    for t, is_best in ((float(found.lower) - 0.05, False), (float(found.upper) + 0.05, True)):
        rows = patterns(3, t)
        best = largest_over(rows, information(PRIOR, rows))
        single = information(PRIOR, 1 + (t - 1) * np.eye(3))
        assert math.isclose(best, single.sum() / (t + 2), rel_tol=1e-9) is is_best


def test_the_design_says_it() -> None:
    notes = " ".join(design(Divergence("chi2"), LDP("1/10..4"), inputs=4).notes)
    assert "becomes optimal at an epsilon between 1.09861228866 and 1.09861228867, at t = 3" in notes
    notes = " ".join(design(Information(), LDP("1/10..1/2"), inputs=4).notes)
    assert "is not optimal at the upper end" in notes
