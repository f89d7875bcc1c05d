"""Selberg's polynomials lie on either side of the indicator of an arc, and a smaller slope would not."""

import numpy as np
import pytest

from rropt.estimates.selberg import MOST_SIZE, beurling


def polynomials(b, start: float, x) -> tuple[object, object]:
    """S⁻ and S⁺ of the arc [start, 1] at x."""
    k = np.arange(1, len(b))

    def beyond(y):
        return b[0].real + 2 * np.real(np.exp(2j * np.pi * np.outer(y, k)) @ b[1:])

    return 1 - start - beyond(-x) - beyond(x - start), 1 - start + beyond(x) + beyond(start - x)


@pytest.mark.parametrize("degree", [1, 4, 37])
@pytest.mark.parametrize("start", [0.1, 0.5, 0.93])
def test_the_indicator_of_an_arc_lies_between(degree: int, start: float) -> None:
    x = np.linspace(0, 1, 4001)[1:-1]
    inside, open_inside = x >= start, x > start
    low, high = polynomials(beurling(degree), start, x)
    assert (low <= open_inside + 1e-12).all() and (high >= inside - 1e-12).all()
    assert low.min() >= 1 - MOST_SIZE and high.max() <= MOST_SIZE
    assert abs((high - low).mean() - 2 / (degree + 1)) < 0.01


def test_a_wrong_coefficient_is_seen() -> None:
    b = beurling(37)
    b[1:] = b[1:].real + 0.99j * b[1:].imag
    x = np.linspace(0, 1, 4001)[1:-1]
    low, high = polynomials(b, 0.5, x)
    assert (high < (x >= 0.5) - 1e-4).any() and (low > (x > 0.5) + 1e-4).any()
