"""A rational mechanism near the weights that floats give to rows of the cone.

The weights are reduced by a small part. What is then missing of (1, …, 1) and left of the budgets is made of any of the rows by
an exact linear program, with the least loss. At last all weights are reduced a little more and rounded down to few bits. What
is missing then is nearly constant, so that it is a row of the cone itself, within every budget, as ratios are 1 or more.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from rropt.engine.asks import Asked
from rropt.engine.centred import Array
from rropt.engine.cone import Generators, Row
from rropt.exact.errors import InputError
from rropt.solvers.lp import solve
from rropt.solvers.program import Infeasible, Program
from rropt.solvers.rational import ONE, ZERO, near

__all__ = ["Rounded", "round_weights", "with_few_bits"]

PARTS = tuple(fmpq(1, 10**n) for n in (11, 10, 9, 8, 6, 4))
BITS = 50  # to which weights are kept, relative to what rounding may take

Rounded = tuple[tuple[fmpq, Row], ...]


def round_weights(asked: Asked, rows: Generators, weights: Array, losses: Array, kept: Sequence[int]) -> Rounded:
    """Rational weights of rows that make a mechanism of the demand.

    `weights` are those of the rows s themselves, of which only the rows `kept` have to bear one. `losses` has what a unit of a
    row costs, in parts of the optimum.
    """
    for part in PARTS:
        fixed = {n: near(weights[n]) * (1 - part) for n in kept}
        more = _completed(asked, rows, fixed, losses, part)
        if more is not None:
            found = {n: fixed.get(n, ZERO) + part * more.get(n, ZERO) for n in {*fixed, *more}}
            return with_few_bits(asked, [(w, rows.rows[n]) for n, w in sorted(found.items()) if w])
    raise InputError(
        "no mechanism was found near the optimum of floats, as numbers of this question are too far apart; give ratios and "
        "shares that are nearer to each other"
    )


def _completed(
    asked: Asked, rows: Generators, fixed: dict[int, fmpq], losses: Array, part: fmpq
) -> dict[int, fmpq] | None:
    """Weights, in units of `part`, that with the fixed ones make a mechanism; None if there are none."""
    program: Program[fmpq] = Program()
    x = program.variables([-near(v) for v in losses])
    for j in range(asked.k):
        left = ONE - sum((w * rows.rows[n][j] for n, w in fixed.items()), ZERO)
        program.add(j, {n: s[j] for n, s in zip(x, rows.rows, strict=True)}, left / part, equal=True)
    for ask, used in zip(asked.budgets, rows.used, strict=True):
        left = ask.slack - sum((w * used[n] for n, w in fixed.items()), ZERO)
        program.add(ask.name, dict(zip(x, used, strict=True)), left / part)
    found = solve(program)
    return None if isinstance(found, Infeasible) else dict(found.point)


def with_few_bits(asked: Asked, weighted: Sequence[tuple[fmpq, Row]], *, bits: int = BITS) -> Rounded:
    """Round weights of a mechanism down to few bits; the row that is missing then stands last."""
    ratios = [ask.ratio.low for ask in asked.asks]
    spread = min([t - 1 for t in ratios if t > 1], default=ONE)
    room = (4 + 2 * sum((max(s) for _, s in weighted), ZERO)) / min(ONE, spread)
    unit = fmpq(1, 1 << (bits + int(room.ceil()).bit_length()))
    shrink = 1 - room * unit
    found = [((w * shrink / unit).floor() * unit, s) for w, s in weighted]
    rest = tuple(ONE - sum((w * s[j] for w, s in found), ZERO) for j in range(asked.k))
    if min(rest) < 0 or any(rest[a.j] > a.ratio.low * rest[a.against] for a in asked.asks):
        raise InputError("no rational mechanism was found near the optimum of floats; give ratios farther from 1")
    return tuple((w, s) for w, s in [*found, (ONE, rest)] if w and any(s))
