"""The language of claims: formulas as they are printed, read into trees of one kind of node.

    formula    = formula ("iff" | "implies" | "or" | "and") formula | "not" formula | "exists" names ":" formula
               | "argmin" "[" names "]" term "=" "{" points "}" | comparison
    comparison = term { relation term }      chains, as in 0 < x <= 1; "x ~ 0.243" says that x prints as 0.243
    term       = sums, products and powers of numbers, names, function calls and terms in brackets

Definitions, finite sums and products, derivatives and substitutions are written out as a text is read. What is left are numbers,
variables and the operations in `operations`, `exists` and `argmin`. A text is never run as Python code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import count
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
LEVELS = {op: x.level for op, x in OPERATIONS.items()}
BINDING = {op: level for op, level in LEVELS.items() if level < FUNCTION and op not in PREFIXES} | {"~": COMPARISON}
GROUPS_RIGHT = ("implies", "^")
SERIES = {"sum": ("+", 0), "prod": ("*", 1)}  # by what terms are joined, and what none of them come to
FORMULAS = {"exists", "argmin", *(op for op, level in LEVELS.items() if level <= COMPARISON)}
TERMS = {"number", "variable", *SERIES, *OPERATIONS} - FORMULAS
FUNCTIONS = {op for op, level in LEVELS.items() if level == FUNCTION} - {"where"}
RESERVED = {*OPERATIONS, *SERIES, "exists", "argmin", "diff", "at"}
FRESH = count(1)  # tells the indices of sums apart
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
ENDLESS = "a sum or product runs between whole numbers; one that ends at a letter is a theorem for Coq"


@dataclass(frozen=True, slots=True)
class Node:
    """A number (`value`), a variable (`name`), or an operation `op` of `args`.

    `exists` has its bound variables first and its body last, `argmin` its variables, the objective and the listed points. `where`
    has a term, and a second term that must have a value for the first to have one (a derivative, and what is differentiated).
    `free` are the variables that no `exists` binds. In a definition `sum` and `prod` may run to a letter: they have the index, both
    ends and the term, and are written out when a number is put for the letter.
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
        return _write(self)


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
    """Make an operation, a sum between numbers term by term, and a power of a number by whole powers, quotients and roots.

    Raises:
        InputError: A formula stands where a term should, or a term where a formula should.
    """
    allowed = FORMULAS if LEVELS.get(op, FUNCTION) <= NOT else TERMS
    for x in args:
        if x.op not in allowed:
            raise InputError(f"'{str(x)[:60]}' cannot stand under '{op}', which joins others")
    if op in SERIES:
        return _series(op, *args)
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


def _series(op: str, index: Node, low: Node, high: Node, term: Node) -> Node:
    """Write out sum(i, low, high, term), where its ends are numbers."""
    if low.free or high.free:
        return Node(op, (index, low, high, term))
    first, last = _whole(low), _whole(high)
    if not 0 <= last - first + 1 <= MOST_TERMS:
        raise InputError(f"'{op}' has {last - first + 1} terms; write 0 to {MOST_TERMS}")
    joined, empty = SERIES[op]
    places = range(first, last + 1)
    return _joined(joined, places, lambda i: substitute(term, {index.name: number(i)})) if places else number(empty)


def _whole(node: Node) -> int:
    value = known_value(node)
    if value is None or value.denominator != 1:
        raise InputError(ENDLESS)
    return int(value)


def _joined(op: str, terms: Sequence[Any], of: Callable[[Any], Node] = lambda term: term) -> Node:
    """Join terms by halves, so that thousands of them are not nested deeply.

    Each is made by `of` when it is reached, so that a node that is too large is refused before all of its terms are there.
    """
    if len(terms) == 1:
        return of(terms[0])
    half = (len(terms) + 1) // 2
    return operation(op, _joined(op, terms[:half], of), _joined(op, terms[half:], of))


def comparisons(node: Node) -> Iterator[Node]:
    """List the comparisons of a formula, from left to right."""
    if LEVELS.get(node.op) == COMPARISON:
        yield node
    elif node.op != "exists":
        for x in node.args:
            yield from comparisons(x)


def substitute(node: Node, terms: Mapping[str, Node]) -> Node:
    """Put terms for free variables, into no `exists`, no `argmin`, and not for the index of a sum."""

    @cache
    def visit(one: Node) -> Node:
        if one.free.isdisjoint(terms) or (one.op in SERIES and one.args[0].name in terms):
            return one  # a sum within a sum of the same definition has its index for itself
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


def _write(node: Node, outer: int = 0) -> str:
    """Write a node, in brackets if it binds less strongly than `outer`."""
    level = LEVELS.get(node.op, FUNCTION)
    if node.op == "exists":
        text, level = f"exists {', '.join(x.name for x in node.args[:-1])}: {_write(node.args[-1])}", 0
    elif node.op == "number":
        text, level = str(node.value), FUNCTION if node.value.denominator == 1 and node.value >= 0 else SUM
    elif node.op == "variable":
        text = node.name
    elif node.op == "where":
        return _write(node.args[0], outer)
    elif level == FUNCTION:
        text = f"{node.op}({', '.join(_write(x) for x in node.args)})"
    elif len(node.args) == 1:
        text = PREFIXES.get(node.op, "") + _write(node.args[0], POWER if node.op == "neg" else level)
    else:
        first, *others = node.args or (Node("=", (ONE, ONE)),)
        sign = node.op if node.op in ("*", "/", "^") else f" {node.op} "
        below = level + (level in (COMPARISON, POWER))  # a comparison is no operand of another
        text = sign.join([_write(first, below), *(_write(x, level + 1) for x in others)])
    return f"({text})" if level < outer else text


# reading

# The parameters of a definition, and what it stands for.
Definition: TypeAlias = tuple[tuple[str, ...], Node]


def read(text: str, definitions: Mapping[str, str] | None = None) -> Node:
    """Read a formula or a term.

    Args:
        text: The text, in the grammar above.
        definitions: Abbreviations such as {"V(x, y)": "x*y", "g": "1/t"}; each may use those before it.

    Raises:
        InputError: The text is not in the grammar; the sentence names the place.
    """
    try:
        found = _Reader(text, _defined((*DEFINED.items(), *(definitions or {}).items()))).whole()
    except RecursionError:
        raise InputError(f"'{text[:80]}': brackets or definitions are nested too deeply") from None
    if any(" " in name for name in found.free):  # the index of a sum that is not written out
        raise InputError(ENDLESS)
    return found


@cache
def _defined(definitions: tuple[tuple[str, str], ...]) -> Mapping[str, Definition]:
    """Read definitions, each of which may use those before it."""
    names: dict[str, Definition] = {}
    for head, body in definitions:
        shape = HEAD.fullmatch(head)
        parameters = NAME.findall(shape[2] or "") if shape else []
        if shape is None or shape[1] in RESERVED or shape[1] in names or len(set(parameters)) < len(parameters):
            raise InputError(
                f"cannot define '{head[:60]}'; write a new name, or one with different parameters: 'V(x, y)'"
            )
        before = {name: known for name, known in names.items() if name not in parameters}
        names[shape[1]] = tuple(parameters), _Reader(body, before).whole()
    return names


class _Reader:
    """A reader of operators by how strongly they bind; `names` are what is defined.

    `brought` are the variables that definitions brought in. None of them may be bound in the text, so that no name is captured.
    """

    def __init__(self, text: str, names: Mapping[str, Definition]) -> None:
        self.text, self.names = text, names
        self.tokens: list[str] = [*("^" if x == "**" else x for x in TOKEN.findall(text)), ""]
        self.at = 0
        self.brought = set[str]()

    def whole(self) -> Node:
        """Read the whole text."""
        found = self.formula()
        if self.next:
            raise self.fail(f"cannot read on from '{self.next}'")
        return found

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def fail(self, why: str) -> InputError:
        return InputError(f"'{self.text[:80]}': {why}")

    def take(self, *wanted: str) -> str:
        """Move on by one token and return it; refuse one that is not wanted."""
        token = self.next
        if wanted and token not in wanted:
            raise self.fail(f"'{token or 'the end'}' stands where {' or '.join(wanted)} should")
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
                left = operation(op, *together, self.formula(BINDING[op] + (op not in GROUPS_RIGHT)))
        return left

    def first(self) -> Node:
        token = self.take()
        if NUMBER.fullmatch(token):
            return number(Fraction(token))
        if token == "-":
            return operation("neg", self.formula(POWER))
        if token == "not":
            return operation("not", self.formula(NOT))
        if token == "exists":
            variables, body = self.listed(":"), self.formula()
            self.bind(*variables)
            return Node("exists", (*variables, body))
        if token == "argmin":
            self.take("[")
            names, objective = self.listed("]"), self.formula(SUM)
            self.take("="), self.take("{")
            return self.minimisers(names, objective, self.listed("}"))
        if token == "(":
            inside = self.listed(")")
            return inside[0] if len(inside) == 1 else Node("point", inside)
        if not NAME.fullmatch(token) or token in BINDING:
            raise self.fail(f"'{token or 'the end'}' stands where a term should")
        if self.next != "(":
            return self.called(token, ()) if token in self.names else variable(token)
        self.take()
        return self.called(token, self.listed(")"))

    def chain(self, left: Node) -> Node:
        """Read relations and terms behind a term: 0 < x <= 1 is 0 < x and x <= 1."""
        found = list[Node]()
        while BINDING.get(self.next) == COMPARISON:
            relation, start = self.take(), self.at
            right = self.formula(SUM)
            found.append(
                self.rounded(left, right, self.tokens[start : self.at])
                if relation == "~"
                else operation(relation, left, right)
            )
            left = right
        return found[0] if len(found) == 1 else conjunction(found)

    def rounded(self, left: Node, right: Node, printed: list[str]) -> Node:
        """State that `left` prints as the decimal: it lies within half a unit of its last digit."""
        if not NUMBER.fullmatch(printed[-1]) or printed[:-1] not in ([], ["-"]):
            raise self.fail("behind '~' stands the decimal that is printed, such as 0.243")
        half = Fraction(1, 2 * 10 ** len(printed[-1].partition(".")[2]))
        return operation("<=", operation("abs", operation("-", left, right)), number(half))

    def letters(self, *nodes: Node) -> list[str]:
        """Return the names of variables; refuse what is none, and one that stands twice."""
        names = [x.name for x in nodes if x.op == "variable" and x.name not in RESERVED]
        if len(set(names)) < len(nodes):
            said = ", ".join(map(str, nodes))
            raise InputError(
                f"'{said[:60]}' stands where a variable should, or several that differ; write names that are not defined"
            )
        return names

    def bind(self, *nodes: Node) -> None:
        """Refuse to bind what is no variable, or one that a definition has brought in."""
        if captured := self.brought.intersection(self.letters(*nodes)):
            raise InputError(
                f"a definition has a variable {min(captured)}, which is bound where it is used; rename one"
            )

    def called(self, name: str, given: tuple[Node, ...]) -> Node:
        """Apply a definition or a function."""
        match name, given:
            case (("sum" | "prod"), (index, low, high, term)):
                self.bind(index)
                own = variable(f"{index.name} {next(FRESH)}")  # a name that no text has
                return operation(name, own, low, high, substitute(term, {index.name: own}))
            case "at", (term, x, value):
                return substitute(term, {self.letters(x)[0]: value})
            case "diff", (term, x, *times) if len(times) < 2:
                return derivative(term, self.letters(x)[0], *map(_whole, times))
            case (("min" | "max"), _):
                return _joined(name, given)
        if name in FUNCTIONS and len(given) == 1:
            return operation(name, *given)
        if name not in self.names or len(given) != len(self.names[name][0]):
            raise InputError(
                f"there is no function '{name}' with {len(given)} arguments; a product has a *, as in {name}*(x+1)"
            )
        parameters, body = self.names[name]
        self.brought |= body.free.difference(parameters)
        return substitute(body, dict(zip(parameters, given, strict=True)))

    def minimisers(self, variables: tuple[Node, ...], objective: Node, listed: tuple[Node, ...]) -> Node:
        """Make argmin[x, y] f = {(0, 1), (1, 0)} of its parts."""
        points = [x if x.op == "point" else Node("point", (x,)) for x in listed]
        if any(len(x.args) != len(self.letters(*variables)) for x in points):
            raise InputError("each point of an 'argmin' has as many coordinates as there are variables")
        return Node("argmin", (*variables, objective, *points))


# derivatives


def derivative(term: Node, x: str, times: int = 1) -> Node:
    """Differentiate a term by x; the result has a value only where the term itself has one."""
    if not 1 <= times <= MOST_POWER:
        raise InputError(f"a derivative is taken {times} times; write 1 to {MOST_POWER}")
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
    slopes = SLOPES.get(term.op, ())
    if any(x in argument.free for argument in term.args[len(slopes) :]):
        raise InputError(f"there is no rule for the derivative of {str(term)[:60]}; write it out")
    letters = {**dict(zip("xn", term.args, strict=False)), "y": term}
    varying = [(slope, argument) for slope, argument in zip(slopes, term.args, strict=False) if x in argument.free]
    return _joined("+", [_times(substitute(slope, letters), _slope(y, x)) for slope, y in varying])


def _times(outer: Node, inner: Node) -> Node:
    return outer if inner == ONE else inner if outer == ONE else operation("*", outer, inner)


SLOPES = {op: tuple(map(read, known.slopes)) for op, known in OPERATIONS.items()}
