"""Splits a row of parity at most γ into rows with the two values 1 and γ, and a constant row. The parity of a row is its largest
entry divided by its least entry. The given row is the sum of these rows, each with a weight ≥ 0.

Let r_(1) ≥ … ≥ r_(k) be the sorted entries of the row r, and d_j = r_(j) − r_(j+1) their gaps. Let s_j be the pattern that is γ on
the j largest entries and 1 elsewhere. Then r = Σ_j d_j/(γ−1)·s_j + (γ·min r − max r)/(γ−1)·1. So a sort is enough to find all
patterns, and there are O(k) of them.

The last term is constant, so it tells nothing about the input. It is divided among the patterns in proportion to their total
weights. So every mechanism of parity ≤ γ is a garbling of a mechanism whose rows are multiples of {1, γ}-valued rows (Chai & Nayak,
Lemmas 4.2–4.4; Kairouz, Oh & Viswanath 2016). If a mechanism is admissible, each of its nonzero rows has parity exactly γ and takes
exactly two values (conditions C1 and C2 of Chai & Nayak).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.decimal import EXACT, Direction, exact_or_decimal
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.order.minimal import MinimalForm, minimal_form
from rropt.privacy.bounds import spell_factor
from rropt.privacy.given import mechanism_of

__all__ = [
    "Decomposition",
    "Staircase",
    "constant_rows",
    "decompose",
    "gains_lost",
    "parity_excess",
    "read_bounded",
    "row_fault",
    "spell_parity",
    "staircase_above",
]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_LABEL = 40
Pattern = frozenset[int]


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A row written as a sum of two-valued rows, each with a weight, and a constant row.

    Each item of `weights` is a set S of inputs and a weight. It stands for the row that is γ on S and 1 elsewhere, multiplied by
    the weight. `constant` is added to every entry. The sets are nested; none is empty or contains all inputs.
    """

    weights: tuple[tuple[Pattern, Number], ...]
    constant: Number


@dataclass(frozen=True, slots=True)
class Staircase:
    """A mechanism whose rows are multiples of rows with the entries 1 and γ, and the garbling that makes a given mechanism from it.
    The set patterns[i] holds the inputs at which row i has the larger value.
    """

    mechanism: Mechanism
    garbling: Matrix
    patterns: tuple[Pattern, ...]


def parity_excess(row: Sequence[Number], gamma: Number) -> Number:
    """Return max r − γ·min r for a row r. It is at most 0 iff no ratio of two entries of the row exceeds γ."""
    return max(row) - gamma * min(row)


def spell_parity(gamma: Bound, *, direction: Direction = "upper") -> str:
    """Write as text a parity, which is the largest ratio of two entries of a row.

    If exact forms are wanted, it is written exactly. Otherwise `spell_factor` writes it, rounded in `direction`.
    """
    return exact_or_decimal(gamma) if EXACT.get() else spell_factor(gamma, digits=None, direction=direction)


def read_bounded(mechanism: object, parity: object) -> tuple[MinimalForm, Number]:
    """Read a mechanism and a bound on its parity, which is the largest ratio of two entries of a row.

    Return the mechanism's minimal form and the bound. A bound below 1, a mechanism with one input, and a mechanism whose parity is
    above the bound are refused.
    """
    p, g = mechanism_of(mechanism), read_number(parity)
    if g < 1:
        raise InputError(Received("parity", str(parity)), " must be at least 1")
    if p.k < 2:
        raise InputError("a mechanism with one input tells nothing; admissibility needs at least two inputs")
    form = minimal_form(p)
    for label, row in zip(form.mechanism.output_labels, form.mechanism.rows, strict=True):
        if parity_excess(row, g) > 0:
            raise InputError(
                f"the probabilities of output {label} under two inputs have a ratio above {show(g)}, the given parity; give a "
                "larger parity, or another mechanism if one of them is 0"
            )
    return form, g


def row_fault(row: Sequence[Number], gamma: Number) -> str:
    """Say why a nonzero row does not take exactly two values c and γ·c; return an empty text if it does.

    No ratio of two entries of the row may exceed γ, and γ > 1.
    """
    low, high = min(row), max(row)
    if high != gamma * low:
        return f"its parity is {exact_or_decimal(high / low)}, not {spell_parity(gamma)}"
    if any(x != low and x != high for x in row):
        middle = next(x for x in row if x != low and x != high)
        least, among, most = map(exact_or_decimal, (low, middle, high))
        return f"it has the value {among} between its least {least} and its largest {most}"
    return ""


def decompose(row: Sequence[Number], gamma: Number) -> Decomposition:
    """Write a row as a weighted sum of two-valued rows and the constant row, with weights ≥ 0.

    No ratio of two entries of the row may exceed γ, and γ > 1.
    """
    if parity_excess(row, gamma) > 0:
        raise InputError(
            f"cannot decompose the row ({', '.join(map(str, row))}), because the ratio of its largest to its smallest entry "
            f"exceeds gamma = {gamma}"
        )
    order = sorted(range(len(row)), key=row.__getitem__, reverse=True)
    weights = [
        (frozenset(order[: n + 1]), (row[order[n]] - row[order[n + 1]]) / (gamma - 1))
        for n in range(len(order) - 1)
        if row[order[n]] != row[order[n + 1]]
    ]
    return Decomposition(tuple(weights), -parity_excess(row, gamma) / (gamma - 1))


def _pattern_row(pattern: Pattern, k: int, gamma: Number, weight: Number) -> list[Number]:
    return [weight * gamma if j in pattern else weight for j in range(k)]


def _labels(patterns: Sequence[Pattern], p: Mechanism) -> list[str] | None:
    """Label each output by the inputs under which it is more likely; None if a label would be too long, or two would be equal."""
    names = ["{" + ",".join(p.input_labels[j] for j in sorted(s)) + "}" for s in patterns]
    return names if max(map(len, names)) <= MOST_LABEL and len(set(names)) == len(names) else None


def gains_lost(above: Staircase, gamma: Number) -> Matrix:
    """Make the gains of two actions on which the staircase mechanism in `above` earns more than the mechanism that its garbling
    makes.

    Some row of the garbling must combine two outputs of the staircase mechanism with different patterns S and S' (sets of inputs).

    Exchange S and S' if needed, so that some input j is in S but not in S', and some input l is not in S. One action gains 1 for j
    and −c for l, where 1 < c < γ. The other action always gains 0. On the part of the row that comes from S, the first action earns
    a > 0. On the part from S', the first action earns b < 0. The combined row earns max(0, a + b), which is less than max(0, a) +
    max(0, b), the earnings of the separate parts. No other row earns more than its parts.
    """
    joined = next(row for row in above.garbling if sum(1 for x in row if x) > 1)
    one, other, *_ = (s for s, x in zip(above.patterns, joined, strict=True) if x)
    if not one - other:
        one, other = other, one
    k = above.mechanism.k
    gains = [ZERO] * k
    gains[min(one - other)] = ONE
    gains[next(j for j in range(k) if j not in one)] = -_between_one_and(gamma)
    return tuple(gains), (ZERO,) * k


def _between_one_and(gamma: Number) -> Fraction:
    """A rational strictly between 1 and γ > 1, short if possible."""
    low = enclose_relative(gamma - 1, bits=8)[0]
    return 1 + min(ONE, low / 2)


def constant_rows(p: Mechanism, gamma: Number) -> Staircase:
    """Return a staircase for a mechanism p whose output does not depend on the input. The staircase has k-ary randomized response
    at γ, and a garbling that makes p from it by ignoring its answer.
    """
    patterns = tuple(frozenset({j}) for j in range(p.k))
    weight = 1 / (gamma + p.k - 1)
    rows = [_pattern_row(s, p.k, gamma, weight) for s in patterns]
    mechanism = Mechanism(rows, p.inputs, _labels(patterns, p))
    return Staircase(mechanism, freeze([row[0]] * p.k for row in p.rows), patterns)


def staircase_above(p: Mechanism, gamma: Number) -> Staircase:
    """Return a mechanism whose rows take two values with the ratio γ > 1, together with the garbling that makes p from it.

    No ratio of two entries in a row of p may exceed γ.

    `decompose` writes row i of p as a weighted sum of patterns, plus a constant w_i. A pattern is γ on a set s of inputs and 1
    elsewhere; its weight in row i is a_is. Let w = Σ_i w_i, and θ_s = Σ_i a_is/(1 − w).

    The returned mechanism has a row for each s, with entries θ_s·γ on s and θ_s elsewhere. Each of its columns sums to 1. The
    garbling is C_is = a_is/θ_s + w_i, and it is stochastic. Row i of p is the sum over s of C_is times the row of s. If w = 1, p is
    constant, and `constant_rows` gives the result.
    """
    parts = []
    for row in p.rows:
        require_time()
        parts.append(decompose(row, gamma))
    constant = sum((part.constant for part in parts), ZERO)
    if constant == 1:
        return constant_rows(p, gamma)
    total: dict[Pattern, Number] = {}
    for part in parts:
        for s, weight in part.weights:
            total[s] = total.get(s, ZERO) + weight
    patterns = tuple(total)
    rows = [_pattern_row(s, p.k, gamma, total[s] / (1 - constant)) for s in patterns]
    garbling = []
    for part in parts:
        require_time()
        own = 1 - constant + part.constant
        entries = dict.fromkeys(patterns, part.constant)
        for s, weight in part.weights:
            entries[s] = own if weight == total[s] else weight * (1 - constant) / total[s] + part.constant
        garbling.append(list(entries.values()))
    return Staircase(Mechanism(rows, p.inputs, _labels(patterns, p)), freeze(garbling), patterns)
