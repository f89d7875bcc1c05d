"""Random numbers, demands and conditions of golden designs, and which of them SCOPE calls ordinary."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction as F
from math import e, log
from typing import Any

Ask = dict[str, Any]
EPSILONS = ("1/1000", "1/30", "1/2", "1", "ln2", "ln3", "ln(3/2)", "2", "5", "ln10", "ln1000000")
FAR = ("1/1000000", "1/100000", "20", "ln100000000", "ln(1000001/1000000)")
DELTAS = ("1/1000000", "1/100", "1/10", "1/3", "1/2")
FAR_DELTAS = ("1/1000000000", "3/4", "999999/1000000")
LOGARITHMS = ("ln2", "ln3", "ln(3/2)", "ln10")
RATIONALS = ("1/2", "1", "3/2", "2", "1/10")
TIE = "inf"


class Drawn:
    """The draws of one question, by its seed. An extreme one has one of SCOPE's extremes: a far ε or δ, a share of 10^-6 or less,
    weights 10^25 apart, a contrast of rank below k."""

    def __init__(self, seed: int, *, extreme: bool, sizes: tuple[int, ...], linear: bool) -> None:
        self.rng = random.Random(f"designs {seed}")
        self.k: int = self.rng.choice(sizes)
        far = (
            ("epsilon", "epsilon", "delta", "shares", "weights")
            if linear
            else ("epsilon", "epsilon", "delta", "shares")
        )
        self.far = self.rng.choice(far) if extreme else ""

    def pick(self, *choices: Any) -> Any:
        return self.rng.choice(choices)

    # numbers

    def epsilon(self) -> str:
        return self.pick(*(FAR if self.far == "epsilon" else EPSILONS))

    def delta(self) -> str:
        return self.pick(*(FAR_DELTAS if self.far == "delta" else DELTAS))

    def weights(self, size: int) -> list[str]:
        """Weights of any sign; ties, zeros and differences in size now and then."""
        if self.far == "weights":
            return [self.pick("10000000000000000000000000", "1/1000000000", "1", "-3", "0") for _ in range(size)]
        pool = self.pick(("1", "2"), ("0", "1", "5/2"), ("1000000000", "1", "7"), ("1/1000", "1", "-2"), ("0", "1"))
        if self.rng.random() < 0.5:
            pool = tuple(str(F(self.rng.randint(-3, 20), self.rng.randint(1, 9))) for _ in range(7))
        return [self.pick(*pool) for _ in range(size)]

    def table(self, rows: int | None = None) -> list[list[str]]:
        rows = rows or self.pick(2, 3, self.k, self.k, self.k + 1)
        if self.rng.random() < 0.1:
            return [[str(int(i == j)) for j in range(self.k)] for i in range(rows)]
        return [self.weights(self.k) for _ in range(rows)]

    def share(self) -> str:
        if self.far == "shares":
            return self.pick("0", "1", "1/1000000", "999999999/1000000000")
        return str(F(self.rng.randint(1, 39), 40)) if self.rng.random() < 0.8 else self.pick("1/1000", "1/2", "1/3")

    def shares(self, *, zeros: bool = False) -> list[str]:
        """Shares that sum to 1: equal, of small numbers, or with zeros or tiny ones."""
        if self.far == "shares":
            tiny = F(1, self.pick(10**6, 10**9))
            return self.shuffle([tiny] * (self.k - 1) + [1 - (self.k - 1) * tiny])
        if zeros and self.rng.random() < 0.25:
            empty = self.rng.randint(1, self.k - 1)
            parts = [0] * empty + [self.rng.randint(1, 9) for _ in range(self.k - empty)]
        elif self.rng.random() < 0.15:
            parts = [1] * self.k
        else:
            parts = [self.rng.randint(1, 12) for _ in range(self.k)]
        return self.shuffle([F(x, sum(parts)) for x in parts])

    def shuffle(self, numbers: list[F]) -> list[str]:
        self.rng.shuffle(numbers)
        return list(map(str, numbers))

    def planned(self, *, worst_only: bool = False) -> Ask:
        """The prevalences at which estimates are planned: equal, a list, or several."""
        how = self.rng.random()
        if how < 0.2:
            return {}
        if how < 0.8 or self.k > 5:
            return {"prevalence": self.shares()}
        lists = {"prevalence": [self.shares(), self.shares()]}
        return lists | ({"worst": True} if worst_only or self.rng.random() < 0.5 else {"weights": ["1/4", "3/4"]})

    def contrast(self) -> Any:
        """One row or two; some whose best design has rank below k."""
        how = self.rng.randrange(6)
        if how == 0:
            return [str(n + 1) for n in range(self.k)]
        if how == 1:
            return ["1"] + ["0"] * (self.k - 1)
        if how == 2:
            return ["1", "-1"] + ["0"] * (self.k - 2)
        rows = [[str(self.rng.randint(-3, 3)) for _ in range(self.k)] for _ in range(1 + (how > 4))]
        for row in rows:
            if len(set(row)) == 1:
                row[0] = "5"
        return rows[0] if len(rows) == 1 else rows

    # demands

    def ldp(self, *, slack: bool = False) -> Ask:
        return {"kind": "ldp", "epsilon": self.epsilon()} | ({"delta": self.delta()} if slack else {})

    def beliefs(self) -> Ask:
        """One demand on beliefs, which bounds the parity."""
        ratio = (
            self.pick("3/2", "2", "3", "7/2", "10")
            if self.far != "epsilon"
            else self.pick("100000000", "1000001/1000000")
        )
        return self.pick(
            {"kind": "parity", "gamma": ratio},
            {"kind": "rho", "rho1": self.pick("1/5", "1/10"), "rho2": self.pick("1/2", "1/3")},
            {"kind": "beta", "beta": ratio},
            {"kind": "bayes", "factor": ratio},
            {"kind": "csip", "h": f"odds:{ratio}"},
            {"kind": "sip", "h_l": "odds:1/3", "h_u": f"odds:{ratio}"},
        )

    def by_pair(self) -> Ask:
        """Budgets by pair, a metric, or one-sided privacy."""
        pool = self.pick(LOGARITHMS, RATIONALS)
        if self.far == "epsilon":
            pool = (*pool, "ln100000000" if pool is LOGARITHMS else "20")
        how = self.rng.random()
        if how < 0.5:
            return self.pairwise(pool)
        if how < 0.8:
            if self.rng.random() < 0.5:
                return {"kind": "metric", "distances": "line", "epsilon": self.pick(*pool)}
            far = [[self.rng.randint(1, 3) for _ in range(self.k)] for _ in range(self.k)]
            table = [[str(far[min(a, b)][max(a, b)]) if a != b else "0" for b in range(self.k)] for a in range(self.k)]
            return {"kind": "metric", "distances": table, "epsilon": self.pick(*pool)}
        protected = sorted(self.rng.sample(range(self.k), self.rng.randint(1, self.k - 1)))
        slack = {"delta": self.delta()} if self.rng.random() < 0.3 or self.far == "delta" else {}
        return {"kind": "sensitive", "inputs": protected, "epsilon": self.pick(*pool)} | slack

    def pairwise(self, pool: tuple[str, ...]) -> Ask:
        """A budget for each ordered pair; some are not bounded, some have a slack."""
        missing = self.pick(0, 0, 0.3)
        size = range(self.k)
        table = [[TIE if self.rng.random() < missing else self.pick(*pool) for _ in size] for _ in size]
        for n in size:
            table[n][n] = "0"
        if self.rng.random() > 0.3:
            return {"kind": "pairs", "epsilons": table}
        slack = [["0" if j == n or table[j][n] == TIE else self.pick("0", self.delta()) for n in size] for j in size]
        return {"kind": "pairs", "epsilons": table, "deltas": slack}

    def joined(self) -> list[Ask]:
        """Two demands, now and then three, none of which says what another says."""
        second = self.pick(self.by_pair, lambda: self.ldp(slack=True), self.beliefs)()
        return [self.ldp(), second] + ([self.by_pair()] if self.rng.random() < 0.1 else [])

    def vulnerability(self) -> Ask:
        """A bound between the gain without an answer and with the truth."""
        prior = self.shares()
        least = max(map(F, prior))
        bound = least + (1 - least) * self.pick(F(1, 2), F(1, 3), F(1, 10), F(9, 10))
        if self.rng.random() < 0.7:
            return {"kind": "vulnerability", "at_most": str(bound), "prior": prior}
        gain = [[str(self.rng.randint(0, 3)) for _ in range(self.k)] for _ in range(2)]
        blind = max(sum(F(g) * F(w) for g, w in zip(row, prior, strict=True)) for row in gain)
        return {"kind": "vulnerability", "at_most": str(blind + F(1, 8)), "prior": prior, "gain": gain}

    def any_demand(self) -> list[Ask]:
        return self.pick(lambda: [self.ldp()], lambda: [self.ldp(slack=True)], lambda: [self.by_pair()])()

    def conditions(self) -> list[str]:
        """One condition on entries or two; some leave nothing over."""
        i, j, a, b = (self.rng.randrange(self.labels if n in (0, 2) else self.k) for n in range(4))
        row = " + ".join(f"P[{i},{n}]" for n in range(self.k))
        first = self.pick(
            f"P[{i},{j}] <= {self.pick('1/10', '1/3', '1/2')}",
            f"P[{i},{j}] >= {self.pick('1/10', '1/2', '3/4')}",
            f"P[{i},{j}] + {self.pick('1/2', '2', '3')}*P[{a},{b}] <= {self.pick('1/2', '1', '3/2')}",
            f"P[{i},{j}] == {self.pick('0', '1/4', f'P[{(i + 1) % self.labels},{b}]')}",
            f"{row} <= {self.pick('1', '3/2')}",
        )
        if self.rng.random() < 0.15:
            return [
                f"P[{i},{j}] >= {self.pick('3/4', '99/100')}",
                f"P[{i},{(j + 1) % self.k}] <= {self.pick('1/5', '1/10')}",
            ]
        return [first] if self.rng.random() < 0.7 else [first, f"P[{a},{b}] <= {self.pick('2/3', '1/5')}"]

    def free(self, along: str) -> Ask:
        """One number free: everywhere or on a range; with points at which the value is told."""
        if along == "epsilon":
            on, at = self.pick(
                ("every", ["1/10", "ln3", "3"]), ("1/2..2", ["1/2", "ln3", "2"]), ("ln2..ln10", ["ln2", "1", "2"])
            )
            return {"demand": [{"kind": "ldp", "epsilon": on} | self.slack_beside()], "along": along, "at": at}
        if along == "delta":
            on, at = self.pick(("every", ["1/100", "1/3", "9/10"]), ("0..1/10", ["0", "1/50", "1/10"]))
            demand = [{"kind": "ldp", "epsilon": self.pick(*LOGARITHMS, "ln7", "ln(11/10)"), "delta": on}]
            return {"demand": demand, "along": along, "at": at}
        on, at = self.pick(("every", ["1/100", "1/3", "1/2"]), ("every:1/10..2/5", ["1/10", "1/4", "2/5"]))
        demand = [self.pick(self.ldp(), self.ldp(slack=True))]
        return {"objective": {"kind": "variance", "prevalence": on}, "demand": demand, "along": along, "at": at}

    def slack_beside(self) -> Ask:
        """The δ beside a free ε, which a variance may have."""
        return {"delta": self.pick("1/100", "1/10", "1/4")} if self.slacks and self.rng.random() < 0.6 else {}

    slacks = False
    labels = 2


# ordinary and extreme


def is_ordinary(ask: Ask) -> bool:
    """Whether SCOPE calls a question ordinary: k ≤ 8, ε from 1/1000 to ln 1e6, δ = 0 or from 1e-6 to 1/2, shares 0 or at least
    1/1000, weights within 1e9 of one another. A share of exactly 0 or 1 of a yes/no question counts as extreme."""
    objective = ask.get("objective", {})
    return (
        inputs_of(ask) <= 8
        and all(F("0.000999") <= x <= log(1e6) + 1e-9 for x in epsilons_of(ask.get("demand", [])))
        and all(x == 0 or F(1, 10**6) <= x <= F(1, 2) for x in deltas_of(ask.get("demand", [])))
        and all(x == 0 or x >= F(1, 1000) for x in shares_of(objective))
        and all(F(1, 1000) <= x <= F(999, 1000) for x in prevalences_of(objective))
        and are_near(list(weights_of(objective)))
    )


def inputs_of(ask: Ask) -> int:
    inputs = ask.get("inputs", 2)
    return inputs if isinstance(inputs, int) else len(inputs)


def epsilons_of(demands: list[Ask]) -> Iterator[float]:
    for x in demands:
        ratios = [x[name] for name in ("gamma", "beta", "factor") if name in x]
        ratios += [x[name].removeprefix("odds:") for name in ("h", "h_u") if str(x.get(name)).startswith("odds:")]
        yield from (abs(log(number(ratio))) for ratio in ratios if number(ratio) > 1)
        texts = [x["epsilon"]] if "epsilon" in x else []
        if "epsilons" in x:
            rows = x["epsilons"]
            texts += [y for j, row in enumerate(rows) for n, y in enumerate(row) if j != n] if is_square(rows) else []
        yield from (epsilon for text in texts if text != TIE for epsilon in read_epsilons(str(text)))


def is_square(rows: Any) -> bool:
    return isinstance(rows, list) and all(len(row) == len(rows) for row in rows)


def read_epsilons(text: str) -> list[float]:
    """The ends of a range, or the number; nothing for `every`."""
    if text == "every":
        return []
    return [read_epsilon(x) for x in text.split("..")]


def read_epsilon(text: str) -> float:
    found = re.fullmatch(r"(?:ln|log)\(?([\d./]+)\)?(?:/(\d+))?", text)
    if found:
        return log(F(found[1])) / int(found[2] or 1)
    return float("inf") if text == "inf" else number(text)


def number(text: Any) -> float:
    """A number that is a fraction; of others (roots, e) only that they are ordinary is known."""
    try:
        return float(F(str(text)))
    except ValueError:
        return e


def deltas_of(demands: list[Ask]) -> Iterator[F]:
    for x in demands:
        texts = [x["delta"]] if "delta" in x else [y for row in x.get("deltas", []) for y in row]
        for text in texts:
            yield from (F(y) for y in str(text).split("..") if re.fullmatch(r"[\d./]+", y))


def parts_of(objective: Ask) -> Iterator[Ask]:
    if objective.get("kind") in ("sum", "worst"):
        for x in objective.get("of") or [x for _, x in objective["terms"]]:
            yield from parts_of(x)
    elif objective:
        yield objective


def flat(x: Any) -> Iterator[Any]:
    if isinstance(x, list):
        for y in x:
            yield from flat(y)
    else:
        yield x


def shares_of(objective: Ask) -> Iterator[float]:
    for x in parts_of(objective):
        found = [x.get("prior"), x.get("prevalence") if isinstance(x.get("prevalence"), list) else None]
        found += [y for y in x.get("between", []) if isinstance(y, list)]
        yield from (number(y) for y in flat([z for z in found if z is not None]))


def prevalences_of(objective: Ask) -> Iterator[float]:
    """The share of a yes/no question, where it is one number."""
    for x in parts_of(objective):
        if (
            x["kind"] == "variance"
            and re.fullmatch(r"[\d./]+", str(x["prevalence"]))
            and ".." not in str(x["prevalence"])
        ):
            yield number(x["prevalence"])


def weights_of(objective: Ask) -> Iterator[float]:
    for x in parts_of(objective):
        yield from (
            abs(number(y)) for name in ("weights", "utilities", "cost", "contrast") for y in flat(x.get(name, []))
        )


def are_near(weights: list[float]) -> bool:
    sizes = [x for x in weights if x]
    return not sizes or max(sizes) <= 1e9 * min(sizes) * (1 + 1e-9)
