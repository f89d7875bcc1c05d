"""Section III: what differential privacy asks of the mechanism, the region of feasibility and its boundary."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Fact, Repair
from rropt.claims.evidence import Item

from .definitions import ABOVE, DEFINE, NO_END, REGION, SHARE, UNIT

WIDE = {"t": "t >= 1", "d": "d >= 0"}
FOUR = "y <= t*(1-x) + d and x <= t*(1-y) + d and 1-x <= t*y + d and 1-y <= t*x + d"


FIRST = "(t+d)/(t+1) <= x and x <= 1 and y = t*(1-x) + d"
SECOND = "(t+d)/(t+1) <= y and y <= 1 and x = t*(1-y) + d"
TIGHT = (
    "0 <= x <= 1 and 0 <= y <= 1 and x + y > 1 and y <= t*(1-x) + d and x <= t*(1-y) + d"
    " and (y = t*(1-x) + d or x = t*(1-y) + d)"
)
BOTH = "z <= t*w + d and w <= t*z + d and 1-z <= t*(1-w) + d and 1-w <= t*(1-z) + d"


def coordinate_items() -> Iterator[Item]:
    """How many coordinates the points of R' have, and those of the set that is printed."""
    yield Fact("coordinates of the point (p00, p11) = (1, 0) against those of a number", len((1, 0)), "=", 1)


def corrected_coordinate_items() -> Iterator[Item]:
    """The points of R' lie in the square of the real line."""
    yield Fact("coordinates of the point (p00, p11) = (1, 0) against those of the plane", len((1, 0)), "=", 2)


CLAIMS = [
    Claim(
        "holohan.dataset_rows",
        "m = n",
        where="Section III, before Definition 1",
        printed="for a dataset d in D^m, X_d : Ω → D^n is a randomised version of it",
        reading="a randomised version has a row for each respondent; n is tied to m nowhere",
        given={"m, n": "integer [1, inf)"},
    ),
    Claim(
        "holohan.plane",
        where="Section III, the displays of R' and R''",
        printed="R' and R'' are sets of points (p00, p11) in the real line",
        reading="the displays print the real line where (12) has its square",
        decided_by=coordinate_items,
        repairs=(Repair(decided_by=corrected_coordinate_items, why="in the square of the real line, as (12) has it"),),
    ),
    Claim(
        "holohan.trivial_sets",
        "0 <= t*0 + d and 1 <= t*1 + d",
        argument="Two outputs have four sets: the two named, the empty one and both. Of the last two the probabilities are 0 "
        "and 1 whatever the truth, and for these the inequality (9) is proved.",
        kernel="Moments.trivial_sets",
        where="Section III, after (9)",
        printed="only the sets {0} and {1} of outputs need to be checked",
        reading="the two other sets of outputs, the empty one and both, satisfy (9) always",
        given=WIDE,
    ),
    Claim(
        "holohan.eq_11",
        f"({BOTH}) iff ({FOUR})",
        where="Section III, (10), (11), Definition 2 with (12)",
        printed="the mechanism (2) satisfies (epsilon, delta)-differential privacy exactly in the region of four inequalities",
        reading="z = Pr(1 | 1) and w = Pr(1 | 0), and (10) asks for both answers and both orders of the truths",
        given={**UNIT, "z, w": "[0, 1]", **WIDE},
        assuming=("z = y", "w = 1 - x"),
    ),
    Claim(
        "holohan.error_undefined",
        "(x+y-1)^2*n = 0",
        where="Section III, after (12)",
        printed="the estimator error, and hence the optimal mechanism, is undefined when p00 + p11 = 1",
        reading="the denominator of (6) is 0, and so is that of the estimator (4)",
        argument="hence the optimal mechanism: one without an error is none of those that (13) compares, by their errors",
        given={"x, y": "[0, 1]", "n": "integer n >= 1"},
        assuming=("x + y = 1",),
    ),
    Claim(
        "holohan.swap",
        "p01 = 1 - x and p10 = 1 - y and p01 + p10 = 2 - x - y and p01 + p10 > 1",
        where="Section III, after (12)",
        printed="if p00 + p11 < 1, the columns of the design matrix are swapped, giving p'00 = 1 - p00 and p'11 = 1 - p11, hence "
        "p'00 + p'11 = 2 - p00 - p11 > 1",
        reading="swapping the columns makes p'00 = p01 and p'11 = p10, as rows have the sum 1; that nothing is lost by it is "
        "holohan.swap_loses_nothing",
        given={**UNIT, "p01, p10": "[0, 1]"},
        assuming=("x + p01 = 1", "p10 + y = 1", "x + y < 1"),
    ),
    Claim(
        "holohan.swap_loses_nothing",
        "0 <= u <= 1 and 0 <= v <= 1 and u + v > 1 and u <= t*(1-v) + d and v <= t*(1-u) + d"
        " and 1-u <= t*v + d and 1-v <= t*u + d and V(u,v,pi)/n = V(x,y,pi)/n",
        where="Section III, after (12)",
        printed="p00 + p11 > 1 can be assumed without loss of generality",
        reading="for every mechanism of R with p00 + p11 < 1 there is one of R with p00 + p11 > 1 and the same error, the swapped "
        "one (u, v); where the sum is 1 there is no error",
        given={**UNIT, **SHARE, **WIDE, "n": "integer n >= 1", "u": "u = 1-x", "v": "v = 1-y"},
        assuming=("x + y < 1", FOUR),
        define=DEFINE,
    ),
    Claim(
        "holohan.chain_i",
        "1-y < x and x <= t*(1-y) + d and t*(1-y) + d < t*x + d",
        where="Section III, (i) before R'",
        printed="1 - p11 < p00 <= e^eps (1 - p11) + delta < e^eps p00 + delta",
        given={**UNIT, **WIDE},
        assuming=REGION,
    ),
    Claim(
        "holohan.chain_ii",
        "1-x < y and y <= t*(1-x) + d and t*(1-x) + d < t*y + d",
        where="Section III, (ii) before R'",
        printed="1 - p00 < p11 <= e^eps (1 - p00) + delta < e^eps p11 + delta",
        given={**UNIT, **WIDE},
        assuming=REGION,
    ),
    Claim(
        "holohan.region_reduced",
        "(0 <= x <= 1 and 0 <= y <= 1 and "
        + FOUR
        + ") iff (x <= 1 and y <= 1 and y <= t*(1-x) + d and x <= t*(1-y) + d)",
        where="Section III, R'",
        printed="for p00 + p11 > 1 the region needs only two of the four inequalities, and no lower ends",
        given={"x, y": "real", **WIDE},
        assuming=ABOVE,
    ),
    Claim(
        "holohan.boundary_segments",
        f"({TIGHT} implies ({FIRST} or {SECOND}))"
        f" and ({FIRST} implies y >= 0 and y <= 1 and x <= t*(1-y) + d and (x + y > 1 or d = 0 and x = 1))"
        f" and ({SECOND} implies x >= 0 and x <= 1 and y <= t*(1-x) + d and (x + y > 1 or d = 0 and y = 1))",
        where="Section III, R''",
        printed="R'' is the union of two line segments in the unit square, on which (11a) and (11b) are tight",
        reading="every point of R'' lies on a segment from the point where both are tight to (1, delta) or (delta, 1), and every "
        "point of the two is one of R''; at delta = 1 both are the point (1, 1)",
        narrowed=(
            ("t > 1 or d > 0", "for epsilon = delta = 0 no mechanism with p00 + p11 > 1 is private and R'' is empty"),
            ("", "where delta = 0 the ends (1, 0) and (0, 1) of the segments are left out, as p00 + p11 is 1 there"),
            ("d <= 1", NO_END),
        ),
        given={"x, y": "real", "t": "t >= 1", "d": "[0, 1]"},
        steps=("(t+d)/(t+1) >= 0", "(t+d)/(t+1) <= 1"),
    ),
    Claim(
        "holohan.boundary_meets",
        "y = t*(1-x) + d and x = t*(1-y) + d iff x = (t+d)/(t+1) and y = (t+d)/(t+1)",
        where="Section III, R''",
        printed="the two segments meet where both inequalities (11) are tight",
        given={"x, y": "real", "t": "t > 1", "d": "d >= 0"},
        narrowed=("t > 1", "for epsilon = 0 the two lines are one"),
    ),
]
