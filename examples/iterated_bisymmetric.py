"""Three correlated questions, each answer kept with probability 3/4: the joint distribution from a file.

Vinterbo (2018), section 4: the iterated bisymmetric randomizer, its in-place inverse, and the loss it costs.
"""

import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy

PEOPLE = 40_000
rng = numpy.random.default_rng(3)
first = rng.random(PEOPLE) < 0.3
second = first ^ (rng.random(PEOPLE) < 0.1)
third = rng.random(PEOPLE) < 0.5
truth = numpy.column_stack([first, second, third])
answers = truth ^ (rng.random(truth.shape) < 0.25)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "answers.csv"
    numpy.savetxt(file, answers, fmt="%d", delimiter=",", header="drugs,theft,tax", comments="")
    command = [sys.executable, "-m", "rropt", "questions", str(file), "--mechanism", "flip:p=1/4", "--exact", "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
print(json.dumps(found, indent=1, ensure_ascii=False))

patterns = [row["pattern"] for row in found["rows"]]
assert patterns == [format(i, "03b") for i in range(8)]  # drugs is the most significant bit
estimates = [
    Fraction(row["estimate"]["exact"] if isinstance(row["estimate"], dict) else row["estimate"])
    for row in found["rows"]
]
assert sum(estimates) == 1
shares = numpy.bincount(truth @ (4, 2, 1), minlength=8) / PEOPLE
for row, estimate, share in zip(found["rows"], estimates, shares, strict=True):
    assert abs(float(estimate) - share) < 4 * float(row["standard error"])
assert found["epsilon"]["exact"] == "log(27)"
