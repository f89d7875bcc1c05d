"""The random values that tests share: mechanisms, boundaries, and a member of every kind of demand and objective.

A new notion joins the battery by its lines in `DEMANDS` and `LADDERS`, a new objective by its line in `OBJECTIVES`;
tests/battery fails until it has them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from rropt import (
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Linear,
    Mechanism,
    TotalVariance,
    Trace,
    Utility,
    Variance,
)
from rropt.designs import (
    ConvexSum,
    ConvexWorst,
    EstimateSum,
    EstimateWorst,
    LinearSum,
    LinearWorst,
    VarianceSum,
    VarianceWorst,
)
from rropt.designs.objectives.divergences import KINDS as DIVERGENCES
from rropt.designs.objectives.shares import Prevalences, read_prevalences
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
    Enclosure,
    Metric,
    Notion,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
    largest_factor,
    piecewise_linear,
)
from rropt.privacy.boundary.algebra import reflect
from rropt.privacy.boundary.named import everything, precise_boundary
from rropt.problem.contract import Objective

GAP = Fraction(1, 10**30)
BATTERY = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def drawn(few: int, many: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A test of a name and of drawn data: with `few` draws by default; with `slow` `many`, which begin with these."""

    def of(function: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.first(draws=1)
        @pytest.mark.parametrize("draws", [few, many])
        def test(name: str, draws: int) -> None:
            settings(BATTERY, max_examples=draws)(given(data=st.data())(function))(name=name)

        test.__name__, test.__doc__, test.__module__ = function.__name__, function.__doc__, function.__module__
        return test

    return of


# mechanisms


def krr(k: int, epsilon: str) -> Mechanism:
    """k-ary randomized response over Q(e^ε)."""
    return Mechanism(
        [[f"t/(t+{k - 1})" if i == j else f"1/(t+{k - 1})" for j in range(k)] for i in range(k)], epsilon=epsilon
    )


@st.composite
def stochastic(draw: st.DrawFn, m: int, k: int, *, least: int = 0, most: int = 6) -> Mechanism:
    """A rational m×k mechanism with small weights, zeros included unless `least` is 1."""
    weights = [draw(st.lists(st.integers(least, most), min_size=m, max_size=m).filter(any)) for _ in range(k)]
    return Mechanism([[Fraction(weights[j][i], sum(weights[j])) for j in range(k)] for i in range(m)])


@st.composite
def mechanisms(draw: st.DrawFn, *, k: int | None = None) -> Mechanism:
    """Rational mechanisms and, one in four, garbled randomized response over Q(e) or Q(e^(1/3))."""
    inputs, m = k or draw(st.integers(1, 3)), draw(st.integers(1, 4))
    if draw(st.integers(0, 3)) == 0 and inputs > 1:
        return draw(stochastic(m, inputs)) @ krr(inputs, draw(st.sampled_from(["1", "1/3"])))
    return draw(stochastic(m, inputs, least=draw(st.integers(0, 1))))


label = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=6)


@st.composite
def labelled(draw: st.DrawFn) -> Mechanism:
    """Rational mechanisms of which inputs and outputs may have labels."""
    k, m = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    names = [draw(st.none() | st.lists(label, min_size=n, max_size=n, unique=True)) for n in (k, m)]
    plain = [None if names[i] == list(map(str, range(n))) else names[i] for i, n in ((0, k), (1, m))]
    return Mechanism(draw(stochastic(m, k, most=9)).rows, plain[0], plain[1])


# demands

fractions = st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)
factors = st.fractions(min_value=1, max_value=12, max_denominator=5)
budgets = st.sampled_from(["0", "ln2", "ln3", "ln(7/2)", "1/2", "1", "2", "inf"])
tables = st.sampled_from(
    ["0=1/5,8/9=1,1=1", "0=0,1/2=9/10,1=1", "0=1/2,1/5=1/2,1/5=1,1=1", "odds:3", "0=0,1=1", "0=1,1=1"]
)
lowers = st.sampled_from(["0=0,1=0", "0=0,1=1/2", "rho:1/5,1/2", "odds:1/4", "0=0,1=1"])
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
    return everything() if isinstance(gamma, float) else precise_boundary(gamma)


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
    d = LDP.tightest_delta(p, "ln2")
    strong = LDP("ln2", delta=d * (1 - GAP)) if d else None
    return strong, LDP("ln2", delta=d), LDP("ln2", delta=d + (1 - d) * GAP)


def by_pair(make: Callable[[Fraction], Notion], p: Mechanism) -> Ladder:
    """The demands with the budgets times a factor, around the least factor that holds, which is known within bounds."""
    found = make(Fraction(1)).tightest(p)
    if not p.is_rational:  # e^(c·ε) for such a factor c shares no field of small degree with its entries
        return None, LDP("inf"), None
    if isinstance(found, float):
        return make(Fraction(50)), LDP("inf"), None
    low, high = (found.lower, found.upper) if isinstance(found, Enclosure) else (found, found)
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


# objectives


@dataclass(frozen=True, slots=True)
class Kind:
    """Objectives of a kind; each as it is where the inputs, and outputs that are inputs or actions, are reversed; and whether
    it is about a mechanism, where it has a restriction of its own; and demands that it takes."""

    members: st.SearchStrategy[Objective]
    mirrored: Callable[[Any], Objective]
    admits: Callable[[Any, Mechanism], bool] = lambda objective, p: True
    demands: tuple[Notion, ...] = (
        *(LDP("ln3"), LDP("1/2"), LDP("ln2", delta="1/10")),
        *(Parity("5/2"), RhoBreach("1/5", "1/2")),
    )


numbers = st.integers(-4, 6).map(lambda n: Fraction(n, 2))
prevalences = st.sampled_from(["1/4", "1/2", "9/10", "1/10..2/5", "every:1/4..3/4"])


@st.composite
def utilities(draw: st.DrawFn, sense: str) -> Utility:
    """Utilities or losses of 2 or 3 actions for 2 or 3 inputs."""
    m, k = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    table = [[draw(numbers) for _ in range(k)] for _ in range(m)]
    weights = draw(st.lists(st.integers(1, 4), min_size=k, max_size=k))
    return Utility(table, [Fraction(w, sum(weights)) for w in weights], sense=sense)  # type: ignore[arg-type]


@st.composite
def costs(draw: st.DrawFn) -> Linear:
    """Costs or gains of 2 or 3 outputs for 2 or 3 inputs."""
    m, k = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    return Linear([[draw(numbers) for _ in range(k)] for _ in range(m)], sense=draw(st.sampled_from(["min", "max"])))


SHARES = [None, ["1/2", "1/3", "1/6"], [["1/2", "1/3", "1/6"], ["1/6", "1/6", "2/3"]], ["1/4"] * 4]
places = st.builds(
    lambda given, worst: read_prevalences(given, worst=worst and given is not None),
    st.sampled_from(SHARES),
    st.booleans(),
)


one_place = places.filter(lambda x: len(x.lists) < 2)


def _mirrored_places(x: Prevalences) -> Prevalences:
    return Prevalences(tuple(pi[::-1] for pi in x.lists), x.weights)


@st.composite
def contrasts(draw: st.DrawFn) -> Contrast:
    """One or two contrasts of three inputs, at any of the prevalences of three."""
    rows = draw(st.sampled_from([["1", "2", "3"], ["1", "0", "0"], [["1", "-1", "0"], ["0", "1", "5/2"]]]))
    return Contrast(rows, draw(places.filter(lambda x: x.k in (None, 3))))


@st.composite
def chances(draw: st.DrawFn, k: int | None = None) -> list[Fraction]:
    """A distribution of two to four inputs; some may have none of it."""
    weights = draw(st.lists(st.integers(0, 4), min_size=k or 2, max_size=k or 4).filter(any))
    return [Fraction(w, sum(weights)) for w in weights]


@st.composite
def divergences(draw: st.DrawFn) -> Divergence:
    """Every kind, between two distributions of three inputs, two of three inputs, or summed over all pairs."""
    kind = draw(st.sampled_from(list(DIVERGENCES)))
    parameters = {"power": {"order": "3/2"}, "renyi": {"order": "1/2"}, "hockey_stick": {"gamma": "5/4"}}
    parameters["stated"] = {"phi": draw(st.sampled_from(["max(x - 5/4, 0) + abs(x - 1)", "(x - 1)^4/(x + 1)^3"]))}
    stated: dict[str, Any] = parameters.get(kind, {})
    every = [(None, None)] if kind != "renyi" else []
    between = draw(st.sampled_from([*every, ([1, 0, 0], [0, 0, 1]), "distributions"]))
    if between == "distributions":
        return Divergence(kind, draw(chances(3)), draw(chances(3)), **stated)
    return Divergence(kind, *between, **stated)


def _mirrored_divergence(x: Divergence) -> Divergence:
    return x if x.p is None else Divergence(x.kind, x.p[::-1], x.q[::-1], **x.arguments()[1])  # type: ignore[index]


@st.composite
def several_linear(draw: st.DrawFn) -> list[Any]:
    """Two or three objectives of one sense, of 2 or 3 inputs and as many outputs."""
    k, count = draw(st.integers(2, 3)), draw(st.integers(2, 3))
    sense = draw(st.sampled_from(["min", "max"]))
    tables = [[[draw(numbers) for _ in range(k)] for _ in range(k)] for _ in range(count)]
    found: list[Any] = [Linear(tables[0], sense=sense), *(Utility(table, sense=sense) for table in tables[1:])]
    return found if sense == "min" else [Trace([Fraction(j + 1, 2) for j in range(k)]), *found[1:]]


def _mirrored_of_entries(x: Any) -> Any:
    kind = {"trace": "trace", "linear": "linear"}.get(x.name, "utility")
    return OBJECTIVES[kind].mirrored(x)


def _mirrored_utility(x: Utility) -> Utility:
    return Utility([row[::-1] for row in x.matrix_of_utilities[::-1]], x.prior[::-1], sense=x.sense)


@st.composite
def several_kept(draw: st.DrawFn) -> list[Any]:
    """Information and divergences of three inputs, each a sum over answers."""
    finite = divergences().filter(lambda x: x.kind != "renyi")
    return [Information(draw(chances(3))), draw(finite), *draw(st.lists(finite, max_size=1))]


def _mirrored_kept(x: Any) -> Any:
    return OBJECTIVES[x.name].mirrored(x)


several_variances = (
    contrasts()
    .filter(lambda x: len(x.prevalences.lists) < 2)
    .map(lambda x: [x, TotalVariance(["1/2", "1/4", "1/4"]), TotalVariance(x.prevalences)])
)

several_estimates = st.sampled_from(
    [
        [TotalVariance(["1/2", "1/4", "1/4"]), LargestVariance(["1/5", "2/5", "2/5"])],
        [LargestVariance(["1/2", "1/4", "1/4"]), LargestVariance(["1/5", "2/5", "2/5"], of="shares")],
        [Determinant(["1/2", "1/3", "1/6"]), Contrast([0, 1, 3]), TotalVariance()],
        [Determinant(), LargestVariance()],
    ]
)

PURE = (LDP("ln3"), LDP("1/2"), LDP("2"), Parity("5/2"), RhoBreach("1/5", "1/2"))

OBJECTIVES: Mapping[str, Kind] = {
    "variance": Kind(
        st.builds(Variance, prevalences, warner=st.booleans(), positive=st.integers(0, 1)),
        lambda x: Variance(x.prevalence, warner=x.warner, positive=1 - x.positive),
        admits=lambda x, p: not x.warner or p[0, 0] == p[1, 1],
    ),
    "trace": Kind(
        st.builds(Trace, st.none() | st.lists(numbers, min_size=2, max_size=3)),
        lambda x: x if x.weights is None else Trace(x.weights[::-1]),
    ),
    "utility": Kind(utilities("max"), _mirrored_utility),
    "loss": Kind(utilities("min"), _mirrored_utility),
    "total-variance": Kind(
        st.builds(TotalVariance, places),
        lambda x: TotalVariance(_mirrored_places(x.prevalences)),
        demands=PURE,
    ),
    "contrast": Kind(
        contrasts(),
        lambda x: Contrast([row[::-1] for row in x.contrast], _mirrored_places(x.prevalences)),
        demands=PURE,
    ),
    "determinant": Kind(
        st.builds(Determinant, one_place), lambda x: Determinant(_mirrored_places(x.prevalences)), demands=PURE
    ),
    "largest-variance": Kind(
        st.builds(LargestVariance, one_place, of=st.sampled_from(["contrasts", "shares"])),
        lambda x: LargestVariance(_mirrored_places(x.prevalences), of=x.of),
        demands=PURE,
    ),
    "information": Kind(
        st.builds(Information, st.none() | chances()),
        lambda x: x if x.prior is None else Information(x.prior[::-1]),
        demands=PURE,
    ),
    "divergence": Kind(divergences(), _mirrored_divergence, demands=PURE),
    "convex-sum": Kind(
        st.builds(lambda xs: ConvexSum(*((n + Fraction(1, 2), x) for n, x in enumerate(xs))), several_kept()),
        lambda x: ConvexSum(*((w, _mirrored_kept(term)) for w, term in x.terms)),
        demands=PURE,
    ),
    "convex-worst": Kind(
        st.builds(lambda xs: ConvexWorst(*xs), several_kept()),
        lambda x: ConvexWorst(*map(_mirrored_kept, x.objectives)),
        demands=PURE,
    ),
    "variance-sum": Kind(
        several_variances.map(lambda xs: VarianceSum(*((n + Fraction(1, 2), x) for n, x in enumerate(xs)))),
        lambda x: VarianceSum(*((w, _mirrored_kept(term)) for w, term in x.terms)),
        demands=PURE,
    ),
    "variance-worst": Kind(
        several_variances.map(lambda xs: VarianceWorst(*xs)),
        lambda x: VarianceWorst(*map(_mirrored_kept, x.objectives)),
        demands=PURE,
    ),
    "estimate-sum": Kind(
        several_estimates.map(lambda xs: EstimateSum(*((n + Fraction(1, 2), x) for n, x in enumerate(xs)))),
        lambda x: EstimateSum(*((w, _mirrored_kept(term)) for w, term in x.terms)),
        demands=PURE,
    ),
    "estimate-worst": Kind(
        several_estimates.map(lambda xs: EstimateWorst(*xs)),
        lambda x: EstimateWorst(*map(_mirrored_kept, x.objectives)),
        demands=PURE,
    ),
    "linear-sum": Kind(
        st.builds(lambda xs: LinearSum(*((n + Fraction(1, 2), x) for n, x in enumerate(xs))), several_linear()),
        lambda x: LinearSum(*((w, _mirrored_of_entries(term)) for w, term in x.terms)),
    ),
    "linear-worst": Kind(
        st.builds(lambda xs: LinearWorst(*xs), several_linear()),
        lambda x: LinearWorst(*map(_mirrored_of_entries, x.objectives)),
    ),
    "linear": Kind(costs(), lambda x: Linear([row[::-1] for row in x.costs[::-1]], sense=x.sense)),
}
"""For each name that a command line calls an objective by, its members."""


def random_conditions(rng: np.random.Generator, m: int, k: int, *, least: int = 2) -> list[str]:
    """One to three conditions on one or two entries, with bounds from `least` eighths an entry on."""
    found = []
    for _ in range(int(rng.integers(1, 4))):
        terms = []
        for _ in range(int(rng.integers(1, 3))):
            i, j, a = int(rng.integers(m)), int(rng.integers(k)), int(rng.integers(1, 4))
            terms.append(f"{a}*P[{i},{j}]")
        relation = str(rng.choice(["<=", ">=", "=="], p=[0.45, 0.45, 0.1]))
        found.append(f"{' + '.join(terms)} {relation} {Fraction(int(rng.integers(least, 9)), 8) * len(terms)}")
    return found
