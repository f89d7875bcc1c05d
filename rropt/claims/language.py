"""The language of claims: formulas as they are printed, read into trees of one kind of node.

    formula    = formula ("iff" | "implies" | "or" | "and") formula | "not" formula | "exists" names ":" formula
               | "argmin" "[" names "]" term "=" "{" points "}" | comparison
    comparison = term { relation term }      chains, as in 0 < x <= 1; "x ~ 0.243" says that x prints as 0.243
    term       = sums, products and powers of numbers, names, function calls and terms in brackets

Definitions, finite sums and products, derivatives and substitutions are written out while a text is read. What is left are numbers,
variables, + * / ^, the functions in `FUNCTIONS`, comparisons and connectives. A text is never run as Python code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import comb, factorial
from typing import Any

from rropt.errors import InputError

__all__ = [
    "FUNCTIONS",
    "RELATIONS",
    "Node",
    "add",
    "comparisons",
    "computed",
    "conjunction",
    "difference",
    "free_variables",
    "known_value",
    "multiply",
    "number",
    "read",
    "substitute",
    "variable",
]

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][\w']*)|(\*\*|<=|>=|!=|[-+*/^()\[\]{},:=<>~]))", re.ASCII)
HEAD = re.compile(r"\s*([A-Za-z_][\w']*)\s*(?:\(([\w\s,']*)\))?\s*", re.ASCII)
NAME = re.compile(r"[A-Za-z_][\w']*", re.ASCII)
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")
BINDING = ("iff", "implies", "or", "and")  # from the weakest to the strongest
WORDS = frozenset({*BINDING, "not", "exists", "argmin"})
FUNCTIONS = {"abs": 1, "sqrt": 1, "exp": 1, "log": 1, "erf": 1, "normal_cdf": 1, "floor": 1, "ceil": 1, "factorial": 1}
SERIES = ("sum", "prod")
NAMES = frozenset({*FUNCTIONS, *SERIES, "ln", "min", "max", "diff", "at", "binomial"})
MOST_DIGITS = 2_000
MOST_NODES = 200_000
MOST_TERMS = 5_000
MOST_POWER = 400


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A number (`value`), a variable (`name`), or an operation `op` of `args`.

    `exists` has its bound variables first and its body last, `argmin` its variables, the objective and the listed points. `where`
    has a term, and a second term that must have a value for the first to have one (a derivative, and what is differentiated).
    """

    op: str
    args: tuple[Node, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""
    size: int = field(init=False)
    digest: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 1 + sum(x.size for x in self.args))
        object.__setattr__(self, "digest", hash((self.op, self.args, self.value, self.name)))
        if self.size > MOST_NODES:
            raise InputError(f"a statement expands to more than {MOST_NODES} parts; split it")

    def __hash__(self) -> int:
        return self.digest

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node) or self.digest != other.digest:
            return False
        return (self.op, self.value, self.name, self.args) == (other.op, other.value, other.name, other.args)

    def __str__(self) -> str:
        return _write(self, 0)


def number(x: Fraction | int) -> Node:
    """Make the node of a number."""
    return Node("number", value=Fraction(x))


ZERO, ONE = number(0), number(1)


def variable(name: str) -> Node:
    """Make the node of a variable."""
    return Node("variable", name=name)


def add(left: Node, right: Node) -> Node:
    """Make the node of a sum."""
    return Node("+", (left, right))


def multiply(left: Node, right: Node) -> Node:
    """Make the node of a product."""
    return Node("*", (left, right))


def difference(left: Node, right: Node) -> Node:
    """Make the node of left − right."""
    return add(left, multiply(number(-1), right))


def conjunction(items: Iterable[Node]) -> Node:
    """Join formulas by `and`; of none the result is true."""
    return Node("and", tuple(items))


def free_variables(node: Node) -> frozenset[str]:
    """Return the variables of a node that `exists` does not bind."""
    found: set[str] = set()
    seen: set[Node] = set()
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if one.op == "variable":
            found.add(one.name)
        elif one.op == "exists":
            found |= free_variables(one.args[-1]) - {x.name for x in one.args[:-1]}
        else:
            waiting += one.args
    return frozenset(found)


def comparisons(node: Node) -> Iterator[Node]:
    """List the comparisons of a formula, from left to right."""
    if node.op in RELATIONS:
        yield node
    elif node.op != "exists":
        for x in node.args:
            yield from comparisons(x)


def substitute(node: Node, terms: Mapping[str, Node]) -> Node:
    """Put terms for free variables. The terms must not have a variable that `exists` binds in the node."""
    known: dict[Node, Node] = {}

    def visit(one: Node) -> Node:
        if one.op == "variable":
            return terms.get(one.name, one)
        if one.op == "exists":
            inside = {x: y for x, y in terms.items() if x in free_variables(one)}
            if any(variable(x) in one.args[:-1] for y in inside.values() for x in free_variables(y)):
                raise InputError(f"'exists {one.args[0].name}' would bind a variable of a term; rename it")
            return Node("exists", (*one.args[:-1], substitute(one.args[-1], inside)))
        if one not in known:
            known[one] = Node(one.op, tuple(map(visit, one.args)), one.value, one.name) if one.args else one
        return known[one]

    return visit(node)


def known_value(node: Node, values: Mapping[str, Any] | None = None) -> Any:
    """Compute a rational term exactly; None where it has no value, another function, or a variable that has none in `values`.

    The values are of one field, rational unless others are given.
    """
    if node.op in ("number", "variable"):
        return node.value if node.op == "number" else (values or {}).get(node.name)
    if node.op not in ("+", "*", "/", "^", "abs", "min", "max", "floor", "ceil", "where"):
        return None
    parts = [known_value(x, values) for x in node.args]
    return None if any(x is None for x in parts) else computed(node.op, parts)


def computed(op: str, x: list[Any]) -> Any:
    """Compute an operation of numbers of one field; None where it has no value."""
    match op:
        case "+":
            return sum(x[1:], x[0])
        case "*":
            return reduce(lambda a, b: a * b, x)
        case "/":
            return x[0] / x[1] if x[1] else None
        case "^":
            return _raised(x[0], x[1])
        case "where":
            return x[0]
        case "floor" | "ceil":
            return Fraction(x[0].__floor__() if op == "floor" else x[0].__ceil__())
    return {"abs": abs(x[0]), "min": min(x), "max": max(x)}[op]


def _raised(base: Any, exponent: Any) -> Any:
    if not isinstance(exponent, Fraction) or exponent.denominator != 1 or (base == 0 and exponent < 0):
        return None
    if not isinstance(base, Fraction):
        return base ** int(exponent)
    digits = max(base.numerator.bit_length(), base.denominator.bit_length())
    return base ** int(exponent) if abs(exponent) * digits <= MOST_POWER * 100 else None


# writing


def _write(node: Node, outer: int) -> str:
    """Write a node; in brackets if it binds less strongly than `outer`: 0 iff … 4 a comparison, 5 a sum, 6 a product, 7 a power."""
    match node.op:
        case "number":
            text, level = str(node.value), 8 if node.value.denominator == 1 and node.value >= 0 else 5
        case "variable":
            text, level = node.name, 8
        case "iff" | "implies" | "or" | "and":
            level = BINDING.index(node.op)
            text = f" {node.op} ".join(_write(x, level + 1) for x in node.args) or "1 = 1"
        case "not":
            text, level = f"not {_write(node.args[0], 4)}", 4
        case "+":
            text, level = _write(node.args[0], 5), 5
            for x in node.args[1:]:
                minus = x.op == "*" and x.args[0] == number(-1)
                text += f" - {_write(x.args[1], 6)}" if minus else f" + {_write(x, 6)}"
        case "*" if node.args[0] == number(-1):
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
class _Macro:
    """A definition: its parameters, its body, and the definitions that the body may use."""

    parameters: tuple[str, ...]
    body: str
    visible: Mapping[str, _Macro]


def read(text: str, definitions: Mapping[str, str] | None = None) -> Node:
    """Read a formula or a term.

    Args:
        text: The text, in the grammar above.
        definitions: Abbreviations such as {"V(x, y)": "x*y", "g": "1/t"}; each may use those before it.

    Raises:
        InputError: The text is not in the grammar; the sentence names the place.
    """
    try:
        return _Reader(text, _macros(definitions or {}), {}).whole()
    except RecursionError:
        raise InputError(f"'{text[:80]}': brackets or definitions are nested too deeply") from None


def _macros(definitions: Mapping[str, str]) -> dict[str, _Macro]:
    found: dict[str, _Macro] = {}
    for head, body in definitions.items():
        shape = HEAD.fullmatch(head)
        if shape is None or shape[1] in WORDS | NAMES or shape[1] in found:
            raise InputError(f"cannot define '{head[:60]}'; write a new name, or one with its parameters: 'V(x, y)'")
        parameters = tuple(x.strip() for x in shape[2].split(",")) if shape[2] else ()
        if len(set(parameters)) < len(parameters) or not all(map(NAME.fullmatch, parameters)):
            raise InputError(f"cannot define '{head[:60]}': write different names with commas between as parameters")
        found[shape[1]] = _Macro(parameters, body, dict(found))
    return found


class _Reader:
    """A recursive-descent reader.

    A name stands for what `local` gives it (a parameter, or the index of a sum), else for a definition in `macros`, else for a
    variable. A definition is read anew where it is used, with its own parameters in `local`; so no name is ever captured.
    """

    def __init__(self, text: str, macros: Mapping[str, _Macro], local: Mapping[str, Node]) -> None:
        self.text, self.macros, self.local = text, macros, dict(local)
        self.bound: frozenset[str] = frozenset()  # what `exists` and sums bind around the place that is read
        self.tokens, self.at = self._split(), 0

    def _split(self) -> list[str]:
        found, place = [], 0
        while self.text[place:].strip():
            token = TOKEN.match(self.text, place)
            if token is None:
                raise InputError(f"'{self.text[:80]}': cannot read '{self.text[place:].strip()[:10]}'")
            found.append(token[1] or token[2] or token[3])
            place = token.end()
        return [*found, ""]

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

    def name(self) -> str:
        """Take a name that is bound here: a variable of `exists`, `argmin` or `diff`, or the index of a sum."""
        token = self.take()
        if not (token[0].isalpha() or token[0] == "_") or token in WORDS | NAMES | self.macros.keys():
            raise self.fail(f"'{token}' cannot be a variable here; give it a name of its own")
        return token

    def listed(self, item: Callable[[], Any], end: str) -> list[Any]:
        """Read items with commas between, and what ends their list."""
        found = [item()]
        while self.take(",", end) == ",":
            found.append(item())
        return found

    def names(self, end: str) -> list[str]:
        found = self.listed(self.name, end)
        if len(set(found)) < len(found) or self.local.keys() & set(found):
            raise self.fail(f"a name among {', '.join(found)} is bound twice; rename one")
        return found

    # formulas

    def formula(self, level: int = 0) -> Node:
        return self.negation() if level == len(BINDING) else self.joined(level)

    def joined(self, level: int) -> Node:
        left, word = self.formula(level + 1), BINDING[level]
        if word == "implies" and self.next == word:
            self.take()
            return Node(word, (left, self.formula(level)))
        while self.next == word:
            self.take()
            left = Node(word, (left, self.formula(level + 1)))
        return left

    def negation(self) -> Node:
        if self.next == "not":
            self.take()
            return Node("not", (self.negation(),))
        if self.next == "exists":
            self.take()
            names, before = self.names(":"), self.bound
            inside = frozenset().union(*map(free_variables, self.local.values()))
            if inside & set(names):
                raise self.fail(f"'exists {names[0]}' would bind a variable of an argument; rename it")
            self.bound = before | set(names)
            found = Node("exists", (*map(variable, names), self.formula()))
            self.bound = before
            return found
        return self.minimisers() if self.next == "argmin" else self.comparison()

    def minimisers(self) -> Node:
        self.take(), self.take("[")
        names = self.names("]")
        objective = self.sum()
        self.take("="), self.take("{")
        points = self.listed(lambda: self.point(len(names)), "}")
        return Node("argmin", (*map(variable, names), objective, *points))

    def point(self, size: int) -> Node:
        if size == 1:
            return Node("point", (self.sum(),))
        self.take("(")
        found = self.listed(self.sum, ")")
        if len(found) != size:
            raise self.fail(f"a point has {len(found)} coordinates and there are {size} variables")
        return Node("point", tuple(found))

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
        found = self.product()
        while self.next in ("+", "-"):
            sign, right = self.take(), self.product()
            found = add(found, right) if sign == "+" else difference(found, right)
        return found

    def product(self) -> Node:
        found = self.power()
        while self.next in ("*", "/"):
            found = Node(self.take(), (found, self.power()))
        return found

    def power(self) -> Node:
        if self.next in ("-", "+"):
            sign, inner = self.take(), self.power()
            return (
                inner if sign == "+" else number(-inner.value) if inner.op == "number" else multiply(number(-1), inner)
            )
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
        if not (token[0].isalpha() or token[0] == "_") or token in WORDS:
            raise self.fail(f"'{token}' stands where a term should")
        if token in self.local:
            return self.local[token]
        if token in self.macros:
            return self.defined(token)
        return self.called(token) if self.next == "(" else variable(token)

    def arguments(self) -> list[Node]:
        self.take("(")
        return self.listed(self.formula, ")")

    def defined(self, name: str) -> Node:
        macro = self.macros[name]
        given = self.arguments() if macro.parameters else []
        if len(given) != len(macro.parameters):
            raise self.fail(f"'{name}' takes {len(macro.parameters)} arguments, not {len(given)}")
        if self.bound:
            blank = {x: number(0) for x in macro.parameters}
            free = free_variables(_Reader(macro.body, macro.visible, blank).whole())
            if own := self.bound & free:
                raise self.fail(
                    f"the definition of '{name}' has a variable {min(own)}, which is bound here; rename one"
                )
        return _Reader(macro.body, macro.visible, dict(zip(macro.parameters, given, strict=True))).whole()

    def called(self, name: str) -> Node:
        if name in SERIES:
            return self.series(name)
        if name in ("diff", "at"):
            return self.moved(name)
        given = self.arguments()
        if name in ("min", "max"):
            return Node(name, tuple(given))
        if name == "binomial" and len(given) == 2:
            return self.binomial(*given)
        name = "log" if name == "ln" else name
        if FUNCTIONS.get(name) != len(given):
            raise self.fail(
                f"there is no function '{name}' with {len(given)} arguments; a product has a *, as in {name}*(x+1)"
            )
        value = known_value(given[0])
        if name == "factorial" and value is not None and value.denominator == 1 and 0 <= value <= MOST_POWER:
            return number(factorial(int(value)))
        return Node(name, tuple(given))

    def binomial(self, top: Node, lower: Node) -> Node:
        """C(n, k) = n(n − 1)…(n − k + 1)/k! for a number k."""
        n, k = known_value(top), known_value(lower)
        if k is None or k.denominator != 1 or not 0 <= k <= MOST_POWER:
            raise self.fail("the second argument of 'binomial' must be a whole number")
        if n is not None and n.denominator == 1 and 0 <= n <= MOST_POWER:
            return number(comb(int(n), int(k)))
        factors = [Node("/", (add(top, number(-i)), number(i + 1))) for i in range(int(k))]
        return reduce(multiply, factors, number(1))

    def series(self, name: str) -> Node:
        """Write out sum(i, low, high, term): the term is read once for each value of the index."""
        self.take("(")
        index = self.name()
        self.take(",")
        low = self.end(self.sum())
        self.take(",")
        high = self.end(self.sum())
        self.take(",")
        if high - low >= MOST_TERMS:
            raise self.fail(f"'{name}' has {high - low + 1} terms; write at most {MOST_TERMS}")
        start, before, found = self.at, (self.local, self.bound), list[Node]()
        self.bound |= {index}
        for i in range(low, max(high, low) + 1):
            self.at, self.local = start, {**before[0], index: number(i)}
            found.append(self.formula())
        self.local, self.bound = before
        self.take(")")
        empty = number(0 if name == "sum" else 1)
        return reduce(add if name == "sum" else multiply, found) if high >= low else empty

    def end(self, node: Node) -> int:
        value = known_value(node)
        if value is None or value.denominator != 1:
            raise self.fail(
                "a sum or product runs between whole numbers; one that ends at a letter is a theorem for Coq"
            )
        return int(value)

    def moved(self, name: str) -> Node:
        """Read diff(term, x), diff(term, x, 2) or at(term, x, value)."""
        self.take("(")
        term = self.formula()
        self.take(",")
        x = self.name()
        if x in self.local:
            raise self.fail(f"'{x}' is a parameter here and no variable; rename one")
        if name == "at":
            self.take(",")
            found = substitute(term, {x: self.formula()})
        else:
            times = self.end(self.sum()) if self.take(",", ")") == "," else 1
            self.at -= self.tokens[self.at - 1] == ")"
            found = derivative(term, x, times)
        self.take(")")
        return found


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
    if x not in free_variables(term):
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
            top = _plus(_times(inner[0], b), _times(number(-1), _times(a, inner[1])))
            return Node("/", (top, Node("^", (b, number(2)))))
        case Node("^", (a, n)) if x not in free_variables(n):
            return _times(_times(n, _lowered(a, n)), inner[0])
        case Node("where"):
            return inner[0]
        case Node(op, (a,)) if op in CHAIN:
            return _times(CHAIN[op](term, a), inner[0])
    raise InputError(f"there is no rule for the derivative of {str(term)[:60]}; write it out")


def _plus(left: Node, right: Node) -> Node:
    return right if left == ZERO else left if right == ZERO else add(left, right)


def _times(left: Node, right: Node) -> Node:
    if ZERO in (left, right):
        return ZERO
    return right if left == ONE else left if right == ONE else multiply(left, right)


def _lowered(base: Node, exponent: Node) -> Node:
    """base^(exponent − 1)."""
    value = known_value(exponent)
    return Node("^", (base, add(exponent, number(-1)) if value is None else number(value - 1)))


CHAIN: dict[str, Callable[[Node, Node], Node]] = {
    "exp": lambda term, a: term,
    "log": lambda term, a: Node("/", (number(1), a)),
    "sqrt": lambda term, a: Node("/", (number(1), multiply(number(2), term))),
}
