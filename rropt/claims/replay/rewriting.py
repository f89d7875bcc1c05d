"""Turns statements about logarithms and exponentials into simpler ones: by an equation, by their laws, by the contrapositive.

Each rule turns a statement into a new one that implies it, together with a side statement. Both must be shown. These are the rules:

    an equation       if x = T follows from the hypotheses, and T does not contain x, T is put for x everywhere
    together          c·log u + c·log v becomes c·log(u·v); log(exp u) and exp(log u) become u, where log u has a value
    apart             log(u·v) becomes log u + log v, where u > 0 and v > 0
    contrapositive    a hypothesis h and the conclusion c trade places as not c and not h
    exponential       log u > T becomes u > exp T, where log u and T have values

The side statement says, for every rule, that the conclusion has a value under the hypotheses: 0·(left - right) = 0. The new
statement is shown by the provers. If they fail, it is shown at one end of a variable's range. The sign of a derivative then extends
it to the whole range. If that fails too, another rule may be applied to the new statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from rropt.claims.derivation import derive_again
from rropt.claims.language.differentiate import derivative
from rropt.claims.language.syntax import (
    Add,
    Call,
    Compare,
    Div,
    Formula,
    Mul,
    Node,
    Num,
    Pow,
    Term,
    Var,
    conjunction,
    free_variables,
    map_children,
    number,
    substitute,
    subtract,
    walk,
)
from rropt.claims.replay.monotone import (
    MIRRORED,
    Hypotheses,
    Prover,
    Record,
    flatten,
    is_shown_by_slope,
    show_by_slope,
)
from rropt.exact.errors import InputError

__all__ = ["is_shown_by_rewriting", "show_by_rewriting"]

MOST_TURNS = 2
MOST_PLANS = 7
MOST_POWER = 12
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "="}
TRANSCENDENTAL = ("exp", "log")


class Rewriting(NamedTuple):
    """A way to turn a statement into a new one: `hypotheses` and `conclusion` are those of the new statement.

    `first` is the side statement, which must be shown under the old hypotheses. The new conclusion must be shown under the new
    hypotheses. Both together imply the old statement.
    """

    first: Formula
    hypotheses: Hypotheses
    conclusion: Formula


def rewritings(hypotheses: Hypotheses, conclusion: Formula) -> list[Rewriting]:
    """List ways to turn the statement into a new one, the simplest first, up to a fixed number.

    The list is empty unless the conclusion is a comparison and a logarithm or exponential occurs.
    """
    flat = tuple(flatten(hypotheses))
    named = any(_is_transcendental(x) for f in (*flat, conclusion) for x in walk(f))
    if not named or not isinstance(conclusion, Compare):
        return []
    rules = (_together, _apart, _by_equations, _contrapositives, _exponential)
    return [new for rule in rules for new in rule(flat, conclusion)][:MOST_PLANS]


def _is_transcendental(node: Node) -> bool:
    return isinstance(node, Call) and node.name in TRANSCENDENTAL


def _say_defined(c: Compare) -> Formula:
    """State in a formula that both sides of a comparison have a value."""
    return Compare(Mul((number(0), subtract(c.left, c.right))), "=", number(0))


def _by_equations(flat: Hypotheses, conclusion: Compare) -> Iterator[Rewriting]:
    for h in flat:
        if not isinstance(h, Compare) or h.relation != "=":
            continue
        f = subtract(h.left, h.right)
        for x in free_variables(h):
            try:
                slope = derivative(f, x)
            except InputError:
                continue
            if not isinstance(slope, Num) or slope.value == 0:
                continue
            value = _tidy(Mul((Num(-1 / slope.value), _put(f, x, number(0)))))
            others = tuple(_put(g, x, value) for g in flat if g is not h)
            solved = conjunction([Compare(Var(x), "=", value), _say_defined(conclusion)])
            yield Rewriting(solved, others, _put(conclusion, x, value))


def _put(node: Any, x: str, value: Term) -> Any:
    return _spread(substitute(node, {x: value}))


def _spread(node: Any) -> Any:
    """Write the arguments of exponentials as sums."""
    node = map_children(node, _spread)
    return Call("exp", (_tidy(node.arguments[0]),)) if isinstance(node, Call) and node.name == "exp" else node


def _tidy(term: Term) -> Term:
    """Write a term as a sum in which each summand is one number times its other factors."""
    kept = []
    for summand in _summands(term):
        coefficient = Fraction(1)
        rest: list[Term] = []
        for x in _factors(summand):
            coefficient, rest = (coefficient * x.value, rest) if isinstance(x, Num) else (coefficient, [*rest, x])
        if coefficient:
            kept.append(_product([*([] if coefficient == 1 and rest else [Num(coefficient)]), *rest]))
    return Add(tuple(kept)) if len(kept) > 1 else kept[0] if kept else number(0)


def _contrapositives(flat: Hypotheses, conclusion: Compare) -> Iterator[Rewriting]:
    against = Compare(conclusion.left, OPPOSITE[conclusion.relation], conclusion.right)
    for h in flat:
        if isinstance(h, Compare) and any(_is_transcendental(x) for x in walk(h)):
            others = tuple(g for g in flat if g is not h)
            turned = Compare(h.left, OPPOSITE[h.relation], h.right)
            yield Rewriting(_say_defined(conclusion), (*others, against), turned)


def _together(flat: Hypotheses, conclusion: Compare) -> Iterator[Rewriting]:
    f = subtract(conclusion.left, conclusion.right)
    joined = _logarithms_together(_simpler(f))
    if joined != f:
        yield Rewriting(_say_defined(conclusion), flat, Compare(joined, conclusion.relation, number(0)))


def _apart(flat: Hypotheses, conclusion: Compare) -> Iterator[Rewriting]:
    positive: list[Formula] = []

    def change(node: Any) -> Any:
        node = map_children(node, change)
        if not (isinstance(node, Call) and node.name == "log" and isinstance(node.arguments[0], Mul | Div | Pow)):
            return node
        parts = _powers(node.arguments[0])
        positive.extend(Compare(u, ">", number(0)) for _, u in parts)
        return _tidy(Add(tuple(Mul((number(n), Call("log", (u,)))) for n, u in parts if u != number(1))))

    changed = change(conclusion)
    if positive:
        yield Rewriting(conjunction([_say_defined(conclusion), *positive]), flat, changed)


def _powers(term: Term) -> list[tuple[int, Term]]:
    """List the factors of a product, quotient or power as pairs (exponent, factor)."""
    match term:
        case Mul(items):
            return [p for x in items for p in _powers(x)]
        case Div(top, below):
            return [*_powers(top), *((-n, u) for n, u in _powers(below))]
        case Pow(base, n) if n:
            return [(n * k, u) for k, u in _powers(base)]
    return [(1, term)]


def _exponential(flat: Hypotheses, conclusion: Compare) -> Iterator[Rewriting]:
    """Turn c·log u + T > 0 into u > exp(-T/c) for a number c > 0, and into u < exp(-T/c) for a number c < 0."""
    summands = [(_logarithm_in(x), x) for x in _summands(subtract(conclusion.left, conclusion.right))]
    for i, (found, _) in enumerate(summands):
        if found is not None and found[1] == number(1) and found[0]:
            rest = Add(tuple(x for k, (_, x) in enumerate(summands) if k != i))
            relation = conclusion.relation if found[0] > 0 else MIRRORED.get(conclusion.relation, conclusion.relation)
            power = _simpler(_spread(Call("exp", (Mul((Num(-1 / found[0]), rest)),))))
            turned = Compare(found[2], relation, power)
            yield Rewriting(_say_defined(conclusion), flat, turned)


def _simpler(node: Any) -> Any:
    """Replace log(exp u) by u, and exp(n·log u) by u^n for a whole number n from −`MOST_POWER` to `MOST_POWER` except 0."""
    node = map_children(node, _simpler)
    if not _is_transcendental(node):
        return node
    argument = node.arguments[0]
    if node.name == "log":
        return argument.arguments[0] if isinstance(argument, Call) and argument.name == "exp" else node
    found = _logarithm_in(argument)
    if found is None or found[1] != number(1) or found[0].denominator != 1 or not 0 < abs(found[0]) <= MOST_POWER:
        return node
    n, u = int(found[0]), found[2]
    raised = Pow(u, abs(n)) if abs(n) > 1 else u
    return raised if n > 0 else Div(number(1), raised)


def _logarithms_together(f: Term) -> Term:
    """Join the logarithms in a sum. All summands with the same factor beside their logarithm become one summand.

    Each of these summands is a number times the factor times a logarithm. The new summand is the factor times a single logarithm,
    perhaps divided by a number. If `_join_logs` does not join the logarithms, the new summand is the factor times their sum.
    """
    groups: dict[Term, list[tuple[Fraction, Term]]] = {}
    rest: list[Term] = []
    for summand in _summands(f):
        found = _logarithm_in(summand)
        if found is None:
            rest.append(summand)
        else:
            coefficient, factor, argument = found
            groups.setdefault(factor, []).append((coefficient, argument))
    joined = [_join_logs(factor, parts) for factor, parts in groups.items()]
    return Add((*joined, *rest)) if len(joined) + len(rest) > 1 else (*joined, *rest, number(0))[0]


def _summands(term: Term) -> list[Term]:
    if isinstance(term, Add):
        return [s for x in term.items for s in _summands(x)]
    if isinstance(term, Mul) and len(term.items) == 2:
        a, b = term.items
        if isinstance(a, Num) and isinstance(b, Add | Mul):
            return [Mul((a, s)) for s in _summands(b)]
    return [term]


def _logarithm_in(summand: Term) -> tuple[Fraction, Term, Term] | None:
    """Split number · other factors · log(argument) into its three parts; None unless just one factor is a logarithm."""
    coefficient = Fraction(1)
    others: list[Term] = []
    arguments: list[Term] = []
    for x in _factors(summand):
        if isinstance(x, Num):
            coefficient *= x.value
        elif isinstance(x, Call) and x.name == "log":
            arguments.append(x.arguments[0])
        else:
            others.append(x)
    if len(arguments) != 1:
        return None
    return coefficient, _product(others), arguments[0]


def _factors(term: Term) -> list[Term]:
    match term:
        case Mul(items):
            return [f for x in items for f in _factors(x)]
        case Div(top, Num(value)) if value:
            return [Num(1 / value), *_factors(top)]
    return [term]


def _product(items: list[Term]) -> Term:
    return Mul(tuple(items)) if len(items) > 1 else items[0] if items else number(1)


def _join_logs(factor: Term, parts: list[tuple[Fraction, Term]]) -> Term:
    """Write factor · Σ c·log u as factor/n · log Π u^(c·n), where n is the common denominator of all c.

    If a power would be large, or if the sum is just log u or −log u, the sum stays as it is.
    """
    n = lcm(*(c.denominator for c, _ in parts))
    powers = [(int(c * n), u) for c, u in parts]
    if (len(parts) == 1 and abs(parts[0][0]) == 1) or any(abs(c) > MOST_POWER for c, _ in powers):
        logs: Term = Add(tuple(Mul((Num(c), Call("log", (u,)))) for c, u in parts))
        return Mul((factor, logs))
    top = _product([Pow(u, c) if c > 1 else u for c, u in powers if c > 0])
    below = _product([Pow(u, -c) if c < -1 else u for c, u in powers if c < 0])
    argument = top if below == number(1) else Div(top, below)
    scale = [] if n == 1 else [Num(Fraction(1, n))]
    return _product([*scale, *([] if factor == number(1) else [factor]), Call("log", (argument,))])


def show_by_rewriting(
    hypotheses: Hypotheses, conclusion: Formula, attempt: Prover, *, turns: int = MOST_TURNS
) -> Record | None:
    """Rewrite the statement up to `turns` times, until a rewritten statement is proved.

    Return a record of the rewritings and the proofs. None if no rewriting leads to a proof.
    """
    if turns == 0:
        return None
    for i, new in enumerate(rewritings(hypotheses, conclusion)):
        first = attempt(hypotheses, new.first)
        if first is None:
            continue
        shown = attempt(new.hypotheses, new.conclusion)
        if shown is not None:
            return {"turn": i, "first": first, "shown": shown}
        slope = show_by_slope(new.hypotheses, new.conclusion, attempt)
        if slope is not None:
            return {"turn": i, "first": first, "monotone": slope}
        deeper = show_by_rewriting(new.hypotheses, new.conclusion, attempt, turns=turns - 1)
        if deeper is not None:
            return {"turn": i, "first": first, "deeper": deeper}
    return None


def is_shown_by_rewriting(
    hypotheses: Hypotheses, conclusion: Formula, record: Record, proofs: Callable[[Any], Any], integers: frozenset[str]
) -> bool:
    """Whether a record made by `show_by_rewriting` proves the conclusion; `proofs` decodes the proofs stored in it."""
    new = rewritings(hypotheses, conclusion)[record["turn"]]
    if derive_again(hypotheses, new.first, proofs(record["first"]), integers) != ():
        return False
    if "deeper" in record:
        return is_shown_by_rewriting(new.hypotheses, new.conclusion, record["deeper"], proofs, integers)
    if "monotone" in record:
        return is_shown_by_slope(new.hypotheses, new.conclusion, record["monotone"], proofs, integers)
    return derive_again(new.hypotheses, new.conclusion, proofs(record["shown"]), integers) == ()
