"""`python -m tests.gold.record --env FOLDER ROOM…` records the answers of the installed wheel of the version before.

Questions are made here (`tests/gold/questions/ROOM.py`); they are answered by FOLDER/bin/python from a copy of tests/gold outside
the checkout, by two processes with one BLAS thread each. A line that stands with the same `ask` is kept, so that questions can be
added; `--again` asks all. A question that takes longer than LIMIT is asked again at the end, alone and with three times as long; if
it still does not end, its id stands in the header under `left_out`. Answers are written as they come, so that a recording that was
stopped goes on.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.gold.lines import DATA, HERE, dump, find_reader, read_lines, write_lines

COMMIT = "2fa25ce96"
LIMIT = 120


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("rooms", nargs="+", metavar="ROOM")
    asked.add_argument("--env", type=Path, help="the environment in which the version before is installed")
    asked.add_argument("--again", action="store_true", help="ask all questions, also those that have an answer")
    asked.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.inside:
        answer_inside(given.rooms[0])
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            HERE, Path(folder, "tests", "gold"), ignore=shutil.ignore_patterns("data", "__pycache__", "new")
        )
        for room in given.rooms:
            record(room, given.env.absolute() / "bin" / "python", Path(folder), again=given.again)


def record(room: str, python: Path, folder: Path, *, again: bool) -> None:
    """Ask what has no answer yet, and write the room's file."""
    made = importlib.import_module(f"tests.gold.questions.{room}")
    questions = list(made.questions())
    require_different(questions)
    known = {} if again or not (DATA / f"{room}.jsonl").exists() else {dump(x["ask"]): x for x in read_lines(room)[1]}
    part = DATA / f"{room}.part"  # not committed
    if part.exists():
        known |= {dump(x["ask"]): x for x in map(json.loads, part.read_text("utf-8").splitlines())}
    workers = [Worker(room, python, folder) for _ in range(2)]
    waiting = iter([x for x in questions if dump(x["ask"]) not in known])
    late: list[dict[str, Any]] = []
    DATA.mkdir(exist_ok=True)
    with part.open("a", encoding="utf-8") as file:

        def work(worker: Worker, questions: Iterator[dict[str, Any]], limit: float) -> None:
            while (question := next_of(questions)) is not None:
                found = worker.ask(question["ask"], limit)
                if found is None:
                    late.append(question)
                    print(f"{room}: {question['id']} took longer than {limit} s", flush=True)
                    continue
                known[dump(question["ask"])] = question | found
                file.write(dump(question | found) + "\n")
                file.flush()

        threads = [threading.Thread(target=work, args=(worker, waiting, LIMIT)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        again_asked, late = late, []
        work(workers[0], iter(again_asked), 3 * LIMIT)
    header = {"room": room, "commit": COMMIT} | workers[0].hello
    header |= {"covers": made.COVERS, "not_covered": made.NOT_COVERED, "left_out": [x["id"] for x in late]}
    for worker in workers:
        worker.end()
    write_lines(room, header, (line_of(x, known[dump(x["ask"])]) for x in questions if dump(x["ask"]) in known))
    part.unlink()
    print(
        f"{room}: {len(questions) - len(late)} lines, {(DATA / f'{room}.jsonl').stat().st_size / 1e6:.2f} MB",
        flush=True,
    )


LOCK = threading.Lock()


def next_of(questions: Iterator[dict[str, Any]]) -> dict[str, Any] | None:
    with LOCK:
        return next(questions, None)


def line_of(question: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """Join a question with its answer; what the question `expects` of every answer, such as `gap`, is a part of the answer."""
    expects = {} if "refused" in known["answer"] else question.get("expects", {})
    told = {x: y for x, y in question.items() if x != "expects"}
    return told | {"answer": known["answer"] | expects, "seconds": known["seconds"]}


def require_different(questions: Iterable[dict[str, Any]]) -> None:
    ids: set[str] = set()
    asks: set[str] = set()
    for x in questions:
        assert x["id"] not in ids, f"{x['id']} stands twice"
        assert dump(x["ask"]) not in asks, f"{x['id']} asks what another line asks"
        ids.add(x["id"])
        asks.add(dump(x["ask"]))


class Worker:
    """A process of the version before that answers questions; started anew after one that takes too long."""

    def __init__(self, room: str, python: Path, folder: Path) -> None:
        self.command = [str(python), "-P", "-m", "tests.gold.record", "--inside", room]
        self.folder = folder
        self.hello = self.start()

    def start(self) -> dict[str, Any]:
        own = os.environ | {
            "PYTHONPATH": str(self.folder),
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            "COLUMNS": "80",
        }
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env=own,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def ask(self, ask: dict[str, Any], limit: float) -> dict[str, Any] | None:
        """Return the answer and the seconds, or None if there is none in time."""
        assert self.process.stdin and self.process.stdout
        timer = threading.Timer(limit, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(dump(ask) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        finally:
            timer.cancel()
        if not line:
            if self.process.wait() != -9:
                raise RuntimeError(f"the reader ended on {ask}")
            self.start()
            return None
        found = json.loads(line)
        if "reader" in found:
            raise RuntimeError(f"the reader fails on {dump(ask)}\n{found['reader']}")
        return None if found.get("answer") is None else found

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def answer_inside(room: str) -> None:
    """Answer what stands on standard input, a line each; in the environment of the version before."""
    import traceback
    from importlib import metadata

    import rropt

    package = metadata.distribution("rropt")
    assert Path(rropt.__file__).is_relative_to(sys.prefix), "this is not the installed rropt"
    wheel = json.loads(package.read_text("direct_url.json") or "{}")["archive_info"]["hashes"]["sha256"]
    versions = {x.name: x.version for x in metadata.distributions()}
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what solvers print is not an answer
    print(dump({"wheel": wheel, "versions": dict(sorted(versions.items()))}), file=out, flush=True)
    answer = find_reader(room, "old")
    for line in sys.stdin:
        start = time.process_time()
        try:
            found: dict[str, Any] = {"answer": answer(json.loads(line))}
        except TimeoutError:
            found = {"answer": None}
        except Exception:
            found = {"reader": traceback.format_exc()}
        print(dump(found | {"seconds": round(time.process_time() - start, 2)}), file=out, flush=True)


if __name__ == "__main__":
    main()
