"""`check`: the efficiency is what the definition says of the mechanism's value and the optimum under its own protection."""

from fractions import Fraction

import pytest

from rropt import LDP, Mechanism, Trace, Variance, check, design, from_spec
from rropt.exact.decimal import decimal
from rropt.exact.errors import Disagreement
from rropt.problem.checkup import compare_with_optimum

MECHANISMS = [
    Mechanism([["7/10", "2/5"], ["3/10", "3/5"]], ("no", "yes")),
    Mechanism([["1/2", "1/5", "1/4"], ["1/4", "3/5", "1/4"], ["1/4", "1/5", "1/2"]]),
    from_spec("krr:k=4,epsilon=ln3"),
]


@pytest.mark.parametrize("p", MECHANISMS, ids=["two", "three", "krr"])
def test_the_efficiency_is_that_of_the_definition(p):
    """For two inputs of the variance at the share 1/2, else of the trace, both where nothing else is asked."""
    found = check(p)
    natural = Variance("1/2") if p.k == 2 else Trace()
    best = design(natural, LDP(found.epsilon), p.k).value
    own = natural.value_bounds(p)[0]
    ratio = best / own if p.k == 2 else own / best
    assert found.efficiency.ratio == ratio
    assert 0 < ratio <= 1
    again = check(p, LDP(found.epsilon), objective=natural)
    assert again.met and again.efficiency.ratio == ratio
    if ratio < Fraction(9, 10):
        assert found.efficiency.better.value == best
        assert "A better design that keeps " in str(found)
    at = " at prevalence 1/2" if p.k == 2 else ""
    assert f"Efficiency for the {natural.name}{at}: {decimal(ratio, digits=4, direction='lower')}" in str(found)


def test_a_design_is_checked_against_its_own_question():
    found = design("variance:1/4", "ldp:1,delta=1/10")
    checked = check(found)
    assert (checked.demand, checked.met, checked.efficiency.ratio) == (found.problem.demand, True, 1)
    assert checked.efficiency.better is found


@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_where_more_answers_do_better_the_best_is_that_of_two(delta: str) -> None:
    """Beside a slack an answer that only one input gives has a chance of its own; without one two answers are enough."""
    asked = Variance("1/4"), LDP("ln3", delta=delta)
    two, free = design(*asked), design(*asked, inputs=2, outputs="free")
    checked = str(check(two))
    assert (free.upper < two.lower) == (delta != "0") and free.lower <= two.upper
    assert ("(n·Var) with 2 answers is" in str(two)) == (delta != "0")
    assert ("1 is the best with 2 answers." in " ".join(checked.split())) == (delta != "0")
    assert ("No design with 2 answers that keeps" in checked) == (delta != "0")
    assert "with 2 answers" not in str(free).split("Question")[0]
    for ranged in (design("variance:every", asked[1]), design(asked[0], LDP("every", delta=delta))):
        assert ("with 2 answers" in str(ranged).split("Question")[0]) == (delta != "0")


@pytest.mark.parametrize("spec", ["krr:k=5,epsilon=1", "subset_selection:k=6,size=2,epsilon=1"])
def test_the_optimum_itself_has_the_efficiency_one(spec: str) -> None:
    # its own value is enclosed, and rounded down the efficiency would be told as .9999
    said = str(check(spec, objective="total-variance"))
    assert "Efficiency for the total variance: 1, where 1 is the best." in said and "noticeably" in said


def test_a_demand_that_is_broken_gives_no_yardstick():
    found = check(from_spec("krr:k=3,epsilon=ln3"), LDP("ln2"))
    assert not found.met and found.exit_code == 1 and found.efficiency.ratio is None
    assert [(x.outputs, x.input) for x in found.violations] == [((0,), 0), ((1,), 1), ((2,), 2)]


@pytest.mark.parametrize("kind", ["kl", "chi2"])
def test_where_a_divergence_is_infinite_the_demand_is_judged(kind):
    found = check(Mechanism([[1, "1/3"], [0, "2/3"]]), "ldp:inf", objective=f"divergence:{kind},between=1/0")
    assert (found.met, found.efficiency.ratio) == (True, None) and "infinite" in found.efficiency.reason


@pytest.mark.parametrize(
    "p, objective",
    [
        (Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), None),
        (Mechanism([[1, 0], [0, 1]]), None),
        (from_spec("subset_selection:k=4,size=2,epsilon=ln3"), None),
        (from_spec("krr:k=3,epsilon=ln3"), "contrast:1,2,3,4"),
    ],
    ids=["tells nothing", "tells all", "other shape", "other inputs"],
)
def test_where_there_is_no_efficiency_a_reason_is_told(p, objective):
    if objective:
        with pytest.raises(ValueError, match="4 inputs"):
            check(p, objective=objective)
    else:
        found = check(p).efficiency
        assert found.ratio is None and found.reason


def test_a_mechanism_with_one_input_has_no_objective_of_its_own():
    assert "no objective is assumed" in check(Mechanism([[1]])).efficiency.reason


def test_a_mechanism_better_than_the_optimum_is_a_contradiction():
    worse = design("trace", "ldp:ln2", 3)
    with pytest.raises(Disagreement):
        compare_with_optimum(from_spec("krr:k=3,epsilon=ln3"), LDP("ln3"), Trace(), worse)
