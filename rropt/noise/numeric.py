"""The least error of noise on a grid, by a linear program in doubles: a numeric check, on which no proved number depends.

For a query of sensitivity Δ and a whole number m, the grid is the multiples of h = Δ/m. Symmetric noise on the grid takes the value
j·h with probability p_j. With t = e^ε, the noise is ε-private if p_j ≤ t·p_k whenever |j − k| ≤ m. The least error of such noise,
in units of h, is the error of the best integer staircase of sensitivity m (`staircase.py`).

On the grid, the least absolute error is at most that of real noise of sensitivity Δ, and the least squared error is at most that of
real noise plus h²/4.
Proof: the hat functions φ_j(x) = max(0, 1 − |x/h − j|) are shifts of one another and sum to 1. So for the distribution P of any
ε-private noise, the numbers p_j = ∫ φ_j dP are the probabilities of ε-private noise on the grid. For every x,
Σ_j |jh|·φ_j(x) = |x| and Σ_j (jh)²·φ_j(x) ≤ x² + h²/4.

The unknowns of the linear program are the probabilities p_j with 0 ≤ j ≤ J. Beyond J, the probabilities are as small as the
constraints allow: p_{k+rm} = t^−r·p_k for r = 1, 2, … and the last m points k ≤ J. The optimal staircase satisfies this equation
too, so the equation does not change the least error.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, isfinite, isqrt, sqrt

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.noise.staircase import (
    Error,
    best_absolute,
    best_gamma_absolute,
    best_gamma_square,
    best_square,
    step_polynomial,
    sum_over,
    whole_error,
)

__all__ = ["MOST_STEPS", "default_steps", "least_error_on_grid", "most_steps", "slack", "why_out_of_reach"]

MOST_ENTRIES = 40_000
MOST_RATE = 30
MOST_STEPS = isqrt(MOST_ENTRIES // 4)
USUAL_STEPS = 24
WANTED = 0.999


def _reach(epsilon: Epsilon) -> int:
    """Return the largest grid point of the linear program, divided by the sensitivity.

    This point lies well beyond the mean error of Laplace noise.
    """
    return ceil(2 * sqrt(2) / float(epsilon)) + 3


def most_steps(epsilon: Epsilon) -> int:
    """Return the largest number of grid steps per sensitivity for which the linear program is quick; 0 if there is none."""
    rate = float(epsilon)
    return isqrt(MOST_ENTRIES // _reach(epsilon)) if 1 / MOST_ENTRIES < rate <= MOST_RATE else 0


def default_steps(epsilon: Epsilon, error: Error) -> int:
    """Choose the number of grid steps per sensitivity.

    The least error on a grid gives a lower bound on the least error of real noise. The numbers of steps are tried from 24 upward,
    or from fewer if ε is small. The first number is chosen whose lower bound is at least 99.9% of the least error of real noise. If
    no number that `most_steps` allows reaches 99.9%, the number with the largest lower bound is chosen. If `most_steps` is 0, the
    result is 0.
    """
    most = most_steps(epsilon)
    if not most:
        return 0
    b = Fraction(exp(-float(epsilon)))
    if error is Error.SQUARED:
        least, gamma = float(best_square(epsilon, Fraction(1))[1]), float(best_gamma_square(epsilon)[1])
    else:
        least, gamma = float(best_absolute(epsilon, Fraction(1))), float(best_gamma_absolute(epsilon))

    def share(m: int) -> float:
        """Divide a lower bound on the least error of real noise by this least error.

        The lower bound is the one that a grid with m steps per sensitivity gives.
        """
        widths = range(max(1, int(gamma * m) - 2), min(m, int(gamma * m) + 4) + 1)
        found = float(min(whole_error(b, m, width, error) for width in widths))
        return (found - slack(error)) / least / float(m**error.power)

    steps = range(max(1, min(USUAL_STEPS, isqrt(MOST_ENTRIES // (2 * _reach(epsilon))))), most + 1)
    return next((m for m in steps if share(m) >= WANTED), None) or max(steps, key=share)


def slack(error: Error) -> float:
    """Return a bound on how far the least error of noise on the grid can exceed the least error of real noise.

    For the absolute error the bound is 0. For the squared error it is 1/4, in units of the squared step of the grid.
    """
    return 1 / 4 if error is Error.SQUARED else 0.0


def why_out_of_reach(epsilon: Epsilon, steps: int) -> str | None:
    """Return the reason why `steps` grid steps per sensitivity are too many for the linear program, or why ε allows no grid at all.

    None if the linear program can be solved with this number of steps.
    """
    most = most_steps(epsilon)
    if not most and float(epsilon) > MOST_RATE:
        return f"epsilon = {epsilon} is above {MOST_RATE}, where no grid is fine enough for the first part of a step"
    if not most:
        return f"epsilon = {epsilon} is so small that a grid would need too many points"
    return (
        f"at epsilon = {epsilon} a grid has at most {most} steps per sensitivity, not {steps}" if steps > most else None
    )


def least_error_on_grid(epsilon: Epsilon, steps: int, error: Error) -> float:
    """Compute the least mean error of integer-valued noise for a query of sensitivity `steps`, by a linear program in doubles."""
    import cvxpy

    from rropt.solvers.cvxpy import run

    if reason := why_out_of_reach(epsilon, steps):
        raise InputError(f"rropt cannot solve the linear program for the noise: {reason}")
    rate, last = float(epsilon), _reach(epsilon) * steps
    b = Fraction(exp(-rate))
    tail = step_polynomial(b, steps, error.power)
    costs = [2 * j**error.power if j <= last - steps else float(2 * sum_over(tail, [j])) for j in range(last + 1)]
    weights = [1 if j == 0 else 2 if j <= last - steps else float(2 / (1 - b)) for j in range(last + 1)]
    # costs are divided by the size of the optimum, and p by p_0 there, so that the solver's tolerances are relative ones
    width = max(1, round(steps / (1 + exp(rate / 2))))
    size = float(whole_error(b, steps, width, error))
    total = max(1.0, float(2 * (width + b * (steps - width)) / (1 - b)))
    p, t = cvxpy.Variable(last + 1, nonneg=True), exp(rate)
    bands = [band for i in range(1, steps + 1) for band in (p[:-i] <= t * p[i:], p[i:] <= t * p[:-i])]
    aim = cvxpy.Minimize([x / size for x in costs] @ p)
    problem = cvxpy.Problem(aim, [cvxpy.sum(cvxpy.multiply(weights, p)) == total, *bands])
    found = run(problem, cvxpy.HIGHS)
    if not isfinite(found.value):
        raise InputError(
            f"the solver found no optimum for epsilon = {epsilon} and {steps} steps ({found.status}); give fewer steps"
        )
    return found.value * size / total
