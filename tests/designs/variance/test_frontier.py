"""The frontier of ε, δ and the variance, against the certified designs and against one another."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
import sympy

from rropt import LDP, InputError, Mechanism, Variance, design, frontier
from rropt.exact.sign import enclose

PLACES = [("ln3", "0"), ("ln3", "1/10"), ("ln2", "1/2"), ("1/2", "1/100"), ("0", "1/3"), ("2", "1/20"), ("ln9", "9/10")]


@pytest.mark.parametrize("prevalence", ["1/10", "1/2", "7/9"])
@pytest.mark.parametrize("outputs", [2, "free"])
def test_each_point_is_the_certified_optimum(prevalence: str, outputs: Any) -> None:
    found = frontier(prevalence, outputs=outputs)
    for epsilon, delta in PLACES:
        assert (
            found.at(epsilon, delta) == design(Variance(prevalence), LDP(epsilon, delta=delta), outputs=outputs).value
        )


def test_no_random_mechanism_is_better() -> None:
    rng, found = random.Random(3), frontier("1/5")
    for _ in range(200):
        x, y = (Fraction(rng.randint(50, 100), 100) for _ in range(2))
        if x + y > 1:
            p = Mechanism([[x, 1 - y], [1 - x, y]])
            for t in (Fraction(1), Fraction(2), Fraction(5)):
                delta = max(
                    max(a - t * b, b - t * a, 1 - a - t * (1 - b), 1 - b - t * (1 - a)) for a, b in [(x, 1 - y)]
                )
                if delta > 0:
                    assert found.at(f"ln{t}" if t > 1 else 0, delta) <= Variance("1/5").value(p)


@pytest.mark.parametrize("outputs", [2, "free"])
@pytest.mark.parametrize("prevalence", ["1/10", "1/2"])
def test_what_is_least_is_just_enough(prevalence: str, outputs: Any) -> None:
    found, step = frontier(prevalence, outputs=outputs), Fraction(1, 10**9)
    for epsilon in ("1/2", "ln3", "2"):
        for wanted in ("1/4", "1/3", "1", "5"):
            low, high = found.least_delta(epsilon, wanted)
            assert 0 <= low <= high <= low + Fraction(1, 10**15)
            assert high == 0 or found.at(epsilon, high) <= Fraction(wanted)
            assert low == 0 or found.at(epsilon, low - min(low / 2, step)) > Fraction(wanted)
    for delta in ("1/100", "1/10", "1/3"):
        for wanted in ("1/3", "1", "5"):
            low, high = found.least_epsilon(delta, wanted)
            assert 0 <= low <= high <= low + Fraction(1, 10**14)
            assert found.at(high, delta) <= Fraction(wanted)
            assert low == 0 or found.at(low - min(low / 2, step), delta) > Fraction(wanted)


@pytest.mark.slow
def test_a_slice_is_the_certified_design_in_pieces() -> None:
    found = frontier("1/10")
    for epsilon in ("ln2", "ln5", "ln20"):
        (value,) = {p.at(epsilon) for p in found.slice("1/10").pieces if p.covers(epsilon)}
        assert value == found.at(epsilon, "1/10")


@pytest.mark.parametrize("outputs", [2, "free"])
def test_sympy_and_the_printed_pieces_say_the_same(outputs: Any) -> None:
    found = frontier("1/10", outputs=outputs)
    for epsilon, delta in PLACES[1:]:
        e = sympy.log(int(epsilon[2:])) if epsilon.startswith("ln") else sympy.Rational(epsilon)
        value = found.at(epsilon, delta)
        exact = found.to_sympy(e, sympy.Rational(delta))
        low, high = enclose(value, width=Fraction(1, 10**20))
        assert float(low) - 1e-12 <= float(exact.evalf(30)) <= float(high) + 1e-12
        letters = {"T": sympy.exp(e), "delta": sympy.Rational(delta)}
        holds = [
            p for p in found.pieces if outputs == "free" or sympy.sympify(p.where.replace("^", "**"), locals=letters)
        ]
        assert any(
            abs(float(sympy.sympify(p.value.replace("^", "**"), locals=letters)) - float(exact)) < 1e-12 for p in holds
        )


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: frontier(0), "above 0 and below 1"),
        (lambda: frontier("1/4", outputs=3), "2 or free"),
        (lambda: frontier("1/4").at(0), "epsilon = delta = 0"),
        (lambda: frontier("1/4").at("every"), "one finite number"),
        (lambda: frontier("1/4").at(1, 2), "between 0 and 1"),
        (lambda: frontier("1/4").least_delta(1, "1/10"), "is below n·Var of the direct question"),
        (lambda: frontier("1/4").least_epsilon("1/10", "3/16"), "direct question alone"),
    ],
)
def test_what_is_refused(ask: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        ask()


@pytest.mark.parametrize("outputs", [2, "free"])
@pytest.mark.parametrize("prevalence", ["1/10", "1/2"])
def test_bounds_are_narrow_near_the_direct_question_too(prevalence: str, outputs: Any) -> None:
    found = frontier(prevalence, outputs=outputs)
    direct = Fraction(prevalence) * (1 - Fraction(prevalence))
    for places in (0, 10, 26, 30, 40, 60):
        variance = direct + Fraction(1, 10**places)
        low, high = found.least_epsilon(0, variance)
        assert 0 < low <= high <= low + Fraction(1, 10**15)
        assert found.at(low - Fraction(1, 10**9)) > variance >= found.at(high + Fraction(1, 10**9))
        for epsilon in ("1/100000000", "25", "80"):
            low, high = found.least_delta(epsilon, variance)
            assert 0 <= low <= high <= low + Fraction(1, 10**15)
