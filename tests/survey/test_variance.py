"""Exact covariance and its unbiased estimate agree with enumeration; unit weights give the unbiased estimate."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.exact.matrix import transpose
from rropt.mechanism import Mechanism
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.tally import Tally, tally_of_answers
from rropt.survey.variance import (
    covariance,
    estimated_covariance,
    estimated_variances,
    linearised_covariance,
    personal_variances,
    variance,
    weighted_estimate,
)
from rropt.survey.weights import apply, linear_weights
from tests.survey.people import exact_law

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])

UNEVEN = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])

TERNARY = Mechanism([["1/2", "1/4", "0"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])

WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])

MODELS = [REPLACEMENT, CENSUS, Sampling("srs", 8), Sampling("srs", 4), Sampling("srs", 400)]


@pytest.mark.parametrize("sampling", MODELS, ids=str)
@pytest.mark.parametrize("p", [WARNER, UNEVEN, TERNARY, WIDE])
def test_covariance_and_its_estimate_are_exact(p: Mechanism, sampling: Sampling, people) -> None:
    n, w = 4, linear_weights(p)
    prevalence = (Fraction(1, 4), Fraction(3, 4)) if p.k == 2 else (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    law = exact_law(p, prevalence, n, sampling=sampling)
    values = {counts: apply(w, [Fraction(y, n) for y in counts]) for counts in law}
    mean, enumerated = people.moments(law, values)
    assert mean == list(prevalence)
    exact = covariance(p, w, prevalence, n, sampling=sampling)
    assert [list(row) for row in exact] == enumerated
    assert variance(p, w, prevalence, n, sampling=sampling) == tuple(exact[j][j] for j in range(p.k))
    for i in range(p.k):
        for j in range(p.k):
            expected = sum(q * estimated_covariance(w, counts, sampling=sampling)[i][j] for counts, q in law.items())
            assert expected == exact[i][j]


def test_warner_has_the_textbook_variances() -> None:
    p, pi, n = Fraction(3, 4), Fraction(1, 10), 50
    w = linear_weights(WARNER)
    device = p * (1 - p) / (n * (2 * p - 1) ** 2)
    assert variance(WARNER, w, (1 - pi, pi), n)[1] == pi * (1 - pi) / n + device
    assert variance(WARNER, w, (1 - pi, pi), n, sampling=CENSUS)[1] == device


def test_personal_variances_average_to_the_census_variance() -> None:
    for p in (UNEVEN, TERNARY, WIDE):
        w, pi = linear_weights(p), tuple(Fraction(x, 10) for x in ((3, 7) if p.k == 2 else (2, 3, 5)))
        for j in range(p.k):
            mean = sum(x * v for x, v in zip(pi, personal_variances(p, w, j), strict=True))
            assert mean == 10 * variance(p, w, pi, 10, sampling=CENSUS)[j]


def test_one_answer_has_no_estimate_and_the_diagonal_agrees() -> None:
    w = linear_weights(WARNER)
    with pytest.raises(InputError, match="1 answer"):
        estimated_covariance(w, (1, 0))
    full = estimated_covariance(w, (6, 4), sampling=CENSUS)
    assert estimated_variances(w, (6, 4), sampling=CENSUS) == (full[0][0], full[1][1])


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
    with pytest.raises(InputError, match="sum to 0"):
        weighted_estimate(W, empty)
