"""A file is written whole or not at all; where it could not be written is said before any work."""

import os
from pathlib import Path

import pytest

from rropt.exact.errors import InputError
from rropt.files import require_place, write_whole


def test_a_file_is_replaced_a_link_followed_and_its_rights_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    write_whole(link, b"one\n")
    target.chmod(0o600)
    write_whole(link, b"two\n")
    assert link.is_symlink() and target.read_bytes() == b"two\n" and target.stat().st_mode & 0o777 == 0o600
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.txt", "real.txt"]


def test_a_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"answer\n")
        assert os.read(reader, 100) == b"answer\n"
    finally:
        os.close(reader)
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "x.txt"
    target.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InputError, match="No space left"):
        write_whole(target, b"new")
    assert target.read_text() == "old" and list(tmp_path.iterdir()) == [target]


def test_what_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_whole(tmp_path, b"x")
    (tmp_path / "file").write_text("")
    for path, words in (
        (tmp_path, "it is a directory"),
        (tmp_path / "no" / "x", "there is no folder no; make it first"),
        (tmp_path / "file" / "x", "file is not a folder; name another place"),
    ):
        with pytest.raises(InputError, match=words):
            require_place(path)
    with pytest.raises(InputError, match=r"picture to x\.pdf; give a file name that ends in \.svg"):
        require_place(tmp_path / "x.pdf", picture=True)
    with pytest.raises(InputError, match="cannot write"):
        require_place(Path("a\0b"))
    assert require_place(tmp_path / "x.SVG", picture=True).name == "x.SVG"
    require_place(Path("/dev/null"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="may not write"):
        require_place(tmp_path / "x.json")
