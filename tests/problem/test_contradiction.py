"""Less than is gained without an answer is kept by nothing, whatever is designed, and the certificate says so."""

from __future__ import annotations

import json
import random
from fractions import Fraction as F

import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    TotalVariance,
    Trace,
    Vulnerability,
    design,
    verify,
)
from rropt.certificate.judge import judge
from rropt.problem.contract import Objective
from rropt.problem.verdicts import Verdict

BELIEVED = ["1/2", "1/4", "1/4"]
AIMS: tuple[Objective, ...] = (
    Trace(),
    Information(),
    Divergence("kl", 0, 1),
    TotalVariance(),
    Contrast([[1, -1, 0]]),
    Determinant(),
    LargestVariance(),
)


@pytest.mark.parametrize("aim", AIMS, ids=str)
@pytest.mark.parametrize("demand", [Vulnerability("1/3", BELIEVED), Vulnerability("49/100", BELIEVED) & LDP(1)])
def test_every_objective_says_the_same(aim: Objective, demand: Vulnerability) -> None:
    found = design(aim, demand, inputs=3)
    assert found.verdict is Verdict.INFEASIBLE and found.mechanism is None
    stated = json.loads(found.certificate)
    assert stated["claim"] == "infeasible" and judge(found.certificate).is_accepted
    assert verify(found.to_json()).is_accepted
    assert "keeps this promise." in found.explain()


@pytest.mark.parametrize("seed", range(30))
def test_the_least_that_is_kept_is_what_is_gained_without_an_answer(seed: int) -> None:
    """By the plane that gains most at (1, …, 1): just below it infeasible, and at it a design."""
    rng = random.Random(seed)
    k = rng.randint(2, 4)
    shares = [rng.randint(1, 5) for _ in range(k)]
    prior = [F(x, sum(shares)) for x in shares]
    gain = [[F(rng.randint(-2, 6)) for _ in range(k)] for _ in range(rng.randint(1, 5))]
    known = max(sum(x * p for x, p in zip(row, prior, strict=True)) for row in gain)
    below = design(Information(), Vulnerability(known - F(1, 10**6), prior, gain), inputs=k)
    assert below.verdict is Verdict.INFEASIBLE and judge(below.certificate).is_accepted
    at = design(Information(), Vulnerability(known, prior, gain), inputs=k)
    assert at.mechanism is not None and judge(at.certificate).is_accepted


def test_conditions_and_few_answers_say_so_too() -> None:
    demand = Vulnerability("1/3", BELIEVED)
    asked = {"subject_to": ["P[0,0] <= 1/2"], "outputs": ["0", "1"]}
    assert design(Information(), demand, inputs=3, **asked).verdict is Verdict.INFEASIBLE  # type: ignore[arg-type]
    assert design(Information(), demand, inputs=3, outputs=2).verdict is Verdict.INFEASIBLE


def test_a_tampered_certificate_is_refused() -> None:
    """What is gained without an answer is kept by the silent mechanism."""
    stated = json.loads(design(Information(), Vulnerability("1/3", BELIEVED), inputs=3).certificate)
    stated["notion"]["at_most"] = "1/2"
    judged = judge(json.dumps(stated))
    assert not judged.is_accepted and judged.condition == "contradiction"
