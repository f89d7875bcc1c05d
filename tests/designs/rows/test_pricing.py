"""The blocks give the numbers of every pattern, and the patterns of the largest ones."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.designs.rows.pricing import Blocks, largest, near_largest, sets_of


@pytest.mark.parametrize("k", [1, 5, 14])
def test_sums_and_forms_of_every_pattern(k: int) -> None:
    rng = np.random.default_rng(k)
    values, form, blocks = rng.normal(size=k), rng.normal(size=(k, k)), Blocks.of(k)
    form = form + form.T
    sets = sets_of(range(1 << k), k)
    for made, expected in (
        (blocks.linear(values, 0.5), sets @ values + 0.5),
        (blocks.quadratic(form), np.einsum("ij,jl,il->i", sets, form, sets)),
    ):
        found = np.concatenate([made(part).ravel() for part in blocks.parts])
        assert found == pytest.approx(expected, abs=1e-10)


def test_the_largest_and_those_near_it() -> None:
    k = 14
    blocks, values = Blocks.of(k), np.arange(1.0, k + 1)
    sums = sets_of(range(1 << k), k) @ values
    found = largest(blocks, blocks.linear(values), many=9)
    assert found.most == values.sum() and sorted(found.values) == sorted(sums)[-9:]
    assert list(sums[found.patterns]) == list(found.values)
    near = near_largest(blocks, blocks.linear(values), 4)
    assert sorted(near.patterns) == [n for n, x in enumerate(sums) if x >= values.sum() - 4] and len(near.values) == 7
