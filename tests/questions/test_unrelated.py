from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.questions.bits import moments, parity
from rropt.questions.unrelated import unrelated_question


def test_the_coin_is_the_bisymmetric_matrix_and_equals_warner_at_equal_epsilon():
    p = F(1, 2)
    coin = unrelated_question(p)
    assert coin == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    assert moments(coin)[0] == (p**2 - 2 * p + 2) / (2 * (p - 1) ** 2)
    t = parity(coin)
    assert moments(coin)[0] == (t**2 + 1) / (t - 1) ** 2


def test_a_question_of_known_share_gives_the_stated_columns():
    assert unrelated_question("1/3", innocent="1/4") == Mechanism([["11/12", "1/4"], ["1/12", "3/4"]])


def test_a_non_probability_is_refused():
    with pytest.raises(InputError, match="p = 3/2"):
        unrelated_question("3/2")
