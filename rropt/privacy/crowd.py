"""What n shuffled answers disclose of one person, whatever the truths of the others are, or at stated ones.

Each of n people answers once, by the same mechanism; it gives output i with probability p_ij if the truth is j. Answers in a random
order tell only how often each output was given. One person's truth is j or l, and n_v of the others have the truth v. The histogram
of the others' answers has the generating function Q(z) = Π_v (Σ_i p_iv z_i)^(n_v), and that of all answers A(z) = (Σ_i p_ij z_i)
Q(z) or B(z) = (Σ_i p_il z_i) Q(z). So δ(ε) is Σ_h max(0, A_h − e^ε B_h) over the histograms h. All z_i are powers of a single z:
z_0 = 1 and z_i = z^((n+1)^(i−1)) for i ≥ 1, since no count is above n. Outputs with proportional rows are merged first, because
which of them was given tells nothing about the truth. With two outputs the histograms are binomial counts.

*Whatever the truths of the others.* Let b_i = min_v p_iv and b = Σ_i b_i. Whatever the truth is, each of the others answers with
chance b by a draw from the distribution b_i/b. Suppose that all answers not drawn in this way are revealed, each with the name of
its giver; this does not lower δ. There remains the histogram of the one person's answer and of N answers drawn from b_i/b, where N
is binomial. The larger N is, the less it discloses. So neighbouring values of N may be replaced by the least of them. (Balle, Bell,
Gascón and Nissim, 2019, The privacy blanket of the shuffle model.) From below, δ is at least that of any truths of the others.

*Too many histograms.* δ of a pair (j, l) is then bounded on both sides by mechanisms with two answers.
Below, outputs are put in the order of p_ij/p_il and cut into two groups. Telling only an answer's group does not raise δ.
Above, let T be the largest of all ratios p_ij/p_il and p_il/p_ij. Then Q_0 = (T p_j − p_l)/(T − 1) is a distribution, and so is
Q_1 = (T p_l − p_j)/(T − 1). Moreover p_j = (T Q_0 + Q_1)/(T + 1), and p_l = (Q_0 + T Q_1)/(T + 1). Suppose p_v ≥ a·(p_j + p_l) for
all inputs v. Let the one person say 0 or 1 by Warner's device of ratio T. Let each of the others, with chance 2a, say 0 or 1 by a
fair coin, and otherwise reveal the answer. If each 0 is replaced by a draw from Q_0, and each 1 by a draw from Q_1, the histogram
has its old distribution. So δ is at most the δ of these bits. (Feldman, McMillan and Talwar, 2023, Stronger privacy amplification
by shuffling.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations, product, zip_longest
from typing import NamedTuple, TypeAlias

from flint import arb, arb_poly

from rropt.exact.element import Bound, Number, ratio
from rropt.exact.enclosure import precision
from rropt.exact.errors import Either, InputError
from rropt.exact.grammar import read_integer
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.exact.stochastic import group_proportional
from rropt.given import at_one_epsilon
from rropt.mechanism import Mechanism
from rropt.privacy.curves import BITS, ZERO, Curve, ProfileBounds, epsilon_above, power

__all__ = ["shuffled"]

MOST_PEOPLE = 1_000_000
MOST_HISTOGRAMS = 1 << 16
MOST_RUNS, RUN_WORK = 64, 200_000  # the most runs of values of N, each replaced by its least; fewer if people are many
Columns: TypeAlias = list[list[Number]]
Curves: TypeAlias = tuple[list[Curve], list[Curve]]


class Crowd(NamedTuple):
    """Histograms of the answers of some people, with the chance that these people are the crowd.

    The coefficients of `chances` are the probabilities of histograms, divided by the same power of z for both truths; `left_out` is
    that of rare histograms.
    """

    weight: arb
    chances: arb_poly
    left_out: arb


def shuffled(mechanism: Mechanism, n: int, *, others: Iterable[int] | None = None) -> ProfileBounds:
    """Measure what the shuffled answers of n people disclose about one of them: δ as a function of ε.

    Args:
        mechanism: The mechanism that each person answers by, or a design.
        n: How many people answer, each once.
        others: How many of the other n - 1 people have each input, in the order of the inputs. If left out, δ is enclosed for the
            worst inputs that they can have. The lower bound comes from people who all have one input, or are spread evenly over
            the inputs. The upper bound comes from the privacy blanket.

    Returns:
        A lower and an upper bound of δ at each ε. Let m be the number of outputs, where those with proportional rows count as one.
        If m > 2 and (n + 1)^(m − 1) > 65,536, the bounds are wider, because outputs are merged into two.

    Raises:
        InputError: n is no whole number from 1 to 1,000,000, `others` are not n - 1 people, or ε is free.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import shuffled
        >>> found = shuffled(from_spec("warner:p=3/4"), 100, others=[99, 0])
        >>> [round(float(x), 4) for x in found.epsilon("1e-6")]
        [0.5501, 0.5501]

    Reference: Erlingsson and others (2019); Balle, Bell, Gascón and Nissim (2019); Feldman, McMillan and Talwar (2023).
    """
    p = at_one_epsilon(mechanism, "shuffled answers need")
    n = read_integer(n, least=1, most=MOST_PEOPLE, name=str(Either("n", "--shuffled")))
    groups = group_proportional(p.rows)
    columns = [[total_of([column[i] for i in group]) for group in groups] for column in p.columns]
    counts = None if others is None else _read_others(others, p.k, n)
    m = len(columns[0])
    bound = _by_two_answers if m > 2 and (n + 1) ** (m - 1) > MOST_HISTOGRAMS else _by_histograms
    with precision(BITS):
        below, above = bound(columns, counts, n)
    return ProfileBounds(tuple(below), tuple(above), n, epsilon_above(p), "shuffled answers")


def _read_others(others: Iterable[object], k: int, n: int) -> list[int]:
    """Read how many of the other n − 1 people have each of the k inputs."""
    counts = list(others)
    whole = [x for x in counts if isinstance(x, int) and not isinstance(x, bool) and x >= 0]
    if len(whole) != len(counts) or len(whole) != k or sum(whole) != n - 1:
        raise InputError(
            f"others = {counts!r} must be {k} numbers of people, one for each input, with sum {n - 1} (all people but one)",
        )
    return whole


def _by_histograms(columns: Columns, counts: list[int] | None, n: int) -> Curves:
    """Bound δ of the ordered pairs of inputs that one person may have, by all histograms of the answers."""
    k = len(columns)
    tried = [_answers_of(columns, x, n) for x in _crowds(counts, range(k), k, n)]
    asked = [(columns[j], columns[against]) for j, against in permutations(range(k), 2)]
    below = [_curve(*pair, [crowd], n) for pair in asked for crowd in tried]
    if counts is not None:
        return below, below
    blankets = _blankets([min(row) for row in zip(*columns, strict=True)], n)
    return below, [_curve(*pair, blankets, n) for pair in asked]


def _by_two_answers(columns: Columns, counts: list[int] | None, n: int) -> Curves:
    """Bound δ of the ordered pairs of inputs by mechanisms with two answers."""
    below, above = [Curve([])], dict[tuple[Bound, Number], Curve]()
    for j, against in permutations(range(len(columns)), 2):
        require_time()
        cells = list(zip(columns[j], columns[against], strict=True))
        most = max(ratio(x, y) for cell in cells for x, y in (cell, cell[::-1]))
        rows = zip(zip(*columns, strict=True), cells, strict=True)
        share = min(x / (a + b) for row, (a, b) in rows if a + b for x in row)
        if (most, share) not in above:
            truth = Fraction(1) if is_infinite(most) else most / (1 + most)
            above[most, share] = _curve([truth, 1 - truth], [1 - truth, truth], _blankets([share, share], n), n)
        crowds = _crowds(counts, (j, against), len(columns), n)
        for chosen, crowd in product(_cuts(cells), crowds):
            inside = [total_of([column[i] for i in chosen]) for column in columns]
            merged: Columns = [[x, 1 - x] for x in inside]
            below.append(_curve(merged[j], merged[against], [_answers_of(merged, crowd, n)], n))
    return below, list(above.values())


def _cuts(cells: Sequence[tuple[Number, Number]]) -> list[list[int]]:
    """Two sets of outputs: those likelier under the first input, and those with the largest ratio; none if no ratio is above 1."""
    ratios = [ratio(x, y) for x, y in cells]
    levels = sorted({r for r in ratios if r > 1})
    return [[i for i, r in enumerate(ratios) if r >= level] for level in {*levels[:1], *levels[-1:]}]


def _curve(column: Sequence[Number], against: Sequence[Number], crowds: Iterable[Crowd], n: int) -> Curve:
    """δ of the histograms of one person's answer, by one of two columns, and of a crowd; the mean over the crowds."""
    cells: list[tuple[arb, arb]] = []
    left_out = ZERO
    letters = _letter(column, n), _letter(against, n)
    for weight, chances, lost in crowds:
        require_time()
        xs, ys = ((letter * chances * weight).coeffs() for letter in letters)
        cells += zip_longest(xs, ys, fillvalue=ZERO)
        left_out += weight * lost
    return Curve(cells, left_out=left_out)


def _letter(column: Sequence[Number], n: int) -> arb_poly:
    """The distribution of one answer, as a polynomial in z."""
    places = [0, *((n + 1) ** i for i in range(len(column) - 1))]
    found = [ZERO] * (places[-1] + 1)
    for x, place in zip(column, places, strict=True):
        found[place] = ball_of(x)
    return arb_poly(found)


def _answers_of(columns: Columns, counts: Sequence[int], n: int) -> Crowd:
    """The histograms of the answers of a crowd, of which `counts` has the number of people with each input."""
    chances, left_out = arb_poly([1]), ZERO
    for column, count in zip(columns, counts, strict=True):
        one = power(_letter(column, n), count)
        chances, left_out = chances * arb_poly(one.chances), left_out + one.left_out
    return Crowd(arb(1), chances, left_out)


def _crowds(counts: list[int] | None, inputs: Iterable[int], k: int, n: int) -> list[list[int]]:
    """The crowds of n − 1 other people by which δ is bounded from below: `counts` if given; else all with one of `inputs`, or
    spread evenly over all k."""
    if counts is not None:
        return [counts]
    alike = [[n - 1 if v == w else 0 for w in range(k)] for v in inputs]
    return [*alike, [(n - 1) // k + (v < (n - 1) % k) for v in range(k)]]


def _blankets(least: Sequence[Number], n: int) -> list[Crowd]:
    """Crowds whose answers do not depend on their inputs: drawn in proportion to `least`, by as many people as N says.

    Neighbouring values of N are replaced by the least of them.
    """
    whole = total_of(list(least))
    if whole == 0:
        return [_answers_of([], [], n)]
    shares = [[x / whole for x in least]]
    start, chances, left_out = power(_letter([1 - whole, whole], n), n - 1)
    step = math.ceil(len(chances) / max(8, min(MOST_RUNS, RUN_WORK // n)))
    runs = [(start + i, sum(chances[i : i + step], ZERO)) for i in range(0, len(chances), step)]
    # of the rare numbers that are left out, the least is 0
    return [_answers_of(shares, [size], n)._replace(weight=weight) for size, weight in [*runs, (0, left_out)]]
