"""`rropt sweep`: the table of a grid's file, beside its store, and what it refuses."""

import csv
import json
from pathlib import Path

import polars
import pytest
from typer.testing import CliRunner, Result

from rropt.cli import app
from rropt.exact.errors import InputError

GRID = """
objective = "trace"
epsilon = ["ln2", "ln3"]
inputs = ["2", "no,maybe,yes"]
subject-to = [["P[0,0] <= 1/2"], []]
"""


def run(
    folder: Path, grid: str, *more: str, output: str = "runs.parquet", workers: tuple[str, ...] = ("--workers", "1")
) -> Result:
    path = folder / "grid.toml"
    path.write_text(grid, encoding="utf-8")
    return CliRunner().invoke(app, ["sweep", str(path), "-o", str(folder / output), *workers, *more])


def test_the_table_has_a_column_a_key_and_goes_on_from_its_store(tmp_path: Path) -> None:
    found = run(tmp_path, GRID)
    assert found.exit_code == 0 and found.stdout.startswith("8 designs: 8 optimal; the table is runs.parquet")
    frame = polars.read_parquet(tmp_path / "runs.parquet")
    assert frame.columns[:6] == ["objective", "epsilon", "inputs", "subject_to", "verdict", "value"]
    assert frame["value"].to_list() == ["5/4", "4/3", "3/2", "3/2", "4/3", "3/2", "7/4", "9/5"]
    store = (tmp_path / "runs.parquet.store").read_bytes()
    again = run(tmp_path, GRID)
    assert "8 from the store" in again.output and (tmp_path / "runs.parquet.store").read_bytes() == store


def test_one_process_and_two_write_the_same_bytes(tmp_path: Path) -> None:
    assert run(tmp_path, GRID, output="one.csv").exit_code == 0
    assert run(tmp_path, GRID, output="two.csv", workers=("--workers", "2")).exit_code == 0
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_csv_files_of_costs_and_other_demands(tmp_path: Path) -> None:
    (tmp_path / "costs.csv").write_text("0,1\n1,0\n", encoding="utf-8")
    grid = 'objective = "linear"\ncost = "costs.csv"\nrho = ["1/5 1/2", "1/5"]\n'
    found = run(tmp_path, grid, "--quiet", output="runs.csv")
    assert found.exit_code == 0 and found.stdout.startswith("2 designs: 1 optimal, 1 refused")
    assert "should hold two numbers" in (tmp_path / "runs.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("grid", "output", "words"),
    [
        ("objective = ", "runs.csv", "as TOML: "),
        (f'objective = "trace"\nepsilon = {"9" * 5000}', "runs.csv", "as TOML: Exceeds the limit"),
        (f'objective = "trace"\nepsilon = 0x{"f" * 5000}', "runs.csv", "epsilon has a whole number of 20000 bits"),
        ('objective = "trace"\nbayes-factor = 2\nbayes_factor = 3', "runs.csv", "has the key bayes_factor twice"),
        ('epsilon = "1"', "runs.csv", "has no objective"),
        ('objective = "trace"\ncolour = "red"', "runs.csv", "has the unknown key 'colour'; the known ones are"),
        ('objective = "trace"\nepsilon = [[1]]', "runs.csv", "epsilon must be a text or a list"),
        ('objective = "trace"\nsubject-to = 5', "runs.csv", "subject-to must be a text"),
        ('objective = "trace"\ncost = true', "runs.csv", "cost must be a text or a list"),
        ('objective = "variance"\nwarner = 5', "runs.csv", "warner must be true, false"),
        ('objective = "trace"', "runs.txt", r"should end in .parquet or .csv"),
    ],
)
def test_what_is_refused(tmp_path: Path, grid: str, output: str, words: str) -> None:
    found = run(tmp_path, grid, output=output)
    assert isinstance(found.exception, InputError) and words in str(found.exception)


def test_the_demands_of_design_are_those_of_a_sweep(tmp_path: Path) -> None:
    (tmp_path / "budgets.csv").write_text("input,a,b\na,0,ln2\nb,ln3,0\n", encoding="utf-8")
    (tmp_path / "distances.csv").write_text("0,1\n1,0\n", encoding="utf-8")
    (tmp_path / "steps.csv").write_text("p,h\n0,0\n1/3,1/2\n1,1\n", encoding="utf-8")
    demands = {
        'epsilons = "budgets.csv"': ["--epsilons", f"{tmp_path}/budgets.csv"],
        'epsilon = "ln2"\nmetric = ["line", "distances.csv"]': ["--epsilon", "ln2", "--metric", "line"],
        'epsilon = "ln2"\nsensitive = "0"': ["--epsilon", "ln2", "--sensitive", "0"],
        'epsilon = "ln3"\nand = [["parity:gamma=2", "beta:beta=3"]]': ["--epsilon", "ln3", "--and", "parity:gamma=2"],
        'piecewise = "steps.csv"': ["--piecewise", f"{tmp_path}/steps.csv"],
    }
    for n, (grid, options) in enumerate(demands.items()):
        inputs = "" if "epsilons" in grid else "inputs = 2\n"
        found = run(tmp_path, f'objective = "trace"\n{inputs}{grid}', "--quiet", output=f"{n}.csv")
        assert found.exit_code == 0, (grid, found.exception)
        rows = list(csv.DictReader((tmp_path / f"{n}.csv").open(encoding="utf-8")))
        size = ["--inputs", "2"] if inputs else []
        alone = CliRunner().invoke(app, ["design", "--objective", "trace", *size, *options, "--json"])
        value = json.loads(alone.stdout)["value"]["exact"]
        assert [row["value"] for row in rows] == [value] * len(rows), grid


def test_labels_put_the_columns_of_a_file_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "costs.csv").write_text("output,a,b\na,0,5\nb,1,0\n", encoding="utf-8")
    grid = 'objective = "linear"\ncost = "costs.csv"\nepsilon = "ln2"\ninputs = ["a,b", "b,a"]\nsubject-to = "P[0,0] >= 1/2"\n'
    assert run(tmp_path, grid, "--quiet", output="runs.csv").exit_code == 0
    rows = list(csv.DictReader((tmp_path / "runs.csv").open(encoding="utf-8")))
    for row in rows:
        options = ["--cost", f"{tmp_path}/costs.csv", "--epsilon", "ln2", "--inputs", row["inputs"]]
        line = ["design", "--objective", "linear", *options, "--subject-to", "P[0,0] >= 1/2", "--json"]
        assert json.loads(CliRunner().invoke(app, line).stdout)["value"]["exact"] == row["value"]
    assert rows[0]["value"] != rows[1]["value"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('cost = "\\u0000"', "cannot read"),
        ('cost = "none.csv"', "cannot read"),
        ('metric = "none.csv"', "cannot read"),
        ('inputs = "²"', "'²'"),
        ('rho = "1/5 1/2"', "several demands"),
        ("sensitive = 5", "5"),
        ('and = "colour"', "is no demand"),
    ],
)
def test_a_combination_without_a_design_is_refused_in_its_row(tmp_path: Path, line: str, words: str) -> None:
    found = run(tmp_path, f'objective = "trace"\nepsilon = "1"\n{line}', "--quiet", output="runs.csv")
    assert found.exit_code == 0, found.exception
    (row,) = csv.DictReader((tmp_path / "runs.csv").open(encoding="utf-8"))
    assert words in row["refusal"] and not row["verdict"]
