"""Errors speak as the command line is typed: options for arguments, the value that was given, no endless words."""

import pickle
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.terminal.wording import command_line, one_line, usage
from rropt.exact.errors import Argument, Either, InputError, Received, as_typed
from rropt.mechanism import Mechanism
from tests.commands import invoke


@pytest.mark.parametrize(
    ("error", "typed", "in_python", "said"),
    [
        (
            InputError("give ", Argument("inputs", "5")),
            "deck show 1,2",
            "give inputs=5",
            "give inputs=5",
        ),
        (
            InputError(Received("standard_error", "2"), " must lie"),
            "rank --standard-error 2",
            "standard_error = 2 must lie",
            "--standard-error 2 must lie",
        ),
        (
            InputError(Received("standard_error", "2"), " must lie"),
            "rank --standard-error=2",
            "standard_error = 2 must lie",
            "--standard-error 2 must lie",
        ),
        (
            InputError("group 'a': ", *InputError(Received("epsilon", "0"), " is none").args, " (or not)"),
            "design --epsilon 0 --inputs 3",
            "group 'a': epsilon = 0 is none (or not)",
            "group 'a': --epsilon 0 is none (or not)",
        ),
        (
            InputError(Received("epsilon", "0"), " is none"),
            "deck best --cards 10",
            "epsilon = 0 is none",
            "epsilon = 0 is none",
        ),
        (
            InputError(Received("gamma", "2"), " is below"),
            "check --parity 2",
            "gamma = 2 is below",
            "gamma = 2 is below",
        ),
        (InputError("rows: ", Either("call it", "")), "show x", "rows: call it", "rows:"),
        (InputError("{0} give population=N"), "simulate x", "{0} give population=N", "{0} give population=N"),
    ],
)
def test_sentences(error: InputError, typed: str, in_python: str, said: str) -> None:
    assert str(error) == in_python
    assert as_typed(error, command_line(app, typed.split())) == said
    assert str(pickle.loads(pickle.dumps(error))) == in_python


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("columns are a,b\n1,2\n", "columns are a,b 1,2 "),
        ("t = " + "9" * 300 + " is", "t = " + "9" * 40 + "… is"),
        ("no column a\x1b[31m", "no column a\\x1b[31m"),
    ],
)
def test_a_sentence_stays_on_its_line(sentence: str, said: str) -> None:
    assert one_line(sentence) == said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("x", "No such command 'x'; --help lists what there is"),
    ],
)
def test_wrong_use(arguments: str, words: str) -> None:
    error = CliRunner().invoke(app, arguments.split(), standalone_mode=False).exception
    assert usage(error).startswith(words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("design --objective trace --epsilon 1", "the trace needs the number of inputs; give --inputs 5"),
        ("design --objective trace --epsilon 1..1 --inputs 2", "--epsilon 1..1 is a point, not an interval; give 1"),
        ("design --objective divergence --phi x^2 --epsilon 1 --inputs 2", "--phi 'x^2' is 1 at x = 1"),
        ("device warner:p=3/4 --months 1/2,1/2", "--months 1/2,1/2 must be equal, or twelve shares"),
        ("design --objective trace --inputs 2 --least x", "--least x is none of epsilon, delta and vulnerability"),
        ("design --objective trace --inputs 2 --along x --plot p.svg", "--along x is none of epsilon, delta and"),
        ("check warner:p=3/4 --epsilon 1 --delta 2", "--delta 2 must lie between 0 and 1"),
        ("check warner:p=3/4 --beta 1/2", "--beta 1/2 must be at least 1"),
        # a parameter of a family is no option, though there is one of its name
        ("check krr:k=3,epsilon=-1 --epsilon 1", "epsilon = -1 is negative; a privacy budget is at least 0"),
    ],
)
def test_as_printed(arguments: str, words: str) -> None:
    error = invoke(app, arguments.split()).exception
    assert isinstance(error, InputError)
    assert as_typed(error, command_line(app, arguments.split())).startswith(words)


def test_tables_that_stand_the_other_way() -> None:
    line = command_line(app, ["show", "table.csv"])
    with pytest.raises(InputError, match=r"if the rows are the inputs, use Mechanism.from_design_matrix$") as turned:
        Mechanism([["1/3", "2/3"], ["1/4", "3/4"]])
    assert as_typed(turned.value, line).endswith("if the rows are the inputs, give --rows-are-inputs")
    with pytest.raises(InputError, match=r"or decimals whose sum is 1, or in Python Mechanism.from_floats") as rounded:
        Mechanism([["0.333", "1/2"], ["0.666", "1/2"]])
    assert as_typed(rounded.value, line).endswith("write fractions such as 1/3, or decimals whose sum is 1")


def said(arguments: str) -> str:
    done = invoke(app, arguments.split())
    return str(done.exception) if isinstance(done.exception, InputError) else done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            "design --objective variance --epsilon ln1/2 --prevalence 1/4",
            "Read: epsilon = ln1/2, read as (ln 1)/2 ≈ 0; for",
        ),
        ("design --objective trace --epsilon ln3/2 --inputs 2", "write ln(3/2)."),
        ("design --objective variance --epsilon 1 --prevalence 1/10..1/10", "is a point, not an interval; give 1/10"),
        ("design --objective trace --epsilon 1..1 --inputs 2", "epsilon = 1..1 is a point, not an interval; give 1"),
        ("design --objective trace --epsilon 1 --weights 1,,2", "--weights '1,,2' has nothing at place 2"),
        ("design --objective utility --epsilon 1 --utility no --prior 1/2,", "--prior '1/2,' has nothing at place 2"),
        ("design --objective trace --epsilon 1 --inputs ,a", "--inputs ',a' has nothing at place 1"),
        (
            "design --objective trace --epsilon 1 --inputs free",
            "--inputs free must be a whole number, or labels such as no,yes",
        ),
        (
            "design --objective trace --epsilon 1 --inputs 2 --outputs x",
            "--outputs x must be a whole number, or labels such as",
        ),
    ],
)
def test_what_was_read_and_what_is_wrong(arguments: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "u.csv").write_text("1,0\n0,1\n")
    assert words in said(arguments.replace("--utility no", f"--utility {tmp_path / 'u.csv'}"))


def test_files_that_are_none(tmp_path: Path) -> None:
    table = tmp_path / "m.csv"
    table.write_text("a,b\n1,0\n")
    assert f"{table}: malformed: the text is not a JSON document; give a certificate" in said(f"verify {table}")
    assert said(f"design --objective trace --epsilon 1 --inputs 2 -o {tmp_path}").count("cannot write") == 1
    for command in (f"estimate {tmp_path} -m warner:p=3/4 -a x", f"show {tmp_path}"):
        assert said(command).startswith(f"{tmp_path} is a directory; give")
