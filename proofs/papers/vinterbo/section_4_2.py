"""Section 4.2: the randomizer as a program, the algorithm, the printed listing run as printed, and its cost."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs

CLAIMS = with_repairs(
    Claim(
        "vinterbo.xor",
        where="Section 4.2, first sentence",
        printed="M(x) = x ⊕ u with n independent Bernoulli trials u of success probability 1 - a has C_M = C_a(n)",
        evidence=Theorem("VinterboBounds.xor_law"),
    ),
    Claim(
        "vinterbo.marginals",
        where="Section 4.2, algorithm; Sections 1 and 6",
        printed="the marginal of the k bits in K is estimated from these bits alone by C_{a/(2a-1)}(k); marginals can be "
        "queried and recovered independently",
        evidence=Theorem("VinterboSurveys.marginals"),
    ),
    Claim(
        "vinterbo.algorithm_unbiased",
        where="Section 4.2, steps 1 and 2",
        printed="the algorithm's estimate for the bits K, counted by η, estimates the marginal π_K (without bias)",
        evidence=Theorem("VinterboSurveys.algorithm_unbiased_on_bits"),
        reading="for every K; a is not 1/2. Entry i of the estimate belongs to the string ς(i) of the bits "
        "in K; identical factors make C the same in every bit order",
    ),
    Claim(
        "vinterbo.listing",
        where="Section 4.2, Implementation 1 and the sentence after it",
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
    Claim(
        "vinterbo.listing_matrix",
        where="Section 4.2, Implementation 1; Section 6",
        printed="the listing's C(n, a) is Definition 4.1, and C(n, a/(2a-1)) the inverse",
        evidence=Theorem("VinterboSurveys.listing_matrix"),
        reading="the listing transcribed",
        narrowed=("its arithmetic is taken as exact; with floats it was run at dyadic a",),
    ),
    Claim(
        "vinterbo.prop_4_8",
        where="Section 4.2, Proposition 4.8",
        printed="C_a(n) can be computed in time linear in the number of its entries",
        evidence=Theorem("VinterboBounds.proposition_4_8"),
        reading="the step of Definition 4.1 to n bits forms 4^n products of entries; and so in time: for every cost t of the "
        "recursion whose Kronecker products take at most a constant times the entries of the smaller factor, as the "
        "proof has them",
    ),
    Claim(
        "vinterbo.cost_sum",
        where="Appendix A, proof of Proposition 4.8, first display",
        printed="t(n) = t_f(2^(2(n-1))) + t(n-1) = Σ_{i=0}^{n} t_f(4^i)",
        evidence=Counterexample({"u": "1", "v": "4", "w": "16"}),
        formula=Formula("exists z: u + z = u + v and v + (u + z) = u + v + w", {"u, v, w": "(0, inf)"}),
        reading="the sum has a term t_f(4^n) that the recursion does not have, so no t(0) makes it right for two n: u, v and w "
        "are t_f(1), t_f(4) and t_f(16), z is t(0), and n is 1 and 2",
    ),
    Repair("t(n) = t(0) + Σ_{i=0}^{n-1} t_f(4^i)", evidence=Theorem("VinterboBounds.cost_sum_repaired")),
    Claim(
        "vinterbo.geometric_sum",
        where="Appendix A, proof of Proposition 4.8, second display",
        printed="4k Σ_{i=0}^{n} 4^i = 4k(1 + (1-4^n)/(1-4))",
        evidence=Counterexample({"n": "1", "k": "1"}),
        reading="without the factor 4k; the sum from 0 to 1 is 5, the right side 2",
    ),
    Repair("Σ_{i=0}^{n} 4^i = (4^(n+1) - 1)/3", evidence=Theorem("VinterboSums.vinterbo_geometric_sum")),
    Repair(
        "1 + (1-4^n)/(1-4) = 1 + Σ_{i=0}^{n-1} 4^i: 4k times it solves the recursion with t(0) = 4k",
        evidence=Theorem("VinterboSums.vinterbo_recursion"),
    ),
    Claim(
        "vinterbo.cost_order",
        where="Appendix A, proof of Proposition 4.8, second and third displays",
        printed="4k(1 + (1-4^n)/(1-4)) = 4k(1 + (4^n-1)/3), which is O(4^n) = O((2^n)²)",
        formula=Formula(
            "4*k*(1 + (1-N*N)/(1-4)) = 4*k*(1 + (N^2-1)/3) and 4*k*(1 + (N^2-1)/3) <= 4*k*N^2",
            {"N": "integer N >= 1", "k": "k > 0"},
        ),
        reading="N = 2^n, and the constant is 4k; that this is t(n), vinterbo.geometric_sum and its repairs",
    ),
)
