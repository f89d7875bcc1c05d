"""Decides whether something exists, and which points are minimisers.

A witness has terms, given with a claim, for the variables that are said to exist. A witness that fails does not refute that
something exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from rropt.claims.claim import Reading
from rropt.claims.evaluate import enclosure, holds
from rropt.claims.evidence import Finding, Grade
from rropt.claims.goals import Aim, Existence, Minimisers, lead
from rropt.claims.language.show import number_text, text
from rropt.claims.language.syntax import (
    Add,
    And,
    Compare,
    Formula,
    Mul,
    Not,
    Num,
    Term,
    Var,
    free_variables,
    number,
    substitute,
    variables_of,
)
from rropt.claims.prove import how_far, prove
from rropt.claims.refuters.points import Domain, domain_of, points
from rropt.claims.rules import shared_effort

__all__ = ["decide_existence", "decide_minimisers", "doubt_witness", "point_text"]

MOST_WITNESSES = 6000
MOST_TRIED = 2000
MOST_OUTER_POINTS = 6
MOST_RIVALS = 12
BITS = 64


def point_text(point: Mapping[str, Fraction]) -> str:
    """Write a point as text."""
    return ", ".join(f"{k} = {number_text(v)}" for k, v in point.items())


def decide_existence(goal: Existence, reading: Reading) -> Finding:
    """Decide whether the variables in `goal.names` have values that satisfy the body of the goal.

    If the goal has no other variables, three steps come first. It is vacuous if a hypothesis is false. It is undecided if it is not
    known whether some hypothesis holds. It is proved if a point that satisfies the body is found.

    If the goal is not decided by this, the opposite is tried: no values of the variables in `goal.names` satisfy the body. The goal
    is refuted if the opposite is proved for all values of the other variables, or for one choice of their values. Otherwise it is
    undecided.
    """
    label = lead(goal)
    outer = _outer(goal)
    if not outer:
        assumed = {h: holds(h, {}) for h in goal.hypotheses}
        if False in assumed.values():
            return Finding(Grade.VACUOUS, (f"{label}exact evaluation: a hypothesis is false",))
        if open_ones := [text(h) for h, value in assumed.items() if value is None]:
            line = f"{label}it is not decided whether the hypothesis {open_ones[0]} holds"
            return Finding(Grade.UNDECIDED, (line,))
        body = tuple(goal.body.items) if isinstance(goal.body, And) else (goal.body,)
        for point in points(domain_of(goal.names, body, reading.integers), most=MOST_WITNESSES):
            line = f"{label}found {point_text(point)}, confirmed by plain evaluation"
            record = ({"label": goal.label, "point": {k: str(v) for k, v in point.items()}},)
            return Finding(Grade.PROVED, (line,), methods=("a witness",), proofs=1, record=record)
    domain = domain_of((*outer, *goal.names), goal.hypotheses, reading.integers)
    some = next(points(domain, most=MOST_TRIED), None)
    against = None
    if some is not None:
        against = prove(goal.hypotheses, Not(goal.body), [some], reading.integers)
        if against is not None and not against.added:
            at = tuple((k, str(v)) for k, v in some.items() if k in outer)
            line = f"{label}the opposite is proved for all values of {', '.join(goal.names)}"
            return Finding(
                Grade.REFUTED,
                (f"{line}; accepted by the replay",),
                at or (("(no such value)", ""),),
                methods=against.methods,
            )
    found = refute_at_points(goal, _simple_points(goal, outer, reading), reading)
    if found is not None:
        return found
    samples = [] if some is None else [some]
    if against is not None:
        why = f"the opposite is proved only where {' and '.join(map(text, against.added))}"
    else:
        why = how_far(goal.hypotheses, Not(goal.body), samples, reading.integers, of="the opposite")
    return Finding(Grade.UNDECIDED, (f"{label}no witness was found; give witness={{…}}", f"{label}why: {why}"))


def _outer(goal: Existence) -> tuple[str, ...]:
    """List the variables of the goal that are not in `goal.names`: first those of the hypotheses, then those of the body."""
    inside = (x for x in free_variables(goal.body) if x not in goal.names)
    return tuple(dict.fromkeys((*variables_of(goal.hypotheses), *inside)))


def _simple_points(goal: Existence, outer: tuple[str, ...], reading: Reading) -> list[dict[str, Fraction]]:
    """List a few points in the domain of the variables `outer`, the simplest first; the list is empty if `outer` is empty.

    `outer` names the variables of the goal except those that are said to exist.
    """
    domain = domain_of(outer, goal.hypotheses, reading.integers)
    found = list(islice(points(domain, most=MOST_TRIED), MOST_TRIED // 10)) if outer else []
    return sorted(found, key=_size)[:MOST_OUTER_POINTS]


def refute_at_points(goal: Existence, tried: list[dict[str, Fraction]], reading: Reading) -> Finding | None:
    """Refute the goal at one of the points `tried`; return None if it is refuted at none of them.

    Each point gives values to the variables that are not in `goal.names`. The goal is refuted at a point if two things hold there:
    the hypotheses are true, and it is proved that no values of `goal.names` satisfy the body.
    """
    for point in tried:
        values = {x: Num(v) for x, v in point.items() if x not in goal.names}
        if not values or any(holds(h, point) is not True for h in goal.hypotheses):
            continue
        against = prove((), Not(substitute(goal.body, values)), [], reading.integers)  # type: ignore[arg-type]
        if against is not None and not against.added:
            line = f"at {point_text(point)} the opposite is proved for all values of {', '.join(goal.names)}"
            shown = tuple((x, str(v)) for x, v in point.items())
            return Finding(Grade.REFUTED, (f"{line}; accepted by the replay",), shown, methods=against.methods)
    return None


def doubt_witness(aim: Aim, verdict: Finding, reading: Reading) -> Finding:
    """Return the verdict on an `exists` statement, from the `verdict` on the statement that its witness satisfies it.

    If that verdict is not a refutation, or if `aim` is not about a witness, it is returned unchanged. A refuted witness alone
    decides nothing, because another witness may do. If the counterexample is rational, and it is proved that no witness does there,
    the `exists` statement is refuted. Otherwise it is undecided.
    """
    if aim.shows is None or verdict.kind != Grade.REFUTED:
        return verdict
    shown = [(k, v) for k, v in verdict.counterexample if v]
    try:
        refuted = refute_at_points(aim.shows, [{k: Fraction(v) for k, v in shown}], reading)
    except ValueError:  # a coordinate is irrational
        refuted = None
    if refuted is not None:
        return refuted
    where = f"at {', '.join(f'{k} = {v}' for k, v in shown)}" if shown else "as it stands"
    line = f"the witness for {', '.join(aim.shows.names)} is none {where}; another may be one: nothing is decided"
    return Finding(Grade.UNDECIDED, (line, *verdict.evidence))


def decide_minimisers(aim: Minimisers, verdict: Finding, reading: Reading) -> Finding:
    """Decide whether a claim lists all minimisers. A point beats another if it lies in the domain and has a smaller value.

    `verdict` is on a stronger statement: every point that is not listed is beaten by a listed point. If that statement is proved or
    vacuous, return its verdict. If it is refuted, and some point that is not listed is proved to be a minimiser, the claim is
    refuted.

    Otherwise rules are tried, one after another. A rule moves each point to another point. For each rule, the prover tries this
    statement: every point that is not listed is beaten by a listed point or by the point to which the rule moves it. If the
    statement is proved for one rule, the claim is proved. If no rule succeeds, the claim is undecided.
    """
    if verdict.kind.is_proof or verdict.kind == Grade.VACUOUS:
        return verdict
    tried = _lowest(aim, reading) if verdict.kind == Grade.REFUTED else []
    point = next((p for p in tried if _is_least(aim, p, reading)), None)
    if point is not None:
        line = f"a minimiser that is not listed: {point_text(point)}; no point of the domain has a smaller value"
        shown = tuple((k, str(v)) for k, v in point.items())
        return Finding(Grade.REFUTED, (f"{line}, accepted by the replay",), shown)
    shared = shared_effort()
    rivals = list(islice(_rivals(aim, reading), MOST_RIVALS))
    for rival in rivals:
        goal = aim.goal([rival])
        found = prove(goal.hypotheses, goal.conclusion, [], reading.integers, shared)
        if found is not None and not found.added:
            written = {x: text(t) for x, t in rival.items()}
            line = f"every point {', '.join(rival)} is beaten by a listed one or by the point {', '.join(written.values())}"
            record = ({"label": goal.label, "beaten_by": [written], "chain": ({"attempts": found.attempts},)},)
            lines = (f"{line}: proved; accepted by the replay",)
            return Finding(Grade.PROVED, lines, methods=found.methods, proofs=found.leaves, record=record)
    line = "not every point is beaten by a listed one; whether a point that is not listed is a minimiser is not decided"
    why = f"why: none of {len(rivals)} other points is proved to beat every point"
    return replace(verdict, kind=Grade.UNDECIDED, counterexample=(), evidence=(line, why, *verdict.evidence))


def _lowest(aim: Minimisers, reading: Reading) -> list[dict[str, Fraction]]:
    """List sampled points that may be minimisers although the claim does not list them, the simplest first.

    Only points that are not listed and that no listed point beats are considered. For each choice of values of the variables over
    which the claim does not minimise, only the point with the least objective is used. At most a few points are returned.
    """
    goal = aim.goal()
    domain = domain_of(goal.variables, aim.hypotheses, reading.integers)
    found = [p for p in points(domain, most=MOST_TRIED // 4) if holds(goal.conclusion, p) is False]

    def value(point: dict[str, Fraction]) -> Fraction:
        low, high = enclosure(aim.claim.objective, point, BITS)
        return (low + high) / 2

    lowest: dict[tuple[Fraction, ...], dict[str, Fraction]] = {}
    for point in sorted(found, key=value):
        lowest.setdefault(tuple(v for x, v in point.items() if x not in aim.claim.names), point)
    return sorted(lowest.values(), key=_size)[:MOST_OUTER_POINTS]


def _size(point: dict[str, Fraction]) -> int:
    return sum(abs(v.numerator) + 3 * v.denominator for v in point.values())


def _is_least(aim: Minimisers, point: dict[str, Fraction], reading: Reading) -> bool:
    """Whether it is proved that the point is a minimiser, among the points with the same values of the other variables."""
    fixed = {x: Num(v) for x, v in point.items() if x not in aim.claim.names}
    hypotheses: list[Formula] = [substitute(h, fixed) for h in aim.hypotheses]  # type: ignore[misc]
    objective: Term = substitute(aim.claim.objective, fixed)  # type: ignore[assignment]
    value: Term = substitute(objective, {x: Num(point[x]) for x in aim.claim.names})  # type: ignore[assignment]
    found = prove(tuple(hypotheses), Compare(objective, ">=", value), [point], reading.integers)
    return found is not None and not found.added


def _rivals(aim: Minimisers, reading: Reading) -> Iterator[dict[str, Term]]:
    """Yield rules for moving from a point to another point at which the objective may be smaller.

    A rule gives the new coordinates as terms in the old ones. One coordinate is moved by 1, doubled, halved, or moved half-way to
    an end of its range. A coordinate that is a whole number is only moved by 1.
    """
    domain = domain_of(aim.claim.names, aim.hypotheses, reading.integers)
    for x in aim.claim.names:
        for moved in _moves(x, domain):
            yield {y: moved if y == x else Var(y) for y in aim.claim.names}


def _moves(x: str, domain: Domain) -> Iterator[Term]:
    yield from (Add((Var(x), number(-1))), Add((Var(x), number(1))))
    if x in domain.integers:
        return
    yield from (Mul((number(Fraction(1, 2)), Var(x))), Mul((number(2), Var(x))))
    for end in domain.ranges[x]:
        if end:
            yield Mul((number(Fraction(1, 2)), Add((Var(x), Num(end)))))
