"""What many answers of one person disclose together, by one mechanism or several, if the truth is the same each time.

For an ordered pair (j, l) of inputs, an answer matters only through its likelihood ratio r = p_ij/p_il, and the ratio of many
independent answers is the product of theirs. So answers of one ratio are merged into a cell, with their total probabilities x under
j and y under l. An answer that l never gives proves that the truth is not l; if c is its probability under j in one use, some use
gives such an answer with probability 1 − Π(1 − c), and nothing else about these answers matters.

- *Few uses of few answers*: all sequences of answers are listed.
- *All else* is on a grid, which for each use is the set of numbers a·b^e with whole e. The y of all uses together are the
  coefficients of Π (Σ_e y_e z^e)^n. If the ratios of each use are such numbers, with one b for all uses, this loses nothing.
- *Other ratios* r are moved to a grid with a = μ, the mean of r in one use, weighted by y, and b next to 1. The function
  max(0, r − t) is convex in the ratio of each use, so δ rises if ratios are spread without a change of their mean, and falls if
  they are contracted.
  *Above*, each cell is split between the two grid numbers next to its ratio; the split keeps the totals of x and of y.
  *Below*, each cell i with r_i < μ is coupled with each cell j with r_j > μ. Let D = Σ max(0, r − μ)y. The couple takes the share
  y_i·(r_j − μ)y_j/D of cell i and the share y_j·(μ − r_i)y_i/D of cell j, so that its mean ratio is μ. Both ratios are moved to the
  next grid number towards μ, and then the two shares are adjusted to keep the mean.

Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML; Koskela, Jälkö and Honkela
(2020), Computing tight differential privacy guarantees using FFT, whose grid bounds above.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Literal, NamedTuple, TypeAlias, overload

from flint import arb, arb_poly

from rropt.exact.enclosure import ball, precision
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.given import at_one_epsilon, match_inputs, mechanism_of
from rropt.mechanism import Mechanism
from rropt.privacy.curves import BITS, Curve, ProfileBounds, epsilon_above, power
from rropt.privacy.profiles import Profile, profile_of
from rropt.privacy.ratios import InputPair, back, pairs

__all__ = ["compose", "profile"]

MOST_TIMES = 100_000
MOST_LISTED = 1 << 13
MOST_POWERS, MOST_EXACT = 40_000, 200_000  # of the grid's numbers, of a fine grid and of one that has all ratios
ROOTS = 12
ROUNDED = 1e-9  # relative: logarithms in floats that differ by more are not in this proportion
SAME = arb(2) ** -200  # relative: a ratio so near to a number of the grid is on it
Masses: TypeAlias = Mapping[int, arb]


Cells: TypeAlias = Sequence[tuple[arb, arb]]
Repeated: TypeAlias = Sequence[tuple[Cells, int]]


@overload
def profile(mechanism: Mechanism, times: Literal[1] = 1) -> Profile: ...
@overload
def profile(mechanism: Mechanism, times: int) -> Profile | ProfileBounds: ...
def profile(mechanism: Mechanism, times: int = 1) -> Profile | ProfileBounds:
    """The privacy profile δ(ε): the least δ for which the mechanism is (ε, δ)-LDP, for every ε at once.

    Args:
        mechanism: The mechanism, or a design.
        times: How often each person answers, independently and with the same truth each time.

    Returns:
        For one answer an exact `Profile`, with `delta(epsilon)`, `at(t)` for t = e^epsilon, and `epsilon(delta)`. For more a
        `ProfileBounds`: each of its methods `delta`, `at` and `epsilon` gives two bounds.

    Raises:
        InputError: `times` is no whole number from 1 to 100000, or epsilon or delta is free and `times` is not 1.

    Examples:
        >>> from rropt import from_spec, profile
        >>> P = from_spec("warner:p=3/4")
        >>> print(profile(P).delta("ln2"), [round(float(x), 9) for x in profile(P, times=2).delta("ln2")])
        1/4 [0.4375, 0.4375]

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    p = mechanism_of(mechanism)
    n = read_integer(times, least=1, most=MOST_TIMES, name="times")
    return profile_of(pairs(p)) if n == 1 else _together([(p, n)], "answers of one person")


def compose(mechanisms: Iterable[Mechanism]) -> Profile | ProfileBounds:
    """Measure what one answer by each of several mechanisms discloses about one truth: δ as a function of ε.

    Args:
        mechanisms: Mechanisms of the same inputs. Inputs are matched by label if both mechanisms have labels, else by position.
            A mechanism that is listed n times is used n times. All answers are drawn independently.

    Returns:
        A `ProfileBounds`; of one answer an exact `Profile`.

    Raises:
        InputError: There is no mechanism or more than 100000, the inputs differ, or ε is free.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import compose
        >>> found = compose([from_spec("warner:p=3/4"), from_spec("warner:p=2/3")])
        >>> [round(float(x), 6) for x in found.delta("ln3")]
        [0.25, 0.25]

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    if isinstance(mechanisms, Mechanism | str) or not isinstance(mechanisms, Iterable):
        raise InputError(f"the mechanisms must be a list, such as [P, Q], not {str(mechanisms)[:40]!r}")
    listed = [mechanism_of(p) for p in mechanisms]
    if not listed:
        raise InputError("no mechanism is given; give a list of them, such as [P, Q]")
    found: dict[Any, list[Any]] = {}
    for p in listed:
        matched = match_inputs(listed[0], p)[1]
        found.setdefault(matched.rows, [matched, 0])[1] += 1
    if read_integer(len(listed), least=1, most=MOST_TIMES, name="the number of answers") == 1:
        return profile_of(pairs(listed[0]))
    return _together([(p, n) for p, n in found.values()], "answers of one person")


def _together(counted: Sequence[tuple[Mechanism, int]], of: str) -> ProfileBounds:
    """Bound δ of answers by several mechanisms, each used a number of times."""
    budgets = [n * epsilon_above(at_one_epsilon(p, "what several answers disclose needs")) for p, n in counted]
    most = INFINITY if any(map(is_infinite, budgets)) else sum(budgets, Fraction(0))
    by_mechanism = [{(x.input, x.against): x for x in pairs(p, distinct=False)} for p, _ in counted]
    curves: dict[Any, tuple[Curve, Curve]] = {}
    for place in permutations(range(counted[0][0].k), 2):
        each = [of_pair[place] for of_pair in by_mechanism]
        same = tuple((frozenset(x.cells.items()), x.certain) for x in each)
        if same not in curves:
            curves[same] = _curves([(x, n) for x, (_, n) in zip(each, counted, strict=True)])
    below, above = (tuple(curve[side] for curve in curves.values()) for side in (0, 1))
    return ProfileBounds(below, above, sum(n for _, n in counted), most, of)


def _curves(each: Sequence[tuple[InputPair, int]]) -> tuple[Curve, Curve]:
    """Bound δ of one ordered pair of inputs from below and from above."""
    with precision(BITS):
        certain = 1 - math.prod(((1 - ball_of(back(x.certain))) ** n for x, n in each), start=arb(1))
        uses = [([(ball_of(back(a)), ball_of(back(b))) for a, b in x.cells.values() if a], n) for x, n in each]
        if not all(cells for cells, _ in uses):  # the two inputs share no answer of some use
            exact = Curve([], certain=certain)
        elif math.prod(len(cells) ** n for cells, n in uses) <= MOST_LISTED:
            exact = Curve(_listed(uses), certain=certain)
        else:
            return _on_grid(uses, certain)
        return exact, exact


def _listed(uses: Repeated) -> Cells:
    """All cells of all uses together, one for each sequence of answers."""
    found = [(arb(1), arb(1))]
    for cells, n in uses:
        for _ in range(n):
            found = [(a * x, b * y) for a, b in found for x, y in cells]
    return found


# ---- The grid --------------------------------------------------------------------------------------------------------------------


class OnGrid(NamedTuple):
    """A cell by its ratio over a number of the grid, its y, and the exponents of the grid numbers below and above the ratio, which
    are one if the ratio is on the grid."""

    ratio: arb
    y: arb
    below: int
    above: int


def _on_grid(uses: Repeated, certain: arb) -> tuple[Curve, Curve]:
    """A lower and an upper curve by a grid, which are one if all ratios are on it."""
    for base, middles in _grids(uses):
        require_time()
        placed = [
            ([_place(x / y / middle, y, base) for x, y in cells], n)
            for (cells, n), middle in zip(uses, middles, strict=True)
        ]
        offset = math.prod((middle**n for (_, n), middle in zip(uses, middles, strict=True)), start=arb(1))
        if all(cell.below == cell.above for cells, _ in placed for cell in cells):
            exact = _product(base, offset, [(_spread(cells, base), n) for cells, n in placed], certain)
            return exact, exact
    below, above = ([(move(cells, base), n) for cells, n in placed] for move in (_contracted, _spread))
    return _product(base, offset, below, certain), _product(base, offset, above, certain)


def _grids(uses: Repeated) -> Iterator[tuple[arb, list[arb]]]:
    """Yield the base of a grid, and a number of it for each use.

    First the grid on which all ratios may lie, if the floats of their logarithms have a common measure; then a fine grid on which
    the mean ratios lie.
    """
    firsts = [cells[0][0] / cells[0][1] for cells, _ in uses]
    logs = [[(x / y / first).log() for x, y in cells] for (cells, _), first in zip(uses, firsts, strict=True)]
    wide = sum(n * float(max(own) - min(own)) for own, (_, n) in zip(logs, uses, strict=True))
    apart = [x for own in logs for x in own[1:]]
    unit = min(apart, key=abs)
    for parts in range(1, ROOTS + 1):
        powers = [float(x / unit) * parts for x in apart]
        if all(abs(x - round(x)) <= ROUNDED * abs(x) for x in powers):
            step = abs(unit) * math.gcd(*map(round, powers)) / parts
            if wide <= MOST_EXACT * float(step):
                yield step.exp(), firsts
            break
    means = [sum((x for x, _ in cells), arb(0)) / sum((y for _, y in cells), arb(0)) for cells, _ in uses]
    yield ball(Fraction(wide / MOST_POWERS)).exp(), means


def _place(ratio: arb, y: arb, base: arb) -> OnGrid:
    """Find the grid numbers next to a ratio, or the one that is the same but for rounding."""
    near = round(float(ratio.log() / base.log()))
    if abs(ratio / base**near - 1) < SAME:
        return OnGrid(ratio, y, near, near)
    below = near if base**near < ratio else near - 1
    return OnGrid(ratio, y, below, below + 1)


def _product(base: arb, offset: arb, parts: Sequence[tuple[Masses, int]], certain: arb) -> Curve:
    """The curve of all uses together, whose ratios are offset·base^e; of each use y by exponent e is given.

    Products are made of the x, as cells with a small x matter little.
    """
    low, product, whole = 0, arb_poly([1]), offset
    for masses, n in parts:
        x = [masses.get(e, arb(0)) * base**e for e in range(min(masses), max(masses) + 1)]
        of_one = sum(x, arb(0))
        found = power(arb_poly([v / of_one for v in x]), n)
        low += min(masses) * n + found.start
        product, whole = product * arb_poly(found.chances), whole * of_one**n
    # a ratio of one use that is on the grid is wrong by less than the part SAME of itself, and so is the x that is made of it
    near = arb(1, 2 * SAME * sum(n for _, n in parts))
    cells = ((whole * v * near, whole * v / (offset * base ** (low + e))) for e, v in enumerate(product.coeffs()))
    return Curve(cells, certain=certain, spare=whole * abs(1 - sum(product.coeffs(), arb(0))).upper())


def _spread(cells: Iterable[OnGrid], base: arb) -> Masses:
    """Split each y between the grid numbers next to its ratio, so that the mean ratio stays."""
    found: dict[int, arb] = defaultdict(lambda: arb(0))
    for ratio, y, e, f in cells:
        share = (ratio - base**e) / (base**f - base**e) if e < f else arb(0)
        found[f] += y * share
        found[e] += y * (1 - share)
    return found


def _contracted(cells: Iterable[OnGrid], base: arb) -> Masses:
    """Couple cells on both sides of the mean, and move both ratios of a couple to the next grid number towards the mean."""
    found: dict[int, arb] = defaultdict(lambda: arb(0))
    sides: tuple[dict[int, list[arb]], ...] = ({}, {})  # by exponent: y, and |r/μ − 1|·y
    for ratio, y, e, f in cells:
        # what is on the grid may lie on either side of its number, so that it is moved to the one after
        side, at = (0, min(f + (e == f), 0)) if ratio < 1 else (1, max(e - (e == f), 0))
        cell = sides[side].setdefault(at, [arb(0), arb(0)])
        cell[0] += y
        cell[1] += y * abs(ratio - 1)
    apart = sum((w for _, w in sides[1].values()), arb(0))
    for e, (y, w) in sides[0].items():
        for f, (z, v) in sides[1].items():
            mass = (y * v + z * w) / apart
            # if one ratio is moved to μ, so is the other, as the mean of the couple stays μ
            low, high = (e, f) if e and f else (0, 0)
            share = (1 - base**low) / (base**high - base**low) if high else arb(0)
            found[high] += mass * share
            found[low] += mass * (1 - share)
    return found
