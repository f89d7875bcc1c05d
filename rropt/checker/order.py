"""Statements about mechanisms and about curves h: privacy, Blackwell's order, deficiency, the delta-profile, B(h)."""

from itertools import permutations
from typing import Any

from .numbers import ONE, TWO, ZERO, Domain, Ratio, dot, expect, largest, require, total
from .read import Matrix, excess, satisfy, shown, take, times
from .text import index, listed

YES, NO = "garbling", "prior gains"
RELATIONS = {  # what the witnesses forward and backward are
    "at least as informative": [YES], "not at least as informative": [NO], "equivalent": [YES, YES],
    "strictly more informative": [YES, NO], "incomparable": [NO, NO],
}


def satisfies(body: Any, domain: Domain) -> str:
    P, wanted = take(body, domain, "mechanism notion")
    satisfy(P, wanted)
    return f"the mechanism {shown(body['mechanism'])} satisfies {wanted.words}"


def violates(body: Any, domain: Domain) -> str:
    P, wanted, event = take(body, domain, "mechanism notion event")
    rows, high, low = take(event, domain, "rows input against")
    j, l, chosen = index(high, len(P[0])), index(low, len(P[0])), [index(i, len(P)) for i in listed(rows)]
    expect(chosen == sorted(set(chosen)) and j != l, "the event")
    require(total([P[i][j] - wanted.ratio * P[i][l] for i in chosen]) > wanted.delta, "the event is no violation")
    return f"the mechanism {shown(body['mechanism'])} violates {wanted.words}: outputs {shown(rows)}, input {high} against {low}"


def admissible(body: Any, domain: Domain) -> str:
    P, gamma = take(body, domain, "mechanism gamma")
    require(gamma >= ONE, "gamma is less than 1")
    for i, row in enumerate(P):
        low, high = -largest([-x for x in row]), largest(row)
        two = all(x == low or x == high for x in row) and high == gamma * low
        require(two, f"output {i} does not take exactly two values c and gamma c")
    return f"no mechanism of parity at most {shown(body['gamma'])} is strictly more informative than {shown(body['mechanism'])}, which is one"


def worth(P: Matrix, prior: list[Ratio], gains: Matrix) -> Ratio:
    """The expected gain of the best reaction to the outputs of P."""
    scaled = [[g * w for g, w in zip(row, prior, strict=True)] for row in gains]
    return total([largest([dot(action, row) for action in scaled]) for row in P])


def compare(body: Any, domain: Domain) -> str:
    P, Q, relation, forward, backward, wanted = take(body, domain, "first second relation forward backward? notion?")
    witnesses = [forward, backward][:1 + ("backward" in body)]
    for kind, data, (A, B) in zip(RELATIONS[relation], witnesses, [(P, Q), (Q, P)][:len(witnesses)], strict=True):
        found = take(data, domain, kind)
        shows = times(found[0], A) == B if kind == YES else worth(A, *found) < worth(B, *found)
        require(shows, f"the witness of {kind} does not show the relation")
    for A in (P, Q) if wanted else ():
        satisfy(A, wanted)
    both = f", and both satisfy {wanted.words}" if wanted else ""
    return f"the mechanism {shown(body['first'])}, compared with {shown(body['second'])}, is {relation}{both}"


def deficiency(body: Any, domain: Domain) -> str:
    P, Q, C, prior, gains, low, high = take(body, domain, "first second garbling prior gains lower upper")
    for made, wanted in zip(zip(*times(C, P), strict=True), zip(*Q, strict=True), strict=True):
        distance = total([largest([ZERO, a - b]) for a, b in zip(made, wanted, strict=True)])
        require(distance <= high, "the garbling is farther away")
    require(all(ZERO <= g <= ONE for row in gains for g in row), "gains outside [0, 1]")
    require(worth(Q, prior, gains) - worth(P, prior, gains) >= low, "the decision problem shows less")
    return (f"the deficiency of the mechanism {shown(body['first'])} with respect to {shown(body['second'])} (least over garblings, largest "
            f"over inputs, total variation distance) lies between {shown(body['lower'])} and {shown(body['upper'])}")


def profile(body: Any, domain: Domain) -> str:
    P, points, deltas = take(body, domain, "mechanism breakpoints deltas")
    tests = [*zip(points, deltas, strict=True), (points[-1] * TWO, deltas[-1])]
    for (s, d), (t, e) in zip(tests, tests[1:], strict=False):
        require(ONE <= s < t, "breakpoints that do not increase, or below 1")
        tests = [*tests, ((s + t) / TWO, (d + e) / TWO)]
    for s, delta in tests:
        require(largest([excess(P, j, l, s) for j, l in permutations(range(len(P[0])), 2)]) == delta, "the profile has another value there or in between")
    return (f"the least delta for which the mechanism {shown(body['mechanism'])} is (log s, delta)-LDP is linear in s between its values "
            f"{shown(body['deltas'])} at s = {shown(body['breakpoints'])}, and constant afterwards")


def breach(body: Any, domain: Domain) -> str:
    """q(p) = h(p)(1 + (g-1)p) - g p >= 0 on every piece of h, and = 0 where for no larger g it stays so."""
    pieces, g, at = take(body, domain, "pieces gamma at")
    edge, curves = ZERO, []
    for piece in listed(pieces):
        p, q, left, right = take(piece, domain, "from to left right")
        require(p == edge and p < q and ZERO <= left <= ONE and ZERO <= right <= ONE, "the pieces of h")
        slope, edge = (right - left) / (q - p), q
        h = left - slope * p  # at 0
        a, b = slope * (g - ONE), h * (g - ONE) + slope - g
        require(a * p * p + b * p + h >= ZERO and a * q * q + b * q + h >= ZERO, "gamma is too large at the end of a piece")
        away = TWO * a * p + b >= ZERO or TWO * a * q + b <= ZERO or a <= ZERO
        require(away or b * b <= TWO * TWO * a * h, "gamma is too large inside a piece")
        curves.append((p, q, h, slope, a, b))
    number, x = take(at, domain, "piece point")
    p, q, h, slope, a, b = curves[index(number, len(curves))]
    require(edge == ONE and p <= x <= q and a * x * x + b * x + h == ZERO, "no equality at the point, or [0, 1] is not covered")
    end = x * (ONE - x) == ZERO and TWO * a * x + b == ZERO
    require(end or (ZERO < x < ONE and h + slope * x < ONE), "a larger gamma may do at the point")
    return f"for h linear on the pieces {shown(pieces)}, B(h) (the infimum of the odds of h(p) over the odds of p) is {shown(body['gamma'])}"
