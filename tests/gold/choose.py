"""Which golden lines run by default: some 200 of all rooms, every cell among them, cheap ones preferred."""

from __future__ import annotations

import hashlib
from typing import Any

WANTED = 200


def choose(lines: dict[str, list[dict[str, Any]]], wanted: int = WANTED) -> set[str]:
    """Choose ids of lines, by room. Each cell gives one line of its cheaper half, then the next, until there are enough."""
    cells: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for room, of_room in lines.items():
        for line in of_room:
            cells.setdefault((room, line["cell"]), []).append(line)
    queues = [order_cell(x) for _, x in sorted(cells.items())]
    chosen = [queue[0] for queue in queues]
    place = 1
    while len(chosen) < wanted and any(len(x) > place for x in queues):
        left = [queue[place] for queue in queues if len(queue) > place and queue[place]["seconds"] <= 1]
        chosen += sorted(left, key=mix)[: wanted - len(chosen)]
        place += 1
    return {x["id"] for x in chosen}


def order_cell(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Order a cell's lines: its cheaper half, mixed, then the others."""
    cheap = sorted(lines, key=lambda x: (x["seconds"], x["id"]))
    half = (len(cheap) + 1) // 2
    return sorted(cheap[:half], key=mix) + cheap[half:]


def mix(line: dict[str, Any]) -> str:
    return hashlib.sha256(line["id"].encode()).hexdigest()
