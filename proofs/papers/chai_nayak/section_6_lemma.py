"""Section 6: the proof of Theorem 4.1, Lemma 6.1 and the theorems of Chakravarti and Taussky that it cites."""

import itertools
from collections.abc import Iterator

from rropt.claims import Checked, Claim, Counterexample, Formula, Theorem

from ...repairs import Repair, with_repairs

Support = tuple[tuple[int, ...], ...]


def reachable(support: Support, start: int) -> set[int]:
    """The states reached from a state: column j of B leads to the rows of its nonzero entries."""
    seen, waiting = {start}, [start]
    while waiting:
        j = waiting.pop()
        for i in range(len(support)):
            if support[i][j] and i not in seen:
                seen.add(i)
                waiting.append(i)
    return seen


def irreducible(support: Support) -> bool:
    """Definition 6.1: no permutation shows a block of zeros, i.e. every state reaches every other."""
    return all(len(reachable(support, j)) == len(support) for j in range(len(support)))


def supports(m: int) -> Iterator[Support]:
    """All patterns of zero and nonzero off-diagonal entries."""
    places = [(i, j) for i in range(m) for j in range(m) if i != j]
    for bits in itertools.product((0, 1), repeat=len(places)):
        chosen = {place for place, bit in zip(places, bits, strict=True) if bit}
        yield tuple(tuple(int((i, j) in chosen) for j in range(m)) for i in range(m))


def _order(support: Support) -> list[int]:
    """The states, those that reach more of them first: mutually reachable ones stand together."""
    far = [reachable(support, j) for j in range(len(support))]
    return sorted(range(len(support)), key=lambda j: (-len(far[j]), sorted(far[j])))


def triangular_items() -> None:
    """Every reducible support put into that order: entries above the diagonal blocks, and the blocks that are reducible."""
    for m in (2, 3, 4):
        for support in supports(m):
            order = _order(support)
            far = [reachable(support, j) for j in order]
            above = sum(support[order[i]][order[j]] for i in range(m) for j in range(i + 1, m) if far[i] != far[j])
            blocks = {tuple(sorted(x for x, reached in zip(order, far, strict=True) if reached == own)) for own in far}
            split = [b for b in blocks if not irreducible(tuple(tuple(support[i][j] for j in b) for i in b))]
            assert above == 0, f"{support}: above the blocks"
            assert len(split) == 0, f"{support}: reducible blocks"


CLAIMS = with_repairs(
    Claim(
        "chai_nayak.theorem_4_1_products",
        where="Section 6, proof of Theorem 4.1",
        printed="C*C and CC* are TPMs",
        evidence=Theorem("ChaiNayakMatrices.theorem_4_1_products"),
        formula=Formula("a*d + b*(1-d) + (1-a)*d + (1-b)*(1-d) = 1 and a*d + b*(1-d) >= 0", {"a, b, d": "[0, 1]"}),
    ),
    Claim(
        "chai_nayak.theorem_4_1_permutation",
        where="Section 6, proof of Theorem 4.1",
        printed="by Lemma 6.1 both CC* and C*C are identity matrices and consequently m = r and C^-1 = C*; since both are TPMs, "
        "C must be a permutation matrix",
        evidence=Theorem("ChaiNayakSteps.theorem_4_1_steps"),
    ),
    Claim(
        "chai_nayak.lemma_6_1",
        where="Section 6, Lemma 6.1",
        printed="if B and P are TPMs, P has no zero or proportional rows and (B - I)P = 0, then B = I",
        evidence=Theorem("ChaiNayak.lemma_6_1"),
    ),
    Claim(
        "chai_nayak.theorem_6_1",
        where="Section 6, Theorem 6.1",
        printed="if a nonnegative B is irreducible, B - D(r), r the column sums, has rank m - 1",
        evidence=Theorem("ChaiNayakMatrices.theorem_6_1"),
        reading="minors of a Laplacian are sums of products of entries over spanning trees: positive exactly if some tree lies "
        "in the support, whatever the entries",
    ),
    Claim(
        "chai_nayak.theorem_6_2",
        where="Section 6, Theorem 6.2",
        printed="an irreducible matrix whose columns are weakly and at least one strictly diagonally "
        "dominant is nonsingular",
        evidence=Theorem("ChaiNayakMatrices.theorem_6_2"),
    ),
    Claim(
        "chai_nayak.lemma_6_1_same_rows",
        where="Section 6, proof of Lemma 6.1, irreducible B",
        printed="all columns of P are identical and hence all rows of P are also identical",
        evidence=Counterexample({"a": "1/3", "b": "1/3"}),
        formula=Formula("a = 1 - a and b = 1 - b", {"a, b": "[0, 1]"}, ("a = b",)),
        reading="the rows are constant, and so proportional, which is what the contradiction needs. Entered for the "
        "columns (a, 1-a) and (b, 1-b)",
    ),
    Repair(
        "all columns of P are identical and hence all rows of P are proportional: (x, y) and (u, v) are two of them in "
        "any two columns",
        formula=Formula("x*v = y*u", {"x, u": "real", "y": "y = x", "v": "v = u"}),
    ),
    Claim(
        "chai_nayak.lemma_6_1_not_irreducible",
        where="Section 6, proof of Lemma 6.1, irreducible B",
        printed="thus, B cannot be irreducible",
        evidence=Theorem("ChaiNayakMatrices.must_be_reducible"),
        narrowed=("m >= 2, as in the class C_gamma; for m = 1 the matrix (1) is irreducible, and B = I all the same",),
    ),
    Claim(
        "chai_nayak.lemma_6_1_identical_columns",
        where="Section 6, proof of Lemma 6.1, irreducible B",
        printed=(
            "hence all columns of P are proportional; actually, they are identical (as the sum of each column is 1)"
        ),
        evidence=Theorem("ChaiNayakSteps.identical_columns"),
        formula=Formula("c = 1", {"c, s": "real"}, ("s = 1", "c*s = 1")),
        reading="by a road of its own: the halves of the sentences on V_0 and on the rows are not part of this claim; for the "
        "rows see chai_nayak.lemma_6_1_same_rows",
    ),
    Claim(
        "chai_nayak.lemma_6_1_unit_blocks",
        where="Section 6, proof of Lemma 6.1, reducible B",
        printed=(
            "if all blocks are 1 x 1 identity matrices then B = I; off-diagonal entries of the first t columns are 0"
        ),
        evidence=Theorem("ChaiNayakSteps.unit_blocks_first"),
        formula=Formula("x = 0 and y = 0", {"x, y": "[0, 1]"}, ("1 + x + y = 1",)),
    ),
    Claim(
        "chai_nayak.eq_6_7",
        where="Section 6, (6.7)",
        printed=(
            "(B - I)P = 0 implies (Q^-1BQ - I)P* = 0, where P* = Q^-1 P, which is also a TPM with no proportional rows"
        ),
        evidence=Theorem("ChaiNayakWhole.eq_6_7_whole"),
        reading="P is a TPM without a zero row and without proportional rows, as Lemma 6.1 supposes; P* has "
        "no zero row either",
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_i",
        where="Section 6, proof of Lemma 6.1, case (i)",
        printed=(
            "all columns of P_s are constant multiples of a common vector and consequently all rows of P_s are the same"
        ),
        evidence=Counterexample({"a": "1/3", "b": "2/3", "c": "1", "d": "1"}),
        formula=Formula("c*a = c*b and d*a = d*b", {"a, b, c, d": "(0, 1]"}, ("c*a + c*b <= 1", "d*a + d*b <= 1")),
        reading="rows are multiples of one row, and so proportional, which is what the contradiction needs. Entered for the "
        "columns c and d times (a, b), two responses among others",
    ),
    Repair(
        ("consequently all rows of P_s are proportional: (x, y) and (u, v) are two of them, (a, b) the common vector"),
        formula=Formula(
            "x*v = u*y", {"a, b, c, d": "real", "x": "x = c*a", "y": "y = d*a", "u": "u = c*b", "v": "v = d*b"}
        ),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_i_size",
        where="Section 6, proof of Lemma 6.1, case (i)",
        printed="s >= 2, since R is not the 1 x 1 identity matrix",
        evidence=Theorem("ChaiNayakSteps.block_of_two"),
        formula=Formula("r = 1", {"r": "[0, 1]"}, ("r + 0 = 1",)),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_ii",
        where="Section 6, proof of Lemma 6.1, case (ii)",
        printed="sum_{i != j} |r*_ij| <= |r*_jj|, for j = 1, ..., s and < holds for some j",
        evidence=Theorem("ChaiNayakMatrices.case_ii"),
        formula=Formula(
            "x + y <= abs(d - 1) and (l > 0 implies x + y < abs(d - 1))",
            {"d, x, y, l": "[0, 1]"},
            ("d + x + y + l = 1",),
        ),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_ii_one_state",
        where="Section 6, proof of Lemma 6.1, case (ii)",
        printed="rank(R*) = s, and (R - I)P_s = 0 implies P_s = 0, a contradiction",
        evidence=Theorem("ChaiNayakSentences.case_ii_contradiction"),
        formula=Formula("r - 1 != 0 and ((r - 1)*p = 0 implies p = 0)", {"r": "[0, 1)", "p": "[0, 1]"}),
        reading="a contradiction to P having no zero row, which the lemma supposes; s >= 1, and the rows of P_s are numbered "
        "first. The printed 'i.e., (R - I) is nonsingular' is what rank s means",
    ),
    Claim(
        "chai_nayak.diagonal_permutation",
        where="Section 6, after Definition 6.1",
        printed="Q^-1 B Q permutes the diagonal entries of B by exchanging the corresponding row and columns",
        evidence=Theorem("ChaiNayakMatrices.diagonal_permutation"),
    ),
    Claim(
        "chai_nayak.block_triangular",
        where="Section 6, after Definition 6.1",
        printed="if B is reducible, then through diagonal permutation we can get a block lower-triangular matrix with "
        "irreducible diagonal blocks",
        evidence=Checked(triangular_items),
    ),
    Claim(
        "chai_nayak.definition_6_1",
        where="Section 6, after Definition 6.1",
        printed="if B is the TPM of a Markov chain, then B is irreducible means that one can always find a path between any two "
        "states",
        evidence=Theorem("ChaiNayakMatrices.definition_6_1"),
        reading="no permutation shows a block of zeros above the diagonal exactly if every state reaches every other",
    ),
)
