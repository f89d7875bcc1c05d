"""What is written is what was asked: every number, sign and name of a design's certificate matters to the checker."""

import json
import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.certificate.writing import dumps
from rropt.checker import check
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.privacy import LDP, BayesFactor, BetaFactor, Parity, RhoBreach
from rropt.problem.design import design

DESIGNS: dict[str, Any] = {
    "variance": lambda: design(Variance("1/4"), LDP("1/2", delta="1/10")),
    "tie": lambda: design(Variance("1/4"), LDP("ln2", delta="1/4")),
    "face": lambda: design(Variance(0), LDP("1/2", delta="1/10")),
    "warner": lambda: design(Variance("1/4", warner=True), LDP("1/2", delta="1/10")),
    "worst": lambda: design(Variance("1/10..2/5"), LDP("1/2", delta="1/10")),
    "asymptotic": lambda: design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free"),
    "trace": lambda: design(Trace(), LDP("1/2"), inputs=3),
    "trace with delta": lambda: design(Trace(), LDP("ln3", delta="1/10"), inputs=3),
    "weighted": lambda: design(Trace([3, 2, 1]), LDP("1/2")),
    "loss": lambda: design(Utility([[1, 2], [4, 0]], ["1/4", "3/4"], sense="min"), LDP("ln3", delta="1/10")),
    "within": lambda: design(Utility([[3, 0, 1], [0, 2, 1], [1, 1, 1]]), LDP("1/2", delta="1/10")),
    "unattained": lambda: design(Variance("1/4"), LDP(0)),
}


@pytest.fixture(scope="module", params=DESIGNS, ids=str)
def document(request: pytest.FixtureRequest) -> Any:
    return json.loads(DESIGNS[request.param]().certificate)


def places(x: Any, path: tuple[Any, ...] = ()) -> Any:
    """Where the numbers and words of a document stand."""
    if isinstance(x, dict):
        for key, value in x.items():
            yield from places(value, (*path, key))
    elif isinstance(x, list):
        for n, value in enumerate(x):
            yield from places(value, (*path, n))
    else:
        yield path, x


def with_change(document: Any, path: Any, value: Any) -> str:
    copy = json.loads(json.dumps(document))
    at = copy
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return json.dumps(copy)


def test_is_accepted_as_written(document: Any) -> None:
    assert check(dumps(document)).status == "accepted"


def test_no_number_of_the_mechanism_or_the_value_can_move_by_the_least_bit(document: Any) -> None:
    tried = 0
    for path, text in places(document):
        if path[0] not in ("mechanism", "minimisers", "value"):
            continue
        tried += 1
        for change in (f"({text})+1/{10**30}", f"({text})-1/{10**30}"):
            assert check(with_change(document, path, change)).status == "rejected", path
    assert tried >= 5 or document["claim"] in ("unattained", "within")


def test_a_stronger_demand_or_another_prevalence_is_another_problem(document: Any) -> None:
    """A smaller ratio or δ rejects the mechanism (variance 0 has slack in the ratio); another objective, the value."""
    for key in ("ratio", "delta") if document.get("value") != "0" else ("delta",):
        if key in document["notion"] and document["claim"] != "unattained":
            text = document["notion"][key]
            assert check(with_change(document, ("notion", key), f"({text})-1/{10**30}")).status != "accepted"
    for path, text in places(document.get("objective", {})):
        if path[0] in ("prevalence", "worst", "weights", "utility") and document["claim"] == "optimal":
            changed = check(with_change(document, ("objective", *path), f"({text})+1/{10**30}"))
            if changed.status == "accepted":
                assert text in ("0", "1") or path[0] in ("weights", "utility", "worst"), path


def test_every_key_is_needed(document: Any) -> None:
    for key in document:
        if key == "prices" and document["claim"] == "within":
            continue
        assert check(json.dumps({k: v for k, v in document.items() if k != key})).status != "accepted", key


@pytest.mark.parametrize(
    ("demand", "name"),
    [
        (LDP("ln3"), "ldp"),
        (Parity(3), "parity"),
        (RhoBreach("1/5", "1/2"), "rho"),
        (BetaFactor(2), "beta"),
        (BayesFactor(3), "bayes"),
    ],
    ids=repr,
)
def test_the_demand_is_named_not_reduced(demand: Any, name: str) -> None:
    found = design(Trace(), demand, inputs=2)
    assert json.loads(found.certificate)["notion"]["name"] == name and check(found.certificate).status == "accepted"


@pytest.mark.parametrize("kind", range(3))
def test_the_columns_multipliers_are_enough(kind: int) -> None:
    """Dense, degenerate and tied utilities of several sizes are accepted with the multipliers of the columns alone."""
    rng = random.Random(kind)
    for k, epsilon in ((2, "1/1000"), (5, "1/2"), (8, "20")):
        entry = [lambda: rng.randint(-99, 99), lambda: rng.randint(0, 1), lambda: rng.choice([3, -3, F(1, 10**12)])][
            kind
        ]
        found = design(Utility([[entry() for _ in range(k)] for _ in range(k + 1)]), LDP(epsilon), closed_forms=False)
        assert found.gap == 0 and check(found.certificate).status == "accepted"
