"""What every command does: digits where they are asked for, formats by the file's name, files called what they are, widths."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError

DESIGN = "design --objective variance --epsilon 1/2 --prevalence 10%"
PLAN = "plan warner:p=3/4 --no-compare --prevalence 0.05-0.30 --margin 0,05"


def run(line: str):
    return CliRunner().invoke(app, line.split())


def test_digits_are_four_unless_asked_for_and_json_is_not_rounded() -> None:
    assert "with probability 0.6225," in run(DESIGN).stdout
    assert "with probability 0.622459331" in run(f"{DESIGN} --digits 9").stdout
    assert run(f"{DESIGN} --json --digits 2").stdout == run(f"{DESIGN} --json").stdout


def test_the_file_s_name_decides_the_format_or_is_refused(tmp_path: Path) -> None:
    assert run(f"{PLAN} -o {tmp_path}/plan.json").exit_code == 0
    assert json.loads((tmp_path / "plan.json").read_text())["respondents"] == "1472"
    found = run(f"{PLAN} -o {tmp_path}/plan.csv")
    assert isinstance(found.exception, InputError) and "writes words, or JSON" in str(found.exception)
    assert not (tmp_path / "plan.csv").exists()
    assert run(f"show subset_selection:k=4,size=2,epsilon=1 -o {tmp_path}/s.csv").exit_code == 0
    assert '"{0,3}",' in (tmp_path / "s.csv").read_text()
    assert run(f"show {tmp_path}/s.csv").stdout in run("show subset_selection:k=4,size=2,epsilon=1").stdout


def test_files_of_other_formats_are_called_what_they_are(tmp_path: Path) -> None:
    for name, start, word in (("a.csv", b"PK\x03\x04", "Excel"), ("b.csv", b"\xff\xfea\0", "UTF-16")):
        (tmp_path / name).write_bytes(start)
        for line in (f"estimate {tmp_path}/{name} -m warner:p=3/4 -a x", f"show {tmp_path}/{name}"):
            assert word in str(run(line).exception)


def test_a_bad_answer_is_named_with_its_row(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("said\nyes\nno\nmaybe\nno\n")
    found = run(f"estimate {tmp_path}/a.csv -m warner:p=3/4 -a said --outputs no,yes")
    assert str(found.exception).endswith("; row 4 ('maybe')")


def test_other_names_of_devices() -> None:
    assert "did you mean warner?" in str(run("show wanrer:p=3/4").exception)
    assert "crosswise is Warner's design: warner:p=3/4" in str(run("show crosswise:p=1/4").exception)
    assert run("show warner:p=0,75").stdout == run("show warner:p=3/4").stdout


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "line",
    [DESIGN, PLAN, "check warner:p=3/4 --epsilon ln3", "demand --rho 1/5 1/2", f"{DESIGN} --outputs free --delta 0.05"],
)
def test_every_screen_fits_and_has_no_code(line: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = run(line).stdout
    assert max(map(len, text.splitlines())) <= width
    assert "('" not in text


def test_options_are_grouped_and_each_command_has_an_example() -> None:
    text = run("design --help").stdout
    places = [text.index(f"─ {title} ─") for title in ("Question", "Privacy", "Proof", "Output")]
    assert places == sorted(places) and "Example: rropt design" in text
    for command in (
        "plan",
        "check",
        "estimate",
        "randomize",
        "simulate",
        "compare",
        "demand",
        "questions",
        "audit",
        "show",
    ):
        assert "Example: rropt" in run(f"{command} --help").stdout, command
