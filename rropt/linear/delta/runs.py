"""Linear designs at one rational T and many values of δ > 0: one certificate for each run of neighbours.

In the pair form δ stands on the right side alone, so that a basis has the same multipliers for every δ, its point is a line in
δ, and the δ at which it is optimal are an interval whose ends are known exactly. Of the δ that are asked for, those in it
make a run, proved by one certificate in which δ is the letter; HiGHS proposes the next basis at the first δ beyond.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.exact.patience import require_time
from rropt.linear.certificate import write_linear
from rropt.linear.delta.basis import DeltaLine, solve_along_delta
from rropt.linear.delta.exact import MOST_RATIONAL_ROWS, Solved, count_equations, propose_basis, unpack
from rropt.linear.neighbours import Pose
from rropt.linear.program import LinearProgram
from rropt.problem.answers import ProvedRun

__all__ = ["runs_of_delta"]


def runs_of_delta(pose: Pose, deltas: Sequence[Fraction]) -> Iterator[ProvedRun]:
    """Runs of increasing δ; `pose` gives the question over all δ from one index to another. Some indices may be in none."""
    place = 0
    while place < len(deltas):
        require_time()
        first, last = place, place
        _, program = pose(first, first)
        if count_equations(program) > MOST_RATIONAL_ROWS:
            return
        basis = propose_basis(program)
        line = _line(program, basis)
        if line is not None and line.lower <= deltas[first] <= line.upper:
            while last + 1 < len(deltas) and deltas[last + 1] <= line.upper:
                last += 1
            assert basis is not None
            yield from _certify(pose, basis, line, first, last)
        place = last + 1


def _line(program: LinearProgram, basis: list[int] | None) -> DeltaLine | None:
    """The basis as a function of δ; None where there is none."""
    if basis is None or min(basis) < 0:
        return None
    assert isinstance(program.ratio, Fraction)
    return solve_along_delta(program.gains, program.ratio, basis)


def _certify(pose: Pose, basis: list[int], line: DeltaLine, first: int, last: int) -> Iterator[ProvedRun]:
    """The run, if the checker accepts it."""
    problem, program = pose(first, last)
    known: dict[tuple[Fraction, Fraction], Number] = {}
    for a, b in zip(line.at_zero, line.at_one, strict=True):
        if (a, b) not in known:
            known[a, b] = a + (b - a) * program.delta if a != b else a
    point = [known[ends] for ends in zip(line.at_zero, line.at_one, strict=True)]
    found = unpack(Solved(basis, point, line.duals), program)
    multipliers = found.multipliers
    bound = total_of(multipliers.columns) + program.delta * total_of(list(multipliers.pairs.values()))
    value = bound if program.maximise else -bound
    text = dumps(write_linear(problem, program, found.rows, multipliers.named(), (value, value)))
    if judge(text).is_accepted:
        yield ProvedRun(first, last, found.rows, value, text)
