import random
from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.order.decision import normalise
from rropt.order.staircase import decompose, gains_lost, row_fault, staircase_above


def random_of_parity(rng, m, k, gamma):
    """Any mechanism, mixed with the uniform one until its parity is at most gamma."""
    columns = [[F(rng.randint(0, 9)) for _ in range(m)] for _ in range(k)]
    columns = [[(x + 1) / (sum(c) + m) for x in c] for c in columns]
    p = Mechanism(zip(*columns, strict=True))
    uniform = Mechanism([[F(1, m)] * k] * m)
    weight = F(1)
    while any(max(row) > gamma * min(row) for row in p.mix(uniform, weight).rows):
        weight *= F(3, 4)
    return p.mix(uniform, weight)


@pytest.mark.parametrize("seed", range(60))
def test_every_row_is_the_stated_combination(seed):
    rng = random.Random(seed)
    k, gamma = rng.randint(2, 7), F(rng.randint(3, 9), 2)
    row = [F(rng.randint(2, 9)) for _ in range(k)]
    row = [min(x, gamma * min(row)) for x in row]
    found = decompose(row, gamma)
    total = [found.constant] * k
    for pattern, weight in found.weights:
        assert weight > 0 and 0 < len(pattern) < k
        total = [x + (weight * gamma if j in pattern else weight) for j, x in enumerate(total)]
    assert total == row and found.constant >= 0
    assert len(found.weights) == len(set(row)) - 1


def test_a_row_of_larger_parity_is_refused():
    with pytest.raises(InputError, match="exceeds gamma = 2"):
        decompose([F(1), F(3)], F(2))


@pytest.mark.parametrize("seed", range(40))
def test_the_staircase_is_two_valued_and_the_garbling_gives_the_mechanism_back(seed):
    rng = random.Random(seed)
    gamma = F(rng.randint(5, 12), 4)
    p = random_of_parity(rng, rng.randint(2, 5), rng.randint(2, 5), gamma)
    found = staircase_above(p, gamma)
    assert all(row_fault(row, gamma) == "" for row in found.mechanism.rows)
    assert product(found.garbling, found.mechanism.rows) == p.rows
    assert all(sum(c) == 1 and min(c) >= 0 for c in zip(*found.garbling, strict=True))


def test_a_mechanism_that_tells_nothing_stands_below_randomized_response():
    found = staircase_above(Mechanism([["1/3", "1/3", "1/3"], ["2/3", "2/3", "2/3"]]), F(2))
    assert found.mechanism.rows[0] == (F(1, 2), F(1, 4), F(1, 4))
    assert product(found.garbling, found.mechanism.rows) == ((F(1, 3),) * 3, (F(2, 3),) * 3)


def test_over_e():
    p = Mechanism([["t/(t+2)", "1/(t+2)", "3/2/(t+2)"], ["2/(t+2)", "(t+1)/(t+2)", "(t+1/2)/(t+2)"]], epsilon=1)
    t = p.rows[0][0] / p.rows[0][1]
    found = staircase_above(p, t)
    assert product(found.garbling, found.mechanism.rows) == p.rows


def test_patterns_that_rows_share_are_split_between_them():
    p = Mechanism([["3/10", "2/10"], ["4/10", "3/10"], ["3/10", "5/10"]])
    found = staircase_above(p, F(2))
    assert len(found.patterns) == 2 and product(found.garbling, found.mechanism.rows) == p.rows


def test_the_fault_names_the_values():
    assert row_fault([F(1), F(2), F(2)], F(2)) == ""
    assert "parity is 3/2, not 2" in row_fault([F(2), F(3)], F(2))
    assert "3/2 between its least 1 and its largest 2" in row_fault([F(1), F(2), F(3, 2)], F(2))
    assert "parity is 1" in row_fault([F(1), F(1)], F(2))


@pytest.mark.parametrize("seed", range(40))
def test_the_staircase_earns_more_on_the_gains_that_a_joined_row_loses(seed):
    rng = random.Random(seed)
    k, gamma = rng.randint(2, 5), F(rng.randint(5, 12), 4)
    p = random_of_parity(rng, rng.randint(2, 5), k, gamma)
    if not any(row_fault(row, gamma) for row in p.rows):
        return
    above = staircase_above(p, gamma)
    decision = normalise(gains_lost(above, gamma))
    assert len(decision.gains) == 2 and decision.value(above.mechanism) > decision.value(p)
