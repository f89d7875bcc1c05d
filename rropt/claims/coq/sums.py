"""Writes in Coq the proofs of `rropt.claims.replay.proof`, which show that conditions contradict each other.

Such a proof is a sum of products that would be > 0 and 0 at the same time, or a distinction of cases, or a substitution. Each
condition that the proof cites becomes a Coq hypothesis `0 < p`, `0 <= p`, `p = 0` or `p <> 0`, where p is a polynomial with whole
coefficients. Other conditions do not become hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import count
from math import lcm
from operator import mul

from rropt.claims.coq.one_variable import as_sums
from rropt.claims.coq.spelling import poly_text, rational, scale_to_whole
from rropt.claims.normal import Condition
from rropt.claims.replay.check import branch, put_quotient, refutes
from rropt.claims.replay.poly import Polynomial
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Substitution, Summand
from rropt.exact.errors import InputError

__all__ = ["RELATIONS", "Known", "Scripter", "conditions_used"]

RELATIONS = {">": "0 < {}", ">=": "0 <= {}", "=": "{} = 0", "!=": "{} <> 0"}
WORD = {">": "gt", ">=": "ge", "=": "eq", "!=": "ne"}
COVERS = {  # relations that cover every real number: the lemma, and its patterns in order
    (">", "=", "<"): ("Rtotal_order {} 0", ("<", "=", ">")),
    (">=", "<"): ("Rle_or_lt 0 {}", (">=", "<")),
    (">", "<="): ("Rlt_or_le 0 {}", (">", "<=")),
    ("=", "!="): ("Req_dec {} 0", ("=", "!=")),
}


@dataclass(frozen=True, slots=True)
class Known:
    """A condition that has been made a Coq hypothesis, whose name is `name`.

    `written` is the polynomial of the hypothesis. It is the polynomial of the condition, multiplied by `ratio`.
    """

    name: str
    condition: Condition
    written: Polynomial
    ratio: Fraction


def conditions_used(proof: Proof, size: int) -> set[int]:
    """Return the indices below `size` of the conditions that a proof cites.

    There are `size` conditions at first. A case of the proof may add a condition, whose index is `size` or more. Such indices are
    left out.
    """
    match proof:
        case Contradiction(summands, multiples, _):
            found = {i for s in summands for i in s.cited} | {i for i, _ in multiples}
        case Line(_, numbers):
            found = set(numbers)
        case Cases(_, branches):
            found = {i for _, p in branches for i in conditions_used(p, size + 1)}
        case Substitution(_, equality, _, _, nonzero, rest):
            found = {equality, *conditions_used(rest, size), *([] if nonzero is None else [nonzero])}
    return {i for i in found if i < size}


@dataclass(slots=True)
class Scripter:
    """Writes Coq proofs that conditions contradict each other.

    `words` has the Coq text of each variable. `fresh` counts the names given to hypotheses, so that each name is new.
    """

    words: Sequence[str]
    fresh: count[int] = field(default_factory=count)

    def name(self, letter: str) -> str:
        return f"{letter}{next(self.fresh)}"

    def text(self, p: Polynomial) -> str:
        return poly_text(p, self.words)

    def refute(self, conditions: list[Condition], proof: Proof, bring: Callable[[int], tuple[str, Known]]) -> str:
        """Write steps that prove False from the conditions.

        `bring(i)` makes condition i a Coq hypothesis: it returns the steps for this, and the hypothesis.
        """
        proof = self.without_lines(conditions, proof)
        known: dict[int, Known] = {}
        steps = []
        for i in sorted(conditions_used(proof, len(conditions))):
            step, known[i] = bring(i)
            steps.append(step)
        return "".join(steps) + self.proof(conditions, proof, known)

    def without_lines(self, conditions: list[Condition], proof: Proof) -> Proof:
        """Rewrite a proof so that it uses sums and cases instead of arguments about real roots of polynomials in one variable.

        Raise `InputError` if the replay refuses the new proof.
        """
        found = self._without(conditions, proof)
        if found != proof and not refutes(conditions, found):
            raise InputError(
                "an argument about real roots could not be rewritten as sums, so the proof cannot be exported to Coq"
            )
        return found

    def _without(self, conditions: list[Condition], proof: Proof) -> Proof:
        match proof:
            case Line(variable, numbers):
                return as_sums(conditions, variable, numbers)
            case Cases(poly, branches):
                parts = ((r, self._without([*conditions, branch(poly, r)], p)) for r, p in branches)
                return Cases(poly, tuple(parts))
            case Substitution(x, equality, top, below, nonzero, rest):
                new = [Condition(put_quotient(c.poly, x, top, below), c.relation) for c in conditions]
                return Substitution(x, equality, top, below, nonzero, self._without(new, rest))
        return proof

    def proof(self, conditions: list[Condition], proof: Proof, known: dict[int, Known]) -> str:
        match proof:
            case Contradiction():
                return self.contradiction(proof, known)
            case Cases():
                return self.cases(conditions, proof, known)
            case Substitution():
                return self.substitution(conditions, proof, known)
        raise InputError("rropt cannot export an argument about real roots to Coq")

    # sums

    def contradiction(self, proof: Contradiction, known: dict[int, Known]) -> str:
        parts = [self.summand(s, known) for s in proof.summands]
        parts.sort(key=lambda x: not x[2])
        multiples = [(i, m.scale(1 / known[i].ratio)) for i, m in proof.multiples if not m.is_zero()]
        numbers = [c for c, _, _ in parts] + [c for _, m in multiples for c in m.terms.values()]
        whole = lcm(*(c.denominator for c in numbers))
        total, strict = "", False
        for coefficient, product, positive in parts:
            term = self.times(coefficient * whole, product, positive)
            if not total:
                total, strict = term, positive
                continue
            how = f"{'lt' if strict else 'le'}_{'lt' if positive else 'le'}"
            if how == "lt_lt":
                how, term = "lt_le", f"(Rlt_le _ _ {term})"
            total, strict = f"(sum_{how} _ _ {total} {term})", strict or positive
        zeros = [f"(times_zero _ {self.text(m.scale(Fraction(whole)))} {known[i].name})" for i, m in multiples]
        if not zeros:
            return f"apply (absurd_positive _ {total}); ring."
        joined = zeros[0]
        for z in zeros[1:]:
            joined = f"(both_zero _ _ {joined} {z})"
        return f"apply (absurd_sum _ _ {total} {joined}); ring."

    def summand(self, s: Summand, known: dict[int, Known]) -> tuple[Fraction, str, bool]:
        """Write a summand as (coefficient, proof, is_positive), where `proof` is a Coq term that proves the sign of a product.

        The factors of the product are the polynomials of the conditions that the summand cites, and the squares of the summand. In
        Coq a factor may be written as a multiple of the original polynomial. So the coefficient is divided by this multiple. If
        is_positive is True, `proof` shows that the product is > 0. Otherwise it shows only that the product is ≥ 0.
        """
        coefficient, factors = s.coefficient, []
        doubted: list[int] = []
        for i in s.cited:
            coefficient /= known[i].ratio
            if known[i].condition.relation == "!=":
                doubted.append(i)
            else:
                factors.append((known[i].name, known[i].condition.relation == ">"))
        factors += [(f"(square_gt _ {known[i].name})", True) for i in sorted(doubted)[::2]]
        for q in s.squares:
            value = q.constant()
            if value is not None:
                coefficient *= value * value
                continue
            written, ratio = scale_to_whole(q)
            coefficient /= ratio * ratio
            factors.append((f"(square_ge {self.text(written)})", False))
        strict = all(positive for _, positive in factors)
        product = ""
        for term, positive in factors:
            term = term if positive == strict else f"(Rlt_le _ _ {term})"
            word = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
            product = f"({word} _ _ {product} {term})" if product else term
        return coefficient, product, strict

    def times(self, coefficient: Fraction, product: str, strict: bool) -> str:
        number = f"(IZR_lt 0 {coefficient.numerator} eq_refl)"
        if not product:
            return number
        if strict:
            return f"(Rmult_lt_0_compat _ _ {number} {product})"
        return f"(Rmult_le_pos _ _ (Rlt_le _ _ {number}) {product})"

    # cases

    def cases(self, conditions: list[Condition], proof: Cases, known: dict[int, Known]) -> str:
        parts = dict(proof.branches)
        cover = next((c for c in COVERS if set(c) <= set(parts)), None)
        if cover is None:
            raise InputError("rropt cannot export a case distinction of the proof to Coq")
        lemma, order = COVERS[cover]
        written, ratio = scale_to_whole(proof.poly)
        name = self.name("C")
        pattern = f"[{name}|{name}]" if len(order) == 2 else f"[{name}|[{name}|{name}]]"
        found = f"destruct ({lemma.format(self.text(written))}) as {pattern}.\n"
        for relation in order:
            new = branch(proof.poly, relation)
            step, poly, here = "", written, name
            if relation in ("<", "<="):
                poly, here = -written, self.name("C")
                word = "negated" if relation == "<" else "negated_le"
                step = f"pose proof ({word} _ {self.text(poly)} {name} ltac:(ring)) as {here}. "
            inner = {**known, len(conditions): Known(here, new, poly, ratio)}
            found += f"{{ {step}{self.proof([*conditions, new], parts[relation], inner)} }}\n"
        return found

    # equations

    def substitution(self, conditions: list[Condition], proof: Substitution, known: dict[int, Known]) -> str:
        x, top, below = proof.variable, proof.top, proof.below
        new = [Condition(put_quotient(c.poly, x, top, below), c.relation) for c in conditions]
        after: dict[int, Known] = {}
        steps = []
        for i in sorted(conditions_used(proof.rest, len(conditions))):
            even = _next_even(conditions[i].poly.degree(x))
            if even == 0:
                after[i] = known[i]
                continue
            written, ratio = scale_to_whole(new[i].poly)
            name = self.name("P")
            after[i] = Known(name, new[i], written, ratio)
            steps.append(self.put_in(i, proof, known, after[i], even))
        return "".join(steps) + self.proof(new, proof.rest, after)

    def put_in(self, i: int, proof: Substitution, known: dict[int, Known], new: Known, even: int) -> str:
        """Write steps that replace the variable x by a quotient top/below in condition i, and so prove the hypothesis `new`.

        `top` and `below` are polynomials of `proof`, which cites the equation below · x − top = 0. Let p be the polynomial of
        condition i, and let `even` be an even number that is at least the degree of p in x. Multiply p by below^even and subtract
        the polynomial of `new`. The difference is a multiple of below · x − top, so it is 0.
        """
        old, equation = known[i], known[proof.equality]
        b, ratio = scale_to_whole(proof.below)
        lead = old.ratio * ratio**even
        m = _multiple(old.condition.poly, proof, even).scale(-lead / equation.ratio)
        root = self.text(b) if even == 2 else f"({self.text(b)} ^ {even // 2})"
        relation = new.condition.relation
        return (
            f"assert ({new.name} : {RELATIONS[relation].format(self.text(new.written))}). "
            f"{{ apply (put_{WORD[relation]} {rational(lead / new.ratio)} {root} _ {self.text(m)} _ _ {old.name} "
            f"{equation.name}); [{self.below_is_not_0(proof, known, even)} | lra | same]. }}\n"
        )

    def below_is_not_0(self, proof: Substitution, known: dict[int, Known], even: int) -> str:
        power = "apply pow_nonzero; " if even > 2 else ""
        if proof.nonzero is None:
            return f"{power}lra"
        given = known[proof.nonzero]
        term = given.name if given.condition.relation == "!=" else f"(gt_ne _ {given.name})"
        if given.condition.poly == proof.below:
            return f"{power}exact {term}"
        return f"{power}(let Z := fresh in intro Z; apply {term}; linear_from Z)"


def _next_even(degree: int) -> int:
    return degree + degree % 2


def _multiple(p: Polynomial, proof: Substitution, even: int) -> Polynomial:
    """Compute the polynomial (below^even · p(x) − below^even · p(top/below)) / (below · x − top).

    Here x is the variable that `proof` replaces by top/below, where `top` and `below` are polynomials of `proof`. The exponent
    `even` is at least the degree of p in x.
    """
    one = Polynomial({(0,) * len(next(iter(p.terms))): Fraction(1)})
    place = tuple(int(i == proof.variable) for i in range(len(next(iter(one.terms)))))
    step = proof.below * Polynomial({place: Fraction(1)})
    total = Polynomial({})
    for k, coefficient in enumerate(p.in_powers_of(proof.variable)):
        for i in range(k):
            rest = [proof.below] * (even - k) + [step] * i + [proof.top] * (k - 1 - i)
            total = total + reduce(mul, rest, coefficient)
    return total
