"""Appendices A and B: the proofs of Theorems 3.1 and 4.1."""

from functools import partial

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import CARDS, MANY, ONE, SHARE, says

MIRROR = "((L+1)^2 - 2*(L+1)*m + s)"
START = f"N*pi*({MIRROR} - (L+1-m)^2) + N*(1-pi)*(s - m^2)"
SECOND = f"N*pi*({MIRROR} - s) + N*pi*(-(L+1-m)^2 + m^2) + N*(s - m^2)"
THIRD = "N*pi*((L+1)^2 - 2*(L+1)*m) - N*pi*(-(L+1-m)^2 + m^2) + N*pi*((L+1)*(L+1-2*m))"
CORRECT = "N*pi*((L+1)^2 - 2*(L+1)*m) - N*pi*((L+1)*(L+1-2*m)) + N*(s - m^2)"
ALL = {**CARDS, **SHARE, **ONE}
MOMENTS = "the sums over k in terms of m = sum k p_k and s = sum k^2 p_k, with sum p_k = 1 (sun.appendix_a_sums)"
LARGE = {**CARDS, **SHARE, **MANY}
JOINT_MOMENTS = "m = E Y, s = E Y^2, c = E Y_i Y_j and q = E x_i x_j for i != j; Y and x are independent"
# a whole survey with three kinds of cards: A members of the group, B1 cards of 1 and B2 cards of 2
CENSUS = {"N": "integer N >= 2", "A, B1, B2": "integer"}
POSSIBLE = ("0 <= A", "A <= N", "0 <= B1", "0 <= B2", "B1 + B2 <= N")
TERMS = {"L": "3", "pi": "A/N", "m": "3 - (2*B1 + B2)/N", "s": "9 - (8*B1 + 5*B2)/N"}
TERMS |= {"c": "m^2 - (s - m^2)/(N-1)", "q": "pi*(N*pi-1)/(N-1)"}
in_terms = partial(Formula, define=TERMS)
PAIR = {"c": "c = m^2 - (s - m^2)/(N-1)", "q": "q = pi*(N*pi-1)/(N-1)"}
JOINT = "(q*((L+1)^2 - 2*(L+1)*m + c) + (1-2*pi+q)*c + 2*(pi-q)*((L+1)*m - c))"
BRACKET = "(N*pi*(N*pi-1) + (N-N*pi)*(N-N*pi-1) - 2*N + pi*(N-N*pi))"
TWO_N = "(N*pi*(N*pi-1) + (N-N*pi)*(N-N*pi-1) - 2*N*pi*(N-N*pi))"
MIDDLE = "(-2*(L+1)*N*pi*(N*pi-1) + 2*(L+1)*N*pi*(N-N*pi))*m + (L+1)^2*N*pi*(N*pi-1)"
FOURTH = "(4*N^2*pi^2 - 4*N^2*pi + N^2 - N)"
REST = "2*(L+1)*N*pi*(1 + N - 2*N*pi)*m + (L+1)^2*N*pi*(N*pi-1)"
SIX = "N*s - 2*N*(L+1)*pi*m + N*(L+1)^2*pi"
EIGHT = "N^2*((L+1)^2*pi^2 + (1-2*pi)^2*m^2 + 2*(L+1)*pi*(1-2*pi)*m)"
FIFTH = f"{FOURTH}*(m^2 - (s - m^2)/(N-1)) + {REST}"
SUM_READING = "the lines from the third on leave out the denominator N(N-1) of E x_i x_j: they are the sum of E X_i X_j over i != j"

CLAIMS = listed(
    "Appendix A, the step between two lines of the display, which no sentence tells",
    Claim(
        "sun.appendix_a_sums",
        printed="the sums with p_{L+1-k} are the sums with (L+1-k) and p_k",
        evidence=Theorem("SunComparison.appendix_a_sums"),
    ),
    "Appendix A, Var(sum X), first form",
    Claim(
        "sun.appendix_a_1",
        printed="Var(sum X) = N pi [sum k^2 p_{L+1-k} - (sum k p_{L+1-k})^2] + N(1-pi)[sum k^2 p_k - (sum k p_k)^2]",
        evidence=Theorem("SunReplaced.appendix_a"),
        formula=Formula(f"{START} = N*pi*(s - m^2) + N*(1-pi)*(s - m^2)", ALL),
    ),
    "Appendix A, Var(sum X), first equality",
    Claim(
        "sun.appendix_a_2",
        printed="= N pi [sum (L+1-k)^2 p_k - sum k^2 p_k] + N pi [-(sum (L+1-k)p_k)^2 + (sum k p_k)^2] + N Var Y",
        evidence=Theorem("SunReplaced.appendix_a"),
        formula=Formula(f"{START} = {SECOND}", ALL),
    ),
    "Appendix A, Var(sum X), second equality",
    Claim(
        "sun.appendix_a_3",
        printed="= N pi [sum ((L+1)^2 - 2(L+1)k)p_k] - N pi [-(sum (L+1-k)p_k)^2 + (sum k p_k)^2] + N pi [(sum (L+1)p_k)(sum "
        "(L+1-2k)p_k)]",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(f"{SECOND} = {THIRD}", CENSUS, POSSIBLE),
        reading=MOMENTS
        + ". The bracket has lost its sign, it stands beside its own factorisation, and N Var Y is missing",
    ),
    Repair(
        "N pi [sum ((L+1)^2 - 2(L+1)k)p_k] - N pi [(sum (L+1)p_k)(sum (L+1-2k)p_k)] + N Var Y",
        evidence=Theorem("SunRepaired.appendix_a_corrected"),
        formula=Formula(f"{SECOND} = {CORRECT}", ALL),
    ),
    "Appendix A, Var(sum X), last equality",
    Claim(
        "sun.appendix_a_4",
        printed="= N [sum k^2 p_k - (sum k p_k)^2]",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(f"{THIRD} = N*(s - m^2)", CENSUS, POSSIBLE),
        reading=MOMENTS + "; from the line before it, as printed",
    ),
    Repair(
        "from the corrected line before it",
        evidence=Theorem("SunRepaired.appendix_a_corrected"),
        formula=Formula(f"{CORRECT} = N*(s - m^2)", ALL),
    ),
    "Appendix A, last display",
    Claim(
        "sun.appendix_a_5",
        printed="Var of the estimator = Var(mean of X)/(L+1-2EY)^2 = Var Y/(N(L+1-2EY)^2)",
        evidence=Theorem("SunReplaced.appendix_a_estimator"),
        formula=says(f"({START})/(N^2*(L+1-2*m)^2) = C(v, L+1-2*m, N)", ALL, ("L + 1 - 2*m != 0",)),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    # Appendix B: the proof of Theorem 4.1
    "Appendix B, first two displays",
    Claim(
        "sun.appendix_b_estimator",
        printed="Var of the estimator is Var(sum X)/(N^2 (L+1-2EY)^2)",
        formula=Formula(
            "(z2/N^2 - 2*m*z1/N + m^2)/D^2 - ((z1/N - m)/D)^2 = (z2 - z1^2)/(N^2*D^2)",
            {**MANY, "z1, z2, m": "real", "D": "D != 0"},
        ),
        reading="z1 and z2 are the first two moments of the sum of the answers, D = L+1-2EY",
        narrowed=(
            "D != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",
            "that an expectation is linear, so that z1 and z2 are all that is needed, is put in",
        ),
    ),
    "Appendix B, Var(sum X) = sum E X_i^2 + sum over i != j of E X_i X_j - (E sum X)^2",
    Claim(
        "sun.appendix_b_square",
        printed="the square of the sum is the squares and the products over i != j",
        evidence=Theorem("Draws.variance_of_any_sum"),
        formula=Formula(
            "(x1+x2+x3)^2 = x1^2 + x2^2 + x3^2 + (x1*x2 + x1*x3 + x2*x1 + x2*x3 + x3*x1 + x3*x2)",
            {"x1, x2, x3": "real"},
        ),
        reading="the formula is about three answers, the theorem about any number and any linear expectation",
    ),
    "Appendix B, the sentence before (6)",
    Claim(
        "sun.appendix_b_dependence",
        printed="Y_i and Y_j are dependent, x_i and x_j too, but Y_i and x_i are independent",
        evidence=Theorem("SunPairs.dependence"),
        narrowed=(
            "a number on some and not all cards, an attribute that some and not all people have: in a deck or a census "
            "of one kind nothing depends on anything",
        ),
    ),
    "Appendix B, (6), first line",
    Claim(
        "sun.eq_6_line_1",
        printed="sum E X_i^2 = sum E[(L+1-Y_i)^2 x_i^2 + Y_i^2 x_i^2]",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(
            "N*(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s) = N*(pi*((L+1)^2 - 2*(L+1)*m + s) + pi*s)", CENSUS, POSSIBLE
        ),
        reading="E x_i^2 = pi. The last factor must be (1-x_i)^2, as the second line has it",
    ),
    Repair(
        "sum E X_i^2 = sum E[(L+1-Y_i)^2 x_i^2 + Y_i^2 (1-x_i)^2]",
        evidence=Theorem("SunRepaired.eq_6"),
        formula=Formula("(y1*x + y0*(1-x))^2 = y1^2*x^2 + y0^2*(1-x)^2", {"x": "x = 0 or x = 1", "y1, y0": "real"}),
    ),
    "Appendix B, (6), second and third lines",
    Claim(
        "sun.eq_6_line_2",
        printed="= N[E(L+1-Y)^2 E x^2 + E Y^2 E(1-x)^2] = N[(L+1)^2 + E Y^2 - 2(L+1)E Y]E x^2 + N E Y^2 E(1-2x+x^2)",
        evidence=Theorem("SunRepaired.eq_6"),
        formula=Formula(
            "N*(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s) = N*(((L+1)^2 + s - 2*(L+1)*m)*x2 + s*(1 - 2*pi + x2))",
            {**ALL, "x2": "x2 = pi"},
        ),
        reading="x2 = E x_i^2 = pi",
    ),
    "Appendix B, (6), last line",
    Claim(
        "sun.eq_6_line_4",
        printed="= N E Y^2 - 2N(L+1) pi E Y + N(L+1)^2 pi",
        evidence=Theorem("SunRepaired.eq_6"),
        formula=Formula(f"N*(((L+1)^2 + s - 2*(L+1)*m)*pi + s*(1 - 2*pi + pi)) = {SIX}", ALL),
    ),
    "Appendix B, E X_i X_j, first display",
    Claim(
        "sun.appendix_b_product",
        printed="E X_i X_j = E(L+1-Y_i)(L+1-Y_j) E x_i x_j + E Y_i Y_j E(1-x_i)(1-x_j) + 2 E Y_i(L+1-Y_j) E(1-x_i)x_j",
        evidence=Theorem("SunPairs.product_of_answers"),
        formula=Formula(
            "((L+1-y)*x + y*(1-x))*((L+1-z)*w + z*(1-w)) = (L+1-y)*(L+1-z)*x*w + y*z*(1-x)*(1-w) + y*(L+1-z)*(1-x)*w + "
            "z*(L+1-y)*(1-w)*x",
            {"L": "integer L >= 2", "y, z, x, w": "real"},
        ),
    ),
    "Appendix B, E Y_i Y_j, first line",
    Claim(
        "sun.appendix_b_upper_end",
        printed="E Y_i Y_j is the sum over m and n from 1 to N",
        evidence=Counterexample({"c1": "1", "c2": "0", "c3": "1"}),
        reading="the note after Theorem 5.5 allows decks without a middle number: two cards 1 and 3 make one",
    ),
    Repair("to L, the largest number on a card", evidence=Theorem("SunPairs.product_to_L")),
    "Appendix B, E Y_i Y_j, the probabilities in its second line",
    Claim(
        "sun.appendix_b_card_pairs",
        printed="P(Y_i = m, Y_j = n) is p_m p_n N/(N-1) for n != m and p_m (p_m N - 1)/(N-1) for n = m",
        evidence=Theorem("SunPairs.card_pairs"),
        reading="the index k != m of the inner sum is n",
    ),
    "Appendix B, E Y_i Y_j, last two lines",
    Claim(
        "sun.appendix_b_card_product",
        printed="= N/(N-1) E Y sum m p_m - 1/(N-1) sum m^2 p_l = (E Y)^2 - Var Y/(N-1)",
        formula=Formula("N/(N-1)*m*m - s/(N-1) = m^2 - (s - m^2)/(N-1)", {"m, s": "real", **MANY}),
        narrowed=("the letter l of the printed p_l stands for nothing; what is decided has p_m, of sum E Y^2",),
    ),
    "Appendix B, E x_i, E x_i x_j, E(1-x_i)(1-x_j), E(1-x_i)x_j: the first and the last term of each",
    Claim(
        "sun.appendix_b_people_pairs",
        printed="E x_i = pi, E x_i x_j = C(N pi, 2)/C(N, 2), E(1-x_i)(1-x_j) = C(N - N pi, 2)/C(N, 2), E(1-x_i)x_j = C(N pi, 1) "
        "C(N - N pi, 1)/A(N, 2)",
        evidence=Theorem("SunPairs.people_pairs"),
    ),
    "Appendix B, (7), first line",
    Claim(
        "sun.eq_7_line_1",
        printed="E X_i X_j = E[(L+1)^2 - Y_i(L+1) + Y_i Y_j] E x_i x_j + E Y_i Y_j E(1-x_i)(1-x_j) + ...",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(
            f"{JOINT} = ((L+1)^2 - m*(L+1) + c)*q + c*(1-2*pi+q) + ((L+1)*m - c)*(pi-q) + ((L+1)*m - c)*(pi-q)",
            CENSUS,
            POSSIBLE,
        ),
        reading=JOINT_MOMENTS + ". E(L+1-Y_i)(L+1-Y_j) has -2(L+1)E Y, and so has the next line of the paper",
    ),
    Repair("-2 Y_i(L+1) in the first bracket", evidence=Theorem("SunRepaired.eq_7_line_1")),
    "Appendix B, (7), second line",
    Claim(
        "sun.eq_7_line_2",
        printed="= E Y_i Y_j [E x_i x_j + E(1-x_i)(1-x_j) - E x_i(1-x_j) - E(1-x_i)x_j] + E Y [-2(L+1)E x_i x_j + (L+1)E "
        "x_i(1-x_j) + (L+1)E(1-x_i)x_j] + (L+1)^2 E x_i x_j",
        evidence=Theorem("SunRepaired.eq_7_line_2"),
        formula=Formula(
            f"{JOINT} = c*(q + (1-2*pi+q) - (pi-q) - (pi-q)) + m*(-2*(L+1)*q + (L+1)*(pi-q) + (L+1)*(pi-q)) + (L+1)^2*q",
            {**LARGE, "c, q": "real"},
        ),
        reading=JOINT_MOMENTS + "; the left side is E X_i X_j, the head of the chain, as line 1 is refuted by itself",
    ),
    "Appendix B, (7), third line",
    Claim(
        "sun.eq_7_line_3",
        printed="= [N pi(N pi-1) + (N-N pi)(N-N pi-1) - 2N + pi(N-N pi)]E Y_i Y_j + [-2(L+1)N pi(N pi-1) + 2(L+1)N pi(N-N pi)]E "
        "Y + (L+1)^2 N pi(N pi-1)",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(f"{JOINT} = {BRACKET}*c + {MIDDLE}", CENSUS, POSSIBLE),
        reading=JOINT_MOMENTS + "; " + SUM_READING + ", and '-2N + pi(N-N pi)' is -2N pi(N-N pi)",
    ),
    Repair(
        "the sum of E X_i X_j over all i != j, with -2N pi(N-N pi) in the bracket",
        evidence=Theorem("SunRepaired.eq_7_line_3"),
    ),
    "Appendix B, (7), fourth line",
    Claim(
        "sun.eq_7_line_4",
        printed="= [4N^2 pi^2 - 4N^2 pi + N^2 - N]E Y_i Y_j + 2(L+1)N pi[1+N-2N pi]E Y + (L+1)^2 N pi(N pi-1)",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(f"{BRACKET}*c + {MIDDLE} = {FOURTH}*c + {REST}", CENSUS, POSSIBLE),
        reading="from the third line as printed",
    ),
    Repair(
        "from the corrected third line",
        formula=Formula(f"{TWO_N}*c + {MIDDLE} = {FOURTH}*c + {REST}", {**LARGE, **PAIR}),
    ),
    "Appendix B, (7), last line",
    Claim(
        "sun.eq_7_line_5",
        printed="= [4N^2 pi^2 - 4N^2 pi + N^2 - N][(E Y)^2 - Var Y/(N-1)] + 2(L+1)N pi[1+N-2N pi]E Y + (L+1)^2 N pi(N pi-1)",
        formula=Formula(f"{FOURTH}*c + {REST} = {FIFTH}", {**LARGE, **PAIR}),
        narrowed=(
            "that E Y_i Y_j is (E Y)^2 - Var Y/(N-1) is put in, as c, and is the step of this line: it is shown as "
            "sun.appendix_b_card_pairs and sun.appendix_b_card_product",
        ),
    ),
    "Appendix B, (7), first and last term",
    Claim(
        "sun.eq_7",
        printed="E X_i X_j = the last line of (7)",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(f"{JOINT} = {FIFTH}", CENSUS, POSSIBLE),
        reading=JOINT_MOMENTS + "; " + SUM_READING,
    ),
    Repair("the sum over all i != j, which (6) and (8) are added to", evidence=Theorem("SunRepaired.eq_7")),
    "Appendix B, (8), first line",
    Claim(
        "sun.eq_8_line_1",
        printed="E(sum X)^2 = N^2 [E Y + pi(L+1-2EY)]^2",
        evidence=Counterexample({"N": "100", "A": "10", "B1": "20", "B2": "50"}),
        formula=in_terms(f"{SIX} + N*(N-1)*{JOINT} = N^2*(m + pi*(L+1-2*m))^2", CENSUS, POSSIBLE),
        reading="the left side is the expectation of the square, as the second display of the proof uses the symbol; what the "
        "proof subtracts, and the right side is, is the square of the expectation",
    ),
    Repair("(E sum X)^2 on the left", evidence=Theorem("SunRepaired.eq_8_line_1")),
    "Appendix B, (8), second line",
    Claim(
        "sun.eq_8_line_2",
        printed="= N^2 [(L+1)pi + (1-2pi)E Y]^2",
        formula=Formula("N^2*(m + pi*(L+1-2*m))^2 = N^2*((L+1)*pi + (1-2*pi)*m)^2", ALL),
    ),
    "Appendix B, (8), third line",
    Claim(
        "sun.eq_8_line_3",
        printed="= N^2 [(L+1)^2 pi^2 + (1-2pi)^2 (E Y)^2 + 2(L+1)pi(1-2pi)E Y]",
        formula=Formula(f"N^2*((L+1)*pi + (1-2*pi)*m)^2 = {EIGHT}", ALL),
    ),
    "Appendix B, last display",
    Claim(
        "sun.appendix_b_final",
        printed="combining (6), (7) and (8) the variance is 4 pi(1-pi) Var Y/((N-1)(L+1-2EY)^2)",
        formula=Formula(
            f"({SIX} + ({FIFTH}) - {EIGHT})/(N^2*(L+1-2*m)^2) = 4*pi*(1-pi)*(s-m^2)/((N-1)*(L+1-2*m)^2)",
            LARGE,
            ("L + 1 - 2*m != 0",),
        ),
        reading="(7) as the sum over i != j, which its last line is",
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
)
