"""Claims in Coq: each kind of proof compiles, a changed coefficient does not, and what has no export says why."""

from __future__ import annotations

import re

import pytest

from rropt.claims import Claim, decide
from rropt.claims.coq import export_claim
from rropt.claims.coq.share import sample
from rropt.claims.evidence import Finding, Grade
from rropt.exact.errors import InputError
from tests.coq import compiled, needs_coq

REAL = {"x": "real"}
POSITIVE = {"x, y": "(0, inf)"}
AT_A_POINT = [
    Claim("mine.square", "x^2 >= x", given={"x": "[0, 1]"}),
    Claim("mine.both", "x > 0 and x < 1 implies x^2 > x", given=REAL),
    Claim("mine.iff", "x^2 = 4 iff x = 2", given={"x": "integer x >= -5"}),
    Claim("mine.divided", "(x + 1)/x != 3", given={"x": "(0, 1)"}),
    Claim("mine.number", "0.1*(exp(1/2)+0.1)/(exp(1/2)+0.2-1)^2 ~ 0.243"),
    Claim("mine.root", "sqrt(2) < 1.5 and not abs(-3) = 2"),
    Claim("mine.least", "min(1, 2, 1/2) < max(2/3, 1/3)"),
]
FOR_ALL = [
    Claim("mine.identity", "(x + y)^2 = x^2 + 2*x*y + y^2", given={"x, y": "real"}),
    Claim("mine.squares", "x^2 + y^2 >= 2*x*y", given={"x, y": "real"}),
    Claim("mine.fraction", "x/y + y/x >= 2", given=POSITIVE),
    Claim("mine.nested", "1/(1/x + 1/y) <= (x + y)/4", given=POSITIVE),
    Claim("mine.iff_all", "x^2 = y^2 iff x = y", given=POSITIVE),
    Claim("mine.either", "x > 0 or x = 0 or x < 0", given=REAL),
    Claim("mine.abs", "abs(x + y) <= abs(x) + abs(y)", given={"x, y": "real"}),
    Claim("mine.largest", "max(x, y) + min(x, y) = x + y", given={"x, y": "real"}),
    Claim("mine.sqrt", "sqrt(x*y) <= (x + y)/2", given=POSITIVE),
    Claim("mine.exp", "exp(x + y) = exp(x)*exp(y) and exp(-x) < 1", given=POSITIVE),
    Claim("mine.log", "log(x) <= x - 1", given={"x": "(0, inf)"}),
    Claim("mine.whole", "n*(n - 1) >= 2", given={"n": "integer n > 1"}),
    Claim("mine.line", "x^3 - 3*x + 2 >= 0", given={"x": "[-2, inf)"}),
    Claim("mine.irrational", "x^4 - 4*x^2 + 4 >= 0 and not (x^2 > 2 and x^2 < 2)", given=REAL),
    Claim("mine.least_at", "argmin[x] x^2 - 2*x = {1}", given=REAL),
    Claim("mine.there_is", "exists y: y > x and y < x + 1", given=REAL, witness={"y": "x + 1/2"}),
    Claim("mine.inverse", "x > 0 implies exists y: x*y = 1", given={"x": "[0, 1]"}, witness={"y": "1/x"}),
    Claim("mine.nothing_is_least", "argmin[x] x subset {0}", given=REAL),
    Claim("mine.divisor_inside", "sqrt(1/(1 + 1/x)) < 1", given={"x": "(1, inf)"}),
    Claim("mine.needs", "x/x = 1", given=REAL),
]


def exported(claim: Claim) -> str:
    return export_claim(claim, decide(claim))


@pytest.mark.parametrize("claim", AT_A_POINT, ids=lambda c: c.id)
def test_nothing_is_assumed(claim):
    text = exported(claim)
    assert "Theorem claim" in text and not re.search("Axiom|Parameter|Admitted", text)


def test_what_is_proved_for_all_values_has_a_lemma_for_each_goal():
    text = exported(FOR_ALL[4])
    assert text.count("Lemma goal_") == 2 and "<->" in text
    assert not re.search("Axiom|Parameter|Admitted", text)


def test_hypotheses_that_the_proof_needs_are_stated_and_counted():
    text = exported(FOR_ALL[-1])
    assert "under 1 hypothesis that its proof needs" in text
    assert re.search(r"Theorem claim : forall \(v0 : R\),\s*\(v0 <> 0\) ->", text)


@pytest.mark.parametrize(
    ("claim", "finding", "why"),
    [
        (FOR_ALL[0], Finding(Grade.ARGUED), "export claims that are proved or refuted"),
        (FOR_ALL[0], Finding(Grade.PROVED), "no record of its proof"),
        (FOR_ALL[0], Finding(Grade.REFUTED, counterexample=(("x", "1"),)), "does not give every variable a value"),
        (FOR_ALL[0], Finding(Grade.REFUTED, counterexample=(("x", "a"),)), "a coordinate that is not rational"),
        (Claim("mine.items", decided_by=list), Finding(Grade.PROVED), "items of evidence"),
    ],
)
def test_what_has_no_export_says_why(claim, finding, why):
    with pytest.raises(InputError, match=why):
        export_claim(claim, finding)


def test_no_text_of_a_claim_is_copied():
    claim = Claim("mine.names", "Axiom^2 >= Axiom", given={"Axiom": "[0, 1]"})
    assert "Axiom" not in exported(claim)


def test_the_sample_is_fixed():
    texts = {f"a.{n:03}": "" for n in range(100)}
    assert sorted(sample(texts)) == ["a.000", "a.040", "a.080"]


def together(texts: list[str]) -> str:
    """Files as the modules of one: what they require is loaded once."""
    return "\n".join(f"Module File{n}.\n{text}End File{n}." for n, text in enumerate(texts))


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("claims", [AT_A_POINT, FOR_ALL], ids=["at a point", "for all values"])
def test_exports_compile(claims, tmp_path):
    found = compiled(together([exported(claim) for claim in claims]), tmp_path)
    assert found.returncode == 0, found.stderr


def changed(text: str) -> str:
    """The file with 1 added to the first polynomial of its script."""
    assert re.search(r"assert \(K\d+ : 0 <=? \(", text)
    return re.sub(r"(assert \(K\d+ : 0 <=? \()", r"\g<1>1 + ", text, count=1)


@needs_coq
@pytest.mark.slow
def test_a_changed_coefficient_does_not_compile(tmp_path):
    texts = [exported(claim) for claim in FOR_ALL if claim.id in ("mine.squares", "mine.fraction", "mine.sqrt")]
    for text in texts:
        assert compiled(changed(text), tmp_path).returncode != 0


@pytest.mark.parametrize(
    ("states", "said"),
    [
        ("sqrt(2)*sqrt(3) < sqrt(6)", "two sides of a comparison may be equal at the point"),
        ("abs(0 - 1) = 1", "two sides of a comparison may be equal at the point"),
        ("2^(1/3) > 2", "a function or a power that rropt cannot export"),
    ],
)
def test_numbers_that_are_equal_and_powers_have_no_export(states: str, said: str) -> None:
    claim = Claim("mine.tie", states)
    with pytest.raises(InputError, match=said):
        export_claim(claim, decide(claim))


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        Claim("mine.none_is_large", "exists y: y^2 = x and y > 2", given={"x": "[0, 1]"}),
        Claim("mine.none_is_less", "not (exists y: y > x)", given=REAL),
    ],
    ids=lambda c: c.id,
)
def test_a_refuted_existence_says_why_it_has_no_export(claim: Claim) -> None:
    found = Finding(Grade.REFUTED, ("by hand",), counterexample=(("x", "3/4"),))
    with pytest.raises(InputError, match="the statement contains a quantifier"):
        export_claim(claim, found)


@pytest.mark.slow
def test_numbers_made_plain_have_no_export() -> None:
    claim = Claim("mine.beside", "x + exp(log(2) + log(3)) > x + 5", given={"x": "real"})
    with pytest.raises(InputError, match="export a proof by exact numbers in closed form"):
        export_claim(claim, decide(claim))
