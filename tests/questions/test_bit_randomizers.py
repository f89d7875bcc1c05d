"""Bit randomizers at equal ε: bisymmetric ones lose alike, a one-sided one more, and each has the stated privacy."""

from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.questions.bit_randomizers import bit_randomizers, bits_at_equal_epsilon

SHARES = ["1/20", "3/20", "3/10", "1/2"]


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_every_randomizer_has_the_stated_privacy_per_bit(epsilon: str) -> None:
    budget = read_epsilon(epsilon)
    for _, _, p in bit_randomizers(budget):
        assert LDP.tightest_epsilon(p).t == budget.t


def test_the_loss_at_equal_privacy_is_theorem_4_9() -> None:
    table = bits_at_equal_epsilon(2, "ln9", distribution=SHARES, n=1177)
    s, c = Fraction(73, 200), Fraction(10, 4) ** 2
    assert len({row[4] for row in table.rows[:4]}) == 1
    assert float(table.rows[0][4]) == pytest.approx(float((c - s) / (1 - s)), rel=1e-5)
    assert float(table.rows[0][5]) == pytest.approx(1177 * 127 / 1177, rel=1e-5)
    assert "exact at the stated" in repr(table)


def test_a_design_effect_divides_the_effective_sample() -> None:
    drawn, alone = (
        bits_at_equal_epsilon(2, "ln9", distribution=SHARES, n=n, deff=d) for n, d in ((1200, "3/2"), (800, None))
    )
    assert [row[4:] for row in drawn.rows] == [row[4:] for row in alone.rows]
    assert "1200 people count as 800" in repr(drawn)


def test_a_one_sided_bit_loses_more_here() -> None:
    table = bits_at_equal_epsilon(2, "ln9", distribution=SHARES)
    one_sided = next(row for row in table.rows if row[0] == "one-sided")
    assert float(one_sided[4]) > float(table.rows[0][4])


def test_without_a_distribution_the_loss_is_labelled_an_approximation() -> None:
    assert "approximation" in repr(bits_at_equal_epsilon(3, 1))
    fewer = bits_at_equal_epsilon(3, 1, differ=1)
    assert float(fewer.rows[0][4]) < float(bits_at_equal_epsilon(3, 1).rows[0][4])


@pytest.mark.parametrize(("n", "epsilon", "differ"), [(0, 1, None), (2, "inf", None), (2, 1, 3), (2, 0, None)])
def test_nonsense_is_refused(n: int, epsilon: object, differ: int | None) -> None:
    with pytest.raises(InputError):
        bits_at_equal_epsilon(n, epsilon, differ=differ)


def test_the_crossed_categories_asked_once_cost_less() -> None:
    """At ln 3 and .7, .1, .08, .12: k-RR has 1/2 and 1/6, so Σ q(1 − q)·9/(1 − Σ π²) with q = 1/6 + π/3; two questions cost 115."""
    shares = [0.7, 0.1, 0.08, 0.12]
    by_hand = sum(9 * q * (1 - q) for q in (1 / 6 + x / 3 for x in shares)) / (1 - sum(x * x for x in shares))
    rows = bits_at_equal_epsilon(2, "ln3", distribution=["0.7", "0.1", "0.08", "0.12"]).rows
    once = next(row for row in rows if "asked once" in str(row[0]))
    assert abs(float(once[4]) - by_hand) < 5e-5 and round(by_hand, 1) == 13.5
    assert round(float(rows[0][4]), 1) == 115.2
    assert not any("asked once" in str(row[0]) for row in bits_at_equal_epsilon(2, "ln3").rows)
