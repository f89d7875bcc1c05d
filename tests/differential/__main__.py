"""`python -m tests.differential [--count 2000] [--records FILE]` compares problems by number and can be stopped and gone on with.

`--report` writes RESULTS.md from the records.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tests.differential.compare import compared
from tests.differential.report import report

HOME = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--records", type=Path, default=HOME / "records.jsonl")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    lines = options.records.read_text("utf-8").splitlines() if options.records.exists() else []
    done = {json.loads(line)["n"] for line in lines if line.endswith("}")}
    with options.records.open("a", encoding="utf-8") as records:
        for n in range(options.count):
            if n not in done:
                records.write(json.dumps(compared(n), ensure_ascii=False) + "\n")
                records.flush()
    if options.report:
        found = [json.loads(line) for line in options.records.read_text("utf-8").splitlines()]
        (HOME / "RESULTS.md").write_text(report(found), encoding="utf-8")


if __name__ == "__main__":
    main()
