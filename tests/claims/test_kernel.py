"""The kernel's word in verdicts: it raises what nothing speaks against, and only while the sources are those it accepted."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from rropt.claims import Claim, decide, kernel
from rropt.claims.coq.page import PAGE, kernel_page
from rropt.claims.evidence import Finding, Grade
from rropt.claims.kernel import Accepted, find_accepted, statement
from rropt.claims.library import folder_of, home, load, papers
from rropt.cli import app
from rropt.exact.errors import InputError
from tests.coq import needs_coq

THEOREM = "Holohan.theorem_3_repaired"
KINDS = (Grade.PROVED, Grade.NARROWED, Grade.ARGUED, Grade.CHECKED, Grade.REFUTED)
ARGUED = Claim("mine.x", "x^2 + 1 > x", given={"x": "real"}, argument="the rest by induction", kernel=THEOREM)


def named() -> list[Claim]:
    return [c for paper in papers(home()) for c in load(home(), paper).values() if c.kernel]


@pytest.mark.slow
def test_every_theorem_named_is_stated_recorded_and_shown():
    claims = named()
    assert len(claims) >= 50
    for claim in claims:
        assert re.search(rf"(^|\. )(Theorem|Lemma) {claim.kernel.split('.')[1]}\b", statement(claim.kernel))
        assert find_accepted(claim.kernel) is not None, claim.id
        page = (folder_of(home(), claim.id.split(".")[0]) / "README.md").read_text(encoding="utf-8")
        assert statement(claim.kernel) in re.sub(r"\\(.)", r"\1", page)  # as a reader sees it


def test_a_statement_tells_what_its_sections_suppose():
    supposed = "Context {A : Type} (E : (A -> R) -> R) (HE : expectation E). Theorem spread_moments g : "
    assert statement("Draws.spread_moments").startswith(supposed)
    assert statement("Vertices.vertex_rule").startswith("Variable n : nat. Variables a b c : nat -> R. ")
    assert statement("Holohan.theorem_3_repaired").startswith(
        "Theorem "
    )  # a section that is closed before it supposes nothing


def test_every_rule_that_the_specification_cites_is_recorded():
    assert len(kernel.rules()) >= 40
    assert [x for x in kernel.rules() if find_accepted(x) is None] == []


def test_the_page_says_what_the_records_say():
    assert (kernel.library() / PAGE).read_text(encoding="utf-8") == kernel_page(home())


def test_the_kernel_raises_an_argued_claim_and_says_that_it_was_not_checked_again():
    found = decide(ARGUED)
    assert found.kind is Grade.PROVED
    assert "not re-checked here" in found.evidence[0] and statement(THEOREM) in found.evidence[1]
    assert found.evidence[2] == "without the kernel it is argued"


def test_a_theorem_is_as_weak_as_the_weakest_claim_that_is_used():
    lemma = Claim("mine.lemma", "1 > 0")
    resting = replace(ARGUED, uses=("mine.lemma",))

    def verdict_with(kind: Grade) -> Grade:
        return decide(resting, lookup=lambda _: (lemma, Finding(kind))).kind

    assert [verdict_with(x) for x in KINDS] == [
        Grade.PROVED,
        Grade.NARROWED,
        Grade.ARGUED,
        Grade.CHECKED,
        Grade.UNDECIDED,
    ]


def test_what_is_narrowed_stays_narrowed_and_what_is_refuted_refuted():
    narrowed = Claim("mine.x", "x >= 0", given={"x": "real"}, narrowed=("x >= 0", "why"), kernel=THEOREM)
    assert decide(narrowed).kind is Grade.NARROWED
    assert decide(Claim("mine.x", "x >= 0", given={"x": "real"}, kernel=THEOREM)).kind is Grade.REFUTED


def test_changed_sources_take_the_word_away(monkeypatch):
    monkeypatch.setattr(kernel, "_record", lambda: {THEOREM: Accepted("0" * 64, ())})
    found = decide(ARGUED)
    assert found.kind is Grade.ARGUED
    assert "no record of it as it now stands" in found.evidence[-1]


def test_a_digest_covers_all_that_a_file_requires_imported_or_not(tmp_path):
    for name in ("before", "after"):
        shutil.copytree(kernel.library(), tmp_path / name, ignore=shutil.ignore_patterns("*.vo*", "*.glob"))
    with (tmp_path / "after" / "Sun.v").open("a", encoding="utf-8") as file:
        file.write("(** changed *)\n")
    places = [tmp_path / name for name in ("before", "after")]
    assert "From Rropt Require Sun" in (places[0] / "Slips.v").read_text(encoding="utf-8")
    assert kernel.digest(places[0] / "Slips.v") != kernel.digest(places[1] / "Slips.v")
    assert kernel.digest(places[0] / "Sums.v") == kernel.digest(places[1] / "Sums.v")


@pytest.mark.parametrize("name", ["theorem_3", "Holohan.no_such_theorem", "Nobody.theorem_1", "../x.y"])
def test_a_theorem_that_is_not_there_is_refused(name):
    with pytest.raises(InputError, match="kernel="):
        statement(name)


def test_without_coq_the_audit_says_that_nothing_was_checked_again(monkeypatch):
    monkeypatch.setattr(kernel, "is_installed", lambda: False)
    answer = CliRunner().invoke(app, ["audit", "--kernel", "holohan.lemma_3"])
    assert answer.exit_code == 0
    assert "NOT re-checked" in answer.output.splitlines()[0]


OWN = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
"""


def test_what_a_theorem_rests_on_is_read_from_every_line_of_the_answer():
    own = ("ClassicalDedekindReals.sig_not_dec", "FunctionalExtensionality.functional_extensionality_dep")
    assert kernel._principles("x", OWN) == own
    assert kernel._principles("x", "Closed under the global context\n") == ()


@pytest.mark.parametrize("line", [
    "loop is assumed to be guarded.", "Bad is assumed to be positive.", "U relies on an unsafe hierarchy.", "é1 : False",
    "axiom", "axiom : False", "Classical_Prop.classic is assumed to be guarded.", "Theory:", "q",
])  # fmt: skip
def test_what_is_assumed_without_the_kernels_own_tests_is_refused(line):
    for answer in (f"Axioms:\n{line}\n", f"{OWN}{line}\n", OWN.replace("\n", f"\n{line}\n", 1)):
        with pytest.raises(InputError, match="only the axioms of Coq's own"):
            kernel._principles("x", answer)


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "Unset Guard Checking. Fixpoint loop (n : nat) : False := loop n. Set Guard Checking.\nTheorem t : False.\n"
    "Proof. exact (loop 0). Qed.",
    "Unset Positivity Checking. Inductive B := b : (B -> False) -> B. Set Positivity Checking.\n"
    "Definition f (x : B) := match x with b g => g x end.\nTheorem t : False.\nProof. exact (f (b f)). Qed.",
    "Axiom é : False.\nTheorem t : False.\nProof. exact é. Qed.",
])  # fmt: skip
def test_a_false_theorem_is_not_recorded(text, tmp_path, monkeypatch):
    (tmp_path / "Trick.v").write_text(text + "\n", encoding="utf-8")
    (tmp_path / "Makefile").write_text("all:\n\tcoqc -Q . Rropt Trick.v\n", encoding="utf-8")
    monkeypatch.setattr(kernel, "library", lambda: tmp_path)
    with pytest.raises(InputError, match=r"Trick.t rests on .*only the axioms of Coq's own"):
        kernel.check(["Trick.t"])


@needs_coq
@pytest.mark.slow
def test_the_kernel_accepts_what_is_recorded():
    names = [*kernel.rules(), *(c.kernel for c in named())]
    assert kernel.check(names) == {name: find_accepted(name) for name in names}
