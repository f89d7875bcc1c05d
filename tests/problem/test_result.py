"""The result of a design: its dictionary, its bounds, and the standard error rounded up."""

import json
import math
from fractions import Fraction as F

import pytest

from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Leg
from rropt.results import number_fields

KEYS = ["schema", "problem", "mechanism", "value", "verdict", "gap", "minimisers", "pieces", "certificate", "unshown"]


@pytest.fixture(scope="module")
def binary() -> object:
    return design(Variance("1/4"), LDP("1/2", delta="1/10"), inputs=("no", "yes"))


def test_the_json_has_the_promised_keys(binary: object) -> None:
    document = json.loads(binary.to_json())  # type: ignore[attr-defined]
    assert set(KEYS) <= set(document)
    assert set(document["unshown"]["legs"]) == {"symbolic", "numeric", "certified"}
    assert all(set(leg) == {"status", "value", "source"} for leg in document["unshown"]["legs"].values())
    assert (
        set(document["value"]) == {"exact", "lower", "upper"} and document["variance_per_answer"] == document["value"]
    )
    assert document["verdict"] == "optimal" and document["gap"] == "0"
    assert document["mechanism"]["inputs"] == ["no", "yes"] and len(document["minimisers"]) == 1
    low, high = F(document["value"]["lower"]), F(document["value"]["upper"])
    assert low <= binary.value <= high and high - low < F(1, 10**14)  # type: ignore[attr-defined]
    assert math.isclose(float(low), 2.3724, abs_tol=5e-5)


def test_an_answer_without_a_mechanism() -> None:
    found = design(Variance("1/4"), LDP(0))
    document = json.loads(found.to_json())
    assert document["mechanism"] is None and document["value"] is None and document["gap"] is None
    assert document["verdict"] == "unattained" and document["minimisers"] == []
    for ask in (found.to_pandas, found.to_latex):
        with pytest.raises(InputError, match="unattained"):
            ask()
    with pytest.raises(InputError, match="no standard error"):
        found.standard_error(1000)


def test_pieces_carry_their_certificates() -> None:
    document = json.loads(design(Variance("1/4"), LDP("every", delta="1/10")).to_json())
    assert len(document["pieces"]) == 3 and document["value"] is None
    fields = {"variable", "from", "to", "ends", "interval", "mechanisms", "towards", "value", "value_said"}
    assert all(set(p) == {*fields, "certificate"} for p in document["pieces"])
    free = json.loads(design(Trace(), LDP("every"), inputs=3).to_json())
    assert free["value"]["exact"] and free["value"]["lower"] is None


def test_an_interval_verdict_states_its_gap_upward() -> None:
    found = design(Utility([[3, 0, 1], [0, 2, 1], [1, 1, 1]]), LDP("1/2", delta="1/10"))
    document = json.loads(found.to_json())
    if found.value is None:
        assert document["verdict"] == "within" and document["value"]["exact"] is None
        assert F(document["gap"]) >= found.gap > 0  # type: ignore[operator]
    assert F(document["value"]["lower"]) <= found.lower <= found.upper <= F(document["value"]["upper"])  # type: ignore[operator]


def test_the_standard_error_is_rounded_up(binary: object) -> None:
    for n in (1, 1000, 10**9):
        s = F(binary.standard_error(n))  # type: ignore[attr-defined]
        assert s**2 * n >= binary.value * (1 - F(1, 10**15))  # type: ignore[attr-defined]
        assert math.isclose(float(s), math.sqrt(float(binary.value) / n), rel_tol=1e-12)  # type: ignore[attr-defined]
    for n in (0, 2.5, F(7, 2)):
        with pytest.raises(InputError, match=f"n = {n} "):
            binary.standard_error(n)  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="no standard error"):
        design(Trace(), LDP("ln3"), inputs=3).standard_error(10)


def test_tables_and_pictures_of_the_mechanism(binary: object) -> None:
    assert list(binary.to_pandas().columns[:2]) == ["no", "yes"]  # type: ignore[attr-defined]
    assert "\\begin" in binary.to_latex() and "<table" in binary._repr_html_()  # type: ignore[attr-defined]
    assert repr(binary) == binary.explain()  # type: ignore[attr-defined]


def test_pieces_whose_answers_are_sets_are_in_the_tables_and_one_such_design_is_refused_as_it_is() -> None:
    found = design(TotalVariance(), LDP("1/2..1"), inputs=20)
    assert found.pieces and not any(piece.mechanisms for piece in found.pieces)
    header, rows = found.as_table()
    assert [row[:2] for row in rows] == [[piece.variable, piece.interval] for piece in found.pieces]
    assert [row[2] for row in rows] == [piece.value_said for piece in found.pieces] and len(header) == 4
    assert len(found.to_pandas()) == len(rows) == found.to_latex().count(r"\\") - 1
    alone = design(TotalVariance(), LDP("ln3"), inputs=100)
    for ask in (alone.to_pandas, alone.to_latex):
        with pytest.raises(InputError, match="answers are sets, which `sets` has"):
            ask()


def test_number_fields_round_outward() -> None:
    e = read_epsilon("1").t
    found = number_fields(e, e, e)  # type: ignore[arg-type]
    assert found is not None and F(found["lower"]) < e < F(found["upper"]) and found["exact"] == "e"  # type: ignore[operator]
    assert number_fields(None, None, None) is None


def test_a_leg_in_words_and_as_text() -> None:
    assert str(Leg("numeric", "Optimal", 0.1, "HiGHS")) == "numeric: 0.1 (HiGHS; Optimal)"
    assert Leg("numeric", "failed", float("nan"), "HiGHS").to_dict()["value"] is None
    assert Leg("symbolic", "by a theorem", F(1, 3), "here").to_dict()["value"] == "1/3"
    assert "no closed form" in str(Leg("symbolic", "no closed form applies", None, "closed_forms"))


def test_a_value_whose_exact_form_is_long_is_not_said_to_equal_its_decimal():
    found = design(Variance("0.25"), LDP("1.0986122886681098"))
    assert "variance at prevalence 1/4 ≈ 0.9375." in found.explain(proof=True)


def test_the_numeric_value_is_a_number():
    leg = design(Trace(), LDP("ln3"), inputs=3).to_dict()["unshown"]["legs"]["numeric"]
    assert abs(float(leg["value"]) - 1.8) < 1e-9


def test_a_verdict_is_its_word_and_a_zero_has_no_sign():
    assert design(Trace(), LDP("ln3"), inputs=2).verdict == "optimal"
    leg = Leg("numeric", "Optimal", -0.0, "HiGHS")
    assert str(leg) == "numeric: 0 (HiGHS; Optimal)" and leg.to_dict()["value"] == "0.0"


def test_a_data_frame_has_the_bounds_of_a_value_that_is_not_known_exactly() -> None:
    found = design(TotalVariance(["1/2", "1/3", "1/12", "1/12"]), LDP("1/3"))
    frame = found.to_pandas()
    least, most = frame["value at least"].iloc[0], frame["value at most"].iloc[0]
    assert found.value is None and found.lower is not None and found.upper is not None
    assert F(least) <= found.lower <= found.upper <= F(most) and most - least < 1e-9
    assert Mechanism.from_pandas(frame).rows == found.mechanism.rows  # type: ignore[union-attr]
    assert "value at least" not in design(TotalVariance(["1/2", "1/4", "1/4"]), LDP("ln3")).to_pandas()
