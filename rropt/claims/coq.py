"""Claims decided at a point as Coq files: a refutation with its counterexample, and statements about numbers alone.

The statement stands in Coq's own real numbers, functions and connectives; its proof goes down the statement and leaves
comparisons of numbers, which `interval` decides and `field` where both sides are equal. Nothing is searched for. Variables
are numbered, so that no text of a claim is copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rropt.claims.claim import Claim, read
from rropt.claims.evaluate import holds
from rropt.claims.evidence import Finding, Grade
from rropt.claims.language.syntax import (
    Add,
    And,
    Call,
    Compare,
    Div,
    Formula,
    Iff,
    Implies,
    Mul,
    Not,
    Num,
    Or,
    Pow,
    Rounds,
    Term,
    Truth,
    Var,
    walk,
)
from rropt.exact.errors import InputError

__all__ = ["export_claim"]

FUNCTIONS = {"abs": "Rabs", "sqrt": "sqrt", "exp": "exp", "log": "ln", "min": "Rmin", "max": "Rmax"}
SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}
FALSE = {
    "<": "apply Rle_not_lt; number.",
    "<=": "apply Rlt_not_le; number.",
    ">": "apply Rle_not_gt; number.",
    ">=": "apply Rlt_not_ge; number.",
    "=": "unequal.",
    "!=": "let N := fresh in intro N; apply N; number.",
}
HEAD = """From Coq Require Import Reals Lra.
From Interval Require Import Tactic.
Open Scope R_scope.
Ltac nonzero := repeat split; first [apply Rgt_not_eq; interval | apply Rlt_not_eq; interval].
Ltac same := first [field; nonzero | field].
Ltac number := first [interval with (i_prec 100) | same | apply Req_le; same | apply Req_ge; same].
Ltac unequal := first [apply Rlt_not_eq; interval with (i_prec 100) | apply Rgt_not_eq; interval with (i_prec 100)].
"""


def export_claim(claim: Claim, verdict: Finding) -> str:
    """The Coq file of a claim that its verdict decides at a point; `InputError` in one sentence where there is none."""
    if not claim.states:
        raise InputError(f"{claim.id} is decided by items of evidence, which have no export to Coq")
    reading = read(claim)
    point = _point(claim, verdict)
    if set(reading.names) - set(point):
        raise InputError(
            f"{claim.id} speaks of all values of its variables; what is decided at a point has an export to Coq"
        )
    whole = reading.integers
    words = {x: f"(IZR v{n})" if x in whole else f"v{n}" for n, x in enumerate(reading.names)}
    here = {x: f"(IZR {_rational(point[x])}%Z)" if x in whole else _rational(point[x]) for x in reading.names}
    variables = " ".join(f"(v{n} : {'Z' if x in whole else 'R'})" for n, x in enumerate(reading.names))
    parts = [*(_formula(h, words) for h in reading.hypotheses), _formula(reading.conclusion, words)]
    statement = " ->\n  ".join(parts)
    statement = f"forall {variables},\n  {statement}" if reading.names else statement
    values = [f"{_rational(point[x])}{'%Z' if x in whole else ''}" for x in reading.names]
    if verdict.kind is Grade.REFUTED:
        steps = [f"intro H. assert (C := H {' '.join(values)}). clear H." if values else "intro C."]
        steps += [
            f"assert (K : {_formula(h, here)}). {{ {_true(h, point)} }}\nspecialize (C K). clear K."
            for h in reading.hypotheses
        ]
        steps += [f"revert C. change (~ {_formula(reading.conclusion, here)}). {_false(reading.conclusion, point)}"]
        what, theorem = "the printed statement is false, by a counterexample", f"~ ({statement})"
    else:
        steps = [*("intros _." for _ in reading.hypotheses), _true(reading.conclusion, point)]
        what, theorem = "the statement as entered", statement
    body = "\n".join(steps)
    head = f"(* Proved below, as theorem claim: {what}. Compile it with: coqc FILE *)\n{HEAD}"
    return f"{head}Theorem claim : {theorem}.\nProof.\n{body}\nQed.\n"


def _point(claim: Claim, verdict: Finding) -> dict[str, Fraction]:
    if verdict.kind not in (Grade.REFUTED, Grade.PROVED):
        raise InputError(
            f"{claim.id} is {verdict.kind}; only what is proved or refuted at a point has an export to Coq"
        )
    try:
        return {x: Fraction(value) for x, value in verdict.counterexample}
    except ValueError:
        raise InputError(f"the counterexample of {claim.id} is no point with rational coordinates") from None


def _rational(x: Fraction) -> str:
    top = f"(- {-x.numerator})" if x < 0 else str(x.numerator)
    return top if x.denominator == 1 else f"({top} / {x.denominator})"


def _term(term: Term, words: Mapping[str, str]) -> str:
    def go(x: Term) -> str:
        return _term(x, words)

    match term:
        case Num(value):
            return _rational(value)
        case Var(name):
            return words[name]
        case Add(items):
            return f"({' + '.join(map(go, items))})"
        case Mul(items):
            return f"({' * '.join(map(go, items))})"
        case Div(top, below):
            return f"({go(top)} / {go(below)})"
        case Pow(base, exponent):
            return f"({go(base)} ^ {exponent})"
        case Call(name, arguments) if name in FUNCTIONS and (len(arguments) == 1 or name in ("min", "max")):
            found = go(arguments[0])
            for x in arguments[1:]:
                found = (
                    f"{FUNCTIONS[name]} {found} {go(x)}"
                    if found.startswith("(")
                    else f"{FUNCTIONS[name]} ({found}) {go(x)}"
                )
            return f"({found})" if len(arguments) > 1 else f"({FUNCTIONS[name]} {found})"
    raise InputError("a function in the statement has no export to Coq")


def _formula(formula: Formula, words: Mapping[str, str]) -> str:
    def go(x: Formula) -> str:
        return _formula(x, words)

    match formula:
        case Truth(value):
            return "True" if value else "False"
        case Compare(a, relation, b):
            return f"({_term(a, words)} {SIGNS[relation]} {_term(b, words)})"
        case Rounds(term, printed, digits):
            return f"(Rabs ({_term(term, words)} - {_rational(printed)}) <= 1 / {2 * 10**digits})"
        case Not(body):
            return f"(~ {go(body)})"
        case And(items):
            return "(" + " /\\ ".join(map(go, items)) + ")"
        case Or(items):
            return "(" + " \\/ ".join(map(go, items)) + ")"
        case Implies(a, b):
            return f"({go(a)} -> {go(b)})"
        case Iff(a, b):
            return f"({go(a)} <-> {go(b)})"
    raise InputError("a quantifier or a set of minimisers in the statement has no export to Coq")


def _both(a: Formula, b: Formula) -> And:
    return And((Implies(a, b), Implies(b, a)))


def _is_equal_beyond_field(a: Term, b: Term, at: Mapping[str, Fraction]) -> bool:
    """Whether the sides may be equal at the point and contain a function that `field` does not know."""
    calls = any(isinstance(x, Call) for side in (a, b) for x in walk(side))
    return calls and holds(Compare(a, "!=", b), dict(at)) is not True


def _true(formula: Formula, at: Mapping[str, Fraction]) -> str:
    """Steps that prove the formula, which is true at the point."""
    match formula:
        case Truth():
            return "exact I."
        case Compare(_, "!=", _):
            return "unequal."
        case Rounds():
            return "apply Rabs_le; split; number."
        case Compare(a, relation, b):
            if relation in ("=", "<=", ">=") and _is_equal_beyond_field(a, b, at):
                raise InputError(
                    "two sides with roots, exponentials or logarithms are equal, which has no export to Coq"
                )
            return "number."
        case Not(body):
            return _false(body, at)
        case And((one,)) | Or((one,)):
            return _true(one, at)
        case And((first, *rest)):
            return f"split; [{_true(first, at)[:-1]} | {_true(And(tuple(rest)), at)[:-1]}]."
        case Or((first, *rest)):
            if holds(first, dict(at)):
                return f"left; ({_true(first, at)[:-1]})."
            return f"right; ({_true(Or(tuple(rest)), at)[:-1]})."
        case Implies(a, b):
            if holds(a, dict(at)):
                return f"intros _; ({_true(b, at)[:-1]})."
            return f"let N := fresh in intro N; exfalso; revert N; ({_false(a, at)[:-1]})."
        case Iff(a, b):
            return _true(_both(a, b), at)
    raise InputError("a quantifier in the statement has no export to Coq")


def _false(formula: Formula, at: Mapping[str, Fraction]) -> str:
    """Steps that prove the negation of the formula, which is false at the point."""
    match formula:
        case Truth():
            return "exact (fun N => N)."
        case Compare(_, relation, _):
            return FALSE[relation]
        case Rounds():
            return "apply Rlt_not_le; number."
        case Not(body):
            return f"let N := fresh in intro N; apply N; ({_true(body, at)[:-1]})."
        case And((one,)) | Or((one,)):
            return _false(one, at)
        case And((first, *rest)):
            if holds(first, dict(at)) is False:
                return f"let N := fresh in intro N; destruct N as [N _]; revert N; ({_false(first, at)[:-1]})."
            return f"let N := fresh in intro N; destruct N as [_ N]; revert N; ({_false(And(tuple(rest)), at)[:-1]})."
        case Or((first, *rest)):
            steps = f"revert N; ({_false(first, at)[:-1]}) | revert N; ({_false(Or(tuple(rest)), at)[:-1]})"
            return f'let N := fresh "N" in intro N; destruct N as [N | N]; [{steps}].'
        case Implies(a, b):
            return f"let N := fresh in intro N; refine (_ (N _)); [{_false(b, at)[:-1]} | {_true(a, at)[:-1]}]."
        case Iff(a, b):
            return _false(_both(a, b), at)
    raise InputError("a quantifier in the statement has no export to Coq")
