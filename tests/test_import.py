"""`import rropt` is light: it loads no solver, no sympy, no matplotlib, no data frames."""

import subprocess
import sys

HEAVY = ("cvxpy", "scipy.optimize", "sympy", "matplotlib", "pandas", "polars", "highspy", "pyarrow", "dask")


def test_import_loads_nothing_heavy() -> None:
    code = f"import sys, rropt, rropt.privacy; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_the_command_line_loads_no_arithmetic_before_it_knows_the_command() -> None:
    code = "import sys, rropt.cli; print([m for m in ('flint', 'numpy', 'rropt.exact.element') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_the_list_of_heavy_modules_would_be_noticed() -> None:
    code = f"import sys, sympy; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "sympy" in done.stdout
