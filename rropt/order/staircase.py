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

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Rows
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show
from rropt.given import mechanism_of
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision, normalise
from rropt.order.minimal import MinimalForm, minimal_form
from rropt.privacy import Parity
from rropt.show import near

__all__ = ["Staircase", "decompose", "read_bounded", "row_fault", "separating_decision", "staircase_above"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_LABEL = 40
Pattern = frozenset[int]


@dataclass(frozen=True, slots=True)
class Staircase:
    """A mechanism whose rows are multiples of rows with the entries 1 and γ, and the garbling that makes a given mechanism from it.
    The set patterns[i] holds the inputs at which row i has the larger value.
    """

    mechanism: Mechanism
    garbling: Mechanism
    patterns: tuple[Pattern, ...]


def read_bounded(mechanism: object, parity: object = None) -> tuple[MinimalForm, Number]:
    """Read a mechanism and a bound on its parity, by default its own parity; return the mechanism's minimal form, and the bound.

    A bound below 1, a mechanism with one input, and a mechanism whose parity is infinite or above the bound are refused.
    """
    p = mechanism_of(mechanism)
    gamma = Parity(1).tightest(p) if parity is None else read_number(parity)
    if is_infinite(gamma):
        raise InputError(
            "the parity of the mechanism is infinite, as some answer excludes an input; give one of finite parity"
        )
    if gamma < 1:
        raise InputError(f"parity = {parity} must be at least 1, as it is the largest ratio of two entries of a row")
    if p.k < 2:
        raise InputError("a mechanism with one input tells nothing; admissibility needs at least two inputs")
    form = minimal_form(p)
    for label, row in zip(form.mechanism.output_labels, form.mechanism.rows, strict=True):
        if max(row) > gamma * min(row):
            raise InputError(
                f"the probabilities of output {label} under two inputs have a ratio above {show(gamma)}, the given parity; give a "
                "larger parity, or another mechanism if one of them is 0"
            )
    return form, gamma


def row_fault(row: Sequence[Number], gamma: Number) -> str:
    """Say why a nonzero row does not take exactly two values c and γ·c; return an empty text if it does.

    No ratio of two entries of the row may exceed γ, and γ > 1.
    """
    low, high = min(row), max(row)
    if high != gamma * low:
        return f"its parity is {near(high / low)}, not {near(gamma)}"
    middle = next((x for x in row if x != low and x != high), None)
    if middle is not None:
        least, among, most = map(near, (low, middle, high))
        return f"it has the value {among} between its least {least} and its largest {most}"
    return ""


def decompose(row: Sequence[Number], gamma: Number) -> tuple[dict[Pattern, Number], Number]:
    """Write a row as a weighted sum of two-valued rows and the constant row 1; return the weights ≥ 0 of the patterns, by the set
    of inputs at which a pattern is γ, and the weight of the constant row.

    No ratio of two entries of the row may exceed γ, and γ > 1. The sets are nested; none is empty or contains all inputs.
    """
    order = sorted(range(len(row)), key=row.__getitem__, reverse=True)
    weights = {
        frozenset(order[: n + 1]): (row[order[n]] - row[order[n + 1]]) / (gamma - 1)
        for n in range(len(order) - 1)
        if row[order[n]] != row[order[n + 1]]
    }
    return weights, (gamma * min(row) - max(row)) / (gamma - 1)


def staircase_above(p: Mechanism, gamma: Number) -> Staircase:
    """Return a mechanism whose rows take two values with the ratio γ > 1, together with the garbling that makes p from it.

    No ratio of two entries in a row of p may exceed γ.

    `decompose` writes row i of p as a weighted sum of patterns s, with the weights a_is, plus the constant w_i. Let w = Σ_i w_i,
    and θ_s = Σ_i a_is/(1 − w). The returned mechanism has a row for each s, with the entries θ_s·γ on s and θ_s elsewhere. Each of
    its columns sums to 1. The garbling is C_is = a_is/θ_s + w_i. If w = 1, p is constant; then k-ary randomized response at γ is
    returned, whose answer the garbling ignores.
    """
    parts = []
    for row in p.rows:
        require_time()
        parts.append(decompose(row, gamma))
    constant = sum((own for _, own in parts), ZERO)
    if constant == 1:
        weights = {frozenset({j}): 1 / (gamma + p.k - 1) for j in range(p.k)}
        return _above(p, gamma, weights, [[row[0]] * p.k for row in p.rows])
    total: dict[Pattern, Number] = {}
    for part, _ in parts:
        for s, weight in part.items():
            total[s] = total.get(s, ZERO) + weight
    weights = {s: weight / (1 - constant) for s, weight in total.items()}
    garbling = []
    for part, own in parts:
        require_time()
        garbling.append([part[s] / weights[s] + own if s in part else own for s in total])
    return _above(p, gamma, weights, garbling)


def _above(p: Mechanism, gamma: Number, weights: dict[Pattern, Number], garbling: Rows) -> Staircase:
    """Make the mechanism with a row for each pattern, from which `garbling` makes p.

    An output is named by the inputs under which it is more likely; outputs have no names if one would be too long, or two equal.
    """
    rows = [[x * gamma if j in s else x for j in range(p.k)] for s, x in weights.items()]
    names = ["{" + ",".join(p.input_labels[j] for j in sorted(s)) + "}" for s in weights]
    is_short = max(map(len, names)) <= MOST_LABEL and len({*names}) == len(names)
    made = Mechanism(rows, p.inputs, names if is_short else None)
    return Staircase(made, Mechanism(garbling, made.outputs, p.outputs), tuple(weights))


def separating_decision(above: Staircase, gamma: Number) -> Decision:
    """Make a decision problem of two actions on which the staircase mechanism in `above` is worth more than the mechanism that its
    garbling makes.

    Some row of the garbling must combine two outputs of the staircase mechanism with different patterns S and S'. Exchange them if
    needed, so that some input j is in S but not in S', and some input l is not in S. One action gains 1 for j and −c for l, where 1
    < c < γ. The other action gains 0. On the part of the row that comes from S, the first action earns a > 0. On the part from S',
    it earns b < 0. The combined row earns max(0, a + b), which is less than what the parts earn. No other row earns more than its
    parts.
    """
    joined = next(row for row in above.garbling.rows if sum(1 for x in row if x) > 1)
    one, other, *_ = (s for s, x in zip(above.patterns, joined, strict=True) if x)
    if not one - other:
        one, other = other, one
    k = above.mechanism.k
    gains = [ZERO] * k
    gains[min(one - other)] = ONE
    gains[next(j for j in range(k) if j not in one)] = -1 - min(ONE, enclose_relative(gamma - 1, bits=8)[0] / 2)
    return normalise([gains, [ZERO] * k])
