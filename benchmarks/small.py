"""Closed forms, the shell and draws: what one call costs beside the plainest thing that could be done instead."""

from __future__ import annotations

import compileall
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import rropt
from benchmarks.measure import Line, command, line, timed
from rropt import LDP, Mechanism, Variance, design, from_spec
from rropt.survey import draw

PEOPLE = 1_000_000
MANY, CERTIFIED = 10_000, 100
CALLS = 20_000
"""How many of the million opendp is asked for, whose library takes one at a time."""


def shell(quick: bool) -> Iterator[Line]:
    """From the shell, each a process of its own, against a process that imports numpy; modules are compiled, as by an installer."""
    compileall.compile_dir(Path(rropt.__file__).parent, quiet=1)
    repeat = 3 if quick else 7
    program = [sys.executable, "-m", "rropt"]
    best = [*program, "design", "--epsilon", "1"]
    yield line(
        "import numpy",
        command([sys.executable, "-c", "import numpy"]),
        {
            "import rropt": command([sys.executable, "-c", "import rropt"]),
            "rropt --help": command([*program, "--help"]),
            "a certified closed form": command([*best, "variance", "--prevalence", "1/10"]),
            "a certified trace, k = 8": command([*best, "trace", "--inputs", "8"]),
            "numpy, HiGHS and python-flint": command([sys.executable, "-c", "import numpy, highspy, flint"]),
            "Python alone": command([sys.executable, "-c", ""]),
        },
        repeat,
    )


def closed_forms(quick: bool) -> Iterator[Line]:
    """A hundred certified variances of two answers, against ten thousand exponentials."""
    rng = np.random.default_rng(0)
    epsilon, prevalence = rng.uniform(0.1, 3, CERTIFIED), rng.uniform(0, 1, CERTIFIED)

    def certify() -> None:
        for x, share in zip(epsilon, prevalence, strict=True):
            design(Variance(share), LDP(x))

    ways: dict[str, Callable[[], object] | None] = {f"{CERTIFIED} certified variances": certify}
    yield line(
        "10,000 exponentials one by one", lambda: [math.exp(x) for x in range(-MANY, 0)], ways, 3 if quick else 7
    )


def draws(quick: bool) -> Iterator[Line]:
    """A million answers: exact ones from the system's entropy against NumPy's in doubles from a seed."""
    for spec in ("warner:p=3/4", "krr:k=8,epsilon=1", "krr:k=64,epsilon=1"):
        p = from_spec(spec)
        given = np.random.default_rng(0).integers(0, p.k, PEOPLE)
        matrix = p.to_numpy()

        def in_numpy(p: Mechanism = p, given: object = given, matrix: object = matrix) -> None:
            rng = np.random.default_rng(1)
            for j in range(p.k):
                rng.choice(p.m, size=int((given == j).sum()), p=matrix[:, j])

        ways: dict[str, Callable[[], object] | None] = {"exact draws": lambda p=p, given=given: draw(p, given)}
        found = line(f"{spec}, NumPy's choice", in_numpy, ways, 3 if quick else 7)
        if spec.startswith("warner"):
            by_opendp = in_opendp()
            part = timed(by_opendp, 3) if by_opendp else None
            found.ratios["opendp, calls one by one"] = part.times(PEOPLE // CALLS) if part else None
        yield found


def in_opendp() -> Callable[[], object] | None:
    """Some answers of Warner's device, a call each; None where it is not installed."""
    try:
        import opendp.prelude as dp
    except ImportError:
        return None
    dp.enable_features("contrib")
    answer = dp.m.make_randomized_response_bool(0.75)
    return lambda: [answer(True) for _ in range(CALLS)]
