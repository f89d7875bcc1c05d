"""Replace many patterns by a few that serve as well, and find rational shares that give every input the same total share.

A pattern is a row s whose entries are 1 and t; it is given by the set of the inputs at which the entry is t, and it is said to
contain these inputs. A design gives each pattern s a weight θ_s. Let π be the prevalences of the inputs. The covariance of the
design's estimates depends only on the matrix Σ θ_s s sᵀ/(sᵀπ) (`patterns`). So its weights may be replaced by any other weights
that give the same matrix. All such weights are the points of a polytope. At a vertex of this polytope there are at most as many
positive weights as there are equations.

An orbit contains the patterns that differ only by exchanging inputs of one class. Within one orbit the equations are rational. They
say that every input, and every pair of inputs of given classes, is contained as often as in the whole orbit. At equal prevalences
at most k(k − 1)/2 patterns of k inputs then suffice.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.floats.rounding import nearby_solutions, unique_solution
from rropt.engine.sets import Classes, Counts
from rropt.exact.errors import InputError
from rropt.solvers.highs import dense_rows, minimise

__all__ = [
    "MOST_CANDIDATES",
    "MOST_DEVELOPED",
    "Pattern",
    "cover_alike",
    "cyclic_blocks",
    "indicators_of",
    "only_shares",
    "shares_near",
    "thin_floats",
    "thin_orbit",
    "unique_shares",
]

Array: TypeAlias = Any
Pattern = tuple[int, ...]
MOST_CANDIDATES = 6000
MOST_DEVELOPED = 20  # inputs for which the shifts of blocks are listed as rows


def indicators_of(patterns: Sequence[Pattern], k: int) -> Array:
    """Return an array of 0 and 1, indexed [pattern, input]: 1 at the inputs that the pattern contains."""
    found = np.zeros((len(patterns), k))
    for n, pattern in enumerate(patterns):
        found[n, list(pattern)] = 1.0
    return found


def _coverage(columns: Sequence[Sequence[Fraction]]) -> tuple[list[list[Fraction]], list[Fraction]]:
    """Write linear equations which say that the shares of patterns sum to 1, and that all inputs have the same total share.

    The total share of an input is the sum of the shares of the patterns that contain it. The unknowns are the shares of the
    patterns and, as the last one, the total share that all inputs have in common. Return the coefficients, indexed
    [equation][unknown], and the right sides.

    `columns` has one column for each pattern: 1 at the inputs that it contains, and 0 elsewhere. A column may also stand for an
    orbit; it is then the mean of the columns of the orbit's patterns.
    """
    one, zero = Fraction(1), Fraction(0)
    rows = [[one] * len(columns) + [zero], *([*row, -one] for row in zip(*columns, strict=True))]
    return [list(row) for row in rows], [one] + [zero] * (len(rows) - 1)


def cover_alike(
    patterns: Sequence[Pattern], k: int, near: Sequence[Any], *, bits: int
) -> dict[Pattern, Fraction] | None:
    """Find rational shares of patterns, near the floats `near`, that sum to 1 and give every input the same total share.

    Return the positive shares by pattern. Return None if the exact solution has a negative share, or if there is none.
    """
    indicators = [[Fraction(int(x)) for x in row] for row in indicators_of(patterns, k)]
    rows, right = _coverage(indicators)
    covered = float(np.dot(near, indicators_of(patterns, k)).mean())
    found = nearby_solutions(rows, [right], [[*near, covered]], [*near, 2.0], bits=bits)
    if found is None or any(w < 0 for w in found[0][:-1]):
        return None
    return {pattern: w for pattern, w in zip(patterns, found[0], strict=False) if w}


def shares_near(classes: Classes, orbits: Sequence[Counts], near: Sequence[float]) -> dict[Counts, Fraction] | None:
    """Find rational shares of orbits, near the floats `near`, that sum to 1 and give every input the same total share.

    Return the positive shares by orbit. Return None if the exact solution has a negative share, or if there is none.
    """
    columns = [[Fraction(c, n) for c, n in zip(counts, classes.sizes, strict=True)] for counts in orbits]
    rows, right = _coverage(columns)
    covered = sum(w * float(column[0]) for w, column in zip(near, columns, strict=True))
    found = nearby_solutions(rows, [right], [[*near, covered]], [*near, 2.0])
    if found is None or any(w < 0 for w in found[0][:-1]):
        return None
    return {counts: w for counts, w in zip(orbits, found[0], strict=False) if w}


def unique_shares(classes: Classes, orbits: Sequence[Counts]) -> dict[Counts, Fraction] | None:
    """Find the shares of these orbits that sum to 1 and give every input the same total share; None unless they are unique.

    The shares may be negative.
    """
    columns = [[Fraction(c, n) for c, n in zip(counts, classes.sizes, strict=True)] for counts in orbits]
    found = unique_solution(*_coverage(columns))
    return None if found is None else dict(zip(orbits, found, strict=False))


def only_shares(classes: Classes, orbits: Sequence[Counts]) -> dict[Counts, Fraction] | None:
    """Find the shares of these orbits that sum to 1 and give every input the same total share.

    None unless the shares are unique and all positive.
    """
    found = unique_shares(classes, orbits)
    return None if found is None or any(w <= 0 for w in found.values()) else found


@lru_cache(maxsize=64)
def thin_orbit(classes: Classes, counts: Counts) -> Mapping[Pattern, Fraction]:
    """Find a few patterns of an orbit that can replace the whole orbit; return their shares, which sum to 1.

    A pattern is a row with the entries 1 and t. An orbit contains all patterns that have the entry t at the same number of inputs
    of each class; `counts` has these numbers. In the orbit all patterns have the same share. The result gives each input, and each
    pair of inputs, the same total share as the orbit does. If no such choice of patterns is found, all patterns are returned.

    An orbit of more than `MOST_CANDIDATES` patterns is not listed. Then, if all inputs form one class and are at most
    `MOST_DEVELOPED`, shifts of a few sets are tried. An error is raised if this is not possible or gives no shares.
    """
    k = classes.k
    if classes.size_of(counts) > MOST_CANDIDATES and len(classes.members) == 1 and k <= MOST_DEVELOPED:
        developed = _develop_blocks(k, counts[0])
        if developed:
            return developed
    patterns = list(classes.patterns_of(counts)) if classes.size_of(counts) <= MOST_CANDIDATES else []
    if not patterns:
        raise InputError(
            f"the design has {classes.size_of(counts)} answers of one kind, but rropt can choose a few from at most "
            f"{MOST_CANDIDATES}; give fewer inputs"
        )
    whole = Fraction(1, len(patterns))
    if len(patterns) <= k:
        return dict.fromkeys(patterns, whole)
    indicators = indicators_of(patterns, k)
    pairs = list(itertools.combinations_with_replacement(range(k), 2))
    rows = np.array([np.ones(len(patterns)), *(indicators[:, a] * indicators[:, b] for a, b in pairs)])
    right = rows.mean(axis=1)
    costs = np.random.default_rng(0).random(len(patterns))
    answer = minimise(costs, dense_rows(rows.tolist(), right.tolist(), right.tolist()))
    chosen = [n for n in range(len(patterns)) if answer.point[n] > 1e-9]
    exact = [[Fraction(int(row[n])) for n in chosen] for row in rows]
    solved = unique_solution(exact, [sum(map(Fraction, map(int, row)), Fraction(0)) * whole for row in rows])
    if solved is None or any(w < 0 for w in solved):
        return dict.fromkeys(patterns, whole)
    return {patterns[n]: w for n, w in zip(chosen, solved, strict=True) if w}


def _develop_blocks(k: int, size: int) -> dict[Pattern, Fraction]:
    """Shift the sets that `cyclic_blocks` finds, and return all shifted sets with their shares; empty if it finds none.

    For odd k the sets are shifted modulo k. For even k they are shifted modulo k − 1, and the last input stays where it is. There
    are at most k(k − 1)/2 shifted sets.
    """
    n = k - 1 + k % 2
    found: dict[Pattern, Fraction] = {}
    for block, w in cyclic_blocks(k, size, modulus=n).items():
        for s in range(n):
            shifted = tuple(sorted((x + s) % n if x < n else x for x in block))
            found[shifted] = found.get(shifted, Fraction(0)) + w / n
    return found


@lru_cache(maxsize=16)
def cyclic_blocks(k: int, size: int, *, modulus: int | None = None) -> Mapping[Pattern, Fraction]:
    """Find a few sets of `size` inputs, with shares that sum to 1, whose shifts can replace all sets of that size.

    At most ⌊k/2⌋ sets are returned, or none if no such sets are found. Their shifts modulo k contain each pair of inputs with the
    same frequency as all sets of the size do. For even k the `modulus` may be k − 1; then the last input is not shifted.

    Let n be the modulus. For a set B let N_B(d) be the number of inputs j in B for which the input j + d (modulo n) is in B too. Of
    the n shifts of B, N_B(d) contain both of two given inputs at distance d. So there is one equation for each d = 1, …, ⌊n/2⌋: the
    mean of N_B(d) must be n·size(size − 1)/(k(k − 1)). If the last input is not shifted, one more equation says that the sets that
    contain it have the total share size/k. These are ⌊k/2⌋ equations, so that a vertex of their solutions has at most ⌊k/2⌋
    positive shares. If the equations are added up, it follows that the shares sum to 1. The sets B are drawn at random; a few times
    as many sets as equations usually have a solution.
    """
    n = modulus or k
    # one set, whose shifts are all sets of this size
    if size in (1, k - 1) and n == k:
        return {tuple(range(size)): Fraction(1)}
    half, rng = n // 2, np.random.default_rng(k)
    wanted = [Fraction(n * size * (size - 1), k * (k - 1))] * half + [Fraction(size, k)] * (k - n)
    for times in (4, 8, 16, 32):
        sets = [tuple(sorted(rng.choice(k, size, replace=False).tolist())) for _ in range(times * half + 8)]
        columns = indicators_of(sets, k)
        held_by = np.abs(np.fft.rfft(columns[:, :n], axis=1)) ** 2
        together = np.rint(np.fft.irfft(held_by, n=n, axis=1))[:, 1 : half + 1]
        counts = np.hstack([together, columns[:, n:]]).astype(int)
        right = list(map(float, wanted))
        answer = minimise(np.zeros(len(sets)), dense_rows(counts.T.tolist(), right, right))
        if not answer.is_solved:
            continue
        chosen = [i for i in range(len(sets)) if answer.point[i] > 1e-9]
        rows = [[Fraction(int(x)) for x in column] for column in counts[chosen].T]
        shares = unique_solution(rows, wanted)
        if shares is not None and all(w >= 0 for w in shares):
            return {sets[i]: w for i, w in zip(chosen, shares, strict=True) if w}
    return {}


def thin_floats(features: Array, shares: Array, most: Array | None = None) -> list[tuple[int, Any]]:
    """Replace the shares of all rows of `features` by shares of only a few rows; return pairs of a row's index and its share.

    The new shares have the same sum as the old ones. For each column of `features`, the sum of share times entry stays the same
    too. If `most` is given, it has upper bounds for these sums in the last columns; a sum that exceeds its bound by rounding is
    lowered to the bound. If no such shares ≥ 0 are found, all rows are returned with their old shares.
    """
    rows = np.column_stack([np.ones(len(shares)), features]).T
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-300)
    rows = rows / scales[:, None]
    right = rows @ shares
    if most is not None:
        right[-len(most) :] = np.minimum(right[-len(most) :], most / scales[-len(most) :])
    costs = np.random.default_rng(0).random(len(shares))
    answer = minimise(costs, dense_rows(rows.tolist(), right - 1e-11, right + 1e-11))
    chosen = [n for n in range(len(shares)) if answer.point[n] > 1e-9] if answer.is_solved else list(range(len(shares)))
    solved = np.linalg.lstsq(rows[:, chosen], right, rcond=None)[0]
    if (solved < 0).any():
        return list(enumerate(shares))
    return list(zip(chosen, solved, strict=True))
