"""Invariant matrices against the same operations on all k × k entries."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.designs.rows.classes import ClassMatrix
from rropt.engine.sets import Classes
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, determinant, freeze, inverse, product

KEYS = st.lists(st.sampled_from("abc"), min_size=1, max_size=6)
SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=4)


@st.composite
def invariant(draw: st.DrawFn, classes: Classes) -> Matrix:
    """All entries of an invariant matrix: one on the diagonal of each class, one off it for each two."""
    r = range(len(classes.members))
    diagonal, blocks = [draw(SMALL) for _ in r], [[draw(SMALL) for _ in r] for _ in r]
    places = classes.places
    return freeze(
        [[diagonal[a] if i == j else blocks[a][b] for j, b in enumerate(places)] for i, a in enumerate(places)]
    )


def by_classes(classes: Classes, full: Matrix) -> ClassMatrix:
    """The same by what it makes of vectors: one that is 1 on a class, and one that is 1 and −1 at two inputs of it."""
    first = [members[0] for members in classes.members]
    acts = [[sum((full[j][i] for i in members), F(0)) for members in classes.members] for j in first]
    pairs = [(members[0], members[-1]) for members in classes.members]
    diagonal = tuple(full[i][i] - full[i][j] for i, j in pairs)
    return ClassMatrix(classes, freeze(acts), diagonal)


@given(KEYS)
def test_orbits_partition_the_patterns(keys: list[str]) -> None:
    classes = Classes.by(keys)
    found = [pattern for counts in classes.orbits() for pattern in classes.patterns_of(counts)]
    assert len(found) == len(set(found)) == 2 ** len(keys)
    assert classes.number_of_orbits == len(list(classes.orbits()))
    for counts in classes.orbits():
        listed = list(classes.patterns_of(counts))
        assert len(listed) == classes.size_of(counts)
        assert all(classes.counts_of(pattern) == counts for pattern in listed)
    assert classes.k == len(keys) and [keys[m[0]] for m in classes.members] == list(dict.fromkeys(keys))


@pytest.mark.slow
@settings(max_examples=60)
@given(st.data(), KEYS)
def test_invariant_matrices_compute_as_full_ones(data: st.DataObject, keys: list[str]) -> None:
    classes = Classes.by(keys)
    full, other = data.draw(invariant(classes)), data.draw(invariant(classes))
    a, b = by_classes(classes, full), by_classes(classes, other)
    assert a.full == full and a.times(b).full == product(full, other)
    assert a.trace() == sum(full[j][j] for j in range(len(keys)))
    regular = determinant(full) != 0
    assert regular == (a.is_regular and determinant(a.acts) != 0)
    if regular:
        assert a.inverse().full == inverse(full)
    elif a.is_regular:
        with pytest.raises((InputError, ZeroDivisionError)):
            a.inverse()


def test_values_of_classes_and_inputs() -> None:
    classes = Classes.by("aba")
    assert classes.spread([F(1), F(2)]) == (1, 2, 1)
    assert classes.collect([F(1), F(2), F(1)]) == (1, 2)
    with pytest.raises(InputError, match="different numbers"):
        classes.collect([F(1), F(2), F(3)])
    assert Classes.by([0] * 1000).size_of((300,)) == math.comb(1000, 300)


def test_orbits_of_a_size() -> None:
    classes = Classes.by([0, 1, 0, 2, 1, 0, 0])
    for total in range(-1, 9):
        expected = sorted(counts for counts in classes.orbits() if sum(counts) == total)
        assert sorted(classes.orbits_of_size(total)) == expected
        assert total < 0 or classes.number_of_size(total) == len(expected)
