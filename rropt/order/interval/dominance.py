"""For which t of an interval P is at least as informative as Q: the pieces, each with a garbling or a decision problem.

A witness found at one rational t is a function of t that satisfies its equations identically, so it holds on the whole
run between the roots next to t of finitely many polynomials. A garbling also holds at the roots that bound its runs,
because its entries are bounded there. A rational point that neither neighbour's witness decides is decided by itself; an
irrational one is not.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.infinity import Infinity
from rropt.exact.isolate import Root
from rropt.exact.matrix import product, transpose
from rropt.exact.substitute import at_point, value_at
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.decision import Decision
from rropt.order.dominance import dominates_at_point
from rropt.order.interval.pieces import DominancePiece, DominancePieces, End, rational
from rropt.order.interval.runs import Unknown, WitnessRun, covering_runs
from rropt.order.minimal import MinimalForm, minimal_form

__all__ = ["dominates_on_interval"]


def dominates_on_interval(first: Mechanism, second: Mechanism, field: Free) -> DominancePieces:
    """The pieces of the interval of the free t where `first` is, and is not, at least as informative as `second`."""
    p, q = minimal_form(first), minimal_form(second)
    runs = covering_runs(p.mechanism, q.mechanism, field)
    return DominancePieces(first, second, field, tuple(_piece(first, second, p, q, run, field) for run in runs))


def _piece(
    first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, run: WitnessRun, field: Free
) -> DominancePiece:
    """The piece that a run makes, certified; undecided where the run has no candidate."""
    found = run.candidate
    unknown = DominancePiece(first, second, run.lower, run.upper, run.ends)
    if run.reason is not None:
        return replace(unknown, reason=run.reason)
    if found is None:
        return _at_point(unknown)
    if found.garbling is not None:
        rows = product(product(q.split, found.garbling), p.merge)
        return _certify(replace(unknown, holds=True, garbling=rows))
    assert found.gains is not None and run.at is not None
    decision = Decision((Fraction(1, first.k),) * first.k, found.gains)
    values = _worth(decision, first, field, run.at), _worth(decision, second, field, run.at)
    return _certify(replace(unknown, holds=False, decision=decision, values=values))


def _worth(decision: Decision, p: Mechanism, field: Free, t: Fraction) -> Number:
    """What p earns, as a function of t, with the actions that are best at the rational t."""
    weighted = [[w * g for w, g in zip(decision.prior, row, strict=True)] for row in decision.gains]
    earned = product(p.rows, transpose(weighted))
    return sum((max(row, key=lambda x: at_point(x, field, t)) for row in earned), Fraction(0))


def _certify(piece: DominancePiece) -> DominancePiece:
    """The piece with the certificate that the checker accepted, or undecided where that asks too much of the checker."""
    evidence = piece.garbling if piece.garbling is not None else piece.decision
    assert evidence is not None
    relation = OrderClaim.AT_LEAST if piece.holds else OrderClaim.NOT_AT_LEAST
    try:
        text, sentence = certify(write_comparison(piece.first, piece.second, relation, evidence, domain=piece.domain))
    except Undecided as why:
        return replace(piece, holds=None, garbling=None, decision=None, values=None, reason=str(why))
    return replace(piece, certificate=text, sentence=sentence)


def _at_point(point: DominancePiece) -> DominancePiece:
    """Decide the order anew at one point that is rational or an end of the interval."""
    exact = rational(point.lower)
    if isinstance(point.lower, Root) and exact is None:
        return replace(point, reason=Unknown.IRRATIONAL)
    try:
        p, q = (_at(m, point.lower if exact is None else exact) for m in (point.first, point.second))
        found = dominates_at_point(p, q)
    except Undecided as why:
        return replace(point, reason=str(why))
    shown = DominancePiece(p, q, point.lower, point.upper, point.ends, found.holds)
    shown = replace(shown, certificate=found.certificate, sentence=found.sentence)
    if found.garbling is not None:
        return replace(shown, garbling=found.garbling.rows)
    assert found.witness is not None
    return replace(shown, decision=found.witness.decision, values=(found.witness.first, found.witness.second))


def _at(p: Mechanism, t: End) -> Mechanism:
    """The mechanism at a number."""
    assert not isinstance(t, Infinity | Root)
    rows = [[value_at(x, t) for x in row] for row in p.rows]
    return Mechanism(rows, p.inputs, p.outputs)
