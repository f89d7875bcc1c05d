"""Checks an inequality between sums of squares and prices at every pattern, quickly. SPEC.md, sections 4.2 and 5.

Like speed.py this is here for speed alone, and a plain check (`--plain`) leaves it out: then `Squares.is_at_most` at each of
`patterns` shows the same. That takes nine times as long at 2^10 patterns and six times at 2^12 (benchmarks/RESULTS.md).

A pattern s has 1 or T at each input. The inequality is sum_a s^T Q_a s/(s^T pi_a) <= y^T s, with symmetric matrices Q_a, positive
denominators s^T pi_a and prices y. Two inputs of one class may be exchanged in all Q_a, pi_a and y without a change. So both sides
are the same at all patterns that have T at the same number of inputs of each class. These patterns are an orbit, and one of them is
tried. The Q_a are invariant matrices (rows/orbits.py) with their `acts` and `eigenvalues`. If a pattern has T at c_a of the n_a
inputs of each class a, its sum over the class is u_a = n_a + (T - 1) c_a, and

    s^T Q s = sum_ab u_a acts_ab u_b/n_b + sum_a eigenvalue_a (T - 1)^2 c_a (n_a - c_a)/n_a.

A pattern is built class by class. The sums over its first classes are kept, so that each new class costs a few additions.
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
    """The inequality sum_a s^T Q_a s/(s^T pi_a) <= y^T s of a row s, with the number of inputs of each class in `sizes`.

    `forms` are the matrices Q_a, `denominators` the lists pi_a and `right` the prices y, with one number per class.
    """

    sizes: list[int]
    forms: list[InvariantMatrix]
    denominators: list[Line]
    right: Line


@dataclass(slots=True)
class _Start:
    """The first `known` classes of a row s with entries 1 and T, with sums over their inputs for both sides of the inequality.

    `forms` has s^T Q_a s for each matrix Q_a. `lines` has s^T pi_a for each list pi_a, then y^T s for the prices y. `crossed[a][l]`
    is 2 sum_i (Q_a)_ij s_i over the inputs i of these classes, for any input j of a later class l; it is used when that class is
    added.
    """

    known: int
    crossed: list[Line]
    forms: Line
    lines: Line


@dataclass(frozen=True, slots=True)
class _Step:
    """What one more class of inputs adds to the sums of a `_Start`.

    `u` is the sum of the row s over the inputs of this class, and `own[a]` is s^T Q_a s over these inputs alone. Each form of the
    start grows by `own[a]`, and by u times what the start's `crossed[a]` has for this class. `crossed` and `lines` are added to the
    `crossed` and the `lines` of the start.
    """

    u: Quotient
    own: Line
    crossed: list[Line]
    lines: Line


def require_at_patterns(inequality: Inequality, ratio: Quotient) -> None:
    """Reject unless the inequality holds at every row with entries 1 and T (`ratio`)."""
    for forms, denominators, right in _values(inequality, ratio):
        require_at_row(forms, denominators, right)


def require_at_row(forms: Line, denominators: Line, right: Quotient) -> None:
    """Reject unless sum_a forms_a/denominators_a <= right; both sides are multiplied by all denominators, which are positive."""
    left = total([q * product([d for b, d in enumerate(denominators) if b != a]) for a, q in enumerate(forms)])
    require(
        left <= right * product(denominators),
        "price-row",
        "the function is not shown to be at most the prices at a row",
    )


def bring_to_one_denominator(rows: Rows) -> Rows:
    """Write all numbers over one denominator, so that sums stay short; return the rows unchanged if any number has t in it."""
    if not all(x.is_constant() for row in rows for x in row):
        return rows
    over = common_multiple(x.fraction()[1] for row in rows for x in row)
    spend(20 * len(rows) * len(rows[0]), over.bit_length(), over.bit_length() * len(rows))
    return [[_expand(x, over) for x in row] for row in rows]


def _expand(x: Quotient, den: int) -> Quotient:
    """Write a rational number with the denominator `den`, which must be a multiple of its denominator."""
    n, d = x.fraction()
    return Quotient({0: n * (den // d)} if n else {}, {0: den})


def _values(inequality: Inequality, ratio: Quotient) -> Iterator[tuple[Line, Line, Quotient]]:
    """Give both sides of the inequality at rows s with entries 1 and T (`ratio`), as (all s^T Q_a s, all s^T pi_a, y^T s).

    One row is tried for each choice of how many inputs of each class have T.
    """
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
    """Divide each column of `acts` by the number of inputs of its class.

    The quadratic form of a row has products of the row's sums over two classes. The results are the factors of these products.
    """
    return [[x if n == 1 else x * constant(1, n) for x, n in zip(row, form.sizes, strict=True)] for row in form.acts]


def _step(inequality: Inequality, divided: list[Rows], a: int, c: int, ratio: Quotient) -> _Step:
    """Compute what the class a adds to a row that is T (`ratio`) at c of its inputs and 1 at the others.

    `divided` has for each matrix its `acts`, divided by the numbers of inputs of the classes.
    """
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
    """Add one more class to the row: (x + u)^T Q (x + u) = x^T Q x + 2 x^T Q u + u^T Q u, for each matrix Q."""
    a = start.known
    forms = [
        _plus(_plus(q, c[a] * step.u), own) for q, c, own in zip(start.forms, start.crossed, step.own, strict=True)
    ]
    # entries up to the class that is added now are not used again
    crossed = [
        [*c[: a + 1], *(_plus(x, y) for x, y in zip(c[a + 1 :], added[a + 1 :], strict=True))]
        for c, added in zip(start.crossed, step.crossed, strict=True)
    ]
    lines = [_plus(x, y) for x, y in zip(start.lines, step.lines, strict=True)]
    return _Start(a + 1, crossed, forms, lines)


def _plus(a: Quotient, b: Quotient) -> Quotient:
    """Add two numbers; if one is 0 return the other as it is, so that all keep one denominator."""
    if not a.num:
        return b
    return a + b if b.num else a
