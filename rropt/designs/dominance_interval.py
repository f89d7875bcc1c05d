"""For which t of an interval P is at least as informative as Q: the pieces, each with a garbling or a decision problem.

A witness found at one rational t is a function of t that satisfies its equations identically, so it holds on the whole
run between the roots next to t of finitely many polynomials. Runs are joined from the interval's lower end to its upper
one; a garbling also holds at the roots that bound its runs, because its entries are bounded there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.certificate.order import AT_LEAST, NOT_AT_LEAST, comparison
from rropt.designs.dominance import shared_field
from rropt.designs.dominance_fixed import dominates_beside_fixed
from rropt.designs.dominance_pieces import DominancePiece, DominancePieces, End, rational
from rropt.designs.dominance_runs import Run, covered, holds_at_root, inside_gap, middle, simple
from rropt.designs.order_certificate import certified
from rropt.exact.element import Element, Number, element, generator
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Algebraic, Free
from rropt.exact.isolate import Root, vanishes_at
from rropt.exact.matrix import Matrix, Rows, common_field, product, transpose
from rropt.exact.substitute import at_point, polynomial_at, value_at
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_parametric import Candidate
from rropt.oracles.rounding import rounded_gains
from rropt.order.decision import Decision, normalised
from rropt.order.minimal import MinimalForm, minimal_form

__all__ = ["dominates_on_interval"]

MOST_UNKNOWNS = 800
MOST_HALVINGS = 2
SHORT = 64


@dataclass(frozen=True, slots=True)
class _Cell:
    """A run, or (where `run` is False) a root or closed end."""

    lower: End
    upper: End
    candidate: Candidate | None
    run: bool


def dominates_on_interval(first: Mechanism, second: Mechanism) -> DominancePieces:
    """The pieces of the interval over which t is free where `first` is, and is not, at least as informative."""
    field = shared_field(first, second)
    if not isinstance(field, Free):
        raise InputError("epsilon is not free in these mechanisms; ask dominates(P, Q)")
    if {common_field(m.rows) for m in (first, second)} - {field, None}:
        return dominates_beside_fixed(first, second, field)
    p, q = minimal_form(first), minimal_form(second)
    cells = _cells(covered(p.mechanism, q.mechanism, field), field)
    pieces = [piece for group in _grouped(cells) for piece in _pieces(first, second, p, q, group, field)]
    return DominancePieces(first, second, field, tuple(pieces))


def _cells(runs: Sequence[Run], field: Free) -> list[_Cell]:
    """Runs and the roots between them, in order, with closed ends of the interval."""
    cells: list[_Cell] = []
    for n, run in enumerate(runs):
        if n:
            root = run.lower
            assert isinstance(root, Root)
            cells.append(_Cell(root, root, _at_root(cells[-1].candidate, run.candidate, root), False))
        cells.append(_Cell(run.lower, run.upper, run.candidate, True))
    if not field.lower_open:
        cells.insert(0, _Cell(field.lower, field.lower, _at_end(cells[0].candidate, field.lower), False))
    if not field.upper_open and not isinstance(field.upper, float):
        cells.append(_Cell(field.upper, field.upper, _at_end(cells[-1].candidate, field.upper), False))
    return cells


def _at_root(left: Candidate | None, right: Candidate | None, root: Root) -> Candidate | None:
    """The neighbour that still holds at the root: a garbling always (its entries are bounded), gains if they stay strict."""
    neighbours = [c for c in (left, right) if c is not None]
    for c in sorted(neighbours, key=lambda c: c.garbling is None):
        if holds_at_root(c, root):
            return c
    return None


def _at_end(neighbour: Candidate | None, end: Number) -> Candidate | None:
    """The neighbour where it holds at a closed end of the interval."""
    if neighbour is None:
        return None
    poles = any(isinstance(x, Element) and polynomial_at(x.den, end) == 0 for x in neighbour.defined)
    if poles or any(isinstance(x, Element) and polynomial_at(x.num, end) == 0 for x in neighbour.strict):
        return None
    return neighbour


def _grouped(cells: Sequence[_Cell]) -> list[list[_Cell]]:
    """Neighbouring cells with one candidate, together, but for a root inside where one of its signs is 0."""
    groups: list[list[_Cell]] = []
    for cell in cells:
        before = groups[-1][-1] if groups else None
        if (
            before
            and cell.candidate
            and before.candidate is cell.candidate
            and not _touches(cell.candidate, groups[-1])
        ):
            groups[-1].append(cell)
        else:
            groups.append([cell])
    return groups


def _touches(candidate: Candidate, group: Sequence[_Cell]) -> bool:
    """Whether one of the numbers that are ≥ 0 is 0 at the root where a group ends that does not begin there."""
    root = group[-1].lower
    if len(group) == 1 or group[-1].run or not isinstance(root, Root):
        return False
    return any(isinstance(x, Element) and vanishes_at(x.num, root) for x in candidate.weak)


def _pieces(
    first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, cells: Sequence[_Cell], field: Free
) -> list[DominancePiece]:
    """The piece that the cells make, in parts where that spares the checker work."""
    lower, upper = cells[0].lower, cells[-1].upper
    ends = ("(" if cells[0].run else "[") + (")" if cells[-1].run else "]")
    found = cells[0].candidate
    if found is None:
        return [_point(first, second, lower, field)]
    if found.garbling is not None:
        rows = product(product(q.split, found.garbling), p.merge)
        if product(rows, first.rows) != second.rows:
            raise Undecided("a candidate garbling failed its own equations; nothing is concluded")
        return _certified_parts(DominancePiece(first, second, lower, upper, ends, True, rows, None), field)
    assert found.gains is not None
    decision = Decision((Fraction(1, first.k),) * first.k, found.gains)
    at = next(middle((cell.lower, cell.upper), field) for cell in cells if cell.run)
    values = _worth(decision, first, field, at), _worth(decision, second, field, at)
    return _certified_parts(DominancePiece(first, second, lower, upper, ends, False, None, decision, values), field)


def _worth(decision: Decision, p: Mechanism, field: Free, t: Fraction) -> Number:
    """What p earns, as a function of t, with the actions that are best at the rational t."""
    weighted = [[w * g for w, g in zip(decision.prior, row, strict=True)] for row in decision.gains]
    earned = product(p.rows, transpose(weighted))
    return sum((max(row, key=lambda x: at_point(x, field, t)) for row in earned), Fraction(0))


def _certified_parts(piece: DominancePiece, field: Free, *, halvings: int = MOST_HALVINGS) -> list[DominancePiece]:
    """The piece with its certificate, or parts of it with theirs, or undecided where that asks too much of the checker.

    On a short stretch the checker sees most signs from the first digits of t, so that a part may cost it much less; where
    the shortest does not, the equations alone are too much.
    """
    try:
        return [_certified(piece)]
    except Undecided as e:
        undecided = replace(piece, holds=None, garbling=None, decision=None, values=None, reason=str(e))
        if not halvings or piece.lower == piece.upper or isinstance(piece.upper, float):
            return [undecided]
    low, high = inside_gap((piece.lower, piece.upper), field)
    cut = simple(*_thirds(low, high))
    if halvings == MOST_HALVINGS and not _is_light(_beginning(replace(piece, lower=cut), high)):
        return [undecided]
    halves = replace(piece, upper=cut, ends=piece.ends[0] + "]"), replace(piece, lower=cut, ends="(" + piece.ends[1])
    return [part for half in halves for part in _certified_parts(half, field, halvings=halvings - 1)]


def _beginning(piece: DominancePiece, high: Fraction) -> DominancePiece:
    """A short stretch above the piece's rational lower end."""
    low = rational(piece.lower)
    assert low is not None
    width = min(high - low, low) / SHORT
    return replace(piece, upper=simple(low + width / 2, low + width), ends="[]")


def _is_light(piece: DominancePiece) -> bool:
    """Whether the checker takes on a piece."""
    try:
        return bool(_certified(piece).certificate)
    except Undecided:
        return False


def _thirds(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers that cut (low, high) in three, by ratio where it is long."""
    if high > 4 * low > 0:
        ratio = (
            math.log2(high.numerator)
            - math.log2(high.denominator)
            - math.log2(low.numerator)
            + math.log2(low.denominator)
        )
        return low * Fraction(2 ** (ratio / 3)), low * Fraction(2 ** (2 * ratio / 3))
    return low + (high - low) / 3, high - (high - low) / 3


def _certified(piece: DominancePiece) -> DominancePiece:
    """The piece with the certificate that the checker accepted."""
    evidence = piece.garbling if piece.garbling is not None else piece.decision
    assert evidence is not None
    relation = AT_LEAST if piece.holds else NOT_AT_LEAST
    text, sentence = certified(comparison(piece.first, piece.second, relation, evidence, domain=piece.domain))
    return replace(piece, certificate=text, sentence=sentence)


def _point(first: Mechanism, second: Mechanism, t: End, field: Free) -> DominancePiece:
    """The order at one breakpoint that neither neighbour's witness decides, found anew in the field of that t."""
    from rropt.designs.dominance import dominates_at_point

    exact = rational(t)
    try:
        if isinstance(t, Root) and exact is None:
            return _at_algebraic(first, second, t, field)
        assert not isinstance(t, float)
        place = exact if isinstance(t, Root) else t
        assert place is not None and not isinstance(place, Root)
        p, q = _at(first, place), _at(second, place)
        found = dominates_at_point(p, q)
    except Undecided as e:
        return DominancePiece(first, second, t, t, "[]", None, None, None, reason=str(e))
    rows = None if found.garbling is None else found.garbling.rows
    witness = found.witness
    decision, values = (None, None) if witness is None else (witness.decision, (witness.first, witness.second))
    return DominancePiece(p, q, t, t, "[]", found.holds, rows, decision, values, found.certificate, found.sentence)


def _at(p: Mechanism, t: Number) -> Mechanism:
    """The mechanism at a number."""
    rows = [[value_at(x, t) for x in row] for row in p.rows]
    return Mechanism(rows, p.inputs, p.outputs)


def _at_algebraic(first: Mechanism, second: Mechanism, root: Root, field: Free) -> DominancePiece:
    """The order at an irrational root: decided in Q[t]/(f), its witness written as polynomials in t of degree < deg f."""
    point = Algebraic(root.polynomial, root.lower, root.upper)
    p, q = (minimal_form(_at(m, generator(point))) for m in (first, second))
    unknowns = ((q.mechanism.m - 1) * p.mechanism.k + p.mechanism.m) * (len(root.polynomial) - 1)
    if unknowns > MOST_UNKNOWNS:
        raise Undecided(
            f"the exact equations at this root of degree {len(root.polynomial) - 1} have {unknowns} unknowns over Q, "
            f"more than {MOST_UNKNOWNS}"
        )
    from rropt.designs.dominance import propose_minimal

    proposal = propose_minimal(p, q)
    if proposal.garbling is not None:
        rows = _lifted(product(product(q.split, proposal.garbling), p.merge), field)
        return _certified(DominancePiece(first, second, root, root, "[]", True, rows, None))
    assert proposal.gains is not None
    decision = normalised(rounded_gains(proposal.gains, p.mechanism, q.mechanism) or proposal.gains)
    shown = Decision(decision.prior, _lifted(decision.gains, field))
    (values,) = _lifted([[decision.value(m.original) for m in (p, q)]], field)
    return _certified(DominancePiece(first, second, root, root, "[]", False, None, shown, (values[0], values[1])))


def _lifted(rows: Rows, field: Free) -> Matrix:
    """Numbers at a root as functions of t that take these values there."""
    return tuple(tuple(x if isinstance(x, Fraction) else element(field, x.num, x.den) for x in row) for row in rows)
