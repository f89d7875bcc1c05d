"""Section 6: the proof of Theorem 4.1, Lemma 6.1 and the theorems of Chakravarti and Taussky that it cites."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item
from rropt.exact.matrix import determinant, rank

from .definitions import fractions, line, product
from .section_6_identity import LEMMA_6_1, identity_items

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


def laplacian(support: Support) -> list[list[Fraction]]:
    """B - D(r) for entries 1 on the support: columns add to zero."""
    m = len(support)
    sums = [sum(support[i][j] for i in range(m)) for j in range(m)]
    return [[Fraction(support[i][j] - (sums[j] if i == j else 0)) for j in range(m)] for i in range(m)]


def chakravarti_items() -> Iterator[Item]:
    yield Statement("m = 2: rank 1", "b - (b + x) = -x and -x < 0 and x - x = 0", {"b": "b >= 0", "x": "x > 0"})
    minor = "(a+b)*(c+d) - a*c"
    yield Statement(
        "m = 3: the minor of rows and columns 1 and 2 is a sum of products of entries",
        f"{minor} = a*d + b*c + b*d",
        {"a": "a >= 0", "b": "b >= 0", "c": "c >= 0", "d": "d >= 0"},
    )
    for m in (2, 3):
        for support in supports(m):
            if irreducible(support):
                yield Fact(f"irreducible support {support}", rank(laplacian(support)), "=", m - 1)
    for support in filter(irreducible, supports(4)):
        smaller = [row[:3] for row in laplacian(support)[:3]]
        yield Fact(f"irreducible support {support}, trees", abs(determinant(smaller)), ">", Fraction(0))


def taussky_items() -> Iterator[Item]:
    """Let y B = 0 with |y_j| = w the largest. Column j forces equality, hence |y_i| = w wherever b_ij != 0."""
    yield Statement(
        "size 2",
        "a*d != b*c",
        {"a, b, c, d": "real"},
        ("b != 0", "c != 0", "abs(c) <= abs(a)", "abs(b) <= abs(d)", "abs(c) < abs(a) or abs(b) < abs(d)"),
    )
    yield Statement(
        "a smaller |y_i| beside a nonzero entry is impossible",
        "not w*(b + s + e) <= v*b + w*s",
        {"w": "w > 0", "v": "0 <= v < w", "b": "b > 0", "s": "s >= 0", "e": "e >= 0"},
    )
    yield Statement(
        "a strictly dominant column is impossible", "not w*d <= w*s", {"w": "w > 0", "s": "s >= 0", "d": "d > s"}
    )
    for support in supports(3):
        if irreducible(support):
            far = max(range(3), key=lambda j: 3 - len(reachable(support, j)))
            yield Fact(f"{support}: equality spreads from state {far} to all", len(reachable(support, far)), "=", 3)


def same_rows_items() -> Iterator[Item]:
    b = fractions([[0, 1], [2, 1]], 2)
    p = fractions([[1, 1], [2, 2]], 3)
    yield Fact("B = ((0,1),(2,1))/2 is irreducible", int(irreducible(((0, 1), (2, 1)))), "=", 1)
    yield Fact("BP = P for P = ((1,1),(2,2))/3", product(b, p), "=", p)
    yield Fact("the columns of P are identical", tuple(row[0] for row in p), "=", tuple(row[1] for row in p))
    yield Fact("the rows of P = ((1,1),(2,2))/3", line(p[0]), "=", line(p[1]))


def same_rows_multiples_items() -> Iterator[Item]:
    p = fractions([[1, 2], [2, 4]], 10)
    yield Fact("RP_s = P_s for R = ((0,1),(2,1))/2", product(fractions([[0, 1], [2, 1]], 2), p), "=", p)
    yield Fact("columns of ((1,2),(2,4))/10 are multiples of (1, 2)", p[1], "=", tuple(2 * x for x in p[0]))
    yield Fact("the rows of P_s = ((1,2),(2,4))/10", line(p[0]), "=", line(p[1]))


def two_states_items() -> Iterator[Item]:
    yield Statement(
        "m = 2: an irreducible B fixes proportional rows only",
        "x = u and y = v",
        {"b, c": "(0, 1]", "x, u": "[0, 1]", "y, v": "[0, 1]"},
        ("(1-b)*x + c*(1-x) = x", "(1-b)*u + c*(1-u) = u", "y = 1 - x", "v = 1 - u"),
    )
    yield from identity_items()


def lemma_items() -> Iterator[Item]:
    yield from identity_items()
    yield Statement(
        "m = 2, every TPM B and any two columns of P with rows that are not proportional",
        "b = 0 and c = 0",
        {"b, c": "[0, 1]", "x, y": "[0, 1]"},
        ("(1-b)*x + c*(1-x) = x", "(1-b)*y + c*(1-y) = y", "x*(1-y) != y*(1-x)"),
    )


def conjugation_items() -> Iterator[Item]:
    """Q^-1 (B - I) Q Q^-1 P = Q^-1 (B - I) P for every permutation of up to four states."""
    for m in (2, 3, 4):
        unit = fractions([[int(i == j) for j in range(m)] for i in range(m)], 1)
        b = fractions([[(3 * i + 5 * j) % 7 for j in range(m)] for i in range(m)], 7)
        p = fractions([[i + 1, m - i] for i in range(m)], 10)
        for order in itertools.permutations(range(m)):
            q = tuple(unit[i] for i in order)
            back = tuple(zip(*q, strict=True))
            left = product(product(product(back, b), q), product(back, p))
            yield Fact(f"{order}: Q^-1BQ P* = Q^-1 BP", left, "=", product(back, product(b, p)))


def inverse_items() -> Iterator[Item]:
    yield Statement(
        "CC* = I and c*_ul > 0 leave one entry in column u of C",
        "c = 0",
        {"c": "c >= 0", "d": "d > 0", "s": "s >= 0"},
        ("c*d + s = 0",),
    )
    yield Statement("which is 1", "c = 1", {"c": "[0, 1]"}, ("c + 0 = 1",))
    for m in (1, 2, 3):
        for cells in itertools.product(range(m), repeat=m):
            c = [[Fraction(int(cells[j] == i)) for j in range(m)] for i in range(m)]
            yield Fact(
                f"columns with their 1 in rows {cells}: invertible exactly if a permutation",
                int(determinant(c) != 0),
                "=",
                int(len(set(cells)) == m),
            )


def _subsets(m: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, m):
        yield from itertools.combinations(range(m), size)


def _closed(support: Support, states: tuple[int, ...]) -> bool:
    """Whether no state of the set leads outside it."""
    return not any(support[i][j] for j in states for i in range(len(support)) if i not in states)


def _order(support: Support) -> list[int]:
    """The states, those that reach more of them first: mutually reachable ones stand together."""
    far = [reachable(support, j) for j in range(len(support))]
    return sorted(range(len(support)), key=lambda j: (-len(far[j]), sorted(far[j])))


def triangular_items() -> Iterator[Item]:
    """Every reducible support put into that order: entries above the diagonal blocks, and the blocks that are reducible."""
    for m in (2, 3, 4):
        for support in supports(m):
            order = _order(support)
            far = [reachable(support, j) for j in order]
            above = sum(support[order[i]][order[j]] for i in range(m) for j in range(i + 1, m) if far[i] != far[j])
            blocks = {tuple(sorted(x for x, reached in zip(order, far, strict=True) if reached == own)) for own in far}
            split = [b for b in blocks if not irreducible(tuple(tuple(support[i][j] for j in b) for i in b))]
            yield Fact(f"{support}: above the blocks", above, "=", 0)
            yield Fact(f"{support}: reducible blocks", len(split), "=", 0)


def exchanged_items() -> Iterator[Item]:
    """The diagonal of Q^-1 B Q for every permutation Q of up to four states, B with distinct entries."""
    for m in (2, 3, 4):
        b = fractions([[m * i + j for j in range(m)] for i in range(m)], 1)
        for order in itertools.permutations(range(m)):
            q = fractions([[int(order[j] == i) for j in range(m)] for i in range(m)], 1)
            moved = product(product(tuple(zip(*q, strict=True)), b), q)
            yield Fact(f"{order}: rows and columns", moved, "=", tuple(tuple(b[i][j] for j in order) for i in order))


CLAIMS = [
    Claim(
        "chai_nayak.theorem_4_1_products",
        "a*d + b*(1-d) + (1-a)*d + (1-b)*(1-d) = 1 and a*d + b*(1-d) >= 0",
        kernel="ChaiNayakMatrices.theorem_4_1_products",
        where="Section 6, proof of Theorem 4.1",
        printed="C*C and CC* are TPMs",
        argument="size 2; all sizes by chai_nayak.product_is_tpm",
        given={"a, b, d": "[0, 1]"},
        uses=("chai_nayak.product_is_tpm",),
    ),
    Claim(
        "chai_nayak.theorem_4_1_permutation",
        kernel="ChaiNayakSteps.theorem_4_1_steps",
        where="Section 6, proof of Theorem 4.1",
        printed="by Lemma 6.1 both CC* and C*C are identity matrices and consequently m = r and C^-1 = C*; since both are TPMs, C "
        "must be a permutation matrix",
        decided_by=inverse_items,
        argument="every column of C has one entry by the first item; a matrix of such columns is invertible exactly if no two "
        "agree, listed up to size 3 and true by two equal columns else",
    ),
    Claim(
        "chai_nayak.lemma_6_1",
        kernel="ChaiNayak.lemma_6_1",
        where="Section 6, Lemma 6.1",
        printed="if B and P are TPMs, P has no zero or proportional rows and (B - I)P = 0, then B = I",
        decided_by=lemma_items,
        argument=(LEMMA_6_1) + "; " + ("the steps of the argument, for every m and k"),
    ),
    Claim(
        "chai_nayak.theorem_6_1",
        kernel="ChaiNayakMatrices.theorem_6_1",
        where="Section 6, Theorem 6.1",
        printed="if a nonnegative B is irreducible, B - D(r), r the column sums, has rank m - 1",
        reading="minors of a Laplacian are sums of products of entries over spanning trees: positive exactly if some tree lies "
        "in the support, whatever the entries",
        decided_by=chakravarti_items,
        argument=(
            "Columns of B - D(r) add to zero, so the rank is at most m - 1; a principal minor of size m - 1 is, up to sign, "
            "the sum over spanning trees of the products of their entries (the matrix-tree theorem)."
        )
        + "; "
        + (
            "all irreducible supports for m = 2, 3 and 4; for larger m every irreducible support contains a "
            "spanning tree to each state, by following paths"
        ),
    ),
    Claim(
        "chai_nayak.theorem_6_2",
        kernel="ChaiNayakMatrices.theorem_6_2",
        where="Section 6, Theorem 6.2",
        printed="an irreducible matrix whose columns are weakly and at least one strictly diagonally dominant is nonsingular",
        decided_by=taussky_items,
        argument=(
            "Let yB = 0, y != 0, and |y_j| = w largest. |y_j||b_jj| <= sum_i |y_i||b_ij| <= w |b_jj| holds with equality, so "
            "|y_i| = w wherever b_ij != 0, and by irreducibility everywhere; then no column can be strictly dominant."
        )
        + "; "
        + ("the items are the steps for any size, the first a proof for size 2"),
    ),
    Claim(
        "chai_nayak.lemma_6_1_same_rows",
        kernel="Slips.not_chai_nayak_same_rows",
        where="Section 6, proof of Lemma 6.1, irreducible B",
        printed="all columns of P are identical and hence all rows of P are also identical",
        reading="the rows are constant, and so proportional, which is what the contradiction needs",
        decided_by=same_rows_items,
        repairs=(
            Repair(
                why="all columns of P are identical and hence all rows of P are proportional: (x, y) and (u, v) are two of "
                "them in any "
                "two columns",
                states="x*v = y*u",
                given={"x, u": "real", "y": "y = x", "v": "v = u"},
            ),
        ),
    ),
    Claim(
        "chai_nayak.lemma_6_1_not_irreducible",
        kernel="ChaiNayakMatrices.must_be_reducible",
        where="Section 6, proof of Lemma 6.1, irreducible B",
        printed="thus, B cannot be irreducible",
        narrowed=(
            "",
            "m >= 2, as in the class C_gamma; for m = 1 the matrix (1) is irreducible, and B = I all the same",
        ),
        decided_by=two_states_items,
        argument="m = 2 by the first item; every m >= 2 because B = I, chai_nayak.lemma_6_1, is reducible",
        uses=("chai_nayak.lemma_6_1",),
    ),
    Claim(
        "chai_nayak.lemma_6_1_identical_columns",
        "c = 1",
        kernel="ChaiNayakSteps.identical_columns",
        where="Section 6, proof of Lemma 6.1, irreducible B",
        printed="hence all columns of P are proportional; actually, they are identical (as the sum of each column is 1)",
        reading="by a road of its own: the halves of the sentences on V_0 and on the rows are not part of this claim; for the "
        "rows see "
        "chai_nayak.lemma_6_1_same_rows",
        argument="columns that add to 1, one c times the other",
        given={"c, s": "real"},
        assuming=("s = 1", "c*s = 1"),
    ),
    Claim(
        "chai_nayak.lemma_6_1_unit_blocks",
        "x = 0 and y = 0",
        kernel="ChaiNayakSteps.unit_blocks_first",
        where="Section 6, proof of Lemma 6.1, reducible B",
        printed="if all blocks are 1 x 1 identity matrices then B = I; off-diagonal entries of the first t columns are 0",
        argument="a column of a TPM whose diagonal element is 1; Q^-1 B Q exchanges rows and columns by "
        "chai_nayak.diagonal_permutation",
        uses=("chai_nayak.diagonal_permutation",),
        given={"x, y": "[0, 1]"},
        assuming=("1 + x + y = 1",),
    ),
    Claim(
        "chai_nayak.eq_6_7",
        kernel="ChaiNayakWhole.eq_6_7_whole",
        where="Section 6, (6.7)",
        printed="(B - I)P = 0 implies (Q^-1BQ - I)P* = 0, where P* = Q^-1 P, which is also a TPM with no proportional rows",
        reading="P is a TPM without a zero row and without proportional rows, as Lemma 6.1 supposes; P* has no zero row either",
        decided_by=conjugation_items,
        argument="QQ^-1 = I is what is used; all permutations of up to four states are listed",
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_i",
        kernel="Slips.not_chai_nayak_same_rows",
        where="Section 6, proof of Lemma 6.1, case (i)",
        printed="all columns of P_s are constant multiples of a common vector and consequently all rows of P_s are the same",
        reading="rows are multiples of one row, and so proportional, which is what the contradiction needs",
        decided_by=same_rows_multiples_items,
        repairs=(
            Repair(
                why="consequently all rows of P_s are proportional: (x, y) and (u, v) are two of them, (a, b) the common vector",
                states="x*v = u*y",
                given={"a, b, c, d": "real", "x": "x = c*a", "y": "y = d*a", "u": "u = c*b", "v": "v = d*b"},
            ),
        ),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_i_size",
        "r = 1",
        kernel="ChaiNayakSteps.block_of_two",
        where="Section 6, proof of Lemma 6.1, case (i)",
        printed="s >= 2, since R is not the 1 x 1 identity matrix",
        argument="a 1 x 1 TPM is the identity",
        given={"r": "[0, 1]"},
        assuming=("r + 0 = 1",),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_ii",
        "x + y <= abs(d - 1) and (l > 0 implies x + y < abs(d - 1))",
        kernel="ChaiNayakMatrices.case_ii",
        where="Section 6, proof of Lemma 6.1, case (ii)",
        printed="sum_{i != j} |r*_ij| <= |r*_jj|, for j = 1, ..., s and < holds for some j",
        argument="d on the diagonal, x and y off it, l the rest of the column, in L",
        given={"d, x, y, l": "[0, 1]"},
        assuming=("d + x + y + l = 1",),
    ),
    Claim(
        "chai_nayak.lemma_6_1_case_ii_one_state",
        "r - 1 != 0 and ((r - 1)*p = 0 implies p = 0)",
        kernel="ChaiNayakSentences.case_ii_contradiction",
        where="Section 6, proof of Lemma 6.1, case (ii)",
        printed="rank(R*) = s, and (R - I)P_s = 0 implies P_s = 0, a contradiction",
        reading="a contradiction to P having no zero row, which the lemma supposes; s >= 1, and the rows of P_s are numbered "
        "first. The "
        "printed 'i.e., (R - I) is nonsingular' is what rank s means",
        argument="the smallest case s = 1, where R = (r) with r < 1",
        given={"r": "[0, 1)", "p": "[0, 1]"},
    ),
    Claim(
        "chai_nayak.diagonal_permutation",
        kernel="ChaiNayakMatrices.diagonal_permutation",
        where="Section 6, after Definition 6.1",
        printed="Q^-1 B Q permutes the diagonal entries of B by exchanging the corresponding row and columns",
        decided_by=exchanged_items,
        argument="column j of Q has its 1 in row order(j), for any size; all permutations of up to four states are listed",
    ),
    Claim(
        "chai_nayak.block_triangular",
        where="Section 6, after Definition 6.1",
        printed="if B is reducible, then through diagonal permutation we can get a block lower-triangular matrix with irreducible "
        "diagonal blocks",
        decided_by=triangular_items,
        argument="any size: states that reach one another form a block, and a block stands before those that it reaches; all "
        "supports of up to four states are listed",
    ),
    Claim(
        "chai_nayak.definition_6_1",
        kernel="ChaiNayakMatrices.definition_6_1",
        where="Section 6, after Definition 6.1",
        printed="if B is the TPM of a Markov chain, then B is irreducible means that one can always find a path between any two "
        "states",
        reading="no permutation shows a block of zeros above the diagonal exactly if every state reaches every other",
        decided_by=lambda: (
            Fact(f"support {s}", int(irreducible(s)), "=", int(not any(_closed(s, x) for x in _subsets(m))))
            for m in (1, 2, 3)
            for s in supports(m)
        ),
        argument="any size: a block of zeros is a proper set of states that is never left, so none outside it is reached "
        "from inside; conversely the states reached from a state are never left; all supports of up to three states are listed",
    ),
]
