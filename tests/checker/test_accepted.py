"""Every accepted certificate is accepted with a sentence of its own, by the package and by a copy of its folder alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import rropt.checker
from rropt.checker import check, main

CERTIFICATES = Path(__file__).parents[1] / "certificates"
# Certificates of one statement: a delta of 0 says nothing, however it is written, and the classes of inputs are evidence.
SAME = [
    ("unattained_with_a_delta_that_is_zero_at_t", "variance_unattained"),
    ("satisfies_boundary", "satisfies_delta_zero"),
    ("cone_determinant", "prices_of_pairs_with_classes"),
    ("slack_total_variance", "prices_of_slack_with_classes"),
]
ACCEPTED = sorted((CERTIFICATES / "accepted").glob("*.rropt.json"))


@pytest.mark.slow_at("negations_that_come_to_nothing", "few_outputs_three_of_four")
@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.name.removesuffix(".rropt.json"))
def test_accepted(path: Path) -> None:
    verdict = check(path.read_text("utf-8"))
    assert (verdict.status, verdict.reason) == ("accepted", "")
    assert (
        verdict.sentence.startswith(("For ", "All real values of the variables ["))
        and verdict.sentence.endswith(".")
        and "\n" not in verdict.sentence
    )


@pytest.mark.slow
def test_they_differ() -> None:
    assert len(ACCEPTED) >= 40
    sentences = Counter(check(path.read_text("utf-8")).sentence for path in ACCEPTED)
    assert len(ACCEPTED) - len(sentences) == len(SAME) and all(count <= 2 for count in sentences.values())
    for one, two in SAME:
        assert (
            len(
                {check((CERTIFICATES / "accepted" / f"{x}.rropt.json").read_text("utf-8")).sentence for x in (one, two)}
            )
            == 1
        )


def test_the_folder_runs_alone(tmp_path: Path) -> None:
    shutil.copytree(
        Path(rropt.checker.__file__).parent, tmp_path / "checker", ignore=shutil.ignore_patterns("__pycache__")
    )
    files = [
        str(ACCEPTED[0]),
        str(next((CERTIFICATES / "rejected").glob("*.rropt.json"))),
        str(CERTIFICATES / "malformed" / "nan.rropt.json"),
        str(CERTIFICATES / "unfinished" / "too_many_terms.rropt.json"),
    ]
    for code, path in zip((0, 1, 2, 4), files, strict=True):
        run = subprocess.run(
            [
                sys.executable,
                "-I",
                "-c",
                f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import runpy; "
                f"sys.argv = ['checker', {path!r}]; runpy.run_module('checker', run_name='__main__')",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == code, run.stderr
        assert run.stdout.startswith(f"{path}: {Path(path).parent.name}: ")


def test_the_exit_code_is_the_worst(capsys: pytest.CaptureFixture[str]) -> None:
    rejected = str(next((CERTIFICATES / "rejected").glob("*.rropt.json")))
    assert main([str(ACCEPTED[0])]) == 0
    assert main([rejected, str(ACCEPTED[0])]) == 1
    assert main([rejected, str(CERTIFICATES / "malformed" / "nan.rropt.json")]) == 2
    assert capsys.readouterr().out.count("\n") == 5
