"""Proves the sign of a polynomial f by two cases.

There are two ways to choose the cases. In the first, g ≥ 0 is a condition, and the cases are g > 0 and g = 0. In the second, g is a
factor of a coefficient of f, and the cases are g ≥ 0 and g < 0.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.provers.signs import establish, negation_of
from rropt.claims.provers.task import Poly, Task, degree_in, in_powers_of, renumber, signs_at, variables
from rropt.claims.replay.proof import Cases, Contradiction, Proof, Summand

__all__ = ["refute_below", "split_on_faces", "split_on_signs"]

MOST_DEPTH = 4
MOST_SIGN_SPLITS = 2


def refute_below(task: Task, f: Poly, strict: bool, poly: Poly, relation: str) -> Proof | None:
    """Refute the task's conditions together with two more: the negation of the goal about f, and a condition on `poly`.

    If `strict`, the goal is f > 0 and its negation is f ≤ 0. Otherwise the goal is f ≥ 0 and its negation is f < 0. The other
    condition says that `poly` has the given `relation` to 0. If the task has n conditions, the proof cites the negation as
    condition n and the other as n + 1. None if no proof is found.
    """
    n = len(task.conditions)
    below = task.with_condition(poly, relation)
    proof = establish(below, f, strict) if relation != "=" else None
    if proof is None and relation == "=":
        assert task.strategy is not None
        proof = task.strategy.refute(below.with_condition(-f, negation_of(strict)))
    if proof is None:
        return None
    return renumber(proof, lambda i: n + 1 if i == n else n if i == n + 1 else i)


def split_on_faces(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove f > 0 by two cases, g > 0 and g = 0, where g ≥ 0 is one of the conditions.

    The conditions are tried one after the other. None if no condition leads to a proof, if f ≥ 0 cannot be proved, or if the goal
    is not f > 0 (`strict`).
    """
    if not strict or task.depth >= MOST_DEPTH or establish(task, f, False) is None:
        return None
    n = len(task.conditions)
    found = variables(f)
    for i, (g, relation) in enumerate(task.conditions):
        if relation != ">=" or g.is_constant() or not variables(g) & found:
            continue
        if any(c.poly == g and c.relation == ">" for c in task.conditions):
            continue
        inside = refute_below(task, f, strict, g, ">")
        if inside is None:
            continue
        face = refute_below(task, f, strict, g, "=")
        if face is None:
            continue
        outside = Contradiction((Summand(Fraction(1), (i,)), Summand(Fraction(1), (n + 1,))))
        return Cases(task.to_plain(g), ((">", inside), ("=", face), ("<", outside)))
    return None


def split_on_signs(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f by the two cases g ≥ 0 and g < 0, for a suitable polynomial g.

    Write f as a polynomial in one of its variables. g is a factor of a coefficient of f, and takes both signs at the task's sample
    points. None if no g leads to a proof.
    """
    if task.depth >= MOST_SIGN_SPLITS:
        return None
    candidates: list[Poly] = []
    for x in sorted(variables(f), key=lambda i: degree_in(f, i)):
        for coefficient in in_powers_of(f, x)[1:]:
            if coefficient.is_constant() or signs_at(coefficient, task.samples) != (True, True):
                continue
            candidates += [g for g, _ in coefficient.factor()[1] if signs_at(g, task.samples) == (True, True)]
    unique = list({str(q): q for q in candidates}.values())
    for g in sorted(unique, key=lambda q: (q.total_degree(), len(q)))[:3]:
        above = refute_below(task, f, strict, g, ">=")
        below = refute_below(task, f, strict, g, "<") if above is not None else None
        if above is not None and below is not None:
            return Cases(task.to_plain(g), ((">=", above), ("<", below)))
    return None
