"""A mechanism of sets comes back from its JSON, and what is none is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rropt import LDP, InputError, TotalVariance, design
from rropt.engine.sets import SetMechanism
from rropt.problem.stored.sets import sets_of_dict


def made(*, inputs: int = 30, epsilon: str = "1/2", shares: list[str] | None = None) -> SetMechanism:
    found = design(TotalVariance(shares), LDP(epsilon), inputs=inputs).sets
    assert found is not None
    return found


@pytest.mark.parametrize(
    "p",
    [
        made(),
        made(epsilon="ln3", shares=["1/60"] * 20 + ["1/15"] * 10).relabel(inputs=[f"x{j}" for j in range(30)]),
        SetMechanism(
            (tuple(range(7)),), ((3,),), (Fraction(7, 10),), Fraction(2), None, ((((0, 1, 3), Fraction(1)),),)
        ),
    ],
    ids=["blocks", "two classes", "one block"],
)
def test_what_is_written_is_read(p: SetMechanism) -> None:
    assert sets_of_dict(json.loads(p.to_json())) == p


@pytest.mark.parametrize(
    "change",
    [
        {"members": [["0", "1"]]},
        {"members": [["0", "0", *map(str, range(1, 29))]]},
        {"weights": ["1/2"]},
        {"weights": ["-1"]},
        {"weights": ["2-t"]},
        {"ratio": "5-t"},
        {"ratio": "1/2"},
        {"counts": [["31"]]},
        {"counts": "x"},
        {"blocks": [[[["0", "1"], "1"]]]},
        {"planned": ["1"]},
        {"planned": ["1/2", *["1/58"] * 29]},
        {"planned": ["3/2", *["-1/58"] * 29]},
        {"inputs": ["a"]},
        {"members": []},
        {"members": [[*range(30)], []], "counts": [["11", "0"]], "blocks": []},
    ],
    ids=str,
)
def test_what_is_none_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        sets_of_dict({**made().to_dict(), **change})
    with pytest.raises(InputError, match="cannot be read"):
        sets_of_dict({})


@pytest.mark.parametrize(
    "large",
    [
        {"members": [[str(j)] for j in range(1000)], "counts": [["0"] * 1000, ["1"] * 1000], "blocks": []},
        {
            "members": [[*map(str, range(1000))]],
            "counts": [["500"]],
            "blocks": [[[[*map(str, range(500))], "1/40"]] * 40],
        },
    ],
    ids=["classes", "blocks"],
)
def test_what_takes_long_to_compare_is_refused_before_it_is_compared(large: dict[str, Any]) -> None:
    told = {"weights": ["1/2"] * len(large["counts"]), "ratio": "1", "planned": None, "inputs": None}
    with pytest.raises(InputError):
        sets_of_dict({**made().to_dict(), **told, **large})
