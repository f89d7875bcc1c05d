"""`import rropt` is light: it loads no solver, no sympy, no matplotlib, no data frames."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

HEAVY = ("cvxpy", "scipy.optimize", "sympy", "matplotlib", "pandas", "polars", "highspy", "pyarrow", "dask")


def test_import_loads_nothing_heavy() -> None:
    code = f"import sys, rropt, rropt.privacy; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_the_command_line_loads_no_arithmetic_before_it_knows_the_command() -> None:
    code = "import sys, rropt.cli; print([m for m in ('flint', 'numpy', 'rropt.exact.element') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_help_loads_no_command_and_no_arithmetic() -> None:
    code = "import sys; sys.argv = ['rropt', '--help']; from rropt.__main__ import main\ntry:\n    main()\nfinally:\n"
    code += "    print([m for m in ('rropt.cli.answers', 'flint', 'numpy', 'rropt.exact.element') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("given", "found"), [(None, "1"), ("2", "2")])
def test_the_command_line_gives_the_algebra_of_small_matrices_one_thread(given: str | None, found: str) -> None:
    code = "import os, sys; sys.argv = ['rropt', '--version']; from rropt.__main__ import main\n"
    code += "try:\n    main()\nfinally:\n    print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules)"
    own = {name: x for name, x in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    own |= {} if given is None else {"OPENBLAS_NUM_THREADS": given}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, env=own)
    assert done.stdout.splitlines()[-1] == f"{found} False"


def test_the_list_of_heavy_modules_would_be_noticed() -> None:
    code = f"import sys, sympy; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "sympy" in done.stdout


def loaded_by(code: str, *prefixes: str) -> list[str]:
    """The modules of these packages, or in them, that a new process has loaded after some lines of Python."""
    say = f"import sys; print(*sorted(m for m in sys.modules if (m + '.').startswith({prefixes})))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{say}"], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.split()


SMALL = """
import sys
from rropt.__main__ import main

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {refused}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refusing())
sys.argv = ["rropt", *{arguments}]
main()
"""
REFUSED = ("scipy", "sympy", "cvxpy", "narwhals", "polars", "matplotlib", "pandas")


@pytest.mark.slow_at("design --objective trace --epsilon ln3 --inputs 4-Proved: For t = 3")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("design --objective variance --epsilon ln3 --prevalence 1/10 --inputs no,yes", "Proved: For t = 3"),
        ("design --objective trace --epsilon ln3 --inputs 4", "Proved: For t = 3"),
        (
            "estimate docs/data/doping.csv -m simmons:unrelated=1/2,p=2/3,inputs=no/yes --answer answer",
            "pip install scipy",
        ),
        ("show warner:p=3/4 --plot no.svg", "pip install scipy"),
    ],
)
def test_what_a_small_install_does_is_what_the_manual_says(command: str, said: str) -> None:
    program = SMALL.format(refused=REFUSED, arguments=command.split())
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60, cwd=ROOT
    )
    assert done.returncode == (2 if "pip" in said else 0)
    assert said in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("refused", "command", "line"),
    [
        (
            "pandas",
            "regress docs/data/doping.csv -m warner:p=3/4,inputs=no/yes --formula answer~1",
            "'rropt[analysis]'",
        ),
        (
            "formulaic",
            "regress docs/data/doping.csv -m warner:p=3/4,inputs=no/yes --formula answer~1",
            "'rropt[analysis]'",
        ),
        (
            "distributed",
            "sweep trace --grid epsilon=1 --grid inputs=2 --executor tcp://127.0.0.1:1",
            "'rropt[cluster]'",
        ),
        ("z3", "audit holohan.lemma_1", "z3-solver"),
    ],
)
def test_a_missing_package_is_one_sentence_with_the_line_to_type(refused: str, command: str, line: str) -> None:
    program = SMALL.format(refused=(refused,), arguments=command.split())
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert refused in done.stderr and done.stderr.endswith(f"which is not installed; pip install {line}\n")


@pytest.mark.parametrize(
    ("question", "functions"),
    [
        ('Variance("1/10"), LDP("ln3")', []),
        ('Trace(), LDP("ln3"), inputs=3', ["linear"]),
        ('Information(["1/2", "1/3", "1/6"]), LDP("ln3")', ["information", "linear"]),
        ('TotalVariance(["1/2", "1/3", "1/6"]), LDP("ln3")', ["contrasts", "linear"]),
    ],
)
def test_the_checker_loads_the_objective_that_it_reads_alone(question: str, functions: list[str]) -> None:
    found = loaded_by(f"from rropt import *; design({question})", "rropt.checker.functions.")
    objectives = {
        "linear",
        "prevalence",
        "contrasts",
        "determinant",
        "largest",
        "information",
        "divergence",
        "by_orbits",
    }
    assert [m for m in (x.rpartition(".")[2] for x in found) if m in objectives] == sorted(functions)
