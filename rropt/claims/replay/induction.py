"""Proves statements for every whole number n from a on by induction, with sums, products, powers and factorials that end at n.

Let P(n) say that the hypotheses which contain n imply the conclusion. In P(a) all sums are finite and are written out. For the
step, n ≥ a and P(n) are added to the other hypotheses, and P(n + 1) is shown.

In the step, a new variable takes the place of each sum, product, power or factorial that ends at n. The terms that end later are
written with the same variable:

    Σ_{i=low..n+1} f(i) = Σ_{i=low..n} f(i) + f(n + 1)    where n + 1 ≥ low, and likewise Π
    b^(n+1) = b^n·b    for every real b, with b^0 = 1, where n ≥ 0; b^(c·n) is (b^c)^n, for a whole number c > 1
    (n + 1)! = n!·(n + 1)    where n ≥ 0

The new variable for b^n is known to be positive if b is positive, and not negative if b is not negative. If b is a number of at
least 1, the variable is at least 1. If b is a positive number below 1, the variable is at most 1. Of 0^n nothing is stated. The new
variable for n! is at least 1.

A variable may take the place of a sum or product only if the sum or product has a value. The induction shows this along with P(n),
but only where the sum stands outside of every condition. If it stands elsewhere, 0·sum = 0 and P(n) are shown together. For
example, let P(n) say that n ≠ 3 implies 0·Σ_{i=1..n} 1/(i - 3) = 0. The step from 3 to 4 would replace a sum about which P(3) says
nothing.

P(a) and the step must be proved without added hypotheses, since an added hypothesis would speak of this n alone. If a claim has
steps, one induction shows them together with its conclusion.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from rropt.claims.derivation import derive_again
from rropt.claims.language.functions import Functions
from rropt.claims.language.syntax import (
    Add,
    Argmin,
    Call,
    Compare,
    Exists,
    Formula,
    Implies,
    Mul,
    Node,
    Num,
    Pow,
    Term,
    Var,
    conjunction,
    free_variables,
    is_series,
    is_whole,
    map_children,
    number,
    substitute,
    walk,
)
from rropt.claims.replay.monotone import Hypotheses, Prover, Record, bound_of, flatten
from rropt.exact.errors import InputError

__all__ = ["is_shown_by_induction", "show_by_induction"]

MOST_STEPS = 6
"""Bounds how deep sums may stand within sums, and how far apart the upper ends of two sums of the same terms may be."""


class _Beyond(Exception):
    """Raised if something grows with n in a way that the rule does not know."""


class Plan(NamedTuple):
    """Two statements that prove a statement by induction, each as (hypotheses, conclusion).

    `base` is the statement for the first n, and `step` the statement that leads from each n to the next.
    """

    base: tuple[Hypotheses, Formula]
    step: tuple[Hypotheses, Formula]


def plans(hypotheses: Hypotheses, conclusion: Formula, integers: frozenset[str]) -> list[Plan]:
    """List the possible inductions, at most one for each variable that is a whole number and with which a term grows.

    Such terms are sums, products, powers and factorials. A variable is left out if no hypothesis bounds it by a number from below,
    or if the rule does not know how a term grows with it. The list is empty if the statement contains `exists` or a statement about
    minimisers.
    """
    hypotheses = tuple(_raise_bases(h, integers) for h in hypotheses)
    conclusion = _raise_bases(conclusion, integers)
    nodes = [x for f in (*hypotheses, conclusion) for x in walk(f)]
    if any(isinstance(x, Exists | Argmin) for x in nodes):
        return []
    calls = [x for x in nodes if isinstance(x, Call) and _grows(x)]
    growing = {name for call in calls for name in free_variables(_end(call))}
    found = []
    for n in sorted(growing & integers):
        try:
            found += list(_plans_in(n, flatten(hypotheses), conclusion))
        except (_Beyond, InputError):
            continue
    return found


def _raise_bases(node: Node, integers: frozenset[str]) -> Any:
    """Write b^(c·x) as (b^c)^x, where x is whole and c is a whole number above 1.

    For example, b^(2·x) becomes a power of b², whose base is known not to be negative.
    """
    node = map_children(node, lambda x: _raise_bases(x, integers))
    match node:
        case Call("power", (base, Mul((Num(c), *rest)))) if c.denominator == 1 and c > 1:
            exponent = rest[0] if len(rest) == 1 else Mul(tuple(rest))
            if is_whole(exponent, integers):
                return Call("power", (Pow(base, int(c)), exponent))
    return node


def _plans_in(n: str, flat: list[Formula], conclusion: Formula) -> Iterator[Plan]:
    starts = {h: first for h in flat if (first := _first(n, h)) is not None}
    if not starts:
        return
    first = max(starts.values())
    others = tuple(h for h in flat if n not in free_variables(h))
    about = tuple(h for h in flat if n in free_variables(h) and h not in starts)

    def at(formula: Formula, value: Term) -> Formula:
        return substitute(formula, {n: value})  # type: ignore[return-value]

    base = [_write_out_sums(at(f, number(first))) for f in (*about, conclusion)]
    following = Add((Var(n), number(1)))
    growth = _Growth(n, first)
    now, new = [*about, conclusion], [at(f, following) for f in (*about, conclusion)]
    growth.read([*now, *new])
    values = growth.state_values([] if about else flatten((conclusion,)))
    if values:
        whole = Implies(conjunction(list(about)), conclusion) if about else conclusion
        yield from _plans_in(n, [*others, *starts], conjunction([*values, whole]))
        return
    now, new = [growth.rewrite(f) for f in now], [growth.rewrite(f) for f in new]
    known = Implies(conjunction(now[:-1]), now[-1]) if about else now[-1]
    least = Compare(number(first), "<=", Var(n))
    step = ((*others, least, *growth.facts(), known, *new[:-1]), new[-1])
    yield Plan(((*others, *base[:-1]), base[-1]), step)


def _write_out_sums(node: Node) -> Any:
    """Write out the finite sums and products in a node."""
    return Functions(InputError).refold(node) if isinstance(node, Term) else map_children(node, _write_out_sums)


def _first(n: str, h: Formula) -> int | None:
    """Return the least whole n that a hypothesis `n ≥ number` or `n > number` allows; None if `h` does not have this form."""
    bound = bound_of(n, h)
    if bound is None or not isinstance(bound[1], Num) or bound[0] not in (">", ">="):
        return None
    return math.ceil(bound[1].value) if bound[0] == ">=" else math.floor(bound[1].value) + 1


def _grows(call: Call) -> bool:
    return is_series(call) or call.name in ("power", "factorial")


def _end(call: Call) -> Term:
    """Return the upper end of a sum or product, the exponent of a power, or the argument of a factorial."""
    return call.arguments[2] if is_series(call) else call.arguments[-1]


@dataclass(slots=True)
class _Growth:
    """Collects the sums, products, powers and factorials that grow with n, and writes them with new variables.

    The end of such a term is the upper end of a sum or product, the exponent of a power, or the argument of a factorial. The end
    must be n + q for a whole number q. Terms that differ only in q are of one kind. `ends` maps each kind to the least and the
    greatest q with which it occurs. The key is the term of this kind with q = 0.
    """

    n: str
    first: int
    ends: dict[Call, list[int]] = field(default_factory=dict)

    def read(self, formulas: list[Formula]) -> None:
        """Find in the formulas every sum, product, power or factorial that grows with n, and record its end in `ends`.

        Such terms are of one kind if only their ends differ. Later, each is written as the shortest term of its kind, with further
        summands or factors. Growing terms in those summands or factors are recorded too.
        """
        waiting: list[Node] = [*formulas]
        for _ in range(MOST_STEPS):
            before = {k: list(v) for k, v in self.ends.items()}
            for node in waiting:
                self._meet(node)
            if self.ends == before:
                return
            waiting = [
                *formulas,
                *(self._grown(k, q) for k, (low, high) in self.ends.items() for q in range(low, high)),
            ]
        raise _Beyond

    def _meet(self, node: Node) -> None:
        for x in walk(node):
            if isinstance(x, Call) and _grows(x) and self.n in free_variables(x):
                kind, q = self._kind(x), self._offset(_end(x))
                ends = self.ends.setdefault(kind, [q, q])
                ends[:] = [min(ends[0], q), max(ends[1], q)]
                least = int(kind.arguments[1].value) - 1 if is_series(kind) else 0  # type: ignore[union-attr]
                if self.first + ends[0] < least or ends[1] - ends[0] > MOST_STEPS:
                    raise _Beyond

    def _kind(self, call: Call) -> Call:
        """Return the call with n in place of its end. If two calls have equal results, they are of one kind.

        The end is the upper end of a sum or product, the exponent of a power, or the argument of a factorial. Raise `_Beyond` if
        the call contains n elsewhere.
        """
        end = 2 if is_series(call) else len(call.arguments) - 1
        items = [Var(self.n) if i == end else x for i, x in enumerate(call.arguments)]
        if any(self.n in free_variables(x) for i, x in enumerate(items) if i != end):
            raise _Beyond
        return Call(call.name, tuple(items))

    def _offset(self, end: Term) -> int:
        """Return q if the end is n + q for a whole number q; raise `_Beyond` otherwise."""
        slope, q = _line(end, self.n)
        if slope != 1 or q.denominator != 1:
            raise _Beyond
        return int(q)

    def _grown(self, kind: Call, q: int) -> Term:
        """Return the summand or factor that a growing term gains when its end rises from n + q to n + q + 1.

        A sum gains a summand. A product, power or factorial gains a factor: for example, b^(n+1) is b^n times b.
        """
        following = Add((Var(self.n), number(q + 1)))
        if is_series(kind):
            (index, _, _, body) = kind.arguments
            return substitute(body, {index.name: following})  # type: ignore[union-attr, return-value]
        return kind.arguments[0] if kind.name == "power" else following

    def rewrite(self, node: Node) -> Any:
        """Write each growing term with a new variable, which stands for the shortest term of its kind.

        A growing term is a sum, product, power or factorial whose end contains n. If it is longer than the shortest term, the
        missing summands are added to the variable, or the missing factors are multiplied with it.
        """
        if isinstance(node, Call) and _grows(node) and self.n in free_variables(node):
            kind, q = self._kind(node), self._offset(_end(node))
            low = self.ends[kind][0]
            more = [self.rewrite(self._grown(kind, e)) for e in range(low, q)]
            return (Add if kind.name == "sum" else Mul)((self._variable(kind), *more)) if more else self._variable(kind)
        return map_children(node, self.rewrite)

    def _variable(self, kind: Call) -> Var:
        return Var(f"{kind.name}@{list(self.ends).index(kind) + 1}")

    def state_values(self, shown: list[Formula]) -> list[Formula]:
        """State, for each sum or product that a new variable replaces, that it has a value.

        Sums and products that occur in a comparison in `shown` are left out. Other formulas in `shown` do not count, because `or`
        and `implies` may be true where a sum has no value.
        """
        nodes = [x for f in shown if isinstance(f, Compare) for x in walk(f)]
        calls = [x for x in nodes if isinstance(x, Call) and _grows(x) and self.n in free_variables(x)]
        met = [(self._kind(x), self._offset(_end(x))) for x in calls]
        return [
            Compare(Mul((number(0), self._shortest(kind))), "=", number(0))
            for kind, (low, _) in self.ends.items()
            if is_series(kind) and (kind, low) not in met
        ]

    def _shortest(self, kind: Call) -> Term:
        """Return the shortest term of a kind; the new variable stands for it."""
        low = self.ends[kind][0]
        return substitute(kind, {self.n: Add((Var(self.n), number(low)))})  # type: ignore[return-value]

    def facts(self) -> Iterator[Formula]:
        """Yield what is known of the new variables for factorials and powers.

        A factorial is at least 1. If the base of a power is not a number, two facts are given: if the base is ≥ 0, the power is
        ≥ 0, and if the base is > 0, the power is > 0. If the base is a positive number, the power is positive. It is also at least
        1 if the base is at least 1, and at most 1 otherwise.
        """
        for kind in self.ends:
            new, one, zero = self._variable(kind), number(1), number(0)
            if kind.name == "factorial":
                yield Compare(new, ">=", one)
            if kind.name == "power":
                base = kind.arguments[0]
                value = base.value if isinstance(base, Num) else None
                positive = Compare(new, ">", zero)
                if value is None:
                    yield Implies(Compare(base, ">=", zero), Compare(new, ">=", zero))
                    yield Implies(Compare(base, ">", zero), positive)
                elif value > 0:
                    yield positive
                    yield Compare(new, ">=" if value >= 1 else "<=", one)


def _line(term: Term, n: str) -> tuple[Fraction, Fraction]:
    """Return numbers (a, b) with term = a·n + b; raise `_Beyond` if the form of the term does not show them."""
    match term:
        case Num(value):
            return Fraction(0), value
        case Var(name) if name == n:
            return Fraction(1), Fraction(0)
        case Add(items):
            parts = [_line(x, n) for x in items]
            return sum((a for a, _ in parts), Fraction(0)), sum((b for _, b in parts), Fraction(0))
        case Mul((Num(value), x)):
            slope, rest = _line(x, n)
            return value * slope, value * rest
    raise _Beyond


def show_by_induction(
    hypotheses: Hypotheses, conclusion: Formula, integers: frozenset[str], attempt: Prover
) -> Record | None:
    """Prove the conclusion by the first induction whose two statements are proved.

    Return a record of the proofs and of the induction's index in `plans`; None if there is no such induction.
    """
    for i, plan in enumerate(plans(hypotheses, conclusion, integers)):
        base = attempt(*plan.base)
        step = attempt(*plan.step) if base is not None else None
        if step is not None:
            return {"plan": i, "base": base, "step": step}
    return None


def is_shown_by_induction(
    hypotheses: Hypotheses, conclusion: Formula, record: Record, proofs: Callable[[Any], Any], integers: frozenset[str]
) -> bool:
    """Whether a record made by `show_by_induction` proves the conclusion; `proofs` decodes the proofs stored in it."""
    plan = plans(hypotheses, conclusion, integers)[record["plan"]]
    return all(
        derive_again(*part, proofs(attempts), integers) == ()
        for part, attempts in ((plan.base, record["base"]), (plan.step, record["step"]))
    )
