"""Bases of row programs: judged at rational numbers by definitions, and solved over a field as functions of its t."""

import random
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows.exact import optimal_basis_of
from rropt.designs.linear.rows.numeric import propose_bases
from rropt.designs.linear.rows.program import RowForm, RowProgram
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.rows.cone import Cone
from rropt.exact.epsilon import read_epsilon
from rropt.exact.grammar import read_number
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.result import Verdict
from rropt.solvers import over_field
from rropt.solvers.over_field import _Newton, around, solve_over_field
from rropt.solvers.vertex import Basis, Inequalities, decide, is_optimal
from tests import brute_force
from tests.pieces import at


def dense(seed: int, m: int, k: int) -> Any:
    rng = random.Random(seed)
    return tuple(tuple(F(rng.randint(-9, 9)) for _ in range(k)) for _ in range(m))


def posed(w: Any, t: Any, delta: F) -> tuple[RowForm, Basis]:
    """The form, and the basis that HiGHS proposes at T or, where T is irrational, at 5/3."""
    at = RowProgram.of_all_pairs(LinearProgram(t if isinstance(t, F) else F(5, 3), delta, w, True))
    (basis,) = propose_bases(at)
    return RowProgram.of_all_pairs(LinearProgram(t, delta, w, True)).form(), basis


@pytest.mark.parametrize("seed", range(8))
def test_an_optimal_basis_gives_the_optimum_and_a_feasible_point(seed: int) -> None:
    m, k, t, delta = 2 + seed % 3, 2 + seed % 2, F(seed + 4, 3), F(1, 9)
    w = dense(seed, m, k)
    form, basis = posed(w, t, delta)
    found = decide(form.program, basis)
    assert found is not None
    rows = form.rows(found.point)
    assert brute_force.satisfies(rows, t, delta)
    assert brute_force.total(w, rows) == brute_force.best_linear(w, t, delta) == -found.value


def test_a_basis_that_is_not_optimal_or_singular_is_refused() -> None:
    w, t, delta = dense(3, 3, 3), F(2), F(1, 9)
    form, best = posed(w, t, delta)
    assert decide(form.program, best) is not None
    other, _ = posed(tuple(tuple(-x for x in row) for row in w), t, delta)
    assert decide(other.program, best) is None
    twice = ((best[0][0], *best[0][:-1]), best[1])
    assert decide(form.program, twice) is None
    over, _ = posed(w, read_epsilon("1/2").t, delta)
    assert solve_over_field(over.program, twice) is None and solve_over_field(over.program, ((), ())) is None
    assert solve_over_field(form.program, best) is None  # which has no field


@pytest.mark.parametrize("seed", range(6))
def test_the_functions_of_t_take_the_values_of_the_basis_at_rational_t(seed: int) -> None:
    delta, w = F(1, 10), dense(seed, 4, 3)
    form, basis = posed(w, read_epsilon("1/2").t, delta)
    over = solve_over_field(form.program, basis)
    here = decide(posed(w, F(5, 3), delta)[0].program, basis)
    assert over is not None and here is not None
    for functions, numbers in ((over.point, here.point), (over.duals, here.duals)):
        assert [at(x, F(5, 3)) for x in functions] == list(numbers)


@pytest.mark.parametrize("number", ["2^(1/2)", "exp(1/3)", "(1+5^(1/2))/2"])
def test_ratios_slacks_and_weights_of_one_field(number: str) -> None:
    """Every number is a function of t, with denominators: the bounds of point and multipliers meet, and both are feasible."""
    x = read_number(number)
    w = tuple(
        tuple(F(a) * (x if (i + j) % 2 else 1 / (1 + x)) for j, a in enumerate(r)) for i, r in enumerate(dense(7, 3, 3))
    )
    asked = RowProgram.of_all_pairs(LinearProgram(1 + x, 1 / (7 + x), w, True))
    form = asked.form()
    (basis,) = propose_bases(asked)
    found = solve_over_field(form.program, basis)
    assert found is not None and is_optimal(form.program, found)
    multipliers = form.multipliers(found.duals)
    assert asked.bound(multipliers) == asked.linear.value(form.rows(found.point)) == -found.value
    worse = replace(found, point=tuple(2 * p for p in found.point))
    assert not is_optimal(form.program, worse)


def test_the_rationals_around_lie_on_both_sides() -> None:
    t = read_epsilon("1/2").t
    program = Inequalities([t, 1 / t], [{0: t * t, 1: F(3)}], [F(1)], [False])
    below, above = around(program)
    (a, b), (c, d) = below.costs, above.costs
    assert a < t < c and c - a < F(1, 10**20) and a * b == c * d == 1  # type: ignore[operator]
    assert below.rows[0][0] == a * a and above.rows[0][1] == 3 and below.is_rational and above.is_rational


def test_too_many_samples_are_left_to_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = RowProgram.of_all_pairs(LinearProgram(read_epsilon("1/2").t, F(1, 10), dense(5, 4, 3), True))  # type: ignore[arg-type]
    basis = optimal_basis_of(replace(asked, cone=posed_cone(F(5, 3))))
    assert basis is not None and solve_over_field(asked.form().program, basis) is not None
    monkeypatch.setattr(over_field, "MOST_SAMPLES", 1)
    assert solve_over_field(asked.form().program, basis) is None


def posed_cone(t: F) -> Cone:
    """The cone and the budgets of T and 1/10 for three inputs."""
    return RowProgram.of_all_pairs(LinearProgram(t, F(1, 10), dense(5, 4, 3), True)).cone


def test_interpolation_settles_when_two_samples_change_nothing() -> None:
    from flint import fmpq

    newton = _Newton()
    for n, place in enumerate((2, 3, 5, 6, 9)):
        assert not newton.settled if n < 5 and newton.places else True
        newton.add(place, [fmpq(place * place - 3), fmpq(7)])
    assert newton.settled and [p(fmpq(10)) for p in newton.polynomials()] == [97, 7]


def test_a_degree_beyond_the_checker_is_left_to_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over_field, "MOST_DEGREE", 0)
    found = design(Trace([3, 2, 1]), LDP("1/2", delta="1/10"), closed_forms=False)
    assert found.verdict is Verdict.WITHIN and found.gap is not None and 0 < found.gap < F(1, 10**20)


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "3"])
@pytest.mark.parametrize(("m", "k"), [(4, 4), (8, 4), (6, 6)])
def test_irrational_ratios_are_exact_with_delta(epsilon: str, m: int, k: int) -> None:
    rng = random.Random(m * k)
    utility = Utility([[F(rng.randint(0, 100), 100) + 2 * (i == j) for j in range(k)] for i in range(m)])
    found = design(utility, LDP(epsilon, delta="1/10"), closed_forms=False)
    assert found.verdict is Verdict.OPTIMAL and check(found.certificate).status == "accepted"
