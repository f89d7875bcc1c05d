"""Section 4: the Kronecker product of bit randomizers, its index convention, and the entries of C_{a,b}(n)."""

from rropt.claims import Claim, Counterexample, Theorem

from ...repairs import Repair, with_repairs

CLAIMS = with_repairs(
    Claim(
        "vinterbo.bitwise_independent",
        where="Section 4, definition of R and the note after it",
        printed="R(M) randomizes each bit independently, and every randomizer that does so is R(M') for some M'",
        evidence=Theorem("VinterboKronecker.bitwise_independent"),
        reading="each answered bit is drawn from its own bit by its own randomizer, independently of the rest: an answer's law "
        "is the product of theirs, and M' is the list of them",
    ),
    Claim(
        "vinterbo.theorem_4_1",
        where="Section 4, Theorem 4.1",
        printed="C_R(M) = C_M0 ⊗ C_M1 ⊗ … ⊗ C_M(n-1)",
        evidence=Theorem("VinterboKronecker.theorem_4_1"),
        narrowed=(
            "rows and columns in the order of strings in which the first bit varies slowest, as a Kronecker product is "
            "written and the printed listing counts; in the paper's own index η it is false (vinterbo.index_convention)",
        ),
    ),
    Claim(
        "vinterbo.index_convention",
        where="Section 3.1, η, with Section 4, Theorem 4.1",
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
    Claim(
        "vinterbo.observation_1_index",
        where="Appendix A, Observation 1, first display",
        printed="η((ix')⊕(jy')) = 2^η(i⊕j) η(x'⊕y') for bits i, j before strings x', y'",
        evidence=Counterexample({"n": "2"}),
        reading="false in either bit order: where x' = y' the right side is 0 whatever i and j",
    ),
    Repair(
        "C_{ix',jy'} = 2^(i⊕j) C_{x',y'} with C = (1) for no bits, which gives C_{x,y} = 1^(n-|x⊕y|) 2^|x⊕y|",
        evidence=Theorem("VinterboKronecker.observation_1_step"),
    ),
    Claim(
        "vinterbo.observation_1_powers",
        where="Appendix A, Observation 1",
        printed="J ⊗ … ⊗ J with J = ((1, 2), (2, 1)) has the entries 1^(n-|x⊕y|) 2^|x⊕y|",
        evidence=Theorem("VinterboKronecker.observation_1_powers"),
    ),
    Claim(
        "vinterbo.observation_1_entries",
        where="Appendix A, Observation 1; Definition 4.1",
        printed="C_{a,b}(n) has the entries a^(n-|x⊕y|) b^|x⊕y|",
        evidence=Theorem("VinterboKronecker.observation_1_kronecker"),
    ),
    Claim(
        "vinterbo.prop_4_2",
        where="Section 4.1, Proposition 4.2",
        printed="n identical bisymmetric bit randomizers make C_R(M) = C_{a,b}(n)",
        evidence=Theorem("VinterboKronecker.proposition_4_2"),
    ),
)
