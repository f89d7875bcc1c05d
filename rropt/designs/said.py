"""What answers disclose of two or a few truths, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.privacy.words import beliefs_after, disclosures, percent

__all__ = ["said_of_answers", "said_of_beliefs"]

MOST_TRUTHS = 8


def said_of_answers(mechanism: Mechanism, prevalence: Number, *, positive: int = 1) -> str:
    """Say, for two inputs, how probable the input `positive` is after each answer; `prevalence` is its probability before."""
    belief = (1 - prevalence, prevalence) if positive == 1 else (prevalence, 1 - prevalence)
    truth = mechanism.input_labels[positive]
    parts = [
        f'after "{found.output}" it is {percent(found.after[positive])}'
        for found in disclosures(mechanism, belief)
        if found.after is not None
    ]
    return f'A chance of {percent(prevalence)} that the truth is "{truth}" changes with the answer: {", ".join(parts)}.'


def said_of_beliefs(mechanism: Mechanism, shares: Sequence[Number] | None) -> str:
    """Say in a sentence how answers change the probabilities of the truths. `shares` has the probabilities before any answer.

    With two truths, the sentence gives the probability of the second truth after each answer. With more truths, it gives for each
    truth the probability after the answer that raises it most. The sentence is empty if there are no shares, only one truth or more
    than `MOST_TRUTHS` truths, or if ε is free.
    """
    if shares is None or mechanism.is_free or not 2 <= mechanism.k <= MOST_TRUTHS:
        return ""
    if mechanism.k == 2:
        return said_of_answers(mechanism, shares[1])
    after = beliefs_after(mechanism, shares)
    parts = [
        f'"{truth}" from {percent(share)} to {percent(max((x[j] for x in after), key=float))}'
        for j, (truth, share) in enumerate(zip(mechanism.input_labels, shares, strict=True))
    ]
    return f"The answer that speaks most for a truth raises its chance: {', '.join(parts)}."
