"""Section 6.1: Theorem 6.1 and every display of its proof."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import INNER, MANY, MIDDLE, NO_ROOT_READING, SHARE, STRICT, THREE, says

FOUR = {**STRICT, **THREE, **MANY}
LOOSE = {**STRICT, **MIDDLE, **MANY}
A = "(4*t + (t-1)^2*p2)"
A_TRUE = "(N*(4*t + (t-1)^2*p2))"
C = "((N-1)*(1-p2)*t)"
BELOW = "N*(N-1)*(t-1)^2*(1-p2)"
DIFFERENCE = f"({A_TRUE}*pi*(1-pi) - {C})/({BELOW})"
SECOND_ROOT = "1 - 4*t*(N-1)*(1-p2)/(N*(4*t + p2*(t^2 - 2*t + 1)))"
THIRD_ROOT = "1 - (N-1)*(1-p2)/(N*(1 + p2/4*(t + 1/t - 2)))"
ROOT = {"t": "t > 1", "p2": "0 <= p2 < 1", "N": "N >= 2", "h": "h >= 0"}
IS_ROOT = "h^2 = R(t,p2,N)"
SIDE = {"w": "w > 0"}
IS_SIDE = "N*w^2 = 1"
CENTRE = "(low(N) < pi and pi < high(N))"
OUTSIDE = "(pi < PA1(t,p2,N) or pi > PA2(t,p2,N))"
SMALLEST_OUTSIDE = says(f"{OUTSIDE} implies IC(t,p2,pi,N) < MW(t,N) and MW(t,N) <= MC(t,p2,N)", {**LOOSE, **INNER})
NAMED = "h is the square root of (5), so pi_A1 = 1/2 - h/2 and pi_A2 = 1/2 + h/2; any real N >= 2"
NAMED_SIDE = NAMED + "; w = 1/sqrt N, and 1/2-1/2√N is 1/2 - w/2"
GAP = f"IC(t,p2,pi,N) - MW(t,N) = {DIFFERENCE}"
HALF_SIMMONS = (
    "modified Simmons has pi_B = 1/2, which Section 6.2 fixes and Section 6.1 does not name, and then the variance of "
    "modified Warner (sun.theorem_5_3_value), so that one Var_MW/MS stands for both"
)

CLAIMS = listed(
    "Section 6.1, Theorem 6.1 (i), first inequality; last display of the proof",
    Claim(
        "sun.theorem_6_1_i_improved",
        printed="for pi in (0, pi_A1) or (pi_A2, 1), Var_IC < Var_MW/MS",
        evidence=Theorem("SunComparison.theorem_6_1"),
        formula=says(f"{OUTSIDE} implies IC(t,p2,pi,N) < MW(t,N)", {**LOOSE, **INNER}),
        reading=NAMED + ", at the same epsilon of one answer and p2, with the proportions of Theorems 5.5 and 5.7",
        narrowed=(HALF_SIMMONS,),
    ),
    "Section 6.1, Theorem 6.1 (i)-(iii), Var_MW/MS < Var_MC",
    Claim(
        "sun.theorem_6_1_warner_against_cards",
        printed="Var_MW/MS < Var_MC",
        evidence=Counterexample({"t": "2", "p2": "0", "N": "2"}),
        formula=says("MW(t,N) < MC(t,p2,N)", LOOSE),
        reading="p2 is any proportion of cards: the note after Theorem 5.5 and the first display of the proof admit p2 = 0",
    ),
    Repair(
        "at p2 = 0 the two are equal, by the note after Theorem 5.5",
        evidence=Theorem("SunComparison.theorem_6_1"),
        assuming=("p2 > 0",),
    ),
    "Section 6.1, Theorem 6.1 (ii), first inequality",
    Claim(
        "sun.theorem_6_1_ii_warner",
        printed="for pi in (pi_A1, 1/2 - 1/(2 sqrt N)) or (1/2 + 1/(2 sqrt N), pi_A2), Var_MW/MS < Var_IC",
        evidence=Theorem("SunComparison.theorem_6_1"),
        formula=says(
            "(PA1(t,p2,N) < pi and pi < low(N) or high(N) < pi and pi < PA2(t,p2,N)) implies MW(t,N) < IC(t,p2,pi,N)",
            {**LOOSE, **INNER},
        ),
        reading=NAMED_SIDE,
        narrowed=(HALF_SIMMONS,),
    ),
    "Section 6.1, Theorem 6.1 (ii), second inequality; the first sentence of the proof, second half",
    Claim(
        "sun.theorem_6_1_ii_cards",
        printed="for pi in (pi_A1, 1/2 - 1/(2 sqrt N)) or (1/2 + 1/(2 sqrt N), pi_A2), Var_IC < Var_MC",
        evidence=Theorem("SunComparison.theorem_6_1"),
        formula=says("(pi < low(N) or high(N) < pi) implies IC(t,p2,pi,N) < MC(t,p2,N)", {**LOOSE, **INNER}),
        reading=NO_ROOT_READING + "; it does not need pi_A1",
    ),
    "Section 6.1, Theorem 6.1 (iii), second inequality; the first sentence of the proof, first half",
    Claim(
        "sun.theorem_6_1_iii",
        printed="for pi in (1/2 - 1/(2 sqrt N), 1/2 + 1/(2 sqrt N)), Var_MC < Var_IC",
        evidence=Theorem("SunComparison.theorem_6_1"),
        formula=says(f"{CENTRE} implies MC(t,p2,N) < IC(t,p2,pi,N)", {**LOOSE, **INNER}),
        reading=NO_ROOT_READING,
    ),
    "Section 6.1, Theorem 6.1, the intervals",
    Claim(
        "sun.theorem_6_1_intervals",
        printed="(0, pi_A1) u (pi_A2, 1), (pi_A1, 1/2-1/2 sqrt N) u (1/2+1/2 sqrt N, pi_A2), (1/2-1/2 sqrt N, 1/2+1/2 sqrt N)",
        formula=says("w <= h and h < 1", {**ROOT, **SIDE}, (IS_ROOT, IS_SIDE)),
        reading="that these are intervals, in this order, is presupposed and not printed; at p2 = 0 those of (ii) are empty. "
        + NAMED_SIDE,
    ),
    "Section 6.1, proof, the first display",
    Claim(
        "sun.theorem_6_1_cards_difference",
        printed="Var_MC - Var_MW/MS = (e^eps+1)^2 p2/(4N(e^eps-1)^2(1-p2))",
        formula=says("MC(t,p2,N) - MW(t,N) = (t+1)^2*p2/(4*N*(t-1)^2*(1-p2))", LOOSE),
        narrowed=(HALF_SIMMONS,),
    ),
    Claim(
        "sun.theorem_6_1_cards_difference_sign",
        printed=">= 0",
        formula=Formula("(t+1)^2*p2/(4*N*(t-1)^2*(1-p2)) >= 0", LOOSE),
    ),
    "Section 6.1, proof, the sentence after the first display",
    Claim(
        "sun.theorem_6_1_cards_larger",
        printed="(the difference is >= 0, so) Var_MC is larger than Var_MW/MS",
        evidence=Counterexample({"t": "2", "p2": "0", "N": "2"}),
        formula=says("MC(t,p2,N) > MW(t,N)", LOOSE),
        reading="p2 as in the display before it, which admits p2 = 0",
    ),
    Repair("at p2 = 0 the two are equal", assuming=("p2 > 0",)),
    "Section 6.1, proof, the second display, first line",
    Claim(
        "sun.theorem_6_1_difference_line_1",
        printed="Var_IC - Var_MW/MS = pi(1-pi)/(N-1) ((e^eps+1)^2/((e^eps-1)^2(1-p2)) - 1) - e^eps/(N(e^eps-1)^2)",
        formula=says(
            "K(4*x + p2 - 4*x^2 - p2^2 - 4*x*p2, 4*x + 2*p2 - 2, pi, N) - W(t/(t+1),N) = "
            "pi*(1-pi)/(N-1)*((t+1)^2/((t-1)^2*(1-p2)) - 1) - t/(N*(t-1)^2)",
            {**LOOSE, **SHARE, "x": "x = (1-p2)/(t+1)"},
        ),
        reading="Var_IC is 4 pi (1-pi) Var Y/((N-1)(4 - 2 E Y)^2) with p1 = x, the proportion of Theorem 5.7, and Var_MW/MS "
        "that of Warner's device with the truth told with probability e^eps/(e^eps+1)",
        narrowed=(HALF_SIMMONS,),
    ),
    "Section 6.1, proof, the second display, second line",
    Claim(
        "sun.theorem_6_1_difference_line_2",
        printed="= ([4e^eps + (e^eps-1)^2 p2] pi(1-pi) - (N-1)(1-p2)e^eps)/(N(N-1)(e^eps-1)^2(1-p2))",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100", "pi": "1/10"}),
        formula=says(f"IC(t,p2,pi,N) - MW(t,N) = ({A}*pi*(1-pi) - {C})/({BELOW})", {**LOOSE, **SHARE}),
        reading="the first term of the numerator has lost a factor N; (5) at the end of the proof has it",
    ),
    Repair("with N[4e^eps + (e^eps-1)^2 p2]", states=GAP),
    "Section 6.1, proof, the definition of a and c and the display after it",
    Claim(
        "sun.theorem_6_1_difference_line_3",
        printed="with a = 4e^eps + (e^eps-1)^2 p2 and c = (N-1)(1-p2)e^eps it is (-a pi^2 + a pi - c)/(N(N-1)(e^eps-1)^2(1-p2))",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100", "pi": "1/10"}),
        formula=says(f"IC(t,p2,pi,N) - MW(t,N) = (-{A}*pi^2 + {A}*pi - {C})/({BELOW})", {**LOOSE, **SHARE}),
    ),
    Repair(
        "a = N[4e^eps + (e^eps-1)^2 p2]",
        states=f"IC(t,p2,pi,N) - MW(t,N) = (-{A_TRUE}*pi^2 + {A_TRUE}*pi - {C})/({BELOW})",
    ),
    "Section 6.1, proof, the factorisation, pi_A1, pi_A2 and Delta",
    Claim(
        "sun.theorem_6_1_roots",
        printed="-a pi^2 + a pi - c = -a(pi - pi_A1)(pi - pi_A2) with pi_A1,2 = (a -+ sqrt Delta)/(2a), Delta = a^2 - 4ac",
        formula=Formula(
            "-a*pi^2 + a*pi - c = -a*(pi - (a - sqrt(a^2-4*a*c))/(2*a))*(pi - (a + sqrt(a^2-4*a*c))/(2*a))",
            {"a": "a > 0", "c": "real", **SHARE},
            ("a^2 - 4*a*c >= 0",),
        ),
        reading="for any a > 0 and c",
        narrowed=(
            "a^2 - 4*a*c >= 0: the roots exist: not with the printed a and c, but with the right a "
            "(sun.theorem_6_1_discriminant)",
        ),
    ),
    "Section 6.1, proof, Delta = a^2 - 4ac",
    Claim(
        "sun.theorem_6_1_discriminant",
        printed="pi_A1 = (a - sqrt Delta)/(2a) with the printed a and c",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100"}),
        formula=Formula(f"{A}^2 - 4*{A}*{C} >= 0", LOOSE),
        reading="the square root must exist; the a that has lost its factor N makes Delta negative",
    ),
    Repair("with a = N[4e^eps + (e^eps-1)^2 p2]", states=f"{A_TRUE}^2 - 4*{A_TRUE}*{C} >= 0"),
    "Section 6.1, proof, pi_A1 and pi_A2, first form",
    Claim(
        "sun.theorem_6_1_root_form",
        printed="pi_A1 = 1/2 - sqrt(1 - 4c/a)/2 and pi_A2 = 1/2 + sqrt(1 - 4c/a)/2",
        formula=Formula(
            "(a - sqrt(a^2-4*a*c))/(2*a) = 1/2 - r/2 and (a + sqrt(a^2-4*a*c))/(2*a) = 1/2 + r/2",
            {"a": "a > 0", "c": "real", "r": "r >= 0"},
            ("r^2 = 1 - 4*c/a",),
        ),
        reading="r is that root; for any a > 0 and c",
        narrowed=("Delta >= 0, which the right a gives, and not the printed one (sun.theorem_6_1_discriminant)",),
    ),
    "Section 6.1, proof, pi_A1 and pi_A2, second form",
    Claim(
        "sun.theorem_6_1_root_second",
        printed="1 - 4c/a = 1 - 4e^eps(N-1)(1-p2)/(N[4e^eps + p2(e^{2eps} - 2e^eps + 1)])",
        evidence=Counterexample({"t": "2", "p2": "1/2", "N": "100"}),
        formula=Formula(f"1 - 4*{C}/{A} = {SECOND_ROOT}", LOOSE),
        reading="from the printed a and c; the factor N that a has lost comes back in this line",
    ),
    Repair("with a = N[4e^eps + (e^eps-1)^2 p2]", states=f"1 - 4*{C}/{A_TRUE} = {SECOND_ROOT}"),
    "Section 6.1, proof, pi_A1 and pi_A2, third form",
    Claim(
        "sun.theorem_6_1_root_third",
        printed="= 1 - (N-1)(1-p2)/(N[1 + (p2/4)(e^eps + e^-eps - 2)])",
        formula=Formula(f"{SECOND_ROOT} = {THIRD_ROOT}", LOOSE),
    ),
    "Section 6.1, (5)",
    Claim(
        "sun.eq_5",
        printed="pi_A1,2 = 1/2 -+ sqrt(1 - (N-1)/N (1-p2)/(1 + p2 d/4))/2 with d = e^eps + e^-eps - 2",
        formula=says(f"R(t,p2,N) = {THIRD_ROOT}", LOOSE),
        narrowed=(
            "shown is that the quantity under the root is the printed one; that these two shares are "
            "where the two variances agree is Theorem 6.1 itself",
        ),
    ),
    Claim(
        "sun.eq_5_zeros",
        printed="Var_IC = Var_MW/MS at pi_A1 and pi_A2",
        evidence=Theorem("SunOrder.equal_at_both_ends"),
        formula=says("IC(t,p2,PA1(t,p2,N),N) = MW(t,N) and IC(t,p2,PA2(t,p2,N),N) = MW(t,N)", LOOSE),
        reading=NAMED,
        narrowed=(HALF_SIMMONS,),
    ),
    "Section 6.1, after the proof",
    Claim(
        "sun.worst_in_the_interval",
        printed="the improved Christofides mechanism performs worst in [pi_A1, pi_A2]",
        evidence=Counterexample({"t": "5", "p2": "1/2", "N": "100", "pi": "1/10"}),
        formula=says(
            "(PA1(t,p2,N) <= pi and pi <= PA2(t,p2,N)) implies IC(t,p2,pi,N) >= MC(t,p2,N)", {**FOUR, **INNER}
        ),
        reading="worst of the mechanisms, which the theorem compares, against its (ii), by which modified Christofides is worse "
        "on part of it; that its own variance, a multiple of pi (1 - pi), is larger there than elsewhere is true",
    ),
    Repair(
        "on the smaller interval of Theorem 4.2",
        formula=says(
            "(low(N) <= pi and pi <= high(N)) implies IC(t,p2,pi,N) >= MC(t,p2,N) and MC(t,p2,N) >= MW(t,N)",
            {**FOUR, **INNER, **MIDDLE},
        ),
        reading="modified Simmons has the variance of modified Warner, at pi_B = 1/2",
    ),
    Repair(
        "in [pi_A1, pi_A2] it is no better than modified Warner, nor than Simmons with pi_B = 1/2",
        evidence=Theorem("SunOrder.no_better_between"),
        formula=says("(PA1(t,p2,N) <= pi and pi <= PA2(t,p2,N)) implies MW(t,N) <= IC(t,p2,pi,N)", {**LOOSE, **INNER}),
    ),
    "Section 6.1, before Table 1",
    Claim(
        "sun.interval_is_symmetric",
        printed="the interval is symmetric about 0.5",
        formula=says("PA1(t,p2,N) + PA2(t,p2,N) = 1", LOOSE),
        reading="pi_A1 + pi_A2 = 1",
    ),
    "Abstract; Section 1; Section 6.2, after Figure 4",
    Claim(
        "sun.improved_smallest_when_small",
        printed="the improved mechanism has the smallest variance when the proportion of people with sensitive attributes is "
        "small",
        evidence=Theorem("SunOrder.smallest_outside"),
        formula=SMALLEST_OUTSIDE,
        reading="small: below pi_A1; "
        + NAMED
        + ". At the same epsilon of one answer (sun.same_privacy_budget is about all answers)",
        narrowed=(
            "L = 3, the same p2 for both Christofides mechanisms and the proportions of Theorems 5.5 and 5.7, as in "
            "Section 6; Simmons is compared for 0 < p < 1 and 0 < pi_B < 1",
        ),
    ),
)
