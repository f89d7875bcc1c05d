"""The deficiency by steps against the linear program in floats, and what its two halves are."""

import random
from fractions import Fraction

import numpy as np
import pytest

from rropt.exact.patience import limit_seconds
from rropt.mechanism import Mechanism
from rropt.order import deficiency
from rropt.order.numeric import deficiency as numeric
from rropt.order.numeric.floats import near_deficiency
from rropt.order.numeric.splitting import near_deficiency_by_steps


def random_mechanism(rng: random.Random, m: int, k: int) -> Mechanism:
    columns = []
    for _ in range(k):
        weights = [rng.randint(1, 20) for _ in range(m)]
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


def upper(p: Mechanism, q: Mechanism, c: np.ndarray) -> float:
    return float((c @ p.to_numpy() - q.to_numpy()).clip(min=0).sum(axis=0).max())


@pytest.mark.parametrize("seed", range(6))
def test_both_bounds_are_near_the_optimum(seed: int) -> None:
    rng = random.Random(seed)
    p, q = random_mechanism(rng, 6 + seed, 4), random_mechanism(rng, 5, 4)
    exact, found = near_deficiency(p, q), near_deficiency_by_steps(p, q)
    assert exact is not None
    least = upper(p, q, exact.c)
    assert found.c.min() >= 0 and np.abs(found.c.sum(axis=0) - 1).max() < 1e-12
    assert abs(found.w.sum() - 1) < 1e-9 and (found.y <= 0).all() and (found.y >= -found.w - 1e-12).all()
    low = (-found.y @ p.to_numpy().T).min(axis=0).sum() + (found.y * q.to_numpy()).sum()
    assert low <= least + 1e-9 and least <= upper(p, q, found.c) + 1e-9
    assert upper(p, q, found.c) - low < 0.02 * least


def test_what_is_found_encloses_the_exact_deficiency(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(9)
    p, q = random_mechanism(rng, 5, 3), random_mechanism(rng, 4, 3)
    exact = deficiency(p, q).value
    monkeypatch.setattr(numeric, "MOST_ENTRIES", 0)
    monkeypatch.setattr("rropt.order.le_cam.MOST_CELLS", 0)
    found = deficiency(p, q)
    assert exact is not None and exact > 0
    assert found.lower <= exact <= found.upper and found.upper - found.lower < exact / 50 and found.certificate


def test_the_steps_end_with_what_they_have_when_half_of_the_time_is_over() -> None:
    rng = random.Random(2)
    p, q = random_mechanism(rng, 6, 4), random_mechanism(rng, 5, 4)
    with limit_seconds(1e-3):
        found = near_deficiency_by_steps(p, q)
    assert found.c.min() >= 0 and np.abs(found.c.sum(axis=0) - 1).max() < 1e-12


@pytest.mark.slow
def test_a_dense_pair_of_sixty_four_inputs_has_a_narrow_enclosure() -> None:
    rng = random.Random(64)
    p, q = random_mechanism(rng, 128, 64), random_mechanism(rng, 128, 64)
    found = deficiency(p, q)
    assert found.lower > 0 and found.upper - found.lower < found.upper / 50
    assert found.certificate and not found.uncertified
