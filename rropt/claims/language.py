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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from rropt.errors import InputError

__all__ = [
    "NAME",
    "FUNCTIONS",
    "RELATIONS",
    "Node",
    "add",
    "comparisons",
    "computed",
    "conjunction",
    "difference",
    "known_value",
    "multiply",
    "number",
    "read",
    "substitute",
    "variable",
]

TOKEN = re.compile(r"\d+(?:\.\d+)?|[A-Za-z_][\w']*|\*\*|<=|>=|!=|\S", re.ASCII)
HEAD = re.compile(r"\s*([A-Za-z_][\w']*)\s*(?:\(([\w\s,']*)\))?\s*", re.ASCII)
NAME = re.compile(r"[A-Za-z_][\w']*", re.ASCII)
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")
COMPARISON, SUM, POWER = 4, 5, 7
BINDING = {0: ("iff",), 1: ("implies",), 2: ("or",), 3: ("and",), SUM: ("+", "-"), 6: ("*", "/")}  # the weakest first
WORDS = frozenset({"iff", "implies", "or", "and", "not", "exists", "argmin"})
FUNCTIONS = (
    "abs",
    "sqrt",
    "exp",
    "log",
    "erf",
    "normal_cdf",
    "floor",
    "min",
    "max",
)  # all but the last two of one argument
SERIES = ("sum", "prod")
NAMES = frozenset({*FUNCTIONS, *SERIES, "diff", "at"})
DEFINED = {  # functions that are abbreviations
    "ln(x)": "log(x)",
    "ceil(x)": "-floor(-x)",
    "factorial(n)": "prod(i, 1, n, i)",
    "binomial(n, k)": "prod(i, 1, k, (n - i + 1)/i)",
}
MOST_DIGITS = 2_000
MOST_NODES = 200_000
MOST_TERMS = 5_000
MOST_POWER = 400


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A number (`value`), a variable (`name`), or an operation `op` of `args`.

    `exists` has its bound variables first and its body last, `argmin` its variables, the objective and the listed points. `where`
    has a term, and a second term that must have a value for the first to have one (a derivative, and what is differentiated).
    `free` are the variables that no `exists` binds.
    """

    op: str
    args: tuple[Node, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""
    size: int = field(init=False)
    digest: int = field(init=False)
    free: frozenset[str] = field(init=False)

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
        if one.free.isdisjoint(terms):
            return one
        if one.op == "variable":
            return terms[one.name]
        if one.op == "exists":
            inside = {x: terms[x] for x in one.free.intersection(terms)}
            if any(x.name in y.free for x in one.args[:-1] for y in inside.values()):
                raise InputError(f"'exists {one.args[0].name}' would bind a variable of a term; rename it")
            return Node("exists", (*one.args[:-1], substitute(one.args[-1], inside)))
        if one not in known:
            known[one] = Node(one.op, tuple(map(visit, one.args)))
        return known[one]

    return visit(node)


def computed(op: str, x: Sequence[Any]) -> Any:
    """Compute an operation of numbers of one field exactly; None where it has no value, or is of another function."""
    match op:
        case "+":
            return x[0] + x[1]
        case "*":
            return x[0] * x[1]
        case "/":
            return x[0] / x[1] if x[1] else None
        case "^":
            return _raised(x[0], x[1])
        case "where":
            return x[0]
        case "floor":
            return Fraction(x[0].__floor__())
    return {"abs": abs(x[0]), "min": min(x), "max": max(x)}.get(op)


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
            level = next(x for x, words in BINDING.items() if node.op in words)
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
        return _Reader(text, _macros(definitions or {}, BUILT_IN), {}).whole()
    except RecursionError:
        raise InputError(f"'{text[:80]}': brackets or definitions are nested too deeply") from None


def _macros(definitions: Mapping[str, str], known: Mapping[str, _Macro]) -> dict[str, _Macro]:
    found: dict[str, _Macro] = dict(known)
    for head, body in definitions.items():
        shape = HEAD.fullmatch(head)
        if shape is None or shape[1] in WORDS | NAMES or shape[1] in found:
            raise InputError(f"cannot define '{head[:60]}'; write a new name, or one with its parameters: 'V(x, y)'")
        parameters = tuple(x.strip() for x in shape[2].split(",")) if shape[2] else ()
        if len(set(parameters)) < len(parameters) or not all(map(NAME.fullmatch, parameters)):
            raise InputError(f"cannot define '{head[:60]}': write different names with commas between as parameters")
        found[shape[1]] = _Macro(parameters, body, dict(found))
    return found


BUILT_IN = _macros(DEFINED, {})


class _Reader:
    """A recursive-descent reader.

    A name stands for what `local` gives it (a parameter, or the index of a sum), else for a definition in `macros`, else for a
    variable. A definition is read anew where it is used, with its own parameters in `local`; so no name is ever captured.
    """

    def __init__(self, text: str, macros: Mapping[str, _Macro], local: Mapping[str, Node]) -> None:
        if not text.isascii():
            strange = next(x for x in text if not x.isascii())
            raise InputError(f"'{text[:80]}': cannot read '{strange}'; write it in ASCII")
        self.text, self.macros, self.local = text, macros, dict(local)
        self.bound: frozenset[str] = frozenset()  # what `exists` and sums bind around the place that is read
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

    def inside(self) -> frozenset[str]:
        """The variables of what parameters stand for: whatever binds one of them would bind it in an argument."""
        return frozenset().union(*(x.free for x in self.local.values()))

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
        if self.next == "not":
            self.take()
            return Node("not", (self.negation(),))
        if self.next == "exists":
            self.take()
            names, before = self.names(":"), self.bound
            if self.inside() & set(names):
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
        return self.joined(SUM)

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
            # the letters of the arguments are renamed, so that those of the definition itself are left
            renamed = [substitute(x, {y: variable(f"{y}?") for y in x.free}) for x in given]
            blank = dict(zip(macro.parameters, renamed, strict=True))
            if own := self.bound & _Reader(macro.body, macro.visible, blank).whole().free:
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
        if name not in FUNCTIONS or (len(given) != 1 and name not in ("min", "max")):
            raise self.fail(
                f"there is no function '{name}' with {len(given)} arguments; a product has a *, as in {name}*(x+1)"
            )
        return Node(name, tuple(given))

    def moved(self, name: str) -> Node:
        """Read diff(term, x), diff(term, x, 2) or at(term, x, value)."""
        self.take("(")
        term = self.formula()
        self.take(",")
        x = self.name()
        if x in self.local or x in self.inside():
            raise self.fail(f"'{x}' is a parameter here, or a letter of one's argument, and no variable; rename one")
        rest = self.formula() if self.take(*(",)" if name == "diff" else ",")) == "," else None
        if rest is not None:
            self.take(")")
        if name == "at" and rest is not None:
            return substitute(term, {x: rest})
        return derivative(term, x, 1 if rest is None else self.end(rest))

    def series(self, name: str) -> Node:
        """Write out sum(i, low, high, term): the term is read once for each value of the index."""
        self.take("(")
        index = self.name()
        self.take(",")
        low = self.end(self.sum())
        self.take(",")
        high = self.end(self.sum())
        self.take(",")
        if not 0 <= high - low + 1 <= MOST_TERMS:
            raise self.fail(f"'{name}' has {high - low + 1} terms; write 0 to {MOST_TERMS}")
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
            top = _plus(_times(inner[0], b), _times(number(-1), _times(a, inner[1])))
            return Node("/", (top, Node("^", (b, number(2)))))
        case Node("^", (a, n)) if x not in n.free:
            value = known_value(n)
            lower = add(n, number(-1)) if value is None else number(value - 1)
            return _times(_times(n, Node("^", (a, lower))), inner[0])
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


CHAIN: dict[str, Callable[[Node, Node], Node]] = {
    "exp": lambda term, a: term,
    "log": lambda term, a: Node("/", (number(1), a)),
    "sqrt": lambda term, a: Node("/", (number(1), multiply(number(2), term))),
}
