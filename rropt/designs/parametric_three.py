"""Three outputs with δ > 0 for every ε of an interval: which two neighbours of the four best outputs to merge, where.

The information of each of the three merges is a rational function of t, so which is the largest changes at roots of their
differences only. Up to and at such a root the form of the piece before it is optimal, and the one after it begins there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from rropt.certificate import designs as write
from rropt.certificate.scope import scope_of
from rropt.closed_forms.three_outputs import THEOREM, neighbour_merges
from rropt.designs.cells import domain_between
from rropt.designs.legs import accepted, sampled_leg
from rropt.designs.piece_text import certificate_of, judged, piece_of_t
from rropt.designs.result import Design, Leg, Piece, Verdict
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.field import Element, Free, Number
from rropt.exact.isolate import Root, between, isolate
from rropt.exact.matrix import Matrix
from rropt.oracles import sampled
from rropt.oracles.evaluate import value_at
from rropt.oracles.three_outputs_exact import best_merges
from rropt.problem import Problem
from rropt.program import ThreeOutputProgram, normal_form

__all__ = ["Stretch", "optimal_forms", "parametric_three", "stretches_of"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one breakpoint to the next: the value of the best merge, and a rational t inside."""

    start: Root | None
    value: Number
    sample: Fraction


def parametric_three(problem: Problem, program: ThreeOutputProgram) -> Design:
    """The pieces of the interval of t, each with the best merge, certified for every t in it."""
    field = program.ratio.field  # type: ignore[union-attr]
    assert isinstance(field, Free)
    stretches = stretches_of(program, field)
    _compare_with_merges(problem, stretches)
    pieces, documents = [], []
    for one, after in zip(stretches, [*(s.start for s in stretches[1:]), None], strict=True):
        domain = domain_between(field, one.start, after, closed=True)
        piece, document = _piece(problem, program, domain, one.value)
        pieces.append(piece)
        documents.append(document)
    whole = certificate_of(scope_of([], ratio=program.ratio).domain, documents)
    legs = (
        Leg("symbolic", "by a theorem in each piece", None, THEOREM),
        _numeric(problem, stretches),
        Leg("certified", "accepted", None, judged(len(pieces), len(documents))),
    )
    sentence = accepted(whole, "all pieces together")
    return Design(problem, Verdict.OPTIMAL, None, None, None, None, legs, whole, sentence, pieces=tuple(pieces))


def optimal_forms(program: ThreeOutputProgram, value: Number) -> list[Matrix]:
    """The merges of two neighbours whose 1/I is the value throughout, and whose worst prevalence is the one asked about."""
    best = [rows for rows in neighbour_merges(program) if 1 / program.information(rows) == value]
    forms = [rows for rows in best if program.is_worst_for(rows)]
    if not forms:
        raise InputError(program.without_saddle())
    return forms


def stretches_of(program: ThreeOutputProgram, interval: Free) -> list[Stretch]:
    """The maximal stretches with one best value, in increasing order of t."""
    values = [1 / program.information(rows) for rows in neighbour_merges(program)]
    differences = [a - b for a, b in combinations(values, 2)]
    roots = isolate([x.num for x in differences if isinstance(x, Element)], interval)
    found: list[Stretch] = []
    for start, sample in zip([None, *roots], between(roots, interval), strict=True):
        least = min(values, key=lambda value: value_at(value, sample))
        if not found or found[-1].value != least:
            found.append(Stretch(start, least, sample))
    return found


def _piece(problem: Problem, program: ThreeOutputProgram, domain: Any, value: Number) -> tuple[Piece, Any]:
    """The piece on a domain of t, and its statement."""
    forms = optimal_forms(program, value)
    document = write.three_output_variance(problem, (value, value), forms[0], domain=domain)
    statement = {key: x for key, x in document.items() if key != "schema"}
    text = certificate_of(domain, [statement])
    sentence = accepted(text, f"the piece {domain}")
    return piece_of_t(problem, domain, forms, value, certificate=text, sentence=sentence), statement


def _numeric(problem: Problem, stretches: Sequence[Stretch]) -> Leg:
    """The solver inside each piece against the exact value there."""
    points = [(s.sample, value_at(s.value, s.sample)) for s in stretches]
    return sampled_leg(sampled.largest_difference_at(problem, points), len(points), "numpy")


def _compare_with_merges(problem: Problem, stretches: Sequence[Stretch]) -> None:
    """At a rational t inside each piece, the value of the piece against all six merges, compared exactly there."""
    for s in stretches:
        at = normal_form(sampled.at_ratio(problem, s.sample))
        assert isinstance(at, ThreeOutputProgram)
        if best_merges(at)[0] != value_at(s.value, s.sample):
            raise Disagreement(f"at t = {s.sample} the theorem and the six merges have different values")
