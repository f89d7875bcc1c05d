"""`plan` gives the least sample for its goal, by every route of reading it."""

import json
import math
from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.estimate import estimate
from rropt.survey.planning.plan import plan
from rropt.survey.sampling import Sampling
from rropt.survey.variance import variance
from rropt.survey.weights import linear_weights

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_warner_standard_error_by_hand() -> None:
    """n·Var = π(1 − π) + p(1 − p)/(2p − 1)² = 0.09 + 0.75."""
    found = plan(WARNER, prevalence="1/10", standard_error="0.01")
    assert found.n == 8400
    assert found.truthful == 900
    assert found.variance_per_answer == Fraction(84, 100)
    low, high = found.standard_error
    assert low <= Fraction(1, 100) <= high
    census = plan(WARNER, prevalence="1/10", standard_error="0.01", sampling="census")
    assert census.n == 7500 and census.to_dict()["truthful"] is None
    assert plan(WARNER, standard_error="0.01").n == 10_000


def test_finite_populations_need_fewer() -> None:
    found = plan(WARNER, prevalence="1/10", standard_error="0.02", sampling="srs", population=3000)
    assert 1875 < found.n < 2100
    assert found.spread.variance(found.n, Sampling("srs", 3000)) <= Fraction(1, 2500)
    assert found.spread.variance(found.n - 1, Sampling("srs", 3000)) > Fraction(1, 2500)
    with pytest.raises(InputError, match="even all 500"):
        plan(WARNER, prevalence="1/10", standard_error="0.01", sampling="srs", population=500)


@pytest.mark.parametrize("device", ["warner:p=3/4", "krr:k=3,gamma=3"])
@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"margin": "0.03", "power": "0.9"}, "power = 0.9 is not used beside margin = 0.03; leave it out"),
        ({"standard_error": "0.03", "power": 0.9}, "power = 0.9 is not used beside standard_error = 0.03"),
        ({"standard_error": "0.03", "confidence": "0.9"}, "confidence = 0.9 is not used beside standard_error = 0.03"),
        ({"standard_error": "0.03", "method": "normal"}, "method = normal is not used beside standard_error = 0.03"),
        ({"difference": "0.1", "method": "normal"}, "method = normal is not used beside difference = 0.1"),
        ({"difference": "0.1", "n": 500, "power": "0.9"}, "power = 0.9 is not used beside n = 500"),
        ({"n": 500, "power": "0.9"}, "power = 0.9 is not used beside n = 500"),
    ],
)
def test_an_argument_that_the_goal_does_not_use_is_refused(device: str, how: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan(from_spec(device), prevalence="worst", **how)


@pytest.mark.parametrize("how", [{"power": 0.8}, {"power": None}, {"power": Fraction(4, 5), "confidence": "95%"}])
def test_a_default_may_be_written_in_another_way(how: dict) -> None:
    assert plan(WARNER, prevalence="1/10", standard_error="0.03", **how).n == 934


def test_irrational_devices_and_three_inputs() -> None:
    assert plan(from_spec("warner:epsilon=ln3"), prevalence="1/10", margin="0.03").n == 3583
    assert plan(from_spec("warner:epsilon=1"), prevalence="1/10", margin="0.03").n > 3583
    krr = from_spec("krr:k=3,epsilon=1")
    assert (
        plan(krr, prevalence="1/10", margin="0.05").n
        == plan(krr, prevalence="1/10,1/2,2/5", margin="0.05", share_of=0).n
    )


def test_printing_and_json() -> None:
    found = plan(WARNER, prevalence="1/10..2/5", margin="0.03")
    assert "worst prevalence" in repr(found)
    assert "with replacement" in repr(found)
    document = json.loads(found.to_json())
    assert document["respondents"] == str(found.n)
    assert all(isinstance(x, str | dict | list | None) for x in document.values())
    assert "respondents needed" in found.to_latex()
    assert found.to_pandas()["respondents needed"] == found.n


def test_a_power_speaks_of_each_group() -> None:
    found = plan(WARNER, prevalence="1/10", difference="0.2")
    assert "respondents needed in each group" in repr(found)
    assert found.to_dict()["groups"] == "2"
    assert "each group" not in repr(plan(WARNER, margin="0.1"))


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({}, "one goal"),
        ({"margin": "0.1", "standard_error": "0.1"}, "one goal"),
        ({"margin": 3}, "between 0 and 1"),
        ({"margin": "0.1", "prevalence": "2"}, "prevalence 2 is not a probability"),
        ({"margin": "0.1", "sampling": "srs"}, "population"),
        ({"margin": "0.1", "share_of": 5}, "5 is not an input"),
    ],
)
def test_nonsense_is_refused(options: dict, word: str) -> None:
    with pytest.raises(InputError, match=word):
        plan(WARNER, **options)


def test_a_difference_names_both_prevalences_and_its_own_standard_error() -> None:
    found = plan(WARNER, prevalence="1/10", difference="1/20", power="0.8")
    w = linear_weights(WARNER)
    variances = [variance(WARNER, w, [1 - x, x], found.n)[1] for x in (Fraction(1, 10), Fraction(3, 20))]
    low, high = found.standard_error_of_difference
    assert low**2 <= sum(variances) <= high**2 and high - low < Fraction(1, 10**12)
    text, document = repr(found), found.to_dict()
    assert "against 0.15" in text and "standard error of the difference then" in text
    assert document["second_prevalence"] == "3/20" and found.groups == 2
    assert Fraction(document["standard_error_of_difference"]["lower"]) <= low
    one = plan(WARNER, prevalence="1/10", margin="0.1")
    assert one.standard_error_of_difference is None and one.to_dict()["second_prevalence"] is None
    assert "difference" not in repr(one) and one.groups == 1


def test_arguments_of_another_kind_are_refused() -> None:
    with pytest.raises(InputError, match="'warner' is not a mechanism; give a Mechanism"):
        plan("warner", margin="0.1")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="'zz' is not an input of the mechanism"):
        plan(from_spec("warner:p=3/4"), margin="0.1", share_of="zz")  # type: ignore[arg-type]


def test_a_margin_is_kept_with_the_weights_that_the_plan_names() -> None:
    """Four outputs: at the expected counts the planned weights keep the margin, and those of equal shares do not."""
    device = from_spec("four_output:epsilon=1,delta=1/20")
    found = plan(device, prevalence="1/10", margin="0.03")
    assert "estimate with --working 0.1 (in Python" in repr(found) and "working" not in repr(
        plan(WARNER, margin="0.03")
    )
    counts = {
        label: round(float(found.n * (row[0] * Fraction(9, 10) + row[1] / 10)))
        for label, row in zip(device.output_labels, device.rows, strict=True)
    }
    planned, equal = (estimate(counts, mechanism=device, working=x).intervals[1] for x in ("1/10", "1/2"))
    assert planned.upper - planned.lower <= Fraction(61, 1000) < Fraction(65, 1000) < equal.upper - equal.lower


def test_of_several_inputs_the_share_that_needs_most_is_planned_for() -> None:
    p = from_spec("hadamard_response:k=4,epsilon=1")
    shares = "1/2,1/4,1/8,1/8"
    each = [plan(p, prevalence=shares, standard_error="1/50", share_of=j) for j in range(4)]
    found = plan(p, prevalence=shares, standard_error="1/50")
    assert found.n == max(x.n for x in each) and found.truthful == max(x.truthful for x in each)
    assert found.of_all and len({x.n for x in each}) > 1 and not each[0].of_all
    assert plan(from_spec("warner:p=3/4"), prevalence="1/4", standard_error="1/50").share_of == "1"


def test_a_design_effect_multiplies_the_people_and_not_the_answers() -> None:
    for goal in ({"standard_error": "0.02"}, {"margin": "0.05"}, {"margin": "0.05", "method": "clopper-pearson"}):
        alone = plan(WARNER, prevalence="1/10", **goal)  # type: ignore[arg-type]
        drawn = plan(WARNER, prevalence="1/10", deff="1.7", **goal)  # type: ignore[arg-type]
        assert drawn.n == -(-alone.n * 17 // 10)
        assert drawn.independent == alone.n
        assert float(drawn.standard_error[1]) == pytest.approx(math.sqrt(0.84 * 1.7 / drawn.n), rel=1e-9)
        assert drawn.standard_error[1] <= alone.standard_error[1]
    assert plan(WARNER, prevalence="1/10", standard_error="0.02", deff=1).n == 2100
    said = repr(plan(WARNER, prevalence="1/10", standard_error="0.02", deff="1.7"))
    assert "3,570 people are needed" in said
    assert "count as 2,100 drawn alone" in said
    assert "if everybody told" not in said


def test_people_who_are_there_count_as_fewer_by_the_design_effect() -> None:
    drawn, alone = plan(WARNER, prevalence="1/10", n=1000, deff="3/2"), plan(WARNER, prevalence="1/10", n=666)
    assert drawn.independent == 666
    assert drawn.margin == alone.margin
    assert float(drawn.standard_error[1]) == pytest.approx(math.sqrt(0.84 * 1.5 / 1000), rel=1e-9)
    assert repr(drawn).startswith("1,000 people give")
    document = json.loads(drawn.to_json())
    assert (document["respondents"], document["independent_answers"], document["truthful"]) == ("1000", "666", None)


def test_a_difference_is_planned_with_a_design_effect() -> None:
    alone = plan(WARNER, prevalence="1/10", difference="0.2")
    drawn = plan(WARNER, prevalence="1/10", difference="0.2", deff=2)
    assert (drawn.n, drawn.approximate) == (2 * alone.n, 2 * (alone.approximate or 0))
    assert drawn.standard_error_of_difference == alone.standard_error_of_difference
    k3 = Mechanism.from_design_matrix([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
    assert plan(k3, margin="0.1", deff=2).n == 2 * plan(k3, margin="0.1").n


@pytest.mark.parametrize(
    ("deff", "how", "said"),
    [
        ("0.8", {"margin": "0.1"}, "below 1"),
        ("10000000", {"margin": "0.1"}, "above 1000000"),
        ("2", {"margin": "0.1", "sampling": "census"}, "but the plan has census"),
        ("2", {"margin": "0.1", "sampling": "srs", "population": 3000}, "but the plan has srs"),
        ("5", {"n": 4}, "less than one independent answer"),
    ],
)
def test_a_design_effect_that_plans_nothing_is_refused(deff: str, how: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan(WARNER, prevalence="1/10", deff=deff, **how)  # type: ignore[arg-type]


def test_of_several_inputs_wilson_allows_for_the_worst_mixture_and_says_what_the_normal_interval_needs() -> None:
    p, shares = from_spec("krr:k=3,epsilon=ln3"), ["1/2", "3/10", "1/5"]
    for deff in (None, 2):
        found, normal = (plan(p, prevalence=shares, margin="1/20", method=x, deff=deff) for x in ("wilson", "normal"))
        assert found.by_normal == normal.n and normal.by_normal is None
        # the normal interval's n from the variance alone, in doubles
        n_var = max(
            float(plan(p, prevalence=shares, standard_error="1/20", share_of=j).variance_per_answer) for j in range(3)
        )
        assert abs(normal.n / (deff or 1) - math.ceil(3.841458820694124 * n_var * 400)) <= 1
        assert (f"needs {normal.n:,}" in found.explain().split("\n\n")[0]) == (normal.n < found.n)
    assert plan(WARNER, prevalence="1/10", margin="0.03").by_normal is None


@pytest.mark.parametrize("method", ["wilson", "normal"])
def test_truthful_answers_are_as_many_as_give_every_share_the_margin_of_all(method: str) -> None:
    p, shares = from_spec("krr:k=3,epsilon=1"), ["1/100", "1/100", "49/50"]
    for how in ({}, {"deff_truth": "3/2"}):
        found = plan(p, prevalence=shares, n=2000, method=method, **how)
        assert found.truthful == plan(p, prevalence=shares, margin=found.margin, method=method, **how).truthful
