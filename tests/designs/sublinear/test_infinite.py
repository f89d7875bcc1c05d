"""Whether a divergence is infinite under a demand, and its optimum, against rows found by elimination and a program of scipy."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass, field
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
import sympy

from rropt import LDP, Divergence, InputError, PairwiseLDP, Problem, Sensitive, Vulnerability, design, verify
from rropt.privacy.notion import Notion
from rropt.problem import worst
from tests.over_rows import largest_over

Vector = tuple[F, ...]
KINDS: tuple[tuple[dict[str, str], str], ...] = (
    ({"kind": "kl"}, "kl"),
    ({"kind": "chi2"}, "chi2"),
    ({"kind": "power", "order": "2"}, "chi2"),
    ({"kind": "power", "order": "3/2"}, "3/2"),
    ({"kind": "power", "order": "1/2"}, "1/2"),
    ({"kind": "renyi", "order": "2"}, "renyi 2"),
    ({"kind": "renyi", "order": "1/2"}, "renyi 1/2"),
    ({"phi": "1/x - 1"}, "1/x - 1"),
    ({"phi": "x^2 + 1/x - 2"}, "x^2 + 1/x - 2"),
)


@dataclass
class Asked:
    """What a demand asks: s_j ≤ T s_l without a slack, Σ max(0, p_j − T p_l) ≤ δ with one, and Σ max_j w_j p_j ≤ v."""

    k: int
    sides: dict[tuple[int, int], F] = field(default_factory=dict)
    slacks: dict[tuple[int, int], tuple[F, F]] = field(default_factory=dict)
    guess: tuple[Vector, F] | None = None


def unit(k: int, entries: dict[int, F]) -> Vector:
    return tuple(entries.get(j, F(0)) for j in range(k))


def common_line(planes: tuple[Vector, ...], k: int) -> Vector | None:
    """The direction in which k − 1 planes meet, by elimination; None if it is not one line."""
    rows, pivots = [list(p) for p in planes], []
    for column in range(k):
        at = next((i for i in range(len(pivots), len(rows)) if rows[i][column]), None)
        if at is None:
            continue
        n = len(pivots)
        rows[n], rows[at] = rows[at], rows[n]
        rows[n] = [x / rows[n][column] for x in rows[n]]
        for i in range(len(rows)):
            if i != n and rows[i][column]:
                rows[i] = [a - rows[i][column] * b for a, b in zip(rows[i], rows[n], strict=True)]
        pivots.append(column)
    free = [j for j in range(k) if j not in pivots]
    if len(free) != 1:
        return None
    found = [F(0)] * k
    found[free[0]] = F(1)
    for n, column in enumerate(pivots):
        found[column] = -rows[n][free[0]]
    return tuple(found)


def rays(asked: Asked) -> list[Vector]:
    """All rows of the cone in which k − 1 of its sides and of the planes where a budget bends meet, of mean 1."""
    k = asked.k
    sides = [unit(k, {j: F(1)}) for j in range(k)]
    sides += [unit(k, {j: F(-1), n: t}) for (j, n), t in asked.sides.items()]
    bends = [unit(k, {j: F(1), n: -t}) for (j, n), (t, _) in asked.slacks.items()]
    if asked.guess is not None:
        w = asked.guess[0]
        bends += [unit(k, {j: w[j], n: -w[n]}) for j, n in itertools.combinations(range(k), 2)]
    found = set()
    for chosen in itertools.combinations([*sides, *bends], k - 1):
        line = common_line(chosen, k)
        for row in () if line is None else (line, tuple(-x for x in line)):
            if all(sum(a * x for a, x in zip(side, row, strict=True)) >= 0 for side in sides) and any(row):
                found.add(tuple(k * x / sum(row) for x in row))
    return sorted(found)


def perspective(name: str, a: float, b: float) -> float:
    """b·φ(a/b), by its limits where a or b is 0."""
    if a == b:
        return 0.0
    if name in ("kl", "chi2", "renyi 2", "3/2") and b == 0:
        return math.inf
    if name in ("1/x - 1", "x^2 + 1/x - 2") and a == 0:
        return math.inf
    if name == "x^2 + 1/x - 2" and b == 0:
        return math.inf
    return {
        "kl": lambda: a * math.log(a / b) if a else 0.0,
        "chi2": lambda: (a - b) ** 2 / b,
        "renyi 2": lambda: (a - b) ** 2 / b,
        "3/2": lambda: 2 * (a * math.sqrt(a / b) - b),
        "1/2": lambda: 2 * (b - math.sqrt(a * b)),
        "renyi 1/2": lambda: 2 * (b - math.sqrt(a * b)),
        "1/x - 1": lambda: b * (b - a) / a,
        "x^2 + 1/x - 2": lambda: a * a / b + b * b / a - 2 * b,
    }[name]()


def optimum(name: str, p: Vector, q: Vector, asked: Asked) -> float:
    """The largest divergence; infinite where a row at which it is infinite may have weight."""
    found = rays(asked)
    table = np.array([[float(x) for x in row] for row in found])
    a, b = ([sum(w * x for w, x in zip(v, row, strict=True)) for row in found] for v in (p, q))
    worth = np.array([perspective(name, float(x), float(y)) for x, y in zip(a, b, strict=True)])
    above = [[float(max(F(0), row[j] - t * row[n])) for row in found] for (j, n), (t, _) in asked.slacks.items()]
    most = [float(d) for _, d in asked.slacks.values()]
    if asked.guess is not None:
        above.append([float(max(w * x for w, x in zip(asked.guess[0], row, strict=True))) for row in found])
        most.append(float(asked.guess[1]))
    taken = np.array(above).reshape(-1, len(found))
    infinite = np.isinf(worth)
    if largest_over(table, infinite, taken, most) > 1e-6:
        return math.inf
    value = largest_over(table[~infinite], worth[~infinite], taken[:, ~infinite], most)
    if name == "renyi 2":
        return math.log1p(value)
    if name == "renyi 1/2":
        left = 1 - value / 2
        return math.inf if left < 1e-9 else -2 * math.log(left)
    return value


def drawn(rng: random.Random) -> tuple[Notion, Asked]:
    """A demand that asks little: some pairs in some directions, some inputs, a guess, or two of these."""
    k = rng.choice([2, 3, 3, 3, 4])
    asked, parts = Asked(k), list[Notion]()
    ratios = [F(1), F(3, 2), F(2), F(3), F(5)]
    what = rng.choice(["pairs", "pairs", "sensitive", "guess", "guess and pairs"])
    if "pairs" in what:
        every = list(itertools.permutations(range(k), 2))
        chosen = rng.sample(every, rng.randint(1, len(every) - 1))
        # of several slacks the rows are many
        slack = F(rng.randint(1, 4), 10) if rng.random() < 0.4 else F(0)
        given = {pair: (rng.choice(ratios), slack if rng.random() < 0.5 else F(0)) for pair in chosen}
        asked.sides = {pair: t for pair, (t, d) in given.items() if not d}
        asked.slacks = {pair: both for pair, both in given.items() if both[1]}
        parts.append(
            PairwiseLDP(
                {pair: f"log({t})" for pair, (t, _) in given.items()}, deltas={p: d for p, (_, d) in given.items()}
            )
        )
    if what == "sensitive":
        names, t = rng.sample(range(k), rng.randint(1, k - 1)), rng.choice(ratios[1:])
        slack = rng.choice([F(0), F(0), F(1, 5)])
        pairs = [(j, n) for j in names for n in range(k) if n != j]
        asked.sides = {} if slack else dict.fromkeys(pairs, t)
        asked.slacks = dict.fromkeys(pairs, (t, slack)) if slack else {}
        parts.append(Sensitive(names, f"log({t})", delta=slack))
    if "guess" in what:
        shares = [rng.randint(1, 4) for _ in range(k)]
        w = tuple(F(x, sum(shares)) for x in shares)
        most = max(w) + (1 - max(w)) * F(rng.choice([0, 0, 1, 2, 3]), 4)
        asked.guess = (w, most)
        parts.append(Vulnerability(most, w))
    demand = parts[0]
    for more in parts[1:]:
        demand = demand & more
    return demand, asked


def two_distributions(rng: random.Random, k: int) -> tuple[Vector, Vector]:
    """Two inputs, or distributions with zeros."""
    if rng.random() < 0.6:
        a, b = rng.sample(range(k), 2)
        return unit(k, {a: F(1)}), unit(k, {b: F(1)})
    while True:
        p, q = ([rng.choice([0, 0, 1, 2]) for _ in range(k)] for _ in range(2))
        if sum(p) and sum(q):
            return tuple(F(x, sum(p)) for x in p), tuple(F(x, sum(q)) for x in q)


# of the others, a distribution from itself at exactly the guess, with and without budgets, and Rényi's where r_1 = r_2
@pytest.mark.parametrize("seed", [*range(300), 403, 620, 667, 1018, 1345, 1379])
def test_what_is_infinite_is_refused_and_what_is_finite_is_designed(seed: int) -> None:
    rng = random.Random(seed)
    demand, asked = drawn(rng)
    given, name = rng.choice(KINDS)
    p, q = two_distributions(rng, asked.k)
    aim: Any = Divergence(p=p, q=q, **given)  # type: ignore[arg-type]
    wanted = optimum(name, p, q, asked)
    if math.isinf(wanted):
        with pytest.raises(InputError, match=r"is infinite|may be infinite"):
            design(aim, demand, inputs=asked.k)
        return
    found = design(aim, demand, inputs=asked.k)
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    assert float(found.upper) == pytest.approx(wanted, rel=1e-7, abs=1e-7)
    assert float(found.lower) == pytest.approx(wanted, rel=1e-7, abs=1e-7)
    assert demand.holds(found.mechanism) and verify(found.to_json()).is_accepted
    assert aim.value_bounds(found.mechanism)[1] >= found.lower


ONE_SIDED = Sensitive([0], "ln3")
LEVEL = PairwiseLDP({(0, 1): 0, (1, 2): "ln2", (0, 2): "ln8"})
"""Rows have r_0 ≤ r_1, and as both sum to 1, r_0 = r_1: no mechanism has the row (0, 1, 1/2) of this cone."""
GAIN = [[1, 0, 0, 0, 0], [0, 1, 0, 1, 1], [0, 0, 1, 0, 0]]


def kl(first: int, second: int) -> Divergence:
    return Divergence("kl", first, second)


def test_closed_forms_under_a_one_sided_demand() -> None:
    """An answer is at most T times as likely under the protected input, and (T, 1) beside (0, 1) reaches it: log T, and T − 1."""
    assert design(Divergence("chi2", 0, 1), ONE_SIDED, inputs=3).value == 2
    assert float(design(kl(0, 1), ONE_SIDED, inputs=3).upper) == pytest.approx(math.log(3), abs=1e-12)
    with pytest.raises(InputError, match="rule out an input"):
        design(kl(1, 0), ONE_SIDED, inputs=3)


@pytest.mark.parametrize("phi", ["1/x - 1", "x^2 + 1/x - 2"])
def test_a_stated_divergence_is_infinite_on_its_own_side(phi: str) -> None:
    """1/x − 1 is infinite at 0 and 0 at infinity, so that the protected input must come second; the other is infinite at both."""
    with pytest.raises(InputError, match="is infinite"):
        design(Divergence(phi=phi, p=0, q=1), ONE_SIDED, inputs=2)
    if phi == "1/x - 1":
        assert design(Divergence(phi=phi, p=1, q=0), ONE_SIDED, inputs=2).value == 2


def test_conditions_sums_few_answers_and_the_least_of_several() -> None:
    asked = {"subject_to": ["P[0,0] <= 1/4"], "outputs": ["0", "1"]}
    under = design(kl(0, 1), ONE_SIDED, inputs=3, **asked)  # type: ignore[arg-type]
    assert verify(under.to_json()).is_accepted and float(under.upper) == pytest.approx(math.log(3), abs=1e-9)
    with pytest.raises(InputError, match="is infinite"):
        design(kl(1, 0), ONE_SIDED, inputs=3, **asked)  # type: ignore[arg-type]
    both = design(kl(0, 1) + 2 * kl(0, 2), ONE_SIDED, inputs=3)
    assert float(both.upper) == pytest.approx(3 * math.log(3), abs=1e-9) and verify(both.to_json()).is_accepted
    with pytest.raises(InputError, match="is infinite;"):
        design(kl(0, 1) + 2 * kl(1, 2), ONE_SIDED, inputs=3)
    for outputs in (2, 3, "free"):
        few = design(kl(0, 1), ONE_SIDED, inputs=3, outputs=outputs)
        assert float(few.lower) == pytest.approx(math.log(3), abs=1e-9)
        with pytest.raises(InputError, match="leave this objective out, as it is never the least of these 2"):
            design(worst(kl(0, 1), kl(1, 0)), ONE_SIDED, inputs=3, outputs=outputs)
        with pytest.raises(InputError, match="is infinite;"):
            design(worst(kl(1, 2), kl(1, 0)), ONE_SIDED, inputs=3, outputs=outputs)


def test_what_no_mechanism_has_is_set_aside_and_said() -> None:
    """D(1‖0) is 0 where r_0 = r_1; it is infinite at a row of the cone, so that no prices show it."""
    found = design(kl(1, 0), LEVEL, inputs=3)
    assert found.is_bounded and found.lower == 0 and found.upper < F(1, 10**15)
    assert any("infinite at answers that no mechanism of the demand gives" in note for note in found.notes)
    # that of the other direction is finite at all rows, and certified
    assert not design(kl(0, 1), LEVEL, inputs=3).is_bounded
    with pytest.raises(InputError, match="give a larger vulnerability or an epsilon above 0"):
        design(kl(1, 0), LEVEL, inputs=3, subject_to=["P[0,0] <= 1/4"], outputs=["0", "1"])


@pytest.mark.parametrize(
    "aim", [{"kind": k} for k in ("kl", "chi2")] + [{"kind": k, "order": "2"} for k in ("power", "renyi")]
)
def test_where_nothing_may_be_told_every_divergence_is_0(aim: dict[str, str]) -> None:
    for k in (2, 3):
        found = design(Divergence(p=0, q=1, **aim), Vulnerability(F(1, k)), inputs=k)  # type: ignore[arg-type]
        assert found.is_bounded and found.lower == found.upper == 0 and verify(found.to_json()).is_accepted


def test_beyond_the_checker_too() -> None:
    """Five inputs with gains, at exactly what is gained without an answer: no answer is infinite in one of both directions."""
    demand = Vulnerability("1/2", ["1/2", *["1/8"] * 4], GAIN)
    found = design(kl(1, 0), demand, inputs=5)
    assert found.is_bounded and float(found.upper) == pytest.approx(2 * math.log(2), abs=1e-9)
    with pytest.raises(InputError, match="is infinite"):
        design(kl(0, 1), demand, inputs=5)


def test_both_poses() -> None:
    """Both say log 3; what is infinite is refused, and a row at which f is infinite and which has no weight counts as 0."""
    posed = Problem(kl(0, 1), ONE_SIDED, inputs=3)
    assert posed.as_cvxpy().solve() == pytest.approx(math.log(3), abs=1e-7)
    assert not posed.as_sympy().objective.has(sympy.zoo)
    assert Problem(kl(1, 0), LEVEL, inputs=3).as_sympy().objective == 0
    for pose in (Problem(kl(1, 0), ONE_SIDED, inputs=3), Problem(kl(1, 0), LDP("ln3", delta="1/10"), inputs=2)):
        for call in (pose.as_sympy, pose.as_cvxpy):
            with pytest.raises(InputError, match="is infinite"):
                call()


@pytest.mark.parametrize(("kind", "known"), [("kl", 2 * math.log(3)), ("chi2", 16 / 3)])
def test_a_row_at_which_several_pairs_are_infinite_counts_as_0_in_symbols(kind: str, known: float) -> None:
    """Inputs 0 and 1 are alike, so krr for two inputs at ln 3 is best: 4·(3/4 − 1/4)·log 3, and 4·(1/4)·(4/3 + 4)."""
    problem = Problem(Divergence(kind), PairwiseLDP({(0, 1): 0, (0, 2): "ln3", (2, 0): "ln3"}), inputs=3)
    posed = problem.as_sympy()
    assert not posed.objective.has(sympy.nan, sympy.zoo)
    assert float(posed.at(design(problem).mechanism).value) == pytest.approx(known, rel=1e-12)
