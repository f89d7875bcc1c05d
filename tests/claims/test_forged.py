"""Forged records: what they say is false, no prover would write them, and the replay accepts none."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rropt.claims import Certified, Claim, Fact, Grade, Statement, decide
from rropt.claims.audit import EVIDENCE, FAULTS, STORE, read_stored, replay_paper
from rropt.claims.evidence import Item
from rropt.claims.record import document, replay, statement_of
from rropt.designs.objectives.trace import Trace
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.problem.design import design

REAL, UP, FROM_0 = {"x": "real"}, {"x": "x > 0"}, {"x": "x >= 0"}
TREE = {"divisors": [], "sign": 1, "tree": ["terms"]}


def proof(*parts: Any) -> dict[str, Any]:
    return {"chain": [{"attempts": [[list(parts)]]}]}


def function(*puts: Any, sign: Any = 1) -> dict[str, Any]:
    return {"function": {"comparisons": [{"puts": [*puts], "pieces": [{**TREE, "sign": sign}]}]}}


ONE = ["1", [], []]
FORGED = {
    # a polynomial with too few exponents, whose products would be values at x = 1
    "a factor without exponents": ("x != 2", UP, proof("sum", [["1", [0], ["1:"]]], [[1, "1:"]])),
    "a square without exponents": ("x < 2", REAL, proof("sum", [["1", [0], ["1:"]], ["1", [], ["1:"]]], [])),
    "a case without exponents": ("x < 2", REAL, proof("cases", "-1:", [
        [">=", ["sum", [["1", [1], []], ["1", [], ["1:"]]], []]],
        ["<", ["sum", [["1", [0, 1], []], ["1", [], ["1:"]]], []]],
    ])),
    # a polynomial with a negative exponent, which is none: 1/x has no value at 0
    "a factor 1/x": ("x != 0", REAL, proof("sum", [ONE], [[0, "-1:-1"]])),
    "a square of 1/x": ("x^2 > 0", REAL, proof("sum", [["1", [0], ["1:-1"]], ONE], [])),
    "the cases of 1/x": ("x^2 > 0", REAL, proof("cases", "1:-1", [
        ["!=", ["sum", [["1", [0, 1, 1], []], ONE], []]],
        ["=", ["sum", [ONE], [[1, "-1:1"]]]],
    ])),
    "a variable that is not there": ("x != 2", UP, proof("put", -1, 1, "2:0", "1:0", None, ["sum", [ONE], []])),
    "a line of a variable that is not there": ("x > 2", UP, proof("line", 7, [0, 1])),
    # a new variable among the variables that it stands for, so that a constant takes their place
    "a sum that has itself": ("x > 1", UP, function(["sum", "x", {"x": "1", "s@1": "1"}, "-5"])),
    "a sum that has the next": ("x > 1", UP, function(
        ["sum", "x", {"x": "1", "s@2": "1"}, "-5"], ["sum", "s@1", {"s@1": "1"}, "0"])),
    # a sign that is a float, by which a tiny number becomes 0
    "a sign that rounds": ("x - 1/10^390 >= 0", FROM_0, function(sign=1.0)),
    "no sign": ("x >= 1", FROM_0, function(sign=0)),
    # parts that show nothing
    "no links": ("x > 1", UP, {"chain": []}),
    "no attempts": ("x > 1", UP, {"chain": [{"attempts": []}]}),
    "no summands": ("x > 1", UP, proof("sum", [], [])),
    "no cases": ("x > 1", UP, proof("cases", "1:1", [])),
    "no comparisons": ("x > 1", UP, {"function": {"comparisons": []}}),
    "no pieces": ("x > 1", UP, {"function": {"comparisons": [{"puts": [], "pieces": []}]}}),
    "no parts of a range": ("x > 1", UP, {"cuts": {"cuts": [], "parts": []}}),
    "no tangents": ("exp(x) > 2", UP, {"tangents": {"pairs": [], "first": [], "shown": []}}),
    "a negative coefficient": ("x > 1", UP, proof("sum", [["1", [0], []], ["-1", [0], []]], [])),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_record_is_refused(name: str) -> None:
    states, given, part = FORGED[name]
    claim = Claim("no.claim", states, given=given)
    assert decide(claim).kind == Grade.REFUTED
    with pytest.raises(FAULTS):  # InputError is one
        replay({"statement": statement_of(claim), "parts": [json.loads(json.dumps(part))]}, {}.__getitem__)


JUNK = [None, True, -1, 10**30, 0.5, "", "1/2", "1:1", [], [[]], {}, {"x": "1"}, ["terms"], ["sum", [], []]]


def places(data: Any) -> list[tuple[Any, Any]]:
    """List each place in nested lists and dictionaries: the list or dictionary, and the index or key."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    return [(data, key) for key in keys] + [x for key in keys for x in places(data[key])]


@pytest.mark.parametrize(("states", "given"), [
    ("x^2 > x", {"x": "x > 1"}), ("exp(x)*(1-x) <= 1", REAL), ("argmin[x] 1/x subset {0}", UP), ("exists y: y > 3", {}),
])  # fmt: skip
@pytest.mark.slow_at("exp(x)*(1-x) <= 1-given1", "argmin[x] 1/x subset {0}-given2")
def test_a_record_with_junk_at_any_place_is_reported(tmp_path: Path, states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.true", states, given=given)
    made = document(claim, decide(claim))
    assert made is not None
    said = json.dumps(made["parts"])
    assert wrong(tmp_path, claim, json.loads(said)) == ""
    rng = random.Random(0)
    reported = 0
    for _ in range(60):
        parts = json.loads(said)
        where, key = rng.choice(places(parts))
        where[key] = rng.choice(JUNK)
        reported += wrong(tmp_path, claim, parts) != ""  # no traceback; a label or a count, say, may be anything
    assert reported > 20


def test_a_record_without_parts_is_refused() -> None:
    with pytest.raises(InputError, match=r"the record of no\.claim has no parts"):
        replay({"statement": {"id": "no.claim"}, "parts": []}, {}.__getitem__)


TRACE = design(Trace(), LDP("every"), inputs=2).certificate
assert TRACE is not None


def items() -> list[Item]:
    assert TRACE is not None
    return [
        Statement("squares", "x^2 >= 0", given=REAL),
        Certified("the trace", TRACE, says="is 2*t/(t + 1), attained"),
        Fact("powers", 8, ">", 3),
    ]


def cases(k: int) -> list[Item]:
    return [Fact(f"{k} is large", k, ">", 2), Statement("a multiple", f"{k}*x^2 >= 0", given=REAL)]


ALL = Claim("mine.all", decided_by=items)
FINITE = Claim("mine.finite", decided_by=cases, exhausts={"k": [3, 4]})
SOME = Claim("mine.some", decided_by=cases, exhausts={"k": [1, 3, 4]}, some=True)


def wrong(folder: Path, claim: Claim, parts: list[dict[str, Any]], kind: Grade = Grade.PROVED, **stored: Any) -> str:
    line = {"schema": "rropt.evidence/1", "statement": statement_of(claim), "parts": parts}
    (folder / EVIDENCE).write_text(json.dumps(line) + "\n", encoding="utf-8")
    entry = {claim.id: {"kind": kind.value, "recorded": True, **stored}}
    return "; ".join(replay_paper(folder, {claim.id: claim}, [claim.id], entry).wrong)


@pytest.mark.parametrize("claim", [FINITE, SOME], ids=lambda c: c.id)
def test_a_record_has_all_items_of_the_function_and_no_others(tmp_path: Path, claim: Claim) -> None:
    made = document(claim, decide(claim))
    assert made is not None
    parts = json.loads(json.dumps(made["parts"]))
    assert wrong(tmp_path, claim, parts) == ""
    other = json.loads(json.dumps(parts).replace("x^2 >= 0", "0*x^2 >= 0"))
    for forged in ([], parts[:1], parts[1:], [*parts, parts[0]], parts[::-1], other):
        assert "is not about the items" in wrong(tmp_path, claim, forged)
    (tmp_path / EVIDENCE).unlink()
    found = replay_paper(tmp_path, {claim.id: claim}, [claim.id], {claim.id: {"kind": "proved", "recorded": True}})
    assert "has no evidence" in found.wrong[0]


def test_a_certificate_says_what_the_item_says_and_facts_stand_with_proofs_alone(tmp_path: Path) -> None:
    square: list[dict[str, Any]] = json.loads(json.dumps(document(FINITE, decide(FINITE))))["parts"][1:2]
    inner = Claim("case.case", "x^2 >= 0", given=REAL)
    made = document(inner, decide(inner))
    assert made is not None
    first = {
        **square[0],
        "label": "squares",
        "statement": statement_of(inner),
        "parts": json.loads(json.dumps(made["parts"])),
    }
    says = {"certificate": TRACE, "says": "is 2*t/(t + 1), attained"}
    parts = [first, says, {"fact": "powers", "says": "8 > 3"}]
    assert wrong(tmp_path, ALL, parts) == "" == wrong(tmp_path, ALL, parts[:2], Grade.ARGUED)
    for forged in ([first, {**says, "says": "epsilon-LDP with e^epsilon"}, parts[2]], parts[:2], [first, parts[2]]):
        assert "is not about the items" in wrong(tmp_path, ALL, forged)


def test_what_is_proved_with_an_added_hypothesis_is_not_stored_as_proved(tmp_path: Path) -> None:
    claim = Claim("mine.quotient", "(x^2-1)/(x-1) = x + 1", given=REAL)
    verdict = decide(claim)
    assert verdict.kind == Grade.NARROWED
    made = document(claim, verdict)
    assert made is not None
    parts = json.loads(json.dumps(made["parts"]))
    assert wrong(tmp_path, claim, parts, Grade.NARROWED, added=list(verdict.added)) == ""
    assert "it is proved with an added hypothesis" in wrong(tmp_path, claim, parts, added=list(verdict.added))


def test_a_verdict_of_a_formula_without_evidence_is_reported(tmp_path: Path) -> None:
    claim = Claim("mine.false", "x > 1", given=REAL)
    for entry in ({"kind": "proved"}, {"kind": "proved", "proofs": 0}, {"kind": "proved with an added hypothesis"}):
        found = replay_paper(tmp_path, {claim.id: claim}, [claim.id], {claim.id: entry})
        assert "has no evidence" in found.wrong[0]
    assert replay_paper(tmp_path, {claim.id: claim}, [claim.id], {claim.id: {"kind": "refuted"}}).wrong == ()


@pytest.mark.parametrize("claims", [{"mine.x": {"kind": "nonsense"}}, {"mine.x": []}, [1], None])
def test_stored_verdicts_that_are_malformed_are_refused(tmp_path: Path, claims: object) -> None:
    (tmp_path / STORE).write_text(json.dumps({"schema": "rropt.verdicts/1", "claims": claims}), encoding="utf-8")
    with pytest.raises(InputError, match="is malformed"):
        read_stored(tmp_path)
