"""Compare randomizers of single bits that give the whole answer of n bits the same ε. They are compared by their loss L and by the
effective sample size: for the joint distribution, m randomized answers are worth m/L truthful ones.

If inputs differ in at most k of n bits, each bit gets ε₁ = ε/k. A bit randomizer is bisymmetric if its matrix is C_a = [[a, 1 − a],
[1 − a, a]]. These are bisymmetric: the unrelated coin, Warner's device, Rappor in its one-time mode, and Rappor with both of its
steps if p = 1 − q. For a given ε₁ they all have the same a, with a/(1 − a) = e^ε₁, so that their L is the same (Vinterbo, Theorem
4.9). A one-sided bit, as in optimised unary encoding, is not bisymmetric.

L is exact if a distribution of the truths is stated. Otherwise it is an approximation at a typical distribution. The table says
which of the two it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from rropt.exact.decimal import spell_plainly
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted
from rropt.families import krr, unrelated_coin, warner
from rropt.mechanism import Mechanism
from rropt.questions.loss import Loss, approximate_loss, loss
from rropt.show import Block, Col, Result, Say, Table, near
from rropt.survey.estimates import best_weights

__all__ = ["BitRandomizers", "bit_randomizers", "bits_at_equal_epsilon"]

MOST_CROSSED = 6
Named = tuple[tuple[str, Any], ...]
Row = tuple[str, Named, Number, Number, Any, Any]


@dataclass(frozen=True, slots=True, repr=False)
class BitRandomizers(Result):
    """Bit randomizers of one ε: of each the name, the parameters, both chances of a 1, the loss, and the effective sample size."""

    schema: ClassVar[str] = "rropt/bits/2"
    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def show(self) -> Iterator[Block]:
        """Yield the table, and what its columns mean."""
        yield Say(self.title, key="")
        cols = (
            Col("randomizer", "randomizer"), Col("parameters", "parameters"), Col("yes_if_no", "Pr(1 | 0)"),
            Col("yes_if_yes", "Pr(1 | 1)"), Col("loss", "loss L", "up"), Col("people", "effective sample size", "down"),
        )  # fmt: skip
        rows = [(name, ", ".join(f"{x} = {near(y)}" for x, y in of), *numbers) for name, of, *numbers in self.rows]
        yield Table("randomizers", cols, rows)
        yield from map(Say, self.notes)


def bit_randomizers(per_bit: Epsilon) -> tuple[tuple[str, Named, Mechanism], ...]:
    """Return the randomizers to compare, all at exactly this ε per bit. Each item has a name, the parameters as texts, and the
    mechanism of one bit."""
    t = per_bit.t
    if is_infinite(t) or per_bit.is_free or t == 1:
        raise InputError(Received("epsilon", str(per_bit)), " per bit must be one finite number above 0, such as 1")
    a = t / (1 + t)
    f, q = 1 - a, (3 * a - 1) / (2 * a)
    return (
        ("unrelated coin", (("p", 2 / (1 + t)),), unrelated_coin(epsilon=per_bit)),
        ("warner", (("p", a),), warner(epsilon=per_bit)),
        ("rappor, one-time", (("f", 2 / (1 + t)),), unrelated_coin(p=2 / (1 + t))),
        ("rappor, both steps", (("f", f), ("q = 1 − p", q)), warner(p=q) @ unrelated_coin(p=f)),
        ("one-sided", (("Pr(1 | 1)", Fraction(1, 2)),), _one_sided(t)),
    )


def _one_sided(t: Number) -> Mechanism:
    """Return the randomizer that says 1 with probability 1/2 for a 1 (as in optimised unary encoding) and with probability 1/(2t)
    for a 0, so that the ratio is t."""
    half, q = Fraction(1, 2), 1 / (2 * t)
    return Mechanism([[1 - q, half], [q, half]])


def bits_at_equal_epsilon(
    questions: int,
    epsilon: object,
    *,
    distribution: Sequence[object] | None = None,
    differ: int | None = None,
    n: int = 1000,
    deff: object = None,
) -> BitRandomizers:
    """Compare bit randomizers in a table, for this number of questions and this ε of the whole answer. The number of people is `n`.

    `differ` is the largest number of bits in which two people differ; by default it is the number of questions. If the design
    effect `deff` is given, the n people count as only n/deff.
    """
    if not 1 <= questions <= 16:
        raise InputError(
            f"the number of questions is {questions}, but bit randomizers are compared for 1 to 16; give a number from 1 to 16"
        )
    bits = questions if differ is None else differ
    if not 1 <= bits <= questions:
        raise InputError(
            f"with {counted(questions, 'question')}, the number of bits in which two people differ cannot be {bits}; give a number "
            f"from 1 to {questions}"
        )
    whole = read_epsilon(epsilon)
    shares = None if distribution is None else [read_number(x) for x in distribution]
    effect = Fraction(1) if deff is None else read_rational(deff)
    if effect < 1:
        raise InputError(f"deff = {deff} must be at least 1; a design effect of clusters or weights is")
    rows: list[Row] = []
    kind = ""
    for name, words, p in bit_randomizers(whole.split(bits)):
        found = _loss(p, questions, shares)
        kind = found.kind
        rows.append((name, words, p.rows[1][0], p.rows[1][1], found.value, n / effect / found.value))
    if shares is not None and bits == questions <= MOST_CROSSED:
        rows.append(_asked_once(whole, questions, shares, n / effect))
    title = (
        f"Bit randomizers for {counted(questions, 'question')} at epsilon = {whole.shown()} for answers that differ in at most "
        f"{bits} of them; {counted(n, 'respondent')}"
    )
    notes = (
        f"L ({kind}) is the number of answers that tell as much of the joint distribution as one truthful answer, the "
        "randomizer's own design effect.",
        *(
            []
            if deff is None
            else [f"{n} people count as {spell_plainly(n / effect)} drawn alone, by the design effect {deff}."]
        ),
        "The four bisymmetric randomizers are one mechanism at equal epsilon (Vinterbo, Theorem 4.9); Rappor's two "
        "steps count one report, its permanent step alone is less private.",
    )
    return BitRandomizers(title, tuple(rows), notes)


def _asked_once(epsilon: Epsilon, questions: int, shares: Sequence[Number], n: Fraction) -> Row:
    """Make the table's row for all questions asked as one, by k-ary randomized response with the same ε.

    Let k be the number of combinations of yes and no, and t = e^ε. The answer is the respondent's own combination with probability
    t/(t + k − 1). Otherwise it is any other combination, all equally likely.
    """
    p = krr(k=2**questions, epsilon=epsilon)
    matrix, pi = p.to_numpy(), np.array([float(x) for x in shares])
    trace = float((best_weights(matrix) ** 2 @ (matrix @ pi)).sum() - pi @ pi)
    value = trace / float(1 - pi @ pi)
    return (
        "crossed categories, asked once",
        (("k", 2**questions),),
        p.rows[1][0],
        p.rows[1][1],
        value,
        float(n) / value,
    )


def _loss(p: Mechanism, questions: int, shares: Sequence[Number] | None) -> Loss:
    randomizers = [p] * questions
    return approximate_loss(randomizers) if shares is None else loss(randomizers, shares)
