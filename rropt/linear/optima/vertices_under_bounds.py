"""All optimal vertices of a linear design under budgets of pairs, several demands, or conditions on the mechanism.

The multipliers y_j, y_jl and μ_ijl of the pair form, and z_n of the conditions, are optimal, so a mechanism that keeps everything
is optimal exactly if it is complementary to them. With C = W + Σ_n z_n s_n a_n (see `rropt.linear.conditioned`) in place of W:

* p_ij = 0 where C_ij − y_j − Σ_l μ_ijl + Σ_l T_lj·μ_ilj < 0, and a condition with z_n ≠ 0 holds with equality;
* where δ_jl = 0: p_ij = T_jl·p_il for μ_ijl > 0, and p_ij ≤ T_jl·p_il for the others;
* where δ_jl > 0: as for one T and δ, in `vertices_of_pairs`.

Where these equations leave no direction the optimum is the only one; else the directions are found exactly and the vertices by
the double description method.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, freeze, kernel, total_of
from rropt.exact.sign import sign
from rropt.linear.optima.face import FaceEffort
from rropt.problem.conditions import Condition
from rropt.solvers import double_description as polytope

__all__ = ["Bounded", "optimal_vertices_under_bounds"]

ZERO, ONE = Fraction(0), Fraction(1)
Place = tuple[int, ...]
Terms = dict[int, Number]


@dataclass(frozen=True, slots=True)
class Bounded:
    """The weights to maximise, the ratio and the slack of each bound of a pair, and the conditions."""

    gains: Matrix
    bounds: Mapping[Place, tuple[Number, Number]]
    conditions: tuple[Condition, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of outputs and inputs."""
        return len(self.gains), len(self.gains[0])

    def difference(self, place: Place, outputs: Iterable[int], sense: int = 1) -> Terms:
        """The sum of p_ij − T·p_il over some outputs, times ±1."""
        (j, end), (_, k), ratio = place[:2], self.shape, self.bounds[place][0]
        terms: Terms = {}
        for i in outputs:
            terms[i * k + j], terms[i * k + end] = Fraction(sense), -sense * ratio
        return terms


@dataclass(slots=True)
class _Face:
    """Σ c·x = right, and Σ c·x ≥ right, of the entries x of P."""

    equations: list[tuple[Terms, Number]] = field(default_factory=list)
    inequalities: list[tuple[Terms, Number]] = field(default_factory=list)

    def add(self, terms: Terms, right: Number = ZERO, *, equal: bool) -> None:
        """One more condition."""
        (self.equations if equal else self.inequalities).append((terms, right))


def optimal_vertices_under_bounds(
    program: Bounded, rows: Matrix, multipliers: Mapping[str, Number], effort: FaceEffort
) -> list[Matrix] | None:
    """Every vertex of the optimal face, in which `rows` lies; None where that is more than is searched."""
    m, k = program.shape
    face = _Face()
    for j in range(k):
        face.add({i * k + j: ONE for i in range(m)}, ONE, equal=True)
    _add_entries(face, program, multipliers)
    for place, (_, delta) in program.bounds.items():
        (_add_with_slack if delta else _add_without_slack)(face, program, multipliers, place)
    for n, condition in enumerate(program.conditions):
        terms: Terms = {i * k + j: condition.sign * a for (i, j), a in condition.terms}
        tight = condition.relation == "==" or bool(multipliers.get(f"condition[{n}]"))
        face.add(terms, condition.sign * condition.bound, equal=tight)
    point = [x for row in rows for x in row]
    found = _vertices(face, program, multipliers, point, effort)
    return None if found is None else [freeze(x[i * k : (i + 1) * k] for i in range(m)) for x in found]


def _share(multipliers: Mapping[str, Number], i: int, place: Place) -> Number:
    return multipliers.get(f"excess[{','.join(map(str, (i, *place)))}]", ZERO)


def _whole(multipliers: Mapping[str, Number], place: Place) -> Number:
    return multipliers.get(f"pair[{','.join(map(str, place))}]", ZERO)


def _add_entries(face: _Face, program: Bounded, multipliers: Mapping[str, Number]) -> None:
    """Entries that the multipliers leave less than nothing are 0, the others not negative."""
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


def _add_without_slack(face: _Face, program: Bounded, multipliers: Mapping[str, Number], place: Place) -> None:
    for i in range(len(program.gains)):
        face.add(program.difference(place, [i], -1), equal=bool(_share(multipliers, i, place)))


def _add_with_slack(face: _Face, program: Bounded, multipliers: Mapping[str, Number], place: Place) -> None:
    """The conditions of a bound that has a multiplier; those of the others are given where a point fails them."""
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
) -> Iterable[tuple[Terms, Number]]:
    """Bounds with a slack and no multiplier that a point fails, on the outputs where it is above."""
    m, k = program.shape
    for place, (ratio, delta) in program.bounds.items():
        if delta and not _whole(multipliers, place):
            j, end = place[:2]
            excesses = {i: point[i * k + j] - ratio * point[i * k + end] for i in range(m)}
            above = [i for i, x in excesses.items() if x > 0]
            if total_of([excesses[i] for i in above]) > delta:
                yield program.difference(place, above, -1), -delta


def _vertices(
    face: _Face, program: Bounded, multipliers: Mapping[str, Number], point: Sequence[Number], effort: FaceEffort
) -> list[Sequence[Number]] | None:
    """The vertices as the point and a combination of the directions that the equations leave."""
    size = range(len(point))
    directions = kernel([[terms.get(n, ZERO) for n in size] for terms, _ in face.equations])
    if not directions:
        return [point]
    if len(directions) > effort.directions:
        return None

    def seen(condition: tuple[Terms, Number]) -> polytope.Inequality:
        terms, right = condition
        height = total_of([c * point[n] for n, c in terms.items()]) - right
        return height, *(total_of([c * way[n] for n, c in terms.items()]) for way in directions)

    def placed(steps: Sequence[Number]) -> list[Number]:
        moves = [[x, *(s * way[n] for s, way in zip(steps, directions, strict=True))] for n, x in enumerate(point)]
        return [total_of(terms) for terms in moves]

    found = polytope.vertices(
        [seen(x) for x in face.inequalities],
        most=effort.rays,
        pairs=effort.pairs,
        missing=lambda steps: [seen(x) for x in _find_violated(program, multipliers, placed(steps))],
    )
    return None if found is None else [placed(steps) for steps in found]
