"""The mutation run over the papers' claims: what it found last, and that it notices what it should."""

import json

import pytest

from rropt.claims import Claim, Grade, decide
from rropt.claims.library import home, load, papers
from tests.proofs.mutation import ARGUED, KEPT, RESULT, is_noticed, mutants, run

STORED = json.loads(RESULT.read_text(encoding="utf-8"))


def test_every_paper_was_run_and_every_survivor_is_argued() -> None:
    assert set(STORED) == set(papers(home()))
    assert {x for entry in STORED.values() for x in entry["unchanged"]} == set(ARGUED)
    assert all(entry["claims"] > 30 and entry["noticed"]["relation"] > 30 for entry in STORED.values())


def test_a_tautology_survives_and_a_claim_does_not() -> None:
    empty = Claim("mine.x", "x >= 0 or x < 0 or 1 = 1", given={"x": "real"})
    assert not any(is_noticed(m, Grade.PROVED) for _, m in mutants(empty))
    claim = load(home(), "rropt")["rropt.trace_value"]
    assert decide(claim).kind in KEPT
    noticed = {kind for kind, m in mutants(claim) if is_noticed(m, Grade.PROVED)}
    assert "relation" in noticed


@pytest.mark.slow
def test_the_run_of_one_paper_is_the_stored_one() -> None:
    assert run("ziani") == STORED["ziani"]
