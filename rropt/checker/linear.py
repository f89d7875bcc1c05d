"""Linear objectives: weights rebuilt from the objective named, and the bound from multipliers cited by name."""

from itertools import permutations
from typing import Any

from .numbers import ONE, ZERO, Domain, Ratio, dot, expect, require, spend, total
from .read import Demand, Matrix, number, shown, take

PARTS = {"trace": "", "weighted trace": "weights", "utility": "utility prior"}


# W of the objective sum W_ij p_ij; 1 where it is maximised, else -1; the objective in words.
def weights_of(data: Any, domain: Domain, m: int, k: int) -> tuple[Matrix, Ratio, str]:
    name, sense, *parts = take(data, domain, "name sense " + PARTS[data["name"]])
    W = (
        [[u * w for u, w in zip(row, parts[1], strict=True)] for row in parts[0]]
        if name == "utility"
        else [
            [w if i == j else ZERO for j in range(k)] for i, w in enumerate((parts[0] if parts else [ONE] * k)[: m + 1])
        ]
    )
    expect(
        (len(W), len(W[0])) == (m, k if name == "utility" else m) and sense in ("max", "min"),
        "an objective of another size or sense",
    )
    return (
        W,
        ONE if sense == "max" else -ONE,
        f"{sense}imum of the {name}"
        + " with " * bool(PARTS[name])
        + " and ".join(f"{part} {shown(data[part])}" for part in PARTS[name].split()),
    )


# What the multipliers prove that sense * sum W_ij p_ij cannot exceed: for delta = 0, sum_j y_j if y_j bounds in every row
# the sum of W_ij - y_j, times the ratio where that is positive; else with the pairs' multipliers.
def dual_bound(W: Matrix, sense: Ratio, data: Any, wanted: Demand, domain: Domain) -> Ratio:
    m, k, used = range(len(W)), range(len(W[0])), set()

    def given(kind: str, *at: int) -> Ratio:
        used.add(name := f"{kind}[{','.join(map(str, at))}]")
        found = number(domain, data.get(name, "0"))
        require(kind == "column" or found >= ZERO, f"the multiplier of {name} is negative")
        return found

    spend((24 * len(W) + 8 * len(W[0])) * len(W[0]))
    column, caps, goal = (
        [given("column", j) for j in k],
        [ZERO],
        W if sense is ONE else [[sense * w for w in row] for row in W],
    )
    pull, bound, paired, less = (
        [column[:] for _ in m],
        total(column),
        wanted.delta.num or data.keys() - used,
        [-y for y in column],
    )
    for i, row in enumerate(goal if not paired else ()):
        low = [x <= y for x, y in zip(row, column, strict=True)]
        require(all(low[j] or column[j] <= row[j] for j in k), f"a sign in row {i} changes; split the domain")
        below, above = (total([x[j] for x in (row, less) for j in k if low[j] is way]) for way in (True, False))
        require(
            wanted.ratio * above <= -below or (len(k) > 1 and wanted.ratio < ONE),
            f"the multipliers do not bound row {i}",
        )
    for j, n in permutations(k, 2) if paired else ():
        caps.append(given("pair", j, n))
        for i in m if caps[-1].num else ():
            share = given("excess", i, j, n)
            require(share <= caps[-1], f"excess[{i},{j},{n}] is more than pair[{j},{n}]")
            pull[i][j], pull[i][n] = total([pull[i][j], share]), total([pull[i][n], -(wanted.ratio * share)])
    expect(data.keys() <= used, "a multiplier of no inequality")
    require(
        not paired or all(goal[i][j] <= pull[i][j] for i in m for j in k), "the multipliers do not reach every weight"
    )
    return total([bound, wanted.delta * total(caps)])


# Bounds low <= optimum <= high, P reaching the one it should, and the objective in words.
def prove(P: Matrix, body: Any, wanted: Demand, domain: Domain) -> tuple[Ratio, Ratio, str]:
    W, sense, words = weights_of(body["objective"], domain, len(P), len(P[0]))
    reached = total([dot(w, row) for w, row in zip(W, P, strict=True)])
    bound = sense * dual_bound(W, sense, body["multipliers"], wanted, domain)
    return (reached, bound, words) if sense is ONE else (bound, reached, words)
