"""Equal prevalences and ε free: the sizes of subset selection, where each is best, and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt import LDP, Design, Determinant, InputError, LargestVariance, TotalVariance, design, verify
from rropt.designs.estimation.pieces import tie
from rropt.designs.estimation.theorems import best_sizes, largest_variance


@pytest.mark.parametrize("k", [3, 4, 5, 6, 9, 10])
def test_sizes_tie_where_it_is_said_and_nowhere_between(k: int) -> None:
    for d in range(1, k - 1):
        square = F((k - d) * (k - d - 1), d * (d + 1))
        assert tie(k, d) ** 2 == square
        if square > 1:
            below, above = F(math.sqrt(square) * 0.999), F(math.sqrt(square) * 1.001)
            assert below > 1 and best_sizes(k, below) == (d + 1,) and best_sizes(k, above) == (d,)
            assert largest_variance(k, d, tie(k, d)) == largest_variance(k, d + 1, tie(k, d))


@pytest.mark.parametrize(
    ("aim", "k"), [(TotalVariance(), 5), (Determinant(), 4), (LargestVariance(), 6), (TotalVariance(), 3)]
)
@pytest.mark.slow_at("aim2-6")
def test_pieces_have_the_values_of_designs_at_one_epsilon(aim: TotalVariance, k: int) -> None:
    found = design(aim, LDP("every"), inputs=k)
    assert len(found.pieces) == sum((k - d) * (k - d - 1) > d * (d + 1) for d in range(1, k)) + 1
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).pieces == found.pieces
    assert all(verify(piece.certificate).is_accepted for piece in found.pieces)
    for epsilon in ("ln1.2", "ln2", "ln5"):
        (here,) = {piece.at(epsilon) for piece in found.pieces if piece.covers(epsilon)}
        assert here == design(aim, LDP(epsilon), inputs=k).value


def test_an_interval_that_ends_within_a_piece() -> None:
    found = design(TotalVariance(), LDP("1/2..2"), inputs=6)
    assert [piece.ends for piece in found.pieces] == ["[]", "[]"] and found.pieces[0].upper ** 2 == 10
    assert "subset selection of size 2" in found.notes[0] and "k-ary randomized response" in found.notes[0]
    (one,) = design(TotalVariance(), LDP("ln4..ln5"), inputs=6).pieces
    assert one.covers("ln4") and one.at("ln5") == design(TotalVariance(), LDP("ln5"), inputs=6).value


def test_what_is_not_answered_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="begin above 0"):
        design(TotalVariance(), LDP("0..2"), inputs=4)
    with pytest.raises(InputError, match="at most 128 inputs"):
        design(TotalVariance(), LDP("every"), inputs=129)


def test_the_best_size_of_a_ratio_beyond_the_largest_float_is_one() -> None:
    assert [best_sizes(k, F(10) ** 400) for k in (2, 3, 5)] == [(1,)] * 3


@pytest.mark.parametrize("epsilon", ["1e-160", "1e-400"])
def test_an_epsilon_whose_variances_exceed_floats_is_refused(epsilon: str) -> None:
    with pytest.raises(InputError, match="too large for floats; give a larger epsilon"):
        design(TotalVariance(), LDP(epsilon), inputs=3)
