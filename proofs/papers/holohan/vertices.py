"""The region as a polyhedron: X = p00/D and Y = p11/D turn R' into four half-planes and n Var into a product.

With D = p00 + p11 - 1 the point (p00, p11) = (X, Y)/(X + Y - 1) is recovered, and R' is X, Y >= 1 with the two lines of
(11). Its vertices are A = (al, al), the point where both are tight, B = (1/delta, 1) for (1, delta), and C = (1, 1/delta)
for (delta, 1). Along an edge the product is a concave quadratic, so no point is as good as the best vertex.
"""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE, REGION, UNIT

WORDS = {"F(X, Y)": "(X - pi)*(Y - 1 + pi)", "al": "(t+d)/(t-1+2*d)", "gg": "d*(t+d)/(t-1+2*d)^2"}
DEMAND = {"t": "t >= 1", "d": "0 < d <= 1"}
LINES = ("d*X + (t-1+d)*Y >= t + d", "(t-1+d)*X + d*Y >= t + d")
EXHAUSTS = (
    "the first item carries R' onto the polyhedron, one to one, with n Var = F; X < al, al <= X <= 1/delta and X >= 1/delta "
    "are all its points, and the last items compare the three vertices"
)


def coordinates() -> Iterator[Item]:
    """R' lies in the polyhedron and n Var is F there; the way back is the same rational map."""
    yield Statement(
        "n Var in the new coordinates",
        "V(x,y,pi) = (x/(x+y-1) - pi)*(y/(x+y-1) - 1 + pi) and x = (x/(x+y-1))/(x/(x+y-1) + y/(x+y-1) - 1)",
        given={**UNIT, "pi": "[0, 1]"},
        assuming=("x + y > 1",),
        define=DEFINE,
    )
    yield Statement(
        "the region in the new coordinates",
        f"X >= 1 and Y >= 1 and {LINES[0]} and {LINES[1]}",
        given={**UNIT, "X, Y": "real", **DEMAND},
        assuming=(*REGION, "X = x/(x+y-1)", "Y = y/(x+y-1)"),
    )


def edges() -> Iterator[Item]:
    """Every point of the polyhedron that is no vertex is beaten by one."""
    share = "(0, 1)"
    given = {**DEMAND, "pi": share, "X, Y": "[1, inf)"}
    low, high = "(t+d-(t-1+d)*X)/d", "(t+d-d*X)/(t-1+d)"
    yield Statement(
        "X < al: the edge below is better",
        f"F(X,Y) > F(X, {low}) or d*Y = t + d - (t-1+d)*X",
        given=given,
        assuming=LINES,
        define=WORDS,
    )
    yield Statement(
        "between C and A on that edge",
        f"F(X, {low}) > F(1, 1/d) or F(X, {low}) > F(al, al)",
        given={**DEMAND, "pi": share, "X": "X > 1"},
        assuming=("X < al",),
        define=WORDS,
    )
    yield Statement(
        "al <= X: the edge below is better",
        f"F(X,Y) > F(X, {high}) or (t-1+d)*Y = t + d - d*X",
        given=given,
        assuming=LINES,
        define=WORDS,
    )
    yield Statement(
        "between A and B on that edge",
        f"F(X, {high}) > F(1/d, 1) or F(X, {high}) > F(al, al)",
        given={**DEMAND, "pi": share, "X": "X < 1/d"},
        assuming=("X > al",),
        define=WORDS,
    )
    yield Statement(
        "X >= 1/delta",
        "F(X,Y) > F(1/d, 1) or X = 1/d and Y = 1",
        given=given,
        assuming=("X >= 1/d",),
        define=WORDS,
    )


def optimum(*, share: str, level: str = "pi", best: str = "F(1/d, 1)", mirror: str = "F(1, 1/d)") -> Iterator[Item]:
    """The three vertices compared: by g against the level, and the better of the two outer ones; at delta = 1 all agree."""
    yield from coordinates()
    yield from edges()
    given = {**DEMAND, "pi": share}
    yield Statement("g above", f"gg > {level} implies {best} < F(al, al)", given, ("d < 1",), WORDS)
    yield Statement("g below", f"gg < {level} implies {best} > F(al, al)", given, ("d < 1",), WORDS)
    yield Statement("g equal", f"gg = {level} implies {best} = F(al, al)", given, (), WORDS)
    yield Statement("the mirrored vertex is worse", f"{best} < {mirror}", given, ("d < 1",), WORDS)
    yield Statement("delta = 1", "al = 1 and 1/d = 1", given, ("d = 1",), WORDS)
