"""`python -m tests.differential [--count 2000] [--records FILE]` compares problems by number and can be stopped and gone on with.

`--report` writes RESULTS.md from the records, and leaves what stands there of earlier runs.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.differential.compare import compared
from tests.differential.report import Record, contradictions, report

HOME = Path(__file__).parent
HISTORY = "\n## What was found and mended"


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
        found: list[Record] = [json.loads(line) for line in options.records.read_text("utf-8").splitlines()]
        page = HOME / "RESULTS.md"
        _, heading, history = page.read_text("utf-8").partition(HISTORY) if page.exists() else ("", HISTORY, "\n")
        page.write_text(report(found) + heading + history, encoding="utf-8")
        wrong = contradictions(found)
        print(f"{len(found)} problems, {len(wrong)} contradictions")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
