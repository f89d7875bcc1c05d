import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_program import garbling_program
from rropt.oracles.garbling_repair import repair


def random_mechanism(rng, m, k, top=30, *, per_column=None):
    columns = []
    for _ in range(k):
        kept = rng.sample(range(m), per_column or m)
        columns.append([F(rng.randint(1, top)) if i in kept else F(0) for i in range(m)])
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


@pytest.mark.parametrize("per_column", [None, 1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_a_garbling_known_to_eight_digits_becomes_exact(seed, per_column):
    rng = random.Random(seed)
    p = random_mechanism(rng, 8, 5)
    c = random_mechanism(rng, 6, 8, per_column=per_column)
    q = c @ p
    noise = np.random.default_rng(seed).uniform(-1e-9, 1e-9, (6, 8))
    found = repair(garbling_program(p, q), c.to_numpy() + noise)
    assert found is not None and product(found, p.rows) == q.rows
    assert all(sum(column) == 1 and min(column) >= 0 for column in zip(*found, strict=True))


def test_over_e():
    p = Mechanism([["t/(2*t+2)", "1/(2*t+2)"], ["1/(2*t+2)", "t/(2*t+2)"], ["1/2", "0"], ["0", "1/2"]], epsilon=1)
    c = Mechanism([["1/2", "1/3", "1/4", "1/5"], ["1/2", "2/3", "3/4", "4/5"]])
    found = repair(garbling_program(p, c @ p), c.to_numpy())
    assert found is not None and product(found, p.rows) == (c @ p).rows


def test_nothing_comes_back_where_there_is_no_garbling():
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    q = Mechanism([["4/5", "1/5"], ["1/5", "4/5"]])
    assert repair(garbling_program(p, q), np.array([[0.99, 0.01], [0.01, 0.99]])) is None
