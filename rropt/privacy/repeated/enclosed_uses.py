"""Bounds of δ for many uses of one mechanism or of several, if an exact δ would need too many numbers, or too long ones.

All numbers are balls: python-flint's intervals, given by a midpoint and a radius. Take an ordered pair (j, l) of inputs. The
answers with the same likelihood ratio r = x/y are merged into a cell; x is their probability under j, and y is their probability
under l. A cell for all uses together is made of one cell from each use: its y is the product of their y, and its r is the product
of their r. Over these cells, δ(t) = c + Σ y·max(0, r − t). The number c is the probability under j that some use gives an answer
that l never gives. If c_a is this probability for use a alone, c = 1 − Π_a(1 − c_a).

Suppose that all ratios are powers of one number b, and let y_e be the y of the ratio b^e in one use. Then the y for all uses
together are the coefficients of a product of polynomials, with one factor Σ_e y_e z^e per use. This loses nothing.

Otherwise all ratios are moved to a grid. Let μ be the mean of r in one use, weighted by y, and let h be a small step. The grid of
this use is the set of numbers μ·e^(h·m) with whole m. The ratios are moved in two ways:

* *Above*: each cell is split between the two grid numbers next to its ratio r. The split keeps the totals of x and of y.
* *Below*: each cell i with r_i < μ is coupled with each cell j with r_j > μ. Let D = Σ max(0, r − μ)y. The couple takes the share
  y_i·(r_j − μ)y_j/D of cell i and the share y_j·(μ − r_i)y_i/D of cell j, so that its mean ratio is μ. Both ratios are moved to the
  next grid number towards μ, and then the two shares are adjusted to keep the mean.

The split spreads ratios, the coupling contracts them, and neither moves a mean. The function max(0, r − t) is convex in the ratio
of each use. So the split bounds δ from above, and the coupling bounds δ from below. The loss of a use is of the order h·(r − μ). If
there is only one use, repeated many times, merging its cells into two gives further lower bounds.

Reference: Koskela, Jälkö and Honkela (2020), Computing tight differential privacy guarantees using FFT, whose grid bounds above.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import flint
from flint import arb, arb_poly

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import InputError, Undecided
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.privacy.repeated.composition import (
    Powers,
    Use,
    log_near,
    power_at_any_precision,
    power_of,
    powers_of,
    precision,
)

__all__ = ["BallPair", "ball_pair"]

MOST_POWERS = 200_000
GRID_POWERS = 40_000
ZERO = Fraction(0)
Repeated = Sequence[tuple[Use, int]]
Masses = Mapping[int, arb]
Excess = Callable[[Number], arb]


@dataclass(frozen=True, slots=True)
class BallPair:
    """Bounds of δ(t) for an ordered pair of inputs, after all uses of the mechanisms. The lower and the upper bound are functions
    of t whose values are balls (intervals)."""

    input: int
    against: int
    lower: Excess
    upper: Excess

    def bounds(self, t: Number) -> Bounds:
        """Rationals with lower ≤ δ(t) ≤ upper."""
        with flint.ctx.workprec(precision()):
            low, high = enclose_ball(self.lower(t))[0], enclose_ball(self.upper(t))[1]
        return max(low, ZERO), min(max(high, ZERO), Fraction(1))


def ball_pair(each: Repeated) -> BallPair:
    """Enclose δ(t) of one ordered pair of inputs for several uses, each repeated a given number of times."""
    (first, times), *others = each
    with flint.ctx.workprec(precision()):
        unseen = arb(1)
        for use, n in each:
            unseen *= (1 - ball_of(use.certain)) ** n
        certain = 1 - unseen
        if not all(use.cells for use, _ in each):  # the two inputs share no answer of some use
            return BallPair(first.input, first.against, lambda t: certain, lambda t: certain)
        powers = _common_powers(each)
        if powers is not None:
            parts = [(partial(_masses, use, powers), n) for use, n in each]
            excess = _excess(ball_of(powers.base), arb(1), parts, certain)
            return BallPair(first.input, first.against, excess, excess)
        lower, upper = _on_grid(each, certain)
        below = [] if others else [_in_two(first, times, place, certain) for place in range(1, len(first.cells))]
    below.append(lower)
    return BallPair(first.input, first.against, lambda t: max((b(t) for b in below), key=lambda x: x.lower()), upper)


def _common_powers(each: Repeated) -> Powers | None:
    """Write the likelihood ratios of all uses of the mechanisms as whole powers of one number. None if no such number is found.

    `Undecided` is raised if the largest and the least exponent of all uses together differ by more than `MOST_POWERS`.
    """
    try:
        powers = powers_of({r: cell for use, _ in each for r, cell in use.cells.items()})
    except InputError:  # the ratios are of no common field
        return None
    if powers is None:
        return None
    spans = [(max(e) - min(e)) * n for use, n in each for e in [[powers.exponents[r] for r in use.cells]]]
    if sum(spans) > MOST_POWERS:
        raise Undecided(
            f"the uses together have up to {sum(spans) + 1} different ratios of probabilities, but rropt lists at most "
            f"{MOST_POWERS + 1}; ask for fewer uses"
        )
    return powers


def _masses(use: Use, powers: Powers) -> Masses:
    """Map each exponent e to the probability, under the second input, of the outputs whose likelihood ratio is the e-th power of
    the base. The probabilities are enclosed in intervals."""
    found: dict[int, arb] = defaultdict(lambda: arb(0))
    for r, (_, y) in use.cells.items():
        found[powers.exponents[r]] += ball_of(y)
    return found


def _excess(base: arb, offset: arb, parts: Iterable[tuple[Callable[[], Masses], int]], certain: arb) -> Excess:
    """Make the function t ↦ certain + Σ y·max(0, r − t), where the sum is over the ratios r of all uses together.

    Each ratio is r = offset·baseᵉ with a whole exponent e, and y is its probability under the second input. `parts` has two things
    for each use. The first is a function that returns the mapping of e to y for one use, at the current precision. The second is
    the number of times that the use is repeated.
    """
    low, product = 0, arb_poly([1])
    for make, n in parts:
        require_time()
        low += min(make()) * n
        product *= arb_poly(power_at_any_precision(partial(_listed, make), n))
    cells, ratio = [], offset * base**low
    for y in product.coeffs():
        cells.append((ratio, y))
        ratio = ratio * base

    def excess(t: Number) -> arb:
        with flint.ctx.workprec(precision()):
            s, total = ball_of(t), certain
            for r, y in reversed(cells):
                over = r - s
                if over < 0:
                    break
                total += y * (over if over > 0 else _nonnegative(over))
            return total

    return excess


def _listed(make: Callable[[], Masses]) -> list[arb]:
    """List the probabilities from the least exponent to the largest, 0 for exponents that do not occur."""
    masses = make()
    return [masses.get(e, arb(0)) for e in range(min(masses), max(masses) + 1)]


def _nonnegative(x: arb) -> arb:
    """Enclose max(0, x) for an x of either sign."""
    return arb(0).union(abs(x).upper())


def _on_grid(each: Repeated, certain: arb) -> tuple[Excess, Excess]:
    """Return a lower and an upper bound of δ(t), as two functions of t.

    For each bound, the likelihood ratios of a use are replaced by numbers on a grid: whole powers of one number, times the mean
    ratio. `_contracted` does this for the lower bound, and `_spread` for the upper bound.
    """
    wide = 0.0
    for use, n in each:
        logs = [log_near(r) for r in use.cells]
        wide += n * (max(logs) - min(logs))
    step = max(Fraction(wide / GRID_POWERS).limit_denominator(10**6), Fraction(1, 10**6))
    offset = arb(1)
    for use, n in each:
        offset *= ball_of(_mean(use)) ** n
    base = ball(step).exp()
    below = [(partial(_contracted, use, step), n) for use, n in each]
    above = [(partial(_spread, use, step), n) for use, n in each]
    return _excess(base, offset, below, certain), _excess(base, offset, above, certain)


def _mean(use: Use) -> Number:
    """The mean of the finite likelihood ratios, weighted by their probabilities under the second input.

    A likelihood ratio is the probability of an output under the first input, divided by that under the second.
    """
    return sum((x for x, _ in use.cells.values()), ZERO) / sum((y for _, y in use.cells.values()), ZERO)


def _relative(use: Use, step: Fraction) -> Iterable[tuple[Number, arb, int, int]]:
    """Yield for each ratio r the tuple (r/μ, y, e, f), with μ the mean ratio and y the probability under the second input.

    e and f are the exponents of the powers of exp(step) just below and above r/μ; both are 0 if r = μ.
    """
    base, mean = ball(step).exp(), _mean(use)
    for r, (_, y) in use.cells.items():
        ratio = r / mean
        if ratio == 1:
            yield ratio, ball_of(y), 0, 0
            continue
        e = math.floor(log_near(ratio) / float(step))
        while not base**e < ball_of(ratio):
            e -= 1
        f = e + 1
        while not base**f > ball_of(ratio):
            f += 1
        yield ratio, ball_of(y), e, f


def _spread(use: Use, step: Fraction) -> Masses:
    """Split the probability of each likelihood ratio between the two grid points next to it.

    The grid points are whole powers of exp(`step`), times the mean ratio. The split keeps both total probabilities: the one under
    the first input and the one under the second.

    The result maps each exponent to its probability under the second input. A sum over this result bounds δ from above.
    """
    base = ball(step).exp()
    masses: dict[int, arb] = defaultdict(lambda: arb(0))
    for ratio, y, e, f in _relative(use, step):
        if e < f:
            share = (ball_of(ratio) - base**e) / (base**f - base**e)
            masses[f] += y * share
            y *= 1 - share
        masses[e] += y
    return masses


def _contracted(use: Use, step: Fraction) -> Masses:
    """Couple each likelihood ratio below the mean μ with each ratio above it, and move both ratios of a couple to the next grid
    points towards μ. The grid points are whole powers of exp(`step`), times μ.

    The weights of the two ratios change so that the mean of the couple stays μ. The result maps each exponent to its probability
    under the second input. A sum over this result bounds δ from below.
    """
    base = ball(step).exp()
    masses: dict[int, arb] = defaultdict(lambda: arb(0))
    sides: tuple[dict[int, list[arb]], ...] = ({}, {})  # by power: y, and |r/μ − 1|·y
    for ratio, y, e, f in _relative(use, step):
        if ratio == 1:
            masses[0] += y
            continue
        side, power = (0, min(f, 0)) if ratio < 1 else (1, max(e, 0))
        cell = sides[side].setdefault(power, [arb(0), arb(0)])
        cell[0] += y
        cell[1] += y * abs(ball_of(ratio) - 1)
    apart = sum((w for _, w in sides[1].values()), arb(0))
    for e, (y, w) in sides[0].items():
        require_time()
        for f, (z, v) in sides[1].items():
            mass = (y * v + z * w) / apart
            if e < 0 < f:
                share = (1 - base**e) / (base**f - base**e)
                masses[f] += mass * share
                masses[e] += mass * (1 - share)
            else:  # one ratio is moved to μ, so the other is too, as the mean of the couple stays μ
                masses[0] += mass
    return masses


def _in_two(use: Use, n: int, place: int, certain: arb) -> Excess:
    """Bound δ(t) of n uses from below by merging the cells of one use into two. The cells are sorted by their likelihood ratio; the
    first `place` of them become one cell, and the rest the other."""
    ordered = sorted(use.cells.values(), key=lambda c: log_near(c[0] / c[1]))
    parts = (ordered[:place], ordered[place:])
    merged = [[sum((ball_of(c[i]) for c in part), arb(0)) for part in parts] for i in (0, 1)]
    under = [power_of(one, n) for one in merged]

    def excess(t: Number) -> arb:
        with flint.ctx.workprec(precision()):
            s, total = ball_of(t), certain
            for x, y in zip(*under, strict=True):
                over = x - s * y
                total += over if over > 0 else arb(0)
            return total

    return excess
