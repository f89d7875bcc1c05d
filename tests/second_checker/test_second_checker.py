"""Two checkers of one page: `main.rs`, written from SPEC.md alone, and rropt's give the same verdict on every text of the kernel.

The second one is another program in another language, with its own JSON, integers, polynomials, signs and enclosures. Where one
of the two says that a text is beyond its limits, SPEC leaves the verdict open, and the text is not compared.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from rropt.checker import check
from tests.checker.changes import changes, leaves, put

HOME = Path(__file__).parent
CERTIFICATES = HOME.parent / "certificates"
FILES = sorted(CERTIFICATES.glob("*/*.rropt.json"))
LONGEST = 20_000
CLAIMS = {"satisfies", "violates", "optimal", "within", "infeasible", "compare"}
OBJECTIVES = {"trace", "weighted trace", "utility", "linear"}
EDITION = "--edition=2021"
pytestmark = pytest.mark.skipif(
    shutil.which("rustc") is None, reason="the second checker is Rust, and there is no rustc"
)


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("second") / "checker"
    subprocess.run(["rustc", "-O", EDITION, "-D", "warnings", str(HOME / "main.rs"), "-o", str(program)], check=True)
    return program


def verdicts(program: Path, paths: Sequence[Path]) -> list[list[str]]:
    told = subprocess.run([program], input="\n".join(map(str, paths)), capture_output=True, text=True, check=True)
    return [line.split() for line in told.stdout.splitlines()]


def disagreements(program: Path, paths: Sequence[Path], counts: Counter[str]) -> list[tuple[str, object, list[str]]]:
    """Where the two differ; what they agree on is counted."""
    found = []
    for path, (kind, *condition) in zip(paths, verdicts(program, paths), strict=True):
        if kind in ("other", "limit"):
            continue
        first = check(path.read_text("utf-8"))
        if first.condition == "limit":
            continue
        counts[first.status] += 1
        if first.status != kind:
            found.append((path.name, first, [kind, *condition]))
    return found


@pytest.mark.slow  # what the first one says of the corpus is also held by tests/checker
def test_the_two_agree_on_the_corpus(second: Path) -> None:
    counts: Counter[str] = Counter()
    assert not disagreements(second, FILES, counts)
    assert counts["accepted"] > 40 and counts["rejected"] > 40 and counts["malformed"] > 100


def mutants(rng: random.Random, count: int, folder: Path) -> list[Path]:
    """Texts of the kernel with one thing changed, or two."""
    kernel = [json.loads(path.read_text("utf-8")) for path in FILES if is_in_the_kernel(path)]
    paths = []
    while len(paths) < count:
        data = rng.choice(kernel)
        for _ in range(rng.choice((1, 1, 2))):
            place, value = rng.choice(list(leaves(data)))
            others = list(changes(value))
            data = put(data, place, rng.choice(others)) if others and place else data
        path = folder / f"{len(paths)}.rropt.json"
        path.write_text(json.dumps(data), "utf-8")
        paths.append(path)
    return paths


def is_in_the_kernel(path: Path) -> bool:
    if path.parent.name == "malformed" or path.stat().st_size > LONGEST:
        return False
    data = json.loads(path.read_text("utf-8"))
    return all(
        piece.get("claim") in CLAIMS
        and "conditions" not in piece
        and "pair" not in piece.get("multipliers", {})
        and piece.get("objective", {}).get("name", "trace") in OBJECTIVES
        for piece in data.get("pieces", [data])
    )


@pytest.mark.slow
def test_the_two_agree_on_ten_thousand_mutants(second: Path, tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    assert not disagreements(second, mutants(random.Random(7), 10_000, tmp_path), counts)
    assert counts["accepted"] > 100 and counts["rejected"] > 1000 and counts["malformed"] > 1000


@pytest.mark.full
def test_the_two_agree_on_a_hundred_thousand_mutants(second: Path, tmp_path: Path) -> None:
    assert not disagreements(second, mutants(random.Random(8), 100_000, tmp_path), Counter())
