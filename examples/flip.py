"""The lecture notes' flip with probability p on a file: how far n answers can be off, by Chebyshev and exactly.

Ziani, Lectures 3 and 4, section 1: flipping each bit with p = 1/4 gives ε = ln 3; Chebyshev's bound of the error is
safe at every n, and the true coverage of its interval, enumerated for n = 100, shows how much it gives away.
"""

import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from rropt.families import from_spec
from rropt.survey.intervals.coverage import coverage


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
        ends[method] = json.loads(rropt("estimate", str(survey), *options, "--json"))["inputs"]["1"]["interval"]

p = from_spec(DEVICE)
true = {method: coverage(p, "3/10", 100, method=method) for method in ("chebyshev", "clopper-pearson", "normal")}
for method, found in true.items():
    print(f"true coverage of the 95% {method} interval at n = 100: {float(found.lower):.6f}")
    assert found.lower == found.upper
assert float(ends["chebyshev"]["lower"]) <= float(ends["clopper-pearson"]["lower"])
assert true["chebyshev"].lower > true["clopper-pearson"].lower >= Fraction(19, 20)
