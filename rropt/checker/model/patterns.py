"""An inequality at every pattern s of {1, T}^k, or at one pattern of each orbit. SPEC.md, section 7, total variance.

The inequality is sum_a s^T Q_a s/(s^T pi_a) <= y^T s, with symmetric matrices Q_a and denominators that are positive. A pattern
is built input by input; beside it stand the sums that its first inputs make, so that a new input costs a few additions.

Where *classes* of inputs are named, two inputs of one class may be exchanged in all Q_a, pi_a and y without a change, which is
verified for neighbours of a class, whose exchanges make all others. Then both sides are equal at patterns that have T equally
often in each class, and it is enough to try those that have it at the first inputs of each class.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm, prod

from ..arithmetic.quotient import ONE, TWO, ZERO, Quotient, product, total
from ..limits import MOST_PATTERNS, spend
from ..refusals import expect, expect_at_most, require
from ..text.part import Part
from .mechanism import Rows

Line = list[Quotient]


@dataclass(frozen=True, slots=True)
class Inequality:
    """The matrices Q_a, the lists pi_a beside them, the list y, and the class of each input."""

    forms: list[Rows]
    below: list[Line]
    above: Line
    classes: list[int]


@dataclass(slots=True)
class _Start:
    """The first inputs of a pattern: whether each is T, and the sums that they make.

    `crossed[a][l]` is 2 sum_i (Q_a)_il s_i over the inputs i so far; `forms` are the s^T Q_a s, `lines` the s^T pi_a, then y^T s.
    """

    large: list[bool]
    crossed: list[Line]
    forms: Line
    lines: Line


@dataclass(frozen=True, slots=True)
class _Step:
    """What an input j with s_j = x adds: (Q_a)_jj x^2, 2 (Q_a)_jl x for every l, and x times each list."""

    x: Quotient
    own: list[Line]
    crossed: list[Rows]
    lines: list[Line]


def read_classes(part: Part | None, k: int) -> list[int]:
    """The class of each input, by its number; without classes each input is one of its own, and k is small."""
    found = list(range(k)) if part is None else [item.index(k) for item in part.items()]
    expect(len(found) == k, "there should be a class for each input")
    expect_at_most(prod(found.count(c) + 1 for c in set(found)), MOST_PATTERNS, "patterns to try")
    return found


def require_at_patterns(claim: Inequality, ratio: Quotient) -> None:
    """The inequality holds at every pattern."""
    _require_exchangeable(claim)
    for forms, below, above in _values(claim, ratio):
        require_below(forms, below, above)


def require_below(forms: Line, below: Line, above: Quotient) -> None:
    """sum_a forms_a/below_a <= above, multiplied by the product of all below_a, which are positive."""
    left = total([q * product([g for b, g in enumerate(below) if b != a]) for a, q in enumerate(forms)])
    require(left <= above * product(below), "dual-pattern", "the dual inequality fails on a pattern")


def bring_over_one(rows: Rows) -> Rows:
    """Rational rows over one denominator, so that their sums stay short; other rows as they are."""
    if not all(x.is_constant() for row in rows for x in row):
        return rows
    over = lcm(*(x.fraction()[1] for row in rows for x in row))
    spend(20 * len(rows) * len(rows[0]), over.bit_length(), over.bit_length() * len(rows))
    return [[_over(x, over) for x in row] for row in rows]


def _over(x: Quotient, over: int) -> Quotient:
    """A rational number over a multiple of its denominator."""
    num, den = x.fraction()
    return Quotient({0: num * (over // den)} if num else {}, {0: over})


def _require_exchangeable(claim: Inequality) -> None:
    """Exchanging two neighbours of a class changes no list and no matrix."""
    k = len(claim.above)
    for j in range(k):
        following = next((i for i in range(j + 1, k) if claim.classes[i] == claim.classes[j]), None)
        if following is not None:
            same = all(line[j] == line[following] for line in (*claim.below, claim.above))
            same = same and all(_is_exchangeable(form, j, following) for form in claim.forms)
            require(same, "class-exchange", "two inputs of one class have different numbers")


def _is_exchangeable(form: Rows, j: int, i: int) -> bool:
    """Whether a symmetric matrix stays the same if the inputs j and i are exchanged."""
    others = [n for n in range(len(form)) if n not in (i, j)]
    return form[j][j] == form[i][i] and all(form[j][n] == form[i][n] for n in others)


def _values(claim: Inequality, ratio: Quotient) -> Iterator[tuple[Line, Line, Quotient]]:
    """s^T Q_a s for all a, s^T pi_a for all a and y^T s, at one pattern of each orbit."""
    k, several = len(claim.above), len(claim.forms)
    forms, below = [bring_over_one(form) for form in claim.forms], bring_over_one(claim.below)
    (above,) = bring_over_one([claim.above])
    claim = Inequality(forms, below, above, claim.classes)
    small, large = _step(claim, ONE), _step(claim, ratio)
    waiting = [_Start([], [[ZERO] * k for _ in claim.forms], [ZERO] * several, [ZERO] * (several + 1))]
    before = [max((i for i in range(j) if claim.classes[i] == claim.classes[j]), default=-1) for j in range(k)]
    while waiting:
        start = waiting.pop()
        j = len(start.large)
        spend(20)
        if j == k:
            yield start.forms, start.lines[:-1], start.lines[-1]
            continue
        waiting.append(_extend(start, small, False))
        if before[j] < 0 or start.large[before[j]]:
            waiting.append(_extend(start, large, True))


def _step(claim: Inequality, x: Quotient) -> _Step:
    """What any input adds with s_j = x."""
    own = [[form[j][j] * x * x for j in range(len(form))] for form in claim.forms]
    crossed = [[[TWO * entry * x for entry in row] for row in form] for form in claim.forms]
    return _Step(x, own, crossed, [[entry * x for entry in line] for line in (*claim.below, claim.above)])


def _extend(start: _Start, step: _Step, is_large: bool) -> _Start:
    """The pattern with one more input."""
    j = len(start.large)
    forms = [
        _plus(_plus(q, c[j] * step.x), own[j]) for q, c, own in zip(start.forms, start.crossed, step.own, strict=True)
    ]
    # what stands before the next input is not asked for again
    crossed = [
        [*c[: j + 1], *(_plus(x, added[j][n]) for n, x in enumerate(c) if n > j)]
        for c, added in zip(start.crossed, step.crossed, strict=True)
    ]
    lines = [_plus(x, line[j]) for x, line in zip(start.lines, step.lines, strict=True)]
    return _Start([*start.large, is_large], crossed, forms, lines)


def _plus(a: Quotient, b: Quotient) -> Quotient:
    """The sum, in which a 0 leaves the denominator of the other as it is, so that it stays that of all."""
    if not a.num:
        return b
    return a + b if b.num else a
