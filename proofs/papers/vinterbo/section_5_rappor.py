"""Section 5.3: Rappor's randomizer."""

from rropt.claims import Claim, Formula, Theorem

CLAIMS = [
    Claim(
        "vinterbo.rappor_instantaneous",
        where="Section 5.3, display",
        printed="C_MIR is a randomizer; for p = 1-q it is Warner's C_q",
        formula=Formula(
            "(1-p) + p = 1 and (1-q) + q = 1 and (p = 1-q implies 1-p = q and 1-q = p)", {"p, q": "[0, 1]"}
        ),
    ),
    Claim(
        "vinterbo.rappor_one_time",
        where="Section 5.3",
        printed="C_M(1) = C_{(2-f)/2}",
        evidence=Theorem("VinterboBits.rappor_one_time"),
    ),
    Claim(
        "vinterbo.rappor_instant",
        where="Section 5.3",
        printed="for p = 1-q, C_M(0) = C_q C_{(2-f)/2} = C_{q - (q-1/2)f}",
        evidence=Theorem("VinterboBits.rappor_instant"),
    ),
    Claim(
        "vinterbo.rappor_in_family",
        where="Section 5.3, last sentence; Section 1.1",
        printed="Rappor's randomizer is iterated bisymmetric when p = 1-q or b = 1",
        evidence=Theorem("VinterboFamily.rappor_in_family"),
        formula=Formula("(1-p)*a + (1-q)*(1-a) = p*(1-a) + q*a iff p = 1-q", {"p, q": "[0, 1]", "a": "[1/2, 1]"}),
        reading="for b = 0, with a = (2-f)/2: equal diagonal entries, and then the others are equal too; for b = 1 it is "
        "vinterbo.rappor_one_time. The converse holds as well",
    ),
]
