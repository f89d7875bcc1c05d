"""How a figure is taken: processor seconds of this process and its children, the median of several runs, and their spread."""

from __future__ import annotations

import math
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LONG = 3.0
"""A way whose first run takes longer, in seconds, is run once."""

SAY_PEAK = "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
"""The most memory of a process in kB; what `getrusage` says of one begins with that of the process that started it."""


@dataclass(frozen=True)
class Timing:
    """The median of some runs, the least and the most."""

    seconds: float
    least: float
    most: float
    runs: int

    def times(self, count: int) -> Timing:
        """That of as many such runs together."""
        return Timing(count * self.seconds, count * self.least, count * self.most, self.runs)


@dataclass(frozen=True)
class Line:
    """One line of results: what was done, how long the base took, and every other way as a multiple of it."""

    what: str
    base: Timing
    ratios: dict[str, Timing | None]
    """None where a way was left out: it took too long at a smaller size, or its library is not installed."""

    def __str__(self) -> str:
        parts = [
            f"{way} {'–' if t is None else in_three_digits(t.seconds / self.base.seconds)}"
            for way, t in self.ratios.items()
        ]
        base, least, most = map(in_three_digits, (self.base.seconds, self.base.least, self.base.most))
        return f"| {self.what} | {base} s ({least}–{most}) | {'; '.join(parts)} |"


def in_three_digits(x: float) -> str:
    """Without an exponent, and no digit of a whole number left out."""
    return f"{x:.0f}" if x >= 100 or x == 0 else f"{x:.{2 - math.floor(math.log10(x))}f}"


def processor_seconds() -> float:
    """Of this process and of all its children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in usages)


def timed(run: Callable[[], object], repeat: int) -> Timing:
    times: list[float] = []
    for _ in range(repeat):
        start = processor_seconds()
        run()
        times.append(processor_seconds() - start)
        if times[-1] > LONG:
            break
    return Timing(statistics.median(times), min(times), max(times), len(times))


def line(what: str, base: Callable[[], object], ways: dict[str, Callable[[], object] | None], repeat: int) -> Line:
    """The base and each way, timed in one go."""
    return Line(what, timed(base, repeat), {name: timed(run, repeat) if run else None for name, run in ways.items()})


def peak(code: str, *arguments: str) -> int:
    """The most memory, in megabytes, that a new process takes for a piece of Python."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{SAY_PEAK}", *arguments], check=True, capture_output=True, text=True
    )
    return int(ran.stdout) // 1024


def command(words: Sequence[str]) -> Callable[[], object]:
    """Running a program to its end, its output thrown away."""
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
