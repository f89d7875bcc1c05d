"""Claims decided at a point in Coq: they compile, a changed coordinate does not, and what is not so decided is refused."""

from __future__ import annotations

import re

import pytest

from rropt.claims import Claim, decide
from rropt.claims.coq import export_claim
from rropt.exact.errors import InputError
from tests.coq import compiled, needs_coq

REAL = {"x": "real"}
CLAIMS = [
    Claim("mine.square", "x^2 >= x", given={"x": "[0, 1]"}),
    Claim("mine.both", "x > 0 and x < 1 implies x^2 > x", given=REAL),
    Claim("mine.iff", "x^2 = 4 iff x = 2", given={"x": "integer x >= -5"}),
    Claim("mine.divided", "(x + 1)/x != 3", given={"x": "(0, 1)"}),
    Claim("mine.number", "0.1*(exp(1/2)+0.1)/(exp(1/2)+0.2-1)^2 ~ 0.243"),
    Claim("mine.root", "sqrt(2) < 1.5 and not abs(-3) = 2"),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_nothing_is_assumed(claim):
    text = export_claim(claim, decide(claim))
    assert "Theorem claim" in text and not re.search("Axiom|Parameter|Admitted", text)


def test_what_is_proved_for_all_values_is_refused():
    claim = Claim("mine.all", "x^2 + 1 > x", given=REAL)
    with pytest.raises(InputError, match="speaks of all values"):
        export_claim(claim, decide(claim))


def test_no_text_of_a_claim_is_copied():
    claim = Claim("mine.names", "Axiom^2 >= Axiom", given={"Axiom": "[0, 1]"})
    text = export_claim(claim, decide(claim))
    assert "Axiom" not in text


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_exports_compile(claim, tmp_path):
    found = compiled(export_claim(claim, decide(claim)), tmp_path)
    assert found.returncode == 0, found.stderr
