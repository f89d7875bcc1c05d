"""The largest total variation of two distributions."""

from __future__ import annotations

from typing import Any

from rropt.problem.posed.symbols import Derivation, Step

__all__ = ["derive_variation"]


def derive_variation(apart: Any, t: Any) -> Derivation:
    """Derive the largest total variation between two distributions of answers, under a demand with e^epsilon = t and delta = 0.

    `apart` lists, for each input, its probability under the first distribution of inputs minus that under the second. By symmetry
    two rows suffice. Dual prices prove that they are optimal, because both rows meet their dual inequality with equality.
    """
    import sympy

    w, c, gain = sympy.symbols("w c u", positive=True)
    held = [x >= 0 for x in apart]
    # one row is t where the first distribution is larger and 1 elsewhere, the other is exchanged; both have the same weight
    share = sympy.solve(sympy.Eq(w * t + w, 1), w)[0]
    larger = sympy.sympify(sum(x for x, up in zip(apart, held, strict=True) if up))
    smaller = sympy.sympify(sum(x for x, up in zip(apart, held, strict=True) if not up))
    value = sympy.factor(share * ((t * larger + smaller) - (larger + t * smaller)) / 2)
    steps = [
        Step(
            "two rows, t where the first distribution is larger and 1 elsewhere, and the other way round; each has the weight",
            share,
        ),
        Step("their total variation", value),
    ]
    # prices c·|d_j| with d_j the differences; at these rows they sum to c·(t·larger − smaller), and must equal the rows' worth
    tight = sympy.solve(sympy.Eq(c * (t * larger - smaller), (t * larger + smaller) / 2), c)
    if not tight:
        return Derivation(sympy.Integer(0), (*steps, Step("the two distributions are equal", 0)))
    price = sympy.factor(tight[0])
    steps.append(Step("prices c*|p_j - q_j|, tight at these rows: c", price))
    # how far the prices exceed the worth of a row that is t only at inputs with a sum x of positive differences
    x = sympy.Symbol("x", positive=True)
    excess = sympy.factor(price * (2 * larger + (t - 1) * x) - (t - 1) * x / 2)
    steps.append(Step("what prices exceed the worth of a row by, that holds x of the larger part", excess))
    at_end = sympy.simplify(excess.subs(x, larger))
    slope = sympy.factor(sympy.diff(excess, x).subs(t, 1 + gain))
    proved = sympy.factor(price * (larger - smaller))
    steps.append(Step("its slope, less than 0, and what it is at the most that x can be", (slope, at_end)))
    steps.append(Step("what the prices sum to", proved))
    if sympy.simplify(proved - value) != 0 or at_end != 0 or not slope.is_negative:
        return Derivation(None, tuple(steps), f"the prices prove {proved}, and the rows reach {value}")
    return Derivation(value, tuple(steps))
