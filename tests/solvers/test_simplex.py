import random
from fractions import Fraction

import pytest
from scipy.optimize import linprog

from rropt.exact.element import generator
from rropt.exact.fields import Exponential
from rropt.exact.matrix import product, rank, solve
from rropt.solvers.simplex import minimise

F = Fraction


def check(c, a, b, solution):
    """The answer's own proof, in exact numbers."""
    dot = lambda u, v: sum((x * y for x, y in zip(u, v, strict=True)), F(0))  # noqa: E731
    columns = list(zip(*a, strict=True))
    if solution.status == "infeasible":
        assert all(dot(solution.farkas, col) <= 0 for col in columns)
        assert dot(solution.farkas, b) > 0
        return
    assert all(x >= 0 for x in solution.x)
    assert [x for (x,) in product(a, [(x,) for x in solution.x])] == list(b)
    assert dot(c, solution.x) == solution.value
    if solution.status == "optimal":
        assert all(dot(solution.duals, col) <= cost for col, cost in zip(columns, c, strict=True))
        assert dot(solution.duals, b) == solution.value
    else:
        assert all(x >= 0 for x in solution.ray) and dot(c, solution.ray) < 0
        assert all(dot(row, solution.ray) == 0 for row in a)


@pytest.mark.parametrize("seed", range(120))
def test_agrees_with_an_independent_solver_and_proves_itself(seed):
    rng = random.Random(seed)
    m, n = rng.randint(1, 5), rng.randint(1, 8)
    a = [[F(rng.randint(-3, 3)) for _ in range(n)] for _ in range(m)]
    if rng.random() < 0.3 and m > 1:
        a[-1] = [2 * x for x in a[0]]
    x = [F(rng.randint(0, 3)) for _ in range(n)]
    b = [sum((p * q for p, q in zip(row, x, strict=True)), F(0)) + (rng.random() < 0.2) for row in a]
    c = [F(rng.randint(-2, 5)) for _ in range(n)]
    solution = minimise(c, a, b)
    check(c, a, b, solution)
    numeric = linprog([float(v) for v in c], A_eq=[[float(v) for v in r] for r in a], b_eq=[float(v) for v in b])
    assert {"optimal": 0, "infeasible": 2, "unbounded": 3}[solution.status] == numeric.status or numeric.status == 4
    if solution.status == "optimal":
        assert abs(float(solution.value) - numeric.fun) < 1e-7


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_sees_a_gap_of_1e_minus_40(shift):
    gap = shift * F(1, 10**40)
    a = [[F(1), F(1), F(0)], [F(1), F(0), F(1)], [F(0), F(1), F(1)]]
    b = [F(1), F(1), F(2) + gap]
    solution = minimise([F(0)] * 3, a, b)
    check([F(0)] * 3, a, b, solution)
    assert solution.status == ("infeasible" if shift > 0 else "optimal")


def test_beale_cycling_example_ends():
    a = [
        [F(1, 4), F(-8), F(-1), F(9), F(1), F(0), F(0)],
        [F(1, 2), F(-12), F(-1, 2), F(3), F(0), F(1), F(0)],
        [F(0), F(0), F(1), F(0), F(0), F(0), F(1)],
    ]
    c = [F(-3, 4), F(20), F(-1, 2), F(6), F(0), F(0), F(0)]
    solution = minimise(c, a, [F(0), F(0), F(1)], basis=[4, 5, 6])
    assert solution.value == F(-5, 4)


def test_over_the_field_of_an_exponential_and_from_a_wrong_basis():
    t = generator(Exponential(F(1)))
    a = [[t, F(1), F(1), F(0)], [F(1), t, F(0), F(1)]]
    b = [F(1), F(1)]
    c = [F(-1), F(-1), F(0), F(0)]
    solution = minimise(c, a, b)
    assert solution.value == -2 / (t + 1)
    again = minimise(c, a, [F(1), F(1)], basis=[0, 3])
    assert again.value == solution.value
    infeasible_basis = minimise([F(1), F(1), F(1), F(1)], a, [F(1), F(5)], basis=[0, 1])
    check([F(1)] * 4, a, [F(1), F(5)], infeasible_basis)


def test_redundant_rows_and_a_start_that_is_not_feasible():
    a = [[F(1), F(-1), F(0)], [F(2), F(-2), F(0)], [F(0), F(1), F(1)]]
    solution = minimise([F(1), F(1), F(0)], a, [F(1), F(2), F(3)])
    check([F(1), F(1), F(0)], a, [F(1), F(2), F(3)], solution)
    square = [[F(1), F(-1), F(0)], [F(0), F(1), F(1)]]
    started = minimise([F(1), F(1), F(0)], square, [F(1), F(3)], basis=[1, 2])
    check([F(1), F(1), F(0)], square, [F(1), F(3)], started)
    assert started.value == solution.value == 1


@pytest.mark.parametrize("seed", range(10))
def test_a_start_with_unit_columns_leads_to_the_same_end(seed):
    """−1−i in the starting basis is the unit column of row i, whatever its place."""
    rng = random.Random(seed)
    a = [[F(rng.randint(-3, 5)) for _ in range(6)] for _ in range(3)]
    b = [sum(row[j] * (j % 2) for j in range(6)) + rng.randint(0, 1) for row in a]
    c = [F(rng.randint(0, 5)) for _ in range(6)]
    expected = minimise(c, a, b)
    for basis in ([-1, -2, -3], [-3, -1, -2], [-2, 4, -1]):
        if 4 in basis and a[2][4] == 0:
            continue  # a singular start
        found = minimise(c, a, b, basis=basis)
        assert (found.status, found.value) == (expected.status, expected.value)


@pytest.mark.parametrize("seed", range(20))
def test_the_last_basis_is_a_basis_and_gives_the_point(seed):
    """Where a row is redundant a unit column stays basic, at 0; −1−i names it by its row, wherever the start had it."""
    rng = random.Random(seed)
    a = [[F(rng.randint(-3, 5)) for _ in range(6)] for _ in range(3)]
    a.append([2 * x - y for x, y in zip(a[0], a[1], strict=True)])
    b = [sum(row[j] * (j % 2) for j in range(6)) for row in a]
    unit = {-1 - i: [F(int(i == r)) for r in range(4)] for i in range(4)}
    columns = {**dict(enumerate(map(list, zip(*a, strict=True)))), **unit}
    start = rng.sample([-1, -2, -3, -4, 1, 3], 4)
    if rank([columns[j] for j in start]) < 4:
        start = rng.sample([-1, -2, -3, -4], 4)
    found = minimise([F(rng.randint(0, 5)) for _ in range(6)], a, b, basis=start)
    assert found.status == "optimal"
    basic = solve(list(zip(*(columns[j] for j in found.basis), strict=True)), [(x,) for x in b])
    assert [x for (x,) in basic] == [found.x[j] if j >= 0 else 0 for j in found.basis]
