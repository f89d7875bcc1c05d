"""Linear objectives as programs of cvxpy, with Parameters for the numbers of the demand, so that they can be changed and solved
again.

The variable `P` is the mechanism, a row for each answer. The parameters are `ratio` (e^ε) and `delta`, with a number behind the
name for each further ratio or slack. A demand on all pairs with δ = 0 takes a variable u_i for each answer, u_i ≤ P_ij ≤
ratio·u_i: that is k inequalities a row in place of k(k − 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.engine.asks import Ask, Asked, Condition, Guess
from rropt.engine.found import Sense

if TYPE_CHECKING:
    import cvxpy

__all__ = ["pose_entries"]

Matrices = Sequence[Sequence[Sequence[Fraction]]]


def pose_entries(asked: Asked, weights: Matrices, sense: Sense, conditions: Sequence[Condition] = ()) -> cvxpy.Problem:
    """Pose the optimum of Σ W·P, or the worst of several, under a demand and conditions."""
    import cvxpy as cp

    parameter = _parameters()
    P = cp.Variable((len(weights[0]), asked.k), nonneg=True, name="P")
    relations = [cp.sum(P, axis=0) == 1]
    if asked.pure is not None:
        ratio, least = parameter("ratio", float(asked.pure.low)), cp.Variable((len(weights[0]), 1), name="u")
        relations += [ratio * least @ np.ones((1, asked.k)) >= P, least @ np.ones((1, asked.k)) <= P]
    rest = [ask for ask in asked.asks if asked.pure is None or ask.slack or ask.ratio != asked.pure]
    relations += [_pose_ask(ask, P, parameter) for ask in rest]
    relations += [_pose_guess(guess, P) for guess in asked.guesses]
    relations += [_pose_condition(condition, P) for condition in conditions]
    values = [cp.sum(cp.multiply(np.array(W, dtype=float), P)) for W in weights]
    if sense == "max":
        return cp.Problem(cp.Maximize(cp.minimum(*values) if len(values) > 1 else values[0]), relations)
    return cp.Problem(cp.Minimize(cp.maximum(*values) if len(values) > 1 else values[0]), relations)


def _parameters() -> Callable[[str, float], Any]:
    """Make a parameter for each value, the first of a name without a number."""
    import cvxpy as cp

    made: dict[tuple[str, float], Any] = {}

    def parameter(name: str, value: float) -> Any:
        if (name, value) not in made:
            many = sum(own == name for own, _ in made)
            made[name, value] = cp.Parameter(nonneg=True, value=value, name=f"{name}_{many}" if many else name)
        return made[name, value]

    return parameter


def _pose_ask(ask: Ask, P: Any, parameter: Callable[[str, float], Any]) -> Any:
    import cvxpy as cp

    above = P[:, ask.j] - parameter("ratio", float(ask.ratio.low)) * P[:, ask.against]
    return cp.sum(cp.pos(above)) <= parameter("delta", float(ask.slack)) if ask.slack else above <= 0


def _pose_guess(guess: Guess, P: Any) -> Any:
    import cvxpy as cp

    gains = P @ np.array([[float(x) for x in plane] for plane in guess.planes]).T
    return cp.sum(cp.max(gains, axis=1)) <= float(guess.bound)


def _pose_condition(condition: Condition, P: Any) -> Any:
    total = sum(float(a) * P[entry] for entry, a in condition.terms.items())
    bound = float(condition.bound)
    if condition.relation == "=":
        return total == bound
    return total <= bound if condition.relation == "<=" else total >= bound
