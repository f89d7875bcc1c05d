"""Section 4.1: Proposition 4.3, Theorem 4.4 and Corollary 1: the matrix, its symmetries and its inverse."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import fmpz_poly

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item

from .definitions import (
    BACK,
    GAP,
    HALF,
    ONE_BIT,
    Bits,
    distance,
    eta,
    inverse_eta,
    iterated,
    kron,
    monomials,
    multiply,
    randomizer,
    scalar,
    table,
)
from .section_4 import BY_DISTANCE, LARGEST, entries_items

SAME_DISTANCE = (
    "every n: the entry depends on the distance d alone (vinterbo.observation_1_entries), and these strings keep d"
)


def bisymmetric_items() -> Iterator[Item]:
    for n in range(LARGEST + 1):
        c = monomials(n)
        yield Fact(f"n = {n}, main diagonal", c, "=", tuple(zip(*c, strict=True)))
        yield Fact(f"n = {n}, other diagonal", c, "=", tuple(zip(*(r[::-1] for r in c[::-1]), strict=True)))


def diagonal_items() -> Iterator[Item]:
    for n in range(LARGEST + 1):
        c = monomials(n)
        yield Fact(f"n = {n}", tuple(c[i][i] for i in range(1 << n)), "=", ((n, 0),) * (1 << n))


def anti_diagonal_items() -> Iterator[Item]:
    for n in range(LARGEST + 1):
        c = monomials(n)
        yield Fact(f"n = {n}", tuple(c[i][-1 - i] for i in range(1 << n)), "=", ((0, n),) * (1 << n))


def distinct_items() -> Iterator[Item]:
    for n in range(LARGEST + 1):
        yield Fact(f"n = {n}", len({x for row in monomials(n) for x in row}), "<=", n + 1)


def complement_items() -> Iterator[Item]:
    for n in range(1, 9):
        for i in range(1 << n):
            opposite = tuple(1 - b for b in inverse_eta(i, n))
            yield Fact(f"n = {n}, i = {i}", inverse_eta((1 << n) - 1 - i, n), "=", opposite)


def far_printed_items() -> Iterator[Item]:
    for n in (1, 2, 3):
        for i in range(n + 1):
            yield Fact(f"n = {n}, i = {i}", distance(inverse_eta(i, n), inverse_eta(n - i, n)), "=", n)


def far_items() -> Iterator[Item]:
    for n in range(1, 9):
        for i in range(1 << n):
            yield Fact(f"n = {n}, i = {i}", distance(inverse_eta(i, n), inverse_eta((1 << n) - 1 - i, n)), "=", n)


def reflected_items() -> Iterator[Item]:
    for n in range(1, LARGEST):
        top = (1 << n) - 1
        here = table(n, distance, eta)
        there = tuple(
            tuple(distance(inverse_eta(top - j, n), inverse_eta(top - i, n)) for j in range(top + 1))
            for i in range(top + 1)
        )
        yield Fact(f"n = {n}, all i and j", here, "=", there)


def inverse_items() -> Iterator[Item]:
    """(2a-1)^n C_a(n)⁻¹ = ((a, a-1), (a-1, a))^{⊗n}: the product with C_a(n) is (2a-1)^n times the identity, for all a."""
    for n in range(5):
        left = multiply(iterated(ONE_BIT, n, one=GAP**0), iterated(BACK, n, one=GAP**0))
        yield Fact(f"n = {n}", left, "=", scalar(GAP**n, n))
    yield Statement(
        "one bit",
        "a*e + (1-a)*(1-e) = 1 and a*(1-e) + (1-a)*e = 0 and e = a/(2*a-1) and 1 - e = (a-1)/(2*a-1)",
        given={"a, e": "real"},
        assuming=("2*a - 1 != 0", "e = a/(2*a-1)"),
    )


def _entry(n: int, x: Bits, r: Bits) -> fmpz_poly:
    a, b = BACK[0]
    return a ** (n - distance(x, r)) * b ** distance(x, r)


def inverse_entries_items() -> Iterator[Item]:
    for n in range(LARGEST):
        back = iterated(BACK, n, one=GAP**0)
        direct = table(n, partial(_entry, n), eta)
        yield Fact(f"n = {n}, times (2a-1)^n", back, "=", direct)


def inverse_distinct_items() -> Iterator[Item]:
    for n in range(LARGEST):
        found = {str(x) for row in iterated(BACK, n, one=GAP**0) for x in row}
        yield Fact(f"n = {n}", len(found), "<=", n + 1)


def kronecker_printed_items() -> Iterator[Item]:
    a = randomizer(Fraction(3, 4), 1)
    b = ((Fraction(3, 2), -HALF), (-HALF, Fraction(3, 2)))
    yield Fact("A = B = C_{3/4}", kron(a, a), "=", kron(b, b))


def kronecker_inverse_items() -> Iterator[Item]:
    """(A⊗B)(A⁻¹⊗B⁻¹) = (AA⁻¹)⊗(BB⁻¹), entry by entry, for 2×2 matrices with symbols as entries."""
    names = {x: [[f"{x}{i}{j}" for j in (0, 1)] for i in (0, 1)] for x in "abcd"}
    given = {", ".join(y for m in names.values() for row in m for y in row): "real"}
    for i, j in ((0, 0), (0, 3), (1, 2), (3, 1)):
        (p, q), (r, s) = divmod(i, 2), divmod(j, 2)
        whole = " + ".join(
            f"{names['a'][p][u]}*{names['b'][q][v]}*{names['c'][u][r]}*{names['d'][v][s]}"
            for u in (0, 1)
            for v in (0, 1)
        )
        first = " + ".join(f"{names['a'][p][u]}*{names['c'][u][r]}" for u in (0, 1))
        second = " + ".join(f"{names['b'][q][v]}*{names['d'][v][s]}" for v in (0, 1))
        yield Statement(f"entry ({i}, {j}) of (A⊗B)(C⊗D)", f"{whole} = ({first})*({second})", given=given)


EVERY_N = "every n, by the same two sums for each further factor: "

CLAIMS = [
    Claim(
        "vinterbo.prop_4_3_bisymmetric",
        kernel="VinterboKronecker.proposition_4_3_a",
        where="Section 4.1, Proposition 4.3 a",
        printed="C_{a,b}(n) is bisymmetric",
        decided_by=bisymmetric_items,
        argument=SAME_DISTANCE,
        uses=("vinterbo.observation_1_entries",),
    ),
    Claim(
        "vinterbo.prop_4_3_diagonal",
        kernel="VinterboKronecker.proposition_4_3_b",
        where="Section 4.1, Proposition 4.3 b",
        printed="C_{a,b}(n) has a constant diagonal",
        decided_by=diagonal_items,
        argument=SAME_DISTANCE,
        uses=("vinterbo.observation_1_entries",),
    ),
    Claim(
        "vinterbo.prop_4_3_anti_diagonal",
        kernel="VinterboKronecker.proposition_4_3_c",
        where="Section 4.1, Proposition 4.3 c",
        printed="C_{a,b}(n) has a constant anti-diagonal",
        decided_by=anti_diagonal_items,
        argument=SAME_DISTANCE,
        uses=("vinterbo.observation_1_entries",),
    ),
    Claim(
        "vinterbo.prop_4_3_distinct",
        kernel="VinterboKronecker.proposition_4_3_d",
        where="Section 4.1, Proposition 4.3 d; Section 1.1",
        printed="C_{a,b}(n) has at most n + 1 distinct entries",
        decided_by=distinct_items,
        argument="every n: the entry depends on the distance alone, which is one of 0, …, n",
    ),
    Claim(
        "vinterbo.prop_4_3_complement",
        kernel="VinterboKronecker.complement",
        where="Appendix A, proof of Proposition 4.3",
        printed="ς((2^n - 1) - i) = 1 ⊕ ς(i)",
        decided_by=complement_items,
        argument="every n: 2^n - 1 has all bits set, so nothing is borrowed in the subtraction",
    ),
    Claim(
        "vinterbo.prop_4_3_item_1",
        kernel="Misprints.not_vinterbo_prop_4_3_item_1",
        where="Appendix A, proof of Proposition 4.3, item 1",
        printed="|ς(i) ⊕ ς(n - i)| = n",
        reading="as printed, with n - i; item 2 and the sentence before have 2^n - 1 - i",
        decided_by=far_printed_items,
        repairs=(
            Repair(
                kernel="VinterboKronecker.item_1",
                why="|ς(i) ⊕ ς(2^n - 1 - i)| = n",
                decided_by=far_items,
                argument="every n: the two strings are complements (vinterbo.prop_4_3_complement)",
                uses=("vinterbo.prop_4_3_complement",),
            ),
        ),
    ),
    Claim(
        "vinterbo.prop_4_3_item_2",
        kernel="VinterboKronecker.item_2",
        where="Appendix A, proof of Proposition 4.3, item 2",
        printed="|ς(i) ⊕ ς(j)| = |ς(2^n-1-j) ⊕ ς(2^n-1-i)|",
        decided_by=reflected_items,
        argument="every n: complementing both strings and exchanging them keeps their distance",
    ),
    Claim(
        "vinterbo.columns_sum_to_one",
        "a + b = 1 iff b = 1 - a",
        kernel="VinterboFamily.column_is_distribution",
        where="Section 4.1, after Proposition 4.3",
        printed="since a column in C_M contains a distribution, the sum of entries must be 1; consequently, b = 1 - a",
        reading="C_M = C_{a,b}(n) of n >= 1 bits: in Coq its column sums are (a + b)^n, and so 1 exactly where b = 1 - a; the "
        "engine's statement is that of one bit",
        given={"a, b": "[0, 1]"},
    ),
    Claim(
        "vinterbo.invertible",
        "a^2 - (1-a)^2 != 0",
        where="Abstract; Section 1.1, first two items",
        printed="randomizers that change each bit independently with the same probability are an iterated Kronecker product of an "
        "invertible and bisymmetric 2 x 2 matrix",
        reading="its determinant; Theorem 4.4 and Lemma 4.5 leave out a = 1/2",
        given={"a": "[0, 1]"},
        repairs=(Repair(adding=("a != 1/2",), why="of a bit that is not replaced by a fair coin"),),
    ),
    Claim(
        "vinterbo.theorem_4_4_entries",
        kernel="VinterboKronecker.observation_1_kronecker",
        where="Section 4.1, Theorem 4.4, first equation",
        printed="the entry of C_a(n) at r and x is a^(n-d) (1-a)^d with d = |r⊕x|",
        decided_by=entries_items,
        argument=BY_DISTANCE + "; here b = 1 - a",
    ),
    Claim(
        "vinterbo.theorem_4_4_inverse",
        kernel="VinterboSurveys.iterated_inverse",
        where="Section 4.1, Theorem 4.4, second equation; Section 1.1",
        printed="for a != 1/2 the inverse of C_a(n) is C_{a/(2a-1)}(n)",
        decided_by=inverse_items,
        argument="every n: (A⊗B)(C⊗D) = (AC)⊗(BD), and one bit for all a",
    ),
    Claim(
        "vinterbo.invertible_if",
        "a*u + b*v = 1 and a*v + b*u = 0 and b*u + a*v = 0",
        where="Appendix A, proof of Theorem 4.4",
        printed="C_{a,b}(1) is invertible if a² != b²",
        reading="the inverse has u = a/(a²-b²) on the diagonal and v = -b/(a²-b²) off it",
        given={"a, b, u, v": "real"},
        assuming=("a^2 - b^2 != 0", "u = a/(a^2-b^2)", "v = -b/(a^2-b^2)"),
    ),
    Claim(
        "vinterbo.kronecker_inverse",
        kernel="Slips.not_vinterbo_kronecker_inverse",
        where="Appendix A, proof of Theorem 4.4",
        printed="(A⊗B) = (A⁻¹⊗B⁻¹)",
        reading="as printed, without an inverse on the left: a slip, and the repair is what the proof uses",
        decided_by=kronecker_printed_items,
        repairs=(
            Repair(
                kernel="VinterboBounds.kronecker_inverse",
                why="(A⊗B)⁻¹ = A⁻¹⊗B⁻¹, since (A⊗B)(C⊗D) = (AC)⊗(BD), which is VinterboBounds.mixed_product in Coq",
                decided_by=kronecker_inverse_items,
                argument=EVERY_N + "a sum over pairs of indices of products is the product of the two sums",
            ),
        ),
    ),
    Claim(
        "vinterbo.corollary_1",
        kernel="VinterboFamily.corollary_1",
        where="Section 4.1, Corollary 1",
        printed="the entry of the inverse at x and r is a^(n-d) (a-1)^d/(2a-1)^n with d = |x⊕r|",
        decided_by=inverse_entries_items,
        argument=BY_DISTANCE + "; here both are divided by 2a - 1, and a stands for a, a - 1 for b",
    ),
    Claim(
        "vinterbo.corollary_1_distinct",
        kernel="VinterboKronecker.inverse_distinct",
        where="Section 1.1, second item",
        printed="the inverse has at most n + 1 distinct entries",
        decided_by=inverse_distinct_items,
        argument="every n: the entry depends on the distance alone, which is one of 0, …, n",
    ),
]
