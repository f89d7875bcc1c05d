"""`rropt simulate`: the answer on the output, the progress bar on the error stream."""

import json

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError


def run(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["simulate", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_seed_repeats_and_the_theory_agrees() -> None:
    arguments = ("warner:p=3/4", "--prevalence", "1/10", "-n", 100, "--surveys", 2000, "--seed", 1)
    assert run(*arguments) == run(*arguments, "--quiet")
    assert "agree within 4 errors" in run(*arguments)
    assert run(*arguments) != run(*arguments[:-1], 2)
    assert run(*arguments).startswith("The estimates behave as calculated: over 2,000 surveys ")
    assert "\n2000 surveys of 100 answers" in run(*arguments)


def test_json_and_models() -> None:
    found = json.loads(
        run("krr:k=3,epsilon=1", "--prevalence", "1/2,1/4,1/4", "-n", 60, "--surveys", 600, "--share-of", "0", "--json")
    )
    assert found["agrees"] is True
    assert "population of 400" in run(
        "warner:p=3/4", "--prevalence", "1/10", "-n", 40, "--sampling", "srs", "--population", 400, "--surveys", 500
    )


def test_an_unknown_input_is_named() -> None:
    with pytest.raises(InputError, match="'maybe'"):
        CliRunner().invoke(
            app, ["simulate", "warner:p=3/4", "--prevalence", "1/10", "--share-of", "maybe"], catch_exceptions=False
        )


def test_decks_are_not_simulated() -> None:
    with pytest.raises(InputError, match="not simulated; `rropt deck show` gives"):
        run("deck:60,10,30", "--prevalence", "1/10")


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(InputError, match="--seed -1"):
        run("warner:p=3/4", "--prevalence", "1/10", "--seed", -1)


def test_no_progress_bar_where_nobody_watches() -> None:
    arguments = ["simulate", "warner:p=3/4", "--prevalence", "1/10", "-n", "20", "--surveys", "50"]
    assert CliRunner().invoke(app, arguments, catch_exceptions=False).stderr == ""


def test_the_intervals_are_named_with_their_confidence() -> None:
    for options in (("--confidence", "90%"), ("--confidence", "90%", "--json")):
        said = run("warner:p=3/4", "--prevalence", "1/10", "-n", 20, "--surveys", 50, "--method", "normal", *options)
        assert "share of input 1 = 0.1, 90% normal intervals" in said
