"""Questions of demands at mechanisms, profiles of one and many uses and of crowds, and measures of what answers tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from tests.gold.drawing import (
    Question,
    Spec,
    demand,
    drawn,
    family,
    matrix,
    mechanism,
    number,
    rows,
    shares,
    texts,
    written,
)

COVERS = [
    "eleven demands and their joins at mechanisms: whether they hold, the tightest, what is violated and by how much, ratio and "
    "slack of each pair of inputs, the parity that they amount to",
    "δ(ε) and ε(δ): exact for one use; for many uses, for several mechanisms and for shuffled answers as numbers that the new "
    "lower and upper curves must enclose (`enclosed`: intervals that must meet)",
    "total variation, trade-off function, Rényi and f-divergences, leakage, vulnerability, capacities, worst priors",
]
NOT_COVERED = ["sentences of demands, breaches shown as examples of a violation, demands with a free ε, pictures"]

W, KRR, FOUR = "warner:p=3/4", "krr:k=3,epsilon=ln3", "four_output:delta=1/10,epsilon=ln2"
DEVICE = {"rows": [["3/4", "1/5"], ["1/4", "4/5"]], "inputs": ["no", "yes"], "outputs": ["no", "yes"]}
RAPPOR, SUBSET = "rappor:mode=both,bits=1,f=1/2,p=1/2,q=3/4", "subset_selection:k=4,size=2,epsilon=1"
MECHANISMS: tuple[Spec, ...] = (
    W,
    KRR,
    FOUR,
    DEVICE,
    RAPPOR,
    SUBSET,
    "mangat:p=1/2",
    "warner:p=1",
    "krr:k=3,epsilon=1",
    "warner:p=1/2",
)
GAINS = [["0", "4"], ["1", "0"]]
DELTAS, EPSILONS = ["0", "1/1000000", "1/100", "1/10"], ["0", "1/10", "1/2", "ln2", "1", "ln3", "2", "5"]
LDP = {"demand": "ldp", "epsilon": "ln3"}
DEMANDS = (
    *(
        LDP,
        {"demand": "ldp", "epsilon": "1", "delta": "1/10"},
        {"demand": "parity", "gamma": "2"},
        {"demand": "beta", "beta": "2"},
    ),
    *({"demand": "rho", "rho1": "1/5", "rho2": x} for x in ("1/2", "1/3")),
    *({"demand": "bayes", "factor": "3"}, {"demand": "csip", "h": [["0", "1/5"], ["8/9", "1"], ["1", "1"]]}),
    {"demand": "sip", "h_l": [["0", "0"], ["1", "1/2"]], "h_u": [["0", "1/5"], ["8/9", "1"], ["1", "1"]]},
    *({"demand": "sensitive", "inputs": [1], "epsilon": x} for x in ("ln9", "ln2")),
    *({"demand": "vulnerability", "at_most": x} for x in ("3/5", "1/2")),
    *(
        {"demand": "metric", "distances": "line", "epsilon": "ln2"},
        {"all": [{"demand": "ldp", "epsilon": "1/2", "delta": "1/10"}, LDP]},
    ),
)
THREE = (
    {"demand": "pairs", "epsilons": [["0", "ln2", "ln3"], ["ln2", "0", "ln2"], ["ln3", "ln2", "0"]]},
    {
        "demand": "pairs",
        "epsilons": [["0", "inf", "ln3"], ["ln2", "0", "inf"], ["1", "1", "0"]],
        "deltas": [["0", "0", "1/10"]] + [["0"] * 3] * 2,
    },
    {"demand": "metric", "distances": [["0", "1", "3"], ["1", "0", "2"], ["3", "2", "0"]], "epsilon": "1/2"},
    {"demand": "vulnerability", "at_most": "2/5", "prior": ["1/2", "1/4", "1/4"]},
    {
        "demand": "vulnerability",
        "at_most": "3/5",
        "prior": ["1/2", "1/4", "1/4"],
        "gain": [["1", "0", "0"], ["0", "1", "1"]],
    },
    {
        "all": [
            {"demand": "vulnerability", "at_most": "3/5", "prior": ["1/2", "1/4", "1/4"]},
            {"demand": "ldp", "epsilon": "ln9"},
        ]
    },
    {"demand": "sensitive", "inputs": [0, 2], "epsilon": "1/2", "delta": "1/20"},
)
NAMED = {"demand": "pairs", "pairs": [["yes", "no", "ln3"], ["no", "yes", "inf"]]}
LEAKS = (
    {"leaks": "6/5", "way": "multiplicative", "prior": ["1/2", "1/4", "1/4"]},
    {"leaks": "6/5", "way": "multiplicative", "inputs": 3},
    {"leaks": "1/5", "way": "additive", "inputs": 3},
    {"leaks": "1/2", "way": "additive", "prior": ["9/10", "1/10"], "gain": GAINS},
    {"leaks": "6/5", "way": "multiplicative"},
)
# the tight parities of the examples
TIGHT = (
    *(
        "geometric:k=5,epsilon=ln2",
        "geometric:k=3,epsilon=1/2",
        "kuk:p=2/3,q=1/4",
        "kuk:p=9/10,q=1/10",
        "unary_encoding:k=3,p=3/4,q=1/4",
    ),
    *(
        "unary_encoding:k=3,p=5/8,q=3/8",
        "unary_encoding:k=4,p=7/8,q=1/8",
        "simmons:unrelated=1/2,p=2/3",
        "krr:k=5,gamma=4",
    ),
)
REFUSED = (
    *({"demand": {"demand": "ldp", "epsilon": x}, "of": W} for x in ("-1", "many", "ln(1/2)", "")),
    *({"demand": {"demand": "ldp", "epsilon": "1", "delta": x}, "of": W} for x in ("-1/10", "2", "x")),
    *({"demand": {"demand": "parity", "gamma": x}, "of": W} for x in ("1/2", "-3")),
    *(
        {"demand": {"demand": "rho", "rho1": a, "rho2": b}, "of": W}
        for a, b in (("1/2", "1/5"), ("0", "1/2"), ("1/2", "2"))
    ),
    {"demand": {"demand": "sensitive", "inputs": ["maybe"], "epsilon": "1"}, "of": DEVICE},
    {"demand": {"demand": "sensitive", "inputs": [], "epsilon": "1"}, "of": W},
    {"demand": THREE[0], "of": W},
    {"demand": {"demand": "metric", "distances": [["0", "-1"], ["1", "0"]], "epsilon": "1"}, "of": W},
    {"demand": {"demand": "metric", "distances": "circle", "epsilon": "1"}, "of": W},
    {"demand": {"demand": "vulnerability", "at_most": "1/2", "prior": ["1/2", "1/3"]}, "of": W},
    {"demand": {"demand": "vulnerability", "at_most": "1/2", "prior": ["1/2", "1/4", "1/4"]}, "of": W},
    {"profile": W, "epsilons": ["-1"], "deltas": []},
    {"profile": W, "epsilons": [], "deltas": ["2"]},
    *({"uses": W, "times": x, "epsilons": ["1"], "deltas": []} for x in (0, 10**9)),
    {"together": [W, KRR], "epsilons": ["1"], "deltas": []},
    {"together": [], "epsilons": ["1"], "deltas": []},
    {"shuffled": W, "people": 0, "epsilons": ["1"], "deltas": []},
    {"shuffled": W, "people": 10, "others": [5, 5], "epsilons": ["1"], "deltas": []},
    {"measure": W, "prior": ["1/2", "1/4"]},
    {"measure": W, "orders": ["0"]},
    {"measure": W, "orders": ["-2"]},
    {"measure": "warner:epsilon=every"},
    {"measure": W, "gain": [["1", "0", "0"]]},
    {"worst_prior": W, "of": "middle"},
    {"trade_off": W, "pair": [0, 2], "alphas": ["1/2"]},
)


def questions() -> Iterator[Question]:
    at = {"epsilons": EPSILONS, "deltas": DELTAS}
    many = [{"uses": W, "times": x, **at} for x in (2, 3, 10, 100, 1000)] + [{"uses": SUBSET, "times": 20, **at}]
    many += [
        {"together": x, **at}
        for x in ([W, "warner:p=2/3"], [W, W, "warner:p=2/3"], [W, "mangat:p=1/2"], [KRR, "krr:k=3,epsilon=1"])
    ]
    theorem = [
        {"uses": f"krr:k=2,epsilon=ln{r}", "times": n, **at} for r, n in (("1.1", 1000), ("1.1", 300), ("1.02", 1000))
    ]
    theorem += [{"uses": "krr:k=2,epsilon=1/2", "times": 12, **at}]
    tight = [{"demand": {"demand": "parity", "gamma": "1"}, "of": x} for x in TIGHT]
    tight += [{"demand": {"demand": "bayes", "factor": "2"}, "of": "krr:k=5,epsilon=1/2"}]
    crowds = [
        {"shuffled": W, "people": n, "others": x, **at} for n, x in ((100, [99, 0]), (300, [299, 0]), (1000, [900, 99]))
    ]
    crowds += [{"shuffled": "warner:epsilon=2", "people": 11, "others": [10 - y, y], **at} for y in (0, 3, 5, 10)]
    crowds += [{"shuffled": W, "people": n, **at} for n in (10, 300, 500, 1000)]
    measures = [{"measure": x, "orders": ["1/2", "1", "2", "inf"]} for x in MECHANISMS]
    measures += [{"measure": W, "prior": ["9/10", "1/10"], "gain": GAINS, "divergences": ["kl", "chi2", "tv"]}]
    measures += [{"measure": {"rows": [[str(1 - Fraction(q)), "0"], [q, "1"]]}} for q in ("1/2", "1/4", "3/4")]
    measures += [{"measure": x} for x in ("krr:k=8,epsilon=1", "krr:k=3,epsilon=ln2", "krr:k=2,epsilon=1/2")]
    # a fraction that doubles do not hold was refused as undecided
    measures += [{"measure": W, "orders": ["5/3"]}, {"measure": W, "orders": ["7/2"]}]
    renyi = [{"measure": p, "orders": [n]} for p, n in ((W, "32"), ("warner:p=e/(e+1)", "5"))]
    renyi += [{"measure": f"warner:epsilon={e}", "orders": ["3/2", "2", "5", "100"]} for e in ("ln3", "1", "1/10")]
    return number(
        "privacy",
        [
            *written("demand/written", *({"demand": d, "of": m} for d in DEMANDS for m in (W, "warner:p=4/5", FOUR))),
            *written(
                "demand/written",
                *({"demand": d, "of": m} for d in THREE for m in (KRR, "krr:k=3,gamma=2")),
                {"demand": NAMED, "of": DEVICE},
                *tight,
            ),
            *written("profile/written", *({"profile": x, **at} for x in MECHANISMS)),
            *written("many/written", *many, *theorem),
            *written("shuffled/written", *crowds),
            *written("measure/written", *measures, *renyi),
            *written(
                "worst prior",
                *({"worst_prior": x, "of": of} for x in MECHANISMS[:7] for of in ("additive", "multiplicative")),
            ),
            *written(
                "worst prior", *({"worst_prior": W, "of": x, "gain": GAINS} for x in ("additive", "multiplicative"))
            ),
            *written(
                "trade-off",
                *(
                    {"trade_off": x, "pair": p, "alphas": ["0", "1/10", "1/4", "1/2"]}
                    for x in MECHANISMS
                    for p in ([0, 1], [1, 0])
                ),
            ),
            *written("bounds by leakage", *LEAKS),
            *written("measure/written", {"measure": W, "divergences": ["phi:max(x - 2, 0)"]}, expected_after="refused"),
            *written("refused", *REFUSED),
            *drawn("demand", 50, ask_demand, extreme=20),
            *drawn("profile", 14, lambda rng, far: {"profile": mechanism(rng, far), **at}, extreme=6),
            *drawn("many", 14, ask_many, extreme=5),
            *drawn("shuffled", 12, ask_shuffled, extreme=4),
            *drawn("measure", 16, ask_measure, extreme=5),
        ],
    )


def ask_demand(rng: Random, extreme: bool) -> Question:
    k = rng.randint(2, 4)
    asked = demand(rng, extreme, k=k)
    if rng.random() < 0.2:
        asked = {"all": [asked, demand(rng, extreme, k=k)]}
    return {"demand": asked, "of": mechanism(rng, extreme, k=k)}


def ask_many(rng: Random, extreme: bool) -> Question:
    at = {"epsilons": ["1/10", "1", "3"], "deltas": ["1/1000000", "1/100"]}
    if rng.random() < 0.4:
        return {"together": [mechanism(rng, extreme, k=2) for _ in range(rng.randint(2, 4))], **at}
    return {
        "uses": mechanism(rng, k=rng.randint(2, 3)),
        "times": rng.choice((2, 5, 30) if not extreme else (300, 1000)),
        **at,
    }


def ask_shuffled(rng: Random, extreme: bool) -> Question:
    people = rng.choice((20, 100, 400) if not extreme else (3000, 20000))
    crowd = rng.randint(0, people - 1)
    others = {"others": [crowd, people - 1 - crowd]} if rng.random() < 0.6 else {}
    given = family(rng, k=2) if rng.random() < 0.5 else matrix(rows(rng, 2, 2))
    return {"shuffled": given, "people": people, **others, "epsilons": ["1/10", "1"], "deltas": ["1/1000000"]}


def ask_measure(rng: Random, extreme: bool) -> Question:
    k = rng.randint(2, 4)
    gain = {"gain": texts([[Fraction(rng.randint(0, 5)) for _ in range(k)] for _ in range(rng.randint(1, 3))])}
    return {
        "measure": mechanism(rng, extreme, k=k),
        "prior": [str(x) for x in shares(rng, k, extreme)],
        "orders": ["1", "2", rng.choice(("1/2", "3/2", "5/4", "7")), "inf"],
        "divergences": ["tv", "hellinger"],
        **(gain if rng.random() < 0.5 else {}),
    }
