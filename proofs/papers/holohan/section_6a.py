"""Section VI, first half: the boundary (22), Lemmas 3, 4 and 5 with every display and remark."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Repair, Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE, INNER, NO_END, RELAXED, TIMES_N

LINE = {"u": "[0, 1]"}
EVERY = {"t": "t >= 1", "d": "d > 0"}
ABOVE_ONE = {"t": "t > 1", "d": "d > 0"}
WORDS = {
    **DEFINE,
    "V1(u, t, d, pi)": "V(r(u,t,d), s(u,t,d), pi)",
    "V2(u, t, d, pi)": "V(s(u,t,d), r(u,t,d), pi)",
    "root(t, d, pi)": "d*(1+t)*(2*t+2*d-1-pi*(t+2*d-1))/((t+d)*(t+2*d-1)*(1+(t-1)*pi))",
    "bend(t, d, pi)": "(t+d)^2*(t+2*d-1)^4*(1+(t-1)*pi)^4/(8*t^2*d^3*(t+d-1)^3*(1+t)^2)",
}


def lemma_3_items() -> Iterator[Item]:
    """Along the line the error is a strictly concave quadratic in 1/(p00 + p11 - 1), or in Pr(X = 1) where epsilon = 0."""
    concave = "({0} + h)*({1} - h)"
    there = concave.format("c*w", "(1-c)*w")
    ends = [concave.format(f"c*{x}", f"(1-c)*{x}") for x in ("v", "z")]
    yield Statement(
        "epsilon > 0: the error as a quadratic in w",
        "V1(u,t,d,pi) = (-d/(t-1)*w + 1/(t-1) + pi)*((1 + d/(t-1))*w - 1/(t-1) - pi)",
        given={**LINE, **ABOVE_ONE, **INNER, "w": "real"},
        assuming=("w = 1/(r(u,t,d) + s(u,t,d) - 1)",),
        define=WORDS,
    )
    yield Statement(
        "epsilon > 0: w is positive and decreases in u",
        "r(u,t,d) + s(u,t,d) - 1 > 0 and diff(r(u,t,d) + s(u,t,d) - 1, u) > 0 and -d/(t-1) < 0",
        given={**LINE, **ABOVE_ONE},
        define=WORDS,
    )
    yield Statement(
        "such a quadratic exceeds its value at one of the ends",
        f"{there} > {ends[0]} or {there} > {ends[1]}",
        given={"c": "c < 0", "h, v, w, z": "real"},
        assuming=("v < w", "w < z"),
    )
    yield Statement(
        "epsilon = 0: the error as a quadratic in p = Pr(X = 1), which is affine in u and not constant",
        "V1(u,1,d,pi) = p*(1-p)/d^2 and diff(P1(r(u,1,d), s(u,1,d), pi), u) > 0",
        given={**LINE, "d": "d > 0", **INNER, "p": "real"},
        assuming=("p = P1(r(u,1,d), s(u,1,d), pi)",),
        define=WORDS,
    )
    yield Statement(
        "epsilon = 0: such a quadratic exceeds its value at one of the ends",
        "p*(1-p) > (p-v)*(1-p+v) or p*(1-p) > (p+z)*(1-p-z)",
        given={"p": "real", "v, z": "(0, inf)"},
    )


CLAIMS = [
    Claim(
        "holohan.eq_22",
        "r(u,t,d) = 1 - (1/t)*(s(u,t,d) - d)",
        where="Section VI, (22)",
        printed="the two forms of r",
        given={**LINE, "t": "t >= 1", "d": "d >= 0"},
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_22_tight",
        "(x = r(u,t,d) and y = s(u,t,d) iff y = t*(1-x) + d and u = y*(t+1)/(t+d))"
        " and (x = s(u,t,d) and y = r(u,t,d) iff x = t*(1-y) + d and u = x*(t+1)/(t+d))",
        where="Section VI, after (22)",
        printed="(r, s) runs along the line where (11a) is tight, (s, r) along that where (11b) is",
        reading="every real parameter gives a point of the line, and every point of the line comes from one; which parameters stay "
        "in the square is the second remark after Lemma 5",
        given={"u": "real", "t": "t >= 1", "d": "d >= 0", "x, y": "real"},
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_22_parametrises",
        "r(u,t,d) <= 1 and s(u,t,d) <= t*(1 - r(u,t,d)) + d and r(u,t,d) <= t*(1 - s(u,t,d)) + d",
        where="Section VI, (22)",
        printed="we parametrise R'': for t in [0, 1] the boundary where (11a) holds is parametrised by p00 = r(t), p11 = s(t)",
        reading="every parameter in [0, 1] gives a mechanism of R''; the second remark after Lemma 5 says which do",
        given={**LINE, "t": "t >= 1", "d": "0 < d <= 1"},
        define=DEFINE,
        repairs=(
            Repair(
                adding=("u >= t0(t,d)",),
                kernel="HolohanOptima.eq_22_repaired",
                why="for the parameters from t0 of Lemma 5 to 1, for which the two lines together are R''",
            ),
        ),
    ),
    Claim(
        "holohan.both_tight",
        "r(1,t,d) = (t+d)/(t+1) and s(1,t,d) = (t+d)/(t+1) and a(t,d) = t*(1-a(t,d)) + d",
        where="Section VI, after (22)",
        printed="at t = 1 both inequalities (11) are tight and p00 = p11 = (e^eps + delta)/(e^eps + 1)",
        given={"t": "t >= 1", "d": "d >= 0"},
        define=DEFINE,
    ),
    Claim(
        "holohan.extreme_point",
        "h = 0 and k = 0",
        where="Section VI, after (22)",
        printed="that point is an extreme point of R'",
        reading="no segment in R', whose points are pairs of probabilities , has it as its middle. A segment may be "
        "shortened, so that of the bounds of probabilities and of p00 + p11 > 1 only 1/2 < p < 1 matters; at delta = "
        "1 the point is the corner (1, 1)",
        given={"h, k": "real", "t": "t >= 1", "d": "[0, 1]", "p": "real"},
        assuming=(
            "p = t*(1-p) + d",
            "p + k <= t*(1-p-h) + d",
            "p + h <= t*(1-p-k) + d",
            "p - k <= t*(1-p+h) + d",
            "p - h <= t*(1-p+k) + d",
            "2*p > 1",
            "p < 1",
        ),
        steps=("k = -t*h", "h = -t*k"),
        repairs=(
            Repair(
                adding=("t > 1",),
                steps=("k = -t*h", "h = -t*k"),
                why="at epsilon = 0 the two segments of R'' are one, and the point is its middle",
                narrowed=("p < 1", "at delta = 1 the point is (1, 1), the corner of the square"),
            ),
        ),
    ),
    Claim(
        "holohan.lemma_3",
        kernel="HolohanOptima.lemma_3_every_delta",
        where="Section VI-A, Lemma 3",
        printed="between two points of the line where (11a) is tight the error is least nowhere but at one of them",
        decided_by=lemma_3_items,
        argument="epsilon > 0 and epsilon = 0; the quadratics are those of the first and fourth items",
    ),
    Claim(
        "holohan.lemma_3_linear",
        "diff(V1(u,t,d,pi), u)*(r(u,t,d) + s(u,t,d) - 1)^3"
        " = -(t+d)^2*(t+2*d-1)*(1+(t-1)*pi)/(t^2*(t+1)^2)*(u - root(t,d,pi))",
        where="Section VI-A, proof of Lemma 3, first display",
        printed="the numerator of the derivative is linear in the parameter, with the printed root",
        reading=TIMES_N,
        given={**LINE, **EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_3_root",
        "diff(V1(u,t,d,pi), u) = 0 iff u = root(t,d,pi)",
        where="Section VI-A, proof of Lemma 3, first display",
        printed="the derivative vanishes at the printed root only",
        given={**LINE, **EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_3_second",
        "at(diff(V1(u,t,d,pi), u, 2), u, root(t,d,pi)) = -bend(t,d,pi)",
        where="Section VI-A, proof of Lemma 3, second display",
        printed="the second derivative at that root",
        reading=TIMES_N,
        given={**EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_3_negative",
        "-bend(t,d,pi) < 0",
        where="Section VI-A, proof of Lemma 3",
        printed="it is negative, by inspection, as delta > 0",
        given={**EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_3_introduced",
        "t0(t,d) < u and u < 1 implies (V1(u,t,d,pi) > V1(t0(t,d),t,d,pi) or V1(u,t,d,pi) > V1(1,t,d,pi))"
        " and (V2(u,t,d,pi) > V2(t0(t,d),t,d,pi) or V2(u,t,d,pi) > V2(1,t,d,pi))",
        where="Section VI-A, the sentence before Lemma 3",
        printed="the minimal variance on R'' occurs at one of the endpoints of its two line segments",
        reading="on each of the two segments a point that is no end has a larger error than one of its ends",
        narrowed=("d <= 1", NO_END),
        given={"u": "[0, 1]", **RELAXED, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_3_maximum",
        "V1(z,t,d,pi) - V1(u,t,d,pi)"
        " = d*(t+d-1)/t^2*(s(u,t,d)-s(z,t,d))^2/((r(z,t,d)+s(z,t,d)-1)^2*(r(u,t,d)+s(u,t,d)-1)^2)"
        " and d*(t+d-1)/t^2 > 0 and r(z,t,d) + s(z,t,d) > 1",
        where="Section VI-A, proof of Lemma 3",
        printed="this point is the maximum of the error",
        reading="z is the printed root and u any other parameter for which p00 + p11 > 1, in [0, 1] or not: the difference "
        "of the two errors is a square times a positive number, so it is nowhere below 0; " + TIMES_N,
        given={**EVERY, **INNER, "u": "real", "z": "z = root(t,d,pi)"},
        assuming=("r(u,t,d) + s(u,t,d) > 1",),
        define=WORDS,
        steps=("r(z,t,d) + s(z,t,d) > 1",),
    ),
    Claim(
        "holohan.lemma_4_introduced",
        "pi <= 1/2 implies V1(u,t,d,pi) >= V2(u,t,d,pi)",
        where="Section VI-A, the sentence that introduces Lemma 4",
        printed="for proportions up to one half the error where (11a) is tight is uniformly greater than where (11b) is",
        reading="the lemma itself states the opposite; the boundaries are the parts of the two lines in R', the "
        "parameters from t0 to 1",
        given={**LINE, **RELAXED, **INNER},
        assuming=("u >= t0(t,d)",),
        define=WORDS,
        repairs=(
            Repair(
                states="pi <= 1/2 implies V1(u,t,d,pi) <= V2(u,t,d,pi)",
                given={"d": "d > 0"},
                why="smaller or equal, as the lemma says",
            ),
        ),
    ),
    Claim(
        "holohan.lemma_4",
        "pi <= 1/2 implies V1(u,t,d,pi) <= V2(u,t,d,pi)",
        kernel="HolohanLemmas.lemma_4",
        where="Section VI-A, Lemma 4, first statement",
        printed="for proportions up to one half the error where (11a) is tight is at most that where (11b) is",
        given={**LINE, **EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_4_converse",
        "pi >= 1/2 implies V1(u,t,d,pi) >= V2(u,t,d,pi)",
        kernel="HolohanLemmas.lemma_4",
        where="Section VI-A, Lemma 4, second statement",
        printed="for proportions from one half on it is at least that",
        given={**LINE, **EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_4_display",
        "V1(u,t,d,pi) - V2(u,t,d,pi) = -(t+1)*(t+d)*(1-2*pi)*(1-u)/(t*(t-1)*u + d*(1-u+t*(1+u)))",
        where="Section VI-A, proof of Lemma 4",
        printed="the difference of the two errors",
        reading=TIMES_N,
        given={**LINE, **EVERY, **INNER},
        define=WORDS,
    ),
    Claim(
        "holohan.lemma_5_range",
        "0 <= t0(t,d) and t0(t,d) <= 1",
        where="Section VI-A, Lemma 5",
        printed="t0 takes all pairs of real numbers to [0, 1]",
        given={"t": "t > 0", "d": "real"},
        define=DEFINE,
        repairs=(Repair(adding=("0 <= d <= 1",), why="for delta in [0, 1]"),),
    ),
    Claim(
        "holohan.lemma_5_values",
        "r(t0(t,d), t, d) = 1 and s(t0(t,d), t, d) = d",
        where="Section VI-A, proof of Lemma 5; repeated in the proof of Theorem 3",
        printed="the values of r and s at t0",
        reading="for all real epsilon and delta for which t0 is defined",
        given={"t": "t > 0", "d": "real"},
        assuming=("t + d != 0",),
        define=DEFINE,
    ),
    Claim(
        "holohan.lemma_5",
        "r(t0(t,d),t,d) = 1 and s(t0(t,d),t,d) = d and r(u,t,d) <= 1 and r(u,t,d) + s(u,t,d) > 1"
        " and s(u,t,d) <= t*(1-r(u,t,d)) + d and r(u,t,d) <= t*(1-s(u,t,d)) + d",
        kernel="HolohanLemmas.lemma_5",
        where="Section VI-A, Lemma 5",
        printed="(r(t0), s(t0)) = (1, delta) lies on the boundary of R'",
        argument="it is the limit, as u falls to t0, of the points (r(u), s(u)) of R', and no point of R' has p00 > 1; "
        "R' is empty for epsilon = delta = 0",
        given={"u": "(0, 1]", "t": "t >= 1", "d": "[0, 1]"},
        assuming=("u > t0(t,d)", "t > 1 or d > 0"),
        define=DEFINE,
        narrowed=(
            ("t > 1 or d > 0", "R' is empty for epsilon = delta = 0"),
            (
                "t >= 1 and 0 <= d and d <= 1",
                "t0 is printed for all pairs of real numbers; outside this range (1, delta) may be no "
                "pair of probabilities",
            ),
        ),
    ),
    Claim(
        "holohan.lemma_5_remark_zero",
        "r(t0(t,0), t, 0) + s(t0(t,0), t, 0) = 1",
        where="Section VI-A, first remark after Lemma 5",
        printed="for delta = 0 that point is not in R', as p00 + p11 > 1 is required",
        given={"t": "t >= 1"},
        define=DEFINE,
    ),
    Claim(
        "holohan.lemma_5_remark_inside",
        "r(u,t,d) <= 1 and s(u,t,d) <= 1 and r(u,t,d) + s(u,t,d) > 1 and s(u,t,d) <= t*(1-r(u,t,d)) + d"
        " and r(u,t,d) <= t*(1-s(u,t,d)) + d",
        where="Section VI-A, second remark after Lemma 5",
        printed="the line lies in R' for parameters above t0 and up to 1",
        reading="for delta >= 1, where t0 >= 1, there are none",
        given={"u": "(0, 1]", "t": "t >= 1", "d": "d >= 0"},
        assuming=("u > t0(t,d)", "t > 1 or d > 0"),
        define=DEFINE,
        narrowed=("t > 1 or d > 0", "R' is empty for epsilon = delta = 0"),
    ),
    Claim(
        "holohan.lemma_5_remark_outside",
        "u < t0(t,d) implies r(u,t,d) > 1",
        where="Section VI-A, second remark after Lemma 5",
        printed="and not for parameters below t0",
        given={"u": "real", "t": "t >= 1", "d": "d >= 0"},
        define=DEFINE,
    ),
]
