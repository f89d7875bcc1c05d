"""Questions of surveys, each with its rows: shares, intervals, groups, tests, association, half-samples, sets, refusals."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.gold.drawing import number
from tests.gold.rows import draw, draw_all, named, pack

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
    "exact coverage (`true_coverage`), likeliest populations, exact tails of finite populations beyond 240 people: they go",
    "lazy and distributed frames, Parquet; words, warnings and notes; designs in the place of mechanisms",
]
TWO = ("warner", "simmons", "skew", "e")
MORE = ("three", "krr3", "krr4", "wide", "wide3")
METHODS = ("wilson", "normal", "chebyshev", "clopper-pearson", "likelihood-ratio")
LEVELS = ("0.8", "0.9", "0.99", "999/1000")
WEIGHTS = (0.5, 1, 1, 1.25, 2, 3.5)


def questions() -> Iterator[dict[str, Any]]:
    """All questions, in a fixed order; a seed makes the rows of one."""
    return number("surveys", _made())


def _made() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    parts = (
        counts, methods, models, weighted, clustered, in_strata, few_clusters, missing, groups, means, whole, differences,
        associations, halves, sets, samples, misfits, refusals,
    )  # fmt: skip
    seed = 0
    for part in parts:
        for cell, size, make in part():
            seed += 1
            yield cell_of(cell), make(random.Random(seed)), {"seed": seed, "size": size}


def cell_of(name: str) -> str:
    """What the question is about, without the options that go with it; intervals by their method, half-samples by their model."""
    parts = name.split("/")
    return "/".join(parts[: 1 + (parts[0] in ("interval", "half-samples"))])


def shares_of(rng: random.Random, k: int) -> list[float]:
    """Random shares, the first of them largest as of an innocent truth."""
    found = sorted((rng.gammavariate(0.7, 1) for _ in range(k)), reverse=True)
    return [x / sum(found) for x in found]


def answers(rng: random.Random, of: str, n: int, shares: list[float] | None = None) -> list[str]:
    """Draw n answers of people with random truths."""
    shares = shares or shares_of(rng, len(named(of)["inputs"]))
    return draw_all(rng, of, rng.choices(range(len(shares)), shares, k=n))


def size_of(rng: random.Random) -> int:
    return int(30 * 13.3 ** rng.random())


def counted(rng: random.Random, of: str, n: int) -> dict[str, int]:
    said = answers(rng, of, n)
    return {label: said.count(label) for label in named(of)["outputs"]}


def frame(rng: random.Random, of: str, n: int, *more: str) -> dict[str, Any]:
    """Rows of a survey: answers, and of groups, weights, clusters and strata those that are asked for.

    People of one cluster and of one group are alike: each has shares of its own.
    """
    k, clusters = len(named(of)["inputs"]), rng.randint(8, 24)
    cluster = sorted(rng.randrange(clusters) for _ in range(n))
    group = [rng.choice(("north", "south", "west")[: 2 + (n > 100)]) for _ in range(n)]
    by_place = {key: shares_of(rng, k) for key in [*range(clusters), "north", "south", "west"]}
    keys = cluster if "cluster" in more else group
    said = [draw(rng, of, rng.choices(range(k), by_place[key])[0]) for key in keys]
    columns: dict[str, list[Any]] = {
        "cluster": [f"c{c}" for c in cluster],
        "group": group,
        "stratum": [f"s{c % 3}" for c in cluster],
        "weight": [rng.choice(WEIGHTS) for _ in range(n)],
    }
    return {"said": pack(said), **{name: pack(columns[name]) for name in more}}


def plain(do: str, of: str, columns: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"do": do, "mechanism": named(of), "columns": columns, "options": {"answer": "said", **options}}


def counts() -> Iterator[Any]:
    for of in (*TWO, *MORE, "direct"):
        yield "counts", "ordinary", lambda rng, of=of: of_counts(of, counted(rng, of, size_of(rng)))
    for of, at in (("wide", "1/5"), ("wide3", ["1/2", "1/3", "1/6"])):
        yield "counts/working", "ordinary", lambda rng, of=of, at=at: of_counts(of, counted(rng, of, 200), working=at)
    for said in ((1, 0), (0, 2), (3, 4), (600_000, 400_000), (7, 10**9)):
        how = {"no": said[0], "yes": said[1]}
        yield "counts/few or many", "extreme", lambda _, how=how: of_counts("warner", how)
    yield (
        "counts/near nothing",
        "extreme",
        lambda _: {
            "do": "estimate",
            "mechanism": {"spec": "warner:epsilon=1/1000", "inputs": ["no", "yes"], "outputs": ["no", "yes"]},
            "counts": {"no": 198, "yes": 202},
        },
    )


def of_counts(of: str, said: dict[str, int], **options: Any) -> dict[str, Any]:
    return {"do": "estimate", "mechanism": named(of), "counts": said, "options": options}


def methods() -> Iterator[Any]:
    for method, level in itertools.product(METHODS, LEVELS):
        for of in ("simmons", "krr3") if level in ("0.9", "0.99") else ("e",):
            yield (
                f"interval/{method}",
                "ordinary",
                lambda rng, of=of, method=method, level=level: of_counts(
                    of, counted(rng, of, size_of(rng)), method=method, confidence=level
                ),
            )


def models() -> Iterator[Any]:
    for model, method in itertools.product(("census", "srs"), METHODS[:4]):
        for of in ("skew", "three")[: 1 + (method != "clopper-pearson")]:
            yield (
                f"sampling/{model}",
                "ordinary",
                lambda rng, of=of, model=model, method=method: of_counts(
                    of,
                    counted(rng, of, 80),
                    method=method,
                    sampling=model,
                    **({"population": 240} if model == "srs" else {}),
                ),
            )
    yield (
        "sampling/srs",
        "extreme",
        lambda rng: of_counts("warner", counted(rng, "warner", 60), sampling="srs", population=60),
    )
    yield (
        "sampling/srs/groups",
        "ordinary",
        lambda rng: plain(
            "estimate",
            "skew",
            frame(rng, "skew", 90, "group"),
            by="group",
            sampling="srs",
            population={"north": 300, "south": 150},
        ),
    )


def weighted() -> Iterator[Any]:
    for of in (*TWO, *MORE):
        yield (
            "weights",
            "ordinary",
            lambda rng, of=of: plain(
                "estimate", of, frame(rng, of, size_of(rng), "weight"), weights="weight", confidence=rng.choice(LEVELS)
            ),
        )
    yield "weights/zero", "ordinary", lambda rng: plain("estimate", "skew", zero_weights(rng), weights="weight")
    yield "weights/unequal", "extreme", lambda rng: plain("estimate", "skew", zero_weights(rng, 1e9), weights="weight")


def zero_weights(rng: random.Random, most: float = 1) -> dict[str, Any]:
    """Some weights are 0, and one is `most`."""
    said = answers(rng, "skew", 60)
    return {"said": pack(said), "weight": pack([most, *(float(rng.random() > 0.2) for _ in said[1:])])}


def clustered() -> Iterator[Any]:
    for of in (*TWO, *MORE):
        yield (
            "clusters",
            "ordinary",
            lambda rng, of=of: plain("estimate", of, frame(rng, of, size_of(rng) + 40, "cluster"), cluster="cluster"),
        )
    for of in ("skew", "three"):
        yield (
            "clusters/weights",
            "ordinary",
            lambda rng, of=of: plain(
                "estimate", of, frame(rng, of, 180, "cluster", "weight"), cluster="cluster", weights="weight"
            ),
        )
        yield (
            "clusters/groups",
            "ordinary",
            lambda rng, of=of: plain(
                "estimate", of, frame(rng, of, 180, "cluster", "group"), cluster="cluster", by="group"
            ),
        )


def in_strata() -> Iterator[Any]:
    for of, more in itertools.product(
        ("warner", "skew", "three"), (("cluster",), ("weight",), (), ("cluster", "weight"))
    ):
        how = {"cluster": "cluster", "weight": "weights"}
        yield (
            "strata" + "".join(f"/{x}s" for x in more),
            "ordinary",
            lambda rng, of=of, more=more, how=how: plain(
                "estimate", of, frame(rng, of, 150, "stratum", *more), stratum="stratum", **{how[x]: x for x in more}
            ),
        )


def few_clusters() -> Iterator[Any]:
    for clusters, n in ((2, 60), (3, 45), (4, 200)):
        yield (
            "clusters/few",
            "ordinary",
            lambda rng, c=clusters, n=n: plain(
                "estimate",
                "skew",
                {"said": pack(answers(rng, "skew", n)), "cluster": pack([f"c{i % c}" for i in range(n)])},
                cluster="cluster",
            ),
        )
    yield (
        "clusters/alike",
        "extreme",
        lambda _: plain(
            "estimate",
            "skew",
            {"said": pack(["no", "no", "yes"] * 20), "cluster": pack([i // 3 for i in range(60)])},
            cluster="cluster",
        ),
    )


def missing() -> Iterator[Any]:
    for drop in ("missing", "other"):
        for of in ("skew", "three"):
            strange = None if drop == "missing" else "perhaps"
            yield (
                f"{drop}/drop",
                "ordinary",
                lambda rng, of=of, drop=drop, x=strange: plain(
                    "estimate", of, {"said": pack([*answers(rng, of, 70), x, x])}, **{drop: "drop"}
                ),
            )


def groups() -> Iterator[Any]:
    for of, more in itertools.product(("simmons", "three"), ((), ("weight",))):
        how = {"weights": "weight"} if more else {}
        yield (
            "groups" + "/weights" * bool(more),
            "ordinary",
            lambda rng, of=of, more=more, how=how: plain(
                "estimate", of, frame(rng, of, 160, "group", *more), by="group", **how
            ),
        )
    yield (
        "groups/several columns",
        "ordinary",
        lambda rng: plain("estimate", "skew", frame(rng, "skew", 150, "group", "stratum"), by=["group", "stratum"]),
    )
    yield (
        "groups/counts",
        "ordinary",
        lambda rng: plain(
            "estimate",
            "skew",
            {"said": pack(["no", "yes"] * 2), "group": pack("aabb"), "n": pack([rng.randint(5, 99) for _ in range(4)])},
            by="group",
            counts="n",
        ),
    )


def means() -> Iterator[Any]:
    for of in ("three", "krr4", "krr5", "wide3"):
        yield "means", "ordinary", lambda rng, of=of: scored(plain("estimate", of, frame(rng, of, size_of(rng) + 20)))
    for extra in ("weight", "cluster"):
        how = {"weight": "weights"}.get(extra, extra)
        yield (
            f"means/{extra}s",
            "ordinary",
            lambda rng, x=extra, how=how: scored(plain("estimate", "three", frame(rng, "three", 150, x), **{how: x})),
        )
    for model in ("census", "srs"):
        yield (
            f"means/{model}",
            "ordinary",
            lambda rng, model=model: scored(
                of_counts(
                    "three",
                    counted(rng, "three", 90),
                    sampling=model,
                    **({"population": 400} if model == "srs" else {}),
                )
            ),
        )
    scale = {
        "rows": [["3/4", "1/2", "1/4"], ["1/4", "1/2", "3/4"]],
        "inputs": ["a", "b", "c"],
        "outputs": ["low", "high"],
    }
    for low, high in ((60, 40), (3, 2), (11, 0)):
        said = {"low": low, "high": high}
        yield (
            "means/two answers",
            "ordinary" if high else "extreme",
            lambda _, said=said: {
                "do": "mean",
                "mechanism": scale,
                "counts": said,
                "scores": [1, 2, 3],
            },
        )


def scored(ask: dict[str, Any]) -> dict[str, Any]:
    """Ask for the mean of a scale too, with uneven scores."""
    return {**ask, "scores": ["0", "1", "5/2", "4", "7"][: len(ask["mechanism"]["inputs"])]}


def whole() -> Iterator[Any]:
    for of, more in itertools.product(("simmons", "three"), ((), ("weight",), ("cluster",))):
        how = {{"weight": "weights"}.get(x, x): x for x in more}
        yield (
            "over strata" + "".join(f"/{x}s" for x in more),
            "ordinary",
            lambda rng, of=of, more=more, how=how: (
                scored(plain("estimate", of, frame(rng, of, 150, "group", *more), by="group", **how))
                | {"sizes": {"north": 3000, "south": 1000, "west": 500}}
            ),
        )


def differences() -> Iterator[Any]:
    for of, more in itertools.product(
        ("simmons", "three", "wide"), ((), ("weight",), ("cluster",), ("cluster", "weight"))
    ):
        how = {{"weight": "weights"}.get(x, x): x for x in more}
        for n in (70, 200):
            yield (
                "differences" + "".join(f"/{x}s" for x in more),
                "ordinary",
                lambda rng, of=of, more=more, how=how, n=n: plain(
                    "compare", of, frame(rng, of, n, "group", *more), by="group", **how
                ),
            )
    for more in ((), ("cluster",)):
        yield (
            "differences/means",
            "ordinary",
            lambda rng, more=more: scored(
                plain("compare", "three", frame(rng, "three", 150, "group", *more), by="group", **{x: x for x in more})
            ),
        )
    yield (
        "differences/one share",
        "ordinary",
        lambda rng: (
            plain("compare", "three", frame(rng, "three", 150, "group"), by="group", confidence="0.9")
            | {"share_of": "b"}
        ),
    )
    yield (
        "differences/census",
        "ordinary",
        lambda rng: plain("compare", "skew", frame(rng, "skew", 90, "group"), by="group", sampling="census"),
    )
    yield (
        "differences/alike",
        "extreme",
        lambda _: plain(
            "compare",
            "skew",
            {"said": pack(["no"] * 20 + ["yes"] * 20), "group": pack("a" * 20 + "b" * 20)},
            by="group",
        ),
    )


def associations() -> Iterator[Any]:
    pairs = (
        ("warner", "skew"),
        ("simmons", None),
        ("three", "skew"),
        ("three", None),
        ("krr3", "three"),
        ("wide", "warner"),
    )
    for (a, b), more in itertools.product(pairs, ((), ("weight",), ("cluster",))):
        yield (
            "association" + "".join(f"/{x}s" for x in more),
            "ordinary",
            lambda rng, a=a, b=b, more=more: two_items(rng, a, b, more),
        )
    yield "association/wilson", "ordinary", lambda rng: two_items(rng, "warner", "skew", (), method="wilson")
    yield (
        "association/missing",
        "ordinary",
        lambda rng: two_items(rng, "warner", "skew", (), missing="drop", confidence="0.9"),
    )


def two_items(rng: random.Random, a: str, b: str | None, more: tuple[str, ...], **options: Any) -> dict[str, Any]:
    """Rows of two related items, the second asked directly where b is None."""
    n, direct = 120 + rng.randrange(200), b or "direct"
    columns = frame(rng, a, n, *more)
    k, size = len(named(a)["inputs"]), len(named(direct)["inputs"])
    first = rng.choices(range(k), shares_of(rng, k), k=n)
    second = [x % size if rng.random() < 0.5 else rng.randrange(size) for x in first]
    columns |= {"said": pack(draw_all(rng, a, first)), "other": pack(draw_all(rng, direct, second))}
    options |= {{"weight": "weights"}.get(x, x): x for x in more}
    devices = [named(a), None if b is None else named(b)]
    return {
        "do": "associate",
        "mechanisms": devices,
        "items": ["said", "other"],
        "columns": columns,
        "options": options,
    }


def halves() -> Iterator[Any]:
    for model, more in itertools.product(
        ("cheating", "unrelated"), ((), ("weight",), ("cluster",), ("stratum", "cluster"), ("group",))
    ):
        for n in (120, 360):
            cell = f"half-samples/{model}" + "".join(f"/{x}s" for x in more)
            yield cell, "ordinary", lambda rng, model=model, more=more, n=n: half_samples(rng, model, n, more)
    for a, b in ((20, 20), (1, 39), (40, 0)):
        said = {"a": {"no": 40 - a, "yes": a}, "b": {"no": 40 - b, "yes": b}}
        yield (
            "half-samples/no share fits",
            "extreme",
            lambda _, said=said: {
                "do": "half",
                "model": "cheating",
                "of": {"a": named("warner"), "b": named("warner1")},
                "counts": said,
            },
        )


def half_samples(rng: random.Random, model: str, n: int, more: tuple[str, ...]) -> dict[str, Any]:
    """Rows of two half-samples with cheaters, or with an unrelated question."""
    columns, half = frame(rng, "skew", n, *more), [rng.choice("ab") for _ in range(n)]
    devices = {"a": "skew", "b": "warner1"}
    asked = {"a": 0.75, "b": 0.25}

    def say(name: str) -> str:
        if model == "unrelated":
            return "yes" if rng.random() < (0.2 if rng.random() < asked[name] else 0.6) else "no"
        return "no" if rng.random() < 0.15 else draw(rng, devices[name], int(rng.random() < 0.4))

    columns |= {"said": pack([say(x) for x in half]), "half": pack(half)}
    of: dict[str, Any] = {"a": "3/4", "b": "1/4"} if model == "unrelated" else {x: named(devices[x]) for x in "ab"}
    names = {"weight": "weights", "group": "groups"}
    options: dict[str, Any] = {"by": "half", "answer": "said", **{names.get(x, x): x for x in more}}
    options |= {"outputs": ["no", "yes"]} if model == "unrelated" else {}
    return {"do": "half", "model": model, "of": of, "columns": columns, "options": options}


def sets() -> Iterator[Any]:
    """Answers that are sets of inputs: of one class, or of two, of which the sets hold (1, 2), (2, 1) or (0, 3)."""
    for t, options in itertools.product((3, 6), ({}, {"method": "normal"}, {"sampling": "census"})):
        for members, counts in (([range(8)], [[2]]), ([range(2), range(2, 6)], [[1, 2], [2, 1], [0, 3]])):
            yield (
                "sets",
                "ordinary",
                lambda rng, m=members, c=counts, t=t, options=options: of_sets(rng, m, c, t, options),
            )


def of_sets(rng: random.Random, members: Any, counts: Any, t: int, options: dict[str, Any]) -> dict[str, Any]:
    """Draw a set by its weight, and keep it always if one's own truth is in it, else once in t times."""
    weights = [Fraction(4, t + 3)] if len(counts) == 1 else [Fraction(1, t + 1), *[Fraction(1, 2 * t + 2)] * 2]
    inputs = "abcdefgh"[: sum(map(len, members))]
    said = []
    for truth in rng.choices(range(len(inputs)), shares_of(rng, len(inputs)), k=150):
        while True:
            sizes = rng.choices(counts, [float(w) for w in weights])[0]
            chosen = {x for of, size in zip(members, sizes, strict=True) for x in rng.sample(list(of), size)}
            if truth in chosen or rng.random() < 1 / t:
                break
        said.append("{" + ",".join(inputs[x] for x in sorted(chosen)) + "}")
    mechanism: dict[str, Any] = {
        "members": list(map(list, members)),
        "counts": counts,
        "weights": list(map(str, weights)),
        "ratio": str(t),
        "inputs": list(inputs),
    }
    return {
        "do": "sets",
        "mechanism": mechanism,
        "counts": {x: said.count(x) for x in sorted(set(said))},
        "options": options,
    }


def samples() -> Iterator[Any]:
    for times, options in (
        ((500, 0, 0, 500), {}),
        ((80, 20, 30, 70), {}),
        ((90, 10, 20, 80), {"delta": "1/10"}),
        ((5, 5, 5, 5), {}),
    ):
        cells = [(x, y) for x in ("no", "yes") for y in ("no", "yes")]
        rows = [[x, y, n] for (x, y), n in zip(cells, times, strict=True)]
        yield (
            "samples",
            "ordinary",
            lambda _, rows=rows, options=options: {"do": "samples", "answers": rows, "options": options},
        )


def misfits() -> Iterator[Any]:
    """Answers that no share explains, as of people who protect themselves, or of another device."""
    for method in METHODS:
        for of, said in (("simmons", {"no": 99, "yes": 1}), ("warner", {"no": 6, "yes": 94})):
            yield "no share fits", "ordinary", lambda _, of=of, said=said, m=method: of_counts(of, said, method=m)
    for said in ({"a": 0, "b": 100, "c": 0}, {"a": 90, "b": 5, "c": 5}):
        yield "no share fits", "ordinary", lambda _, said=said: of_counts("three", said)
    for n in (40, 150):
        yield "self-protective", "ordinary", lambda rng, n=n: of_counts("skew", protected(rng, n))


def protected(rng: random.Random, n: int) -> dict[str, int]:
    """A third of those with the trait say no whatever the device tells."""
    truths = [rng.random() < 0.3 for _ in range(n)]
    said = ["no" if x and rng.random() < 1 / 3 else draw(rng, "skew", int(x)) for x in truths]
    return {x: said.count(x) for x in ("no", "yes")}


def refusals() -> Iterator[Any]:
    flat = {"rows": [["1/2", "1/2"], ["1/2", "1/2"]], "inputs": ["no", "yes"], "outputs": ["no", "yes"]}
    rows = {"said": pack(["no", "yes"] * 10), "c": pack([1] * 20), "w": pack([-1, 1] * 10), "g": pack("ab" * 10)}
    ten = {"no": 6, "yes": 4}
    wrong: list[dict[str, Any]] = [
        {"do": "estimate", "mechanism": flat, "counts": ten},
        of_counts("warner", {"no": 6, "maybe": 4}),
        of_counts("warner", {"no": -6, "yes": 4}),
        of_counts("warner", {"no": 0, "yes": 0}),
        of_counts("warner", ten, method="bayes"),
        of_counts("warner", ten, confidence="1"),
        of_counts("warner", ten, confidence="0"),
        of_counts("warner", ten, sampling="srs"),
        of_counts("warner", ten, sampling="srs", population=9),
        of_counts("warner", ten, sampling="census", method="likelihood-ratio"),
        of_counts("warner", ten, sampling="often"),
        of_counts("wide", {"u": 3, "v": 4, "w": 5}, working="2"),
        of_counts("three", {"a": 3, "b": 4, "c": 5}, method="clopper-pearson"),
        {"do": "estimate", "mechanism": named("warner"), "answers": [6, 4]},
        {"do": "estimate", "mechanism": named("warner"), "answers": []},
        {"do": "estimate", "mechanism": named("warner"), "answers": ["no", "yes", None]},
        plain("estimate", "warner", rows, weights="w"),
        plain("estimate", "warner", rows, weights="absent"),
        plain("estimate", "warner", rows, cluster="c", method="wilson"),
        plain("estimate", "warner", rows, by="absent"),
        plain("estimate", "warner", rows, cluster="said"),
        plain("compare", "warner", rows, by="c"),
        scored(plain("compare", "warner", rows, by="g")) | {"scores": [1, 1]},
        plain("estimate", "warner", rows, by="g") | {"sizes": {"a": 100}},
        plain("estimate", "warner", rows, by="g") | {"sizes": {"a": 5, "b": 100}},
        {"do": "half", "model": "unrelated", "of": {"a": "1/2", "b": "1/2"}, "counts": {"a": ten, "b": ten}},
        {"do": "half", "model": "cheating", "of": {"a": named("warner")}, "counts": {"a": ten}},
        {"do": "associate", "mechanisms": [named("warner"), None], "items": ["said", "absent"], "columns": rows},
        {"do": "samples", "answers": [["no", "no", 5]]},
    ]
    for ask in wrong:
        yield "refusal", "ordinary", lambda _, ask=ask: ask
    yield "one cluster", "extreme", lambda _: plain("estimate", "warner", rows, cluster="c")
