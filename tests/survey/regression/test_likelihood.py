"""The likelihood, its score and both informations against sums by definition in forty digits, differentiated by mpmath."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from rropt.survey.regression.likelihood import BLOCK, Randomized
from tests.survey.regression.people import a_survey, a_theta

SHAPES = [
    ("multinomial", ((2, 2),)),
    ("multinomial", ((5, 2),)),
    ("multinomial", ((4, 4),)),
    ("multinomial", ((2, 3),)),
    ("multinomial", ((3, 3), (2, 3), (5, 3))),
    ("ordered", ((2, 2),)),
    ("ordered", ((4, 4), (6, 4))),
    ("ordered", ((2, 3),)),
]


def shares_by_definition(kind: str, k: int, theta: list[Any], x: list[Any]) -> list[Any]:
    if kind == "multinomial":
        p = len(x)
        powers = [mp.mpf(1)]
        powers += [mp.exp(sum(theta[j * p + c] * x[c] for c in range(p))) for j in range(k - 1)]
        return [a / sum(powers) for a in powers]
    line = sum(b * c for b, c in zip(theta[k - 1 :], x, strict=True))
    below = [mp.mpf(0), *(1 / (1 + mp.exp(line - c)) for c in theta[: k - 1]), mp.mpf(1)]
    return [b - a for a, b in pairwise(below)]


def law_by_definition(s: Randomized, kind: str, i: int, theta: list[Any]) -> list[Any]:
    """The chances of all answers of person i."""
    matrix = s.matrices[int(s.samples[i])]
    shares = shares_by_definition(kind, matrix.shape[1], theta, [mp.mpf(float(v)) for v in s.x[i]])
    return [sum(mp.mpf(float(row[j])) * shares[j] for j in range(len(shares))) for row in matrix]


def order(size: int, *places: int) -> tuple[int, ...]:
    found = [0] * size
    for j in places:
        found[j] += 1
    return tuple(found)


@pytest.mark.some(shapes=2)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("kind", "shapes"), SHAPES)
def test_value_score_and_informations_are_those_of_the_definition(kind: str, shapes: Any, weighted: bool) -> None:
    rng = np.random.default_rng(sum(map(sum, shapes)))
    s = a_survey(rng, kind, 5, 2, shapes, weighted=weighted)
    theta = a_theta(rng, kind, shapes[0][1], 2)
    size = len(theta)
    assert s.size == size
    with mp.workdps(40):
        at = [mp.mpf(float(v)) for v in theta]

        def value(*t: Any) -> Any:
            laws = [law_by_definition(s, kind, i, list(t)) for i in range(s.n)]
            return sum(mp.mpf(float(s.weights[i])) * mp.log(laws[i][int(s.answers[i])]) for i in range(s.n))

        assert abs(s.value(theta) - value(*at)) < 1e-12
        score = [mp.diff(value, tuple(at), order(size, a)) for a in range(size)]
        np.testing.assert_allclose(s.score(theta), np.array(score, dtype=float), atol=1e-10)
        np.testing.assert_allclose(s.scores(theta).sum(axis=0), s.score(theta), atol=1e-12)
        observed = np.empty((size, size))
        expected = np.zeros((size, size))
        for a, b in product(range(size), repeat=2):
            observed[a, b] = -mp.diff(value, tuple(at), order(size, a, b))
        for i in range(s.n):
            law = law_by_definition(s, kind, i, at)
            for answer, chance in enumerate(law):
                slope = [
                    mp.diff(
                        lambda *t, i=i, r=answer: law_by_definition(s, kind, i, list(t))[r], tuple(at), order(size, a)
                    )
                    for a in range(size)
                ]
                for a, b in product(range(size), repeat=2):
                    expected[a, b] += float(mp.mpf(float(s.weights[i])) * slope[a] * slope[b] / chance)
        np.testing.assert_allclose(s.observed(theta), observed, atol=1e-10)
        np.testing.assert_allclose(s.expected(theta), expected, atol=1e-10)


@pytest.mark.parametrize(("kind", "shapes"), SHAPES)
def test_the_mean_of_the_observed_information_over_all_answers_is_the_expected_one(kind: str, shapes: Any) -> None:
    rng = np.random.default_rng(1)
    s = a_survey(rng, kind, 1, 2, shapes)
    theta = a_theta(rng, kind, shapes[0][1], 2)
    law = s.matrices[s.samples[0]] @ s.shares(theta)[0]
    each = [
        Randomized(s.x, np.array([a]), s.samples, s.matrices, s.weights, s.link).observed(theta)
        for a in range(len(law))
    ]
    np.testing.assert_allclose(sum(q * e for q, e in zip(law, each, strict=True)), s.expected(theta), atol=1e-12)


def test_the_truths_have_more_information_than_any_answers() -> None:
    rng = np.random.default_rng(2)
    for kind, shapes in SHAPES:
        s = a_survey(rng, kind, 30, 2, shapes)
        theta = a_theta(rng, kind, shapes[0][1], 2)
        assert np.linalg.eigvalsh(s.complete(theta) - s.expected(theta))[0] > -1e-9


def test_blocks_of_people_change_nothing() -> None:
    rng = np.random.default_rng(3)
    s = a_survey(rng, "multinomial", BLOCK + 5, 2, ((3, 3), (2, 3)), weighted=True)
    theta = a_theta(rng, "multinomial", 3, 2)
    parts = [
        Randomized(s.x[i], s.answers[i], s.samples[i], s.matrices, s.weights[i], s.link)
        for i in (slice(0, 100), slice(100, None))
    ]
    for name in ("value", "score", "expected", "observed"):
        whole = getattr(s, name)(theta)
        np.testing.assert_allclose(sum(getattr(p, name)(theta) for p in parts), whole, rtol=1e-10)
    assert s.scores(theta).shape == (s.n, s.size)


def test_cut_points_out_of_order_have_no_likelihood() -> None:
    s = a_survey(np.random.default_rng(4), "ordered", 9, 1, ((3, 3),))
    assert s.value(np.array([0.5, -0.5, 0.0])) == -np.inf
    assert s.value(np.array([-0.5, 0.5, 0.0])) > -np.inf
