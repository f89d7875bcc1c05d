"""What a better mechanism gains: by the program, in symbols, and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import Mechanism, admissible, from_spec
from rropt.exact.element import generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
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
    delta = generator(Free(Fraction(0), Fraction(1, 10), letter="delta"))
    free = Mechanism([[Fraction(3, 4) - delta, "1/4"], [Fraction(1, 4) + delta, "3/4"]])
    with pytest.raises(InputError, match="while epsilon or delta is free"):
        admissibility_problem(free, 4).as_cvxpy()


@pytest.mark.parametrize("gamma", [1, "3/2", "1/2", 0, -3])
def test_a_parity_that_the_mechanism_exceeds_is_refused_as_by_admissible(gamma: object) -> None:
    p = from_spec("warner:p=2/3")
    for decide in (admissibility_problem, admissible):
        with pytest.raises(InputError, match="parity"):
            decide(p, gamma)
    with pytest.raises(InputError, match="one input"):
        admissibility_problem(Mechanism([[1]]), 3)


@pytest.mark.parametrize("spec", ["warner:p=2/3", "warner:p=3/4"])
def test_an_output_that_never_happens_changes_no_gain(spec: str) -> None:
    p = from_spec(spec)
    plain, padded = (admissibility_problem(x, 3) for x in (p, Mechanism([*p.rows, (0, 0)])))
    assert padded.solve_cvxpy().value == pytest.approx(plain.solve_cvxpy().value, abs=1e-9)
    assert padded.as_sympy().closed_form == plain.as_sympy().closed_form
    weights = [[0, "1/24", "5/24"], [0, "5/24", "1/24"]]
    assert padded.as_sympy().at([*weights, [0, 0, 0]]).value == plain.as_sympy().at(weights).value


def test_nothing_is_derived_where_epsilon_is_free_unless_the_parity_is_1() -> None:
    p = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]], epsilon="every")
    found = admissibility_problem(p, "t").as_sympy()
    assert found.closed_form is None and "fix epsilon" in found.reason
    alike = Mechanism([["t/(1+t)", "t/(1+t)"], ["1/(1+t)", "1/(1+t)"]], epsilon="every")
    assert admissibility_problem(alike, 1).as_sympy().closed_form == 0
