"""Matrices, and mechanisms, that stay the same if any two inputs of one class are exchanged. SPEC.md, section 4.2.

Each input is in one class; the class a has n_a inputs. A k x k matrix A that stays the same is called invariant. Such a matrix maps
two kinds of vectors in a simple way, which describes it:
- A vector that has the same number u_b at all inputs of the class b, for each b, is mapped to the vector that has the number
  sum_b acts_ab u_b at all inputs of the class a.
- A vector that is 0 outside of the class a and sums to 0 is mapped to eigenvalue_a times itself. (In a class of one input it is 0.)
All vectors are sums of these two kinds. So the product of two invariant matrices has the products of their `acts` and of their
`eigenvalues`, and two invariant matrices are equal if both of these are.

The pattern of a set S of inputs is the row that is T at the inputs of S and 1 elsewhere. The orbit of S consists of all sets with
the same counts, where the count c_a is the number of inputs of the class a in the set. A mechanism by orbits has a weight for each
of some orbits, and answers with a set: Pr(S | j) is the weight of the orbit of S over the size of the orbit, times the pattern of S
at j.

If all inputs are one class, *blocks* may replace an orbit by some of its sets. A block is a set B of the orbit with a share. The
mechanism then answers with the shifts {x + s mod k : x in B} of its blocks, s = 0, ..., k - 1, each of which has the share of B
over k as its part of the weight. Every input is in equally many shifts of B. Two inputs j and l are together in N_B(l - j) of them,
where N_B(d) is the number of pairs x, y in B with y - x = d mod k. So if the mean of N_B(d), weighted by the shares, is the same
for all d other than 0, the blocks hold inputs, and pairs of inputs, as often as the whole orbit does; then the information matrix M
is the same.
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
    """A k x k matrix that stays the same if two inputs of one class are exchanged; `sizes` has the number of inputs of each class.

    `acts` says how it maps vectors that are constant on classes: a vector with the number u_b on each class b is mapped to one with
    sum_b acts_ab u_b on each class a. Vectors that are 0 outside of the class a and sum to 0 are multiplied by eigenvalues[a].
    """

    sizes: list[int]
    acts: Rows
    eigenvalues: Line

    def times(self, other: "InvariantMatrix") -> "InvariantMatrix":
        """Multiply two such matrices: the products of their `acts` and of their `eigenvalues`."""
        eigenvalues = [x * y for x, y in zip(self.eigenvalues, other.eigenvalues, strict=True)]
        return InvariantMatrix(self.sizes, multiply_matrices(self.acts, other.acts), eigenvalues)

    def transpose(self) -> "InvariantMatrix":
        """Transpose the matrix: acts_ab becomes acts_ba n_b/n_a, where n_a is the size of the class a, and the eigenvalues stay.

        For vectors u and v that are constant on classes, u^T A v = sum_ab u_a n_a acts_ab v_b, and u^T A^T v is v^T A u.
        """
        n, r = self.sizes, range(len(self.sizes))
        acts = [[self.acts[b][a] * constant(n[b], n[a]) for b in r] for a in r]
        return InvariantMatrix(n, acts, self.eigenvalues)

    def trace(self) -> Quotient:
        """Compute the trace: that of `acts`, plus for each class a of n_a inputs its eigenvalue times n_a - 1.

        The vectors that are 0 outside of the class and sum to 0 have n_a - 1 dimensions.
        """
        own = [self.acts[a][a] for a in range(len(self.sizes))]
        return total([*own, *(constant(n - 1) * x for n, x in zip(self.sizes, self.eigenvalues, strict=True))])

    def form(self) -> Rows:
        """Compute for this matrix A the matrix F, with a row and a column per class, such that u^T A v = sum_ab u_a F_ab v_b.

        Here u and v are any vectors that are constant on classes, with the numbers u_a and v_a at the inputs of the class a.
        """
        return [[constant(n) * x for x in row] for n, row in zip(self.sizes, self.acts, strict=True)]

    def plus(self, other: "InvariantMatrix") -> "InvariantMatrix":
        """Add two such matrices."""
        acts = [[x + y for x, y in zip(a, b, strict=True)] for a, b in zip(self.acts, other.acts, strict=True)]
        return InvariantMatrix(
            self.sizes, acts, [x + y for x, y in zip(self.eigenvalues, other.eigenvalues, strict=True)]
        )

    def scale(self, by: Quotient) -> "InvariantMatrix":
        """Multiply the matrix by a number."""
        return InvariantMatrix(
            self.sizes, [[by * x for x in row] for row in self.acts], [by * x for x in self.eigenvalues]
        )

    def is_equal(self, other: "InvariantMatrix") -> bool:
        """Whether the two matrices are equal. The eigenvalue of a class of one input is ignored: it describes no vector but 0."""
        same = all(x == y for a, b in zip(self.acts, other.acts, strict=True) for x, y in zip(a, b, strict=True))
        return same and all(
            n == 1 or x == y for n, x, y in zip(self.sizes, self.eigenvalues, other.eigenvalues, strict=True)
        )


def invariant_identity(sizes: list[int]) -> InvariantMatrix:
    """Make the unit matrix, for classes with these numbers of inputs."""
    r = range(len(sizes))
    return InvariantMatrix(sizes, [[ONE if a == b else ZERO for b in r] for a in r], [ONE for _ in r])


def collect_form(form: Rows, classes: list[int]) -> InvariantMatrix:
    """Describe a symmetric k x k matrix, known to stay the same if inputs of a class are exchanged, by `acts` and `eigenvalues`.

    For two classes a and b all entries between an input of a and an input of b are the same number e. For a = b this holds outside
    of the diagonal; on the diagonal the entries are e + eigenvalue_a. If n_a is the number of inputs of a, then acts_aa is equal to
    n_a e + eigenvalue_a, and for any other b acts_ab is n_b e.
    """
    members = members_of(classes)
    sizes, r = [len(inputs) for inputs in members], range(len(members))
    eigenvalues = [form[js[0]][js[0]] - form[js[0]][js[1]] if len(js) > 1 else ZERO for js in members]
    # e is the entry at the first input of a and the last of b; for a = b these differ if the class has two inputs or more
    acts = [[constant(sizes[b]) * form[members[a][0]][members[b][-1]] for b in r] for a in r]
    for a in r:
        if sizes[a] > 1:
            acts[a][a] = acts[a][a] + eigenvalues[a]
    return InvariantMatrix(sizes, acts, eigenvalues)


def read_invariant(part: Part, sizes: list[int]) -> InvariantMatrix:
    """Read an invariant matrix: `acts`, with a row and a column per class, and `diagonal`, with one eigenvalue per class."""
    parts = part.take("acts diagonal")
    acts, eigenvalues, r = read_matrix(parts["acts"]), read_vector(parts["diagonal"]), len(sizes)
    fits = acts.size() == (r, r) and len(eigenvalues.numbers) == r
    expect(fits, f"{part.where()} should have a number for each class, and for each two of them")
    return InvariantMatrix(sizes, acts.rows, eigenvalues.numbers)


def require_exchangeable(form: Rows, classes: list[int]) -> None:
    """Reject unless exchanging two inputs of one class leaves a symmetric matrix unchanged; neighbours are enough to try."""
    for inputs in members_of(classes):
        for j, i in pairwise(inputs):
            others = [n for n in range(len(form)) if n not in (i, j)]
            same = form[j][j] == form[i][i] and all(form[j][n] == form[i][n] for n in others)
            require(same, "class-exchange", "two inputs of one class have different numbers")


@dataclass(frozen=True, slots=True)
class Blocks:
    """Sets of inputs, each with a share, that take the place of an orbit; here an orbit is all sets with the same number of inputs.

    The mechanism answers with the shifts of these sets, modulo the number of inputs.
    """

    sets: list[list[int]]
    shares: Vector


@dataclass(frozen=True, slots=True)
class Orbits:
    """A mechanism whose answers are sets of inputs, given by orbits (all sets with the same number of inputs of each class).

    counts[i][a] is how many inputs of the class a each set of the orbit i has, and `weights` has one weight for each orbit.
    `blocks` is empty, or has for each orbit the sets that are used in place of all its sets. `classes` has the class of each input,
    and `sizes` the number of inputs of each class.
    """

    classes: list[int]
    sizes: list[int]
    counts: list[list[int]]
    weights: Vector
    part: Part
    classes_part: Part
    blocks: list[Blocks]


def read_orbits(part: Part, classes_part: Part, k: int) -> Orbits:
    """Read the class of each input, and the orbits: how many inputs of each class their sets have, weights, and blocks if any."""
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
    """Read for each orbit the sets that take its place, each with a share; there must be one class of all inputs.

    `counts` has for each orbit the number of inputs that each of its sets must have.
    """
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
    """Reject unless the shares of the sets that take the place of an orbit are a distribution, for every orbit that has such sets.

    With `of_pairs`, also require that all pairs of inputs are together in the shifts of these sets equally often.
    """
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
    """Count for d = 1, ..., k//2 the pairs x, y in the block with y - x = d modulo k.

    One product of two integers with digits 0 and 1 in base 2^16 gives all of them. The digit of the product at the place k - 1 + d
    is the number of pairs x, y with x - y = d (not modulo k). It is at most k, so that no digit overflows.
    """
    up = sum(1 << 16 * x for x in block)
    down = sum(1 << 16 * (k - 1 - x) for x in block)
    text = (up * down).to_bytes(4 * k, "little")
    digits = [int.from_bytes(text[n : n + 2], "little") for n in range(0, len(text), 2)]
    return [digits[k - 1 + d] + digits[d - 1] for d in range(1, k // 2 + 1)]


def pattern_sums(counts: list[int], sizes: list[int], ratio: Quotient) -> Line:
    """Compute for each class of inputs the sum of a row's entries at the inputs of the class.

    As many of these entries as `counts` says are T (`ratio`), and the others are 1.
    """
    return [constant(n) + (ratio - ONE) * constant(c) for c, n in zip(counts, sizes, strict=True)]


def require_orbits(orbits: Orbits, ratio: Quotient) -> None:
    """Reject unless the ratio is >= 1, and the orbits make a mechanism: weights >= 0 and columns that sum to 1."""
    require(ratio >= ONE, "ratio-below-one", "a demand with a ratio below 1, whose patterns are others")
    weights = orbits.weights.numbers
    require(all(w >= ZERO for w in weights), "entry-sign", "the mechanism has a weight that may be negative")
    of_orbits = [pattern_sums(counts, orbits.sizes, ratio) for counts in orbits.counts]
    for a, n in enumerate(orbits.sizes):
        found = total([w * s[a] for w, s in zip(weights, of_orbits, strict=True)])
        require(found == constant(n), "column-sum", "the mechanism has a column that does not sum to 1")


def information_matrix(orbits: Orbits, shares: Line, ratio: Quotient) -> InvariantMatrix:
    """Compute the Fisher information M, the sum of r r^T/(r^T pi) over the rows r of the mechanism.

    `shares` has the positive shares pi, one number per class; `ratio` is the T of the demand. The rows of an orbit are multiples of
    patterns s with entries 1 and T, and s^T pi is the same for all patterns of the orbit. So an orbit adds weight/(s^T pi) times
    the mean of s s^T over its patterns. This mean is an invariant matrix. On vectors constant on classes it acts by the means of s
    over the classes: acts_ab = mean_a mean_b n_b, where n_b is the number of inputs of the class b. On vectors of the class a that
    sum to 0 it has one eigenvalue. This is the sum of the squared deviations of s from its mean on the class, divided by the
    n_a - 1 dimensions. If s is T at c_a inputs of the class, the sum is (T - 1)^2 c_a (n_a - c_a)/n_a.
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
        # for n = 1 this is 0, as c is 0 or 1
        spread = [w * gain * constant(c[a] * (n - c[a]), max(1, n * (n - 1))) for w, c, _ in terms]
        eigenvalues.append(total(spread))
    return InvariantMatrix(sizes, acts, eigenvalues)
