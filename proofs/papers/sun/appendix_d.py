"""Appendix D: the minimisation in the proof of Theorem 5.5, display by display."""

from __future__ import annotations

from rropt.claims import Claim, Repair

from .definitions import EXAMPLE, MIDDLE, ONE, STRICT
from .section_5_variance import BOX, INSIDE, LARGE, NUMBERS, SIMPLEX, SMALL

SLOPE_1 = "(1-4*p1-2*p2)*(4*p1+2*p2-2)^2/(N*(4*p1+2*p2-2)^4) - 4*g(p1,p2)*(4*p1+2*p2-2)/(N*(4*p1+2*p2-2)^4)"
SLOPE_2 = "(p1 + (1-p2)/2)*(p1 - (1-p2)/2)/(N*(2*p1+p2-1)^4)"
FIRST = "(4*x + p2 - 4*x^2 - p2^2 - 4*x*p2)/(N*(4*x + 2*p2 - 2)^2)"
SECOND = "(4*y + p2 - 4*y^2)/(N*(y + 2*p2 - 2)^2) - (p2^2 + 4*y*p2)/(N*(y + 2*p2 - 2)^2)"
SECOND_TRUE = "(4*y + p2 - 4*y^2)/(N*(4*y + 2*p2 - 2)^2) - (p2^2 + 4*y*p2)/(N*(4*y + 2*p2 - 2)^2)"
EVERYWHERE = {"p1": "[0, 1]", "p2": "0 <= p2 <= 1 - p1", **ONE}
ESTIMATED = ("2*p1 + p2 != 1", "where 2 p1 + p2 = 1 there is no estimator")
ONE_PROPORTION = ("", "over p1 alone, at a given p2; over both proportions it is refuted, sun.appendix_d_boundary")
OFF = "off the line 2 p1 + p2 = 1, on which f has no value"

CLAIMS = [
    Claim(
        "sun.appendix_d_slope_line_1",
        f"diff(f(p1,p2,N), p2) = {SLOPE_1}",
        where="Appendix D, the derivative of f in p2, first form",
        printed="df/dp2 = (1-4p1-2p2)(4p1+2p2-2)^2/(N(4p1+2p2-2)^4) - 4(4p1+p2-4p1^2-p2^2-4p1p2)(4p1+2p2-2)/(N(4p1+2p2-2)^4)",
        reading=OFF,
        given=EVERYWHERE,
        assuming=("2*p1 + p2 != 1",),
        define=NUMBERS,
        narrowed=ESTIMATED,
    ),
    Claim(
        "sun.appendix_d_slope_line_2",
        f"{SLOPE_1} = {SLOPE_2}",
        where="Appendix D, the derivative of f in p2, second form",
        printed="= (p1 + (1-p2)/2)(p1 - (1-p2)/2)/(N(2p1+p2-1)^4)",
        reading="the sign is wrong: f increases in p2 where 2 p1 + p2 < 1, as less information calls for",
        given={"p1": "(0, 1)", "p2": "0 < p2 < 1 - p1", **ONE},
        assuming=("2*p1 + p2 != 1",),
        define=NUMBERS,
        example=EXAMPLE,
        repairs=(
            Repair(
                states=f"{SLOPE_1} = -{SLOPE_2}",
                given=EVERYWHERE,
                why="with a minus sign",
                narrowed=ESTIMATED,
                reading=OFF,
            ),
        ),
    ),
    Claim(
        "sun.appendix_d_slope_is_not_zero",
        "diff(f(p1,p2,N), p2) != 0",
        narrowed=(
            (
                "",
                "in the interior alone, p1, p2 > 0 and p1 + p2 < 1, off the line 2 p1 + p2 = 1; the boundary p2 = 0, which "
                "Appendix D does not visit, is left out",
            ),
            ("", "shown is that the slope is not 0; what follows for the extreme values is not"),
        ),
        where="Appendix D, the derivative of f in p2",
        printed="it is not 0: f has no extremum, and its extreme values are on the boundary",
        reading="in the interior p1, p2 > 0, p1 + p2 < 1, off the line 2 p1 + p2 = 1",
        given=INSIDE,
        assuming=SIMPLEX,
        define=NUMBERS,
        steps=(f"diff(f(p1,p2,N), p2) = -{SLOPE_2}",),
    ),
    Claim(
        "sun.appendix_d_boundary",
        "f(p1,q,N) >= MC(t,p2,N)",
        where="Appendix D, from the derivative in p2 to min f",
        printed="f(p1, p2) has no extremum, the minimum is on the boundary: min f = f((1-p2)/(e^eps+1), p2)",
        reading="the derivative is the one in p2, so that f is minimised over both proportions; q is any proportion of the middle "
        "card and p2 the one of the printed minimum",
        given={**STRICT, "p2": "0 < p2 < 1", "q": "0 <= q < 1", "p1": "[(1-q)/(t+1), t*(1-q)/(t+1)]", **ONE},
        assuming=("2*p1 + q != 1",),
        define=NUMBERS,
        example=EXAMPLE,
        repairs=(
            Repair(
                states=f"q = p2 implies f(p1,q,N) >= MC(t,p2,N) and f({SMALL},p2,N) = MC(t,p2,N)",
                given=MIDDLE,
                why="over p1 alone, at the proportion p2 of the middle card that the theorem fixes, p2 = 0 among them",
                uses=("sun.appendix_d_minimum",),
                steps=(
                    "(2*p1+q-1)^2 <= ((1-q)*(t-1)/(t+1))^2",
                    "f(p1,q,N) = ((1-q)/(2*p1+q-1)^2 - 1)/(4*N)",
                ),
                narrowed=("2*p1 + q != 1", "where 2 p1 + q = 1 there is no estimator"),
            ),
            Repair(
                states="MC(t,q,N) >= MC(t,0,N) and MC(t,0,N) = MW(t,N)",
                why="the least over p1 alone at a proportion q of the middle card, by the repair before, is least at q = 0, a "
                "boundary that the appendix does not visit: no middle card is best, which is Warner's device",
            ),
        ),
    ),
    Claim(
        "sun.appendix_d_range",
        f"(p1/t <= 1-p1-p2 and 1-p1-p2 <= t*p1) iff ({SMALL} <= p1 and p1 <= {LARGE})",
        where="Appendix D, the range of p1",
        printed="p1/e^eps <= p3 = 1-p1-p2 <= e^eps p1, thus (1-p2)/(e^eps+1) <= p1 <= e^eps(1-p2)/(e^eps+1)",
        given={"t": "t >= 1", "p1, p2": "[0, 1]"},
    ),
    Claim(
        "sun.appendix_d_low_end",
        f"at(f(p1,p2,N), p1, x) = {FIRST} and {FIRST} = MC(t,p2,N)",
        where="Appendix D, f at p1 = (1-p2)/(e^eps+1)",
        printed="f = (4x + p2 - 4x^2 - p2^2 - 4x p2)/(N[4x+2p2-2]^2) with x = (1-p2)/(e^eps+1), "
        "= ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        given={**STRICT, **MIDDLE, **ONE, "p1": "real", "x": f"x = {SMALL}"},
        define=NUMBERS,
    ),
    Claim(
        "sun.appendix_d_high_end",
        f"f(y,p2,N) = {SECOND}",
        where="Appendix D, f at p1 = e^eps(1-p2)/(e^eps+1), first form",
        printed="f = (4y + p2 - 4y^2)/(N[y+2p2-2]^2) - (p2^2 + 4y p2)/(N[y+2p2-2]^2) with y = e^eps(1-p2)/(e^eps+1)",
        reading="the factor 4 before y is missing in both denominators",
        given={**STRICT, **MIDDLE, **ONE, "y": f"y = {LARGE}"},
        define=NUMBERS,
        example=EXAMPLE,
        repairs=(Repair(states=f"f(y,p2,N) = {SECOND_TRUE}", why="4y + 2p2 - 2 in the denominators"),),
    ),
    Claim(
        "sun.appendix_d_high_end_value",
        f"{SECOND} = MC(t,p2,N)",
        where="Appendix D, f at p1 = e^eps(1-p2)/(e^eps+1), second form",
        printed="= ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        reading="from the first form as printed",
        given={**STRICT, **MIDDLE, **ONE, "y": f"y = {LARGE}"},
        define=NUMBERS,
        example=EXAMPLE,
        repairs=(Repair(states=f"{SECOND_TRUE} = MC(t,p2,N)", why="from the corrected first form"),),
    ),
    Claim(
        "sun.appendix_d_infinite",
        "0 < (2*p1+p2-1)^2 and (2*p1+p2-1)^2 <= (1-p2)/(4*N*B+1) implies f(p1,p2,N) >= B",
        where="Appendix D, f at p1 = (1-p2)/2",
        printed="f tends to infinity as p1 tends to (1-p2)/2",
        reading="f exceeds every B > 0 near the line 2 p1 + p2 = 1",
        given={"p1": "real", **MIDDLE, **ONE, "B": "B > 0"},
        define=NUMBERS,
        steps=("g(p1,p2) = (1-p2) - (2*p1+p2-1)^2", "(2*p1+p2-1)^2*(4*N*B+1) <= 1-p2"),
    ),
    Claim(
        "sun.appendix_d_equal_ends",
        f"f(p1,p2,N) >= f({SMALL},p2,N) and f({SMALL},p2,N) = f({LARGE},p2,N)",
        where="Appendix D, min f",
        printed="min f = f((1-p2)/(e^eps+1), p2) = f(e^eps(1-p2)/(e^eps+1), p2)",
        narrowed=(ESTIMATED, ONE_PROPORTION),
        given={**STRICT, **MIDDLE, **BOX, **ONE},
        define=NUMBERS,
        steps=("(2*p1+p2-1)^2 <= ((1-p2)*(t-1)/(t+1))^2", "f(p1,p2,N) = ((1-p2)/(2*p1+p2-1)^2 - 1)/(4*N)"),
    ),
    Claim(
        "sun.appendix_d_minimum",
        "f(p1,p2,N) >= MC(t,p2,N)",
        where="Appendix D, last display",
        printed="so the variance is at least ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/(4N)",
        given={**STRICT, **MIDDLE, **BOX, **ONE},
        assuming=("2*p1 + p2 != 1",),
        define=NUMBERS,
        steps=(
            "(2*p1+p2-1)^2 <= ((1-p2)*(t-1)/(t+1))^2",
            "f(p1,p2,N) = ((1-p2)/(2*p1+p2-1)^2 - 1)/(4*N)",
        ),
        narrowed=(ESTIMATED, ONE_PROPORTION),
    ),
]
