"""A vulnerability of exactly what is gained without an answer, against a program by definition; below it nothing keeps it."""

from __future__ import annotations

import json
import random
from fractions import Fraction as F
from functools import partial

import numpy as np
import pytest

from rropt import LDP, Divergence, Information, InputError, TotalVariance, Vulnerability, design, verify
from rropt.certificate.judge import judge
from rropt.problem import worst
from tests.over_rows import information
from tests.regions import optimum, total_variation

RATIOS = {None: None, "ln3": 3.0, "ln6": 6.0, "1": float(np.exp(1)), "1/2": float(np.exp(0.5))}
BELIEVED = ["1/2", "1/4", "1/4"]
Table = list[list[F]]


def drawn(rng: random.Random) -> tuple[list[F], list[F], Table | None, Table, str | None]:
    """A prior of the objective, one of the guesser, gains or None, their planes, and an epsilon or None."""
    k = rng.randint(2, 4)
    own, believed = ([rng.randint(1, 5) for _ in range(k)] for _ in range(2))
    w, p = ([F(x, sum(some)) for x in some] for some in (own, believed))
    gain = [[F(rng.randint(-1, 6)) for _ in range(k)] for _ in range(rng.randint(2, 4))]
    guess = [[F(i == j) for j in range(k)] for i in range(k)]
    is_guess = rng.random() < 0.4
    planes = [[x * q for x, q in zip(row, p, strict=True)] for row in (guess if is_guess else gain)]
    return w, p, None if is_guess else gain, planes, rng.choice(list(RATIOS))


@pytest.mark.parametrize("seed", range(25))
def test_the_optimum_is_that_of_the_rows_at_which_the_best_actions_stay_best(seed: int) -> None:
    rng = random.Random(seed)
    w, p, gain, planes, epsilon = drawn(rng)
    most, k = max(map(sum, planes)), len(p)
    alone = Vulnerability(most, p, gain)
    demand = alone if epsilon is None else alone & LDP(epsilon)
    for aim, f in ((Information(w), partial(information, w)), (Divergence("tv", 0, 1), total_variation)):
        found = design(aim, demand, inputs=k)
        assert judge(found.certificate).is_accepted and not found.is_bounded and demand.holds(found.mechanism)
        assert float(found.upper) == pytest.approx(optimum(f, planes, F(most), RATIOS[epsilon], tight=True), abs=1e-8)
        assert found.upper - found.lower < F(1, 10**9) and verify(found.to_json()).is_accepted


def test_a_closed_form() -> None:
    """At every answer the first of three inputs is the best guess: as r_1, r_2 ≤ 2 r_0, two answers tell these apart."""
    found = design(Information(BELIEVED), Vulnerability("1/2", BELIEVED), inputs=3)
    assert float(found.lower) == pytest.approx(np.log(2) / 2, abs=1e-12)


def test_equal_chances_let_nothing_be_told() -> None:
    found = design(Information(), Vulnerability("1/3"), inputs=3)
    assert found.lower == 0 and found.upper < F(1, 10**20) and not found.is_bounded
    assert design(Divergence("tv", 0, 1), Vulnerability("1/3"), inputs=3).value == 0
    # infinite where an input is ruled out, which no mechanism of the demand does, so that no prices say it
    kl = design(Divergence("kl", 0, 1), Vulnerability("1/3"), inputs=3)
    assert kl.is_bounded and kl.lower == 0 and kl.upper < F(1, 10**15)
    assert any("infinite at answers that no mechanism of the demand gives" in note for note in kl.notes)


def test_several_objectives_conditions_few_answers_and_more_inputs() -> None:
    least = worst(Information(), Information(BELIEVED))
    tight = Vulnerability("1/2", BELIEVED)
    alone = design(Information(BELIEVED), tight, inputs=3)
    assert float(design(least, tight, inputs=3).lower) == pytest.approx(float(alone.lower), abs=1e-12)
    asked = {"subject_to": ["P[0,0] <= 1/4"], "outputs": ["0", "1"]}
    under = design(Information(BELIEVED), tight & LDP("ln4"), inputs=3, **asked)  # type: ignore[arg-type]
    assert under.lower < alone.lower and judge(under.certificate).is_accepted
    two = design(Information(BELIEVED), tight, inputs=3, outputs=2)
    assert float(two.lower) == pytest.approx(float(alone.lower), abs=1e-12)
    gain = [[1, 0, 0, 0, 0], [0, 1, 0, 1, 1], [0, 0, 1, 0, 0]]
    for demand in (
        Vulnerability("1/2", ["1/2", *["1/8"] * 4], gain),
        Vulnerability("1/2", ["1/2", *["1/8"] * 4], gain) & LDP(1),
    ):
        more = design(Information(), demand, inputs=5)
        assert more.is_bounded and demand.holds(more.mechanism) and more.upper - more.lower < F(1, 10**10)


@pytest.mark.parametrize("key", ["at_most", "budget", "column"])
def test_a_tampered_certificate_is_refused(key: str) -> None:
    """Of less vulnerability, a price of the sum too small for forbidden answers, prices of the columns too small."""
    found = json.loads(design(Information(BELIEVED), Vulnerability("1/2", BELIEVED), inputs=3).certificate)
    if key == "at_most":
        found["notion"]["at_most"] = "49/100"
    elif key == "budget":
        z = F(found["prices"]["budget"]["0"])
        found["prices"]["budget"]["0"] = str(z / 4)
        # the same bound: what the price of the sum is less is added to the column of the best guess
        found["prices"]["column"][0] = str(F(found["prices"]["column"][0]) + z * F(3, 8))
    else:
        found["prices"]["column"][1] = str(F(found["prices"]["column"][1]) - F(1, 10**6))
    judged = judge(json.dumps(found))
    assert judged.condition == {"at_most": "vulnerability", "budget": "price-row", "column": "price-row"}[key]


def test_estimates_need_room() -> None:
    with pytest.raises(
        InputError,
        match="no answer may then change the best guess, which rropt cannot design for; give more than 1/2",
    ):
        design(TotalVariance(), Vulnerability("1/2", BELIEVED), inputs=3)
