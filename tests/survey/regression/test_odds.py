"""The score test of proportional odds: by a program of its own, its level where odds are proportional, else its power."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rropt import Mechanism, from_spec
from rropt.exact.errors import InputError
from rropt.survey import regress

DEVICE = from_spec("krr:k=4,epsilon=ln20")


def people(rng: np.random.Generator, n: int, slopes: tuple[float, float, float]) -> pd.DataFrame:
    """Four ordered truths with a slope a cut point, x from −1 to 1 so that cut points stay in order; answers by the device."""
    x = rng.uniform(-1, 1, n)
    below = 1 / (1 + np.exp(-np.array([[-1.2], [0.0], [1.2]]) + np.array(slopes)[:, None] * x))
    truth = (rng.random(n) > below).sum(axis=0)
    chances = np.cumsum(DEVICE.to_numpy().T[truth], axis=1)[:, :-1]
    return pd.DataFrame({"said": (rng.random(n)[:, None] > chances).sum(axis=1), "x": x})


def fitted(data: pd.DataFrame, **how: Any) -> Any:
    return regress("said ~ x", data, mechanism=DEVICE, model="ordinal", **how)


def test_the_statistic_is_that_of_a_program_of_its_own() -> None:
    data = people(np.random.default_rng(1), 400, (0.2, 0.8, 1.4))
    found = fitted(data)
    c, b = found.params.to_numpy()[:3], found.params.to_numpy()[3]
    x, matrix = data.x.to_numpy(), DEVICE.to_numpy()

    def laws(t: Any) -> Any:
        below = 1 / (1 + np.exp(-t[:3, None] + t[3:, None] * x))
        shares = np.diff(np.vstack([np.zeros_like(x), below, np.ones_like(x)]), axis=0)
        return matrix @ shares

    at, h = np.concatenate([c, [b, b, b]]), 1e-5
    law = laws(at)
    slopes = np.array([(laws(at + h * e) - laws(at - h * e)) / (2 * h) for e in np.eye(6)])
    score = np.array([(s / law)[data.said, np.arange(len(x))].sum() for s in slopes])
    information = np.einsum("pan,qan->pq", slopes, slopes / law)
    statistic = score @ np.linalg.solve(information, score)
    test = found.proportional_odds_test()
    assert test.statistic == pytest.approx(statistic, rel=1e-5) and test.degrees == (2,)
    assert test.p_value == pytest.approx(stats.chi2(2).sf(statistic), rel=1e-4)
    assert test.sentence in found.notes() and test.sentence.startswith("Score test of proportional odds: chi-squared")


@pytest.mark.full
def test_it_keeps_its_level_and_sees_other_odds() -> None:
    """200 surveys: the share of rejections at 5 % has a standard error of 0.015."""
    rng = np.random.default_rng(2)
    level, power = (
        np.mean([fitted(people(rng, 1000, slopes)).proportional_odds_test().p_value < 0.05 for _ in range(200)])
        for slopes in ((0.8, 0.8, 0.8), (-0.2, 0.8, 1.4))
    )
    assert 0.01 < level < 0.11
    assert power > 0.7


def test_where_there_is_none_it_says_why() -> None:
    data = people(np.random.default_rng(3), 300, (0.8, 0.8, 0.8)).assign(w=1.5)
    with pytest.raises(InputError, match="without weights and clusters"):
        fitted(data, weights="w").proportional_odds_test()
    with pytest.raises(InputError, match="three or more ordered truths"):
        regress("said ~ x", data, mechanism=DEVICE, model="multinomial").proportional_odds_test()
    assert not any("Score test" in x for x in fitted(data, weights="w").notes())
    constant = regress("said ~ 1", data, mechanism=DEVICE, model="ordinal")
    with pytest.raises(InputError, match="and a covariate"):
        constant.proportional_odds_test()


def test_why_there_is_no_test_is_said_in_the_notes() -> None:
    data = people(np.random.default_rng(3), 400, (1.0, 1.0, 1.0))
    data["w"], data["c"] = 1.0 + (np.arange(400) % 2), np.arange(400) // 10
    for given in ({"weights": "w"}, {"cluster": "c"}):
        (note,) = [x for x in fitted(data, **given).notes() if x.startswith("Proportional odds are not tested")]
        assert "without weights and clusters" in note
    alone = regress("said ~ x", data, mechanism=DEVICE, model="multinomial", weights="w")
    assert not any("roportional odds" in x for x in alone.notes())


def test_answers_that_tell_fewer_shares_than_there_are_have_neither_test() -> None:
    """Two answers of three truths have one number to tell; without x, nothing is identified that a ratio could be taken to."""
    device = Mechanism([["9/10", "1/2", "1/5"], ["1/10", "1/2", "4/5"]])
    x = np.repeat([0, 1, 2], 500)
    said = (np.random.default_rng(0).random(1500) < np.array([0.25, 0.45, 0.6])[x]).astype(int)
    found = regress("said ~ x", pd.DataFrame({"said": said, "x": x}), mechanism=device, model="ordinal")
    assert found.ascent.is_found and not found.tells_apart
    with pytest.raises(InputError, match="cannot distinguish proportional odds from any others"):
        found.proportional_odds_test()
    assert "Proportional odds are not tested: the answers cannot distinguish" in found.explain()
    assert not any("ikelihood ratio" in x for x in found.notes())


def test_where_the_answers_determine_no_cut_points_there_is_no_test() -> None:
    """Of a mechanism that gives the first and the last truth the same answers, at a point where the cut points are symmetric: more
    directions of the larger model are without information than the smaller model explains."""
    device = Mechanism(
        [["4/5", "1/10", "1/10", "4/5"], ["1/10", "4/5", "1/10", "1/10"], ["1/10", "1/10", "4/5", "1/10"]]
    )
    cells = [(x, z, 180 + 40 * x - 20 * z) for x in (-1, 0, 1) for z in (-1, 0, 1)]
    rows = [(a, x, z) for x, z, n in cells for a, m in enumerate((n, 200 - n // 2, 200 - n // 2)) for _ in range(m)]
    found = regress("said ~ x + z", pd.DataFrame(rows, columns=["said", "x", "z"]), mechanism=device, model="ordinal")
    assert found.ascent.is_found and found.bse.isna().tolist() == [True, True, True, False, False]
    with pytest.raises(InputError, match="no maximum that determines every coefficient"):
        found.proportional_odds_test()
    with pytest.raises(InputError, match="no maximum that determines every coefficient"):
        found.lr_test(
            regress(
                "said ~ x", found.people.frame.assign(said=[a for a, _, _ in rows]), mechanism=device, model="ordinal"
            )
        )
