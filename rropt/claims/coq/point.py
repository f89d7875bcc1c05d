"""Coq proofs of statements at a point: refutations by a counterexample, and statements about numbers alone.

The statement uses Coq's own real numbers, functions and connectives. Its proof takes the connectives apart and leaves
comparisons of numbers, which `interval` decides, or `field` if both sides are equal. No proof is searched for. Variables
get numbered names, so that no text of a claim is copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rropt.claims.claim import Reading
from rropt.claims.coq.spelling import formula_text, rational, whole_statement, words_of
from rropt.claims.evaluate import holds
from rropt.claims.language.syntax import And, Call, Compare, Formula, Iff, Implies, Not, Or, Rounds, Term, Truth, walk
from rropt.exact.errors import InputError

__all__ = ["NUMBERS", "prove_at", "refutation"]

FALSE = {
    "<": "apply Rle_not_lt; number.",
    "<=": "apply Rlt_not_le; number.",
    ">": "apply Rle_not_gt; number.",
    ">=": "apply Rlt_not_ge; number.",
    "=": "unequal.",
    "!=": "let N := fresh in intro N; apply N; number.",
}
NUMBERS = """From Interval Require Import Tactic.
Ltac apart := repeat split; first [apply Rgt_not_eq; interval | apply Rlt_not_eq; interval].
Ltac equal := first [field; apart | field].
Ltac plain := first [interval with (i_prec 100) | equal | apply Req_le; equal | apply Req_ge; equal].
Ltac least :=
  repeat match goal with
  | |- context [Rmin ?a ?b] => first [rewrite (Rmin_left a b) by plain | rewrite (Rmin_right a b) by plain]
  | |- context [Rmax ?a ?b] => first [rewrite (Rmax_left a b) by plain | rewrite (Rmax_right a b) by plain]
  end.
Ltac number := least; plain.
Ltac unequal :=
  least; first [apply Rlt_not_eq; interval with (i_prec 100) | apply Rgt_not_eq; interval with (i_prec 100)].
"""


def refutation(reading: Reading, point: Mapping[str, Fraction]) -> str:
    """Write the theorem that a statement is false, proved by its counterexample.

    Raise `InputError` if the statement has a quantifier.
    """
    whole = reading.integers
    numbers = {x: f"(IZR {rational(point[x])}%Z)" if x in whole else rational(point[x]) for x in reading.names}
    here = {**words_of(reading), **numbers}
    values = [f"{rational(point[x])}{'%Z' if x in whole else ''}" for x in reading.names]
    steps = [f"intro H. assert (C := H {' '.join(values)}). clear H." if values else "intro C."]
    steps += [
        f"assert (K : {formula_text(h, here)}). {{ {prove_at(h, point)} }}\nspecialize (C K). clear K."
        for h in reading.hypotheses
    ]
    steps += [f"revert C. change (~ {formula_text(reading.conclusion, here)}). {refute_at(reading.conclusion, point)}"]
    body = "\n".join(steps)
    return f"Theorem claim : ~ ({whole_statement(reading)}).\nProof.\n{body}\nQed.\n"


def _both(a: Formula, b: Formula) -> And:
    return And((Implies(a, b), Implies(b, a)))


def _require_unequal(a: Term, b: Term, at: Mapping[str, Fraction]) -> None:
    """Raise `InputError` if one of two sides contains a function and the sides may be equal at the point.

    In such a case `field` would have to prove that they are equal, but it does not know the function.
    """
    calls = any(isinstance(x, Call) for side in (a, b) for x in walk(side))
    if calls and holds(Compare(a, "!=", b), dict(at)) is not True:
        raise InputError(
            "rropt cannot export the proof to Coq, because the two sides of a comparison may be equal at the point, and one of "
            "them has a function, such as sqrt or abs"
        )


def prove_at(formula: Formula, at: Mapping[str, Fraction]) -> str:
    """Write steps that prove a formula that is true at the point."""
    match formula:
        case Truth():
            return "exact I."
        case Compare(_, "!=", _):
            return "unequal."
        case Rounds():
            return "apply Rabs_le; split; number."
        case Compare(a, relation, b):
            if relation in ("=", "<=", ">="):
                _require_unequal(a, b, at)
            return "number."
        case Not(body):
            return refute_at(body, at)
        case And((one,)) | Or((one,)):
            return prove_at(one, at)
        case And((first, *rest)):
            return f"split; [{prove_at(first, at)[:-1]} | {prove_at(And(tuple(rest)), at)[:-1]}]."
        case Or((first, *rest)):
            if holds(first, dict(at)):
                return f"left; ({prove_at(first, at)[:-1]})."
            return f"right; ({prove_at(Or(tuple(rest)), at)[:-1]})."
        case Implies(a, b):
            if holds(a, dict(at)):
                return f"intros _; ({prove_at(b, at)[:-1]})."
            return f"let N := fresh in intro N; exfalso; revert N; ({refute_at(a, at)[:-1]})."
        case Iff(a, b):
            return prove_at(_both(a, b), at)
    raise InputError("the statement contains a quantifier that rropt cannot export to Coq")


def refute_at(formula: Formula, at: Mapping[str, Fraction]) -> str:
    """Write steps that prove the negation of a formula that is false at the point."""
    match formula:
        case Truth():
            return "exact (fun N => N)."
        case Compare(a, relation, b):
            if relation in ("!=", "<", ">"):
                _require_unequal(a, b, at)
            return FALSE[relation]
        case Rounds():
            return "apply Rlt_not_le; number."
        case Not(body):
            return f"let N := fresh in intro N; apply N; ({prove_at(body, at)[:-1]})."
        case And((one,)) | Or((one,)):
            return refute_at(one, at)
        case And((first, *rest)):
            if holds(first, dict(at)) is False:
                return f"let N := fresh in intro N; destruct N as [N _]; revert N; ({refute_at(first, at)[:-1]})."
            return (
                f"let N := fresh in intro N; destruct N as [_ N]; revert N; ({refute_at(And(tuple(rest)), at)[:-1]})."
            )
        case Or((first, *rest)):
            steps = f"revert N; ({refute_at(first, at)[:-1]}) | revert N; ({refute_at(Or(tuple(rest)), at)[:-1]})"
            return f'let N := fresh "N" in intro N; destruct N as [N | N]; [{steps}].'
        case Implies(a, b):
            return f"let N := fresh in intro N; refine (_ (N _)); [{refute_at(b, at)[:-1]} | {prove_at(a, at)[:-1]}]."
        case Iff(a, b):
            return refute_at(_both(a, b), at)
    raise InputError("the statement contains a quantifier that rropt cannot export to Coq")
