"""Decide exactly whether mechanism P is at least as informative as mechanism Q, with a proof of either answer.

P is at least as informative as Q, or dominates Q in Blackwell's order, if there is a column-stochastic matrix C, a garbling, with
C·P = Q. Then C is the proof. If there is no such C, there is a decision problem on which Q is worth strictly more than P (Blackwell
1951; Chai & Nayak, Definition 4.1). Then this problem is the proof. The library libqif calls the less informative mechanism the
refinement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import ClassVar, TypeAlias

from rropt.errors import Undecided
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, identity, inverse, kernel, product, transpose
from rropt.exact.patience import limit_seconds, read_seconds, require_time
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.decision import Witness, find_witness
from rropt.order.le_cam import Imitation, imitate, is_small, match_at_one_epsilon
from rropt.order.minimal import MinimalForm, minimal_form
from rropt.order.projections import from_inside, separate
from rropt.order.words import tell_worth
from rropt.show import Block, Fact, Result, Say

__all__ = ["Dominance", "certify_dominance", "decide", "dominates"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True, repr=False)
class Dominance(Result):
    """The answer whether `first` is at least as informative as `second`. The answer is `holds`, which is also the truth value.

    `evidence` is a garbling C with C @ first = second if it holds, otherwise a decision problem on which `second` is worth more.
    The checker accepted the text `certificate`, and says in `sentence` what it proves. `nearest` is the best imitation of `second`,
    if the linear program that finds it was solved.
    """

    schema: ClassVar[str] = "rropt/dominance/2"
    first: Mechanism
    second: Mechanism
    evidence: Mechanism | Witness
    certificate: str
    sentence: str
    nearest: Imitation | None = None

    def __bool__(self) -> bool:
        return self.holds

    @property
    def holds(self) -> bool:
        """Whether `first` is at least as informative."""
        return self.garbling is not None

    @property
    def garbling(self) -> Mechanism | None:
        """The garbling that makes `second` from `first`; None if there is none."""
        return self.evidence if isinstance(self.evidence, Mechanism) else None

    @property
    def witness(self) -> Witness | None:
        """The decision problem on which `second` is worth more; None if there is none."""
        return self.evidence if isinstance(self.evidence, Witness) else None

    def show(self) -> Iterator[Block]:
        """Yield the answer, and the garbling or the decision problem that shows it."""
        yield Fact("holds", "first at least as informative", self.holds, shown=False)
        if isinstance(self.evidence, Mechanism):
            yield Say("Yes: the first is at least as informative as the second; C·first = second with this C:", key="")
            yield from self.evidence.tell("garbling")
        else:
            yield Say("No: the first is not at least as informative as the second.", key="")
            yield Say(tell_worth(self.evidence, "the first", "the second"), key="")
            yield Fact("witness", "", self.evidence.named("first", "second"), shown=False)
        yield Say(f"Certified: {self.sentence}", key="")
        yield Fact("certificate", "", self.certificate, shown=False)


def dominates(first: MechanismLike, second: MechanismLike, *, seconds: float | None = None) -> Dominance:
    """Whether `first` is at least as informative as `second`: whether some garbling C has C·first = second.

    Args:
        first: A mechanism.
        second: Another of the same inputs, matched by label where both have labels, else by position.
        seconds: The time limit, after which `OutOfTime` is raised (None for no limit); running compiled code is not interrupted.

    Returns:
        A verdict: `holds`, with C or with a decision problem on which `second` is worth more.

    Raises:
        InputError: The inputs differ, or epsilon is free. Undecided: The question is too large, or too near to a tie.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.order import dominates
        >>> dominates(from_spec("warner:p=3/4"), from_spec("warner:p=2/3")).holds
        True

    Reference: Blackwell (1953), Equivalent comparisons of experiments, Ann. Math. Stat. 24.
    """
    first, matched = match_at_one_epsilon(first, second)
    with limit_seconds(read_seconds(seconds)):
        return decide(first, matched)


def decide(first: Mechanism, second: Mechanism) -> Dominance:
    """Decide whether a mechanism is at least as informative as another, whose inputs are in the same order."""
    p, q = minimal_form(first), minimal_form(second)
    for found in _proposals(p, q):
        near = None
        if isinstance(found, Imitation):
            near, is_exact = found, (found.garbling @ first).rows == second.rows
            found = near.garbling if is_exact else near.decision.weighted
        evidence = found if isinstance(found, Mechanism) else find_witness(found, first, second)
        if evidence is not None:
            return replace(certify_dominance(first, second, evidence), nearest=near)
    require_time()  # a solver that was stopped says nothing of a tie
    raise Undecided(
        f"the linear program for {p.mechanism.m} and {q.mechanism.m} outputs over {first.k} inputs is too large to be solved "
        "exactly, neither a single answer nor a guess of the input shows that there is no garbling, and none without zeros was "
        "found; compare smaller ones, such as single factors of a product"
    )


def certify_dominance(first: Mechanism, second: Mechanism, evidence: Mechanism | Witness) -> Dominance:
    """Certify that `first` is at least as informative as `second` by a garbling with garbling·first = second, or that it is not by
    a decision problem on which `second` is worth more."""
    claim = OrderClaim.AT_LEAST if isinstance(evidence, Mechanism) else OrderClaim.NOT_AT_LEAST
    text, sentence = certify(write_comparison(first, second, claim, evidence))
    return Dominance(first, second, evidence, text, sentence)


# Gains on which one mechanism may be worth more than another at the uniform prior, indexed [action][input].
Gains: TypeAlias = Sequence[Sequence[Number]]


def _proposals(first: MinimalForm, second: MinimalForm) -> Iterator[Mechanism | Gains | Imitation]:
    """Propose garblings that make one mechanism, p, into another, q, and gains on which q may be worth more.

    Equations come first: they end the search if q has the rows of p in another order, if some g has p·g = 0 and q·g ≠ 0, or if the
    rows of p are independent. Then the linear program decides if it is small, except perhaps with irrational entries. If it is not
    small, a row of q outside the cone of p's rows may show that there is no garbling, or a guess that q makes right more often, and
    a garbling may be found that has positive entries.
    """
    p, q = first.mechanism, second.mechanism
    if p.m == q.m and {*p.rows} == {*q.rows}:
        place, unit = {row: u for u, row in enumerate(p.rows)}, identity(p.m)
        yield second.carry(tuple(unit[place[row]] for row in q.rows), first)
        return
    lost = _lost(p)
    for g, seen in zip(lost, transpose(product(q.rows, transpose(lost))) if lost else (), strict=True):
        if any(seen):
            yield [g, [x - x for x in g]]
            return
    free = {max(j for j, x in enumerate(g) if x) for g in lost}
    span = [j for j in range(p.k) if j not in free]
    if len(span) == p.m:
        garbling, gains = _by_inverse(p, q, span)
        yield second.carry(garbling, first) if gains is None else gains
        return
    if is_small(p, q):
        yield imitate(first, second)
    if (rows := separate(p, q)) is not None:
        yield rows
    if p.is_rational and q.is_rational and (mixed := from_inside(p, q, span)) is not None:
        yield second.carry(mixed, first)
    yield from _guesses(p, q)


def _lost(p: Mechanism) -> Matrix:
    """A basis of the vectors g with p·g = 0.

    The columns of a rational p are first made whole: elimination clears the denominators of each row, and they differ by column.
    """
    if not p.is_rational:
        return kernel(p.rows)
    scale = [lcm(*(x.denominator for x in column)) for column in transpose(p.rows)]  # type: ignore[union-attr]
    found = kernel([[n * x for n, x in zip(scale, row, strict=True)] for row in p.rows])
    return tuple(tuple(n * x for n, x in zip(scale, g, strict=True)) for g in found)


def _by_inverse(p: Mechanism, q: Mechanism, span: Sequence[int]) -> tuple[Matrix, Gains | None]:
    """Find the only C that is possible, C = Q_J·P_J⁻¹, where the columns J = `span` are a basis of all columns of P, and gains that
    show it is no garbling; None if it is one.

    Let C_iu be its least entry. If it is negative, let g be gains with P_J·g = −e_u, for the unit vector e_u of row u. Of the two
    actions that gain g and 0, P earns nothing, and row i of Q earns −C_iu > 0.
    """
    inverted = inverse([[row[j] for j in span] for row in p.rows])
    c = product([[row[j] for j in span] for row in q.rows], inverted)
    least, u = min((x, u) for row in c for u, x in enumerate(row))
    if least >= 0:
        return c, None
    zero = least - least
    gains = dict(zip(span, (-row[u] for row in inverted), strict=True))
    return c, [[gains.get(j, zero) for j in range(p.k)], [zero] * p.k]


def _guesses(p: Mechanism, q: Mechanism) -> Iterator[Gains]:
    """Propose guesses that are right more often after q's output than after p's: of the input among all, or among two of them.

    Among the inputs J, all equally likely, the best guess is right with probability Σ_i max_J p_ij / |J|. A garbling never raises
    it (Blackwell 1953).
    """
    for among in dict.fromkeys([tuple(range(p.k)), *combinations(range(p.k), 2)]):
        require_time()
        for_p, for_q = (sum((max(row[j] for j in among) for row in x.rows), ZERO) for x in (p, q))
        if for_q > for_p:
            yield [[ONE if j == guessed else ZERO for j in range(p.k)] for guessed in among]
