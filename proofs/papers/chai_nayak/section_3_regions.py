"""Section 3: the boundaries of (3.5) and the precise privacy breach regions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from rropt.breach.regions import protected_region
from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item
from rropt.mechanism import Mechanism

from .definitions import DEFINE, PRIOR, Rows, events, fractions, parity, posteriors

GAMMA = {"g": "g > 1"}
HALF = Fraction(1, 2)
ROW = {"g": "g > 1", "c": "1 <= c <= g"}


def same_parity_items() -> Iterator[Item]:
    """Two designs of parity 2 over two categories: the posteriors that events of prior 1/2 reach differ."""
    warner = fractions([[2, 1], [1, 2]], 3)
    diluted = fractions([[2, 1], [1, 2], [3, 3]], 6)
    yield Fact("both have parity 2", parity(warner), "=", parity(diluted))
    even = (HALF, HALF)
    yield Fact(
        "k = 2, prior 1/2, attained posteriors of ((2,1),(1,2))/3 and of ((2,1),(1,2),(3,3))/6",
        tuple(sorted(posteriors(warner, even, HALF))),
        "=",
        tuple(sorted(posteriors(diluted, even, HALF))),
    )
    known = Mechanism(fractions([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 1))
    pooled = Mechanism(fractions([[1, 1, 0], [0, 0, 1]], 1))
    yield Fact("both have infinite parity", parity(known.rows), "=", parity(pooled.rows))
    yield Fact(
        "k = 3: attained odds ratios of the identity and of the pooled design",
        str(protected_region(known).ratios),
        "=",
        str(protected_region(pooled).ratios),
    )


def three_category_items() -> Iterator[Item]:
    """A row in proportion to (1, c, g, ...) with 1 <= c <= g attains every odds ratio r in [1/g, g]."""
    yield Statement(
        "three ranges of r cover [1/g, g]", "r <= 1/c or 1/c <= r <= g/c or g/c <= r", {**ROW, "r": "r > 0"}
    )
    yield Statement(
        "{largest} against a mixture of the least and the third",
        "1 <= g/r and g/r <= c",
        {**ROW, "r": "0 < r <= g"},
        ("g <= r*c",),
    )
    yield Statement(
        "{least} against a mixture of the largest and the third",
        "c <= 1/r and 1/r <= g",
        {**ROW, "r": "r > 0"},
        ("r*c <= 1", "1 <= g*r"),
    )
    yield Statement(
        "a mixture of the least and the largest against the third",
        "1 <= r*c and r*c <= g",
        {**ROW, "r": "1/c <= r <= g/c"},
    )
    yield Statement(
        "every value between two entries is a mixture of them",
        "w*a + (1-w)*b = v and 0 <= w and w <= 1",
        {"a": "real", "b": "b > a", "v": "a <= v <= b", "w": "real"},
        ("w*(b - a) = b - v",),
    )
    yield Statement(
        "no row of smaller parity and no event goes further",
        "L(g,p) <= post(p,u) and post(p,u) <= H(g,p)",
        {**PRIOR, "g": "g > 1", "u": "u > 0"},
        ("u <= g", "1 <= g*u"),
        DEFINE,
    )
    yield Statement(
        "and each posterior between the boundaries is that of one odds ratio",
        "u <= g and 1 <= g*u and post(p,u) = q",
        {**PRIOR, "g": "g > 1", "q": "(0, 1)", "u": "real"},
        ("L(g,p) <= q", "q <= H(g,p)", "u*p*(1-q) = q*(1-p)"),
        DEFINE,
    )
    for rows in (
        [[4, 2, 1], [1, 3, 4]],
        [[4, 4, 1], [1, 1, 4]],
        [[4, 1, 2], [2, 4, 1], [1, 2, 4]],
        [[4, 1, 1, 1], [1, 4, 4, 4]],
    ):
        total = sum(row[0] for row in rows)
        if all(sum(column) == total for column in zip(*rows, strict=True)):
            found = protected_region(Mechanism(fractions(rows, total)))
            yield Fact(f"{rows}: attained odds ratios", str(found.ratios), "=", str(((Fraction(1, 4), Fraction(4)),)))


def two_category_items() -> Iterator[Item]:
    """k = 2: prior 1/2 of an event fixes the belief, so events and responses are all there is to choose."""
    for m in (2, 3, 4):
        choices = len(list(itertools.product(events(2), range(m))))
        asked = {Fraction(1, 3) + Fraction(n, 6 * m) for n in range(2 * m + 1)}
        yield Fact(
            f"m = {m}: posteriors that m responses can attain at prior 1/2, against different ones between the "
            "boundaries of gamma = 2",
            choices,
            ">=",
            len(asked),
        )


def only_above_1_items() -> Iterator[Item]:
    silent: Rows = fractions([[1, 1, 1], [1, 1, 1]], 2)
    region = protected_region(Mechanism(silent))
    yield Fact(
        "k = 3, two equal rows: W_P is everything off the diagonal, a region with h_l(a) = h_u(a) = a",
        str(region.ratios),
        "=",
        str(((Fraction(1), Fraction(1)),)),
    )
    yield Statement("these boundaries are those of gamma = 1", "H(1,p) = p and L(1,p) = p", PRIOR, (), DEFINE)
    yield Fact("the gamma of the region of P = ((1,1,1),(1,1,1))/2, which is precise", parity(silent), ">", Fraction(1))


def boundary_items() -> Iterator[Item]:
    yield Statement(
        "finite parity g >= 1: the largest attained posterior is H(g, p)",
        "post(p,u) <= H(g,p) and post(p,g) = H(g,p)",
        {**PRIOR, "g": "g >= 1", "u": "0 < u <= g"},
        (),
        DEFINE,
    )
    yield Statement(
        "the least is L(g, p)",
        "post(p,u) >= L(g,p) and post(p,1/g) = L(g,p)",
        {**PRIOR, "g": "g >= 1", "u": "u > 0"},
        ("g*u >= 1",),
        DEFINE,
    )
    yield Statement(
        "infinite parity: entries x > 0 and 0 attain the posteriors 1 and 0 from every prior",
        "p*x/(p*x + (1-p)*0) = 1 and p*0/(p*0 + (1-p)*x) = 0",
        {**PRIOR, "x": "(0, 1]"},
    )


SIZES = (
    "any row with the largest parity, one third category and the mixtures listed, give every attained pair for k >= 3"
)

CLAIMS = [
    Claim(
        "chai_nayak.eq_3_5",
        "(h < 1 implies (g <= R(p, h) iff h >= H(g, p))) and (h = 1 implies h >= H(g, p))",
        kernel="ChaiNayakClauses.eq_3_5_whole",
        where="Section 3, (3.5) and the sentence that it ends",
        printed="P with eta(P) = gamma > 1 guarantees h-CSIP for all h such that gamma <= (1-p)/p h(p)/[1 - h(p)] for all 0 < p < "
        "1, "
        "or equivalently h(p) >= h_gamma(p), where h_gamma(p) = gamma p/(1 + (gamma-1) p)",
        reading="where h(p) = 1 the quotient is infinite, and both sides hold; h is as Definition 3.1 wants it",
        argument="the engine has the equivalence, prior by prior",
        given={**PRIOR, **GAMMA, "h": "p <= h <= 1"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.eq_3_5_where_h_is_1",
        "H(g, p) < 1 and p < H(g, p)",
        where="Section 3, (3.5)",
        printed="the same, where h(p) = 1",
        argument="there both sides of the equivalence hold; and p < h_gamma(p) < 1 makes it a boundary",
        given={**PRIOR, **GAMMA},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.up_boundary",
        "post(p,u) <= H(g,p) and post(p,g) = H(g,p)",
        kernel="ChaiNayakNotions.boundaries",
        where="Section 3, after (3.5)",
        printed="h_gamma is the up breach boundary of any P with parity gamma",
        narrowed=(
            "",
            "the boundary is read as the largest posterior attained from p, for 0 < p < 1; that all below it is attained too, as a "
            "region W[h_l, h_u] has it, is false for k = 2 (chai_nayak.region_by_parity)",
        ),
        given={**PRIOR, **GAMMA, "u": "0 < u <= g"},
        define=DEFINE,
        argument="a posterior from p is post(p, u), u at most the parity, by chai_nayak.averages; some response attains it",
        uses=("chai_nayak.averages",),
    ),
    Claim(
        "chai_nayak.down_boundary",
        "L(g,p) = p/(p + g*(1-p)) and post(p,u) >= L(g,p) and post(p,1/g) = L(g,p)",
        kernel="ChaiNayakNotions.boundaries",
        where="Section 3, after (3.5)",
        printed="the corresponding down boundary is 1 - h_gamma(1-p)",
        narrowed=(
            "",
            "the boundary is read as the least posterior attained from p, for 0 < p < 1; what lies between the two boundaries is "
            "chai_nayak.region_by_parity",
        ),
        given={**PRIOR, **GAMMA, "u": "u > 0"},
        assuming=("g*u >= 1",),
        define=DEFINE,
        argument="a posterior from p is post(p, u), u at least 1/parity, by chai_nayak.averages; some response attains it",
        uses=("chai_nayak.averages",),
    ),
    Claim(
        "chai_nayak.b_of_precise",
        "R(p, H(g,p)) = g",
        kernel="ChaiNayakCriteria.demand_is_bound",
        where="Section 3, after Theorem 3.1",
        printed="in h-CSIP context, B(h) quantifies the privacy demand of h",
        reading="of two demands that of the larger bound is met by all that meets the other, and by more if it "
        "is larger; h-CSIP is h_gamma-CSIP at gamma = B(h), and B(h_gamma) = gamma",
        narrowed=("", "B(h) is finite; an infinite bound, chai_nayak.h_is_1, asks nothing"),
        argument="B(h_gamma) = gamma, term by term; the rest is Theorem 3.1",
        given={**PRIOR, **GAMMA},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.region_by_parity",
        kernel="Errata.not_chai_nayak_region_by_parity",
        where="Section 3, after (3.5)",
        printed="the PBR of P is determined only by its parity, so all P with a common parity have the same PBR",
        reading="the PBR of Definition 2.3, the pairs that are not attained. With two categories an event is one category, "
        "so each response attains two posteriors from a prior, not the interval between them; with infinite parity a "
        "response that singles out one category attains 0 and 1 alone",
        decided_by=same_parity_items,
        repairs=(
            Repair(
                why="k >= 3 and finite parity: the attained pairs are exactly those between the boundaries of (3.5)",
                decided_by=three_category_items,
                argument=SIZES,
                kernel="ChaiNayakRegions.region_by_parity_repaired",
            ),
        ),
    ),
    Claim(
        "chai_nayak.precise_if",
        kernel="Misprints.not_chai_nayak_precise_if",
        where="Section 3, after (3.5)",
        printed="W is a precise PBR if its up and down breach boundaries are h_gamma and its mirror image for some gamma > 1",
        reading="for a survey variable of k >= 2 categories, as in Proposition 4.1; Definition 2.4 with Definition 2.3",
        argument="For k = 2 an event of prior 1/2 is one of the two categories under the even belief, so m responses attain at "
        "most 2m posteriors, fewer than the 2m + 1 listed, for every m; the region asks for a whole interval.",
        decided_by=two_category_items,
        repairs=(
            Repair(
                why="k >= 3: the gamma-diagonal procedure, or any other of parity gamma, has this region",
                decided_by=three_category_items,
                argument=SIZES,
                kernel="ChaiNayakRegions.precise_if_repaired",
            ),
        ),
    ),
    Claim(
        "chai_nayak.precise_only_if",
        kernel="Slips.not_chai_nayak_precise_only_if",
        where="Section 3, after (3.5)",
        printed="W is a precise PBR only if its up and down breach boundaries are h_gamma and its mirror image for some gamma > 1",
        reading="gamma = 1 is left out, though a procedure of equal columns has a PBR, and it satisfies every demand",
        decided_by=only_above_1_items,
        repairs=(
            Repair(
                kernel="ChaiNayakRegions.precise_only_if_repaired",
                why="for some gamma >= 1, or h_u = 1 and h_l = 0 on (0, 1), the limit at infinity",
                decided_by=boundary_items,
                argument="parities are finite or infinite; if W_P = W[h_l, h_u], then h_u(p) is the largest posterior attained "
                "from p and h_l(p) the least",
            ),
        ),
    ),
    Claim(
        "chai_nayak.shifts_upward",
        "H(v,p) > H(g,p) and L(v,p) < L(g,p) and (q > H(v,p) or q < L(v,p) implies q > H(g,p) or q < L(g,p))"
        " and L(v,p) <= H(v,p) <= 1",
        where="Section 3, after (3.5)",
        printed="as gamma increases, h_gamma(p) shifts upward and the PBR gets smaller",
        narrowed=(
            "",
            "the PBR is read as the region with the boundaries of (3.5), which that of a procedure is for k >= 3 "
            "(chai_nayak.region_by_parity)",
        ),
        reading="where 0 < p < 1: at v > gamma the PBR lacks the pair of p and h_v(p), and has none that it did not have",
        given={**PRIOR, **GAMMA, "v": "v > g", "q": "[0, 1]"},
        define=DEFINE,
    ),
    Claim(
        "chai_nayak.figure_4_ends",
        "H(g,0) = 0 and H(g,1) = 1 and H(g, 1/2) = g/(g+1) and L(g, 1/2) = 1/(g+1)",
        where="Section 3, Figure 4",
        printed="plots of precise up breach boundaries",
        narrowed=(
            "",
            "shown is where all curves begin and end, (0, 0) and (1, 1), and that they pass (1/2, gamma/(gamma+1))",
        ),
        given=GAMMA,
        define=DEFINE,
    ),
]
