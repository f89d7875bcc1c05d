"""A random member of every kind of demand, and the demands just too strong, tightest and just weaker for a mechanism.

A new notion joins the battery by its lines in `DEMANDS` and `LADDERS`; tests/battery fails until it has them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st

from rropt import Mechanism
from rropt.exact import Epsilon
from rropt.exact.element import Bound
from rropt.privacy import (
    CSIP,
    LDP,
    SIP,
    All,
    BayesFactor,
    BetaFactor,
    BreachFunction,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
    largest_factor,
    piecewise_linear,
    profile,
)
from rropt.privacy.boundary import odds_boundary, reflect
from rropt.values import Between

GAP = Fraction(1, 10**30)

fractions = st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)
factors = st.fractions(min_value=1, max_value=12, max_denominator=5)
budgets = st.sampled_from(["0", "ln2", "ln3", "ln(7/2)", "1/2", "1", "2", "inf"])
tables = st.sampled_from(
    ["0=1/5,8/9=1,1=1", "0=0,1/2=9/10,1=1", "0=1/2,1/5=1/2,1/5=1,1=1", "odds:3", "0=0,1=1", "0=1,1=1"]
)
lowers = st.sampled_from(["0=0,1=0", "0=0,1=1/2", "0=0,1/2=0,1/2=0,1/2=1/5,1=1/5", "odds:1/4", "0=0,1=1"])
rhos = st.tuples(fractions, fractions).filter(lambda r: r[0] < r[1])


@st.composite
def upper_tables(draw: st.DrawFn) -> BreachFunction:
    """Upper boundaries with up to four pieces and jumps."""
    cuts = sorted(draw(st.sets(st.integers(1, 11), max_size=3)))
    ps = [Fraction(0), *(Fraction(c, 12) for c in cuts), Fraction(1)]
    points = []
    for p, q in itertools.pairwise(ps):
        for end in (p, q):
            points.append((end, 1 - (1 - end) * Fraction(draw(st.integers(0, 6)), 6)))
    return piecewise_linear(points)


@st.composite
def budgets_of_pairs(draw: st.DrawFn, k: int) -> PairwiseLDP:
    """A budget, and a slack for some, of some of the ordered pairs of k inputs."""
    asked = [pair for pair in itertools.permutations(range(k), 2) if draw(st.booleans())]
    slacks = {pair: draw(fractions) for pair in asked if draw(st.booleans())}
    return PairwiseLDP({pair: draw(budgets) for pair in asked}, deltas=slacks)


@st.composite
def metrics(draw: st.DrawFn, k: int) -> Metric:
    """A line, or distances of some pairs."""
    if k == 1 or draw(st.booleans()):
        return Metric("line", draw(budgets))
    steps = st.sampled_from(["0", "1", "2", "inf"])
    return Metric({pair: draw(steps) for pair in itertools.combinations(range(k), 2)}, draw(budgets))


@st.composite
def sensitives(draw: st.DrawFn, k: int) -> Sensitive:
    """Some of the inputs protected, with or without a slack."""
    names = draw(st.sets(st.integers(0, k - 1), min_size=1))
    return Sensitive(sorted(names), draw(budgets), delta=draw(st.just(Fraction(0)) | fractions))


@st.composite
def priors(draw: st.DrawFn, k: int) -> list[Fraction]:
    """Shares of k inputs, some of which may be 0."""
    weights = draw(st.lists(st.integers(0, 6), min_size=k, max_size=k).filter(any))
    return [Fraction(w, sum(weights)) for w in weights]


@st.composite
def vulnerabilities(draw: st.DrawFn, k: int) -> Vulnerability:
    """One guess, or up to three actions whose gains may be losses, under equal shares or others."""
    prior = draw(st.none() | priors(k))
    rows = st.lists(st.integers(-2, 3), min_size=k, max_size=k)
    gain = draw(st.none() | st.lists(rows, min_size=1, max_size=3))
    return Vulnerability(draw(fractions | st.integers(-1, 2)), prior, gain)


@st.composite
def several(draw: st.DrawFn, k: int) -> All:
    """Two or three demands together, of which one may imply the others."""
    one = st.builds(lambda e, d: LDP(e, delta=d), budgets, fractions) | budgets.map(LDP) | factors.map(Parity)
    parts = one | sensitives(k) | budgets_of_pairs(k) | vulnerabilities(k)
    return All(*draw(st.lists(parts, min_size=2, max_size=3)))


DEMANDS: Mapping[str, Callable[[int], st.SearchStrategy[Notion]]] = {
    "All": several,
    "Metric": metrics,
    "Sensitive": sensitives,
    "LDP": lambda k: budgets.map(LDP) | st.builds(lambda e, d: LDP(e, delta=d), budgets, fractions),
    "PairwiseLDP": budgets_of_pairs,
    "Parity": lambda k: factors.map(Parity),
    "RhoBreach": lambda k: rhos.map(lambda r: RhoBreach(*r)),
    "BetaFactor": lambda k: factors.map(BetaFactor),
    "BayesFactor": lambda k: factors.map(BayesFactor),
    "CSIP": lambda k: tables.map(CSIP),
    "SIP": lambda k: st.builds(SIP, lowers, tables),
    "Vulnerability": vulnerabilities,
}
"""For each kind of notion, its members for mechanisms with k inputs."""


# the strongest demand of a kind that a mechanism meets, between one too strong and one weaker

Ladder = tuple[Notion | None, Notion, Notion | None]


def ldp(t: Bound, delta: object = 0) -> LDP:
    """(ε, δ)-LDP with e^ε = t."""
    return LDP(Epsilon(t), delta=delta)


def odds(gamma: Bound) -> BreachFunction:
    """h_γ, which forbids nothing where γ is infinite."""
    return odds_boundary(gamma)


def scale(make: Callable[[Any], Notion], gamma: Bound) -> Ladder:
    """The demands that a factor states, around the least factor γ that holds."""
    if isinstance(gamma, float):
        return make(Fraction(10**30)), make(gamma), None
    strong = gamma - (gamma - 1) * GAP
    return (make(strong) if gamma > 1 else None), make(gamma), make(gamma + GAP)


def _rho2(p: Mechanism) -> Ladder:
    top = RhoBreach.tightest_rho2(p, "1/5")
    if top == Fraction(1, 5):
        return None, RhoBreach("1/5", top + GAP), None
    if top == 1:
        return RhoBreach("1/5", 1 - GAP), LDP("inf"), None
    strong, weak = top - (top - Fraction(1, 5)) * GAP, top + GAP * (1 - top)
    return RhoBreach("1/5", strong), RhoBreach("1/5", top), RhoBreach("1/5", weak)


def _rho1(p: Mechanism) -> Ladder:
    low = RhoBreach.tightest_rho1(p, "1/2")
    if low == Fraction(1, 2):
        return None, RhoBreach(low - GAP, "1/2"), None
    if low == 0:
        return RhoBreach(GAP, "1/2"), LDP("inf"), None
    strong = low + (Fraction(1, 2) - low) * GAP
    return RhoBreach(strong, "1/2"), RhoBreach(low, "1/2"), RhoBreach(low * (1 - GAP), "1/2")


def _delta(p: Mechanism) -> Ladder:
    d = profile(p).delta("ln2")
    strong = LDP("ln2", delta=d * (1 - GAP)) if d else None
    return strong, LDP("ln2", delta=d), LDP("ln2", delta=d + (1 - d) * GAP)


def by_pair(make: Callable[[Fraction], Notion], p: Mechanism) -> Ladder:
    """The demands with the budgets times a factor, around the least factor that holds, which is known within bounds."""
    found = make(Fraction(1)).tightest(p)
    if not p.is_rational:  # e^(c·ε) for such a factor c shares no field of small degree with its entries
        return None, LDP("inf"), None
    if isinstance(found, float):
        return make(Fraction(50)), LDP("inf"), None
    low, high = (found.lower, found.upper) if isinstance(found, Between) else (found, found)
    near = Fraction(1, 10**9)
    return (make(low * (1 - near)) if low else None), make(high), make(high + near)


def _pairs(factor: Fraction, k: int) -> PairwiseLDP:
    asked = {(j, low): factor * (1 + j) / 2 for j, low in itertools.permutations(range(k), 2) if (j, low) != (1, 0)}
    return PairwiseLDP(asked, deltas={(0, 1): "1/10"} if (0, 1) in asked else None)


def _vulnerability(p: Mechanism, gain: list[list[int]] | None) -> Ladder:
    v = Vulnerability(1, gain=gain).tightest(p)
    return Vulnerability(v - GAP, gain=gain), Vulnerability(v, gain=gain), Vulnerability(v + GAP, gain=gain)


LADDERS: Mapping[str, Mapping[str, Callable[[Mechanism], Ladder]]] = {
    "All": {"factor": lambda p: by_pair(lambda factor: _pairs(factor, p.k) & LDP(2 * factor), p)},
    "Metric": {"factor": lambda p: by_pair(lambda factor: Metric("line", factor), p)},
    "Sensitive": {"factor": lambda p: by_pair(lambda factor: Sensitive([0], factor, delta="1/10"), p)},
    "LDP": {
        "epsilon": lambda p: scale(ldp, LDP(1).tightest(p).t),
        "epsilon given delta": lambda p: scale(lambda t: ldp(t, "1/10"), LDP.tightest_epsilon(p, "1/10").t),
        "delta given epsilon": _delta,
    },
    "PairwiseLDP": {"factor": lambda p: by_pair(lambda factor: _pairs(factor, p.k), p)},
    "Parity": {"gamma": lambda p: scale(Parity, Parity(1).tightest(p))},
    "RhoBreach": {"rho2 given rho1": _rho2, "rho1 given rho2": _rho1},
    "BetaFactor": {"beta": lambda p: scale(BetaFactor, BetaFactor(1).tightest(p))},
    "BayesFactor": {"factor": lambda p: scale(BayesFactor, BayesFactor(1).tightest(p))},
    "CSIP": {"h": lambda p: scale(lambda s: CSIP(odds(s)), largest_factor(CSIP("odds:1").tightest(p)))},
    "SIP": {
        "h_l and h_u": lambda p: scale(
            lambda s: SIP(reflect(odds(s)), odds(s)), largest_factor(SIP("odds:1", "odds:1").tightest(p).upper)
        )
    },
    "Vulnerability": {
        "at_most": lambda p: _vulnerability(p, None),
        "at_most with losses": lambda p: _vulnerability(p, [[j - 1 for j in range(p.k)], [0] * p.k]),
    },
}
"""For each kind of notion and each of its numbers: the demand just too strong, the tightest that holds, one just weaker."""
