"""The library in Coq: nothing is assumed, what is cited exists, and where coqc is installed it compiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.coq import FILES, LIBRARY, compiled, needs_coq

ROOT = Path(__file__).parents[2]
STATED = re.compile(r"^(?:Theorem|Lemma|Corollary) (\w+)", re.M)
CITED = re.compile(r"`([A-Z]\w+)\.(\w+)`")


def stated(name: str) -> set[str]:
    return set(STATED.findall((LIBRARY / f"{name}.v").read_text(encoding="utf-8")))


def test_every_file_is_compiled():
    assert sorted(FILES) == sorted(path.name for path in LIBRARY.glob("*.v"))


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_assumed(name):
    text = (LIBRARY / name).read_text(encoding="utf-8")
    assert not re.search(r"\b(Axioms?|Parameters?|Conjecture|Admitted|admit|Abort)\b", text)
    assert text.count("Proof.") == text.count("Qed.") + text.count("Defined.")


def test_what_the_specification_cites_is_a_theorem():
    section = (ROOT / "rropt" / "certificate" / "SPEC.md").read_text(encoding="utf-8").split("## 10.")[1]
    cited = CITED.findall(section)
    assert len(cited) > 20
    assert [f"{file}.{name}" for file, name in cited if name not in stated(file)] == []


@needs_coq
@pytest.mark.slow
def test_the_library_compiles_and_rests_on_coqs_reals_alone(tmp_path):
    section = (ROOT / "rropt" / "certificate" / "SPEC.md").read_text(encoding="utf-8").split("## 10.")[1]
    cited = CITED.findall(section)
    lines = [f"From Rropt Require {file}." for file in sorted({file for file, _ in cited})]
    lines += [f"Print Assumptions Rropt.{file}.{name}." for file, name in cited]
    found = compiled("\n".join(lines), tmp_path)
    assert found.returncode == 0, found.stderr
    assumed = set(re.findall(r"^([\w.]+)(?: :|$)", found.stdout, re.M)) - {"Axioms"}
    assert assumed <= {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
