"""Distances: what a matrix says of the inputs, what of it is refused, and what its promise says."""

import pytest

from rropt import Information, InputError, Metric, Parity, TotalVariance, Trace, design
from rropt.privacy.in_words import promise_in_words

APART = [[0, 1, "inf"], [1, 0, "inf"], ["inf", "inf", 0]]


def test_a_matrix_says_the_number_of_inputs_even_where_a_truth_is_infinitely_far_from_all() -> None:
    demand = Metric(APART, "ln3")
    assert demand.size == 3 and demand.with_epsilon(1).size == 3
    assert design(Trace(), demand).value == design(Trace(), demand, inputs=3).value == 2.5
    assert [design(x, demand).problem.k for x in (Information(), TotalVariance())] == [3, 3]
    assert Metric([[0, "inf"], ["inf", 0]], 1).size == 2


@pytest.mark.parametrize("diagonal", [(1, 0), (0, "1/2"), ("inf", "inf"), (0, -1)])
def test_a_distance_from_an_input_to_itself_is_0(diagonal) -> None:
    with pytest.raises(InputError, match="must be 0, as every distance of an input from itself"):
        Metric([[diagonal[0], 1], [1, diagonal[1]]], "ln3")


def test_it_is_read_back_from_its_fields() -> None:
    for demand in (Metric(APART, "ln3"), Metric({("00", "01"): 1, ("01", "00"): "inf"}, 1), Metric("line", "1/2")):
        assert Metric.from_dict(demand.to_dict()) == demand


OPEN = "other truths are not protected"
EXCEPTIONS = [
    (Metric("line", 1), ""),
    (Metric([[0, 1], [1, 0]], 1), ""),
    (Metric(APART, 1), "; 2 is not protected, nor is any truth against it"),
    (
        Metric([[0, "inf", 1], ["inf", 0, "inf"], [1, 1, 0]], 1),
        "; 0 and 1 are not protected against each other; not protected: 1 against 2",
    ),
    (
        Metric([[0, 1, 2], ["inf", 0, 1], ["inf", "inf", 0]], 1),
        "; not protected: 1 against 0, 2 against 0, 2 against 1",
    ),
    (Metric({("a", "b"): 1, ("b", "c"): 2}, 1), f"; a and c are not protected against each other; {OPEN}"),
    (Metric({("a", "b"): 1}, 1), f"; {OPEN}"),
]


@pytest.mark.parametrize(("demand", "said"), EXCEPTIONS, ids=str)
def test_its_sentence_says_which_truths_are_not_protected(demand: Metric, said: str) -> None:
    promise = Metric("line", 1).sentence().removesuffix(".")
    assert demand.sentence() == f"{promise}{said}."
    # beside a promise to all truths nothing is left open
    assert demand.sentence_beside() == f"{promise}." and "not protected" not in (demand & Parity(9)).sentence()


def test_a_design_says_it_of_its_own_truths() -> None:
    """A mapping may leave truths out: those of the design are then known."""
    two, three = ({"inputs": ("a", "b", "c")[:k]} for k in (2, 3))
    demand = Metric({("a", "b"): 1}, "ln3")
    assert "not protected" not in design(Trace(), demand, **two).explain()
    assert "power d; c is not protected, nor is any truth against it.\n" in design(Trace(), demand, **three).explain()
    joined = demand & Metric({(1, 2): 2}, "ln3")
    told = promise_in_words(joined, 3, three["inputs"])
    assert "c is not protected, nor" in told and "; a is not protected, nor" in told
