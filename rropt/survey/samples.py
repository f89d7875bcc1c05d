"""Check a black box by samples: bound its ε from below with a stated confidence.

For every event S and ordered pair of inputs (j, l), an (ε, δ)-LDP box has Pr(S | j) ≤ e^ε·Pr(S | l) + δ. Hence
ε ≥ log((Pr(S | j) − δ)/Pr(S | l)).

One half of the samples serves to choose the pair and the event. The other half serves to bound the two probabilities, by the ends
of Clopper and Pearson's intervals. The lower bound of Pr(S | j) and the upper bound of Pr(S | l) are each wrong with probability at
most (1 − confidence)/2. So both hold with the stated confidence, whatever pair and event were chosen.

Reference: Clopper and Pearson (1934), The use of confidence or fiducial limits; Jagielski, Ullman and Oprea (2020), Auditing
differentially private machine learning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from rropt.exact.decimal import decimal
from rropt.exact.element import Number, hand_out
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.privacy.bounds import read_probability
from rropt.results import FieldResult, Table, fact_table
from rropt.survey.intervals.quantile import binomial_interval, percent, read_confidence
from rropt.survey.tally import plainly

__all__ = ["SampleCheck", "check_samples"]

MOST_INPUTS = 256
Counts = dict[str, Counter[str]]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class SampleCheck(FieldResult):
    """A lower bound `epsilon` of the ε of a black box, found from samples of its answers.

    With the stated confidence, the box is not (ε, δ)-LDP for any smaller ε. The bound is 0 if the samples show nothing.

    One half of the samples was used to choose two inputs, `input` and `against`, and a set of outputs, `outputs`. The other half
    was used to count. `samples` has the numbers of answers to the two inputs, and `hits` says how many of these are in the set.
    `bounds` has a lower bound of the set's probability under `input`, and an upper bound under `against`.
    """

    epsilon: Epsilon
    delta: Number
    confidence: Fraction
    input: str
    against: str
    outputs: tuple[str, ...]
    hits: tuple[int, int]
    samples: tuple[int, int]
    bounds: tuple[Fraction, Fraction]

    def as_table(self) -> Table:
        """A table of the bound, its confidence, δ, the set of outputs and the two inputs."""
        return fact_table(
            {
                "epsilon at least": self.epsilon,
                "confidence": self.confidence,
                "delta": self.delta,
                "event": self.outputs,
                "likelier under": self.input,
                "than under": self.against,
            }
        )

    def explain(self) -> str:
        """Write the bound, and the event and the counts behind it."""
        level, slack = percent(self.confidence), f", delta = {self.delta}" if self.delta else ""
        low, high = (decimal(x, direction=w) for x, w in zip(self.bounds, ("lower", "upper"), strict=True))  # type: ignore[arg-type]
        rest = (
            f"Event: output {' or '.join(self.outputs[:12])}{' or …' if len(self.outputs) > 12 else ''}, chosen on one half "
            f"of the samples. On the other it came {self.hits[0]} times in {self.samples[0]} under input {self.input} (probability "
            f"at least {low}) and {self.hits[1]} times in {self.samples[1]} under input {self.against} (at most {high})."
        )
        if self.epsilon.t == 1:
            return f"The samples show no privacy loss with {level}% confidence{slack}: epsilon may be 0.\n{rest}"
        bound = decimal(self.epsilon.bounds()[0], direction="lower")
        return f"With {level}% confidence epsilon is at least {bound}{slack}.\n{rest}"


def check_samples(
    samples: Iterable[tuple[object, object]], *, confidence: object = "0.95", delta: object = 0
) -> SampleCheck:
    """Bound the ε of a black box from below, by independent answers to known inputs.

    Args:
        samples: Pairs (input, output): what the box was given and what it answered, independently each time.
        confidence: The confidence of the bound.
        delta: The δ of the (ε, δ)-LDP whose ε is bounded.

    Returns:
        The bound, with the event and the counts it rests on.

    Raises:
        InputError: There are fewer than 2 or more than 256 inputs, an input has one answer, or a sample is no pair.

    Example:
        >>> from rropt.survey.samples import check_samples
        >>> found = check_samples([(x, x) for x in (0, 1)] * 500)
        >>> print(f"{float(found.epsilon):.2f}")
        4.21

    Reference: Clopper and Pearson (1934), The use of confidence or fiducial limits illustrated in the case of the binomial.
    """
    level, slack = read_confidence(confidence), read_probability(delta, "delta")
    first, second = _halves(samples)
    j, against, event = _choose(first, float(level), float(slack))
    hits = tuple(sum(second[x][o] for o in event) for x in (j, against))
    totals = tuple(second[x].total() for x in (j, against))
    low = binomial_interval(hits[0], totals[0], level)[0]
    high = binomial_interval(hits[1], totals[1], level)[1]
    ratio = (low - slack) / high
    return SampleCheck(
        epsilon=Epsilon(hand_out(max(ratio, Fraction(1)))),
        delta=slack,
        confidence=level,
        input=j,
        against=against,
        outputs=event,
        hits=(hits[0], hits[1]),
        samples=(totals[0], totals[1]),
        bounds=(low, high),
    )


def _halves(samples: Iterable[tuple[object, object]]) -> tuple[Counts, Counts]:
    """Count the answers of each input in two halves: answers go to the first and the second half in turn."""
    halves: tuple[Counts, Counts] = ({}, {})
    seen: Counter[str] = Counter()
    if isinstance(samples, str) or not isinstance(samples, Iterable):
        raise InputError(f"the samples are {str(samples)[:40]!r}; give pairs (input, output), such as [(0, 1), (1, 1)]")
    for sample in samples:
        if isinstance(sample, str) or not isinstance(sample, Iterable) or len(pair := tuple(sample)) != 2:
            raise InputError(f"the sample {sample!r:.60} must be a pair (input, output), such as (0, 1)")
        given, answer = pair
        x = plainly(given)
        halves[seen[x] % 2].setdefault(x, Counter())[plainly(answer)] += 1
        seen[x] += 1
    if len(seen) < 2:
        raise InputError(f"the samples must be of at least two inputs, not {len(seen)}; add samples of another input")
    if len(seen) > MOST_INPUTS:
        raise InputError(
            f"the samples have {len(seen)} inputs, more than {MOST_INPUTS}; give samples of fewer inputs, in pairs with the input "
            "first"
        )
    if few := [x for x, n in seen.items() if n < 2]:
        raise InputError(f"input {few[0]} has one answer; give at least two for each input, better some hundreds")
    return halves


def _choose(counts: Counts, level: float, slack: float) -> tuple[str, str, tuple[str, ...]]:
    """Choose, in doubles, the pair of inputs and the set of outputs with the largest bound on ε in this half of the samples.

    For a pair, outputs are sorted by their count under the second input over that under the first. Only sets that consist of the
    first outputs in this order are tried. Doubles are enough, because a choice needs no proof.
    """
    best = -1.0
    chosen: tuple[str, str, tuple[str, ...]] = ("", "", ())
    for j, against in permutations(counts, 2):
        ratio = sorted(counts[j], key=lambda o: (counts[against][o] + 0.5) / counts[j][o])
        for size in range(1, len(ratio) + 1):
            event = tuple(ratio[:size])
            own, other = (sum(counts[x][o] for o in event) for x in (j, against))
            score = _score(own, counts[j].total(), other, counts[against].total(), level, slack)
            if score > best:
                best, chosen = score, (j, against, event)
    return chosen


def _score(own: int, n: int, other: int, m: int, level: float, slack: float) -> float:
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = betaincinv(own, n - own + 1, tail) if own else 0.0
    high = 1 - betaincinv(m - other, other + 1, tail) if other < m else 1.0
    return float(max(low - slack, 0.0) / high)
