"""optimal: the least variance of the unbiased estimate of a prevalence, two inputs and two outputs.

Statement: over the mechanisms of the demand with p00 + p11 > 1 (and p00 = p11 under the restriction `warner`), the mechanism or
the minimisers listed attain the least n Var of the estimate (share of the second output - P_10)/(p00 + p11 - 1): at a
prevalence pi; at every pi of [a, b]; or at the worst pi of [a, b]. A list is complete. Evidence: none; the vertices of a
polyhedron are enumerated.

Proof. With (x, y) = (p00, p11)/(p00 + p11 - 1), n Var = (x - pi)(y - 1 + pi), and the demand is the polyhedron (T >= 1)

    x >= 1,  y >= 1,  (T - 1 + delta) x + delta y >= T + delta,  delta x + (T - 1 + delta) y >= T + delta   [and x = y],

the third for each T and delta of the first input against the second, the fourth for each of the second against the first.
These normals are >= 0, so the polyhedron recedes in the directions (1, 0) and (0, 1) [together: (1, 1) alone] and no others
but their combinations; each condition adds a half-plane, of any normal, which leaves some of them. There both factors are >= 0
and do not decrease, and a product of two nonnegative affine functions is quasi-concave: some vertex is least. If the least
value v is > 0, then both factors are > 0 on the face and the product is strictly quasi-concave along every segment and
increases in every direction of recession: only vertices are least. If v = 0, then pi = 0 and y = 1, or pi = 1 and x = 1, and
the minimisers are the face where the factor vanishes: its vertices and, if the polyhedron recedes along the face, the ray from
there. At `every` pi of [a, b] the difference of two values is affine in pi. At the worst pi of [a, b] the largest value is
that at a where x - y + 1 <= 2a, at b where it is >= 2b, and else that at (x - y + 1)/2, which is ((x + y - 1)/2)^2: each of
the three parts of the polyhedron is treated alike. SPEC.md, sections 7, 9.6.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ..arithmetic.quotient import FOUR, ONE, TWO, ZERO, Quotient
from ..model.condition import Condition, Conditions, read_conditions, require_conditions
from ..model.demand import Demand, read_demand, require_demand, require_satisfied
from ..model.mechanism import require_stochastic
from ..refusals import Malformed, expect, require
from ..text.part import Labels, Matrix, Part, Scalar, Vector, read_labels, read_matrix, read_pair, read_scalar
from ..text.spelling import spell, spell_labels

OBJECTIVES = ("variance",)
# The keys that answer its question.
ANSWERS = "value mechanism minimisers"
Point = tuple[Quotient, Quotient]
HalfPlane = tuple[Quotient, Quotient, Quotient]  # (a, b, c) stands for a x + b y >= c
Variance = Callable[[Quotient, Quotient], Quotient]
KINDS = ("prevalence", "every", "worst")


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the polyhedron, cut out by further half-planes, with its formula of the variance."""

    sides: list[HalfPlane]
    variance: Variance


@dataclass(frozen=True, slots=True)
class BinaryVariance:
    """The mechanisms that attain the least variance; with `listed` there are no others."""

    demand: Demand
    inputs: Labels
    outputs: Labels
    kind: str
    prevalences: Scalar | Vector
    warner: bool
    value: Scalar | None
    mechanisms: list[Matrix]
    listed: bool
    conditions: Conditions

    def ends(self) -> tuple[Quotient, Quotient]:
        """The interval of prevalences, or the one prevalence twice."""
        if isinstance(self.prevalences, Scalar):
            return self.prevalences.number, self.prevalences.number
        a, b = self.prevalences.numbers
        return a, b


def read(part: Part, claim: str) -> BinaryVariance:
    """Read the objective, its value (none for every prevalence), and one mechanism or the list of minimisers."""
    expect(claim == "optimal", "the variance is only claimed to be optimal")
    parts = part.take("notion objective inputs outputs", "value mechanism minimisers conditions")
    kind, prevalences, warner = _read_objective(parts["objective"])
    expect(("value" in parts) == (kind != "every"), "a value is missing, or one too many")
    mechanisms, listed = _read_mechanisms(parts, kind)
    inputs, outputs = read_labels(parts["inputs"]), read_labels(parts["outputs"])
    expect(len(inputs) == len(outputs) == 2, "the variance is about two inputs and two outputs")
    value = read_scalar(parts["value"]) if "value" in parts else None
    demand, conditions = read_demand(parts["notion"], pairs_of=2), read_conditions(parts, 2, 2)
    expect(not (listed and conditions.items), "under conditions the minimisers are not listed")
    return BinaryVariance(demand, inputs, outputs, kind, prevalences, warner, value, mechanisms, listed, conditions)


def _read_objective(part: Part) -> tuple[str, Scalar | Vector, bool]:
    """Read the prevalences, and whether p00 = p11 is required."""
    parts = part.take("name", "prevalence every worst restriction")
    kinds = [kind for kind in KINDS if kind in parts]
    if len(kinds) != 1:
        raise Malformed(f"{part.where()} should have one of the keys {', '.join(KINDS)}")
    warner = "restriction" in parts and parts["restriction"].word("warner") == "warner"
    where = parts[kinds[0]]
    return kinds[0], read_scalar(where) if kinds[0] == "prevalence" else read_pair(where), warner


def _read_mechanisms(parts: dict[str, Part], kind: str) -> tuple[list[Matrix], bool]:
    """The one mechanism, or the list of all minimisers."""
    listed = "minimisers" in parts
    expect(listed != ("mechanism" in parts), "there should be a mechanism, or a list of minimisers")
    expect(not (listed and kind == "worst"), "the minimisers at the worst prevalence are not listed")
    items = parts["minimisers"].items() if listed else [parts["mechanism"]]
    found = [read_matrix(item) for item in items]
    expect(bool(found), "an empty list of minimisers")
    expect(all(matrix.size() == (2, 2) for matrix in found), "a mechanism that is not two by two")
    return found, listed


def check(claim: BinaryVariance) -> None:
    """Require that the mechanisms have the value, that no vertex has less, and that a list is complete."""
    require_demand(claim.demand)
    ratios = [ratio for ratio, _ in [*claim.demand.asked_between(0, 1), *claim.demand.asked_between(1, 0)]]
    require(all(ratio >= ONE for ratio in ratios), "ratio-below-one", "a demand with a ratio below 1")
    _require_prevalences(claim)
    for mechanism in claim.mechanisms:
        _require_feasible(mechanism, claim)
    points = [_coordinates(mechanism) for mechanism in claim.mechanisms]
    a, b = claim.ends()
    if claim.kind == "worst":
        questions = [_worst_regions(a, b)]
    else:
        questions = [_whole_plane(pi) for pi in ([a, b] if claim.kind == "every" else [a])]
    values = [_common_value(points, regions, claim.value) for regions in questions]
    gaps = [_vertex_gaps(claim, regions, value) for regions, value in zip(questions, values, strict=True)]
    if claim.listed:
        _require_complete(claim, points, gaps)


def _require_prevalences(claim: BinaryVariance) -> None:
    """Require 0 <= a <= b <= 1; for every prevalence of an interval also a < b."""
    a, b = claim.ends()
    require(a >= ZERO, "prevalence-below-zero", "a prevalence below 0")
    require(b <= ONE, "prevalence-above-one", "a prevalence above 1")
    in_order = a < b if claim.kind == "every" else a <= b
    require(in_order, "prevalence-order", "prevalences out of order")


def _require_feasible(mechanism: Matrix, claim: BinaryVariance) -> None:
    """Require that the mechanism satisfies the demand and the restriction, with p00 + p11 > 1."""
    require_stochastic(mechanism)
    require_satisfied(mechanism, claim.demand)
    require_conditions(mechanism, claim.conditions)
    (p00, _), (_, p11) = mechanism.rows
    require(p00 + p11 > ONE, "identified", "p00 + p11 is not greater than 1")
    require(not claim.warner or p00 == p11, "warner", "p00 = p11 does not hold")


def _coordinates(mechanism: Matrix) -> Point:
    """(x, y) = (p00, p11)/(p00 + p11 - 1)."""
    (p00, _), (_, p11) = mechanism.rows
    apart = p00 + p11 - ONE
    return p00 / apart, p11 / apart


def _polyhedron(claim: BinaryVariance) -> list[HalfPlane]:
    """The half-planes of the demand, of the restriction and of the conditions.

    What is asked of the first input against the second says p00 - T p01 <= delta, as p10 <= T p11 for T >= 1 and p00 + p11 > 1;
    with p00 = x/(x + y - 1) and p01 = (x - 1)/(x + y - 1) that is (T - 1 + delta) x + delta y >= T + delta.
    """
    first = [(T - ONE + delta, delta, T + delta) for T, delta in claim.demand.asked_between(0, 1)]
    second = [(delta, T - ONE + delta, T + delta) for T, delta in claim.demand.asked_between(1, 0)]
    found = [(ONE, ZERO, ONE), (ZERO, ONE, ONE), *first, *second]
    found += [(ONE, -ONE, ZERO), (-ONE, ONE, ZERO)] if claim.warner else []
    return found + [line for condition in claim.conditions.items for line in _lines(condition)]


def _lines(condition: Condition) -> list[HalfPlane]:
    """A condition sum a_ij p_ij >= bound as half-planes, two of an equality.

    With (p00, p01, p10, p11) = (x, x - 1, y - 1, y)/(x + y - 1) it says, multiplied by x + y - 1 > 0, that
    (a00 + a01 - bound) x + (a10 + a11 - bound) y >= a01 + a10 - bound.
    """
    a00, a01, a10, a11 = (condition.terms.get(entry, ZERO) for entry in ((0, 0), (0, 1), (1, 0), (1, 1)))
    bound = condition.bound.number
    a, b, c = (condition.toward(x) for x in (a00 + a01 - bound, a10 + a11 - bound, a01 + a10 - bound))
    return [(a, b, c), (-a, -b, -c)] if condition.relation == "=" else [(a, b, c)]


def _whole_plane(pi: Quotient) -> list[Region]:
    """One region, for the variance at one prevalence."""
    return [Region([], _variance_at(pi))]


def _worst_regions(a: Quotient, b: Quotient) -> list[Region]:
    """Split the plane by where in [a, b] the variance is largest: at a, at b, or inside."""
    at_a = (-ONE, ONE, ONE - TWO * a)  # x - y + 1 <= 2a
    at_b = (ONE, -ONE, TWO * b - ONE)  # x - y + 1 >= 2b
    inside = [(ONE, -ONE, TWO * a - ONE), (-ONE, ONE, ONE - TWO * b)]
    return [Region([at_a], _variance_at(a)), Region([at_b], _variance_at(b)), Region(inside, _variance_inside)]


def _variance_at(pi: Quotient) -> Variance:
    """(x - pi)(y - 1 + pi) as a function of x and y."""
    return lambda x, y: (x - pi) * (y - ONE + pi)


def _variance_inside(x: Quotient, y: Quotient) -> Quotient:
    """The value at pi = (x - y + 1)/2."""
    return (x + y - ONE) * (x + y - ONE) / FOUR


def _height(line: HalfPlane, at: Point) -> Quotient:
    """a x + b y - c."""
    return line[0] * at[0] + line[1] * at[1] - line[2]


def _common_value(points: list[Point], regions: list[Region], claimed: Scalar | None) -> Quotient:
    """Require that all points, in their regions, have the claimed variance; return it."""
    found = [
        region.variance(*at)
        for at in points
        for region in regions
        if all(_height(line, at) >= ZERO for line in region.sides)
    ]
    require(len(found) > 0, "region", "the place of the worst prevalence changes; split the domain")
    value = claimed.number if claimed else found[0]
    require(all(v == value for v in found), "value", "a mechanism has another variance")
    return value


def _vertices(lines: list[HalfPlane]) -> Iterator[Point]:
    """All intersections of two lines that lie in every half-plane on the whole domain."""
    for (a, b, c), (d, e, f) in combinations(lines, 2):
        determinant = a * e - b * d
        if not determinant.is_zero():
            at = (c * e - b * f) / determinant, (a * f - c * d) / determinant
            if not any(_height(line, at) < ZERO for line in lines):
                yield at


def _vertex_gaps(claim: BinaryVariance, regions: list[Region], value: Quotient) -> list[tuple[Point, Quotient]]:
    """The vertices of all regions with their variance minus the value; require that this is nowhere negative."""
    lines = _polyhedron(claim)
    found = [(at, region.variance(*at) - value) for region in regions for at in _vertices([*lines, *region.sides])]
    beaten = all(gap >= ZERO for _, gap in found)
    require(beaten, "vertex", "another vertex may have a smaller variance")
    return found


def _require_complete(claim: BinaryVariance, points: list[Point], gaps: list[list[tuple[Point, Quotient]]]) -> None:
    """Require that every vertex that ties (at `every` prevalence: at both ends) is listed, and no minimiser twice.

    Where the value is 0 the sentence names mixtures with a vertex, so that each listed point is one. That needs a value: inside of
    an interval of prevalences both factors of the variance are > 0.
    """
    at_first_end, at_last_end = gaps[0], gaps[-1]  # the same list where one prevalence is asked about
    for (at, gap), (_, other_gap) in zip(at_first_end, at_last_end, strict=True):
        listed = any(_are_equal(at, point) for point in points)
        require(listed or gap + other_gap > ZERO, "minimiser-missing", "a minimiser may be missing from the list")
    twice = any(_are_equal(p, q) for p, q in combinations(points, 2))
    require(not twice, "minimiser-twice", "a minimiser is listed twice")
    if claim.value is None:
        return
    decided = claim.value.number > ZERO or claim.value.number.is_zero()
    require(decided, "value-zero", "the value is 0 only somewhere; split the domain")
    if claim.value.number.is_zero():
        vertices = [at for at, _ in gaps[0]]
        extreme = all(any(_are_equal(at, point) for at in vertices) for point in points)
        require(extreme, "minimiser-vertex", "a minimiser that is no vertex")


def _are_equal(p: Point, q: Point) -> bool:
    """Whether two points are equal on the whole domain."""
    return p[0] == q[0] and p[1] == q[1]


def _limit(claim: BinaryVariance) -> str:
    """The limit mechanism of the face of variance 0 as text, if the value is 0; empty if the face is bounded.

    Along (dx, dy) the mechanism of (x, y) tends to p00 = dx/(dx + dy), p11 = dy/(dx + dy). At pi = 0 the factor y - 1 + pi is what
    vanishes, and it stays 0 in the direction (1, 0); at pi = 1 it is x - pi, and (0, 1). With x = y the polyhedron recedes in
    neither direction.
    """
    if claim.warner:
        return ""
    at_zero = claim.ends()[0].is_zero()
    return "[[1, 1], [0, 0]]" if at_zero else "[[0, 0], [1, 1]]"


def sentence(claim: BinaryVariance) -> str:
    """Say the prevalences, the value, the mechanisms that attain it, and the estimate it belongs to."""
    restricted, asked = " and p00 = p11" if claim.warner else "", f"{claim.demand.words()}{claim.conditions.words()}"
    return (
        f"among all mechanisms with {spell_labels(claim.inputs, 'input')} and {spell_labels(claim.outputs, 'output')} "
        f"satisfying {asked}, with p00 + p11 > 1{restricted}, the smallest n*Var {_spell_where(claim)} is "
        f"{_spell_value(claim)}, {_spell_attained(claim)}; n*Var is n times the variance, from n answers, of the unbiased estimate "
        "(share of the second output - p10)/(p00 + p11 - 1) of the prevalence, which is the share of the second input, by a "
        "mechanism [[p00, p01], [p10, p11]] (a row for each output)"
    )


def _spell_where(claim: BinaryVariance) -> str:
    """Spell the prevalence, or the interval."""
    before = {
        "prevalence": "at prevalence",
        "every": "for every prevalence pi of",
        "worst": "at the worst prevalence of",
    }
    return f"{before[claim.kind]} {spell(claim.prevalences)}"


def _spell_value(claim: BinaryVariance) -> str:
    """Spell the number; for every prevalence, the formula."""
    if claim.value is not None:
        return spell(claim.value)
    return "(x - pi)(y - 1 + pi) with (x, y) = (p00, p11)/(p00 + p11 - 1) of the mechanism named next"


def _spell_attained(claim: BinaryVariance) -> str:
    """Say which mechanisms attain the value."""
    names = " and ".join(map(spell, claim.mechanisms))
    if not claim.listed:
        return f"attained by {names}"
    if claim.value is None:
        return f"attained, for pi inside of the interval, only by {names}"
    limit = _limit(claim) if claim.value.number.is_zero() else ""
    if not limit:
        return f"attained only by {names}"
    return f"attained only by the mixtures (1 - w) {names} + w {limit} with 0 <= w < 1"
