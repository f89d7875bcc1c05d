import random
from fractions import Fraction as F

import numpy as np

from rropt.mechanism import Mechanism
from rropt.oracles.garbling_numeric import by_numeric, feasible_point, separating_gains
from rropt.oracles.garbling_program import garbling_program


def random_mechanism(rng, m, k, top=30):
    columns = [[F(rng.randint(1, top)) for _ in range(m)] for _ in range(k)]
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


def test_the_cvxpy_program_finds_a_garbling_in_floats():
    rng = random.Random(1)
    p = random_mechanism(rng, 6, 3)
    q = random_mechanism(rng, 4, 6) @ p
    c = feasible_point(p.to_numpy(), q.to_numpy(), garbling_program(p, q).span)
    assert c.min() > -1e-9 and abs(c @ p.to_numpy() - q.to_numpy()).max() < 1e-7
    assert feasible_point(q.to_numpy(), p.to_numpy(), garbling_program(q, p).span) is None


def test_the_separating_program_finds_gains():
    p, q = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]).to_numpy(), np.array([[0.8, 0.2], [0.2, 0.8]])
    gains = separating_gains(p, q)
    worth = lambda m: (m @ gains.T).max(axis=1).sum()  # noqa: E731
    assert abs(worth(q) - worth(p) - 0.2) < 1e-6


def test_too_close_a_tie_is_left_to_others():
    p = Mechanism([["1/2", "1/4", "1/3"], ["1/4", "1/2", "1/3"], ["1/8", "1/8", "1/6"], ["1/8", "1/8", "1/6"]])
    q = Mechanism([["1/2+1/10^30", "1/4", "1/3"], ["1/2-1/10^30", "3/4", "2/3"]])
    found = by_numeric(garbling_program(p, q))
    assert found is None or found.garbling is None
