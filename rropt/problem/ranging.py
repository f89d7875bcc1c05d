"""A question in which one number of the demand ranges, a budget, a slack or a vulnerability: the optimum as a function of it, and
the least number with which an objective reaches a value.

The optimum never gets worse as the number grows, since a demand with a larger number allows more mechanisms. So between two values
of the number it lies between the optima at these. And the secant method finds two numbers at most 2^−20 apart, of which one reaches
a value and the other does not; both are certified by a design.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Literal, get_args

from rropt.binary.frontier import AnyAnswers, Frontier, TwoAnswers
from rropt.certificate.judge import EXTREME, accept
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, OutOfTime, refuse
from rropt.exact.grammar import read_number, read_rational, shorten
from rropt.exact.infinity import INFINITY
from rropt.exact.ordering import simplest_between
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.sign import enclose
from rropt.objectives.base import Objective
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import All, Notion, range_of
from rropt.privacy.vulnerability import Vulnerability
from rropt.problem.answer import answer
from rropt.problem.pieces import DesignInPieces
from rropt.problem.problem import Demands, Labels, Problem, join
from rropt.problem.result import Design, warn_along
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table, Warn
from rropt.values import as_one_number

__all__ = [
    "Along",
    "Least",
    "Reachable",
    "Unreachable",
    "Varied",
    "frontier",
    "least",
]

# the number of a demand that ranges
Varied = Literal["epsilon", "delta", "vulnerability"]
LARGEST_EPSILON = Fraction(32)
NEAREST = Fraction(1, 1 << 20)
POINTS: dict[str, tuple[str, ...]] = {
    "epsilon": ("1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "5/2", "3", "4"),
    "delta": ("0", "1/100", "1/50", "1/20", "1/10", "1/5", "3/10", "1/2", "3/4", "1"),
}
# The points of a vulnerability, as parts of the way from the gain without an answer to the largest gain.
PARTS = ("0", "1/64", "1/16", "1/8", "1/4", "3/8", "1/2", "3/4", "1")


@dataclass(frozen=True, slots=True)
class Ranging:
    """A question at each value of one number of its demand, `of`; `rest` has the other arguments of `Problem`."""

    of: Varied
    demand_at: Callable[[object], Notion]
    rest: Mapping[str, Any]

    def problem_at(self, x: object) -> Problem:
        """The question at one value of the number."""
        return Problem(demand=self.demand_at(x), **self.rest)

    def solve(self, x: object, *, is_judged: bool = True) -> Design:
        """The design at one value of the number, which may be judged later."""
        found = answer(self.problem_at(x), is_judged=is_judged)
        if not isinstance(found, Design):
            raise InputError(f"{self.of} ranges, so that nothing else can range; give one number for all else")
        return found

    def in_pieces(self) -> DesignInPieces | None:
        """The optimum in exact pieces, if it has formulas; if the question itself is refused, each number of it says why."""
        with suppress(InputError):
            if self.of != "vulnerability" and isinstance(found := answer(self.problem_at("every")), DesignInPieces):
                return found
        return None

    def ends(self) -> tuple[Fraction, Fraction]:
        """Numbers of which the first allows least and the second most."""
        if self.of == "epsilon":
            return Fraction(0), LARGEST_EPSILON
        if self.of == "delta":
            return Fraction(0), Fraction(1)
        k = self.problem_at(1).k
        (average, *_) = self.demand_at(1).bounds(k).averages().values()
        truth = [[Fraction(int(i == j)) for j in range(k)] for i in range(k)]
        # a mechanism that tells nothing has one answer, and one that tells all has an answer for each input
        low, high = (read_rational(average.total(rows), "a gain") for rows in ([[Fraction(1)] * k], truth))
        return low, high


def read_ranging(
    of: Varied,
    demand: Demands,
    epsilon: object,
    delta: object,
    prior: Iterable[object] | None,
    gain: Iterable[Iterable[object]] | None,
    **rest: object,
) -> Ranging:
    """Read what the demand is at each value of the number that ranges; `rest` has the other arguments of `Problem`.

    The epsilon that ranges is that of `LDP`, or of the part of `demand` whose epsilon is "every"; the other parts, and the given
    epsilon or delta, hold beside it. `prior` and `gain` say what somebody believes and gains whose vulnerability ranges.
    """
    parts = () if demand is None else All(join(demand)).demands
    free: Any = next((part for part in parts if of == "epsilon" and range_of(part) is not None), None)
    others = [part for part in parts if part is not free]
    ranging = {"epsilon": epsilon, "delta": delta}.get(str(of))
    refuse(
        (
            of not in get_args(Varied),
            f'{str(of)[:60]!r} is none of "epsilon", "delta" and "vulnerability"; name one of these',
        ),
        (of == "delta" and epsilon is None, 'delta ranges at one epsilon; give it, such as epsilon="ln3"'),
        (ranging is not None, f"{of} ranges, so that {of} = {str(ranging)[:40]} is not given beside it; leave it out"),
        (
            of != "vulnerability" and (prior is not None or gain is not None),
            f"a prior and a gain belong to a vulnerability, not to {of}; leave them out",
        ),
        (
            delta is not None and epsilon is None and (free is not None or of == "vulnerability"),
            f"delta = {str(delta)[:40]} is no slack of any epsilon here; give the epsilon too, or write delta into the demand",
        ),
    )
    if of == "vulnerability" and epsilon is not None:
        others.append(LDP(epsilon, delta=delta or 0))

    def demand_at(x: object) -> Notion:
        if of == "vulnerability":
            return join([Vulnerability(x, prior, gain), *others])
        if free is not None:
            return join([free.with_epsilon(x), *others])
        return join([LDP(x, delta=delta or 0) if of == "epsilon" else LDP(epsilon, delta=x), *others])

    return Ranging(of, demand_at, rest)


# ---- Along the number ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Along(Result):
    """Certified designs at increasing values of one number, `along`."""

    schema: ClassVar[str] = "rropt.along/1"
    along: Varied
    points: tuple[str, ...]
    designs: tuple[Design, ...]

    def _picture(self, name: str) -> Iterator[Block]:
        """A line through the points that have a finite value."""
        places = [float(read_epsilon(x) if self.along == "epsilon" else read_number(x)) for x in self.points]
        values = [math.nan if y.value is None else float(y.value) for y in self.designs]
        # errors fall by powers of ten, and what is to be large does not
        is_error = self.designs[0].problem.objective.sense == "min" and all(y > 0 for y in values if not math.isnan(y))
        line = Line("certified", places, values)
        chart = Chart(f"The best {name}", self.along, name, [line], logarithmic="y" if is_error else "")
        yield Figure("along", partial(draw_lines, charts=[chart]), f"The optimum along {self.along}")

    def show(self) -> Iterator[Block]:
        """The optimum at each point."""
        name = self.designs[0].problem.objective.name
        yield from warn_along(
            [(f"At {self.along} = {x}", y.warnings) for x, y in zip(self.points, self.designs, strict=True)]
        )
        yield Say(f"The best {name} along {self.along}; between two points it lies between theirs.", key="answer")
        yield Fact("along", "Along", self.along, shown=False)
        columns = [Col(self.along, self.along), Col("value", "Value"), Col("verdict", "Verdict")]
        rows = [[x, y.value, str(y.verdict)] for x, y in zip(self.points, self.designs, strict=True)]
        yield Table("points", columns, rows)
        yield from self._picture(name)
        yield Say(f"Question at the last of them: {self.designs[-1].problem}.", key="asked")
        rows = [[x, y.certificate] for x, y in zip(self.points, self.designs, strict=True)]
        yield Table("certificates", [Col(self.along, self.along), Col("certificate", "Certificate")], rows, shown=False)


def frontier(
    objective: Objective | str | object,
    inputs: Labels = None,
    *,
    along: Varied = "epsilon",
    demand: Demands = None,
    epsilon: object = None,
    delta: object = None,
    prior: Iterable[object] | None = None,
    gain: Iterable[Iterable[object]] | None = None,
    points: Sequence[object] | None = None,
    outputs: Labels = None,
    subject_to: Sequence[str] = (),
    seconds: object = 60,
) -> Frontier | DesignInPieces | Along:
    """Follow the optimum along epsilon, delta or a vulnerability; of a prevalence, tell its variance by epsilon and delta together.

    Args:
        objective: What is optimised, or its spec. Or a prevalence above 0 and below 1, beside which only outputs may be given.
        inputs: The number of inputs, or their labels.
        along: The number that ranges: "epsilon", "delta" (at one epsilon) or "vulnerability".
        demand: Another demand that holds as well, or its spec; or one whose epsilon is "every", which then ranges.
        epsilon: The budget, if another number ranges.
        delta: The slack, if another number ranges.
        prior: What a guesser believes, if the vulnerability ranges; equal probabilities if not given.
        gain: What a guesser gains, a row for each action; if not given, a right guess of the input gains 1.
        points: The values of the number at which to solve; without them there are exact pieces, or points chosen here.
        outputs: The number of answers, or their labels, if the objective leaves it open; of a prevalence 2 or "free".
        subject_to: Linear conditions.
        seconds: The limit of time.

    Returns:
        The trade-off by its formula, the optimum in exact pieces, or its values at points.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers.

    Examples:
        >>> print(frontier("1/10").at("ln3", "1/10"), frontier("trace", 3).value_at("ln3"))
        2016/3025 9/5

    Reference: Holohan, Leith and Mason (2016), Theorems 2 and 3, Corollary 2.
    """
    if not isinstance(objective, Objective) and (not isinstance(objective, str) or objective[:1].isdigit()):
        if outputs not in (None, 2, "2", "free"):
            raise InputError(f'outputs = {str(outputs)[:40]!r} of a trade-off must be 2 or "free"')
        return AnyAnswers(objective) if outputs == "free" else TwoAnswers(objective)  # type: ignore[arg-type]
    rest = {"objective": objective, "inputs": inputs, "outputs": outputs, "subject_to": subject_to}
    asked = read_ranging(along, demand, epsilon, delta, prior, gain, **rest)
    with limit_seconds(read_seconds(seconds)):
        if points is None and (found := asked.in_pieces()) is not None:
            return found
        if points is None and along == "vulnerability":
            low, high = asked.ends()
            points = [low + (high - low) * Fraction(x) for x in PARTS]
        if points is None:
            points = POINTS[along]
        told = [] if isinstance(points, str) or not isinstance(points, Iterable) else [*{str(x) for x in points}]
        if not told:
            raise InputError(f"points = {shorten(points)} must be a list of numbers, such as ['1/2', '1', '2']")
        told.sort(key=lambda x: read_epsilon(x).t if along == "epsilon" else read_number(x))
        return Along(along, tuple(told), tuple(asked.solve(x) for x in told))


# ---- The least number ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Reachable(Result):
    """The value is reached with `upper` by `design`, and not with `lower`, unless both are one number.

    `exact` is the least epsilon itself, between both, if a formula of the optimum shows it; `design` is then made for it, and
    `pieces` has the formulas.
    """

    schema: ClassVar[str] = "rropt.least/2"
    of: Varied
    value: Fraction
    lower: Fraction
    upper: Fraction
    design: Design
    short: Design | None
    exact: Epsilon | None = None
    pieces: DesignInPieces | None = None

    def show(self) -> Iterator[Block]:
        """The number, and the two designs beside it."""
        yield from map(Warn, self.design.warnings)
        is_exact = self.exact is not None or self.lower == self.upper
        told = (
            f"{self.exact or self.upper}, exactly"
            if is_exact
            else f"{decimal(self.upper, digits=7, direction='upper')}, rounded up"
        )
        what = self.design.problem.objective.name
        yield Say(f"The least {self.of} with which the {what} reaches {self.value} is {told}.", key="answer")
        exact = self.exact or as_one_number(self.lower, self.upper)
        yield Fact("of", "Number", self.of, shown=False)
        yield Fact("least", f"Least {self.of}", exact, "up", shown=is_exact)
        yield Fact("reached", f"The {what} there", self.design.value)
        if self.short is not None:
            # the number is rounded down, and the value away from the one that it does not reach
            yield Fact(
                "short",
                f"The {what} with {self.of} = {decimal(self.lower, digits=7, direction='lower')}",
                self.short.value,
                "down" if self.short.problem.objective.sense == "max" else "up",
            )
        if self.pieces is not None:
            mark = float(self.upper), f"{self.of} = {float(self.upper):.4g}"
            yield Figure("along", partial(self.pieces.draw, mark=mark), f"The optimum along {self.of}")
        else:
            yield from (x for x in self.design.show() if isinstance(x, Figure))
        beside = [] if self.short is None else [self.short]
        yield Fact("certificates", "", [x.certificate for x in (*beside, self.design)], shown=False)


@dataclass(frozen=True, eq=False, repr=False)
class Unreachable(Result):
    """No number reaches the value; `design` is the best with the largest number that was tried."""

    schema: ClassVar[str] = "rropt.least/2"
    of: Varied
    value: Fraction
    design: Design

    def show(self) -> Iterator[Block]:
        """That it is not reached, and what is."""
        yield Say(f"No {self.of} reaches {self.value}.", key="answer")
        yield Fact("of", "Number", self.of, shown=False)
        yield Fact("best", f"The best {self.design.problem.objective.name}", self.design.value)
        yield Fact("certificates", "", [self.design.certificate], shown=False)


Least = Reachable | Unreachable


def least(
    of: Varied,
    objective: Objective | str,
    inputs: Labels = None,
    *,
    value: object,
    demand: Demands = None,
    epsilon: object = None,
    delta: object = None,
    prior: Iterable[object] | None = None,
    gain: Iterable[Iterable[object]] | None = None,
    outputs: Labels = None,
    subject_to: Sequence[str] = (),
    seconds: object = 60,
) -> Least:
    """Find the least number of a demand with which an objective reaches a value.

    Args:
        of: "epsilon", "delta" (with a given epsilon) or "vulnerability".
        objective: What is to reach the value, or its spec.
        inputs: The number of inputs, or their labels.
        value: The value: at least this if larger is better, else at most this.
        demand: Another demand that holds as well, or its spec; or one whose epsilon is "every", and is looked for.
        epsilon: The budget, if delta is looked for.
        delta: The slack, if epsilon is looked for.
        prior: What a guesser believes, if the vulnerability is looked for; equal probabilities if not given.
        gain: What a guesser gains, a row for each action; if not given, a right guess of the input gains 1.
        outputs: The number of answers, or their labels, if the objective leaves it open.
        subject_to: Linear conditions.
        seconds: The limit of time.

    Returns:
        The least number, between two certified designs, or the reason why the value cannot be reached.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers.

    Examples:
        >>> print(least("delta", "trace", 3, value=2, epsilon="ln3").upper)
        1/6

    Reference: Holohan, Leith and Mason (2016); SPEC.md, 5.
    """
    rest = {"objective": objective, "inputs": inputs, "outputs": outputs, "subject_to": subject_to}
    asked = read_ranging(of, demand, epsilon, delta, prior, gain, **rest)
    with limit_seconds(read_seconds(seconds)):
        target, (low, high) = read_rational(value, "value"), asked.ends()
        best = asked.solve(high, is_judged=False)
        if _better(best, target) < 0:
            return Unreachable(of, target, _judged(best))
        short = asked.solve(low, is_judged=False)
        if _better(short, target) >= 0:
            return Reachable(of, target, low, low, _judged(short), None)
        tried, lower, upper = [(low, short), (high, best)], (low, short), (high, best)
        while upper[0] - lower[0] > NEAREST:
            x = _between(lower[0], upper[0], [(x, float(_better(found, target))) for x, found in tried])
            tried.append((x, asked.solve(x, is_judged=False)))
            lower, upper = (lower, tried[-1]) if _better(tried[-1][1], target) >= 0 else (tried[-1], upper)
        between = Reachable(of, target, lower[0], upper[0], _judged(upper[1]), _judged(lower[1]))
        return _by_formula(asked, between) if of == "epsilon" else between


def _between(low: Fraction, high: Fraction, tried: Sequence[tuple[Fraction, float]]) -> Fraction:
    """A simple number between these: near the middle, or where the line through the last two points (x, y) is 0.

    There it lies beyond the zero a little, on the side that has more room, so that both ends come near.
    """
    (x, y), (z, w) = tried[-2:]
    zero = z - Fraction(w / (w - y)) * (z - x) if math.isfinite(w - y) and w != y else None
    # each eighth time the interval is halved, as secants may come nearer from one side alone
    if zero is None or not low <= zero <= high or len(tried) % 8 == 0:
        guess, reach = (low + high) / 2, (high - low) / 4
    else:
        guess, reach = zero, max(NEAREST / 2, abs(zero - z) / 16)
    margin = NEAREST / 8
    first, last = (guess - margin, guess + reach) if high - guess > guess - low else (guess - reach, guess + margin)
    return simplest_between(max(first, low + margin), min(last, high - margin))


def _by_formula(asked: Ranging, found: Reachable) -> Reachable:
    """Tell the least epsilon exactly where the optimum has a formula in t = e^epsilon that takes the value at a simple t.

    The optimum only gets better as t grows. A rational function that does so, and is no constant, takes each value once.
    """
    low, high = (enclose(read_epsilon(end).t) for end in (found.lower, found.upper))  # type: ignore[arg-type]  # finite
    t = simplest_between(low[0], high[1])
    with suppress(InputError, OutOfTime), limit_seconds(math.inf, share=0.5):
        pieces, design = asked.in_pieces(), asked.solve(f"ln({t})")
        if pieces is None or design.value != found.value:
            return found
        piece, other = pieces.piece_at(found.lower), pieces.piece_at(found.upper)
        if piece == other and not isinstance(piece.found.lower, Fraction):
            return replace(found, design=design, exact=Epsilon(t), pieces=pieces)
    return found


def _judged(found: Design) -> Design:
    """The design after the checker has accepted its certificate."""
    return replace(found, sentence=accept(found.certificate, "this design", advice=EXTREME) + found.sentence)


def _better(found: Design, target: Fraction) -> Bound:
    """By how much the mechanism found is better than the value."""
    if found.lower is None or found.upper is None:
        return -INFINITY
    return found.lower - target if found.problem.objective.sense == "max" else target - found.upper
