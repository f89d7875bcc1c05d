"""What other libraries answer to the questions rropt answers exactly; skipped where one is not installed."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from benchmarks import models, wrong
from benchmarks.designs import problems
from benchmarks.models import gains_of, linear_program
from rropt import LDP, Information, Mechanism, Problem, TotalVariance, Trace, Variance, compare, design, measure
from rropt.privacy import compose, leakage, shannon_capacity

pytestmark = pytest.mark.peer
ROOT = Path(__file__).resolve().parents[1]


def test_libqif_takes_different_designs_for_equivalent() -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    a = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    b = Mechanism([["7501/10000", "2499/10000"], ["2499/10000", "7501/10000"]])
    first, second = (np.array(p.to_numpy().T) for p in (a, b))
    assert qif.refinement.refined_by(first, second) and qif.refinement.refined_by(second, first)
    assert compare(a, b).relation == "worse"


@pytest.mark.parametrize("k", [3, 6])
def test_libqif_finds_the_same_trace(k: int) -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    found = design(Trace(), LDP("1"), inputs=k)
    gains = gains_of(linear_program(found.problem))
    channel = qif.mechanism.d_privacy.min_loss_given_d(
        np.full(k, 1.0 / k), k, lambda i, j: 0.0 if i == j else 1.0, lambda x, y: -k * gains[y, x]
    )
    assert float((gains.T * np.array(channel)).sum()) == pytest.approx(float(found.value), abs=1e-6)


def test_opendp_randomizes_with_the_same_probability() -> None:
    dp = pytest.importorskip("opendp.prelude", reason="opendp is not installed")
    dp.enable_features("contrib")
    p = float(design(Trace(), LDP("1"), inputs=2).mechanism.rows[0][0])
    measurement = dp.m.make_randomized_response_bool(p)
    assert measurement.map(1) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("case", wrong.CASES, ids=lambda case: case.library)
def test_the_page_of_errors_says_what_a_library_of_that_version_does(case: wrong.Case) -> None:
    try:
        heading = f"## {case.library} {version(case.package)}: {case.asked}\n"
    except PackageNotFoundError:
        pytest.skip(f"{case.package} is not installed")
    page = wrong.PAGE.read_text("utf-8")
    if heading not in page:
        pytest.skip(f"the page is about another version of {case.package}")
    said = page.split(heading)[1].split("\n## ")[0]
    assert case.program in said and case.truth() in said
    assert ("So it is wrong." in said) == case.shown(wrong.run(case))


@pytest.mark.slow
def test_libqif_has_the_same_leakage_and_capacity() -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    rng = np.random.default_rng(40)
    for _ in range(200):
        k, m, actions = (int(x) for x in rng.integers(2, 6, size=3))
        parts = rng.integers(1, 9, size=(k, m))
        p = Mechanism([[Fraction(int(row[i]), int(row.sum())) for row in parts] for i in range(m)])
        weights, gain = rng.integers(1, 9, size=k), rng.integers(0, 9, size=(actions, k))
        prior = [Fraction(int(w), int(weights.sum())) for w in weights]
        found = leakage(p, prior=prior, gain=gain.tolist())
        pi, channel, g = np.array(prior, dtype=float), np.array(p.to_numpy().T), gain.astype(float)
        assert float(found.before) == pytest.approx(qif.measure.g_vuln.prior(g, pi), abs=1e-12)
        assert float(found.after) == pytest.approx(qif.measure.g_vuln.posterior(g, pi, channel), abs=1e-12)
        assert float(found.additive) == pytest.approx(qif.measure.g_vuln.add_leakage(g, pi, channel), abs=1e-12)
        assert float(measure(p).bayes_capacity) == pytest.approx(
            qif.measure.bayes_vuln.mult_capacity(channel), abs=1e-12
        )
        bits, _ = qif.measure.shannon.add_capacity(channel)
        capacity = shannon_capacity(p)
        assert capacity.upper - capacity.lower < 1e-9
        assert float(capacity.upper) == pytest.approx(bits * math.log(2), abs=1e-6)


def test_libqif_has_the_same_leakage_of_one_guess_and_the_same_blanket() -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    rng = np.random.default_rng(41)
    for _ in range(200):
        p, weights = random_channel(rng, *(int(x) for x in rng.integers(2, 7, size=2))), rng.integers(1, 9, size=8)
        prior = [Fraction(int(w), int(weights[: p.k].sum())) for w in weights[: p.k]]
        found, pi, channel = leakage(p, prior=prior), np.array(prior, dtype=float), np.array(p.to_numpy().T)
        assert float(found.after) == pytest.approx(qif.measure.bayes_vuln.posterior(pi, channel), abs=1e-12)
        assert found.multiplicative is not None
        assert math.log2(found.multiplicative) == pytest.approx(
            qif.measure.bayes_vuln.min_entropy_leakage(pi, channel), abs=1e-12
        )
        assert float(found.additive) == pytest.approx(qif.measure.bayes_risk.add_leakage(pi, channel), abs=1e-12)
        least = float(sum(min(row) for row in p.rows))
        assert least == pytest.approx(qif.channel.sum_column_min(channel), abs=1e-12)
        nats, _ = Information(prior).value_bounds(p)
        assert float(nats) == pytest.approx(qif.measure.shannon.add_leakage(pi, channel) * math.log(2), abs=1e-9)


@pytest.mark.slow
def test_several_answers_disclose_what_the_channel_of_all_of_them_does_that_libqif_makes() -> None:
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    rng = np.random.default_rng(42)
    for _ in range(150):
        k, first, second = (int(x) for x in rng.integers(2, 5, size=3))
        p, q, n = random_channel(rng, k, first), random_channel(rng, k, second), int(rng.integers(1, 4))
        uses = qif.channel.compose.repeated_independent(np.array(p.to_numpy().T), n)
        both = np.array(qif.channel.compose.parallel(uses, np.array(q.to_numpy().T)))
        found = compose([*[p] * n, q])
        for t in (1.0, 1.5, 4.0):
            expected = max(np.maximum(0, a - t * b).sum() for a in both for b in both)
            lower, upper = map(float, found.at(Fraction(t)))
            assert lower - 1e-12 <= expected <= upper + 1e-12


def random_channel(rng: np.random.Generator, k: int, m: int) -> Mechanism:
    parts = rng.integers(1, 9, size=(k, m))
    return Mechanism([[Fraction(int(row[i]), int(row.sum())) for row in parts] for i in range(m)])


def functions_of(module: ModuleType) -> Iterator[str]:
    """A library's own functions, each by its path below the module."""
    for name in (n for n in dir(module) if not n.startswith("_")):
        found = getattr(module, name)
        if inspect.ismodule(found):
            if found.__name__.startswith("qif"):
                yield from (f"{name}.{x}" for x in functions_of(found))
        elif callable(found) and str(getattr(found, "__module__", "")).startswith("qif"):
            yield name


def test_every_function_of_libqif_is_in_the_table_of_those_who_come_from_it() -> None:
    """A row names rooms, each with functions: `measure.g_vuln`: `prior`, or a whole path."""
    qif = pytest.importorskip("qif", reason="libqif is not installed")
    page = (ROOT / "docs" / "coming_from.md").read_text("utf-8").split("# Coming from libqif")[1]
    told = set()
    for row in (line.split("|")[1] for line in page.splitlines() if line.startswith("| `")):
        for part in row.split(";"):
            rooms, colon, names = part.partition(":")
            quoted = [re.findall(r"`([^`]+)`", x) for x in (rooms, names)]
            told |= {f"{room}.{name}" for room in quoted[0] for name in quoted[1]} if colon else {*quoted[0]}
    known = {*functions_of(qif)}
    assert len(known) > 100
    assert sorted(known - told) == [], "functions without a row"
    assert sorted(told - known) == [], "rows without a function"


@pytest.mark.parametrize("name", ["trace", "weighted trace", "random utility"])
def test_the_models_that_are_timed_have_the_certified_optimum(name: str) -> None:
    for delta, builds in (("0", (models.by_rows,)), ("1/10", (models.by_excesses,))):
        problem = problems(4, LDP("1/2", delta=delta))[name]
        program, known = linear_program(problem), float(design(problem).value)
        for build in builds:
            for gains in (False, True):
                assert build(program, gains=gains).solve(solver="HIGHS") == pytest.approx(known, rel=1e-6)
        if delta == "0":
            assert models.by_pairs(program) == pytest.approx(known, rel=1e-6)


def test_the_search_that_is_timed_finds_the_least_variance() -> None:
    for prevalence in ("1/50", "1/4", "1/2"):
        problem = Problem(Variance(prevalence), LDP("1/2", delta="1/10"), outputs=2)
        assert models.least_product(problem.as_cvxpy(), "HIGHS") == pytest.approx(
            float(design(problem).value), rel=1e-6
        )


@pytest.mark.parametrize("shares", [["1/2", "1/3", "1/6"], ["2/5", "3/10", "1/5", "1/10"]])
def test_the_program_in_prices_has_the_same_total_variance(shares: list[str]) -> None:
    model = models.by_prices([Fraction(x) for x in shares], 3.0)
    assert model.is_dcp(dpp=True)
    for ratio in (3, 2):
        model.param_dict["excess"].value = ratio - 1
        found = design(TotalVariance(shares), LDP(f"ln{ratio}"))
        assert model.solve() == pytest.approx(float(found.upper), rel=1e-6)
