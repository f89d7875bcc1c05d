"""Random claims over the grammar, and an evaluator of them that shares nothing with the engine.

A claim is drawn as nested tuples, printed for the engine, and evaluated here from the tuples themselves, with fractions
where it is rational and with mpmath at 60 digits elsewhere (whose answers within 1e-30 of equality are left open).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath

from rropt.claims import Claim

Tree = tuple[Any, ...]
NEAR = mpmath.mpf(10) ** -30
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")


class Undefined(Exception):
    """The term has no value here."""


class Open(Exception):
    """Too near to equality to tell."""


# drawing


def term(rng: random.Random, names: list[str], depth: int, special: bool) -> Tree:
    if depth == 0 or rng.random() < 0.2:
        if rng.random() < 0.6:
            return ("var", rng.choice(names))
        return ("num", Fraction(rng.randint(-3, 4), rng.choice((1, 1, 1, 2))))
    kinds = ["+", "+", "-", "*", "*", "^", "/"] + (["sqrt", "log", "abs", "min", "max", "exp"] if special else [])
    kind = rng.choice(kinds)
    a = term(rng, names, depth - 1, special)
    if kind == "/":
        return ("/", a, ("var", rng.choice(names)) if rng.random() < 0.7 else ("+", a, ("num", Fraction(1))))
    if kind in ("sqrt", "log", "abs", "exp"):
        return (kind, a)
    if kind == "^":
        return ("^", a, rng.choice((2, 2, 3)))
    return (kind, a, term(rng, names, depth - 1, special))


def formula(rng: random.Random, names: list[str], depth: int, special: bool) -> Tree:
    if depth == 0 or rng.random() < 0.55:
        return ("cmp", rng.choice(RELATIONS), term(rng, names, 2, special), term(rng, names, 1, special))
    kind = rng.choice(("and", "or", "implies", "iff", "not"))
    parts = [formula(rng, names, depth - 1, special) for _ in range(1 if kind == "not" else 2)]
    return (kind, *parts)


DOMAINS = (
    "real",
    "[0, 1]",
    "x > 0",
    "x >= 1",
    "(0, 1)",
    "integer",
    "integer x >= 1",
    "integer 0 <= x <= 5",
    "integer x <= -1",
)


@dataclass(frozen=True)
class Drawn:
    """A claim as trees, and its domains by variable."""

    domains: dict[str, str]
    assumed: tuple[Tree, ...]
    stated: Tree

    def claim(self) -> Claim:
        given = {x: d.replace("x", x) for x, d in self.domains.items()}
        return Claim("fuzz.claim", show(self.stated), given=given, assuming=tuple(map(show, self.assumed)))


def draw(rng: random.Random) -> Drawn:
    """A random claim; half of the time a true inequality is hidden in it, slightly changed or not."""
    names = ["x", "y"][: rng.choice((1, 1, 2))]
    special = rng.random() < 0.5
    domains = {x: rng.choice(DOMAINS) for x in names}
    assumed = tuple(formula(rng, names, 0, special) for _ in range(rng.choice((0, 0, 1))))
    if rng.random() < 0.5:
        return Drawn(domains, assumed, formula(rng, names, 1, special))
    a, b = term(rng, names, 1, special), term(rng, names, 1, special)
    square = ("^", ("-", a, b), 2)
    right = ("num", Fraction(rng.choice((0, 0, 0, 1, -1)), rng.choice((1, 1000))))
    return Drawn(domains, assumed, ("cmp", rng.choice((">=", ">=", ">", "!=")), square, right))


def show(tree: Tree) -> str:
    match tree:
        case ("var", name):
            return str(name)
        case ("num", value):
            return f"({value})"
        case ("cmp", relation, a, b):
            return f"{show(a)} {relation} {show(b)}"
        case ("not", a):
            return f"not ({show(a)})"
        case ("and" | "or" | "implies" | "iff" as word, a, b):
            return f"(({show(a)}) {word} ({show(b)}))"
        case ("^", a, n):
            return f"({show(a)})^{n}"
        case ("+" | "-" | "*" | "/" as sign, a, b):
            return f"({show(a)} {sign} {show(b)})"
        case ("min" | "max" as name, a, b):
            return f"{name}({show(a)}, {show(b)})"
        case (name, a):
            return f"{name}({show(a)})"
    raise AssertionError(tree)


# evaluating


def value(tree: Tree, at: dict[str, Fraction]) -> Any:
    match tree:
        case ("var", name):
            return at[name]
        case ("num", x):
            return x
        case ("^", a, n):
            return value(a, at) ** n
        case ("+" | "-" | "*" | "/" | "min" | "max" as sign, a, b):
            return binary(sign, value(a, at), value(b, at))
        case ("abs", a):
            return abs(value(a, at))
        case ("sqrt", a):
            x = value(a, at)
            if sign_of(x) < 0:
                raise Undefined
            return mpmath.sqrt(real(x))
        case ("log", a):
            x = value(a, at)
            if sign_of(x) <= 0:
                raise Undefined
            return mpmath.log(real(x))
        case ("exp", a):
            x = value(a, at)
            if abs(x) > 200:
                raise Open
            return mpmath.exp(real(x))
    raise AssertionError(tree)


def real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def sign_of(x: Any) -> int:
    if not isinstance(x, Fraction) and abs(x) < NEAR:
        raise Open
    return (x > 0) - (x < 0)


def binary(sign: str, a: Any, b: Any) -> Any:
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        a, b = real(a), real(b)
    if sign == "/":
        if sign_of(b) == 0:
            raise Undefined
        return a / b
    if sign in ("min", "max"):
        return min(a, b) if sign == "min" else max(a, b)
    return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b}[sign]()


def truth(tree: Tree, at: dict[str, Fraction]) -> bool:
    """The formula's truth, its parts read from left to right: what is not reached need not be defined."""
    match tree:
        case ("cmp", relation, a, b):
            s = sign_of(binary("-", value(a, at), value(b, at)))
            return {"<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0, "=": s == 0, "!=": s != 0}[relation]
        case ("not", a):
            return not truth(a, at)
        case ("and", a, b):
            return truth(a, at) and truth(b, at)
        case ("or", a, b):
            return truth(a, at) or truth(b, at)
        case ("implies", a, b):
            return not truth(a, at) or truth(b, at)
        case ("iff", a, b):
            first, second = truth(a, at), truth(b, at)
            return first == second
    raise AssertionError(tree)


INSIDE = {
    "real": lambda x: True,
    "[0, 1]": lambda x: 0 <= x <= 1,
    "x > 0": lambda x: x > 0,
    "x >= 1": lambda x: x >= 1,
    "(0, 1)": lambda x: 0 < x < 1,
    "integer": lambda x: x.denominator == 1,
    "integer x >= 1": lambda x: x.denominator == 1 and x >= 1,
    "integer 0 <= x <= 5": lambda x: x.denominator == 1 and 0 <= x <= 5,
    "integer x <= -1": lambda x: x.denominator == 1 and x <= -1,
}
VALUES = [Fraction(n, d) for d in (1, 2, 3, 7) for n in range(-5 * d, 5 * d + 1)]


def allows(drawn: Drawn, at: dict[str, Fraction]) -> bool:
    """Whether the point satisfies domains and hypotheses; a hypothesis that is not defined is not satisfied."""
    if not all(INSIDE[d](at[x]) for x, d in drawn.domains.items()):
        return False
    try:
        return all(truth(h, at) for h in drawn.assumed)
    except Undefined:
        return False


def is_false(tree: Tree, at: dict[str, Fraction]) -> bool:
    """Whether the formula is false whatever its parts without a value are taken for: `A and B` is where B is."""
    match tree:
        case ("and", a, b):
            return is_false(a, at) or is_false(b, at)
        case ("or", a, b):
            return is_false(a, at) and is_false(b, at)
        case ("implies", a, b):
            return is_false(("not", a), at) and is_false(b, at)
        case ("not", ("and" | "or" | "implies" | "not" as word, *parts)):
            return is_false(OPPOSITE[word](*parts), at)
    try:
        return not truth(tree, at)
    except Undefined:
        return False


OPPOSITE: dict[str, Any] = {
    "and": lambda a, b: ("or", ("not", a), ("not", b)),
    "or": lambda a, b: ("and", ("not", a), ("not", b)),
    "implies": lambda a, b: ("and", a, ("not", b)),
    "not": lambda a: a,
}


def failing_point(drawn: Drawn, rng: random.Random, tries: int = 250) -> dict[str, Fraction] | None:
    """A point that the claim allows and at which it is false or has no value."""
    pools = {x: [v for v in VALUES if INSIDE[d](v)] for x, d in drawn.domains.items()}
    for _ in range(tries):
        at = {x: rng.choice(pool) for x, pool in pools.items()}
        try:
            if allows(drawn, at) and not truth(drawn.stated, at):
                return at
        except Undefined:
            return at
        except Open:
            continue
    return None
