"""Proves the sign of a polynomial f by multipliers that linear programming finds (Handelman, Pólya, Schmüdgen, Krivine-Stengle).

To prove a goal about f, its negation is added to the conditions and refuted. If the goal is f > 0, its negation is −f ≥ 0. If the
goal is f ≥ 0, its negation is −f > 0. Let p_i and q_j be products of conditions. Multipliers λ_i ≥ 0 and μ_j ≥ 0 are searched for
such that

    Σ_i λ_i · (−f) · p_i + Σ_j μ_j · q_j ≡ 0.

No summand on the left can be negative. So if some summand is surely positive and has a multiplier above 0, this is a contradiction.

The linear program has a column for each summand, and is solved in floats (HiGHS). The multipliers that are nonzero in this solution
are then computed exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from rropt.claims.provers.task import Poly, Task, as_fraction, variables
from rropt.claims.replay.proof import Contradiction, Proof, Summand

__all__ = ["search", "search_small"]

MOST_COLUMNS = 900
MOST_ATOMS = 12


class _Column(NamedTuple):
    poly: Poly
    cited: tuple[int, ...]
    strict: bool
    goal: bool


def search_small(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f by one small linear program. Its products of conditions have at most the total degree of f."""
    if f.total_degree() > 8:
        return None
    return _attempt(task, f, strict, f.total_degree(), 0, 300)


def search(task: Task, f: Poly, strict: bool) -> Proof | None:
    """Prove the sign of f by linear programs of growing degree, in which f is multiplied by products of conditions."""
    degree = f.total_degree()
    for more, multiplier in ((1, 1), (2, 2), (3, 2)):
        proof = _attempt(task, f, strict, degree + more, multiplier, MOST_COLUMNS)
        if proof is not None:
            return proof
    return None


def _attempt(task: Task, f: Poly, strict: bool, degree: int, multiplier: int, most: int) -> Proof | None:
    atoms = _atoms(task, f)
    if not atoms or not task.effort.spend("programs"):
        return None
    n = len(task.conditions)
    products = _products(task, atoms, degree, most)
    goals = [
        _Column(-f * c.poly, (n, *c.cited), c.strict and not strict, True)
        for c in products
        if len(c.cited) <= multiplier and f.total_degree() + c.poly.total_degree() <= degree
    ]
    return _solve(task, [*goals, *products], strict)


def _atoms(task: Task, f: Poly) -> list[tuple[int, Poly, bool]]:
    """List the inequalities all of whose variables occur in f, each as (index, polynomial, True if it is strict).

    Those of least degree come first. At most `MOST_ATOMS` are listed.
    """
    wanted = variables(f)
    chosen: list[tuple[int, Poly, bool]] = []
    seen: list[Poly] = []
    for i, (poly, relation) in enumerate(task.conditions):
        if relation not in (">", ">=") or poly.is_constant() or not variables(poly) <= wanted or poly in seen:
            continue
        seen.append(poly)
        chosen.append((i, poly, relation == ">"))
    chosen.sort(key=lambda x: (x[1].total_degree(), len(x[1])))
    return chosen[:MOST_ATOMS]


def _products(task: Task, atoms: list[tuple[int, Poly, bool]], degree: int, most: int) -> list[_Column]:
    """List products of the conditions `atoms` of at most this degree; products with fewer factors come first.

    If the products of n factors would make the list longer than `most`, those of n or more factors are left out.
    """
    found = [_Column(task.ring.constant(Fraction(1)), (), True, False)]
    level = [(0, found[0])]
    while level:
        longer = []
        for start, column in level:
            for k in range(start, len(atoms)):
                i, poly, sharp = atoms[k]
                if column.poly.total_degree() + poly.total_degree() > degree:
                    continue
                longer.append((k, _Column(column.poly * poly, (*column.cited, i), column.strict and sharp, False)))
                if len(found) + len(longer) > most:
                    return found
        found += [c for _, c in longer]
        level = longer
    return found


def _solve(task: Task, columns: list[_Column], strict: bool) -> Proof | None:
    """Find multipliers with which the summands add up to the zero polynomial, and return the refutation that they make.

    Each column is one summand. The multipliers of the summands that are surely positive must add up to 1. To show f > 0, the surely
    positive summands are the products of strict conditions. To show f ≥ 0, they are −f times such products, since −f > 0 is
    assumed. Return None if no multipliers are found.
    """
    weighed = [c.strict and (c.goal or strict) for c in columns]
    if not any(weighed):
        return None
    rows: dict[tuple[int, ...], dict[int, fmpq]] = {}
    for j, c in enumerate(columns):
        for e, value in c.poly.to_dict().items():
            rows.setdefault(tuple(int(x) for x in e), {})[j] = value
    support = _float_support(rows, weighed, [1 + len(c.cited) for c in columns])
    if support is None:
        return None
    weights = _exact(list(rows.values()), weighed, support)
    if weights is None:
        return None
    summands = tuple(Summand(w, columns[j].cited) for j, w in zip(support, weights, strict=True) if w > 0)
    return Contradiction(summands, (), "linear programming multipliers")


def _float_support(
    rows: dict[tuple[int, ...], dict[int, fmpq]], weighed: list[bool], cost: list[int]
) -> list[int] | None:
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    entries = [(i, j, float(as_fraction(v))) for i, row in enumerate(rows.values()) for j, v in row.items()]
    last = len(rows)
    entries += [(last, j, 1.0) for j, w in enumerate(weighed) if w]
    i, j, v = (np.array(x) for x in zip(*entries, strict=True))
    matrix = coo_array((v, (i, j)), shape=(last + 1, len(weighed)))
    right = np.zeros(last + 1)
    right[last] = 1.0
    answer = linprog(np.array(cost, dtype=float), A_eq=matrix.tocsr(), b_eq=right, bounds=(0, None), method="highs-ds")
    if answer.x is None or answer.status != 0:
        return None
    return [k for k, x in enumerate(answer.x) if x > 1e-10]


def _exact(rows: list[dict[int, fmpq]], weighed: list[bool], support: list[int]) -> list[Fraction] | None:
    """Solve the equations of the linear program exactly for the unknowns in `support`; all other unknowns are 0.

    Each row gives an equation whose right side is 0. One more equation says that the unknowns marked in `weighed` add up to 1. If
    the equations leave an unknown free, it is set to 0. Return None if the equations have no solution, or if the solution found has
    a negative number.
    """
    place = {j: k for k, j in enumerate(support)}
    table = []
    for row in rows:
        line = [fmpq(0)] * (len(support) + 1)
        for j, v in row.items():
            if j in place:
                line[place[j]] = v
        if any(line):
            table.append(line)
    table.append([fmpq(int(weighed[j])) for j in support] + [fmpq(1)])
    reduced, rank = fmpq_mat(table).rref()
    solution = [Fraction(0)] * len(support)
    for r in range(int(rank)):
        pivot = next(k for k in range(len(support) + 1) if reduced[r, k] != 0)
        if pivot == len(support):
            return None
        solution[pivot] = as_fraction(reduced[r, len(support)])
    return solution if all(x >= 0 for x in solution) else None
