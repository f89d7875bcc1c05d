"""An estimate prints, exports numbers as strings, and never shows an error smaller than it is."""

import json
from fractions import Fraction

import pandas as pd
import pytest

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.estimate import Estimates, estimate
from rropt.survey.intervals.coverage import Route, coverage
from rropt.survey.result import Estimate
from rropt.survey.sampling import CENSUS

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("no", "yes"), ("no", "yes"))


def made(no: int = 60, yes: int = 40, **options: object) -> Estimate:
    found = estimate({"no": no, "yes": yes}, mechanism=WARNER, **options)
    assert isinstance(found, Estimate)
    return found


def leaves(x: object) -> list[object]:
    if isinstance(x, dict):
        return [leaf for value in x.values() for leaf in leaves(value)]
    return [leaf for value in x for leaf in leaves(value)] if isinstance(x, list) else [x]


def test_json_holds_no_numbers_and_reads_back_exactly() -> None:
    document = json.loads(made().to_json())
    assert all(x is None or isinstance(x, str | bool) for x in leaves(document))
    assert read_number(document["inputs"]["yes"]["estimate"]["exact"]) == Fraction(3, 10)
    ends = document["inputs"]["yes"]["interval"]
    found = made().intervals[1]
    assert Fraction(ends["lower"]) <= found.lower < found.upper <= Fraction(ends["upper"])


def test_the_standard_error_is_enclosed() -> None:
    low, high = made().standard_errors[1]
    assert low**2 <= made().variances[1] <= high**2
    assert high - low < Fraction(1, 10**12)


def test_leaving_the_simplex_is_said() -> None:
    text = repr(made(95, 5))
    assert "leaves [0, 1]" in text
    assert "they differ by up to 0.4" in text
    assert made(95, 5).difference == Fraction(2, 5)
    assert "differ" not in repr(made())


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
def test_groups_whose_estimates_lie_apart_have_one_note_with_the_largest_distance(order: tuple[int, ...]) -> None:
    some = [("a", made(95, 5)), ("b", made(90, 10)), ("c", made())]
    assert [e.shift for _, e in some] == [Fraction(2, 5), Fraction(3, 10), 0]
    lines = [x for x in Estimates("g", tuple(some[i] for i in order)).explain().splitlines() if "differ by" in x]
    names = "; ".join(some[i][0] for i in order if i != 2)
    assert len(lines) == 1 and lines[0].startswith(f"{names}: ") and lines[0].endswith(" 0.4.")


def test_other_intervals_and_their_names() -> None:
    found = made()
    assert found.interval("yes", method="chebyshev").lower < found.interval().lower
    assert found.interval(0) == found.interval("no")
    with pytest.raises(InputError, match="'maybe' is not an input"):
        found.interval("maybe")


def test_true_coverage_is_enumerated_at_the_likeliest_shares() -> None:
    assert made().true_coverage() == coverage(WARNER, "3/10", 100)
    census = made(59, 41, sampling="census").true_coverage()
    assert census == coverage(WARNER, "8/25", 100, sampling=CENSUS)
    assert made(1010, 1000).true_coverage().source is Route.SIMULATED


def test_one_answer_has_no_standard_error() -> None:
    assert made(1, 0).variances is None
    assert "none" in repr(made(1, 0))
    assert made(1, 0).to_dict()["inputs"]["no"]["standard_error"] is None


def test_tables_in_pandas_and_latex() -> None:
    frame = made().to_pandas()
    assert list(frame.index) == ["no", "yes"]
    assert frame.loc["yes", "estimate"] == 0.3
    assert made().to_latex().count("\\\\") == 3
    assert "95\\% lower" in made().to_latex()


def test_groups_print_one_table_and_export() -> None:
    frame = pd.DataFrame({"a": ["no", "yes"] * 10, "g": ["x"] * 4 + ["y"] * 16})
    found = estimate(frame, answer="a", by="g", mechanism=WARNER)
    assert len(found) == 2
    assert repr(found).splitlines()[1].startswith("g  answers  input")
    assert set(json.loads(found.to_json())["groups"]) == {"x", "y"}
    assert found.to_pandas().shape == (4, 5)
    with pytest.raises(InputError, match="no group 'z'"):
        found["z"]


THREE = Mechanism([["11/15", "7/18", "3/10"], ["1/5", "5/18", "9/20"], ["1/15", "1/3", "1/4"]])


@pytest.mark.slow
def test_coverage_is_enumerated_at_whole_people_whatever_the_counts() -> None:
    for counts in ((11, 8, 4), (20, 2, 1), (8, 8, 7), (23, 0, 0)):
        data = dict(zip(THREE.output_labels, counts, strict=True))
        for sampling, people in (("census", 23), ("replacement", 10**6)):
            found = estimate(data, mechanism=THREE, sampling=sampling)
            shares = found.coverage_shares()
            assert sum(shares) == 1 and all((x * people).denominator == 1 for x in shares)
            assert all(abs(x - y) * people < 1 for x, y in zip(shares, found.likelihood.prevalence, strict=True))
            model = found.sampling
            expected = coverage(THREE, list(shares), 23, sampling=model, j=1, weights=found.weights)
            assert found.true_coverage("1") == expected and 0 < expected.lower <= 1


def test_the_likelihood_of_a_fixed_population_is_named_for_what_it_is() -> None:
    assert "independent draws)" not in repr(made()) and made().as_table()[0][-1] == "maximum likelihood"
    for options in ({"sampling": "census"}, {"sampling": "srs", "population": 500}):
        found = made(95, 5, **options)
        assert found.as_table()[0][-1] == "maximum likelihood for independent draws"
        assert "Maximum likelihood is that of independent draws (a multinomial law)" in found.to_dict()["notes"][-2]
        assert "is not the maximum likelihood estimate for independent draws: they differ" in repr(found)
    assert made().to_dict()["likelihood_model"] == "independent draws"


def test_json_has_the_covariance_matrix() -> None:
    found = estimate({"0": 30, "1": 20, "2": 10}, mechanism=THREE)
    document = json.loads(found.to_json())["covariance"]
    for row, exact in zip(document, found.covariance(), strict=True):
        for x, y in zip(row, exact, strict=True):
            assert Fraction(x["exact"]) == y and Fraction(x["lower"]) <= y <= Fraction(x["upper"])
    header, rows = found.covariance_table()
    assert header == ["covariance", "0", "1", "2"] and rows[0][2] == rows[1][1]
    assert made(1, 0).to_dict()["covariance"] is None
    with pytest.raises(InputError, match="collect at least 2"):
        made(1, 0).covariance_table()


def test_an_interval_where_no_share_fits_names_its_input() -> None:
    notes = made(99, 1).notes()
    for one, end in (("no", 1), ("yes", 0)):
        assert (
            f"Interval of {one}: no share in [0, 1] fits these answers at this confidence; the nearest is {end}."
            in notes
        )


def test_in_json_what_was_computed_has_bounds_and_what_doubles_found_says_so() -> None:
    one = made(95, 5).to_dict()["inputs"]["yes"]
    assert one["maximum_likelihood"] == {"exact": "0", "lower": "0", "upper": "0"}
    for key in ("estimate", "variance", "standard_error"):
        assert set(one[key]) == {"exact", "lower", "upper"}
    assert one["standard_error"]["exact"] is None
    three = Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
    found = estimate({"0": 9, "1": 1, "2": 9}, mechanism=three).to_dict()
    assert set(found["inputs"]["1"]["maximum_likelihood"]) == set(found["difference"]) == {"double"}
    assert found["likelihood_gap"]["lower"] == "0" and 0 < float(found["likelihood_gap"]["upper"]) < 1e-9
    irrational = estimate({"0": 9, "1": 5}, mechanism=from_spec("warner:epsilon=1")).to_dict()["inputs"]["1"]
    assert irrational["variance"]["exact"] is None and "e" in irrational["estimate"]["exact"]
    assert float(irrational["variance"]["lower"]) < float(irrational["variance"]["upper"]) + 1e-15


@pytest.mark.parametrize("method", ["wilson", "normal", "chebyshev"])
@pytest.mark.parametrize("counts", [(90, 5, 30), (9, 5, 1), (20, 0, 0), (200, 0, 0), (0, 0, 7), (50, 40, 20)])
def test_an_estimate_by_weights_that_the_answers_chose_is_not_called_unbiased(
    counts: tuple[int, ...], method: str
) -> None:
    """It is unbiased only asymptotically, as the line of its weights says. Groups say the same."""
    p = Mechanism([["1/2", "1/4"], ["1/4", "1/2"], ["1/4", "1/4"]])
    found = estimate(dict(enumerate(counts)), mechanism=p, method=method)
    assert isinstance(found, Estimate) and not found.chosen.is_unbiased
    rows = pd.DataFrame({"said": [i for i, n in enumerate(counts) for _ in range(n)]}).assign(g="a")
    both = pd.concat([rows, rows.assign(g="b")])
    for text in (repr(found), repr(estimate(both, mechanism=p, answer="said", by="g", method=method))):
        lines = [x for x in text.splitlines() if "nbiased" in x and "unbiased estimate of the variance" not in x]
        assert len(lines) == 1 and lines[0].startswith("Weights: no plan is known")
        assert "unbiased and best only asymptotically" in lines[0]


def test_the_likeliest_share_stands_first_where_the_linear_one_is_outside() -> None:
    label = made().mechanism.input_labels[1]
    first = f'The share of "{label}" is estimated at 0 (maximum likelihood); the linear estimate is -0.01, outside of [0, 1]'
    assert repr(made(755, 245)).startswith(first)
    assert "likelihood" not in repr(made(700, 300)).splitlines()[0]
