"""Texts that nobody meant, by a byte grammar guided by coverage: `python -m tests.checker.fuzz [--inputs 1000000] [--seed 0]`.

A text is made from those of the corpus by changes of bytes, of tokens (names, numbers, signs, brackets), and by grafts of one on
another. Whatever executes a call in the checker from a line that made none like it before, or is refused by a condition that
its claim had not met, is kept and changed further. Of every text:

- the checker gives a verdict, and none that it calls a fault of its own;
- it takes at most twenty seconds of the processor (`LONGEST`); what takes more than one is counted;
- the process takes no more than 512 MB beyond what it had;
- what is accepted is true by `truth.py`, which reads the statement alone, and, where the checker with a theorem covers the claim
  and can be built (Coq, OCaml with zarith), accepted by it too, with the same sentence.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

HOME = Path(__file__).resolve().parent
if str(HOME) not in sys.path:
    sys.path.insert(0, str(HOME))

from rropt.checker import check, limits  # noqa: E402
from tests.verified import can_build, verdicts  # noqa: E402

CHECKER = str(Path(sys.modules["rropt.checker"].__file__ or "").parent)
CERTIFICATES = HOME.parent / "certificates"
LARGEST = 1200
"""Bytes of a text to begin with: what is large is slow, and says nothing that a small one of its claim does not."""
MOST_WORK = 50_000
"""Units of the checker's work, some hundredths of a second, that a text which is changed further may take: the same everywhere."""
LONGEST = 20
"""Processor seconds of a text: the longest that the budget of work allows takes 7 on an idle machine, and 12 beside other work."""
MEGABYTES = 512
BEYOND_FLOATS = re.compile(rb"\d{13}|\^\d\d|\b0\d")
MOST_JUDGED = 400
"""Texts accepted anew of which the other route is asked: it takes a tenth of a second for one."""
TOKEN = re.compile(rb'"[^"\\]*"|-?\d+|[A-Za-z_]+|\s+|.', re.S)
INSIDE = re.compile(rb"\d+|[A-Za-z]+|.", re.S)
NUMBERS = (
    *(b"0", b"1", b"-1", b"2", b"1/2", b"-1/3", b"3/0", b"0/1", b"t", b"-t", b"t^2", b"1/t", b"(t-1)/(t+1)", b"t^511"),
    *(
        b"t^256",
        b"1/10^30",
        b"1+1/10^30",
        b"9^99",
        b"inf",
        b"exp(1)",
        b"exp(-1)",
        b"exp(200)",
        b"exp(1/3)",
        b"(((t)))",
        b"1e3",
    ),
    *(
        b"0.5",
        b"+1",
        b"\xd9\xa1",
        b"99999999999999999999",
        b"t*t-2*t+1",
        b"(t-3)*(t-3)",
        b"1/(t-t)",
        b"x",
        b"x^2*y",
        b"",
    ),
)
BYTES = (*b'"{}[],:+-*/^()0123456789tex \\\n\x00', 0x7F, 0xC3, 0xE2, 0xFF)


def corpus() -> list[bytes]:
    """The small texts that tests keep, without spaces, and of each claim at least the smallest accepted ones."""
    found = []
    for kind in ("accepted", "rejected", "malformed", "unfinished"):
        for path in sorted((CERTIFICATES / kind).glob("*.rropt.json")):
            if path.stat().st_size > 4 * LARGEST:
                continue
            text = path.read_bytes()
            with suppress(ValueError):  # which is what is wrong with it
                text = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).encode()
            if len(text) <= LARGEST:
                found.append(text)
    return found


class Edges:
    """Which calls the checker has executed, each with the line that it was made from."""

    def __init__(self) -> None:
        self.known: set[tuple[object, int]] = set()
        self.are_new = False

    def trace(self, frame: FrameType, event: str, argument: object) -> None:
        code, caller = frame.f_code, frame.f_back
        edge = code, caller.f_lineno if caller else 0
        if edge not in self.known and code.co_filename.startswith(CHECKER):
            self.known.add(edge)
            self.are_new = True


@dataclass
class Fuzz:
    """A run: what is changed further, what was seen, and what went wrong."""

    rng: random.Random
    pool: list[bytes]
    formed: list[bytes] = field(default_factory=list)
    """Those of the pool that are certificates, accepted or rejected: four in five texts are made from them."""
    edges: Edges = field(default_factory=Edges)
    met: set[tuple[str, str]] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    accepted: dict[str, bytes] = field(default_factory=dict)
    """By their sentences without labels: texts that are no text of the corpus."""
    slow: list[tuple[float, str, bytes]] = field(default_factory=list)
    wrong: list[tuple[str, bytes]] = field(default_factory=list)

    def prepare(self) -> None:
        """Judge the texts to begin with: those that take long are left out, and their sentences are known."""
        quick = []
        for text in self.pool:
            self.judge(text)
            if spent() < MOST_WORK:
                quick.append(text)
        self.pool, self.known = quick, set(self.accepted)
        self.formed = [text for text in self.formed if text in set(quick)]
        self.accepted.clear()
        self.counts.clear()
        self.edges.are_new = False

    def run(self, inputs: int, tell: Callable[[str], None] = lambda said: None) -> None:
        """So many texts."""
        for n in range(inputs):
            text = self.make()
            self.judge(text)
            if (n + 1) % 50_000 == 0:
                tell(f"{n + 1} inputs: {self}")

    def __str__(self) -> str:
        most = megabytes()
        slowest = max(self.slow, default=(0.0, "", b""))
        return (
            f"{dict(sorted(self.counts.items()))}, {len(list(self.news()))} sentences accepted that no text of the corpus has, "
            f"{len(self.edges.known)} edges, {len(self.pool)} texts kept, {len(self.slow)} took over a second "
            f"(the slowest {slowest[0]:.1f} s), {most} MB, {len(self.wrong)} wrong"
        )

    def make(self) -> bytes:
        """A text of the pool, changed once to four times; the newest half as often as all others."""
        rng, pool = self.rng, self.formed if self.rng.random() < 0.8 else self.pool
        text = rng.choice(pool) if rng.random() < 0.5 else pool[-1 - int(rng.random() ** 2 * len(pool))]
        for _ in range(rng.choice((1, 1, 1, 1, 1, 2, 2, 3))):
            text = self.change(text)
        return text[: 8 * LARGEST]

    def change(self, text: bytes) -> bytes:
        rng = self.rng
        how = rng.random()
        if how < 0.12:
            return self.change_bytes(text)
        if how < 0.18:
            other = rng.choice(self.pool)
            a, b = sorted(rng.randrange(len(other) + 1) for _ in range(2))
            at = rng.randrange(len(text) + 1)
            return text[:at] + other[a:b] + text[at + rng.choice((0, b - a)) :]
        tokens = TOKEN.findall(text)
        if not tokens:
            return b"{}"
        strings = [n for n, token in enumerate(tokens) if token[:1] == b'"']
        at = rng.choice(strings) if strings and rng.random() < 0.5 else rng.randrange(len(tokens))
        if tokens[at][:1] == b'"' and rng.random() < 0.9:
            tokens[at] = self.change_string(tokens[at])
        elif how < 0.45:
            del tokens[at : at + rng.choice((1, 2, 3, 8))]
        elif how < 0.6:
            end = min(len(tokens), at + rng.choice((1, 2, 4, 16)))
            tokens[at:at] = tokens[at:end]
        elif how < 0.8:
            other = TOKEN.findall(rng.choice(self.pool)) or [b"{}"]
            tokens[at] = rng.choice(other)
        else:
            to = rng.randrange(len(tokens))
            tokens[at], tokens[to] = tokens[to], tokens[at]
        return b"".join(tokens)

    def change_bytes(self, text: bytes) -> bytes:
        rng, found = self.rng, bytearray(text)
        at = rng.randrange(len(found) + 1)
        how = rng.randrange(4)
        if how == 0 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif how == 1 and at < len(found):
            found[at] = rng.choice(BYTES)
        elif how == 2:
            found.insert(at, rng.choice(BYTES))
        else:
            del found[at : at + rng.choice((1, 1, 2, 5, 40))]
        return bytes(found)

    def change_string(self, token: bytes) -> bytes:
        """Another number in quotes, one with a part changed, or a string of another text."""
        rng = self.rng
        if rng.random() < 0.25:
            return b'"' + rng.choice(NUMBERS) + b'"'
        parts = INSIDE.findall(token[1:-1])
        if not parts or rng.random() < 0.2:
            strings = re.findall(rb'"[^"\\]*"', rng.choice(self.pool)) or [b'""']
            return rng.choice(strings)
        at = rng.randrange(len(parts))
        if parts[at].isdigit() and rng.random() < 0.6:
            parts[at] = str(max(0, int(parts[at][:30]) + rng.choice((-1, 1, 1, 10, 512)))).encode()
        else:
            parts[at] = rng.choice(
                (b"", parts[at] * 2, rng.choice(NUMBERS), rng.choice((b"+", b"-", b"*", b"/", b"^", b"t")))
            )
        return b'"' + b"".join(parts) + b'"'

    def judge(self, text: bytes) -> None:
        """One text, by the rules above."""
        words = text.decode("utf-8", "replace")
        self.edges.are_new = False
        start = time.process_time()
        sys.settrace(self.edges.trace)
        try:
            found = check(words)
        except BaseException as error:
            sys.settrace(None)
            if isinstance(error, KeyboardInterrupt):
                raise
            self.wrong.append((f"raised {type(error).__name__}", text))
            return
        finally:
            sys.settrace(None)
        seconds = time.process_time() - start
        if seconds > 1:  # being watched costs time
            start = time.process_time()
            check(words)
            seconds = time.process_time() - start
        self.counts[found.status] += 1
        if found.condition == "unforeseen":
            self.wrong.append((found.reason, text))
        if seconds > 1:
            self.slow.append((seconds, f"{found.status} {found.condition}", text))
            if seconds > LONGEST:
                self.wrong.append((f"{seconds:.1f} s: {found.status} {found.condition}", text))
        if found.status == "accepted":
            plain = re.sub(r'"[^"]*"', "_", found.sentence)
            self.accepted.setdefault(plain, text)
        claim = re.search(r'"claim"\s*:\s*"([^"]{1,20})"', words)
        place = claim[1] if claim else "", f"{found.status} {found.condition}"
        if (self.edges.are_new or place not in self.met) and spent() < MOST_WORK and len(text) <= 2 * LARGEST:
            self.pool.append(text)
            if found.status in ("accepted", "rejected"):
                self.formed.append(text)
        self.met.add(place)

    def news(self) -> Iterator[bytes]:
        """Accepted texts whose sentences no text of the corpus has."""
        yield from (text for sentence, text in self.accepted.items() if sentence not in self.known)


def spent() -> int:
    """The units of work that the last check took."""
    return limits.MOST_WORK - limits.BUDGET.get().work


def megabytes() -> int:
    """The most memory that the process had at a time."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def untrue(texts: Sequence[bytes], most: int) -> list[bytes]:
    """Those, of as many as are asked for, whose statement another route contradicts; its floats hold no numbers like 9^99."""
    from truth import plausible

    def is_plausible(text: bytes) -> bool:
        try:
            return plausible(json.loads(text.decode("utf-8", "replace")))
        except (ArithmeticError, ValueError):  # a form that this route was not written for, such as no row at all
            return True

    short = [text for text in texts if not BEYOND_FLOATS.search(text)]
    return [text for text in short[:most] if not is_plausible(text)]


def not_proved(texts: Sequence[bytes]) -> tuple[int, list[bytes]]:
    """How many of the accepted texts the checker with a theorem judges, and those of which it says another thing."""
    words = [text.decode("utf-8", "replace") for text in texts]  # as they were judged
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{n}.rropt.json" for n in range(len(texts))]
        for path, text in zip(paths, words, strict=True):
            path.write_text(text, "utf-8", newline="")
        told = verdicts(paths)
    judged = [
        (raw, said, check(text).sentence)
        for raw, text, (status, said) in zip(texts, words, told, strict=True)
        if status not in ("uncovered", "unfinished")
    ]
    return len(judged), [raw for raw, said, sentence in judged if said != sentence]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.checker.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="a folder for what was accepted anew, slow or wrong")
    options = parser.parse_args()
    fuzz = Fuzz(random.Random(options.seed), corpus())
    fuzz.prepare()
    start = time.monotonic()

    def tell(said: str) -> None:
        print(f"{time.monotonic() - start:.0f} s, {said}", flush=True)
        if options.save:
            save(fuzz, options.save)

    try:
        fuzz.run(options.inputs, tell)
    except KeyboardInterrupt:
        print("stopped")
    tell(f"in all: {fuzz}")
    for reason, text in fuzz.wrong:
        print(reason, text[:500])
    news = list(fuzz.news())
    false = untrue(news, MOST_JUDGED)
    judged, refused = not_proved(news) if can_build else (0, [])
    theorem = f"{len(refused)} of the {judged} that it judges" if can_build else "none, as it cannot be built here"
    contradicted = f"floats contradict {len(false)}, the checker with a theorem {theorem}"
    print(f"of {len(news)} statements accepted that are none of the corpus {contradicted}")
    sys.exit(bool(fuzz.wrong or false or refused))


def save(fuzz: Fuzz, folder: Path) -> None:
    groups = {"accepted": list(fuzz.news()), "slow": [t for _, _, t in fuzz.slow], "wrong": [t for _, t in fuzz.wrong]}
    for name, texts in groups.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for n, text in enumerate(texts):
            (folder / name / f"{n:05}.rropt.json").write_bytes(text)


if __name__ == "__main__":
    main()
