"""Random hostile files of 1 MB, and those that once took gigabytes: under 512 MB and 10 seconds of the processor's time each."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rropt.checker.functions import divergences
from rropt.checker.judge import SCHEMA

ROOT = Path(__file__).parents[2]
SIZE = 1_000_000
FIELDS: list[Any] = [
    {"t": "3"},
    {"t": "exp(1)"},
    {"t": "exp(200)"},
    {"from": "1", "to": "2", "ends": "[]"},
    {"from": "0", "to": "inf", "ends": "[)"},
    {"t": {"root": "t^3-2", "between": ["1", "2"]}},
]
POINTS = [field for field in FIELDS if "t" in field]
NOTIONS: list[Any] = [{"name": "ldp", "ratio": "3"}, {"name": "ldp", "ratio": "t", "delta": "1/2"}]
JUDGE = (
    "import resource, sys; from rropt.checker import check; text = open(sys.argv[1]).read(); "
    "resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20)); resource.setrlimit(resource.RLIMIT_CPU, (10, 10)); "
    "found = check(text); print(found.status, found.condition, found.reason)"
)


def entry(rng: random.Random, n: int) -> str:
    """A short text that stands for something long, or for 1 in a costly way."""
    d, e = rng.randint(1, 9), rng.randint(2, 255)
    return rng.choice(
        [
            f"(t+{n})^{e}",
            f"({n}*t+{d})^{e}/(t+{d})^{e}",
            f"(t+{d})^{e}/(t+{d})^{e}",
            f"{n}/{n + d}",
            f"1/(t+{n})",
            f"({d}^{e})^{e}",
            f"{n}*t^255",
            "1",
            "t/t",
            "1" + "0" * rng.randint(1, 500),
        ]
    )


def entries(rng: random.Random, size: int) -> list[str]:
    """Many entries, of one kind or of all, equal or different."""
    same, one = rng.random() < 0.5, rng.randint(0, 9)
    seed, found, length, n = rng.random(), [], 0, 0
    while length < size:
        n += 1
        text = entry(random.Random(seed) if rng.random() < 0.9 else rng, one if same else n)
        found.append(text)
        length += len(text) + 3
    return found


def matrix(rng: random.Random, size: int = SIZE) -> list[list[str]]:
    found = entries(rng, size)
    width = rng.choice([1, 2, round(len(found) ** 0.5), len(found)])
    return [found[i : i + width] for i in range(0, len(found) - width + 1, width)]


def satisfies(rng: random.Random) -> Any:
    return {"claim": "satisfies", "mechanism": matrix(rng), "notion": rng.choice(NOTIONS)}


def compare(rng: random.Random) -> Any:
    n = rng.choice([1, 10, 300, 3000])
    P, C = [["1/1"] * n], [["t/t"]] + [["0"]] * n
    return {
        "claim": "compare",
        "first": P,
        "second": P,
        "relation": "at least as informative",
        "forward": {"garbling": C},
    }


def decision(rng: random.Random) -> Any:
    gains = matrix(rng)
    k = len(gains[0])
    P = [["1"] * k]
    prior = ["1"] + ["0"] * (k - 1)
    forward = {"prior": prior, "gains": gains}
    return {"claim": "compare", "first": P, "second": P, "relation": "not at least as informative", "forward": forward}


def profile(rng: random.Random) -> Any:
    points = [str(n) for n in range(1, rng.choice([2, 5000]))]
    return {"claim": "profile", "mechanism": matrix(rng), "breakpoints": points, "deltas": ["0"] * len(points)}


def infeasible(rng: random.Random) -> Any:
    k = rng.choice([2, 100, 1024])
    names = [f"{i},{j}" for i in range(k) for j in range(k) if i != j][: SIZE // 20]
    labels = [str(n) for n in range(k)]
    budget = {name: entry(rng, n) for n, name in enumerate(names)}
    excess = {f"{rng.randrange(k)},{name}": entry(rng, n) for n, name in enumerate(names)}
    more = {"excess": excess} if rng.choice([False, True]) else {}
    return {
        "claim": "infeasible",
        "inputs": labels,
        "outputs": labels,
        "notion": NOTIONS[1],
        "prices": {"column": ["0"] * k, "budget": budget, **more},
    }


def implication(rng: random.Random) -> Any:
    hypothesis = f"({rng.choice(['x', 'x+y', 'x+y+z'])})^{rng.randint(1, 40)}*(x+1)^{rng.randint(1, 40)} >= 0"
    once = {"times": "1", "given": []}
    many = {"times": "1", "given": ["0"] * rng.choice([1, 5, 100])}
    count = rng.choice([1, SIZE // len(json.dumps(many))])
    given = [hypothesis] * (SIZE // len(hypothesis) if count == 1 else 1)
    names = {"variables": ["x", "y", "z"], "given": given, "states": "x >= 0"}
    return {"claim": "implication", **names, "multiplier": once, "terms": [many] * count}


def instance(rng: random.Random) -> Any:
    at = {f"x{n}": text for n, text in enumerate(entries(rng, rng.choice([10, SIZE])))}
    side = rng.choice(["x0*x0", "x0^200", "1/x0", "-x0-x0"])
    given = [f"{side} > {n}-999999" for n in range(rng.choice([1, SIZE // 20]))]
    return {"claim": "instance", "at": at, "given": given, "states": "x0 > 0", "verdict": "true"}


def breach(rng: random.Random) -> Any:
    n = rng.choice([2, 12000])
    pieces = [{"from": f"{i}/{n}", "to": f"{i + 1}/{n}", "left": "t/t", "right": "1"} for i in range(n)]
    return {"claim": "breach", "pieces": pieces, "gamma": entry(rng, 3), "at": {"piece": "0", "point": "0"}}


def variance(rng: random.Random) -> Any:
    two, best = {"inputs": ["a", "b"], "outputs": ["a", "b"]}, [["9/10", "1/10"], ["1/10", "9/10"]]
    objective = {"name": "variance", "prevalence": "1/2"}
    return {
        "claim": "optimal",
        **two,
        "notion": {"name": "parity", "gamma": "9"},
        "objective": objective,
        "value": "1",
    } | {"minimisers": [best] * 20000}


def pieces(rng: random.Random) -> Any:
    part = {"claim": "satisfies", "mechanism": [[entry(rng, 1)]], "notion": {"name": "ldp", "ratio": "t"}}
    found = [{**part, "field": {"from": str(n), "to": str(n + 1), "ends": "[)"}} for n in range(1, 6000)]
    return {"claim": "pieces", "pieces": found}


def labels(k: int) -> list[str]:
    return [str(n) for n in range(k)]


def answer(rng: random.Random, m: int, k: int) -> Any:
    """What every optimum has: a silent mechanism, or one of entries that cost something."""
    silent = [["1/1"] * k, *([["0"] * k] * (m - 1))]
    return {
        "claim": "within",
        "inputs": labels(k),
        "outputs": labels(m),
        "mechanism": rng.choice([silent, silent, silent, [[entry(rng, n + 2) for n in range(k)] for _ in range(m)]]),
        "notion": rng.choice([NOTIONS[0], NOTIONS[0], NOTIONS[1], {"name": "ldp", "ratio": "t"}]),
        "lower": "0",
        "upper": "9",
    }


def stated_phi(rng: random.Random) -> str:
    """A long phi of few pieces, one of a high degree, one of many corners, or one of long numbers."""
    high, n = rng.randint(2, 255), rng.randint(2, 60)
    return rng.choice(
        [
            "+".join(["abs(x-1)"] * (SIZE // 10)),
            f"(x-1)^{high}/(x+{n})^{high}",
            f"(x^{high}-1)*(x+{n})^{high}",
            "+".join(f"max(x-{i},0)" for i in range(1, n)),
            f"max(x-1,0)*{n}^{high}/{n + 1}^{high}",
            f"(x-1)^2/(x^{high}+{n})+" + "+".join(["(x-1)^2"] * (SIZE // 10)),
        ]
    )


def sublinear(rng: random.Random) -> Any:
    """The divergences of many inputs of one class, or of a few that all differ."""
    k = rng.choice([2, 6, 12, 200, 1024])
    kind = rng.choice(list(divergences.KINDS))
    order = {"order": entry(rng, 3)}
    number = {
        "power": order,
        "renyi": order,
        "stated": {"phi": stated_phi(rng)},
        "hockey_stick": {"gamma": entry(rng, 3)},
    }
    classes = {"classes": ["0"] * k} if k > 12 else {}
    column = [rng.choice(["1", "9^99", "t^99"])] * (1 if classes else k)
    pairs = [f"{j},{n}" for j in range(k) for n in range(k) if j != n][: SIZE // 20]
    budget = {"budget": dict.fromkeys(pairs, column[0])} if rng.choice([False, True]) else {}
    return {
        **answer(rng, rng.choice([1, 9]), k),
        "objective": {"name": "divergence", "kind": kind, **number.get(kind, {})},
        "prices": {"column": column, **budget},
        **classes,
    }


def covariance(rng: random.Random) -> Any:
    """Matrices about many inputs of one class, or several places of a few."""
    k = rng.choice([3, 6, 12, 100])
    square = [[entry(rng, i + j) for j in range(k)] for i in range(k)]
    shares = [f"1/{k}"] * k
    place = {"matrix": square, "inverse": square}
    many = rng.choice([1, 50, SIZE // len(json.dumps(place)) + 1])
    objective = {"name": "total variance", "several": [shares] * many}
    pairs = [(j, n) for j in range(k) for n in range(k) if j != n]
    budget = {"budget": {f"{j},{n}": square[j][n] for j, n in pairs}} if k == 6 else {}
    classes = {"classes": ["0"] * k} if k > 12 else {}
    prices = {"column": ["1"] * (1 if classes else k), **budget}
    witness = {"places": [place] * many, "weights": [f"1/{many}"] * many}
    return {**answer(rng, k, k), "objective": objective, "prices": prices, "witness": witness, **classes}


def determinant(rng: random.Random) -> Any:
    k = rng.choice([3, 12, 150])
    square = [["1" if i == j else rng.choice(["0", entry(rng, i + j)]) for j in range(k)] for i in range(k)]
    classes = {"classes": ["0"] * k} if k > 12 else {}
    prices = {"column": ["1"] * (1 if classes else k)}
    place = {
        "estimator": square,
        "triangle": square,
        "matrix": square,
        "moments": ["1"] * k,
        "diagonal": [entry(rng, 7)] * k,
    }
    if rng.choice([False, True]):
        return {**answer(rng, k, k), **several_determinants(rng, k, place), "prices": prices, **classes}
    objective = {"name": "determinant", "prevalences": [f"1/{k}"] * k}
    return {**answer(rng, k, k), "objective": objective, "witness": place, "prices": prices, **classes}


def several_determinants(rng: random.Random, k: int, place: dict[str, Any]) -> Any:
    """As many places as the file holds, of long numbers; the largest of them is meant."""
    many = rng.choice([2, SIZE // len(json.dumps(place)) + 1])
    objective = {"name": "determinant", "several": [[f"1/{k}"] * k] * many}
    return {
        "objective": objective,
        "witness": {"places": [place] * many, "weights": [f"1/{many}"] * many},
    }


def cone(rng: random.Random) -> Any:
    """Ratios of six inputs of which no two products are equal, a thousand times over."""
    pairs = [[str(j), str(n)] for j in range(6) for n in range(6) if j != n]
    ratios = [f"{rng.randint(2, 9)}+1/{rng.randint(2, 10**9)}" for _ in pairs]
    one = {"name": "pairs", "pairs": pairs, "ratios": ratios, "deltas": ["0"] * len(pairs)}
    many = {"name": "all", "demands": [one] * rng.choice([1, SIZE // len(json.dumps(one))])}
    objective = rng.choice([{"name": "divergence", "kind": "tv"}, {"name": "information", "prior": ["1/6"] * 6}])
    return {**answer(rng, 2, 6), "notion": many, "objective": objective, "prices": {"column": ["9"] * 6}}


def guessed(rng: random.Random) -> Any:
    """Vulnerabilities of which the best guesses change at many places, one or as many as the file holds."""
    k = rng.choice([2, 6, 12, 200])
    notions: list[Any] = []
    length, wanted = 0, rng.choice([1, SIZE // 20, SIZE])
    while length < wanted:
        weights = [rng.randint(0, 10 ** rng.choice([1, 9, 400])) for _ in range(k - 1)] + [1]
        prior = [f"{x}/{sum(weights)}" for x in weights]
        notions.append({"name": "vulnerability", "at_most": "1", "prior": prior})
        length += len(json.dumps(prior))
    notions += [NOTIONS[0]] * rng.choice([0, 1])
    classes = {"classes": ["0"] * k} if k > 12 else {}
    budget = {str(n): entry(rng, n + 1) for n, one in enumerate(notions) if one["name"] == "vulnerability"}
    prices = {"column": ["9"] * (1 if classes else k), "budget": budget}
    objective = rng.choice([{"name": "divergence", "kind": "hellinger"}, {"name": "information", "prior": prior}])
    notion = {"name": "all", "demands": notions}
    return {**answer(rng, 2, k), "notion": notion, "objective": objective, "prices": prices, **classes}


def gained(rng: random.Random) -> Any:
    """Actions of which the best changes at many planes, as many as the file holds, or vulnerabilities of a few each."""
    k, most = rng.choice([2, 3, 4]), 10 ** rng.choice([1, 9, 400])
    actions, wanted = rng.choice([3, 12, 30, 200, SIZE]), rng.choice([1, SIZE])
    notions: list[Any] = []
    length = 0
    while length < wanted:
        gains = [
            [str(rng.randint(-most, most)) for _ in range(k)] for _ in range(min(actions, SIZE // (k * len(str(most)))))
        ]
        notions.append({"name": "vulnerability", "at_most": str(most), "prior": [f"1/{k}"] * k, "gains": gains})
        length += len(json.dumps(gains))
    notions += [NOTIONS[0]] * rng.choice([0, 1])
    prices = {"column": [str(9 * most)] * k, "budget": {str(n): "1" for n, one in enumerate(notions) if "gains" in one}}
    prior = [f"1/{k}"] * k
    objective = rng.choice([{"name": "divergence", "kind": "tv"}, {"name": "information", "prior": prior}])
    notion = {"name": "all", "demands": notions}
    return {**answer(rng, 2, k), "notion": notion, "objective": objective, "prices": prices}


def conditions(rng: random.Random) -> Any:
    """Many conditions, of many terms or of one."""
    k = rng.choice([2, 300])
    terms = [[str(i), str(j), entry(rng, i + j)] for i in range(k) for j in range(k)][:30_000]
    one = {"terms": terms, "relation": "=", "bound": "1"}
    found = [one] * rng.choice([1, SIZE // len(json.dumps(one)) + 1])
    prices = {"column": ["1"] * k, "condition": [entry(rng, n) for n in range(len(found))]}
    objective = {"name": "trace", "sense": "max"}
    return {**answer(rng, k, k), "objective": objective, "conditions": found, "prices": prices}


def few_outputs(rng: random.Random) -> Any:
    """Sets of many inputs, vertices of six whose ratios are long, or patterns of four, with an order that costs."""
    k, most = rng.choice([(16, "2"), (6, "2"), (5, "2"), (4, "3"), (5, "4")])
    pairs = [[str(j), str(n)] for j in range(k) for n in range(k) if j != n]
    ratios = [f"{rng.randint(2, 9)}+1/{rng.randint(2, 10 ** rng.choice([2, 4000]))}" for _ in pairs]
    one = {"name": "pairs", "pairs": pairs, "ratios": ratios, "deltas": ["1/9"] * len(pairs)}
    many = {"name": "all", "demands": [one] * rng.choice([1, SIZE // len(json.dumps(one)) + 1])}
    whole = (
        {"notion": many} if most == "2" and k < 16 else {"notion": {"name": "ldp", "ratio": rng.choice(["t", "9^255"])}}
    )
    weights = [rng.randint(1, 10**9) for _ in range(k)]
    prior = [f"{x}/{sum(weights)}" for x in weights]
    if most == "2" and rng.random() < 0.3:  # many actions, or long gains
        gains = [[entry(rng, i + j) for j in range(k)] for i in range(rng.choice([k, 300]))]
        whole = {"notion": {"name": "vulnerability", "at_most": "1", "prior": prior, "gains": gains}}
    objective = rng.choice(
        [{"name": "information", "prior": prior}, {"name": "divergence", "kind": "power", "order": "63/64"}]
    )
    return {**answer(rng, 2, k), **whole, "objective": objective, "most_outputs": most}


def few_labels(rng: random.Random) -> Any:
    """Many cases, each of many outputs, or long prices of a few."""
    k = rng.choice([2, 40])
    prices = {"column": [entry(rng, j) for j in range(k)]}
    one = {"outputs": list(map(str, range(k - 1))), "prices": prices}
    cases = [one] * (SIZE // len(json.dumps(one)) + 1)
    objective = {"name": "linear", "sense": "max", "costs": [["1"] * k] * k}
    return {**answer(rng, k, k), "objective": objective, "most_outputs": str(max(2, k // 2)), "cases": cases}


KINDS: list[Callable[[random.Random], Any]] = [
    *(satisfies, compare, decision, profile, infeasible, implication, instance, breach, variance, pieces),
    *(sublinear, covariance, determinant, cone, conditions, few_outputs, few_labels, guessed, gained),
]


def hostile(seed: int) -> str:
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    field = (
        {"t": "1"}
        if kind is implication
        else rng.choice(POINTS if kind in (sublinear, cone, few_outputs, guessed, gained) else FIELDS)
    )
    return json.dumps({"schema": SCHEMA, "field": field, **kind(rng)}, separators=(",", ":"))


def judged(text: str, folder: Path) -> str:
    path = folder / "hostile.rropt.json"
    path.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", JUDGE, str(path)], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0 and not run.stderr, (run.returncode, run.stderr[-300:])
    assert "unforeseen" not in run.stdout and "memory than there is" not in run.stdout
    return run.stdout


@pytest.mark.slow_at("(t+{})^255-unfinished")
@pytest.mark.parametrize(("power", "status"), [("(t+1)^255", "rejected"), ("(t+{})^255", "unfinished")])
def test_powers_in_one_row(power: str, status: str, tmp_path: Path) -> None:
    row = [[power.format(2 + n % 250) for n in range(80_000)]]
    text = json.dumps(
        {"schema": SCHEMA, "claim": "satisfies", "field": FIELDS[3], "mechanism": row, "notion": NOTIONS[0]}
    )
    assert judged(text, tmp_path).split()[0] == status


@pytest.mark.slow
def test_constants_in_one_column(tmp_path: Path) -> None:
    column = [[f"{n}/7"] for n in range(75_000)]
    text = json.dumps(
        {"schema": SCHEMA, "claim": "satisfies", "field": FIELDS[3], "mechanism": column, "notion": NOTIONS[0]}
    )
    assert judged(text, tmp_path).split()[0] == "rejected"


@pytest.mark.slow_at("1", "2")
@pytest.mark.parametrize("seed", range(6))
def test_few_outputs_of_much(seed: int, tmp_path: Path) -> None:
    text = json.dumps({"schema": SCHEMA, "field": POINTS[seed % 3], **few_outputs(random.Random(seed))})
    assert judged(text, tmp_path).split()[0] in ("accepted", "rejected", "unfinished")


@pytest.mark.slow_at("2")
@pytest.mark.slow_at("0", "3", "4")
@pytest.mark.parametrize("seed", range(5))
def test_a_random_hostile_file(seed: int, tmp_path: Path) -> None:
    judged(hostile(seed), tmp_path)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow if seed < 15 else pytest.mark.full) for seed in range(5, 225)]
)
def test_more_random_hostile_files(seed: int, tmp_path: Path) -> None:
    judged(hostile(seed), tmp_path)


@pytest.mark.parametrize("digits", ["0", "640", "4300"])
def test_the_digit_limit_of_the_host_changes_nothing(digits: str, tmp_path: Path) -> None:
    texts = [
        {
            "claim": "instance",
            "field": {"t": "1"},
            "at": {"x": "9" * 70_000},
            "given": [],
            "states": "x > 1",
            "verdict": "true",
        },
        {"claim": "satisfies", "field": {"t": "1"}, "mechanism": [["1" + "0" * 800]], "notion": NOTIONS[0]},
        {"claim": "violates", "field": {"t": "1"}, "mechanism": [["1"]], "notion": NOTIONS[0]}
        | {"event": {"rows": ["1" * 5000], "input": "0", "against": "0"}},
    ]
    found = []
    for text in texts:
        path = tmp_path / "digits.rropt.json"
        path.write_text(json.dumps({"schema": SCHEMA, **text}))
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONINTMAXSTRDIGITS": digits}
        command = [sys.executable, "-m", "rropt.checker", str(path)]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert not run.stderr
        found.append(run.returncode)
    assert found == [0, 1, 2]
