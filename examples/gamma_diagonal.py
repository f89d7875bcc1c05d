"""The gamma-diagonal matrix on a file: five categories, estimates outside the simplex, and maximum likelihood.

Chai and Nayak: γ on the diagonal and 1 elsewhere, over γ + k − 1. The inverse-matrix estimate of a rare category can be
negative; it is then not the maximum likelihood estimate, which stands beside it.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def rropt(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "rropt", *arguments], capture_output=True, text=True, check=True
    ).stdout


DEVICE = "krr:k=5,gamma=4,inputs=a/b/c/d/e"
COUNTS = (900, 600, 490, 10, 0)

with tempfile.TemporaryDirectory() as folder:
    truths, survey = Path(folder) / "truths.txt", Path(folder) / "survey.csv"
    truths.write_text("\n".join(label for label, count in zip("abcde", COUNTS, strict=True) for _ in range(count)))
    survey.write_text("answer\n" + rropt("draw", DEVICE, "--file", str(truths), "--seed", "9"))
    options = ["--mechanism", DEVICE, "--answer", "answer"]
    print(rropt("estimate", str(survey), *options))
    found = json.loads(rropt("estimate", str(survey), *options, "--json"))

rows = found["shares"]
for row, count in zip(rows, COUNTS, strict=True):
    assert abs(row["estimate"] - count / sum(COUNTS)) < 4 * row["standard_error"]
assert abs(sum(row["estimate"] for row in rows) - 1) < 1e-12
likely = [row["maximum_likelihood"] for row in rows]
assert min(likely) >= 0 and abs(sum(likely) - 1) < 1e-9
