"""Block designs: families of sets of k inputs, all of one size, such that any two inputs are together in equally many sets.

If subset selection uses such sets in place of all sets of the size, it has fewer outputs and, at equal shares, the same variances
(Park, Nam and Lee (2023), Exactly optimal and communication-efficient private estimation via block designs).

The designs are sought among the orbits of a cyclic group: one orbit, or two together. The group shifts all k inputs, or it shifts k
− 1 of them and leaves one where it is. If one pair of inputs can be shifted to another pair, both pairs are contained in equally
many sets of an orbit. So a few counts suffice for all pairs; these counts are the profile of the orbit. Two orbits are a design if
their profiles add up to a constant. No list of designs is copied.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cache

__all__ = ["block_design"]

MOST_SETS = 2000
Blocks = tuple[frozenset[int], ...]


@cache
def block_design(k: int, size: int) -> Blocks | None:
    """Find a small family of sets of this size in which any two inputs are together equally often.

    None if no family is found that is smaller than that of all sets.
    """
    if not 2 <= size <= k - 2:
        return None
    if 2 * size > k:  # the complements of a design's sets are a design
        smaller = block_design(k, k - size)
        return smaller and tuple(frozenset(range(k)) - block for block in smaller)
    if math.comb(k - 1, size - 1) > MOST_SETS:
        return None
    found = [design for moving in (k, k - 1) if (design := _cyclic(k, size, moving)) is not None]
    best = min(found, key=len, default=None)
    return best if best is not None and len(best) < math.comb(k, size) else None


def _cyclic(k: int, size: int, moving: int) -> Blocks | None:
    """Find the design with the fewest sets that consists of one or two orbits. An orbit holds all shifts of one set. A shift moves
    the inputs below `moving` cyclically and leaves the others where they are. None if there is no such design."""
    orbits: dict[tuple[int, ...], tuple[frozenset[int], ...]] = {}
    seen: set[frozenset[int]] = set()
    for base in _bases(k, size):
        if base in seen:
            continue
        orbit = _orbit(base, moving)
        seen.update(orbit)
        orbits.setdefault(_profile(orbit, k, moving), orbit)
    designs = [orbit for profile, orbit in orbits.items() if len(set(profile)) == 1]
    for profile, orbit in orbits.items():
        for level in range(max(profile), 2 * max(profile) + 2 * size):
            other = orbits.get(tuple(level - x for x in profile))
            if other is not None:
                designs.append((*orbit, *other))
    return min(designs, key=len, default=None)


def _bases(k: int, size: int) -> Iterator[frozenset[int]]:
    """Yield the sets of `size` inputs, out of k, that contain input 0.

    Every set of two or more inputs has a cyclic shift among them. The reason is that at most one input stays fixed, and any other
    input can be shifted to 0.
    """
    for rest in itertools.combinations(range(1, k), size - 1):
        yield frozenset((0, *rest))


def _orbit(base: frozenset[int], moving: int) -> Blocks:
    """List the different sets that cyclic shifts make from the set `base`.

    A shift adds a number to every input below `moving`, modulo `moving`. It leaves the other inputs unchanged.
    """
    shifted = (frozenset((x + s) % moving if x < moving else x for x in base) for s in range(moving))
    return tuple(dict.fromkeys(shifted))


def _profile(orbit: Blocks, k: int, moving: int) -> tuple[int, ...]:
    """Count the sets of `orbit` that contain both inputs of a pair, for one pair of each kind.

    `orbit` holds all cyclic shifts of one set. A shift moves the inputs 0, …, moving − 1 cyclically and leaves the others fixed.
    The first counts are for the pairs (0, d) with 1 ≤ d ≤ moving/2. The next are for the pairs (0, j) with a fixed input j. Every
    other pair with at least one moving input is a shift of one of these pairs, and has the same count.
    """
    ends = [*range(1, moving // 2 + 1), *range(moving, k)]
    return tuple(sum(0 in block and end in block for block in orbit) for end in ends)
