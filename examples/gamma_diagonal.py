"""The gamma-diagonal matrix on a file: five categories, estimates outside the simplex, and maximum likelihood.

Chai and Nayak: γ on the diagonal and 1 elsewhere, over γ + k − 1. The inverse-matrix estimate of a rare category can be
negative; it is then not the maximum likelihood estimate, which is computed with a certified distance to the maximum.
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


DEVICE = "krr:k=5,gamma=4"
COUNTS = (900, 600, 490, 10, 0)

with tempfile.TemporaryDirectory() as folder:
    truths, survey = Path(folder) / "truths.txt", Path(folder) / "survey.csv"
    truths.write_text("\n".join(str(j) for j, count in enumerate(COUNTS) for _ in range(count)))
    survey.write_text("answer\n" + rropt("draw", DEVICE, "--file", str(truths), "--seed", "9"))
    options = ["--mechanism", DEVICE, "--answer", "answer", "--inputs", "a,b,c,d,e"]
    print(rropt("estimate", str(survey), *options))
    found = json.loads(rropt("estimate", str(survey), *options, "--json"))

shares = {name: float(x["estimate"]["lower"]) for name, x in found["inputs"].items()}
likely = {name: float(x["maximum_likelihood"]["double"]) for name, x in found["inputs"].items()}
for name, count in zip("abcde", COUNTS, strict=True):
    error = float(found["inputs"][name]["standard_error"]["upper"])
    assert abs(shares[name] - count / sum(COUNTS)) < 4 * error
assert abs(sum(shares.values()) - 1) < 1e-12
assert min(likely.values()) >= 0
assert float(found["likelihood_gap"]["upper"]) < 1e-9
