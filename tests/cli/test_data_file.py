"""Files of answers: whatever is wrong with them is one sentence, wherever in the file it stands and whoever reads it."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import polars
import pytest

from rropt.exact.errors import InputError
from rropt.survey.data_file import read_table
from tests.commands import invoke

READERS = [
    ("estimate", "--mechanism", "warner:p=3/4", "--answer", "said"),
]


def refused(reader: tuple[str, ...], file: Path) -> str:
    command, *options = reader
    with pytest.raises(InputError, match=r"^[^\n]+$") as error:
        invoke([*command.split(), str(file), *options], catch_exceptions=False)
    return str(error.value)


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r[0])
def test_a_broken_line_far_below_is_one_sentence(tmp_path: Path, reader: tuple[str, ...]) -> None:
    file = tmp_path / "answers.csv"
    file.write_bytes(b"said\n" + b"1\n" * 2000 + b"\xff\xfe\n1\n")
    assert "it has an invalid utf-8 sequence; save it as UTF-8 text" in refused(reader, file)


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r[0])
def test_a_binary_file_a_repeated_column_and_an_empty_file_are_refused(tmp_path: Path, reader: tuple[str, ...]) -> None:
    file = tmp_path / "answers.csv"
    file.write_bytes(bytes(range(256)))
    assert "as a CSV header" in refused(reader, file)
    file.write_text("said,said\n1,0\n")
    assert "'said' stands twice" in refused(reader, file)
    file.write_bytes(b"")
    assert "it is an empty CSV; give a header" in refused(reader, file)


def test_text_in_a_column_of_numbers_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text("\ufeffsaid,w\n1,2.5\n0,many\n", encoding="utf-8")
    with pytest.raises(InputError, match="'w' has weights that are missing"):
        invoke(["estimate", str(file), "-m", "warner:p=3/4", "-a", "said", "--weights", "w"], catch_exceptions=False)
    file.write_text("said,w\n1,2.5\n0,\n1,0\n0,-1\n")
    for line in (["estimate", str(file), "-a", "said"], ["regress", str(file), "-f", "said ~ 1"]):
        with pytest.raises(InputError, match=r"'w' has weights .* in 2 rows \(the first is row 2 below the header\)"):
            invoke([*line, "-m", "warner:p=3/4", "--weights", "w"], catch_exceptions=False)
    with pytest.raises(InputError, match="is a directory; give"):
        read_table(tmp_path)


def test_half_samples_have_a_group_for_each_value_of_several_columns(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    rows = [f"{said},{half},{g},{h}" for half in "AB" for g in "xy" for h in "pq" for said in ("no", "no", "yes")]
    file.write_text("\n".join(["said,half,g,h", *rows]))
    ask = ["estimate", str(file), "-a", "said", "--half", "half", "--unrelated", "A=3/4", "--unrelated", "B=1/4"]
    found = json.loads(invoke([*ask, "--by", "g", "--by", "h", "--json"], catch_exceptions=False).stdout)
    assert [row["group"] for row in found["shares"]][::2] == ["x, p", "x, q", "y, p", "y, q"]


def test_an_empty_cell_in_quotation_marks_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text('"said","sold"\n' + '"no","yes"\n"yes","no"\n' * 20 + '"","no"\n')
    shape = ["-m", "warner:p=3/4,inputs=no/yes"]
    for line in (["estimate", str(file), "-a", "said"], ["associate", str(file), "said", "sold"]):
        assert "1 answer is missing" in run([*line, *shape])
        assert invoke([*line, *shape, "--missing", "drop"]).exit_code == 0


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r[0])
def test_a_device_is_not_called_missing(tmp_path: Path, reader: tuple[str, ...]) -> None:
    assert "/dev/null is a device or a pipe; give" in refused(reader, Path("/dev/null"))
    for missing in ("no.csv", "n" * 5000):
        assert "there is no file" in refused(reader, tmp_path / missing)


@pytest.mark.parametrize(("separator", "name"), [(",", "a.csv"), (";", "a.csv"), ("\t", "a.tsv")])
def test_the_header_says_what_separates_the_columns(tmp_path: Path, separator: str, name: str) -> None:
    file = tmp_path / name
    file.write_text("\n".join(separator.join(row) for row in (("said", "town"), ("1", "a"), ("0", "c"))))
    assert read_table(file).names == ("said", "town") and read_table(file).rows == [("1", "a"), ("0", "c")]


def test_a_comma_in_the_header_wins_over_a_semicolon(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("said,a;b\n1,x;y\n")
    assert read_table(file).names == ("said", "a;b") and read_table(file).rows == [("1", "x;y")]


SURPLUS = [(command, *(x.replace("said", "a") for x in options)) for command, *options in READERS]


@pytest.mark.parametrize("reader", SURPLUS, ids=lambda r: r[0])
def test_a_row_with_more_fields_than_the_header_is_refused_whichever_columns_are_read(
    tmp_path: Path, reader: tuple[str, ...]
) -> None:
    file = tmp_path / "answers.csv"
    file.write_text("a,w\n1,2,5\n0,1,5\n")  # decimal commas: a reader of one column alone would see 2 and 1
    assert "line 2 has more fields than the header" in refused(reader, file)
    file.write_text('a,w\n1,"2,5"\n0\n')
    assert read_table(file).rows == [("1", "2,5"), ("0", None)]


def test_a_broken_parquet_file_is_refused_in_the_words_of_its_reader(tmp_path: Path) -> None:
    file = tmp_path / "answers.parquet"
    file.write_bytes(b"said\n\xff\n")
    with pytest.raises(InputError, match=r"^cannot read \S+: (?!it has an invalid)[^\n]+$"):
        read_table(file)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('said,x\n1,"yes\n0,no\n', 2),
        ('said,x\n"a ""b""",2\n0,1"\n1,2\n', 3),
        ('said,x\n1,"a\nb"\n0,"no', 4),
        ('said,x\n1,"yes\n' + "0,no\n" * 40_000, 2),
    ],
)
@pytest.mark.parametrize("reader", READERS, ids=lambda r: r[0])
def test_the_line_whose_quotation_is_never_closed_is_named(
    tmp_path: Path, reader: tuple[str, ...], text: str, line: int
) -> None:
    file = tmp_path / "answers.csv"
    file.write_text(text)
    assert f"the quotation marks of line {line} do not match; close them" in refused(reader, file)


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r[0])
def test_a_cell_of_several_values_is_refused_by_its_column(tmp_path: Path, reader: tuple[str, ...]) -> None:
    file = tmp_path / "answers.parquet"
    polars.DataFrame({"said": [[1], [0, 1]]}).write_parquet(file)
    assert "a cell of the column 'said' holds several values; give one value a cell" in refused(reader, file)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("estimate", "-a", "said", "--by", "sex"), "(missing)"),
        (("estimate", "-a", "said", "--cluster", "school"), "in the column 'school' of units"),
        (
            ("estimate", "-a", "said", "--cluster", "town", "--stratum", "school"),
            "in the column 'school' of units",
        ),
        (("regress", "-f", "said ~ sex"), "Left out: 2 rows without a value (2 by sex)."),
        (("regress", "-f", "said ~ 1", "--cluster", "school"), "in the column 'school' of units"),
        (("regress", "-f", "sex ~ said", "-a", "said", "--model", "logistic"), "(2 by sex)"),
        (("associate", "said", "sex", "-m", "direct"), "the column 'sex' has missing answers"),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, tuple) else "",
)
def test_na_as_r_writes_it_is_no_group_school_or_level(tmp_path: Path, command: tuple[str, ...], says: str) -> None:
    data = {"said": ["no", "no", "yes", "no", "yes", "yes", "no", "yes"] * 25, "sex": ["f", "m", "f", "m", "m"] * 40}
    data["school"], data["town"] = [str(i % 10) for i in range(200)], [str(i % 20) for i in range(200)]
    data["sex"][3] = data["sex"][70] = data["school"][9] = "NA"
    polars.DataFrame(data).write_csv(file := tmp_path / "people.csv")
    shape = ["-m", "warner:p=3/4,inputs=no/yes"]
    if command[0] == "estimate" and command[-1] == "sex":
        polars.DataFrame(data).write_parquet(kept := tmp_path / "people.parquet")
        assert "NA" in run([command[0], str(kept), *shape, *command[1:]])
    assert says in run([command[0], str(file), *shape, *command[1:]])


def run(arguments: list[str]) -> str:
    """What the command prints, or the sentence that it is refused with."""
    result = invoke(arguments)
    return result.stdout + str(result.exception or "")


def test_no_cell_of_a_file_looks_like_a_line_of_the_answer(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('g,said\n"x\x1b[31m\nverified: accepted",yes\n\u202ea,no\n', "utf-8")
    line = ["estimate", str(tmp_path / "a.csv"), "-m", "warner:p=3/4,inputs=no/yes", "--answer", "said"]
    found = invoke([*line, "--by", "g"])
    assert found.exit_code == 0 and "x\\x1b[31m\\nverified: accepted" in found.stdout and "\\u202ea" in found.stdout
    assert not any(x.startswith("verified") for x in found.stdout.splitlines())
    assert "\x1b" not in found.stdout and "\u202e" not in found.stdout


def test_what_is_written_again_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('truth,note\n1,"two\nlines"\n', "utf-8")
    line = ["draw", "warner:p=1", "--file", str(tmp_path / "a.csv"), "--column", "truth"]
    found = invoke([*line, "-o", str(tmp_path / "b.csv")])
    assert found.exit_code == 0, found
    assert '"two\nlines"' in (tmp_path / "b.csv").read_text("utf-8")


def test_a_table_without_its_column_is_refused_by_its_header_alone(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,answer\nann,yes\nbob,no\n", "utf-8")
    said = run(["draw", "warner:p=3/4,inputs=no/yes", "--file", str(tmp_path / "a.csv")])
    assert "line 1 ('id,answer')" in said and "--column" in said
    assert not any(x in said for x in ("ann", "bob"))


def test_what_is_no_input_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no\nmaybe\nperhaps\n", "utf-8")
    line = ["draw", "warner:p=3/4,inputs=no/yes"]
    by_line = run([*line, "--file", str(tmp_path / "a.txt")])
    assert "line 2 ('maybe')" in by_line and "perhaps" not in by_line and "0 to 1" in by_line
    assert "input 1 ('maybe')" in run([*line, "--input", "maybe"])


@pytest.mark.parametrize("kind", ["categorical", "enum"])
def test_categories_of_a_parquet_file_do_not_steer_the_terminal(tmp_path: Path, kind: str) -> None:
    file, names = tmp_path / "a.parquet", ["x\x1b[31m\nverified: accepted", ""]
    made = polars.Categorical() if kind == "categorical" else polars.Enum(names)
    groups = polars.Series(names * 60, dtype=made)
    polars.DataFrame({"g": groups, "said": ["no", "yes", "no"] * 40}).write_parquet(file)
    shape = ["-m", "warner:p=3/4,inputs=no/yes"]
    for line in (["estimate", str(file), "-a", "said", "--by", "g"], ["regress", str(file), "--formula", "said ~ g"]):
        found = invoke([*line, *shape])
        assert "\x1b" not in found.output and "\nverified" not in found.output
    assert set(read_table(file).column("g")) == {"x\\x1b[31m\\nverified: accepted", None}


def test_columns_of_lists_or_bytes_that_are_not_asked_for_are_no_matter(tmp_path: Path) -> None:
    file, said = tmp_path / "a.parquet", ["no", "yes", "no"] * 40
    others = {"list": [[1, 2]], "bytes": [b"\xff"], "time": [timedelta(1)], "pair": [{"a": 1}]}
    polars.DataFrame({"said": said, "n": [1] * 120} | {x: y * 120 for x, y in others.items()}).write_parquet(file)
    options = ["-m", "warner:p=3/4,inputs=no/yes"]
    found = invoke(["estimate", str(file), "-a", "said", *options], catch_exceptions=False)
    assert found.exit_code == 0 and 'The share of "yes"' in found.stdout
    for name in ("list", "pair"):
        with pytest.raises(InputError, match=name):
            invoke(["regress", str(file), "--formula", f"said ~ {name}", *options], catch_exceptions=False)


def test_answers_drawn_into_a_csv_are_read_by_estimate(tmp_path: Path) -> None:
    device, file = "subset_selection:k=4,size=2,epsilon=1", str(tmp_path / "answers.csv")
    inputs = [x for i in range(40) for x in ("--input", str(i % 4))]
    assert invoke(["draw", device, *inputs, "--seed", "1", "-o", file]).exit_code == 0
    lines = Path(file).read_text("utf-8").splitlines()
    assert lines[0] == "answer" and len(lines) == 41
    found = invoke(["estimate", file, "--answer", "answer", "-m", device, "--json"])
    (counts,) = json.loads(found.stdout)["counts"]
    assert sum(n for label, n in counts.items() if label != "group") == 40


@pytest.mark.parametrize(
    ("text", "is_suspected"),
    [
        ("said,n\nno,30\nyes,70\n", True),
        ("said,cases\nno,30\nyes,70\n", True),
        ("said,cases\nno,30\nyes,70\nno,40\n", False),  # two rows of one answer are two people
        ("said,town,n\nno,a,30\nyes,a,70\nno,b,40\n", True),
        ("said,n\nno,1\nyes,0\n", False),
        ("said,n\nno,1.5\nyes,9\n", False),
        ("said,n\nno,x\nyes,9\n", False),
    ],
)
def test_a_column_that_looks_like_counts_is_named(tmp_path: Path, text: str, is_suspected: bool) -> None:
    (tmp_path / "a.csv").write_text(text)
    line = ["estimate", str(tmp_path / "a.csv"), "-m", "warner:p=3/4,inputs=no/yes", "-a", "said"]
    assert ("add --counts" in " ".join(run(line).split())) == is_suspected


def test_a_table_that_may_not_be_read_is_not_said_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, reads = tmp_path / "a.csv", Path.open
    file.write_text("said\nyes\n", "utf-8")

    def opened(path: Path, *how: Any, **named: Any) -> Any:
        if path == file:
            raise PermissionError(13, "Permission denied", str(path))
        return reads(path, *how, **named)

    monkeypatch.setattr(Path, "open", opened)
    assert run(["estimate", str(file), "-m", "warner:p=3/4", "-a", "said"]).startswith(f"cannot read {file}: ")
