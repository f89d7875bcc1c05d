"""Bound an optimum as a function of t = e^ε (or of δ) if no formula is known. The interval of t is cut into parts, and designs at
the two ends of a part bound the optimum on this part.

A larger t allows more mechanisms. So on a part [a, b], the mechanism designed at a keeps the demand at each t, and its value is
reached there. A bound on all mechanisms at b is also a bound on all mechanisms at each smaller t. If the objective is minimised,
the design at a gives the upper bound, and the design at b gives the lower one.

So the part's certificate has the mechanism of the design at a, its estimators, and whatever else shows its value. It has the prices
(linear-programming dual variables) of the design at b, and whatever else defines f, the function of a row that the objective sums.
The checker judges both over the whole part.

The prices of b also serve at a smaller t, for this reason. In the lemma on prices (SPEC.md, section 4), y are the prices of the
columns, z_c ≥ 0 is the price of the inequality c of the demand, and u_n is the price of the n-th condition. The condition's sign is
σ_n, and its coefficients in the row are a_n. The cone of t is the set of rows that the demand allows at t. Let h_c,t(s) be
max(0, s_j − T_c s_l) with the ratio T_c at t. If

f(s) ≤ y·s + Σ z_c h_c,b(s) + Σ u_n σ_n a_n·s

holds for all rows s in the cone of b, then

f(s) ≤ y·s + Σ z_c h_c,t(s) + Σ u_n σ_n a_n·s

holds for all rows s in the cone of t. This is so because the cone of t lies in the cone of b, z ≥ 0, and h_c,t(s) ≥ h_c,b(s) for s
≥ 0. The budgets do not fall as δ grows, so the bound at t is at most the bound at b.

An irrational end has two designs. One is at a rational just below the end, and its mechanism keeps the demand at the end. The other
design is at a rational just above the end.

An excess p_j − T p_l of the mechanism may change its sign at some t inside a part. If one document covered both sides of this t,
the checker could not decide whether the excess counts. So the part has one document on each side of this t.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

from flint import fmpz_poly

from rropt.certificate.scope import scope_of
from rropt.certificate.writing import Document, head, join_domains, without_schema
from rropt.exact.decimal import round_bounds_outward
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement
from rropt.exact.fields import DELTA, Free
from rropt.exact.isolate import Root, isolate
from rropt.exact.matrix import Matrix
from rropt.exact.reading import label_all
from rropt.exact.sign import enclose
from rropt.exact.substitute import value_at
from rropt.problem.answers import Evidence, Parts
from rropt.problem.pieces.answer import Draft, answer_together
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.pieces.renaming import rename_prices
from rropt.problem.pieces.sampled import at_ratio, sampled_ratios, solve_sampled
from rropt.problem.pieces.span import End, Span, spans_between
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.problem.split import pad_labels, parts_of_labels, split_labels
from rropt.solvers.agreement import lies_within

__all__ = ["DesignedEnd", "Part", "answer_parts", "changes_between", "draft_parts", "sample_between", "width_of"]

WIDTH = Fraction(1, 10**20)
OF_LOWER_END = {"estimator", "inverse", "triangle", "moments"}
"""The keys of a certificate's witness that show the value of the mechanism; the other keys define f, or weigh the terms of f."""


@dataclass(frozen=True)
class DesignedEnd:
    """An end t of a part of the interval, with designs at two rational numbers that enclose t. The function `ask` makes the design
    at such a number."""

    problem: Problem
    t: Number
    ask: Callable[[Problem, Fraction], Evidence]
    is_rounded: bool = False
    """Whether the checker rounds t up, so that the upper one of the two rational numbers must lie a little higher."""

    @cached_property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """Rational bounds around t. The lower one is at least 1 if t stands for e^ε, and at least 0 if it stands for δ."""
        low, high = enclose(self.t, width=WIDTH)
        interval = self.problem.interval
        least = Fraction(0 if interval is not None and interval.is_delta else 1)
        return max(least, low), high + (WIDTH if self.is_rounded else 0)

    @cached_property
    def below(self) -> Evidence:
        """The design at the lower one of `bounds`, which is t or just below t.

        Its mechanism satisfies the demand at that number and at every larger one, so also at t.
        """
        return self._answer(self.bounds[0])

    @cached_property
    def above(self) -> Evidence:
        """The design at the upper one of `bounds`, which is t or just above t.

        Its bound on all mechanisms holds at that number and at every smaller one, so also at t.
        """
        return self.below if self.bounds[0] == self.bounds[1] else self._answer(self.bounds[1])

    def _answer(self, t: Fraction) -> Evidence:
        return self.ask(at_ratio(self.problem, t), t)


@dataclass(frozen=True)
class Part:
    """A part of the interval between two ends. At the numbers `changes` inside it, one document of its certificate ends and the
    next starts."""

    first: DesignedEnd
    last: DesignedEnd
    changes: Sequence[End] = ()

    @cached_property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """The lower and the upper bound on the optimum throughout the part, rounded outward. One of them is the value of the
        mechanism that is designed at the lower end. The other is the bound that belongs to the design at the upper end."""
        kept, bound = self.first.below, self.last.above
        is_least = self.first.problem.objective.sense == "min"
        lower, upper = (bound.lower, kept.upper) if is_least else (kept.lower, bound.upper)
        return round_bounds_outward(lower, upper, digits=17)


def answer_parts(problem: Problem, parts: Sequence[Part], *, within: float) -> Parts:
    """Certify the bounds on all parts, which follow one another on the interval. Compare the bounds with a solver's values at
    sampled points. A value may lie outside the bounds by at most the relative error `within`."""
    posed, drafts = draft_parts(problem, parts)
    return answer_together(
        posed,
        drafts,
        numeric=lambda pieces: sample_between(problem, pieces, within),
    )


def draft_parts(problem: Problem, parts: Sequence[Part]) -> tuple[Problem, list[Draft]]:
    """Draft a piece for each part. Return the problem that the drafts answer, and the drafts.

    If conditions name labels, several answers may have the same label. Then the parts may need different numbers of answers for a
    label. The problem returned has, for each label, as many answers as any part needs.
    """
    interval = problem.interval
    assert interval is not None
    most = [max(some) for some in zip(*(_rows_by_label(problem, part.first.below) for part in parts), strict=True)]
    posed = split_labels(problem, most) if problem.splits_answers else problem
    inner = [x for part in parts for x in (*part.changes, part.last.t)][:-1]
    spans, drafts = iter(_apart(spans_between(interval, inner))), []
    for part in parts:
        kept = part.first.below
        own = _rows_by_label(problem, kept)
        rows = pad_labels(kept.rows, own, most)
        is_own = [x == 1 for (x,) in pad_labels(((Fraction(1),),) * len(kept.rows), own, most)]
        domains = [next(spans).domain for _ in range(len(part.changes) + 1)]
        documents = [without_schema(_document(posed, domain, rows, is_own, part)) for domain in domains]
        drafts.append(
            Draft(domain=join_domains(domains), documents=documents, forms=(rows,), value=Between(*part.bounds))
        )
    return posed, drafts


def _apart(spans: Sequence[Span]) -> list[Span]:
    """If a span touches a span that is a single number, exclude this number from it, so that the number belongs to one span
    only."""
    points = [None, *spans, None]
    found = []
    for before, span, after in zip(points, spans, points[2:], strict=False):
        if not span.is_point:
            opening = "(" if before is not None and before.is_point else span.ends[0]
            closing = ")" if after is not None and after.is_point else span.ends[1]
            span = replace(span, ends=opening + closing)
        found.append(span)
    return found


def changes_between(part: Part, bends: Iterable[fmpz_poly], *, has_slack: bool) -> list[Root]:
    """List the numbers t inside a part of the interval at which its certificate may need a new document.

    `bends` has polynomials in t, whose roots are such numbers. If `has_slack` is True, the ratios of any two rational entries in
    one row of the mechanism are such numbers too.
    """
    pairs = (pair for row in part.first.below.rows for pair in permutations(row, 2)) if has_slack else ()
    ratios = {p / q for p, q in pairs if q and isinstance(p, Fraction) and isinstance(q, Fraction)}
    linear = [fmpz_poly([-x.numerator, x.denominator]) for x in ratios]
    return isolate([*linear, *bends], Free(part.first.t, part.last.t))


def width_of(piece: Piece) -> Number:
    """The distance between the two bounds of a piece that has bounds instead of a value."""
    assert isinstance(piece.value, Between)
    return piece.value.upper - piece.value.lower


def _document(problem: Problem, domain: Document, rows: Matrix, is_own: Sequence[bool], part: Part) -> Document:
    """Write the certificate's document on a domain inside a part. The mechanism, and the data that show its value, come from the
    design at the lower end. The prices come from the design at the upper end."""
    scope = scope_of(problem.bounds.numbers())
    kept, bound = (json.loads(found.certificate) for found in (part.first.below, part.last.above))
    lower, upper = part.bounds
    found = {
        **head(problem, scope, "within", len(rows)),
        "field": domain,
        "lower": scope.number(lower),
        "upper": scope.number(upper),
        "mechanism": scope.matrix(rows),
        **{key: bound[key] for key in ("most_outputs", "classes") if key in bound},
    }
    if "prices" in bound:
        above = at_ratio(part.last.problem, part.last.bounds[1])
        found["prices"] = rename_prices(bound["prices"], above, part.last.problem)
    if "witness" in bound:
        found["witness"] = _mix(kept.get("witness", {}), bound["witness"], is_own)
    return found


def _mix(kept: Any, bound: Any, is_own: Sequence[bool]) -> Any:
    """Join the witnesses of two certificates. A witness is the part of a certificate that shows a mechanism's value and defines the
    function of a row that the objective sums.

    The keys in `OF_LOWER_END` are taken from `kept`, and all other keys from `bound`. `is_own` has an entry for each answer, which
    is False if this answer was only added to the mechanism and is never given. For such an answer, an estimator gets a column of 0.
    """
    if isinstance(bound, list):
        return [_mix(*both, is_own) for both in zip(kept, bound, strict=True)]
    found: Document = {}
    for key in kept | bound:
        if key in ("places", "of"):
            found[key] = _mix(kept[key], bound[key], is_own)
        elif key in OF_LOWER_END:
            found[key] = _append(kept[key], is_own) if key == "estimator" else kept[key]
        else:
            found[key] = bound[key]
    return found


def _append(estimator: Sequence[Sequence[str]], is_own: Sequence[bool]) -> list[list[str]]:
    """Insert columns of 0 into an estimator, one for each answer for which `is_own` is False. Such an answer was only added to the
    mechanism, and is never given."""
    columns = iter(zip(*estimator, strict=True))
    silent = ("0",) * len(estimator)
    return [list(line) for line in zip(*(next(columns) if own else silent for own in is_own), strict=True)]


def _rows_by_label(problem: Problem, found: Evidence) -> tuple[int, ...]:
    """Count the rows of the mechanism found. If conditions name labels, so that several answers may share a label, the result has
    one count for each label. Otherwise it has just the number of all rows."""
    many = len(found.rows)
    if not problem.splits_answers:
        return (many,)
    return parts_of_labels(problem, label_all(found.outputs, many))


def sample_between(problem: Problem, pieces: Sequence[Piece], within: float) -> Leg:
    """Solve the problem in floats at sampled points of the interval, and compare the values with the bounds of the pieces.

    `Disagreement` is raised if a value does not lie within the bounds of its piece, up to the relative error `within`. Otherwise a
    `Leg` (an answer with its source) is returned, which states the number of points. Points that the solver does not solve, or not
    in time, are not counted.
    """
    points = [t for t in sampled_ratios(problem) if t is not None]
    asked = {t: solve_sampled(at_ratio(problem, t)) for t in points}
    answers = {t: answer for t, answer in asked.items() if answer is not None}
    for t, answer in answers.items():
        bounds = next(p.value for p in pieces if p.covers(t if problem.free == DELTA else Epsilon(t)))
        if not isinstance(bounds, Between):
            assert not isinstance(bounds, Formula)
            exact = value_at(bounds, t)
            bounds = Between(exact, exact)
        if not lies_within(answer.value, float(bounds.lower), float(bounds.upper), within):
            raise Disagreement(
                f"at {'delta' if problem.free == DELTA else 'e^epsilon'} = {t} the numeric optimum {answer.value!r} lies outside "
                f"the exact bounds {bounds.in_words()}; nothing is concluded"
            )
    if not answers:
        return Leg("numeric", f"not solved at {len(points)} sampled points", None, "no numeric answer")
    source = next(iter(answers.values())).source
    return Leg("numeric", f"within the bounds at {len(answers)} sampled points", None, source)
