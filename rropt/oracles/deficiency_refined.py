"""The deficiency to as many digits as asked: the refined interior-point method, its point and multipliers made exact.

The point is rounded to a stochastic matrix, the multipliers to a prior and gains in [0, 1]; evaluating both exactly
encloses the deficiency. Rounds go on until the enclosure is as narrow as asked, or they gain nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, product, transpose
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.oracles.deficiency_exact import DeficiencyProposal
from rropt.oracles.order_refined import Refined, refine, start
from rropt.order.decision import Decision

__all__ = ["deficiency_by_refinement"]

ZERO, ONE = Fraction(0), Fraction(1)
BITS = 256
DIGITS = 44
NARROW = Fraction(1, 10**10)
WIDTH = Fraction(1, 10**40)
VANISHING = Fraction(1, 10**12)
MOST_IDLE = 4


def deficiency_by_refinement(p: Mechanism, q: Mechanism, *, apart: Decision | None = None) -> DeficiencyProposal | None:
    """A garbling and a decision problem whose values differ by at most NARROW of the deficiency; None where rounds do
    not lead there, or where it may be 0.

    With a decision problem that tells the mechanisms `apart` it is not 0, and where rounds do not lead there the best
    garbling and the best decision problem that were met enclose it.
    """
    near_p, near_q = (freeze([_near(x) for x in row] for row in m.rows) for m in (p, q))
    best: tuple[Number, Matrix] | None = None
    most: tuple[Number, Decision] | None = None if apart is None else (_value(apart, near_p, near_q), apart)
    gap: Number | None = None
    idle = 0
    for state in refine(start(p, q, BITS)):
        tau = Fraction(int(state.blocks.split(state.x)[4]), 1 << state.bits)
        if tau < VANISHING and apart is None:
            return None
        small = tau.denominator.bit_length() - tau.numerator.bit_length()
        if tau <= 0 or state.primal < small:  # the point is not yet as exact as the deficiency is small
            continue
        bits = DIGITS + max(0, small)
        garbling, decision = _garbling(state, bits), _decision(state, bits)
        made = product(garbling, near_p)
        upper: Number = max(_distance(a, b) for a, b in zip(transpose(made), transpose(near_q), strict=True))
        lower = _value(decision, near_p, near_q)
        best = (upper, garbling) if best is None or upper < best[0] else best
        most = (lower, decision) if most is None or lower > most[0] else most
        if 0 < best[0] <= most[0] * (1 + NARROW):
            return DeficiencyProposal(best[1], most[1])
        if apart is not None:
            idle = 0 if gap is None or 2 * (best[0] - most[0]) < gap else idle + 1
            gap = best[0] - most[0]
            if idle > MOST_IDLE:
                break
    return None if best is None or most is None or apart is None else DeficiencyProposal(best[1], most[1])


def _value(decision: Decision, p: Matrix, q: Matrix) -> Number:
    """What it is worth more with the rows q than with the rows p."""
    return _worth(decision, q) - _worth(decision, p)


def _distance(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return sum((max(ZERO, x - y) for x, y in zip(a, b, strict=True)), ZERO)


def _worth(decision: Decision, rows: Matrix) -> Number:
    """What the decision problem is worth with rows that need not be exactly a mechanism's."""
    weighted = [[w * g for w, g in zip(decision.prior, row, strict=True)] for row in decision.gains]
    return sum((max(row) for row in product(rows, transpose(weighted))), ZERO)


def _near(x: Number) -> Fraction:
    return x if isinstance(x, Fraction) else enclose(x, width=WIDTH)[0]


def _garbling(state: Refined, bits: int) -> Any:
    columns = zip(*state.garbling(), strict=True)
    return freeze(zip(*(_distribution(column, bits) for column in columns), strict=True))


def _distribution(xs: Sequence[Fraction], bits: int) -> list[Number]:
    """Nonnegative multiples of 2^−bits that sum to 1, near the numbers; the largest takes up what rounding leaves."""
    whole = [max(0, round(x * (1 << bits))) for x in xs]
    whole[max(range(len(whole)), key=whole.__getitem__)] += (1 << bits) - sum(whole)
    return [Fraction(x, 1 << bits) for x in whole]


def _decision(state: Refined, bits: int) -> Decision:
    """w, and G_ij = 1 + Y_ij/w_j."""
    weights = [Fraction(-int(w), 1 << state.bits) for w in state.weights()]
    prior = _distribution(weights, bits)
    gains = [
        [
            _between(1 + Fraction(int(y), 1 << state.bits) / w, bits) if w * (1 << bits) > 1 else ZERO
            for y, w in zip(row, weights, strict=True)
        ]
        for row in state.gains()
    ]
    return Decision(tuple(prior), freeze(gains))


def _between(x: Fraction, bits: int) -> Number:
    return Fraction(round(min(ONE, max(ZERO, x)) * (1 << bits)), 1 << bits)
