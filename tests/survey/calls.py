"""Calls of every function of surveys on small data, whose whole answers `frozen.txt` keeps.

A call's name says what it is there for. Data are made by whole numbers alone, so that they are the same everywhere.
`python -m tests.survey.calls --write` writes what all calls answer now; read the difference before you commit it.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rropt import LDP, PairwiseLDP, Variance, design, from_spec
from rropt.engine.sets import SetMechanism
from rropt.exact.errors import InputError
from rropt.show import Code, Fact, Figure, Heading, Items, Result, Say, Table, Warn
from rropt.survey import (
    associate,
    check_samples,
    compare_estimates,
    draw,
    estimate,
    estimate_mean,
    over_strata,
    plan,
    plan_epsilons,
    regress,
    simulate,
    two_samples,
)
from rropt.survey.answers import Columns, Device, read_answers
from rropt.survey.contrast import Contrast, joint_test
from rropt.survey.estimates import choose_weights, likeliest
from rropt.survey.tables import compare_plans, devices_at_equal_privacy, noncompliance
from tests.survey.conftest import DIRECT, FIVE, KRR, UNEVEN, WARNER, compare_groups

Calls = Iterator[tuple[str, Callable[[], object]]]
FROZEN = Path(__file__).parent / "frozen.txt"
THREE = Device(np.array([[6, 2, 1], [3, 5, 2], [1, 3, 7]]) / 10, tuple("abc"), tuple("uvw"))
WIDE = Device(np.array([[5, 1], [3, 2], [1, 3], [1, 4]]) / 10, ("no", "yes"), tuple("uvwx"))
LOOSE = Device(np.array([[6, 2, 1], [2, 5, 2], [1, 1, 3], [1, 2, 4]]) / 10, tuple("abc"), tuple("uvwx"))
SHARP = Device(np.full((3, 3), 0.1) + 0.7 * np.eye(3), tuple("abc"), tuple("abc"))
STRICT = Device(np.array([[1, 0], [0, 0.5], [0, 0.5]]), ("no", "yes"), tuple("uvw"), (1.0, 0.0))
SETS = SetMechanism(5, (2,), (Fraction(5, 9),), Fraction(3))
SIMMONS = from_spec("simmons:unrelated=1/2,p=2/3,inputs=no/yes,outputs=no/yes")
CHANCES, TWO = {"A": "3/4", "B": "1/4"}, {"A": WARNER, "B": UNEVEN}

MODULES = [
    importlib.import_module(f"rropt.survey.{x.stem}")
    for x in sorted(Path(inspect.getfile(estimate)).parent.glob("[a-z]*.py"))
]


def people(n: int) -> pd.DataFrame:
    """People whose answers, groups, units, weights and covariates follow their number by whole numbers."""
    i = np.arange(n)
    a, b, c = (7 * i * i + 3 * i) % 101, (11 * i * i + 5 * i) % 103, (13 * i * i + i) % 107
    frame = pd.DataFrame({"said": np.where(a < 38, "yes", "no"), "item": np.where((a + b) % 101 < 45, "yes", "no")})
    frame["letter"] = np.array(list("abc"))[(a > 40) * 1 + ((b + c) % 103 > 60)]
    frame["g"], frame["half"] = np.array(list("xyz"))[c % 3], np.where(b % 2, "A", "B")
    frame["c"] = (i * 5) % (n // 5)
    frame["h"], frame["w"] = np.where(frame["c"] < n // 12, "n", "s"), (c % 4) / 2
    frame["x"], frame["b"] = ((17 * i * i + 2 * i) % 109 - 54) / 40 + (a < 38) / 3, c % 2
    frame["income"] = (a < 50) + frame["x"] + (b - 50) / 25 + (c % 7) / 7
    return frame


FEW, PEOPLE = people(60), people(240)
NAMED = {"mechanism": UNEVEN, "answer": "said"}
LETTERS = {"mechanism": KRR, "answer": "letter"}
DRAWN: dict[str, dict[str, Any]] = {
    "clusters": {"cluster": "c"},
    "clusters in strata with weights": {"cluster": "c", "stratum": "h", "weights": "w"},
    "strata with weights": {"stratum": "h", "weights": "w"},
}


class Fixed:
    """A source of draws that are the same with every version of numpy: the nearest whole numbers, shifted from row to row."""

    def __init__(self) -> None:
        self.drawn = 0

    def random(self) -> float:
        return 0.5

    def bytes(self, n: int) -> bytes:
        self.drawn += 1
        return b"".join(hashlib.sha256(f"{self.drawn}, {i}".encode()).digest() for i in range(n // 32 + 1))[:n]

    def multinomial(self, n: Any, p: np.ndarray, size: int | None = None) -> np.ndarray:
        totals = np.broadcast_to(n, (size,) if size else np.shape(n))
        return np.array([self._shared(int(x), p, r) for r, x in enumerate(totals)])

    def multivariate_hypergeometric(self, people: np.ndarray, n: int, size: int) -> np.ndarray:
        return np.array([self._shared(n, people / people.sum(), r) for r in range(size)])

    def _shared(self, n: int, p: np.ndarray, row: int) -> np.ndarray:
        found = np.floor(n * p).astype(int)
        for i in range(n - found.sum()):
            found[(row + i) % len(p)] += 1
        # from row to row more or fewer gave another answer
        moved = min(found[0], row % 7)
        return found + moved * (np.eye(len(p), dtype=int)[-1] - np.eye(len(p), dtype=int)[0])


def sums(**how: Any) -> object:
    """What the rows of few people add up to."""
    data = how.pop("data", FEW)
    a = read_answers(data, how.pop("outputs", [("no", "yes")]), Columns.of(**how))
    totals = [a.total(x).tolist() for x in (a.n, a.w, a.w2)]
    parts = a.groups, a.row.tolist(), a.unit.tolist(), a.stratum.tolist(), a.strata, a.drawn.tolist()
    return totals, parts, a.drawn_by, a.freedom, a.effective, a.is_linearised, a.left_out


def fitted(formula: str, data: pd.DataFrame = PEOPLE, **how: Any) -> object:
    """A regression with all that follows from it."""
    found = regress(formula, data, **how)
    known = [x for x, error in zip(found.names, found.errors, strict=True) if error > 0]
    told = found.get_prediction(data.tail(2))
    parts = [
        found,
        found.conf_int(alpha=0.1),
        found.aic,
        found.bic,
        told,
        told.summary_frame(),
        found.marginal_effects(),
    ]
    parts += [found.predict(), found.unrelated, found.people.freedom] if len(data) < 150 else [found.unrelated]
    if known:
        parts.append(found.wald_test(known[-2:]))
    return parts if found.model == "linear" else [*parts, found.odds_ratios()]


def of_reading() -> Calls:
    """What rows add up to."""
    odd = FEW.assign(
        said=FEW.said.where(FEW.index % 7 > 0, "?").where(FEW.index % 11 > 0, None), g=FEW.g.replace("z", None)
    )
    how: dict[str, Any] = {"answer": "said", "other": "drop"}
    yield (
        "answers, groups with a missing label, weights, clusters",
        lambda: sums(data=odd, by="g", weights="w", cluster="c", **how),
    )
    yield "two columns of groups in strata of people", lambda: sums(by=("g", "b"), stratum="h", answer="said")
    yield (
        "two items, one asked directly",
        lambda: sums(
            answer=("item", "letter"),
            direct=("letter",),
            outputs=[("no", "yes"), ("a", "b", "c")],
            meanings={"a": "no"},
        ),
    )
    yield (
        "missing answers alone are dropped",
        lambda: sums(data=odd.replace("?", "no"), answer="said", missing="drop", weights="w"),
    )
    table = FEW.groupby(["said", "g"]).size().reset_index(name="n")
    yield (
        "a table of counts with a count of 0",
        lambda: sums(data=table.assign(n=table["n"] * (table.g != "y")), by="g", counts="n", answer="said"),
    )
    yield "a list with weights of 0", lambda: sums(data=["yes", "no", 1, "YES "], weights=[1, "1/2", 0, 3])
    yield "groups are sorted as numbers", lambda: sums(data=FEW.assign(k=FEW.index % 12), by="k", answer="said")
    yield (
        "a cluster whose people have no weight counts as drawn",
        lambda: sums(data=FEW.assign(w=FEW.w * (FEW.c != 3)), cluster="c", weights="w", answer="said"),
    )


def of_shares() -> Calls:
    """Shares of one group and of several, by every kind of interval, sampling and device."""
    kinds = [("replacement", None), ("census", None), ("srs", 90)]
    for method, (kind, size) in product(("wilson", "normal", "chebyshev"), kinds):
        said = f"{method}, {kind}"
        how: dict[str, Any] = {"method": method, "sampling": kind, "population": size}
        yield f"two shares: {said}", lambda how=how: estimate({"no": 52, "yes": 28}, mechanism=UNEVEN, **how)
        yield (
            f"three shares: {said}",
            lambda how=how: estimate({"a": 30, "b": 25, "c": 20}, mechanism=KRR, confidence="0.9", **how),
        )
    for method in ("clopper-pearson", "likelihood-ratio"):
        yield f"hits: {method}", lambda m=method: estimate({"no": 52, "yes": 28}, mechanism=UNEVEN, method=m)
        yield f"no hits: {method}", lambda m=method: estimate({"no": 40, "yes": 0}, mechanism=UNEVEN, method=m)
        yield f"hits alone: {method}", lambda m=method: estimate({"no": 0, "yes": 40}, mechanism=UNEVEN, method=m)
        yield (
            f"hits of one of three: {method}",
            lambda m=method: estimate({"a": 30, "b": 5, "c": 20}, mechanism=KRR, method=m),
        )
    yield "no variance: one answer", lambda: estimate({"yes": 1}, mechanism=WARNER, method="normal")
    yield "two answers", lambda: estimate({"no": 1, "yes": 1}, mechanism=WARNER)
    yield "no variance: all alike, a share beyond 1", lambda: estimate({"no": 0, "yes": 50}, mechanism=WARNER)
    yield "the share of yes is short", lambda: estimate({"no": 0, "yes": 5}, mechanism=WARNER)
    yield (
        "a share below 0 of one of three, unlikely answers",
        lambda: estimate({"a": 90, "b": 5, "c": 5}, mechanism=KRR),
    )
    yield "a square device of three", lambda: estimate({"u": 40, "v": 30, "w": 30}, mechanism=THREE, method="chebyshev")
    yield (
        "a device asked directly in a census",
        lambda: estimate({"no": 15, "yes": 5}, mechanism=DIRECT, sampling="census"),
    )
    for name, working in (("the answers suggest", None), ("stated", "1/3")):
        yield (
            f"four answers, weights {name}",
            lambda w=working: estimate({"u": 30, "v": 20, "w": 9, "x": 8}, mechanism=WIDE, working=w),
        )
    planned = replace(LOOSE, planned=(0.5, 0.3, 0.2))
    yield (
        "four answers of three, weights of the plan",
        lambda: estimate({"u": 30, "v": 20, "w": 9, "x": 20}, mechanism=planned),
    )
    yield (
        "four answers, a share below 0",
        lambda: estimate({"u": 70, "v": 10, "w": 3, "x": 1}, mechanism=LOOSE, confidence="0.6"),
    )
    yield "an answer impossible at the planned shares", lambda: estimate({"u": 9, "v": 3, "w": 1}, mechanism=STRICT)
    yield (
        "answers that are sets",
        lambda: estimate([SETS.label(x) for x in [(0, 1)] * 9 + [(0, 2)] * 5 + [(3, 4)] * 6], mechanism=SETS),
    )
    texts = [
        SETS.label(((i * i) % 5, (i * i + 1 + i % 4) % 5)) if i % 4 < 3 else SETS.label((0, 1 + i % 3))
        for i in range(60)
    ]
    yield (
        "sets in groups with weights at stated shares",
        lambda: estimate(
            FEW.assign(s=texts),
            mechanism=SETS,
            answer="s",
            by="half",
            weights="w",
            working=("2/5", "3/20", "3/20", "3/20", "3/20"),
        ),
    )
    many = PEOPLE.assign(k=np.where(PEOPLE.g == "x", None, PEOPLE.g), i=np.arange(240) // 20)
    yield "groups with a missing label", lambda: estimate(many, by="k", **NAMED)
    yield "many groups", lambda: estimate(many, by="i", **NAMED)
    for name, how in DRAWN.items():
        yield f"groups by {name}", lambda how=how: estimate(PEOPLE, by="g", **LETTERS, **how)
        yield f"all by {name}", lambda how=how: estimate(PEOPLE, **NAMED, **how)
    yield "weights alone", lambda: estimate(PEOPLE, weights="w", **LETTERS)
    yield "few clusters", lambda: estimate(PEOPLE.assign(c=PEOPLE.c % 5), cluster="c", by="g", **NAMED)
    yield (
        "groups of a finite population",
        lambda: estimate(PEOPLE, by="g", sampling="srs", population={"x": 300, "y": 400, "z": 500}, **NAMED),
    )
    yield (
        "answers left out",
        lambda: estimate(
            PEOPLE.assign(said=PEOPLE.said.where(PEOPLE.index % 9 > 0, "?")), by="g", other="drop", **NAMED
        ),
    )
    one = cache(lambda: estimate(PEOPLE, by="g", cluster="c", **NAMED))
    yield (
        "one group of several",
        lambda: (one()["y"], one()["y"].intervals, one()["y"].standard_errors, one()["y"].prevalence, one().n),
    )
    yield (
        "unlikely weighted answers in clusters",
        lambda: estimate(
            PEOPLE.assign(letter=np.where(PEOPLE.index % 12 > 0, "a", PEOPLE.letter)),
            cluster="c",
            weights="w",
            **LETTERS,
        ),
    )
    yield (
        "the likeliest shares on a face",
        lambda: [
            likeliest(LOOSE.matrix, np.array(y)).round(9) + 0.0
            for y in ([0.7, 0.1, 0.15, 0.05], [0.1, 0.1, 0.7, 0.1], [0.3, 0.3, 0.2, 0.2], [0.0, 0.2, 0.3, 0.5])
        ],
    )
    yield "weights for scores alone", lambda: choose_weights(FIVE, None, scores=np.array([[1.0, 2, 3, 4, 5]])).matrix


def of_groups() -> Calls:
    """Means, differences of groups, strata, and contrasts by themselves."""
    for name, how in {"nothing": {}, **DRAWN}.items():
        yield (
            f"means of a scale by {name}",
            lambda how=how: estimate_mean(PEOPLE, by="g", scores=[1, 2, 7], **LETTERS, **how),
        )
        yield f"differences of all shares by {name}", lambda how=how: compare_groups(PEOPLE, by="g", **LETTERS, **how)
        yield f"differences of one share by {name}", lambda how=how: compare_groups(PEOPLE, by="g", **NAMED, **how)
        sizes = {"x": 500, "y": 700, "z": 900}
        yield (
            f"strata of people by {name}",
            lambda how=how, n=sizes: over_strata(estimate(PEOPLE, by="g", **LETTERS, **how), n),
        )
    two = PEOPLE[PEOPLE.g != "z"]
    yield "one difference of two groups", lambda: compare_groups(two, by="g", share_of="b", confidence="0.9", **LETTERS)
    yield "a difference of means", lambda: compare_groups(two, by="g", scores={"b": 2, "c": 7, "a": 1}, **LETTERS)
    yield (
        "one mean, of a scale alone",
        lambda: estimate_mean({"low": 60, "high": 40}, mechanism=FIVE, scores=[1, 2, 3, 4, 5]),
    )
    yield (
        "one mean in a finite population",
        lambda: estimate_mean(
            {"a": 30, "b": 25, "c": 20}, mechanism=KRR, scores=[1, 3, 4], sampling="srs", population=90
        ),
    )
    yield (
        "one mean whose variance is exact",
        lambda: estimate_mean({"a": 30, "b": 0, "c": 0}, mechanism=KRR, scores=[1, 3, 4]),
    )
    yield "a mean beyond all scores", lambda: estimate_mean({"no": 0, "yes": 50}, mechanism=WARNER, scores=[1, 4])
    alike = PEOPLE.assign(said="no")
    yield "groups that are alike", lambda: compare_groups(alike, by="g", **NAMED)
    yield (
        "groups that are alike in clusters",
        lambda: compare_groups(PEOPLE.assign(letter="a"), by="g", cluster="h", **LETTERS),
    )
    many = PEOPLE.assign(
        k=np.where(PEOPLE.g == "x", None, PEOPLE.g),
        i=np.arange(240) // 20,
        one=np.where(PEOPLE.index > 0, PEOPLE.g, "alone"),
    )
    yield "many groups from the first", lambda: compare_groups(many, by="i", scores=[1, 4], **NAMED)
    yield "groups without a label, and one of one answer", lambda: (
        compare_groups(many, by="k", **NAMED), compare_groups(many, by="one", **NAMED)
    )  # fmt: skip
    yield (
        "a census asked directly",
        lambda: compare_groups(PEOPLE, by="g", mechanism=DIRECT, answer="said", sampling="census"),
    )
    groups = cache(lambda: estimate(PEOPLE, by="g", **NAMED))
    yield "strata without one of size 0", lambda: over_strata(groups(), {"x": 500, "y": 0, "z": 900})
    yield (
        "strata with an exact variance",
        lambda: over_strata(estimate(alike, by="g", **NAMED), dict.fromkeys("xyz", 900)),
    )
    means = cache(lambda: estimate_mean(PEOPLE, by="g", scores=[1, 4], **NAMED))
    yield "strata of means", lambda: over_strata(means(), {"x": 500, "y": 700, "z": 900})
    yield (
        "contrasts of means",
        lambda: (means().numbers.told(Contrast, means().names), means().numbers.some(groups=[0]).each()),
    )
    yield "a comparison of an estimate", lambda: compare_estimates(groups(), "no")
    yield (
        "joint tests",
        lambda: [
            (found, found and found.p_value)
            for found in (
                joint_test(np.array([1.0, 2]), np.array([[0.5, 0.1], [0.1, 0.7]]), f) for f in (None, 9, 2, 1)
            )
        ],
    )
    yield "values without errors", lambda: Contrast.of(["a", "b", "c"], [0.0, 1, 2], [0.0, 0, 4], level=0.9)


def of_pairs() -> Calls:
    """Two items, and half-samples."""
    items = ("said", "item")
    for name, how in {"nothing": {}, **DRAWN}.items():
        yield f"two items by {name}", lambda how=how: associate(PEOPLE, items, mechanisms=(UNEVEN, None), **how)
        yield (
            f"half-samples of groups by {name}",
            lambda how=how: two_samples(PEOPLE, unrelated=CHANCES, by="half", answer="said", groups="g", **how),
        )
        yield (
            f"half-samples that cheat by {name}",
            lambda how=how: two_samples(PEOPLE, cheating=TWO, by="half", answer="said", **how),
        )
    yield (
        "two items of three and two values",
        lambda: associate(PEOPLE, ("letter", "b"), mechanisms=(KRR, None), cluster="c", method="normal"),
    )
    yield (
        "two items by one mechanism, wilson",
        lambda: associate(PEOPLE, items, mechanisms=WARNER, method="wilson", confidence="0.9"),
    )
    yield "two items that are one", lambda: associate(PEOPLE.assign(item=PEOPLE.said), items, mechanisms=(None, UNEVEN))
    yield (
        "two items without variation",
        lambda: associate(
            pd.DataFrame({"a": ["no"] * 9, "b": ["no"] * 8 + ["yes"]}), ("a", "b"), mechanisms=(UNEVEN, None)
        ),
    )
    yield (
        "two items of few clusters",
        lambda: associate(PEOPLE.assign(c=PEOPLE.c < 9), ("said", "letter"), mechanisms=(UNEVEN, KRR), cluster="c"),
    )
    yield (
        "two items of one answer",
        lambda: associate(FEW.head(1).assign(item="yes"), ("said", "item"), mechanisms=WARNER),
    )
    yield "the test of two items", lambda: associate(PEOPLE, items, mechanisms=WARNER).p_value
    own = PEOPLE.assign(c=PEOPLE.c.astype(str) + PEOPLE.half)
    yield (
        "half-samples with clusters of their own",
        lambda: two_samples(own, unrelated=CHANCES, by="half", answer="said", cluster="c"),
    )
    yield (
        "half-samples with clusters of their own in strata",
        lambda: two_samples(own, unrelated=CHANCES, by="half", answer="said", cluster="c", stratum="h"),
    )
    for model, chances in (("unrelated", CHANCES), ("cheating", TWO)):
        for name, yes in (("alike", (0, 6)), ("beyond", (95, 4)), ("within", (40, 55))):
            said = {
                half: {"no": (9 if name == "alike" else 100) - y, "yes": y} for half, y in zip("AB", yes, strict=True)
            }
            yield f"half-samples: {model}, {name}", lambda said=said, how={model: chances}: (
                found := two_samples(said, outputs=("no", "yes"), **how), found.prevalence, found.interval, found.lie_detector()
            )  # fmt: skip
    known = PEOPLE.assign(g=PEOPLE.g.where(PEOPLE.g != "z"))
    yield "differences of half-samples that cheat", lambda: (
        found := two_samples(known, cheating=TWO, by="half", answer="said", groups="g"),
        found.differences(), found["y"].shares, found.lie_detector(1),
    )  # fmt: skip


def of_plans() -> Calls:
    """Plans by every goal, kind of interval and sampling, and the tables beside them."""
    at = {"prevalence": "1/10"}
    for method in ("wilson", "normal", "chebyshev", "clopper-pearson"):
        yield f"a margin by {method}", lambda m=method: plan(UNEVEN, margin="0.05", method=m, **at)
        yield (
            f"a margin over a range by {method}",
            lambda m=method: plan(UNEVEN, margin="0.06", method=m, prevalence="1/5..2/5"),
        )
        yield f"what 400 people give by {method}", lambda m=method: plan(UNEVEN, n=400, method=m, prevalence="worst")
    for kind, size in (("census", None), ("srs", 900)):
        yield (
            f"an error in {kind}",
            lambda k=kind, s=size: plan(UNEVEN, standard_error="0.04", sampling=k, population=s, **at),
        )
        yield (
            f"a margin in {kind}",
            lambda k=kind, s=size: plan(UNEVEN, margin="0.06", sampling=k, population=s, prevalence="1/10..1/5"),
        )
        yield (
            f"a difference in {kind}",
            lambda k=kind, s=size: plan(UNEVEN, difference="0.2", sampling=k, population=s, **at),
        )
    yield "90 people of 900", lambda: plan(WARNER, n=90, sampling="srs", population=900, **at)
    yield "one person", lambda: plan(DIRECT, n=1, **at)
    goals: dict[str, dict[str, Any]] = {
        "a difference": {"difference": "0.2"},
        "a difference at another level": {"difference": "0.3", "confidence": "0.9", "power": "0.9"},
    }
    goals |= {
        "the power of 120": {"difference": "0.3", "n": 120},
        "a difference below": {"difference": "-1/5", "prevalence": "9/10"},
    }
    goals |= {
        "a difference over a range": {"difference": "0.2", "prevalence": "1/10..1/2"},
        "an error": {"standard_error": "0.03"},
    }
    for name, goal in goals.items():
        yield name, lambda goal=goal: plan(WARNER, **at | goal)
        if "n" not in goal:
            yield f"{name}, inflated", lambda goal=goal: plan(WARNER, deff="1.7", **at | goal)
    yield "a margin with clusters on the truth", lambda: plan(WARNER, margin="0.06", deff_truth=3, clusters=12, **at)
    yield "a margin with clusters on answers", lambda: plan(WARNER, margin="0.06", deff="2", clusters=15, **at)
    yield (
        "a difference with clusters on the truth",
        lambda: plan(WARNER, difference="0.3", deff_truth=2, clusters=9, **at),
    )
    yield "the power of 300 in clusters", lambda: plan(WARNER, difference="0.2", n=300, deff_truth=2, clusters=9, **at)
    yield "an error with clusters on the truth", lambda: plan(WARNER, standard_error="0.03", deff_truth=2, **at)
    yield "the power of a device whose answers tell more than hits", lambda: (
        plan(WIDE, difference="0.3", **at), plan(WIDE, difference="0.3", n=150, working="1/2", **at)
    )  # fmt: skip
    thirds = {"prevalence": (0.5, 0.3, 0.2)}
    yield "three shares: a margin", lambda: plan(THREE, margin="0.1", **thirds)
    yield "three shares: a margin by the normal interval", lambda: plan(KRR, margin="0.1", method="normal", **thirds)
    yield "three shares: what 400 people give", lambda: plan(KRR, n=400, **thirds)
    yield "three shares: a difference", lambda: plan(THREE, difference="0.3", deff=2, **thirds)
    yield (
        "three shares: one of them over a range",
        lambda: plan(LOOSE, margin="0.1", share_of="b", prevalence="1/5..2/5"),
    )
    yield "three shares: an error at worst", lambda: plan(THREE, standard_error="0.05")
    yield "three shares: the power of 200", lambda: plan(KRR, difference="0.3", n=200, **thirds)
    yield "a scale: a margin", lambda: plan(KRR, scores=[1, 2, 5], margin="0.2", deff=2)
    yield (
        "a scale: an error at stated shares",
        lambda: plan(KRR, scores={"a": 1, "b": 2, "c": 5}, standard_error="0.2", deff_truth=2, **thirds),
    )
    yield "a scale: what 400 people give", lambda: plan(LOOSE, scores=[1, 2, 5], n=400, **thirds)
    yield "sets", lambda: plan(SETS, margin="0.08")
    yield "sets at stated shares", lambda: plan(SETS, standard_error="0.05", prevalence="2/5,3/20,3/20,3/20,3/20")
    yield "sets: one share", lambda: plan(SETS, n=500, share_of="2", prevalence="1/10..1/5")
    yield "a design by epsilon", lambda: plan(epsilon="ln3", margin="0.05", **at)
    yield "a design for its own range", lambda: plan(design(Variance("1/10..2/5"), LDP("ln3")), margin="0.05")
    yield (
        "devices for one goal",
        lambda: (
            compare_plans({"a": WARNER, "b": UNEVEN}, margin="0.06", **at),
            compare_plans({"a": THREE, "b": KRR}, margin="0.1", prevalence=(0.5, 0.3, 0.2)),
        ),
    )
    yield (
        "along epsilon",
        lambda: (plan_epsilons("1/2..1", **at), plan_epsilons("2, ln3", margin="0.05", deff="1.5", **at)),
    )
    yield (
        "along epsilon, three shares and a test",
        lambda: (
            plan_epsilons("1,2", prevalence="1/2,1/4,1/4", standard_error="0.05"),
            plan_epsilons("1", difference="0.2", deff_truth=2, **at),
        ),
    )
    yield (
        "devices at equal privacy",
        lambda: (
            devices_at_equal_privacy("ln3", "1/10", mechanism=SIMMONS),
            devices_at_equal_privacy("1", "1/10..1/5"),
        ),
    )
    yield "devices at the worst share", lambda: devices_at_equal_privacy("1", "worst")
    yield (
        "devices under a promise",
        lambda: devices_at_equal_privacy(PairwiseLDP({(0, 1): "1", (1, 0): "2"}), "1/10", mechanism=SIMMONS),
    )
    yield (
        "people who do not comply",
        lambda: (noncompliance(UNEVEN, "1/5..2/5"), noncompliance(KRR, "1/5", share_of="a", n=300, deff=2)),
    )
    yield (
        "people who do not comply in clusters",
        lambda: noncompliance(UNEVEN, "1/5", shares=["1/10", "1/2"], deff_truth="3"),
    )
    yield "nobody to comply", lambda: noncompliance(SIMMONS, "0..1", shares=["0", "1/4"])
    yield "a safe answer that nobody with the trait gives", lambda: noncompliance(STRICT, "1/4")


def of_draws() -> Calls:
    """Draws from bits that are the same everywhere, simulations by fixed draws, and black boxes."""
    for name in ("krr:k=3,epsilon=1", "warner:p=3/4", "warner:epsilon=57"):
        p = from_spec(name)
        yield (
            f"draws: {name}",
            lambda p=p: ([draw(p, [i % p.k for i in range(40)], rng=Fixed())], draw(p, 1, rng=Fixed())),
        )
    yield "draws of sets", lambda: draw(SETS, [i % 5 for i in range(30)], rng=Fixed())
    for kind, size in (("replacement", None), ("census", None), ("srs", 120)):
        for method in ("wilson", "normal"):
            yield (
                f"a simulation: {kind}, {method}",
                lambda k=kind, s=size, m=method: simulate(
                    KRR,
                    prevalence="1/2,1/4,1/4",
                    n=40,
                    surveys=7,
                    rng=Fixed(),
                    sampling=k,
                    population=s,
                    method=m,
                    share_of=1,
                ),
            )
    yield (
        "a simulation in two chunks",
        lambda: simulate(
            WIDE, prevalence="1/4", n=20, surveys=502, rng=Fixed(), method="clopper-pearson", confidence="0.9"
        ),
    )
    pairs = [(i % 3, (i * i) % 7 % 3 if i % 5 else i % 3) for i in range(900)]
    for how in ({}, {"delta": "1/20", "confidence": "0.8"}, {"claimed": "1/10"}, {"claimed": "2"}, {"claimed": "inf"}):
        yield f"a black box {how}", lambda how=how: (found := check_samples(pairs, **how), found.exit_code)
    yield "a black box that shows nothing", lambda: check_samples([(0, 1), (0, 1), (1, 1), (1, 1)])


def of_regressions() -> Calls:
    """Regressions by every model and kind of error, with what follows from them."""
    for name, how in DRAWN.items():
        yield f"logit by {name}", lambda how=how: regress("said ~ x + C(g)", PEOPLE, mechanism=UNEVEN, **how)
    for name, how in {
        "observed information": {"cov_type": "observed"},
        "HC0": {"cov_type": "HC0"},
        "weights": {"weights": "w"},
    }.items():
        yield f"logit by {name}", lambda how=how: regress("said ~ x", PEOPLE, mechanism=UNEVEN, **how)
    yield "logit", lambda: fitted("said ~ x + C(g)", mechanism=UNEVEN)
    yield "logit in clusters", lambda: fitted("said ~ x", mechanism=UNEVEN, cluster="c")
    yield "logit of two devices", lambda: fitted("said ~ x", mechanism=TWO, by="half", positive="no")
    ordered = PEOPLE.assign(g=pd.Categorical(PEOPLE.g, ["z", "y", "x"]))
    yield "categories in an order of their own", lambda: regress("said ~ g", ordered, mechanism=UNEVEN)
    yield "logit, an unrelated question", lambda: fitted("said ~ x", unrelated=CHANCES, by="half")
    yield "multinomial", lambda: fitted("letter ~ x", mechanism=SHARP, model="multinomial")
    yield "ordinal", lambda: fitted("letter ~ x + b", mechanism=KRR, model="ordinal", confidence="0.9")
    explains: dict[str, Any] = {"mechanism": UNEVEN, "answer": "said"}
    yield "linear", lambda: fitted("income ~ said + x", model="linear", **explains)
    yield "logistic with weights", lambda: fitted("b ~ said + x", model="logistic", weights="w", **explains)
    yield "linear in clusters", lambda: regress("income ~ said + x", PEOPLE, model="linear", cluster="c", **explains)
    yield "logistic", lambda: regress("b ~ said + x", PEOPLE, model="logistic", **explains)
    yield "linear with three truths", lambda: fitted("income ~ letter", mechanism=KRR, answer="letter", model="linear")
    counts = PEOPLE.groupby(["said", "g", "b"]).size().reset_index(name="n")
    yield "a table of counts", lambda: fitted("said ~ g + b", counts, mechanism=UNEVEN, counts="n")
    few = PEOPLE.assign(c=PEOPLE.c % 5, d=np.where(PEOPLE.c % 5 == 0, "one", "rest"))
    yield "few clusters, of which one alone tells", lambda: fitted("said ~ d", few, mechanism=UNEVEN, cluster="c")
    blind = Device(np.array([[9, 7, 1], [1, 3, 9]]) / 10, tuple("abc"), ("no", "yes"))
    yield "an ordinal model of two answers", lambda: regress("said ~ x", PEOPLE, mechanism=blind, model="ordinal")
    apart = pd.DataFrame({"said": ["no"] * 50 + ["no", "yes"] * 25, "x": [0] * 50 + [1] * 50})
    yield "people whom answers separate", lambda: fitted("said ~ C(x)", apart, mechanism=WARNER)
    odd = PEOPLE.assign(x=PEOPLE.x.where(PEOPLE.index > 4), said=PEOPLE.said.where(PEOPLE.index % 50 > 0), w=PEOPLE.w)
    yield "rows that lack something", lambda: fitted("said ~ x", odd, mechanism=UNEVEN, weights="w")
    yield (
        "errors that are skewed",
        lambda: regress(
            "income ~ said",
            PEOPLE.assign(income=np.exp(1.5 * PEOPLE.income)),
            mechanism=UNEVEN,
            answer="said",
            model="linear",
        ),
    )
    yield (
        "tests of coefficients",
        lambda: tested(
            *(regress(f, PEOPLE, mechanism=UNEVEN) for f in ("said ~ x + C(g)", "said ~ x")),
            ["C(g)", ["x = 0.5", "C(g)[T.y] = C(g)[T.z]"]],
        ),
    )
    yield (
        "a test of an ordinal model",
        lambda: tested(
            *(regress(f, PEOPLE, mechanism=KRR, model="ordinal") for f in ("letter ~ x + b", "letter ~ x")), ["x"]
        ),
    )


def tested(found: Any, smaller: Any, hypotheses: list[Any]) -> list[object]:
    """Tests of the coefficients of a regression, and the effects of a smaller one."""
    return [found.lr_test(smaller), *map(found.wald_test, hypotheses), smaller.marginal_effects()]


def of_edges() -> Calls:
    """What stands just at a limit, or just beyond: of numbers of groups, clusters, answers and people, of shares and chances."""
    for groups in (1, 5, 6, 10, 11):
        frame = PEOPLE.assign(i=PEOPLE.index % groups, w=1, said=np.where(PEOPLE.index % groups, "no", PEOPLE.said))
        yield f"{groups} groups, some of them alike", lambda frame=frame: estimate(frame, by="i", **NAMED)
        if groups > 5:
            yield f"differences of {groups} groups", lambda frame=frame: compare_groups(frame, by="i", **NAMED)
    for clusters in (9, 10, 11):
        frame = PEOPLE.assign(c=PEOPLE.index % clusters)
        yield f"shares of {clusters} clusters", lambda frame=frame: estimate(frame, cluster="c", **NAMED)
        yield (
            f"a regression of {clusters} clusters",
            lambda frame=frame: regress("said ~ x", frame, mechanism=UNEVEN, cluster="c"),
        )
    for n in (7, 8, 16, 17):
        yield f"{n} answers of one of three", lambda n=n: estimate({"a": n, "b": 0, "c": 0}, mechanism=KRR)
    for yes in (1, 4):
        yield (
            f"a share of just {(yes - 1) // 3}",
            lambda yes=yes: estimate(
                {"no": 5 - yes, "yes": yes},
                mechanism=Device(FIVE.matrix[:, ::4] * 1.2 - 0.1, ("no", "yes"), ("no", "yes")),
            ),
        )
    yield (
        "a scale alone at stated shares",
        lambda: estimate_mean({"low": 60, "high": 40}, mechanism=FIVE, scores=[1, 2, 3, 4, 5], working=(0.2,) * 5),
    )
    yield (
        "a power of a half, and of one person a cluster",
        lambda: (
            plan(WARNER, difference="0.3", prevalence="1/4", power="1/2"),
            plan(WARNER, n=12, deff=1, clusters=12),
        ),
    )
    yield "two people of each group", lambda: plan(DIRECT, difference="0.999", prevalence="0.0005")
    yield "two people of each group are told all", lambda: plan(DIRECT, difference="0.999", prevalence="0.0005", n=2)
    yield (
        "all is forgiven at delta = 1",
        lambda: [check_samples([(x, x) for x in (0, 1)] * 50, delta=delta) for delta in (0, 1)],
    )
    for sizes in ((1, 2), (2, 3)):
        both = SetMechanism(5, sizes, (Fraction(1, 4), Fraction(1, 5)), Fraction(3))
        total = sum(float(x) for x in both.choices())
        mixed = replace(both, weights=tuple(x / Fraction(total).limit_denominator(10**6) for x in both.weights))
        texts = [mixed.label(range(i % 3, i % 3 + sizes[i % 2])) for i in range(30)]
        yield (
            f"sets of {sizes} inputs",
            lambda mixed=mixed, texts=texts: (
                estimate(texts, mechanism=mixed),
                plan(mixed, margin="0.1"),
                draw(mixed, [0, 1, 4] * 9, rng=Fixed()),
            ),
        )
    apart = pd.DataFrame({"said": ["no"] * 50 + ["no", "yes"] * 25, "x": [0] * 50 + [1] * 50, "held": [[1]] * 100})
    yield (
        "one coefficient of two has an error, beside a column of lists",
        lambda: fitted("said ~ 0 + C(x)", apart, mechanism=WARNER),
    )
    yield (
        "an unrelated question whose answers have other names",
        lambda: regress(
            "said ~ x",
            PEOPLE.assign(said=PEOPLE.said.str.upper() + "!"),
            unrelated=CHANCES,
            by="half",
            outputs=["NO!", "YES!"],
        ),
    )
    yield (
        "clusters in which all are alike, of half-samples",
        lambda: two_samples(
            PEOPLE.assign(c=PEOPLE.index % 12, said=np.where(PEOPLE.half == "A", "yes", PEOPLE.said)),
            unrelated=CHANCES,
            by="half",
            answer="said",
            cluster="c",
        ),
    )
    yield (
        "strata of people in half-samples",
        lambda: two_samples(PEOPLE, cheating=TWO, by="half", answer="said", stratum="h", weights="w"),
    )
    for n in (5, 9):
        yield (
            f"a simulation of {n} rare answers",
            lambda n=n: simulate(
                WARNER, prevalence="1/20", n=n, surveys=60, rng=Fixed(), method="normal", confidence="0.5"
            ),
        )
    yield "constants, defaults and records", lambda: tuple(kept_by_modules())


def kept_by_modules() -> Iterator[str]:
    """Say the constants of the room, the defaults of its functions, and how its records compare and whether they may change."""
    for module in MODULES:
        for name, x in sorted(vars(module).items()):
            own = getattr(x, "__module__", "") == module.__name__
            if name.isupper() and not callable(x) and " at 0x" not in str(x):
                yield f"{module.__name__}.{name} = {value_of(x)}"
            elif inspect.isfunction(x) and own:
                given = {p.name: p.default for p in inspect.signature(x).parameters.values() if not callable(p.default)}
                yield from (f"{name}: {key} = {y}" for key, y in given.items() if y is not None)
            elif isinstance(x, type) and is_dataclass(x) and own:
                params: Any = x.__dataclass_params__  # type: ignore[attr-defined]
                unlike = [y.name for y in fields(x) if not y.compare]
                yield f"{name}: {params.frozen}, {params.eq}, {params.repr}, {'__slots__' in vars(x)}, {unlike}"


KINDS: tuple[Callable[[], Calls], ...] = (
    of_reading,
    of_shares,
    of_groups,
    of_pairs,
    of_plans,
    of_draws,
    of_regressions,
    of_edges,
)


@cache
def calls() -> dict[str, Callable[[], object]]:
    """Every call by its name."""
    listed = [x for kind in KINDS for x in kind()]
    found = dict(listed)
    assert len(found) == len(listed), "two calls have one name"
    return found


SHOWN = (
    "groups of a finite population", "groups by clusters", "no variance: all alike, a share beyond 1", "two shares: wilson, census",
    "no variance: one answer", "four answers, weights the answers suggest", "many groups", "strata of people by clusters",
    "strata without one of size 0", "differences of all shares by nothing", "groups without a label, and one of one answer",
    "means of a scale by clusters", "contrasts of means", "two items by clusters", "half-samples of groups by nothing",
    "half-samples: cheating, alike", "half-samples: cheating, within", "answers that are sets", "a margin with clusters on answers",
    "90 people of 900", "a margin over a range by wilson", "an error, inflated", "the power of 300 in clusters", "a difference",
    "three shares: a margin", "a scale: a margin", "along epsilon", "devices for one goal", "devices at equal privacy",
    "people who do not comply", "a simulation: replacement, wilson", "a black box {}", "a black box {'claimed': '2'}",
    "logit by clusters", "linear", "logit, an unrelated question", "tests of coefficients",
)  # fmt: skip
"""Calls that have among them every class of results with all that it may show."""


def shown() -> Iterator[Result]:
    """One result or more of each class."""
    every = calls()
    for name in SHOWN:
        found = every[name]()
        yield from (x for x in (found if isinstance(found, list | tuple) else [found]) if isinstance(x, Result))


# how answers are written


def written(x: object) -> Iterator[str]:
    """Write an answer line by line: of a result each block, with what it shows and what it hides, and all raw numbers."""
    if isinstance(x, InputError):
        yield f"refused: {x}"
    elif isinstance(x, Result):
        yield f"{type(x).__name__} {x.schema}"
        for block in x.show():
            yield from of_block(block)
    elif isinstance(x, pd.DataFrame | pd.Series):
        yield value_of([list(map(str, x.index)), x.to_dict("list") if isinstance(x, pd.DataFrame) else x.tolist()])
    elif isinstance(x, tuple) and all(isinstance(y, str) for y in x):
        yield from x
    elif isinstance(x, list | tuple) and any(isinstance(y, Result | pd.DataFrame | pd.Series) for y in x):
        for y in x:
            yield from written(y)
    else:
        yield value_of(x)


def of_block(block: object) -> Iterator[str]:
    """Write one block."""
    match block:
        case Say(text, key):
            yield f"{key or 'say'}: {text}"
        case Warn(text):
            yield f"warning: {text}"
        case Fact(key, label, value, how, shown):
            yield f"{key} ({label}, {how}, {shown}): {value_of(value)}"
        case Table():
            heads = (f"{c.key} ({c.label}, {c.how}, {c.shown})" for c in block.cols)
            yield f"{block.key} ({block.shown}): {', '.join(heads)}"
            yield from (f"  {value_of(list(row))}" for row in block.rows)
        case Figure():
            yield f"{block.key}: {value_of(block.draw.keywords)}"  # type: ignore[attr-defined]
        case Items(key, items):
            yield f"{key}: {value_of(items)}"
        case Heading() | Code():
            yield value_of(block)


def value_of(x: Any) -> str:
    """Write a value with 12 digits a number."""
    if isinstance(x, np.ndarray | np.generic):
        return value_of(x.tolist())
    if isinstance(x, bool) or not isinstance(x, int | float | Mapping | list | tuple):
        fields = getattr(x, "__dataclass_fields__", None)
        return str(x) if fields is None or isinstance(x, Result) else value_of([getattr(x, name) for name in fields])
    if isinstance(x, Mapping):
        return "; ".join(f"{key} {value_of(y)}" for key, y in x.items())
    if isinstance(x, list | tuple):
        return f"[{', '.join(map(value_of, x))}]"
    return str(x) if isinstance(x, int) else "0" if abs(x) < 1e-15 and x != 5e-324 else f"{x:.12g}"


def answer(call: Callable[[], object]) -> list[str]:
    """What a call answers, in lines."""
    try:
        return list(written(call()))
    except InputError as error:
        return list(written(error))


def read_frozen() -> dict[str, list[str]]:
    """Read the answers that are kept, by the names of their calls."""
    parts = FROZEN.read_text("utf-8").split("\n## ")[1:]
    return {head: lines for head, *lines in (part.rstrip("\n").split("\n") for part in parts)}


def write_frozen() -> None:
    """Keep what all calls answer now."""
    parts = ["\n".join((name, *answer(call))) for name, call in calls().items()]
    FROZEN.write_text("Answers of the calls of calls.py\n## " + "\n## ".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write_frozen()
