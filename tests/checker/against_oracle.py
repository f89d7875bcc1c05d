"""Old and new of a change of format, side by side: mutants of certificates of format 2, judged by the checker of that format and,
translated (translate.py), by this one; every disagreement is listed by its kind.

    python tests/checker/against_oracle.py CHECKOUT PYTHON [--seconds 600] [--seed 0] [--save FOLDER]

CHECKOUT is a checkout whose checker and whose tests/certificates have format 2, PYTHON one that runs it. A mutant is an accepted or
a rejected certificate with one leaf changed (as changes.py lists the changes), or two. The old checker runs in a process of its
own, which is fed one document a line. A kind is both verdicts with the conditions; --save writes three documents of each, old and
translated. It is no test: it needs another checkout. The exit code is 1 where the new checker accepts what the old one rejects
and floats (truth.py) contradict, or fails where it did not foresee it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent
for place in (str(HOME), str(HOME.parents[1])):
    if place not in sys.path:
        sys.path.insert(0, place)

from changes import changes, leaves, put  # noqa: E402
from translate import Untranslatable, translate  # noqa: E402
from truth import plausible  # noqa: E402

from rropt.checker import check  # noqa: E402

OLD = """
import sys, json
from rropt.checker import check
for line in sys.stdin:
    verdict = check(line)
    print(json.dumps([verdict.status, verdict.condition, verdict.sentence]), flush=True)
"""
LARGEST = 6000
"""Bytes of a certificate: what is large is slow, and says nothing that a small one of its claim does not."""
KEPT = 3
# Where only the name of a condition changed.
RENAMED = {
    "dual-pattern": "price-row",
    "dual-ray": "price-row",
    "dual-sign": "budget-sign",
    "multiplier-sign": "budget-sign",
    "multiplier-asked": "budget-asked",
    "dual-weight": "witness-weight",
}


class Oracle:
    """The old checker in its own process."""

    def __init__(self, checkout: Path, python: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        self.process = subprocess.Popen(
            [str(python), "-c", OLD],
            cwd=checkout,  # which is the first place that a module is looked for
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def judge(self, text: str) -> tuple[str, str, str]:
        """Its status, condition and sentence."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        status, condition, sentence = json.loads(self.process.stdout.readline())
        return status, RENAMED.get(condition, condition), sentence


def corpus(checkout: Path) -> list[tuple[str, Any]]:
    """The small certificates of the old corpus."""
    found = []
    for kind in ("accepted", "rejected"):
        for path in sorted((checkout / "tests" / "certificates" / kind).glob("*.rropt.json")):
            if path.stat().st_size <= LARGEST:
                found.append((path.name.removesuffix(".rropt.json"), json.loads(path.read_text("utf-8"))))
    return found


def plain(sentence: str) -> str:
    """A sentence without what stands in parentheses and without digests: remarks of a later day, and evidence of another form."""
    return re.sub(r" \([^()]*(?:\([^()]*\)[^()]*)*\)|SHA-256 [0-9a-f]+", "", sentence)


def mutant(rng: random.Random, document: Any) -> Any:
    """The document with one leaf changed, or sometimes two; leaves with many changes are not drawn more often."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        for _ in range(20):
            path, value = rng.choice(list(leaves(document)))
            found = list(changes(value))
            # the name of the format differs on purpose
            if path and path != ("schema",) and found:
                document = put(document, path, rng.choice(found))
                break
    return document


def is_false(document: Any) -> bool:
    """Whether floats contradict the statement; not where they cannot be asked."""
    try:
        return not plausible(document)
    except (ZeroDivisionError, KeyError, ValueError, IndexError, TypeError, AttributeError, OverflowError):
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("python", type=Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    rng, oracle, start = random.Random(options.seed), Oracle(options.checkout, options.python), time.monotonic()
    documents = corpus(options.checkout)
    agreed, kinds, n, false = Counter[str](), Counter[str](), 0, 0
    kept: dict[str, list[tuple[str, Any, Any]]] = defaultdict(list)
    while time.monotonic() - start < options.seconds:
        name, document = rng.choice(documents)
        old = mutant(rng, document)
        n += 1
        status, condition, sentence = oracle.judge(json.dumps(old))
        try:
            new = translate(old)
        except Untranslatable:
            agreed[f"{status}, not translated"] += 1
            continue
        verdict = check(json.dumps(new))
        if (status, condition, plain(sentence)) == (verdict.status, verdict.condition, plain(verdict.sentence)):
            agreed[status] += 1
            continue
        if status == verdict.status == "accepted":
            kind = "accepted, with another sentence"
        else:
            kind = f"{status} {condition} -> {verdict.status} {verdict.condition}"
        if verdict.status == "accepted" and status != "accepted" and is_false(new):
            kind, false = f"FALSE: {kind}", false + 1
        false += verdict.condition == "unforeseen" and condition != "unforeseen"
        kinds[kind] += 1
        if len(kept[kind]) < KEPT:
            kept[kind].append((name, old, new))
    oracle.process.terminate()
    print(f"{n} mutants in {time.monotonic() - start:.0f} s; the same: {dict(agreed)}")
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}: {', '.join(name for name, _, _ in kept[kind])}")
    if options.save:
        save(kept, options.save)
    sys.exit(bool(false))


def save(kept: dict[str, list[tuple[str, Any, Any]]], folder: Path) -> None:
    """Some documents of each kind, in files that are numbered."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, items in kept.items():
        for number, (name, old, new) in enumerate(items):
            stem = f"{kind.replace(' ', '_').replace('>', '').replace(':', '')}_{number}_{name}"
            for age, document in (("old", old), ("new", new)):
                (folder / f"{stem}.{age}.json").write_text(json.dumps(document, indent=1), "utf-8")


if __name__ == "__main__":
    main()
