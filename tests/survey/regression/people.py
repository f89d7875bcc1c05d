"""Random surveys for the tests of regressions: covariates, mechanisms of every shape, answers."""

from __future__ import annotations

from typing import Any

import numpy as np

from rropt.survey.regression.likelihood import Randomized
from rropt.survey.regression.links import Multinomial, ProportionalOdds

LINKS = {"multinomial": Multinomial, "ordered": ProportionalOdds}


def a_matrix(rng: np.random.Generator, m: int, k: int) -> Any:
    return rng.dirichlet(np.ones(m), size=k).T


def a_theta(rng: np.random.Generator, kind: str, k: int, p: int) -> Any:
    if kind == "multinomial":
        return rng.normal(size=(k - 1) * p)
    return np.concatenate([np.sort(rng.normal(size=k - 1)), rng.normal(size=p)])


def a_survey(
    rng: np.random.Generator, kind: str, n: int, p: int, shapes: tuple[tuple[int, int], ...], *, weighted: bool = False
) -> Randomized:
    """`shapes[g]` is (m, k) of the mechanism of sample g; answers are drawn uniformly, so that all come."""
    matrices = tuple(a_matrix(rng, m, k) for m, k in shapes)
    samples = rng.integers(len(shapes), size=n)
    answers = np.array([rng.integers(shapes[g][0]) for g in samples])
    weights = rng.uniform(0.5, 2, size=n) if weighted else np.ones(n)
    x = np.column_stack([np.ones(n), rng.normal(size=(n, p - 1))])
    if kind == "ordered":
        x = rng.normal(size=(n, p))
    return Randomized(x, answers, samples, matrices, weights, LINKS[kind](shapes[0][1]))


def a_frame(rng: np.random.Generator, n: int, shares: Any, matrix: Any, labels: tuple[str, ...] = ()) -> Any:
    """Answers, places or `labels`, of truths drawn from rows of shares."""
    truths = (rng.random(n)[:, None] > np.cumsum(shares, axis=1)[:, :-1]).sum(axis=1)
    answers = (rng.random(n)[:, None] > np.cumsum(matrix.T[truths], axis=1)[:, :-1]).sum(axis=1)
    return truths, (np.array(labels)[answers] if labels else answers)
