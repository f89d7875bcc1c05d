"""A column of a file is randomized in its place: other columns, the order of rows and the format stay."""

from pathlib import Path

import polars
import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.reading.meanings import read_map, suggest_map
from rropt.exact.errors import InputError

ROWS = "id,used,age\n1,Yes,30\n2,yes ,41\n3,no,22\n4,NA,35\n5,,50\n"
MAP = "Yes=yes,yes =yes,NA="


def run(*arguments: object):
    return CliRunner().invoke(app, ["draw", *map(str, arguments)])


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    path = tmp_path / "truth.csv"
    path.write_text(ROWS)
    return path


def options(truth: Path, *more: object) -> tuple[object, ...]:
    return ("warner:p=1", "--file", truth, "--column", "used", "--inputs", "no,yes", *more)


def test_a_csv_keeps_its_columns_and_missing_values(truth: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert run(*options(truth, "--map", MAP, "--missing", "keep", "-o", out)).exit_code == 0
    assert out.read_text() == "id,used,age\n1,yes,30\n2,yes,41\n3,no,22\n4,,35\n5,,50\n"
    assert "4,no,35" in run(*options(truth, "--map", MAP, "--missing", "no")).stdout


def test_parquet_stays_parquet_and_answers_are_drawn(tmp_path: Path) -> None:
    file, out = tmp_path / "t.parquet", tmp_path / "o.parquet"
    frame = polars.DataFrame({"id": range(4000), "used": [0, 1] * 2000})
    frame.write_parquet(file)
    arguments = ("warner:p=3/4", "--file", file, "--column", "used", "--seed", 1, "-o", out)
    assert run(*arguments).exit_code == 0
    found = polars.read_parquet(out)
    assert found["id"].to_list() == frame["id"].to_list() and found["used"].dtype == polars.String
    truthful = (found["used"].cast(int) == frame["used"]).sum()
    assert abs(truthful - 3000) < 5 * (4000 * 3 / 16) ** 0.5


def test_labels_with_commas_survive(tmp_path: Path) -> None:
    file, out = tmp_path / "t.csv", tmp_path / "o.csv"
    file.write_text("x\n" + "0\n3\n" * 500)
    spec = "subset_selection:k=4,size=2,epsilon=1"
    assert run(spec, "--file", file, "--column", "x", "-o", out, "--seed", 2).exit_code == 0
    found = CliRunner().invoke(app, ["estimate", str(out), "-m", spec, "-a", "x", "--json"])
    assert found.exit_code == 0 and '"{0,3}"' in found.stdout


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            (),
            r"row 2 \('Yes'\), row 3 \('yes '\), row 5 \('NA'\); say what they mean, such as --map \"Yes=yes,yes =yes,NA=\"",
        ),
        (("--map", MAP), "row 5 has no value"),
        (("--map", MAP, "--missing", "perhaps"), "--missing perhaps is none of keep, error and the inputs no, yes"),
        (("--map", "Yes"), "--map 'Yes' is not a pair"),
        (("--map", MAP, "-n", "2"), "drop --input, -n and --json"),
        (("-o", "x.parquet"), "x.parquet: this command writes a table; end the file.s name in .csv"),
    ],
)
def test_mistakes_are_one_sentence_and_nothing_is_written(truth: Path, more: tuple[str, ...], words: str) -> None:
    found = run(*options(truth, *more))
    with pytest.raises(InputError, match=words):
        raise found.exception
    assert list(truth.parent.iterdir()) == [truth] and truth.read_text() == ROWS


def test_a_column_of_lists_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.parquet"
    polars.DataFrame({"x": [[0], [0, 1]]}).write_parquet(file)
    found = run("warner:p=3/4", "--file", file, "--column", "x", "-o", tmp_path / "o.parquet")
    assert isinstance(found.exception, InputError) and "column 'x' holds several values" in str(found.exception)
    assert list(tmp_path.iterdir()) == [file]


def test_the_truths_are_not_overwritten(truth: Path) -> None:
    found = run(*options(truth, "--map", MAP, "--missing", "keep", "-o", truth))
    assert "which this command reads; name another file" in str(found.exception) and truth.read_text() == ROWS
    assert read_map(None) == {}


def test_what_was_drawn_is_said_and_the_column_can_be_named(truth: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    first = run(*options(truth, "--map", MAP, "--missing", "keep", "--as", "answer", "-o", out))
    said = " ".join(first.stderr.split())
    assert "4 answers" not in said and "3 answers drawn into the column 'answer', 2 left empty" in said
    assert out.read_text().startswith("id,answer,age\n") and "twice epsilon" not in said
    again = run(*options(truth, "--map", MAP, "--missing", "keep", "-o", out))
    assert "out.csv held a file, which is overwritten" in " ".join(again.stderr.split())
    taken = run(*options(truth, "--map", MAP, "--missing", "keep", "--as", "age", "-o", out))
    assert "has a column 'age' already" in str(taken.exception)


@pytest.mark.parametrize("text", ["$HOME", "`id`", "a\\", "no!", 'say "no"'])
def test_a_suggested_map_is_not_changed_by_a_shell(text: str) -> None:
    said = suggest_map([text], ["yes", "no"], blank=False, leave="", left="")
    assert "--map '" in said and '--map "x=…"' in suggest_map(["x"], ["yes", "no"], blank=False, leave="", left="")


def test_a_wrong_column_is_not_mapped_to_nothing(truth: Path) -> None:
    found = run("warner:p=1", "--file", truth, "--column", "age", "--inputs", "no,yes")
    assert "is it the right column?" in str(found.exception) and "33=" not in str(found.exception)
    truth.write_text("id,used\n" + "1,NA\n" * 20 + "2,Yes\n")
    found = run("warner:p=1", "--file", truth, "--column", "used", "--inputs", "no,yes")
    assert "row 2 ('NA'), row 22 ('Yes')" in str(found.exception) and '--map "NA=,Yes=yes"' in str(found.exception)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_that_cannot_be_written_whole_stays_as_it_was(
    truth: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    if ending == "parquet":
        polars.read_csv(truth, infer_schema=False).write_parquet(truth := tmp_path / "truth.parquet")
    kept = tmp_path / f"kept.{ending}"
    kept.write_bytes(b"answers of an earlier draw")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rropt.files._replace", full)
    found = run(*options(truth, "--map", MAP, "--missing", "keep", "-o", kept))
    assert "No space left on device" in str(found.exception) and kept.read_bytes() == b"answers of an earlier draw"
