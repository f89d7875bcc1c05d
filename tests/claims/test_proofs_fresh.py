"""Stored verdicts and pages are the ones the claims make: nothing stale, nothing typed by hand."""

import ast
from pathlib import Path

import pytest

from rropt.claims.audit import STORE, read_stored, stale
from rropt.claims.evidence import KINDS
from rropt.claims.library import home, load, papers

PAPERS = [p for p in papers(home()) if (home() / p / STORE).is_file()]
FILES = sorted(home().glob("*/*.py"))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_is_the_one_that_claims_and_verdicts_make(paper: str) -> None:
    claims, stored = load(home(), paper), read_stored(home() / paper)
    assert list(stored) == list(claims), "every claim has a stored verdict: rropt audit --write"
    assert {x["kind"] for x in stored.values()} <= set(KINDS)
    assert stale(home() / paper, claims, stored) == []


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_no_verdict_is_typed_by_hand(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Name) and node.id == "Verdict")
        assert not (isinstance(node, ast.keyword) and node.arg == "kind")
        if isinstance(node, ast.alias):
            assert node.name != "Verdict"


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_files_of_claims_are_short(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= 400
