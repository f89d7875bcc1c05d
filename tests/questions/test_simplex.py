from fractions import Fraction as F

import numpy as np
import pytest

from rropt.questions.simplex import project, project_exact


@pytest.mark.parametrize("seed", range(20))
def test_the_projection_satisfies_its_optimality_conditions_and_both_paths_agree(seed):
    rng = np.random.default_rng(seed)
    v = [F(int(x), 7) for x in rng.integers(-8, 12, size=6)]
    x = project_exact(v)
    assert sum(x) == 1 and min(x) >= 0
    # KKT: v − x is one constant where x > 0 and at most it where x = 0
    threshold = {a - b for a, b in zip(v, x, strict=True) if b > 0}
    assert len(threshold) == 1
    assert all(a - b <= max(threshold) for a, b in zip(v, x, strict=True))
    np.testing.assert_allclose(project(np.array([float(a) for a in v])), [float(a) for a in x], atol=1e-12)


def test_a_distribution_is_its_own_projection():
    v = (F(1, 2), F(1, 3), F(1, 6), F(0))
    assert project_exact(v) == v
