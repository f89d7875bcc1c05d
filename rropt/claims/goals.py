"""Splits a claim into goals, each of which says that some hypotheses imply a conclusion.

Two kinds of statements are not split. A conclusion `exists` without a witness becomes an `Existence`. A claim that lists all
minimisers becomes a `Minimisers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from rropt.claims.claim import Claim, Reading, read
from rropt.claims.duties import has_value, must_show
from rropt.claims.evidence import POSITIVE, Finding
from rropt.claims.language.grammar import read_term
from rropt.claims.language.show import text
from rropt.claims.language.syntax import (
    And,
    Argmin,
    Compare,
    Exists,
    Formula,
    Iff,
    Implies,
    Or,
    Rounds,
    Term,
    Var,
    bound_by_exists,
    conjunction,
    free_variables,
    is_whole,
    substitute,
    variables_of,
    walk,
)
from rropt.claims.replay.plain_numbers import with_plain_numbers
from rropt.exact.errors import InputError

__all__ = [
    "HAS_VALUE",
    "Aim",
    "Existence",
    "Goal",
    "Minimisers",
    "at_witness",
    "goals",
    "is_quantified",
    "lead",
    "settled",
    "why_no_lemma",
    "with_numbers",
]

HAS_VALUE = "the witness has a value"


class Existence(NamedTuple):
    """The statement that, if the hypotheses hold, some values of `names` satisfy `body`.

    If no witness was given, this is an element of the list that `goals` returns. If a witness was given, this stands in the field
    `shows` of the goals about the witness.
    """

    label: str
    hypotheses: tuple[Formula, ...]
    names: tuple[str, ...]
    body: Formula
    shows: Existence | None = None


class Goal(NamedTuple):
    """The statement that the hypotheses imply the conclusion, for all values of their variables.

    The first `own` hypotheses are the claim's own. Further hypotheses, such as one side of an `iff`, need not be satisfiable.
    `shows` is None unless the goal is about a witness of an `exists` statement. Then it is the `exists` statement. If such a goal
    is false, this does not refute the `exists` statement, because another witness may do. `Existence` and `Minimisers` have the
    field `shows` too.
    """

    label: str
    hypotheses: tuple[Formula, ...]
    conclusion: Formula
    own: int
    shows: Existence | None = None

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the hypotheses, then those of the conclusion."""
        return variables_of((*self.hypotheses, self.conclusion))


def lead(goal: Goal | Existence) -> str:
    """Write the beginning of a line about the goal: its label and a colon, or "" if it has no label."""
    return f"{goal.label}: " if goal.label else ""


def _listed(claim: Argmin) -> tuple[list[dict[str, Term]], list[Formula]]:
    """Return the listed points, each as {variable: term}, and for each point a formula that states it.

    The formula of a point is a conjunction of equalities `variable = term`.
    """
    listed = [dict(zip(claim.names, p, strict=True)) for p in claim.points]
    return listed, [conjunction([Compare(Var(x), "=", v) for x, v in p.items()]) for p in listed]


class Minimisers(NamedTuple):
    """The statement that the claim lists every minimiser over the domain, which is the set where the hypotheses hold.

    In other words, for every point of the domain that is not listed, the objective is smaller at some point of the domain, listed
    or not. The statement is also true if there is no minimiser at all.
    """

    hypotheses: tuple[Formula, ...]
    claim: Argmin
    shows: Existence | None = None

    def goal(self, others: Sequence[Mapping[str, Term]] = ()) -> Goal:
        """State that every point of the domain that the claim does not list is beaten by a listed point or by one of `others`.

        A point beats another if it lies in the domain and has a smaller value of the objective. Points are written as
        {variable: term}.
        """
        listed, here = _listed(self.claim)
        better = [self._beats(p) for p in (*listed, *others)]
        by = "a listed one or by another" if others else "a listed one"
        return _goal(f"every other point is beaten by {by}", self.hypotheses, Or((*here, *better)))

    def _beats(self, point: Mapping[str, Term]) -> Formula:
        """State that the given point beats an arbitrary point of the domain, whose coordinates are the variables.

        The statement says three things: the given point lies in the domain, the objective has a value there, and this value is
        smaller than the value of the objective at the arbitrary point.
        """
        value: Term = substitute(self.claim.objective, point)  # type: ignore[assignment]
        inside = [_at(h, point) for h in _about(self.hypotheses, self.claim.names)]
        return conjunction([*inside, *has_value(value), Compare(value, "<", self.claim.objective)])


def with_numbers(goal: Goal) -> Goal:
    """Write roots, exponentials and logarithms of numbers in a goal as rational numbers, if they are rational."""
    plain = tuple(with_plain_numbers(h) for h in goal.hypotheses)
    return goal._replace(hypotheses=plain, conclusion=with_plain_numbers(goal.conclusion))


Aim: TypeAlias = Goal | Existence | Minimisers


def settled(aim: Aim, part: Mapping[str, Any], integers: frozenset[str]) -> Goal | Existence:
    """Return the statement that the replay must check for an aim of the claim.

    An aim that is not about minimisers is returned unchanged. Otherwise the statement is about every point of the domain that is
    not listed: the objective is smaller at some point of the domain that is listed, or that stands under the key `beaten_by` of
    `part`, the part of the record that belongs to the aim. Raise `InputError` if a point under `beaten_by` moves a variable that is
    not minimised over, or if it may give a variable in `integers` a value that is not whole.
    """
    if not isinstance(aim, Minimisers):
        return aim
    others = [{x: read_term(t) for x, t in p.items()} for p in part.get("beaten_by", ())]
    for x, term in (pair for p in others for pair in p.items()):
        if x not in aim.claim.names:
            raise InputError(
                f"the record gives {x} the value {text(term)}, but the claim minimises only over {', '.join(aim.claim.names)}"
            )
        if x in integers and not is_whole(term, integers):
            raise InputError(
                f"{x} is a whole number, but the record gives it the value {text(term)}, which need not be whole"
            )
    return aim.goal(others)


def goals(reading: Reading) -> list[Aim]:
    """List the goals whose proofs together prove the claim."""
    for node in walk(reading.conclusion):
        if isinstance(node, Argmin):
            _whole_points(node, reading.integers)
    return _split(reading.hypotheses, reading.conclusion, reading.witness, "")


def _whole_points(claim: Argmin, integers: frozenset[str]) -> None:
    for point in claim.points:
        for name, value in zip(claim.names, point, strict=True):
            if name in integers and not is_whole(value, integers - set(claim.names)):
                raise InputError(f"{name} is a whole number, and its minimiser {text(value)} need not be whole")


def _split(
    hypotheses: tuple[Formula, ...], conclusion: Formula, witness: dict[str, Term], label: str, own: int | None = None
) -> list[Aim]:
    match conclusion:
        case Argmin():
            return list(_argmin(hypotheses, conclusion))
        case Exists(names, body):
            if all(x in witness for x in names):
                return _with_witness(Existence(label, hypotheses, names, body), witness, own)
            return [Existence(label, hypotheses, names, body)]
        case Implies(premise, then):
            return _split((*hypotheses, premise), then, witness, label, own)
        case Iff(a, b) if not is_quantified(a) and not is_quantified(b):
            own = len(hypotheses) if own is None else own
            forth = _split((*hypotheses, a), b, witness, "from left to right", own)
            return [*forth, *_split((*hypotheses, b), a, witness, "from right to left", own)]
        case And(items) if any(is_quantified(x) or isinstance(x, Implies | Iff) for x in items):
            return [g for x in items for g in _split(hypotheses, x, witness, label, own)]
    return [Goal(label, hypotheses, conclusion, len(hypotheses) if own is None else own)]


def witness_duty(body: Formula, witness: Mapping[str, Term]) -> Formula | None:
    """Return a formula which says that the terms of a witness have values, and that the body has a value at the witness.

    In the body, the terms replace the variables of the witness. Return None if this is true without any condition.
    """
    found = must_show(body, witness)
    return conjunction(list(found)) if found else None


def _with_witness(aim: Existence, witness: dict[str, Term], own: int | None) -> list[Aim]:
    """Make the goals that together show that a witness satisfies an `exists` statement.

    One goal says that, wherever the hypotheses hold, the witness has values, and the body has a value at the witness. This goal is
    left out if it needs no condition. The other goals say that the body holds at the witness.
    """
    own = len(aim.hypotheses) if own is None else own
    found: list[Aim] = []
    names = [*aim.names, *bound_by_exists([aim.body])]
    duty = witness_duty(aim.body, {x: witness[x] for x in names if x in witness})
    if duty is not None:
        found.append(Goal(HAS_VALUE, aim.hypotheses, duty, own))
    found += _split(aim.hypotheses, at_witness(aim.names, aim.body, witness), witness, "with the witness", own)
    return [x._replace(shows=aim) for x in found]


def at_witness(names: tuple[str, ...], body: Formula, witness: Mapping[str, Term]) -> Formula:
    """Replace the variables `names` in the body of an `exists` by the terms of the witness."""
    return substitute(body, {x: witness[x] for x in names})  # type: ignore[return-value]


def is_quantified(formula: Formula) -> bool:
    """Whether the formula contains an `Exists` or an `Argmin`, which states which points are minimisers.

    Parts of the formula below `not` or `iff`, or before `implies`, are ignored.
    """
    match formula:
        case Argmin() | Exists():
            return True
        case And(items) | Or(items):
            return any(is_quantified(x) for x in items)
        case Implies(_, b):
            return is_quantified(b)
    return False


def _about(hypotheses: tuple[Formula, ...], names: tuple[str, ...]) -> tuple[Formula, ...]:
    """Return the hypotheses in which one of these variables occurs."""
    return tuple(h for h in hypotheses if set(free_variables(h)) & set(names))


def _at(node: Formula | Term, point: Mapping[str, Term]) -> Formula:
    return substitute(node, point)  # type: ignore[return-value]


def _argmin(hypotheses: tuple[Formula, ...], claim: Argmin) -> list[Goal | Minimisers]:
    """Make goals that together show what the claim says: the minimisers are exactly the listed points, or are among them."""
    if claim.relation == "subset":
        return [Minimisers(hypotheses, claim)]
    about = _about(hypotheses, claim.names)
    rest = tuple(h for h in hypotheses if h not in about)
    listed, here = _listed(claim)
    values: list[Term] = [substitute(claim.objective, p) for p in listed]  # type: ignore[misc]
    found: list[Goal | Minimisers] = []
    for i, p in enumerate(listed, start=1):
        found.append(_goal(f"point {i} lies in the domain", rest, conjunction([_at(h, p) for h in about])))
        found.append(_goal(f"point {i} has a value", rest, Compare(values[i - 1], "=", values[i - 1])))
    for i, value in enumerate(values[1:], start=2):
        found.append(_goal(f"point {i} has the value of point 1", rest, Compare(value, "=", values[0])))
    above = Compare(claim.objective, ">", values[0])
    found.append(_goal("every other point has a larger value", hypotheses, Or((above, *here))))
    return found


def _goal(label: str, hypotheses: tuple[Formula, ...], conclusion: Formula) -> Goal:
    return Goal(label, hypotheses, conclusion, len(hypotheses))


def why_no_lemma(lemma: Claim, verdict: Finding) -> str:
    """Say why a claim with this verdict cannot be put into a proof as a formula; empty if it can."""
    if verdict.kind not in POSITIVE:
        return f"it is {verdict.kind}"
    if lemma.decided_by is not None:
        return "a function decides it, so it has no formula"
    quantified = any(isinstance(x, Argmin | Exists | Rounds) for x in walk(read(lemma).conclusion))
    return "it says what exists, is least or is rounded" if quantified else ""
