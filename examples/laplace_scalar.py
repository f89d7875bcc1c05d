"""How many people in a file say yes, released with noise: the Laplace mechanism of Ziani's lecture, drawn exactly.

A count has sensitivity 1 (Definition 6), so noise of scale 1/ε keeps ε-differential privacy (Theorem 8). On a count the
noise is discrete Laplace, whose law is exact; the tail of Theorem 9 and the optimal noise stand beside it.
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
    file.write_text("ill\n" + "".join(f"{int(i % 7 == 0)}\n" for i in range(700)))
    query = ("--query", "count", "--column", "ill", "--epsilon", "1/2")
    released = rropt("release", file, *query, "--seed", 5)
    wide = (*query[:4], "--epsilon", "1/1000")
    twice = {rropt("release", file, *wide)["answers"]["count of ill = 1"] for _ in range(4)}
tails = rropt("show", "--epsilon", "1/2", "--beyond", 6)
optimal = rropt("optimal", "--epsilon", "1/2", "--steps", 8)
print(json.dumps({**released, **tails, **optimal}, indent=1, ensure_ascii=False))

assert abs(int(released["answers"]["count of ill = 1"]) - 100) < 40 and "protects nobody" in released["warning"]
assert len(twice) > 1
assert tails["tail"]["lower"].startswith("0.049787")  # e^(-3)
assert Fraction(optimal["lower_bound"]) < Fraction(tails["scale"]["lower"])
