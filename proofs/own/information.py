"""The information of the four-output mechanism as a function of pi, and the breach bounds that are infima of an odds ratio."""

from rropt.claims import Claim, Formula

from .definitions import INNER, of_rows

SOURCE = "rropt.binary.many"
BREACH = "rropt.privacy.boundary"
OPEN = {"p": "(0, 1)"}
GIVEN = {"t": "t >= 1", "d": "[0, 1]", **INNER}
RATIO = {"R(h, p)": "(1-p)*h/(p*(1-h))", "B": "(23 + 3*sqrt(5))/16"}

CLAIMS = [
    Claim(
        "rropt.information_symmetric",
        where=SOURCE,
        printed="the four-output information is symmetric about one half",
        formula=of_rows("I(pi) = I(1-pi)", GIVEN),
    ),
    Claim(
        "rropt.row_information_convex",
        where=SOURCE,
        printed="every row's information is convex in the prevalence",
        formula=Formula("diff((v-u)^2/((1-pi)*u + pi*v), pi, 2) >= 0", {"u, v": "(0, inf)", **INNER}),
    ),
    Claim(
        "rropt.information_convex",
        where=SOURCE,
        printed="each term of the second derivative of the four-output information is nonnegative, so it is convex",
        formula=of_rows(
            "2*d/(1-pi)^3 >= 0 and 2*d/pi^3 >= 0 and (1-d)*(t-1)^4/(t+1)/((1-pi)*t+pi)^3 >= 0 and "
            "(1-d)*(t-1)^4/(t+1)/((1-pi)+pi*t)^3 >= 0",
            GIVEN,
        ),
    ),
    Claim(
        "rropt.information_second_derivative",
        where=SOURCE,
        printed="its second derivative, term by term",
        formula=of_rows(
            (
                "diff(I(pi), pi, 2) = 2*d/(1-pi)^3 + 2*d/pi^3 + 2*(1-d)*(t-1)^4/(t+1)*(1/((1-pi)*t+pi)^3 + 1/((1-pi)+pi*t)^3)"
            ),
            GIVEN,
        ),
    ),
    Claim(
        "rropt.information_least",
        where=SOURCE,
        printed="both parts of the information are least at pi = 1/2: the worst prevalence of a free design",
        formula=Formula("(1/(1-pi) + 1/pi >= 4) and 1/((1-pi)*t+pi) + 1/((1-pi)+pi*t) >= 4/(t+1)", GIVEN),
    ),
    Claim(
        "rropt.information_falls",
        where=SOURCE,
        printed="up to one half both parts fall: over an interval of prevalences the one nearest one half is worst",
        formula=Formula(
            "p < q implies 1/(1-p) + 1/p > 1/(1-q) + 1/q and 1/((1-p)*t+p) + 1/((1-p)+p*t) >= 1/((1-q)*t+q) + "
            "1/((1-q)+q*t)",
            {"t": "t >= 1", "p, q": "(0, 1/2]"},
        ),
    ),
    Claim(
        "rropt.breach_rho",
        where=BREACH,
        printed="rho1-to-rho2 privacy: h = rho2 below rho1, and the infimum is its limit at rho1",
        formula=Formula(
            "p < x implies R(y, p) >= y*(1-x)/(x*(1-y))", {**OPEN, "x": "(0, 1)", "y": "(0, 1)"}, ("x < y",), RATIO
        ),
    ),
    Claim(
        "rropt.breach_beta",
        where=BREACH,
        printed="beta-factor privacy: R = b(1-p)/(1-bp) increases from its infimum b at p = 0",
        formula=Formula(
            "b*p < 1 implies R(b*p, p) >= b and R(b*p, p) = b + b*(b-1)*p/(1-b*p)",
            {**OPEN, "b": "b >= 1"},
            define=RATIO,
        ),
    ),
    Claim(
        "rropt.breach_bayes",
        where=BREACH,
        printed="a bound b on the Bayes factor: h = bp/(1-p+bp) has the constant ratio b",
        formula=Formula("R(h, p) = b", {**OPEN, "b": "b > 0"}, define={**RATIO, "h": "b*p/(1 - p + b*p)"}),
    ),
    Claim(
        "rropt.breach_linear_stationary",
        where=BREACH,
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
        where=BREACH,
        printed="h = min(1, 1/5 + 9p/10) has B(h) = (23 + 3 sqrt 5)/16",
        formula=Formula("1/5 + 9/10*p < 1 implies R(1/5 + 9/10*p, p) >= B", OPEN, define=RATIO),
    ),
]
