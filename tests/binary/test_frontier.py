import random
from fractions import Fraction

import pytest
import sympy

from rropt import LDP, InputError, Variance, design
from rropt.binary.frontier import AnyAnswers, Frontier, TwoAnswers

KINDS: list[tuple[type[Frontier], str | None]] = [(TwoAnswers, None), (AnyAnswers, "free")]
CLOSE = Fraction(1, 10**12)


def draw(seed: int) -> tuple[Fraction, str, Fraction]:
    rng = random.Random(seed)
    epsilon = rng.choice(["0", "1/1000", "1/2", "ln3", "2", "20"])
    delta = rng.choice([Fraction(0), Fraction(1), Fraction(rng.randint(1, 30), 40)])
    return Fraction(rng.randint(1, 39), 40), epsilon, Fraction(1, 10) if epsilon == "0" else delta


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("kind", "outputs"), KINDS)
def test_the_least_variance_is_that_of_a_design(seed: int, kind: type[Frontier], outputs: str | None) -> None:
    pi, epsilon, delta = draw(seed)
    found = kind(pi)
    value = found.at(epsilon, delta)
    assert value == design(Variance(pi), LDP(epsilon, delta=delta), outputs=outputs).value
    point = {"T": sympy.exp(sympy.sympify(epsilon.replace("ln3", "log(3)"))), "delta": sympy.Rational(str(delta))}
    told = [
        sympy.sympify(formula, locals=point)
        for where, formula, _ in found.formulas
        if where.startswith("T") or sympy.sympify(where, locals=point)
    ]
    assert told and [float(x) for x in told] == pytest.approx([float(value)] * len(told))


@pytest.mark.first(seed=12)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("kind", "outputs"), KINDS)
def test_the_least_delta_and_epsilon_reach_the_variance_and_less_does_not(
    seed: int, kind: type[Frontier], outputs: str | None
) -> None:
    pi, epsilon, _ = draw(seed)
    found = kind(pi)
    v = found.q * (1 + Fraction(random.Random(seed).randint(1, 400), 10))
    low, high = found.least_delta(epsilon, v)
    assert 0 <= high - low < CLOSE and (high == 0 or found.at(epsilon, min(high + CLOSE, Fraction(1))) <= v)
    assert low <= CLOSE or found.at(epsilon, low - CLOSE) > v
    slack = Fraction(1, 50)
    low, high = found.least_epsilon(slack, v)
    assert 0 <= high - low < CLOSE and found.at(high + CLOSE, slack) <= v
    assert low <= CLOSE or found.at(low - CLOSE, slack) > v


@pytest.mark.parametrize("pi", ["0", "1", "3/2", "exp(-1)"])
def test_a_share_that_is_known_or_no_share_is_refused(pi: str) -> None:
    with pytest.raises(InputError):
        TwoAnswers(pi)


def test_what_no_design_reaches_is_refused() -> None:
    found = TwoAnswers("1/4")
    for call in (
        lambda: found.at(0),
        lambda: found.at("inf"),
        lambda: found.at(1, 2),
        lambda: found.least_delta(1, "1/8"),
        lambda: found.least_epsilon(0, "3/16"),
    ):
        with pytest.raises(InputError):
            call()
    assert found.least_epsilon("3/5", 1) == (0, 0)
    assert "n·Var" in str(found)
