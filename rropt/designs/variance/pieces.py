"""Find the optimal designs for every ε or δ of an interval, or for every prevalence: pieces, on each of which one formula is
optimal.

Let t be e^ε or δ, whichever is free. The corners of the variance polyhedron are rational functions of t. Their feasibility and the
order of their values change only at roots of finitely many polynomials. Between neighbouring roots, one exact evaluation at a
rational t tells which corners are optimal. The roots at which other corners become optimal are the breakpoints, given by a
polynomial and an isolating interval, and each piece is certified for every t in it. Now let the prevalence π be free, with two
outputs. The difference of the values of two corners is affine in π, so the breakpoints are exact numbers of the same field as the
corners.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.certificate.judge import accept, judge
from rropt.certificate.scope import Scope, scope_of
from rropt.certificate.writing import SCHEMA, Document, certificate_of, dumps, without_schema
from rropt.designs.objectives.prevalence import Prevalence, Quantifier
from rropt.designs.objectives.variance import Variance
from rropt.designs.rows.two_inputs import four_rows
from rropt.designs.variance.cells import VarianceCell, cells_of
from rropt.designs.variance.certificate import (
    write_asymptotic_variance,
    write_dominant,
    write_variance,
    write_worst_variance,
)
from rropt.designs.variance.exact import best_points, faces, pad_rows
from rropt.designs.variance.hull import HullProgram, InverseInformation
from rropt.designs.variance.information import BestVariance, FisherProgram
from rropt.designs.variance.polyhedron import Point, PointVariance, VarianceProgram
from rropt.designs.variance.theorems import FOUR_DOMINATE, binary_variance, symmetric_point, warner_variance
from rropt.exact.element import Element, Number
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.matrix import Matrix, identity
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.exact.substitute import value_at
from rropt.mechanism import Mechanism
from rropt.problem.answers import ClosedForm, Parts
from rropt.problem.leg import NO_FORMULA
from rropt.problem.pieces.answer import Draft, answer_apart, answer_throughout, answer_together
from rropt.problem.pieces.of_t import piece_throughout
from rropt.problem.pieces.piece import Formula, Piece
from rropt.problem.pieces.sampled import at_ratio, compare_sampled, float_at, points_between, sampled_ratios
from rropt.problem.problem import Problem
from rropt.problem.result import Leg

__all__ = ["asymptotic_pieces", "binary_pieces", "formula_of_hull", "formula_of_two", "hull_pieces", "variance_of"]

THEOREM = "Holohan, Leith and Mason, Theorem 3 and Corollary 2"
Exact = Callable[[Fraction | None, Number | None], float]
"""Gives the exact value as a double from t (None unless epsilon or delta is free) and the prevalence of the second input (None
unless it is free)."""


def binary_pieces(problem: Problem, program: VarianceProgram, *, closed_forms: bool) -> Parts:
    """Find the optimal designs of two outputs for a free ε, δ or prevalence, each with the interval on which it is optimal.

    If a theorem says that one design is best on the whole interval, there is one piece. If the interval contains ε = δ = 0, an
    InputError is raised.
    """
    _require_identified(program)
    if program.sides is None and (program.delta == 0 or (program.warner and problem.free != DELTA)):
        _require_theorem(problem, closed_forms)
        return _symmetric(problem, program)
    return _free_epsilon(problem, program) if problem.interval is not None else _free_prevalence(problem, program)


def asymptotic_pieces(
    problem: Problem, program: FisherProgram, theorem: ClosedForm | None, *, closed_forms: bool
) -> Parts:
    """Certify by a theorem the one mechanism of more than two outputs that is best on the whole interval.

    Raise an InputError if δ is free, if the interval contains ε = δ = 0, if closed forms are switched off, or if no closed form
    covers the interval.
    """
    _require_identified(program)
    if problem.free == DELTA:
        raise InputError(
            "if delta is free, a design for the variance needs two outputs and one prevalence; give these, or a number for delta, "
            "such as 1/10"
        )
    _require_theorem(problem, closed_forms)
    if program.prevalence.quantifier is Quantifier.EVERY:
        return _dominant(problem, program)
    if theorem is None:
        raise InputError(
            f"no closed form covers every epsilon for the {problem.objective}; give one epsilon, such as 1/2"
        )
    rows, value = pad_rows(theorem.rows, problem), theorem.value
    document = write_asymptotic_variance(problem, value, rows, theorem.multipliers)
    return _single(problem, rows, value, document, theorem.theorem)


def hull_pieces(problem: Problem, program: HullProgram) -> Parts:
    """Certify one mechanism as best at every prevalence, for two inputs that each have bounds against the other.

    The mechanism is at least as informative as every mechanism that keeps these bounds.
    """
    rows = pad_rows(program.rows(), problem)
    source = "the hull of the bounds dominates every mechanism that keeps them (Blackwell)"
    formula = formula_of_hull(variance_of(problem), rows)
    return _single(problem, rows, formula, write_dominant(problem, rows, identity(len(rows))), source)


def _require_identified(program: VarianceProgram | FisherProgram) -> None:
    """Raise an InputError if the interval contains ε = δ = 0, where nothing identifies the prevalence."""
    if program.delta == 0 and _is_free_at(program.ratio, 1):
        raise InputError("at epsilon = delta = 0 nothing identifies the prevalence; let epsilon begin above 0")
    if program.ratio == 1 and _is_free_at(program.delta, 0):
        raise InputError("at epsilon = delta = 0 nothing identifies the prevalence; let delta begin above 0")


def _require_theorem(problem: Problem, closed_forms: bool) -> None:
    """Raise an InputError if closed forms are switched off, for a problem that only a theorem can solve."""
    if not closed_forms:
        raise InputError(
            f"while epsilon or the prevalence is free, rropt designs for the {problem.objective} by a theorem alone; leave "
            "closed_forms=False out"
        )


def _is_free_at(x: Number, end: int) -> bool:
    """Whether x is a free number whose interval begins with the number `end` and contains it."""
    interval = x.field if isinstance(x, Element) else None
    return isinstance(interval, Free) and interval.lower == end and not interval.lower_open


def _dominant(problem: Problem, program: FisherProgram) -> Parts:
    """Certify that the four-output mechanism is best at every prevalence, because it dominates all others.

    Its rows of zeros are dropped, and equal rows are added up. Then rows of zeros are appended until the mechanism has the number
    of outputs asked for.
    """
    four = four_rows(program.ratio, program.delta)
    used = [row for row in dict.fromkeys(four) if any(row)]
    rows = pad_rows(tuple(tuple(x * four.count(row) for x in row) for row in used), problem)
    sent = [*used, *used[:1] * (len(rows) - len(used))]  # an empty output may be garbled into any row
    garbling = tuple(tuple(Fraction(int(row == one), four.count(one)) for one in sent) for row in four)
    formula = BestVariance(program.ratio, program.delta)
    return _single(problem, rows, formula, write_dominant(problem, rows, garbling), FOUR_DOMINATE)


def _symmetric(problem: Problem, program: VarianceProgram) -> Parts:
    """Certify the symmetric design (p00 = p11), which is best for every ε and every prevalence asked about."""
    point = symmetric_point(program.ratio, program.delta)
    rows = program.rows(point)
    value = None if variance_of(problem).for_each else program.value(point)

    def document(scope: Scope | None = None) -> Document:
        if value is not None and program.cuts:
            return write_worst_variance(problem, value, rows, scope=scope)
        return write_variance(problem, point if value is None else value, [rows], scope=scope)

    whole = document()
    if _is_free_at(program.ratio, 1):
        whole = _split_at_one(program, whole["field"], document)
    formula = PointVariance(*point) if value is None else value
    return _single(problem, rows, formula, whole, "Holohan, Leith and Mason, Theorems 2 and 4")


def _split_at_one(program: VarianceProgram, domain: Any, document: Callable[[Scope], Document]) -> Document:
    """Split a certificate in two: one for the point t = 1, where two boundary lines coincide, and one for the rest of the interval.

    `document` writes the certificate for a given part.
    """
    field = program.ratio.field  # type: ignore[union-attr]
    domains = [{"t": domain["from"]}, {**domain, "ends": f"({domain['ends'][1]}"}]
    parts = [without_schema(document(Scope(field, d))) for d in domains]
    return {"schema": SCHEMA, "claim": "pieces", "field": domain, "pieces": parts}


def _single(problem: Problem, rows: Matrix, formula: Number | Formula, document: Document, source: str) -> Parts:
    """Return an answer with one piece, the whole interval, on which the mechanism `rows` is best.

    `formula` is the variance of the mechanism. `document` is the certificate, which the checker must accept. `source` says where
    the exact answer comes from. The variance is compared with numeric optima at sampled points.
    """
    text = dumps(document)
    sentence = accept(text, str(problem.objective))

    def exact(t: Fraction | None, pi: Number | None) -> float:
        if isinstance(formula, Formula):
            assert pi is not None
            return float_at(formula.at(pi), t)
        return float_at(formula, t)

    piece = _whole_piece(problem, rows, formula, certificate=text, sentence=sentence)
    return answer_throughout(piece, source, _numeric(problem, exact))


def _whole_piece(
    problem: Problem, rows: Matrix, formula: Number | Formula, *, certificate: str, sentence: str
) -> Piece:
    """Make the only piece of an answer: one mechanism on the whole interval of t or of the prevalence."""
    mechanism, pi = Mechanism(rows, problem.inputs, problem.output_labels), variance_of(problem).prevalence
    if problem.interval is None:
        ranges = (pi.lower, pi.upper, "[]")
        return Piece("prevalence", pi.in_words(), (mechanism,), formula, certificate, sentence, *ranges)
    return piece_throughout(problem, rows, formula, certificate=certificate, sentence=sentence)


def variance_of(problem: Problem) -> Variance:
    """Return the problem's objective, which must be a variance."""
    assert isinstance(problem.objective, Variance)
    return problem.objective


def _numeric(problem: Problem, exact: Exact) -> Leg:
    """Compare exact values with numeric optima at sampled values of t, of the prevalence, or of both.

    `exact` is a function of two arguments, a value of t and a prevalence of the input asked about. It returns the exact value there
    as a float. An argument that is not sampled is None.
    """
    objective, asked = variance_of(problem), []
    for t in sampled_ratios(problem):
        at = problem if t is None else at_ratio(problem, t)
        for pi in _sampled_prevalences(objective):
            asked.append((at if pi is None else _at_prevalence(at, pi), exact(t, pi)))
    return compare_sampled(asked)


def _sampled_prevalences(objective: Variance) -> list[Fraction | None]:
    """List prevalences inside a free interval at which to sample. The list is [None] if the prevalence is fixed or the worst one is
    asked for."""
    if not objective.for_each:
        return [None]
    low, high = (enclose(x)[0] for x in (objective.prevalence.lower, objective.prevalence.upper))
    return list(points_between(low, high))


def _at_prevalence(problem: Problem, pi: Number) -> Problem:
    """Return the problem with the prevalence of its objective replaced by the single number pi."""
    objective = variance_of(problem)
    asked = Variance(Prevalence(pi, pi), warner=objective.warner, positive=objective.positive)
    return Problem(asked, problem.demand, outputs=problem.outputs, inputs=problem.inputs)


def _free_epsilon(problem: Problem, program: VarianceProgram) -> Parts:
    """Find the optimal designs of two outputs if ε or δ is free, each with the interval on which it is optimal.

    Raise an InputError if the prevalence is free, or if the worst of several prevalences is asked for.
    """
    if program.prevalence.quantifier is not Quantifier.AT:
        slack, more = ("", "") if problem.free == DELTA else (", delta > 0", ", or ask for 4 or free outputs")
        raise InputError(
            f"with two outputs{slack} and {problem.free} free, rropt can design for one fixed prevalence, not for a free or a "
            f"worst-case one; fix {problem.free}, or give one prevalence{more}"
        )
    field = problem.interval
    assert field is not None
    cells = cells_of(program, field)
    scope = scope_of([program.delta, program.prevalence.point], ratio=program.ratio)
    values = [program.value(c.points[0]) for c in cells if c.sample is not None]
    _compare_with_theorem(problem, cells)
    return answer_together(
        problem,
        [_draft(problem, program, cell, scope) for cell in cells],
        symbolic=Leg("symbolic", "by a theorem in each piece", None, THEOREM),
        numeric=lambda _: _numeric(problem, lambda t, _: min(float_at(value, t) for value in values)),
    )


def _draft(problem: Problem, program: VarianceProgram, cell: VarianceCell, scope: Scope) -> Draft:
    """Collect the answer on a cell (an interval of t), before the checker judges it.

    The result has the cell's certificates, its value, and all its optimal mechanisms. If a half-line of optimal mechanisms starts
    at one of them, the result also has the limit of the half-line.
    """
    forms = faces(problem, program, cell.points)
    return Draft(
        domain=cell.domain,
        documents=_cell_documents(problem, program, cell, scope),
        forms=[rows for rows, _ in forms],
        value=program.value(cell.points[0]),
        towards=[end for _, end in forms if end],
    )


def _cell_documents(problem: Problem, program: VarianceProgram, cell: VarianceCell, scope: Scope) -> list[Document]:
    """Write the certificates of a cell (an interval of t): a single one if the checker accepts it, else one for each part of the
    cell."""
    value, minimisers = program.value(cell.points[0]), [program.rows(p) for p in cell.points]

    def on(domain: Any) -> Document:
        return without_schema(write_variance(problem, value, minimisers, scope=Scope(scope.field, domain)))

    whole = on(cell.domain)
    if not cell.parts or judge(certificate_of(cell.domain, [whole])).is_accepted:
        return [whole]
    return [on(domain) for domain in cell.parts]


def _compare_with_theorem(problem: Problem, cells: list[VarianceCell]) -> None:
    """Compare the mechanisms that the theorem calls optimal with the enumerated ones, at a rational t inside each cell; raise
    Disagreement if they differ."""
    for cell in cells:
        if cell.sample is None:
            continue
        ratio, delta = (value_at(x, cell.sample) for x in problem.ratio_and_delta)
        objective = variance_of(problem)
        program = VarianceProgram(ratio, delta, objective.of_second, objective.warner)
        known = (warner_variance if program.warner else binary_variance)(program)
        found = {program.rows(point) for point in best_points(program)[1]}
        if set(known.optima) != found:
            raise Disagreement(
                f"at {'delta' if problem.free == DELTA else 't = e^epsilon'} = {cell.sample} the theorem and the enumeration name "
                "different minimisers; this is an error in rropt; please report it"
            )


def _free_prevalence(problem: Problem, program: VarianceProgram) -> Parts:
    """Find the optimal designs for fixed ε and δ and a free prevalence, each with the interval on which it is optimal.

    The ends of the intervals are exact numbers.
    """
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
    found = tuple(_prevalence_piece(problem, program, a, b, best) for a, b, best in pieces)

    def exact(_: Fraction | None, pi: Number | None) -> float:
        assert pi is not None
        second = variance_of(problem).other_way(pi)
        return float(next(PointVariance(*best[0]).at(second) for a, b, best in pieces if a <= second <= b))

    by_theorem = Leg("symbolic", "by a theorem in each piece", None, THEOREM)
    symbolic = by_theorem if program.sides is None else NO_FORMULA
    return answer_apart(found, symbolic=symbolic, numeric=lambda _: _numeric(problem, exact))


def _prevalence_breakpoints(program: VarianceProgram, vertices: tuple[Point, ...]) -> list[Number]:
    """List the prevalences at which two vertices have equal variances, in increasing order.

    The difference of two variances is affine in the prevalence, so it is computed at the prevalences 0 and 1 only.
    """
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
    """Certify that the vertices `best` are optimal while the prevalence of the second input is between a and b.

    The question may be about the prevalence of either input. The piece states its range for the input that the question is about.
    """
    objective, of_second = variance_of(problem), Prevalence(a, b, Quantifier.EVERY)
    part = Problem(
        Variance(
            of_second.mirrored() if objective.positive == 0 else of_second,
            warner=objective.warner,
            positive=objective.positive,
        ),
        problem.demand,
        inputs=problem.inputs,
        outputs=problem.output_labels,
    )
    forms = [program.rows(p) for p in best]
    text = dumps(write_variance(part, best[0], forms))
    sentence = accept(text, f"the prevalences from {show(a)} to {show(b)}")
    lower, upper, words = objective.say_range((a, b))
    mechanisms = tuple(Mechanism(rows, problem.inputs, problem.output_labels) for rows in forms)
    formula = formula_of_two(objective, forms[0])
    return Piece("prevalence", words, mechanisms, formula, text, sentence, lower, upper, "[]")


def formula_of_two(objective: Variance, rows: Matrix) -> PointVariance:
    """The variance of a two-output mechanism as a function of the prevalence of the input asked about."""
    x, y = VarianceProgram.point(rows)
    return PointVariance(x, y) if objective.positive == 1 else PointVariance(y, x)


def formula_of_hull(objective: Variance, rows: Matrix) -> InverseInformation:
    """The least asymptotic variance 1/I of a mechanism with any number of outputs, as a function of the prevalence of the input
    asked about. Here I is the information."""
    return InverseInformation(rows if objective.positive == 1 else tuple(row[::-1] for row in rows))
