"""The page on JSON has every key of every demand, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rropt import (
    CSIP,
    LDP,
    SIP,
    BayesFactor,
    BetaFactor,
    InputError,
    Metric,
    PairwiseLDP,
    Parity,
    RhoBreach,
    Sensitive,
    Vulnerability,
)
from rropt.privacy.stored import read_demand_fields

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
        assert set(fields) - {"name"} == told[fields["name"]], demand
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


def test_a_label_with_leading_zeros_is_no_number() -> None:
    demand = PairwiseLDP({("00", "01"): "ln3"})
    assert PairwiseLDP.from_dict(demand.to_dict()) == demand
