"""Section II: the mechanism, the estimator, its bias and error, margins of error, and Warner's model."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import ABOVE, DEFINE, INNER, SHARE, UNIT, says

COUNT = {"n": "integer n >= 1", "N": "integer 0 <= N <= n"}
SEEN = ("x + y != 1",)
JOINT = {
    **UNIT,
    **SHARE,
    "j00, j01, j10, j11": "[0, 1]",
}  # Pr(truth j, answer k) of one person drawn from the population
DRAWN = ("j00 = x*(1-pi)", "j11 = y*pi", "j01 = 1 - pi - j00", "j10 = pi - j11")
ROWS = "j00 to j11 are the probabilities of a truth with an answer: by truth they add to 1 - pi and pi, and given it they are (2)"
WORDS = {
    **DEFINE,
    "H(x, y, N, n)": "(x-1)/(x+y-1) + N/((x+y-1)*n)",
    "score": "N/P1(x,y,pi)*diff(P1(x,y,pi), pi) + (n-N)/P0(x,y,pi)*diff(P0(x,y,pi), pi)",
    "L": "N*log(P1(x,y,pi)) + (n-N)*log(P0(x,y,pi))",
}
POSITIVE = "P0(x,y,pi) > 0 and P1(x,y,pi) > 0"
DEFINED = f"{POSITIVE}: as else a logarithm has no value and a term divides by 0"
LIKELIHOOD = {**UNIT, **SHARE, **COUNT}
CENSUS = {**UNIT, **SHARE, "n": "integer n >= 1"}

CLAIMS = listed(
    "Section II-A",
    Claim(
        "holohan.not_revealed",
        printed="the randomised response will not definitively reveal a respondent's truthful answer",
        evidence=Counterexample({"x": "1", "y": "1/2", "pi": "1/2"}),
        formula=says(
            "pi*y < P1(x,y,pi) and (1-pi)*x < P0(x,y,pi) and (1-pi)*(1-x) < P1(x,y,pi) and pi*(1-y) < P0(x,y,pi)",
            {**UNIT, **INNER},
            ABOVE,
        ),
        reading="no answer makes a truth certain: the probability of an answer together with its truth is below that of the "
        "answer. Direct questioning is among the mechanisms, and so is (1, delta), which Theorem 3 calls optimal where "
        "g exceeds the proportion: there the answer 1 is given by people with the attribute alone",
    ),
    Repair(
        "if neither p00 nor p11 is 1",
        assuming=("x < 1", "y < 1"),
        narrowed=("p00 + p11 > 1, as from Section III on, and both truths occur", "x < 1", "y < 1"),
    ),
    "Section II-B, Definition 1, (2)",
    Claim(
        "holohan.definition_1",
        printed="the rows sum to 1, so the design matrix simplifies to (2)",
        formula=Formula(
            "p01 = 1 - p00 and p10 = 1 - p11", {"p00, p01, p10, p11": "[0, 1]"}, ("p00 + p01 = 1", "p10 + p11 = 1")
        ),
    ),
    "Section II-B, (3a)",
    Claim(
        "holohan.eq_3a",
        printed="Pr(X = 0) is the mixture of the two rows, which is rewritten",
        formula=Formula("j00 + j10 = (1-pi)*x + pi*(1-y) and (1-pi)*x + pi*(1-y) = x - pi*(x+y-1)", JOINT, DRAWN),
        reading=ROWS,
    ),
    "Section II-B, (3b)",
    Claim(
        "holohan.eq_3b",
        printed="Pr(X = 1) is the mixture of the two rows, which is rewritten",
        formula=Formula("j11 + j01 = pi*y + (1-pi)*(1-x) and pi*y + (1-pi)*(1-x) = 1 - x + pi*(x+y-1)", JOINT, DRAWN),
        reading=ROWS,
    ),
    "Section II-B, (2) and (3)",
    Claim(
        "holohan.mass",
        printed="(3a) and (3b) are a probability mass function for p00, p11 in [0, 1]",
        formula=says("P0(x,y,pi) + P1(x,y,pi) = 1 and 0 <= P0(x,y,pi) and 0 <= P1(x,y,pi)", {**UNIT, **SHARE}),
    ),
    "Section II-B, remark",
    Claim(
        "holohan.direct_questioning",
        printed="direct questioning is p00 = p11 = 1",
        formula=says(
            "(v = 0 and w = 0 iff x = 1 and y = 1) and (q <= pi or ((1 - x + pi*(x+y-1) = pi and 1 - x + q*(x+y-1) = q) "
            "iff (x = 1 and y = 1)))",
            {**UNIT, **SHARE, "q": "[0, 1]", "v": "v = 1 - x", "w": "w = 1 - y"},
        ),
        reading="nobody's answer is another one than the truth, p01 = v and p10 = w are 0, exactly then; and exactly then the "
        "share of yes is the share itself at two shares pi < q, and so at all",
    ),
    "Section II-C, proof of Theorem 1, the display of the log-likelihood",
    Claim(
        "holohan.log_likelihood",
        printed="the logarithm of the likelihood is N log Pr(X = 1) + (n-N) log Pr(X = 0)",
        evidence=Theorem("Moments.log_likelihood"),
        formula=Formula(
            "l = j*log(a) + k*log(b) implies log(a) + l = (j+1)*log(a) + k*log(b) and log(b) + l = j*log(a) + (k+1)*log(b)",
            {"a, b": "(0, 1]", "j, k": "integer [0, inf)", "l": "real"},
        ),
        reading="a and b are the two probabilities, j and k the answers so far and l their log-likelihood; in Coq for all answers",
        narrowed=("a > 0 and b > 0: as else a logarithm has no value",),
    ),
    "Section II-C, proof of Theorem 1, first display of derivatives",
    Claim(
        "holohan.score",
        printed="the derivative of the log-likelihood",
        formula=Formula(
            "diff(L, pi) = score",
            LIKELIHOOD,
            (POSITIVE, *SEEN),
            WORDS,
        ),
        narrowed=(DEFINED,),
    ),
    "Section II-C, proof of Theorem 1, second display of derivatives",
    Claim(
        "holohan.curvature",
        printed="the second derivative of the log-likelihood",
        formula=Formula(
            "diff(L, pi, 2) = -N/P1(x,y,pi)^2*(diff(P1(x,y,pi), pi))^2 - (n-N)/P0(x,y,pi)^2*(diff(P0(x,y,pi), pi))^2",
            LIKELIHOOD,
            (POSITIVE, *SEEN),
            WORDS,
        ),
        narrowed=(DEFINED,),
    ),
    "Section II-C, proof of Theorem 1",
    Claim(
        "holohan.curvature_negative",
        printed="the second derivative of the log-likelihood is negative",
        formula=Formula(
            "diff(L, pi, 2) = -N*D(x,y)^2/P1(x,y,pi)^2 - (n-N)*D(x,y)^2/P0(x,y,pi)^2 and diff(L, pi, 2) < 0",
            LIKELIHOOD,
            (POSITIVE, *SEEN),
            WORDS,
        ),
        narrowed=(DEFINED,),
    ),
    Claim(
        "holohan.score_root",
        printed="solving score = 0 for the proportion gives (4)",
        formula=Formula(
            "score = 0 iff pi = H(x,y,N,n)",
            {**UNIT, "pi": "real", **COUNT},
            ("0 < N and N < n", POSITIVE, *SEEN),
            WORDS,
        ),
        narrowed=(
            (
                "0 < N and N < n: for N = 0 the score is -n(p00+p11-1)/Pr(X = 0) and for N = n it is n(p00+p11-1)/Pr(X = "
                "1): neither has a zero, and at (4) a term of it divides by 0"
            ),
            DEFINED,
        ),
    ),
    "Section II-C, Theorem 1 with (4)",
    Claim(
        "holohan.theorem_1",
        printed="if p00 + p11 is not 1, the maximum likelihood estimate of the proportion is (4)",
        evidence=Theorem("HolohanLemmas.not_holohan_theorem_1"),
        reading="the parameter is the proportion of a population, so the likelihood is maximised over [0, "
        "1]; where (4) leaves [0, 1] the maximum is elsewhere; where N/n lies between 1 - p00 and "
        "p11, (4) is a proportion and the maximum is there, which is the repair",
    ),
    Repair(
        "where N/n lies between 1 - p00 and p11 the likelihood is maximised at (4) alone",
        evidence=Theorem("HolohanLemmas.theorem_1_repaired"),
    ),
    "Section II-C, (5)",
    Claim(
        "holohan.eq_5",
        printed="a variance is the mean of the square less the square of the mean",
        evidence=Theorem("Draws.spread_moments"),
        formula=Formula(
            "p*(u-m)^2 + q*(v-m)^2 + (1-p-q)*(w-m)^2 = p*u^2 + q*v^2 + (1-p-q)*w^2 - m^2",
            {"p, q, u, v, w, m": "real"},
            ("m = p*u + q*v + (1-p-q)*w",),
        ),
        narrowed=(
            "the mean is any linear form that is 1 at 1 and is defined for all functions of a draw, as it is for draws "
            "of finitely many values, the paper's among them; printed is any random variable",
        ),
    ),
    "Section II-C, proof of Corollary 1",
    Claim(
        "holohan.sum_mean_variance",
        printed="E[N] = n E[X] and Var(N) = n Var(X) for n independent draws",
        evidence=Theorem("Moments.sum_mean_variance"),
        formula=Formula(
            "(1-q)*c + q*(c + 2*m + 1) - (m + q)^2 = (c - m^2) + (q - q^2) and (1-q)*m + q*(m+1) = m + q",
            {"c, m": "real", "q": "[0, 1]"},
        ),
        reading="for n draws of any kind with finitely many values, those of 0 and 1 among them; N is the sum of n values X",
    ),
    Claim(
        "holohan.bernoulli_moments",
        printed="E[X] = E[X^2] = Pr(X = 1)",
        formula=says(
            "P1(x,y,pi)*1^2 + P0(x,y,pi)*0^2 = P1(x,y,pi) and P1(x,y,pi)*1 + P0(x,y,pi)*0 = 1 - x + pi*(x+y-1)",
            {**UNIT, **SHARE},
        ),
    ),
    "Section II-C, proof of Corollary 1, first display, its ends",
    Claim(
        "holohan.unbiased",
        printed="the mean of the estimator is the proportion, and so it is unbiased",
        evidence=Theorem("HolohanLemmas.corollary_1"),
        formula=says(
            "(x-1)/(x+y-1) + (n*P1(x,y,pi))/((x+y-1)*n) = (x-1)/(x+y-1) + P1(x,y,pi)/(x+y-1) and (x-1)/(x+y-1) + "
            "P1(x,y,pi)/(x+y-1) = pi",
            CENSUS,
            ("x + y != 1",),
        ),
    ),
    "Section II-C, proof of Corollary 1, first display, its steps",
    Claim(
        "holohan.unbiased_steps",
        printed="the mean of the estimator is (p00-1)/(p00+p11-1) + E[N]/((p00+p11-1)n), which is the same with E[X] for "
        "E[N]/n, which is the proportion",
        formula=says(
            "(x-1)/(x+y-1) + m/((x+y-1)*n) = (x-1)/(x+y-1) + e/(x+y-1) and (x-1)/(x+y-1) + e/(x+y-1) = pi",
            {**UNIT, **SHARE, "n": "integer n >= 1", "m": "m = n*e", "e": "e = P1(x,y,pi)"},
            ("x + y != 1",),
        ),
        reading="m = E[N] and e = E[X]",
        narrowed=(
            "that the estimate is affine in N, and E[N] = n E[X] (holohan.sum_mean_variance), stand on the left; what "
            "is decided is what follows from them",
        ),
    ),
    "Section II-C, proof of Corollary 1, second display",
    Claim(
        "holohan.variance_chain",
        printed="the estimator's variance, in four steps",
        formula=says(
            "n*(P1(x,y,pi) - P1(x,y,pi)^2)/((x+y-1)^2*n^2) = (P1(x,y,pi) - P1(x,y,pi)^2)/((x+y-1)^2*n) and (P1(x,y,pi) "
            "- P1(x,y,pi)^2)/((x+y-1)^2*n) = P1(x,y,pi)*P0(x,y,pi)/((x+y-1)^2*n)",
            CENSUS,
            ("x + y != 1",),
        ),
        narrowed=(
            "that the estimate is scaled from N, that Var(N) is n Var(X), and that Var(X) is E[X^2] - (E[X])^2, stand "
            "on the left (holohan.sum_mean_variance, holohan.eq_5); what is decided is what follows from them",
        ),
    ),
    "Section II-C, Corollary 1, (6)",
    Claim(
        "holohan.eq_6",
        printed="the estimator (4) is unbiased and has the error (6)",
        evidence=Theorem("HolohanLemmas.corollary_1"),
        formula=says(
            "P1(x,y,pi)*P0(x,y,pi)/((x+y-1)^2*n) = (1/4 - (x - 1/2 - pi*(x+y-1))^2)/((x+y-1)^2*n)",
            CENSUS,
            ("x + y != 1",),
        ),
    ),
    "Section II-C, (7b)",
    Claim(
        "holohan.eq_7b",
        printed="by Chebyshev's inequality, 4.5 standard deviations hold with probability at least 0.95",
        evidence=Theorem("Moments.four_and_a_half"),
        formula=Formula("1 - 1/4.5^2 >= 0.95"),
        reading="for draws of finitely many values, as the estimate's are",
        narrowed=("a positive variance, as else nothing varies; the mean of the estimate stands for the proportion",),
    ),
    "Section II-C, (7c)",
    Claim(
        "holohan.eq_7c",
        printed="a normal variable lies within 1.96 standard deviations of its mean with probability at least 0.95",
        formula=Formula("2*normal_cdf(1.96) - 1 >= 0.95"),
        narrowed=("for the normal variable of mean 0 and variance 1, which (G - mu)/sigma is; sigma is positive",),
    ),
    "Section II-C, after (7c)",
    Claim(
        "holohan.normal_margin_in_the_limit",
        printed="1.96 standard deviations only give a loose representation of the margin of error, as the guarantee of the "
        "central limit theorem only applies in the limit",
        formula=Formula(
            "(1-pi)^n*(1+n*pi) <= 1 and (n*pi = 17/100 implies 1/(1+n*pi) < 0.95 and 1/n - pi > 1.96*sqrt(pi*(1-pi)/n))",
            {"pi": "(0, 1)", "n": "integer n >= 1"},
        ),
        reading="for no sample size do 1.96 standard deviations hold with probability 0.95 whatever the proportion is",
        narrowed=(
            "direct questioning of n people, of whom a share 17/(100n) has the attribute: nobody says yes with probability "
            "(1-pi)^n <= 1/(1+n pi), below 0.95; else the estimate is 1/n at least, off by more than 1.96 standard deviations",
        ),
    ),
    "Section II-C, before (7b)",
    Claim(
        "holohan.chebyshev_is_conservative",
        printed="Chebyshev's inequality gives a general, but conservative, margin of error",
        formula=Formula("k > 0 and 1 - 1/k^2 >= 0.95 implies k > 1.96", {"k": "real"}),
        narrowed=(
            "conservative beside the 1.96 of (7c): every number of standard deviations for which the inequality gives "
            "0.95 is wider. That it is general is holohan.eq_7b",
        ),
    ),
    "consequence of (6), used below",
    Claim(
        "holohan.estimator_variance_factors",
        formula=says(
            "V(x,y,pi) = (x/(x+y-1) - pi)*(y/(x+y-1) - 1 + pi) and x/(x+y-1) > pi and y/(x+y-1) > 1 - pi",
            {**UNIT, **INNER},
            ABOVE,
        ),
        reading="n times (6) is a product of two positive factors, affine in (p00, p11)/(p00+p11-1)",
    ),
    # Section II-D: Warner's model, in which both truths are kept with one probability
    "Section II-D, the spinner",
    Claim(
        "holohan.warner_spinner",
        printed="a spinner points to a question with probability p_w and to its complement otherwise, and the respondent "
        "answers the chosen one truthfully: this is the case p00 = p11 = p_w, for a truth of 0 or 1",
        formula=Formula(
            "(x = 1 implies p*x + (1-p)*(1-x) = p) and (x = 0 implies 1 - (p*x + (1-p)*(1-x)) = p)",
            {"p": "[0, 1]", "x": "x = 0 or x = 1"},
        ),
        reading="p*x + (1-p)*(1-x) is the chance of yes: truthful to the question at x = 1, to its complement at 0",
    ),
    "Section II-D, unnumbered display",
    Claim(
        "holohan.warner_mass",
        printed="Warner's model: the probabilities of the two answers",
        formula=says("P0(p,p,pi) = p - pi*(2*p-1) and P1(p,p,pi) = 1 - p + pi*(2*p-1)", {"p": "[0, 1]", **SHARE}),
        reading="they are those of (3) at p00 = p11 = p_w, which holohan.eq_3a and holohan.eq_3b derive",
    ),
    "Section II-D, (8)",
    Claim(
        "holohan.eq_8",
        printed="by (6), the error of Warner's model is (8)",
        evidence=Theorem("HolohanLemmas.corollary_1"),
        formula=says(
            "P1(p,p,pi)*P0(p,p,pi)/((p+p-1)^2*n) = (1/4 - (p - 1/2 - pi*(2*p-1))^2)/((2*p-1)^2*n)",
            {"p": "[0, 1]", **SHARE, "n": "integer n >= 1"},
            ("p != 1/2",),
        ),
        reading="in Coq for every p00 and p11, here p00 = p11 = p_w, where p00 + p11 - 1 is 2 p_w - 1",
    ),
    "Section II-D, before (8)",
    Claim(
        "holohan.warner_unbiased",
        printed="(4) is unbiased for Warner's model",
        evidence=Theorem("HolohanLemmas.corollary_1"),
        formula=says("(p-1)/(2*p-1) + P1(p,p,pi)/(2*p-1) = pi", {"p": "[0, 1]", **SHARE}, ("p != 1/2",)),
        reading="in Coq for every p00 and p11, here p00 = p11 = p_w, and the expectation is over all draws",
    ),
    Claim(
        "holohan.warner_mle",
        printed="(4) is the maximum likelihood estimate for Warner's model",
        evidence=Counterexample({"p": "1/3", "n": "1", "N": "0"}),
        formula=Formula("0 <= H(p,p,N,n) and H(p,p,N,n) <= 1", {"p": "[0, 1]", **COUNT}, ("p != 1/2",), WORDS),
        reading="as for Theorem 1: an estimate of a proportion lies in [0, 1]",
    ),
    Repair(
        "where N/n lies between 1 - p and p, (4) is a proportion, and the likelihood is largest there alone",
        evidence=Theorem("HolohanLemmas.theorem_1_repaired"),
        assuming=("1-p <= N/n and N/n <= p or p <= N/n and N/n <= 1-p",),
    ),
)
