"""For which t of an interval P is at least as informative as Q: the pieces, each with a garbling or a decision problem.

A candidate found at one rational t is a function of t that satisfies its equations identically, so it holds exactly
where finitely many polynomials have the right signs. Candidates are collected until every gap between the roots of all
those polynomials has one; a garbling also holds at the roots that bound its gaps, because its entries are bounded there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, takewhile
from typing import Any

from rropt.certificate.order import AT_LEAST, NOT_AT_LEAST, comparison
from rropt.designs.dominance_pieces import DominancePiece, DominancePieces, End, rational
from rropt.designs.order_certificate import certified
from rropt.exact.decimal import decimal
from rropt.exact.errors import InputError, Undecided
from rropt.exact.field import Algebraic, Element, Free, Number, element, generator
from rropt.exact.isolate import Root, isolate, vanishes_at
from rropt.exact.matrix import Matrix, common_field, is_rational, product
from rropt.exact.sign import inside
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_low_degree import constant_gains, fixed_gains, inner_garbling
from rropt.oracles.garbling_parametric import Candidate, candidate_at
from rropt.oracles.rounding import rounded_gains
from rropt.order.decision import Decision, normalised
from rropt.order.minimal import MinimalForm, minimal_form

__all__ = ["dominates_on_interval"]

MOST_CANDIDATES = 200
MOST_UNKNOWNS = 800
NARROW = Fraction(51, 50)
LOW_DEGREE = 8


@dataclass(frozen=True, slots=True)
class _Cell:
    """A gap between neighbouring roots (`sample` is inside), or a root or closed end (then `sample` is None)."""

    lower: End
    upper: End
    candidate: Candidate | None
    sample: Fraction | None


def dominates_on_interval(first: Mechanism, second: Mechanism) -> DominancePieces:
    """The pieces of the interval over which t is free where `first` is, and is not, at least as informative."""
    field = common_field(first.rows, second.rows)
    if not isinstance(field, Free):
        raise InputError("epsilon is not free in these mechanisms; ask dominates(P, Q)")
    p, q = minimal_form(first), minimal_form(second)
    candidates: list[Candidate] = []
    holds = cache(lambda n, t: candidates[n].holds_at(t))
    while True:
        roots = isolate([f for c in candidates for f in c.polynomials()], field)
        samples = _samples(roots, field)
        gaps = zip(samples, pairwise([field.lower, *roots, field.upper]), strict=True)
        missing = next((x for x in gaps if not any(holds(n, x[0]) for n in range(len(candidates)))), None)
        if missing is None:
            break
        candidates.append(_new_candidate(p.mechanism, q.mechanism, field, *missing, candidates))
        if len(candidates) > MOST_CANDIDATES:
            raise Undecided(f"the order changes its witness more than {MOST_CANDIDATES} times; narrow the interval")
    where = [[holds(n, t) for t in samples] for n in range(len(candidates))]
    cells = _cells(candidates, where, roots, samples, field)
    pieces = tuple(_piece(first, second, p, q, group, field) for group in _grouped(cells))
    return DominancePieces(first, second, field, pieces)


def _new_candidate(
    p: Mechanism, q: Mechanism, field: Free, t: Fraction, gap: Sequence[End], known: Sequence[Candidate]
) -> Candidate:
    """A candidate at t: that of a vertex, unless its degree is high and another of a low one is found.

    Those of low degree end before the points where P begins or ceases to dominate, so in a narrow gap next to an end of
    one of them the vertex is taken whatever its degree.
    """
    vertex = _vertex(p, q, field, t)
    if vertex.degree <= LOW_DEGREE or _at_an_end(gap, known):
        return vertex
    if vertex.garbling is not None:
        return inner_garbling(p, q, field, t) or vertex
    constant = dict.fromkeys(c.gains for c in known if c.gains is not None and is_rational(c.gains))
    again = (fixed_gains(p, q, gains, t) for gains in constant)
    return next((c for c in again if c is not None), None) or constant_gains(p, q, field, t) or vertex


def _vertex(p: Mechanism, q: Mechanism, field: Free, t: Fraction) -> Candidate:
    """A vertex's candidate at t, or from a rational close by where t itself is not generic."""
    for step in range(40):
        near = t + Fraction(step * (-1) ** step, 10**6 * (step + 7))
        found = candidate_at(p, q, field, near)
        if found is not None and found.holds_at(t):
            return found
    raise Undecided(f"no witness as a function of t was found near t = {decimal(t)}; narrow the interval")


def _at_an_end(gap: Sequence[End], candidates: Sequence[Candidate]) -> bool:
    """Whether the gap is narrow and next to where a candidate of low degree ends."""
    low, high = gap
    narrow = isinstance(low, Root) and isinstance(high, Root) and high.lower < low.upper * NARROW
    return narrow and any(_ceases(c, end) for c in candidates for end in gap)


def _ceases(candidate: Candidate, end: End) -> bool:
    """Whether a candidate of low degree loses its strict sign, or a positive entry, at the end of a gap."""
    if candidate.degree > LOW_DEGREE or not isinstance(end, Root):
        return False
    signs = candidate.strict if candidate.garbling is None else candidate.weak
    return any(isinstance(x, Element) and vanishes_at(x.num, end) for x in signs)


def _samples(roots: Sequence[Root], field: Free) -> list[Fraction]:
    """A rational strictly inside every gap between neighbouring roots and ends."""
    if not roots:
        low, high = inside(field)
        return [low + (high - low) * Fraction(13, 31)]
    first = sum(inside(Free(field.lower, roots[0].lower)), Fraction(0)) / 2
    last = sum(inside(Free(roots[-1].upper, field.upper)), Fraction(0)) / 2
    return [first, *((a.upper + b.lower) / 2 for a, b in pairwise(roots)), last]


def _cells(
    candidates: Sequence[Candidate],
    holds: Sequence[Sequence[bool]],
    roots: Sequence[Root],
    samples: Sequence[Fraction],
    field: Free,
) -> list[_Cell]:
    """Gaps and roots in order; a gap keeps the candidate of the gap before where that still holds, else takes the one
    that goes on holding for most gaps, among those of the lowest degree, all low ones alike.
    """
    ends: list[End] = [field.lower, *roots, field.upper]
    cells: list[_Cell] = []
    degrees = [max(c.degree, LOW_DEGREE) for c in candidates]
    place = 0
    for n, t in enumerate(samples):
        if n == 0 or not holds[place][n]:
            runs = [len(list(takewhile(bool, of_one[n:]))) for of_one in holds]
            place = max(range(len(candidates)), key=lambda c: (runs[c] > 0, -degrees[c], runs[c]))
        if n:
            last, root = cells[-1].candidate, roots[n - 1]
            cells.append(_Cell(root, root, _at_root(last, candidates[place], root), None))
        cells.append(_Cell(ends[n], ends[n + 1], candidates[place], t))
    if not field.lower_open:
        cells.insert(0, _Cell(field.lower, field.lower, _at_end(cells[0].candidate, field.lower), None))
    if not field.upper_open and not isinstance(field.upper, float):
        cells.append(_Cell(field.upper, field.upper, _at_end(cells[-1].candidate, field.upper), None))
    return cells


def _at_root(left: Candidate | None, right: Candidate | None, root: Root) -> Candidate | None:
    """The neighbour that still holds at the root: a garbling always (its entries are bounded), gains if they stay strict."""
    neighbours = [c for c in (left, right) if c is not None]
    for c in sorted(neighbours, key=lambda c: c.garbling is None):
        poles = any(isinstance(x, Element) and vanishes_at(x.den, root) for x in c.defined)
        equal = any(isinstance(x, Element) and vanishes_at(x.num, root) for x in c.strict)
        if not poles and not equal:
            return c
    return None


def _at_end(neighbour: Candidate | None, end: Number) -> Candidate | None:
    """The neighbour where it holds at a closed end of the interval."""
    if neighbour is None:
        return None
    poles = any(isinstance(x, Element) and _value(x.den, end) == 0 for x in neighbour.defined)
    if poles or any(isinstance(x, Element) and _value(x.num, end) == 0 for x in neighbour.strict):
        return None
    return neighbour


def _value(p: Any, t: Number) -> Number:
    value: Number = Fraction(0)
    for c in reversed(p.coeffs()):
        value = value * t + int(c)
    return value


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
    if len(group) == 1 or group[-1].sample is not None or not isinstance(root, Root):
        return False
    return any(isinstance(x, Element) and vanishes_at(x.num, root) for x in candidate.weak)


def _piece(
    first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, cells: Sequence[_Cell], field: Free
) -> DominancePiece:
    lower, upper = cells[0].lower, cells[-1].upper
    ends = ("(" if cells[0].sample is not None else "[") + (")" if cells[-1].sample is not None else "]")
    found = cells[0].candidate
    if found is None:
        return _point(first, second, lower, field)
    if found.garbling is not None:
        rows = product(product(q.split, found.garbling), p.merge)
        if product(rows, first.rows) != second.rows:
            raise Undecided("a candidate garbling failed its own equations; nothing is concluded")
        return _certified_or_not(DominancePiece(first, second, lower, upper, ends, True, rows, None))
    assert found.gains is not None
    decision = Decision((Fraction(1, first.k),) * first.k, found.gains)
    return _certified_or_not(DominancePiece(first, second, lower, upper, ends, False, None, decision))


def _certified_or_not(piece: DominancePiece) -> DominancePiece:
    """The piece with its certificate, or undecided where that would ask too much of the checker."""
    try:
        return _certified(piece)
    except Undecided as e:
        return replace(piece, holds=None, garbling=None, decision=None, reason=str(e))


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
    decision = None if found.witness is None else found.witness.decision
    return DominancePiece(p, q, t, t, "[]", found.holds, rows, decision, found.certificate, found.sentence)


def _at(p: Mechanism, t: Number) -> Mechanism:
    """The mechanism at a number."""
    rows = [[x if isinstance(x, Fraction) else _value(x.num, t) / _value(x.den, t) for x in row] for row in p.rows]
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
    return _certified(DominancePiece(first, second, root, root, "[]", False, None, shown))


def _lifted(rows: Matrix, field: Free) -> Matrix:
    """Numbers at a root as functions of t that take these values there."""
    return tuple(tuple(x if isinstance(x, Fraction) else element(field, x.num, x.den) for x in row) for row in rows)
