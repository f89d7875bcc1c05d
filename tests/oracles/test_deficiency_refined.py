import random
from fractions import Fraction as F

import pytest

from rropt.designs.deficiency import total_variation
from rropt.mechanism import Mechanism
from rropt.oracles.deficiency_exact import deficiency_by_simplex
from rropt.oracles.deficiency_refined import deficiency_by_refinement


def random_mechanism(rng, m, k, top=30):
    columns = [[F(rng.randint(1, top)) for _ in range(m)] for _ in range(k)]
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


@pytest.mark.parametrize("seed", range(10))
def test_encloses_the_exact_optimum_to_ten_digits(seed):
    rng = random.Random(seed)
    p, q = random_mechanism(rng, 4, 3), random_mechanism(rng, 4, 3)
    exact = deficiency_by_simplex(p, q).decision
    value = exact.value(q) - exact.value(p)
    if value == 0:
        assert deficiency_by_refinement(p, q) is None
        return
    found = deficiency_by_refinement(p, q, apart=exact)
    upper = total_variation(Mechanism(found.garbling) @ p, q)
    lower = found.decision.value(q) - found.decision.value(p)
    assert lower <= value <= upper <= lower * (1 + F(1, 10**9))
    assert all(0 <= g <= 1 for row in found.decision.gains for g in row) and sum(found.decision.prior) == 1


def test_where_rounds_do_not_settle_the_best_that_was_met_encloses(monkeypatch):
    """No two values are within a part of −1 of each other, so rounds go on until they gain nothing."""
    monkeypatch.setattr("rropt.oracles.deficiency_refined.NARROW", F(-1, 2))
    rng = random.Random(1)
    p, q = random_mechanism(rng, 4, 3), random_mechanism(rng, 4, 3)
    exact = deficiency_by_simplex(p, q).decision
    value = exact.value(q) - exact.value(p)
    assert deficiency_by_refinement(p, q) is None
    found = deficiency_by_refinement(p, q, apart=exact)
    lower = found.decision.value(q) - found.decision.value(p)
    assert lower == value <= total_variation(Mechanism(found.garbling) @ p, q) < value * (1 + F(1, 10**6))
