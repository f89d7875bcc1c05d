"""Section VI, second half: Theorem 3, Corollary 2 and their proofs, and Example 1."""

from typing import Any

from rropt import LDP, Variance, design
from rropt.certificate.judge import judge
from rropt.claims import Checked, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import DEFINE, INNER, REGION, RELAXED, SHARE, TIMES_N, UNIT, says

ERRORS = "V(1,d,pi) - V(a(t,d),a(t,d),pi)"
BELOW = ("d < 1",)
DEMANDED = "for epsilon >= 0 and 0 < delta <= 1"
HALF_SHARE = {"pi": "(0, 1/2]"}
BETTER = "0 <= u and u <= 1 and 0 <= v and v <= 1 and u + v > 1 and v <= t*(1-u) + d and u <= t*(1-v) + d and V(u,v,pi) < V(x,y,pi)"
HALF, ONE = "exp(1/2)", "exp(1)"
ERROR = {  # of Example 1, as it is printed; (r(t0), s(t0)) is (1, delta) whatever epsilon is (holohan.lemma_5_values)
    **DEFINE,
    "inner(t, d, pi)": "V(r(1,t,d), s(1,t,d), pi)",
    "outer(t, d, pi)": "V(r(t0(t,d),t,d), s(t0(t,d),t,d), pi)",
}


OPTIMA = {
    1: ("1/2", "1/10", "1/4", "[[(10*t + 1)/(10*t + 10), 9/(10*t + 10)], [9/(10*t + 10), (10*t + 1)/(10*t + 10)]]"),
    2: ("1", "2/5", "1/10", "[[1, 3/5], [0, 2/5]]"),
    3: ("1/2", "1/3", "9/10", "[[1/3, 0], [2/3, 1]]"),
    4: ("log(2)", "1/4", "1/4", "[[1, 3/4], [0, 1/4]] and [[3/4, 1/4], [1/4, 3/4]]"),
}


def is_optimal(item: int) -> bool:
    """The printed mechanisms are the certified minimisers of this example among all with p00 + p11 > 1, and these alone."""
    epsilon, delta, share, printed = OPTIMA[item]
    judged = judge(design(Variance(share), LDP(epsilon, delta=delta)).certificate or "")
    return judged.is_accepted and f"attained only by {printed};" in judged.sentence


def number(name: str, item: int, states: str, printed: str, given: dict[str, str] | None = None, **more: Any) -> Claim:
    """A number of Example 1."""
    where, formula = f"Section VI-B, Example 1.{item}", Formula(states, given or {}, define=ERROR)
    return Claim(f"holohan.example_1_{item}_{name}", where, printed, formula=formula, **more)


def best(item: int, printed: str) -> Claim:
    """A mechanism that Example 1 calls optimal."""
    name, where = f"holohan.example_1_{item}_optimum", f"Section VI-B, Example 1.{item}"
    return Claim(name, where, printed, Checked(is_optimal, {"item": (item,)}, whole=True))


AT_ZERO = f"V(r(0,{HALF},1/3), s(0,{HALF},1/3), 9/10)"
MIRROR_AT_ZERO = f"V(s(0,{HALF},1/3), r(0,{HALF},1/3), 9/10)"

CLAIMS = listed(
    "Section VI-B, Theorem 3, (23)",
    Claim(
        "holohan.eq_23_range",
        printed="g is defined for all pairs of real numbers",
        evidence=Counterexample({"t": "1/2", "d": "1/4"}),
        formula=Formula("t + 2*d - 1 != 0", {"t": "t > 0", "d": "real"}),
    ),
    Repair("for epsilon at least 0 and delta above 0", assuming=("t >= 1", "d > 0")),
    "Section VI-B, proof of Theorem 3, first display",
    Claim(
        "holohan.theorem_3_candidates",
        printed="for proportions in (0, 1/2] the minimisers are among (1, delta) and (a, a), a = (e^eps + delta)/(e^eps + 1)",
        evidence=Counterexample({"t": "1", "d": "1/2", "pi": "1/2", "x": "1/2", "y": "1"}),
        formula=says(
            f"x = 1 and y = d or x = a(t,d) and y = a(t,d) or (exists u, v: {BETTER})",
            {**UNIT, **RELAXED, **HALF_SHARE},
            REGION,
        ),
        reading="at one half Lemma 4 gives equality only, and (delta, 1) is a minimiser whenever (1, delta) is",
    ),
    Repair(
        "for proportions below one half, and delta at most 1",
        evidence=Theorem("Holohan.theorem_3_repaired"),
        reading=DEMANDED,
    ),
    "Section VI-B, proof of Theorem 3, second display",
    Claim(
        "holohan.theorem_3_resolved",
        printed="r(t0) = 1, s(t0) = delta, r(1) = s(1) = (e^eps+delta)/(e^eps+1)",
        formula=says(
            "r(t0(t,d),t,d) = 1 and s(t0(t,d),t,d) = d and r(1,t,d) = (t+d)/(t+1) and s(1,t,d) = (t+d)/(t+1)",
            {"t": "t >= 1", "d": "d > 0"},
        ),
    ),
    "Section VI-B, proof of Theorem 3, display after (24)",
    Claim(
        "holohan.eq_24_simplified",
        printed="the difference (24) simplified",
        evidence=Counterexample({"t": "2", "d": "1/2", "pi": "1/3"}),
        formula=says(f"{ERRORS} = (1-d)*(pi*(t+2*d-1) - d*(t+d))/(d*(t+2*d-1)^2)", {**RELAXED, **HALF_SHARE}),
        reading="for proportions in (0, 1/2], as in the theorem; the square is not lost in the text alone, the two next "
        "displays are without it; " + TIMES_N,
    ),
    Repair(
        "the factor of the proportion is squared",
        formula=says(
            f"{ERRORS} = (1-d)*(pi*(t+2*d-1)^2 - d*(t+d))/(d*(t+2*d-1)^2)",
            {**RELAXED, **HALF_SHARE, **SHARE, "d": "d > 0"},
        ),
        reading=TIMES_N,
    ),
    "Section VI-B, proof of Theorem 3",
    Claim(
        "holohan.eq_24_denominator",
        printed="the denominator is positive as delta is",
        formula=Formula("d*(t+2*d-1)^2*n > 0", {"t": "t >= 1", "d": "(0, inf)", "n": "integer n >= 1"}),
    ),
    Claim(
        "holohan.eq_24_at_one",
        printed="at delta = 1 the difference is zero, as all four values are 1",
        formula=says(
            "V(1,1,pi) - V(a(t,1),a(t,1),pi) = 0 and r(t0(t,1),t,1) = 1 and s(t0(t,1),t,1) = 1 and r(1,t,1) = 1 and "
            "s(1,t,1) = 1",
            {"t": "t >= 1", **SHARE},
        ),
    ),
    Claim(
        "holohan.eq_24_sign",
        printed="the sign of (24) is that of pi (e^eps + 2 delta - 1) - delta (e^eps + delta)",
        evidence=Counterexample({"t": "9/8", "d": "1/100", "pi": "1/3"}),
        formula=says(f"{ERRORS} < 0 iff pi*(t+2*d-1) - d*(t+d) < 0", {**RELAXED, **HALF_SHARE}, BELOW),
        reading="for delta < 1, where the other factors are positive, and proportions in (0, 1/2], as in the theorem",
    ),
    Repair(
        "with the factor of the proportion squared",
        formula=says(
            f"({ERRORS} < 0 iff pi*(t+2*d-1)^2 - d*(t+d) < 0) and ({ERRORS} > 0 iff pi*(t+2*d-1)^2 - d*(t+d) > 0)",
            {**RELAXED, **HALF_SHARE, **INNER},
            BELOW,
        ),
        narrowed=(
            "d < 1: at delta = 1 the two candidates are one, and (24) is zero; no upper end of delta is printed; above "
            "1 (1, delta) is no mechanism",
        ),
    ),
    Claim(
        "holohan.eq_24_solved",
        printed="solved for the proportion this gives g",
        evidence=Counterexample({"t": "2", "d": "1/4", "pi": "3/8"}),
        formula=says("pi*(t+2*d-1) - d*(t+d) = 0 iff pi = g(t,d)", {**RELAXED, **HALF_SHARE}),
        reading="for proportions in (0, 1/2], as in the theorem",
    ),
    Repair(
        "with the factor of the proportion squared",
        formula=says(
            "pi*(t+2*d-1)^2 - d*(t+d) = 0 iff pi = g(t,d)", {**RELAXED, **HALF_SHARE, "pi": "real", "d": "d > 0"}
        ),
    ),
    "Section VI-B, proof of Theorem 3, last sentences",
    Claim(
        "holohan.theorem_3_threshold",
        printed="the first candidate has the smaller error exactly when g exceeds the proportion",
        formula=says(
            "(g(t,d) > pi implies V(1,d,pi) < V(a(t,d),a(t,d),pi)) and (g(t,d) < pi implies V(1,d,pi) > "
            "V(a(t,d),a(t,d),pi)) and (g(t,d) = pi implies V(1,d,pi) = V(a(t,d),a(t,d),pi))",
            {**RELAXED, **INNER},
            BELOW,
        ),
        narrowed=(
            "d < 1: at delta = 1 the two candidates are one; no upper end of delta is printed; above 1 (1, delta) is no "
            "mechanism",
        ),
    ),
    "Section VI-B, Theorem 3",
    Claim(
        "holohan.theorem_3",
        printed="for proportions in (0, 1/2] the minimisers are (1, delta) alone if g exceeds the proportion, (a, a) alone if g "
        "is below it, and these two if g equals it",
        evidence=Counterexample({"t": "1", "d": "1/2", "pi": "1/2", "x": "1/2", "y": "1"}),
        formula=says(
            "(g(t,d) > pi implies argmin[x,y] V(x,y,pi) = {(1,d)}) and (g(t,d) < pi implies argmin[x,y] V(x,y,pi) = "
            "{(a(t,d),a(t,d))}) and (g(t,d) = pi implies argmin[x,y] V(x,y,pi) = {(1,d), (a(t,d),a(t,d))})",
            {**UNIT, **RELAXED, **HALF_SHARE},
            REGION,
        ),
        reading="for epsilon >= 0 and 0 < delta <= 1; at the proportion 1/2 the mirrored mechanism (delta, 1) has the error of "
        "(1, delta), so where g > 1/2 the minimisers are two, and Theorem 3 and Corollary 2 name a different one each",
    ),
    Repair(
        "for proportions below one half, and delta at most 1",
        evidence=Theorem("Holohan.theorem_3_repaired"),
        reading=DEMANDED,
    ),
    Repair(
        "at one half: (1, delta) and (delta, 1) if g > 1/2, (a, a) if g < 1/2, all three if g = 1/2",
        evidence=Theorem("Holohan.theorem_3_half_repaired"),
        reading=DEMANDED,
    ),
    "Section VI-B, remark after Theorem 3",
    Claim(
        "holohan.theorem_3_remark",
        printed="where g is at most the proportion the optimum is that of epsilon-differential privacy with a dependence on delta",
        formula=says("a(t,0) = t/(t+1) and a(t,d) > t/(t+1)", {"t": "t >= 1", "d": "d > 0"}),
        narrowed=(
            "shown is the dependence on delta: at delta = 0 the point is the optimum of epsilon-differential privacy, at delta "
            "> 0 it is farther out; that it is the optimum wherever g is at most the proportion is false where they are equal, "
            "by holohan.theorem_3_remark_at_most; Theorem 10 of [15], which the remark names too, was not read",
        ),
    ),
    Claim(
        "holohan.theorem_3_remark_at_most",
        printed="when g is at most the proportion, the optimal mechanism corresponds with that for epsilon-differential privacy",
        evidence=Counterexample({"t": "2", "d": "1/4", "pi": "1/4"}),
        formula=says("g(t,d) <= pi implies V(a(t,d),a(t,d),pi) < V(1,d,pi)", {**RELAXED, **HALF_SHARE}, BELOW),
        reading="of two candidates it is the optimal one; where g is the proportion Theorem 3 names both",
    ),
    Repair(
        "when g is below the proportion, and then no other mechanism is optimal; delta below 1",
        evidence=Theorem("HolohanOptima.remark_below_repaired"),
        assuming=("g(t,d) != pi",),
    ),
    "Section VI-B, before Theorem 3",
    Claim(
        "holohan.unique_optima",
        printed="we continue to assume that the proportion lies in (0, 1) to ensure uniqueness of the optima",
        evidence=Counterexample({"t": "4/3", "d": "1/2", "pi": "1/2"}),
        formula=says(
            "d < 1 implies not (V(1,d,pi) = V(a(t,d),a(t,d),pi) and V(1,d,pi) <= V(d,1,pi)) and not (V(d,1,pi) = "
            "V(a(t,d),a(t,d),pi) and V(d,1,pi) <= V(1,d,pi)) and not (V(1,d,pi) = V(d,1,pi) and V(1,d,pi) <= "
            "V(a(t,d),a(t,d),pi))",
            {**RELAXED, **INNER},
        ),
        reading="of the three candidates (1, delta), (delta, 1) and (a, a), which are three for delta < 1, one alone is best",
    ),
    Repair(
        "where g is neither the proportion nor its complement, whichever is less, and at one half not above one half; "
        "delta at most 1",
        evidence=Theorem("HolohanOptima.unique_optima_repaired"),
        states="d < 1 implies (pi < 1/2 implies V(1,d,pi) < V(d,1,pi) and V(1,d,pi) != V(a(t,d),a(t,d),pi)) and (pi > 1/2 "
        "implies V(d,1,pi) < V(1,d,pi) and V(d,1,pi) != V(a(t,d),a(t,d),pi)) and (pi = 1/2 implies "
        "V(a(t,d),a(t,d),pi) < V(1,d,pi) and V(a(t,d),a(t,d),pi) < V(d,1,pi))",
        assuming=("pi != 1/2 or g(t,d) <= 1/2", "g(t,d) != min(pi, 1-pi)"),
        narrowed=(),
        reading="Coq: then one mechanism of R' alone is optimal; the formula says which of the candidates it is",
    ),
    "Section VI-B, Figure 1",
    Claim(
        "holohan.figure_1",
        printed="given the proportion, epsilon and delta, the level sets of g can be used to determine the optimal mechanism",
        evidence=Theorem("HolohanOptima.complete_solutions_repaired"),
        formula=says(
            "(pi <= 1/2 and d < 1 implies (V(1,d,pi) < V(a(t,d),a(t,d),pi) iff g(t,d) > pi)) and (pi >= 1/2 and d < 1 "
            "implies (V(d,1,pi) < V(a(t,d),a(t,d),pi) iff g(t,d) > 1-pi))",
            {**RELAXED, **INNER},
        ),
        reading="Coq: how g compares with the proportion, above one half its complement, says which are optimal",
        narrowed=("d <= 1: no upper end of delta is printed; above 1 (1, delta) is no mechanism",),
    ),
    "Section VI-B, the sentence before Corollary 2",
    Claim(
        "holohan.corollary_2_introduced",
        printed="the symmetry of Var(p00, p11 | pi) in p00 and p11",
        evidence=Counterexample({"x": "1/3", "y": "1/2", "pi": "1/3"}),
        formula=says("V(x,y,pi) = V(y,x,pi)", {**UNIT, **SHARE}, ("x + y != 1",)),
        reading="the error of a survey is the same when p00 and p11 are exchanged; the proof has the proportion exchanged too",
    ),
    Repair("if the proportion and its complement are exchanged too", states="V(x,y,pi) = V(y,x,1-pi)"),
    "Section VI-B, proof of Corollary 2",
    Claim(
        "holohan.corollary_2_symmetry",
        printed="the error is unchanged when p00 and p11, and the proportion and its complement, are exchanged",
        formula=says("V(x,y,pi) = V(y,x,1-pi)", {**UNIT, **SHARE}, ("x + y != 1",)),
    ),
    "Section VI-B, Corollary 2",
    Claim(
        "holohan.corollary_2",
        printed="for proportions in [1/2, 1) the minimisers are (delta, 1) alone if g exceeds the complement of the proportion, "
        "(a, a) alone if g is below it, and these two if g equals it",
        evidence=Counterexample({"t": "1", "d": "1/2", "pi": "1/2", "x": "1", "y": "1/2"}),
        formula=says(
            "(g(t,d) > 1-pi implies argmin[x,y] V(x,y,pi) = {(d,1)}) and (g(t,d) < 1-pi implies argmin[x,y] V(x,y,pi) = "
            "{(a(t,d),a(t,d))}) and (g(t,d) = 1-pi implies argmin[x,y] V(x,y,pi) = {(d,1), (a(t,d),a(t,d))})",
            {**UNIT, **RELAXED, "pi": "[1/2, 1)"},
            REGION,
        ),
        reading="as for Theorem 3",
    ),
    Repair(
        "for proportions above one half, and delta at most 1",
        evidence=Theorem("Holohan.corollary_2_repaired"),
        reading=DEMANDED + "; at one half: holohan.theorem_3.repaired_2",
    ),
    # Example 1: every number printed, and the optimal mechanisms, certified
    number("g", 1, f"g({HALF}, 1/10) ~ 0.243 and g({HALF}, 1/10) < 1/4", "g = 0.243, below the proportion 1/4"),
    number(
        "matrix",
        1,
        "1 - a(t,d) = (1-d)/(t+1)",
        "the entries off the diagonal are (1 - delta)/(e^eps + 1)",
        given={"t": "t >= 1", "d": "d >= 0"},
    ),
    best(1, "the optimum is (a, a), a = (e^eps + delta)/(e^eps + 1)"),
    number("inner", 1, f"inner({HALF}, 1/10, 1/4) ~ 2.372", "the error at (r(1), s(1)) is 2.372"),
    number("outer", 1, f"outer({HALF}, 1/10, 1/4) ~ 2.438", "the error at (r(t0), s(t0)) is 2.438"),
    number("g", 2, f"g({ONE}, 2/5) ~ 0.197 and g({ONE}, 2/5) > 1/10", "g = 0.197, above the proportion 1/10"),
    best(2, "the optimum is (1, delta)"),
    number("inner", 2, f"inner({ONE}, 2/5, 1/10) ~ 0.385", "the error at (r(1), s(1)) is 0.385"),
    number("outer", 2, f"outer({ONE}, 2/5, 1/10) ~ 0.24", "the error at (r(t0), s(t0)) is 0.24"),
    number("g", 3, f"g({HALF}, 1/3) ~ 0.382 and g({HALF}, 1/3) > 1 - 9/10", "g = 0.382, above the complement of 9/10"),
    best(3, "the optimum is (delta, 1)"),
    number("inner", 3, f"V(s(1,{HALF},1/3), r(1,{HALF},1/3), 9/10) ~ 0.854", "the error at (s(1), r(1)) is 0.854"),
    number("outer", 3, "V(1/3, 1, 9/10) ~ 0.143", "the error at (s(t0), r(t0)) is 0.143", evidence=Counterexample()),
    Repair("it is 0.29", states="V(1/3, 1, 9/10) = 0.29"),
    number(
        "at_zero",
        3,
        f"{AT_ZERO} ~ 1.911 or V(1, 1/3, 9/10) ~ 1.911",
        "the error at (r(0), s(0)) is 1.911",
        reading="r(0) = 1 + delta/e^eps is no probability, so t0 may be meant; 1.911 is neither value",
        evidence=Counterexample(),
    ),
    Repair("at (r(t0), s(t0)) the error is 1.89", states="V(1, 1/3, 9/10) = 1.89"),
    Repair(
        "at the parameter 0 itself p00 exceeds 1 and formula (6) is negative",
        states=f"{AT_ZERO} < 0 and r(0,{HALF},1/3) > 1",
    ),
    number(
        "lemma_4",
        3,
        f"{AT_ZERO} >= {MIRROR_AT_ZERO} and V(1, 1/3, 9/10) >= V(1/3, 1, 9/10)",
        "the error at (r(0), s(0)) corresponds with the conclusion of Lemma 4",
        reading="it is not below that at (s(0), r(0)), by formula (6); so it is at t0, where both are mechanisms",
    ),
    number("g", 4, "g(2, 1/4) = 1/4", "g = 1/4, the proportion"),
    best(4, "the optima are (a, a) and (1, delta)"),
    number(
        "errors",
        4,
        "inner(2, 1/4, 1/4) = 15/16 and outer(2, 1/4, 1/4) = 15/16",
        "the errors at (r(1), s(1)) and (r(t0), s(t0)) are 15/16",
    ),
)
