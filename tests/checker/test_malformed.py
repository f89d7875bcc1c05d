"""What is no certificate is malformed, for the reason that its index entry names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hard_cases import TEXTS

from rropt.checker import check, main

FOLDER = Path(__file__).parents[1] / "certificates" / "malformed"
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))


def test_every_file_has_its_entry() -> None:
    assert sorted(INDEX) == sorted(path.name.removesuffix(".rropt.json") for path in FOLDER.glob("*.rropt.json"))
    assert len(INDEX) >= 20


@pytest.mark.parametrize("name", sorted(INDEX))
def test_malformed(name: str) -> None:
    verdict = check((FOLDER / f"{name}.rropt.json").read_text("utf-8"))
    assert (verdict.status, verdict.sentence) == ("malformed", "")
    assert INDEX[name] in verdict.reason
    assert verdict.condition in ("form", "limit")


def test_a_text_beyond_the_limit_is_not_read() -> None:
    assert check(" " * (1 << 25) + "{}").reason == "too long a text"


def test_a_text_of_lists_is_not_read() -> None:
    assert check("[" * (1 << 18) + "]" * (1 << 18)).reason != "too long a text"
    assert check('{"schema": [' + "[]," * (1 << 18) + "[]]}").reason == "too long a text"
    assert check('{"schema": [' + "{}," * (1 << 18) + "{}]}").reason == "too long a text"


def test_a_verdict_is_about_its_text_alone() -> None:
    text = (FOLDER / "hostile_brackets_kept_from_another_check.rropt.json").read_text("utf-8")
    assert {check(text) for _ in range(3)} == {check(text)}


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.rropt.json").write_bytes(b'{"schema": "\xff"}')
    assert main([str(tmp_path / "latin.rropt.json")]) == main([str(tmp_path / "none.rropt.json")]) == main([]) == 2
    assert "UnicodeDecodeError" in capsys.readouterr().out
    (tmp_path / "words.rropt.json").write_text("no JSON", encoding="utf-8")
    assert main([str(tmp_path / "words.rropt.json")]) == 2
    assert ": malformed: " in capsys.readouterr().out


def test_the_longest_text_is_read_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    longest = TEXTS["trace_2"].ljust(5 << 22)
    assert check(longest).status == "accepted" and check(longest + " ").reason == "too long a text"
    for extra, code in (("", 0), (" ", 2)):
        (tmp_path / "long").write_text(longest + extra, encoding="utf-8")
        assert main([str(tmp_path / "long")]) == code
    assert "too long a text" in capsys.readouterr().out
