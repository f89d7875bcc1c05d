"""`python -m tests.gold ROOM [--cell C] [--reader new|old|FILE] [--most N]` compares a room's answers with the golden lines.

It prints a table of differences by class (refused, verdict, a place in the answer), with the ids, and the seconds of both versions.
"""

from __future__ import annotations

import argparse
import re
import time
import traceback
from collections import defaultdict
from typing import Any

from tests.gold.judge import judge_line, read_reasons
from tests.gold.lines import Answer, find_promise, find_reader, is_new, read_lines


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("room")
    asked.add_argument("--cell", default="", help="only cells that begin so, such as linear or linear/ldp")
    asked.add_argument("--size", choices=("ordinary", "extreme"))
    asked.add_argument("--id", action="append", default=[], help="only this line, with all its differences; repeatable")
    asked.add_argument("--reader", help="new, old, or a file with a function answer(ask)")
    asked.add_argument("--every", type=int, default=1, help="only each n-th line")
    given = asked.parse_args()
    lines = [
        x for x in read_lines(given.room)[1] if x["cell"].startswith(given.cell) and given.size in (None, x["size"])
    ]
    lines = [x for x in lines if x["id"] in given.id] if given.id else lines[:: given.every]
    which = given.reader or ("new" if is_new(given.room) else "old")
    answer = find_reader(given.room, which)
    promised = None if which == "old" else find_promise(given.room)
    classes: dict[str, list[str]] = defaultdict(list)
    known = read_reasons()
    start, before = time.process_time(), sum(x["seconds"] for x in lines)
    for line in lines:
        told = ask_line(line, answer, promised)
        if given.id:
            print(line["id"], line["cell"], *told or ["as before"], sep="\n  ")
        for x in {class_of(x) for x in told}:
            classes[x].append(line["id"] + " (known)" * (line["id"] in known))
    print(f"{len(lines)} lines, {time.process_time() - start:.1f} s ({before:.1f} s before)")
    for name, ids in sorted(classes.items(), key=lambda x: -len(x[1])):
        print(f"{len(ids):6}  {name}: {', '.join(ids[:12])}{' …' if len(ids) > 12 else ''}")
    return int(bool(classes))


def ask_line(line: dict[str, Any], answer: Answer, promised: Answer | None) -> list[str]:
    """Judge a line, by what is promised if the reader is a new one; a reader that fails is a difference of its own."""
    try:
        if promised is None:
            return judge_line(line, answer, new=False)
        return judge_line(line, answer, new=True, promised=promised)
    except Exception as error:
        traceback.print_exc(limit=-2)
        return [f"crash {type(error).__name__}"]


def class_of(told: str) -> str:
    """The place of a difference without indices, and the words of refusals and verdicts."""
    return re.sub(
        r"\[\d+\]",
        "[]",
        told if told.startswith(("refused", "verdict", "crash")) else told.split(":")[0].split(" apart")[0],
    )


if __name__ == "__main__":
    raise SystemExit(main())
