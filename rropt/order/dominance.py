"""Decide exactly whether mechanism P is at least as informative as mechanism Q, with a proof of either answer.

P is at least as informative as Q, or dominates Q in Blackwell's order, if there is a column-stochastic matrix C, a garbling, with
C·P = Q. Then C is the proof. If there is no such C, there is a decision problem on which Q is worth strictly more than P (Blackwell
1951; Chai & Nayak, Definition 4.1). Then this problem is the proof. The library libqif calls the less informative mechanism the
refinement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import ClassVar

from rropt.errors import Disagreement, InputError, Undecided
from rropt.exact.element import Number
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, common_field, identity, inverse, kernel, product, transpose
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.decision import Decision, Witness, normalise, round_gains
from rropt.order.imitation import imitate, is_small
from rropt.order.minimal import minimal_form
from rropt.order.projections import from_inside, separate
from rropt.order.words import show_matrix, tell_worth
from rropt.show import Block, Fact, Result, Say

__all__ = ["Dominance", "as_garbling", "certify_garbling", "dominates_matched", "require_one_epsilon"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True, repr=False)
class Dominance(Result):
    """The answer whether `first` is at least as informative as `second`. The answer is `holds`, which is also the truth value.

    If `holds`, `garbling` is a matrix C with C @ first = second. If not, `witness` is a decision problem on which `second` is worth
    more. The checker accepted the text `certificate`, and says in `sentence` what it proves.
    """

    schema: ClassVar[str] = "rropt/dominance/2"
    first: Mechanism
    second: Mechanism
    holds: bool
    garbling: Mechanism | None
    witness: Witness | None
    certificate: str
    sentence: str

    def __bool__(self) -> bool:
        return self.holds

    @property
    def evidence(self) -> Matrix | Decision:
        """The rows of the garbling, or the decision problem."""
        if self.garbling is not None:
            return self.garbling.rows
        assert self.witness is not None
        return self.witness.decision

    def show(self) -> Iterator[Block]:
        """Yield the answer, and the garbling or the decision problem that shows it."""
        yield Fact("holds", "first at least as informative", self.holds, shown=False)
        if self.garbling is not None:
            yield Say("Yes: the first is at least as informative as the second; C·first = second with this C:", key="")
            yield from show_matrix("garbling", self.garbling)
        else:
            assert self.witness is not None
            yield Say("No: the first is not at least as informative as the second.", key="")
            yield Say(tell_worth(self.witness, "the first", "the second"), key="")
            yield Fact("witness", "", self.witness.named("first", "second"), shown=False)
        yield Say(f"Certified: {self.sentence}", key="")
        yield Fact("certificate", "", self.certificate, shown=False)


def require_one_epsilon(first: Mechanism, second: Mechanism) -> None:
    """Refuse mechanisms that depend on a free number, because the order is decided at one epsilon."""
    for field in (common_field(first.rows), common_field(second.rows)):
        if isinstance(field, Free):
            raise InputError(
                f"mechanisms are compared at one {field.number}, but here it is free ({field}); give it one value, and compare "
                "again for each other value that matters"
            )


def dominates_matched(first: Mechanism, second: Mechanism) -> Dominance:
    """Decide whether `first` is at least as informative as `second`. Epsilon must not be free, and the inputs must have the same
    order."""
    p, q = minimal_form(first), minimal_form(second)
    found = _decide(p.mechanism, q.mechanism)
    if isinstance(found, Garbling):
        return certify_garbling(first, second, as_garbling(q.carry(found.rows, p), first, second))
    witness = _as_witness(found.gains, first, second)
    text, sentence = certify(write_comparison(first, second, OrderClaim.NOT_AT_LEAST, witness.decision))
    return Dominance(first, second, False, None, witness, text, sentence)


def certify_garbling(first: Mechanism, second: Mechanism, garbling: Mechanism) -> Dominance:
    """Certify that `first` is at least as informative as `second`, which follows from garbling·first = second."""
    text, sentence = certify(write_comparison(first, second, OrderClaim.AT_LEAST, garbling.rows))
    return Dominance(first, second, True, garbling, None, text, sentence)


def as_garbling(rows: Matrix, first: Mechanism, second: Mechanism) -> Mechanism:
    """Turn a matrix into a mechanism whose inputs are the outputs of `first` and whose outputs are the outputs of `second`."""
    return Mechanism(rows, first.outputs, second.outputs)


def _as_witness(gains: Sequence[Sequence[Number]], first: Mechanism, second: Mechanism) -> Witness:
    """Make a witness from gains, rounded if this leaves the second mechanism better."""
    if (found := round_gains(gains, first, second)) is not None:
        return found
    decision = normalise(gains)
    found = Witness(decision, decision.value(first), decision.value(second))
    if found.second <= found.first:
        raise Disagreement(
            f"the second mechanism should be worth more on a decision problem, but it is worth {found.second} and the first "
            f"{found.first}; this is an error in rropt; please report it"
        )
    return found


@dataclass(frozen=True, slots=True)
class Garbling:
    """The rows of a matrix C with C·P = Q."""

    rows: Matrix


@dataclass(frozen=True, slots=True)
class Gains:
    """Gains on which Q is worth strictly more than P at the uniform prior, indexed [action][input]."""

    gains: Sequence[Sequence[Number]]


def _decide(p: Mechanism, q: Mechanism) -> Garbling | Gains:
    """Find a garbling that makes q from p, or gains on which q is worth more. Both must be minimal forms.

    Equations come first: they end the search if q has the rows of p in another order, if some g has p·g = 0 and q·g ≠ 0, or if the
    rows of p are independent. Then the linear program decides if it is small. If it is not, a row of q outside the cone of p's
    rows may show that there is no garbling, or a guess that q makes right more often, and a garbling may be found that has positive
    entries; else the answer is unknown.
    """
    if p.m == q.m and {*p.rows} == {*q.rows}:
        place, unit = {row: u for u, row in enumerate(p.rows)}, identity(p.m)
        return Garbling(tuple(unit[place[row]] for row in q.rows))
    lost = _lost(p)
    if (gains := _unseen(q, lost)) is not None:
        return gains
    free = {max(j for j, x in enumerate(g) if x) for g in lost}
    span = [j for j in range(p.k) if j not in free]
    if len(span) == p.m:
        return _by_inverse(p, q, span)
    found = _by_program(p, q) if is_small(p, q) else None
    if found is None and (rows := separate(p, q)) is not None and round_gains(rows, p, q) is not None:
        found = Gains(rows)
    if found is None and p.is_rational and q.is_rational and (mixed := from_inside(p, q, span)) is not None:
        found = Garbling(mixed)
    if found is None:
        found = _guess(p, q)
    if found is None:
        require_time()  # a solver that was stopped says nothing of a tie
        raise Undecided(
            f"the linear program for {p.m} and {q.m} outputs over {p.k} inputs is too large to be solved exactly, neither a single "
            "answer nor a guess of the input shows that there is no garbling, and none without zeros was found; compare smaller "
            "ones, such as single factors of a product"
        )
    return found


def _lost(p: Mechanism) -> Matrix:
    """A basis of the vectors g with p·g = 0.

    The columns of a rational p are first made whole: elimination clears the denominators of each row, and they differ by column.
    """
    if not p.is_rational:
        return kernel(p.rows)
    scale = [lcm(*(x.denominator for x in column)) for column in transpose(p.rows)]  # type: ignore[union-attr]
    found = kernel([[n * x for n, x in zip(scale, row, strict=True)] for row in p.rows])
    return tuple(tuple(n * x for n, x in zip(scale, g, strict=True)) for g in found)


def _unseen(q: Mechanism, lost: Matrix) -> Gains | None:
    """Find gains that q sees but p does not: some g of the kernel of p with q·g ≠ 0."""
    for g, seen in zip(lost, transpose(product(q.rows, transpose(lost))) if lost else (), strict=True):
        if any(seen):
            return Gains([g, [x - x for x in g]])
    return None


def _by_inverse(p: Mechanism, q: Mechanism, span: Sequence[int]) -> Garbling | Gains:
    """Find the only C that is possible, C = Q_J·P_J⁻¹, where the columns J = `span` are a basis of all columns of P.

    Let C_iu be its least entry. If it is negative, let g be gains with P_J·g = −e_u, for the unit vector e_u of row u. Of the two
    actions that gain g and 0, P earns nothing, and row i of Q earns −C_iu > 0.
    """
    inverted = inverse([[row[j] for j in span] for row in p.rows])
    c = product([[row[j] for j in span] for row in q.rows], inverted)
    least, u = min((x, u) for row in c for u, x in enumerate(row))
    if least >= 0:
        return Garbling(c)
    zero = least - least
    gains = dict(zip(span, (-row[u] for row in inverted), strict=True))
    return Gains([[gains.get(j, zero) for j in range(p.k)], [zero] * p.k])


def _guess(p: Mechanism, q: Mechanism) -> Gains | None:
    """Find a guess that is right more often after q's output than after p's: of the input among all, or among two of them.

    Among the inputs J, all equally likely, the best guess is right with probability Σ_i max_J p_ij / |J|. A garbling never raises
    it (Blackwell 1953).
    """
    for among in dict.fromkeys([tuple(range(p.k)), *combinations(range(p.k), 2)]):
        require_time()
        for_p, for_q = (sum((max(row[j] for j in among) for row in x.rows), ZERO) for x in (p, q))
        if for_q > for_p:
            return Gains([[ONE if j == guessed else ZERO for j in range(p.k)] for guessed in among])
    return None


def _by_program(p: Mechanism, q: Mechanism) -> Garbling | Gains | None:
    """Decide by the linear program; None if q's exact worth leaves the question open, as it may with irrational entries."""
    found = imitate(p, q)
    if product(found.garbling, p.rows) == q.rows:
        return Garbling(found.garbling)
    weighted = [[w * g for w, g in zip(found.decision.prior, row, strict=True)] for row in found.decision.gains]
    if found.decision.value(q) > found.decision.value(p):
        return Gains(weighted)
    return None
