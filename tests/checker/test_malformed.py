"""What is no certificate is malformed, for the reason that its index entry names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
    assert verdict.condition == "form"


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.rropt.json").write_bytes(b'{"schema": "\xff"}')
    assert main([str(tmp_path / "latin.rropt.json")]) == main([str(tmp_path / "none.rropt.json")]) == main([]) == 2
    assert "UnicodeDecodeError" in capsys.readouterr().out
    (tmp_path / "words.rropt.json").write_text("no JSON", encoding="utf-8")
    assert main([str(tmp_path / "words.rropt.json")]) == 2
    assert ": malformed: " in capsys.readouterr().out
