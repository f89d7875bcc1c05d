"""Some 60 seeded problems of every objective of the covariance, with their verdicts, bounds and seconds.

`python -m tests.designs.estimation.seeded FILE` solves them, writes a line of JSON each to FILE, and says where it contradicts the
committed `seeded.jsonl`: intervals that do not overlap, a lost `optimal`, or a relative gap that grew beyond 1e-7.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction as F
from pathlib import Path
from typing import Any

from rropt import LDP, Contrast, Determinant, LargestVariance, Sensitive, TotalVariance, design, verify
from rropt.exact.infinity import is_infinite

KNOWN = Path(__file__).with_name("seeded.jsonl")
GAP = 1e-7  # relative: what a bound may lose
SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Case:
    """A problem by its name: what is minimised, under which demand."""

    name: str
    objective: Any
    demand: Any
    k: int


def _shares(rng: random.Random, k: int) -> list[F]:
    drawn = [rng.randint(1, 9) for _ in range(k)]
    return [F(x, sum(drawn)) for x in drawn]


MAKERS: dict[str, Callable[[random.Random, list[list[F]], bool], Any]] = {
    "total": lambda _, lists, worst: TotalVariance(lists, worst=worst),
    "contrast": lambda rng, lists, worst: Contrast(_contrast(rng, len(lists[0])), lists, worst=worst),
    "determinant": lambda _, lists, worst: Determinant(lists, worst=worst),
    "largest": lambda _, lists, worst: LargestVariance(lists, worst=len(lists) > 1),
}


def _contrast(rng: random.Random, k: int) -> list[list[int]]:
    rows = [[rng.randint(-3, 3) for _ in range(k)] for _ in range(rng.randint(1, 2))]
    rows[0][:2] = [1, 2]
    return rows


# k, lists of prevalences, whether the worst is meant, ε, δ
PLANS = [
    (2, 1, False, "ln3", "0"),
    (3, 1, False, "1/2", "0"),
    (3, 2, True, "ln3", "0"),
    (4, 1, False, "ln3", "0"),
    (4, 3, False, "1", "0"),
    (5, 1, False, "1/10", "0"),
    (5, 2, True, "2", "0"),
    (6, 1, False, "ln2", "0"),
    (6, 2, False, "1/2", "0"),
    (7, 1, False, "4", "0"),
    (8, 1, False, "1", "0"),
    (9, 1, False, "ln3", "0"),
    (10, 2, True, "ln5", "0"),
    (12, 1, False, "ln3", "0"),
    (2, 1, False, "1/2", "1/10"),
    (3, 1, False, "ln3", "1/10"),
    (3, 2, True, "1/2", "1/100"),
    (4, 1, False, "ln2", "1/20"),
]


def cases() -> Iterator[Case]:
    """All of them, in one order; few of the largest variance and the determinant at many inputs."""
    for n, (k, several, worst, epsilon, delta) in enumerate(PLANS):
        for kind, make in MAKERS.items():
            if k > 9 and kind in ("determinant", "largest") and several > 1:
                continue
            rng = random.Random(100 * n + len(kind))
            lists = [_shares(rng, k) for _ in range(several)]
            demand = LDP(epsilon, delta=delta) if delta != "0" else LDP(epsilon)
            yield Case(
                f"{kind} k={k} lists={several}{' worst' if worst else ''} {demand}", make(rng, lists, worst), demand, k
            )
    equal = [[F(1, 7)] * 7]
    for kind, make in MAKERS.items():
        yield Case(f"{kind} at equal shares", make(random.Random(7), equal, False), LDP("ln2"), 7)
        yield Case(
            f"{kind} of sensitive answers",
            make(random.Random(8), [[F(1, 2), F(1, 3), F(1, 6)]], False),
            Sensitive([1], "ln2"),
            3,
        )


def solve(case: Case) -> dict[str, Any]:
    """Verdict, bounds, relative gap and seconds of a problem; a refusal in words."""
    start = time.perf_counter()
    try:
        found = design(case.objective, case.demand, outputs="free", seconds=SECONDS)
    except Exception as error:
        return {"name": case.name, "refused": f"{type(error).__name__}: {error}"[:200]}
    seconds = time.perf_counter() - start
    assert verify(found.certificate).is_accepted, case.name
    assert not is_infinite(found.lower) and not is_infinite(found.upper)
    gap = 0.0 if found.lower == found.upper else float((found.upper - found.lower) / found.upper)
    low, high = float(found.lower), float(found.upper)
    return {
        "name": case.name,
        "verdict": found.verdict,
        "lower": low,
        "upper": high,
        "gap": gap,
        "outputs": found.mechanism.m if found.mechanism is not None else None,
        "bytes": len(found.certificate),
        "seconds": round(seconds, 3),
    }


def contradiction(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What is worse than before, or nothing."""
    if "refused" in before:
        return ""
    if "refused" in after:
        return after["refused"]
    if after["verdict"] != before["verdict"]:
        return f"{before['verdict']} became {after['verdict']}"
    slack = 1e-12 * before["upper"]
    if after["lower"] > before["upper"] + slack or before["lower"] > after["upper"] + slack:
        return "the intervals do not overlap"
    return f"the gap {before['gap']:.1e} became {after['gap']:.1e}" if after["gap"] > max(GAP, before["gap"]) else ""


def known() -> dict[str, dict[str, Any]]:
    """The committed answers by name."""
    return {one["name"]: one for one in map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines())}


def main(path: str, *chosen: str) -> int:
    """Solve them all, or those whose names contain a chosen word."""
    before, wrong = known() if KNOWN.exists() else {}, 0
    with Path(path).open("w", encoding="utf-8") as out:
        for case in cases():
            if chosen and not any(word in case.name for word in chosen):
                continue
            found = solve(case)
            print(json.dumps(found), file=out, flush=True)
            said = contradiction(before[case.name], found) if case.name in before else ""
            wrong += bool(said)
            told = found.get("refused") or f"{found['verdict']} {found['gap']:.1e} {found['seconds']} s"
            print(f"{case.name}: {told} {'! ' + said if said else ''}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
