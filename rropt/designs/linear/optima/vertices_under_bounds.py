"""List all optimal vertices of a linear design with δ > 0, bounds that differ between pairs, several demands, or conditions.

Let p_ij be the probability of output i at input j. For each ordered pair (j, l) of inputs, the demand is Σ_i max(0,
p_ij − T_jl·p_il) ≤ δ_jl. Optimal multipliers are given: y_j for the sum of column j, y_jl for the demand on a pair, μ_ijl for its
term of output i (`rropt.designs.linear.program`), and z_n for condition n. A mechanism that keeps the demand and the conditions is
optimal exactly if it satisfies complementary slackness with these multipliers. Let s_n be the sign and a_n the factors of condition
n, as in `rows/program.py`. Let W be the gains, C = W + Σ_n z_n s_n a_n, and d_ijl = p_ij − T_jl·p_il. Then the requirements are:

* p_ij = 0 if C_ij − y_j − Σ_l μ_ijl + Σ_l T_lj·μ_ilj < 0; a condition with z_n ≠ 0 holds with equality.
* For a pair with δ_jl = 0: d_ijl = 0 if μ_ijl > 0, else d_ijl ≤ 0.
* For a pair with δ_jl > 0 and y_jl > 0: d_ijl ≤ 0 if μ_ijl = 0, d_ijl = 0 if 0 < μ_ijl < y_jl, and d_ijl ≥ 0 if μ_ijl = y_jl. The
  d_ijl with μ_ijl = y_jl sum to δ_jl.
* For a pair with δ_jl > 0 and y_jl = 0: Σ_{i∈S} d_ijl ≤ δ_jl for every set S of outputs. Such an inequality is added once a vertex
  violates it.

If the equations have only one solution, the optimum is the only one. Otherwise the directions in which a point can move without
violating them are found exactly. Then the double description method finds the vertices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.designs.linear.optima.face import Face, FaceCondition, FaceEffort, vertices
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, total_of
from rropt.exact.sign import sign
from rropt.problem.conditions import Condition

__all__ = ["MOST_ENTRIES", "Bounded", "optimal_vertices_under_bounds"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ENTRIES = 64  # for mechanisms with more entries it is not decided whether others are optimal too
Place = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bounded:
    """The gains to maximise, the conditions, and the privacy bounds on pairs of inputs.

    `bounds` maps the name of each bound to its ratio and its slack. The name begins with the two inputs of the pair.
    """

    gains: Matrix
    bounds: Mapping[Place, tuple[Number, Number]]
    conditions: tuple[Condition, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of outputs and inputs."""
        return len(self.gains), len(self.gains[0])

    def difference(self, place: Place, outputs: Iterable[int], sense: int = 1) -> dict[int, Number]:
        """Write ±Σ (p_ij − T·p_il), a sum over some outputs i, as a mapping from the number of each unknown to its coefficient.

        `place` is the name of a bound on two inputs j and l, and T is the bound's ratio. `sense` is the sign. The entry p_ij of the
        mechanism is the unknown number i·k + j.
        """
        (j, end), (_, k), ratio = place[:2], self.shape, self.bounds[place][0]
        terms: dict[int, Number] = {}
        for i in outputs:
            terms[i * k + j], terms[i * k + end] = Fraction(sense), -sense * ratio
        return terms


def optimal_vertices_under_bounds(
    program: Bounded, rows: Matrix, multipliers: Mapping[str, Number], effort: FaceEffort
) -> list[Matrix] | None:
    """List every optimal mechanism that is a vertex of the set of optima.

    One optimum, `rows`, and optimal multipliers are given. None if the list exceeds the limits in `effort`, or if the mechanism has
    more than `MOST_ENTRIES` entries.
    """
    m, k = program.shape
    if m * k > MOST_ENTRIES:
        return None
    face = Face(tuple(x for row in rows for x in row))
    for j in range(k):
        face.add({i * k + j: ONE for i in range(m)}, ONE, equal=True)
    _add_entries(face, program, multipliers)
    for place, (_, delta) in program.bounds.items():
        (_add_with_slack if delta else _add_without_slack)(face, program, multipliers, place)
    for n, condition in enumerate(program.conditions):
        terms: dict[int, Number] = {i * k + j: condition.sign * a for (i, j), a in condition.terms}
        tight = condition.relation == "==" or bool(multipliers.get(f"condition[{n}]"))
        face.add(terms, condition.sign * condition.bound, equal=tight)
    face.missing = lambda point: _find_violated(program, multipliers, point)
    found = vertices(face, effort)
    return None if found is None else [freeze(x[i * k : (i + 1) * k] for i in range(m)) for x in found]


def _share(multipliers: Mapping[str, Number], i: int, place: Place) -> Number:
    return multipliers.get(f"excess[{','.join(map(str, (i, *place)))}]", ZERO)


def _whole(multipliers: Mapping[str, Number], place: Place) -> Number:
    return multipliers.get(f"pair[{','.join(map(str, place))}]", ZERO)


def _add_entries(face: Face, program: Bounded, multipliers: Mapping[str, Number]) -> None:
    """Add to the face a condition on each entry of the mechanism. If its reduced gain is negative, the entry is 0; else it is at
    least 0.

    The reduced gain is the gain after the multipliers of the columns, conditions and bounds have been subtracted or added.
    """
    m, k = program.shape
    left = [[w - multipliers.get(f"column[{j}]", ZERO) for j, w in enumerate(row)] for row in program.gains]
    for n, condition in enumerate(program.conditions):
        z = multipliers.get(f"condition[{n}]", ZERO)
        for (i, j), a in condition.terms:
            left[i][j] = left[i][j] + z * condition.sign * a
    for place, (ratio, _) in program.bounds.items():
        for i in range(m):
            if share := _share(multipliers, i, place):
                left[i][place[0]] = left[i][place[0]] - share
                left[i][place[1]] = left[i][place[1]] + ratio * share
    for i in range(m):
        for j in range(k):
            face.add({i * k + j: ONE}, equal=sign(left[i][j]) < 0)


def _add_without_slack(face: Face, program: Bounded, multipliers: Mapping[str, Number], place: Place) -> None:
    for i in range(len(program.gains)):
        face.add(program.difference(place, [i], -1), equal=bool(_share(multipliers, i, place)))


def _add_with_slack(face: Face, program: Bounded, multipliers: Mapping[str, Number], place: Place) -> None:
    """Add to `face`, the set of optima, the conditions that a bound with slack implies for every optimum.

    If the multiplier of the bound is 0, nothing is added here. The bound is then added once a point violates it (`_find_violated`).
    """
    y = _whole(multipliers, place)
    if not y:
        return
    above = []
    for i in range(len(program.gains)):
        share = _share(multipliers, i, place)
        if share == y:
            above.append(i)
        face.add(program.difference(place, [i], 1 if share == y else -1), equal=bool(share) and share != y)
    face.add(program.difference(place, above), program.bounds[place][1], equal=True)


def _find_violated(
    program: Bounded, multipliers: Mapping[str, Number], point: Sequence[Number]
) -> Iterable[FaceCondition]:
    """Yield the bounds Σ_i max(0, p_ij − T·p_il) ≤ δ on pairs of inputs that a point violates, if δ > 0 and the multiplier is 0.

    Each is yielded as a linear condition on the point: the sum over the outputs i whose term is positive there.
    """
    m, k = program.shape
    for place, (ratio, delta) in program.bounds.items():
        if delta and not _whole(multipliers, place):
            j, end = place[:2]
            excesses = {i: point[i * k + j] - ratio * point[i * k + end] for i in range(m)}
            above = [i for i, x in excesses.items() if x > 0]
            if total_of([excesses[i] for i in above]) > delta:
                yield FaceCondition(program.difference(place, above, -1), -delta)
