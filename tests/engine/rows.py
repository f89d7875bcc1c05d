"""Random questions of sums over rows and of estimates, extremes among them: the kinds that `battery` asks beside linear ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt import LDP, Determinant, Divergence, Information, LargestVariance, Metric, PairwiseLDP, Sensitive, Utility
from rropt.objectives.base import Objective, worst
from rropt.objectives.covariance import Contrast, TotalVariance, Variances
from rropt.objectives.variance import AsymptoticVariance, Variance

EPSILONS = ["1/1000", "1/30", "1/2", "1", "ln2", "ln3", "ln(3/2)", "5"]
EXTREME_EPSILONS = ["1/1000000", "20", "ln100000000"]
SLACKS = ["1/1000000", "1/1000", "1/100", "1/10", "1/2"]
EXTREME_SHARES = [Fraction(1, 10**6), Fraction(1, 10**9)]
SHARES_OF_ONE = ["0", "1/1000", "1/4", "1/2", "1", "1/10..2/5", "0..1", "1/2..999/1000"]


class Random(random.Random):
    """A generator that remembers whether an extreme number was drawn."""

    is_extreme = False

    def rarely(self) -> bool:
        """Whether an extreme number is due."""
        found = self.random() < 0.15
        self.is_extreme |= found
        return found


def epsilon(r: Random) -> str:
    return r.choice(EXTREME_EPSILONS if r.rarely() else EPSILONS)


def shares(r: Random, k: int, *, zeros: bool = False) -> list[Fraction]:
    if r.rarely():
        tiny = r.choice(EXTREME_SHARES)
        found = [tiny] * (k - 1) + [1 - (k - 1) * tiny]
        r.shuffle(found)
        return found
    weights = [r.randint(0 if zeros else 1, 9) for _ in range(k - 1)] + [r.randint(1, 9)]
    return [Fraction(w, sum(weights)) for w in weights]


def demand(r: Random, k: int) -> Any:
    pool = r.choice([["ln2", "ln3", "ln10"], ["1/2", "1", "3/2", "2"], ["ln2", "1/2", "1", "ln3"]])
    pairs = {(j, n): r.choice(pool) for j in range(k) for n in range(k) if j != n}
    line = [[abs(j - n) for n in range(k)] for j in range(k)]
    return r.choice(
        [
            lambda: LDP(epsilon(r)),
            lambda: LDP(epsilon(r)),
            lambda: LDP(epsilon(r), delta=r.choice(SLACKS)),
            lambda: PairwiseLDP(pairs),
            lambda: PairwiseLDP({pair: x for pair, x in pairs.items() if pair[0] < pair[1]}),
            lambda: PairwiseLDP(pairs, deltas={(0, k - 1): r.choice(SLACKS), (k - 1, 0): r.choice(SLACKS)}),
            lambda: Metric(line, r.choice(["1/30", "1/2", "ln2", "1"])),
            lambda: Metric(line, epsilon(r)),
            lambda: Sensitive([0], epsilon(r), delta=r.choice(["0", *SLACKS])),
            lambda: LDP(epsilon(r)) & LDP(epsilon(r), delta=r.choice(SLACKS)),
        ]
    )()


def row_sum(r: Random, k: int) -> Objective:
    kind = r.choice(["chi2", "hellinger", "hockey_stick", "jensen_shannon", "kl", "le_cam", "power", "renyi", "tv"])
    number: dict[str, Any] = {"hockey_stick": {"gamma": "3/2"}, "power": {"order": "1/2"}, "renyi": {"order": 2}}.get(
        kind, {}
    )
    if r.random() < 0.3:
        return Information(shares(r, k, zeros=True))
    if kind != "renyi" and r.random() < 0.3:
        return Divergence(kind, **number)
    return Divergence(kind, shares(r, k, zeros=True), r.choice([0, k - 1, shares(r, k)]), **number)


def plain_sum(r: Random, k: int) -> Objective:
    return r.choice([Information(shares(r, k)), Divergence("tv", 0, k - 1), Divergence("hellinger", shares(r, k), 0)])


def contrast(r: Random, k: int) -> Contrast:
    rows = [[r.randint(-3, 3) for _ in range(k - 1)] + [4] for _ in range(r.choice([1, 1, 2]))]
    return Contrast(rows, shares(r, k))


def sums(r: Random) -> dict[str, Any]:
    k = r.choice([2, 3, 3, 4, 5])
    return {"objective": row_sum(r, k), "demand": demand(r, min(k, 5)), "inputs": k}


def of_many_inputs(r: Random) -> dict[str, Any]:
    """Up to as many inputs as unequal shares may have, and utilities of which many answers are as good as each other."""
    k = r.choice([6, 7, 8, 10, 12])
    table = [[r.choice([0, 1, 1, 2]) for _ in range(k)] for _ in range(r.choice([2, k]))]
    objective = r.choice(
        [
            lambda: Information(shares(r, k, zeros=True)),
            lambda: row_sum(r, k),
            lambda: Utility(table, shares(r, k, zeros=True)),
            lambda: TotalVariance(shares(r, min(k, 8))),
            lambda: contrast(r, min(k, 8)),
        ]
    )()
    return {"objective": objective, "demand": LDP(epsilon(r)), "inputs": objective.inputs or k}


def share_of_one(r: Random) -> dict[str, Any]:
    """The variance of the share of one of two inputs, with two answers or any number."""
    kind: Any = r.choice([Variance, Variance, AsymptoticVariance])
    asked = {"objective": kind(r.choice(SHARES_OF_ONE), positive=r.choice([0, 1])), "demand": demand(r, 2), "inputs": 2}
    limit = f"P[{r.randrange(2)},{r.randrange(2)}] {r.choice(['<= 7/10', '>= 1/3', '<= 1/10'])}"
    return asked | ({"subject_to": [limit]} if kind is Variance and r.random() < 0.3 else {})


def sums_together(r: Random) -> dict[str, Any]:
    k = r.choice([2, 3, 4])
    one, other = plain_sum(r, k), plain_sum(r, k)
    of_priors = Information([shares(r, k), shares(r, k)], worst=r.random() < 0.5)
    return {
        "objective": r.choice([worst(one, other), one + 2 * other, of_priors]),
        "demand": demand(r, k),
        "inputs": k,
    }


def sums_under_conditions(r: Random) -> dict[str, Any]:
    k = r.choice([2, 3, 4])
    stated = [f"P[{r.randrange(k)},{r.randrange(k)}] {r.choice(['<= 1/2', '>= 1/3', '<= 1/10'])}" for _ in range(2)]
    return {"objective": plain_sum(r, k), "demand": demand(r, k), "inputs": k, "subject_to": stated}


def estimates(r: Random) -> dict[str, Any]:
    k = r.choice([2, 3, 3, 4, 5])
    pi = shares(r, k)
    objective = r.choice([TotalVariance(pi), contrast(r, k), Determinant(pi), LargestVariance(pi), TotalVariance()])
    return {"objective": objective, "demand": demand(r, min(k, 4)) if k < 5 else LDP(epsilon(r)), "inputs": k}


def estimates_together(r: Random) -> dict[str, Any]:
    k = r.choice([2, 3, 4])
    one: Variances = TotalVariance(shares(r, k))
    objective = r.choice(
        [
            lambda: one + 2 * contrast(r, k),
            lambda: worst(one, contrast(r, k)),
            lambda: LargestVariance(shares(r, k), of="shares"),
            lambda: TotalVariance([shares(r, k), shares(r, k)], worst=True),
            lambda: Determinant([shares(r, k) for _ in range(r.choice([2, 2, 4]))], worst=r.random() < 0.5),
            lambda: LargestVariance([shares(r, k), shares(r, k)], worst=True),
        ]
    )()
    return {"objective": objective, "demand": demand(r, k), "inputs": k}


def two_answers(r: Random) -> dict[str, Any]:
    k = r.choice([2, 3, 4, 6])
    return {"objective": row_sum(r, k), "demand": LDP(epsilon(r)), "inputs": k, "outputs": 2}


KINDS: dict[str, Callable[[Random], dict[str, Any]]] = {
    "sums": sums,
    "sums together": sums_together,
    "sums under conditions": sums_under_conditions,
    "estimates": estimates,
    "estimates together": estimates_together,
    "two answers": two_answers,
    "many inputs": of_many_inputs,
    "share of one": share_of_one,
}
