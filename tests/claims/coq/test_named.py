"""Claims that a theorem of the library decides, as Coq files: proofs and refutations, and nothing assumed."""

from __future__ import annotations

import re

import pytest

from rropt.claims import Claim, decide, kernel
from rropt.claims.coq import export_claim
from rropt.claims.coq.named import named_theorem
from rropt.claims.evidence import Fact, Finding, Grade
from rropt.claims.kernel import METHOD
from tests.claims.test_kernel import named
from tests.coq import compiled, needs_coq

THEOREM = "Errata.not_holohan_theorem_3"
SHOWN = (
    "Holohan.lemma_3",
    "ChaiNayakAdmissible.theorem_4_3",
    "Ziani.theorem_12_privacy",
    "SunCollector.not_sun_theorem_5_6_sum",
    "Draws.spread_moments",
    THEOREM,
)
FALSE = Claim("mine.false", decided_by=lambda: [Fact("one is two", 1, "=", 2)], kernel=THEOREM)
TRUE = Claim("mine.true", decided_by=lambda: [Fact("one is one", 1, "=", 1)], argument="and so on", kernel=THEOREM)


def test_each_theorem_that_a_claim_names_has_a_file():
    for name in {claim.kernel for claim in named()}:
        text = named_theorem(name)
        assert "Theorem claim" in text and not re.search("Axiom|Parameter|Admitted", text)


def test_a_refutation_is_confirmed_and_exported():
    found = decide(FALSE)
    assert found.kind is Grade.REFUTED and METHOD in found.methods
    assert "the printed statement is false" in export_claim(FALSE, found)


def test_a_theorem_that_refutes_raises_nothing():
    found = decide(TRUE)
    assert found.kind is Grade.CHECKED and METHOD not in found.methods
    assert "is not used: the claim is checked" in found.evidence[-1]


def test_a_proof_does_not_lift_what_is_refuted():
    assert decide(Claim("mine.x", "x > x", given={"x": "real"}, kernel="Holohan.lemma_3")).kind is Grade.REFUTED


def test_only_the_kernels_word_makes_such_a_file():
    with pytest.raises(kernel.InputError, match="items of evidence"):
        export_claim(FALSE, Finding(Grade.REFUTED))


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_the_files_compile(name, tmp_path):
    found = compiled(named_theorem(name), tmp_path)
    assert found.returncode == 0, found.stderr
