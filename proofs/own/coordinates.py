"""The coordinates of the binary variance: a product over four half-planes, and the three vertices of their polyhedron."""

from rropt.claims import Claim, Formula

from .definitions import DEFINE, INNER, JOINT, LINES, RELAXED, says

UNIT = {"p, q": "[0, 1]"}
PLANE = {"X, Y": "[1, inf)"}
SOURCE = "rropt.binary.polygon"
RATIOS = {**DEFINE, "x": "p/(p+q-1)", "y": "q/(p+q-1)"}

CLAIMS = [
    Claim(
        "rropt.variance_is_a_product",
        where=SOURCE,
        printed="n Var = (x - pi)(y - 1 + pi) with x = p00/D, y = p11/D",
        formula=Formula("V(p,q) = F(x, y)", {**UNIT, "pi": "[0, 1]"}, ("p + q > 1",), RATIOS),
    ),
    Claim(
        "rropt.variance_half_planes",
        where=SOURCE,
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
        where=SOURCE,
        printed="the two other demands follow",
        formula=Formula(
            "p <= 1 and q <= 1 implies 1-p <= t*q + d and 1-q <= t*p + d",
            {"p, q": "[0, inf)", **RELAXED},
            ("p + q > 1",),
        ),
    ),
    Claim(
        "rropt.variance_way_back",
        where=SOURCE,
        printed="p00 = x/(x+y-1) and p11 = y/(x+y-1): the map is one to one onto x, y >= 1",
        formula=Formula(
            "0 <= p and p <= 1 and 0 <= q and q <= 1 and p + q > 1 and p/(p+q-1) = X and q/(p+q-1) = Y",
            PLANE,
            define={"p": "X/(X+Y-1)", "q": "Y/(X+Y-1)"},
        ),
    ),
    Claim(
        "rropt.variance_factors",
        where=SOURCE,
        printed="both factors are nonnegative, and the product does not decrease along the recession cone u, v >= 0",
        formula=says(
            "X - pi >= 0 and Y - 1 + pi >= 0 and F(X+u, Y+v) >= F(X, Y)", {**PLANE, "u, v": "[0, inf)", "pi": "[0, 1]"}
        ),
    ),
    Claim(
        "rropt.product_quasi_concave",
        where=SOURCE,
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
        where="rropt.binary.polygon",
        printed="the vertices are A, where both lines meet, B = (1/delta, 1) and C = (1, 1/delta)",
        formula=says(
            "first(a,a) = 0 and second(a,a) = 0 and first(1,1/d) = 0 and second(1/d,1) = 0 and a > 1 and 1/d > a and "
            "second(1,1/d) > 0 and first(1/d,1) > 0",
            JOINT,
        ),
    ),
    Claim(
        "rropt.no_other_vertices",
        where="rropt.binary.polygon",
        printed="the other three meetings of two boundary lines lie outside",
        formula=says(
            "first(1,1) < 0 and (first(X,1) = 0 implies second(X,1) < 0) and (second(1,Y) = 0 implies first(1,Y) < 0) "
            "and (first(X,Y) = 0 and second(X,Y) = 0 implies X = a and Y = a)",
            {**PLANE, **JOINT},
        ),
    ),
    Claim(
        "rropt.beyond_b",
        where="rropt.binary.polygon",
        printed="from x = 1/delta on, B is best",
        formula=says(
            "F(X,Y) >= F(1/d, 1) and (F(X,Y) = F(1/d,1) implies X = 1/d and Y = 1)",
            {**PLANE, **JOINT, **INNER},
            ("X >= 1/d",),
        ),
    ),
    Claim(
        "rropt.edge_ab",
        where="rropt.binary.polygon",
        printed="above the edge from A to B the product is larger than on it",
        formula=says(
            "F(X,Y) >= F(X, (t+d-d*X)/(t-1+d)) and (F(X,Y) = F(X, (t+d-d*X)/(t-1+d)) implies second(X,Y) = 0)",
            {**PLANE, **JOINT, **INNER},
            LINES,
        ),
    ),
    Claim(
        "rropt.edge_ab_concave",
        where="rropt.binary.polygon",
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
        where="rropt.binary.polygon",
        printed="the edge from A to C is the mirror of the edge from A to B, with 1 - pi for pi",
        formula=says(
            "F(X,Y) = at(F(Y,X), pi, 1-pi) and first(X,Y) = second(Y,X)", {**PLANE, **RELAXED, "pi": "[0, 1]"}
        ),
    ),
]
