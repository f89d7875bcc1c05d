"""Mechanisms whose answers are sets: their chances are probabilities, and draws have them."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import chisquare

from rropt import LDP, InputError, Mechanism, design, draw, rank
from rropt.certificate.read import read_cut
from rropt.engine.sets import SetMechanism
from rropt.mechanism import Answers

T = read_cut("exp(1/2)")
ANSWERS = [s for n in range(6) for s in itertools.combinations(range(5), n)]


def three_sizes() -> SetMechanism:
    """Sets of two, of three and of none of five inputs, with weights that make columns sum to 1."""
    quarter = read_cut("1/4")
    rest = 1 - quarter * (1 + (T - 1) * F(2, 5)) - quarter * (1 + (T - 1) * F(3, 5))
    return SetMechanism(5, (2, 3, 0), (quarter, quarter, rest), T, ("a", "b", "c", "d", "e"))


@pytest.mark.parametrize("given", range(5))
def test_chances_sum_to_one_and_keep_the_ratio(given: int) -> None:
    p = three_sizes()
    assert sum((p.chance(answer, given) for answer in ANSWERS), start=F(0)) == 1
    for answer in ANSWERS:
        others = [p.chance(answer, j) for j in range(5)]
        assert max(others) <= T * min(others)
    assert p.m == 10 + 10 + 1 == sum(p.chance(answer, given) > 0 for answer in ANSWERS) and p.bits == 5


@pytest.mark.parametrize("given", ["a", "e"])
def test_draws_have_these_chances(given: str) -> None:
    p, n = three_sizes(), 6_000
    drawn = Counter(draw(p, [given] * n, rng=np.random.default_rng(7)))
    chances = {p.label(s): float(p.chance(s, "abcde".index(given))) for s in ANSWERS}
    kept = {label: x for label, x in chances.items() if x}
    assert set(drawn) <= set(kept) and math.isclose(sum(kept.values()), 1)
    assert chisquare([drawn[x] for x in kept], [n * x for x in kept.values()]).pvalue > 1e-4
    # the test would see another law: that of another input
    other = [float(p.chance(s, "abcde".index("e" if given == "a" else "a"))) for s in ANSWERS if p.label(s) in kept]
    assert chisquare([drawn[x] for x in kept], [n * x for x in other]).pvalue < 1e-9


def test_sets_and_the_matrix_of_their_chances_answer_alike() -> None:
    sets = three_sizes()
    given = [[sets.chance(answer, j) for j in range(5)] for answer in [(), *ANSWERS[1:]]]
    matrix = Mechanism([row for row in given if any(row)], sets.input_labels)
    kinds: tuple[Answers, Answers] = (sets, matrix)
    assert len({(p.k, p.m, p.input_labels, p.planned) for p in kinds}) == 1
    assert len({LDP.tightest_epsilon(p.pair).t for p in kinds}) == 1
    assert (
        sets.digest != three_sizes_otherwise().digest and matrix.digest == matrix.relabel(inputs=list("vwxyz")).digest
    )


def three_sizes_otherwise() -> SetMechanism:
    """The same with another ratio told, which is another mechanism."""
    return replace(three_sizes(), ratio=T + 1)


def test_counts_of_weight_zero_are_no_answers() -> None:
    p = SetMechanism(3, (1, 2), (F(3, 5), F(0)), F(3))
    assert p.m == 3 and [row[1] for row in p.table("sets").rows] == ["3", "0"]


def test_one_answer_is_no_list_and_strangers_are_refused() -> None:
    p = three_sizes()
    assert draw(p, "b") in {p.label(s) for s in ANSWERS}
    with pytest.raises(InputError, match="the mechanism has no input"):
        draw(p, "z")


def test_a_label_with_a_comma_is_refused() -> None:
    p = three_sizes().relabel(inputs=["a", "b", "c", "d,e", "e"])
    with pytest.raises(InputError, match="'d,e' has a comma"):
        draw(p, "a")


def test_two_inputs_of_which_most_is_told() -> None:
    """Of all pairs of inputs, by the whole matrix, the pair that is kept has the largest delta at every ratio."""
    p = three_sizes()
    for ratio in (read_cut("1"), read_cut("5/4"), T):
        columns = [[p.chance(answer, j) for answer in ANSWERS] for j in range(5)]
        needed = [
            sum((max(a - ratio * b, read_cut("0")) for a, b in zip(columns[j], columns[i], strict=True)), read_cut("0"))
            for j, i in itertools.permutations(range(5), 2)
        ]
        own = sum((max(a - ratio * b, read_cut("0")) for a, b in p.pair.rows), read_cut("0"))
        assert own == max(needed) and (own == 0) == (ratio == T)


def test_what_a_set_lets_be_believed() -> None:
    p = three_sizes()
    after = max(p.chance(s, 0) / sum((p.chance(s, j) for j in range(5)), F(0)) for s in ANSWERS if p.chance(s, 0))
    assert f'"a" and 4 others from 20 % to {float(100 * after):.3g} %.' in p.say_beliefs([F(1, 5)] * 5)
    assert p.say_beliefs(None) == p.say_beliefs([F(1, 3), *[F(1, 6)] * 4]) == ""
    # of 100 truths one is told with the odds e^20 : 99
    assert all("99.99997 %" in next(x.show()).text for x in (design(epsilon=20, inputs=100), rank(100, 20)))  # type: ignore[union-attr]
