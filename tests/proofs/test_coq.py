"""The library in Coq: nothing is assumed, what is cited exists, and where coqc is installed it compiles."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "proofs" / "coq"
FILES = [line for line in (LIBRARY / "_CoqProject").read_text(encoding="utf-8").splitlines() if line.endswith(".v")]
STATED = re.compile(r"^(?:Theorem|Lemma|Corollary) (\w+)", re.M)
CITED = re.compile(r"`([A-Z]\w+)\.(\w+)`")

needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed: the proofs were not re-checked"
)


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
    for name in ["_CoqProject", "Makefile", *FILES]:
        shutil.copy(LIBRARY / name, tmp_path)
    subprocess.run(["make", "-j1"], cwd=tmp_path, check=True, capture_output=True, timeout=550)
    section = (ROOT / "rropt" / "certificate" / "SPEC.md").read_text(encoding="utf-8").split("## 10.")[1]
    cited = CITED.findall(section)
    lines = [f"From Rropt Require {file}." for file in sorted({file for file, _ in cited})]
    lines += [f"Print Assumptions Rropt.{file}.{name}." for file, name in cited]
    (tmp_path / "Asked.v").write_text("\n".join(lines), encoding="utf-8")
    said = subprocess.run(
        ["coqc", "-Q", ".", "Rropt", "Asked.v"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=300
    ).stdout
    assumed = set(re.findall(r"^([\w.]+)(?: :|$)", said, re.M)) - {"Axioms"}
    assert assumed <= {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
