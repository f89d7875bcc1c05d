"""The exact simplex over staircase columns: optimal bases, proved from definitions, on degenerate programs too."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.designs.linear.exact import near
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure.basis import Column, solve_basis, start
from rropt.designs.linear.pure.exact import exact_basis, optimal_basis, optimal_staircase, solve_optimally
from rropt.exact.epsilon import read_epsilon
from tests import brute_force


def feasible(w: Any, t: Any, y: Any) -> bool:
    """Whether the multipliers bound every row, by the definition."""
    parts = [[a - b for a, b in zip(row, y, strict=True)] for row in w]
    return all(t * sum((c for c in row if c > 0), F(0)) + sum((c for c in row if c < 0), F(0)) <= 0 for row in parts)


def proved(w: Any, t: Any, at: F) -> Any:
    """The value of the last basis over the field of t, after primal and dual are checked from the definitions."""
    program = LinearProgram(t, F(0), w, True)
    basis, staircase = optimal_basis(program, at), optimal_staircase(program, lambda: at)
    assert basis is not None and staircase is not None
    for found in (solve_basis(w, t, basis), staircase):
        rows = found.rows(t, len(w))
        assert brute_force.satisfies(rows, t, F(0)) and program.value(rows) == brute_force.total(w, rows)
        assert brute_force.total(w, rows) == sum(found.columns, F(0)) and feasible(w, t, found.columns)
    return sum(found.columns, F(0))


def degenerate(rng: random.Random, m: int, k: int) -> Any:
    kind = rng.randrange(5)
    if kind == 0:
        return tuple(tuple(F(rng.randint(0, 1)) for _ in range(k)) for _ in range(m))
    if kind == 1:
        row = [F(rng.randint(-3, 3)) for _ in range(k)]
        return tuple(tuple(F(i + 1) * x for x in row) for i in range(m))
    if kind == 2:
        return ((F(rng.randint(-2, 2)),) * k,) * m
    if kind == 3:
        return tuple(tuple(F(-abs(i - j)) for j in range(k)) for i in range(m))
    return tuple(tuple(F(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(k)) for _ in range(m))


@pytest.mark.slow
def test_equals_z3_on_hundreds_of_programs_many_degenerate() -> None:
    rng = random.Random(19)
    for _ in range(200):
        m, k, t = rng.randint(1, 5), rng.randint(2, 4), 1 + F(rng.randint(1, 40), rng.randint(1, 10))
        w = degenerate(rng, m, k)
        assert proved(w, t, t) == brute_force.best_linear(w, t, F(0))


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "3", "20"])
def test_the_basis_at_a_near_rational_is_optimal_over_the_field(epsilon: str) -> None:
    rng, t = random.Random(20), read_epsilon(epsilon).t
    for _ in range(12):
        proved(degenerate(rng, rng.randint(1, 5), rng.randint(2, 5)), t, near(t))  # type: ignore[arg-type]


def test_a_useless_start_is_repaired() -> None:
    w = tuple(tuple(F((3 * i + 5 * j) % 7) for j in range(4)) for i in range(5))
    right = brute_force.best_linear(w, F(2), F(0))
    singular = (Column(0, frozenset({0})),) * 4
    infeasible = tuple(Column(0, frozenset(s)) for s in ({0}, {0, 1}, {0, 2}, {0, 3}))
    for basis in (singular, infeasible, start(4)):
        found = exact_basis(w, F(2), basis)
        assert found is not None and sum(solve_basis(w, F(2), found).columns, F(0)) == right


@pytest.mark.parametrize("epsilon", ["1/2", "ln3", "20"])
def test_a_basis_is_called_optimal_exactly_where_it_is(epsilon: str) -> None:
    """Of random columns, and of optimal bases with a column exchanged: signs over the field, all from the definitions."""
    rng, t, said = random.Random(21), read_epsilon(epsilon).t, set()
    for _ in range(60):
        m, k = rng.randint(1, 4), rng.randint(2, 4)
        w = degenerate(rng, m, k)
        program = LinearProgram(t, F(0), w, True)  # type: ignore[arg-type]
        best = optimal_basis(program, F(str(round(float(t), 6))))
        assert best is not None
        other = Column(rng.randrange(m), frozenset(j for j in range(k) if rng.random() < 1 / 2))
        for basis in (best, (other, *best[1:]), tuple(Column(rng.randrange(m), frozenset({j})) for j in range(k))):
            found = solve_optimally(program, basis)
            try:
                solved = solve_basis(w, t, basis)  # type: ignore[arg-type]
            except ZeroDivisionError:
                assert found is None
                continue
            right = all(x == 0 if c.alone else x >= 0 for c, x in zip(basis, solved.theta, strict=True))
            assert (found is not None) is (right and feasible(w, t, solved.columns))
            said.add(found is None)
    assert said == {True, False}


def test_a_basis_is_solved_as_functions_of_t() -> None:
    """θ and y at e^(1/2), as a rational function, take the values of the same basis at rational t."""
    w = tuple(tuple(F((2 * i + 3 * j) % 5) for j in range(3)) for i in range(3))
    basis = exact_basis(w, F(5, 3), start(3))
    assert basis is not None
    t = read_epsilon("1/2").t
    over, at = solve_basis(w, t, basis), solve_basis(w, F(5, 3), basis)  # type: ignore[arg-type]
    for a, b in zip(over.theta + over.columns, at.theta + at.columns, strict=True):
        value = a
        if not isinstance(a, F):
            num, den = (sum(int(c) * F(5, 3) ** n for n, c in enumerate(p.coeffs())) for p in (a.num, a.den))
            value = F(num / den)
        assert value == b
