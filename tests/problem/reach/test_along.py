"""The optimum along ε and δ: pieces where they exist, else bounds between certified points that hold the optimum."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rropt import LDP, Information, InputError, TotalVariance, Trace, Utility, Variance, design, frontier
from rropt.exact.infinity import is_infinite
from rropt.plots import plot_frontier, value_along
from rropt.problem.pieces.piece import Between
from rropt.problem.reach.along import FrontierAlong

SHARES = ["1/2", "1/4", "1/4"]


def test_pieces_are_the_free_design() -> None:
    found = frontier(Trace(), inputs=3)
    assert [piece.value_said for piece in found.pieces] == ["3*t/(t + 2)"]
    assert found.as_table() == (("t = e^epsilon", "value"), [("every", "3*t/(t + 2)")])
    assert found.at("ln4") == (2, 2)
    assert "epsilon (t = e^epsilon) is every: 3*t/(t + 2)" in found.statement and "t = e^epsilon" in found.explain()
    along_delta = frontier(Trace(), inputs=3, along="delta", epsilon="ln2")
    assert along_delta.as_table()[0] == ("delta", "value")
    assert frontier(Trace(), inputs=3, along="vulnerability").as_table() == (
        ("vulnerability v", "value"),
        [("[1/3, 1]", "3*v")],
    )
    assert along_delta.at("1/3") == (2, 2)


def _check_bounded(found: FrontierAlong) -> None:
    """Check that a frontier whose pieces are all enclosed is not called exact, and that its picture has the bounds of each."""
    bounds = [piece.value for piece in found.pieces]
    assert bounds and all(isinstance(x, Between) for x in bounds) and not found.is_exact
    most, least = value_along(found).lines
    assert (most.name, least.name) == ("certified: at most", "certified: at least")
    assert least.values[::2] == tuple(float(x.lower) for x in bounds)  # type: ignore[union-attr]
    assert most.values[1::2] == tuple(float(x.upper) for x in bounds)  # type: ignore[union-attr]


def test_pieces_that_are_only_bounded_are_not_called_exact() -> None:
    objective = Information()
    free = design(objective, LDP("ln3", delta="1/5..3/10"), inputs=2)
    found = FrontierAlong(objective=objective, along="delta", free=free, points=())
    _check_bounded(found)
    # a part δ of the respondents tells the truth, the rest as well as ln3 allows
    told = math.log(2) + 3 / 4 * math.log(3 / 4) + 1 / 4 * math.log(1 / 4)
    low, high = found.at("1/4")
    assert low <= high < low + Fraction(1, 10**20) and abs(float(low) - (math.log(2) + 3 * told) / 4) < 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("objective", [Information(SHARES), TotalVariance(SHARES)])
def test_frontiers_of_bounded_pieces_are_asked_and_drawn(objective: Any, tmp_path: Path) -> None:
    found = frontier(objective, along="delta", epsilon="ln3")
    _check_bounded(found)
    low, high = found.at("1/4")
    exact = design(objective, LDP("ln3", delta="1/4"))
    assert (low, high) == (exact.lower, exact.upper)
    plot_frontier(found, tmp_path / "along.svg")
    assert "at least" in (tmp_path / "along.svg").read_text("utf-8")


def test_where_another_demand_implies_the_own_there_are_points() -> None:
    found = frontier(Trace(), along="delta", epsilon="ln3", demand=LDP("ln3"), inputs=2)
    assert found.at("1/3") == (Fraction(3, 2), Fraction(3, 2)) and found.ends == (0, 1)
    assert set(value_along(found).lines[0].values) == {1.5}


def test_a_free_prevalence_has_no_number_at_one_epsilon() -> None:
    with pytest.raises(InputError, match="still depends on the prevalence; give the objective one"):
        frontier(Variance("every")).at("ln3")


@pytest.mark.parametrize("points", [None, ["ln3"]])
def test_points_that_still_depend_on_the_prevalence_are_refused(points: Any) -> None:
    # with this delta no formula holds throughout; the table had no values, and said that there was no optimum
    with pytest.raises(InputError, match=r"^at one epsilon the best variance at every prevalence still depends"):
        frontier(Variance("every"), delta="1/10", points=points)


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


@pytest.mark.parametrize(
    ("along", "asked", "bound", "interval", "start", "below"),
    [
        ("epsilon", {}, "3/5", "[3/2, inf)", r"epsilon = log\(3/2\)", "1/10"),
        ("epsilon", {}, "1/2", "every", "", None),
        ("delta", {"epsilon": "ln3"}, "4/5", "[1/5, 1]", "delta = 1/5", "1/100"),
    ],
)
def test_an_optimum_from_some_number_on_is_not_said_to_be_of_every_number(
    along: Any, asked: dict[str, Any], bound: str, interval: str, start: str, below: str | None
) -> None:
    conditions = [f"P[0,0] >= {bound}", f"P[1,1] >= {bound}"]
    found = frontier(Trace(), along=along, inputs=2, subject_to=conditions, **asked)
    ((said, _),) = found.as_table()[1]
    assert said == interval and f" is {interval}: " in found.statement
    if below is None:
        assert found.ends == (0, math.inf) and "Note: " not in found.explain()
        return
    assert re.search(f"\nNote: the conditions can be met from {start} .*on, and at no smaller one\\.$", found.explain())
    with pytest.raises(
        InputError, match=f"^{along} = {below} lies outside .*: the conditions can be met from {start} "
    ):
        found.at(below)
    budget = {"epsilon": below, "delta": 0} if along == "epsilon" else {"epsilon": "ln3", "delta": below}
    none = design(Trace(), LDP(budget["epsilon"], delta=budget["delta"]), inputs=2, subject_to=conditions)
    assert none.verdict == "infeasible"


def test_a_number_outside_the_range_is_refused_without_a_note_on_something_else() -> None:
    found = frontier(TotalVariance(), along="epsilon", inputs=3)
    assert found.free is not None and found.free.notes
    with pytest.raises(
        InputError, match=r"^epsilon = 0 lies outside the range of this optimum, which is t > 1; give one inside$"
    ):
        found.at(0)


@pytest.mark.parametrize(
    ("epsilon", "double"),
    [("log(10^400)", 400 * math.log(10)), ("25", 25.0), ("1/2", 0.5), ("ln3", math.log(3)), ("1/10^8", 1e-8)],
)
def test_ends_are_doubles_of_every_size(epsilon: str, double: float) -> None:
    found = frontier(Trace(), inputs=2, points=[epsilon])
    assert found.ends == (pytest.approx(double, rel=1e-15),) * 2
