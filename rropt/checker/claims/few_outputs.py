"""The claims `optimal` and `within` with the key `most_outputs`: the optimum of an objective over mechanisms with few outputs.

Let M be the number at the key `most_outputs`, which is the largest number of outputs. Let f be the objective's function of a row,
which is the same for all outputs.

Statement: lower <= optimum <= upper. The optimum is the largest (or least) value of the objective over the mechanisms that satisfy
the demand and have at most M outputs. The certificate gives one of these mechanisms. The value of the mechanism given is at least
`lower` if the objective is maximised, and at most `upper` if the objective is minimised.

Evidence: prices. They may be left out for information, for divergences, and for the sum or the least of several of these. For the
asymptotic variance, which may stand here only if M > 2, they must be left out.

Proof. The function f is convex and homogeneous. The outer step of the objective (functions/__init__.py) goes from the sum of f over
the rows of a mechanism to the value of the objective. So a number B is needed that bounds this sum for every mechanism with at most
M outputs.
- With prices, B bounds the sum for any number of outputs (claims/prices.py), and so for at most M.
- Without prices, the checker forms a polytope from the demand, and lists the vertices of the polytope itself. A convex function on
  a polytope is largest at some vertex. So B is the largest sum of f at the vertices.

Three polytopes are used.
- For M = 2, it consists of all rows r for which the two rows r and 1 - r make a mechanism that satisfies the demand
  (rows/two_outputs.py). The sum f(r) + f(1 - r) is convex on it.
- For M > 2 and a pure demand (one ratio for all pairs, no slack), it consists of all lists of M rows that the demand allows and
  that sum to (1, ..., 1) (rows/merged.py).
- For M > 2, two inputs and one demand with a slack, every mechanism is C times one fixed mechanism, with a stochastic matrix C. The
  polytope consists of these matrices C (rows/merged.py).
With two inputs or more, no other demand may stand here with M > 2 and without prices. (With one input, B is 0.)

A number of the demand may be replaced by a rational that is at least as large at every t. This is sound, because a larger number in
the demand excludes no mechanism. Numbers that are not rational are replaced in three cases: if the values of f are enclosed by
intervals, if t varies over an interval, and if the vertices are listed in rational numbers. SPEC.md, sections 7 and 9.12.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Any

from ..arithmetic.interval import UNIT, to_interval
from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, largest, total
from ..functions import OBJECTIVES as FILES
from ..functions import OF_SPLIT_ROWS, objective_of
from ..functions.outer import Reached
from ..limits import MOST_LABELS, MOST_SUBSETS, spend
from ..model.demand import Demand
from ..model.vulnerability import Vulnerability
from ..refusals import expect, expect_at_most, require
from ..rows.answer import Answer, is_by_orbits, keys_of, read_answer, require_feasible, spell_claim
from ..rows.classes import Shape
from ..rows.merged import Row, merged, merged_of_two
from ..rows.numbers import Exact
from ..rows.patterns import pattern
from ..rows.two_outputs import vertices_of_two
from ..text.part import Part
from ..text.spelling import spell_by_output, spell_labels
from . import FEW_OUTPUTS, name_of_objective, prices

# The objectives that may have a largest number of outputs without prices.
OBJECTIVES = ("information", "divergence", "together")
# The objectives that may have it with prices.
BESIDE_PRICES = tuple(name for name, file in FILES.items() if file in OF_SPLIT_ROWS)
# One more that may have it without prices, if M > 2. (With two outputs the claim of binary_variance.py takes its place.)
OF_TWO_INPUTS = "asymptotic variance"
# The keys that answer the question or show the answer.
ANSWERS = "value lower upper mechanism outputs classes prices witness"


@dataclass(frozen=True, slots=True)
class FewOutputs:
    """The claim of an optimum over mechanisms of at most `most` outputs.

    `objective` includes its witness, which is all evidence but the prices. `is_at_point` says whether the domain of t is one point.
    If there are prices, `by_prices` is the claim that they show. It is about mechanisms with any number of outputs. If there are no
    prices, it is None.
    """

    most: int
    answer: Answer
    objective: Any
    shape: Shape
    by_prices: prices.Optimum | None
    is_at_point: bool


def read(part: Part, claim: str) -> FewOutputs:
    """Read the largest number of outputs and the rest of the claim; if the claim has prices, `prices.read` reads the rest."""
    most = part.at(FEW_OUTPUTS).index(MOST_LABELS + 1)
    expect(most > 1, f"{part.at(FEW_OUTPUTS).where()} should be 2 or more")
    expect(not is_by_orbits(part), "few outputs take no mechanism by orbits")
    rest = Part({key: data for key, data in part.data.items() if key != FEW_OUTPUTS}, part.place, part.domain)
    name = name_of_objective(part, *(BESIDE_PRICES if "prices" in part.data else (*OBJECTIVES, OF_TWO_INPUTS)))
    if "prices" in part.data:
        found = prices.read(rest, claim)
        assert isinstance(found.answer, Answer), "no mechanism by orbits passes here"
        expect(not found.conditions.items, "few outputs go without conditions")
        return FewOutputs(most, found.answer, found.objective, found.shape, found, part.domain.is_point())
    parts = rest.take(keys_of(claim), "witness classes")
    expect(part.domain.upper is not None, "few outputs without prices are about a field with two ends")
    answer = read_answer(parts, vulnerabilities=most == 2)
    m, k = answer.mechanism.size()
    classes = [item.index(k) for item in parts["classes"].items()] if "classes" in parts else list(range(k))
    expect(len(classes) == k, "there should be a class for each input")
    for vulnerability in answer.demand.vulnerabilities().values():
        planes = [x for a in range(vulnerability.actions()) for x in vulnerability.plane(a)]
        expect(all(x.is_constant() for x in planes), "few outputs, without prices, go with rational priors and gains")
    lists = most > 2 and answer.demand.has_pairs()
    expect(not lists, "three outputs or more, without prices, go with one demand of all pairs")
    expect(most > 2 or name != OF_TWO_INPUTS, "an asymptotic variance goes with three outputs or more")
    # its function of a row tells the two inputs apart, so they are never of one class
    expect(name != OF_TWO_INPUTS or "classes" not in parts, "an asymptotic variance has no classes")
    shape = Shape(m, classes, False)
    objective = objective_of(name, False).read(parts["objective"], parts.get("witness"), shape)
    return FewOutputs(most, answer, objective, shape, None, part.domain.is_point())


def check(claim: FewOutputs) -> None:
    """Reject unless the mechanism has at most `most` outputs and satisfies the demand, and the bound B shows the claim.

    B is a bound of the sum of the objective's function f over the rows of every such mechanism. It comes from the prices. If there
    are none, it comes from `largest_sum`.
    """
    require(len(claim.answer.outputs) <= claim.most, "few-outputs", "the mechanism has more outputs than there may be")
    if claim.by_prices is not None:
        prices.check(claim.by_prices)
        return
    require_feasible(claim.answer)
    claim.objective.require_stated()
    bound = largest_sum(claim)
    for shown in claim.objective.bounds(Reached(claim.answer, claim.shape), bound):
        shown.require_claimed(claim.answer)


def largest_sum(claim: FewOutputs) -> Quotient:
    """Compute a bound B of the sum of the objective's function f over the rows of a mechanism, without prices.

    The bound holds for every mechanism that satisfies the demand and has at most `most` outputs. To find B, the checker lists the
    vertices of a polytope, each of which gives a list of rows. B is the largest sum of f at a vertex. In some cases the values of
    f, or the numbers of the demand, are replaced by larger numbers. Then B may be larger than that sum.

    If `most` is 3 or more and there are three inputs or more, reject a demand whose delta is not 0.
    """
    demand, f, k = claim.answer.demand, claim.objective.function(), claim.shape.k
    if k == 1:
        return ZERO  # every row has one entry, and so is a multiple of the row (1), at which f is 0
    if claim.most == 2 and demand.is_pure():
        return _by_subsets(f, demand, claim.shape, claim.is_at_point)
    numbers = claim.shape.numbers()
    if claim.most == 2:
        asked = [(*pair, *both) for pair in permutations(range(k), 2) for both in demand.asked_between(*pair)]
        # a slack of 1 or more asks nothing
        rational = [(j, n, _above(T), _above(d)) for j, n, T, d in asked if not d >= ONE]
        vulnerabilities = [_rational(vulnerability) for vulnerability in demand.vulnerabilities().values()]
        found = vertices_of_two(k, rational, vulnerabilities)
        return _largest(f, ([_over(v[1:], v[0]), _over([v[0] - x for x in v[1:]], v[0])] for v in found), numbers)
    if k == 2 and not demand.is_pure():
        return _by_garbling(f, demand, claim)
    require(demand.is_pure(), "delta-zero", "three outputs or more with a delta that is not 0, and no prices")
    return _largest(f, merged(k, _above(demand.ratio()), claim.most), numbers)


def _rational(vulnerability: Vulnerability) -> tuple[list[list[Fraction]], Fraction]:
    """Write a vulnerability (a bound on a guesser's mean gain) in rationals.

    Return two things. The first is indexed [action, input], and has the gain times the prior. The second is the largest mean gain
    allowed or, if this is not rational, a rational above it.
    """
    planes = [vulnerability.plane(a) for a in range(vulnerability.actions())]
    return [[Fraction(*x.fraction()) for x in plane] for plane in planes], _above(vulnerability.at_most.number)


def _by_subsets(f: Any, demand: Demand, shape: Shape, is_at_point: bool) -> Quotient:
    """Compute the largest sum f(r) + f(r') over the mechanisms with two rows r and r', for a demand with one ratio and no slack.

    Let T be the ratio of the demand, or a rational above it. It is enough to try the rows r = s/(1 + T) and r' = s'/(1 + T), where
    s has the entries 1 and T only. The row s' has 1 where s has T, and T where s has 1. The sum depends only on the number of
    entries T that s has in each class of inputs. So one row s is tried for each choice of these numbers. As s and s' give the same
    sum, only one of the two is tried.
    """
    sizes, is_exact = shape.sizes(), isinstance(f.numbers, Exact) and is_at_point
    ratio = demand.ratio() if is_exact else constant(*_above(demand.ratio()).as_integer_ratio())
    expect_at_most(prod(n + 1 for n in sizes), MOST_SUBSETS, "sets of inputs")
    best = ZERO
    for counts in product(*(range(n + 1) for n in sizes)):
        other = tuple(n - c for c, n in zip(counts, sizes, strict=True))
        # the pairs (s, s') and (s', s) have the same sum, so that one of them is tried
        if counts <= other:
            spend(20 * len(sizes))
            best = largest([best, _sum(f, [pattern(at, sizes, ratio) for at in (counts, other)])])
    return best / (ONE + ratio)


def _by_garbling(f: Any, demand: Demand, claim: FewOutputs) -> Quotient:
    """Compute the largest sum of the objective's function f over a mechanism's rows, for two inputs and a demand with a slack.

    The sum is computed for each list of rows that `merged_of_two` gives. The ratio and the slack of the demand may be replaced by
    rationals at least as large. Reject unless the ratio, or the rational in its place, is at least 1.
    """
    is_exact = isinstance(f.numbers, Exact) and claim.is_at_point
    numbers = [x if is_exact else constant(*_above(x).as_integer_ratio()) for x in (demand.ratio(), demand.delta())]
    require(numbers[0] >= ONE, "ratio-below-one", "a demand with a ratio below 1")
    lists = merged_of_two(numbers[0], numbers[1], claim.most)
    places = claim.shape.numbers()
    return largest([_sum(f, [[(x, 1, c) for x, c in zip(row, places, strict=True)] for row in rows]) for rows in lists])


def _largest(f: Any, lists: Iterable[list[Row]], numbers: list[int]) -> Quotient:
    """Compute the sum of the objective's function f over the rows of each list, and return the largest of these sums.

    `numbers` has for each input the index of its class. The result is at least 0, because f is convex and homogeneous, the rows of
    a list sum to (1, ..., 1), and f is 0 at (1, ..., 1).
    """
    best = ZERO
    for rows in lists:
        entries = [[(constant(*x.as_integer_ratio()), 1, c) for x, c in zip(row, numbers, strict=True)] for row in rows]
        best = largest([best, _sum(f, entries)])
    return best


def _sum(f: Any, rows: list[Any]) -> Quotient:
    """Return the sum of the objective's function f over the rows.

    If f is computed in intervals, return the upper end of an interval that contains this sum.
    """
    values = [f.value(row) for row in rows]
    return total(values) if isinstance(f.numbers, Exact) else constant(sum(high for _, high in values), UNIT)


def _above(x: Quotient) -> Fraction:
    """Return a rational number that is at least x at every t. This is x itself if t does not occur in x."""
    return Fraction(*x.fraction()) if x.is_constant() else Fraction(to_interval(x)[1], UNIT)


def _over(numbers: Iterable[int], over: int) -> Row:
    """Divide each of the numbers by `over`."""
    return tuple(Fraction(x, over) for x in numbers)


def sentence(claim: FewOutputs) -> str:
    """State in words the bounds on the optimum, the largest number of outputs, and what the named mechanism reaches."""
    aim, meant = claim.objective.aim()
    outputs = spell_labels(claim.answer.outputs, "output")
    mechanism = f"the mechanism {spell_by_output(claim.answer.mechanism)} with {outputs}"
    said = spell_claim(claim.answer, aim, claim.objective.sense, f"at most {claim.most} outputs", "", mechanism)
    return f"{said}{meant}"
