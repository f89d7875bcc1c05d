"""Weights of patterns against the mechanism that they make, entry by entry."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt import LDP, families
from rropt.designs.rows.patterns import PatternWeights, label_orders, label_patterns
from rropt.engine.sets import Classes
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.matrix import product, transpose

HALF = read_epsilon("1/2").t


def information(rows, pi):
    """M by its definition."""
    weights = [sum((p * x for p, x in zip(pi, row, strict=True)), F(0)) for row in rows]
    scaled = [[x / w for x in row] for row, w in zip(rows, weights, strict=True)]
    return product(transpose(rows), scaled)


@pytest.mark.parametrize("t", [F(3), HALF])
def test_one_orbit_is_subset_selection(t) -> None:
    found = PatternWeights.of_shares(Classes.by([0] * 5), t, {(2,): F(1)})
    p = found.mechanism()
    named = families.subset_selection(k=5, size=2, epsilon="ln3" if t == 3 else "1/2")
    assert p.rows == named.rows and p.output_labels == named.output_labels
    assert found.number_of_outputs == 10


@pytest.mark.parametrize("t", [F(3), HALF])
def test_the_information_is_that_of_the_mechanism(t) -> None:
    classes = Classes.by([0, 1, 0, 1, 1, 2])
    shares = {(1, 2, 0): F(1, 2), (1, 1, 1): F(1, 2)}  # covers 1/2, 1/2, 1/2
    found = PatternWeights.of_shares(classes, t, shares)
    p = found.mechanism(inputs="uvwxyz")
    assert all(sum(column, F(0)) == 1 for column in zip(*p.rows, strict=True))
    assert LDP("ln3" if t == 3 else "1/2").holds(p)
    by_class = [F(1, 10), F(1, 5), F(1, 5)]
    assert sum(classes.spread(by_class)) == 1
    m = found.information(by_class)
    assert m.full == information(p.rows, classes.spread(by_class))
    assert product(m.full, [[x] for x in classes.spread(by_class)]) == ((F(1),),) * 6


def test_shares_that_make_no_mechanism_are_refused() -> None:
    classes = Classes.single(3)
    with pytest.raises(InputError, match="must have the same sum for every input"):
        PatternWeights.of_shares(classes, F(3), {(1, 0, 0): F(1)})
    with pytest.raises(InputError, match="a share of a pattern is -1"):
        PatternWeights.of_shares(classes, F(3), {(1, 1, 1): F(2), (0, 0, 0): F(-1)})
    with pytest.raises(InputError, match="at most 16384 can be written down"):
        PatternWeights.of_shares(Classes.by([0] * 30), F(3), {(15,): F(1)}).mechanism()


def test_labels() -> None:
    assert label_patterns([(0,), (0, 2)], 3, ["no", "perhaps", "yes"]) == ("no", "{no,yes}")
    assert label_patterns([(0, 1), (2,)], 3, ["a", "b", "a,b"]) == ("{a,b}", "a,b")
    assert label_patterns([tuple(range(40)), (0,)], 40) == ("0", "1")


def test_labels_that_are_too_long_name_what_the_answer_lacks() -> None:
    names = [letter * 10 for letter in "abcdefg"]
    assert label_patterns([(0,), (0, 1), (0, 1, 2, 3, 4, 5)], 7, names) == (
        "a" * 10,
        "{aaaaaaaaaa,bbbbbbbbbb}",
        "{all but gggggggggg}",
    )
    one, two = [F(1), *[F(0)] * 6], [F(1), *[F(2)] * 1, *[F(1)] * 5]
    assert label_orders([one, two], names) == ("a" * 10, f"{'b' * 10}>rest")
    # where some entry is 0, `rest` would not tell which, and one label that is too long turns all into indices
    gone = [F(0), F(2), *[F(1)] * 5]
    assert label_orders([one, gone], names) == ("0", "1>2,3,4,5,6")
    assert label_orders([two], ["rest", *names[1:]]) == ("1>0,2,3,4,5,6",)
