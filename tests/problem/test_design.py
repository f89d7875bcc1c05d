"""The question of `design`: what is implied, what is refused, and what a reader is told first."""

import gc
import json
import math
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import flint
import numpy
import pytest
import sympy
from matplotlib.figure import Figure

from rropt import (
    LDP,
    Contrast,
    Information,
    LargestVariance,
    Mechanism,
    Metric,
    PairwiseLDP,
    Problem,
    RhoBreach,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    Vulnerability,
    design,
    frontier,
    least,
    profile,
    shuffled,
)
from rropt.binary.frontier import TwoAnswers
from rropt.certificate.judge import EXTREME, accept
from rropt.exact.decimal import decimal
from rropt.exact.enclosure import log_bounds
from rropt.exact.errors import Disagreement, InputError, OutOfTime
from rropt.exact.patience import seconds_left
from rropt.families import from_spec, krr
from rropt.problem.result import Between
from rropt.problem.stored import read_design, verify
from rropt.problem.tables import read_table
from rropt.problem.words import best_simple, say_simple, say_what_to_do
from rropt.show import Fact, Figure as Picture, Say
from tests.calls import within_calls

THIRDS = ["1/2", "1/4", "1/4"]


@pytest.mark.parametrize(
    "given, objective",
    [
        ({"inputs": 3}, TotalVariance()),
        ({"inputs": ["a", "b", "c"]}, TotalVariance()),
        ({"prevalence": THIRDS}, TotalVariance(THIRDS)),
        ({"prevalence": "1/4"}, Variance("1/4")),
        ({"prevalence": "1/10..2/5"}, Variance("1/10..2/5")),
        ({"scores": [1, 2, 4]}, Contrast([1, 2, 4])),
        ({"scores": [1, 2, 4], "prevalence": THIRDS}, Contrast([1, 2, 4], THIRDS)),
        ({"utility": [[1, 0], [0, 1]]}, Utility([[1, 0], [0, 1]])),
        ({"utility": "1,0:0,1", "prior": "1/4,3/4"}, Utility([[1, 0], [0, 1]], ["1/4", "3/4"])),
        ({"prior": THIRDS}, Information(THIRDS)),
        ({"objective": "total-variance", "prevalence": THIRDS}, TotalVariance(THIRDS)),
        ({"objective": "trace", "inputs": 3}, Trace()),
    ],
)
def test_the_objective_that_is_meant(given, objective):
    assert design(**given, epsilon="ln3").problem.objective == objective


def test_demands_are_objects_texts_and_lists():
    of = {"objective": "trace", "inputs": 2}
    assert design(**of, demand="rho:1/5,1/2").problem.demand == RhoBreach("1/5", "1/2")
    joined = design(**of, demand=["ldp:1/2", LDP(1, delta="1/10")])
    assert joined.value == design(**of, demand=LDP("1/2") & LDP(1, delta="1/10")).value
    assert design(Problem("trace", "ldp:ln3", 4)).value == 2


@pytest.mark.parametrize(
    "given",
    [
        {"epsilon": 1, "inputs": 2},
        {"objective": "trace", "inputs": 3},
        {"objective": "trace", "inputs": 3, "epsilon": 1, "demand": "ldp:1"},
        {"objective": "trace", "inputs": 3, "epsilon": 1, "prior": THIRDS},
        {"objective": Trace(), "inputs": 3, "epsilon": 1, "prevalence": THIRDS},
        {"objective": Problem("trace", "ldp:1", 3), "epsilon": 1},
        {"objective": "trace", "inputs": 3, "demand": "ldpp:1"},
        {"objective": "trace", "inputs": 3, "demand": "ldp"},
        {"objective": "trace", "inputs": 3, "demand": []},
        {"objective": 5, "inputs": 3, "epsilon": 1},
        {"scores": [1, 2, 3], "epsilon": 1, "outputs": 3},
        {"objective": "trace", "inputs": 3, "epsilon": 1, "outputs": 2},
        {"prevalence": THIRDS, "epsilon": 1, "subject_to": ["P[0,0] <= 1/2"]},
        {"prevalence": THIRDS, "demand": "ldp:every"},
        {"objective": "trace", "inputs": ["a", "a"], "epsilon": 1},
        {"objective": "trace", "inputs": "ab", "epsilon": 1},
        *({"objective": "trace", "inputs": ["a", x], "epsilon": 1} for x in ("", " b", 'b"', "b\a", "b" * 999)),
        {"objective": "trace", "inputs": {"a", "b"}, "epsilon": 1},
        {"objective": "trace", "inputs": 2.5, "epsilon": 1},
        {"scores": [1, 2, 3], "outputs": 2, "demand": PairwiseLDP({(0, 1): 1, (1, 2): 1, (2, 0): 1})},
        {"scores": [1, 2, 3], "outputs": 2, "demand": Metric("line", 1)},
    ],
)
def test_questions_that_are_refused(given):
    with pytest.raises(InputError) as caught:
        design(**given)
    assert "\n" not in str(caught.value)


def test_a_value_is_a_number():
    exact, within = design("trace", epsilon="ln3", inputs=4).value, design("information", epsilon="ln3", inputs=4).value
    assert isinstance(within, Between)
    assert float(exact) == 2
    assert 0.1438 < float(within) < 0.1439


def test_the_simple_design_is_k_ary_randomized_response():
    problem = Problem("total-variance:1/2,1/4,1/4", "ldp:ln5")
    own, other = best_simple(problem)
    assert [own, other, other] == list(krr(k=3, epsilon="ln5").rows[0])
    assert f"probability {decimal(own, digits=4)})" in str(design(problem)).replace("\n", " ")
    assert problem.objective.value_bounds_of_k_ary(3, own, other)[1] >= design(problem).lower


def test_with_a_slack_no_simple_design_is_called_the_best():
    """At ε = 0 and δ = 1/10, telling the truth with chance 1/10 and else the frequent category is 165 times as good as k-ary."""
    shares = [Fraction(98, 100), Fraction(1, 100), Fraction(1, 100)]
    problem = Problem(TotalVariance(shares), LDP(0, delta="1/10"))
    frequent = Mechanism([["1", "9/10", "9/10"], [0, "1/10", 0], [0, 0, "1/10"]])
    assert problem.demand.holds(frequent)
    low, _ = problem.objective.value_bounds_of_k_ary(3, *best_simple(problem))
    assert 100 * problem.objective.value_bounds(frequent)[1] < low
    assert "A simple design is k-ary" in say_simple(problem, (Fraction(39, 100), Fraction(2, 5)))


def test_the_simple_design_uses_the_slack():
    """Its largest probability is tight: Pr(i | i) = t·Pr(i | j) + δ."""
    problem = Problem("information", "ldp:ln3,delta=1/10", 4)
    own, other = best_simple(problem)
    assert own == 3 * other + Fraction(1, 10)
    assert problem.objective.value_bounds_of_k_ary(4, own, other)[1] <= design(problem).upper


@pytest.mark.parametrize(
    "text", ["total-variance", "determinant", "largest-variance", "information", "total-variance:1/2,1/4,1/8,1/8"]
)
@pytest.mark.parametrize(("epsilon", "delta"), [("ln3", 0), ("1", 0), ("ln3", "1/10")])
def test_the_value_of_k_ary_randomized_response_is_that_of_its_matrix(text, epsilon, delta):
    problem = Problem(text, LDP(epsilon, delta=delta), 4)
    own, other = best_simple(problem)
    low, high = problem.objective.value_bounds_of_k_ary(4, own, other)
    least, most = problem.objective.value_bounds(
        Mechanism([[own if i == j else other for j in range(4)] for i in range(4)])
    )
    assert low <= most and least <= high and float(high - low) < 1e-12


def test_the_comparison_with_the_simple_design_costs_no_time_for_hundreds_of_inputs():
    for text in ("total-variance", "largest-variance", "information"):
        found = design(text, epsilon=1, inputs=200)
        bounds = found.found.lower, found.found.upper
        assert "k-ary" in within_calls(60_000, lambda found=found, bounds=bounds: say_simple(found.problem, bounds))


def test_numbers_beyond_the_search_are_told_with_what_to_ask_instead():
    with pytest.raises(Disagreement, match="ask with a delta of 0"):
        accept("{}", "this design", advice=EXTREME)


def test_points_are_a_list():
    for points in (3, "12", []):
        with pytest.raises(InputError, match=r"points = .* must be a list of numbers"):
            frontier("trace", 3, points=points)


@pytest.mark.parametrize("asked", [{"objective": "variance:every"}, {"objective": "trace", "epsilon": "every"}])
def test_of_two_numbers_that_range_one_is_refused_in_words(asked: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"can range; give one number for all else$"):
        design(**asked, inputs=2, along="delta" if "epsilon" in asked else "epsilon")  # type: ignore[arg-type]


def test_one_input_is_told_as_it_was_typed():
    for inputs in ("2.5", ["2.5"], 1, True, 10**5000):
        with pytest.raises(
            InputError, match=r"^inputs = '.*' must be a whole number from 2 to 1024, or a list of labels"
        ):
            design("trace", epsilon=1, inputs=inputs)
    with pytest.raises(InputError, match=r"^inputs = '5.5' must be a whole number"):
        design(epsilon=1, inputs=5.5)  # type: ignore[call-overload]


def test_an_epsilon_near_0_says_no_more_than_can_be_computed():
    """The columns of k-ary randomized response differ by 1e-300, less than balls carry; the formula at equal shares needs none."""
    assert "no design of any answers is better" in str(design("total-variance", epsilon="1e-300", inputs=3))


def test_an_answer_that_proves_the_truth_is_told_first():
    said = str(design(Contrast([1, 2, 3]), LDP("ln3", delta="1/10")))
    assert said.startswith("Warning")
    assert said.index("A simple design is k-ary") < said.index("Pr(output | input)")


def test_a_chance_below_1_is_never_told_as_1():
    said = " ".join(str(design(epsilon=16, inputs=2, prevalence="1/20")).split())
    assert said.startswith("Warning") and "with probability 99.99998 %, else the opposite" in said
    few = Mechanism([["999999999/1000000000", "1/2"], ["1/1000000000", "1/2"]], ["a", "b"], ["x", "y"])
    assert 'answer "x" with probability 99.9999999 % and "y" with probability 1e-9' in say_what_to_do(few)


def test_an_input_of_nearly_all_people_does_not_hide_in_floats_what_the_others_count():
    tiny = "1/1000000000"
    found = design(Information([tiny, tiny, tiny, "249999999/250000000", tiny]), Metric("line", "ln2"), inputs=5)
    assert 0 < found.upper - found.lower < found.upper / 10**12


def test_a_prior_that_nobody_stated_is_told_with_the_value():
    gains = [[1, 0, 0], [0, 1, 1]]
    assert "with all inputs equally likely." in str(design(utility=gains, epsilon=1))
    assert "equally likely" not in str(design(utility=gains, epsilon=1, prior=["1/2", "1/4", "1/4"]))
    assert "with all inputs equally likely." in str(design(epsilon=1, inputs=3))
    assert "equally likely" not in str(design(epsilon=1, inputs=3, prevalence=["1/2", "1/4", "1/4"]))


def test_sets_are_rows_too_if_they_are_few():
    found = design("total-variance", epsilon="1/2", inputs=4)
    assert found.sets.m == found.mechanism.m == 6
    assert float(TotalVariance().value_bounds(found.mechanism)[0]) == pytest.approx(float(found.value), rel=1e-12)
    assert design("total-variance", epsilon="1/2", inputs=30).mechanism is None


@pytest.mark.parametrize(("objective", "inputs"), [("total-variance", 3), ("trace", 12), ("total-variance", 40)])
def test_what_is_proved_is_told_without_a_mechanism_that_is_shown_above(objective: str, inputs: int) -> None:
    found = design(objective, epsilon=1, inputs=inputs)
    told = next(x.text for x in found.show() if isinstance(x, Say) and x.key == "proved")
    assert "this mechanism" in told and "SHA-256" not in told and "orbits" not in told
    assert "attained by the mechanism" in found.sentence and found.sentence in verify(found.to_json()).says


def test_standard_errors():
    found = design(scores=[1, 2, 4], epsilon="ln3")
    assert found.standard_error(100) == pytest.approx((float(found.value) / 100) ** 0.5)
    with pytest.raises(InputError):
        design("trace", epsilon="ln3", inputs=3).standard_error(100)


def test_all_best_mechanisms_of_a_share_are_listed():
    """Two corners are equally good at the share 1/2 with δ > 0 (Holohan, Leith and Mason, 2016, Theorem 3)."""
    found = design("variance:1/2", "ldp:1,delta=1/3")
    values = [found.problem.objective.value_bounds(x.mechanism)[0] for x in found.minimisers]
    assert found.mechanism in [x.mechanism for x in found.minimisers]
    assert set(values) == {found.value}
    assert design("trace", "ldp:1", 3).minimisers == ()


def test_values_of_answers_are_sympy_s_too():
    assert sympy.simplify(design("trace", "ldp:1", 3).value.to_sympy() - 3 * sympy.E / (sympy.E + 2)) == 0
    assert str(design("trace", "ldp:ln3", 3).value.to_sympy()) == "9/5"


@pytest.mark.parametrize("scores, shares", [([1, 2, 3], None), ([0, 5, 1], THIRDS), ([3, 1, 1], THIRDS)])
@pytest.mark.parametrize("demand", [LDP("ln3"), LDP(1, delta="1/10")])
def test_a_scale_with_two_answers_is_a_share_of_its_ends(scores, shares, demand):
    objective = Contrast(scores, shares or ())
    found = design(objective, demand, outputs=2)
    lower, upper = objective.value_bounds(found.mechanism)
    assert lower <= found.value <= upper
    assert demand.holds(found.mechanism)
    # no two answers whose chances are affine in the score are better: all of a grid that keep the demand
    low, high = min(scores), max(scores)
    heights = [Fraction(x - low, high - low) for x in scores]
    for u in range(21):
        for v in range(u + 1, 21):
            row = [Fraction(u, 20) + x * Fraction(v - u, 20) for x in heights]
            other = Mechanism([row, [1 - x for x in row]])
            if demand.holds(other):
                assert objective.value_bounds(other)[1] >= found.value
    assert read_design(found.to_json()).value == found.value


@pytest.mark.parametrize("head", [",well,ill", "action,well,ill"])
def test_a_file_of_utilities_names_inputs_and_answers(tmp_path, head):
    (tmp_path / "treat.csv").write_text(f"{head}\ntreat,0,1\nwait,1,1/2\n")
    table = read_table(str(tmp_path / "treat.csv"))
    found = design(utility=table, epsilon=1, inputs=["ill", "well"], prior="1/4,3/4")
    assert found.problem.objective == Utility([[1, 0], ["1/2", 1]], ["1/4", "3/4"])
    assert found.problem.outputs == ("treat", "wait")
    assert design(utility=table, epsilon=1).problem.inputs == ("well", "ill")
    assert table.arranged(None) == (("0", "1"), ("1", "1/2"))
    with pytest.raises(InputError, match="rename"):
        design(utility=table, epsilon=1, inputs=["yes", "no"])


def test_numbers_name_no_file_and_a_file_that_is_missing_is_told():
    assert read_table("1,0:0,1") == "1,0:0,1"
    for missing in ("there_is_none.csv", "[1,0]", "1;0"):
        with pytest.raises(InputError, match="there is no file"):
            read_table(missing)


@pytest.mark.parametrize("corner", ["truth", "input"])
def test_a_file_of_utilities_whose_rows_are_inputs_is_refused(tmp_path, corner):
    (tmp_path / "treat.csv").write_text(f"{corner},treat,wait\nill,0,1\nwell,1,1/2\n")
    with pytest.raises(InputError, match="exchange rows and columns"):
        read_table(str(tmp_path / "treat.csv"))


def test_a_file_without_labels_has_a_column_for_each_input(tmp_path):
    (tmp_path / "treat.csv").write_text("0,1,2\n1,1/2,0\n")
    found = design(
        utility=read_table(str(tmp_path / "treat.csv")), epsilon=1, inputs=["a", "b", "c"], outputs=["x", "y"]
    )
    assert found.problem.objective == Utility([[0, 1, 2], [1, "1/2", 0]])
    assert (found.problem.inputs, found.problem.outputs) == (("a", "b", "c"), ("x", "y"))


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.parametrize("outputs", [2, "free"])
def test_a_design_by_share_is_that_of_each_share(positive, outputs):
    """Under a demand that treats the two inputs differently, so that it matters whose share it is."""
    demand = PairwiseLDP({(0, 1): "ln2", (1, 0): "ln5"})
    found = design(f"variance:every,positive={positive}", demand, outputs=outputs)
    for share in ("1/10", "1/3", "7/8"):
        one = design(f"variance:{share},positive={positive}", demand, outputs=outputs)
        assert found.value_at(share) == one.value


def test_a_design_in_pieces_has_one_value_if_it_has_one_formula():
    whole = design("trace", "ldp:every", 3)
    assert whole.value == whole.pieces[0].found.lower and str(whole.value) == "3*t/(t + 2)"
    several = design("utility:1,0:0,3", "ldp:every")
    assert len(several.formulas) > 1 and several.value is None
    for x in ("1/2", "ln3", 3):
        assert several.value_at(x) == design("utility:1,0:0,3", LDP(x)).value


@pytest.mark.parametrize(
    ("asked", "lacking"),
    [
        ({"objective": "trace"}, "the demand and the number of inputs are missing"),
        ({"objective": "trace", "inputs": 3}, "the demand is missing"),
        ({"objective": "trace:1,2"}, "the demand is missing"),
    ],
)
def test_a_missing_demand_is_asked_for_with_the_inputs_if_nothing_gives_them(asked, lacking):
    with pytest.raises(InputError, match=lacking):
        design(**asked)


def test_of_up_to_16_inputs_it_is_said_whether_the_optimum_is_the_only_one():
    assert "It is the only optimum." in str(design("trace", epsilon=1, inputs=16))
    assert "only optimum" not in str(design("trace", epsilon=1, inputs=17))


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ({"objective": "trace", "epsilon": 1, "inputs": 3}, "optimal"),
        ({"objective": "information", "epsilon": 1, "inputs": 3}, "within"),
        ({"objective": "trace", "epsilon": 1, "inputs": 2, "subject_to": ["P[0,0] >= 1", "P[0,1] <= 0"]}, "infeasible"),
        ({"objective": "total-variance", "epsilon": 0, "inputs": 3}, "unattained"),
    ],
)
def test_the_verdict_says_what_is_known(asked, verdict):
    found = design(**asked)
    assert found.verdict == verdict and (found.value is None) == (verdict in ("infeasible", "unattained"))
    assert (found.lower == found.upper) == (verdict != "within")


@pytest.mark.parametrize(("asked", "ends"), [("every", "()"), ("1/2..2", "[]"), ("1/2..inf", "[)")])
def test_a_certificate_in_pieces_has_the_ends_that_were_asked(asked, ends):
    assert json.loads(design("trace", f"ldp:{asked}", 3).certificate)["field"]["ends"] == ends


@pytest.mark.parametrize(
    ("objective", "demand", "ends"),
    [("trace", "ldp:1/2..2", (1 / 2, 2)), ("variance:1/4", "ldp:ln3,delta=1/10..1/2", (1 / 10, 1 / 2))],
)
def test_the_picture_of_pieces_is_along_epsilon_or_delta(objective, demand, ends):
    canvas, found = Figure(), design(objective, demand, 2)
    found.draw(canvas)
    places, values = canvas.axes[0].lines[0].get_data()
    step = (ends[1] - ends[0]) / 60
    assert (min(places), max(places)) == pytest.approx((ends[0] + step, ends[1] - step))
    assert values[7] == pytest.approx(float(found.value_at(Fraction(places[7]))))


def test_a_picture_of_pieces_without_an_end_reaches_what_is_marked():
    canvas = Figure()
    design("trace", "ldp:every", 2).draw(canvas, mark=(20, "here"))
    assert max(canvas.axes[0].lines[0].get_xdata()) > 20


@pytest.mark.parametrize(
    ("objective", "demand"), [("trace", "ldp:ln2..ln5"), ("variance:1/4", "ldp:ln3,delta=1/10..1/2")]
)
def test_a_design_in_pieces_has_its_ends(objective, demand):
    found = design(objective, demand, 2)
    low, high = ("ln2", "ln5") if objective == "trace" else ("1/10", "1/2")
    for end in (low, high):
        at = f"ldp:{end}" if objective == "trace" else f"ldp:ln3,delta={end}"
        assert found.value_at(end) == design(objective, at, 2).value
    for outside in ("ln19/10", "ln6") if objective == "trace" else ("1/11", "2/3"):
        with pytest.raises(InputError, match="outside"):
            found.value_at(outside)


def test_the_picture_of_a_design_has_what_is_best_under_its_names():
    """With a slack p00 and p11 differ where most have one truth."""
    found = design("variance:1/10", "ldp:1/2,delta=1/2", ["no", "yes"])
    (picture,) = (x for x in found.show() if isinstance(x, Picture))
    canvas = Figure()
    picture.draw(canvas)
    best = [line.get_data() for line in canvas.axes[0].lines if line.get_marker() == "*"]
    rows = [x.mechanism.rows for x in found.minimisers]
    assert [(float(x[0]), float(y[0])) for x, y in best] == [(float(p[0][0]), float(p[1][1])) for p in rows]
    assert '"no"' in canvas.axes[0].get_xlabel() and '"yes"' in canvas.axes[0].get_ylabel()
    assert [x.label for x in design("trace", "ldp:ln3", 3).show() if isinstance(x, Picture)] == ["Pr(output | input)"]


def test_along_is_in_formulas_or_at_points():
    assert design("trace", along="epsilon", inputs=3).value_at("ln3") == Fraction(9, 5)
    found = design("trace", along="vulnerability", epsilon="ln5", inputs=3)
    assert [x.value for x in found.designs][:: len(found.points) - 1] == [1, Fraction(15, 7)]
    values = dict(zip(map(Fraction, found.points), (x.value for x in found.designs), strict=True))
    below, above = max(x for x in values if x <= Fraction(9, 16)), min(x for x in values if x > Fraction(9, 16))
    assert values[below] < design("trace", Vulnerability("9/16") & LDP("ln5"), 3).value < values[above]
    assert frontier(TotalVariance(THIRDS), points=[2, 1]).points == ("1", "2")


@pytest.mark.parametrize(
    "given",
    [
        {"along": "epsilon", "least": "epsilon", "value": 2},
        {"least": "epsilon"},
        {"value": 2, "epsilon": 1},
        {"along": "epsilon", "epsilon": 1},
        {"along": "delta"},
        {"along": "epsilon", "proof": True},
    ],
)
def test_what_ranges_is_said_once(given):
    with pytest.raises(InputError):
        design("trace", inputs=3, **given)


def test_the_part_of_a_demand_that_is_free_ranges():
    found = design("trace", ["metric:line,every", "ldp:5"], 3, least="epsilon", value=2)
    assert found.lower < math.log(3) < found.upper + Fraction(1, 10**6)
    assert "Metric" in str(found.design.problem.demand)


def test_answers_that_are_split_keep_the_labels_that_conditions_name():
    found = design(
        "divergence:tv,between=0/1", epsilon="ln3", inputs=2, outputs=["yes", "no"], subject_to=["P[yes,0] <= 3/5"]
    )
    labels = found.mechanism.output_labels
    assert {label.partition(" (")[0] for label in labels} == {"yes", "no"}
    told = [row[0] for label, row in zip(labels, found.mechanism.rows, strict=True) if label.startswith("yes")]
    assert sum(told) <= Fraction(3, 5)


def test_designs_in_threads_are_those_of_one_and_leave_the_process_as_it_was() -> None:
    asked = [
        ("total-variance:1/2,1/4,1/8,1/8", "1"),
        ("total-variance:1/2,1/3,1/6", "2"),
        ("information:1/2,1/3,1/6", "1/2"),
    ]
    before = gc.get_threshold(), flint.ctx.prec
    alone = [design(objective, epsilon=epsilon).certificate for objective, epsilon in asked]
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda x: design(x[0], epsilon=x[1]).certificate, asked * 6)
        assert list(found) == alone * 6
    assert (gc.get_threshold(), flint.ctx.prec) == before


def test_curves_and_numbers_in_threads_are_those_of_one() -> None:
    """Each task sets FLINT's precision for itself, which is one for the whole process."""
    tasks: list[Callable[[int], object]] = [
        lambda n: profile(from_spec("krr:k=4,epsilon=1/10"), times=100 + n).delta(2),
        lambda n: shuffled(from_spec("krr:k=2,epsilon=1"), 40 + n).delta("1/4"),
        lambda n: log_bounds(Fraction(n + 7, 3), width=Fraction(1, 1 << 50 * n)),
    ]
    asked = [(task, n) for n in range(1, 9) for task in tasks]
    before, interval = flint.ctx.prec, sys.getswitchinterval()
    alone = [task(n) for task, n in asked]
    sys.setswitchinterval(1e-5)  # threads meet often
    try:
        with ThreadPoolExecutor(4) as threads:
            assert [*threads.map(lambda x: x[0](x[1]), asked)] == alone
    finally:
        sys.setswitchinterval(interval)
    assert flint.ctx.prec == before


def test_an_answer_that_nobody_gives_is_told() -> None:
    found = design(Utility([[1, 0], [0, 2], [-1, 0]]), LDP(1), inputs=("a", "b"), outputs=("x", "y", "z"))
    assert found.mechanism is not None and not any(found.mechanism.rows[2])
    assert say_what_to_do(found.mechanism).endswith('Nobody ever answers "z".')
    assert "Nobody" not in say_what_to_do(from_spec("kuk:p=2/3,q=1/3,cards=2"))


def test_bounds_that_differ_say_by_how_much() -> None:
    within, exact = design("information", LDP(1), inputs=3, prior="0.2,0.3,0.5"), design("trace", LDP(1), inputs=3)
    gaps = [[x.value for x in found.show() if isinstance(x, Fact) and x.key == "gap"] for found in (within, exact)]
    assert gaps == [[within.upper - within.lower], []] and 0 < gaps[0][0] < 1e-12


@pytest.mark.parametrize(
    ("text", "where"), [("1,0\n0,\n", "row 2, column 2"), ("action,a,b\nx,1,0\ny, ,2\n", "row y, column a")]
)
def test_an_empty_cell_of_a_file_of_numbers_is_named(text: str, where: str, tmp_path: Path) -> None:
    path = tmp_path / "u.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=f"u.csv has no number in {where}"):
        read_table(str(path))


def test_a_files_name_is_no_certificate() -> None:
    with pytest.raises(InputError, match=r"design\.json.*what it holds"):
        verify("design.json")


@pytest.mark.parametrize("wrong", [lambda: Trace() - Trace(), lambda: -Trace(), lambda: 0 * Trace()])
def test_a_difference_of_objectives_is_refused_in_a_sentence(wrong: Callable[[], object]) -> None:
    with pytest.raises(
        InputError, match=r"^an objective is multiplied by a positive number, not by (-1|0); .* utility$"
    ):
        wrong()


def test_a_design_says_what_its_demand_promises_respondents() -> None:
    """Who takes ε for the factor itself sees that 4 is a factor of 54.6."""
    said = design("variance", epsilon=4, inputs=2, prevalence="1/5").to_dict()["promise"]
    assert "at most 54.6 times as likely" in said[0]


@pytest.mark.parametrize(
    "wrong, named",
    [
        (lambda: Variance("exp(-1)"), "prevalence"),
        (lambda: Trace(["exp(1)", 1]), "one of weights"),
        (lambda: TwoAnswers("exp(-1)"), "prevalence"),
        (lambda: least("epsilon", "trace", 3, value="exp(1)"), "value"),
        (lambda: TwoAnswers("1/4").least_epsilon("exp(-1)", 1), "delta"),
    ],
)
def test_a_number_that_must_be_rational_is_named(wrong: Callable[[], object], named: str) -> None:
    with pytest.raises(InputError, match=f"^{named} = .* is not rational"):
        wrong()


def test_whether_another_optimum_exists_is_looked_for_for_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    def look(*_: object) -> bool:
        limits.append(seconds_left())
        raise OutOfTime("not found in time")

    monkeypatch.setattr(Trace, "is_only", look)
    found = design(Trace(), LDP("ln3"), 3)
    assert found.is_only is None
    assert "only optimum" not in str(found) and "as good" not in str(found)
    assert limits and all(0 < left <= 10 for left in limits)


def test_an_input_called_output_keeps_its_column_in_a_file() -> None:
    found = design("trace", epsilon="ln3", inputs=["output", "no"])
    assert [*found.to_dict()["mechanism"][0]] == ["", "output", "no"]
    assert read_design(found.to_json()) == found


def test_a_number_of_inputs_may_be_of_numpy() -> None:
    assert design("trace", epsilon=1, inputs=numpy.int64(3)) == design("trace", epsilon=1, inputs=3)
    assert design(epsilon=1, inputs=numpy.int8(3)).problem.k == 3


@pytest.mark.parametrize(
    "lists",
    [
        (["6/25", "1/25", "9/25", "9/25"], ["5/17", "5/17", "3/17", "4/17"]),
        (["1/21", "4/7", "5/21", "1/7"], ["1/3", "1/12", "5/12", "1/6"]),
    ],
)
def test_the_worst_of_nearly_equal_problems_has_a_small_gap(lists: tuple[list[str], ...]) -> None:
    """At a small epsilon all lists of shares have nearly the same variances, so that many weights of lists are nearly optimal."""
    found = design(LargestVariance(lists, worst=True), LDP("1/1000"))
    assert 0 <= found.upper - found.lower <= Fraction(1, 10**9) * found.upper


def test_a_small_epsilon_beside_a_slack_is_answered() -> None:
    found = design(TotalVariance(["4/15", "9/35", "8/105", "1/35", "13/35"]), LDP("1/1000", delta="1/100"))
    assert 0 <= found.upper - found.lower <= Fraction(1, 10**11) * found.upper
