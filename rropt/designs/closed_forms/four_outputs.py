"""The least asymptotic variance 1/I of a prevalence, where I is Fisher's information; four outputs suffice for it."""

from __future__ import annotations

from typing import Any

from rropt.problem.posed.symbols import Derivation, Step

__all__ = ["derive_four_outputs"]


def derive_four_outputs(t: Any, d: Any, pi: Any) -> Derivation:
    """Derive the least 1/I for t = e^epsilon, d = delta and a prevalence pi, where I is Fisher's information on the prevalence.

    It is assumed that four outputs are optimal, or two if d = 0. The derivation finds dual prices for which the dual inequalities
    of these outputs are equations. The prices prove an upper bound on I. Then the outputs get weights, and the information of the
    mechanism is compared with the bound. If the mechanism does not reach the bound, the derivation has no value, and says so.
    """
    import sympy

    y, z, m, n, w = sympy.symbols("y_0 y_1 m_01 m_10 w", real=True)

    def information(a: Any, b: Any) -> Any:
        return (b - a) ** 2 / ((1 - pi) * a + pi * b)

    tight = sympy.solve(
        [sympy.Eq(t * y + z, information(t, 1)), sympy.Eq(y + t * z, information(1, t))], [y, z], dict=True
    )[0]
    steps = [
        Step(
            "prices of the columns, tight at the rows (t, 1) and (1, t)", {x: sympy.factor(v) for x, v in tight.items()}
        )
    ]
    bound = tight[y] + tight[z]
    if d != 0:
        pairs = {m: information(1, 0) - tight[y], n: information(0, 1) - tight[z]}
        steps.append(
            Step("prices of the slacks, tight at (1, 0) and (0, 1)", {x: sympy.factor(v) for x, v in pairs.items()})
        )
        bound += d * (pairs[m] + pairs[n])
    bound = sympy.factor(sympy.together(bound))
    steps.append(Step("the information that these prices prove", bound))
    share = sympy.solve(sympy.Eq(w * (t + 1) + d, 1), w)[0]
    reached = share * (information(t, 1) + information(1, t)) + d * (information(1, 0) + information(0, 1))
    steps.append(Step("with all of the slack taken, the weight of (t, 1) and of (1, t)", share))
    if sympy.simplify(reached - bound) != 0:
        return Derivation(None, tuple(steps), f"the rows reach {sympy.factor(reached)}, and the prices prove {bound}")
    return Derivation(sympy.factor(1 / bound), (*steps, Step("what the rows reach is the same, and 1/I is", 1 / bound)))
