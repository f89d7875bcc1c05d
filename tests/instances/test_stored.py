"""A stored comparison of a claim is accepted only with a certificate of its own question, and only with all its fields."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rropt import LDP, Trace, Variance, design, verify
from rropt.claims import check
from rropt.exact.errors import InputError
from rropt.instances.stored import instance_again

Document = dict[str, Any]
TIE = {"epsilon": "1/20", "delta": "1/2", "prevalence": "1/2"}
ASKED: list[tuple[str, dict[str, str]]] = [
    ("holohan.theorem_2", {"epsilon": "ln3", "prevalence": "1/3"}),
    ("holohan.theorem_3", {"epsilon": "1/2", "delta": "1/10", "prevalence": "1/4"}),
    ("holohan.theorem_3", {"epsilon": "1", "delta": "1/10", "prevalence": "1/4"}),
    ("holohan.theorem_3", TIE),
    ("holohan.theorem_3", {"epsilon": "ln(2)/2", "delta": "1/10", "prevalence": "1/4"}),
    ("holohan.corollary_2", {"epsilon": "1", "delta": "1/5", "prevalence": "3/4"}),
    ("chai_nayak.theorem_4_4_a", {"epsilon": "ln3", "inputs": "3"}),
    ("chai_nayak.theorem_4_4_a", {"epsilon": "ln3", "inputs": "4"}),
    ("rropt.trace_value", {"epsilon": "1", "delta": "1/10", "inputs": "3"}),
    ("chai_nayak.b_of_rho", {"rho1": "1/5", "rho2": "1/2"}),
    ("chai_nayak.b_of_rho", {"rho1": "1/4", "rho2": "1/2"}),
    ("chai_nayak.b_of_beta", {"beta": "4"}),
]
"""No two of these ask the same question."""
EACH = pytest.mark.parametrize("n", range(len(ASKED)))
MADE_FOR = ("exact", "numeric", "certificate")
"""The fields of another comparison that a forger takes."""


@cache
def text_of(n: int) -> str:
    claim, at = ASKED[n]
    return check(claim, **at).to_json()


def made(n: int) -> Document:
    found: Document = json.loads(text_of(n))
    return found


def status(document: Document) -> str:
    return verify(json.dumps(document)).status.value


@EACH
def test_a_comparison_is_accepted_and_only_the_solver_is_unshown(n: int) -> None:
    found = verify(text_of(n))
    assert found.is_accepted and found.unshown == ("numeric",)


@pytest.mark.some(n=4)
@EACH
def test_the_certificate_of_another_question_is_refused(n: int) -> None:
    for other in {*range(len(ASKED))} - {n}:
        with pytest.raises(InputError):
            instance_again({**made(n), **{key: made(other)[key] for key in MADE_FOR}})


def test_no_comparison_says_the_opposite_by_the_numbers_of_another() -> None:
    taken = {**made(1), **{key: made(2)[key] for key in MADE_FOR}}
    for agrees in (False, True):
        assert status({**taken, "agrees": agrees, "corrected_agrees": agrees}) == "rejected"


@pytest.mark.some(n=4)
@EACH
def test_no_field_may_be_missing_or_empty(n: int) -> None:
    for key, value in made(n).items():
        is_object = isinstance(value, dict)
        assert status({x: y for x, y in made(n).items() if x != key}) != "accepted"
        assert status({**made(n), key: {} if is_object else ""}) != "accepted"
        for inner in value if is_object else ():
            assert status({**made(n), key: {x: y for x, y in value.items() if x != inner}}) != "accepted"


def test_the_minimisers_of_the_file_are_those_of_the_formula_and_of_the_certificate() -> None:
    found = made(3)
    certificate = json.loads(found["certificate"])
    for key in ("printed", "corrected", "exact"):
        assert status({**found, key: {**found[key], "minimisers": []}, "agrees": True}) == "rejected"
    one = {key: x for key, x in certificate.items() if key != "minimisers"}
    one["mechanism"] = certificate["minimisers"][0]
    assert verify(json.dumps(one)).is_accepted
    with pytest.raises(InputError):
        instance_again({**found, "certificate": json.dumps(one)})


def of_other_designs() -> Iterator[tuple[int, str]]:
    """For a place in ASKED a certificate of nearly its question."""
    demand, half = LDP("1/2", delta="1/10"), {"subject_to": ["P[0,0] >= 1/2"]}
    yield 1, design(Trace(), LDP("ln3"), inputs=3).certificate
    yield 1, design(Variance("1/4"), demand, outputs=3).certificate
    yield 1, design(Variance("1/4"), demand, **half).certificate
    yield 1, design(Variance(("1/5", "1/4")), demand).certificate
    yield 1, design(Variance("1/4"), LDP("1/4..1", delta="1/10")).pieces[0].certificate
    yield 6, design(Trace(), LDP("ln3"), inputs=3, **half).certificate
    yield 6, design(Trace(), LDP("ln2..ln5"), inputs=3).pieces[0].certificate
    bounds = json.loads(made(6)["certificate"])
    value = bounds.pop("value")
    yield 6, json.dumps({**bounds, "claim": "within", "lower": value, "upper": value})


def test_a_certificate_of_nearly_the_question_is_refused() -> None:
    tried = list(of_other_designs())
    for n, certificate in tried:
        assert verify(certificate).is_accepted
        with pytest.raises(InputError):
            instance_again({**made(n), "certificate": certificate})
    assert len(tried) == 8


@pytest.mark.parametrize(
    "change",
    [
        {"numeric": {"double": "1.9"}},
        {"numeric": {"double": "nan"}},
        {"at": {"epsilon": "ln3", "inputs": "4"}},
        {"at": {"epsilon": "every", "inputs": "3"}},
        {"at": {"epsilon": ["ln3"], "inputs": "3"}},
        {"at": {"epsilon": "ln3", "inputs": "3", "delta": "0"}},
        {"claim": "rropt.trace_value"},
        {"claim": "nobody.theorem"},
        {"optimum": "least variance"},
    ],
)
def test_each_field_follows_from_the_claim(change: Document) -> None:
    assert status({**made(6), **change}) == "rejected"


def test_a_grid_is_of_one_claim_at_all_its_points() -> None:
    axes: dict[str, Any] = {**TIE, "epsilon": ["1/20", "1/2"], "prevalence": ["1/4", "1/2"]}
    found = json.loads(check("holohan.theorem_3", **axes).to_json())
    rows = found["rows"]
    assert verify(json.dumps(found)).unshown == ("rows[].numeric",)
    assert [status({**found, "rows": x}) for x in (rows[:2], rows[:3])] == ["accepted", "rejected"]
    assert status({**found, "rows": [made(6), made(8)]}) == status({**found, "rows": [made(0), made(6)]}) == "rejected"
    assert status({**found, "rows": [{**rows[0], "schema": "rropt/other/1"}]}) == "rejected"
    swapped = [{**rows[0], "certificate": rows[1]["certificate"]}, {**rows[1], "certificate": rows[0]["certificate"]}]
    assert status({**found, "rows": swapped}) == "rejected"
