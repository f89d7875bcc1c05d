"""Sections 5.1 and 5.2: the unrelated uniform question, Warner's device, and the captions of the figures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb, prod

from flint import fmpz_poly

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.chance import Chance, outcomes
from rropt.claims.evidence import Item
from rropt.families import unrelated_coin
from rropt.questions.loss import approximate_loss, loss

from .definitions import DEFINE, Bits, distance, randomizer, strings

Q = Fraction
QUESTION = {"p": "[0, 1]"}
INSIDE = {"p": "(0, 1)"}
PI = (Q("0.05"), Q("0.15"), Q("0.3"), Q("0.5"))
COIN = unrelated_coin(p=Q(1, 2))
P, TWO = fmpz_poly([0, 1]), fmpz_poly([2])
REST = fmpz_poly([1, -1])  # 1 - p


def mixed(x: Bits, u: Bits, z: Bits) -> Bits:
    """A(x, u, z) = x ⊙ (1 - u) + z ⊙ u."""
    return tuple(a * (1 - b) + c * b for a, b, c in zip(x, u, z, strict=True))


def ask(chance: Chance, x: Bits, p: Fraction) -> Bits:
    """M(x) = A(x, u, z) with bits of u that are 1 with probability p, and fair bits z."""
    u = tuple(int(chance.flip(p)) for _ in x)
    z = tuple(int(chance.flip(Q(1, 2))) for _ in x)
    return mixed(x, u, z)


def covers(u: Bits, d: Bits) -> bool:
    """u ≥ d: u ∧ d = d."""
    return all(a & b == b for a, b in zip(u, d, strict=True))


def difference(x: Bits, y: Bits) -> Bits:
    return tuple(a ^ b for a, b in zip(x, y, strict=True))


def cover_items() -> Iterator[Item]:
    for n in (1, 2, 3):
        for x in strings(n):
            for u in strings(n):
                for z in strings(n):
                    d = difference(x, mixed(x, u, z))
                    yield Fact(f"x = {x}, u = {u}, z = {z}", tuple(a & b for a, b in zip(u, d, strict=True)), "=", d)


def convolution_items() -> Iterator[Item]:
    """Pr(r) by every path, against Σ_{u ≥ d} Pr(U = u) Pr(Z =_u r) with the two printed probabilities."""
    for n in (1, 2, 3):
        for p in (Q(1, 2), Q(1, 5)):
            x = (1, 0, 1)[:n]
            drawn = outcomes(partial(ask, x=x, p=p))
            for r in strings(n):
                d = difference(x, r)
                total = sum(
                    (p ** sum(u) * (1 - p) ** (n - sum(u)) * Q(1, 2) ** sum(u) for u in strings(n) if covers(u, d)),
                    Q(0),
                )
                yield Fact(f"n = {n}, p = {p}, r = {r}", drawn.get(r, Q(0)), "=", total)


def weights_items() -> Iterator[Item]:
    """Pr(U = u) and Pr(Z =_u r), counted."""
    for n in (1, 2, 3):
        for u in strings(n):
            p = Q(1, 5)
            direct = prod((p if b else 1 - p for b in u), start=Q(1))
            yield Fact(f"u = {u}: Pr(U = u)", direct, "=", p ** sum(u) * (1 - p) ** (n - sum(u)))
            for r in strings(n):
                agree = sum(all(a & c == b & c for a, b, c in zip(z, r, u, strict=True)) for z in strings(n))
                yield Fact(f"u = {u}, r = {r}: Pr(Z =_u r)", Q(agree, 2**n), "=", Q(1, 2) ** sum(u))


def count_items() -> Iterator[Item]:
    for n in range(1, 7):
        for d in strings(n):
            above = [u for u in strings(n) if covers(u, d)]
            yield Fact(f"d = {d}: strings above it", len(above), "=", 2 ** (n - sum(d)))
            sizes = tuple(sum(sum(u) == i + sum(d) for u in above) for i in range(n - sum(d) + 1))
            yield Fact(f"d = {d}: by size", sizes, "=", tuple(comb(n - sum(d), i) for i in range(n - sum(d) + 1)))


def summed_items() -> Iterator[Item]:
    """2^n times both formulas, polynomials in p."""
    for n in range(1, 9):
        for d in range(n + 1):
            total = 0 * P
            for i in range(n - d + 1):
                total += comb(n - d, i) * P ** (i + d) * TWO ** (n - i - d) * REST ** (n - i - d)
            yield Fact(f"n = {n}, |d| = {d}", total, "=", P**d * (TWO - P) ** (n - d))


def entry_items() -> Iterator[Item]:
    for n in (1, 2, 3):
        for p in (Q(1, 2), Q(1, 5), Q(9, 10)):
            c = randomizer((2 - p) / 2, n)
            want = tuple(
                tuple(p ** distance(r, x) * (2 - p) ** (n - distance(r, x)) / 2**n for x in strings(n))
                for r in strings(n)
            )
            yield Fact(f"n = {n}, p = {p}", c, "=", want)
    yield Statement("one bit", "(1-p) + p/2 = (2-p)/2 and 1 - (2-p)/2 = p/2", given=QUESTION)
    yield Statement("one bit more", "w*(2-p)/2 = w*((2-p)/2) and w*p/2 = w*(p/2)", given={**QUESTION, "w": "real"})


def caption_items() -> Iterator[Item]:
    yield Fact("L by Theorem 4.6 at the caption's π and p", loss([COIN, COIN], PI).value, "=", Q("9.75"))


def caption_approximation_items() -> Iterator[Item]:
    yield Fact("f_L(2/(2^2 + 1))", approximate_loss([COIN, COIN]).value, "=", Q("9.75"))
    yield Statement("the same from the formula", "fL(cM(1/2)^2, 2/5) = 9.75", define=DEFINE)


def growth_items() -> Iterator[Item]:
    """L(n+1) > L(n) at every p: L(n) - 1 = (b^n - 1)(2^n + 1)/(2^n - 1) with b = c_M at n = 1."""
    for n in range(1, 12):
        now, later = Q(2**n + 1, 2**n - 1), Q(2 ** (n + 1) + 1, 2 ** (n + 1) - 1)
        low = " + ".join(f"b^{i}" for i in range(n))
        yield Statement(
            f"n = {n}",
            f"({low})*({now}) < ({low} + b^{n})*({later})",
            given={"b": "b > 1"},
        )
    yield Statement("b > 1", "cM(p) > 1", given=INSIDE, define=DEFINE)
    yield Statement("the factor b - 1", "b > 1 and x < y implies 1 + (b-1)*x < 1 + (b-1)*y", given={"b, x, y": "real"})


def power_items() -> Iterator[Item]:
    yield Statement("n = 1", "cM(p)/cW(p) < 1 iff p < 2/3", given=INSIDE, assuming=("p != 1/2",), define=DEFINE)
    yield Statement("one bit more", "x < 1 and y < 1 implies x*y < 1", given={"x, y": "[0, inf)"})
    yield Statement("and on the other side", "x >= 1 and y >= 1 implies x*y >= 1", given={"x, y": "[0, inf)"})


def equal_items() -> Iterator[Item]:
    """Both randomizers at privacy u = exp(α): (2-p)/p = u, and p/(1-p) = u or (1-p)/p = u."""
    for label, condition, name in (
        ("unrelated question", "(2-p)/p = u", "cM"),
        ("Warner, p > 1/2", "p/(1-p) = u", "cW"),
        ("Warner, p < 1/2", "(1-p)/p = u", "cW"),
    ):
        yield Statement(
            label, f"{name}(p) = ca(u)", given={**INSIDE, "u": "u > 1"}, assuming=(condition,), define=DEFINE
        )


CLAIMS = [
    Claim(
        "vinterbo.unrelated_cover",
        kernel="VinterboBits.unrelated_cover",
        where="Section 5.1",
        printed="if A(x, u, z) = r, then u >= d = x ⊕ r",
        decided_by=cover_items,
        argument="every n: A acts on each bit alone, and all cases of one bit are among them",
    ),
    Claim(
        "vinterbo.unrelated_convolution",
        kernel="VinterboBits.unrelated_convolution",
        where="Section 5.1, first display",
        printed="P(r = A(x,U,Z)) = Σ_{u >= d} P(U = u) P(Z =_u r)",
        decided_by=convolution_items,
        argument="every n: given u, A gives r exactly where x and r agree outside u and Z and r agree on u",
    ),
    Claim(
        "vinterbo.unrelated_weights",
        kernel="VinterboBits.unrelated_weights",
        where="Section 5.1",
        printed="P(U = u) = p^|u| (1-p)^(n-|u|) and P(Z =_u r) = (1/2)^|u|",
        decided_by=weights_items,
        argument="every n and p: the bits are independent, and Z is fixed on the |u| bits of u",
    ),
    Claim(
        "vinterbo.unrelated_count",
        kernel="VinterboBits.unrelated_count",
        where="Section 5.1",
        printed="2^(n-|d|) strings u have u >= d, and binomial(n-|d|, i) of them have |u| = i + |d|",
        decided_by=count_items,
        argument="every n: the bits of u outside d are free",
    ),
    Claim(
        "vinterbo.unrelated_sum",
        kernel="VinterboBits.unrelated_sum",
        where="Section 5.1, second display against the third",
        printed="Σ binomial(n-|d|, i) (p/2)^(i+|d|) (1-p)^(n-i-|d|) = p^|d| (2-p)^(n-|d|)/2^n",
        decided_by=summed_items,
        argument="every n: (p/2)^|d| times the binomial expansion of (p/2 + 1 - p)^(n-|d|)",
    ),
    Claim(
        "vinterbo.unrelated_matrix",
        kernel="VinterboBits.unrelated_matrix",
        where="Section 5.1, third display",
        printed="M_S has the matrix C_{(2-p)/2}, and C_M the entries p^|x⊕r| (2-p)^(n-|x⊕r|)/2^n",
        decided_by=entry_items,
        argument="every n and p: one more bit multiplies an entry by (2-p)/2 or p/2",
    ),
    Claim(
        "vinterbo.unrelated_c",
        "base((2-p)/2)^n = cM(p)^n",
        where="Section 5.1, fourth display",
        printed="c_M = ((p² - 2p + 2)/(2(p-1)²))^n",
        given={"p": "0 <= p < 1", "n": "integer n >= 0"},
        define=DEFINE,
    ),
    Claim(
        "vinterbo.unrelated_bisymmetric",
        "p*h = p*(1-h) iff h = 1/2",
        kernel="VinterboBits.unrelated_matrix",
        where="Sections 1.1 and 5.1",
        printed="the variant of the unrelated question whose answer is uniform belongs to the family",
        reading="in Coq n bits of it have the matrix C_a of the family, a = (2-p)/2, at every p; and with an innocent question "
        "true of a share h, the matrix "
        "((1-ph, p(1-h)), (ph, 1-p(1-h))) is bisymmetric exactly at h = 1/2; at p = 0, where it is never asked, at every h",
        given={"p": "(0, 1]", "h": "[0, 1]"},
    ),
    Claim(
        "vinterbo.figure_1_loss",
        kernel="Errata.not_vinterbo_figure_1_loss",
        where="Figure 1, caption (a)",
        printed="L = 9.75 for π = (0.05, 0.15, 0.3, 0.5) and p = 0.5",
        reading="L is the loss of Proposition 3.1 and Theorem 4.6, here at a fixed and known π, as in the text on panel (c), "
        "which sets L against the approximated loss; panel (b) of the same caption writes L for the approximation, "
        "and read "
        "so the number is right, vinterbo.figure_1_approximation",
        decided_by=caption_items,
        define=DEFINE,
        repairs=(
            Repair(
                why="the loss at this π is 1177/127, about 9.27",
                states="fL(cM(1/2)^2, 0.05^2 + 0.15^2 + 0.3^2 + 0.5^2) = 1177/127 and 1177/127 ~ 9.27",
            ),
        ),
    ),
    Claim(
        "vinterbo.figure_1_approximation",
        where="Figure 1, captions (a) and (b)",
        printed="L = f_L(2/(2^n+1)) = 9.75 at n = 2 and p = 0.5",
        reading="the approximate loss, which does not look at π",
        decided_by=caption_approximation_items,
        argument="one number",
    ),
    Claim(
        "vinterbo.figure_1_sample",
        "9.75*1000 >= 1177/127*1000 and (6.25 - 0.365)/9750 <= (1 - 0.365)/1000",
        where="Section 5.1, on Figure 1(a)",
        printed="with L 1000 randomized answers the estimate is as close to π as with 1000 truthful ones",
        narrowed=(
            "",
            "shown of the expected squared errors, at L = 9.75, s = 0.365, c = 2.5², and not of the data drawn",
        ),
    ),
    Claim(
        "vinterbo.figure_1_constant",
        "cM(1/2) = 2.5 and cM(1/2)^2 = 6.25 and 0.05^2 + 0.15^2 + 0.3^2 + 0.5^2 = 0.365"
        " and 0.05 + 0.15 + 0.3 + 0.5 = 1",
        where="Figure 1, caption (a)",
        printed="π = (0.05, 0.15, 0.3, 0.5)ᵀ, p = 0.5",
        narrowed=(
            "",
            "data, of which nothing is said there; shown is that π is a distribution, and which c and s they make",
        ),
        define=DEFINE,
    ),
    Claim(
        "vinterbo.figure_1_growth",
        kernel="VinterboLoss.figure_1_growth",
        where="Section 5.1, on Figure 1(b)",
        printed="log f_L(2/(2^n+1)) grows in n = 1, …, 12",
        reading="for every p in (0, 1), since the three values of p are not printed with panel (b)",
        decided_by=growth_items,
        argument="all n of the panel; b^n - 1 = (b-1)(1 + b + … + b^(n-1))",
    ),
    Claim(
        "vinterbo.warner_matrix",
        "(1 - abs(s-x) = 1 iff s = x) and (x = 1 implies 1 - abs(s-x) = s) and (x = 0 implies 1 - abs(s-x) = 1 - s)",
        kernel="VinterboBits.warner_matrix",
        where="Section 5.2, first paragraph",
        printed="who answers yes if the spinner, which shows Yes with probability p, indicates the truth, and no "
        "otherwise, has the "
        "matrix C_p",
        argument="s is what the spinner shows, x the truth and 1 - |s - x| the answer, yes being 1: given x = 1 it is "
        "yes where s is, "
        "with probability p, and given x = 0 where s is no, with probability 1 - p",
        given={"s, x": "integer [0, 1]"},
    ),
    Claim(
        "vinterbo.warner_inverse",
        "p^2 - (1-p)^2 != 0 iff p != 1/2",
        where="Section 5.2",
        printed="C_p is invertible if p != 0.5",
        reading="its determinant is not 0; the inverse is that of vinterbo.invertible_if",
        given=QUESTION,
    ),
    Claim(
        "vinterbo.warner_c",
        "base(p)^n = cW(p)^n",
        where="Section 5.2, first display",
        printed="c_W = ((2p² - 2p + 1)/(2p-1)²)^n",
        given={**QUESTION, "n": "integer n >= 0"},
        assuming=("p != 1/2",),
        define=DEFINE,
    ),
    Claim(
        "vinterbo.ratio_below_one",
        kernel="VinterboBits.ratio_below_one",
        where="Section 5.2",
        printed="c_M/c_W < 1 for p in (0, 2/3)",
        narrowed=("", "p != 1/2, where c_W is undefined, as the text says below"),
        decided_by=power_items,
        argument="every n: both are n-th powers",
    ),
    Claim(
        "vinterbo.ratio_near_half",
        "(h < p and p < 1/2 implies cM(p)/cW(p) < cM(h)/cW(h)) and (h > p and p > 1/2 implies cM(p)/cW(p) < cM(h)/cW(h))"
        " and cM(p)/cW(p) <= 2*cM(p)*(2*p-1)^2",
        where="Section 5.2, on Figure 2(a)",
        printed="the unrelated question is preferable particularly around p = 0.5",
        reading="on each side the ratio, of one bit as in Figure 2 (a), falls towards p = 1/2, where it is not defined, as the "
        "text says; it falls to 0, as it is at most 2 c_M (2p-1)², and c_M is 5/2 there",
        given={"p, h": "(0, 1)"},
        assuming=("p != 1/2", "h != 1/2"),
        define=DEFINE,
    ),
    Claim(
        "vinterbo.ratio_emphasized",
        "(x < 1 implies x^(n+1) < x^n) and (x > 1 implies x^(n+1) > x^n)",
        where="Section 5.2",
        printed="the preference regions are emphasized as n increases",
        reading="the ratio (c_M/c_W)^n moves further from 1 with every bit, x the ratio of one",
        argument="c_M and c_W of n bits are the n-th powers of those of one bit, and so is their ratio",
        given={"x": "(0, inf)", "n": "integer n >= 0"},
    ),
    Claim(
        "vinterbo.figure_2_crossing",
        "(cM(p)/cW(p) < 1 iff p < 2/3) and cM(2/3)/cW(2/3) = 1",
        where="Section 5.2, on Figure 2 (a), p in (0, 0.8)",
        printed="we see that when p < 2/3, the unrelated question is preferable (c_W is undefined at p = 0.5)",
        reading="the ratio of one bit, which the figure shows, is below 1 exactly there",
        given={"p": "(0, 4/5)"},
        assuming=("p != 1/2",),
        define=DEFINE,
    ),
    Claim(
        "vinterbo.equal_at_privacy",
        kernel="VinterboBits.equal_constants",
        where="Section 5.2, last display",
        printed="c_M(α) = c_W(α) = ((exp(2α) + 1)/(exp(α) - 1)²)^n",
        narrowed=("", "k = 1 in Section 4.3: α is the privacy of one bit, r(a) = exp(α)"),
        decided_by=equal_items,
        argument="both branches of r, for every n: both are n-th powers",
    ),
    Claim(
        "vinterbo.equal_at_privacy_of_k_bits",
        "u = v^k implies ((v^2+1)/(v-1)^2)^n = ((u^2+1)/(u-1)^2)^n",
        where="Section 5.2, last display, with Section 4.3",
        printed="as functions of the privacy level α of Section 4.3, c_M(α) = c_W(α) = ((exp(2α) + 1)/(exp(α) - 1)²)^n",
        reading="for inputs that differ in at most k bits, α of Section 4.3 is k times the level of one bit: v = exp(α/k) and "
        "u = exp(α)",
        given={"u": "u > 1", "v": "v > 1", "k, n": "integer [1, inf)"},
        define=DEFINE,
        repairs=(
            Repair(
                states="((2-p)/p = v implies cM(p)^n = ca(v)^n) and ((q/(1-q) = v or (1-q)/q = v) implies cW(q)^n = ca(v)^n)",
                given={"p, q": "(0, 1)"},
                reading="v = exp(α/k) is the ratio of one bit, (2-p)/p of the unrelated question and q/(1-q) or (1-q)/q of "
                "Warner's",
                why="with exp(α/k) for exp(α): c_M(α) = c_W(α) = ((exp(2α/k) + 1)/(exp(α/k) - 1)²)^n",
            ),
        ),
    ),
    Claim(
        "vinterbo.figure_2_decreasing",
        "u < v implies ca(u) > ca(v)",
        narrowed=(("", "shown is that the curve drawn falls, not how high it is"),),
        where="Figure 2, caption (b)",
        printed="c_M(α) = c_W(α) for n = 1 and α in [0.2, 2]",
        reading="the curve falls",
        given={"u, v": "(1, inf)"},
        define=DEFINE,
    ),
]
