"""The search for the least ε, δ or vulnerability: by pieces of a known function, by certified designs at points, or by tangents."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError, OutOfTime, Received, Undecided
from rropt.exact.fields import DELTA
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.patience import ignore_limit, limit_seconds, read_seconds
from rropt.exact.spelling import show
from rropt.privacy import LDP, All, Notion, Vulnerability
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.known import read_notion
from rropt.problem.problem import Problem
from rropt.problem.reach.least import (
    EPSILON,
    VULNERABILITY,
    Least,
    OfLeast,
    first_root,
    least_possible,
    most_possible,
    put,
    reaches,
)
from rropt.problem.reach.tangent import root_of_tangent
from rropt.problem.result import Design
from rropt.solvers.roots import float_root

__all__ = ["SHARE_FOR_PIECES", "least", "simplest_between", "template", "template_of_vulnerability"]

MOST_EPSILON = 64.0
"""An ε at which t = e^ε is beyond 10^27: what is not reached there is not searched for beyond."""
SHARE_FOR_PIECES = 0.4
CLOSE = Fraction(1, 1024)
"""The share of all that answers may let be gained from which on a least vulnerability is searched for."""
NEARER = 3
"""How often that share of what is left is taken, where the value is reached there already."""
WIDTHS = (1e-2, 1e-4, 1e-6, 1e-8)
"""How far from the root of floats, relatively, certified designs narrow the answer."""


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
    subject_to: Iterable[str] = (),
    prior: Any = None,
    gain: Any = None,
    seconds: float | None = 60,
) -> Least:
    """The least epsilon or delta of LDP, or the least vulnerability, at which an optimal mechanism reaches a value.

    Args:
        of: "epsilon", "delta" or "vulnerability".
        objective: What is optimised.
        reach: The value: at least this where larger is better, else at most this.
        inputs: Their number or labels, as of `design`. outputs: Likewise.
        epsilon: The epsilon that stands beside a least delta. delta: The delta that stands beside a least epsilon; 0 if not given.
        demand: A further demand that holds at every epsilon, delta or vulnerability.
        subject_to: Conditions on the mechanism, as of `design`.
        prior: That of whoever guesses, of a vulnerability; equal if not given. gain: Likewise; one guess of the input if not given.
        seconds: After so many (None for no limit) the answer is what is known by then.

    Returns:
        The least number, exact where the optimum is known in pieces and else enclosed; the design that reaches the value there;
        and the certified design that shows that nothing less does.

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
        if epsilon is not None or delta is not None:
            raise InputError(
                "with a least vulnerability, epsilon and delta state a further demand; give it as demand=LDP(…)"
            )
        problem = template_of_vulnerability(objective, Vulnerability(1, prior, gain), demand, **sizes)
        with limit_seconds(read_seconds(seconds)):
            question = _Question(of, problem, _read_reach(reach))
            # both are taken by linear objectives alone, of which the optimum is exact with its prices
            is_linear = objective.takes >= {"averages", "conditions"}
            # and so for as many answers as they have
            has_prices = is_linear and problem.outputs in ("free", objective.fit_outputs(None, problem.k))
            return _by_tangents(question) if has_prices else _by_vulnerabilities(question)
    if prior is not None or gain is not None:
        raise InputError(f"a prior and a gain belong to a least vulnerability, not to a least {of}; leave them out")
    problem = template(of, objective, epsilon, delta, demand, **sizes)
    question = _Question(of, problem, _read_reach(reach))
    with limit_seconds(read_seconds(seconds)):
        start = Fraction(1 if of == EPSILON else 0)
        if question.reaches(start):
            return Least(of=of, reach=question.reach, design=question.solve(start), below=None)
        return _by_pieces(question) or _by_points(question, start)


def _read_reach(reach: object) -> Number:
    found = read_number(reach)
    if is_infinite(found) or is_free(found):
        raise InputError(Received("reach", str(reach)), " must be one finite number, such as 2 or 1/2")
    return found


def template_of_vulnerability(objective: Objective, own: Vulnerability, demand: Any, **sizes: Any) -> Problem:
    """The problem at some vulnerability, as a template for others, with a further demand if there is one."""
    if demand is None:
        return Problem(objective, own, **sizes)
    further = read_notion(demand)[0]
    if not isinstance(further, Notion):
        raise InputError(f"{further} cannot be joined with other demands; state the parity that `rropt demand` gives")
    if any(isinstance(x, Vulnerability) for x in All(further).demands):
        raise InputError(f"{further} has a vulnerability of its own; leave it out of the demand")
    return Problem(objective, own & further, **sizes)


def template(
    of: OfLeast, objective: Objective, epsilon: object, delta: object, demand: object, **sizes: Any
) -> Problem:
    """The problem at some ε or δ, as a template for others, under LDP and a further demand if there is one."""
    if of not in (EPSILON, DELTA):
        raise InputError(f"the number asked about must be epsilon, delta or a vulnerability, not {str(of)[:40]!r}")
    own = _read_demand(of, epsilon, delta)
    stated = own if demand is None else _join(own, read_notion(demand)[0])
    return Problem(objective, stated, **sizes)


def _read_demand(of: OfLeast, epsilon: object, delta: object) -> LDP:
    """The demand at some ε or δ, as a template for the one asked for."""
    if (epsilon if of == EPSILON else delta) is not None:
        raise InputError(f"the answer is about every {of}; leave {of} out")
    if of == EPSILON:
        return LDP(1, delta=0 if delta is None else read_rational(delta))
    if epsilon is None:
        raise InputError("delta needs one epsilon beside it; give epsilon, such as ln3")
    if read_epsilon(epsilon).is_free:
        raise InputError(Received("epsilon", str(epsilon)), " ranges over an interval; give one epsilon, such as ln3")
    return LDP(epsilon)


def _join(own: LDP, further: Any) -> All:
    if not isinstance(further, Notion):
        raise InputError(f"{further} cannot be joined with other demands; state the parity that `rropt demand` gives")
    if any(isinstance(x, LDP) for x in All(further).demands):
        raise InputError(f"{further} has an epsilon of its own for all pairs; leave it out of the demand")
    return own & further


@dataclass(slots=True)
class _Question:
    """A problem that can be posed at each x (t = e^ε, δ or v), and the value to be reached."""

    of: OfLeast
    problem: Problem
    reach: Number
    known: dict[Number, Design] = field(default_factory=dict)

    def solve(self, x: Number) -> Design:
        """The design at x, computed once."""
        if x not in self.known:
            self.known[x] = design(put(self.problem, self.of, x), optima="one", seconds=None)
        return self.known[x]

    def reaches(self, x: Number) -> bool | None:
        return reaches(self.solve(x), self.reach)

    def refute(self, x: Number) -> Design:
        """A certified answer that no mechanism at x reaches the value."""
        with ignore_limit():
            return design(put(self.problem, self.of, x), require=self.reach, optima="one", seconds=None)

    def refute_all(self) -> Design | None:
        """A certified answer that no mechanism at all reaches the value (each keeps δ = 1); None if one does."""
        free = put(self.problem, DELTA, 1)
        try:
            found = design(free, require=self.reach, optima="one", seconds=None)
        except (InputError, Undecided):
            return None
        return found if found.requirement == self.reach else None

    def result(self, x: Number | None, below: Design | None) -> Least:
        found = None if x is None else self.solve(x)
        return Least(of=self.of, reach=self.reach, design=found, below=below)

    def point(self, x: float) -> Number:
        """The rational t = e^ε, δ or v near a float of ε, δ or v."""
        if self.of != EPSILON:
            return Fraction(x).limit_denominator(10**12)
        return max(Fraction(1), Fraction(math.exp(x)).limit_denominator(10**12))


def _by_tangents(question: _Question) -> Least:
    """Find the least vulnerability by Newton's method with the exact prices of designs; it ends, because there are
    finitely many pieces."""
    x, below = least_possible(question.problem, question.of), None
    while not question.reaches(x):
        found = question.solve(x)
        if found.value is None:
            raise InputError(
                f"nothing is designed exactly at the vulnerability {show(x)}, from which on the least is searched for "
                f"({found.verdict.value}); drop conditions that constant answers break"
            )
        below = found
        root = root_of_tangent(below, x, question.reach)
        if is_infinite(root):
            return question.result(None, below)
        x = root
    return question.result(x, below)


def _by_pieces(question: _Question) -> Least | None:
    """Answer from the optimum as a function of ε or δ; None if that is not available."""
    try:
        with limit_seconds(math.inf, share=SHARE_FOR_PIECES):
            free = design(put(question.problem, question.of, "every"), optima="one", seconds=None)
        root = first_root(free, question.reach)
    except (InputError, Undecided):  # OutOfTime is an Undecided
        return None
    # a design at a root of high degree may be enclosed alone
    if root.x is not None and not question.reaches(root.x):
        return None
    return question.result(root.x, free)


def _by_points(question: _Question, start: Number) -> Least:
    """Answer by two certified designs on both sides of a root found in floats."""
    most = MOST_EPSILON if question.of == EPSILON else 1.0
    below, above = 0.0, 1.0
    while question.reaches(question.point(above)) is False:
        if above >= most:
            return question.result(None, question.refute_all() or question.refute(question.point(above)))
        below, above = above, 2 * above
    low, high = start if below == 0 else question.point(below), question.point(above)
    return _between(question, (below, low), (above, high))


def _by_vulnerabilities(question: _Question) -> Least:
    """Bracket the least vulnerability between two designs: from just above the gain without an answer up to the largest gain.

    Where the value is reached as near to that gain as is designed, the gain itself is the bound from below.
    """
    start, most = least_possible(question.problem, question.of), most_possible(question.problem)
    if question.reaches(most) is False:
        return question.result(None, question.refute(most))
    low, high = start + (most - start) * CLOSE, most
    for _ in range(NEARER):
        if question.reaches(low) is False:
            return _between(question, (float(low), low), (float(high), high))
        low, high = start + (low - start) * CLOSE, low
    if question.reaches(high) is not True:
        raise Undecided(
            f"whether {show(question.reach)} is reached at the vulnerability {show(high)} is not decided, and nothing is designed "
            f"between this and the {show(start)} that is gained without an answer; ask for another value"
        )
    # no mechanism allows less than what is gained without an answer
    return question.result(high, None)


def _between(question: _Question, first: tuple[float, Number], last: tuple[float, Number]) -> Least:
    """Narrow the bracket between two places (a float with a nearby number each), the first of which misses the value."""
    (below, low), (above, high) = first, last
    try:
        near = _root(question, below, above)
        for width in WIDTHS:
            for x in (near - width * near, near + width * near):
                low, high = _tighten(question, low, high, question.point(x))
        low, high = _tighten(question, low, high, simplest_between(low, high))
    except OutOfTime:
        pass  # both designs stand, however far apart they are
    if question.reaches(high) is not True:
        raise Undecided(
            f"{show(question.reach)} lies within the proven bounds of the designs near the least {question.of}, so that "
            "whether they reach it is undecided; ask for another value"
        )
    return question.result(high, question.refute(low))


def _tighten(question: _Question, low: Number, high: Number, x: Number) -> tuple[Number, Number]:
    """Replace one end of the bracket by x, if x lies inside and its design decides."""
    if not low < x < high:
        return low, high
    reached = question.reaches(x)
    return (low, high) if reached is None else (low, x) if reached else (x, high)


def simplest_between(low: Number, high: Number) -> Fraction:
    """The fraction of least denominator strictly between two rationals."""
    a, b = Fraction(low), Fraction(high)  # type: ignore[arg-type]
    whole = math.floor(a) + 1
    if whole < b:
        return Fraction(whole)
    base = math.floor(a)
    # both lie in [base, base + 1]: the reciprocals of what is left are farther apart
    left, right = a - base, b - base
    if left == 0:
        return base + Fraction(1, math.floor(1 / right) + 1)
    return base + 1 / simplest_between(1 / right, 1 / left)


def _root(question: _Question, below: float, above: float) -> float:
    """Find by Brent's method where the floats of certified designs cross the value.

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
