from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.families.hadamard_response import hadamard_response, tight_parity


def _sylvester(order):
    rows = [[1]]
    while len(rows) < order:
        rows = [r + r for r in rows] + [r + [-x for x in r] for r in rows]
    return rows


@pytest.mark.parametrize(("k", "order"), [(2, 4), (3, 4), (4, 8), (7, 8), (8, 16)])
def test_definition_by_sylvesters_doubling(k, order):
    p = Fraction(3, 4)
    mechanism, signs = hadamard_response(k=k, p=p), _sylvester(order)
    assert mechanism.m == order
    for y in range(order):
        for j in range(k):
            assert mechanism[y, j] == (p if signs[j + 1][y] == 1 else 1 - p) / (order // 2)


@pytest.mark.parametrize("k", [2, 3, 6])
@pytest.mark.parametrize("parameters", [{"p": 0}, {"p": "1/3"}, {"p": 1}, {"epsilon": "1/2"}, {"epsilon": "every"}])
def test_parity(k, parameters, parity):
    tight = tight_parity(k=k, **parameters)
    assert tight == parity(hadamard_response(k=k, **parameters))
    if "epsilon" in parameters:
        assert tight == read_epsilon(parameters["epsilon"]).t
