"""Section IV, with the vertices of Section VI: Lemma 2's first statement, (17), and the proportions 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE, NO_END, UNIT
from .vertices import DEMAND, LINES, WORDS, coordinates

LEAST_AT_A_VERTEX = (
    "delta > 0, where the error of every mechanism is at least that of one of the three vertices, all in R''; "
    "and delta = 0, where (a, a), in R'', is optimal"
)


def corners() -> Iterator[Item]:
    """(a, a), (1, delta) and (delta, 1) lie in R' with an inequality tight, and are the vertices; (a, a) is for delta = 0 too."""
    middle = "1/2 < a(t,d) and a(t,d) <= 1 and a(t,d) = t*(1-a(t,d)) + d"
    yield Statement("(a, a)", middle, {"t": "t >= 1", "d": "[0, 1]"}, ("t > 1 or d > 0",), DEFINE)
    yield Statement("(a, a) is the vertex A", "a(t,d)/(2*a(t,d)-1) = al", DEMAND, (), {**DEFINE, **WORDS})
    outer = "1 + d > 1 and d = t*(1-1) + d and 1 <= t*(1-d) + d and 1/(1+d-1) = 1/d and d/(1+d-1) = 1"
    yield Statement("(1, delta) is the vertex B, and mirrored C", outer, DEMAND)


def lemma_2_items() -> Iterator[Item]:
    """The three vertices lie in R'', and no mechanism does better than the best of them."""
    share = "[0, 1]"
    given = {**DEMAND, "pi": share, "X, Y": "[1, inf)"}
    yield from coordinates()
    yield from corners()
    for label, low, case, end in (
        ("X <= al", "(t+d-(t-1+d)*X)/d", "X <= al", "F(1, 1/d)"),
        ("al <= X <= 1/delta", "(t+d-d*X)/(t-1+d)", "al <= X and X <= 1/d", "F(1/d, 1)"),
    ):
        yield Statement(f"{label}: the edge below", f"F(X,Y) >= F(X, {low})", given, (*LINES, case), WORDS)
        edge = f"F(X, {low}) >= {end} or F(X, {low}) >= F(al, al)"
        yield Statement(f"{label}: its ends", edge, {**DEMAND, "pi": share, "X": "[1, inf)"}, (case,), WORDS)
    yield Statement("X >= 1/delta", "F(X,Y) >= F(1/d, 1)", given, ("X >= 1/d",), WORDS)
    yield Statement(
        "delta = 0",
        "V(x,y,pi) >= V(t/(t+1), t/(t+1), pi)",
        given={**UNIT, "t": "t > 1", "pi": share},
        assuming=("x + y > 1", "y <= t*(1-x)", "x <= t*(1-y)"),
        define=DEFINE,
    )


SOME = (
    ("", "epsilon > 0 or delta > 0: else R' is empty, and no minimiser exists"),
    ("", "delta is at most 1: " + NO_END),
)

CLAIMS = [
    Claim(
        "holohan.any_share_relaxed",
        "F(X,Y) >= F(1/d, 1)",
        where="Section IV, last paragraph, for Theorem 3 and Corollary 2",
        kernel="HolohanOptima.any_share",
        printed="the results on optimal mechanisms, here Theorem 3 and Corollary 2, still hold for proportions in [0, 1], however "
        "these optima may not be unique",
        reading="at 0 and 1, where g exceeds the proportion or its complement: the mechanism named has the least error, others too",
        narrowed=("d <= 1", "no upper end of delta is printed; above 1 (1, delta) is no mechanism"),
        argument="in the coordinates X = p00/(p00+p11-1), Y = p11/(p00+p11-1); g exceeds 0, so (1, delta) is named; at 1 mirrored",
        given={"X, Y": "[1, inf)", **DEMAND, "pi": "[0, 0]"},
        assuming=LINES,
        define=WORDS,
    ),
    Claim(
        "holohan.any_share_not_unique",
        "V(1,y,0) = 0 and V(1,d,0) = 0 and V(y,1,1) = 0 and V(d,1,1) = 0",
        kernel="HolohanOptima.any_share",
        where="Section IV, last paragraph",
        printed="for the proportions 0 and 1 the optimum may not be unique",
        reading="with delta > 0: at the proportion 0 every mechanism with p00 = 1 has error 0, at 1 every one with p11 = 1; "
        "(1, delta), named in Theorem 3, is one of them for delta <= 1",
        given={"y": "(0, 1]", "d": "d > 0"},
        define=DEFINE,
    ),
    Claim(
        "holohan.lemma_2",
        kernel="Holohan.lemma_2_some_minimiser",
        where="Section IV, Lemma 2, first statement",
        printed="some minimiser over R' lies in R''",
        reading="for all proportions in [0, 1]",
        narrowed=SOME,
        decided_by=lemma_2_items,
        argument=LEAST_AT_A_VERTEX,
    ),
    Claim(
        "holohan.eq_17",
        kernel="HolohanOptima.eq_17",
        where="Section IV, proof of Lemma 2, (17)",
        printed="there exists a mechanism on the boundary of R' which minimises the estimator error",
        reading="for all proportions in [0, 1]; on the boundary: near to it there are points "
        "of R' and points that are not",
        narrowed=SOME,
        decided_by=lemma_2_items,
        argument=LEAST_AT_A_VERTEX + "; beside a point of R'' its tight inequality fails",
    ),
]
