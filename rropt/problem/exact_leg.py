"""The exact leg: a mechanism, bounds and the certificate that proves them, for each kind of program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from rropt.certificate import designs as write
from rropt.checker import check
from rropt.closed_forms import ClosedForm
from rropt.exact.element import Element, Number
from rropt.exact.errors import Disagreement
from rropt.exact.matrix import Matrix, is_rational
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.objectives import Variance
from rropt.problem.problem import Problem
from rropt.problem.result import Optima
from rropt.program import FisherProgram, LinearProgram, Program, VarianceProgram
from rropt.variance.exact import best_points
from rropt.variance.objective import binary_variance
from rropt.variance.polyhedron import Point

__all__ = ["Evidence", "Search", "dual_bound", "faces", "padded", "prove"]

Face = tuple[Matrix, Matrix | None]
Answer = tuple[Matrix, dict[str, Number], str]
EXACT_PAIRS = "an exact basis of the pair form"
Search = Literal["one", "few", "all"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is proposed to the checker. `value` is None where only the bounds are known."""

    rows: Matrix
    value: Number | None
    lower: Number
    upper: Number
    certificate: str
    source: str
    minimisers: tuple[Face, ...] = ()
    optima: Optima | None = None
    multipliers: dict[str, Number] = field(default_factory=dict)


def prove(
    problem: Problem, program: Program, theorem: ClosedForm | None, *, over_field: bool = True, optima: Search = "few"
) -> Evidence:
    """The evidence for a program at one ratio; without `over_field` that of rationals around an irrational one.

    `optima` says how far the optimal mechanisms of a linear program are listed.
    """
    if isinstance(program, VarianceProgram):
        return _worst(problem, program) if program.cuts else _variance(problem, program)
    if isinstance(program, FisherProgram):
        return _fisher(problem, program)
    proof = _linear(problem, program, theorem, over_field=over_field)
    if proof.value is None:
        return proof
    minimisers, known = _listed(program, proof.rows, proof.multipliers, optima)
    return replace(proof, minimisers=minimisers, optima=known)


def _variance(problem: Problem, program: VarianceProgram) -> Evidence:
    value, points = best_points(program)
    rows = [program.rows(p) for p in points]
    text = write.dumps(write.variance(problem, value, rows))
    return Evidence(
        rows[0], value, value, value, text, "all vertices enumerated exactly", faces(problem, program, points)
    )


def faces(problem: Problem, program: VarianceProgram, points: Sequence[Point]) -> tuple[Face, ...]:
    """Each minimiser, with where its face leads if it is the end of one."""
    found = []
    for point in points:
        rows, ends = program.rows(point), program.silent_ends(point)
        for end in ends:
            _require_silent(problem, rows, end)
        found.append((rows, ends[0] if ends else None))
    return tuple(found)


def _require_silent(problem: Problem, rows: Matrix, end: Matrix) -> None:
    """Judge a face apart from how it was found.

    Its mixtures have variance 0 by the formula q(1 − q)/D², in which q is affine along the face, so that three of them decide.
    """
    objective = problem.objective
    assert isinstance(objective, Variance)
    for share in (Fraction(0), Fraction(1, 3), Fraction(1, 2)):
        pairs = zip(rows, end, strict=True)
        mixed = Mechanism([(1 - share) * p + share * q for p, q in zip(*pair, strict=True)] for pair in pairs)
        leaves = objective.warner and mixed.rows[0][0] != mixed.rows[1][1]
        if leaves or binary_variance(mixed, objective.of_second.point) != 0:
            raise Disagreement(f"a mixture of two ends of a face of optimal designs is not optimal: {mixed.rows}")


def _worst(problem: Problem, program: VarianceProgram) -> Evidence:
    value, points = best_points(program)
    rows = [program.rows(p) for p in points]
    text = write.dumps(write.worst_variance(problem, value, rows[0]))
    points_alone = tuple((r, None) for r in rows)
    source = "all vertices of the three pieces enumerated exactly"
    return Evidence(rows[0], value, value, value, text, source, points_alone)


def _fisher(problem: Problem, program: FisherProgram) -> Evidence:
    from rropt.variance.information_exact import solve_fisher_exactly

    rows, dual = solve_fisher_exactly(program)
    rows = padded(rows, problem)
    information = dual.columns[0] + dual.columns[1] + program.delta * (dual.pairs[0] + dual.pairs[1])
    value = 1 / information
    text = write.dumps(write.asymptotic_variance(problem, value, rows, dual))
    return Evidence(rows, value, value, value, text, "exact duality on the extreme rows", ((rows, None),))


def padded(rows: Matrix, problem: Problem) -> Matrix:
    """The rows, and as many empty ones as the outputs asked for need."""
    missing = 0 if problem.outputs == "free" else problem.outputs - len(rows)
    return (*rows, *(((Fraction(0), Fraction(0)),) * missing))


def _linear(problem: Problem, program: LinearProgram, theorem: ClosedForm | None, *, over_field: bool) -> Evidence:
    if theorem is not None and theorem.pair is not None:
        return _linear_evidence(
            problem, program, theorem.rows, write.pair_multipliers(theorem.pair), "the theorem's multipliers"
        )
    if theorem is not None and theorem.columns is not None:
        multipliers = write.column_multipliers(theorem.columns)
        return _linear_evidence(problem, program, theorem.rows, multipliers, "the theorem's multipliers")
    if not is_rational(program.weights) and (program.ratio != 1 or program.delta != 0):
        return _of_field_weights(problem, program)
    return _linear_evidence(problem, program, *_answered(program, over_field=over_field))


def _of_field_weights(problem: Problem, program: LinearProgram) -> Evidence:
    """Weights of a field: the basis of rational ones near them, or bounds from these."""
    from rropt.linear import field_weights

    near, lacking = field_weights.below(program)
    exact = _basis_of(program, near)
    if exact is not None:
        found = _linear_evidence(problem, program, *exact)
        if found.value is not None and check(found.certificate).status == "accepted":
            return found
    rows, multipliers, source = _answered(near, over_field=False)
    raised = {f"column[{j}]": multipliers.get(f"column[{j}]", Fraction(0)) + x for j, x in enumerate(lacking)}
    source = f"{source}, for rational weights near those asked for"
    return _linear_evidence(problem, program, rows, {**multipliers, **raised}, source)


def _basis_of(program: LinearProgram, rational: LinearProgram) -> Answer | None:
    """The basis that is optimal at rational weights, at a rational T near the program's, solved over the field."""
    from rropt.linear.delta_exact import form_over_field
    from rropt.linear.field_weights import parts, staircase
    from rropt.linear.pure_exact import optimal_basis

    if program.delta == 0:
        basis = optimal_basis(rational, near(program.ratio))
        if basis is None:
            return None
        rows, columns = staircase(program.gains, program.ratio, basis)
        return rows, write.column_multipliers(columns), "exact simplex over staircase columns"
    if not isinstance(program.delta, Fraction):
        return None
    found = form_over_field(replace(rational, ratio=near(program.ratio)), program.ratio, parts(program.gains))
    return None if found is None else (found.rows, write.pair_multipliers(found.multipliers), EXACT_PAIRS)


def _answered(program: LinearProgram, *, over_field: bool) -> Answer:
    """Rows, multipliers by name, and where they come from, for rational weights (or T = 1 and δ = 0)."""
    if program.delta == 0:
        rows, columns, source = _columns(program)
        return rows, write.column_multipliers(columns), source
    return _pairs(program, over_field=over_field)


def _pairs(program: LinearProgram, *, over_field: bool) -> Answer:
    """A program with δ > 0: an exact basis where it is within the effort, else floats made rational and feasible."""
    from rropt.linear.delta_bounds import rounded_pair_bounds
    from rropt.linear.delta_exact import solve_pairs

    found = solve_pairs(program, over_field=over_field)
    if found is not None:
        return found.rows, write.pair_multipliers(found.multipliers), EXACT_PAIRS
    rows, multipliers = rounded_pair_bounds(program)
    return rows, write.pair_multipliers(multipliers), "floats made rational and feasible on both sides"


def _columns(program: LinearProgram) -> tuple[Matrix, tuple[Number, ...], str]:
    """Rows and multipliers of the inputs for a program with δ = 0, exact or at least rigorous, and where they come from."""
    from rropt.linear.pure_bounds import rounded_bounds
    from rropt.linear.pure_exact import optimal_staircase

    gains, ratio = program.gains, program.ratio
    if ratio == 1:
        best = max(range(program.m), key=lambda i: sum(gains[i], Fraction(0)))
        rows = tuple((Fraction(int(i == best)),) * program.k for i in range(program.m))
        return rows, gains[best], "every answer is constant"
    found = optimal_staircase(program, near(ratio))
    if found is None:
        return *rounded_bounds(program), "floats made rational and feasible on both sides"
    return found.rows(ratio, program.m), found.columns, "exact simplex over staircase columns"


def near(ratio: Number) -> Fraction:
    """The ratio, or a rational close enough that the optimal basis is the same save at a breakpoint."""
    if not isinstance(ratio, Element):
        return ratio
    lower, upper = enclose(ratio, width=min(ratio_width(ratio), Fraction(1, 10**18)))
    return (lower + upper) / 2


def ratio_width(ratio: Element) -> Fraction:
    """A width small beside T − 1."""
    lower, _ = enclose(ratio - 1, width=Fraction(1, 10**40))
    return abs(lower) / 10**18 if lower else Fraction(1, 10**40)


def _linear_evidence(
    problem: Problem, program: LinearProgram, rows: Matrix, multipliers: dict[str, Number], source: str
) -> Evidence:
    """The certificate with the bounds that the rows and the multipliers prove."""
    attained = program.value(rows)
    bound = dual_bound(multipliers, program.delta, problem.objective.sense)
    lower, upper = (attained, bound) if program.maximise else (bound, attained)
    text = write.dumps(write.linear(problem, program, rows, multipliers, (lower, upper)))
    value = lower if lower == upper else None
    return Evidence(rows, value, lower, upper, text, source, multipliers=multipliers)


def _listed(
    program: LinearProgram, rows: Matrix, multipliers: Mapping[str, Number], search: Search
) -> tuple[tuple[Face, ...], Optima | None]:
    """The optimal vertices as far as they are searched for, and what the list says; else the stated mechanism alone."""
    from rropt.linear.optimal_face import ALL, FEW
    from rropt.linear.optimal_vertices import optimal_vertices
    from rropt.linear.optimal_vertices_pairs import optimal_pair_vertices

    if search == "one":
        return ((rows, None),), None
    effort = ALL if search == "all" else FEW
    if program.delta == 0:
        columns = [multipliers.get(f"column[{j}]", Fraction(0)) for j in range(program.k)]
        found = optimal_vertices(program, rows, columns, effort)
    else:
        found = optimal_pair_vertices(program, rows, multipliers, effort)
    if found is None:
        return ((rows, None),), Optima.UNLISTED
    vertices = sorted(found, key=lambda other: other != rows)
    return tuple((other, None) for other in vertices), Optima.ONLY if found == [rows] else Optima.MIXTURES


def dual_bound(multipliers: Mapping[str, Number], delta: Number, sense: str) -> Number:
    """What the multipliers of a linear program prove: no mechanism has a better value than this."""
    bound = sum((y for name, y in multipliers.items() if name.startswith("column")), Fraction(0))
    bound = bound + delta * sum((y for name, y in multipliers.items() if name.startswith("pair")), Fraction(0))
    return bound if sense == "max" else -bound
