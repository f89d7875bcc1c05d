"""The language of claims: formulas as they are printed, read into trees of one kind of node.

    formula    = formula ("iff" | "implies" | "or" | "and") formula | "not" formula | "exists" names ":" formula
               | "argmin" "[" names "]" term "=" "{" points "}" | comparison
    comparison = term { relation term }      chains, as in 0 < x <= 1; "x ~ 0.243" says that x prints as 0.243
    term       = sums, products and powers of numbers, names, function calls and terms in brackets

Definitions, finite sums and products, derivatives and substitutions are written out while a text is read. What is left are numbers,
variables, + * / ^, the functions in `operations`, comparisons and connectives. A text is never run as Python code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, reduce
from typing import Any, TypeAlias

from rropt.claims.operations import FUNCTIONS, MOST_POWER, computed
from rropt.errors import InputError

__all__ = [
    "NAME",
    "ONE",
    "RELATIONS",
    "ZERO",
    "Node",
    "comparisons",
    "conjunction",
    "difference",
    "known_value",
    "number",
    "read",
    "substitute",
    "variable",
]

TOKEN = re.compile(r"\d+(?:\.\d+)?|[A-Za-z_][\w']*|\*\*|<=|>=|!=|\S", re.ASCII)
NAME = re.compile(r"[A-Za-z_][\w']*", re.ASCII)
HEAD = re.compile(rf"\s*({NAME.pattern})\s*(?:\(\s*({NAME.pattern}(?:\s*,\s*{NAME.pattern})*)\s*\))?\s*", re.ASCII)
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")
COMPARISON, SUM, POWER = 4, 5, 7
BINDING = {0: ("iff",), 1: ("implies",), 2: ("or",), 3: ("and",), SUM: ("+", "-"), 6: ("*", "/")}  # the weakest first
SERIES = {"sum": ("+", 0), "prod": ("*", 1)}  # by what terms are joined, and what none of them come to
WORDS = {"iff", "implies", "or", "and", "not", "exists", "argmin"}
RESERVED = {*WORDS, "diff", "at", *SERIES, *FUNCTIONS}
DEFINED = {  # functions that are abbreviations
    "ln(x)": "log(x)",
    "ceil(x)": "-floor(-x)",
    "factorial(n)": "prod(i, 1, n, i)",
    "binomial(n, k)": "prod(i, 1, k, (n - i + 1)/i)",
}
MOST_DIGITS = 2_000
MOST_NODES = 200_000
MOST_TERMS = 5_000


@dataclass(frozen=True, slots=True)
class Node:
    """A number (`value`), a variable (`name`), or an operation `op` of `args`.

    `exists` has its bound variables first and its body last, `argmin` its variables, the objective and the listed points. `where`
    has a term, and a second term that must have a value for the first to have one (a derivative, and what is differentiated).
    `free` are the variables that no `exists` binds.
    """

    digest: int = field(init=False, repr=False)  # first, so that nodes that differ are told apart by it
    op: str
    args: tuple[Node, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""
    size: int = field(init=False, repr=False)
    free: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        free = frozenset({self.name} if self.op == "variable" else ()).union(*(x.free for x in self.args))
        if self.op == "exists":
            free = self.args[-1].free - {x.name for x in self.args[:-1]}
        object.__setattr__(self, "free", free)
        object.__setattr__(self, "size", 1 + sum(x.size for x in self.args))
        object.__setattr__(self, "digest", hash((self.op, self.args, self.value, self.name)))
        if self.size > MOST_NODES:
            raise InputError(f"a statement expands to more than {MOST_NODES} parts; split it")

    def __hash__(self) -> int:
        return self.digest

    def __str__(self) -> str:
        return _write(self, 0)


def number(x: Fraction | int) -> Node:
    """Make the node of a number."""
    return Node("number", value=Fraction(x))


ZERO, ONE, MINUS = number(0), number(1), number(-1)


def variable(name: str) -> Node:
    """Make the node of a variable."""
    return Node("variable", name=name)


def difference(left: Node, right: Node) -> Node:
    """Make the node of left − right."""
    return Node("+", (left, Node("*", (MINUS, right))))


def conjunction(items: Iterable[Node]) -> Node:
    """Join formulas by `and`; of none the result is true."""
    return Node("and", tuple(items))


def comparisons(node: Node) -> Iterator[Node]:
    """List the comparisons of a formula, from left to right."""
    if node.op in RELATIONS:
        yield node
    elif node.op != "exists":
        for x in node.args:
            yield from comparisons(x)


def substitute(node: Node, terms: Mapping[str, Node]) -> Node:
    """Put terms for free variables. The terms must not have a variable that `exists` binds in the node."""

    @cache
    def visit(one: Node) -> Node:
        if one.free.isdisjoint(terms):
            return one
        if one.op == "variable":
            return terms[one.name]
        if one.op == "exists":
            inside = {x: terms[x] for x in one.free.intersection(terms)}
            if any(x.name in y.free for x in one.args[:-1] for y in inside.values()):
                raise InputError(f"'exists {one.args[0].name}' would bind a variable of a term; rename it")
            return Node("exists", (*one.args[:-1], substitute(one.args[-1], inside)))
        return Node(one.op, tuple(map(visit, one.args)))

    return visit(node)


def known_value(
    node: Node, values: Mapping[str, Any] | None = None, compute: Callable[[str, Sequence[Any]], Any] = computed
) -> Any:
    """Compute a term; None where it has no value, or has a variable that has none in `values`.

    A rational term is computed exactly, and any other has no value, unless other values or another way to compute are given.
    """
    if node.op in ("number", "variable"):
        return node.value if node.op == "number" else (values or {}).get(node.name)
    if not node.free <= (values or {}).keys():
        return None
    parts = [known_value(x, values, compute) for x in node.args]
    return None if any(x is None for x in parts) else compute(node.op, parts)


# writing


def _write(node: Node, outer: int) -> str:
    """Write a node; in brackets if it binds less strongly than `outer`: 0 iff … 4 a comparison, 5 a sum, 6 a product, 7 a power."""
    match node.op:
        case "number":
            text, level = str(node.value), 8 if node.value.denominator == 1 and node.value >= 0 else 5
        case "variable":
            text, level = node.name, 8
        case "iff" | "implies" | "or" | "and":
            level = next(x for x, words in BINDING.items() if node.op in words)
            text = f" {node.op} ".join(_write(x, level + 1) for x in node.args) or "1 = 1"
        case "not":
            text, level = f"not {_write(node.args[0], 4)}", 4
        case "+":
            text, level = _write(node.args[0], 5), 5
            for x in node.args[1:]:
                minus = x.op == "*" and x.args[0] == MINUS
                text += f" - {_write(x.args[1], 6)}" if minus else f" + {_write(x, 6)}"
        case "*" if node.args[0] == MINUS:
            text, level = f"-{_write(node.args[1], 7)}", 5
        case "*" | "/":
            text, level = f"{_write(node.args[0], 6)}{node.op}{_write(node.args[1], 7)}", 6
        case "^":
            text, level = f"{_write(node.args[0], 8)}^{_write(node.args[1], 8)}", 7
        case "where":
            return _write(node.args[0], outer)
        case "exists":
            text, level = f"exists {', '.join(x.name for x in node.args[:-1])}: {_write(node.args[-1], 0)}", 0
        case op if op in RELATIONS:
            text, level = f"{_write(node.args[0], 5)} {op} {_write(node.args[1], 5)}", 4
        case op:
            text, level = f"{op}({', '.join(_write(x, 0) for x in node.args)})", 8
    return f"({text})" if level < outer else text


# reading


@dataclass(frozen=True, slots=True)
class _Definition:
    """A definition: its parameters, its body, and what names stand for in the body."""

    parameters: tuple[str, ...]
    body: str
    scope: Mapping[str, Node | _Definition]


Scope: TypeAlias = Mapping[str, Node | _Definition]


def read(text: str, definitions: Mapping[str, str] | None = None) -> Node:
    """Read a formula or a term.

    Args:
        text: The text, in the grammar above.
        definitions: Abbreviations such as {"V(x, y)": "x*y", "g": "1/t"}; each may use those before it.

    Raises:
        InputError: The text is not in the grammar; the sentence names the place.
    """
    try:
        return _Reader(text, _defined(definitions or {}, BUILT_IN)).whole()
    except RecursionError:
        raise InputError(f"'{text[:80]}': brackets or definitions are nested too deeply") from None


def _defined(definitions: Mapping[str, str], scope: Scope) -> Scope:
    for head, body in definitions.items():
        shape = HEAD.fullmatch(head)
        parameters = NAME.findall(shape[2] or "") if shape else []
        if shape is None or shape[1] in RESERVED or shape[1] in scope or len(set(parameters)) < len(parameters):
            raise InputError(
                f"cannot define '{head[:60]}'; write a new name, or one with different parameters: 'V(x, y)'"
            )
        scope = {**scope, shape[1]: _Definition(tuple(parameters), body, scope)}
    return scope


BUILT_IN = _defined(DEFINED, {})


class _Reader:
    """A recursive-descent reader.

    A name stands for what `scope` gives it (a parameter, the index of a sum, a definition), and else for a letter. A definition
    is read anew where it is used, in its own scope with its parameters, so that no name is ever captured. `outer` are the names
    that are bound where it is used, and `bound` also those that are bound around the place that is read.
    """

    def __init__(self, text: str, scope: Scope, outer: frozenset[str] = frozenset()) -> None:
        if not text.isascii():
            strange = next(x for x in text if not x.isascii())
            raise InputError(f"'{text[:80]}': cannot read '{strange}'; write it in ASCII")
        self.text, self.scope, self.outer, self.bound = text, scope, outer, outer
        self.tokens: list[str] = [*TOKEN.findall(text), ""]
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def fail(self, why: str) -> InputError:
        return InputError(f"'{self.text[:80]}': {why}")

    def take(self, *wanted: str) -> str:
        """Move on by one token and return it; refuse one that is not wanted."""
        token = self.next
        if (wanted and token not in wanted) or not token:
            asked = " or ".join(wanted) or "a term"
            raise self.fail(f"'{token or 'the end'}' stands where {asked} should")
        self.at += 1
        return token

    def whole(self) -> Node:
        found = self.formula()
        if self.next:
            raise self.fail(f"cannot read on from '{self.next}'")
        return found

    def listed(self, item: Callable[[], Any], end: str) -> list[Any]:
        """Read items with commas between, and what ends their list."""
        found = [item()]
        while self.take(",", end) == ",":
            found.append(item())
        return found

    def name(self, taken: Container[str]) -> str:
        """Take a name that is not taken."""
        token = self.take()
        if not NAME.fullmatch(token) or token in RESERVED or token in taken:
            raise self.fail(f"'{token}' cannot be a variable here, or stands for something; give it a name of its own")
        return token

    def variable(self) -> str:
        """Take the name of a variable of `exists`, `argmin` or `diff`; it may not bind a letter of what names stand for."""
        meanings = [x for x in self.scope.values() if isinstance(x, Node)]
        return self.name(frozenset(self.scope).union(*(x.free for x in meanings)))

    def variables(self, end: str) -> list[str]:
        found = self.listed(self.variable, end)
        if len(set(found)) < len(found):
            raise self.fail(f"a name among {', '.join(found)} is bound twice; rename one")
        return found

    @contextmanager
    def binding(self, names: Collection[str], meanings: Scope) -> Iterator[None]:
        """Bind names in what is read now; an index has a meaning, too."""
        before = self.scope, self.bound
        self.scope, self.bound = {**self.scope, **meanings}, self.bound.union(names)
        yield
        self.scope, self.bound = before

    # formulas

    def formula(self) -> Node:
        return self.joined(0)

    def joined(self, level: int) -> Node:
        """Read operands with the operators of a level of `BINDING` between them; `implies` groups to the right."""
        if level in (COMPARISON, POWER):
            return self.negation() if level == COMPARISON else self.power()
        left = self.joined(level + 1)
        while self.next in BINDING[level]:
            word = self.take()
            right = self.joined(level if word == "implies" else level + 1)
            left = difference(left, right) if word == "-" else Node(word, (left, right))
        return left

    def negation(self) -> Node:
        if self.next not in ("not", "exists", "argmin"):
            return self.comparison()
        word = self.take()
        if word == "not":
            return Node("not", (self.negation(),))
        if word == "argmin":
            return self.minimisers()
        names = self.variables(":")
        with self.binding(names, {}):
            return Node("exists", (*map(variable, names), self.formula()))

    def minimisers(self) -> Node:
        self.take("[")
        names = self.variables("]")
        objective = self.sum()
        self.take("="), self.take("{")
        points = self.listed(lambda: self.point(len(names)), "}")
        return Node("argmin", (*map(variable, names), objective, *points))

    def point(self, size: int) -> Node:
        coordinates = self.arguments() if size > 1 else [self.sum()]
        if len(coordinates) != size:
            raise self.fail(f"a point has {len(coordinates)} coordinates and there are {size} variables")
        return Node("point", tuple(coordinates))

    def comparison(self) -> Node:
        left, found = self.sum(), list[Node]()
        while self.next in RELATIONS or self.next == "~":
            relation, start = self.take(), self.at
            right = self.sum()
            found.append(
                self.rounded(left, right, self.tokens[start : self.at])
                if relation == "~"
                else Node(relation, (left, right))
            )
            left = right
        return left if not found else found[0] if len(found) == 1 else conjunction(found)

    def rounded(self, left: Node, right: Node, printed: list[str]) -> Node:
        """State that `left` prints as the decimal: it lies within half a unit of its last digit."""
        if not printed[-1][0].isdigit() or printed[:-1] not in ([], ["-"]):
            raise self.fail("behind '~' stands the decimal that is printed, such as 0.243")
        half = Fraction(1, 2 * 10 ** len(printed[-1].partition(".")[2]))
        return Node("<=", (Node("abs", (difference(left, right),)), number(half)))

    # terms

    def sum(self) -> Node:
        return self.joined(SUM)

    def power(self) -> Node:
        if self.next == "-":
            self.take()
            inner = self.power()
            return number(-inner.value) if inner.op == "number" else Node("*", (MINUS, inner))
        base = self.atom()
        if self.next not in ("^", "**"):
            return base
        self.take()
        exponent = self.power()
        value = known_value(exponent)
        if value is not None and abs(value) > MOST_POWER:
            raise self.fail(f"the power {value} is too large (at most {MOST_POWER})")
        return Node("^", (base, exponent if value is None else number(value)))

    def atom(self) -> Node:
        token = self.take()
        if token == "(":
            inner = self.formula()
            self.take(")")
            return inner
        if token[0].isdigit():
            if len(token) > MOST_DIGITS:
                raise self.fail(f"a number has more than {MOST_DIGITS} digits")
            return number(Fraction(token))
        if token in self.scope:
            meaning = self.scope[token]
            return meaning if isinstance(meaning, Node) else self.defined(token, meaning)
        if self.next == "(" and NAME.fullmatch(token):
            return self.called(token)
        if not NAME.fullmatch(token) or token in WORDS:
            raise self.fail(f"'{token}' stands where a term should")
        if token in self.outer:
            raise self.fail(f"this definition has a variable {token}, which is bound where it is used; rename one")
        return variable(token)

    def arguments(self) -> list[Node]:
        self.take("(")
        return self.listed(self.formula, ")")

    def defined(self, name: str, definition: _Definition) -> Node:
        given = self.arguments() if definition.parameters else []
        if len(given) != len(definition.parameters):
            raise self.fail(f"'{name}' takes {len(definition.parameters)} arguments, not {len(given)}")
        scope = {**definition.scope, **dict(zip(definition.parameters, given, strict=True))}
        return _Reader(definition.body, scope, self.bound).whole()

    def called(self, name: str) -> Node:
        if name in SERIES:
            return self.series(name)
        if name in ("diff", "at"):
            return self.moved(name)
        given = self.arguments()
        if name in ("min", "max"):
            return reduce(lambda left, right: Node(name, (left, right)), given)
        if name not in FUNCTIONS or len(given) > 1:
            raise self.fail(
                f"there is no function '{name}' with {len(given)} arguments; a product has a *, as in {name}*(x+1)"
            )
        return Node(name, tuple(given))

    def moved(self, name: str) -> Node:
        """Read diff(term, x), diff(term, x, 2) or at(term, x, value)."""
        self.take("(")
        term = self.formula()
        self.take(",")
        x = self.variable()
        more = self.listed(self.formula, ")") if self.take(*",)" if name == "diff" else ",") == "," else []
        if len(more) > 1:
            raise self.fail(f"'{name}' takes one thing more behind {x}")
        return substitute(term, {x: more[0]}) if name == "at" else derivative(term, x, *map(self.end, more))

    def series(self, name: str) -> Node:
        """Write out sum(i, low, high, term): the term is read once for each value of the index."""
        self.take("(")
        index = self.name(self.scope)
        self.take(",")
        low = self.end(self.sum())
        self.take(",")
        high = self.end(self.sum())
        self.take(",")
        if not 0 <= high - low + 1 <= MOST_TERMS:
            raise self.fail(f"'{name}' has {high - low + 1} terms; write 0 to {MOST_TERMS}")
        start, found = self.at, list[Node]()
        for i in range(low, max(high, low) + 1):  # what an empty sum would add up is read, too
            self.at = start
            with self.binding([index], {index: number(i)}):
                found.append(self.formula())
        self.take(")")
        op, empty = SERIES[name]
        return reduce(lambda left, right: Node(op, (left, right)), found) if high >= low else number(empty)

    def end(self, node: Node) -> int:
        value = known_value(node)
        if value is None or value.denominator != 1:
            raise self.fail(
                "a sum or product runs between whole numbers; one that ends at a letter is a theorem for Coq"
            )
        return int(value)


# derivatives


def derivative(term: Node, x: str, times: int = 1) -> Node:
    """Differentiate a term by x; the result has a value only where the term itself has one."""
    if times < 1:
        raise InputError(f"a derivative is taken {times} times; write 1 or more")
    found = term
    for _ in range(times):
        found = _slope(found, x)
    return Node("where", (found, term))


def _slope(term: Node, x: str) -> Node:
    if x not in term.free:
        return ZERO
    inner = [_slope(y, x) for y in term.args]
    match term:
        case Node("variable"):
            return ONE
        case Node("+"):
            return reduce(_plus, inner)
        case Node("*", (a, b)):
            return _plus(_times(inner[0], b), _times(a, inner[1]))
        case Node("/", (a, b)):
            top = _plus(_times(inner[0], b), _times(MINUS, _times(a, inner[1])))
            return Node("/", (top, Node("^", (b, number(2)))))
        case Node("^", (a, n)) if x not in n.free:
            value = known_value(n)
            lower = Node("+", (n, MINUS)) if value is None else number(value - 1)
            return _times(_times(n, Node("^", (a, lower))), inner[0])
        case Node("where"):
            return inner[0]
        case Node(op, (a,)) if op in FUNCTIONS and FUNCTIONS[op].slope:
            return _times(substitute(read(FUNCTIONS[op].slope), {"x": a, "y": term}), inner[0])
    raise InputError(f"there is no rule for the derivative of {str(term)[:60]}; write it out")


def _plus(left: Node, right: Node) -> Node:
    return right if left == ZERO else left if right == ZERO else Node("+", (left, right))


def _times(left: Node, right: Node) -> Node:
    if ZERO in (left, right):
        return ZERO
    return right if left == ONE else left if right == ONE else Node("*", (left, right))
