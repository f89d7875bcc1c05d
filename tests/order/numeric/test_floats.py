import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.order.numeric.face import repair
from rropt.order.numeric.floats import by_numeric, near_basis, near_deficiency
from rropt.order.numeric.program import garbling_program
from rropt.solvers.simplex import minimise


def random_mechanism(rng, m, k, top=30):
    columns = [[F(rng.randint(1, top)) for _ in range(m)] for _ in range(k)]
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


def test_the_deficiency_of_randomized_response():
    p, q = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), Mechanism([["4/5", "1/5"], ["1/5", "4/5"]])
    found = near_deficiency(p, q)
    assert abs((found.c @ p.to_numpy() - q.to_numpy()).clip(min=0).sum(axis=0).max() - 1 / 20) < 1e-9
    assert abs(found.w.sum() - 1) < 1e-9 and (found.y <= 1e-9).all() and (found.y >= -found.w - 1e-9).all()


@pytest.mark.parametrize("seed", range(5))
def test_a_garbling_known_to_eight_digits_becomes_exact(seed):
    rng = random.Random(seed)
    p = random_mechanism(rng, 8, 5)
    c = random_mechanism(rng, 6, 8)
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


def test_too_close_a_tie_is_left_to_others():
    p = Mechanism([["1/2", "1/4", "1/3"], ["1/4", "1/2", "1/3"], ["1/8", "1/8", "1/6"], ["1/8", "1/8", "1/6"]])
    q = Mechanism([["1/2+1/10^30", "1/4", "1/3"], ["1/2-1/10^30", "3/4", "2/3"]])
    found = by_numeric(garbling_program(p, q))
    assert found is None or found.garbling is None


def test_the_simplex_method_goes_on_from_the_basis():
    rng = random.Random(1)
    p = random_mechanism(rng, 6, 3)
    program = garbling_program(p, random_mechanism(rng, 4, 6) @ p)
    a, b = program.standard_form()
    found = minimise((F(0),) * program.columns, a, b, basis=near_basis(a, b), most=program.rows)
    assert found.status == "optimal" and [x for (x,) in product(a, [(x,) for x in found.x])] == list(b)
