"""Designs: those of README, manual, examples and golden answers, and some 2,000 drawn over SCOPE's table, a seed each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from pathlib import Path
from typing import Any

from tests.gold.questions.draw import Drawn, is_ordinary
from tests.gold.questions.refused import REFUSED

COVERS = [
    "every objective of SCOPE's table under every column: verdict, bounds, claim, bytes, acceptance by the checker",
    "all minimisers of a share's variance; the mechanism where a linear optimum is the only one and small",
    "free epsilon, delta and share: where formulas change, and values at points",
    "the least epsilon, delta and vulnerability; the trade-off of a share's variance; sweeps; efficiencies",
    "designs of README, manual, examples and golden answers; refusals by class; what the redesign gives up",
]
NOT_COVERED = [
    "the mechanism where several are optimal (the certificate says that it reaches the value)",
    "notes, warnings, sentences, estimators, devices, pictures; whether other optima of a linear objective are listed",
    "limits of size beyond 16 inputs (but equal shares up to 200 and traces up to 64)",
    "the poses in sympy and cvxpy (tests/differential and `proof` hold them against certificates)",
]
GAPS = {"linear": "0", "variance": "0", "estimates": "1e-11", "largest": "1e-9", "sums": "1e-12", "tv": "0"}
"""The largest distance of the bounds, relative to the value, of ordinary questions (SCOPE, section 1)."""
EXTREME_GAP = "1e-6"

Ask = dict[str, Any]
Make = Callable[[Drawn], Ask]


# objectives


def trace(d: Drawn) -> Ask:
    return {"kind": "trace"}


def weighted(d: Drawn) -> Ask:
    return {"kind": "trace", "weights": d.weights(d.k)}


def utility(d: Drawn) -> Ask:
    prior = {} if d.rng.random() < 0.3 else {"prior": d.shares(zeros=True)}
    return {"kind": "utility", "utilities": d.table(), "sense": d.pick("max", "max", "min")} | prior


def cost(d: Drawn) -> Ask:
    return {"kind": "linear", "cost": d.table(), "sense": d.pick("min", "max")}


def linear_sum(d: Drawn) -> Ask:
    terms = [[d.pick("1", "2", "1/3"), x] for x in linear_parts(d)]
    return {"kind": "sum", "terms": terms}


def linear_worst(d: Drawn) -> Ask:
    return {"kind": "worst", "of": linear_parts(d)}


def linear_parts(d: Drawn) -> list[Ask]:
    """Two or three linear objectives of one sense that have k answers."""
    parts: list[Ask] = [d.pick(trace, weighted)(d)]
    for _ in range(d.pick(1, 1, 2)):
        parts.append({"kind": "utility", "utilities": d.table(d.k), "prior": d.shares(zeros=True)})
    return parts


def variance(d: Drawn) -> Ask:
    return {"kind": "variance", "prevalence": d.share()} | ({"positive": 0} if d.rng.random() < 0.25 else {})


def warner(d: Drawn) -> Ask:
    return {"kind": "variance", "prevalence": d.share(), "warner": True}


def variance_worst(d: Drawn) -> Ask:
    low, high = sorted(d.rng.sample(range(21), 2))
    return {"kind": "variance", "prevalence": f"{F(low, 20)}..{F(high, 20)}"} | (
        {"positive": 0} if d.rng.random() < 0.2 else {}
    )


def variance_any(d: Drawn) -> Ask:
    return d.pick(variance, variance, variance_worst, warner)(d)


def total(d: Drawn) -> Ask:
    return {"kind": "total_variance"} | d.planned()


def contrast(d: Drawn) -> Ask:
    return {"kind": "contrast", "contrast": d.contrast()} | d.planned()


def determinant(d: Drawn) -> Ask:
    return {"kind": "determinant"} | d.planned()


def largest(d: Drawn) -> Ask:
    return (
        {"kind": "largest_variance"} | ({"of": "shares"} if d.rng.random() < 0.3 else {}) | d.planned(worst_only=True)
    )


def estimates_sum(d: Drawn) -> Ask:
    shares = {"prevalence": d.shares()} if d.rng.random() < 0.7 else {}
    second = d.pick({"kind": "total_variance"}, {"kind": "contrast", "contrast": d.contrast()})
    return {
        "kind": "sum",
        "terms": [["1", {"kind": "contrast", "contrast": d.contrast()} | shares], ["2", second | shares]],
    }


def information(d: Drawn) -> Ask:
    how = d.rng.random()
    if how < 0.2:
        return {"kind": "information"}
    if how < 0.8:
        return {"kind": "information", "prior": d.shares(zeros=True)}
    several = [d.shares(zeros=True), d.shares()]
    return {"kind": "information", "prior": several} | d.pick({"worst": True}, {"weights": ["1/3", "2/3"]})


DIVERGENCES: list[Ask] = [
    *({"name": x} for x in ("tv", "tv", "kl", "chi2", "hellinger", "le_cam", "jensen_shannon")),
    *({"name": "hockey_stick", "gamma": x} for x in ("1", "3/2", "2")),
    *({"name": "power", "order": x} for x in ("2", "1/2", "3")),
    *({"name": "renyi", "order": x} for x in ("2", "1/2", "3/2")),
]


def divergence(d: Drawn) -> Ask:
    named = d.pick(*DIVERGENCES)
    how = d.rng.random()
    if how < 0.4 or (how > 0.75 and named["name"] == "renyi"):
        return {"kind": "divergence", "between": [d.shares(zeros=True), d.shares()]} | named
    if how < 0.75:
        return {"kind": "divergence", "between": d.rng.sample(range(d.k), 2)} | named
    return {"kind": "divergence"} | named


def sums_together(d: Drawn) -> Ask:
    named = [
        {"kind": "divergence", "between": d.rng.sample(range(d.k), 2)} | x for x in d.rng.sample(DIVERGENCES[1:8], 2)
    ]
    parts = [named[0], d.pick(named[1], {"kind": "information", "prior": d.shares()})]
    if d.rng.random() < 0.5:
        return {"kind": "worst", "of": parts}
    return {"kind": "sum", "terms": [[d.pick("1", "1/2"), parts[0]], [d.pick("1", "3"), parts[1]]]}


# the seeded part: a row of SCOPE's table with the number of questions in each of its columns


def conditioned(demand: str) -> Make:
    return lambda d: getattr(d, demand)() | {"conditions": d.conditions()}


COLUMNS: dict[str, Make] = {
    "ldp": lambda d: {"demand": [d.ldp()]},
    "beliefs": lambda d: {"demand": [d.beliefs()]},
    "delta": lambda d: {"demand": [d.ldp(slack=True)]},
    "pairs": lambda d: {"demand": [d.by_pair()]},
    "joined": lambda d: {"demand": d.joined()},
    "vulnerability": lambda d: {"demand": [d.vulnerability()] + ([d.ldp()] if d.rng.random() < 0.5 else [])},
    "conditions": lambda d: {"demand": d.any_demand(), "conditions": d.conditions()},
    "free epsilon": lambda d: d.free("epsilon"),
    "free delta": lambda d: d.free("delta"),
    "free share": lambda d: d.free("prevalence"),
}
LINEAR = {
    "ldp": 1.0,
    "beliefs": 0.4,
    "delta": 1.0,
    "pairs": 1.0,
    "joined": 0.8,
    "vulnerability": 0.8,
    "conditions": 1.0,
}
ROWS: list[tuple[str, Make, int, dict[str, float]]] = [
    ("trace", trace, 24, LINEAR | {"free epsilon": 0.5}),
    ("trace", weighted, 24, LINEAR | {"free epsilon": 0.5}),
    ("utility", utility, 30, LINEAR | {"free epsilon": 0.7}),
    ("utility", cost, 15, LINEAR | {"free epsilon": 0.7}),
    ("linear together", linear_sum, 15, LINEAR | {"free epsilon": 0.5}),
    ("linear together", linear_worst, 15, LINEAR),
    (
        "variance",
        variance_any,
        44,
        {"ldp": 1, "beliefs": 0.5, "delta": 1.3, "pairs": 0.8, "joined": 0.8, "conditions": 1.2},
    ),
    ("variance", variance_any, 44, {"free epsilon": 1, "free delta": 0.8}),
    ("variance", variance, 44, {"free share": 0.8}),
    ("many answers", variance_any, 30, {"ldp": 1, "delta": 1.2, "pairs": 0.8, "joined": 0.8, "free epsilon": 1}),
    *(
        ("estimates", make, n, {"ldp": 1.3, "beliefs": 0.3, "delta": 1, "pairs": 1, "joined": 0.7})
        for make, n in ((total, 30), (contrast, 30), (determinant, 24), (largest, 20))
    ),
    ("estimates together", estimates_sum, 16, {"ldp": 1.3, "delta": 0.8, "pairs": 0.8, "joined": 0.5}),
    *(
        ("sums", make, n, {"ldp": 1.3, "beliefs": 0.3, "delta": 1, "pairs": 1, "joined": 0.7, "conditions": 1})
        for make, n in ((information, 26), (divergence, 34))
    ),
    ("sums together", sums_together, 15, {"ldp": 1, "delta": 0.8, "pairs": 0.8, "joined": 0.5, "conditions": 0.6}),
]
LARGE = {"trace": (8, 10, 12, 16), "utility": (8, 10, 12), "linear together": (8, 10)}
SIZES = {"variance": (2,), "many answers": (2,)}


def seeded() -> Iterator[Ask]:
    """Draw the questions of each row and column: an eighth extreme, the others ordinary."""
    seed = 0
    for row, make, count, columns in ROWS:
        for column, share in columns.items():
            wanted, seen = round(count * share), 0
            while seen < wanted:
                seed += 1
                d = Drawn(seed, extreme=seen % 8 == 7, sizes=sizes_of(row, column, seed), linear=row in LARGE)
                objective = make(d)
                d.slacks = row in ("variance", "many answers")
                d.labels = len(objective.get("utilities") or objective.get("cost") or range(d.k if row in LARGE else 2))
                ask = {"question": "design", "objective": objective} | COLUMNS[column](d)
                if (found := finish(row, column, ask, d)) is not None:
                    seen += 1
                    yield {"cell": f"{row}/{column}", "seed": seed, "row": row, "ask": found}


def sizes_of(row: str, column: str, seed: int) -> tuple[int, ...]:
    """Numbers of inputs to draw from: small where rows by trees are listed, now and then large."""
    if row in SIZES:
        return SIZES[row]
    large = LARGE.get(row, (7, 8))
    if column in ("ldp", "beliefs"):
        return large if seed % 8 == 0 else (2, 3, 3, 4, 4, 5, 6)
    if row in LARGE:
        return large[:2] if seed % 16 == 0 else (2, 3, 3, 4, 4, 5)
    if column == "delta":
        return (5, 6) if seed % 8 == 0 else (2, 3, 3, 4)
    return (2, 3, 3, 4) if column == "pairs" else (2, 3, 3)


def finish(row: str, column: str, ask: Ask, d: Drawn) -> Ask | None:
    """Add inputs and what is to be told; None if the objective and what is free do not go together."""
    objective = ask["objective"]
    ranged = ".." in str(objective.get("prevalence", ""))
    if row in ("variance", "many answers"):
        ask |= {"outputs": "free"} if row == "many answers" else {}
        free = column == "free delta" or (column == "free epsilon" and "delta" in ask["demand"][0])
        if (ranged and free and row == "variance") or (row == "many answers" and "warner" in objective):
            return None
        tells = row == "variance" and column in ("ldp", "beliefs", "delta", "pairs", "joined")
        return ask | ({"tell": ["minimisers"]} if tells and not ranged else {})
    return ask | {"inputs": d.k}


# what is asked beyond designs


def least() -> Iterator[tuple[str, Ask]]:
    """The least ε, δ and vulnerability with which a value is reached."""
    share = {"kind": "variance", "prevalence": "1/4"}
    for value in ("3/10", "1", "2", "50"):
        yield "epsilon", {"objective": share, "value": value}
        yield "epsilon", {"objective": share, "value": value, "fixed": {"delta": "1/10"}}
        yield "delta", {"objective": share, "value": value, "fixed": {"epsilon": "1/2"}}
        yield "epsilon", {"objective": share, "value": value, "outputs": "free", "fixed": {"delta": "1/20"}}
    for value in ("3/2", "2", "299/100"):
        yield "epsilon", {"objective": {"kind": "trace"}, "inputs": 3, "value": value}
        yield "delta", {"objective": {"kind": "trace"}, "inputs": 3, "value": value, "fixed": {"epsilon": "ln3"}}
        yield "vulnerability", {"objective": {"kind": "trace"}, "inputs": 3, "value": value}
    table = [["4", "0", "1"], ["0", "3", "1"], ["1", "1", "2"]]
    guess = {"kind": "utility", "utilities": table, "prior": ["1/2", "1/4", "1/4"]}
    for value in ("2", "5/2", "4"):
        yield "epsilon", {"objective": guess, "value": value}
        yield "epsilon", {"objective": guess, "value": value, "fixed": {"distances": "line"}}
        yield "vulnerability", {"objective": guess, "value": value, "fixed": {"prior": ["1/2", "1/4", "1/4"]}}
    shares = ["1/2", "1/3", "1/6"]
    for objective, values in (
        ({"kind": "total_variance", "prevalence": shares}, ("2", "6")),
        ({"kind": "contrast", "contrast": ["1", "2", "3"], "prevalence": shares}, ("1", "4")),
        ({"kind": "determinant", "prevalence": shares}, ("1/10", "3")),
        ({"kind": "largest_variance", "prevalence": shares}, ("1", "4")),
        ({"kind": "information", "prior": shares}, ("1/10", "1/2")),
        ({"kind": "divergence", "name": "tv", "between": [0, 2]}, ("1/10", "1/2")),
        ({"kind": "divergence", "name": "kl", "between": [0, 1]}, ("1/10", "2")),
    ):
        for value in values:
            yield "epsilon", {"objective": objective, "inputs": 3, "value": value}


def beyond() -> Iterator[tuple[str, Ask]]:
    """Questions in the cells of their own: least numbers, trade-offs, sweeps, efficiencies."""
    for of, ask in least():
        yield f"least/{of}", {"question": "least", "of": of} | ask
    for prevalence in ("1/2", "1/4", "1/10", "999/1000"):
        for outputs in (2, "free"):
            places = [["ln3", "0"], ["ln3", "1/10"], ["1/2", "1/4"], ["1/1000", "1/100"], ["5", "1/2"]]
            aims = {"least_delta": [["ln3", "1"], ["1/2", "2"]], "least_epsilon": [["0", "1"], ["1/100", "2"]]}
            yield (
                "trade-off",
                {"question": "frontier", "prevalence": prevalence, "outputs": outputs, "at": places} | aims,
            )
    share = {"kind": "variance", "prevalence": "1/4"}
    for objective, grid in (
        ({"kind": "trace"}, {"epsilon": ["1/2", "ln3", "2"], "k": [2, 3, 5]}),
        (share, {"epsilon": ["ln2", "1"], "delta": ["0", "1/100", "1/10"]}),
        (share, {"epsilon": ["ln2", "1"], "outputs": [2, "free"], "delta": ["1/10"]}),
        ({"kind": "total_variance"}, {"epsilon": ["ln2", "2"], "k": [2, 4]}),
        ({"kind": "information"}, {"epsilon": ["ln2", "2"], "k": [2, 4]}),
        ({"kind": "divergence", "name": "tv", "between": [0, 1]}, {"epsilon": ["1/2", "1"], "k": [3]}),
        ({"kind": "trace"}, {"epsilon": ["ln3"], "k": [3], "subject_to": ["P[0,0] <= 1/2", "P[0,0] >= 99/100"]}),
        (share, {"epsilon": ["0", "1"]}),
    ):
        yield "sweep", {"question": "sweep", "objective": objective, "grid": grid}
    yield from (("efficiency", {"question": "check"} | x) for x in checks())


MATRIX = [["1/2", "1/4", "1/10"], ["3/10", "1/2", "3/10"], ["1/5", "1/4", "3/5"]]
SETS = [["2/5", "2/5", "1/5"], ["2/5", "1/5", "2/5"], ["1/5", "2/5", "2/5"]]


def checks() -> Iterator[Ask]:
    """Mechanisms in use: their parity, whether they keep a demand, their efficiency."""
    ldp = [{"kind": "ldp", "epsilon": "ln4"}]
    shares = ["1/2", "1/3", "1/6"]
    of_three: list[Ask] = [
        {"kind": "trace"},
        {"kind": "trace", "weights": ["3", "2", "1"]},
        {"kind": "utility", "utilities": [["4", "0", "1"], ["0", "3", "1"], ["1", "1", "2"]]},
        {"kind": "total_variance", "prevalence": shares},
        {"kind": "contrast", "contrast": ["1", "2", "3"], "prevalence": shares},
        {"kind": "determinant", "prevalence": shares},
        {"kind": "largest_variance", "prevalence": shares},
        {"kind": "information", "prior": shares},
        {"kind": "divergence", "name": "tv", "between": [0, 2]},
        {"kind": "divergence", "name": "hellinger"},
    ]
    for mechanism in ("krr:k=3,epsilon=1", "krr:k=3,epsilon=ln3", {"rows": MATRIX}, {"rows": SETS}):
        for objective in of_three:
            yield {"mechanism": mechanism, "objective": objective}
    for spec in ("warner:p=3/4", "warner:p=2/3", "simmons:unrelated=1/4,p=2/3", {"rows": [["1", "1/3"], ["0", "2/3"]]}):
        yield {"mechanism": spec}
        yield {"mechanism": spec, "demand": ldp}
        yield {"mechanism": spec, "demand": ldp, "objective": {"kind": "variance", "prevalence": "1/10"}}
        yield {"mechanism": spec, "demand": [{"kind": "ldp", "epsilon": "1/2", "delta": "1/4"}]}
        yield {"mechanism": spec, "demand": [{"kind": "rho", "rho1": "1/5", "rho2": "1/2"}]}
        yield {"mechanism": spec, "demand": [{"kind": "vulnerability", "at_most": "7/10"}]}
        yield {"mechanism": spec, "demand": [{"kind": "sensitive", "inputs": [1], "epsilon": "ln3"}]}


def corners() -> Iterator[tuple[str, Ask]]:
    """Unattained and trivial optima, ends of ranges, large sizes, and optima that are the only ones."""
    share = {"kind": "variance", "prevalence": "1/4"}
    ends: list[Ask] = [{"kind": "ldp", "epsilon": x} for x in ("0", "1/1000000", "64", "ln100000000")]
    ends += [{"kind": "ldp", "epsilon": x, "delta": y} for x, y in (("0", "1/5"), ("1", "1"), ("0", "1"))]
    three: list[Ask] = [
        {"kind": x} for x in ("trace", "total_variance", "determinant", "largest_variance", "information")
    ]
    three += [{"kind": "divergence", "name": "tv"}, {"kind": "contrast", "contrast": ["1", "2", "3"]}]
    for demand in ends:
        yield "corners", {"objective": share, "demand": [demand], "tell": ["minimisers"]}
        yield "corners", {"objective": share | {"prevalence": "0"}, "demand": [demand], "outputs": "free"}
        for objective in three:
            yield "corners", {"objective": objective, "demand": [demand], "inputs": 3}
    for k in (16, 32, 64):
        yield "large", {"objective": {"kind": "trace"}, "demand": [{"kind": "ldp", "epsilon": "ln3"}], "inputs": k}
    for k in (10, 12):
        yield (
            "large",
            {"objective": {"kind": "trace"}, "demand": [{"kind": "ldp", "epsilon": "1", "delta": "1/10"}], "inputs": k},
        )
    for k in (16, 40, 100, 200):
        for kind in ("total_variance", "determinant", "largest_variance", "information"):
            yield "large", {"objective": {"kind": kind}, "demand": [{"kind": "ldp", "epsilon": "1"}], "inputs": k}
    for k in (10, 12):
        shares = [str(F(n + 1, k * (k + 1) // 2)) for n in range(k)]
        for name in ("total_variance", "information"):
            objective = {"kind": name, ("prior" if name == "information" else "prevalence"): shares}
            yield "large", {"objective": objective, "demand": [{"kind": "ldp", "epsilon": "ln3"}], "inputs": k}
    for prior in (["1/2", "1/3", "1/6"], ["1/3", "1/3", "1/3"], ["3/5", "1/5", "1/5"], ["1", "0", "0"]):
        for table in (
            [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
            [["5", "1", "0"], ["0", "4", "2"], ["1", "0", "3"]],
        ):
            for demand in ({"kind": "ldp", "epsilon": "ln3"}, {"kind": "ldp", "epsilon": "1/2"}):
                objective = {"kind": "utility", "utilities": table, "prior": prior}
                yield "only", {"objective": objective, "demand": [demand], "tell": ["only"]}
    for k in (2, 3, 4):
        for epsilon in ("ln3", "1"):
            demand = [{"kind": "ldp", "epsilon": epsilon}]
            yield "only", {"objective": {"kind": "trace"}, "demand": demand, "inputs": k, "tell": ["only", "mechanism"]}
    two = {"kind": "information", "prior": ["1/2", "1/3", "1/6"]}
    for objective in (
        two,
        {"kind": "divergence", "name": "kl", "between": [0, 1]},
        {"kind": "contrast", "contrast": ["1", "2", "3"]},
    ):
        for epsilon in ("ln3", "1/2"):
            demand = [{"kind": "ldp", "epsilon": epsilon}]
            yield "two answers", {"objective": objective, "demand": demand, "inputs": 3, "outputs": 2}


def given_up() -> Iterator[Ask]:
    """What the redesign no longer answers (SCOPE, "Goes", and the cells that say refused)."""
    ldp, slack = [{"kind": "ldp", "epsilon": "ln3"}], [{"kind": "ldp", "epsilon": "ln3", "delta": "1/10"}]
    shares = ["1/2", "1/3", "1/6"]
    of_shares: list[Ask] = [
        {"kind": x, "prevalence": shares} for x in ("total_variance", "determinant", "largest_variance")
    ]
    sums: list[Ask] = [
        {"kind": "information", "prior": shares},
        {"kind": "divergence", "name": "kl", "between": [0, 1]},
    ]
    vulnerable = [{"kind": "vulnerability", "at_most": "1/2"}]
    share = {"kind": "variance", "prevalence": "1/4"}
    for objective in (*of_shares, *sums):
        yield {"objective": objective, "demand": vulnerable, "inputs": 3}
        yield {
            "objective": objective,
            "demand": [{"kind": "ldp", "epsilon": "1/2..2"}],
            "inputs": 3,
            "along": "epsilon",
        }
        yield {"objective": objective, "demand": ldp, "inputs": 3, "outputs": 3}
    for objective in of_shares:
        yield {"objective": objective, "demand": ldp, "inputs": 3, "conditions": ["P[0,1] <= 1/10"]}
    yield {"objective": share, "demand": [{"kind": "vulnerability", "at_most": "7/10"}], "inputs": 2}
    yield {"objective": share, "demand": ldp, "outputs": "free", "conditions": ["P[0,0] <= 3/5"]}
    yield {"objective": share, "demand": slack, "outputs": 3}
    yield {
        "objective": {"kind": "trace"},
        "demand": [{"kind": "ldp", "epsilon": "every", "delta": "1/10"}],
        "inputs": 3,
    }
    yield {"objective": {"kind": "trace"}, "demand": [{"kind": "ldp", "epsilon": "ln3", "delta": "every"}], "inputs": 3}
    yield {
        "objective": {"kind": "trace"},
        "demand": [{"kind": "metric", "distances": "line", "epsilon": "every"}],
        "inputs": 3,
    }
    yield {
        "objective": {"kind": "trace"},
        "demand": [{"kind": "sensitive", "inputs": [0], "epsilon": "every"}],
        "inputs": 3,
    }
    yield {"objective": {"kind": "trace"}, "demand": ldp, "inputs": 4, "outputs": 3}
    yield {"objective": {"kind": "trace", "weights": ["2^(1/2)", "1"]}, "demand": ldp}
    mixed = [of_shares[0], of_shares[2]]
    yield {"objective": {"kind": "worst", "of": mixed}, "demand": ldp, "inputs": 3}
    yield {"objective": {"kind": "sum", "terms": [["1", x] for x in mixed]}, "demand": ldp, "inputs": 3}
    yield {"objective": {"kind": "divergence", "phi": "(x-1)^2", "between": [0, 1]}, "demand": ldp, "inputs": 3}
    seven = [str(F(n + 1, 28)) for n in range(7)]
    yield {"objective": {"kind": "total_variance", "prevalence": seven}, "demand": slack, "inputs": 7}
    yield {"objective": {"kind": "information", "prior": seven}, "demand": slack, "inputs": 7}
    for options in ({"require": "9/5"}, {"require": "3"}, {"plain": True}, {"optima": "all"}, {"closed_forms": False}):
        yield {"objective": {"kind": "trace"}, "demand": ldp, "inputs": 3, "options": options}


def documented() -> Iterator[Ask]:
    """Questions of README, manual, examples and golden answers, as they were asked there."""
    for line in Path(__file__).with_name("documented.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def questions() -> Iterator[dict[str, Any]]:
    """All questions, each asked once."""
    seen: set[str] = set()
    found = [*collect()]
    for number, question in enumerate(found):
        key = json.dumps(question["ask"], sort_keys=True)
        if key not in seen:
            seen.add(key)
            yield {"id": f"designs/{number:04}"} | question


def collect() -> Iterator[dict[str, Any]]:
    for drawn in seeded():
        yield complete(drawn["cell"], drawn["ask"], drawn["seed"])
    for cell, ask in beyond():
        yield complete(cell, ask)
    for cell, ask in corners():
        yield complete(cell, {"question": "design"} | ask)
    for ask in given_up():
        yield complete("given up", {"question": "design"} | ask) | {"expected_after": "refused"}
    for ask in REFUSED:
        yield {"cell": "refused", "seed": None, "size": "ordinary", "ask": {"question": "design"} | ask}
    for line in documented():
        gone = {"expected_after": "refused"} if line.get("gone") else {}
        yield complete(f"documented/{line['from']}", line["ask"]) | gone


def complete(cell: str, ask: Ask, seed: int | None = None) -> dict[str, Any]:
    """A question with its size, and with the gap that SCOPE promises."""
    ordinary = is_ordinary(ask)
    gap = gap_of(ask["objective"]) if "objective" in ask and ask["question"] == "design" and "at" not in ask else None
    if gap is not None and gap != "0" and not ordinary:
        gap = EXTREME_GAP
    expects = {} if gap is None else {"expects": {"gap": gap}}
    return {"cell": cell, "seed": seed, "size": "ordinary" if ordinary else "extreme", "ask": ask} | expects


def gap_of(objective: Ask) -> str:
    """The largest relative distance of the bounds: of a sum or a worst the largest of its parts."""
    if objective["kind"] in ("sum", "worst"):
        parts = objective.get("of") or [x for _, x in objective["terms"]]
        gaps = [gap_of(x) for x in parts]
        several = any(x["kind"] in ("information", "divergence") for x in parts)
        return GAPS["sums"] if several else max(gaps, key=float)
    if objective["kind"] == "divergence" and objective.get("name") == "tv":
        return GAPS["tv"]
    return GAPS[OF_KIND[objective["kind"]]]


OF_KIND = {
    **dict.fromkeys(("trace", "utility", "linear"), "linear"),
    **dict.fromkeys(("total_variance", "contrast", "determinant"), "estimates"),
    **dict.fromkeys(("information", "divergence"), "sums"),
    "variance": "variance",
    "largest_variance": "largest",
}
