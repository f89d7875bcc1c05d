"""`rropt demand`: what it prints, its JSON, its files, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from rropt.checker import check
from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["demand", *map(str, arguments)])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "h.csv"
    path.write_text("p,h\n0,1/5\n8/9,1\n1,1\n")
    return path


@pytest.mark.parametrize(
    ("arguments", "value", "epsilon"),
    [
        (("--rho", "1/5", "1/2"), "4", "log(4)"),
        (("--beta", "2"), "2", "log(2)"),
        (("--bayes-factor", "e^(1/2)"), "e^(1/2)", "1/2"),
        (("--parity", "3"), "3", "log(3)"),
        (("--epsilon", "ln3"), "3", "log(3)"),
        (("--beta", "inf"), "inf", "inf"),
    ],
)
def test_named_demands(arguments: tuple[str, ...], value: str, epsilon: str) -> None:
    data = json.loads(run(*arguments, "--json").stdout)
    assert data["schema"] == "rropt/demand/1"
    assert (data["B"]["exact"], data["epsilon"]["exact"]) == (value, epsilon)
    first = run(*arguments).stdout
    assert value == "inf" or first.startswith("The most that a chance p may become after an answer is h(p) = ")
    assert value == "inf" or first.index("is the ratio (1 - p)/p*h(p)/(1 - h(p))") < first.index(
        "B(h) = "
    ) < first.index("Bayes factor lies between")
    assert "inverse of that" not in first
    text = run(*arguments, "--proof").stdout
    assert f"B(h) = {value}" in text and f"epsilon = {epsilon}" in text


def test_a_table_gives_a_radical_and_a_certificate(table: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.rropt.json"
    result = run("--piecewise", table, "--json", "--certificate", target)
    data = json.loads(result.stdout)
    exact = read_number(data["B"]["exact"])
    assert exact == read_number("(23+3*sqrt(5))/16")
    assert read_number(data["B"]["lower"]) < exact < read_number(data["B"]["upper"])
    assert read_number(data["rational_lower"]) < exact
    assert check(target.read_text()).status == "accepted" and target.read_text() == data["certificate"]


@pytest.mark.slow
def test_the_answer_goes_to_a_file_and_the_picture_beside_it(table: Path, tmp_path: Path) -> None:
    out, picture = tmp_path / "answer.txt", tmp_path / "regions.svg"
    result = run("--piecewise", table, "-o", out, "--plot", picture, "--mechanism", "warner:p=3/4")
    assert result.exit_code == 0 and result.stdout == ""
    assert "every Bayes factor lies between" in out.read_text()
    assert picture.read_text().lstrip().startswith("<?xml") and "tightest precise demand" in picture.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "state one demand"),
        (("--beta", "2", "--rho", "1/5", "1/2"), "several demands"),
        (("--rho", "1/2", "1/5"), "less than"),
        (("--beta", "1/2"), "at least 1"),
        (("--beta", "2", "--mechanism", "warner:p=3/4"), "--plot"),
        (("--beta", "2", "--plot", "x.pdf"), ".svg or .png"),
        (("--beta", '__import__("os").system("true")'), "cannot read"),
        (("--beta", "10**10**10"), "cannot read"),
        (("--beta", "inf", "--certificate", "x"), "no certificate of the bound B(h)"),
        (("--piecewise", "missing.csv"), "cannot read"),
        (
            ("--epsilon", "1", "--and", "parity:gamma=5", "--plot", "x.svg"),
            "needs a bound B(h), but rropt computes none",
        ),
    ],
)
def test_mistakes_are_one_sentence(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, InputError) and words in str(result.exception)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least"),
        ("p,h\n", "at least"),
        ("0,1/5\n1/2\n1,1", "point 2"),
        ("0,1/5,7\n1,1", "point 1"),
        ("0,nan\n1,1", "cannot read"),
        ("0,1e999999\n1,1", "too long"),
        ("0,1/10\n1/2,1/4\n1,1", "h(p) >= p"),
        ("0,2\n1,1", "between 0 and 1"),
        ("0,1\n1/2,1\n", "cover 0 to 1"),
        ("0,1\n" * 20000 + "1,1\n", "refused"),
        ("".join(f"{n}/9999,1\n" for n in range(10000)), "pieces"),
        ('0,"1\n1,1', "CSV"),
    ],
)
def test_hostile_tables_are_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "h.csv"
    path.write_text(text)
    result = run("--piecewise", path)
    assert isinstance(result.exception, InputError) and words in str(result.exception)


def test_nothing_is_written_where_the_picture_cannot_be(tmp_path: Path) -> None:
    proof = tmp_path / "c.json"
    found = run("--rho", "1/5", "1/2", "--certificate", proof, "--plot", tmp_path / "x.pdf")
    assert isinstance(found.exception, InputError) and ".svg or .png" in str(found.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_a_demand_of_design_and_check_too(table: Path) -> None:
    runner = CliRunner()
    made = runner.invoke(
        app, ["design", *["--objective", "variance", "--prevalence", "1/2", "--proof", "--piecewise"], str(table)]
    )
    assert made.exit_code == 0 and "(-2736*5^(1/2) + 6129)/4" in made.stdout and "B(h) = " in made.stdout
    for spec, code in (("warner:p=3/5", 0), ("warner:p=3/4", 1)):
        judged = runner.invoke(app, ["check", spec, "--piecewise", str(table)])
        assert judged.exit_code == code and "h of h.csv" in judged.stdout
    both = runner.invoke(app, ["check", "warner:p=3/4", "--piecewise", str(table), "--beta", "2"])
    assert isinstance(both.exception, InputError) and "several demands" in str(both.exception)


def test_h_its_ratio_where_it_is_least_and_the_bound_come_first(table: Path) -> None:
    """The four things that the definition B(h) = inf of the ratio is made of, before what they mean."""
    text = run("--piecewise", table, "--proof").stdout.replace("\n", " ")
    first = text.partition("Whatever is believed")[0]
    assert "h(p) = 1/5 + (9/10)*p for 0 < p <= 8/9; 1 for 8/9 < p < 1." in first
    assert "where it is least, (1/5 + (9/10)*p)*(1 - p)/(p*(4/5 - (9/10)*p))." in first
    assert "B(h) = (3*5^(1/2) + 23)/16 ≈ 1.857, the least ratio, attained at prior p = (-2*5^(1/2) + 6)/3" in first
    assert "lies between 0.5385 and 1.857." in text
    text = run("--rho", "1/5", "1/2", "--proof").stdout.replace("\n", " ")
    assert "h(p) = 1/2 for 0 < p < 1/5; 4/5 for 1/5 <= p < 1/2; 1 for 1/2 <= p < 1." in text
    assert "1/5=4/5" not in text and "lies between 1/4 and 4." in text
    assert "here 3. B(h) = 3, the least ratio, the same at every prior p." in run("--parity", "3").stdout.replace(
        "\n", " "
    )
