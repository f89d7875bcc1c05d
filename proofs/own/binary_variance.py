"""`rropt.binary.polygon`: the coordinates, the three vertices, which of them is best, ties, the ends of delta and t, Warner."""

from functools import partial

from rropt.claims import Argued, Claim, Formula

from ..listing import listed
from .definitions import DEFINE, INNER, JOINT, LINES, RELAXED, STRICT, says

UNIT = {"p, q": "[0, 1]"}
PLANE = {"X, Y": "[1, inf)"}
RATIOS = {**DEFINE, "x": "p/(p+q-1)", "y": "q/(p+q-1)"}
ALONE = {"F(X, Y)": "(X - pi)*(Y - 1 + pi)", "pure": "t/(t-1)"}
alone = partial(Formula, define=ALONE)

CLAIMS = listed(
    "rropt.binary.polygon",
    Claim(
        "rropt.variance_is_a_product",
        printed="n Var = (x - pi)(y - 1 + pi) with x = p00/D, y = p11/D",
        formula=Formula("V(p,q) = F(x, y)", {**UNIT, "pi": "[0, 1]"}, ("p + q > 1",), RATIOS),
    ),
    Claim(
        "rropt.variance_half_planes",
        printed="every (epsilon, delta) demand on two outputs is a half-plane in (x, y)",
        formula=Formula(
            "p <= 1 and q <= 1 and p <= t*(1-q) + d and q <= t*(1-p) + d iff x >= 1 and y >= 1 and first(x,y) >= 0 and "
            "second(x,y) >= 0",
            {"p, q": "[0, inf)", **RELAXED},
            ("p + q > 1",),
            RATIOS,
        ),
    ),
    Claim(
        "rropt.variance_other_demands",
        printed="the two other demands follow",
        formula=Formula(
            "p <= 1 and q <= 1 implies 1-p <= t*q + d and 1-q <= t*p + d",
            {"p, q": "[0, inf)", **RELAXED},
            ("p + q > 1",),
        ),
    ),
    Claim(
        "rropt.variance_way_back",
        printed="p00 = x/(x+y-1) and p11 = y/(x+y-1): the map is one to one onto x, y >= 1",
        formula=Formula(
            "0 <= p and p <= 1 and 0 <= q and q <= 1 and p + q > 1 and p/(p+q-1) = X and q/(p+q-1) = Y",
            PLANE,
            define={"p": "X/(X+Y-1)", "q": "Y/(X+Y-1)"},
        ),
    ),
    Claim(
        "rropt.variance_factors",
        printed="both factors are nonnegative, and the product does not decrease along the recession cone u, v >= 0",
        formula=says(
            "X - pi >= 0 and Y - 1 + pi >= 0 and F(X+u, Y+v) >= F(X, Y)", {**PLANE, "u, v": "[0, inf)", "pi": "[0, 1]"}
        ),
    ),
    Claim(
        "rropt.product_quasi_concave",
        printed="a product of two nonnegative affine functions is quasi-concave: on a segment an end is least",
        formula=Formula(
            "(u + s*(v-u))*(w + s*(z-w)) = (1-s)*u*w + s*v*z + s*(1-s)*(v-u)*(w-z) and ((v-u)*(w-z) >= 0 implies (u + "
            "s*(v-u))*(w + s*(z-w)) >= (1-s)*u*w + s*v*z) and (v >= u and z >= w implies (u + s*(v-u))*(w + s*(z-w)) >= "
            "u*w) and (v <= u and z <= w implies (u + s*(v-u))*(w + s*(z-w)) >= v*z)",
            {"u, v, w, z": "[0, inf)", "s": "[0, 1]"},
        ),
    ),
    Claim(
        "rropt.vertices",
        printed="the vertices are A, where both lines meet, B = (1/delta, 1) and C = (1, 1/delta)",
        formula=says(
            "first(a,a) = 0 and second(a,a) = 0 and first(1,1/d) = 0 and second(1/d,1) = 0 and a > 1 and 1/d > a and "
            "second(1,1/d) > 0 and first(1/d,1) > 0",
            JOINT,
        ),
    ),
    Claim(
        "rropt.no_other_vertices",
        printed="the other three meetings of two boundary lines lie outside",
        formula=says(
            "first(1,1) < 0 and (first(X,1) = 0 implies second(X,1) < 0) and (second(1,Y) = 0 implies first(1,Y) < 0) "
            "and (first(X,Y) = 0 and second(X,Y) = 0 implies X = a and Y = a)",
            {**PLANE, **JOINT},
        ),
    ),
    Claim(
        "rropt.beyond_b",
        printed="from x = 1/delta on, B is best",
        formula=says(
            "F(X,Y) >= F(1/d, 1) and (F(X,Y) = F(1/d,1) implies X = 1/d and Y = 1)",
            {**PLANE, **JOINT, **INNER},
            ("X >= 1/d",),
        ),
    ),
    Claim(
        "rropt.edge_ab",
        printed="above the edge from A to B the product is larger than on it",
        formula=says(
            "F(X,Y) >= F(X, (t+d-d*X)/(t-1+d)) and (F(X,Y) = F(X, (t+d-d*X)/(t-1+d)) implies second(X,Y) = 0)",
            {**PLANE, **JOINT, **INNER},
            LINES,
        ),
    ),
    Claim(
        "rropt.edge_ab_concave",
        printed="along the edge from A to B the product is strictly concave: its least value stands at an end, and only there",
        formula=Formula(
            "F(X, Y) - (1-s)*F(a,a) - s*F(1/d,1) = s*(1-s)*(1/d-a)*(a-1) and s*(1-s)*(1/d-a)*(a-1) >= 0 and (0 < s and "
            "s < 1 implies s*(1-s)*(1/d-a)*(a-1) > 0) and second(X,Y) = 0",
            {"s": "[0, 1]", "pi": "[0, 1]", **JOINT},
            define={**DEFINE, "X": "a + s*(1/d-a)", "Y": "a + s*(1-a)"},
        ),
    ),
    Claim(
        "rropt.edge_ac_mirrored",
        printed="the edge from A to C is the mirror of the edge from A to B, with 1 - pi for pi",
        formula=says(
            "F(X,Y) = at(F(Y,X), pi, 1-pi) and first(X,Y) = second(Y,X)", {**PLANE, **RELAXED, "pi": "[0, 1]"}
        ),
    ),
    # `rropt.binary.polygon`: which vertex is best, ties, the ends delta = 0, delta = 1, t = 1, and Warner's diagonal
    Claim(
        "rropt.threshold_b",
        printed="A beats B iff pi > g; they tie at pi = g",
        formula=says("(F(a,a) < F(1/d,1) iff pi > g) and (F(a,a) = F(1/d,1) iff pi = g)", {**JOINT, **INNER}),
    ),
    Claim(
        "rropt.threshold_c",
        printed="A beats C iff 1 - pi > g",
        formula=says("(F(a,a) < F(1,1/d) iff 1-pi > g) and (F(a,a) = F(1,1/d) iff 1-pi = g)", {**JOINT, **INNER}),
    ),
    Claim(
        "rropt.threshold_bc",
        printed="B beats C iff pi < 1/2: at one half both are optimal where g >= 1/2",
        formula=says(
            "(F(1/d,1) < F(1,1/d) iff pi < 1/2) and (F(1/d,1) = F(1,1/d) iff pi = 1/2)", {"d": "(0, 1)", **INNER}
        ),
    ),
    Claim(
        "rropt.threshold_value",
        printed="the least variance: pi(1-pi) plus what the privacy costs, at A and at B",
        formula=says(
            "F(a,a) = pi*(1-pi) + (t+d)*(1-d)/(t-1+2*d)^2 and F(1/d,1) = pi*(1-pi) + (1-d)/d*pi",
            {**JOINT, "pi": "[0, 1]"},
        ),
    ),
    Claim(
        "rropt.threshold_monotone",
        printed="the threshold g falls as epsilon grows",
        formula=says("diff(g, t) < 0 and g > 0", JOINT),
    ),
    Claim(
        "rropt.threshold_at_one_half",
        printed="the symmetric design is optimal for some prevalence iff g < 1/2",
        formula=says("g < 1/2 iff (t-1+2*d)^2 > 2*d*(t+d)", JOINT),
    ),
    Claim(
        "rropt.lines_by_vertices",
        printed="the two slanted lines run from A to C and from A to B: with b = 1/delta the polyhedron depends on a and b alone",
        formula=says(
            "first(X,Y) = d/(a-1)*((1/d-a)*(X-1) + (a-1)*(Y-1/d)) and second(X,Y) = first(Y,X) and a > 1 and 1/d > a",
            {**PLANE, **JOINT},
        ),
    ),
    Claim(
        "rropt.above_the_chord",
        printed="at every point on or above the edge from A to B the variance is at least the mean of the two ends, and larger "
        "unless the point is an end",
        formula=Formula(
            "F(X,Y) >= (1-s)*F(a,a) + s*F(b,1) and (0 < s and s < 1 or v > 0 implies F(X,Y) > (1-s)*F(a,a) + s*F(b,1))",
            {"a": "a > 1", "b": "b > a", "s": "[0, 1]", "v": "[0, inf)", **INNER},
            define={**ALONE, "X": "a + s*(b-a)", "Y": "a + s*(1-a) + v"},
        ),
    ),
    Claim(
        "rropt.right_of_b",
        printed="right of B the variance is larger than at B",
        formula=alone(
            "F(X,Y) >= F(b,1) and (X > b or Y > 1 implies F(X,Y) > F(b,1))", {**PLANE, "b": "1 < b <= X", **INNER}
        ),
    ),
    Claim(
        "rropt.three_vertices",
        printed="no point of the polyhedron is better than all of A, B and C",
        evidence=Argued(
            "for x >= b it is rropt.right_of_b; for a <= x <= b put s = (x-a)/(b-a) and v = y - a - s(1-a) >= 0 into "
            "rropt.above_the_chord, with z, u, w the variances at the point, at A and at B; for x < a mirror it by "
            "rropt.edge_ac_mirrored; rropt.threshold_b, _c and _bc order A, B and C",
            uses=("rropt.right_of_b", "rropt.above_the_chord", "rropt.edge_ac_mirrored", "rropt.threshold_b"),
        ),
        formula=Formula("z >= (1-s)*u + s*w implies z >= u or z >= w", {"z, u, w": "real", "s": "[0, 1]"}),
    ),
    Claim(
        "rropt.pure_optimum",
        printed="with delta = 0 only A remains, p00 = p11 = t/(t+1), and it is the only minimiser",
        formula=alone(
            "argmin[X,Y] F(X,Y) = {(pure, pure)}", {**PLANE, **STRICT, "pi": "[0, 1]"}, ("(t-1)*X >= t", "(t-1)*Y >= t")
        ),
    ),
    Claim(
        "rropt.direct_optimum",
        printed="with delta = 1 the direct question is the only minimiser",
        formula=alone("argmin[X,Y] F(X,Y) = {(1, 1)}", {**PLANE, **INNER}),
    ),
    Claim(
        "rropt.flat_segment",
        printed="with t = 1 the vertex A falls in the middle of the segment from B to C, whose better end is better",
        formula=says(
            "a = 1/2*(1/d + 1) and first(X,Y) = second(X,Y) and F(a,a) > min(F(1/d,1), F(1,1/d))",
            {**PLANE, "d": "(0, 1)", "pi": "[0, 1]", "t": "t = 1"},
        ),
    ),
    Claim(
        "rropt.share_zero_face",
        printed="at pi = 0 and delta > 0 the variance 0 is taken on the whole face y = 1",
        formula=alone("F(X,1) = 0", {"X": "X >= 1", "pi": "pi = 0"}),
    ),
    Claim(
        "rropt.warner_increasing",
        printed="on the diagonal the variance x(x-1) + pi(1-pi) increases for x >= 1",
        formula=alone("diff(F(X,X), X) > 0", {"X": "X >= 1", "pi": "[0, 1]"}),
    ),
    Claim(
        "rropt.warner_optimum",
        printed="the least variance with p00 = p11 has p = (t+delta)/(t+1), for every prevalence",
        formula=says(
            "argmin[X] F(X,X) = {a} and a/(2*a-1) = (t+d)/(t+1)",
            {"X": "X >= 1", **JOINT, "pi": "[0, 1]"},
            ("first(X,X) >= 0",),
        ),
    ),
    Claim(
        "rropt.worst_prevalence",
        printed="the worst prevalence of [l, h] is l where x-y+1 <= 2l, h where x-y+1 >= 2h, and (x-y+1)/2 between",
        formula=alone(
            "(X-Y+1 <= 2*l implies F(X,Y) <= at(F(X,Y), pi, l)) and (X-Y+1 >= 2*h implies F(X,Y) <= at(F(X,Y), pi, h)) "
            "and F(X,Y) <= ((X+Y-1)/2)^2 and at(F(X,Y), pi, (X-Y+1)/2) = ((X+Y-1)/2)^2",
            {**PLANE, "l, h": "[0, 1]", "pi": "l <= pi <= h"},
        ),
    ),
)
