"""The trace at δ > 0 with many inputs is certified by symmetry: the same value as in full, quickly, up to k = 128."""

import json
from fractions import Fraction as F

import pytest

from rropt import LDP, Design, InputError, Trace, Utility, design, verify
from rropt.checker import check
from rropt.designs.linear import exact, legs
from rropt.problem.verdicts import Optima


@pytest.mark.parametrize("epsilon", ["ln3", "1", "1/1000", "20"])
def test_by_symmetry_is_what_the_full_multipliers_prove(epsilon: str, monkeypatch: pytest.MonkeyPatch) -> None:
    demand = LDP(epsilon, delta="1/10")
    full = design(Trace(), demand, inputs=6)
    monkeypatch.setattr(exact, "BY_SYMMETRY", 2)
    monkeypatch.setattr(exact, "UNLISTED", 2)
    monkeypatch.setattr(legs, "MANY_INPUTS", 2)
    found = design(Trace(), demand, inputs=6)
    assert found.value == full.value and found.mechanism == full.mechanism and found.sentence == full.sentence
    assert json.loads(found.certificate)["prices"].keys() == {"column", "budget", "excess"}
    assert len(found.certificate) < len(full.certificate) / 2 and found.optima is Optima.UNLISTED
    assert abs(found.fast_legs[1].value - full.fast_legs[1].value) < 1e-6 and "symmetric" in found.fast_legs[1].source  # type: ignore[operator]


def test_from_twelve_inputs_on_the_certificate_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = design(Trace(), LDP("ln3", delta="1/10"), inputs=12)
    monkeypatch.setattr(exact, "BY_SYMMETRY", 13)
    full = design(Trace(), LDP("ln3", delta="1/10"), inputs=12)
    assert len(found.certificate) < len(full.certificate) / 3 and found.sentence == full.sentence
    assert found.value == full.value and found.optima is full.optima


@pytest.mark.slow
@pytest.mark.then(epsilon=1)
@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_a_hundred_and_twenty_eight_inputs(epsilon: str) -> None:
    found = design(Trace(), LDP(epsilon, delta="1/10"), inputs=128)
    t = found.problem.ratio_and_delta[0]
    assert found.value == 128 * (t + 127 * F(1, 10)) / (t + 127) and verify(found.to_json()).is_accepted
    assert Design.from_json(found.to_json()).value == found.value
    missed = design(Trace(), LDP(epsilon, delta="1/10"), inputs=24, require="20")
    assert missed.verdict == "infeasible" and check(missed.certificate).status == "accepted"


def test_other_objectives_are_not_taken_for_the_trace() -> None:
    eye = [[int(i == j) for j in range(3)] for i in range(3)]
    assert '"0,1"' in design(Utility(eye), LDP(1, delta="1/10")).certificate
    assert '"0,1"' in design(Trace(), LDP(1, delta="1/10"), inputs=3).certificate
    with pytest.raises(InputError):
        design(Trace(), LDP(1, delta="1/10"), inputs=257)
