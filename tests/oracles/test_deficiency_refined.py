import random
from fractions import Fraction as F

import pytest

from rropt.designs.deficiency import deficiency_of, total_variation
from rropt.designs.dominance import dominates
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


def nearly_itself(rng, m, k):
    """P, and P with its output revealed a little: with probability 10^-30 output i answers input i."""
    p, tiny = random_mechanism(rng, m, k), F(1, 10**30)
    rows = [[(1 - tiny) * x + (tiny if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(p.rows)]
    return p, Mechanism(rows)


@pytest.mark.parametrize("seed", range(3))
def test_a_gap_of_a_tiny_part_is_enclosed_to_ten_digits_of_its_own(seed):
    p, q = nearly_itself(random.Random(seed), 12, 5)
    found = dominates(p, q)
    near = deficiency_by_refinement(p, q, apart=found.witness.decision)
    upper = total_variation(Mechanism(near.garbling) @ p, q)
    lower = near.decision.value(q) - near.decision.value(p)
    assert 0 < lower <= upper <= lower * (1 + F(1, 10**10)) < F(1, 10**30)
    exact = deficiency_by_simplex(*nearly_itself(random.Random(seed), 5, 3))
    small = deficiency_by_refinement(*nearly_itself(random.Random(seed), 5, 3), apart=exact.decision)
    values = [d.value(m) for d in (exact.decision, small.decision) for m in nearly_itself(random.Random(seed), 5, 3)]
    assert abs((values[1] - values[0]) - (values[3] - values[2])) <= F(1, 10**40)


def test_an_order_that_is_decided_is_not_decided_again(monkeypatch):
    p, q = nearly_itself(random.Random(7), 12, 5)
    found = dominates(p, q)
    monkeypatch.setattr("rropt.designs.deficiency.dominates_at_point", None)
    assert not found and 0 < deficiency_of(found).lower < F(1, 10**30)
    monkeypatch.setattr("rropt.designs.deficiency.MOST_WORK", 0)
    assert deficiency_of(found).lower > 0
