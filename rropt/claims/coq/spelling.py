"""Terms, statements and polynomials written with Coq's own real numbers, functions and connectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from rropt.claims.claim import Reading
from rropt.claims.language.syntax import (
    Add,
    And,
    Argmin,
    Call,
    Compare,
    Div,
    Exists,
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
    bound_by_exists,
)
from rropt.claims.replay.poly import Polynomial
from rropt.exact.errors import InputError

__all__ = [
    "binders",
    "formula_text",
    "poly_text",
    "rational",
    "scale_to_whole",
    "term_text",
    "variable_in",
    "whole_statement",
    "words_of",
]

FUNCTIONS = {"abs": "Rabs", "sqrt": "sqrt", "exp": "exp", "log": "ln", "min": "Rmin", "max": "Rmax"}
SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "!=": "<>"}


def words_of(reading: Reading) -> dict[str, str]:
    """Give each of the claim's variables its Coq text.

    A free variable becomes v0, v1, …, or (IZR v0), … if it is a whole number. A variable bound by a quantifier becomes b0, b1, …
    """
    found = {x: f"(IZR v{n})" if x in reading.integers else f"v{n}" for n, x in enumerate(reading.names)}
    bound = bound_by_exists((*reading.hypotheses, reading.conclusion))
    return {**found, **{x: f"b{n}" for n, x in enumerate(bound) if x not in found}}


def binders(names: Iterable[str], words: Mapping[str, str], integers: frozenset[str]) -> str:
    """Write `forall` and the variables, with the type Z for whole numbers and R for others; return '' if there are no variables."""
    found = " ".join(f"({variable_in(words[x])} : {'Z' if x in integers else 'R'})" for x in names)
    return f"forall {found},\n  " if found else ""


def variable_in(word: str) -> str:
    """Return the bare name in a variable's Coq text, without `(IZR …)`."""
    return word.removeprefix("(IZR ").removesuffix(")")


def whole_statement(reading: Reading, added: Iterable[Formula] = ()) -> str:
    """State that, for all values of its variables, a claim's hypotheses and the added ones imply its conclusion."""
    words = words_of(reading)
    parts = [formula_text(x, words) for x in (*reading.hypotheses, *added, reading.conclusion)]
    return binders(reading.names, words, reading.integers) + " ->\n  ".join(parts)


def rational(x: Fraction) -> str:
    """Write a rational number in Coq."""
    top = f"(- {-x.numerator})" if x < 0 else str(x.numerator)
    return top if x.denominator == 1 else f"({top} / {x.denominator})"


def term_text(term: Term, words: Mapping[str, str]) -> str:
    """Write a term in Coq, with `words` for its variables."""

    def go(x: Term) -> str:
        return term_text(x, words)

    match term:
        case Num(value):
            return rational(value)
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
            if name not in ("min", "max"):
                return f"({FUNCTIONS[name]} {found})"
            for x in arguments[1:]:
                found = f"({FUNCTIONS[name]} {found} {go(x)})"
            return found
    raise InputError(
        "the statement contains a function or a power that rropt cannot export to Coq; use whole powers and the functions "
        f"{', '.join(FUNCTIONS)}"
    )


def formula_text(formula: Formula, words: Mapping[str, str]) -> str:
    """Write a formula in Coq, with `words` for its variables, both free and bound."""

    def go(x: Formula) -> str:
        return formula_text(x, words)

    match formula:
        case Truth(value):
            return "True" if value else "False"
        case Compare(a, relation, b):
            return f"({term_text(a, words)} {SIGNS[relation]} {term_text(b, words)})"
        case Rounds(term, printed, digits):
            return f"(Rabs ({term_text(term, words)} - {rational(printed)}) <= 1 / {2 * 10**digits})"
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
        case Exists(names, body):
            return f"(exists {' '.join(words[x] for x in names)} : R, {go(body)})"
        case Argmin():
            raise InputError(
                "rropt can export a set of minimisers to Coq only if it is the whole conclusion of a proved claim; state it in a "
                "claim of its own"
            )


def scale_to_whole(p: Polynomial) -> tuple[Polynomial, Fraction]:
    """Scale a polynomial to coprime whole coefficients; return it with the positive factor used."""
    numbers = p.terms.values()
    if not numbers:
        return p, Fraction(1)
    scale = Fraction(lcm(*(c.denominator for c in numbers)))
    scale /= gcd(*(int(c * scale) for c in numbers))
    return p.scale(scale), scale


def poly_text(p: Polynomial, words: Sequence[str]) -> str:
    """Write a polynomial with whole coefficients in Coq."""
    if not p.terms:
        return "0"
    found = []
    for e, c in sorted(p.terms.items(), reverse=True):
        powers = [x if n == 1 else f"{x} ^ {n}" for x, n in zip(words, e, strict=False) if n]
        size = [] if c == 1 and powers else [rational(c)]
        found.append(" * ".join(size + powers))
    return "(" + " + ".join(found) + ")"
