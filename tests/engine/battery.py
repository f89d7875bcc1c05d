"""Random questions, extremes among them, which the engine answers and the checker judges.

    python -m tests.engine.battery [--seed N] [--questions N]

The seed is the number of commits unless it is given, and is printed. Every answer must be a certificate that the checker
accepts, or a refusal in one sentence; of ordinary questions none is refused.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt import LDP, InputError, Linear, Metric, PairwiseLDP, Trace, Utility, Vulnerability, design
from rropt.objectives.base import Objective, worst
from tests.engine import rows

EPSILONS = ["1/1000", "1/30", "1/2", "1", "ln2", "ln3", "ln(3/2)", "5"]
EXTREME_EPSILONS = ["0", "1/1000000", "20", "ln100000000"]
LIMITS = (
    "certificates have powers up to",
    "more than the checker takes on",
    "the divergence is infinite for some mechanism",
    "extreme rows, the most that a certificate lists",
)
SLACKS = ["1/1000000", "1/100", "1/10", "1/2"]


@dataclass(frozen=True)
class Asked:
    """A random question; `kind` names its class in the table."""

    kind: str
    arguments: dict[str, Any]
    is_extreme: bool


@dataclass
class Source:
    """Random parts of questions. `is_extreme` tells whether an extreme number has been drawn."""

    r: random.Random
    is_extreme: bool = False

    def epsilon(self) -> str:
        if self.r.random() < 0.15:
            self.is_extreme = True
            return self.r.choice(EXTREME_EPSILONS)
        return self.r.choice(EPSILONS)

    def number(self) -> Fraction:
        if self.r.random() < 0.03:
            self.is_extreme = True
            return Fraction(self.r.choice([10**25, Fraction(1, 10**12), -(10**9)]))
        return Fraction(self.r.randint(-5, 20), self.r.randint(1, 12))

    def size(self) -> int:
        return self.r.choice([2, 3, 3, 4, 4, 5, 6, 8])

    def prior(self, k: int) -> list[Fraction]:
        weights = [self.r.choice([0, 1, 1, 2, 5, 20]) for _ in range(k)]
        weights[self.r.randrange(k)] = 3
        if self.r.random() < 0.1:
            self.is_extreme = True
            weights[self.r.randrange(k)] = 10**7
        return [Fraction(w, sum(weights)) for w in weights]

    def pairwise(self, k: int) -> PairwiseLDP:
        pool = self.r.choice([["ln2", "ln3", "ln10"], ["1/2", "1", "3/2", "2"], ["ln2", "1/2", "1", "ln3"]])
        missing, slack = self.r.choice([0.0, 0.3]), self.r.choice([0.0, 0.0, 0.5])
        pairs = [(j, n) for j in range(k) for n in range(k) if j != n]
        budgets = {pair: self.r.choice(pool) for pair in pairs if self.r.random() >= missing} or {pairs[0]: pool[0]}
        return PairwiseLDP(budgets, deltas={pair: self.r.choice(SLACKS) for pair in budgets if self.r.random() < slack})

    def metric(self, k: int) -> Metric:
        return Metric(
            [[abs(j - n) for n in range(k)] for j in range(k)], self.r.choice(["1/30", "1/2", "ln2", "ln3", "1"])
        )

    def demand(self, k: int) -> Any:
        make: list[Callable[[], Any]] = [
            lambda: LDP(self.epsilon()),
            lambda: LDP(self.epsilon()),
            lambda: LDP(self.epsilon(), delta=self.r.choice(SLACKS)),
            lambda: self.pairwise(k),
            lambda: self.metric(k),
            lambda: LDP(self.epsilon()) & self.pairwise(k),
            lambda: LDP(self.epsilon()) & LDP(self.epsilon(), delta=self.r.choice(SLACKS)),
        ]
        return self.r.choice(make)()

    def matrix(self, m: int, k: int) -> list[list[Fraction]]:
        if self.r.random() < 0.3:
            return [[Fraction(self.r.randint(0, 1)) for _ in range(k)] for _ in range(m)]
        return [[self.number() for _ in range(k)] for _ in range(m)]

    def condition(self, m: int, k: int) -> str:
        i, j = self.r.randrange(m), self.r.randrange(k)
        return self.r.choice(
            [
                f"P[{i},{j}] <= {self.r.choice(['1/10', '1/3', '1/2'])}",
                f"P[{i},{j}] >= {self.r.choice(['1/10', '1/3', '9/10'])}",
                f"sum(P[{i},:]) <= {self.r.choice(['1/2', '1'])}",
                f"P[{i},{j}] = P[{self.r.randrange(m)},{(j + 1) % k}]",
            ]
        )

    def linear(self, k: int) -> Objective:
        m = self.r.choice([2, k, k + 1])
        return self.r.choice(
            [
                lambda: Trace(),
                lambda: Trace([self.number() for _ in range(k)]),
                lambda: Utility(self.matrix(m, k), self.prior(k), sense=self.r.choice(["max", "min"])),
                lambda: Linear(self.matrix(m, k), sense=self.r.choice(["max", "min"])),
            ]
        )()


def linear(source: Source) -> dict[str, Any]:
    k = source.size()
    return {"objective": source.linear(k), "demand": source.demand(k), "inputs": k}


def conditions(source: Source) -> dict[str, Any]:
    asked = linear(source)
    m = asked["objective"].outputs(asked["inputs"])
    return asked | {"subject_to": [source.condition(m, asked["inputs"]) for _ in range(source.r.randint(1, 2))]}


def several(source: Source) -> dict[str, Any]:
    k = source.r.choice([2, 3, 4, 5])
    first, second = (Trace([abs(source.number()) for _ in range(k)]) for _ in range(2))
    objective = worst(first, second) if source.r.random() < 0.6 else first + source.r.randint(1, 5) * second
    return {"objective": objective, "demand": source.demand(k), "inputs": k}


def vulnerability(source: Source) -> dict[str, Any]:
    k = source.r.choice([2, 3, 4])
    gains = None if source.r.random() < 0.5 else [[source.r.randint(-2, 3) for _ in range(k)] for _ in range(3)]
    own = Vulnerability(source.r.choice(["1/2", "2/3", "9/10", "1"]), source.prior(k), gains)
    demand = own if source.r.random() < 0.5 else own & LDP(source.epsilon())
    return {"objective": source.linear(k), "demand": demand, "inputs": k}


def of_rows(kind: str) -> Callable[[Source], dict[str, Any]]:
    """Questions of a kind of `rows`."""

    def draw(source: Source) -> dict[str, Any]:
        r = rows.Random(source.r.random())
        asked = rows.KINDS[kind](r)
        source.is_extreme = r.is_extreme
        return asked

    return draw


KINDS: dict[str, Callable[[Source], dict[str, Any]]] = {
    "linear": linear,
    "conditions": conditions,
    "several": several,
    "vulnerability": vulnerability,
} | {kind: of_rows(kind) for kind in rows.KINDS}


def questions(seed: int, many: int) -> Iterator[Asked]:
    """Random questions of all kinds in turn."""
    for n in range(many):
        kind = list(KINDS)[n % len(KINDS)]
        source = Source(random.Random(f"{seed} {n}"))
        yield Asked(kind, KINDS[kind](source), source.is_extreme)


def ask(question: Asked) -> str:
    """Answer a question: the verdict of the design, or `refused`. What is not accepted by the checker raises."""
    try:
        return design(**question.arguments).verdict
    except InputError as error:
        said = str(error)
        assert said and "\n" not in said, said
        at_limit = question.is_extreme or any(words in said for words in LIMITS)
        return "refused" if at_limit else f"refused: {said[:80]}"


def seed_of_commits() -> int:
    """The number of commits."""
    return int(
        subprocess.run(["git", "rev-list", "--count", "HEAD"], check=True, capture_output=True, text=True).stdout
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Random questions, answered and judged.")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--questions", type=int, default=400)
    given = parser.parse_args()
    seed = seed_of_commits() if given.seed is None else given.seed
    print(f"seed {seed}")
    table: Counter[str] = Counter()
    started = time.perf_counter()
    for n, question in enumerate(questions(seed, given.questions)):
        try:
            found = ask(question)
        except Exception as error:
            found = f"FAILED {type(error).__name__}: {error}"[:200]
            print(n, question, found, flush=True)
        table[f"{question.kind}: {found}"] += 1
    for line, count in sorted(table.items()):
        print(f"{count:6} {line}")
    print(f"{time.perf_counter() - started:.0f} s")
    raise SystemExit(any("FAILED" in line or "refused: " in line for line in table))


if __name__ == "__main__":
    main()
