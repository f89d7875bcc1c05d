"""Errors speak as the command line is typed: options for arguments, the value that was given, no endless words."""

import pytest

from rropt.cli.wording import as_typed, usage, value_of


@pytest.mark.parametrize(
    ("sentence", "typed", "said"),
    [
        ("srs needs its population; give population=N", [], "srs needs its population; give --population N"),
        ("standard_error = 2 must lie", ["--standard-error", "2"], "--standard-error 2 must lie"),
        ("margin = 2 must lie", ["--margin=2"], "--margin 2 must lie"),
        ("gamma = 2 is below", ["--parity", "2"], "gamma = 2 is below"),
        ("columns are a,b\n1,2\n", [], "columns are a,b 1,2 "),
        ("t = " + "9" * 300 + " is", [], "t = " + "9" * 40 + "… is"),
    ],
)
def test_sentences(sentence: str, typed: list[str], said: str) -> None:
    assert as_typed(sentence, typed) == said


def test_a_number_is_shown_as_typed() -> None:
    said = "Invalid value for '--seed': Input should be a valid integer, unable to parse string as an integer"
    assert usage(said, ["--seed", "1.5"], ["--seed"]) == "--seed '1.5' is no whole number; write digits, such as 10"
    assert usage(said, ["-n", "x"], ["--people", "-n"]).startswith("--people 'x' is no whole number")
    bound = "Invalid value for '-n': Input should be greater than or equal to 2"
    assert usage(bound, ["-n=1"], ["-n"]) == "-n '1' should be greater than or equal to 2"
    assert usage("No such command 'x'.", []) == "No such command 'x'; --help lists what there is"
    assert value_of(["-n"], []) is None and value_of(["-n"], ["-n"]) is None
