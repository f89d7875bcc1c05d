"""Matrices, and mechanisms, that no exchange of two inputs of one class changes. SPEC.md, section 4.2.

Each input is in one class; a class a has n_a inputs. Such a matrix A is called invariant. It does two things, which stand for it:
a vector with the number u_b at all inputs of the class b, for each b, it maps to the vector with the number sum_b acts_ab u_b at
those of the class a; and a vector that is 0 outside of the class a and sums to 0, to eigenvalue_a times itself (in a class of one
input there is none but 0). All vectors are sums of these; so products are products of `acts` and of `eigenvalues`, and two such
matrices are equal if both of these are.

The pattern of a set S of inputs is T at those and 1 elsewhere. The orbit of S are all sets with as many inputs of each class, the
counts c_a. A mechanism by orbits answers with a set, Pr(S | j) = weight/(size of the orbit) times the pattern at j.

Where all inputs are one class, *blocks* may name some sets of an orbit that are given alone: a block B with a share, and its shifts
{x + s mod k : x in B} with s = 0, ..., k - 1, each with the share over k. Every input is in as many of the shifts, and two inputs
j and l are in N_B(l - j) of them, N_B(d) the number of pairs x, y in B with y - x = d mod k. If the mean of N_B(d) with the shares
is one number for all d other than 0, inputs and pairs of them are held as often as by the whole orbit, and M is the same.
"""

from dataclasses import dataclass
from itertools import pairwise

from ..arithmetic.polynomial import common_multiple
from ..arithmetic.quotient import ONE, ZERO, Quotient, constant, dot, total
from ..limits import spend
from ..model.mechanism import Line, Rows, multiply_matrices, require_probabilities
from ..refusals import expect, require
from ..text.part import Part, Vector, read_matrix, read_vector
from .classes import members_of, read_classes


@dataclass(frozen=True, slots=True)
class InvariantMatrix:
    """A matrix given by its action on vectors constant on classes, and on zero-sum vectors of one class."""

    sizes: list[int]
    acts: Rows
    eigenvalues: Line

    def times(self, other: "InvariantMatrix") -> "InvariantMatrix":
        """The product: each kind of vectors is mapped by both in turn."""
        eigenvalues = [x * y for x, y in zip(self.eigenvalues, other.eigenvalues, strict=True)]
        return InvariantMatrix(self.sizes, multiply_matrices(self.acts, other.acts), eigenvalues)

    def transpose(self) -> "InvariantMatrix":
        """The transpose, by u^T A v = sum_ab u_a n_a acts_ab v_b."""
        n, r = self.sizes, range(len(self.sizes))
        acts = [[self.acts[b][a] * constant(n[b], n[a]) for b in r] for a in r]
        return InvariantMatrix(n, acts, self.eigenvalues)

    def trace(self) -> Quotient:
        """The trace: `eigenvalue_a` counts n_a - 1 times."""
        own = [self.acts[a][a] for a in range(len(self.sizes))]
        return total([*own, *(constant(n - 1) * x for n, x in zip(self.sizes, self.eigenvalues, strict=True))])

    def form(self) -> Rows:
        """u^T A v of two vectors that are constant on classes, as a matrix."""
        return [[constant(n) * x for x in row] for n, row in zip(self.sizes, self.acts, strict=True)]

    def plus(self, other: "InvariantMatrix") -> "InvariantMatrix":
        """The sum."""
        acts = [[x + y for x, y in zip(a, b, strict=True)] for a, b in zip(self.acts, other.acts, strict=True)]
        return InvariantMatrix(
            self.sizes, acts, [x + y for x, y in zip(self.eigenvalues, other.eigenvalues, strict=True)]
        )

    def scale(self, by: Quotient) -> "InvariantMatrix":
        """A multiple."""
        return InvariantMatrix(
            self.sizes, [[by * x for x in row] for row in self.acts], [by * x for x in self.eigenvalues]
        )

    def is_equal(self, other: "InvariantMatrix") -> bool:
        """Whether both are equal; `eigenvalue_a` is ignored if n_a = 1."""
        same = all(x == y for a, b in zip(self.acts, other.acts, strict=True) for x, y in zip(a, b, strict=True))
        return same and all(
            n == 1 or x == y for n, x, y in zip(self.sizes, self.eigenvalues, other.eigenvalues, strict=True)
        )


def invariant_identity(sizes: list[int]) -> InvariantMatrix:
    """The unit matrix."""
    r = range(len(sizes))
    return InvariantMatrix(sizes, [[ONE if a == b else ZERO for b in r] for a in r], [ONE for _ in r])


def collect_form(form: Rows, classes: list[int]) -> InvariantMatrix:
    """Convert a symmetric matrix, known to be unchanged by exchanges inside classes, to an invariant one.

    Between classes a and b all entries are one number e, except on the diagonal, where they are e + eigenvalue_a. So
    acts_ab is n_b e, and acts_aa is n_a e + eigenvalue_a.
    """
    members = members_of(classes)
    sizes, r = [len(inputs) for inputs in members], range(len(members))
    eigenvalues = [form[js[0]][js[0]] - form[js[0]][js[1]] if len(js) > 1 else ZERO for js in members]
    # e is the entry of the first input of a and the last of b, which are two inputs for a = b too, if the class has two
    acts = [[constant(sizes[b]) * form[members[a][0]][members[b][-1]] for b in r] for a in r]
    for a in r:
        if sizes[a] > 1:
            acts[a][a] = acts[a][a] + eigenvalues[a]
    return InvariantMatrix(sizes, acts, eigenvalues)


def read_invariant(part: Part, sizes: list[int]) -> InvariantMatrix:
    """Read `acts`, with a row and a column per class, and `diagonal`, an eigenvalue per class."""
    parts = part.take("acts diagonal")
    acts, eigenvalues, r = read_matrix(parts["acts"]), read_vector(parts["diagonal"]), len(sizes)
    fits = acts.size() == (r, r) and len(eigenvalues.numbers) == r
    expect(fits, f"{part.where()} should have a number for each class, and for each two of them")
    return InvariantMatrix(sizes, acts.rows, eigenvalues.numbers)


def require_exchangeable(form: Rows, classes: list[int]) -> None:
    """Require that exchanging two inputs of a class does not change a symmetric matrix; exchanges of neighbours suffice."""
    for inputs in members_of(classes):
        for j, i in pairwise(inputs):
            others = [n for n in range(len(form)) if n not in (i, j)]
            same = form[j][j] == form[i][i] and all(form[j][n] == form[i][n] for n in others)
            require(same, "class-exchange", "two inputs of one class have different numbers")


@dataclass(frozen=True, slots=True)
class Blocks:
    """Sets of one orbit and their shares."""

    sets: list[list[int]]
    shares: Vector


@dataclass(frozen=True, slots=True)
class Orbits:
    """A mechanism by orbits: the numbers of inputs of each class in its sets, the weights, and the blocks of each
    orbit, if any."""

    classes: list[int]
    sizes: list[int]
    counts: list[list[int]]
    weights: Vector
    part: Part
    classes_part: Part
    blocks: list[Blocks]


def read_orbits(part: Part, classes_part: Part, k: int) -> Orbits:
    """Read a class for each input, and different counts with weights."""
    classes = read_classes(classes_part, k)
    sizes = [len(inputs) for inputs in members_of(classes)]
    parts = part.take("counts weights", "blocks")
    counts = []
    for item in parts["counts"].items():
        numbers = item.items()
        expect(len(numbers) == len(sizes), f"{item.where()} should have a number for each class")
        counts.append([x.index(n + 1) for x, n in zip(numbers, sizes, strict=True)])
    weights = read_vector(parts["weights"])
    fits = 0 < len(counts) == len(weights.numbers) and len({tuple(c) for c in counts}) == len(counts)
    expect(fits, f"{part.where()} should have different counts, and a weight for each")
    blocks = _read_blocks(parts["blocks"], sizes, counts) if "blocks" in parts else []
    return Orbits(classes, sizes, counts, weights, part, classes_part, blocks)


def _read_blocks(part: Part, sizes: list[int], counts: list[list[int]]) -> list[Blocks]:
    """Read for each orbit sets of the right numbers of different inputs, each with a share."""
    expect(len(sizes) == 1, "blocks go with one class of all inputs")
    items = part.items()
    expect(len(items) == len(counts), f"{part.where()} should have blocks for each of the counts")
    found = []
    for item, (count,) in zip(items, counts, strict=True):
        parts = item.take("sets shares")
        sets = [[x.index(sizes[0]) for x in one.items()] for one in parts["sets"].items()]
        shares = read_vector(parts["shares"])
        fits = all(len(one) == len(set(one)) == count for one in sets) and len(sets) == len(shares.numbers) > 0
        expect(fits, f"{item.where()} should have sets of {count} different inputs, and a share for each")
        expect(all(x.is_constant() for x in shares.numbers), f"{item.where()} has a share that is not rational")
        found.append(Blocks(sets, shares))
    return found


def require_blocks(orbits: Orbits, of_pairs: bool) -> None:
    """Require that the shares of blocks are distributions; with `of_pairs`, also that all pairs of inputs are held
    equally often."""
    for blocks in orbits.blocks:
        require_probabilities(blocks.shares)
        if not of_pairs:
            continue
        fractions = [x.fraction() for x in blocks.shares.numbers]
        over, k = common_multiple(den for _, den in fractions), orbits.sizes[0]
        held = [0] * (k // 2)
        for one, (num, den) in zip(blocks.sets, fractions, strict=True):
            spend(8 * k, over.bit_length(), k)
            share = num * (over // den)
            held = [x + share * n for x, n in zip(held, _differences(one, k), strict=True)]
        require(all(x == held[0] for x in held), "block-pairs", "two inputs are held together more often than others")


def _differences(block: list[int], k: int) -> list[int]:
    """N_B(d) for d = 1, ..., k//2, from one product of two integers with digits 0 and 1 in base 2^16.

    Its digit at k - 1 + d is the number of pairs x, y in B with x - y = d, which is at most k, so that no digit overflows.
    """
    up = sum(1 << 16 * x for x in block)
    down = sum(1 << 16 * (k - 1 - x) for x in block)
    text = (up * down).to_bytes(4 * k, "little")
    digits = [int.from_bytes(text[n : n + 2], "little") for n in range(0, len(text), 2)]
    return [digits[k - 1 + d] + digits[d - 1] for d in range(1, k // 2 + 1)]


def pattern_sums(counts: list[int], sizes: list[int], ratio: Quotient) -> Line:
    """For each class the sum of a pattern over its inputs, equal for all patterns of an orbit."""
    return [constant(n) + (ratio - ONE) * constant(c) for c, n in zip(counts, sizes, strict=True)]


def require_orbits(orbits: Orbits, ratio: Quotient) -> None:
    """Require a mechanism whose rows, up to a factor, have only the values 1 and T, with T >= 1."""
    require(ratio >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
    weights = orbits.weights.numbers
    require(all(w >= ZERO for w in weights), "entry-sign", "the mechanism has a weight that may be negative")
    of_orbits = [pattern_sums(counts, orbits.sizes, ratio) for counts in orbits.counts]
    for a, n in enumerate(orbits.sizes):
        found = total([w * s[a] for w, s in zip(weights, of_orbits, strict=True)])
        require(found == constant(n), "column-sum", "the mechanism has a column that does not sum to 1")


def information_matrix(orbits: Orbits, shares: Line, ratio: Quotient) -> InvariantMatrix:
    """The Fisher information M, the sum over the rows r of r r^T/(r^T pi), for shares pi by class that are positive.

    For each orbit the mean of s s^T counts. It is invariant: on vectors constant on classes it acts by the mean of s
    over each class; on zero-sum vectors of class a it is (T - 1)^2 c_a (n_a - c_a)/n_a (the sum of squared deviations
    of s from its mean there), divided by the n_a - 1 dimensions.
    """
    sizes, r = orbits.sizes, range(len(orbits.sizes))
    gain = (ratio - ONE) * (ratio - ONE)
    weighted = [constant(n) * p for n, p in zip(sizes, shares, strict=True)]
    terms = []
    for weight, counts in zip(orbits.weights.numbers, orbits.counts, strict=True):
        s = [x * constant(1, n) for x, n in zip(pattern_sums(counts, sizes, ratio), sizes, strict=True)]
        terms.append((weight / dot(s, weighted), counts, s))
    acts = [[total([w * s[a] * s[b] for w, _, s in terms]) * constant(sizes[b]) for b in r] for a in r]
    eigenvalues = []
    for a, n in enumerate(sizes):
        # with n = 1 this is 0, as c is 0 or 1
        spread = [w * gain * constant(c[a] * (n - c[a]), max(1, n * (n - 1))) for w, c, _ in terms]
        eigenvalues.append(total(spread))
    return InvariantMatrix(sizes, acts, eigenvalues)
