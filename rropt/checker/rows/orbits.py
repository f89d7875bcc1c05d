"""Matrices and mechanisms that do not change if two inputs of one class are exchanged. SPEC.md, section 4.2.

Each of the k inputs is in one class, and the class a has n_a inputs. A k x k matrix is called invariant if exchanging two inputs of
one class does not change the matrix. Two facts describe an invariant matrix completely:
- Let a vector have the same number u_b at all inputs of the class b, for each b. The matrix maps this vector to the vector that has
  the number sum_b acts_ab u_b at all inputs of the class a.
- Let a vector be 0 outside of the class a and sum to 0. The matrix multiplies this vector by the number eigenvalue_a. (If the class
  has one input, the only such vector is 0.)

Every vector is a sum of vectors of these two kinds. So two invariant matrices are equal if their `acts` are equal and their
eigenvalues are equal. To multiply two invariant matrices, multiply their `acts` as matrices, and for each class multiply the two
eigenvalues.

Let T be the ratio that the demand asks of all pairs of inputs. The pattern of a set S of inputs is the row that is T at the inputs
of S and 1 elsewhere. The count c_a of a set is its number of inputs of the class a. The orbit of S consists of all sets with the
same counts as S. A mechanism by orbits answers with a set of inputs. It is given by some orbits, each with a weight. The
weight is divided equally among the sets of the orbit. If the input is j, the probability of the answer S is the part that S gets,
times the entry of the pattern of S at j.

If all inputs are in one class, some sets of an orbit may take the place of the whole orbit. These sets are called blocks. Each
block B has a share, and the shares of all blocks of an orbit sum to 1. The mechanism then answers with shifts of the blocks. The k
shifts of B are the sets {x + s mod k : x in B} for s = 0, ..., k - 1. Each shift of B gets the weight of the orbit times the share
of B, divided by k. Every input is in equally many shifts of B. Two inputs j and l are together in N_B(l - j) shifts of B. Here
N_B(d) is the number of pairs x, y in B with y - x = d mod k. Suppose that the mean of N_B(d) over the blocks, weighted by the
shares, is the same for all d other than 0. Then the blocks contain each input, and each pair of inputs, as often as the whole orbit
does. So the Fisher information matrix M is the same too.
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

    `acts` and `eigenvalues` describe the matrix. If a vector has the number u_b at all inputs of each class b, the matrix maps it
    to the vector with the number sum_b acts_ab u_b at all inputs of each class a. If a vector is 0 outside of the class a and sums
    to 0, the matrix multiplies it by eigenvalues[a].
    """

    sizes: list[int]
    acts: Rows
    eigenvalues: Line

    def times(self, other: "InvariantMatrix") -> "InvariantMatrix":
        """Multiply this matrix by another: multiply the two `acts` as matrices, and the two eigenvalues of each class."""
        eigenvalues = [x * y for x, y in zip(self.eigenvalues, other.eigenvalues, strict=True)]
        return InvariantMatrix(self.sizes, multiply_matrices(self.acts, other.acts), eigenvalues)

    def transpose(self) -> "InvariantMatrix":
        """Transpose the matrix: acts_ab becomes acts_ba n_b/n_a, where n_a is the size of the class a, and the eigenvalues stay.

        The reason is as follows. Let A be this matrix. For vectors u and v that are constant on each class,
        u^T A v = sum_ab u_a n_a acts_ab v_b, and u^T A^T v = v^T A u.
        """
        n, r = self.sizes, range(len(self.sizes))
        acts = [[self.acts[b][a] * constant(n[b], n[a]) for b in r] for a in r]
        return InvariantMatrix(n, acts, self.eigenvalues)

    def trace(self) -> Quotient:
        """Compute the trace of the matrix.

        It is the trace of `acts` plus, for each class a, the eigenvalue of the class times n_a - 1, where n_a is its number of
        inputs. The reason is that the vectors that are 0 outside of the class and sum to 0 have n_a - 1 dimensions.
        """
        own = [self.acts[a][a] for a in range(len(self.sizes))]
        return total([*own, *(constant(n - 1) * x for n, x in zip(self.sizes, self.eigenvalues, strict=True))])

    def form(self) -> Rows:
        """Compute for this matrix A the matrix F, with a row and a column per class, such that u^T A v = sum_ab u_a F_ab v_b.

        Here u and v are any vectors that are constant on classes, with the numbers u_a and v_a at the inputs of the class a.
        """
        return [[constant(n) * x for x in row] for n, row in zip(self.sizes, self.acts, strict=True)]

    def plus(self, other: "InvariantMatrix") -> "InvariantMatrix":
        """Return the sum of this matrix and `other`."""
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
        """Whether the two matrices are equal; the eigenvalue of a class of one input is ignored, as it has no effect."""
        same = all(x == y for a, b in zip(self.acts, other.acts, strict=True) for x, y in zip(a, b, strict=True))
        return same and all(
            n == 1 or x == y for n, x, y in zip(self.sizes, self.eigenvalues, other.eigenvalues, strict=True)
        )


def invariant_identity(sizes: list[int]) -> InvariantMatrix:
    """Make the unit matrix as an invariant matrix; `sizes` has the number of inputs of each class."""
    r = range(len(sizes))
    return InvariantMatrix(sizes, [[ONE if a == b else ZERO for b in r] for a in r], [ONE for _ in r])


def collect_form(form: Rows, classes: list[int]) -> InvariantMatrix:
    """Describe a symmetric k x k matrix by `acts` and `eigenvalues`; it must stay the same if inputs of one class are exchanged.

    Let n_a be the number of inputs of the class a. For classes a and b, let e be the entry of the matrix at an input of a and
    another input of b, which does not depend on the choice of the inputs. If a and b are different, acts_ab = n_b e. If a and b are
    the same class, the diagonal entries of the class are e + eigenvalue_a, and acts_aa = n_a e + eigenvalue_a.
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
    """Reject unless a symmetric matrix stays the same if any two inputs of one class are exchanged.

    `classes` has the class of each input. Only neighbours in the list of a class's inputs are exchanged, because every other
    exchange is a sequence of such exchanges.
    """
    for inputs in members_of(classes):
        for j, i in pairwise(inputs):
            others = [n for n in range(len(form)) if n not in (i, j)]
            same = form[j][j] == form[i][i] and all(form[j][n] == form[i][n] for n in others)
            require(same, "class-exchange", "two inputs of one class have different numbers")


@dataclass(frozen=True, slots=True)
class Blocks:
    """Sets of inputs that take the place of all sets of an orbit; each set in `sets` has its share in `shares`.

    All inputs are in one class here, so an orbit is all sets with the same number of inputs. The mechanism answers with the shifts
    of these sets. A shift adds one number to every input of a set, modulo the number of all inputs.
    """

    sets: list[list[int]]
    shares: Vector


@dataclass(frozen=True, slots=True)
class Orbits:
    """A mechanism whose answers are sets of inputs, with one weight for each orbit of sets.

    An orbit consists of all sets that have the same number of inputs from each class. Every set of the orbit i has counts[i][a]
    inputs of the class a. `weights` has the weights of the orbits. `classes` has the class of each input, and `sizes` has the
    number of inputs of each class. If `blocks` is not empty, blocks[i] has the sets that are used instead of all sets of the orbit
    i (`Blocks`).
    """

    classes: list[int]
    sizes: list[int]
    counts: list[list[int]]
    weights: Vector
    part: Part
    classes_part: Part
    blocks: list[Blocks]


def read_orbits(part: Part, classes_part: Part, k: int) -> Orbits:
    """Read the class of each input, the orbits, and the weight of each orbit.

    In the file, an orbit is given by one number for each class: how many inputs of this class its sets have. The file may also give
    blocks for every orbit. Blocks are some of its sets that are used in place of all of them (`Blocks`).
    """
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
    """Read the blocks of each orbit, which are the sets that take the place of all its sets, and the share of each block.

    The text is malformed unless all inputs are in one class. `counts` has a list for each orbit, whose only number is the number of
    inputs in each set of the orbit.
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
    """Reject unless, in every orbit that has blocks, the shares of the blocks are >= 0 and sum to 1.

    Blocks are sets of inputs that take the place of all sets of an orbit. The mechanism answers with shifts of the blocks. (A shift
    adds one number to every input of a block, modulo the number of inputs.) For two inputs, sum the shares of the blocks of one
    orbit over all shifts that contain both inputs. If `of_pairs` is true, also reject unless, in every orbit that has blocks, this
    sum is the same for every two inputs.
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
    """Count, for each d = 1, ..., k//2, the pairs x, y in the block with y - x = d modulo k.

    All counts are read off one product of two integers in base 2^16. For each x in the block, the first integer has the digit 1 at
    the place x, and the second has the digit 1 at the place k - 1 - x. So the digit of the product at the place k - 1 + d is the
    number of pairs x, y with x - y = d. The digit at the place d - 1 is the number of pairs with x - y = d - k. The sum of both
    digits is the count for d. A digit is at most k, so that none overflows.
    """
    up = sum(1 << 16 * x for x in block)
    down = sum(1 << 16 * (k - 1 - x) for x in block)
    text = (up * down).to_bytes(4 * k, "little")
    digits = [int.from_bytes(text[n : n + 2], "little") for n in range(0, len(text), 2)]
    return [digits[k - 1 + d] + digits[d - 1] for d in range(1, k // 2 + 1)]


def pattern_sums(counts: list[int], sizes: list[int], ratio: Quotient) -> Line:
    """Compute, for each class of inputs, the sum of a pattern's entries at the inputs of the class.

    The pattern is the row that is T (`ratio`) at counts[a] of the sizes[a] inputs of each class a, and 1 at the others.
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

    `shares` has the positive shares pi, one number per class, and `ratio` is the T of the demand. The rows of an orbit are
    multiples of patterns s, which have the entries 1 and T. The product s^T pi is the same for all patterns of the orbit. So an
    orbit adds weight/(s^T pi) times the mean of the matrices s s^T over its patterns. This mean is an invariant matrix.

    Its `acts` and eigenvalues are as follows. Let the class a have n_a inputs, and let s be T at c_a of them. Let mean_a be the
    mean of s over the class. Then acts_ab = mean_a mean_b n_b. If n_a > 1, eigenvalue_a is the sum of the squared deviations of s
    from mean_a, over the inputs of the class, divided by n_a - 1. This sum is (T - 1)^2 c_a (n_a - c_a)/n_a.
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
