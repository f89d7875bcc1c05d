"""`rropt verify` and whatever reads a mechanism from a design's JSON: what disagrees with the certificate is refused."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rropt.exact.errors import InputError
from tests.commands import invoke

ASKED = "design --objective variance --epsilon ln3 --prevalence 1/4 --json -o design.json"


def run(command: str) -> Any:
    return invoke(command.split(), catch_exceptions=False)


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    assert run(ASKED).exit_code == 0
    found: dict[str, Any] = json.loads(Path("design.json").read_text(encoding="utf-8"))
    return found


def write(document: dict[str, Any]) -> None:
    Path("design.json").write_text(json.dumps(document), encoding="utf-8")


@pytest.mark.usefixtures("document")
def test_says_what_nothing_shows() -> None:
    done = run("verify design.json")
    first, second = done.stdout.splitlines()
    assert done.exit_code == 0 and first.startswith("design.json: accepted: For ") and len(first) > 200
    assert second == "  Not shown by the certificate, but computed when the file was made: legs, notes."
    (line,) = json.loads(run("verify design.json --json").stdout)["files"]
    assert line["status"] == "accepted" and line["unshown"] == ["legs", "notes"]
    assert (line["claim"], line["shows_value"]) == ("optimal", True)
    assert run(ASKED.replace("-o design.json", "--certificate alone.json -o design.json")).exit_code == 0
    assert len(run("verify alone.json").stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("sentence", "All is well."), ("schema", "foo/1"), ("verdict", "within"), ("pieces", [{}]), ("gap", "1")],
)
def test_an_edited_design_is_rejected_and_no_mechanism_is_read_from_it(
    document: dict[str, Any], field: str, value: Any
) -> None:
    write({**document, field: value})
    done = run("verify design.json")
    assert done.exit_code == 1 and f"'{field}" in done.stdout and "nothing here shows" not in done.stdout
    for command in ("check", "show", "compare warner:p=3/4"):
        refused = invoke([*command.split(), "design.json"])
        assert refused.exit_code != 0 and f"'{field}" in str(refused.exception)


@pytest.mark.parametrize(
    ("asked", "told", "false", "field"),
    [
        ("demand --rho 1/5 1/2", '"exact": "4"', '"exact": "2"', "B.exact"),
    ],
)
def test_an_edited_answer_of_another_kind_is_rejected(
    asked: str, told: str, false: str, field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = run(f"{asked} --json").stdout
    Path("a.json").write_text(text, encoding="utf-8")
    assert told in text and run("verify a.json").exit_code == 0
    Path("a.json").write_text(text.replace(told, false, 1), encoding="utf-8")
    done = run("verify a.json")
    assert done.exit_code == 1
    assert done.stdout == f"a.json: rejected: the field '{field}' does not agree with the certificate\n"


@pytest.mark.slow
def test_an_answer_that_was_written_with_other_digits_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for n in (2, 9):
        assert run(f"demand --beta 3^(1/2) --digits {n} --json -o a.json").exit_code == 0
        assert run("verify a.json").exit_code == 0


def test_an_edited_mechanism_is_refused(document: dict[str, Any]) -> None:
    document["mechanism"]["exact"] = [["1", "0"], ["0", "1"]]
    write(document)
    assert run("verify design.json").exit_code == 1
    for command in ("check", "show"):
        assert "'mechanism" in str(invoke([command, "design.json"]).exception)


@pytest.mark.parametrize("certificate", [None, "", "{}", 7])
def test_a_design_without_its_certificate_gives_no_mechanism(document: dict[str, Any], certificate: Any) -> None:
    write({**document, "certificate": certificate})
    assert invoke(["verify", "design.json"]).exit_code != 0
    assert invoke(["show", "design.json"]).exit_code != 0


def test_the_mechanism_of_a_design_that_agrees_is_read(document: dict[str, Any]) -> None:
    shown = run("show design.json --as csv --exact")
    assert shown.exit_code == 0 and document["mechanism"]["exact"][0][0] in shown.stdout


def test_an_exported_checker_judges_alone_and_is_named_in_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(ASKED.replace("-o design.json", "--certificate alone.json -o design.json")).exit_code == 0
    done = json.loads(run("verify alone.json --export there --json").stdout)
    assert done["files"][0]["status"] == "accepted"
    judged = subprocess.run(
        [sys.executable, "-m", "checker", "../alone.json"], cwd="there", capture_output=True, text=True, check=False
    )
    assert judged.returncode == 0 and done["files"][0]["says"] in judged.stdout
    assert run("verify --export elsewhere").stdout.startswith("  The checker is in elsewhere")


def test_nothing_is_exported_where_a_file_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke(["verify", "missing.json", "--export", "there"]).exit_code != 0
    assert not Path("there").exists()


@pytest.mark.usefixtures("document")
def test_what_cannot_be_read_is_malformed_and_the_others_are_judged(tmp_path: Path) -> None:
    Path("bytes").write_bytes(b"\xff\xfe")
    Path("below").mkdir()
    others = ["missing.json", "bytes", "below", "a\nb: accepted: all", "x" * 4000]
    done = invoke(["verify", *others, "design.json"], catch_exceptions=False)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("  ")]
    assert done.exit_code == 2 and len(lines) == 6 and all(map(str.isascii, lines))
    assert lines[-1].startswith("design.json: accepted: For ")
    assert [line.split(": ")[1] for line in lines] == ["not judged"] * 5 + ["accepted"]
    told = json.loads(invoke(["verify", *others, "design.json", "--json"]).stdout)["files"]
    assert [one["status"] for one in told] == ["malformed"] * 5 + ["accepted"]
    assert told[0]["says"] == "not judged: cannot read missing.json: No such file or directory"


def test_the_checker_is_exported_into_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    for place in ("file", "file/below"):
        done = invoke(["verify", "--export", str(tmp_path / place)])
        assert isinstance(done.exception, InputError) and str(done.exception).endswith("; name a new directory")
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.usefixtures("document")
@pytest.mark.parametrize(
    "command",
    [
        *("show PART", "check PART", "plan PART --margin 0.1", "device PART"),
        *("report PART -o o.md", "report design.json --data PART -o o.md"),
    ],
)
def test_half_a_document_is_named(command: str) -> None:
    Path("part.json").write_text(Path("design.json").read_text(encoding="utf-8")[:500], encoding="utf-8")
    done = invoke(command.replace("PART", "part.json").split())
    assert isinstance(done.exception, InputError)
    assert str(done.exception).startswith("part.json is no whole JSON document, so write it again: ")


@pytest.mark.slow
def test_the_page_of_a_board_points_to_its_certificates(tmp_path: Path) -> None:
    page = tmp_path / "design.html"
    invoke([*ASKED.split()[:-1], str(tmp_path / "d.json")], catch_exceptions=False)
    invoke(["report", str(tmp_path / "d.json"), "-o", str(page)], catch_exceptions=False)
    done = run(f"verify {page}")
    assert done.exit_code == 2 and "design.html: not judged: it is a page; " in done.stdout
    assert 'behind the links "Save device.rropt.json" and "Save design.rropt.json"' in " ".join(done.stdout.split())
