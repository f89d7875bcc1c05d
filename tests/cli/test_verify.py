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
def test_says_what_is_proved() -> None:
    done = run("verify design.json")
    (line,) = done.stdout.splitlines()
    assert done.exit_code == 0 and line.startswith("design.json: accepted: For ") and len(line) > 200
    (told,) = json.loads(run("verify design.json --json").stdout)["files"]
    assert (told["status"], told["claim"], told["shows_value"]) == ("accepted", "optimal", True)


@pytest.mark.usefixtures("document")
def test_a_claim_that_is_less_than_required_ends_with_1(document: dict[str, Any]) -> None:
    assert run("verify design.json --require optimal").exit_code == 0
    assert run("design information --epsilon ln3 --inputs 4 --json -o i.json").exit_code == 0
    done = run("verify i.json --require optimal")
    assert done.exit_code == 1 and "Less than the optimal" in done.stdout
    assert run("verify i.json --require within").exit_code == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [("schema", "rropt/foo/1"), ("verdict", "within"), ("value", "1")],
)
def test_an_edited_design_is_rejected_and_no_mechanism_is_read_from_it(
    document: dict[str, Any], field: str, value: Any
) -> None:
    write({**document, field: value})
    done = run("verify design.json")
    assert done.exit_code == (2 if field == "schema" else 1)
    assert ("not judged" if field == "schema" else f"'{field}'") in done.stdout
    for command in ("check", "show", "compare warner:p=3/4"):
        refused = invoke([*command.split(), "design.json"])
        assert isinstance(refused.exception, InputError) and "design.json: " in str(refused.exception)


def test_the_certificate_of_another_question_is_rejected(document: dict[str, Any]) -> None:
    write({**document, "question": {**document["question"], "demand": "LDP('ln4')"}})
    assert run("verify design.json").exit_code == 1


@pytest.mark.parametrize("asked", ["demand rho:1/5,1/2", "device warner:p=3/4 --device dice:2"])
def test_an_edited_answer_of_another_kind_is_rejected(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(f"{asked} --json -o a.json").exit_code == 0 and run("verify a.json").exit_code == 0
    text = Path("a.json").read_text(encoding="utf-8")
    false = text.replace('"demand": "', '"demand": "LDP(\'ln9\')', 1)
    assert false != text
    # how the JSON is written changes nothing
    for written in (
        false,
        json.dumps(json.loads(false), separators=(",", ":")),
        false.replace("schema", r"\u0073chema", 1),
    ):
        Path("a.json").write_text(written, encoding="utf-8")
        assert run("verify a.json").exit_code == 1


def test_a_part_with_the_schema_of_another_kind_does_not_make_it_one(document: dict[str, Any]) -> None:
    write({**document, "respondents": [{"schema": "rropt.device/2"}]})
    assert run("verify design.json").exit_code == 0


def test_an_answer_without_a_certificate_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("plan warner:p=3/4 --prevalence 1/10 --margin 0.03 --json -o p.json").exit_code == 0
    done = run("verify p.json")
    assert done.exit_code == 2 and done.stdout.startswith("p.json: not judged: ")


def test_a_comparison_is_judged_by_its_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("compare warner:p=3/4 krr:k=2,epsilon=1 --json -o c.json").exit_code == 0
    assert "certificates alone are judged" in run("verify c.json").stdout


@pytest.mark.slow
def test_an_answer_that_was_written_with_other_digits_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for n in (2, 9):
        assert run(f"demand beta:3^(1/2) --digits {n} --json -o a.json").exit_code == 0
        assert run("verify a.json").exit_code == 0


def test_an_edited_mechanism_is_refused(document: dict[str, Any]) -> None:
    document["mechanism"] = [{**row, "0": "1", "1": "0"} for row in document["mechanism"]]
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
    assert shown.exit_code == 0 and document["mechanism"][0]["0"]["exact"] in shown.stdout


def test_an_exported_checker_judges_alone_and_is_named_in_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(ASKED).exit_code == 0
    certificate = json.loads(Path("design.json").read_text(encoding="utf-8"))["certificate"]
    Path("alone.json").write_text(certificate, encoding="utf-8")
    done = json.loads(run("verify alone.json --export there --json").stdout)
    assert done["files"][0]["status"] == "accepted"
    judged = subprocess.run(
        [sys.executable, "-m", "checker", "../alone.json"], cwd="there", capture_output=True, text=True, check=False
    )
    assert judged.returncode == 0 and done["files"][0]["says"] in judged.stdout
    assert run("verify --export elsewhere").stdout.startswith("  The checker is in elsewhere")


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
    "command", ["show", "check", "plan --margin 0.1", "device", "compare warner:p=3/4", "draw --input 1"]
)
def test_half_a_document_is_named(command: str) -> None:
    Path("part.json").write_text(Path("design.json").read_text(encoding="utf-8")[:500], encoding="utf-8")
    done = invoke([*command.split(), "part.json"])
    assert isinstance(done.exception, InputError) and "part.json" in str(done.exception)


def test_a_page_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("design trace --epsilon ln3 --inputs 2 -o page.html").exit_code == 0
    done = run("verify page.html")
    assert done.exit_code == 2 and "page.html: not judged: it is no JSON document" in done.stdout
