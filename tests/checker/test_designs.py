"""`--designs` judges designs without the claims that serve papers alone, and does not load what judges these."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ACCEPTED = ROOT / "tests" / "certificates" / "accepted"
DESIGN = ACCEPTED / "trace_bayes_factor.rropt.json"
PAPER = ACCEPTED / "implication_identity.rropt.json"
# It prints the verdicts, and then the modules of the checker that it has loaded.
PROGRAM = """import sys
from rropt.checker import main
code = main(sys.argv[1:])
print(*(name for name in sys.modules if name.startswith("rropt.checker.")))
sys.exit(code)"""
FOR_PAPERS = {"statements", "statements.implication", "statements.instance", "text.statement"}
# What somebody reads who judges a linear design under one pure demand: no orbits, patterns, rays, intervals or decimals.
LISTED = {
    *("judge", "command", "limits", "refusals", "speed"),
    *("arithmetic", *(f"arithmetic.{x}" for x in ("domain", "polynomial", "quotient", "roots"))),
    *("claims", "claims.prices", "functions", "functions.linear", "functions.outer"),
    *("model", *(f"model.{x}" for x in ("condition", "demand", "linear", "mechanism"))),
    *("rows", *(f"rows.{x}" for x in ("answer", "classes", "multipliers", "prices"))),
    *("text", *(f"text.{x}" for x in ("document", "field", "grammar", "labels", "part", "spelling"))),
}


def run(*words: str) -> tuple[int, str, set[str]]:
    """Exit code, verdicts, and the modules that were loaded."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    *verdicts, loaded = ran.stdout.splitlines()
    return ran.returncode, "\n".join(verdicts), {name.removeprefix("rropt.checker.") for name in loaded.split()}


def test_a_design_is_judged_without_what_serves_papers() -> None:
    for option in ([], ["--designs"]):
        code, said, loaded = run(*option, str(DESIGN))
        assert code == 0 and ": accepted: " in said
        assert loaded == LISTED


# What each further thing loads beside.
MORE = {
    "trace_exp_t": set(),
    "trace_every_epsilon": set(),
    "utility_min": set(),
    "conditions_pair_form": set(),
    "within_trace": {"text.decimals", "arithmetic.interval"},
    "trace_by_symmetry_of_two": {"rows.symmetric"},
    "total_variance": {
        *("arithmetic.interval", "functions.contrasts", "functions.lists", "functions.shares", "functions.squares"),
        *("rows.numbers", "rows.on_cone", "rows.orbits", "rows.patterns", "rows.quickly", "rows.rays"),
        *("rows.entries", "rows.remembered"),
    },
}


@pytest.mark.parametrize("name", MORE)
def test_what_a_certificate_loads_is_what_it_needs(name: str) -> None:
    code, said, loaded = run("--designs", str(ACCEPTED / f"{name}.rropt.json"))
    assert code == 0 and ": accepted: " in said
    assert loaded == LISTED | MORE[name]


@pytest.mark.parametrize("option", ["", "--designs"])
def test_a_claim_of_a_paper_is_malformed_with_it_alone(option: str) -> None:
    code, said, loaded = run(*option.split(), str(PAPER))
    assert code == (2 if option else 0)
    assert ("malformed: a claim of a paper, which is no design: implication" in said) == bool(option)
    assert bool(loaded & FOR_PAPERS) != bool(option)
