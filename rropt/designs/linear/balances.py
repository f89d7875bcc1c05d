"""Find the signs of W_ij − y_j and of the balances Σ_j φ(W_ij − y_j). Doubles decide a sign where they are sure, exact numbers
elsewhere.

Here W_ij is the gain of output i at input j, and y_j is the multiplier of input j. φ(c) is T·c if c > 0, and c else, with a ratio
T > 1. `rropt.designs.linear.program` explains them. A double differs from the number it stands for by at most 2^-53 of its size. A
difference W_ij − y_j is computed in doubles. If the result is larger in size than `SURE`·(|W_ij| + |y_j|) + `LEAST`, it surely has
the right sign. Otherwise the sign is found by exact numbers. A balance is treated alike: its double is compared with a bound on its
error. This bound includes the errors of all its differences, so a balance may be surely negative although the sign of some
difference is unsure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, Rows, total_of
from rropt.exact.patience import known_answers
from rropt.exact.sign import sign

__all__ = ["Balances", "balance", "balances_of"]

# LEAST is added to every error bound, because doubles that underflow lose more than SURE of their size
SURE, LEAST = 1e-13, 1e-250
LAST = "the last balances"


@dataclass(frozen=True, slots=True)
class Balances:
    """Gains W, multipliers y and a ratio T > 1, with what doubles say about W_ij − y_j and about each output's balance.

    The balance of output i is Σ_j φ(W_ij − y_j), where φ(c) is T·c if c > 0, and c else. `seeming` has each W_ij − y_j as a double,
    and `sure` tells whether this double surely has the right sign. `negative` tells for each output whether its balance is surely
    below 0. `known` keeps the signs that `signs` has found, by output.
    """

    gains: Matrix
    y: Sequence[Number]
    ratio: Number
    seeming: list[list[float]]
    sure: list[list[bool]]
    negative: list[bool]
    known: dict[int, list[int]] = field(default_factory=dict)

    def signs(self, i: int) -> list[int]:
        """List the sign of W_ij − y_j for each input j: 1, 0 or −1.

        Here i is the given output, W_ij its gain at input j, and y_j the multiplier of input j.
        """
        if i not in self.known:
            sides = zip(self.sure[i], self.seeming[i], self.gains[i], self.y, strict=True)
            self.known[i] = [(1 if d > 0 else -1) if sure else sign(w - x) for sure, d, w, x in sides]
        return self.known[i]

    def exact(self, i: int, signs: Sequence[int]) -> Number:
        """Compute the balance of output i exactly. With c_j = W_ij − y_j it is the sum over j of T·c_j where c_j > 0, and of c_j
        elsewhere. `signs` has the sign of each c_j."""
        return balance(self.gains[i], self.y, self.ratio, [s > 0 for s in signs])


def balance(weights: Sequence[Number], y: Sequence[Number], ratio: Number, above: Sequence[bool]) -> Number:
    """Compute the balance of one output exactly: the sum over j of φ(W_j − y_j), where φ(c) is T·c if c > 0, and c else.

    W are the `weights` of this output and T is the `ratio`. `above` tells for each j whether W_j > y_j; if they are equal, it may
    say either.
    """
    high, low = (
        total_of([w for w, s in zip(weights, above, strict=True) if s is side])
        - total_of([x for x, s in zip(y, above, strict=True) if s is side])
        for side in (True, False)
    )
    return ratio * high + low


def balances_of(gains: Matrix, y: Sequence[Number], ratio: Number) -> Balances:
    """Find the signs of W_ij − y_j and the outputs with negative balances, as far as doubles decide them.

    `gains` has the gain W_ij of each output i at each input j, and `y` has the multiplier y_j of each input. The balance of output
    i is the sum over j of T·c_j where c_j = W_ij − y_j is positive, and of c_j elsewhere. T is the `ratio`.

    While a time limit is active, the last result is kept. It is returned again if the next call has the same objects as arguments.
    So the balances of one basis are computed once, although they are needed for testing its optimality and then for listing the
    optima.
    """
    known = known_answers()
    last = known.get(LAST)
    if last is None or not _is_of(last, gains, y, ratio):
        last = known[LAST] = _balances_of(gains, y, ratio)
    return last


def _is_of(found: Balances, gains: Matrix, y: Sequence[Number], ratio: Number) -> bool:
    """Whether `found` was computed from the same `gains`, `ratio` and multipliers `y`.

    Objects are compared by identity. `y` may be another list or tuple if its elements are the same objects.
    """
    same = found.gains is gains and found.ratio is ratio and len(found.y) == len(y)
    return same and all(a is b for a, b in zip(found.y, y, strict=True))


def _balances_of(gains: Matrix, y: Sequence[Number], ratio: Number) -> Balances:
    weights, columns, t = _doubles(gains), _doubles([y])[0], _doubles([[ratio]])[0, 0]
    with np.errstate(all="ignore"):
        differences, sizes = weights - columns, np.abs(weights) + np.abs(columns)
        sure = np.abs(differences) > SURE * sizes + LEAST
        slopes = np.where((differences > 0) | ~sure, t, 1)
        noise = (len(y) + 4) * (slopes * (SURE * sizes + LEAST)).sum(axis=1)
        negative = (slopes * differences).sum(axis=1) < -noise
    return Balances(gains, y, ratio, differences.tolist(), sure.tolist(), negative.tolist())


def _doubles(rows: Rows) -> npt.NDArray[np.float64]:
    """Convert to doubles; a number too large for a double becomes NaN, which decides no sign."""
    known: dict[int, float] = {}
    for x in (x for row in rows for x in row):
        if id(x) not in known:
            try:
                known[id(x)] = float(x)
            except OverflowError:
                known[id(x)] = math.nan
    return np.array([[known[id(x)] for x in row] for row in rows])
