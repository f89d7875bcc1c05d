"""A claim as goals: each is hypotheses that must imply a conclusion without quantifiers."""

from __future__ import annotations

from typing import NamedTuple

from rropt.claims.claim import Reading
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
    Term,
    Var,
    conjunction,
    free_variables,
    is_whole,
    substitute,
    walk,
)
from rropt.exact.errors import InputError

__all__ = ["Existence", "Goal", "goals"]


class Goal(NamedTuple):
    """Hypotheses ⇒ conclusion, for all values of their variables.

    The first `own` hypotheses are the claim's: no point need satisfy one side of an `iff`.
    """

    label: str
    hypotheses: tuple[Formula, ...]
    conclusion: Formula
    own: int


class Existence(NamedTuple):
    """Hypotheses ⇒ some values of `names` satisfy `body`; no witness was given."""

    label: str
    hypotheses: tuple[Formula, ...]
    names: tuple[str, ...]
    body: Formula


def goals(reading: Reading) -> list[Goal | Existence]:
    """The goals whose proofs together prove the claim."""
    for node in walk(reading.conclusion):
        if isinstance(node, Argmin):
            _whole_points(node, reading.integers)
    return _split(reading.hypotheses, reading.conclusion, reading.witness, "")


def _whole_points(claim: Argmin, integers: frozenset[str]) -> None:
    for point in claim.points:
        for name, value in zip(claim.names, point, strict=True):
            if name in integers and not is_whole(value, integers - set(claim.names)):
                raise InputError(f"{name} is a whole number, and the minimiser {text(value)} need not be one")


def _split(
    hypotheses: tuple[Formula, ...], conclusion: Formula, witness: dict[str, Term], label: str, own: int | None = None
) -> list[Goal | Existence]:
    match conclusion:
        case Argmin():
            return list(_argmin(hypotheses, conclusion))
        case Exists(names, body):
            if all(x in witness for x in names):
                return _split(hypotheses, substitute(body, witness), witness, "with the witness", own)  # type: ignore[arg-type]
            return [Existence(label, hypotheses, names, body)]
        case Implies(premise, then):
            return _split((*hypotheses, premise), then, witness, label, own)
        case Iff(a, b) if not _quantified(a) and not _quantified(b):
            own = len(hypotheses) if own is None else own
            forth = _split((*hypotheses, a), b, witness, "from left to right", own)
            return [*forth, *_split((*hypotheses, b), a, witness, "from right to left", own)]
        case And(items) if any(_quantified(x) or isinstance(x, Implies | Iff) for x in items):
            return [g for x in items for g in _split(hypotheses, x, witness, label, own)]
    return [Goal(label, hypotheses, conclusion, len(hypotheses) if own is None else own)]


def _quantified(formula: Formula) -> bool:
    match formula:
        case Argmin() | Exists():
            return True
        case And(items) | Or(items):
            return any(_quantified(x) for x in items)
        case Implies(_, b):
            return _quantified(b)
    return False


def _argmin(hypotheses: tuple[Formula, ...], claim: Argmin) -> list[Goal]:
    """The minimisers over the hypotheses' domain are exactly, or lie among, the points."""
    names = claim.names
    about = tuple(h for h in hypotheses if set(free_variables(h)) & set(names))
    rest = tuple(h for h in hypotheses if h not in about)

    def at(node: Formula | Term, point: tuple[Term, ...]) -> Formula:
        return substitute(node, dict(zip(names, point, strict=True)))  # type: ignore[return-value]

    def value(point: tuple[Term, ...]) -> Term:
        return at(claim.objective, point)  # type: ignore[return-value]

    here = [conjunction([Compare(Var(x), "=", v) for x, v in zip(names, p, strict=True)]) for p in claim.points]
    if claim.relation == "subset":
        better = [
            conjunction([*(at(h, p) for h in about), Compare(value(p), "<", claim.objective)]) for p in claim.points
        ]
        return [_goal("every other point is beaten by a listed one", hypotheses, Or((*here, *better)))]
    found = []
    for i, p in enumerate(claim.points, start=1):
        found.append(_goal(f"point {i} lies in the domain", rest, conjunction([at(h, p) for h in about])))
        found.append(_goal(f"point {i} has a value", rest, Compare(value(p), "=", value(p))))
    first = claim.points[0]
    for i, p in enumerate(claim.points[1:], start=2):
        found.append(_goal(f"point {i} has the value of point 1", rest, Compare(value(p), "=", value(first))))
    above = Compare(claim.objective, ">", value(first))
    found.append(_goal("every other point has a larger value", hypotheses, Or((above, *here))))
    return found


def _goal(label: str, hypotheses: tuple[Formula, ...], conclusion: Formula) -> Goal:
    return Goal(label, hypotheses, conclusion, len(hypotheses))
