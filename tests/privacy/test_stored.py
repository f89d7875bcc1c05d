"""The page on JSON has every key of every demand, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt import (
    CSIP,
    LDP,
    SIP,
    BayesFactor,
    BetaFactor,
    InputError,
    Mechanism,
    Metric,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
    privacy,
)
from rropt.exact import Epsilon, Undecided
from rropt.exact.grammar import read_number
from rropt.privacy import All, Notion
from rropt.privacy.boundary.algebra import reflect
from rropt.privacy.pairs.pairwise import PairTable
from rropt.privacy.stored import read_demand_fields, read_demand_name
from tests.strategies.demands import DEMANDS as DRAWN
from tests.strategies.demands import budgets, upper_tables
from tests.strategies.draws import BATTERY
from tests.strategies.mechanisms import mechanisms

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
SIDES = ([(0, 0), ("1/2", "1/5"), (1, "3/5")], [(0, "2/5"), ("1/2", "4/5"), (1, 1)])
DEMANDS = (
    LDP("ln3", delta="1/10"),
    Parity(3),
    PairwiseLDP({("no", "yes"): "ln3", ("yes", "no"): "inf"}, deltas={("no", "yes"): "1/10"}),
    Metric("line", "ln2"),
    Metric([[0, 1], ["1/2", 0]], 1),
    Sensitive(["yes"], 1, delta="1/10"),
    LDP(1) & LDP("ln3", delta="1/10"),
    RhoBreach("1/5", "1/2"),
    BetaFactor(2),
    BayesFactor(3),
    SIP(*SIDES),
    CSIP(SIDES[1]),
    Vulnerability("1/2", ["1/4", "3/4"]),
)


def shown() -> dict[str, set[str]]:
    """The keys by the name of the demand, from the table of the page."""
    table = PAGE.read_text(encoding="utf-8").split("| `name` | other keys |")[1].split("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.split("\n")[2:]]
    return {name.strip("`"): set(re.findall(r"`(\w+)`", keys)) for name, keys in rows}


def test_the_page_has_the_keys_of_every_demand() -> None:
    told = shown()
    for demand in DEMANDS:
        fields = demand.to_dict()
        assert set(fields) - {"name", "matrix"} == told[fields["name"]], demand
        assert ("matrix" in fields) == (getattr(demand, "size", None) is not None and fields["name"] != "vulnerability")
        assert read_demand_fields(fields) == demand
    assert set(told) == {demand.to_dict()["name"] for demand in DEMANDS}
    assert set(DEMANDS[2].to_dict()["pairs"][0]) == {"input", "against", "ratio", "delta"}
    assert set(DEMANDS[4].to_dict()["distances"][0]) == {"input", "against", "distance"}


@pytest.mark.parametrize(
    "demand", [PairwiseLDP({(0, 1): "ln3", (1, 0): 1}), Metric({(0, 1): 1, (1, 0): 2}, 1)], ids=str
)
def test_a_pair_that_stands_twice_in_the_fields_is_refused(demand: PairwiseLDP | Metric) -> None:
    """Read into a dictionary, the last of the two would win."""
    told = demand.to_dict()
    key = "pairs" if isinstance(demand, PairwiseLDP) else "distances"
    told[key] = [told[key][0], told[key][1] | {"input": "0", "against": "1"}]
    with pytest.raises(InputError, match=rf"the field '{key}' of a demand has the pair \(0, 1\) twice"):
        type(demand).from_dict(told)


def matrices(k: int) -> st.SearchStrategy[list[list[str]] | PairTable]:
    """Budgets or distances of all ordered pairs, in rows without labels or with labels that are no row numbers."""
    row = st.lists(st.sampled_from(["0", "1", "2", "inf"]), min_size=k, max_size=k)
    square = st.lists(row, min_size=k, max_size=k).map(
        lambda rows: [[x if j != n else "0" for n, x in enumerate(row)] for j, row in enumerate(rows)]
    )
    return square | square.map(lambda rows: PairTable(tuple(map(str, range(k)))[::-1], tuple(map(tuple, rows))))


def others(name: str, k: int) -> st.SearchStrategy[Notion]:
    """Demands that the battery does not draw: matrices, boundaries with any name, and irrational factors."""
    irrational = st.sampled_from(["e", "e^(1/2)", "sqrt(3)", "10^12", "1+1/10^12"]).map(read_number)
    names = st.sampled_from(["", "odds:3", "Table 2", "it's", "0=0,1=1", "rho:1/5,1/2"])
    named = st.builds(lambda h, name: replace(h, name=name), upper_tables(), names)
    made: dict[str, st.SearchStrategy[Notion]] = {
        "CSIP": named.map(CSIP),
        "SIP": named.map(lambda h: SIP(replace(reflect(h), name=h.name), h)),
        "Parity": irrational.map(Parity),
        "BetaFactor": irrational.map(BetaFactor),
        "BayesFactor": irrational.map(BayesFactor),
        "LDP": st.builds(lambda e, d: LDP(Epsilon(e), delta=1 / (d + 1)), irrational, irrational),
    }
    if k > 1:
        made["Metric"] = st.builds(Metric, matrices(k), budgets)
        made["PairwiseLDP"] = matrices(k).map(PairwiseLDP)
    return made.get(name, st.nothing())


def answer(ask: Callable[[], object]) -> object:
    """What is answered, or the message of the refusal."""
    try:
        return ask()
    except (InputError, Undecided) as error:
        return f"{type(error).__name__}: {error}"


def answers(demand: Notion, p: Mechanism) -> dict[str, object]:
    """All that a demand says of a mechanism, its inputs named in three ways."""
    said: dict[str, object] = {"parity": answer(demand.parity), "sentence": answer(demand.sentence)}
    for names in (None, tuple(map(str, range(p.k)))[::-1], tuple("abcd"[: p.k])):
        q = Mechanism(p.rows, inputs=names)
        said |= {f"bounds {names}": answer(lambda names=names: demand.bounds(p.k, names))}  # type: ignore[misc]
        for ask in (demand.holds, demand.tightest, demand.violations):
            said |= {f"{ask.__name__} {names}": answer(lambda ask=ask, q=q: ask(q))}  # type: ignore[misc]
    return said | {"more inputs": answer(lambda: demand.bounds(p.k + 1, tuple("abcde"[: p.k + 1])))}


@pytest.mark.parametrize("name", DRAWN)
@given(data=st.data())
@BATTERY
@pytest.mark.slow
def test_a_demand_that_is_stored_and_read_is_the_same_demand(name: str, data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    demand = data.draw(DRAWN[name](p.k) | others(name, p.k))
    said = answers(demand, p)
    kind: Any = type(demand)
    again = kind.from_dict(json.loads(json.dumps(demand.to_dict())))
    assert again == demand and again.to_dict() == demand.to_dict() and repr(again) == repr(demand)
    assert answers(again, p) == said
    if demand.to_dict().get("matrix") != "labels":  # as repr shows them, labels of a matrix are those of a mapping
        shown = eval(repr(demand), dict(vars(privacy)))  # noqa: S307 - written by rropt
        assert shown == demand and answers(shown, p) == said
    assert read_demand_name(repr(demand)) == demand


@given(data=st.data())
@BATTERY
@pytest.mark.slow
def test_the_order_of_two_demands_changes_no_number(data: st.DataObject) -> None:
    p = data.draw(mechanisms())
    one, other = (
        data.draw(DRAWN[name](p.k) | others(name, p.k))
        for name in data.draw(st.tuples(*[st.sampled_from([*DRAWN])] * 2))
    )
    first, second = All(one, other), All(other, one)
    asked = [(x.holds, x.tightest, x.violations) for x in (first, second)]
    for asks in zip(*asked, strict=True):
        found = [answer(lambda ask=ask: ask(p)) for ask in asks]  # type: ignore[misc]
        assert len({len(x) if isinstance(x, tuple) else x for x in found}) == 1, found
    assert answer(first.parity) == answer(second.parity)
    bounds = [answer(lambda x=x: {y for _, y in x.bounds(p.k).places()}) for x in (first, second)]  # type: ignore[misc]
    assert bounds[0] == bounds[1]


def test_a_label_with_leading_zeros_is_no_number() -> None:
    demand = PairwiseLDP({("00", "01"): "ln3"})
    assert PairwiseLDP.from_dict(demand.to_dict()) == demand
