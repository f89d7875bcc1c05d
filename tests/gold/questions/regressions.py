"""Questions of regressions, each with its rows: randomized answers and covariates of simulated people."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

from tests.gold.drawing import number
from tests.gold.rows import draw, named, pack

COVERS = [
    "logit, multinomial and ordinal models of the truth; the truth as predictor of a linear or yes/no outcome; unrelated question",
    "coefficients, covariances by expected and observed information, HC0 and clusters, intervals, p-values, likelihood, AIC, BIC",
    "several mechanisms (half-samples), weights, clusters, strata, counts, missing rows; likelihoods without a maximum; refusals",
    "odds ratios, average effects, predictions, Wald's and the likelihood-ratio tests",
    "numbers are x ± 1e-6 (the log-likelihood ± 1e-7, statistics of tests ± 1e-5), as they were found by climbing",
]
NOT_COVERED = ["the test of proportional odds (it goes), warnings and notes, functions in formulas but squares"]
EVERYTHING = {"odds_ratios": True, "effects": True, "tests": ["age", "age = 0.5", ["age", "sex"]]}


def questions() -> Iterator[dict[str, Any]]:
    """All questions; a seed makes the rows of one."""
    parts = itertools.chain(
        logits(), covariances(), many_truths(), several_devices(), predictors(), separated(), refusals()
    )
    made = (
        (cell, make(random.Random(seed)), {"seed": seed, "size": size})
        for seed, (cell, size, make) in enumerate(parts, start=1)
    )
    return number("regressions", made)


def people(rng: random.Random, n: int) -> dict[str, list[Any]]:
    """Covariates, weights, clusters and strata."""
    cluster = sorted(rng.randrange(14) for _ in range(n))
    return {
        "age": [round(max(-2, min(2, rng.gauss(0, 1))) * 4) / 4 for _ in range(n)],
        "sex": [rng.randrange(2) for _ in range(n)],
        "region": [rng.choice("abc") for _ in range(n)],
        "w": [rng.choice((0.5, 1, 1, 2, 3.5)) for _ in range(n)],
        "school": [f"c{x}" for x in cluster],
        "stratum": [f"s{x % 3}" for x in cluster],
    }


def truths(rng: random.Random, columns: dict[str, list[Any]], k: int) -> list[int]:
    """Truths that grow with age, less with sex, by a multinomial model."""
    rows = zip(columns["age"], columns["sex"], strict=True)
    return [rng.choices(range(k), [math.exp(j * (0.8 * a - 0.4 * s - 0.3)) for j in range(k)])[0] for a, s in rows]


def asked(rng: random.Random, of: str, n: int, formula: str, options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ask a regression of the truth on what the formula names."""
    columns = people(rng, n)
    columns["said"] = [draw(rng, of, x) for x in truths(rng, columns, len(named(of)["inputs"]))]
    return {
        "formula": formula,
        "mechanism": named(of),
        "columns": used(columns, formula, options),
        "options": options,
        **more,
    }


def used(columns: dict[str, list[Any]], formula: str, options: dict[str, Any]) -> dict[str, Any]:
    """Only the columns that the formula or an option names."""
    named_by = [x for x in options.values() if isinstance(x, str)]
    kept = {x for x in columns if x in formula or x in named_by}
    return {name: pack(x) for name, x in columns.items() if name in kept}


def new_people(rng: random.Random) -> dict[str, Any]:
    return {name: pack(x) for name, x in people(rng, 5).items() if name in ("age", "sex", "region")}


def logits() -> Iterator[Any]:
    formulas = ("said ~ age", "said ~ age + sex", "said ~ age * sex + C(region)")
    for of, formula in itertools.product(("warner", "skew", "e", "wide"), formulas):
        yield (
            "logit",
            "ordinary",
            lambda rng, of=of, formula=formula: asked(
                rng,
                of,
                150 + rng.randrange(150),
                formula,
                {},
                **EVERYTHING,
                against="said ~ 1",
                predict=new_people(rng),
            ),
        )
    yield (
        "logit",
        "ordinary",
        lambda rng: asked(rng, "skew", 200, "said ~ age + I(age ** 2)", {"positive": "no"}, odds_ratios=True),
    )
    yield (
        "logit",
        "ordinary",
        lambda rng: asked(rng, "skew", 200, "said ~ age - 1", {"confidence": "0.9"}, effects=True),
    )
    yield "logit", "ordinary", lambda rng: asked(rng, "direct", 120, "said ~ age + sex", {}, effects=True)
    yield (
        "logit",
        "ordinary",
        lambda _: {
            "formula": "said ~ old",
            "mechanism": named("skew"),
            "columns": {"said": pack(["no", "yes"] * 2), "old": pack([0, 0, 1, 1]), "n": pack([70, 30, 45, 62])},
            "options": {"counts": "n"},
            "against": "said ~ 1",
        },
    )
    yield "logit", "ordinary", lambda rng: with_missing(asked(rng, "skew", 120, "said ~ age", {}))


def with_missing(ask: dict[str, Any]) -> dict[str, Any]:
    """Take two ages and an answer away."""
    for name, places in (("age", (3, 17)), ("said", (5,))):
        column = ask["columns"][name]
        column["values"].append(None)
        sign, rows = "0123456789abcdefghijklmnopqrstuvwxyz"[len(column["values"]) - 1], list(column["rows"])
        for place in places:
            rows[place] = sign
        column["rows"] = "".join(rows)
    return ask


def covariances() -> Iterator[Any]:
    ways: tuple[dict[str, Any], ...] = (
        {"cov_type": "observed"},
        {"cov_type": "HC0"},
        {"weights": "w"},
        {"cluster": "school"},
        {"cluster": "school", "stratum": "stratum"},
        {"stratum": "region"},
        {"weights": "w", "cluster": "school", "stratum": "stratum"},
        {"weights": "w", "cov_type": "observed"},
    )
    for (of, model), way in itertools.product(
        (("skew", "logit"), ("three", "multinomial"), ("three", "ordinal")), ways
    ):
        yield (
            "errors",
            "ordinary",
            lambda rng, of=of, model=model, way=way: asked(
                rng, of, 240, "said ~ age + sex", {"model": model, **way}, **EVERYTHING
            ),
        )


def many_truths() -> Iterator[Any]:
    for of, model in itertools.product(("three", "krr3", "wide3"), ("multinomial", "ordinal")):
        for formula in ("said ~ age", "said ~ age + sex"):
            yield (
                model,
                "ordinary",
                lambda rng, of=of, model=model, formula=formula: asked(
                    rng,
                    of,
                    240,
                    formula,
                    {"model": model},
                    odds_ratios=True,
                    effects=True,
                    predict=new_people(rng),
                    against="said ~ 1",
                ),
            )


def several_devices() -> Iterator[Any]:
    for more in ({}, {"cluster": "school"}, {"weights": "w"}):
        yield "several devices", "ordinary", lambda rng, more=more: half_samples(rng, more)
    for more in ({}, {"cluster": "school"}):
        yield "unrelated question", "ordinary", lambda rng, more=more: unrelated(rng, more)


def half_samples(rng: random.Random, more: dict[str, Any]) -> dict[str, Any]:
    ask = asked(rng, "skew", 240, "said ~ age", {"by": "half", **more}, effects=True)
    devices = {"a": "skew", "b": "warner1"}
    half, columns = [rng.choice("ab") for _ in range(240)], people(rng, 240)
    said = [draw(rng, devices[h], x) for h, x in zip(half, truths(rng, columns, 2), strict=True)]
    columns |= {"said": said, "half": half}
    del ask["mechanism"]
    return ask | {
        "mechanisms": {x: named(y) for x, y in devices.items()},
        "columns": used(columns, "said ~ age", ask["options"]),
    }


def unrelated(rng: random.Random, more: dict[str, Any]) -> dict[str, Any]:
    columns, half = people(rng, 360), [rng.choice("ab") for _ in range(360)]
    asked_it = [rng.random() < {"a": 0.75, "b": 0.3}[h] for h in half]
    rows = zip(asked_it, truths(rng, columns, 2), strict=True)
    columns |= {
        "half": half,
        "said": [("no", "yes")[x if sensitive else int(rng.random() < 0.6)] for sensitive, x in rows],
    }
    options = {"by": "half", "unrelated": {"a": "3/4", "b": "3/10"}, "outputs": ["no", "yes"], **more}
    return {"formula": "said ~ age", "columns": used(columns, "said ~ age", options), "options": options}


def predictors() -> Iterator[Any]:
    for of, model in itertools.product(("warner", "skew", "three"), ("linear", "logistic")):
        for more in ({}, {"cluster": "school"})[: 1 + (of == "skew")]:
            yield (
                "truth as predictor",
                "ordinary",
                lambda rng, of=of, model=model, more=more: outcome(rng, of, model, more),
            )


def outcome(rng: random.Random, of: str, model: str, more: dict[str, Any]) -> dict[str, Any]:
    """An outcome that was asked directly depends on the truth behind the answers."""
    columns = people(rng, 300)
    truth = truths(rng, columns, len(named(of)["inputs"]))
    mean = [1.5 * x + 0.5 * a - 1 for x, a in zip(truth, columns["age"], strict=True)]
    linear = [round(2 * max(-4, min(4, m + rng.gauss(0, 1)))) / 2 for m in mean]
    columns["y"] = linear if model == "linear" else [int(rng.random() < 1 / (1 + math.exp(-m))) for m in mean]
    columns["said"] = [draw(rng, of, x) for x in truth]
    options = {"answer": "said", "model": model, **more}
    told = used(columns, "y ~ said + age", options)
    return {"formula": "y ~ said + age", "mechanism": named(of), "columns": told, "options": options, "effects": True}


def separated() -> Iterator[Any]:
    rows = {"said": pack(["no"] * 30 + ["yes"] * 30), "x": pack([0] * 30 + [1] * 30)}
    yield (
        "separation",
        "extreme",
        lambda _: {"formula": "said ~ x", "mechanism": named("direct"), "columns": rows, "options": {}},
    )
    yield (
        "separation",
        "extreme",
        lambda _: {"formula": "said ~ x", "mechanism": named("skew"), "columns": rows, "options": {}},
    )
    same = {"said": pack(["no"] * 40), "x": pack([0, 1] * 20)}
    yield (
        "separation",
        "extreme",
        lambda _: {"formula": "said ~ x", "mechanism": named("skew"), "columns": same, "options": {}},
    )


def refusals() -> Iterator[Any]:
    rows = {"said": pack(["no", "yes", "yes"] * 10), "x": pack([0, 1] * 15), "z": pack([1] * 30)}
    flat = {"rows": [["1/2", "1/2"], ["1/2", "1/2"]], "inputs": ["no", "yes"], "outputs": ["no", "yes"]}
    plain = {"formula": "said ~ x", "mechanism": named("skew"), "columns": rows, "options": {}}
    for how in (
        {"formula": "said ~ absent"},
        {"formula": "said"},
        {"formula": "said ~ said"},
        {"formula": "said ~ x + z"},
        {"formula": "said ~ open('x')"},
        {"formula": "x ~ said"},
        {"mechanism": flat},
        {"mechanism": named("three")},
        {"options": {"model": "probit"}},
        {"options": {"cov_type": "HC9"}},
        {"options": {"weights": "absent"}},
        {"options": {"cluster": "said"}},
        {"options": {"positive": "maybe"}},
        {"options": {"cluster": "z"}},
        {"options": {"answer": "said", "cov_type": "expected"}},
    ):
        yield "refusal", "ordinary", lambda _, how=how: plain | how
