"""Find dual prices y with f(s) ≤ y·s at every listed row s, where f is the objective's function of a row.

The prices are computed for a given mechanism. If exact optimal prices are found, and their sum equals the sum of f over the
mechanism's rows, they are returned. Otherwise slightly larger rational prices are returned.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import flint

from rropt.designs.objectives.row_function import BITS, SEEN, ball_near
from rropt.designs.rows.generators import Generators
from rropt.designs.sublinear.numeric import Solved
from rropt.designs.sublinear.program import SublinearProgram
from rropt.engine.sets import Counts
from rropt.exact.element import Bound, Number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.matrix import product, total_of, transpose
from rropt.exact.sign import enclose_relative
from rropt.solvers.simplex import minimise

__all__ = ["FINE", "multipliers"]

FINE = 220  # bits to which f is rounded up
NEAR_RAYS = 56
MOST_ROWS = 5
FEW = 20
MOST_ROUNDS = 10


def multipliers(program: SublinearProgram, solved: Solved, reached: Bound) -> tuple[Number, ...]:
    """Return dual prices y, one for each class of inputs, with f(s) ≤ y·s at every listed row s, where f is the objective's
    function.

    If exact optimal prices are found and sum to `reached`, the sum of f over the mechanism's rows, they are returned. Otherwise the
    result has slightly larger rational numbers.
    """
    # budgets without room get prices later, with which no equality is shown
    beside = isinstance(program.rows, Generators) and program.rows.tight
    if program.rows.is_silent and not beside:  # no answer depends on the truth, and f is 0
        return (Fraction(0),) * len(program.classes.sizes)
    y = _exact_multipliers(program, solved)
    if y is not None and total_of(program.spread(y)) == reached:
        return y
    return _rational_multipliers(program, solved)


def _exact_multipliers(program: SublinearProgram, solved: Solved) -> tuple[Number, ...] | None:
    """Compute exact optimal dual prices, one for each class of inputs, by the simplex method over a growing set of rows.

    None if the objective's function or the rows cannot be computed exactly, if there is no optimum over these rows, or if that
    would take long.
    """
    function, classes = program.function, program.classes
    if not program.rows.is_exact or not function.is_exact:
        return None
    if len(classes.sizes) > MOST_ROWS and not program.rows.is_rational:
        return None
    worth: dict[Counts, Any] = {counts: function.exact(program.rows.row(counts)) for counts in program.rows.names()}
    chosen = list(dict.fromkeys((*solved.support, *solved.tight, *solved.near[:FEW])))
    for _ in range(MOST_ROUNDS):
        rows = transpose([program.rows.sums(counts) for counts in chosen])
        found = minimise([-worth[counts] for counts in chosen], rows, [Fraction(n) for n in classes.sizes])
        if found.status != "optimal":
            return None
        y = tuple(-x for x in found.duals)
        lacking = {c: f - product([program.rows.sums(c)], [(x,) for x in y])[0][0] for c, f in worth.items()}
        failing = [counts for counts, gap in lacking.items() if gap > 0]
        if not failing:
            return y
        chosen += failing[:FEW]
    return None


def _rational_multipliers(program: SublinearProgram, solved: Solved) -> tuple[Fraction, ...]:
    """Compute rational dual prices y, one for each class of inputs, from the prices that the solver found in floats.

    Let f be the objective's function of a row. The solver's prices satisfy y·s ≥ f(s) only up to rounding. The result satisfies it
    at the rows s in `tight` and `near` of `solved`, where the two sides are nearly equal.

    Let the matrix S have one line for each row s in `tight`: the sums of the entries of s over the classes. Let v be the vector of
    the numbers f(s), and ŷ the solver's prices. The equation y·s = f(s) holds at all these rows for the prices ŷ + Sᵀ(SSᵀ)⁻¹(v −
    Sŷ). Of all solutions this one is nearest to ŷ. It is computed in balls (numbers with error bounds), rounded to rationals, and
    raised until the inequality is proved.
    """
    with flint.ctx.workprec(BITS + _spare_bits(program)):
        orbits = dict.fromkeys((*solved.tight, *solved.near))
        sums = {counts: list(map(ball_near, program.rows.sums(counts))) for counts in orbits}
        worth = {counts: program.function.ball(list(map(ball_near, program.rows.row(counts)))) for counts in orbits}
        s, both = (
            flint.arb_mat([sums[counts] for counts in solved.tight]),
            zip(solved.multipliers, solved.linear, strict=True),
        )
        near = flint.arb_mat([[ball_near(Fraction(y) + x)] for y, x in both])
        lacking = flint.arb_mat([[worth[counts]] for counts in solved.tight]) - s * near
        moved = near + s.transpose() * (s * s.transpose()).solve(lacking)
        # the size of f at rows of mean 1: with large ratios, f of a pattern itself is far above any mechanism's sum
        scale = max(abs(float((f / sum(sums[counts], flint.arb(0))).mid())) for counts, f in worth.items())
        unit = max(Fraction(2) ** (math.frexp(scale)[1] - FINE), SEEN)
        y = [round(enclose_ball(x.mid())[0] / unit) * unit for (x,) in moved.tolist()]
        lacks = Fraction(0)
        for counts, f in worth.items():
            over = f - sum((ball_near(a) * b for a, b in zip(y, sums[counts], strict=True)), flint.arb(0))
            lacks = max(lacks, enclose_ball(over / sum(sums[counts], flint.arb(0)))[1])
        margin = math.ceil(lacks / unit) + 1
        if not program.rows.is_exact:
            margin += 1 << FINE - NEAR_RAYS  # the rays of the demand itself lie a little outside the rational cone
        return tuple(x + margin * unit for x in y)


def _spare_bits(program: SublinearProgram) -> int:
    """Return how many extra bits a computation with patterns needs.

    The entries of patterns are 1 and t, so only t − 1 tells them apart: the nearer t is to 1, the more bits are needed. The result
    is 0 if t = 1, or if the program has listed rows in place of patterns.
    """
    if program.rows.is_silent or isinstance(program.rows, Generators):
        return 0
    low = enclose_relative(program.ratio - 1, bits=8)[0]
    return 4 * max(0, low.denominator.bit_length() - low.numerator.bit_length())
