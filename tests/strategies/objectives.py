"""A random member of every kind of objective.

A new objective joins the battery by its line in `OBJECTIVES`; tests/battery fails until it has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
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
from rropt.problem.contract import Objective

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Linear,
    Mechanism,
    Parity,
    RhoBreach,
    TotalVariance,
    Trace,
    Utility,
    Variance,
)
from rropt.privacy import Notion


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
