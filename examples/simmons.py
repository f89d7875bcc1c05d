"""Simmons' unrelated question on a file: the estimate by town, and what the device costs at its own privacy.

Greenberg, Abul-Ela, Simmons and Horvitz (1969); Sun, Zhou and Yan, Theorem 5.3: at π_B = 1/2 it is Warner's device, and
no other π_B does as well at the same ε.
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


DEVICE = "simmons:unrelated=1/4,p=2/3"
TOWNS = {"north": 0.1, "south": 0.3}
PEOPLE = 20_000

with tempfile.TemporaryDirectory() as folder:
    rows = ["town,said"]
    for seed, (town, share) in enumerate(TOWNS.items()):
        truths = Path(folder) / f"{town}.txt"
        truths.write_text("\n".join("1" if i < share * PEOPLE else "0" for i in range(PEOPLE)))
        said = rropt("draw", DEVICE, "--file", str(truths), "--seed", str(seed)).split()
        rows += [f"{town},{answer}" for answer in said]
    survey = Path(folder) / "survey.csv"
    survey.write_text("\n".join(rows))
    options = ["--mechanism", DEVICE, "--answer", "said", "--by", "town", "--sampling", "census"]
    print(rropt("estimate", str(survey), *options))
    found = json.loads(rropt("estimate", str(survey), *options, "--json"))["shares"]

plan = rropt("plan", DEVICE, "--prevalence", "1/10")
print(plan)
for town, share in TOWNS.items():
    (row,) = (x for x in found if x["group"] == town and x["input"] == "1")
    assert abs(row["estimate"] - share) < 4 * row["standard_error"]
devices = json.loads(rropt("plan", DEVICE, "--prevalence", "1/10", "--json"))["devices"]
assert devices[-1]["device"] == "certified optimum"
assert devices[0]["efficiency"] < 1
