"""δ(ε) of many uses against the binomial sum in high precision, against all tuples of answers, and between its bounds."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import flint
import mpmath
import pytest
from flint import arb, arb_poly, fmpq, fmpq_poly

from rropt import LDP, InputError, Mechanism, from_spec, profile
from rropt.exact.enclosure import ball
from rropt.exact.errors import OutOfTime
from rropt.exact.grammar import read_number
from rropt.exact.patience import limit_seconds
from rropt.privacy.profile import Profile, ProfileBounds
from rropt.privacy.repeated import composition
from rropt.privacy.repeated.composition import log_near, power_at_any_precision, power_of, powers_of, uses
from rropt.privacy.repeated.enclosed_uses import ball_pair


def real(x: Any) -> Any:
    """A rational number at mpmath's working precision."""
    return mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator


def binomial(p: Any, n: int, epsilon: Any) -> Any:
    """δ(ε) of n uses of randomized response, a sum over the number of answers that are the truth."""
    e, odds = mpmath.exp(epsilon), p / (1 - p)
    chance = [(1 - p) ** n]
    for i in range(n):
        chance.append(chance[-1] * odds * (n - i) / (i + 1))
    return mpmath.fsum(max(mpmath.mpf(0), chance[i] - e * chance[n - i]) for i in range(n + 1))


@pytest.mark.slow_at("501/1000-epsilons2", "51/100-epsilons1")
@pytest.mark.parametrize(("p", "epsilons"), [("3/4", [20, 1000]), ("51/100", [0, "1/2", 1, 3]), ("501/1000", ["1/10"])])
def test_a_thousand_uses_of_randomized_response_are_the_binomial_sum(p: str, epsilons: list[Any]) -> None:
    found = profile(from_spec(f"warner:p={p}"), times=1000)
    assert isinstance(found, Profile) and found.times == 1000 and len(found.pieces) == 501
    with mpmath.workdps(500):
        for epsilon in epsilons:
            exact = found.delta(epsilon)
            expected = binomial(real(p), 1000, real(epsilon))
            assert abs(mpmath.mpf(f"{exact:.400e}") - expected) <= expected * mpmath.mpf(10) ** -300


@pytest.mark.parametrize("times", [100, 1000])
def test_irrational_chances_are_enclosed_around_the_binomial_sum(times: int) -> None:
    found = profile(from_spec("krr:k=2,epsilon=1/100"), times=times)
    assert isinstance(found, ProfileBounds) and "not certified" in found.explain()
    with mpmath.workdps(500):
        t = mpmath.exp(mpmath.mpf(1) / 100)
        for epsilon in (0, Fraction(1, 2), 2):
            low, high = found.delta(epsilon)
            exact = binomial(
                t / (1 + t), times, mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator
            )
            near = Fraction(mpmath.nstr(exact, 200))
            assert (
                low <= near + Fraction(1, 10**190)
                and near - Fraction(1, 10**190) <= high
                and high - low < Fraction(1, 10**40)
            )


SMALL = {
    "two outputs": "warner:p=2/3",
    "three inputs": "krr:k=3,gamma=2",
    "four outputs": "four_output:epsilon=ln2,delta=1/10",
    "an answer that proves": "mangat:p=1/3",
    "irrational": "krr:k=3,epsilon=1/2",
    "one kind of root": "unary_encoding:k=2,p=2/3,q=1/4",
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("n", [2, 3, 5])
def test_merged_uses_are_the_profile_of_all_tuples_of_answers(name: str, n: int) -> None:
    p = from_spec(SMALL[name])
    if p.m**n > 3000:
        n = 2
    merged, written = profile(p, times=n), profile(p.repeat(n))
    assert isinstance(merged, Profile)
    assert merged.breakpoints == written.breakpoints and merged.deltas == written.deltas


@pytest.mark.slow
def test_ratios_that_are_powers_of_no_number_in_common_are_merged_one_by_one_or_bounded() -> None:
    p = Mechanism([["1/2", "1/3"], ["3/10", "1/3"], ["1/5", "1/3"]])
    assert all(powers_of(use.cells) is None for use in uses(p))
    few = profile(p, times=7)
    assert isinstance(few, Profile) and few.deltas == profile(p.repeat(7)).deltas
    for use in uses(p):
        pair = ball_pair([(use, 7)])
        for t in (Fraction(1), Fraction(3, 2), Fraction(3)):
            exact = _excess(p.repeat(7), use.input, use.against, t)
            low, high = pair.bounds(t)
            assert low <= exact <= high and high - exact < Fraction(1, 50)


def _excess(p: Mechanism, j: int, against: int, t: Fraction) -> Any:
    return sum((max(Fraction(0), row[j] - t * row[against]) for row in p.rows), Fraction(0))


def test_the_base_of_ratios_is_found() -> None:
    cells: Any = {Fraction(x): (Fraction(1), Fraction(1)) for x in ("8", "1/4", "1", "32")}
    found = powers_of(cells)
    assert found is not None and found.base == 2 and list(found.exponents.values()) == [3, -2, 0, 5]
    cells = {Fraction(x): (Fraction(1), Fraction(1)) for x in ("8", "1/32")}
    found = powers_of(cells)
    assert found is not None and found.base == 2 and list(found.exponents.values()) == [3, -5]


def test_many_uses_of_four_inputs_take_no_more_than_is_bearable() -> None:
    for spec in ("krr:k=5,epsilon=1/100", "four_output:epsilon=1/100,delta=1/100000"):
        found = profile(from_spec(spec), times=1000)
        low, high = found.delta("1/10")  # type: ignore[misc]
        assert 0 < low <= high < low + Fraction(1, 10**40)


def test_more_uses_disclose_more() -> None:
    p = from_spec("krr:k=3,epsilon=ln1.1")
    deltas = [profile(p, times=n).delta("1/10") for n in (1, 2, 10, 100)]
    assert all(a < b for a, b in itertools.pairwise(deltas))  # type: ignore[operator]


@pytest.mark.parametrize("times", [0, -1, 1.5, "3", True, 10**9])
def test_a_number_of_uses_is_a_whole_number(times: Any) -> None:
    with pytest.raises(InputError, match="whole number from 1"):
        profile(from_spec("warner:p=3/4"), times=times)


def test_a_free_epsilon_has_no_profile_of_many_uses() -> None:
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
    with pytest.raises(InputError, match="needs one value"):
        profile(p, times=2)


@pytest.mark.slow
def test_a_long_profile_prints_a_screen() -> None:
    found = profile(from_spec("warner:p=3/4"), times=1000)
    said = found.explain()
    assert said.splitlines()[0].split() == ["delta", "epsilon", "needed"] and len(said.splitlines()) == 8
    assert "0.001     639.4\n" in said and "501 points" in said and len(found.explain(points=True).splitlines()) == 503
    assert len(found.to_dict()["pieces"]) == 501 and found.to_dict()["times"] == "1000"
    assert len(found.to_pandas()) == 501


def test_many_uses_of_irrational_chances_have_an_epsilon_between_bounds() -> None:
    found = profile(from_spec("krr:k=4,epsilon=1/10"), times=1000)
    assert isinstance(found, ProfileBounds)
    low, high = found.epsilon("1/100")
    assert 0 < high - low < Fraction(1, 10**4)
    assert found.delta(low)[0] > Fraction(1, 100) >= found.delta(high)[1]
    assert found.epsilon("9/10") == (0, 0)


def test_a_part_that_no_epsilon_covers_has_none() -> None:
    uses = profile(from_spec("four_output:epsilon=1/10,delta=1/1000"), times=1000)
    low, high = uses.epsilon("1/10")  # at any epsilon 1 - (1 - 1/1000)^1000 > 3/5 is certain
    assert low > 60 and high == float("inf")
    assert uses.epsilon("9/10")[1] < 3


@pytest.mark.parametrize("n", [1, 2, 3, 17, 60])
@pytest.mark.parametrize(
    "given", [["3/7"], ["1/3", "2/3"], ["1/5", "3/10", "1/2"], ["1/4", "0", "3/4"], ["1/9", "2/9", "1/3", "1/3"]]
)
def test_a_power_is_the_product(given: list[str], n: int) -> None:
    exact = fmpq_poly([1])
    for _ in range(n):
        exact = exact * fmpq_poly([fmpq(*Fraction(x).as_integer_ratio()) for x in given])
    with flint.ctx.workprec(320):
        found = power_of([ball(Fraction(x)) for x in given], n)
        assert len(found) == (len(given) - 1) * n + 1
        for k, x in enumerate(found):
            assert x.contains(arb(exact[k])) and x.rad() <= abs(x).upper() * arb(2) ** -290


def test_a_hundred_thousand_uses_are_the_binomial_sum() -> None:
    """Some of the mass lies in chances as small as 10^-30000, and none is lost."""
    with flint.ctx.workprec(320):
        found = power_of([ball(Fraction(51, 100)), ball(Fraction(49, 100))], 100_000)
    with mpmath.workdps(120):
        for k in (0, 1, 40_000, 49_000, 100_000):
            logs = mpmath.loggamma(100_001) - mpmath.loggamma(k + 1) - mpmath.loggamma(100_001 - k)
            logs += k * mpmath.log(mpmath.mpf(49) / 100) + (100_000 - k) * mpmath.log(mpmath.mpf(51) / 100)
            low, high = (
                mpmath.mpf(int(x.man_exp()[0])) * mpmath.mpf(2) ** int(x.man_exp()[1])
                for x in (found[k].lower(), found[k].upper())
            )
            assert low * (1 - mpmath.mpf(10) ** -80) <= mpmath.exp(logs) <= high * (1 + mpmath.mpf(10) ** -80)


@pytest.mark.parametrize(
    "given", [[1, 2, 3, 4], [1, 0, 0, 5], [3, 0, 1, 0, 4], [2] + [0] * 8 + [1], [9, 8, 7, 6, 5, 4, 3, 2, 1]]
)
@pytest.mark.parametrize("n", [1, 2, 7, 300])
def test_powers_of_higher_degree_are_those_of_polynomials_and_lose_no_digits(given: list[int], n: int) -> None:
    with flint.ctx.workprec(320):
        found = power_at_any_precision(lambda: [ball(Fraction(x, sum(given))) for x in given], n)
        power = arb_poly([ball(Fraction(x, sum(given))) for x in given]) ** n
        assert len(found) == (len(given) - 1) * n + 1
        assert all(x.overlaps(power[i]) for i, x in enumerate(found))
        assert min(x.rel_accuracy_bits() for x in found) > 150


def test_a_power_is_stopped_at_a_limit_of_time() -> None:
    with flint.ctx.workprec(320), pytest.raises(OutOfTime), limit_seconds(1e-9):
        power_at_any_precision(lambda: [arb(1) / 4] * 4, 1000)


def test_a_long_power_is_that_of_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    coefficients = [arb(i + 1) / 7 for i in range(12)]
    at_once = composition.power_of(coefficients, 9)
    monkeypatch.setattr(composition, "AT_ONCE", 5)
    for one, other in zip(at_once, composition.power_of(coefficients, 9), strict=True):
        assert one.overlaps(other) and other.rel_accuracy_bits() > 30
    with pytest.raises(OutOfTime), limit_seconds(1e-9):
        composition.power_of(coefficients, 9)


@pytest.mark.parametrize("times", [1, 2, 7, 257, 1000, 100_000])
def test_inputs_that_share_no_output_are_told_apart_for_certain(times: int) -> None:
    found = profile(Mechanism([[1, 0], [0, 1]]), times=times)
    assert all(found.delta(epsilon) == 1 for epsilon in (0, "1/2", 50))
    half = profile(Mechanism([["1/2", 0], ["1/2", 0], [0, 1]]), times=times)
    assert half.delta("1/2") == 1


@pytest.mark.parametrize("times", [2, 300])
def test_one_pair_without_a_common_output_beside_others_that_have_some(times: int) -> None:
    """Of three inputs the first and the last share no output; the chances of the others are irrational."""
    share = LDP("1/10").t / (1 + LDP("1/10").t)
    found = profile(Mechanism([[1, share, 0], [0, 1 - share, 1]]), times=times)
    assert found.delta(1) == (1 if isinstance(found, Profile) else (1, 1))
    assert found.to_dict()["times"] == str(times) and "delta" in found.explain()


def test_uses_of_a_design_that_reveals_have_a_table() -> None:
    found = profile(from_spec("four_output:epsilon=1/10,delta=1/1000"), times=1000)
    assert isinstance(found, ProfileBounds) and len(found.as_table()[1]) == 9
    assert found.as_table()[1][-1][0] == "158/25"


def test_rational_columns_beside_irrational_ones() -> None:
    share = LDP("1/10").t / (1 + LDP("1/10").t)
    p = Mechanism([["3/4", "1/4", share], ["1/4", "3/4", 1 - share]])
    assert profile(p, times=2).delta("1/2") == profile(p.repeat(2)).delta("1/2") > 0


@pytest.mark.parametrize("delta", [0, "1e-300"])
@pytest.mark.parametrize("times", [900, 1000, 3000])
def test_the_epsilon_of_many_uses_is_at_most_so_many_times_that_of_one(times: int, delta: Any) -> None:
    low, high = profile(from_spec("krr:k=4,epsilon=1"), times=times).epsilon(delta)
    assert 800 < low <= high <= times and (delta or high == times)


@pytest.mark.parametrize("epsilon", ["1e-8", "1e-21", "1e-60", "1e-400"])
def test_uses_of_nearly_no_budget_have_an_exact_profile(epsilon: str) -> None:
    found = profile(from_spec(f"krr:k=3,epsilon={epsilon}"), times=3)
    assert isinstance(found, Profile) and found.epsilon(0).value == 3 * Fraction(epsilon)
    mechanism = from_spec(f"krr:k=3,gamma={1 + Fraction(epsilon)}")
    assert profile(mechanism, times=3).epsilon(0).t == (1 + Fraction(epsilon)) ** 3


@pytest.mark.parametrize("places", [-40, -12, 0, 12, 18, 25, 40, 300])
def test_the_logarithm_of_an_irrational_ratio_of_any_size_is_found(places: int) -> None:
    near = 0.5 * math.log(2) - places * math.log(10)
    assert math.isclose(log_near(read_number(f"sqrt(2)*10^({-places})")), near, rel_tol=1e-14)


@pytest.mark.parametrize("places", [1, 4, 5, 7, 20, 310, 400])
def test_a_ratio_next_to_1_beside_a_large_one_takes_no_time(places: int) -> None:
    e = Fraction(1, 10**places)
    p = Mechanism([[(1 + e) / 2, "1/2"], ["3/8", "1/8"], [Fraction(1, 8) - e / 2, "3/8"]])
    assert all(powers_of(use.cells) is None for use in uses(p))
    found = profile(p, times=2)
    assert isinstance(found, Profile) and found.delta("1/2") == profile(p.repeat(2)).delta("1/2") > 0
