"""The optimum along ε and δ: pieces where they exist, else bounds between certified points that hold the optimum."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rropt import LDP, Information, InputError, TotalVariance, Trace, Utility, Variance, design, frontier
from rropt.exact.infinity import is_infinite
from rropt.plots import plot_frontier, value_along

SHARES = ["1/2", "1/4", "1/4"]


def test_pieces_are_the_free_design() -> None:
    found = frontier(Trace(), inputs=3)
    assert [piece.value_said for piece in found.pieces] == ["3*t/(t + 2)"]
    assert found.at("ln4") == (2, 2)
    along_delta = frontier(Trace(), inputs=3, along="delta", epsilon="ln2")
    assert along_delta.at("1/3") == (2, 2)


@pytest.mark.parametrize("objective", [TotalVariance(SHARES), Information(SHARES), Utility([[1, 0], [0, 2]])])
@pytest.mark.parametrize("where", ["1/3", "1/2", "4/5", "1", "5/4", "2", "3"])
def test_bounds_between_points_hold_the_optimum(objective: Any, where: str) -> None:
    found = frontier(objective, points=["1/2", "1", "2"])
    low, high = found.at(where)
    exact = design(objective, LDP(where))
    assert exact.lower is not None and exact.upper is not None
    assert low <= exact.upper and exact.lower <= high
    if where in ("1/2", "1", "2"):
        assert (low, high) == (exact.lower, exact.upper)


def test_points_along_delta() -> None:
    found = frontier(TotalVariance(SHARES), along="delta", epsilon="ln2", points=["0", "1/5"])
    low, high = found.at("1/10")
    exact = design(TotalVariance(SHARES), LDP("ln2", delta="1/10"))
    assert low <= exact.lower <= exact.upper <= high


def test_pictures_of_both_kinds(tmp_path: Path) -> None:
    line = value_along(frontier(Trace(), inputs=3))
    assert len(line.lines) == 1 and abs(line.lines[0].values[-1] - 3 * line_t(4) / (line_t(4) + 2)) < 1e-9
    stairs = value_along(frontier(TotalVariance(SHARES), points=["1", "2"]))
    assert [curve.name for curve in stairs.lines] == ["certified: at most", "certified: at least"]
    assert stairs.lines[0].values[0] > stairs.lines[1].values[0]
    plot_frontier(frontier(TotalVariance(SHARES), points=["1", "2"]), tmp_path / "along.svg")
    assert "at least" in (tmp_path / "along.svg").read_text("utf-8")


def line_t(epsilon: float) -> float:
    return float(Fraction(2.718281828459045) ** int(epsilon))


@pytest.mark.parametrize(
    ("objective", "options", "said"),
    [
        ("1/10", {"inputs": 3}, "inputs goes with an objective"),
        ("1/10", {"along": "delta"}, "along goes with an objective"),
        (Trace(), {"inputs": 3, "points": []}, "no points"),
        (Trace(), {"inputs": 3, "points": ["inf"]}, "finite"),
        (Trace(), {"inputs": 3, "points": ["1/2..1"]}, "finite"),
        (Trace(), {"inputs": 3, "along": "v"}, "not 'v'"),
        (Trace(), {"inputs": 3, "along": "delta"}, "give epsilon"),
        (Trace(), {"inputs": 3, "along": "delta", "epsilon": 1, "points": ["2"]}, "between 0 and 1"),
    ],
)
def test_what_makes_no_sense_is_refused(objective: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        frontier(objective, **options)


def test_one_point_makes_no_picture() -> None:
    with pytest.raises(InputError, match="two or more"):
        value_along(frontier(Variance("1/4"), points=["1"]))


def test_between_an_infeasible_point_and_the_next_nothing_is_promised() -> None:
    asked = {"inputs": 2, "subject_to": ["P[0,0] >= 9/10", "P[1,1] >= 9/10"]}
    mixed = frontier(Trace(), points=["1/2", "1", "3"], **asked)  # type: ignore[arg-type]
    assert str(mixed).endswith(
        "Between one without and one with a value there is none, or it is no better than that one."
    )
    low, high = mixed.at(2)
    assert is_infinite(low) and high == mixed.points[-1].upper
    more = str(frontier(Trace(), points=["1", "5/2", "3"], **asked))  # type: ignore[arg-type]
    assert "Between two points with a value the optimum lies between theirs; between one without" in more
    none = frontier(Trace(), points=["1/2", "1"], **asked)  # type: ignore[arg-type]
    assert str(none).endswith("Below the last of these points of epsilon there is no optimum either.")
    all_of_them = frontier(TotalVariance(), inputs=3, points=["1", "2"])
    assert str(all_of_them).endswith("Between two points the optimum lies between theirs.")
    assert "Between" not in str(frontier(TotalVariance(), inputs=3, points=["1"]))
