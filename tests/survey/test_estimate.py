"""`estimate` reads counts, answers and options, states its sampling model, and refuses what makes no sense."""

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars
import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.estimate import estimate
from rropt.survey.result import Estimate

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
    with pytest.raises(InputError, match="weights cannot be given with counts"):
        estimate({"no": 4, "yes": 3}, weights=weights, mechanism=WARNER)


def test_groups_need_their_own_populations() -> None:
    frame = pd.DataFrame({"a": ["no", "yes"] * 10, "g": ["x"] * 10 + ["y"] * 10})
    with pytest.raises(InputError, match="several groups"):
        estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population=50)
    with pytest.raises(InputError, match="every group, with sampling='srs'; for another sampling model give none"):
        estimate(frame, answer="a", by="g", mechanism=WARNER, population=50)
    with pytest.raises(
        InputError, match="but no column of groups; give one population, or name the column with by=COLUMN"
    ):
        estimate(frame, answer="a", mechanism=WARNER, sampling="srs", population={"x": 10, "y": 50})
    found = estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population={"x": 10, "y": 50})
    assert found["x"].sampling.population == 10
    with pytest.raises(InputError, match="'y' has no population"):
        estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population={"x": 10})
    frame["g"] = ["1"] * 10 + ["2"] * 10
    with pytest.raises(InputError, match="the group '1' is named twice, in two spellings or types; name it once"):
        estimate(frame, answer="a", by="g", mechanism=WARNER, sampling="srs", population={1: 10, "1": 20, 2: 50})


@pytest.mark.parametrize(
    ("data", "options", "word"),
    [
        ("no", {}, "one string"),
        ({"no": 0}, {}, "nothing to estimate"),
        ([], {}, "nothing to estimate"),
        ({"no": 5}, {"answer": "a"}, "the data are of type dict"),
        (pd.DataFrame({"a": ["no"]}), {}, "give answer=COLUMN"),
        (pd.DataFrame({"a": []}), {"answer": "a"}, "no rows"),
        ({"no": 5, "yes": 6}, {"sampling": "srs", "population": 10}, "population of 10"),
        ({"no": 5, "yes": 6}, {"confidence": 95}, "strictly between"),
        ({"no": 5, "yes": 6}, {"other": "keep"}, "error or drop"),
    ],
)
def test_nonsense_is_refused(data: object, options: dict, word: str) -> None:
    with pytest.raises(InputError, match=word):
        estimate(data, mechanism=WARNER, **options)


def test_truth_values_are_read_alike_as_values_and_as_text() -> None:
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    for outputs in (("0", "1"), ("false", "true"), ("False", "True")):
        mechanism = p.relabel(outputs=outputs)
        for yes, no in ((True, False), ("true", "false"), ("True", "False"), ("TRUE", "FALSE")):
            assert estimate([yes, yes, no], mechanism=mechanism).tally.counts == (1, 2)
    swapped = p.relabel(outputs=("true", "false"))
    assert estimate([True, True, False], mechanism=swapped).tally.counts == (2, 1)
    with pytest.raises(InputError, match="no output"):
        estimate([True], mechanism=p.relabel(outputs=("no", "yes")))


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        ({}, {}, "there are no answers"),
        ([], {}, "there are no answers"),
        (["x"], {"other": "drop"}, r"the only answer was left out \('x' \(1\)\).*outputs are 0, 1"),
        (5, {}, "a data frame, not 5"),
        (["1", "0"], {"weights": [0, 0]}, "positive weights"),
        (["1"], {"sampling": "srs"}, "population=N"),
    ],
)
def test_what_cannot_be_estimated_says_why(data: object, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        estimate(data, mechanism=Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), **options)


def test_one_answer_has_no_error_with_a_weight_as_without() -> None:
    for options in ({}, {"weights": [2]}):
        found = estimate(["1"], mechanism=Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), **options)  # type: ignore[arg-type]
        assert isinstance(found, Estimate) and found.variances is None and found.prevalence[1] == Fraction(3, 2)
        assert "Standard errors: none, because one answer has no variance estimate." in found.notes()


def test_a_mechanism_by_its_name_is_no_mechanism() -> None:
    with pytest.raises(InputError, match=r"from_spec"):
        estimate(["1"], mechanism="warner:p=3/4")  # type: ignore[arg-type]


def test_a_group_that_cannot_be_estimated_is_named() -> None:
    frame = pd.DataFrame({"said": ["0", "1", "?"], "town": ["a", "a", "b"]})
    with pytest.raises(InputError, match=r"group 'b': the only answer was left out.*filter this group out"):
        estimate(frame, answer="said", by="town", other="drop", mechanism=Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))


def test_columns_and_populations_of_another_kind_are_refused() -> None:
    frame = polars.DataFrame({"said": ["0", "1", "1"], "age": ["20", "30", "40"]})
    for options, words in (
        ({"answer": ["said"]}, r"answer = \['said'\] must be the name of one column"),
        ({"answer": "said", "by": 1}, "by = 1 must be the name of one column, as a text"),
        ({"answer": "said", "weights": "age"}, "the weights column 'age' holds values that are not numbers"),
        ({"answer": "said", "weights": "said"}, "the column 'said' holds the answers"),
        ({"answer": "said", "counts": "said"}, "the column 'said' holds the answers"),
        ({"answer": "said", "sampling": "srs", "population": float("nan")}, "not nan; give population=N"),
        ({"answer": "said", "sampling": "srs", "population": "x"}, "not x; give population=N"),
    ):
        for data in (frame, frame.to_pandas()):
            with pytest.raises(InputError, match=words):
                estimate(data, mechanism=Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), **options)


def test_counts_without_their_outputs_and_a_working_prevalence_without_a_choice_are_refused() -> None:
    with pytest.raises(InputError, match=r"look like counts; say of which outputs, such as {'no': 1307, 'yes': 693}"):
        estimate([1307, 693], mechanism=WARNER)
    assert estimate([1, 0], mechanism=PLAIN).n == 2
    assert estimate([True, False], mechanism=PLAIN).n == 2
    with pytest.raises(InputError, match="just one choice; drop it"):
        estimate({"no": 60, "yes": 40}, mechanism=WARNER, working="1/2")
