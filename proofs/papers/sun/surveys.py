"""Small surveys run exactly: the paper's Algorithms 1-4 as they are printed, and as its text and formulas mean them.

A respondent's program takes `chance`, the truth x (1 or 0) and the device's numbers, which may be functions of t. For
a device that keeps its cards a whole survey is one program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from rropt.claims.chance import Chance, expectation, outcomes
from rropt.exact.element import generator
from rropt.exact.fields import Free

__all__ = [
    "T",
    "algorithm_1",
    "algorithm_2",
    "algorithm_3",
    "algorithm_4",
    "answer",
    "estimate_cards",
    "hat",
    "kept",
    "law",
    "mean",
    "people",
    "put_back",
    "shares",
    "simmons",
    "variance",
    "warner",
]

T = generator(Free())
Law = dict[Any, Any]
Program = Callable[..., Any]


# the algorithms as printed


def algorithm_1(chance: Chance, x: int, p: Any) -> int:
    """Lines 3-9: a Bernoulli u with P(u = 1) = p; the truth if u < p."""
    u = chance.choose((1, 0), (p, 1 - p))
    if u < p:
        return x
    return 1 - x


def algorithm_2(chance: Chance, x: int, p: Any, b: Any) -> int:
    """Lines 3-14."""
    u = chance.choose((1, 0), (p, 1 - p))
    if u < p:
        return x
    v = chance.choose((1, 0), (b, 1 - b))
    if v < b:
        return 1
    return 0


def algorithm_3(chance: Chance, x: int, proportions: Sequence[Any]) -> int:
    """Lines 4-11: the card goes back, so one respondent is all there is to run."""
    size = len(proportions)
    k = chance.choose(range(1, size + 1), proportions)
    if x == 1:
        return k
    return size + 1 - k


def algorithm_4(chance: Chance, truths: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """Lines 4-12 for all respondents in turn, who keep their cards."""
    return tuple(
        k if x == 1 else len(counts) + 1 - k for x, k in zip(truths, _drawn(chance, truths, counts), strict=True)
    )


# as the text means them


def warner(chance: Chance, x: int, p: Any) -> int:
    """The truth with probability p, else the contrary."""
    return x if chance.flip(p) else 1 - x


def simmons(chance: Chance, x: int, p: Any, b: Any) -> int:
    """The truth with probability p, else an unrelated yes with probability b."""
    if chance.flip(p):
        return x
    return 1 if chance.flip(b) else 0


def answer(k: int, x: int, size: int) -> int:
    """X = (L + 1 − Y)·x + Y·(1 − x)."""
    return (size + 1 - k) * x + k * (1 - x)


def put_back(chance: Chance, x: int, proportions: Sequence[Any]) -> int:
    """One answer with cards that go back."""
    k = chance.choose(range(1, len(proportions) + 1), proportions)
    return answer(k, x, len(proportions))


def kept(chance: Chance, truths: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """All answers with cards that are kept."""
    return tuple(answer(k, x, len(counts)) for x, k in zip(truths, _drawn(chance, truths, counts), strict=True))


def _drawn(chance: Chance, truths: Sequence[int], counts: Sequence[int]) -> list[int]:
    left = list(counts)
    found = []
    for _ in truths:
        k = chance.choose(range(len(left)), [Fraction(c, sum(left)) for c in left])
        left[k] -= 1
        found.append(k + 1)
    return found


# what is counted


def law(program: Program, *given: Any) -> Law:
    """The exact distribution of program(chance, *given)."""
    return outcomes(lambda chance: program(chance, *given))


def mean(distribution: Law, value: Callable[[Any], Any] = lambda x: x) -> Any:
    """The exact expectation."""
    return expectation(distribution, value)


def variance(distribution: Law, value: Callable[[Any], Any] = lambda x: x) -> Any:
    """The exact variance."""
    middle = mean(distribution, value)
    return mean(distribution, lambda x: value(x) * value(x)) - middle * middle


def shares(counts: Sequence[int]) -> list[Fraction]:
    """The proportions of a deck's cards."""
    return [Fraction(c, sum(counts)) for c in counts]


def people(yes: int, size: int) -> tuple[int, ...]:
    """A population of `size` people, of whom `yes` belong to group A."""
    return (1,) * yes + (0,) * (size - yes)


def estimate_cards(answers: Sequence[Any], proportions: Sequence[Any]) -> Any:
    """π̂ = (mean of the answers − E Y)/(L + 1 − 2·E Y)."""
    middle = sum((k * p for k, p in enumerate(proportions, start=1)), Fraction(0))
    total = sum(answers, Fraction(0)) / len(answers)
    return (total - middle) / (len(proportions) + 1 - 2 * middle)


def hat(proportions: Sequence[Any]) -> Callable[[Sequence[Any]], Any]:
    """π̂ as a function of the answers."""
    return lambda answers: estimate_cards(answers, proportions)
