"""The replay rejects what is not a proof."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rropt.claims.language.grammar import read_formula
from rropt.claims.normal import Condition, leaves
from rropt.claims.replay.check import is_proved, refutes
from rropt.claims.replay.poly import Polynomial, Ring
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Substitution, Summand

ONE = Fraction(1)
RING = Ring(("x", "y"))
X, Y = RING.variable("x"), RING.variable("y")


def number(value: int) -> Polynomial:
    return RING.constant(Fraction(value))


def conditions(*pairs: tuple[Polynomial, str]) -> list[Condition]:
    return [Condition(p, r) for p, r in pairs]


def test_a_sum_of_nonnegative_terms_that_vanishes_is_accepted_only_if_one_is_positive() -> None:
    weak = conditions((X, ">="), (-X, ">="))
    strict = conditions((X, ">="), (-X, ">"))
    proof = Contradiction((Summand(ONE, (0,)), Summand(ONE, (1,))))
    assert refutes(strict, proof)
    assert not refutes(weak, proof)


def test_coefficients_must_be_positive() -> None:
    same = conditions((X, ">"), (X, ">"))
    assert not refutes(same, Contradiction((Summand(ONE, (0,)), Summand(-ONE, (1,)))))


def test_the_sum_must_vanish_identically() -> None:
    assert not refutes(conditions((X, ">"), (-X + Y, ">")), Contradiction((Summand(ONE, (0,)), Summand(ONE, (1,)))))


def test_an_inequation_may_be_cited_an_even_number_of_times_only() -> None:
    case = conditions((X, "!="), (-X, ">="), (-(X * X), ">="))
    assert not refutes(case, Contradiction((Summand(ONE, (0,)), Summand(ONE, (1,)))))
    assert refutes(case, Contradiction((Summand(ONE, (0, 0)), Summand(ONE, (2,)))))


def test_equalities_enter_as_multiples_and_inequalities_do_not() -> None:
    proof = Contradiction((Summand(ONE, ()),), ((0, number(-1)),))
    assert refutes(conditions((number(1), "=")), proof)
    assert not refutes(conditions((number(1), ">=")), proof)


def test_squares_are_not_positive() -> None:
    case = conditions((-(X * X), ">="), (Y, ">="))
    assert not refutes(case, Contradiction((Summand(ONE, (0,)), Summand(ONE, (), (X,)))))


@pytest.mark.parametrize(("relations", "accepted"), [((">", "<="), True), ((">", "="), False), ((">", "<"), False)])
def test_cases_must_cover_every_sign(relations: tuple[str, ...], accepted: bool) -> None:
    case = conditions((number(-1), ">"))
    absurd = Contradiction((Summand(ONE, (0,)), Summand(ONE, ())))
    assert refutes(case, Cases(X, tuple((r, absurd) for r in relations))) is accepted


def test_a_line_uses_one_variable_and_has_no_solution() -> None:
    assert refutes(conditions((X, ">"), (-X, ">")), Line(0, (0, 1)))
    assert not refutes(conditions((X, ">"), (-X, ">=")), Line(0, (0,)))
    assert not refutes(conditions((X, ">"), (-X - Y * Y, ">")), Line(0, (0, 1)))


def test_a_substitution_needs_the_equality_and_a_divisor_that_cannot_vanish() -> None:
    case = conditions((X * Y - number(1), "="), (Y, ">"), (-X, ">="))
    rest = Contradiction((Summand(ONE, (2,)), Summand(ONE, (1,))))
    good: Proof = Substitution(0, 0, number(1), Y, 1, rest)
    assert refutes(case, good)
    assert not refutes(case, replace(good, top=number(2)))
    assert not refutes(case, replace(good, nonzero=None))
    assert not refutes(case, replace(good, nonzero=2))
    assert not refutes(case, replace(good, equality=1))


def test_check_wants_one_proof_for_every_leaf() -> None:
    goal = read_formula("x >= 0 and x + 1 > 0")
    hypothesis = (read_formula("x >= 1"),)
    found = leaves(hypothesis, goal, Ring(("x",)))
    proofs = [Line(0, (0, 1))] * len(found)
    assert len(found) == 2
    assert is_proved(hypothesis, goal, proofs)
    assert not is_proved(hypothesis, goal, proofs[:1])
    assert not is_proved((), goal, proofs)
