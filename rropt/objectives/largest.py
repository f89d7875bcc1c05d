"""The largest variance of a contrast of length 1 of the estimated shares, or of a single share.

Let C be n times the covariance of the estimates. The first is the largest eigenvalue of C. The second is the largest of the
variances of the contrasts e_1, …, e_k, and is stated as such in a certificate.

Reference: Pukelsheim (2006), Optimal design of experiments, chapter 6 (the E-criterion).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from flint import fmpq

from rropt.engine.criteria import LargestOf
from rropt.engine.estimates import Criterion
from rropt.exact.errors import InputError
from rropt.objectives.base import Document
from rropt.objectives.covariance import Contrast, LargestOfVariances
from rropt.objectives.estimates import (
    Estimates,
    Lists,
    are_equal,
    places,
    read_shares,
    shares_at,
)
from rropt.show import set_fields

__all__ = ["LargestVariance"]


@dataclass(frozen=True, slots=True)
class LargestVariance(Estimates):
    """The largest n·Var of a contrast of length 1 of the estimated shares, or of a single share; smaller is better.

    Of several lists of shares the worst is meant.

    Args:
        prevalence: The shares at which the design is best: a list, or several; equal ones if not given.
        of: "contrasts", all of length 1, or "shares".
        worst: Whether the worst of several lists is meant; True if several are given.

    Raises:
        InputError: The shares are not positive numbers that sum to 1, `of` is neither, or several lists come without `worst`.

    Examples:
        >>> from rropt import from_spec
        >>> print(round(float(LargestVariance().value(from_spec("warner:p=3/4"))), 6))
        2.0

    Reference: SPEC.md, 5.5.
    """

    name: ClassVar[str] = "largest variance"
    best: ClassVar[str] = "least possible"
    lists: Lists
    of: Literal["contrasts", "shares"]

    def __init__(
        self,
        prevalence: Iterable[object] = (),
        *,
        of: Literal["contrasts", "shares"] = "contrasts",
        worst: bool = False,
    ) -> None:
        if of not in ("contrasts", "shares"):
            raise InputError(f'of must be "contrasts" or "shares", not {str(of)[:40]!r}')
        found = read_shares(prevalence)
        if worst != (len(found) > 1):
            raise InputError(
                "the worst of several lists of shares is meant, so give worst=True with several lists, and only then"
            )
        set_fields(self, lists=found, of=of)

    @property
    def theorem(self) -> str | None:
        """The theorem of equal shares is about contrasts."""
        return self.name if are_equal(self.lists) and self.of == "contrasts" else None

    def criterion(self, k: int) -> Criterion:
        """The largest eigenvalue, or the largest of k variances."""
        if self.of == "shares":
            return self._of_shares(k).criterion(k)
        return LargestOf(shares_at(self.lists, k))

    def _of_shares(self, k: int) -> LargestOfVariances:
        lists = self.lists or ((Fraction(1, k),) * k,)
        return LargestOfVariances(
            tuple((Fraction(1), Contrast([int(a == j) for a in range(k)], pi)) for j in range(k) for pi in lists)
        )

    def values(self, k: int, at: Sequence[Any]) -> Sequence[Any]:
        """The largest variances at all lists, or the variances of all shares."""
        if self.of == "contrasts":
            return [own.largest() for own in at]
        shares = [[fmpq(a == j) for a in range(k)] for j in range(k)]
        return [own.variance([share], Fraction(1)) for own in at for share in shares]

    def stated(self, k: int) -> Document:
        """The lists, or the variances of single shares."""
        if self.of == "shares":
            return self._of_shares(k).stated(k)
        return {"name": self.name, **places(self.lists, (), k)}
