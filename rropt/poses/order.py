"""The questions of Blackwell's order, posed as linear programs for cvxpy and in symbols for sympy.

*Is Q a garbling of P?* The optimum of the program is the deficiency, which is 0 exactly if it is: the least over stochastic C of
the largest Σ_i max(0, (C·P − Q)_ij) over inputs j. If P is invertible, sympy finds the only C.

*Is P admissible at parity γ?* How much more can a mechanism M of parity at most γ gain than P, if P is a garbling of M? M splits
each row p of P into rows x_s·s, where s is a pattern in {1, γ}^k and x_s ≥ 0. Let g(r) = Σ_j r_j²/Σ_j r_j. For one row p, M gains
Σ_s x_s·g(s) − g(p) more than P. The function g is homogeneous, and strictly convex except along rays from 0. So the largest gain is
0 exactly if every row can be split only into multiples of itself, and then P is admissible (Chai and Nayak, Theorems 4.2 and 4.3).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import cvxpy as cp
import numpy as np
import sympy

from rropt.errors import Disagreement, InputError
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number, is_free
from rropt.mechanism import Mechanism
from rropt.poses.others import OtherAnswer, ask_cvxpy, require_agreement
from rropt.poses.sympy import DerivedProblem, Formula, Step

__all__ = [
    "AdmissibilityProblem",
    "GarblingProblem",
    "ask_about_admissibility",
    "ask_about_garbling",
]

MOST_INPUTS = 10
# The most terms of a program that cvxpy is asked to solve here; the most inputs of a matrix that sympy inverts if some entry is
# irrational.
MOST_TERMS, MOST_SYMBOLIC = 40_000, 5


@dataclass(frozen=True, slots=True)
class GarblingProblem:
    """The distance between `second` and the nearest garbling of `first`, over the same inputs.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import garbling_problem
        >>> posed = garbling_problem(from_spec("warner:p=3/4"), from_spec("warner:p=2/3")).as_sympy()
        >>> print(posed.derivation[0].result)
        Matrix([[5/6, 1/6], [1/6, 5/6]])

    Reference: Blackwell (1953), Equivalent comparisons of experiments; Le Cam (1964), Sufficiency and approximate sufficiency.
    """

    first: Mechanism
    second: Mechanism

    def as_cvxpy(self) -> cp.Problem:
        """Return the linear program of the deficiency. Its variable `C` is a garbling, a stochastic matrix with a column for each
        output of the first mechanism; its Parameters `first` and `second` are the two matrices, one row per output."""

        p, q = (_parameter(name, x) for name, x in (("first", self.first), ("second", self.second)))
        c = cp.Variable((self.second.m, self.first.m), nonneg=True, name="C")
        over = cp.sum(cp.pos(c @ p - q), axis=0)
        return cp.Problem(cp.Minimize(cp.max(over)), [cp.sum(c, axis=0) == 1])

    def as_sympy(self) -> DerivedProblem:
        """Return the deficiency as a problem in the entries c_i_u of C, with its closed form if P is invertible."""
        p, q = _matrix(self.first), _matrix(self.second)
        c = sympy.Matrix(q.rows, p.rows, lambda i, u: sympy.Symbol(f"c_{i}_{u}", real=True))
        apart = c * p - q
        sums = [sum(sympy.Max(0, apart[i, j], evaluate=False) for i in range(q.rows)) for j in range(p.cols)]
        relations = [sympy.Eq(sum(c[:, u]), 1) for u in range(p.rows)] + [sympy.Ge(x, 0) for x in c]
        form, steps, reason = _derive_garbling(p, q)
        return DerivedProblem("min", sympy.Max(*sums, evaluate=False), tuple(relations), form, steps, reason)


@dataclass(frozen=True, slots=True)
class AdmissibilityProblem:
    """How much a mechanism M can gain over `mechanism`, if `mechanism` is a garbling of M and M has parity at most `gamma`.

    The parity of a mechanism is the largest ratio of two entries of a row.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import admissibility_problem
        >>> print(admissibility_problem(from_spec("warner:p=3/4"), 3).as_sympy().closed_form)
        0

    Reference: Chai and Nayak (2018), section 4.
    """

    mechanism: Mechanism
    gamma: Number

    def _patterns(self) -> list[tuple[bool, ...]]:
        k = self.mechanism.k
        if k > MOST_INPUTS:
            raise InputError(
                f"{2**k - 1} patterns of {k} inputs are too many to list; give a mechanism of at most {MOST_INPUTS} inputs"
            )
        if is_free(self.gamma) or self.mechanism.is_free:
            raise InputError("epsilon is free, so that no entry has a value; give one value with mechanism.at(…)")
        return [held for held in product((False, True), repeat=k) if not all(held)]

    def as_cvxpy(self) -> cp.Problem:
        """Return the linear program that maximises the gain. Its Parameter `mechanism` is the matrix; its variable `weights` has a
        row for each output and a column for each pattern."""

        rows = _parameter("mechanism", self.mechanism)
        table = np.where(np.array(self._patterns()), float(self.gamma), 1.0)
        happens = rows.value[rows.value.any(axis=1)]
        own = float(((happens**2).sum(axis=1) / happens.sum(axis=1)).sum())
        weights = cp.Variable((self.mechanism.m, len(table)), nonneg=True, name="weights")
        gained = cp.sum(weights @ ((table**2).sum(axis=1) / table.sum(axis=1))) - own
        return cp.Problem(cp.Maximize(gained), [weights @ table == rows])

    def as_sympy(self) -> DerivedProblem:
        """Return the gain as a problem in the weights x_i_n of patterns; its closed form is 0 if sympy finds every row extreme."""
        p, gamma, patterns = self.mechanism, sympy_of(self.gamma), self._patterns()
        weights = sympy.Matrix(p.m, len(patterns), lambda i, n: sympy.Symbol(f"x_{i}_{n}", real=True))
        table = sympy.Matrix([[gamma if held else 1 for held in pattern] for pattern in patterns])
        known, made = _matrix(p), weights * table
        relations = [sympy.Eq(x, y) for x, y in zip(made, known, strict=True)] + [sympy.Ge(x, 0) for x in weights]
        gained = sum(weights[i, n] * _worth(table[n, :]) for i in range(p.m) for n in range(len(patterns)))
        own = sum(_worth(known[i, :]) for i in range(p.m))
        form, steps, reason = _derive_admissible(known, gamma)
        return DerivedProblem("max", gained - own, tuple(relations), form, steps, reason)


def ask_about_garbling(
    way: str, first: Mechanism, second: Mechanism, holds: bool, bounds: tuple[Number, Number]
) -> Iterator[OtherAnswer]:
    """Ask sympy whether `second` is a garbling of `first`, which `holds` says, and cvxpy for the deficiency within `bounds`."""
    posed = GarblingProblem(first, second)
    if first.k > MOST_SYMBOLIC and not (first.is_rational and second.is_rational):
        derived = OtherAnswer(f"sympy, {way}", f"not asked of {first.k} inputs and irrational numbers", math.nan)
    else:
        form, steps, reason = _derive_garbling(_matrix(first), _matrix(second))
        found = form is not None
        said = "the one C with C*P = Q is a garbling" if found else reason
        derived = OtherAnswer(f"sympy, {way}", said, 0.0 if found else math.nan)
        if (found and not holds) or (holds and len(steps) > 1 and not found):
            raise Disagreement(f"the certified answer for {way} is contradicted by sympy: {said}")
    solved = OtherAnswer(f"cvxpy, {way}", "not solved: the program is too large", math.nan)
    if first.m * second.m + second.m * second.k <= MOST_TERMS:
        solved = ask_cvxpy(f"cvxpy, {way}", posed.as_cvxpy)
    require_agreement([derived, solved], *bounds)
    yield from (derived, solved)


def ask_about_admissibility(mechanism: Mechanism, gamma: Number, *, admissible: bool) -> tuple[OtherAnswer, ...]:
    """Ask sympy and cvxpy how much a better mechanism gains; raise `Disagreement` if the answer contradicts `admissible`."""
    if is_free(gamma) or mechanism.is_free:
        return ()
    form, _, reason = _derive_admissible(_matrix(mechanism), sympy_of(gamma))
    derived = OtherAnswer("sympy", reason or "every row is extreme, so nothing is gained", math.nan if reason else 0.0)
    if mechanism.k > MOST_INPUTS:
        solved = OtherAnswer("cvxpy", f"not solved: {mechanism.k} inputs have too many patterns", math.nan)
    else:
        solved = ask_cvxpy("cvxpy", AdmissibilityProblem(mechanism, gamma).as_cvxpy)
    gains = solved.value > 1e-6  # a smaller gain may be the error of floats
    if (form is not None) != admissible or (admissible and gains):
        raise Disagreement(f"the certified answer is contradicted: sympy: {derived.said}; cvxpy: {solved.said}")
    return derived, solved


def _parameter(name: str, p: Mechanism) -> Any:

    return cp.Parameter((p.m, p.k), nonneg=True, name=name, value=None if p.is_free else p.to_numpy())


def _matrix(mechanism: Mechanism) -> Any:
    return sympy.Matrix([[sympy_of(x) for x in row] for row in mechanism.rows])


def _worth(row: Any) -> Any:
    """Return g(r) = Σ_j r_j²/Σ_j r_j for a row r, or 0 if all entries of r are 0."""
    return sum(x**2 for x in row) / sum(row) if any(row) else 0


def _derive_garbling(p: Any, q: Any) -> tuple[Formula | None, tuple[Step, ...], str]:
    """Derive, if P is invertible, the only C with C·P = Q. If an entry of C is negative, derive also a decision problem on which Q
    is worth more than P. Return the deficiency if it is shown to be 0, the steps, and why it is not shown."""
    if p.rows != p.cols or sympy.simplify(p.det()) == 0:
        return None, (), "the first mechanism has no inverse, so that many C, or none, have C*P = Q"
    inverse = p.inv().applyfunc(sympy.simplify)
    c = (q * inverse).applyfunc(sympy.simplify)
    steps = [Step("C*P = Q has the one solution", c)]
    signs = {(i, u): c[i, u].is_nonnegative for i in range(c.rows) for u in range(c.cols)}
    negative = next((place for place, sign in signs.items() if sign is False), None)
    if negative is not None:
        i, u = negative
        gains = -inverse[:, u]
        first, second = (p * gains).applyfunc(sympy.simplify), sympy.simplify((q[i, :] * gains)[0])
        steps += [
            Step(f"its entry {negative} is negative", c[negative]),
            Step(f"gains of an action {i}, beside one that gains nothing", list(gains)),
            Step(
                "what these gains are worth after each output of the first, where the other action is as good", [*first]
            ),
            Step(f"what they are worth after output {i} of the second", second),
        ]
        return None, tuple(steps), f"the second is no garbling of the first, as entry {negative} of C shows"
    if None in signs.values():
        return None, tuple(steps), "signs of entries of C depend on t; `dominates` says where"
    last = Step("no entry is negative, so C is a garbling, and the deficiency is", 0)
    return Formula(sympy.Integer(0), ()), (*steps, last), ""


def _derive_admissible(rows: Any, gamma: Any) -> tuple[Formula | None, tuple[Step, ...], str]:
    """Derive that the mechanism with these rows is admissible: every nonzero row, divided by its least entry, has exactly the two
    values 1 and γ; or γ = 1. Return the gain if it is shown to be 0, the steps, and why it is not shown."""
    if sympy.simplify(gamma - 1) == 0:
        return (
            Formula(sympy.Integer(0), ()),
            (Step("at a parity of 1 every mechanism tells nothing, so the gain is", 0),),
            "",
        )
    steps = []
    for i, row in ((i, [*rows[i, :]]) for i in range(rows.rows) if any(rows[i, :])):
        least = min(row, key=lambda x: x.evalf(60))
        scaled = [sympy.simplify(x / least) for x in row]
        steps.append(Step(f"row {i} over its least entry", scaled))
        between = [x for x in scaled if sympy.simplify(x - 1) != 0 and sympy.simplify(x - gamma) != 0]
        if between:
            why = f"has {between[0]}, which is neither 1 nor {gamma}, so it can be split"
            return None, tuple(steps), f"row {i} over its least entry {why}"
        if all(sympy.simplify(x - 1) == 0 for x in scaled):
            return None, tuple(steps), f"row {i} has one value alone, so it can be split"
    return Formula(sympy.Integer(0), ()), (*steps, Step("every row is extreme, so the gain is", 0)), ""
