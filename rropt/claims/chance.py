"""Runs a randomized program once for each possible sequence of its draws, and computes the exact probability of each sequence.

`outcomes(program)` runs `program(chance)` once for every sequence of draws. The program draws by calling `chance.flip(p)`, which is
True with probability p, and `chance.choose(values, weights)`. Probabilities are exact numbers (fractions, or functions of t).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from rropt.exact.element import is_free
from rropt.exact.errors import InputError

__all__ = ["Chance", "expectation", "outcomes"]

T = TypeVar("T")
MOST_PATHS = 200_000


@dataclass(slots=True)
class Chance:
    """The draws of one run of a randomized program. A draw takes one of several branches, numbered from 0.

    `fixed` has the branches that the first draws must take. Each later draw takes the branch 0. `taken` has a pair for each draw so
    far: the branch taken, and the number of branches. `weight` is the probability of the draws so far.
    """

    fixed: list[int]
    taken: list[tuple[int, int]] = field(default_factory=list)
    weight: Any = Fraction(1)

    def choose(self, values: Sequence[T], weights: Sequence[Any] | None = None) -> T:
        """Draw one of the values with these exact probabilities, which are equal if `weights` is None.

        Values of probability 0 make no branch. Refuse floats, numbers below 0, and probabilities that do not sum to 1. A function
        of t is not checked for values below 0.
        """
        if not values:
            raise InputError("there are no values to draw from; give at least one")
        sizes = [Fraction(1, len(values))] * len(values) if weights is None else list(weights)
        place = 0
        if len(self.taken) < len(self.fixed):  # an earlier run of the program has made the same draw
            place = self.fixed[len(self.taken)]
        else:
            _require_chances(sizes, len(values))
        live = [i for i, w in enumerate(sizes) if w != 0]
        self.taken.append((place, len(live)))
        index = live[place]
        self.weight = self.weight * sizes[index]
        return values[index]

    def flip(self, p: Any) -> bool:
        """Draw True with probability p, else False."""
        return self.choose((True, False), (p, 1 - p))


def _require_chances(sizes: Sequence[Any], count: int) -> None:
    if len(sizes) != count:
        raise InputError(f"{count} values cannot have {len(sizes)} probabilities; give one for each")
    if strange := [w for w in sizes if isinstance(w, float) or (not is_free(w) and w < 0)]:
        raise InputError(f"the probability {strange[0]} must be exact and at least 0; give a Fraction of at least 0")
    if sum(sizes, Fraction(0)) != 1:
        raise InputError(f"the probabilities {', '.join(map(str, sizes))} do not sum to 1")


def outcomes(program: Callable[[Chance], Hashable]) -> dict[Any, Any]:
    """Run the program along every sequence of draws; return the exact probability of each value that it returns."""
    found: dict[Any, Any] = {}
    fixed: list[int] | None = []
    paths = 0
    while fixed is not None:
        chance = Chance(fixed)
        result = program(chance)
        found[result] = found.get(result, Fraction(0)) + chance.weight
        fixed = _next(chance.taken)
        paths += 1
        if paths > MOST_PATHS:
            raise InputError(f"the program has more than {MOST_PATHS} paths; make the experiment smaller")
    return found


def _next(taken: list[tuple[int, int]]) -> list[int] | None:
    while taken:
        place, size = taken.pop()
        if place + 1 < size:
            return [*(p for p, _ in taken), place + 1]
    return None


def expectation(distribution: dict[Any, Any], value: Callable[[Any], Any] = lambda x: x) -> Any:
    """Compute the exact expectation of `value` over a distribution {outcome: probability}."""
    return sum((w * value(x) for x, w in distribution.items()), Fraction(0))
