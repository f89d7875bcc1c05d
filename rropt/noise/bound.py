"""A lower bound on the error of *every* ε-private noise, from multipliers in closed form; the best staircase attains it.

Let Z be any noise whose law P has P(S) ≤ t·P(S + d) for all |d| ≤ Δ = 1 and all sets S, with t = e^ε = 1/b. Let the power p be 1
or 2. For a number v let

    C(x) = Σ_{i≥1} bⁱ·((x + i − 1)^p − v),        so that        t·C(x) = x^p − v + C(x + 1),

so C is an increasing function. *Theorem. If 0 ≤ γ ≤ 1, C(γ) = 0 and ∫_0^γ (v − x^p) dx ≤ ∫_γ^{1+γ} C(x) dx, then E|Z|^p ≥ v.*

Proof. Adding an independent uniform variable on (−η, η) keeps the noise private and changes E|Z|^p by a term that tends
to 0. So let Z have a continuous density f; then f(x) ≤ t·f(x + d) everywhere.

First, the measure (v − x^p)dx, which is positive on [0, γ], can be moved into [γ, 1 + γ] such that no point moves by more than 1
and the result is nowhere denser than C(x)dx. For this it suffices that for every c in [0, γ] the mass of [0, γ − c] is at most
the integral of C over [γ, 1 + γ − c]. For c = 0 that is the theorem's condition. As c grows, the mass falls at the rate
v − (γ − c)^p ≥ v − γ^p = C(1 + γ) − t·C(γ) = C(1 + γ), and the integral only at the rate C(1 + γ − c) ≤ C(1 + γ). As no point
moves by more than 1, ∫_0^γ (v − x^p) f ≤ t·∫_γ^{1+γ} C f.

Second, for x ≥ γ the function C is not negative, so

    t·C(x)·f(x) = (x^p − v)·f(x) + C(x + 1)·f(x) ≤ (x^p − v)·f(x) + t·C(x + 1)·f(x + 1).

Applied again and again, this gives t·∫_γ^{1+γ} C f ≤ ∫_γ^∞ (x^p − v) f, because C grows as x^p does and x^p·f is integrable.
Together, ∫_0^∞ (v − x^p) f ≤ 0. The same holds on the other half of the line, and the sum of both is v ≤ E|Z|^p. ∎

The staircase of Geng & Viswanath (2016) of width γ has E|Z|^p = v if the two integrals of the theorem are equal, so the bound is
then the least error itself. A smaller γ still gives a bound, and v increases in γ.

*Whole noise* of sensitivity Δ: the proof is the same with sums, where C has steps of Δ. For a width r it needs

    v/2 + Σ_{0<x<r} (v − x^p) = Σ_{x=r}^{r+Δ−1} C(x),     C(r) ≥ 0,     C(r − 1) ≤ 0 unless r = 1.

The equation makes v the error of the integer staircase of width r; the inequalities say that neither the width r + 1 nor r − 1
is better. So the best integer staircase is optimal among all integer noise.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.noise.decay import require_scale
from rropt.noise.staircase import Error, best_gamma_absolute, best_gamma_square, step_polynomial, sum_over

__all__ = ["bound_at", "real_bound", "whole_bound"]

DIGITS = 20


def real_bound(epsilon: Epsilon, error: Error) -> Number:
    """Compute a lower bound on the mean error of every ε-private noise of sensitivity 1.

    For the absolute error it is exactly the least mean error. For the squared error it is less, by a fraction of at most 10⁻¹⁵.
    """
    if error.power == 1:
        s = require_scale(epsilon.split(2))
        return bound_at(s * s, best_gamma_absolute(epsilon), error)
    t = require_scale(epsilon)
    # v increases in γ, at a rate of 2/(1 − b) or less, and is at least a multiple of e^(−2ε/3)
    width = Fraction(1, 10**DIGITS) / enclose(t, width=Fraction(1))[1]
    return bound_at(t, max(Fraction(0), best_gamma_square(epsilon, width=width)[0]), error)


def bound_at(t: Number, gamma: Number, error: Error) -> Number:
    """Compute a lower bound on the mean error of every ε-private noise of sensitivity 1, for t = e^ε.

    Let γ be `gamma`, and let p be 1 for the absolute error and 2 for the squared error. The bound is the number v at which the sum
    Σ_{i≥1} t^(−i)·((γ + i − 1)^p − v) is 0. The theorem at the top of this file proves it. If γ or ε is out of range, or if the
    theorem's condition on integrals fails, an InputError is raised.
    """
    b, p = 1 / t, error.power
    if gamma < 0 or gamma > 1 or b >= 1:
        raise InputError(
            f"the bound needs gamma from 0 to 1 and a positive epsilon, but gamma = {gamma} and e^epsilon = {t}; change these"
        )
    r, integral = 1 - b, step_polynomial(b, 1, p + 1)
    v = r * sum_over(step_polynomial(b, 1, p), [gamma])
    # (1 − b)·Σ bⁱ·∫ x^p over [γ + i, γ + i + 1]
    steps = r * (sum_over(integral, [gamma + 1]) - sum_over(integral, [gamma])) / (p + 1)
    moved = gamma * v - gamma ** (p + 1) / (p + 1)
    if moved > b / r * (steps - v):
        raise InputError(
            f"gamma = {gamma} is above the best gamma, so it proves no bound on the error; give a smaller gamma"
        )
    return v


def whole_bound(epsilon: Epsilon, sensitivity: int, width: int, error: Error) -> Number:
    """Compute a lower bound on the mean error of every ε-private noise on the integers.

    `width` must be the width of the steps of the best staircase noise; an InputError refuses any other width.
    """
    if not 1 <= width <= sensitivity:
        raise InputError(f"the width {width} must be a whole number from 1 to the sensitivity {sensitivity}")
    b = 1 / require_scale(epsilon)
    r, steps = 1 - b, step_polynomial(b, sensitivity, error.power)
    inner = Fraction(sum(x**error.power for x in range(width)))
    block = r * sum_over(steps, range(width, width + sensitivity))
    v = (2 * inner + 2 * b / r * block) / (2 * width - 1 + 2 * b * sensitivity / r)
    # C(x) has the sign of (1 − b)·Σ bⁱ (x + iΔ)^p − v
    if r * sum_over(steps, [width]) < v or (width > 1 and r * sum_over(steps, [width - 1]) > v):
        raise InputError(
            f"the width {width} is not the best one, so it proves no bound on the error; give the width that best_width returns"
        )
    return v
