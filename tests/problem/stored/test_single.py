"""A design read back from its JSON is the design that was written; what its certificate does not say is refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rropt import LDP, BetaFactor, InputError, PairwiseLDP, RhoBreach, Trace, Utility, Variance, design
from rropt.problem.stored.verify import read_design

DESIGNS = [
    lambda: design(Variance("1/4"), LDP("1/2", delta="1/10"), inputs=("no", "yes")),
    lambda: design(Variance("1/10..2/5"), LDP("ln3")),
    lambda: design(Variance("1/10"), LDP(1, delta="1/20"), outputs="free"),
    lambda: design(Variance("1/10"), RhoBreach("1/5", "1/2"), outputs=2),
    lambda: design(Trace(), BetaFactor(3), inputs=4),
    lambda: design(Trace(["1", "1/2", "1/4"]), LDP("1/2"), inputs=("a", "b", "c")),
    lambda: design(Utility([[1, 0, 0], [0, 1, 1]]), LDP("ln2"), inputs=3),
    lambda: design(Trace(), PairwiseLDP({(0, 1): "ln3", (1, 0): "ln2"}), inputs=2),
]


@pytest.mark.parametrize("make", DESIGNS)
def test_the_design_comes_back(make: Any) -> None:
    written = make()
    read = read_design(json.loads(written.to_json()))
    for name in ("mechanism", "value", "lower", "upper", "verdict", "certificate"):
        assert getattr(read, name) == getattr(written, name)
    assert read.problem.objective == written.problem.objective
    assert read.problem.inputs == written.problem.inputs and read.problem.outputs == written.problem.outputs
    assert read.problem.demand.holds(written.mechanism)


def test_what_the_certificate_does_not_say_is_refused() -> None:
    document = json.loads(DESIGNS[0]().to_json())
    changes = [
        lambda d: d["problem"]["prevalence"].update(at="1/3"),
        lambda d: d["problem"].update(restriction="warner"),
        lambda d: d["problem"].update(name="trace", weights=None),
        lambda d: d["problem"].pop("prevalence"),
        lambda d: d["mechanism"]["exact"][0].__setitem__(0, "1/2"),
        lambda d: d.update(sentence="It is optimal."),
        lambda d: d.update(schema="rropt/design/0"),
        lambda d: d["problem"].update(outputs="free"),
    ]
    for change in changes:
        changed = copy.deepcopy(document)
        change(changed)
        with pytest.raises(InputError):
            read_design(changed)


def test_pieces_and_infeasible_designs_have_no_mechanism() -> None:
    for found, why in (
        (
            design(Variance("every"), LDP("ln3", delta="1/10")),
            "the design is in pieces, .* one epsilon, delta and prevalence",
        ),
        (design(Trace(), LDP("ln3"), inputs=3, require=3), "has no mechanism, as it is infeasible"),
    ):
        with pytest.raises(InputError, match=why):
            read_design(json.loads(found.to_json()))


def test_a_design_without_one_mechanism_is_told_why() -> None:
    infeasible = design(Utility([[1, 0], [0, 1]]), LDP(1), subject_to=["P[0,0] >= 9/10", "P[1,1] >= 9/10"])
    pieces = design(Variance("1/10"), LDP("1/2..2", delta="1/10"))
    for found, words in (
        (infeasible, "no mechanism, as it is infeasible"),
        (pieces, "in pieces, .* one epsilon"),
    ):
        with pytest.raises(InputError, match=words):
            read_design(json.loads(found.to_json()))
