"""Section 3.2: modified Simmons' device in a census, Algorithm 2 and equation (2)."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import ASKED, DEFINE, INNER, MANY, ONE, SHARE

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

CLAIMS = with_repairs(
    Claim(
        "sun.census_with_group_b",
        where="Section 3.2, (2), with the statement (b) of Section 2.2.2",
        printed="in a census, statement (b) being 'I am a member of Group B', the variance is (2)",
        evidence=Counterexample(
            {"p": "1/2", "N": "100", "A": "10", "B": "50", "H": "0", "pi": "1/10", "b": "1/2", "c": "0"}
        ),
        formula=Formula("p*(1-p)*(pi + b - 2*c)/(N*p^2) = S(p,b,pi,N)", {"p": "0 < p < 1", **GROUPS}, OVERLAP, DEFINE),
        reading=WITH_B,
    ),
    Repair(
        "(2) is larger by ((1-p)^2 pi_B(1-pi_B) + 2p(1-p)(pi_AB - pi_A pi_B))/(N p^2), pi_AB the share in both",
        evidence=Theorem("SunRepaired.census_with_group_b"),
        formula=Formula(
            "S(p,b,pi,N) - p*(1-p)*(pi + b - 2*c)/(N*p^2) = ((1-p)^2*b*(1-b) + 2*p*(1-p)*(c - pi*b))/(N*p^2)",
            {"p": "0 < p < 1", **GROUPS},
            ("p > 0", *OVERLAP),
            DEFINE,
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Repair(
        "so (2) is too large wherever A and B are not negatively correlated and p < 1: where p = 1 both are 0",
        evidence=Theorem("SunRepaired.census_with_group_b_smaller"),
        formula=Formula(
            "c >= pi*b and 0 < b and b < 1 and p < 1 implies p*(1-p)*(pi + b - 2*c)/(N*p^2) < S(p,b,pi,N)",
            {"p": "0 < p < 1", **GROUPS},
            ("0 < b and b < 1", "p > 0", *OVERLAP),
            DEFINE,
        ),
        narrowed=(
            "0 < b and b < 1: where nobody or everybody is in B, (2) is exact",
            "p > 0: the estimator divides by p",
        ),
    ),
    Claim(
        "sun.census_with_group_b_answers",
        where="Section 3.2, for the reading of sun.census_with_group_b",
        printed="",
        formula=Formula("p*(1-p)*(x-y)^2 = p*x^2 + (1-p)*y^2 - (p*x + (1-p)*y)^2", {"p": "[0, 1]", "x, y": "real"}),
    ),
    Claim(
        "sun.census_with_group_b_larger",
        where="Section 3.2, for the sign of what (2) is too large by: nobody belongs to both groups",
        printed="",
        formula=Formula(
            "p*(1-p)*(1/2 + 1/2 - 2*0)/(N*p^2) > S(p,1/2,1/2,N)", {"p": "1/3 < p < 1", **ONE}, define=DEFINE
        ),
    ),
    Claim(
        "sun.algorithm_2",
        where="Section 3.2, Algorithm 2, lines 3-13",
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
    Claim(
        "sun.algorithm_2_unbiased",
        where="Section 3.2, Algorithm 2 with the estimator after it",
        printed="the estimator of the answers that Algorithm 2 returns is unbiased",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "b": "1/2"}),
        reading="executed as printed",
    ),
    Repair(
        "with the tests u = 1 and v = 1",
        evidence=Theorem("SunRepaired.algorithm_2_unbiased"),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Claim(
        "sun.algorithm_2_variance",
        where=(
            "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 2"
        ),
        printed="at pi_B = 1/2 the variance of the estimates that Algorithm 2 gives is that of equation (2)",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4", "b": "1/2"}),
        reading="executed as printed, at pi_B = 1/2 as in the simulations: unlike those of Algorithms 1, 3 and 4 this exchange "
        "does change the variance, so a simulation of the algorithm as printed does not verify (2)",
    ),
    Repair(
        "with the tests u = 1 and v = 1, at every pi_B",
        evidence=Theorem("SunRepaired.algorithm_2_variance"),
        narrowed=(
            (
                "shown is the exact variance over all runs; the simulated values are drawn in figures and not printed, and "
                "none is checked"
            ),
            "p > 0: the estimator divides by p",
        ),
    ),
    Claim(
        "sun.simmons_answers_dependent",
        where="Section 3.2, after Algorithm 2",
        printed="the random variables X_1, ..., X_N are dependent",
        evidence=Theorem("SunOrder.simmons_answers_dependent"),
        formula=Formula(
            "p^2*(pi*(N*pi-1)/(N-1) - pi^2) < 0",
            {"p": "(0, 1]", **INNER, **MANY},
            ("0 < pi and pi < 1", "N >= 2", "p > 0"),
        ),
        reading="the census meets its respondents in random order, each being as likely as any other to be next; any two of the "
        "answers have a negative covariance",
        narrowed=(
            "0 < pi and pi < 1: in a census of one kind no answer depends on another",
            "N >= 2: one answer depends on no other",
            "p > 0: where p = 0 nobody is asked the sensitive question",
        ),
    ),
    Claim(
        "sun.simmons_total_probability",
        where="Section 3.2, the display of total probability",
        printed="p pi + (1-p) pi_B is about N1/N",
        evidence=Theorem("SunSentences.simmons_total_probability"),
        reading="it is the expectation of N1/N, from which N1/N differs by r or more with probability at most 1/(4 N r^2), for "
        "every r > 0",
    ),
    Claim(
        "sun.simmons_estimator",
        where="Section 3.2, the estimator",
        printed="the estimator (N1/N - (1-p) pi_B)/p",
        formula=Formula("p*pi + (1-p)*b = w iff pi = (w - (1-p)*b)/p", {**ASKED, "pi, w": "real"}, ("p > 0",)),
        reading="w = N1/N: it is the solution of the display before it",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Claim(
        "sun.simmons_unbiased",
        where="Section 3.2",
        printed="the estimator is unbiased",
        evidence=Theorem("Sun.simmons_unbiased"),
        reading="with the probabilities of the text (the cases in the proof of Theorem 5.2)",
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Claim(
        "sun.eq_2_line_1",
        where="Section 3.2, (2), first line",
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
    Claim(
        "sun.eq_2_line_2",
        where="Section 3.2, (2), second line",
        printed="= pi [p+(1-p)pi_B][1-p-(1-p)pi_B]/(N p^2) + (1-pi)[(1-p)pi_B][1-(1-p)pi_B]/(N p^2)",
        evidence=Theorem("Sun.simmons_variance_line_2"),
        reading=(
            "the variance of a census of any N people with fixed truths; the second and last lines agree by eq_2_line_3"
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Claim(
        "sun.eq_2_line_3",
        where="Section 3.2, (2), last line",
        printed="= (pi_B(1-p) - pi_B^2 (1-p)^2)/(N p^2) + pi (1-p-2 pi_B(1-p))/(N p)",
        formula=Formula(f"{LINE_2} = S(p,b,pi,N)", {**ASKED, **SHARE, **ONE}, ("p > 0",), DEFINE),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Claim(
        "sun.simmons_with_replacement",
        where="Section 3.2, after (2)",
        printed="with replacement the variance is pi(1-pi)/N plus (2)",
        evidence=Theorem("SunReplaced.simmons_with_replacement"),
        formula=Formula(
            "w*(1-w)/(N*p^2) = pi*(1-pi)/N + S(p,b,pi,N)",
            {**ASKED, **SHARE, **ONE, "w": "w = p*pi + (1-p)*b"},
            ("p > 0",),
            DEFINE,
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
    Claim(
        "sun.simmons_decreased",
        where="Section 3.2, after (2); summary at the end of Section 3",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        evidence=Theorem("SunReplaced.simmons_decreased"),
        formula=Formula(
            "w*(1-w)/(N*p^2) - S(p,b,pi,N) = pi*(1-pi)/N",
            {**ASKED, **SHARE, **ONE, "w": "w = p*pi + (1-p)*b"},
            ("p > 0",),
            DEFINE,
        ),
        narrowed=("p > 0: the estimator divides by p",),
    ),
)
