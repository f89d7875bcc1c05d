"""An inequality at every pattern s of {1, T}^k, or at one pattern of each orbit, quickly. SPEC.md, sections 4.2 and 5.

Like speed.py this is here for speed alone, and is left out with it: `Squares.is_at_most` at each of `patterns` shows the same, in
nine times the time at 2^10 patterns and six times at 2^12 (benchmarks/RESULTS.md). Whoever runs with `--plain` may skip it.

A pattern s has 1 or T for each input. The inequality is sum_a s^T Q_a s/(s^T pi_a) <= y^T s, with symmetric matrices Q_a and
denominators that are positive, where two inputs of one class may be exchanged in all Q_a, pi_a and y without a change. Then both
sides are the same at all patterns that have T equally often in each class, and one of these is tried. Such a Q is an invariant
matrix of rows/orbits.py: `acts` and `eigenvalues` are its numbers there. With c of the n inputs of a class at T, the sum of s over
the class is u = n + (T - 1) c, and s^T Q s = sum_ab u_a acts_ab u_b/n_b + sum_a eigenvalue_a (T - 1)^2 c_a (n_a - c_a)/n_a.

A pattern is built class by class; beside it stand the sums that its first classes make, so that a new class costs a few additions.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..arithmetic.polynomial import common_multiple
from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, constant, product, total
from ..limits import spend
from ..model.mechanism import Line, Rows
from ..refusals import require
from .orbits import InvariantMatrix


@dataclass(frozen=True, slots=True)
class Inequality:
    """The sizes of the classes, the matrices Q_a, and by class the lists pi_a of the denominators and y of the right side."""

    sizes: list[int]
    forms: list[InvariantMatrix]
    denominators: list[Line]
    right: Line


@dataclass(slots=True)
class _Start:
    """The first classes of a pattern: their number, and the sums over them.

    `crossed[a][l]` is 2 sum_i (Q_a)_il s_i over their inputs i, for an input of the class l, which is asked for when that class
    comes; `forms` are the s^T Q_a s, `lines` the s^T pi_a, then y^T s.
    """

    known: int
    crossed: list[Line]
    forms: Line
    lines: Line


@dataclass(frozen=True, slots=True)
class _Step:
    """The contribution of a class with sum u: s^T Q_a s over it, 2 (Q_a)_il u for later classes l, and u times each list."""

    u: Quotient
    own: Line
    crossed: list[Line]
    lines: Line


def require_at_patterns(inequality: Inequality, ratio: Quotient) -> None:
    """Require the inequality at every pattern."""
    for forms, denominators, right in _values(inequality, ratio):
        require_at_row(forms, denominators, right)


def require_at_row(forms: Line, denominators: Line, right: Quotient) -> None:
    """Require sum_a forms_a/denominators_a <= right, multiplied by all denominators, which are positive."""
    left = total([q * product([d for b, d in enumerate(denominators) if b != a]) for a, q in enumerate(forms)])
    require(
        left <= right * product(denominators),
        "price-row",
        "the function is not shown to be at most the prices at a row",
    )


def bring_to_one_denominator(rows: Rows) -> Rows:
    """Write rational rows over one denominator, so that their sums stay short; other rows are unchanged."""
    if not all(x.is_constant() for row in rows for x in row):
        return rows
    over = common_multiple(x.fraction()[1] for row in rows for x in row)
    spend(20 * len(rows) * len(rows[0]), over.bit_length(), over.bit_length() * len(rows))
    return [[_expand(x, over) for x in row] for row in rows]


def _expand(x: Quotient, den: int) -> Quotient:
    """A rational number written with this multiple of its denominator."""
    n, d = x.fraction()
    return Quotient({0: n * (den // d)} if n else {}, {0: den})


def _values(inequality: Inequality, ratio: Quotient) -> Iterator[tuple[Line, Line, Quotient]]:
    """s^T Q_a s for all a, s^T pi_a for all a and y^T s, at one pattern of each orbit."""
    r, several = len(inequality.sizes), len(inequality.forms)
    denominators = bring_to_one_denominator(inequality.denominators)
    (right,) = bring_to_one_denominator([inequality.right])
    divided = [bring_to_one_denominator(_divide_by_sizes(form)) for form in inequality.forms]
    scaled = Inequality(inequality.sizes, inequality.forms, denominators, right)
    steps = [[_step(scaled, divided, a, c, ratio) for c in range(n + 1)] for a, n in enumerate(inequality.sizes)]
    waiting = [_Start(0, [[ZERO] * r for _ in inequality.forms], [ZERO] * several, [ZERO] * (several + 1))]
    while waiting:
        start = waiting.pop()
        spend(20)
        if start.known == r:
            yield start.forms, start.lines[:-1], start.lines[-1]
        else:
            waiting += [_extend(start, step) for step in steps[start.known]]


def _divide_by_sizes(form: InvariantMatrix) -> Rows:
    """acts_ab/n_b, the factor of u_a u_b for the sums of two classes."""
    return [[x if n == 1 else x * constant(1, n) for x, n in zip(row, form.sizes, strict=True)] for row in form.acts]


def _step(inequality: Inequality, divided: list[Rows], a: int, c: int, ratio: Quotient) -> _Step:
    """The contribution of class a if c of its inputs are T."""
    n = inequality.sizes[a]
    gain = ratio - ONE
    u = ratio if n == c == 1 else constant(n) + gain * constant(c)
    spread = gain * gain * constant(c * (n - c), n)
    own = [matrix[a][a] * u * u for matrix in divided]
    if n > 1:
        own = [_plus(q, form.eigenvalues[a] * spread) for q, form in zip(own, inequality.forms, strict=True)]
    crossed = [[TWO * x * u for x in matrix[a]] for matrix in divided]
    return _Step(u, own, crossed, [line[a] * u for line in (*inequality.denominators, inequality.right)])


def _extend(start: _Start, step: _Step) -> _Start:
    """Add one more class to the pattern: (x + u)^T Q (x + u) = x^T Q x + 2 x^T Q u + u^T Q u, for each form Q."""
    a = start.known
    forms = [
        _plus(_plus(q, c[a] * step.u), own) for q, c, own in zip(start.forms, start.crossed, step.own, strict=True)
    ]
    # what stands before the next class is not asked for again
    crossed = [
        [*c[: a + 1], *(_plus(x, y) for x, y in zip(c[a + 1 :], added[a + 1 :], strict=True))]
        for c, added in zip(start.crossed, step.crossed, strict=True)
    ]
    lines = [_plus(x, y) for x, y in zip(start.lines, step.lines, strict=True)]
    return _Start(a + 1, crossed, forms, lines)


def _plus(a: Quotient, b: Quotient) -> Quotient:
    """The sum; adding 0 keeps the other's denominator, so that all stay the same."""
    if not a.num:
        return b
    return a + b if b.num else a
