"""Appendix D: the minimisation in the proof of Theorem 5.5, display by display."""

from rropt.claims import Claim, Counterexample, Formula

from ...listing import Repair, listed
from .definitions import MIDDLE, ONE, STRICT
from .section_5 import BOX, INSIDE, LARGE, SIMPLEX, SMALL, in_numbers

SLOPE_1 = "(1-4*p1-2*p2)*(4*p1+2*p2-2)^2/(N*(4*p1+2*p2-2)^4) - 4*g(p1,p2)*(4*p1+2*p2-2)/(N*(4*p1+2*p2-2)^4)"
SLOPE_2 = "(p1 + (1-p2)/2)*(p1 - (1-p2)/2)/(N*(2*p1+p2-1)^4)"
FIRST = "(4*x + p2 - 4*x^2 - p2^2 - 4*x*p2)/(N*(4*x + 2*p2 - 2)^2)"
SECOND = "(4*y + p2 - 4*y^2)/(N*(y + 2*p2 - 2)^2) - (p2^2 + 4*y*p2)/(N*(y + 2*p2 - 2)^2)"
SECOND_TRUE = "(4*y + p2 - 4*y^2)/(N*(4*y + 2*p2 - 2)^2) - (p2^2 + 4*y*p2)/(N*(4*y + 2*p2 - 2)^2)"
EVERYWHERE = {"p1": "[0, 1]", "p2": "0 <= p2 <= 1 - p1", **ONE}
AT_GIVEN_P2 = (
    "2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",
    "over p1 alone, at a given p2; over both proportions it is refuted, sun.appendix_d_boundary",
)

CLAIMS = listed(
    "Appendix D, the derivative of f in p2, first form",
    Claim(
        "sun.appendix_d_slope_line_1",
        printed="df/dp2 = (1-4p1-2p2)(4p1+2p2-2)^2/(N(4p1+2p2-2)^4) - 4(4p1+p2-4p1^2-p2^2-4p1p2)(4p1+2p2-2)/(N(4p1+2p2-2)^4)",
        formula=in_numbers(f"diff(f(p1,p2,N), p2) = {SLOPE_1}", EVERYWHERE, ("2*p1 + p2 != 1",)),
        narrowed=("2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    "Appendix D, the derivative of f in p2, second form",
    Claim(
        "sun.appendix_d_slope_line_2",
        printed="= (p1 + (1-p2)/2)(p1 - (1-p2)/2)/(N(2p1+p2-1)^4)",
        evidence=Counterexample({"p1": "1/5", "p2": "1/2", "N": "100"}),
        formula=in_numbers(
            f"{SLOPE_1} = {SLOPE_2}", {"p1": "(0, 1)", "p2": "0 < p2 < 1 - p1", **ONE}, ("2*p1 + p2 != 1",)
        ),
        reading="the sign is wrong: f increases in p2 where 2 p1 + p2 < 1, as less information calls for",
    ),
    Repair(
        "with a minus sign",
        formula=in_numbers(
            f"{SLOPE_1} = -{SLOPE_2}",
            {"p1": "(0, 1)", "p2": "0 < p2 < 1 - p1", **ONE, **EVERYWHERE},
            ("2*p1 + p2 != 1",),
        ),
        narrowed=("2*p1 + p2 != 1: where 2 p1 + p2 = 1 there is no estimator",),
    ),
    "Appendix D, the derivative of f in p2",
    Claim(
        "sun.appendix_d_slope_is_not_zero",
        printed="it is not 0: f has no extremum, and its extreme values are on the boundary",
        formula=in_numbers("diff(f(p1,p2,N), p2) != 0", INSIDE, SIMPLEX),
        narrowed=(
            (
                "in the interior alone, p1, p2 > 0 and p1 + p2 < 1, off the line 2 p1 + p2 = 1; the boundary p2 = 0, which "
                "Appendix D does not visit, is left out"
            ),
            "shown is that the slope is not 0; what follows for the extreme values is not",
        ),
    ),
    "Appendix D, from the derivative in p2 to min f",
    Claim(
        "sun.appendix_d_boundary",
        printed="f(p1, p2) has no extremum, the minimum is on the boundary: min f = f((1-p2)/(e^eps+1), p2)",
        evidence=Counterexample({"t": "3", "p2": "1/2", "q": "1/4", "p1": "1/5", "N": "100"}),
        formula=in_numbers(
            "f(p1,q,N) >= MC(t,p2,N)",
            {**STRICT, "p2": "0 < p2 < 1", "q": "0 <= q < 1", "p1": "[(1-q)/(t+1), t*(1-q)/(t+1)]", **ONE},
            ("2*p1 + q != 1",),
        ),
        reading="the derivative is the one in p2, so that f is minimised over both proportions; q is any proportion of the "
        "middle card and p2 the one of the printed minimum",
    ),
    Repair(
        "over p1 alone, at the proportion p2 of the middle card that the theorem fixes, p2 = 0 among them",
        formula=in_numbers(
            f"q = p2 implies f(p1,q,N) >= MC(t,p2,N) and f({SMALL},p2,N) = MC(t,p2,N)",
            {**STRICT, "p2": "0 < p2 < 1", "q": "0 <= q < 1", "p1": "[(1-q)/(t+1), t*(1-q)/(t+1)]", **ONE, **MIDDLE},
            ("2*p1 + q != 1",),
        ),
        narrowed=("2*p1 + q != 1: where 2 p1 + q = 1 there is no estimator",),
    ),
    Repair(
        "the least over p1 alone at a proportion q of the middle card, by the repair before, is least at q = 0, a "
        "boundary that the appendix does not visit: no middle card is best, which is Warner's device",
        states="MC(t,q,N) >= MC(t,0,N) and MC(t,0,N) = MW(t,N)",
    ),
    "Appendix D, the range of p1",
    Claim(
        "sun.appendix_d_range",
        printed="p1/e^eps <= p3 = 1-p1-p2 <= e^eps p1, thus (1-p2)/(e^eps+1) <= p1 <= e^eps(1-p2)/(e^eps+1)",
        formula=Formula(
            f"(p1/t <= 1-p1-p2 and 1-p1-p2 <= t*p1) iff ({SMALL} <= p1 and p1 <= {LARGE})",
            {"t": "t >= 1", "p1, p2": "[0, 1]"},
        ),
    ),
    "Appendix D, f at p1 = (1-p2)/(e^eps+1)",
    Claim(
        "sun.appendix_d_low_end",
        printed="f = (4x + p2 - 4x^2 - p2^2 - 4x p2)/(N[4x+2p2-2]^2) with x = (1-p2)/(e^eps+1), = "
        "((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        formula=in_numbers(
            f"at(f(p1,p2,N), p1, x) = {FIRST} and {FIRST} = MC(t,p2,N)",
            {**STRICT, **MIDDLE, **ONE, "p1": "real", "x": f"x = {SMALL}"},
        ),
    ),
    "Appendix D, f at p1 = e^eps(1-p2)/(e^eps+1), first form",
    Claim(
        "sun.appendix_d_high_end",
        printed="f = (4y + p2 - 4y^2)/(N[y+2p2-2]^2) - (p2^2 + 4y p2)/(N[y+2p2-2]^2) with y = e^eps(1-p2)/(e^eps+1)",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100", "y": "1/3"}),
        formula=in_numbers(f"f(y,p2,N) = {SECOND}", {**STRICT, **MIDDLE, **ONE, "y": f"y = {LARGE}"}),
        reading="the factor 4 before y is missing in both denominators",
    ),
    Repair("4y + 2p2 - 2 in the denominators", states=f"f(y,p2,N) = {SECOND_TRUE}"),
    "Appendix D, f at p1 = e^eps(1-p2)/(e^eps+1), second form",
    Claim(
        "sun.appendix_d_high_end_value",
        printed="= ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100", "y": "1/3"}),
        formula=in_numbers(f"{SECOND} = MC(t,p2,N)", {**STRICT, **MIDDLE, **ONE, "y": f"y = {LARGE}"}),
        reading="from the first form as printed",
    ),
    Repair("from the corrected first form", states=f"{SECOND_TRUE} = MC(t,p2,N)"),
    "Appendix D, f at p1 = (1-p2)/2",
    Claim(
        "sun.appendix_d_infinite",
        printed="f tends to infinity as p1 tends to (1-p2)/2",
        formula=in_numbers(
            "0 < (2*p1+p2-1)^2 and (2*p1+p2-1)^2 <= (1-p2)/(4*N*B+1) implies f(p1,p2,N) >= B",
            {"p1": "real", **MIDDLE, **ONE, "B": "B > 0"},
        ),
        reading="f exceeds every B > 0 near the line 2 p1 + p2 = 1",
    ),
    "Appendix D, min f",
    Claim(
        "sun.appendix_d_equal_ends",
        printed="min f = f((1-p2)/(e^eps+1), p2) = f(e^eps(1-p2)/(e^eps+1), p2)",
        formula=in_numbers(
            f"f(p1,p2,N) >= f({SMALL},p2,N) and f({SMALL},p2,N) = f({LARGE},p2,N)",
            {**STRICT, **MIDDLE, **BOX, **ONE},
            ("2*p1 + p2 != 1",),
        ),
        narrowed=AT_GIVEN_P2,
    ),
    "Appendix D, last display",
    Claim(
        "sun.appendix_d_minimum",
        printed="so the variance is at least ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        formula=in_numbers("f(p1,p2,N) >= MC(t,p2,N)", {**STRICT, **MIDDLE, **BOX, **ONE}, ("2*p1 + p2 != 1",)),
        narrowed=AT_GIVEN_P2,
    ),
)
