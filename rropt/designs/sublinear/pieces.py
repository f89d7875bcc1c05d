"""Information and divergences where ε is free: the optimum enclosed on the parts of a stated interval.

No form of t is known for it, but a larger ε allows more mechanisms, so that the optimum does not fall. On a part [a, b] it is
at least what the optimum at a keeps, and at most the optimum at b, whose multipliers bound it. The mechanism is of a rational
t that is not above a, the multipliers are of one that is not below b; the checker judges both over the whole part.
So it is with at most so many answers; where these have no multipliers, the checker lists the mechanisms of a ratio above all t.

With δ > 0 multipliers y and m ≥ 0 of a T = b bound it at every t below by Σ y + δ Σ m: max(0, s_j − b s_l) is no more than
max(0, s_j − t s_l), so that f(s) ≤ y·s + Σ m_jl max(0, s_j − t s_l) there too. Of the mechanism of a the excess p_j − t p_l keeps
its sign over [a, b] where a² ≥ b, as its rows have the levels 0, 1, a, a², …; so no part but that from ε = 0 on is longer than
what is below it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, permutations, product

from rropt.certificate.judge import accept
from rropt.certificate.scope import scope_of
from rropt.certificate.writing import Document, dumps, head, join_domains, without_schema
from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.objectives.row_function import Function
from rropt.designs.reductions.labelled import refuse_at
from rropt.designs.sublinear.basis_pieces import find_basis_pieces, has_basis_pieces
from rropt.designs.sublinear.certificate import write_sublinear
from rropt.designs.sublinear.exact import function_asked, prove
from rropt.designs.sublinear.program import SublinearProgram
from rropt.designs.sublinear.theorems import binary
from rropt.designs.sublinear.thresholds import say_threshold, threshold_between
from rropt.exact.decimal import round_bounds_outward
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import exponential
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.exact.substitute import value_at
from rropt.problem.answers import Evidence, Parts
from rropt.problem.known import pose
from rropt.problem.pieces.answer import Draft, answer_together
from rropt.problem.pieces.of_t import piece_throughout
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.pieces.sampled import at_ratio, sampled_ratios
from rropt.problem.pieces.span import spans_between
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.problem.split import pad_labels, parts_of_labels, split_labels
from rropt.solvers.agreement import CLOSE, lies_within

__all__ = ["pieces_by_parts", "require_parts"]

PARTS, PARTS_OF_LISTS = 16, 4
MOST_INPUTS, MOST_SLACK_INPUTS = 10, 4
MOST_FEW_INPUTS = 6  # of at most so many answers, or under conditions
MOST_LISTED = 4  # inputs of which two answers with a slack are listed at the ends of many parts
MOST_EXACT = 10  # inputs whose patterns the checker compares at every t
LONGEST = Fraction(19, 10)  # of the upper end of a part's ε to its lower one, where δ > 0
WIDTH = Fraction(1, 10**20)


def require_parts(problem: Problem) -> None:
    """Refuse a free ε if the parts of its interval cannot be enclosed."""
    interval, name = problem.interval, problem.objective.called
    assert interval is not None
    if interval.is_delta:
        raise InputError(f"with delta free the {name} is not designed; give one delta, such as 1/10")
    if problem.bounds.common is None:
        raise InputError(
            f"the {name} is enclosed over an interval of epsilon of one demand; drop the rest, or fix epsilon"
        )
    if has_slack(problem):
        _require_slack(problem)
    if has_basis_pieces(problem):
        return
    if is_infinite(interval.upper) and not _is_by_theorem(problem):
        raise InputError(
            f"the {name} is enclosed on the parts of an interval of epsilon; give both of its ends, such as 1/2..2"
        )
    most = MOST_INPUTS if problem.outputs == "free" and not problem.conditions else MOST_FEW_INPUTS
    if problem.k > most and not _is_by_theorem(problem):
        raise InputError(
            f"with epsilon free the {name} is enclosed for at most {most} inputs, not for {problem.k}; fix epsilon"
        )


def has_slack(problem: Problem) -> bool:
    """Whether one demand asks the same of all pairs of inputs, with δ > 0."""
    return problem.bounds.common is not None and problem.ratio_and_delta[1] != 0


def _require_slack(problem: Problem) -> None:
    """Refuse what is enclosed for δ = 0 alone."""
    name = problem.objective.called
    if problem.outputs == 2 and not problem.conditions:
        # of two answers the checker lists the vertices at a ratio above all t, with a slack too
        return
    if problem.outputs != "free" and not problem.conditions:
        raise InputError(
            f"at most {problem.outputs} answers are enclosed over an interval of epsilon with delta = 0; drop delta, fix epsilon, "
            "or give outputs = 2"
        )
    if problem.k > MOST_SLACK_INPUTS:
        raise InputError(
            f"with epsilon free and delta > 0 the {name} is enclosed for at most {MOST_SLACK_INPUTS} inputs, not for {problem.k}; "
            "fix epsilon, or drop delta"
        )
    if not isinstance(problem.ratio_and_delta[1], Fraction):
        raise InputError(f"with epsilon free the {name} is enclosed for a rational delta; give one, such as 1/20")


@dataclass(frozen=True)
class End:
    """An end of a part, with the designs at two rational numbers that enclose its t."""

    problem: Problem
    t: Number

    @cached_property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """Rationals around t, the lower one at least 1. The upper one has a margin if f is exact, because the checker
        rounds t."""
        low, high = enclose(self.t, width=WIDTH)
        return max(Fraction(1), low), high + (WIDTH if self.function.is_exact else 0)

    @property
    def function(self) -> Function:
        """The function f that is maximised."""
        return function_asked(self.problem)

    @cached_property
    def below(self) -> Evidence:
        """The design just below t: its mechanism keeps the demand from here on."""
        return self._answer(self.bounds[0])

    @cached_property
    def above(self) -> Evidence:
        """The design just above t: its bound holds for every smaller t."""
        return self.below if self.bounds[0] == self.bounds[1] else self._answer(self.bounds[1])

    def _answer(self, t: Fraction) -> Evidence:
        problem = at_ratio(self.problem, t)
        if problem.outputs != "free" or has_slack(problem):
            few = pose(problem)
            found = few.prove(few.theorem(), optima="one")
            if not isinstance(found, Evidence):
                raise refuse_at(t)
            return found
        program = SublinearProgram.of_ratio(self.function, t)
        return prove(problem, program, binary(program))


def pieces_by_parts(problem: Problem) -> Parts:
    """Enclose the optimum on each part, with a certificate."""
    interval = problem.interval
    assert interval is not None
    if (whole := _throughout(problem)) is not None:
        return whole
    if has_basis_pieces(problem):
        return find_basis_pieces(problem)
    is_quick = problem.outputs in ("free", 2) or problem.splits_answers
    is_quick &= not has_slack(problem) or problem.k <= MOST_LISTED
    ends = [End(problem, t) for t in _cuts(interval, PARTS if is_quick else PARTS_OF_LISTS, slack=has_slack(problem))]
    if not all(isinstance(x, Fraction) for vector in ends[0].function.vectors for x in vector):
        raise InputError(
            f"with epsilon free the {problem.objective.called} is about rational chances; give such, or fix epsilon"
        )
    most = _most_rows(problem, ends)
    posed = split_labels(problem, most) if problem.splits_answers else problem
    drafts, changes = [], [_changes(problem, first, last) for first, last in pairwise(ends)]
    spans = iter(spans_between(interval, _inner(ends, changes)))
    for (first, last), within in zip(pairwise(ends), changes, strict=True):
        bounds = round_bounds_outward(first.below.lower, last.above.upper, digits=17)
        rows = pad_labels(first.below.rows, _rows_by_label(problem, first.below), most)
        domains = [next(spans).domain for _ in range(len(within) + 1)]
        documents = [without_schema(_document(posed, domain, rows, last.above, bounds)) for domain in domains]
        whole = join_domains(domains)
        drafts.append(Draft(domain=whole, documents=documents, forms=(rows,), value=Between(*bounds)))
    found = answer_together(
        posed,
        drafts,
        symbolic=Leg("symbolic", "no closed form applies", None, "closed_forms"),
        numeric=lambda pieces: _sampled(problem, pieces),
    )
    widest = max(found.pieces, key=lambda piece: _width(piece))
    note = (
        "the optimum does not fall as epsilon grows, so each part has the value of a mechanism of its lower end, and the bound of "
        f"its upper end; the widest enclosure is {widest.value_said}, and a shorter interval has narrower ones"
    )
    return replace(found, notes=(note, *_threshold(ends), *found.notes))


def _changes(problem: Problem, first: End, last: End) -> list[Fraction]:
    """With a slack, list the t inside a part at which an r_j - t r_l of its mechanism changes its sign, or a φ bends.

    On either side of these the checker knows which excesses count, and on which side of the bend each row is. The rows are by
    levels, so that their ratios are powers of t.
    """
    if problem.ratio_and_delta[1] == 0:
        return []
    bends = {max(b, 1 / b) for b in first.function.bends if b > 0}
    for b, n in product(bends, range(2, problem.k)):
        if first.t**n < b < last.t**n:
            raise InputError(
                f"with delta > 0 the {problem.objective.called} bends where e^({n} epsilon) = {show(b)}, inside the interval of "
                "epsilon, where the checker does not follow; give an interval on one side of it"
            )
    pairs = (pair for row in first.below.rows for pair in permutations(row, 2))
    ratios = {p / q for p, q in pairs if q and isinstance(p, Fraction) and isinstance(q, Fraction)}
    return sorted(x for x in ratios | bends if first.t < x < last.t)


def _inner(ends: Sequence[End], changes: Sequence[Sequence[Fraction]]) -> list[Number]:
    """All points between which the checker is asked, without the first end and the last."""
    found: list[Number] = []
    for end, within in zip(ends[1:], changes, strict=True):
        found += [*within, end.t]
    return found[:-1]


def _throughout(problem: Problem) -> Parts | None:
    """The single piece of a total variation distance between two distributions, whose theorem holds for every t; else None."""
    if not _is_by_theorem(problem):
        return None
    program = SublinearProgram.of_ratio(function_asked(problem), problem.ratio_and_delta[0])
    theorem = binary(program)
    assert theorem is not None
    columns = [theorem.multipliers[f"column[{members[0]}]"] for members in program.classes.members]
    bounds, vectors = (theorem.value, theorem.value), program.function.vectors
    document = write_sublinear(problem, theorem.rows, program.spread(columns), None, program.classes, bounds, vectors)
    text = dumps(document | _said_of_outputs(problem))
    sentence = accept(text, f"the {problem.objective.called} at every epsilon")
    piece = piece_throughout(problem, theorem.rows, theorem.value, certificate=text, sentence=sentence)
    legs = (
        Leg("symbolic", "by a theorem", theorem.value, theorem.theorem),
        _sampled(problem, [piece]),
        Leg("certified", "accepted", theorem.value, f"{theorem.theorem}, judged by the checker"),
    )
    mechanism = piece.mechanisms[0]
    return Parts(
        pieces=(piece,), certificate=text, sentence=sentence, legs=legs, mechanism=mechanism, value=theorem.value
    )


def _is_by_theorem(problem: Problem) -> bool:
    """Whether it is a total variation distance between two distributions, with few enough patterns to compare at every t."""
    function = function_asked(problem)
    is_plain = bool(function.vectors) and problem.k <= MOST_EXACT and not problem.conditions and not has_slack(problem)
    return isinstance(function.phi, TotalVariation) and is_plain


def _threshold(ends: list[End]) -> tuple[str, ...]:
    """Say from which epsilon on randomized response is optimal; a total variation distance has its theorem instead."""
    function = ends[0].function
    problem = ends[0].problem
    if isinstance(function.phi, TotalVariation) or function.is_least or problem.outputs != "free" or has_slack(problem):
        return ()
    return say_threshold(threshold_between(function, ends[0].t, ends[-1].t))


def _cuts(interval: Free, parts: int, *, slack: bool) -> list[Number]:
    """The ends of equal parts of ε, but for short ones where δ > 0; inner ends are rational t unless they are powers of e."""
    low, high = interval.lower, interval.upper
    assert not is_infinite(high)
    first, last = Epsilon(low).value, Epsilon(high).value
    if first is not None and last is not None:
        inner = (exponential(x) for x in _inner_cuts(first, last, parts, slack))
        return [low, *(t for t in inner if not is_infinite(t)), high]
    a, b = math.log(float(low)), math.log(float(high))
    unit = Fraction(10) ** (math.floor(math.log10(math.exp(a) * math.expm1((b - a) / parts))) - 2)
    near = _inner_cuts(Fraction(a), Fraction(b), parts, slack)
    return [low, *(round(Fraction(math.exp(x)) / unit) * unit for x in near), high]


def _inner_cuts(first: Fraction, last: Fraction, parts: int, slack: bool) -> list[Fraction]:
    """The inner ends of equal parts; with δ > 0 a part that begins at ε > 0 is shorter than ε."""
    step = (last - first) / parts
    if not slack or first >= 2 * step:
        return [first + step * n for n in range(1, parts)]
    found, at = list[Fraction](), first
    while at + step < last or (at and at * LONGEST < last):
        at = min(at + step, at * LONGEST) if at else at + step
        found.append(at)
    return found


def _document(
    problem: Problem, domain: Document, rows: Matrix, high: Evidence, bounds: tuple[Fraction, Fraction]
) -> Document:
    """Certify a part: the mechanism comes from its lower end, the prices from its upper one."""
    scope, judged = scope_of(problem.bounds.numbers()), json.loads(high.certificate)
    return {
        **head(problem, scope, "within", len(rows)),
        **_said_of_outputs(problem),
        "field": domain,
        "lower": scope.number(bounds[0]),
        "upper": scope.number(bounds[1]),
        "mechanism": scope.matrix(rows),
        **{key: judged[key] for key in ("prices", "witness", "classes") if key in judged},
    }


def _said_of_outputs(problem: Problem) -> Document:
    """The statement's limit on the number of outputs, if there is one."""
    return {} if problem.outputs == "free" or problem.conditions else {"most_outputs": str(problem.outputs)}


def _most_rows(problem: Problem, ends: Sequence[End]) -> list[int]:
    """The largest number of rows among the mechanisms at the ends; if conditions name labels, for each label."""
    return [max(some) for some in zip(*(_rows_by_label(problem, end.below) for end in ends), strict=True)]


def _rows_by_label(problem: Problem, found: Evidence) -> tuple[int, ...]:
    """The number of rows of each label if conditions name labels; else the total."""
    many = len(found.rows)
    if not problem.splits_answers:
        return (many,)
    return parts_of_labels(problem, found.outputs or tuple(map(str, range(many))))


def _width(piece: Piece) -> Number:
    assert isinstance(piece.value, Between)
    return piece.value.upper - piece.value.lower


def _sampled(problem: Problem, pieces: Sequence[Piece]) -> Leg:
    """Solve with HiGHS at sampled points, whose values must lie in the bounds of their part."""
    values = {t: pose(at_ratio(problem, t)).numeric(None).value for t in sampled_ratios(problem) if t is not None}
    sampled = {t: value for t, value in values.items() if not math.isnan(value)}
    for t, value in sampled.items():
        bounds = next(p.value for p in pieces if p.covers(Epsilon(t)))
        if not isinstance(bounds, Between):
            assert not isinstance(bounds, Formula)
            exact = value_at(bounds, t)
            bounds = Between(exact, exact)
        if not lies_within(value, float(bounds.lower), float(bounds.upper), CLOSE):
            raise Disagreement(
                f"the numeric optimum {value!r} at t = {t} is not in the exact bounds {bounds.in_words()}; nothing is concluded"
            )
    return Leg("numeric", f"within the bounds at {len(sampled)} sampled points", None, "HiGHS over patterns")
