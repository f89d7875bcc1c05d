"""Efficiency against the certified optimum: in [0, 1], 1 where the optimum is a family's own, and from the bounds of the design."""

import math
import subprocess
import sys
from fractions import Fraction

import pytest

from rropt import LDP, Divergence, Information, Mechanism, design, from_spec, rank

ALMOST = Fraction(1, 10**12)


def test_at_equal_chances_some_subset_selection_keeps_all_information_that_can_be_kept() -> None:
    """Wang et al. (2016)."""
    found = rank(5, "1/2", objective=Information())
    assert found.best.family == "subset selection" and dict(found.best.parameters) == {"size": "2"}
    assert found.best.efficiency is not None and found.best.efficiency[0] > 1 - ALMOST
    values = [row.value[1] for row in found.rows]
    assert values == sorted(values, reverse=True) and found.optimum is not None
    for row in found.rows:
        assert row.efficiency is not None and row.estimator == "efficient"
        low, high = row.efficiency
        assert 0 < low <= high <= 1
        assert math.isclose(float(low), float(row.value[0]) / float(found.optimum.upper or 0), rel_tol=1e-9)


def test_the_value_is_that_of_the_mechanism_and_published_settings_stand_to_their_own_epsilon() -> None:
    objective = Divergence("hellinger", 0, 1)
    found = rank(4, "ln3", objective=objective, prevalence="1/2,1/4,1/8,1/8")
    for row in found.rows:
        if row.spec is not None:
            low, high = objective.value_bounds(Mechanism(from_spec(row.spec).rows))
            assert low <= row.value[1] and row.value[0] <= high, "two enclosures of one number"
    for row in found.elsewhere:
        best = design(objective, LDP(row.epsilon), inputs=4)
        assert row.efficiency is not None and best.upper is not None
        assert math.isclose(float(row.efficiency[0]), float(row.value[0]) / float(best.upper), rel_tol=1e-9)


@pytest.mark.slow_at("arguments1")
@pytest.mark.parametrize("arguments", [["--prior", "1/2,1/2"], ["--objective", "trace"]])
def test_options_without_their_objective_are_refused(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "rropt", "rank", "--inputs", "2", "--epsilon", "1", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 2 and done.stderr.startswith("rropt: ") and not done.stdout


def test_the_total_variance_stands_to_the_certified_optimum() -> None:
    equal = rank(5, "1/2")
    assert equal.best.family == "subset selection" and equal.best.efficiency == (1, 1)
    assert equal.optimum is not None and equal.optimum.value == equal.best.total[0]
    response = equal.row("k-ary randomized response")
    assert response.efficiency is not None and Fraction(4, 5) < response.efficiency[0] < Fraction(5, 6), (
        "a fifth more people"
    )
    unequal = rank(5, "1/2", prevalence="2/5,3/10,3/20,1/10,1/20")
    assert unequal.optimum is not None and unequal.optimum.upper is not None
    assert unequal.optimum.upper < unequal.best.total[0], "better than every family, by a certified amount"
    for row in (*unequal.rows, *unequal.elsewhere):
        assert row.efficiency is not None and row.efficiency[1] < 1
