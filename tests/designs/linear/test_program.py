"""Linear programs: gains, values, and that the dual condition of the row-wise form bounds every feasible mechanism."""

import random
from fractions import Fraction as F

from rropt.designs.linear.program import LinearProgram
from tests import brute_force


def phi(c: F, t: F) -> F:
    return t * max(c, F(0)) - max(-c, F(0))


def test_a_loss_is_a_gain_with_its_sign_turned() -> None:
    w = ((F(1), F(-2)), (F(0), F(3)))
    program = LinearProgram(F(2), F(0), w, False)
    assert program.gains == ((-1, 2), (0, -3)) and LinearProgram(F(2), F(0), w, True).gains == w
    assert (program.k, program.m) == (2, 2)
    assert program.value(((F(1, 2), F(1, 4)), (F(1, 2), F(3, 4)))) == F(1, 2) - F(1, 2) + F(9, 4)


def test_columns_that_meet_the_row_condition_bound_the_optimum_and_only_they_do() -> None:
    """For random y the condition Σ_j φ(W_ij − y_j) ≤ 0 implies max ΣW·P ≤ Σy, the optimum being z3's."""
    rng = random.Random(7)
    met = 0
    for _ in range(60):
        t, k = rng.choice([F(3, 2), F(3)]), rng.randint(2, 3)
        w = tuple(tuple(F(rng.randint(-4, 4)) for _ in range(k)) for _ in range(k))
        y = [F(rng.randint(-4, 8), 2) for _ in range(k)]
        if all(sum((phi(a - b, t) for a, b in zip(row, y, strict=True)), F(0)) <= 0 for row in w):
            met += 1
            assert brute_force.best_linear(w, t, F(0)) <= sum(y)
    assert met >= 10
