"""The demand on a matrix of probabilities in symbols of sympy, and the numbers of a mechanism put into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import sympy

    from rropt.mechanism import Mechanism

__all__ = ["MatrixSymbols", "Ratios", "placed_matrix", "ratio_symbols", "relations_of", "symbols_of"]

MOST_ENTRIES = 4096
Symbols = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Ratios:
    """Symbols of T and δ with their numbers: one for all pairs, or one per place; δ is 0 if no slack is given."""

    by_place: Mapping[tuple[int, ...], tuple[Any, Any]] | None
    ratio: Any
    delta: Any
    stated: Mapping[Any, Number]

    @property
    def named(self) -> dict[str, Any]:
        """`ratio`, and `delta` if it is a symbol, by name."""
        if self.by_place is None:
            return {"ratio": self.ratio} | ({"delta": self.delta} if self.delta != 0 else {})
        pairs = list(self.by_place.values())
        found = {"ratio": tuple(t for t, _ in pairs)}
        return found | ({"delta": tuple(d for _, d in pairs)} if any(d != 0 for _, d in pairs) else {})


@dataclass(frozen=True, slots=True)
class MatrixSymbols:
    """Symbols: P, the least entry of each row if the demand has one ratio, and the demand's numbers."""

    rows: Symbols
    least: tuple[Any, ...]
    ratios: Ratios

    @property
    def named(self) -> dict[str, Any]:
        """The symbols by name."""
        from sympy import Matrix

        least = {"least": self.least} if self.least else {}
        return {"P": Matrix(self.rows), **least, **self.ratios.named}

    @property
    def stated(self) -> Mapping[Any, Number]:
        """The demand's symbols with their numbers."""
        return self.ratios.stated


def ratio_symbols(problem: Problem) -> Ratios:
    """Make the symbols t and δ of a demand, or t_n and δ_n for the bounds by pair, in order."""
    import sympy

    if problem.bounds.common is not None:
        t, d = problem.ratio_and_delta
        ratio, delta = sympy.Symbol("t", positive=True), sympy.Symbol("delta", nonnegative=True)
        stated = {ratio: t} | ({delta: d} if d != 0 else {})
        return Ratios(None, ratio, delta if d != 0 else sympy.Integer(0), stated)
    by_place: dict[tuple[int, ...], tuple[Any, Any]] = {}
    numbers: dict[Any, Number] = {}
    for n, (place, (t, d)) in enumerate(problem.bounds.places()):
        ratio, delta = sympy.Symbol(f"t_{n}", positive=True), sympy.Symbol(f"delta_{n}", nonnegative=True)
        by_place[place] = (ratio, delta if d != 0 else sympy.Integer(0))
        numbers |= {ratio: t} | ({delta: d} if d != 0 else {})
    return Ratios(by_place, None, None, numbers)


def symbols_of(problem: Problem) -> MatrixSymbols:
    """Symbols p_ij of the mechanism's entries."""
    import sympy

    m, k = problem.m, problem.k
    if m * k > MOST_ENTRIES:
        raise InputError(f"{m} outputs and {k} inputs are more than {MOST_ENTRIES} symbols; pose it with fewer")
    ratios = ratio_symbols(problem)
    rows = tuple(tuple(sympy.Symbol(f"p_{i}_{j}", real=True) for j in range(k)) for i in range(m))
    alike = ratios.by_place is None and ratios.delta == 0
    return MatrixSymbols(rows, tuple(sympy.Symbol(f"u_{i}", real=True) for i in range(m)) if alike else (), ratios)


def relations_of(problem: Problem, posed: MatrixSymbols) -> tuple[Any, ...]:
    """Columns that sum to 1, entries ≥ 0, the demand (by rows or by pairs), and the conditions."""
    import sympy

    rows, ratios, k = posed.rows, posed.ratios, problem.k
    found = [sympy.Eq(sum(row[j] for row in rows), 1) for j in range(k)]
    found += [sympy.Ge(x, 0) for row in rows for x in row]
    if posed.least:
        for u, row in zip(posed.least, rows, strict=True):
            found += [relation for x in row for relation in (sympy.Le(u, x), sympy.Le(x, ratios.ratio * u))]
    else:
        found += [_pair(rows, j, el, t, d) for (j, el), t, d in _pairs(ratios, k)]
    for average in problem.bounds.averages().values():
        worth = [
            [sum(sympy_of(a) * x for a, x in zip(plane, row, strict=True) if a) for plane in average.planes]
            for row in rows
        ]
        found.append(sympy.Le(sum(sympy.Max(*of_actions) for of_actions in worth), sympy_of(average.most)))
    for condition in problem.conditions:
        left = sum(sympy_of(a) * rows[i][j] for (i, j), a in condition.terms)
        relation = {"<=": sympy.Le, ">=": sympy.Ge, "==": sympy.Eq}[condition.relation]
        found.append(relation(left, sympy_of(condition.bound)))
    return tuple(found)


def _pairs(ratios: Ratios, k: int) -> list[tuple[tuple[int, int], Any, Any]]:
    if ratios.by_place is not None:
        return [((place[0], place[1]), t, d) for place, (t, d) in ratios.by_place.items()]
    return [((j, el), ratios.ratio, ratios.delta) for j in range(k) for el in range(k) if j != el]


def _pair(rows: Symbols, j: int, el: int, t: Any, d: Any) -> Any:
    """Σ_i max(0, p_ij − t·p_il) ≤ δ."""
    import sympy

    return sympy.Le(sum(sympy.Max(0, row[j] - t * row[el]) for row in rows), d)


def placed_matrix(posed: MatrixSymbols, mechanism: Mechanism) -> dict[sympy.Symbol, sympy.Expr]:
    """The values of P's symbols for a mechanism; outputs that it lacks have probability 0."""
    known, zero = list(mechanism.rows), (Fraction(0),) * mechanism.k
    if len(known) > len(posed.rows) or mechanism.k != len(posed.rows[0]):
        raise InputError(
            f"a mechanism of {mechanism.m} outputs and {mechanism.k} inputs does not fit {len(posed.rows)} outputs and "
            f"{len(posed.rows[0])} inputs"
        )
    known += [zero] * (len(posed.rows) - len(known))
    found = {x: sympy_of(v) for xs, row in zip(posed.rows, known, strict=True) for x, v in zip(xs, row, strict=True)}
    return found | {u: sympy_of(min(row)) for u, row in zip(posed.least, known, strict=False)}
