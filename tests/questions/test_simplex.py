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


@pytest.mark.parametrize("size", [F(1, 10**7), F(10**12), F(10**16), F(10**80)])
def test_estimates_of_any_size_are_projected(size):
    # an epsilon near 0 makes estimates that a double cannot tell from themselves plus 1
    for v in ((size, -size, F(0)), (size, size, -2 * size), (-size, -size, -2 * size)):
        expected = [float(x) for x in project_exact(v)]
        np.testing.assert_allclose(project(np.array([float(x) for x in v])), expected, atol=1e-12)
