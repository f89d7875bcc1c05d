"""The device of any mechanism: the mechanism itself where the instrument can, and never one that tells more."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import LDP, InputError, Mechanism, Variance, from_spec
from rropt.certificate.judge import judge
from rropt.devices import device_for
from rropt.devices.target import own_demand
from rropt.exact.element import generator
from rropt.exact.fields import Free

SPECS = [
    ("warner:p=0.7", {}, "10 numbered lots"),
    ("warner:p=3/4", {}, "2 coins"),
    ("krr:k=4,epsilon=ln3", {}, "one coin"),
    ("mangat:p=2/3", {}, "one die"),
    ("direct_question:k=3", {}, "one coin"),
    ("christofides:cards=1/5:1/5:3/5", {}, "5 numbered lots"),
    ("simmons:unrelated=1/4,p=2/3", {}, "2 dice"),
    ("hadamard_response:k=3,epsilon=ln3", {}, "3 coins"),
    ("warner:p=107/360", {}, "a spinner"),
    ("subset_selection:k=5,size=2,epsilon=ln3", {"cards": 52}, "a pack of 52 cards"),
]


def ratios(rows: Sequence[Sequence[Fraction]]) -> dict[tuple[int, int], Fraction | None]:
    """The largest P[i, j] / P[i, l] by hand; None where an answer rules l out."""
    found: dict[tuple[int, int], Fraction | None] = {}
    for j, other in itertools.permutations(range(len(rows[0])), 2):
        may = [row for row in rows if row[j]]
        found[j, other] = None if any(not row[other] for row in may) else max(row[j] / row[other] for row in may)
    return found


@pytest.mark.parametrize(("spec", "asked", "title"), SPECS, ids=[spec for spec, _, _ in SPECS])
def test_an_instrument_with_the_chances_makes_the_mechanism_itself(
    spec: str, asked: dict[str, int], title: str
) -> None:
    wanted = from_spec(spec)
    made = device_for(wanted, **asked)  # type: ignore[arg-type]
    assert made.instrument.title == title
    assert (made.mechanism.pair.rows == wanted.rows) == (made.search.startswith("Its answers have exactly"))
    assert made.mechanism.pair.rows == wanted.rows or "subset" in spec
    assert judge(made.certificate).is_accepted


columns = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda x: (Fraction(x[0], 12), Fraction(x[1], 12)))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(columns, st.integers(5, 24))
def test_no_other_device_of_lots_is_better_and_none_tells_more(chances: tuple[Fraction, Fraction], n: int) -> None:
    a, b = chances
    wanted = Mechanism([[1 - a, b], [a, 1 - b]])
    if a + b >= 1:
        return
    own = ratios(wanted.rows)  # type: ignore[arg-type]
    pi = Fraction(1, 3)
    values = []
    for yes, no in itertools.product(range(n), repeat=2):
        x, y = Fraction(yes, n), Fraction(no, n)
        rows = [[1 - x, y], [x, 1 - y]]
        kept = all(
            own[pair] is None or (r is not None and r <= own[pair])  # type: ignore[operator]
            for pair, r in ratios(rows).items()
        )
        if kept and x + y < 1 and (x > 0 or a == 0) and (y > 0 or b == 0):
            lam = pi * (1 - y) + (1 - pi) * x
            values.append(lam * (1 - lam) / (1 - x - y) ** 2)
    is_exact = not any((n * x).denominator > 1 for x in (a, b))
    if not values:
        with pytest.raises(InputError, match="more outcomes"):
            device_for(wanted, prevalence=pi, denominator=n)
        return
    made = device_for(wanted, prevalence=pi, denominator=n)
    assert made.mechanism.pair.rows == wanted.rows if is_exact else made.exact_value == min(values)
    told = ratios(made.mechanism.pair.rows)  # type: ignore[arg-type]
    assert all(x is None or (told[pair] is not None and told[pair] <= x) for pair, x in own.items())  # type: ignore[operator]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.integers(0, 6), min_size=3, max_size=3), min_size=2, max_size=4))
def test_the_own_demand_is_met_and_no_ratio_less_would_be(table: list[list[int]]) -> None:
    totals = [sum(row[j] for row in table) for j in range(3)]
    if 0 in totals:
        return
    rows = [[Fraction(x, total) for x, total in zip(row, totals, strict=True)] for row in table]
    p = Mechanism(rows)
    demand = own_demand(p)
    assert demand.holds(p)
    bounds = demand.bounds(3)
    for j, other in itertools.permutations(range(3), 2):
        both = [row[j] / row[other] for row in rows if row[j] and row[other]]
        slack = sum(row[j] for row in rows if not row[other])
        assert slack == 1 or bounds.of(j, other) == (max([*both, Fraction(1)]), slack)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.integers(0, 5), min_size=2, max_size=2), min_size=3, max_size=4), st.integers(5, 40))
def test_a_table_of_an_instrument_tells_no_better_at_any_ratio(table: list[list[int]], n: int) -> None:
    """Answers may rule a truth out: the excess of the device at many ratios, with no kinks in mind, is at most the mechanism's."""
    totals = [sum(row[j] for row in table) for j in range(2)]
    if 0 in totals:
        return
    p = Mechanism([[Fraction(x, total) for x, total in zip(row, totals, strict=True)] for row in table])
    try:
        made = device_for(p, denominator=n).mechanism.pair
    except InputError:
        return
    for j, at in itertools.product(range(2), (Fraction(x, 7) for x in range(60))):
        own, other = (
            sum(max(Fraction(0), row[j] - at * row[1 - j]) for row in q.rows)  # type: ignore[operator]
            for q in (made, p)
        )
        assert own <= other


def test_a_device_of_answers_that_seldom_prove_something_proves_it_as_seldom() -> None:
    wanted = from_spec("four_output:delta=1/10,epsilon=1/2")
    made = device_for(wanted, denominator=100).mechanism.pair
    revealed = [sum(row[j] for row in made.rows if not row[1 - j]) for j in range(2)]
    assert all(0 < x <= Fraction(1, 10) for x in revealed)


def test_irrational_chances_are_come_near_to_from_below() -> None:
    wanted = from_spec("krr:k=5,epsilon=1")
    made = device_for(wanted, cards=52)
    assert LDP(1).holds(made.mechanism.pair)
    assert made.efficiency is not None and Fraction(99, 100) < made.efficiency[0] < 1
    assert "more people than the mechanism" in made.cost


def test_what_tells_nothing_and_what_is_free_is_refused() -> None:
    with pytest.raises(InputError, match="the mechanism has one input"):
        device_for(Mechanism([[1]]))
    for spec, said in (("warner:p=1/2", "would tell nothing"), ("warner:epsilon=every", "needs one value")):
        with pytest.raises(InputError, match=said):
            device_for(from_spec(spec))
    delta = generator(Free(Fraction(0), Fraction(1, 10), letter="delta"))
    free = Mechanism([[Fraction(3, 4) - delta, "1/4"], [Fraction(1, 4) + delta, "3/4"]])
    with pytest.raises(InputError, match="epsilon or delta is free, but a device needs one value"):
        device_for(free)
    with pytest.raises(InputError, match="not dice and cards"):
        device_for(from_spec("warner:p=3/4"), dice=1, cards=52)


def test_a_mechanism_without_variance_is_made_too() -> None:
    """If all truths are yes, Mangat's device answers yes alone: that tells the share without an error."""
    wanted = from_spec("mangat:p=2/3")
    made = device_for(wanted, prevalence="1", dice=1)
    assert made.mechanism.pair.rows == wanted.rows and made.value == (0, 0) and made.efficiency is None
    for prevalence in ("0", "1", "1/2"):
        with pytest.raises(InputError, match="would tell nothing"):
            device_for(from_spec("warner:p=1/2"), prevalence=prevalence)


def test_a_mechanism_that_does_not_identify_the_shares_is_held_against_its_information() -> None:
    rows = [["1/2", "1/4", "1/4"], ["1/2", "3/4", "3/4"]]
    assert device_for(Mechanism(rows)).objective.startswith("information")
    assert Variance("1/2").value(device_for(from_spec("warner:p=3/4")).mechanism.pair) == Fraction(1)
