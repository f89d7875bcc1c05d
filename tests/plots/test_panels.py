"""Heat maps, disclosed shares and estimates say their numbers in figures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rropt import InputError, from_spec
from rropt.plots import draw_disclosed, draw_estimates, draw_mechanism, plot
from rropt.plots.figure import axes_for


def test_a_heat_map_has_every_number(tmp_path: Path) -> None:
    (ax,) = axes_for(None, "picture.svg", width=4, height=3)
    draw_mechanism(ax, from_spec("krr:k=3,epsilon=ln2"))
    assert sorted(text.get_text() for text in ax.texts) == sorted(["0.5"] * 3 + ["0.25"] * 6)
    assert plot(tmp_path / "m.png", lambda a: draw_mechanism(a, from_spec("warner:p=3/4"))).stat().st_size > 1000
    with pytest.raises(InputError, match="too large to be legible"):
        draw_mechanism(ax, from_spec("krr:k=300,epsilon=1"))


def test_disclosed_shares_are_bayes_rule_and_bars_are_as_long() -> None:
    (ax,) = axes_for(None, "picture.svg", width=4, height=3)
    draw_disclosed(ax, from_spec("warner:p=3/4"), (Fraction(9, 10), Fraction(1, 10)))
    assert [round(bar.get_width(), 9) for bar in ax.patches] == [round(1 / 28, 9), 0.25]
    assert [text.get_text() for text in ax.texts] == ["3.6 %", "25 %"]


def test_estimates_lie_in_their_intervals() -> None:
    (ax,) = axes_for(None, "picture.svg", width=4, height=3)
    draw_estimates(ax, [("women", 0.12, 0.08, 0.16), ("men", 0.2, 0.14, 0.26)])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["women", "men"]
    with pytest.raises(InputError, match="no estimates"):
        draw_estimates(ax, [])
