"""Claims read a second time: a plain reader of statements over Fractions, and samples of their whole domain.

Nothing of rropt.claims' own reading or evaluation is used. Formulas are split at their connectives, comparisons go
through Python's syntax tree, derivatives are taken with truncated power series. What needs exp, log or sqrt is left out.
"""

from __future__ import annotations

import ast
import operator
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, comb, factorial, floor
from typing import Any

F = Fraction
Values = Mapping[str, Any]
SPECIAL = [
    F(0),
    F(1),
    F(1, 2),
    F(1, 3),
    F(2, 3),
    F(1, 4),
    F(3, 4),
    F(1, 1000),
    F(999, 1000),
    F(1001, 1000),
    F(2),
    F(3),
    F(7),
]
ORDER = ("<=", ">=", "!=", "<", ">", "=")
COMPARE: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Undefined(Exception):
    """A division by zero: nobody's counterexample."""


class Beyond(Exception):
    """The statement needs more than rational arithmetic."""


@dataclass(frozen=True)
class Series:
    """A power series in one variable, cut after its last coefficient."""

    c: tuple[Fraction, ...]

    def __add__(self, other: Any) -> Series:
        return Series(tuple(map(operator.add, self.c, lift(other, len(self.c)))))

    __radd__ = __add__

    def __neg__(self) -> Series:
        return Series(tuple(-x for x in self.c))

    def __sub__(self, other: Any) -> Series:
        return self + (-1) * lift_series(other, len(self.c))

    def __rsub__(self, other: Any) -> Series:
        return lift_series(other, len(self.c)) - self

    def __mul__(self, other: Any) -> Series:
        d = lift(other, len(self.c))
        return Series(tuple(sum((self.c[i] * d[k - i] for i in range(k + 1)), F(0)) for k in range(len(d))))

    __rmul__ = __mul__


def lift(x: Any, size: int) -> tuple[Fraction, ...]:
    return x.c if isinstance(x, Series) else (F(x), *[F(0)] * (size - 1))


def lift_series(x: Any, size: int) -> Series:
    return Series(lift(x, size))


def quotient(x: Any, y: Any) -> Any:
    if not isinstance(x, Series) and not isinstance(y, Series):
        if y == 0:
            raise Undefined
        return F(x) / y
    size = len((x if isinstance(x, Series) else y).c)
    a, b, found = lift(x, size), lift(y, size), list[Fraction]()
    if b[0] == 0:
        raise Undefined
    for k in range(size):
        found.append((a[k] - sum((b[k - i] * found[i] for i in range(k)), F(0))) / b[0])
    return Series(tuple(found))


def power(x: Any, y: Any) -> Any:
    if not isinstance(y, Fraction | int) or F(y).denominator != 1:
        raise Beyond
    if y < 0:
        return quotient(F(1), power(x, -y))
    found: Any = F(1)
    for _ in range(int(y)):
        found = found * x
    return found


class Plain:
    """A statement's definitions, and the values of terms and formulas at a point."""

    def __init__(self, define: Mapping[str, str]) -> None:
        self.words: dict[str, tuple[list[str], str]] = {}
        for head, text in define.items():
            name, _, rest = head.partition("(")
            self.words[name.strip()] = ([x.strip() for x in rest.rstrip(") ").split(",") if x.strip()], text)

    def term(self, text: str, at: Values) -> Any:
        return self.node(parsed(text), at)

    def node(self, n: ast.expr, at: Values) -> Any:
        if isinstance(n, ast.Constant):
            return F(str(n.value))
        if isinstance(n, ast.Name):
            return at[n.id] if n.id in at else self.word(n.id, [], at)
        if isinstance(n, ast.UnaryOp):
            return (-1) * self.node(n.operand, at)
        if isinstance(n, ast.BinOp):
            return self.operation(n, at)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name):
            return self.call(n.func.id, n.args, at)
        raise Beyond

    def operation(self, n: ast.BinOp, at: Values) -> Any:
        x, y = self.node(n.left, at), self.node(n.right, at)
        match n.op:
            case ast.Add():
                return x + y
            case ast.Sub():
                return x - y
            case ast.Mult():
                return x * y
            case ast.Div():
                return quotient(x, y)
            case _:
                return power(x, y)

    def word(self, name: str, values: list[Any], at: Values) -> Any:
        if name not in self.words:
            raise Beyond
        names, text = self.words[name]
        return self.term(text, {**at, **dict(zip(names, values, strict=True))})

    def call(self, name: str, arguments: list[ast.expr], at: Values) -> Any:
        if name == "diff":
            x, times = arguments[1], int(self.node(arguments[2], at)) if len(arguments) > 2 else 1
            assert isinstance(x, ast.Name)
            here = Series((at[x.id], F(1), *[F(0)] * times)[: times + 1])
            return lift(self.node(arguments[0], {**at, x.id: here}), times + 1)[times] * factorial(times)
        values = [self.node(a, at) for a in arguments]
        plain: dict[str, Callable[..., Any]] = {
            "min": min,
            "max": max,
            "abs": abs,
            "floor": floor,
            "ceil": ceil,
            "factorial": lambda n: F(factorial(int(n))),
            "binomial": lambda n, k: F(comb(int(n), int(k))),
        }
        return plain[name](*values) if name in plain else self.word(name, values, at)

    def holds(self, text: str, at: Values) -> bool:
        text = bare(text)
        for word, rule in (("iff", _iff), ("implies", _implies), ("or", any), ("and", all)):
            parts = split(text, word)
            if len(parts) > 1:
                if word == "implies":
                    parts = (parts[0], " implies ".join(parts[1:]))
                return rule(self.holds(p, at) for p in parts)
        if text.startswith("not "):
            return not self.holds(text[4:], at)
        if text.startswith(("argmin", "exists")) or "~" in text:
            raise Beyond
        n = parsed(text)
        assert isinstance(n, ast.Compare), text
        values = [self.node(x, at) for x in (n.left, *n.comparators)]
        return all(COMPARE[type(op)](values[i], values[i + 1]) for i, op in enumerate(n.ops))


def _iff(values: Iterator[bool]) -> bool:
    first, second = values
    return first == second


def _implies(values: Iterator[bool]) -> bool:
    first, second = values
    return not first or second


@cache
def parsed(text: str) -> ast.expr:
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text.replace("^", "**").strip())
    return ast.parse(text, mode="eval").body


@cache
def bare(text: str) -> str:
    """Without parentheses around the whole."""
    text = text.strip()
    while text.startswith("(") and text.endswith(")"):
        depth = [0]
        for c in text[:-1]:
            depth.append(depth[-1] + (c == "(") - (c == ")"))
        if 0 in depth[1:]:
            break
        text = text[1:-1].strip()
    return text


@cache
def split(text: str, word: str) -> tuple[str, ...]:
    """The parts between a connective that stands outside all parentheses."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and text.startswith(f" {word} ", i):
            parts.append(text[start:i])
            start = i + len(word) + 2
    return (*parts, text[start:])


def relations(text: str) -> list[tuple[str, str, str]]:
    """The comparisons that a conjunction asks for: left, sign, right."""
    found = []
    for part in (bare(p) for p in split(bare(text), "and")):
        if any(len(split(part, w)) > 1 for w in ("or", "iff", "implies")) or part.startswith(("not ", "exists")):
            continue
        pieces = re.split(r"(<=|>=|!=|<|>|=)", part)
        found += [(pieces[i - 1], pieces[i], pieces[i + 1]) for i in range(1, len(pieces) - 1, 2)]
    return found


def domain(name: str, text: str) -> tuple[bool, str]:
    """Whether the variable is whole, and its domain as a formula."""
    whole, text = text.startswith("integer"), text.removeprefix("integer").strip()
    interval = re.fullmatch(r"([\[(])(.+),(.+)([\])])", text)
    if not interval:
        return whole, "" if text == "real" else text
    left, low, high, right = interval.groups()
    first = f"{low} {'<=' if left == '[' else '<'} {name}"
    return whole, first + ("" if high.strip() == "inf" else f" and {name} {'<=' if right == ']' else '<'} {high}")


def narrowed_to(statement: Any) -> list[str]:
    """The formulas of what a claim declares to assume beyond the printed statement; an item of evidence has none."""
    declared = getattr(statement, "narrowed", ())
    pairs = (declared,) if declared and isinstance(declared[0], str) else declared
    return [formula for formula, _ in pairs if formula]


class Sampler:
    """Points that satisfy all hypotheses of a statement, often with some of its weak inequalities tight."""

    def __init__(self, statement: Any, seed: int) -> None:
        self.plain, self.rng = Plain(statement.define), random.Random(seed)
        self.whole: dict[str, bool] = {}
        self.own: dict[str, str] = {}
        self.hypotheses: list[str] = []
        for key, text in statement.given.items():
            for name in (x.strip() for x in key.split(",")):
                self.whole[name], found = domain(name, text.strip())
                self.hypotheses += [found] if found else []
                self.own[name] = found
        self.hypotheses += [*statement.assuming, *narrowed_to(statement)]
        self.wanted = [r for h in self.hypotheses for r in relations(h)]
        self.perhaps = [relations(h) for h in conditions(statement.states)]

    def draw(self, name: str) -> Fraction:
        r = self.rng
        if self.whole[name]:
            return F(r.randint(0, 12))
        kind = r.random()
        if kind < 0.3:
            return r.choice(SPECIAL)
        if kind < 0.75:
            return F(r.randint(0, 60), 60)
        return F(r.randint(-200 if kind > 0.95 else 1, 200), r.randint(1, 40))

    def place(self, name: str, at: dict[str, Any]) -> None:
        """Draw a variable, again while it misses its own domain."""
        for _ in range(12):
            at[name] = self.draw(name)
            try:
                if not self.own[name] or self.plain.holds(self.own[name], at):
                    return
            except (Beyond, Undefined):
                return

    def solve(self, left: str, right: str, at: dict[str, Any], done: set[str]) -> None:
        """Make the two sides equal by one variable in which their difference is of the first degree."""
        names = [x for x in at if x not in done and re.search(rf"\b{x}\b", f"{left} {right}")]
        self.rng.shuffle(names)
        names.sort(key=lambda x: x not in (left.strip(), right.strip()))
        for x in names:
            try:
                gap = [self.plain.term(f"({left}) - ({right})", {**at, x: F(k)}) for k in (2, 3, 5)]
            except Undefined:
                continue
            slope = gap[1] - gap[0]
            if slope and gap[2] - gap[0] == 3 * slope and (not self.whole[x] or (gap[0] / slope).denominator == 1):
                at[x] = 2 - gap[0] / slope
                done.add(x)
                return

    def points(self, tries: int) -> Iterator[dict[str, Any]]:
        edges = [r for r in self.wanted if r[1] in ("<=", ">=")]
        for _ in range(tries):
            side = self.rng.choice(self.perhaps) if self.perhaps and self.rng.random() < 0.8 else []
            equal = [r for r in (*self.wanted, *side) if r[1] == "="]
            at: dict[str, Any] = {}
            for x in self.whole:
                self.place(x, at)
            tight = self.rng.sample(edges, min(len(edges), self.rng.randint(0, 2)))
            done: set[str] = set()
            try:
                for left, _, right in (*equal, *tight):
                    self.solve(left, right, at, done)
                if all(self.plain.holds(h, at) for h in self.hypotheses):
                    yield at
            except Undefined:
                continue


def conditions(states: str) -> list[str]:
    """What stands before an `implies` or on a side of an `iff`, at any place of a conjunction."""
    found: list[str] = []
    for part in (bare(p) for p in split(bare(states), "and")):
        sides, before = split(part, "iff"), split(part, "implies")
        found += [*(sides if len(sides) > 1 else ()), *before[:-1]]
    return found


def decided(statement: Any, *, tries: int, enough: int, seed: int = 11) -> tuple[int, dict[str, Any] | None]:
    """How many points of the domain were tried, and one where the statement is false."""
    sampler = Sampler(statement, seed)
    states, witness = with_witness(statement)
    count = 0
    for at in sampler.points(tries if sampler.whole else 1):
        try:
            here = {**at, **{x: sampler.plain.term(t, at) for x, t in witness.items()}}
            fine = sampler.plain.holds(states, here)
        except Undefined:
            continue
        count += 1
        if not fine:
            return count, at
        if count >= enough:
            break
    return count, None


def with_witness(statement: Any) -> tuple[str, Mapping[str, str]]:
    """An `exists` with the witness put in place of its variables; they are at the end of the claim or of a conjunct."""
    if not (witness := getattr(statement, "witness", {})):
        return statement.states, {}
    return re.sub(r"exists [\w, ]+: (.*?)(?=\) and \(|\)$|$)", r"(\1)", statement.states), witness


def statements(claims: Mapping[str, Any], kind: type, skip: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Every statement with its claim's id: the claim's own, or those among the items of its evidence."""
    seen: set[tuple[str, ...]] = set()
    for name, claim in claims.items():
        items = [claim] if claim.states else [] if name in skip else claim.decided_by()
        for item in items:
            if claim.states or isinstance(item, kind):
                key = (item.states, str(item.given), str(item.assuming))
                if key not in seen or claim.states:
                    seen.add(key)
                    yield name, item


def reading(claims: Mapping[str, Any], kind: type, skip: frozenset[str] = frozenset()) -> dict[str, list[str]]:
    """Every statement that is rational, sampled: what was false, what no point reached, and what is beyond."""
    found: dict[str, list[str]] = {"tried": [], "false": [], "vacuous": [], "beyond": []}
    for name, statement in statements(claims, kind, skip):
        try:
            count, at = decided(statement, tries=120, enough=20)
        except Beyond:
            found["beyond"].append(name)
            continue
        found["tried"].append(name)
        if at is not None:
            found["false"].append(name)
        elif not count:
            found["vacuous"].append(statement.states)
    return found
