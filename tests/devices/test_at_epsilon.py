"""The classical devices at one ε: every number by hand."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

import mpmath
import pytest

from rropt import InputError
from rropt.devices import classical_at, device_for
from rropt.exact.epsilon import read_epsilon
from rropt.families import warner
from rropt.survey import plan_epsilons


def by_name(epsilon: str, prevalence: str) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in classical_at(epsilon, prevalence).rows:
        name = f"{row[0]} {row[1]}"
        found.setdefault(name, []).append(tuple(map(str, row[1:])))
    return found


def test_the_best_of_each_is_one_matrix_and_a_harmless_quarter_costs_more() -> None:
    found = by_name("ln3", "1/10")
    told = {name: rows[0] for name, rows in found.items()}
    # Warner's p = 3/4 at 1/10: yes with chance 3/10, n·Var = .3·.7/(1/2)², and .84/.02² people
    same = [row[2:] for row in told.values() if row[2] == "0.84"]
    assert len(same) == 5 and set(same) == {("0.84", "2100", "0.0357 to 0.25")}
    # harmless yes 1/4: asked with p/(1 − p) = (3 − 1)/4, so p = 1/3; yes with chance 1/30 + 1/6 = 1/5, and .16/(1/3)²
    assert ("one die", "1.44", "3600", "0.0625 to 0.25") in [row[1:] for row in told.values()]


def test_no_parameters_of_forced_answers_or_of_the_unrelated_question_are_better() -> None:
    t, pi, n = Fraction(3), Fraction(1, 10), 60
    best = min(
        (lam := pi * (1 - b) + (1 - pi) * a) * (1 - lam) / (1 - a - b) ** 2
        for a, b in itertools.product([Fraction(i, n) for i in range(1, n)], repeat=2)
        if a + b < 1 and 1 - b <= t * a and 1 - a <= t * b
    )
    assert best == Fraction(84, 100)


def test_what_has_no_epsilon_is_told_apart_with_what_it_proves() -> None:
    said = classical_at("1").explain()
    assert [name for name in ("triangular", "mangat", "forced yes alone") if name not in said] == []
    assert "comes near without going beyond" in said and "comes near" not in classical_at("ln3").explain()


@pytest.mark.parametrize(
    "asked", [("0", "1/10"), ("inf", "1/10"), ("every", "1/10"), ("1", "0"), ("1", "2"), ("1", "1/10..1/5")]
)
def test_no_budget_and_no_prevalence_is_refused(asked: tuple[str, str]) -> None:
    with pytest.raises(InputError):
        classical_at(*asked)


def test_what_is_believed_is_rounded_outward_as_the_plan_along_epsilon_does() -> None:
    # The chances after Warner's answers at epsilon = 1 are 0.03927… and 0.23195….
    ((least, most),) = plan_epsilons("1", prevalence="1/10", n=1000).believed
    assert classical_at("1", "1/10").rows[0][-1] == "0.0392 to 0.232"
    assert least >= 0.0392 and most <= 0.232


@pytest.mark.parametrize("epsilon", ["25", "36", "60", "log(1000000000000)", "1/1000"])
def test_no_chance_above_one_is_believed_at_any_epsilon(epsilon: str) -> None:
    said = [str(x[-1]) for x in classical_at(epsilon, "1/10").rows]
    for least, most in (x.split(" to ") for x in said):
        assert 0 < Fraction(least) < Fraction("1/10") < Fraction(most) <= 1


@pytest.mark.parametrize(("epsilon", "error"), [("1/100", "1/50"), ("1", "1/100000"), ("25", "1/50")])
def test_the_people_are_the_least_number_at_every_scale(epsilon: str, error: str) -> None:
    with mpmath.workdps(80):
        t = mpmath.exp(mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
        variance = mpmath.mpf(9) / 100 + t / (t - 1) ** 2
        people = int(mpmath.ceil(variance * Fraction(error).denominator ** 2))
    assert classical_at(epsilon, "1/10", standard_error=error).rows[0][4] == str(people)


@pytest.mark.parametrize("epsilon", ["1/10^8", "1/100", "1/10", "1/5", "1/2", "1"])
def test_the_instrument_that_is_advised_has_an_informative_device(epsilon: str) -> None:
    (advice,) = (note for note in classical_at(epsilon).notes if "comes near" in note)
    kind, size = re.findall(r"--(dice|bits) (\d+)`", advice)[0]
    found = device_for(warner(epsilon=epsilon), **{kind: int(size)})
    assert 0 < found.epsilon.bounds()[0] <= read_epsilon(epsilon).bounds()[1]
