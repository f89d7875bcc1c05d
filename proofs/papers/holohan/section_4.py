"""Section IV: Lemma 1 on f, and Lemma 2, that an optimal mechanism makes one of the inequalities (11) tight."""

from rropt.claims import Argued, Claim, Formula, Theorem

from ...listing import listed
from .definitions import ABOVE, INNER, RELAXED, SHARE, UNIT, says

PEOPLE = {"n": "integer n >= 1"}
MORE = {"h, k": "[0, 1]"}
NUMERATOR_Y = "2*x*(1-x)*(1-pi) + pi*(2*x*y-x-y+1)"
NUMERATOR_X = "(2*x*y-x-y+1)*(1-pi) + 2*y*pi*(1-y)"
MINIMISERS_EXIST = (
    "epsilon > 0 or delta > 0: else R' is empty, and no minimiser exists",
    "delta is at most 1: no upper end of delta is printed; above 1 (11) is nowhere tight",
)

# The region as a polyhedron: X = p00/D and Y = p11/D turn R' into four half-planes and n Var into a product. With
# D = p00 + p11 - 1 the point (p00, p11) = (X, Y)/(X + Y - 1) is recovered, and R' is X, Y >= 1 with the two lines of
# (11). Its vertices are A = (al, al), the point where both are tight, B = (1/delta, 1) for (1, delta), and C = (1, 1/delta)
# for (delta, 1). Along an edge the product is a concave quadratic, so no point is as good as the best vertex.
WORDS = {"F(X, Y)": "(X - pi)*(Y - 1 + pi)", "al": "(t+d)/(t-1+2*d)", "gg": "d*(t+d)/(t-1+2*d)^2"}
LINES = ("d*X + (t-1+d)*Y >= t + d", "(t-1+d)*X + d*Y >= t + d")
EVERYWHERE = {**UNIT, **SHARE, **PEOPLE}

CLAIMS = listed(
    "Section IV, Lemma 1",
    Claim(
        "holohan.lemma_1",
        printed="f is nonnegative on the unit square",
        evidence=Theorem("HolohanLemmas.lemma_1"),
        formula=says("f(x,y) >= 0", UNIT),
    ),
    Claim(
        "holohan.lemma_1_minimisers",
        printed="the minimisers of f on the unit square are two corners",
        evidence=Theorem("HolohanLemmas.lemma_1"),
        formula=says("argmin[x,y] f(x,y) = {(0,1), (1,0)}", UNIT),
    ),
    "Section IV, (14), first case",
    Claim(
        "holohan.eq_14_low",
        printed="the least value of f over x is y, for y <= 1/2",
        formula=says("f(x,y) >= y and f(1,y) = y", {"x": "[0, 1]", "y": "[0, 1/2]"}),
    ),
    "Section IV, (14), second case",
    Claim(
        "holohan.eq_14_high",
        printed="the least value of f over x is 1 - y, for y > 1/2",
        formula=says("f(x,y) >= 1-y and f(0,y) = 1-y", {"x": "[0, 1]", "y": "(1/2, 1]"}),
    ),
    "Section IV, displays before (14), and the symmetry after it",
    Claim(
        "holohan.f_rewritten",
        printed="f collected in x, and symmetric",
        formula=says("f(x,y) = (2*x*y - x) - y + 1 and f(x,y) = (2*y-1)*x - y + 1 and f(x,y) = f(y,x)", UNIT),
    ),
    "Section IV, proof of Lemma 1",
    Claim(
        "holohan.min_min",
        printed="the least value over y of (14) is 0",
        formula=Formula("min(y, 1-y) >= 0 and (min(y, 1-y) = 0 iff y = 0 or y = 1)", {"y": "[0, 1]"}),
    ),
    "Section IV, proof of Lemma 2, first display",
    Claim(
        "holohan.lemma_2_derivative_p11",
        printed="the derivative of the error in p11",
        formula=says(f"diff(V(x,y,pi)/n, y) = -({NUMERATOR_Y})/((x+y-1)^3*n)", EVERYWHERE, ABOVE),
    ),
    "Section IV, proof of Lemma 2, display after (15)",
    Claim(
        "holohan.lemma_2_derivative_p00",
        printed="the derivative of the error in p00",
        formula=says(f"diff(V(x,y,pi)/n, x) = -({NUMERATOR_X})/((x+y-1)^3*n)", EVERYWHERE, ABOVE),
    ),
    "Section IV, proof of Lemma 2",
    Claim(
        "holohan.f_positive",
        printed="where p00 + p11 > 1 both are positive and f is positive",
        formula=says("x > 0 and y > 0 and f(x,y) > 0", UNIT, ABOVE),
    ),
    Claim(
        "holohan.decreasing_p11",
        printed="the derivative of the error in p11 is at most 0",
        formula=says("diff(V(x,y,pi)/n, y) <= 0", EVERYWHERE, ABOVE),
    ),
    Claim(
        "holohan.decreasing_p00",
        printed="the derivative of the error in p00 is at most 0",
        formula=says("diff(V(x,y,pi)/n, x) <= 0", EVERYWHERE, ABOVE),
    ),
    "Section IV, proof of Lemma 2, sentence before (15)",
    Claim(
        "holohan.stationary_p11",
        printed="the derivative in p11 vanishes only when the proportion is 0 and p00 is 1",
        formula=says(
            "(pi = 0 and x = 1 implies diff(V(x,y,pi)/n, y) = 0) and (pi > 0 or x < 1 implies diff(V(x,y,pi)/n, y) != 0)",
            EVERYWHERE,
            ABOVE,
        ),
    ),
    "Section IV, (15)",
    Claim(
        "holohan.eq_15",
        printed="the derivative of the error in p11 is negative when the proportion is positive or p00 < 1",
        formula=says("diff(V(x,y,pi)/n, y) < 0", EVERYWHERE, (*ABOVE, "pi > 0 or x < 1")),
    ),
    "Section IV, proof of Lemma 2, sentence before (16)",
    Claim(
        "holohan.stationary_p00",
        printed="the derivative in p00 vanishes only when the proportion is 1 and p11 is 1",
        formula=says(
            "(pi = 1 and y = 1 implies diff(V(x,y,pi)/n, x) = 0) and (pi < 1 or y < 1 implies diff(V(x,y,pi)/n, x) != 0)",
            EVERYWHERE,
            ABOVE,
        ),
    ),
    "Section IV, (16)",
    Claim(
        "holohan.eq_16",
        printed="the derivative of the error in p00 is negative when the proportion is below 1 or p11 < 1",
        formula=says("diff(V(x,y,pi)/n, x) < 0", EVERYWHERE, (*ABOVE, "pi < 1 or y < 1")),
    ),
    "Section IV, proof of Lemma 2, last paragraph",
    Claim(
        "holohan.more_is_less",
        printed="raising p00 and p11 does not raise the error",
        formula=says(
            "V(x+h,y+k,pi)/n <= V(x,y,pi)/n", {**UNIT, **MORE, **SHARE, **PEOPLE}, (*ABOVE, "x + h <= 1", "y + k <= 1")
        ),
    ),
    "Section IV, proof of Lemma 2, before (18)",
    Claim(
        "holohan.both_derivatives_negative",
        printed="for proportions strictly between 0 and 1 both derivatives of the error are negative",
        formula=says("diff(V(x,y,pi)/n, x) < 0 and diff(V(x,y,pi)/n, y) < 0", {**UNIT, **INNER, **PEOPLE}, ABOVE),
    ),
    "consequence of (15) and (16), used for (18)",
    Claim(
        "holohan.more_is_strictly_less",
        evidence=Theorem("Moments.more_is_strictly_less"),
        formula=says(
            "V(x+h,y+k,pi) < V(x,y,pi)",
            {**UNIT, **MORE, **INNER},
            (*ABOVE, "x + h <= 1", "y + k <= 1", "h > 0 or k > 0"),
        ),
        reading="for proportions strictly between 0 and 1, raising p00 or p11, or both, lowers n times the error, among the "
        "mechanisms with p00 + p11 > 1, up to probabilities of 1",
    ),
    "Section IV, (18)",
    Claim(
        "holohan.eq_18",
        printed="for proportions strictly between 0 and 1, minimisers lie on the boundary of R'",
        evidence=Theorem("Moments.minimisers_on_boundary"),
        formula=says("V(x,y+h,pi) < V(x,y,pi)", {**UNIT, "h": "(0, 1]", **INNER}, (*ABOVE, "y + h <= 1")),
        reading="the boundary of R' as a set of the plane, and more: R'', where (11a) or (11b) is tight",
        narrowed=("delta is at most 1: no upper end of delta is printed; above 1 (11) is nowhere tight",),
    ),
    "Section IV, proof of Lemma 2, last paragraph",
    Claim(
        "holohan.lemma_2_move",
        printed="where neither of (11) is tight, p00 and p11 can be raised, within R', until one is",
        evidence=Argued("p00 is at least a, or p11 is, or both are below a, where a = (e^eps + delta)/(e^eps + 1)"),
        narrowed=("delta is at most 1: no upper end of delta is printed; above 1 (11) is nowhere tight",),
    ),
    "Section IV, Lemma 2, second statement",
    Claim(
        "holohan.lemma_2_strict",
        printed="for proportions strictly between 0 and 1 every minimiser over R' lies in R''",
        evidence=Theorem("Holohan.lemma_2_every_minimiser"),
        narrowed=(
            "delta is at most 1: no upper end of delta is printed; above 1 (11) is nowhere tight, so that R'' is empty "
            "and (1, 1) alone is best",
        ),
    ),
    # Section IV, with the vertices of Section VI: Lemma 2's first statement, (17), and the proportions 0 and 1
    "Section IV, last paragraph, for Theorem 3 and Corollary 2",
    Claim(
        "holohan.any_share_relaxed",
        printed="the results on optimal mechanisms, here Theorem 3 and Corollary 2, still hold for proportions in [0, 1], "
        "however these optima may not be unique",
        evidence=Theorem("HolohanOptima.any_share"),
        formula=Formula("F(X,Y) >= F(1/d, 1)", {"X, Y": "[1, inf)", **RELAXED, "pi": "[0, 0]"}, LINES, WORDS),
        reading="at 0 and 1, where g exceeds the proportion or its complement: the one named is best, and so are others",
        narrowed=("d <= 1: no upper end of delta is printed; above 1 (1, delta) is no mechanism",),
    ),
    "Section IV, last paragraph",
    Claim(
        "holohan.any_share_not_unique",
        printed="for the proportions 0 and 1 the optimum may not be unique",
        evidence=Theorem("HolohanOptima.any_share"),
        formula=says("V(1,y,0) = 0 and V(1,d,0) = 0 and V(y,1,1) = 0 and V(d,1,1) = 0", {"y": "(0, 1]", "d": "d > 0"}),
        reading="with delta > 0: at the proportion 0 every mechanism with p00 = 1 has error 0, at 1 every one with p11 = 1; (1, "
        "delta), named in Theorem 3, is one of them for delta <= 1",
    ),
    "Section IV, Lemma 2, first statement",
    Claim(
        "holohan.lemma_2",
        printed="some minimiser over R' lies in R''",
        evidence=Theorem("Holohan.lemma_2_some_minimiser"),
        reading="for all proportions in [0, 1]",
        narrowed=MINIMISERS_EXIST,
    ),
    "Section IV, proof of Lemma 2, (17)",
    Claim(
        "holohan.eq_17",
        printed="there exists a mechanism on the boundary of R' which minimises the estimator error",
        evidence=Theorem("HolohanOptima.eq_17"),
        reading="for all proportions in [0, 1]; on the boundary: near to it there are points of R' and points that are not",
        narrowed=MINIMISERS_EXIST,
    ),
)
