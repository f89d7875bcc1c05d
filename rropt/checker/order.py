"""Statements about mechanisms and about curves h: privacy, Blackwell's order, deficiency, the delta-profile, B(h)."""

from itertools import pairwise, permutations
from typing import Any

from .numbers import ONE, TWO, ZERO, Domain, Ratio, expect, largest, require, spend, total
from .read import Matrix, excess, index, listed, satisfy, shown, take, times

# What the witnesses forward and backward of a relation are.
RELATIONS = {
    "at least as informative": ["garbling"],
    "not at least as informative": ["prior gains"],
    "equivalent": ["garbling", "garbling"],
    "strictly more informative": ["garbling", "prior gains"],
    "incomparable": ["prior gains", "prior gains"],
}


def satisfies(body: Any, domain: Domain) -> str:
    P, wanted = take(body, domain, "mechanism notion")
    satisfy(P, wanted)
    return f"the mechanism {shown(body['mechanism'])} satisfies {wanted.words}"


def violates(body: Any, domain: Domain) -> str:
    P, wanted, event = take(body, domain, "mechanism notion event")
    rows, high, low = take(event, domain, "rows input against")
    j, n, chosen = index(high, len(P[0])), index(low, len(P[0])), [index(i, len(P)) for i in listed(rows)]
    expect(chosen == sorted(set(chosen)) and j != n, "the event")
    require(total([P[i][j] - wanted.ratio * P[i][n] for i in chosen]) > wanted.delta, "the event is no violation")
    return f"the mechanism {shown(body['mechanism'])} violates {wanted.words}: outputs {shown(rows)}, input {high} against {low}"


def admissible(body: Any, domain: Domain) -> str:
    P, gamma = take(body, domain, "mechanism gamma")
    for i, row in enumerate(P):
        low, high = -largest([-x for x in row]), largest(row)
        require(
            all(x in (low, high) for x in row) and high == gamma * low,
            f"output {i} does not take exactly two values c and gamma c",
        )
    return (
        f"no mechanism of parity at most {shown(body['gamma'])} is strictly more informative than "
        f"{shown(body['mechanism'])}, which is one"
    )


# The expected gain of the best reaction to the outputs of P.
def worth(P: Matrix, prior: list[Ratio], gains: Matrix) -> Ratio:
    weighted, of_inputs = (
        [[g * w for g, w in zip(row, prior, strict=True)] for row in gains],
        [[*c] for c in zip(*P, strict=True)],
    )
    return total([largest([*of_actions]) for of_actions in zip(*times(weighted, of_inputs), strict=True)])


def compare(body: Any, domain: Domain) -> str:
    P, Q, relation, forward, backward, wanted = take(body, domain, "first second relation forward backward? notion?")
    witnesses = [forward, backward][: 1 + ("backward" in body)]
    for kind, data, (A, B) in zip(RELATIONS[relation], witnesses, [(P, Q), (Q, P)][: len(witnesses)], strict=True):
        found = take(data, domain, kind)
        require(
            times(found[0], A) == B if kind == "garbling" else worth(A, *found) < worth(B, *found),
            f"the witness of {kind} does not show the relation",
        )
    for A in (P, Q) if wanted else ():
        satisfy(A, wanted)
    return (
        f"the mechanism {shown(body['first'])}, compared with the mechanism {shown(body['second'])}, is {relation}"
        + (f", and both satisfy {wanted.words}" if wanted else "")
    )


def deficiency(body: Any, domain: Domain) -> str:
    P, Q, C, prior, gains, low, high = take(body, domain, "first second garbling prior gains lower upper")
    for made, wanted in zip(zip(*times(C, P), strict=True), zip(*Q, strict=True), strict=True):
        require(
            total([largest([ZERO, a - b]) for a, b in zip(made, wanted, strict=True)]) <= high,
            "the garbling is farther away",
        )
    require(
        low <= worth(Q, prior, gains) - worth(P, prior, gains) and all(ZERO <= g <= ONE for row in gains for g in row),
        "the decision problem shows less, or gains outside [0, 1]",
    )
    return (
        f"the deficiency of the mechanism {shown(body['first'])} with respect to the mechanism {shown(body['second'])} "
        f"(least over garblings, largest over inputs, total variation distance) "
        f"lies between {shown(body['lower'])} and {shown(body['upper'])}"
    )


def profile(body: Any, domain: Domain) -> str:
    P, points, deltas = take(body, domain, "mechanism breakpoints deltas")
    spend(9 * len(P[0]) ** 2)
    knots, pairs = (
        [*zip(points, deltas, strict=True), (points[-1] * TWO, deltas[-1])],
        [*permutations(range(len(P[0])), 2)],
    )
    require(all(ONE <= s < t for (s, _), (t, _) in pairwise(knots)), "breakpoints that do not increase, or below 1")
    for s, delta in knots + [((s + t) / TWO, (d + e) / TWO) for (s, d), (t, e) in pairwise(knots)]:
        require(
            largest([excess(P, j, n, s) for j, n in pairs]) == delta,
            "the profile has another value at or between its breakpoints",
        )
    return (
        f"the least delta for which the mechanism {shown(body['mechanism'])} is (log s, delta)-LDP is "
        f"linear in s between its values {shown(body['deltas'])} at s = {shown(body['breakpoints'])}, and constant afterwards"
    )


# q(p) = h(p)(1 + (g-1)p) - g p >= 0 on every piece of h, and = 0 where for no larger g it stays so.
def breach(body: Any, domain: Domain) -> str:
    pieces, g, at = take(body, domain, "pieces gamma at")
    edge, curves = ZERO, []
    for piece in listed(pieces):
        p, q, left, right = take(piece, domain, "from to left right")
        require(p == edge and p < q and ZERO <= left <= ONE and ZERO <= right <= ONE, "the pieces of h")
        slope, edge = (right - left) / (q - p), q
        a, b = slope * (g - ONE), (h := left - slope * p) * (g - ONE) + slope - g  # h is its value at 0
        require(all(a * x * x + b * x + h >= ZERO for x in (p, q)), "gamma is too large at an end of a piece")
        require(
            TWO * a * p + b >= ZERO or TWO * a * q + b <= ZERO or b * b <= TWO * TWO * a * h,
            "gamma is too large inside a piece",
        )
        curves.append((p, q, h, a, b))
    number, x = take(at, domain, "piece point")
    p, q, h, a, b = curves[index(number, len(curves))]
    require(
        edge == ONE and p <= x <= q and a * x * x + b * x + h == ZERO,
        "no equality at the point, or [0, 1] is not covered",
    )
    require(ZERO < x < ONE or x * (ONE - x) == ZERO == TWO * a * x + b, "a larger gamma may do at the point")
    return (
        f"for h linear on the pieces {shown(pieces)}, the infimum B(h) of the odds of h(p) over the odds of p "
        f"is {shown(body['gamma'])}"
    )
