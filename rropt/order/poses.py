"""The question whether Q is a garbling of P, posed as a linear program for cvxpy and in symbols for sympy.

The optimum of the program is the deficiency, which is 0 exactly if Q is a garbling of P.

The deficiency is the least over stochastic C of the largest Σ_i max(0, (C·P − Q)_ij) over inputs j. Its dual is a decision
problem: weights w of the inputs and gains 0 ≤ G_ij ≤ w_j, for which Q is worth Σ_ij G_ij q_ij, and P is worth Σ_u z_u with
z_u ≥ Σ_j G_ij p_uj for every action i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number, is_free
from rropt.mechanism import Mechanism
from rropt.privacy.given import match_inputs
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem

if TYPE_CHECKING:
    import cvxpy

    from rropt.order.decision import Decision
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["GarblingProblem", "derive_garbling", "decides", "garbling_problem"]


@dataclass(frozen=True, slots=True)
class GarblingProblem:
    """The distance between `second` and the nearest garbling of `first`, over the same inputs.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import garbling_problem
        >>> posed = garbling_problem(from_spec("warner:p=3/4"), from_spec("warner:p=2/3")).as_sympy()
        >>> print(posed.derivation[0].result)
        Matrix([[5/6, 1/6], [1/6, 5/6]])

    Reference: Blackwell (1953), Equivalent comparisons of experiments; Le Cam (1964), Sufficiency and approximate sufficiency.
    """

    first: Mechanism
    second: Mechanism

    def as_cvxpy(self) -> cvxpy.Problem:
        """Return the linear program of the deficiency. Its variable `C` is a garbling: a stochastic matrix that takes each output
        of the first mechanism to outputs of the second.

        Its Parameters `first` and `second` are the two matrices, one row per output.
        """
        import cvxpy as cp
        import numpy as np

        from rropt.problem.posed.floats import Posed

        known = []
        for name, p in (("first", self.first), ("second", self.second)):
            known.append(cp.Parameter((p.m, p.k), nonneg=True, name=name))
            if not any(is_free(x) for row in p.rows for x in row):
                known[-1].value = np.array([[float(x) for x in row] for row in p.rows])
        c = cp.Variable((self.second.m, self.first.m), nonneg=True, name="C")
        over = cp.sum(cp.pos(c @ known[0] - known[1]), axis=0)
        return Posed(cp.Minimize(cp.max(over)), [cp.sum(c, axis=0) == 1], known)

    def solve_cvxpy(self, solver: str | None = None) -> CvxpyAnswer:
        """Solve for the deficiency in floats; it is 0 iff the first is at least as informative."""
        from rropt.problem.posed.floats import solve

        return solve(self.as_cvxpy(), solver)

    def as_sympy(self) -> SymbolicProblem:
        """Return the deficiency as a symbolic problem in the entries of C. The method `at` of the result takes a garbling."""
        import sympy

        p, q = _matrix(self.first), _matrix(self.second)
        c = sympy.Matrix(q.rows, p.rows, lambda i, u: sympy.Symbol(f"c_{i}_{u}", real=True))
        apart = c * p - q
        sums = [sum(sympy.Max(0, apart[i, j], evaluate=False) for i in range(q.rows)) for j in range(p.cols)]
        constraints = [sympy.Eq(sum(c[:, u]), 1) for u in range(p.rows)] + [sympy.Ge(x, 0) for x in c]
        return SymbolicProblem(
            sense="min",
            objective=sympy.Max(*sums, evaluate=False),
            constraints=tuple(constraints),
            symbols={"C": c},
            numbers={},
            derive=lambda: derive_garbling(p, q),
            place=lambda garbling: dict(zip(c, _matrix(garbling), strict=True)),
            sought="deficiency",
        )

    def witness_as_sympy(self) -> SymbolicProblem:
        """Return the dual problem in symbols: it seeks the decision problem on which the worth of Q exceeds the worth of P most.
        The method `at` of the result takes a `Decision`.
        """
        import sympy

        p, q = _matrix(self.first), _matrix(self.second)
        gains = sympy.Matrix(q.rows, q.cols, lambda i, j: sympy.Symbol(f"G_{i}_{j}", real=True))
        prior, best = sympy.symbols(f"w_0:{q.cols}", real=True), sympy.symbols(f"z_0:{p.rows}", real=True)
        constraints = [sympy.Eq(sum(prior), 1)]
        constraints += [sympy.Ge(x, 0) for x in gains]
        constraints += [sympy.Le(gains[i, j], prior[j]) for i in range(q.rows) for j in range(q.cols)]
        worth = gains * p.T
        constraints += [sympy.Le(worth[i, u], best[u]) for i in range(q.rows) for u in range(p.rows)]

        def place(decision: Decision) -> dict[Any, Any]:
            actions = [[w * g for w, g in zip(decision.prior, row, strict=True)] for row in decision.gains]
            # row i of G is the weighted gains of the action that is best after output i of the second mechanism
            known = [max(actions, key=lambda row: _earned(row, chances)) for chances in self.second.rows]
            earned = [max(_earned(row, chances) for row in known) for chances in self.first.rows]
            found = dict(zip(gains, (sympy_of(x) for row in known for x in row), strict=True))
            found |= {w: sympy_of(x) for w, x in zip(prior, decision.prior, strict=True)}
            return found | {z: sympy_of(x) for z, x in zip(best, earned, strict=True)}

        return SymbolicProblem(
            sense="max",
            objective=sum(g * x for g, x in zip(gains, q, strict=True)) - sum(best),
            constraints=tuple(constraints),
            symbols={"gains": gains, "prior": prior, "worth": best},
            numbers={},
            derive=lambda: derive_garbling(p, q),
            place=place,
            sought="deficiency",
        )


def garbling_problem(first: object, second: object) -> GarblingProblem:
    """Pose the question whether one mechanism is a garbling of another, as a problem for cvxpy and sympy.

    Args:
        first: A mechanism, or a design that has one.
        second: Another over the same inputs, matched by label where both have labels, else by position.

    Returns:
        The problem, with `as_cvxpy`, `solve_cvxpy`, `as_sympy` and `witness_as_sympy`.

    Raises:
        InputError: The inputs differ.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.order import garbling_problem
        >>> print(f"{garbling_problem(from_spec('warner:p=2/3'), from_spec('warner:p=3/4')).solve_cvxpy().value:.6f}")
        0.083333

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    return GarblingProblem(*match_inputs(first, second))


def _earned(gains: Sequence[Number], chances: Sequence[Number]) -> Number:
    return sum((g * x for g, x in zip(gains, chances, strict=True)), Fraction(0))


def _matrix(mechanism: Mechanism) -> Any:
    from sympy import Matrix

    return Matrix([[sympy_of(x) for x in row] for row in mechanism.rows])


def decides(form: Derivation) -> bool | None:
    """Whether a derivation shows a garbling (True), that there is none (False), or neither (None)."""
    if form.closed_form is not None:
        return True
    return False if len(form.steps) > 1 else None


def derive_garbling(p: Any, q: Any) -> Derivation:
    """Derive, if P is invertible, the only C with C·P = Q. If an entry of C is negative, derive also a decision problem on which Q
    earns more than P.
    """
    import sympy

    if p.rows != p.cols or sympy.simplify(p.det()) == 0:
        return Derivation(None, (), "the first mechanism has no inverse, so that many C, or none, have C*P = Q")
    inverse = p.inv().applyfunc(sympy.simplify)
    c = (q * inverse).applyfunc(sympy.simplify)
    steps = [Step("C*P = Q has the one solution", c)]
    signs = {place: c[place].is_nonnegative for place in ((i, u) for i in range(c.rows) for u in range(c.cols))}
    negative = next((place for place, sign in signs.items() if sign is False), None)
    if negative is not None:
        i, u = negative
        gains = -inverse[:, u]
        first = [sympy.simplify(sum(g * x for g, x in zip(gains, p[v, :], strict=True))) for v in range(p.rows)]
        second = sympy.simplify(sum(g * x for g, x in zip(gains, q[i, :], strict=True)))
        steps += [
            Step(f"its entry {negative} is negative", c[negative]),
            Step(f"gains of an action {i}, beside one that gains nothing", list(gains)),
            Step("what these gains are worth after each output of the first, where the other action is as good", first),
            Step(f"what they are worth after output {i} of the second", second),
        ]
        return Derivation(None, tuple(steps), f"the second is no garbling of the first, as entry {negative} of C shows")
    if None in signs.values():
        return Derivation(None, tuple(steps), "signs of entries of C depend on t; `dominates` says where")
    return Derivation(
        sympy.Integer(0), (*steps, Step("no entry is negative, so C is a garbling, and the deficiency is", 0))
    )
