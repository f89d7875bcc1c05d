"""Forms as functions of t: optimal at their sample, and their polynomials vanish wherever they cease to hold."""

import random
from fractions import Fraction as F

import pytest
from flint import fmpz_poly

from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure import forms as staircase_forms
from rropt.designs.linear.pure.forms import Form, form_at
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


def program(seed: int, m: int, k: int) -> LinearProgram:
    rng = random.Random(seed)
    assert isinstance(T, Element)
    return LinearProgram(T, F(0), tuple(tuple(F(rng.randint(-9, 9)) for _ in range(k)) for _ in range(m)), True)


@pytest.mark.parametrize("seed", range(12))
def test_a_form_is_optimal_at_its_sample_and_between_the_roots_around_it(seed: int) -> None:
    asked = program(seed, 2 + seed % 3, 2 + seed % 2)
    sample = 1 + F(seed + 1, 3)
    form = form_at(asked, sample)
    assert form.holds_at(sample) and value_at(form.value, sample) == brute_force.best_linear(asked.gains, sample, F(0))
    values = [p for p in form.polynomials(FIELD) if p.degree() > 0]
    for t in (F(11, 10), F(2), F(5), F(40)):
        rows = tuple(tuple(value_at(x, t) for x in row) for row in form.rows)
        best = brute_force.best_linear(asked.gains, t, F(0))
        optimal = brute_force.satisfies(rows, t, F(0)) and brute_force.total(asked.gains, rows) == best
        if form.holds_at(t):
            assert optimal
        elif not any(_changes(p, sample, t) for p in values):
            raise AssertionError("it ceased to hold without a root in between")


def _changes(p: fmpz_poly, a: F, b: F) -> bool:
    """Whether the polynomial's signs at the two differ or an isolated root lies between."""
    low, high = min(a, b), max(a, b)
    return any(low <= F(str(r.real.mid().fmpq())) <= high for r, _ in p.complex_roots() if r.imag == 0)


def test_what_a_certificate_compares_is_part_of_what_may_change() -> None:
    form = form_at(program(5, 3, 3), F(2))
    assert form.signed(F(2)) <= factors(form.polynomials(FIELD))


def test_wrong_rows_or_multipliers_do_not_hold() -> None:
    good = form_at(program(1, 2, 2), F(3))
    ones = ((F(1), F(1)), (F(0), F(0)))
    assert not Form(good.gains, T, ((F(1), F(0)), (F(0), F(1))), good.columns).holds_at(F(3))  # type: ignore[arg-type]
    assert not Form(good.gains, T, ((F(2), F(2)), (F(-1), F(-1))), good.columns).holds_at(F(3))  # type: ignore[arg-type]
    assert not Form(((F(1), F(0)),), T, ones[:1], (F(0), F(0))).holds_at(F(3))  # type: ignore[arg-type]


def test_a_simplex_that_stops_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staircase_forms, "exact_basis", lambda *a: None)
    with pytest.raises(InputError, match="the exact simplex method stopped at"):
        form_at(program(1, 2, 2), F(3))
