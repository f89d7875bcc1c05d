"""The pieces of a design with a free ε or a free prevalence, in fields and in words: functions of what is certified."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import designs as write
from rropt.certificate.read import read_cut
from rropt.certificate.scope import cut, scope_of
from rropt.exact.decimal import decimal
from rropt.exact.element import Element, Number, element
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Free
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.objectives import Variance
from rropt.problem.fields import free_interval
from rropt.problem.problem import Problem
from rropt.problem.result import Piece
from rropt.results import is_free
from rropt.variance.information import BestVariance
from rropt.variance.prevalence import Prevalence, Quantifier

__all__ = [
    "SEVERAL",
    "Formula",
    "certificate_of",
    "certificate_of_all",
    "formula_said",
    "joined",
    "judged",
    "piece_of_prevalences",
    "piece_of_t",
    "whole_piece",
]

Formula = Number | tuple[Number, Number] | BestVariance
SEVERAL = "each piece has its own certificate, under pieces"


def certificate_of(domain: Any, parts: Sequence[Any]) -> str:
    """One document as it is, several as pieces of the domain."""
    if len(parts) == 1:
        return write.dumps({"schema": write.SCHEMA, **parts[0]})
    return write.dumps({"schema": write.SCHEMA, "claim": "pieces", "field": domain, "pieces": list(parts)})


def certificate_of_all(pieces: Sequence[Piece]) -> str:
    """The certificate of the only piece; where there are several without one for all, each has its own."""
    return pieces[0].certificate if len(pieces) == 1 else ""


def judged(pieces: int, parts: int) -> str:
    """What the checker judged: the pieces, and into how many parts some are cut so that it can follow them."""
    count = f"{pieces} piece{'s' if pieces > 1 else ''}"
    return f"{count} in {parts} parts, judged by the checker" if parts > pieces else f"{count}, judged by the checker"


def joined(domains: Sequence[Any]) -> Any:
    """The domain of several that follow one another."""
    if len(domains) == 1:
        return domains[0]
    first, last = ({"from": d.get("t"), "to": d.get("t"), "ends": "[]"} | d for d in (domains[0], domains[-1]))
    return {"from": first["from"], "to": last["to"], "ends": first["ends"][0] + last["ends"][1]}


def formula_said(formula: Formula) -> str:
    """The value, a number, of a point (x, y), or the best 1/I, in words."""
    if isinstance(formula, BestVariance):
        said = formula.formula.replace("delta", "δ").replace("*", "").replace("^2", "²").replace("-", "−")
        numbers = {"T": formula.ratio, "δ": formula.delta}
        said += " with q = π(1 − π)"
        return said + "".join(f", {name} = {_in_t(x)}" for name, x in numbers.items() if x and name in said)
    if isinstance(formula, tuple):
        x, y = (_in_t(c) for c in formula)
        return f"(x − π)(y − 1 + π) with x = {x}, y = {y}"
    return _in_t(formula)


def _in_t(x: Number) -> str:
    return show(x, symbol="t" if is_free(x) else None)


def piece_of_t(
    problem: Problem,
    domain: Any,
    forms: Sequence[Matrix],
    value: Number,
    *,
    towards: Sequence[Matrix] = (),
    certificate: str = "",
    sentence: str = "",
) -> Piece:
    """The piece on one domain of t, spelled as in its certificate."""
    interval = free_interval(problem)
    assert interval is not None
    start, end, ends = domain.get("from", domain.get("t")), domain.get("to", domain.get("t")), domain.get("ends", "[]")
    first, last = _end_said(start, interval), _end_said(end, interval)
    words = f"t = {first}" if "t" in domain else f"{ends[0]}{first}, {last}{ends[1]}"
    ranges = (read_cut(start), read_cut(end), ends)
    mechanisms = tuple(_mechanism(problem, rows, *ranges) for rows in forms)
    ends_of_faces = tuple(Mechanism(rows, problem.inputs, problem.output_labels) for rows in towards)
    said = formula_said(value)
    return Piece("t = e^epsilon", words, mechanisms, said, certificate, sentence, *ranges, value, ends_of_faces)


def _mechanism(problem: Problem, rows: Matrix, lower: Number | float, upper: Number | float, ends: str) -> Mechanism:
    """A form as a mechanism for each t of the whole interval; of its own piece where it is none beyond that."""
    try:
        return Mechanism(rows, problem.inputs, problem.output_labels)
    except InputError:
        assert not isinstance(lower, float)
        piece = Free(lower, upper, ends[0] == "(", ends[1] == ")")
        moved = [[element(piece, x.num, x.den) if isinstance(x, Element) else x for x in row] for row in rows]
        return Mechanism(moved, problem.inputs, problem.output_labels)


def _end_said(data: Any, interval: Free) -> str:
    """An end of the whole interval as it is; a breakpoint exactly where it has a closed form, and to a few digits."""
    x = read_cut(data)
    if isinstance(x, float):
        return "inf"
    if data in (cut(interval.lower), cut(interval.upper)):
        return show(x)
    exact, near = "" if isinstance(x, Element) and isinstance(x.field, Algebraic) else show(x), decimal(x, digits=8)
    both = f"{exact} ≈ {near}" if exact not in ("", near) else near
    lower, _ = Epsilon(x).bounds(width=Fraction(1, 10**12))
    return f"{both} (epsilon ≈ {decimal(lower, digits=8)})"


def whole_piece(
    problem: Problem, rows: Matrix, formula: Formula, *, certificate: str = "", sentence: str = ""
) -> Piece:
    """The only piece, on all of the interval of t or of the prevalence."""
    mechanisms = (Mechanism(rows, problem.inputs, problem.output_labels),)
    interval, objective = free_interval(problem), problem.objective
    if interval is not None:
        domain = scope_of([], ratio=problem.demand.reduced()[0]).domain  # type: ignore[arg-type]
        said, ranges = str(problem.demand), (interval.lower, interval.upper, domain["ends"])
        return Piece("epsilon", said, mechanisms, formula_said(formula), certificate, sentence, *ranges, formula)
    assert isinstance(objective, Variance)
    pi = objective.prevalence
    said = formula_said(formula)
    return Piece(
        "prevalence", pi.in_words(), mechanisms, said, certificate, sentence, pi.lower, pi.upper, "[]", formula
    )


def piece_of_prevalences(
    problem: Problem,
    bounds: tuple[Number, Number],
    forms: Sequence[Matrix],
    *,
    certificate: str = "",
    sentence: str = "",
) -> Piece:
    """The piece on the prevalences of the second input between the bounds, told of the input that is asked about."""
    objective = problem.objective
    assert isinstance(objective, Variance)
    (p00, _), (_, p11) = forms[0]
    d = p00 + p11 - 1
    asked, point = Prevalence(*bounds, Quantifier.EVERY), (p00 / d, p11 / d)
    if objective.positive == 0:
        asked, point = asked.mirrored(), (point[1], point[0])
    words = " to ".join(
        show(e) if isinstance(e, Fraction) else f"{show(e)} ≈ {decimal(e)}" for e in (asked.lower, asked.upper)
    )
    mechanisms = tuple(Mechanism(rows, problem.inputs, problem.output_labels) for rows in forms)
    ranges = (asked.lower, asked.upper, "[]")
    return Piece("prevalence", words, mechanisms, formula_said(point), certificate, sentence, *ranges, point)
