import math
from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.families.parameters import larger_ratio, ratio_power, read_or_solve, read_probability, require_one
from rropt.privacy.ratios import ratio


def test_ratio_and_its_conventions():
    assert ratio(Fraction(1), Fraction(3)) == Fraction(1, 3)
    assert ratio(Fraction(0), Fraction(0)) == 1
    assert ratio(Fraction(1), Fraction(0)) == math.inf
    assert ratio(Fraction(0), Fraction(1)) == 0
    assert larger_ratio(Fraction(0), Fraction(1)) == math.inf


def test_power_of_infinity():
    assert ratio_power(math.inf, 3) == math.inf
    assert ratio_power(math.inf, 0) == 1
    assert ratio_power(Fraction(2), 3) == 8


def test_one_parameter_is_required():
    assert require_one("f", a=None, b=0) == "b"
    with pytest.raises(InputError, match="f takes exactly one of a, b, not a=1 and b=2"):
        require_one("f", a=1, b=2)


def test_probability_accepts_the_ends_and_nothing_beyond():
    assert (read_probability(0, name="p"), read_probability("1", name="p")) == (0, 1)
    for bad in ("-1/1000000", "1000001/1000000", "1+t", "e"):
        with pytest.raises(InputError, match=r"p = .* must lie between 0 and 1"):
            read_probability(bad, name="p")


def test_count():
    assert read_integer("3", name="k", least=2, most=4) == 3
    for bad in (1, 5, "5/2"):
        with pytest.raises(InputError, match="k = "):
            read_integer(bad, name="k", least=2, most=4)


def test_a_parameter_solved_from_epsilon_splits_the_budget():
    solved = read_or_solve("f", "p", None, "ln9", lambda s: 1 / s, answers=2)
    assert (solved.value, solved.said) == (Fraction(1, 3), "")
    assert "1/2" in read_or_solve("f", "p", None, 0.5, lambda s: 1 / s).said
    with pytest.raises(InputError, match="is not one number"):
        read_or_solve("f", "p", None, "every", lambda s: 1 / s, answers=2)
