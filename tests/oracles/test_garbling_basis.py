import random
from fractions import Fraction as F

import pytest

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_basis import by_basis
from rropt.oracles.garbling_program import garbling_program
from rropt.order.decision import normalised
from rropt.order.minimal import minimal_form

TINY = F(1, 10**30)


def pair(seed, m, k, cards):
    """P and a garbling of it by a sparse matrix, on the boundary of what P dominates."""
    rng = random.Random(seed)
    columns = [[F(rng.randint(1, 99)) for _ in range(m)] for _ in range(k)]
    p = Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))
    chosen = [rng.sample(range(m), cards) for _ in range(m)]
    c = Mechanism([[F(i in chosen[u], cards) for u in range(m)] for i in range(m)])
    return p, c @ p


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_gap_of_1e_minus_30_is_seen_on_both_sides(cards):
    p, q = pair(cards, 10, 5, cards)
    rows = [list(row) for row in minimal_form(q).mechanism.rows]
    on_the_boundary = by_basis(garbling_program(p, Mechanism(rows)))
    assert on_the_boundary is not None and product(on_the_boundary.garbling, p.rows) == tuple(map(tuple, rows))
    rows[0][0], rows[1][0] = rows[0][0] + TINY, rows[1][0] - TINY
    shaken = Mechanism(rows)
    found = by_basis(garbling_program(p, shaken))
    assert found is not None
    if found.garbling is not None:
        assert product(found.garbling, p.rows) == shaken.rows
    else:
        problem = normalised(found.gains)
        assert problem.value(shaken) > problem.value(p)
    pulled = q.mix(Mechanism([[F(1, q.m)] * q.k] * q.m), TINY)
    inside = by_basis(garbling_program(p, minimal_form(pulled).mechanism))
    assert inside is not None and inside.garbling is not None


def test_it_declines_another_field():
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon=1)
    assert by_basis(garbling_program(p.repeat(2), p)) is None
