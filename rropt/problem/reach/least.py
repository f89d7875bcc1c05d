"""`least`: the least ε, δ or vulnerability at which a stated value can be reached.

A demand with ε and δ implies the demand with larger numbers ε' ≥ ε and δ' ≥ δ: if P(S|j) ≤ e^ε P(S|l) + δ, then P(S|j) ≤
e^ε' P(S|l) + δ'. So every mechanism that keeps the first demand keeps the second. The optimum therefore never gets worse as ε or δ
grows, and

* a mechanism that reaches the value at x shows that the least is at most x,
* a certificate that no mechanism at x reaches the value shows that none at any smaller number does, so the least is at least x.

If the optimum is known in pieces, as a function f of t = e^ε (or of δ), the least is the first root of f(t) = value. The piece's
certificate says that the optimum is worse than the value just below the root. So it is worse at every smaller number too. Otherwise
a root is searched for with certified designs, and two designs, one on either side, enclose it. The same holds for a vulnerability
v, because V ≤ v implies V ≤ v' for v' ≥ v. For linear objectives, one design's prices show that no smaller v reaches the value
(`rropt.problem.reach.tangent`). A `Least` keeps the stated value and two designs, and no other number: the least and its bounds are
computed from the designs whenever a `Least` is made or read.

The same holds for a metric, p_ij ≤ e^(ε·d(j,l))·p_il, because no distance d is negative: e^(ε·d) ≤ e^(ε'·d) for ε' ≥ ε. If
distances are fractions with denominator n, points are tried at which t^(1/n) is rational, so that every ratio t^d is rational. For
one-sided privacy the implication above holds with j among the sensitive inputs.

All of this holds beside further demands, which stay as they are; an LDP may be one of them (`rropt.problem.reach.place`).

Where the checker has no claim about the optimum, rropt's own bounds may say that a value is missed. The least is then bounded from
below by them, and the answer says that no certificate shows this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from rropt.certificate.read import read_cut
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Element, Number, hand_out
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.isolate import isolate, rationals_between
from rropt.exact.sign import enclose, sign
from rropt.exact.spelling import show
from rropt.exact.substitute import value_at
from rropt.privacy import LDP, Metric, Vulnerability
from rropt.problem.contract import Objective
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.pieces.span import spell_end
from rropt.problem.problem import Problem
from rropt.problem.reach.place import (
    EPSILON,
    VULNERABILITY,
    OfLeast,
    least_possible,
    most_possible,
    own_part,
    place_of,
    put,
    require_alone,
    say_scope,
)
from rropt.problem.reach.tangent import price_of, root_of_tangent
from rropt.problem.result import Design
from rropt.problem.verdicts import BOUNDED, Verdict
from rropt.results import Result, Table, fact_table

__all__ = [
    "LEAST_SCHEMA",
    "Least",
    "bounds_of",
    "first_root",
    "reaches",
]

LEAST_SCHEMA = "rropt/least/1"
SHORT = 16
"""The largest number of characters with which an exact upper bound is written beside its decimals."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Least(Result):
    """The least ε, δ or vulnerability at which the optimum reaches a value. Two designs prove it: `design` reaches the value, and
    `below` shows that no smaller number does.

    `design` is None if no number reaches the value. `below` may be a design in pieces, whose formulas show where the value is first
    reached. It may have a certificate that the value is not reached. It may be the best design at a smaller vulnerability, whose
    prices (dual variables) give a lower bound. It may also be None. If `is_bounded`, only rropt's own bounds, and no certificate,
    show that `below` misses the value. `value` is the least number; None if it is not known exactly. `lower` and `upper` bound it.

    Example:
        >>> from rropt import Trace, least
        >>> found = least("epsilon", Trace(), reach=2, inputs=3)
        >>> print(found.value, found.design.value, found.below.verdict)
        log(4) 2 optimal

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md); the proof is at the head of rropt/problem/reach/least.py.
    """

    of: OfLeast
    reach: Number
    design: Design | None
    below: Design | None
    value: Epsilon | Number | None = field(init=False)
    lower: Bound = field(init=False)
    upper: Bound = field(init=False)
    sentence: str = field(init=False)
    is_bounded: bool = field(init=False)

    def __post_init__(self) -> None:
        """Compute the least ε, δ or vulnerability from the two designs, and refuse designs that do not prove it."""
        object.__setattr__(self, "reach", hand_out(read_number(self.reach)))
        if self.design is not None and not reaches(self.design, self.reach):
            raise InputError(f"rropt cannot prove that `design` reaches {show(self.reach)}; give one that does")
        said = _conclude(self.of, self.reach, self.design, self.below)
        object.__setattr__(self, "value", said.value)
        object.__setattr__(self, "lower", hand_out(said.lower))
        object.__setattr__(self, "upper", hand_out(said.upper))
        object.__setattr__(self, "sentence", said.sentence)
        object.__setattr__(self, "is_bounded", said.is_bounded)

    @property
    def objective(self) -> Objective:
        """The objective of the search."""
        found = self.design or self.below
        assert found is not None
        return found.problem.objective

    @property
    def goal(self) -> str:
        """The value to be reached, in words, such as "the trace is at least 2"."""
        return f"the {self.objective} is at {'least' if self.objective.sense == 'max' else 'most'} {show(self.reach)}"

    def explain(self) -> str:
        """Show the answer, the design that reaches the value, and the certificate that no smaller number reaches it."""
        parts = [self.statement]
        if self.design is not None:
            parts.append(self.design.explain())
        if self.sentence:
            parts.append(f"Nothing less does, as is certified: {self.sentence}")
        return "\n\n".join(parts)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings of what an answer would prove about its respondent, under the design that reaches the value."""
        return () if self.design is None else self.design.warnings

    @property
    def statement(self) -> str:
        """The answer in a sentence."""
        what = "this" if self.design is None else "the lower of the two numbers"
        rests = f"; {what} rests on a design whose value is {BOUNDED}" if self.is_bounded else ""
        return f"{self._answer()} ({self._scope()}){rests}."

    def _scope(self) -> str:
        """Say to which mechanisms the answer applies: their inputs, the number of outputs, the demands and the conditions."""
        found = self.design or self.below
        assert found is not None
        own = own_part(found.problem, self.of)
        # that no ε reaches the value is shown at δ = 1, and so holds for every δ
        is_any = self.design is None and self.of == EPSILON and isinstance(own, LDP) and own.delta == 1
        return say_scope(found.problem, self.of, own="any delta" if is_any else "")

    def _answer(self) -> str:
        if self.design is None:
            tried = "" if is_infinite(self.lower) else f" up to {decimal(self.lower, digits=4, direction='lower')}"
            return f"No {self.of}{tried} is large enough that {self.goal}"
        head = f"The least {self.of} at which {self.goal}"
        assert not is_infinite(self.lower) and not is_infinite(self.upper)
        if self.value is None:
            low, high = (
                decimal(self.lower, digits=8, direction="lower"),
                decimal(self.upper, digits=8, direction="upper"),
            )
            exact = _spell(_number(self.of, place_of(self.design.problem, self.of)))
            also = f", at most {exact}" if len(exact) <= SHORT and exact != high else ""
            return f"{head} lies between {low} and {high}{also}"
        near = "" if self.lower == self.upper else f" ≈ {decimal(self.lower, digits=8)}"
        return f"{head} is {_spell(self.value)}{near}, exactly"

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary that contains both designs entirely, so that each can be verified."""
        return {
            "schema": LEAST_SCHEMA,
            "of": self.of,
            "reach": show(self.reach),
            "value": {
                "exact": None if self.value is None else _spell(self.value),
                "lower": _outward(self.lower, "lower"),
                "upper": _outward(self.upper, "upper"),
            },
            "design": None if self.design is None else self.design.to_dict(),
            "below": None if self.below is None else self.below.to_dict(),
        }

    def as_table(self) -> Table:
        """A table with one row for each of: what is sought, the value to be reached, the exact answer, and its two bounds."""
        value = "" if self.value is None else _spell(self.value)
        return fact_table({"of": self.of, "goal": self.goal, "value": value, "lower": self.lower, "upper": self.upper})


def _outward(x: Bound, direction: Literal["lower", "upper"]) -> str:
    """A bound as a decimal, rounded outward."""
    return show(x) if is_infinite(x) else decimal(x, digits=17, direction=direction)


def _number(of: str, x: Number) -> Epsilon | Number:
    """Convert x to the number that users see. If `of` is "epsilon", this is ε = ln x. Otherwise it is x itself."""
    return Epsilon(x) if of == EPSILON else hand_out(x)


def bounds_of(of: str, x: Number) -> tuple[Fraction, Fraction]:
    """Rational bounds on ε = ln x if `of` is "epsilon". Otherwise rational bounds on x itself, a δ or a vulnerability."""
    return Epsilon(x).bounds() if of == EPSILON else enclose(x)


def _spell(x: Epsilon | Number) -> str:
    return str(x) if isinstance(x, Epsilon) else show(x)


def reaches(found: Design, reach: Number) -> bool | None:
    """Whether the design's bounds show that some mechanism reaches the value. False if they show that none does, or if there are no
    bounds; None if they show neither.

    If the bounds have no certificate, and only rropt states them, the value counts as reached only if the design's own mechanism
    reaches it.
    """
    if found.pieces:
        free = "prevalence" if found.pieces[0].variable == "prevalence" else found.problem.free
        raise InputError(f"this design is for a range of {free}, so it has several values; give one {free}")
    if found.lower is None or found.upper is None:
        return False
    largest = found.problem.objective.sense == "max"
    if found.is_bounded:
        own = None if found.mechanism is None else found.problem.objective.value_bounds(found.mechanism)
        if own is None or not ((own[0] >= reach) if largest else (own[1] <= reach)):
            return False if ((found.upper < reach) if largest else (found.lower > reach)) else None
        return True
    if (found.lower >= reach) if largest else (found.upper <= reach):
        return True
    return False if ((found.upper < reach) if largest else (found.lower > reach)) else None


@dataclass(frozen=True, slots=True)
class _Said:
    """What two designs prove about the least ε, δ or vulnerability: the exact `value` or None, bounds on it, and a sentence."""

    value: Epsilon | Number | None
    lower: Bound
    upper: Bound
    sentence: str
    is_bounded: bool = False


def _conclude(of: OfLeast, reach: Number, found: Design | None, below: Design | None) -> _Said:
    """Conclude the least, or bounds on it, from the two designs; refuse designs that do not belong together."""
    if found is None and below is None:
        raise InputError("`design` and `below` are both None; give at least one of the two designs")
    for one in filter(None, (found, below)):
        require_alone(one.problem, of)
    x = None if found is None else place_of(found.problem, of)
    if below is None:
        assert found is not None and x is not None
        if (possible := least_possible(found.problem, of)) < x:  # then only the least possible number bounds it
            return _Said(None, bounds_of(of, possible)[0], bounds_of(of, x)[1], "")
        return _Said(_number(of, x), *bounds_of(of, x), "")
    if found is not None and put(below.problem, of, x) != put(found.problem, of, x):
        raise InputError(f"`design` and `below` differ in more than {of}; give two designs that differ in {of} alone")
    upper: Bound = INFINITY if x is None else bounds_of(of, x)[1]
    if below.is_bounded:
        if below.lower is None or reaches(below, reach) is not False:
            raise _refuse_below(reach)
        if x is not None and place_of(below.problem, of) >= x:
            raise InputError(
                f"the {of} of the design given as `below` is not smaller than that of `design`; exchange them"
            )
        return _Said(None, _least_bound(of, below.problem), upper, "", is_bounded=True)
    if of == VULNERABILITY and below.verdict is not Verdict.INFEASIBLE:
        return _by_tangent(reach, x, below)
    if below.pieces:
        interval = below.problem.interval
        if interval is None or interval.is_delta != (of == DELTA):
            raise InputError(f"the pieces of `below` are not intervals of {of}; give a design in which {of} is free")
        root = first_root(below, reach)
        if (root.x is None) != (x is None) or (x is not None and root.x != x):
            raise InputError(
                f"`design` must be at the {of} where `below` first reaches {show(reach)}; take both from one answer of `least`"
            )
        if x is None:
            return _Said(None, INFINITY, INFINITY, root.sentence)
        return _Said(_number(of, x), *bounds_of(of, x), root.sentence)
    # unattained: nothing identifies the estimated quantity, so no finite value is reached
    # infeasible without a required value: nothing meets the demand and the conditions at all
    is_refuted = below.verdict is Verdict.INFEASIBLE and below.requirement in (None, reach) and not below.is_bounded
    if not is_refuted and below.verdict is not Verdict.UNATTAINED:
        raise _refuse_below(reach)
    return _Said(None, _least_bound(of, below.problem), upper, below.sentence)


def _refuse_below(reach: Number) -> InputError:
    said = f"the design given as `below` does not show that {show(reach)} is out of reach"
    return InputError(f"{said}; give one that does, or leave `below` out")


def _by_tangent(reach: Number, x: Number | None, below: Design) -> _Said:
    """Bound the least vulnerability from below by the prices (dual variables) of `below`, a design that misses the value. `x` is a
    vulnerability at which another design reaches the value, or None. If the bound is x, the least is known exactly."""
    at = place_of(below.problem, VULNERABILITY)
    if below.value is None or reaches(below, reach) is not False:
        raise _refuse_below(reach)
    root = root_of_tangent(below, at, reach)
    if x is None:
        if not is_infinite(root):
            raise _refuse_below(reach)
        return _Said(
            None, INFINITY, INFINITY, f"{below.sentence} More of vulnerability gains nothing, by the same prices."
        )
    if is_infinite(root) or root > x:
        raise InputError(
            f"the dual variables of `below` exclude that `design` reaches {show(reach)}; take both from one answer of `least`"
        )
    price, less = show(price_of(below)), f"nothing below {show(root)} reaches {show(reach)}"
    said = f"By the same prices each more of vulnerability gains {price} at most, so that {less}."
    sentence = f"{below.sentence} {said}"
    if root == x:
        return _Said(hand_out(x), *enclose(x), sentence)
    return _Said(None, enclose(root)[0], enclose(x)[1], sentence)


def _least_bound(of: OfLeast, problem: Problem) -> Bound:
    """Return a lower bound on the least ε, δ or vulnerability at which a value is reached.

    The caller knows that no mechanism that keeps the problem's demand reaches the value. So the bound is the problem's own ε, δ or
    vulnerability, rounded down to a rational. It is infinite if no larger number would allow more mechanisms.
    """
    own = own_part(problem, of)
    if isinstance(own, Vulnerability):
        is_void = bool(own.at_most >= most_possible(problem))
    else:  # an infinite epsilon of pairs asks nothing of them
        is_void = is_infinite(own.epsilon.t) or (not isinstance(own, Metric) and own.delta == 1)
    return INFINITY if is_void else bounds_of(of, place_of(problem, of))[0]


@dataclass(frozen=True, slots=True)
class _Root:
    """The least t = e^ε (or δ) at which the optimum reaches a value, and the certified sentence that shows it. If the optimum
    reaches the value nowhere, x is None."""

    x: Number | None
    sentence: str


def first_root(free: Design, reach: Number) -> _Root:
    """Find where the optimum, known by formulas on pieces, first reaches the value.

    The optimum minus the value is monotone, so its sign changes at most once, at the first root.
    """
    better = 1 if free.problem.objective.sense == "max" else -1
    before: Piece | None = None
    for piece in free.pieces:
        if piece.is_point:
            continue
        if isinstance(piece.value, Formula | Between):
            raise Undecided("on some piece of `below` the optimum is not known exactly")
        gap = piece.value - reach
        assert not is_infinite(piece.lower)
        inside = Free(piece.lower, piece.upper)
        roots = isolate([gap.num], inside) if isinstance(gap, Element) else []
        if better * sign(value_at(gap, rationals_between(roots, inside)[0])) >= 0:
            if before is None:
                raise Undecided(f"`below` reaches {show(reach)} from its start on, so it gives no bound; drop `below`")
            return _Root(piece.lower, before.sentence)
        if roots:
            x = read_cut(spell_end(roots[0]))
            assert not is_infinite(x)
            return _Root(x, piece.sentence)
        if not is_infinite(piece.upper) and better * sign(value_at(gap, piece.upper)) >= 0:
            return _Root(piece.upper, piece.sentence)
        before = piece
    if before is None or not is_infinite(before.upper):
        raise Undecided(f"no piece of `below` reaches {show(reach)}; give a design that does, or leave `below` out")
    return _Root(None, before.sentence)
