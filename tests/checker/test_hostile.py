"""What a hostile reader once got printed or made to crash, where the verdict itself was right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import hostile
import pytest

from rropt.checker import check, main
from rropt.checker.command import system_limits

ROOT = Path(__file__).parents[2]
# Small files that once took gigabytes or minutes, since what they ask for was not counted as work.
GREEDY = (
    "hostile_column_times_a_row",
    "hostile_rational_column_times_a_row",
    "hostile_pairs_of_a_profile",
    "hostile_long_gains",
    "hostile_long_weights_negated",
)


def test_labels_that_the_terminal_cannot_show_change_no_exit_code(tmp_path: Path) -> None:
    document = hostile.face("0", "0", hostile.Q) | {"inputs": ["\u05d0", "\u00fc"]}
    path = tmp_path / "labels.rropt.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rropt.checker", str(path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "") and "\\u05d0" in run.stdout


@pytest.mark.parametrize("name", GREEDY)
def test_a_small_file_takes_no_gigabyte(name: str) -> None:
    path = ROOT / "tests" / "certificates" / "unfinished" / f"{name}.rropt.json"
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))"
    code = f"{limited}; import sys; from rropt.checker import check, main; sys.exit(main(sys.argv[1:]))"
    command, environment = [sys.executable, "-c", code, str(path)], {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (4, "")


def _traces(n: int) -> dict[str, Any]:
    """The worst of many traces of 100 inputs: a few characters stand for 10,000 weights."""
    labels, unit = [str(j) for j in range(100)], [["1" if i == j else "0" for j in range(100)] for i in range(100)]
    objective = {"name": "worst", "of": [{"name": "trace", "sense": "max"}] * n}
    asked = {"notion": {"name": "ldp", "ratio": "2"}, "inputs": labels, "outputs": labels, "objective": objective}
    evidence = {"prices": {"column": ["0"] * 100}, "witness": {"weights": ["0"] * n}}
    return {"claim": "optimal", "value": "1", "mechanism": unit, **asked, **evidence}


def _divisors(n: int) -> dict[str, Any]:
    """A phi that is divided by 1 many times: every product has listed all divisors of before."""
    objective = {"name": "divergence", "kind": "stated", "phi": "(x-1)^2" + "/1" * n}
    return {**_silent(2), "objective": objective, "prices": {"column": ["1", "1"]}}


def _lists(n: int) -> dict[str, Any]:
    """Many lists of prevalences: each term is multiplied by the denominators, which are 1, of all others."""
    places = [{"matrix": [["1"]], "estimator": [["1"]]}] * n
    witness = {"weights": ["1"] + ["0"] * (n - 1), "places": places}
    objective = {"name": "total variance", "several": [["1"]] * n}
    asked = {"notion": {"name": "ldp", "ratio": "1"}, "prices": {"column": ["1"]}}
    return {**_silent(1), **asked, "objective": objective, "witness": witness}


def _cases(n: int) -> dict[str, Any]:
    """Many cases under many demands, all of which were gone through for each case."""
    asked = {"name": "all", "demands": [{"name": "beta", "beta": "2"}] * n}
    case = {"outputs": ["0", "1", "2"], "prices": {"column": ["1"]}}
    found = {**_silent(1), "notion": asked, "outputs": ["0", "1", "2"], "mechanism": [["1"], ["0"], ["0"]]}
    objective = {"name": "linear", "sense": "max", "costs": [["1"]] * 3}
    return {**found, "objective": objective, "most_outputs": "2", "cases": [case] * n}


def _variables(n: int) -> dict[str, Any]:
    """Many statements at a point of many variables, all of which were listed for each statement."""
    point = {f"x{i}": "1" for i in range(n)}
    return {"claim": "instance", "at": point, "given": ["x0=1"] * n, "states": "x0=1", "verdict": "true"}


def _silent(k: int) -> dict[str, Any]:
    """A mechanism that tells nothing of its k inputs, and bounds that are far apart."""
    claim = {"claim": "within", "lower": "-5", "upper": "5", "notion": {"name": "ldp", "ratio": "2"}}
    return {**claim, "inputs": [str(j) for j in range(k)], "outputs": ["0"], "mechanism": [["1"] * k]}


@pytest.mark.parametrize(
    "document", [_traces(1500), _divisors(8000), _lists(2600), _cases(1600), _variables(4000)], ids=lambda x: x["claim"]
)
def test_steps_without_a_number_to_compute_are_counted_as_work(document: dict[str, Any]) -> None:
    text = json.dumps({**hostile.SCHEMA, "field": hostile.Q, **document})
    assert (check(text).condition, len(text) < 250_000) == ("limit", True)


def test_a_file_name_forges_no_line(tmp_path: Path) -> None:
    path = tmp_path / "a: accepted: x\nb.rropt.json"
    path.write_text("{}", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    for command in (["rropt.checker"], ["rropt", "verify"]):
        run = subprocess.run(
            [sys.executable, "-m", *command, str(path)], env=environment, capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stderr) == (2, "") and run.stdout.count("\n") == 1
        assert "a:\\x20accepted:\\x20x\\x0ab.rropt.json: malformed: " in run.stdout


def test_the_systems_limits_are_those_of_before_afterwards() -> None:
    import resource

    kinds = (resource.RLIMIT_AS, resource.RLIMIT_CPU)
    before = [resource.getrlimit(kind) for kind in kinds]
    with system_limits():
        during = [resource.getrlimit(kind)[0] for kind in kinds]
    assert [resource.getrlimit(kind) for kind in kinds] == before
    assert all(limit != resource.RLIM_INFINITY for limit in during)


def test_the_program_tells_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith(
        "usage: python -m checker [--designs] [--plain] FILE...\n       python -m checker --explain"
    )
    assert main([]) == 2 and capsys.readouterr().out.startswith("usage: ")
    assert main(["--explain"]) == 2 and capsys.readouterr().out.startswith("usage: ")


def test_an_answer_is_judged_by_the_certificate_it_carries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accepted, rejected = (
        next((ROOT / "tests" / "certificates" / kind).glob("*.rropt.json")).read_text("utf-8")
        for kind in ("accepted", "rejected")
    )
    cases = [
        ({"schema": "rropt/design/2", "value": 1, "certificate": accepted}, 0),
        ({"schema": "rropt/design/2", "value": 1, "certificate": rejected}, 1),
        ({"certificate": None, "pieces": [{"certificate": accepted}, {"certificate": rejected}]}, 1),
        ({"certificate": "", "pieces": [{"certificate": accepted}, {}]}, 2),
        ({"certificate": "", "pieces": []}, 2),
    ]
    texts = [(json.dumps(answer), code) for answer, code in cases]
    # an answer with two certificates, of which a reader of JSON may show the other one
    texts.append((f'{{"certificate": {json.dumps(rejected)}, "certificate": {json.dumps(accepted)}}}', 2))
    for text, code in texts:
        path = tmp_path / "answer.json"
        path.write_text(text, encoding="utf-8")
        assert main([str(path)]) == code
        assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "status", "condition"),
    [
        (ValueError, "malformed", "unforeseen"),
        (MemoryError, "unfinished", "limit"),
        (RecursionError, "unfinished", "limit"),
    ],
)
def test_a_fault_of_the_checker_accepts_nothing(
    error: type[Exception], status: str, condition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("rropt.checker.judge.read_certificate", fail)
    verdict = check(json.dumps(hostile.satisfies()))
    assert (verdict.status, verdict.condition, verdict.sentence) == (status, condition, "")


def test_systems_without_limits_or_a_view_of_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    def fail(*_: object) -> str:
        raise OSError

    with monkeypatch.context() as changed:
        changed.setattr("pathlib.Path.read_text", fail)
        before = resource.getrlimit(resource.RLIMIT_AS)
        with system_limits():
            assert resource.getrlimit(resource.RLIMIT_AS)[0] in (before[0], (1 << 60) + (512 << 20))
        seconds = resource.getrlimit(resource.RLIMIT_CPU)
        used = int(time.process_time()) + 30
        resource.setrlimit(resource.RLIMIT_CPU, (used, seconds[1]))
        with system_limits():
            assert resource.getrlimit(resource.RLIMIT_CPU)[0] == used
        resource.setrlimit(resource.RLIMIT_CPU, seconds)
    monkeypatch.setattr("rropt.checker.command.resource", None)
    with system_limits():
        assert resource.getrlimit(resource.RLIMIT_AS) == before
