"""Bases decided exactly: the solver's own, a wrong one repaired, one that is refused, an irrational field."""

from fractions import Fraction as F

from rropt.exact.grammar import read_number
from rropt.solvers.over_field import solve_over_field
from rropt.solvers.vertex import Inequalities, decide, is_optimal, repair, solve_in_floats


def program() -> Inequalities:
    """Minimise −x − 2y over x + y ≤ 4, x + 3y ≤ 6, x − y = 0; the optimum is (3/2, 3/2)."""
    found = Inequalities([F(-1), F(-2)])
    found.add({0: F(1), 1: F(1)}, F(4))
    found.add({0: F(1), 1: F(3)}, F(6))
    found.add({0: F(1), 1: F(-1)}, F(0), equal=True)
    return found


def test_the_proposed_basis_is_decided() -> None:
    asked = program()
    answer = solve_in_floats(asked)
    found = decide(asked, (answer.basic_columns, answer.basic_rows))
    assert found is not None and found.point == (F(3, 2), F(3, 2)) and found.value == F(-9, 2)
    assert sum((y * b for y, b in zip(found.duals, asked.right, strict=True)), F(0)) == found.value


def test_a_wrong_basis_is_refused_and_repaired() -> None:
    asked = program()
    wrong = ((0, 1), (1,))  # x + y = 4 and x = y, which violates the second row
    assert decide(asked, wrong) is None and decide(asked, ((0,), (0, 1))) is None and decide(asked, ((0,), ())) is None
    for start in (wrong, ((0,), (0, 1)), ((0, 1), (0,)), None):
        better = repair(asked, start)
        assert better is not None
        found = decide(asked, better)
        assert found is not None and found.value == F(-9, 2)


def test_an_equation_that_says_nothing_may_stand_anywhere_in_the_basis() -> None:
    asked = Inequalities([F(1)])
    asked.add({}, F(0), equal=True)
    asked.add({0: F(1)}, F(1), equal=True)
    start = ((0,), (0,))
    assert decide(asked, start) is not None
    better = repair(asked, start)
    assert better is not None and decide(asked, better) is not None


def test_numbers_of_a_field() -> None:
    t = read_number("exp(1)")
    asked = program().map_numbers(lambda x: x * t if x == 6 else x)  # x + 3y ≤ 6e is slack at x + y = 4
    answer = solve_in_floats(asked)
    found = solve_over_field(asked, (answer.basic_columns, answer.basic_rows))
    assert found is not None and found.point == (2, 2) and not asked.is_rational and is_optimal(asked, found)
    assert repair(asked, None) is None


def test_rows_of_large_coefficients_are_scaled_and_their_multipliers_are_those_of_the_rows_as_stated() -> None:
    asked = program()
    large = Inequalities(asked.costs, [{j: a * 2**40 for j, a in row.items()} for row in asked.rows], equal=asked.equal)
    large.right = [b * 2**40 for b in asked.right]
    one, other = solve_in_floats(asked), solve_in_floats(large)
    assert one.value == other.value and list(one.multipliers) == [y * 2**40 for y in other.multipliers]
    assert sum(y * float(b) for y, b in zip(other.multipliers, large.right, strict=True)) == other.value
