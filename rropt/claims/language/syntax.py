"""Statements as trees: terms, formulas over them, and the few plain operations every other module needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

__all__ = [
    "Add",
    "And",
    "Argmin",
    "Call",
    "Compare",
    "Div",
    "Exists",
    "Formula",
    "Iff",
    "Implies",
    "Mul",
    "Not",
    "Num",
    "Or",
    "Pow",
    "Rounds",
    "Term",
    "Truth",
    "Var",
    "conjunction",
    "free_variables",
    "is_series",
    "is_whole",
    "map_children",
    "negative",
    "number",
    "rename_apart",
    "subtract",
    "substitute",
    "variables_of",
    "walk",
]


@dataclass(frozen=True, slots=True)
class Num:
    value: Fraction


@dataclass(frozen=True, slots=True)
class Var:
    name: str


@dataclass(frozen=True, slots=True)
class Add:
    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Mul:
    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Div:
    top: Term
    below: Term


@dataclass(frozen=True, slots=True)
class Pow:
    """A whole, nonnegative power."""

    base: Term
    exponent: int


@dataclass(frozen=True, slots=True)
class Call:
    """A named function, such as abs or log, of its arguments; sum and prod have the arguments (index, low, high, term)."""

    name: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two terms; `relation` is one of < <= > >= = !=."""

    left: Term
    relation: str
    right: Term


@dataclass(frozen=True, slots=True)
class Rounds:
    """States that the term, rounded to `digits` decimals, is `printed` (a tie may go either way)."""

    term: Term
    printed: Fraction
    digits: int


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class Not:
    body: Formula


@dataclass(frozen=True, slots=True)
class And:
    items: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    items: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    premise: Formula
    conclusion: Formula


@dataclass(frozen=True, slots=True)
class Iff:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Exists:
    names: tuple[str, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class Argmin:
    """A statement about the points at which a term is least.

    The term `objective` is minimised over the variables `names` in the claim's domain. If `relation` is "=", its minimisers are
    exactly the `points`. If `relation` is "subset", all minimisers are among the `points`.
    """

    names: tuple[str, ...]
    objective: Term
    relation: str
    points: tuple[tuple[Term, ...], ...]


Term = Num | Var | Add | Mul | Div | Pow | Call
Formula = Compare | Rounds | Truth | Not | And | Or | Implies | Iff | Exists | Argmin
Node = Term | Formula


def number(value: int | Fraction) -> Num:
    return Num(Fraction(value))


def negative(x: Term) -> Term:
    return Num(-x.value) if isinstance(x, Num) else Mul((number(-1), x))


def subtract(a: Term, b: Term) -> Term:
    if isinstance(b, Num) and b.value == 0:
        return a
    return Add((a, negative(b)))


def conjunction(items: list[Formula]) -> Formula:
    flat = [x for x in items if x != Truth(True)]
    return flat[0] if len(flat) == 1 else And(tuple(flat)) if flat else Truth(True)


def children(node: Node) -> tuple[Node, ...]:
    """Return the subtrees directly below a node."""
    match node:
        case Num() | Var() | Truth():
            return ()
        case Add(items) | Mul(items) | And(items) | Or(items):
            return items
        case Div(a, b) | Compare(a, _, b) | Implies(a, b) | Iff(a, b):
            return (a, b)
        case Pow(base, _):
            return (base,)
        case Call(_, arguments):
            return arguments
        case Rounds(term, _, _):
            return (term,)
        case Not(body) | Exists(_, body):
            return (body,)
        case Argmin(_, objective, _, points):
            return (objective, *(x for p in points for x in p))


def map_children(node: Node, change: Callable[[Node], Node]) -> Node:
    """Copy the node, with `change` applied to each subtree directly below it."""
    new = [change(x) for x in children(node)]
    match node:
        case Add():
            return Add(tuple(new))  # type: ignore[arg-type]
        case Mul():
            return Mul(tuple(new))  # type: ignore[arg-type]
        case And():
            return And(tuple(new))  # type: ignore[arg-type]
        case Or():
            return Or(tuple(new))  # type: ignore[arg-type]
        case Div():
            return Div(*new)  # type: ignore[arg-type]
        case Compare(_, relation, _):
            return Compare(new[0], relation, new[1])  # type: ignore[arg-type]
        case Implies():
            return Implies(*new)  # type: ignore[arg-type]
        case Iff():
            return Iff(*new)  # type: ignore[arg-type]
        case Pow(_, exponent):
            return Pow(new[0], exponent)  # type: ignore[arg-type]
        case Call(name, _):
            return Call(name, tuple(new))  # type: ignore[arg-type]
        case Rounds(_, printed, digits):
            return Rounds(new[0], printed, digits)  # type: ignore[arg-type]
        case Not():
            return Not(new[0])  # type: ignore[arg-type]
        case Exists(names, _):
            return Exists(names, new[0])  # type: ignore[arg-type]
        case Argmin(names, _, relation, points):
            n = len(names)
            lists = tuple(tuple(new[1 + i * n : 1 + (i + 1) * n]) for i in range(len(points)))
            return Argmin(names, new[0], relation, lists)  # type: ignore[arg-type]
    return node


def walk(node: Node) -> Iterator[Node]:
    """Yield every node of the tree, each before those below it."""
    stack: list[Node] = [node]
    while stack:
        x = stack.pop()
        yield x
        stack.extend(reversed(children(x)))


def substitute(node: Node, values: Mapping[str, Term]) -> Node:
    """Replace variables by terms, all at once.

    A name that the tree itself binds, as in a sum, is not replaced where it is bound.
    """
    if isinstance(node, Var):
        return values.get(node.name, node)
    if isinstance(node, Exists):
        values = {k: v for k, v in values.items() if k not in node.names}
    if is_series(node):
        (index,) = _bound_names(node)
        values = {k: v for k, v in values.items() if k != index}
        taken = set(variables_of(values.values()))
        if index in taken:  # the index gives way to a variable of the same name that is put in
            new = Var(_fresh(index, taken | {x.name for x in walk(node) if isinstance(x, Var)}))
            node = map_children(node, lambda x: _rename(x, index, new))
    return map_children(node, lambda x: substitute(x, values))


def _rename(node: Node, name: str, new: Var) -> Node:
    """Rename a free variable to `new`, a name that occurs nowhere in the tree."""
    if isinstance(node, Var):
        return new if node.name == name else node
    return node if name in _bound_names(node) else map_children(node, lambda x: _rename(x, name, new))


def is_series(node: Node) -> bool:
    """Whether the node is a sum or product whose number of terms depends on a variable."""
    return isinstance(node, Call) and node.name in ("sum", "prod")


def _bound_names(node: Node) -> tuple[str, ...]:
    """List the names that the node itself binds, as the index of a sum: they have no meaning outside the node."""
    if isinstance(node, Exists):
        return node.names
    if isinstance(node, Call) and is_series(node) and isinstance(node.arguments[0], Var):
        return (node.arguments[0].name,)
    return ()


def free_variables(node: Node) -> tuple[str, ...]:
    """List the variables that no quantifier and no sum binds, in order of first appearance."""
    if isinstance(node, Var):
        return (node.name,)
    bound = _bound_names(node)
    return tuple(x for x in variables_of(children(node)) if x not in bound)


def variables_of(nodes: Iterable[Node]) -> tuple[str, ...]:
    """List the free variables of several trees in order of first appearance."""
    return tuple(dict.fromkeys(x for node in nodes for x in free_variables(node)))


def is_whole(term: Term, integers: frozenset[str]) -> bool:
    """Whether the form of the term shows that its value is a whole number, given that the variables in `integers` are whole
    numbers."""
    match term:
        case Num(value):
            return value.denominator == 1
        case Var(name):
            return name in integers
        case Add(items) | Mul(items):
            return all(is_whole(x, integers) for x in items)
        case Pow(base, _):
            return is_whole(base, integers)
    return False


def rename_apart(formula: Formula, taken: set[str], *, keep: frozenset[str] = frozenset()) -> Formula:
    """Rename the names that `exists` binds, except those in `keep`, so that they differ from each other and from `taken`.

    The names bound in the result are added to `taken`.
    """

    def apart(node: Node) -> Node:
        if isinstance(node, Exists):
            new = {x: Var(x if x in keep or x not in taken else _fresh(x, taken)) for x in node.names}
            taken.update(v.name for v in new.values())
            body = substitute(node.body, new) if any(k != v.name for k, v in new.items()) else node.body
            return Exists(tuple(v.name for v in new.values()), apart(body))  # type: ignore[arg-type]
        return map_children(node, apart)

    return apart(formula)  # type: ignore[return-value]


def _fresh(name: str, taken: set[str]) -> str:
    return next(x for n in range(2, len(taken) + 3) if (x := f"{name}_{n}") not in taken)
