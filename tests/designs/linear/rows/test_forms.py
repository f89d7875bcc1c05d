"""Forms with delta > 0 as functions of t: optimal at their sample, and their polynomials vanish wherever they cease to be."""

import random
from fractions import Fraction as F

import pytest
from flint import fmpz_poly

from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows import forms as pair_forms
from rropt.designs.linear.rows.forms import PairForm, pair_form_at
from rropt.exact.element import Element
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.isolate import factors
from rropt.exact.substitute import value_at
from tests import brute_force

T = read_epsilon("every").t
assert isinstance(T, Element) and isinstance(T.field, Free)
FIELD = T.field
DELTA = F(1, 10)


def program(seed: int, m: int, k: int) -> LinearProgram:
    rng = random.Random(seed)
    return LinearProgram(T, DELTA, tuple(tuple(F(rng.randint(-9, 9)) for _ in range(k)) for _ in range(m)), True)


def optimal(form: PairForm, t: F) -> bool:
    rows = tuple(tuple(value_at(x, t) for x in row) for row in form.rows)
    gains = form.program.gains
    return brute_force.satisfies(rows, t, DELTA) and brute_force.total(gains, rows) == brute_force.best_linear(
        gains, t, DELTA
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_form_is_optimal_at_its_sample_and_between_the_roots_around_it(seed: int) -> None:
    asked, sample = program(seed, 2 + seed % 2, 2 + seed % 2), 1 + F(seed + 1, 3)
    form = pair_form_at(asked, sample)
    assert form.holds_at(sample) and optimal(form, sample)
    roots = [r for p in form.polynomials(FIELD) if p.degree() > 0 for r in _roots(p)]
    for t in (F(11, 10), F(2), F(5), F(40)):
        if form.holds_at(t):
            assert optimal(form, t)
        else:
            assert any(min(t, sample) <= r <= max(t, sample) for r in roots), "it ceased to hold without a root between"


def _roots(p: fmpz_poly) -> list[F]:
    return [F(str(r.real.mid().fmpq())) for r, _ in p.complex_roots() if r.imag == 0]


def test_the_value_is_what_the_rows_reach() -> None:
    form = pair_form_at(program(3, 3, 3), F(2))
    assert form.program.value(form.rows) == form.value


def test_what_is_signed_is_among_the_polynomials() -> None:
    form = pair_form_at(program(3, 3, 3), F(2))
    assert form.signed(F(2)) <= factors(form.polynomials(FIELD))


def test_no_basis_within_the_effort_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_forms, "solve_over_field", lambda *_: None)
    with pytest.raises(InputError, match="found no exact optimum"):
        pair_form_at(program(1, 2, 2), F(2))
