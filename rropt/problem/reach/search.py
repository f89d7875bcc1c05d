"""The search for the least ε, δ or vulnerability: by pieces of a known function, by certified designs at points, or by tangents."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number, is_free
from rropt.exact.errors import InputError, OutOfTime, Received, Undecided
from rropt.exact.fields import DELTA
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import power_between
from rropt.exact.patience import ignore_limit, limit_seconds, read_seconds, require_time
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy import LDP, Vulnerability
from rropt.privacy.pairs import MOST_BUDGET
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.known import is_linear
from rropt.problem.problem import Problem
from rropt.problem.reach.least import Least, first_root, reaches
from rropt.problem.reach.place import (
    EPSILON,
    VULNERABILITY,
    OfLeast,
    distances_of,
    least_possible,
    most_possible,
    own_part,
    put,
)
from rropt.problem.reach.tangent import root_of_tangent
from rropt.problem.reach.template import template, template_of_vulnerability
from rropt.problem.result import Design
from rropt.solvers.roots import float_root

__all__ = ["SHARE_FOR_PIECES", "least"]

MOST_EPSILON = 64.0
"""The largest ε that is tried; e^ε is then above 10^27."""
SHARE_FOR_PIECES = 0.4
CLOSE = Fraction(1, 1024)
"""The search begins at this fraction of the way from the least possible number to a number that reaches the value."""
NEARER = 3
"""How many times the search may begin anew, each time nearer to the least possible number by the factor CLOSE."""
NARROW = Fraction(1, 10**6)
"""Halving ends if the bracket's length is at most this share of the distance from the least possible number to its upper end."""
WIDE = Fraction(1, 1000)
"""If a design's bounds are farther apart than this part of their size, the interval is only cut; no root is sought in floats."""
WIDTHS = (1e-2, 1e-4, 1e-6, 1e-8)
"""The relative distances from the root in floats at which certified designs narrow the bracket."""


def least(
    of: OfLeast,
    objective: Objective,
    *,
    reach: object,
    inputs: Any = None,
    outputs: Any = None,
    epsilon: object = None,
    delta: object = None,
    demand: object = None,
    distances: Any = None,
    sensitive: Any = None,
    subject_to: Iterable[str] = (),
    prior: Any = None,
    gain: Any = None,
    seconds: float | None = 60,
) -> Least:
    """The least epsilon or delta of LDP or of one-sided privacy, the least epsilon of a metric, or the least vulnerability, at
    which an optimal mechanism reaches a value.

    Args:
        of: "epsilon", "delta" or "vulnerability".
        objective: What is optimised.
        reach: The value that the optimum must reach: at least this if larger is better, else at most this.
        inputs: The number of inputs or their labels, as for `design`. outputs: The same for the outputs.
        epsilon: The fixed epsilon if a least delta is sought. delta: The fixed delta if a least epsilon is sought; by default 0.
        demand: A further demand that holds at every epsilon, delta or vulnerability, such as `LDP(3)` beside a least delta.
        distances: The distances of a `Metric`, whose least epsilon (the budget at distance 1) is sought in place of LDP's.
        sensitive: The inputs of a `Sensitive`, whose least epsilon or delta is sought in place of LDP's.
        subject_to: Conditions on the mechanism, as for `design`.
        prior: The guesser's prior in a vulnerability; uniform if not given. gain: The gains; by default 1 for a right guess.
        seconds: The time limit (None: no limit); when it is reached, the answer is what is known by then.

    Returns:
        The least number. It is exact if the optimum is known in pieces or a vulnerability's prices (dual variables) lead to it, and
        enclosed by bounds otherwise. Also two designs: one reaches the value, the other shows that no smaller number does.

    Raises:
        InputError: The question makes no sense. Undecided: The bounds of designs are too wide to tell on which side the value lies.

    Example:
        >>> from rropt import Variance, least
        >>> found = least("epsilon", Variance("1/4"), reach=1)
        >>> print(found.value, found.design.value)
        log((4*17^(1/2) + 21)/13) 1

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md); the proof is at the head of rropt/problem/reach/least.py.
    """
    sizes = {"inputs": inputs, "outputs": outputs, "subject_to": subject_to}
    if of == VULNERABILITY:
        if distances is not None or sensitive is not None:
            raise InputError(
                "a least vulnerability takes neither distances nor sensitive inputs; give such a demand as demand=Metric(…) or "
                "demand=Sensitive(…)"
            )
        if epsilon is not None or delta is not None:
            raise InputError(
                "with a least vulnerability, epsilon and delta state a further demand; give it as demand=LDP(…)"
            )
        problem = template_of_vulnerability(objective, Vulnerability(1, prior, gain), demand, **sizes)
        with limit_seconds(read_seconds(seconds)):
            question = _Question(of, problem, _read_reach(reach))
            # the optima of linear objectives are exact and have prices, but not if the number of answers is limited
            has_prices = is_linear(objective) and problem.outputs in ("free", objective.fit_outputs(None, problem.k))
            return _by_tangents(question) if has_prices else _by_vulnerabilities(question)
    if prior is not None or gain is not None:
        raise InputError(f"least('{of}') takes neither a prior nor a gain; leave them out")
    problem = template(of, objective, epsilon, delta, demand, distances, sensitive, **sizes)
    question = _Question(of, problem, _read_reach(reach))
    with limit_seconds(read_seconds(seconds)):
        start = least_possible(problem, of)
        try:
            is_reached = question.reaches(start) is True
        except InputError:  # some problems can be posed only above the start
            is_reached = False
        if is_reached:
            return question.result(start, None)
        return _by_pieces(question) or _by_points(question)


def _read_reach(reach: object) -> Number:
    found = read_number(reach)
    if is_infinite(found) or is_free(found):
        raise InputError(Received("reach", str(reach)), " must be one finite number, such as 2 or 1/2")
    return found


@dataclass(slots=True)
class _Question:
    """A problem in which one number varies (e^ε, δ or a vulnerability), with the value to be reached and the results so far."""

    of: OfLeast
    problem: Problem
    reach: Number
    known: dict[Number, Design] = field(default_factory=dict)
    answers: dict[Number, bool | None] = field(default_factory=dict)

    def solve(self, x: Number) -> Design:
        """Return the design for the number x, which is t = e^ε, δ or the bound on a vulnerability. Each design is computed only
        once."""
        if x not in self.known:
            self.known[x] = design(put(self.problem, self.of, x), optima="one", seconds=None)
        return self.known[x]

    def reaches(self, x: Number) -> bool | None:
        """Whether the value is reached at x, which is t = e^ε, δ or a bound on the vulnerability; None if undecided."""
        if x not in self.answers:
            self.answers[x] = reaches(self.solve(x), self.reach)
        return self.answers[x]

    def places(self, answer: bool | None) -> list[Number]:
        """List the numbers tried so far at which `reaches` gave this answer, in increasing order."""
        return sorted(x for x, found in self.answers.items() if found is answer)

    def refute(self, x: Number) -> Design:
        """Return a design that shows that no mechanism at x reaches the value. Usually its certificate proves this. If the checker
        did not confirm the bounds of the design at x, this design itself is returned. Its certificate then proves only that its
        mechanism keeps the demand."""
        if self.solve(x).is_bounded:
            return self.solve(x)
        with ignore_limit():
            return design(put(self.problem, self.of, x), require=self.reach, optima="one", seconds=None)

    def refute_all(self) -> Design | None:
        """Return a design that certifies that no ε or δ is large enough to reach the value. The problem is solved at δ = 1 or at an
        infinite ε, where the demand excludes only mechanisms that it excludes at every ε or δ. None if this does not succeed."""
        at_delta = self.of == DELTA or isinstance(own_part(self.problem, self.of), LDP)
        free = put(self.problem, DELTA, 1) if at_delta else put(self.problem, EPSILON, "inf")
        try:
            found = design(free, require=self.reach, optima="one", seconds=None)
        except (InputError, Undecided):
            return None
        return found if found.requirement == self.reach else None

    def result(self, x: Number | None, below: Design | None) -> Least:
        found = None if x is None else self.solve(x)
        return Least(of=self.of, reach=self.reach, design=found, below=below)

    def point(self, x: float) -> Number:
        """Turn x, a guess of the ε, δ or vulnerability sought, into a rational number near it. If ε is sought, the result is near
        e^x instead, and at least 1."""
        if self.of != EPSILON:
            return Fraction(x).limit_denominator(10**12)
        if distances_of(self.problem, self.of):
            # t^(1/n) is rational, and of fewer digits, because ratios are powers of it
            return max(Fraction(1), Fraction(math.exp(x / self.parts)).limit_denominator(10**7)) ** self.parts
        return max(Fraction(1), Fraction(math.exp(x)).limit_denominator(10**12))

    def between(self, low: Number, high: Number) -> Number:
        """Choose a rational number between two others. For a metric with fractions as distances d, choose a t for which every power
        t^d is rational."""
        return power_between(low, high, self.parts)

    @property
    def parts(self) -> int:
        """The least whole n such that n·d is a whole number for every distance d of the metric; 1 without distances."""
        return math.lcm(*(d.denominator for d in distances_of(self.problem, self.of)))

    @property
    def ends(self) -> tuple[float, float]:
        """Two floats for a search that doubles ε or δ: the number tried first, and the largest number tried."""
        if self.of != EPSILON or not (found := distances_of(self.problem, self.of)):
            return 1.0, MOST_EPSILON if self.of == EPSILON else 1.0
        return float(1 / max(found)), min(MOST_EPSILON / float(min(found)), float(MOST_BUDGET / max(found)) / 2)


def _by_tangents(question: _Question) -> Least:
    """Find the least vulnerability by Newton's method: the prices (dual variables) of each design say where to try next. The method
    ends, because the optimum has finitely many linear pieces."""
    x, below = least_possible(question.problem, question.of), None
    while not question.reaches(x):
        found = question.solve(x)
        if found.value is None:
            require_time()
            way = "drop the conditions that fail if the answer does not depend on the truth"
            raise InputError(
                f"the search for the least vulnerability stopped at {show(x)}, where rropt found no exact optimum (the verdict is "
                f"{found.verdict.value}); {way if found.mechanism is None else 'give rational numbers near the given ones'}"
            )
        below = found
        root = root_of_tangent(below, x, question.reach)
        if is_infinite(root):
            return question.result(None, below)
        x = root
    return question.result(x, below)


def _by_pieces(question: _Question) -> Least | None:
    """Answer from formulas for the optimum on pieces of ε or δ; None if there are no such formulas, if they are not found in time,
    or if the design at the least number is not shown to reach the value."""
    try:
        with limit_seconds(math.inf, share=SHARE_FOR_PIECES):
            free = design(put(question.problem, question.of, "every"), optima="one", seconds=None)
        root = first_root(free, question.reach)
    except (InputError, Undecided):  # OutOfTime is an Undecided
        return None
    # at a root of high degree a design may have only bounds
    if root.x is not None and not question.reaches(root.x):
        return None
    return question.result(root.x, free)


def _by_points(question: _Question) -> Least:
    """Bound the least ε or δ by two certified designs: one that misses the value, and one that reaches it."""
    above, most = question.ends
    below = 0.0
    while (is_reached := question.reaches(question.point(above))) is not True and above < most:
        below, above = above if is_reached is False else below, min(2 * above, most)
    if is_reached is False:
        return question.result(None, question.refute_all() or question.refute(question.point(above)))
    last = above, question.point(above)
    if below > 0:
        return _between(question, (below, question.point(below)), last)
    start = least_possible(question.problem, question.of)
    if start in question.known:
        return _between(question, (0.0, start), last)
    return _from_near(question, lambda share: (above * float(share), question.point(above * float(share))), last)


def _by_vulnerabilities(question: _Question) -> Least:
    """Enclose the least vulnerability by two designs. The search runs from just above the gain of a guess without an answer to the
    largest gain."""
    start, most = least_possible(question.problem, question.of), most_possible(question.problem)
    if question.reaches(most) is False:
        return question.result(None, question.refute(most))

    def near(share: Fraction) -> tuple[float, Number]:
        low = start + (most - start) * share
        return float(low), low

    return _from_near(question, near, (float(most), most))


def _from_near(
    question: _Question, near: Callable[[Fraction], tuple[float, Number]], last: tuple[float, Number]
) -> Least:
    """Enclose the least number by two designs. The search goes from a number just above the least possible number up to `last`. No
    design is made at the least possible number itself.

    `near(share)` returns a number between the least possible number and `last`. It lies at the given share of the way, and is
    returned as a float and exactly. The search tries smaller and smaller shares, until one is not known to reach the value. If all
    of them reach the value, the lower bound is the least possible number.
    """
    start = least_possible(question.problem, question.of)
    for n in range(NEARER):
        first = near(CLOSE ** (n + 1))
        if first[1] == start and question.reaches(last[1]):  # for a metric numbers are rounded
            break
        if question.reaches(first[1]) is not True:
            return _between(question, first, last)
        last = first
    return question.result(last[1], None)


def _between(question: _Question, first: tuple[float, Number], last: tuple[float, Number]) -> Least:
    """Enclose the least number by two designs, searching between the numbers `first` and `last`. Each is given as a float and
    exactly. It is not known that the value is reached at `first`. Raise `Undecided` if no number is found that reaches the
    value."""
    try:
        if not any(map(_is_wide, question.known.values())):
            near = _root(question, first[0], last[0])
            for width in WIDTHS:
                for x in (near - width * near, near + width * near):
                    _tighten(question, first[1], question.point(x))
        _halve(question)
        low, high = _bracket(question, first[1])
        if high is not None:
            _tighten(question, first[1], question.between(low, high))
    except OutOfTime:
        with ignore_limit():  # the designs made so far bound the answer
            for place in question.known:
                question.reaches(place)
    missed, reached = question.places(False), question.places(True)
    if not reached:
        raise Undecided(
            f"near the least {question.of}, the value {show(question.reach)} lies between the proven bounds of the optimum, so "
            "rropt cannot tell whether it is reached; ask for another value"
        )
    return question.result(reached[0], question.refute(missed[-1]) if missed else None)


def _is_wide(found: Design) -> bool:
    """Whether a design's bounds are so far apart that a root found from their midpoints may be far from the answer."""
    if found.lower is None or found.upper is None:
        return False
    return bool(found.upper - found.lower > WIDE * max(found.upper, -found.upper))


def _bracket(question: _Question, start: Number) -> tuple[Number, Number | None]:
    """Return two of the numbers tried: the largest one that misses the value (`start` if none does), and the smallest one that
    reaches it (None if none does)."""
    missed, reached = question.places(False), question.places(True)
    return missed[-1] if missed else start, reached[0] if reached else None


def _tighten(question: _Question, start: Number, x: Number) -> None:
    """If x lies above all numbers known to miss the value and below all that reach it, find out whether x reaches it."""
    low, high = _bracket(question, start)
    if low < x and (high is None or x < high):
        question.reaches(x)


def _halve(question: _Question) -> None:
    """Shorten the interval that contains the least number that reaches the value, until it is short enough (`NARROW`).

    If some designs inside the interval do not decide whether the value is reached, two shorter intervals remain. One is below the
    first of these designs, and the other is above the last. The longer of the two is shortened.
    """
    start = least_possible(question.problem, question.of)
    while True:
        low, high = _bracket(question, start)
        if high is None:
            return
        inside = [x for x in question.places(None) if low < x < high]
        sides = [(low, inside[0]), (inside[-1], high)] if inside else [(low, high)]
        a, b = max(sides, key=lambda side: side[1] - side[0])
        if b - a <= (high - start) * NARROW:
            return
        third = (b - a) / 3
        question.reaches(question.between(enclose(a + third)[1], enclose(b - third)[0]))


def _root(question: _Question, below: float, above: float) -> float:
    """Find by Brent's method the float where the values of certified designs cross the wanted value; `above` if they do not.

    For an objective to minimise, reciprocals are compared, because a variance grows without bound towards epsilon = 0.
    """
    wanted = float(question.reach)
    is_reciprocal = question.problem.objective.sense == "min" and wanted > 0

    def gain(x: float) -> float:
        found = question.solve(question.point(x))
        if found.lower is None or found.upper is None:
            return -1 / wanted if is_reciprocal else -math.inf
        value = (float(found.lower) + float(found.upper)) / 2
        if is_reciprocal:
            return (math.inf if value <= 0 else 1 / value) - 1 / wanted
        return value - wanted if question.problem.objective.sense == "max" else wanted - value

    if gain(above) <= 0 or not math.isfinite(gain(below)) or gain(below) >= 0:
        return above
    return float_root(gain, below, above)
