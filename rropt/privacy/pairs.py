"""Demands with a ratio and a slack of its own for each ordered pair of inputs: one class, and three ways to state it.

`PairwiseLDP` states a budget for each pair, `Metric` distances, `Sensitive` the inputs that are protected.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, permutations
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from rropt.exact.element import Bound, Number, ratio
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_probability, read_rational
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.reading import label_all, place_of
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import (
    PairBounds,
    read_slack,
    say_letter,
    say_plus,
    say_set,
    say_times,
    spell_budget,
    spell_budgets,
    spell_factor,
)
from rropt.privacy.notion import NOTHING, Notion
from rropt.privacy.ratios import extremes
from rropt.show import set_fields

__all__ = ["ByPair", "Metric", "PairwiseLDP", "Sensitive"]

LINE = "line"
MOST_STEPS = 4096
MOST_WHOLE = 32  # the largest power of a free t in a ratio
MOST_BUDGET = 1000  # ε·d: the checker reads no larger power of e

Name: TypeAlias = str | int
Pair: TypeAlias = tuple[Name, Name]
Distance: TypeAlias = Fraction | Infinity
Value = TypeVar("Value")
Key = TypeVar("Key")


class ByPair(Notion):
    """Base of demands that require Pr(S | j) ≤ T_jl·Pr(S | l) + δ_jl for all sets S of outputs.

    Each ordered pair (j, l) of inputs has its own ratio T_jl = e^ε and slack δ_jl. A pair without a budget ε is not bounded.
    """

    __slots__ = ()

    @abstractmethod
    def each(self, k: int, inputs: Sequence[str] | None = None) -> Mapping[tuple[int, int], tuple[Bound, Number]]:
        """T and δ of the ordered pairs of k inputs that have a budget."""

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of the demand on k inputs. If no pair is bounded, T = 1 and δ = 1 for all pairs."""
        found = PairBounds(k, None, self.each(k, inputs))
        return found if any(found.places()) else PairBounds(k, (Fraction(1), Fraction(1)))

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: for each bounded pair its two indices, e^ε and δ.

        If there is no such pair, the fields state a demand that all mechanisms keep.
        """
        bounds = self.bounds(k, inputs)
        if bounds.common is not None:
            return {"name": "ldp", "ratio": bounds.common[0], "delta": bounds.common[1]}
        found = dict(bounds.places())
        return {
            "name": "pairs",
            "pairs": [[str(j), str(against)] for j, against, *_ in found],
            "ratios": [t for t, _ in found.values()],
            "deltas": [delta for _, delta in found.values()],
        }


# ---- Tables of pairs -------------------------------------------------------------------------------------------------------------


class Row(int):
    """The index of a row of a matrix of budgets. It means the input with that index, never one whose label is this number."""


Budgets: TypeAlias = Mapping[Pair, object] | Sequence[Sequence[object]]


def entries(table: Budgets, name: str) -> Mapping[Pair, object]:
    """The entries of a mapping or a square matrix by pairs of inputs; `name` is what error messages call the table."""
    if isinstance(table, Mapping):
        for pair in table:
            if not (isinstance(pair, tuple) and len(pair) == 2 and pair[0] != pair[1]):
                raise InputError(
                    f"{name} has the key {str(pair)[:60]!r}, which is not a pair of different inputs; use keys such as "
                    "('yes', 'no')"
                )
        return table
    try:
        rows = [[] if isinstance(row, str) else list(row) for row in table]
    except TypeError:
        rows = []
    if len(rows) < 2 or any(len(row) != len(rows) for row in rows):
        raise InputError(
            f"{name} is neither a mapping of pairs nor a square matrix; give one row and one column per input"
        )
    return {(Row(j), Row(against)): x for j, row in enumerate(rows) for against, x in enumerate(row)}


def size_of(listed: Iterable[Pair]) -> int | None:
    """The number of inputs if the pairs come from a matrix of budgets or distances; None if they come from a mapping."""
    names = set(chain.from_iterable(listed))
    return len(names) if names and all(isinstance(name, Row) for name in names) else None


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


def places(names: Iterable[Name], k: int, inputs: Sequence[str] | None) -> dict[Name, int]:
    """The indices of the named inputs; two names of one input, such as its label and its index, are refused."""
    found: dict[int, Name] = {}
    for name in dict.fromkeys(names):
        at = _place(name, k, inputs)
        if at in found:
            raise InputError(f"the demand names one input twice, as {found[at]!r} and as {name!r}; name each once")
        found[at] = name
    return {name: at for at, name in found.items()}


def by_place(
    stated: Iterable[tuple[Pair, Value]], k: int, inputs: Sequence[str] | None
) -> dict[tuple[int, int], Value]:
    """Map each ordered pair of indices to the value that is stated for it. A matrix must be one for k inputs; a mapping may leave
    inputs out."""
    listed = list(stated)
    size = size_of(pair for pair, _ in listed)
    if size not in (None, k):
        raise InputError(
            f"the demand has a matrix for {size} inputs, but there are {k} inputs; give {k} rows and columns, or list only the "
            "pairs that you want to constrain"
        )
    at = places(chain.from_iterable(pair for pair, _ in listed), k, inputs)
    return {(at[j], at[against]): x for (j, against), x in listed}


def told_names(names: Iterable[Name], k: int | None, inputs: Sequence[str] | None) -> dict[Name, str]:
    """What each named input is called in a sentence: its label among k inputs; as it is named if k is None."""
    if k is None:
        return {x: str(x) for x in names}
    labels = label_all(inputs, k)
    return {x: labels[at] for x, at in places(names, k, inputs).items()}


def _spell_all(stated: Iterable[tuple[Pair, str]]) -> str:
    """Write all entries as Python reads them: a matrix as a matrix, others as a mapping."""
    found = dict(stated)
    k = size_of(found)
    if k is None:
        return f"{{{', '.join(f'{_say_pair(pair)}: {x!r}' for pair, x in found.items())}}}"
    # a matrix states all pairs but those of its diagonal
    return repr([[found.get((j, n), "0") for n in range(k)] for j in range(k)])


def _say_pair(pair: Pair) -> str:
    return f"({pair[0]!r}, {pair[1]!r})"


# ---- A budget for each pair ------------------------------------------------------------------------------------------------------


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

    Examples:
        >>> from rropt import PairwiseLDP, Trace, design
        >>> print(design(Trace(), PairwiseLDP({("no", "yes"): "ln3", ("yes", "no"): "ln3"}), inputs=("no", "yes")).value)
        3/2

    Reference: SPEC.md, 3, the demand by pairs.
    """

    name: ClassVar[str] = "pairwise"
    budgets: tuple[tuple[Pair, tuple[Epsilon, Number]], ...]

    def __init__(self, epsilons: Budgets, *, deltas: Budgets | None = None) -> None:
        slacks = (
            {} if deltas is None else {pair: x for pair, x in entries(deltas, "deltas").items() if pair[0] != pair[1]}
        )
        found = {pair: read_epsilon(x) for pair, x in entries(epsilons, "epsilons").items() if pair[0] != pair[1]}
        if size_of(slacks) not in (None, size_of(found)):
            raise InputError(
                f"deltas is a matrix for {size_of(slacks)} inputs, but epsilons is not; give both as matrices of one size, or "
                "both as pairs"
            )
        if strange := [pair for pair in slacks if pair not in found]:
            raise InputError(
                f"the pair {_say_pair(strange[0])} has a delta but no epsilon; give it an epsilon, and use the same names of pairs "
                "in both mappings"
            )
        if free := next((pair for pair, x in found.items() if x.is_free), None):
            raise InputError(f"epsilon is free for the pair {_say_pair(free)}; give every pair a number, or inf")
        read = {pair: read_probability(slacks.get(pair, 0), "delta") for pair in found}
        set_fields(self, budgets=tuple((pair, (x, read[pair])) for pair, x in found.items()))

    @property
    def size(self) -> int | None:
        """The number of inputs if the budgets were given as a matrix; else None."""
        return size_of(pair for pair, _ in self.budgets)

    def each(self, k: int, inputs: Sequence[str] | None = None) -> dict[tuple[int, int], tuple[Bound, Number]]:
        """The stated ratio e^ε and slack δ of each pair."""
        stated = by_place(self.budgets, k, inputs)
        return {pair: (epsilon.t, delta) for pair, (epsilon, delta) in stated.items()}

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        names = told_names(chain.from_iterable(pair for pair, _ in self.budgets), k, inputs)
        said = [
            f"is at most {say_times(epsilon.t)}as likely if the truth is {names[j]} as if it is {names[against]}{say_plus(delta)}"
            for (j, against), (epsilon, delta) in self.budgets
            if not is_infinite(epsilon.t) and delta != 1
        ]
        if not said:
            return NOTHING
        return f"Whatever answers are taken together, your giving one of them {'; it '.join(said)}."

    def __repr__(self) -> str:
        told = ", ".join(f"{_say_pair(pair)}: {show(delta)!r}" for pair, (_, delta) in self.budgets if delta)
        named = f", deltas={{{told}}}" if told else ""
        return f"PairwiseLDP({_spell_all((pair, str(epsilon)) for pair, (epsilon, _) in self.budgets)}{named})"


# ---- Distances -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Metric(ByPair):
    """p(i | j) ≤ e^(ε·d(j,l))·p(i | l) for every output i and all inputs j ≠ l.

    `distances` is a square matrix with zeros on its diagonal, or maps pairs of inputs (labels or indices) to distances. "line"
    means d(j, l) = |j − l|. A pair that is left out takes the distance of the reversed pair. A pair is not bounded if its distance
    is `inf`, or if it is left out in both orders. Distances are rational, so that all ratios are powers of one number.

    Args:
        distances: "line", a square matrix of rationals, or a mapping from pairs of inputs to rationals.
        epsilon: The budget at distance 1: a number. With whole distances also "every", where `design` or `least` is asked along
            epsilon.

    Raises:
        InputError: A distance is negative, irrational, not 0 on the diagonal, a fraction with a denominator above 4096, or so large
            that its budget protects nobody; or epsilon is free, and a distance is no whole number up to 32.

    Examples:
        >>> from rropt import Metric, Trace, design
        >>> print(design(Trace(), Metric("line", "ln2"), inputs=3).value)
        5/3

    Reference: Chatzikokolakis, Andrés, Bordenabe and Palamidessi (2013), Broadening the scope of differential privacy using
    metrics.
    """

    name: ClassVar[str] = "metric"
    distances: Literal["line"] | tuple[tuple[Pair, Distance], ...]
    epsilon: Epsilon

    def __init__(self, distances: Literal["line"] | Budgets, epsilon: object) -> None:
        budget = read_epsilon(epsilon)
        found = LINE if isinstance(distances, str) and distances == LINE else _read_distances(distances, budget)
        set_fields(self, distances=found, epsilon=budget)

    def with_epsilon(self, epsilon: object) -> Metric:
        """The same distances with another ε."""
        return Metric(LINE if isinstance(self.distances, str) else dict(self.distances), epsilon)

    @property
    def size(self) -> int | None:
        """The number of inputs if the distances were given as a matrix; else None."""
        return None if isinstance(self.distances, str) else size_of(pair for pair, _ in self.distances)

    def apart(self, k: int, inputs: Sequence[str] | None = None) -> dict[tuple[int, int], Fraction]:
        """Map each ordered pair (j, l) of indices that has a finite distance to this distance."""
        if isinstance(self.distances, str):
            return {pair: Fraction(abs(pair[0] - pair[1])) for pair in permutations(range(k), 2)}
        stated = by_place(self.distances, k, inputs)
        both = {(b, a): d for (a, b), d in stated.items()} | stated
        return dict(_finite(both.items()))

    def each(self, k: int, inputs: Sequence[str] | None = None) -> dict[tuple[int, int], tuple[Bound, Number]]:
        """The ratio e^(ε·d) of each pair at a finite distance d: a root of a power of e^ε if d is no integer."""
        known = self.apart(k, inputs)
        ratios = {d: self.epsilon.split(d.denominator).times(d.numerator).t for d in set(known.values())}
        return {pair: (ratios[d], Fraction(0)) for pair, d in known.items()}

    def remark(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """That some truths are not protected against each other; "" if each pair has a finite distance."""
        if isinstance(self.distances, str):
            return ""
        listed = {frozenset(pair) for pair, _ in self.distances}
        n = len(frozenset().union(*listed)) if k is None else k
        are_all = len(listed) == n * (n - 1) // 2 and not any(is_infinite(d) for _, d in self.distances)
        return "" if are_all else "; truths without a finite distance are not protected against each other"

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.epsilon.t) or not (isinstance(self.distances, str) or any(_finite(self.distances))):
            return NOTHING
        return (
            f"Whatever the truth about you, each answer would be at most {spell_factor(self.epsilon.t)} times as likely "
            f"under it as under any other at distance 1, and at distance d that number to the power d"
            f"{say_letter(self.epsilon.t)}{self.remark(k, inputs)}."
        )

    def __repr__(self) -> str:
        told = self.distances
        every = repr(LINE) if isinstance(told, str) else _spell_all((pair, show(d)) for pair, d in told)
        return f"Metric({every}, '{spell_budget(self.epsilon)}')"


def _finite(distances: Iterable[tuple[Key, Distance]]) -> Iterator[tuple[Key, Fraction]]:
    """Yield the pairs at a finite distance, with that distance; the demand bounds nothing for the other pairs."""
    return ((pair, d) for pair, d in distances if not is_infinite(d))


def _read_distances(table: Budgets, budget: Epsilon) -> tuple[tuple[Pair, Distance], ...]:
    """Read the distances by pair. Infinite ones stay: they count in the size of a matrix, and are not those of reversed pairs."""
    found: dict[Pair, Distance] = {}
    for pair, x in entries(table, "distances").items():
        found[pair] = INFINITY if str(x).strip() == "inf" else read_rational(x)
        _require_distance(pair, found[pair], budget)
    return tuple((pair, d) for pair, d in found.items() if pair[0] != pair[1])


def _require_distance(pair: Pair, d: Distance, budget: Epsilon) -> None:
    """Refuse a distance that is negative or too fine, and one whose budget ε·d is beyond what is computed with."""
    said = ""
    if pair[0] == pair[1] and d != 0:
        said = "must be 0, as every distance of an input from itself"
    elif is_infinite(d):
        return
    elif d < 0 or d.denominator > MOST_STEPS:
        said = f"must be at least 0, a fraction over at most {MOST_STEPS}, or inf"
    elif budget.is_free:
        if d.denominator > 1 or d > MOST_WHOLE:
            said = (
                f"must be a whole number up to {MOST_WHOLE} where epsilon is free; give one epsilon, or state the distances in "
                "another unit"
            )
    elif not is_infinite(budget.t) and d > MOST_BUDGET / max(budget.bounds()[1], Fraction(1, 10**6)):
        said = f"gives a budget above {MOST_BUDGET}, which protects nobody; give inf"
    if said:
        raise InputError(f"distance = {show(d)} of {_say_pair(pair)} {said}")


# ---- Protected inputs ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Sensitive(ByPair):
    """Pr(S | j) ≤ e^ε·Pr(S | l) + δ for every set S of outputs, every sensitive input j and every l ≠ j.

    Nothing is asked of the other inputs, so an answer may prove that its respondent's truth is not sensitive. If δ = 0, an
    answer is at most e^ε times as likely under a sensitive truth as under any other, and no answer proves that its
    respondent's truth is sensitive.

    Args:
        inputs: The protected inputs: a label or an index, or several.
        epsilon: The budget: a number. Also "every", where `design` or `least` is asked along epsilon.
        delta: The slack, 0 if not given.

    Raises:
        InputError: No input is named, or one is named twice.

    Examples:
        >>> from rropt import Sensitive, Variance, design
        >>> print(design(Variance("1/4"), Sensitive(["yes"], "ln3"), inputs=("no", "yes")).value)
        9/16

    Reference: Murakami and Kawamoto (2019), Utility-optimized local differential privacy mechanisms for distribution estimation.
    """

    name: ClassVar[str] = "sensitive"
    inputs: tuple[Name, ...]
    epsilon: Epsilon
    delta: Number

    def __init__(self, inputs: Name | Iterable[Name], epsilon: object, *, delta: object = 0) -> None:
        names = (inputs,) if isinstance(inputs, str | int) else tuple(inputs) if isinstance(inputs, Iterable) else ()
        if not names or not all(isinstance(x, str | int) and not isinstance(x, bool) for x in names):
            raise InputError(
                f"the sensitive inputs must be a list of one or more labels or indices, such as ['yes'], not {str(inputs)[:60]!r}"
            )
        if len(set(names)) < len(names):
            raise InputError(f"a sensitive input is named twice in {str(names)[:60]}; name each once")
        budget = read_epsilon(epsilon)
        set_fields(self, inputs=names, epsilon=budget, delta=read_slack(delta, t=budget.t))

    def each(self, k: int, inputs: Sequence[str] | None = None) -> dict[tuple[int, int], tuple[Bound, Number]]:
        """e^ε and δ for each ordered pair (j, l) with a sensitive input j."""
        bound = (self.epsilon.t, self.delta)
        protected = places(self.inputs, k, inputs).values()
        return {(j, against): bound for j in protected for against in range(k) if against != j}

    @staticmethod
    def tightest_epsilons(mechanism: Mechanism) -> tuple[Epsilon, ...]:
        """For every input j, the least ε with which the mechanism protects j alone, with δ = 0. It is the logarithm of the largest
        ratio Pr(i | j)/Pr(i | l) over all outputs i and inputs l."""
        least = [row[extremes(row)[1]] for row in mechanism.rows]
        ratios = [[ratio(x, low) for x, low in zip(column, least, strict=True)] for column in mechanism.columns]
        return tuple(Epsilon(INFINITY if any(map(is_infinite, own)) else max(own)) for own in ratios)

    def remark(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """That other truths are not protected; "" if all k are."""
        return "" if len(self.inputs) == k else "; other truths are not protected"

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.epsilon.t) or self.delta == 1:
            return NOTHING
        names = " or ".join(told_names(self.inputs, k, inputs).values())
        return f"If the truth about you is {names}, {say_set(self.epsilon.t, self.delta)}{self.remark(k, inputs)}."

    def __repr__(self) -> str:
        return f"Sensitive({list(self.inputs)!r}, {spell_budgets(self.epsilon, self.delta)})"
