"""No positive claim is true by its form alone: neither as a combination of its own comparisons, nor by reordering a sum."""

import itertools
from collections.abc import Iterator

import pytest

from rropt.claims import Claim
from rropt.claims.audit import read_parts, read_stored
from rropt.claims.claim import read
from rropt.claims.evidence import Grade
from rropt.claims.language.syntax import Add, And, Compare, Formula, Iff, Implies, Mul, Not, Or, Term, Truth
from rropt.claims.library import folder_of, home, load, papers

MOST = 12
Key = tuple[str, ...]


def formulas(paper: str) -> Iterator[tuple[str, Claim]]:
    """The statements of a paper's positive claims, and those of their items."""
    claims, stored = load(home(), paper), read_stored(folder_of(home(), paper))
    parts = read_parts(folder_of(home(), paper), claims, stored)
    for x, claim in claims.items():
        if Grade(stored[x]["kind"]) is Grade.REFUTED:
            continue
        if claim.states:
            yield x, claim
        for s in [part["statement"] for part in parts.get(x, ()) if "statement" in part]:
            given, assuming, define = s.get("given", {}), tuple(s.get("assuming", ())), s.get("define", {})
            yield x, Claim("case.case", s["states"], given=given, assuming=assuming, define=define)


def conjuncts(formula: Formula) -> list[Formula]:
    return [x for item in formula.items for x in conjuncts(item)] if isinstance(formula, And) else [formula]


def flat(term: Term, kind: type[Add] | type[Mul]) -> list[str]:
    """What a sum adds, or a product multiplies, in a fixed order."""
    if isinstance(term, kind):
        return sorted(x for item in term.items for x in flat(item, kind))
    if isinstance(term, Add | Mul):
        return [f"{type(term).__name__} of {', '.join(flat(term, type(term)))}"]
    return [repr(term)]


def only_reorders(formula: Formula) -> bool:
    return (
        isinstance(formula, Compare) and formula.relation == "=" and flat(formula.left, Add) == flat(formula.right, Add)
    )


def atom(formula: Formula) -> tuple[Key, bool]:
    """A comparison as one of <= and =, and whether it is its negation."""
    if not isinstance(formula, Compare):
        return (repr(formula),), False
    left, right = repr(formula.left), repr(formula.right)
    if formula.relation in ("=", "!="):
        return ("=", *sorted((left, right))), formula.relation == "!="
    low, high = (left, right) if formula.relation in ("<", "<=") else (right, left)
    return (("<=", low, high), False) if "=" in formula.relation else (("<=", high, low), True)


def inner(formula: Formula) -> tuple[Formula, ...] | None:
    """The formulas that a connective joins; None of a comparison."""
    match formula:
        case And() | Or():
            return formula.items
        case Not():
            return (formula.body,)
        case Implies():
            return (formula.premise, formula.conclusion)
        case Iff():
            return (formula.left, formula.right)
        case Truth():
            return ()
    return None


def atoms(formula: Formula) -> set[Key]:
    found = inner(formula)
    return {atom(formula)[0]} if found is None else {k for item in found for k in atoms(item)}


def value(formula: Formula, world: dict[Key, bool]) -> bool:
    """The truth of a formula whose comparisons may be true or false as they like."""
    found = inner(formula)
    if found is None:
        key, negated = atom(formula)
        return world[key] != negated
    values = [value(item, world) for item in found]
    match formula:
        case And():
            return all(values)
        case Or():
            return any(values)
        case Not():
            return not values[0]
        case Implies():
            return not values[0] or values[1]
        case Iff():
            return values[0] == values[1]
    return isinstance(formula, Truth) and formula.value


def is_tautology(hypotheses: tuple[Formula, ...], formula: Formula) -> bool:
    needed = atoms(formula)
    keys = sorted(needed.union(*map(atoms, hypotheses)))
    if len(keys) > MOST:
        keys = sorted(needed)
        hypotheses = tuple(h for h in hypotheses if atoms(h) <= needed)
    worlds = (dict(zip(keys, bits, strict=True)) for bits in itertools.product((False, True), repeat=len(keys)))
    return all(value(formula, w) for w in worlds if all(value(h, w) for h in hypotheses))


def is_empty(claim: Claim) -> bool:
    """Every part of what is stated is true by its form."""
    found = read(claim)
    return all(only_reorders(x) or is_tautology(found.hypotheses, x) for x in conjuncts(found.conclusion))


def test_what_is_true_by_its_form_is_found() -> None:
    real = {"a, b, c, x": "real"}
    assert is_empty(Claim("mine.x", "not (a < b and x = 1) iff (x = 1 implies not a < b)", given=real))
    assert is_empty(Claim("mine.x", "(a + b) + c = c + (b + a) and a*b*c = c*b*a", given=real))
    assert is_empty(Claim("mine.x", "x >= 0", given=real, assuming=("x >= 0",)))
    assert not is_empty(Claim("mine.x", "a*(b + c) = a*b + a*c", given=real))
    assert not is_empty(Claim("mine.x", "x > 0", given=real, assuming=("x >= 1",)))


@pytest.mark.slow
@pytest.mark.parametrize("paper", papers(home()))
def test_no_claim_is_true_by_its_form(paper: str) -> None:
    assert [(x, claim.states) for x, claim in formulas(paper) if is_empty(claim)] == []
