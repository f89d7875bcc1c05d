"""Proves statements about exponentials and logarithms of several terms by tangents.

Tangents use only that exp is convex and log is concave. A new variable stands for every e^u and every log u. For log u, it is shown
as well that u > 0. For e^u, it is shown that u has a value: e^(1/x) has none at x = 0, though the variable in its place has one.
Two kinds of facts are known of the new variables. The first is that e^u > 0. The second is an inequality for chosen pairs of terms
u and v:

    e^u >= e^v·(1 + u - v)    and    v·(log u - log v) <= u - v.

The first inequality follows from e^w >= 1 + w with w = u - v, the second from log w <= w - 1 with w = u/v.

Further terms may be chosen: 0, since e^0 = 1; 1, since log 1 = 0; and 1/c for each number c whose logarithm occurs. A tangent may
also be multiplied by a term that a hypothesis says is not negative, such as the weights p and 1 - p of Jensen's inequality. If a
statement is shown for all variables with these properties, it holds wherever the exponentials and logarithms that they stand for
have a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

from rropt.claims.derivation import derive_again
from rropt.claims.duties import has_value
from rropt.claims.language.syntax import (
    Add,
    Call,
    Compare,
    Exists,
    Formula,
    Mul,
    Node,
    Num,
    Rounds,
    Term,
    Var,
    conjunction,
    is_series,
    map_children,
    negative,
    number,
    substitute,
    subtract,
    walk,
)
from rropt.claims.normal import difference
from rropt.claims.replay.monotone import Hypotheses, Prover, Record, flatten

__all__ = ["Opened", "is_shown_by_tangents", "open_statement", "show_by_tangents", "tangent"]

MOST_TERMS = 8
Pair = tuple[int, int]
Used = tuple[int, ...]
"""A tangent: the indices of two terms and, if the tangent is multiplied by a nonnegative weight, the index of the weight."""
Choose = Callable[["Opened"], list[list[Used]]]


class Curve(NamedTuple):
    """A function at one argument: `function` is exp or log, `at` is the argument, and `value` is the function's value at it.

    The value is a new variable or, if it is known from elsewhere, a term.
    """

    function: str
    at: Term
    value: Term


class Opened(NamedTuple):
    """A statement in which variables stand for exponentials and logarithms; `defined` says that all of these have values.

    An exponential has a value if its argument has one. A logarithm has a value if its argument is > 0.
    """

    hypotheses: Hypotheses
    conclusion: Formula
    defined: Formula
    curves: tuple[Curve, ...]

    def pairs(self) -> list[Pair]:
        """List the ordered pairs (i, j) of curves of the same function."""
        numbered = range(len(self.curves))
        return [(i, j) for i, j in permutations(numbered, 2) if self.curves[i].function == self.curves[j].function]

    def weights(self) -> list[Term]:
        """List the terms known not to be negative: the difference of the two sides of each inequality among the hypotheses."""
        compared = [h for h in flatten(self.hypotheses) if isinstance(h, Compare) and h.relation not in ("=", "!=")]
        return list(dict.fromkeys(map(difference, compared)))

    def assuming(self, used: list[Used]) -> Hypotheses:
        """Return the hypotheses, followed by e^u > 0 for each exponential that a variable replaces, and the tangent inequalities in
        `used`.

        A tangent inequality may be multiplied by a weight, a term known not to be negative. If this is so for any of them, two
        formulas are added. The first is `defined`, which says that all exponentials and logarithms have values. The second is the
        sum of the tangent inequalities in `used`.
        """
        known = [
            Compare(c.value, ">", number(0)) for c in self.curves if c.function == "exp" and isinstance(c.value, Var)
        ]
        found = [self.tangent(x) for x in used]
        if all(len(x) == 2 for x in used):
            return (*self.hypotheses, *known, *found)
        together = Compare(Add(tuple(map(difference, found))), ">=", number(0))
        return (*self.hypotheses, *known, self.defined, *found, together)

    def tangent(self, used: Used) -> Compare:
        """State the tangent inequality at a pair of terms, multiplied by a weight if `used` names one."""
        found = tangent(self.curves[used[0]], self.curves[used[1]])
        if len(used) == 2:
            return found
        return Compare(Mul((self.weights()[used[2]], difference(found))), ">=", number(0))


def open_statement(hypotheses: Hypotheses, conclusion: Formula) -> Opened | None:
    """Put new variables in place of the exponentials and logarithms of a statement.

    None if there are none or too many, or if the statement has a quantifier, a rounded number, or a sum of variable length.
    """
    if any(isinstance(x, Exists | Rounds) or is_series(x) for f in (*hypotheses, conclusion) for x in walk(f)):
        return None
    known: dict[Term, Curve] = {}
    own: dict[str, Term] = {}  # what each new variable stands for
    defined: list[Formula] = []

    def rewrite(node: Node) -> Any:
        new = map_children(node, rewrite)
        if not isinstance(new, Call) or new.name not in ("exp", "log"):
            return new
        argument = new.arguments[0]
        needed = has_value(argument) if new.name == "exp" else (Compare(argument, ">", number(0)),)
        defined.extend(substitute(x, own) for x in needed)  # type: ignore[misc]
        if new not in known:
            value = Var(f"{new.name}@{len(known) + 1}")
            known[new], own[value.name] = Curve(new.name, argument, value), node  # type: ignore[assignment]
        return known[new].value

    changed = [rewrite(f) for f in (*hypotheses, conclusion)]
    if not 0 < len(known) <= MOST_TERMS:
        return None
    functions = {c.function for c in known.values()}
    ends = {"exp": Curve("exp", number(0), number(1)), "log": Curve("log", number(1), number(0))}
    curves = (*known.values(), *(ends[f] for f in sorted(functions)), *_reciprocals(known.values()))
    return Opened(tuple(changed[:-1]), changed[-1], conjunction(list(dict.fromkeys(defined))), curves)


def _reciprocals(curves: Iterable[Curve]) -> Iterator[Curve]:
    """Yield log(1/c) = -log(c) for every number c > 0 whose logarithm occurs, unless log(1/c) occurs too.

    For example, a proof about an entropy may need log(1/2) beside log(2).
    """
    known = {c.at for c in curves}
    for c in curves:
        if c.function == "log" and isinstance(c.at, Num) and c.at.value > 0 and number(1 / c.at.value) not in known:
            yield Curve("log", number(1 / c.at.value), negative(c.value))


def tangent(u: Curve, v: Curve) -> Compare:
    """State that the value at u lies on or above the tangent at v (for exp), or on or below it (for log)."""
    apart = subtract(u.at, v.at)
    if u.function == "exp":
        return Compare(u.value, ">=", Mul((v.value, Add((number(1), apart)))))
    return Compare(Mul((v.at, subtract(u.value, v.value))), "<=", apart)


def show_by_tangents(hypotheses: Hypotheses, conclusion: Formula, attempt: Prover, choose: Choose) -> Record | None:
    """Prove the conclusion by one of the lists of tangents that `choose` returns; return a record of the tangents and the proofs.

    None if no list leads to a proof.
    """
    new = open_statement(hypotheses, conclusion)
    choices = choose(new) if new is not None else []
    if new is None or not choices:
        return None
    first = attempt(hypotheses, new.defined)
    for pairs in choices if first is not None else []:
        shown = attempt(new.assuming(pairs), new.conclusion)
        if shown is not None:
            return {"pairs": [list(pair) for pair in pairs], "first": first, "shown": shown}
    return None


def is_shown_by_tangents(
    hypotheses: Hypotheses, conclusion: Formula, record: Record, proofs: Callable[[Any], Any], integers: frozenset[str]
) -> bool:
    """Whether a record made by `show_by_tangents` proves the conclusion; `proofs` decodes the proofs stored in it."""
    new = open_statement(hypotheses, conclusion)
    used = [tuple(pair) for pair in record["pairs"]]
    if new is None or not {x[:2] for x in used} <= set(new.pairs()):
        return False
    if not all(len(x) == 2 or (len(x) == 3 and x[2] in range(len(new.weights()))) for x in used):
        return False
    if derive_again(hypotheses, new.defined, proofs(record["first"]), integers) != ():
        return False
    return derive_again(new.assuming(used), new.conclusion, proofs(record["shown"]), integers) == ()
