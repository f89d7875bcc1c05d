"""The truncated linear program of optimal noise in cvxpy: proposes multipliers, which `lower_bound` then evaluates."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.noise.lower_bound import Band, NoiseProgram, Power, lower_bound

__all__ = ["TOLERANCE", "NoiseOptimum", "noise_program", "solve_noise"]

DYADIC = 1 << 44
TOLERANCE = Fraction(1, 10**5)
MOST_ENTRIES = 400_000


@dataclass(frozen=True, slots=True)
class NoiseOptimum:
    """What the solver claims (a float), and the rigorous lower bound its multipliers give."""

    program: NoiseProgram
    claimed: float
    lower: Fraction
    masses: tuple[float, ...]


def noise_program(epsilon: Epsilon, *, steps: int = 24, power: Power = 1) -> NoiseProgram:
    """A program whose last node lies well beyond the error that Laplace noise has."""
    rate = float(epsilon)
    if not 0 < rate < 50:
        raise InputError(f"the noise program is solved for epsilon from 0 to 50, not {epsilon}")
    reach = ceil(2 * sqrt(2) / rate) + 3
    if reach * steps * steps > MOST_ENTRIES:
        raise InputError(f"epsilon = {epsilon} with {steps} steps is too large a program; take fewer steps")
    return NoiseProgram(epsilon, steps, reach * steps, power)


def solve_noise(program: NoiseProgram, *, real: bool = True) -> NoiseOptimum:
    """The solver's optimum of the finite program, and the bound that holds for every noise."""
    import cvxpy

    n = program.last + 1
    weights = [float(program.weight(j)) for j in range(n)]
    costs = [float(program.cost(j)) for j in range(n)]
    t = float(program.t)
    p, q = cvxpy.Variable(n, nonneg=True), cvxpy.Variable(nonneg=True)
    bands = [(p[:-i] <= t * p[i:], p[i:] <= t * p[:-i]) for i in range(1, program.steps + 1)]
    constraints = [cvxpy.sum(cvxpy.multiply(weights, p)) + q == 1, *(c for band in bands for c in band)]
    problem = cvxpy.Problem(cvxpy.Minimize(costs @ p + float(program.excess) * q), constraints)
    problem.solve(solver=cvxpy.HIGHS)
    if p.value is None:
        raise InputError(f"the solver found no optimum for epsilon = {program.epsilon}: {problem.status}")
    found: list[Band] = [(_rational(a.dual_value), _rational(b.dual_value)) for a, b in bands]
    claimed = float(problem.value) - float(program.slack(real=real))
    return NoiseOptimum(program, claimed, lower_bound(program, found, real=real), tuple(float(x) for x in p.value))


def _rational(values: Any) -> tuple[Fraction, ...]:
    """Multipliers as nonnegative dyadic rationals."""
    return tuple(Fraction(max(0, round(float(v) * DYADIC)), DYADIC) for v in values.ravel())
