import numpy as np
from scipy.optimize import linprog

from rropt.oracles.order_interior import Blocks, solve_interior


def test_agrees_with_scipy_on_random_right_hand_sides_costs_and_bounds():
    rng = np.random.default_rng(1)
    mq, mp, k = 4, 5, 3
    blocks = Blocks(rng.uniform(0.1, 1, (mp, k)), rng.uniform(0.1, 1, mp), rng.uniform(0.1, 1, mq))
    rows = np.array([blocks.times(unit) for unit in np.eye(blocks.width)]).T
    lower = -rng.uniform(0, 1, blocks.width)
    b = rows @ (lower + rng.uniform(0, 1, blocks.width))
    cost = rows.T @ rng.normal(size=len(b)) + rng.uniform(0, 1, blocks.width)
    found = solve_interior(blocks, b, cost, lower)
    wanted = linprog(cost, A_eq=rows, b_eq=b, bounds=[(x, None) for x in lower]).fun
    assert abs(cost @ found.x - wanted) < 1e-7 and abs(rows @ found.x - b).max() < 1e-7
    assert abs(rows.T @ found.y - blocks.back(found.y)).max() < 1e-12
