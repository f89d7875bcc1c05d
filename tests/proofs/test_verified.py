"""The checker with a theorem: nothing is assumed, and what it accepts is a theorem of Coq's reals."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from rropt.checker import check
from tests.checker.changes import changes, leaves, put
from tests.coq import ALLOWED
from tests.verified import HOME, needs_coq, needs_program, program, proved, verdicts

CERTIFICATES = sorted((Path(__file__).parents[1] / "certificates").glob("*/*.rropt.json"))
LONGEST = 20_000


def test_what_is_believed_is_short_and_proves_nothing():
    text = (HOME / "Claim.v").read_text("utf-8")
    assert text.count("\n") <= 240 and not re.search(r"\b(Lemma|Theorem|Proof)\b", text)


def test_the_manual_leads_to_the_definitions_and_names_what_is_realised():
    page = (HOME.parents[2] / "docs" / "what_you_must_believe.md").read_text("utf-8")
    assert "(../proofs/kernel/checker/Claim.v)" in page
    realised = re.findall(r"^Extract Constant (\S+)", (HOME / "Extract.v").read_text("utf-8"), re.M)
    assert realised and all(f"`{name}`" in page for name in realised)


@needs_coq
@pytest.mark.slow
def test_what_is_accepted_is_true_by_a_theorem_that_rests_on_coqs_reals_alone():
    _, printed = proved()
    parts = printed.split("Axioms:")[1:]
    assert len(parts) == 2, "those of check_sound, and of judge_sound"
    for part in parts:
        assumed = set(re.findall(r"^([A-Z]\w+\.[\w.]+)", part.split("COQC")[0], re.M))
        assert assumed and assumed <= ALLOWED, part


@needs_coq
@pytest.mark.slow
def test_a_design_is_proved_in_three_lines_and_a_false_one_is_not(tmp_path):
    folder, _ = proved()
    text = (HOME / "Example.v").read_text("utf-8")
    assert "exact (check_sound design (eq_refl true <: check design = true))." in text
    for changed, is_proved in ((text, True), (text.replace("(9 # 5) (9 # 5)", "(8 # 5) (8 # 5)"), False)):
        (tmp_path / "Changed.v").write_text(changed, "utf-8")
        command = ["coqc", "-q", "-Q", str(folder), "Checker", "Changed.v"]
        found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False)
        assert (found.returncode == 0) == is_proved, found.stderr


# Statements that were true for free, did a claim not say that they make sense: with one input, say, nothing is asked of any pair.
NONSENSE = {
    "a ratio below 0": "Satisfies 1 1 [[1]] [Parity (-1)]",
    "a delta below 0": "Satisfies 1 1 [[1]] [LDP 1 (-1)]",
    "no factor": "Satisfies 1 1 [[1]] [BayesFactor 0]",
    "rho from 1/2 to 1/4": "Satisfies 1 1 [[1]] [Rho (1 # 2) (1 # 4)]",
    "rho to 1": "Satisfies 1 1 [[1]] [Rho (1 # 2) 1]",
    "an input against itself": "Satisfies 1 1 [[1]] [Pairs [(0%nat, 0%nat, 1, 0)]]",
    "a pair beyond the inputs": "Satisfies 1 1 [[1]] [Pairs [(0%nat, 5%nat, 1, 0)]]",
    "no input": "Satisfies 1 0 [[]] []",
    "a pair with a delta below 0": "Infeasible (asking 2 2 [Pairs [(0%nat, 1%nat, 1, -1)]] []) None",
    "no output": "Infeasible (asking 0 1 [] []) None",
    "a condition on what is no entry": "Infeasible (asking 1 1 [] [on 5 0 AtLeast]) None",
    "a prior that sums to 2": "Infeasible (asking 1 1 [] []) (Some (Max, Utility [[1]] [2], 3))",
    "a prior below 0": "Infeasible (asking 1 2 [] []) (Some (Max, Utility [[1; 0]] [-1; 2], 3))",
    "no prior": "Infeasible (asking 1 1 [] []) (Some (Max, Utility [[1]] [], 3))",
    "utilities of another size": "Infeasible (asking 1 1 [] []) (Some (Max, Utility [] [1], 3))",
    "a trace of one output for two inputs": "Infeasible (asking 1 2 [] []) (Some (Max, Trace, 3))",
    "a weight too few": "Infeasible (asking 1 1 [] []) (Some (Max, WeightedTrace [], 3))",
    "coefficients of another size": "Infeasible (asking 1 1 [] []) (Some (Max, Linear [], 3))",
}
NO_CLAIM = """From Coq Require Import QArith Qreals Reals Lra Lia List.
From Checker Require Import Claim.
Import ListNotations.
Open Scope Q_scope.
Definition asking (m k : nat) (D : demand) (cs : list condition) : question :=
  {| outputs := m; inputs := k; asked := D; conditions := cs |}.
Definition on (i j : nat) (r : relation) : condition := {| terms := [(i, j, 1)]; related := r; bound := 2 |}.
"""
REFUSE = """Proof.
  intros e [H _]. cbn [states makes_sense objective_makes_sense] in H.
  unfold question_makes_sense, well_posed, of_size, asking, on in H. cbn [asked inputs outputs conditions length] in H.
  repeat match goal with
  | H : _ /\\ _ |- _ => destruct H
  | H : forall n, In n [?a] -> _ |- _ => specialize (H a (or_introl eq_refl)); cbv [proper ratio slack] in H
  | H : forall j l T delta, In _ [(?a, ?b, ?x, ?y)] -> _ |- _ => specialize (H a b x y (or_introl eq_refl))
  | H : forall c i j a, In c [?x] -> _ |- _ => specialize (H x 5%nat 0%nat 1 (or_introl eq_refl) (or_introl eq_refl))
  | H : forall x, In x (?a :: _) -> _ |- _ => specialize (H a (or_introl eq_refl))
  end; cbv [Q2R Qnum Qden sum nth] in *; try lia; try lra.
Qed.
"""


@needs_coq
@pytest.mark.slow
def test_nothing_is_claimed_of_what_makes_no_sense(tmp_path):
    folder, _ = proved()
    goals = (
        f"Goal forall e, ~ claim {{| states := {statement}; shows := e |}}.\n{REFUSE}"
        for statement in NONSENSE.values()
    )
    (tmp_path / "Nonsense.v").write_text(NO_CLAIM + "".join(goals), "utf-8")
    command = ["coqc", "-q", "-Q", str(folder), "Checker", "Nonsense.v"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=180, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def disagreements(paths: list[Path], counts: Counter[str]) -> list[tuple[str, object, tuple[str, str]]]:
    """Where the program and Python's checker differ, in the verdict or in the sentence; what they agree on is counted."""
    found = []
    for path, (status, said) in zip(paths, verdicts(paths), strict=True):
        if status == "uncovered":
            counts[status] += 1
            continue
        first = check(path.read_text("utf-8"))
        if "unfinished" in (status, first.status):
            counts["unfinished"] += 1
            continue
        counts[status] += 1
        if status != first.status or (first.sentence and first.sentence != said):
            found.append((path.name, first, (status, said)))
    return found


@needs_program
@pytest.mark.slow
def test_the_two_agree_on_the_corpus_and_say_the_same():
    counts: Counter[str] = Counter()
    paths = [path for path in CERTIFICATES if path.parent.name != "unfinished" and is_text(path)]
    assert not disagreements(paths, counts)
    assert counts["accepted"] > 40 and counts["rejected"] > 40 and counts["malformed"] > 100, counts


def is_text(path: Path) -> bool:
    try:
        path.read_text("utf-8")
    except ValueError:
        return False
    return True


@needs_program
@pytest.mark.slow
def test_what_is_beyond_a_limit_is_never_accepted_or_is_within_the_larger_limits_of_the_program():
    paths = [path for path in CERTIFICATES if path.parent.name == "unfinished"]
    told = {path.name: status for path, (status, _) in zip(paths, verdicts(paths), strict=True)}
    # brackets have no limit there, and these are a list, not an object
    assert [name for name, status in told.items() if status == "malformed"] == ["deep_nesting.rropt.json"]
    assert "accepted" not in told.values() and Counter(told.values())["unfinished"] > 5, told


def covered() -> list[object]:
    """The documents of the corpus that the program covers."""
    paths = [
        path for path in CERTIFICATES if path.parent.name in ("accepted", "rejected") and path.stat().st_size < LONGEST
    ]
    statuses = [status for status, _ in verdicts(paths)]
    return [
        json.loads(path.read_text("utf-8"))
        for path, status in zip(paths, statuses, strict=True)
        if status != "uncovered"
    ]


def mutants(rng: random.Random, count: int, folder: Path) -> list[Path]:
    """Texts that it covers with one thing changed, or two."""
    known = covered()
    paths = []
    while len(paths) < count:
        data = rng.choice(known)
        for _ in range(rng.choice((1, 1, 2))):
            place, value = rng.choice(list(leaves(data)))
            others = list(changes(value))
            data = put(data, place, rng.choice(others)) if others and place else data
        path = folder / f"{len(paths)}.rropt.json"
        path.write_text(json.dumps(data), "utf-8")
        paths.append(path)
    return paths


@needs_program
@pytest.mark.slow
def test_the_two_agree_on_ten_thousand_mutants(tmp_path):
    counts: Counter[str] = Counter()
    assert not disagreements(mutants(random.Random(7), 10_000, tmp_path), counts)
    assert counts["accepted"] > 100 and counts["rejected"] > 1000 and counts["malformed"] > 1000, counts


@needs_program
@pytest.mark.full
def test_the_two_agree_on_a_hundred_thousand_mutants(tmp_path):
    assert not disagreements(mutants(random.Random(8), 100_000, tmp_path), Counter())


@needs_program
@pytest.mark.slow
def test_the_exit_code_is_that_of_the_worst(tmp_path):
    def code(*names: str) -> int:
        folder = CERTIFICATES[0].parents[1]
        return subprocess.run(
            [program(), *(folder / name for name in names)], capture_output=True, check=False
        ).returncode

    good, other = "accepted/trace_rational_t.rropt.json", "accepted/admissible_every_t.rropt.json"
    false, none = "rejected/ldp_exceeded_by_1e-30.rropt.json", "malformed/not_there.rropt.json"
    assert [code(good), code(good, other), code(other, false), code(false, none)] == [0, 5, 1, 2]
