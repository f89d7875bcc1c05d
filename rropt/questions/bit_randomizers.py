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

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.decimal import spell_plainly
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted
from rropt.families import krr, unrelated_coin, warner
from rropt.mechanism import Mechanism
from rropt.questions.loss import Loss, approximate_loss, loss
from rropt.survey.enclosures import number
from rropt.survey.planning.design_effect import read_effect
from rropt.survey.planning.report import Cell, Table
from rropt.survey.sampling import REPLACEMENT
from rropt.survey.variance import variance
from rropt.survey.weights import linear_weights

__all__ = ["bit_randomizers", "bits_at_equal_epsilon"]

MOST_CROSSED = 6
Named = tuple[tuple[str, str], ...]
HEADER = ("randomizer", "parameters", "Pr(1 | 0)", "Pr(1 | 1)", "loss L", "effective sample size")


def bit_randomizers(per_bit: Epsilon) -> tuple[tuple[str, Named, Mechanism], ...]:
    """Return the randomizers to compare, all at exactly this ε per bit. Each item has a name, the parameters as texts, and the
    mechanism of one bit."""
    t = per_bit.t
    if is_infinite(t) or per_bit.is_free or t == 1:
        raise InputError(Received("epsilon", str(per_bit)), " per bit must be one finite number above 0, such as 1")
    a = t / (1 + t)
    f, q = 1 - a, (3 * a - 1) / (2 * a)
    return (
        ("unrelated coin", (("p", number(2 / (1 + t))),), unrelated_coin(epsilon=per_bit)),
        ("warner", (("p", number(a)),), warner(epsilon=per_bit)),
        ("rappor, one-time", (("f", number(2 / (1 + t))),), unrelated_coin(p=2 / (1 + t))),
        ("rappor, both steps", (("f", number(f)), ("q = 1 − p", number(q))), warner(p=q) @ unrelated_coin(p=f)),
        ("one-sided", (("Pr(1 | 1)", "1/2"),), _one_sided(t)),
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
) -> Table:
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
    effect = Fraction(1) if deff is None else read_effect(deff, REPLACEMENT)
    rows: list[tuple[Cell, ...]] = []
    kind = ""
    for name, words, p in bit_randomizers(whole.split(bits)):
        found = _loss(p, questions, shares)
        kind = found.kind
        cells = (p.rows[1][0], p.rows[1][1], found.value, n / effect / found.value)
        rows.append((name, words, *map(number, cells)))
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
    return Table("bits", title, HEADER, tuple(rows), notes)


def _asked_once(epsilon: Epsilon, questions: int, shares: Sequence[Number], n: Fraction) -> tuple[Cell, ...]:
    """Make the table's row for all questions asked as one, by k-ary randomized response with the same ε.

    Let k be the number of combinations of yes and no, and t = e^ε. The answer is the respondent's own combination with probability
    t/(t + k − 1). Otherwise it is any other combination, all equally likely.
    """
    p = krr(k=2**questions, epsilon=epsilon)
    trace = sum(variance(p, linear_weights(p), shares, 1), Fraction(0))
    value = trace / (1 - sum((x * x for x in shares), Fraction(0)))
    cells = (p.rows[1][0], p.rows[1][1], value, n / value)
    return ("crossed categories, asked once", (("k", str(2**questions)),), *map(number, cells))


def _loss(p: Mechanism, questions: int, shares: Sequence[Number] | None) -> Loss:
    randomizers = [p] * questions
    return approximate_loss(randomizers) if shares is None else loss(randomizers, shares)
