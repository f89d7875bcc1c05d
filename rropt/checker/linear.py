"""Linear objectives: weights rebuilt from the objective named, and the bound from multipliers cited by name."""

from itertools import permutations
from typing import Any

from .numbers import ONE, ZERO, Domain, Ratio, dot, expect, require, total
from .read import Demand, Matrix, number, satisfy, shown, take

PARTS = {"trace": "", "weighted trace": "weights", "utility": "utility prior"}


# W of the objective sum W_ij p_ij; 1 where it is maximised, else -1; the objective in words.
def weights_of(data: Any, domain: Domain, m: int, k: int) -> tuple[Matrix, Ratio, str]:
    name, sense, *parts = take(data, domain, "name sense " + PARTS[data["name"]])
    utilities = [[u * w for u, w in zip(row, parts[1], strict=True)] for row in parts[0]] if name == "utility" else []
    W = utilities or [[w if i == j else ZERO for j in range(k)] for i, w in enumerate(parts[0] if parts else [ONE] * k)]
    expect(
        (len(W), len(W[0])) == (m, k if name == "utility" else m) and sense in ("max", "min"),
        "an objective of another size or sense",
    )
    return (
        W,
        ONE if sense == "max" else -ONE,
        " and ".join([f"{sense}imum of the {name}", *(f"{part} {shown(data[part])}" for part in PARTS[name].split())]),
    )


# What the multipliers prove that sense * sum W_ij p_ij cannot exceed.
def dual_bound(W: Matrix, sense: Ratio, data: Any, wanted: Demand, domain: Domain) -> Ratio:
    m, k, used = range(len(W)), range(len(W[0])), set()

    def given(kind: str, *at: int) -> Ratio:
        used.add(name := f"{kind}[{','.join(map(str, at))}]")
        found = number(domain, data.get(name, "0"))
        require(kind == "column" or found >= ZERO, f"the multiplier of {name} is negative")
        return found

    column = [given("column", j) for j in k]
    pull, bound = [column[:] for _ in m], total(column)
    for i in m if not wanted.delta.num and not any(name.startswith("pair") for name in data) else ():
        low, high = ([given(kind, i, j) for j in k] for kind in ("lower", "upper"))
        require(wanted.ratio * total(high) <= total(low), f"the multipliers of row {i} do not balance")
        pull[i] = [p + u + -v for p, u, v in zip(pull[i], high, low, strict=True)]
    for j, n in permutations(k, 2) if len(used) == len(k) else ():
        cap = given("pair", j, n)
        bound = total([bound, wanted.delta * cap])
        for i in m if cap.num else ():
            share = given("excess", i, j, n)
            require(share <= cap, f"excess[{i},{j},{n}] is more than pair[{j},{n}]")
            pull[i][j], pull[i][n] = total([pull[i][j], share]), total([pull[i][n], -(wanted.ratio * share)])
    expect(data.keys() <= used, "a multiplier of no inequality")
    require(all(sense * W[i][j] <= pull[i][j] for i in m for j in k), "the multipliers do not reach every weight")
    return bound


# Bounds low <= optimum <= high, P reaching the one it should, and the objective in words.
def prove(P: Matrix, body: Any, wanted: Demand, domain: Domain) -> tuple[Ratio, Ratio, str]:
    W, sense, words = weights_of(body["objective"], domain, len(P), len(P[0]))
    satisfy(P, wanted)
    reached = total([dot(w, row) for w, row in zip(W, P, strict=True)])
    bound = sense * dual_bound(W, sense, body["multipliers"], wanted, domain)
    return (reached, bound, words) if sense is ONE else (bound, reached, words)
