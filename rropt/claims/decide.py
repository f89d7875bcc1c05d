"""Computes the verdict of a claim: a proof that the replay accepts, or a counterexample that plain evaluation confirms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from rropt.claims.claim import Claim, Reading, instance_of, narrowings, read, used_by
from rropt.claims.duties import are_always_defined
from rropt.claims.evaluate import holds
from rropt.claims.evidence import MULTIPLIERS, NO_POINT, POSITIVE, Finding, Grade, weakest
from rropt.claims.existence import decide_existence, decide_minimisers, doubt_witness, point_text
from rropt.claims.goals import Aim, Existence, Goal, Minimisers, goals, lead, why_no_lemma, with_numbers
from rropt.claims.in_time import Lookup, decide_in_time
from rropt.claims.items import decide_by_items
from rropt.claims.kernel import with_kernel
from rropt.claims.language.show import number_text, text
from rropt.claims.language.syntax import (
    Argmin,
    Compare,
    Exists,
    Formula,
    Implies,
    Not,
    conjunction,
    free_variables,
    variables_of,
)
from rropt.claims.printed import speaks_of_all, unprinted_hypotheses
from rropt.claims.prove import Proved, how_far, prove
from rropt.claims.refuters.points import domain_of, points
from rropt.claims.refuters.search import Search, search, search_deep, search_line
from rropt.claims.refuters.steps import false_steps
from rropt.claims.replay.boxes import show_by_boxes
from rropt.claims.rules import (
    contradiction,
    prove_by_cuts,
    prove_by_function,
    prove_by_induction,
    prove_by_rewriting,
    prove_by_slope,
    prove_by_tangents,
    shared_effort,
)
from rropt.exact.errors import InputError
from rropt.exact.patience import read_seconds

__all__ = ["MOST_SECONDS", "decide", "decide_known"]

MOST_SECONDS = 60
MOST_TRIED = 4000  # points, if the first search met none that satisfies the hypotheses
NO_RULE = "induction, slopes, boxes, tangents, the laws of logarithms and cuts of a range came to no proof"


def decide(claim: Claim, *, lookup: Lookup | None = None, seconds: float | None = MOST_SECONDS) -> Finding:
    """Compute the verdict of a claim: its grade, the evidence, and a counterexample if it is refuted.

    Args:
        claim: The claim.
        lookup: A function that takes the id of a claim in `uses` and returns that claim with its `Finding`, or None.
        seconds: The limit of processor time, after which the claim is undecided (None for no limit); the time of `lookup` is not
            counted.

    Returns:
        A `Finding`: its `kind` is a `Grade`, and `explain()` says the verdict and all its evidence.

    Raises:
        InputError: The argument is no claim, a formula of it cannot be read, a variable has no domain, its function returns no
            items, the lookup does not know a claim that it uses, or the seconds are no positive number.

    Example:
        >>> from rropt.claims import Claim, decide
        >>> found = decide(Claim("mine.false", "x^2 >= x", given={"x": "real"}))
        >>> found.kind.value, len(found.counterexample)
        ('refuted', 1)

    Reference: rropt/claims/GUIDE.md, "Entering claims".
    """
    if not isinstance(claim, Claim):
        raise InputError(
            f"{str(claim)[:60]!r} is not a claim; give Claim('mine.lemma_1', 't > 1', given={{'t': 't > 2'}})"
        )
    missing = [x for x in used_by(claim) if lookup is not None and lookup(x) is None]
    if missing:
        raise InputError(
            f"{claim.id} uses '{missing[0]:.60}', for which the lookup has no verdict; decide that claim first"
        )
    return decide_known(claim, lookup=lookup, seconds=seconds)


def decide_known(claim: Claim, *, lookup: Lookup | None, seconds: float | None) -> Finding:
    """Decide a claim. `lookup` is asked only for lemmas (`uses`) that are needed, and need not know all of them."""
    verdict = with_kernel(claim, decide_in_time(partial(_decide, claim), lookup, read_seconds(seconds)))
    # a verdict by a theorem in Coq, too, is as weak as the claims used
    return _resting(claim, verdict, lookup) if claim.kernel else verdict


def _decide(claim: Claim, lookup: Lookup | None) -> Finding:
    """Compute the verdict of a claim without a limit of time, and without evidence by Coq's kernel."""
    if claim.decided_by is not None:
        return _grade(claim, (), _resting(claim, decide_by_items(claim, decide), lookup))
    reading = read(claim)
    wanted = goals(reading)
    verdict = _together([_decide_aim(aim, reading, claim, lookup) for aim in wanted])
    verdict = replace(verdict, evidence=(*verdict.evidence, *false_steps(wanted, reading)))
    if _is_one_number(claim, reading) and verdict.kind in POSITIVE:
        line = "the statement entered has no variable, the printed one speaks of all: nothing is decided of it"
        return Finding(Grade.UNDECIDED, (line, *verdict.evidence))
    if claim.argument:  # a written step may rest on any claim that is used; a proof names those that it needed
        verdict = _resting(claim, verdict, lookup)
    return _grade(claim, unprinted_hypotheses(claim.printed, reading.hypotheses, reading.integers), verdict)


def _is_one_number(claim: Claim, reading: Reading) -> bool:
    formulas = (*reading.hypotheses, reading.conclusion)
    closed = not variables_of(formulas)
    return closed and speaks_of_all(claim.printed) and not isinstance(reading.conclusion, Exists | Argmin)


def _grade(claim: Claim, unprinted: tuple[Formula, ...], verdict: Finding) -> Finding:
    """Lower the verdict if the claim has hypotheses that are not printed, or a written step (`argument`) but no `decided_by`."""
    if verdict.kind not in POSITIVE:
        return verdict
    declared = narrowings(claim)
    added = [*claim.adds, *(formula for formula, _ in declared if formula), *map(text, unprinted)]
    lines = [f"narrowed: {formula or 'in words'}: {why}" for formula, why in declared]
    lines += [f"the hypothesis {text(h)} is not printed" for h in unprinted]
    grades = [verdict.kind, *([Grade.NARROWED] if added or declared else [])]
    if claim.argument and claim.decided_by is None:
        grades.append(Grade.ARGUED)
        lines.append(f"joined by a written step: {claim.argument}")
    return replace(
        verdict,
        kind=weakest(*grades),
        added=tuple(dict.fromkeys((*added, *verdict.added))),
        evidence=(*verdict.evidence, *lines),
    )


def _resting(claim: Claim, verdict: Finding, lookup: Lookup | None) -> Finding:
    """Lower the verdict to that of the weakest claim in `uses`.

    The verdict becomes undecided if one of these claims is refuted, vacuous, undecided or not known.
    """
    if verdict.kind not in POSITIVE:
        return verdict
    for name in used_by(claim):
        found = lookup(name) if lookup is not None else None
        if found is None or found[1].kind not in POSITIVE:
            line = f"it rests on {name}, which is {found[1].kind if found else 'not known here'}"
            return Finding(Grade.UNDECIDED, (line, *verdict.evidence))
        lemma = found[1]
        verdict = replace(
            verdict,
            kind=weakest(verdict.kind, lemma.kind),
            added=tuple(dict.fromkeys((*verdict.added, *lemma.added))),
            evidence=tuple(dict.fromkeys((*verdict.evidence, f"rests on {name} ({lemma.kind})"))),
        )
    return verdict


def _together(found: list[Finding]) -> Finding:
    """Combine the findings on all parts of a conjunction.

    The conjunction is refuted if some part is refuted. Otherwise its grade is the weakest grade of a part.
    """
    worst = max(found, key=lambda v: list(Grade).index(v.kind))
    if len(found) == 1 or worst.kind == Grade.REFUTED:
        return worst
    return Finding(
        worst.kind,
        tuple(line for v in found for line in v.evidence),
        (),
        tuple(dict.fromkeys(a for v in found for a in v.added)),
        tuple(sorted({m for v in found for m in v.methods})),
        min(v.instances for v in found),
        sum(v.proofs for v in found),
        sum(v.multipliers for v in found),
        next((v.witness for v in found if v.witness), ()),
        tuple(r for v in found for r in v.record),
    )


# goals of the grammar


def _decide_aim(aim: Aim, reading: Reading, claim: Claim, lookup: Lookup | None) -> Finding:
    if isinstance(aim, Existence):
        found = decide_existence(aim, reading)
    elif isinstance(aim, Minimisers):
        found = decide_minimisers(aim, _decide_goal(aim.goal(), reading, claim, lookup), reading)
    else:
        found = _decide_goal(aim, reading, claim, lookup)
    return doubt_witness(aim, found, reading)


def _decide_goal(goal: Goal, reading: Reading, claim: Claim, lookup: Lookup | None) -> Finding:
    occurring = goal.variables
    names = tuple(dict.fromkeys(x for x in (*reading.names, *occurring) if x in occurring))
    if not names and (ground := _ground(goal)) is not None:
        return ground
    domain = domain_of(names, goal.hypotheses, reading.integers, reading.example)
    seen = search(domain, goal.conclusion)
    for tried in (seen, search_line(domain, goal.conclusion)):
        if tried.found is not None or tried.exact is not None:
            return _refute(goal, tried)
    witness = _witness(goal, names, reading, seen)
    if witness is None and (how := contradiction(goal.hypotheses[: goal.own], reading)) is not None:
        return Finding(
            Grade.VACUOUS, (f"{lead(goal)}its hypotheses contradict each other{how}; accepted by the replay",)
        )
    if not free_variables(goal.conclusion) and holds(goal.conclusion, {}) and are_always_defined(goal.hypotheses):
        return _add_witness(_evaluate(goal), witness)
    chain = _prove(goal, reading, claim, lookup, seen)
    if chain.last is not None:
        return _proof_verdict(goal, chain, seen, witness)
    if (plain := with_numbers(goal)) != goal:
        found = _decide_goal(plain, reading, claim, lookup)
        return replace(found, record=tuple({"label": goal.label, "numbers": part} for part in found.record))
    inductive = prove_by_induction(goal, reading)
    if inductive is not None:
        return _add_witness(inductive, witness)
    deeper = search_deep(domain, goal.conclusion)
    if deeper.found is not None or deeper.exact is not None:
        return _refute(goal, deeper)
    boxes = show_by_boxes(goal.hypotheses, goal.conclusion)
    if boxes is not None:
        line = f"{lead(goal)}proved by interval arithmetic and slopes on {boxes} boxes"
        record = ({"label": goal.label, "boxes": boxes},)
        found = Finding(Grade.PROVED, (line,), methods=("interval arithmetic",), proofs=1, record=record)
        return _add_witness(found, witness)
    shared = shared_effort()
    for rule in (prove_by_function, prove_by_slope, prove_by_rewriting, prove_by_tangents, prove_by_cuts):
        # tangents cost little, and the rules before them may have used up the shared effort
        effort = shared_effort() if rule is prove_by_tangents else shared
        in_parts = rule(goal, reading, seen, effort)
        if in_parts is not None:
            return _add_witness(in_parts, witness)
    found = _undecided(goal, deeper)
    why = f"{lead(goal)}why: {how_far(goal.hypotheses, goal.conclusion, deeper.held, reading.integers)}; {NO_RULE}"
    found = replace(found, evidence=(*found.evidence, why, *chain.lines))
    return _add_witness(found, next(iter(deeper.held), None)) if deeper.held else found


def _undecided(goal: Goal, seen: Search) -> Finding:
    """Report a goal as undecided, with the number of sampled points at which it held."""
    if not seen.held:
        points = "; ".join(dict.fromkeys(point_text(p) for p in seen.undefined[:3] if p))
        met = f"not decided at {points}" if points else "no rational point of the domain was met"
        met = met if goal.variables else "there are no variables"
        return Finding(Grade.UNDECIDED, (f"{lead(goal)}no proof and no counterexample was found, and {met}",))
    line = f"{lead(goal)}held at {len(seen.held)} exact points of the domain, such as "
    line += "; ".join(point_text(p) for p in seen.held[:3])
    if seen.undefined:
        line += f"; not decided at {'; '.join(dict.fromkeys(point_text(p) for p in seen.undefined[:3]))}"
    return Finding(Grade.UNDECIDED, (f"{line}; no proof found",), instances=len(seen.held))


def _witness(goal: Goal, names: tuple[str, ...], reading: Reading, seen: Search) -> dict[str, Fraction] | None:
    """Find a point that satisfies the claim's hypotheses; None if no sampled point does."""
    met = next(iter([*seen.held, *seen.undefined]), None)
    if met is None:  # of many variables the grid alone has hundreds of points, and random ones come after it
        met = next(points(domain_of(names, goal.hypotheses[: goal.own], reading.integers), most=MOST_TRIED), None)
    return met


def _add_witness(verdict: Finding, point: dict[str, Fraction] | None) -> Finding:
    if point is None:
        return replace(verdict, evidence=(*verdict.evidence, NO_POINT))
    return replace(verdict, witness=tuple((k, number_text(v)) for k, v in point.items()))


def _ground(goal: Goal) -> Finding | None:
    """Decide a goal without variables by exact evaluation; return None if the evaluation does not decide it."""
    assumed = [holds(h, {}) for h in goal.hypotheses]
    if any(value is False for value in assumed[: goal.own]):
        return Finding(Grade.VACUOUS, (f"{lead(goal)}exact evaluation: a hypothesis is false",))
    value = holds(conjunction([*goal.hypotheses, Not(goal.conclusion)]), {})
    if value is None:
        return None
    if value:
        line = f"{lead(goal)}exact evaluation: {text(goal.conclusion)} is false"
        return Finding(Grade.REFUTED, (line,), (("(no variables)", ""),))
    return _evaluate(goal)


def _evaluate(goal: Goal) -> Finding:
    line = f"{lead(goal)}exact evaluation, with enclosures where it is not rational"
    record = ({"label": goal.label, "evaluated": True},)
    return Finding(Grade.PROVED, (line,), methods=("evaluation",), proofs=1, record=record)


def _refute(goal: Goal, seen: Search) -> Finding:
    shown = seen.exact or tuple((k, number_text(v)) for k, v in (seen.found or {}).items())
    how = "plain evaluation" if seen.exact is None else "exact evaluation there"
    line = f"{lead(goal)}false at {', '.join(f'{k} = {v}' for k, v in shown)}, confirmed by {how}"
    return Finding(Grade.REFUTED, (line,), shown)


class _Chain(NamedTuple):
    """A proof of a goal that may use intermediate steps and lemmas of the claim.

    `links` has the records of the proved steps, then of the lemmas used, and at its end the proof of the goal itself. `last` is the
    proof of the goal itself, or None if the goal was not proved. `weakest` is the lowest grade of the lemmas.
    """

    last: Proved | None
    added: tuple[Formula, ...]
    weakest: Grade
    lines: tuple[str, ...]
    links: tuple[dict[str, Any], ...]


def _proof_verdict(goal: Goal, chain: _Chain, seen: Search, witness: dict[str, Fraction] | None) -> Finding:
    assert chain.last is not None
    added = tuple(text(a) for a in chain.added)
    impossible = any(not free_variables(a) and holds(a, {}) is False for a in chain.added)
    if impossible or (chain.added and seen.undefined and not seen.held):
        line = f"{lead(goal)}proved only where {' and '.join(added)}, which held at no point that was tried"
        return Finding(Grade.UNDECIDED, (line,))
    outside = next((p for a in chain.added if not _is_thin(a) for p in seen.undefined if holds(a, p) is False), None)
    if outside is not None:
        line = f"{lead(goal)}proved where {' and '.join(added)}; its hypotheses also allow {point_text(outside)}, where it has"
        return Finding(Grade.UNDECIDED, (f"{line} no value: add {' and '.join(added)} to them",))
    methods, leaves = chain.last.methods, chain.last.leaves
    cases = "" if leaves <= 1 else f" in {leaves} cases"
    line = f"{lead(goal)}proved{cases} by {', '.join(methods) or 'exact arithmetic'}; accepted by the replay"
    found = int(bool(set(MULTIPLIERS) & set(methods)) and "t" in goal.variables)
    kind = weakest(Grade.NARROWED if added else Grade.PROVED, chain.weakest)
    record = ({"label": goal.label, "chain": chain.links},)
    return _add_witness(Finding(kind, (line, *chain.lines), (), added, methods, 0, leaves, found, (), record), witness)


def _is_thin(formula: Formula) -> bool:
    """Whether a hypothesis has the form a ≠ b, or says that some condition implies a ≠ b.

    Such a hypothesis excludes only points at which the terms a and b are equal.
    """
    while isinstance(formula, Implies):
        formula = formula.conclusion
    return isinstance(formula, Compare) and formula.relation == "!="


def _prove(goal: Goal, reading: Reading, claim: Claim, lookup: Lookup | None, seen: Search) -> _Chain:
    """Prove the goal, without help if possible.

    If that fails, prove it with the claim's steps as further hypotheses. If that fails too, add the claim's lemmas (`uses`).
    """
    samples = [*seen.held, *seen.undefined]
    hypotheses, weak = goal.hypotheses, Grade.PROVED
    lines: list[str] = []
    links: list[dict[str, Any]] = []
    added: tuple[Formula, ...] = ()

    def done(last: Proved) -> _Chain:
        final = {"attempts": last.attempts}
        return _Chain(last, tuple(dict.fromkeys((*added, *last.added))), weak, tuple(lines), (*links, final))

    proved = prove(hypotheses, goal.conclusion, samples, reading.integers)
    if proved is not None:
        return done(proved)
    for i, step in enumerate(reading.steps):
        found = prove(hypotheses, step, samples, reading.integers)
        if found is None:
            lines.append(f"the step {text(step)} was not proved")
            continue
        hypotheses, added = (*hypotheses, step), (*added, *found.added)
        lines.append(f"step: {text(step)}")
        links.append({"step": i, "attempts": found.attempts})
    proved = prove(hypotheses, goal.conclusion, samples, reading.integers) if links else None
    if proved is not None:
        return done(proved)
    for i, (use, name) in enumerate(zip(claim.uses, used_by(claim), strict=True)):
        lemma = lookup(name) if lookup is not None else None
        if lemma is None or (why := why_no_lemma(*lemma)):
            lines.append(f"{name} could not be used: {why if lemma else 'there is no lookup that gives it'}")
            continue
        instance = instance_of(use, lemma[0], lemma[1].added, claim)
        hypotheses = (*hypotheses, instance)
        weak = weakest(weak, lemma[1].kind)
        lines.append(f"uses {name} ({lemma[1].kind}): {text(instance)}")
        links.append({"use": i, "added": list(lemma[1].added)})
        proved = prove(hypotheses, goal.conclusion, samples, reading.integers)
        if proved is not None:
            return done(proved)
    return _Chain(None, (), weak, tuple(lines), ())
