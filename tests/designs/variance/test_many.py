"""Arrays of binary optima against certified designs and the vertices of the polyhedron."""

import numpy as np
import pytest

from rropt import LDP, Variance, design
from rropt.designs import binary_optima
from rropt.exact.errors import InputError


@pytest.mark.slow
def test_they_are_the_certified_ones() -> None:
    rng = np.random.default_rng(3)
    epsilon, delta = rng.choice([0, 0.01, 0.5, 1, 4, 25, 40], 60), rng.choice([0, 0.001, 0.1, 0.5, 1], 60)
    delta = np.where((epsilon == 0) & (delta == 0), 0.1, delta)
    prevalence = rng.choice([0, 0.01, 0.25, 0.5, 0.9, 1], 60)
    found = binary_optima(epsilon, delta, prevalence)
    for i, (e, d, pi) in enumerate(zip(epsilon, delta, prevalence, strict=True)):
        certified = design(Variance(str(pi)), LDP(str(e), delta=str(d)))
        assert certified.verdict == "optimal"
        assert float(certified.value) == pytest.approx(found.value[i], rel=1e-12), (e, d, pi)
        best = [x.mechanism.to_numpy() for x in certified.minimisers]
        assert any(np.allclose([m[0, 0], m[1, 1]], [found.p00[i], found.p11[i]]) for m in best) or found.value[i] == 0


def test_no_feasible_mechanism_beats_them() -> None:
    rng = np.random.default_rng(4)
    for epsilon, delta, prevalence in ((0.5, 0.1, 0.1), (1, 0, 0.3), (0, 0.2, 0.6), (2, 0.01, 0.5)):
        t, (x, y) = np.exp(epsilon), rng.random((2, 20_000))
        feasible = (x + y > 1.001) & (x - t * (1 - y) <= delta) & (y - t * (1 - x) <= delta)
        x, y = x[feasible], y[feasible]
        yes = prevalence * y + (1 - prevalence) * (1 - x)
        variances = yes * (1 - yes) / (x + y - 1) ** 2
        least = float(binary_optima(epsilon, delta, prevalence).value)
        assert len(x) > 5 and least <= variances.min() * (1 + 1e-12)
        assert variances.min() < 2.5 * least


def test_where_nothing_can_be_learnt_the_variance_is_infinite() -> None:
    found = binary_optima([0, 700], 0, [[0.1], [0.5]])
    assert found.value.shape == (2, 2) and np.isinf(found.value[:, 0]).all() and np.isnan(found.p00[:, 0]).all()
    assert found.value[:, 1] == pytest.approx([0.09, 0.25])


def test_any_of_them_is_certified_when_asked_for() -> None:
    found = binary_optima([0.5, 1.0], 0, 0.1)
    assert found.design(1).verdict == "optimal" and "in doubles" in repr(found) and len(found) == 2
    assert found.to_pandas().shape == (2, 6) and found.to_dict()["delta"] == ["0.0", "0.0"]


def test_a_tiny_variance_keeps_its_digits_and_one_optimum_is_a_list_of_one() -> None:
    for epsilon in (30, 36, 40, 300):
        found = binary_optima(epsilon, 0, 0)
        exact = np.exp(-epsilon) / np.expm1(-epsilon) ** 2  # T/(T - 1)²
        assert float(found.value) == pytest.approx(exact, rel=1e-12) and len(found) == 1 and found
    assert len(binary_optima([0.5, 1.0], 0, [[0.1], [0.5]])) == 4 and not binary_optima([], 0, 0.1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((-1, 0, 0.5), "epsilon = -1.0 is not a number in [0, oo)"),
        ((1, 1.5, 0.5), "delta = 1.5 is not a number in [0, 1]"),
        ((1, 0, float("nan")), "prevalence = nan is not a number in [0, 1]"),
        (([1, 2], 0, [0.1, 0.2, 0.3]), "arrays that broadcast"),
        (("ln3", 0, 0.5), "must be numbers"),
    ],
)
def test_bad_input_is_named(asked: tuple[object, object, object], said: str) -> None:
    with pytest.raises(InputError) as caught:
        binary_optima(*asked)
    assert said in str(caught.value)
