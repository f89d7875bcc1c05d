"""Devices at equal privacy really have it, none beats the certified optimum, and the optimum is the last row."""

from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families import christofides, forced_response, from_spec, simmons, warner
from rropt.privacy import LDP
from rropt.survey.planning.devices import devices_at, devices_at_equal_privacy
from rropt.survey.planning.spread import read_region


@pytest.mark.parametrize(("epsilon", "prevalence"), [("ln3", "1/10"), ("1/2", "1/10..2/5"), ("2", "worst")])
def test_the_certified_optimum_is_last_and_best(epsilon: str, prevalence: str) -> None:
    table = devices_at_equal_privacy(epsilon, prevalence)
    assert table.rows[-1][0] == "certified optimum"
    efficiencies = [float(x) for x in table.column("efficiency")]
    assert efficiencies[-1] == 1
    assert all(0 < x <= 1 for x in efficiencies)
    assert efficiencies[0] == 1
    assert min(efficiencies) < 0.95


def test_each_device_has_exactly_the_stated_privacy() -> None:
    budget = read_epsilon("ln3")
    for p in (
        warner(epsilon=budget),
        simmons(unrelated="1/4", epsilon=budget),
        forced_response(yes="3/8", epsilon=budget),
        christofides(epsilon=budget, middle="1/10"),
    ):
        assert LDP.tightest_epsilon(p) == budget


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
    with pytest.raises(InputError, match="finite epsilon"):
        devices_at_equal_privacy(epsilon, "1/10")
