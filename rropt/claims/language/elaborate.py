"""Replaces special functions by new variables, with facts that define these variables.

Every min, max, abs, floor, ceil, sqrt, exp and log becomes a variable. So does binomial(n, k), but only if n is a whole number and
k a small number.

sqrt(x), log(x) and binomial(n, k) have no value for some arguments. Here they are treated as if they had a value everywhere: the
facts hold where the function has a value, and elsewhere the new variable may have any value. `rropt.claims.duties` shows separately
that a statement uses these functions only where they have a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from rropt.claims.language.show import text
from rropt.claims.language.syntax import (
    Add,
    And,
    Call,
    Compare,
    Div,
    Exists,
    Formula,
    Implies,
    Mul,
    Node,
    Num,
    Or,
    Pow,
    Rounds,
    Term,
    Var,
    is_whole,
    map_children,
    number,
    substitute,
    subtract,
    walk,
)
from rropt.exact.errors import InputError

__all__ = ["Elaborated", "elaborate", "in_its_own_words"]


class Elaborated(NamedTuple):
    """A statement without special functions: new variables stand for the functions, and `facts` define the new variables.

    `named` pairs each new variable with the term that it stands for. `arguments` maps a new variable to the arguments of the
    function that it replaces. `domains` maps a new variable to the condition under which its function has a value. Only square
    roots, logarithms and binomials have an entry in `domains`.
    """

    hypotheses: tuple[Formula, ...]
    conclusion: Formula
    facts: tuple[Formula, ...]
    named: tuple[tuple[str, Term], ...]
    arguments: dict[str, tuple[Term, ...]]
    domains: dict[str, Compare]


MOST_CHOSEN = 6  # the largest k for which binomial(n, k) is written out


@dataclass(slots=True)
class _Namer:
    integers: frozenset[str]
    names: dict[Term, Var] = field(default_factory=dict)
    facts: list[Formula] = field(default_factory=list)
    arguments: dict[str, tuple[Term, ...]] = field(default_factory=dict)
    domains: dict[str, Compare] = field(default_factory=dict)

    def rewrite(self, node: Node) -> Node:
        if isinstance(node, Rounds):
            half = Fraction(1, 2 * 10**node.digits)
            difference = subtract(node.term, Num(node.printed))
            bounds = (Compare(number(0), "<=", Add((Num(half), difference))), Compare(difference, "<=", Num(half)))
            return self.rewrite(And(bounds))
        node = map_children(node, self.rewrite)
        return self.value_of(node) if isinstance(node, Call) else node

    def value_of(self, call: Call) -> Term:
        if call.name == "exp":
            return self.exponential(call.arguments[0])
        if call.name not in ("abs", "min", "max", "floor", "ceil", "sqrt", "log") and not self.is_polynomial(call):
            raise InputError(f"rropt has no rule for {text(call):.60}")
        if call not in self.names:
            new = Var(f"{call.name}#{len(self.names) + 1}")
            self.names[call] = new
            self.arguments[new.name] = call.arguments
            fact = _defining(call, new)
            if call.name in ("sqrt", "log", "binomial"):
                domain = Compare(call.arguments[0], ">" if call.name == "log" else ">=", number(0))
                self.domains[new.name] = domain
                fact = Implies(domain, fact)
            self.facts.append(fact)
        return self.names[call]

    def is_polynomial(self, call: Call) -> bool:
        """Whether the call is binomial(n, k) with a term n that is surely a whole number, and with a small whole number k.

        For n >= 0, such a binomial equals the polynomial n (n-1) … (n-k+1)/k!.
        """
        if call.name != "binomial":
            return False
        n, k = call.arguments
        small = isinstance(k, Num) and k.value.denominator == 1 and 0 <= k.value <= MOST_CHOSEN
        return small and is_whole(n, self.integers)

    def exponential(self, argument: Term) -> Term:
        """Rewrite exp(`argument`) as a product of powers of new variables, one power for each summand of the argument.

        A summand c·u with c = n/d becomes the n-th power of the variable for exp(u/d). For example, exp(x + 2*y) becomes v·w²,
        where v stands for exp(x) and w for exp(y).
        """
        parts = argument.items if isinstance(argument, Add) else (argument,)
        factors: list[Term] = []
        for part in parts:
            coefficient, core = _split(part)
            factors.append(self.exponential_power(coefficient, core))
        return factors[0] if len(factors) == 1 else Mul(tuple(factors))

    def exponential_power(self, coefficient: Fraction, core: Term) -> Term:
        n, root = coefficient.numerator, coefficient.denominator
        if n == 0:  # e^0, where the exponent has a value
            return Add((number(1), Mul((number(0), core))))
        base = core if root == 1 else Mul((Num(Fraction(1, root)), core))
        call = Call("exp", (base,))
        if call not in self.names:
            new = Var(f"exp#{len(self.names) + 1}")
            self.names[call] = new
            self.arguments[new.name] = (base,)
            self.facts.append(_exp_facts(base, new))
        value = self.names[call]
        raised = Pow(value, abs(n)) if abs(n) != 1 else value
        return raised if n > 0 else Div(number(1), raised)


def _split(term: Term) -> tuple[Fraction, Term]:
    """Split a term into a rational coefficient and the term that it multiplies."""
    if isinstance(term, Num):
        return term.value, number(1)
    if isinstance(term, Mul):
        coefficient, rest = Fraction(1), []
        for x in term.items:
            c, core = _split(x)
            coefficient *= c
            if core != number(1):
                rest.append(core)
        return coefficient, (rest[0] if len(rest) == 1 else Mul(tuple(rest)) if rest else number(1))
    if isinstance(term, Div) and isinstance(term.below, Num) and term.below.value:
        c, core = _split(term.top)
        return c / term.below.value, core
    return Fraction(1), term


def _exp_facts(u: Term, value: Var) -> Formula:
    """State facts about e^u: it is > 0, it is ≥ 1 + u, and it is > 1, = 1 or < 1 if u is > 0, = 0 or < 0.

    If u is written as a single number, as in e^1, only e^u > 0 is stated.
    """
    zero, one = number(0), number(1)
    sides = Or(
        (
            And((Compare(u, ">", zero), Compare(value, ">", one))),
            And((Compare(u, "=", zero), Compare(value, "=", one))),
            And((Compare(u, "<", zero), Compare(value, "<", one))),
        )
    )
    positive = Compare(value, ">", zero)
    return And((positive, Compare(value, ">=", Add((one, u))), sides)) if not isinstance(u, Num) else positive


def _defining(call: Call, new: Var) -> Formula:
    x = call.arguments[0]
    zero, one = number(0), number(1)
    if call.name == "abs":
        mirrored = Compare(new, "=", Mul((number(-1), x)))
        return Or((And((Compare(x, ">=", zero), Compare(new, "=", x))), And((Compare(x, "<", zero), mirrored))))
    if call.name == "floor":
        return And((Compare(new, "<=", x), Compare(x, "<", Add((new, one)))))
    if call.name == "ceil":
        return And((Compare(new, ">=", x), Compare(new, "<", Add((x, one)))))
    if call.name == "sqrt":
        return And((Compare(new, ">=", zero), Compare(Pow(new, 2), "=", x)))
    if call.name == "binomial":
        assert isinstance(call.arguments[1], Num)
        factors = tuple(subtract(x, number(i)) for i in range(int(call.arguments[1].value)))
        return Compare(Mul((number(factorial(len(factors))), new)), "=", Mul(factors) if factors else one)
    if call.name == "log":
        sides = Or(
            (
                And((Compare(x, ">", one), Compare(new, ">", zero))),
                And((Compare(x, "=", one), Compare(new, "=", zero))),
                And((Compare(x, "<", one), Compare(new, "<", zero))),
            )
        )
        below = Compare(Mul((new, x)), ">=", subtract(x, one))
        return And((Compare(new, "<=", subtract(x, one)), below, sides))
    relation = ">=" if call.name == "max" else "<="
    cases = [
        And((Compare(new, "=", a), *(Compare(a, relation, b) for j, b in enumerate(call.arguments) if j != i)))
        for i, a in enumerate(call.arguments)
    ]
    return Or(tuple(cases))


def elaborate(
    hypotheses: tuple[Formula, ...], conclusion: Formula, integers: frozenset[str] = frozenset()
) -> Elaborated:
    """Rewrite a statement so that it contains only rational functions.

    New variables stand for the special functions, and facts define the new variables. Raise `InputError` if there are no facts
    about a function, or if the conclusion contains `exists`: a witness has to be given for it.
    """
    namer = _Namer(integers)
    new = tuple(_open_existence(namer.rewrite(x)) for x in hypotheses)
    goal = namer.rewrite(conclusion)
    if any(isinstance(x, Exists) for x in walk(goal)):
        raise InputError("an 'exists' in a conclusion needs a witness: give witness={name: term}")
    named = tuple((new_name.name, term) for term, new_name in namer.names.items())
    return Elaborated(new, goal, tuple(namer.facts), named, namer.arguments, namer.domains)  # type: ignore[arg-type]


def in_its_own_words(formula: Formula, statement: Elaborated) -> Formula:
    """Put the special functions, such as roots and logarithms, back in place of the variables that stand for them."""
    for name, term in reversed(statement.named):
        formula = substitute(formula, {name: term})  # type: ignore[assignment]
    return formula


def _open_existence(node: Node) -> Node:
    """Drop `exists` in a hypothesis: 'there is x with …' becomes '…' with x as a free variable.

    This is done only where every connective around the `exists` is `and` or another `exists`. Elsewhere, as below `or`, it stays.
    """
    return (
        _open_existence(node.body)
        if isinstance(node, Exists)
        else map_children(node, _open_existence)
        if isinstance(node, And)
        else node
    )
