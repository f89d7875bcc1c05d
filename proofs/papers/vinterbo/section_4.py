"""Section 4 and 4.1: the matrix of bit randomizers, its index convention, symmetries and inverse."""

from rropt.claims import Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed

CLAIMS = listed(
    # Section 4: the Kronecker product of bit randomizers, its index convention, and the entries of C_{a,b}(n)
    "Section 4, definition of R and the note after it",
    Claim(
        "vinterbo.bitwise_independent",
        printed="R(M) randomizes each bit independently, and every randomizer that does so is R(M') for some M'",
        evidence=Theorem("VinterboKronecker.bitwise_independent"),
        reading="each answered bit is drawn from its own bit by its own randomizer, independently of the rest: an answer's law "
        "is the product of theirs, and M' is the list of them",
    ),
    "Section 4, Theorem 4.1",
    Claim(
        "vinterbo.theorem_4_1",
        printed="C_R(M) = C_M0 ⊗ C_M1 ⊗ … ⊗ C_M(n-1)",
        evidence=Theorem("VinterboKronecker.theorem_4_1"),
        narrowed=(
            "rows and columns in the order of strings in which the first bit varies slowest, as a Kronecker product is "
            "written and the printed listing counts; in the paper's own index η it is false (vinterbo.index_convention)",
        ),
    ),
    "Section 3.1, η, with Section 4, Theorem 4.1",
    Claim(
        "vinterbo.index_convention",
        printed="strings are indexed by η(x) = Σ x_i 2^i, and C_R(M) = C_M0 ⊗ C_M1 ⊗ … ⊗ C_M(n-1)",
        evidence=Counterexample({"a": "1/2", "b": "1/2", "c": "1/4"}),
        reading="rows and columns are indexed by η, in which the first bit is the least significant; the first factor of a "
        "Kronecker product is the most significant",
    ),
    Repair(
        "true in the index in which the first bit is the most significant, Σ x_i 2^(n-1-i)",
        evidence=Theorem("VinterboKronecker.theorem_4_1"),
    ),
    Repair(
        "with η as printed, C_R(M) = C_M(n-1) ⊗ … ⊗ C_M1 ⊗ C_M0", evidence=Theorem("VinterboKronecker.theorem_4_1_eta")
    ),
    "Appendix A, Observation 1, first display",
    Claim(
        "vinterbo.observation_1_index",
        printed="η((ix')⊕(jy')) = 2^η(i⊕j) η(x'⊕y') for bits i, j before strings x', y'",
        evidence=Counterexample({"n": "2"}),
        reading="false in either bit order: where x' = y' the right side is 0 whatever i and j",
    ),
    Repair(
        "C_{ix',jy'} = 2^(i⊕j) C_{x',y'} with C = (1) for no bits, which gives C_{x,y} = 1^(n-|x⊕y|) 2^|x⊕y|",
        evidence=Theorem("VinterboKronecker.observation_1_step"),
    ),
    "Appendix A, Observation 1",
    Claim(
        "vinterbo.observation_1_powers",
        printed="J ⊗ … ⊗ J with J = ((1, 2), (2, 1)) has the entries 1^(n-|x⊕y|) 2^|x⊕y|",
        evidence=Theorem("VinterboKronecker.observation_1_powers"),
    ),
    "Appendix A, Observation 1; Definition 4.1",
    Claim(
        "vinterbo.observation_1_entries",
        printed="C_{a,b}(n) has the entries a^(n-|x⊕y|) b^|x⊕y|",
        evidence=Theorem("VinterboKronecker.observation_1_kronecker"),
    ),
    "Section 4.1, Proposition 4.2",
    Claim(
        "vinterbo.prop_4_2",
        printed="n identical bisymmetric bit randomizers make C_R(M) = C_{a,b}(n)",
        evidence=Theorem("VinterboKronecker.proposition_4_2"),
    ),
    # Section 4.1: Proposition 4.3, Theorem 4.4 and Corollary 1: the matrix, its symmetries and its inverse
    "Section 4.1, Proposition 4.3 a",
    Claim(
        "vinterbo.prop_4_3_bisymmetric",
        printed="C_{a,b}(n) is bisymmetric",
        evidence=Theorem("VinterboKronecker.proposition_4_3_a"),
    ),
    "Section 4.1, Proposition 4.3 b",
    Claim(
        "vinterbo.prop_4_3_diagonal",
        printed="C_{a,b}(n) has a constant diagonal",
        evidence=Theorem("VinterboKronecker.proposition_4_3_b"),
    ),
    "Section 4.1, Proposition 4.3 c",
    Claim(
        "vinterbo.prop_4_3_anti_diagonal",
        printed="C_{a,b}(n) has a constant anti-diagonal",
        evidence=Theorem("VinterboKronecker.proposition_4_3_c"),
    ),
    "Section 4.1, Proposition 4.3 d; Section 1.1",
    Claim(
        "vinterbo.prop_4_3_distinct",
        printed="C_{a,b}(n) has at most n + 1 distinct entries",
        evidence=Theorem("VinterboKronecker.proposition_4_3_d"),
    ),
    "Appendix A, proof of Proposition 4.3",
    Claim(
        "vinterbo.prop_4_3_complement",
        printed="ς((2^n - 1) - i) = 1 ⊕ ς(i)",
        evidence=Theorem("VinterboKronecker.complement"),
    ),
    "Appendix A, proof of Proposition 4.3, item 1",
    Claim(
        "vinterbo.prop_4_3_item_1",
        printed="|ς(i) ⊕ ς(n - i)| = n",
        evidence=Counterexample({"n": "2"}),
        reading="as printed, with n - i; item 2 and the sentence before have 2^n - 1 - i",
    ),
    Repair("|ς(i) ⊕ ς(2^n - 1 - i)| = n", evidence=Theorem("VinterboKronecker.item_1")),
    "Appendix A, proof of Proposition 4.3, item 2",
    Claim(
        "vinterbo.prop_4_3_item_2",
        printed="|ς(i) ⊕ ς(j)| = |ς(2^n-1-j) ⊕ ς(2^n-1-i)|",
        evidence=Theorem("VinterboKronecker.item_2"),
    ),
    "Section 4.1, after Proposition 4.3",
    Claim(
        "vinterbo.columns_sum_to_one",
        printed="since a column in C_M contains a distribution, the sum of entries must be 1; consequently, b = 1 - a",
        evidence=Theorem("VinterboFamily.column_is_distribution"),
        formula=Formula("a + b = 1 iff b = 1 - a", {"a, b": "[0, 1]"}),
        reading="C_M = C_{a,b}(n) of n >= 1 bits: in Coq its column sums are (a + b)^n, and so 1 exactly where b = 1 - a; the "
        "engine's statement is that of one bit",
    ),
    "Abstract; Section 1.1, first two items",
    Claim(
        "vinterbo.invertible",
        printed="randomizers that change each bit independently with the same probability are an iterated Kronecker product of "
        "an invertible and bisymmetric 2 x 2 matrix",
        evidence=Counterexample({"a": "1/2"}),
        formula=Formula("a^2 - (1-a)^2 != 0", {"a": "[0, 1]"}),
        reading="its determinant; Theorem 4.4 and Lemma 4.5 leave out a = 1/2",
    ),
    Repair("of a bit that is not replaced by a fair coin", assuming=("a != 1/2",)),
    "Section 4.1, Theorem 4.4, first equation",
    Claim(
        "vinterbo.theorem_4_4_entries",
        printed="the entry of C_a(n) at r and x is a^(n-d) (1-a)^d with d = |r⊕x|",
        evidence=Theorem("VinterboKronecker.observation_1_kronecker"),
    ),
    "Section 4.1, Theorem 4.4, second equation; Section 1.1",
    Claim(
        "vinterbo.theorem_4_4_inverse",
        printed="for a != 1/2 the inverse of C_a(n) is C_{a/(2a-1)}(n)",
        evidence=Theorem("VinterboSurveys.iterated_inverse"),
    ),
    "Appendix A, proof of Theorem 4.4",
    Claim(
        "vinterbo.invertible_if",
        printed="C_{a,b}(1) is invertible if a² != b²",
        formula=Formula(
            "a*u + b*v = 1 and a*v + b*u = 0 and b*u + a*v = 0",
            {"a, b, u, v": "real"},
            ("a^2 - b^2 != 0", "u = a/(a^2-b^2)", "v = -b/(a^2-b^2)"),
        ),
        reading="the inverse has u = a/(a²-b²) on the diagonal and v = -b/(a²-b²) off it",
    ),
    Claim(
        "vinterbo.kronecker_inverse",
        printed="(A⊗B) = (A⁻¹⊗B⁻¹)",
        evidence=Counterexample({"a": "1/4", "b": "1/4"}),
        reading="as printed, without an inverse on the left: a slip, and the repair is what the proof uses",
    ),
    Repair(
        "(A⊗B)⁻¹ = A⁻¹⊗B⁻¹, since (A⊗B)(C⊗D) = (AC)⊗(BD), which is VinterboBounds.mixed_product in Coq",
        evidence=Theorem("VinterboBounds.kronecker_inverse"),
    ),
    "Section 4.1, Corollary 1",
    Claim(
        "vinterbo.corollary_1",
        printed="the entry of the inverse at x and r is a^(n-d) (a-1)^d/(2a-1)^n with d = |x⊕r|",
        evidence=Theorem("VinterboFamily.corollary_1"),
    ),
    "Section 1.1, second item",
    Claim(
        "vinterbo.corollary_1_distinct",
        printed="the inverse has at most n + 1 distinct entries",
        evidence=Theorem("VinterboKronecker.inverse_distinct"),
    ),
)
