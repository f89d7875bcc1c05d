"""Section 3, first half: from (h_l, h_u)-SIP to h-CSIP, B(h), Lemmas 3.1 to 3.3 and Theorem 3.1."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Statement
from rropt.claims.evidence import Item
from rropt.privacy.boundary.algebra import star
from rropt.privacy.boundary.function import piecewise_linear
from rropt.privacy.boundary.infimum import infimum
from rropt.privacy.boundary.named import beta_boundaries, everything, rho_boundaries

from .definitions import BY_RATIO, DEFINE, PRIOR, RHO, fractions, parity

BOUNDARIES = {"a": "[0, 1]", "l": "0 <= l <= a", "u": "a <= u <= 1", "lc": "0 <= lc <= 1-a", "uc": "1-a <= uc <= 1"}
STATES = "(l, u) are (h_l, h_u) at a and (lc, uc) at 1 - a"


def atoms_items() -> Iterator[Item]:
    """The display of the appendix in x, the average over Q, with M = p_iq its largest entry and s the rest."""
    given = {"p": "(0, 1]", "x": "x >= 0", "M": "M >= x", "s": "s >= 0"}
    yield Statement(
        "an atom of the same prior reaches at least the event's posterior",
        "p*x/(p*x + s) <= p*M/(p*M + s)",
        given,
        ("p*x + s > 0",),
    )
    yield Statement(
        "so a bound for atoms bounds events",
        "p*x/(p*x + s) <= h",
        {**given, "h": "real"},
        ("p*x + s > 0", "p*M/(p*M + s) <= h"),
    )
    yield Statement(
        "at prior 1 the bound (3.4) holds by itself",
        "h = 1 implies p*x/(p*x + 0) <= h",
        {"p": "(0, 1]", "x": "x > 0", "h": "real"},
    )


def theorem_items() -> Iterator[Item]:
    """h is the value h(p) at the prior p; g the parity; R(p, h) the quotient in (3.3)."""
    inside = {**PRIOR, "h": "p <= h < 1", "g": "g >= 1"}
    yield Statement(
        "if g <= B(h), no posterior passes h where h < 1",
        "post(p,u) <= h",
        {**inside, "u": "0 < u <= g"},
        ("g <= R(p, h)",),
        DEFINE,
    )
    yield Statement("where h = 1 nothing can pass it", "post(p,u) <= 1", {**PRIOR, "u": "u >= 0"}, (), DEFINE)
    yield Statement(
        "if g > B(h), finite, then g > R(p, h) for some p, and the two extreme categories breach there",
        "post(p,g) > h",
        inside,
        ("g > R(p, h)",),
        DEFINE,
    )
    yield Statement(
        "an infinite parity: entries x > 0 and 0 reach the posterior 1 > h(p) from any prior",
        "p*x/(p*x + (1-p)*0) > h",
        {**PRIOR, "h": "p <= h < 1", "x": "(0, 1]"},
    )
    yield Fact(
        "h = 1 on (0, 1): B(h) is infinite, and every parity is at most that",
        infimum(everything()).value,
        "=",
        math.inf,
    )


def rho_items() -> Iterator[Item]:
    """[h_l * h_u] is min(rho_2 where a < rho_1 else 1, 1 - rho_1 where a < 1 - rho_2 else 1)."""
    yield Statement("no p below rho_1 gives less", "R(p, r2) > K(r1, r2)", {**RHO, "p": "0 < p < r1"}, (), DEFINE)
    yield Statement(
        "nor does the downward part, p below 1 - rho_2",
        "R(p, 1-r1) > K(r1, r2)",
        {**RHO, "p": "0 < p < 1 - r2"},
        (),
        DEFINE,
    )
    yield Statement("and the bound is approached at rho_1", "R(r1, r2) = K(r1, r2)", RHO, (), DEFINE)
    for a, b in (
        (Fraction(1, 10), Fraction(1, 2)),
        (Fraction(1, 3), Fraction(3, 4)),
        (Fraction(2, 5), Fraction(9, 10)),
    ):
        found = infimum(star(*rho_boundaries(a, b))).value
        yield Fact(f"rho = ({a}, {b}), by the piecewise infimum", found, "=", b * (1 - a) / (a * (1 - b)))


def beta_items() -> Iterator[Item]:
    given = {"b": "b > 1"}
    yield Statement("upward part", "R(p, b*p) > b", {**given, "p": "0 < p"}, ("b*p < 1",), DEFINE)
    yield Statement("downward part", "R(p, 1 - (1-p)/b) > b", {**given, **PRIOR}, (), DEFINE)
    yield Statement(
        "approached at 0: with p = s/(2*b*(b + s)) the value is below b + s",
        "0 < p and b*p < 1 and R(p, b*p) < b + s",
        {**given, "s": "s > 0", "p": "real"},
        ("2*b*(b + s)*p = s",),
        DEFINE,
    )
    for b in (Fraction(3, 2), Fraction(2), Fraction(5)):
        yield Fact(f"beta = {b}, by the piecewise infimum", infimum(star(*beta_boundaries(b))).value, "=", b)


def edge_items() -> Iterator[Item]:
    yield Fact("B(h)", infimum(everything()).value, "=", math.inf)
    yield Statement(
        "any posterior",
        "p*x/(p*x + (1-p)*y) <= 1",
        {"p": "[0, 1]", "x": "x >= 0", "y": "y >= 0"},
        ("p*x + (1-p)*y > 0",),
    )
    identity = fractions([[1, 0], [0, 1]], 1)
    yield Fact("parity of the identity, which reveals everything", parity(identity), "=", math.inf)


def alternative_items() -> Iterator[Item]:
    """Leaving out the p with h(p) = 1 changes nothing: those terms are infinite; if all are, both infima are."""
    yield Fact("h = 1 throughout: the infimum over no p is infinite too", infimum(everything()).value, "=", math.inf)
    for cut in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
        partly = piecewise_linear([(0, Fraction(1, 8)), (cut, cut + (1 - cut) / 2), (cut, 1), (1, 1)])
        formula = [partly.pieces[0].at(p) for p in (cut / 4, cut / 2, cut)]
        least = infimum(partly).value
        for p, h in zip((cut / 4, cut / 2, cut), formula, strict=True):
            yield Fact(f"h = 1 from {cut} on, p = {p} below it", (1 - p) * h / (p * (1 - h)), ">=", least)
    yield Statement(
        "a finite term is below an infinite one, so only terms with h < 1 matter",
        "R(p, h) >= 1",
        {**PRIOR, "h": "p <= h < 1"},
        (),
        DEFINE,
    )


CLAIMS = [
    Claim(
        "chai_nayak.prior_0_or_1",
        "(p = 0 implies s/(s + t) = 0) and (p = 1 implies s/(s + t) = 1)",
        kernel="ChaiNayakMerging.certain_stays",
        where="Section 3, first paragraph, 'First, note that'",
        printed="P_alpha(Q) = 0 implies P_alpha(Q|d_i) = 0 and P_alpha(Q) = 1 implies P_alpha(Q|d_i) = 1",
        reading="for responses d_i of positive probability, as a posterior must",
        argument="s and t are the sums of alpha_j p_ij over Q and over its complement: entries of P are at most 1, so they are at "
        "most p and 1 - p",
        given={"p": "[0, 1]", "s": "0 <= s <= p", "t": "0 <= t <= 1 - p"},
        assuming=("s + t > 0",),
    ),
    Claim(
        "chai_nayak.complement",
        "p*x/(p*x + (1-p)*y) + (1-p)*y/(p*x + (1-p)*y) = 1 and (l <= q iff 1 - q <= 1 - l)",
        kernel="ChaiNayakCriteria.lower_is_upper",
        where="Section 3, first paragraph",
        printed="the first inequality of (2.2) is equivalent to 1 - h_l(P_alpha(Q)) >= 1 - P_alpha(Q|d_i) or P_alpha(Q^c|d_i) <= "
        "1 - "
        "h_l(1 - P_alpha(Q^c)). So it holds for all Q if and only if P_alpha(Q|d_i) <= 1 - h_l(1 - P_alpha(Q)) for all Q, i.e., "
        "the "
        "condition for downward privacy breach is equivalent to an upward privacy breach criterion",
        reading="for each prior and each response that occurs; what follows 'i.e.' says in words what the equivalence for "
        "all Q says",
        argument="posteriors of Q and of its complement add to 1, as their priors do; complements of all Q are all Q",
        given={"p": "[0, 1]", "x": "x >= 0", "y": "y >= 0", "l, q": "[0, 1]"},
        assuming=("p*x + (1-p)*y > 0",),
    ),
    Claim(
        "chai_nayak.rho_downward_is_upward",
        "(p > r2 and q < r1 iff 1 - p < 1 - r2 and 1 - q > 1 - r1) and K(1-r2, 1-r1) = K(r1, r2)",
        kernel="ChaiNayakCriteria.downward_is_upward",
        where="Section 3, first paragraph",
        printed="Evfimievski et al. made a similar observation for rho_1-to-rho_2 privacy",
        narrowed=("", "shown is the observation, and not that they made it"),
        argument="the prior and the posterior of the complement are 1 - p and 1 - q",
        reading="a downward breach of Q is an upward (1-rho_2)-to-(1-rho_1) breach of its complement, of the same bound (1.6)",
        given={**RHO, "p, q": "[0, 1]"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.lemma_3_1",
        "(l <= q <= u and lc <= 1-q <= uc) iff (q <= min(u, 1-lc) and 1-q <= min(uc, 1-l))",
        kernel="ChaiNayak.lemma_3_1",
        where="Section 3, Lemma 3.1",
        printed="P provides (h_l, h_u)-SIP if and only if P_alpha(Q|d_i) <= [h_l * h_u](P_alpha(Q)) for all i, alpha and Q such "
        "that 0 < P_alpha(Q) < 1",
        argument=f"for Q and its complement together, which are both among the Q; {STATES}, q is the posterior of Q",
        given={**BOUNDARIES, "q": "[0, 1]"},
    ),
    Claim(
        "chai_nayak.star_is_upper",
        "a <= min(u, 1-lc) and min(u, 1-lc) <= 1",
        where="Section 3, after Lemma 3.1",
        printed="a <= [h_l * h_u](a) <= 1 for all 0 <= a <= 1",
        given=BOUNDARIES,
    ),
    Claim(
        "chai_nayak.tilde_is_lower",
        "0 <= 1 - h and 1 - h <= a",
        kernel="ChaiNayakCriteria.csip_boundaries",
        where="Section 3, after Definition 3.1",
        printed="the upper and lower boundaries of the PBR of h-CSIP are h and 1 - h(1 - a)",
        reading="the two are as Definition 2.2 wants boundaries, and the demand of their region is h-CSIP: P provides the one "
        "exactly if it provides the other",
        narrowed=(
            "",
            "that they are boundaries of which h-CSIP is the demand; a smaller lower boundary has the same demand",
        ),
        argument="the second boundary, with h for h(1 - a); that it binds is (3.2) for complements",
        given={"a": "[0, 1]", "h": "1 - a <= h <= 1"},
    ),
    Claim(
        "chai_nayak.csip_downward",
        "q >= 1 - h",
        argument="(3.2) for the complement of Q: its prior is 1 - p, its posterior 1 - q, so that 1 - q is at most h(1 - p), "
        "called h here, and what is proved follows.",
        kernel="ChaiNayakSentences.csip_downward_all",
        where="Section 3, after Definition 3.1",
        printed="h-CSIP also provides P_alpha(Q|d_i) >= 1 - h(1 - P_alpha(Q)) for i = 1, ..., m and all alpha and Q",
        reading="for all alpha and Q, of the prior probabilities 0 and 1 too, and responses of positive probability; (3.2) for the "
        "complement, whose posterior is 1 - q and whose prior 1 - p has h(1 - p) = h",
        given={"p, q": "[0, 1]", "h": "1 - p <= h <= 1"},
        assuming=("1 - q <= h",),
    ),
    Claim(
        "chai_nayak.csip_downward_at_ends",
        "(p = 0 implies 0 >= 1 - h) and (p = 1 implies 1 >= 1 - h)",
        kernel="ChaiNayakSentences.csip_downward_all",
        where="Section 3, after Definition 3.1",
        printed="h-CSIP also provides the downward guarantee for all alpha and Q",
        reading="for responses of positive probability",
        argument="the priors 0 and 1, which Definition 3.1 leaves out; at the others it is (3.2) for the complement",
        given={"p": "[0, 1]", "h": "1 - p <= h <= 1"},
    ),
    Claim(
        "chai_nayak.sip_region_inside",
        "(q > min(u, 1-lc) iff q > u or 1 - lc < q <= u) and (q < 1 - min(uc, 1-l) implies q < l or l <= q < 1 - uc)"
        " and (q < l implies q < 1 - min(uc, 1-l)) and (q < 1 - uc implies q < 1 - min(uc, 1-l))",
        where="Section 3, after Definition 3.1",
        printed="the PBR of [h_l * h_u]-CSIP is the PBR of (h_l, h_u)-SIP plus two parts (Figure 3)",
        reading=f"{STATES}; A is the part from 1 - h_l(1 - a) up to h_u(a) and B that from h_l(a) up to 1 - h_u(1 - a), for all "
        "boundaries, those of Figure 3 too, which are not printed",
        given={**BOUNDARIES, "q": "[0, 1]"},
    ),
    Claim(
        "chai_nayak.sip_region_proper",
        "(q < p/2 or q > min(1, 2*p) implies q > min(min(1, 2*p), 1 - (1-p)/2) or q < 1 - min(min(1, 2*(1-p)), 1 - p/2))"
        " and (exists a, c: 0 < a and a < 1 and c > min(min(1, 2*a), 1 - (1-a)/2) and a/2 <= c and c <= min(1, 2*a))",
        where="Section 3, after Definition 3.1",
        printed="the PBR given by some (h_l, h_u)-SIP can be a proper subset of the PBR of the corresponding CSIP",
        reading="2-factor privacy: h_u(a) = min(1, 2a), h_l(a) = a/2; its region lies in the other, and a pair (a, c) of the "
        "other is "
        "not in it",
        given={"p, q": "[0, 1]"},
        witness={"a": "1/2", "c": "7/8"},
    ),
    Claim(
        "chai_nayak.regions_identical",
        "(min(u, 1-lc) = u and min(uc, 1-l) = uc and 1 - min(uc, 1-l) = l and 1 - min(u, 1-lc) = lc)"
        " iff (l = 1 - uc and lc = 1 - u)",
        kernel="ChaiNayakCriteria.regions_identical",
        where="Section 3, after Definition 3.1",
        printed="the two PBRs would be identical only when h_l(a) = 1 - h_u(1-a), 0 <= a <= 1",
        argument=f"both directions, for a and 1 - a together; {STATES}; equal regions mean equal boundaries, because the "
        "upward boundary lies above the diagonal and the downward one below it",
        given=BOUNDARIES,
    ),
    Claim(
        "chai_nayak.eq_3_3_at_least_1",
        "R(p, h) >= 1 and (R(p, h) = 1 iff h = p)",
        kernel="ChaiNayakSentences.bound_is_infimum",
        where="Section 3, (3.3)",
        printed="for any given h, define B(h) = inf over 0 < p < 1 of (1-p)/p h(p)/[1 - h(p)]",
        reading="printed under (3.3), a term with h(p) = 1 is infinite",
        narrowed=(
            "",
            "the printed words define B(h), and a definition is not proved; shown is that it defines a number or infinity for "
            "every "
            "h of Definition 3.1, and that all terms and B(h) are at least 1",
        ),
        argument="what Definition 3.1 implies: B(h) >= 1, so a mechanism whose parity is 1 meets every demand",
        given={**PRIOR, "h": "p <= h < 1"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.eq_3_3_alternative",
        kernel="ChaiNayakNotions.eq_3_3_alternative",
        where="Section 3, after (3.3)",
        printed="alternatively, we can take the infimum over {0 < p < 1 : h(p) < 1}",
        reading="an infimum over no p at all (h = 1) is infinite",
        decided_by=alternative_items,
        argument="terms with h(p) = 1 are infinite by convention and change no infimum; if all are, both are infinite",
    ),
    Claim(
        "chai_nayak.lemma_3_2",
        kernel="ChaiNayak.lemma_3_2",
        where="Section 3, Lemma 3.2",
        printed="P provides h-CSIP if and only if (3.4) holds for all atomic events",
        decided_by=atoms_items,
        argument=(
            "With x the average of the row over Q and M its largest entry there, moving Q's prior to that entry keeps "
            "P_alpha(Q) and the rest s of P_alpha(Z = d_i)."
        )
        + "; "
        + (
            "`if` by the first two items for every Q, prior and row; `only if` because atoms are events, with the last "
            "item for the atoms of prior 1, which (3.2) leaves out"
        ),
    ),
    Claim(
        "chai_nayak.theorem_3_1",
        kernel="ChaiNayakCriteria.theorem_3_1_parity",
        where="Section 3, Theorem 3.1",
        printed="for any given h, P provides h-CSIP if and only if eta(P) <= B(h)",
        reading="h = 1 has B(h) infinite, and an infinite parity is at most that",
        decided_by=theorem_items,
        argument=BY_RATIO + "; parities are finite or infinite, h(p) is below 1 or 1",
    ),
    Claim(
        "chai_nayak.lemma_3_3",
        kernel="ChaiNayakCriteria.lemma_3_3_parity",
        where="Section 3, Lemma 3.3",
        printed="(3.4) for all i, j and alpha if and only if eta(P) <= B(h)",
        reading="the same items as Theorem 3.1: the breaches shown there are of single categories",
        decided_by=theorem_items,
        argument=BY_RATIO + "; an atom's ratio u lies in the same interval",
    ),
    Claim(
        "chai_nayak.b_of_rho",
        kernel="ChaiNayakBounds.theorem_1_1_again",
        where="Section 3, after Theorem 3.1",
        printed="Theorem 1.1 can be obtained from Theorem 3.1 by calculating B(h)",
        reading="rho_1-to-rho_2 privacy is [h_l * h_u]-CSIP with B = rho_2 (1-rho_1)/(rho_1 (1-rho_2)), so Theorem 3.1 "
        "says that it is (1.6): Theorem 1.1 with its converse",
        decided_by=rho_items,
        argument="the three items for all rho: a lower bound on both parts and the limit at rho_1; the others compare",
    ),
    Claim(
        "chai_nayak.b_of_beta",
        kernel="ChaiNayakBounds.theorem_1_2_again",
        where="Section 3, after Theorem 3.1",
        printed="Theorem 1.2 can be obtained from Theorem 3.1 by calculating B(h)",
        reading="beta-factor privacy is [h_l * h_u]-CSIP with B = beta, so Theorem 3.1 says that it is parity at most beta",
        decided_by=beta_items,
        argument="both parts are above beta for every p, and values below beta + s occur for every s > 0",
    ),
    Claim(
        "chai_nayak.h_is_1",
        kernel="ChaiNayakWhole.infinite_where_h_is_1",
        where="Section 3, after (3.3)",
        printed="we take h(p)/[1 - h(p)] = infinity when h(p) = 1",
        narrowed=("", "the printed words are a convention, which is not proved; shown is what makes it right"),
        reading="prior by prior: the odds x/(1-x) grow beyond every bound as x rises to 1; with it "
        "the term of (3.3) at p is infinite exactly if h(p) = 1; and there h bars no posterior of any procedure, zeros or not",
        decided_by=edge_items,
        argument="any posterior is at most 1; any parity, infinite ones included, is at most infinity",
    ),
]
