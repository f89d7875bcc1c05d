"""The bias of non-compliance equals the expectation computed from the behaviour itself."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.planning.compliance import biases, noncompliance, protective_variance, safe_output
from rropt.survey.planning.spread import Region
from rropt.survey.weights import apply, linear_weights

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))
UNEVEN = Mechanism([["2/3", "1/5"], ["1/3", "4/5"]])
X, S = Fraction(1, 10), Fraction(1, 5)


@pytest.mark.parametrize("p", [WARNER, UNEVEN])
def test_biases_are_expectations(p: Mechanism) -> None:
    w = linear_weights(p)
    honest = apply(p.rows, (1 - X, X))
    silent = (Fraction(1), Fraction(0))

    def mean(law: tuple) -> Fraction:
        return apply(w, law)[1] - X

    with_trait, without = p.columns[1], p.columns[0]
    protective = tuple(
        (1 - X) * a + X * ((1 - S) * b + S * c) for a, b, c in zip(without, with_trait, silent, strict=True)
    )
    everyone = tuple((1 - S) * a + S * c for a, c in zip(honest, silent, strict=True))
    denial = tuple((1 - X + X * S) * a + X * (1 - S) * b for a, b in zip(without, with_trait, strict=True))
    assert biases(p, X, S) == (mean(protective), mean(everyone), mean(denial))


THREE = Mechanism([["3/5", "1/5", "1/10"], ["1/5", "3/5", "1/10"], ["1/5", "1/5", "4/5"]])


@pytest.mark.parametrize("s", [Fraction(0), Fraction(1, 10), S, Fraction(1)])
@pytest.mark.parametrize(
    ("p", "shares"),
    [(WARNER, (1 - X, X)), (UNEVEN, (1 - X, X)), (THREE, (Fraction(3, 10), Fraction(1, 2), Fraction(1, 5)))],
)
def test_the_error_is_that_of_the_answers_that_are_given(
    p: Mechanism, shares: tuple[Fraction, ...], s: Fraction
) -> None:
    """Every truth, behaviour and answer is enumerated with its probability."""
    j, safe = p.k - 1, safe_output(p, p.k - 1)
    w = linear_weights(p)[j]
    mean = square = Fraction(0)
    for truth, share in enumerate(shares):
        for protects, part in ((True, s), (False, 1 - s)) if truth == j else ((False, 1),):
            for i in range(p.m):
                chance = share * part * (int(i == safe) if protects else p.rows[i][truth])
                mean, square = mean + chance * w[i], square + chance * w[i] ** 2
    region = Region(shares[j], shares[j], shares)
    assert protective_variance(p, shares[j], s, j=j, region=region) == square - mean * mean


def test_the_safe_output_is_the_least_incriminating() -> None:
    assert safe_output(WARNER, 1) == 0
    assert safe_output(Mechanism([["1/4", "1/2"], ["1/4", "1/4"], ["1/2", "1/4"]]), 1) == 2


def test_the_table_starts_unbiased_and_names_the_answer() -> None:
    table = noncompliance(WARNER, "1/10", shares=["0", "1/10"])
    assert table.rows[0][1:4] == ("0", "0", "0")
    assert table.rows[0][-1] == "never"
    assert table.rows[1][1] == "-0.015"
    assert [row[-2] for row in table.rows] == ["0.02899", "0.02878"]
    assert int(table.rows[1][-1]) == 3680  # at 3679 both squares are 0.000225
    assert "safe answer is no" in repr(table)


def test_the_people_and_the_design_effect_that_are_given_count() -> None:
    table = noncompliance(WARNER, "1/10", shares=["0", "1/10"], n=4000, deff=4)
    assert [row[-2] for row in table.rows] == ["0.02899", "0.02878"], "four times the variance, four times the people"
    assert int(table.rows[1][-1]) == 4 * 3679 + 1
    (row,) = noncompliance(WARNER, "1/10", shares=["0"], deff_truth=2).rows
    assert float(row[-2]) == pytest.approx((0.84 + 0.09) ** 0.5 / 1000**0.5, rel=1e-3)


def test_clusters_on_the_truth_add_the_covariance_of_answers() -> None:
    """All truths of a cluster of two are the same, so that D′ = 2; all truths, behaviours and answers are enumerated."""
    w, safe, s = linear_weights(WARNER)[1], safe_output(WARNER, 1), Fraction(1, 5)
    means = [sum(WARNER.rows[i][0] * w[i] for i in range(2))]
    means.append(s * w[safe] + (1 - s) * sum(WARNER.rows[i][1] * w[i] for i in range(2)))
    mean = (1 - X) * means[0] + X * means[1]
    covariance = (1 - X) * means[0] ** 2 + X * means[1] ** 2 - mean**2
    expected = protective_variance(WARNER, X, s) + covariance
    (row,) = noncompliance(WARNER, X, shares=[s], n=1, deff_truth=2).rows
    assert float(row[-2]) == pytest.approx(float(expected) ** 0.5, rel=1e-3)


def test_shares_and_ranges_are_checked() -> None:
    with pytest.raises(InputError, match="protect themselves must be from 0 to 1, not 2"):
        noncompliance(WARNER, "1/10", shares=["2"])


@pytest.mark.parametrize("p", [WARNER, UNEVEN])
def test_between_the_ends_of_a_range_everything_lies_between_theirs(p: Mechanism) -> None:
    table = noncompliance(p, "1/10..1/2", shares=["1/20"])
    assert table.header[0] == "prevalence" and [row[0] for row in table.rows] == ["1/10", "1/2"]
    first, last = ([float(x) for x in (*row[2:5], row[6])] for row in table.rows)
    for i in range(1, 8):
        row = noncompliance(p, Fraction(1, 10) + Fraction(i, 20), shares=["1/20"]).rows[0]
        inside = [float(x) for x in (*row[1:4], row[5])]
        assert all(min(a, b) <= x <= max(a, b) for a, x, b in zip(first, inside, last, strict=True))
