"""Refutes a leaf, which is a conjunction of sign conditions on polynomials.

First equalities are factored and solved. Then an inequality is shown to fail if the other conditions hold.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rropt.claims.normal import Condition
from rropt.claims.provers.signs import cut_on_sign, establish
from rropt.claims.provers.task import (
    Poly,
    Task,
    degree_in,
    in_powers_of,
    renumber,
    select_satisfying,
    shift,
    signs_at,
    variables,
)
from rropt.claims.replay.line import solution_exists
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Substitution, Summand

MOST_PARTINGS = 3

__all__ = ["refute"]


def refute(task: Task) -> Proof | None:
    """Prove that the task's conditions have no common solution; return None if no proof is found.

    The task's `mode` says which methods are tried.
    """
    if not task.effort.spend("sets"):
        return None
    for step in (_absurd, _line, _factor_equality, _solve_equality, _split_unequal, _failing_inequality):
        proof = step(task)
        if proof is not None:
            return proof
    return None


def _absurd(task: Task) -> Proof | None:
    """Refute the conditions if one of them has no variables and is false, such as −1 > 0."""
    for i, (poly, relation) in enumerate(task.conditions):
        value = task.ring.value(poly)
        if value is None:
            continue
        if value == 0 and relation in (">", "!="):
            return Contradiction((Summand(Fraction(1), (i,) if relation == ">" else (i, i)),))
        if value < 0 and relation in (">", ">="):
            return Contradiction((Summand(Fraction(1), (i,)), Summand(-value, ())))
        if value != 0 and relation == "=":
            return Contradiction((Summand(Fraction(1), ()),), ((i, task.to_plain(task.ring.constant(-1 / value))),))
    return None


def _line(task: Task) -> Proof | None:
    """Look for a variable x such that the conditions on x alone contradict each other, and refute all conditions by these.

    There must be at least two conditions on x alone. Return None if there is no such variable.
    """
    found = sorted({x for c in task.conditions for x in variables(c.poly)})
    for x in found:
        cited = tuple(i for i, c in enumerate(task.conditions) if variables(c.poly) == {x})
        if len(cited) < 2:
            continue
        conditions = [
            (task.to_plain(task.conditions[i].poly).coefficients(x), task.conditions[i].relation) for i in cited
        ]
        if not solution_exists(conditions):
            return Line(x, cited)
    return None


def _factor_equality(task: Task) -> Proof | None:
    """If a condition is a product equal to 0, f·g = 0, refute the conditions in each of the cases f = 0 and g = 0."""
    for i, (h, relation) in enumerate(task.conditions):
        if relation != "=" or h.is_constant():
            continue
        factors = [g for g, _ in h.factor()[1]]
        largest = max(int(e) for _, e in h.factor()[1])
        if len(factors) == 1 and largest == 1:
            continue
        return _each_factor(task, i, factors, largest)
    return None


def _each_factor(task: Task, i: int, factors: list[Poly], largest: int) -> Proof | None:
    n = len(task.conditions)
    refutations: list[Proof] = []
    current = task
    for g in factors:
        proof = refute(_replacing(current, i, g))
        if proof is None:
            return None
        refutations.append(proof)
        current = current.with_condition(g, "!=")
    product = factors[0]
    for g in factors[1:]:
        product = product * g
    h = task.conditions[i].poly
    square = product ** (2 * largest)
    multiplier = task.to_plain(-(square // h))
    cited = tuple(n + k for k in range(len(factors)) for _ in range(2 * largest))
    last: Proof = Contradiction((Summand(Fraction(1), cited),), ((i, multiplier),))
    for k in range(len(factors) - 1, -1, -1):
        last = Cases(task.to_plain(factors[k]), (("=", refutations[k]), ("!=", last)))
    return last


def _replacing(task: Task, i: int, g: Poly) -> Task:
    """Replace condition i by g = 0, where g is a factor of its polynomial.

    The new condition is appended. Condition i itself becomes 0 = 0, so that it is not factored again.
    """
    below = task.with_condition(g, "=")
    conditions = list(below.conditions)
    conditions[i] = Condition(g * 0, "=")
    below.conditions = conditions
    return below


def _solve_equality(task: Task) -> Proof | None:
    """Solve an equality for a variable in which it is linear, put the solution in, and refute the conditions.

    The coefficient of the variable must be shown not to be 0.
    """
    choices = []
    for i, (h, relation) in enumerate(task.conditions):
        if relation != "=" or h.is_constant():
            continue
        for x in sorted(variables(h)):
            if degree_in(h, x) == 1:
                slope = in_powers_of(h, x)[1]
                choices.append((not slope.is_constant(), len(h), i, x))
    for _, _, i, x in sorted(choices):
        proof = _solve(task, i, x)
        if proof is not None:
            return proof
    return None


def _solve(task: Task, i: int, x: int) -> Proof | None:
    rest, slope = in_powers_of(task.conditions[i].poly, x)
    if slope.is_constant():
        below = _substitute(task, i, x, -rest, slope)
        proof = refute(below)
        return None if proof is None else Substitution(x, i, task.to_plain(-rest), task.to_plain(slope), None, proof)
    known = next(
        (k for k, c in enumerate(task.conditions) if c.relation in (">", "!=") and c.poly in (slope, -slope)), None
    )
    if known is not None:
        proof = refute(_substitute(task, i, x, -rest, slope))
        return None if proof is None else Substitution(x, i, task.to_plain(-rest), task.to_plain(slope), known, proof)
    up, down = signs_at(slope, task.samples)
    for g in [slope] if up and not down else [-slope] if down and not up else [] if up else [slope, -slope]:
        nonzero = establish(task, g, True)
        if nonzero is None:
            continue
        wider = task.with_condition(g, ">")
        proof = refute(_substitute(wider, i, x, -rest, slope))
        if proof is None:
            return None
        inner = Substitution(x, i, task.to_plain(-rest), task.to_plain(slope), len(task.conditions), proof)
        return cut_on_sign(task.to_plain(g), True, nonzero, inner)
    return None


def _substitute(task: Task, i: int, x: int, top: Poly, below: Poly) -> Task:
    conditions = [Condition(_put_quotient(c.poly, x, top, below), c.relation) for c in task.conditions]
    return replace(task, conditions=conditions, known={})


def _put_quotient(p: Poly, x: int, top: Poly, below: Poly) -> Poly:
    """Put top/below for x in p, and multiply by the least even power of `below` that clears the denominator, as the replay does."""
    degree = degree_in(p, x)
    if degree == 0:
        return p
    even = degree + degree % 2
    total = p * 0
    for k, c in enumerate(in_powers_of(p, x)):
        total = total + c * top**k * below ** (even - k)
    return total


def _split_unequal(task: Task) -> Proof | None:
    """If a condition is q ≠ 0, refute the conditions in each of the cases q > 0 and q < 0.

    From a certain depth of cases on, this is tried only if a direct method refutes one of the two cases.
    """
    for i, (q, relation) in enumerate(task.conditions):
        if relation != "!=" or q.is_constant() or any(c.relation == ">" and c.poly in (q, -q) for c in task.conditions):
            continue
        sides = [(s, g) for s, g in ((">", q), ("<", -q)) if not _is_impossible(task, g)]
        if len(sides) == 2 and task.depth >= MOST_PARTINGS:
            continue
        return _sides(task, i, q)
    return None


def _is_impossible(task: Task, g: Poly) -> bool:
    """Whether g > 0 is refuted by a direct method."""
    return establish(replace(task, mode=0, known={}), -g, False) is not None


def _sides(task: Task, i: int, q: Poly) -> Proof | None:
    n = len(task.conditions)
    branches: list[tuple[str, Proof]] = []
    for relation, g in ((">", q), ("<", -q)):
        proof = establish(replace(task, mode=0, known={}), -g, False) or refute(task.with_condition(g, ">"))
        if proof is None:
            return None
        branches.append((relation, proof))
    minus = task.to_plain(-q)
    vanishing = Contradiction((Summand(Fraction(1), (i, i)),), ((n, minus),))
    return Cases(task.to_plain(q), (*branches, ("=", vanishing)))


def _failing_inequality(task: Task) -> Proof | None:
    """Refute the conditions of a leaf by showing that one of them fails if the others hold.

    If the task's `mode` is 0, each inequality and equation is tried as the one that fails. Those from the conclusion are tried
    first, and conditions g ≠ 0 last. If the `mode` is above 0, cases are tried too, and an attempt costs more. If there are then
    several inequalities and equations, only the first of them is tried, and no condition g ≠ 0.
    """
    live = [i for i, c in enumerate(task.conditions) if not c.poly.is_constant() and c.relation != "!="]
    live.sort(key=lambda i: -i if i < task.own else i)
    for k, i in enumerate(live):
        chosen = task if k == 0 else replace(task, mode=0)
        if k > 0 and task.mode > 0:
            return None
        proof = _failing(chosen, i, *task.conditions[i])
        if proof is not None:
            return proof
    return _vanishing_goal(task)


def _vanishing_goal(task: Task) -> Proof | None:
    """If a condition is g ≠ 0, refute the conditions by a proof that the other conditions imply g = 0."""
    for i in range(len(task.conditions) - 1, -1, -1):
        g, relation = task.conditions[i]
        if relation == "!=" and not g.is_constant():
            proof = _failing(task, i, g, relation)
            if proof is not None:
                return proof
    return None


def _failing(task: Task, i: int, g: Poly, relation: str) -> Proof | None:
    others = [c for k, c in enumerate(task.conditions) if k != i]
    base = replace(task, conditions=others, known={}, samples=select_satisfying(others, task.samples))
    if relation in (">", ">="):
        return _place(establish(base, -g, relation == ">="), len(others), i)
    up, down = signs_at(g, base.samples)
    if relation == "=":
        for sign in [1] if up and not down else [-1] if down and not up else [] if up else [1, -1]:
            proof = establish(base, sign * g, True)
            if proof is not None:
                return _vanishing(base, i, sign * g, sign, proof)
        return None
    if up or down:
        return None
    above, below = establish(base, g, False), establish(base, -g, False)
    if above is None or below is None:
        return None
    n = len(others)
    square = Contradiction((Summand(Fraction(1), (n, n)), Summand(Fraction(1), (n + 1, n + 2))))
    proof = cut_on_sign(
        base.to_plain(g), False, shift(above, n, 1), cut_on_sign(base.to_plain(-g), False, shift(below, n, 2), square)
    )
    return _place(proof, n, i)


def _vanishing(base: Task, i: int, g: Poly, sign: int, proof: Proof) -> Proof:
    """Refute conditions of which the i-th is the equation sign · g = 0, by a proof of g > 0 from the others.

    `base` has all conditions but the i-th. `proof` shows g > 0 under these conditions, and cites them by their index in `base`.
    """
    n = len(base.conditions)
    minus = base.to_plain(base.ring.constant(Fraction(-sign)))
    last = Contradiction((Summand(Fraction(1), (n + 1,)),), ((i, minus),))
    return cut_on_sign(base.to_plain(g), True, renumber(proof, lambda k: k if k < i else k + 1), last)


def _place(proof: Proof | None, n: int, i: int) -> Proof | None:
    """Renumber the conditions that a proof cites, so that the condition with the index n gets the index i.

    The index of each of the conditions i, …, n − 1 grows by 1. Return None if there is no proof.
    """
    if proof is None:
        return None
    return renumber(proof, lambda k: i if k == n else k + 1 if i <= k < n else k)
