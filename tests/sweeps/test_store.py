"""The store: what is appended is there, a cut or changed line is not, and two writers write nothing twice."""

import json
import multiprocessing
import os
from pathlib import Path

import pytest

from rropt.exact.errors import InputError
from rropt.sweeps.store import Store


def test_what_is_added_is_read_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    assert store.add("a", "first") and store.add("b", "second") and not store.add("a", "other")
    again = Store(tmp_path / "s")
    again.refresh()
    assert again.designs == {"a": "first", "b": "second"} and again.broken == 0
    assert not again.add("b", "third") and len((tmp_path / "s").read_bytes().splitlines()) == 2


@pytest.mark.parametrize("cut", [1, 2, 10, 60])
def test_a_line_that_a_kill_cut_short_is_left_out_and_written_anew(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "s"
    store = Store(path)
    store.add("a", "first")
    store.add("b", "second")
    path.write_bytes(path.read_bytes()[:-cut])
    again = Store(path)
    again.refresh()
    assert again.designs == {"a": "first"}
    if cut > 1:
        assert again.add("b", "second") and again.add("c", "third")
    else:  # all but the line's end was written
        assert again.add("c", "third") and not again.add("b", "second")
    last = Store(path)
    last.refresh()
    assert last.designs == {"a": "first", "b": "second", "c": "third"} and last.broken == (cut > 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("first", "firsu"),
        lambda text: text.replace('"a"', '"z"'),
        lambda text: "[" * 5000 + text,
        lambda text: json.dumps([1, 2]),
        lambda text: "\x00\xff",
    ],
)
def test_a_changed_line_is_not_there(tmp_path: Path, change: object) -> None:
    path = tmp_path / "s"
    Store(path).add("a", "first")
    changed = change(path.read_text("utf-8").strip()) + "\n"  # type: ignore[operator]
    path.unlink()
    Store(path).add("b", "second")
    path.write_text(changed + path.read_text("utf-8"), encoding="utf-8")
    store = Store(path)
    store.refresh()
    assert store.designs == {"b": "second"} and store.broken == 1
    assert store.add("a", "first")
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(InputError, match="not a store"):
        Store(path).add("a", "first")
    assert path.read_text("utf-8") == changed


@pytest.mark.parametrize("text", ["x", '{"a": 1}', "name,age", '{"keys', "[1]"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_nothing_is_appended_to_a_file_of_another_kind(tmp_path: Path, text: str, end: str) -> None:
    path = tmp_path / "s"
    path.write_text(text + end, encoding="utf-8")
    with pytest.raises(InputError, match="not a store"):
        Store(path).add("a", "first")
    assert path.read_text("utf-8") == text + end


@pytest.mark.parametrize("left", [0, 1, 5, 30])
def test_a_store_whose_only_line_was_cut_short_is_a_store(tmp_path: Path, left: int) -> None:
    path = tmp_path / "s"
    Store(path).add("a", "first")
    path.write_bytes(path.read_bytes()[:left])
    assert Store(path).add("b", "second")
    last = Store(path)
    last.refresh()
    assert last.designs == {"b": "second"} and last.broken == (left > 0)


def _write(path: Path, start: int) -> None:
    store = Store(path)
    for n in range(start, start + 60):
        store.add(str(n), "x" * 5000)


def test_two_writers_lose_nothing_and_write_nothing_twice(tmp_path: Path) -> None:
    path, context = tmp_path / "s", multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(path, start)) for start in (0, 30)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    keys = [json.loads(line)["key"] for line in path.read_text("utf-8").splitlines()]
    assert sorted(keys, key=int) == [str(n) for n in range(90)]


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes have other names")
def test_what_is_no_regular_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (Path("/dev/full"), Path("/dev/zero"), Path("/dev/null"), tmp_path, tmp_path / "pipe"):
        with pytest.raises(InputError, match=f"the store {place} must be a regular file"):
            Store(place).refresh()
        with pytest.raises(InputError, match="a regular file"):
            Store(place).add("a", "first")


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot use the store"):
        Store(tmp_path / "no" / "s").refresh()
