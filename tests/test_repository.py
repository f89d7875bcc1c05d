"""The repository tests itself: what importing loads, the README's examples, the examples, names, documentation."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import rropt
from rropt.claims import Grade, Theorem, Verdict, find, load, papers
from rropt.claims.audit import stored_verdicts
from rropt.claims.claim import Severity
from rropt.claims.library import Collection
from tests.circles import circles, imports_of
from tests.commands import invoke
from tests.readme import (
    PAGES,
    is_as_shown,
    named_commands,
    prepare,
    python_program,
    run_page,
    run_sessions,
    sessions_of,
    shown_commands,
)
from tests.surface import public

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"cvxpy", "scipy.optimize", "sympy", "matplotlib", "highspy", "pandas", "polars", "narwhals"}
LONG_EXAMPLES = {
    *("breach_of_a_posterior", "christofides_improved", "conjecture", "flip", "gamma_diagonal", "laplace_scalar"),
    *("simmons", "two_hundred_categories", "warner_survey", "shuffled_answers", "rappor"),
    *("composition_of_randomized_response", "own_claim", "iterated_bisymmetric", "questionnaire_item"),
    *("laplace_vector", "one_bit_or_k_ary_response", "subset_selection_risk", "price_of_a_bit"),
    *("one_bit_keeps_total_variation", "christofides_modified"),
}
WITHOUT_TOLERANCES = {"binary", "breach", "certificate", "checker", "claims", "exact", "order", "privacy"}
SOURCES = sorted((ROOT / "rropt").rglob("*.py"))


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=300)


@pytest.mark.parametrize("code", ["import rropt", "import rropt.cli"])
def test_importing_loads_nothing_heavy(code: str) -> None:
    found = run(sys.executable, "-c", f"{code}; import sys; print(' '.join(sys.modules))")
    assert found.returncode == 0, found.stderr
    assert not HEAVY & set(found.stdout.split())


def submodules() -> list[str]:
    return [m.name for m in pkgutil.walk_packages(rropt.__path__, "rropt.") if not m.name.endswith("__main__")]


def test_no_subpackage_bears_the_name_of_a_public_function() -> None:
    for name in submodules():
        importlib.import_module(name)
    for name, (room, found) in public.of_problems().items():
        assert not isinstance(found, type(sys)), f"{room}.{name} became a module"


def test_everything_public_is_documented() -> None:
    undocumented = [name for name, (_, x) in public.of_problems().items() if not (x.__doc__ or "").strip()]
    assert undocumented == []


def test_the_files_of_a_release_state_one_version() -> None:
    stated = {
        "pyproject.toml": r'^version = "([^"]+)"',
        "CITATION.cff": r"^version: (\S+)",
        "CHANGELOG.md": r"^## (\S+)",
    }
    found = {file: re.search(line, (ROOT / file).read_text(), re.MULTILINE) for file, line in stated.items()}
    assert {file: x and x[1] for file, x in found.items()} == dict.fromkeys(stated, rropt.__version__)


def test_the_readme_can_be_read_in_one_sitting() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") <= 150


def test_source_habits() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        assert ast.get_docstring(tree), f"{path}: a module says what it is for"
        called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        assert not called & {"eval", "exec"}, f"{path}: text is never evaluated as code"
        assert not re.search(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError", text), path


def test_the_checker_stands_alone() -> None:
    for path in (ROOT / "rropt" / "checker").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        imported = {str(n.module) for n in nodes if isinstance(n, ast.ImportFrom) and n.level == 0}
        imported |= {name.name for n in nodes if isinstance(n, ast.Import) for name in n.names}
        assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names, path


def test_imports_go_in_no_circle_but_for_two_methods() -> None:
    """`Design.device` makes what is made of designs, and a number's `at` reads a budget; both import inside their bodies."""
    found = imports_of(ROOT / "rropt")
    found["rropt.problem.result"].remove("rropt.devices.realise")
    found["rropt.exact.element"].remove("rropt.exact.substitute")
    assert circles(found) == []


def test_a_circle_through_a_function_is_found_and_one_of_types_is_not(tmp_path: Path) -> None:
    package = tmp_path / "p"
    (package / "q").mkdir(parents=True)
    texts = {
        "__init__": "",
        "a": "def f():\n    from p import b\n",
        "b": "from .q.c import x\n",
        "q/__init__": "",
        "q/c": "try:\n    from ..a import f\nexcept ImportError: pass\n",
        "d": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import p.e\nelse:\n    import p.f\n",
        "e": "import p.d\n",
        "f": "from p.d import x\n",
    }
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    assert circles(imports_of(package)) == [{"p.a", "p.b", "p.q.c"}, {"p.d", "p.f"}]


def test_the_examples_of_the_package_docstring_run() -> None:
    import doctest

    found = doctest.testmod(rropt, verbose=False)
    assert found.attempted >= 6 and found.failed == 0
    spoken = set(re.findall(r"`(\w+)`", rropt.__doc__ or ""))
    assert set(rropt.__all__) - spoken <= {"Design", "InputError", "Problem"}


def test_the_package_runs_as_a_program() -> None:
    for arguments in ((), ("--help",)):
        found = run(sys.executable, "-m", "rropt", *arguments)
        assert found.returncode == 0 and "Usage" in found.stdout and "design" in found.stdout, found.stderr


def test_tolerances_live_where_floats_are_solved() -> None:
    for path in SOURCES:
        if WITHOUT_TOLERANCES & set(path.parts) and path.name != "numeric.py":
            assert not re.search(r"\b(?:isclose|allclose)\b|\b[ar]?tol\s*=", path.read_text(encoding="utf-8")), path


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def pages(shows: Callable[[Path], object]) -> list[Any]:
    """The pages that show something to execute: README in every run, the manual's in the full ones, as `.ci/run` executes all pages
    by an installed copy (`tests/readme.py`)."""
    readme = ROOT / "README.md"
    return [
        pytest.param(page, id=page_name(page), marks=[] if page == readme else [pytest.mark.full])
        for page in PAGES
        if shows(page)
    ]


@pytest.mark.parametrize("page", pages(shown_commands))
def test_the_pages_are_executed(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    assert all(command.startswith("rropt ") for command, _ in shown_commands(page))
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "COLUMNS": "80"}
    run_page(page, tmp_path, [sys.executable, "-m", "rropt"], environment=environment, only_shown=True)


@pytest.mark.parametrize("page", pages(python_program))
def test_the_python_of_the_pages_is_executed(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    found = subprocess.run(
        [sys.executable, "-c", python_program(page)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "COLUMNS": "80"},
        check=False,
        timeout=300,
    )
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("page", pages(sessions_of))
def test_the_sessions_of_the_pages_are_executed(page: Path, tmp_path: Path) -> None:
    prepare(tmp_path)
    run_sessions(page, tmp_path, environment={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"})


def test_what_is_shown_is_compared() -> None:
    assert is_as_shown("a\nb\nc\n", "a\n…\nc") and is_as_shown("a  12\n", "a  …") and is_as_shown("a\nb", "a\nb")
    assert not is_as_shown("a\nb\n", "a") and not is_as_shown("a\nb\nd", "a\n…\nc") and not is_as_shown("ab", "b")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LONG_EXAMPLES else [])
        for path in sorted((ROOT / "examples").glob("*.py"))
    ],
)
def test_examples_run(path: Path, tmp_path: Path) -> None:
    assert "assert" in path.read_text(encoding="utf-8"), "an example ends in an assertion"
    found = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"},
        check=False,
        timeout=300,
    )
    assert found.returncode == 0, found.stderr


def groups_of_help() -> dict[str, list[str]]:
    """The commands by their heading in `rropt --help`, in its order."""
    from rropt.cli.commands import GROUPS

    return {title: [*group] for title, group in GROUPS.items()}


def commands() -> list[str]:
    return [name for names in groups_of_help().values() for name in names]


def test_the_page_of_commands_has_those_of_help_under_its_headings() -> None:
    parts = re.split(r"^## (.*)$", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"), flags=re.M)[1:]
    shown = {
        head: re.findall(r"^\| `rropt ([\w-]+)` \| \S", text, re.M)
        for head, text in zip(parts[::2], parts[1::2], strict=True)
    }
    assert {head: names for head, names in shown.items() if names} == groups_of_help()


@pytest.mark.parametrize("name", commands())
def test_help_of_every_command(name: str) -> None:

    found = invoke([name, "--help"])
    assert found.exit_code == 0 and "Usage" in found.stdout


APART_NAMES = {Severity.SLIP: "slips", Severity.EDGE: "edges", Severity.REMARK: "remarks"}
SUMMARY = (
    "paper",
    "printed statements",
    *(g.value for g in Grade if g is not Grade.VACUOUS),
    "by Coq's kernel, as recorded",
    "errors",
    *APART_NAMES.values(),
)


def summary_row(paper: Collection, verdicts: Mapping[str, Verdict]) -> list[int]:
    """The numbers of a paper in the table: a statement that several claims are about counts once, with the weakest of their grades.

    Repairs and lemmas that the paper does not print do not count. Theorems of Coq are also counted apart.
    """
    grades: dict[str, Grade] = {}
    in_coq: set[str] = set()
    for name, claim in paper.claims.items():
        if not claim.repairs and (claim.printed or paper.head is None):
            key, grade = claim.printed or name, verdicts[name].grade
            grades[key] = max(grade, grades.get(key, grade), key=list(Grade).index)
            in_coq |= {key} if isinstance(claim.evidence, Theorem) else set()
    found = list(grades.values())
    errata = paper.head.errata if paper.head else {}
    apart = [len(errata.get(severity, ())) for severity in APART_NAMES]
    counts = [found.count(g) for g in Grade if g is not Grade.VACUOUS]
    return [len(found), *counts, len(in_coq), sum(map(len, errata.values())) - sum(apart), *apart]


def test_the_checks_name_tests_that_exist() -> None:
    """Twice a check of `.ci` ran nothing, or ended at once, as it named a test that had gone."""
    checks = "".join((ROOT / ".ci" / name).read_text("utf-8") for name in ("run", "quick", "kernel", "full"))
    named = re.findall(r"tests/\w+(?:/\w+)*\.py(?:::\w+)?", checks)
    assert len(named) > 5
    for name in named:
        file, _, test = name.partition("::")
        assert (ROOT / file).is_file(), name
        assert not test or f"def {test}(" in (ROOT / file).read_text(), name


def test_the_page_of_the_audit_counts_the_verdicts() -> None:
    text = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    assert "| " + " | ".join(SUMMARY) + " |" in text
    found = re.findall(r"\]\(\.\./proofs/(?:papers/)?(\w+)\) \|([^\n]*)\|", text)
    rows = {"rropt" if folder == "own" else folder: numbers for folder, numbers in found}
    assert set(rows) == set(papers())
    table = []
    for paper, numbers in rows.items():
        claims = load(papers()[paper])
        table.append(summary_row(claims, stored_verdicts(claims.folder)))
        assert [int(n) for n in numbers.split("|")] == table[-1], paper
    assert list(rows)[-1] == "rropt", "rropt's own theorems are counted apart"
    whole = re.search(r"^\| the five papers \|([^\n]*)\|$", text, re.M)
    totals = [sum(column) for column in zip(*table[:-1], strict=True)]
    assert whole and [int(n) for n in whole[1].split("|")] == totals
    count = dict(zip(SUMMARY[1:], totals, strict=True))
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    said = re.search(
        r"(\d+) of them, .* (\d+) by theorems.* (\d+) are proved as printed, (\d+) with an added hypothesis, (\d+) are argued or "
        r"checked, and (\d+) are refuted",
        readme,
    )
    words = ("printed statements", SUMMARY[8], "proved", "proved with an added hypothesis", "refuted")
    of_all, kernel, proved, narrowed, refuted = (count[x] for x in words)
    others = count["argued"] + count["checked on instances"]
    assert said and [int(n) for n in said.groups()] == [of_all, kernel, proved, narrowed, others, refuted]


def test_the_readme_names_claims_that_exist() -> None:
    claims = [
        command.removeprefix("rropt audit ")
        for page in (ROOT / "README.md", ROOT / "docs" / "audit.md")
        for command in named_commands(page)
        if command.startswith("rropt audit ") and "--" not in command
    ]
    assert len(claims) >= 7
    for claim in claims:
        assert stored_verdicts(find(claim)[0].folder)[claim].grade == "refuted", claim
