"""What n shuffled answers disclose of one person: the privacy profile if the truths of the others are given, else bounds on it.

Each of n people answers once, by the same mechanism; it gives output i with probability p_ij if the truth is j. Answers in a random
order tell only how often each output was given. One person's truth is j or l, and n_v of the others have the truth v. The histogram
of the others' answers has the generating function Q(z) = Π_v (Σ_i p_iv z_i)^(n_v). The histogram of all answers has the generating
function A if the one person's truth is j, and B if it is l:

    A(z) = (Σ_i p_ij z_i) Q(z)  and  B(z) = (Σ_i p_il z_i) Q(z).

δ(ε) is Σ_h max(0, A_h − e^ε B_h), summed over the histograms h. In the programs all z_i are powers of a single variable z: z_0 = 1
and z_i = z^((n+1)^(i−1)) for i ≥ 1. No count is above n, so each histogram has its own power of z. Outputs with proportional rows
are merged first, because which of them was given tells nothing about the truth.

The next bound holds for any truths of the others. Let b_i = min_v p_iv and b = Σ_i b_i. Whatever the truth is, each of the others
answers with chance b by a draw from the distribution b_i/b. Suppose that all answers not drawn in this way are revealed, each with
the name of its giver; this does not lower δ. There remains the histogram of the one person's answer and of N answers drawn from
b_i/b, where N is binomial. The larger N is, the less it discloses. So neighbouring values of N may be replaced by the least of
them. (Balle, Bell, Gascón and Nissim, 2019, The privacy blanket of the shuffle model.)

If there are too many histograms, δ of each pair (j, l) is bounded on both sides by mechanisms with two answers.

* *Below*: the answers are put in the order of p_ij/p_il and cut into two groups. Telling only an answer's group does not raise δ.
* *Above*: let T be the largest of all ratios p_ij/p_il and p_il/p_ij. Then Q_0 = (T p_j − p_l)/(T − 1) is a distribution, and so is
  Q_1 = (T p_l − p_j)/(T − 1). Their sum is p_j + p_l. Moreover p_j = (T Q_0 + Q_1)/(T + 1), and p_l = (Q_0 + T Q_1)/(T + 1).
  Suppose p_v ≥ a·(p_j + p_l) for all inputs v. Let the one person say 0 or 1 by Warner's device of ratio T. Let each of the
  others, with chance 2a, say 0 or 1 by a fair coin, and otherwise reveal the answer. If each 0 is replaced by a draw from Q_0, and
  each 1 by a draw from Q_1, the histogram has its old distribution. So δ is at most the δ of these bits. (Feldman, McMillan and
  Talwar, 2023, Stronger privacy amplification by shuffling.)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import flint
from flint import arb, arb_poly, fmpq, fmpq_poly

from rropt.exact.element import Bound, Number
from rropt.exact.errors import Either, InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.exact.stochastic import group_proportional
from rropt.mechanism import Mechanism
from rropt.privacy.excess import InputPair, fast
from rropt.privacy.given import mechanism_of
from rropt.privacy.profile import Profile, ProfileBounds, epsilon_above, profile_of
from rropt.privacy.repeated.composition import power_of, precision
from rropt.privacy.repeated.enclosed_uses import BallPair

__all__ = ["shuffled"]

MOST_PEOPLE = 1_000_000
MOST_EXACT = 1000  # the most people for an exact answer; beyond, and for irrational entries, δ is enclosed
MOST_HISTOGRAMS = 1 << 16
MOST_EXACT_HISTOGRAMS = 6000
LEFT_OUT = arb(2) ** -160  # the probability of the rarest histograms, which are only counted together
MOST_RUNS, RUN_WORK = 64, 200_000  # the most runs of values of N, each replaced by its least; fewer if people are many
Columns = list[list[Number]]


def shuffled(mechanism: Mechanism, n: int, *, others: Iterable[int] | None = None) -> Profile | ProfileBounds:
    """Measure what the shuffled answers of n people disclose about one of them: δ as a function of ε.

    Args:
        mechanism: The mechanism that each person answers by, or a design.
        n: How many people answer, each once.
        others: How many of the other n - 1 people have each input, in the order of the inputs. If left out, δ is enclosed for the
            worst inputs that they can have. The lower bound comes from people who all have one input, or are spread evenly over
            the inputs. The upper bound comes from the privacy blanket.

    Returns:
        An exact `Profile` if `others` are given, the entries are rational, n ≤ 1,000, and there are at most 6,000 histograms; else
        a `ProfileBounds`. Let m be the number of outputs, where those with proportional rows count as one. If m > 2 and
        (n + 1)^(m − 1) > 65,536, the result is always a `ProfileBounds`. It is wider then, because outputs are merged into two.

    Raises:
        InputError: n is no whole number from 1 to 1,000,000, `others` are not n - 1 people, or ε is free.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy import shuffled
        >>> found = shuffled(from_spec("warner:p=3/4"), 100, others=[99, 0])
        >>> print(round(float(found.epsilon("1e-6")), 4))
        0.5501

    Reference: Erlingsson and others (2019); Balle, Bell, Gascón and Nissim (2019); Feldman, McMillan and Talwar (2023).
    """
    p = mechanism_of(mechanism)
    people = _read_people(n)
    if p.is_free:
        raise InputError("epsilon or delta is free, but shuffled answers need one value; fix it with mechanism.at(…)")
    columns = _merge_outputs(p)
    counts = None if others is None else _read_others(others, p.k, people)
    if len(columns[0]) > 2 and (people + 1) ** (len(columns[0]) - 1) > MOST_HISTOGRAMS:
        return _enclose_by_two(p, columns, counts, people)
    if counts is None:
        return _enclose_worst(p, columns, people)
    if p.is_rational and people <= MOST_EXACT and _histograms(len(columns[0]), people) <= MOST_EXACT_HISTOGRAMS:
        return profile_of(_exact_pairs(columns, counts, people), 1)
    with flint.ctx.workprec(precision()):
        crowd = _answers_of(columns, counts, people)
        return _bounds(p, _ball_pairs(columns, [(arb(1), crowd)], people), people)


def _read_people(n: object) -> int:
    """Read the number of people, a whole number from 1 to `MOST_PEOPLE`; refuse any other argument."""
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= MOST_PEOPLE:
        raise InputError(
            Either(f"n = {n!r} people", f"--shuffled {n}"), f" must be a whole number from 1 to {MOST_PEOPLE}"
        )
    return n


def _read_others(others: Iterable[object], k: int, n: int) -> list[int]:
    """Read how many of the other n − 1 people have each of the k inputs; refuse numbers that do not sum to n − 1."""
    counts = list(others)
    stated = Either(f"others = {counts!r}", f"--others {','.join(map(str, counts))}")
    if not all(isinstance(x, int) and not isinstance(x, bool) and x >= 0 for x in counts):
        raise InputError(stated, " must be whole numbers of people, one for each input")
    whole = [int(x) for x in counts]  # type: ignore[call-overload]
    if len(whole) != k or sum(whole) != n - 1:
        raise InputError(
            stated, f" must be {k} numbers of people, one for each input, with sum {n - 1} (all people but one)"
        )
    return whole


def _merge_outputs(p: Mechanism) -> Columns:
    """The columns of the mechanism's matrix, after proportional rows are added up and rows of zeros are left out."""
    groups = group_proportional(p.rows)
    return [[total_of([column[i] for i in group]) for group in groups] for column in p.columns]


def _histograms(m: int, n: int) -> int:
    """The number of different histograms of n answers with m possible outputs."""
    return math.comb(n + m - 1, m - 1)


def _places(m: int, n: int) -> list[int]:
    """List, for each of the m outputs, the exponent that one answer with this output adds to the power of z that stands for a
    histogram of up to n answers."""
    return [0, *((n + 1) ** i for i in range(m - 1))]


def _exact_pairs(columns: Columns, counts: list[int], n: int) -> Iterable[InputPair]:
    """For each ordered pair of inputs that one person may have, yield the probabilities of the histograms of all n answers.

    `counts` has the number of other people with each input. Histograms with the same two probabilities are counted together.
    """
    letters = [_exact_letter(column, _places(len(column), n)) for column in columns]
    crowd = fmpq_poly([fmpq(1)])
    for letter, count in zip(letters, counts, strict=True):
        crowd *= letter**count
    seen = [(letter * crowd).coeffs() for letter in letters]
    longest = max(map(len, seen))
    filled = [[*x, *[fmpq(0)] * (longest - len(x))] for x in seen]
    for j, low in permutations(range(len(columns)), 2):
        require_time()
        counted = Counter((a, b) for a, b in zip(filled[j], filled[low], strict=True) if a or b)
        yield InputPair(j, low, tuple((a, b, c) for (a, b), c in counted.items()), (), ())


def _exact_letter(column: Sequence[Number], places: list[int]) -> fmpq_poly:
    """Write the distribution of one answer as a polynomial in z; `places` has the exponent that stands for each output."""
    found = [fmpq(0)] * (places[-1] + 1)
    for x, place in zip(column, places, strict=True):
        found[place] = fast(x)
    return fmpq_poly(found)


@dataclass(frozen=True, slots=True)
class Crowd:
    """The distribution of the histogram of the answers of a group of people, as a polynomial in z.

    Each power of z stands for a histogram. Its coefficient is the probability of this histogram, enclosed in an interval. `start`
    is the exponent of the first coefficient. `left_out` bounds the total probability of rare histograms that are left out.
    """

    start: int
    chances: arb_poly
    left_out: arb

    def beside(self, other: Crowd) -> Crowd:
        """The distribution of the histogram of all answers of this group of people and a second, independent group."""
        return Crowd(self.start + other.start, self.chances * other.chances, self.left_out + other.left_out)


def _nobody() -> Crowd:
    return Crowd(0, arb_poly([1]), arb(0))


def _answers_of(columns: Columns, counts: Sequence[int], n: int) -> Crowd:
    """Enclose the distribution of the histogram of the answers of a crowd. `counts` has the number of people with each input."""
    found = _nobody()
    for column, count in zip(columns, counts, strict=True):
        found = found.beside(_repeated([ball_of(x) for x in column], count, n))
    return found


def _repeated(chances: list[arb], count: int, n: int) -> Crowd:
    """Enclose the distribution of the histogram of `count` independent answers with the same distribution `chances`."""
    if count == 0:
        return _nobody()
    if len(chances) > 2:
        places = _places(len(chances), n)
        letter = [arb(0)] * (places[-1] + 1)
        for x, place in zip(chances, places, strict=True):
            letter[place] = x
        return Crowd(0, arb_poly(letter) ** count, arb(0))
    for place, x in enumerate(chances):
        if x == 0 or len(chances) == 1:  # all answers are the other output, or there is only one output
            return Crowd(count if place == 0 and len(chances) == 2 else 0, arb_poly([1]), arb(0))
    return _trimmed(power_of(chances, count), 0)


def _trimmed(chances: list[arb], start: int) -> Crowd:
    """Leave out rare histograms at both ends; the bound on their probability becomes `left_out`."""
    left, low, high = arb(0), 0, len(chances)
    while low < high and left + chances[low] < LEFT_OUT:
        left += chances[low]
        low += 1
    while low < high and left + chances[high - 1] < 2 * LEFT_OUT:
        high -= 1
        left += chances[high]
    return Crowd(start + low, arb_poly(chances[low:high]), left)


def _ball_pairs(columns: Columns, crowds: Sequence[tuple[arb, Crowd]], n: int) -> tuple[BallPair, ...]:
    """Enclose δ(t) for every ordered pair of inputs that one person may have.

    The other people form one of several crowds. `crowds` lists the crowds with their probabilities, and δ(t) is the mean over them.
    """
    left_out = sum((w * crowd.left_out for w, crowd in crowds), arb(0))
    seen = []
    for column in columns:
        letter = [arb(0)] * (_places(len(column), n)[-1] + 1)
        for x, place in zip(column, _places(len(column), n), strict=True):
            letter[place] = ball_of(x)
        cells: list[arb] = []
        for w, crowd in crowds:
            product = arb_poly(letter) * crowd.chances
            length = crowd.chances.length() + len(letter)
            cells += [w * product[i] for i in range(length)]
        seen.append(cells)
    return tuple(_ball_pair(j, low, seen, left_out) for j, low in permutations(range(len(columns)), 2))


def _ball_pair(j: int, low: int, seen: list[list[arb]], left_out: arb) -> BallPair:
    """Enclose δ(t) for an ordered pair of inputs. `seen` has for each input the probabilities of the histograms that are kept.

    Under each input, the other histograms have together a probability of at most `left_out`. They raise δ(t) by at most `left_out`,
    and lower it by at most t times `left_out`.
    """
    cells = [(a, b) for a, b in zip(seen[j], seen[low], strict=True) if not (a.is_zero() and b.is_zero())]

    def excess(t: Number) -> arb:
        with flint.ctx.workprec(precision()):
            s, total = ball_of(t), arb(0)
            for a, b in cells:
                over = a - s * b
                if over > 0:
                    total += over
                elif not over < 0:
                    total += arb(0).union(over.upper())
            return total

    return BallPair(j, low, lambda t: excess(t) - ball_of(t) * left_out, lambda t: excess(t) + left_out)


def _bounds(p: Mechanism, pairs: tuple[BallPair, ...], n: int) -> ProfileBounds:
    """Collect the bounds of all pairs in one result, and choose up to which ε the result shows its table.

    Let T be the largest ratio of two entries of a row, and e⁸ if this ratio is infinite. The table goes up to the smaller of
    8·√(T/n) and log T, or to 1 if T = 1.
    """
    most = epsilon_above(p)
    alone = 8.0 if is_infinite(most) else float(most)
    shown_to = min(alone, 8 * math.exp(min(alone, 64.0) / 2) / math.sqrt(n))
    return ProfileBounds(pairs, n, most, shown_to or 1.0, "shuffled answers")


def _enclose_worst(p: Mechanism, columns: Columns, n: int) -> ProfileBounds:
    """Enclose δ for the worst inputs that the other people can have.

    The lower bound comes from a few crowds of other people. For the upper bound, the answer of each of the others is replaced, with
    some chance, by an answer that does not depend on the input (the privacy blanket).
    """
    with flint.ctx.workprec(precision()):
        above = _ball_pairs(columns, _blankets([min(row) for row in zip(*columns, strict=True)], n), n)
        below = [_ball_pairs(columns, [(arb(1), _answers_of(columns, x, n))], n) for x in _tried(range(p.k), p.k, n)]
    pairs = [
        BallPair(pair.input, pair.against, _largest([x.lower for x in found]), pair.upper)
        for pair, *found in zip(above, *below, strict=True)
    ]
    return _bounds(p, tuple(pairs), n)


def _tried(inputs: Iterable[int], k: int, n: int) -> list[list[int]]:
    """List the crowds of n − 1 other people for which δ is computed. A crowd is given by the number of people with each input.

    For each of `inputs` there is a crowd of people who all have it. In the last crowd, people are spread evenly over all k inputs.
    """
    alike = [[n - 1 if v == w else 0 for w in range(k)] for v in inputs]
    return [*alike, [(n - 1) // k + (v < (n - 1) % k) for v in range(k)]]


def _enclose_by_two(p: Mechanism, columns: Columns, counts: list[int] | None, n: int) -> ProfileBounds:
    """Enclose δ of each pair of inputs by mechanisms with two answers. This is used if there are too many histograms.

    If `counts` is None, the bounds hold for the worst inputs of the other people.
    """
    found: list[BallPair] = []
    uppers: dict[tuple[Bound, Number], Callable[[Number], arb]] = {}
    with flint.ctx.workprec(precision()):
        for j, low in permutations(range(p.k), 2):
            require_time()
            cells = list(zip(columns[j], columns[low], strict=True))
            ratio = max(_ratio(x, y) for cell in cells for x, y in (cell, cell[::-1]))
            rows = zip(zip(*columns, strict=True), cells, strict=True)
            share = min(x / (a + b) for row, (a, b) in rows if a + b for x in row)
            if (ratio, share) not in uppers:
                truth = Fraction(1) if is_infinite(ratio) else ratio / (1 + ratio)
                device = [[truth, 1 - truth], [1 - truth, truth]]
                uppers[ratio, share] = _ball_pairs(device, _blankets([share, share], n), n)[0].upper
            crowds = [counts] if counts is not None else _tried((j, low), p.k, n)
            lowers = [_merged_lower(columns, j, low, place, x, n) for place in _cuts(cells) for x in crowds]
            found.append(BallPair(j, low, _largest([lambda t: arb(0), *lowers]), uppers[ratio, share]))
    return _bounds(p, tuple(found), n)


def _ratio(x: Number, y: Number) -> Bound:
    """Divide the probabilities of one output under two inputs; 0/0 is 1, and a/0 is infinite."""
    if y:
        return x / y
    return INFINITY if x else Fraction(1)


def _cuts(cells: Sequence[tuple[Number, Number]]) -> list[list[int]]:
    """Return two sets of outputs, each as a list of indices.

    One set has all outputs that are likelier under the first input than under the second: the ratio of the two probabilities is
    above 1. The other set has the outputs with the largest ratio. If the two sets are equal, only one is returned. If no ratio is
    above 1, the list is empty.
    """
    ratios = [_ratio(x, y) for x, y in cells]
    levels = sorted({r for r in ratios if r > 1})
    return [[i for i, r in enumerate(ratios) if r >= level] for level in {*levels[:1], *levels[-1:]}]


def _merged_lower(
    columns: Columns, j: int, low: int, chosen: Sequence[int], counts: Sequence[int], n: int
) -> Callable[[Number], arb]:
    """Return a function of t whose value is a lower bound of δ(t) for the ordered pair of inputs (`j`, `low`).

    The outputs in `chosen` are merged into one output, and all others into a second. `counts` has the number of other people with
    each input. `n` is the number of all people.
    """
    merged: Columns = []
    for column in columns:
        inside = total_of([column[i] for i in chosen])
        merged.append([inside, 1 - inside])
    return _ball_pairs([merged[j], merged[low]], [(arb(1), _answers_of(merged, counts, n))], n)[0].lower


def _largest(lower: list[Callable[[Number], arb]]) -> Callable[[Number], arb]:
    """Make the function of t that takes the largest of several lower bounds."""
    return lambda t: max((f(t) for f in lower), key=lambda x: x.lower())


def _blankets(least: Sequence[Number], n: int) -> list[tuple[arb, Crowd]]:
    """List crowds of people whose answers do not depend on their inputs (the privacy blanket), each with its probability.

    An answer is drawn in proportion to `least`, the least probability of each output over the inputs. Neighbouring crowd sizes are
    grouped, and all sizes of a group are replaced by its smallest size, which discloses most.
    """
    whole = sum(least, Fraction(0))
    if whole == 0:
        return [(arb(1), _nobody())]
    shares = [ball_of(x / whole) for x in least]
    sizes = (
        _repeated([ball_of(1 - whole), ball_of(whole)], n - 1, n) if whole != 1 else Crowd(n - 1, arb_poly([1]), arb(0))
    )
    chances = [sizes.chances[i] for i in range(sizes.chances.length())]
    runs = max(8, min(MOST_RUNS, RUN_WORK // n))
    step = math.ceil(len(chances) / runs)
    found = []
    for i in range(0, len(chances), step):
        weight = sum(chances[i : i + step], arb(0))
        found.append((weight, _repeated(shares, sizes.start + i, n)))
    return [*found, (sizes.left_out, _nobody())]
