"""Local differential privacy with a budget ε and a slack δ of its own for each ordered pair of inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Self, TypeVar

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.reading import label_all, place_of
from rropt.exact.spelling import show
from rropt.privacy.bounds import PairBounds, read_probability, spell_factor
from rropt.privacy.pairs.by_pair import ByPair
from rropt.privacy.stored import Fields, Row, RowLabel, matrix_field

__all__ = [
    "Budgets",
    "Name",
    "PairTable",
    "PairwiseLDP",
    "by_place",
    "entries",
    "list_few",
    "places",
    "say_pair",
    "size_of",
    "spell_few",
    "spell_table",
]

MOST_LISTED, FEW_LISTED = 12, 3

Name = str | int
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PairTable:
    """A square matrix as it is read from a file. The entry in row j and column l is for the ordered pair (j, l) of inputs.

    `labels` names the inputs; None if the file has no labels.
    """

    labels: tuple[str, ...] | None
    rows: tuple[tuple[object, ...], ...]

    def filled(self, x: object) -> PairTable:
        """The table with x in every cell."""
        return PairTable(self.labels, tuple((x,) * len(row) for row in self.rows))


Budgets = Mapping[tuple[Name, Name], object] | Sequence[Sequence[object]] | PairTable


@dataclass(frozen=True, slots=True, repr=False)
class PairwiseLDP(ByPair):
    """Pr(S | j) ≤ e^ε_jl·Pr(S | l) + δ_jl for every set S of outputs and every ordered pair (j, l) that has a budget.

    If every ε_jl is a distance d(j, l) times one ε, the demand is metric privacy (Chatzikokolakis et al., 2013).

    Args:
        epsilons: A mapping from pairs of inputs, named by label or index, to budgets; or a k×k matrix with ε_jl in row j, column l,
            whose diagonal is not read. A pair that is left out, or whose budget is `inf`, is not bounded.
        deltas: The slacks in the same form, 0 unless stated.

    Raises:
        InputError: A budget is a range or no number; or a slack is no probability, or its pair has no budget.

    Example:
        >>> from rropt import PairwiseLDP, Trace, design
        >>> print(design(Trace(), PairwiseLDP({("no", "yes"): "ln3", ("yes", "no"): "ln3"}), inputs=("no", "yes")).value)
        3/2

    Reference: SPEC.md, 3, the demand by pairs.
    """

    name: ClassVar[str] = "pairwise"
    budgets: tuple[tuple[tuple[Name, Name], tuple[Epsilon, Number]], ...]

    def __init__(self, epsilons: Budgets, *, deltas: Budgets | None = None) -> None:
        slacks = {pair: x for pair, x in entries(deltas, "deltas") if pair[0] != pair[1]} if deltas is not None else {}
        found = {pair: read_epsilon(x) for pair, x in entries(epsilons, "epsilons") if pair[0] != pair[1]}
        if size_of(slacks) not in (None, size_of(found)):
            raise InputError(
                f"deltas is a matrix for {size_of(slacks)} inputs, but epsilons is not; give both as matrices of one size, or "
                "both as pairs"
            )
        if strange := [pair for pair in slacks if pair not in found]:
            raise InputError(
                f"the pair {say_pair(strange[0])} has a delta but no epsilon; give it an epsilon, and use the same names of pairs "
                "in both mappings"
            )
        if free := next((pair for pair, x in found.items() if x.is_free), None):
            raise InputError(f"epsilon is free for the pair {say_pair(free)}; give every pair a number, or inf")
        read = {pair: read_probability(slacks.get(pair, 0), "delta") for pair in found}
        object.__setattr__(self, "budgets", tuple((pair, (x, read[pair])) for pair, x in found.items()))

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs: the stated ratio e^ε and slack δ of each ordered pair. Pairs without a budget are
        not bounded."""
        stated = by_place(self.budgets, k, inputs)
        return PairBounds.by_pair(k, {pair: (epsilon.t, delta) for pair, (epsilon, delta) in stated.items()})

    @property
    def size(self) -> int | None:
        """The number of inputs if the budgets were given as a matrix; else None."""
        return size_of(pair for pair, _ in self.budgets)

    def about(self, k: int, inputs: Sequence[str] | None = None) -> PairwiseLDP:
        """The same demand for k inputs, with the inputs of each pair named by label instead of index."""
        names = label_all(inputs, k)
        found = {(names[j], names[n]): budget for (j, n), budget in by_place(self.budgets, k, inputs).items()}
        return PairwiseLDP(
            {pair: epsilon for pair, (epsilon, _) in found.items()},
            deltas={pair: delta for pair, (_, delta) in found.items()},
        )

    def sentence(self) -> str:
        """The demand in a sentence for a respondent."""
        said = [
            f"is at most {_times(epsilon.t)}as likely if the truth is {j} as if it is {against}"
            + (f", plus {spell_factor(delta)}" if delta else "")
            for (j, against), (epsilon, delta) in self.budgets
            if not is_infinite(epsilon.t) and delta != 1
        ]
        if not said:
            return "This demand promises nothing: an answer may reveal the truth."
        return f"Whatever answers are taken together, your giving one of them {'; it '.join(said)}."

    def to_dict(self) -> dict[str, Any]:
        """A dictionary with the demand's name and the pairs, each with e^ε as `ratio` and δ as `delta`. All numbers are text. If
        the budgets are a matrix, `matrix` says whether its rows are named by index or by label."""
        return {
            "name": self.name,
            "pairs": [
                {"input": str(j), "against": str(against), "ratio": show(epsilon.t), "delta": show(delta)}
                for (j, against), (epsilon, delta) in self.budgets
            ],
            **matrix_field(name for pair, _ in self.budgets for name in pair),
        }

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Build the demand from its fields, as read from JSON or a command line."""
        pairs = fields.pairs("pairs")
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


def _times(factor: Number) -> str:
    """Write "3 times " if the factor is 3, and the empty text if it is 1."""
    return "" if factor == 1 else f"{spell_factor(factor)} times "


def entries(table: Budgets, name: str) -> Iterator[tuple[tuple[Name, Name], object]]:
    """Yield each pair of inputs in a mapping or a square matrix, with its entry. The diagonal of a matrix is included.

    `name` is what error messages call the table.
    """
    if isinstance(table, Mapping):
        for pair, x in table.items():
            if not (isinstance(pair, tuple) and len(pair) == 2 and pair[0] != pair[1]):
                raise InputError(
                    f"{name} has the key {str(pair)[:60]!r}, which is not a pair of different inputs; use keys such as ('yes', "
                    "'no')"
                )
            yield pair, x
        return
    rows = _square_rows(table.rows if isinstance(table, PairTable) else table)
    if rows is None:
        raise InputError(
            f"{name} is neither a mapping of pairs nor a square matrix; give one row and one column per input"
        )
    labels = table.labels if isinstance(table, PairTable) else None
    names: list[Name] = [Row(j) for j in range(len(rows))] if labels is None else [RowLabel(x) for x in labels]
    for j, row in zip(names, rows, strict=True):
        for against, x in zip(names, row, strict=True):
            yield (j, against), x


def size_of(pairs: Iterable[tuple[Name, Name]]) -> int | None:
    """The number of inputs if the pairs come from a matrix of budgets or distances; None if they come from a mapping."""
    names = {name for pair in pairs for name in pair}
    return len(names) if names and all(isinstance(name, Row | RowLabel) for name in names) else None


def _square_rows(table: object) -> list[list[object]] | None:
    """The rows of a table that has n rows of length n, for some n of at least 2. None for any other object."""
    try:
        rows = [] if isinstance(table, str) else [[] if isinstance(row, str) else list(row) for row in table]  # type: ignore[attr-defined]
    except TypeError:
        return None
    return rows if len(rows) > 1 and all(len(row) == len(rows) for row in rows) else None


def _place(name: Name, k: int, inputs: Sequence[str] | None) -> int:
    """The index of an input that is given by label or by index; an index may also be text if that is unambiguous."""
    found = place_of(name, inputs, k, as_text=True)
    if isinstance(name, Row) and found != name:
        raise InputError(
            f"the labels of the inputs ({', '.join((inputs or ())[:12])}) are numbers that differ from the row numbers of the "
            f"demand's matrix; instead of a matrix give pairs of labels, {{('{(inputs or ('0',))[0]}', …): …}}"
        )
    if found is not None:
        return found
    known = ", ".join(inputs) if inputs is not None else f"0 to {k - 1}"
    raise InputError(f"the demand names the input {name!r}, but the inputs are {known}; use these names in the demand")


def places(names: Iterable[Name], k: int, inputs: Sequence[str] | None) -> list[int]:
    """Return the indices of the named inputs; refuse two names of one input, such as its label and its index."""
    found: dict[int, Name] = {}
    for name in names:
        at = _place(name, k, inputs)
        if at in found:
            raise InputError(f"the demand names one input twice, as {found[at]!r} and as {name!r}; name each once")
        found[at] = name
    return list(found)


def by_place(
    stated: Iterable[tuple[tuple[Name, Name], Value]], k: int, inputs: Sequence[str] | None
) -> dict[tuple[int, int], Value]:
    """Map each ordered pair of indices to the value that is stated for that pair.

    A pair that is stated twice is refused, for instance once by labels and once by indices. A matrix is refused if its size is not
    k. A mapping may leave inputs out.
    """
    listed = list(stated)
    size = size_of(pair for pair, _ in listed)
    if size not in (None, k):
        raise InputError(
            f"the demand has a matrix for {size} inputs, but there are {k} inputs; give {k} rows and columns, or list only the "
            "pairs that you want to constrain"
        )
    at = {name: _place(name, k, inputs) for name in dict.fromkeys(chain.from_iterable(pair for pair, _ in listed))}
    names: dict[tuple[int, int], tuple[Name, Name]] = {}
    for pair, _ in listed:
        place = at[pair[0]], at[pair[1]]
        if place[0] == place[1]:
            raise InputError(f"the demand names one input twice, in the pair {say_pair(pair)}; pair different inputs")
        if place in names:
            raise InputError(
                f"the demand names one pair of inputs twice, as {say_pair(names[place])} and as {say_pair(pair)}; name each once"
            )
        names[place] = pair
    return dict(zip(names, (x for _, x in listed), strict=True))


def spell_table(entries: Iterable[tuple[tuple[Name, Name], str]]) -> str:
    """Write all entries as text. If they come from a matrix without labels, write a matrix, with `inf` for each missing entry off
    the diagonal; else write a mapping."""
    found = dict(entries)
    k = size_of(found)
    if k is None or any(isinstance(name, str) for pair in found for name in pair):
        return spell_pairs(found.items())
    rows = [[found.get((j, against), "0" if j == against else "inf") for against in range(k)] for j in range(k)]
    return repr(rows)


def spell_pairs(entries: Iterable[tuple[tuple[Name, Name], str]]) -> str:
    """Write all entries as a Python dictionary, such as {('a', 'b'): '1', ('b', 'a'): '2'}."""
    return f"{{{', '.join(f'{say_pair(pair)}: {x!r}' for pair, x in entries)}}}"


def spell_few(entries: Iterable[tuple[tuple[Name, Name], str]]) -> str:
    """Write the entries as a mapping; if there are many, only the first few."""
    return f"{{{list_few([f'{say_pair(pair)}: {x!r}' for pair, x in entries])}}}"


def list_few(parts: Sequence[str], what: str = "pairs") -> str:
    """Join the parts with commas. If there are many, write only the first few, and say how many there are."""
    if len(parts) <= MOST_LISTED:
        return ", ".join(parts)
    return f"{', '.join(parts[:FEW_LISTED])}, … {len(parts)} {what} in all"


def say_pair(pair: tuple[Name, Name]) -> str:
    return f"({pair[0]!r}, {pair[1]!r})"
