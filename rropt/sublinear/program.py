"""The most that Σ f(rows) can be over mechanisms of ε-LDP: a linear program over patterns, by classes of inputs that are alike.

A row with max ≤ t·min is a nonnegative combination of patterns of {1, t}^k, and f is convex and homogeneous; so the largest
Σ θ_s f(s) with θ ≥ 0, Σ θ_s s = 1 is the optimum, and for every y with f(s) ≤ yᵀs at all patterns it is at most Σ y. If exchanging
inputs of one class changes nothing, y is constant on classes and a pattern counts by how many inputs of each class it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.categories.cone import Cone
from rropt.categories.program import MOST_ORBITS
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.problem.classes import Classes, Counts
from rropt.problem.patterns import MOST_PRICED
from rropt.sublinear.function import Function, Kind

__all__ = ["SublinearProgram"]


@dataclass(frozen=True, slots=True)
class SublinearProgram:
    """Maximise Σ f(rows) over the mechanisms with largest ratio T; for two inputs with a slack δ too."""

    function: Function
    ratio: Number
    delta: Number
    cone: Cone | None = None
    """Where rows are not patterns, but extreme rays; then `ratio` is not used."""

    def __post_init__(self) -> None:
        k = self.function.k
        if self.cone is not None:
            if self.function.is_least:
                raise InputError(
                    "the least information of several priors is designed under one epsilon; give the priors weights, or one epsilon"
                )
            if self.cone.has_zeros and self.function.kind in (Kind.KL, Kind.CHI2):
                raise InputError(
                    f"under this demand an answer may rule out an input, so that the {self.function.kind.words} is infinite; take "
                    "the kind tv or hellinger"
                )
            return
        if self.delta != 0 and self.function.kind in (Kind.KL, Kind.CHI2):
            raise InputError(
                f"with delta > 0 an answer may rule out an input, so that the {self.function.kind.words} is infinite; "
                "take delta = 0, or the kind tv or hellinger"
            )
        if not self.is_listed and self.function.kind is Kind.INFORMATION and len(self.function.vectors) > 1:
            raise InputError(
                f"{k} inputs have {self.classes.number_of_orbits} patterns that differ at these priors, and information at several "
                f"priors is designed for up to {MOST_ORBITS}; give one prior, or equal chances to more of the inputs"
            )
        if not self.is_listed and k > MOST_PRICED:
            raise InputError(
                f"{k} inputs have {self.classes.number_of_orbits} patterns that differ; give at most {MOST_PRICED} inputs, or "
                f"equal chances to so many of them that no more than {MOST_ORBITS} differ"
            )

    @property
    def is_listed(self) -> bool:
        """Whether the patterns are few enough for the checker to try them all; else they are priced by column generation."""
        return self.cone is not None or self.ratio == 1 or self.classes.number_of_orbits <= MOST_ORBITS

    @property
    def is_silent(self) -> bool:
        """Whether no answer depends on the truth."""
        return self.ratio == 1 if self.cone is None else len(self.cone.rays) == 1

    @property
    def classes(self) -> Classes:
        """Inputs that may be exchanged."""
        if self.cone is not None:
            return Classes.single(self.function.k)
        return Classes.by(self.function.keys)

    def orbits(self) -> list[Counts]:
        """Every orbit of patterns but that of t everywhere, which is the silent one of ones too; at t = 1 all are that one.

        An extreme ray is named by its place.
        """
        if self.cone is not None:
            return [(n,) for n in range(len(self.cone.rays))]
        found = self.classes.orbits()
        return [next(found)] if self.ratio == 1 else list(found)[:-1]

    def row(self, counts: Counts) -> tuple[Number, ...]:
        """One pattern of an orbit, with t at the first inputs of each class."""
        if self.cone is not None:
            return self.cone.rays[counts[0]]
        one: Number = Fraction(1)
        found: dict[int, Number] = {}
        for members, count in zip(self.classes.members, counts, strict=True):
            found |= {j: self.ratio if n < count else one for n, j in enumerate(members)}
        return tuple(found[j] for j in range(self.function.k))

    def sums(self, counts: Counts) -> tuple[Number, ...]:
        """The sum of a pattern over each class."""
        if self.cone is not None:
            return self.cone.rays[counts[0]]
        return tuple(n + (self.ratio - 1) * c for n, c in zip(self.classes.sizes, counts, strict=True))

    def spread(self, values: Sequence[Number]) -> tuple[Number, ...]:
        """A number of each class as one of each input."""
        return self.classes.spread(values)
