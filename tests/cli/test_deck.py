import json
import math
import re
from fractions import Fraction as F

import polars as pl
import pytest

from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.survey.tally import DROP_OTHERS
from tests.commands import invoke


def run(*arguments):
    return invoke(app, ["deck", *map(str, arguments)])


def facts(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_show_states_variance_and_joint_privacy_first():
    found = facts("show", "3,2,5", "--kept", "--respondents", 10)
    assert found["variance"]["exact"] == "19/100" and found["variance"]["prevalence"] == "1/10"
    assert "WARNING" in found["warning"] and found["epsilon_of_all_answers"]["exact"] == "inf"
    assert found["deck"] == {"counts": ["3", "2", "5"], "kept": True}
    assert found["outsider"]["least_posterior"] < found["outsider"]["largest_posterior"]
    text = run("show", "3,2,5", "--kept", "--respondents", 10).output
    assert text.startswith("WARNING: one answer") and "variance at prevalence 0.1: 0.19\n" in text
    back = facts("show", "3,2,5", "--respondents", 10)
    assert "warning" not in back and back["variance"]["exact"] == "19/40"


@pytest.mark.parametrize("counts", ["3,7,4", "10,7", "7,11", "1,100", "999,1000"])
def test_no_stated_bound_is_below_what_is_true(counts):
    cards = list(map(int, counts.split(",")))
    said = " ".join(run("show", counts, "-n", 7).output.split())
    factor = F(re.search(r"a factor of at most ([0-9.]+);", said).group(1))
    least = max(F(max(x, y), min(x, y)) for x in (cards[0], cards[-1]) for y in (cards[0], cards[-1]))
    assert least <= factor < least * F(1001, 1000)
    epsilon = float(re.search(r"epsilon of one answer: (?:log\S+ ≈ )?([0-9.]+)", said).group(1))
    assert epsilon >= math.log(least) - 1e-15 or "≈" in said


def test_a_bound_from_below_is_rounded_down():
    said = " ".join(run("best", "--cards", 30, "--epsilon", "1/3").output.split())
    least = F(re.search(r"no deck of this epsilon adds less than ([0-9.]+)\.", said).group(1))
    assert least <= math.exp(1 / 3) / (math.exp(1 / 3) - 1) ** 2


def test_best_prints_the_deck_and_the_bound():
    found = facts("best", "--cards", 5, "--values", 3, "--epsilon", "ln3", "--kept")
    assert found["deck"] == {"counts": ["1", "1", "3"], "kept": True}
    assert "less private" in run("best", "--cards", 5, "--values", 3, "--epsilon", "ln3", "--kept").output
    assert found["least_spread"]["exact"] == "3/4" and found["best_proportions"] == ["1/4", "0", "3/4"]
    assert found["epsilon_of_all_answers"]["lower"] == "inf"


def test_repair_is_finite_and_compared_with_independent_draws():
    found = facts("repair", "--respondents", 10, "--epsilon", "ln3", "--prevalence", "1/10")
    assert found["epsilon_of_all_answers"]["exact"] == "log(210/71)"
    assert found["variance_put_back"]["exact"] == "3/40"


def test_repair_with_three_values_and_of_a_given_deck():
    found = facts("repair", "-n", 3, "--epsilon", "ln3", "--cards", 15, "--values", 3)
    assert found["deck"]["counts"] == ["5", "1", "9"]
    assert found["epsilon_of_all_answers"]["exact"] == "log(3)"
    found = facts("repair", "-n", 10, "--epsilon", "ln3", "--deck", "2,3,5")
    # s copies have 5s/(2s − 9) ≤ 3 from s = 27
    assert found["copies"] == "27" and found["epsilon_of_all_answers"]["exact"] == "log(3)"


def test_estimate_from_a_file_and_its_warning(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("person,number\n" + "".join(f"{i},{x}\n" for i, x in enumerate([1, 3, 3, 2, 3])))
    found = facts("estimate", path, "--deck", "1,1,3", "--kept", "--answer", "number")
    # mean answer 12/5, card mean 12/5: the estimate is 0
    assert found["estimate"]["exact"] == "0" and "WARNING" in found["warning"]
    assert F(found["people"]) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "3", "-n", 2), "at least 2 kinds"),
        (("show", "1,x", "-n", 2), "cannot read 'x'"),
        (("show", "1,2", "--kept", "-n", 9), "cannot each keep"),
        (("repair", "-n", 5, "-e", "1", "--cards", 6), "or more"),
        (("repair", "-n", 5, "-e", "1", "--deck", "1,3"), "the joint epsilon is above 1"),
        (
            ("repair", "-n", 5, "-e", "2", "--deck", "1,3", "--cards", 50),
            "--epsilon and --respondents decide how many copies",
        ),
    ],
)
def test_mistakes_are_one_sentence(arguments, message):
    result = run(*arguments)
    assert isinstance(result.exception, InputError) and message in str(result.exception)


def test_answers_that_no_card_gives_are_counted(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("number\n1\n4\n4\n")
    result = run("estimate", path, "--deck", "1,1,3", "--answer", "number")
    assert "2 answers are no output of the mechanism (outputs: 1, 2, 3): '4' (2)" in str(result.exception)
    assert "no column 'x'" in str(run("estimate", path, "--deck", "1,3", "--answer", "x").exception)


def test_answers_as_floats_and_missing_ones(tmp_path):
    path = tmp_path / "answers.parquet"
    pl.DataFrame({"number": [1.0, 3.0, 3.0, None, 7.0]}).write_parquet(path)
    with_error = run("estimate", path, "--deck", "1,1,3", "--answer", "number")
    assert "'(missing)' (1)" in str(with_error.exception) and "'7.0' (1)" in str(with_error.exception)
    assert with_error.exception.args[-1] == DROP_OTHERS
    found = facts("estimate", path, "--deck", "1,1,3", "--answer", "number", "--other", "drop")
    assert found["people"] == "3" and found["dropped"] == "2" and found["answers"] == {"1": "1", "2": "0", "3": "2"}


@pytest.mark.parametrize("epsilon", ["every", "1/2..1", "0", "inf"])
def test_a_repair_needs_one_epsilon(epsilon):
    for options in ((), ("--deck", "1,3"), ("--values", 3)):
        assert "positive and finite" in str(run("repair", "-n", 5, "-e", epsilon, *options).exception)
    assert "positive and finite" in str(run("best", "--cards", 9, "-e", epsilon).exception)


def test_a_standard_error_is_never_0_and_says_where_it_comes_from(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("number\n" + "1\n" * 50 + "2\n" + "3\n" * 49)
    found = facts("estimate", path, "--deck", "53,1,46", "--kept", "--answer", "number")
    assert float(found["standard_error"]["upper"]) == pytest.approx(0.7052, abs=1e-4)
    assert found["variance"]["source"] == "plug-in" and found["variance"]["exact"] == "39404/79233"
    assert "the unbiased estimate of the variance is negative here" in found["variance_note"]
    text = run("estimate", path, "--deck", "53,1,46", "--kept", "--answer", "number").output
    assert "this is the exact variance at the estimated share cut to [0, 1], 0.4286" in text
    assert "95% chebyshev interval: from" in text and "95% normal interval: from 0 to 1 (an approximation" in text
    back = facts("estimate", path, "--deck", "53,1,46", "--answer", "number", "--confidence", "0.5")
    assert back["variance"]["source"] == "exact" and back["chebyshev_interval"]["confidence"] == "1/2"
    drawn = facts("estimate", path, "--deck", "2,1,97", "--answer", "number", "--sampling", "replacement")
    assert drawn["variance_note"] == "the unbiased estimate of the variance"
