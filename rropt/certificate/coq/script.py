"""Makes a Coq script about rational functions of t: definitions, and a lemma for every comparison that a claim needs.

To compare two expressions, a lemma says that their difference is a quotient n/d of polynomials in t, and which signs n and d have.
Coq's tactic `field` shows the first of these statements, and the lemmas of signs.py show the second. Every denominator is defined
under a name of its own, so that `field` asks for nothing but that these names are not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpz_poly

from rropt.certificate.coq.signs import Domain
from rropt.certificate.coq.spelling import integer, join_list, polynomial, rational
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.polynomial_sign import signs_of_quotient

__all__ = ["MOST_LEMMAS", "Script", "least", "positive_part", "sign"]

MOST_LEMMAS = 6000  # some three minutes of coqc at 30 ms each
RULES = "sum objective excess trace_weights gap second_output variance line_a line_b line_c Nat.eqb nth existsb orb andb negb"


def sign(x: Number) -> int:
    """Return the sign of x on the domain of t: 0 if x is 0 everywhere there, 1 if x is nowhere negative, -1 if it is nowhere
    positive.

    If x takes both signs, raise `InputError`.
    """
    found = {(x > 0) - (x < 0)} if isinstance(x, Fraction) else set(signs_of_quotient(x))
    if {1, -1} <= found:
        raise InputError(
            "a number of the certificate changes its sign on the domain of t, so the certificate has no export to Coq"
        )
    return sum(found)


def least(row: Sequence[Number]) -> Number:
    """Return the number of the row that is smallest on the whole domain of t.

    Each number is compared with the smallest of those before it. Raise `InputError` if the result of a comparison changes with t.
    """
    found = row[0]
    for x in row[1:]:
        found = x if sign(x - found) < 0 else found
    return found


def positive_part(x: Number) -> Number:
    """Return the larger of 0 and x on the whole domain of t; raise `InputError` if the sign of x changes there."""
    return x if sign(x) > 0 else Fraction(0)


class Script:
    """The lines of a Coq script in order, and the names defined in it.

    `denominators` maps the coefficients of a denominator to its name. `signs` maps the statement of a lemma about a sign to the
    lemma's name. `defined` lists the names that `define` has defined. `begun` says whether the tactics have been written.
    """

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.lines: list[str] = []
        self.denominators: dict[tuple[int, ...], str] = {}
        self.signs: dict[str, str] = {}
        self.defined: list[str] = []
        self.count = 0
        self.begun = False

    def say(self, *lines: str) -> None:
        """Add lines to the script, unchanged."""
        self.lines += lines

    def fresh(self) -> str:
        """Return a name for the next lemma; raise `InputError` if the script has too many lemmas."""
        self.count += 1
        if self.count > MOST_LEMMAS:
            raise InputError(
                f"the certificate needs more than {MOST_LEMMAS} comparisons in Coq; choose fewer inputs or outputs"
            )
        return f"c{self.count}"

    def say_lemma(self, name: str, statement: str, proof: str) -> None:
        """Add the lemma `name` with this statement; `proof` is the Coq term that proves it."""
        self.say(f"Lemma {name} : {statement}.", f"Proof. exact ({proof}). Qed.")

    def say_all(self, parts: Sequence[tuple[str, str]]) -> None:
        """Add the theorem `claim`: the conjunction of the `parts`, each (statement, name of a lemma that proves it)."""
        statement = " /\\\n  ".join(text for text, _ in parts)
        *first, last = [lemma for _, lemma in parts]
        steps = " ".join(f"split; [exact {lemma}|]." for lemma in first)
        self.say(f"Theorem claim :\n  {statement}.", f"Proof. {steps} exact {last}. Qed.")

    # numbers

    def number(self, x: Number) -> str:
        """Write a number as an expression; if its denominator is new, define it first."""
        if isinstance(x, Fraction):
            return rational(x)
        top, below = self._parts(x)
        return polynomial(top) if below.is_one() else f"({polynomial(top)} / {self._below(below)})"

    def _parts(self, x: Element) -> tuple[fmpz_poly, fmpz_poly]:
        """Return the numerator and the denominator of x. If the denominator is negative on the domain of t, negate both."""
        negative = self.domain.sign_of(x.den) < 0
        return (-x.num, -x.den) if negative else (x.num, x.den)

    def _denominator(self, p: fmpz_poly) -> str:
        key = tuple(map(int, p.coeffs()))
        if key not in self.denominators:
            name = f"d{len(self.denominators) + 1}"
            self.denominators[key] = name
            proof = self.prove_sign(p, strict=True)
            self.say(
                f"Definition {name} : R := {polynomial(p)}.",
                f"Lemma {name}_is : {name} = {polynomial(p)}. Proof. reflexivity. Qed.",
                f"Lemma {name}_pos : 0 < {name}. Proof. exact {proof}. Qed.",
                f"Lemma {name}_ne : {name} <> 0. Proof. exact (Rgt_not_eq _ _ {name}_pos). Qed.",
            )
            if self.begun:
                self.say(f"Ltac equal ::= {self._equal()}.")
        return self.denominators[key]

    def prove_sign(self, p: fmpz_poly, *, strict: bool) -> str:
        """Prove that p is positive (`strict`) or nonnegative on the domain of t, and return the name of the lemma.

        If the script has this lemma already, no new lemma is added.
        """
        text = f"{'0 <' if strict else '0 <='} {polynomial(p)}"
        if text not in self.signs:
            lines, name = self.domain.prove(p, strict=strict, fresh=self.fresh)
            self.say(*lines)
            self.signs[text] = name
        return self.signs[text]

    # definitions

    def define_vector(self, name: str, values: Sequence[Number]) -> None:
        """Define in the script a Coq function `name` of one index, which returns the value at the index."""
        numbers = join_list(self.number(x) for x in values)
        self.define(name, f"(i : nat) : R := nth i {numbers} 0")

    def define_matrix(self, name: str, rows: Sequence[Sequence[Number]]) -> None:
        """Define in the script a Coq function `name` of two indices, which returns the entry of a matrix at a row and a column."""
        numbers = join_list(join_list(self.number(x) for x in row) for row in rows)
        self.define(name, f"(i j : nat) : R := nth j (nth i {numbers} []) 0")

    def define_tensor(self, name: str, layers: Sequence[Sequence[Sequence[Number]]]) -> None:
        """Define in the script a Coq function `name` of three indices, which returns the number `layers`[i][j][l]."""
        numbers = join_list(join_list(join_list(self.number(x) for x in row) for row in rows) for rows in layers)
        self.define(name, f"(i j l : nat) : R := nth l (nth j (nth i {numbers} []) []) 0")

    def define(self, name: str, body: str) -> None:
        """Add the definition of `name`, whose `body` begins with its parameters or type; the tactic `norm` will unfold it."""
        self.say(f"Definition {name} {body}.")
        self.defined.append(name)

    def begin(self) -> None:
        """Add the tactics `norm` and `equal`; all definitions have to be made before, as `norm` unfolds them."""
        names = " ".join([*self.defined, RULES])
        self.say(f"Ltac norm := cbv beta iota delta [{names}].", f"Ltac equal := {self._equal()}.")
        self.begun = True

    def _equal(self) -> str:
        names = self.denominators.values()
        if not names:
            return "norm; field"
        nonzero = " | ".join(f"exact {d}_ne" for d in names)
        return f"norm; field [{' '.join(f'{d}_is' for d in names)}]; repeat split; first [{nonzero}]"

    # comparisons: each returns the name of a lemma

    def prove_equal(self, left: str, right: str) -> str:
        """Prove left = right, an identity of rational functions of t; return the lemma's name."""
        name = self.fresh()
        self.say(f"Lemma {name} : {left} = {right}. Proof. equal. Qed.")
        return name

    def prove_at_most(self, left: str, right: str, difference: Number, *, strict: bool = False) -> str:
        """Prove left <= right (< if `strict`); return the lemma's name.

        `difference` is the number right - left, whose sign is proved.
        """
        relation, rule = ("<", "lt_by") if strict else ("<=", "le_by")
        if not difference and not strict:
            name = self.fresh()
            self.say(f"Lemma {name} : {left} <= {right}. Proof. apply le_of_eq. equal. Qed.")
            return name
        top, below = self._over(difference)
        over, numerator = self._below(below), self.prove_sign(top, strict=strict)
        name, denominator = self.fresh(), self.prove_sign(below, strict=True)
        steps = f"apply ({rule} _ _ {polynomial(top)} {over}); [equal | exact {numerator} | exact {denominator}]"
        self.say(f"Lemma {name} : {left} {relation} {right}. Proof. {steps}. Qed.")
        return name

    def _over(self, x: Number) -> tuple[fmpz_poly, fmpz_poly]:
        if isinstance(x, Fraction):
            return fmpz_poly([x.numerator]), fmpz_poly([x.denominator])
        return self._parts(x)

    def _below(self, p: fmpz_poly) -> str:
        return self._denominator(p) if p.degree() else integer(int(p[0]))

    def prove_nonnegative(self, x: Number) -> str:
        """Prove 0 <= x, and return the name of the lemma. If the script has this lemma already, no new lemma is added."""
        text = f"0 <= {self.number(x)}"
        if text not in self.signs:
            self.signs[text] = self.prove_at_most("0", self.number(x), x)
        return self.signs[text]
