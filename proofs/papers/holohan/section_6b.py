"""Section VI, second half: Theorem 3, Corollary 2 and every display of their proofs."""

from __future__ import annotations

from collections.abc import Iterator

from rropt.claims import Claim, Repair, Statement
from rropt.claims.evidence import Item

from .definitions import DEFINE, INNER, RELAXED, SHARE, TIMES_N, UNIT
from .vertices import DEMAND, EXHAUSTS, WORDS, coordinates, edges, optimum

ERRORS = "V(1,d,pi) - V(a(t,d),a(t,d),pi)"
BELOW = ("d < 1",)
NO_MECHANISM = "no upper end of delta is printed; above 1 (1, delta) is no mechanism"
DEMANDED = "for epsilon >= 0 and 0 < delta <= 1"
HALF_SHARE = {"pi": "(0, 1/2]"}


def mirrored(share: str) -> Statement:
    """A theorem that names one minimiser says that the mirrored mechanism, which meets the same demand, is worse."""
    return Statement(
        "the mirrored mechanism has a larger error",
        "V(1,d,pi) < V(d,1,pi)",
        given={"t": "t > 1", "d": "(0, 1)", "pi": share},
        assuming=("g(t,d) > pi",),
        define=DEFINE,
    )


def theorem_3_items() -> Iterator[Item]:
    """As printed, for proportions up to and including one half."""
    yield mirrored("(0, 1/2]")
    yield from optimum(share="(0, 1/2)")


def theorem_3_saved() -> Iterator[Item]:
    """For proportions below one half."""
    yield mirrored("(0, 1/2)")
    yield from optimum(share="(0, 1/2)")


def theorem_3_half() -> Iterator[Item]:
    """At one half the two outer vertices have the same error, so both or neither are optimal."""
    yield from coordinates()
    yield from edges()
    half = {**DEMAND, "pi": "[1/2, 1/2]"}
    yield Statement("the outer vertices", "F(1/d, 1) = F(1, 1/d)", half, (), WORDS)
    yield Statement("g above", "gg > 1/2 implies F(1/d, 1) < F(al, al)", half, BELOW, WORDS)
    yield Statement("g below", "gg < 1/2 implies F(1/d, 1) > F(al, al)", half, BELOW, WORDS)
    yield Statement("g equal", "gg = 1/2 implies F(1/d, 1) = F(al, al)", half, (), WORDS)


def corollary_2_items() -> Iterator[Item]:
    """As printed, for proportions from one half on, one half included."""
    yield Statement(
        "the mirrored mechanism has a larger error",
        "V(d,1,pi) < V(1,d,pi)",
        given={"t": "t > 1", "d": "(0, 1)", "pi": "[1/2, 1)"},
        assuming=("g(t,d) > 1 - pi",),
        define=DEFINE,
    )
    yield from corollary_2_saved()


def corollary_2_saved() -> Iterator[Item]:
    """For proportions above one half."""
    yield from optimum(share="(1/2, 1)", level="1-pi", best="F(1, 1/d)", mirror="F(1/d, 1)")


def candidates(share: str) -> Iterator[Item]:
    """Every mechanism other than (1, delta) and (a, a) is beaten by one of them."""
    yield from coordinates()
    yield from edges()
    yield Statement(
        "the third vertex too", "F(1/d, 1) < F(1, 1/d) or F(al, al) < F(1, 1/d)", {**DEMAND, "pi": share}, BELOW, WORDS
    )


CLAIMS = [
    Claim(
        "holohan.eq_23_range",
        "t + 2*d - 1 != 0",
        where="Section VI-B, Theorem 3, (23)",
        printed="g is defined for all pairs of real numbers",
        given={"t": "t > 0", "d": "real"},
        repairs=(Repair(adding=("t >= 1", "d > 0"), why="for epsilon at least 0 and delta above 0"),),
    ),
    Claim(
        "holohan.theorem_3_candidates",
        kernel="Errata.not_holohan_candidates",
        where="Section VI-B, proof of Theorem 3, first display",
        printed="for proportions in (0, 1/2] the minimisers are among (1, delta) and (a, a), a = (e^eps + delta)/(e^eps + 1)",
        reading="at one half Lemma 4 gives equality only, and (delta, 1) is a minimiser whenever (1, delta) is",
        decided_by=lambda: candidates("(0, 1/2]"),
        argument=EXHAUSTS,
        repairs=(
            Repair(
                decided_by=lambda: candidates("(0, 1/2)"),
                argument=EXHAUSTS,
                kernel="Holohan.theorem_3_repaired",
                why="for proportions below one half, and delta at most 1",
                reading=DEMANDED,
            ),
        ),
    ),
    Claim(
        "holohan.theorem_3_resolved",
        "r(t0(t,d),t,d) = 1 and s(t0(t,d),t,d) = d and r(1,t,d) = (t+d)/(t+1) and s(1,t,d) = (t+d)/(t+1)",
        where="Section VI-B, proof of Theorem 3, second display",
        printed="r(t0) = 1, s(t0) = delta, r(1) = s(1) = (e^eps+delta)/(e^eps+1)",
        given={"t": "t >= 1", "d": "d > 0"},
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_24_simplified",
        f"{ERRORS} = (1-d)*(pi*(t+2*d-1) - d*(t+d))/(d*(t+2*d-1)^2)",
        where="Section VI-B, proof of Theorem 3, display after (24)",
        printed="the difference (24) simplified",
        reading="for proportions in (0, 1/2], as in the theorem; the square is not lost in the text alone, the two next "
        "displays are without it; " + TIMES_N,
        given={**RELAXED, **HALF_SHARE},
        define=DEFINE,
        repairs=(
            Repair(
                states=f"{ERRORS} = (1-d)*(pi*(t+2*d-1)^2 - d*(t+d))/(d*(t+2*d-1)^2)",
                given={**SHARE, "d": "d > 0"},
                why="the factor of the proportion is squared",
                reading=TIMES_N,
            ),
        ),
    ),
    Claim(
        "holohan.eq_24_denominator",
        "d*(t+2*d-1)^2*n > 0",
        where="Section VI-B, proof of Theorem 3",
        printed="the denominator is positive as delta is",
        given={"t": "t >= 1", "d": "(0, inf)", "n": "integer n >= 1"},
    ),
    Claim(
        "holohan.eq_24_at_one",
        "V(1,1,pi) - V(a(t,1),a(t,1),pi) = 0 and r(t0(t,1),t,1) = 1 and s(t0(t,1),t,1) = 1 and r(1,t,1) = 1 and "
        "s(1,t,1) = 1",
        where="Section VI-B, proof of Theorem 3",
        printed="at delta = 1 the difference is zero, as all four values are 1",
        given={"t": "t >= 1", **SHARE},
        define=DEFINE,
    ),
    Claim(
        "holohan.eq_24_sign",
        f"{ERRORS} < 0 iff pi*(t+2*d-1) - d*(t+d) < 0",
        where="Section VI-B, proof of Theorem 3",
        printed="the sign of (24) is that of pi (e^eps + 2 delta - 1) - delta (e^eps + delta)",
        reading="for delta < 1, where the other factors are positive, and proportions in (0, 1/2], as in the theorem",
        given={**RELAXED, **HALF_SHARE},
        assuming=BELOW,
        define=DEFINE,
        repairs=(
            Repair(
                states=f"({ERRORS} < 0 iff pi*(t+2*d-1)^2 - d*(t+d) < 0) and ({ERRORS} > 0 iff pi*(t+2*d-1)^2 - d*(t+d) > 0)",
                given=INNER,
                why="with the factor of the proportion squared",
                narrowed=("d < 1", "at delta = 1 the two candidates are one, and (24) is zero; " + NO_MECHANISM),
            ),
        ),
    ),
    Claim(
        "holohan.eq_24_solved",
        "pi*(t+2*d-1) - d*(t+d) = 0 iff pi = g(t,d)",
        where="Section VI-B, proof of Theorem 3",
        printed="solved for the proportion this gives g",
        reading="for proportions in (0, 1/2], as in the theorem",
        given={**RELAXED, **HALF_SHARE},
        define=DEFINE,
        repairs=(
            Repair(
                states="pi*(t+2*d-1)^2 - d*(t+d) = 0 iff pi = g(t,d)",
                given={"pi": "real", "d": "d > 0"},
                why="with the factor of the proportion squared",
            ),
        ),
    ),
    Claim(
        "holohan.theorem_3_threshold",
        "(g(t,d) > pi implies V(1,d,pi) < V(a(t,d),a(t,d),pi)) and (g(t,d) < pi implies V(1,d,pi) > "
        "V(a(t,d),a(t,d),pi)) and (g(t,d) = pi implies V(1,d,pi) = V(a(t,d),a(t,d),pi))",
        where="Section VI-B, proof of Theorem 3, last sentences",
        printed="the first candidate has the smaller error exactly when g exceeds the proportion",
        reading="for delta < 1; at delta = 1 the candidates coincide, as the paper says",
        given={**RELAXED, **INNER},
        assuming=BELOW,
        define=DEFINE,
        narrowed=("d < 1", "at delta = 1 the two candidates are one; " + NO_MECHANISM),
    ),
    Claim(
        "holohan.theorem_3",
        kernel="Errata.not_holohan_theorem_3",
        where="Section VI-B, Theorem 3",
        printed="for proportions in (0, 1/2] the minimisers are (1, delta) alone if g exceeds the proportion, (a, a) alone "
        "if g is below it, and these two if g equals it",
        reading="for epsilon >= 0 and 0 < delta <= 1; at the proportion 1/2 the mirrored mechanism (delta, 1) has the "
        "error of (1, delta), so where g > 1/2 the minimisers are two, and Theorem 3 and Corollary 2 name a different "
        "one each",
        decided_by=theorem_3_items,
        argument=EXHAUSTS,
        repairs=(
            Repair(
                decided_by=theorem_3_saved,
                argument=EXHAUSTS,
                why="for proportions below one half, and delta at most 1",
                reading=DEMANDED,
                kernel="Holohan.theorem_3_repaired",
            ),
            Repair(
                decided_by=theorem_3_half,
                argument=EXHAUSTS,
                kernel="Holohan.theorem_3_half_repaired",
                why="at one half: (1, delta) and (delta, 1) if g > 1/2, (a, a) if g < 1/2, all three if g = 1/2",
                reading=DEMANDED,
            ),
        ),
    ),
    Claim(
        "holohan.theorem_3_remark",
        "a(t,0) = t/(t+1) and a(t,d) > t/(t+1)",
        narrowed=(
            (
                "",
                "shown is the dependence on delta: at delta = 0 the point is the optimum of epsilon-differential privacy, at "
                "delta > 0 it is farther out; that it is the optimum wherever g is at most the proportion is false where they"
                " are equal, by holohan.theorem_3_remark_at_most; Theorem 10 of [15], which the remark names too, was not read",
            ),
        ),
        where="Section VI-B, remark after Theorem 3",
        printed="where g is at most the proportion the optimum is that of epsilon-differential privacy with a dependence on "
        "delta",
        given={"t": "t >= 1", "d": "d > 0"},
        define=DEFINE,
    ),
    Claim(
        "holohan.theorem_3_remark_at_most",
        "g(t,d) <= pi implies V(a(t,d),a(t,d),pi) < V(1,d,pi)",
        where="Section VI-B, remark after Theorem 3",
        printed="when g is at most the proportion, the optimal mechanism corresponds with that for epsilon-differential "
        "privacy",
        reading="of two candidates it is the optimal one; where g is the proportion Theorem 3 names both",
        given={**RELAXED, **HALF_SHARE},
        assuming=BELOW,
        define=DEFINE,
        repairs=(
            Repair(
                adding=("g(t,d) != pi",),
                kernel="HolohanOptima.remark_below_repaired",
                why="when g is below the proportion, and then no other mechanism is optimal; delta below 1",
            ),
        ),
    ),
    Claim(
        "holohan.unique_optima",
        "d < 1 implies not (V(1,d,pi) = V(a(t,d),a(t,d),pi) and V(1,d,pi) <= V(d,1,pi))"
        " and not (V(d,1,pi) = V(a(t,d),a(t,d),pi) and V(d,1,pi) <= V(1,d,pi))"
        " and not (V(1,d,pi) = V(d,1,pi) and V(1,d,pi) <= V(a(t,d),a(t,d),pi))",
        where="Section VI-B, before Theorem 3",
        printed="we continue to assume that the proportion lies in (0, 1) to ensure uniqueness of the optima",
        reading="of the three candidates (1, delta), (delta, 1) and (a, a), which are three for delta < 1, one alone is best",
        given={**DEMAND, **INNER},
        define=DEFINE,
        repairs=(
            Repair(
                adding=("pi != 1/2 or g(t,d) <= 1/2", "g(t,d) != min(pi, 1-pi)"),
                states="d < 1 implies (pi < 1/2 implies V(1,d,pi) < V(d,1,pi) and V(1,d,pi) != V(a(t,d),a(t,d),pi))"
                " and (pi > 1/2 implies V(d,1,pi) < V(1,d,pi) and V(d,1,pi) != V(a(t,d),a(t,d),pi))"
                " and (pi = 1/2 implies V(a(t,d),a(t,d),pi) < V(1,d,pi) and V(a(t,d),a(t,d),pi) < V(d,1,pi))",
                why="where g is neither the proportion nor its complement, whichever is less, and at one half not above one half; "
                "delta at most 1",
                reading="Coq: then one mechanism of R' alone is optimal; the formula says which of the candidates it is",
                kernel="HolohanOptima.unique_optima_repaired",
            ),
        ),
    ),
    Claim(
        "holohan.figure_1",
        "(pi <= 1/2 and d < 1 implies (V(1,d,pi) < V(a(t,d),a(t,d),pi) iff g(t,d) > pi))"
        " and (pi >= 1/2 and d < 1 implies (V(d,1,pi) < V(a(t,d),a(t,d),pi) iff g(t,d) > 1-pi))",
        kernel="HolohanOptima.complete_solutions_repaired",
        where="Section VI-B, Figure 1",
        printed="given the proportion, epsilon and delta, the level sets of g can be used to determine the optimal mechanism",
        reading="Coq: whether g exceeds, equals or is below the proportion, or its complement above one half, says which "
        "mechanisms are optimal",
        narrowed=("d <= 1", NO_MECHANISM),
        given={**DEMAND, **INNER},
        define=DEFINE,
    ),
    Claim(
        "holohan.corollary_2_introduced",
        "V(x,y,pi) = V(y,x,pi)",
        where="Section VI-B, the sentence before Corollary 2",
        printed="the symmetry of Var(p00, p11 | pi) in p00 and p11",
        reading="the error of a survey is the same when p00 and p11 are exchanged; the proof has the proportion exchanged too",
        given={**UNIT, **SHARE},
        assuming=("x + y != 1",),
        define=DEFINE,
        repairs=(
            Repair(states="V(x,y,pi) = V(y,x,1-pi)", why="if the proportion and its complement are exchanged too"),
        ),
    ),
    Claim(
        "holohan.corollary_2_symmetry",
        "V(x,y,pi) = V(y,x,1-pi)",
        where="Section VI-B, proof of Corollary 2",
        printed="the error is unchanged when p00 and p11, and the proportion and its complement, are exchanged",
        given={**UNIT, **SHARE},
        assuming=("x + y != 1",),
        define=DEFINE,
    ),
    Claim(
        "holohan.corollary_2",
        kernel="Errata.not_holohan_corollary_2",
        where="Section VI-B, Corollary 2",
        printed="for proportions in [1/2, 1) the minimisers are (delta, 1) alone if g exceeds the complement of the "
        "proportion, (a, a) alone if g is below it, and these two if g equals it",
        reading="as for Theorem 3",
        decided_by=corollary_2_items,
        argument=EXHAUSTS,
        repairs=(
            Repair(
                decided_by=corollary_2_saved,
                argument=EXHAUSTS,
                why="for proportions above one half, and delta at most 1",
                reading=DEMANDED + "; at one half: holohan.theorem_3.repaired_2",
                kernel="Holohan.corollary_2_repaired",
            ),
        ),
    ),
]
