"""Parity: the largest ratio within a row, with 0/0 = 1 and a/0 = ∞."""

import math
from fractions import Fraction

import pytest

from rropt import Mechanism
from rropt.exact import Undecided
from rropt.exact.grammar import read_number
from rropt.privacy import Parity, largest_ratio

GAP = Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("rows", "gamma"),
    [
        ([["3/4", "1/4"], ["1/4", "3/4"]], 3),
        ([["1/2", "1/3", "1/6"], ["1/2", "2/3", "5/6"]], 3),
        ([[1, 0], [0, 1]], math.inf),
        ([["1/2", "1/2"], ["1/2", "1/2"]], 1),
        ([[0, 0], [1, 1]], 1),
        ([[1, 1, 1]], 1),
        ([["1/3"], ["2/3"]], 1),
        ([[1]], 1),
        ([["e/(e+1)", "1/(e+1)"], ["1/(e+1)", "e/(e+1)"]], read_number("e")),
        ([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], read_number("t")),
        ([["sqrt(2)/2", "1/2"], ["1-sqrt(2)/2", "1/2"]], read_number("sqrt(2)/2+1")),
    ],
)
def test_the_parity_is_exact_and_holds_changes_there(rows: list[list[object]], gamma: object) -> None:
    p = Mechanism(rows)
    assert Parity(1).tightest(p) == gamma and Parity(gamma).holds(p)
    if gamma == math.inf:
        assert not Parity(10**30).holds(p)
    elif gamma != 1:
        assert not Parity(gamma - (gamma - 1) * GAP).holds(p)  # type: ignore[operator]
        assert Parity(gamma * (1 + GAP)).holds(p)  # type: ignore[operator]


def test_the_place_of_the_largest_ratio() -> None:
    p = Mechanism([["1/2", "1/3", "1/6"], ["1/2", "2/3", "5/6"]])
    assert largest_ratio(p) == (3, 0, 0, 2)
    assert largest_ratio(Mechanism([["1/2", 0], ["1/2", 1]])) == (math.inf, 0, 0, 1)


def test_rows_that_cross_are_ordered_where_the_extremes_are_clear() -> None:
    p = Mechanism(
        [["9/10", "1/10", "3/10", "t/(t+2)*1/2+1/10"], ["1/10", "9/10", "7/10", "9/10-t/(t+2)*1/2"]], epsilon="every"
    )
    assert Parity(9).tightest(p) == 9
    q = Mechanism([["1/2", "t/(t+2)"], ["1/2", "2/(t+2)"]], epsilon="0..ln6")
    with pytest.raises(Undecided):
        Parity(9).tightest(q)
    assert Parity(3).holds(q)


def test_violations_name_the_inequality_and_its_amount() -> None:
    p = Mechanism([["1/2", "1/3", "1/6"], ["1/2", "2/3", "5/6"]])
    violations = Parity("3/2").violations(p)
    assert [(v.name, v.amount, v.against) for v in violations] == [
        ("upper[0,0]", Fraction(1, 4), 2),
        ("upper[0,1]", Fraction(1, 12), 2),
        ("upper[1,2]", Fraction(1, 12), 0),
    ]
    assert Parity(3).violations(p) == () == Parity("inf").violations(p)
    assert Parity(9).violations(Mechanism([[1, 0], [0, 1]]))[0].amount == 1


def test_words_and_conversions() -> None:
    assert Parity("5/2").parity() == Fraction(5, 2) and Parity("5/2").reduced() == (Fraction(5, 2), 0)
    assert "2.5 times" in Parity("5/2").sentence() and "nothing at all" in Parity(1).sentence()
    assert "promises nothing" in Parity("inf").sentence() and "2.719" in Parity("e").sentence()
    assert Parity("e").to_dict() == {"name": "parity", "gamma": "e"} and repr(Parity("inf")) == "Parity('inf')"
