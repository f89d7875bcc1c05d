"""The cost of bitwise randomization: the trace of the covariance, the loss factor L, and the sample size that L implies.

Let n questions be randomized independently by C₁, …, Cₙ, and let C be their Kronecker product. Let m people be drawn from a
distribution π of the 2^n combinations of truths, and let Y be the counts of their answers. With s = Σ π_x² and the moments u_i of
C_i (`bits.moments`), the inverse-matrix estimator π̂ = C⁻¹Y/m has

    m·Tr cov π̂ = ⟨u₁ ⊗ … ⊗ uₙ, π⟩ − s.

The reason is that m·Tr cov π̂ = Σ_r (Cπ)_r Σ_x (C⁻¹[x, r])² − s, and that C and C⁻¹ are both Kronecker products. For truthful
answers m·Tr cov is 1 − s. So L = (⟨u₁ ⊗ … ⊗ uₙ, π⟩ − s)/(1 − s) randomized answers do the work of one truthful answer (Vinterbo,
Proposition 3.1). If both moments of each question are equal, as for Warner's device, the inner product is the constant c of Lemma
4.5. Then L depends on π through s alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.questions.bits import assign_randomizers, moments
from rropt.questions.kronecker import contract_exact
from rropt.results import FieldResult, Table, fact_table, say_value

__all__ = ["APPROXIMATE", "EXACT", "LEAST", "Loss", "approximate_loss", "least_loss", "loss", "trace_of_covariance"]

EXACT = "exact at the stated distribution"
APPROXIMATE = (
    "approximation: s = sum of squares and the moments replaced by their means over uniformly random distributions"
)
LEAST = "lower bound over all distributions"


@dataclass(frozen=True, slots=True, repr=False)
class Loss(FieldResult):
    """A loss L: the number of randomized answers that do the work of one truthful answer. `value` is an exact number, and `kind` is
    `EXACT`, `APPROXIMATE` or `LEAST`."""

    value: Number
    kind: str

    def sample_size(self, truthful: int) -> int:
        """Return the least number of randomized answers that, by this loss, are as good as `truthful` truthful ones."""
        return _ceil(self.value * truthful)

    def explain(self) -> str:
        """Write the loss factor L, and whether it is exact, an approximation or a lower bound."""
        return f"L = {say_value(self.value)} ({self.kind})"

    def as_table(self) -> Table:
        """Return a table with the loss factor L, and whether it is exact, an approximation or a lower bound."""
        return fact_table({"loss factor L": self.value, "kind": self.kind})


def _ceil(x: Number) -> int:
    low = ceil(x if isinstance(x, Fraction) else enclose(x)[0])
    return low if low >= x else low + 1


def _moments(randomizers: Sequence[Mechanism]) -> list[tuple[Number, Number]]:
    """Compute the moments of each question's randomizer. An empty list, or a randomizer that is no invertible 2×2 mechanism, is
    refused.
    """
    chosen = tuple(randomizers)
    if not chosen:
        raise InputError("no randomizer was given; give one for each question")
    return [moments(p) for p in assign_randomizers(chosen, [str(n + 1) for n in range(len(chosen))])]


def _read(randomizers: Sequence[Mechanism], distribution: Sequence[Number]) -> None:
    if len(distribution) != 1 << len(randomizers):
        raise InputError(
            f"a distribution over {counted(len(randomizers), 'question')} must have {1 << len(randomizers)} probabilities, not "
            f"{len(distribution)}"
        )
    if any(x < 0 for x in distribution) or sum(distribution, Fraction(0)) != 1:
        raise InputError(
            f"the probabilities of patterns sum to {show(sum(distribution, Fraction(0)))}, and the least is "
            f"{show(min(distribution))}; give numbers of at least 0 that sum to 1"
        )


def trace_of_covariance(randomizers: Sequence[Mechanism], distribution: Sequence[Number]) -> Number:
    """Compute exactly, at the stated distribution, the trace of the covariance of the estimated shares, times the number of people.

    The distribution is over the 2^n combinations of true answers to n questions, with question 1 as the most significant bit of the
    index.
    """
    found = _moments(randomizers)
    _read(randomizers, distribution)
    return contract_exact(found, distribution) - _squares(distribution)


def _squares(distribution: Sequence[Number]) -> Number:
    return sum((x * x for x in distribution), Fraction(0))


def loss(randomizers: Sequence[Mechanism], distribution: Sequence[Number]) -> Loss:
    """Compute exactly how many randomized answers do the work of one truthful answer (L), at the stated distribution.

    The distribution is over the combinations of true answers, and must not be concentrated on one combination.
    """
    s = _squares(distribution)
    trace = trace_of_covariance(randomizers, distribution)
    if s == 1:
        raise InputError(
            "the loss factor is undefined if everybody has the same pattern, because truthful answers then have variance 0"
        )
    return Loss(trace / (1 - s), EXACT)


def approximate_loss(randomizers: Sequence[Mechanism]) -> Loss:
    """Compute Vinterbo's approximation of the loss L. In the formula for L, s = Σ π_x² and the moments are replaced by their means
    over uniformly random distributions π. The mean of s is 2/(2^n + 1) for n questions.

    At a given π the approximation differs from L. For π = (1/20, 3/20, 3/10, 1/2) and the unrelated coin with p = 1/2 it is 9.75,
    as printed in the paper's Figure 1, but L is 1177/127 ≈ 9.27.
    """
    found = _moments(randomizers)
    c: Number = Fraction(1)
    for pair in found:
        c = c * sum(pair, Fraction(0)) / 2
    s = Fraction(2, (1 << len(found)) + 1)
    return Loss((c - s) / (1 - s), APPROXIMATE)


def least_loss(randomizers: Sequence[Mechanism]) -> Loss:
    """Compute a lower bound of the loss L that holds for every distribution π of the truths.

    For n questions, L = (c − s)/(1 − s), where s = Σ π_x², and c is the inner product ⟨u₁ ⊗ … ⊗ uₙ, π⟩. Here u_i has the two
    moments of question i (`bits.moments`). L increases with c, and with s because c is at least 1.

    The bound is L at the least values of both. For s, this is 2^−n. For c, it is the product of the smaller moment of each
    question. If both moments of each question are equal, the uniform distribution attains the bound (Vinterbo, Theorem 4.6).
    """
    found = _moments(randomizers)
    c: Number = Fraction(1)
    for pair in found:
        c = c * min(pair)
    s = Fraction(1, 1 << len(found))
    return Loss((c - s) / (1 - s), LEAST)
