"""The mutation run over the papers' claims: what it found is about the claims as they stand, and found again in a sample."""

import json
import random

import pytest

from rropt.claims import Claim, Grade, decide
from rropt.claims.library import home, load, papers
from tests.proofs.mutation import (
    ARGUED,
    KEPT,
    RESULT,
    WAITING,
    digest,
    entry,
    is_noticed,
    is_refuted,
    lookup_in,
    mutants,
    noticed,
    positive,
    statements,
    unchanged,
)

STORED = json.loads(RESULT.read_text(encoding="utf-8"))
EVERY = [(paper, x) for paper, entries in STORED.items() for x in entries]


def test_every_positive_claim_was_run_as_it_stands_and_every_survivor_is_argued() -> None:
    assert set(STORED) == set(papers(home()))
    for paper, entries in STORED.items():
        claims = load(home(), paper)
        chosen = positive(claims, paper)
        assert list(entries) == [x for x in chosen if x in entries]
        assert (len(entries) < len(chosen)) == (paper in WAITING)
        for x, found in entries.items():
            if claims[x].states:
                assert found["digest"] == digest(list(statements(claims[x]))), f"{x}: run tests.proofs.mutation again"
    assert unchanged(STORED) == set(ARGUED)


def check_again(chosen: list[tuple[str, str]]) -> None:
    for paper in {paper for paper, _ in chosen}:
        claims = load(home(), paper)
        for x in [x for of, x in chosen if of == paper]:
            assert entry(list(statements(claims[x])), lookup_in(claims, paper)) == STORED[paper][x], x


@pytest.mark.slow
def test_a_tautology_survives_and_a_claim_does_not() -> None:
    empty = Claim("mine.x", "x >= 0 or x < 0 or 1 = 1", given={"x": "real"})
    assert not any(is_noticed(m, Grade.PROVED) or is_refuted(m) for _, m in mutants(empty))
    assert noticed(empty, None) == ""
    claim = load(home(), "rropt")["rropt.trace_value"]
    assert decide(claim).kind in KEPT
    assert noticed(claim, None) in ("coefficient", "sign", "hypothesis")


def test_a_few_claims_are_changed_again() -> None:
    check_again(random.Random(1).sample(EVERY, 4))


@pytest.mark.slow
def test_a_sample_of_claims_is_changed_again() -> None:
    check_again(random.Random(2).sample(EVERY, 60))


@pytest.mark.full
@pytest.mark.parametrize("paper", list(STORED))
def test_every_claim_is_changed_again(paper: str) -> None:
    check_again([pair for pair in EVERY if pair[0] == paper])
