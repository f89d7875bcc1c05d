"""What a better mechanism gains: by the program, in symbols, and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import from_spec
from rropt.order import admissibility_problem


def test_the_gain_by_hand() -> None:
    # Warner's row (2/3, 1/3) is 5/24·(3, 1) + 1/24·(1, 3): g(3, 1) = g(1, 3) = 5/2, and g(2/3, 1/3) = 5/9
    by_hand = 2 * ((Fraction(5, 24) + Fraction(1, 24)) * Fraction(5, 2) - Fraction(5, 9))
    posed = admissibility_problem(from_spec("warner:p=2/3"), 3)
    assert posed.solve_cvxpy().value == pytest.approx(float(by_hand), abs=1e-9)
    # of the patterns (1, 1), (1, 3), (3, 1)
    weights = [[0, "1/24", "5/24"], [0, "5/24", "1/24"]]
    placed = posed.as_sympy().at(weights)
    assert not placed.violated and float(placed.value) == pytest.approx(float(by_hand))
    assert posed.as_sympy().at([[0, "1/24", "4/24"], [0, "5/24", "1/24"]]).violated


def test_the_program_takes_another_parity_without_being_built_anew() -> None:
    program = admissibility_problem(from_spec("warner:p=3/4"), 3).as_cvxpy()
    assert program.is_dcp(dpp=True)
    assert program.solve() == pytest.approx(0, abs=1e-7)
    program.param_dict["ratio"].value = 4
    assert program.solve() > 1e-3


def test_the_steps_are_the_rows_over_their_least_entries() -> None:
    posed = admissibility_problem(from_spec("krr:k=3,epsilon=ln3"), 3).as_sympy()
    assert posed.closed_form == 0
    assert [list(step.result) for step in posed.derivation[:3]] == [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
    assert "can be split" in admissibility_problem(from_spec("krr:k=3,epsilon=ln2"), 3).as_sympy().reason


def test_too_many_inputs_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="give a mechanism of at most 10"):
        admissibility_problem(from_spec("krr:k=11,epsilon=ln3"), 3).as_cvxpy()
