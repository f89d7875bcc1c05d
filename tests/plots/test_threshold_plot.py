"""The threshold map: g decides between the designs exactly, and the curves are its level sets."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F
from pathlib import Path

import pytest

from rropt.exact.errors import InputError
from rropt.plots.feasible_plot import feasible_data, variance
from rropt.plots.figure import axes_for
from rropt.plots.threshold_plot import draw_threshold, plot_threshold, threshold, threshold_data


def test_the_threshold_decides_which_vertex_is_best() -> None:
    """Holohan, Leith & Mason, Theorem 3 and Corollary 2, on random exact instances and at the tie."""
    rng = random.Random(2)
    for _ in range(200):
        t, delta, pi = 1 + F(rng.randint(1, 60), 20), F(rng.randint(1, 19), 20), F(rng.randint(1, 19), 20)
        g, near = threshold(f"log({t})", delta), min(pi, 1 - pi)
        optima = feasible_data(f"log({t})", delta, pi).optima
        corner = (F(1), delta) if pi < F(1, 2) else (delta, F(1))
        symmetric = ((t + delta) / (t + 1),) * 2
        if pi != F(1, 2):
            assert optima == ((corner,) if g > near else (symmetric,) if g < near else (corner, symmetric))
        else:
            assert (symmetric in optima) == (g <= near)


def test_the_ties_of_the_paper() -> None:
    assert threshold("ln2", "1/4") == F(1, 4)
    assert variance((F(1), F(1, 4)), F(1, 4)) == variance((F(3, 4), F(3, 4)), F(1, 4))
    assert float(threshold("1/2", "1/10")) == pytest.approx(0.243, abs=1e-3)
    assert float(threshold("1", "2/5")) == pytest.approx(0.197, abs=1e-3)


def test_the_curves_are_level_sets() -> None:
    data = threshold_data(delta="1/10")
    assert data.delta == "1/10" and data.curves[0][0] == "1/10"
    for name, curve in data.curves:
        for e, g in list(zip(data.epsilons, curve, strict=True))[::40]:
            t, d = math.exp(e), float(F(name))
            assert g == pytest.approx(min(0.5, d * (t + d) / (t + 2 * d - 1) ** 2))
    for level, epsilons in data.levels:
        for e, d in list(zip(epsilons, data.deltas, strict=True))[::40]:
            if not math.isnan(e):
                t = math.exp(e)
                assert d * (t + d) / (t + 2 * d - 1) ** 2 == pytest.approx(level, rel=1e-6)


@pytest.mark.parametrize("suffix", [".svg", ".png"])
@pytest.mark.slow
def test_pictures_are_written(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"t{suffix}"
    plot_threshold(target, delta="1/4", mark=("ln2", "1/4", "1/4"))
    assert target.stat().st_size > 5000


@pytest.mark.parametrize(("epsilon", "delta"), [("inf", "1/10"), ("1", "0"), ("1", "2")])
def test_refusals(epsilon: str, delta: str) -> None:
    with pytest.raises(InputError, match="finite epsilon and 0 < delta"):
        threshold(epsilon, delta)


def drawn(data):
    panels = axes_for(None, "off-screen.svg", width=11.4, height=5.2, columns=2)
    draw_threshold(*panels, data)
    return panels


def test_the_own_prevalence_or_epsilon_is_drawn_and_named():
    left, right = drawn(threshold_data(prevalence="1/4"))
    assert any(set(line.get_ydata()) == {0.25} for line in left.lines)
    assert "this design's π = 0.25" in [text.get_text() for text in left.texts]
    assert [text.get_text() for text in right.texts].count("δ = 1/10") == 1
    left, right = drawn(threshold_data(epsilon="1/2", delta="1/5"))
    assert all(any(set(line.get_xdata()) == {0.5} for line in ax.lines) for ax in (left, right))
    assert "this design's ε = 0.5" in [text.get_text() for text in left.texts]
    plain = drawn(threshold_data())[0]
    assert not any("this design" in text.get_text() for text in plain.texts)


@pytest.mark.parametrize("wrong", [{"delta": "2"}, {"delta": "-1"}, {"deltas": ["1/10", "3/2"]}, {"prevalence": "2"}])
def test_numbers_that_are_no_chances_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match="must lie between 0 and 1"):
        threshold_data(**wrong)  # type: ignore[arg-type]


def test_a_slack_spelled_twice_has_one_curve() -> None:
    assert [name for name, _ in threshold_data(delta="0.1").curves] == ["1/10", "1/100", "1/20", "1/5", "2/5"]
