"""The lecture notes' flip with probability p on a file: how far n answers can be off, by Chebyshev and exactly.

Ziani, Lectures 3 and 4, section 1: flipping each bit with p = 1/4 gives ε = ln 3; Chebyshev's bound of the error is
safe at every n, and the coverage of its interval in 4,000 simulated surveys of 100 answers shows how much it gives away.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

from rropt import from_spec, simulate


def rropt(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "rropt", *arguments], capture_output=True, text=True, check=True
    ).stdout


DEVICE = "flip:p=1/4"
with tempfile.TemporaryDirectory() as folder:
    truths, survey = Path(folder) / "truths.txt", Path(folder) / "survey.csv"
    truths.write_text("\n".join("1" if i < 30 else "0" for i in range(100)))
    survey.write_text("bit\n" + rropt("draw", DEVICE, "--file", str(truths), "--seed", "4"))
    ends = {}
    for method in ("chebyshev", "clopper-pearson"):
        options = ["--mechanism", DEVICE, "--answer", "bit", "--method", method]
        print(rropt("estimate", str(survey), *options))
        ends[method] = json.loads(rropt("estimate", str(survey), *options, "--json"))["shares"][1]

covered = {}
for method in ("chebyshev", "clopper-pearson", "normal"):
    rng = numpy.random.default_rng(2)
    found = simulate(from_spec(DEVICE), prevalence="3/10", n=100, surveys=4000, method=method, rng=rng)
    covered[method] = found.coverage[0]
    print(f"coverage of the 95% {method} interval in 4,000 surveys of 100: {covered[method]:.4f}")
assert ends["chebyshev"]["lower"] <= ends["clopper-pearson"]["lower"]
assert covered["chebyshev"] > covered["clopper-pearson"] >= 0.94
