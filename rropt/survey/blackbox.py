"""Check a black box by samples: bound its ε from below with a stated confidence.

For every event S and ordered pair of inputs (j, l), an (ε, δ)-LDP box has Pr(S | j) ≤ e^ε·Pr(S | l) + δ. Hence
ε ≥ log((Pr(S | j) − δ)/Pr(S | l)).

One half of the samples serves to choose the pair and the event, the other half to bound both probabilities by the ends of Clopper
and Pearson's intervals. Each of these bounds is wrong with probability at most (1 − confidence)/2, so both hold with the stated
confidence, whatever was chosen.

References: Clopper and Pearson (1934); Jagielski, Ullman and Oprea (2020), Auditing differentially private machine learning.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_probability
from rropt.exact.infinity import is_infinite
from rropt.show import Block, Fact, Items, Result, Say, near, up
from rropt.survey import laws
from rropt.survey.answers import read_level, text_of

__all__ = ["SampleCheck", "check_samples"]

MOST_INPUTS = 256
Counts = dict[str, Counter[str]]


@dataclass(frozen=True, slots=True, repr=False)
class SampleCheck(Result):
    """A lower bound `epsilon` of the ε of a black box: with the stated confidence it is not (ε, δ)-LDP for any smaller one.

    The event is that the output is one of `outputs`. It came `hits[0]` times in `samples[0]` answers to `input`, and `hits[1]`
    times in `samples[1]` answers to `against`; `bounds` has the lower and the upper bound of these probabilities. The bound on ε
    is 0 if the samples show nothing.
    """

    schema: ClassVar[str] = "rropt/samples/2"
    epsilon: float
    delta: float
    level: float
    input: str
    against: str
    outputs: tuple[str, ...]
    hits: tuple[int, int]
    samples: tuple[int, int]
    bounds: tuple[float, float]
    claimed: Epsilon | None = None

    @property
    def is_refuted(self) -> bool:
        """Whether the bound is above the ε that is claimed."""
        return self.claimed is not None and self.epsilon > (
            math.inf if is_infinite(self.claimed.t) else float(self.claimed.bounds()[1])
        )

    @property
    def exit_code(self) -> int:
        """0, or 1 if the claim is refuted."""
        return int(self.is_refuted)

    def show(self) -> Iterator[Block]:
        """The bound in a sentence, and the event and the counts behind it."""
        level, slack = f"{100 * self.level:g}%", f", delta = {near(self.delta)}" if self.delta else ""
        told = (
            f"epsilon is at least {near(self.epsilon, 'down')}" if self.epsilon else "the samples show no privacy loss"
        )
        if self.claimed is not None:
            yield Say(
                f"The claim epsilon = {self.claimed} is {'REFUTED' if self.is_refuted else 'not refuted'}.", key=""
            )
        yield Say(f"With {level} confidence {told}{slack}.", key="")
        yield Fact("epsilon", "epsilon at least", self.epsilon, "down")
        yield Fact("confidence", "confidence", self.level)
        yield Fact("delta", "delta", self.delta)
        yield Fact("input", "likelier under", self.input)
        yield Fact("against", "than under", self.against)
        yield Items("event", self.outputs)
        for key in ("hits", "samples", "bounds"):
            yield Fact(key, key, list(getattr(self, key)), shown=False)
        (own, other), (n, m) = self.hits, self.samples
        yield Say(
            f"The event was chosen on one half of the samples. On the other it came {own} times in {n} under input {self.input} "
            f"(probability at least {near(self.bounds[0], 'down')}) and {other} times in {m} under input {self.against} (at most "
            f"{up(self.bounds[1])})."
        )
        if self.claimed is not None:
            yield Fact("claimed", "claimed epsilon", self.claimed)
            yield Fact("refuted", "claim refuted", self.is_refuted)


def check_samples(
    samples: Iterable[tuple[object, object]],
    *,
    confidence: object = "0.95",
    delta: object = 0,
    claimed: object = None,
) -> SampleCheck:
    """Bound the ε of a black box from below, by independent answers to known inputs.

    Args:
        samples: Pairs (input, output): what the box was given and what it answered, independently each time.
        confidence: The confidence of the bound.
        delta: The δ of the (ε, δ)-LDP whose ε is bounded.
        claimed: The ε that is claimed of the box; the answer says whether the samples refute it.

    Returns:
        The bound, with the event and the counts it rests on.

    Raises:
        InputError: There are fewer than 2 or more than 256 inputs, an input has one answer, or a sample is no pair.

    Examples:
        >>> from rropt.survey import check_samples
        >>> found = check_samples([(x, x) for x in (0, 1)] * 500)
        >>> print(f"{found.epsilon:.2f}")
        4.21

    Reference: Clopper and Pearson (1934), The use of confidence or fiducial limits illustrated in the case of the binomial.
    """
    level, slack = read_level(confidence), float(read_probability(delta, "delta"))
    claim = None if claimed is None else read_epsilon(claimed)
    if claim is not None and claim.is_free:
        raise InputError(f"epsilon {claim} is a range; give the one epsilon that is claimed")
    first, second = _halves(samples)
    chosen = max(_events(first), key=lambda x: _ratio(first, level, slack, *x)[0])
    ratio, hits, sizes, bounds = _ratio(second, level, slack, *chosen)
    return SampleCheck(math.log(max(1.0, ratio)), slack, level, *chosen, hits, sizes, bounds, claim)


def _halves(samples: Iterable[tuple[object, object]]) -> tuple[Counts, Counts]:
    """Count the answers of each input in two halves: answers go to the first and the second half in turn."""
    halves: tuple[Counts, Counts] = ({}, {})
    seen: Counter[str] = Counter()
    if isinstance(samples, str) or not isinstance(samples, Iterable):
        raise InputError(f"the samples are {str(samples)[:40]!r}; give pairs (input, output), such as [(0, 1), (1, 1)]")
    for sample in samples:
        if isinstance(sample, str) or not isinstance(sample, Iterable) or len(pair := tuple(sample)) != 2:
            raise InputError(f"the sample {sample!r:.60} must be a pair (input, output), such as (0, 1)")
        x, answer = map(text_of, pair)
        halves[seen[x] % 2].setdefault(x, Counter())[answer] += 1
        seen[x] += 1
    if not 2 <= len(seen) <= MOST_INPUTS:
        raise InputError(
            f"the samples have {len(seen)} inputs; give pairs, the input first, of 2 to {MOST_INPUTS} inputs"
        )
    if few := [x for x, n in seen.items() if n < 2]:
        raise InputError(f"input {few[0]} has one answer; give at least two for each input, better some hundreds")
    return halves


def _events(counts: Counts) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the pairs of inputs, each with the events among which one is chosen.

    For a pair, outputs are sorted by their count under the second input over that under the first; only events of the first outputs
    in this order are tried.
    """
    for j, against in permutations(counts, 2):
        order = sorted(counts[j], key=lambda o: (counts[against][o] + 0.5) / counts[j][o])
        yield from ((j, against, tuple(order[:size])) for size in range(1, len(order) + 1))


def _ratio(
    counts: Counts, level: float, slack: float, j: str, against: str, event: tuple[str, ...]
) -> tuple[float, tuple[int, int], tuple[int, int], tuple[float, float]]:
    """Bound (Pr(S | j) − δ)/Pr(S | l) from below; return also how often the event came, in how many samples, and the lower and the
    upper bound of both probabilities."""
    (own, n), (other, m) = ((sum(counts[x][o] for o in event), counts[x].total()) for x in (j, against))
    low, high = laws.exact_tails(own, n, level)[0], laws.exact_tails(other, m, level)[1]
    return max(low - slack, 0.0) / high, (own, other), (n, m), (low, high)
