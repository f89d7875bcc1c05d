"""Section 3.1: modified Warner's device in a census, Algorithm 1 and equation (1)."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs
from .definitions import DEFINE, DEVICE, INNER, MANY, ONE, SHARE

COVARIANCE = "(2*p-1)^2*(pi*(N*pi-1)/(N-1) - pi^2)"


CLAIMS = with_repairs(
    Claim(
        "sun.algorithm_1",
        where="Section 3.1, Algorithm 1, lines 3-8",
        printed=(
            "sample u with P(u = 1) = p; if u < p then X = x, else X = 1 - x: the truth is answered with probability p"
        ),
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
    Claim(
        "sun.algorithm_1_unbiased",
        where="Section 3.1, Algorithm 1 with the estimator after it",
        printed="the estimator of the answers that Algorithm 1 returns is unbiased",
        evidence=Counterexample({"n": "1", "a": "1", "p": "1/4"}),
        reading="executed as printed; its expectation is 1 - pi instead",
    ),
    Repair("with u = 1 in line 4", evidence=Theorem("Sun.warner_unbiased")),
    Claim(
        "sun.algorithm_1_variance",
        where=(
            "Section 6.2, 'the theoretical analysis value is verified by numerical simulation value', for Algorithm 1"
        ),
        printed="the variance of the estimates that Algorithm 1 gives is that of equation (1)",
        evidence=Theorem("SunReplaced.algorithm_1_variance"),
        reading="executed as printed, for p < 1/2 as in the paper: the exchange of p and 1 - p changes no variance, so a "
        "simulation that looks at the variance alone does not notice the bias",
        narrowed=(
            "shown is the exact variance over all runs; the simulated values are drawn in figures and not printed, and "
            "none is checked",
        ),
    ),
    Claim(
        "sun.warner_answers_dependent",
        where="Section 3.1, after Algorithm 1",
        printed="the random variables X_1, ..., X_N are dependent",
        evidence=Theorem("SunOrder.warner_answers_dependent"),
        formula=Formula(f"{COVARIANCE} < 0", {**DEVICE, **INNER, **MANY}, ("0 < pi and pi < 1", "N >= 2")),
        reading="the census meets its respondents in random order, each being as likely as any other to be next; any two of the "
        "answers have a negative covariance",
        narrowed=(
            "0 < pi and pi < 1: in a census of one kind no answer depends on another",
            "N >= 2: one answer depends on no other",
        ),
    ),
    Claim(
        "sun.warner_total_probability",
        where="Section 3.1, the display of total probability",
        printed="p pi + (1-p)(1-pi) is about N1/N",
        evidence=Theorem("SunSentences.warner_total_probability"),
        reading="it is the expectation of N1/N, from which N1/N differs by r or more with probability at most 1/(4 N r^2), for "
        "every r > 0",
    ),
    Claim(
        "sun.warner_estimator",
        where="Section 3.1, the estimator",
        printed="the estimator (N1/N - (1-p))/(2p-1)",
        formula=Formula("p*pi + (1-p)*(1-pi) = w iff pi = (w - (1-p))/(2*p-1)", {**DEVICE, "pi, w": "real"}),
        reading="w = N1/N: it is the solution of the display before it",
    ),
    Claim(
        "sun.warner_unbiased",
        where="Section 3.1",
        printed="the estimator is unbiased",
        evidence=Theorem("Sun.warner_unbiased"),
        reading="with the truth told with probability p",
    ),
    Claim(
        "sun.unbiased_by_large_numbers",
        where="Sections 3.1, 3.2, 3.3 and 4, after each estimator",
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
    Claim(
        "sun.eq_1_line_1",
        where="Section 3.1, (1), first line",
        printed="Var of the estimator is Var(sum X)/(N^2 (2p-1)^2)",
        evidence=Theorem("SunSentences.warner_variance_line_1"),
        formula=Formula(
            "(z2/N^2 - 2*(1-p)*z1/N + (1-p)^2)/(2*p-1)^2 - ((z1/N - (1-p))/(2*p-1))^2 = (z2 - z1^2)/(N^2*(2*p-1)^2)",
            {**DEVICE, **ONE, "z1, z2": "real"},
        ),
        reading="z1 and z2 are the first two moments of the sum of the answers",
    ),
    Claim(
        "sun.eq_1_line_2",
        where="Section 3.1, (1), second line",
        printed="it is (pi p(1-p) + (1-pi)(1-p)p)/(N(2p-1)^2)",
        evidence=Theorem("Sun.warner_variance_line_2"),
        reading="the variance of a census of any N people with fixed truths, told with probability p",
    ),
    Claim(
        "sun.eq_1_line_3",
        where="Section 3.1, (1), third line",
        printed="= p(1-p)/(N(2p-1)^2)",
        formula=Formula(
            "(pi*p*(1-p) + (1-pi)*(1-p)*p)/(N*(2*p-1)^2) = p*(1-p)/(N*(2*p-1)^2)", {**DEVICE, **SHARE, **ONE}
        ),
    ),
    Claim(
        "sun.warner_with_replacement",
        where="Section 3.1, after (1)",
        printed="with replacement the variance is pi(1-pi)/N + p(1-p)/(N(2p-1)^2)",
        evidence=Theorem("SunReplaced.warner_with_replacement"),
        formula=Formula(
            "w*(1-w)/(N*(2*p-1)^2) = pi*(1-pi)/N + W(p,N)",
            {**DEVICE, **SHARE, **ONE, "w": "w = p*pi + (1-p)*(1-pi)"},
            define=DEFINE,
        ),
    ),
    Claim(
        "sun.warner_decreased",
        where="Section 3.1, after (1); of the summary at the end of Section 3 what it says of Warner",
        printed="the variance is decreased by pi(1-pi)/N compared with sampling with replacement",
        evidence=Theorem("SunReplaced.warner_decreased"),
        formula=Formula(
            "(w*(1-w)/(N*(2*p-1)^2)) - W(p,N) = pi*(1-pi)/N",
            {**DEVICE, **SHARE, **ONE, "w": "w = p*pi + (1-p)*(1-pi)"},
            define=DEFINE,
        ),
    ),
)
