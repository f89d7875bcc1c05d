"""Information where ε is free: bounds on the parts of an interval, against a linear program at ε between their ends."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction

import pytest

import rropt
from rropt import LDP, Design, Divergence, Information, InputError, Metric, Variance, design, verify
from rropt.exact.epsilon import Epsilon
from rropt.exact.substitute import value_at
from rropt.problem import worst
from rropt.problem.pieces.piece import Between
from rropt.problem.verdicts import Verdict
from tests.over_rows import information, largest_over, patterns

PRIORS = {3: ["1/2", "1/3", "1/6"], 4: ["2/5", "3/10", "1/5", "1/10"]}


def most(prior: list[float], t: float) -> float:
    """The most information at one t: a linear program over all patterns, in floats."""
    rows = patterns(len(prior), t)
    return largest_over(rows, information(prior, rows))


@pytest.mark.slow_at("3-1/2..2", "4-ln2..ln3")
@pytest.mark.parametrize(("k", "epsilon"), [(2, "1/10..1"), (3, "1/2..2"), (4, "ln2..ln3")])
def test_the_optimum_lies_in_the_bounds_of_its_part(k: int, epsilon: str) -> None:
    prior = PRIORS.get(k, ["3/4", "1/4"])
    found = design(Information(prior), LDP(epsilon))
    floats = [float(rropt.exact.read_number(x)) for x in prior]
    assert (found.verdict, found.value, len(found.pieces)) == (Verdict.WITHIN, None, 16)
    ends = [(math.log(float(p.lower)), math.log(float(p.upper))) for p in found.pieces]
    assert all(math.isclose(a[1], b[0]) for a, b in itertools.pairwise(ends))
    for piece, (low, high) in zip(found.pieces, ends, strict=True):
        assert isinstance(piece.value, Between)
        values = [most(floats, math.exp(low + (high - low) * s)) for s in (0.01, 0.5, 0.99)]
        assert all(piece.value.lower - 1e-9 <= x <= piece.value.upper + 1e-9 for x in values)
        # no wider than what the optimum grows by from one end of the part to the other
        grows = most(floats, math.exp(high)) - most(floats, math.exp(low))
        assert abs(float(piece.value.upper - piece.value.lower) - grows) < 1e-9
        assert LDP(Epsilon(piece.lower)).holds(piece.mechanisms[0])
    assert verify(found.certificate).is_accepted and all(verify(p.certificate).is_accepted for p in found.pieces)


@pytest.mark.slow
def test_the_json_is_read_back_and_one_epsilon_lies_inside() -> None:
    found = design(Information(), LDP("1/2..1"), inputs=3)
    assert Design.from_json(found.to_json()) == found
    bounds = json.loads(found.to_json())["pieces"][0]["value"]
    assert bounds["exact"] is None and 0 < float(bounds["lower"]) < float(bounds["upper"])
    changed = found.to_json().replace(bounds["lower"], bounds["upper"])
    with pytest.raises(InputError, match="pieces"):
        Design.from_json(changed)
    there, piece = found.at("5/8"), next(p for p in found.pieces if p.covers("5/8"))
    assert isinstance(piece.value, Between) and there.lower is not None and there.upper is not None
    assert piece.value.lower <= there.lower <= there.upper <= piece.value.upper
    assert "between" in found.explain() and "known to" in found.explain()
    with pytest.raises(InputError, match="lies between"):
        piece.at("5/8")
    with pytest.raises(InputError, match="knows bounds on the pieces"):
        found.to_sympy()


@pytest.mark.slow
def test_several_priors_and_divergences() -> None:
    lists = [PRIORS[3], PRIORS[3][::-1]]
    least = design(Information(lists, worst=True), LDP("ln2..ln3"))
    single = design(Information(PRIORS[3]), LDP("ln2..ln3"))
    for one, other in zip(least.pieces, single.pieces, strict=True):
        assert isinstance(one.value, Between) and isinstance(other.value, Between)
        assert one.value.lower <= other.value.upper
    for kind in ("chi2", "hellinger", "kl"):
        parts = design(Divergence(kind, 0, 2), LDP("1..2"), inputs=3).pieces
        values = [design(Divergence(kind, 0, 2), LDP(x), inputs=3).upper for x in ("1", "2")]
        low, high = parts[0].value, parts[-1].value
        assert isinstance(low, Between) and isinstance(high, Between) and None not in values
        assert math.isclose(float(low.lower), float(values[0] or 0), rel_tol=1e-9)
        assert math.isclose(float(high.upper), float(values[1] or 0), rel_tol=1e-9)


@pytest.mark.parametrize(
    ("objective", "demand", "inputs", "said"),
    [
        (Information(), LDP("every"), 3, "give both of its ends, such as 1/2..2"),
        (Information(), LDP("1/2..2", delta="1/10"), 5, "at most 4 inputs, not for 5; fix epsilon, or drop delta"),
        (Information(), LDP("ln3", delta="0..1/10"), 7, "with delta free, .* at most 6 inputs"),
        (Information(), LDP("1/2..2"), 11, "at most 10 inputs, not for 11"),
    ],
)
def test_what_is_not_enclosed(objective: Information, demand: LDP, inputs: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        design(objective, demand, inputs=inputs)


def test_few_answers_are_not_enclosed_with_delta_free() -> None:
    with pytest.raises(InputError, match=r"only if it is one epsilon for all pairs of inputs, not delta .* fix delta"):
        design(Information(), LDP("ln3", delta="0..1/10"), inputs=3, outputs=2)


def test_other_objectives_keep_their_pieces() -> None:
    assert design(Variance("1/4"), LDP("every")).verdict is Verdict.OPTIMAL


@pytest.mark.parametrize("interval", ["1/2..2", "0..ln5", "every"])
def test_a_total_variation_distance_is_exact_at_every_epsilon(interval: str) -> None:
    p, q = ["1/2", "1/4", "1/4", "0"], ["0", "1/4", "1/2", "1/4"]
    found = design(Divergence("tv", p, q), LDP(interval), inputs=4)
    assert found.verdict is Verdict.OPTIMAL and len(found.pieces) == 1
    text = found.to_json()
    assert Design.from_json(text).to_json() == text
    for t in (Fraction(5, 3), Fraction(3)):
        fixed = design(Divergence("tv", p, q), LDP(f"log({t})"), inputs=4)
        assert found.value is not None and value_at(found.value, t) == fixed.value


@pytest.mark.parametrize(
    ("k", "interval"),
    [
        (2, "1/2..1"),
        *(pytest.param(3, x, marks=pytest.mark.slow) for x in ("1/2..1", "0..1", "1/100..1/10", "ln1.01..ln3")),
    ],
)
@pytest.mark.slow
def test_with_a_slack_each_part_holds_the_optimum_at_its_ends(k: int, interval: str) -> None:
    """The optimum at one epsilon is that of another program, over rows by levels of that epsilon alone."""
    prior = ["1/2", "1/3", "1/6"] if k == 3 else ["2/3", "1/3"]
    found = design(Information(prior), LDP(interval, delta="1/20"), inputs=k)
    for end in interval.split(".."):
        single = design(Information(prior), LDP(end, delta="1/20"), inputs=k)
        piece = next(p for p in found.pieces if p.covers(end))
        assert piece.value.lower <= single.upper and single.lower <= piece.value.upper
    assert max(float(p.value.upper - p.value.lower) for p in found.pieces) < 0.02
    assert verify(found.to_json()).is_accepted


@pytest.mark.slow
def test_with_a_slack_it_is_enclosed_under_conditions_and_for_the_least_of_several_too() -> None:
    prior, demand = ["1/2", "1/3", "1/6"], LDP("1/2..1", delta="1/20")
    free = design(Information(prior), demand, inputs=3)
    met = design(Information(prior), demand, inputs=3, outputs=("a", "b"), subject_to=["P[a,0] == 1/10"])
    least = design(worst(Information(prior), Information(prior[::-1])), demand, inputs=3)
    for one in (met, least):
        assert all(a.value.lower <= b.value.upper for a, b in zip(one.pieces, free.pieces, strict=True))


def test_eight_inputs_are_enclosed_over_an_interval() -> None:
    found = design(Information(), LDP("1/2..1"), inputs=8)
    for end in ("1/2", "1"):
        single = design(Information(), LDP(end), inputs=8)
        piece = next(p for p in found.pieces if p.covers(end))
        assert piece.value.lower <= single.upper and single.lower <= piece.value.upper


@pytest.mark.parametrize(
    ("objective", "k"),
    [
        (Divergence("hockey_stick", 0, 1, gamma=2), 2),
        (Divergence("hockey_stick", gamma=2), 3),
        (Divergence(phi="max(x - 2, 0)", p=0, q=1), 2),
    ],
    ids=str,
)
@pytest.mark.slow
def test_a_part_in_which_a_phi_bends_is_cut_there(objective: Divergence, k: int) -> None:
    """With a slack the rays (t, 1) pass the bend at t = 2, where ε is .693."""
    found = design(objective, LDP("1/2..2", delta="1/10"), inputs=k, outputs="free")
    for epsilon in ("1/2", "69/100", "7/10", "1", "2"):
        value = design(objective, LDP(epsilon, delta="1/10"), inputs=k, outputs="free").upper
        assert found.at(epsilon).lower <= value <= found.at(epsilon).upper


@pytest.mark.parametrize(
    ("objective", "demand"),
    [
        (Divergence("hockey_stick", 0, 1, gamma=2), LDP("ln1.4..ln1.45", delta="1/10")),
        (Divergence("tv", ["1/2", "1/4", "1/4"], ["1/6", "1/3", "1/2"]), LDP("ln1.3..ln1.35", delta="1/20")),
        (
            Divergence("hockey_stick", ["1/2", "1/4", "1/4"], ["1/6", "1/3", "1/2"], gamma="4/3"),
            Metric("line", "ln1.4..ln1.5"),
        ),
    ],
    ids=str,
)
@pytest.mark.slow
def test_a_part_is_cut_at_a_root_at_which_a_phi_bends(objective: Divergence, demand: LDP | Metric) -> None:
    """Of the rows by levels that have 0, t and t² two come to the bend at √2; the second bends at 4/3."""
    found = design(objective, demand, inputs=3, outputs="free")
    assert found.certificate.count("root") or "4/3" in found.certificate
    for epsilon in (found.pieces[0].lower, found.pieces[-1].upper):
        value = design(objective, demand.with_epsilon(Epsilon(epsilon)), inputs=3, outputs="free").upper
        assert found.at(Epsilon(epsilon)).lower <= value <= found.at(Epsilon(epsilon)).upper
