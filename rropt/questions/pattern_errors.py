"""The variance behind the standard error of each cell of many questions, even if its unbiased estimate is not positive.

A cell x is a combination of truths, with a bit x_i for each question i. Let C_i be the randomizer of question i. In the estimate of
the share of cell x, a person who answers r has the weight z = ∏ C_i⁻¹[x_i, r_i]. If the person's truth is l, the mean of z² is
∏ s_i[x_i, l_i], with the moments s_i[x, l] = Σ_r C_i⁻¹[x, r]²·C_i[r, l].

`rropt.decks.sampling` needs two variances of z. If the truth is cell x, the variance is d = ∏ s_i[x_i, x_i] − 1. Over all other
truths l, the largest variance is d₀ = max_l ∏ s_i[x_i, l_i]. It is found question by question. For the questions so far, let `own`
be the product for l = x, and `flip` the largest product for any other l. Let the next question have the moments s, let y be its bit
in cell x, and let ȳ = 1 − y. With this question,

    flip = max(flip·max(s[y, y], s[y, ȳ]), own·s[y, ȳ]).

In doubles a variance estimate that should be 0 comes out as a rounding error. So an estimate counts as positive only above
10⁻¹²·(π̂² + |π̂|)/n, where π̂ is the estimated share and n the number of people.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.decks.sampling import Source, largest_share, stated_variance, variance_at
from rropt.exact.matrix import Matrix, product
from rropt.mechanism import Mechanism
from rropt.questions.bits import inverse_bit, square_entries

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, numpy.dtype[numpy.float64]]

__all__ = [
    "LEGEND",
    "bit_moments",
    "cell_line",
    "float_moments",
    "legend",
    "stated_cell_variance",
    "stated_cell_variances",
]

ROUNDING = 1e-12
LEGEND = {
    "plug-in": "plug-in: the unbiased estimate of this variance is not positive; in its place stands the largest exact "
    "variance of a population at the estimated share cut to [0, 1]",
    "largest": "largest: the unbiased estimate of this variance is not positive, and the exact one at the estimated share "
    "cut to [0, 1] is 0; in its place stands the largest exact variance of all shares",
}


def bit_moments(p: Mechanism) -> Matrix:
    """Return the moments s of a bit randomizer C. If the truth is l, s[x][l] is the mean of C⁻¹[x, r]² over the answers r:
    s[x][l] = Σ_r C⁻¹[x, r]²·C[r, l]."""
    return product(square_entries(inverse_bit(p)), p.rows)


def float_moments(moments: Sequence[Matrix]) -> tuple[Any, ...]:
    """Convert the moments of all questions to doubles."""
    return tuple(tuple(tuple(map(float, row)) for row in m) for m in moments)


def cell_line(moments: Sequence[Any], bits: Sequence[int]) -> tuple[Any, Any]:
    """Return (d₀, d) for the cell with these bits: two variances of a person's weight z in the estimate of the cell's share.

    d is the variance of z if the person's truth is this cell, and d₀ the largest variance if the truth is another cell.
    """
    own: Any = Fraction(1)
    flip: Any = Fraction(0)
    for s, x in zip(moments, bits, strict=True):
        same, other = s[x][x], s[x][1 - x]
        flip, own = max(flip * max(same, other), own * other), own * same
    return flip, own - 1


def _lines(moments: Sequence[Any], cells: Any) -> tuple[Any, Any]:
    """Return the two variances d₀ and d of `cell_line` for each cell in the array `cells`.

    Both are variances of a person's weight in the estimate of the cell's share. The variance d holds if the person's truth is this
    cell. If the truth is another cell, d₀ is the largest variance. `cells` has indices whose most significant bit is question 1.
    `moments` has the `bit_moments` of each question.
    """
    import numpy as np

    own, flip = np.ones(len(cells)), np.zeros(len(cells))
    for i, s in enumerate(moments):
        table, x = np.array(s), cells >> (len(moments) - 1 - i) & 1
        same, other = table[x, x], table[x, 1 - x]
        flip, own = np.maximum(flip * np.maximum(same, other), own * other), own * same
    return flip, own - 1


def stated_cell_variance(
    moments: Sequence[Any], bits: Sequence[int], x: Any, v: Any, f: Fraction, n: int
) -> tuple[Any, Source]:
    """Return the variance whose root is the standard error of a cell, with its source.

    `x` is the estimate of the cell's share, and `v` is the unbiased estimate of its variance. `f` is the factor of the sampling
    model (`Sampling.factor`), and `n` is the number of people. If `v` is not positive, a variance that is computed from `x` and the
    moments replaces it.
    """
    is_float = isinstance(x, float)
    if v > (ROUNDING * (x * x + abs(x)) / n if is_float else 0):
        return v, "unbiased"
    factor: Any = float(f) if is_float else f
    found = stated_variance(Fraction(0), x, cell_line(moments, bits), factor, n)
    return found.value, found.source


def stated_cell_variances(moments: Sequence[Any], estimate: Array, variance: Array, f: float, n: int) -> Array:
    """Return the variances from which the standard errors of all cells are computed, as floats.

    `estimate` has the estimated shares of the cells, and `variance` the unbiased estimates of their variances. Estimates that are
    not positive are replaced, as in `stated_cell_variance`. `moments` has the `bit_moments` of each question, `f` is the factor of
    the sampling model, and `n` is the number of people.
    """
    import numpy as np

    found = variance.copy()
    bad = np.flatnonzero(variance <= ROUNDING * (estimate * estimate + np.abs(estimate)) / n)
    if not len(bad):
        return found
    d0, d = _lines(moments, bad)
    share = np.clip(estimate[bad], 0, 1)
    at: Any = variance_at((d0, d), f, share, n)
    for i in np.flatnonzero(at <= 0):
        line: Any = (float(d0[i]), float(d[i]))
        at[i] = variance_at(line, f, largest_share(line, f), n)
    found[bad] = at
    return found


def legend(sources: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences that explain the sources "plug-in" and "largest"; only those of sources that occur in `sources`."""
    return tuple(text for source, text in LEGEND.items() if source in sources)
