"""The classical devices do what their scripts say, counted by hand, and their efficiencies are those of the certified optimum."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from rropt import LDP, InputError, Variance, design
from rropt.devices.classical import CLASSICAL, classical, classical_table


def law(name: str, truth: str) -> dict[str, Fraction]:
    """The answers of all equally likely outcomes, by the words of the script."""
    opposite = {"yes": "no", "no": "yes"}
    early = [m < 3 for m in range(12)]
    sums = [a + b for a, b in itertools.product(range(1, 7), repeat=2)]
    said: list[str] = {
        "warner": lambda: [opposite[truth] if suit == 3 else truth for suit in range(4)],
        "crosswise": lambda: ["same" if e == (truth == "yes") else "different" for e in early],
        "triangular": lambda: ["at least one" if e or truth == "yes" else "neither" for e in early],
        "forced_response": lambda: ["yes" if s <= 4 else "no" if s >= 11 else truth for s in sums],
        "unrelated_question": lambda: [
            truth if die <= 4 else ("yes" if e else "no") for die in range(1, 7) for e in early
        ],
        "mangat": lambda: ["yes" if truth == "yes" or die > 4 else "no" for die in range(1, 7)],
        "kuk": lambda: (["red"] * 30 + ["black"] * 10) if truth == "yes" else (["red"] * 10 + ["black"] * 30),
        "christofides": lambda: [str(n if truth == "no" else 4 - n) for n in (1, 1, 2, 2, 3, 3, 3, 3, 3, 3)],
    }[name]()
    return {answer: Fraction(said.count(answer), len(said)) for answer in said}


@pytest.mark.parametrize("name", CLASSICAL)
def test_the_matrix_is_what_the_script_makes(name: str) -> None:
    p = classical(name).mechanism
    for j, truth in enumerate(("no", "yes")):
        expected = law(name, truth)
        assert {a: row[j] for a, row in zip(p.output_labels, p.rows, strict=True) if row[j]} == expected


@pytest.mark.parametrize("name", ["warner", "forced_response", "unrelated_question", "christofides"])
def test_efficiency_is_the_optimum_over_the_own_value(name: str) -> None:
    found = classical(name)
    best = design(Variance("1/10"), LDP(found.tight_epsilon()), outputs="free")
    assert found.efficiency("1/10") == best.value / Variance("1/10").value(found.mechanism)  # type: ignore[operator]


def test_without_variance_a_device_is_as_good_as_the_best() -> None:
    """At prevalence 1 Mangat's device answers yes alone, and so does one that asks the triangular question."""
    found = classical("mangat", prevalence="1")
    assert Variance("1").value(found.mechanism) == 0 and found.efficiency("1", one_sided=True) == 1
    assert "for the truth yes alone 1." in found.explain()
    assert "if yes alone is protected: triangular, mangat." in classical_table(prevalence="1").title


def test_devices_that_prove_something_have_no_symmetric_efficiency_and_say_so() -> None:
    for name in ("triangular", "mangat"):
        found = classical(name)
        assert found.efficiency("1/10") is None and "proves that the truth is" in found.explain()


def test_the_table_has_every_device_once() -> None:
    table = classical_table("1/10")
    assert table.column("device") == tuple(CLASSICAL)
    assert table.column("efficiency")[0] == "1" and table.column("epsilon")[2] == "infinite"
    for column, one_sided in (("epsilon", False), ("epsilon, yes alone", True)):
        for name, said in zip(CLASSICAL, table.column(column), strict=True):
            if said != "infinite":
                assert Fraction(said) >= classical(name).tight_epsilon(one_sided=one_sided).bounds()[1]


def test_birthdays_follow_the_given_shares() -> None:
    shares = ["1/10", "1/10", "1/10", *["7/90"] * 9]
    assert classical("crosswise", birthdays=shares).mechanism.rows[1][0] == Fraction(3, 10)
    assert "equally likely" in classical("crosswise").explain()
    with pytest.raises(InputError, match="not a classical device"):
        classical("hat")


@pytest.mark.parametrize(("name", "both", "alone"), [("crosswise", "1", "0.6428"), ("mangat", "none", "1")])
def test_a_script_says_how_good_the_device_is(name: str, both: str, alone: str) -> None:
    said = classical(name).explain()
    assert f"Efficiency at prevalence 0.1, the least variance at its epsilon divided by its own: {both}; " in said
    assert f"for the truth yes alone {alone}." in said
    assert "Efficiency at prevalence 0.3" in classical(name, prevalence="3/10").explain()


def test_the_tight_epsilon_is_that_of_the_larger_ratio_where_doubles_tell_none_apart() -> None:
    """With a chance of a birthday just below 1/2 both ratios are the double 1.0, and one of them is below 1."""
    little = Fraction(1, 10**20)
    shares = [(Fraction(1, 2) - little) / 3] * 3 + [(Fraction(1, 2) + little) / 9] * 9
    for given in (shares, shares[::-1]):
        found = classical("crosswise", birthdays=given)
        (a, b), (c, d) = found.mechanism.rows
        assert found.tight_epsilon(one_sided=True).t == max(b / a, d / c) > 1
