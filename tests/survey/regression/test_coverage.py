"""Intervals cover as often as they say: simulated, seeded, two-sided, and the check is shown to see errors a fifth too small."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt import Mechanism, from_spec
from rropt.survey import regress
from tests.survey.regression.people import a_frame

DEVICES = {
    2: ("warner:p=4/5", "mangat:p=1/2", "forced_response:yes=1/6,no=1/6"),
    4: ("krr:k=4,epsilon=ln9", "subset_selection:k=4,size=2,epsilon=3", "hadamard_response:k=4,epsilon=3"),
}
GRID = [(k, spec, n) for k, specs in DEVICES.items() for spec in specs for n in (300, 1000, 5000)]
SLOPES = {2: [(-0.5, 0.8)], 4: [(0.2, 0.8), (-0.2, -0.5), (0.3, 0.4)]}


def one_survey(rng: np.random.Generator, n: int, p: Mechanism) -> Any:
    """The regression of one simulated survey, and the true coefficients."""
    x = rng.normal(size=n)
    eta = np.column_stack([np.zeros(n), *(a + b * x for a, b in SLOPES[p.k])])
    shares = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
    _, answers = a_frame(rng, n, shares, p.to_numpy(), p.output_labels)
    model = "logit" if p.k == 2 else "multinomial"
    found = regress("said ~ x", pd.DataFrame({"said": answers, "x": x}), mechanism=p, model=model)
    return found, np.ravel(SLOPES[p.k])


def coverage(spec: str, n: int, surveys: int, seed: int, *, scale: float = 1.0) -> tuple[float, int]:
    """The share of slopes' intervals, half-widths times `scale`, that have the true slope; and the surveys without a maximum."""
    rng, p = np.random.default_rng(seed), from_spec(spec)
    hits, total, without = 0, 0, 0
    for _ in range(surveys):
        found, true = one_survey(rng, n, p)
        if not found.ascent.is_found:
            without += 1
            continue
        ends = found.conf_int().to_numpy()
        centre, half = ends.mean(axis=1), (ends[:, 1] - ends[:, 0]) / 2 * scale
        covers = (np.abs(true - centre) <= half)[1::2]
        hits, total = hits + int(covers.sum()), total + len(covers)
    return hits / total, without


def is_as_stated(share: float, surveys: int, *, slack: float) -> bool:
    """Within four standard deviations of one interval a survey, and the slack of a small sample."""
    return abs(share - 0.95) < 4 * (0.95 * 0.05 / surveys) ** 0.5 + slack


@pytest.mark.slow
def test_intervals_cover_and_the_check_has_power() -> None:
    share, without = coverage("warner:p=4/5", 1000, 300, 1)
    assert is_as_stated(share, 300, slack=0) and without == 0, share
    short, _ = coverage("warner:p=4/5", 1000, 300, 1, scale=0.6)
    assert not is_as_stated(short, 300, slack=0), short


@pytest.mark.full
@pytest.mark.parametrize(("k", "spec", "n"), GRID)
def test_intervals_cover_on_the_grid(k: int, spec: str, n: int) -> None:
    share, without = coverage(spec, n, 200, 2)
    assert is_as_stated(share, 200, slack=0.01 if n == 300 else 0), share
    assert without <= (20 if n == 300 else 0)
    if n == 300:
        short, _ = coverage(spec, n, 200, 2, scale=0.6)
        assert not is_as_stated(short, 200, slack=0.01), short
