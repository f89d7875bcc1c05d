"""What is in the checker for speed alone, each way against the checker without it: what does not pay is to go.

The verdicts are the same without these ways (`tests/checker/test_speed.py` compares them, all at once).
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from benchmarks.measure import Line, line
from rropt import LDP, TotalVariance, Trace, Utility, Variance, design
from rropt.checker import check, speed

CORPUS = Path(__file__).parents[1] / "tests" / "certificates"
LONG = 10_000
"""A certificate of the corpus that costs more units of work is left out: most of these test a limit."""
MANY = 10
"""One certificate is checked so often in each run: a few milliseconds are less than what it takes to change the ways."""
WITHOUT: dict[str, Callable[..., Any]] = {
    "remember": lambda known, key, compute, size=100: compute(),
    "read_plain": lambda text: None,
    "enclose_in_steps": lambda num, den, steps: (-math.inf, math.inf),
    "is_surely_bounded": lambda weights, columns, ratio: False,
    "multiply_rational": lambda a, b: None,
}
"""Each function of `speed.py` as it is where it shows nothing, upon which the plain way is taken."""
PATTERNS = "sums of patterns"


@contextmanager
def without(name: str) -> Iterator[None]:
    """The checker without one of its ways, wherever it is imported; its budget does not end a check."""
    with ExitStack() as changed:
        changed.enter_context(patch("rropt.checker.judge.MOST_WORK", 1 << 40))
        if name == PATTERNS:
            changed.enter_context(
                patch("rropt.checker.rows.on_cone.speed", SimpleNamespace(is_on=lambda: False, remember=speed.remember))
            )
        elif name:
            way = getattr(speed, name)
            for module in [m for key, m in sys.modules.items() if key.startswith("rropt.checker")]:
                if getattr(module, name, None) is way:
                    changed.enter_context(patch.object(module, name, WITHOUT[name]))
        yield


def checked(texts: list[str], name: str) -> Callable[[], None]:
    """Check all of these texts without a way; all are accepted."""

    def run() -> None:
        with without(name):
            for text in texts:
                assert check(text).status == "accepted"

    return run


def lines(quick: bool) -> Iterator[Line]:
    """The corpus, large linear designs, and a total variance at all patterns."""
    work = json.loads((CORPUS / "work.json").read_text("utf-8"))
    names = {path: path.name.removesuffix(".rropt.json") for path in CORPUS.glob("accepted/*.rropt.json")}
    texts = {"the corpus": [path.read_text("utf-8") for path, name in names.items() if work[name] < LONG]}
    for k in (8, 16) if quick else (16, 32, 64):
        for epsilon in ("ln3", "1"):
            texts[f"trace, k = {k}, ε = {epsilon}"] = [found(design(Trace(), LDP(epsilon), inputs=k))]
            gains = [[str((i * j * j + 3 * i + j) % 7) for j in range(k)] for i in range(k)]
            texts[f"utility, k = {k}, ε = {epsilon}"] = [found(design(Utility(gains), LDP(epsilon)))]
    for k in (6,) if quick else (10, 12):
        shares = [f"{k + 2 * j}/{2 * k * k - k}" for j in range(k)]
        texts[f"total variance at 2^{k} patterns"] = [found(design(TotalVariance(shares), LDP("ln3")))]
    gains = [[str((i * j * j + 3 * i + j) % 7) for j in range(6)] for i in range(6)]
    texts["utility of 6 at every ε from 1/2 to 2"] = [found(design(Utility(gains), LDP("1/2..2")))]
    texts["trace of 8 at every ε from 1/2 to 2"] = [found(design(Trace(), LDP("1/2..2"), inputs=8))]
    texts["variance at every ε from 1/2 to 2"] = [found(design(Variance("1/4"), LDP("1/2..2")))]
    texts["a mechanism of 48·48 different numbers"] = [different(48)]
    texts["a garbling of 24·24 entries"] = [garbled(24)]
    for what, some in texts.items():
        many = some * (1 if len(some) > 1 else MANY)
        ways = {f"without {name}": checked(many, name) for name in (*WITHOUT, PATTERNS)}
        yield line(what if len(some) > 1 else f"{what}, {MANY} times", checked(many, ""), dict(ways), 3)


def different(k: int) -> str:
    """The claim that a mechanism of k·k different numbers satisfies a demand."""
    rng = random.Random(1)
    columns = [
        [Fraction(rng.randint(1000, 1999), 2500 * k + rng.randint(0, 5000)) for _ in range(k - 1)] for _ in range(k)
    ]
    stated = json.loads((CORPUS / "accepted" / "satisfies_boundary.rropt.json").read_text("utf-8"))
    stated["field"], stated["notion"] = {"t": "16"}, {"name": "ldp", "ratio": "t"}
    stated["mechanism"] = written([[*column, 1 - sum(column)] for column in columns])
    return json.dumps(stated)


def garbled(k: int) -> str:
    """The claim that a random mechanism is at least as informative as its garbling."""
    rng = random.Random(2)
    two = []
    for _ in range(2):
        columns = [[Fraction(rng.randint(0, 9), 100 * k // 8) for _ in range(k - 1)] for _ in range(k)]
        two.append([[*column, 1 - sum(column)] for column in columns])
    one, garbling = two
    other = [
        [sum(c * x for c, x in zip(row, column, strict=True)) for row in zip(*garbling, strict=True)] for column in one
    ]
    stated = json.loads((CORPUS / "accepted" / "compare_at_least.rropt.json").read_text("utf-8"))
    stated |= {"first": written(one), "second": written(other), "forward": {"garbling": written(garbling)}}
    return json.dumps(stated)


def written(columns: list[list[Any]]) -> list[list[str]]:
    """Rows of texts, of a matrix that is given by its columns."""
    return [list(map(str, row)) for row in zip(*columns, strict=True)]


def found(answer: Any) -> str:
    """The certificate of a design."""
    assert answer.certificate
    return str(answer.certificate)
