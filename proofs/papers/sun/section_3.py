"""Section 3: the three devices in a census, Algorithms 1 to 3."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import ASKED, CARDS, DEVICE, INNER, MANY, NO_RUNS, ONE, RIGHT_CASES, SHARE, answers, reduced, says

COVARIANCE = "(2*p-1)^2*(pi*(N*pi-1)/(N-1) - pi^2)"
GROUPS = {
    "N": "integer N >= 2",
    "A, B": "integer [1, inf)",
    "H": "integer [0, inf)",
    "pi": "pi = A/N",
    "b": "b = B/N",
    "c": "c = H/N",
}
OVERLAP = ("H <= A", "H <= B", "A + B - H <= N")
LINE_2 = "pi*(p+(1-p)*b)*(1-p-(1-p)*b)/(N*p^2) + (1-pi)*((1-p)*b)*(1-(1-p)*b)/(N*p^2)"
WITH_B = (
    "B is a group of the people asked, as in the example of Section 2.2.2, and not a draw with chance pi_B for each: the "
    "answer of a person is x with probability p and else y, whether they belong to A and to B, so its variance is p(1-p) "
    "where x and y differ and 0 elsewhere; c is the share of those who belong to both, H of the N people"
)
IN_RANDOM_ORDER = (
    "the census meets its respondents in random order, each being as likely as any other to be next; any two of the "
    "answers have a negative covariance"
)

CLAIMS = listed(
    # Section 3.1: modified Warner's device in a census, Algorithm 1 and equation (1)
    "Section 3.1, Algorithm 1, lines 3-8",
    Claim(
        "sun.algorithm_1",
        printed="sample u with P(u = 1) = p; if u < p then X = x, else X = 1 - x: the truth is answered with probability p",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4"}),
        reading="executed as printed. The text (Section 2.2.1, Theorem 5.1 and the formula of total probability) needs the "
        "truth with probability p; a Bernoulli u is below p exactly when u = 0",
    ),
    Repair(
        "the test in line 4 must be u = 1: the truth is answered exactly where u = 1, which has probability p",
        evidence=Theorem("SunPrivacy.warner_chances"),
        formula=Formula(
            "(u = 1 implies u*x + (1-u)*(1-x) = x) and (u = 0 implies u*x + (1-u)*(1-x) = 1-x)",
            {"u, x": "integer [0, 1]"},
        ),
    ),
    "Section 3.1, Algorithm 1 with the estimator after it",
    Claim(
        "sun.algorithm_1_unbiased",
        printed="the estimator of the answers that Algorithm 1 returns is unbiased",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4"}),
        reading="executed as printed; its expectation is 1 - pi instead",
    ),
    Repair("with u = 1 in line 4", evidence=Theorem("Sun.warner_unbiased")),
    "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 1",
    Claim(
        "sun.algorithm_1_variance",
        printed="the variance of the estimates that Algorithm 1 gives is that of equation (1)",
        evidence=Theorem("SunReplaced.algorithm_1_variance"),
        reading="executed as printed, for p < 1/2 as in the paper: the exchange of p and 1 - p changes no variance, so a "
        "simulation that looks at the variance alone does not notice the bias",
        narrowed=(NO_RUNS,),
    ),
    "Section 3.1, after Algorithm 1",
    Claim(
        "sun.warner_answers_dependent",
        printed="the random variables X_1, ..., X_N are dependent",
        evidence=Theorem("SunOrder.warner_answers_dependent"),
        formula=Formula(f"{COVARIANCE} < 0", {**DEVICE, **INNER, **MANY}),
        reading=IN_RANDOM_ORDER,
        narrowed=(
            "0 < pi and pi < 1: in a census of one kind no answer depends on another",
            "N >= 2: one answer depends on no other",
        ),
    ),
    "Section 3.1, the display of total probability",
    Claim(
        "sun.warner_total_probability",
        printed="p pi + (1-p)(1-pi) is about N1/N",
        evidence=Theorem("SunSentences.warner_total_probability"),
        reading="the expectation of N1/N, which differs from it by r > 0 or more with probability at most 1/(4 N r^2)",
    ),
    "Section 3.1, the estimator",
    Claim(
        "sun.warner_estimator",
        printed="the estimator (N1/N - (1-p))/(2p-1)",
        formula=Formula("p*pi + (1-p)*(1-pi) = w iff pi = (w - (1-p))/(2*p-1)", {**DEVICE, "pi, w": "real"}),
        reading="w = N1/N: it is the solution of the display before it",
    ),
    "Section 3.1",
    Claim(
        "sun.warner_unbiased",
        printed="the estimator is unbiased",
        evidence=Theorem("Sun.warner_unbiased"),
        reading="with the truth told with probability p",
    ),
    "Sections 3.1, 3.2, 3.3 and 4, after each estimator",
    Claim(
        "sun.unbiased_by_large_numbers",
        printed="the estimator is unbiased according to the law of large numbers",
        evidence=Argued(
            "By the linearity of expectation the sum of N answers, dependent or not, has N times their mean w; what is "
            "proved then says that the estimate has the mean pi. The law of large numbers is another reason, of means of "
            "many answers, and says nothing at a given N."
        ),
        formula=Formula(
            "(N*w/N - (1-p))/(2*p-1) = pi",
            {**DEVICE, "pi": "[0, 1]", "N": "integer N >= 1", "w": "w = p*pi + (1-p)*(1-pi)"},
        ),
        narrowed=("of the estimator of Section 3.1; those of the other three devices are claimed apart",),
    ),
    "Section 3.1, (1), first line",
    Claim(
        "sun.eq_1_line_1",
        printed="Var of the estimator is Var(sum X)/(N^2 (2p-1)^2)",
        evidence=Theorem("SunSentences.warner_variance_line_1"),
        formula=Formula(
            "(z2/N^2 - 2*(1-p)*z1/N + (1-p)^2)/(2*p-1)^2 - ((z1/N - (1-p))/(2*p-1))^2 = (z2 - z1^2)/(N^2*(2*p-1)^2)",
            {**DEVICE, **ONE, "z1, z2": "real"},
        ),
        reading="z1 and z2 are the first two moments of the sum of the answers",
    ),
    "Section 3.1, (1), second line",
    Claim(
        "sun.eq_1_line_2",
        printed="it is (pi p(1-p) + (1-pi)(1-p)p)/(N(2p-1)^2)",
        evidence=Theorem("Sun.warner_variance_line_2"),
        reading="the variance of a census of any N people with fixed truths, told with probability p",
    ),
    "Section 3.1, (1), third line",
    Claim(
        "sun.eq_1_line_3",
        printed="= p(1-p)/(N(2p-1)^2)",
        formula=Formula(
            "(pi*p*(1-p) + (1-pi)*(1-p)*p)/(N*(2*p-1)^2) = p*(1-p)/(N*(2*p-1)^2)", {**DEVICE, **SHARE, **ONE}
        ),
    ),
    "Section 3.1, after (1)",
    Claim(
        "sun.warner_with_replacement",
        printed="with replacement the variance is pi(1-pi)/N + p(1-p)/(N(2p-1)^2)",
        evidence=Theorem("SunReplaced.warner_with_replacement"),
        formula=says(
            "w*(1-w)/(N*(2*p-1)^2) = pi*(1-pi)/N + W(p,N)", {**DEVICE, **SHARE, **ONE, "w": "w = p*pi + (1-p)*(1-pi)"}
        ),
    ),
    "Section 3.1, after (1); of the summary at the end of Section 3 what it says of Warner",
    Claim(
        "sun.warner_decreased",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        evidence=Theorem("SunReplaced.warner_decreased"),
        formula=says(
            "(w*(1-w)/(N*(2*p-1)^2)) - W(p,N) = pi*(1-pi)/N", {**DEVICE, **SHARE, **ONE, "w": "w = p*pi + (1-p)*(1-pi)"}
        ),
    ),
    # Section 3.2: modified Simmons' device in a census, Algorithm 2 and equation (2)
    "Section 3.2, (2), with the statement (b) of Section 2.2.2",
    Claim(
        "sun.census_with_group_b",
        printed="in a census, statement (b) being 'I am a member of Group B', the variance is (2)",
        evidence=Counterexample(
            {"p": "1/2", "N": "100", "A": "10", "B": "50", "H": "0", "pi": "1/10", "b": "1/2", "c": "0"}
        ),
        formula=says("p*(1-p)*(pi + b - 2*c)/(N*p^2) = S(p,b,pi,N)", {"p": "0 < p < 1", **GROUPS}, OVERLAP),
        reading=WITH_B,
    ),
    Repair(
        "(2) is larger by ((1-p)^2 pi_B(1-pi_B) + 2p(1-p)(pi_AB - pi_A pi_B))/(N p^2), pi_AB the share in both",
        evidence=Theorem("SunRepaired.census_with_group_b"),
        formula=says(
            "S(p,b,pi,N) - p*(1-p)*(pi + b - 2*c)/(N*p^2) = ((1-p)^2*b*(1-b) + 2*p*(1-p)*(c - pi*b))/(N*p^2)",
            {"p": "0 < p < 1", **GROUPS},
            OVERLAP,
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Repair(
        "so (2) is too large wherever A and B are not negatively correlated and p < 1: where p = 1 both are 0",
        evidence=Theorem("SunRepaired.census_with_group_b_smaller"),
        formula=says(
            "c >= pi*b and 0 < b and b < 1 and p < 1 implies p*(1-p)*(pi + b - 2*c)/(N*p^2) < S(p,b,pi,N)",
            {"p": "0 < p < 1", **GROUPS},
            ("0 < b and b < 1", *OVERLAP),
        ),
        narrowed=(
            "0 < b and b < 1: where nobody or everybody is in B, (2) is exact",
            "p > 0: the estimator divides by p",
        ),
    ),
    "Section 3.2, for the reading of sun.census_with_group_b",
    Claim(
        "sun.census_with_group_b_answers",
        formula=Formula("p*(1-p)*(x-y)^2 = p*x^2 + (1-p)*y^2 - (p*x + (1-p)*y)^2", {"p": "[0, 1]", "x, y": "real"}),
    ),
    "Section 3.2, for the sign of what (2) is too large by: nobody belongs to both groups",
    Claim(
        "sun.census_with_group_b_larger",
        formula=says("p*(1-p)*(1/2 + 1/2 - 2*0)/(N*p^2) > S(p,1/2,1/2,N)", {"p": "1/3 < p < 1", **ONE}),
    ),
    "Section 3.2, Algorithm 2, lines 3-13",
    Claim(
        "sun.algorithm_2",
        printed="with u and v Bernoulli, X = x if u < p, else X = 1 if v < pi_B and 0 if not: yes has probability p x + (1-p) "
        "pi_B",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "b": "1/2"}),
        reading="executed as printed. A Bernoulli u is below p exactly when u = 0, and v is below pi_B when v = 0",
    ),
    Repair(
        "the tests in lines 4 and 8 must be u = 1 and v = 1: the truth is answered where u = 1, which has probability "
        "p, else yes where v = 1, which has probability pi_B",
        evidence=Theorem("SunPrivacy.simmons_chances"),
        formula=Formula(
            "(u = 1 implies u*x + (1-u)*v = x) and (u = 0 and v = 1 implies u*x + (1-u)*v = 1) and (u = 0 and v = 0 "
            "implies u*x + (1-u)*v = 0)",
            {"u, v, x": "integer [0, 1]"},
        ),
    ),
    "Section 3.2, Algorithm 2 with the estimator after it",
    Claim(
        "sun.algorithm_2_unbiased",
        printed="the estimator of the answers that Algorithm 2 returns is unbiased",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "b": "1/2"}),
        reading="executed as printed",
    ),
    Repair(
        "with the tests u = 1 and v = 1",
        evidence=Theorem("SunRepaired.algorithm_2_unbiased"),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 2",
    Claim(
        "sun.algorithm_2_variance",
        printed="at pi_B = 1/2 the variance of the estimates that Algorithm 2 gives is that of equation (2)",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "b": "1/2"}),
        reading="executed as printed, at pi_B = 1/2 as in the simulations: unlike those of Algorithms 1, 3 and 4 this exchange "
        "does change the variance, so a simulation of the algorithm as printed does not verify (2)",
    ),
    Repair(
        "with the tests u = 1 and v = 1, at every pi_B",
        evidence=Theorem("SunRepaired.algorithm_2_variance"),
        narrowed=(NO_RUNS, "p > 0: the estimator divides by p"),
    ),
    "Section 3.2, after Algorithm 2",
    Claim(
        "sun.simmons_answers_dependent",
        printed="the random variables X_1, ..., X_N are dependent",
        evidence=Theorem("SunOrder.simmons_answers_dependent"),
        formula=Formula("p^2*(pi*(N*pi-1)/(N-1) - pi^2) < 0", {"p": "(0, 1]", **INNER, **MANY}),
        reading=IN_RANDOM_ORDER,
        narrowed=(
            "0 < pi and pi < 1: in a census of one kind no answer depends on another",
            "N >= 2: one answer depends on no other",
            "p > 0: where p = 0 nobody is asked the sensitive question",
        ),
    ),
    "Section 3.2, the display of total probability",
    Claim(
        "sun.simmons_total_probability",
        printed="p pi + (1-p) pi_B is about N1/N",
        evidence=Theorem("SunSentences.simmons_total_probability"),
        reading="the expectation of N1/N, which differs from it by r > 0 or more with probability at most 1/(4 N r^2)",
    ),
    "Section 3.2, the estimator",
    Claim(
        "sun.simmons_estimator",
        printed="the estimator (N1/N - (1-p) pi_B)/p",
        formula=Formula("p*pi + (1-p)*b = w iff pi = (w - (1-p)*b)/p", {**ASKED, "pi, w": "real"}, ("p > 0",)),
        reading="w = N1/N: it is the solution of the display before it",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 3.2",
    Claim(
        "sun.simmons_unbiased",
        printed="the estimator is unbiased",
        evidence=Theorem("Sun.simmons_unbiased"),
        reading="with the probabilities of the text (the cases in the proof of Theorem 5.2)",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 3.2, (2), first line",
    Claim(
        "sun.eq_2_line_1",
        printed="Var of the estimator is Var(sum X / N)/p^2",
        evidence=Theorem("SunSentences.simmons_variance_line_1"),
        formula=Formula(
            "(z2/N^2 - 2*c*z1/N + c^2)/p^2 - ((z1/N - c)/p)^2 = (z2/N^2 - (z1/N)^2)/p^2",
            {"p": "[0, 1]", **ONE, "z1, z2, c": "real"},
            ("p > 0",),
        ),
        reading="z1 and z2 are the first two moments of the sum of the answers, c = (1-p) pi_B",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 3.2, (2), second line",
    Claim(
        "sun.eq_2_line_2",
        printed="= pi [p+(1-p)pi_B][1-p-(1-p)pi_B]/(N p^2) + (1-pi)[(1-p)pi_B][1-(1-p)pi_B]/(N p^2)",
        evidence=Theorem("Sun.simmons_variance_line_2"),
        reading="the variance of a census of any N people with fixed truths; the second and last lines agree by eq_2_line_3",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 3.2, (2), last line",
    Claim(
        "sun.eq_2_line_3",
        printed="= (pi_B(1-p) - pi_B^2 (1-p)^2)/(N p^2) + pi (1-p-2 pi_B(1-p))/(N p)",
        formula=says(f"{LINE_2} = S(p,b,pi,N)", {**ASKED, **SHARE, **ONE}, ("p > 0",)),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 3.2, after (2)",
    Claim(
        "sun.simmons_with_replacement",
        printed="with replacement the variance is pi(1-pi)/N plus (2)",
        evidence=Theorem("SunReplaced.simmons_with_replacement"),
        formula=says(
            "w*(1-w)/(N*p^2) = pi*(1-pi)/N + S(p,b,pi,N)",
            {**ASKED, **SHARE, **ONE, "w": "w = p*pi + (1-p)*b"},
            ("p > 0",),
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    "Section 3.2, after (2); summary at the end of Section 3",
    Claim(
        "sun.simmons_decreased",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        evidence=Theorem("SunReplaced.simmons_decreased"),
        formula=says(
            "w*(1-w)/(N*p^2) - S(p,b,pi,N) = pi*(1-pi)/N",
            {**ASKED, **SHARE, **ONE, "w": "w = p*pi + (1-p)*b"},
            ("p > 0",),
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    # Section 3.3: modified Christofides' device in a census, Algorithm 3 and Theorem 3.1
    "Section 3.3, Algorithm 3, lines 5-9",
    Claim(
        "sun.algorithm_3",
        printed="X = k if x = 1, else X = L + 1 - k: the answer is (L+1-Y)x + Y(1-x)",
        evidence=Counterexample({"n": "1", "a": "1", "p1": "1/2", "p2": "1/4"}),
        reading="executed as printed, against the formula after it and Section 2.2.3; the two cases are exchanged",
    ),
    RIGHT_CASES,
    "Section 3.3, Algorithm 3 with the estimator after it",
    Claim(
        "sun.algorithm_3_unbiased",
        printed="the estimator of the answers that Algorithm 3 returns is unbiased",
        evidence=Counterexample({"n": "1", "a": "1", "p1": "1/2", "p2": "1/4"}),
        reading="executed as printed; its expectation is 1 - pi instead",
    ),
    Repair(
        "with the two cases exchanged; for all laws it is the claim sun.christofides_unbiased",
        evidence=Theorem("Sun.christofides_unbiased"),
        narrowed=("L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 3",
    Claim(
        "sun.algorithm_3_variance",
        printed="the variance of the estimates that Algorithm 3 gives is that of Theorem 3.1",
        evidence=Theorem("SunReplaced.algorithm_3_variance"),
        reading="executed as printed: reflecting all answers changes no variance, so a simulation that looks at the variance "
        "alone does not notice the bias",
        narrowed=(NO_RUNS, "L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)"),
    ),
    *answers("christofides", "Section 3.3", "Algorithm 3", "SunReplaced.christofides_expectation"),
    "Section 3.3, the estimator",
    Claim(
        "sun.christofides_estimator",
        printed="thus the estimator (mean of X - E Y)/(L + 1 - 2 E Y)",
        formula=Formula(
            "w = m + pi*(L + 1 - 2*m) iff pi = (w - m)/(L + 1 - 2*m)",
            {"L": "integer L >= 2", "m, w, pi": "real"},
            ("L + 1 - 2*m != 0",),
        ),
        reading="w is the mean of the answers; needs L + 1 != 2 E Y, which the paper leaves out (sun.proportions_not_all_equal)",
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    "Section 3.3",
    Claim(
        "sun.christofides_unbiased",
        printed="the estimator is unbiased",
        evidence=Theorem("Sun.christofides_unbiased"),
        formula=Formula("(((L+1-m)*pi + m*(1-pi)) - m)/(L+1-2*m) = pi", {**CARDS, **SHARE}, ("L + 1 - 2*m != 0",)),
        reading="with the answer (L+1-Y)x + Y(1-x); the expectation of the mean of the answers of a census",
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    "Section 3.3, Theorem 3.1",
    Claim(
        "sun.theorem_3_1",
        printed="the variance is Var Y/(N (L + 1 - 2 E Y)^2)",
        evidence=Theorem("Sun.theorem_3_1"),
        reading="the variance of a census of any N people with fixed truths, who draw cards of any law independently; its chain "
        "of displays is the claims sun.appendix_a_1 to sun.appendix_a_5",
        narrowed=("L + 1 is not 2 E Y: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    "Section 3.3, after Theorem 3.1",
    Claim(
        "sun.christofides_with_replacement",
        printed="with replacement the variance is pi(1-pi)/N + Var Y/(N (L+1-2EY)^2)",
        evidence=Theorem("SunReplaced.christofides_with_replacement"),
        formula=says(
            "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) = pi*(1-pi)/N + C(v, L+1-2*m, N)",
            {**CARDS, **SHARE, **ONE},
            ("L + 1 - 2*m != 0",),
        ),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    "Section 3.3, after Theorem 3.1; summary at the end of Section 3",
    Claim(
        "sun.christofides_decreased",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        evidence=Theorem("SunReplaced.christofides_decreased"),
        formula=says(
            "(pi*((L+1)^2 - 2*(L+1)*m + s) + (1-pi)*s - (m + pi*(L+1-2*m))^2)/(N*(L+1-2*m)^2) - C(v, L+1-2*m, N) = pi*(1-pi)/N",
            {**CARDS, **SHARE, **ONE},
            ("L + 1 - 2*m != 0",),
        ),
        narrowed=("L + 1 - 2*m != 0: the estimator divides by L+1-2EY (sun.proportions_not_all_equal)",),
    ),
    "Section 3.3, last sentence; Section 7",
    reduced(
        "sun.summary_of_section_3", "sampling without replacement reduces the variance of each of the three mechanisms"
    ),
)
