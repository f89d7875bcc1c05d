"""Chooses tangents of exponentials and logarithms by a linear program over the terms that contain an exponential or a logarithm.

The goal is f ≥ 0. A tangent is an inequality T_ij ≥ 0 that compares the values of one function at two terms, numbered i and j. The
linear program looks for numbers λ_ij ≥ 0 of least sum such that f − Σ λ_ij·T_ij contains no exponential and no logarithm. The
provers then show that this difference is at least 0.

If there are no such numbers, each tangent may also be multiplied by terms that the hypotheses say are not negative. f may then be
multiplied by the argument of a logarithm. Finally all tangents together are tried, if there are only a few.
"""

from __future__ import annotations

import numpy as np

from rropt.claims.language.syntax import Compare, Mul, Term, Var, free_variables, number, variables_of
from rropt.claims.normal import Fractions, difference
from rropt.claims.provers.task import FlintRing, Poly, as_fraction
from rropt.claims.replay.tangents import Opened, Used
from rropt.exact.errors import InputError

__all__ = ["choose"]

MOST_PAIRS = 8
MOST_WEIGHTED = 12
MOST_WEIGHTS = 6


def choose(new: Opened) -> list[list[Used]]:
    """List sets of tangent inequalities to try in a proof, the most promising set first.

    Let i and j be the indices in `new.curves` of two exponentials, or of two logarithms. For them there is a tangent inequality
    T_ij ≥ 0. A set is a list of tuples. The tuple (i, j) stands for T_ij. The tuple (i, j, k) stands for T_ij multiplied by the
    k-th entry of `new.weights()`, a term known not to be negative. If no tangent can help, there are no sets.
    """
    conclusion, pairs = new.conclusion, new.pairs()
    between = [
        (i, j) for i, j in pairs if isinstance(new.curves[i].value, Var) and isinstance(new.curves[j].value, Var)
    ]
    if not between:  # the tangents at 0 and 1 are known of every exponential and logarithm anyway
        return []
    found: list[list[Used]] = []
    if isinstance(conclusion, Compare) and conclusion.relation not in ("=", "!="):
        one = number(1)
        scales = [c.at for c in new.curves if c.function == "log" and c.at != one]
        found = [_support(new, conclusion, list(pairs), one)]
        if not found[0] and len(pairs) <= MOST_WEIGHTED:
            weighted = [*pairs, *((i, j, k) for i, j in pairs for k in _weights(new))]
            found += [_support(new, conclusion, weighted, factor) for factor in (one, *scales)]
    found += [list(x) for x in (between, pairs) if len(x) <= MOST_PAIRS]
    return [x for i, x in enumerate(found) if x and x not in found[:i]]


def _support(new: Opened, conclusion: Compare, ways: list[Used], factor: Term) -> list[Used]:
    """List the tangents that a linear program uses to remove all exponentials and logarithms from a term.

    The term is `factor` times the difference of the two sides of the conclusion. From it the program subtracts the tangents `ways`,
    each multiplied by a number λ ≥ 0. The tangents with λ > 0 are listed. The list is empty if the program has no solution, if
    there is nothing to remove, or if a term is no polynomial.
    """
    from scipy.optimize import linprog

    terms = [Mul((factor, difference(conclusion))), *(difference(new.tangent(way)) for way in ways)]
    polynomials = _polynomials(terms)
    if polynomials is None:
        return []
    values = _values(new)
    names = variables_of(terms)
    places = [i for i, x in enumerate(names) if x in values]
    columns = [{e: c for e, c in p.items() if any(e[i] for i in places)} for p in polynomials]
    rows = sorted({e for column in columns for e in column})
    table = np.array([[column.get(e, 0.0) for column in columns] for e in rows])
    if not rows or not table[:, 0].any():
        return []
    answer = linprog(np.ones(len(ways)), A_eq=table[:, 1:], b_eq=table[:, 0], bounds=(0, None), method="highs-ds")
    return [way for way, x in zip(ways, answer.x, strict=True) if x > 1e-9] if answer.status == 0 else []


def _values(new: Opened) -> set[str]:
    """Return the names of the variables that stand for exponentials and logarithms."""
    return {c.value.name for c in new.curves if isinstance(c.value, Var)}


def _weights(new: Opened) -> list[int]:
    """Return the indices of the first few weights (terms known not to be negative) in which no exponential or logarithm occurs."""
    return [k for k, t in enumerate(new.weights()) if not _values(new) & set(free_variables(t))][:MOST_WEIGHTS]


def _polynomials(terms: list[Term]) -> list[dict[tuple[int, ...], float]] | None:
    """Return each term's float coefficients by exponents; None if a term is no polynomial."""
    names = variables_of(terms)
    fractions = Fractions(FlintRing(names))
    found = []
    for term in terms:
        top: Poly
        try:
            top, below = fractions.read(term)
        except InputError:  # a root or the like stands beside them
            return None
        if any(below.values()):
            return None
        found.append({tuple(int(n) for n in e): float(as_fraction(c)) for e, c in top.to_dict().items()})
    return found
