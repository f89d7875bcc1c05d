"""Section III: what differential privacy asks of the mechanism, the region of feasibility and its boundary."""

from rropt.claims import Argued, Checked, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import ABOVE, REGION, SHARE, UNIT, says

WIDE = {"t": "t >= 1", "d": "d >= 0"}
FOUR = "y <= t*(1-x) + d and x <= t*(1-y) + d and 1-x <= t*y + d and 1-y <= t*x + d"
FIRST = "(t+d)/(t+1) <= x and x <= 1 and y = t*(1-x) + d"
SECOND = "(t+d)/(t+1) <= y and y <= 1 and x = t*(1-y) + d"
TIGHT = (
    "0 <= x <= 1 and 0 <= y <= 1 and x + y > 1 and y <= t*(1-x) + d and x <= t*(1-y) + d and (y = t*(1-x) + d or x = "
    "t*(1-y) + d)"
)
BOTH = "z <= t*w + d and w <= t*z + d and 1-z <= t*(1-w) + d and 1-w <= t*(1-z) + d"


def has_coordinates(number: int) -> bool:
    """The point (1, 1), which is in R' at delta = 1, has as many coordinates as a point of this space."""
    return len((1, 1)) == number


CLAIMS = listed(
    "Section III, before Definition 1",
    Claim(
        "holohan.dataset_rows",
        printed="for a dataset d in D^m, X_d : Ω → D^n is a randomised version of it",
        evidence=Counterexample({"m": "1", "n": "2"}),
        formula=Formula("m = n", {"m, n": "integer [1, inf)"}),
        reading="a randomised version has a row for each respondent; n is tied to m nowhere",
    ),
    "Section III, the displays of R' and R''",
    Claim(
        "holohan.plane",
        printed="R' and R'' are sets of points (p00, p11) in the real line",
        evidence=Checked(has_coordinates, {"number": (1,)}),
        reading="the displays print the real line where (12) has its square",
    ),
    Repair("in the square of the real line, as (12) has it", evidence=Checked(has_coordinates, {"number": (2,)})),
    "Section III, after (9)",
    Claim(
        "holohan.trivial_sets",
        printed="only the sets {0} and {1} of outputs need to be checked",
        evidence=Theorem("Moments.trivial_sets"),
        formula=Formula("0 <= t*0 + d and 1 <= t*1 + d", WIDE),
        reading="the two other sets of outputs, the empty one and both, satisfy (9) always",
    ),
    "Section III, (10), (11), Definition 2 with (12)",
    Claim(
        "holohan.eq_11",
        printed="the mechanism (2) satisfies (epsilon, delta)-differential privacy exactly in the region of four inequalities",
        formula=Formula(f"({BOTH}) iff ({FOUR})", {**UNIT, "z, w": "[0, 1]", **WIDE}, ("z = y", "w = 1 - x")),
        reading="z = Pr(1 | 1) and w = Pr(1 | 0), and (10) asks for both answers and both orders of the truths",
    ),
    "Section III, after (12)",
    Claim(
        "holohan.error_undefined",
        printed="the estimator error, and hence the optimal mechanism, is undefined when p00 + p11 = 1",
        evidence=Argued(
            "hence the optimal mechanism: one without an error is none of those that (13) compares, by their errors"
        ),
        formula=Formula("(x+y-1)^2*n = 0", {"x, y": "[0, 1]", "n": "integer n >= 1"}, ("x + y = 1",)),
        reading="the denominator of (6) is 0, and so is that of the estimator (4)",
    ),
    Claim(
        "holohan.swap",
        printed="if p00 + p11 < 1, the columns of the design matrix are swapped, giving p'00 = 1 - p00 and p'11 = 1 - p11, "
        "hence p'00 + p'11 = 2 - p00 - p11 > 1",
        formula=Formula(
            "p01 = 1 - x and p10 = 1 - y and p01 + p10 = 2 - x - y and p01 + p10 > 1",
            {**UNIT, "p01, p10": "[0, 1]"},
            ("x + p01 = 1", "p10 + y = 1", "x + y < 1"),
        ),
        reading="it makes p'00 = p01 and p'11 = p10, as rows sum to 1; that nothing is lost: holohan.swap_loses_nothing",
    ),
    Claim(
        "holohan.swap_loses_nothing",
        printed="p00 + p11 > 1 can be assumed without loss of generality",
        formula=says(
            "0 <= u <= 1 and 0 <= v <= 1 and u + v > 1 and u <= t*(1-v) + d and v <= t*(1-u) + d and 1-u <= t*v + d and "
            "1-v <= t*u + d and V(u,v,pi)/n = V(x,y,pi)/n",
            {**UNIT, **SHARE, **WIDE, "n": "integer n >= 1", "u": "u = 1-x", "v": "v = 1-y"},
            ("x + y < 1", FOUR),
        ),
        reading="for every mechanism of R with p00 + p11 < 1 there is one of R with p00 + p11 > 1 and the "
        "same error, the swapped one (u, v); where the sum is 1 there is no error",
    ),
    "Section III, (i) before R'",
    Claim(
        "holohan.chain_i",
        printed="1 - p11 < p00 <= e^eps (1 - p11) + delta < e^eps p00 + delta",
        formula=Formula("1-y < x and x <= t*(1-y) + d and t*(1-y) + d < t*x + d", {**UNIT, **WIDE}, REGION),
    ),
    "Section III, (ii) before R'",
    Claim(
        "holohan.chain_ii",
        printed="1 - p00 < p11 <= e^eps (1 - p00) + delta < e^eps p11 + delta",
        formula=Formula("1-x < y and y <= t*(1-x) + d and t*(1-x) + d < t*y + d", {**UNIT, **WIDE}, REGION),
    ),
    "Section III, R'",
    Claim(
        "holohan.region_reduced",
        printed="for p00 + p11 > 1 the region needs only two of the four inequalities, and no lower ends",
        formula=Formula(
            "(0 <= x <= 1 and 0 <= y <= 1 and "
            + FOUR
            + ") iff (x <= 1 and y <= 1 and y <= t*(1-x) + d and x <= t*(1-y) + d)",
            {"x, y": "real", **WIDE},
            ABOVE,
        ),
    ),
    "Section III, R''",
    Claim(
        "holohan.boundary_segments",
        printed="R'' is the union of two line segments in the unit square, on which (11a) and (11b) are tight",
        formula=Formula(
            f"({TIGHT} implies ({FIRST} or {SECOND}))"
            f" and ({FIRST} implies y >= 0 and y <= 1 and x <= t*(1-y) + d and (x + y > 1 or d = 0 and x = 1))"
            f" and ({SECOND} implies x >= 0 and x <= 1 and y <= t*(1-x) + d and (x + y > 1 or d = 0 and y = 1))",
            {"x, y": "real", "t": "t >= 1", "d": "[0, 1]"},
            ("t > 1 or d > 0",),
        ),
        reading="every point of R'' lies on a segment from the point where both are tight to (1, delta) or (delta, 1), and "
        "every point of the two is one of R''; at delta = 1 both are the point (1, 1)",
        narrowed=(
            "t > 1 or d > 0: for epsilon = delta = 0 no mechanism with p00 + p11 > 1 is private and R'' is empty",
            "where delta = 0 the ends (1, 0) and (0, 1) of the segments are left out, as p00 + p11 is 1 there",
            "d <= 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
        ),
    ),
    Claim(
        "holohan.boundary_meets",
        printed="the two segments meet where both inequalities (11) are tight",
        formula=Formula(
            "y = t*(1-x) + d and x = t*(1-y) + d iff x = (t+d)/(t+1) and y = (t+d)/(t+1)",
            {"x, y": "real", "t": "t > 1", "d": "d >= 0"},
        ),
        narrowed=("t > 1: for epsilon = 0 the two lines are one",),
    ),
)
