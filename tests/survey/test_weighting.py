"""Weighted shares and their linearised variance: unit weights give the unbiased estimate, and the sum is Taylor's."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.exact.matrix import transpose
from rropt.mechanism import Mechanism
from rropt.survey.inverse import apply
from rropt.survey.linear import linear_weights
from rropt.survey.tally import Tally, tally_of_answers
from rropt.survey.variance import estimated_covariance
from rropt.survey.weighting import linearised_covariance, weighted_estimate

P = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
W = linear_weights(P)


def test_equal_weights_are_the_unweighted_estimate() -> None:
    for size in (1, Fraction(7, 2)):
        tally = tally_of_answers([0] * 6 + [1] * 4, ("0", "1"), weights=[size] * 10)
        assert weighted_estimate(W, tally) == apply(W, (Fraction(6, 10), Fraction(4, 10)))
        assert linearised_covariance(W, tally) == estimated_covariance(W, (6, 4))


def test_the_linearised_variance_is_the_sum_over_respondents() -> None:
    answers, weights = [0, 1, 1, 0, 1], [Fraction(x) for x in (1, 2, "1/2", 3, 5)]
    tally = tally_of_answers(answers, ("0", "1"), weights=weights)
    columns, n = transpose(W), 5
    total = sum(weights)
    mean = [sum(w * columns[a][j] for a, w in zip(answers, weights, strict=True)) / total for j in range(2)]
    assert list(weighted_estimate(W, tally)) == mean
    u = [[w * (columns[a][j] - mean[j]) / total for j in range(2)] for a, w in zip(answers, weights, strict=True)]
    expected = [[Fraction(n, n - 1) * sum(r[i] * r[j] for r in u) for j in range(2)] for i in range(2)]
    assert [list(row) for row in linearised_covariance(W, tally)] == expected


def test_no_weight_is_refused() -> None:
    empty = Tally((2, 2), (Fraction(0),) * 2, (Fraction(0),) * 2)
    with pytest.raises(InputError, match="total weight 0"):
        weighted_estimate(W, empty)
