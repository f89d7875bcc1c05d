"""A file is written whole or not at all; where it could not be written is said before any work; no text is read by halves."""

import json
import os
from pathlib import Path
from unittest import mock

import pytest

from rropt.cli.verify import verify as verify_files
from rropt.errors import InputError
from rropt.files import read_text, require_kept, require_place, write_whole


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


def test_a_new_file_has_the_rights_that_the_user_gives_to_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "x.txt", "ü".encode())
    finally:
        os.umask(before)
    assert (tmp_path / "x.txt").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "x.txt").read_bytes() == "ü".encode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_device_and_a_link_to_itself_are_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    for path in (Path("/dev/full"), link):
        with pytest.raises(InputError, match=f"cannot write {path}"):
            write_whole(path, b"x" * 100_000)


def test_no_file_that_is_read_is_written_over(tmp_path: Path) -> None:
    data, link = tmp_path / "data.csv", tmp_path / "link.csv"
    data.write_text("1")
    link.symlink_to(data)
    with pytest.raises(InputError, match="which this command reads"):
        require_kept(link, ["trace", "", str(data)])
    require_kept(link, [str(tmp_path / "other.csv"), "x\0", str(tmp_path)])
    require_kept(tmp_path / "other.csv", [str(data)])


def test_a_lack_of_memory_is_no_fault_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.json").write_text("{}")
    monkeypatch.setattr(Path, "open", mock.Mock(side_effect=MemoryError))
    with pytest.raises(MemoryError):
        read_text(tmp_path / "x.json")
    (judged,) = json.loads(verify_files([tmp_path / "x.json"]).to_json())["files"]
    assert judged["status"] == "unfinished"


def test_what_is_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, data in (("x.xlsx", b"PK\x03\x04"), ("utf16", b"\xff\xfe"), ("latin", b"\xe9"), ("long", b"x" * 2000)):
        (tmp_path / name).write_bytes(data)
    monkeypatch.setattr("rropt.files.MOST_BYTES", 1000)
    for path in (*sorted(tmp_path.iterdir()), tmp_path, tmp_path / "absent", Path("a\0b")):
        with pytest.raises(InputError) as refused:
            read_text(path)
        assert path.name.replace("\0", "\\x00") in str(refused.value)
