"""A design made again from its problem and its accepted certificate: what its JSON has to say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rropt.certificate.designs import labels_text, notion_text, objective_text
from rropt.certificate.read import parts_of, read_cut, read_matrix, read_statement
from rropt.certificate.scope import Scope, scope_of
from rropt.designs.exact_leg import all_best, dual_bound, faces
from rropt.designs.parametric import has_one_form
from rropt.designs.parametric_three import optimal_forms
from rropt.designs.piece_text import (
    Formula,
    certificate_of,
    certificate_of_all,
    joined,
    piece_of_prevalences,
    piece_of_t,
    whole_piece,
)
from rropt.designs.prevalences_three import pieces_for_prevalences, verdict_of
from rropt.designs.problem_text import free_interval
from rropt.designs.result import Design, Leg, Minimiser, Piece, Verdict
from rropt.designs.rounded_objective import rounded, widened
from rropt.designs.silent_end import silent_end, with_empty_outputs
from rropt.exact.errors import InputError
from rropt.exact.field import Element, Number, generator
from rropt.exact.matrix import Matrix
from rropt.exact.reading import read_number
from rropt.formats import read_json
from rropt.mechanism import Mechanism
from rropt.objectives import Variance
from rropt.oracles.three_outputs_exact import best_at_worst, best_merges
from rropt.oracles.vertices import best_points
from rropt.problem import Problem
from rropt.program import FisherProgram, LinearProgram, Program, ThreeOutputProgram, VarianceProgram, normal_form
from rropt.program.fisher import BestVariance

__all__ = ["Strange", "rebuilt"]

Part = dict[str, Any]


class Strange(ValueError):
    """A field that disagrees with the certificate: its path, or a sentence about it."""


def rebuilt(document: dict[str, Any], problem: Problem, sentence: str) -> Design:
    """The design that the certificates prove, as far as they prove one; its legs are the certified one alone."""
    near = rounded(problem)
    if near is not problem:
        return widened(_proved(document, near, sentence), problem)
    asked = silent_end(problem)
    found = _proved(document, asked, sentence)
    return found if asked is problem else with_empty_outputs(found, problem)


def _proved(document: dict[str, Any], problem: Problem, sentence: str) -> Design:
    certificate = document["certificate"]
    groups = [_piece_parts(n, piece) for n, piece in enumerate(_pieces(document))]
    parts = parts_of(certificate) if certificate else [part for group in groups for part in group]
    if parts[0]["claim"] == "unattained":
        _compare_notion(problem, parts[0])
        return _plain(problem, Verdict.UNATTAINED, certificate, sentence)
    program = normal_form(problem)
    if isinstance(program, ThreeOutputProgram) and _every(problem):
        return _three_at_each(problem, program, parts, sentence)
    by_prevalence = _by_prevalence(problem, program)
    for part in parts:
        _compare_question(problem, program, part, any_prevalences=by_prevalence)
    if free_interval(problem) is None and not _every(problem):
        return _one_ratio(document, problem, program, parts[0], sentence)
    _require_cover(problem, program, parts, read_json(certificate) if certificate else None)
    if parts[0]["claim"] == "infeasible":
        return _infeasible(problem, program, parts[0], certificate, sentence)
    if document.get("verdict") == "infeasible":
        return _too_much_asked(document, problem, _statement(problem, parts[0]), certificate, sentence)
    if has_one_form(problem, program) and not _in_pieces(problem, program, document["pieces"]):
        return _one_form(problem, program, parts, certificate, sentence)
    if [part for group in groups for part in group] != parts:
        raise Strange("pieces")
    found = [_piece(problem, n, group, by_prevalence) for n, group in enumerate(groups)]
    alone = found[0] if len(found) == 1 and isinstance(program, LinearProgram) else None
    value = _statement(problem, parts[0])["value"] if alone else None
    mechanism = alone.mechanisms[0] if alone else None
    return _plain(problem, Verdict.OPTIMAL, certificate, sentence, mechanism, value, pieces=found)


def _plain(
    problem: Problem,
    verdict: Verdict,
    certificate: str,
    sentence: str,
    mechanism: Mechanism | None = None,
    value: Number | None = None,
    *,
    bounds: tuple[Number | None, Number | None] | None = None,
    proved: Number | None = None,
    minimisers: Sequence[Minimiser] = (),
    pieces: Sequence[Piece] = (),
    requirement: Number | None = None,
) -> Design:
    """A design with its certified leg, which has the value unless another is `proved`."""
    lower, upper = bounds or (value, value)
    leg = Leg("certified", "accepted", value if proved is None else proved, "")
    return Design(
        problem,
        verdict,
        mechanism,
        value,
        lower,
        upper,
        (leg,),
        certificate,
        sentence,
        minimisers=tuple(minimisers),
        pieces=tuple(pieces),
        requirement=requirement,
    )


def _every(problem: Problem) -> bool:
    objective = problem.objective
    return isinstance(objective, Variance) and objective.for_each


def _by_prevalence(problem: Problem, program: Program) -> bool:
    """Whether there is a certificate for each piece of an interval of prevalences."""
    return _every(problem) and free_interval(problem) is None and not has_one_form(problem, program)


def _in_pieces(problem: Problem, program: Program, pieces: list[Any]) -> bool:
    """Whether the pieces of a trace were found without its theorem, and are told as intervals of t."""
    told = pieces[0].get("interval") if len(pieces) == 1 else None
    return isinstance(program, LinearProgram) and told != str(problem.demand)


def _pieces(document: dict[str, Any]) -> list[Any]:
    pieces = document.get("pieces")
    if not isinstance(pieces, list) or not all(isinstance(piece, dict) for piece in pieces):
        raise Strange("pieces")
    return pieces


def _piece_parts(n: int, piece: dict[str, Any]) -> list[Part]:
    """The statements of the certificate of a piece, which says nothing but them."""
    try:
        document = read_json(str(piece["certificate"]))
        parts = parts_of(piece["certificate"])
        if read_json(certificate_of(joined([part["field"] for part in parts]), parts)) == document:
            return parts
    except (InputError, AttributeError, LookupError, TypeError):
        pass
    raise Strange(f"pieces[{n}].certificate")


def _scope(problem: Problem, part: Part) -> tuple[Scope, Number]:
    """The field of a statement's numbers, and its t: the problem's own where epsilon is free."""
    interval = free_interval(problem)
    if interval is not None:
        return Scope(interval, part["field"]), generator(interval)
    t = read_cut(part["field"]["t"])
    assert not isinstance(t, float)
    return Scope(t.field if isinstance(t, Element) else None, part["field"]), t


def _statement(problem: Problem, part: Part) -> dict[str, Any]:
    return read_statement(part, t=_scope(problem, part)[1])


def _compare_notion(problem: Problem, part: Part) -> None:
    if not isinstance(problem.objective, Variance):
        raise Strange("problem.objective")
    if notion_text(problem.demand, _scope(problem, part)[0]) != part["notion"]:
        raise Strange("problem.demand")


def _compare_question(problem: Problem, program: Program, part: Part, *, any_prevalences: bool) -> None:
    """The labels, the demand and the objective are those that the statement names."""
    if part["claim"] == "dominant":
        _compare_dominance(problem, program, part)
        return
    scope, _ = _scope(problem, part)
    outputs = len(part["outputs"]) if isinstance(program, FisherProgram) else problem.m
    if problem.outputs not in ("free", outputs):
        raise Strange("problem.outputs")
    stated = part["requirement"]["objective"] if part["claim"] == "infeasible" else part["objective"]
    expected = objective_text(problem, scope)
    if any_prevalences and "every" in stated:
        expected = {**expected, "every": stated["every"]}
    asked = {**labels_text(problem, outputs), "objective": expected, "demand": notion_text(problem.demand, scope)}
    told = {"inputs": part["inputs"], "outputs": part["outputs"], "objective": stated, "demand": part["notion"]}
    for name, value in told.items():
        if asked[name] != value:
            raise Strange(f"problem.{name}")


def _compare_dominance(problem: Problem, program: Program, part: Part) -> None:
    """The best of all at every prevalence is what is asked for, with as many outputs."""
    if not isinstance(program, FisherProgram) or not _every(problem):
        raise Strange("problem.objective")
    if problem.outputs not in ("free", len(part["mechanism"])):
        raise Strange("problem.outputs")
    _compare_notion(problem, part)


def _one_ratio(document: dict[str, Any], problem: Problem, program: Program, part: Part, sentence: str) -> Design:
    """A design at one epsilon and one prevalence, or the worst one."""
    text, claim, t = document["certificate"], part["claim"], _scope(problem, part)[1]
    if claim == "infeasible":
        return _infeasible(problem, program, part, text, sentence)
    stated = _statement(problem, part)
    if document.get("verdict") == "infeasible":
        return _too_much_asked(document, problem, stated, text, sentence)
    mechanism = _labelled(problem, stated["mechanism"])
    if claim == "within":
        bounds = (stated["lower"], stated["upper"])
        return _plain(problem, Verdict.WITHIN, text, sentence, mechanism, bounds=bounds)
    value = stated["value"]
    best: list[tuple[Matrix, Matrix | None]] = [(stated["mechanism"], None)]
    if "minimisers" in stated:
        best = list(faces(stated["minimisers"], value, program.delta))
    elif isinstance(program, VarianceProgram):
        best = [(program.rows(point), None) for point in best_points(program)[1]]
    elif isinstance(program, ThreeOutputProgram):
        best = [(rows, None) for rows in best_merges(program)[1] or best_at_worst(program).merges]
    elif isinstance(program, LinearProgram):
        best = list(all_best(program, stated["mechanism"], _multipliers(part, t))[0])
    minimisers = [Minimiser(_labelled(problem, p), None if q is None else _labelled(problem, q)) for p, q in best]
    return _plain(problem, Verdict.OPTIMAL, text, sentence, mechanism, value, minimisers=minimisers)


def _three_at_each(problem: Problem, program: ThreeOutputProgram, parts: list[Part], sentence: str) -> Design:
    """Three outputs for every prevalence: the pieces follow from the question, which is the one that the certificates state."""
    pieces = pieces_for_prevalences(problem, program)
    asked = [part for piece in pieces for part in parts_of(piece.certificate)]
    for one, other in zip(asked, parts, strict=False):
        for key, name in (
            ("notion", "demand"),
            ("inputs", "inputs"),
            ("outputs", "outputs"),
            ("objective", "objective"),
        ):
            if one[key] != other.get(key):
                raise Strange(f"problem.{name}")
    return _plain(problem, verdict_of(pieces), certificate_of_all(pieces), sentence, pieces=pieces)


def _infeasible(problem: Problem, program: Program, part: Part, text: str, sentence: str) -> Design:
    """What the multipliers prove, and the requirement beyond it."""
    t = _scope(problem, part)[1]
    proved = dual_bound(_multipliers(part, t), program.delta, problem.objective.sense)
    bound = read_number(part["requirement"]["bound"], t=t)
    return _plain(problem, Verdict.INFEASIBLE, text, sentence, proved=proved, requirement=bound)


def _multipliers(part: Part, t: Number) -> dict[str, Number]:
    """The multipliers of a linear statement; zeros are left out."""
    return {name: read_number(y, t=t) for name, y in part["multipliers"].items()}


def _labelled(problem: Problem, rows: Matrix) -> Mechanism:
    return Mechanism(rows, problem.inputs, problem.output_labels)


def _too_much_asked(
    document: dict[str, Any], problem: Problem, stated: dict[str, Any], text: str, sentence: str
) -> Design:
    """A variance below the least one is not reached, which is what the certificate of that one proves."""
    try:
        wanted = read_number(document["requirement"])
        missed = isinstance(problem.objective, Variance) and wanted < stated["value"]
    except (InputError, LookupError, TypeError, ValueError):
        missed = False
    if not missed:
        raise Strange("requirement")
    return _plain(problem, Verdict.INFEASIBLE, text, sentence, proved=stated["value"], requirement=wanted)


def _require_cover(problem: Problem, program: Program, parts: Sequence[Part], whole: Any) -> None:
    """The statements follow one another from one end of what is asked for to the other."""
    if _by_prevalence(problem, program):
        assert isinstance(problem.objective, Variance)
        pi = problem.objective.of_second
        _, t = _scope(problem, parts[0])
        spans = [[read_number(x, t=t) for x in part["objective"]["every"]] for part in parts]
        meet = all(one[1] == two[0] for one, two in pairwise(spans))
        if not meet or (spans[0][0], spans[-1][1]) != (pi.lower, pi.upper):
            raise Strange("pieces")
        return
    if free_interval(problem) is None:
        return
    domains = [part["field"] for part in parts]
    asked = scope_of([], ratio=problem.demand.reduced()[0]).domain  # type: ignore[arg-type]
    ends = [{"from": d.get("t"), "to": d.get("t"), "ends": "[]"} | d for d in domains]
    if joined(domains) != asked or (whole is not None and whole["field"] != asked):
        raise Strange("problem.interval" if whole is not None else "pieces")
    if not all(a["to"] == b["from"] and a["ends"][1] + b["ends"][0] != ")(" for a, b in pairwise(ends)):
        raise Strange("pieces")


def _one_form(problem: Problem, program: Program, parts: Sequence[Part], certificate: str, sentence: str) -> Design:
    """The design whose only form is optimal throughout."""
    stated, (form, *others) = _statement(problem, parts[0]), (_forms(part, _scope(problem, part)[1]) for part in parts)
    if any(x != form for x in others):
        raise Strange("certificate")
    rows, value = stated["mechanism"], stated.get("value")
    formula: Formula | None = value
    if isinstance(program, VarianceProgram) and value is None:
        d = rows[0][0] + rows[1][1] - 1
        formula = (rows[0][0] / d, rows[1][1] / d)
    elif isinstance(program, FisherProgram) and value is None:
        formula = BestVariance(program.ratio, program.delta)
    assert formula is not None
    text = certificate_of(joined([part["field"] for part in parts]), parts)
    piece = whole_piece(problem, rows, formula, certificate=text)
    return _plain(problem, Verdict.OPTIMAL, certificate, sentence, _labelled(problem, rows), value, pieces=[piece])


def _piece(problem: Problem, n: int, parts: list[Part], by_prevalence: bool) -> Piece:
    """The piece that statements about one form prove."""
    _, t = _scope(problem, parts[0])
    forms, *others = (_forms(part, t) for part in parts)
    if any(x != forms for x in others):
        raise Strange(f"pieces[{n}].certificate")
    domain = joined([part["field"] for part in parts])
    text = certificate_of(domain, parts)
    if by_prevalence:
        lower, upper = (read_number(x, t=t) for x in parts[0]["objective"]["every"])
        return piece_of_prevalences(problem, (lower, upper), forms[0], certificate=text)
    rows, value = forms
    assert value is not None
    program = normal_form(problem)
    if isinstance(program, ThreeOutputProgram):
        rows = optimal_forms(program, value)
    return piece_of_t(problem, domain, rows, value, certificate=text)


def _forms(part: Part, t: Number) -> tuple[list[Matrix], Number | None]:
    """The mechanisms and the value of a statement, as functions of t."""
    rows = part["minimisers"] if "minimisers" in part else [part["mechanism"]]
    value = part.get("value")
    return [read_matrix(r, t) for r in rows], None if value is None else read_number(value, t=t)
