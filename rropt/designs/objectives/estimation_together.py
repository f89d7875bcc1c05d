"""Objectives that combine total variances and contrasts: a weighted sum, or the largest of several, each at its own prevalences.

Let C be the covariance of the estimated shares at one list of prevalences. Let term a have the weight w_a and the contrasts K_a,
one contrast per row. Stack all K_a in one matrix K, and let the diagonal matrix D have w_a at each row of K_a. Then the sum of the
terms is Σ_a w_a Tr K_a C K_aᵀ = Tr DKCKᵀ, one sum of weighted variances of contrasts. With several lists, the sum of the terms is a
mean over the lists. All lists share K; each has its own D, with 0 at the rows of the terms that do not name the list.

So this sum has a bound like that of contrasts. Now let a be the index of a list, with the weight w_a, the covariance C_a, the
prevalences π_a and the matrix D_a. Let X_a be any matrices, y prices, and s any row of the demand's cone. Then

    Σ_a w_a Tr D_a K C_a Kᵀ ≥ Σ_a w_a (2 Tr D_a K X_aᵀ − (Kπ_a)ᵀD_a(Kπ_a)) − Σ y
    if   Σ_a w_a sᵀX_aᵀD_aX_a s/(sᵀπ_a) ≤ yᵀs   on the cone.

Each row of K gives the inequality of one contrast, multiplied by a weight d ≥ 0.

The largest of several sums, each at one list, is at least every mean of the sums. Each sum is convex in the weights of rows. So, by
minimax, for some mean the least value over all mechanisms equals the least value of the largest sum. The weights of this mean are
the certificate's witness.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.contrast import Contrast
from rropt.designs.objectives.covariances.covariance import Square
from rropt.designs.objectives.estimation import Estimation
from rropt.designs.objectives.shares import Prevalences
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import Matrix, total_of
from rropt.mechanism import Mechanism
from rropt.problem.terms import OfSeveral, OfTerms, common_inputs, read_rational_terms, read_several, say_terms

if TYPE_CHECKING:
    from rropt.certificate.scope import Scope
    from rropt.certificate.writing import Document
    from rropt.problem.problem import Problem

__all__ = ["Combined", "Largest", "Sum", "VarianceSum", "VarianceWorst", "at_list", "lists_of"]

ONE = Fraction(1)
Terms = tuple[tuple[Fraction, Estimation], ...]


class Combined(Estimation):
    """An objective whose value combines the values of several objectives of estimates."""

    __slots__ = ()

    @property
    @abstractmethod
    def _of(self) -> tuple[Estimation, ...]:
        """The objectives whose values are combined."""

    @abstractmethod
    def _combine(self, values: Sequence[Bound]) -> Bound:
        """Combine the values of the objectives, in their order, into one value."""

    @property
    def inputs(self) -> int | None:
        """The number of inputs that the objectives require. None if no objective requires a certain number."""
        return common_inputs(self._of)

    def estimators_of(self, mechanism: Mechanism) -> tuple[Matrix, ...]:
        """Return the efficient estimators of all objectives, one for each objective and each of its lists of prevalences."""
        return tuple(found for x in self._of for found in x.estimators_of(mechanism))

    def value(self, mechanism: Mechanism) -> Bound:
        """Return the value for a mechanism, computed from the values of the combined objectives."""
        return self._combine([x.value(mechanism) for x in self._of])

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Return bounds of the value, computed from the bounds of the combined objectives."""
        lows, highs = zip(*(x.value_bounds(mechanism) for x in self._of), strict=True)
        return self._combine(lows), self._combine(highs)

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Return bounds of the value for answers that are sets of inputs, from the bounds of the combined objectives."""
        lows, highs = zip(*(x.value_of_sets(sets) for x in self._of), strict=True)
        return self._combine(lows), self._combine(highs)

    def shares_of_estimates(self, k: int) -> tuple[tuple[Number, ...], ...]:
        """The lists of prevalences of all objectives, one after the other."""
        return tuple(pi for x in self._of for pi in x.shares_of_estimates(k))

    def value_of_covariances(self, covariances: Sequence[Square]) -> tuple[Number, Number]:
        """Bounds of the value, from n times the covariance at each list of `shares_of_estimates`."""
        found, start = [], 0
        for x in self._of:
            stop = start + len(x.shares_of_estimates(len(covariances[0])))
            found.append(x.value_of_covariances(covariances[start:stop]))
            start = stop
        low, high = (self._combine(ends) for ends in zip(*found, strict=True))
        assert not is_infinite(low) and not is_infinite(high)
        return low, high


class Sum:
    """Mixin for a weighted sum of objectives: combines their values, and writes the sum as text."""

    __slots__ = ()
    if TYPE_CHECKING:
        terms: tuple[tuple[Fraction, Estimation], ...]

    @property
    def _of(self) -> tuple[Estimation, ...]:
        return tuple(x for _, x in self.terms)

    def _combine(self, values: Sequence[Bound]) -> Bound:
        found = [(w, x) for (w, _), x in zip(self.terms, values, strict=True) if not is_infinite(x)]
        return INFINITY if len(found) < len(values) else total_of([w * x for w, x in found])

    def __str__(self) -> str:
        return say_terms(self.terms)


class Largest:
    """Mixin for the largest of several objectives: combines their values, and writes the objective as text."""

    __slots__ = ()
    if TYPE_CHECKING:
        objectives: tuple[Estimation, ...]

    @property
    def _of(self) -> tuple[Estimation, ...]:
        return self.objectives

    def _combine(self, values: Sequence[Bound]) -> Bound:
        return INFINITY if any(map(is_infinite, values)) else max(values)

    def __str__(self) -> str:
        return f"largest of {' and '.join(f'({x})' for x in self.objectives)}"


@dataclass(frozen=True, slots=True)
class _Member:
    """A block at one list of prevalences. A block consists of the rows of one objective in the matrix of all contrasts.

    `block` is the index of the block, `place` is the index of the list, and `scale` is the weight of the block at that list.
    """

    block: int
    place: int
    scale: Fraction


class Together(Combined):
    """Base of combined objectives in which each objective is a sum of variances of contrasts at its own prevalences."""

    __slots__ = ()
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"

    @property
    @abstractmethod
    def _blocks(self) -> tuple[Estimation, ...]:
        """The objectives whose contrasts are stacked in the matrix of all contrasts."""

    @abstractmethod
    def _members(self, k: int) -> list[_Member]:
        """List a `_Member` for each objective and each of its lists of prevalences.

        A `_Member` says which rows of the matrix of all contrasts belong to the objective, and their weight at that list.
        """

    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The contrasts of all objectives, one block of rows below another."""
        return tuple(row for x in self._blocks for row in x.contrast_of(k))

    def scales_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The weight of each contrast's variance, indexed [list of prevalences][contrast]."""
        ends = self._ends(k)
        found = [[Fraction(0)] * ends[-1] for _ in self.prevalences.at(k)]
        for member in self._members(k):
            for n in range(ends[member.block], ends[member.block + 1]):
                found[member.place][n] += member.scale
        return tuple(map(tuple, found))

    def _ends(self, k: int) -> list[int]:
        """List the row of the matrix of all contrasts at which each objective begins, and at the end the number of rows."""
        ends = [0]
        for x in self._blocks:
            ends.append(ends[-1] + len(x.contrast_of(k)))
        return ends

    def _cut(self, places: Sequence[Document], member: _Member) -> Document:
        """Return the part of the witness that belongs to `member`: the rows of its objective, at its list of prevalences."""
        k = len(places[0]["matrix"][0])
        own = slice(*self._ends(k)[member.block : member.block + 2])
        return {key: rows[own] for key, rows in places[member.place].items()}

    def list_estimators(self, by_place: Sequence[Matrix], k: int) -> tuple[Matrix, ...]:
        """Return an estimator for each term at each of its lists of prevalences, taken from the estimator of all contrasts."""
        ends = self._ends(k)
        return tuple(by_place[x.place][ends[x.block] : ends[x.block + 1]] for x in self._members(k))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class VarianceSum(OfTerms, Sum, Together):
    """A weighted sum of total variances and contrasts, such as `TotalVariance() + 2*Contrast([1, 2, 3])`; smaller is better.

    Args:
        terms: Pairs of a rational weight above 0 and an objective, `TotalVariance` or `Contrast`, at one list of prevalences or for
            the mean over several.

    Raises:
        InputError: There is no term, a weight is no rational number above 0, an objective is about the worst of several lists, or
            the objectives differ in their number of inputs.

    Example:
        >>> from rropt import LDP, Contrast, TotalVariance, design
        >>> print(design(TotalVariance() + 2 * Contrast([0, 1]), LDP("ln3")).value)
        4

    Reference: SPEC.md, 5.11.
    """

    terms: Terms
    prevalences: Prevalences
    name: ClassVar[str] = "variance-sum"
    such_as: ClassVar[str] = "total-variance + 2*contrast"
    called: ClassVar[str] = "sum of variances"

    def __init__(self, *terms: tuple[object, object]) -> None:
        found = read_rational_terms(terms, Estimation)  # type: ignore[type-abstract]
        for _, x in found:
            _require_alone(x)
            if x.prevalences.is_worst:
                raise InputError(
                    f"the {x} is the worst of several, not a sum of variances, so nothing can be added to it; take the worst of "
                    "sums, as in worst(TotalVariance(a) + …, TotalVariance(b) + …)"
                )
        object.__setattr__(self, "terms", found)
        object.__setattr__(self, "prevalences", lists_of([x for _, x in found]))

    @property
    def _blocks(self) -> tuple[Estimation, ...]:
        return self._of

    def _members(self, k: int) -> list[_Member]:
        """Pair each term with each of its lists of prevalences, and give each pair a weight.

        Let w be the term's weight, v the list's weight in the term, and L the number of different lists of all terms. The weight of
        the pair is L·w·v. The objective is computed as a mean over these L lists; the factor L cancels the weight 1/L of a list.
        """
        lists = self.prevalences.at(k)
        return [
            _Member(block, lists.index(pi), len(lists) * w * v)
            for block, (w, x) in enumerate(self.terms)
            for pi, v in zip(x.prevalences.at(k), x.prevalences.weights or (), strict=True)
        ]

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """State the sum for a certificate: each objective as if it stood alone, and the weights of the objectives."""
        of = [x.statement(problem, scope) for x in self._of]
        return {"name": "variances", "of": of, "weights": scope.numbers([w for w, _ in self.terms])}

    def arrange(self, places: list[Document], weights: Sequence[str] | None) -> Document:
        """Return for each term the numbers that the checker needs beside the dual variables: the term's rows in `places`."""
        k = len(places[0]["matrix"][0])
        cut: list[list[Document]] = [[] for _ in self.terms]
        for member in self._members(k):
            cut[member.block].append(self._cut(places, member))
        return {"of": [x[0] if len(x) == 1 else {"places": x} for x in cut]}


@dataclass(frozen=True, slots=True, init=False, repr=False)
class VarianceWorst(OfSeveral, Largest, Together):
    """The largest of several total variances, contrasts and sums of these; smaller is better.

    `worst(TotalVariance(), Contrast([1, 2, 3]))` makes such an objective.

    Args:
        objectives: Two or more of `TotalVariance`, `Contrast` and their sums. Each is at one list of prevalences, or at the worst
            of several.

    Raises:
        InputError: Fewer than two objectives are given, one is about several lists but not about the worst of them, they differ in
            their number of inputs, or none has a fixed number of inputs.

    Example:
        >>> from rropt import LDP, Contrast, design
        >>> from rropt.problem import worst
        >>> found = design(worst(Contrast([0, 0, 1]), 2 * Contrast([0, 1, 0])), LDP("ln3"))
        >>> found.verdict.value, round(float(found.upper), 6)
        ('within', 2.301587)

    Reference: SPEC.md, 5.11.
    """

    objectives: tuple[Estimation, ...]
    prevalences: Prevalences
    name: ClassVar[str] = "variance-worst"
    such_as: ClassVar[str] = "worst(total-variance, contrast)"
    called: ClassVar[str] = "worst of several variances"

    def __init__(self, *objectives: object) -> None:
        found = read_several(objectives, Estimation)  # type: ignore[type-abstract]
        for x in found:
            _require_alone(x)
            if len(x.prevalences.lists) > 1 and not x.prevalences.is_worst:
                raise InputError(
                    f"the {x} is about several lists of prevalences; in the worst of several objectives, give each objective "
                    "one list"
                )
        object.__setattr__(self, "objectives", found)
        k = common_inputs(found)
        if k is None:
            raise InputError(
                "if all objectives are total variances at equal prevalences, the one with the largest weight is always the worst; "
                "give only that one"
            )
        lists = tuple(pi for x in found for pi in x.prevalences.at(k))
        object.__setattr__(self, "prevalences", Prevalences(lists, None))

    @property
    def _terms(self) -> list[Terms]:
        """The terms of each objective. An objective that is no sum is a single term of weight 1."""
        return [x.terms if isinstance(x, VarianceSum) else ((ONE, x),) for x in self.objectives]

    @property
    def _blocks(self) -> tuple[Estimation, ...]:
        return tuple(x for terms in self._terms for _, x in terms)

    def _groups(self, k: int) -> list[tuple[Terms, list[_Member]]]:
        """Make a pair for each objective at each of its lists of prevalences.

        First in the pair are the objective's terms, restricted to that list. Second is a `_Member` for each of these terms. It says
        which rows of the matrix of all contrasts belong to the term.
        """
        found: list[tuple[Terms, list[_Member]]] = []
        block = 0
        for x, terms in zip(self.objectives, self._terms, strict=True):
            for pi in x.prevalences.at(k):
                members = [_Member(block + n, len(found), w) for n, (w, _) in enumerate(terms)]
                found.append((tuple((w, at_list(term, pi)) for w, term in terms), members))
            block += len(terms)
        return found

    def _members(self, k: int) -> list[_Member]:
        """List the `_Member` of every term of each objective, at each of the objective's lists of prevalences."""
        return [member for _, members in self._groups(k) for member in members]

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """Write the objectives for a certificate. An objective with several lists of prevalences is written once for each list."""
        of = [
            terms[0][1].statement(problem, scope) if _is_plain(terms) else VarianceSum(*terms).statement(problem, scope)
            for terms, _ in self._groups(problem.k)
        ]
        return {"name": "variances", "of": of}

    def arrange(self, places: list[Document], weights: Sequence[str] | None) -> Document:
        """Return the numbers that the checker needs beside the dual variables, for each objective at each of its lists.

        The result also has `weights`. The mean of the objectives with these weights bounds the largest of them from below.
        """
        assert weights is not None
        found: list[Document] = []
        for terms, members in self._groups(len(places[0]["matrix"][0])):
            cut = [self._cut(places, member) for member in members]
            found.append(cut[0] if _is_plain(terms) else {"of": cut})
        return {"of": found, "weights": list(weights)}


def _is_plain(terms: Terms) -> bool:
    """Whether there is a single term, with weight 1."""
    return len(terms) == 1 and terms[0][0] == ONE


def at_list(x: Estimation, pi: tuple[Fraction, ...]) -> Estimation:
    """Return the objective restricted to one list of prevalences."""
    return Contrast(x.contrast, pi) if isinstance(x, Contrast) else TotalVariance(pi)


def _require_alone(x: Estimation) -> None:
    """Refuse an objective that is neither a `TotalVariance` nor a `Contrast` nor a `VarianceSum`."""
    if not isinstance(x, TotalVariance | Contrast | VarianceSum):
        raise InputError(
            f"the {x} is not a sum of variances, so it cannot be combined here; give only total variances, contrasts and their sums"
        )


def lists_of(objectives: Sequence[Estimation]) -> Prevalences:
    """Join the lists of prevalences of all objectives. Each list occurs once, and all have the same weight.

    If some objective fixes the number of inputs, an objective without a list has the list of equal prevalences. If none fixes this
    number, the result has no list.
    """
    k = common_inputs(objectives)
    lists = tuple(
        dict.fromkeys(pi for x in objectives for pi in (x.prevalences.lists if k is None else x.prevalences.at(k)))
    )
    return Prevalences(lists, (Fraction(1, len(lists)),) * len(lists)) if lists else Prevalences()
