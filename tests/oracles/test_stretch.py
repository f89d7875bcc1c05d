from fractions import Fraction as F
from itertools import pairwise

import numpy as np

from rropt.oracles.stretch import at_most_one, furthest, points_from
from rropt.solvers.highs import minimise


def test_points_go_up_from_t_to_the_end():
    points = points_from(F(3, 2), F(7))
    assert points[0] == F(3, 2) and points[-1] == 7 and all(a < b for a, b in pairwise(points))
    assert points_from(F(3, 2), None)[-1] > 10**5
    assert points_from(F(2), F(2)) == [F(2)]


def test_the_lowest_degree_that_serves_most_points():
    served = {0: 3, 1: 7, 2: 7}
    asked = []

    def solved(count, degree):
        asked.append((count, degree))
        return np.array([count]) if count <= served[degree] else None

    count, degree, answer = furthest(9, solved)
    assert (count, degree, answer[0]) == (7, 1, 7) and (9, 2) in asked


def test_nothing_served_is_no_answer():
    assert furthest(4, lambda count, degree: None) == (0, 0, None)
    assert furthest(0, lambda count, degree: np.array([1.0])) == (0, 0, None)


def test_the_last_number_is_at_most_one():
    cost, rows = at_most_one(np.array([[1.0, -1.0], [-1.0, 0.0]]), [0.0, -5.0])
    assert -minimise(cost, rows).value == 1
