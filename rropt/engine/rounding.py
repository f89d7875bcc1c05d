"""A rational mechanism near the weights that floats give to rows of the cone.

Some weights are reduced by a small part: those of k independent rows, and all if there are budgets, which need room. What is then
missing of (1, …, 1) is made of the independent rows, at no loss, so that no row is added. If they cannot, or there are budgets, it
is made of the heaviest rows by an exact linear program, with the least loss, or of any of the rows if these cannot either. (In the
interior the loss of a row is the less the heavier it is.)

Under one pure demand this is the mechanism: its numbers are short, as patterns have two entries. Otherwise all weights are reduced
a little more, and all entries are rounded to multiples of one unit, with equal entries of a row kept equal. What is missing then
is nearly constant, so that rows without zeros can take it (`_handed_out`), or it is a row of the cone itself.

Let r = ⌊s⌋ + c in units on the inputs where s > 0. As s_j ≤ T·s_l, r_j ≤ T·r_l if c ≥ T/(T − 1). A part x of at most X units more
or less of each entry does no harm if c ≥ (1 + 2X)·T/(T − 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import mul
from typing import TypeVar

from flint import fmpq, fmpq_mat

from rropt.engine.asks import Asked
from rropt.engine.basis import pose_rows
from rropt.engine.centred import Array
from rropt.engine.cone import Generators, Row
from rropt.engine.reals import shorter
from rropt.exact.errors import InputError
from rropt.solvers.program import Basis, Infeasible
from rropt.solvers.rational import ONE, ZERO, rational
from rropt.solvers.simplex import Search

__all__ = ["each_entry", "round_weights", "weigh_rows", "with_few_bits"]

PARTS = tuple(fmpq(1, 10**n) for n in (11, 10, 9, 8, 6, 4))
BITS = 50  # to which weights are kept, relative to what rounding may take
MOST_TRIED = 8  # rows for each column and budget, before all are
ROW_BITS = 256  # to which rows are kept that are rounded later, as powers of a ratio have up to 50,000

V = TypeVar("V")


def round_weights(
    asked: Asked, rows: Generators, weights: Array, losses: Array, kept: Sequence[int], basis: Sequence[int]
) -> tuple[list[Row], list[int]]:
    """A rational mechanism of the demand near weights of rows, and the places in it of k rows that are independent.

    `weights` are those of the rows s themselves, of which only the rows `kept` have to bear one; k of these, `basis`, are
    independent. `losses` has what a unit of a row costs, in parts of the optimum.
    """
    used: Sequence[Sequence[fmpq]] = rows.used
    if asked.only_pure is None:
        used = [[shorter(h, up=True, bits=ROW_BITS) for h in own] for own in used]
        rows = replace(rows, values=[shorter(v, up=False, bits=ROW_BITS) for v in rows.values])
    for part in PARTS:
        reduced = kept if asked.budgets else basis
        fixed = {n: rational(weights[n]) * (1 - part if n in reduced else ONE) for n in kept}
        more = _completed(rows, used, fixed, losses, part, basis)
        if more is not None:
            found = {n: w for n in sorted({*fixed, *more}) if (w := fixed.get(n, ZERO) + part * more.get(n, ZERO))}
            weighted = [(w, rows.row(n)) for n, w in found.items()]
            made = weigh_rows(weighted) if asked.only_pure is not None else with_few_bits(asked, weighted)
            return made, sorted(map([*found].index, basis))
    raise InputError(
        "no mechanism was found near the optimum of floats, as numbers of this question are too far apart; give ratios and "
        "shares that are nearer to each other"
    )


def _completed(
    rows: Generators,
    used: Sequence[Sequence[fmpq]],
    fixed: dict[int, fmpq],
    losses: Array,
    part: fmpq,
    basis: Sequence[int],
) -> dict[int, fmpq] | None:
    """Weights, in units of `part`, that with the fixed ones make a mechanism, if a row takes `used[c][n]` of each budget; None if
    there are none."""
    columns = zip(*map(rows.row, fixed), strict=True)
    left = [(ONE - sum(map(mul, fixed.values(), own), ZERO)) / part for own in columns]
    if not used:
        lines = fmpq_mat([list(rows.row(n)) for n in basis])
        solved = lines.transpose().solve(fmpq_mat([[x] for x in left])).entries()
        if min(solved) >= 0:
            return dict(zip(basis, solved, strict=True))
    # of many rows, with a budget for each pair, a few of the heaviest mostly suffice, and exact steps of few columns are short
    heavy = sorted(fixed, key=fixed.__getitem__)[-MOST_TRIED * (len(left) + len(used)) :]
    asks = [
        (ask.name, own, (ask.slack - sum((w * own[n] for n, w in fixed.items()), ZERO)) / part)
        for ask, own in zip(rows.asked.budgets, used, strict=True)
    ]
    # once if the heaviest are all
    for among in dict.fromkeys((tuple(sorted({*heavy, *basis})), tuple(range(len(losses))))):
        budgets = {name: ([own[n] for n in among], room) for name, own, room in asks}
        gains = [-rational(losses[n]) for n in among]
        program = pose_rows([rows.rows[n] for n in among], gains, left, budgets)
        start = Basis(tuple(map(among.index, basis)), frozenset(range(len(left), len(program.rows))))
        found = Search(program, start).finish()
        if not isinstance(found, Infeasible):
            return {among[n]: w for n, w in found.point.items()}
    return None


def weigh_rows(weighted: Sequence[tuple[fmpq, Row]]) -> list[Row]:
    """The rows, each times its weight."""
    return [each_entry(s, partial(mul, w)) for w, s in weighted]


def with_few_bits(asked: Asked, weighted: Sequence[tuple[fmpq, Row]], *, bits: int = BITS) -> list[Row]:
    """Round a mechanism to entries of few bits, so that at most 2^−bits of it changes; a row that is missing then stands last."""
    ratios = [ask.ratio for ask in asked.asks] if asked.only_pure is None else [asked.only_pure]
    spread = min([ratio.low - 1 for ratio in ratios if ratio.low > 1], default=ONE)
    slack = min((ask.slack for ask in asked.budgets), default=ONE)
    more, many = (1 + 1 / min(ONE, spread)).ceil(), len(weighted)
    room = 16 * asked.k * (many * (more + 1)) ** 2 / min(ONE, slack)
    unit = fmpq(1, 1 << (bits + int(room.ceil()).bit_length()))
    shrink = (1 - room * unit) / unit

    def raised(w: fmpq, v: fmpq) -> fmpq:
        return ((w * shrink * v).floor() + more) * unit if v else ZERO

    rows = [each_entry(s, partial(raised, w)) for w, s in weighted]
    rows = _handed_out(rows, tuple(ONE - sum(column, ZERO) for column in zip(*rows, strict=True)))
    if any(min(_different(row)) < 0 for row in rows) or not _is_kept(asked, rows):
        raise InputError("no rational mechanism was found near the optimum of floats; give ratios farther from 1")
    return [row for row in rows if any(row)]


def each_entry(row: Row, f: Callable[[fmpq], V]) -> tuple[V, ...]:
    """f of the entries of a row, computed once for those that are the same object, as equal entries mostly are."""
    found = {id(v): f(v) for v in _different(row)}
    return tuple(found[id(v)] for v in row)


def _different(row: Row) -> list[fmpq]:
    """The entries of a row that are different objects, as few as different numbers mostly."""
    return list({id(v): v for v in row}.values())


def _is_kept(asked: Asked, rows: Sequence[Row]) -> bool:
    """Whether a mechanism keeps the demand."""
    if asked.only_pure is not None:
        return all(max(own) <= asked.only_pure.low * min(own) for own in map(_different, rows))
    return all(sum((ask.use(row[ask.j], row[ask.against]) for row in rows), ZERO) <= ask.slack for ask in asked.asks)


def _handed_out(rows: list[Row], rest: Row) -> list[Row]:
    """The rows with what is missing of (1, …, 1): the rows without zeros take it, and keep their equal entries equal.

    They share the least entry of the rest evenly. What is left is written as Σ x·1_C over sets C of inputs, each with one entry in
    one of these rows, the smallest sets first. If that is impossible, the rest is a row of its own.
    """
    full = [i for i, row in enumerate(rows) if all(row)]
    least = min(rest)
    # equal entries are the same object, which is told quicker than rationals are compared
    sets = [(i, v, [id(x) == v for x in rows[i]]) for i in full for v in dict.fromkeys(map(id, rows[i]))]
    sets.sort(key=lambda x: sum(x[2]))
    system = fmpq_mat([[*(int(held[j]) for _, _, held in sets), left - least] for j, left in enumerate(rest)])
    solved, rank = system.rref()
    pivots = [next(n for n in range(len(sets) + 1) if solved[line, n]) for line in range(rank)]
    if not full or len(sets) in pivots:
        return [*rows, rest]
    x = {sets[n][:2]: solved[line, len(sets)] for line, n in enumerate(pivots)}
    even = least / len(full)

    def completed(i: int, v: fmpq) -> fmpq:
        return v + even + x.get((i, id(v)), ZERO)

    return [each_entry(row, partial(completed, i)) if all(row) else row for i, row in enumerate(rows)]
