"""Two averages from a file at one budget: the vector-valued Laplace mechanism of Ziani's lecture (Theorem 12).

The l1 sensitivity of two bounded means over n people is the sum of both ranges over n; the chance that the larger error
exceeds a radius is known exactly, and is below the union bound that the theorem states.
"""

import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path


def rropt(*arguments):
    """One command's JSON."""
    command = [sys.executable, "-m", "rropt", "noise", *map(str, arguments), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "people.csv"
    file.write_text("age,hours\n" + "".join(f"{20 + i % 60},{i % 50}\n" for i in range(3000)))
    released = rropt(
        *("release", file, "--query", "mean", "--column", "age,hours", "--epsilon", "1"),
        *("--lower", "0", "--upper", "100,80", "--seed", 6),
    )
tails = rropt("show", "--epsilon", "1", "--sensitivity", "180/3000", "--dimension", 2, "--failure", "1/20")
print(json.dumps({**released, **tails}, indent=1, ensure_ascii=False))

assert released["query"]["l1"] == "3/50"
age, hours = (Fraction(released["answers"][f"mean of {name}"]) for name in ("age", "hours"))
assert abs(age - Fraction(99, 2)) < 1 and abs(hours - Fraction(49, 2)) < 1
exact = Fraction(tails["radius"]["upper"])
assert exact < Fraction(tails["radius_by_union_bound"]["lower"]) < exact * Fraction(102, 100)
