"""δ > 0 over many inputs that are all alike: against the program over all rows by levels, and with a certificate."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rropt import LDP, Design, Divergence, Information, Problem, design, verify
from rropt.checker import check
from rropt.designs.sublinear.alike import AlikeInputs, RevealingRows
from rropt.designs.sublinear.priced import PricedRows
from rropt.problem.contract import Program
from rropt.problem.known import pose

OBJECTIVES = [Information(), Divergence("tv"), Divergence("hellinger"), Information() + 2 * Divergence("tv")]
DEMANDS = [LDP("ln3", delta="1/10"), LDP("1/2", delta="1/50"), LDP("ln2", delta="3/5"), LDP(0, delta="1/10")]


def alike(objective: Any, demand: LDP, k: int) -> AlikeInputs:
    problem = Problem(objective, demand, inputs=k)
    found = AlikeInputs.of(problem, objective.function(problem.input_labels))
    assert found is not None
    return found


@pytest.mark.some(demand=2)
@pytest.mark.first(k=2)
@pytest.mark.parametrize("k", [3, 4, 5])
@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_few_inputs_have_the_optimum_over_all_rows(objective: Any, demand: LDP, k: int) -> None:
    """All rows by levels are listed there, without a thought of symmetry."""
    found, listed = alike(objective, demand, k).prove(None, optima="one"), design(objective, demand, inputs=k)
    assert listed.lower is not None and listed.upper is not None
    assert found.lower <= listed.upper and listed.lower <= found.upper
    assert float(found.upper - found.lower) <= 1e-13 * max(1.0, float(found.upper))
    assert check(found.certificate).status == "accepted"
    assert alike(objective, demand, k).numeric(None).value == pytest.approx(float(found.upper), rel=1e-9)


@pytest.mark.slow
def test_seven_inputs_are_certified() -> None:
    """1526/85: a researcher's own program over orbits found 17.953, and 0.327123 of information."""
    found = design(Divergence("tv"), LDP("ln3", delta="1/10"), inputs=7)
    assert found.value == Fraction(1526, 85) and verify(found.to_json()).is_accepted
    known = design(Information(), LDP("ln3", delta="1/10"), inputs=7)
    assert float(known.lower) == pytest.approx(0.327123, abs=5e-7) and known.upper - known.lower < Fraction(1, 10**15)
    assert Design.from_json(known.to_json()).to_json() == known.to_json() and verify(known.to_json()).is_accepted
    assert known.mechanism is not None and LDP("ln3", delta="1/10").holds(known.mechanism)


@pytest.mark.slow
def test_a_smaller_bound_is_rejected() -> None:
    document = json.loads(design(Divergence("tv"), LDP("ln3", delta="1/10"), inputs=7).certificate)
    document["value"] = "1525/85"
    assert check(json.dumps(document)).status == "rejected"
    y = Fraction(document["prices"]["column"][0])
    document["value"], document["prices"]["column"] = "1526/85", [str(y * (1 - Fraction(1, 10**6)))]
    assert check(json.dumps(document)).status == "rejected"


@pytest.mark.slow
def test_so_many_answers_are_bounded() -> None:
    """The best mechanism of ten inputs has 1,260 answers: its bound, and a mechanism that reveals the truth now and then."""
    found = design(Divergence("hellinger"), LDP("1/2", delta="1/20"), inputs=10)
    assert found.is_bounded and 0 < float(found.upper - found.lower) < 0.02 and verify(found.to_json()).is_accepted


def test_what_is_not_alike_is_bounded_as_before() -> None:
    def program(objective: Any, k: int) -> Program:
        return pose(Problem(objective, LDP("ln3", delta="1/10"), inputs=k))

    assert isinstance(program(Information(), 7), AlikeInputs)
    assert isinstance(program(Information(), 11), RevealingRows)
    assert isinstance(program(Divergence("tv", 0, 1), 7), PricedRows)
    assert isinstance(program(Divergence("tv", 0, 1), 9), RevealingRows)


def test_one_bit_is_bounded_by_any_number_of_answers() -> None:
    found = design(Information(), LDP("ln3", delta="1/10"), inputs=7, outputs=2)
    assert float(found.lower) == pytest.approx(0.156893, abs=5e-7) and float(found.upper) == pytest.approx(
        0.327123, abs=5e-7
    )


@pytest.mark.parametrize("objective", [Information(), Divergence("tv")], ids=str)
def test_a_small_delta_at_a_large_ratio_is_closed(objective: Any) -> None:
    """Floats take another basis there; what is reached with delta = 0 is reached."""
    found, pure = design(objective, LDP(5, delta="1/100000"), inputs=7), design(objective, LDP(5), inputs=7)
    assert pure.lower < found.lower <= found.upper < found.lower * (1 + Fraction(1, 10**12))
