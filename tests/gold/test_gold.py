"""Every room answers as the version before did: some 200 lines by default, all of them with `slow`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.gold.choose import choose
from tests.gold.faults import ROOT, plant
from tests.gold.judge import judge_line, read_reasons
from tests.gold.lines import DATA, HERE, digest, find_promise, find_reader, is_new, list_rooms, read_lines

ROOMS = {room: read_lines(room) for room in list_rooms()}
CHOSEN = choose({room: lines for room, (_, lines) in ROOMS.items()})
REASONS = read_reasons()
FAULTS = json.loads((HERE / "faults.json").read_text("utf-8"))
LINES = [
    pytest.param(room, line, id=line["id"], marks=[] if line["id"] in CHOSEN else [pytest.mark.slow])
    for room, (_, lines) in ROOMS.items()
    for line in lines
]


@pytest.mark.parametrize(("room", "line"), LINES)
def test_the_answer_is_that_of_the_version_before(room: str, line: dict[str, Any]) -> None:
    told = judge_line(line, find_reader(room), new=is_new(room), promised=find_promise(room))
    if line["id"] in REASONS:
        assert told, f"{line['id']} no longer differs: take it out of differences.json"
    else:
        assert not told, (line["ask"], told)


def test_every_difference_has_a_line_and_a_reason() -> None:
    known = {line["id"]: room for room, (_, lines) in ROOMS.items() for line in lines}
    assert REASONS.keys() <= known.keys()
    assert all(REASONS.values())
    assert all(is_new(known[x]) for x in REASONS), "a room that has not switched answers as before"


@pytest.mark.parametrize("room", ROOMS)
def test_lines_are_those_that_were_recorded(room: str) -> None:
    header, lines = ROOMS[room]
    assert header["digest"] == digest((DATA / f"{room}.jsonl").read_text("utf-8").partition("\n")[2])
    assert len({x["id"] for x in lines}) == len(lines)
    assert all(x["size"] in ("ordinary", "extreme") for x in lines)


def test_the_lines_of_all_rooms_are_small() -> None:
    assert sum(path.stat().st_size for path in DATA.glob("*.jsonl")) <= 10_000_000


def test_every_cell_has_a_line_by_default() -> None:
    for _, lines in ROOMS.values():
        assert {x["cell"] for x in lines} == {x["cell"] for x in lines if x["id"] in CHOSEN}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda x: f"{x['room']} {x['old'][:20]}")
def test_a_fault_can_be_planted(fault: dict[str, str]) -> None:
    assert (ROOT / fault["file"]).read_text("utf-8").count(fault["old"]) == 1


@pytest.mark.full
@pytest.mark.parametrize("fault", FAULTS, ids=lambda x: f"{x['room']} {x['old'][:20]}")
def test_a_planted_fault_is_noticed(fault: dict[str, str]) -> None:
    assert plant(fault)


def test_every_room_has_a_fault() -> None:
    assert {x["room"] for x in FAULTS} == set(ROOMS)
