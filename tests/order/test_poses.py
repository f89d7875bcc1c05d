"""The two poses of a garbling: the linear program is the deficiency, and C and the witness are worked out in symbols."""

import random
from fractions import Fraction as F

import numpy as np
import pytest
import sympy

from rropt import Mechanism, from_spec
from rropt.order import deficiency, dominates, garbling_problem

GOOD, BAD = from_spec("warner:p=3/4"), from_spec("warner:p=2/3")


def drawn(r: random.Random, m: int, k: int) -> Mechanism:
    columns = [[F(r.randint(0, 6)) for _ in range(m - 1)] + [F(1)] for _ in range(k)]
    return Mechanism([[columns[j][i] / sum(columns[j]) for j in range(k)] for i in range(m)])


@pytest.mark.parametrize("seed", range(12))
def test_both_poses_are_the_certified_deficiency(seed: int) -> None:
    r = random.Random(seed)
    k = r.choice((2, 3))
    first, second = drawn(r, r.choice((2, 3)), k), drawn(r, r.choice((2, 3)), k)
    posed, known = garbling_problem(first, second), deficiency(first, second)
    value = float(known.value)
    assert posed.solve_cvxpy().value == pytest.approx(value, abs=1e-7)
    near, far = posed.as_sympy().at(known.garbling), posed.witness_as_sympy().at(known.decision)
    assert not near.violated and not far.violated
    assert float(near.value) == pytest.approx(value, abs=1e-15)
    assert float(far.value) == pytest.approx(value, abs=1e-15)


def test_one_program_serves_other_mechanisms() -> None:
    posed = garbling_problem(GOOD, BAD).as_cvxpy()
    assert posed.is_dpp() and posed.solve() == pytest.approx(0, abs=1e-7)
    for name, p in (("first", BAD), ("second", GOOD)):
        posed.param_dict[name].value = np.array(p.rows, dtype=float)
    assert posed.solve() == pytest.approx(1 / 12)


def test_a_garbling_is_derived_where_there_is_an_inverse() -> None:
    found = garbling_problem(GOOD, BAD).as_sympy()
    assert found.closed_form == 0
    assert found.derivation[0].result == sympy.Matrix(dominates(GOOD, BAD).garbling.rows)


def test_what_is_no_garbling_has_a_decision_problem_in_symbols() -> None:
    found = garbling_problem(BAD, GOOD).as_sympy()
    assert found.closed_form is None and "no garbling" in found.reason
    with_first, with_second = found.derivation[-2].result, found.derivation[-1].result
    assert all(x <= 0 for x in with_first) and with_second > 0


def test_with_a_free_epsilon_the_program_has_no_numbers_and_the_matrix_is_in_t() -> None:
    free = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
    posed = garbling_problem(free, free)
    assert posed.as_cvxpy().param_dict["first"].value is None
    assert posed.as_sympy().derivation[0].result == sympy.eye(2)


def test_what_is_sought_has_its_name_and_a_missing_formula_is_called_so() -> None:
    assert str(garbling_problem(GOOD, BAD).as_sympy()).splitlines()[-1] == "deficiency 0"
    last = str(garbling_problem(BAD, GOOD).as_sympy()).splitlines()[-1]
    assert last == "no formula the second is no garbling of the first, as entry (0, 1) of C shows"


def test_without_an_inverse_the_reason_is_said() -> None:
    assert "no inverse" in garbling_problem(Mechanism([[1, 1]]), GOOD).as_sympy().reason
