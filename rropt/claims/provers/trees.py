"""Finds proofs of the sign of f on a range, where f is a sum of powers, exponentials and logarithms.

A proof is a tree of steps; another module checks it. The main step divides f by the factor x^i·e^(m·x) of one of its terms, and
takes the derivative of the quotient. The derivative has fewer terms than f, or a term of lower degree, so the search ends.

If the derivative keeps its sign on the range, the sign of f follows from its limit at one end. If the derivative changes its sign
at a simple rational point, the range is cut at that point. If it changes its sign at another point, the range is cut on both sides
of that point, and interval arithmetic shows the sign of f between the two cuts. Before the sign of a derivative is used in a proof,
it is tested on a grid in ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, ctx, fmpq

from rropt.claims.replay.exponential_sums import ExponentialSum, sign_at, slope, times
from rropt.claims.replay.signs_on_range import Aim, Range, has_sign, step_parts

__all__ = ["find_tree"]

Tree = list[Any]
BITS = 160
MOST_SEARCHED = 60
MOST_DEPTH = 12
MOST_FACTORS = 4
MOST_TURNS = 3
MOST_BOXED = 8
MARGIN = 1e-7
SHARES_AROUND = (Fraction(1, 8), Fraction(1, 64))
NEAR = [Fraction(1, 1000), Fraction(1, 30), Fraction(1, 6), Fraction(1, 2)]
FAR = [Fraction(x) for x in ("1", "3/2", "9/4", "10/3", "5", "8", "13", "25", "60", "300")]
WITHIN = [Fraction(i, 16) for i in range(1, 16)]


@dataclass(slots=True)
class _Search:
    left: int = MOST_SEARCHED
    boxes: int = MOST_BOXED

    def find(self, aim: Aim, depth: int) -> Tree | None:
        """Find a proof, which is a tree of steps, that a function has the wanted sign on a range; None if none is found.

        The function, the range and the sign are in `aim`. `depth` limits how many steps may follow one another in the tree.
        Multiplying by a factor does not count as a step, and cutting at several points counts as one step.
        """
        self.left -= 1
        if self.left < 0 or not depth or not aim.has_a_value():
            return None
        found = next((tree for tree in self.whole(aim) if has_sign(aim, tree)), None)
        if found is not None:
            return found
        where = aim.range
        if where.high is not None and where.high <= 0:
            return self.step(aim, ["mirror"], depth)
        if where.low is None or where.low < 0:
            return self.step(aim, ["cut", "0"], depth)
        if not _is_kept(aim.f, where, aim.strict):
            return None
        return self.by_slope(aim, depth) or self.by_turns(aim, depth)

    def whole(self, aim: Aim) -> Iterator[Tree]:
        """Yield the proofs of the sign of a function f that use no derivative. A proof is a tree of steps.

        The first tree concludes the sign of f from the signs of its terms. A second tree uses the roots of a polynomial. It follows
        if f is a polynomial times an exponential, or a polynomial times an exponential and a power of x.
        """
        yield ["terms"]
        rates, shifts = {k.rate for k in aim.f}, {k.shift for k in aim.f}
        if len(rates) == len(shifts) == 1 and not any(k.logs for k in aim.f):
            power = -min(k.power for k in aim.f) if aim.range.is_positive() else Fraction(0)
            factor = (power, -rates.pop(), -shifts.pop())
            yield ["times", *map(str, factor), ["polynomial"]] if any(factor) else ["polynomial"]

    def step(self, aim: Aim, head: list[Any], depth: int) -> Tree | None:
        """Complete a step of a tree: find a tree for each aim that the step leaves to show, and append these trees to `head`.

        `head` is the beginning of the step, such as ["cut", "0"]. None if the step does not apply, or if a tree is not found for
        every aim.
        """
        branches = 2 if head[0] == "cut" else 1
        parts = step_parts(aim, [*head, *[[]] * branches])
        found: Tree = list(head)
        for part, _ in parts or ():
            tree = [] if part.range.is_empty() else self.find(part, depth - 1)
            if tree is None:
                return None
            found.append(tree)
        return found if parts else None

    def by_slope(self, aim: Aim, depth: int) -> Tree | None:
        for factor in _factors(aim):
            scaled = aim._replace(f=times(aim.f, *factor))
            steep = slope(scaled.f)
            for head, way in (("low", 1), ("high", -1)):
                end = aim.range.low if way > 0 else aim.range.high
                if end and _sign(scaled.f, end) < 0:
                    continue
                if not _is_kept({k: way * c for k, c in steep.items()}, aim.range.inside(), False):
                    continue
                tree = self.step(scaled, [head], depth)
                if tree is not None:
                    return ["times", *map(str, factor), tree] if any(factor) else tree
        return None

    def by_turns(self, aim: Aim, depth: int) -> Tree | None:
        """Cut the range at turning points, and find a proof, which is a tree, for each part; None if no cuts lead to this.

        The turning points are local minima and maxima of f times a factor, where f is the function of the aim. Several factors from
        `_factors` are tried, and those with the fewest irrational turning points come first.
        """
        choices = [_turns(slope(times(aim.f, *factor)), aim.range) for factor in _factors(aim)]
        choices = [turns for turns in choices if 0 < len(turns) <= MOST_TURNS]
        for turns in sorted(choices, key=lambda turns: sum(not _is_simple(turn) for turn in turns)):
            if not all(_is_simple(turn) or _is_clear(aim.f, turn) for turn in turns):
                continue
            for share in SHARES_AROUND:
                tree = self.cut(aim, [_around(turn, share) for turn in turns], depth)
                if tree is not None:
                    return tree
        return None

    def cut(self, aim: Aim, turns: list[list[Fraction]], depth: int) -> Tree | None:
        """Cut the range at the given points and find a tree for each part; None if some part has no tree.

        `turns` lists the cuts for each turning point: one cut at the point, or two cuts around a point that is irrational. Interval
        arithmetic on boxes must show the part between two such cuts.
        """
        cuts = [c for turn in turns for c in turn]
        if any(a >= b for a, b in pairwise(cuts)) or not all(_is_inside(c, aim.range) for c in cuts):
            return None
        boxed = {turn[0] for turn in turns if len(turn) == 2}
        trees: list[Tree] = []
        for i in range(len(cuts) + 1):
            part = aim if i == 0 else aim._replace(range=aim.range.above(cuts[i - 1]))
            part = part if i == len(cuts) else part._replace(range=part.range.below(cuts[i]))
            is_box = i > 0 and cuts[i - 1] in boxed
            tree = self.box(part) if is_box else self.find(part, depth - 1)
            if tree is None:
                return None
            trees.append(tree)
        found = trees[-1]
        for c, tree in zip(reversed(cuts), reversed(trees[:-1]), strict=True):
            found = ["cut", str(c), tree, found]
        return found

    def box(self, aim: Aim) -> Tree | None:
        self.boxes -= 1
        return ["boxes"] if self.boxes >= 0 and has_sign(aim, ["boxes"]) else None


def _factors(aim: Aim) -> list[tuple[Fraction, Fraction, Fraction]]:
    """List factors x^i·e^(m·x + n) by which to multiply the function f of the aim; each is given as (i, m, n).

    The factors are 1, and for each term of f the factor that cancels its power and its exponential. If the range has points that
    are not above 0, only the exponential is cancelled. The list begins with the factors that leave the fewest terms in the
    derivative, and ends after a fixed number of factors, so it may lack 1.
    """
    one = (Fraction(0),) * 3
    found = dict.fromkeys((-k.power if aim.range.is_positive() else Fraction(0), -k.rate, Fraction(0)) for k in aim.f)
    ordered = sorted({one, *found}, key=lambda x: (len(slope(times(aim.f, *x))), sum(map(abs, x)), x))
    return ordered[:MOST_FACTORS]


def _is_inside(c: Fraction, where: Range) -> bool:
    return (where.low is None or c > where.low) and (where.high is None or c < where.high)


# looking at a grid, in balls


def _value(f: ExponentialSum, x: Fraction) -> arb:
    a = arb(fmpq(x.numerator, x.denominator))
    total = arb(0)
    for k, c in f.items():
        term = arb(fmpq(c.numerator, c.denominator))
        if k.power.denominator == 1 and k.power >= 0:
            term *= a ** int(k.power)
        elif k.power:
            term *= a ** arb(fmpq(k.power.numerator, k.power.denominator))
        exponent = k.rate * x + k.shift
        total += term * arb(fmpq(exponent.numerator, exponent.denominator)).exp() * (a.log() ** k.logs if k.logs else 1)
    return total


def _sign(f: ExponentialSum, x: Fraction) -> int:
    """Compute the sign of f(x) in ball arithmetic; 0 if the ball contains 0."""
    before, ctx.prec = ctx.prec, BITS
    try:
        value = _value(f, x)
        return 1 if value > 0 else -1 if value < 0 else 0
    finally:
        ctx.prec = before


def _grid(where: Range) -> list[Fraction]:
    """List points inside a range of nonnegative numbers; they are denser near its ends."""
    low = where.low or Fraction(0)
    if where.high is None:
        return [low + x for x in (*NEAR, *FAR)]
    width = where.high - low
    edge = [Fraction(1, 10**6), Fraction(1, 1000), Fraction(1, 64)]
    return [low + width * x for x in (*edge, *WITHIN, *(1 - x for x in reversed(edge)))]


def _is_kept(f: ExponentialSum, where: Range, strict: bool) -> bool:
    """Whether f is positive (strict), or not clearly negative, at every point of a grid on the range.

    If the range is empty, the answer is True.
    """
    if not f or where.is_empty():
        return not strict or where.is_empty()
    signs = (_sign(f, x) for x in _grid(where))
    return all(s > 0 or (s == 0 and not strict) for s in signs)


def _turns(steep: ExponentialSum, where: Range) -> list[Fraction]:
    """Find the points where the function `steep`, a derivative, changes its sign.

    A point is exact if it is a simple rational number; otherwise it is approximate.
    """
    grid = [(x, s) for x in _grid(where) for s in [_sign(steep, x)] if s]
    return [_between(steep, a, b, s) for (a, s), (b, r) in pairwise(grid) if s != r]


def _between(f: ExponentialSum, low: Fraction, high: Fraction, sign: int) -> Fraction:
    for simple in _simple_points(low, high):
        if sign_at(f, simple) == 0:
            return simple
    for _ in range(40):
        middle = ((low + high) / 2).limit_denominator(10**12)
        low, high = (middle, high) if _sign(f, middle) == sign else (low, middle)
    simple = ((low + high) / 2).limit_denominator(60)
    return simple if low <= simple <= high and sign_at(f, simple) == 0 else (low + high) / 2


def _simple_points(low: Fraction, high: Fraction) -> Iterator[Fraction]:
    """Yield the first few whole numbers, then halves, from `low` to `high`."""
    for n in (1, 2):
        first = -((-low * n).__floor__())
        yield from (Fraction(k, n) for k in range(first, min((high * n).__floor__(), first + 4) + 1))


def _is_simple(turn: Fraction) -> bool:
    return turn.denominator <= 60


def _is_clear(f: ExponentialSum, x: Fraction) -> bool:
    """Whether f(x) is clearly positive, which means above a fixed fraction of the sum of the absolute values of its terms.

    If f(x) were 0, interval arithmetic near x would halve intervals without end.
    """
    size = {k: abs(c) if k.logs % 2 == 0 or x > 1 else -abs(c) for k, c in f.items()}
    return bool(_value(f, x) > MARGIN * _value(size, x))


def _around(turn: Fraction, share: Fraction) -> list[Fraction]:
    if _is_simple(turn):
        return [turn]
    width = share * max(Fraction(1, 8), abs(turn))
    size = int(4 / width) + 1
    return [(turn + way * width).limit_denominator(size) for way in (-1, 1)]


def find_tree(aim: Aim) -> Tree | None:
    """Find a tree of steps that proves the aim, a sign of a function on a range. None if none is found.

    The checker of proofs has accepted the tree.
    """
    tree = _Search().find(aim, MOST_DEPTH)
    return tree if tree is not None and has_sign(aim, tree) else None
