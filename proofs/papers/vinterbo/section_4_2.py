"""Sections 4.2 and 4.3: the algorithm, its printed listing and its cost, and privacy."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import says

KEPT = {"a": "0 < a < 1"}
LEVEL = {"u": "u > 1"}
WARNER = {"x, y": "[0, 1]", "t": "t > 1", "pi": "(0, 1)"}
ERROR = {"V(x, y)": "(x - pi*(x+y-1))*(1 - x + pi*(x+y-1))/(x+y-1)^2"}

CLAIMS = listed(
    # Section 4.2: the randomizer as a program, the algorithm, the printed listing run as printed, and its cost
    "Section 4.2, first sentence",
    Claim(
        "vinterbo.xor",
        printed="M(x) = x ⊕ u with n independent Bernoulli trials u of success probability 1 - a has C_M = C_a(n)",
        evidence=Theorem("VinterboBounds.xor_law"),
    ),
    "Section 4.2, algorithm; Sections 1 and 6",
    Claim(
        "vinterbo.marginals",
        printed="the marginal of the k bits in K is estimated from these bits alone by C_{a/(2a-1)}(k); marginals can be "
        "queried and recovered independently",
        evidence=Theorem("VinterboSurveys.marginals"),
    ),
    "Section 4.2, steps 1 and 2",
    Claim(
        "vinterbo.algorithm_unbiased",
        printed="the algorithm's estimate for the bits K, counted by η, estimates the marginal π_K (without bias)",
        evidence=Theorem("VinterboSurveys.algorithm_unbiased_on_bits"),
        reading="for every K; a is not 1/2. Entry i of the estimate belongs to the string ς(i) of the bits "
        "in K; identical factors make C the same in every bit order",
    ),
    "Section 4.2, Implementation 1 and the sentence after it",
    Claim(
        "vinterbo.listing",
        printed="pihat(a, hist(R[:,K])) computes the value of the algorithm's estimate for K",
        evidence=Counterexample({"a": "3/4", "c": "1", "f": "0"}),
        reading="the algorithm counts y_i = |{j : η(r_j[K]) = i}| with the first bit least significant; the listing counts with "
        "x = 2**(n-1-arange(n)), the first bit most significant, so that its entries are permuted. Line breaks of the "
        "listing are restored",
    ),
    Repair(
        "true where the algorithm's index has the first bit most significant (or with η and the columns reversed); "
        "R[:,K] is read as the list of the responses on K",
        evidence=Theorem("VinterboSurveys.listing_repaired"),
        narrowed=("its arithmetic is taken as exact; with floats it was run at dyadic a",),
    ),
    "Section 4.2, Implementation 1; Section 6",
    Claim(
        "vinterbo.listing_matrix",
        printed="the listing's C(n, a) is Definition 4.1, and C(n, a/(2a-1)) the inverse",
        evidence=Theorem("VinterboSurveys.listing_matrix"),
        reading="the listing transcribed",
        narrowed=("its arithmetic is taken as exact; with floats it was run at dyadic a",),
    ),
    "Section 4.2, Proposition 4.8",
    Claim(
        "vinterbo.prop_4_8",
        printed="C_a(n) can be computed in time linear in the number of its entries",
        evidence=Theorem("VinterboBounds.proposition_4_8"),
        reading="the step of Definition 4.1 to n bits forms 4^n products of entries; and so in time: for every cost t of the "
        "recursion whose Kronecker products take at most a constant times the entries of the smaller factor, as the "
        "proof has them",
    ),
    "Appendix A, proof of Proposition 4.8, first display",
    Claim(
        "vinterbo.cost_sum",
        printed="t(n) = t_f(2^(2(n-1))) + t(n-1) = Σ_{i=0}^{n} t_f(4^i)",
        evidence=Counterexample({"u": "1", "v": "4", "w": "16"}),
        formula=Formula("exists z: u + z = u + v and v + (u + z) = u + v + w", {"u, v, w": "(0, inf)"}),
        reading="the sum has a term t_f(4^n) that the recursion does not have, so no t(0) makes it right for two n: u, v and w "
        "are t_f(1), t_f(4) and t_f(16), z is t(0), and n is 1 and 2",
    ),
    Repair("t(n) = t(0) + Σ_{i=0}^{n-1} t_f(4^i)", evidence=Theorem("VinterboBounds.cost_sum_repaired")),
    "Appendix A, proof of Proposition 4.8, second display",
    Claim(
        "vinterbo.geometric_sum",
        printed="4k Σ_{i=0}^{n} 4^i = 4k(1 + (1-4^n)/(1-4))",
        evidence=Counterexample({"n": "1", "k": "1"}),
        reading="without the factor 4k; the sum from 0 to 1 is 5, the right side 2",
    ),
    Repair("Σ_{i=0}^{n} 4^i = (4^(n+1) - 1)/3", evidence=Theorem("VinterboSums.vinterbo_geometric_sum")),
    Repair(
        "1 + (1-4^n)/(1-4) = 1 + Σ_{i=0}^{n-1} 4^i: 4k times it solves the recursion with t(0) = 4k",
        evidence=Theorem("VinterboSums.vinterbo_recursion"),
    ),
    "Appendix A, proof of Proposition 4.8, second and third displays",
    Claim(
        "vinterbo.cost_order",
        printed="4k(1 + (1-4^n)/(1-4)) = 4k(1 + (4^n-1)/3), which is O(4^n) = O((2^n)²)",
        formula=Formula(
            "4*k*(1 + (1-N*N)/(1-4)) = 4*k*(1 + (N^2-1)/3) and 4*k*(1 + (N^2-1)/3) <= 4*k*N^2",
            {"N": "integer N >= 1", "k": "k > 0"},
        ),
        reading="N = 2^n, and the constant is 4k; that this is t(n), vinterbo.geometric_sum and its repairs",
    ),
    # Section 4.3: differential privacy of bitwise independent randomizers, and the loss at a given privacy level
    "Section 4.3",
    Claim(
        "vinterbo.bit_privacy",
        printed="a bit randomizer M is log(l_M)-differentially private for l_M the largest ratio in a row of C_M",
        evidence=Theorem("VinterboSurveys.bit_privacy"),
        reading="of the answers of any number of individuals",
        narrowed=("the four probabilities of M are positive: else a ratio is infinite or 0/0",),
    ),
    Claim(
        "vinterbo.sequence_privacy",
        printed="R(M) is log(l)-differentially private, l the product of the k largest l_M, for inputs differing in at most k "
        "bits",
        evidence=Theorem("VinterboSurveys.sequence_privacy"),
        reading="of one respondent's answer, as the section has it; k is at most n",
        narrowed=("the four probabilities of each randomizer are positive: else a ratio is infinite or 0/0",),
    ),
    Claim(
        "vinterbo.bisymmetric_ratio",
        printed="for bisymmetric M, l_M = r(a) = max((1-a)/a, a/(1-a))",
        evidence=Theorem("VinterboSurveys.bisymmetric_ratio"),
        formula=Formula(
            "(a >= 1/2 implies a/(1-a) >= (1-a)/a) and (a <= 1/2 implies (1-a)/a >= a/(1-a)) and (1-a)/a = a^(-1)*(1-a)",
            KEPT,
        ),
        reading="both rows of C_a hold a and 1-a, so their ratio is the larger of the two quotients",
        narrowed=("a is neither 0 nor 1, where a quotient has no value",),
    ),
    Claim(
        "vinterbo.iterated_privacy",
        printed="an iterated bisymmetric randomizer is α-differentially private for α = log(l_a^k) = k log(r(a))",
        evidence=Theorem("VinterboFamily.iterated_privacy"),
        reading="k is at most n",
        narrowed=("a is neither 0 nor 1, where the ratio is infinite",),
    ),
    "Section 4.3, before the displays of φ",
    Claim(
        "vinterbo.iterated_size",
        printed="(if) R(M) is an iterated bisymmetric randomizer, i.e., C_R(M) = C_a(m)",
        evidence=Argued(
            "Section 4.1 calls a randomizer with this matrix iterated bisymmetric. By vinterbo.prop_4_2 m identical bit "
            "randomizers with b = 1 - a have it; each bit doubles the rows of both sides.",
            uses=("vinterbo.prop_4_2",),
        ),
        formula=Formula("2^(m+1) = 2*2^m", {"m": "integer [1, inf)"}),
        reading="a condition, which only says again what the words mean; m, which elsewhere counts respondents, is how many bit "
        "randomizers R(M) has, a letter that the section does not tie to anything else",
    ),
    "Section 4.3, display of φ_α",
    Claim(
        "vinterbo.ratio_inverse",
        printed="r has an inverse, φ_α(α) = a_φ⁻¹(r⁻¹(exp(α/k)))",
        evidence=Counterexample({"a": "1/4", "b": "3/4"}),
        formula=says("r(a) = r(b) implies a = b", {"a, b": "(0, 1)"}),
        reading="r would have to take each value once; it takes the same at a and 1-a",
    ),
    Repair(
        "for a >= 1/2, r has the inverse u/(1+u), and so φ_α(α) = a_φ⁻¹(u/(1+u)) at u = exp(α/k)",
        formula=says(
            "(r(a) = r(b) implies a = b) and (r(a) = u iff a = u/(1+u)) and 1/2 <= u/(1+u) and u/(1+u) < 1",
            {"a, b": "[1/2, 1)", "u": "u >= 1"},
        ),
        reading="r takes each value on [1/2, 1) once, every u >= 1, and no other",
    ),
    "Section 4.3, displays of c_α and the sentence after them",
    Claim(
        "vinterbo.composition",
        printed="c_α = c_a ∘ a_φ ∘ a_φ⁻¹ ∘ r⁻¹ ∘ exp ∘ (x ↦ x/k) does not depend on the parameter φ, and "
        "therefore L does not either",
        evidence=Theorem("VinterboBits.composition"),
        formula=says(
            "ca(u) = base(u/(1+u)) and ca(u) = base(1/(1+u)) and fL(base(u/(1+u))^n, s) = fL(base(1/(1+u))^n, s)",
            {**LEVEL, "n": "integer n >= 1", "s": "[0, 1)"},
        ),
        reading="r⁻¹(u) is u/(1+u) or 1/(1+u), and both give the same c. φ enters through a alone, and two a of the same level "
        "α, for the same k, have the same r; α > 0, without which there is no c",
    ),
    "Section 4.3, Theorem 4.9, first display",
    Claim(
        "vinterbo.theorem_4_9",
        printed="for an α-differentially private iterated bisymmetric randomizer, inputs differing in at most k bits, c >= "
        "((exp(2α/k) + 1)/(exp(α/k) - 1)²)^n",
        evidence=Theorem("VinterboBounds.theorem_4_9"),
        narrowed=(
            (
                "k is at most n and some inputs differ in k bits, so that α-privacy says r(a)^k <= exp(α): a larger k makes "
                "the bound false"
            ),
            "a parenthesis is missing in print; what is decided has it after the square",
        ),
    ),
    "Section 4.3, Theorem 4.9, second display",
    Claim(
        "vinterbo.theorem_4_9_loss",
        printed="L >= (c_α(α) - s)/(1 - s)",
        evidence=Theorem("VinterboBounds.theorem_4_9_loss"),
        reading="s < 1, as in Theorem 4.6",
        narrowed=(
            "k is at most n and some inputs differ in k bits, so that α-privacy says r(a)^k <= exp(α): a larger k makes "
            "the bound false",
        ),
    ),
    "Section 4.3, Corollary 2",
    Claim(
        "vinterbo.corollary_2",
        printed="for n = 1, bisymmetric randomizers are optimal with respect to L at every privacy level",
        evidence=Theorem("VinterboBounds.corollary_2"),
        formula=Formula("V(x,y) >= V(t/(t+1), t/(t+1))", WARNER, ("x + y > 1", "x <= t*(1-y)", "y <= t*(1-x)"), ERROR),
        narrowed=("alpha > 0 and 0 < pi < 1: elsewhere there is no estimator, or the loss divides by 0",),
    ),
)
