"""`import rropt` is light: it loads no solver, no sympy, no matplotlib, no data frames."""

import os
import subprocess
import sys

import pytest

HEAVY = ("cvxpy", "scipy.optimize", "sympy", "matplotlib", "pandas", "polars", "highspy", "pyarrow", "dask")


def test_import_loads_nothing_heavy() -> None:
    code = f"import sys, rropt, rropt.privacy; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_the_command_line_loads_no_arithmetic_before_it_knows_the_command() -> None:
    code = "import sys, rropt.cli; print([m for m in ('flint', 'numpy', 'rropt.exact.element') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


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


def test_the_largest_variance_is_found_by_cvxpy() -> None:
    assert "cvxpy" in loaded_by(
        'from rropt import *; design(LargestVariance(["1/2", "1/3", "1/6"]), LDP("ln3"))', "cvxpy."
    )
