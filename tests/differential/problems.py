"""Random problems by number: what `design` is asked, and the same in plain numbers for the routes that know nothing of rropt."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction as F
from typing import Any

import rropt
from rropt import (
    CSIP,
    LDP,
    SIP,
    BayesFactor,
    BetaFactor,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Linear,
    Metric,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    TotalVariance,
    Trace,
    Utility,
    Variance,
)
from tests.differential.exact import Conditions, Demand

RATIOS = (F(3, 2), F(2), F(3), F(7, 2), F(10), F(101, 100))
DELTAS = (F(1, 100), F(1, 10), F(1, 3))


@dataclass(frozen=True)
class Asked:
    """A problem: its kinds, what `design` is given, and its numbers."""

    objective: str
    demanded: str
    call: dict[str, Any]
    k: int
    demand: Demand
    upper: Demand | None = None
    """With e^ε rounded up, where it is not rational and `demand` has it rounded down."""
    gains: list[list[F]] = field(default_factory=list)
    sense: int = 1
    conditions: Conditions = ()
    prevalences: list[list[F]] = field(default_factory=list)
    weights: list[F] | None = None
    contrast: list[list[F]] = field(default_factory=list)
    kind: str = ""
    vectors: list[list[F]] = field(default_factory=list)


def pick(rng: random.Random, size: int, top: int = 4) -> list[F]:
    """Positive shares that sum to 1."""
    parts = [rng.randint(1, top) for _ in range(size)]
    return [F(x, sum(parts)) for x in parts]


def alike(k: int, ratio: F, delta: F = F(0)) -> Demand:
    return {} if delta >= 1 else dict.fromkeys(itertools.permutations(range(k), 2), (ratio, delta))


# demands: the notion, its numbers, and with e^ε rounded up where it is not rational

Demanded = tuple[Any, Demand, Demand | None]


def log(ratio: F) -> str:
    return f"log({ratio})"


def pure(rng: random.Random, k: int) -> Demanded:
    ratio = rng.choice(RATIOS)
    return LDP(log(ratio)), alike(k, ratio), None


def slack(rng: random.Random, k: int) -> Demanded:
    ratio, delta = rng.choice(RATIOS), rng.choice(DELTAS)
    return LDP(log(ratio), delta=delta), alike(k, ratio, delta), None


def exponential(rng: random.Random, k: int) -> Demanded:
    """A rational ε, so that e^ε is not rational: from below and from above."""
    import mpmath

    epsilon, delta = F(rng.randint(1, 12), rng.randint(2, 6)), rng.choice([F(0), F(0), F(1, 10)])
    with mpmath.workdps(60):
        scaled = int(mpmath.floor(mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator) * 10**40))
    low, high = (F(scaled + n, 10**40) for n in (0, 1))
    return LDP(epsilon, delta=delta), alike(k, low, delta), alike(k, high, delta)


def parity(rng: random.Random, k: int) -> Demanded:
    ratio = rng.choice(RATIOS)
    return Parity(ratio), alike(k, ratio), None


def rho(rng: random.Random, k: int) -> Demanded:
    a, b = rng.choice([(F(1, 5), F(1, 2)), (F(1, 10), F(1, 3)), (F(2, 5), F(3, 5))])
    return RhoBreach(a, b), alike(k, b * (1 - a) / (a * (1 - b))), None


def factor(rng: random.Random, k: int) -> Demanded:
    ratio = rng.choice(RATIOS)
    return rng.choice([BetaFactor, BayesFactor])(ratio), alike(k, ratio), None


def boundary(rng: random.Random, k: int) -> Demanded:
    """Odds may rise so many times (and fall: the complement's rise)."""
    ratio = rng.choice(RATIOS)
    if rng.random() < 0.5:
        return CSIP(f"odds:{ratio}"), alike(k, ratio), None
    falls = rng.choice(RATIOS)
    return SIP(f"odds:{1 / falls}", f"odds:{ratio}"), alike(k, min(ratio, falls)), None


def pairs(rng: random.Random, k: int) -> Demanded:
    table = {pair: rng.choice(RATIOS) for pair in itertools.permutations(range(k), 2)}
    return PairwiseLDP({pair: log(x) for pair, x in table.items()}), {p: (x, F(0)) for p, x in table.items()}, None


def pairs_slack(rng: random.Random, k: int) -> Demanded:
    chosen = [pair for pair in itertools.permutations(range(k), 2) if rng.random() < 0.8]
    table = {pair: (rng.choice(RATIOS), rng.choice([F(0), *DELTAS])) for pair in chosen}
    notion = PairwiseLDP({p: log(x) for p, (x, _) in table.items()}, deltas={p: d for p, (_, d) in table.items() if d})
    return notion, table, None


def metric(rng: random.Random, k: int) -> Demanded:
    ratio = rng.choice((F(3, 2), F(2), F(3)))
    if rng.random() < 0.5:
        return Metric("line", log(ratio)), {(a, b): (ratio ** abs(a - b), F(0)) for a, b in alike(k, ratio)}, None
    far = {pair: rng.randint(1, 3) for pair in itertools.combinations(range(k), 2)}
    told = {(a, b): (ratio ** far[min(a, b), max(a, b)], F(0)) for a, b in alike(k, ratio)}
    return Metric(far, log(ratio)), told, None


def sensitive(rng: random.Random, k: int) -> Demanded:
    chosen, ratio = sorted(rng.sample(range(k), rng.randint(1, k))), rng.choice(RATIOS)
    return Sensitive(chosen, log(ratio)), {p: x for p, x in alike(k, ratio).items() if p[0] in chosen}, None


def sensitive_slack(rng: random.Random, k: int) -> Demanded:
    chosen, ratio, delta = sorted(rng.sample(range(k), rng.randint(1, k))), rng.choice(RATIOS), rng.choice(DELTAS)
    return (
        Sensitive(chosen, log(ratio), delta=delta),
        {p: x for p, x in alike(k, ratio, delta).items() if p[0] in chosen},
        None,
    )


def together(kinds: tuple[Callable[[random.Random, int], Demanded], ...]) -> Callable[[random.Random, int], Demanded]:
    """Two demands joined, whose stronger one on each pair is told where one implies the other there."""

    def joined(rng: random.Random, k: int) -> Demanded:
        for _ in range(100):
            (a, first, _), (b, second, _) = (rng.choice(kinds)(rng, k) for _ in range(2))
            both = dict(first)
            for pair, (ratio, delta) in second.items():
                known = both.get(pair)
                if known is None or (ratio <= known[0] and delta <= known[1]):
                    both[pair] = ratio, delta
                elif not (known[0] <= ratio and known[1] <= delta):
                    break
            else:
                return a & b, both, None
        return pure(rng, k)

    joined.__name__ = "together"
    return joined


PURE = (pure, parity, rho, factor, boundary)
CONES = (*PURE, pairs, metric, sensitive, together((pure, pairs, sensitive)))
ANY = (*CONES, slack, slack, pairs_slack, sensitive_slack, exponential, together((slack, pure, sensitive_slack, pairs)))


# objectives


def number(rng: random.Random) -> F:
    return F(rng.randint(-6, 9), rng.choice((1, 1, 2, 3)))


def conditions(rng: random.Random, m: int, k: int) -> tuple[tuple[str, ...], Conditions]:
    """None, or one or two that silence on some output may or may not meet."""
    if rng.random() < 0.65:
        return (), ()
    texts, found = [], []
    for _ in range(rng.randint(1, 2)):
        i, j = rng.randrange(m), rng.randrange(k)
        if rng.random() < 0.5:
            bound, relation = F(rng.randint(1, 9), 12), rng.choice((">=", "<="))
            texts.append(f"P[{i},{j}] {relation} {bound}")
            found.append(({(i, j): F(1)}, relation, bound))
        else:
            a, b, weight = rng.randrange(m), rng.randrange(k), F(rng.randint(1, 3))
            terms = {(i, j): F(1)}
            terms[a, b] = terms.get((a, b), F(0)) + weight
            bound = F(rng.randint(1, 12), 10)
            texts.append(f"P[{i},{j}] + {weight}*P[{a},{b}] <= {bound}")
            found.append((terms, "<=", bound))
    return tuple(texts), tuple(found)


def linear(name: str) -> Callable[[random.Random], Asked]:
    def made(rng: random.Random) -> Asked:
        k = rng.choice((2, 3, 3, 4))
        m = k if "trace" in name else rng.choice((2, 3, 3, 4))
        how = rng.choice(ANY)
        notion, demand, upper = how(rng, k)
        sense = 1
        if name == "trace":
            objective, gains = Trace(), [[F(int(i == j)) for j in range(k)] for i in range(k)]
        elif name == "weighted trace":
            w = [number(rng) for _ in range(k)]
            objective, gains = Trace(w), [[w[j] if i == j else F(0) for j in range(k)] for i in range(k)]
        else:
            table = [[number(rng) for _ in range(k)] for _ in range(m)]
            if name == "linear":
                sense = rng.choice((1, -1))
                objective, gains = Linear(table, sense="max" if sense > 0 else "min"), table
            else:
                sense, prior = 1 if name == "utility" else -1, pick(rng, k)
                objective = Utility(table, prior, sense="max" if sense > 0 else "min")
                gains = [[w * x for w, x in zip(prior, row, strict=True)] for row in table]
        texts, told = conditions(rng, m, k) if upper is None else ((), ())
        call = {"objective": objective, "demand": notion, "inputs": k, "subject_to": texts}
        gains = [[sense * x for x in row] for row in gains]
        how_said = how.__name__ + (" with conditions" if texts else "")
        return Asked(name, how_said, call, k, demand, upper, gains=gains, sense=sense, conditions=told)

    return made


def variance(rng: random.Random) -> Asked:
    how = rng.choice([x for x in ANY if x is not exponential])
    notion, demand, _ = how(rng, 2)
    pi = F(rng.randint(1, 19), 20)
    texts, told = conditions(rng, 2, 2)
    call = {"objective": Variance(pi), "demand": notion, "subject_to": texts, "inputs": 2}
    said = how.__name__ + (" with conditions" if texts else "")
    return Asked("variance", said, call, 2, demand, sense=-1, prevalences=[[1 - pi, pi]], conditions=told)


def free_variance(rng: random.Random) -> Asked:
    how = rng.choice((*PURE, slack, slack))
    notion, demand, _ = how(rng, 2)
    pi = F(rng.randint(1, 19), 20)
    call = {"objective": Variance(pi), "demand": notion, "outputs": "free"}
    return Asked("variance, free outputs", how.__name__, call, 2, demand, sense=-1, prevalences=[[1 - pi, pi]])


def worst_variance(rng: random.Random) -> Asked:
    how = rng.choice((*PURE, slack, slack))
    notion, demand, _ = how(rng, 2)
    low, high = sorted(rng.sample(range(1, 20), 2))
    ends = [F(low, 20), F(high, 20)]
    call = {"objective": Variance(f"{ends[0]}..{ends[1]}"), "demand": notion}
    return Asked("variance at worst", how.__name__, call, 2, demand, sense=-1, prevalences=[[1 - x, x] for x in ends])


def shares(rng: random.Random, k: int, most: int) -> tuple[Any, list[list[F]], list[F] | None, dict[str, Any]]:
    """Equal shares, one list, or several with weights or for the worst."""
    how = rng.randrange(4 if most > 1 else 2)
    if how == 0:
        return None, [[F(1, k)] * k], [F(1)], {}
    lists = [pick(rng, k) for _ in range(1 if how == 1 else 2)]
    if how == 1:
        return lists[0], lists, [F(1)], {}
    if how == 2:
        weights = pick(rng, 2)
        return lists, lists, weights, {"weights": weights}
    return lists, lists, None, {"worst": True}


def estimation(name: str) -> Callable[[random.Random], Asked]:
    def made(rng: random.Random) -> Asked:
        k = rng.choice((2, 3, 3, 3, 4))
        how = rng.choice((*CONES, slack, slack)) if k < 4 else rng.choice(CONES)
        notion, demand, _ = how(rng, k)
        given, lists, weights, options = shares(rng, k, 1 if name == "determinant" else 2)
        contrast = [[F(int(i == j)) for j in range(k)] for i in range(k)]
        objective: Any
        if name == "total variance":
            objective = TotalVariance(given, **options)
        elif name == "contrast":
            contrast = [[F(rng.randint(-2, 4)) for _ in range(k)] for _ in range(rng.randint(1, 2))]
            while all(len(set(row)) == 1 for row in contrast):  # which is nothing to estimate
                contrast[0] = [F(rng.randint(-2, 4)) for _ in range(k)]
            objective = Contrast(contrast, given, **options)
        elif name == "determinant":
            objective = Determinant(given)
        else:
            if "weights" in options:
                options, weights = {"worst": True}, None
            objective = LargestVariance(given, **options)
        call = {"objective": objective, "demand": notion, "inputs": k, "outputs": "free"}
        said = how.__name__ + (" at several places" if len(lists) > 1 else "")
        return Asked(name, said, call, k, demand, sense=-1, prevalences=lists, weights=weights, contrast=contrast)

    return made


def sums(name: str) -> Callable[[random.Random], Asked]:
    def made(rng: random.Random) -> Asked:
        k = rng.choice((2, 3, 3, 4))
        how = rng.choice((*CONES, slack)) if k == 2 else rng.choice(CONES)
        if name == "divergence" and how in (sensitive,):
            how = pairs  # what rules an input out has no finite divergence
        notion, demand, _ = how(rng, k)
        if name == "divergence" and len(demand) < k * (k - 1):
            how, (notion, demand, _) = pairs, pairs(rng, k)
        several, weights, kind, objective = 1, [F(1)], "information", None
        if name == "information":
            several = rng.choice((1, 1, 2))
            vectors = [pick(rng, k) for _ in range(several)]
            options: dict[str, Any] = {}
            if several > 1:
                weights = rng.choice((None, pick(rng, 2)))
                options = {"worst": True} if weights is None else {"weights": weights}
            objective = Information(vectors if several > 1 else vectors[0], **options)
        else:
            kind = rng.choice(("kl", "chi2", "hellinger", "tv"))
            if rng.random() < 0.4:
                vectors, objective = [], Divergence(kind)
            else:
                vectors = [pick(rng, k), pick(rng, k)]
                objective = Divergence(kind, *vectors)
        call = {"objective": objective, "demand": notion, "inputs": k, "outputs": "free"}
        said = f"{how.__name__}{' at several priors' if several > 1 else ''}"
        return Asked(name, said, call, k, demand, vectors=vectors, weights=weights, kind=kind)

    return made


KINDS: dict[str, Callable[[random.Random], Asked]] = {
    "variance": variance,
    "variance, free outputs": free_variance,
    "variance at worst": worst_variance,
    **{name: linear(name) for name in ("trace", "weighted trace", "utility", "loss", "linear")},
    **{name: estimation(name) for name in ("total variance", "contrast", "determinant", "largest variance")},
    **{name: sums(name) for name in ("information", "divergence")},
}


def problem(n: int) -> Asked:
    """The n-th problem; each kind comes once in so many as there are."""
    name = list(KINDS)[n % len(KINDS)]
    return KINDS[name](random.Random(f"differential {n}"))


def solved(asked: Asked) -> rropt.Design:
    """What rropt answers."""
    return rropt.design(**asked.call)
