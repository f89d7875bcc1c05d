"""Designs for every ε of an interval, or every prevalence: the pieces on which one form is optimal.

With t free the corners of the variance polyhedron are rational functions of t. Their feasibility and the order of their
values change only at roots of finitely many polynomials; between neighbouring roots one exact evaluation at a rational t
tells which corners are optimal. The roots where that changes are the breakpoints, given by a polynomial and an isolating
interval, and each piece is certified for every t in it. With the prevalence free the difference of two values of two outputs is
affine in π, so breakpoints lie in the field.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.certificate import designs as write
from rropt.certificate.scope import Scope, scope_of
from rropt.checker import check
from rropt.closed_forms import closed_form
from rropt.exact.element import Element, Number
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.linear.pieces import parametric_linear
from rropt.mechanism import Mechanism
from rropt.objectives import Trace, Variance
from rropt.problem import sampled
from rropt.problem.agreement import accepted, sampled_leg
from rropt.problem.exact_leg import faces, padded
from rropt.problem.pieces import (
    SEVERAL,
    certificate_of,
    certificate_of_all,
    judged,
    piece_of_prevalences,
    piece_of_t,
    whole_piece,
)
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Leg, Piece, Verdict
from rropt.program import FisherProgram, LinearProgram, Program, VarianceProgram
from rropt.results import is_free
from rropt.variance.cells import Cell, cells_of
from rropt.variance.exact import best_points
from rropt.variance.information import BestVariance
from rropt.variance.polyhedron import Point
from rropt.variance.prevalence import Prevalence, Quantifier
from rropt.variance.theorem_four_outputs import four_rows

__all__ = ["has_one_form", "parametric"]


def parametric(problem: Problem, program: Program, *, closed_forms: bool = True) -> Design:
    """The design of a problem in which ε or the prevalence is free; without closed forms, from exact pieces alone."""
    if not isinstance(program, LinearProgram) and program.delta == 0 and _touches_zero(program.ratio):
        raise InputError("at epsilon = delta = 0 nothing identifies the prevalence; let epsilon begin above 0")
    if not closed_forms and not isinstance(program, LinearProgram) and has_one_form(problem, program):
        raise InputError(
            f"where epsilon or the prevalence is free, the {problem.objective} is known by a theorem alone; leave the "
            "closed forms on"
        )
    if isinstance(program, LinearProgram) and not (closed_forms and has_one_form(problem, program)):
        return parametric_linear(problem, program, closed_forms=closed_forms)
    if isinstance(program, VarianceProgram):
        if has_one_form(problem, program):
            return _symmetric(problem, program)
        return _free_epsilon(problem, program) if is_free(program.ratio) else _free_prevalence(problem, program)
    every = not isinstance(program, LinearProgram) and program.prevalence.quantifier is Quantifier.EVERY
    if isinstance(program, FisherProgram) and every:
        return _dominant(problem, program)
    return _by_theorem(problem, program)


def _dominant(problem: Problem, program: FisherProgram) -> Design:
    """With four outputs or more one mechanism is at least as informative as all others, and so best at every prevalence."""
    four = four_rows(program.ratio, program.delta)
    used = [n for n, row in enumerate(four) if any(row)]
    rows = padded(tuple(four[n] for n in used), problem)
    sent = used + [0] * (len(rows) - len(used))  # what an empty output is garbled into does not matter
    garbling = tuple(tuple(Fraction(int(i == n)) for n in sent) for i in range(4))
    source = "the four-output mechanism dominates every (epsilon, delta)-private one (rropt.four_outputs)"
    document = write.dominant(problem, rows, garbling)
    return _single(problem, rows, None, document, source, BestVariance(program.ratio, program.delta))


def has_one_form(problem: Problem, program: Program) -> bool:
    """Whether one form is optimal throughout by a theorem; else there are pieces."""
    if isinstance(program, VarianceProgram):
        return _one_form(program)
    return isinstance(program, FisherProgram) or (
        isinstance(problem.objective, Trace) and problem.objective.weights is None
    )


def _touches_zero(ratio: Number) -> bool:
    """Whether ε = 0 belongs to the interval."""
    return (
        isinstance(ratio, Element)
        and isinstance(ratio.field, Free)
        and ratio.field.lower == 1
        and not ratio.field.lower_open
    )


def _one_form(program: VarianceProgram) -> bool:
    """Whether the symmetric design is optimal throughout: δ = 0, or the Warner restriction."""
    return program.delta == 0 or program.warner


def _numeric(problem: Problem, value: Any) -> Leg:
    """The numeric leg at sampled points: the exact value there against the solver's."""
    return sampled_leg(*sampled.largest_difference(problem, value), "HiGHS")


def _by_theorem(problem: Problem, program: LinearProgram | FisherProgram) -> Design:
    """A closed form whose multipliers are functions of t, certified on the whole interval."""
    theorem = closed_form(problem)
    if theorem is None:
        raise InputError(
            f"no closed form covers every epsilon for the {problem.objective}; give one epsilon, such as 1/2"
        )
    rows = theorem.rows
    if isinstance(program, FisherProgram):
        assert theorem.dual is not None
        rows = padded(rows, problem)
        document = write.asymptotic_variance(problem, theorem.value, rows, theorem.dual)
    else:
        assert theorem.columns is not None
        multipliers = (
            write.column_multipliers(theorem.columns) if theorem.pair is None else write.pair_multipliers(theorem.pair)
        )
        document = write.linear(problem, program, theorem.rows, multipliers, (theorem.value, theorem.value))
    return _single(problem, rows, theorem.value, document, theorem.theorem, theorem.value)


def _symmetric(problem: Problem, program: VarianceProgram) -> Design:
    """One vertex for every ε and every prevalence asked for."""
    from rropt.variance.theorems import symmetric_point

    point = symmetric_point(program.ratio, program.delta)
    rows = program.rows(point)
    every = program.prevalence.quantifier is Quantifier.EVERY
    value = None if every else program.value(point)

    def document(scope: Scope | None = None) -> Any:
        if value is not None and program.cuts:
            return write.worst_variance(problem, value, rows, scope=scope)
        return write.variance(problem, point if value is None else value, [rows], scope=scope)

    whole = document()
    if _touches_zero(program.ratio):
        whole = _parted(program, whole["field"], document)
    return _single(problem, rows, value, whole, "Holohan, Leith and Mason, Theorems 2 and 4", point if every else value)


def _parted(program: VarianceProgram, domain: Any, document: Callable[[Scope], Any]) -> Any:
    """The point t = 1, where two of the boundary lines coincide, and the rest of the interval."""
    field = program.ratio.field  # type: ignore[union-attr]
    domains = [{"t": domain["from"]}, {**domain, "ends": f"({domain['ends'][1]}"}]
    parts = [{k: x for k, x in document(Scope(field, d)).items() if k != "schema"} for d in domains]
    return {"schema": write.SCHEMA, "claim": "pieces", "field": domain, "pieces": parts}


def _single(problem: Problem, rows: Matrix, value: Number | None, document: Any, source: str, formula: Any) -> Design:
    text = write.dumps(document)
    sentence = accepted(text, str(problem.objective))
    mechanism = Mechanism(rows, problem.inputs, problem.output_labels)
    piece = whole_piece(problem, rows, formula, certificate=text, sentence=sentence)
    legs = (
        Leg("symbolic", "by a theorem", value, source),
        _numeric(problem, formula),
        Leg("certified", "accepted", value, "one certificate for the whole interval, judged by the checker"),
    )
    return Design(problem, Verdict.OPTIMAL, mechanism, value, value, value, legs, text, sentence, pieces=(piece,))


def _free_epsilon(problem: Problem, program: VarianceProgram) -> Design:
    """ε free, δ > 0 and π numbers: the pieces of the t-interval."""
    if program.prevalence.quantifier is not Quantifier.AT:
        raise InputError(
            "with two outputs and delta > 0, epsilon free together with a free or worst-case prevalence is not decided; fix "
            "epsilon, or give one prevalence, or ask for 4 or free outputs"
        )
    field = program.ratio.field  # type: ignore[union-attr]
    assert isinstance(field, Free)
    cells = cells_of(program, field)
    scope = scope_of([program.delta, program.prevalence.point], ratio=program.ratio)
    pieces, documents = [], []
    for cell in cells:
        parts = _cell_documents(problem, program, cell, scope)
        documents += parts
        text = certificate_of(cell.domain, parts)
        sentence = accepted(text, f"the piece {cell.interval}")
        forms, value = faces(problem, program, cell.points), program.value(cell.points[0])
        best, towards = [rows for rows, _ in forms], [end for _, end in forms if end]
        pieces.append(
            piece_of_t(problem, cell.domain, best, value, towards=towards, certificate=text, sentence=sentence)
        )
    whole = certificate_of(scope.domain, documents)
    sentence = accepted(whole, "all pieces together")
    legs = (
        Leg("symbolic", "by a theorem in each piece", None, "Holohan, Leith and Mason, Theorem 3 and Corollary 2"),
        _numeric(problem, [(c, program.value(c.points[0])) for c in cells if c.sample is not None]),
        Leg("certified", "accepted", None, judged(len(cells), len(documents))),
    )
    _compare_with_theorem(problem, cells)
    return Design(problem, Verdict.OPTIMAL, None, None, None, None, legs, whole, sentence, pieces=tuple(pieces))


def _cell_documents(problem: Problem, program: VarianceProgram, cell: Cell, scope: Scope) -> list[Any]:
    """The cell as one document if the checker can follow it on the whole cell, else by its parts."""
    value, minimisers = program.value(cell.points[0]), [program.rows(p) for p in cell.points]

    def on(domain: Any) -> Any:
        inside = Scope(scope.field, domain)
        document = write.variance(problem, value, minimisers, scope=inside)
        return {key: x for key, x in document.items() if key != "schema"}

    whole = on(cell.domain)
    if not cell.parts or check(certificate_of(cell.domain, [whole])).status == "accepted":
        return [whole]
    return [on(domain) for domain in cell.parts]


def _compare_with_theorem(problem: Problem, cells: list[Cell]) -> None:
    """The symbolic leg at a rational t inside each open piece: the theorem's minimisers against the enumerated ones."""
    for cell in cells:
        if cell.sample is None:
            continue
        at = sampled.at_ratio(problem, cell.sample)
        theorem = closed_form(at)
        program = VarianceProgram(cell.sample, *_fixed(at))
        if theorem is None or set(theorem.points) != set(best_points(program)[1]):
            raise Disagreement(f"at t = {cell.sample} the theorem and the enumeration name different minimisers")


def _fixed(problem: Problem) -> tuple[Number, Prevalence]:
    objective = problem.objective
    assert isinstance(objective, Variance)
    return problem.demand.reduced()[1], objective.of_second


def _free_prevalence(problem: Problem, program: VarianceProgram) -> Design:
    """ε and δ numbers, π free on an interval: pieces with ends in the field."""
    low, high = program.prevalence.lower, program.prevalence.upper
    vertices = program.vertices()
    ends = _prevalence_breakpoints(program, vertices)
    ends = [low, *(e for e in ends if low < e < high), high]
    pieces: list[tuple[Number, Number, tuple[Point, ...]]] = []
    for a, b in itertools.pairwise(ends):
        middle = (a + b) / 2
        least = min(program.value(p, prevalence=middle) for p in vertices)
        best = tuple(p for p in vertices if program.value(p, prevalence=middle) == least)
        if pieces and pieces[-1][2] == best:
            a = pieces.pop()[0]
        pieces.append((a, b, best))
    found = [_prevalence_piece(problem, program, a, b, best) for a, b, best in pieces]
    legs = (
        Leg("symbolic", "by a theorem in each piece", None, "Holohan, Leith and Mason, Theorem 3 and Corollary 2"),
        _numeric(problem, [(a, b, p[0]) for a, b, p in pieces]),
        Leg("certified", "accepted", None, judged(len(found), len(found))),
    )
    text = certificate_of_all(found)
    notes = () if text else (SEVERAL,)
    sentence = " ".join(p.sentence for p in found)
    return Design(
        problem, Verdict.OPTIMAL, None, None, None, None, legs, text, sentence, pieces=tuple(found), notes=notes
    )


def _prevalence_breakpoints(program: VarianceProgram, vertices: tuple[Point, ...]) -> list[Number]:
    """Where two vertices have equal values: the difference is affine in π."""
    found = set()
    for i, p in enumerate(vertices):
        for q in vertices[:i]:
            at0 = program.value(p, prevalence=Fraction(0)) - program.value(q, prevalence=Fraction(0))
            at1 = program.value(p, prevalence=Fraction(1)) - program.value(q, prevalence=Fraction(1))
            if at0 != at1:
                found.add(at0 / (at0 - at1))
    return sorted(found)


def _prevalence_piece(
    problem: Problem, program: VarianceProgram, a: Number, b: Number, best: tuple[Point, ...]
) -> Piece:
    objective = problem.objective
    assert isinstance(objective, Variance)
    interval = Prevalence(a, b, Quantifier.EVERY)
    asked = interval if objective.positive == 1 else interval.mirrored()
    part = Problem(
        Variance(asked, warner=objective.warner, positive=objective.positive),
        problem.demand,
        inputs=problem.inputs,
        outputs=problem.output_labels,
    )
    text = write.dumps(write.variance(part, best[0], [program.rows(p) for p in best]))
    sentence = accepted(text, f"the prevalences from {show(a)} to {show(b)}")
    return piece_of_prevalences(problem, (a, b), [program.rows(p) for p in best], certificate=text, sentence=sentence)
