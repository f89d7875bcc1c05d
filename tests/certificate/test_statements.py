"""What the emitters write, the checker accepts, and it survives its own text."""

from __future__ import annotations

import json
from fractions import Fraction as F

from rropt import LDP, Mechanism, Parity
from rropt.certificate.model import Certificate
from rropt.certificate.statements import (
    emit_implication,
    emit_instance,
    emit_pieces,
    emit_profile,
    emit_satisfies,
    emit_violates,
)
from rropt.certificate.writing import dumps
from rropt.checker import check

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def accepted(certificate: Certificate) -> str:
    assert json.loads(dumps(dict(certificate.data))) == dict(certificate.data)
    verdict = check(dumps(dict(certificate.data)))
    assert verdict.status == "accepted", verdict.reason
    return verdict.sentence


def test_privacy() -> None:
    assert "satisfies epsilon-LDP" in accepted(emit_satisfies(WARNER, LDP("ln3")))
    assert "delta = 1/2" in accepted(emit_satisfies(WARNER, LDP("1/100", delta="1/2")))
    assert "does not satisfy parity at most 5/2" in accepted(emit_violates(WARNER, Parity("5/2"), [0], 0, 1))
    assert check(dumps(dict(emit_satisfies(WARNER, LDP("ln2")).data))).status == "rejected"


def test_profile() -> None:
    assert "[1/2, 0] at s = [1, 3]" in accepted(emit_profile(WARNER, [F(1), F(3)], [F(1, 2), F(0)]))


def test_statements() -> None:
    assert "x^2 >= 0" in accepted(emit_implication(["x"], [], "x^2 >= 0", [{"times": "1", "square": "x", "given": []}]))
    assert "it is false" in accepted(emit_instance({"x": "2"}, ["x > 1"], "x >= 3", verdict=False))
    domain = {"from": "1", "to": "3", "ends": "[]"}
    parts = [
        emit_instance({"x": "t"}, [], "x >= 1", verdict=True, domain={"from": a, "to": b, "ends": "[]"})
        for a, b in (("1", "2"), ("2", "3"))
    ]
    assert "in 2 pieces" in accepted(emit_pieces(domain, parts))
