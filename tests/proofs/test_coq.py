"""The library in Coq: nothing is assumed, what is cited exists, and where coqc is installed it compiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.coq import ALLOWED, LIBRARY, compiled, needs_coq

ROOT = Path(__file__).parents[2]
STATED = re.compile(r"^(?:Theorem|Lemma|Corollary) (\w+)", re.M)
CITED = re.compile(r"`([A-Z]\w+)\.(\w+)`")
SPEC = ROOT / "rropt" / "certificate" / "SPEC.md"
NUMBERED = re.compile(r"^(?:### (\d\.\d)|\*\*(9\.\d+)) ", re.M)
FORM_ONLY = {"1.1", "1.2", "1.3", "1.4", "1.5", "1.6"}  # what a text is; nothing is accepted by it


def stated(name: str) -> set[str]:
    return set(STATED.findall((LIBRARY / f"{name}.v").read_text(encoding="utf-8")))


@pytest.mark.parametrize("folder", [LIBRARY, LIBRARY / "checker"], ids=["library", "checker"])
def test_every_file_is_compiled_and_nothing_is_assumed(folder):
    files = [x for x in (folder / "_CoqProject").read_text("utf-8").split() if x.endswith(".v")]
    assert sorted(files) == sorted(path.name for path in folder.glob("*.v"))
    for name in files:
        text = (folder / name).read_text("utf-8")
        assert not re.search(r"\b(Axioms?|Parameters?|Conjecture|Admitted|admit|Abort)\b", text), name
        assert text.count("Proof.") == text.count("Qed.") + text.count("Defined."), name


def test_what_the_specification_cites_is_a_theorem():
    section = SPEC.read_text(encoding="utf-8").split("## 10.")[1]
    cited = CITED.findall(section)
    assert len(cited) > 20
    assert [f"{file}.{name}" for file, name in cited if name not in stated(file)] == []


def accepting() -> list[str]:
    """What something is accepted by: the claims, by their names or those of their objectives, and the numbered rules."""
    text = SPEC.read_text(encoding="utf-8").split("## 10.")[0]
    found = [x for pair in NUMBERED.findall(text) for x in pair if x and x not in FORM_ONLY]
    for heading in re.findall(r"^### ([a-z].*)", text.split("## 7.")[1].split("## 8.")[0], re.M):
        names = re.findall(r'"name": "([a-z ]+)"', heading)
        if names:
            found += ["binary variance" if x == "variance" else x for x in names]
        else:
            found.append(next((x for x in ("linear objective", "by orbits") if x in heading), heading.split(":")[0]))
    return found


def test_every_rule_by_which_something_is_accepted_has_a_theorem():
    table = [
        line.split("|") for line in SPEC.read_text(encoding="utf-8").split("## 10.")[1].splitlines() if line[:2] == "| "
    ]
    rows = [(row[1], CITED.findall(row[2])) for row in table[1:]]
    assert [rule for rule, cited in rows if not cited] == []
    rules = accepting()
    assert len(rules) >= 35 and {"9.11", "3.2", "pieces", "5.4"} <= set(rules)
    missing = [x for x in rules if not any(re.search(rf"(?<![\d.]){re.escape(x)}(?![\d])", rule) for rule, _ in rows)]
    assert missing == []


@needs_coq
@pytest.mark.slow
def test_the_library_compiles_and_rests_on_coqs_reals_alone(tmp_path):
    section = SPEC.read_text(encoding="utf-8").split("## 10.")[1]
    cited = CITED.findall(section)
    lines = [f"From Rropt Require {file}." for file in sorted({file for file, _ in cited})]
    # of all at once: one by one takes twenty times as long, as each goes through Coq's real numbers again
    lines += [
        f"Definition cited := ({', '.join(f'@Rropt.{file}.{name}' for file, name in cited)}).",
        "Print Assumptions cited.",
    ]
    found = compiled("\n".join(lines), tmp_path)
    assert found.returncode == 0, found.stderr
    assumed = set(re.findall(r"^([\w.]+)(?: :|$)", found.stdout, re.M)) - {"Axioms"}
    assert assumed <= ALLOWED
