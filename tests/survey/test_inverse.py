"""The inverse weights invert, over Q and over Q(t), and unidentified mechanisms are refused."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.exact.matrix import identity, product
from rropt.mechanism import Mechanism
from rropt.survey.inverse import apply, inverse_weights


@pytest.mark.parametrize("epsilon", ["1/2", "ln3", 2])
def test_weights_invert_the_mechanism(epsilon: object) -> None:
    rows = [[f"{'t' if i == j else '1'}/(2+t)" for j in range(3)] for i in range(3)]
    p = Mechanism(rows, epsilon=epsilon)
    assert product(inverse_weights(p), p.rows) == identity(3)


def test_warner_formula() -> None:
    p, share = Fraction(7, 10), Fraction(2, 5)
    w = inverse_weights(Mechanism([[p, 1 - p], [1 - p, p]]))
    assert apply(w, [1 - share, share])[1] == (share - (1 - p)) / (2 * p - 1)


def test_unidentified_mechanisms_are_refused() -> None:
    with pytest.raises(InputError, match="rank 1"):
        inverse_weights(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]))
    with pytest.raises(InputError, match="linear weights"):
        inverse_weights(Mechanism([["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]]))
    with pytest.raises(InputError, match="fix epsilon"):
        inverse_weights(Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]]))
