from fractions import Fraction as F

from rropt.mechanism import Mechanism
from rropt.order.numeric.deficiency import deficiency_by_simplex, deficiency_size


def test_the_optimum_and_its_dual_meet():
    p = Mechanism([["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]])
    q = Mechanism([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]])
    found = deficiency_by_simplex(p, q)
    made = Mechanism(found.garbling) @ p
    distance = max(sum(max(F(0), made[i, j] - q[i, j]) for i in range(3)) for j in range(3))
    assert found.decision.value(q) - found.decision.value(p) == distance == F(4, 7)
    assert all(0 <= g <= 1 for row in found.decision.gains for g in row)


def test_the_size_counts_the_tableau():
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    assert deficiency_size(p, p) == (4 + 2 + 2) * (4 + 8 + 2 + 1)


def test_over_a_radical():
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="1/2*log(2)")
    q = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    found = deficiency_by_simplex(p, q)
    assert found.decision.value(q) - found.decision.value(p) == F(3, 4) - p[0, 0]
