"""Statements as trees of terms and formulas, and the plain operations on trees that every other module needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from rropt.exact.errors import InputError

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
    "asserted",
    "bound_by_exists",
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
    """A power of a term. The exponent is a whole number of at least 0."""

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
    """Replace free variables by terms, all at once.

    Suppose that a name bound in the tree occurs in a term that is put in below it. Then the bound name is first replaced by a new
    name. If the name is bound by `argmin`, this is impossible, because it stands for a variable of the claim; raise `InputError`.
    """
    if isinstance(node, Var):
        return values.get(node.name, node)
    bound = node.names if isinstance(node, Argmin) else _bound_names(node)
    if bound:
        free = set(free_variables(node)).difference(bound)
        values = {k: v for k, v in values.items() if k in free}
        put_in = set(variables_of(values.values()))
        caught = [x for x in bound if x in put_in]
        if caught and isinstance(node, Argmin):
            raise InputError(
                f"a term with the variable {caught[0]} is put into 'argmin[{', '.join(bound)}]', which minimises over {caught[0]}; "
                f"write the term without {caught[0]}"
            )
        node = _rebind(node, caught, put_in)
    return map_children(node, lambda x: substitute(x, values)) if values else node


def _rebind(node: Node, names: Iterable[str], taken: Iterable[str]) -> Node:
    """Replace those bound names of a node that are in `names` by new names.

    The new names are not in `taken` and occur nowhere in the node.
    """
    avoid, new = {*taken, *_all_names(node)}, dict[str, Term]()
    for x in names:
        fresh = next(y for n in count(2) if (y := f"{x}_{n}") not in avoid)
        avoid.add(fresh)
        new[x] = Var(fresh)
    if not new:
        return node
    node = map_children(node, lambda x: substitute(x, new))
    return Exists(variables_of(new.get(x, Var(x)) for x in node.names), node.body) if isinstance(node, Exists) else node


def _all_names(node: Node) -> set[str]:
    """Return the names of all variables in the tree, free or bound."""
    nodes = list(walk(node))
    bound = {x for y in nodes if isinstance(y, Exists | Argmin) for x in y.names}
    return bound.union(y.name for y in nodes if isinstance(y, Var))


def is_series(node: Node) -> bool:
    """Whether the node is a sum or product whose number of terms depends on a variable."""
    return isinstance(node, Call) and node.name in ("sum", "prod")


def _bound_names(node: Node) -> tuple[str, ...]:
    """List the names that the node itself binds, such as the index of a sum. They have no meaning outside the node."""
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


def rename_apart(formula: Formula, taken: set[str]) -> Formula:
    """Rename the names that `exists` binds so that they differ from each other, from the free variables and from `taken`.

    The free variables of the formula and the names bound in the result are added to `taken`.
    """
    taken.update(free_variables(formula))

    def apart(node: Node) -> Node:
        if isinstance(node, Exists):
            node = _rebind(node, [x for x in node.names if x in taken], taken)
            taken.update(_bound_names(node))
        return map_children(node, apart)

    return apart(formula)  # type: ignore[return-value]


def bound_by_exists(nodes: Iterable[Node]) -> list[str]:
    """List the names that `exists` binds anywhere in several trees."""
    return [x for node in nodes for part in walk(node) if isinstance(part, Exists) for x in part.names]


def asserted(formula: Formula) -> Iterator[str]:
    """Yield the names that the formula says to exist. Names below `not`, `or` or `iff`, or before `implies`, are left out."""
    match formula:
        case Exists(names, body):
            yield from names
            yield from asserted(body)
        case And(items):
            yield from (x for y in items for x in asserted(y))
        case Implies(_, conclusion):
            yield from asserted(conclusion)
