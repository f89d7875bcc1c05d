"""The program Q = C·P for a garbling C, made smaller by symmetry: if inputs may be exchanged, entries of C share one unknown.

Two inputs are *alike* if exchanging them changes only the order of the rows of P, and the order of the rows of Q. To be alike is an
equivalence, so the inputs fall into classes. The permutations within the classes form a group, which permutes the rows of P and the
rows of Q, and so also the entries of C. If C is a garbling, its mean over the group is again a garbling.

So all entries C_iu of an orbit of the group may be taken as equal. The orbit of (i, u) is found as follows. Write down the pair
(Q_ij, P_uj) for every input j. Two entries are in the same orbit if, in each class of inputs, they have the same pairs up to order.

With equal entries, equations that the group carries into each other become the same, and one of them is kept. From the equations
Σ_i C_iu = 1, one u is kept for each orbit of outputs of P. From the equations Σ_u C_iu P_uj = Q_ij, one place (i, j) is kept for
each orbit of entries of Q.

A Farkas vector of the kept equations gives one of all equations: each number is divided evenly among the equations of its orbit.
The columns of an orbit then all have the same product with the vector. The sum of these products is the product of the kept
equations' vector with the one column that stands for the orbit.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, solve
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism

__all__ = ["OrbitProgram", "orbit_program"]

ZERO, ONE = Fraction(0), Fraction(1)
FEW = 512  # entries of C up to which nothing is gained
MOST = 1 << 18  # the most entries of C
Codes = list[tuple[int, ...]]
Classes = list[list[int]]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OrbitProgram:
    """The equations for a garbling C with C·P = Q, where symmetry makes unknowns and equations fewer.

    P is the mechanism `first`, and Q is the mechanism `second`. Some exchanges of inputs only change the order of the rows of P and
    of the rows of Q. Entries that such exchanges turn into one another form an orbit. The entries of C in one orbit share one
    unknown. For each orbit of outputs of P, one equation is kept: a column of C sums to 1. For each orbit of entries of Q, one
    equation of C·P = Q is kept.
    """

    first: Mechanism
    second: Mechanism
    orbits: tuple[tuple[int, ...], ...]
    """orbits[i][u] is the number of the unknown that the entry (i, u) of C shares with its orbit."""
    outputs: tuple[int, ...]
    """One output of P from each orbit: outputs whose rows differ only by exchanges of inputs."""
    places: dict[Place, list[Place]]
    """The orbits of entries of Q: the first entry (i, j) of each is the key of the list of all of them."""

    @property
    def rows(self) -> int:
        """The number of equations."""
        return len(self.outputs) + len(self.places)

    @property
    def columns(self) -> int:
        """The number of unknowns."""
        return 1 + max(map(max, self.orbits))

    def standard_form(self) -> tuple[Matrix, tuple[Number, ...]]:
        """The matrix A and the right side b of the equations A·x = b."""
        a: list[list[Number]] = []
        for u in self.outputs:
            row: list[Number] = [ZERO] * self.columns
            for orbits in self.orbits:
                row[orbits[u]] = row[orbits[u]] + ONE
            a.append(row)
        for i, j in self.places:
            row = [ZERO] * self.columns
            for orbit, entries in zip(self.orbits[i], self.first.rows, strict=True):
                row[orbit] = row[orbit] + entries[j]
            a.append(row)
        return freeze(a), (*(ONE for _ in self.outputs), *(self.second.rows[i][j] for i, j in self.places))

    def at_basis(self, a: Matrix, b: Sequence[Number], basis: Sequence[int]) -> Matrix | None:
        """Solve the equations A·x = b, where only the unknowns of the basis may differ from 0. Return the matrix C that x stands
        for.

        A negative index in the basis stands for a unit column that is not in A. None if the basis has such an index, or if it is
        singular.
        """
        if any(j < 0 for j in basis):
            return None
        try:
            values = solve([[row[j] for j in basis] for row in a], [(x,) for x in b])
        except InputError:
            return None
        x: list[Number] = [ZERO] * self.columns
        for j, (value,) in zip(basis, values, strict=True):
            x[j] = value
        return self.as_rows(x)

    def as_rows(self, x: Sequence[Number]) -> Matrix:
        """Return the matrix C for the values x of the unknowns: each entry of C has the value of its orbit's unknown."""
        return tuple(tuple(x[orbit] for orbit in orbits) for orbits in self.orbits)

    def as_gains(self, farkas: Sequence[Number]) -> Matrix:
        """The gains that a Farkas vector stands for. This vector has one number for each equation, and shows that no garbling
        exists. If an equation stands for an orbit of entries of Q, its number is divided evenly among these entries.
        """
        gains: list[list[Number]] = [[ZERO] * self.first.k for _ in range(self.second.m)]
        for y, orbit in zip(farkas[len(self.outputs) :], self.places.values(), strict=True):
            for i, j in orbit:
                gains[i][j] = y / len(orbit)
        return freeze(gains)


def orbit_program(first: Mechanism, second: Mechanism) -> OrbitProgram | None:
    """Pose the linear program that decides whether `second` is a garbling of `first`. Both mechanisms must be in minimal form. If
    exchanging inputs carries entries of the garbling C into each other, these entries share one unknown.

    None in three cases: no two inputs may be exchanged; C has too few or too many entries; or the first mechanism has no more
    outputs than inputs. In the last case other methods need fewer equations to find C, or fewer actions to show that there is no C.
    """
    if first.m <= first.k or not FEW < first.m * second.m <= MOST:
        return None
    codes: dict[Number, int] = {}
    p, q = ([tuple(codes.setdefault(x, len(codes)) for x in row) for row in m.rows] for m in (first, second))
    classes = _alike(p, q)
    if len(classes) == first.k:
        return None
    outputs: dict[Hashable, int] = {}
    for u, row in enumerate(p):
        outputs.setdefault(_key(row, classes), u)
    alike: dict[Hashable, list[Place]] = {}
    for i, row in enumerate(q):
        key = _key(row, classes)
        for n, members in enumerate(classes):
            for j in members:
                alike.setdefault((key, n, row[j]), []).append((i, j))
    seen: dict[Hashable, int] = {}
    orbits = []
    for row in q:
        require_time()
        left = [x * len(codes) for x in row]
        keys = (_key([x + y for x, y in zip(left, other, strict=True)], classes) for other in p)
        orbits.append(tuple(seen.setdefault(key, len(seen)) for key in keys))
    places = {orbit[0]: orbit for orbit in alike.values()}
    return OrbitProgram(first, second, tuple(orbits), tuple(outputs.values()), places)


def _key(row: Sequence[int], classes: Classes) -> Hashable:
    """Return a key that is the same for two rows if and only if exchanges of inputs within the classes turn one row into the other.
    It lists the row's entries class by class, sorted within each class.
    """
    return tuple(tuple(sorted([row[j] for j in members])) for members in classes)


def _alike(p: Codes, q: Codes) -> Classes:
    """Group the inputs into classes; exchanging two inputs of a class only reorders the rows of p and the rows of q."""
    columns = [
        tuple(map(tuple, map(sorted, sides))) for sides in zip(zip(*p, strict=True), zip(*q, strict=True), strict=True)
    ]
    known = [(rows, set(rows)) for rows in (p, q)]
    classes: Classes = []
    for j, column in enumerate(columns):
        require_time()
        own = next((c for c in classes if columns[c[0]] == column and _exchange(known, c[0], j)), None)
        if own is None:
            classes.append([j])
        else:
            own.append(j)
    return classes


def _exchange(known: list[tuple[Codes, set[tuple[int, ...]]]], j: int, el: int) -> bool:
    """Tell whether exchanging the inputs j and el only reorders the rows of each mechanism. `known` has the rows of each mechanism,
    as a list and as a set; no mechanism may have two equal rows.
    """
    for rows, listed in known:
        for row in rows:
            moved = list(row)
            moved[j], moved[el] = row[el], row[j]
            if tuple(moved) not in listed:
                return False
    return True
