"""Section VI, first half: the boundary (22), Lemmas 3, 4 and 5 with every display and remark."""

from functools import partial

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import DEFINE, INNER, RELAXED, TIMES_N, says

LINE = {"u": "[0, 1]"}
EVERY = {"t": "t >= 1", "d": "d > 0"}
WORDS = {
    **DEFINE,
    "V1(u, t, d, pi)": "V(r(u,t,d), s(u,t,d), pi)",
    "V2(u, t, d, pi)": "V(s(u,t,d), r(u,t,d), pi)",
    "root(t, d, pi)": "d*(1+t)*(2*t+2*d-1-pi*(t+2*d-1))/((t+d)*(t+2*d-1)*(1+(t-1)*pi))",
    "bend(t, d, pi)": "(t+d)^2*(t+2*d-1)^4*(1+(t-1)*pi)^4/(8*t^2*d^3*(t+d-1)^3*(1+t)^2)",
}
on_the_line = partial(Formula, define=WORDS)
INSIDE = {**LINE, **EVERY, **INNER}

CLAIMS = listed(
    "Section VI, (22)",
    Claim(
        "holohan.eq_22",
        printed="the two forms of r",
        formula=says("r(u,t,d) = 1 - (1/t)*(s(u,t,d) - d)", {**LINE, "t": "t >= 1", "d": "d >= 0"}),
    ),
    "Section VI, after (22)",
    Claim(
        "holohan.eq_22_tight",
        printed="(r, s) runs along the line where (11a) is tight, (s, r) along that where (11b) is",
        formula=says(
            "(x = r(u,t,d) and y = s(u,t,d) iff y = t*(1-x) + d and u = y*(t+1)/(t+d)) and (x = s(u,t,d) and y = "
            "r(u,t,d) iff x = t*(1-y) + d and u = x*(t+1)/(t+d))",
            {"u": "real", "t": "t >= 1", "d": "d >= 0", "x, y": "real"},
        ),
        reading="every real parameter gives a point of the line, and every point of the line comes from one; which parameters "
        "stay in the square is the second remark after Lemma 5",
    ),
    "Section VI, (22)",
    Claim(
        "holohan.eq_22_parametrises",
        printed="we parametrise R'': for t in [0, 1] the boundary where (11a) holds is parametrised by p00 = r(t), p11 = s(t)",
        evidence=Counterexample({"u": "1/2", "t": "2", "d": "1/2"}),
        formula=says(
            "r(u,t,d) <= 1 and s(u,t,d) <= t*(1 - r(u,t,d)) + d and r(u,t,d) <= t*(1 - s(u,t,d)) + d",
            {**LINE, "t": "t >= 1", "d": "0 < d <= 1"},
        ),
        reading="every parameter in [0, 1] gives a mechanism of R''; the second remark after Lemma 5 says which do",
    ),
    Repair(
        "for the parameters from t0 of Lemma 5 to 1, for which the two lines together are R''",
        evidence=Theorem("HolohanOptima.eq_22_repaired"),
        assuming=("u >= t0(t,d)",),
    ),
    "Section VI, after (22)",
    Claim(
        "holohan.both_tight",
        printed="at t = 1 both inequalities (11) are tight and p00 = p11 = (e^eps + delta)/(e^eps + 1)",
        formula=says(
            "r(1,t,d) = (t+d)/(t+1) and s(1,t,d) = (t+d)/(t+1) and a(t,d) = t*(1-a(t,d)) + d",
            {"t": "t >= 1", "d": "d >= 0"},
        ),
    ),
    Claim(
        "holohan.extreme_point",
        printed="that point is an extreme point of R'",
        evidence=Counterexample({"h": "1", "k": "-1", "t": "1", "d": "1/2", "p": "3/4"}),
        formula=Formula(
            "h = 0 and k = 0",
            {"h, k": "real", "t": "t >= 1", "d": "[0, 1]", "p": "real"},
            (
                "p = t*(1-p) + d",
                "p + k <= t*(1-p-h) + d",
                "p + h <= t*(1-p-k) + d",
                "p - k <= t*(1-p+h) + d",
                "p - h <= t*(1-p+k) + d",
                "2*p > 1",
                "p < 1",
            ),
        ),
        reading="no segment in R', whose points are pairs of probabilities , has it as its middle. A segment may be shortened, "
        "so that of the bounds of probabilities and of p00 + p11 > 1 only 1/2 < p < 1 matters; at delta = 1 the point "
        "is the corner (1, 1)",
    ),
    Repair(
        "at epsilon = 0 the two segments of R'' are one, and the point is its middle",
        assuming=("t > 1",),
        narrowed=("p < 1: at delta = 1 the point is (1, 1), the corner of the square", "t > 1"),
    ),
    "Section VI-A, Lemma 3",
    Claim(
        "holohan.lemma_3",
        printed="between two points of the line where (11a) is tight the error is least nowhere but at one of them",
        evidence=Theorem("HolohanOptima.lemma_3_every_delta"),
        formula=on_the_line(
            "low < u and u < high and r(low,t,d) + s(low,t,d) > 1 and r(high,t,d) + s(high,t,d) > 1 implies "
            "V1(u,t,d,pi) > min(V1(low,t,d,pi), V1(high,t,d,pi))",
            {"u, low, high": "[0, 1]", **EVERY, **INNER},
        ),
    ),
    "Section VI-A, proof of Lemma 3, first display",
    Claim(
        "holohan.lemma_3_linear",
        printed="the numerator of the derivative is linear in the parameter, with the printed root",
        formula=on_the_line(
            "diff(V1(u,t,d,pi), u)*(r(u,t,d) + s(u,t,d) - 1)^3 = -(t+d)^2*(t+2*d-1)*(1+(t-1)*pi)/(t^2*(t+1)^2)*(u - "
            "root(t,d,pi))",
            INSIDE,
        ),
        reading=TIMES_N,
    ),
    Claim(
        "holohan.lemma_3_root",
        printed="the derivative vanishes at the printed root only",
        formula=on_the_line("diff(V1(u,t,d,pi), u) = 0 iff u = root(t,d,pi)", INSIDE),
    ),
    "Section VI-A, proof of Lemma 3, second display",
    Claim(
        "holohan.lemma_3_second",
        printed="the second derivative at that root",
        formula=on_the_line("at(diff(V1(u,t,d,pi), u, 2), u, root(t,d,pi)) = -bend(t,d,pi)", {**EVERY, **INNER}),
        reading=TIMES_N,
    ),
    "Section VI-A, proof of Lemma 3",
    Claim(
        "holohan.lemma_3_negative",
        printed="it is negative, by inspection, as delta > 0",
        formula=on_the_line("-bend(t,d,pi) < 0", {**EVERY, **INNER}),
    ),
    "Section VI-A, the sentence before Lemma 3",
    Claim(
        "holohan.lemma_3_introduced",
        printed="the minimal variance on R'' occurs at one of the endpoints of its two line segments",
        formula=on_the_line(
            "t0(t,d) < u and u < 1 implies (V1(u,t,d,pi) > V1(t0(t,d),t,d,pi) or V1(u,t,d,pi) > V1(1,t,d,pi)) and "
            "(V2(u,t,d,pi) > V2(t0(t,d),t,d,pi) or V2(u,t,d,pi) > V2(1,t,d,pi))",
            {"u": "[0, 1]", **RELAXED, **INNER},
        ),
        reading="on each of the two segments a point that is no end has a larger error than one of its ends",
        narrowed=("d <= 1: no upper end of delta is printed; above 1 (11) is nowhere tight",),
    ),
    "Section VI-A, proof of Lemma 3",
    Claim(
        "holohan.lemma_3_maximum",
        printed="this point is the maximum of the error",
        formula=on_the_line(
            "V1(z,t,d,pi) - V1(u,t,d,pi) = "
            "d*(t+d-1)/t^2*(s(u,t,d)-s(z,t,d))^2/((r(z,t,d)+s(z,t,d)-1)^2*(r(u,t,d)+s(u,t,d)-1)^2) and d*(t+d-1)/t^2 > "
            "0 and r(z,t,d) + s(z,t,d) > 1",
            {**EVERY, **INNER, "u": "real", "z": "z = root(t,d,pi)"},
            ("r(u,t,d) + s(u,t,d) > 1",),
        ),
        reading="z is the printed root and u any other parameter for which p00 + p11 > 1, in [0, 1] or not: the difference "
        "of the two errors is a square times a positive number, so it is nowhere below 0; " + TIMES_N,
    ),
    "Section VI-A, the sentence that introduces Lemma 4",
    Claim(
        "holohan.lemma_4_introduced",
        printed="for proportions up to one half the error where (11a) is tight is uniformly greater than where (11b) is",
        evidence=Counterexample({"u": "1/2", "t": "2", "d": "1/3", "pi": "1/3"}),
        formula=on_the_line(
            "pi <= 1/2 implies V1(u,t,d,pi) >= V2(u,t,d,pi)", {**LINE, **RELAXED, **INNER}, ("u >= t0(t,d)",)
        ),
        reading="the lemma states the opposite; the boundaries are the two lines in R', the parameters from t0 to 1",
    ),
    Repair(
        "smaller or equal, as the lemma says",
        formula=on_the_line(
            "pi <= 1/2 implies V1(u,t,d,pi) <= V2(u,t,d,pi)",
            {**LINE, **RELAXED, **INNER, "d": "d > 0"},
            ("u >= t0(t,d)",),
        ),
    ),
    "Section VI-A, Lemma 4, first statement",
    Claim(
        "holohan.lemma_4",
        printed="for proportions up to one half the error where (11a) is tight is at most that where (11b) is",
        evidence=Theorem("HolohanLemmas.lemma_4"),
        formula=on_the_line("pi <= 1/2 implies V1(u,t,d,pi) <= V2(u,t,d,pi)", INSIDE),
    ),
    "Section VI-A, Lemma 4, second statement",
    Claim(
        "holohan.lemma_4_converse",
        printed="for proportions from one half on it is at least that",
        evidence=Theorem("HolohanLemmas.lemma_4"),
        formula=on_the_line("pi >= 1/2 implies V1(u,t,d,pi) >= V2(u,t,d,pi)", INSIDE),
    ),
    "Section VI-A, proof of Lemma 4",
    Claim(
        "holohan.lemma_4_display",
        printed="the difference of the two errors",
        formula=on_the_line(
            "V1(u,t,d,pi) - V2(u,t,d,pi) = -(t+1)*(t+d)*(1-2*pi)*(1-u)/(t*(t-1)*u + d*(1-u+t*(1+u)))", INSIDE
        ),
        reading=TIMES_N,
    ),
    "Section VI-A, Lemma 5",
    Claim(
        "holohan.lemma_5_range",
        printed="t0 takes all pairs of real numbers to [0, 1]",
        evidence=Counterexample({"t": "1", "d": "2"}),
        formula=says("0 <= t0(t,d) and t0(t,d) <= 1", {"t": "t > 0", "d": "real"}),
    ),
    Repair("for delta in [0, 1]", assuming=("0 <= d <= 1",)),
    "Section VI-A, proof of Lemma 5; repeated in the proof of Theorem 3",
    Claim(
        "holohan.lemma_5_values",
        printed="the values of r and s at t0",
        formula=says("r(t0(t,d), t, d) = 1 and s(t0(t,d), t, d) = d", {"t": "t > 0", "d": "real"}, ("t + d != 0",)),
        reading="for all real epsilon and delta for which t0 is defined",
    ),
    "Section VI-A, Lemma 5",
    Claim(
        "holohan.lemma_5",
        printed="(r(t0), s(t0)) = (1, delta) lies on the boundary of R'",
        evidence=Theorem("HolohanLemmas.lemma_5"),
        formula=says(
            "r(t0(t,d),t,d) = 1 and s(t0(t,d),t,d) = d and r(u,t,d) <= 1 and r(u,t,d) + s(u,t,d) > 1 and s(u,t,d) <= "
            "t*(1-r(u,t,d)) + d and r(u,t,d) <= t*(1-s(u,t,d)) + d",
            {"u": "(0, 1]", "t": "t >= 1", "d": "[0, 1]"},
            ("t > 1 or d > 0", "u > t0(t,d)"),
        ),
        narrowed=(
            "t > 1 or d > 0: R' is empty for epsilon = delta = 0",
            (
                "t >= 1 and 0 <= d and d <= 1: t0 is printed for all pairs of real numbers; outside this range (1, delta) "
                "may be no pair of probabilities"
            ),
        ),
    ),
    "Section VI-A, first remark after Lemma 5",
    Claim(
        "holohan.lemma_5_remark_zero",
        printed="for delta = 0 that point is not in R', as p00 + p11 > 1 is required",
        formula=says("r(t0(t,0), t, 0) + s(t0(t,0), t, 0) = 1", {"t": "t >= 1"}),
    ),
    "Section VI-A, second remark after Lemma 5",
    Claim(
        "holohan.lemma_5_remark_inside",
        printed="the line lies in R' for parameters above t0 and up to 1",
        formula=says(
            "r(u,t,d) <= 1 and s(u,t,d) <= 1 and r(u,t,d) + s(u,t,d) > 1 and s(u,t,d) <= t*(1-r(u,t,d)) + d and "
            "r(u,t,d) <= t*(1-s(u,t,d)) + d",
            {"u": "(0, 1]", "t": "t >= 1", "d": "d >= 0"},
            ("t > 1 or d > 0", "u > t0(t,d)"),
        ),
        reading="for delta >= 1, where t0 >= 1, there are none",
        narrowed=("t > 1 or d > 0: R' is empty for epsilon = delta = 0",),
    ),
    Claim(
        "holohan.lemma_5_remark_outside",
        printed="and not for parameters below t0",
        formula=says("u < t0(t,d) implies r(u,t,d) > 1", {"u": "real", "t": "t >= 1", "d": "d >= 0"}),
    ),
)
