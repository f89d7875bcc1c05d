"""The classical devices have the matrices of their families, and are compared with the certified optimum."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rropt.devices.classical import CLASSICAL, Classical, classical_at, classical_device, classical_table
from rropt.devices.device import Device
from rropt.devices.realise import choose_device
from rropt.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.families import from_spec
from rropt.objectives.variance import Variance
from rropt.privacy import LDP, PairwiseLDP
from rropt.show import Say

FAMILIES = {
    "warner": "warner:p=3/4",
    "crosswise": "warner:p=3/4",
    "triangular": "mangat:p=3/4",
    "forced_response": "forced_response:yes=1/6,no=1/12",
    "unrelated_question": "simmons:unrelated=1/4,p=2/3",
    "mangat": "mangat:p=2/3",
    "kuk": "kuk:p=3/4,q=1/4",
    "christofides": "christofides:cards=1/5:1/5:3/5",
}


@pytest.mark.parametrize("name", CLASSICAL)
def test_the_outcomes_make_the_matrix_of_the_family(name: str) -> None:
    made, family = classical_device(name), from_spec(FAMILIES[name])
    assert made.mechanism.rows == family.rows and sum(x.chance for x in made.script.outcomes) == 1
    for x in made.script.outcomes:
        assert ("whatever is true" in x.what) == (x.no == x.yes) and (x.what == "tell the truth") == (
            (x.no, x.yes) == ("no", "yes")
        )
    assert made.mechanism.k == 2 and made.mechanism.inputs == ("no", "yes")
    assert [tuple(row[1:]) for row in made.table("mechanism").rows] == [*made.mechanism.rows]


def test_dice_fall_as_the_script_and_the_outcomes_say() -> None:
    sums = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    made = classical_device("forced-response")
    for x in made.script.outcomes:
        ends = [int(n) for n in re.findall(r"\d+", x.shown)]
        faces = range(ends[0], ends[-1] + 1)
        assert sum(sums[n] for n in faces) == 36 * x.chance
        assert any(step.startswith(f"{x.shown}: ") for step in made.respondent)


def ends(told: Any) -> tuple[float, float]:
    """A number of a document: whole, or between two doubles."""
    return (told["lower"], told["upper"]) if isinstance(told, dict) else (told, told)


@pytest.mark.parametrize("name", CLASSICAL)
def test_the_tight_epsilon_is_tight_and_the_efficiency_that_of_the_optimum(name: str) -> None:
    made = classical_device(name, prevalence="1/10")
    for one_sided in (False, True):
        epsilon, efficiency = made.protection(one_sided=one_sided)
        if is_infinite(epsilon.t):
            assert efficiency is None and str(made).startswith("Warning")
            continue
        assert efficiency is not None and 0 < efficiency <= 1
        told, key = made.to_dict(), "_of_yes" if one_sided else ""
        bounds = [told[f"{name}{key}"] for name in ("efficiency", "epsilon")]
        for x, (low, high) in zip((efficiency, epsilon), map(ends, bounds), strict=True):
            assert low <= float(x) <= high

        def demand(e: Any, one_sided: bool = one_sided) -> Any:
            return PairwiseLDP({("yes", "no"): e}) if one_sided else LDP(e)

        assert demand(epsilon).holds(made.mechanism)
        assert not demand(Fraction(float(epsilon)) * Fraction(999, 1000)).holds(made.mechanism)
        if not one_sided:  # of two answers under one ε the best is Warner's, with the variance π(1 − π) + t/(t − 1)²
            t, pi = epsilon.t, Fraction(1, 10)
            best = pi * (1 - pi) + t / (t - 1) ** 2
            assert efficiency == best / Variance(pi).value_bounds(made.mechanism)[1]


def test_shares_of_birthdays_change_the_devices_that_ask_for_one() -> None:
    given = ["1/10", "1/10", "1/10", *["7/90"] * 9]
    assert classical_device("crosswise", birthdays=given).mechanism.rows[0] == (Fraction(7, 10), Fraction(3, 10))
    assert classical_device("crosswise", birthdays="days").mechanism.rows[0][1] == Fraction(90, 365)
    assert classical_device("warner", birthdays=given).mechanism == classical_device("warner").mechanism
    for name in CLASSICAL:
        told = {x.key: x.text for x in classical_device(name).show() if isinstance(x, Say)}
        asks = name in ("crosswise", "triangular", "unrelated_question")
        assert ("birthday" in told.get("assumption", "")) == ("assumption" in told) == asks


def test_the_table_has_a_row_for_each_and_begins_with_those_who_are_unmasked() -> None:
    found = classical_table("1/10")
    assert [row[0] for row in found.table("devices").rows] == [*CLASSICAL]
    assert "birthday" in found.notes[0] and found.notes[0] in str(found).replace("\n", " ")
    assert str(found).startswith("Warning: triangular") and "mangat" in found.warnings[1]


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (lambda: classical_device("hat"), "hat"),
        (lambda: classical_device("crosswise", birthdays=12), "12"),
        (lambda: classical_device("warner", prevalence="3/2"), "3/2"),
        (lambda: classical_at("1", "3/2"), "3/2"),
        (lambda: classical_at("0"), "0"),
        (lambda: classical_at("inf"), "inf"),
    ],
)
def test_what_is_no_device_is_refused_with_its_value(ask: Any, value: str) -> None:
    with pytest.raises(InputError, match=value):
        ask()


@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
def test_at_one_epsilon_warner_is_the_optimum_and_the_people_are_enough(epsilon: str) -> None:
    found, t = classical_at(epsilon, "1/10", standard_error="1/50"), float(LDP(epsilon).t)
    best = 0.09 + t / (t - 1) ** 2
    for _, variance, n, _ in found.table("people").rows:
        assert variance >= best * (1 - 1e-12) and n - 1 < variance / 0.0004 + 1e-6 <= n + 1e-5
    optimal = [row[0] for row in found.table("people").rows if row[1] <= best * (1 + 1e-9)]
    assert found.answer.endswith(f": {'; '.join(optimal)}.")
    for (name, _, held), device in zip(found.table("devices").rows, ["warner:epsilon=" + epsilon], strict=False):
        title = choose_device(from_spec(device)).instrument.title
        assert (name, held) == ("warner", title if choose_device(from_spec(device)).is_same else "nothing exactly")
    near = [re.search(r"rropt device (\S+) --device (\S+)`", x) for x in found.notes]
    assert any(near) == any(row[2] == "nothing exactly" for row in found.table("devices").rows)
    for spec, device in (x.groups() for x in near if x):
        assert choose_device(from_spec(spec), device).efficiency is not None


@pytest.mark.parametrize(("ratio", "tool"), [("23/20", "bits:32"), ("13/10", "dice:2"), ("5/2", "dice:2")])
def test_the_instrument_that_comes_near_is_one_with_a_device(ratio: str, tool: str) -> None:
    line = str(classical_at(Fraction(str(math.log(Fraction(ratio)))[:8]))).replace("\n", " ")
    spec, advised = re.findall(r"`rropt device (\S+) --device (\S+)`", line)[0]
    made = choose_device(from_spec(spec), advised)
    assert advised == tool and made.efficiency is not None and made.efficiency[0] > Fraction(1, 2)


@pytest.mark.parametrize(
    "made",
    [
        *(choose_device(from_spec("warner:p=3/4"), f"birthdays:{x}") for x in ("days", "months")),
        *(classical_device(x, birthdays=y) for x in ("crosswise", "unrelated_question") for y in ("days", "months")),
    ],
    ids=lambda x: type(x).__name__,
)
def test_a_trial_whose_truth_is_known_adds_no_more_than_the_epsilon_of_its_own(made: Device | Classical) -> None:
    """All pairs of outcomes that the script allows: with the birthday of one person twice, both are the same outcome."""
    outcomes = (
        [(made.instrument.chance(x.first, x.last), x.say) for x in made.procedure]  # type: ignore[union-attr]
        if isinstance(made, Device)
        else [(x.chance, (x.no, x.yes)) for x in made.script.outcomes]
    )
    is_new = all("of another person" in step for step in made.respondent if "birthday" in step)
    t, law = LDP.tightest_epsilon(made.mechanism.pair).t, Counter[Any]()
    for known, truth, (n, (p, x)), (m, (q, y)) in product((0, 1), (0, 1), *[[*enumerate(outcomes)]] * 2):
        law[known, x[known], y[truth], truth] += p * q if is_new else p * (n == m)  # type: ignore[assignment]
    assert all(chance <= t * law[*pair, 1 - truth] for (*pair, truth), chance in law.items())
    assert isinstance(made, Classical) or "another person" in made.interviewer[1]
