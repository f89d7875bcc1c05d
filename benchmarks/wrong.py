"""Where other libraries are wrong, each with a command that shows it: `python -m benchmarks.wrong` runs them and writes WRONG.md.

A case is a short program of the library's own, without rropt, and what is true by a certified design or comparison. Its last line
prints numbers; `shown` says by them whether the library still errs.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from rropt import LDP, Mechanism, Trace, compare, design

PAGE = Path(__file__).with_name("WRONG.md")
PAIRS = "a, b = np.nonzero(~np.eye(k, dtype=bool))"
MODEL = f"""import cvxpy as cp
import numpy as np

k, t = {{k}}, {{t}}
p = cp.Variable((k, k), nonneg=True)
{PAIRS}
q = cp.Problem(cp.Maximize(cp.trace(p)), [cp.sum(p, axis=0) == 1, p[:, a] <= t * p[:, b]])
q.solve(solver="{{solver}}")
{{told}}"""
TELL = "print(q.status, q.value)"
TELL_RATIO = "v = np.maximum(p.value, 0)\nprint(q.status, max(v.max(axis=1) / v.min(axis=1)) / t)"
LINPROG = f"""import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, kron

k, t, e = 16, 1e8, np.eye(16)
{PAIRS}
rows = kron(np.eye(k), csr_matrix(e[a] - t * e[b]))
x = linprog(-e.ravel(), A_ub=rows, b_ub=np.zeros(rows.shape[0]), A_eq=np.tile(e, k), b_eq=np.ones(k), method="highs-ds")
print("optimal" if x.status == 0 else x.message, -x.fun)"""
REFINED = """import numpy as np
import qif

a, b = np.array([[0.75, 0.25], [0.25, 0.75]]), np.array([[0.7501, 0.2499], [0.2499, 0.7501]])
print(qif.refinement.refined_by(a, b), qif.refinement.refined_by(b, a))"""


@dataclass(frozen=True)
class Case:
    """A library, what it is asked, the program, what is true, and whether what it printed is another thing."""

    library: str
    package: str
    asked: str
    program: str
    truth: Callable[[], str]
    shown: Callable[[str], bool]


def trace(k: int, epsilon: str) -> float:
    found = design(Trace(), LDP(epsilon), inputs=k)
    assert found.value is not None
    return float(found.value)


def off(k: int, epsilon: str) -> Callable[[str], bool]:
    """Whether an answer is called optimal and is off by more than a thousandth."""

    def shown(printed: str) -> bool:
        status, value = printed.split()[-2:]
        return status == "optimal" and abs(float(value) - trace(k, epsilon)) > 1e-3

    return shown


def of_cvxpy(solver: str, package: str, k: int, t: str, epsilon: str) -> Case:
    program = MODEL.format(k=k, t=t, solver=solver, told=TELL)
    asked = f"the largest trace of {k} inputs at ε = {epsilon}"
    return Case(f"cvxpy with {solver}", package, asked, program, lambda: f"{trace(k, epsilon):.9f}", off(k, epsilon))


def compared() -> str:
    first, second = (Mechanism([[p, q], [q, p]]) for p, q in (("3/4", "1/4"), ("7501/10000", "2499/10000")))
    return f"the first is {compare(first, second).relation} than the second, with a decision problem as witness"


CASES = [
    of_cvxpy("HIGHS", "highspy", 8, "np.exp(20)", "20"),
    Case(
        "scipy's HiGHS (dual simplex)",
        "scipy",
        "the largest trace of 16 inputs at e^ε = 10^8",
        LINPROG,
        lambda: f"{trace(16, 'log(100000000)'):.9f}",
        off(16, "log(100000000)"),
    ),
    Case(
        "cvxpy with SCS",
        "scs",
        "a mechanism of 8 inputs whose largest ratio is at most 10^6; printed: that ratio over 10^6",
        MODEL.format(k=8, t="1e6", solver="SCS", told=TELL_RATIO),
        lambda: "at most 1 is asked for",
        lambda printed: printed.split()[-2] == "optimal" and float(printed.split()[-1]) > 1 + 1e-6,
    ),
    Case(
        "libqif",
        "qif",
        "whether randomized response at 3/4 is refined by that at 7501/10000, and the other way round",
        REFINED,
        compared,
        lambda printed: printed.split() == ["True", "True"],
    ),
]


def run(case: Case) -> str:
    """What the program printed last."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", case.program], capture_output=True, text=True, check=False, timeout=120
    )
    return (done.stdout.strip() or done.stderr.strip()).splitlines()[-1]


def main() -> None:
    lines = [
        "# Where others are wrong",
        "",
        f"`python -m benchmarks.wrong`, Python {platform.python_version()}. Each program runs by itself, with `python -c` or as a",
        "file. What is true was certified: `rropt.checker` accepted it. How often peers err on random problems stands in",
        "[tests/differential](../tests/differential/RESULTS.md).",
    ]
    for case in CASES:
        printed = run(case)
        verdict = "wrong" if case.shown(printed) else "right in this version"
        lines += [
            "",
            f"## {case.library} {version(case.package)}: {case.asked}",
            "",
            "```python",
            case.program,
            "```",
            "",
        ]
        lines += [f"It prints `{printed}`. True: {case.truth()}. So it is {verdict}."]
        print(f"{case.library}: {lines[-1]}", flush=True)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
