"""optimal: the least variance of the unbiased estimate of a prevalence, with two inputs and two outputs.

Let p_ij be a mechanism's probability of output i given input j, and let the prevalence pi be the share of the second input. n Var
is n times the variance, from n answers, of the unbiased estimate (share of the second output - p10)/(p00 + p11 - 1) of pi.

Statement: the named mechanism, or each of the listed minimisers, attains the least n Var among the mechanisms that are compared.
These are the mechanisms with p00 + p11 > 1 that satisfy the demand, and the conditions if there are some. Under the restriction
`warner` they also have p00 = p11. The statement is about one prevalence pi (`prevalence`), every pi of [a, b] (`every`), or the
worst pi of [a, b] (`worst`). If minimisers are listed, there are no others, with two exceptions: for `every` there may be others at
pi = a or pi = b; and if the least n Var is 0, the mixtures that the sentence names (`_limit`) attain it too. No evidence is needed:
the vertices of a polyhedron are enumerated.

Proof. Let (x, y) = (p00, p11)/(p00 + p11 - 1). Then n Var = (x - pi)(y - 1 + pi). The demand asks ratios T >= 1 and slacks delta of
the two ordered pairs of inputs. It allows the points of the polyhedron

    x >= 1,  y >= 1,  (T - 1 + delta) x + delta y >= T + delta,  delta x + (T - 1 + delta) y >= T + delta,

and under `warner` x = y too. There is one third inequality for each T and delta that the demand asks of the first input against the
second, and one fourth inequality for each T and delta that it asks of the second input against the first. The normals of all these
inequalities are >= 0. So the polyhedron recedes in all directions (u, v) >= 0 and in no others; under `warner` it recedes in the
direction (1, 1) alone. A condition adds a half-plane with any normal, and so may remove some of these directions.

On the polyhedron both factors of n Var are >= 0, and they do not decrease in these directions. A product of two affine functions
that are >= 0 is quasi-concave, so that some vertex has the least value v.
- If v > 0, both factors are > 0 wherever the value is v. There the product is strictly quasi-concave along every segment, and
  increases in every direction of recession, so that only vertices have the value v.
- If v = 0, then pi = 0 and y = 1, or pi = 1 and x = 1. One of the two factors is then 0 on a face, and this face is the set of
  minimisers. It is a vertex, a segment or, if the polyhedron recedes along the face, a ray from a vertex.

For `every`, the difference of the values of two mechanisms is affine in pi, so that it is >= 0 on [a, b] iff it is >= 0 at both
ends. For `worst`, the largest value on [a, b] lies at a if x - y + 1 <= 2a, and at b if x - y + 1 >= 2b. Otherwise it lies at
pi = (x - y + 1)/2, where it is ((x + y - 1)/2)^2. The polyhedron is cut into these three regions, and the vertices of each are
enumerated as before. SPEC.md, sections 7, 9.6.
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
ANSWERS = "value mechanism minimisers"
Point = tuple[Quotient, Quotient]
HalfPlane = tuple[Quotient, Quotient, Quotient]  # (a, b, c) stands for a x + b y >= c
Variance = Callable[[Quotient, Quotient], Quotient]
KINDS = ("prevalence", "every", "worst")


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the plane of points (x, y), bounded by the half-planes `sides`.

    `variance` is n times the variance of the estimate from n answers, as a function of x and y that is valid in this part.
    """

    sides: list[HalfPlane]
    variance: Variance


@dataclass(frozen=True, slots=True)
class BinaryVariance:
    """The claim: the `mechanisms` attain the least n Var (n times the variance from n answers); if `listed`, no others attain it.

    `kind` says whether the claim is about one `prevalence`, `every` prevalence of an interval, or the `worst` one of an interval.
    `value` is the least n Var. For `every` it is None. `warner` says whether p00 = p11 is required.
    """

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
        """Return the ends (a, b) of the interval of prevalences. If the claim is about one prevalence, return it twice."""
        if isinstance(self.prevalences, Scalar):
            return self.prevalences.number, self.prevalences.number
        a, b = self.prevalences.numbers
        return a, b


def read(part: Part, claim: str) -> BinaryVariance:
    """Read the question, its least value, and either one mechanism or the list of all minimisers.

    If the claim is about every prevalence of an interval (`every`), it has no least value.
    """
    expect(claim == "optimal", "the variance is only claimed to be optimal")
    parts = part.take("notion objective inputs outputs", "value mechanism minimisers conditions")
    kind, prevalences, warner = _read_objective(parts["objective"])
    expect(
        ("value" in parts) == (kind != "every"), "there should be a value, but none for every prevalence of an interval"
    )
    mechanisms, listed = _read_mechanisms(parts, kind)
    inputs, outputs = read_labels(parts["inputs"]), read_labels(parts["outputs"])
    expect(len(inputs) == len(outputs) == 2, "the variance is about two inputs and two outputs")
    value = read_scalar(parts["value"]) if "value" in parts else None
    demand, conditions = read_demand(parts["notion"], pairs_of=2), read_conditions(parts, 2, 2)
    expect(not (listed and conditions.items), "under conditions the minimisers are not listed")
    return BinaryVariance(demand, inputs, outputs, kind, prevalences, warner, value, mechanisms, listed, conditions)


def _read_objective(part: Part) -> tuple[str, Scalar | Vector, bool]:
    """Read the objective.

    Return the kind (`prevalence`, `every` or `worst`), the prevalence or the two ends of an interval, and whether p00 = p11 is
    required.
    """
    parts = part.take("name", "prevalence every worst restriction")
    kinds = [kind for kind in KINDS if kind in parts]
    if len(kinds) != 1:
        raise Malformed(f"{part.where()} should have one of the keys {', '.join(KINDS)}")
    warner = "restriction" in parts and parts["restriction"].word("warner") == "warner"
    where = parts[kinds[0]]
    return kinds[0], read_scalar(where) if kinds[0] == "prevalence" else read_pair(where), warner


def _read_mechanisms(parts: dict[str, Part], kind: str) -> tuple[list[Matrix], bool]:
    """Read one mechanism, or the list of all minimisers; return the mechanisms, and whether they are such a list."""
    listed = "minimisers" in parts
    expect(listed != ("mechanism" in parts), "there should be a mechanism, or a list of minimisers")
    expect(not (listed and kind == "worst"), "the minimisers at the worst prevalence are not listed")
    items = parts["minimisers"].items() if listed else [parts["mechanism"]]
    found = [read_matrix(item) for item in items]
    expect(bool(found), "an empty list of minimisers")
    expect(all(matrix.size() == (2, 2) for matrix in found), "a mechanism that is not two by two")
    return found, listed


def check(claim: BinaryVariance) -> None:
    """Require that the mechanisms may be compared and have the claimed variance, and that no vertex has a smaller variance.

    `_require_feasible` says what may be compared. The vertices are those of `_polyhedron` or, for `worst`, of its three parts. Each
    ratio that the demand asks must be 1 or more. If the claim lists all minimisers, also require that the list is complete.
    """
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
    """Require 0 <= a <= b <= 1 for the ends a and b of the interval of prevalences.

    If the claim is about every prevalence of the interval, require a < b. If it is about one prevalence, both a and b are this
    prevalence.
    """
    a, b = claim.ends()
    require(a >= ZERO, "prevalence-below-zero", "a prevalence below 0")
    require(b <= ONE, "prevalence-above-one", "a prevalence above 1")
    in_order = a < b if claim.kind == "every" else a <= b
    require(in_order, "prevalence-order", "prevalences out of order")


def _require_feasible(mechanism: Matrix, claim: BinaryVariance) -> None:
    """Require that the mechanism satisfies the demand and the conditions, and that p00 + p11 > 1.

    Here p_ij is its probability of output i given input j. Under the restriction `warner`, also require p00 = p11.
    """
    require_stochastic(mechanism)
    require_satisfied(mechanism, claim.demand)
    require_conditions(mechanism, claim.conditions)
    (p00, _), (_, p11) = mechanism.rows
    require(p00 + p11 > ONE, "identified", "p00 + p11 is not greater than 1")
    require(not claim.warner or p00 == p11, "warner", "p00 = p11 does not hold")


def _coordinates(mechanism: Matrix) -> Point:
    """Compute the point (x, y) = (p00, p11)/(p00 + p11 - 1) of a mechanism [[p00, p01], [p10, p11]], with a row for each output."""
    (p00, _), (_, p11) = mechanism.rows
    apart = p00 + p11 - ONE
    return p00 / apart, p11 / apart


def _polyhedron(claim: BinaryVariance) -> list[HalfPlane]:
    """List the half-planes of points (x, y) that the demand, the restriction p00 = p11 and the conditions allow.

    If the demand asks a ratio T and a slack delta of the first input against the second, then p00 - T p01 <= delta. The second
    output adds nothing to the sum that delta bounds, as p10 <= T p11 for T >= 1 and p00 + p11 > 1. With p00 = x/(x + y - 1) and
    p01 = (x - 1)/(x + y - 1) this inequality says that (T - 1 + delta) x + delta y >= T + delta.
    """
    first = [(T - ONE + delta, delta, T + delta) for T, delta in claim.demand.asked_between(0, 1)]
    second = [(delta, T - ONE + delta, T + delta) for T, delta in claim.demand.asked_between(1, 0)]
    found = [(ONE, ZERO, ONE), (ZERO, ONE, ONE), *first, *second]
    found += [(ONE, -ONE, ZERO), (-ONE, ONE, ZERO)] if claim.warner else []
    return found + [line for condition in claim.conditions.items for line in _lines(condition)]


def _lines(condition: Condition) -> list[HalfPlane]:
    """Write a condition sum_ij a_ij p_ij >= bound (or <= or =) as half-planes of points (x, y).

    An equality gives two half-planes, an inequality one.

    Put (p00, p01, p10, p11) = (x, x - 1, y - 1, y)/(x + y - 1) and multiply by x + y - 1 > 0. Then the condition says that
    (a00 + a01 - bound) x + (a10 + a11 - bound) y >= a01 + a10 - bound.
    """
    a00, a01, a10, a11 = (condition.terms.get(entry, ZERO) for entry in ((0, 0), (0, 1), (1, 0), (1, 1)))
    bound = condition.bound.number
    a, b, c = (condition.toward(x) for x in (a00 + a01 - bound, a10 + a11 - bound, a01 + a10 - bound))
    return [(a, b, c), (-a, -b, -c)] if condition.relation == "=" else [(a, b, c)]


def _whole_plane(pi: Quotient) -> list[Region]:
    """Return one region, which is the whole plane of points (x, y), with the variance at the prevalence pi as its function."""
    return [Region([], _variance_at(pi))]


def _worst_regions(a: Quotient, b: Quotient) -> list[Region]:
    """Cut the plane of points (x, y) into three regions, which differ in the prevalence of [a, b] with the largest variance.

    In the first region the variance is largest at a, in the second at b, and in the third at (x - y + 1)/2, which lies between.
    """
    at_a = (-ONE, ONE, ONE - TWO * a)  # x - y + 1 <= 2a
    at_b = (ONE, -ONE, TWO * b - ONE)  # x - y + 1 >= 2b
    inside = [(ONE, -ONE, TWO * a - ONE), (-ONE, ONE, ONE - TWO * b)]
    return [Region([at_a], _variance_at(a)), Region([at_b], _variance_at(b)), Region(inside, _variance_inside)]


def _variance_at(pi: Quotient) -> Variance:
    """Return n Var at the prevalence pi as a function of x and y: (x - pi)(y - 1 + pi).

    n Var is n times the variance of the estimate from n answers. Let p_ij be the mechanism's probability of output i given input j.
    Then (x, y) = (p00, p11)/(p00 + p11 - 1).
    """
    return lambda x, y: (x - pi) * (y - ONE + pi)


def _variance_inside(x: Quotient, y: Quotient) -> Quotient:
    """Compute the largest n Var over all prevalences. It is reached at the prevalence (x - y + 1)/2.

    n Var is n times the variance of the estimate from n answers. Let p_ij be the mechanism's probability of output i given input j.
    Then (x, y) = (p00, p11)/(p00 + p11 - 1).
    """
    return (x + y - ONE) * (x + y - ONE) / FOUR


def _height(line: HalfPlane, at: Point) -> Quotient:
    """Compute a x + b y - c for the half-plane (a, b, c) and the point (x, y). It is >= 0 if the point is in the half-plane."""
    return line[0] * at[0] + line[1] * at[1] - line[2]


def _common_value(points: list[Point], regions: list[Region], claimed: Scalar | None) -> Quotient:
    """Require that at each point the variance is as claimed, in every region that contains the point; return this variance.

    If no variance is claimed, require instead that all the variances found are equal. At least one point must lie in a region.
    """
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
    """Give the vertices of the intersection of the half-planes: points where the borders of two of them meet.

    A point is left out if it is known to lie outside some half-plane at every t.
    """
    for (a, b, c), (d, e, f) in combinations(lines, 2):
        determinant = a * e - b * d
        if not determinant.is_zero():
            at = (c * e - b * f) / determinant, (a * f - c * d) / determinant
            if not any(_height(line, at) < ZERO for line in lines):
                yield at


def _vertex_gaps(claim: BinaryVariance, regions: list[Region], value: Quotient) -> list[tuple[Point, Quotient]]:
    """List all vertices of all regions, each with its variance minus `value`. If such a difference may be negative, reject."""
    lines = _polyhedron(claim)
    found = [(at, region.variance(*at) - value) for region in regions for at in _vertices([*lines, *region.sides])]
    beaten = all(gap >= ZERO for _, gap in found)
    require(beaten, "vertex", "another vertex may have a smaller variance")
    return found


def _require_complete(claim: BinaryVariance, points: list[Point], gaps: list[list[tuple[Point, Quotient]]]) -> None:
    """Require that the list of minimisers is complete and names none twice.

    `points` are the minimisers in the list, as points (x, y). The vertices are those of the polyhedron of all points that the
    demand allows. The gap of a vertex is its n Var (n times the variance) minus the least value. `gaps` has one list of all
    vertices with their gaps. Each vertex must be one of the `points`, unless its gap is > 0 at every t.

    If the claim is about every prevalence of an interval, `gaps` has two such lists, one for each end of the interval. Then each
    vertex must be one of the `points`, unless the sum of its two gaps is > 0 at every t.

    If the claim is about one prevalence, reject a least value that is neither > 0 at every t nor 0 at every t. If it is 0, also
    require that each point is a vertex, because the sentence then names mixtures of vertices. If the claim is about every
    prevalence, this is not needed, because at a prevalence inside the interval both factors of n Var are > 0.
    """
    at_first_end, at_last_end = gaps[0], gaps[-1]  # the same list if the question is about one prevalence
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
    """Write the mechanism to which mechanisms of variance 0 can tend without reaching it.

    Under the restriction p00 = p11 there is none, and the text is empty.

    The point of a mechanism is (x, y) = (p00, p11)/(p00 + p11 - 1). The points that the demand allows form a polyhedron, and those
    of variance 0 form a face of it. If a point moves to infinity in a direction (dx, dy), its mechanism tends to
    p00 = dx/(dx + dy), p11 = dy/(dx + dy).

    The variance has the factors x - pi and y - 1 + pi. If the prevalence pi is 0, the second factor is 0 on the face, and stays 0
    in the direction (1, 0). If pi is 1, the first factor is 0 on the face, and stays 0 in the direction (0, 1). Under the
    restriction p00 = p11 the polyhedron extends to infinity in neither of these directions.
    """
    if claim.warner:
        return ""
    at_zero = claim.ends()[0].is_zero()
    return "[[1, 1], [0, 0]]" if at_zero else "[[0, 0], [1, 1]]"


def sentence(claim: BinaryVariance) -> str:
    """State in words the prevalences, the least value, the mechanisms that attain it, and the estimate whose variance it is."""
    restricted, asked = " and p00 = p11" if claim.warner else "", f"{claim.demand.words()}{claim.conditions.words()}"
    return (
        f"among all mechanisms with {spell_labels(claim.inputs, 'input')} and {spell_labels(claim.outputs, 'output')} "
        f"satisfying {asked}, with p00 + p11 > 1{restricted}, the smallest n*Var {_spell_where(claim)} is "
        f"{_spell_value(claim)}, {_spell_attained(claim)}; n*Var is n times the variance, from n answers, of the unbiased estimate "
        "(share of the second output - p10)/(p00 + p11 - 1) of the prevalence, which is the share of the second input, by a "
        "mechanism [[p00, p01], [p10, p11]] (a row for each output)"
    )


def _spell_where(claim: BinaryVariance) -> str:
    """Say for which prevalences the least variance is claimed: for one, for every one of an interval, or for the worst one."""
    before = {
        "prevalence": "at prevalence",
        "every": "for every prevalence pi of",
        "worst": "at the worst prevalence of",
    }
    return f"{before[claim.kind]} {spell(claim.prevalences)}"


def _spell_value(claim: BinaryVariance) -> str:
    """Write the least value. If the claim is about every prevalence of an interval, write its formula instead."""
    if claim.value is not None:
        return spell(claim.value)
    return "(x - pi)(y - 1 + pi) with (x, y) = (p00, p11)/(p00 + p11 - 1) of the mechanism named next"


def _spell_attained(claim: BinaryVariance) -> str:
    """Say which mechanisms attain the least value. If all of them are listed, also say that no others do."""
    names = " and ".join(map(spell, claim.mechanisms))
    if not claim.listed:
        return f"attained by {names}"
    if claim.value is None:
        return f"attained, for pi inside of the interval, only by {names}"
    limit = _limit(claim) if claim.value.number.is_zero() else ""
    if not limit:
        return f"attained only by {names}"
    return f"attained only by the mixtures (1 - w) {names} + w {limit} with 0 <= w < 1"
