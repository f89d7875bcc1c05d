"""The excess of a pair of inputs: rational arithmetic and the field's agree, and the lines bound it from below."""

import random
from fractions import Fraction

import pytest

from rropt import Mechanism
from rropt.exact.element import Number
from rropt.exact.grammar import read_number
from rropt.privacy.excess import active_line, back, event, fast, lines, pairs, scale

P = Mechanism([["1/2", "1/5", "1/5"], ["1/4", "2/5", 0], ["1/4", "2/5", "4/5"]])
EXPONENTIAL = Mechanism([["t/(t+2)", "1/(t+2)"], ["1/(t+2)", "1/(t+2)"], ["1/(t+2)", "t/(t+2)"]], epsilon=1)
RATIOS = ["1", "5/2", "5/4", "e", "e^(1/2)", "sqrt(2)", "100"]


def directly(p: Mechanism, j: int, low: int, t: Number) -> Number:
    return sum((max(p[i, j] - t * p[i, low], Fraction(0)) for i in range(p.m)), Fraction(0))


@pytest.mark.parametrize("text", RATIOS)
def test_the_active_line_is_the_excess(text: str) -> None:
    t = read_number(text)
    s = scale(P, t)
    for pair in pairs(P, distinct=False):
        line = active_line(pair, s)
        value = directly(P, pair.input, pair.against, t)
        assert s.value(line) == value
        assert event(pair, s) == tuple(i for i in range(P.m) if P[i, pair.input] > t * P[i, pair.against])
        for delta in (Fraction(0), value, Fraction(1, 7)):
            assert s.is_over(line, delta) == (value > delta)
        assert all(back(a) - t * back(b) <= value for a, b in lines(pair))


def test_irrational_entries() -> None:
    t = read_number("e^(1/2)")
    for pair in pairs(EXPONENTIAL):
        s = scale(EXPONENTIAL, t)
        assert s.value(active_line(pair, s)) == directly(EXPONENTIAL, pair.input, pair.against, t)


def test_pairs_equal_up_to_the_order_of_outputs_are_listed_once() -> None:
    assert len(list(pairs(EXPONENTIAL))) == 1 and len(list(pairs(EXPONENTIAL, distinct=False))) == 2
    assert len(list(pairs(P, distinct=False))) == 6 and not list(pairs(Mechanism([[1]])))


def test_comparisons_closer_than_any_enclosure_are_exact() -> None:
    e = read_number("e")
    s = scale(P, e)
    near = Fraction(271828182845904523536028747135266249775724709369995957496696762, 10**62)
    assert near < e < near + Fraction(1, 10**62)
    assert not s.is_exceeded(fast(near), fast(Fraction(1))) and s.is_exceeded(
        fast(near + Fraction(1, 10**62)), fast(Fraction(1))
    )
    assert s.is_exceeded(fast(Fraction(-2)), fast(Fraction(-1))) and not s.is_exceeded(
        fast(Fraction(-3)), fast(Fraction(-1))
    )
    assert not scale(P, Fraction(2)).is_exceeded(fast(Fraction(2)), fast(Fraction(1)))


def test_the_largest_line() -> None:
    rng = random.Random(4)
    found = [(fast(Fraction(rng.randint(0, 9), 9)), fast(Fraction(rng.randint(0, 9), 9))) for _ in range(40)]
    for text in RATIOS:
        s = scale(P, read_number(text))
        values = [s.value(line) for line in found]
        assert s.value(s.largest(found)) == max(values)
