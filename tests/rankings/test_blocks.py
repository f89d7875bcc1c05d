"""Block designs really hold any two inputs equally often, and known small ones are found."""

import itertools

import pytest

from rropt.rankings.blocks import block_design

KNOWN = {(6, 3): 10, (7, 3): 7, (8, 4): 14, (9, 3): 12, (11, 5): 11, (13, 4): 13}


@pytest.mark.parametrize("k", range(3, 14))
def test_any_two_inputs_share_equally_many_blocks(k: int) -> None:
    for size in range(1, k + 1):
        blocks = block_design(k, size)
        if blocks is None:
            continue
        assert len(set(blocks)) == len(blocks) and all(len(block) == size for block in blocks)
        often = {sum({a, b} <= block for block in blocks) for a, b in itertools.combinations(range(k), 2)}
        assert len(often) == 1 and len(blocks) < len(list(itertools.combinations(range(k), size)))


@pytest.mark.parametrize(("k", "size"), KNOWN)
def test_known_designs_are_found(k: int, size: int) -> None:
    assert len(block_design(k, size) or ()) == KNOWN[k, size]
    assert len(block_design(k, k - size) or ()) == KNOWN[k, size]


def test_five_inputs_have_none() -> None:
    assert all(block_design(5, size) is None for size in range(7))
