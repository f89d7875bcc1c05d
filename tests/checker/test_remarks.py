"""What a sentence says beside a demand, a bound or a digest, where the bare words would be read as more than was shown."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from test_sentences import accepted, said

from rropt.checker.limits import BUDGET, MOST_SPACE, MOST_WORK, Budget
from rropt.checker.text.decimals import spell_decimal

SILENT = [["1/2", "1/2"], ["1/2", "1/2"]]
ONE = {"t": "3"}
FROM_HALF = {"from": "1/2", "to": "2", "ends": "[]"}


def satisfied(notion: Any, mechanism: Any = SILENT, field: Any = ONE) -> str:
    return said(accepted("satisfies_boundary", notion=notion, mechanism=mechanism, field=field))


def by_pairs(*pairs: tuple[str, str], ratio: str = "2", delta: str = "0") -> Any:
    count = len(pairs)
    return {"name": "pairs", "pairs": [list(p) for p in pairs], "ratios": [ratio] * count, "deltas": [delta] * count}


def test_the_boundary_of_rho1_to_rho2_privacy_is_said() -> None:
    """From 1/4 exactly to 1/2: a breach where a posterior of rho2 is one, and kept here."""
    notion = {"name": "rho", "from": "1/4", "to": "1/2"}
    assert (
        "rho1-to-rho2 privacy, 1/4 to 1/2 (no event of prior at most 1/4 gets more than 1/2, none of at least 1/2 less than 1/4)."
        in satisfied(notion, [["3/4", "1/4"], ["1/4", "3/4"]])
    )


def test_a_delta_of_one_asks_nothing() -> None:
    every = "and delta = 1 (as delta >= 1, nothing is asked of any pair)."
    identity = [["1", "0"], ["0", "1"]]
    assert satisfied({"name": "ldp", "ratio": "3", "delta": "1"}, identity).endswith(every)
    assert "nothing is asked" not in satisfied({"name": "ldp", "ratio": "3", "delta": "999/1000"})
    pairs = by_pairs(("0", "1"), ("1", "0"), delta="3/2")
    assert satisfied(pairs, identity).endswith("; as delta >= 1, nothing is asked of this pair).")
    pairs["deltas"] = ["1", "1/2"]
    assert "; where delta >= 1, nothing is asked of this pair)." in satisfied(pairs)
    assert "(where delta >= 1, nothing is asked of any pair)." in satisfied(
        {"name": "ldp", "ratio": "3", "delta": "t"}, field=FROM_HALF
    )


def test_a_ratio_below_one_is_said() -> None:
    negative = "e^epsilon < 1, epsilon is negative: with two inputs or more delta is at least 1 - e^epsilon or no mechanism exists"
    half = {"name": "ldp", "ratio": "1/2", "delta": "1/2"}
    assert f"= 1/2 and delta = 1/2 (as {negative})." in satisfied(half)
    assert f"; as {negative})." in satisfied(by_pairs(("0", "1"), ("1", "0"), ratio="1/2", delta="1/2"))
    partly, louder = {"name": "ldp", "ratio": "t", "delta": "7/10"}, [["3/4", "1/4"], ["1/4", "3/4"]]
    assert f"(where {negative})." in satisfied(partly, louder, FROM_HALF)
    assert "negative" not in satisfied({"name": "ldp", "ratio": "1"})


@pytest.mark.parametrize(
    ("notion", "words"),
    [
        ({"name": "parity", "gamma": "1/2"}, "parity at most 1/2"),
        ({"name": "beta", "beta": "1/2"}, "beta-factor privacy with beta = 1/2"),
        ({"name": "bayes", "factor": "1/2"}, "Bayes factors at most 1/2"),
    ],
)
def test_a_factor_below_one_asks_nothing_of_one_input(notion: Any, words: str) -> None:
    """In the literature 1 <= beta * 1 is asked even of a single, certain input; the checker compares inputs, and says so."""
    remark = "(as this is below 1, no mechanism with two inputs or more exists, and of one input nothing is asked)."
    assert satisfied(notion, [["1"]]).endswith(f" satisfies {words} {remark}")


def test_a_one_sided_demand_says_that_of_the_other_direction_nothing_is_asked() -> None:
    """Not that it is unprotected: events' complements bound it, and other demands may ask it."""
    unasked = "; of a pair, or the other direction of one, that is not named, nothing is asked here)."
    assert satisfied(by_pairs(("0", "1"))).endswith(unasked)
    assert "not named" not in satisfied(by_pairs(("0", "1"), ("1", "0")))
    assert satisfied(by_pairs(("0", "1"), ("1", "0")), [["1/3"] * 3] * 3).endswith(unasked)


def test_of_a_sum_each_distance_is_at_most_one() -> None:
    assert "the sum over ordered pairs of inputs of the total variation distance (each at most 1) between" in said(
        accepted("slack_divergence_tv")
    )
    assert "of the total variation distance (at most 1) of the outputs" in said(accepted("divergence_tv"))


def test_what_is_not_attained_is_about_unbiased_estimates() -> None:
    assert said(accepted("variance_unattained")).endswith(
        ": no least variance of an unbiased estimate of a prevalence is attained."
    )


def test_it_is_said_how_far_apart_bounds_are() -> None:
    trace = accepted("within_trace", lower="0", upper="3-1/10^40")
    assert (
        " lies between 0 and 29999999999999999999999999999999999999999/1" + "0" * 40 + " (at most 3.00 apart), and"
        in said(trace)
    )
    exponential = accepted("within_trace", lower="0", upper="1+t")
    assert " lies between 0 and t + 1 (at most 2.65 apart), and" in said(exponential)
    over = {"from": "2", "to": "inf", "ends": "[)"}
    wide = accepted("trace_every_epsilon", field=over, claim="within", lower="0", upper="3+1/t")
    del wide["value"]
    assert " lies between 0 and (3*t + 1)/t ((3*t + 1)/t apart), and" in said(wide)


LONG = "1" + "0" * 450


def test_a_long_number_stands_between_two_decimals() -> None:
    long = {"name": "ldp", "ratio": f"3+1/{LONG}7"}
    assert ", from 3.000000000 to 3.000000001]" in satisfied(long)
    exponential = {"name": "parity", "gamma": f"3+t/{LONG}7"}
    assert ", from 3.000000000 to 3.000000001]" in satisfied(exponential, field={"t": "exp(1)"})
    assert "SHA-256" in satisfied(exponential, field={"from": "1", "to": "2", "ends": "[]"})
    assert ", from " not in satisfied(exponential, field={"from": "1", "to": "2", "ends": "[]"})
    assert "t = [at /field/t, SHA-256 " in satisfied(long, field={"t": f"2+1/{LONG}7"})
    assert ", from 2.000000000 to 2.000000001]" in satisfied(
        {"name": "parity", "gamma": "1"}, field={"t": f"2+1/{LONG}7"}
    )


@pytest.mark.parametrize(
    "x", ["1/3", "-1/3", "2/3", "99999999995/10", "9999999999", "1/7000000", "12345678901234567", "1/2", "7"]
)
@pytest.mark.parametrize("digits", [1, 3, 10])
def test_decimals_are_the_nearest_on_their_side(x: str, digits: int) -> None:
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    q = Fraction(x)
    down, up = (Fraction(Decimal(spell_decimal(q.as_integer_ratio(), digits, side))) for side in (-1, 1))
    unit = Fraction(10) ** (len(str(int(abs(q) * 10**40))) - 40 - digits)
    assert down <= q <= up and up - down in (0, unit) and (up == down) == (q % unit == 0)


def test_decimals_of_numbers_that_no_float_holds() -> None:
    BUDGET.set(Budget(MOST_WORK, MOST_SPACE))
    assert spell_decimal((1, 3 * 10**5000), 10, -1) == "3.333333333E-5001"
    assert spell_decimal((10**5000, 3), 10, 1) == "3.333333334E+4999"
    assert spell_decimal((0, 7), 10, 1) == "0"
    assert spell_decimal((99999, 1), 3, 1) == "1.00E+5"
