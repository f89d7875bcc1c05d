import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.questions.patterns import count_patterns, pattern_text
from rropt.questions.questions import marginal

ROWS = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 0], [1, 0, 1]], dtype=np.uint8)


def test_question_one_is_the_most_significant_bit():
    found = count_patterns(ROWS)
    assert found.questions == ("1", "2", "3")
    assert {pattern_text(i, 3): int(c) for i, c in enumerate(found.counts) if c} == {"001": 1, "101": 2, "110": 1}


def test_a_subset_in_another_order_is_the_same_from_rows_and_from_counts():
    whole = count_patterns(ROWS)
    direct = count_patterns(ROWS, questions=("3", "1"))
    assert direct.counts.tolist() == whole.of(("3", "1")).counts.tolist() == [0, 1, 1, 2]
    assert whole.of(("1", "2", "3")) is whole


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pl.LazyFrame])
@pytest.mark.parametrize("cast", [int, bool, str, float])
def test_frames_of_many_kinds_give_the_counts_of_the_array(make, cast):
    if cast is float and make is not pl.DataFrame:
        pytest.skip("one engine is enough for floats")
    columns = {name: [cast(int(x)) for x in ROWS[:, i]] for i, name in enumerate("abc")}
    found = count_patterns(make(columns), questions=("c", "a"))
    assert found.counts.tolist() == [0, 1, 1, 2]


@pytest.mark.parametrize(
    "make", [pd.DataFrame, pl.DataFrame, pl.LazyFrame, pa.table, lambda x: duckdb.from_arrow(pa.table(x))]
)
@pytest.mark.parametrize("outputs", [("False", "True"), ("false", "true"), (False, True)])
def test_numbers_and_truth_values_may_be_named_in_any_frame(make, outputs):
    truths = make({name: [bool(x) for x in ROWS[:, i]] for i, name in enumerate("abc")})
    assert count_patterns(truths, outputs=outputs).counts.tolist() == count_patterns(ROWS).counts.tolist()
    floats = make({name: [float(x) + 1 for x in ROWS[:, i]] for i, name in enumerate("abc")})
    assert count_patterns(floats, outputs=(1, 2)).counts.tolist() == count_patterns(ROWS).counts.tolist()


def test_masked_answers_are_missing_and_a_matrix_is_an_array():
    masked = np.ma.array(ROWS, mask=np.arange(12).reshape(4, 3) == 1)
    found = count_patterns(masked, other="drop")
    assert found.counts.tolist() == count_patterns(ROWS[1:]).counts.tolist() and found.dropped == 1
    assert count_patterns(ROWS.view(np.matrix)).counts.tolist() == count_patterns(ROWS).counts.tolist()


def test_columns_and_questions_may_be_named_by_numbers():
    frame = pd.DataFrame(ROWS)  # pandas names the columns 0, 1, 2
    assert count_patterns(frame).questions == ("0", "1", "2")
    found = count_patterns(frame, questions=[2, 0])
    assert found.questions == ("2", "0") and found.counts.tolist() == [0, 1, 1, 2]
    assert count_patterns(ROWS, questions=[3, 1]).counts.tolist() == [0, 1, 1, 2]
    assert count_patterns(ROWS).of([3, 1]).counts.tolist() == [0, 1, 1, 2]
    assert count_patterns(frame + 1, outputs=(1, 2)).counts.tolist() == count_patterns(ROWS).counts.tolist()
    with pytest.raises(InputError, match="question '2' has '3'"):
        count_patterns(frame + 2 * (frame.columns == 2))
    assert str(marginal(frame, Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))).startswith("Patterns of 0, 1, 2")


@pytest.mark.slow
def test_duckdb_and_dask_group_in_their_own_engine():
    duckdb = pytest.importorskip("duckdb")
    frame = pd.DataFrame(ROWS, columns=list("abc"))
    dask = pytest.importorskip("dask.dataframe")
    expected = count_patterns(frame).counts.tolist()
    assert count_patterns(duckdb.from_df(frame)).counts.tolist() == expected
    assert count_patterns(dask.from_pandas(frame, npartitions=2)).counts.tolist() == expected


def test_answers_outside_0_and_1_are_named_and_counted():
    with pytest.raises(
        InputError, match="question '2' has the answer 7, which is neither 0 nor 1; recode such answers"
    ):
        count_patterns(np.array([[0, 7], [1, 1]]))
    with pytest.raises(InputError, match=r"2 people have.*question 'b' has a missing answer \(1\), 'x' \(1\); recode"):
        count_patterns(pl.DataFrame({"a": ["0", "1", "1"], "b": ["1", "x", None]}))


@pytest.mark.parametrize(("names", "message"), [(("9",), "no question '9'"), (("1", "1"), "twice"), ((), "at least")])
def test_impossible_questions_are_refused(names, message):
    with pytest.raises(InputError, match=message):
        count_patterns(ROWS, questions=names)


def test_too_many_questions_at_once_are_refused():
    with pytest.raises(InputError, match="at most 26"):
        count_patterns(np.zeros((2, 30), dtype=np.uint8))


def test_people_with_strange_answers_are_left_out_on_request():
    found = count_patterns(np.array([[0, 7], [1, 1], [0, 1]]), other="drop")
    assert found.counts.tolist() == [0, 1, 0, 1] and (found.n, found.dropped) == (2, 1)
    frame = pl.DataFrame({"a": ["no", "yes", None, "1"], "b": ["yes", "yes", "no", "no"]})
    counted = count_patterns(frame, outputs=("no", "yes"), other="drop")
    assert counted.counts.tolist() == [0, 1, 0, 1] and counted.dropped == 2 == counted.of(["b"]).dropped
    versions = pl.DataFrame({"a": ["v1", "v2", "v2.0"]})
    assert count_patterns(versions, outputs=("v1", "v2"), other="drop").counts.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        ([[0, 1], [1, 2]], {}, "give a numpy array of 0 and 1"),
        (object(), {}, "the answers are of type object"),
        (np.array([[0, 1]]), {"outputs": ("no", "yes")}, "outputs= says which values of a data frame"),
        (np.array([[0, 1]]), {"other": "keep"}, "must be error or drop"),
        (np.array([["0", "1"]]), {}, "question '1' has the answer '0'"),
        (count_patterns(ROWS), {"outputs": ("no", "yes")}, "counted already"),
        (pl.DataFrame({"a": [0, 1]}), {"outputs": ("1", "1")}, "must be two different answers"),
        (pl.DataFrame({"a": [0, 1]}), {"outputs": (1, "1")}, "must be two different answers"),
        (pl.DataFrame({"a": [0, 1]}), {"outputs": "10"}, "must be two different answers"),
        (pd.DataFrame([[0, 1]], columns=["a", "a"]), {}, "two columns of the data are named a"),
        (pd.DataFrame([[0, 1]], columns=[0, "0"]), {}, "two columns of the data are named 0"),
        (pd.Series([0, 1]), {}, "of type Series"),
        (pl.DataFrame({"a": [[0], [1]]}), {}, "holds several values"),
        (np.ma.array([[0, 1]], mask=[[0, 1]]), {}, "question '2' has the answer nan"),
        (np.ma.array([["no", "yes"]], mask=[[1, 0]]), {}, "question '1' has the answer nan"),
        (np.ma.array([["no", "yes"]]), {}, "question '1' has the answer 'no'"),
    ],
)
def test_no_data_and_no_choice(data, options, words):
    with pytest.raises(InputError, match=words):
        count_patterns(data, **options)
