"""Two sums may not rise: statements of rooms that are not replaced yet, and those of new rooms above their natural size."""

import ast
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
SIZE = tomllib.loads((ROOT / "size.toml").read_text("utf-8"))
ALL_OLD, ALL_NEW = 78_943, 27_000
TOLD_LATE = 300  # statements that the old rooms may have fewer than `size.toml` says


def room_of(path: Path) -> tuple[str, str]:
    """Whether a file is of an old room or a new one, and the room's name."""
    first, *below = path.parts
    name = (below[0] if first == "next" and below else first).removeprefix("test_").removesuffix(".py")
    is_new = first in {"next", "gold"} or name not in SIZE["old"]
    return "new" if is_new else "old", name


def statements(folder: str) -> Counter[tuple[str, str]]:
    """The number of statements by age and room."""
    found: Counter[tuple[str, str]] = Counter()
    for path in (ROOT / folder).rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        found[room_of(path.relative_to(ROOT / folder))] += sum(isinstance(x, ast.stmt) for x in nodes)
    return found


def test_old_rooms_only_shrink() -> None:
    now = sum(n for (age, _), n in statements("rropt").items() if age == "old")
    said = sum(SIZE["old"].values())
    assert now <= said <= ALL_OLD
    assert said <= now + TOLD_LATE, "lower the numbers of the rooms that shrank, or that are replaced, in size.toml"


def test_what_new_rooms_have_above_their_natural_size_only_shrinks() -> None:
    found = {room: n for (age, room), n in statements("rropt").items() if age == "new"}
    assert sum(found.values()) < ALL_NEW
    over = sum(max(0, n - SIZE["new"].get(room, 0)) for room, n in found.items())
    assert over <= SIZE["over"], {room: n for room, n in found.items() if n > SIZE["new"].get(room, 0)}
    assert SIZE["over"] <= over + TOLD_LATE, "lower `over` in size.toml"


def test_tests_of_new_rooms_are_few() -> None:
    of_new = {"gold", *SIZE["new"]}
    assert sum(n for (age, room), n in statements("tests").items() if age == "new" and room in of_new) < SIZE["tests"]
