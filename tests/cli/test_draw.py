import json
from pathlib import Path

import numpy
import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.draws import draw


def run(*arguments, stdin=""):
    return CliRunner().invoke(app, ["draw", *map(str, arguments)], input=stdin)


@pytest.fixture
def sure(tmp_path):
    """A labelled mechanism without chance: what goes in decides what comes out."""
    path = tmp_path / "sure.csv"
    path.write_text(Mechanism([[0, 1], [1, 0]], ("no", "yes"), ("white, plain", "black: dotted")).to_csv())
    return path


def test_inputs_by_label_option_file_and_stdin(sure, tmp_path):
    asked = tmp_path / "inputs.txt"
    asked.write_text("yes\nno\n\n 0 \n")
    expected = "white, plain\nblack: dotted\nblack: dotted\n"
    found = run(sure, "--file", asked)
    assert found.stdout == expected and "1 empty line skipped" in found.stderr
    assert run(sure, stdin=asked.read_text()).stdout == expected
    assert run(sure, "-i", "yes", "--input", "no", "--input", "0").stdout == expected


def test_the_default_draws_differ_and_are_outputs():
    output = run("warner:p=1/2", "--input", 1, "-n", 200)
    answers = output.stdout.split()
    assert len(answers) == 200
    assert set(answers) == {"0", "1"}  # fails by chance once in 2^199
    assert "200 times epsilon" in output.stderr


def test_a_seed_reproduces_and_says_what_it_is_for():
    first, again = (run("krr:k=4,epsilon=1", "-i", 2, "-n", 50, "--seed", 7) for _ in range(2))
    assert first.stdout == again.stdout
    assert "simulations only" in first.stderr
    expected = draw(from_spec("krr:k=4,epsilon=1"), [2] * 50, rng=numpy.random.default_rng(7))
    assert first.stdout.split() == list(map(str, expected))


def test_json_says_where_the_bits_came_from():
    document = json.loads(run("direct_question:k=3", "-i", 2, "--json").stdout)
    assert document == {"schema": "rropt/draw/1", "bits": "operating system", "outputs": ["2"]}
    seeded = json.loads(run("direct_question:k=3", "-i", 2, "--json", "--seed", 1).stdout)
    assert "simulations only" in seeded["bits"]


def test_a_decimal_epsilon_is_reported_beside_the_answers():
    output = run("warner:epsilon=0.5", "-i", 1)
    assert "read as the rational 1/2" in output.stderr
    assert output.stdout.strip() in ("0", "1")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["warner:p=1/2"], "0\nmaybe\n", "line 2: 'maybe' is not an input"),
        (["warner:p=1/2", "-i", "2"], "", "--input: 2 is not an input"),
        (["warner:p=1/2"], "\n", "no inputs were given"),
        (["warner:p=1/2", "-i", "0", "-f", "x.txt"], "", "give one of them"),
        (["warner:p=1/2", "-i", "0", "-n", "0"], "", "-n 0"),
        (["warner:p=1/2", "-i", "0", "-n", "10000001"], "", "-n 10000001"),
        (["warner:p=1/2", "-i", "0", "--seed", "-1"], "", "--seed -1"),
        (["warner:epsilon=every", "-i", "0"], "", "epsilon is free"),
        (["nothing.csv", "-i", "0"], "", "there is no file nothing.csv"),
        (["", "-i", "0"], "", "name is empty"),
    ],
)
def test_refusals(arguments, stdin, message):
    result = run(*arguments, stdin=stdin)
    assert isinstance(result.exception, InputError)
    assert message in str(result.exception)


@pytest.mark.parametrize("way", ["file", "stdin"])
def test_a_mark_of_the_byte_order_is_no_part_of_an_input(way: str, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("yes\nno\n", encoding="utf-8-sig")
    options = {"input": file.read_bytes()} if way == "stdin" else {}
    named = [] if way == "stdin" else ["--file", str(file)]
    found = CliRunner().invoke(app, ["draw", "warner:p=1", "--inputs", "no,yes", *named], **options)
    assert found.exception is None and found.stdout == "yes\nno\n"
