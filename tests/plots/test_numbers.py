"""What is drawn are the result's numbers: lines, bars, points and areas are compared with the results, or by another route."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.path import Path
from numpy.testing import assert_allclose

from rropt import (
    LDP,
    InputError,
    Mechanism,
    RhoBreach,
    Variance,
    check,
    design,
    estimate,
    from_spec,
    frontier,
    least,
    plan,
    rank,
    sweep,
)
from rropt.breach import breach_bound, protected_region
from rropt.devices import choose_device
from rropt.families import warner
from rropt.plots import draw_bars, draw_device, draw_estimates, draw_feasible, draw_lines, draw_mechanism
from rropt.plots.beliefs import LIGHT, odds_curve
from rropt.plots.feasible import region_of
from rropt.plots.lines import MOST_LINES, STYLES, Chart, Line
from rropt.plots.style import BLUE, INK, ORANGE
from rropt.show import near
from rropt.survey import plan_epsilons
from rropt.survey.tables import devices_at_equal_privacy
from tests.plots.drawn import drawn

TRUTHS = ("no", "yes")


def line_of(ax: Axes, name: str) -> list[tuple[float, float]]:
    """Return the points of the line of this name."""
    (found,) = (x for x in ax.lines if x.get_label() == name)
    return [(float(x), float(y)) for x, y in found.get_xydata()]


@pytest.mark.parametrize(
    ("conditions", "is_met"),
    [
        ([], lambda a, b: True),
        (["P[0,0] <= 7/10"], lambda a, b: a <= Fraction(7, 10)),
        (["P[0,1] >= 1/5", "P[0,0] >= P[1,1]"], lambda a, b: 1 - b >= Fraction(1, 5) and a >= b),
    ],
)
def test_the_region_has_the_designs_that_meet_the_demand_and_the_conditions(
    conditions: list[str], is_met: Callable[[Fraction, Fraction], bool]
) -> None:
    demand = LDP("ln3", delta="1/10")
    found = design(Variance("1/4"), demand, inputs=TRUTHS, subject_to=conditions)
    ax = drawn(found).axes[0]
    corners = ax.patches[0].get_xy()
    rng = random.Random(4)
    for _ in range(300):
        a, b = (Fraction(rng.randint(0, 1000), 1000) for _ in range(2))
        if a + b <= 1:
            continue
        p = Mechanism([[a, 1 - b], [1 - a, b]], TRUTHS)
        kept = demand.holds(p) and is_met(a, b)
        assert kept == Path(corners).contains_point((float(a), float(b)), radius=1e-9), (a, b)


def test_the_best_design_is_the_marked_one_and_contours_have_their_variances() -> None:
    objective = Variance("1/4")
    found = design(objective, LDP("ln3", delta="1/10"), inputs=TRUTHS)
    ax = drawn(found).axes[0]
    (star,) = (x for x in ax.lines if x.get_marker() == "*")
    assert_allclose(star.get_xydata(), [[float(found.mechanism.rows[n][n]) for n in (0, 1)]])
    least = float(found.value)
    assert [[*x.levels] for x in ax.collections] == [[1.0], [1.5, 2, 3, 5, 10]]
    for contours in ax.collections:
        for times, path in zip(contours.levels, contours.get_paths(), strict=True):
            for a, b in path.vertices[::40]:
                d = a + b - 1
                assert math.isclose((a / d - 0.25) * (b / d - 0.75), times * least, rel_tol=0.01)


def test_a_share_that_ranges_is_drawn_at_its_worst() -> None:
    found = design(Variance("1/10..2/5"), LDP(1))
    figure, least = drawn(found), float(found.value)
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert any(f"n·Var = {near(least)}" in x for x in labels)
    assert "worst from 0.1 to 0.4" in figure.axes[0].get_title().replace("\n", " ")
    for contours in figure.axes[0].collections:
        for times, path in zip(contours.levels, contours.get_paths(), strict=True):
            for a, b in path.vertices[::25]:
                d = a + b - 1
                worst = max((a / d - pi) * (b / d - 1 + pi) for pi in numpy.linspace(0.1, 0.4, 301))
                assert math.isclose(worst, times * least, rel_tol=0.01)


def test_a_checked_mechanism_stands_beside_the_optimum_or_its_mirror_image_does() -> None:
    for p in (warner(p="3/4"), warner(p="1/4")):
        ax = drawn(check(p, "ldp:2")).axes[0]
        (point,) = (x for x in ax.lines if x.get_marker() == "o")
        assert_allclose(point.get_xydata(), [[0.75, 0.75]])
    found = check(from_spec("krr:k=4,epsilon=3"), objective="total-variance")
    widths = [bar.get_width() for bar in drawn(found).axes[0].patches]
    assert_allclose(widths[1] / widths[0], float(found.efficiency.bounds[0]), rtol=1e-9)


def test_an_optimum_in_pieces_is_that_of_single_budgets() -> None:
    points = line_of(drawn(design("trace", LDP("every"), inputs=3)).axes[0], "certified, in pieces")
    for x, y in points[5::20]:
        t = math.exp(x)
        assert math.isclose(y, 3 * t / (t + 2), rel_tol=1e-9)


def test_the_least_epsilon_is_marked_where_its_curve_has_the_value() -> None:
    found = least("epsilon", "trace", 3, value=2)
    ax = drawn(found).axes[0]
    (mark,) = (x for x in ax.lines if x.get_label() != "certified, in pieces")
    assert math.isclose(mark.get_xdata()[0], math.log(4), rel_tol=1e-5)
    xs, ys = zip(*line_of(ax, "certified, in pieces"), strict=True)
    assert math.isclose(numpy.interp(math.log(4), xs, ys), 2, rel_tol=1e-3)
    assert drawn(least("epsilon", Variance("1/10"), value=1)).axes[0].patches


def test_the_least_variance_by_share_is_that_of_single_shares_and_borders_are_those_of_pieces() -> None:
    found = design(Variance("every"), LDP("ln2", delta="1/10"))
    ax = drawn(found).axes[0]
    for x, y in line_of(ax, "least n·Var")[3::15]:
        alone = design(Variance(Fraction(x).limit_denominator(60)), LDP("ln2", delta="1/10"))
        assert math.isclose(y, float(alone.value), rel_tol=1e-9)
    borders = [float(x.get_xdata()[0]) for x in ax.lines if x.get_linestyle() == ":"]
    assert_allclose(borders, [float(piece.lower) for piece in found.pieces[1:]])


def test_trade_offs_points_and_sweeps_are_drawn_as_they_are() -> None:
    trade = frontier("1/10")
    for x, y in line_of(drawn(trade).axes[0], "δ = 1/20")[::5]:
        assert math.isclose(y, math.sqrt(float(trade.at(Fraction(x), "1/20")) / 1000))
    along = frontier("trace", 3, along="delta", epsilon=1, points=["0", "1/10", "1/2"])
    assert_allclose([y for _, y in line_of(drawn(along).axes[0], "certified")], [float(x.value) for x in along.designs])
    swept = sweep("trace", {"epsilon": ["ln2", "ln3"], "inputs": [2, 3]}, workers=1)
    assert_allclose(line_of(drawn(swept).axes[0], "inputs = 3"), [(math.log(2), 1.5), (math.log(3), 1.8)])


def test_a_plan_is_a_point_of_its_curve_and_the_number_of_people_is_marked() -> None:
    p = warner(p="3/4").relabel(inputs=TRUTHS)
    found = plan(p, prevalence="1/10", margin="0.03")
    ax = drawn(found).axes[0]
    n, error = line_of(ax, "this mechanism")[10]
    assert math.isclose(n, found.n) and math.isclose(error, found.standard_error)
    n, error = line_of(ax, "truth from everybody")[10]
    assert math.isclose(error, math.sqrt(0.09 / n))
    assert f"n = {found.n:,}" in {x.get_text() for x in ax.texts}
    found = plan(p, prevalence="1/10", difference="1/10", n=2000)
    n, power = line_of(drawn(found).axes[0], "this mechanism")[10]
    assert n == 2000 and math.isclose(power, found.case.power(n), rel_tol=1e-6)
    assert not [
        x for x in plan(p, prevalence="1/10", n=100, sampling="srs", population=500).show() if hasattr(x, "draw")
    ]


def test_what_each_epsilon_costs_is_drawn_beside_what_is_then_believed() -> None:
    found = plan_epsilons("1/2,1,2", prevalence="1/10", margin="0.03")
    left, right = drawn(found).axes
    assert_allclose(left.lines[0].get_xydata(), [(e, x.n) for e, x in zip(found.epsilons, found.rows, strict=True)])
    assert_allclose(right.lines[0].get_ydata(), [most for _, most in found.believed])
    assert_allclose(right.lines[1].get_ydata(), [least for least, _ in found.believed])


def test_bars_estimates_shades_and_parts_are_the_numbers() -> None:
    found = devices_at_equal_privacy(1, "1/10")
    assert_allclose([bar.get_width() for bar in drawn(found).axes[0].patches], [row[3] for row in found.rows])
    p = from_spec("krr:k=3,epsilon=1").relabel(inputs=("a", "b", "c"), outputs=("a", "b", "c"))
    told = estimate({"a": 50, "b": 30, "c": 70}, mechanism=p)
    ax = drawn(told).axes[0]
    assert_allclose([x.get_xdata()[0] for x in ax.lines[1:6:2]], [max(x, 0) for x in told.prevalence])
    assert_allclose([x.get_xdata() for x in ax.lines[0:6:2]], told.intervals)
    shades = drawn(design("trace", LDP("ln3"), inputs=3)).axes[0].images[0].get_array()
    assert_allclose(shades, numpy.full((3, 3), 0.2) + 0.4 * numpy.eye(3))
    written = [x.get_text() for x in on_figure(lambda canvas: draw_mechanism(canvas, p)).texts]
    assert written == [f"{float(x):.3g}" for row in p.rows for x in row]
    dice = choose_device(p, "dice:2")
    assert_allclose([x.get_width() for x in drawn(dice).axes[0].patches], [float(x.chance) for x in dice.parts])
    spinner = choose_device(warner(p="3/4").relabel(inputs=TRUTHS), "spinner")
    wedges = drawn(spinner).axes[0].patches[: len(spinner.parts)]
    assert_allclose([x.theta2 - x.theta1 for x in wedges], [360 * float(x.chance) for x in spinner.parts])


def test_a_ranking_is_drawn_as_multiples_of_the_optimum_and_leaves_out_what_is_far_from_it() -> None:
    found = rank(8, 1)
    bars = [bar.get_width() for bar in drawn(found).axes[0].patches]
    times = [row.value / float(found.optimum.value) for row in found.rows]
    assert_allclose(bars, [1, *(x for x in times if x <= 10)])
    assert len(times) > len(bars) - 1
    found = rank(5, 1, scores=[1, 2, 3, 4, 5])
    bars = [bar.get_width() for bar in drawn(found).axes[0].patches]
    assert_allclose(bars[:2], [1, float(found.two_answers.value) / float(found.optimum.value)])


def test_beliefs_are_those_of_the_demand_and_of_its_bound() -> None:
    demand = RhoBreach("1/5", "1/2")
    lines = drawn(breach_bound(demand)).axes[0].lines
    below, above = demand.boundaries()

    def upper(p: Fraction) -> Fraction:
        return min(above(p), 1 - below(1 - p))

    for n, bound in enumerate((upper, lambda p: 1 - upper(1 - p)), start=2):
        points = lines[n].get_xydata()
        # the demand's boundaries are constant between their jumps
        for (p, h), (q, _) in pairwise(points):
            assert p == q or math.isclose(h, float(bound(Fraction((p + q) / 2))), rel_tol=1e-9, abs_tol=1e-9)
    for n, factor in ((0, 4), (1, 1 / 4)):
        for p, h in lines[n].get_xydata()[1:-1]:
            assert math.isclose(h / (1 - h), factor * p / (1 - p), rel_tol=1e-9)
    assert_allclose(lines[4].get_xydata(), [(0, 0), (1, 1)])


@pytest.mark.parametrize("demand", [RhoBreach("1/5", "1/2"), "0=1/5,8/9=1,1=1"], ids=str)
def test_what_is_forbidden_is_shaded(demand: object) -> None:
    """The demand's own shade lies above h(p) and below 1 − h(1 − p), the other one beyond odds times B(h)."""
    found = breach_bound(demand)  # type: ignore[arg-type]
    ax = drawn(found).axes[0]
    h = numpy.array(line_of(ax, "boundary of the demand")).T
    factor, rng = float(found.value), random.Random(2)
    shades = {
        colour: [x.get_paths()[0] for x in ax.collections if to_hex(x.get_facecolor()[0]) == colour]
        for colour in (ORANGE, LIGHT)
    }
    assert [len(x) for x in shades.values()] == [2, 2]
    for _ in range(300):
        p, after = rng.uniform(0.01, 0.99), rng.uniform(0.01, 0.99)
        times = after / (1 - after) / p * (1 - p)
        most, least = numpy.interp(p, *h), 1 - numpy.interp(1 - p, *h)
        if min(abs(times - factor), abs(times - 1 / factor), abs(after - most), abs(after - least)) < 0.02:
            continue
        inside = {colour: any(x.contains_point((p, after)) for x in paths) for colour, paths in shades.items()}
        assert inside == {ORANGE: after > most or after < least, LIGHT: times > factor or times < 1 / factor}


def test_a_mechanism_attains_what_is_hatched() -> None:
    found = protected_region(from_spec("krr:k=3,epsilon=ln3"))
    outlines = [Path(x.get_xy()) for x in drawn(found).axes[0].patches]
    rng = random.Random(1)
    for _ in range(300):
        p, after = (Fraction(rng.randint(1, 99), 100) for _ in range(2))
        inside = any(x.contains_point((float(p), float(after))) for x in outlines)
        assert inside == found.attains(p, after), (p, after)


def test_a_region_is_cut_from_the_triangle() -> None:
    assert region_of([(1, 0, 1), (0, 1, 1)]) == [(1, 0), (1, 1), (0, 1)]
    assert_allclose(sorted(region_of([(2, 0, 3), (0, 2, 3)])), [(0, 1), (0.75, 0.75), (1, 0)])


def on_figure(draw: Callable[[Figure], None]) -> Axes:
    """Return the axes of what is drawn on a new figure."""
    canvas = Figure(layout="constrained")
    draw(canvas)
    canvas.draw_without_rendering()
    return canvas.axes[0]


@pytest.mark.parametrize("logarithmic", ["", "x", "y", "xy"])
@pytest.mark.parametrize("marked", [None, (3.0, "asked")])
def test_a_chart_has_the_scales_the_range_and_the_mark_that_are_stated(
    logarithmic: str, marked: tuple[float, str] | None
) -> None:
    lines = [Line("a", (1, 10, 100), (2, 30, 400)), Line("b", (1, 10, 100), (3, math.inf, 5))]
    chart = Chart("", "", "", lines, logarithmic=logarithmic, mark=marked, borders=(4, 40))
    ax = on_figure(lambda canvas: draw_lines(canvas, [chart]))
    assert (ax.get_xscale() == "log", ax.get_yscale() == "log") == ("x" in logarithmic, "y" in logarithmic)
    assert ax.get_ylim()[0] == 0 or "y" in logarithmic
    assert [x.get_xdata()[0] for x in ax.lines[2:4]] == [4, 40]
    assert [x.get_position()[0] for x in ax.texts] == ([] if marked is None else [3])
    assert len(ax.lines) == 4 + (marked is not None)
    if "x" in logarithmic:
        ticks = dict(zip(ax.get_xticks(), (x.get_text() for x in ax.get_xticklabels()), strict=True))
        assert (ticks[10], ticks[1000]) == ("10", "1,000")
        assert not any(x.get_text() for x in ax.get_xticklabels(minor=True))
    if "y" in logarithmic:
        minor = {x.get_text() for x in ax.get_yticklabels(minor=True)}
        assert {"20", "50", "200"} <= minor and "30" not in minor
    two = on_figure(lambda canvas: draw_lines(canvas, [Chart("", "", "", lines, top=7.0), chart]))
    assert two.get_ylim() == (0, 7) and tuple(two.figure.get_figure(root=True).get_size_inches()) == (10.4, 4.2)
    below = on_figure(lambda canvas: draw_lines(canvas, [Chart("", "", "", [Line("a", (1, 2), (-1, 1))])]))
    assert below.get_ylim()[0] < -1


def test_lines_have_styles_of_their_own_and_a_legend_if_they_are_several() -> None:
    lines = [Line(f"line {n}", range(33), range(33)) for n in range(MOST_LINES)]
    ax = on_figure(lambda canvas: draw_lines(canvas, [Chart("", "", "", lines)]))
    assert len({(x.get_color(), x.get_linestyle(), x.get_marker()) for x in ax.lines}) == MOST_LINES
    names = ax.figure.legends[0].get_texts()
    # of more than three short names two stand beside one another
    assert len(names) == MOST_LINES and len({round(x.get_window_extent().x0) for x in names}) == 2
    # each dash is seen, and each gap
    assert all(min(dashes[1]) > 0 for _, dashes, _ in STYLES if not isinstance(dashes, str))
    assert all(x.get_markevery() == 4 for x in ax.lines)
    alone = on_figure(lambda canvas: draw_lines(canvas, [Chart("", "", "", [Line("", (1, 2, 3), (1, 2, 3))])]))
    assert not alone.figure.legends and alone.lines[0].get_markevery() == 1


@pytest.mark.parametrize("count", [1, 40, 41])
def test_rows_stand_below_one_another_and_the_first_forty_are_drawn(count: int) -> None:
    names = [f"row {n}" for n in range(count)]
    bars = on_figure(lambda canvas: draw_bars(canvas, "", "", [(x, n) for n, x in enumerate(names)], dark=["row 0"]))
    points = on_figure(lambda canvas: draw_estimates(canvas, [(x, n, n - 1, n + 1) for n, x in enumerate(names)]))
    for ax in (bars, points):
        assert [x.get_text() for x in ax.get_yticklabels()] == names[:40]
        assert list(ax.get_yticks()) == [*range(min(count, 40))] and ax.yaxis_inverted()
        assert (str(count) in ax.get_title()) == (count > 40)
        assert ax.get_ylim() == (min(count, 40) - 0.5, -0.5)
    assert [x.get_y() + x.get_height() / 2 for x in bars.patches] == pytest.approx([*range(min(count, 40))])
    assert to_hex(bars.patches[0].get_facecolor()) == INK
    assert all(to_hex(x.get_facecolor()) == BLUE for x in bars.patches[1:])
    assert [x.get_text() for x in bars.texts] == [str(n) for n in range(min(count, 40))]
    assert [x.get_ydata()[0] for x in points.lines[1 : 2 * min(count, 40) : 2]] == [*range(min(count, 40))]


PARTS = [("1", 0.25, "a"), ("2", 0.03, "b"), ("3", 0.5, "c"), ("4", 0.22, "d")]


def test_letters_stand_in_their_parts_and_degrees_outside_of_the_disc() -> None:
    bar = on_figure(lambda canvas: draw_device(canvas, "", PARTS))
    disc = on_figure(lambda canvas: draw_device(canvas, "", PARTS, is_disc=True))
    ends = [0, 0.25, 0.28, 0.78, 1]
    assert [x.get_x() for x in bar.patches] == pytest.approx(ends[:-1])
    assert [x.get_width() for x in bar.patches] == pytest.approx([x for _, x, _ in PARTS])
    assert bar.get_xlim() == (0, 1) and all(x.get_y() == pytest.approx(-0.4) for x in bar.patches)
    places = {x.get_text(): x.get_position() for x in bar.texts}
    # the second part is too narrow for its letter
    assert {key: x for key, (x, _) in places.items()} == pytest.approx({"A": 0.125, "C": 0.53, "D": 0.89})
    assert all(y == 0 for _, y in places.values())
    told = {x.get_text(): x.get_position() for x in disc.texts}
    assert {*told} == {"A", "C", "D", "0°", "100.8°", "280.8°"}
    for key, (x, y) in told.items():
        around = math.degrees(math.atan2(x, y)) % 360
        if key.endswith("°"):
            assert math.hypot(x, y) > 1.05 and around == pytest.approx(float(key[:-1]), abs=1)
            assert max(abs(x), abs(y)) < 1.22
        else:
            n = "ABCD".index(key)
            assert math.hypot(x, y) < 0.9 and around == pytest.approx(180 * (ends[n] + ends[n + 1]))
    wedges = disc.patches[:4]
    assert [(x.r, x.theta2) for x in wedges] == [(1, pytest.approx(90 - 360 * x)) for x in ends[:-1]]
    assert [x.theta1 for x in wedges] == pytest.approx([90 - 360 * x for x in ends[1:]])
    looks = {(x.get_facecolor(), x.get_hatch()) for x in wedges}
    assert len(looks) == 4 and disc.get_xlim() == (-1.3, 1.3)


@pytest.mark.parametrize("count", [26, 27])
def test_the_list_below_a_device_has_a_line_for_each_letter(count: int) -> None:
    ax = on_figure(lambda canvas: draw_device(canvas, "", [(str(n), 1 / count, "say") for n in range(count)]))
    lines = [x.get_text() for x in ax.figure.legends[0].get_texts()]
    assert len(lines) == count and (lines[-1][:1] == "Z") == (count == 26)
    assert len(ax.texts) == min(count, 26)
    assert ax.figure.get_size_inches()[1] == pytest.approx(1.2 + 0.2 * count)


def test_contours_are_labelled_where_the_variance_is_so_many_times_the_least() -> None:
    lines = [(2, 0, 3), (0, 2, 3)]
    ax = on_figure(lambda canvas: draw_feasible(canvas, lines, [(0.75, 0.75)], share=(0.25, 0.25)))
    least = (1.5 - 0.25) * (1.5 - 0.75)
    assert len(ax.texts) > 2
    for text in ax.texts:
        a, b = text.get_position()
        x, y = a / (a + b - 1), b / (a + b - 1)
        assert (x - 0.25) * (y - 0.75) / least == pytest.approx(float(text.get_text()[1:]), rel=0.05)
    assert [x.get_xydata().tolist() for x in ax.lines[:1]] == [[[0, 1], [1, 0]]]
    assert ax.get_xlim() == ax.get_ylim() == (0, 1) and ax.get_aspect() == 1


@pytest.mark.parametrize("letters", [28, 29])
def test_long_names_are_cut(letters: int) -> None:
    name = "n" * letters
    ax = on_figure(
        lambda canvas: draw_feasible(
            canvas, [], [(1, 1)], share=(0.5, 0.5), labels=(name, "b"), beside=[(name, (1, 1))]
        )
    )
    assert (name in ax.get_xlabel()) == (letters == 28)
    assert any(name in x.get_text() for x in ax.figure.legends[0].get_texts()) == (letters == 28)


def test_infinite_factors_of_odds_end_at_certainty() -> None:
    assert {*odds_curve(0)[1]} == {0} and {*odds_curve(math.inf)[1]} == {1}
    for factor in (0.25, 4):
        ps, after = odds_curve(factor)
        assert ps == sorted(ps) and (ps[0], ps[-1], after[0], after[-1]) == (0, 1, 0, 1)
        # no step of the curve is long
        assert max(math.dist(x, y) for x, y in pairwise(zip(ps, after, strict=True))) < 0.02


@pytest.mark.parametrize(("k", "is_named", "is_written"), [(16, True, True), (17, True, False), (41, False, False)])
def test_a_matrix_has_names_and_numbers_where_they_can_be_read(k: int, is_named: bool, is_written: bool) -> None:
    p = from_spec(f"krr:k={k},epsilon=2")
    ax = on_figure(lambda canvas: draw_mechanism(canvas, p))
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [x.get_text() for x in labels] == ([str(n) for n in range(k)] if is_named else [])
    assert len(ax.texts) == (k * k if is_written else 0)
    for text in ax.texts:
        j, i = text.get_position()
        assert float(text.get_text()) == pytest.approx(float(p.rows[i][j]), abs=5e-3)
        assert (text.get_color() == "white") == (i == j)
    assert [x.get_rotation() for x in ax.get_xticklabels()[:1]] == [0] * is_named


@pytest.mark.parametrize(
    "draw",
    [
        lambda canvas: draw_mechanism(canvas, from_spec("krr:k=257,epsilon=1")),
        lambda canvas: draw_lines(canvas, [Chart("", "", "", [Line(str(n), (), ()) for n in range(MOST_LINES + 1)])]),
        lambda canvas: draw_bars(canvas, "", "", []),
        lambda canvas: draw_estimates(canvas, []),
        lambda canvas: draw_feasible(canvas, [], [], share=(0.5, 0.5)),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(draw: object) -> None:
    with pytest.raises(InputError, match=r"^[^.\n]*; [^.\n]*$"):
        draw(Figure())  # type: ignore[operator]
