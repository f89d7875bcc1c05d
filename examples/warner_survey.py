"""A survey from the command line: choose a device, plan the sample, randomize the answers, estimate the share.

Warner (1965). A fifth of the people asked have the trait, the device is Warner's spinner at ε = ln 3, and the estimate
speaks of the people asked: a census, in which only the device is random.
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


DEVICE = "warner:epsilon=ln3"

print(rropt("plan", DEVICE, "--prevalence", "1/5", "--margin", "0.02"))
planned = json.loads(rropt("plan", DEVICE, "--prevalence", "1/5", "--margin", "0.02", "--json"))
people = planned["respondents"]

with tempfile.TemporaryDirectory() as folder:
    truths, answers = Path(folder) / "truths.txt", Path(folder) / "answers.csv"
    truths.write_text("\n".join("1" if i % 5 == 0 else "0" for i in range(people)))
    answers.write_text("said\n" + rropt("draw", DEVICE, "--file", str(truths), "--seed", "1965"))
    options = ["--mechanism", DEVICE, "--answer", "said", "--sampling", "census"]
    print(rropt("estimate", str(answers), *options))
    found = json.loads(rropt("estimate", str(answers), *options, "--method", "chebyshev", "--json"))

share = found["shares"][1]
assert planned["standard_error"] < 0.02 / 1.9
assert abs(share["estimate"] - 0.2) < 4 * share["standard_error"]
assert share["lower"] <= 0.2 <= share["upper"]
