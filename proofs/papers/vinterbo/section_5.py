"""Section 5: the unrelated uniform question, Warner's device, the captions of the figures, and Rappor's randomizer."""

from rropt.claims import Argued, Claim, Counterexample, Formula, Theorem

from ...listing import Repair, listed
from .definitions import says

QUESTION = {"p": "[0, 1]"}

CLAIMS = listed(
    "Section 5.1",
    Claim(
        "vinterbo.unrelated_cover",
        printed="if A(x, u, z) = r, then u >= d = x ⊕ r",
        evidence=Theorem("VinterboBits.unrelated_cover"),
    ),
    "Section 5.1, first display",
    Claim(
        "vinterbo.unrelated_convolution",
        printed="P(r = A(x,U,Z)) = Σ_{u >= d} P(U = u) P(Z =_u r)",
        evidence=Theorem("VinterboBits.unrelated_convolution"),
    ),
    "Section 5.1",
    Claim(
        "vinterbo.unrelated_weights",
        printed="P(U = u) = p^|u| (1-p)^(n-|u|) and P(Z =_u r) = (1/2)^|u|",
        evidence=Theorem("VinterboBits.unrelated_weights"),
    ),
    Claim(
        "vinterbo.unrelated_count",
        printed="2^(n-|d|) strings u have u >= d, and binomial(n-|d|, i) of them have |u| = i + |d|",
        evidence=Theorem("VinterboBits.unrelated_count"),
    ),
    "Section 5.1, second display against the third",
    Claim(
        "vinterbo.unrelated_sum",
        printed="Σ binomial(n-|d|, i) (p/2)^(i+|d|) (1-p)^(n-i-|d|) = p^|d| (2-p)^(n-|d|)/2^n",
        evidence=Theorem("VinterboBits.unrelated_sum"),
    ),
    "Section 5.1, third display",
    Claim(
        "vinterbo.unrelated_matrix",
        printed="M_S has the matrix C_{(2-p)/2}, and C_M the entries p^|x⊕r| (2-p)^(n-|x⊕r|)/2^n",
        evidence=Theorem("VinterboBits.unrelated_matrix"),
    ),
    "Section 5.1, fourth display",
    Claim(
        "vinterbo.unrelated_c",
        printed="c_M = ((p² - 2p + 2)/(2(p-1)²))^n",
        formula=says("base((2-p)/2)^n = cM(p)^n", {"p": "0 <= p < 1", "n": "integer n >= 0"}),
    ),
    "Sections 1.1 and 5.1",
    Claim(
        "vinterbo.unrelated_bisymmetric",
        printed="the variant of the unrelated question whose answer is uniform belongs to the family",
        evidence=Theorem("VinterboBits.unrelated_matrix"),
        formula=Formula("p*h = p*(1-h) iff h = 1/2", {"p": "(0, 1]", "h": "[0, 1]"}),
        reading="in Coq n bits of it have the matrix C_a of the family, a = (2-p)/2, at every p; and with an innocent question "
        "true of a share h, the matrix ((1-ph, p(1-h)), (ph, 1-p(1-h))) is bisymmetric exactly at h = 1/2; at p = 0, "
        "where it is never asked, at every h",
    ),
    "Figure 1, caption (a)",
    Claim(
        "vinterbo.figure_1_loss",
        printed="L = 9.75 for π = (0.05, 0.15, 0.3, 0.5) and p = 0.5",
        evidence=Counterexample(),
        reading="L is the loss of Proposition 3.1 and Theorem 4.6, here at a fixed and known π, as in the text on panel (c), "
        "which sets L against the approximated loss; panel (b) of the same caption writes L for the approximation, and "
        "read so the number is right, vinterbo.figure_1_approximation",
    ),
    Repair(
        "the loss at this π is 1177/127, about 9.27",
        formula=says("fL(cM(1/2)^2, 0.05^2 + 0.15^2 + 0.3^2 + 0.5^2) = 1177/127 and 1177/127 ~ 9.27"),
    ),
    "Figure 1, captions (a) and (b)",
    Claim(
        "vinterbo.figure_1_approximation",
        printed="L = f_L(2/(2^n+1)) = 9.75 at n = 2 and p = 0.5",
        formula=says("mean(2^2) = 2/(2^2+1) and fL(cM(1/2)^2, mean(2^2)) = 9.75"),
        reading="the approximate loss, which does not look at π",
    ),
    "Section 5.1, on Figure 1(a)",
    Claim(
        "vinterbo.figure_1_sample",
        printed="with L 1000 randomized answers the estimate is as close to π as with 1000 truthful ones",
        formula=Formula("9.75*1000 >= 1177/127*1000 and (6.25 - 0.365)/9750 <= (1 - 0.365)/1000"),
        narrowed=("shown of the expected squared errors, at L = 9.75, s = 0.365, c = 2.5², and not of the data drawn",),
    ),
    "Figure 1, caption (a)",
    Claim(
        "vinterbo.figure_1_constant",
        printed="π = (0.05, 0.15, 0.3, 0.5)ᵀ, p = 0.5",
        formula=says(
            "cM(1/2) = 2.5 and cM(1/2)^2 = 6.25 and 0.05^2 + 0.15^2 + 0.3^2 + 0.5^2 = 0.365 and 0.05 + 0.15 + 0.3 + 0.5 = 1"
        ),
        narrowed=("shown is that π is a distribution, and its c and s; nothing is said of the data",),
    ),
    "Section 5.1, on Figure 1(b)",
    Claim(
        "vinterbo.figure_1_growth",
        printed="log f_L(2/(2^n+1)) grows in n = 1, …, 12",
        evidence=Theorem("VinterboLoss.figure_1_growth"),
        reading="for every p in (0, 1), since the three values of p are not printed with panel (b)",
    ),
    "Section 5.2, first paragraph",
    Claim(
        "vinterbo.warner_matrix",
        printed="who answers yes if the spinner, which shows Yes with probability p, indicates the truth, and no otherwise, has "
        "the matrix C_p",
        evidence=Theorem("VinterboBits.warner_matrix"),
        formula=Formula(
            "(1 - abs(s-x) = 1 iff s = x) and (x = 1 implies 1 - abs(s-x) = s) and (x = 0 implies 1 - abs(s-x) = 1 - s)",
            {"s, x": "integer [0, 1]"},
        ),
    ),
    "Section 5.2",
    Claim(
        "vinterbo.warner_inverse",
        printed="C_p is invertible if p != 0.5",
        formula=Formula("p^2 - (1-p)^2 != 0 iff p != 1/2", QUESTION),
        reading="its determinant is not 0; the inverse is that of vinterbo.invertible_if",
    ),
    "Section 5.2, first display",
    Claim(
        "vinterbo.warner_c",
        printed="c_W = ((2p² - 2p + 1)/(2p-1)²)^n",
        formula=says("base(p)^n = cW(p)^n", {**QUESTION, "n": "integer n >= 0"}, ("p != 1/2",)),
    ),
    "Section 5.2",
    Claim(
        "vinterbo.ratio_below_one",
        printed="c_M/c_W < 1 for p in (0, 2/3)",
        evidence=Theorem("VinterboBits.ratio_below_one"),
        formula=says("cM(p)/cW(p) < 1", {"p": "(0, 2/3)"}, ("p != 1/2",)),
        narrowed=("p != 1/2, where c_W is undefined, as the text says below",),
    ),
    "Section 5.2, on Figure 2(a)",
    Claim(
        "vinterbo.ratio_near_half",
        printed="the unrelated question is preferable particularly around p = 0.5",
        formula=says(
            "(h < p and p < 1/2 implies cM(p)/cW(p) < cM(h)/cW(h)) and (h > p and p > 1/2 implies cM(p)/cW(p) < "
            "cM(h)/cW(h)) and cM(p)/cW(p) <= 2*cM(p)*(2*p-1)^2",
            {"p, h": "(0, 1)"},
            ("p != 1/2", "h != 1/2"),
        ),
        reading="on each side the ratio, of one bit as in Figure 2 (a), falls towards p = 1/2, where it is not defined, as the "
        "text says; it falls to 0, as it is at most 2 c_M (2p-1)², and c_M is 5/2 there",
    ),
    "Section 5.2",
    Claim(
        "vinterbo.ratio_emphasized",
        printed="the preference regions are emphasized as n increases",
        evidence=Argued("c_M and c_W of n bits are the n-th powers of those of one bit, and so is their ratio"),
        formula=Formula(
            "(x < 1 implies x^(n+1) < x^n) and (x > 1 implies x^(n+1) > x^n)", {"x": "(0, inf)", "n": "integer n >= 0"}
        ),
        reading="the ratio (c_M/c_W)^n moves further from 1 with every bit, x the ratio of one",
    ),
    "Section 5.2, on Figure 2 (a), p in (0, 0.8)",
    Claim(
        "vinterbo.figure_2_crossing",
        printed="we see that when p < 2/3, the unrelated question is preferable (c_W is undefined at p = 0.5)",
        formula=says("(cM(p)/cW(p) < 1 iff p < 2/3) and cM(2/3)/cW(2/3) = 1", {"p": "(0, 4/5)"}, ("p != 1/2",)),
        reading="the ratio of one bit, which the figure shows, is below 1 exactly there",
    ),
    "Section 5.2, last display",
    Claim(
        "vinterbo.equal_at_privacy",
        printed="c_M(α) = c_W(α) = ((exp(2α) + 1)/(exp(α) - 1)²)^n",
        evidence=Theorem("VinterboBits.equal_constants"),
        narrowed=("k = 1 in Section 4.3: α is the privacy of one bit, r(a) = exp(α)",),
    ),
    "Section 5.2, last display, with Section 4.3",
    Claim(
        "vinterbo.equal_at_privacy_of_k_bits",
        printed="as functions of the privacy level α of Section 4.3, c_M(α) = c_W(α) = ((exp(2α) + 1)/(exp(α) - 1)²)^n",
        evidence=Counterexample({"v": "2", "k": "2", "n": "1", "u": "4"}),
        formula=says(
            "u = v^k implies ((v^2+1)/(v-1)^2)^n = ((u^2+1)/(u-1)^2)^n",
            {"u": "u > 1", "v": "v > 1", "k, n": "integer [1, inf)"},
        ),
        reading="α of Section 4.3 is k times the level of one bit, if inputs differ in k bits: v = exp(α/k), u = exp(α)",
    ),
    Repair(
        "with exp(α/k) for exp(α): c_M(α) = c_W(α) = ((exp(2α/k) + 1)/(exp(α/k) - 1)²)^n",
        formula=says(
            "((2-p)/p = v implies cM(p)^n = ca(v)^n) and ((q/(1-q) = v or (1-q)/q = v) implies cW(q)^n = ca(v)^n)",
            {"u": "u > 1", "v": "v > 1", "k, n": "integer [1, inf)", "p, q": "(0, 1)"},
        ),
        reading="v = exp(α/k) is the ratio of one bit, (2-p)/p of the unrelated question and q/(1-q) or (1-q)/q of Warner's",
    ),
    "Figure 2, caption (b)",
    Claim(
        "vinterbo.figure_2_decreasing",
        printed="c_M(α) = c_W(α) for n = 1 and α in [0.2, 2]",
        formula=says("u < v implies ca(u) > ca(v)", {"u, v": "(1, inf)"}),
        narrowed=("shown is that the curve drawn falls, not how high it is",),
    ),
    # Section 5.3: Rappor's randomizer
    "Section 5.3, display",
    Claim(
        "vinterbo.rappor_instantaneous",
        printed="C_MIR is a randomizer; for p = 1-q it is Warner's C_q",
        formula=Formula(
            "(1-p) + p = 1 and (1-q) + q = 1 and (p = 1-q implies 1-p = q and 1-q = p)", {"p, q": "[0, 1]"}
        ),
    ),
    "Section 5.3",
    Claim("vinterbo.rappor_one_time", printed="C_M(1) = C_{(2-f)/2}", evidence=Theorem("VinterboBits.rappor_one_time")),
    Claim(
        "vinterbo.rappor_instant",
        printed="for p = 1-q, C_M(0) = C_q C_{(2-f)/2} = C_{q - (q-1/2)f}",
        evidence=Theorem("VinterboBits.rappor_instant"),
    ),
    "Section 5.3, last sentence; Section 1.1",
    Claim(
        "vinterbo.rappor_in_family",
        printed="Rappor's randomizer is iterated bisymmetric when p = 1-q or b = 1",
        evidence=Theorem("VinterboFamily.rappor_in_family"),
        formula=Formula("(1-p)*a + (1-q)*(1-a) = p*(1-a) + q*a iff p = 1-q", {"p, q": "[0, 1]", "a": "[1/2, 1]"}),
        reading="for b = 0, with a = (2-f)/2: equal diagonal entries, and then the others are equal too; for b = 1 it is "
        "vinterbo.rappor_one_time. The converse holds as well",
    ),
)
