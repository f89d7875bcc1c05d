"""`rropt.binary.many`: reveal with probability delta, else randomise; its information, and breach bounds as infima of odds."""

from rropt.claims import Claim, Formula

from ..listing import listed
from .definitions import INNER, JOINT, STRICT, of_rows

ENTRY = {"u, v": "[0, inf)"}
SHARES = {"W": "(1-d)/(t+1)", "u": "(t*(1-d1) - (1-d2))/(t^2-1)", "v": "(t*(1-d2) - (1-d1))/(t^2-1)"}
EXCESS = {"d1": "0 <= d1 <= d", "d2": "0 <= d2 <= d"}
S = {**SHARES, "s": "t*(d-d1) - (d-d2)", "r": "t*(d-d2) - (d-d1)"}
OPEN = {"p": "(0, 1)"}
GIVEN = {"t": "t >= 1", "d": "[0, 1]", **INNER}
RATIO = {"R(h, p)": "(1-p)*h/(p*(1-h))", "B": "(23 + 3*sqrt(5))/16"}

CLAIMS = listed(
    "rropt.binary.many",
    Claim(
        "rropt.four_columns",
        printed="the rows (d, 0), W(t, 1), W(1, t), (0, d) with W = (1-d)/(t+1) are a mechanism",
        formula=Formula("d + W*t + W = 1 and W + W*t + d = 1", {"t": "t >= 1", "d": "[0, 1]"}, define=SHARES),
    ),
    Claim(
        "rropt.four_private",
        printed="its excess is exactly delta, for both ordered pairs (it is its own mirror)",
        formula=Formula(
            "max(d - t*0, 0) + max(W*t - t*W, 0) + max(W - t*(W*t), 0) + max(0 - t*d, 0) = d",
            {"t": "t >= 1", "d": "[0, 1]"},
            define=SHARES,
        ),
    ),
    Claim(
        "rropt.four_rays",
        printed="every row (u, v) is a nonnegative combination of two neighbours among the rays (1,0), (t,1), (1,t), (0,1)",
        formula=Formula(
            "(u >= t*v implies u = (u - t*v)*1 + v*t) and (v >= t*u implies v = (v - t*u)*1 + u*t) and (u <= t*v and v "
            "<= t*u implies u = x*t + y and v = x + y*t and x >= 0 and y >= 0)",
            {**ENTRY, **STRICT},
            define={"x": "(t*u - v)/(t^2-1)", "y": "(t*v - u)/(t^2-1)"},
        ),
    ),
    Claim(
        "rropt.four_weights",
        printed="a mechanism with the excesses d1 and d2 has the weights d1, u, v, d2 on the four rays, and its columns fix u, v",
        formula=Formula("d1 + u*t + v = 1 and u + v*t + d2 = 1", {**JOINT, "d1, d2": "[0, 1]"}, define=SHARES),
    ),
    Claim(
        "rropt.four_garbling_inside",
        printed="with s, r >= 0 the weights are a garbling of the four rows: the revealing rows are shared out",
        formula=Formula(
            "u*t = W*t + t*s/(t^2-1) and u = W + s/(t^2-1) and v = W + r/(t^2-1) and v*t = W*t + t*r/(t^2-1) and d1 + "
            "t*s/(t^2-1) + r/(t^2-1) = d and d2 + s/(t^2-1) + t*r/(t^2-1) = d",
            {**JOINT, **EXCESS},
            ("t*(d-d1) - (d-d2) >= 0", "t*(d-d2) - (d-d1) >= 0"),
            S,
        ),
    ),
    Claim(
        "rropt.four_garbling_outside",
        printed="with s < 0 a part W - u of (t, 1) and what d1, d2 leave of the revealing rows join (1, t); r < 0 mirrored",
        formula=Formula(
            "u <= W and r >= 0 and v = W + (W-u)*t + (d-d1) and v*t = W*t + (W-u) + (d-d2)",
            {**JOINT, **EXCESS},
            ("t*(d-d1) - (d-d2) < 0",),
            S,
        ),
    ),
    "rropt.binary.share",
    Claim(
        "rropt.row_information_homogeneous",
        printed="f(a,b) = (b-a)^2/((1-pi)a + pi b) is homogeneous of degree one",
        formula=of_rows("f(c*u, c*v) = c*f(u, v)", {"u, v, c": "(0, inf)", **INNER}),
    ),
    Claim(
        "rropt.row_information_subadditive",
        printed="f is convex: with x, y the denominators and z, w the differences of two rows, merging rows loses information",
        formula=Formula("z^2/x + w^2/y >= (z+w)^2/(x+y)", {"x, y": "(0, inf)", "z, w": "real"}),
    ),
    "rropt.binary.many",
    Claim(
        "rropt.dual_solves",
        printed="y0, y1 are chosen so that the dual inequality is tight on the rays (t, 1) and (1, t)",
        formula=of_rows("t*y0 + y1 = f(t,1) and y0 + t*y1 = f(1,t)", {**STRICT, **INNER}),
    ),
    Claim(
        "rropt.dual_multipliers",
        printed="the multipliers 1/(1-pi) - y0 and 1/pi - y1 of the two excesses are nonnegative",
        formula=of_rows("m0 >= 0 and m1 >= 0", {**STRICT, **INNER}),
    ),
    Claim(
        "rropt.dual_on_revealing_rays",
        printed="the dual inequality is tight on the rays (1, 0) and (0, 1)",
        formula=of_rows("f(1,0) = y0 + m0 and f(0,1) = y1 + m1", {**STRICT, **INNER}),
    ),
    Claim(
        "rropt.dual_middle",
        printed="between the rays (t, 1) and (1, t) the row information lies below the dual's linear function",
        formula=of_rows("f(u,v) <= y0*u + y1*v", {"u, v": "(0, inf)", **STRICT, **INNER}, ("u <= t*v", "v <= t*u")),
    ),
    Claim(
        "rropt.dual_outer",
        printed="between (1, 0) and (t, 1) it lies below it with the excess's multiplier; the other side is the mirror",
        formula=of_rows(
            "f(u,v) <= y0*u + y1*v + m0*(u - t*v)", {"u": "(0, inf)", "v": "[0, inf)", **STRICT, **INNER}, ("u >= t*v",)
        ),
    ),
    Claim(
        "rropt.dual_mirrored",
        printed="exchanging the inputs exchanges pi with 1 - pi and the two halves of the dual",
        formula=of_rows(
            "y0 = at(y1, pi, 1-pi) and m0 = at(m1, pi, 1-pi) and f(u,v) = at(f(v,u), pi, 1-pi)",
            {"u, v": "(0, inf)", **STRICT, **INNER},
        ),
    ),
    Claim(
        "rropt.dual_value",
        printed="the dual's bound is the information of the four-output mechanism, which is optimal at every pi in (0, 1)",
        formula=of_rows("y0 + y1 + d*(m0 + m1) = I(pi)", {**STRICT, "d": "[0, 1]", **INNER}),
    ),
    "rropt.certificate, SPEC section 6",
    Claim(
        "rropt.dominant_excess",
        printed="the excess of the second input over t times the first bounds that of the first over 1/t times the second",
        formula=Formula(
            "e = 1 - 1/t + f/t implies (f <= d iff e <= 1 - (1-d)/t)", {"e, f": "[0, inf)", "d": "[0, 1]", **STRICT}
        ),
    ),
    Claim(
        "rropt.dominant_knots",
        printed="the four rows reach both bounds, at s = t and s = 1/t, where alone their curve is bent",
        formula=Formula(
            "W*t - t*W = 0 and W - t*(W*t) <= 0 and W*t - W/t >= 0 and W - W*t/t = 0 and d + (W*t - W/t) = 1 - (1-d)/t",
            {"d": "[0, 1]", **STRICT},
            define={"W": SHARES["W"]},
        ),
    ),
    # The information of the four-output mechanism as a function of pi, and the breach bounds that are infima of an odds ratio
    "rropt.binary.many",
    Claim(
        "rropt.information_symmetric",
        printed="the four-output information is symmetric about one half",
        formula=of_rows("I(pi) = I(1-pi)", GIVEN),
    ),
    Claim(
        "rropt.row_information_convex",
        printed="every row's information is convex in the prevalence",
        formula=Formula("diff((v-u)^2/((1-pi)*u + pi*v), pi, 2) >= 0", {"u, v": "(0, inf)", **INNER}),
    ),
    Claim(
        "rropt.information_convex",
        printed="each term of the second derivative of the four-output information is nonnegative, so it is convex",
        formula=of_rows(
            "2*d/(1-pi)^3 >= 0 and 2*d/pi^3 >= 0 and (1-d)*(t-1)^4/(t+1)/((1-pi)*t+pi)^3 >= 0 and "
            "(1-d)*(t-1)^4/(t+1)/((1-pi)+pi*t)^3 >= 0",
            GIVEN,
        ),
    ),
    Claim(
        "rropt.information_second_derivative",
        printed="its second derivative, term by term",
        formula=of_rows(
            "diff(I(pi), pi, 2) = 2*d/(1-pi)^3 + 2*d/pi^3 + 2*(1-d)*(t-1)^4/(t+1)*(1/((1-pi)*t+pi)^3 + 1/((1-pi)+pi*t)^3)",
            GIVEN,
        ),
    ),
    Claim(
        "rropt.information_least",
        printed="both parts of the information are least at pi = 1/2: the worst prevalence of a free design",
        formula=Formula("(1/(1-pi) + 1/pi >= 4) and 1/((1-pi)*t+pi) + 1/((1-pi)+pi*t) >= 4/(t+1)", GIVEN),
    ),
    Claim(
        "rropt.information_falls",
        printed="up to one half both parts fall: over an interval of prevalences the one nearest one half is worst",
        formula=Formula(
            "p < q implies 1/(1-p) + 1/p > 1/(1-q) + 1/q and 1/((1-p)*t+p) + 1/((1-p)+p*t) >= 1/((1-q)*t+q) + 1/((1-q)+q*t)",
            {"t": "t >= 1", "p, q": "(0, 1/2]"},
        ),
    ),
    "rropt.privacy.boundary",
    Claim(
        "rropt.breach_rho",
        printed="rho1-to-rho2 privacy: h = rho2 below rho1, and the infimum is its limit at rho1",
        formula=Formula(
            "p < x implies R(y, p) >= y*(1-x)/(x*(1-y))", {**OPEN, "x": "(0, 1)", "y": "(0, 1)"}, ("x < y",), RATIO
        ),
    ),
    Claim(
        "rropt.breach_beta",
        printed="beta-factor privacy: R = b(1-p)/(1-bp) increases from its infimum b at p = 0",
        formula=Formula(
            "b*p < 1 implies R(b*p, p) >= b and R(b*p, p) = b + b*(b-1)*p/(1-b*p)",
            {**OPEN, "b": "b >= 1"},
            define=RATIO,
        ),
    ),
    Claim(
        "rropt.breach_bayes",
        printed="a bound b on the Bayes factor: h = bp/(1-p+bp) has the constant ratio b",
        formula=Formula("R(h, p) = b", {**OPEN, "b": "b > 0"}, define={**RATIO, "h": "b*p/(1 - p + b*p)"}),
    ),
    Claim(
        "rropt.breach_linear_stationary",
        printed="on an affine piece the stationary points of R are roots of the quadratic b(b-1)p^2 + 2bcp - c(1-c)",
        formula=Formula(
            "diff(R(c + b*p, p), p)*(p*(1-c-b*p))^2 = b*(b-1)*p^2 + 2*b*c*p - c*(1-c)",
            {**OPEN, "b, c": "[0, 1]"},
            ("c + b*p < 1", "c + b*p > 0"),
            RATIO,
        ),
    ),
    Claim(
        "rropt.breach_golden",
        printed="h = min(1, 1/5 + 9p/10) has B(h) = (23 + 3 sqrt 5)/16",
        formula=Formula("1/5 + 9/10*p < 1 implies R(1/5 + 9/10*p, p) >= B", OPEN, define=RATIO),
    ),
)
