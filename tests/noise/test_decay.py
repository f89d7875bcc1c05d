import math
from fractions import Fraction as F

import flint
import pytest

from rropt.exact.epsilon import rational_base, read_epsilon
from rropt.exact.errors import InputError
from rropt.noise.decay import decay, epsilon_ball


@pytest.mark.parametrize("text", ["1", "1/2", "ln3", "ln2.5", "ln(8)/2", "2*ln(2)/3", "ln(9/8)/6"])
def test_decay_is_the_exact_power(text):
    epsilon = read_epsilon(text)
    assert decay(epsilon, F(2)) == decay(epsilon, F(1)) ** 2 == 1 / epsilon.t**2
    assert decay(epsilon, F(1, 3)) ** 3 == 1 / epsilon.t
    assert float(decay(epsilon, F(2, 3))) == pytest.approx(math.exp(-float(epsilon) * 2 / 3))
    assert decay(epsilon, F(0)) == 1


@pytest.mark.parametrize("text", ["1", "ln3"])
def test_the_ball_contains_epsilon_whole_or_split(text):
    for epsilon in (read_epsilon(text), read_epsilon(text).split(3)):
        with flint.ctx.workprec(100):
            found = epsilon_ball(epsilon)
        assert float(found.mid()) == pytest.approx(float(epsilon)) and float(found.rad()) < 1e-20


def test_a_logarithm_knows_its_base():
    assert rational_base(read_epsilon("ln3")) == (3, 1)
    assert rational_base(read_epsilon("ln3").split(2)) == (3, 2)
    assert rational_base(read_epsilon("1")) is None


@pytest.mark.parametrize(
    ("text", "base"), [("ln(8)/2", (8, 2)), ("2*ln(2)/3", (4, 3)), ("3*ln(2)/12", (2, 4)), ("ln(1+sqrt(2))", None)]
)
def test_any_multiple_of_a_power_of_a_root_has_a_base(text, base):
    epsilon = read_epsilon(text)
    assert rational_base(epsilon) == base
    assert decay(epsilon, F(3)) == 1 / epsilon.t**3
    if base:
        assert decay(epsilon, F(1, 2)) == epsilon.split(2).t ** -1 and epsilon.split(2).t ** 2 == epsilon.t
    else:
        with pytest.raises(InputError, match=r"cannot write e\^.* exactly"):
            decay(epsilon, F(1, 2))


@pytest.mark.parametrize("text", ["0", "inf", "every"])
def test_budgets_without_a_scale_are_refused(text):
    with pytest.raises(InputError, match="cannot be used for noise"):
        decay(read_epsilon(text), F(1))
