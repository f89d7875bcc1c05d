"""Three outputs with δ > 0 for every prevalence: which two neighbours of the four best outputs to merge, where.

The certificate's t is the prevalence. The information of each merge is a rational function of it, so which is the largest
changes at roots of their differences only, and each piece is certified for every t in it. That needs a rational e^ε and δ;
others are enclosed (`rropt.designs.rational_demands`): the mechanism is that of the inner demand, no mechanism of the outer one
is better than the merge that is best there, and the optimum lies between the two. At prevalence 0 or 1 an answer that only the
absent input gives has no probability, the variance is 0, and two outputs reach it: a piece of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from rropt.certificate import designs as write
from rropt.certificate.scope import cut
from rropt.closed_forms.merged_variance import MergedVariance, least_merges
from rropt.closed_forms.three_outputs import THEOREM, neighbour_merges
from rropt.designs import exact_leg
from rropt.designs.cells import exactly
from rropt.designs.legs import accepted, sampled_leg
from rropt.designs.parametric_three import stretches_of
from rropt.designs.piece_text import SEVERAL, certificate_of_all, judged, piece_at_prevalence, piece_of_merge
from rropt.designs.rational_demands import demand_note, rational_demands
from rropt.designs.result import Design, Leg, Piece, Verdict
from rropt.designs.silent_end import NOTE, silent_end
from rropt.exact.errors import Disagreement
from rropt.exact.field import Free, Number, element, generator
from rropt.exact.matrix import Matrix
from rropt.exact.sign import signs
from rropt.mechanism import Mechanism
from rropt.objectives import Variance
from rropt.objectives.prevalence import Prevalence
from rropt.oracles import sampled
from rropt.oracles.evaluate import value_at
from rropt.oracles.three_outputs_exact import best_merges
from rropt.privacy import Notion
from rropt.problem import Problem
from rropt.program import ThreeOutputProgram, normal_form
from rropt.program.three_outputs import three_output_program

__all__ = ["pieces_for_prevalences", "prevalences_three", "verdict_of"]

MOST_DIGITS = 40
ATTAINED = (
    "the value is 1/I at each prevalence; the maximum-likelihood estimator (and the one-step estimator from any consistent "
    "start) attains it asymptotically"
)


@dataclass(frozen=True, slots=True)
class _Question:
    """The question with t for the prevalence, under the inner and under the outer demand."""

    whole: Free
    inner: ThreeOutputProgram
    outer: ThreeOutputProgram
    problem: Problem


@dataclass(frozen=True, slots=True)
class _Part:
    """Prevalences where one merge is best under the outer demand: its variance, and the inner demand's merge and its variance."""

    start: Fraction
    end: Fraction
    merged: int
    lower: Number
    upper: Number
    rows: Matrix


def prevalences_three(problem: Problem, program: ThreeOutputProgram) -> Design:
    """The pieces of the interval of prevalences, each with the best merge, certified for every prevalence in it."""
    question = _question(problem, program)
    parts = _parts(question)
    found = _pieces(problem, program, question, parts)
    sentences = [accepted(p.certificate, f"the piece of prevalences {p.interval}") for p in found]
    pieces = tuple(replace(p, sentence=said) for p, said in zip(found, sentences, strict=True))
    _compare_with_theorem(question, parts)
    legs = (
        Leg("symbolic", "by a theorem in each piece", None, THEOREM),
        _numeric(problem, program, parts),
        Leg("certified", "accepted", None, judged(len(pieces), len(pieces))),
    )
    text, nothing = certificate_of_all(pieces), (None, None, None, None)
    sentence, notes = " ".join(sentences), _notes(problem, pieces)
    return Design(problem, verdict_of(pieces), *nothing, legs, text, sentence, pieces=pieces, notes=notes)


def verdict_of(pieces: Sequence[Piece]) -> Verdict:
    """Optimal where the value of every piece is exact."""
    gaps = (p.formula.relative_gap for p in pieces if isinstance(p.formula, MergedVariance))
    return Verdict.WITHIN if any(gaps) else Verdict.OPTIMAL


def pieces_for_prevalences(problem: Problem, program: ThreeOutputProgram) -> list[Piece]:
    """The pieces in the order of the second input's prevalence, with their certificates; nothing here is judged."""
    question = _question(problem, program)
    return _pieces(problem, program, question, _parts(question))


def _pieces(problem: Problem, program: ThreeOutputProgram, question: _Question, parts: Sequence[_Part]) -> list[Piece]:
    low, high = program.prevalence.lower, program.prevalence.upper
    found = [_piece(problem, program, question, part) for part in parts]
    return [*([_certain(problem, low)] if low == 0 else []), *found, *([_certain(problem, high)] if high == 1 else [])]


def _asked(problem: Problem, pi: Number, demand: Notion) -> Problem:
    """The same question about one prevalence of the second input, under a demand."""
    outputs = problem.output_labels or problem.outputs
    return Problem(Variance(Prevalence(pi, pi)), demand, inputs=problem.inputs, outputs=outputs)


def _certain(problem: Problem, pi: Number) -> Piece:
    """The piece of prevalence 0 or 1: a design with two outputs, and an empty one."""
    asked = silent_end(_asked(problem, pi, problem.demand))
    evidence = exact_leg.prove(asked, normal_form(asked), None)
    faces = [(exact_leg.padded(a, problem), b and exact_leg.padded(b, problem)) for a, b in evidence.minimisers]
    return piece_at_prevalence(problem, pi, faces, evidence.lower, certificate=evidence.certificate)


def _question(problem: Problem, program: ThreeOutputProgram) -> _Question:
    low, high = program.prevalence.lower, program.prevalence.upper
    whole = Free(low, high, low == 0, high == 1)
    asked = [_asked(problem, generator(whole), d) for d in rational_demands(program.ratio, program.delta)]
    inner, outer = map(normal_form, asked)
    assert isinstance(inner, ThreeOutputProgram) and isinstance(outer, ThreeOutputProgram)
    return _Question(whole, inner, outer, asked[1])


def _parts(question: _Question) -> list[_Part]:
    """The maximal parts in increasing order, which meet where two merges are equally good."""
    stretches = stretches_of(question.outer, question.whole)
    starts = [question.whole.lower if s.start is None else exactly(s.start) for s in stretches]
    values = [1 / question.outer.information(rows) for rows in neighbour_merges(question.outer)]
    found = []
    for stretch, (a, b) in zip(stretches, pairwise([*starts, question.whole.upper]), strict=True):
        assert isinstance(a, Fraction) and isinstance(b, Fraction)
        merged = values.index(stretch.value)
        rows = neighbour_merges(question.inner)[merged]
        found.append(_Part(a, b, merged, stretch.value, 1 / question.inner.information(rows), rows))
    return found


def _piece(problem: Problem, program: ThreeOutputProgram, question: _Question, part: _Part) -> Piece:
    """The piece of a part; its certificate is about the outer demand, and the mechanism of the inner one satisfies the demand."""
    if not problem.demand.holds(Mechanism(part.rows)):
        raise Disagreement(
            f"the mechanism for the prevalences from {part.start} to {part.end} violates {problem.demand}"
        )
    inside = Free(part.start, part.end, part.start == 0, part.end == 1)
    ends = ("(" if inside.lower_open else "[") + (")" if inside.upper_open else "]")
    domain = {"from": cut(part.start), "to": cut(part.end), "ends": ends}
    document = write.three_output_variance(question.problem, (part.lower, part.upper), part.rows, domain=domain)
    formula = MergedVariance(program.ratio, program.delta, part.merged, _relative_gap(part, inside))
    bounds = (part.start, part.end, ends)
    return piece_of_merge(problem, bounds, part.rows, formula, certificate=write.dumps(document))


def _relative_gap(part: _Part, inside: Free) -> Fraction:
    """A power of ten, as small as is tried, by which of itself the lower bound is exceeded at most at each prevalence."""
    if part.lower == part.upper:
        return Fraction(0)
    low, high = (x if isinstance(x, Fraction) else element(inside, x.num, x.den) for x in (part.lower, part.upper))
    tried = (Fraction(1, 10**n) for n in range(MOST_DIGITS, 0, -1))
    return next(gap for gap in tried if -1 not in signs((1 + gap) * low - high))


def _compare_with_theorem(question: _Question, parts: Sequence[_Part]) -> None:
    """The theorem's places and formulas against the roots found; and all six merges at a rational prevalence in each part."""
    ratio, delta = question.outer.ratio, question.outer.delta
    told = least_merges(ratio, delta)
    ends = [*(start for start, _ in told[1:]), Fraction(1)]
    low, high = question.whole.lower, question.whole.upper
    inside = [(max(a, low), n) for (a, n), b in zip(told, ends, strict=True) if a < high and b > low]
    formulas = [MergedVariance(ratio, delta, p.merged).at(generator(question.whole)) for p in parts]
    if inside != [(p.start, p.merged) for p in parts] or formulas != [p.lower for p in parts]:
        raise Disagreement("the theorem of three outputs and the merges compared exactly differ in their pieces")
    for p in parts:
        middle = (p.start + p.end) / 2
        at = three_output_program(ratio, delta, Prevalence(middle, middle))
        if best_merges(at)[0] != value_at(p.lower, middle):
            raise Disagreement(f"at prevalence {middle} the theorem and the six merges have different values")


def _numeric(problem: Problem, program: ThreeOutputProgram, parts: Sequence[_Part]) -> Leg:
    """The solver, at the demand itself, in the middle of each part and at evenly spaced prevalences."""
    formulas = [(p.start, p.end, MergedVariance(program.ratio, program.delta, p.merged)) for p in parts]
    middles = [(p.start + p.end) / 2 for p in parts]
    return sampled_leg(*sampled.largest_difference(problem, formulas, also=middles), "numpy")


def _notes(problem: Problem, pieces: Sequence[Piece]) -> tuple[str, ...]:
    found = [ATTAINED]
    if any(p.lower == p.upper for p in pieces):
        found.append(f"at prevalence 0 or 1 {NOTE}")
    note = demand_note(problem.demand)
    return (*found, *([note] if note else []), *([SEVERAL] if len(pieces) > 1 else []))
