"""Questions of demands on beliefs: B(h), comparisons of demands, canonical regions, what a mechanism protects.

A boundary is a demand (`{"demand": "rho", …}`), `{"points": [[p, h], …]}`, `{"formula": text}` in the letter p as sympy reads it
(the texts are those below and no others), or `{"pair": [lower, upper]}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from tests.gold.drawing import Question, demand, drawn, mechanism, mirrored, number, over, points, share, written

COVERS = [
    "B(h) of named demands, tables, linear-fractional pieces and curved formulas",
    "comparisons of two demands, canonical and protected regions, tightest precise demands",
]
NOT_COVERED = [
    "h given as a Python function with promises",
    "words, pictures, certificates of B(h) (the corpus has them)",
]

GOLDEN = [["0", "1/5"], ["8/9", "1"], ["1", "1"]]
TABLES = (
    *(
        GOLDEN,
        [["0", "1"], ["1/2", "1"], ["1/2", "2/3"], ["1/2", "1"], ["1", "1"]],
        [["0", "sqrt(2)/10"], ["8/9", "1"], ["1", "1"]],
    ),
    *(
        [["0", "1/2"], ["1/3", "1/2"], ["1/3", "1"], ["1", "1"]],
        [["0", "0"], ["1/2", "3/4"], ["1", "1"]],
        [["0", "1/2"], ["1", "1"]],
    ),
)
LINEAR_FRACTIONAL = (
    "3*p/(1 + 2*p)",
    "Piecewise((3*p/(1 + 2*p), p < 1/2), (1, True))",
    "(1/5 + p)/(1 + p/5)",
    "Min(1, 2*p)",
    "1",
)
CURVED = (
    *(
        "sqrt(p)",
        "Max(p, 1 - (1 - p)**2)",
        "Min(1, sqrt(2*p))",
        "Min(1, E*p)",
        "p + sqrt(2)*p*(1 - p)/4",
        "sin(pi*p/2)",
    ),
    *(
        "Piecewise((1 - (1 - p)**2, 1/2 > p), (3/5, 1/2 >= p), (1, True))",
        "p + p*(1 - p)*(p**3 + 1/3)/2",
        "p**(1/3)",
        "1 - (1 - p)**3",
    ),
    *(
        "p + p*(1 - p)/2",
        "p + p*(1 - p)/1000",
        "2*p - p**2",
        "p*(2 - p**3)",
        "1 - (1 - p)**4",
        "p + p**2*(1 - p)",
        "sqrt(p*(2 - p))",
    ),
    *("Min(1, 1/4 + p**2)", "p + p*(1 - p)*exp(-p)/2", "log(1 + p)/log(2)", "Min(1, sqrt(p)*3/2)", "p + p*(1 - p)**2"),
)
NAMED = (
    *(
        {"demand": "rho", "rho1": a, "rho2": b}
        for a, b in (("1/5", "1/2"), ("1/3", "2/3"), ("1/100", "99/100"), ("1/2", "3/4"), ("1/10", "9/10"))
    ),
    *({"demand": "beta", "beta": x} for x in ("2", "inf", "3/2", "1", "10")),
    *({"demand": "bayes", "factor": x} for x in ("e^(1/2)", "3", "1")),
    *({"demand": "parity", "gamma": x} for x in ("3", "2^(1/2)", "inf")),
    *({"demand": "ldp", "epsilon": x} for x in ("ln3", "1/2", "1")),
    {"demand": "sip", "h_l": [["0", "0"], ["1", "2/3"]], "h_u": GOLDEN},
    {"demand": "csip", "h": GOLDEN},
    {"all": [{"demand": "ldp", "epsilon": "1"}, {"demand": "rho", "rho1": "1/5", "rho2": "1/2"}]},
)
REFUSED = (
    *(
        {"bound": {"points": x}}
        for x in ([["0", "1/2"], ["1", "1/2"]], [["0", "2"], ["1", "1"]], [["0", "1"]], [["1", "1"], ["0", "1"]])
    ),
    *({"bound": {"formula": x}} for x in ("p/2", "p**2", "2*p", "p*q")),
    {"bound": {"demand": "rho", "rho1": "1/2", "rho2": "1/5"}},
    {"bound": {"demand": "beta", "beta": "1/2"}},
    {"bound": {"demand": "ldp", "epsilon": "-1"}},
    {"bound": {"demand": "ldp", "epsilon": "1", "delta": "1/10"}},
    {"bound": {"demand": "sensitive", "inputs": ["yes"], "epsilon": "1"}},
    {"bound": {"demand": "vulnerability", "at_most": "1/2"}},
    {"canonical": {"demand": "metric", "distances": "line", "epsilon": "1"}, "priors": ["1/2"]},
    {"compare": [{"demand": "parity", "gamma": "3"}, {"demand": "vulnerability", "at_most": "1/2"}]},
)
PRIORS = ["1/100", "1/10", "1/5", "1/3", "1/2", "2/3", "9/10"]
PRINTED = (
    *(over([[2, 1], [1, 2], [3, 3]], 6), over([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 1), over([[1, 1, 0], [0, 0, 1]], 1)),
    *(
        over([[4, 4, 1], [1, 1, 4]], 5),
        over([[4, 1, 2], [2, 4, 1], [1, 2, 4]], 7),
        over([[4, 1, 1, 1], [1, 4, 4, 4]], 5),
    ),
    *(over([[1, 1, 1], [1, 1, 1]], 2), over([[2, 1], [1, 2]], 3)),
)
W, THIRDS = "warner:p=3/4", {"rows": [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]}


def questions() -> Iterator[Question]:
    chosen = [*NAMED[:7], {"points": GOLDEN}]
    return number(
        "breach",
        [
            *written("bound/written", *({"bound": x} for x in NAMED), *({"bound": {"points": x}} for x in TABLES)),
            *written("bound/fractional", *({"bound": {"formula": x}} for x in LINEAR_FRACTIONAL)),
            *written("bound/curved", *({"bound": {"formula": x}} for x in CURVED)),
            *written(
                "bound/curved",
                {"bound": {"pair": [{"formula": "p**2"}, {"formula": "sqrt(p)"}]}},
                {"bound": {"pair": [{"points": [["0", "0"], ["1", "1/2"]]}, {"points": GOLDEN}]}},
            ),
            *written("canonical", *({"canonical": x, "priors": PRIORS} for x in NAMED[:14])),
            *written("compare", *({"compare": [a, b]} for a in chosen for b in chosen if a is not b)),
            *written("tightest", *({"tightest_precise": x} for x in chosen)),
            *written(
                "region",
                *(ask_region(x) for x in (W, THIRDS, "mangat:p=1/2", "krr:k=4,epsilon=1", "warner:p=1/2", *PRINTED)),
            ),
            *written("refused", *REFUSED),
            *drawn("bound/table", 24, lambda rng, far: {"bound": {"points": points(rng, far)}}, extreme=8),
            *drawn(
                "bound/pair",
                10,
                lambda rng, far: {"bound": {"pair": [{"points": mirrored(points(rng))}, {"points": points(rng, far)}]}},
            ),
            *drawn("bound/fractional", 10, ask_fractional, extreme=4),
            *drawn(
                "compare", 20, lambda rng, far: {"compare": [ask_demand(rng, far), ask_demand(rng, far)]}, extreme=6
            ),
            *drawn("canonical", 10, lambda rng, far: {"canonical": ask_demand(rng, far), "priors": PRIORS}, extreme=4),
            *drawn("region", 10, lambda rng, far: ask_region(mechanism(rng, far)), extreme=4),
        ],
    )


def ask_region(mechanism: object) -> Question:
    pairs = [
        ["1/2", "3/4"],
        ["1/2", "1/2"],
        ["1/2", "4/5"],
        ["1/4", "1/2"],
        ["1/10", "1/4"],
        ["9/10", "3/4"],
        ["1/2", "1"],
    ]
    return {"region": mechanism, "pairs": pairs}


def ask_demand(rng: Random, extreme: bool) -> Question:
    """Draw a demand on beliefs or ratios of all pairs, until it is one."""
    while (found := demand(rng, extreme)).get("demand") not in ("ldp", "parity", "rho", "beta", "bayes", "csip", "sip"):
        pass
    return {key: x for key, x in found.items() if key != "delta"}


def ask_fractional(rng: Random, extreme: bool) -> Question:
    """Ask of h = g·p/(1 + (g − 1)·p) up to a prior and a larger factor beyond it."""
    g, cut = 1 + 9 * share(rng, extreme), share(rng)
    more = g + Fraction(rng.randint(0, 3))
    said = [f"({x})*p/(1 + ({x - 1})*p)" for x in (g, more)]
    return {"bound": {"formula": f"Piecewise(({said[0]}, p < {cut}), ({said[1]}, True))"}}
