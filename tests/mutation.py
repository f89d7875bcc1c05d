"""`python -m tests.mutation CODE TESTS...` changes a folder or file at random, and tells which changes its tests do not notice.

A change is one operator of `tests/checker/mutate.py` at one place, drawn with a seed: `--sample 60 --seed 1`. Words of messages and
annotations are left alone. Each change is made in a copy, where pytest runs until the first failure, files of tests that name the
changed module most often first. It ends in 1 if fewer than nine tenths are noticed.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "checker"))
from mutate import variants  # noqa: E402

Change = tuple[Path, int, int]
SECONDS = 900
SAID = {True: "noticed ", False: "SURVIVES", None: "TOO LONG"}


def parts(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Yield every node that may change below this one: its parent, the parent's field and the place in it."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns") or isinstance(node, ast.JoinedStr | ast.Raise):
            continue
        for i, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST):
                yield node, field, i if isinstance(value, list) else None
                yield from parts(child)


def changes(path: Path) -> Iterator[Change]:
    """Yield every change of a file: the file, the number of the place, and the number of the operator there."""
    for n, (parent, field, i) in enumerate(parts(ast.parse(path.read_text("utf-8")))):
        held = getattr(parent, field)
        for m, _ in enumerate(variants(held if i is None else held[i])):
            yield path, n, m


def made(change: Change) -> tuple[str, str]:
    """Return the text of the changed file, and what is changed in which line."""
    path, n, m = change
    tree = ast.parse(path.read_text("utf-8"))
    parent, field, i = list(parts(tree))[n]
    held = getattr(parent, field)
    node = held if i is None else held[i]
    name, changed = list(variants(node))[m]
    setattr(parent, field, changed if i is None else [*held[:i], changed, *held[i + 1 :]])
    return ast.unparse(ast.fix_missing_locations(tree)), f"{path.name}:{node.lineno} {name}: {ast.unparse(node)[:90]}"


def files_of(place: Path, pattern: str) -> list[Path]:
    """Return the file itself, or the files of a folder."""
    return [place] if place.is_file() else sorted(place.rglob(pattern))


def ordered(tests: list[Path], module: str) -> list[str]:
    """Return the files of tests, those first that name the module most often."""
    files = [x for place in tests for x in files_of(place, "test_*.py")]
    return [str(x) for x in sorted(files, key=lambda x: -x.read_text("utf-8").count(module))]


def is_noticed(path: Path, text: str, tests: list[Path], copy: Path) -> bool | None:
    """Run the tests on the copy in which the file has this text; None if they did not end in time."""
    kept = path.read_text("utf-8")
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-W", "ignore"]
    try:
        done = subprocess.run(
            [*command, *ordered(tests, path.stem)], cwd=copy, capture_output=True, check=False, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    finally:
        path.write_text(kept, encoding="utf-8")
    return done.returncode != 0


def main() -> int:
    """Try a sample of all changes."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("code")
    reader.add_argument("tests", nargs="+")
    reader.add_argument("--sample", type=int, default=60)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as held:
        copy = Path(held)
        for name in ("rropt", "tests", "docs", "proofs"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        every = [x for path in files_of(copy / asked.code, "*.py") for x in changes(path)]
        chosen = random.Random(asked.seed).sample(every, asked.sample)
        found = []
        for change in chosen:
            text, what = made(change)
            found.append(is_noticed(change[0], text, [copy / x for x in asked.tests], copy))
            print(f"{SAID[found[-1]]} {what}", flush=True)
    survivors = found.count(False)
    print(f"{found.count(True)} of {asked.sample} changes noticed, {found.count(None)} not decided in time")
    return int(10 * survivors > asked.sample)


if __name__ == "__main__":
    raise SystemExit(main())
