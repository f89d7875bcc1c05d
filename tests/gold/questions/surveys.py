"""Questions of surveys, each with its rows: shares, intervals, groups, tests, association, half-samples, sets, refusals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from tests.gold.drawing import number
from tests.gold.rows import draw, draw_all, named, pack, sets_of_size

COVERS = [
    "shares, standard errors, covariances, intervals and likeliest shares of counts and rows, by five kinds of intervals, three "
    "sampling models, weights, clusters, strata, groups, missing and other answers",
    "differences of groups with Holm's and the joint test, means of scales, strata of known sizes, association of two items",
    "half-samples: cheating with the lie detector, unrelated question; answers that are sets; a black box (samples)",
    "answers that no share explains, few clusters, and refusals by class",
    "numbers are floats of 13 digits; likeliest shares without a closed form stand as x ± 1e-7",
    "working shares that the data suggest are rounded to millionths, and stand in the answer",
]
NOT_COVERED = [
    "exact coverage (`true_coverage`), likeliest populations, exact tails of large finite populations: they go",
    "lazy and distributed frames, Parquet; words, warnings and notes; designs in the place of mechanisms",
]
TWO = ("warner", "simmons", "skew", "e")
MORE = ("three", "krr3", "krr4", "wide", "wide3")
METHODS = ("wilson", "normal", "chebyshev", "clopper-pearson", "likelihood-ratio")
LEVELS = ("0.8", "0.9", "0.99", "999/1000")
OPTION_OF = {"weight": "weights", "cluster": "cluster", "stratum": "stratum", "group": "by"}
SIZES = {"north": 3000, "south": 1000, "west": 500}
Asked = dict[str, Any]
Question = tuple[str, Asked, Asked]


def questions() -> Iterator[Asked]:
    """All questions, in a fixed order."""
    return number(
        "surveys", (*of_counts(), *of_rows(), *of_two_items(), *of_halves(), *of_sets(), *by_hand(), *refusals())
    )


def crossed(cell: str, *choices: Any) -> Iterator[Any]:
    """Every combination of the choices, each after a generator of its own and what the question says of it."""
    for seed, chosen in enumerate(itertools.product(*choices)):
        yield Random(f"{cell}/{seed}"), {"seed": seed}, *chosen


def of_counts() -> Iterator[Question]:
    """Counts by answer: devices, kinds of intervals and their confidence, sampling models."""
    every = [{"method": m, "sampling": "census"} for m in METHODS[:4]]
    some = [{"method": m, "sampling": "srs", "population": 450} for m in METHODS[:4]]
    cases: list[tuple[str, tuple[str, ...], list[Asked]]] = [
        ("counts", (*TWO, *MORE, "direct"), [{}]),
        ("counts", ("wide",), [{"working": "1/5"}]),
        ("counts", ("wide3",), [{"working": ["1/2", "1/3", "1/6"]}]),
        *((f"interval/{m}", ("simmons", "krr3"), [{"method": m, "confidence": x} for x in LEVELS]) for m in METHODS),
        ("sampling", ("skew",), every + some),
        ("sampling", ("three",), every[:3] + some[:3]),
    ]
    for cell, devices, options in cases:
        for rng, about, of, how in crossed(cell, devices, options):
            yield cell, counted(of, count(rng, of, int(30 * 13.3 ** rng.random())), **how), about


def counted(of: str, said: dict[str, int], **options: Any) -> Asked:
    return {"do": "estimate", "mechanism": named(of), "counts": said, "options": options}


def count(rng: Random, of: str, n: int) -> dict[str, int]:
    """The counts of n answers of people with random truths."""
    shares = shares_of(rng, len(named(of)["inputs"]))
    said = draw_all(rng, of, rng.choices(range(len(shares)), shares, k=n))
    return {label: said.count(label) for label in named(of)["outputs"]}


def shares_of(rng: Random, k: int) -> list[float]:
    """Random shares, the first of them largest as of an innocent truth."""
    found = sorted((rng.gammavariate(0.7, 1) for _ in range(k)), reverse=True)
    return [x / sum(found) for x in found]


def of_rows() -> Iterator[Question]:
    """Rows with weights, clusters, strata and groups, and what is made of them."""
    weight, cluster, both, group = ("weight",), ("cluster",), ("cluster", "weight"), ("group",)
    pairs = [group, (*group, *weight), (*group, *cluster), (*group, *both)]
    scores = {"scores": ["0", "1", "5/2", "4", "7"]}
    cases: list[tuple[str, str, tuple[str, ...], list[tuple[str, ...]], Asked]] = [
        ("weights", "estimate", (*TWO, *MORE), [weight], {}),
        ("clusters", "estimate", (*TWO, *MORE), [cluster], {}),
        ("clusters", "estimate", ("skew", "three"), [both, (*group, *cluster)], {}),
        ("strata", "estimate", ("warner", "skew", "three"), [("stratum", *x) for x in ((), weight, cluster, both)], {}),
        ("groups", "estimate", ("simmons", "three"), pairs[:2], {}),
        ("means", "estimate", ("three", "krr4", "krr5", "wide3"), [(), weight, cluster], scores),
        ("over strata", "estimate", ("simmons", "three"), pairs[:3], scores | {"sizes": SIZES}),
        ("differences", "compare", ("simmons", "three", "wide", "warner", "krr3"), pairs, {}),
        ("differences", "compare", ("three",), pairs[:3], scores),
        ("differences", "compare", ("three",), pairs[:1], {"share_of": "b"}),
    ]
    for cell, do, devices, columns, more in cases:
        for rng, about, of, names in crossed(cell, devices, columns):
            k = len(named(of)["inputs"])
            asked = more | ({"scores": more["scores"][:k]} if "scores" in more else {})
            options = {"answer": "said", **{OPTION_OF[x]: x for x in names}}
            rows = survey(rng, of, 60 + rng.randrange(160), names)
            yield cell, {"do": do, "mechanism": named(of), "columns": rows, "options": options, **asked}, about


def survey(rng: Random, of: str, n: int, names: tuple[str, ...]) -> Asked:
    """Rows of answers with the named columns; people of one cluster, or else of one group, are alike."""
    k, clusters = len(named(of)["inputs"]), rng.randint(8, 24)
    cluster = sorted(rng.randrange(clusters) for _ in range(n))
    group = [rng.choice(("north", "south", "west")) for _ in range(n)]
    by_place = {key: shares_of(rng, k) for key in [*range(clusters), *SIZES]}
    places: list[Any] = cluster if "cluster" in names else group
    columns: dict[str, list[Any]] = {
        "cluster": [f"c{c}" for c in cluster],
        "group": group,
        "stratum": [f"s{c % 3}" for c in cluster],
        "weight": [rng.choice((0.5, 1, 1, 1.25, 2, 3.5)) for _ in range(n)],
    }
    said = [draw(rng, of, rng.choices(range(k), by_place[key])[0]) for key in places]
    return {"said": pack(said), **{name: pack(columns[name]) for name in names}}


def of_two_items() -> Iterator[Question]:
    """Two related items, the second asked directly where it has no device."""
    pairs = (
        ("warner", "skew"),
        ("simmons", None),
        ("three", "skew"),
        ("three", None),
        ("krr3", "three"),
        ("wide", "warner"),
    )
    options: tuple[Asked, ...] = ({"method": "wilson"}, {"confidence": "0.9", "missing": "drop"})
    cases: list[Any] = [(x, names, {}) for x in pairs for names in ((), ("weight",), ("cluster",))] + [
        (pairs[0], (), x) for x in options
    ]
    for rng, about, ((a, b), names, how) in crossed("association", cases):
        n, direct = 120 + rng.randrange(200), b or "direct"
        columns = survey(rng, a, n, names)
        k, size = len(named(a)["inputs"]), len(named(direct)["inputs"])
        first = rng.choices(range(k), shares_of(rng, k), k=n)
        second = [x % size if rng.random() < 0.5 else rng.randrange(size) for x in first]
        columns |= {"said": pack(draw_all(rng, a, first)), "other": pack(draw_all(rng, direct, second))}
        devices = [named(a), None if b is None else named(b)]
        asked = {"do": "associate", "mechanisms": devices, "items": ["said", "other"], "columns": columns}
        yield "association", {**asked, "options": {OPTION_OF[x]: x for x in names} | how}, about


def of_halves() -> Iterator[Question]:
    """Two half-samples with cheaters, or with an unrelated question."""
    names = ((), ("weight",), ("cluster",), ("stratum", "cluster"), ("group",), ("group", "cluster"))
    for rng, about, model, more, n in crossed("half-samples", ("cheating", "unrelated"), names, (120, 360)):
        devices, sensitive = {"a": "skew", "b": "warner1"}, {"a": 0.75, "b": 0.25}
        half = [rng.choice("ab") for _ in range(n)]
        if model == "cheating":
            said = ["no" if rng.random() < 0.15 else draw(rng, devices[x], int(rng.random() < 0.4)) for x in half]
        else:
            said = ["yes" if rng.random() < (0.2 if rng.random() < sensitive[x] else 0.6) else "no" for x in half]
        columns = survey(rng, "skew", n, more) | {"said": pack(said), "half": pack(half)}
        options: Asked = {"answer": "said", **{OPTION_OF[x]: x for x in more}}
        options |= {"by": "half", **({"groups": "group"} if "group" in more else {})}
        options |= {"outputs": ["no", "yes"]} if model == "unrelated" else {}
        of: Asked = {"a": "3/4", "b": "1/4"} if model == "unrelated" else {x: named(y) for x, y in devices.items()}
        yield (
            f"half-samples/{model}",
            {"do": "half", "model": model, "of": of, "columns": columns, "options": options},
            about,
        )


def of_sets() -> Iterator[Question]:
    """Answers that are sets of inputs: of one class, or of two, of which the sets hold (1, 2), (2, 1) or (0, 3)."""
    for rng, about, t, options in crossed("sets", (3, 6), ({}, {"method": "normal"}, {"sampling": "census"})):
        weights = [str(Fraction(1, t + 1)), *[str(Fraction(1, 2 * t + 2))] * 2]
        two = {
            "members": [[0, 1], [2, 3, 4, 5]],
            "counts": [[1, 2], [2, 1], [0, 3]],
            "weights": weights,
            "ratio": str(t),
        }
        for sets in (sets_of_size(8, 2, t), two | {"inputs": list("abcdef")}):
            said = [draw_set(rng, sets, truth) for truth in rng.choices(sets["inputs"], k=150)]
            counts = {x: said.count(x) for x in sorted(set(said))}
            yield "sets", {"do": "sets", "mechanism": sets, "counts": counts, "options": options}, about


def draw_set(rng: Random, sets: Asked, truth: str) -> str:
    """Draw a set by its weight, and keep it always if one's own truth is in it, else once in t times."""
    while True:
        sizes = rng.choices(sets["counts"], [float(Fraction(w)) for w in sets["weights"]])[0]
        places = sorted(x for of, n in zip(sets["members"], sizes, strict=True) for x in rng.sample(of, n))
        chosen = [sets["inputs"][x] for x in places]
        if truth in chosen or rng.random() < 1 / int(sets["ratio"]):
            return "{" + ",".join(chosen) + "}"


def by_hand() -> Iterator[Question]:
    """Few or many answers, answers that no share explains, few clusters, zero weights, missing answers, a black box."""
    for said in ((1, 0), (0, 2), (3, 4), (600_000, 400_000), (7, 10**9)):
        yield "counts", counted("warner", dict(zip(("no", "yes"), said, strict=True))), {"size": "extreme"}
    tiny = {"mechanism": {"spec": "warner:epsilon=1/1000", "inputs": ["no", "yes"], "outputs": ["no", "yes"]}}
    yield "counts", counted("warner", {"no": 198, "yes": 202}) | tiny, {"size": "extreme"}
    for method, (of, no) in itertools.product(METHODS, (("simmons", 99), ("warner", 6))):
        yield "no share fits", counted(of, {"no": no, "yes": 100 - no}, method=method), {}
    for three in ((0, 100, 0), (90, 5, 5)):
        yield "no share fits", counted("three", dict(zip("abc", three, strict=True))), {}
    for a, b in ((20, 20), (1, 39), (40, 0)):
        both = {"a": {"no": 40 - a, "yes": a}, "b": {"no": 40 - b, "yes": b}}
        of_both = {"a": named("warner"), "b": named("warner1")}
        yield "no share fits", {"do": "half", "model": "cheating", "of": of_both, "counts": both}, {"size": "extreme"}
    rng = Random(7)
    for clusters, n in ((2, 60), (3, 45), (4, 200)):
        rows: Asked = {
            "said": pack(draw_all(rng, "skew", [0, 0, 1] * (n // 3))),
            "c": pack([i % clusters for i in range(n // 3 * 3)]),
        }
        yield "clusters", row_question(rows, cluster="c"), {}
    alike = {"said": pack(["no", "no", "yes"] * 20), "c": pack([i // 3 for i in range(60)])}
    yield "clusters", row_question(alike, cluster="c"), {"size": "extreme"}
    for most in (1, 1e9):
        weights = {"said": alike["said"], "w": pack([most, *(float(rng.random() > 0.2) for _ in range(59))])}
        yield "weights", row_question(weights, weights="w"), {"size": "ordinary" if most == 1 else "extreme"}
    for option, strange in (("missing", None), ("other", "perhaps")):
        yield (
            "missing",
            row_question({"said": pack(["no"] * 40 + ["yes"] * 30 + [strange] * 2)}, **{option: "drop"}),
            {},
        )
    table = {"said": pack(["no", "yes"] * 2), "g": pack("aabb"), "n": pack([50, 31, 44, 60])}
    yield "groups", row_question(table, by="g", counts="n"), {}
    yield "groups", row_question(survey(rng, "skew", 150, ("group", "stratum")), by=["group", "stratum"]), {}
    srs = {"sampling": "srs", "population": {"a": 300, "b": 150}}
    yield "sampling", row_question(table, by="g", counts="n", **srs), {}
    scale = {"rows": [["3/4", "1/2", "1/4"], ["1/4", "1/2", "3/4"]], "inputs": list("abc"), "outputs": ["low", "high"]}
    for low, high in ((60, 40), (3, 2), (11, 0)):
        yield "means", {"do": "mean", "mechanism": scale, "counts": {"low": low, "high": high}, "scores": [1, 2, 3]}, {}
    for times, options in (((500, 0, 0, 500), {}), ((80, 20, 30, 70), {}), ((90, 10, 20, 80), {"delta": "1/10"})):
        cells = [[*pair, n] for pair, n in zip(itertools.product(("no", "yes"), repeat=2), times, strict=True)]
        yield "samples", {"do": "samples", "answers": cells, "options": options}, {}


def row_question(columns: Asked, **options: Any) -> Asked:
    return {"do": "estimate", "mechanism": named("skew"), "columns": columns, "options": {"answer": "said", **options}}


def refusals() -> Iterator[Question]:
    flat = {"rows": [["1/2", "1/2"], ["1/2", "1/2"]], "inputs": ["no", "yes"], "outputs": ["no", "yes"]}
    rows = {"said": pack(["no", "yes"] * 10), "c": pack([1] * 20), "w": pack([-1, 1] * 10), "g": pack("ab" * 10)}
    ten, plain = {"no": 6, "yes": 4}, {"do": "estimate", "mechanism": named("warner")}
    wrong: list[Asked] = [
        {"do": "estimate", "mechanism": flat, "counts": ten},
        *(counted("warner", {"no": 6} | said) for said in ({"maybe": 4}, {"yes": -4}, {"no": 0})),
        *(counted("warner", ten, confidence=x) for x in ("0", "1", "half")),
        *(counted("warner", ten, **x) for x in ({"method": "bayes"}, {"sampling": "often"}, {"sampling": "srs"})),
        counted("warner", ten, sampling="srs", population=9),
        counted("warner", ten, sampling="census", method="likelihood-ratio"),
        counted("wide", {"u": 3, "v": 4, "w": 5}, working="2"),
        counted("three", {"a": 3, "b": 4, "c": 5}, method="clopper-pearson"),
        *(plain | {"answers": x} for x in ([6, 4], [], ["no", "yes", None])),
        *(row_question(rows, weights=x) for x in ("w", "absent")),
        *(row_question(rows, cluster=x) for x in ("c", "said")),
        row_question(rows, cluster="g", method="wilson"),
        row_question(rows, by="absent"),
        row_question(rows, by="c") | {"do": "compare"},
        row_question(rows, by="g") | {"do": "compare", "scores": [1, 1]},
        *(row_question(rows, by="g") | {"sizes": x} for x in ({"a": 100}, {"a": 5, "b": 100})),
        {"do": "half", "model": "unrelated", "of": {"a": "1/2", "b": "1/2"}, "counts": {"a": ten, "b": ten}},
        {"do": "half", "model": "cheating", "of": {"a": named("warner")}, "counts": {"a": ten}},
        {"do": "associate", "mechanisms": [named("warner"), None], "items": ["said", "absent"], "columns": rows},
        {"do": "samples", "answers": [["no", "no", 5]]},
    ]
    return (("refusal", ask, {}) for ask in wrong)
