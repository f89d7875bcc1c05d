"""The verdict of a claim, computed: a proof that the replay accepts, a counterexample that plain evaluation confirms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from rropt.claims.boxes import shown_by_boxes
from rropt.claims.claim import Claim, Reading, Use, read
from rropt.claims.evaluate import holds
from rropt.claims.evidence import (
    CHECKED,
    KINDS,
    MULTIPLIERS,
    PROVED,
    PROVED_WITH,
    REFUTED,
    UNDECIDED,
    Verdict,
)
from rropt.claims.goals import Existence, Goal, goals
from rropt.claims.grammar import read_definitions, read_term
from rropt.claims.items import by_items
from rropt.claims.prove import Proved, prove
from rropt.claims.refuters.points import domain_of, points
from rropt.claims.refuters.search import Search, counterexample, is_counterexample, search
from rropt.claims.show import text
from rropt.claims.syntax import (
    And,
    Argmin,
    Exists,
    Formula,
    Implies,
    Not,
    Rounds,
    Term,
    conjunction,
    free_variables,
    substitute,
    walk,
)

__all__ = ["decide"]

Lookup = Callable[[str], tuple[Claim, Verdict] | None]
WEAKER = {kind: i for i, kind in enumerate(KINDS)}


def decide(claim: Claim, *, lookup: Lookup | None = None) -> Verdict:
    """The verdict of a claim; `lookup` finds the claims that it uses, already decided."""
    if claim.decided_by is not None:
        return by_items(claim, list(claim.decided_by()), decide)
    reading = read(claim)
    found = [_decide_goal(g, reading, claim, lookup) for g in goals(reading)]
    verdict = _together(found)
    if claim.adds and verdict.kind == PROVED:
        return replace(verdict, kind=PROVED_WITH, added=claim.adds)
    return verdict


def _together(found: list[Verdict]) -> Verdict:
    """A conjunction: refuted if a part is, else as weak as its weakest part."""
    worst = max(found, key=lambda v: WEAKER[v.kind])
    if len(found) == 1 or worst.kind == REFUTED:
        return worst
    return Verdict(
        worst.kind,
        tuple(line for v in found for line in v.evidence),
        (),
        tuple(dict.fromkeys(a for v in found for a in v.added)),
        tuple(sorted({m for v in found for m in v.methods})),
        min(v.instances for v in found),
        sum(v.proofs for v in found),
        sum(v.multipliers for v in found),
    )


# goals of the grammar


def _decide_goal(goal: Goal | Existence, reading: Reading, claim: Claim, lookup: Lookup | None) -> Verdict:
    if isinstance(goal, Existence):
        return _existence(goal, reading)
    occurring = _names(goal)
    names = tuple(dict.fromkeys(x for x in (*reading.names, *occurring) if x in occurring))
    if not names:
        value = holds(conjunction([*goal.hypotheses, Not(goal.conclusion)]), {})
        if value is not None:
            return _ground(goal, value)
    domain = domain_of(names, goal.hypotheses, reading.integers)
    seen = search(domain, goal.conclusion)
    if seen.found is not None:
        return _refuted(goal, seen)
    proved, inherited, lines = _proved(goal, reading, claim, lookup, seen)
    if proved is not None and proved.added and seen.undefined and not seen.held:
        needed = " and ".join(text(a) for a in proved.added)
        return Verdict(UNDECIDED, (f"{_label(goal)}proved only where {needed}, which held at no point that was tried",))
    if proved is not None:
        return _proof_verdict(goal, proved, inherited, [*lines, *_vacuous(seen)])
    deeper = counterexample(domain, goal.conclusion)
    if deeper.found is not None:
        return _refuted(goal, deeper)
    boxes = shown_by_boxes(goal.hypotheses, goal.conclusion)
    if boxes is not None:
        line = f"{_label(goal)}proved by interval arithmetic and slopes on {boxes} boxes"
        return Verdict(PROVED, (line,), methods=("interval arithmetic",), proofs=1)
    if not deeper.held:
        line = f"{_label(goal)}no proof and no counterexample was found, and no rational point of the domain"
        return Verdict(UNDECIDED, (line,))
    shown = "; ".join(_point_text(p) for p in deeper.held[:3])
    line = f"{_label(goal)}holds at {len(deeper.held)} exact points of the domain, such as {shown}; no proof was found"
    return Verdict(CHECKED, (line,), instances=len(deeper.held))


def _vacuous(seen: Search) -> list[str]:
    return (
        [] if seen.held or seen.undefined else ["no rational point that satisfies the hypotheses was met in the search"]
    )


def _label(goal: Goal | Existence) -> str:
    return f"{goal.label}: " if goal.label else ""


def _ground(goal: Goal, fails: bool) -> Verdict:
    if fails:
        return Verdict(
            REFUTED, (f"{_label(goal)}exact evaluation: {text(goal.conclusion)} is false",), (("(no variables)", ""),)
        )
    line = f"{_label(goal)}exact evaluation, with enclosures where it is not rational"
    return Verdict(PROVED, (line,), methods=("evaluation",), proofs=1)


def _refuted(goal: Goal, seen: Search) -> Verdict:
    point = seen.found or {}
    shown = tuple((k, str(v)) for k, v in point.items())
    return Verdict(REFUTED, (f"{_label(goal)}false at {_point_text(point)}, confirmed by plain evaluation",), shown)


def _point_text(point: dict[str, Fraction]) -> str:
    return ", ".join(f"{k} = {v}" for k, v in point.items())


def _proof_verdict(goal: Goal, proved: Proved, inherited: str, lines: list[str]) -> Verdict:
    kind = PROVED_WITH if proved.added else PROVED
    kind = max(kind, inherited, key=lambda k: WEAKER[k])
    cases = "" if proved.leaves == 1 else f" in {proved.leaves} cases"
    how = ", ".join(proved.methods) or "exact arithmetic"
    line = f"{_label(goal)}proved{cases} by {how}; accepted by the replay"
    added = tuple(text(a) for a in proved.added)
    found = int(bool(set(MULTIPLIERS) & set(proved.methods)) and "t" in _names(goal))
    return Verdict(kind, (line, *lines), (), added, proved.methods, 0, proved.leaves, found)


def _names(goal: Goal) -> list[str]:
    return list(dict.fromkeys(x for f in (*goal.hypotheses, goal.conclusion) for x in free_variables(f)))


def _proved(
    goal: Goal, reading: Reading, claim: Claim, lookup: Lookup | None, seen: Search
) -> tuple[Proved | None, str, list[str]]:
    """A proof: alone, then after the claim's steps, then with the claims it uses."""
    samples = [*seen.held, *seen.undefined]
    proved = prove(goal.hypotheses, goal.conclusion, samples)
    if proved is not None:
        return proved, PROVED, []
    hypotheses, lines = goal.hypotheses, []
    added: tuple[Formula, ...] = ()
    for step in reading.steps:
        found = prove(hypotheses, step, samples)
        if found is None:
            lines.append(f"the step {text(step)} was not proved")
            continue
        hypotheses, added = (*hypotheses, step), (*added, *found.added)
        lines.append(f"step: {text(step)}")
    weakest = PROVED
    if lines:
        proved = prove(hypotheses, goal.conclusion, samples)
    for use in claim.uses if proved is None else ():
        lemma = _lemma(use, lookup)
        if lemma is None or lemma[1].kind not in (PROVED, PROVED_WITH, CHECKED):
            lines.append(f"{_name(use)} could not be used")
            continue
        instance = _instance(use, lemma[0], claim)
        hypotheses = (*hypotheses, instance)
        weakest = max(weakest, lemma[1].kind, key=lambda k: WEAKER[k])
        lines.append(f"uses {_name(use)} ({lemma[1].kind}): {text(instance)}")
        proved = prove(hypotheses, goal.conclusion, samples)
        if proved is not None:
            break
    return (proved._replace(added=(*added, *proved.added)) if proved else None), weakest, lines


def _name(use: str | Use) -> str:
    return use if isinstance(use, str) else use.claim


def _lemma(use: str | Use, lookup: Lookup | None) -> tuple[Claim, Verdict] | None:
    found = lookup(_name(use)) if lookup is not None else None
    if found is None or found[0].decided_by is not None:
        return None
    quantified = any(isinstance(x, Argmin | Exists | Rounds) for x in walk(read(found[0]).conclusion))
    return None if quantified else found


def _instance(use: str | Use, lemma: Claim, claim: Claim) -> Formula:
    """The lemma at terms in the claim's words: its hypotheses imply its conclusion."""
    reading = read(lemma)
    values: dict[str, Term] = {}
    if isinstance(use, Use):
        definitions = read_definitions(claim.define)
        values = {k: read_term(v, definitions=definitions) for k, v in use.at.items()}
    whole = (
        Implies(conjunction(list(reading.hypotheses)), reading.conclusion) if reading.hypotheses else reading.conclusion
    )
    return substitute(whole, values)  # type: ignore[return-value]


def _existence(goal: Existence, reading: Reading) -> Verdict:
    """Something exists if a point is found; it does not if the opposite is proved."""
    outer = tuple(dict.fromkeys(x for h in goal.hypotheses for x in free_variables(h)))
    outer = tuple(dict.fromkeys((*outer, *(x for x in free_variables(goal.body) if x not in goal.names))))
    if not outer:
        domain = domain_of(
            goal.names, tuple(goal.body.items) if isinstance(goal.body, And) else (goal.body,), reading.integers
        )
        for point in points(domain, most=6000):
            line = f"{_label(goal)}found {_point_text(point)}, confirmed by plain evaluation"
            return Verdict(PROVED, (line,), methods=("a witness",), proofs=1)
    domain = domain_of((*outer, *goal.names), goal.hypotheses, reading.integers)
    some = next(points(domain, most=2000), None)
    if some is not None:
        against = prove(goal.hypotheses, Not(goal.body), [some])
        if against is not None and not against.added:
            at = tuple((k, str(v)) for k, v in some.items() if k in outer)
            line = f"{_label(goal)}the opposite is proved for all values of {', '.join(goal.names)}; accepted by the replay"
            return Verdict(REFUTED, (line,), at or (("(no such value)", ""),), (), against.methods)
    return Verdict(UNDECIDED, (f"{_label(goal)}no witness was found; give witness={{…}}",))


def confirm(claim: Claim, point: dict[str, Fraction]) -> bool:
    """Whether plain evaluation confirms a counterexample of a claim stated in the grammar."""
    reading = read(claim)
    domain = domain_of(reading.names, reading.hypotheses, reading.integers)
    return is_counterexample(domain, reading.conclusion, point)
