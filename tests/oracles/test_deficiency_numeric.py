from fractions import Fraction as F

import pytest

from rropt.mechanism import Mechanism
from rropt.oracles.deficiency_exact import deficiency_by_simplex
from rropt.oracles.deficiency_numeric import deficiency_by_cvxpy, numeric_deficiency


@pytest.mark.parametrize("x", [F(4, 5), F(9, 10), F(2, 3)])
def test_the_numeric_and_the_exact_program_agree(x):
    p = Mechanism([["3/4", "1/4", "1/2"], ["1/4", "3/4", "1/2"]])
    q = Mechanism([[x, 1 - x, x], [1 - x, x, 1 - x]])
    exact = deficiency_by_simplex(p, q).decision
    value = exact.value(q) - exact.value(p)
    assert abs(numeric_deficiency(p.to_numpy(), q.to_numpy())[0] - float(value)) < 1e-7
    near = deficiency_by_cvxpy(p, q)
    assert all(sum(c) == 1 and min(c) >= 0 for c in zip(*near.garbling, strict=True))
    assert sum(near.decision.prior) == 1 and min(near.decision.prior) >= 0
    assert value - F(1, 10**6) < near.decision.value(q) - near.decision.value(p) <= value
