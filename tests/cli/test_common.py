"""Where answers go: a file whole, a link followed, a device written to; places and pictures refused before any work."""

import os
from pathlib import Path

import pytest

from rropt.cli.common import require_places, write_text
from rropt.exact.errors import InputError


def test_a_file_is_replaced_and_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    write_text(link, "one\n")
    write_text(link, "two\n")
    assert link.is_symlink() and target.read_text() == "two\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.txt", "real.txt"]


def test_a_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "answer\n")
        assert os.read(reader, 100) == b"answer\n"
    finally:
        os.close(reader)
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_text(tmp_path, "x")
    with pytest.raises(InputError, match="folder is not"):
        require_places(tmp_path / "no" / "x.json")
    with pytest.raises(InputError, match=r"ends in \.svg or \.png, unlike x\.pdf"):
        require_places(picture=tmp_path / "x.pdf")
    require_places(None, tmp_path / "x.json", picture=tmp_path / "x.SVG")
