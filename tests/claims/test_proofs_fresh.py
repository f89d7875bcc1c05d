"""Stored verdicts and pages are the ones the claims make: nothing stale, nothing typed by hand."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rropt.claims import Use, decide
from rropt.claims.audit import STORE, find_stale, read_stored
from rropt.claims.errata import list_uncovered
from rropt.claims.evidence import Grade
from rropt.claims.library import folder_of, home, load, papers

PAPERS = [p for p in papers(home()) if (folder_of(home(), p) / STORE).is_file()]
FILES = sorted(home().glob("**/*.py"))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_is_the_one_that_claims_and_verdicts_make(paper: str) -> None:
    claims, stored = load(home(), paper), read_stored(folder_of(home(), paper))
    assert list(stored) == list(claims), "every claim has a stored verdict: rropt audit --write"
    assert {x["kind"] for x in stored.values()} <= {g.value for g in Grade}
    assert find_stale(folder_of(home(), paper), claims, stored) == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_no_verdict_is_typed_by_hand(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Name) and node.id == "Finding")
        assert not (isinstance(node, ast.keyword) and node.arg == "kind")
        if isinstance(node, ast.alias):
            assert node.name != "Finding"


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_files_of_claims_are_short(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= 400


@pytest.mark.parametrize("paper", PAPERS)
def test_every_refuted_claim_stands_in_one_erratum(paper: str) -> None:
    head = load(home(), paper).head
    kinds = {x: entry["kind"] for x, entry in read_stored(folder_of(home(), paper)).items()}
    if head is None:
        assert "refuted" not in kinds.values()
    else:
        assert list_uncovered(head, kinds) == []
        assert all(e.printed != e.correct and e.follows for e in head.errata)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_written_step_that_names_a_claim_uses_it(paper: str) -> None:
    claims = load(home(), paper)
    for claim in claims.values():
        named = {x.rstrip(".") for x in re.findall(rf"\b{paper}\.[a-z0-9_.]+", claim.argument)} & set(claims)
        used = {u.claim if isinstance(u, Use) else u for u in claim.uses}
        assert named - {claim.id} <= used, claim.id


def test_no_claim_of_a_paper_says_exhausts_in_words() -> None:
    for paper in PAPERS:
        for claim in load(home(), paper).values():
            assert not isinstance(claim.exhausts, str) or not claim.exhausts, claim.id


def test_no_fact_compares_an_expression_with_itself() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_fact = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fact"
            if is_fact and len(node.args) == 4:
                assert ast.dump(node.args[1]) != ast.dump(node.args[3]), f"{path}:{node.lineno}"


def test_one_exponent_of_an_entered_identity_changed_refutes_it() -> None:
    claim = load(home(), "rropt")["rropt.breach_linear_stationary"]
    mutated = replace(claim, states=claim.states.replace("b*(b-1)*p^2", "b*(b-1)*p^3"))
    assert mutated.states != claim.states
    assert (decide(claim).kind, decide(mutated).kind) == ("proved", "refuted")


def test_at_least_ten_inequalities_fall_to_multipliers_found_at_run_time() -> None:
    found = [x for p in PAPERS for x in read_stored(folder_of(home(), p)).values() if x.get("multipliers")]
    assert sum(x["multipliers"] for x in found) >= 10
