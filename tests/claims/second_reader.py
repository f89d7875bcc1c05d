"""Claims read a second time: Python's own parser and mpmath's numbers, nothing of what `rropt.claims` reads or evaluates with."""

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any

import mpmath

DIGITS = 60
NEAR = mpmath.mpf(10) ** -20  # between numbers that are closer the second reader does not decide
TOKEN = re.compile(r"\d+(?:\.\d+)?|\w+|<=|>=|!=|\*\*|\S")
WORDS = {"^": "**", "=": "==", "~": "in"}
INTERVAL = re.compile(r"([\[(])([^,]+),([^,]+)([\])])")
BEYOND = ("exists", "argmin", "normal_cdf")


class Undecided(Exception):
    """A term has no value at the point, or two sides are too close to tell."""


def python(text: str) -> str:
    """Write a formula as Python; `a implies b` and `a iff b` bind less than `or` and become calls."""
    levels: list[list[str]] = [[""]]
    for token in TOKEN.findall(text):
        if token == "(":
            levels.append([""])
        elif token == ")":
            inner = ", ".join(_by_words(x) for x in levels.pop())
            levels[-1][-1] += f" ({inner})"
        elif token == ",":
            levels[-1].append("")
        else:
            levels[-1][-1] += f" {WORDS.get(token, token)}"
    return _by_words(levels[0][0]).strip()


def _by_words(text: str) -> str:
    for word in ("iff", "implies"):
        left, found, right = text.partition(f" {word} ")
        if found:
            return f"{word}({_by_words(left)}, {_by_words(right)})"
    return text


class Spelt(ast.NodeTransformer):
    """Puts a claim's abbreviations, and functions of a letter for what binds one; comparisons and numbers become calls."""

    def __init__(self, define: Mapping[str, str]) -> None:
        self.words: dict[str, tuple[list[str], ast.expr]] = {}
        for head, text in define.items():
            name, *letters = TOKEN.findall(head.replace("(", " ").replace(")", " ").replace(",", " "))
            hidden = {x: self.words.pop(x) for x in letters if x in self.words}  # a parameter hides an abbreviation
            self.words |= {name: (letters, self.read(text)), **hidden}

    def read(self, text: str) -> Any:
        return self.visit(ast.parse(python(text), mode="eval").body)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return _call("number", ast.Constant(ast.unparse(node)))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.words[node.id][1] if node.id in self.words and not self.words[node.id][0] else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node.func.id, node.args:  # type: ignore[attr-defined]
            case (("diff" | "at" as name), [term, ast.Name(letter), *rest]):
                found = [
                    _function([letter], self.visit(term)),
                    ast.Name(letter) if name == "diff" else self.visit(rest.pop()),
                ]
                return _call(name, *found, *rest)
            case (("sum" | "prod" as name), [ast.Name(letter), first, last, term]):
                return _call(name, _function([letter], self.visit(term)), self.visit(first), self.visit(last))
            case "implies", [left, right]:
                return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), self.visit(left)), self.visit(right)])
            case name, args if name in self.words:
                return ast.Call(_function(*self.words[name]), [self.visit(x) for x in args], [])
            case name, args:
                return _call(name, *map(self.visit, args))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        terms = [node.left, *node.comparators]
        printed = [ast.Constant(ast.unparse(x)) for x in terms[1:]]
        sides = [self.visit(x) for x in terms]
        signs = [ast.Constant(type(x).__name__) for x in node.ops]
        calls = [_call("compared", *x) for x in zip(sides, signs, sides[1:], printed, strict=False)]
        return ast.BoolOp(ast.And(), [*calls, ast.Constant(True)])


def _call(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name), list(args), [])


def _function(letters: list[str], body: ast.expr) -> ast.expr:
    given = ast.arguments(
        posonlyargs=[], args=[ast.arg(x) for x in letters], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    return ast.Lambda(given, body)


def compared(left: Any, sign: str, right: Any, printed: str) -> bool:
    gap = left - right
    if sign == "In":  # prints as this decimal
        return bool(abs(gap) <= mpmath.mpf(10) ** -len(printed.partition(".")[2]) / 2)
    if abs(gap) <= NEAR * (1 + abs(left)):
        if sign in ("Eq", "LtE", "GtE"):
            return True
        raise Undecided
    return {"Eq": False, "NotEq": True, "Lt": gap < 0, "LtE": gap < 0, "Gt": gap > 0, "GtE": gap > 0}[sign]


def over(join: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    return lambda term, first, last: join([term(mpmath.mpf(i)) for i in range(int(first), int(last) + 1)])


NAMES: dict[str, Any] = {
    x: getattr(mpmath, x) for x in ("exp", "log", "sqrt", "floor", "ceil", "factorial", "binomial")
}
NAMES |= {"inf": mpmath.inf, "abs": abs, "min": min, "max": max, "number": mpmath.mpf, "compared": compared}
NAMES |= {"sum": over(mpmath.fsum), "prod": over(mpmath.fprod), "at": lambda term, value: term(value)}
NAMES |= {"diff": lambda term, at, n=1: mpmath.diff(term, at, int(n)), "iff": lambda left, right: left == right}


def domain(letter: str, text: str) -> str:
    """Write the domain of a letter as a formula."""
    text = text.removeprefix("integer").strip()
    if found := INTERVAL.fullmatch(text):
        left, low, high, right = found.groups()
        above = f"{low} {'<=' if left == '[' else '<'} {letter}"
        return above if high.strip() == "inf" else f"{above} {'<=' if right == ']' else '<'} {high}"
    return "1 = 1" if text in ("real", "") else text


class Reader:
    """The hypotheses of a formula, and what it states."""

    def __init__(self, formula: Any) -> None:
        spelt = Spelt(formula.define)
        own = [domain(x.strip(), text) for names, text in formula.given.items() for x in names.split(",")]
        self.hypotheses = [compile(ast.unparse(spelt.read(x)), "claim", "eval") for x in (*own, *formula.assuming)]
        self.states = compile(ast.unparse(spelt.read(formula.states)), "claim", "eval")

    def tell(self, point: Mapping[str, str]) -> tuple[bool, bool | None]:
        """Whether the hypotheses hold at a point, and the truth of what is stated; None if it is not decided."""
        with mpmath.workdps(DIGITS):
            at = {
                **NAMES,
                **{x: mpmath.mpf(y.partition("/")[0]) / mpmath.mpf(y.partition("/")[2] or 1) for x, y in point.items()},
            }
            try:
                inside = all(eval(x, at) for x in self.hypotheses)  # noqa: S307 - code of our own making
                return inside, bool(eval(self.states, at)) if inside else None  # noqa: S307
            except (Undecided, ArithmeticError, ValueError, TypeError):
                return True, None
