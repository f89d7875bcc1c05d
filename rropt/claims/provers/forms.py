"""Proves a statement by way of a statement about functions of a single variable.

The single variable may be new. For example, it may replace v/w if v and w occur only in this form. The statement about it is shown
by trees of steps (`rropt.claims.provers.trees`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

from rropt.claims.language.syntax import Call, Compare, Formula, Term, free_variables, walk
from rropt.claims.normal import Fractions
from rropt.claims.provers.trees import find_tree
from rropt.claims.replay.monotone import Hypotheses, Record, flatten
from rropt.claims.replay.one_function import Piece, Put, known_ranges, open_comparison
from rropt.claims.replay.poly import Ring
from rropt.exact.errors import InputError

__all__ = ["show_by_function"]

MOST_VARIABLES = 4
MOST_FORMS = 24
Linear = dict[str, Fraction]


def show_by_function(hypotheses: Hypotheses, conclusion: Formula) -> Record | None:
    """Search for a proof of each comparison in the conclusion as a statement about functions of one variable.

    A comparison may first be rewritten: a form such as v/w is replaced by a new variable. The result is a dictionary. Under the key
    "comparisons" it has one item for each comparison. The item has the replacements, and the trees of steps that show the
    comparison. Return None if some comparison is not shown.
    """
    found: list[Record] = []
    for part in flatten((conclusion,)):
        shown = _show(hypotheses, part)
        if shown is None:
            return None
        found.append(shown)
    return {"comparisons": found} if found else None


def _show(hypotheses: Hypotheses, conclusion: Formula) -> Record | None:
    if not isinstance(conclusion, Compare) or not any(isinstance(x, Call) for x in walk(conclusion)):
        return None
    for puts in _choices(hypotheses, conclusion):
        pieces = open_comparison(hypotheses, conclusion, puts)
        if pieces is None:
            continue
        shown = [_show_piece(piece) for piece in pieces]
        if None not in shown:
            return {"puts": puts, "pieces": shown}
    return None


def _show_piece(piece: Piece) -> Record | None:
    divisors = [_with_sign(piece, i) for i in range(len(piece.divisors))]
    if not all(divisors):
        return None
    found: Record = {"divisors": divisors}
    if piece.relation == "=":
        return None if piece.top else found
    for sign in (1, -1) if piece.relation == "!=" else (1,):
        tree = find_tree(piece.aim([d[0] for d in divisors if d], sign))
        if tree is not None:
            return {**found, "sign": sign, "tree": tree}
    return None


def _with_sign(piece: Piece, i: int) -> list[Any] | None:
    """Find the sign of the i-th divisor; return [1 or −1, the tree of steps that shows it], or None if neither sign is shown."""
    for sign in (1, -1):
        tree = find_tree(piece.divisor_aim(i, sign))
        if tree is not None:
            return [sign, tree]
    return None


def _choices(hypotheses: Hypotheses, conclusion: Compare) -> Iterator[list[Put]]:
    """Yield lists of substitutions to try, the simplest first. The first list is empty.

    Each substitution puts a new variable in place of a linear form, a ratio or a product of variables, or the logarithm of a
    variable. Nothing is yielded if the conclusion has no variables or more than `MOST_VARIABLES`.
    """
    names = free_variables(conclusion)
    if not 0 < len(names) <= MOST_VARIABLES:
        return
    ranges = known_ranges(flatten(hypotheses))
    positive = [x for x in names if x in ranges and ranges[x].is_positive()]
    yield []
    if len(names) == 1:
        yield from ([["exponential", x]] for x in positive)
    forms = [list(_sum(*form)) for form in _linear_forms(conclusion, names)]
    for form in forms[:MOST_FORMS]:
        yield [form]
    if len(names) == 1:
        yield from ([form, ["exponential", "s@1"]] for form in forms[:MOST_FORMS])
        return
    for v, w in permutations([x for x in names if x in positive], 2):
        yield [["ratio", v, w]]
        yield [["product", v, w]]
        yield [["ratio", v, w], ["exponential", "s@1"]]


def _sum(weights: Linear, constant: Fraction) -> Put:
    """Make the plain data that record a substitution: a new variable stands for the linear form Σ weight · variable + `constant`.

    `weights` maps each variable to its weight. The new variable takes the place of the first variable in `weights`.
    """
    return ["sum", next(iter(weights)), {x: str(c) for x, c in weights.items()}, str(constant)]


def _linear_forms(conclusion: Compare, names: tuple[str, ...]) -> list[tuple[Linear, Fraction]]:
    """List the linear terms that a new variable may replace, as ({variable: coefficient}, constant).

    They are the arguments of logarithms, roots and powers, the exponents, and the sums and differences of two exponents. The
    constants of exponents are left out. If there is only one variable, exponents and their sums and differences are left out.
    """
    exponents: list[Linear] = []
    found: list[tuple[Linear, Fraction]] = []
    for call in walk(conclusion):
        if not isinstance(call, Call) or call.name not in ("exp", "log", "sqrt", "power"):
            continue
        read = _linear(call.arguments[0], names)
        if read is None or not read[0]:
            continue
        if call.name == "exp":
            exponents.append(read[0])
        elif read not in found:
            found.append(read)
    forms = [*exponents]
    for a, b in combinations(exponents, 2):
        forms += [_join(a, b, 1), _join(a, b, -1)]
    several = len(names) > 1
    for form in forms:
        if form and (several or len(form) > 1) and (form, Fraction(0)) not in found:
            found.append((form, Fraction(0)))
    return found


def _join(a: Linear, b: Linear, sign: int) -> Linear:
    total = {x: a.get(x, Fraction(0)) + sign * b.get(x, Fraction(0)) for x in (*a, *b)}
    return {x: c for x, c in total.items() if c}


def _linear(term: Term, names: tuple[str, ...]) -> tuple[Linear, Fraction] | None:
    """Read a term as a linear form: ({variable: coefficient}, constant). Return None if it is not linear."""
    if not set(free_variables(term)) <= set(names):  # an index of a sum
        return None
    try:
        polynomial, below = Fractions(Ring(names)).read(term)
    except InputError:
        return None
    if any(below.values()):
        return None
    weights: Linear = {}
    constant = Fraction(0)
    for exponents, c in polynomial.terms.items():
        if sum(exponents) > 1:
            return None
        if sum(exponents):
            weights[names[exponents.index(1)]] = c
        else:
            constant = c
    return weights, constant
