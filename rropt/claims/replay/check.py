"""The replay: it checks proofs in plain Python arithmetic, whichever prover found them.

`is_proved` expands the statement itself into leaves (conjunctions of signs of polynomials). It accepts the proofs only if each leaf
is refuted by its proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.claims.language.syntax import Formula, variables_of
from rropt.claims.normal import Condition, leaves
from rropt.claims.replay.line import solution_exists
from rropt.claims.replay.poly import Polynomial, Ring
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Substitution, Summand

__all__ = ["branch", "is_proved", "put_quotient", "refutes"]

COVERS = [{">", "=", "<"}, {">=", "<"}, {">", "<="}, {"=", "!="}, {">=", "<="}]


def is_proved(
    formulas: tuple[Formula, ...], goal: Formula, proofs: Sequence[Proof], integers: frozenset[str] = frozenset()
) -> bool:
    """Whether the proofs show that the formulas together imply the goal.

    The formulas and the negated goal are expanded into leaves, which are conjunctions of signs of polynomials. There must be one
    proof for each leaf, and it must refute the leaf. A proof refers to a variable by its index in `variables_of`. A proof with
    polynomials in other variables is not accepted.
    """
    ring = Ring(variables_of((*formulas, goal)))
    found = leaves(formulas, goal, ring, integers)
    if len(found) != len(proofs) or not all(_is_in(proof, len(ring.names)) for proof in proofs):
        return False
    try:
        return all(refutes(leaf, proof) for leaf, proof in zip(found, proofs, strict=True))
    except IndexError:  # a proof cites a condition that is not there
        return False


def _is_in(proof: Proof, n: int) -> bool:
    """Whether every polynomial in the proof is in n variables, and every variable that the proof names has an index below n."""
    match proof:
        case Contradiction(summands, multiples, _):
            return all(q.is_in(n) for s in summands for q in s.squares) and all(p.is_in(n) for _, p in multiples)
        case Line(variable, _):
            return variable in range(n)
        case Cases(poly, branches):
            return poly.is_in(n) and all(_is_in(p, n) for _, p in branches)
        case Substitution(variable, _, top, below, _, rest):
            return variable in range(n) and top.is_in(n) and below.is_in(n) and _is_in(rest, n)


def refutes(conditions: list[Condition], proof: Proof) -> bool:
    """Whether the proof shows that no real point satisfies all conditions."""
    match proof:
        case Contradiction():
            return _refutes_by_sum(conditions, proof)
        case Line(variable, cited):
            return _refutes_by_line(conditions, variable, cited)
        case Cases(poly, branches):
            relations = {relation for relation, _ in branches}
            if not any(cover <= relations for cover in COVERS):
                return False
            return all(refutes([*conditions, branch(poly, relation)], p) for relation, p in branches)
        case Substitution():
            return _refutes_by_substitution(conditions, proof)


def branch(poly: Polynomial, relation: str) -> Condition:
    """Return the condition `poly relation 0`, which a case adds; < and <= are written as > and >= for −poly."""
    if relation in ("<", "<="):
        return Condition(-poly, {"<": ">", "<=": ">="}[relation])
    return Condition(poly, relation)


def _refutes_by_sum(conditions: list[Condition], proof: Contradiction) -> bool:
    total = Polynomial({})
    positive = False
    for s in proof.summands:
        if s.coefficient <= 0:
            return False
        value = _summand(conditions, s)
        if value is None:
            return False
        total = total + value[0]
        positive = positive or value[1]
    for i, multiplier in proof.multiples:
        if conditions[i].relation != "=":
            return False
        total = total + conditions[i].poly * multiplier
    return positive and total.is_zero()


def _summand(conditions: list[Condition], s: Summand) -> tuple[Polynomial, bool] | None:
    """Multiply out a summand, a product of a positive number, the polynomials of conditions that it cites, and squares.

    Return the resulting polynomial, and whether it is surely positive (True) or only nonnegative (False). None if its sign is not
    known. It is not known if the summand cites an equality. It is not known either if the summand cites a condition p ≠ 0 an odd
    number of times, because p may be negative while p² is positive.
    """
    if any(conditions[i].relation == "=" for i in s.cited):
        return None
    if any(conditions[i].relation == "!=" and s.cited.count(i) % 2 for i in s.cited):
        return None
    factors = [conditions[i].poly for i in s.cited] + [q * q for q in s.squares]
    strict = all(conditions[i].relation in (">", "!=") for i in s.cited)
    positive = strict and all(q.constant() for q in s.squares)
    product = factors[0] if factors else _one(conditions)
    for x in factors[1:]:
        product = product * x
    return product.scale(s.coefficient), positive


def _one(conditions: list[Condition]) -> Polynomial:
    exponents = next((e for c in conditions for e in c.poly.terms), ())
    return Polynomial({(0,) * len(exponents): Fraction(1)})


def _refutes_by_line(conditions: list[Condition], variable: int, cited: tuple[int, ...]) -> bool:
    chosen = [conditions[i] for i in cited]
    if any(c.poly.variables() - {variable} for c in chosen):
        return False
    return not solution_exists([(c.poly.coefficients(variable), c.relation) for c in chosen])


def _refutes_by_substitution(conditions: list[Condition], proof: Substitution) -> bool:
    x = proof.variable
    if x in proof.top.variables() | proof.below.variables() or conditions[proof.equality].relation != "=":
        return False
    parts = conditions[proof.equality].poly.in_powers_of(x)
    if len(parts) != 2 or parts[1] != proof.below or parts[0] != -proof.top:
        return False
    if proof.nonzero is None:
        if not proof.below.constant():
            return False
    else:
        known = conditions[proof.nonzero]
        if known.relation not in (">", "!=") or known.poly not in (proof.below, -proof.below):
            return False
    return refutes(
        [Condition(put_quotient(c.poly, x, proof.top, proof.below), c.relation) for c in conditions], proof.rest
    )


def put_quotient(p: Polynomial, x: int, top: Polynomial, below: Polynomial) -> Polynomial:
    """Put top/below for x in p, and multiply by the least even power of `below` that clears the denominator."""
    degree = p.degree(x)
    if degree == 0:
        return p
    even = degree + degree % 2
    total = Polynomial({})
    for k, coefficient in enumerate(p.in_powers_of(x)):
        if coefficient.is_zero():
            continue
        if k:
            coefficient = coefficient * top**k
        total = total + (coefficient * below ** (even - k) if even > k else coefficient)
    return total
