"""Cut an interval of t = e^ε, or of δ, into cells, and find for each cell one form that holds on it.

A form is the answer as a function of t, for example the rows and multipliers of one basis. At each t a form holds (is correct) or
does not. This can change only at the form's critical points, which are the roots of its own polynomials. So between neighbouring
critical points of all the forms found so far, each form holds everywhere or nowhere. One exact evaluation at a rational t between
the two points decides which. If no form holds at that t, an `Oracle` finds another, which does. The new form holds in a
neighbourhood of t, or else t is one of its critical points. There are finitely many forms, so the search ends.

A point where two cells meet belongs to one of them if that cell's form holds there too, by exact signs. If neither form does, the
point is a cell of its own, with a form of its own. The same is true of a closed end of the interval.

Each family of programs has an `Oracle` of four functions. If an oracle knows no form at some t, it returns a form that stands for
"none is known".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from typing import Generic, Protocol, TypeVar

from flint import fmpz_poly

from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, factors, isolate, rationals_between
from rropt.exact.patience import require_time
from rropt.problem.pieces.span import End, Span

__all__ = ["Cell", "Form", "Oracle", "cover"]

MOST_FORMS = 200


class Form(Protocol):
    """An answer as a function of t, such as rows and multipliers. It holds (is correct) at some t and not at others."""

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """The polynomials at whose roots (critical points) the form may begin or cease to hold."""

    def holds_at(self, t: Fraction) -> bool:
        """Whether the form holds at a rational t that is no root of its polynomials."""


AnyForm = TypeVar("AnyForm", bound=Form)


class Oracle(Protocol[AnyForm]):
    """Finds the forms (answers as functions of t) of a family of programs, and says where they hold."""

    def find(self, t: Fraction) -> AnyForm:
        """Find an answer, as a function of t, that is correct at the given rational t."""

    def holds_up_to(self, form: AnyForm, end: End) -> bool:
        """Whether a form that holds up to an end of an interval also holds at the end itself."""

    def is_parted(self, form: AnyForm, root: Root, t: Fraction) -> bool:
        """Whether the interval must be cut at `root`, a root of the form's polynomials, because evidence for the form at t is not
        valid on both sides of it."""

    def find_at(self, end: End, before: AnyForm | None, after: AnyForm | None) -> AnyForm:
        """Find a form that holds at a point where neither the form before it nor the form after it holds."""


@dataclass(frozen=True, slots=True)
class Cell(Generic[AnyForm]):
    """A part of the interval of t, with a form: an answer, as a function of t, that is correct on this part.

    `span` is this part, an interval or a single t. `sample` is a rational t inside an interval. None if the part is a single t.
    """

    span: Span
    form: AnyForm
    sample: Fraction | None


def cover(oracle: Oracle[AnyForm], interval: Free) -> list[Cell[AnyForm]]:
    """Cut the interval into consecutive cells, each with one form: an answer, as a function of t, that is correct there.

    `oracle` finds the forms. A cell ends where its form is no longer correct. It also ends where the evidence for its form changes.
    """
    parts = [(run.form, part) for run in _runs(oracle.find, interval) for part in _split(oracle, run)]
    points: list[End] = [interval.lower, *(part[-1].right or interval.upper for _, part in parts)]
    around = pairwise([None, *(form for form, _ in parts), None])
    joints = [_join(oracle, interval, point, *forms) for point, forms in zip(points, around, strict=True)]
    cells: list[Cell[AnyForm]] = []
    for n, (form, part) in enumerate(parts):
        before, after = joints[n : n + 2]
        span = Span(points[n], points[n + 1], before.opening + after.closing, interval.letter)
        cells += [*before.alone, Cell(span, form, part[0].sample)]
    return [*cells, *joints[-1].alone]


@dataclass(frozen=True, slots=True)
class _Joint(Generic[AnyForm]):
    """Says to which cell the point between two neighbouring cells belongs.

    If it belongs to the first cell, `closing` is "]". If it belongs to the second, `opening` is "[". If it belongs to neither,
    `alone` has one cell, which is this point. At an open end of the interval the point belongs to no cell at all.
    """

    closing: str = ")"
    opening: str = "("
    alone: tuple[Cell[AnyForm], ...] = ()


def _join(
    oracle: Oracle[AnyForm], interval: Free, point: End, before: AnyForm | None, after: AnyForm | None
) -> _Joint[AnyForm]:
    """Decide to which of two neighbouring cells (intervals with one form each) the point between them belongs, or that it is a cell
    of its own. A point that the interval does not contain belongs to none."""
    is_outside = (before is None and interval.lower_open) or (after is None and interval.upper_open)
    if is_outside or is_infinite(point):
        return _Joint()
    if before is not None and oracle.holds_up_to(before, point):
        return _Joint(closing="]")
    if after is not None and oracle.holds_up_to(after, point):
        return _Joint(opening="[")
    return _Joint(alone=(Cell(Span.point(point, interval.letter), oracle.find_at(point, before, after), None),))


def _split(oracle: Oracle[AnyForm], run: Run[AnyForm]) -> list[list[Place]]:
    """Cut the places of a run (neighbouring intervals with one form) where the evidence for the form changes
    (`Oracle.is_parted`)."""
    parts = [[run.places[0]]]
    for before, after in pairwise(run.places):
        root = before.right
        if (
            root is not None
            and root.polynomial in run.factors
            and oracle.is_parted(run.form, root, parts[-1][0].sample)
        ):
            parts.append([])
        parts[-1].append(after)
    return parts


@dataclass(frozen=True, slots=True)
class Place:
    """An interval of t on which each answer found so far is correct everywhere or nowhere.

    `right` is the upper end of this interval, or None for the end of the whole interval. `sample` is a rational t inside.
    """

    right: Root | None
    sample: Fraction


@dataclass(frozen=True, slots=True)
class Run(Generic[AnyForm]):
    """A form, and the neighbouring intervals (`Place`) for which it was chosen. `factors` has the irreducible factors of the form's
    polynomials; each is a tuple of coefficients."""

    form: AnyForm
    factors: frozenset[tuple[int, ...]]
    places: tuple[Place, ...]


@dataclass(slots=True)
class _Search(Generic[AnyForm]):
    """The forms (answers as functions of t) found so far, and for each form the irreducible factors of its polynomials.

    Between two neighbouring roots of its own polynomials, a form is correct everywhere or nowhere. `known` maps a pair (n, m) to
    whether the n-th form is correct at a t that lies above exactly m of these roots.
    """

    interval: Free
    forms: list[AnyForm]
    factors: list[set[tuple[int, ...]]]
    known: dict[tuple[int, int], bool]

    def add(self, form: AnyForm) -> None:
        self.forms.append(form)
        self.factors.append(factors(form.polynomials(self.interval)))

    def roots(self) -> list[Root]:
        """The critical points of all forms, in increasing order."""
        return isolate([fmpz_poly(list(c)) for c in set().union(*self.factors)], self.interval)

    def holds(self, n: int, passed: int, t: Fraction) -> bool:
        """Whether the n-th answer is correct at t.

        `passed` is the number of roots of this answer's polynomials that lie below t.
        """
        if (n, passed) not in self.known:
            self.known[n, passed] = self.forms[n].holds_at(t)
        return self.known[n, passed]

    def choose(self, roots: list[Root], samples: list[Fraction]) -> list[int | None]:
        """For each sample, choose a form that holds there. Return the indices of the chosen forms, with None where no form holds.

        A chosen form is kept for the next samples as long as it holds. After that, the form is chosen that holds for the longest
        run of samples from there on.
        """
        own = [list(accumulate((r.polynomial in factors for r in roots), initial=0)) for factors in self.factors]

        def reach(n: int, place: int) -> int:
            later = range(place, len(samples))
            return next((i for i in later if not self.holds(n, own[n][i], samples[i])), len(samples))

        chosen: list[int | None] = []
        while len(chosen) < len(samples):
            place = len(chosen)
            ends = [(reach(n, place), n) for n in range(len(self.forms))]
            end, best = max(ends, default=(place, 0))
            chosen += [best] * (end - place) if end > place else [None]
        return chosen

    def runs(self, roots: list[Root], samples: list[Fraction], chosen: list[int]) -> list[Run[AnyForm]]:
        places = [(n, Place(right, t)) for n, right, t in zip(chosen, [*roots, None], samples, strict=True)]
        groups = ((n, tuple(place for _, place in group)) for n, group in groupby(places, key=lambda x: x[0]))
        return [Run(self.forms[n], frozenset(self.factors[n]), own) for n, own in groups]


def _runs(find: Callable[[Fraction], AnyForm], interval: Free) -> list[Run[AnyForm]]:
    """Cover the open interval with consecutive runs (a form, and the places where it holds); `find` gives a form that holds at a
    rational t."""
    search: _Search[AnyForm] = _Search(interval, [], [], {})
    while True:
        roots = search.roots()
        samples = rationals_between(roots, interval)
        chosen = search.choose(roots, samples)
        missing = next((t for t, n in zip(samples, chosen, strict=True) if n is None), None)
        if missing is None:
            return search.runs(roots, samples, [n for n in chosen if n is not None])
        require_time()
        if len(search.forms) == MOST_FORMS:
            raise InputError(f"more than {MOST_FORMS} optimal forms were found; narrow the interval of epsilon")
        search.add(find(missing))
