"""Christofides' cards, kept after the draw: less variance than cards put back, and far less privacy than is claimed.

Sun, Zhou and Yan (2023), Algorithm 4: the variance of Theorem 4.1 is right, and Theorem 5.6's ε holds for one answer seen
alone. All answers together are not ε-private for any ε: rropt says so, and what an outsider can come to believe.
"""

import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

PEOPLE, YES = 20, 3
deck = [1] * 5 + [3] * 15
random.Random(2).shuffle(deck)
answers = [4 - card if person < YES else card for person, card in enumerate(deck)]


def rropt(*arguments):
    """One command's JSON."""
    command = [sys.executable, "-m", "rropt", "deck", *map(str, arguments), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "answers.csv"
    file.write_text("number\n" + "\n".join(map(str, answers)) + "\n")
    found = rropt("estimate", file, "--deck", "5,0,15", "--kept", "--answer", "number")
shown = rropt("show", "5,0,15", "--kept", "--respondents", PEOPLE, "--prevalence", "3/20")
print(json.dumps({**found, **shown}, indent=1, ensure_ascii=False))

share = Fraction(YES, PEOPLE)
theorem = 4 * share * (1 - share) * Fraction(3, 4) / (PEOPLE - 1)
assert shown["variance"]["exact"] == str(theorem)
assert theorem < Fraction(3, 4) / PEOPLE  # cards put back
assert found["epsilon_of_one_answer"]["exact"] == "log(3)"
assert found["epsilon_of_all_answers"]["exact"] == "inf" and "WARNING" in found["warning"]
