"""The language of claims: formulas as they are printed, read into trees of one kind of node.

    formula    = formula ("iff" | "implies" | "or" | "and") formula | "not" formula | "exists" names ":" formula
               | "argmin" "[" names "]" term "=" "{" points "}" | comparison
    comparison = term { relation term }      chains, as in 0 < x <= 1; "x ~ 0.243" says that x prints as 0.243
    term       = sums, products and powers of numbers, names, function calls and terms in brackets

A text is parsed, and then definitions, finite sums and products, derivatives and substitutions are written out. What is left are
numbers, variables and the operations in `operations`, `exists` and `argmin`. A text is never run as Python code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeAlias

from rropt.claims.operations import (
    COMPARISON,
    FUNCTION,
    NOT,
    OPERATIONS,
    POWER,
    SUM,
    NoValueError,
    exactly,
)
from rropt.errors import InputError

__all__ = [
    "NAME",
    "ONE",
    "ZERO",
    "Node",
    "comparisons",
    "conjunction",
    "evaluate",
    "known_value",
    "number",
    "operation",
    "read",
    "substitute",
    "variable",
]

TOKEN = re.compile(r"\d{1,2000}(?:\.\d{1,2000})?|[A-Za-z_][\w']*|\*\*|<=|>=|!=|\S", re.ASCII)
NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
NAME = re.compile(r"[A-Za-z_][\w']*", re.ASCII)
HEAD = re.compile(rf"\s*({NAME.pattern})\s*(?:\(\s*({NAME.pattern}(?:\s*,\s*{NAME.pattern})*)\s*\))?\s*", re.ASCII)
PREFIXES = {"not": "not ", "neg": "-"}
BINDING = {op: x.level for op, x in OPERATIONS.items() if x.level < FUNCTION and op not in PREFIXES} | {"~": COMPARISON}
GROUPS_RIGHT = ("implies", "^")
SERIES = {"sum": ("+", 0), "prod": ("*", 1)}  # by what terms are joined, and what none of them come to
RESERVED = {*OPERATIONS, *SERIES, "exists", "argmin", "diff", "at"}
DEFINED = {  # functions that are abbreviations
    "ln(x)": "log(x)",
    "ceil(x)": "-floor(-x)",
    "factorial(n)": "prod(i, 1, n, i)",
    "binomial(n, k)": "prod(i, 1, k, (n - i + 1)/i)",
}
MOST_POWER = 400
MOST_NODES = 200_000
MOST_NESTED = (
    250  # parts within each other; z3 is told of each by up to three calls of Python, of which 1,000 may be nested
)
MOST_TERMS = 5_000


@dataclass(frozen=True, slots=True)
class Node:
    """A number (`value`), a variable (`name`), or an operation `op` of `args`.

    `exists` has its bound variables first and its body last, `argmin` its variables, the objective and the listed points. `where`
    has a term, and a second term that must have a value for the first to have one (a derivative, and what is differentiated).
    `free` are the variables that no `exists` binds. Before it is expanded, a text has also `call` of a name and `point`.
    """

    digest: int = field(init=False, repr=False)  # first, so that nodes that differ are told apart by it
    op: str
    args: tuple[Node, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""
    size: int = field(init=False, repr=False)
    depth: int = field(init=False, repr=False)
    free: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        free = frozenset({self.name} if self.op == "variable" else ()).union(*(x.free for x in self.args))
        if self.op == "exists":
            free = self.args[-1].free - {x.name for x in self.args[:-1]}
        object.__setattr__(self, "free", free)
        object.__setattr__(self, "size", 1 + sum(x.size for x in self.args))
        object.__setattr__(self, "depth", 1 + max((x.depth for x in self.args), default=0))
        object.__setattr__(self, "digest", hash((self.op, self.args, self.value, self.name)))
        if self.size > MOST_NODES or self.depth > MOST_NESTED:
            raise InputError(
                f"a statement expands to more than {MOST_NODES} parts, or to more than {MOST_NESTED} within each other; split it, "
                "and write many terms as sum(i, 1, n, …) or prod"
            )

    def __hash__(self) -> int:
        return self.digest

    def __str__(self) -> str:
        return _write(self, 0)


def number(x: Fraction | int) -> Node:
    """Make the node of a number."""
    return Node("number", value=Fraction(x))


ZERO, ONE = number(0), number(1)


def variable(name: str) -> Node:
    """Make the node of a variable."""
    return Node("variable", name=name)


def conjunction(items: Iterable[Node]) -> Node:
    """Join formulas by `and`; of none the result is true."""
    return operation("and", *items)


def operation(op: str, *args: Node) -> Node:
    """Make an operation; a power of a number as exponent is written by whole powers, quotients and roots where it can be.

    Raises:
        InputError: A formula stands where a term should, or a term where a formula should.
    """
    for x in args if op in OPERATIONS else ():
        is_formula = x.op in ("exists", "argmin") or (x.op in OPERATIONS and OPERATIONS[x.op].level <= COMPARISON)
        is_term = x.op in ("number", "variable") or (x.op in OPERATIONS and not is_formula)
        if not (is_formula if OPERATIONS[op].level <= NOT else is_term):
            raise InputError(f"'{str(x)[:60]}' cannot stand under '{op}', which joins others")
    return _power(*args) if op == "^" else Node(op, args)


def _power(base: Node, exponent: Node) -> Node:
    n = known_value(exponent)
    if n is None:
        return Node("^", (base, exponent))
    if abs(n) > MOST_POWER:
        raise InputError(f"the power {n} is too large (at most {MOST_POWER})")
    if n < 0:
        return Node("/", (ONE, _power(base, number(-n))))
    if n.denominator == 2:
        return _power(Node("sqrt", (base,)), number(n.numerator))
    return base if n == 1 else Node("^", (base, number(n)))


def comparisons(node: Node) -> Iterator[Node]:
    """List the comparisons of a formula, from left to right."""
    if node.op in OPERATIONS and OPERATIONS[node.op].level == COMPARISON:
        yield node
    elif node.op != "exists":
        for x in node.args:
            yield from comparisons(x)


def substitute(node: Node, terms: Mapping[str, Node]) -> Node:
    """Put terms for free variables, into no `exists` and no `argmin`."""

    @cache
    def visit(one: Node) -> Node:
        if one.free.isdisjoint(terms):
            return one
        if one.op == "variable":
            return terms[one.name]
        if one.op in ("exists", "argmin"):
            raise InputError(f"nothing is put into '{one.op} {one.args[0].name}'; write it out with what is put there")
        return operation(one.op, *map(visit, one.args))

    return visit(node)


def evaluate(node: Node, values: Mapping[str, Any], by: Callable[..., Any] = exactly) -> Any:
    """Compute a term, each operation `by` its numbers, or the truth of a formula, read from left to right as far as needed.

    Raises:
        NoValueError: There is no value, or a variable that has none.
    """
    if node.op == "number":
        return node.value
    known = OPERATIONS.get(node.op)
    if known is None:
        if node.name not in values:
            raise NoValueError
        return values[node.name]
    parts = map(partial(evaluate, values=values, by=by), node.args)
    return known.exact(parts) if known.exact and known.level <= NOT else by(known, *parts)


def known_value(node: Node, values: Mapping[str, Any] | None = None) -> Any:
    """Compute a rational term exactly; None where it has no value."""
    try:
        return evaluate(node, values or {})
    except NoValueError:
        return None


def _write(node: Node, outer: int) -> str:
    """Write a node, in brackets if it binds less strongly than `outer`."""
    known = OPERATIONS.get(node.op)
    level = known.level if known else FUNCTION
    if node.op == "exists":
        text, level = f"exists {', '.join(x.name for x in node.args[:-1])}: {_write(node.args[-1], 0)}", 0
    elif node.op == "number":
        text, level = str(node.value), FUNCTION if node.value.denominator == 1 and node.value >= 0 else SUM
    elif node.op == "variable":
        text = node.name
    elif node.op == "where":
        return _write(node.args[0], outer)
    elif level == FUNCTION:
        text = f"{node.name or node.op}({', '.join(_write(x, 0) for x in node.args)})"
    elif len(node.args) == 1:
        text = PREFIXES.get(node.op, "") + _write(node.args[0], POWER if node.op == "neg" else level)
    else:
        first, *others = node.args or (Node("=", (ONE, ONE)),)
        sign = node.op if node.op in ("*", "/", "^") else f" {node.op} "
        below = level + (level in (COMPARISON, POWER))  # a comparison is no operand of another
        text = sign.join([_write(first, below), *(_write(x, level + 1) for x in others)])
    return f"({text})" if level < outer else text


# parsing


@dataclass(frozen=True, slots=True)
class _Definition:
    """A definition: its parameters, its body as it is parsed, and the definitions that stand before it."""

    parameters: tuple[str, ...]
    body: Node
    names: Mapping[str, Node | _Definition]


Names: TypeAlias = Mapping[str, Node | _Definition]


def read(text: str, definitions: Mapping[str, str] | None = None) -> Node:
    """Read a formula or a term.

    Args:
        text: The text, in the grammar above.
        definitions: Abbreviations such as {"V(x, y)": "x*y", "g": "1/t"}; each may use those before it.

    Raises:
        InputError: The text is not in the grammar; the sentence names the place.
    """
    try:
        return _Expansion(_defined(definitions or {}, BUILT_IN)).of(_parsed(text))
    except RecursionError:
        raise InputError(f"'{text[:80]}': brackets or definitions are nested too deeply") from None


@cache
def _parsed(text: str) -> Node:
    reader = _Reader(text)
    found = reader.formula()
    if reader.next:
        raise reader.fail(f"cannot read on from '{reader.next}'")
    return found


def _defined(definitions: Mapping[str, str], names: Names) -> Names:
    for head, body in definitions.items():
        shape = HEAD.fullmatch(head)
        parameters = NAME.findall(shape[2] or "") if shape else []
        if shape is None or shape[1] in RESERVED or shape[1] in names or len(set(parameters)) < len(parameters):
            raise InputError(
                f"cannot define '{head[:60]}'; write a new name, or one with different parameters: 'V(x, y)'"
            )
        names = {**names, shape[1]: _Definition(tuple(parameters), _parsed(body), names)}
    return names


class _Reader:
    """A reader of operators by how strongly they bind."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = [*("^" if x == "**" else x for x in TOKEN.findall(text)), ""]
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

    def listed(self, end: str) -> tuple[Node, ...]:
        """Read formulas or terms with commas between, and what ends their list."""
        found = [self.formula()]
        while self.take(",", end) == ",":
            found.append(self.formula())
        return tuple(found)

    def formula(self, level: int = 0) -> Node:
        """Read what binds at least as strongly as the level."""
        left = self.first()
        while BINDING.get(self.next, -1) >= level:
            op = self.next
            if BINDING[op] == COMPARISON:
                left = self.chain(left)
            else:
                self.take()
                together = left.args if op == left.op in ("and", "or") else (left,)
                left = Node(op, (*together, self.formula(BINDING[op] + (op not in GROUPS_RIGHT))))
        return left

    def first(self) -> Node:
        token = self.take()
        if NUMBER.fullmatch(token):
            return number(Fraction(token))
        if token == "-":
            return Node("neg", (self.formula(POWER),))
        if token == "not":
            return Node("not", (self.formula(NOT),))
        if token == "exists":
            return Node("exists", (*self.listed(":"), self.formula()))
        if token == "argmin":
            self.take("[")
            names, objective = self.listed("]"), self.formula(SUM)
            self.take("="), self.take("{")
            return Node("argmin", (*names, objective, *self.listed("}")))
        if token == "(":
            inside = self.listed(")")
            return inside[0] if len(inside) == 1 else Node("point", inside)
        if not NAME.fullmatch(token) or token in BINDING:
            raise self.fail(f"'{token}' stands where a term should")
        if self.next != "(":
            return variable(token)
        self.take()
        return Node("call", self.listed(")"), name=token)

    def chain(self, left: Node) -> Node:
        """Read relations and terms behind a term: 0 < x <= 1 is 0 < x and x <= 1."""
        found = list[Node]()
        while BINDING.get(self.next) == COMPARISON:
            relation, start = self.take(), self.at
            right = self.formula(SUM)
            found.append(
                self.rounded(left, right, self.tokens[start : self.at])
                if relation == "~"
                else Node(relation, (left, right))
            )
            left = right
        return found[0] if len(found) == 1 else conjunction(found)

    def rounded(self, left: Node, right: Node, printed: list[str]) -> Node:
        """State that `left` prints as the decimal: it lies within half a unit of its last digit."""
        if not NUMBER.fullmatch(printed[-1]) or printed[:-1] not in ([], ["-"]):
            raise self.fail("behind '~' stands the decimal that is printed, such as 0.243")
        half = Fraction(1, 2 * 10 ** len(printed[-1].partition(".")[2]))
        return Node("<=", (Node("abs", (Node("-", (left, right)),)), number(half)))


# expansion


@dataclass(frozen=True, slots=True)
class _Expansion:
    """Writes out definitions, sums, products, derivatives and substitutions.

    `names` is what names stand for: a definition, a parameter, the index of a sum. A definition is expanded where it is used, in
    its own names with its parameters. `bound` are the names that are bound around the place, `outer` those that are bound where
    the definition is used in which the place is: it may not use them, so that no name is ever captured.
    """

    names: Names
    bound: frozenset[str] = frozenset()
    outer: frozenset[str] = frozenset()

    def of(self, node: Node) -> Node:
        match node:
            case Node("number"):
                return node
            case Node("variable", name=name):
                return self.named(name)
            case Node("call", (index, low, high, term), name=("sum" | "prod" as name)):
                return self.series(name, index, low, high, term)
            case Node("call", (term, x, value), name="at"):
                return substitute(self.of(term), {self.letter(x): self.of(value)})
            case Node("call", (term, x, *times), name="diff") if len(times) < 2:
                return derivative(self.of(term), self.letter(x), *map(self.whole, times))
            case Node("call", args, name=name):
                return self.called(name, [self.of(x) for x in args])
            case Node("exists", (*variables, body)):
                letters = [self.letter(x) for x in variables]
                if len(set(letters)) < len(letters):
                    raise InputError(f"a name among {', '.join(letters)} is bound twice; rename one")
                return Node("exists", (*variables, replace(self, bound=self.bound.union(letters)).of(body)))
            case Node("argmin", parts):
                return self.minimisers(parts)
        return operation(node.op, *map(self.of, node.args))

    def named(self, name: str) -> Node:
        meaning = self.names.get(name)
        if isinstance(meaning, _Definition):
            return self.called(name, [])
        if meaning is None and name in self.outer:
            raise InputError(f"a definition has a variable {name}, which is bound where it is used; rename one")
        return meaning or variable(name)

    def letter(self, node: Node) -> str:
        """The name of a variable of `exists`, `argmin`, `diff` or `at`; it may not bind a letter of what names stand for."""
        meanings = [x for x in self.names.values() if isinstance(x, Node)]
        taken = RESERVED.union(self.names, *(x.free for x in meanings))
        if node.op != "variable" or node.name in taken:
            raise InputError(
                f"'{str(node)[:60]}' cannot be a variable here, or stands for something; give it a name of its own"
            )
        return node.name

    def called(self, name: str, given: list[Node]) -> Node:
        """Apply a definition or a function."""
        meaning = self.names.get(name)
        if isinstance(meaning, _Definition) and len(given) == len(meaning.parameters):
            names = {**meaning.names, **dict(zip(meaning.parameters, given, strict=True))}
            return _Expansion(names, self.bound, self.bound).of(meaning.body)
        if meaning is None and name in ("min", "max"):
            return _joined(name, given)
        is_function = name in OPERATIONS and OPERATIONS[name].level == FUNCTION and name != "where"
        if meaning is not None or not is_function or len(given) != 1:
            raise InputError(
                f"there is no function '{name}' with {len(given)} arguments; a product has a *, as in {name}*(x+1)"
            )
        return operation(name, *given)

    def series(self, name: str, index: Node, low: Node, high: Node, term: Node) -> Node:
        """Write out sum(i, low, high, term)."""
        first, last = self.whole(low), self.whole(high)
        if index.op != "variable" or index.name in self.names or index.name in RESERVED:
            raise InputError(f"'{str(index)[:60]}' is no index of '{name}', or stands for something; rename it")
        if not 0 <= last - first + 1 <= MOST_TERMS:
            raise InputError(f"'{name}' has {last - first + 1} terms; write 0 to {MOST_TERMS}")
        bound = self.bound | {index.name}
        op, empty = SERIES[name]
        found = [
            replace(self, names={**self.names, index.name: number(i)}, bound=bound).of(term)
            for i in range(first, last + 1)
        ]
        return _joined(op, found) if found else number(empty)

    def whole(self, node: Node) -> int:
        value = known_value(self.of(node))
        if value is None or value.denominator != 1:
            raise InputError(
                "a sum or product runs between whole numbers; one that ends at a letter is a theorem for Coq"
            )
        return int(value)

    def minimisers(self, parts: tuple[Node, ...]) -> Node:
        """Expand argmin[x, y] f = {(0, 1), (1, 0)}: `parts` are the variables, the objective and the points."""
        size = len(parts[-1].args) if parts[-1].op == "point" else 1
        letters = [self.letter(x) for x in parts[:size]]
        points = [x.args if x.op == "point" else (x,) for x in parts[size + 1 :]]
        if not points or len(set(letters)) < size or any(len(x) != size for x in points):
            raise InputError("an 'argmin' has different variables, and points with as many coordinates")
        listed = [Node("point", tuple(map(self.of, x))) for x in points]
        return Node("argmin", (*parts[:size], self.of(parts[size]), *listed))


def _joined(op: str, terms: list[Node]) -> Node:
    """Join terms by halves, so that thousands of them are not nested deeply."""
    if len(terms) == 1:
        return terms[0]
    half = (len(terms) + 1) // 2
    return operation(op, _joined(op, terms[:half]), _joined(op, terms[half:]))


BUILT_IN = _defined(DEFINED, {})


# derivatives


def derivative(term: Node, x: str, times: int = 1) -> Node:
    """Differentiate a term by x; the result has a value only where the term itself has one."""
    if times < 1:
        raise InputError(f"a derivative is taken {times} times; write 1 or more")
    found = term
    for _ in range(times):
        found = _slope(found, x)
    return operation("where", found, term)


def _slope(term: Node, x: str) -> Node:
    """Add up, over the arguments, the operation's derivative by each times the derivative of the argument."""
    if x not in term.free or term == variable(x):
        return ONE if x in term.free else ZERO
    if term.op == "where":
        return _slope(term.args[0], x)
    slopes = OPERATIONS[term.op].slopes if term.op in OPERATIONS else ()
    if any(x in argument.free for argument in term.args[len(slopes) :]):
        raise InputError(f"there is no rule for the derivative of {str(term)[:60]}; write it out")
    letters = {**dict(zip("xn", term.args, strict=False)), "y": term}
    varying = [(slope, argument) for slope, argument in zip(slopes, term.args, strict=False) if x in argument.free]
    return _joined("+", [_times(substitute(read(slope), letters), _slope(y, x)) for slope, y in varying])


def _times(outer: Node, inner: Node) -> Node:
    return outer if inner == ONE else inner if outer == ONE else operation("*", outer, inner)
