"""implication: an identity of polynomials shows that hypotheses imply a statement for all real numbers.

Statement: the statement holds for all real values of the variables for which the hypotheses hold and all sides are defined.

Each hypothesis i is turned into a polynomial h_i, and the statement is turned into a polynomial h, in the same way. For a relation
A <= B or A < B take the difference B - A. For A >= B, A > B or A = B take A - B. Write the difference as a fraction N/D of
polynomials N and D. The polynomial of the relation is the product N D. Wherever both sides are defined, a strict relation says the
same as N D > 0. An equality says the same as N D = 0, and any other relation the same as N D >= 0. (x^0 is 1 for every x, also for
x = 0.) Evidence: a multiplier m and terms that make this identity of polynomials true:

    h m = the sum of the terms.

Proof. Let the hypotheses hold. A term has one of two forms. The first form is c q^2 h_i h_j ... with a rational c > 0 and a
polynomial q. Such a term is >= 0. It is > 0 if it has no q and all its h_i belong to strict hypotheses. The second form is q h_i
h_j ... with any polynomial q, where at least one h_i belongs to an equality. Such a term is 0. The multiplier m is required to be
of the first form, without a q and with strict hypotheses alone, so that m > 0. If the statement is strict, one term must be > 0 for
the same reason. If the statement is an equality, every term must have an h_i of an equality, so that it is 0. So h is >= 0, > 0 or
= 0, as the statement says. SPEC.md, section 7.
"""

from dataclasses import dataclass

from ..arithmetic.polynomial import ONE_POLYNOMIAL, SHIFT, is_constant
from ..arithmetic.quotient import ONE, ZERO, Quotient, total
from ..limits import MOST_VARIABLES
from ..refusals import expect, expect_at_most, require
from ..text.grammar import Names, parse
from ..text.part import Part
from ..text.statement import NAME, Hypotheses, Statement, read_hypotheses, read_statement

ANSWERS = "multiplier terms"


@dataclass(frozen=True, slots=True)
class Sign:
    """A polynomial h made from the difference of a statement's sides, and the relation to 0 (>=, > or =) that is claimed of h."""

    h: Quotient
    relation: str


@dataclass(frozen=True, slots=True)
class Term:
    """A product whose sign the hypotheses determine: coefficient * factor * (the product of the polynomials h in `used`).

    If `free`, the factor is any polynomial q; otherwise it is a square q^2 if `squared`, and 1 if not.
    """

    coefficient: Quotient
    factor: Quotient
    used: list[Sign]
    free: bool
    squared: bool

    def value(self) -> Quotient:
        """Return the product of `coefficient`, `factor`, and the polynomials h of all hypotheses in `used`."""
        found = self.coefficient * self.factor
        for hypothesis in self.used:
            found = found * hypothesis.h
        return found

    def is_positive(self) -> bool:
        """Whether a term with a coefficient > 0 is surely > 0 wherever the hypotheses hold.

        This is so if all hypotheses that the term uses are strict, and no square and no free polynomial is a factor of the term.
        The caller must make sure that the coefficient is > 0.
        """
        strict = all(hypothesis.relation == ">" for hypothesis in self.used)
        return strict and not self.free and not self.squared

    def is_zero(self) -> bool:
        """Whether the term uses a hypothesis that is an equality, so that it is 0 wherever the hypotheses hold."""
        return any(hypothesis.relation == "=" for hypothesis in self.used)


@dataclass(frozen=True, slots=True)
class Implication:
    """The claim: if the hypotheses (`given`) hold, the statement (`states`) holds, for all real values of the variables.

    The evidence is an identity: the polynomial of the statement (in `goal`) times `multiplier` is the sum of the `terms`.
    """

    variables: list[str]
    given: Hypotheses
    states: Statement
    goal: Sign
    multiplier: Term
    terms: list[Term]


def read(part: Part) -> Implication:
    """Read a claim: its variables, hypotheses and statement, and the identity that shows it (a multiplier and terms)."""
    parts = part.take("variables given states multiplier terms")
    expect(part.domain.point == 1, "the field of an implication should be t = 1")
    variables = _read_variables(parts["variables"])
    names = {name: Quotient({1 << SHIFT * i: 1}, ONE_POLYNOMIAL) for i, name in enumerate(variables)}
    given = read_hypotheses(parts["given"], names)
    states = read_statement(parts["states"], names)
    signs = [_sign(statement, names) for statement in given.statements]
    multiplier = _read_term(parts["multiplier"], signs, names)
    terms = [_read_term(item, signs, names) for item in parts["terms"].items()]
    return Implication(variables, given, states, _sign(states, names), multiplier, terms)


def _read_variables(part: Part) -> list[str]:
    """Read one to six names of variables, all different."""
    variables = part.strings()
    expect(bool(variables), f"{part.where()} names no variable")
    expect_at_most(len(variables), MOST_VARIABLES, "variables")
    expect(len(set(variables)) == len(variables), f"{part.where()} names a variable twice")
    for name in variables:
        expect(NAME.fullmatch(name) is not None, f"{part.where()} has a name that no variable has")
    return variables


def _sign(statement: Statement, names: Names) -> Sign:
    """Turn a statement into a polynomial, and the relation of this polynomial to 0 that the statement claims.

    Write the difference of the statement's sides as a fraction N/D of polynomials. The result has the polynomial N D.
    """
    difference = statement.difference(names, divide_unless_zero)
    return Sign(
        Quotient(difference.num, ONE_POLYNOMIAL) * Quotient(difference.den, ONE_POLYNOMIAL),
        statement.relation_to_zero(),
    )


def divide_unless_zero(a: Quotient, b: Quotient) -> Quotient:
    """Divide a by b; call the text malformed if b is the zero polynomial.

    If b is another polynomial, it may have the value 0 at some points. Nothing is claimed at these points.
    """
    expect(bool(b.num), "a division by zero")
    return a.over(b)


def _read_term(part: Part, signs: list[Sign], names: Names) -> Term:
    """Read a term: {"times": c, "square": q, "given": [...]}, where "square" may be absent, or {"free": q, "given": [...]}.

    "given" lists the indices of hypotheses, whose polynomials are in `signs`.
    """
    parts = part.take("given", "times square free")
    free, squared = "free" in parts, "square" in parts
    expect(free != ("times" in parts), f"{part.where()} should have one of the keys times and free")
    expect(not (free and squared), f"{part.where()} should not have the keys square and free")
    used = [signs[item.index(len(signs))] for item in parts["given"].items()]
    if free:
        return Term(ONE, _read_polynomial(parts["free"], names), used, free=True, squared=False)
    root = _read_polynomial(parts["square"], names) if squared else ONE
    coefficient = parse(parts["times"].string(), {}, divide_unless_zero)
    return Term(coefficient, root * root, used, free=False, squared=squared)


def _read_polynomial(part: Part, names: Names) -> Quotient:
    """Read a polynomial in the variables, which may be divided by a number; any other quotient is malformed."""
    found = parse(part.string(), names, divide_unless_zero)
    expect(is_constant(found.den), f"{part.where()} should be a polynomial")
    return found


def check(claim: Implication) -> None:
    """Reject unless all terms have the signs that the conclusion needs, and the identity between polynomials holds."""
    for term in [claim.multiplier, *claim.terms]:
        signed = term.is_zero() if term.free else term.coefficient > ZERO
        require(signed, "term-sign", "a term that may have the wrong sign")
    require(claim.multiplier.is_positive(), "multiplier-positive", "a multiplier of the conclusion that may be 0")
    if claim.goal.relation == "=":
        require(
            all(term.is_zero() for term in claim.terms), "terms-zero", "an equality from a term that may differ from 0"
        )
    if claim.goal.relation == ">":
        require(any(term.is_positive() for term in claim.terms), "terms-positive", "no term is surely positive")
    left = claim.goal.h * claim.multiplier.value()
    rest = left - total([term.value() for term in claim.terms])
    require(not rest.num, "identity", "the identity does not hold")


def sentence(claim: Implication) -> str:
    """State in words the hypotheses and the conclusion; variables stand in brackets, because one may be a word such as "not"."""
    names = ", ".join(claim.variables)
    given = f" with {claim.given.words()}" if claim.given.statements else ""
    return (
        f"all real values of the variables [{names}]{given} for which all sides are defined have {claim.states.words()}"
    )
