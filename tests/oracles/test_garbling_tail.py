import random
from fractions import Fraction as F

import pytest

from rropt.designs.dominance import dominates
from rropt.exact.fields import Free
from rropt.exact.matrix import product
from rropt.exact.substitute import value_at
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_parametric import at_sample
from rropt.oracles.garbling_tail import tail_garbling


def powers(rng, m, k, most):
    """Columns of weights a·t^d with d up to `most`, divided by their sums."""
    columns = []
    for _ in range(k):
        terms = [f"{rng.randint(1, 9)}*t^{rng.randint(0, most)}" for _ in range(m)]
        columns.append([f"({x})/({'+'.join(terms)})" for x in terms])
    return Mechanism([[c[i] for c in columns] for i in range(m)], epsilon="every")


@pytest.mark.parametrize(
    ("seed", "m", "k", "n", "most"), [(1, 5, 3, 4, 1), (2, 5, 3, 4, 2), (3, 6, 4, 5, 2), (4, 8, 4, 6, 2)]
)
def test_a_garbling_whose_entries_vanish_goes_on_to_infinity(seed, m, k, n, most):
    rng = random.Random(seed)
    p = powers(rng, m, k, 1)
    q = powers(rng, n, m, most) @ p
    found = tail_garbling(p, q, Free(), F(1000))
    assert found is not None and product(found.garbling, p.rows) == q.rows
    for t in (F(10) ** 5, F(10) ** 9, F(10) ** 30, F(10) ** 90):
        c = [[value_at(x, t) for x in row] for row in found.garbling]
        assert min(x for row in c for x in row) >= 0 and {sum(column) for column in zip(*c, strict=True)} == {1}
        assert product(c, at_sample(p, Free(), t).rows) == at_sample(q, Free(), t).rows
    assert any(0 < value_at(x, F(10) ** 30) < F(1, 10**25) for row in found.garbling for x in row)


def test_none_where_the_first_is_not_at_least_as_informative_far_out():
    rng = random.Random(5)
    p, q = powers(rng, 5, 3, 1), powers(rng, 4, 3, 1)
    assert not dominates(at_sample(p, Free(), F(10**6)), at_sample(q, Free(), F(10**6)))
    assert tail_garbling(p, q, Free(), F(2)) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 14])
def test_an_order_of_vanishing_entries_is_decided_up_to_infinity(seed):
    rng = random.Random(seed)
    p = powers(rng, 8, 4, 1)
    found = dominates(p, powers(rng, 6, 8, 2) @ p)
    assert found.holds and [v.interval for v in found.verdicts] == ["(1, inf)"]
    assert all(piece.certificate for piece in found.pieces)
