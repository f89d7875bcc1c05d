from fractions import Fraction as F

import pytest
from flint import fmpz_poly

from rropt.exact.element import generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Exponential, Free
from rropt.exact.grammar import read_number
from rropt.exact.substitute import at_point, polynomial_at, value_at


@pytest.mark.parametrize("t", [F(0), F(1), F(-2, 3), F(7, 5)])
def test_polynomials(t):
    assert polynomial_at(fmpz_poly([1, -2, 0, 5]), t) == 1 - 2 * t + 5 * t**3
    assert polynomial_at(fmpz_poly([]), t) == 0


def test_elements_of_a_coarser_field():
    coarse = generator(Exponential(F(1)))
    assert at_point((coarse + 1) / coarse, Exponential(F(1, 2)), F(3)) == F(10, 9)
    assert at_point(F(2, 7), Free(), F(3)) == F(2, 7)


def test_a_pole_is_refused():
    t = generator(Free(F(1), F(3)))
    with pytest.raises(InputError, match="no value"):
        at_point(1 / (t - 2), t.field, F(2))


@pytest.mark.parametrize("at", ["7/5", "2^(1/2)", "e^(1/2)"])
def test_a_function_of_a_free_t_at_a_number_of_any_field(at):
    t, x = generator(Free()), read_number(at)
    assert value_at((t**2 - 2) / (3 * t + 1), x) == (x * x - 2) / (3 * x + 1)
    assert value_at(F(2, 7), x) == F(2, 7)


@pytest.mark.parametrize("text", ["(t^2+1)/(t+2)", "t", "3/(t+1)", "(2*t-2)/(4*t)"])
@pytest.mark.parametrize("epsilon", [F(1, 2), F(67, 133)])
def test_the_value_at_e_to_the_epsilon_is_the_quotient_of_the_values(text, epsilon):
    x, t = read_number(text, t=generator(Free())), generator(Exponential(epsilon))
    assert value_at(x, t) == polynomial_at(x.num, t) / polynomial_at(x.den, t)
    assert value_at(x, t * t) == polynomial_at(x.num, t * t) / polynomial_at(x.den, t * t)
