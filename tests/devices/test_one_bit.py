import itertools
from fractions import Fraction as F

import pytest

from rropt import LDP, Contrast, InputError, design
from rropt.devices import realise
from rropt.mechanism import Mechanism

SCORES, SHARES = [1, 2, 4], ["1/2", "1/4", "1/4"]


@pytest.mark.parametrize(
    ("epsilon", "delta", "lots"), [("ln3", 0, 20), (1, 0, 24), ("ln2", "1/20", 15), (2, "1/10", 31)]
)
def test_the_lots_of_a_scale_in_one_bit_are_the_best_of_all_tables(epsilon, delta, lots):
    aim, demand = Contrast(SCORES, SHARES), LDP(epsilon, delta=delta)
    found = design(aim, demand, outputs=2).device(denominator=lots)
    best = None
    for low in range(lots + 1):
        for middle in range(lots + 1):
            for high in range(lots + 1):
                if 3 * (middle - low) != high - low or high <= low:
                    continue
                second = [F(x, lots) for x in (low, middle, high)]
                made = Mechanism([[1 - x for x in second], second])
                if not demand.holds(made) or 0 in second or 1 in second:
                    continue
                value = aim.value(made)
                best = value if best is None or value < best else best
    assert found.exact_value == best
    assert demand.holds(found.mechanism)
    assert found.mechanism.output_labels == ("low", "high")


@pytest.mark.parametrize(("compared", "said"), [(61, "Of all devices"), (60, "near the design")])
@pytest.mark.slow
def test_a_small_slope_is_compared_too(monkeypatch, compared, said):
    """If nearly all have the lowest score, the best design has a tenth at the highest alone, and its slope is among the least."""
    monkeypatch.setattr(realise, "ALL", compared)
    monkeypatch.setattr(realise, "NEAR", 2)
    aim, demand = Contrast([0, 0, 1], ["1/2", "47/100", "3/100"]), LDP("ln4", delta="1/10")
    found = design(aim, demand, outputs=2).device(denominator=61)
    best = min(
        aim.value(made)
        for low, high in itertools.combinations(range(62), 2)
        if demand.holds(
            made := Mechanism([[1 - F(x, 61) for x in (low, low, high)], [F(x, 61) for x in (low, low, high)]])
        )
    )
    assert found.exact_value == best and said in found.search


def test_where_the_demand_allows_proofs_a_table_without_them_is_found():
    """The design proves nothing, and with 25 lots the demand allows no other table than one a little inside its bounds."""
    aim = Contrast([0, 3, 5, 5], ["40/87", "2/87", "40/87", "5/87"])
    found = design(aim, LDP("1/2", delta="1/5"), outputs=2).device(denominator=25)
    assert found.mechanism.rows[1] == (F(19, 25), F(22, 25), F(24, 25), F(24, 25))


def test_outcomes_of_unequal_chances_are_refused():
    with pytest.raises(InputError, match="lots"):
        design(Contrast(SCORES, SHARES), LDP(1), outputs=2).device(birthdays=["1/6", "1/12", *["3/40"] * 10])


def test_the_script_s_last_step_asks_for_the_scores_where_only_their_mean_is_told():
    scale = Contrast([1, 2, 3], ["1/2", "3/10", "1/5"])
    two, many = (design(scale, LDP(1), outputs=m).device(denominator=100) for m in (2, None))
    assert "--scores SCORES" in two.interviewer[-1] and "that the design was made for" in two.interviewer[-1]
    assert "--scores" not in many.interviewer[-1]
