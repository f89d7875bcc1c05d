"""Randomizers of yes/no questions, one for each question. They are read here and inverted, and the moments of the inverses are
computed.

A bit randomizer is a mechanism C with two inputs and two outputs (0 = no, 1 = yes). The answer i has probability p_ij if the truth
is j. With D = p₀₀ + p₁₁ − 1 ≠ 0,

    C = [[p₀₀, p₀₁], [p₁₀, p₁₁]],        C⁻¹ = (1/D)·[[p₁₁, −p₀₁], [−p₁₀, p₀₀]].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import largest_ratio

__all__ = [
    "Randomizers",
    "assign_randomizers",
    "inverse_bit",
    "moments",
    "square_entries",
    "whole_answer_epsilon",
]

Randomizers = Mechanism | Sequence[Mechanism] | Mapping[str, Mechanism]


def assign_randomizers(randomizers: Randomizers, questions: Sequence[str]) -> tuple[Mechanism, ...]:
    """Assign a 2×2 mechanism to each question: the same for all, in the questions' order, or by name."""
    if isinstance(randomizers, Mechanism):
        chosen = (randomizers,) * len(questions)
    elif isinstance(randomizers, Mapping):
        missing = [q for q in questions if q not in randomizers]
        if missing:
            raise InputError(f"no randomizer was given for the question '{missing[0]}'; name one for each question")
        chosen = tuple(randomizers[q] for q in questions)
    else:
        if not isinstance(randomizers, Sequence) or isinstance(randomizers, str):
            raise InputError(
                f"the randomizers are {str(randomizers)[:60]!r}; give one Mechanism, or one for each question"
            )
        chosen = tuple(randomizers)
        if len(chosen) != len(questions):
            raise InputError(
                f"the number of randomizers is {len(chosen)}, but that of questions is {len(questions)}; give one for each"
            )
    for q, p in zip(questions, chosen, strict=True):
        _check(q, p)
    return chosen


def _check(question: str, p: Mechanism) -> None:
    if not isinstance(p, Mechanism):
        raise InputError(f"the randomizer of question '{question}' is {str(p)[:60]!r}; give a Mechanism")
    if (p.m, p.k) != (2, 2):
        several = p.m == p.k > 2 and p.k & (p.k - 1) == 0
        hint = ": give the one for a single bit, leaving out bits=" if several else ""
        raise InputError(f"the randomizer of question '{question}' is {p.m}×{p.k}; a bit randomizer is 2×2{hint}")
    if p[0, 0] + p[1, 1] == 1:
        raise InputError(
            f"the randomizer of question '{question}' answers alike whatever the truth, so nothing can be estimated; give one "
            "whose answers depend on the truth"
        )


def inverse_bit(p: Mechanism) -> Matrix:
    """Return the exact inverse of an invertible 2×2 mechanism; inverse_bit(p)[truth][answer]."""
    d = p[0, 0] + p[1, 1] - 1
    return ((p[1, 1] / d, -p[0, 1] / d), (-p[1, 0] / d, p[0, 0] / d))


def square_entries(inverse: Matrix) -> Matrix:
    """Square every entry. To square the entries of a Kronecker product of matrices, it suffices to square those of each matrix."""
    return tuple(tuple(x * x for x in row) for row in inverse)


def moments(p: Mechanism) -> tuple[Number, Number]:
    """Compute the moments (u₀, u₁) of a bit randomizer C. Each answer r belongs to a column of the inverse C⁻¹. For the truth j,
    u_j is the expected squared length of the column of the answer: u_j = Σ_r C[r, j]·Σ_x (C⁻¹[x, r])².

    For Warner's device with a = p₀₀ = p₁₁ both moments are (a² + (1−a)²)/(2a−1)². The n-th power of this number is the constant c
    in Vinterbo's Lemma 4.5.
    """
    square = square_entries(inverse_bit(p))
    length = [square[0][r] + square[1][r] for r in range(2)]
    return (
        p[0, 0] * length[0] + p[1, 0] * length[1],
        p[0, 1] * length[0] + p[1, 1] * length[1],
    )


def whole_answer_epsilon(randomizers: Sequence[Mechanism], *, differ: int | None = None) -> Epsilon:
    """Return the exact ε of the answers to all questions together, for two people who differ in at most `differ` questions.

    Answers to different questions are randomized independently. So the ratio of two people's probabilities of a whole answer is a
    product over the questions in which they differ. Each factor is at most that question's parity, the largest ratio of the
    probabilities of an answer under its two truths. One whole answer attains all of these ratios at once. So e^ε is the product of
    the `differ` largest parities; by default, of all. This product is also Vinterbo's bound (section 4.3), which is therefore
    tight.
    """
    k = len(randomizers) if differ is None else differ
    if not 0 <= k <= len(randomizers):
        raise InputError(
            f"with {counted(len(randomizers), 'question')}, the number of questions in which two people differ cannot be {k}; give "
            f"a number from 0 to {len(randomizers)}"
        )
    parities = [largest_ratio(p).value for p in randomizers]
    if k and INFINITY in parities:
        return Epsilon(INFINITY)
    total: Number = Fraction(1)
    for x in sorted(parities, reverse=True)[:k]:
        total = total * x
    return Epsilon(total)
