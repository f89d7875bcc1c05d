import random
from fractions import Fraction as F

import pytest

from rropt.designs.deficiency import deficiency
from rropt.mechanism import Mechanism
from rropt.oracles.deficiency_numeric import numeric_deficiency


@pytest.mark.parametrize("x", [F(4, 5), F(9, 10), F(2, 3)])
def test_cvxpy_finds_the_value_of_the_exact_simplex(x):
    p = Mechanism([["3/4", "1/4", "1/2"], ["1/4", "3/4", "1/2"]])
    q = Mechanism([[x, 1 - x, x], [1 - x, x, 1 - x]])
    assert abs(numeric_deficiency(p.to_numpy(), q.to_numpy()) - float(deficiency(p, q).exact)) < 1e-7


def test_cvxpy_finds_the_value_of_the_refined_enclosure():
    rng = random.Random(6)

    def dense() -> Mechanism:
        columns = [[F(rng.randint(1, 50)) for _ in range(14)] for _ in range(5)]
        return Mechanism([[c[i] / sum(c) for c in columns] for i in range(14)])

    p, q = dense(), dense()
    found = deficiency(p, q)
    assert found.exact is None
    assert float(found.lower) - 1e-7 < numeric_deficiency(p.to_numpy(), q.to_numpy()) < float(found.upper) + 1e-7
