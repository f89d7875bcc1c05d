"""The garbling program Q = C·P with few unknowns, if inputs may be exchanged in both mechanisms P and Q.

Two inputs are *alike* if exchanging them changes only the order of the rows of P, and the order of the rows of Q. This is an
equivalence. The permutations within its classes form a group, which acts on the rows of P and on those of Q. The mean of a garbling
C over the group is again a garbling. So C_iu may be taken as equal for all pairs (i, u) of an orbit, which are the pairs with the
same entries (Q_ij, P_uj), up to their order within each class. Then all equations of an orbit are equal, and one is kept:
Σ_i C_iu = 1 for one u of each orbit of outputs of P, and Σ_u C_iu P_uj = Q_ij for one place (i, j) of each orbit of entries of Q.

A Farkas vector of the kept equations becomes one of all equations if each number is divided evenly among the equations of its
orbit. Its product with every column of an orbit is then the same, and these products sum to the product with the one column that
stands for the orbit.
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
    """The program C·P = Q for a garbling C with few unknowns. Exchanging inputs carries entries of C into one another; the entries
    of such an orbit share one unknown. One equation is kept for each orbit of outputs of P, and one for each orbit of entries of Q.
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
        """Solve the equations for the unknowns of a basis, the others 0, and return the matrix C. None if the basis is singular or
        contains an added column (a negative index)."""
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
        """The matrix C whose entry (i, u) is the unknown x of its orbit."""
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
    """Pose the linear program that decides whether the second mechanism is a garbling C of the first, both in minimal form. All
    entries of C that exchanges of inputs carry into each other share one unknown.

    None if no two inputs may be exchanged, if C has too few or too many entries, or if the first mechanism has no more outputs than
    inputs. In the last case other methods need fewer equations to find C, or fewer actions to show that there is no C.
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
    """Describe a row so that rows that differ only by exchanges within classes agree: its entries class by class, sorted within
    each."""
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
    """Whether exchanging the inputs j and el permutes the rows of both mechanisms; no mechanism has a row twice."""
    for rows, listed in known:
        for row in rows:
            moved = list(row)
            moved[j], moved[el] = row[el], row[j]
            if tuple(moved) not in listed:
                return False
    return True
