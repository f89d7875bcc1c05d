from fractions import Fraction as F

import numpy as np

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.oracles.garbling_face import Failure, face
from rropt.oracles.garbling_program import garbling_program

TINY = F(1, 10**30)


def test_rows_that_floats_take_for_dependent():
    p = Mechanism([["1/2", "1/4"], ["1/4+1/10^30", "1/8"], ["1/4-1/10^30", "5/8"]])
    c = Mechanism([["1/2", "1/3", "1/5"], ["1/2", "2/3", "4/5"]])
    q = c @ p
    support = np.ones((2, 3), dtype=bool)
    support[0, 2] = False
    assert face(garbling_program(p, q), support, c.to_numpy()).exact(lambda i, u: c[i, u], 80) in Failure
    whole = face(garbling_program(p, q), np.ones((2, 3), dtype=bool), c.to_numpy())
    found = whole.exact(lambda i, u: c[i, u], 200)
    assert product(found, p.rows) == q.rows


def test_equations_that_contradict_each_other_are_told_from_signs():
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    q = Mechanism([["4/5", "1/5"], ["1/5", "4/5"]])
    value = lambda i, u: F(1, 2)  # noqa: E731
    ones = np.ones((2, 2))
    assert face(garbling_program(p, q), ones > 0, ones).exact(value, 40) is Failure.SIGNS
    assert face(garbling_program(p, q), np.eye(2) > 0, ones).exact(value, 40) is Failure.EQUATIONS
