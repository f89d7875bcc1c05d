"""The binary variance under conditions against a grid of all mechanisms, and what is said of the mirror image."""

import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt import LDP, Design, InputError, Variance, design, verify
from rropt.problem.conditions import read_conditions

STEPS = 600


def best_on_a_grid(pi: float, t: float, delta: float, texts: list[str], *, mirrored: bool = False) -> float | None:
    """The least q(1 − q)/D² over mechanisms of a grid with p00 + p11 > 1 (or < 1) that keep the demand and the conditions."""
    p00, p11 = np.meshgrid(*[np.arange(STEPS + 1) / STEPS] * 2)
    entries = {(0, 0): p00, (1, 0): 1 - p00, (1, 1): p11, (0, 1): 1 - p11}
    fits = (p00 + p11 < 1 - 1e-9) if mirrored else (p00 + p11 > 1 + 1e-9)
    for j, n in ((0, 1), (1, 0)):
        fits &= sum(np.maximum(0, entries[i, j] - t * entries[i, n]) for i in (0, 1)) <= delta + 1e-12
    for c in read_conditions(texts, 2, 2, None, None):
        left, bound = sum(float(a) * entries[at] for at, a in c.terms), float(c.bound)
        height = left - bound if c.relation == ">=" else bound - left
        fits &= (np.abs(height) < 1e-9) if c.relation == "==" else (height >= -1e-12)
    q = pi * p11 + (1 - pi) * (1 - p00)
    values = np.where(fits, q * (1 - q) / np.where(fits, (p00 + p11 - 1) ** 2, 1), np.inf)
    return float(values.min()) if fits.any() else None


def test_the_optimum_is_no_worse_than_a_grid_and_close_to_it() -> None:
    rng, outcomes = random.Random(77), []
    for _ in range(60):
        t, delta, pi = F(rng.randint(3, 12), 2), F(rng.choice([0, 1, 2]), 20), F(rng.randint(0, 10), 10)
        i, j = rng.randrange(2), rng.randrange(2)
        texts = [
            f"P[{i},{j}] {rng.choice(['<=', '>='])} {F(rng.randint(1, 11), 12)}",
            rng.choice(["P[0,0] <= P[1,1]", "2*P[0,0] >= P[1,1]", "P[0,1] + P[1,0] >= 1/3", "P[0,0] == 3/4"]),
        ]
        found = design(Variance(pi), LDP(f"ln({t})", delta=delta), subject_to=texts)
        grid = best_on_a_grid(float(pi), float(t), float(delta), texts)
        outcomes.append(found.verdict)
        assert verify(found.certificate).is_accepted and Design.from_json(found.to_json()).verdict == found.verdict
        if found.verdict == "infeasible":
            assert grid is None
            continue
        assert found.mechanism is not None and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)
        assert (
            LDP(f"ln({t})", delta=delta).holds(found.mechanism) and Variance(pi).value(found.mechanism) == found.value
        )
        if grid is not None:
            assert float(found.value) <= grid + 1e-12 and grid - float(found.value) <= 0.1 * (1 + float(found.value))
        mirror = best_on_a_grid(float(pi), float(t), float(delta), texts, mirrored=True)
        smaller = mirror is not None and mirror < float(found.value) - 1e-9
        assert not smaller or any("allow the smaller variance" in note for note in found.notes)
    assert {"optimal", "infeasible"} <= set(outcomes)


def test_the_worst_prevalence_under_conditions() -> None:
    texts = ["P[1,1] >= 9/10", "P[0,0] <= 3/5"]
    found = design(Variance("1/10..2/5"), LDP("ln3", delta="1/10"), subject_to=texts)
    assert found.verdict == "optimal" and verify(found.to_json()).is_accepted
    worst = [Variance(F(n, 100)).value(found.mechanism) for n in range(10, 41)]
    assert max(map(float, worst)) <= float(found.value) + 1e-12
    assert float(found.value) > float(design(Variance("1/10..2/5"), LDP("ln3", delta="1/10")).value)


def test_conditions_that_leave_only_the_mirror_image_are_infeasible_by_the_trace() -> None:
    found = design(Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] <= 1/2", "P[1,1] <= 1/2"])
    assert (
        found.verdict == "infeasible"
        and "the maximum of the trace (the i-th output for the i-th input) is 1" in found.sentence
    )
    assert "at most 1" in found.notes[0] and verify(found.to_json()).is_accepted
    none = design(Variance("1/4"), LDP("ln3"), subject_to=["P[0,0] >= 9/10", "P[1,1] >= 9/10"])
    assert none.verdict == "infeasible" and "no mechanism with" in none.sentence


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda c: design(Variance("1/4"), LDP(1), outputs="free", subject_to=c), "two outputs"),
        (lambda c: design(Variance("every"), LDP(1), subject_to=c), "must be numbers"),
        (lambda c: design(Variance("1/4"), LDP("every"), subject_to=c), "must be numbers"),
    ],
)
def test_what_is_refused(asked: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        asked(["P[0,0] >= 1/2"])  # type: ignore[operator]
