"""Compute variances exactly.

For two outputs every vertex of the polyhedron (`polyhedron.py`) is compared exactly. For more outputs one mechanism dominates all
others. Its rows come from the corners of a convex hull, and the multipliers of a dual problem prove it optimal (`hull.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rropt.certificate.writing import dumps
from rropt.designs.objectives.one_share.value import binary_variance, tangent_fall
from rropt.designs.objectives.variance import Variance
from rropt.designs.variance import certificate as write
from rropt.designs.variance.hull import HullDual, HullProgram, InverseInformation
from rropt.designs.variance.polyhedron import Point, VarianceProgram
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence, Face, Unattained, Unsatisfiable
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.conditions import EQUAL_DIAGONAL
from rropt.problem.known import find_objective, pose
from rropt.problem.problem import Problem
from rropt.problem.result import Leg

__all__ = [
    "best_points",
    "faces",
    "mirror_notes",
    "pad_rows",
    "prove_binary",
    "prove_hull",
    "prove_unattained",
]


NEVER_MORE = (
    "the certificate says that the trace p00 + p11 is at most 1 under these conditions, so that no design with p00 + p11 > 1 "
    "meets them"
)
EQUAL = "p00 = p11, which is part of the objective here, stands among the conditions of the certificate"


def prove_unattained(problem: Problem) -> Unattained:
    """Certify that no estimator of the prevalence exists, because all columns of every mechanism of the demand are equal."""
    return Unattained(
        certificate=dumps(write.write_unattained(problem)),
        symbolic=Leg("symbolic", "no finite variance", None, "every column is the same"),
        numeric=Leg("numeric", "not posed: the feasible set has p00 + p11 = 1", None, "HiGHS"),
        note="this demand makes every answer independent of the truth, so no estimator of the prevalence exists",
    )


def prove_binary(problem: Problem, program: VarianceProgram) -> Evidence | Unsatisfiable:
    """Find all vertices with the least variance, and certify them.

    Usually the certificate lists all these vertices. For the worst case over an interval, or under conditions, it has only the
    first vertex. Under demands on averages there is no certificate, and the bounds are only stated. If no vertex meets the
    conditions, the result certifies that.
    """
    if program.conditions and not program.vertices():
        return _prove_unsatisfiable(problem, program)
    value, points = best_points(program)
    rows = [program.rows(p) for p in points]
    if program.averages:
        mechanism = Mechanism(rows[0], problem.inputs, problem.output_labels)
        return evidence_of_bounds(problem, mechanism, (value, value), source="all vertices, compared exactly")
    if program.cuts:
        document, source = write.write_worst_variance(problem, value, rows[0]), "all vertices of the three pieces"
        minimisers: tuple[Face, ...] = tuple((r, None) for r in rows)
    elif program.conditions:
        document, source = write.write_worst_variance(problem, value, rows[0]), "all vertices under the conditions"
        minimisers = tuple((r, None) for r in rows)
    else:
        document, source = write.write_variance(problem, value, rows), "all vertices"
        minimisers = faces(problem, program, points)
    return Evidence(
        rows=rows[0],
        bounds=(value, value),
        certificate=dumps(document),
        source=f"{source} enumerated exactly",
        minimisers=minimisers,
    )


def _prove_unsatisfiable(problem: Problem, program: VarianceProgram) -> Unsatisfiable:
    """Certify that no mechanism meets the conditions, or that none of those that meet them has p00 + p11 > 1.

    Here p00 and p11 are the probabilities of a true answer under the two truths. The largest sum p00 + p11 under the conditions is
    found. If no mechanism meets the conditions, that is certified. Otherwise the certificate says that this sum is at most 1.
    """
    trace = problem.restated(
        objective=find_objective("trace")(),
        outputs=problem.output_labels or problem.m,
        subject_to=(*problem.conditions, *((EQUAL_DIAGONAL,) if program.warner else ())),
    )
    said = (EQUAL,) if program.warner else ()
    found = pose(trace).prove(None, optima="one")
    if isinstance(found, Unsatisfiable):
        return replace(found, notes=(*found.notes, *said))
    assert isinstance(found, Evidence) and found.upper <= 1
    return Unsatisfiable(
        certificate=found.certificate,
        numeric=Leg("numeric", "not posed: p00 + p11 > 1 is impossible", None, "HiGHS"),
        notes=(NEVER_MORE, *said, *mirror_notes(program)),
    )


def mirror_notes(program: VarianceProgram) -> tuple[str, ...]:
    """Return a note on the mechanisms with p00 + p11 < 1 that meet the conditions; empty if there are no conditions.

    The note says whether there are such mechanisms, and whether one of them has a smaller variance. Exchanging the two outputs of a
    mechanism with p00 + p11 < 1 gives one with p00 + p11 > 1, but this one may break the conditions.
    """
    if not program.conditions:
        return ()
    turned = tuple(replace(c, terms=tuple(((1 - i, j), a) for (i, j), a in c.terms)) for c in program.conditions)
    other = replace(program, conditions=turned)
    if not other.vertices():
        return ("no mechanism with p00 + p11 < 1 meets the conditions",)
    least, own = best_points(other)[0], program.vertices()
    if own and least >= best_points(program)[0]:
        return ("no mechanism with p00 + p11 < 1 that meets the conditions has a smaller variance (not certified)",)
    return (
        f"with p00 + p11 < 1 the conditions allow the {'smaller ' if own else ''}variance {show(least)}, which is not certified "
        "here; exchange the outputs in the conditions for it",
    )


def best_points(program: VarianceProgram) -> tuple[Number, tuple[Point, ...]]:
    """Compute the least variance over the vertices, and list every vertex that has it."""
    values = [(program.value(p), p) for p in program.vertices()]
    if not values:
        raise InputError(
            f"no mechanism with p00 + p11 > 1 meets the demand e^epsilon = {program.ratio}, delta = {program.delta}; give a "
            "larger epsilon or delta"
        )
    least = min(value for value, _ in values)
    return least, tuple(p for value, p in values if value == least)


def faces(problem: Problem, program: VarianceProgram, points: Sequence[Point]) -> tuple[Face, ...]:
    """Return a pair for each optimal point: the mechanism at this point, and a limit or None.

    Half-lines of optimal points may start at the point. Along such a half-line the mechanisms tend to a constant mechanism, which
    is the limit. The limit is not optimal itself: its answers tell nothing, so no estimate follows from them. If no such half-line
    starts at the point, the second entry of the pair is None.
    """
    found = []
    for point in points:
        rows, ends = program.rows(point), program.silent_ends(point)
        for end in ends:
            _require_silent(problem, rows, end)
        found.append((rows, ends[0] if ends else None))
    return tuple(found)


def _require_silent(problem: Problem, rows: Matrix, end: Matrix) -> None:
    """Raise an error unless all mixtures of the optimal mechanism `rows` with the constant mechanism `end` have variance 0.

    The check does not depend on how `end` was found. Let q be the probability of an answer, D = p00 + p11 − 1, and n the number of
    respondents. Then n·Var = q(1 − q)/D². Along the mixtures q is an affine function of the share of `end`, so q(1 − q) is
    quadratic. If it is 0 at three mixtures, it is 0 at all of them.
    """
    objective = problem.objective
    assert isinstance(objective, Variance)
    for share in (Fraction(0), Fraction(1, 3), Fraction(1, 2)):
        pairs = zip(rows, end, strict=True)
        mixed = Mechanism([(1 - share) * p + share * q for p, q in zip(*pair, strict=True)] for pair in pairs)
        leaves = objective.warner and mixed.rows[0][0] != mixed.rows[1][1]
        if leaves or binary_variance(mixed, objective.of_second.point) != 0:
            raise Disagreement(
                f"the mixture {mixed.rows} of an optimal design and a constant mechanism should be optimal, but it is not; this "
                "is an error in rropt; please report it"
            )


def prove_hull(problem: Problem, program: HullProgram) -> Evidence:
    """Find the mechanism that dominates all others, and multipliers that prove it best; certify both.

    For the worst case over an interval, the multipliers are those at the worst prevalence. Sometimes only a rational number near
    the worst prevalence is known. Then the tangent of the information at this number bounds the information on the whole interval.
    This gives an upper bound of the variance.
    """
    interval, program = program.prevalence, program.at_worst()
    pi = program.prevalence.point
    rows, dual = pad_rows(program.rows(), problem), program.dual(pi)
    value = InverseInformation(rows).at(pi)
    if 1 / dual.information(program.sides) != value:
        bound = 1 / dual.information(program.sides)
        raise Disagreement(
            f"the design has the value {value}, but its multipliers prove the bound {bound}; this is an error in rropt; please "
            "report it"
        )
    fall = (
        tangent_fall(Mechanism(program.rows()), pi, interval.lower, interval.upper) if interval.is_worst else value * 0
    )
    most = 1 / (1 / value - fall) if fall else value
    document = write.write_hull_variance(problem, (value, most), rows, dual.columns, _pairs(problem, dual))
    return Evidence(
        rows=rows,
        bounds=(value, most),
        certificate=dumps(document),
        source="exact duality on the extreme rows",
        minimisers=((rows, None),),
    )


def _pairs(problem: Problem, dual: HullDual) -> list[list[Number]]:
    """List two multipliers for each demand: first that of the bound of the first input against the second, then that of the reverse
    bound.

    A multiplier is 0 if its bound is not demanded, or does not matter for the dominating mechanism.
    """
    found: list[list[Number]] = [[Fraction(0), Fraction(0)] for _ in problem.bounds.others or [None]]
    asked = list(problem.bounds.places())
    for side, multipliers in enumerate(dual.sides):
        places = [place for place, _ in asked if place[0] == side]
        for place, m in zip(places, multipliers, strict=True):
            found[place[2] if len(place) == 3 else 0][side] = m
    return found


def pad_rows(rows: Matrix, problem: Problem) -> Matrix:
    """Append rows of zeros until there are as many rows as outputs asked for."""
    missing = 0 if problem.outputs == "free" else problem.outputs - len(rows)
    return (*rows, *(((Fraction(0), Fraction(0)),) * missing))
