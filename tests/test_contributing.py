"""CONTRIBUTING stays short, names files that exist, and tells the walk of a design as it runs."""

from __future__ import annotations

import re
from pathlib import Path

from rropt import Trace
from tests.test_entered import entered

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
MOST_WORDS = 1200
NAMED = set(re.findall(r"\.?[\w./-]+", " ".join(re.findall(r"`([^`\n]+)`", TEXT))))
WALK = TEXT.partition("## The walk")[2].partition("\n## ")[0]


def test_it_is_short() -> None:
    assert len(TEXT.split()) <= MOST_WORDS


def test_every_path_that_it_names_exists() -> None:
    walked = set(re.findall(r"`(\w+/\w+\.py)`", WALK))
    paths = {x for x in NAMED if re.search(r"\.(py|md|toml|txt|json|cff)$", x) or x.startswith((".ci/", "tests/"))}
    assert len(walked) > 15 and len(paths) > 40
    assert [x for x in paths - walked if not (ROOT / x).exists()] == []
    assert [x for x in walked if not (ROOT / "rropt" / x).exists()] == []


def test_every_folder_of_rropt_stands_in_the_tree() -> None:
    table = TEXT.partition("## The tree")[2].partition("\n## ")[0]
    told = {
        x for line in table.splitlines() if line.startswith("| `") for x in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    folders = {x.parent.name for x in (ROOT / "rropt").glob("*/__init__.py")}
    assert folders <= told <= folders | {x.stem for x in (ROOT / "rropt").glob("*.py")}


def test_the_walk_names_files_that_the_design_runs() -> None:
    solves_others = {"engine/linear.py", "engine/sums.py", "engine/estimates.py"}
    assert set(re.findall(r"`(\w+/\w+\.py)`", WALK)) - solves_others <= entered(Trace())


def test_as_many_names_and_commands_are_promised_as_it_says() -> None:
    listed = (ROOT / "tests" / "public.txt").read_text("utf-8").split("\n# The commands")
    names, commands = ([x for x in part.splitlines()[1:] if x] for part in listed)
    assert f"the {len(names)} names" in TEXT and f"the {len(commands)} commands" in TEXT
