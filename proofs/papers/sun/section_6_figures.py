"""Section 6.2 and Section 7: what is said about Figures 1-4 at their own parameters, and the conclusion."""

from rropt.claims import Claim, Counterexample, Decided, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import (
    DEFINE,
    INNER,
    MANY,
    MIDDLE,
    NO_ROOT_READING,
    ONE,
    REDUCED,
    REDUCED_FOR,
    SHARE,
    STRICT,
)
from .section_6_theorem import FOUR, NAMED

NINE = {"t": "t > 1"}
SMALL = {"t": "1 < t <= 5/3"}
LARGER = {**STRICT, "u": "u > t"}
FACTOR_FALLS = "(u+1)^2/(u-1)^2 < (t+1)^2/(t-1)^2"
RANGE = "epsilon up to 0.5, the range that Sections 6.3 and 6.4 use, lies in 1 < t <= 5/3"
SIMMONS = "modified Simmons at pi_B = 0.5 has the variance of modified Warner (sun.theorem_5_3_value)"


CLAIMS = with_repairs(
    Claim(
        "sun.figure_1_warner",
        where="Section 6.2, Figure 1",
        printed="the larger epsilon is, the smaller the variance: modified Warner, and modified Simmons at pi_B = 0.5",
        formula=Formula(
            "MW(u,N) < MW(t,N) and S((t-1)/(t+1),1/2,pi,N) = MW(t,N)", {**LARGER, **SHARE, **ONE}, define=DEFINE
        ),
        reading="for every N, so at N = 100 too; modified Simmons has the same variance, at every pi",
    ),
    Claim(
        "sun.figure_1_christofides",
        where="Section 6.2, Figure 1",
        printed="the larger epsilon is, the smaller the variance: modified Christofides",
        evidence=Decided(steps=(FACTOR_FALLS,)),
        formula=Formula("MC(u,p2,N) < MC(t,p2,N)", {**LARGER, **MIDDLE, **ONE}, define=DEFINE),
        reading="for every N and p2, so at N = 100 and p2 = 0.5 too",
    ),
    Claim(
        "sun.figure_1_improved",
        where="Section 6.2, Figure 1",
        printed="the larger epsilon is, the smaller the variance: the improved mechanism",
        evidence=Decided(steps=(FACTOR_FALLS,)),
        formula=Formula("IC(u,p2,pi,N) < IC(t,p2,pi,N)", {**LARGER, **MIDDLE, **MANY, **INNER}, define=DEFINE),
        reading="for every N, p2 and 0 < pi < 1, so at N = 100, p2 = 0.5 and pi = 0.1 too",
    ),
    Claim(
        "sun.figure_2_place",
        where="Section 6.2, Figure 2",
        printed="pi = 1/9 lies in (0, pi_A1) at N = 9 and p2 = 0.36",
        evidence=Decided(steps=("R(t,0.36,9) >= 0", "(1 - 2/9)^2 > R(t,0.36,9)")),
        formula=Formula("0 < 1/9 and 1/9 < PA1(t,0.36,9)", SMALL, ("t <= 5/3",), DEFINE),
        reading=RANGE,
        narrowed=("t <= 5/3: epsilon up to 0.5, the range of Sections 6.3 and 6.4; beyond epsilon = 1.908 it fails",),
    ),
    Claim(
        "sun.figure_2_ordering",
        where="Section 6.2, Figure 2",
        printed=(
            "the improved mechanism is the best, modified Warner/Simmons suboptimal, modified Christofides the worst"
        ),
        formula=Formula("IC(t,0.36,1/9,9) < MW(t,9) and MW(t,9) < MC(t,0.36,9)", SMALL, ("t <= 5/3",), DEFINE),
        reading=RANGE + "; " + SIMMONS + "; that 1/9 lies in the figure's interval is sun.figure_2_place",
        narrowed=("t <= 5/3: epsilon up to 0.5, the range of Sections 6.3 and 6.4",),
    ),
    Claim(
        "sun.figure_3_place",
        where="Section 6.2, Figure 3",
        printed="pi = 2/9 lies in (pi_A1, 1/2 - 1/(2 sqrt N)) at N = 9 and p2 = 0.36",
        evidence=Decided(steps=("R(t,0.36,9) >= 0", "(1 - 4/9)^2 < R(t,0.36,9)")),
        formula=Formula("PA1(t,0.36,9) < 2/9 and 2/9 < low(9)", NINE, define=DEFINE),
        reading="presupposed by 'when pi is in interval (pi_A1, 1/2-1/2√N)' and the caption of the figure; at every epsilon; "
        + NO_ROOT_READING,
    ),
    Claim(
        "sun.figure_3_ordering",
        where="Section 6.2, Figure 3",
        printed="when pi is in (pi_A1, 1/2 - 1/(2 sqrt N)) or (1/2 + 1/(2 sqrt N), pi_A2), modified Warner/Simmons is the best, "
        "the improved mechanism suboptimal, modified Christofides the worst",
        evidence=Theorem("SunComparison.theorem_6_1"),
        formula=Formula(
            "low(9) = 1/3 and high(9) = 2/3 and ((2*pi-1)^2 < R(t,0.36,9) and (pi < 1/3 or 2/3 < pi) implies MW(t,9) < "
            "IC(t,0.36,pi,9) and IC(t,0.36,pi,9) < MC(t,0.36,9) and S((t-1)/(t+1),1/2,pi,9) = MW(t,9))",
            {**NINE, **INNER},
            define=DEFINE,
        ),
        reading="at N = 9, p2 = 0.36 and pi_B = 0.5, which Section 6.2 fixes for the figure, for every pi of the two intervals "
        "and every epsilon, in Coq at every N and p2 too; pi lies between pi_A1 and pi_A2 where (2 pi - 1)^2 is below "
        "the radicand of (5)",
    ),
    Claim(
        "sun.figure_4_place",
        where="Section 6.2, Figure 4",
        printed="pi = 4/9 lies in (1/2 - 1/(2 sqrt N), 1/2 + 1/(2 sqrt N)) at N = 9",
        formula=Formula("1/2 - 1/(2*sqrt(9)) < 4/9 and 4/9 < 1/2 + 1/(2*sqrt(9))"),
    ),
    Claim(
        "sun.figure_4_ordering",
        where="Section 6.2, Figure 4",
        printed=(
            "modified Christofides is the best, modified Warner/Simmons suboptimal, the improved mechanism the worst"
        ),
        evidence=Counterexample({"t": "2"}),
        formula=Formula("MC(t,0.36,9) < MW(t,9) and MW(t,9) < IC(t,0.36,4/9,9)", NINE, define=DEFINE),
        reading="against Theorem 6.1 (iii), where the first two are the other way round",
    ),
    Repair(
        "modified Warner/Simmons the best, modified Christofides suboptimal, the improved mechanism the worst, at the "
        "numbers of the figure",
        states="MW(t,9) < MC(t,0.36,9) and MC(t,0.36,9) < IC(t,0.36,4/9,9)",
        reading="for all shares in the interval of Theorem 6.1 (iii) it is the first and the last part of "
        "SunComparison.theorem_6_1; that Simmons' device has Warner's variance is Theorem 5.3, at pi_B = 1/2",
    ),
    Claim(
        "sun.figures_2_to_4_deck",
        where="Section 6.2, Figures 2-4, with Algorithm 4, line 3",
        printed="N = 9 cards, a share p2 = m/9 = 0.36 of them in the middle, for some m from 0 to 9",
        evidence=Counterexample(),
        formula=Formula("exists m: floor(m) = m and m/9 ~ 0.36"),
        reading="the improved mechanism's device has N whole cards, m of them in the middle; 0.36 of 9 is 3.24, and neither 3/9 "
        "nor 4/9 is 0.36 to its digits, so the curves are formulas without a survey that they describe",
    ),
    Claim(
        "sun.conclusion_modified_is_smallest",
        where="Section 7",
        printed="the variance of modified Christofides is the smallest for pi < pi_A1 or pi > pi_A2",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100", "pi": "1/10"}),
        formula=Formula(
            "(pi < PA1(t,p2,N) or pi > PA2(t,p2,N)) implies (MC(t,p2,N) <= MW(t,N) and MC(t,p2,N) <= IC(t,p2,pi,N))",
            {**FOUR, **INNER},
            define=DEFINE,
        ),
        reading="'modified' stands where the rest of the paper has 'improved'",
    ),
    Repair(
        "the improved mechanism's",
        evidence=Theorem("SunOrder.smallest_outside"),
        reading="as in Theorem 6.1: L = 3, one epsilon of one answer, one p2, the proportions of Theorems 5.5 and 5.7; modified "
        "Simmons is compared for 0 < p < 1 and 0 < pi_B < 1, where it has an epsilon",
    ),
    Claim(
        "sun.usually_best",
        where="Section 6.1, the last sentence",
        printed=(
            "the proportion of people with sensitive attributes is usually small, so the improved mechanism is usually best"
        ),
        evidence=Theorem("SunOrder.smallest_outside"),
        reading="'best' is the smallest variance at one epsilon of one answer and one p2, with the proportions of Theorems 5.5 "
        "and 5.7, and 'small' is below pi_A1",
        narrowed=(
            "how often a proportion is below pi_A1 in the real world is not decided; below it the improved one is best",
        ),
    ),
    Claim(
        "sun.conclusion_reduced",
        where="Section 7",
        printed="drawing samples without replacement reduces the variance of each mechanism",
        evidence=Theorem("SunReplaced.summary_of_section_3"),
        formula=Formula(REDUCED, REDUCED_FOR, ("0 < pi and pi < 1", "q > 0", "L + 1 - 2*m != 0"), DEFINE),
        narrowed=(
            "0 < pi and pi < 1: in a population of one kind the variances are the same",
            "q > 0: Simmons' estimator divides by it",
            "L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    Claim(
        "sun.conclusion_trade_off",
        where="Section 7",
        printed=(
            "the improved mechanism can replace Warner's, with a better trade-off between privacy budget and variance"
        ),
        evidence=Theorem("SunOrder.smallest_outside"),
        reading="for pi below pi_A1 and the budget of one answer; "
        + NAMED
        + ". Of all answers together the budget is infinite (sun.theorem_5_6_collector)",
        narrowed=(
            "for pi below pi_A1 or above pi_A2; the sentence names no shares. The degree of cooperation, which it also "
            "names, is not decided",
        ),
    ),
)
