"""Section 4: the improved Christofides mechanism, Algorithm 4, Theorems 4.1 and 4.2."""

from functools import partial

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import DEFINE, INNER, MANY, NO_ROOT_READING, NO_RUNS, RIGHT_CASES, SHARE, answers, says

COMPARED = {**MANY, **SHARE, "v": "v > 0", "D": "D != 0"}
TERMS = {k: x for k, x in DEFINE.items() if k != "v"}
in_terms = partial(Formula, define=TERMS)
COMPARED_CARDS = (
    "v > 0 and D != 0: the estimator divides by D = L+1-2EY; cards that are all alike tell nothing or all",
    "N >= 2: (3) divides by N-1",
)
UNEQUAL_CARDS = (
    "v > 0: equality where all cards are alike",
    "D != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
    "N >= 2: (3) divides by N-1",
)

CLAIMS = listed(
    "Section 4, Algorithm 4, lines 5-9",
    Claim(
        "sun.algorithm_4",
        printed="X = k if x = 1, else X = L + 1 - k: the answer is (L+1-Y)x + Y(1-x)",
        evidence=Counterexample({"c1": "1", "c2": "1", "c3": "2", "a": "1"}),
        reading="executed as printed for whole surveys, against the formula after it; the two cases are exchanged",
    ),
    RIGHT_CASES,
    "Section 4, Algorithm 4 with the estimator after it",
    Claim(
        "sun.algorithm_4_unbiased",
        printed="the estimator of the answers that Algorithm 4 returns is unbiased",
        evidence=Counterexample({"c1": "1", "c2": "1", "c3": "2", "a": "1"}),
        reading="executed as printed; its expectation is 1 - pi instead",
    ),
    Repair(
        "with the two cases exchanged", evidence=Theorem("SunKept.improved_unbiased"), narrowed=("L + 1 - 2*m != 0",)
    ),
    "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 4",
    Claim(
        "sun.algorithm_4_variance",
        printed="the variance of the estimates that Algorithm 4 gives is that of Theorem 4.1",
        evidence=Theorem("SunPairs.algorithm_4_variance"),
        reading="executed as printed: reflecting all answers changes no variance",
        narrowed=(
            NO_RUNS,
            "N >= 2: Theorem 4.1 divides by N-1",
            "L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
    *answers("improved", "Section 4", "Algorithm 4", "SunPairs.improved_expectation"),
    "Section 4",
    Claim(
        "sun.improved_unbiased",
        printed="the estimator is unbiased",
        evidence=Theorem("SunKept.improved_unbiased"),
        reading="with the answer (L+1-Y)x + Y(1-x), for whole surveys that empty the deck",
        narrowed=(
            "L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
            "L + 1 - 2*m != 0: else it has no value",
        ),
    ),
    "Section 4, Theorem 4.1 (3)",
    Claim(
        "sun.theorem_4_1",
        printed="the variance is 4 pi(1-pi) Var Y/((N-1)(L+1-2EY)^2)",
        evidence=Theorem("SunKept.theorem_4_1"),
        reading="the exact variance of whole surveys that empty the deck; with the formulas of Appendix B for E Y_i Y_j and E "
        "x_i x_j the same for all decks (the claims sun.appendix_b_*)",
        narrowed=(
            "L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
            "N >= 2: the formula divides by N-1",
        ),
    ),
    "Section 4, the sentence before Theorem 4.2",
    Claim(
        "sun.names_of_the_variances",
        printed="modified Christofides (Var_IC) and the improved Christofides mechanism (Var_MC): Var_IC - "
        "Var_MC is the first display of the proof",
        evidence=Counterexample({"N": "100", "pi": "1/10", "v": "1", "D": "1"}),
        formula=in_terms("C(v,D,N) - K(v,D,pi,N) = (4*pi*(1-pi)/(N-1) - 1/N)*v/D^2", COMPARED),
        reading="with the names as this sentence gives them; everywhere else IC is the improved mechanism",
    ),
    Repair(
        "the names exchanged: Var_IC is the improved mechanism's",
        states="K(v,D,pi,N) - C(v,D,N) = (4*pi*(1-pi)/(N-1) - 1/N)*v/D^2",
        assuming=("v > 0 and D != 0", "N >= 2"),
        narrowed=COMPARED_CARDS,
    ),
    "Section 4, Theorem 4.2 (i)",
    Claim(
        "sun.theorem_4_2_i",
        printed="for pi in (0, 1/2 - 1/(2 sqrt N)) or (1/2 + 1/(2 sqrt N), 1) Var_IC is smaller than Var_MC",
        evidence=Theorem("SunComparison.theorem_4_2"),
        formula=in_terms("(pi < low(N) or pi > high(N)) implies K(v,D,pi,N) < C(v,D,N)", {**COMPARED, **INNER}),
        reading=NO_ROOT_READING,
        narrowed=UNEQUAL_CARDS,
    ),
    "Section 4, Theorem 4.2 (ii)",
    Claim(
        "sun.theorem_4_2_ii",
        printed="for pi in (1/2 - 1/(2 sqrt N), 1/2 + 1/(2 sqrt N)) Var_IC is larger than Var_MC",
        evidence=Theorem("SunComparison.theorem_4_2"),
        formula=in_terms("(low(N) < pi and pi < high(N)) implies K(v,D,pi,N) > C(v,D,N)", {**COMPARED, **INNER}),
        reading=NO_ROOT_READING,
        narrowed=UNEQUAL_CARDS,
    ),
    "Section 4, proof of Theorem 4.2, first equality",
    Claim(
        "sun.theorem_4_2_line_1",
        printed="Var_IC - Var_MC = [4 pi(1-pi)/(N-1) - 1/N] Var Y/(L+1-2EY)^2",
        formula=in_terms("K(v,D,pi,N) - C(v,D,N) = (4*pi*(1-pi)/(N-1) - 1/N)*v/D^2", COMPARED),
        narrowed=COMPARED_CARDS,
    ),
    "Section 4, proof of Theorem 4.2, second equality",
    Claim(
        "sun.theorem_4_2_line_2",
        printed="= [(-4N pi^2 + 4N pi - N + 1)/(N(N-1))] Var Y/(L+1-2EY)^2",
        formula=Formula("(4*pi*(1-pi)/(N-1) - 1/N)*v/D^2 = (-4*N*pi^2 + 4*N*pi - N + 1)/(N*(N-1))*v/D^2", COMPARED),
        narrowed=COMPARED_CARDS,
    ),
    "Section 4, proof of Theorem 4.2, third equality",
    Claim(
        "sun.theorem_4_2_line_3",
        printed="= -4(1/2 + 1/(2 sqrt N) - pi)(1/2 - 1/(2 sqrt N) - pi) Var Y/((N-1)(L+1-2EY)^2)",
        formula=Formula(
            "(-4*N*pi^2 + 4*N*pi - N + 1)/(N*(N-1))*v/D^2 = -4*(1/2 + 1/(2*sqrt(N)) - pi)*(1/2 - 1/(2*sqrt(N)) - "
            "pi)*v/((N-1)*D^2)",
            COMPARED,
        ),
        reading=NO_ROOT_READING,
        narrowed=COMPARED_CARDS,
    ),
    "Section 4, after Theorem 4.2",
    Claim(
        "sun.interval_of_ten_thousand",
        printed="for N = 10^4 the interval is [0.495, 0.505]",
        formula=says("low(10^4) = 0.495 and high(10^4) = 0.505"),
    ),
    Claim(
        "sun.interval_is_small",
        printed="because N is a large number, the interval is small",
        formula=says(
            "high(N) - low(N) = 1/sqrt(N) and (N*e^2 > 1 implies high(N) - low(N) < e)",
            {"N": "integer N >= 1", "e": "e > 0"},
        ),
        reading="its length is 1/sqrt N, which is below any e > 0 where N is above 1/e^2",
    ),
    Claim(
        "sun.quarter_for_three",
        printed="1/(2 sqrt N) <= 1/4 (for N >= 3)",
        evidence=Counterexample({"N": "3"}),
        formula=Formula("1/(2*sqrt(N)) <= 1/4", {"N": "integer N >= 3"}),
        reading="at N = 3 it is 0.2887; the sentence ends with N > 3",
    ),
    Repair("for N > 3, as the end of the sentence has it", assuming=("N >= 4",)),
    Claim(
        "sun.quarter_suffices",
        printed="as long as pi < 0.25 or pi > 0.75, Var_IC < Var_MC for any N > 3",
        formula=in_terms(
            "(pi < 0.25 or pi > 0.75) implies K(v,D,pi,N) < C(v,D,N)", {**COMPARED, "N": "integer N >= 4", **INNER}
        ),
        narrowed=(
            "v > 0: equality where all cards are alike",
            "D != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
        ),
    ),
)
