"""The audit of a directory: one process or two, what is stored, what counts as a change."""

import re
import time
from dataclasses import replace
from multiprocessing import active_children, get_context
from pathlib import Path

import pytest

from rropt.claims import Claim, Finding, Repair, Use
from rropt.claims.audit import (
    STORE,
    _processes,
    audit_paper,
    changes,
    count_grades,
    count_methods,
    find_stale,
    ids_wanted,
    read_stored,
    stored_text,
)
from rropt.claims.errata import Paper
from rropt.claims.library import Claims, load
from rropt.claims.pages import page, statement_counts
from rropt.exact.errors import InputError

TEXT = """
from rropt.claims import Claim, Repair, Use

CLAIMS = [
    Claim("mine.lemma", "2*a*b - a - b + 1 >= 0", given={"a, b": "[0, 1]"}, where="Section 1", printed="a lemma"),
    Claim("mine.chain", "exp(u)*v >= 0", given={"u": "real", "v": "[0, inf)"}, uses=("mine.lemma",)),
    Claim("mine.false", "x^2 >= x", given={"x": "real"}, repairs=(Repair(adding=("x >= 1",), why="large x"),)),
    Claim("mine.circle", "sin(x) > 0", given={"x": "real"}),
    Claim("mine.broken", decided_by=lambda: [1 // 0]),
]
"""
KINDS = {
    "mine.lemma": "proved",
    "mine.chain": "proved",
    "mine.false": "refuted",
    "mine.false.repaired": "proved with an added hypothesis",
    "mine.circle": "undecided",
    "mine.broken": "undecided",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "claims.py").write_text(TEXT, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_two_processes_say_what_one_says_and_an_error_is_no_verdict(root: Path) -> None:
    ids, told = list(KINDS), []
    alone = audit_paper(root, "mine", ids, workers=1, tell=told.append)
    together = audit_paper(root, "mine", ids, workers=2)
    assert alone == together
    assert list(together) == ids == told
    assert {x: v.kind for x, v in alone.items()} == KINDS
    assert "ZeroDivisionError" in alone["mine.broken"].evidence[0]
    assert count_grades(alone)["undecided"] == 2
    assert sum(count_methods(alone).values()) >= 2


def test_what_is_stored_reads_back_and_changes_are_sentences(root: Path) -> None:
    claims = load(root, "mine")
    verdicts = audit_paper(root, "mine", list(claims), workers=1)
    directory = root / "mine"
    assert read_stored(directory) == {}
    (directory / STORE).write_text(stored_text(claims, verdicts), encoding="utf-8")
    stored = read_stored(directory)
    assert changes(stored, verdicts, whole=True) == []
    other = {**verdicts, "mine.lemma": Finding("refuted")}
    assert changes(stored, other, whole=True) == ["mine.lemma is refuted, stored as proved"]
    fewer = {x: v for x, v in verdicts.items() if x != "mine.lemma"}
    assert changes(stored, fewer, whole=True) == ["mine.lemma is stored but no longer a claim"]
    assert changes(stored, fewer, whole=False) == []
    assert "no stored verdict" in changes({}, verdicts, whole=False)[0]
    added = {**verdicts, "mine.false.repaired": replace(verdicts["mine.false.repaired"], added=("x > 7",))}
    assert changes(stored, added, whole=True) == ["mine.false.repaired needs other added hypotheses than those stored"]


def test_a_page_shows_everything_and_is_stale_after_an_edit(root: Path) -> None:
    claims = load(root, "mine")
    verdicts = audit_paper(root, "mine", list(claims), workers=1)
    (root / "mine" / STORE).write_text(stored_text(claims, verdicts), encoding="utf-8")
    stored = read_stored(root / "mine")
    text = page("mine", claims, stored)
    for wish in (
        "## mine.false: refuted",
        "counterexample: x = ",
        "Refuted: `mine.false`",
        "Section 1",
        "uses `mine.lemma`",
    ):
        assert wish in text
    assert len(find_stale(root / "mine", claims, stored)) == 1
    (root / "mine" / "README.md").write_text(text, encoding="utf-8")
    assert find_stale(root / "mine", claims, stored) == []
    edited = {**claims, "mine.lemma": replace(claims["mine.lemma"], printed="another sentence")}
    assert len(find_stale(root / "mine", edited, stored)) == 1


def test_a_paper_counts_what_it_prints() -> None:
    claims = Claims()
    for name, printed in (("a", "one"), ("b", "one"), ("c", "two"), ("lemma", "")):
        claims[f"mine.{name}"] = Claim(f"mine.{name}", "1 = 1", printed=printed)
    stored = {x: {"kind": "argued" if x == "mine.b" else "proved"} for x in claims}
    assert sum(statement_counts(claims, stored).printed.values()) == 3, "without a head everything counts"
    claims.head = Paper("Title", "Author", "2000", "text")
    printed, repeats, repairs, own = statement_counts(claims, stored)
    assert ({g.value: n for g, n in printed.items() if n}, repeats, repairs, own) == (
        {"proved": 1, "argued": 1},
        1,
        0,
        1,
    )
    assert "is about too (1), lemmas of the audit's own (1)." in page("mine", claims, stored)


def test_the_kinds_of_evidence_are_counted_once_for_each_claim() -> None:
    entries = {
        "refuted": {"kind": "refuted", "counterexample": {"x": "1"}},
        "coq": {"kind": "proved", "methods": ["evaluation", "the kernel of Coq"], "proofs": 2},
        "engine": {"kind": "proved", "methods": ["evaluation"], "proofs": 2, "instances": 2},
        "points": {"kind": "checked on instances", "instances": 9},
        "open": {"kind": "undecided"},
    }
    claims = {f"mine.{x}": Claim(f"mine.{x}", "1 = 1") for x in entries}
    text = page("mine", claims, {f"mine.{x}": e for x, e in entries.items()})
    (line,) = [line for line in text.splitlines() if line.startswith("All claims by kind of evidence")]
    assert re.findall(r"(\w+) \((\d)\)", line) == [
        ("accepted", "1"),
        ("engine", "1"),
        ("compared", "1"),
        ("counterexample", "1"),
        ("none", "1"),
    ]


def test_a_store_of_another_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / STORE).write_text('{"schema": "other/1", "claims": {}}', encoding="utf-8")
    with pytest.raises(InputError, match="--write"):
        read_stored(tmp_path)


def test_selections(root: Path) -> None:
    claims = load(root, "mine")
    assert ids_wanted(claims, "mine") == list(KINDS) == ids_wanted(claims, "")
    assert ids_wanted(claims, "mine.false") == ["mine.false", "mine.false.repaired"]
    assert ids_wanted(claims, "other") == []


@pytest.mark.parametrize(
    ("uses", "said"),
    [
        (
            {"a": "b", "b": "c", "c": "a"},
            "mine.a and mine.b and mine.c use one another in a circle, or use claims in such a circle; leave a claim out of `uses`",
        ),
        ({"a": "no_such", "b": "c"}, "mine.a uses 'mine.no_such', and there is no such claim"),
        ({"a": "bb", "bbb": "c"}, "mine.a uses 'mine.bb', and there is no such claim; did you mean mine.bbb?"),
        ({"a": "a"}, "mine.a names itself in `uses`"),
    ],
)  # fmt: skip
def test_claims_rest_on_claims_before_them(tmp_path: Path, uses: dict[str, str], said: str) -> None:
    names = dict.fromkeys([*uses, "c"])
    rows = [f'Claim("mine.{x}", "1 < 2", uses={(f"mine.{uses[x]}",) if x in uses else ()!r})' for x in names]
    (tmp_path / "c.py").write_text(f"from rropt.claims import Claim\nCLAIMS = [{', '.join(rows)}]\n", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(said)):
        load(tmp_path, ".")


def test_repairs_and_uses_are_data() -> None:
    claim = Claim("mine.x", "x > 0", given={"x": "x > 1"}, uses=(Use("mine.y", {"z": "x"}),), repairs=(Repair(),))
    assert claim.uses[0] == Use("mine.y", {"z": "x"})


def test_an_interrupt_ends_the_own_processes_alone() -> None:
    child = get_context("spawn").Process(target=time.sleep, args=(60,))
    child.start()
    try:
        with pytest.raises(KeyboardInterrupt), _processes(1) as pool:
            assert pool.submit(abs, -1).result() == 1
            raise KeyboardInterrupt
        assert child.is_alive() and active_children() == [child]
    finally:
        child.kill()
        child.join()
