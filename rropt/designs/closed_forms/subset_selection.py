"""Subset selection: the least variance of contrasts of k shares, if all shares are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rropt.problem.posed.symbols import Derivation, Step

__all__ = ["derive_subset_selection"]


def derive_subset_selection(k: int, t: Any, value_of: Callable[[Any], Any]) -> Derivation:
    """Derive the optimum for k inputs of equal shares, under a demand with e^epsilon = t and delta = 0.

    By symmetry there is one row for each set of d inputs, and all rows have equal weights. A row has the entry t at the inputs of
    its set and 1 at all others. Then all contrasts of length 1 have the same variance. `value_of` turns this variance into the
    objective. The optimum is the least objective over all d from 1 to k − 1.
    """
    import sympy

    n, d, w, gain = sympy.symbols("k d w u", positive=True)
    # the mean of r rᵀ over the rows r that are t at d inputs has one number on its diagonal, and one off it
    own = (d * t**2 + (n - d)) / n
    two = (d * (d - 1) * t**2 + 2 * d * (n - d) * t + (n - d) * (n - d - 1)) / (n * (n - 1))
    total = sympy.solve(sympy.Eq(w * (n + (t - 1) * d) / n, 1), w)[0]
    chance = (n + (t - 1) * d) / n
    contrast = sympy.factor(sympy.simplify(1 / (total / chance * (own - two))))
    best = sympy.solve(sympy.Eq(sympy.numer(sympy.together(sympy.diff(contrast, d))), 0), d)
    # two roots are found; the one that is positive for t > 1 is kept
    best = [root for root in best if root.subs(t, 1 + gain).is_positive]
    steps = [
        Step("rows that hold d of k inputs, all alike by symmetry: the sum of their weights", total),
        Step(
            "what M has in and beside its diagonal",
            (sympy.factor(total / chance * own), sympy.factor(total / chance * two)),
        ),
        Step("so that each contrast of length 1 has the variance", contrast),
        Step("which is stationary in d at", best),
    ]
    forms = [sympy.factor(value_of(contrast.subs({n: k, d: size}))) for size in range(1, k)]
    value = sympy.Min(*forms) if len(forms) > 1 else forms[0]
    return Derivation(value, (*steps, Step("the objective for each d, and the least of these", value)))
