"""Distances: what a matrix says of the inputs, what of it is refused, and what its promise says."""

import pytest

from rropt import Information, InputError, Metric, TotalVariance, Trace, design

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
