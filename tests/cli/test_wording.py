"""Errors speak as the command line is typed: options for arguments, the value that was given, no endless words."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.wording import as_typed, usage, value_of
from rropt.exact.errors import InputError


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


def said(arguments: str) -> str:
    done = CliRunner().invoke(app, arguments.split())
    return str(done.exception) if isinstance(done.exception, InputError) else done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            "design --objective variance --epsilon ln1/2 --prevalence 1/4",
            "Read: epsilon = ln1/2, read as (ln 1)/2 ≈ 0; for",
        ),
        ("design --objective trace --epsilon ln3/2 --inputs 2", "write ln(3/2)."),
        ("design --objective variance --epsilon 1 --prevalence 1/10..1/10", "is one point and no interval; give 1/10"),
        ("design --objective trace --epsilon 1..1 --inputs 2", "epsilon = 1..1 is one point and no interval; give 1"),
        ("design --objective trace --epsilon 1 --weights 1,,2", "--weights '1,,2' has nothing at place 2"),
        ("design --objective utility --epsilon 1 --utility no --prior 1/2,", "--prior '1/2,' has nothing at place 2"),
        ("design --objective trace --epsilon 1 --inputs ,a", "--inputs ',a' has nothing at place 1"),
        (
            "design --objective trace --epsilon 1 --inputs free",
            "--inputs free must be a number, or labels such as no,yes",
        ),
        (
            "design --objective trace --epsilon 1 --inputs 2 --outputs x",
            "--outputs x must be a number, or labels such as",
        ),
    ],
)
def test_what_was_read_and_what_is_wrong(arguments: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "u.csv").write_text("1,0\n0,1\n")
    assert words in said(arguments.replace("--utility no", f"--utility {tmp_path / 'u.csv'}"))


def test_files_that_are_none(tmp_path: Path) -> None:
    table = tmp_path / "m.csv"
    table.write_text("a,b\n1,0\n")
    assert f"{table}: malformed: it is no JSON document; give a certificate" in said(f"verify {table}")
    assert said(f"design --objective trace --epsilon 1 --inputs 2 -o {tmp_path}").count("cannot write") == 1
    for command in (f"estimate {tmp_path} -m warner:p=3/4 -a x", f"show {tmp_path}"):
        assert said(command).startswith(f"{tmp_path} is a directory; give")
    estimate = f"estimate {table} -m warner:p=3/4 -a a"
    assert said(f"{estimate} --outputs a,b,c").startswith("--outputs a,b,c has 3 labels for 2 outputs")
    assert said(f"estimate {table} -m warner:p=3/4 -a b --sampling srs").endswith("give population=N")
    table.write_text("a\nx\n")
    assert said(estimate).startswith("1 answer is no output")
