"""Which tangents of exponentials and logarithms to use: a linear program over the terms that have such a value in them.

With f >= 0 to be shown and tangents T_ij >= 0, numbers of least sum with f - Σ λ_ij·T_ij free of these values are wanted; the
rest is for the provers. Where there are none (the multipliers are no numbers), all pairs of a few are tried.
"""

from __future__ import annotations

import numpy as np

from rropt.claims.language.syntax import Compare, Term, Var, free_variables
from rropt.claims.normal import Fractions, difference
from rropt.claims.provers.task import FlintRing, Poly, as_fraction
from rropt.claims.replay.tangents import Opened, Pair, tangent
from rropt.exact.errors import InputError

__all__ = ["choose"]

MOST_PAIRS = 8


def choose(new: Opened) -> list[list[Pair]]:
    """Choices of pairs, the most promising first."""
    conclusion, pairs = new.conclusion, new.pairs()
    between = [
        (i, j) for i, j in pairs if isinstance(new.curves[i].value, Var) and isinstance(new.curves[j].value, Var)
    ]
    if not between:  # the tangents at 0 and 1 are known of every exponential and logarithm anyway
        return []
    found: list[list[Pair]] = []
    if isinstance(conclusion, Compare) and conclusion.relation not in ("=", "!="):
        found = [_support(new, conclusion, pairs)]
    found += [x for x in (between, pairs) if len(x) <= MOST_PAIRS]
    return [x for i, x in enumerate(found) if x and x not in found[:i]]


def _support(new: Opened, conclusion: Compare, pairs: list[Pair]) -> list[Pair]:
    """The pairs with a number above 0 in the linear program; none where it has no solution."""
    from scipy.optimize import linprog

    wanted = [conclusion, *(tangent(new.curves[i], new.curves[j]) for i, j in pairs)]
    terms = [difference(c) for c in wanted]
    polynomials = _polynomials(terms)
    if polynomials is None:
        return []
    values = {c.value.name for c in new.curves if isinstance(c.value, Var)}
    names = tuple(dict.fromkeys(x for t in terms for x in free_variables(t)))
    places = [i for i, x in enumerate(names) if x in values]
    columns = [{e: c for e, c in p.items() if any(e[i] for i in places)} for p in polynomials]
    rows = sorted({e for column in columns for e in column})
    table = np.array([[column.get(e, 0.0) for column in columns] for e in rows])
    if not rows or not table[:, 0].any():
        return []
    answer = linprog(np.ones(len(pairs)), A_eq=table[:, 1:], b_eq=table[:, 0], bounds=(0, None), method="highs-ds")
    return [pair for pair, x in zip(pairs, answer.x, strict=True) if x > 1e-9] if answer.status == 0 else []


def _polynomials(terms: list[Term]) -> list[dict[tuple[int, ...], float]] | None:
    """The coefficients of the terms, in floats; None where one of them is no polynomial."""
    names = tuple(dict.fromkeys(x for t in terms for x in free_variables(t)))
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
