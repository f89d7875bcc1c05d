"""The truncated linear program of optimal noise in cvxpy: proposes multipliers, which `lower_bound` then evaluates.

What must hold of the three numbers, L the bound of the multipliers, G the program's exact optimum (less its slack) and
V the least error of all noise, which the closed form claims to be:

* L ≤ G, by weak duality, for all multipliers y ≥ 0;
* G ≤ V, since the masses of the hat functions of every noise are feasible (`lower_bound`).

So L > V refutes the closed form (both are rigorous), and G > V or L > G is a solver's error. That G is much less than V
refutes nothing: the grid is coarse beside the first part of the staircase's step, γΔ with γ ≈ e^(−ε/2). On the grid
alone the least error is that of the integer staircase, which says in advance how many steps make the bound tight.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, expm1, isqrt, sqrt
from typing import Any

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.noise.lower_bound import Band, NoiseProgram, Power, lower_bound

__all__ = [
    "MOST_STEPS",
    "NoiseOptimum",
    "default_steps",
    "most_steps",
    "noise_program",
    "out_of_reach",
    "require_order",
    "solve_noise",
]

DYADIC = 1 << 120
TOLERANCE = Fraction(1, 10**5)
MOST_ENTRIES = 400_000
MOST_RATE = 30
MOST_STEPS = isqrt(MOST_ENTRIES // 4)
WANTED = 1e-3
FEWEST, QUICK = 24, 20_000
AFFORDABLE = 120
MOST_WHOLE_STEPS = 64


@dataclass(frozen=True, slots=True)
class NoiseOptimum:
    """What the solver claims (a float), and the rigorous lower bound its multipliers give."""

    program: NoiseProgram
    claimed: float
    lower: Fraction
    masses: tuple[float, ...]


def out_of_reach(epsilon: Epsilon, steps: int | None = None) -> str:
    """Why no program is posed at this ε, with so many steps where they are given; empty where one is."""
    if not MOST_ENTRIES * float(epsilon) > 4:
        return f"epsilon = {epsilon} is too small for a grid"
    if float(epsilon) > MOST_RATE:
        return f"no grid resolves the first part of the step beyond epsilon = {MOST_RATE}"
    most = min(MOST_WHOLE_STEPS, most_steps(epsilon))
    return f"it is posed for a sensitivity of at most {most}" if steps is not None and steps > most else ""


def _reach(epsilon: Epsilon) -> int:
    """How many sensitivities the nodes reach: well beyond the error that Laplace noise has."""
    rate = float(epsilon)
    if not 0 < rate <= MOST_RATE:
        raise InputError(
            f"epsilon = {epsilon} is out of the noise program's reach; give one above 0 and at most {MOST_RATE}"
        )
    return ceil(2 * sqrt(2) / rate) + 3


def most_steps(epsilon: Epsilon) -> int:
    """The most steps a sensitivity whose program is solved at this ε; never more than MOST_STEPS."""
    most = isqrt(MOST_ENTRIES // _reach(epsilon))
    if most < 1:
        raise InputError(f"epsilon = {epsilon} is too small for the noise program; give a larger one")
    return most


def default_steps(epsilon: Epsilon, *, power: Power = 1) -> int:
    """The fewest steps, from 24 (fewer where ε is small) to 120, that leave a relative gap of 1/1000; or the best."""
    quick = max(1, isqrt(QUICK // _reach(epsilon)))
    steps = range(min(FEWEST, quick), min(AFFORDABLE, most_steps(epsilon)) + 1)
    gaps = {m: _gap(float(epsilon), m, power) for m in steps}
    return next((m for m, gap in gaps.items() if gap <= WANTED), min(gaps, key=lambda m: gaps[m]))


def _gap(rate: float, m: int, power: Power) -> float:
    """In doubles, how far the integer staircase of the best width stays below the real one: the grid's share of the gap."""
    b, r = exp(-rate), -expm1(-rate)
    if power == 1:
        least, gamma = exp(-rate / 2) / r, 1 / (1 + exp(rate / 2))
    else:
        least = ((b * (1 + b) / 2) ** (2 / 3) + b) / r**2
        gamma = -b / r + ((b - 2 * b**2 + 2 * b**4 - b**5) / 2) ** (1 / 3) / r**2
    widths = range(max(1, int(gamma * m) - 2), min(m, int(gamma * m) + 4) + 1)
    slack = 1 / 4 if power == 2 else 0
    return 1 - (min(_whole(b, r, m, width, power) for width in widths) - slack) / (least * float(m) ** power)


def _whole(b: float, r: float, m: int, width: int, power: Power) -> float:
    """The error of the integer staircase (`noise.discrete_staircase`) in doubles."""
    series = (1 / r, b / r**2, b * (1 + b) / r**3)
    sums = [
        sum(float(i) ** j for i in range(width)) + b * sum(float(i) ** j for i in range(width, m)) for j in range(3)
    ]
    if power == 1:
        total = m * series[1] * sums[0] + series[0] * sums[1]
    else:
        total = m * m * series[2] * sums[0] + 2 * m * series[1] * sums[1] + series[0] * sums[2]
    return 2 * r / (2 * width + 2 * b * (m - width) - r) * total


def noise_program(epsilon: Epsilon, *, steps: int | None = None, power: Power = 1) -> NoiseProgram:
    """A program whose last node lies well beyond the error that Laplace noise has."""
    most = most_steps(epsilon)
    if steps is None:
        steps = default_steps(epsilon, power=power)
    if steps > most:
        raise InputError(f"{steps} steps at epsilon = {epsilon} make too large a program; take at most {most} steps")
    return NoiseProgram(epsilon, steps, _reach(epsilon) * steps, power)


def _scales(program: NoiseProgram, *, real: bool) -> tuple[float, float]:
    """The size of the optimum and of 1/p_0 there, so that the solver's tolerances are relative ones."""
    rate, m = float(program.epsilon), program.steps
    b, r = exp(-rate), -expm1(-rate)
    gamma = max(1 / (1 + exp(rate / 2)), 1 / m)
    error = _whole(b, r, m, min(m, max(1, round(gamma * m))), program.power) / m**program.power
    return error, max(1.0, 2 * m * (gamma + b * (1 - gamma)) / r)


def solve_noise(program: NoiseProgram, *, real: bool = True) -> NoiseOptimum:
    """The solver's optimum of the finite program, and the bound that holds for every noise."""
    import cvxpy

    n = program.last + 1
    size, total = _scales(program, real=real)
    weights = [float(program.weight(j)) for j in range(n)]
    costs = [float(program.cost(j)) / size for j in range(n)]
    t = float(program.t)
    p, q = cvxpy.Variable(n, nonneg=True), cvxpy.Variable(nonneg=True)
    bands = [(p[:-i] <= t * p[i:], p[i:] <= t * p[:-i]) for i in range(1, program.steps + 1)]
    constraints = [cvxpy.sum(cvxpy.multiply(weights, p)) + q == total, *(c for band in bands for c in band)]
    problem = cvxpy.Problem(cvxpy.Minimize(costs @ p + float(program.excess) / size * q), constraints)
    try:
        problem.solve(solver=cvxpy.HIGHS)
    except cvxpy.error.SolverError as error:
        raise InputError(f"the solver found no optimum for epsilon = {program.epsilon}: {error}") from None
    if p.value is None:
        raise InputError(f"the solver found no optimum for epsilon = {program.epsilon}: {problem.status}")
    found: list[Band] = [(_rational(a.dual_value, size), _rational(b.dual_value, size)) for a, b in bands]
    claimed = float(problem.value) * size / total - float(program.slack(real=real))
    bound = max(Fraction(0), lower_bound(program, found, real=real))
    return NoiseOptimum(program, claimed, bound, tuple(float(x) / total for x in p.value))


def require_order(lower: Fraction, claimed: Fraction, closed: Fraction, said: str) -> None:
    """Refuse numbers that cannot be true together; `closed` is an upper bound of the closed form."""
    if lower > closed or max(claimed - closed, lower - max(claimed, Fraction(0))) > TOLERANCE * closed:
        raise Disagreement(said)


def _rational(values: Any, size: float) -> tuple[Fraction, ...]:
    """Multipliers as nonnegative dyadic rationals."""
    return tuple(Fraction(max(0, round(Fraction(float(v) * size) * DYADIC)), DYADIC) for v in values.ravel())
