"""Invariant matrices against the same operations on all k × k entries."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.designs.rows.classes import Classes, ClassMatrix
from rropt.exact.errors import InputError
from rropt.exact.matrix import determinant, freeze, inverse, product

KEYS = st.lists(st.sampled_from("abc"), min_size=1, max_size=6)
SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=4)


@st.composite
def invariant(draw: st.DrawFn, classes: Classes) -> ClassMatrix:
    r = len(classes.members)
    diagonal = [draw(SMALL) if n > 1 else F(0) for n in classes.sizes]
    return ClassMatrix(classes, tuple(diagonal), freeze([[draw(SMALL) for _ in range(r)] for _ in range(r)]))


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


@settings(max_examples=60)
@given(st.data(), KEYS)
def test_invariant_matrices_compute_as_full_ones(data: st.DataObject, keys: list[str]) -> None:
    classes = Classes.by(keys)
    a, b = data.draw(invariant(classes)), data.draw(invariant(classes))
    assert a.times(b).full == product(a.full, b.full)
    assert a.trace() == sum(a.full[j][j] for j in range(len(keys)))
    assert a.determinant() == determinant(a.full)
    assert ClassMatrix.of(classes, a.full) == a
    if determinant(a.full) == 0:
        with pytest.raises((InputError, ZeroDivisionError)):
            a.inverse()
    else:
        assert a.inverse().full == inverse(a.full)


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
