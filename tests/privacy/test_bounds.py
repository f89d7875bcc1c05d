"""Reading a notion's numbers, and rounding them to the safe side."""

import math
from fractions import Fraction

import pytest

from rropt import InputError
from rropt.exact.grammar import read_number
from rropt.privacy.bounds import read_factor, read_probability, spell_factor


def test_factors_for_a_sentence_never_round_down() -> None:
    assert (
        spell_factor(Fraction(5, 2)) == "2.5"
        and spell_factor(Fraction(7, 3)) == "7/3"
        and spell_factor(math.inf) == "inf"
        and spell_factor(read_number("t")) == "t"
    )
    for text in ("e", "1/3 + 1e-9", "12345/6789", "sqrt(2)"):
        assert Fraction(spell_factor(read_number(text))) >= read_number(text)


def test_reading() -> None:
    assert read_factor("inf", "g") == math.inf == read_factor(math.inf, "g") and read_factor("1", "g") == 1
    assert read_probability("1/t", "delta", t=Fraction(4)) == Fraction(1, 4)
    for bad in ("1/2", "t-1", "-inf"):
        with pytest.raises(InputError):
            read_factor(bad, "g")
    for bad in ("3/2", "-1", "t"):
        with pytest.raises(InputError, match="between 0 and 1"):
            read_probability(bad, "delta")
