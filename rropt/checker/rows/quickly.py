"""Checks a bound on a sum of quadratic forms at every row with entries 1 and T, quickly. SPEC.md, sections 4.2 and 5.

This module exists only for speed, as speed.py does. A plain check (`--plain`) does not use it. It calls `Squares.is_at_most` at
each of `patterns` instead, which shows the same. That takes five times as long at 2^10 patterns and eight times at 2^12
(benchmarks/RESULTS.md).

Let T be the ratio of the demand. A pattern s is a row that has the entry 1 or T at each input. Let Q_m be symmetric matrices, let
pi_m be lists such that s^T pi_m > 0, and let y be a list of dual variables, which are called prices. The inequality is

    sum_m s^T Q_m s/(s^T pi_m) <= y^T s.

The inputs are divided into classes, such that exchanging two inputs of one class changes none of the Q_m, the pi_m and y. So both
sides are the same at all patterns that have T at the same number of inputs of each class. These patterns form an orbit, and only
one pattern of each orbit is tried.

Each Q_m is an invariant matrix (rows/orbits.py), so it has the fields `acts` and `eigenvalues`. Let the class a have n_a inputs,
and let a pattern s have T at c_a of them. The sum of s over the class is u_a = n_a + (T - 1) c_a. For each Q of the Q_m,

    s^T Q s = sum_ab u_a acts_ab u_b/n_b + sum_a eigenvalue_a (T - 1)^2 c_a (n_a - c_a)/n_a.

A pattern is built class by class. The sums over the classes chosen so far are stored, so that each new class costs a few additions.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, bring_to_one_denominator, constant, product, total
from ..limits import spend
from ..model.mechanism import Line, Rows
from .orbits import InvariantMatrix
from .patterns import require_bounded


@dataclass(frozen=True, slots=True)
class Inequality:
    """The inequality sum_m s^T Q_m s/(s^T pi_m) <= y^T s, where s is a row of a mechanism.

    Exchanging two inputs of one class changes neither side. `sizes` has the number of inputs of each class. `forms` are the
    matrices Q_m. `denominators` are the lists pi_m, and `right` is the list y. These lists have one number for each class.
    """

    sizes: list[int]
    forms: list[InvariantMatrix]
    denominators: list[Line]
    right: Line


@dataclass(slots=True)
class _Start:
    """The first entries of a row s, and sums over them from which both sides of an `Inequality` are built class by class.

    The inequality is sum_m s^T Q_m s/(s^T pi_m) <= y^T s. The entries of s have been chosen for the inputs of the first `known`
    classes, and all sums run over these inputs alone. `forms` has s^T Q_m s for each m. `lines` has s^T pi_m for each m, and y^T s
    at its end. `crossed` has the sums that are needed when a later class is added. Let j be any input of the class l. Then
    crossed[m][l] is the sum of 2 (Q_m)_ij s_i over the inputs i of the first classes.
    """

    known: int
    crossed: list[Line]
    forms: Line
    lines: Line


@dataclass(frozen=True, slots=True)
class _Step:
    """The numbers that update a `_Start`, which has sums over the first classes of inputs, when one more class is added.

    Let s be the row, a the index of the new class, and Q_m the m-th matrix of the inequality. `u` is the sum of s over the inputs
    of the new class. own[m] is the part of s^T Q_m s with both indices in the new class. Let `start` be the `_Start` to update.
    Then start.forms[m] grows by own[m] + u start.crossed[m][a]. Each entry of `lines` is added to the entry of start.lines with the
    same index. So are the entries of crossed[m] for classes after a to those of start.crossed[m].
    """

    u: Quotient
    own: Line
    crossed: list[Line]
    lines: Line


def require_at_patterns(inequality: Inequality, ratio: Quotient) -> None:
    """Reject unless the inequality holds at every row whose entries are 1 and T, where T is `ratio`."""
    for forms, denominators, right in _values(inequality, ratio):
        spend(5 * len(forms) * len(forms))
        # the sum of forms[m]/denominators[m] over all m is at most `right`, as all denominators are positive
        left = total([q * product([d for b, d in enumerate(denominators) if b != a]) for a, q in enumerate(forms)])
        require_bounded(left <= right * product(denominators))


def _values(inequality: Inequality, ratio: Quotient) -> Iterator[tuple[Line, Line, Quotient]]:
    """Yield, for one row s after another, the numbers that make up the two sides of the inequality.

    The inequality is sum_m s^T Q_m s/(s^T pi_m) <= y^T s. For each row, yield three items: the list of all s^T Q_m s, the list of
    all s^T pi_m, and the number y^T s. The entries of s are 1 and `ratio`. Exchanging two inputs of one class changes neither side.
    So one row is tried for each choice of how many inputs of each class have the entry `ratio`.
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
    """Divide each column of the matrix `form.acts` by the number of inputs in the column's class.

    Let Q be the matrix that `form` describes, and u_a the sum of a row s over the inputs of the class a. Then s^T Q s contains the
    products u_a u_b of such sums. The result of this function has their coefficients, indexed [a, b].
    """
    return [[x if n == 1 else x * constant(1, n) for x, n in zip(row, form.sizes, strict=True)] for row in form.acts]


def _step(inequality: Inequality, divided: list[Rows], a: int, c: int, ratio: Quotient) -> _Step:
    """Compute the numbers that update a `_Start` when the class `a` of inputs is added.

    The row has the entry `ratio` at c of the inputs of this class, and 1 at the others. `divided` has, for each matrix of the
    inequality, the result of `_divide_by_sizes`.
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
    """Add one more class to the start of a row, and return the longer start with its sums.

    Let x be the start as a vector, and let u be the entries of the new class, with 0 elsewhere. For each matrix Q the new sum is

        (x + u)^T Q (x + u) = x^T Q x + 2 x^T Q u + u^T Q u.
    """
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
    """Add two numbers. If one of them is 0, return the other unchanged, so that its denominator stays the same."""
    if not a.num:
        return b
    return a + b if b.num else a
