"""f(s) = sum_a s^T Q_a s/(pi_a s), with Q_a positive semidefinite and pi_a >= 0: what all criteria of estimation are made of.

s^T Q s/(pi s) is homogeneous, and convex where pi s > 0: with Q = X^T X it is the sum over the rows x of X of (x s)^2/(pi s), each
the largest over u of 2 u x s - u^2 pi s, which is linear in s. Where pi s = 0 it is 0 if s^T Q s is, else infinite.

Two inputs of one class may be exchanged in Q_a and pi_a without a change, so that Q_a is an invariant matrix (rows/orbits.py):
with u_c the sum of s over the class c, and q_c that of the squares,

    s^T Q s = sum_cd u_c acts_cd u_d/n_d + sum_c eigenvalue_c (q_c - u_c^2/n_c),

as s is its mean on each class, which `acts` maps, and a rest that sums to 0 there, whose square is q_c - u_c^2/n_c.
"""

from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from ..arithmetic.quotient import TWO, ZERO, Quotient, constant, product, total
from ..model.mechanism import Line
from ..refusals import require
from ..rows.numbers import Row, times_count
from ..rows.orbits import InvariantMatrix
from ..rows.quickly import Inequality, require_at_patterns
from ..rows.remembered import Remembered


@dataclass(frozen=True, slots=True)
class Squares:
    """The matrices Q_a and the lists pi_a, by class."""

    forms: list[InvariantMatrix]
    denominators: list[Line]
    numbers: Remembered = field(default_factory=Remembered)

    def is_at_most(self, row: Row, right: Quotient) -> bool:
        """Whether f(row) <= right at every t, multiplied by the pi_a s; the row is nonzero and no pi_a s negative.

        All pi_a are positive (`require_positive`), so that pi_a s > 0, but for the one pi of an asymptotic variance, which is
        alone and may have a 0. If its pi s is 0 at every t, the term is infinite, or 0/0 and left out. If it is 0 at some t alone,
        s^T Q s <= right pi s asks there that s^T Q s is 0 too.
        """
        kept = self._terms(row)
        left = [q * product([d for b, (_, d) in enumerate(kept) if b != a]) for a, (q, _) in enumerate(kept)]
        return total(left) <= right * product([d for _, d in kept])

    def value(self, row: Row) -> Quotient:
        """f(row) for a reader; comparisons avoid its divisions."""
        return total([above / below for above, below in self._terms(row)])

    def _terms(self, row: Row) -> list[tuple[Quotient, Quotient]]:
        """s^T Q_a s and pi_a s for all a except those that are 0/0."""
        sums, squares = self._moments(row)
        entries = [(u, 1, c) for c, u in enumerate(sums) if u.num]
        terms = [
            (self._form(q, sums, squares), self.numbers.dot(pi, entries))
            for q, pi in zip(self.forms, self.denominators, strict=True)
        ]
        kept = [(above, below) for above, below in terms if not below.is_zero()]
        others = [above for above, below in terms if below.is_zero()] if len(kept) < len(terms) else []
        require(all(above.is_zero() for above in others), "infinite", "the function is infinite at a row")
        return kept

    def require_at_patterns(self, column: Line, ratio: Quotient) -> None:
        """Require the same at all patterns; sums over the first classes are reused (twelve inputs have 4096 patterns)."""
        require_at_patterns(Inequality(self.forms[0].sizes, self.forms, self.denominators, column), ratio)

    def _moments(self, row: Row) -> tuple[Line, Line]:
        """The sums of entries and of their squares over each class; the latter are not needed if all classes have one input."""
        if all(n == 1 for n in self.forms[0].sizes):
            entries = {c: x for x, _, c in row}
            found = [entries.get(c, ZERO) for c in range(len(self.forms[0].sizes))]
            return found, found
        sums: list[Line] = [[] for _ in self.forms[0].sizes]
        squares: list[Line] = [[] for _ in sums]
        for x, n, c in row:
            sums[c].append(times_count(n, x))
            squares[c].append(times_count(n, x * x))
        return [total(x) for x in sums], [total(x) for x in squares]

    def _form(self, form: InvariantMatrix, sums: Line, squares: Line) -> Quotient:
        """s^T Q s; acts_cd/n_d is symmetric, so a pair of different classes is computed once and doubled."""
        times = self.numbers.times
        means = [u if n == 1 else u * constant(1, n) for u, n in zip(sums, form.sizes, strict=True)]
        inside = [c for c, u in enumerate(sums) if u.num]
        pairs = [(c, d, times(form.acts[c][d], means[d])) for c, d in combinations_with_replacement(inside, 2)]
        terms = [times(sums[c], x if c == d else times(TWO, x)) for c, d, x in pairs]
        rests = zip(form.sizes, form.eigenvalues, sums, squares, means, strict=True)
        terms += [d * (q - u * mean) for n, d, u, q, mean in rests if n > 1]
        return total(terms) if terms else ZERO
