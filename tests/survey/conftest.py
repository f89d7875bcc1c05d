"""Devices and data that the tests of surveys share, and the enumeration of every survey of a few people."""

import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rropt.survey import compare_estimates, estimate
from rropt.survey.answers import Device
from rropt.survey.groups import Differences


def device(k: int, m: int, seed: int = 0) -> Device:
    """A random device of k truths and m answers, whose shares are identified."""
    p = np.random.default_rng(seed).dirichlet(np.ones(m), k).T + np.eye(m, k)
    return Device(p / p.sum(0), tuple("abcdef"[:k]), tuple("uvwxyz"[:m]))


WARNER = Device(np.array([[0.75, 0.25], [0.25, 0.75]]), ("no", "yes"), ("no", "yes"))
DIRECT = Device(np.eye(2), ("no", "yes"), ("no", "yes"))
UNEVEN = Device(np.array([[0.9, 0.3], [0.1, 0.7]]), ("no", "yes"), ("no", "yes"))
FIVE = Device(
    np.array([[1, 0.75, 0.5, 0.25, 0], [0, 0.25, 0.5, 0.75, 1]]) * 0.5 + 0.25, tuple("12345"), ("low", "high")
)
KRR = Device(np.full((3, 3), 0.2) + 0.4 * np.eye(3), tuple("abc"), tuple("abc"))


def compare_groups(data: Any, *, share_of: str | None = None, scores: Any = None, **how: Any) -> Differences:
    """The differences of the groups of data, in a share, in all shares or in the mean of scores."""
    return compare_estimates(estimate(data, **how), share_of, scores)


def surveys(d: Device, shares: list[float], n: int, kind: str, people: int = 6) -> list[tuple[float, tuple[int, ...]]]:
    """Every vector of counts of n answers, with its probability by the definition of the sampling model."""
    k, m = d.matrix.shape[::-1]
    found: dict[tuple[int, ...], float] = {}
    whole = np.repeat(np.arange(k), np.round(np.array(shares) * (people if kind == "srs" else n)).astype(int))
    if kind == "replacement":
        samples = [(float(np.prod(np.array(shares)[list(t)])), t) for t in itertools.product(range(k), repeat=n)]
    else:
        every = list(itertools.combinations(whole.tolist(), n))
        samples = [(1 / len(every), t) for t in every]
    for start, truths in samples:
        for said in itertools.product(range(m), repeat=n):
            counts = tuple(np.bincount(said, minlength=m).tolist())
            found[counts] = found.get(counts, 0.0) + start * float(np.prod(d.matrix[list(said), list(truths)]))
    return [(p, counts) for counts, p in found.items()]


@pytest.fixture(scope="session")
def people() -> pd.DataFrame:
    """300 people of a survey with groups, weights (some are 0), clusters in two strata and covariates."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"said": rng.choice(["no", "yes"], 300, p=[0.6, 0.4]), "item": rng.choice(["no", "yes"], 300)})
    frame["w"], frame["c"] = rng.integers(0, 4, 300) / 2, rng.integers(0, 20, 300)
    frame["g"], frame["x"] = rng.choice(["x", "y", "z"], 300), rng.normal(size=300)
    frame["h"], frame["half"] = np.where(frame.c < 9, "n", "s"), rng.choice(["A", "B"], 300)
    frame["letter"] = rng.choice(list("abc"), 300)
    return frame
