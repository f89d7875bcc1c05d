"""The largest trace of k×k mechanisms under (ε,δ)-LDP: k(T + (k−1)δ)/(T + k − 1).

It is attained by p_ii = (T + (k−1)δ)/(T+k−1) and p_ij = (1−δ)/(T+k−1), for which the only positive excess of an ordered
pair (j,l) is p_jj − T·p_jl = δ. Conversely the event {j} gives p_jj − T·p_jl ≤ δ for all j ≠ l; the sum over all k(k−1)
pairs, with Σ_{j≠l} p_jl = k − trace, is (k−1)·trace − T(k − trace) ≤ k(k−1)δ. As multipliers: λ = 1/(T+k−1) on every
pair, all of it on the output j; and y_j = Tλ on every column. With δ = 0: k·T/(T+k−1).
Reference: Chai and Nayak, Theorem 4.4, for δ = 0; the extension to δ > 0 is the argument above.
"""

from __future__ import annotations

from rropt.closed_forms import ClosedForm
from rropt.exact.element import Number
from rropt.linear.program import LinearProgram, PairMultipliers

__all__ = ["trace"]


def trace(program: LinearProgram) -> ClosedForm:
    """The largest trace, with multipliers; for every T ≥ 1 and 0 ≤ δ ≤ 1."""
    t, d, k = program.ratio, program.delta, program.k
    diagonal, other = (t + (k - 1) * d) / (t + k - 1), (1 - d) / (t + k - 1)
    rows = tuple(tuple(diagonal if i == j else other for j in range(k)) for i in range(k))
    columns = (t / (t + k - 1),) * k
    pair = None if d == 0 else _pair(columns, 1 / (t + k - 1))
    return ClosedForm(
        "Chai and Nayak, Theorem 4.4, and its extension to delta > 0", k * diagonal, rows, columns=columns, pair=pair
    )


def _pair(columns: tuple[Number, ...], share: Number) -> PairMultipliers:
    k = len(columns)
    pairs = {(j, el): share for j in range(k) for el in range(k) if j != el}
    return PairMultipliers(columns, pairs, {(j, j, el): share for j, el in pairs})
