"""Sections 6.1 to 6.4 and Section 7: figures, tables, sample sizes, and the conclusion."""

from collections.abc import Iterator
from itertools import pairwise

from rropt.claims import Claim, Counterexample, Decided, Formula, Theorem

from ...listing import Repair, listed
from .definitions import INNER, MANY, MIDDLE, NO_ROOT_READING, ONE, SHARE, STRICT, reduced, says
from .section_6_theorem import FOUR, NAMED, SMALLEST_OUTSIDE

NINE = {"t": "t > 1"}
SMALL = {"t": "1 < t <= 5/3"}
LARGER = {**STRICT, "u": "u > t"}
SIMMONS = "modified Simmons at pi_B = 0.5 has the variance of modified Warner (sun.theorem_5_3_value)"
TABLE_1 = {"0.01": ("0.100", "0.101", "0.101", "0.104"), "0.05": ("0.224", "0.224", "0.225", "0.230")}
TABLE_2 = {
    "warner": ("modified Warner/Simmons", "MW(exp({e}),{n})", ("100000", "4000", "160", "40")),
    "christofides": ("modified Christofides", "MC(exp({e}),0.01,{n})", ("101011", "4040", "161", "40")),
    "improved": ("the improved Christofides", "IC(exp({e}),0.01,0.1,{n})", ("36365", "1456", "59", "16")),
}
BUDGETS = ("0.01", "0.05", "0.25", "0.5")  # epsilon, of both tables
PEOPLE = 3252599
HALF_SIMMONS = (
    "modified Simmons has pi_B = 0.5, which Section 6.2 fixes for its figures and Sections 6.3 and 6.4 do not name, and "
    "then the variance of modified Warner (sun.theorem_5_3_value)"
)
OF_FORMULA = "N is that of the variance formula, in which the shares of the cards need not be whole cards (sun.deck_of_theorem_5_7)"
AT_TABLE_2 = ("at the epsilon, pi, p2 and variance of Table 2", HALF_SIMMONS, OF_FORMULA)


def name(x: str) -> str:
    """0.05 as 005."""
    return x.replace(".", "")


def entry_1(p2: str, epsilon: str, printed: str) -> Claim:
    """One entry of Table 1."""
    return Claim(
        f"sun.table_1_{name(p2)}_{name(epsilon)}",
        where=f"Section 6.1, Table 1, p2 = {p2}, epsilon = {epsilon}",
        printed=f"the length of [pi_A1, pi_A2] is {printed}",
        formula=says(f"sqrt(R(exp({epsilon}),{p2},10^4)) ~ {printed}"),
        reading="N = 10^4; pi_A2 - pi_A1 is the root of (5)",
    )


def least(row: str, epsilon: str, size: int) -> Formula:
    """The variance is at most 0.1 at this size and larger at every smaller one."""
    at, below = (TABLE_2[row][1].format(e=epsilon, n=n) for n in (size, "n"))
    people = "integer n >= 2" if row == "improved" else "integer n >= 1"
    return says(f"{at} <= 0.1 and (n <= {size - 1} implies {below} > 0.1)", {"n": people})


def row_2(row: str, wrong: str = "") -> Iterator[Claim | Repair]:
    """A row of Table 2: the least N with a variance of at most 0.1, which is printed one too large at the epsilon `wrong`."""
    label, _, printed = TABLE_2[row]
    for epsilon, size in zip(BUDGETS, map(int, printed), strict=True):
        yield Claim(
            f"sun.table_2_{row}_{name(epsilon)}",
            where=f"Section 6.4, Table 2, {label}, epsilon = {epsilon}",
            printed=f"the minimum N is {size} for pi = 0.1 and variance 0.1",
            evidence=Counterexample({"n": str(size - 1)}) if epsilon == wrong else Decided(),
            formula=least(row, epsilon, size),
            reading="the least N at which the variance formula gives at most 0.1; p2 = 0.01 for the cards",
            narrowed=(HALF_SIMMONS if row == "warner" else OF_FORMULA,),
        )
        if epsilon == wrong:
            yield Repair(f"the minimum is {size - 1}", formula=least(row, epsilon, size - 1))


CLAIMS = listed(
    "Section 6.2, Figure 1",
    Claim(
        "sun.figure_1_warner",
        printed="the larger epsilon is, the smaller the variance: modified Warner, and modified Simmons at pi_B = 0.5",
        formula=says("MW(u,N) < MW(t,N) and S((t-1)/(t+1),1/2,pi,N) = MW(t,N)", {**LARGER, **SHARE, **ONE}),
        reading="for every N, so at N = 100 too; modified Simmons has the same variance, at every pi",
    ),
    Claim(
        "sun.figure_1_christofides",
        printed="the larger epsilon is, the smaller the variance: modified Christofides",
        formula=says("MC(u,p2,N) < MC(t,p2,N)", {**LARGER, **MIDDLE, **ONE}),
        reading="for every N and p2, so at N = 100 and p2 = 0.5 too",
    ),
    Claim(
        "sun.figure_1_improved",
        printed="the larger epsilon is, the smaller the variance: the improved mechanism",
        formula=says("IC(u,p2,pi,N) < IC(t,p2,pi,N)", {**LARGER, **MIDDLE, **MANY, **INNER}),
        reading="for every N, p2 and 0 < pi < 1, so at N = 100, p2 = 0.5 and pi = 0.1 too",
    ),
    "Section 6.2, Figure 2",
    Claim(
        "sun.figure_2_place",
        printed="pi = 1/9 lies in (0, pi_A1) at N = 9 and p2 = 0.36",
        formula=says("0 < 1/9 and 1/9 < PA1(t,0.36,9)", SMALL),
        narrowed=("t <= 5/3: epsilon up to 0.5, the range of Sections 6.3 and 6.4; beyond epsilon = 1.908 it fails",),
    ),
    Claim(
        "sun.figure_2_ordering",
        printed="the improved mechanism is the best, modified Warner/Simmons suboptimal, modified Christofides the worst",
        formula=says("IC(t,0.36,1/9,9) < MW(t,9) and MW(t,9) < MC(t,0.36,9)", SMALL),
        reading=SIMMONS + "; that 1/9 lies in the figure's interval is sun.figure_2_place",
        narrowed=("t <= 5/3: epsilon up to 0.5, the range of Sections 6.3 and 6.4",),
    ),
    "Section 6.2, Figure 3",
    Claim(
        "sun.figure_3_place",
        printed="pi = 2/9 lies in (pi_A1, 1/2 - 1/(2 sqrt N)) at N = 9 and p2 = 0.36",
        formula=says("PA1(t,0.36,9) < 2/9 and 2/9 < low(9)", NINE),
        reading="presupposed by 'when pi is in interval (pi_A1, 1/2-1/2√N)' and the caption of the figure; at every epsilon; "
        + NO_ROOT_READING,
    ),
    Claim(
        "sun.figure_3_ordering",
        printed="when pi is in (pi_A1, 1/2 - 1/(2 sqrt N)) or (1/2 + 1/(2 sqrt N), pi_A2), modified Warner/Simmons is the best, "
        "the improved mechanism suboptimal, modified Christofides the worst",
        evidence=Theorem("SunComparison.theorem_6_1"),
        formula=says(
            "low(9) = 1/3 and high(9) = 2/3 and ((2*pi-1)^2 < R(t,0.36,9) and (pi < 1/3 or 2/3 < pi) implies MW(t,9) < "
            "IC(t,0.36,pi,9) and IC(t,0.36,pi,9) < MC(t,0.36,9) and S((t-1)/(t+1),1/2,pi,9) = MW(t,9))",
            {**NINE, **INNER},
        ),
        reading="at N = 9, p2 = 0.36 and pi_B = 0.5, which Section 6.2 fixes for the figure, for every pi of the two intervals "
        "and every epsilon, in Coq at every N and p2 too; pi lies between pi_A1 and pi_A2 where (2 pi - 1)^2 is below "
        "the radicand of (5)",
    ),
    "Section 6.2, Figure 4",
    Claim(
        "sun.figure_4_place",
        printed="pi = 4/9 lies in (1/2 - 1/(2 sqrt N), 1/2 + 1/(2 sqrt N)) at N = 9",
        formula=Formula("1/2 - 1/(2*sqrt(9)) < 4/9 and 4/9 < 1/2 + 1/(2*sqrt(9))"),
    ),
    Claim(
        "sun.figure_4_ordering",
        printed="modified Christofides is the best, modified Warner/Simmons suboptimal, the improved mechanism the worst",
        evidence=Counterexample({"t": "2"}),
        formula=says("MC(t,0.36,9) < MW(t,9) and MW(t,9) < IC(t,0.36,4/9,9)", NINE),
        reading="against Theorem 6.1 (iii), where the first two are the other way round",
    ),
    Repair(
        "modified Warner/Simmons the best, modified Christofides suboptimal, the improved mechanism the worst, at the "
        "numbers of the figure",
        states="MW(t,9) < MC(t,0.36,9) and MC(t,0.36,9) < IC(t,0.36,4/9,9)",
        reading="for all shares in the interval of Theorem 6.1 (iii) it is the first and the last part of "
        "SunComparison.theorem_6_1; that Simmons' device has Warner's variance is Theorem 5.3, at pi_B = 1/2",
    ),
    "Section 6.2, Figures 2-4, with Algorithm 4, line 3",
    Claim(
        "sun.figures_2_to_4_deck",
        printed="N = 9 cards, a share p2 = m/9 = 0.36 of them in the middle, for some m from 0 to 9",
        evidence=Counterexample(),
        formula=Formula("exists m: floor(m) = m and m/9 ~ 0.36"),
        reading="the improved mechanism's device has N whole cards, m of them in the middle; 0.36 of 9 is 3.24, and neither 3/9 "
        "nor 4/9 is 0.36 to its digits, so the curves are formulas without a survey that they describe",
    ),
    "Section 7",
    Claim(
        "sun.conclusion_modified_is_smallest",
        printed="the variance of modified Christofides is the smallest for pi < pi_A1 or pi > pi_A2",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100", "pi": "1/10"}),
        formula=says(
            "(pi < PA1(t,p2,N) or pi > PA2(t,p2,N)) implies (MC(t,p2,N) <= MW(t,N) and MC(t,p2,N) <= IC(t,p2,pi,N))",
            {**FOUR, **INNER},
        ),
        reading="'modified' stands where the rest of the paper has 'improved'",
    ),
    Repair(
        "the improved mechanism's",
        evidence=Theorem("SunOrder.smallest_outside"),
        formula=SMALLEST_OUTSIDE,
        reading="as in Theorem 6.1: L = 3, one epsilon of one answer, one p2, the proportions of Theorems 5.5 and 5.7; modified "
        "Simmons is compared for 0 < p < 1 and 0 < pi_B < 1, where it has an epsilon",
    ),
    "Section 6.1, the last sentence",
    Claim(
        "sun.usually_best",
        printed="the proportion of people with sensitive attributes is usually small, so the improved mechanism is usually best",
        evidence=Theorem("SunOrder.smallest_outside"),
        formula=SMALLEST_OUTSIDE,
        reading="'best' is the smallest variance at one epsilon of one answer and one p2, with the proportions of Theorems 5.5 "
        "and 5.7, and 'small' is below pi_A1",
        narrowed=("shown is that it is best below pi_A1; how often a proportion is below it is not decided",),
    ),
    "Section 7",
    reduced("sun.conclusion_reduced", "drawing samples without replacement reduces the variance of each mechanism"),
    Claim(
        "sun.conclusion_trade_off",
        printed="the improved mechanism can replace Warner's, with a better trade-off between privacy budget and variance",
        evidence=Theorem("SunOrder.smallest_outside"),
        formula=SMALLEST_OUTSIDE,
        reading="for pi below pi_A1 and the budget of one answer; "
        + NAMED
        + ". Of all answers together the budget is infinite (sun.theorem_5_6_collector)",
        narrowed=(
            "for pi below pi_A1 or above pi_A2; the sentence names no shares. The degree of cooperation, which it also "
            "names, is not decided",
        ),
    ),
    # Sections 6.1, 6.3 and 6.4: Tables 1 and 2, the real data set and the sample sizes
    *(entry_1(p2, e, x) for p2, row in TABLE_1.items() for e, x in zip(BUDGETS, row, strict=True)),
    "Section 6.1, before Table 1",
    Claim(
        "sun.interval_depends",
        printed="the interval [pi_A1, pi_A2] depends on N, epsilon and p2",
        formula=says("R(2,0.1,9) != R(3,0.1,9) and R(2,0.1,9) != R(2,0.2,9) and R(2,0.1,9) != R(2,0.1,10)"),
        reading="R is the radicand of (5), and the interval is 1/2 -+ sqrt(R)/2: a change of each of the three alone changes R",
    ),
    Claim(
        "sun.interval_usually_small",
        printed="the interval [pi_A1, pi_A2] is usually small",
        formula=says(
            " and ".join(
                f"sqrt(R(exp({e}),{p},10^4)) < 1/4" for p in ("0.01", "0.05") for e in ("0.01", "0.05", "0.25", "0.5")
            )
        ),
        reading="shorter than a quarter at the p2 and epsilon of Table 1, from which the sentence is drawn; at the p2 = 0.5 of "
        "Figure 1 it is not, sun.interval_is_not_small",
        narrowed=(
            "'usually' is read as the eight pairs of p2 and epsilon of Table 1, 'small' as shorter than a quarter; "
            "elsewhere it is not small, by sun.interval_is_not_small",
        ),
    ),
    "Section 6.2, the p2 and N of Figure 1",
    Claim("sun.interval_is_not_small", formula=says("sqrt(R(t,0.5,100)) > 0.7", {"t": "t > 1"})),
    *row_2("warner"),
    *row_2("christofides", wrong="0.01"),
    *row_2("improved"),
    "Section 6.3, the last display, first line",
    Claim(
        "sun.ratio_of_variances",
        printed="Var_IC/Var_MC = 4N pi(1-pi)/(N-1)",
        formula=says(
            "IC(t,p2,pi,N)/MC(t,p2,N) = 4*N*pi*(1-pi)/(N-1) and (a > 0 and D != 0 implies K(a,D,pi,N)/C(a,D,N) = "
            "4*N*pi*(1-pi)/(N-1))",
            {**STRICT, **MIDDLE, **MANY, "pi": "[0, 1]", "a, D": "real"},
        ),
        reading="the least variances, which sun.theorem_5_7_value and sun.theorem_5_5_value derive for three kinds of cards, as "
        "throughout Section 6; and, with any deck, the variances of the two mechanisms with this deck: a = Var Y, D = "
        "L+1-2EY",
    ),
    "Section 6.3, the last two lines of the last display; the number in the Abstract and Section 1",
    Claim(
        "sun.ratio_of_hcovany",
        printed="4 x 3252599 x 0.0778 x (1-0.0778)/(3252599-1) = 28.7%",
        formula=Formula(f"4*{PEOPLE}*0.0778*(1-0.0778)/({PEOPLE}-1) ~ 0.287"),
    ),
    "Section 6.3, after Figure 5",
    Claim(
        "sun.hcovany_ordering",
        printed="the variance of modified Christofides is larger than that of modified Warner and Simmons, and the improved "
        "mechanism has the smallest",
        formula=says(
            f"IC(t,0.01,0.0778,{PEOPLE}) < MW(t,{PEOPLE}) and MW(t,{PEOPLE}) < MC(t,0.01,{PEOPLE})",
            {"t": "1 < t <= 5/3"},
        ),
        reading="epsilon from 0.05 to 0.5 as printed lies in 1 < t <= 5/3",
        narrowed=(HALF_SIMMONS,),
    ),
    Claim(
        "sun.hcovany_warner_and_simmons",
        printed="the variance of modified Warner mechanism is the same with that of modified Simmons mechanism",
        formula=says(f"S((t-1)/(t+1),1/2,0.0778,{PEOPLE}) = MW(t,{PEOPLE})", {"t": "t > 1"}),
        reading="with p from (4)",
        narrowed=(HALF_SIMMONS,),
    ),
    Claim(
        "sun.hcovany_slightly",
        printed="the variance of modified Christofides is slightly larger than that of modified Warner and Simmons",
        formula=says(
            f"MW(t,{PEOPLE}) < MC(t,0.01,{PEOPLE}) and MC(t,0.01,{PEOPLE}) <= 1.011*MW(t,{PEOPLE})",
            {"t": "1 < t <= 5/3"},
        ),
        reading="epsilon from 0.05 to 0.5 as printed lies in 1 < t <= 5/3",
        narrowed=("'slightly' is read as by at most 1.1 percent", HALF_SIMMONS),
    ),
    "Section 6.3 with Algorithm 4, line 3",
    Claim(
        "sun.hcovany_deck",
        printed="the experiment follows Algorithm 4 with N = 3252599 cards, a share p2 = 0.01 of them in the middle",
        formula=Formula(f"32526/{PEOPLE} ~ 0.01"),
        reading="the device has whole cards: 32526 of them",
        narrowed=("the share is 0.01 to its digits: 0.01 of 3252599 cards is no whole number",),
    ),
    "Section 6.4",
    Claim(
        "sun.sizes_fall",
        printed="the larger epsilon is, the smaller the sample size N for the four mechanisms",
        formula=says(
            " and ".join(
                f"({term.format(e=e, n='N')} <= 0.1 implies {term.format(e=more, n='(N-1)')} <= 0.1)"
                for _, term, _ in TABLE_2.values()
                for e, more in pairwise(BUDGETS)
            ),
            {"N": "integer N >= 3"},
        ),
        reading="with one person less at the next larger epsilon, so the correct minimum sizes fall; no two people are enough. "
        "For all epsilon the variances fall (sun.figure_1_*)",
        narrowed=AT_TABLE_2,
    ),
    Claim(
        "sun.sizes_of_warner_and_simmons",
        printed="the minimum sizes of modified Warner and Simmons are the same",
        formula=says("S((t-1)/(t+1),1/2,0.1,N) = MW(t,N)", {**STRICT, "N": "integer N >= 1"}),
        reading="because the variances are, for every N",
        narrowed=(HALF_SIMMONS,),
    ),
    Claim(
        "sun.sizes_slightly_larger",
        printed="the minimum size of modified Christofides is slightly larger than that of modified Warner/Simmons",
        evidence=Counterexample({"e": "1/2", "N": "40"}),
        formula=says(
            "MC(exp(e),0.01,N) <= 0.1 implies MW(exp(e),N-1) <= 0.1",
            {"e": "e = 0.01 or e = 0.05 or e = 0.25 or e = 0.5", **MANY},
        ),
        reading="at the four epsilon of Table 2, the correct minima: where N is enough for Christofides, N - 1 would be for "
        "Warner; both are 40 at epsilon = 0.5, and so are the printed ones",
    ),
    Repair(
        "at least as large, at every epsilon, p2 and variance w: what suffices for Christofides does for Warner",
        formula=says("MC(t,p2,N) <= w implies MW(t,N) <= w", {**STRICT, **MIDDLE, "N": "integer N >= 1", "w": "real"}),
    ),
    Claim(
        "sun.sizes_smallest",
        printed="the minimum size of the improved mechanism is the smallest",
        formula=says(
            " and ".join(
                f"({term.format(e=e, n='N')} <= 0.1 implies {TABLE_2['improved'][1].format(e=e, n='(N-1)')} <= 0.1)"
                for term in (TABLE_2["warner"][1], TABLE_2["christofides"][1])
                for e in BUDGETS
            ),
            {"N": "integer N >= 3"},
        ),
        reading="with one person less; no two people are enough for any of the mechanisms",
        narrowed=AT_TABLE_2,
    ),
    "Section 6.4, Table 2, last row, with Algorithm 4, line 3",
    Claim(
        "sun.table_2_populations",
        printed="the improved mechanism with N = 36365, 1456, 59, 16 people, of whom N/10 belong to A, and N cards, N/100 of "
        "them in the middle",
        evidence=Counterexample({"N": "16"}),
        formula=Formula("exists m: floor(m) = m and m/N ~ 0.01", {"N": "N = 36365 or N = 1456 or N = 59 or N = 16"}),
        reading="people and cards are whole, so the shares are taken to their printed digits: of 59 or 16 cards no whole number "
        "is a share that rounds to 0.01 (0/59, 1/59, 0/16 and 1/16 do not)",
    ),
    Repair(
        "at a multiple of 100 both are whole; the least such N of variance at most 0.1 are 36400, 1500, 100, 100",
        formula=says(
            "100*m/10 = 10*m and 100*m/100 = m and IC(exp(0.01),0.01,0.1,36400) <= 0.1 and (100*m <= 36300 implies "
            "IC(exp(0.01),0.01,0.1,100*m) > 0.1) and IC(exp(0.05),0.01,0.1,1500) <= 0.1 and (100*m <= 1400 implies "
            "IC(exp(0.05),0.01,0.1,100*m) > 0.1) and IC(exp(0.25),0.01,0.1,100) <= 0.1 and IC(exp(0.5),0.01,0.1,100) <= 0.1",
            {"m": "integer m >= 1"},
        ),
    ),
    "Section 6.4, Table 2, last row, with Theorem 5.7 and Algorithm 4, line 3",
    Claim(
        "sun.deck_of_theorem_5_7",
        printed="for epsilon = 0.5 and pi = 0.1, N = 16 respondents and cards are enough, the variance is then at most 0.1, for "
        "some first from 1 to 15, for some last from 1 to 15",
        evidence=Counterexample(),
        formula=says(
            "exists a, z: floor(a) = a and floor(z) = z and 1 <= a and a < z and a + z <= 16 and z <= exp(0.5)*a and K((a + "
            "4*(16-a-z) + 9*z)/16 - ((a + 2*(16-a-z) + 3*z)/16)^2, 4 - 2*(a + 2*(16-a-z) + 3*z)/16, 0.1, 16) <= 0.1"
        ),
        reading="of the mechanism itself and not of the formula (for that sun.table_2_improved_05): the device has N whole "
        "cards, so a deck of 16 must have epsilon at most 0.5 of one answer and variance (3) at most 0.1. Any number of "
        "middle cards is allowed beside first and last, the cards that show 1 and 3, and pi = 0.1 goes into (3) though "
        "1.6 people are none. By symmetry fewer cards, a, show 1 than 3, z",
    ),
    Repair(
        "21 cards are enough: 8 and 13 of the outer kinds",
        states="13/8 <= exp(0.5) and K((8+9*13)/21 - ((8+3*13)/21)^2, 4 - 2*(8+3*13)/21, 0.1, 21) <= 0.1",
        reading="e^epsilon of one answer is 13/8, and K is the variance (3)",
    ),
    "Section 6.4, after Table 2",
    Claim(
        "sun.largest_at_half",
        printed="the variance of the improved mechanism is largest at pi = 0.5",
        formula=says("argmin[pi] -IC(t,p2,pi,N) = {1/2}", {**STRICT, **MIDDLE, **MANY, "pi": "[0, 1]"}),
    ),
    "used for Section 6.4, after Table 2",
    Claim("sun.exp_of_a_hundredth", formula=Formula("1.010050167 < exp(0.01) and exp(0.01) < 1.010050168")),
    "Section 6.4, after Table 2",
    Claim(
        "sun.size_without_prevalence",
        printed="for variance at most 0.1, epsilon = 0.01 and p2 = 0.01 without knowing pi, N should be at least 101011",
        formula=says(
            "(N >= 101011 implies IC(exp(0.01),0.01,pi,N) <= 0.1) and (N <= 101010 implies IC(exp(0.01),0.01,1/2,N) > "
            "0.1 and IC(exp(0.01),0.01,(N-1)/(2*N),N) > 0.1)",
            {"pi": "[0, 1]", **MANY},
        ),
        reading="pi = 1/2, as the paper computes, where (3) is largest; for odd N, which has no such share, (N - 1)/(2 N) too",
    ),
    Claim(
        "sun.size_without_prevalence_bound",
        printed="(N > 101010.3)",
        formula=Formula("1 + ((exp(0.01)+1)^2/((exp(0.01)-1)^2*0.99) - 1)/4/0.1 ~ 101010.3"),
        reading="N - 1 is at least 1/4 ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1)/0.1",
    ),
)
