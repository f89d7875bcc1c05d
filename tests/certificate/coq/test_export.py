"""Certificates in Coq: they compile, a changed coefficient does not, and nothing of a stranger's text gets in."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.certificate.coq import export
from rropt.checker import check
from rropt.cli import app
from rropt.exact.errors import InputError
from tests.coq import compiled, needs_coq

ACCEPTED = Path(__file__).parents[2] / "certificates" / "accepted"
WORDS = re.compile(r"Axiom|Parameter|Admitted")
DEFINED = re.compile(r"^Definition (?:P|A|M0) .*:= nth j \(nth i (.*) \[\]\) 0\.$", re.M)


def exported() -> dict[str, str]:
    """What has an export, by the name of its certificate."""
    found = {}
    for path in sorted(ACCEPTED.glob("*.rropt.json")):
        try:
            found[path.name.removesuffix(".rropt.json")] = export(path.read_text(encoding="utf-8"))
        except InputError:
            continue
    return found


EXPORTED = exported()


def test_every_kind_that_is_promised_has_an_export():
    kinds = "trace_exp_t trace_every_epsilon trace_pair_form_exp_t weighted_trace_exp_t utility_min variance_exp_t variance_warner"
    kinds += " satisfies_delta_exp violates_event compare_incomparable compare_every_t infeasible_trace within_trace"
    assert set(kinds.split()) <= set(EXPORTED)
    assert len(EXPORTED) >= 50


def test_nothing_is_assumed():
    assert [name for name, text in EXPORTED.items() if WORDS.search(text)] == []


def test_the_head_says_that_only_is_not_proved():
    """Where the sentence says "attained only by", the file proves that the value is attained and the least, and says which half."""
    half = "that no other mechanism attains it is not proved here"
    only = set()
    for name in EXPORTED:
        judged = check((ACCEPTED / f"{name}.rropt.json").read_text(encoding="utf-8"))
        if re.search(r"attained,? .*only by", judged.sentence):
            only.add(name)
    assert "variance_prevalence_zero_face" in only and not only & {"trace_exp_t", "utility_min"}
    assert [name for name in sorted(only) if half not in EXPORTED[name]] == []


def test_labels_of_strangers_do_not_occur():
    document = json.loads((ACCEPTED / "trace_exp_t.rropt.json").read_text(encoding="utf-8"))
    plain = export(json.dumps(document))
    k = len(document["inputs"])
    document["inputs"] = ["*) Axiom bad : False. (*", *(f"Admitted{j}" for j in range(1, k))]
    assert export(json.dumps(document)) == plain


@pytest.mark.parametrize(
    "name", ["asymptotic_four_outputs", "unattained_with_a_delta_that_is_zero_at_t", "trace_by_pairs"]
)
def test_what_has_no_export_is_refused(name):
    with pytest.raises(InputError, match="no export to Coq"):
        export((ACCEPTED / f"{name}.rropt.json").read_text(encoding="utf-8"))


def test_the_command_writes_only_what_was_accepted(tmp_path):
    rejected = json.loads((ACCEPTED / "trace_exp_t.rropt.json").read_text(encoding="utf-8"))
    rejected["value"] = "0"
    (tmp_path / "bad.rropt.json").write_text(json.dumps(rejected), encoding="utf-8")
    out = tmp_path / "out.v"
    run = CliRunner().invoke
    assert run(app, ["verify", str(tmp_path / "bad.rropt.json"), "--coq", str(out)]).exit_code == 1
    assert not out.exists()
    good = str(ACCEPTED / "trace_exp_t.rropt.json")
    assert run(app, ["verify", good, "--coq", str(out)]).exit_code == 0
    assert out.read_text(encoding="utf-8") == EXPORTED["trace_exp_t"]


@pytest.mark.parametrize("path", sorted(ACCEPTED.glob("conditions_*")), ids=lambda path: path.name)
def test_a_claim_under_conditions_is_not_stated_without_them(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.v"
    done = CliRunner().invoke(app, ["verify", str(path), "--coq", str(out)])
    assert "has no export to Coq" in str(done.exception) and not out.exists()


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", EXPORTED)
def test_exports_compile(name, tmp_path):
    found = compiled(EXPORTED[name], tmp_path)
    assert found.returncode == 0, found.stderr


MUTATED = [name for name in EXPORTED if DEFINED.search(EXPORTED[name])][:50]


def test_fifty_files_are_changed():
    assert len(MUTATED) == 50


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", MUTATED)
def test_a_changed_coefficient_does_not_compile(name, tmp_path):
    text = EXPORTED[name]
    line = DEFINED.search(text)
    assert line is not None
    chosen = random.Random(name).choice(list(re.finditer(r"\d+", line[1])))
    changed = f"{line[1][: chosen.start()]}{int(chosen[0]) + 1}{line[1][chosen.end() :]}"
    found = compiled(text[: line.start(1)] + changed + text[line.end(1) :], tmp_path)
    assert found.returncode != 0, changed
