"""The cells of a t-interval on which one form of a linear design's optimum, with one set of signs, stays optimal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from typing import Any, NamedTuple

from flint import fmpz_poly

from rropt.designs.cells import domain_between, end_words
from rropt.exact.errors import InputError
from rropt.exact.field import Free
from rropt.exact.isolate import Root, between, factors, isolate
from rropt.oracles.pair_forms import PairForm
from rropt.oracles.staircase_forms import Form as StaircaseForm

__all__ = ["Form", "LinearCell", "Stretch", "stretches_of"]

MOST_FORMS = 200
Form = StaircaseForm | PairForm


@dataclass(frozen=True, slots=True)
class LinearCell:
    """An interval, the certificate's field for it, and a rational inside at which the multipliers have their signs."""

    domain: Any
    sample: Fraction


@dataclass(frozen=True, slots=True)
class Stretch:
    """A form, the interval on which it was chosen, and the cells on which it has one set of multipliers each."""

    interval: str
    domain: Any
    form: Form
    cells: tuple[LinearCell, ...]


@dataclass(slots=True)
class _Search:
    """The forms found so far, the irreducible factors of the polynomials at whose roots each may cease to hold, and
    whether a form holds after so many of its own critical points."""

    interval: Free
    forms: list[Form]
    factors: list[set[tuple[int, ...]]]
    known: dict[tuple[int, int], bool]

    def add(self, form: Form) -> None:
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


def stretches_of(find: Callable[[Fraction], Form], interval: Free) -> list[Stretch]:
    """Stretches that follow one another and cover the open interval; `find` gives a form that is optimal at a rational t.

    Between neighbouring critical points of all forms found, each form holds everywhere or nowhere. Where none holds, one
    more is found, which holds in some neighbourhood or else makes the place a critical point. Bases are finitely many.
    """
    search = _Search(interval, [], [], {})
    while True:
        roots = search.roots()
        samples = between(roots, interval)
        chosen = search.choose(roots, samples)
        missing = next((t for t, n in zip(samples, chosen, strict=True) if n is None), None)
        if missing is None:
            return _assemble(search, roots, samples, [n for n in chosen if n is not None])
        if len(search.forms) == MOST_FORMS:
            raise InputError(f"more than {MOST_FORMS} forms are optimal somewhere; narrow the interval of epsilon")
        search.add(find(missing))


def _assemble(search: _Search, roots: list[Root], samples: list[Fraction], chosen: list[int]) -> list[Stretch]:
    ends = [None, *roots, None]
    places = [(n, _Place(left, right, t)) for n, (left, right), t in zip(chosen, pairwise(ends), samples, strict=True)]
    found = []
    for n, group in groupby(places, key=lambda place: place[0]):
        own = [place for _, place in group]
        words, domain = _said(search.interval, own[0].left, own[-1].right)
        found.append(Stretch(words, domain, search.forms[n], tuple(_cells(search, n, own))))
    return found


class _Place(NamedTuple):
    """Two neighbouring critical points, or ends, and a rational between them."""

    left: Root | None
    right: Root | None
    sample: Fraction


def _cells(search: _Search, n: int, own: list[_Place]) -> Iterator[LinearCell]:
    """The stretch cut at those of its form's critical points at which something that is compared is zero."""
    first = own[0]
    for before, after in pairwise([*own, None]):
        assert before is not None
        root = before.right
        if after is not None and (root is None or root.polynomial not in search.factors[n]):
            continue
        if after is None or (root is not None and root.polynomial in search.forms[n].signed(first.sample)):
            yield LinearCell(domain_between(search.interval, first.left, root, closed=True), first.sample)
            if after is not None:
                first = after


def _said(interval: Free, left: Root | None, right: Root | None) -> tuple[str, Any]:
    domain = domain_between(interval, left, right, closed=True)
    words = f"{end_words(interval.lower, left)}, {end_words(interval.upper, right)}"
    return f"{domain['ends'][0]}{words}{domain['ends'][1]}", domain
