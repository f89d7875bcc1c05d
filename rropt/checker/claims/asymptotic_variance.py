"""optimal, within: the least asymptotic variance of an estimated prevalence, two inputs and any number of outputs.

Statement: with I(P, pi) = sum_i (P_i1 - P_i0)^2/((1 - pi) P_i0 + pi P_i1), the Fisher information of one answer about the
prevalence pi of the second input, lower <= the least 1/I(P, pi) over the mechanisms of the demand <= upper; with `worst`, the
same of the largest 1/I over the prevalences of [a, b]. Evidence: y0, y1 and m01, m10 >= 0, for each of several demands.

Proof of the lower bound. Let f(p, q) = (q - p)^2/((1 - pi) p + pi q), so that I = sum_i f(P_i0, P_i1); f is convex and homogeneous.
The right side of   f(p, q) <= y0 p + y1 q + m01 max(0, p - T q) + m10 max(0, q - T p)   is linear between neighbouring rays of
(1, 0), (T, 1), (1, T), (0, 1), so the inequality holds everywhere once it holds on these rays, and summed over the outputs it
says I <= y0 + y1 + delta (m01 + m10), which is > 0 with the I of the mechanism. With delta = 0 all rows lie between (T, 1) and
(1, T), and rays beyond do not matter. Where T and delta are other ones for the second input against the first, or there are
several demands, each has its term and its ray. A bound at pi in [a, b] is one for the least I on [a, b].
Proof of the upper bound. It is evaluated, or with `worst` found from the tangent at pi: I is convex in pi.
SPEC.md, sections 7 and 9.1.
"""

from dataclasses import dataclass

from ..arithmetic.quotient import ONE, ZERO, Quotient, largest, total
from ..refusals import expect, require
from ..text.part import Part, Scalar, Vector, read_pair, read_scalar
from ..text.spelling import spell
from .optimum import Answer, keys_of, read_answer, require_bounds, require_feasible, spell_answer

OBJECTIVES = ("asymptotic variance",)
# What n*Var means in a sentence.
MEANT = "n*Var is the inverse of the Fisher information of one answer about the prevalence, which is the share of the second input"
RowOfTwo = tuple[Quotient, Quotient]


@dataclass(frozen=True, slots=True)
class Term:
    """m max(0, p - T q) of a bound on the first input against the second (`first`), else m max(0, q - T p); and its delta."""

    multiplier: Quotient
    first: bool
    ratio: Quotient
    delta: Quotient

    def ray(self) -> RowOfTwo:
        """Where it begins to be positive."""
        return (self.ratio, ONE) if self.first else (ONE, self.ratio)

    def signed_excess(self, row: RowOfTwo) -> Quotient:
        """p - T q or q - T p."""
        p, q = row
        return p - self.ratio * q if self.first else q - self.ratio * p


@dataclass(frozen=True, slots=True)
class AsymptoticVariance:
    """The answer, the prevalence, the interval of prevalences if the worst is asked for, and the multipliers."""

    answer: Answer
    prevalence: Scalar
    worst: Vector | None
    columns: Vector
    pairs: list[Vector]


def read(part: Part, claim: str) -> AsymptoticVariance:
    """The objective, and the dual multipliers y0, y1 and m01, m10, of several demands a pair of these for each."""
    parts = part.take(f"{keys_of(claim)} dual")
    answer = read_answer(parts)
    expect(len(answer.inputs) == 2, "an asymptotic variance is about two inputs")
    objective = parts["objective"].take("name prevalence", "worst")
    worst = read_pair(objective["worst"]) if "worst" in objective else None
    dual = parts["dual"].take("column pair")
    several = bool(answer.demand.together)
    columns = read_pair(dual["column"])
    pairs = [read_pair(item) for item in (dual["pair"].items() if several else [dual["pair"]])]
    expect(len(pairs) == len(answer.demand.singles()), f"{dual['pair'].where()} should have two numbers a demand")
    return AsymptoticVariance(answer, read_scalar(objective["prevalence"]), worst, columns, pairs)


def check(claim: AsymptoticVariance) -> None:
    """lower <= 1/(y0 + y1 + delta (m01 + m10)) and 1/(least information of the mechanism) <= upper."""
    require_feasible(claim.answer)
    _require_prevalences(claim)
    terms = _terms(claim)
    require(all(term.ratio >= ONE for term in terms), "ratio-below-one", "a ratio below 1, whose rays are others")
    require(all(term.multiplier >= ZERO for term in terms), "dual-sign", "a multiplier that may be negative")
    _require_dual(claim, terms)
    bound = total(claim.columns.numbers) + total([term.delta * term.multiplier for term in terms])
    least = _least_information(claim)
    require(least > ZERO, "information", "a mechanism that may carry no information")
    require_bounds(claim.answer, ONE / bound, ONE / least)


def _terms(claim: AsymptoticVariance) -> list[Term]:
    """The terms of the bounds with their multipliers; one of which nothing is asked has the multiplier 0."""
    found = []
    for single, pair in zip(claim.answer.demand.singles(), claim.pairs, strict=True):
        for (high, low), multiplier in zip([(0, 1), (1, 0)], pair.numbers, strict=True):
            bounds = single.bounds_between(high, low)
            asked = len(bounds) > 0 or multiplier.is_zero()
            require(asked, "multiplier-asked", "a multiplier of a pair of which nothing is asked")
            found += [Term(multiplier, high == 0, ratio, delta) for ratio, delta in bounds]
    return found


def _ends(claim: AsymptoticVariance) -> tuple[Quotient, Quotient]:
    """The interval of prevalences; a point where no worst is asked for."""
    if claim.worst is None:
        return claim.prevalence.number, claim.prevalence.number
    a, b = claim.worst.numbers
    return a, b


def _require_prevalences(claim: AsymptoticVariance) -> None:
    """0 <= a <= pi <= b <= 1."""
    a, b = _ends(claim)
    pi = claim.prevalence.number
    require(a >= ZERO, "prevalence-below-zero", "a prevalence below 0")
    require(b <= ONE, "prevalence-above-one", "a prevalence above 1")
    require(a <= pi and pi <= b, "prevalence-in-interval", "a prevalence outside the interval")


def _require_dual(claim: AsymptoticVariance, terms: list[Term]) -> None:
    """The dual inequality at (1, 0), (0, 1) and where a term begins, but for rays that a bound with delta = 0 excludes."""
    y0, y1 = claim.columns.numbers
    pure = [term for term in terms if term.delta.is_zero()]
    for ray in [(ONE, ZERO), (ZERO, ONE), *(term.ray() for term in terms)]:
        if any(term.signed_excess(ray) > ZERO for term in pure):
            continue
        more = [term.multiplier * largest([ZERO, term.signed_excess(ray)]) for term in terms]
        bounded = _information([ray], claim.prevalence.number) <= y0 * ray[0] + y1 * ray[1] + total(more)
        require(bounded, "dual-ray", "the dual inequality fails on a ray")


def _differences(rows: list[RowOfTwo], pi: Quotient) -> list[RowOfTwo]:
    """The difference q - p and the probability (1 - pi) p + pi q, which is positive, of the rows (p, q) that are not 0."""
    found = [(q - p, (ONE - pi) * p + pi * q) for p, q in rows if not (p.is_zero() and q.is_zero())]
    positive = all(w > ZERO for _, w in found)
    require(positive, "output-probability", "an output of probability 0 at this prevalence")
    return found


def _information(rows: list[RowOfTwo], pi: Quotient) -> Quotient:
    """I = sum d^2/w."""
    return total([d * d / w for d, w in _differences(rows, pi)])


def _slope(rows: list[RowOfTwo], pi: Quotient) -> Quotient:
    """dI/dpi = -sum d^3/w^2."""
    return -total([d * d * d / (w * w) for d, w in _differences(rows, pi)])


def _least_information(claim: AsymptoticVariance) -> Quotient:
    """What I of the mechanism is at least on [a, b]: as I is convex in pi, it lies above its tangent at pi."""
    rows = [(row[0], row[1]) for row in claim.answer.mechanism.rows]
    pi = claim.prevalence.number
    reached = _information(rows, pi)
    if claim.worst is None:
        return reached
    slope = _slope(rows, pi)
    a, b = claim.worst.numbers
    return reached - largest([ZERO, slope * (pi - a), slope * (pi - b)])


def sentence(claim: AsymptoticVariance) -> str:
    """What is least, at which prevalences, and what n*Var means."""
    aim = f"minimum of the asymptotic n*Var at prevalence {spell(claim.prevalence)}"
    if claim.worst is not None:
        aim = f"minimum of the largest asymptotic n*Var for prevalences in {spell(claim.worst)}"
    said = spell_answer(claim.answer, aim, "min", free_outputs=True)
    return f"{said}, where {MEANT}"
