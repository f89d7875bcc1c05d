"""Questions of plans: people for a goal, what people give, means of scales, along ε, non-compliance, devices at equal privacy."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from tests.gold.drawing import number
from tests.gold.rows import named

COVERS = [
    "n for a standard error, a margin by four kinds of intervals and by Student's t, and a power; what n and n − 1 people give",
    "prevalences, ranges and the worst case; shares of k truths; three sampling models; design effects; clusters",
    "means of scales, plans along ε, non-compliance, the usual devices at equal privacy, refusals by class",
    "n exact; floats of 13 digits, but a mean's margin (6, rounded up), powers enumerated ± 1e-8, by the noncentral t ± 1e-6",
]
NOT_COVERED = [
    "the certified optimum beside the devices (a design), bit randomizers (questions), words, notes, pictures"
]
GOALS = (
    {"margin": "0.06"},
    {"standard_error": "0.03"},
    {"difference": "0.2"},
    {"difference": "0.15", "power": "0.9", "confidence": "0.99"},
)


def questions() -> Iterator[dict[str, Any]]:
    """All questions."""
    return number(
        "plans", itertools.chain(goals(), models(), effects(), sizes(), more(), means(), along(), comply(), refusals())
    )


def asked(cell: str, of: str, size: Any = "ordinary", **options: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
    return cell, {"do": "plan", "mechanism": named(of), "options": options}, {"size": size}


def goals() -> Iterator[Any]:
    for of, goal in itertools.product(("warner", "skew", "e"), GOALS):
        yield asked("difference" if "difference" in goal else next(iter(goal)), of, prevalence="1/5", **goal)
    for of, at in (("skew", "1/10..2/5"), ("warner", "worst"), ("simmons", "0.05")):
        yield asked("margin", of, prevalence=at, margin="0.05")
        yield asked(
            "difference",
            of,
            prevalence="1/10..2/5" if at == "worst" else at,
            difference="-0.02" if at == "worst" else "0.1",
        )
    for method in ("normal", "chebyshev", "clopper-pearson"):
        yield asked("margin", "skew", prevalence="1/5", margin="0.08", method=method, confidence="0.9")
    yield asked("margin", "wide", prevalence="1/5", margin="0.1", working="1/4")
    yield asked("margin", "warner", "extreme", prevalence="1/2", margin="0.0001")
    yield asked("difference", "warner", "extreme", prevalence="1/100", difference="0.005")


def models() -> Iterator[Any]:
    for how in (
        {"sampling": "census"},
        {"sampling": "srs", "population": 900},
        {"sampling": "srs", "population": 20000},
    ):
        yield asked("sampling", "skew", prevalence="1/5", margin="0.05", **how)
    yield asked("sampling", "skew", prevalence="1/5", standard_error="0.02", sampling="srs", population=3000)
    yield asked("sampling", "skew", prevalence="1/5", difference="0.1", sampling="srs", population=3000)


def effects() -> Iterator[Any]:
    for effect in (
        {"deff": "2"},
        {"deff_truth": "2.44"},
        {"deff": "3/2", "clusters": 15},
        {"deff_truth": "2.44", "clusters": 10},
    ):
        for goal in ({"margin": "0.06"}, {"difference": "0.15"}):
            yield asked("clusters", "skew", prevalence="1/4", **goal, **effect)


def sizes() -> Iterator[Any]:
    for how in (
        {},
        {"method": "clopper-pearson"},
        {"sampling": "census"},
        {"deff": "2"},
        {"difference": "0.2"},
        {"difference": "0.2", "deff": "2", "clusters": 8},
    ):
        yield asked("people", "skew", prevalence="1/5", n=350, **how)


def more() -> Iterator[Any]:
    """More truths: the share of one, or the worst of all."""
    shares = ["1/2", "3/10", "1/5"]
    for of, how in itertools.product(
        ("three", "krr3"), ({}, {"share_of": "b"}, {"prevalence": "worst", "share_of": "c"})
    ):
        yield asked("more truths", of, **{"prevalence": shares, "margin": "0.08", **how})
    yield asked("more truths", "krr3", prevalence=shares, difference="0.2", share_of="a")


def means() -> Iterator[Any]:
    for of, how in (
        ("krr5", {"margin": "0.2"}),
        ("krr5", {"standard_error": "0.1", "prevalence": ["1/5"] * 5}),
        ("three", {"margin": "0.2", "sampling": "srs", "population": 2000}),
        ("three", {"margin": "0.2", "prevalence": ["1/2", "1/4", "1/4"], "deff_truth": "2", "clusters": 20}),
        ("three", {"n": 500, "confidence": "0.9", "deff": "3/2"}),
    ):
        scores = ["1", "2", "4", "5", "7"][: int(of[-1]) if of[-1].isdigit() else 3]
        yield "means", {"do": "mean", "mechanism": named(of), "scores": scores, "options": how}, {}


def along() -> Iterator[Any]:
    for epsilons, how in (
        ("ln2, ln3, 2", {"prevalence": "1/10", "margin": "0.05"}),
        ("1/2..2", {"prevalence": "1/4", "difference": "0.15", "deff": "2", "clusters": 12}),
        ("1, 2", {"prevalence": ["1/2", "1/4", "1/4"], "standard_error": "0.05"}),
        ("ln3", {"prevalence": "1/10", "n": 400, "deff_truth": "2"}),
    ):
        yield "along epsilon", {"do": "along", "epsilons": epsilons, "options": how}, {}


def comply() -> Iterator[Any]:
    for of, (prevalence, share) in itertools.product(("warner", "skew", "wide"), (("1/5", "1/20"), ("2/5", "1/2"))):
        yield "non-compliance", {"do": "comply", "mechanism": named(of), "prevalence": prevalence, "share": share}, {}
    for epsilon, prevalence in (("ln3", "1/5"), ("1", "1/10..2/5"), ("2", "worst")):
        yield "equal privacy", {"do": "devices", "epsilon": epsilon, "prevalence": prevalence}, {}


def refusals() -> Iterator[Any]:
    for how in (
        {"prevalence": "1/5"},
        {"prevalence": "1/5", "margin": "0.1", "standard_error": "0.1"},
        {"prevalence": "6/5", "margin": "0.1"},
        {"prevalence": "1/5", "margin": "0"},
        {"prevalence": "1/5", "margin": "2"},
        {"prevalence": "1/5", "difference": "0.9"},
        {"prevalence": "1/5", "difference": "0.1", "power": "1"},
        {"prevalence": "1/5", "margin": "0.1", "method": "bayes"},
        {"prevalence": "1/5", "margin": "0.1", "clusters": 10},
        {"prevalence": "1/5", "margin": "0.1", "deff": "1/2"},
        {"prevalence": "1/5", "margin": "0.1", "deff": "2", "deff_truth": "2"},
        {"prevalence": "1/5", "n": 0},
        {"prevalence": "1/5", "margin": "0.001", "sampling": "srs", "population": 10},
        {"prevalence": "1/5", "margin": "0.1", "share_of": "maybe"},
    ):
        yield asked("refusal", "skew", **how)
