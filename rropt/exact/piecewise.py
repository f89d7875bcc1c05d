"""One engine for what holds on pieces of a t-interval: the runs on which each of finitely many forms holds.

A form, such as the rows and multipliers of one basis as functions of t, holds or not at each t, and this changes only at
roots of the form's own polynomials, its critical points. Between neighbouring critical points of all the forms found so
far each form holds everywhere or nowhere, so one exact evaluation at a rational t between them decides. Where none holds,
one more is found; it holds in some neighbourhood, or else makes the place a critical point. As forms are finitely many,
the search ends.
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
from rropt.exact.isolate import Root, factors, isolate, rationals_between
from rropt.exact.patience import require_time

__all__ = ["Form", "Place", "Run", "runs_of"]

MOST_FORMS = 200


class Form(Protocol):
    """What holds at some t and not at others."""

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """The polynomials at whose roots it may begin or cease to hold."""

    def holds_at(self, t: Fraction) -> bool:
        """Whether it holds at a rational t that is no such root."""


AnyForm = TypeVar("AnyForm", bound=Form)


@dataclass(frozen=True, slots=True)
class Place:
    """Two neighbouring critical points (None at an end of the interval), and a rational between them."""

    left: Root | None
    right: Root | None
    sample: Fraction


@dataclass(frozen=True, slots=True)
class Run(Generic[AnyForm]):
    """A form and the neighbouring places on which it was chosen; `factors` are those of its polynomials."""

    form: AnyForm
    factors: frozenset[tuple[int, ...]]
    places: tuple[Place, ...]

    @property
    def left(self) -> Root | None:
        """Where it begins; None at the lower end of the interval."""
        return self.places[0].left

    @property
    def right(self) -> Root | None:
        """Where it ends; None at the upper end of the interval."""
        return self.places[-1].right

    def split(self, is_cut: Callable[[Root, Fraction], bool]) -> list[list[Place]]:
        """The places in parts, cut at those of its own critical points for which `is_cut` of the root and a t of the part."""
        parts = [[self.places[0]]]
        for before, after in pairwise(self.places):
            root = before.right
            if root is not None and root.polynomial in self.factors and is_cut(root, parts[-1][0].sample):
                parts.append([])
            parts[-1].append(after)
        return parts


@dataclass(slots=True)
class _Search(Generic[AnyForm]):
    """The forms found so far, their factors, and whether a form holds after so many of its own critical points."""

    interval: Free
    forms: list[AnyForm]
    factors: list[set[tuple[int, ...]]]
    known: dict[tuple[int, int], bool]

    def add(self, form: AnyForm) -> None:
        self.forms.append(form)
        self.factors.append(factors(form.polynomials(self.interval)))

    def roots(self) -> list[Root]:
        """All critical points, in order."""
        return isolate([fmpz_poly(list(c)) for c in set().union(*self.factors)], self.interval)

    def holds(self, n: int, passed: int, t: Fraction) -> bool:
        """Whether the n-th form holds at t, after as many of its own critical points."""
        if (n, passed) not in self.known:
            self.known[n, passed] = self.forms[n].holds_at(t)
        return self.known[n, passed]

    def choose(self, roots: list[Root], samples: list[Fraction]) -> list[int | None]:
        """The index of a form that holds at each sample: the one before as long as it does, then one that holds longest."""
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
        ends = pairwise([None, *roots, None])
        places = [(n, Place(left, right, t)) for n, (left, right), t in zip(chosen, ends, samples, strict=True)]
        groups = ((n, tuple(place for _, place in group)) for n, group in groupby(places, key=lambda x: x[0]))
        return [Run(self.forms[n], frozenset(self.factors[n]), own) for n, own in groups]


def runs_of(find: Callable[[Fraction], AnyForm], interval: Free) -> list[Run[AnyForm]]:
    """Runs that follow one another and cover the open interval; `find` gives a form that holds at a rational t."""
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
            raise InputError(f"more than {MOST_FORMS} forms are optimal somewhere; narrow the interval of epsilon")
        search.add(find(missing))
