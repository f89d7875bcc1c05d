"""`estimate` reads counts, answers and options, states its sampling model, and refuses what makes no sense."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from rropt.estimates.survey import estimate
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
PLAIN = Mechanism(WARNER.rows)
WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])


def test_counts_answers_and_arrays_agree() -> None:
    answers = np.array([0] * 60 + [1] * 40)
    expected = estimate({0: 60, 1: 40}, mechanism=PLAIN)
    assert expected.prevalence == (Fraction(7, 10), Fraction(3, 10))
    for data in (answers, answers.tolist(), answers.astype(bool), answers.astype(float), pd.Series(answers)):
        assert estimate(data, mechanism=PLAIN) == expected


@pytest.mark.parametrize(
    ("sampling", "population", "words"),
    [("replacement", None, "with replacement"), ("census", None, "only the device"), ("srs", 900, "population of 900")],
)
def test_the_sampling_model_is_in_every_printing(sampling: str, population: int | None, words: str) -> None:
    found = estimate({"no": 60, "yes": 40}, mechanism=WARNER, sampling=sampling, population=population)
    assert words in repr(found)
    assert words in found.to_json()


def test_the_working_prevalence_sets_the_weights() -> None:
    counts = {0: 40, 1: 40, 2: 20}
    a, b = estimate(counts, mechanism=WIDE), estimate(counts, mechanism=WIDE, working="1/100")
    assert a.prevalence != b.prevalence
    assert a.likelihood.prevalence == pytest.approx(b.likelihood.prevalence)


def test_weights_allow_the_normal_interval_and_independent_draws_only() -> None:
    answers, weights = ["no", "yes", "yes", "no"], [1, 2, 1, 3]
    found = estimate(answers, weights=weights, mechanism=WARNER)
    assert (found.method, found.is_weighted) == ("normal", True)
    assert "linearised" in repr(found)
    with pytest.raises(InputError, match="census"):
        estimate(answers, weights=weights, mechanism=WARNER, sampling="census")
    with pytest.raises(InputError, match="wilson"):
        estimate(answers, weights=weights, mechanism=WARNER, method="wilson")
    with pytest.raises(InputError, match="counts have no weights"):
        estimate({"no": 4, "yes": 3}, weights=weights, mechanism=WARNER)


def test_groups_need_their_own_populations() -> None:
    frame = pd.DataFrame({"a": ["no", "yes"] * 10, "g": ["x"] * 10 + ["y"] * 10})
    with pytest.raises(InputError, match="several groups"):
        estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population=50)
    found = estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population={"x": 10, "y": 50})
    assert found["x"].sampling.population == 10
    with pytest.raises(InputError, match="'y' has no population"):
        estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population={"x": 10})


@pytest.mark.parametrize(
    ("data", "options", "word"),
    [
        ("no", {}, "one text"),
        ({"no": 0}, {}, "nothing to estimate"),
        ([], {}, "nothing to estimate"),
        ({"no": 5}, {"answer": "a"}, "data are none"),
        (pd.DataFrame({"a": ["no"]}), {}, "give answer=COLUMN"),
        (pd.DataFrame({"a": []}), {"answer": "a"}, "no rows"),
        ({"no": 5, "yes": 6}, {"sampling": "srs", "population": 10}, "population of 10"),
        ({"no": 5, "yes": 6}, {"confidence": 95}, "strictly between"),
        ({"no": 5, "yes": 6}, {"other": "keep"}, "error, drop"),
    ],
)
def test_nonsense_is_refused(data: object, options: dict, word: str) -> None:
    with pytest.raises(InputError, match=word):
        estimate(data, mechanism=WARNER, **options)
