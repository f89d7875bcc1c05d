"""Linear designs with δ = 0 at many values of ε: one certificate for each run of neighbours.

Neighbouring optima use the same patterns, with weights and multipliers that are functions of T: `line.py` proposes these.
The checker decides: a run whose certificate it does not accept is halved, a row left alone. A trace has the patterns and
multipliers of its theorem, which keeps the r largest weights, in place of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

import numpy as np

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.exact.patience import require_time
from rropt.linear.certificate import write_linear
from rropt.linear.line import Line, Proposal
from rropt.linear.numeric import RowWiseModel, float_matrix, power_of_two
from rropt.linear.program import LinearProgram, column_multipliers
from rropt.linear.theorems import symmetric_multipliers, trace, with_prefix
from rropt.problem.answers import ProvedRun
from rropt.problem.problem import Problem

__all__ = ["Pose", "furthest", "runs_by_symmetry", "runs_by_theorem", "runs_of_neighbours"]

Pose = Callable[[int, int], tuple[Problem, LinearProgram]]


def runs_of_neighbours(pose: Pose, ratios: Sequence[float]) -> Iterator[ProvedRun]:
    """Runs of increasing T > 1; `pose` gives the question over all T from one index to another. Some indices may be in none."""
    _, program = pose(0, 0)
    gains = float_matrix(program)
    scale = power_of_two(gains)
    yield from _cover(pose, partial(Line, RowWiseModel(gains / scale), scale, np.array(ratios)), 0, len(ratios) - 1)


def runs_by_theorem(pose: Pose, ratios: Sequence[float], weights: tuple[Number, ...]) -> Iterator[ProvedRun]:
    """The same of a trace with weights that are not negative, some positive: a run for each number of weights that are kept."""
    ts, sizes, largest = np.array(ratios)[:, None], np.arange(len(weights)), max(weights)
    values = ts * np.cumsum(sorted((float(w / largest) for w in weights), reverse=True)) / (ts + sizes)
    best = (values.argmax(axis=1) + 1).tolist()
    for kept, group in groupby(range(len(best)), key=best.__getitem__):
        require_time()
        places = list(group)
        yield from _certify(pose, partial(_by_theorem, weights, kept), places[0], places[-1])


def runs_by_symmetry(pose: Pose, count: int, *, together: bool) -> Iterator[ProvedRun]:
    """A trace without weights at δ > 0, with the multipliers of all inputs and pairs at once: one run, or one for each question
    where they are not answered together, as along δ at an irrational T, which is then the certificate's letter."""
    for first, last in [(0, count - 1)] if together else [(n, n) for n in range(count)]:
        require_time()
        problem, program = pose(first, last)
        found = trace(program)
        bounds = (found.value, found.value)
        text = dumps(write_linear(problem, program, found.rows, symmetric_multipliers(program), bounds))
        if judge(text).is_accepted:
            yield ProvedRun(first, last, found.rows, found.value, text)


def _by_theorem(weights: tuple[Number, ...], kept: int, program: LinearProgram, first: int, last: int) -> Proposal:
    """What the theorem says of the program."""
    found = with_prefix(program, weights, kept)
    return found.rows, tuple(found.multipliers[f"column[{j}]"] for j in range(program.k))


def _cover(pose: Pose, propose: Callable[[int], Line], first: int, last: int) -> Iterator[ProvedRun]:
    """The runs from first to last: the one around the middle, and those on its two sides."""
    if first > last:
        return
    require_time()
    middle = (first + last) // 2
    low, high = middle, middle
    tried = propose(middle)
    if tried.holds(middle):
        low = furthest(tried.holds, middle, first)
        high = furthest(tried.holds, middle, last)
        yield from _certify(pose, tried.propose, low, high)
    yield from _cover(pose, propose, first, low - 1)
    yield from _cover(pose, propose, high + 1, last)


def furthest(holds: Callable[[int], bool], start: int, end: int) -> int:
    """The index furthest from the start towards the end at which it still holds, as if it did up to one index alone: steps that
    double find one at which it does not, as most runs are short, and halves the last at which it does."""
    step = 1 if end > start else -1
    while start != end:
        beyond = start + step if abs(step) < abs(end - start) else end
        if not holds(beyond):
            end = beyond
            break
        start, step = beyond, 2 * step
    while abs(end - start) > 1:
        middle = (start + end) // 2
        start, end = (middle, end) if holds(middle) else (start, middle)
    return start


def _certify(
    pose: Pose, propose: Callable[[LinearProgram, int, int], Proposal | None], first: int, last: int
) -> Iterator[ProvedRun]:
    """The run of what is proposed, if the checker accepts it, else its halves."""
    problem, program = pose(first, last)
    if (found := propose(program, first, last)) is not None:
        rows, columns = found
        value = total_of(columns) * (1 if program.maximise else -1)
        text = dumps(write_linear(problem, program, rows, column_multipliers(columns), (value, value)))
        if judge(text).is_accepted:
            yield ProvedRun(first, last, rows, value, text)
            return
    if first < last:
        middle = (first + last) // 2
        yield from _certify(pose, propose, first, middle)
        yield from _certify(pose, propose, middle + 1, last)
