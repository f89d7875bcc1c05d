"""Rappor's randomizer on a file: the joint distribution of two bits from one report, and what further reports disclose.

Erlingsson, Pihur and Korolova (2014); Vinterbo (2018), section 5.3, where p = 1 − q makes it bisymmetric. Here it is not.
"""

import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy

from rropt.questions.rappor import Rappor

PEOPLE = 50_000
rng = numpy.random.default_rng(4)
truth = numpy.array([[0, 0], [0, 1], [1, 1]])[rng.choice(3, size=PEOPLE, p=[0.5, 0.2, 0.3])]
permanent = numpy.where(rng.random(truth.shape) < 0.5, rng.integers(0, 2, truth.shape), truth)
report = rng.random(truth.shape) < numpy.where(permanent == 1, 0.75, 0.5)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "reports.csv"
    numpy.savetxt(file, report, fmt="%d", delimiter=",", header="bit1,bit2", comments="")
    device = "rappor:mode=both,f=1/2,p=1/2,q=3/4,bits=1"
    command = [sys.executable, "-m", "rropt", "questions", str(file), "--mechanism", device, "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
print(json.dumps(found, indent=1, ensure_ascii=False))

for row, share in zip(found["rows"], (0.5, 0.2, 0, 0.3), strict=True):
    assert abs(float(row["estimate"]) - share) < 4 * float(row["standard error"]) < 0.3
rappor = Rappor.of("1/2", "1/2", "3/4")
one, many, limit = (rappor.epsilon(reports=n).t for n in (1, 50, None))
print("e^epsilon of one bit after 1, 50 and all reports:", one, float(many), limit)
assert one == Fraction(7, 5) and one < many < limit == 3
