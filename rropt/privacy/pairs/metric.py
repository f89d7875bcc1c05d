"""Metric privacy: the nearer two truths are by a stated distance, the less an answer may tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypeVar

from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.reading import label_all
from rropt.exact.spelling import show
from rropt.privacy.bounds import PairBounds, say_letter, spell_factor
from rropt.privacy.pairs.by_pair import ByPair
from rropt.privacy.pairs.pairwise import (
    Budgets,
    Name,
    PairTable,
    by_place,
    entries,
    list_few,
    say_pair,
    size_of,
    spell_few,
    spell_table,
)
from rropt.privacy.stored import Fields, matrix_field

__all__ = ["Metric"]

LINE = "line"
Distance: TypeAlias = Fraction | Infinity
Key = TypeVar("Key")
MOST_STEPS = 4096
MOST_WHOLE = 32  # the largest power of a free t in a ratio
MOST_BUDGET = 1000  # ε·d: the checker reads no larger power of e


@dataclass(frozen=True, slots=True, repr=False)
class Metric(ByPair):
    """p(i | j) ≤ e^(ε·d(j,l))·p(i | l) for every output i and all inputs j ≠ l.

    `distances` is a square matrix with zeros on its diagonal, or maps pairs of inputs (labels or indices) to distances. "line"
    means d(j, l) = |j − l|. A pair that is left out takes the distance of the reversed pair. A pair is not bounded if its distance
    is `inf`, or if it is left out in both orders. Distances are rational, so that all ratios are powers of one number.

    Args:
        distances: "line", a square matrix of rationals, or a mapping from pairs of inputs to rationals.
        epsilon: The budget at distance 1: a number, or for linear objectives with whole distances also "every" or a range such as
            "1/2..2".

    Raises:
        InputError: A distance is negative, irrational, not 0 on the diagonal, a fraction with a denominator above 4096, or so large
            that its budget protects nobody; or epsilon is free, and a distance is no whole number up to 32.

    Example:
        >>> from rropt import Metric, Trace, design
        >>> print(design(Trace(), Metric("line", "ln2"), inputs=3).value)
        5/3

    Reference: Chatzikokolakis, Andrés, Bordenabe and Palamidessi (2013), Broadening the scope of differential privacy using
    metrics.
    """

    name: ClassVar[str] = "metric"
    distances: Literal["line"] | tuple[tuple[tuple[Name, Name], Distance], ...]
    epsilon: Epsilon

    def __init__(self, distances: Literal["line"] | Budgets, epsilon: object) -> None:
        budget = read_epsilon(epsilon)
        found = LINE if isinstance(distances, str) and distances == LINE else _read_distances(distances)
        if not isinstance(found, str) and budget.is_free:
            _require_whole(_finite(found))
        elif not isinstance(found, str) and not is_infinite(budget.t):
            most = MOST_BUDGET / max(budget.bounds()[1], Fraction(1, 10**6))
            far = next(((pair, d) for pair, d in _finite(found) if d > most), None)
            if far is not None:
                raise InputError(
                    Received("distance", show(far[1])),
                    f" of {say_pair(far[0])} gives a budget above {MOST_BUDGET}, which protects nobody; give inf",
                )
        object.__setattr__(self, "distances", found)
        object.__setattr__(self, "epsilon", budget)

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs: the ratio e^(ε·d) for each ordered pair at a finite distance d. The other pairs are
        not bounded."""
        known: dict[Fraction, Bound] = {}
        each: dict[tuple[int, int], tuple[Bound, Number]] = {}
        for pair, d in self.each(k, inputs).items():
            if d not in known:
                known[d] = self._ratio(d)
            each[pair] = (known[d], Fraction(0))
        return PairBounds.by_pair(k, each)

    def with_epsilon(self, epsilon: object) -> Metric:
        """The same distances with another ε."""
        return Metric(LINE if isinstance(self.distances, str) else dict(self.distances), epsilon)

    @property
    def size(self) -> int | None:
        """The number of inputs if the distances were given as a matrix; else None."""
        return None if isinstance(self.distances, str) else size_of(pair for pair, _ in self.distances)

    def each(self, k: int, inputs: Sequence[str] | None = None) -> dict[tuple[int, int], Fraction]:
        """Map each ordered pair (j, l) of indices that has a finite distance to this distance. A missing pair takes the distance of
        the reversed pair."""
        if self.distances == LINE:
            return {pair: Fraction(abs(pair[0] - pair[1])) for pair in permutations(range(k), 2)}
        assert not isinstance(self.distances, str)
        stated = by_place(self.distances, k, inputs)
        both = {(b, a): d for (a, b), d in stated.items()} | stated
        return dict(_finite(both.items()))

    def _ratio(self, distance: Fraction) -> Bound:
        """The ratio e^(ε·d) for the distance d. If d is no integer, it is a root of a power of e^ε."""
        return self.epsilon.split(distance.denominator).times(distance.numerator).t

    def about(self, k: int, inputs: Sequence[str] | None = None) -> Metric:
        """The same demand on k inputs, with distances between labels. If the distances are "line", it is returned unchanged."""
        if self.distances == LINE:
            return self
        known = self.each(k, inputs)
        rows = tuple(tuple("0" if j == n else known.get((j, n), "inf") for n in range(k)) for j in range(k))
        return Metric(PairTable(label_all(inputs, k), rows), self.epsilon)

    def sentence(self) -> str:
        """The demand in a sentence for a respondent. It says which truths are not protected against each other."""
        return self._promise("".join(f"; {x}" for x in self._exceptions()))

    def sentence_beside(self) -> str:
        """The demand in a sentence, without the part on unprotected truths. Used beside a demand that protects every truth."""
        return self._promise("")

    def _promise(self, tail: str) -> str:
        """The demand in a sentence for a respondent; `tail` is put at its end."""
        if is_infinite(self.epsilon.t) or not (isinstance(self.distances, str) or any(_finite(self.distances))):
            return "This demand promises nothing: an answer may reveal the truth."
        return (
            f"Whatever the truth about you, each answer would be at most {spell_factor(self.epsilon.t)} times as likely "
            f"under it as under any other at distance 1, and at distance d that number to the power d"
            f"{say_letter(self.epsilon.t)}{tail}."
        )

    def _exceptions(self) -> Iterator[str]:
        """Yield clauses that name the unprotected truths. If the distances are a mapping, the last clause says that truths missing
        from it are not protected."""
        if isinstance(self.distances, str):
            return
        names = tuple(dict.fromkeys(str(name) for pair, _ in self.distances for name in pair))
        known = self.each(len(names), names)
        apart = {pair for pair in permutations(range(len(names)), 2) if pair not in known}
        count = Counter(chain.from_iterable(apart))
        alone = [j for j in range(len(names)) if count[j] == 2 * (len(names) - 1)]
        rest = sorted(pair for pair in apart if not set(alone) & set(pair))
        if alone:
            them = "it" if len(alone) == 1 else "them"
            are = "is" if len(alone) == 1 else "are"
            yield f"{list_few([names[j] for j in alone], 'truths')} {are} not protected, nor is any truth against {them}"
        if both := [f"{names[a]} and {names[b]}" for a, b in rest if a < b and (b, a) in apart]:
            yield f"{list_few(both)} are not protected against each other"
        if one := [f"{names[a]} against {names[b]}" for a, b in rest if (b, a) not in apart]:
            yield f"not protected: {list_few(one)}"
        if self.size is None:
            yield "other truths are not protected"

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of texts: the name, `ratio` = e^ε, the distances, and how the rows are named if these are a matrix."""
        told: Any = LINE
        if not isinstance(self.distances, str):
            told = [{"input": str(a), "against": str(b), "distance": show(d)} for (a, b), d in self.distances]
        kind = {} if isinstance(self.distances, str) else matrix_field(x for pair, _ in self.distances for x in pair)
        return {"name": self.name, "ratio": show(self.epsilon.t), "distances": told, **kind}

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        told = fields["distances"]
        distances = told if told == LINE else {pair: x["distance"] for pair, x in fields.pairs("distances").items()}
        return cls(distances, fields.budget("ratio"))

    def __repr__(self) -> str:
        return self._call(spell_table)

    def __str__(self) -> str:
        return self._call(spell_few)

    def _call(self, spell: Callable[[Iterable[tuple[tuple[Name, Name], str]]], str]) -> str:
        distances = self.distances
        told = repr(LINE) if isinstance(distances, str) else spell((pair, show(d)) for pair, d in distances)
        return f"Metric({told}, '{self.epsilon}')"


def _require_whole(distances: Iterable[tuple[tuple[Name, Name], Fraction]]) -> None:
    """Refuse any distance d that is not a whole number or is above `MOST_WHOLE`.

    This is needed if ε ranges over an interval, because then t^d must be a polynomial of low degree in t = e^ε.
    """
    for pair, d in distances:
        if d.denominator > 1 or d > MOST_WHOLE:
            raise InputError(
                Received("distance", show(d)),
                f" of {say_pair(pair)} must be a whole number up to {MOST_WHOLE} where epsilon is free; give one epsilon, or "
                "state the distances in another unit",
            )


def _finite(distances: Iterable[tuple[Key, Distance]]) -> Iterator[tuple[Key, Fraction]]:
    """Yield the pairs at a finite distance, with that distance; the demand bounds nothing for the other pairs."""
    return ((pair, d) for pair, d in distances if not is_infinite(d))


def _read_distances(table: Budgets) -> tuple[tuple[tuple[Name, Name], Distance], ...]:
    """Read the distances by pair. Each is infinite, or a nonnegative fraction with a denominator of at most `MOST_STEPS`.

    Infinite distances stay in the result, for two reasons. The size of a matrix is found from its pairs. And a missing pair would
    take the distance of the reversed pair.
    """
    found: dict[tuple[Name, Name], Distance] = {}
    for pair, x in entries(table, "distances"):
        d: Distance = INFINITY if str(x).strip() == "inf" else read_rational(x)
        if pair[0] == pair[1] and d != 0:
            raise InputError(
                Received("distance", show(d)),
                f" of {say_pair(pair)} must be 0, as every distance of an input from itself",
            )
        if not is_infinite(d) and (d < 0 or d.denominator > MOST_STEPS):
            raise InputError(
                Received("distance", show(d)),
                f" of {say_pair(pair)} must be at least 0, a fraction over at most {MOST_STEPS}, or inf",
            )
        found[pair] = d
    return tuple((pair, d) for pair, d in found.items() if pair[0] != pair[1])
