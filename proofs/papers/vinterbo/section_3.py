"""Section 3: bit strings and their index, multinomial counts, randomizers as linear maps, Proposition 3.1 and its proof."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed

TRACES = {"F, G": "[0, inf)", "m, h": "integer [1, inf)"}

CLAIMS = listed(
    "Section 3.1, definition of e_i",
    Claim(
        "vinterbo.unit_strings",
        printed="e_i ∈ 𝔹_n is the string with a single 1 at position i",
        evidence=Counterexample({"n": "2"}),
        formula=Formula("n = 1", {"n": "integer n >= 1"}),
        reading="𝔹_n is defined nowhere, 𝔹 = {0, 1} holds single bits: e_i has n bits and is in 𝔹ⁿ, as elsewhere",
    ),
    "Section 3.1, definitions of η and ς",
    Claim(
        "vinterbo.eta_bijection",
        printed="η(x) = Σ x_i 2^i indexes the strings of n bits, 0-based, and has the inverse ς",
        evidence=Theorem("VinterboCounts.eta_bijection"),
        reading="the text prints ς = n⁻¹ for η⁻¹; the inverse is taken on the values of η",
    ),
    "Section 3.1, after the definition of Mult(m, π)",
    Claim(
        "vinterbo.count_moments",
        printed="X_i has expectation m p_i and variance m p_i (1 - p_i)",
        evidence=Theorem("VinterboCounts.count_moments"),
        formula=Formula(
            "(1-p)*c + p*(c + 2*M + 1) - (M + p)^2 = (c - M^2) + p*(1-p) and (1-p)*M + p*(M+1) = M + p and m*p + p = "
            "(m+1)*p and m*p*(1-p) + p*(1-p) = (m+1)*p*(1-p)",
            {"M, c": "real", "p": "[0, 1]", "m": "integer m >= 0"},
        ),
    ),
    "Section 3.1, after the definition of X, and the note on m = 1",
    Claim(
        "vinterbo.count_total",
        printed="the counts sum to m; for m = 1 X is categorical, and for m = 1 and k = 2 Bernoulli",
        evidence=Theorem("VinterboWhole.count_total_whole"),
    ),
    "Section 3.1, the experiment",
    Claim(
        "vinterbo.outcome_labels",
        printed="an experiment has an outcome in {0, 2, ..., k-1}, counted by X = (X_0, X_1, ..., X_(k-1))",
        evidence=Counterexample({"k": "3"}),
    ),
    Repair(
        "in {0, 1, ..., k-1}; shown is that then the counts X_0, ..., X_(k-1) miss no experiment",
        evidence=Theorem("VinterboCounts.count_total"),
    ),
    "Section 3.1, before the first display",
    Claim(
        "vinterbo.truthful_mle",
        printed="m⁻¹X is a maximum likelihood estimator for π",
        evidence=Theorem("VinterboCounts.truthful_mle"),
    ),
    "Section 3.1, first display",
    Claim(
        "vinterbo.truthful_covariance",
        printed="cov = m⁻¹(diag(π⊙(1-π) + π⊙π) - ππᵀ) = m⁻¹(diag(π) - ππᵀ)",
        evidence=Theorem("VinterboCounts.truthful_covariance"),
    ),
    "Section 1.1, first paragraph",
    Claim(
        "vinterbo.randomized_counts",
        printed="if M is applied independently to each of m strings drawn with probabilities π, the results are multinomial "
        "with m and Cπ",
        evidence=Theorem("VinterboCounts.image_is_multinomial"),
    ),
    "Section 3.2",
    Claim(
        "vinterbo.image_is_multinomial",
        printed="if X is Mult(m, π), then Y = CX is Mult(m, Cπ)",
        evidence=Counterexample({"a": "3/4", "c": "1", "f": "0"}),
        formula=Formula("floor(a*c + (1-a)*f) = a*c + (1-a)*f", {"a": "[0, 1]", "c, f": "integer [0, inf)"}),
        reading="CX is the matrix C times the histogram X, as in E(Y) = mCπ and π̂ = m⁻¹C⁻¹Y just below; it is not even a "
        "histogram, and m⁻¹C⁻¹CX would be the truthful estimator with no loss at all. Entered for one bit that is "
        "kept with probability a, of which c people have the value of the entry, and f have not",
    ),
    Repair(
        "the histogram Y of the randomized answers is Mult(m, Cπ)",
        evidence=Theorem("VinterboCounts.image_is_multinomial"),
    ),
    "Section 3.2, display of the expectation",
    Claim(
        "vinterbo.unbiased",
        printed="E(m⁻¹C⁻¹Y) = π, from which we see that it is unbiased",
        evidence=Theorem("Vinterbo.unbiased"),
        formula=Formula(
            "(z*(w*x + v*(1-x)) - v*((1-w)*x + z*(1-x)))/(w+z-1) = x",
            {"w, z, v, x": "[0, 1]"},
            ("v = 1 - z", "w + z != 1"),
        ),
        reading="in Coq for every invertible C of n bits; here it is written out for C = ((w, v), (1-w, z)), v = 1-z, and the "
        "first coordinate, of which the second is the complement",
    ),
    "Abstract, Sections 1.1 and 3.2",
    Claim(
        "vinterbo.mle",
        printed="m⁻¹C⁻¹Y is an unbiased maximum likelihood estimator of π ∈ [0, 1]^(2^n)",
        evidence=Counterexample({"c1": "1", "c2": "0", "a": "1/4", "x": "1/2"}),
        reading="π is a distribution, as the domain printed in Section 1.1 has it. The invariance property gives the maximum "
        "over all Cπ that are images of distributions; y/m need not be one, and then m⁻¹C⁻¹y has negative entries",
    ),
    Repair(
        "where m⁻¹C⁻¹y has no negative entry it maximises the likelihood over all distributions",
        evidence=Theorem("VinterboCounts.mle_repaired"),
    ),
    "Section 3.2",
    Claim(
        "vinterbo.mle_invariance",
        printed="if an estimate maximises the likelihood of a parameter, then for any function g its g maximises that of g's "
        "value",
        evidence=Theorem("VinterboCounts.mle_invariance"),
        formula=Formula("u <= m and s >= m implies u <= s", {"m, s, u": "[0, inf)"}),
        reading="the likelihood of a value of g is the largest over the parameters with this value, the induced likelihood",
    ),
    "Section 3.2, display of the covariance matrix",
    Claim(
        "vinterbo.covariance",
        printed="cov(m⁻¹C⁻¹Y) = m⁻¹(C⁻¹ diag(Cπ) C⁻ᵀ - ππᵀ)",
        evidence=Theorem("Vinterbo.covariance"),
    ),
    "Section 3.2, Proposition 3.1, first part",
    Claim(
        "vinterbo.prop_3_1_constant",
        printed="L(m) = L(m') for any m, m' > 0",
        evidence=Theorem("VinterboBounds.proposition_3_1"),
        formula=Formula("(F/m)/(G/m) = (F/h)/(G/h)", TRACES),
        reading="F and G are the traces at m = 1; nothing in the proposition keeps the truthful one from 0",
        narrowed=("the truthful trace is not 0: the loss divides by it",),
    ),
    "Section 3.2, Proposition 3.1, second part",
    Claim(
        "vinterbo.prop_3_1_error",
        printed="for α >= 1, αLm randomized answers have at most the expected squared error of m truthful ones",
        evidence=Theorem("VinterboBounds.proposition_3_1"),
        formula=Formula(
            "F/(g*(F/G)*m) <= G/m", {"F, G": "[0, inf)", "m": "integer m >= 1", "g": "g >= 1"}, ("F > 0 and G > 0",)
        ),
        reading="α is called g; the number αLm is taken as it is, though a sample size has to be whole",
        narrowed=("F > 0 and G > 0: the loss L divides by the truthful trace, and 0 answers are no sample",),
    ),
    "Appendix A, proof of Proposition 3.1, first two displays",
    Claim(
        "vinterbo.variance_separates",
        printed="the trace is the sum of the variances, and each is m⁻¹ times a function of x and π alone",
        evidence=Theorem("VinterboCounts.variance_separates"),
    ),
    "Appendix A, proof of Proposition 3.1, third and fourth displays",
    Claim(
        "vinterbo.prop_3_1_chain",
        printed="Σ Var(π̂_x(αLm)) = Σ α⁻¹m⁻¹L⁻¹F <= m⁻¹L⁻¹ΣF = Σ m⁻¹G",
        formula=Formula(
            "F/(g*L*m) <= F/(m*L) and F/(m*L) = G/m",
            {"F, G": "[0, inf)", "L": "real", "m": "integer m >= 1", "g": "g >= 1"},
            ("F > 0 and G > 0", "L = F/G"),
        ),
        narrowed=(
            "F > 0 and G > 0: the loss L divides by the truthful trace, and 0 answers are no sample",
            "G != 0: else it has no value",
        ),
    ),
    "Appendix A, proof of Proposition 3.1, last display",
    Claim(
        "vinterbo.squared_error",
        printed="the expected squared error is the sum of the variances",
        evidence=Theorem("VinterboCounts.squared_error"),
        formula=Formula(
            "q*(u-x)^2 + h*(v-x)^2 + (1-q-h)*(w-x)^2 = q*u^2 + h*v^2 + (1-q-h)*w^2 - x^2",
            {"q, h": "[0, 1]", "u, v, w, x": "real"},
            ("x = q*u + h*v + (1-q-h)*w",),
        ),
    ),
)
