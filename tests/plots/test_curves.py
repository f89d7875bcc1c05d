"""Curves have the values of textbook formulas, and draw every line so that it is told apart without colour."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import pytest

from rropt import InputError, Mechanism, from_spec, frontier, plan
from rropt.plots import (
    draw_curves,
    efficiency_by_epsilon,
    error_by_budget,
    error_by_epsilon,
    error_by_prevalence,
    error_by_size,
    plot,
    posterior_by_prior,
    power_by_size,
)
from rropt.plots.figure import axes_for

WARNER = from_spec("warner:p=3/4")


def warner_variance(t: float, pi: float) -> float:
    """n·Var of Warner's device by his formula of 1965."""
    p = t / (1 + t)
    return pi * (1 - pi) + p * (1 - p) / (2 * p - 1) ** 2


def test_the_error_against_epsilon_is_warners_formula() -> None:
    data = error_by_epsilon("1/10", n=400, epsilons=["1/2", "1", "2"])
    (line,) = [x for x in data.lines if "warner" in x.name]
    assert "certified optimum" in line.name, "at delta = 0 Warner's device is optimal"
    for epsilon, value in zip((0.5, 1, 2), line.values, strict=True):
        assert value == pytest.approx(math.sqrt(warner_variance(math.exp(epsilon), 0.1) / 400), rel=1e-4)
    assert all("\n" not in name for name in data.as_table()[0]) and "certified optimum & " in " ".join(
        data.as_table()[0]
    )
    efficiency = efficiency_by_epsilon("1/10", epsilons=["1"])
    assert max(x.values[0] for x in efficiency.lines) == 1


def test_the_error_against_size_and_prevalence_is_the_plans() -> None:
    n = plan(WARNER, prevalence="1/10", standard_error="0.02").n
    at_n = error_by_size({"warner": WARNER}, "1/10", sizes=[n - 1, n]).lines[0].values
    assert at_n[1] <= 0.02 < at_n[0]
    curve = error_by_prevalence({"warner": WARNER}, n=1000)
    place = curve.places.index(0.25)
    assert curve.lines[0].values[place] == pytest.approx(math.sqrt(warner_variance(3, 0.25) / 1000))


def test_the_power_is_the_normal_approximation() -> None:
    data = power_by_size({"warner": WARNER}, "1/10", "1/10", sizes=[500])
    error = math.sqrt((warner_variance(3, 0.1) + warner_variance(3, 0.2)) / 500)
    assert data.lines[0].values[0] == pytest.approx(NormalDist().cdf(0.1 / error - 1.959963985))


def test_a_test_of_any_level_has_a_power() -> None:
    for level in ("1e-9", "1e-30", "1e-300"):
        (line,) = power_by_size({"w": from_spec("warner:p=3/4")}, "1/10", "1/2", level=level, sizes=[100, 10**6]).lines
        assert line.values[0] < 0.05 and line.values[1] > 0.99


def test_the_posterior_is_bayes_rule() -> None:
    data = posterior_by_prior(WARNER)
    place = data.places.index(0.1)
    after = {line.name: line.values[place] for line in data.lines}
    assert after['after "1"'] == pytest.approx(0.1 * 0.75 / (0.1 * 0.75 + 0.9 * 0.25))
    assert after["nothing learnt"] == 0.1
    proof = posterior_by_prior(from_spec("mangat:p=1/2"))
    assert next(x for x in proof.lines if x.name == 'after "0"').values[place] == 0


def test_every_line_has_dashes_and_a_marker_of_its_own(tmp_path: Path) -> None:
    data = error_by_epsilon("1/10", epsilons=["1", "2"])
    (ax,) = axes_for(None, "picture.svg", width=4, height=3)
    draw_curves(ax, data)
    looks = {
        (str(line.get_linestyle()), line.get_marker(), str(getattr(line, "_dash_pattern", ""))) for line in ax.lines
    }
    assert len(looks) == len(data.lines) > 2
    text = plot(tmp_path / "error.svg", lambda ax: draw_curves(ax, data)).read_text(encoding="utf-8")
    assert "certified optimum" in text and "standard error" in text
    assert "certified optimum" in data.explain()


def test_no_line_is_dropped_without_a_word() -> None:
    (ax,) = axes_for(None, "picture.svg", width=4, height=3)
    deltas = ["0", "1/100", "1/50", "1/20", "1/10", "1/5", "1/4", "1/3"]
    found = error_by_budget(frontier("1/10"), deltas=deltas, epsilons=[1])
    kinds = {f"p = {p}/20": from_spec(f"warner:p={p}/20") for p in range(11, 19)}
    sizes = error_by_size(kinds, "1/10", sizes=[100, 200])
    for data in (found, sizes):
        assert len(data.lines) == 8 and len(data.as_table()[0]) == 9
        with pytest.raises(InputError, match="8 lines cannot be told apart in one picture; draw at most 7"):
            draw_curves(ax, data)
    draw_curves(ax, error_by_budget(frontier("1/10"), deltas=deltas[:7], epsilons=[1]))
    assert len(ax.lines) == 7
    many = posterior_by_prior(Mechanism([[Fraction(n, 28), Fraction(8 - n, 28)] for n in range(1, 8)]))
    assert len(many.lines) == 7 and many.title.endswith("(the first 6 of 7 lines)")


def test_numbers_that_draw_no_curve_are_refused() -> None:
    warner = from_spec("warner:p=3/4")
    with pytest.raises(InputError, match="prevalence = 3 must lie from 0 to 1"):
        error_by_size({"W": warner}, "3")
    with pytest.raises(InputError, match="number of answers n must be at least 1, not 0"):
        error_by_size({"W": warner}, "1/10", sizes=[10, 0])
    with pytest.raises(InputError, match="number of answers n must be at least 1, not 0"):
        power_by_size({"W": warner}, "1/10", "1/20", sizes=[0])
    with pytest.raises(InputError, match="a mechanism of one input leaves no doubt"):
        posterior_by_prior(Mechanism([["1/2"], ["1/2"]]))


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(InputError, match="at least 1"):
        error_by_prevalence({"warner": WARNER}, n=0)
    with pytest.raises(InputError, match=r"^level = 0 must lie strictly between 0 and 1"):
        power_by_size({"warner": WARNER}, "1/10", "1/10", level=0)
    with pytest.raises(InputError, match="difference"):
        power_by_size({"warner": WARNER}, "9/10", Fraction(1, 2))
