"""The profile δ(ε): exact breakpoints, values against brute force, inverse, and every edge."""

import itertools
import json
import math
import random
from fractions import Fraction

import pytest

from rropt import InputError, Mechanism
from rropt.exact import Undecided
from rropt.exact.decimal import EXACT
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.grammar import read_number
from rropt.privacy import LDP, profile

GAP = Fraction(1, 10**30)
WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DIRECT = Mechanism([[1, 0], [0, 1]])


def brute(p: Mechanism, t: Number) -> Number:
    found: list[Number] = [Fraction(0)]
    for j, low in itertools.permutations(range(p.k), 2):
        found.append(sum((max(p[i, j] - t * p[i, low], Fraction(0)) for i in range(p.m)), Fraction(0)))
    return max(found)


def random_mechanism(rng: random.Random) -> Mechanism:
    k, m = rng.randint(1, 4), rng.randint(1, 5)
    columns = []
    for _ in range(k):
        weights = [rng.randint(0, 5) for _ in range(m)]
        weights[rng.randrange(m)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Mechanism(list(zip(*columns, strict=True)))


@pytest.mark.slow
def test_the_profile_agrees_with_brute_force_everywhere() -> None:
    rng = random.Random(11)
    for _ in range(60):
        p = random_mechanism(rng)
        curve = profile(p)
        ts = [*curve.breakpoints, *(t + GAP for t in curve.breakpoints), Fraction(6, 5), Fraction(7, 2), Fraction(50)]
        ts += [read_number("e^(1/3)"), read_number("sqrt(3)")]
        for t in ts:
            assert curve.at(t) == brute(p, t)


def test_the_profile_is_convex_nonincreasing_and_its_breakpoints_are_proper() -> None:
    rng = random.Random(12)
    for _ in range(60):
        curve = profile(random_mechanism(rng))
        slopes = [x.slope for x in curve.pieces]
        assert curve.breakpoints[0] == 1 and slopes[-1] == 0 and curve.pieces[-1].end == math.inf
        assert all(a > b for a, b in itertools.pairwise(slopes))
        assert all(a < b for a, b in itertools.pairwise(curve.breakpoints))
        assert all(x.end == y.start and x.at(y.start) == y.at(y.start) for x, y in itertools.pairwise(curve.pieces))


def test_each_piece_names_a_pair_that_attains_it() -> None:
    rng = random.Random(13)
    for _ in range(40):
        p = random_mechanism(rng)
        for x in profile(p).pieces:
            t = x.start + 1 if isinstance(x.end, float) else (x.start + x.end) / 2
            if x.pair is None:
                assert x.at(t) == 0
            else:
                j, low = x.pair
                assert sum((max(p[i, j] - t * p[i, low], Fraction(0)) for i in range(p.m)), Fraction(0)) == x.at(t)


def test_epsilon_and_delta_are_inverse_and_agree_with_ldp() -> None:
    rng = random.Random(14)
    for _ in range(40):
        p = random_mechanism(rng)
        curve = profile(p)
        for delta in (Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1)):
            assert curve.epsilon(delta) == LDP.tightest_epsilon(p, delta)
        for epsilon in ("0", "ln2", "1/2", "inf"):
            assert curve.delta(epsilon) == LDP.tightest_delta(p, epsilon)


@pytest.mark.parametrize(
    ("p", "breakpoints", "deltas"),
    [
        (WARNER, ["1", "3"], ["1/2", "0"]),
        (DIRECT, ["1"], ["1"]),
        (Mechanism([["1/3", "1/3"], ["2/3", "2/3"]]), ["1"], ["0"]),
        (Mechanism([[1, 1, 1]]), ["1"], ["0"]),
        (Mechanism([["1/2"], ["1/2"]]), ["1"], ["0"]),
        (Mechanism([[1]]), ["1"], ["0"]),
        (Mechanism([["1/10", 0], ["6/10", "3/10"], ["3/10", "7/10"]]), ["1", "7/3"], ["2/5", "1/10"]),
        (Mechanism([["e/(e+1)", "1/(e+1)"], ["1/(e+1)", "e/(e+1)"]]), ["1", "e"], ["(e-1)/(e+1)", "0"]),
        (Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]]), ["1", "t"], ["(t-1)/(t+1)", "0"]),
        (Mechanism([["sqrt(2)/2", "1/2"], ["1-sqrt(2)/2", "1/2"]]), ["1", "sqrt(2)/2+1"], ["sqrt(2)/2-1/2", "0"]),
    ],
)
def test_known_profiles(p: Mechanism, breakpoints: list[str], deltas: list[str]) -> None:
    curve = profile(p)
    if p.m == 3:
        assert curve.at(2) == brute(p, Fraction(2)) and curve.deltas[-1] == Fraction(1, 10)
    else:
        assert curve.breakpoints == tuple(map(read_number, breakpoints))
        assert curve.deltas == tuple(map(read_number, deltas))


def test_the_four_output_mechanism_has_its_own_epsilon_and_delta() -> None:
    d, t = Fraction(1, 10), Fraction(3)
    high, low = (1 - d) * t / (t + 1), (1 - d) / (t + 1)
    p = Mechanism([[d, 0], [high, low], [low, high], [0, d]])
    curve = profile(p)
    assert curve.at(3) == d and curve.at(100) == d and curve.at(3 - GAP) > d
    assert curve.epsilon(d).t == 3 and curve.epsilon(d - GAP).t == math.inf


def test_what_is_outside_is_refused() -> None:
    curve = profile(WARNER)
    with pytest.raises(InputError, match="must be at least 1"):
        curve.at("1/2")
    with pytest.raises(InputError, match="between 0 and 1"):
        curve.epsilon("2")
    crossing = Mechanism([["1/2", "t/(t+2)"], ["1/2", "2/(t+2)"]], epsilon="0..ln6")
    with pytest.raises(Undecided):
        profile(crossing)


def test_text_and_dictionary() -> None:
    curve = profile(WARNER)
    assert "3" in str(curve) and str(curve).splitlines()[0].startswith("t = e^epsilon")
    data = curve.to_dict()
    assert data["breakpoints"] == ["1", "3"] and data["deltas"] == ["1/2", "0"]
    assert data["pieces"][0] == {"from": "1", "to": "3", "intercept": "3/4", "slope": "-1/4", "pair": ["0", "1"]}
    assert data["pieces"][1]["to"] == "inf" and data["pieces"][1]["pair"] is None
    json.dumps(data)
    assert hash(curve) == hash(profile(WARNER))


def test_the_table_states_no_less_than_the_truth() -> None:
    """Each row's δ suffices at each row's ε, though both are decimals."""
    rng = random.Random(16)
    token = EXACT.set(False)
    try:
        for curve in [profile(random_mechanism(rng)) for _ in range(20)]:
            for (epsilon, delta), t, d in zip(curve.as_table()[1], curve.breakpoints, curve.deltas, strict=True):
                assert Fraction(delta) >= d and Fraction(epsilon.split()[-1]) >= Epsilon(t).bounds()[1]
    finally:
        EXACT.reset(token)
    assert profile(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), 3).as_table()[1][0][1] == "13/27 ≈ 0.481482"
