"""Bases as functions of δ, and runs of neighbours with δ > 0, beside designs one by one."""

import random
from fractions import Fraction

import pytest

from rropt import LDP, Linear, Problem, design
from rropt.certificate.judge import judge
from rropt.exact.element import is_free
from rropt.exact.substitute import value_at
from rropt.linear.delta.basis import solve_along_delta, solve_at
from rropt.linear.delta.exact import propose_basis
from rropt.linear.delta.runs import runs_of_delta, runs_of_ratio
from rropt.linear.legs import linear_program
from rropt.linear.program import LinearProgram


def problem(seed: int, delta: object, epsilon: object = "ln3") -> Problem:
    rng = random.Random(seed)
    m, k = rng.randint(2, 4), rng.randint(2, 4)
    cost = [[rng.randint(-9, 9) for _ in range(k)] for _ in range(m)]
    return Problem(Linear(cost, sense="max" if seed % 2 else "min"), LDP(epsilon, delta=delta))


@pytest.mark.parametrize("seed", range(12))
def test_a_basis_is_optimal_just_between_the_ends_of_its_line(seed: int) -> None:
    program = linear_program(problem(seed, "1/7"))
    basis = propose_basis(program)
    assert basis is not None and isinstance(program.ratio, Fraction)
    line = solve_along_delta(program.gains, program.ratio, basis)
    assert line is not None and line.lower <= Fraction(1, 7) <= line.upper
    for d in (line.lower, (line.lower + 2 * line.upper) / 3, line.upper):
        found = solve_at(program.gains, program.ratio, d, basis)
        assert found is not None
        assert found[0] == [a + d * b for a, b in zip(line.constants, line.slopes, strict=True)]
        assert found[1] == line.duals
    small = Fraction(1, 10**9)
    outside = [line.lower - small] * (line.lower > 0) + [line.upper + small] * (line.upper < 1)
    assert all(solve_at(program.gains, program.ratio, d, basis) is None for d in outside)


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
@pytest.mark.parametrize("seed", range(8))
def test_runs_along_delta_have_the_values_of_designs_one_by_one(seed: int, epsilon: str) -> None:
    deltas = [Fraction(n, 23) for n in range(1, 20)]

    def pose(first: int, last: int) -> tuple[Problem, LinearProgram]:
        asked = problem(seed, f"{deltas[first]}..{deltas[last]}" if first < last else deltas[first], epsilon)
        return asked, linear_program(asked)

    runs = list(runs_of_delta(pose, deltas))
    assert (len(runs) == len(deltas)) is (epsilon == "1/2")
    assert [n for run in runs for n in range(run.first, run.last + 1)] == list(range(len(deltas)))
    for run in runs:
        assert judge(run.certificate).is_accepted
        for n in {run.first, run.last}:
            value = value_at(run.value, deltas[n]) if is_free(run.value) else run.value
            assert value == design(problem(seed, deltas[n], epsilon)).value


@pytest.mark.parametrize("seed", range(8))
def test_runs_along_epsilon_have_the_values_of_designs_one_by_one(seed: int) -> None:
    epsilons = [f"{n}/9" for n in range(3, 15)]

    def pose(first: int, last: int) -> tuple[Problem, LinearProgram]:
        asked = problem(seed, "1/10", f"{epsilons[first]}..{epsilons[last]}" if first < last else epsilons[first])
        return asked, linear_program(asked)

    runs = list(runs_of_ratio(pose, [float(LDP(x).t) for x in epsilons]))
    assert any(run.first < run.last for run in runs)
    for run in runs:
        assert judge(run.certificate).is_accepted
        for n in (run.first, run.last):
            alone = design(problem(seed, "1/10", epsilons[n]))
            assert value_at(run.value, LDP(epsilons[n]).t) == alone.value
