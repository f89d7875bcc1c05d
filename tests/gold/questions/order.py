"""Questions of Blackwell's order: compare, deficiency, admissible, the dominating staircase, optimal mechanisms of two inputs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from tests.gold.drawing import (
    Question,
    Rows,
    drawn,
    epsilon,
    family,
    matrix,
    mechanism,
    number,
    over,
    product,
    rows,
    share,
    split,
    written,
)

COVERS = [
    "Blackwell's order of two mechanisms at one ε, deficiencies, admissibility at a parity, dominating staircases",
    "the optimal mechanism of two inputs and what is below it, Warner's table, inputs matched by label",
]
NOT_COVERED = [
    "witnesses: garblings and decision problems are valid but not unique, so they are not compared",
    "pieces over a free ε (they go), poses in sympy and cvxpy, what is gained by a better mechanism",
]

THIRDS = {"rows": [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]}
Z = {"rows": [["1", "1/2"], ["0", "1/2"]]}
BETWEEN = {"rows": [["1/2", "1/4", "3/8"], ["1/2", "3/4", "5/8"]]}
SIMMONS, KUK = "simmons:unrelated=1/4,p=2/3", "kuk:p=2/3,q=1/3"
SUBSET = "subset_selection:k=3,size=2,epsilon=1"
NEAR = "warner:p=7501/10000"
W = "warner:p=3/4"

PAIRS = (
    *(
        (W, NEAR),
        ("krr:k=3,epsilon=2", "krr:k=3,epsilon=1"),
        (W, "simmons:unrelated=1/2,p=1/2"),
        ("krr:k=3,epsilon=1", SUBSET),
    ),
    *(
        (W, KUK),
        (W, KUK + ",cards=2"),
        ("geometric:k=4,alpha=1/2", "krr:k=4,epsilon=ln2"),
        ("mangat:p=1/2", "mangat:p=1/2"),
    ),
    *(
        ("unary_encoding:k=3,p=3/4,q=1/3", "krr:k=3,epsilon=ln3"),
        ("hadamard_response:k=3,epsilon=ln3", "krr:k=3,epsilon=ln3"),
    ),
    *(("christofides:cards=1/10:1/5:7/10", W), ("warner:p=2/3", W), (SIMMONS, W), (Z, W), (THIRDS, "krr:k=3,gamma=3")),
    *(
        ("four_output:epsilon=1/2,delta=1/10", "warner:epsilon=1/2"),
        ("geometric:k=3,alpha=1/2", "geometric:k=3,alpha=2/3"),
    ),
    *(({"rows": [["1/3"] * 3] * 3}, "direct_question:k=3"), ("warner:p=19/20", "warner:p=9/10"), ("flip:p=1/4", W)),
    ("rappor:mode=both,bits=1,f=1/2,p=1/2,q=3/4", "warner:p=7/12"),
)
# Chai and Nayak's procedures, and Blackwell's of two answers
PRINTED = (
    *((over([[2, 1], [1, 2]], 3), over([[1, 2], [2, 1]], 3)), (over([[2, 1], [1, 2]], 3), over([[3, 2], [1, 2]], 4))),
    *((over([[1, 2], [2, 1]], 3), over([[2, 2], [1, 1]], 3)), (over([[3, 2], [1, 2]], 4), over([[2, 2], [1, 1]], 3))),
    *(
        (over([[2, 1, 1], [1, 2, 2]], 3), over([[1, 3, 1], [3, 1, 3]], 4)),
        (W, "warner:p=7/10"),
        ("warner:p=1/5", "warner:p=7/10"),
    ),
    ("four_output:epsilon=ln3,delta=1/20", "warner:epsilon=ln3"),
)
FREE = (
    ("warner:epsilon=every", W),
    ("warner:epsilon=1/2..2", "warner:epsilon=ln3"),
    ("warner:epsilon=every", "krr:k=2,epsilon=every"),
)
REFUSED = (
    {"compare": [W, "krr:k=3,epsilon=1"]},
    {"compare": [W, "krr:k=3"]},
    {"compare": [W, "warner:p=4/3"]},
    {"deficiency": ["krr:k=3,epsilon=1", W]},
    {"deficiency": ["warner:epsilon=every", W]},
    {"admissible": "krr:k=3,epsilon=ln3", "parity": "2"},
    {"admissible": W, "parity": "1/2"},
    {"admissible": W, "parity": "inf"},
    {"admissible": "mangat:p=1/2", "parity": "3"},
    {"staircase": W, "parity": "2"},
    {"optimal_binary": "ln3", "delta": "2"},
    {"below_optimal_binary": "krr:k=3,epsilon=ln3", "epsilon": "ln3", "delta": "0"},
    {"below_optimal_binary": W, "epsilon": "ln2", "delta": "0"},
)
ADMISSIBLE = (
    *(
        ("krr:k=3,epsilon=ln2", "3"),
        ("krr:k=3,epsilon=ln3", "3"),
        (THIRDS, "3"),
        (THIRDS, "4"),
        (BETWEEN, "2"),
        (W, "3"),
    ),
    *(
        ("krr:k=3,epsilon=1", "e"),
        ("subset_selection:k=4,size=2,epsilon=ln2", "2"),
        ({"rows": [["1/3", "1/3"], ["2/3", "2/3"]]}, "1"),
    ),
    *(("rappor:mode=both,bits=1,f=1/2,p=1/2,q=3/4", "7/5"), (SIMMONS, "9"), ("hadamard_response:k=3,epsilon=ln3", "3")),
    *(
        (over([[2, 1], [1, 2]], 3), "2"),
        (over([[2, 2, 1], [1, 1, 2]], 3), "2"),
        (over([[4, 2, 1], [1, 2, 4], [2, 3, 2]], 7), "4"),
    ),
    *((over([[6, 6, 3, 3], [3, 3, 6, 6], [2, 1, 2, 1], [1, 2, 1, 2]], 12), "2"), (over([[3, 2], [1, 2]], 4), "4")),
    *((over([[2, 2, 1], [1, 1, 2], [1, 1, 1]], 4), "2"), (over([[4, 3], [3, 6], [3, 1]], 10), "4")),
)


def questions() -> Iterator[Question]:
    pairs = [{kind: [a, b]} for a, b in PAIRS + PRINTED for kind in ("compare", "deficiency")]
    turned = {"rows": [["1/4", "3/4"], ["3/4", "1/4"]], "inputs": ["no", "yes"]}
    labels = {"compare": [turned, {"rows": [["2/3", "1/3"], ["1/3", "2/3"]], "inputs": ["yes", "no"]}]}
    return number(
        "order",
        [
            *written("written", *pairs, labels, {"warner_table": "all"}),
            *written("admissible/written", *({"admissible": a, "parity": x} for a, x in ADMISSIBLE)),
            *written(
                "staircase/written",
                *({"staircase": a, "parity": x} for a, x in ADMISSIBLE),
                {"staircase": THIRDS, "parity": "5"},
            ),
            *written(
                "binary/written",
                *(
                    {"optimal_binary": e, "delta": d}
                    for e, d in (("ln3", "0"), ("1/2", "1/10"), ("ln3", "1/10"), ("1", "1/3"), ("0", "1/5"))
                ),
                {"below_optimal_binary": W, "epsilon": "ln3", "delta": "0"},
                {"below_optimal_binary": Z, "epsilon": "ln2", "delta": "1/2"},
            ),
            *written("free epsilon", *({"compare": list(pair)} for pair in FREE), expected_after="refused"),
            *written("refused", *REFUSED),
            *drawn("compare/garbled", 12, compare_garbled, extreme=6),
            *drawn("compare/dense", 10, compare_dense, extreme=4),
            *drawn("compare/split", 6, compare_split, extreme=2),
            *drawn("compare/families", 12, compare_families, extreme=4),
            *drawn("deficiency", 16, lambda rng, far: {"deficiency": two(rng, far)}, extreme=6),
            *drawn("admissible", 16, ask_admissible, extreme=4),
            *drawn(
                "staircase",
                10,
                lambda rng, far: {
                    "staircase": (asked := ask_admissible(rng, far))["admissible"],
                    "parity": asked["parity"],
                },
            ),
            *drawn(
                "binary",
                6,
                lambda rng, far: {"optimal_binary": epsilon(rng, far), "delta": str(share(rng, far) / 3)},
                extreme=3,
            ),
        ],
    )


def two(rng: Random, extreme: bool) -> list[object]:
    k = rng.randint(2, 4)
    return [mechanism(rng, extreme, k=k), mechanism(rng, extreme, k=k)]


def compare_garbled(rng: Random, extreme: bool) -> Question:
    """Ask of P and C·P, in either order; an extreme C is nearly the identity."""
    k, m = rng.randint(2, 6 if extreme else 4), rng.randint(2, 4)
    first = rows(rng, k, m, extreme)
    garbling = rows(rng, m, rng.randint(2, 4))
    if extreme and rng.random() < 0.5:
        garbling = nearly_identity(rng, m)
    pair = [matrix(first), matrix(product(garbling, first))]
    return {"compare": pair if rng.random() < 0.5 else pair[::-1]}


def nearly_identity(rng: Random, m: int) -> Rows:
    tiny = Fraction(1, 10 ** rng.choice((6, 9, 12)))
    return [[1 - tiny * (m - 1) if i == j else tiny for j in range(m)] for i in range(m)]


def compare_dense(rng: Random, extreme: bool) -> Question:
    k = rng.randint(2, 5 if extreme else 4)
    return {"compare": [matrix(rows(rng, k, rng.randint(2, 4), extreme, zeros=True)) for _ in range(2)]}


def compare_split(rng: Random, extreme: bool) -> Question:
    """Ask of equivalent mechanisms, one of which may have been touched in one entry."""
    first = rows(rng, rng.randint(2, 4), rng.randint(2, 3), extreme)
    second = split(rng, first)
    if rng.random() < 0.5:
        tiny = min(x for row in second for x in row) / 10 ** (12 if extreme else 3)
        second[0][0], second[1][0] = second[0][0] - tiny, second[1][0] + tiny
    return {"compare": [matrix(first), matrix(second)]}


def compare_families(rng: Random, extreme: bool) -> Question:
    k = rng.randint(2, 4)
    return {"compare": [family(rng, extreme, k=k), family(rng, extreme, k=k)]}


def ask_admissible(rng: Random, extreme: bool) -> Question:
    """Ask of a mechanism with positive entries, at its own parity or at a larger one."""
    k = rng.randint(2, 4)
    base = rows(rng, k, rng.randint(2, 4), extreme)
    if rng.random() < 0.5:
        g = rng.randint(2, 5 if not extreme else 10**6)
        sets = [rng.sample(range(k), rng.randint(1, k - 1)) for _ in range(2)]
        base = [[Fraction(g if j in chosen else 1, 4 * g) for j in range(k)] for chosen in sets]
        base.append([1 - sum(row[j] for row in base) for j in range(k)])
    parity = max(max(row) / min(row) for row in base)
    return {"admissible": matrix(base), "parity": str(parity * rng.choice((1, 1, Fraction(3, 2))))}
