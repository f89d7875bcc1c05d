"""Decide for each t = e^ε of an interval whether a mechanism P is at least as informative as a mechanism Q.

The interval is cut into pieces. Each piece that is decided has a garbling or a decision problem that shows the answer on it.

A garbling or decision problem found at one rational t consists of functions of t that satisfy their equations for every t. Whether
the garbling or decision problem is valid depends on the signs of finitely many polynomials in t. So it is valid on the whole
interval around t that ends at the nearest roots of these polynomials below and above t. Such an interval is called a run. A
garbling is also valid at the ends of its run, because its entries are bounded there.

Between two runs, a single point may be left at which neither run's garbling or decision problem is valid. If this point is rational
or an end of the whole interval, the order is decided anew there. If it is another irrational point, it stays undecided.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root
from rropt.exact.matrix import product, transpose
from rropt.exact.substitute import at_point
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.decision import Decision
from rropt.order.dominance import dominates_at_point
from rropt.order.interval.candidate import mechanism_at
from rropt.order.interval.pieces import DominancePiece, DominancePieces
from rropt.order.interval.runs import NoWitness, Unknown, Witness, covering_cells
from rropt.order.minimal import MinimalForm, minimal_form
from rropt.problem.pieces.engine import Cell
from rropt.problem.pieces.span import rational_end

__all__ = ["dominates_on_interval"]


def dominates_on_interval(first: Mechanism, second: Mechanism, field: Free) -> DominancePieces:
    """Cut the interval of t = e^ε into pieces, and decide on each piece whether `first` is at least as informative as `second`.

    A piece with the answer yes has a garbling as proof. A piece with the answer no has a decision problem as proof. A piece may be
    undecided.
    """
    p, q = minimal_form(first), minimal_form(second)
    cells = covering_cells(p.mechanism, q.mechanism, field)
    return DominancePieces(first, second, field, tuple(_piece(first, second, p, q, cell, field) for cell in cells))


def _piece(
    first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, cell: Cell[Witness], field: Free
) -> DominancePiece:
    """Turn `cell`, which is a part of the interval of t, into a piece with its answer.

    A cell has a garbling, the gains of a decision problem, or a `NoWitness`. If it has a garbling or gains, the answer that they
    show is certified. If it has a `NoWitness` with a reason, the piece stays undecided, with this reason. If it has a `NoWitness`
    without a reason, it is a single t, and the order is decided anew at this t.
    """
    found, unknown = cell.form, DominancePiece(first, second, cell.span)
    if isinstance(found, NoWitness):
        return _at_point(unknown, field) if found.reason is None else _undecided(unknown, found.reason, field)
    if found.garbling is not None:
        rows = product(product(q.split, found.garbling), p.merge)
        return _certify(replace(unknown, holds=True, garbling=rows))
    assert found.gains is not None and cell.sample is not None
    decision = Decision((Fraction(1, first.k),) * first.k, found.gains)
    values = _worth(decision, first, field, cell.sample), _worth(decision, second, field, cell.sample)
    return _certify(replace(unknown, holds=False, decision=decision, values=values))


def _worth(decision: Decision, p: Mechanism, field: Free, t: Fraction) -> Number:
    """Compute what p earns on average on a decision problem, as a function of the free t = e^ε.

    After each output, the action is the one that is best at the rational number `t`.
    """
    weighted = [[w * g for w, g in zip(decision.prior, row, strict=True)] for row in decision.gains]
    earned = product(p.rows, transpose(weighted))
    return sum((max(row, key=lambda x: at_point(x, field, t)) for row in earned), Fraction(0))


def _certify(piece: DominancePiece) -> DominancePiece:
    """Certify the piece's garbling or decision problem; if the certificate exceeds the checker's limits, return the piece as
    undecided."""
    evidence = piece.garbling if piece.garbling is not None else piece.decision
    assert evidence is not None
    relation = OrderClaim.AT_LEAST if piece.holds else OrderClaim.NOT_AT_LEAST
    try:
        text, sentence = certify(
            write_comparison(piece.first, piece.second, relation, evidence, domain=piece.span.domain)
        )
    except Undecided as why:
        return replace(piece, holds=None, garbling=None, decision=None, values=None, reason=str(why))
    return replace(piece, certificate=text, sentence=sentence)


def _undecided(piece: DominancePiece, why: Unknown, field: Free) -> DominancePiece:
    return replace(piece, reason=why.format(letter=field.letter, number=field.number))


def _at_point(point: DominancePiece, field: Free) -> DominancePiece:
    """Decide the order anew at a piece that is a single t.

    The piece stays undecided, with a reason, in two cases. First, t is irrational and is not an end of the whole interval. Second,
    the decision at t raises `Undecided`.
    """
    exact = rational_end(point.lower)
    t = point.lower if exact is None else exact
    if isinstance(t, Root):
        return _undecided(point, Unknown.IRRATIONAL, field)
    assert not is_infinite(t)
    try:
        p, q = (mechanism_at(m, t) for m in (point.first, point.second))
        found = dominates_at_point(p, q)
    except Undecided as why:
        return replace(point, reason=str(why))
    shown = DominancePiece(p, q, point.span, found.holds, certificate=found.certificate, sentence=found.sentence)
    if found.garbling is not None:
        return replace(shown, garbling=found.garbling.rows)
    assert found.witness is not None
    return replace(shown, decision=found.witness.decision, values=(found.witness.first, found.witness.second))
