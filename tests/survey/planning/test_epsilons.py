"""What each ε costs and lets be believed, by hand at ln 2 and ln 3, and by other routes along a range."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from rropt import LDP, InputError, TotalVariance, design, from_spec, plan
from rropt.survey import plan_epsilons


def test_a_row_is_the_plan_of_warners_device_and_bayes_rule() -> None:
    for asked, t in (("ln2", 2), ("ln3", 3)):
        (row,) = plan_epsilons(asked, prevalence="1/10", margin="0.03").rows
        warner = plan(from_spec(f"warner:epsilon={asked}"), prevalence="1/10", margin="0.03")
        assert (row.n, row.standard_error) == (warner.n, warner.standard_error[1])
        assert (row.least, row.most) == (Fraction(1, 9 * t + 1), Fraction(t, 9 + t))


def test_a_budget_is_rounded_up() -> None:
    assert plan_epsilons("1/3", prevalence="1/10", margin="0.03").rows[0].cells()[0] == "0.333334"


def test_more_epsilon_takes_fewer_people_and_lets_more_be_believed() -> None:
    rows = plan_epsilons("1/4..3", prevalence="1/10", standard_error="0.02").rows
    assert [float(x.epsilon.bounds()[0]) for x in rows] == [n / 4 for n in range(1, 13)]
    for before, after in itertools.pairwise(rows):
        assert after.n < before.n and after.value < before.value
        assert after.most > before.most and after.least < before.least  # type: ignore[operator]
    for x in rows:
        t, pi = math.exp(float(x.epsilon.bounds()[0])), 0.1
        lie = 1 / (1 + t)
        yes = pi * (1 - lie) + (1 - pi) * lie
        assert x.n == math.ceil(yes * (1 - yes) / (1 - 2 * lie) ** 2 / 0.0004)
        assert float(x.most) == pytest.approx(pi * (1 - lie) / yes)


def test_nothing_is_believed_with_a_chance_above_one() -> None:
    for prevalence in ("0.1", "0.1,0.2,0.7"):
        found = plan_epsilons("20, 60, 200", prevalence=prevalence, n=100)
        assert [x.cells()[-1].rpartition(" ")[2] for x in found.rows] == ["1", "1", "1"]


def test_of_several_truths_the_largest_chance_of_any_is_told() -> None:
    (row,) = plan_epsilons(["ln3"], prevalence=["1/3", "1/3", "1/3"]).rows
    assert row.least is None and row.n == 1000
    assert row.most == Fraction(3, 5)  # 3-ary response at t = 3, equal shares


def test_people_are_the_goal_unless_another_is_given() -> None:
    found = plan_epsilons("1, 2", prevalence="1/10")
    assert not found.is_of_people and "has a standard error of" in found.explain()
    assert found.to_dict()["rows"][0]["epsilon"] == "1"


def test_a_design_effect_takes_as_many_times_the_people_and_leaves_the_variance() -> None:
    alone, drawn = (plan_epsilons("1/2, ln3", prevalence="1/10", margin="0.03", deff=d) for d in (None, "1.5"))
    for a, d in zip(alone.rows, drawn.rows, strict=True):
        assert d.n == math.ceil(a.n * Fraction(3, 2))
        assert (d.value, d.most) == (a.value, a.most)
        assert float(d.standard_error) == pytest.approx(math.sqrt(1.5 * float(a.value) / d.n), rel=1e-9)
    assert "Design effect 1.5" in drawn.explain() and "Design effect" not in alone.explain()
    (people,) = plan_epsilons("ln3", prevalence="1/10", n=1000, deff=2).rows
    (half,) = plan_epsilons("ln3", prevalence="1/10", n=500).rows
    assert (people.n, people.standard_error) == (1000, half.standard_error)


def test_a_difference_takes_the_people_of_the_plan_of_each_optimum() -> None:
    found = plan_epsilons("ln2, ln3", prevalence="1/10", difference="0.1", power="0.9", deff=2)
    for row in found.rows:
        device = from_spec(f"warner:epsilon={row.epsilon}")
        assert row.n == plan(device, prevalence="1/10", difference="0.1", power="0.9", deff=2).n
        assert row.groups == 2
    said = " ".join(found.explain().split())
    assert said.startswith("To detect a difference of 0.1 between two groups of n with power 0.9")
    assert "n in each group" in said and f"takes {found.rows[0].n} people in each group" in said


def test_of_several_shares_the_table_says_which_number_is_of_all() -> None:
    shares = ["0.4", "0.3", "0.15", "0.1", "0.05"]
    found = plan_epsilons("ln3", prevalence=shares, margin="0.05")
    (row,) = found.rows
    assert "margin of at most 0.05, by the optimum at epsilon = log(3):" in " ".join(found.explain().split())
    assert found.as_table()[0][1:4] == ["n·Var of all shares", "n", "standard error of one"]
    assert "of the one share that needs most people" in " ".join(found.explain().split())
    best = design(TotalVariance(shares), LDP("ln3"), outputs="free")
    most = plan(best.mechanism, prevalence=shares, margin="0.05")  # type: ignore[arg-type]
    assert (row.n, row.standard_error) == (most.n, most.standard_error[1])
    assert row.value == best.upper and plan_epsilons("1", prevalence="1/10").rows[0].header[1] == "n·Var"


@pytest.mark.parametrize(
    ("epsilons", "prevalence"),
    [
        ("2..1", "1/10"),
        ("0..1", "1/10"),
        ("0", "1/10"),
        ("inf", "1/10"),
        ("every", "1/10"),
        ([], "1/10"),
        ("1", "0"),
        ("1", "0,1"),
        ("1", "1/10..1/5"),
        ("1", "1/2,1/2,1/2"),
        ("1", ",".join(["1/13"] * 13)),
        (",".join(["1"] * 61), "1/10"),
    ],
)
def test_what_is_no_budget_or_no_prevalence_is_refused(epsilons: object, prevalence: str) -> None:
    with pytest.raises(InputError):
        plan_epsilons(epsilons, prevalence=prevalence)


def test_a_refusal_names_the_epsilon_at_which_the_goal_cannot_be_had() -> None:
    asked = {"prevalence": "1/10", "n": 100}
    with pytest.raises(InputError, match=r"^at epsilon = 0\.001: ") as refused:
        plan_epsilons("3, 1/1000, ln3", **asked)  # type: ignore[arg-type]
    (alone,) = plan_epsilons("3", **asked).rows  # type: ignore[arg-type]
    assert alone.n == 100 and "ln" not in str(refused.value)


@pytest.mark.parametrize("goal", [{"margin": 2}, {"difference": 1}, {"margin": "1/10", "confidence": 1}])
def test_an_argument_that_no_epsilon_mends_is_refused_without_one(goal: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        plan_epsilons("3, ln3", prevalence="1/10", **goal)  # type: ignore[arg-type]
    assert "epsilon" not in str(refused.value)
