"""What is public changes only with a word in CHANGELOG.md: names, parameters, options, exit codes and keys of JSON."""

from pathlib import Path

import pytest

from tests.surface import public


def test_what_is_public_is_what_was_written_down() -> None:
    _, _, listed = public.FILE.read_text("utf-8").partition("\n")
    assert listed == public.public_text() + "\n", "say it in CHANGELOG.md, then: python -m tests.surface.public"


def test_a_change_without_a_word_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "FILE", tmp_path / "public.txt")
    monkeypatch.setattr(public, "CHANGELOG", tmp_path / "CHANGELOG.md")
    public.CHANGELOG.write_text("one", "utf-8")
    public.main()
    with pytest.raises(SystemExit, match="nothing public has changed"):
        public.main()
    kept = public.FILE.read_text("utf-8")
    monkeypatch.setattr(public, "public_text", lambda: "rropt.anew()")
    with pytest.raises(SystemExit, match="say it there first"):
        public.main()
    assert public.FILE.read_text("utf-8") == kept
    public.CHANGELOG.write_text("changed for another reason", "utf-8")
    with pytest.raises(SystemExit, match=r"does not name rropt\.anew: say it there first"):
        public.main()
    assert public.FILE.read_text("utf-8") == kept
    public.CHANGELOG.write_text("`anew`", "utf-8")
    public.main()
    assert "rropt.anew()" in public.FILE.read_text("utf-8")
