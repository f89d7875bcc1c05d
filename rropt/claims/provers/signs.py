"""Proves the sign of one polynomial wherever given conditions hold.

The simplest methods are in this file. `establish` tries all methods that the strategy of a task lists.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.claims.provers.task import Poly, Task, as_fraction, shift, signs_at, to_plain, variables
from rropt.claims.replay.line import solution_exists
from rropt.claims.replay.poly import Polynomial
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Summand

ONE = Fraction(1)
MOST_LEVEL = 9
MOST_TERMS = 400
MOST_DEGREE = 20

__all__ = ["assemble", "cite", "cut_on_sign", "establish", "factor", "negation_of", "prove_on_line"]


def negation_of(strict: bool) -> str:
    """Return ">=" if `strict`, else ">": the relation of −f to 0 that contradicts the goal.

    If `strict`, the goal is f > 0, and −f >= 0 contradicts it. Otherwise the goal is f ≥ 0, and −f > 0 contradicts it.
    """
    return ">=" if strict else ">"


def cut_on_sign(poly: Polynomial, strict: bool, proof: Proof, rest: Proof) -> Proof:
    """Make a proof by two cases from a proof of each case.

    The first case is poly > 0 if `strict`, else poly ≥ 0, and `rest` refutes it. The second case is the opposite, and `proof`
    refutes it.
    """
    return Cases(poly, ((">", rest), ("<=", proof))) if strict else Cases(poly, ((">=", rest), ("<", proof)))


def establish(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove that f > 0 if `strict`, else that f ≥ 0; return None if no proof is found.

    The proof refutes the task's conditions together with the negation of the goal, which is −f ≥ 0 if `strict`, else −f > 0.
    """
    constant = task.ring.value(f)
    if constant is not None:
        return _constant(task, constant, strict)
    if signs_at(f, task.samples)[1]:
        return None
    level = task.effort.level
    if level > MOST_LEVEL or len(f) > MOST_TERMS or f.total_degree() > MOST_DEGREE:
        return None
    key = (str(f), strict)
    known = task.known.get(key)
    if known is not None and (known[0] is not None or known[1] <= level):
        return known[0]
    if not task.effort.spend("attempts"):
        return None
    task.known[key] = (None, level)
    task.effort.level += 1
    assert task.strategy is not None, "a task is made by rropt.claims.provers.search"
    proof = next((p for method in task.strategy.methods(task) if (p := method(task, f, strict)) is not None), None)
    task.effort.level -= 1
    task.known[key] = (proof, level)
    return proof


def _constant(task: Task, value: Fraction, strict: bool) -> Proof | None:
    n = len(task.conditions)
    if value < 0 or (strict and value == 0):
        return None
    summands = [Summand(ONE, (n,))]
    if value > 0:
        summands.append(Summand(value, ()))
    return Contradiction(tuple(summands))


def cite(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f from one condition whose polynomial, times a positive number, is f. None if there is no such condition.

    If `strict`, the condition must be `> 0`; otherwise it may also be `>= 0`.
    """
    n = len(task.conditions)
    for i, (poly, relation) in enumerate(task.conditions):
        if relation not in ((">",) if strict else (">", ">=")) or poly.is_constant() or len(poly) != len(f):
            continue
        ratio = f.leading_coefficient() / poly.leading_coefficient()
        if ratio > 0 and poly * ratio == f:
            return Contradiction((Summand(ONE, (n,)), Summand(as_fraction(ratio), (i,))))
    return None


def prove_on_line(task: Task, f: Poly, strict: bool) -> Proof | None:
    found = variables(f)
    if len(found) != 1:
        return None
    x = next(iter(found))
    places = [i for i, c in enumerate(task.conditions) if variables(c.poly) == {x}]
    conditions = [(task.to_plain(task.conditions[i].poly).coefficients(x), task.conditions[i].relation) for i in places]
    goal = (task.to_plain(-f).coefficients(x), negation_of(strict))
    if solution_exists([*conditions, goal]):
        return None
    return Line(x, (*places, len(task.conditions)))


def factor(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of a product from the signs of its factors."""
    content, factors = f.factor()
    if len(factors) < 2 and not (factors and int(factors[0][1]) > 1):
        return None
    n = len(task.conditions)
    cuts: list[tuple[Poly, bool, Proof]] = []
    places: list[int] = []
    squared: list[Poly] = []
    sign = 1 if content > 0 else -1
    for factor, power in factors:
        e = int(power)
        if e % 2 == 0 and not strict:
            squared.append(factor ** (e // 2))
            continue
        known = _orient(task, factor, strict)
        if known is None:
            if e % 2 == 0 and (index := _nonzero(task, factor)) is not None:
                places += [index] * e
                ratio = factor.leading_coefficient() / task.conditions[index].poly.leading_coefficient()
                content = content * ratio**e
                continue
            return None
        oriented, proof = known
        if oriented != factor and e % 2:
            sign = -sign
        places += [n + 1 + len(cuts)] * e
        cuts.append((oriented, strict, proof))
    if sign < 0:
        return None
    summands = (
        Summand(ONE, (n,)),
        Summand(abs(as_fraction(content)), tuple(places), tuple(task.to_plain(q) for q in squared)),
    )
    return assemble(task, cuts, Contradiction(summands))


def _nonzero(task: Task, factor: Poly) -> int | None:
    for i, (poly, relation) in enumerate(task.conditions):
        if relation == "!=" and len(poly) == len(factor):
            ratio = poly.leading_coefficient() / factor.leading_coefficient()
            if factor * ratio == poly:
                return i
    return None


def _orient(task: Task, factor: Poly, strict: bool) -> tuple[Poly, Proof] | None:
    """Prove that the factor or minus the factor is > 0 (strict) or ≥ 0.

    Return this polynomial and the proof; None if neither is proved.
    """
    up, down = signs_at(factor, task.samples)
    for g in [factor, -factor] if up or not down else [-factor]:
        proof = establish(task, g, strict)
        if proof is not None:
            return g, proof
        if up:
            break
    return None


def assemble(task: Task, cuts: list[tuple[Poly, bool, Proof]], last: Proof) -> Proof:
    """Make one proof from the proofs in `cuts` and from the proof `last`, which may use what the cuts show.

    A cut (polynomial, strict, proof) shows that the polynomial is > 0 if `strict`, else ≥ 0. A proof cites each condition by an
    index. Let the task have n conditions, with the indices 0 to n − 1. In the proof of a cut, the index n means the negation of
    what the cut shows. In `last`, the index n means the negated goal of `last`. The index n + 1 + k means what the k-th cut shows,
    counted from 0.
    """
    n = len(task.conditions)
    for k in range(len(cuts) - 1, -1, -1):
        poly, strict, proof = cuts[k]
        last = cut_on_sign(to_plain(poly, task.width), strict, shift(proof, n, 1 + k), last)
    return last
