"""The logit beside an unrelated question of unknown share: its maximum and errors are those of a program of many digits."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.survey import regress, two_samples

CHANCES = {"a": Fraction(3, 4), "b": Fraction(1, 4)}
TRUE = (-0.5, 0.8)
UNRELATED = 0.6


def people(rng: np.random.Generator, n: int, chances: dict[str, Fraction] = CHANCES) -> pd.DataFrame:
    """Answers of simulated people, each in a half-sample at random."""
    x, half = rng.normal(size=n).round(2), rng.choice(list(chances), n)
    asked = rng.random(n) < np.array([float(chances[name]) for name in half])
    share = np.where(asked, 1 / (1 + np.exp(-(TRUE[0] + TRUE[1] * x))), UNRELATED)
    yes = rng.random(n) < share
    return pd.DataFrame({"said": np.where(yes, "yes", "no"), "x": x, "half": half, "w": rng.integers(1, 4, n)})


def fitted(data: pd.DataFrame, formula: str = "said ~ x", **how: Any) -> Any:
    return regress(formula, data, unrelated=how.pop("unrelated", CHANCES), by="half", **how)


def by_definition(data: pd.DataFrame, chances: dict[str, Fraction], near: Any) -> tuple[Any, Any, Any]:
    """In thirty digits: the root of the score next to a point, the log-likelihood there, and the inverse expected information, with
    Pr(yes) = p/(1 + e^(−b0 − b1 x)) + (1 − p)/(1 + e^(−c))."""
    rows = [
        (mp.mpf(str(x)), mp.mpf(chances[h].numerator) / chances[h].denominator, said == "yes")
        for said, x, h in zip(data.said, data.x, data.half, strict=True)
    ]

    def f(t: Any) -> Any:
        return 1 / (1 + mp.exp(-t))

    def law(t: Any, x: Any, p: Any) -> tuple[Any, tuple[Any, Any, Any]]:
        s, u = f(t[0] + t[1] * x), f(t[2])
        slope = p * s * (1 - s)
        return p * s + (1 - p) * u, (slope, slope * x, (1 - p) * u * (1 - u))

    def score(*t: Any) -> list[Any]:
        total = [mp.mpf(0)] * 3
        for x, p, yes in rows:
            q, slope = law(t, x, p)
            for j in range(3):
                total[j] += slope[j] / q if yes else -slope[j] / (1 - q)
        return total

    root = mp.findroot(score, [mp.mpf(round(v, 2)) for v in near])
    information, value = mp.zeros(3), mp.mpf(0)
    for x, p, yes in rows:
        q, slope = law(root, x, p)
        value += mp.log(q if yes else 1 - q)
        for i in range(3):
            for j in range(3):
                information[i, j] += slope[i] * slope[j] / (q * (1 - q))
    return root, value, information**-1


@pytest.mark.slow_at("chances0", "chances1")
@pytest.mark.parametrize("chances", [CHANCES, {"a": Fraction(9, 10), "b": Fraction(1, 2), "c": Fraction(1, 5)}])
def test_the_maximum_and_the_errors_are_those_of_a_program_of_many_digits(chances: dict[str, Fraction]) -> None:
    data = people(np.random.default_rng(4), 500, chances)
    found = fitted(data, unrelated=chances)
    with mp.workdps(30):
        root, value, inverse = by_definition(data, chances, found.params)
        assert found.params.to_numpy() == pytest.approx([float(v) for v in root], abs=1e-7)
        assert found.llf == pytest.approx(float(value), abs=1e-9)
        wanted = [[float(inverse[i, j]) for j in range(3)] for i in range(3)]
    np.testing.assert_allclose(found.cov_params().to_numpy(), wanted, rtol=1e-6)
    # no other start of a general optimiser comes higher
    from scipy.optimize import minimize

    for start in np.random.default_rng(1).normal(scale=2, size=(8, 3)):
        assert -minimize(lambda t: -found.likelihood.value(t), start, method="BFGS").fun < found.llf + 1e-6


def test_observed_information_is_minus_the_second_derivative() -> None:
    found = fitted(people(np.random.default_rng(5), 400), cov_type="observed", weights=None)
    theta, h = np.array([0.3, -0.6, 0.5]), 1e-5
    wanted = [
        (found.likelihood.score(theta - h * e) - found.likelihood.score(theta + h * e)) / (2 * h) for e in np.eye(3)
    ]
    np.testing.assert_allclose(found.likelihood.observed(theta), wanted, rtol=1e-6)
    np.testing.assert_allclose(found.cov_params(), np.linalg.inv(found.likelihood.observed(found.params.to_numpy())))


def test_without_covariates_it_is_the_estimate_of_two_samples() -> None:
    data = people(np.random.default_rng(6), 1000)
    found = fitted(data, "said ~ 1")
    shares = two_samples(data, unrelated=CHANCES, by="half", answer="said")
    s, u = (float(x) for x in shares.shares)
    assert found.params.to_numpy() == pytest.approx([np.log(s / (1 - s)), np.log(u / (1 - u))])
    # of n answers two_samples divides by n − 1
    n = data.half.value_counts()
    errors = found.bse.to_numpy() * [s * (1 - s), u * (1 - u)]
    spread = [[float(x) for x in row] for row in shares.covariance]
    assert errors == pytest.approx([spread[0][0] ** 0.5, spread[1][1] ** 0.5], rel=1 / n.min())
    assert found.unrelated is not None and found.unrelated[0] == pytest.approx(u)
    assert f"whatever the covariates, is {u:.4g}; its interval is from" in repr(found)
    assert float(found.to_dict()["unrelated"][0]) == pytest.approx(u)


def test_predictions_and_effects_are_of_the_sensitive_question() -> None:
    data = people(np.random.default_rng(7), 2000)
    found = fitted(data)
    b0, b1, _ = found.params
    share = 1 / (1 + np.exp(-(b0 + b1 * data.x)))
    np.testing.assert_allclose(found.predict(), share)
    effect = found.marginal_effects("x")
    assert effect.truths == ("yes",) and effect.estimates[0] == pytest.approx(b1 * (share * (1 - share)).mean())
    predicted = found.get_prediction(pd.DataFrame({"x": [1.0]}))
    slope = np.array([1, 1, 0]) * share_of(b0 + b1) * (1 - share_of(b0 + b1))
    assert predicted.standard_errors[0] == pytest.approx((slope @ found.cov_params().to_numpy() @ slope) ** 0.5)
    assert list(found.odds_ratios().coefficients) == ["x"]
    other = fitted(data, positive="no")
    assert other.params.to_numpy() == pytest.approx(found.params.to_numpy() * [-1, -1, 1])
    with_weights = fitted(data, weights="w")
    scores = with_weights.likelihood.scores(with_weights.params.to_numpy())
    bread = np.linalg.inv(with_weights.likelihood.observed(with_weights.params.to_numpy()))
    np.testing.assert_allclose(with_weights.cov_params(), bread @ scores.T @ scores @ bread, rtol=1e-6)


def share_of(eta: float) -> float:
    return float(1 / (1 + np.exp(-eta)))


def test_the_command_line_says_the_same(tmp_path: Path) -> None:
    data, file = people(np.random.default_rng(10), 400), tmp_path / "people.csv"
    data.replace({"said": {"yes": "ja", "no": "nein"}}).to_csv(file, index=False)
    words = ["regress", str(file), "-f", "said ~ x", "--by", "half", "--outputs", "nein,ja", "--json"]
    found = fitted(data)
    typed = run(*words, "--unrelated", "a=3/4", "--unrelated", "b=1/4", "--against", "said ~ 1")
    document = json.loads(typed.stdout)
    for name, value in found.params.items():
        assert float(document["coefficients"][name]["estimate"]) == pytest.approx(value)
    assert [float(x) for x in document["unrelated"]] == pytest.approx(found.unrelated)
    assert float(document["tests"][0]["statistic"]) == pytest.approx(found.lr_test(fitted(data, "said ~ 1")).statistic)
    refused = run(*words)
    assert isinstance(refused.exception, InputError)
    assert "give either --mechanism M or, for an unrelated question, --unrelated" in str(refused.exception)


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def coverage(surveys: int, scale: float) -> Any:
    """How often the intervals of the slope and of the unrelated question, half-widths times `scale`, hold what is true."""
    rng, hits = np.random.default_rng(8), np.zeros(2)
    true = np.array([TRUE[1], np.log(UNRELATED / (1 - UNRELATED))])
    for _ in range(surveys):
        found = fitted(people(rng, 1000))
        assert found.ascent.is_found
        hits += np.abs(found.params.to_numpy()[1:] - true) <= 1.959964 * scale * found.bse.to_numpy()[1:]
    return hits / surveys


@pytest.mark.full
def test_its_intervals_cover_and_the_check_has_power() -> None:
    """300 surveys: four standard errors are 0.05."""
    found, short = coverage(300, 1.0), coverage(300, 0.6)
    assert (abs(found - 0.95) < 0.05).all(), found
    assert (short < 0.9).all(), short


def test_what_is_not_identified_or_separated_is_a_sentence() -> None:
    data = people(np.random.default_rng(9), 300)
    # of those with x = 1 more say yes than any share of the sensitive question explains
    said = [("a", 0, 45, 55), ("b", 0, 55, 45), ("a", 1, 99, 1), ("b", 1, 80, 20)]
    rows = [(half, x, word) for half, x, *n in said for word, m in zip(("yes", "no"), n, strict=True) for _ in range(m)]
    found = fitted(pd.DataFrame(rows, columns=["half", "x", "said"]))
    assert found.ascent.is_border and found.bse.isna()["x"]
    assert "WARNING: the likelihood has no maximum: it grows as x runs off to infinity" in repr(found)
    for how, words in (
        (
            {"unrelated": {"a": "1/2", "b": "1/2"}},
            "have the same chance of the sensitive question, so rropt cannot estimate both the coefficients",
        ),
        ({"unrelated": {"a": "1/2"}}, "does not name two half-samples"),
        ({"model": "multinomial"}, "needs the model logit, not multinomial"),
        (
            {"formula": "x ~ said", "answer": "said", "model": "linear"},
            "not linear; leave the model out, and put the randomized answers on the left side of the formula",
        ),
        ({"unrelated": {"a": "0", "b": "1/4", "c": "1/5"}, "outputs": ("nein", "ja")}, "no output of the mechanism"),
    ):
        with pytest.raises(InputError, match=words):
            fitted(data, **how)
    one = data[data.half == "a"]
    with pytest.raises(InputError, match="do not identify 'Intercept', 'unrelated: Intercept'"):
        fitted(one, "said ~ 1")
    assert any(
        "The mechanism alone does not identify the shares of the truths" in x
        for x in fitted(one, "said ~ x").attention()
    )
    with pytest.raises(InputError, match="needs mechanism= or, with an unrelated question, unrelated="):
        regress("said ~ x", data)
    with pytest.raises(InputError, match="in which half-sample a respondent is; give"):
        regress("said ~ x", data, unrelated=CHANCES)
