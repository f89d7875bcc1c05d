"""The function f(s) = sum_a s^T Q_a s/(pi_a s) of a row s, which all objectives about estimates use.

The matrices Q_a are positive semidefinite, and the numbers in the lists pi_a (prevalences) are >= 0. One term s^T Q s/(pi s) is
homogeneous. Where pi s > 0, it is convex, as the following shows. Write Q = X^T X. The term is the sum of (x s)^2/(pi s) over the
rows x of X. Each of these summands is the largest value, over all numbers v, of 2 v (x s) - v^2 (pi s). For each v this expression
is linear in s, and the largest of linear functions is convex. Where pi s = 0, the term is 0 if s^T Q s = 0, and infinite otherwise.

If two inputs of one class are exchanged, Q_a and pi_a stay the same. So Q_a is an invariant matrix with `acts` and `eigenvalues`
(rows/orbits.py). For each class c, let n_c be the number of its inputs, u_c the sum of the entries of s at these inputs, and q_c
the sum of the squares of these entries. Then

    s^T Q s = sum_cd u_c acts_cd u_d/n_d + sum_c eigenvalue_c (q_c - u_c^2/n_c).

To see this, write s as the sum of two vectors. The first vector is constant on each class, where it is the mean of s. It gives the
first sum. The second vector sums to 0 on each class, and its squares sum to q_c - u_c^2/n_c there. It gives the second sum.
"""

from dataclasses import dataclass, field
from itertools import chain, combinations_with_replacement
from typing import ClassVar

from ..arithmetic.quotient import TWO, ZERO, Quotient, constant, fractions_of, product, total
from ..limits import spend
from ..model.mechanism import Line
from ..refusals import require
from ..rows.numbers import Row, times_count
from ..rows.orbits import InvariantMatrix
from ..rows.patterns import patterns, require_bounded
from ..rows.quickly import require_at_patterns
from ..rows.remembered import Remembered


@dataclass(frozen=True, slots=True)
class Squares:
    """The function f(s) = sum_a s^T Q_a s/(pi_a s) of a row s.

    It is given by its matrices Q_a (`forms`) and its lists pi_a (`denominators`). A list has one number for each class of
    exchangeable inputs.
    """

    # comparisons are exact, at every t
    is_tried_at_ratio: ClassVar[bool] = True

    forms: list[InvariantMatrix]
    denominators: list[Line]
    numbers: Remembered = field(default_factory=Remembered)

    def is_at_most(self, row: Row, right: Quotient) -> bool:
        """Whether f(row) <= right at every t, for a row s that is not 0.

        f(s) is the sum of terms s^T Q_a s/(pi_a s), where each Q_a is a matrix and each pi_a a list of numbers. To avoid divisions,
        both sides are multiplied by all denominators pi_a s. The denominators are positive if all numbers in the lists pi_a are
        positive.

        Only the objective "asymptotic variance" (prevalence.py) may have a 0 in its list. It has one term s^T Q s/(pi s), so that
        pi s may be 0. If pi s is 0 at every t, reject unless s^T Q s is 0 at every t too; then the term counts as 0. If pi s is 0
        at some t only, the inequality s^T Q s <= right pi s says that s^T Q s is 0 there too.
        """
        kept = self._terms(row)
        spend(5 * len(kept) * len(kept))
        left = [q * product([d for b, (_, d) in enumerate(kept) if b != a]) for a, (q, _) in enumerate(kept)]
        return total(left) <= right * product([d for _, d in kept])

    def value(self, row: Row) -> Quotient:
        """Compute f(row) by divisions. To compare f(row) with a number, use `is_at_most`, which does not divide."""
        return total([above / below for above, below in self._terms(row)])

    def _terms(self, row: Row) -> list[tuple[Quotient, Quotient]]:
        """List the numerator and the denominator of every term of f at a row s.

        A term is s^T Q s/(pi s) with one matrix Q of `forms` and one list pi of `denominators`. If both are 0, the term is left
        out. If the denominator alone is 0, reject, because the term is infinite.
        """
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

    def require_at_patterns(self, column: Line, ratio: Quotient, sizes: list[int]) -> None:
        """Reject unless f(s) <= y s at every pattern s, a row in which each entry is 1 or `ratio`.

        y is the list `column`, which has a price for each class of inputs, and `sizes` has the number of inputs in each. There may
        be thousands of patterns; if all numbers but `ratio` are rational, this is the fast way to try them (rows/quickly.py).
        """
        numbers = chain(column, *self.denominators, *(chain(*form.acts, form.eigenvalues) for form in self.forms))
        if fractions_of(list(numbers)) is not None:
            require_at_patterns(self.forms, self.denominators, column, ratio)
        else:
            for row in patterns(sizes, ratio):
                require_bounded(self.is_at_most(row, self.numbers.dot(column, row)))

    def _moments(self, row: Row) -> tuple[Line, Line]:
        """Compute two lists with a number for each class of inputs: the sum of the row's entries, and the sum of their squares.

        If every class has one input, the squares are not needed. Then the list of sums is returned twice.
        """
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
        """Compute s^T Q s for the matrix Q (`form`) and a row s.

        `sums` has the sum of the entries of s at the inputs of each class, and `squares` has the sum of their squares. Write
        acts_cd for the entries of `form.acts`, and n_d for the number of inputs of the class d. As Q is symmetric,
        acts_cd/n_d = acts_dc/n_c. So the term of two different classes c and d is computed once and doubled.
        """
        times = self.numbers.times
        means = [u if n == 1 else u * constant(1, n) for u, n in zip(sums, form.sizes, strict=True)]
        inside = [c for c, u in enumerate(sums) if u.num]
        pairs = [(c, d, times(form.acts[c][d], means[d])) for c, d in combinations_with_replacement(inside, 2)]
        terms = [times(sums[c], x if c == d else times(TWO, x)) for c, d, x in pairs]
        rests = zip(form.sizes, form.eigenvalues, sums, squares, means, strict=True)
        terms += [d * (q - u * mean) for n, d, u, q, mean in rests if n > 1]
        return total(terms) if terms else ZERO
