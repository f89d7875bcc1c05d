"""The relations in sympy that state the demand and the conditions of a problem, for all objectives. The variables are the entries
of a mechanism, or the weights of given rows of which a mechanism is made.

An objective adds the quantity that is optimised, and the way in which sympy derives the closed form.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.problem.posed.symbols import Derivation, SymbolicProblem, numbers_for
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import sympy

    from rropt.mechanism import Mechanism

__all__ = ["Entries", "Frame", "Ratios", "entries_in_symbols", "ratio_symbols"]

MOST_ENTRIES = 4096
Symbols = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Ratios:
    """Symbols for the ratio T and the slack δ that a demand asks of ordered pairs of inputs. `stated` maps each symbol to its
    number. If a slack is 0, it has no symbol, and the number 0 stands in its place.

    If all pairs share one ratio and one slack, these are `ratio` and `delta`, and `by_place` is None. Otherwise `ratio` and `delta`
    are None, and `by_place` maps each bounded pair to its own (T, δ). Its keys are those of `PairBounds.places`: (j, l) for inputs
    j and l or, under several demands, (j, l, n) for the n-th demand.
    """

    by_place: Mapping[tuple[int, ...], tuple[Any, Any]] | None
    ratio: Any
    delta: Any
    stated: Mapping[Any, Number]

    @property
    def named(self) -> dict[str, Any]:
        """The demand's symbols by name: `ratio`, and `delta` unless all slacks are 0. Each is a tuple if pairs of inputs have
        symbols of their own."""
        if self.by_place is None:
            return {"ratio": self.ratio} | ({"delta": self.delta} if self.delta != 0 else {})
        pairs = list(self.by_place.values())
        found = {"ratio": tuple(t for t, _ in pairs)}
        return found | ({"delta": tuple(d for _, d in pairs)} if any(d != 0 for _, d in pairs) else {})


@dataclass(frozen=True, slots=True)
class Frame(ABC):
    """A problem in sympy: the variables as symbols, and the relations that they must satisfy. If the variables are the entries of a
    mechanism, `rows` has one row of symbols for each output. If they are the weights of given rows, `rows` has these rows, one for
    each weight."""

    problem: Problem
    rows: Symbols
    ratios: Ratios

    @property
    @abstractmethod
    def named(self) -> dict[str, Any]:
        """The symbols, by the names that `SymbolicProblem.symbols` gives them."""

    @property
    @abstractmethod
    def relations(self) -> tuple[Any, ...]:
        """The equations and inequalities between the variables that state the demand and the conditions."""

    @abstractmethod
    def place(self, mechanism: Mechanism) -> dict[sympy.Symbol, sympy.Expr]:
        """Map each symbol that stands for a variable to the number that this variable has for a given mechanism."""

    def pose(
        self,
        objective: Any,
        derive: Callable[[], Derivation],
        *relations: Any,
        prevalence: Any = None,
        stated: Mapping[Any, Number] | None = None,
    ) -> SymbolicProblem:
        """Make the problem in symbols, with the expression `objective` to be optimised. `relations` are what the objective asks
        beside the demand and the conditions. If `prevalence` is not None, it is added to the problem's symbols under the name
        "prevalence". `stated` maps further symbols to the numbers that they stand for. `derive` is a function that derives the
        closed form."""
        return SymbolicProblem(
            sense=self.problem.objective.sense,
            objective=objective,
            constraints=(*self.relations, *relations),
            symbols=self.named if prevalence is None else {**self.named, "prevalence": prevalence},
            numbers=numbers_for({**self.ratios.stated, **(stated or {})}),
            derive=derive,
            place=self.place,
        )


@dataclass(frozen=True, slots=True)
class Entries(Frame):
    """The entries of a mechanism as symbols. If the demand is one ratio T without slack, `least` has one more symbol u for each
    row. Each entry x of the row then satisfies u ≤ x ≤ T·u. For other demands `least` is empty."""

    least: tuple[Any, ...]

    @property
    def named(self) -> dict[str, Any]:
        """The symbols by name: `P` (the matrix of entries), `least` unless it is empty, and the symbols of the demand."""
        from sympy import Matrix

        least = {"least": self.least} if self.least else {}
        return {"P": Matrix(self.rows), **least, **self.ratios.named}

    @property
    def relations(self) -> tuple[Any, ...]:
        """The relations: columns sum to 1, entries are at least 0, the demand and the conditions hold, and at most a given number
        of rows is nonzero, if the problem limits it."""
        import sympy

        problem, rows, ratios, k = self.problem, self.rows, self.ratios, self.problem.k
        found = [sympy.Eq(sum(row[j] for row in rows), 1) for j in range(k)]
        found += [sympy.Ge(x, 0) for row in rows for x in row]
        if self.least:
            for u, row in zip(self.least, rows, strict=True):
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
        if problem.gives_few:
            found.append(sympy.Le(sum(sympy.sign(sum(row)) for row in rows), problem.outputs))
        return tuple(found)

    def place(self, mechanism: Mechanism) -> dict[sympy.Symbol, sympy.Expr]:
        """Map each symbol to the number that it has for a given mechanism. If the mechanism has fewer outputs than there are rows,
        the remaining entries are 0."""
        known, zero = list(mechanism.rows), (Fraction(0),) * mechanism.k
        if len(known) > len(self.rows) or mechanism.k != len(self.rows[0]):
            raise InputError(
                f"the mechanism has {mechanism.m} outputs and {mechanism.k} inputs, but the problem has at most "
                f"{len(self.rows)} outputs, and {len(self.rows[0])} inputs; give a mechanism for this problem"
            )
        known += [zero] * (len(self.rows) - len(known))
        found = {x: sympy_of(v) for xs, row in zip(self.rows, known, strict=True) for x, v in zip(xs, row, strict=True)}
        return found | {u: sympy_of(min(row)) for u, row in zip(self.least, known, strict=False)}


def ratio_symbols(problem: Problem) -> Ratios:
    """Make the symbols t and delta of a demand that is the same for all pairs of inputs. If pairs have bounds of their own, make
    t_n and delta_n for the n-th bound."""
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


def entries_in_symbols(problem: Problem) -> Entries:
    """Make a symbol p_i_j for each entry of a mechanism (output i, input j), and the demand's symbols."""
    import sympy

    m, k = problem.m, problem.k
    if m * k > MOST_ENTRIES:
        raise InputError(
            f"{m} outputs and {k} inputs need {m * k} symbols, more than {MOST_ENTRIES}; pose the problem with fewer"
        )
    ratios = ratio_symbols(problem)
    rows = tuple(tuple(sympy.Symbol(f"p_{i}_{j}", real=True) for j in range(k)) for i in range(m))
    alike = ratios.by_place is None and ratios.delta == 0
    least = tuple(sympy.Symbol(f"u_{i}", real=True) for i in range(m)) if alike else ()
    return Entries(problem, rows, ratios, least)


def _pairs(ratios: Ratios, k: int) -> list[tuple[tuple[int, int], Any, Any]]:
    if ratios.by_place is not None:
        return [((place[0], place[1]), t, d) for place, (t, d) in ratios.by_place.items()]
    return [((j, el), ratios.ratio, ratios.delta) for j in range(k) for el in range(k) if j != el]


def _pair(rows: Symbols, j: int, el: int, t: Any, d: Any) -> Any:
    """Make the relation that the demand asks of the inputs j and l, where l is `el`: Σ_i max(0, p_ij − t·p_il) ≤ d. Here p_ij is
    the entry of row i at input j, `t` is the ratio asked of the pair, and `d` is its slack."""
    import sympy

    return sympy.Le(sum(sympy.Max(0, row[j] - t * row[el]) for row in rows), d)
