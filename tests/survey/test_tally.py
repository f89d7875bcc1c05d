"""Answers are counted by label; what is no output is named with its number, or dropped if asked."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow
import pytest

from rropt.exact.errors import InputError
from rropt.survey.tally import Strange, label_of, tally_of_answers, tally_of_counts, text_of
from tests.calls import within_calls


def test_labels_of_numbers_and_truth_values() -> None:
    assert label_of(1.0, ("0", "1")) == "1"
    assert label_of(True, ("0", "1")) == label_of(np.bool_(True), ("0", "1")) == "1"
    assert label_of(True, ("False", "True")) == "True"
    assert (
        label_of("de\u0301ja\u0300", ("jamais", "déjà")) == "déjà"
        and label_of("déjà", ("e", "de\u0301ja\u0300")) == "de\u0301ja\u0300"
    )
    assert label_of(None, ("0", "1")) == label_of(float("nan"), ("0", "1")) == "(missing)"


def test_arrays_of_pyarrow_agree_with_lists() -> None:
    for values in (
        [0, 1, None, 1],
        [False, True, None, True],
        ["0", "1", None, "1"],
        [Decimal("0.00"), Decimal("1.00"), None],
    ):
        plain = tally_of_answers(values, ("0", "1"), missing="drop")
        assert plain.counts[0] == plain.missing == 1
        for given in (
            pyarrow.array(values),
            pyarrow.chunked_array([pyarrow.array(values)[:1], pyarrow.array(values)[1:]]),
        ):
            assert tally_of_answers(given, ("0", "1"), missing="drop") == plain
    weighted = tally_of_answers(pyarrow.array([0, 1, 1]), ("0", "1"), weights=pyarrow.array([1.5, 2, 0]))
    assert weighted == tally_of_answers([0, 1, 1], ("0", "1"), weights=[1.5, 2, 0])


def test_a_number_has_the_same_text_whatever_its_type_is() -> None:
    for x in (1, 1.0, np.float32(1), np.int8(1), Fraction(1), Decimal("1.00"), Decimal(1)):
        assert text_of(x) == "1"
        assert label_of(x, ("0", "1")) == "1" and label_of(x, ("0.0", "1.0")) == "1.0"
    assert label_of("v1", ("v1.0", "v2.0")) == "v1"
    assert text_of(0.5) == text_of(Decimal("0.50")) == "0.5"
    assert text_of(20.0) == text_of(Decimal("20.00")) == text_of(Decimal("2E+1")) == text_of(20) == "20"
    assert text_of(True) == text_of(np.bool_(True)) == "True"
    assert text_of("1.0") == "1.0" and text_of(None) == text_of(Decimal("NaN")) == "(missing)"


def test_counts_and_answers_agree() -> None:
    counted = tally_of_counts({"no": 3, "yes": 2}, ("no", "yes"))
    assert counted == tally_of_answers(["no", "yes", "no", "no", "yes"], ("no", "yes"))
    assert counted.counts == (3, 2)
    assert not counted.is_weighted


def test_weights_are_summed_exactly() -> None:
    tally = tally_of_answers([0, 1, 1], ("0", "1"), weights=["1/3", 0.1, 2])
    assert tally.weights == (Fraction(1, 3), Fraction(21, 10))
    assert tally.squares == (Fraction(1, 9), Fraction(401, 100))
    assert tally.is_weighted


def test_strange_answers_are_named_with_their_number() -> None:
    with pytest.raises(InputError, match=r"3 answers are no output.*'maybe' \(2\), '\(missing\)' \(1\)"):
        tally_of_answers(["no", "maybe", "maybe", None], ("no", "yes"))
    tally = tally_of_answers(["no", "maybe", "maybe", None], ("no", "yes"), other="drop")
    assert (tally.counts, tally.dropped) == ((1, 0), 3)


@pytest.mark.parametrize("bad", [{"no": -1}, {"no": "1/2"}])
def test_counts_are_whole(bad: dict) -> None:
    with pytest.raises(InputError, match="count of 'no'"):
        tally_of_counts(bad, ("no", "yes"))


def test_weights_of_another_length_or_sign_are_refused() -> None:
    with pytest.raises(InputError, match="the number of weights is 2"):
        tally_of_answers([0, 1, 1], ("0", "1"), weights=[1, 2])
    with pytest.raises(InputError, match="negative"):
        tally_of_answers([0], ("0", "1"), weights=[-1])


@pytest.mark.parametrize("answer", [["0", "1"], {"0"}, {}, (["0"],), np.array(["0"])], ids=str)
@pytest.mark.parametrize("is_array", [False, True])
def test_an_answer_of_several_values_is_refused_with_its_type(answer: Any, is_array: bool) -> None:
    given: Any = ["0", answer]
    if is_array:
        given = np.empty(2, dtype=object)
        given[0], given[1] = "0", answer
    with pytest.raises(InputError) as refused:
        tally_of_answers(given, ("0" * 70, "1"))
    words = f"the answer {str(answer)[:60]} is of type {type(answer).__name__}; give each answer by its label, such as "
    assert str(refused.value) == f"{words}'{'0' * 60}…'"


def test_one_other_label_is_one() -> None:
    for more, said in ((1, "1 other label)"), (2, "2 other labels)")):
        tally = tally_of_counts({0: 1} | dict.fromkeys("abcdefg"[: 5 + more], 1), ("0", "1"), other="drop")
        assert tally.left_out().endswith(said)


def test_ten_million_answers_of_an_array_are_counted_as_a_whole() -> None:
    answers = np.random.default_rng(1).integers(0, 2, 10_000_000)
    tally = within_calls(1000, lambda: tally_of_answers(answers, ("0", "1")))
    assert tally.counts == (10_000_000 - int(answers.sum()), int(answers.sum()))


def test_arrays_of_any_kind_agree_with_lists() -> None:
    for values in ([0, 1, 1], [0.0, 1.0, 1.0], [False, True, True], ["0", "1", "1"]):
        assert tally_of_answers(np.array(values), ("0", "1")) == tally_of_answers(values, ("0", "1"))
    with pytest.raises(InputError, match="must have 1 dimension, with one answer per respondent, not 2"):
        tally_of_answers(np.zeros((2, 2)), ("0", "1"))
    assert tally_of_answers(np.array([1.0, float("nan")]), ("0", "1"), other="drop").dropped == 1


@pytest.mark.parametrize(
    ("answers", "outputs", "said"),
    [
        # an order of "ja" and "nein" by their letters would turn them round
        (["nein", "ja"], ("no", "yes"), "relabel(outputs=(A, B)), where the data have A for 'no', B for 'yes'"),
        (["NO", "Yes "], ("no", "yes"), "relabel(outputs=('NO', 'Yes '))"),
        (["Red", "blue"], ("red", "blue"), "relabel(outputs=(A, B)), where the data have A for 'red', B for 'blue'"),
        (["x"], tuple("abcdefghi"), "relabel(outputs=(…)), with one name for each output, in the mechanism's order"),
    ],
)  # fmt: skip
def test_the_names_proposed_for_outputs_are_in_the_order_of_the_outputs(
    answers: list[str], outputs: tuple[str, ...], said: str
) -> None:
    with pytest.raises(InputError) as found:
        tally_of_answers(answers, outputs)
    assert said in str(found.value)


def test_an_answer_that_nobody_gave_is_neither_refused_nor_left_out() -> None:
    """A table of counts may have its row."""
    assert tally_of_counts({"no": 60, "yes": 40, "unsure": 0}, ("no", "yes")).strange == ()
    counts = {"no": 60, "yes": 40, "unsure": 0, "maybe": 3}
    with pytest.raises(Strange) as refused:
        tally_of_counts(counts, ("no", "yes"))
    assert refused.value.counts == {"maybe": 3}
    assert tally_of_counts(counts, ("no", "yes"), other="drop").strange == (("maybe", 3),)
