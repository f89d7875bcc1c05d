"""Local differential privacy with a budget ε and a slack δ of its own for each ordered pair of inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Self

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.reading import place_of
from rropt.exact.spelling import show
from rropt.privacy.bounds import PairBounds, read_probability, spell_factor
from rropt.privacy.pairs.by_pair import ByPair
from rropt.privacy.stored import Fields

__all__ = [
    "Budgets",
    "Name",
    "PairwiseLDP",
    "entries",
    "place",
    "places",
    "say_pair",
    "size_of",
    "spell_few",
    "spell_table",
]

MOST_LISTED, FEW_LISTED = 12, 3

Name = str | int
Budgets = Mapping[tuple[Name, Name], object] | Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True, repr=False)
class PairwiseLDP(ByPair):
    """Pr(S | j) ≤ e^ε_jl·Pr(S | l) + δ_jl for every set S of outputs and every ordered pair (j, l) that has a budget.

    With d(j, l)·ε for ε_jl this is metric privacy (Chatzikokolakis et al., 2013).

    Args:
        epsilons: A mapping of pairs of inputs, by label or by index, to budgets, or a k×k matrix of them whose row j and column
            l has ε_jl; what it leaves out, and `inf`, demands nothing.
        deltas: The slacks likewise, 0 unless stated.

    Raises:
        InputError: A budget is free or no number, or a slack is stated for a pair without a budget.

    Example:
        >>> from rropt import PairwiseLDP, Trace, design
        >>> print(design(Trace(), PairwiseLDP({("no", "yes"): "ln3", ("yes", "no"): "ln3"}), inputs=("no", "yes")).value)
        3/2

    Reference: SPEC.md, 3, the demand by pairs.
    """

    name: ClassVar[str] = "pairwise"
    budgets: tuple[tuple[tuple[Name, Name], tuple[Epsilon, Number]], ...]

    def __init__(self, epsilons: Budgets, *, deltas: Budgets | None = None) -> None:
        slacks = dict(entries(deltas, "deltas")) if deltas is not None else {}
        found = {pair: read_epsilon(x) for pair, x in entries(epsilons, "epsilons")}
        if strange := [pair for pair in slacks if pair not in found]:
            raise InputError(f"deltas has the pair {say_pair(strange[0])}, which has no epsilon; give it one, or inf")
        if free := next((pair for pair, x in found.items() if x.is_free), None):
            raise InputError(f"epsilon is free for the pair {say_pair(free)}; give every pair a number, or inf")
        read = {pair: read_probability(slacks.get(pair, 0), "delta") for pair in found}
        object.__setattr__(self, "budgets", tuple((pair, (x, read[pair])) for pair, x in found.items()))

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs: the stated ratio e^ε and slack δ of each ordered pair, nothing for the other
        pairs."""
        at = places((pair for pair, _ in self.budgets), k, inputs)
        stated = {(at[j], at[against]): (epsilon.t, delta) for (j, against), (epsilon, delta) in self.budgets}
        return PairBounds.by_pair(k, stated)

    @property
    def size(self) -> int | None:
        """The number of inputs if the budgets were given as a matrix; else None."""
        return size_of(pair for pair, _ in self.budgets)

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        said = [
            f"is at most {spell_factor(epsilon.t)} times as likely if the truth is {j} as if it is {against}"
            + (f", plus {spell_factor(delta)}" if delta else "")
            for (j, against), (epsilon, delta) in self.budgets
            if not is_infinite(epsilon.t) and delta != 1
        ]
        if not said:
            return "This demand promises nothing: an answer may reveal the truth."
        return f"Whatever answers are taken together, your giving one of them {'; it '.join(said)}."

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the demand's name, and for each pair of inputs `ratio` = e^ε and δ, as text."""
        return {
            "name": self.name,
            "pairs": [
                {"input": str(j), "against": str(against), "ratio": show(epsilon.t), "delta": show(delta)}
                for (j, against), (epsilon, delta) in self.budgets
            ],
        }

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        pairs = dict(fields.pairs("pairs"))
        budgets = {pair: x.budget("ratio") for pair, x in pairs.items()}
        return cls(budgets, deltas={pair: x.number("delta") for pair, x in pairs.items()})

    def __repr__(self) -> str:
        return self._call(spell_table)

    def __str__(self) -> str:
        return self._call(spell_few)

    def _call(self, spell: Callable[[Iterable[tuple[tuple[Name, Name], str]]], str]) -> str:
        slacks = [(pair, show(delta)) for pair, (_, delta) in self.budgets if delta]
        named = f", deltas={spell_few(slacks) if spell is spell_few else spell_pairs(slacks)}" if slacks else ""
        return f"PairwiseLDP({spell((pair, str(epsilon)) for pair, (epsilon, _) in self.budgets)}{named})"


def entries(table: Budgets, name: str) -> Iterator[tuple[tuple[Name, Name], object]]:
    """Yield the entries of a mapping or a square matrix with their pairs of inputs; the diagonal of a matrix is not read.

    `name` is what an error calls the table.
    """
    if isinstance(table, Mapping):
        for pair, x in table.items():
            if not (isinstance(pair, tuple) and len(pair) == 2 and pair[0] != pair[1]):
                raise InputError(
                    f"{name} has the key {str(pair)[:60]!r}; give pairs of different inputs, ('yes', 'no')"
                )
            yield pair, x
        return
    if not _is_square(table):
        raise InputError(
            f"{name} is neither a mapping of pairs nor a square matrix; give one row and one column per input"
        )
    for j, row in enumerate(table):
        for against, x in enumerate(row):
            if j != against:
                yield (_Row(j), _Row(against)), x


def size_of(pairs: Iterable[tuple[Name, Name]]) -> int | None:
    """The number of inputs if the pairs come from a matrix; None if they name their inputs."""
    names = [name for pair in pairs for name in pair]
    rows = [name for name in names if isinstance(name, _Row)]
    return max(rows) + 1 if rows and len(rows) == len(names) else None


class _Row(int):
    """The index of a row of a matrix of budgets. It means the input with that index, never one whose label is this number."""


def _is_square(table: object) -> bool:
    """Whether the table is a list of n lists of length n."""
    try:
        rows = list(table)  # type: ignore[call-overload]
        return not isinstance(table, str) and all(not isinstance(row, str) and len(row) == len(rows) for row in rows)
    except TypeError:
        return False


def place(name: Name, k: int, inputs: Sequence[str] | None) -> int:
    """The index of an input that is given by label or by index; an index may also be text if that is unambiguous."""
    found = place_of(name, inputs, k, as_text=True)
    if isinstance(name, _Row) and name < k and found != name:
        raise InputError(
            f"the inputs {', '.join((inputs or ())[:12])} are numbers, but not the row numbers of the demand's matrix; name "
            f"pairs by label instead, {{('{(inputs or ('0',))[0]}', …): …}}"
        )
    if found is not None:
        return found
    known = ", ".join(inputs) if inputs is not None else f"0 to {k - 1}"
    raise InputError(f"the demand names the input {name!r}, which is none of {known}; give the demand these names")


def places(pairs: Iterable[tuple[Name, Name]], k: int, inputs: Sequence[str] | None) -> dict[Name, int]:
    """The index of each input that some pair names."""
    return {name: place(name, k, inputs) for name in dict.fromkeys(chain.from_iterable(pairs))}


def spell_table(entries: Iterable[tuple[tuple[Name, Name], str]]) -> str:
    """Write all entries as they were given, as a matrix (`inf` where an entry is missing) or as a mapping."""
    found = dict(entries)
    k = size_of(found)
    if k is None:
        return spell_pairs(found.items())
    rows = [[found.get((j, against), "0" if j == against else "inf") for against in range(k)] for j in range(k)]
    return repr(rows)


def spell_pairs(entries: Iterable[tuple[tuple[Name, Name], str]]) -> str:
    """Write all entries as a mapping."""
    return f"{{{', '.join(f'{say_pair(pair)}: {x!r}' for pair, x in entries)}}}"


def spell_few(entries: Iterable[tuple[tuple[Name, Name], str]]) -> str:
    """Write the entries as a mapping; if there are many, only the first few."""
    return f"{{{list_few([f'{say_pair(pair)}: {x!r}' for pair, x in entries])}}}"


def list_few(parts: Sequence[str]) -> str:
    """Join the parts to a list in text; if there are many, the first few and how many there are."""
    if len(parts) <= MOST_LISTED:
        return ", ".join(parts)
    return f"{', '.join(parts[:FEW_LISTED])}, … {len(parts)} pairs in all"


def say_pair(pair: tuple[Name, Name]) -> str:
    return f"({pair[0]!r}, {pair[1]!r})"
