"""Section 4: the Kronecker product of bit randomizers, its index convention, and the entries of C_{a,b}(n)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rropt.claims import Claim, Fact, Repair
from rropt.claims.chance import Chance, outcomes
from rropt.claims.evidence import Item
from rropt.mechanism import Mechanism

from .definitions import (
    HALF,
    Bits,
    Table,
    distance,
    eta,
    first_is_highest,
    iterated,
    kron,
    monomials,
    strings,
    table,
)

LARGEST = 6
BY_DISTANCE = (
    "every n: Definition 4.1 puts one bit before the strings of n - 1, and multiplies their entry by a where the new bits "
    "agree, which raises n - d by one, and by b where they differ, which raises d by one"
)


def warner(p: Fraction) -> Mechanism:
    return Mechanism([[p, 1 - p], [1 - p, p]])


BITWISE = (
    warner(Fraction(3, 4)),
    Mechanism([[Fraction(2, 3), Fraction(1, 5)], [Fraction(1, 3), Fraction(4, 5)]]),
    Mechanism([[Fraction(9, 10), HALF], [Fraction(1, 10), HALF]]),
)


def randomize(chance: Chance, sequence: tuple[Mechanism, ...], x: Bits) -> Bits:
    """R(M, x) as printed: the first bit randomized by the first randomizer, then R of the tails."""
    if not x or not sequence:
        return ()
    first = int(chance.flip(sequence[0][1, x[0]]))
    return (first, *randomize(chance, sequence[1:], x[1:]))


def law(sequence: tuple[Mechanism, ...], x: Bits) -> dict[Any, Any]:
    return outcomes(lambda chance: randomize(chance, sequence, x))


def independence_items() -> Iterator[Item]:
    """Each bit of R(M)(x) is drawn by its own randomizer from its own bit, independently."""
    for n in (1, 2, 3):
        sequence = BITWISE[:n]
        for x in strings(n):
            drawn = law(sequence, x)
            for r in strings(n):
                separate = Fraction(1)
                for m, b, y in zip(sequence, r, x, strict=True):
                    separate *= m[b, y]  # type: ignore[assignment]
                yield Fact(f"x = {x}, r = {r}", drawn.get(r, Fraction(0)), "=", separate)


def symbols(n: int, index: Any, order: Any) -> tuple[Table, Table]:
    """C_R(M) in the order of an index, and the Kronecker product of its factors, every entry a product of symbols."""
    direct = table(n, lambda r, x: tuple((i, r[i], x[i]) for i in range(n)), index)
    factors = [tuple(tuple(((i, r, x),) for x in (0, 1)) for r in (0, 1)) for i in range(n)]
    whole: Table = (((),),)
    for f in order(factors):
        whole = kron(whole, f, lambda a, b: tuple(sorted((*a, *b))))
    return direct, whole


def printed_order_items() -> Iterator[Item]:
    """The probabilities of R(M) at rows η(r) and columns η(x), against the product in the printed order."""
    for n in (1, 2):
        sequence = BITWISE[:n]
        direct = table(n, lambda r, x, s=sequence: law(s, x).get(r, Fraction(0)), eta)  # type: ignore[misc]
        whole: Table = ((Fraction(1),),)
        for m in sequence:
            whole = kron(whole, m.rows)
        for r in strings(n):
            for x in strings(n):
                i, j = eta(r), eta(x)
                yield Fact(
                    f"n = {n}, r = {r}, x = {x}: entry (η(r), η(x)) = ({i}, {j})", direct[i][j], "=", whole[i][j]
                )


def highest_first_items() -> Iterator[Item]:
    """For all randomizers at once (entries are symbols): the printed order where the first bit is the most significant."""
    for n in range(1, 6):
        yield Fact(f"n = {n}", *_sides(symbols(n, first_is_highest, list)))


def reversed_items() -> Iterator[Item]:
    """For all randomizers at once: with η the factors stand in the opposite order."""
    for n in range(1, 6):
        yield Fact(f"n = {n}", *_sides(symbols(n, eta, reversed)))


def _sides(both: tuple[Table, Table]) -> tuple[Table, str, Table]:
    return both[0], "=", both[1]


def powers_printed_items() -> Iterator[Item]:
    """The printed chain for a first bit and one further bit, in both bit orders."""
    for name, index in (("η", eta), ("the first bit most significant", first_is_highest)):
        for x in ((0, 0), (1, 0), (0, 1), (1, 1)):
            for y in ((0, 0), (1, 0), (0, 1), (1, 1)):
                whole = index(tuple(a ^ b for a, b in zip(x, y, strict=True)))
                parts = 2 ** (x[0] ^ y[0]) * index((x[1] ^ y[1],))
                yield Fact(f"{name}: ix' = {x}, jy' = {y}", whole, "=", parts)


def powers_items() -> Iterator[Item]:
    """C_{ix', jy'} = 2^(i⊕j) C_{x', y'} from C = (1) gives 1^(n-d) 2^d."""
    for n in range(LARGEST + 1):
        recursive = iterated(((1, 2), (2, 1)), n)
        yield Fact(f"n = {n}", recursive, "=", table(n, lambda x, y: 2 ** distance(x, y), eta))


def entries_items() -> Iterator[Item]:
    """The entries of C_{a,b}(n) as monomials, for all a and b, in both bit orders."""
    for n in range(LARGEST + 1):
        for index in (eta, first_is_highest):
            direct = table(n, lambda x, y, n=n: (n - distance(x, y), distance(x, y)), index)  # type: ignore[misc]
            yield Fact(f"n = {n}", monomials(n), "=", direct)


def randomizer_items() -> Iterator[Item]:
    """R(M) for n copies of C_a, drawn bit by bit, at two a; the entries for all a are entries_items."""
    for n in (1, 2, 3):
        for a in (Fraction(3, 4), Fraction(1, 5)):
            drawn = table(n, lambda r, x, a=a, n=n: law((warner(a),) * n, x).get(r, Fraction(0)), eta)  # type: ignore[misc]
            yield Fact(f"n = {n}, a = {a}", drawn, "=", iterated(warner(a).rows, n, one=Fraction(1)))
    yield from entries_items()


CLAIMS = [
    Claim(
        "vinterbo.bitwise_independent",
        kernel="VinterboKronecker.bitwise_independent",
        where="Section 4, definition of R and the note after it",
        printed="R(M) randomizes each bit independently, and every randomizer that does so is R(M') for some M'",
        reading="each answered bit is drawn from its own bit by its own randomizer, independently of the rest: an answer's law "
        "is the product of theirs, and M' is the list of them",
        decided_by=independence_items,
        argument="every n: the recursion draws the first bit from the first alone and then the rest; conversely the "
        "randomizers of the single bits make up M'",
    ),
    Claim(
        "vinterbo.theorem_4_1",
        kernel="VinterboKronecker.theorem_4_1",
        where="Section 4, Theorem 4.1",
        printed="C_R(M) = C_M0 ⊗ C_M1 ⊗ … ⊗ C_M(n-1)",
        narrowed=(
            "",
            "rows and columns in the order of strings in which the first bit varies slowest, as a Kronecker product is written and "
            "the printed listing counts; in the paper's own index η it is false (vinterbo.index_convention)",
        ),
        decided_by=highest_first_items,
        argument="every n and all randomizers: entries are products of symbols; one more factor is one more lowest bit",
    ),
    Claim(
        "vinterbo.index_convention",
        kernel="Misprints.not_vinterbo_index_convention",
        where="Section 3.1, η, with Section 4, Theorem 4.1",
        printed="strings are indexed by η(x) = Σ x_i 2^i, and C_R(M) = C_M0 ⊗ C_M1 ⊗ … ⊗ C_M(n-1)",
        reading="rows and columns are indexed by η, in which the first bit is the least significant; the first factor of a "
        "Kronecker product is the most significant",
        decided_by=printed_order_items,
        repairs=(
            Repair(
                kernel="VinterboKronecker.theorem_4_1",
                why="true in the index in which the first bit is the most significant, Σ x_i 2^(n-1-i)",
                decided_by=highest_first_items,
                argument="every n and all randomizers: entries are products of symbols; one more factor is one more lowest bit",
            ),
            Repair(
                kernel="VinterboKronecker.theorem_4_1_eta",
                why="with η as printed, C_R(M) = C_M(n-1) ⊗ … ⊗ C_M1 ⊗ C_M0",
                decided_by=reversed_items,
                argument="every n and all randomizers: entries are products of symbols; one more factor is one more highest bit",
            ),
        ),
    ),
    Claim(
        "vinterbo.observation_1_index",
        kernel="Misprints.not_vinterbo_observation_1_index",
        where="Appendix A, Observation 1, first display",
        printed="η((ix')⊕(jy')) = 2^η(i⊕j) η(x'⊕y') for bits i, j before strings x', y'",
        reading="false in either bit order: where x' = y' the right side is 0 whatever i and j",
        decided_by=powers_printed_items,
        repairs=(
            Repair(
                kernel="VinterboKronecker.observation_1_step",
                why="C_{ix',jy'} = 2^(i⊕j) C_{x',y'} with C = (1) for no bits, which gives C_{x,y} = 1^(n-|x⊕y|) 2^|x⊕y|",
                decided_by=powers_items,
                argument=BY_DISTANCE,
            ),
        ),
    ),
    Claim(
        "vinterbo.observation_1_powers",
        kernel="VinterboKronecker.observation_1_powers",
        where="Appendix A, Observation 1",
        printed="J ⊗ … ⊗ J with J = ((1, 2), (2, 1)) has the entries 1^(n-|x⊕y|) 2^|x⊕y|",
        decided_by=powers_items,
        argument=BY_DISTANCE,
    ),
    Claim(
        "vinterbo.observation_1_entries",
        kernel="VinterboKronecker.observation_1_kronecker",
        where="Appendix A, Observation 1; Definition 4.1",
        printed="C_{a,b}(n) has the entries a^(n-|x⊕y|) b^|x⊕y|",
        decided_by=entries_items,
        argument=BY_DISTANCE,
    ),
    Claim(
        "vinterbo.prop_4_2",
        kernel="VinterboKronecker.proposition_4_2",
        where="Section 4.1, Proposition 4.2",
        printed="n identical bisymmetric bit randomizers make C_R(M) = C_{a,b}(n)",
        decided_by=randomizer_items,
        argument=BY_DISTANCE + "; with identical factors both bit orders give the same matrix",
    ),
]
