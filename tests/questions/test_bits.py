"""Bit randomizers: their inverses and moments and the privacy of whole answers."""

import itertools
import math
from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import identity, product
from rropt.families import unrelated_coin
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import largest_ratio
from rropt.questions.bits import (
    assign_randomizers,
    inverse_bit,
    moments,
    square_entries,
    whole_answer_epsilon,
)

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])

SKEW = Mechanism([["9/10", "2/5"], ["1/10", "3/5"]])


def test_the_inverse_inverts_over_the_field():
    t = read_number("e")
    for p in (WARNER, SKEW, Mechanism([[t / (1 + t), 1 / (1 + t)], [1 / (1 + t), t / (1 + t)]])):
        assert product(inverse_bit(p), p.rows) == identity(2)


def test_moments_are_the_expected_squared_weights():
    for p in (WARNER, SKEW):
        square = square_entries(inverse_bit(p))
        for j in range(2):
            assert moments(p)[j] == sum(p[r, j] * (square[0][r] + square[1][r]) for r in range(2))
    a = F(3, 4)
    assert moments(WARNER) == ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2,) * 2


@pytest.mark.parametrize("differ", range(4))
def test_the_epsilon_of_the_whole_answer_is_attained_and_never_exceeded(differ):
    bits = (WARNER, SKEW, Mechanism([["2/3", "1/2"], ["1/3", "1/2"]]))
    whole = bits[0].kron(bits[1]).kron(bits[2])
    pairs = [(x, y) for x in range(8) for y in range(8) if bin(x ^ y).count("1") <= differ]
    worst = max(whole[r, x] / whole[r, y] for r in range(8) for x, y in pairs)
    assert whole_answer_epsilon(bits, differ=differ).t == worst


def test_a_truthful_bit_makes_the_whole_answer_infinite_unless_it_cannot_differ():
    truthful = Mechanism([[1, 0], [0, 1]])
    assert whole_answer_epsilon((WARNER, truthful)).t == math.inf
    assert whole_answer_epsilon((WARNER, truthful), differ=0).t == whole_answer_epsilon(()).t == 1
    assert largest_ratio(Mechanism([["1/2", 0], ["1/2", 1]])).value == math.inf


def test_randomizers_are_found_by_order_name_or_are_the_same():
    assert assign_randomizers(WARNER, "ab") == (WARNER, WARNER)
    assert assign_randomizers({"b": SKEW, "a": WARNER}, "ab") == (WARNER, SKEW)
    for bad, message in (
        ({"a": WARNER}, "'b'"),
        ([WARNER], "the number of randomizers is 1"),
        (WARNER.kron(WARNER), "4×4"),
    ):
        with pytest.raises(InputError, match=message):
            assign_randomizers(bad, "ab")
    with pytest.raises(InputError, match="whatever the truth"):
        assign_randomizers(Mechanism([["1/3", "1/3"], ["2/3", "2/3"]]), "a")
    assert len(list(itertools.chain(assign_randomizers([SKEW, WARNER], "ab")))) == 2


def test_randomizers_of_another_kind_are_refused():
    for given in (5, "warner"):
        with pytest.raises(InputError, match="give one Mechanism, or one for each question"):
            assign_randomizers(given, ["a"])
    with pytest.raises(InputError, match="the randomizer of question 'a' is '5'; give a Mechanism"):
        assign_randomizers([5], ["a"])


def test_the_coin_is_the_bisymmetric_matrix_and_equals_warner_at_equal_epsilon():
    p = F(1, 2)
    coin = unrelated_coin(p=p)
    assert coin == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    assert moments(coin)[0] == (p**2 - 2 * p + 2) / (2 * (p - 1) ** 2)
    t = largest_ratio(coin).value
    assert moments(coin)[0] == (t**2 + 1) / (t - 1) ** 2
