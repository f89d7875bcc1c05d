"""Evidence as data: written by the provers, checked without them, refused where anything in it is changed."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rropt
from rropt.claims import Claim, Fact, Grade, Statement, Use, decide
from rropt.claims.audit import (
    EVIDENCE,
    audit_paper,
    read_evidence,
    read_stored,
    replay_paper,
    stored_text,
    write_evidence,
)
from rropt.claims.claim import instance_of, read
from rropt.claims.goals import Goal, Minimisers, goals
from rropt.claims.language.grammar import read_term
from rropt.claims.library import folder_of, home, load, papers
from rropt.claims.prove import prove
from rropt.claims.record import Refused, document, proof_data, proof_of, replay, statement_of
from rropt.exact.errors import InputError

LEMMA = Claim("mine.lemma", "2*a*b - a - b + 1 >= 0", given={"a, b": "[0, 1]"})
CLAIMS = [
    LEMMA,
    Claim("mine.quotient", "(x^2-1)/(x-1) = x + 1", given={"x": "real"}),
    Claim("mine.root", "sqrt(x*y) <= (x+y)/2", given={"x, y": "[0, inf)"}),
    Claim("mine.whole", "n^2 >= n and 2*n != 5", given={"n": "integer"}),
    Claim("mine.corners", "argmin[x,y] 2*x*y-x-y+1 = {(0,1), (1,0)}", given={"x, y": "[0, 1]"}),
    Claim("mine.box", "exp(z) <= 1 + z + z^2", given={"z": "[0, 1]"}),
    Claim("mine.slope", "log(1+x) >= 2*x/(2+x)", given={"x": "x >= 0"}),
    Claim("mine.number", "exp(1/2) ~ 1.6487"),
    Claim("mine.point", "exists x: x^2 = 2*x and x > 0"),
    Claim("mine.steps", "k = 0", given={"h, k": "real", "t": "t > 1"}, assuming=("k <= -t*h", "h <= -t*k", "k >= -t*h",
          "h >= -t*k"), steps=("k = -t*h",)),
    Claim("mine.used", "2*u*(1-u) - u - (1-u) + 1 >= 0", given={"u": "[0, 1]"}, uses=(Use("mine.lemma", {"a": "u"}),)),
    Claim("mine.induction", "sum(i,1,n,i) <= n*(n+1)/2", given={"n": "integer [1, inf)"}),
]  # fmt: skip
BY_ID = {c.id: c for c in CLAIMS}


@cache
def decided(name: str) -> rropt.claims.Finding:
    return decide(BY_ID[name], lookup=lemma)


def lemma(name: str) -> tuple[Claim, rropt.claims.Finding]:
    return BY_ID[name], decided(name)


def written(claim: Claim) -> dict:
    verdict = decided(claim.id)
    assert verdict.kind.is_proof, verdict
    return json.loads(json.dumps(document(claim, verdict)))


@pytest.mark.slow_at("mine.box", "mine.corners", "mine.slope", "mine.steps")
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_what_is_proved_is_checked_again_from_its_text(claim: Claim) -> None:
    found, verdict = written(claim), decided(claim.id)
    assert replay(found, lemma).added == verdict.added
    assert "attempts" in json.dumps(found) or not verdict.methods or set(verdict.methods) & {
        "interval arithmetic", "evaluation", "a witness", "slopes of a function of one variable", "induction"}  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        (LEMMA, "2*a*b", "3/2*a*b"),
        (LEMMA, "[0, 1]", "[0, 2]"),
        (CLAIMS[2], "(x+y)/2", "(x+y)/3"),
        (CLAIMS[3], "integer", "real"),
        (CLAIMS[5], "z^2", "z^2/2"),
        (CLAIMS[6], "2*x/(2+x)", "3*x/(2+x)"),
        (CLAIMS[7], "1.6487", "1.6488"),
        (CLAIMS[8], "x > 0", "x > 2"),
        (CLAIMS[-1], "n*(n+1)/2", "n*(n+2)/4"),
    ],
)
@pytest.mark.slow_at("claim4-z^2-z^2/2", "claim5-2*x/(2+x)-3*x/(2+x)")
def test_a_proof_of_another_statement_is_refused(claim: Claim, old: str, new: str) -> None:
    text = json.dumps(written(claim))
    assert old in text
    with pytest.raises((Refused, InputError)):
        replay(json.loads(text.replace(old, new)), lemma)


def test_every_changed_coefficient_of_a_proof_is_refused() -> None:
    found = written(LEMMA)
    (link,) = found["parts"][0]["chain"]
    refused = 0
    for proof in link["attempts"][-1]:
        assert proof_data(proof_of(proof)) == proof
    for i, data in enumerate(link["attempts"][-1]):
        if data[0] == "sum":
            data[1][0][0] = "7"
            with pytest.raises(Refused):
                replay(found, lemma)
            data[1][0][0] = link["attempts"][-1][i][1][0][0]
            refused += 1
            break
    assert refused


FALSE = Claim("mine.false", "x^2 >= x", given={"x": "real"})
RESTS = Claim("mine.rests", "x^4 >= x^3", given={"x": "x > -9"}, uses=("mine.false",))


def resting(*links: dict[str, Any]) -> dict[str, Any]:
    return {"statement": statement_of(RESTS), "parts": [{"chain": [*links]}]}


def proof_from_the_lemma() -> dict[str, Any]:
    """A proof of the false claim from the false lemma, written by hand."""
    (goal,) = goals(read(RESTS))
    assert isinstance(goal, Goal)
    found = prove((*goal.hypotheses, instance_of("mine.false", FALSE, (), RESTS)), goal.conclusion, [], frozenset())
    assert found is not None
    return {"attempts": [None if x is None else [proof_data(p) for p in x] for x in found.attempts]}


def test_a_lemma_is_used_with_the_verdict_that_it_has() -> None:
    def having(kind: str, *added: str) -> Any:
        return lambda name: (FALSE, rropt.claims.Finding(Grade(kind), added=added))

    written_by_hand = resting({"use": 0, "added": []}, proof_from_the_lemma())
    assert replay(written_by_hand, having("proved")).grade == Grade.PROVED
    assert replay(written_by_hand, having("argued")).grade == Grade.ARGUED
    for kind in ("refuted", "undecided", "vacuous"):
        with pytest.raises(Refused, match=f"uses mine.false, but rropt cannot use that claim: it is {kind}"):
            replay(written_by_hand, having(kind))
    with pytest.raises(Refused, match="differ in the hypotheses"):
        replay(written_by_hand, having("proved with an added hypothesis", "x >= 1"))
    with pytest.raises(Refused, match="does not show"):
        replay(resting({"use": 0, "added": []}), having("proved"))
    inner = {"statement": {"id": "mine.items"}, "parts": [{"label": "a", **written_by_hand}]}
    with pytest.raises(Refused, match="uses another claim"):
        replay(inner, having("proved"))


def test_stored_evidence_rests_on_stored_verdicts(tmp_path: Path) -> None:
    claims = {x.id: x for x in (FALSE, RESTS)}
    line = {"schema": "rropt.evidence/1", **resting({"use": 0, "added": []}, proof_from_the_lemma())}
    (tmp_path / EVIDENCE).write_text(json.dumps(line) + "\n", encoding="utf-8")

    def wrong(lemma: str, kind: str = "proved") -> str:
        stored = {"mine.false": {"kind": lemma}, "mine.rests": {"kind": kind, "proofs": 1}}
        return "; ".join(replay_paper(tmp_path, claims, ["mine.rests"], stored).wrong)

    assert (wrong("proved"), wrong("argued", "argued")) == ("", "")
    assert "cannot use that claim: it is refuted" in wrong("refuted")
    assert "the claims that they use it is argued, and it is stored as proved" in wrong("argued")


def test_points_that_beat_others_move_no_variable_but_those_of_the_minimum() -> None:
    claim = Claim("mine.moved", "argmin[x] (x-3)^2 + y subset {5}", given={"x, y": "real"})
    assert decide(claim).kind == Grade.REFUTED
    (aim,) = goals(read(claim))
    assert isinstance(aim, Minimisers)
    goal = aim.goal([{"y": read_term("y-1")}])
    found = prove(goal.hypotheses, goal.conclusion, [], frozenset())
    assert found is not None
    chain = [{"attempts": [None if x is None else [proof_data(p) for p in x] for x in found.attempts]}]
    record = {"statement": statement_of(claim), "parts": [{"beaten_by": [{"y": "y-1"}], "chain": chain}]}
    with pytest.raises(InputError, match="gives y the value y - 1, but the claim minimises only over x"):
        replay(record, lemma)


def test_items_of_statements_are_recorded_and_facts_of_an_argued_claim_are_not() -> None:
    step = Statement("the step", "x^2 + 1 > x", given={"x": "real"})
    claim = Claim("mine.x", decided_by=lambda: [step, Fact("n = 1", 2, ">", 1)], argument="by induction")
    found = document(claim, decide(claim))
    assert found is not None and [part["label"] for part in found["parts"]] == ["the step"]
    assert replay(json.loads(json.dumps(found)), lemma).parts == 1


def test_a_paper_is_replayed_and_a_changed_claim_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "c.py").write_text(
        "from rropt.claims import Claim\n"
        'CLAIMS = [Claim("mine.a", "x^2 + 1 > x", given={"x": "real"}), Claim("mine.b", "x > 0", given={"x": "real"})]\n'
    )
    claims = load(tmp_path, "mine")
    verdicts = audit_paper(tmp_path, "mine", list(claims), workers=1)
    stored = json.loads(stored_text(claims, verdicts))["claims"]
    directory = tmp_path / "mine"
    write_evidence(directory, claims, verdicts)
    assert list(read_evidence(directory)) == ["mine.a"]
    assert replay_paper(directory, claims, list(claims), stored) == (1, 1, ())
    other = {**claims, "mine.a": replace(claims["mine.a"], states="x^2 > x")}
    assert "another statement" in replay_paper(directory, other, ["mine.a"], stored).wrong[0]
    (directory / EVIDENCE).unlink()
    assert "no evidence" in replay_paper(directory, claims, ["mine.a"], stored).wrong[0]


def test_evidence_is_a_line_a_claim_and_what_is_decided_again_takes_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    names = ["mine.b", "mine.a", "mine.c"]
    text = "".join(f'Claim("{x}", "x^2 + 1 > x", given={{"x": "real"}}),' for x in names)
    (tmp_path / "mine" / "c.py").write_text(f"from rropt.claims import Claim\nCLAIMS = [{text}]\n")
    claims, directory = load(tmp_path, "mine"), tmp_path / "mine"
    write_evidence(directory, claims, audit_paper(tmp_path, "mine", names, workers=1))
    first = (directory / EVIDENCE).read_text(encoding="utf-8")
    assert list(read_evidence(directory)) == sorted(names) and first.count("\n") == 3
    write_evidence(directory, claims, audit_paper(tmp_path, "mine", ["mine.c"], workers=1))
    assert (directory / EVIDENCE).read_text(encoding="utf-8") == first
    undecided = {"mine.b": rropt.claims.Finding("undecided")}
    write_evidence(directory, {x: claims[x] for x in names[:2]}, undecided)
    assert list(read_evidence(directory)) == ["mine.a"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda a, b: [b, a], "line 2: mine.a is out of order or repeated"),
        (lambda a, b: [a, a, b], "line 2: mine.a is out of order or repeated"),
        (lambda a, b: [a, b[:-9]], "line 2, is malformed"),
        (lambda a, b: [a, "[]"], "line 2, is malformed"),
        (lambda a, b: [a, b, b.replace("mine.b", "mine.z")], "mine.z has evidence, but is not a claim"),
    ],
)
def test_lines_that_nobody_wrote_are_noticed(tmp_path: Path, change: Any, said: str) -> None:
    (tmp_path / "mine").mkdir()
    text = "".join(f'Claim("mine.{x}", "x^2 + 1 > x", given={{"x": "real"}}),' for x in "ab")
    (tmp_path / "mine" / "c.py").write_text(f"from rropt.claims import Claim\nCLAIMS = [{text}]\n")
    claims, directory = load(tmp_path, "mine"), tmp_path / "mine"
    write_evidence(directory, claims, audit_paper(tmp_path, "mine", list(claims), workers=1))
    lines = (directory / EVIDENCE).read_text(encoding="utf-8").splitlines()
    assert replay_paper(directory, claims, list(claims), {}).wrong == ()
    (directory / EVIDENCE).write_text("\n".join(change(*lines)) + "\n", encoding="utf-8")
    (wrong,) = replay_paper(directory, claims, list(claims), {}).wrong
    assert said in wrong


@pytest.mark.parametrize("paper", papers(home()))
def test_stored_ids_are_unique_and_sorted_and_are_those_of_recorded_verdicts(paper: str) -> None:
    folder = folder_of(home(), paper)
    lines = (folder / EVIDENCE).read_text(encoding="utf-8").splitlines()
    ids = [json.loads(line)["statement"]["id"] for line in lines]
    assert ids == sorted(set(ids)) == sorted(x for x, e in read_stored(folder).items() if e.get("recorded"))


@pytest.mark.slow_at("ziani", "rropt")
@pytest.mark.parametrize("paper", ["rropt", "ziani"])
def test_the_stored_proofs_of_a_paper_hold(paper: str) -> None:
    claims = load(home(), paper)
    stored = json.loads((folder_of(home(), paper) / "verdicts.json").read_text(encoding="utf-8"))["claims"]
    found = replay_paper(folder_of(home(), paper), claims, list(claims), stored)
    assert found.wrong == () and found.checked > 40


def test_a_verdict_is_a_result_like_others() -> None:
    verdict = rropt.claims.decide(LEMMA)
    assert verdict.explain().startswith("proved: ") and "hypotheses hold at" in verdict.explain()
    assert verdict.to_dict()["kind"] == "proved"
    assert r"\begin{tabular}" in verdict.to_latex() and "<table>" in verdict._repr_html_()
