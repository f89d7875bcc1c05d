"""`rropt.closed_forms.three_outputs`: of the four best outputs, two neighbours merged. What its proof rests on."""

from __future__ import annotations

from rropt.claims import Claim

from .definitions import STRICT

SOURCE = "rropt.closed_forms.three_outputs"
ROWS = {"a1, b1, a2, b2": "[0, inf)", **STRICT}
POINT = {"a, b": "[0, 1]", "d": "0 <= d < 1", **STRICT}
WEIGHT = {"W": "(1-d)/(t+1)"}

CLAIMS = [
    Claim(
        "rropt.three_sorted",
        "(a2 > t*b2 implies a1 >= t*b1) and (b1 > t*a1 implies b2 >= t*a2)",
        where=SOURCE,
        printed="of rows sorted by a/b the sets with the largest excess are first ones, for inputs exchanged last ones",
        given=ROWS,
        assuming=("a1*b2 >= b1*a2", "a1 + b1 > 0", "a2 + b2 > 0"),
    ),
    Claim(
        "rropt.three_corner",
        "(a = d + t*b and 1 - b = d + t*(1-a)) iff (a = d + W*t and b = W)",
        where=SOURCE,
        printed="the second and the third inequality of the first row are both tight at c = (d, 0) + W(t, 1) only",
        given=POINT,
        define=WEIGHT,
    ),
    Claim(
        "rropt.three_first_and_third",
        "b = 0 and 1 - b = d + t*(1-a) implies a > d + t*b",
        where=SOURCE,
        printed="where the first and the third are tight, the second is violated",
        given=POINT,
    ),
    Claim(
        "rropt.three_first_and_second",
        "b = 0 and a = d + t*b implies a = d and 1 - b <= d + t*(1-a)",
        where=SOURCE,
        printed="where the first and the second are tight, the first row is (d, 0), and the third holds",
        given=POINT,
    ),
    Claim(
        "rropt.three_rest_of_the_corner",
        "1 - (d + W*t) = W and 1 - W = W*t + d",
        where=SOURCE,
        printed="what c leaves is W(1, t) + (0, d): the last two of the four rows merged",
        given=POINT,
        define=WEIGHT,
    ),
    Claim(
        "rropt.three_convex",
        "x*z^2/u + y*w^2/v >= (x*z + y*w)^2/(x*u + y*v)",
        where=SOURCE,
        printed="the information of a row is convex: with u, v its denominators and z, w its differences at two places",
        given={"u, v": "(0, inf)", "z, w": "real", "x, y": "(0, inf)"},
    ),
    Claim(
        "rropt.three_worst_cross",
        "(v+x)^2*(3*v - 2*(v+x)) - (v-x)^2*(3*v - 2*(v-x)) = -4*x^3",
        where=SOURCE,
        printed="where two rows have u = v ± x, the mixed derivative of the information is 4 w x^3, but for its sign",
        given={"v, x": "real"},
    ),
    Claim(
        "rropt.three_worst_cauchy",
        "(1/p + 1/q)*(p*z^2 + q*w^2) >= (z+w)^2",
        where=SOURCE,
        printed="Cauchy's inequality for the rows that exchange: z and w are the squares of their u",
        given={"p, q": "(0, inf)", "z, w": "real"},
    ),
    Claim(
        "rropt.three_worst_curved",
        "((v-x)^2 + (v+x)^2)^2 > 4*x^4 and ((-v-x)^2 + (-v+x)^2)^2 > 4*x^4",
        where=SOURCE,
        printed="so the least information over prevalences has no maximum where its derivative along a slope is 0",
        given={"v": "(0, inf)", "x": "real"},
    ),
    Claim(
        "rropt.dominant_excess",
        "e = 1 - 1/t + f/t implies (f <= d iff e <= 1 - (1-d)/t)",
        where="rropt.certificate, SPEC section 6",
        printed="the excess of the second input over t times the first bounds that of the first over 1/t times the second",
        given={"e, f": "[0, inf)", "d": "[0, 1]", **STRICT},
    ),
    Claim(
        "rropt.dominant_knots",
        "W*t - t*W = 0 and W - t*(W*t) <= 0 and W*t - W/t >= 0 and W - W*t/t = 0 and d + (W*t - W/t) = 1 - (1-d)/t",
        where="rropt.certificate, SPEC section 6",
        printed="the four rows reach both bounds, at s = t and s = 1/t, where alone their curve is bent",
        given={"d": "[0, 1]", **STRICT},
        define=WEIGHT,
    ),
]
