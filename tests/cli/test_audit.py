"""`rropt audit`: tables, JSON, storing, exit codes, and the word about code that is run."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.cli.terminal.progress import Progress
from rropt.exact.errors import InputError

TEXT = """
from rropt.claims import Claim
CLAIMS = [
    Claim("mine.true", "x^2 + 1 >= 2*x", given={"x": "real"}),
    Claim("mine.false", "x^2 >= x", given={"x": "real"}),
]
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "claims.py").write_text(TEXT, encoding="utf-8")
    return tmp_path


def run(*arguments: object):
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


def test_a_directory_is_audited_and_its_code_is_announced(root: Path) -> None:
    found = run("--from", root)
    assert found.exit_code == 0
    assert "runs the code" in found.stderr
    assert "mine.true" in found.stdout and "refuted  [x = " in found.stdout


def test_stored_verdicts_are_compared_and_a_change_exits_with_one(root: Path) -> None:
    assert run("--from", root, "--write").exit_code == 0
    first = (root / "verdicts.json").read_text(), (root / "README.md").read_text()
    assert run("--from", root).exit_code == 0
    assert run("--from", root, "--write").exit_code == 0
    assert first == ((root / "verdicts.json").read_text(), (root / "README.md").read_text())
    (root / "claims.py").write_text(TEXT.replace("x^2 + 1", "x^3 + 1"), encoding="utf-8")
    changed = run("--from", root)
    assert changed.exit_code == 1
    assert "mine.true is refuted, stored as proved" in changed.stderr
    assert run("--from", root, "mine.false").exit_code == 1, "the page is stale"


def test_a_stale_page_exits_with_one(root: Path) -> None:
    run("--from", root, "--write")
    page = root / "README.md"
    page.write_text(page.read_text() + "typed by hand\n", encoding="utf-8")
    found = run("--from", root)
    assert found.exit_code == 1
    assert "README.md" in found.stderr


def test_json_and_output(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "audit.json"
    assert run("--from", root, "--json", "-o", file).stdout == ""
    document = json.loads(file.read_text())
    assert document["schema"] == "rropt.audit/1"
    assert document["papers"][0]["claims"]["mine.true"]["kind"] == "proved"


def test_one_claim_and_an_unknown_one(root: Path) -> None:
    assert "mine.true" not in run("--from", root, "mine.false").stdout
    found = run("--from", root, "mine.other")
    assert found.exit_code != 0
    found = run("--from", root, "mine.true", "--coq-share")
    assert str(found.exception).endswith("is stored as proved or refuted; drop --coq-share to see the verdicts")


def test_a_claim_of_rropt_itself() -> None:
    found = run("rropt.trace_value")
    assert found.exit_code == 0, found.output
    assert "proved" in found.stdout


def test_one_claim_is_told_with_its_evidence_and_a_misspelt_one_with_its_neighbours(root: Path) -> None:
    told = run("--from", root, "mine.false").stdout
    assert "    entered as: x^2 >= x\n    false at x = " in told
    assert "entered as" not in run("--from", root).stdout
    found = run("holohan.lemma1")
    assert "did you mean holohan.lemma_1" in str(found.exception)


@pytest.mark.slow
def test_a_limit_of_seconds_ends_a_claim_and_is_read_first(tmp_path: Path) -> None:
    long = "abs(x-y)+abs(y-z)+abs(z-w)+abs(w-v) >= abs(x-v) + max(x,y,z)-max(x,y,z,w)"
    claims = f"""
from rropt.claims import Claim
CLAIMS = [Claim("mine.long", "{long}", given={{"x, y, z, w, v": "real"}})]
"""
    (tmp_path / "claims.py").write_text(claims, encoding="utf-8")
    found = run("--from", tmp_path, "mine.long", "--seconds", "0.5", "--workers", "1")
    assert found.exit_code == 0
    assert "not decided within 0.5 seconds of processor time" in found.stdout
    refused = run("--from", tmp_path, "--seconds", "0")
    assert "must be a number above 0" in str(refused.exception)


def test_progress_counts_the_claims_of_all_papers(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Progress] = []

    class Watched(Progress):
        def __init__(self, what: str, total: int | None = None) -> None:
            super().__init__(what, total)
            seen.append(self)

    monkeypatch.setattr("rropt.cli.audit.Progress", Watched)
    run("--from", root, "--write")
    run("--from", root, "--replay")
    assert [(x.what, x.total, x.done) for x in seen] == [("claims", 2, 2), ("claims", 2, 2)]


@pytest.mark.parametrize("task", ["--replay", "--kernel", "--coq-share", "--errata note.html"])
@pytest.mark.parametrize("asked", ["--json", "-o answer.json"])
def test_a_task_that_answers_in_words_refuses_json(
    task: str, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("holohan", *task.split(), *asked.split())
    assert isinstance(found.exception, InputError) and "answers in words alone; drop --json" in str(found.exception)
    assert not found.stdout and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("holohan --errata note.html -o note.txt", "--output note.txt has no answer to hold beside --errata"),
        ("holohan.theorem_2 --plot p.svg --coq x.v", "give --at, such as"),
        ("--from no-such-folder --replay", "is not a directory of claims"),
        ("--from . --seconds nan", "nan must be a number above 0"),
    ],
)
def test_a_refusal_names_what_is_wrong_and_nothing_is_written(
    options: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run(*options.split())
    assert isinstance(found.exception, InputError) and said in str(found.exception)
    assert not found.output and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "unused"),
    [
        (("--replay", "--kernel"), "--kernel"),
        (("--replay", "--coq", "x.v"), "--coq x.v"),
        (("--coq-share", "--replay"), "--replay"),
        (("--kernel", "--workers", "3"), "--workers 3"),
        (("--errata", "x.tex", "--write"), "--write"),
        (("--at", "p=1/2", "--from", "."), "--from ."),
        (("--replay", "--write"), "--write"),
    ],
)
def test_an_option_that_the_task_does_not_use_is_refused(options: tuple[str, ...], unused: str) -> None:
    found = run("holohan.lemma_1", *options)
    assert isinstance(found.exception, InputError) and str(found.exception).startswith(
        f"{unused} is not used by rropt audit --"
    )
