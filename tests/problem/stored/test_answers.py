"""The JSON of an answer that is no design: what its certificates show is made again, and a field that contradicts them is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import rropt
from rropt import (
    LDP,
    BetaFactor,
    Mechanism,
    Parity,
    RhoBreach,
    Trace,
    Variance,
    design,
    from_spec,
    verify,
)
from rropt.breach import breach_bound
from rropt.devices.choose import device_for
from rropt.devices.device import Device
from rropt.devices.instrument import instrument
from rropt.devices.realise import realise
from rropt.devices.target import target_of_design
from rropt.engine.sets import SetMechanism

Document = dict[str, Any]
Path = tuple[Any, ...]


def simplified() -> Device:
    one = device_for(from_spec("krr:k=3,epsilon=ln2"), coins=2)
    return replace(one, simpler=one)


MONTHS = ["1/6", "1/6", *["1/15"] * 10]
SETS = SetMechanism((tuple(range(6)),), ((2,),), (Fraction(3, 5),), Fraction(3))
DEVICE = {"respondent", "interviewer", "objective", "value", "optimum", "efficiency", "search"}
MADE: dict[str, tuple[Callable[[], Any], set[str]]] = {
    "rho": (lambda: breach_bound(RhoBreach("1/5", "1/2")), {"legs"}),
    "beta": (lambda: breach_bound(BetaFactor(2)), {"legs"}),
    "parity": (lambda: breach_bound(Parity(3)), {"legs"}),
    "points": (lambda: breach_bound("0=1/5,8/9=1,1=1"), {"legs"}),
    "device": (
        lambda: realise(target_of_design(design(Trace(), LDP("ln3"), inputs=3)), instrument("coins", 3)),
        DEVICE,
    ),
    "rules": (lambda: realise(target_of_design(design(Variance("1/4"), LDP("ln3"))), instrument("dice", 2)), DEVICE),
    "sets": (lambda: device_for(SETS, bits=3), DEVICE),
    "confession": (lambda: device_for(Mechanism([["5/6", "0"], ["1/6", "1"]]), dice=1), DEVICE),
    "simpler": (simplified, {*DEVICE, *(f"simpler.{x}" for x in DEVICE)}),
    "months": (
        lambda: realise(target_of_design(design(Variance("1/4"), LDP("1"))), instrument("birthdays", MONTHS)),
        DEVICE,
    ),
}


@cache
def text_of(name: str) -> str:
    found: str = MADE[name][0]().to_json()
    return found


def made(name: str) -> Document:
    document: Document = json.loads(text_of(name))
    return document


def edited(document: Document, path: Path, value: Any) -> Document:
    copy: Document = json.loads(json.dumps(document))
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy


def places(x: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ():
        yield (*path, key), value
        yield from places(value, (*path, key))


def spelled(path: Path) -> str:
    return "".join("[]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def made_design() -> Document:
    document: Document = json.loads(design(Trace(), LDP("ln3"), inputs=2).to_json())
    return document


def judged(document: Document) -> rropt.Verification:
    return verify(json.dumps(document))


@pytest.mark.slow_at("device")
@pytest.mark.parametrize("name", MADE)
def test_what_rropt_writes_is_accepted_and_says_what_nothing_shows(name: str) -> None:
    found = verify(text_of(name))
    assert found.is_accepted and set(found.unshown) == MADE[name][1]


@pytest.mark.then(part=2)
@pytest.mark.slow_at("irrational-0")
@pytest.mark.first(part=1)
@pytest.mark.parametrize("part", range(12))
@pytest.mark.parametrize("name", MADE)
def test_every_field_follows_from_the_certificates_or_is_called_unshown(name: str, part: int) -> None:
    document = made(name)
    for path, value in list(places(document))[part::12]:
        for false in ("41/5", {"a": "field"}, not value):
            told = judged(edited(document, path, false))
            is_listed = any(f"{spelled(path)}.".startswith((f"{x}.", f"{x}[")) for x in told.unshown)
            # an empty field says nothing
            assert not told.is_accepted or is_listed or (spelled(path) in MADE[name][1] and not false), path


@pytest.mark.parametrize("name", MADE)
def test_every_certificate_is_judged_wherever_it_stands(name: str) -> None:
    document = made(name)
    other = rropt.design(rropt.Trace(), rropt.LDP("ln2"), inputs=2).certificate
    found = [path for path, x in places(document) if isinstance(x, str) and "rropt.certificate" in x]
    for path in found:
        assert path[-1] == "certificate" or path[-2] == "certificates"
        for false in ("{}", "rubbish", 7, other):
            assert not judged(edited(document, path, false)).is_accepted, path
    assert found


@pytest.mark.parametrize(
    ("name", "path", "value", "field"),
    [
        ("rho", ("B", "exact"), "2", "B.exact"),
        ("rho", ("demand",), "RhoBreach('1/5', '1/3')", "demand"),
        ("rho", ("demand",), "RhoBreach('0.2', '1/3') ", "demand"),
        ("parity", ("demand",), "Parity('2')", "B.exact"),
        ("device", ("demand",), "LDP('log(2)')", "demand"),
        ("device", ("demand",), "LDP('ln2') ", "demand"),
        ("device", ("procedure", "inside"), "5", "procedure"),
        ("device", ("procedure", "inside"), "-4", "procedure"),
        ("sets", ("procedure", "inside"), "-4", "procedure"),
        ("sets", ("code",), "def answer(truth):\n    return truth\n", "code"),
        ("confession", ("warnings",), [], "warnings"),
        ("confession", ("epsilon",), {"exact": "0", "delta": "1"}, "epsilon.exact"),
        ("simpler", ("simpler", "warnings"), ["None."], "simpler.warnings"),
        ("device", ("instrument", "count"), "4", "procedure"),
        ("rules", ("procedure", "rules", 0, "to"), "0", "procedure"),
        ("rules", ("procedure", "rules", 0, "say", "0"), "0", "procedure"),
    ],
)
def test_a_field_that_contradicts_the_certificates_is_named(name: str, path: Path, value: Any, field: str) -> None:
    found = judged(edited(made(name), path, value))
    assert not found.is_accepted and f"'{field}'" in found.says


@pytest.mark.slow_at("device")
@pytest.mark.parametrize("name", MADE)
def test_a_certificate_from_which_nothing_follows_is_refused(name: str) -> None:
    other = made_design()["certificate"]
    for document in (made(name), {**made(name), "certificate": "", "certificates": []}):
        assert not judged({**document, "extra": {"certificate": other}}).is_accepted


def test_planned_shares_of_a_device_of_sets_are_called_unshown() -> None:
    found = judged(edited(made("sets"), ("mechanism", "planned"), ["1/6"] * 6))
    assert found.is_accepted and "mechanism.planned" in found.unshown


def test_an_answer_of_a_kind_that_is_not_written_is_refused() -> None:
    for schema in ("rropt/compare/9", "foo/1", None, ["a list"]):
        found = judged(made("rho") | {"schema": schema})
        assert not found.is_accepted and "in the field 'schema' rropt finds no kind of answer that" in found.says
    found = judged(made("rho") | {"certificate": [{}]})
    assert "the field 'certificate' must be the text of a certificate, or a list of such texts" in found.says


def test_a_design_within_another_answer_is_judged_alone() -> None:
    inner = made_design()
    found = judged({"schema": "rropt/check/1", "efficiency": {"better": inner}})
    assert found.status == "malformed" and "no certificate of its own" in found.says and "file of its own" in found.says
    assert judged(inner).is_accepted
