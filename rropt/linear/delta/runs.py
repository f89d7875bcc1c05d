"""Linear designs with δ > 0 at many values of δ or of T: one certificate for each run of neighbours.

In the pair form δ stands on the right side alone, so that a basis has the same multipliers for every δ, its point is a line in
δ, and the δ at which it is optimal are an interval whose ends are known exactly. Of the δ that are asked for, those in it
make a run, proved by one certificate in which δ is the letter, where T is rational; else T is the letter, so that each δ has a
certificate, of the one basis. HiGHS proposes the next basis at the first δ beyond, from the one before.

Along T the point and the multipliers of a basis are rational functions of it, and where it stops being optimal is searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.exact.patience import require_time
from rropt.linear.certificate import write_linear
from rropt.linear.delta.basis import DeltaLine, solve_along_delta_over_field, solve_at, solve_over_field
from rropt.linear.delta.exact import (
    MOST_FIELD_ROWS,
    MOST_RATIONAL_ROWS,
    Solved,
    count_equations,
    propose_basis,
    read_basis,
    unpack,
)
from rropt.linear.neighbours import Pose, furthest
from rropt.linear.numeric import PairwiseModel, float_matrix, usual_scale
from rropt.linear.program import LinearProgram
from rropt.problem.answers import ProvedRun
from rropt.problem.problem import Problem

__all__ = ["runs_of_delta", "runs_of_ratio"]

MOST_PAIR_ENTRIES = 36  # of a mechanism along T; with more the degrees in T make runs short and certificates long


def runs_of_delta(pose: Pose, deltas: Sequence[Fraction]) -> Iterator[ProvedRun]:
    """Runs of increasing δ, or one for each at an irrational T; `pose` gives the question over all δ from one index to another.

    Some indices may be in none.
    """
    _, program = pose(0, 0)
    together, gains = isinstance(program.ratio, Fraction), float_matrix(program)
    if count_equations(program) > (MOST_RATIONAL_ROWS if together else MOST_FIELD_ROWS):
        return
    model, place = PairwiseModel(gains / usual_scale(gains), float(program.ratio)), 0
    while place < len(deltas):
        require_time()
        first, last = place, place
        basis = read_basis(model.solve(float(deltas[place])), program.m, program.k)
        line = _line(program, basis)
        if line is not None and line.lower <= deltas[first] <= line.upper:
            while last + 1 < len(deltas) and deltas[last + 1] <= line.upper:
                last += 1
            assert basis is not None
            for low, high in [(first, last)] if together else [(n, n) for n in range(first, last + 1)]:
                problem, over = pose(low, high)
                yield from _certify(problem, over, Solved(basis, _points(line, over.delta), line.duals), low, high)
        place = last + 1


def _line(program: LinearProgram, basis: list[int] | None) -> DeltaLine | None:
    """The basis as a function of δ; None where there is none."""
    if basis is None or min(basis) < 0:
        return None
    return solve_along_delta_over_field(program.gains, program.ratio, basis)


def _points(line: DeltaLine, delta: Number) -> list[Number]:
    """All p at δ, where those that are the same function of it are one object."""
    known: dict[tuple[Number, Number], Number] = {}
    found = list(zip(line.constants, line.slopes, strict=True))
    for a, b in found:
        if (a, b) not in known:
            known[a, b] = a + b * delta if b else a
    return [known[pair] for pair in found]


def runs_of_ratio(pose: Pose, ratios: Sequence[float]) -> Iterator[ProvedRun]:
    """Runs of increasing T > 1 at one rational δ > 0; `pose` gives the question over all T from one index to another.

    Whether a basis is optimal at a T is asked at the double near it, as if that held up to one T alone.
    """
    _, program = pose(0, 0)
    if program.m * program.k > MOST_PAIR_ENTRIES:
        return
    assert isinstance(program.delta, Fraction)
    place = 0
    while place < len(ratios):
        require_time()
        last, basis = place, propose_basis(replace(program, ratio=Fraction(ratios[place])))
        if basis is not None and min(basis) >= 0:
            holds = cache(partial(_is_optimal, program, basis, ratios))
            if holds(place):
                last = furthest(holds, place, len(ratios) - 1)
                yield from _certify_ratios(pose, basis, place, last)
        place = last + 1


def _is_optimal(program: LinearProgram, basis: list[int], ratios: Sequence[float], n: int) -> bool:
    """Whether the basis is optimal at the n-th double."""
    assert isinstance(program.delta, Fraction)
    return solve_at(program.gains, Fraction(ratios[n]), program.delta, basis) is not None


def _certify_ratios(pose: Pose, basis: list[int], first: int, last: int) -> Iterator[ProvedRun]:
    """The run over the field of T."""
    problem, program = pose(first, last)
    assert isinstance(program.delta, Fraction)
    found = solve_over_field(program.gains, program.ratio, program.delta, basis)
    if found is not None:
        yield from _certify(problem, program, Solved(basis, *found), first, last)


def _certify(problem: Problem, program: LinearProgram, solved: Solved, first: int, last: int) -> Iterator[ProvedRun]:
    """The run, if the checker accepts it."""
    found = unpack(solved, program)
    multipliers = found.multipliers
    bound = total_of(multipliers.columns) + program.delta * total_of(list(multipliers.pairs.values()))
    value = bound if program.maximise else -bound
    text = dumps(write_linear(problem, program, found.rows, multipliers.named(), (value, value)))
    if judge(text).is_accepted:
        yield ProvedRun(first, last, found.rows, value, text)
