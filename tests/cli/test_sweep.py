"""`rropt sweep`: the table of a grid's file, beside its store, and what it refuses."""

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


def run(folder: Path, grid: str, *more: str, output: str = "runs.parquet") -> Result:
    path = folder / "grid.toml"
    path.write_text(grid, encoding="utf-8")
    return CliRunner().invoke(app, ["sweep", str(path), "-o", str(folder / output), "--workers", "1", *more])


def test_the_table_has_a_column_a_key_and_goes_on_from_its_store(tmp_path: Path) -> None:
    found = run(tmp_path, GRID)
    assert found.exit_code == 0 and found.stdout.startswith("8 designs: 8 optimal; the table is runs.parquet")
    frame = polars.read_parquet(tmp_path / "runs.parquet")
    assert frame.columns[:6] == ["objective", "epsilon", "inputs", "subject_to", "verdict", "value"]
    assert frame["value"].to_list() == ["5/4", "4/3", "3/2", "3/2", "4/3", "3/2", "7/4", "9/5"]
    store = (tmp_path / "runs.parquet.store").read_bytes()
    again = run(tmp_path, GRID)
    assert "8 from the store" in again.output and (tmp_path / "runs.parquet.store").read_bytes() == store


def test_csv_files_of_costs_and_other_demands(tmp_path: Path) -> None:
    (tmp_path / "costs.csv").write_text("0,1\n1,0\n", encoding="utf-8")
    grid = 'objective = "linear"\ncost = "costs.csv"\nrho = ["1/5 1/2", "1/5"]\n'
    found = run(tmp_path, grid, "--quiet", output="runs.csv")
    assert found.exit_code == 0 and found.stdout.startswith("2 designs: 1 optimal, 1 refused")
    assert "should hold two numbers" in (tmp_path / "runs.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("grid", "output", "words"),
    [
        ("objective = ", "runs.csv", "is no TOML"),
        ('epsilon = "1"', "runs.csv", "has no objective"),
        ('objective = "trace"\ncolour = "red"', "runs.csv", "has the key 'colour'; its keys are"),
        ('objective = "trace"\nepsilon = [[1]]', "runs.csv", "epsilon is a text or a list"),
        ('objective = "trace"\nsubject-to = 5', "runs.csv", "subject-to is a text"),
        ('objective = "trace"', "runs.txt", r"should end in .parquet or .csv"),
    ],
)
def test_what_is_refused(tmp_path: Path, grid: str, output: str, words: str) -> None:
    found = run(tmp_path, grid, output=output)
    assert isinstance(found.exception, InputError) and words in str(found.exception)
