"""Theorem 4.4 of Chai and Nayak for k = 2…12, on all three legs, at numbers and certified for every ε > 0 at once."""

import json
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.objectives.trace import Trace
from rropt.exact.element import Element
from rropt.privacy import LDP, Parity
from rropt.problem.design import design
from rropt.problem.result import Verdict


def randomized_response(k: int, t: Any) -> Any:
    return tuple(tuple((t if i == j else 1) / (t + k - 1) for j in range(k)) for i in range(k))


@pytest.mark.parametrize("k", range(2, 13))
def test_theorem_4_4_at_numbers_on_all_three_legs(k: int) -> None:
    for demand in (LDP("1/2"), Parity("7/3"), LDP("ln3")):
        t = demand.parity()
        found = design(Trace(), demand, inputs=k)
        symbolic, numeric, certified = (leg.value for leg in found.fast_legs)
        assert found.verdict is Verdict.OPTIMAL and symbolic == certified == k * t / (t + k - 1)
        assert abs(numeric - float(symbolic)) < 1e-9  # type: ignore[operator,arg-type]
        assert found.mechanism.rows == randomized_response(k, t)  # type: ignore[union-attr]
        assert design(Trace(), demand, inputs=k, closed_forms=False).value == symbolic


@pytest.mark.parametrize("k", range(2, 13))
def test_theorem_4_4_for_every_epsilon(k: int) -> None:
    found = design(Trace(), LDP("every"), inputs=k)
    t = LDP("every").t
    assert found.verdict is Verdict.OPTIMAL and isinstance(found.value, Element)
    assert found.value == k * t / (t + k - 1)  # type: ignore[operator]
    assert found.mechanism.rows == randomized_response(k, t)  # type: ignore[union-attr]
    assert check(found.certificate).status == "accepted"
    assert json.loads(found.certificate)["field"] == {"from": "1", "to": "inf", "ends": "()"}


@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("delta", ["1/10", "1/2"])
def test_its_extension_to_delta_for_every_epsilon(k: int, delta: str) -> None:
    found = design(Trace(), LDP("every", delta=delta), inputs=k)
    t, d = LDP("every").t, F(delta)
    assert found.value == k * (t + (k - 1) * d) / (t + k - 1)  # type: ignore[operator]
    assert check(found.certificate).status == "accepted"


def test_a_value_off_by_the_least_bit_is_rejected_for_every_epsilon() -> None:
    document = json.loads(design(Trace(), LDP("every"), inputs=3).certificate)
    document["value"] = f"{document['value']}-1/{10**30}"
    assert check(json.dumps(document)).status == "rejected"
