"""Devices at equal privacy really have it, none beats the certified optimum, and the optimum is the last row."""

from fractions import Fraction

import pytest

from rropt.designs.objectives.variance import Variance
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families import from_spec, warner
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, Sensitive, Vulnerability
from rropt.problem.design import design
from rropt.survey.planning.devices import devices_at, devices_at_equal_privacy, devices_under_promise
from rropt.survey.planning.spread import read_region

HALF = Fraction(1, 2)


@pytest.mark.parametrize(("epsilon", "prevalence"), [("ln3", "1/10"), ("1/2", "1/10..2/5"), ("2", "worst")])
def test_the_certified_optimum_is_last_and_best(epsilon: str, prevalence: str) -> None:
    table = devices_at_equal_privacy(epsilon, prevalence)
    assert table.rows[-1][0] == "certified optimum"
    efficiencies = [float(x) for x in table.column("efficiency")]
    assert efficiencies[-1] == 1
    assert all(0 < x <= 1 for x in efficiencies)
    assert efficiencies[0] == 1
    assert min(efficiencies) < 0.95


@pytest.mark.parametrize("epsilon", ["ln(1.01)", "ln(3/2)", "1/2", "ln2", "ln3", "3"])
def test_each_device_has_exactly_the_stated_privacy(epsilon: str) -> None:
    budget = read_epsilon(epsilon)
    devices = devices_at(budget, read_region("1/10", 2, 1), unrelated=Fraction(1, 4), middle=Fraction(1, 10))
    names = ["warner", "simmons", "simmons", "forced response", "forced response"]
    assert [d.name for d in devices] == [*names, "christofides, mean of cards", "christofides, best weights"]
    assert all(LDP.tightest_epsilon(d.mechanism).t == budget.t for d in devices)


def test_values_by_hand() -> None:
    rows = devices_at(read_epsilon("ln3"), read_region("1/10", 2, 1), unrelated=Fraction(1, 4), middle=Fraction(1, 10))
    values = {(d.name, ", ".join(f"{name} = {x}" for name, x in d.parameters)): d.value for d in rows}
    assert values[("warner", "p = 0.75")] == Fraction(84, 100)
    cards = next(d for d in rows if d.name == "christofides, mean of cards").value
    assert cards == Fraction(9, 100) + (Fraction(4) / Fraction(9, 10) - 1) / 4
    best = next(d for d in rows if d.name == "christofides, best weights").value
    assert Fraction(84, 100) < best < cards


def test_the_given_mechanism_is_first() -> None:
    p = from_spec("simmons:p=1/2,unrelated=1/4")
    table = devices_at_equal_privacy(LDP.tightest_epsilon(p), "1/10", mechanism=p)
    assert table.rows[0][0] == "the mechanism given"
    assert float(table.rows[0][-1]) < 1


@pytest.mark.parametrize("epsilon", [0, "inf", "every"])
def test_no_privacy_and_all_privacy_are_refused(epsilon: object) -> None:
    with pytest.raises(InputError, match="positive and finite"):
        devices_at_equal_privacy(epsilon, "1/10")


@pytest.mark.parametrize("prevalence", ["0", "1/10", "1"])
def test_a_device_without_error_at_a_prevalence_is_as_good_as_the_optimum(prevalence: str) -> None:
    demand = Sensitive(["1"], "ln3")
    best = design(Variance(prevalence), demand)
    assert best.mechanism is not None and (best.value == 0) == (prevalence == "1")
    efficiencies = devices_under_promise(demand, prevalence, mechanism=best.mechanism).column("efficiency")
    assert efficiencies[0] == efficiencies[-1] == "1"
    assert all(float(x) == 0 if prevalence == "1" else 0 < float(x) < 1 for x in efficiencies[1:-1])


@pytest.mark.parametrize("further", [None, LDP(3)])
def test_under_a_promise_to_one_truth_the_devices_keep_it_and_the_optimum_is_its_own(further: LDP | None) -> None:
    demand = Sensitive(["yes"], "ln3") if further is None else Sensitive(["yes"], "ln3") & further
    found = design(Variance("1/10"), demand, inputs=("no", "yes"))
    p = found.mechanism
    assert p is not None
    table = devices_under_promise(demand, "1/10", mechanism=p)
    rows = {str(row[0]): row for row in table.rows}
    # by hand: yes is always said where it is true, and in 1/3 where it is not; Warner's 3/4 keeps 3 both ways
    assert further is not None or float(rows["certified optimum"][2]) == pytest.approx(0.54)
    assert float(rows["warner"][2]) == pytest.approx(0.84)
    assert rows["the mechanism given"][-1] == rows["certified optimum"][-1] == "1"
    for device in devices_at(read_epsilon("ln3"), read_region("1/10", 2, 1), unrelated=HALF, middle=Fraction(1, 10)):
        assert demand.holds(Mechanism(device.mechanism.rows, p.input_labels))


def test_what_does_not_keep_the_promise_is_not_compared() -> None:
    both = LDP("1/2", delta="1/20") & LDP(2)
    p = warner(epsilon=2)
    with pytest.raises(InputError, match="do not keep the demand"):
        devices_under_promise(both, "1/10", mechanism=p)
    with pytest.raises(InputError, match="proves something"):
        devices_under_promise(LDP(1, delta="1/10"), "1/10", mechanism=from_spec("mangat:p=3/4"))
    with pytest.raises(InputError, match="compared at the least epsilon of the demand"):
        devices_under_promise(Vulnerability("3/4", ("1/2", "1/2")), "1/10", mechanism=warner(epsilon=1))
