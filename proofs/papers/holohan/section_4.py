"""Section IV: Lemma 1 on f, and Lemma 2, that an optimal mechanism makes one of the inequalities (11) tight."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Statement
from rropt.claims.evidence import Item

from .definitions import ABOVE, DEFINE, INNER, NO_END, SHARE, UNIT

PEOPLE = {"n": "integer n >= 1"}
FREE = {"t": "t >= 1", "d": "[0, 1]"}
MORE = {"h, k": "[0, 1]"}
LOOSE = (*ABOVE, "y < t*(1-x) + d", "x < t*(1-y) + d")
CASES = (  # where the point can be raised to
    ("p00 at least a", "x >= a(t,d)", "x", "t*(1-x) + d"),
    ("p11 at least a", "y >= a(t,d)", "t*(1-y) + d", "y"),
    ("both below a", "x < a(t,d) and y < a(t,d)", "a(t,d)", "a(t,d)"),
)
NUMERATOR_Y = "2*x*(1-x)*(1-pi) + pi*(2*x*y-x-y+1)"
NUMERATOR_X = "(2*x*y-x-y+1)*(1-pi) + 2*y*pi*(1-y)"


def move_items() -> Iterator[Item]:
    """A point of R' with neither inequality tight lies below a point of R'' in both coordinates, and not at it."""
    for label, case, p, q in CASES:
        inside = f"{p} <= 1 and {q} <= 1 and {q} <= t*(1-({p})) + d and {p} <= t*(1-({q})) + d"
        tight = f"({q} = t*(1-({p})) + d or {p} = t*(1-({q})) + d)"
        yield Statement(
            label,
            f"{p} >= x and {q} >= y and {p} + {q} > x + y and {inside} and {tight}",
            given={**UNIT, **FREE},
            assuming=(*LOOSE, case),
            define=DEFINE,
        )


def higher_items() -> Iterator[Item]:
    """Raising p00 or p11 lowers the ratios (1-p00)/D and (1-p11)/D, one strictly, and the error increases in both."""
    yield Statement(
        "n Var is a product",
        "V(x,y,pi) = ((1-x)/(x+y-1) + pi)*((1-y)/(x+y-1) + 1 - pi)",
        given={**UNIT, **SHARE},
        assuming=ABOVE,
        define=DEFINE,
    )
    raised = {**UNIT, "z, w": "[0, 1]"}
    first, second = "(1-z)/(z+w-1) {} (1-x)/(x+y-1)", "(1-w)/(z+w-1) {} (1-y)/(x+y-1)"
    yield Statement(
        "raised to (z, w)",
        f"{first.format('<=')} and {second.format('<=')} and ({first.format('<')} or {second.format('<')})",
        given=raised,
        assuming=(*ABOVE, "z >= x", "w >= y", "z > x or w > y"),
    )
    yield Statement(
        "in the ratios",
        "(c + pi)*(b + 1 - pi) < (u + pi)*(v + 1 - pi)",
        given={"b, c": "[0, inf)", "u, v": "real", **INNER},
        assuming=("u >= c", "v >= b", "u > c or v > b"),
    )


def strict_items() -> Iterator[Item]:
    """A point of R'' lies above, and its error is smaller."""
    yield from move_items()
    yield from higher_items()


CLAIMS = [
    Claim(
        "holohan.lemma_1",
        "f(x,y) >= 0",
        kernel="HolohanLemmas.lemma_1",
        where="Section IV, Lemma 1",
        printed="f is nonnegative on the unit square",
        given=UNIT,
        define=DEFINE,
    ),
    Claim(
        "holohan.lemma_1_minimisers",
        "argmin[x,y] f(x,y) = {(0,1), (1,0)}",
        kernel="HolohanLemmas.lemma_1",
        where="Section IV, Lemma 1",
        printed="the minimisers of f on the unit square are two corners",
        given=UNIT,
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_14_low",
        "f(x,y) >= y and f(1,y) = y",
        where="Section IV, (14), first case",
        printed="the least value of f over x is y, for y <= 1/2",
        given={"x": "[0, 1]", "y": "[0, 1/2]"},
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_14_high",
        "f(x,y) >= 1-y and f(0,y) = 1-y",
        where="Section IV, (14), second case",
        printed="the least value of f over x is 1 - y, for y > 1/2",
        given={"x": "[0, 1]", "y": "(1/2, 1]"},
        define=DEFINE,
    ),
    Claim(
        "holohan.f_rewritten",
        "f(x,y) = (2*x*y - x) - y + 1 and f(x,y) = (2*y-1)*x - y + 1 and f(x,y) = f(y,x)",
        where="Section IV, displays before (14), and the symmetry after it",
        printed="f collected in x, and symmetric",
        given=UNIT,
        define=DEFINE,
    ),
    Claim(
        "holohan.min_min",
        "min(y, 1-y) >= 0 and (min(y, 1-y) = 0 iff y = 0 or y = 1)",
        where="Section IV, proof of Lemma 1",
        printed="the least value over y of (14) is 0",
        given={"y": "[0, 1]"},
    ),
    Claim(
        "holohan.lemma_2_derivative_p11",
        f"diff(V(x,y,pi)/n, y) = -({NUMERATOR_Y})/((x+y-1)^3*n)",
        where="Section IV, proof of Lemma 2, first display",
        printed="the derivative of the error in p11",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.lemma_2_derivative_p00",
        f"diff(V(x,y,pi)/n, x) = -({NUMERATOR_X})/((x+y-1)^3*n)",
        where="Section IV, proof of Lemma 2, display after (15)",
        printed="the derivative of the error in p00",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.f_positive",
        "x > 0 and y > 0 and f(x,y) > 0",
        where="Section IV, proof of Lemma 2",
        printed="where p00 + p11 > 1 both are positive and f is positive",
        given=UNIT,
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.decreasing_p11",
        "diff(V(x,y,pi)/n, y) <= 0",
        where="Section IV, proof of Lemma 2",
        printed="the derivative of the error in p11 is at most 0",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.decreasing_p00",
        "diff(V(x,y,pi)/n, x) <= 0",
        where="Section IV, proof of Lemma 2",
        printed="the derivative of the error in p00 is at most 0",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.stationary_p11",
        "(pi = 0 and x = 1 implies diff(V(x,y,pi)/n, y) = 0) and (pi > 0 or x < 1 implies diff(V(x,y,pi)/n, y) != 0)",
        where="Section IV, proof of Lemma 2, sentence before (15)",
        printed="the derivative in p11 vanishes only when the proportion is 0 and p00 is 1",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_15",
        "diff(V(x,y,pi)/n, y) < 0",
        where="Section IV, (15)",
        printed="the derivative of the error in p11 is negative when the proportion is positive or p00 < 1",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=(*ABOVE, "pi > 0 or x < 1"),
        define=DEFINE,
    ),
    Claim(
        "holohan.stationary_p00",
        "(pi = 1 and y = 1 implies diff(V(x,y,pi)/n, x) = 0) and (pi < 1 or y < 1 implies diff(V(x,y,pi)/n, x) != 0)",
        where="Section IV, proof of Lemma 2, sentence before (16)",
        printed="the derivative in p00 vanishes only when the proportion is 1 and p11 is 1",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_16",
        "diff(V(x,y,pi)/n, x) < 0",
        where="Section IV, (16)",
        printed="the derivative of the error in p00 is negative when the proportion is below 1 or p11 < 1",
        given={**UNIT, **SHARE, **PEOPLE},
        assuming=(*ABOVE, "pi < 1 or y < 1"),
        define=DEFINE,
    ),
    Claim(
        "holohan.more_is_less",
        "V(x+h,y+k,pi)/n <= V(x,y,pi)/n",
        where="Section IV, proof of Lemma 2, last paragraph",
        printed="raising p00 and p11 does not raise the error",
        given={**UNIT, **MORE, **SHARE, **PEOPLE},
        assuming=(*ABOVE, "x + h <= 1", "y + k <= 1"),
        define=DEFINE,
    ),
    Claim(
        "holohan.both_derivatives_negative",
        "diff(V(x,y,pi)/n, x) < 0 and diff(V(x,y,pi)/n, y) < 0",
        where="Section IV, proof of Lemma 2, before (18)",
        printed="for proportions strictly between 0 and 1 both derivatives of the error are negative",
        given={**UNIT, **INNER, **PEOPLE},
        assuming=ABOVE,
        define=DEFINE,
    ),
    Claim(
        "holohan.more_is_strictly_less",
        kernel="Moments.more_is_strictly_less",
        where="consequence of (15) and (16), used for (18)",
        reading="for proportions strictly between 0 and 1, raising p00 or p11, or both, lowers n times the error, among the "
        "mechanisms with p00 + p11 > 1, up to probabilities of 1",
        decided_by=higher_items,
        argument="the error is the product of the third item at the ratios of the first, which the second compares",
    ),
    Claim(
        "holohan.eq_18",
        "V(x,y+h,pi) < V(x,y,pi)",
        kernel="Moments.minimisers_on_boundary",
        where="Section IV, (18)",
        printed="for proportions strictly between 0 and 1, minimisers lie on the boundary of R'",
        reading="the boundary of R' as a set of the plane, and more: R'', where (11a) or (11b) is tight",
        narrowed=("", "delta is at most 1: " + NO_END),
        argument="at a point of R' that satisfies its inequalities strictly p11 can be raised by some h > 0 within R', and "
        "whatever that h is, the error falls",
        given={**UNIT, "h": "(0, 1]", **INNER},
        assuming=(*ABOVE, "y + h <= 1"),
        define=DEFINE,
    ),
    Claim(
        "holohan.lemma_2_move",
        where="Section IV, proof of Lemma 2, last paragraph",
        printed="where neither of (11) is tight, p00 and p11 can be raised, within R', until one is",
        narrowed=("", "delta is at most 1: " + NO_END),
        decided_by=move_items,
        argument="p00 is at least a, or p11 is, or both are below a, where a = (e^eps + delta)/(e^eps + 1)",
    ),
    Claim(
        "holohan.lemma_2_strict",
        kernel="Holohan.lemma_2_every_minimiser",
        where="Section IV, Lemma 2, second statement",
        printed="for proportions strictly between 0 and 1 every minimiser over R' lies in R''",
        narrowed=("", "delta is at most 1: " + NO_END + ", so that R'' is empty and (1, 1) alone is best"),
        decided_by=strict_items,
        argument="where neither of (11) is tight, p00 or p11 can be raised within R', and the variance is then strictly less",
    ),
]
