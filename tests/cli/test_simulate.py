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
    assert run(*arguments).splitlines()[0].startswith("2000 surveys of 100 answers")


def test_json_and_models() -> None:
    found = json.loads(
        run("krr:k=3,epsilon=1", "--prevalence", "1/2,1/4,1/4", "-n", 60, "--surveys", 600, "--input", "0", "--json")
    )
    assert found["agrees"] is True
    assert "population of 400" in run(
        "warner:p=3/4", "--prevalence", "1/10", "-n", 40, "--sampling", "srs", "--population", 400, "--surveys", 500
    )


def test_an_unknown_input_is_named() -> None:
    with pytest.raises(InputError, match="'maybe'"):
        CliRunner().invoke(
            app, ["simulate", "warner:p=3/4", "--prevalence", "1/10", "--input", "maybe"], catch_exceptions=False
        )


def test_a_deck_is_simulated_too() -> None:
    text = run("deck:60,10,30", "--kept", "--prevalence", "1/10", "-n", 100, "--sampling", "census")
    assert "kept after the draw" in text
    assert "agree within 4 errors" in text
    default = run("deck:60,10,30", "--kept", "--prevalence", "1/10", "-n", 100)
    assert default == text and "Sampling: a census or fixed population" in default and "coverage" in default
    assert "with replacement" in run("warner:p=3/4", "--prevalence", "1/10", "-n", 100, "--surveys", 100)
    for option in (("--input", "yes"), ("--method", "clopper-pearson")):
        with pytest.raises(InputError, match=r"--input yes is not used by a deck|not clopper-pearson"):
            run("deck:6,1,3", "--prevalence", "1/10", "-n", 10, *option)
    with pytest.raises(InputError, match="belongs to a deck"):
        CliRunner().invoke(app, ["simulate", "warner:p=3/4", "--prevalence", "1/10", "--kept"], catch_exceptions=False)


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(InputError, match="--seed -1"):
        run("warner:p=3/4", "--prevalence", "1/10", "--seed", -1)


def test_no_progress_bar_where_nobody_watches() -> None:
    arguments = ["simulate", "warner:p=3/4", "--prevalence", "1/10", "-n", "20", "--surveys", "50"]
    assert CliRunner().invoke(app, arguments, catch_exceptions=False).stderr == ""


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [("--input", "1", "^--input 1 is not used by a deck"), ("--confidence", "7", "strictly between 0 and 1")],
)
def test_what_a_deck_does_not_use_or_cannot_take_is_refused(option: str, value: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        run("deck:3,1,2", "--prevalence", "1/10", option, value)
