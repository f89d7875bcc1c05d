"""Poses the admissibility of a mechanism P as an optimisation problem. The parity of a mechanism is the largest ratio of two
entries of a row. Let M be any mechanism of parity at most γ that has P as a garbling. How much more can M gain than P? P is
admissible if no M gains more.

M splits each row p of P into rows x_s·s. Here s is a pattern, which is a vector in {1, γ}^k, and x_s ≥ 0 is its weight. Let g(r) =
Σ_j r_j²/Σ_j r_j. For one row p, M gains Σ_s x_s·g(s) − g(p) more than P. The function g is homogeneous, and strictly convex except
along rays from 0. So the largest gain is 0 exactly if every row can be split only into multiples of itself. Then P is admissible
(Chai and Nayak, Theorems 4.2 and 4.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number, is_free
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.mechanism import Mechanism
from rropt.order.staircase import read_bounded
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem

if TYPE_CHECKING:
    import cvxpy

    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["AdmissibilityProblem", "admissibility_problem"]

MOST_INPUTS = 10


@dataclass(frozen=True, slots=True)
class AdmissibilityProblem:
    """How much a mechanism M can gain over `mechanism`, if `mechanism` is a garbling of M and M has parity at most `gamma`.

    The parity of a mechanism is the largest ratio of two entries of a row.

    Example:
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
        return [held for held in product((False, True), repeat=k) if not all(held)]

    def as_cvxpy(self) -> cvxpy.Problem:
        """Return the linear program that maximises the gain. Its Parameters are the matrix `mechanism` and the number `ratio`,
        which is γ.

        Its variable `weights` has a row for each output and a column for each pattern. A pattern is a row with entries 1 and γ.
        """
        import cvxpy as cp
        import numpy as np

        from rropt.problem.posed.floats import Posed, named
        from rropt.problem.posed.weights import depending

        p, patterns = self.mechanism, np.array(self._patterns())
        if any(is_free(x) for row in p.rows for x in row):
            raise InputError(
                "the entries of the mechanism have no numerical values while epsilon or delta is free; give one value with "
                "mechanism.at(…)"
            )
        rows = cp.Parameter((p.m, p.k), nonneg=True, name="mechanism")
        rows.value = np.array([[float(x) for x in row] for row in p.rows])
        ratio = named("ratio", self.gamma)

        def at() -> Any:
            return np.where(patterns, ratio.value, 1.0)

        table = depending(at, patterns.shape, ratio)
        gains = depending(lambda: (at() ** 2).sum(axis=1) / at().sum(axis=1), (len(patterns),), ratio)

        def worth() -> float:
            happens = rows.value[rows.value.any(axis=1)]
            return float(((happens**2).sum(axis=1) / happens.sum(axis=1)).sum())

        own = depending(worth, (), rows)
        weights = cp.Variable((p.m, len(patterns)), nonneg=True, name="weights")
        gained = cp.sum(weights @ gains) - own
        return Posed(cp.Maximize(gained), [weights @ table == rows], [rows, ratio])

    def solve_cvxpy(self, solver: str | None = None) -> CvxpyAnswer:
        """Solve for the gain in floats; it is 0 iff the mechanism is admissible."""
        from rropt.problem.posed.floats import solve

        return solve(self.as_cvxpy(), solver)

    def as_sympy(self) -> SymbolicProblem:
        """Return the gain as a symbolic problem in the weights of patterns, which are rows with entries 1 and γ.

        Its method `at` takes numbers for the weights, in one row for each output.
        """
        import sympy

        p, gamma, patterns = self.mechanism, sympy.Symbol("gamma", positive=True), self._patterns()
        weights = sympy.Matrix(p.m, len(patterns), lambda i, n: sympy.Symbol(f"x_{i}_{n}", real=True))
        table = sympy.Matrix([[gamma if held else 1 for held in pattern] for pattern in patterns])
        known = sympy.Matrix([[sympy_of(x) for x in row] for row in p.rows])
        made = weights * table
        constraints = [sympy.Eq(x, y) for x, y in zip(made, known, strict=True)] + [sympy.Ge(x, 0) for x in weights]
        gained = sum(weights[i, n] * _worth(table[n, :]) for i in range(p.m) for n in range(len(patterns)))
        own = sum(_worth(known[i, :]) for i in range(p.m))
        return SymbolicProblem(
            sense="max",
            objective=gained - own,
            constraints=tuple(constraints),
            symbols={"weights": weights, "ratio": gamma},
            numbers={} if is_free(self.gamma) else {gamma: sympy_of(self.gamma)},
            derive=lambda: derive_admissible(known, sympy_of(self.gamma)),
            place=lambda given: dict(
                zip(weights, (sympy_of(read_number(x)) for row in given for x in row), strict=True)
            ),
            sought="gain",
        )


def admissibility_problem(mechanism: object, parity: object) -> AdmissibilityProblem:
    """Pose for cvxpy and sympy whether a mechanism is admissible among the mechanisms of parity at most γ.

    Args:
        mechanism: A mechanism, or a design that has one.
        parity: The bound γ on the ratio of two entries of a row, such as 3.

    Returns:
        The problem, with `as_cvxpy`, `solve_cvxpy` and `as_sympy`.

    Raises:
        InputError: `mechanism` is not a mechanism, γ is not a number of at least 1, or some ratio in a row is above γ.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import admissibility_problem
        >>> print(f"{admissibility_problem(from_spec('warner:p=2/3'), 3).solve_cvxpy().value:.6f}")
        0.138889

    Reference: Chai and Nayak (2018), section 4.
    """
    form, gamma = read_bounded(mechanism, parity)
    return AdmissibilityProblem(form.original, gamma)


def _worth(row: Any) -> Any:
    """Return g(r) = Σ_j r_j²/Σ_j r_j for a row r, or 0 if all entries of r are 0.

    A mechanism's gain is measured by the sum of g over its rows.
    """
    return sum(x**2 for x in row) / sum(row) if any(row) else 0


def derive_admissible(rows: Any, gamma: Any) -> Derivation:
    """Derive that the mechanism with these rows is admissible.

    That is, no mechanism is strictly more informative if its parity (the largest ratio of two entries of a row) is at most γ.

    If γ = 1, the derivation succeeds. If γ is not 1 and ε is free, it fails. Otherwise it succeeds if every nonzero row, divided by
    its least entry, has exactly the two values 1 and γ. If it fails, the result has no closed form, and says why.
    """
    import sympy

    steps = []
    if sympy.simplify(gamma - 1) == 0:
        return Derivation(
            sympy.Integer(0), (Step("at a parity of 1 every mechanism tells nothing, so the gain is", 0),)
        )
    if rows.free_symbols or gamma.free_symbols:
        return Derivation(
            None, (), "epsilon is free, so that no entry is known to be the least of its row; fix epsilon"
        )
    for i in range(rows.rows):
        row = list(rows[i, :])
        if not any(row):
            continue
        least = min(row, key=lambda x: x.evalf(60))
        scaled = [sympy.simplify(x / least) for x in row]
        steps.append(Step(f"row {i} over its least entry", scaled))
        between = [x for x in scaled if sympy.simplify(x - 1) != 0 and sympy.simplify(x - gamma) != 0]
        if between:
            said = f"row {i} over its least entry has {between[0]}, which is neither 1 nor {gamma}, so it can be split"
            return Derivation(None, tuple(steps), said)
        if all(sympy.simplify(x - 1) == 0 for x in scaled):
            return Derivation(None, tuple(steps), f"row {i} has one value alone, so it can be split")
    return Derivation(sympy.Integer(0), (*steps, Step("every row is extreme, so the gain is", 0)))
