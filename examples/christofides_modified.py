"""Christofides' cards, put back after each draw: a census of 400 people, estimated from the command line on a file.

Sun, Zhou and Yan (2023), Algorithm 3 and Theorem 3.1: the variance is σ²/(N·D²), whatever the prevalence.
"""

import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

COUNTS, PEOPLE, YES = (2, 1, 7), 400, 60

rng = random.Random(1)
answers = []
for person in range(PEOPLE):
    card = rng.choices((1, 2, 3), COUNTS)[0]
    answers.append(4 - card if person < YES else card)

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "answers.csv"
    file.write_text("person,number\n" + "".join(f"{i},{x}\n" for i, x in enumerate(answers)))
    command = [sys.executable, "-m", "rropt", "deck", "estimate", str(file), "--deck", "2,1,7", "--answer", "number"]
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
print(json.dumps(found, indent=1))

estimate = Fraction(found["estimate"]["exact"])
mean, square = Fraction(5, 2), Fraction(69, 10)  # of one card: (2·1 + 1·2 + 7·3)/10 and (2·1 + 1·4 + 7·9)/10
assert estimate == (Fraction(sum(answers), PEOPLE) - mean) / (4 - 2 * mean)
variance = (square - mean**2) / (PEOPLE * (4 - 2 * mean) ** 2)
assert abs(float(found["standard_error"]["upper"]) - float(variance) ** 0.5) < 1e-4
assert abs(estimate - Fraction(YES, PEOPLE)) < 4 * Fraction(float(variance) ** 0.5)
assert found["epsilon_of_all_answers"] == found["epsilon_of_one_answer"] and "warning" not in found
