"""The variance of the estimated share of one of two inputs, with two answers or with any number of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import rropt
from rropt.binary.many import bends, is_revealing, least_asymptotic_variance, rows_of
from rropt.binary.pieces import SharePiece, asymptotic_variance, shares_of_all, shares_of_two, variances
from rropt.binary.polygon import Polygon, least_variance
from rropt.binary.share import Meaning, Share, read_share, state, variance, worst_share
from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Document, Found, Unattained, Unidentified
from rropt.engine.pieces import Cut, Piece, Reader
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.objectives.base import Objective, Sense, Terms
from rropt.show import set_fields

if TYPE_CHECKING:
    import cvxpy

    import rropt.poses.variance
    from rropt.poses.sympy import SymbolicProblem

__all__ = ["AsymptoticVariance", "Prevalence", "Variance"]


class Prevalence(Objective):
    """n·Var of the estimated share of one of two inputs; smaller is better. A subclass says how many answers there may be.

    `prevalence` is the share of the input with the index `positive`: one number, the worst or each of a range.
    """

    __slots__ = ()
    sense: ClassVar[Sense] = "min"
    inputs: ClassVar[int] = 2
    is_variance_of_one: ClassVar[bool] = True
    prevalence: Share
    positive: int

    @property
    def of_second(self) -> Share:
        """The share of the second input."""
        return self.prevalence if self.positive == 1 else self.prevalence.mirrored()

    @property
    def is_function(self) -> bool:
        """Whether the variance is asked at each share of a range, so that its optimum is a function of the share."""
        return self.prevalence.meaning is Meaning.EVERY

    def planned_shares(self, k: int) -> tuple[Fraction, ...] | None:
        """The share and the rest, if it is one share."""
        share = self.of_second
        return (1 - share.lower, share.lower) if share.meaning is Meaning.AT else None

    def solve_by_share(self, asked: Asked, conditions: Sequence[Condition]) -> tuple[SharePiece, ...]:
        """Find the best mechanisms at each share of a range."""
        if conditions:
            raise InputError(
                f"conditions go with one prevalence or the worst of a range, not with {self.prevalence.in_words()}; give one"
            )
        return self.by_own_share(self._pieces_by_share(asked))

    def by_own_share(self, pieces: Sequence[SharePiece]) -> tuple[SharePiece, ...]:
        """Pieces by the share of the second input, told by the share that is asked about."""
        return tuple(pieces if self.positive == 1 else [piece.mirrored() for piece in reversed(pieces)])

    def _stated(self, *, is_diagonal: bool = False) -> Document:
        share = self.of_second
        return state(share.meaning, share.lower, share.upper, is_diagonal=is_diagonal)

    @abstractmethod
    def _pieces_by_share(self, asked: Asked) -> list[SharePiece]:
        """The pieces by the share of the second input."""

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """Bounds of n·Var, equal unless the worst of a range is meant and there are more than two answers."""
        if mechanism.k != 2:
            raise InputError(f"the variance of a prevalence is for two inputs, but the mechanism has {mechanism.k}")
        return variance(mechanism.rows, self.of_second)

    def combined(self, terms: Terms, *, worst: bool) -> Objective:
        """Refuse a sum, and the worst of several."""
        raise InputError(
            f"the {self.name} at {self.prevalence.in_words()} is not combined with others; for a sum give the contrast of the "
            "scores 0 and 1 in its place, for its worst a range such as 1/10..2/5"
        )


@dataclass(frozen=True, slots=True)
class Variance(Prevalence):
    """n·Var of the unbiased estimate of a share with two answers, (x − π)(y − 1 + π) with (x, y) = (p00, p11)/(p00 + p11 − 1).

    Args:
        prevalence: One share, the worst of a range ("1/10..2/5"), or each of a range ("every", "every:1/10..2/5").
        warner: Whether only mechanisms with p00 = p11 are meant.
        positive: The index of the input whose share is meant.

    Raises:
        InputError: The prevalence is no share and no range of shares, or positive is neither 0 nor 1.

    Examples:
        >>> from rropt import from_spec
        >>> print(Variance("1/4").value(from_spec("warner:p=3/4")))
        15/16

    Reference: Warner (1965), Randomized response; Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for
    randomised response; SPEC.md, 9.6.
    """

    name: ClassVar[str] = "variance"
    prevalence: Share
    warner: bool
    positive: int

    def __init__(self, prevalence: object, *, warner: bool = False, positive: int = 1) -> None:
        set_fields(self, prevalence=read_share(prevalence), warner=bool(warner), positive=_read_positive(positive))

    def outputs(self, k: int) -> int:
        """Two answers."""
        return 2

    def with_any_outputs(self) -> AsymptoticVariance:
        """The asymptotic variance, which any number of answers may have."""
        if self.warner:
            raise InputError(
                "warner=True asks for p00 = p11, which is about two answers; leave it or outputs='free' out"
            )
        return AsymptoticVariance(self.prevalence, positive=self.positive)

    def solve(
        self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]
    ) -> Found | Unidentified | Unattained:
        """Compare all vertices of the polygon."""
        return least_variance(asked, self.of_second, conditions, is_diagonal=self.warner)

    def solve_in_pieces(
        self, asked_at: Reader, ends: tuple[Cut, Cut | None], conditions: Sequence[Condition]
    ) -> list[Piece]:
        """By the theorem on the three vertices."""
        _refuse_conditions(conditions)
        return variances(asked_at(ends[0].high), self.of_second, ends, is_diagonal=self.warner)

    def _pieces_by_share(self, asked: Asked) -> list[SharePiece]:
        return shares_of_two(asked, self.of_second, is_diagonal=self.warner)

    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """The linear program of s·(x − π) + y − 1 + π, whose optima for all s have the best vertex among them."""
        return rropt.poses.variance.pose_plane(asked, self.of_second, conditions, is_diagonal=self.warner)

    def solve_posed(self, posed: cvxpy.Problem, asked: Asked, conditions: Sequence[Condition]) -> float:
        """Solve it for many s, and quadratic programs along the edges."""
        polygon = Polygon.of(asked, conditions, is_diagonal=self.warner)
        return rropt.poses.variance.least_in_plane(posed, polygon, self.of_second)

    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """The variance in the entries of the mechanism, with the least one of the vertices for one ratio and slack."""
        return rropt.poses.variance.pose_plane_in_symbols(asked, self.of_second, conditions, is_diagonal=self.warner)

    def stated(self, k: int) -> Document:
        """The variance at the share of the second input, with the restriction to p00 = p11."""
        return self._stated(is_diagonal=self.warner)


@dataclass(frozen=True, slots=True)
class AsymptoticVariance(Prevalence):
    """n times the asymptotic variance of the best estimate of a share, 1/I with Fisher's information I, for any number of answers.

    Args:
        prevalence: One share, the worst of a range ("1/10..2/5"), or each of a range ("every", "every:1/10..2/5").
        positive: The index of the input whose share is meant.

    Raises:
        InputError: The prevalence is no share and no range of shares, or positive is neither 0 nor 1.

    Examples:
        >>> from rropt import from_spec
        >>> print(AsymptoticVariance("1/4").value(from_spec("four_output:epsilon=ln3,delta=1/10")))
        75/112

    Reference: Holohan, Leith and Mason (2016), equation (6); SPEC.md, 5.2.
    """

    name: ClassVar[str] = "asymptotic variance"
    prevalence: Share
    positive: int

    def __init__(self, prevalence: object, *, positive: int = 1) -> None:
        set_fields(self, prevalence=read_share(prevalence), positive=_read_positive(positive))

    def solve(
        self, asked: Asked, outputs: int | None, conditions: Sequence[Condition]
    ) -> Found | Unidentified | Unattained:
        """The dominating mechanism. Where it has the variance 0, two answers have it already, and the polygon shows it."""
        if conditions:
            raise InputError("conditions on a variance are for two answers; leave outputs='free' or the conditions out")
        if is_revealing(rows_of(bends(asked)), self.of_second):
            found = least_variance(asked, self.of_second)
            assert isinstance(found, Found)  # such an answer tells something
            return replace(found, stated=self._stated())
        return least_asymptotic_variance(asked, self.of_second)

    def solve_in_pieces(
        self, asked_at: Reader, ends: tuple[Cut, Cut | None], conditions: Sequence[Condition]
    ) -> list[Piece]:
        """The dominating mechanism. At the share 0 or 1 two answers have the variance 0 if there is slack."""
        _refuse_conditions(conditions)
        asked, share = asked_at(ends[0].high), self.of_second
        if share.meaning is Meaning.AT and share.lower in (0, 1) and asked.budgets:
            pieces = variances(asked, share, ends, is_diagonal=False)
            return [replace(piece, found=replace(piece.found, stated=self._stated())) for piece in pieces]
        return asymptotic_variance(asked, share, ends)

    def _pieces_by_share(self, asked: Asked) -> list[SharePiece]:
        return shares_of_all(asked, self.of_second)

    def as_cvxpy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> cvxpy.Problem:
        """The largest information at the share, or at the worst of a range, in weights of rows."""
        return rropt.poses.variance.pose_information(asked, self._planned(asked))

    def of_posed(self, optimum: float, k: int) -> float:
        """The variance is the inverse of the information."""
        return 1 / optimum

    def as_sympy(self, asked: Asked, conditions: Sequence[Condition], labels: int = 1) -> SymbolicProblem:
        """The least 1/I, with the formula that prices of the four rows give for one ratio and slack."""
        return rropt.poses.variance.pose_information_in_symbols(asked, self._planned(asked))

    def _planned(self, asked: Asked) -> Number:
        """The share at which the information is posed; refused where it is infinite."""
        rows = rows_of(bends(asked))
        if is_revealing(rows, self.of_second):
            raise InputError(
                f"at {self.prevalence.in_words()} the information is infinite, and two answers have the variance 0; leave "
                "outputs='free' out"
            )
        return worst_share(rows, self.of_second)

    def stated(self, k: int) -> Document:
        """The asymptotic variance; at the worst of a range the answer says at which share."""
        return {"name": self.name, "prevalence": self.of_second.lower}


def _refuse_conditions(conditions: Sequence[Condition]) -> None:
    if conditions:
        raise InputError(
            f"{len(conditions)} conditions do not go with a range of budgets; give one epsilon and one delta, or leave them out"
        )


def _read_positive(index: int | str) -> int:
    if index not in (0, 1, "0", "1"):
        raise InputError(f"positive = {str(index)[:60]} must be the index 0 or 1 of one of the two inputs")
    return int(index)
