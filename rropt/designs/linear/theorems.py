"""Closed forms of the largest trace and the largest weighted trace, with proofs.

The largest trace of k×k mechanisms under (ε,δ)-LDP, with T = e^ε, is k(T + (k−1)δ)/(T + k − 1).

This trace is attained by p_ii = (T + (k−1)δ)/(T+k−1) and p_ij = (1−δ)/(T+k−1). The only positive excess of an ordered pair (j,l) is
p_jj − T·p_jl = δ. Conversely, the event {j} gives p_jj − T·p_jl ≤ δ for all j ≠ l. Sum this over all k(k−1) pairs, with
Σ_{j≠l} p_jl = k − trace. The result is (k−1)·trace − T(k − trace) ≤ k(k−1)δ. The multiplier of every pair (j, l) is λ = 1/(T+k−1).
The excess of this pair has the multiplier λ at output j, and 0 at the other outputs. The multiplier of every column is y_j = Tλ.
With δ = 0 the value is k·T/(T+k−1).
Reference: Chai and Nayak, Theorem 4.4, for δ = 0; the extension to δ > 0 is the argument above.

The largest Σ_i w_i p_ii under ε-LDP, for T > 1 and weights w₁ ≥ w₂ ≥ … ≥ 0, is the maximum over r of T·(w₁+…+w_r)/(T+r−1).

For each r, let R be the inputs of the r largest weights, and Y = T·Σ_R w/(T+r−1). Choose the r with the largest Y. Because Y is the
largest, T·w_i ≥ Y for i in R, and T·w_i ≤ Y for the other i. Also Y ≥ max w (take r = 1). The value Y is attained by answering only
in R. Then p_ii = T/(T+r−1) for i in R, p_ij = 1/(T+r−1) for i ≠ j both in R, and p_ij = 1/r for i in R and j outside R. The number
1/r lies between the two other values. The dual is y_i = (T·w_i − Y)/(T−1) for i in R and 0 outside. So Σy = Y and 0 ≤ y_i ≤ w_i.
For an output i the condition of `rropt.designs.linear.program` reads T(w_i − y_i) − (Y − y_i) ≤ 0. For i in R this is an equality;
for the other i it follows from T·w_i ≤ Y.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.designs.linear.program import LinearProgram, Multipliers, column_multipliers
from rropt.exact.element import Number
from rropt.problem.answers import ClosedForm

__all__ = ["best_prefix", "symmetric_multipliers", "trace", "weighted_trace", "with_prefix"]


def trace(program: LinearProgram) -> ClosedForm:
    """Return the largest trace of k×k mechanisms, with its mechanism and multipliers. It holds for every e^ε ≥ 1 and 0 ≤ δ ≤ 1."""
    t, d, k = program.ratio, program.delta, program.k
    diagonal, other = (t + (k - 1) * d) / (t + k - 1), (1 - d) / (t + k - 1)
    rows = tuple(tuple(diagonal if i == j else other for j in range(k)) for i in range(k))
    columns = (t / (t + k - 1),) * k
    named = column_multipliers(columns) if d == 0 else _pair(columns, 1 / (t + k - 1)).named()
    theorem = "Chai and Nayak, Theorem 4.4, and its extension to delta > 0"
    return ClosedForm(theorem=theorem, value=k * diagonal, rows=rows, multipliers=named)


def symmetric_multipliers(program: LinearProgram) -> dict[str, Number]:
    """Return the dual multipliers of the program of the largest trace. By symmetry there are only three numbers.

    They are `column` for every column, `pair` for every ordered pair (j, l) of inputs, and `excess` for the number p_jj − T·p_jl of
    every such pair, where T = e^ε.
    """
    share = 1 / (program.ratio + program.k - 1)
    return {"column": program.ratio * share, "pair": share, "excess": share}


def _pair(columns: tuple[Number, ...], share: Number) -> Multipliers:
    k = len(columns)
    pairs: dict[tuple[int, ...], Number] = {(j, el): share for j in range(k) for el in range(k) if j != el}
    return Multipliers(columns, pairs, {(j, j, el): share for j, el in pairs})


def weighted_trace(program: LinearProgram, weights: tuple[Number, ...]) -> ClosedForm:
    """Return the largest weighted trace, its mechanism and its multipliers.

    The demand must have δ = 0 and e^ε > 1, and the weights must be at least 0.
    """
    return with_prefix(program, weights, best_prefix(program.ratio, weights))


def with_prefix(program: LinearProgram, weights: tuple[Number, ...], r: int) -> ClosedForm:
    """Return the closed form whose mechanism gives only the answers with the r largest weights: its value, mechanism and
    multipliers.

    They are optimal if r is the number that `best_prefix` returns.
    """
    t, k = program.ratio, program.k
    order = _descending(weights)
    kept = set(order[:r])
    value = t * sum((weights[i] for i in order[:r]), Fraction(0)) / (t + r - 1)
    zero, share, low = Fraction(0), Fraction(1, r), 1 / (t + r - 1)
    high = t * low

    def entry(i: int, j: int) -> Number:
        if i not in kept:
            return zero
        if j not in kept:
            return share
        return high if i == j else low

    rows = tuple(tuple(entry(i, j) for j in range(k)) for i in range(k))
    columns = tuple((t * weights[i] - value) / (t - 1) if i in kept else zero for i in range(k))
    theorem = "the weighted trace optimum (rropt.weighted_trace)"
    return ClosedForm(theorem=theorem, value=value, rows=rows, multipliers=column_multipliers(columns))


def best_prefix(t: Number, weights: tuple[Number, ...]) -> int:
    """Find how many answers the best mechanism gives, for a trace with these weights.

    Let w₁ ≥ w₂ ≥ … be the weights in falling order, and T the number `t`. The result is the least r for which T·(w₁+…+w_r)/(T+r−1)
    is largest.
    """
    best, size, total = Fraction(0), 0, Fraction(0)  # type: Number, int, Number
    for r, i in enumerate(_descending(weights), 1):
        total = total + weights[i]
        value = t * total / (t + r - 1)
        if r == 1 or value > best:
            best, size = value, r
    return size


def _descending(weights: tuple[Number, ...]) -> list[int]:
    return sorted(range(len(weights)), key=lambda i: weights[i], reverse=True)
